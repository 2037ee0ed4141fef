"""Scrims behind texts over pictures, corners, and frames."""

from pathlib import Path

import pytest

from generator.layout.press import LayoutFindings
from generator.model.vision import measure_contrast
from generator.scene.shapes import WHITE, Colour, GlyphRun, Gradient
from generator.scene.shapes import Path as Outline
from tests.small_decks import complain, draw, read_deck

DECK = """\
templates:
  face:
    - ground: "{ground}"
    - words:
        text: A name
        role: title
        box: [6 mm, {top} mm, 48 mm, 12 mm]
        colour: "#ffffff"
        scrim: "#0a1730"
"""


def find_scrim(folder: Path, *, top: int = 40, ground: str = "#ffffff") -> tuple[Outline, GlyphRun]:
    kit = read_deck(folder, DECK.format(top=top, ground=ground))
    (shapes, *_) = draw(kit).values()
    (scrim,) = (one.shape for one in shapes if isinstance(getattr(one.shape, "fill", None), Gradient))
    run = next(one.shape for one in shapes if isinstance(one.shape, GlyphRun))
    return scrim, run


def test_a_scrim_makes_light_text_legible_on_white(tmp_path: Path) -> None:
    """It is 70 % opaque behind the letters, and nothing 1.5 type sizes above and below them."""
    scrim, run = find_scrim(tmp_path)
    assert isinstance(scrim.fill, Gradient)
    (first, clear), (full_from, full), *_ = scrim.fill.stops
    assert (first, clear.alpha, round(full.alpha, 3)) == (0.0, 0.0, 0.7)
    seen = WHITE.mixed(Colour(*full.rgb), full.alpha)
    assert measure_contrast(seen.rgb, WHITE.rgb) >= 4.5
    top, bottom = scrim.fill.start[1], scrim.fill.end[1]
    assert (bottom - top) * full_from == pytest.approx(1.5 * run.size)
    assert top + (bottom - top) * full_from < run.y < bottom - (bottom - top) * full_from + run.size


def test_a_scrim_ends_at_the_bleed(tmp_path: Path) -> None:
    """It is as wide as the card, and is not drawn beyond it."""
    scrim, _ = find_scrim(tmp_path, top=3)
    xs = [segment[-2] for segment in scrim.segments if len(segment) > 2]
    ys = [segment[-1] for segment in scrim.segments if len(segment) > 2]
    assert min(xs) <= 0
    assert max(xs) >= 60
    assert -3.5 <= min(ys) <= 0


@pytest.mark.parametrize(("corner", "radius"), [("50%", 6.0), ("25%", 3.0), ("2 mm", 2.0), ("0", 0.0)])
def test_corners_are_a_part_of_the_shorter_side(tmp_path: Path, corner: str, radius: float) -> None:
    """A side of 20 x 12 mm: half of 12 mm is all of it."""
    deck = f"""\
templates:
  face:
    - panel: {{box: [10 mm, 10 mm, 20 mm, 12 mm], fill: "#1f6aa5", corner: {corner}}}
"""
    (shapes, *_) = draw(read_deck(tmp_path, deck)).values()
    (panel,) = (one.shape for one in shapes if isinstance(one.shape, Outline) and one.shape.fill)
    ys = {round(segment[-1], 3) for segment in panel.segments if len(segment) > 2}
    assert ys == ({10.0, 22.0} if not radius else {10.0, 10.0 + radius, 22.0 - radius, 22.0})


def test_more_than_all_of_a_side_is_an_error(tmp_path: Path) -> None:
    """With its place."""
    deck = "templates:\n  face:\n    - panel: {fill: red, corner: 120%}\n"
    (problem,) = complain(tmp_path, deck)
    assert "`120%` is not a percentage" in problem


def list_frames(folder: Path, *panels: str, corner: str = "4 mm", safe: str = "2 mm") -> list[Outline]:
    """Return what a card of 60 x 90 mm with round corners shows."""
    deck = f"corner: {corner}\nsafe: {safe}\ntemplates:\n  face:\n"
    deck += "".join(f"    - panel: {{{panel}, stroke: ink}}\n" for panel in panels)
    (shapes, *_) = draw(read_deck(folder, deck)).values()
    return [one.shape for one in shapes if isinstance(one.shape, Outline)]


def measure_radius(frame: Outline) -> float:
    """Return the distance of the first straight line from the top of a frame."""
    ys = sorted({round(segment[-1], 3) for segment in frame.segments if len(segment) > 2})
    return round(ys[1] - ys[0], 3) if len(ys) > 2 else 0.0


INSIDE = "inside: [{0} mm, {0} mm, {0} mm, {0} mm], line: 0.4 mm"


@pytest.mark.parametrize(
    ("panels", "radii"),
    [
        ((INSIDE.format(3),), [1.0]),
        ((INSIDE.format(5),), [0.0]),
        ((f"{INSIDE.format(3)}, corner: 0",), [0.0]),
        ((f"{INSIDE.format(3)}, corner: 2.5 mm", INSIDE.format(4)), [2.5, 1.5]),
        ((INSIDE.format(3), "inside: [4 mm, 30 mm, 4 mm, 4 mm], line: 0.4 mm"), [1.0, 0.0]),
        ((INSIDE.format(3).replace("3 mm", "'{cost} mm'"),), [1.0]),
    ],
    ids=["of the card", "far inside", "switched off", "of a panel", "uneven", "computed"],
)
def test_frames_follow_the_corner(tmp_path: Path, panels: tuple[str, ...], radii: list[float]) -> None:
    """Inner corner = outer corner - distance, unless the frame has a corner of its own."""
    assert [measure_radius(frame) for frame in list_frames(tmp_path, *panels)] == radii


def test_a_double_line_has_a_thin_one_inside(tmp_path: Path) -> None:
    """0.4 and 0.15 mm wide, 0.9 mm apart, with corners around the same middle."""
    outer, inner = list_frames(tmp_path, "inside: [2 mm, 2 mm, 2 mm, 2 mm], double: true")
    assert outer.stroke
    assert inner.stroke
    assert (outer.stroke.width, inner.stroke.width) == (0.4, 0.15)
    assert (measure_radius(outer), measure_radius(inner)) == (2.0, 1.1)
    tops = [min(segment[-1] for segment in one.segments if len(segment) > 2) for one in (outer, inner)]
    assert tops[1] - tops[0] == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("panel", "is_told"),
    [
        ("box: [1 mm, 10 mm, 58 mm, 60 mm], line: 0.4 mm", True),
        ("box: [1 mm, 10 mm, 58 mm, 60 mm], line: 0.4 mm, sides: [top]", False),
        ("box: [2 mm, 10 mm, 56 mm, 60 mm], line: 0.4 mm", False),
        ("box: [1 mm, 10 mm, 20 mm, 20 mm], line: 0.4 mm", False),
        ("box: [0 mm, 10 mm, 60 mm, 60 mm], line: 0.4 mm, bleeds: true", False),
        ("box: [1 mm, 10 mm, 58 mm, 60 mm], line: 0.4 mm, shape: ellipse", False),
    ],
)
def test_a_line_along_the_cut_is_told(tmp_path: Path, panel: str, is_told: bool) -> None:
    """Closer than the safe margin, which the deck may change, and along half of the side."""
    deck = "safe: {} mm\ntemplates:\n  face:\n    - panel: {{{}, stroke: ink}}\n"
    for number, (safe, told) in enumerate(((2, is_told), (1, False))):
        findings = LayoutFindings(collects=True)
        draw(read_deck(tmp_path / str(number), deck.format(safe, panel)), findings)
        assert any("along the cut" in str(one) for one in findings.take()) is told
