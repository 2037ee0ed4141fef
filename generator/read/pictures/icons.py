"""SVG files -> Icon: filled shapes of one colour in a box. The name of an icon is that of its file."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from generator.errors import DataError
from generator.model.kinds import ID
from generator.model.picture import Icon
from generator.read.files.text_files import name_file, unreadable
from generator.read.pictures.svg_reader import read_drawing

MOST_BYTES = 256 * 1024


def read_icon(path: Path) -> Icon:
    """Read an icon; raises DataError with all problems."""
    if not re.fullmatch(ID, path.stem):
        raise unreadable(path, f"`{path.stem}` is not an icon's name", "lower-case letters, digits, and `_`")
    drawing = read_drawing(path, most_bytes=MOST_BYTES, is_icon=True)
    even_odd = any(shape.even_odd for shape in drawing.shapes)
    for shape in drawing.shapes:
        # All shapes become one outline with one fill rule. A shape of one line is the same under both.
        if even_odd and not shape.even_odd and sum(segment[0] == "M" for segment in shape.segments) > 1:
            hint = 'write `fill-rule="evenodd"` on all shapes or on none'
            raise unreadable(path, "mixes fill rules", hint)
    segments = tuple(segment for shape in drawing.shapes for segment in shape.segments)
    return Icon(path.stem, drawing.width, drawing.height, segments, even_odd)


class IconShelf(Mapping[str, Icon]):
    """Icons by name, each read on first use; a game's own icons replace shared ones.

    A game's own icon is read when `in` finds it, and its errors are collected in `errors`. A shared icon is
    read when it is drawn, and raises DataError then.
    """

    def __init__(self, shared: Path, own: Path) -> None:
        self.errors: dict[str, DataError] = {}
        self._shared = {path.stem: path for path in sorted(shared.rglob("*.svg"))}
        self._own: dict[str, list[Path]] = {}
        for path in sorted(own.rglob("*.svg")):
            self._own.setdefault(path.stem, []).append(path)
        self._icons: dict[str, Icon] = {}
        self._keys: Collection[str] = ()

    def read_own(self) -> None:
        """Read all of the game's own icons, including unused ones."""
        for name in self._own:
            self._check(name)

    def titled(self, keys: Collection[str]) -> "IconShelf":
        """Return the same icons; those with a wording key `icon.<name>` have it as their title."""
        other = IconShelf.__new__(IconShelf)
        other.errors, other._shared, other._own, other._keys = self.errors, self._shared, self._own, keys
        other._icons = {name: other._title(icon) for name, icon in self._icons.items()}
        return other

    def _title(self, icon: Icon) -> Icon:
        key = f"icon.{icon.name}"
        return replace(icon, title=key) if key in self._keys else icon

    def _check(self, name: str) -> None:
        if name not in self.errors:
            try:
                self[name]
            except DataError as error:
                self.errors[name] = error

    def __getitem__(self, name: str) -> Icon:
        if name not in self._icons:
            paths = self._own.get(name) or [self._shared[name]]
            if len(paths) > 1:
                raise unreadable(paths[1], f"duplicate icon `{name}`", f"the first is {name_file(paths[0])}")
            self._icons[name] = self._title(read_icon(paths[0]))
        return self._icons[name]

    def __contains__(self, name: object) -> bool:
        if isinstance(name, str) and name in self._own:
            self._check(name)
        return name in self._own or name in self._shared

    def __iter__(self) -> Iterator[str]:
        return iter({**self._shared, **self._own})

    def __len__(self) -> int:
        return len({*self._shared, *self._own})
