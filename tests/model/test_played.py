"""Positions of games, and what can be found in them."""

from generator.model.played import Laid, LaidPart, PenMark, Position, TokenMark

CUBE, TURNED = TokenMark("cube", count=2), TokenMark("cure", is_turned=True)
FILL, CROSS, CIRCLE = PenMark("fill"), PenMark("cross"), PenMark("circle")
POSITION = Position(
    (
        LaidPart("board", (Laid("world", "york", CUBE), Laid("cures", "red", TURNED))),
        LaidPart("sheet", (Laid("world", "york", TokenMark("pawn")), Laid("world", "bath", CUBE)), "Ana"),
        LaidPart(
            "sheet",
            (
                Laid("curve", "a1", PenMark("text", "3")),
                Laid("curve", "a1", CIRCLE),
                Laid("curve", "b1", FILL),
                Laid("curve", "b1", CROSS),
                Laid("curve", "a1", PenMark("text", "4")),
            ),
            "Bo",
        ),
    )
)


def test_marks_of_all_parts_are_in_order() -> None:
    """`laid` has the marks of every part; those of some players can be taken alone."""
    assert POSITION.laid[:3] == (*POSITION.parts[0].laid, POSITION.parts[1].laid[0])
    assert len(POSITION.laid) == 9
    assert POSITION.of_owner("Ana").parts == POSITION.parts[1:2]
    assert POSITION.of_owner("Ana", "").laid == POSITION.laid[:4]
    assert POSITION.of_owner("Cy") == Position()


def test_pieces_are_found_by_place_and_places_by_piece() -> None:
    """Both keep the order of the position, and leave out handwriting."""
    pieces = {
        ("world", "york"): (CUBE, TokenMark("pawn")),
        ("cures", "red"): (TURNED,),
        ("world", "bath"): (CUBE,),
    }
    assert POSITION.pieces_by_place == pieces
    assert [*POSITION.pieces_by_place] == [*pieces]
    places = {
        "cube": (("world", "york"), ("world", "bath")),
        "cure": (("cures", "red"),),
        "pawn": (("world", "york"),),
    }
    assert POSITION.places_by_piece == places


def test_texts_and_signs_are_found_by_place() -> None:
    """The last text of a place counts; signs of a place have no order."""
    assert POSITION.text_by_place == {("curve", "a1"): "4"}
    signs = {("curve", "a1"): {"circle"}, ("curve", "b1"): {"fill", "cross"}}
    assert POSITION.signs_by_place == signs
