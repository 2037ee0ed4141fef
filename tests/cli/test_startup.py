"""`petri --help` and the tab key answer at once."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

SCREENS = {"starlette", "uvicorn", "watchfiles"}
DRAWING = SCREENS | {
    "PIL",
    "fontTools",
    "icu4py",
    "pypdfium2",
    "reportlab",
    "rich",
    "svgwrite",
    "uharfbuzz",
    "yaml",
}
LIBRARIES = DRAWING | {
    "babel",
    "barcode",
    "cssselect2",
    "budoux",
    "pyphen",
    "xlrd",
    "resvg_py",
    "segno",
    "tinycss2",
}
GAMES = Path(__file__).parents[2] / "data" / "games"

PROGRAM = """
import sys
from generator.cli.app import main
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def run_petri(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The real program; on stderr the modules that it has imported."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def libraries(done: subprocess.CompletedProcess[str]) -> set[str]:
    return {name.partition(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["--version"]])
def test_help_imports_nothing_that_reads_or_draws(words: list[str]) -> None:
    """No library that reads data, draws or paints tables is imported for it."""
    done = run_petri(*words)
    assert done.returncode == 0, done.stderr
    assert libraries(done) & (DRAWING | {"pydantic"}) == set()


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["make", "--help"],
        ["check", "-h"],
        ["list", "-h"],
        ["schema", "-h"],
        ["preview", "-h"],
        ["table", "-h"],
    ],
)
def test_help_of_a_command_imports_nothing_that_draws(words: list[str]) -> None:
    """The same, but for pydantic, which newer versions of typer take for the options of a command."""
    done = run_petri(*words)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Usage: petri")
    assert libraries(done) & DRAWING == set()


STARTS = Path(__file__).with_name("start_imports.yaml")
"""Modules of ours, and libraries, that short commands import; `pytest --write-starts` writes it."""


@pytest.mark.parametrize("words", ["--help", "make --help", "make pox --part cards"])
def test_a_start_imports_what_is_listed(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """A change of the list is a decision, since each module costs time; the deck is read from the cache."""
    monkeypatch.chdir(tmp_path)
    for _ in range(1 if "--help" in words else 2):
        done = run_petri(*words.split(), PETRI_CACHE=str(tmp_path / "cache"))
        assert done.returncode == 0, done.stderr
    modules = {*done.stderr.split()}
    tops = {name.partition(".")[0] for name in modules if not name.startswith("_")} - {"generator"}
    found = {
        "ours": sorted(name for name in modules if name.startswith("generator.") and name.count(".") > 1),
        "libraries": sorted(tops - sys.stdlib_module_names),
    }
    known = yaml.safe_load(STARTS.read_text("utf-8"))
    if request.config.getoption("--write-starts"):
        STARTS.write_text(yaml.safe_dump(known | {words: found}, sort_keys=True), "utf-8")
    else:
        assert found == known[words]


def test_one_deck_is_printed_without_the_code_of_other_parts(tmp_path: Path) -> None:
    """Readers and layouts of booklets, sheets and tokens are not imported for it."""
    done = run_petri(
        "make", "virus-and-co", "--part", "cards", "--locale", "en", "--to", "txt", "--out", str(tmp_path)
    )
    assert done.returncode == 0, done.stderr
    ours = " ".join(name for name in done.stderr.split() if name.startswith("generator."))
    assert "generator.read.pieces.sets" in ours
    for other in ("read.booklets", "read.sheets", "layout.booklets", "layout.sheets"):
        assert f"generator.{other}" not in ours


def test_pages_import_nothing_that_services_and_tables_need(tmp_path: Path) -> None:
    words = f"make pox --part cards --locale en --out {tmp_path}"
    modules = run_petri(*words.split(), PETRI_CACHE="off").stderr.split()
    assert "generator.make.pipeline" in modules
    for other in ("orders", "preflight.inspection", "tables", "uploads"):
        assert f"generator.make.{other}" not in modules


COMMON = {"cli", "errors", "inputs", "output", "system"}
READS = {*COMMON, "model", "read", "scene"}
PLAYS = {*READS, "games", "play", "rules"}
MAKES = {*READS, "backends", "layout", "make"}
TEXTS = {"babel", "fontTools", "icu4py", "yaml"}


@pytest.mark.parametrize(
    ("words", "rooms", "used"),
    [
        ("--help", COMMON, set()),
        ("make --help", {*COMMON, "make", "model", "read"}, set()),
        ("list", MAKES - {"layout"}, {"fontTools", "rich", "yaml"}),
        ("score pox {games}/pox/example_game.yaml", PLAYS, {*TEXTS, "rich"}),
        ("simulate pox --players 2 -n 1", {*PLAYS, "backends", "make"}, {*TEXTS, "rich"}),
        ("make pox --part cards --to txt --out {out}", MAKES, {*TEXTS, "uharfbuzz"}),
        (
            "make fight-the-virus --part sheet --out {out}",
            MAKES,
            {*TEXTS, "uharfbuzz", "reportlab", "PIL"},
        ),
    ],
)
def test_a_command_imports_only_what_it_uses(
    words: str, rooms: set[str], used: set[str], tmp_path: Path
) -> None:
    """Rooms and libraries that a command does not need are not imported for it."""
    done = run_petri(*words.format(games=GAMES, out=tmp_path).split(), PETRI_CACHE="off")
    assert done.returncode == 0, done.stderr
    modules = done.stderr.split()
    assert {name.split(".")[1] for name in modules if name.startswith("generator.")} == rooms
    assert libraries(done) & LIBRARIES == used


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache that these tests share; the first of them fills it with the games."""
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize(
    ("words", "used"),
    [
        ("list", {"fontTools", "rich"}),
        ("check fight-the-virus --locale en", {"fontTools", "rich"}),
        (
            "make fight-the-virus --part sheet --out {out}",
            {"fontTools", "icu4py", "uharfbuzz", "reportlab", "PIL"},
        ),
    ],
)
def test_a_game_that_is_known_is_not_read_again(
    words: str, used: set[str], tmp_path: Path, cache: Path
) -> None:
    """The second run of a command does not even import what reads games."""
    for _ in range(2):
        done = run_petri(*words.format(out=tmp_path / "out").split(), PETRI_CACHE=str(cache))
        assert done.returncode == 0, done.stderr
    assert libraries(done) & LIBRARIES == used
    assert "generator.read.kits.kits" not in done.stderr.split()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("petri chec", "check"),
        ("petri make fight-", "fight-the-virus"),
        ("petri make --part she", "sheet"),
        ("petri make --paper a4,le", "a4,letter"),
        ("petri make --locale en,e", "en,es"),
        ("petri make --locale a", "all"),
        ("petri make --to sv", "svg"),
        ("petri schema ki", "kit"),
    ],
)
def test_tab_key_offers_names(typed: str, offered: str) -> None:
    """The shell completes commands, games, parts, papers, locales, formats and schemas, without drawing."""
    done = run_petri(_PETRI_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=str(typed.count(" ")))
    assert offered in done.stdout.split("\n")
    assert libraries(done) & (DRAWING - {"fontTools"}) == set()


def test_a_sheet_is_printed_without_the_code_of_pictures(tmp_path: Path) -> None:
    """Nothing decodes pictures or draws CFF fonts anew."""
    done = run_petri("make", "fight-the-virus", "--part", "sheet", "--to", "svg,txt", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert {"generator.scene.rasters", "generator.backends.pdf.cff_fonts"} & {*done.stderr.split()} == set()


MOST_IN_CLASSES = 4000
"""Characters in the classes of a regular expression, which Python puts into a table one by one."""


def list_patterns() -> dict[str, str]:
    """Regular expressions that modules of the program compile when they are imported, with their places."""
    program = """
import json, pkgutil, re, sys
import generator
compile, found = re.compile, {}
def note(pattern, flags=0):
    frame = sys._getframe(1)
    if isinstance(pattern, str) and frame.f_globals["__name__"].startswith("generator."):
        found[f"{frame.f_globals['__name__']}:{frame.f_lineno}"] = pattern
    return compile(pattern, flags)
re.compile = note
for module in pkgutil.walk_packages(generator.__path__, "generator."):
    if not module.name.endswith("__main__"):
        __import__(module.name)
print(json.dumps(found))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def count_characters(pattern: str) -> int:
    """Count the characters between both ends of all ranges in classes."""
    ends = re.findall(r"([^\\\[])-([^\]\\])", pattern)
    return sum(min(ord(end), 0xFFFF) - min(ord(start), 0xFFFF) for start, end in ends if start < end)


def test_classes_of_regular_expressions_are_small() -> None:
    """A class of nearly all characters, instead of a negated one of a few, takes 15 ms to compile."""
    assert count_characters("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]") > 60_000
    assert len(list_patterns()) > 300
    large = {
        place: count
        for place, one in list_patterns().items()
        if (count := count_characters(one)) > MOST_IN_CLASSES
    }
    assert large == {}
