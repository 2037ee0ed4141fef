"""SVG files -> a safe tree of elements with plain attributes, without scripts or links to other files.

Names have no prefixes, and `style` attributes and style sheets have become plain attributes.
"""

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from generator.errors import DataError
from generator.read.files.text_files import MEGABYTE, name_file, read_bytes, unreadable
from generator.read.pictures.svg_traits import (
    LEFT_OUT,
    NO_LOOK,
    PROPERTIES,
    describe_unknown_element,
    guess_attribute,
    is_known_element,
    is_property,
)

_SIMPLE = re.compile(r"\s*(?:[\w-]+\s*:[^;:\"'/\\@{}!]*(?::(?!//)[^;:\"'/\\@{}!]*)?(?:;\s*|$))*")
"""Declarations that can be separated at each `;`."""
_MOST_VARIABLE = 10_000
"""Maximum length of a value after its variables are replaced."""
_FONT = re.compile(
    r"(?P<before>(?:[\w-]+\s+)*?)(?P<size>[\d.]+[a-z%]*|(?:x+-)?(?:small|large)|medium|smaller|larger)"
    r"(?:\s*/\s*[\w.%]+)?\s+(?P<family>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_FONT_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("italic", "oblique"), "font-style"),
    **dict.fromkeys(("bold", "bolder", "lighter", *map(str, range(100, 1000, 100))), "font-weight"),
    "small-caps": "font-variant",
    **{
        f"{more}{what}": "font-stretch"
        for more in ("", "ultra-", "extra-", "semi-")
        for what in ("condensed", "expanded")
    },
}
_ONLY_CSS = frozenset(("mix-blend-mode", "isolation", "font", "font-kerning", "marker"))
"""Properties that are not attributes (SVG 2, 6.6)."""
_WIDE = ("inherit", "initial", "unset", "revert", "revert-layer")
SVG = "http://www.w3.org/2000/svg"
LABEL = "data-label"
"""Attribute with the name that Inkscape shows for a layer or an object."""
PLACE = "data-place"
"""Attribute with the line and column of an element."""
ROLE = "data-role"
"""Attribute with what a part of a text is for Inkscape: `line`."""
TEXTS = ("text", "flowRoot")
"""Elements that are texts."""
FLOWED = ("flowRoot", "flowRegion", "flowPara", "flowSpan", "flowDiv", "flowLine")
"""Elements of texts that only old versions of Inkscape draw."""
MOST_SVG_BYTES = 16 * MEGABYTE
MOST_SVG_DEPTH = 100
_MOST_ELEMENTS = 100_000
_MOST_ENTITY = 256
_MOST_TEXT = 8 * MEGABYTE
_MOST_SHOWN = 60
_EMBEDDED: Mapping[str, re.Pattern[str]] = {
    # Whether it is a picture is seen by what it contains.
    "image": re.compile(r"data:(?:image/[\w+-]+|application/octet-stream)?[;,]", re.IGNORECASE),
    "feImage": re.compile(r"data:image/(?:png|jpe?g|gif|webp)[;,]", re.IGNORECASE),
}
"""Data that elements may contain."""
_COLOURS = ("color", "fill", "stroke", "stop-color")
_EMPTY = ("animate", "animateColor", "animateMotion", "animateTransform", "set", "script", "video", "canvas")
"""Elements that are left out, and do something without contents."""
_STRUCTURE = (
    "flowRegion",
    "flowPara",
    "flowDiv",
    "flowSpan",
    "rect",
    "path",
    "use",
    "title",
    "desc",
    "font-face",
)
"""Elements in those that are left out, which do not count as contents: editors leave empty texts behind."""
_LARGEST = {"numOctaves": 10, "radius": 200, "order": 25}
"""Maximum values of filters, which take longer the larger these are."""
_GZIP = b"\x1f\x8b"
PRESERVED = "preserve-spaces"
"""Value of `white-space` that `xml:space="preserve"` stands for (SVG 2, 11.7.2)."""
_KEPT = ("pre", "pre-wrap", "break-spaces", PRESERVED)
_BREAKING = ("pre", "pre-wrap", "break-spaces", "pre-line")


class Note(NamedTuple):
    """Something that is not understood, or has no effect; it is printed as a warning."""

    element: Element
    message: str
    hint: str = ""
    line: int = 0
    """Line in the text of the element, starting at 1, and column; 0: the element itself."""
    column: int = 0


def apply_cascade(root: Element, notes: list[Note]) -> None:
    """Write all declarations into attributes, by the cascade; raises ValueError for too much work."""
    matched: Mapping[Element, Sequence[tuple[tuple[Any, ...], Any]]] = {}
    if sheets := [one for one in root.iter("style") if (one.text or "").strip()]:
        matched = _match_sheets(root, sheets, notes)
    _Cascade(matched, notes).apply(root, {}, {})


def _match_sheets(
    root: Element, sheets: Iterable[Element], notes: list[Note]
) -> Mapping[Element, Sequence[tuple[tuple[Any, ...], Any]]]:
    # Few drawings have style sheets, and their library takes long to import.
    from generator.read.pictures.svg_css import StyleSheets, applies_to_print

    rules = StyleSheets(root)
    for element in sheets:
        text, element.text = element.text or "", ""
        if element.get("type", "text/css") not in ("text/css", "") or not applies_to_print(
            element.get("media", "")
        ):
            message = "has a style sheet that is not for paper, or not CSS, which is left out"
            notes.append(Note(element, message))
            continue
        rules.add(text)
        notes += [Note(element, message, "", line, column) for message, line, column in rules.notes]
        rules.notes.clear()
    return rules.match()


class _Cascade:
    def __init__(
        self, matched: Mapping[Element, Sequence[tuple[tuple[Any, ...], Any]]], notes: list[Note]
    ) -> None:
        self._matched, self._notes = matched, notes

    def apply(self, element: Element, around: Mapping[str, str], variables: Mapping[str, str]) -> None:
        """Apply the declarations of an element and of all in it; its parent has the attributes `around`."""
        given = element.attrib
        style, ranked = given.pop("style", ""), self._matched.get(element, ())
        for name in _ONLY_CSS & given.keys():
            message = f"the attribute `{name}` has no effect: it must be in a style"
            self._notes.append(Note(element, message, f'write `style="{name}: {given.pop(name)}"`'))
        if style or ranked:
            variables = self._declare(element, style, ranked, variables)
        for name, value in [*given.items()]:
            if "var(" in value and (name in PROPERTIES or is_property(name)):
                self._set(element, name, value, variables)
        for name in [name for name, value in given.items() if value.strip().lower() in _WIDE]:
            self._resolve_word(element, name, around)
        for child in element:
            self.apply(child, given, variables)

    def _declare(
        self,
        element: Element,
        style: str,
        ranked: Sequence[tuple[tuple[Any, ...], Any]],
        variables: Mapping[str, str],
    ) -> Mapping[str, str]:
        """Set the attributes that declarations give, and return the variables that are known inside."""
        plain = [(one.name, one.value) for rank, one in ranked if not rank[0]]
        urgent = [(one.name, one.value) for rank, one in ranked if rank[0]]
        own, own_urgent = _split_style(style)
        declared = dict[str, str]()
        for name, value in (*plain, *own, *urgent, *own_urgent):
            # The order counts for shorthands.
            declared.pop(name, None)
            declared[name] = value
        if new := {name: value for name, value in declared.items() if name.startswith("--")}:
            variables = {**variables, **new}
        for name, value in declared.items():
            if not name.startswith("--"):
                self._set(element, name, value, variables)
        return variables

    def _set(self, element: Element, name: str, value: str, variables: Mapping[str, str]) -> None:
        if "var(" in value:
            replaced = _replace_variables(value, variables)
            if replaced is None:
                self._notes.append(Note(element, f"`{name}: {value}` has no value, and is left out"))
                element.attrib.pop(name, None)
                return
            value = replaced
        if name == "font":
            self._set_font(element, value)
        elif name == "marker":
            for place in ("start", "mid", "end"):
                element.set(f"marker-{place}", value)
        elif name == "d":
            element.set(name, value.removeprefix("path(").rstrip(")").strip("\"' "))
        elif is_property(name) or name not in element.attrib:
            element.set(name, value)

    def _set_font(self, element: Element, value: str) -> None:
        match = _FONT.fullmatch(value.strip())
        words = match["before"].lower().split() if match else []
        if match is None or any(word not in _FONT_WORDS and word != "normal" for word in words):
            if value.strip().lower() not in _WIDE:
                self._notes.append(Note(element, f"`font: {value}` is not understood, and is left out"))
            return
        for name in ("font-style", "font-weight", "font-variant", "font-stretch", "font-kerning"):
            element.set(name, PROPERTIES[name].initial)
        for word in words:
            if word != "normal":
                element.set(_FONT_WORDS[word], word)
        element.set("font-size", match["size"])
        element.set("font-family", match["family"])

    def _resolve_word(self, element: Element, name: str, around: Mapping[str, str]) -> None:
        """Replace `inherit` and the like by values."""
        trait, word = PROPERTIES.get(name), element.get(name, "").strip().lower()
        if trait is None:
            return
        if word == "inherit" and not trait.inherits:
            element.set(name, around.get(name, trait.initial))
        elif word == "initial" or not trait.inherits:
            element.set(name, trait.initial)
        else:
            del element.attrib[name]


@lru_cache(maxsize=4096)
def _split_style(style: str) -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
    """Return the declarations of a `style` attribute, and the important ones."""
    if _SIMPLE.fullmatch(style):
        pairs = (one.partition(":") for one in style.split(";") if ":" in one)
        found = ((name.strip(), value.strip()) for name, _, value in pairs)
        return [
            (name if name.startswith("--") else name.lower(), value) for name, value in found if value
        ], ()
    from generator.read.pictures.svg_css import parse_declarations

    declared = parse_declarations(style)
    plain, urgent = (
        [(one.name, one.value) for one in declared if one.is_important == is_so] for is_so in (False, True)
    )
    return plain, urgent


def _replace_variables(text: str, variables: Mapping[str, str], known: tuple[str, ...] = ()) -> str | None:
    """Return a value with the values of its variables; None if one has none, or refers to itself."""
    from generator.read.pictures.svg_css import check_nesting, list_brackets

    check_nesting(text)
    while (start := text.find("var(")) >= 0:
        ends = [*list_brackets(text, start + 3)]
        if not ends or text[ends[-1]] != ")":
            return None
        name = text[start + 4 : ends[0]].strip()
        value = None
        if name in variables and name not in known:
            value = _replace_variables(variables[name], variables, (*known, name))
        if value is None and len(ends) > 1:
            value = _replace_variables(text[ends[0] + 1 : ends[-1]].strip(), variables, known)
        if value is None or len(text) + len(value) > _MOST_VARIABLE or len(known) > 50:
            return None
        text = text[:start] + value + text[ends[-1] + 1 :]
    return text


def read_svg(path: Path) -> tuple[str, Element, list[Note]]:
    """Return the file's name for users, its tree, and what is not understood in it; raises DataError."""
    file = name_file(path)
    return file, *parse_svg(read_bytes(path, MOST_SVG_BYTES), file)


def parse_svg(data: bytes, file: str, *, is_template: bool = False) -> tuple[Element, list[Note]]:
    """Return the tree of a file's content, and what is not understood in it; raises DataError.

    With `is_template`, flowed texts and the names of other files stay in the tree, and nothing is opened.
    """
    builder, unpacked = _Builder(file, is_template=is_template), unpack_svg(file, data)
    try:
        builder.parser.Parse(unpacked, True)
    except expat.ExpatError as error:
        message = f"is not an SVG file: {expat.ErrorString(error.code)}"
        raise unreadable(file, message, line=error.lineno, column=error.offset + 1) from None
    except (LookupError, ValueError) as error:
        raise unreadable(file, f"has an unknown encoding: {error}", "save it as UTF-8") from None
    root = builder.tree.close()
    notes = [Note(root, message, "", line, column) for message, (line, column) in builder.left_out.items()]
    try:
        apply_cascade(root, notes)
    except (ValueError, RecursionError):
        message = "its style sheets are too complex"
        raise unreadable(file, message, "write colours as attributes") from None
    return root, [*notes, *_list_unknown(root)]


def is_svg(data: bytes) -> bool:
    """Return True if the content of a picture is SVG, perhaps compressed, as far as its beginning shows."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<", _GZIP))


def unpack_svg(file: str, data: bytes) -> bytes:
    """Return the content of a file, which may be compressed (`.svgz`); raises DataError."""
    if not data.startswith(_GZIP):
        return data
    try:
        unpacked = zlib.decompressobj(31).decompress(data, MOST_SVG_BYTES + 1)
    except zlib.error as error:
        raise unreadable(file, "is a damaged compressed file", "save it as plain SVG") from error
    if len(unpacked) > MOST_SVG_BYTES:
        raise unreadable(file, f"is larger than {MOST_SVG_BYTES // MEGABYTE} MB", "the limit for one file")
    return unpacked


def _list_unknown(root: Element) -> Iterator[Note]:
    """Yield unknown elements and attributes, each once, and colours with profiles."""
    reported = set[str]()
    for element in root.iter():
        if any("icc-color(" in element.get(name, "") for name in _COLOURS):
            yield Note(element, "has colours with `icc-color`, of which only the sRGB values are used")
        if element.tag not in reported and not is_known_element(element.tag):
            reported.add(element.tag)
            yield Note(element, *describe_unknown_element(element.tag))
        for name in element.attrib.keys() - reported:
            if near := guess_attribute(element.tag, name):
                reported.add(name)
                yield Note(
                    element, f"unknown attribute `{name}`, which is left out", f"did you mean `{near}`?"
                )


def find_place(element: Element) -> tuple[int, int]:
    """Return the line and the column of an element."""
    line, _, column = element.get(PLACE, "0:0").partition(":")
    return int(line), int(column)


def refuse(file: str, element: Element, message: str, hint: str = "") -> DataError:
    """Return the error of an element, with its line and column."""
    line, column = find_place(element)
    return unreadable(file, message, hint, line=line, column=column)


class _Builder:
    """Builds the tree while the file is parsed, and stops at the first error."""

    def __init__(self, file: str, *, is_template: bool) -> None:
        self.tree = TreeBuilder()
        self._is_template = is_template
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add_text
        parser.EntityDeclHandler = self._check_entity
        self._file = file
        self._prefixes = {"", "svg"}
        self._spaces = [SVG]
        """Namespaces of elements without a prefix, of each element around."""
        self._depth = self._count = self._size = 0
        self._open = list[str]()
        """Elements around, except those that are left out."""
        self._left_out = 0
        """Depth inside of an element that is left out."""
        self.left_out = dict[str, tuple[int, int]]()
        """Messages about elements that are left out, each with the place of the first of them."""
        self._started: tuple[str, tuple[int, int]] | None = None
        """Message about the current element, which is reported only if it has contents."""

    def _refuse(self, message: str, hint: str = "") -> DataError:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        return unreadable(self._file, message, hint, line=line, column=column)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._prefixes |= {key[6:] for key, value in attributes.items() if value == SVG and key[5:6] == ":"}
        prefix, _, tag = name.rpartition(":")
        # A file without a namespace, or with a wrong one, is SVG all the same.
        self._spaces.append(attributes.get("xmlns", self._spaces[-1]) if self._count else SVG)
        if not self._count and (tag != "svg" or prefix not in self._prefixes):
            message = f"is not an SVG file: it starts with `<{name}>`"
            raise self._refuse(message, f'write `<svg xmlns="{SVG}">`')
        self._depth += 1
        self._count += 1
        if self._depth > MOST_SVG_DEPTH or self._count > _MOST_ELEMENTS:
            is_deep = self._depth > MOST_SVG_DEPTH
            limit = f"{MOST_SVG_DEPTH} levels" if is_deep else f"{_MOST_ELEMENTS} elements"
            raise self._refuse(f"has more than {limit}", "simplify the drawing")
        place = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        is_ours = prefix in self._prefixes if prefix else self._spaces[-1] in (SVG, "")
        is_flowed = self._is_template and tag in FLOWED
        if self._left_out or not is_ours or ((tag in LEFT_OUT or tag in NO_LOOK) and not is_flowed):
            self._leave_out(tag if is_ours else "", place)
            return
        self._open.append(tag)
        kept = {PLACE: f"{place[0]}:{place[1]}"}
        for key, value in attributes.items():
            self._grow("" if value.startswith("data:") else value)
            head, _, local = key.rpartition(":")
            if local == "href" and (not head or "href" not in attributes):
                kept["href"] = self._check_link(tag, value.strip())
            elif not head and not local.startswith(("on", "xmlns")):
                kept[key] = value
            elif local == "label" and head:
                kept[LABEL] = value
            elif local == "role" and head:
                kept[ROLE] = value
            self._check_filter(local, value)
        if space := attributes.get("xml:space"):
            kept.setdefault("white-space", PRESERVED if space == "preserve" else "normal")
        self.tree.start(tag, kept)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._spaces.pop()
        if self._left_out:
            self._left_out -= 1
        else:
            self._open.pop()
            self.tree.end(name.rpartition(":")[2])

    def _leave_out(self, tag: str, place: tuple[int, int]) -> None:
        """Leave an element out, and report it if the drawing changes. A `switch` has an alternative."""
        if not self._left_out:
            message = LEFT_OUT.get(tag, "") if self._open[-1:] != ["switch"] else ""
            self._started = (message, place) if message else None
            if tag in _EMPTY:
                self._report()
        elif tag not in _STRUCTURE:
            self._report()
        self._left_out += 1

    def _report(self) -> None:
        if self._started:
            self.left_out.setdefault(*self._started)

    def _add_text(self, text: str) -> None:
        self._grow(text)
        if not self._left_out:
            self.tree.data(text)
        elif not text.isspace():
            self._report()

    def _grow(self, text: str) -> None:
        self._size += len(text)
        if self._size > _MOST_TEXT:
            limit = _MOST_TEXT // MEGABYTE
            raise self._refuse(f"has more than {limit} MB besides embedded pictures", "simplify the drawing")

    def _check_link(self, tag: str, link: str) -> str:
        is_inside = link.startswith("#") or (tag in _EMBEDDED and _EMBEDDED[tag].match(link))
        if link and tag != "a" and not is_inside and not self._is_template:
            hint = "embed the picture in the file" if tag in _EMBEDDED else "copy the element into the file"
            shown = link if len(link) <= _MOST_SHOWN else f"{link[:_MOST_SHOWN]}..."
            raise self._refuse(f"`<{tag}>` refers to `{shown}`, and nothing is fetched", hint)
        return "" if tag == "a" else link

    def _check_filter(self, name: str, value: str) -> None:
        numbers = re.findall(r"\d+(?:\.\d+)?", value) if name in _LARGEST else ()
        if any(float(number) > _LARGEST[name] for number in numbers):
            raise self._refuse(f"`{name}` is too large", f"at most {_LARGEST[name]}")

    def _check_entity(self, name: str, is_parameter: bool, value: str | None, *_: object) -> None:
        if value is not None and ("&" in value or len(value) > _MOST_ENTITY):
            raise self._refuse(f"the entity `{name}` is too long or refers to others", "remove the entity")


class _Part(NamedTuple):
    """A text between two tags."""

    element: Element
    is_tail: bool
    """True if it follows the element instead of beginning it."""
    mode: str
    """Value of `white-space`."""

    def read(self) -> str:
        return (self.element.tail if self.is_tail else self.element.text) or ""

    def write(self, text: str) -> None:
        if self.is_tail:
            self.element.tail = text
        else:
            self.element.text = text


def collapse_spaces(element: Element, mode: str) -> bool:
    """Collapse the white space of a text (CSS Text 3, 4.1); return True if it loses line breaks.

    All that is left is marked as preserved: resvg also removes spaces between the parts of a text.
    """
    has_breaks, is_after_space = False, True
    parts = [*_list_parts(element, mode)]
    for part in parts:
        text = re.sub(r"\r\n|[\t\r\n]", " ", given := part.read())
        has_breaks = has_breaks or (part.mode in _BREAKING and "\n" in given.strip())
        if part.mode not in _KEPT:
            text = re.sub(" +", " ", text)
            text = text.removeprefix(" ") if is_after_space else text
        is_after_space = text.endswith(" ") if text else is_after_space
        part.write(text)
    last = next((part for part in reversed(parts) if part.read()), None)
    if last and last.mode not in _KEPT:
        last.write(last.read().removesuffix(" "))
    for one in element.iter():
        one.attrib.pop("xml:space", None)
    element.set("xml:space", "preserve")
    return has_breaks


def _list_parts(element: Element, mode: str) -> Iterator[_Part]:
    yield _Part(element, False, mode)
    for child in element:
        yield from _list_parts(child, child.get("white-space", "").strip().lower() or mode)
        yield _Part(child, True, mode)
