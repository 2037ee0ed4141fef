"""The dice to cut and fold: two true dice, the right size, in every language."""

import shutil
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.shapes.outlines import list_piece_faces
from generator.model.kit import Form, PieceSet
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.scene import shapes
from generator.scene.shapes import Group, Use, list_all, measure_bounds
from tests import shipped

EDGE = 20.0


def read_dice() -> PieceSet:
    part = next(part for part in shipped.kit("fight_the_virus").parts if part.id == "dice_to_fold")
    assert isinstance(part, PieceSet)
    return part


def is_pip(path: shapes.Path) -> bool:
    """Whether it is a pip, or the virus that is the one: an outline of four curves, smaller than the dish."""
    kinds = [segment[0] for segment in path.segments]
    left, _, right, _ = measure_bounds((path,))
    return kinds.count("C") == 4 and "L" not in kinds and right - left < 7


def test_there_are_two_dice_of_twenty_millimetres() -> None:
    """The edge of a cube that is easily folded and rolls well."""
    (deck,) = read_dice().decks
    assert deck.count == 2
    assert (deck.form.outline, deck.form.width, deck.form.height) == ("cube", EDGE, EDGE)


@pytest.mark.parametrize("locale", ["en", "es"])
def test_every_face_has_as_many_pips_as_its_number(locale: str) -> None:
    """1 to 6, each once, in the order of the faces of the net."""
    things = lay_out_pieces(shipped.press("fight_the_virus", locale), read_dice())
    (net,) = things[0].front or ()
    assert isinstance(net, Use)
    groups = [shape for shape in net.symbol.shapes if isinstance(shape, Group)]
    faces = [sum(map(is_pip, list_all(shapes.Path, [group]))) for group in groups]
    assert faces == [int(face.name) for face in list_piece_faces(things[0].form)]
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]


def test_opposite_faces_make_seven() -> None:
    """In a row of four the first lies opposite the third and the second opposite the fourth; the
    other two are lid and floor."""
    first, second, third, fourth, lid, floor = (
        int(face.name) for face in list_piece_faces(Form(10, 10, "cube"))
    )
    assert first + third == second + fourth == lid + floor == 7


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("size: 20 mm,", "size: 20 mm, face: red,", "face: is reserved for the number of a cube's face"),
        ("shape: cube", "shape: square", "the field `face` is not in"),
    ],
)
def test_only_cubes_have_numbered_faces(tmp_path: Path, old: str, new: str, told: str) -> None:
    """A token cannot say the number of its faces, and a token that is no cube has none."""
    shelf = find_shelf()
    game = tmp_path / "fight_the_virus"
    shutil.copytree(shelf.find_game("fight_the_virus"), game)
    path = game / "dice_to_fold.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(DataError) as caught:
        read_kit(game, shelf=shelf)
    assert told in str(caught.value)
