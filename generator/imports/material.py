"""Pictures and fonts of an imported deck, found beside its source."""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from generator.errors import DataError, FontError, list_briefly
from generator.imports.draft import Draft, clean_path, find_beside, list_elements
from generator.inputs import open_regular
from generator.read.files.shelf import find_shelf
from generator.read.files.text_files import FONTS, PICTURES, is_inside
from generator.read.kits.fonts import find_fonts, read_game_fonts, read_styles
from generator.read.pictures.pictures import read_picture

_MOST_FILES = 2_000
"""Maximum number of files that are copied for a deck."""
_MOST_SOUGHT = 20_000
"""Maximum number of files and folders that are searched for fonts."""
_FIELD = re.compile(r"(?<!\\)\{((?:item\.)?[a-z]\w*)\}")
_LOOKED_UP = re.compile(r"\bfirst\((\w+) where")
_QUOTED = re.compile(r"'([^']+)'|\"([^\"]+)\"")


def add_pictures(draft: Draft, folder: Path) -> None:
    """Copy the pictures that elements name; those that are missing are drawn as placeholders."""
    cells = draft.cells
    for element in list_elements([draft.template, draft.templates]):
        if element.kind != "picture":
            continue
        missing, unreadable = [], dict[str, str]()
        known = _add_items(cells, draft.tables, str(element.keys.get("each", "")))
        looked_up = draft.head.get("tables", {})
        for name in element.files or _list_names(str(element.keys["file"]), known, looked_up):
            if name.split("#")[0] in draft.texts:
                continue
            found = find_beside(folder, name)
            if found and len(draft.copies) < _MOST_FILES:
                draft.copies[clean_path(name)] = found
                if problem := _find_problem(found, name):
                    unreadable[name] = problem
            elif found:
                reason = f"the deck has more than {_MOST_FILES} files; copy the other pictures yourself"
                draft.leave_out(element.line, "picture", reason, element.file)
            elif name.strip() and not found:
                missing.append(name)
        if missing or (not known and not element.files and "{" in str(element.keys["file"])):
            element.keys["missing"] = "placeholder"
        elif unreadable:
            is_blank = all(problem == _BLANK for problem in unreadable.values())
            element.keys["missing"] = "nothing" if is_blank else "placeholder"
        drawn = "nothing" if element.keys.get("missing") == "nothing" else "a placeholder"
        if missing:
            reason = f"there is no picture {list_briefly(dict.fromkeys(missing))}; {drawn} is drawn"
            draft.change(element.line, "picture", reason, element.file)
        for name, problem in islice(unreadable.items(), _MOST_NAMED):
            draft.change(element.line, "picture", f"{name} {problem}; {drawn} is drawn", element.file)


def _find_problem(path: Path, name: str) -> str:
    """Return why a picture cannot be drawn; empty if only its texts or its part are a problem."""
    if "#" in name or path.suffix.lower() == ".pdf":
        return ""
    try:
        read_picture(path)
    except DataError as error:
        message = error.problems[0].message
        is_damaged = path.suffix.lower() not in (".svg", ".svgz") or message.startswith("is not an SVG file")
        return message if is_damaged or message == _BLANK else ""
    return ""


_BLANK = "draws nothing"
_MOST_NAMED = 5
"""Maximum number of pictures of an element whose problems are named."""


def _add_items(
    cells: Mapping[str, Sequence[str]], tables: Mapping[str, Mapping[str, Sequence[str]]], each: str
) -> Mapping[str, Sequence[str]]:
    """Return the values of fields with those of the rows for which an element is drawn."""
    rows = tables.get(each.split(" ")[0], {})
    return {f"item.{name}": values for name, values in rows.items()} or cells


def measure_picture(path: Path | None) -> tuple[float, float] | None:
    """Return the width and height of a picture in pixels; None for one that is missing or not understood."""
    if path is None:
        return None
    with suppress(OSError), open_regular(path) as stream:
        head = stream.read(_HEAD)
        if head.startswith(b"\x89PNG") and len(head) > 24:
            width, height = struct.unpack(">II", head[16:24])
            return (float(width), float(height)) if width and height else None
        if path.suffix.lower() == ".svg":
            return _measure_svg(head.decode("utf-8", "replace"))
    return None


_HEAD = 20_000
"""Number of bytes in which the root of an SVG file is."""
_ROOT = re.compile(r"<(?:svg:)?svg\b[^>]*>", re.DOTALL)
_SIDE = re.compile(r"""\b(width|height)\s*=\s*["']\s*([\d.]+)\s*(px|mm|cm|in|pt)?\s*["']""")
_VIEW = re.compile(r"""\bviewBox\s*=\s*["']\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)\s*["']""")
_PIXELS = {"": 1.0, "px": 1.0, "mm": 90 / 25.4, "cm": 90 / 2.54, "in": 90.0, "pt": 1.25}


def _measure_svg(text: str) -> tuple[float, float] | None:
    root = _ROOT.search(text)
    if not root:
        return None
    with suppress(ValueError):
        sides = {name: float(size) * _PIXELS[unit or ""] for name, size, unit in _SIDE.findall(root[0])}
        if len(sides) == 2 and min(sides.values()) > 0:
            return sides["width"], sides["height"]
        if (view := _VIEW.search(root[0])) and min(float(view[1]), float(view[2])) > 0:
            return float(view[1]), float(view[2])
    return None


def _list_names(file: str, cells: Mapping[str, Sequence[str]], tables: Mapping[str, Any]) -> Iterable[str]:
    """Return the names of files that a text with fields has on any card; `tables` are those it looks up."""
    if "{" not in file:
        return [file]
    names = _FIELD.findall(file)
    if names and _FIELD.sub("", file).find("{") < 0:
        rows = zip(*(cells.get(name, ()) for name in names), strict=False)
        return dict.fromkeys(_fill(file, dict(zip(names, row, strict=True))) for row in rows if any(row))
    texts = [first or second for first, second in _QUOTED.findall(file)]
    for name in _LOOKED_UP.findall(file):
        texts += (str(row.get("value", "")) for row in tables.get(name, ()) if isinstance(row, Mapping))
    return dict.fromkeys(text for text in texts if text.lower().endswith(PICTURES))


def _fill(file: str, values: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda match: values[match[1]], file)


def add_fonts(draft: Draft, folder: Path, known: Iterable[str]) -> None:
    """Copy the fonts that texts name; a family that is nowhere is left out, with one remark.

    `known` are the families that the program has.
    """
    names = {_fold_font_name(name): name for name in known}
    own: dict[str, tuple[str, list[Path]]] | None = None
    missing: set[str] = set()
    for keys, line in list(_list_fonts(draft)):
        family = str(keys["font"])
        own = _find_families(folder) if own is None else own
        if _fold_font_name(family) in own:
            keys["font"], paths = own[_fold_font_name(family)]
            draft.copies |= {f"fonts/{path.name}": path for path in paths}
        elif _fold_font_name(family) in names:
            keys["font"] = names[_fold_font_name(family)]
        else:
            del keys["font"]
            hint = f"put its file into the folder `fonts`, and write `font: {family}` where it was"
            if family not in missing:
                draft.change(
                    line, "font", f"{family} is not here, and the font of the theme is used ({hint})"
                )
            missing.add(family)


def _list_fonts(draft: Draft) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield all keys with a font, and the line of the source that uses them first."""
    for name, style in draft.head.get("styles", {}).items():
        users = (
            one.line
            for one in list_elements([draft.template, draft.templates])
            if one.keys.get("style") == name
        )
        if "font" in style:
            yield style, next(users, 0)
    for element in list_elements([draft.template, draft.templates]):
        if "font" in element.keys:
            yield element.keys, element.line


def _find_families(folder: Path) -> dict[str, tuple[str, list[Path]]]:
    families: dict[str, tuple[str, list[Path]]] = {}
    sought = islice(folder.rglob("*"), _MOST_SOUGHT)
    fonts = (path for path in sought if path.suffix.lower() in FONTS and path.is_file())
    for path in sorted(path for path in fonts if is_inside(path, folder)):
        with suppress(FontError):
            for style in read_styles(path):
                _, paths = families.setdefault(_fold_font_name(style.family), (style.family, []))
                paths += [] if path in paths else [path]
    return families


def _fold_font_name(name: str) -> str:
    return re.sub("[^a-z0-9]", "", name.lower())


class TemplateFonts:
    """The fonts beside a drawing, and those that all games share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._library = read_game_fonts(folder, shelf=find_shelf())

    @cached_property
    def _own(self) -> Mapping[str, tuple[str, list[Path]]]:
        return _find_families(self._folder)

    def choose(self, listed: str, *, bold: bool, italic: bool) -> tuple[str, float]:
        """Return a family of a list, and how far the middle of its lines is above the base line, in ems.

        The family is empty if any will do, and the first of the list if there is none of them.
        """
        names = [name.strip().strip("\"'").strip() for name in listed.split(",")]
        for name in names:
            if (half := self._measure(name, bold=bold, italic=italic)) is not None:
                return name, half
        wanted = names[0] if names[0].lower() not in _GENERIC else ""
        return wanted, self._measure(_OTHERWISE, bold=bold, italic=italic) or 0.0

    def _measure(self, name: str, *, bold: bool, italic: bool) -> float | None:
        """Return where the middle of a line is above its base line, in ems; None for unknown families."""
        folded = _fold_font_name(name)
        library, known = self._library, {_fold_font_name(one): one for one in self._library.names}
        if folded in self._own:
            with suppress(FontError):
                library = find_fonts(self._own[folded][1])
                known = {folded: library.names[0]} if library.names else {}
        if not folded or folded not in known:
            return None
        face = library.find_family(known[folded]).face(bold=bold, italic=italic)
        return (face.ascent + face.descent) / 2 / face.units_per_em


_GENERIC = ("serif", "sans-serif", "sans", "monospace", "cursive", "fantasy", "system-ui", "")
"""Names that stand for any font of a kind."""
_OTHERWISE = "Noto Sans"
"""Family of the role `body`, which replaces those that are not there."""
