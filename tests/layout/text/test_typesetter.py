"""Text in boxes and lines: breaking, aligning, fitting, and errors."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.errors import FontError, LayoutError, UnknownName, Wrong
from generator.layout.text.paragraphs import Setting, TextBlock
from generator.layout.text.words import split_at_breaks
from generator.model.language.kinds import MM_PER_POINT
from generator.model.style import TypeStyle
from tests.layout.text.setting import BODY, COIN, face, lines, right_edge, run_width, runs, typesetter, uses

EN = typesetter()
AR = typesetter("ar", "rtl")
SENTENCE = "Roll both dice, then fill one square of the analysis area for each pip you see."
FIXED = replace(BODY, smallest=BODY.size)
SMALL = replace(BODY, size=BODY.smallest)


def test_lines_are_filled_from_the_first() -> None:
    """Each line has as many words as fit into it, and no more."""
    style = replace(BODY, without=("holes",))
    block = EN.set_text(Setting(SENTENCE, style, width=40, align="justify"))
    found = lines(block)
    assert " ".join(found) == SENTENCE
    assert len(found) > 2
    for line, following in pairwise(found):
        assert EN.measure(line, BODY)[0] <= 40
        assert EN.measure(f"{line} {following.split()[0]}", BODY)[0] > 40


def test_no_short_word_is_left_alone_in_the_last_line() -> None:
    """A short last word gets another word from the line before, without an additional line."""
    text = "Roll both dice and fill it"
    width = EN.measure("Roll both dice and fill", BODY)[0] + 0.1
    assert lines(EN.set_text(Setting(text, BODY, width=width))) == ["Roll both", "dice and fill it"]
    justified = EN.set_text(Setting(text, BODY, width=width, align="justify"))
    assert lines(justified) == ["Roll both dice and fill", "it"]
    assert (
        lines(EN.set_text(Setting("incubation it", FIXED, width=EN.measure("incubation", BODY)[0] + 1)))[-1]
        == "it"
    )
    assert lines(EN.set_text(Setting("one\nit", FIXED, width=50))) == ["one", "it"]


def test_block_has_its_measures() -> None:
    """The width is that of the widest line, the height that of all lines; text is centred vertically."""
    block = EN.set_text(Setting(SENTENCE, BODY, width=40))
    font = face("Noto Sans")
    assert block.width == pytest.approx(right_edge(block))
    assert block.height == pytest.approx(len(lines(block)) * 4.5)
    assert block.size == BODY.size
    above = runs(block)[0].y - font.ascent / 1000 * block.size
    below = block.height - runs(block)[-1].y + font.descent / 1000 * block.size
    assert above == pytest.approx(below)


def test_a_line_of_one_look_is_one_run() -> None:
    """The words and spaces of a line are the pieces of a single glyph run."""
    (run,) = runs(EN.set_text(Setting("Roll both dice", BODY, width=100)))
    assert run.text == "Roll both dice"
    assert [piece.text for piece in run.pieces] == ["Roll", " ", "both", " ", "dice"]


def test_the_same_word_is_the_same_piece() -> None:
    """Pieces are cached for all sizes, because back ends cache their encoding."""
    first = runs(EN.set_text(Setting("dice", BODY, width=100)))[0]
    second = runs(EN.set_text(Setting("dice dice", replace(BODY, size=5), width=100)))[0]
    assert first.pieces[0] is second.pieces[0] is second.pieces[2]


@pytest.mark.parametrize(
    ("align", "direction", "left"),
    [
        ("start", "ltr", True),
        ("end", "ltr", False),
        ("start", "rtl", False),
        ("end", "rtl", True),
        ("justify", "rtl", False),
    ],
)
def test_start_and_end_follow_the_direction(align: str, direction: str, left: bool) -> None:
    """Start is left in left-to-right text and right in right-to-left text."""
    setter = typesetter("en", direction)
    block = setter.set_text(Setting("abc", BODY, width=50, align=align))
    assert runs(block)[0].x == pytest.approx(0 if left else 50 - block.width)


def test_centred_lines_have_equal_margins() -> None:
    """The margins on both sides of each line are equal."""
    for run in runs(EN.set_text(Setting(SENTENCE, BODY, width=40, align="center"))):
        assert run.x == pytest.approx(40 - run.x - run_width(run))


@pytest.mark.parametrize(
    "text", [SENTENCE, SENTENCE.replace("both", "**both**").replace("one", ":virus: {red|one}")]
)
def test_justified_lines_end_at_the_margin(text: str) -> None:
    """Every line but the last ends exactly at the right margin; the last keeps its spaces."""
    style = replace(BODY, without=("holes",))
    block = EN.set_text(Setting(text, style, width=45, align="justify"))
    by_line: dict[float, float] = {}
    for run in runs(block):
        by_line[run.y] = max(by_line.get(run.y, 0), run.x + run_width(run))
    *full, last = by_line.values()
    assert full == pytest.approx([45] * len(full))
    assert last < 45
    assert runs(block)[-1].spacing == 0


def test_forced_breaks_and_empty_lines() -> None:
    """Newlines and `\\n` end lines, also justified ones, which are then not stretched."""
    block = EN.set_text(Setting("one two\\nthree\n\nfour\n", BODY, width=100, align="justify"))
    assert lines(block) == ["one two", "three", "four"]
    assert block.height == pytest.approx(4 * BODY.size * BODY.leading)
    assert {run.spacing for run in runs(block)} == {0}
    ys = [run.y for run in runs(block)]
    assert ys[2] - ys[1] == pytest.approx(2 * (ys[1] - ys[0]))


def test_no_break_space_is_kept() -> None:
    """Words joined by NO-BREAK SPACE are on one line, and the space is in the text."""
    block = EN.set_text(Setting("about 12\u00a0mm wide", FIXED, width=EN.measure("about 12", BODY)[0] + 0.1))
    assert lines(block) == ["about", "12\u00a0mm", "wide"]


def test_soft_hyphen_is_seen_only_where_it_breaks() -> None:
    """A word is broken at soft hyphens only if necessary; otherwise they are invisible."""
    word = "Donau\u00addampf\u00adschiff\u00adfahrt"
    assert lines(EN.set_text(Setting(word, FIXED, width=12))) == ["Donau-", "dampf-", "schiff-", "fahrt"]
    assert lines(EN.set_text(Setting(word, FIXED, width=22))) == ["Donaudampf-", "schifffahrt"]
    (whole,) = runs(EN.set_text(Setting(word, FIXED, width=100)))
    assert whole.text == "Donaudampfschifffahrt"
    assert whole.pieces[0] is runs(EN.set_text(Setting(whole.text, FIXED, width=100)))[0].pieces[0]


def test_a_word_is_broken_at_its_hyphen_only_where_it_must() -> None:
    """A word with a hyphen is shaped as one piece, or ends a line with its hyphen."""
    whole = runs(EN.set_text(Setting("a well-known virus", FIXED, width=100)))[0]
    assert "well-known" in [piece.text for piece in whole.pieces]
    width = EN.measure("a well-k", BODY)[0]
    assert lines(EN.set_text(Setting("a well-known virus", FIXED, width=width))) == [
        "a well-",
        "known",
        "virus",
    ]


def test_a_long_word_with_many_breaks_takes_many_lines() -> None:
    """Breaks inside one word are found for line after line."""
    block = EN.set_text(Setting("one-" * 300 + "end", FIXED, width=30))
    found = lines(block)
    assert "".join(found) == "one-" * 300 + "end"
    assert block.width <= 30
    assert min(len(line) for line in found[:-1]) >= len(found[0]) - 4


def test_bold_inside_a_word_does_not_break_it() -> None:
    """A word in two weights is not broken between them."""
    width = EN.measure("vacci**nation**", BODY)[0]
    block = EN.set_text(Setting("a vacci**nation**", FIXED, width=width + 0.01))
    assert lines(block) == ["a", "vaccination"]
    assert [run.font.name for run in runs(block)] == ["NotoSans-Regular", "NotoSans-Regular", "NotoSans-Bold"]


def test_icon_stands_in_the_line() -> None:
    """A long icon is 1.45 times as high as the capitals, centred on them, with its own width."""
    block = EN.set_text(Setting("a :virus: b", BODY, width=100))
    (use,) = uses(block)
    capitals = 0.714 * BODY.size
    scale, left, top = use.transform[0], use.transform[4], use.transform[5]
    assert 10 * scale == pytest.approx(capitals * 1.45)
    assert top + 5 * scale == pytest.approx(runs(block)[0].y - capitals / 2)
    before, after = runs(block)
    assert left == pytest.approx(before.x + run_width(before))
    assert after.x == pytest.approx(left + 20 * scale)
    assert (before.text, after.text) == ("a\u00a0", " b")


def test_icon_has_the_colour_of_its_words_and_stays_with_them() -> None:
    """An icon has the colour of its text and breaks from it no more than a letter."""
    (use,) = uses(EN.set_text(Setting("{red|12:virus:}", BODY, width=100)))
    assert use.symbol.shapes[0].fill.hex == "#c00000"
    width = EN.measure("aaaa (2", BODY)[0] + 0.1
    assert len(runs(EN.set_text(Setting("aaaa (2:virus:)", FIXED, width=width)))) == 3
    assert lines(EN.set_text(Setting("aaaa (2:virus:)", FIXED, width=width))) == ["aaaa", "(2)"]


def test_an_icon_of_several_colours_keeps_them_in_a_line() -> None:
    """Unless a colour is given for it: the colour of the text around it is none."""
    own, given = uses(EN.set_text(Setting(":coin: and {red|:coin:}", BODY, width=100)))
    assert own.symbol.shapes == COIN
    dark, light = given.symbol.shapes
    assert dark.fill.hex == "#c00000"
    assert light.fill.hex not in ("#c00000", "#ffcc00")


def test_an_unknown_icon_is_reported() -> None:
    """The error names the icon and the most similar one."""
    with pytest.raises(UnknownName, match=r"virrus.*virus"):
        EN.set_text(Setting("a :virrus:", BODY, width=100))


def test_malformed_text_is_reported() -> None:
    """Markup that is not closed is an error."""
    with pytest.raises(Wrong):
        EN.set_text(Setting("**a", BODY, width=100))


def test_an_unknown_family_is_reported() -> None:
    """The error names the family."""
    with pytest.raises(FontError, match="Comic"):
        EN.set_line(Setting("a", replace(BODY, family="Comic")))


def test_colours_are_those_of_the_theme() -> None:
    """`{goal|...}` has the theme's colour `goal`, an alias; the rest has the style's colour."""
    plain, coloured = runs(EN.set_text(Setting("a {goal|b}", BODY, width=100)))
    assert (plain.colour.hex, coloured.colour.hex) == ("#000000", "#c00000")


def test_text_is_set_as_large_as_it_fits() -> None:
    """The size is the largest that fits between the limits, to 0.05 pt."""
    block = EN.set_text(Setting(SENTENCE, BODY, width=40, max_height=9))
    assert block.height <= 9
    assert BODY.smallest <= block.size < BODY.size
    larger = replace(BODY, size=block.size + 0.06 * MM_PER_POINT)
    assert EN.measure(SENTENCE, larger, width=40)[1] > 9


def test_what_fits_is_not_made_smaller() -> None:
    """At exactly the height that it needs, a text keeps its size."""
    height = EN.measure(SENTENCE, BODY, width=40)[1]
    assert EN.set_text(Setting(SENTENCE, BODY, width=40, max_height=height)).size == BODY.size


def test_too_high_is_reported_with_the_excess() -> None:
    """Text that is too tall at the smallest size is an error with the excess in mm."""
    small = replace(BODY, size=BODY.smallest)
    height = EN.measure(SENTENCE, small, width=20)[1]
    with pytest.raises(LayoutError, match="too tall") as caught:
        EN.set_text(Setting(SENTENCE, BODY, width=20, max_height=height - 1.25, thing="card 7"))
    assert caught.value.over_mm == pytest.approx(1.25)
    assert caught.value.thing == "card 7"


def test_too_wide_a_word_is_reported_with_the_excess() -> None:
    """A word that is too wide is not clipped: the error has the word and the excess."""
    small = replace(BODY, size=BODY.smallest)
    width = EN.measure("incubation", small)[0]
    with pytest.raises(LayoutError, match=r"incubation.*too wide") as caught:
        strict = replace(BODY, without=("narrow",))
        EN.set_text(Setting("the incubation time", strict, width=width - 0.5))
    assert caught.value.over_mm == pytest.approx(0.5)
    assert EN.set_text(Setting("the incubation time", BODY, width=width)).size == pytest.approx(BODY.smallest)


def test_no_room_at_all_is_reported() -> None:
    """A height of 0 is a limit."""
    with pytest.raises(LayoutError):
        EN.set_text(Setting("a", BODY, width=50, max_height=0.0))


def test_a_line_is_anchored() -> None:
    """The start, middle, or end of a line is at its position; capitals are centred on it."""
    width = EN.measure("12", BODY)[0]
    for anchor, left in (("start", 0), ("middle", -width / 2), ("end", -width)):
        block = EN.set_line(Setting("12", BODY), anchor=anchor)
        assert runs(block)[0].x == pytest.approx(left)
    assert runs(EN.set_line(Setting("12", BODY), vertical="middle"))[0].y == pytest.approx(0.714 * 3 / 2)
    assert runs(EN.set_line(Setting("12", BODY), vertical="top"))[0].y == pytest.approx(0.714 * 3)
    assert runs(EN.set_line(Setting("12", BODY)))[0].y == pytest.approx(0)


def test_a_right_to_left_line_starts_on_the_right() -> None:
    """The start of an Arabic line is its right end."""
    block = AR.set_line(Setting("مرحبا", BODY), anchor="start")
    assert right_edge(block) == pytest.approx(0)
    assert right_edge(AR.set_line(Setting("مرحبا", BODY), anchor="end")) == pytest.approx(block.width)


def test_a_line_is_fitted_and_never_broken() -> None:
    """A label gets smaller to fit its width; the error has the excess."""
    width = EN.measure("Virus analysis", BODY)[0]
    block = EN.set_line(Setting("Virus analysis", BODY, width=width * 0.9))
    assert len(lines(block)) == 1
    assert block.size == pytest.approx(BODY.size * 0.9, abs=0.05 * MM_PER_POINT)
    assert block.width <= width * 0.9 + 1e-6
    with pytest.raises(LayoutError, match="too long") as caught:
        EN.set_line(Setting("Virus analysis", BODY, width=1, thing="label"))
    assert caught.value.over_mm == pytest.approx(width * BODY.smallest / BODY.size - 1)


def test_tracking_is_between_letters() -> None:
    """Tracking is added between letters: once less than there are letters."""
    spaced = replace(BODY, tracking=0.1)
    plain = EN.set_line(Setting("NORTH", replace(BODY, tracking=1e-12)))
    block = EN.set_line(Setting("NORTH", spaced))
    assert block.width == pytest.approx(plain.width + 4 * 0.1 * BODY.size)
    assert runs(block)[0].tracking == pytest.approx(0.3)


def test_joined_letters_are_never_spaced_out() -> None:
    """Tracking is not applied to Arabic words, whose letters are joined."""
    spaced = replace(BODY, tracking=0.1)
    assert {run.tracking for run in runs(AR.set_line(Setting("مرحبا", spaced)))} == {0}


@pytest.mark.parametrize(
    ("language", "text", "capitals"),
    [
        ("en", "Straße fi", "STRASSE FI"),
        ("tr", "diyarbakır iı", "DİYARBAKIR İI"),
        ("el", "Ειρήνη του Μαΐου", "ΕΙΡΗΝΗ ΤΟΥ ΜΑΪΟΥ"),
        ("es", "años", "AÑOS"),
        ("en", "Ὁ Ὀδυσσεὺς καὶ ἡ Μαΐου café", "Ο ΟΔΥΣΣΕΥΣ ΚΑΙ Η ΜΑΪΟΥ CAFÉ"),
    ],
)
def test_capitals_follow_the_language(language: str, text: str, capitals: str) -> None:
    """Capitals follow the rules of the language."""
    block = typesetter(language).set_line(Setting(text, replace(BODY, uppercase=True)))
    assert lines(block) == [capitals]


def test_moved_text_is_the_same_text_elsewhere() -> None:
    """`at` moves every shape and changes nothing else."""
    block = EN.set_text(Setting("a :virus: **b**", BODY, width=100))
    moved = block.at(10, 20)
    back = TextBlock(moved, block.width, block.height, block.size).at(-10, -20)
    assert [run.x for run in moved if hasattr(run, "x")] == [run.x + 10 for run in runs(block)]
    assert moved[1].transform[4:] == pytest.approx(
        (uses(block)[0].transform[4] + 10, uses(block)[0].transform[5] + 20)
    )
    assert [run.text for run in back if hasattr(run, "text")] == [run.text for run in runs(block)]


def test_nothing_takes_no_room() -> None:
    """Empty text is an empty block without lines, not an error."""
    assert EN.set_text(Setting("", BODY, width=10)) == TextBlock((), 0, 0, 3, lines=0)
    assert EN.set_line(Setting("", BODY)).shapes == ()
    assert EN.set_line(Setting("  ", BODY)).shapes == ()


def test_text_in_spaces_only_is_not_drawn_at_the_margin() -> None:
    """Spaces at the end of a line have no width and are in no run."""
    block = EN.set_text(Setting("one   two", FIXED, width=EN.measure("one ", BODY)[0]))
    assert lines(block) == ["one", "two"]
    assert EN.set_text(Setting("one   ", BODY, width=100)).width == EN.measure("one", BODY)[0]


LETTERS = "abcdefgh AVTo.,;-()!?é\u00a0 \u00adxyz Ελπίδα мир שלום كتاب 12 ibc日本語。कि"


@example("1111111\u00ad1", 8.5, "ltr", "start")
@given(
    st.text(st.sampled_from(LETTERS + "   \n"), max_size=60),
    st.floats(8, 60),
    st.sampled_from(["ltr", "rtl"]),
    st.sampled_from(["start", "justify", "end"]),
)
def test_no_character_is_lost_and_no_line_too_wide(
    text: str, width: float, direction: str, align: str
) -> None:
    """Whatever the text: pieces together are its characters, and no line leaves the box unsaid."""
    setter = TYPESETTERS[direction]
    try:
        strict = replace(BODY, without=("narrow",))
        block = setter.set_text(Setting(text, strict, width=width, align=align))
    except LayoutError:
        pieces = (re.sub("\u00ad$", "-", piece) for piece in split_at_breaks(text))
        assert max(setter.measure(piece, SMALL)[0] for piece in pieces) > width
        return
    said = "".join(piece.text for run in runs(block) for piece in run.pieces)
    told = "".join(run.text for run in runs(block))

    def bare(words: str) -> list[str]:
        return sorted(character for character in words if character not in " \n\u00ad-\u00a0")

    assert bare(said) == bare(text) == bare(told)
    for run in runs(block):
        assert run.x >= -1e-6
        assert run.x + run_width(run) <= width + 1e-6


TYPESETTERS = {"ltr": typesetter("en", "ltr"), "rtl": typesetter("ar", "rtl")}


@given(st.lists(st.text(st.sampled_from("abxy-\u00ad"), max_size=5)).map(" ".join), st.floats(12, 50))
def test_lines_in_order_are_the_text(text: str, width: float) -> None:
    """The joined lines are the text, except for spaces at line breaks."""
    found = lines(EN.set_text(Setting(text, FIXED, width=width))) if text.strip() else []
    said = "".join(found).replace(" ", "").replace("-", "")
    assert said == text.replace(" ", "").replace("-", "").replace("\u00ad", "")


def test_measures_grow_with_the_size() -> None:
    """Widths are linear in the size: measuring shapes nothing again."""
    small, large = TypeStyle("Noto Sans", 2, 2), TypeStyle("Noto Sans", 20, 20)
    assert EN.measure(SENTENCE, large)[0] == pytest.approx(10 * EN.measure(SENTENCE, small)[0])


@pytest.mark.parametrize("sign", ["·", "•", "–", "—"])
@pytest.mark.parametrize("align", ["start", "center", "end"])
def test_no_line_begins_with_a_separator(sign: str, align: str) -> None:
    """Whatever the width is, a dot or a dash between spaces ends the line before the break."""
    text = f"For 1 to 4 players {sign} ages 8 and up {sign} about 35 minutes"
    begun = set()
    for width in range(20, 90):
        block = typesetter().set_text(Setting(text, BODY, width=float(width), align=align))
        rows: dict[float, str] = {}
        for run in sorted(runs(block), key=lambda run: (run.y, run.x)):
            rows[run.y] = rows.get(run.y, "") + run.text
        begun |= {row.lstrip()[0] for row in rows.values()}
    assert sign not in begun
    assert len(begun) > 3
