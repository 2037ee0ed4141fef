"""The columns of a table that change a drawing."""

import fnmatch
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.imports.draft import escape_marks
from generator.read.files.text_files import make_name

_NAME = r"[^{}\n%$\[\]«»|<>]{1,60}?"
_PLACEHOLDER = re.compile(
    rf"\{{\{{\s*(?P<double>{_NAME})\s*\}}\}}"
    rf"|\$\{{\s*(?P<dollar>{_NAME})\s*\}}"
    rf"|\{{\s*(?P<brace>{_NAME})(?::(?P<format>[^{{}}]*))?\s*\}}"
    r"|%VAR_(?P<var>[^%\n]{1,60})%"
    r"|%(?P<percent>[A-Za-z][\w .-]{0,59})%"
    r"|\$(?P<word>[A-Za-z_]\w{0,59})"
    r"|\[(?P<square>[^\[\]{}\n]{1,60})\]"
    r"|«(?P<quoted>[^«»\n]{1,60})»"
    r"|#(?P<fence>[A-Za-z_][\w ]{0,59})#"
    r"|(?<![\w#])#(?P<hash>[A-Za-z_]\w{0,59})\b"
)
_SURE = ("double", "dollar", "brace", "var", "fence")
"""Placeholders that are ones even if no table has their column."""
_LAYER = re.compile(r"%(?P<kind>IF|UNLESS)_(?P<name>[^%]{1,60})%")
_PADDED = re.compile(r"0(\d{1,2})d?")


@dataclass(slots=True)
class TemplateFields:
    """The columns of a table, by which drawings name what they show."""

    titles: Mapping[str, str] = field(default_factory=dict)
    """Titles of columns by the names of fields, in the order of the table."""
    is_open: bool = True
    """True without a table: placeholders become the columns of a new one."""
    used: dict[str, str] = field(default_factory=dict)
    """Titles of the fields that drawings show, by name."""
    unknown: dict[str, None] = field(default_factory=dict)
    """Placeholders for which there is no column."""

    def find(self, text: str) -> str:
        """Return the field of the column with a title, or with a number; empty if there is none."""
        names = [*self.titles]
        wanted = text.strip()
        name = make_name(wanted)
        found = next((key for key, title in self.titles.items() if wanted.lower() == title.lower()), "")
        found = found or next((key for key in names if name and key == name), "")
        if not found and wanted.isdigit() and int(wanted) < len(names):
            found = names[int(wanted)]
        if found:
            self.used.setdefault(found, self.titles[found])
        return found

    def find_placeholder(self, match: re.Match[str]) -> str:
        """Return the field of a placeholder; empty if it is only text."""
        kind = match.lastgroup if match.lastgroup != "format" else "brace"
        assert kind is not None
        title = match[kind].strip()
        if kind == "var" and title.isdigit():
            # The numbers of Inkscape's generator begin at 1.
            title = str(int(title) - 1)
        if found := self.find(title):
            return found
        name = make_name(title)
        is_sure = kind in _SURE and bool(name)
        if self.is_open and (is_sure or kind in ("percent", "word")):
            name = name if name[:1].isalpha() else f"column_{name}"
            self.used.setdefault(name, title)
            return name
        if is_sure:
            self.unknown.setdefault(match[0])
        return ""

    def has_placeholder(self, text: str) -> bool:
        """Return True if a placeholder of a text is a field."""
        return any(self.find_placeholder(match) for match in _PLACEHOLDER.finditer(text))

    def make_text(self, text: str) -> str:
        """Return a text as one of ours, with fields in braces."""
        return "".join(self._list_pieces(text))

    def _list_pieces(self, text: str) -> Iterator[str]:
        place = 0
        for match in _PLACEHOLDER.finditer(text):
            name = self.find_placeholder(match)
            if not name:
                continue
            yield escape_marks(text[place : match.start()])
            place = match.end()
            padded = _PADDED.fullmatch(match["format"] or "")
            yield f"{{pad({name}, {padded[1]})}}" if padded else f"{{{name}}}"
        yield escape_marks(text[place:])

    def replace(self, text: str, values: Mapping[str, str]) -> str:
        """Return a text with values in the places of its fields."""

        def fill(match: re.Match[str]) -> str:
            return values.get(self.find_placeholder(match), match[0])

        return _PLACEHOLDER.sub(fill, text)

    def list_fields(self, text: str) -> list[str]:
        """Return the fields of the placeholders of a text, in their order."""
        found = (self.find_placeholder(match) for match in _PLACEHOLDER.finditer(text))
        return [name for name in found if name]


def find_layer_condition(label: str, fields: TemplateFields) -> str:
    """Return the condition of a layer `%IF_column%` or `%UNLESS_column%`; empty for others."""
    match = _LAYER.fullmatch(label.strip())
    if not match:
        return ""
    title = match["name"].strip()
    name = fields.find(str(int(title) - 1) if title.isdigit() else title) or make_name(title)
    fields.used.setdefault(name, title)
    shown = f"lower({name}) not in ['', '0', 'false', 'no', 'off']"
    return shown if match["kind"] == "IF" else shown.replace("not in", "in")


@dataclass(frozen=True, slots=True)
class PartColumn:
    """A column whose cells change a part of a drawing, which it names by id or label."""

    name: str
    """Name of the field that has its cells."""
    part: str
    """Id or label of the part, perhaps with `*` and `?`."""
    attribute: str = ""
    """Attribute that it sets: `fill`, `style:stroke`; empty for the part itself."""
    is_switch: bool = False
    """True if its cells say whether the part is drawn."""
    choices: bool = False
    """True if its cells list the parts `part-...` that are drawn."""

    def matches(self, id: str, label: str) -> bool:
        """Return True for the id or the label of its part."""
        wanted = f"{self.part}-*" if self.choices else self.part
        folded = make_name(self.part)
        return any(
            name
            and (
                name == wanted or fnmatch.fnmatchcase(name, wanted) or (folded and make_name(name) == folded)
            )
            for name in (id, label)
        )


_ATTRIBUTE = re.compile(r"(?P<part>[^\[\].]+)(?:\[(?P<square>[^\[\]]+)\]|\.(?P<dot>[\w:-]+))")


def read_part_columns(titles: Mapping[str, str]) -> Sequence[PartColumn]:
    """Return the columns as names of parts: `banner`, `banner?`, `banner.fill`, `banner[style:fill]`."""
    found = []
    for name, title in titles.items():
        plain = title.strip().removesuffix(">").strip()
        plain, _, _ = plain.partition("=") if not plain.startswith("=") else (plain, "", "")
        match = _ATTRIBUTE.fullmatch(plain)
        if plain.endswith("-?"):
            found.append(PartColumn(name, plain[:-2], is_switch=True, choices=True))
        elif plain.endswith("?"):
            found.append(PartColumn(name, plain[:-1], is_switch=True))
        elif match:
            found.append(PartColumn(name, match["part"], match["square"] or match["dot"]))
        elif plain:
            found.append(PartColumn(name, plain))
    return found


_SHOWN = ("y", "yes", "x", "true", "1", "on", "show", "+")
_HIDDEN = ("", "n", "no", "false", "0", "off", "hide", "-")


def is_switch_column(cells: Collection[str]) -> bool:
    """Return True if cells say only yes or no."""
    words = {cell.strip().lower() for cell in cells}
    return bool(words & {*_SHOWN}) and words <= {*_SHOWN, *_HIDDEN}
