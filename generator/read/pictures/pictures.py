"""Picture files of a game's folder -> PictureFile: validated, and read once."""

from collections.abc import Mapping
from pathlib import Path

from generator.errors import DataError, Wrong
from generator.model.style import Photograph, PictureFile
from generator.read.files.memo import NO_MEMO, Memo
from generator.read.files.suffixes import PICTURES
from generator.read.files.text_files import MEGABYTE, find_fault, name_file, unreadable

MOST_BYTES = 256 * MEGABYTE


class PictureFolder:
    """The pictures of one game; each file is read once, on first use."""

    def __init__(self, folder: Path, *, memo: Memo = NO_MEMO) -> None:
        self.folder, self._memo = folder, memo
        self._found: dict[str, PictureFile | DataError | None] = {}

    @property
    def read(self) -> Mapping[str, PictureFile]:
        """All pictures that were read, by the name that the game's files use."""
        return {name: found for name, found in self._found.items() if isinstance(found, PictureFile)}

    def find(self, name: str) -> PictureFile | None:
        """Return a picture; None if there is no such file. Raises DataError if it is not a valid picture."""
        if name not in self._found:
            file, dot, part = name.partition(".svg#")
            path = self.folder / (file + dot.rstrip("#"))
            try:
                self._found[name] = None if find_fault(path, home=self.folder) else self._read(path, part)
            except DataError as error:
                self._found[name] = error
        found = self._found[name]
        if isinstance(found, DataError):
            raise found
        return found

    def _read(self, path: Path, part: str) -> PictureFile:
        return self._memo.get_or_make(path, part, lambda: read_picture(path, part))

    def list_names(self) -> list[str]:
        """Return all pictures of the folder except icons."""
        found = (path for path in self.folder.rglob("*.*") if path.suffix.lower() in PICTURES)
        return [path.relative_to(self.folder).as_posix() for path in found if path.parent.name != "icons"]


def read_picture(path: Path, part: str = "") -> PictureFile:
    """Read an SVG file, or the part of it with an id, or a raster file; raises DataError if it is neither."""
    if path.suffix.lower() == ".svg":
        # Games that are only played have no pictures.
        from generator.read.pictures.svg_reader import read_drawing

        return read_drawing(path, part=part)
    # Few kits have raster files, and the library that decodes them takes long to import.
    from generator.scene.rasters import Raster

    try:
        if path.stat().st_size > MOST_BYTES:
            raise Wrong(f"is larger than {MOST_BYTES // MEGABYTE} MB", "save it smaller")
        raster = Raster(name_file(path), path)
    except OSError as error:
        raise unreadable(path, f"cannot be read: {error.strerror}") from error
    except Wrong as wrong:
        raise unreadable(path, wrong.message, wrong.hint) from wrong
    return Photograph(raster.width, raster.height, raster)
