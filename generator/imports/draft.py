"""A deck as an importer read it, with a remark for each line of its source that was changed or left out.

Tables beside the source are columns of texts by the names of fields. Elements are tidied as a person would
write them: shared styles, texts that may overlap, boxes within the card.
"""

import csv
import io
import json
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias
from xml.parsers import expat

from generator.errors import DataError, Wrong, format_count
from generator.model.language.kinds import find_colour_name, parse_colour
from generator.model.vision import LEAST_CONTRAST, measure_contrast
from generator.read.declared.tables import read_table
from generator.read.files.text_files import (
    MOST_TEXT_BYTES,
    derive_id,
    is_inside,
    make_name,
    name_file,
    read_bytes,
    unreadable,
)
from generator.scene.shapes import Colour

Fate = Literal["taken over", "changed", "left out"]
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "br": "\n"}
"""Our marks by the tags of HTML."""
_TAG = re.compile(r"</?([A-Za-z]\w*)[^<>]*>")

THEME_TONES: Mapping[str, str] = {
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
}
"""Colours of CSS by the names that the basic theme gives other tones."""
_WHITE = (1.0, 1.0, 1.0)
_LEAST_OF_TITLES = 3.0
"""Minimum contrast of titles, which are large and bold."""
_STEPS = 50


@dataclass(frozen=True, slots=True)
class SourceRemark:
    """A line of the source that was changed or left out, with the reason."""

    file: str
    line: int
    fate: Fate
    subject: str
    """Name of the directive or the element."""
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.fate}: {self.subject}: {self.reason}"


@dataclass(slots=True)
class DraftElement:
    """An element of a template, such as `words`, with its keys as they are written."""

    kind: str
    keys: dict[str, Any]
    line: int = 0
    """Line of the source."""
    comment: str = ""
    style: dict[str, Any] = field(default_factory=dict)
    """Keys that it may share with others, under the name of a style."""
    file: str = ""
    """Name of the file with this line, if the source includes it."""
    style_name: str = ""
    """Name for this style; empty: from the text."""
    files: Sequence[str] = ()
    """Names of the pictures that it shows, if they are known."""
    bounds: Sequence[float] | None = None
    """Left, top, width, and height on the card; None if they are not the same on all cards."""

    def add_conditions(self, *conditions: str) -> None:
        """Draw it only if these hold, too; they are written before those that it has."""
        known = self.keys.pop("when", [])
        complete = [*conditions, *(known if isinstance(known, list) else [known])]
        if complete:
            self.keys["when"] = complete[0] if len(complete) == 1 else complete


def list_elements(template: Any) -> Iterator[DraftElement]:
    """Yield all elements of a template, also those within others."""
    if isinstance(template, DraftElement):
        yield template
        template = list(template.keys.values())
    if isinstance(template, Mapping):
        template = list(template.values())
    if isinstance(template, list):
        for item in template:
            yield from list_elements(item)


@dataclass(slots=True)
class Draft:
    """A deck that is not written yet; importers fill it in the order of their source."""

    name: str
    file: str
    """Name of the source, for messages."""
    folder: Path | None = None
    """Folder of the project; None: that of the source."""
    notice: str = ""
    """Sentence for the report about the way in which the source was read."""
    unit: str = "line"
    """Unit in which the report counts the source: `line`, `card`, `element`."""
    head: dict[str, Any] = field(default_factory=dict)
    """Keys of the deck before its template, such as `size`."""
    template: Any = None
    """A list of elements, or lists by `front` and `back`."""
    templates: dict[str, list[DraftElement]] = field(default_factory=dict)
    """Lists of elements by the ids of templates, in place of one template."""
    texts: dict[str, str] = field(default_factory=dict)
    """New files by name, such as a table whose source is missing."""
    pictures: dict[str, bytes] = field(default_factory=dict)
    """New pictures by name."""
    copies: dict[str, Path] = field(default_factory=dict)
    """Files to copy by their names in the new folder."""
    cells: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Values of the cards by the names of fields, as far as they are known."""
    origins: dict[str, Sequence[int]] = field(default_factory=dict)
    """Line of the source for each line of a table, or one line for all, by the name of the table."""
    tables: dict[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Columns of new tables by name."""
    notes: list[str] = field(default_factory=list)
    """Sentences about the source as a whole."""
    remarks: list[SourceRemark] = field(default_factory=list)
    counted: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Lines of the source that say something, by file and number."""

    def count(self, line: int, file: str = "") -> None:
        """Note that a line of the source says something."""
        self.counted[file or self.file, line] += 1

    def change(self, line: int, subject: str, reason: str, file: str = "") -> None:
        """Note that a line was taken over with a change; once for each line and reason."""
        self._note(SourceRemark(file or self.file, line, "changed", subject, reason))

    def leave_out(self, line: int, subject: str, reason: str, file: str = "") -> None:
        """Note that a line, or a part of it, was left out; once for each line and reason."""
        self._note(SourceRemark(file or self.file, line, "left out", subject, reason))

    def _note(self, remark: SourceRemark) -> None:
        if remark not in self.remarks:
            self.remarks.append(remark)

    def list_remarks(self) -> Iterator[str]:
        """Yield a line for each remark in the order of the source."""
        yield from map(str, sorted(self.remarks, key=lambda remark: (remark.file, remark.line)))


def count_fates(drafts: Sequence[Draft]) -> Mapping[Fate, int]:
    """Return how many lines of a source had each fate; a line has the worst of its fates."""
    fates: dict[tuple[str, int], Fate] = {}
    for draft in drafts:
        fates |= dict.fromkeys(draft.counted, "taken over")
    remarks = [remark for draft in drafts for remark in draft.remarks]
    for remark in sorted(remarks, key=lambda remark: remark.fate == "left out"):
        fates[remark.file, remark.line] = remark.fate
    counts = Counter(fates.values())
    return {fate: counts[fate] for fate in _FATES}


def sum_up_lines(drafts: Sequence[Draft]) -> str:
    """Return how many lines of a source had each fate."""
    counts = count_fates(drafts)
    lines = format_count(sum(counts.values()), drafts[0].unit)
    return f"{drafts[0].file}: {lines}: {', '.join(f'{counts[fate]} {fate}' for fate in _FATES)}"


_FATES: Sequence[Fate] = ("taken over", "changed", "left out")


def clean_path(path: str) -> str:
    r"""Return a path of another machine as one inside a folder: `art/orc.png` for `C:\me\art\orc.png`.

    A path from a drive, a home folder, or the root keeps only its name.
    """
    text = path.strip().strip('"').replace("\\", "/")
    if re.match(r"[A-Za-z]:|/|~", text):
        return text.rsplit("/", 1)[-1]
    parts = [part for part in text.split("/") if part not in ("", ".", "..")]
    return "/".join(parts)


def find_beside(folder: Path, name: str) -> Path | None:
    """Return a file of a folder by its path, or else by its name alone; None if there is none.

    Upper and lower case do not matter. A link out of the folder does not count.
    """
    path = clean_path(name)
    # Systems refuse names that are too long, or have a NUL.
    with suppress(OSError, ValueError):
        return _find_inside(folder, path) or _find_inside(folder, path.rsplit("/", 1)[-1])
    return None


def _find_inside(folder: Path, path: str) -> Path | None:
    place = folder
    for part in path.split("/"):
        exact = place / part
        if not exact.exists():
            others = sorted(place.iterdir()) if place.is_dir() else []
            exact = next((other for other in others if other.name.lower() == part.lower()), exact)
        place = exact
    return place if place.is_file() and is_inside(place, folder) else None


def format_number(value: float) -> str:
    """Return a number with at most two decimals: `6.35`, `6`."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


Columns: TypeAlias = Mapping[str, Sequence[str]]
"""Cells from top to bottom, by the name of the field."""


def read_columns(path: Path, *, sheet: str = "") -> Columns:
    """Return the columns of a table; raises DataError."""
    return turn_rows(read_table(path, sheet=sheet).data)


def turn_rows(rows: Any) -> Columns:
    """Return the fields of rows as columns; none if they are no rows."""
    found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return {str(name): [str(row.get(name, "")) for row in found] for name in (found[0] if found else ())}


def format_csv(columns: Columns) -> str:
    """Return columns with as many cells each as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return stream.getvalue()


def join_cells(columns: Columns) -> str:
    """Return the texts of all cells, each on its line, to look for what is in them."""
    return "\n".join(cell for cells in columns.values() for cell in cells)


def name_styles(elements: Sequence[DraftElement]) -> dict[str, dict[str, Any]]:
    """Give elements that look alike the name of a style, and return the styles.

    A style has the name that its first element asks for, or that of its text. One that is used once becomes
    keys of its element, or a change of one key to a style that it resembles.
    """
    uses: dict[str, list[DraftElement]] = {}
    for element in elements:
        if element.style:
            uses.setdefault(str(element.style), []).append(element)
    styles: dict[str, dict[str, Any]] = {}
    for alike in uses.values():
        if len(alike) > 1:
            _use_style(_add_style(alike[0], alike[0].style, styles), alike, styles)
    single = [alike[0] for alike in uses.values() if len(alike) == 1]
    while single:
        first, *others = single
        like = next((name for name, style in styles.items() if _resembles(first.style, style)), "")
        alike = [first, *(other for other in others if _resembles(other.style, first.style))]
        if like or len(alike) < _LEAST_ALIKE:
            alike = [first]
        else:
            like = _add_style(first, first.style, styles)
        _use_style(like, alike, styles)
        single = [element for element in single if element not in alike]
    return styles


_LEAST_SHARED, _LEAST_ALIKE = 3, 4
"""Keys of a style, and elements that differ in one of them, that are worth a name."""


def _resembles(own: Mapping[str, Any], style: Mapping[str, Any]) -> bool:
    """Return True if an element can have a style with another value of at most one key."""
    shared = sum(own.get(key) == value for key, value in style.items())
    return style.keys() <= own.keys() and shared >= max(len(style) - 1, _LEAST_SHARED)


def _add_style(first: DraftElement, style: dict[str, Any], styles: dict[str, dict[str, Any]]) -> str:
    name = find_free_name(first.style_name or _name_style(str(first.keys["text"])), styles)
    styles[name] = style
    return name


def _use_style(name: str, elements: Iterable[DraftElement], styles: Mapping[str, dict[str, Any]]) -> None:
    """Give elements a style, if it has a name, and the keys that they have in place of its own."""
    style = styles.get(name, {})
    for element in elements:
        own = {key: value for key, value in element.style.items() if style.get(key) != value}
        element.keys = ({"style": name} if name else {}) | element.keys | own


def _name_style(text: str) -> str:
    field = re.search(r"\{([a-z]\w*)", text)
    return f"{field[1] if field else derive_id(' '.join(text.split()[:2])[:24], 'plain')}_text"


_COLOURS = ("fill", "stroke", "colour", "tint", "pattern_colour")
_NUMBERS = ("number", "total", "count", "copy", "index", "id", "item")
"""Names that have a meaning in expressions."""


def name_constants(
    elements: Sequence[DraftElement], texts: Iterable[tuple[str, str]], fields: Collection[str]
) -> dict[str, str]:
    """Write the author's names for colours that are used twice or more, and return these constants.

    `texts` are names of the source with their texts, and `fields` are names that are taken.
    """
    uses: dict[str, list[dict[str, Any]]] = {}
    for keys in (keys for element in elements for keys in (element.keys, element.style)):
        for value in {str(keys[key]) for key in _COLOURS if key in keys}:
            uses.setdefault(value, []).append(keys)
    constants: dict[str, str] = {}
    for given, text in texts:
        name, value = derive_id(make_name(given), ""), parse_foreign_colour(text)
        if not name or name in {*constants, *fields, *_NUMBERS} or len(uses.get(value, ())) < 2:
            continue
        constants[name] = value
        for keys in uses.pop(value):
            keys |= {key: f"{{{name}}}" for key in _COLOURS if keys.get(key) == value}
    return constants


def find_free_name(name: str, *taken: Mapping[str, Any]) -> str:
    """Return a name, with a number if it is taken: `name_text_2`."""
    known = {other for names in taken for other in names}
    number = 2
    free = name
    while free in known:
        free, number = f"{name}_{number}", number + 1
    return free


def allow_overlaps(elements: Sequence[DraftElement]) -> None:
    """Let texts overlap earlier ones, and later shapes overlap them: other tools have no rule against it."""
    words = [element for element in elements if element.kind == "words"]
    for place, later in enumerate(words):
        if any(may_overlap(later.bounds, earlier.bounds) for earlier in words[:place]):
            later.keys["over"] = True
    for place, element in enumerate(elements):
        covers = (_measure_cover(later) for later in elements[place + 1 :] if element.kind == "words")
        if element.bounds and any(cover and may_overlap(element.bounds, cover) for cover in covers):
            element.keys["over"] = True


def _measure_cover(element: DraftElement) -> Sequence[float] | None:
    """Return the box of a line or a shape in the unit of the deck; None for others."""
    keys = element.keys
    if element.kind not in _COVERS or "angle" in keys:
        return None
    if "at" in keys:
        return _ANYWHERE
    box, given = keys.get("box"), keys.get("points")
    points: list[Any] = given if isinstance(given, list) else [keys.get("from", ()), keys.get("to", ())]
    try:
        if isinstance(box, list):
            return [float(side) for side in box]
        places = [[float(side) for side in point] for point in points]
    except (TypeError, ValueError):
        return None
    if not places or any(len(place) != 2 for place in places):
        return None
    (left, top), (right, bottom) = (list(map(end, zip(*places, strict=True))) for end in (min, max))
    return left, top, max(right - left, _TINY), max(bottom - top, _TINY)


_ANYWHERE = (-1e6, -1e6, 2e6, 2e6)
"""Box of what is in several places, which are computed."""
_COVERS = ("panel", "line", "polyline", "polygon", "star", "arc", "sector")


def may_overlap(first: Sequence[float] | None, second: Sequence[float] | None, *, least: float = 0.0) -> bool:
    """Return True if two boxes overlap, or may overlap, since the place of one differs from card to card."""
    if first is None or second is None:
        return True
    return all(
        first[side] < second[side] + second[side + 2] - least
        and second[side] < first[side] + first[side + 2] - least
        for side in (0, 1)
    )


def is_tight(
    text: str, points: float, bounds: Sequence[float] | None, cells: Mapping[str, Sequence[str]]
) -> bool:
    """Return True if a text may not fit its box at its size, on the card that has the longest one."""
    if bounds is None:
        return False

    def find_longest(field_name: re.Match[str]) -> str:
        return max(cells.get(field_name[1], ()), key=len, default="")

    shown = re.sub(r"(?<!\\)\{(\w+)\}", find_longest, text)
    letters = max(bounds[2] / (points * _LETTER), 1)
    lines = sum(max(math.ceil(len(line) / letters), 1) for line in shown.split("\n"))
    return lines * points * _LINE > bounds[3] or max(map(len, shown.split()), default=0) > letters


_LETTER, _LINE = 0.2, 0.5
"""Width of a letter and height of a line in mm, for type of 1 pt: somewhat more than most have."""


def cut_to_card(start: float, size: float, side: float, *, is_centred: bool) -> tuple[float, float]:
    """Return a part of a side within the card; around the same middle if what it holds is centred there."""
    before, after = max(0.0, -start), max(0.0, start + size - side)
    if before < _TINY and after < _TINY:
        return start, size
    if is_centred:
        before = after = max(before, after)
    return start + before, size - before - after


_TINY = 0.01


def turn_within(
    bounds: tuple[float, float, float, float], degrees: float, card: tuple[float, float]
) -> tuple[float, float, float, float]:
    """Return a box, which is turned around its middle, so small that it is within the card."""
    left, top, width, height = bounds
    middle = left + width / 2, top + height / 2
    if round(degrees) % 180 == 90:
        across = cut_to_card(middle[0] - height / 2, height, card[0], is_centred=True)
        down = cut_to_card(middle[1] - width / 2, width, card[1], is_centred=True)
        width, height = max(down[1], 1.0), max(across[1], 1.0)
        x = min(max(middle[0], height / 2), card[0] - height / 2)
        y = min(max(middle[1], width / 2), card[1] - width / 2)
        return x - width / 2, y - height / 2, width, height
    sine, cosine = (abs(function(math.radians(degrees))) for function in (math.sin, math.cos))
    outer = width * cosine + height * sine, width * sine + height * cosine
    rests = (min(middle[0], card[0] - middle[0]), min(middle[1], card[1] - middle[1]))
    share = min(1.0, *(2 * max(rest, 1.0) / max(side, 0.01) for rest, side in zip(rests, outer, strict=True)))
    return middle[0] - width * share / 2, middle[1] - height * share / 2, width * share, height * share


def ignore_numbers(cards: object) -> dict[str, Any]:
    """Return the key of a deck that is needed if its cards are only counted: nothing prints their numbers."""
    is_counted = isinstance(cards, dict) and cards.keys() == {"every"} and cards["every"].keys() == {"card"}
    return {"ignore": ["card"]} if is_counted else {}


def escape_marks(text: str) -> str:
    """Return a plain text with a backslash before the characters that are marks of ours."""
    return re.sub(r"[{}\\*]|:(?=\w+:)", r"\\\g<0>", text)


_STYLED = "(?:b|strong|i|em)"
_OPENED = re.compile(rf"(<{_STYLED}(?:\s[^<>]*)?>)(\s+)", re.IGNORECASE)
_CLOSED = re.compile(rf"(\s+)(</{_STYLED}\s*>)", re.IGNORECASE)
_NOTHING = re.compile(rf"<({_STYLED})(?:\s[^<>]*)?></\1\s*>", re.IGNORECASE)


def translate_html(text: str) -> tuple[str, Collection[str]]:
    """Return a text with our marks for tags of HTML, and the tags that have none, which are removed."""
    unknown: dict[str, None] = {}
    # Our marks begin and end at words: spaces at the edges belong outside.
    text = _NOTHING.sub("", _CLOSED.sub(r"\2\1", _OPENED.sub(r"\2\1", text)))
    for name in ("b", "strong", "i", "em"):
        opened, closed = (len(re.findall(rf"<{end}{name}\b", text, re.IGNORECASE)) for end in ("", "/"))
        if opened != closed:
            text = re.sub(rf"</?{name}\b[^<>]*>", "", text, flags=re.IGNORECASE)
            unknown[f"<{name}> without an end"] = None

    def replace(match: re.Match[str]) -> str:
        mark = _MARKS.get(match[1].lower())
        if mark is None:
            unknown[f"<{match[1].lower()}>"] = None
        return mark or ""

    return _TAG.sub(replace, text), unknown


def list_html_marks(text: str) -> dict[str, str]:
    """Return the tags in a text that have marks of ours, as they are written there, with these marks."""
    tags = {match[0]: match[1].lower() for match in _TAG.finditer(text)}
    return {tag: _choose_mark(tag, name) for tag, name in tags.items() if name in _MARKS}


def _choose_mark(tag: str, name: str) -> str:
    """Return the mark for a tag in a cell, beside which there may be spaces, so that stars would be none."""
    if name == "br":
        return "\n"
    return "}" if tag.startswith("</") else "{bold|" if name in ("b", "strong") else "{italic|"


def quote_in_code(text: str) -> str:
    """Return a text in quotes, as a part of an expression."""
    plain = text.replace("\\", "/").replace("\n", "\\n")
    return f"'{plain}'" if "'" not in plain else '"' + plain.replace('"', "”") + '"'


def write_numbers(numbers: Sequence[int]) -> str:
    """Return the condition for cards with these numbers: `number <= 3`."""
    first, last = min(numbers), max(numbers)
    if len(set(numbers)) == last - first + 1:
        if first == last:
            return f"number = {first}"
        return f"number <= {last}" if first == 1 else f"{first} <= number <= {last}"
    return f"number = {', '.join(map(str, sorted(set(numbers))))}"


def negate(condition: str | bool) -> str | bool:
    """Return the opposite of a condition."""
    if isinstance(condition, bool):
        return not condition
    if has := re.fullmatch(r"(not )?(has\(\w+\))", condition):
        return has[2] if has[1] else f"not {has[2]}"
    if plain := re.fullmatch(r"(\w+) (=|!=) ([^,]+)", condition):
        return f"{plain[1]} {'!=' if plain[2] == '=' else '='} {plain[3]}"
    return f"not ({make_code(condition)})"


def drop_implied(conditions: Sequence[str]) -> list[str]:
    """Return conditions without those that others imply: `kind != hero` beside `kind = king`."""
    kept = list(dict.fromkeys(conditions))
    given = {match[1]: match[2] for one in kept if (match := re.fullmatch(r"(\w+) = ([^,]+)", one))}
    ruled_out = {f"{name} != {value}" for name, value in _list_ruled_out(kept, given)}
    return [one for one in kept if one not in ruled_out]


def _list_ruled_out(conditions: Sequence[str], given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield names with the values that they cannot have, since they have another one."""
    for one in conditions:
        match = re.fullmatch(r"(\w+) != ([^,]+)", one)
        if match and given.get(match[1], match[2]).lower() != match[2].lower():
            yield match[1], match[2]


def choose(conditions: Sequence[str], value: str, other: str) -> str:
    """Return the expression of a value if all conditions hold, and otherwise of another one."""
    code = join_code("and", conditions)
    if len(conditions) == 1 and re.fullmatch(r"not has\(\w+\)|\w+ != [^,]+", conditions[0]):
        return choose([str(negate(conditions[0]))], other, value)
    if code.startswith("not ("):
        inner = unwrap_brackets(code.removeprefix("not "))
        if not inner.startswith("("):
            return f"{other} if {inner} else {value}"
    return f"{value} if {code} else {other}"


def join_code(word: str, conditions: Sequence[str]) -> str:
    """Return an expression of conditions joined by `and` or `or`."""
    codes = list(map(make_code, conditions))
    if len(codes) == 1:
        return codes[0]
    return f" {word} ".join(f"({code})" if _JOINED.search(code) else code for code in codes)


_JOINED = re.compile(r" (and|or|if) ")


def unwrap_brackets(text: str) -> str:
    """Return a text without brackets around all of it."""
    plain = text.strip()
    while plain.startswith("(") and plain.endswith(")"):
        depth = 0
        for place, letter in enumerate(plain):
            depth += (letter == "(") - (letter == ")")
            if not depth and place < len(plain) - 1:
                return plain
        plain = plain[1:-1].strip()
    return plain


def make_code(condition: str) -> str:
    """Return a condition such as `kind = hero, king` as an expression."""
    plain = re.fullmatch(r"(\w+) (=|!=) (.+)", condition)
    if not plain:
        return condition
    values = [quote_in_code(value.strip()) for value in plain[3].split(",")]
    if len(values) == 1:
        return f"{plain[1]} {'==' if plain[2] == '=' else '!='} {values[0]}"
    return f"{plain[1]} {'in' if plain[2] == '=' else 'not in'} [{', '.join(values)}]"


_MOST_ELEMENTS = 50_000
_DEEPEST = 50


@dataclass(slots=True)
class XmlElement:
    """An element with its attributes, and the elements in it."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list["XmlElement"] = field(default_factory=list)
    text: str = ""

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute, whose name may have any case."""
        return self.attributes.get(name.lower(), default)

    def list_children(self, tag: str) -> list["XmlElement"]:
        """Return the elements in it with this name."""
        return [child for child in self.children if child.tag == tag]


def read_xml(path: Path) -> XmlElement:
    """Return the root of a file; raises DataError if it is not XML, has entities, or is too large."""
    file = name_file(path)
    root = XmlElement("", {}, 0)
    opened, count = [root], 0
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def refuse(message: str) -> DataError:
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        return unreadable(file, message, line=line, column=column)

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > _MOST_ELEMENTS or len(opened) > _DEEPEST:
            raise refuse(f"has more than {_MOST_ELEMENTS} elements, or {_DEEPEST} levels")
        named = {name.lower(): value for name, value in attributes.items()}
        element = XmlElement(tag, named, parser.CurrentLineNumber)
        opened[-1].children.append(element)
        opened.append(element)

    def end(tag: str) -> None:
        del tag
        opened.pop()

    def add(text: str) -> None:
        opened[-1].text += text

    def refuse_entity(*_: object) -> None:
        raise refuse("declares entities, which are not read")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = add, refuse_entity
    try:
        parser.Parse(read_bytes(path, MOST_TEXT_BYTES), True)
    except expat.ExpatError as error:
        message = f"is not XML: {expat.ErrorString(error.code)}"
        raise unreadable(file, message, line=error.lineno, column=error.offset + 1) from None
    except (LookupError, ValueError) as error:
        raise unreadable(file, f"has an unknown encoding: {error}", "save it as UTF-8") from None
    return root.children[0]


def parse_json(text: str, file: str) -> Any:
    """Return the value of JSON whose strings may have line breaks and tabs; raises DataError."""
    try:
        return json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        raise unreadable(file, f"is not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except ValueError:
        # Python reads no number of more digits.
        raise unreadable(file, "has a number of more than 4300 digits") from None
    except RecursionError:
        raise unreadable(file, "is nested too deeply") from None


def parse_foreign_colour(text: str) -> str:
    """Return a colour of another program, whose name may have capitals, blanks, and `_`; empty if it is none.

    Digits may have no `#`, and four of them for each tone, and for the opacity.
    """
    plain = text.strip()
    if digits := re.fullmatch(r"#?([0-9A-Fa-f]+)", plain):
        return _read_digits(digits[1], is_marked=plain.startswith("#"))
    name = keep_tone(re.sub(r"[\s_-]", "", plain))
    try:
        parse_colour(name)
    except Wrong:
        return ""
    return name


def _read_digits(digits: str, *, is_marked: bool) -> str:
    if len(digits) in (12, 16):
        digits = "".join(digits[place : place + 2] for place in range(0, len(digits), 4))
    return f"#{digits.lower()}" if len(digits) in ((3, 4, 6, 8) if is_marked else (3, 6, 8)) else ""


def keep_tone(colour: str) -> str:
    """Return a colour of CSS, such as `Maroon`, so that its tone does not depend on the theme."""
    name = find_colour_name(colour.strip(), ())
    return THEME_TONES.get(name, name)


def choose_sign(ground: str) -> str:
    """Return the colour of titles and signs on a ground of this colour; a wrong one counts as dark."""
    return "white" if _measure(ground) >= _LEAST_OF_TITLES else "ink"


def darken_type(colour: str) -> str:
    """Return a colour, or one of the same hue that is dark enough for type on white; a wrong one stays."""
    if _measure(colour) >= LEAST_CONTRAST:
        return colour
    red, green, blue, _ = parse_colour(colour)
    shares = [1 - step / _STEPS for step in range(1, _STEPS + 1)]
    tones = (Colour(red * share, green * share, blue * share).hex for share in shares)
    return next(tone for tone in tones if _measure(tone) >= LEAST_CONTRAST)


def _measure(colour: str) -> float:
    """Return the contrast with white; that of black for what is no colour, which checks of decks name."""
    try:
        return measure_contrast(parse_colour(colour)[:3], _WHITE)
    except Wrong:
        return measure_contrast((0.0, 0.0, 0.0), _WHITE)
