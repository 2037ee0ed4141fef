"""Positions on printed boards and sheets have tokens at their places, at a size that fits."""

import pytest

from generator.backends.svg import write_svg
from generator.backends.text import write_text
from generator.errors import UnknownName
from generator.layout.boards.boards import lay_out_board
from generator.layout.boards.positions import (
    lay_on_board,
    lay_out_marks,
    lay_out_piece,
    lay_out_position,
    write_on_sheet,
)
from generator.layout.elements.grids import GridEntry
from generator.layout.sheets import lay_out_sheet_pages
from generator.model.elements.areas import GridArea, MapArea
from generator.model.kit import Board, Sheet
from generator.model.played import Laid, LaidPart, Mark, PenMark, TokenMark
from generator.model.values import replace
from generator.scene.shapes import Document, Group, Page, Use, list_spots
from tests import shipped
from tests.geometry import place_words


def lay_out(game: str, part: LaidPart) -> Document:
    return lay_out_position(shipped.press(game, "en"), part, paper=shipped.paper("a4"))


def board_of(game: str) -> Board:
    return next(part for part in shipped.kit(game).parts if isinstance(part, Board))


def lay(game: str, *laid: Laid) -> list[Use]:
    """Return the tokens on the board of a game."""
    (page,) = lay_out(game, LaidPart("board", laid)).pages
    group = page.shapes[-1]
    assert isinstance(group, Group)
    assert group.name == "board-position"
    return [shape for shape in group.shapes if isinstance(shape, Use)]


def middle_of(use: Use) -> tuple[float, float]:
    scale, _, _, _, x, y = use.transform
    _, _, width, height = use.symbol.box
    return x + width * scale / 2, y + height * scale / 2


def width_of(use: Use) -> float:
    return use.symbol.box[2] * use.transform[0]


def test_every_place_of_a_grid_can_be_covered() -> None:
    """Each chip is at the shoulder of a person, at its own size."""
    area = board_of("pox").areas[0]
    assert isinstance(area, GridArea)
    uses = lay("pox", *(Laid("people", place.id, TokenMark("infection")) for place in area.places))
    shoulders = [pytest.approx((place.x + 5.4, place.y + 5.4)) for place in area.places]
    assert [middle_of(use) for use in uses] == shoulders
    assert {round(width_of(use), 6) for use in uses} == {9.0}
    assert len({use.symbol for use in uses}) == 1, "drawn once, used often"


def test_pieces_larger_than_their_place_are_reduced() -> None:
    """A card is within its box, a cube within its city."""
    (card,) = lay("pandemic", Laid("infection_discards", "", TokenMark("lagos", part="infection_cards")))
    box = next(area.box for area in board_of("pandemic").areas if area.id == "infection_discards")
    assert box.left < card.transform[4]
    assert card.transform[4] + width_of(card) < box.right
    (cube,) = lay("pandemic", Laid("world", "lagos", TokenMark("cube_yellow")))
    assert width_of(cube) <= 11


@pytest.mark.parametrize("cubes", [1, 2, 3])
def test_pieces_on_a_city_do_not_cover_its_name(cubes: int) -> None:
    """Names begin beside the place, so a row of pieces is only a little wider than the place."""
    area = next(area for area in board_of("pandemic").areas if isinstance(area, MapArea))
    place = next(place for place in area.places if place.id == "bogota")
    marks = (TokenMark("cube_yellow", cubes), TokenMark("station"), TokenMark("medic", part="tokens"))
    uses = lay("pandemic", *(Laid("world", "bogota", mark) for mark in marks))
    assert len(uses) == cubes + 2
    for use in uses:
        x, _ = middle_of(use)
        assert abs(x - place.x) + width_of(use) / 2 <= area.place_size * 0.63


def test_pieces_on_one_place_are_side_by_side() -> None:
    """They are around the middle of the place and do not overlap."""
    area = next(area for area in board_of("pandemic").areas if isinstance(area, MapArea))
    city = next(place for place in area.places if place.id == "atlanta")
    marks: tuple[Mark, ...] = (
        TokenMark("station"),
        TokenMark("medic", part="tokens"),
        TokenMark("cube_blue", 3),
        TokenMark("cube_red", 2),
    )
    uses = lay("pandemic", *(Laid("world", "atlanta", mark) for mark in marks))
    assert len(uses) == 7
    boxes = []
    for use in uses:
        scale, _, _, _, x, y = use.transform
        boxes.append((x, y, x + use.symbol.box[2] * scale, y + use.symbol.box[3] * scale))
    for index, one in enumerate(boxes):
        for other in boxes[:index]:
            assert one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
    assert min(box[0] for box in boxes) < city.x < max(box[2] for box in boxes)
    assert min(box[1] for box in boxes) < city.y < max(box[3] for box in boxes)


def test_many_pieces_of_one_type_are_one_piece_and_a_number() -> None:
    """Six chips on a space are one chip with a 6 on it."""
    laid = (Laid("deck", "", TokenMark("immunity", 6)),)
    assert len(lay("pox", *laid)) == 1
    document = lay_out("pox", LaidPart("board", laid))
    plain = lay_out("pox", LaidPart("board", (Laid("deck", "", TokenMark("immunity", 1)),)))
    assert write_text(document).count(" '6'") == write_text(plain).count(" '6'") + 1


def test_a_turned_token_shows_its_back() -> None:
    """A cure that became an eradication is turned over."""
    (front,) = lay("pandemic", Laid("cures", "1", TokenMark("cure_blue")))
    (back,) = lay("pandemic", Laid("cures", "1", TokenMark("cure_blue", is_turned=True)))
    assert front.symbol is not back.symbol
    assert front.symbol.shapes != back.symbol.shapes


def test_the_board_is_the_one_that_is_printed() -> None:
    """All shapes are the same; the position is drawn on top."""
    press = shipped.press("pox", "en")
    drawn = lay_out_board(press, board_of("pox"))
    laid = lay_on_board(press, board_of("pox"), drawn, (Laid("people", "e5", TokenMark("death")),))
    assert laid.shapes[:-1] == drawn.shapes
    assert (laid.width, laid.height) == (drawn.width, drawn.height)


def test_the_sheet_is_the_one_that_is_printed() -> None:
    """An empty sheet is the same line by line; marks add only themselves."""
    press, kit = shipped.press("fight_the_virus", "en"), shipped.kit("fight_the_virus")
    sheet = next(part for part in kit.parts if isinstance(part, Sheet))
    title = press.format(sheet.title)
    printed = lay_out_sheet_pages(press, sheet, shipped.paper("a4"), 1, ("Ana",), title)
    empty = lay_out("fight_the_virus", LaidPart("sheet", (), "Ana"))
    assert write_text(empty) == write_text(Document(tuple(printed), title, "en"))
    laid = (Laid("testing", "a1", PenMark("text", "3")), Laid("research", "1", PenMark("cross")))
    written = lay_out("fight_the_virus", LaidPart("sheet", laid, "Ana"))
    before, after = write_text(empty).splitlines(), write_text(written).splitlines()
    assert len(after) == len(before) + 3, "a digit, and a cross of two strokes"
    assert write_svg(written, 0) != write_svg(empty, 0)


def test_cells_of_a_sheet_are_written_on() -> None:
    """Each entry is once in its cell, like those of a grid; a long name is smaller."""
    names = (
        Laid("pad", f"name_{at}", PenMark("text", name)) for at, name in enumerate(("Ana", "Maximilian"), 1)
    )
    laid = (*names, Laid("pad", "open_1_2", PenMark("text", "-7")))
    empty, written = (lay_out("virus_and_co", LaidPart("score_pad", marks)) for marks in ((), laid))
    boxes = {spot[:2]: spot.box for spot in list_spots(empty.pages[0])}
    (group,) = written.pages[0].shapes[len(empty.pages[0].shapes) :]
    assert isinstance(group, Group)
    for each, entry in zip(laid, group.shapes, strict=True):
        assert isinstance(entry, Group)
        box = boxes[each.area, each.place]
        (word,) = place_words(Page(*box.middle, (entry,)))
        assert box.left < word.left < box.middle[0] < word.right < box.right
        assert box.top < word.top < box.middle[1] < word.bottom < box.bottom


def test_marks_on_one_square_are_one_entry() -> None:
    """A field may be circled and crossed out, a square circled with a number in it."""
    written = write_on_sheet(
        (
            Laid("progress", "1", PenMark("circle")),
            Laid("progress", "1", PenMark("cross")),
            Laid("curve", "d4", PenMark("circle")),
            Laid("curve", "d4", PenMark("text", "5")),
            Laid("analysis", "e2", PenMark("fill")),
        )
    )
    assert written == {
        "progress": {"1": GridEntry(circled=True, crossed=True)},
        "curve": {"d4": GridEntry(circled=True, digit="5")},
        "analysis": {"e2": GridEntry(filled=True)},
    }
    with pytest.raises(TypeError):
        write_on_sheet((Laid("curve", "d4", TokenMark("infection")),))


def test_unknown_places_and_parts() -> None:
    """An unknown place is a bug of a companion, an unknown part an error for the user."""
    with pytest.raises(KeyError):
        lay("pox", Laid("people", "z9", TokenMark("infection")))
    with pytest.raises(UnknownName, match="board"):
        lay_out("pox", LaidPart("rules", ()))


@pytest.mark.parametrize("sign", ["circle", "cross", "fill", "text"])
def test_a_pen_can_write_on_a_board_too(sign: str) -> None:
    """Every sign is drawn."""
    mark = PenMark(sign, "7" if sign == "text" else "")
    empty = write_text(lay_out("pox", LaidPart("board", ())))
    assert len(write_text(lay_out("pox", LaidPart("board", (Laid("people", "e5", mark),))))) > len(empty)


def test_marks_alone_are_what_is_above_an_empty_board() -> None:
    """For screens, which draw the board once, and what lies on it after every move."""
    laid = (Laid("people", "e5", TokenMark("infection")), Laid("deaths", "1", TokenMark("death", count=2)))
    (whole,) = lay_out("pox", LaidPart("board", laid)).pages
    (empty,) = lay_out("pox", LaidPart("board", ())).pages
    size = empty.width, empty.height
    marks = lay_out_marks(shipped.press("pox", "en"), LaidPart("board", laid), size=size, spots=())
    assert (marks.width, marks.height) == (whole.width, whole.height)
    assert marks.shapes == whole.shapes[-1:]


def test_marks_alone_are_where_the_squares_of_an_empty_sheet_are() -> None:
    """Each once, with all that is written there; also on a sheet from the right to the left."""
    laid = (
        Laid("testing", "a1", PenMark("text", "4")),
        Laid("curve", "a1", PenMark("circle")),
        Laid("curve", "a1", PenMark("text", "2")),
        Laid("analysis", "f6", PenMark("fill")),
    )
    for locale in ("en", "ar"):
        press = shipped.press("fight_the_virus", locale)
        part = LaidPart("sheet", laid, "Ana")
        (empty,) = lay_out_position(press, replace(part, laid=()), paper=shipped.paper("a4")).pages
        spots = [*list_spots(empty)]
        marks = lay_out_marks(press, part, size=(empty.width, empty.height), spots=spots)
        boxes = {spot[:2]: spot.box for spot in spots}
        found = [group.transform[4:] for group in marks.shapes if isinstance(group, Group)]
        places = (("testing", "a1"), ("curve", "a1"), ("analysis", "f6"))
        assert found == [pytest.approx((boxes[place].left, boxes[place].top)) for place in places]


def test_a_piece_alone_is_as_large_as_it_is_printed() -> None:
    """From the front or the back."""
    press = shipped.press("pandemic", "en")
    for is_turned in (False, True):
        mark = TokenMark("lagos", part="infection_cards", is_turned=is_turned)
        (page,) = lay_out_piece(press, mark).pages
        assert (page.width, page.height) == (63.0, 41.0)
