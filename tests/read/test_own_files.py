"""A kit reads the files of its own folder and of the shelf: neither `..` nor a link leads anywhere else."""

import shutil
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.shelf import Shelf
from generator.read.kits.fonts import read_fonts
from generator.read.kits.kits import read_kit
from tests.read.crew import CREW, complain, read_crew
from tests.read.small_boards import BOARD, CITIES, LAND, write_board
from tests.read.small_boards import read as read_board

SMALL = Path(__file__).parent / "shelf" / "games" / "small"
OUTSIDE = "is outside the game's folder"
LONG = "x" * 300


def link_out(path: Path, outside: Path) -> None:
    """Move a file or folder away, and leave a link to it in its place."""
    outside.mkdir(exist_ok=True)
    path.symlink_to(path.rename(outside / path.name))


@pytest.mark.posix("symbolic links")
@pytest.mark.parametrize(
    "file", [str(path.relative_to(game)) for game in (CREW, SMALL) for path in sorted(game.rglob("*"))]
)
def test_links_that_lead_out_are_not_followed(shelf: Shelf, tmp_path: Path, file: str) -> None:
    """Every file and folder of two games, one at a time, is a link out of the game: an error names it."""
    for origin in (CREW, SMALL):
        if (origin / file).exists():
            game = Path(shutil.copytree(origin, shelf.data / "game"))
            link_out(game / file, tmp_path / "outside")
            with pytest.raises(DataError) as caught:
                read_kit(game, shelf=shelf)
            assert OUTSIDE in str(caught.value)
            shutil.rmtree(game)
            shutil.rmtree(tmp_path / "outside")


@pytest.mark.posix("symbolic links")
def test_links_within_the_game_are_followed(shelf: Shelf) -> None:
    """A file may be a link to another file of the game, and the game's folder may be a link itself."""
    game = Path(shutil.copytree(CREW, shelf.data / "crew"))
    (game / "tables").mkdir()
    link_out(game / "sailors.csv", game / "tables")
    (shelf.data / "link").symlink_to(game)
    assert read_crew(shelf, shelf.data / "link").parts == read_crew(shelf, CREW).parts


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("sailors.yaml", "sailors.csv", "../secret.csv", f"cards: `{{}}../secret.csv` {OUTSIDE}"),
        ("sailors.yaml", "sailors.csv", "/etc/passwd", f"cards: `/etc/passwd` {OUTSIDE}"),
        ("sailors.yaml", "sailors.csv", LONG, "` cannot be the name of a file"),
        (
            "sailors.yaml",
            "sailors.csv",
            "'{*\\'",
            "cards: there is no file `{}{{*\\` (available",
        ),
        ("kit.yaml", "sailors.yaml", LONG, "parts[1].deck: `xxxxx"),
        (
            "kit.yaml",
            "templates.yaml",
            f"{LONG}/x.yaml",
            "templates[1]: `x.yaml` cannot be the name",
        ),
        ("kit.yaml", "theme: crew", f"theme: {LONG}", "theme: unknown theme `xxxxx"),
        ("templates.yaml", "pictures/sign.svg", LONG, "picture.file: `xxxxx"),
        (
            "templates.yaml",
            "pictures/sign.svg",
            "pictures\\sign.svg",
            "(write / between folders: `pictures/sign.svg`)",
        ),
        ("sailors.yaml", "sailors.csv", "a\\b.csv", "(write / between folders: `a/b.csv`)"),
        ("templates.yaml", "pictures/sign.svg", "../x.svg", "`../x.svg` is not the name of a file"),
    ],
)
def test_names_that_cannot_be_followed(shelf: Shelf, file: str, old: str, new: str, told: str) -> None:
    """Names that leave the folder, and names that no file can have, are errors where they are written."""
    (shelf.data / "secret.csv").write_text("id\nsecret\n", encoding="utf-8")
    complaints = complain(shelf, {file: (old, new)})
    assert any(line.startswith(file) and told.format("") in line for line in complaints), complaints


@pytest.mark.posix("symbolic links")
@pytest.mark.parametrize("name", ["cities.csv", "land.geojson"])
def test_tables_and_land_of_boards(tmp_path: Path, name: str) -> None:
    """The same for the files of a map."""
    folder = tmp_path / "game"
    folder.mkdir()
    path = write_board(folder, board=BOARD, cities=CITIES, land=LAND)
    read_board(path)
    link_out(folder / name, tmp_path / "outside")
    with pytest.raises(DataError, match=f"board.yaml:.*{name}` {OUTSIDE}"):
        read_board(path)
    path.write_text(BOARD.replace(name, LONG), encoding="utf-8")
    with pytest.raises(DataError, match=r"board.yaml:.*cannot be the name of a file"):
        read_board(path)


@pytest.mark.posix("symbolic links")
@pytest.mark.parametrize("name", ["../../a.ttf", "/etc/passwd", LONG, "link.ttf"])
def test_fonts(tmp_path: Path, name: str) -> None:
    """The same for the fonts of a game."""
    fonts = tmp_path / "game" / "fonts"
    fonts.mkdir(parents=True)
    (tmp_path / "a.ttf").write_bytes(b"")
    (fonts / "link.ttf").symlink_to(tmp_path / "a.ttf")
    (fonts / "fonts.yaml").write_text(f"families:\n- {{name: A, regular: {name}}}\n", encoding="utf-8")
    with pytest.raises(DataError, match=f"fonts.yaml:2:22: .*({OUTSIDE}|cannot be the name)"):
        read_fonts(fonts)
