"""What the documents tell people to type works as it stands there."""

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import Result

from generator.cli.app import app

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
WALK_THROUGHS = ("your-own-game.md", "translating.md")
"""Their commands build on each other: test_your_own_game.py and test_translating.py run them."""
ASKS = "# asks"
"""What is said of a command that needs somebody who answers."""
FEWER_GAMES = ["--games", "1", "--processes", "1"]
"""Series that documents show take minutes: as examples they are shortened, and what they say is theirs."""
Petri = Callable[..., Result]


def find_examples() -> Iterator[tuple[str, str]]:
    """Every line `petri ...` of a fenced block of shell, in any document, with the document's name."""
    for document in DOCUMENTS:
        if document.name in WALK_THROUGHS:
            continue
        for block in re.findall(r"```(?:sh|console|bash)\n(.*?)```", document.read_text("utf-8"), re.DOTALL):
            for line in block.splitlines():
                command = line.removeprefix("$ ").removeprefix(".venv/bin/")
                if command.startswith("petri") and ASKS not in command:
                    yield document.name, command


EXAMPLES = sorted(set(find_examples()))


@pytest.mark.parametrize(("document", "command"), EXAMPLES)
def test_example_runs(petri: Petri, document: str, command: str) -> None:
    """The example ends with exit code 0; what a shell does with `<` and `>` is done for it."""
    game = re.search(r"```yaml\n(game: .*?)```", (ROOT / "docs" / "score.md").read_text("utf-8"), re.DOTALL)
    assert game
    evening = Path("evening.yaml")
    evening.write_text(game[1], "utf-8")
    line, _, typed = command.partition(" #")[0].partition(" < ")
    words = shlex.split(line.partition(" > ")[0])[1:]
    words += FEWER_GAMES if words[:1] == ["simulate"] else []
    done = petri(*words, typed=Path(typed.strip()).read_text("utf-8") if typed else "")
    assert done.exit_code == 0, f"{document}: {command}\n{done.stderr}"


def test_there_are_examples() -> None:
    """The documents have examples at all: the search for them is right."""
    assert len(EXAMPLES) > 5
    assert any(document == "README.md" for document, _ in EXAMPLES)


def test_every_command_and_option_is_documented() -> None:
    """docs/commands.md has a heading for each command and names each of its options, and no others."""
    sections = dict(
        re.findall(r"^## petri (\w+)[^\n]*\n(.*?)(?=^## )", _commands(), re.DOTALL | re.MULTILINE)
    )
    commands = get_command(app).commands  # type: ignore[attr-defined]
    assert set(sections) == set(commands)
    for name, command in commands.items():
        inner = getattr(command, "commands", {}).values()
        params = [param for one in (command, *inner) for param in one.params]
        options = {flag for param in params for flag in param.opts if flag.startswith("-")}
        told = set(
            re.findall(r"`(--?[\w-]+)`", "\n".join(re.findall(r"^\|.*", sections[name], re.MULTILINE)))
        )
        assert told == options, f"petri {name}"


def test_options_of_petri_itself_are_documented() -> None:
    """So are those that stand before a command."""
    for param in get_command(app).params:
        for flag in param.opts:
            assert f"{flag}`" in _commands(), flag


def test_every_exit_code_is_documented() -> None:
    """The table of exit codes names those that the program has."""
    for code in (0, 1, 2, 130):
        assert f"\n| {code} |" in _commands()


def test_make_targets_that_are_named_exist() -> None:
    """`make something` in a document is a target of the Makefile."""
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {
        name
        for document in DOCUMENTS
        for name in re.findall(r"(?:^|`)make ([a-z]+)", document.read_text("utf-8"), re.MULTILINE)
    }
    assert named <= targets
    assert {"print", "test"} <= named


def test_files_that_are_linked_exist() -> None:
    """A link to a file of the project leads somewhere."""
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)[^)]*\)", document.read_text("utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def _commands() -> str:
    return (ROOT / "docs" / "commands.md").read_text("utf-8")
