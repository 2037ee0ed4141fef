"""What the documents tell people to type works as it stands there."""

import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
import typer
import yaml
from typer.main import get_command
from typer.testing import Result

from generator.cli.app import COMMANDS, app, find_command
from generator.read.files.shelf import find_shelf, list_locales
from generator.read.wordings.wordings import read_wording_file
from tests.filling import fill_by_pikepdf
from tests.samples import proves_all, sample
from tools.tasks import TASKS

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
WALK_THROUGHS = ("your-own-game.md", "translating.md")
"""Their commands build on each other: test_your_own_game.py and test_translating.py run them."""
RUN_ELSEWHERE = ("petri check", "petri check fight-the-virus", "petri convert my-game/rules.yaml")
"""test_check_command.py checks all games, which takes long; test_markdown_writer.py converts booklets."""
NEEDS_FILES = r"petri import |my-deck/|petri diff |my-game|\.petri|cards\.yaml|table\.yaml|--verify"
"""Examples with files, games of one's own, commits, or measures: other tests run such commands."""
SERVES = r"petri (preview|table)|--share"
"""Examples that answer a browser until they are stopped."""
ASKS = "# asks"
"""What is said of a command that needs somebody who answers."""
SHORTER = {
    "simulate .*": ["--games", "1", "--processes", "1"],
    "make( --locale all .*)?": ["virus-and-co", "--part", "score_pad"],
}
"""Words that are added to examples that take long: `make print` builds everything in a minute."""
FEWER = {
    "make fight-the-virus --locale all .*": ["--part", "aid"],
    "make pandemic --to .*": ["--part", "tokens"],
    "make virus-and-co .* --for .*": ["--cards", "1-3"],
    "make pandemic --part city_cards(,rules)? --to .*": ["--cards", "1-3"],
    "plan pox .*": ["--part", "cards"],
    "locale pox": ["--locale", "es"],
}
"""Words that are added to others but in `make proof`: the same options, for less of a game."""
SEARCH = r"\bsearch(:\d+)?"
"""Players that search; but in `make proof`, they search little."""
FORM = "sheet-en-a4-form.pdf"
"""A file that is filled in before it is scored."""
Petri = Callable[..., Result]


def find_examples() -> Iterator[tuple[str, str]]:
    """Yield each `petri ...` of a fenced block of shell, without its comment, and the document's name."""
    for document in DOCUMENTS:
        if document.name in WALK_THROUGHS:
            continue
        for block in re.findall(r"```(?:sh|console|bash)\n(.*?)```", document.read_text("utf-8"), re.DOTALL):
            for line in block.splitlines():
                command = line.removeprefix("$ ").removeprefix(".venv/bin/")
                said = command.partition(" #")[0].strip()
                if command.startswith("petri") and ASKS not in command and said not in RUN_ELSEWHERE:
                    yield said, document.name


EXAMPLES = dict(sorted(find_examples()))
"""The last document that has each example: what several have is run once."""
READ_FIRST = [pair for pair in EXAMPLES.items() if pair[1] == "README.md"]
READ_LATER = [
    pair
    for pair in EXAMPLES.items()
    if pair[1] != "README.md" and not re.search(f"{NEEDS_FILES}|{SERVES}", pair[0])
]


@pytest.mark.parametrize("command", EXAMPLES)
def test_example_has_options_that_exist(command: str) -> None:
    """Each of its words is read by the command; what the examples of a sample do is tried below."""
    name, *words = shlex.split(re.sub(r" [<>] .*", "", command))[1:]
    assert find_command(name).make_context(name, words)


@pytest.mark.parametrize(("command", "document"), [*READ_FIRST, *sample(READ_LATER, 6, key="examples")])
def test_example_runs(petri: Petri, monkeypatch: pytest.MonkeyPatch, command: str, document: str) -> None:
    """The example ends with exit code 0; what a shell does with `<` and `>` is done for it."""
    monkeypatch.setenv("BROWSER", "any")
    monkeypatch.setattr(typer, "launch", lambda path: 0)
    game = re.search(r"```yaml\n(game: .*?)```", (ROOT / "docs" / "score.md").read_text("utf-8"), re.DOTALL)
    assert game
    evening = Path("evening.yaml")
    evening.write_text(game[1], "utf-8")
    line, _, typed = command.partition(" < ")
    words = shlex.split(line.partition(" > ")[0])[1:]
    if words[0] == "score" and FORM in words:
        made = petri("make", "fight-the-virus", "--part", "sheet", "--to", "form").output.split(" (")[0]
        filled = fill_by_pikepdf(Path(made).read_bytes(), {"sheet/1/research/1/cross": "yes"})
        Path(FORM).write_bytes(filled)
    if not proves_all():
        words = [re.sub(SEARCH, "search:100", word) for word in words]
    for pattern, less in (SHORTER if proves_all() else {**SHORTER, **FEWER}).items():
        words += less if re.fullmatch(pattern, " ".join(words)) else []
    done = petri(*words, typed=Path(typed.strip()).read_text("utf-8") if typed else "")
    assert done.exit_code == 0, f"{document}: {command}\n{done.stderr}"


@pytest.mark.parametrize(
    "command", re.findall(r"\| `petri ([^`]+)` \|", (ROOT / "README.md").read_text("utf-8"))
)
def test_first_command_of_each_aim_exists(command: str) -> None:
    """The table of aims in the README has commands as they are typed."""
    name, *words = shlex.split(command)
    assert find_command(name).make_context(name, words)


def test_there_are_examples() -> None:
    """The documents have examples at all: the search for them is right."""
    assert len(EXAMPLES) > 5
    assert "README.md" in EXAMPLES.values()


def test_every_command_and_option_is_documented() -> None:
    """docs/commands.md has a heading for each command and names each of its options, and no others."""
    sections = dict(
        re.findall(r"^## petri (\w+)[^\n]*\n(.*?)(?=^## )", _commands(), re.DOTALL | re.MULTILINE)
    )
    assert set(sections) == set(COMMANDS)
    for name, summary in COMMANDS.items():
        command = find_command(name)
        assert command.help.startswith(f"{summary}\n") or command.help == summary, f"petri {name}"
        inner = getattr(command, "commands", {}).values()
        params = [param for one in (command, *inner) for param in one.params]
        flags = [flag for param in params for flag in (*param.opts, *param.secondary_opts)]
        options = {flag for flag in flags if flag.startswith("-")}
        rows = re.findall(r"^\| (`-.+?|…) \|(.*)", sections[name], re.MULTILINE)
        cells = [meaning if names == "…" else names for names, meaning in rows]
        assert {*re.findall(r"`(--?[\w-]+)`", " ".join(cells))} == options, f"petri {name}"


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
    """`make something` in a document is a task, and each task is a target of the Makefile."""
    (listed,) = re.findall(r"^TASKS := (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    targets = {*TASKS}
    assert listed.split() == [*TASKS]
    named = {
        name
        for document in DOCUMENTS
        for name in re.findall(r"(?:^|`)make ([a-z]+)", document.read_text("utf-8"), re.MULTILINE)
    }
    assert named <= targets
    assert {"print", "test"} <= named


def read_prose(document: Path) -> str:
    """Return a document without its code."""
    text = re.sub(r"^(```+).*?^\1$", "", document.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def test_files_that_are_linked_exist() -> None:
    """A link to a file of the project leads somewhere."""
    for document in DOCUMENTS:
        for target in re.findall(r"\]\((?!https:)([^)#:]+)[^)]*\)", read_prose(document)):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


@cache
def list_anchors(document: Path) -> set[str]:
    """Return the anchors of the headings of a document, as GitHub makes them."""
    text = re.sub(r"^(```+).*?^\1", "", document.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_headings_that_are_linked_exist() -> None:
    """Each link to a heading has a heading with this name in its document."""
    for document in DOCUMENTS:
        for name, anchor in re.findall(r"\]\(([\w./-]*\.md)?#([^)]+)\)", read_prose(document)):
            target = document.parent / name if name else document
            assert anchor in list_anchors(target), (document.name, name, anchor)


def test_every_document_is_on_the_site() -> None:
    """Each document, those of the games too, has a place in the contents of the site."""
    contents = yaml.safe_load((ROOT / "docs" / "site" / "contents.yaml").read_text("utf-8"))
    listed = {
        (ROOT / "docs" / place[0]).resolve() for part in contents.values() for place in part.values() if place
    }
    documents = {*(ROOT / "docs").rglob("*.md"), ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"}
    assert documents - listed == {ROOT / "docs" / "index.md"}, "the first page is above the contents"


def test_every_picture_is_shown_and_can_be_drawn_anew() -> None:
    """No picture is left over, and `make pictures` knows each of them."""
    pages = "".join(document.read_text("utf-8") for document in DOCUMENTS)
    drawn = "".join(path.read_text("utf-8") for path in (ROOT / "docs" / "pictures").glob("draw*.py"))
    for path in (ROOT / "docs" / "pictures").glob("*.png"):
        assert f"pictures/{path.name})" in pages, path.name
        assert f'"{path.name}"' in drawn, path.name


def test_the_table_in_the_readme_is_what_is_shown(petri: Petri) -> None:
    """The game that the README scores comes out as it says there."""
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = re.search(r"```\n(player .*?)```", readme, re.DOTALL)
    assert shown
    done = petri(
        "score", "virus-and-co", "--options", "length=1", "--round", "Ana i3 | Bo 4+i 5 byr | Cleo 3 3 rr"
    )
    assert [line.rstrip() for line in done.stdout.splitlines()] == shown[1].splitlines()


def test_the_readme_has_every_language() -> None:
    """The table of the games names all languages that each of them has."""
    readme = (ROOT / "README.md").read_text("utf-8")
    names = {
        "en": "English",
        "es": "Spanish",
        "it": "Italian",
        "de": "German",
        "fr": "French",
        "ar": "Arabic",
        "ja": "Japanese",
        "pt-BR": "Brazilian Portuguese",
    }
    shelf = find_shelf()
    for game in shelf.list_games():
        title = read_wording_file(shelf.games / game / "wording" / "en.yaml").sentences["kit.title"]
        (row,) = re.findall(rf"^\| {re.escape(title)}.*", readme, re.MULTILINE)
        told = row.removesuffix(" |").split(" | ")[-1]
        told = "English, Spanish, Italian, German, French" if told == "the same" else told
        assert {names[locale] for locale in list_locales(shelf.games / game)} == {*told.split(", ")}


def _commands() -> str:
    return (ROOT / "docs" / "commands.md").read_text("utf-8")
