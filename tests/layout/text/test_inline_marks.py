"""Marks for lines under and through text, small characters, and sizes of text and icons."""

from dataclasses import replace
from itertools import pairwise

import pytest

from generator.layout.text.paragraphs import Setting, TextBlock, TextPath
from generator.scene.shapes import Path, measure_bounds
from tests.layout.text.setting import BODY, lines, run_width, runs, typesetter, uses

EN = typesetter()
AR = typesetter("ar", "rtl")
WIDE = 100.0


def set_text(text: str, width: float = WIDE, setter: object = EN) -> TextBlock:
    return (EN if setter is EN else AR).set_text(Setting(text, BODY, width))


def bars(block: TextBlock) -> list[tuple[float, float, float, float]]:
    """Left, top, right, and bottom of the lines under and through text."""
    return [measure_bounds((shape,)) for shape in block.shapes if isinstance(shape, Path)]


@pytest.mark.parametrize(
    ("mark", "least", "most"), [("underline", 0.05, 0.2), ("strike", -0.4, -0.2)], ids=["under", "through"]
)
def test_line_is_as_long_as_its_text(mark: str, least: float, most: float) -> None:
    """It is drawn in one piece, although its text has several faces."""
    block = set_text(f"Pay {{{mark}|two **gold** *coins*}} now")
    ((left, top, right, bottom),) = bars(block)
    first, last = (next(run for run in runs(block) if word in run.text) for word in ("two", "coins"))
    assert (left, right) == pytest.approx((first.x, last.x + run_width(last)))
    assert least < ((top + bottom) / 2 - first.y) / BODY.size < most


def test_line_continues_on_the_next_line() -> None:
    """Without the space at the break."""
    block = set_text("{underline|two gold coins and more}", width=20)
    found = bars(block)
    assert len(found) == len(lines(block)) > 1
    for (left, top, right, _), run in zip(found, runs(block), strict=True):
        assert (left, right) == pytest.approx((run.x, run.x + run_width(run)))
        assert top > run.y


def test_colours_have_lines_of_their_own() -> None:
    found = bars(set_text("{underline|a {red|b} c}"))
    assert len(found) == 3
    assert all(first[2] == pytest.approx(second[0]) for first, second in pairwise(found))


def test_line_follows_text_from_right_to_left() -> None:
    """Latin letters in an Arabic text are underlined where they are."""
    block = set_text("مع {underline|abc} مع", setter=AR)
    (run,) = (run for run in runs(block) if run.text == "abc")
    ((left, _, right, _),) = bars(block)
    assert (left, right) == pytest.approx((run.x, run.x + run_width(run)))


def test_small_characters_are_raised_and_lowered() -> None:
    """The line is no higher for them."""
    block = set_text("x{super|2} and H{sub|2}O\nmore")
    base, above, _, below, *_ = runs(block)
    assert above.size == below.size == pytest.approx(BODY.size * 0.62)
    assert above.y < base.y - 0.2 * BODY.size
    assert below.y > base.y
    assert block.height == set_text("x2\nmore").height


def test_larger_text_needs_a_higher_line() -> None:
    """Its words are twice as wide, and the lines around it stay clear of it."""
    plain, large = set_text("one\ntwo\nsix"), set_text("one\n{200%|two}\nsix")
    assert large.height == pytest.approx(plain.height * 4 / 3)
    assert runs(large)[1].size == BODY.size * 2
    assert run_width(runs(large)[1]) == pytest.approx(2 * run_width(runs(plain)[1]))
    first, second, third = (run.y for run in runs(large))
    assert second - first > 1.5 * BODY.size * BODY.leading
    assert third - second > BODY.size * BODY.leading


def test_larger_text_is_fitted() -> None:
    """The text gets smaller until the larger words fit in their box, too."""
    style = replace(BODY, smallest=0.5)
    box = Setting("one {300%|two}", style, 60, max_height=5.0)
    assert EN.measure_size(box) == pytest.approx(5.0 / 4.5, abs=0.02)


def test_line_of_a_label_keeps_its_base_line() -> None:
    for vertical in ("baseline", "middle"):
        label, large = (EN.set_line(Setting(text, BODY), vertical=vertical) for text in ("two", "{150%|two}"))
        assert runs(label)[0].y == pytest.approx(runs(large)[0].y)


def test_icon_grows_around_the_middle_of_the_letters() -> None:
    plain, large = (uses(set_text(text))[0] for text in ("two :virus:", "two {130%|:virus:}"))
    assert large.transform[0] == pytest.approx(1.3 * plain.transform[0])
    middles = [use.transform[5] + use.transform[3] * 5 for use in (plain, large)]
    assert middles[0] == pytest.approx(middles[1])
    raised = uses(set_text("two {up 20%|:virus:}"))[0]
    assert raised.transform[5] == pytest.approx(plain.transform[5] - 0.2 * BODY.size)


def test_only_a_large_icon_needs_a_higher_line() -> None:
    heights = [set_text(f"{{{size}%|:virus:}}").height for size in (100, 130, 200)]
    assert heights[0] == heights[1] < heights[2]


def test_underlined_text_may_follow_an_arc() -> None:
    """The line is bent with it, in short pieces."""
    line = EN.set_in_box(Setting("{underline|around}", BODY, 20), left=0, top=0)
    groups = TextPath("90", 20, 10).bend(line, 0, 0)
    pieces = [group for group in groups if isinstance(group.shapes[0], Path)]
    assert len(pieces) > 10
    assert len({group.transform[1] for group in pieces}) > 5


def test_text_is_moved_with_its_lines() -> None:
    block = set_text("{underline|two}")
    moved = measure_bounds(block.at(3, 4))
    assert moved[:2] == pytest.approx(
        [place + by for place, by in zip(measure_bounds(block.shapes), (3, 4), strict=False)]
    )
