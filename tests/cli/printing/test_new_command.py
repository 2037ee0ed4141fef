"""`petri new`: a whole game of one's own, or nothing at all."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
import yaml
from typer.testing import Result

from generator.make.game_folders import parse_game_id
from generator.read.files.shelf import find_shelf, list_locales
from generator.read.kits.kits import read_kit
from generator.read.schema import build_schemas
from tests.processes import unmeasured_environment

Petri = Callable[..., Result]

STARTER = find_shelf().complete
PUBLISHED = find_shelf().data / "schemas"
NEW = ("new", "--complete")
OTHERS = set(list_locales(STARTER)) - {"en", "es"}
"""Languages of the starter game that a new one only has if they are asked for."""


def list_files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_everything_is_there(petri: Petri, tmp_path: Path) -> None:
    """The files of the starter game, the schemas beside them, and nothing else."""
    done = petri(*NEW, "my-game")
    assert done.exit_code == 0, done.stderr
    schemas = {f"schemas/{name}.schema.json" for name in build_schemas()}
    others = {
        f"wording/{kind.format(locale)}" for locale in OTHERS for kind in ("{}.yaml", "reviewed/{}.txt")
    }
    assert list_files(tmp_path / "my-game") == list_files(STARTER) - others | schemas
    assert [path.name for path in tmp_path.iterdir()] == ["my-game"]


def test_it_is_right_on_every_paper_in_every_language(petri: Petri) -> None:
    """Nothing has to be mended before it prints: two languages, A4 and Letter."""
    petri(*NEW, "my-game")
    done = petri("check", "my-game")
    assert done.exit_code == 0, done.stdout
    assert "20 documents: no problems" in done.stdout
    for locale in ("en", "es"):
        assert locale in done.stdout


def test_it_has_the_languages_that_are_asked_for(petri: Petri) -> None:
    """English always; no others but those that are named; one that the starter lacks is refused."""
    done = petri(*NEW, "spiel", "--locale", "de")
    assert done.exit_code == 0, done.stderr
    assert list_locales(Path("spiel")) == ("en", "de")
    assert petri(*NEW, "game", "-l", "en").exit_code == 0
    assert list_locales(Path("game")) == ("en",)
    refused = petri(*NEW, "peli", "-l", "fi")
    assert refused.exit_code == 1
    assert "unknown language 'fi'" in refused.stderr
    assert not Path("peli").exists()


def test_what_is_told_next_works(petri: Petri, tmp_path: Path) -> None:
    """The commands that are shown can be typed as they stand there, whatever the folder is called."""
    for folder in ("my-game", "a game/of mine", "pox"):
        said = petri(*NEW, folder).stdout
        commands = re.findall(r"^  petri (.*?)(?:   .*)?$", said, re.MULTILINE)
        assert len(commands) == 2
        for command in commands:
            # The check of all languages and papers is above.
            less = ("--part", "comb") if "make" in command else ("--locale", "en")
            done = petri(*shlex.split(command), *less)
            assert done.exit_code == 0, f"{command}\n{done.output}"
    built = {path.parent.name for path in tmp_path.glob("output/*/comb-es-a4.pdf")}
    assert built == {"my-game", "of-mine", "pox"}


def test_it_is_a_small_whole_game(petri: Petri) -> None:
    """A deck with backs, a board, tokens, a sheet and rules; a theme, icons and pictures of its own."""
    petri(*NEW, "my-game")
    game = Path("my-game")
    kit = read_kit(game, shelf=find_shelf())
    assert [type(part).__name__ for part in kit.parts] == [
        "PieceSet",
        "Board",
        "PieceSet",
        "Sheet",
        "Booklet",
    ]
    deck = kit.parts[0].decks[0]
    assert deck.count == 18
    assert all(piece.back for piece in deck.pieces)
    assert set(kit.wordings) == {"en", "es"}
    assert (game / "themes" / f"{kit.theme.id}.yaml").is_file()
    assert {path.stem for path in game.glob("icons/*.svg")} <= set(kit.icons)
    assert {f"pictures/{path.name}" for path in game.glob("pictures/*")} == set(kit.pictures)


def test_editors_find_the_schemas(petri: Petri) -> None:
    """Every YAML file leads to a schema in its own folder, far from any checkout, and follows it."""
    petri(*NEW, "my-game")
    files = sorted(Path("my-game").rglob("*.yaml"))
    assert files
    validators: dict[str, jsonschema.Draft202012Validator] = {}
    for path in files:
        line = path.read_text("utf-8").split("\n")[0]
        named = re.fullmatch(r"# yaml-language-server: \$schema=((?:\.\./)?schemas/\w+\.schema\.json)", line)
        assert named, f"{path}: {line}"
        schema = path.parent / named[1]
        if schema.name not in validators:
            # Whether schemas are valid themselves is tried where they are published.
            assert schema.read_text("utf-8") == (PUBLISHED / schema.name).read_text("utf-8")
            validators[schema.name] = jsonschema.Draft202012Validator(json.loads(schema.read_text("utf-8")))
        validators[schema.name].validate(yaml.load(path.read_text("utf-8"), yaml.CSafeLoader))


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("my-game", "my_game"),
        ("My Game", "my_game"),
        ("Mi jardín", "mi_jardin"),
        ("bees_2", "bees_2"),
        ("bees 2.0 (new)", "bees_2_0_new"),
        ("--x--", "x"),
    ],
)
def test_ids(name: str, id: str) -> None:
    """Whatever a folder is called, its small letters and digits make the id."""
    assert parse_game_id(name) == id


@pytest.mark.parametrize("words", [("12",), ("¡!",), ("蜜蜂",), ("my-game", "--id", "1st")])
def test_a_name_that_gives_no_id(petri: Petri, tmp_path: Path, words: tuple[str, ...]) -> None:
    """A wrong command line, which says what would be right; nothing is made."""
    done = petri(*NEW, *words)
    assert done.exit_code == 2
    assert "cannot derive an id" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_id_is_that_of_the_folder_or_the_one_that_is_given(petri: Petri) -> None:
    """It names the folder of what is built."""
    petri(*NEW, "my-game")
    petri(*NEW, "12", "--id", "Twelve-Bees")
    assert re.search(r"^id: my_game$", Path("my-game/kit.yaml").read_text("utf-8"), re.MULTILINE)
    assert re.search(r"^id: twelve_bees$", Path("12/kit.yaml").read_text("utf-8"), re.MULTILINE)
    assert petri("make", "12/kit.yaml", "--part", "comb").exit_code == 0
    assert Path("output/twelve-bees/comb-en-a4.pdf").is_file()


def test_an_empty_folder_is_filled(petri: Petri, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the one that we are in, by its own name."""
    (tmp_path / "bees").mkdir()
    monkeypatch.chdir(tmp_path / "bees")
    assert petri(*NEW, ".").exit_code == 0
    assert "\nid: bees\n" in (tmp_path / "bees" / "kit.yaml").read_text("utf-8")


def test_an_empty_name_is_no_folder(petri: Petri, tmp_path: Path) -> None:
    """Nothing is written into the folder where one stands, unless it is called `.`."""
    done = petri(*NEW, "")
    assert done.exit_code == 2
    assert "is empty; write `.`" in done.stderr
    assert list_files(tmp_path) == set()


def test_folders_on_the_way_are_made(petri: Petri) -> None:
    """As many as it takes."""
    assert petri(*NEW, "games/of/mine").exit_code == 0
    assert Path("games/of/mine/kit.yaml").is_file()


@pytest.mark.parametrize("file", ["note.txt", ".hidden", "kit.yaml"])
def test_a_folder_with_something_in_it(petri: Petri, tmp_path: Path, file: str) -> None:
    """It is told, and all stays as it is."""
    folder = tmp_path / "my-game"
    folder.mkdir()
    (folder / file).write_text("mine")
    done = petri(*NEW, "my-game")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "my-game: the folder already exists and is not empty; choose a new one\n"
    assert list_files(folder) == {file}
    assert (folder / file).read_text() == "mine"


@pytest.mark.posix("symbolic links")
@pytest.mark.parametrize("folder", ["taken", "taken/deeper", "/dev/null", "/dev/null/deeper", "lost"])
def test_a_file_in_the_way(petri: Petri, tmp_path: Path, folder: str) -> None:
    """The path and the reason are told; a link that leads nowhere is in the way as well."""
    (tmp_path / "taken").write_text("mine")
    (tmp_path / "lost").symlink_to(tmp_path / "nowhere")
    done = petri(*NEW, folder)
    assert done.exit_code == 1
    assert folder in done.stderr
    expected = "is a file, not a folder" if "deeper" in folder else "a file with this name already exists"
    assert expected in done.stderr
    assert (tmp_path / "taken").read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such limits")
def test_nothing_half_made_is_left(tmp_path: Path) -> None:
    """When the disk is full, or a file may not be as large, not even a folder stays."""
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000));"
        "from generator.cli.app import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *NEW, "deep/my-game"],
        cwd=tmp_path,
        env=unmeasured_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert re.fullmatch(r"deep/my-game/schemas/\w+\.schema\.json: the file exceeds .*\n", done.stderr)
    assert list(tmp_path.iterdir()) == []


def test_the_starter_has_no_schemas_of_its_own() -> None:
    """In the project its files name the published ones, so that there is one of each."""
    assert not (STARTER / "schemas").exists()
    for path in STARTER.rglob("*.yaml"):
        depth = len(path.relative_to(STARTER).parts)
        assert path.read_text("utf-8").startswith(f"# yaml-language-server: $schema={'../' * depth}schemas/")
