"""The lines of centred text are balanced."""

from dataclasses import replace
from typing import Any

import pytest

from generator.layout.press import LayoutFindings
from generator.layout.text.paragraphs import Setting
from tests.layout.text.setting import BODY, lines, typesetter, uses


def test_centred_lines_are_as_even_as_they_can_be() -> None:
    """Text keeps its number of lines, with similar widths; `without: [balance]` fills its lines."""
    words = "Draw a card. Read it out to all"
    one_line, _ = typesetter().measure(words, BODY)
    width = one_line * 0.75
    centred = typesetter().set_text(Setting(words, BODY, width=width, align="center"))
    started = typesetter().set_text(Setting(words, BODY, width=width))
    filled = typesetter().set_text(Setting(words, replace(BODY, without=("balance",)), width=width))
    assert lines(started) == lines(centred)
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
        Setting(
            "in incomprehensibility",
            replace(BODY, without=("narrow",)),
            width=8.0,
            align="center",
            thing="a long one",
        )
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
    assert [line.strip() for line in lines(block)] == ["what all of you", "have to pay of it", "other words"]


@pytest.mark.parametrize(
    ("text", "share", "expected"),
    [
        ("Deal **4** to a ship without a shield.", 0.9, ["Deal 4 to a ship", "without a shield."]),
        ("one two three four five six", 0.4, ["one two", "three four", "five six"]),
    ],
)
def test_no_word_stands_alone_at_the_end(text: str, share: float, expected: list[str]) -> None:
    """Free widths have the least squares, so that the last line is no single word."""
    width = typesetter().measure(text, BODY)[0] * share
    block = typesetter().set_text(Setting(text, replace(BODY, smallest=BODY.size), width=width))
    assert [line.strip() for line in lines(block)] == expected


def test_long_texts_change_only_at_their_end() -> None:
    """Of more than six lines, only the last ones are changed, and only for a lonely word."""
    text = "Every player takes a card from the pile and shows it to all of the others before the round " * 3
    width = 40.0
    for words in range(1, 4):
        shown = f"{text.strip()} {'end ' * words}".strip()
        plain = lines(typesetter().set_text(Setting(shown, replace(BODY, without=("balance",)), width)))
        even = lines(typesetter().set_text(Setting(shown, BODY, width)))
        assert len(plain) == len(even) > 6
        assert plain[:-3] == even[:-3]
        assert len(even[-1].split()) > 1 or typesetter().measure(even[-1], BODY)[0] >= 0.3 * width


@pytest.mark.parametrize(
    "text", ["gains 3 :virus: now", "take **2** :coin: of it", "one for the :virus: too"]
)
def test_an_icon_stays_with_the_word_before(text: str) -> None:
    """However narrow the lines are, none begins with an icon; `without: [joins]` allows it."""
    for style, is_kept in ((BODY, True), (replace(BODY, without=("joins",)), False)):
        begins = set()
        for width in range(9, 30):
            block = typesetter().set_text(Setting(text, style, width=float(width)))
            begins |= {round(min(use.transform[4], 1.0), 6) for use in uses(block)}
        assert (0.0 not in begins) == is_kept


def test_icons_side_by_side_do_not_touch() -> None:
    """There is a thin space between them, unless the text has one, or `without: [joins]` is given."""

    def measure_gap(text: str, **changes: Any) -> float:
        block = typesetter().set_text(Setting(text, replace(BODY, **changes), 60.0))
        first, second = (use.transform[4] for use in uses(block))
        return second - first

    touching = measure_gap(":virus::virus:", without=("joins",))
    assert measure_gap(":virus::virus:") > touching
    assert measure_gap(":virus: :virus:") == measure_gap(":virus: :virus:", without=("joins",))


def test_running_text_in_wide_columns_keeps_its_full_lines() -> None:
    """Paragraphs of a page end at the same edge; only a lonely last word gets company."""
    text = "Every player takes a card from the pile and shows it to all the others before the round is over"
    style = replace(BODY, smallest=BODY.size, running=True)
    plain = Setting(text, replace(style, without=("balance",)), 70.0)
    assert lines(typesetter().set_text(Setting(text, style, 70.0))) == lines(typesetter().set_text(plain))


def test_a_wide_subtitle_of_two_lines_is_balanced() -> None:
    """A text that is not read in paragraphs is balanced in any width; three lines of it are not."""
    text = "Shared rolls, for five players or fifty, at tables or over video, and in the garden"
    style = replace(BODY, smallest=BODY.size)
    full, _ = typesetter().measure(text, BODY)
    subtitle = lines(typesetter().set_text(Setting(text, style, full * 0.8)))
    widths = [typesetter().measure(line.strip(), BODY)[0] for line in subtitle]
    assert len(widths) == 2
    assert max(widths) < 0.6 * full


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Prenez-en deux et soignez-en une", "soignez-en"),
        ("Du findest ihn auf der A4-Seite", "A4-Seite"),
        ("Schau nach in der Schritt-für-Schritt-Anleitung", ""),
    ],
)
def test_no_line_begins_or_ends_with_two_letters_beside_a_hyphen(text: str, whole: str) -> None:
    """A hyphen of the text ends a line only between longer parts, whatever the width."""
    full, _ = typesetter().measure(text, BODY)
    broken = set()
    for share in range(40, 100, 3):
        block = typesetter().set_text(Setting(text, replace(BODY, without=("balance",)), full * share / 100))
        broken |= {line.strip() for line in lines(block) if line.strip().endswith("-")}
        assert not whole or any(whole in line for line in lines(block)), lines(block)
    assert bool(broken) == (not whole)


def test_the_last_line_is_filled_behind_a_broken_word() -> None:
    """Lines after a word that is broken are filled like others: no short word is alone."""
    text = "Here stand old, comfortable-looking houses, and people of all kinds live around it"
    full, _ = typesetter().measure(text, BODY)
    broken = []
    for share in range(20, 50):
        set_lines = lines(typesetter().set_text(Setting(text, BODY, full * share / 100)))
        broken += [set_lines] * any(line.strip().endswith("-") for line in set_lines[:-2])
    assert len(broken) > 4
    assert not [one for one in broken if len(one[-1].split()) == 1]


def test_lines_that_end_at_the_right_are_balanced_in_any_width() -> None:
    """A text of the head of a page is not running text, however wide its box is."""
    text = "Start at the top and follow the arrows. Questions stand in boxes."
    full, _ = typesetter().measure(text, BODY)
    block = typesetter().set_text(Setting(text, BODY, full * 0.9, align="end"))
    first, second = (typesetter().measure(line.strip(), BODY)[0] for line in lines(block))
    assert full * 0.9 > 60
    assert abs(first - second) < full / 5


COUNTS = "Each of you draws 2 cards, pays 3 points for 12 seconds, and adds 4 × Plague to 5 rows of it. " * 2
"""A text with numbers before what they count, and none after what they name."""


def count_parted(shown: list[str]) -> int:
    return sum(line.split()[-1] in ("2", "3", "12", "4", "×", "5") for line in shown)


@pytest.mark.parametrize("width", [46.0, 58.0, 71.0, 88.0, 103.0])
def test_a_number_stays_with_what_it_counts(width: float) -> None:
    """At most widths; no line is added for it, no word is lost, and no line becomes rather empty."""
    widths = [width + step / 3 for step in range(40)]
    before = after = 0
    for wide in widths:
        filled = lines(typesetter().set_text(Setting(COUNTS, replace(BODY, without=("balance",)), wide)))
        kept = lines(typesetter().set_text(Setting(COUNTS, BODY, wide)))
        assert len(kept) == len(filled)
        assert " ".join(kept).split() == COUNTS.split()
        assert min(typesetter().measure(line, BODY)[0] for line in kept[:-1]) >= 0.69 * wide
        before, after = before + count_parted(filled), after + count_parted(kept)
    assert after <= before * 0.4


def test_a_number_that_names_stays_with_its_name() -> None:
    """In `step 3 of it`, the short word after the number is not what it counts."""
    text = "All of this is told in step 3 of it, which is long enough for a few more lines of text " * 3
    for width in range(40, 100):
        filled = typesetter().set_text(Setting(text, replace(BODY, without=("balance",)), float(width)))
        kept = typesetter().set_text(Setting(text, BODY, float(width)))
        assert [line.strip() for line in lines(filled)][:-3] == [line.strip() for line in lines(kept)][:-3]
