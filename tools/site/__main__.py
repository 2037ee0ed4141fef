"""`python -m tools.site [FOLDER [WORK]]`: writes the pages, and builds the site with Sphinx."""

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import yaml

from tools.environment import ROOT
from tools.site import recipes, reference
from tools.site.pages import (
    MATERIAL,
    Anchors,
    Page,
    Place,
    cut_document,
    format_tree,
    list_below,
    list_tree,
    rewrite_links,
)

DOCS = ROOT / "docs"
_SETTINGS = DOCS / "site"
Contents = Mapping[str, Mapping[str, tuple[str, int] | tuple[()]]]


def main() -> None:
    """Build the site into a folder, `output/site` by default; work has what is kept between builds."""
    given = dict(enumerate(map(Path, sys.argv[1:])))
    folder, work = given.get(0, ROOT / "output" / "site"), given.get(1, ROOT / "build" / "site")
    write_pages(work / "pages")
    if result := build_site(work / "pages", folder, work / "doctrees"):
        sys.exit(result)
    print(f"{folder / 'index.html'}")


def build_site(pages: Path, folder: Path, kept: Path, *only: Path) -> int:
    """Build the site of written pages with Sphinx, or only some of its pages; return its exit code.

    A warning is an error. Without all pages, Sphinx warns that its search does not know the others.
    """
    command = (sys.executable, "-m", "sphinx", "-b", "html", "--keep-going", "-q")
    places = ("-d", kept, "-c", pages, pages, folder)
    return subprocess.run(
        [*command, *(() if only else ("-W",)), *map(str, (*places, *only))], cwd=ROOT
    ).returncode


def write_pages(folder: Path) -> None:
    """Write all pages of the site, and copy the files that they show; files that are the same stay."""
    contents: Contents = yaml.safe_load((_SETTINGS / "contents.yaml").read_text("utf-8"))
    pages, anchors = _read_pages(contents)
    tree = list_tree(pages)
    written: set[Path] = set()
    for page in tree.values():
        below = "" if page.place == "index" else list_below(page, tree)
        text, files = rewrite_links(replace(page, text=page.text + below), anchors)
        if page.place == "index":
            text = _mark_landing(text) + "".join(
                format_tree(places, caption=caption) for caption, places in contents.items()
            )
        written.add(_write(folder / f"{page.place}.md", text.encode()))
        for file in files:
            place = folder / MATERIAL / file.relative_to(ROOT)
            written.add(_write(place, file.read_bytes()))
    for file in _SETTINGS.iterdir():
        if file.suffix in (".css", ".js"):
            written.add(_write(folder / "_static" / file.name, file.read_bytes()))
    written.add(_write(folder / "conf.py", (_SETTINGS / "conf.py").read_bytes()))
    for file in folder.rglob("*"):
        if file.is_file() and file not in written:
            file.unlink()


def _read_pages(contents: Contents) -> tuple[list[Page], Anchors]:
    """Return all pages, and the places of all headings of the documents."""
    pages: list[Page] = []
    anchors: dict[tuple[Path, str], Place] = {}
    listed = {"index": ("index.md", 1)} | {
        place: document for places in contents.values() for place, document in places.items() if document
    }
    for place, (name, depth) in listed.items():
        source = (DOCS / name).resolve()
        found, places = cut_document(source, _prepare(source), place, depth)
        pages += found
        anchors |= places
    anchors[ROOT / "README.md", ""] = Place("index", "", "Petri Press")
    files = reference.DOCUMENT
    return [*pages, *reference.write_kinds(files.read_text("utf-8")), reference.write_api()], anchors


def _prepare(source: Path) -> str:
    """Return the text of a document as the site shows it."""
    if source == recipes.RECIPES:
        return recipes.write_page()
    text = source.read_text("utf-8")
    if source == reference.DOCUMENT:
        text = reference.fill_tables(text)
    if source.name == "commands.md":
        text = reference.fill_options(text)
    return text


def _mark_landing(text: str) -> str:
    """Return the first page with the classes of its buttons and doors."""
    text = text.replace("\n**[", "\n{.buttons}\n**[", 1)
    return text.replace("\n* ", "\n{.doors}\n* ", 1)


def _write(path: Path, data: bytes) -> Path:
    """Write a file if it has changed, so that Sphinx reads only what is new."""
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path


if __name__ == "__main__":
    main()
