"""Elements of prints that save ink: what becomes white, what is drawn around it, and what is upon it."""

from pathlib import Path as FilePath

import pytest
from PIL import Image

from generator.layout.document import make_press
from generator.layout.elements.drawer import Room, draw_all
from generator.layout.elements.drawers import make_drawers
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.shapes.outlines import make_colour, polygon
from generator.layout.shapes.palette import choose_palette, darken, measure_on_paper
from generator.model.elements.template import Ground
from generator.model.kit import PieceSet
from generator.model.style import LowInk
from generator.model.values import replace
from generator.model.vision import LEAST_CONTRAST, measure_contrast
from generator.scene.shapes import (
    WHITE,
    Colour,
    GlyphRun,
    Gradient,
    Group,
    Page,
    Path,
    Picture,
    Shape,
    Use,
    list_all,
    measure_bounds,
)
from tests import shipped
from tests.colours import rgb
from tests.geometry import Placed, place_all
from tests.small_decks import read_deck

BLUE, YELLOW, GREY = "#1f4e9c", "#f5c518", "#f1f5f6"
CARDS = f"""\
cards:
  - {{id: lake, name: Lake, hue: "{BLUE}"}}
  - {{id: moon, name: Moon, hue: "{YELLOW}"}}
"""
TEMPLATE = "templates:\n  face:\n{}"


def draw(folder: FilePath, *elements: str, kept: dict[str, str] | None = None) -> dict[str, list[Placed]]:
    """Shapes on the front of each card with low ink."""
    shapes = draw_shapes(folder, *elements, kept=kept)
    return {id: place_all(Page(200, 200, front)) for id, front in shapes.items()}


def draw_shapes(
    folder: FilePath, *elements: str, kept: dict[str, str] | None = None, is_cut: bool = False
) -> dict[str, tuple[Shape, ...]]:
    deck = TEMPLATE.format("".join(f"    - {element}\n" for element in elements))
    kit = read_deck(folder, deck, cards=CARDS)
    kit = replace(kit, theme=replace(kit.theme, low_ink=LowInk(kept or {})))
    palette = choose_palette("low", is_cut=is_cut)
    press = make_press(kit, locale="en", fonts=shipped.fonts(), palette=palette)
    (part,) = kit.parts_of(PieceSet).values()
    return {piece.id: piece.front for piece in lay_out_pieces(press, part)}


def open_symbols(shapes: tuple[Shape, ...]) -> list[Shape]:
    """Return shapes with those of symbols in their place."""
    return [one for shape in shapes for one in (shape.symbol.shapes if isinstance(shape, Use) else (shape,))]


def areas(placed: list[Placed]) -> list[Path]:
    return [one.shape for one in placed if isinstance(one.shape, Path) and one.shape.fill]


def lines(placed: list[Placed]) -> list[Path]:
    return [one.shape for one in placed if isinstance(one.shape, Path) and one.shape.stroke]


def texts(placed: list[Placed]) -> list[GlyphRun]:
    return [one.shape for one in placed if isinstance(one.shape, GlyphRun)]


def test_a_ground_is_a_line_inside_the_cut(tmp_path: FilePath) -> None:
    """It is parallel to the cut, in the colour of the ground, dark enough on paper; light ones need none."""
    found = draw(tmp_path, 'ground: "{hue}"')
    for card, hue in (("lake", BLUE), ("moon", YELLOW)):
        assert {path.fill for path in areas(found[card])} == {WHITE}
        ((rim,),) = [[one for one in found[card] if one.shape in lines(found[card])]]
        assert (rim.left, rim.top, rim.width, rim.height) == pytest.approx((0.85, 0.85, 58.3, 88.3))
        assert isinstance(rim.shape, Path)
        assert rim.shape.stroke
        assert rim.shape.stroke.colour == darken(make_colour(hue))
    assert lines(draw(tmp_path / "2", "ground: paper")["lake"]) == []


def test_cards_that_a_service_cuts_have_no_line_beside_the_cut(tmp_path: FilePath) -> None:
    """It would show each drift of the blade."""
    shapes = draw_shapes(tmp_path, 'ground: "{hue}"', is_cut=True)["lake"]
    assert [(path.fill, path.stroke) for path in shapes if isinstance(path, Path)] == [(WHITE, None)]


def test_what_is_light_upon_a_ground_has_its_colour(tmp_path: FilePath) -> None:
    """Texts and icons, of each card in the colour of its own ground; dark ones stay as they are."""
    found = draw(
        tmp_path,
        'ground: "{hue}"',
        "icon: {icon: heart, box: [5 mm, 5 mm, 8 mm, 8 mm], colour: paper}",
        'words: {text: "{name}", box: [5 mm, 20 mm, 50 mm, 9 mm], colour: "#fffdf0"}',
        "words: {text: Ink, box: [5 mm, 40 mm, 50 mm, 9 mm], colour: ink}",
    )
    for card, hue in (("lake", BLUE), ("moon", YELLOW)):
        dark = darken(make_colour(hue))
        light, ink = texts(found[card])
        assert light.colour == dark
        assert ink.colour == make_colour("#15232b")
        assert dark in [path.fill for path in areas(found[card])], "the icon"


def test_the_ground_is_found_through_groups_and_conditions(tmp_path: FilePath) -> None:
    """The topmost one that is shown counts, in repeated elements, too."""
    found = draw(
        tmp_path,
        f'panel: {{box: [0, 0, 100%, 30 mm], fill: "{BLUE}"}}',
        f'panel: {{box: [0, 0, 100%, 30 mm], fill: "{YELLOW}", when: id = moon}}',
        "repeat: {over: 1..2, box: [5 mm, 5 mm, 40 mm, 9 mm], draw: "
        '[{words: {text: "{item}", box: [0, 0, 100%, 100%], colour: paper}}]}',
        "group: {box: [5 mm, 15 mm, 40 mm, 9 mm], draw: "
        '[{words: {text: "a", box: [0, 0, 100%, 100%], colour: paper}}]}',
    )
    for card, hue in (("lake", BLUE), ("moon", YELLOW)):
        assert {run.colour for run in texts(found[card])} == {darken(make_colour(hue))}


def test_panels_and_shapes_are_outlines(tmp_path: FilePath) -> None:
    """Without patterns, gradients, and shadows; pale ones have thin lines, lines of their own stay."""
    found = draw(
        tmp_path,
        f'panel: {{box: [5 mm, 5 mm, 20 mm, 20 mm], fill: "{BLUE}", pattern: dots, pattern_colour: ink, '
        "shadow: ink}",
        f'star: {{box: [30 mm, 5 mm, 20 mm, 20 mm], gradient: {{from: "{BLUE}", to: ink}}}}',
        f'panel: {{box: [5 mm, 30 mm, 20 mm, 20 mm], fill: "{GREY}"}}',
        "panel: {box: [30 mm, 30 mm, 20 mm, 20 mm], fill: paper, stroke: red, line: 0.7 mm}",
    )["lake"]
    assert {path.fill for path in areas(found)} == {WHITE}
    strokes = [path.stroke for path in lines(found) if path.stroke]
    blue, grey = darken(make_colour(BLUE)), darken(make_colour(GREY), 2.5)
    assert [(one.colour, one.width) for one in strokes] == [
        (blue, 0.3),
        (make_colour("#15232b"), 0.3),
        (grey, 0.2),
        (make_colour("#c0392b"), 0.7),
    ]


def test_a_band_has_lines_only_inside_the_card(tmp_path: FilePath) -> None:
    """At the cut, a line would be visible on one side of a crooked cut; a whole card has a rim."""
    found = draw(tmp_path, f'panel: {{box: [0, 0, 100%, 20 mm], fill: "{BLUE}", bleeds: true}}')["lake"]
    (band,) = lines(found)
    assert band.segments == (("M", -3.0, 20.0), ("L", 63.0, 20.0))
    whole = draw(tmp_path / "2", f'panel: {{fill: "{BLUE}", bleeds: true}}')["lake"]
    (rim,) = [one for one in whole if isinstance(one.shape, Path) and one.shape.stroke]
    assert (rim.left, rim.right) == pytest.approx((0.85, 59.15))


@pytest.mark.parametrize("ground", ['ground: "{hue}"', 'panel: {fill: "{hue}", bleeds: true}'])
def test_nothing_is_outside_of_the_line_inside_the_cut(tmp_path: FilePath, ground: str) -> None:
    """Shapes that bleed end there: lines across the rim, or around the card, would look like mistakes."""
    band = f'panel: {{box: [0, 0, 100%, 20 mm], fill: "{YELLOW}", bleeds: true}}'
    ray = f'path: {{data: M 30 45 L -20 40 L -20 50 Z, fill: "{BLUE}", bleeds: true}}'
    shapes = open_symbols(draw_shapes(tmp_path, ground, band, ray)["lake"])
    outside, rim = shapes[-2:]
    assert isinstance(outside, Path)
    assert isinstance(rim, Path)
    assert (outside.fill, outside.stroke, outside.even_odd) == (WHITE, None, True)
    assert outside.segments[-len(rim.segments) :] == rim.segments
    assert measure_bounds((outside,)) == pytest.approx((-3, -3, 63, 93), abs=0.1)
    assert rim.stroke
    assert len([one for one in shapes if isinstance(one, Path) and one.segments == rim.segments]) == 1


def test_shades_are_pale_without_a_line(tmp_path: FilePath) -> None:
    """A dark tone over half of a face has none; a solid one, and one with a text on it, has one."""
    shape = 'panel: {{box: [5 mm, {} mm, 30 mm, 20 mm], fill: "{}"}}'
    placed = draw(
        tmp_path,
        f'ground: "{BLUE}"',
        shape.format(5, "#00000030"),
        shape.format(30, "#000000"),
        shape.format(55, "#00000030"),
        "words: {text: Lake, box: [6 mm, 56 mm, 28 mm, 18 mm]}",
    )["lake"]
    shade, solid, under = [one.shape for one in placed if one.width == pytest.approx(30, abs=0.4)]
    assert (shade.fill, shade.stroke) == (make_colour("#00000030"), None)
    assert (solid.fill, solid.stroke.width) == (WHITE, 0.3)
    assert under.stroke


@pytest.mark.parametrize("box", ["[0 mm, 0 mm, 60 mm, 90 mm]", '["{0 * languages} mm", 0 mm, 60 mm, 90 mm]'])
def test_flags_keep_their_colours(tmp_path: FilePath, box: str) -> None:
    """Upon a dark ground, white ones have its colour, in groups whose box is computed, too."""
    flag = '{{path: {{data: M 0 0 L 4 0 L 2 4 Z, box: [{} mm, 20 mm, 4 mm, 4 mm], fill: "{}"}}}}'
    flags = ", ".join(flag.format(*one) for one in ((10, "#e5533d"), (20, "#7cc6a4"), (30, "#ffffff")))
    found = draw(tmp_path, f'ground: "{BLUE}"', f"group: {{box: {box}, draw: [{flags}]}}")["lake"]
    fills = [one.shape.fill for one in found if one.width == pytest.approx(4)]
    assert fills == [make_colour("#e5533d"), make_colour("#7cc6a4"), darken(make_colour(BLUE))]


def test_pips_are_filled(tmp_path: FilePath) -> None:
    """A plain disc with nothing upon it, of less than 7 mm, on a die that is as large as a hand."""
    disc = f'panel: {{{{box: [5 mm, 5 mm, {{}} mm, {{}} mm], shape: ellipse, fill: "{BLUE}"}}}}'
    for size, fill in ((6.4, make_colour(BLUE)), (9, WHITE)):
        found = draw(tmp_path / str(size), disc.format(size, size))["lake"]
        assert [path.fill for path in areas(found)] == [fill]


def test_signs_and_lines_keep_their_colour(tmp_path: FilePath) -> None:
    """A thin bar, a dot, and an icon on paper need little ink."""
    found = draw(
        tmp_path,
        f'panel: {{box: [5 mm, 5 mm, 40 mm, 0.8 mm], fill: "{BLUE}"}}',
        f'panel: {{box: [5 mm, 10 mm, 4 mm, 4 mm], shape: ellipse, fill: "{BLUE}"}}',
        "icon: {icon: heart, box: [5 mm, 20 mm, 8 mm, 8 mm], colour: red}",
    )["lake"]
    blue, red = make_colour(BLUE), make_colour("#c0392b")
    assert [path.fill for path in areas(found)][:2] == [blue, blue]
    assert {path.fill for path in areas(found)[2:]} == {red}
    assert lines(found) == []


def test_large_icons_are_outlines(tmp_path: FilePath) -> None:
    """From 15 mm; from 9 mm if they were light on a dark ground."""

    def is_outline(size: int, ground: str, number: int) -> bool:
        icon = f"icon: {{icon: heart, box: [5 mm, 5 mm, {size} mm, {size} mm], colour: paper}}"
        icon = icon if ground == BLUE else icon.replace("paper", "red")
        found = draw(tmp_path / str(number), f'ground: "{ground}"', icon)["lake"]
        return all(path.fill == WHITE for path in areas(found)) and bool(lines(found))

    cases = [(8, BLUE, False), (10, BLUE, True), (14, "paper", False), (16, "paper", True)]
    for number, (size, ground, known) in enumerate(cases):
        assert is_outline(size, ground, number) == known, (size, ground)


def test_an_icon_under_others_is_a_ground(tmp_path: FilePath) -> None:
    """A badge becomes an outline, and its number has its colour; a pale one is left out."""
    badge = 'icon: {{icon: heart, box: [5 mm, 5 mm, 30 mm, 30 mm], colour: "{}"}}'
    number = "words: {text: '7', box: [12 mm, 12 mm, 14 mm, 14 mm], colour: paper}"
    found = draw(tmp_path, badge.format(BLUE), number)["lake"]
    assert {path.fill for path in areas(found)} == {WHITE}
    assert {path.stroke.colour for path in lines(found) if path.stroke} == {darken(make_colour(BLUE))}
    assert [run.colour for run in texts(found)] == [darken(make_colour(BLUE))]
    assert areas(draw(tmp_path / "2", badge.format(GREY), number)["lake"]) == []


def test_computed_elements_save_ink_too(tmp_path: FilePath) -> None:
    """A panel whose width is computed is an outline."""
    panel = f'panel: {{box: [5 mm, 5 mm, "{{10 * 2}} mm", 20 mm], fill: "{BLUE}"}}'
    assert {path.fill for path in areas(draw(tmp_path, panel)["lake"])} == {WHITE}


def test_a_theme_may_keep_colours(tmp_path: FilePath) -> None:
    """Those that it has for low ink are printed as they are, as grounds, signs, and texts."""
    elements = (
        "panel: {box: [0, 0, 100%, 30 mm], fill: panel}",
        "words: {text: '7', box: [5 mm, 5 mm, 14 mm, 14 mm], colour: accent}",
        "words: {text: '8', box: [25 mm, 5 mm, 14 mm, 14 mm], colour: faint}",
    )
    found = draw(tmp_path, *elements, kept={"panel": "#ffee00", "accent": "#bbbbbb"})["lake"]
    assert [path.fill for path in areas(found)] == [make_colour("#ffee00")]
    assert lines(found) == []
    kept, faint = (run.colour for run in texts(found))
    assert kept == make_colour("#bbbbbb")
    assert measure_contrast(rgb(faint), (1, 1, 1)) >= LEAST_CONTRAST


@pytest.mark.parametrize("pair", ["blue", "yellow"])
def test_pairs_have_the_colour_of_their_ground(pair: str) -> None:
    """`on_blue` is dark blue, whatever it was."""
    theme = shipped.kit("pandemic").theme
    palette = choose_palette("low")(theme)
    assert palette[palette.upon(f"on_{pair}", "")] == darken(palette[pair])
    assert choose_palette("full")(theme).upon(f"on_{pair}", pair) == f"on_{pair}"


def test_drawings_are_lines_and_photos_are_light(tmp_path: FilePath) -> None:
    """Small shapes, such as eyes, stay filled; a picture over the whole card is left out."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<rect width="100" height="100" fill="{BLUE}"/><circle cx="50" cy="50" r="1" fill="#000"/></svg>'
    )
    game = tmp_path / "game"
    game.mkdir()
    (game / "face.svg").write_text(svg, "utf-8")
    shapes = draw_shapes(tmp_path, "picture: {file: face.svg, box: [10 mm, 10 mm, 20 mm, 20 mm]}")["lake"]
    square, eye = list_all(Path, shapes)
    assert (square.fill, eye.fill) == (WHITE, Colour(0, 0, 0))
    assert square.stroke
    assert square.stroke.colour == darken(make_colour(BLUE), 3.0)
    scale = 20 / 100
    assert square.stroke.width * scale == pytest.approx(0.2)


def test_pupils_are_black(tmp_path: FilePath) -> None:
    """An eye that is larger than a small shape is white with a black pupil, not two rings."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        '<circle cx="50" cy="50" r="9" fill="#fff" stroke="#000"/><circle cx="50" cy="50" r="4" fill="#000"/>'
        '<circle cx="50" cy="80" r="9" fill="#000"/></svg>'
    )
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "face.svg").write_text(svg, "utf-8")
    shapes = draw_shapes(tmp_path, "picture: {file: face.svg, box: [5 mm, 5 mm, 50 mm, 50 mm]}")["lake"]
    assert [path.fill for path in list_all(Path, shapes)] == [WHITE, Colour(0, 0, 0), WHITE]


def test_a_covering_picture_is_left_out(tmp_path: FilePath) -> None:
    """In its place, there is a line inside the cut; a photo in a box is lighter."""
    save_photo(tmp_path)
    photo = "picture: {file: sea.png, box: [10 mm, 10 mm, 20 mm, 20 mm]}"
    whole = "picture: {file: sea.png, fit: cover, bleeds: true}"
    title = "words: {text: Sea, box: [5 mm, 60 mm, 50 mm, 9 mm], colour: paper}"
    shapes = draw_shapes(tmp_path, whole, photo, title)["lake"]
    assert [(one.x, one.view.looks) for one in list_all(Picture, shapes)] == [(10, ("light",))]
    assert any(path.stroke for path in list_all(Path, shapes))
    assert [run.colour for run in list_all(GlyphRun, shapes)] == [make_colour("#15232b")]


@pytest.mark.parametrize(
    "elements",
    [
        ("picture: {file: sea.png, fit: cover, bleeds: true}",),
        (
            'picture: {file: "{name}.png", fit: cover, bleeds: true}',
            "words: {text: Sea, box: [5 mm, 60 mm, 50 mm, 9 mm]}",
        ),
    ],
)
def test_pictures_that_tell_cards_apart_are_kept(tmp_path: FilePath, elements: tuple[str, ...]) -> None:
    """Those without a title, and those of each card."""
    for name in ("sea", "Lake", "Moon"):
        save_photo(tmp_path, name)
    assert [one.view.looks for one in list_all(Picture, draw_shapes(tmp_path, *elements)["lake"])] == [
        ("light",)
    ]


def save_photo(folder: FilePath, name: str = "sea") -> None:
    (folder / "game").mkdir(exist_ok=True)
    Image.new("RGB", (90, 90), "navy").save(folder / "game" / f"{name}.png")


def test_gradients_have_lines_in_their_darkest_colour(tmp_path: FilePath) -> None:
    """Whether it is the first or the last."""
    for number, gradient in enumerate((f"from: paper, to: '{BLUE}'", f"from: '{BLUE}', to: paper")):
        panel = f"panel: {{gradient: {{{gradient}}}, box: [5 mm, 5 mm, 30 mm, 30 mm]}}"
        (path,) = lines(draw(tmp_path / str(number), panel)["lake"])
        assert path.stroke
        assert path.stroke.colour == darken(make_colour(BLUE))


def test_cells_are_told_apart(tmp_path: FilePath) -> None:
    """Each has a line inside its edge, thick if it was dark, parallel to the sides of a hexagon."""
    kit = shipped.kit("pandemic")
    press = make_press(kit, locale="en", fonts=shipped.fonts(), palette=choose_palette("low"))
    hexagon = polygon([(0, 10), (5, 0), (15, 0), (20, 10), (15, 20), (5, 20)])
    for outline, corner in (((), (0.7, 0.7)), (hexagon, (0.7, 10.0))):
        for fill, width in (("primary", 0.6), ("primary_pale", 0.4)):
            drawers = make_drawers(press, (Ground(fill),), Room(20.0, 20.0, outline=outline))
            ground, rim = draw_all(drawers, {})
            assert isinstance(ground, Path)
            assert isinstance(rim, Path)
            assert (ground.fill, ground.stroke) == (WHITE, None)
            assert rim.stroke
            assert rim.stroke.width == pytest.approx(width)
            assert rim.segments[0][1:] == pytest.approx(corner)


def test_veils_are_white(tmp_path: FilePath) -> None:
    """A gradient to nothing hides the picture below a title, as on the dark card, and needs no line."""
    veil = f'panel: {{box: [0 mm, 50 mm, 60 mm, 30 mm], gradient: {{from: "{BLUE}00", to: "{BLUE}"}}}}'
    sign = "words: {text: Moon, colour: paper, box: [5 mm, 60 mm, 40 mm, 10 mm]}"
    placed = draw(tmp_path, f'ground: "{BLUE}"', veil, sign)["moon"]
    (found,) = [path for path in areas(placed) if isinstance(path.fill, Gradient)]
    assert isinstance(found.fill, Gradient)
    stops = [stop for _, stop in found.fill.stops]
    assert (stops[0], stops[-1]) == (replace(WHITE, alpha=0.0), WHITE)
    assert {replace(stop, alpha=1.0) for stop in stops} == {WHITE}
    assert stops[len(stops) // 2].alpha > 0.7, "lines are faint below a title in the middle"
    assert found.stroke is None


def test_sheer_white_has_a_thin_pale_line(tmp_path: FilePath) -> None:
    """Rays of light upon a dark ground are an ornament; what is solid has the line of the ground."""
    shape = 'panel: {{box: [5 mm, {} mm, 30 mm, 20 mm], fill: "{}"}}'
    sheer, solid = shape.format(5, "#ffffff20"), shape.format(40, "#ffffff")
    placed = draw(tmp_path, f'ground: "{BLUE}"', sheer, solid)["lake"]
    ray, sign = [path.stroke for path in lines(placed) if path.stroke and len(path.segments) == 5][:2]
    assert (sign.colour, sign.width) == (darken(make_colour(BLUE)), 0.3)
    assert ray.width < sign.width
    assert measure_on_paper(ray.colour) < measure_on_paper(sign.colour)


def test_signs_on_gradients_have_their_darkest_colour(tmp_path: FilePath) -> None:
    """They would be white on white paper; what only shines through stays as light as it is."""
    ground = f'panel: {{box: [0 mm, 0 mm, 60 mm, 90 mm], gradient: {{from: "{YELLOW}", to: "{BLUE}"}}}}'
    dot = "panel: {shape: ellipse, box: [10 mm, 10 mm, 1 mm, 1 mm], fill: paper}"
    ray = 'line: {from: [0 mm, 30 mm], to: [60 mm, 30 mm], stroke: "#ffffff30"}'
    placed = draw(tmp_path, ground, dot, ray)["lake"]
    assert darken(make_colour(BLUE)) in [path.fill for path in areas(placed)]
    assert make_colour("#ffffff30") in [path.stroke.colour for path in lines(placed) if path.stroke]


def test_white_areas_have_a_line_only_on_darker_ones(tmp_path: FilePath) -> None:
    """Roofs below a sky have their outline there, and none where they are white on white paper."""
    sky = f'panel: {{box: [0 mm, 0 mm, 60 mm, 30 mm], fill: "{BLUE}"}}'
    roofs = (
        "path: {box: [0 mm, 20 mm, 60 mm, 15 mm], data: M 0 15 L 0 5 L 30 0 L 60 5 L 60 15 Z, fill: paper}"
    )
    text = "words: {text: Lake, box: [5 mm, 40 mm, 40 mm, 6 mm]}"
    shapes = open_symbols(draw_shapes(tmp_path, "ground: paper", sky, roofs, text)["lake"])
    (group,) = [shape for shape in shapes if isinstance(shape, Group) and shape.clip]
    assert [path.stroke is not None for path in list_all(Path, group.shapes)] == [True]
    assert group.clip
    assert measure_bounds((group.clip,)) == pytest.approx((0, 0, 60, 30))
    free = [path for path in shapes if isinstance(path, Path) and path.stroke]
    assert max(measure_bounds((path,))[3] for path in free) < 31


def test_the_line_inside_the_cut_is_on_top(tmp_path: FilePath) -> None:
    """A picture that reaches the trim does not hide a part of it."""
    art = f'panel: {{box: [0 mm, 0 mm, 60 mm, 40 mm], fill: "{YELLOW}", bleeds: true}}'
    *_, last = open_symbols(draw_shapes(tmp_path, f'ground: "{BLUE}"', art)["lake"])
    assert isinstance(last, Path)
    assert last.stroke
    assert last.stroke.colour == darken(make_colour(BLUE))


HALVES = (
    f'panel: {{box: [0, 0, 100%, "{{40 * languages}} mm"], fill: "{YELLOW}", bleeds: true}}',
    f'panel: {{box: [0, 40 mm, 100%, 50 mm], fill: "{BLUE}", bleeds: true}}',
)


def list_rims(folder: FilePath, *elements: str) -> list[Path]:
    """Lines around a card, 0.85 mm from the cut, on its front."""
    placed = draw(folder, *elements)["lake"]
    return [one.shape for one in placed if one.shape in lines(placed) and one.width == pytest.approx(58.3)]


def test_panels_that_cover_a_card_together_have_a_line_inside_the_cut(tmp_path: FilePath) -> None:
    """In the colour of the larger one; it is on top."""
    (rim,) = list_rims(tmp_path, *HALVES, "words: {text: Lake, box: [6 mm, 56 mm, 28 mm, 18 mm]}")
    assert rim.stroke
    assert rim.stroke.colour == darken(make_colour(BLUE))


@pytest.mark.parametrize(
    "elements",
    [
        HALVES[:1],
        # A gap of a millimetre at both sides, one on a single card, and one that does not bleed.
        (HALVES[0], HALVES[1].replace("40 mm, 100%", "41 mm, 100%")),
        (HALVES[0], HALVES[1].replace("bleeds: true", "bleeds: true, when: id = moon")),
        (HALVES[0], HALVES[1].replace(", bleeds: true", "")),
        (HALVES[0], HALVES[1].replace("40 mm, 100%", "40 mm, 59 mm")),
    ],
)
def test_panels_that_leave_a_part_of_the_cut_have_no_line_around_the_card(
    tmp_path: FilePath, elements: tuple[str, ...]
) -> None:
    assert list_rims(tmp_path, *elements) == []


def test_sheer_light_on_a_dark_ground_has_a_thin_pale_line(tmp_path: FilePath) -> None:
    """Rays of any colour; the same colour on a light ground is a shade, which has none."""
    ray = 'path: {data: M 5 5 L 35 5 L 35 45 Z, fill: "#ff4f7b3a"}'
    stroke = {}
    for ground in ("#27163a", "#ffe9f0"):
        placed = draw(tmp_path / ground[1:], f'ground: "{ground}"', ray)["lake"]
        (path,) = [one.shape for one in placed if isinstance(one.shape, Path) and one.width < 31]
        stroke[ground] = path.stroke
        assert (path.fill == make_colour("#ff4f7b3a")) is (path.stroke is None)
    assert stroke["#ffe9f0"] is None
    assert stroke["#27163a"].width == 0.2
    assert measure_on_paper(stroke["#27163a"].colour) < 2


def test_a_ground_in_a_group_has_its_corners(tmp_path: FilePath) -> None:
    """They would be cut off with parts of the line; smaller panels keep theirs."""
    small = f'{{panel: {{box: [4 mm, 4 mm, 12 mm, 12 mm], fill: "{YELLOW}"}}}}'
    inner = f'[{{panel: {{fill: "{BLUE}"}}}}, {small}]'
    group = f"group: {{box: [10 mm, 10 mm, 40 mm, 30 mm], corner: 5 mm, draw: {inner}}}"
    around, within = lines(draw(tmp_path, group)["lake"])
    assert "C" in {segment[0] for segment in around.segments}
    assert "C" not in {segment[0] for segment in within.segments}
