"""Projects of CardMaker: a deck for each layout, and a part for each layout within others."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from generator.errors import DataError
from generator.imports.draft import (
    Columns,
    Draft,
    DraftElement,
    XmlElement,
    allow_overlaps,
    clean_path,
    escape_marks,
    find_beside,
    find_free_name,
    format_number,
    is_tight,
    join_cells,
    keep_tone,
    list_elements,
    name_styles,
    quote_in_code,
    read_columns,
    read_xml,
)
from generator.read.files.text_files import derive_id, make_name, name_file, unreadable

_SCREEN = 96
"""Dots per inch for which the sizes of fonts are meant."""
_MARGINS = {"0": "start", "1": "center", "2": "end"}
_UPRIGHT_OF = {"0": "top", "1": "middle", "2": "bottom"}
_FIELD_OF = re.compile(r"([@!])\[([^\[\]]+)\]")
_COUNTER = re.compile(r"#(#|sc;)(-?\d+);(-?\d+);(\d+)#")
_NESTED = re.compile(r"#\(|\)#")
"""Where a choice begins and ends; choices may be within others."""
_SWITCH, _CHOICE = "switch;", "if "
_EMPTY = re.compile("#empty|#nodraw")
_BACKGROUND = re.compile(r"#bg(?:(shape)::(#[^#]*#[^#]*)|(graphic)::([^#]*))#")
_OVERRIDE = re.compile(r"\$\[(\w+):((?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*)\]")
_SHAPE = re.compile(r"#(\w+);([^#]*)#?")
_MARK = re.compile(r"<(/?)(\w+)(?:=([^<>]*))?>")
_PLAIN_MARKS = {"b": "**", "i": "*"}
_SMALLEST = 4
"""Size in points down to which texts are set that CardMaker cuts off."""
_DEEPEST_DEFINE = 10
_CELL_SIGNS = {"\\n": "\n", "\\q": '"', "\\c": ","}
"""Signs in cells by their meaning."""


def read_cardmaker(path: Path) -> list[Draft]:
    """Return the decks of a project, one for each layout that no other one draws; raises DataError."""
    root = read_xml(path)
    layouts = {layout.get("name"): layout for layout in root.list_children("Layout")}
    if root.tag != "Project" or not layouts:
        raise unreadable(name_file(path), "is not a project of CardMaker: it has no layouts")
    translator = "".join(child.text for child in root.list_children("translatorName"))
    if translator.strip().lower() == "javascript":
        hint = "print its cards with CardMaker, and import them: petri import cards.pdf"
        raise unreadable(name_file(path), "has texts that JavaScript computes, which is not run", hint)
    inner = {
        _name_inner(element)
        for layout in layouts.values()
        for element in layout.list_children("Element")
        if element.get("type") == "SubLayout"
    }
    outer = [layout for name, layout in layouts.items() if name not in inner] or list(layouts.values())
    return [_LayoutReader(path, layout, layouts).read() for layout in outer]


def _name_inner(element: XmlElement) -> str:
    return element.get("variable").split("::::")[0]


@dataclass(slots=True)
class _LayoutReader:
    """Reads a layout with its references."""

    path: Path
    layout: XmlElement
    layouts: Mapping[str, XmlElement]
    draft: Draft = field(init=False)
    columns: dict[str, str] = field(default_factory=dict)
    """Names of fields by names of columns, in small letters."""
    defines: dict[str, str] = field(default_factory=dict)
    tables: dict[str, Any] = field(default_factory=dict)
    scale: float = 1
    """Millimetres of a dot."""
    size: tuple[float, float] = (0, 0)
    line: int = 0
    name: str = ""
    depth: int = 0
    is_marked: bool = False
    """True while a formatted text is read."""

    def __post_init__(self) -> None:
        self.draft = Draft(derive_id(self.layout.get("name") or self.path.stem), name_file(self.path))

    def read(self) -> Draft:
        """Return the deck."""
        draft, layout = self.draft, self.layout
        self.line, self.name = layout.line, layout.get("name")
        self.scale = 25.4 / max(_read_number(layout.get("dpi"), 300), 1)
        width, height = (_read_number(layout.get(side), 1) * self.scale for side in ("width", "height"))
        if not 1 <= min(width, height) <= max(width, height) <= _LARGEST_SIDE:
            file = name_file(self.path)
            raise unreadable(file, "has a layout smaller than 1 mm or larger than 1 m", line=layout.line)
        self.size = width, height
        draft.head = {
            "size": f"{format_number(width)} mm x {format_number(height)} mm",
            "unit": "mm",
            "safe": 0,
        }
        draft.head["cards"] = self._read_cards()
        draft.template = self._read_elements(layout)
        if self.tables:
            draft.head["tables"] = self.tables
        styles = name_styles([*list_elements(draft.template)])
        draft.head |= {"styles": styles} if styles else {}
        return draft

    # ------------------------------------------------------------------ cards

    def _read_cards(self) -> Any:
        references = self.layout.list_children("Reference")
        count = int(min(max(_read_number(self.layout.get("defaultcount"), 1), 1), 999))
        found: list[tuple[str, Path]] = []
        for reference in references:
            self.draft.count(reference.line)
            name = clean_path(reference.get("relativepath"))
            table = find_beside(self.path.parent, reference.get("relativepath"))
            if table and self._read_columns(table, reference.line):
                found.append((name, table))
            elif not table:
                self.draft.leave_out(reference.line, "Reference", f"there is no file {name}")
        self._read_defines(found)
        if not found:
            return [{"id": "card", "count": count}]
        if len(found) > 1:
            self.draft.leave_out(
                self.layout.line, self.name, f"only the first table, {found[0][0]}, is its cards"
            )
        name, table = found[0]
        self.draft.copies[name] = table
        keys: dict[str, Any] = {"file": name, "count": next(iter(self.columns.values()), "count")}
        replaced = self._list_replaced()
        return keys | ({"replace": replaced} if replaced else {})

    def _list_replaced(self) -> dict[str, str]:
        """Return signs and names of definitions in cells, with the texts that CardMaker prints for them."""
        text = join_cells(self.draft.cells)
        signs = {sign: own for sign, own in _CELL_SIGNS.items() if sign in text}
        written = dict.fromkeys(re.findall(r"@\[[^\[\]]+\]", text))
        names = {name: made for name in written if (made := self._make_plain(name)) != name}
        return signs | names | self._list_marks(text)

    def _list_marks(self, text: str) -> dict[str, str]:
        """Return our marks for those in cells, if the layout has formatted texts."""
        kinds = {element.get("type") for element in self.layout.list_children("Element")}
        matches = _MARK.finditer(text) if "FormattedText" in kinds else ()
        found = {str(match[0]): str(match[2]).lower() for match in matches}
        # A mark that opens stands alone here: what ends it is another one.
        marks = {mark: re.sub(r"\|\}$", "|", self._read_marks(mark)) for mark in found}
        unknown = {found[mark] for mark, own in marks.items() if not own}
        return {mark: "" if found[mark] in unknown else own for mark, own in marks.items()}

    def _read_columns(self, table: Path, line: int) -> bool:
        columns = self._read_table(table, line)
        self.columns = {title.replace("_", ""): title for title in columns} | self.columns
        self.draft.cells = self.draft.cells or columns
        return bool(columns)

    def _read_table(self, path: Path, line: int) -> Columns:
        try:
            return read_columns(path)
        except DataError as error:
            self.draft.leave_out(line, "Reference", str(error))
            return {}

    def _read_defines(self, tables: Sequence[tuple[str, Path]]) -> None:
        """Read the words that tables of definitions have for others."""
        names = [f"{table.stem}_defines.csv" for table in (*(path for _, path in tables), self.path)]
        for path in filter(None, (find_beside(self.path.parent, name) for name in names)):
            columns = [*self._read_table(path, self.layout.line).values()]
            pairs = zip(columns[0], columns[1], strict=True) if len(columns) > 1 else ()
            self.defines |= {word.strip().lower(): text.strip() for word, text in pairs}

    # ------------------------------------------------------------------ elements

    def _read_elements(self, layout: XmlElement) -> list[DraftElement]:
        drawn = []
        # CardMaker draws the last element first.
        for element in reversed(layout.list_children("Element")):
            self.line, self.name = element.line, element.get("name") or element.get("type")
            self.draft.count(element.line)
            if element.get("enabled") == "false":
                continue
            drawn += self._read_element(element)
        allow_overlaps(drawn)
        return drawn

    def _read_element(self, element: XmlElement) -> list[DraftElement]:
        kind, variable = element.get("type"), element.get("variable")
        variable, changed = self._take_overrides(variable, element)
        variable, behind = self._take_background(variable, element)
        if kind in ("Text", "FormattedText"):
            found = self._read_text(element, variable, is_marked=kind == "FormattedText", changed=changed)
        elif kind == "Graphic":
            found = self._read_picture(element, variable)
        elif kind == "Shape":
            found = self._read_shape(
                variable,
                self._find_box(element),
                changed.get("fill") or _find_colour(element, "elementcolor"),
            )
        elif kind == "SubLayout":
            found = self._read_inner(element, variable)
        else:
            self._leave_out(f"the type {kind} is not known")
            found = []
        behind = [*self._read_ground(element), *behind]
        for drawn in (*behind, *found):
            drawn.line = element.line
        return [*behind, *found, *self._read_border(element)]

    def _read_ground(self, element: XmlElement) -> list[DraftElement]:
        """Return the ground of a text or a picture, which is transparent by default."""
        given = element.get("backgroundcolor")
        if not given or re.fullmatch("0x[0-9a-fA-F]{6}00", given.strip()):
            return []
        box = self._find_box(element)
        x, y, width, height = map(float, box)
        is_beyond = min(x, y) < 0 or x + width > self.size[0] or y + height > self.size[1]
        keys = {"box": box, "fill": _read_colour(given), **({"bleeds": True} if is_beyond else {})}
        return [DraftElement("panel", keys)]

    def _leave_out(self, reason: str) -> None:
        self.draft.leave_out(self.line, self.name, reason)

    def _find_box(self, element: XmlElement) -> list[str]:
        sides = (_read_number(element.get(name), 0) * self.scale for name in ("x", "y", "width", "height"))
        return [format_number(side) for side in sides]

    def _read_border(self, element: XmlElement) -> list[DraftElement]:
        width = _read_number(element.get("borderthickness"), 0) * self.scale
        if width <= 0:
            return []
        keys = {"box": self._find_box(element), "stroke": _find_colour(element, "bordercolor")}
        return [DraftElement("panel", {**keys, "line": format_number(max(width, 0.1))}, element.line)]

    def _read_text(
        self, element: XmlElement, variable: str, *, is_marked: bool, changed: Mapping[str, str]
    ) -> list[DraftElement]:
        self.is_marked = is_marked
        text = self._make_text(variable.replace("\\n", "\n").replace("\\c", ",").replace("\\q", '"'))
        self.is_marked = False
        text = _close_marks(text) if is_marked else text
        if not text.strip():
            return []
        family, size, bold, _, italic, *_ = [*element.get("font").split(";"), *["0"] * 6]
        points = _read_number(size, 12) * _SCREEN * self.scale / 25.4
        style: dict[str, Any] = {"font": family, "font_size": f"{format_number(max(points, 3))} pt"}
        bounds = [float(side) for side in self._find_box(element)]
        is_small = points > _SMALLEST and is_tight(text, points, bounds, self.draft.cells)
        style |= {"smallest": f"{_SMALLEST} pt"} if is_small else {}
        style |= {"bold": True} if bold == "1" else {}
        style |= {"italic": True} if italic == "1" else {}
        style |= {"colour": changed.get("colour") or _find_colour(element, "elementcolor")}
        width = _read_number(element.get("outlinethickness"), 0) * self.scale
        if width > 0 and (outline := _find_colour(element, "outlinecolor")) != style["colour"]:
            style |= {"stroke": outline, "line": format_number(max(width, 0.1))}
        align, upright = (
            _MARGINS.get(element.get("horizontalalign")),
            _UPRIGHT_OF.get(element.get("verticalalign")),
        )
        style |= {"align": align} if align and align != "start" else {}
        style |= {"align": "justify"} if element.get("justifiedtext") == "true" else {}
        style |= {"upright": upright} if upright and upright != "top" else {}
        keys = {"text": text, "box": self._find_box(element), **self._turn(element)}
        return [DraftElement("words", keys, style=style, bounds=bounds)]

    def _read_marks(self, text: str) -> str:
        """Return a text with our marks for those of formatted texts."""
        opened: list[str] = []

        def replace(match: re.Match[str]) -> str:
            is_end, tag, value = bool(match[1]), match[2].lower(), match[3] or ""
            if tag in _PLAIN_MARKS:
                return _PLAIN_MARKS[tag]
            if tag == "br":
                return "\n"
            if tag == "spc":
                return " "
            if tag == "u":
                return "}" if is_end else "{underline|"
            # Many write `<fc>` where the colour ends.
            is_end = is_end or (tag == "fc" and not value)
            if tag == "fc" and (is_end or re.fullmatch(r"\d{9}|0x[0-9a-fA-F]{6,8}", value)):
                return "}" if is_end else f"{{{_read_mark_colour(value)}|"
            if tag not in opened:
                opened.append(tag)
                self._leave_out(f"the mark <{match[2]}>; its text stays")
            return ""

        return _MARK.sub(replace, text)

    def _read_picture(self, element: XmlElement, variable: str) -> list[DraftElement]:
        file = self._make_text(variable)
        if not file.strip():
            return []
        keys: dict[str, Any] = {"file": clean_path(file), "box": self._find_box(element)}
        keys["fit"] = "contain" if element.get("lockaspect") == "true" else "stretch"
        opacity = _read_number(element.get("opacity"), 255)
        keys |= {"opacity": format_number(opacity / 255)} if opacity < 255 else {}
        mirror = {"1": "horizontal", "2": "vertical"}.get(element.get("mirrortype"), "")
        keys |= {"flip": mirror} if mirror else {}
        return [DraftElement("picture", keys | self._turn(element))]

    def _turn(self, element: XmlElement) -> dict[str, Any]:
        angle = _read_number(element.get("rotation"), 0) % 360
        return {"angle": format_number(angle)} if angle else {}

    def _read_shape(self, variable: str, box: list[str], fill: str) -> list[DraftElement]:
        shape = _SHAPE.match(variable)
        if not shape:
            self._leave_out(f"the shape {variable} is not known")
            return []
        name, values = shape[1].lower(), shape[2].split(";")
        line = _read_number(values[0], 0) * self.scale
        keys: dict[str, Any] = {"box": box}
        if name == "ellipse":
            keys["shape"] = "ellipse"
        elif name == "roundedrect":
            keys["corner"] = format_number(_read_number(values[-1], 0) * self.scale)
        elif name not in ("rect", "hexh", "hexv"):
            self._leave_out(f"the shape {name} has no counterpart")
            return []
        if name.startswith("hex"):
            keys["shape"] = "hexagon"
        keys |= {"stroke": fill, "line": format_number(max(line, 0.1))} if line else {"fill": fill}
        return [DraftElement("panel", keys)]

    def _take_background(self, variable: str, element: XmlElement) -> tuple[str, list[DraftElement]]:
        """Return a variable without its background, and what the background draws."""
        found = _BACKGROUND.search(variable)
        if not found:
            return variable, []
        rest = variable[: found.start()] + variable[found.end() :]
        values = [*(found[2] or found[4]).split("::"), *[""] * 8]
        x, y, width, height = (_read_number(value, 0) * self.scale for value in self._find_box_dots(element))
        shift = values[2:6] if found[1] else values[1:5]
        left, top, more_width, more_height = (_read_number(value, 0) * self.scale for value in shift)
        box = [format_number(one) for one in (x + left, y + top, width + more_width, height + more_height)]
        if width + more_width <= 0 or height + more_height <= 0:
            return rest, []
        if found[3]:
            return rest, [
                DraftElement("picture", {"file": clean_path(values[0]), "box": box, "fit": "stretch"})
            ]
        return rest, self._read_shape(values[0], box, _read_colour(self._make_plain(values[1])))

    def _find_box_dots(self, element: XmlElement) -> list[str]:
        return [element.get(name) for name in ("x", "y", "width", "height")]

    def _take_overrides(self, variable: str, element: XmlElement) -> tuple[str, Mapping[str, str]]:
        """Return a variable without the attributes that it changes, and these as keys of ours."""
        changed: dict[str, str] = {}
        for name, value in _OVERRIDE.findall(variable):
            if name.lower() == "elementcolor":
                plain = self._make_text(value)
                colour = _read_colour(plain) if "{" not in plain else plain
                changed |= {"colour": colour, "fill": colour}
            else:
                self._leave_out(f"the change of {name} on each card")
        return _OVERRIDE.sub("", variable), changed

    def _read_inner(self, element: XmlElement, variable: str) -> list[DraftElement]:
        """Return a layout within this one as a group."""
        name, *values = variable.split("::::")
        inner = self.layouts.get(name)
        if not inner or inner is self.layout:
            self._leave_out(f"there is no layout {name}")
            return []
        given = (
            dict(pair.split(";;", 1) for pair in re.findall(r"[^;]+;;(?:(?!;;)[^;]|;(?!;))*", values[0]))
            if values
            else {}
        )
        before, place = dict(self.defines), (self.line, self.name)
        self.defines |= {key.strip().lower(): value for key, value in given.items()}
        self.depth += 1
        drawn = self._read_elements(inner) if self.depth < _DEEPEST_LAYOUT else []
        self.depth -= 1
        self.defines, (self.line, self.name) = before, place
        # A layout within another one has its own size, whatever that of its element is.
        box = [*self._find_box(element)[:2], *self._find_box(inner)[2:]]
        return [DraftElement("group", {"box": box, "draw": drawn})] if drawn else []

    # ------------------------------------------------------------------ texts

    def _make_plain(self, text: str) -> str:
        """Return a text with the words of definitions in their places."""
        for _ in range(_DEEPEST_DEFINE):
            replaced = _FIELD_OF.sub(self._replace_define, text)
            if replaced == text:
                break
            text = replaced
        return text

    def _replace_define(self, match: re.Match[str]) -> str:
        value = self.defines.get(match[2].lower()) if match[1] == "@" else None
        return match[0] if value is None or match[2].lower() in self.columns else value

    def _make_text(self, text: str) -> str:
        """Return a variable as a text of ours, with fields in braces."""
        return "".join(f"{{{part}}}" if is_code else part for is_code, part in self._list_parts(text))

    def _make_code(self, text: str) -> str:
        """Return a text as a part of an expression."""
        parts = [(is_code, part) for is_code, part in self._list_parts(text.strip()) if part]
        if len(parts) == 1 and (parts[0][0] or re.fullmatch(r"-?\d+(\.\d+)?", parts[0][1])):
            return parts[0][1]
        codes = [f"text({part})" if is_code else quote_in_code(part) for is_code, part in parts]
        return " + ".join(codes) or "''"

    def _list_parts(self, text: str) -> Iterator[tuple[bool, str]]:
        """Yield the parts of a variable: whether it is the code of a field, and the code or the text."""
        plain = self._make_plain(text)
        for is_choice, part in _split_choices(plain):
            if not is_choice:
                yield from self._list_pieces(part)
            elif part.startswith(_SWITCH):
                yield True, self._look_up(_split_outside(part.removeprefix(_SWITCH), ";"))
            elif part.startswith(_CHOICE):
                condition, *results = _split_outside(part.removeprefix(_CHOICE), " then ", most=1)
                yes, *others = _split_outside(results[0] if results else "", " else ", most=1)
                yield from self._choose(condition, yes, others[0] if others else "")
            else:
                self._leave_out(f"the function {part}")

    def _list_pieces(self, text: str) -> Iterator[tuple[bool, str]]:
        place = 0
        for match in re.finditer(f"{_FIELD_OF.pattern}|{_COUNTER.pattern}", text):
            yield False, self._write_literal(text[place : match.start()])
            place = match.end()
            if match[3]:
                name = "number" if match[3] == "#" else "copy"
                start, step, digits = int(match[4]), int(match[5]), int(match[6])
                code = f"{start} + ({name} - 1) * {step}" if (start, step) != (1, 1) else name
                yield True, f"pad({code}, {digits})" if digits > 1 else code
            elif code := self._name_field(match[1], match[2]):
                yield True, code
        yield False, self._write_literal(text[place:])

    def _write_literal(self, text: str) -> str:
        written = escape_marks(_EMPTY.sub("", text))
        return self._read_marks(written) if self.is_marked else written

    def _name_field(self, sign: str, name: str) -> str:
        """Return the name of the field behind a name; empty if there is none, which is reported."""
        key = name.strip().lower()
        if sign == "!":
            own = {"deckindex": "number", "cardindex": "copy", "cardcount": "total"}
            found = quote_in_code(self.name) if key == "elementname" else own.get(key, "")
        else:
            found = self.columns.get(make_name(name).replace("_", ""), "")
        if not found:
            self._leave_out(f"there is nothing for {sign}[{name}]")
        return found

    def _look_up(self, values: Sequence[str]) -> str:
        """Return code for a value that depends on a field, from a table."""
        asked, *pairs = values
        code = self._make_code(asked)
        default = pairs[-1] if len(pairs) % 2 else ""
        rows, filled = [], dict[str, str]()
        for key, value in zip(pairs[::2], pairs[1::2], strict=False):
            if key.strip().lower() == "#default":
                default = value
                continue
            parts = [*self._list_parts(value)]
            # A value of a table has no fields: they are put into the value that was found.
            names = {part: f"[{part}]" for is_code, part in parts if is_code}
            filled |= names
            text = "".join(names[part] if is_code else part for is_code, part in parts)
            rows.append({"of": key.strip().lower(), "value": _close_marks(text) if self.is_marked else text})
        same = (name for name, known in self.tables.items() if known == rows)
        table = next(same, find_free_name("values", self.tables))
        self.tables[table] = rows
        found = f"first({table} where item.of == lower({code})).value"
        for part, name in filled.items():
            found = f"replace({found}, {quote_in_code(name)}, text({part}))"
        return f"{found} if lower({code}) in rows({table}).of else {self._nest(default)}"

    def _nest(self, text: str) -> str:
        """Return the code of a text for a place within an expression."""
        code = self._make_code(text)
        return f"({code})" if " if " in code and not re.fullmatch(r"'[^']*'", code) else code

    def _choose(self, condition: str, yes: str, no: str) -> Iterator[tuple[bool, str]]:
        found = re.fullmatch(r"(.+?)\s*(==|!=|>=|<=|>|<)\s*(.*)", condition.strip(), re.DOTALL)
        if not found:
            self._leave_out(f"the condition {condition}")
            yield from self._list_parts(yes)
        elif "![exporting]" in condition:
            yield from self._list_parts(yes if found[3].strip() == "1" else no)
        else:
            code = self._compare(found[1], found[2], found[3])
            first, second = self._nest(yes), self._nest(no)
            if first != second:
                yield True, f"{first} if {code} else {second}"
            elif first != "''":
                yield True, first

    def _compare(self, left: str, sign: str, right: str) -> str:
        """Return the code of a comparison; a set such as `[a;b]` equals what one of its values does."""
        sides = [_split_outside(one[1:-1], ";") if _SET.fullmatch(one) else [one] for one in (left, right)]
        same = [(self._nest(one), self._nest(other)) for one, other in product(*sides)]
        joined = (" and " if sign == "!=" else " or ").join(f"{one} {sign} {other}" for one, other in same)
        return f"({joined})" if len(same) > 1 else joined


_SET = re.compile(r"\[[^\[\]].*;.*\]", re.DOTALL)


def _split_choices(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the parts of a text outside of choices, and the insides of choices with True."""
    depth = start = 0
    for match in _NESTED.finditer(text):
        if match[0] == "#(":
            if not depth:
                yield False, text[start : match.start()]
                start = match.end()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield True, text[start : match.start()]
                start = match.end()
    yield False, text[start:]


def _split_outside(text: str, sign: str, *, most: int = 0) -> list[str]:
    """Split a text at signs that are outside of the choices within it, at most so often; 0: at all."""
    parts, depth = [""], 0
    for part in re.split(f"({_NESTED.pattern}|{re.escape(sign)})", text):
        depth += {"#(": 1, ")#": -1}.get(part, 0)
        if part == sign and not depth and (not most or len(parts) <= most):
            parts.append("")
        else:
            parts[-1] += part
    return parts


def _close_marks(text: str) -> str:
    """Return a text in which marks end that are open."""
    if "\\}" in text or "{" not in text:
        return text
    return text + "}" * max(text.count("{") - text.count("}"), 0)


_DEEPEST_LAYOUT = 8
_LARGEST_SIDE = 1000


def _read_number(text: str, default: float) -> float:
    try:
        number = float(text)
    except ValueError:
        return default
    return number if abs(number) < 1e6 else default


def _find_colour(element: XmlElement, name: str) -> str:
    return _read_colour(element.get(name))


def _read_colour(text: str) -> str:
    """Return a colour such as `0x1DFF00FF`, whose last two digits are the opacity."""
    found = re.fullmatch(r"\s*(?:0x|#)?([0-9a-fA-F]{6})([0-9a-fA-F]{2})?\s*", text)
    if not found:
        plain = re.sub(r"[^A-Za-z]", "", text).lower()
        return keep_tone(plain) or "#000000"
    opacity = (found[2] or "ff").lower()
    return f"#{found[1].lower()}{'' if opacity == 'ff' else opacity}"


def _read_mark_colour(text: str) -> str:
    if text.lower().startswith("0x"):
        return _read_colour(text)[:7]
    return "#" + "".join(f"{min(int(text[place : place + 3]), 255):02x}" for place in (0, 3, 6))
