"""Files of single pages: their names, and those that an earlier build has left."""

import re
from pathlib import Path

from generator.output import reported


def name_page(stem: str, extension: str, page: int, count: int) -> str:
    """Return `aid-es-a4.svg` for a single page, else `rules-es-a4-1.svg` with leading zeros if needed."""
    return f"{stem}.{extension}" if count == 1 else f"{stem}-{page + 1:0{len(str(count))}}.{extension}"


def find_pages(folder: Path, stem: str, extension: str) -> tuple[Path, ...]:
    """Return the files that an earlier build of a document has left in a folder.

    They are its pages (`board-en-a4-1.svg`), or pictures (`cards-3-lagos-front.png`, `cards-fronts-2.png`).
    """
    ours = re.compile(rf"{re.escape(stem)}((-\d+(-\w+)?)?-(front|back)s?)?(-\d+)?\.{re.escape(extension)}")
    with reported(folder):
        there = sorted(folder.iterdir()) if folder.is_dir() else ()
    return tuple(path for path in there if ours.fullmatch(path.name))
