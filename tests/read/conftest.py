"""A shelf with one small game that has one of everything."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.style import COLOURS, ROLES
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.kits.kits import read_kit


@pytest.fixture(scope="session")
def whole_shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The shelf of these tests, for those that only read it."""
    return _copy_shelf(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A copy of the shelf that a test may change."""
    return _copy_shelf(tmp_path)


def _copy_shelf(folder: Path) -> Shelf:
    data = folder / "data"
    shutil.copytree(Path(__file__).parent / "shelf", data)
    (data / "themes" / "plain.yaml").write_text(plain_theme(), encoding="utf-8")
    return Shelf(data, find_shelf().fonts)


def plain_theme() -> str:
    """All that every theme must have, so that these tests need not know what that is."""
    colours = [f'  {name}: "#336699"' for name in COLOURS]
    type = [f"  {role}: {{family: Noto Sans, size: 9 pt, smallest: 7 pt}}" for role in ROLES]
    return "\n".join(["id: plain", "colours:", *colours, "type:", *type, ""])


@pytest.fixture
def complaints(shelf: Shelf) -> Callable[[str, str, str], list[str]]:
    """What is told of the small game once a piece of one of its files is replaced."""

    def complain(file: str, old: str, new: str) -> list[str]:
        path = shelf.data / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        game = shelf.games / "small"
        with pytest.raises(DataError) as caught:
            read_kit(game, shelf=shelf)
        told = str(caught.value).replace(f"{game}/", "").replace(f"{shelf.data}/", "")
        return told.split("\n")

    return complain
