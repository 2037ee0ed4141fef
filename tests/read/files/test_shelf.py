"""Games are found by name and by path, in a checkout and where the program is installed."""

from pathlib import Path

import pytest

import generator
from generator.errors import UnknownName
from generator.read.files.shelf import Shelf, find_shelf, list_locales


@pytest.mark.parametrize("name", ["fight_the_virus", "fight-the-virus", "Fight-The-Virus"])
def test_game_by_id(name: str) -> None:
    """Hyphens and underscores are the same, and so are small and capital letters."""
    shelf = find_shelf()
    assert shelf.find_game(name) == shelf.games / "fight_the_virus"


def test_game_by_path(shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a kit.yaml anywhere, or its kit.yaml; also one that is called like no game."""
    folder = shelf.find_game("small").rename(tmp_path / "My game")
    assert shelf.find_game(str(folder)) == folder
    assert shelf.find_game(f"{folder}/") == folder
    assert shelf.find_game(str(folder / "kit.yaml")) == folder
    monkeypatch.chdir(tmp_path)
    assert shelf.find_game("My game") == Path("My game")
    monkeypatch.chdir(folder)
    assert shelf.find_game(".") == Path()


def test_where_the_program_is_installed_its_games_lie_in_the_package() -> None:
    """There a new installation writes over them; in a checkout they are whoever's works on it."""
    package = Path(generator.__file__).resolve().parent
    assert Shelf(package / "data", package / "fonts").is_installed
    assert not find_shelf().is_installed


@pytest.mark.parametrize("name", ["smal", "", "\0", "x" * 5000])
def test_unknown_game(shelf: Shelf, name: str) -> None:
    """Unknown games are reported with similar names; the empty name is no folder."""
    with pytest.raises(UnknownName, match="available: small"):
        shelf.find_game(name)


def test_nearest_game_is_named(shelf: Shelf) -> None:
    """A slip of the pen is met with the name that was meant."""
    with pytest.raises(UnknownName, match=r"unknown game 'smal' \(did you mean 'small'"):
        shelf.find_game("smal")


def test_nearest_folder_is_named(shelf: Shelf, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A game of one's own in the folder where one stands is meant as often as one of ours."""
    shelf.find_game("small").rename(tmp_path / "harbour")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownName, match=r"unknown game 'harbor' \(did you mean 'harbour'"):
        shelf.find_game("harbor")


def test_folder_without_a_kit(shelf: Shelf, tmp_path: Path) -> None:
    """A folder that is no game is told apart from a name that nobody has."""
    with pytest.raises(UnknownName, match=r"has no kit\.yaml"):
        shelf.find_game(str(tmp_path))


@pytest.mark.parametrize("name", ["no/such/folder", "./small"])
def test_path_that_is_no_folder(shelf: Shelf, name: str) -> None:
    """For a path, the message names the path, not the known games."""
    with pytest.raises(UnknownName, match=f"^there is no folder `{name}`$"):
        shelf.find_game(name)
    with pytest.raises(UnknownName, match=r"^`/etc/passwd` is not a game"):
        shelf.find_game("/etc/passwd")


def test_games_and_languages_are_listed(shelf: Shelf) -> None:
    """Only folders with a kit.yaml are games; English comes first."""
    (shelf.games / "unfinished").mkdir()
    (shelf.games / "README.md").write_text("x")
    (shelf.games / "small" / "wording" / "ca.yaml").write_text("x")
    assert shelf.list_games() == ("small",)
    assert list_locales(shelf.find_game("small")) == ("en", "ca", "es")


def test_shelf_of_an_installed_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel carries data and fonts inside the package; a checkout has them beside it."""
    package = tmp_path / "site-packages" / "generator"
    (package / "data").mkdir(parents=True)
    monkeypatch.setattr(generator, "__file__", str(package / "__init__.py"))
    assert (find_shelf().data, find_shelf().fonts) == (package / "data", package / "fonts")
    (package / "data").rmdir()
    assert find_shelf().fonts == package.parent / "fonts"
