"""Changes that once broke something: each is read now, or refused with an error."""

from pathlib import Path
from random import Random

import pytest

from tests.fuzz.workspace import Workspace, run_case

FINDS = (
    # A table's roles without players: IndexError.
    ("pandemic-0.yaml", "players:", "nobody:"),
    # Changes of direction in what a message quotes reach the terminal.
    ("data/games/small/kit.yaml", "title: kit.title", "title: \u202eab\u200b"),
    # Depth exhausts the stack.
    ("data/games/crew/wording/en.yaml", "words:", "words:\n  deep: '" + "{n, plural, other {" * 900 + "'"),
    (
        "data/games/crew/templates.yaml",
        "templates:",
        "templates:" + "".join(f"\n  t{n}: {{extends: t{n + 1}}}" for n in range(900)),
    ),
    ("board/land.geojson", "{", '{"type": "GeometryCollection", "geometries": [' * 900),
    # Whole numbers that `int` refuses.
    ("board/land.geojson", "-60", "9" * 5000),
    ("data/games/crew/kit.yaml", "players: 2-4", "players: " + "9" * 5000),
)
"""File of the workspace, what stood there, what stood there instead."""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return Workspace(tmp_path_factory.mktemp("finds"))


@pytest.mark.parametrize(("file", "old", "new"), FINDS)
def test_what_was_found_is_fixed(workspace: Workspace, file: str, old: str, new: str) -> None:
    """Nothing but our errors comes out, short and with places where something is written."""
    case = next(case for case in workspace.cases if case.file == workspace.folder / Path(file))
    text = case.file.read_text("utf-8")
    assert old in text
    run_case(case, text.replace(old, new, 1).encode(), Random(1))
