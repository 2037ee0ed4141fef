"""A nanDECK script is run line by line: what it draws, on which cards, under which conditions."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from generator.errors import DataError
from generator.imports.draft import (
    Columns,
    Draft,
    DraftElement,
    choose,
    clean_path,
    find_beside,
    format_csv,
    format_number,
    join_code,
    list_elements,
    negate,
    quote_in_code,
    read_columns,
    translate_html,
    unwrap_brackets,
)
from generator.imports.nandeck.drawing import DRAWING, Pens, make_elements, make_file, make_font
from generator.imports.nandeck.values import (
    MM_OF_UNITS,
    FieldCode,
    ScriptFrames,
    ScriptLabels,
    ScriptLine,
    ScriptMacro,
    UnclearValue,
    is_frame_function,
    split_values,
    unquote,
)
from generator.model.values import replace
from generator.read.files.text_files import derive_id, make_name

_OPTIONS = {
    "PAGE": "--paper",
    "MARGINS": "--margin",
    "GAP": "--gutter",
    "DPI": "--dpi",
    "OVERSAMPLE": "--dpi",
    "FOLD": "--backs fold",
    "PRINT": "--backs",
    "SAVE": "--to png",
    "SAVEPDF": "--to pdf",
    "DISPLAY": "--to png",
    "SAVEPAGES": "--to png",
    "SAVEGIF": "--to gif",
    "ZOOM": "--grid",
    "BORDER": "",
    "IMAGEFILTER": "",
    "BASERANGE": "",
    "VISUAL": "",
    "ENDVISUAL": "",
    "DOWNLOAD": "",
    "CUTMARK": "",
    "SAVEIMAGES": "--to png",
}
"""Directives about paper and files, by the option of `petri make` that has their place."""
_HINTS = {
    "TRACKRECT": "is an area here: `track: {along: rectangle, count: 40}` with `corners`",
    "TRACK": "is an area here: `track` with `from`, `to`, and `count`",
    "LABELMERGE": "columns of the same name are not joined; join the tables, or use `tables`",
    "CHROMAKEY": "has no counterpart; save pictures as PNG with a clear ground",
}
"""Reasons for directives that are left out, with what replaces them."""
_MOST_STEPS = 20_000
_MOST_ELEMENTS = 10_000
_MOST_CARDS = 10_000
_DEEPEST = 12
"""Maximum depth of macros that call others."""
_LARGEST = 1000
"""Maximum length of a side of a card in mm."""
_TABLES = (".csv", ".xlsx", ".xlsm", ".xls", ".ods", ".json")
_BRANCHES = ("IF", "ELSEIF", "ELSE", "ENDIF")


@dataclass(slots=True)
class DrawnElement:
    """An element with the cards on which it is drawn, and the values of labels that it needs."""

    element: DraftElement
    cards: Sequence[int] | None
    """Numbers of cards; None for all."""
    conditions: Sequence[str]
    lists: Mapping[str, Sequence[str]]
    is_looped: bool = False
    """True if it is drawn in a loop."""


@dataclass(slots=True)
class CardTable:
    """The table of the cards, as LINK and the directives beside it choose it."""

    file: str = ""
    """Its name beside the deck; empty if there is none."""
    sheet: str = ""
    rows: int = 0
    count: str = ""
    """Column with the numbers of copies."""
    where: list[str] = field(default_factory=list)
    missing: list[tuple[ScriptLine, str]] = field(default_factory=list)
    """Lines that name a table that is not there, with the names of new ones."""


class _Branch(NamedTuple):
    """A branch of IF: its condition, and those of the branches before it; None if one has no counterpart."""

    condition: str | bool | None
    before: Sequence[str | bool]


class NanDeckRun:
    """A script with what its lines have set and drawn so far."""

    def __init__(self, path: Path, draft: Draft, macros: Mapping[str, ScriptMacro]) -> None:
        self._path, self._draft, self._macros = path, draft, macros
        self.labels = ScriptLabels()
        self.pens = Pens(self.labels)
        self.frames = ScriptFrames()
        self.table = CardTable()
        self.drawn: list[DrawnElement] = []
        self.backs: tuple[Sequence[int], Sequence[int]] | None = None
        """Numbers of the cards that are fronts, and of those that are their backs."""
        self.cards = 0
        """Number of cards by CARDS."""
        self._branches: list[_Branch] = []
        self._font_conditions: Sequence[str | bool | None] = ()
        self._steps = self._loops = 0
        self._setters: Mapping[str, Callable[[ScriptLine], None]] = {
            "UNIT": self._set_unit,
            "CARDSIZE": self._set_size,
            "FONT": self._set_font,
            "HTMLFONT": self._set_html_font,
            "HTMLMARGINS": self._set_margins,
            "ICON": self._set_icon,
            "HTMLKEY": self._set_key,
            "HTMLIMAGE": self._set_sign,
            "LAYER": self._begin_layer,
            "ENDLAYER": self._end_layer,
            "CARDS": self._set_number,
            "COUNTER": self._set_counter,
            "SET": self._set_counter,
            "DUPLEX": self._set_back,
            "LINKMULTI": self._set_copies,
            "LINKFILTER": self._set_filter,
            "LINK": self._link,
        }

    # ------------------------------------------------------------------ lines

    def measure_card(self, lines: Sequence[ScriptLine]) -> None:
        """Set the size of the card, which may be written after what is drawn on it."""
        usual = self.labels.unit
        for line in lines:
            if line.name == "UNIT":
                self._set_unit(line)
            elif line.name == "CARDSIZE":
                # Its line is run, too, and says what is wrong with it.
                with suppress(UnclearValue):
                    self._set_size(line)
                break
        self.labels.unit = usual

    def run(self, lines: Sequence[ScriptLine], depth: int = 0) -> None:
        """Run some lines."""
        place = 0
        while place < len(lines):
            line = lines[place]
            self._steps += 1
            if self._steps > _MOST_STEPS:
                self._leave_out(line, f"the script does more than {_MOST_STEPS} steps")
                return
            end = _find_end(lines, place) if line.name == "FOR" else place
            try:
                if line.name == "FOR":
                    self._loop(line, lines[place + 1 : end], depth)
                else:
                    self._run_line(line, depth)
            except UnclearValue as unclear:
                self._leave_out(line, str(unclear))
            place = end + 1

    def _run_line(self, line: ScriptLine, depth: int) -> None:
        conditions = () if line.name in _BRANCHES else self._list_conditions()
        if line.name in _BRANCHES:
            self._branch(line)
        elif None in conditions:
            self._leave_out(line, "its condition is not understood")
        elif False in conditions:
            return
        elif line.name.startswith("<") or (line.is_label and is_frame_function(line.value)):
            self.frames.set(line.name, line.value, self.labels, (self.pens.width, self.pens.height))
        elif line.is_label and "@" in line.name:
            self._leave_out(line, "a label with another value on some cards; write it as an expression")
        elif line.is_label:
            self.labels.set_list(line.name, self.frames.expand(line.value))
        elif line.name in self._setters:
            self._setters[line.name](line)
        elif line.name in DRAWING:
            self._draw_in_frames(line)
        elif line.name in self._macros and depth < _DEEPEST:
            self._call(line, self._macros[line.name], depth)
        elif line.name in _OPTIONS:
            if option := _OPTIONS[line.name]:
                self._change(line, f"is the option {option} of petri make")
        else:
            self._leave_out(line, _HINTS.get(line.name, "has no counterpart"))

    def _leave_out(self, line: ScriptLine, reason: str) -> None:
        self._draft.leave_out(line.number, line.name, reason, line.file)

    def _change(self, line: ScriptLine, reason: str) -> None:
        self._draft.change(line.number, line.name, reason, line.file)

    def _loop(self, line: ScriptLine, body: Sequence[ScriptLine], depth: int) -> None:
        name, start, end, step = line.take(4)
        first, last = self._count_steps(start), self._count_steps(end)
        by = self._count_steps(step) if step else 1
        variable = name.strip().lower()
        for number in range(first, last + (1 if by > 0 else -1), by or 1):
            self.labels.variables[variable] = number
            self._loops += 1
            self._run_body(line, body, depth)
            self._loops -= 1
            if self._steps > _MOST_STEPS:
                break
        self.labels.variables.pop(variable, None)

    def _run_body(self, line: ScriptLine, body: Sequence[ScriptLine], depth: int) -> None:
        """Run the lines of a loop or a macro; an IF that begins in them ends with them."""
        before = len(self._branches)
        self.run(body, depth)
        if len(self._branches) > before:
            self._leave_out(line, "an IF in it has no ENDIF, and ends with it")
            del self._branches[before:]

    def _count_steps(self, text: str) -> int:
        number = self.labels.make_number(f"{{{text}}}")
        if abs(number) > _MOST_STEPS:
            raise UnclearValue(f"{text} is too large for a loop")
        return int(number)

    def _call(self, line: ScriptLine, macro: ScriptMacro, depth: int) -> None:
        values = dict(zip(macro.parameters, [*line.arguments, *[""] * len(macro.parameters)], strict=False))
        named = {f"({name.lower()})": value for name, value in values.items() if name}

        def fill(text: str) -> str:
            return re.sub(r"\([\w -]+\)", lambda match: named.get(match[0].lower(), match[0]), text)

        body = [replace(inner, value=fill(inner.value)) for inner in macro.lines]
        self._run_body(line, body, depth + 1)

    def _branch(self, line: ScriptLine) -> None:
        if line.name == "IF":
            self._branches.append(_Branch(self._judge(line), ()))
        elif not self._branches:
            self._leave_out(line, "there is no IF before it")
        elif line.name == "ENDIF":
            self._branches.pop()
        else:
            last = self._branches.pop()
            if last.condition is None:
                self._branches.append(last)
            else:
                condition = self._judge(line) if line.name == "ELSEIF" else True
                self._branches.append(_Branch(condition, (*last.before, last.condition)))

    def _judge(self, line: ScriptLine) -> str | bool | None:
        try:
            return make_condition(line.value, self.labels)
        except UnclearValue as unclear:
            self._leave_out(line, str(unclear))
            return None

    def _list_conditions(self) -> Sequence[str | bool | None]:
        """Return all conditions at this line; None is one that is not understood."""
        return [
            condition
            for branch in self._branches
            for condition in (*(negate(before) for before in branch.before), branch.condition)
            if condition is not True
        ]

    def _list_texts_of_conditions(self) -> list[str]:
        return [condition for condition in self._list_conditions() if isinstance(condition, str)]

    # ------------------------------------------------------------------ settings

    def _set_unit(self, line: ScriptLine) -> None:
        self.labels.unit = MM_OF_UNITS.get(unquote(line.value).upper(), self.labels.unit)

    def _set_size(self, line: ScriptLine) -> None:
        width, height = (self.labels.make_number(text) * self.labels.unit for text in line.take(2))
        if not 0 < min(width, height) <= max(width, height) < _LARGEST:
            raise UnclearValue("the size of the card must be between 0 and 1 m")
        self.pens.width, self.pens.height = width, height

    def _set_font(self, line: ScriptLine) -> None:
        self.pens.font = make_font(line.arguments, self.pens)
        self._font_conditions = self._list_conditions()

    def _set_html_font(self, line: ScriptLine) -> None:
        key, family, size, flags, colour, align = line.take(6)
        font = make_font([family, size, flags, colour], self.pens)
        align = self.labels.expand(align).strip().upper()
        self.pens.fonts[key.strip().lower()] = replace(font, align=align)

    def _set_margins(self, line: ScriptLine) -> None:
        key, *_, upright = line.take(6)
        if self.labels.expand(upright).strip().upper() == "CENTER":
            self.pens.centred.add(key.strip().lower())

    def _set_icon(self, line: ScriptLine) -> None:
        _, letter, file = line.take(3)
        self.pens.icons[unquote(letter)] = make_file(file, self.pens)

    def _set_key(self, line: ScriptLine) -> None:
        cards, key, text = line.take(3)
        written, unknown = translate_html(self.labels.make_text(text))
        self._note_cards(line, cards)
        for tag in unknown:
            self._change(line, f"the tag {tag} is left out; its text stays")
        self._add_key(line, key, written)

    def _set_sign(self, line: ScriptLine) -> None:
        cards, key, file = line.take(3)
        name = make_file(file, self.pens)
        if "{" in name:
            raise UnclearValue("a picture that differs from card to card, within a text")
        found = find_beside(self._path.parent, name)
        if not found:
            raise UnclearValue(f"there is no picture {name}; its word stays in the texts")
        icon = derive_id(found.stem, "sign")
        self._note_cards(line, cards)
        self._draft.copies[f"icons/{icon}{found.suffix.lower()}"] = found
        self._change(line, "is as high as the letters, whatever its width and height")
        self._add_key(line, key, f":{icon}:")

    def _add_key(self, line: ScriptLine, key: str, mark: str) -> None:
        plain = unquote(self.labels.expand(key))
        if not plain:
            raise UnclearValue("names no word to replace")
        self.pens.keys[plain] = mark

    def _note_cards(self, line: ScriptLine, cards: str) -> None:
        if self._find_cards(cards) is not None:
            self._change(line, "replaces its word on all cards")

    def _begin_layer(self, line: ScriptLine) -> None:
        share, *others = line.take(5)
        plain = self.labels.expand(share).strip()
        self.pens.fade = min(max(self.labels.make_number(plain) / 100, 0), 1) if plain else 1.0
        if any(other.strip() not in ("", "0") for other in others):
            self._change(line, "its elements fade one by one, and are neither moved nor turned together")

    def _end_layer(self, line: ScriptLine) -> None:
        del line
        self.pens.fade = 1.0

    def _set_back(self, line: ScriptLine) -> None:
        fronts, backs = line.take(2)
        front, back = self._find_cards(fronts), self._find_cards(backs)
        if not front or not back:
            raise UnclearValue("its cards are not known")
        self.backs = (front, back)

    def _set_counter(self, line: ScriptLine) -> None:
        _, name, value = line.take(3)
        key, code = name.strip().lower(), self.labels.make_code(value)
        before, conditions = self.labels.variables.get(key, 0), self._list_texts_of_conditions()
        if conditions and before != 0:
            other = before if isinstance(before, str) else format_number(before)
            code = f"({choose(conditions, code, other)})"
        self.labels.variables[key] = float(code) if re.fullmatch(r"-?[\d.]+", code) else code

    def _set_number(self, line: ScriptLine) -> None:
        self.cards = int(self.labels.make_number(line.value))

    def _set_copies(self, line: ScriptLine) -> None:
        self.table.count = unquote(line.value)

    def _set_filter(self, line: ScriptLine) -> None:
        condition = make_condition(re.sub(r"^\s*\[?(\w+)\]?", r"[\1]", line.value), self.labels)
        if not isinstance(condition, str):
            raise UnclearValue("its condition is the same for all cards")
        self.table.where.append(condition)

    def _link(self, line: ScriptLine) -> None:
        file, *columns = line.arguments
        name, _, sheet = unquote(self.labels.expand(file)).partition("!")
        if not clean_path(name):
            raise UnclearValue("names no table")
        if self.table.file:
            self._join_table(line, name, sheet)
            return
        if re.fullmatch(r"[\w-]{30,}", name):
            name = "cards"
            self._leave_out(line, "is a Google Sheet; save it as CSV and name it here")
        found = find_beside(self._path.parent, name)
        cells = self._read(line, found, sheet) if found else {}
        if found and cells:
            # The name decides about the format: nanDECK reads `.txt` as CSV.
            target = clean_path(name)
            target = target if found.suffix.lower() in _TABLES else str(Path(target).with_suffix(".csv"))
            self._draft.copies[target] = found
            self._draft.origins[target] = [line.number]
            self._take_columns(cells)
            self.table.file, self.table.sheet = target, sheet
            return
        target = str(Path(clean_path(name)).with_suffix(".csv"))
        titles = [column.split("|")[0].strip() for column in columns if column.strip()]
        self.labels.is_open = True
        self.labels.columns |= {title.lower(): make_name(title) for title in titles}
        self.table.file = target
        self.table.missing.append((line, target))
        self._draft.origins[target] = [line.number]

    def _join_table(self, line: ScriptLine, name: str, sheet: str) -> None:
        """Put the columns of another table beside those that are known, row by row."""
        found, before = find_beside(self._path.parent, name), dict(self.labels.cells)
        cells = self._read(line, found, sheet) if found and before else {}
        if not cells:
            raise UnclearValue(f"the cards have a table already: {self.table.file}")
        joined = {**before, **cells}
        most = max(map(len, joined.values()))
        self._take_columns(
            {title: [*column, *[""] * (most - len(column))] for title, column in joined.items()}
        )
        self._draft.copies.pop(self.table.file, None)
        self.table.file, self.table.sheet = f"{self._draft.name}_cards.csv", ""
        self._draft.origins = {self.table.file: [line.number]}
        self._draft.texts[self.table.file] = format_csv(self.labels.cells)
        self._change(line, f"{self.table.file} has the columns of both tables, row by row")

    def _read(self, line: ScriptLine, path: Path, sheet: str) -> Columns:
        try:
            return read_columns(path, sheet=sheet)
        except DataError as error:
            self._leave_out(line, str(error))
            return {}

    def _take_columns(self, cells: Columns) -> None:
        self.labels.cells = cells
        self.table.rows = max(map(len, cells.values()))
        # `[card name]`, `[card_name]`, and `[cardname]` are the same column.
        for sign in ("_", " ", ""):
            self.labels.columns |= {name.replace("_", sign): name for name in cells}

    # ------------------------------------------------------------------ elements

    def _draw_in_frames(self, line: ScriptLine) -> None:
        """Draw a line, with the boxes of frames; in each frame of a set if it names one."""
        rows = self.frames.find_rows(line.value) if "<" in line.value else None
        before = len(self.drawn)
        value = self.frames.expand(line.value.replace("°", _FRAME_NUMBER if rows else "°"))
        self._draw(replace(line, value=value))
        for drawn in self.drawn[before:] if rows else ():
            keys = drawn.element.keys
            if keys.pop("box", None) is None:
                continue
            drawn.element.keys = {**rows.make_keys(), **_put_number(keys)} if rows else keys
            drawn.element.bounds = None
            if rows and rows.overlaps and drawn.element.kind == "words":
                drawn.element.keys["over"] = True

    def _draw(self, line: ScriptLine) -> None:
        cards = self._find_cards(line.take(1)[0])
        fronts, backs = self.backs or ((), ())
        is_back = bool(cards and {*cards} <= {*backs})
        if self.backs and cards and not is_back and not {*cards} <= {*fronts}:
            raise UnclearValue("some of its cards are neither fronts nor backs of DUPLEX")
        self.labels.shift = backs[0] - fronts[0] if is_back and len(backs) > 1 else 0
        self.labels.used, self.pens.notes = {}, []
        conditions = self._list_texts_of_conditions()
        for element in make_elements(line.name, line.arguments[1:], self.pens):
            element.comment = "" if _says_the_same(line.comment, element) else line.comment
            _name_values(element, self.labels)
            for inner in list_elements(element):
                inner.line = line.number
                inner.file = line.file if line.file != self._draft.file else ""
            used = dict(self.labels.used)
            self.drawn.append(DrawnElement(element, cards, conditions, used, self._loops > 0))
        if line.name == "TEXT" and any(each not in self._list_conditions() for each in self._font_conditions):
            self._change(line, "has the font of the last FONT, which is set only on some cards")
        for note in self.pens.notes:
            self._change(line, note)
        if len(self.drawn) > _MOST_ELEMENTS:
            self.drawn = self.drawn[:_MOST_ELEMENTS]
            raise UnclearValue(f"the script draws more than {_MOST_ELEMENTS} times")

    def _find_cards(self, text: str) -> Sequence[int] | None:
        """Return the numbers of the cards of a range; None for all."""
        plain = unquote(self.labels.expand(text)).strip()
        if not plain or re.fullmatch(r"1\s*-\s*\{\(.*\)\}", plain):
            return None
        numbers: list[int] = []
        for part in split_values(plain):
            ends = [self.labels.make_code(end) for end in split_values(part, "-")]
            if len(ends) > 2 or not all(re.fullmatch(r"\d+", end) for end in ends):
                raise UnclearValue(f"the cards {part} cannot be counted")
            first, last = int(ends[0]), int(ends[-1])
            if last - first > _MOST_CARDS:
                raise UnclearValue(f"{part} are more than {_MOST_CARDS} cards")
            numbers += range(first, last + 1)
        rows = self.table.rows
        return None if rows and numbers[:rows] == [*range(1, rows + 1)] else numbers


def _says_the_same(comment: str, element: DraftElement) -> bool:
    """Return True for a comment that only names the field or the file that an element shows."""
    shown = str(element.keys.get("text", Path(str(element.keys.get("file", ""))).stem))
    return re.sub(r"[\W_]", "", comment).lower() == re.sub(r"[\W_]", "", shown).lower()


def _name_values(element: DraftElement, labels: ScriptLabels) -> None:
    """Give a value with a condition that an element uses several times the name of its counter."""
    for name, code in labels.variables.items():
        taken = not re.fullmatch("[a-z]\\w*", name) or name in {*labels.columns.values(), *labels.used}
        if taken or not isinstance(code, str) or " if " not in code:
            continue
        if str(element.keys).count(code) > 1:
            keys = _replace_text(element.keys, code, name)
            element.keys = {"let": {name: unwrap_brackets(code)}, **keys}


def _replace_text(value: Any, old: str, new: str) -> Any:
    """Return a value with another text in all its texts."""
    if isinstance(value, str):
        return value.replace(f"({old})", new).replace(old, new)
    if isinstance(value, list):
        return [_replace_text(item, old, new) for item in value]
    if isinstance(value, Mapping):
        return {key: _replace_text(item, old, new) for key, item in value.items()}
    return value


_FRAME_NUMBER = "\ue800"
"""Placeholder for the number of a frame while a line is read."""


def _put_number(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return keys with the number of the frame in their texts."""
    return {
        key: value.replace(_FRAME_NUMBER, "{item}") if isinstance(value, str) else value
        for key, value in keys.items()
    }


def _find_end(lines: Sequence[ScriptLine], start: int) -> int:
    """Return the index of the NEXT that ends a loop."""
    depth = 0
    for place in range(start, len(lines)):
        depth += (lines[place].name == "FOR") - (lines[place].name == "NEXT")
        if not depth:
            return place
    return len(lines) - 1


_COMPARISON = re.compile(r"\s*(.*?)\s*(<>|>=|<=|=|>|<|@)\s*(.*?)\s*$", re.DOTALL)
_OPERATORS = {"<>": "!=", "=": "==", ">": ">", "<": "<", ">=": ">=", "<=": "<="}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_LABEL = re.compile(r"\s*\[([^\[\]]+)\]\s*")
_SIMPLE = re.compile(r"\w[\w ]*")


def make_condition(text: str, labels: ScriptLabels) -> str | bool:
    """Return a condition of a nanDECK script as one of `when`, or its truth if it is the same for all cards.

    Raises UnclearValue.
    """
    plain = unwrap_brackets(text)
    if (label := _LABEL.fullmatch(plain)) and (value := labels.get_single(label[1])):
        # A label may stand for a whole condition.
        plain = unwrap_brackets(value)
    for word, own, ends in (("_OR_", "or", True), ("_AND_", "and", False)):
        parts = _split_words(plain, word)
        if len(parts) > 1:
            conditions = [make_condition(part, labels) for part in parts]
            if ends in conditions:
                return ends
            left = [one for one in conditions if isinstance(one, str)]
            return join_code(own, left) if left else not ends
    return _compare(plain, labels)


def _split_words(text: str, word: str) -> Sequence[str]:
    """Return the parts of a text between a word that is in no quotes or brackets."""
    return split_values(re.sub(rf"\s*{word}\s*", "\0", text, flags=re.IGNORECASE), "\0")


def _compare(text: str, labels: ScriptLabels) -> str | bool:
    found = _COMPARISON.match(text)
    if not found:
        raise UnclearValue(f"{text} is not a condition")
    left, sign, right = found[1], found[2], found[3]
    first = _make_side(left, labels)
    if sign == "@":
        if _LABEL.fullmatch(plain := labels.expand(right)) and isinstance(
            several := _make_side(plain, labels), FieldCode
        ):
            wanted = first.code if isinstance(first, FieldCode) else quote_in_code(first)
            return f"{wanted} in split({several.code}, '|')"
        values = [unquote(part) for part in split_values(unquote(labels.expand(right)), "|")]
        if isinstance(first, str):
            return first in values
        simple = first.code.isidentifier() and all(_SIMPLE.fullmatch(value) for value in values)
        codes = ", ".join(values if simple else map(quote_in_code, values))
        return f"{first.code} = {codes}" if simple else f"{first.code} in [{codes}]"
    second = _make_side(right, labels)
    if isinstance(first, str) and isinstance(second, str):
        return _judge(first, sign, second)
    if isinstance(first, str):
        first, second, sign = second, first, {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(sign, sign)
    assert isinstance(first, FieldCode)
    if isinstance(second, str) and not second and sign in ("=", "<>"):
        name = first.code
        return f"{'not ' if sign == '=' else ''}has({name})"
    if (
        isinstance(second, str)
        and sign in ("=", "<>")
        and first.code.isidentifier()
        and _SIMPLE.fullmatch(second)
    ):
        return f"{first.code} {'=' if sign == '=' else '!='} {second}"
    other = (
        second.code
        if isinstance(second, FieldCode)
        else second
        if _NUMBER.fullmatch(second)
        else quote_in_code(second)
    )
    return f"{first.code} {_OPERATORS[sign]} {other}"


def _make_side(text: str, labels: ScriptLabels) -> str | FieldCode:
    """Return a side of a comparison: a text, or an expression."""
    plain = labels.make_text(text).strip()
    whole = re.fullmatch(r"\{((?:[^{}])+)\}", plain)
    if whole:
        return FieldCode(whole[1])
    if re.search(r"(?<!\\)\{", plain):
        raise UnclearValue(f"{text} has no counterpart in a condition")
    return re.sub(r"\\(.)", r"\1", plain)


def _judge(left: str, sign: str, right: str) -> bool:
    if _NUMBER.fullmatch(left) and _NUMBER.fullmatch(right):
        first, second = float(left), float(right)
        return {
            "=": first == second,
            "<>": first != second,
            ">": first > second,
            "<": first < second,
            ">=": first >= second,
            "<=": first <= second,
        }[sign]
    return {"=": left == right, "<>": left != right}.get(sign, left > right if ">" in sign else left < right)
