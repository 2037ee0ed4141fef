"""docs/your-own-game.md is true: every command on it is run, every change is made, every message is told."""

import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from typer.testing import Result

PAGE = Path(__file__).parents[1] / "docs" / "your-own-game.md"
GAME = Path("my-game")
Petri = Callable[..., Result]


class Block(NamedTuple):
    """A fenced block, and the words right before it."""

    kind: str
    """`sh`: commands. `diff`: a change. `text`: what the command before it says. Empty: a tree of files."""
    before: str
    lines: list[str]


def read_blocks() -> Iterator[Block]:
    page = PAGE.read_text("utf-8")
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE):
        yield Block(match[1], page[: match.start()].rstrip(), match[2].splitlines())


def change_file(block: Block) -> None:
    """Takes out the lines with a `-` and puts in those with a `+`; the others say where."""
    named = re.search(r"[Ii]n\s`([\w/.-]+)`:\Z", block.before)
    assert named, block.before[-60:]
    assert all(line[0] in " -+" for line in block.lines)
    old, new = (
        "\n".join(line[1:] for line in block.lines if line[0] != left_out) + "\n" for left_out in "+-"
    )
    path = Path(named[1]) if Path(named[1]).parts[0] in ("my-deck", "garden") else GAME / named[1]
    if not any(line.startswith(("-", " ")) for line in block.lines):
        assert not path.exists()
        path.parent.mkdir(exist_ok=True)
        path.write_text(new, encoding="utf-8")
        return
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{path} has this {text.count(old)} times: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def run_commands(petri: Petri, block: Block, told: Block | None) -> None:
    """Each one works, unless the page shows what is told instead: then that, and nothing else, is told."""
    for line in block.lines:
        command, *words = shlex.split(line)
        if command == "cp":
            shutil.copy(*words)
            continue
        assert command == "petri"
        done = petri(*words)
        if told is None:
            assert done.exit_code == 0, f"{line}\n{done.output}"
        else:
            said = done.stderr.splitlines() or [
                each for each in done.stdout.splitlines() if each in told.lines
            ]
            assert (done.exit_code, said) == (1, told.lines), line


def find_totals(petri: Petri, game: str) -> dict[str, int]:
    """The points of the score file of a game."""
    done = petri("score", game, f"{game}/evening.yaml", "--json")
    return {player["name"]: player["total"] for player in json.loads(done.stdout)["players"]}


def test_the_walk_through_works_as_written(petri: Petri) -> None:
    """From the first block to the last, in an empty folder; what is made is right in every language."""
    blocks = list(read_blocks())
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
        if block.kind == "diff":
            change_file(block)
        elif block.kind == "sh":
            run_commands(petri, block, after if after and after.kind == "text" else None)
        elif block.kind == "yaml":
            assert Path("my-deck/my-deck.yaml").read_text("utf-8").splitlines() == block.lines
    assert find_totals(petri, "my-game") == {"Ana": 30, "Bo": 29}
    assert find_totals(petri, "garden") == {"Ana": 12, "Bo": 10}
    assert {path.name for path in Path("output/my-game").glob("rules-*")} == {
        f"rules-{locale}-a4.pdf" for locale in ("en", "es", "de")
    } | {f"rules-{locale}-letter.pdf" for locale in ("en", "es")}


def test_the_walk_through_has_everything_in_it() -> None:
    """Commands, changes, and mistakes on purpose."""
    kinds = [block.kind for block in read_blocks()]
    assert set(kinds) == {"sh", "diff", "text", "yaml", ""}
    assert kinds.count("text") >= 2
    assert kinds.count("diff") > 10


def test_the_files_that_are_named_are_there(petri: Petri) -> None:
    """Whatever the page says lies in the new folder does."""
    (tree,) = (block for block in read_blocks() if not block.kind)
    named = [name for line in tree.lines[1:] for name in re.findall(r"[\w/]+\.\w[\w.]*", line)]
    assert len(named) > 10
    petri("new", "--complete", GAME)
    assert [name for name in named if not (GAME / name).is_file()] == []
