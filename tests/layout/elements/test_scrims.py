"""Scrims behind texts over pictures, and corners that are a part of their side."""

from pathlib import Path

import pytest

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
