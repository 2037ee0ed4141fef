"""Families and styles of font files, from their tables, or else from their names."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from generator.errors import FontError
from generator.model.style import WEIGHT_NAMES
from generator.model.values import dataclass
from generator.scene.fonts import REGULAR, SEMI_BOLD, FaceTables, read_face_tables

_WEIGHTS = {name.lower(): weight for weight, name in WEIGHT_NAMES.items()} | {
    "hairline": 100, "ultralight": 200, "book": 400, "normal": 400, "roman": 400,
    "demibold": 600, "demi": 600, "ultrabold": 800, "heavy": 900, **{str(one): one for one in WEIGHT_NAMES},
}  # fmt: skip
"""Weights by the names that font files have for them, in lower case."""
_OLD_WEIGHTS = {250: 100, 275: 200} | {number: number * 100 for number in range(1, 10)}
"""Numbers that old font files have for thin and extra light, and for weights from 1 to 9."""
_LEAST, _MOST = min(WEIGHT_NAMES), max(WEIGHT_NAMES)
_BOLD = 700
COLLECTIONS = (".ttc", ".otc")
"""Endings of files with several faces."""

_AXES = re.compile(r"[-_ ]?(VariableFont_.*|\[.*\]|Variable|VF)", re.IGNORECASE)
"""Words in the names of variable fonts besides the family and the style."""
_WEIGHT = "|".join(re.sub("(extra|ultra|semi|demi)(?=.)", r"\1[-_ ]?", name) for name in _WEIGHTS)
_SLANT = "italic|oblique|slanted|inclined|it"
_STYLE = rf"(?P<weight>{_WEIGHT})?[-_ ]?(?:(?P<italic>{_SLANT})|upright|normal)?"
_FACE = re.compile(rf"(?P<name>.+?)(?:[-_ ]{_STYLE})?", re.IGNORECASE)
_STYLE_WORD = re.compile(rf"\b(?:{_WEIGHT}|{_SLANT}|upright|normal)\b", re.IGNORECASE)
_LAST_WEIGHT = re.compile(rf"(?P<name>.+?) (?P<weight>{_WEIGHT})", re.IGNORECASE)
_JOINT = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Joint of two words in one: `BoldItalic`."""


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """The family of a face, and the styles that it has: several if it is variable."""

    family: str
    alias: str
    """Name of the family by the name of the file."""
    weights: tuple[int, ...]
    slants: tuple[bool, ...]
    """True if it is italic."""
    number: int = 0
    """Number of the face in a collection."""


@lru_cache(4096)
def _read_unchanged(path: Path, time: int, size: int) -> tuple[FaceStyle, ...]:
    del time, size
    has_many = path.suffix.lower() in COLLECTIONS
    tables = read_face_tables(path)
    return tuple(_find_style(path.stem, face, number, has_many) for number, face in enumerate(tables))


def read_styles(path: Path) -> tuple[FaceStyle, ...]:
    """Return the styles of the faces of a font file; the same file is read only once. Raises FontError."""
    try:
        one = path.stat()
    except OSError as error:
        raise FontError(f"{path}: {error.strerror}") from error
    return _read_unchanged(path, one.st_mtime_ns, one.st_size)


def guess_style(path: Path) -> FaceStyle:
    """Return the style of a font file by its name alone: `MyFont-BoldItalic.ttf`."""
    named = _read_name(path.stem)
    return FaceStyle(named.family, named.family, (named.weight,), (named.is_italic,))


class _NamedStyle(NamedTuple):
    """Family, weight, and slant that the name of a file suggests."""

    family: str
    weight: int
    is_italic: bool


def _read_name(stem: str) -> _NamedStyle:
    match = _FACE.fullmatch(_AXES.sub("", stem.split(".")[0] or stem))
    assert match is not None
    family = re.sub("[_ ]+", " ", match["name"])
    return _NamedStyle(family, _find_weight(match["weight"] or "regular"), bool(match["italic"]))


def _find_weight(word: str) -> int:
    return _WEIGHTS[re.sub("[-_ ]", "", word).lower()]


def _find_style(stem: str, tables: FaceTables, number: int, has_many: bool) -> FaceStyle:
    """Return the style of a face by its tables; the name of its file decides only what they lack."""
    named = _read_name(stem)
    style = _JOINT.sub(" ", tables.style)
    weight = _choose_weight(tables, style) or named.weight
    is_italic = tables.is_italic or bool(re.search(rf"\b({_SLANT})\b", style, re.IGNORECASE))
    if not tables.style and not tables.family:
        is_italic = is_italic or named.is_italic
    family = " ".join(_name_family(tables.family, style, weight, stem)) or named.family
    return FaceStyle(
        family,
        family if has_many else named.family,
        tuple(WEIGHT_NAMES) if "wght" in tables.varies else (weight,),
        (False, True) if tables.varies & {"ital", "slnt"} and not is_italic else (is_italic,),
        number,
    )


def _choose_weight(tables: FaceTables, style: str) -> int:
    """Return one of the nine weights; 0 if the tables have none.

    400 is also the number of files whose author has not set it: then the name of the style counts.
    """
    weight = _OLD_WEIGHTS.get(tables.weight, tables.weight)
    rounded = max(_LEAST, min(_MOST, int(weight / 100 + 0.5) * 100)) if weight else 0
    if rounded in (0, REGULAR) and (word := re.search(rf"\b({_WEIGHT})\b", style, re.IGNORECASE)):
        rounded = _find_weight(word[0])
    return _BOLD if tables.is_bold and rounded < SEMI_BOLD else rounded


def _name_family(family: str, style: str, weight: int, stem: str) -> Iterator[str]:
    """Yield the words of the name of a family: `DejaVu Sans Condensed`, without weights and slants.

    A weight that the family ends with belongs to its name only if the face has another one, and the file is
    called so, too: `Archivo Black`.
    """
    while last := _LAST_WEIGHT.fullmatch(family):
        found = _find_weight(last["weight"])
        is_name = found != weight and re.sub("[-_ ]", "", last["weight"]).lower() in _squeeze(stem)
        if is_name:
            break
        family = last["name"]
    words = family.split()
    yield from words
    if words:
        known = {word.lower() for word in words}
        yield from (word for word in _STYLE_WORD.sub(" ", style).split() if word.lower() not in known)


def _squeeze(stem: str) -> str:
    return re.sub("[-_ ]", "", stem).lower()
