"""The architecture holds: floors of rooms and wings, doors of libraries, no circles."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1] / "generator"

FLOORS = (
    {"errors", "inputs", "system"},
    {"model", "output"},
    {"scene"},
    {"read", "layout", "rules", "backends"},
    {"api", "play", "games", "make", "imports"},
    {"translate", "editor"},
    {"web"},
    {"cli"},
    {"__main__"},
)
"""Rooms from the bottom up: a room imports only itself and rooms of lower floors."""

WINGS = {
    "model": (
        {"geometry", "values", "vision"},
        {"played", "plots", "texts"},
        {"language"},
        {"elements", "printing"},
        {"storage", "style"},
        {"scoring"},
        {"kit"},
        {"destinations", "place_names"},
    ),
    "layout": (
        {"shapes"},
        {"text"},
        {"press"},
        {"elements", "imposition"},
        {"calibration", "charts", "columns", "sheets"},
        {"boards"},
        {"booklets"},
        {"editions"},
        {"document"},
    ),
    "read": (
        {"files", "workbooks"},
        {"pictures"},
        {"declared"},
        {"scores", "templates", "wordings"},
        {"pieces"},
        {"parts"},
        {"kits", "schema"},
        {"cached", "problem_kinds"},
    ),
    "play": ({"simulate"}, {"walks"}, {"paper", "policies"}, {"contracts", "series"}, {"experiments"}),
    "make": (
        {"game_folders", "jobs"},
        {"calibration", "orders", "preflight", "printed", "sites", "storage"},
        {"plan", "runs"},
        {"changes", "pipeline"},
        {"screens", "versions"},
    ),
    "imports": (
        {"draft", "texts"},
        {"material", "programs"},
        {"cardmaker", "cardpen", "nandeck", "pdf", "protograf", "rpg_cards", "squib", "svg"},
        {"formats"},
        {"importing"},
    ),
    "editor": ({"project"}, {"cursor"}, {"server"}),
    "web": ({"site"}, {"preview", "safe", "table"}, {"share"}),
    "cli": (
        {"terminal"},
        {"options"},
        {"languages", "playing", "printing"},
        {"app"},
    ),
}
"""Folders and single files of a room from the bottom up, as FLOORS has the rooms."""

MOST_ARROWS = {
    "": 91,
    "model": 39,
    "layout": 44,
    "read": 35,
    "play": 14,
    "make": 24,
    "imports": 23,
    "web": 5,
    "editor": 1,
    "cli": 11,
}
"""Imports between rooms, and between the wings of a room, each pair counted once."""

MOST_FILE_ARROWS = 2455
"""Imports between files of the program, each pair counted once."""

DOORS = {
    "PIL": "scene.rasters scene.pdf.survey",
    "PIL.ImageCms": "backends.pdf.press scene.rasters",
    "annotated_doc": "model",
    "babel": "read",
    "barcode": "layout.elements",
    "babel.messages.catalog": "translate.exchange",
    "babel.messages.pofile": "translate.exchange",
    "distributed": "play.series.engines",
    "budoux": "layout.text.words",
    "cssselect2": "read.pictures.svg_css",
    "fontTools": "scene",
    "fontTools.fontBuilder": "backends.pdf.cff_fonts",
    "fontTools.misc.psCharStrings": "backends.pdf.cff_fonts",
    "fontTools.pens.t2CharStringPen": "backends.pdf.cff_fonts",
    "fontTools.ttLib.sfnt": "backends.pdf.font_files",
    "fontTools.unicodedata": "layout.text",
    "markdown_it": "read.declared.markdown",
    "icu4py": "layout.text model.language.field_values model.texts.message",
    "pypdfium2": "scene.pdf",
    "pyarrow": "play.experiments.running",
    "lsprotocol": "editor.server",
    "pygls": "editor.server",
    "platformdirs": "read.files.shelf",
    "pyphen": "layout.text.typesetter",
    "random": "play",
    "reportlab": "backends.pdf",
    "rich": "cli",
    "segno": "layout.elements",
    "starlette": "web.safe",
    "svgwrite": "backends.svg",
    "tinycss2": "read.pictures.svg_css",
    "tinycss2.color4": "model.language.kinds",
    "typer": "cli",
    "uharfbuzz": "layout.text backends.pdf.font_files scene.fonts",
    "uvicorn": "web.safe",
    "xlrd": "read.workbooks.xls",
    "watchfiles": "make.screens.workshop",
    "yaml": "read",
}
"""The one place where each library is imported.

HarfBuzz has two, for shaping and for cutting fonts down, and ICU, for lines of text and for counting letters;
Pillow has one more in the process that looks at PDF files, which has to start fast.
"""

PRETENDS = {"model.values"}
"""Modules that show type checkers a definition of the standard library in the place of their own."""

LAZY = {
    "__main__",
    "output",
    "backends.formats",
    "backends.pdf",
    "cli",
    "layout.document",
    "layout.elements.pictures",
    "layout.text.typesetter",
    "layout.text.words",
    "make.jobs.files",
    "make.jobs.jobs",
    "make.pipeline",
    "make.jobs.processes",
    "make.runs",
    "model.language.field_values",
    "model.texts.message",
    "model.language.kinds",
    "play.series.engines",
    "play.experiments.running",
    "rules.game",
    "read.workbooks.number_formats",
    "read.workbooks.process",
    "read.files.yaml",
    "read.cached",
    "read.files.shelf",
    "read.kits.kits",
    "read.kits.origins",
    "read.kits.shared",
    "read.pieces.rows",
    "read.pictures.pictures",
    "read.pictures.svg",
    "read.pictures.svg_tree",
    "read.wordings.plurals",
    "scene.fonts",
    "scene.pdf.pages",
    "scene.pdf.survey",
    "scene.svg_outline",
    "system",
}
"""Modules that import inside of functions: commands, and what only some kits or long runs need."""

LOADS_BY_NAME = {"backends.formats", "cli.options", "cli.playing.asking", "rules.game"}
"""Modules that import what data names: back ends, commands, the editor of the system, rules of games."""


@cache
def read_texts() -> dict[str, str]:
    """Return every module of the program, by its name without `generator.`."""
    paths = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in sorted(ROOT.rglob("*.py"))
    }
    return {name.removesuffix(".__init__"): path.read_text("utf-8") for name, path in paths.items()}


@cache
def read_modules() -> dict[str, ast.Module]:
    """Return the syntax of every module, by its name."""
    return {name: ast.parse(text) for name, text in read_texts().items()}


@cache
def read_imports() -> dict[str, set[str]]:
    """Return what each module imports, lazily too; modules of ours without `generator.`."""
    return {module: list_imports(tree) for module, tree in read_modules().items()}


def list_imports(tree: ast.AST) -> set[str]:
    """Modules that a module imports, lazily too; our own without `generator.` before them."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            ours = {name for name in inner if name.removeprefix("generator.") in read_modules()}
            found |= ours or {node.module or ""}
    return {name.removeprefix("generator.") for name in found}


def list_arrows(room: str) -> Iterator[tuple[str, str, str]]:
    """Imports across the rooms, or across the wings of a room: module, from which, to which."""
    depth = 1 if room else 0
    for module, names in read_imports().items():
        for name in names & read_modules().keys():
            ends = module.split("."), name.split(".")
            inside = all(len(end) > depth and (not room or end[0] == room) for end in ends)
            if inside and ends[0][depth] != ends[1][depth]:
                yield module, ends[0][depth], ends[1][depth]


def is_below(module: str, folders: set[str]) -> bool:
    return any(f"{module}.".startswith(f"{folder}.") for folder in folders)


def test_arrows_run_down_and_are_few() -> None:
    """Rooms import lower floors alone, wings lower wings of their room alone."""
    for room, floors in {"": FLOORS, **WINGS}.items():
        number = {name: floor for floor, names in enumerate(floors) for name in names}
        arrows = set()
        for module, start, end in list_arrows(room):
            assert number[end] < number[start], f"{module} imports {room or 'generator'}.{end}"
            arrows.add((start, end))
        assert len(arrows) <= MOST_ARROWS[room], f"{room or 'generator'} has {len(arrows)} arrows"
    assert sum(len(names & read_modules().keys()) for names in read_imports().values()) <= MOST_FILE_ARROWS


def list_definitions(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines at its top level."""
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.Assign(targets=targets):
                yield from (
                    one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)
                )
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def test_an_imported_name_is_unique() -> None:
    """A name that another file imports is defined once; games may share words, as none imports another.

    Type variables have one letter, and are defined wherever they are needed.
    """
    homes: dict[str, list[str]] = {}
    for module, tree in read_modules().items():
        for name in {*list_definitions(tree)}:
            homes.setdefault(name, []).append(module)
    imported = {
        alias.name
        for tree in read_modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("generator.")
        for alias in node.names
        if len(alias.name) > 1
    }
    owners = {name: [find_game(module) for module in homes.get(name, ())] for name in imported}
    twice = {
        name: homes[name]
        for name, games in owners.items()
        if len(games) > 1 and ("" in games or len({*games}) < len(games))
    }
    assert twice == {}


def find_game(module: str) -> str:
    """Return the game to which a module belongs, or an empty text."""
    return module.split(".")[1] if module.startswith("games.") else ""


def test_modules_keep_to_the_doors() -> None:
    """A library is imported by its one door; imports stand at the top; nothing hides from this test."""
    for module, tree in read_modules().items():
        text = read_texts()[module]
        if "TYPE_CHECKING" in text or "import_module" in text:
            text = ast.unparse(tree)  # without comments
        assert "TYPE_CHECKING" not in text or module in PRETENDS, module
        assert "import_module" not in text or module in LOADS_BY_NAME, f"{module} imports by name"
        if not is_below(module, {*LAZY, *PRETENDS}):
            imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
            assert all(node in tree.body for node in imports), f"{module} imports inside a function"
        for name in read_imports()[module] - read_modules().keys():
            top = name.split(".")[0]
            door = DOORS.get(name, DOORS.get(top))
            if door is None:
                assert top in sys.stdlib_module_names or top == "generator", f"{top} has no door"
            else:
                assert is_below(module, {*door.split()}), f"{module} imports {name}"


def test_games_know_nothing_of_paper() -> None:
    """Rules, games and their uses import nothing that draws: the two sides meet only in the model."""
    for module, names in read_imports().items():
        if module.split(".")[0] in {"rules", "games", "play"}:
            drawing = {name.split(".")[0] for name in names} & {"scene", "layout", "backends"}
            assert drawing == set(), f"{module} imports {drawing}"


def test_no_modules_import_each_other_in_a_circle() -> None:
    """The imports of all modules have an order."""
    graph = {module: names & read_modules().keys() - {module} for module, names in read_imports().items()}
    TopologicalSorter(graph).prepare()


def test_tests_mirror_the_rooms() -> None:
    """Every room that has code in it has a folder of tests."""
    rooms = {module.split(".")[0] for module in read_modules() if "." in module}
    assert {room for room in rooms if not (ROOT.parent / "tests" / room).is_dir()} == set()


def test_files_that_the_architecture_names_exist() -> None:
    """Each path of docs/architecture.md is a file or a folder, of the program or of the project."""
    project = ROOT.parent
    text = (project / "docs" / "architecture.md").read_text("utf-8")
    named = set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.\w+)?|[a-z_/]+\.py)`", text))
    known = {path.name for path in ROOT.rglob("*.py")}
    missing = [
        name
        for name in sorted(named)
        if not ((ROOT / name).exists() or (project / name).exists() or ("/" not in name and name in known))
    ]
    assert [name for name in missing if name not in ("wording/", "rules.py")] == []


def test_names_that_the_architecture_has_of_a_file_are_in_it() -> None:
    """A name that docs/architecture.md has with a file is in it: `Page` (`scene/shapes.py`)."""
    text = (ROOT.parent / "docs" / "architecture.md").read_text("utf-8")
    found = re.findall(r"((?:`[\w.]+`(?:,? and |, |))+) (?:in |of |\()`([a-z_/]+\.py)`", text)
    named = [(name, file) for names, file in found for name in re.findall(r"`([\w.]+)`", names)]
    assert len(named) >= 10
    assert [
        (name, file)
        for name, file in named
        if (ROOT / file).is_file()
        for word in name.split(".")
        if not re.search(rf"\b{word}\b", (ROOT / file).read_text("utf-8"))
    ] == []


def test_files_of_the_program_that_documents_name_exist() -> None:
    """Each path from the folder `generator` in a document is a file or a folder."""
    project = ROOT.parent
    documents = (*project.glob("*.md"), *project.glob("docs/**/*.md"))
    named = {
        (path.name, name)
        for path in documents
        for name in re.findall(r"`(generator/[\w/]+(?:\.py)?)`", path.read_text("utf-8"))
    }
    assert len(named) > 5
    assert {(page, name) for page, name in named if not (project / name).exists()} == set()
