"""Braille: files for embossers, as liblouis translates them, and what is said without it."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.backends import braille
from generator.backends.braille import translate_braille, write_brf, write_cells
from generator.errors import OutputError
from generator.scene.shapes import Document, Group, Page, Tag
from tests.backends.scenes import text

STAND_IN = """\
#!/usr/bin/env python3
import sys
LETTERS = "abcdefghijklmnopqrstuvwxyz"
CELLS = "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵"
assert sys.argv[1] == "--forward" and sys.argv[2].startswith("unicode.dis,")
for line in sys.stdin.buffer.read().decode().splitlines():
    cells = ""
    for one in line.casefold():
        digit = "⠼" + "⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊"[int(one)] if one.isdigit() else "⠀"
        cells += CELLS[LETTERS.index(one)] if one in LETTERS else digit
    sys.stdout.buffer.write((cells + "\\n").encode())
"""
"""A program that writes letters and digits, in place of that of liblouis."""


@pytest.fixture
def liblouis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in is on the path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / braille.PROGRAM
    program.write_text(STAND_IN, encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def make_document(*parts: tuple[Tag, str]) -> Document:
    groups = (Group((text(words, 5, 10 + row),), tag=tag) for row, (tag, words) in enumerate(parts))
    return Document((Page(100, 80, tuple(groups)),), "Test", "en")


@pytest.mark.posix("permissions of this kind")
def test_pages_have_25_lines_of_40_cells(liblouis: None) -> None:
    """Headings after a blank line, paragraphs indented, the number of the page in its last line."""
    words = "word " * 30
    data = write_brf(make_document(("h1", "Title"), ("p", words), *[("p", "one item")] * 50)).decode("ascii")
    pages = data.split("\f")
    assert len(pages) == 3
    lines = [page.split("\r\n") for page in pages]
    assert {len(one) for one in lines} == {26}
    assert max(len(line) for one in lines for line in one) == 40
    words = "  WORD WORD WORD WORD WORD WORD WORD", "WORD WORD WORD WORD WORD WORD WORD WORD"
    assert lines[0][:4] == ["", "TITLE", *words]
    assert [one[24].strip() for one in lines] == ["#A", "#B", "#C"]


def test_signs_of_all_cells() -> None:
    """All 64 have one of their own; cells of eight dots have none."""
    cells = "".join(chr(0x2800 + dots) for dots in range(64))
    assert len({*write_cells(cells)}) == 64
    assert write_cells("⠓⠑⠇⠇⠕⠀⠼⠁⣿") == "HELLO #A "


def test_without_the_program_it_is_said_what_to_install(
    petri: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(braille.shutil, "which", lambda name: None)
    words = "{words: {text: A, box: [5 mm, 5 mm, 9 mm, 9 mm]}}"
    Path("deck.yaml").write_text(f"size: poker\ncards: [{{id: a}}]\ntemplate: [{words}]\n", encoding="utf-8")
    for option in (("--to", "brf"), ("--edition", "braille")):
        done = petri("make", "deck.yaml", *option)
        assert done.exit_code == 1
        assert (
            "Braille: needs lou_translate of liblouis; install it with: apt install liblouis-bin"
            in done.stderr
        )


def test_languages_without_a_table_are_named() -> None:
    with pytest.raises(OutputError, match="liblouis has no table of six dots for ja, but for ar, ca,"):
        translate_braille(["a"], "ja")


@pytest.mark.posix("scripts of this shell")
def test_what_the_program_says_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it writes less than it got."""
    program = tmp_path / braille.PROGRAM
    program.write_text("#!/bin/sh\necho 'Cannot resolve table' >&2\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path) + os.pathsep + os.environ["PATH"])
    with pytest.raises(OutputError, match="Cannot resolve table"):
        translate_braille(["not asked before"], "de")
