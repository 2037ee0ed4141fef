"""docs/translating.md is true: its commands are run and its changes made, from the first to the last."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from generator.read.declared.markdown import read_markdown
from generator.read.files.shelf import find_shelf
from generator.read.wordings.wordings import read_wording_file
from generator.translate.wording_edits import put_texts

PAGE = Path(__file__).parents[2] / "docs" / "translating.md"
GAME = Path("my-game")
Petri = Callable[..., Result]


def read_blocks() -> list[tuple[str, str, str]]:
    """Return the language, the text before it, and the content of every fenced block."""
    page = PAGE.read_text("utf-8")
    found = re.finditer(r"^```(\w*)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return [(match[1], page[: match.start()].rstrip(), match[2]) for match in found]


def change_file(before: str, block: str) -> None:
    """Takes out the lines with a `-` and puts in those with a `+`; the others say where."""
    named = re.search(r"[Ii]n\s`([\w/.]+)`:\Z", before)
    assert named, before[-60:]
    lines = block.splitlines()
    old, new = ("\n".join(line[1:] for line in lines if line[0] != left_out) + "\n" for left_out in "+-")
    path = GAME / named[1]
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{path} has this {text.count(old)} times: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_page_works_as_written(petri: Petri) -> None:
    """All of its commands succeed in an empty folder, and write what the page says."""
    for kind, before, block in read_blocks():
        if kind == "diff":
            change_file(before, block)
        for line in block.splitlines() if kind == "sh" else ():
            command, *words = shlex.split(line)
            assert command == "petri"
            done = petri(*words)
            assert done.exit_code == 0, f"{line}\n{done.output}"
    assert "Antes da chuva" in Path("pt.po").read_text("utf-8")
    assert "Antes da chuva" in Path("pt.csv").read_text("utf-8")
    assert Path("output/my-game/proof-pt-a4.pdf").is_file()
    assert Path("output/my-game/rules-pt-a4.pdf").is_file()
    assert "board.title" in (GAME / "wording/reviewed/pt.txt").read_text("utf-8")


def test_it_has_everything_in_it() -> None:
    """Every command of `petri locale`, and changes."""
    kinds = [kind for kind, _, _ in read_blocks()]
    assert kinds.count("diff") >= 4
    commands = "".join(block for kind, _, block in read_blocks() if kind == "sh")
    for name in ("new", "export", "import", "proof", "accept", "my-game --locale"):
        assert f"petri locale {name}" in commands


def test_the_language_can_be_finished_and_released(petri: Petri) -> None:
    """With every text translated, accepted and released, it is clean and builds."""
    petri("new", "--complete", GAME)
    petri("locale", "new", GAME, "pt")
    path = GAME / "wording" / "pt.yaml"
    english = {
        key: text
        for folder in (GAME / "wording", find_shelf().wording)
        for key, text in read_wording_file(folder / "en.yaml").sentences.items()
    }
    english |= read_markdown(GAME / "rules.md").texts
    text = put_texts(path.read_text("utf-8"), english, order=english)
    path.write_text(text.replace("status: draft\n", ""), encoding="utf-8")
    assert petri("locale", GAME, "--text-only").exit_code == 1
    petri("locale", "accept", GAME, "pt", *{key.split(".")[0] for key in english})
    done = petri("locale", GAME, "--text-only")
    assert done.exit_code == 0, done.stdout
    done = petri("make", GAME, "--locale", "pt", "--part", "comb")
    assert (done.exit_code, done.stderr) == (0, "")
