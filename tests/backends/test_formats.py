"""Formats by name, ours and those of others."""

import subprocess
import sys
from importlib import metadata
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from generator.backends import formats
from generator.backends.formats import Format, find_format, list_formats
from generator.errors import UnknownName
from generator.model.printing.printing import FileOptions
from generator.scene.shapes import Document
from tests.backends.scenes import document, sampler, text


def write_words(document: Document, page: int | None, options: FileOptions) -> bytes:
    """A format of somebody else's."""
    return f"{document.title} at {options.dpi}".encode()


WORDS = Format(name="words", extension="wrd", per_page=False, write=write_words)
NO_FORMAT = "words"


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two installed distributions with an entry point each, one of them wrong."""
    points = EntryPoints(
        EntryPoint(name, f"{__name__}:{thing}", formats.ENTRY_POINTS)
        for name, thing in (("words", "WORDS"), ("wrong", "NO_FORMAT"))
    )
    monkeypatch.setattr(metadata, "entry_points", lambda **wanted: points.select(**wanted))
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])


@pytest.mark.parametrize(
    ("name", "per_page", "start"),
    [
        ("pdf", False, b"%PDF"),
        ("svg", True, b"<?xml"),
        ("png", True, b"\x89PNG"),
        ("txt", False, b"document"),
    ],
)
def test_our_formats_write_what_they_say(name: str, per_page: bool, start: bytes) -> None:
    """Each under its own name, as a file for each page or one for all."""
    found = find_format(name)
    assert (found.name, found.extension, found.per_page) == (name, name, per_page)
    page = 1 if per_page else None
    assert found.write(sampler(), page, FileOptions(dpi=72)).startswith(start)


def test_options_reach_the_picture() -> None:
    """A finer picture is a larger one."""
    png = find_format("png")
    page = document(text("words", 5, 10))
    assert len(png.write(page, 0, FileOptions(dpi=200))) > len(png.write(page, 0, FileOptions(dpi=50)))


def test_names_of_all_formats() -> None:
    """Ours first."""
    assert list_formats()[:6] == ("pdf", "svg", "png", "jpeg", "gif", "txt")


@pytest.mark.usefixtures("others")
def test_formats_of_others_are_entry_points() -> None:
    """They are named beside ours, and written like ours."""
    assert list_formats() == ("pdf", "svg", "png", "jpeg", "gif", "txt", "brf", "html", "words", "wrong")
    assert find_format("words").write(document(), None, FileOptions(dpi=7)) == b"Test at 7"


@pytest.mark.usefixtures("others")
def test_an_entry_point_that_is_no_format_is_told() -> None:
    """To whoever made it."""
    with pytest.raises(TypeError, match="'words' is not a Format"):
        find_format("wrong")


def test_an_unknown_format_names_the_nearest() -> None:
    """And all that there are."""
    with pytest.raises(
        UnknownName,
        match=r"unknown format 'pfd' \(did you mean 'pdf'\?\); available: pdf, svg, png, jpeg, gif, txt",
    ):
        find_format("pfd")


@pytest.mark.parametrize(
    ("name", "unwanted"),
    [
        ("txt", ("reportlab", "svgwrite", "pypdfium2", "PIL")),
        ("svg", ("reportlab", "pypdfium2", "PIL")),
        ("pdf", ("svgwrite", "pypdfium2")),
    ],
)
def test_a_format_imports_its_own_library_alone(name: str, unwanted: tuple[str, ...]) -> None:
    """Listing them imports none."""
    script = (
        "import sys; from generator.backends.formats import find_format, list_formats; list_formats();"
        "assert not {'reportlab', 'svgwrite', 'pypdfium2', 'PIL'} & set(sys.modules);"
        f"find_format({name!r}); print(*{set(unwanted)!r} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("\n", "")
