"""The lines of centred text are balanced."""

from generator.layout.press import LayoutFindings
from generator.layout.text.paragraphs import Setting
from tests.layout.text.setting import BODY, lines, typesetter


def test_centred_lines_are_as_even_as_they_can_be() -> None:
    """Centred text keeps its number of lines, with similar widths; other text fills its lines."""
    words = "Draw a card. Read it out to all"
    one_line, _ = typesetter().measure(words, BODY)
    width = one_line * 0.75
    centred = typesetter().set_text(Setting(words, BODY, width=width, align="center"))
    filled = typesetter().set_text(Setting(words, BODY, width=width))
    assert [line.strip() for line in lines(centred)] == ["Draw a card.", "Read it out to all"]
    assert [line.strip() for line in lines(filled)] == ["Draw a card. Read it", "out to all"]


def test_no_word_is_broken_for_even_lines() -> None:
    """Words are broken at soft hyphens only if they do not fit."""
    words = "many little words and a long immun\u00adity"
    one_line, _ = typesetter().measure(words, BODY)
    block = typesetter().set_text(Setting(words, BODY, width=one_line * 0.7, align="center"))
    assert len(lines(block)) == 2
    assert not any("-" in line for line in lines(block))


def test_a_word_wider_than_its_lines_does_not_hinder() -> None:
    """If errors are collected, a word that is too wide is set nevertheless."""
    setter = typesetter(findings=LayoutFindings(collects=True))
    block = setter.set_text(
        Setting("in incomprehensibility", BODY, width=8.0, align="center", thing="a long one")
    )
    assert [line.strip() for line in lines(block)] == ["in", "incomprehensibility"]


def test_lines_are_evened_between_forced_breaks() -> None:
    """Each part between forced breaks is balanced by itself."""
    wide, text = "all of this stands in a line of its own", "this is too long for one, and so it is parted"
    one_line, _ = typesetter().measure(text, BODY)
    block = typesetter().set_text(Setting(f"{wide}\n{text}", BODY, width=one_line - 0.1, align="center"))
    even = [wide, "this is too long for", "one, and so it is parted"]
    assert [line.strip() for line in lines(block)] == even


def test_a_short_last_word_gets_company_before_a_forced_break_too() -> None:
    """The last line before a forced break is filled like the last line of a text."""
    text = "what all of you have to pay of it"
    one_line, _ = typesetter().measure(text, BODY)
    block = typesetter().set_text(Setting(f"{text}\nother words", BODY, width=one_line - 0.1))
    assert [line.strip() for line in lines(block)] == [text.removesuffix(" of it"), "of it", "other words"]
