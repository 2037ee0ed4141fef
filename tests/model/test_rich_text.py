"""The marks of rich text, and the prose that must not be taken for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import Wrong
from generator.model.texts.rich_text import ICON_PLACE, Inline, Span, escape_rich, parse_rich, plain
from tests.marks import find_icons


@pytest.mark.parametrize(
    "prose",
    [
        "",
        "2*3",
        "2 * 3 * 4",
        "2**3",
        "a ** b",
        "at 12:30:45",
        "note: this, and: that",
        "Phase:roll:move",
        "5 stars: ****",
        "a|b",
        "http://example.org/x",
        ": colon first",
    ],
)
def test_prose_is_left_alone(prose: str) -> None:
    """What only looks like a mark is the words that it is."""
    assert plain(prose) == prose
    assert all(span == Span(span.text) for span in parse_rich(prose))


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("**b**", [Span("b", bold=True)]),
        ("*i*", [Span("i", italic=True)]),
        ("***x***", [Span("x", bold=True, italic=True)]),
        ("a **b *c* d** e", [
            Span("a "), Span("b ", bold=True), Span("c", bold=True, italic=True),
            Span(" d", bold=True), Span(" e"),
        ]),
        ("vac**cin**ate", [Span("vac"), Span("cin", bold=True), Span("ate")]),
        ("(*so*)", [Span("("), Span("so", italic=True), Span(")")]),
        ("{red|two {goal|or} three}", [
            Span("two ", colour="red"), Span("or", colour="goal"), Span(" three", colour="red"),
        ]),
        ("{red|**x**}", [Span("x", bold=True, colour="red")]),
        ("a {/|b *c*}", [Span("a "), Span("b ", italic=True, other=True), Span("c", other=True)]),
        ("*a {/|b}*", [Span("a ", italic=True), Span("b", other=True)]),
        ("{red|a {/|b}}", [
            Span("a ", colour="red"), Span("b", italic=True, colour="red", other=True),
        ]),
        ("{bold|a {italic|b}}", [Span("a ", bold=True), Span("b", bold=True, italic=True)]),
        ("{italic|a {/|b}}", [Span("a ", italic=True), Span("b", other=True)]),
        ("{150%|a}{up 20%|b}{down 5%|c}", [
            Span("a", inline=Inline(1.5)), Span("b", inline=Inline(rise=0.2)),
            Span("c", inline=Inline(rise=-0.05)),
        ]),
        ("{red|{80%|:virus:}}", [
            Span(ICON_PLACE, colour="red", icon="virus", inline=Inline(0.8)),
        ]),
        ("2:virus:", [Span("2"), Span(ICON_PLACE, icon="virus")]),
        (":4-Leaf_Clover:", [Span(ICON_PLACE, icon="4-Leaf_Clover")]),
        (":filled/heart:", [Span(ICON_PLACE, icon="filled/heart")]),
        ("10:30am: open :a/b/c: 1:2-3:4", [Span("10:30am: open :a/b/c: 1:2-3:4")]),
        (":die_6::die_6:", [Span(ICON_PLACE, icon="die_6"), Span(ICON_PLACE, icon="die_6")]),
        ("{red|:virus:}", [Span(ICON_PLACE, colour="red", icon="virus")]),
        (r"\*a\* \{b\} \:c: \\ \|", [Span("*a* {b} :c: \\ |")]),
        (r"one\ntwo", [Span("one\ntwo")]),
        ("10\u00a0mm", [Span("10\u00a0mm")]),
        ("2*3 and *so*", [Span("2*3 and "), Span("so", italic=True)]),
    ],
)  # fmt: skip
def test_marks(text: str, spans: list[Span]) -> None:
    """Each mark does what the grammar says, also inside one another."""
    assert list(parse_rich(text)) == spans


@pytest.mark.parametrize(
    ("text", "position", "word"),
    [
        ("a **b", 2, "never closed"),
        ("a *b", 2, "never closed"),
        ("a {red|b", 2, "never closed"),
        ("a } b", 2, "unmatched"),
        ("a { b", 2, "unmatched"),
        ("roll {count} dice", 5, "place"),
        (r"a \x", 2, "is not an escape"),
        ("a \\", 2, "is not an escape"),
        ("a {501%|b}", 2, "is not a size"),
        ("a {red|{19%|b}}", 7, "is not a size"),
        ("{underline|a {sub|b}", 0, "never closed"),
    ],
)
def test_malformed_marks_say_where(text: str, position: int, word: str) -> None:
    """What is opened and never closed is an error at the place where it was opened."""
    with pytest.raises(match=word) as caught:
        parse_rich(text)
    assert caught.value.position == position
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(("text", "hint"), [("{text", "close it with `}`, or"), ("text}", "remove it, or")])
def test_a_brace_alone_is_answered_with_its_other_half(text: str, hint: str) -> None:
    with pytest.raises(Wrong) as caught:
        parse_rich(text)
    brace = text.replace("text", "")
    assert caught.value.hint == f"{hint} write `\\{brace}` for the character"


def test_sentences_are_asked_before_their_places_are_filled() -> None:
    """Icons and words are found though `{count}` still stands in the sentence."""
    text = "Roll {count} :die_6: and {red|stop :virus:} **now**"
    assert find_icons(text) == ("die_6", "virus")
    assert plain(text) == "Roll {count}  and stop  now"


@given(st.text())
def test_escaped_text_is_itself(text: str) -> None:
    """Any text can be written: with every mark escaped it comes back as it is."""
    assert plain(escape_rich(text)) == text


@given(st.text(st.sampled_from("ab *{}|:\\n1")))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    """No text whatever makes the parser fail otherwise than by a Wrong."""
    position = 0
    try:
        parse_rich(text)
    except Wrong as error:
        position = error.position
    assert 0 <= position <= len(text)


def test_marks_follow_letters_that_stand_without_spaces() -> None:
    """Japanese writes icons and italics right after a letter; Latin, Arabic and Korean do not."""
    assert find_icons("サイコロが:die_6:なら") == ("die_6",)
    assert [span.italic for span in parse_rich("次の*早見表*へ")] == [False, True, False]
    for text in ("note:virus:", "مع:virus:", "가:virus:"):
        assert find_icons(text) == ()
