"""The house holds: floors, doors of libraries, no loops (docs/architecture.md)."""

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "generator"

FLOORS = [
    {"errors"},
    {"model", "scene", "output"},
    {"read", "layout", "rules", "backends"},
    {"play", "games", "make"},
    {"cli"},
    {"__main__"},
]

DOORS = {
    "PIL": "backends",
    "babel": "read",
    "fontTools": "scene",
    "fontTools.unicodedata": "layout.text",
    "icu4py": "layout.text",
    "pydantic": "read",
    "pypdfium2": "backends.png",
    "random": "play",
    "reportlab": "backends.pdf",
    "rich": "cli",
    "svgwrite": "backends.svg",
    "typer": "cli",
    "uharfbuzz": "layout.text",
    "yaml": "read",
}

FILES = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in sorted(ROOT.rglob("*.py"))}
MODULES = {name.removesuffix(".__init__"): ast.parse(path.read_text("utf-8")) for name, path in FILES.items()}


def imported(tree: ast.AST) -> set[str]:
    """The modules that a module imports; ours without `generator.` before them."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            ours = {name for name in inner if name.removeprefix("generator.") in MODULES}
            found |= ours or {node.module or ""}
    return {name.removeprefix("generator.") for name in found}


def floor(module: str) -> int:
    room = module.split(".")[0]
    return next(number for number, rooms in enumerate(FLOORS, 1) if room in rooms)


@pytest.mark.parametrize("module", sorted(set(MODULES) - {"__init__"}))
def test_module_keeps_to_its_floor_and_its_libraries(module: str) -> None:
    """A module imports its own room and lower floors, and a library only through its one door."""
    for name in imported(MODULES[module]):
        top = name.split(".")[0]
        if name in MODULES:
            same_room = top == module.split(".")[0]
            assert same_room or floor(name) < floor(module), f"{module} imports {name}"
        elif top in DOORS:
            door = DOORS.get(name, DOORS[top])
            assert f"{module}.".startswith(f"{door}."), f"{module} imports {name}"
        else:
            assert top in sys.stdlib_module_names or top == "generator", f"{top} has no door"


def test_games_know_nothing_of_paper() -> None:
    """Rules, games and their uses import nothing that draws: the two sides meet only in the model."""
    for module, tree in MODULES.items():
        if module.split(".")[0] in {"rules", "games", "play"}:
            drawing = {name.split(".")[0] for name in imported(tree)} & {"scene", "layout", "backends"}
            assert drawing == set(), f"{module} imports {drawing}"


@pytest.mark.parametrize("module", sorted(MODULES))
def test_module_imports_at_its_top(module: str) -> None:
    """No import hides in a function (except where start-up time needs it) or behind TYPE_CHECKING."""
    tree = MODULES[module]
    if module.split(".")[0] != "cli":
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        assert all(node in tree.body for node in imports)
    assert "TYPE_CHECKING" not in ast.unparse(tree)


def test_no_modules_import_each_other_in_a_loop() -> None:
    """The imports of all modules have an order."""
    graph = {module: imported(tree) & set(MODULES) - {module} for module, tree in MODULES.items()}
    TopologicalSorter(graph).prepare()


def test_tests_mirror_the_rooms() -> None:
    """Every room of the house that has code in it has a folder of tests."""
    rooms = {module.split(".")[0] for module in MODULES if "." in module}
    assert {room for room in rooms if not (ROOT.parent / "tests" / room).is_dir()} == set()
