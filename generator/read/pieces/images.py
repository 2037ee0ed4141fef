"""Pictures of a folder as pieces: fronts, and their backs by name."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.read.files.text_files import is_inside
from generator.read.files.yaml_reader import Data

SUFFIXES = (".png", ".svg", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff")
_SIDE = r"(?:^|[-_ .(\[])({})[)\]]?$"
_FRONT = re.compile(_SIDE.format("front|face|recto"), re.IGNORECASE)
_BACK = re.compile(_SIDE.format("back|rear|verso"), re.IGNORECASE)
_BACKS = {"front": ("back", "backs"), "fronts": ("backs", "back"), "faces": ("backs", "back")}
"""Folders of backs beside a folder of fronts."""


def list_images(folder: Path, pattern: str, home: Path) -> list[dict[str, Data]]:
    """Return the fields of a piece for each picture of a folder or of a pattern such as `front/*.png`.

    `picture` is its file, `back_picture` that of its back: `goblin_back.png`, or a picture with the same
    name in the folder `back`, or else the only picture there, or `back.png` for all.
    """
    found = (folder / pattern).iterdir() if (folder / pattern).is_dir() else folder.glob(pattern)
    known: dict[Path, Mapping[str, Path]] = {}
    backs = {path: _find_back(path, home, known) for path in _list_pictures(found, home)}
    named = {*filter(None, backs.values())}
    return [
        {
            "name": _FRONT.sub("", path.stem) or path.stem,
            "picture": path.relative_to(home).as_posix(),
            "back_picture": back.relative_to(home).as_posix() if back else "",
        }
        for path, back in backs.items()
        if path not in named
    ]


def _list_pictures(paths: Iterable[Path], home: Path) -> list[Path]:
    pictures = (path for path in paths if path.suffix.lower() in SUFFIXES and not path.name.startswith("."))
    files = {path for path in pictures if path.is_file() and is_inside(path, home)}
    return sorted(
        files, key=lambda path: [part.zfill(9) for part in re.split(r"(\d+)", str(path).casefold())]
    )


def _find_back(path: Path, home: Path, known: dict[Path, Mapping[str, Path]]) -> Path | None:
    """Return the picture of the back; `known` keeps the backs of each folder, by the name without `back`."""
    name = (_FRONT.sub("", path.stem) or path.stem).casefold()
    beside = _BACKS.get(path.parent.name.casefold(), ())
    for folder in (path.parent, *(path.parent.parent / other for other in beside)):
        if folder not in known:
            pictures = _list_pictures(folder.iterdir(), home) if folder.is_dir() else []
            marked = [one for one in pictures if folder != path.parent or _BACK.search(one.stem)]
            known[folder] = {_BACK.sub("", one.stem).casefold(): one for one in marked}
        backs = known[folder]
        only = [*backs.values()] if len(backs) == 1 and folder != path.parent else [None]
        found = backs.get(name) or backs.get("") or only[0]
        if found not in (None, path):
            return found
    return None
