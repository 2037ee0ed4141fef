"""Picture files of games -> PictureFile or Icon, each validated, and read once."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from generator.errors import DataError, Problem, Wrong
from generator.inputs import MOST_PICTURE_BYTES, format_limit, open_regular, walk_files
from generator.model.geometry import Rectangle
from generator.model.style import Drawing, Icon, Photograph, PictureFile
from generator.model.values import replace
from generator.read.files.shelf import NO_MEMO, Memo, find_shelf
from generator.read.files.text_files import (
    PICTURES,
    describe_fault,
    find_spelling,
    is_in_read_folder,
    name_file,
    unreadable,
)
from generator.scene.fonts import NO_FONTS, FontLibrary
from generator.scene.shapes import BLACK, WHITE, Colour, Shape, list_all
from generator.scene.shapes import Path as Outline
from generator.scene.svg_outline import measure_outline, turn_holes

_SVG = (".svg", ".svgz")
_PDF = ".pdf"
_PART = re.compile(r"(?i:(.+?\.(?:svgz?|pdf)))(#.*)")
"""A file, and the id or label of the element to draw, or of those to leave out, or a page."""


class PictureFolder:
    """The pictures of one game; each file is read once, on first use."""

    def __init__(self, folder: Path, *, memo: Memo = NO_MEMO, fonts: FontLibrary = NO_FONTS) -> None:
        self.folder, self._memo, self._fonts = folder, memo, fonts
        self._found: dict[str, PictureFile | DataError | None] = {}
        self._pdfs: Any = None

    @property
    def pdfs(self) -> Any:
        """The `PdfFiles` of the game."""
        if self._pdfs is None:
            # Few kits have any.
            from generator.read.pictures.pdf_file import PdfFiles

            self._pdfs = PdfFiles()
        return self._pdfs

    @property
    def read(self) -> Mapping[str, PictureFile]:
        """All pictures that were read, by the name that the game's files use."""
        return {name: found for name, found in self._found.items() if isinstance(found, PictureFile)}

    def list_warnings(self) -> Iterator[Problem]:
        """Yield what is not drawn as the files of pictures have it."""
        return (problem for picture in self.read.values() for problem in picture.warnings)

    def get(self, name: str) -> PictureFile | None:
        """Return a picture; None if there is no such file. Raises DataError if it is not a valid picture."""
        if name not in self._found:
            match = _PART.fullmatch(name)
            file, part = match.groups() if match else (name, "")
            path = find_spelling(self.folder / file)
            make = partial(self._read, path, part)
            read = partial(self._memo.get_or_make, path, (part, _sign(self._fonts)), make)
            try:
                self._found[name] = None if describe_fault(path, home=self.folder) else read()
            except DataError as error:
                self._found[name] = error
        found = self._found[name]
        if isinstance(found, DataError):
            raise found
        return found

    def _read(self, path: Path, part: str) -> PictureFile:
        if path.suffix.lower() == _PDF:
            page: PictureFile = self.pdfs.read(path, part)
            return page
        return read_picture(path, part, self._fonts)

    def list_names(self) -> list[str]:
        """Return all pictures of the folder except icons."""
        files = (path for path in self.folder.rglob("*.*") if path.suffix.lower() in PICTURES)
        found = (path for path in files if is_in_read_folder(path, self.folder))
        return [path.relative_to(self.folder).as_posix() for path in found if path.parent.name != "icons"]

    def list_colours(self, name: str) -> frozenset[Colour]:
        """Return the colours of the shapes of a picture; none if it has pixels, or is missing."""
        picture = self.get(name)
        shapes = picture.shapes if isinstance(picture, Drawing) else ()
        paths = list_all(Outline, [shape for shape in shapes if isinstance(shape, Shape)])
        return frozenset(colour for path in paths for paint in path.paints for colour in paint.colours)


class IconShelf(Mapping[str, Icon]):
    """Icons by the names of their files, each read on first use; a game's own icons replace shared ones.

    An icon in a folder has two names: `heart` and `filled/heart`; the short one may be that of another icon.
    A game's own icon is read when `in` finds it, and its errors are collected in `errors`. A shared icon is
    read when it is drawn, and raises DataError then. A pickled shelf contains all icons that `in` has found.
    """

    def __init__(
        self, shared: Path | Sequence[Path], own: Path, *, memo: Memo = NO_MEMO, fonts: FontLibrary = NO_FONTS
    ) -> None:
        self._memo, self._fonts = memo, fonts
        self.errors: dict[str, DataError] = {}
        folders = [shared] if isinstance(shared, Path) else [*shared]
        # The first folder is ours, which hides icons of packages with the same name.
        each = [_list_files(folder) for folder in reversed(folders)]
        self._shared = {name: paths for icons in each for name, paths in icons.items()}
        self._own = _list_files(own)
        self._icons: dict[str, Icon] = {}
        self._asked: set[str] = set()

    @property
    def used(self) -> tuple[str, ...]:
        """Names of the icons that `in` has found, in alphabetical order."""
        return tuple(sorted(self._asked))

    def __getstate__(self) -> dict[str, object]:
        for name in sorted(self._asked):
            with suppress(DataError):
                self[name]
        return {**vars(self), "_memo": NO_MEMO, "_fonts": NO_FONTS}

    def __getitem__(self, name: str) -> Icon:
        if name not in self._icons:
            known = [paths for paths in (self._own.get(name), self._shared.get(name)) if paths]
            if not known:
                raise KeyError(name)
            # A shared icon is better than one of several of the game.
            paths = next((paths for paths in known if not _is_ambiguous(paths)), known[0])
            if _is_ambiguous(paths):
                hint = f"the first is {name_file(paths[0])}; write `{paths[1].parent.name}/{name}`"
                raise unreadable(paths[1], f"duplicate icon `{name}`", hint)
            path = paths[0]
            read = partial(read_icon, path, name, self._fonts)
            self._icons[name] = self._memo.get_or_make(path, (name, _sign(self._fonts)), read)
        return self._icons[name]

    def __contains__(self, name: object) -> bool:
        if isinstance(name, str) and name in self._own and name not in self.errors:
            try:
                self[name]
            except DataError as error:
                self.errors[name] = error
        is_there = name in self._own or name in self._shared
        if is_there:
            self._asked.add(str(name))
        return is_there

    def list_warnings(self) -> Iterator[Problem]:
        """Yield what is not drawn as the files of the game's own icons have it."""
        for name in self._icons.keys() & self._own.keys():
            picture = self._icons[name].picture
            yield from picture.warnings
            if isinstance(picture, Photograph) and (reason := picture.file.reason):
                message = f"is drawn as pixels because {reason}"
                yield Problem(name_file(self._own[name][0]), 0, 0, "", message)

    def __iter__(self) -> Iterator[str]:
        return (name for name in {**self._shared, **self._own} if "/" not in name)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _sign(fonts: FontLibrary) -> tuple[object, ...]:
    """Return a cache key for a library of fonts."""
    return tuple((family.name, *(font.path for font in family.faces)) for family in fonts.families)


def _is_ambiguous(paths: Sequence[Path]) -> bool:
    return len(paths) > 1 and len(paths[0].parts) == len(paths[1].parts)


def _list_files(folder: Path) -> dict[str, list[Path]]:
    """Return the files of each name, with and without the folder that they are in."""
    found: dict[str, list[Path]] = {}
    paths = (
        path
        for path in walk_files(folder)
        if path.suffix.lower() in PICTURES and is_in_read_folder(path, folder)
    )
    # Icons in the folder itself come before those in its subfolders.
    for path in sorted(paths, key=lambda path: (len(path.parts), path)):
        found.setdefault(path.stem, []).append(path)
        found.setdefault(f"{path.parent.name}/{path.stem}", []).append(path)
    return found


def read_picture(path: Path, part: str = "", fonts: FontLibrary = NO_FONTS) -> PictureFile:
    """Read a raster file or an SVG file, or only the element with the id `part`; raises DataError."""
    if path.suffix.lower() in _SVG:
        # Games that are only played have no pictures.
        from generator.read.pictures.svg import read_drawing

        return read_drawing(path, part=part, fonts=fonts)
    # Few kits have raster files, and the library that decodes them takes long to import.
    from generator.scene.rasters import Raster

    try:
        with open_regular(path) as file:
            if len(file.read(MOST_PICTURE_BYTES + 1)) > MOST_PICTURE_BYTES:
                raise Wrong(f"is larger than {format_limit(MOST_PICTURE_BYTES)}", "save it smaller")
        raster = Raster(name_file(path), path, press=find_shelf().press_profile)
    except OSError as error:
        raise unreadable(path, f"cannot be read: {error.strerror}") from error
    except Wrong as wrong:
        raise unreadable(path, wrong.message, wrong.hint) from wrong
    problems = (Problem(raster.name, 0, 0, "", one.message, one.hint) for one in raster.remarks)
    return Photograph(raster.width, raster.height, raster, tuple(problems))


def read_icon(path: Path, name: str = "", fonts: FontLibrary = NO_FONTS) -> Icon:
    """Read an icon; raises DataError with all problems."""
    picture = read_picture(path, "", fonts)
    if not isinstance(picture, Drawing):
        return Icon(name or path.stem, picture, has_own_colours=True)
    shapes = [shape for shape in picture.shapes if isinstance(shape, Shape)]
    outlines = [*list_all(Outline, shapes)]
    first, *others = outlines or [Outline(())]
    fills, inside = {one.fill for one in outlines}, {one.fill for one in others}
    if fills == {BLACK, WHITE} and len(inside) == 1 and _covers(first, picture):
        # A white symbol on a square, as on game-icons.net.
        outlines = others
        picture = replace(picture, shapes=tuple(shape for shape in shapes if shape is not first))
    paints = {paint for one in outlines for paint in one.paints}
    opaque = {replace(paint, alpha=1.0) if isinstance(paint, Colour) else paint for paint in paints}
    has_own = len(opaque) > 1 or not all(isinstance(paint, Colour) for paint in opaque)
    return Icon(name or path.stem, replace(picture, shapes=_merge(picture.shapes)), has_own)


def _covers(outline: Outline, picture: Drawing) -> bool:
    corners = (0.0, 0.0), (picture.width, 0.0), (0.0, picture.height), (picture.width, picture.height)
    ends = {segment[1:] for segment in outline.segments if segment[0] != "Z"}
    return ends == {*corners} and outline.fill is not None and outline.stroke is None


def _merge(shapes: Iterable[object]) -> tuple[object, ...]:
    """Return filled shapes of one colour as one shape; unchanged if they differ in more than outlines."""
    paths = [shape for shape in shapes if isinstance(shape, Outline) and shape.fill and not shape.stroke]
    # A shape of one line is the same under both rules.
    rules = {path.even_odd for path in paths if sum(segment[0] == "M" for segment in path.segments) > 1}
    if len(paths) < len([*shapes]) or len({path.fill for path in paths}) != 1 or len(rules) > 1:
        return tuple(shapes)
    even_odd = any(path.even_odd for path in paths)
    if even_odd and _overlap(paths):
        # Where two shapes lie on each other, the even-odd rule would leave a hole.
        even_odd, paths = False, [replace(path, segments=turn_holes(path.segments)) for path in paths]
    return (replace(paths[0], segments=sum((path.segments for path in paths), ()), even_odd=even_odd),)


def _overlap(paths: Iterable[Outline]) -> bool:
    found = [Rectangle(*box) for path in paths if (box := measure_outline(path.segments))]
    return any(one.overlap(other) > 0 for one, other in combinations(found, 2))
