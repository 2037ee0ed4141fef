"""Files of a site: those that never change, and pictures that are kept for a while."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.web import site
from generator.web.site import TYPES, KeptFiles, Refused, list_static
from tests.web.doors import get_reader

PAGES = ("preview", "share", "table")


def test_every_static_file_belongs_to_a_page() -> None:
    """A page is served by its empty address, and not a second time by its name."""
    served = {path.name for page in PAGES for path in list_static(page).values()}
    folder = next(iter(list_static("table").values())).parent
    assert served == {path.name for path in folder.iterdir()}
    assert not [name for page in PAGES for name in list_static(page) if name.endswith(".html")]


@pytest.mark.parametrize("page", PAGES)
def test_pages_load_only_files_of_their_site(page: str) -> None:
    """What a page and its scripts name is there, and every script is named."""
    files = list_static(page)
    texts = [path.read_text("utf-8") for path in files.values() if path.suffix in (".html", ".js")]
    named = {
        name for text in texts for name in re.findall(r'(?:src|href|from)[ =]"(?:\./)?([\w.]+\.\w+)"', text)
    }
    answered = {"score.yaml", "print.pdf"}
    assert named - answered == {*files} - {""}


def list_calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call of a function in the room of screens, by the name of the function."""
    for path in Path(site.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield getattr(node.func, "attr", getattr(node.func, "id", "")), node


def test_every_refusal_has_a_text_in_all_languages() -> None:
    """No sentence for a reader is written in the code; a detail, which only English has, is."""
    keys = (node.args[1] for name, node in list_calls() if name == "deny")
    named = {key.value for key in keys if isinstance(key, ast.Constant)}
    named |= {"text", "tag", "near_tag", "pseudo"}  # of errors of translations
    texts = {key for key in get_reader(()).sentences if key.startswith("screen.")}
    assert {f"screen.{name}" for name in named} == texts
    written = (node.args[1] for name, node in list_calls() if name == "Refused")
    assert not [ast.unparse(each) for each in written if isinstance(each, ast.Constant | ast.JoinedStr)]


def test_the_oldest_files_go() -> None:
    """A file that is kept again is the newest one, and has the same name."""
    files = KeptFiles(2)
    red, green = files.keep(b"red"), files.keep(b"green", TYPES[".png"])
    assert files.keep(b"red") == red
    files.keep(b"blue")
    assert (files.find(red).data, files.find(red).type, files.find(red).is_kept) == (
        b"red",
        TYPES[".svg"],
        True,
    )
    with pytest.raises(Refused, match="picture") as error:
        files.find(green)
    assert error.value.status == 404
    assert files.keep(b"green", TYPES[".png"]) == green
    assert files.find(green).type == TYPES[".png"]
