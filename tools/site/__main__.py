"""`python -m tools.site [FOLDER]`: writes the pages and builds the site with Sphinx, which fails on a warning."""

import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import yaml

from tools.environment import ROOT
from tools.site import reference
from tools.site.pages import MATERIAL, Anchors, Page, cut_document, list_tree, rewrite_links

DOCS = ROOT / "docs"
_SETTINGS = DOCS / "site"
_PAGES = ROOT / "build" / "site"
"""The pages in Markdown, and what Sphinx keeps between builds."""
Contents = Mapping[str, Mapping[str, tuple[str, int] | tuple[()]]]


def main() -> None:
    """Build the site into a folder, `output/site` by default."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "output" / "site"
    write_pages(_PAGES / "pages")
    command = (sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q")
    places = ("-d", _PAGES / "doctrees", "-c", _PAGES / "pages", _PAGES / "pages", folder)
    done = subprocess.run([*command, *map(str, places)], cwd=ROOT)
    if done.returncode:
        sys.exit(done.returncode)
    print(f"{folder / 'index.html'}")


def write_pages(folder: Path) -> None:
    """Write all pages of the site, and copy the files that they show; files that are the same stay."""
    contents: Contents = yaml.safe_load((_SETTINGS / "contents.yaml").read_text("utf-8"))
    pages, anchors = _read_pages(contents)
    tree = list_tree(pages)
    written: set[Path] = set()
    for page in tree.values():
        text, files = rewrite_links(page, anchors)
        trees = _write_trees(contents) if page.place == "index" else _write_tree(page)
        written.add(_write(folder / f"{page.place}.md", (text + trees).encode()))
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
    anchors: dict[tuple[Path, str], tuple[str, str]] = {}
    listed = {"index": ("index.md", 1)} | {
        place: document for places in contents.values() for place, document in places.items() if document
    }
    for place, (name, depth) in listed.items():
        source = (DOCS / name).resolve()
        found, places = cut_document(source, _prepare(source), place, depth)
        pages += found
        anchors |= places
    anchors[ROOT / "README.md", ""] = ("index", "")
    files = reference.DOCUMENT
    return [*pages, *reference.write_kinds(files.read_text("utf-8")), reference.write_api()], anchors


def _prepare(source: Path) -> str:
    """Return the text of a document as the site shows it."""
    text = source.read_text("utf-8")
    if source == reference.DOCUMENT:
        text = reference.fill_tables(text)
    if source.name == "commands.md":
        text = reference.fill_options(text)
    return text


def _write(path: Path, data: bytes) -> Path:
    """Write a file if it has changed, so that Sphinx reads only what is new."""
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path


def _write_trees(contents: Contents) -> str:
    """Return the contents of the site for its first page, a list for each caption."""
    return "".join(_format_tree(places, caption) for caption, places in contents.items())


def _write_tree(page: Page) -> str:
    """Return the list of the pages below a page; empty if there are none."""
    return _format_tree(page.inner) if page.inner else ""


def _format_tree(places: Iterable[str], caption: str = "") -> str:
    lines = ["", "```{toctree}"]
    lines += [f":caption: {caption}", ":hidden:"] if caption else [":maxdepth: 1"]
    lines += ["", *(f"/{place}" for place in places), "```", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
