"""A nanDECK script as a deck: its cards, and one template for all of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from generator.errors import DataError
from generator.imports.draft import Draft, DraftElement, clean_path, find_beside, format_csv
from generator.imports.nandeck.conditions import make_code, make_condition, negate
from generator.imports.nandeck.drawing import DRAWING, PenFont, Pens, make_elements, make_file, make_font
from generator.imports.nandeck.script import ScriptLine, ScriptMacro, read_script, split_values, unquote
from generator.imports.nandeck.values import MM_OF_UNITS, ScriptLabels, UnclearValue
from generator.imports.yaml_text import format_number
from generator.read.declared.table_cells import make_name
from generator.read.declared.tables import read_table
from generator.read.files.text_files import derive_id, name_file

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
_MOST_STEPS = 20_000
_MOST_ELEMENTS = 10_000
_DEEPEST = 12
"""Maximum depth of macros that call others."""


def read_nandeck(path: Path) -> list[Draft]:
    """Return the deck of a script; raises DataError."""
    draft = Draft(derive_id(path.stem.split(".")[0]), name_file(path))
    lines, macros = read_script(path, draft)
    reader = _ScriptReader(path, draft, macros)
    reader.run(lines)
    reader.finish()
    return [draft]


@dataclass(slots=True)
class _Drawn:
    """An element with the cards on which it is drawn, and the values of labels that it needs."""

    element: DraftElement
    cards: Sequence[int] | None
    """Numbers of cards; None for all."""
    conditions: Sequence[str]
    lists: Mapping[str, Sequence[str]]
    is_looped: bool = False
    """True if it is drawn in a loop."""


class _Branch(NamedTuple):
    """A branch of IF: what must hold, and what has held before it."""

    condition: str | bool
    before: Sequence[str | bool]


class _ScriptReader:
    """Runs the lines of a script, and collects what they draw."""

    def __init__(self, path: Path, draft: Draft, macros: Mapping[str, ScriptMacro]) -> None:
        self._path, self._draft, self._macros = path, draft, macros
        self._labels = ScriptLabels()
        self._pens = Pens(self._labels)
        self._branches: list[_Branch] = []
        self._drawn: list[_Drawn] = []
        self._table: dict[str, Any] = {}
        self._rows = 0
        self._count = ""
        self._where: list[str] = []
        self._backs: tuple[Sequence[int], Sequence[int]] | None = None
        self._steps = self._loops = self._total_cards = 0
        self._unread: list[tuple[ScriptLine, str]] = []

    # ------------------------------------------------------------------ lines

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
        if line.name in ("IF", "ELSEIF", "ELSE", "ENDIF"):
            self._branch(line)
        elif False in self._conditions():
            return
        elif line.is_label:
            self._labels.set_list(line.name, line.value)
        elif line.name in _SETTERS:
            _SETTERS[line.name](self, line)
        elif line.name in DRAWING:
            self._draw(line)
        elif line.name in self._macros and depth < _DEEPEST:
            self._call(line, self._macros[line.name], depth)
        elif line.name in _OPTIONS:
            if option := _OPTIONS[line.name]:
                self._change(line, f"is the option {option} of petri make")
        else:
            self._leave_out(line, "has no counterpart")

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
            self._labels.variables[variable] = number
            self._loops += 1
            self.run(body, depth)
            self._loops -= 1
            if self._steps > _MOST_STEPS:
                break
        self._labels.variables.pop(variable, None)

    def _count_steps(self, text: str) -> int:
        number = self._labels.make_number(f"{{{text}}}")
        if abs(number) > _MOST_STEPS:
            raise UnclearValue(f"{text} is too large for a loop")
        return int(number)

    def _call(self, line: ScriptLine, macro: ScriptMacro, depth: int) -> None:
        values = dict(zip(macro.parameters, [*line.arguments, *[""] * len(macro.parameters)], strict=False))
        named = {f"({name.lower()})": value for name, value in values.items() if name}

        def fill(text: str) -> str:
            return re.sub(r"\([\w -]+\)", lambda match: named.get(match[0].lower(), match[0]), text)

        body = [
            ScriptLine(one.file, one.number, one.name, fill(one.value), one.comment) for one in macro.lines
        ]
        self.run(body, depth + 1)

    def _branch(self, line: ScriptLine) -> None:
        if line.name == "IF":
            self._branches.append(_Branch(self._judge(line), ()))
        elif not self._branches:
            self._leave_out(line, "there is no IF before it")
        elif line.name == "ENDIF":
            self._branches.pop()
        else:
            last = self._branches.pop()
            before = (*last.before, last.condition)
            self._branches.append(_Branch(self._judge(line) if line.name == "ELSEIF" else True, before))

    def _judge(self, line: ScriptLine) -> str | bool:
        try:
            return make_condition(line.value, self._labels)
        except UnclearValue as unclear:
            self._leave_out(line, f"{unclear}; what is below it is drawn on no card")
            return False

    def _conditions(self) -> Sequence[str | bool]:
        """Return all conditions at this line."""
        found = [
            condition
            for branch in self._branches
            for condition in (*(negate(one) for one in branch.before), branch.condition)
        ]
        return [condition for condition in found if condition is not True]

    # ------------------------------------------------------------------ what sets something

    def _set_unit(self, line: ScriptLine) -> None:
        self._labels.unit = MM_OF_UNITS.get(unquote(line.value).upper(), self._labels.unit)

    def _set_size(self, line: ScriptLine) -> None:
        width, height = (self._labels.make_number(text) * self._labels.unit for text in line.take(2))
        if not 0 < min(width, height) <= max(width, height) < _LARGEST:
            raise UnclearValue("the size of the card must be between 0 and 1 m")
        self._pens.width, self._pens.height = width, height

    def _set_font(self, line: ScriptLine) -> None:
        self._pens.font = make_font(line.arguments, self._pens)

    def _set_html_font(self, line: ScriptLine) -> None:
        key, family, size, flags, colour, align = line.take(6)
        font = make_font([family, size, flags, colour], self._pens)
        align = self._labels.expand(align).strip().upper()
        self._pens.fonts[key.strip().lower()] = PenFont(
            font.family, font.size, font.flags, font.colour, align
        )

    def _set_margins(self, line: ScriptLine) -> None:
        key, *_, upright = line.take(6)
        is_middle = self._labels.expand(upright).strip().upper() == "CENTER"
        self._pens.margins[key.strip().lower()] = (float(is_middle),)

    def _set_icon(self, line: ScriptLine) -> None:
        _, letter, file = line.take(3)
        self._pens.keys[unquote(letter)] = make_file(file, self._pens)

    def _set_back(self, line: ScriptLine) -> None:
        fronts, backs = line.take(2)
        front, back = self._find_cards(fronts), self._find_cards(backs)
        if not front or not back:
            raise UnclearValue("its cards are not known")
        self._backs = (front, back)

    def _set_counter(self, line: ScriptLine) -> None:
        _, name, value = line.take(3)
        key, code = name.strip().lower(), self._labels.make_code(value)
        before, conditions = self._labels.variables.get(key, 0), self._conditions()
        if conditions:
            holds = " and ".join(f"({make_code(one)})" for one in conditions if isinstance(one, str))
            code = code if before == 0 else f"({code} if {holds} else {_write_number(before)})"
        self._labels.variables[key] = float(code) if re.fullmatch(r"-?[\d.]+", code) else code

    def _set_number(self, line: ScriptLine) -> None:
        self._total_cards = int(self._labels.make_number(line.value))

    def _set_copies(self, line: ScriptLine) -> None:
        self._count = unquote(line.value)

    def _set_filter(self, line: ScriptLine) -> None:
        condition = make_condition(re.sub(r"^\s*\[?(\w+)\]?", r"[\1]", line.value), self._labels)
        self._where += [condition] if isinstance(condition, str) else []

    def _link(self, line: ScriptLine) -> None:
        file, *columns = line.arguments
        name, _, sheet = unquote(self._labels.expand(file)).partition("!")
        if re.fullmatch(r"[\w-]{30,}", name):
            name = "cards"
            self._leave_out(line, "is a Google Sheet; save it as CSV and name it here")
        if self._table:
            self._join_table(line, unquote(self._labels.expand(file)))
            return
        target = clean_path(name)
        found = find_beside(self._path.parent, name) or find_beside(self._path.parent, Path(target).name)
        if found and found.suffix.lower() not in _TABLES:
            target = f"{target}.csv" if "." not in target else str(Path(target).with_suffix(".csv"))
        if found and self._read_cells(found, sheet):
            self._draft.copies[target] = found
        else:
            self._labels.is_open = True
            if not found:
                target, sheet = str(Path(target).with_suffix(".csv")), ""
                self._unread.append((line, target))
            titles = [one.split("|")[0].strip() for one in columns if one.strip()]
            self._labels.columns |= {title.lower(): make_name(title) for title in titles}
        self._table = {"file": target} | ({"sheet": sheet} if sheet else {})

    def _join_table(self, line: ScriptLine, name: str) -> None:
        """Put the columns of another table beside those that are known, row by row."""
        found = find_beside(self._path.parent, name) or find_beside(
            self._path.parent, Path(clean_path(name)).name
        )
        before, rows = dict(self._labels.cells), self._rows
        if not found or not before or not self._read_cells(found, ""):
            raise UnclearValue(f"the cards have a table already: {self._table['file']}")
        joined = {**before, **self._labels.cells}
        self._rows = max(rows, self._rows)
        self._labels.cells = {
            name: [*cells, *[""] * (self._rows - len(cells))] for name, cells in joined.items()
        }
        target = f"{self._draft.name}_cards.csv"
        self._draft.copies.clear()
        self._draft.texts[target] = format_csv(self._labels.cells)
        self._table = {"file": target}
        self._change(line, f"{target} has the columns of both tables, row by row")

    def _read_cells(self, path: Path, sheet: str) -> bool:
        try:
            source = read_table(path, sheet=sheet)
        except DataError as error:
            self._draft.leave_out(0, "LINK", str(error))
            return False
        rows = [row for row in source.data if isinstance(row, dict)] if isinstance(source.data, list) else []
        titles = [str(title) for title in (rows[0] if rows else ())]
        self._rows = len(rows)
        self._labels.columns |= {name.lower(): name for name in titles}
        self._labels.columns |= {name.replace("_", " "): name for name in titles}
        self._labels.columns |= {name.replace("_", ""): name for name in titles}
        self._labels.cells = {name: [str(row.get(name, "")) for row in rows] for name in titles}
        return True

    # ------------------------------------------------------------------ what draws

    def _draw(self, line: ScriptLine) -> None:
        values = line.arguments
        cards = self._find_cards(values[0] if values else "")
        side_shift = 0
        if self._backs and cards and set(cards) <= set(self._backs[1]) and len(self._backs[1]) > 1:
            side_shift = self._backs[1][0] - self._backs[0][0]
        self._labels.shift, self._labels.used, self._pens.notes = side_shift, {}, []
        for element in make_elements(line.name, values[1:], self._pens):
            element.line, element.comment = line.number, line.comment
            conditions = [one for one in self._conditions() if isinstance(one, str)]
            is_looped = self._loops > 0
            self._drawn.append(_Drawn(element, cards, conditions, dict(self._labels.used), is_looped))
        for note in self._pens.notes:
            self._change(line, note)
        if len(self._drawn) > _MOST_ELEMENTS:
            self._drawn = self._drawn[:_MOST_ELEMENTS]
            raise UnclearValue(f"the script draws more than {_MOST_ELEMENTS} times")

    def _find_cards(self, text: str) -> Sequence[int] | None:
        """Return the numbers of the cards of a range; None for all."""
        plain = unquote(self._labels.expand(text)).strip()
        if not plain or re.fullmatch(r"1\s*-\s*\{\(.*\)\}", plain):
            return None
        found: list[int] = []
        for part in split_values(plain):
            ends = [self._labels.make_code(end) for end in split_values(part, "-")]
            if len(ends) > 2 or not all(re.fullmatch(r"\d+", end) for end in ends):
                raise UnclearValue(f"the cards {part} cannot be counted")
            first, last = int(ends[0]), int(ends[-1])
            if last - first > _MOST_CARDS:
                raise UnclearValue(f"{part} are more than {_MOST_CARDS} cards")
            found += range(first, last + 1)
        if (
            self._rows
            and found[:1] == [1]
            and len(found) >= self._rows
            and found == [*range(1, len(found) + 1)]
        ):
            return None
        return found

    # ------------------------------------------------------------------ the deck

    def finish(self) -> None:
        """Fill in the draft."""
        draft, pens = self._draft, self._pens
        draft.head["size"] = f"{format_number(pens.width)} mm x {format_number(pens.height)} mm"
        draft.head |= {"unit": "mm", "safe": 0}
        for drawn in self._drawn:
            drawn.element.keys = _shorten(drawn.element.keys)
        if self._table and self._drawn and not any(self._uses_table(one) for one in self._drawn):
            self._table, self._rows, self._count = {}, 0, ""
        total = self._total
        self._join_loops()
        self._mark_overlaps()
        styles = self._name_styles()
        draft.head["cards"] = self._make_cards(total)
        if self._labels.tables:
            draft.head["tables"] = self._labels.tables
        if styles:
            draft.head["styles"] = styles
        fronts = [one for one in self._drawn if not self._is_back(one)]
        backs = [one for one in self._drawn if self._is_back(one)]
        template = [self._finish_element(one, self._backs[0] if self._backs else ()) for one in fronts]
        if self._backs:
            back = [self._finish_element(one, self._backs[1]) for one in backs]
            draft.template = {"front": template, "back": back}
        else:
            draft.template = template
        draft.cells = self._labels.cells or _turn(draft.head["cards"])
        for line, target in self._unread:
            titles = sorted({name for name in self._list_fields() if name not in ("number", "item")})
            draft.texts[target] = format_csv(
                {title: [self._labels.samples.get(title, title)] for title in titles}
            )
            hint = "a new one has the columns that are used, and one row with their names"
            self._change(line, f"there is no table {unquote(line.arguments[0])}; {hint}")

    def _is_back(self, drawn: _Drawn) -> bool:
        return bool(self._backs and drawn.cards and set(drawn.cards) <= set(self._backs[1]))

    def _finish_element(self, drawn: _Drawn, side: Sequence[int]) -> DraftElement:
        conditions = [
            *drawn.conditions,
            *([drawn.element.keys.pop("when")] if "when" in drawn.element.keys else []),
        ]
        if drawn.cards is not None and set(drawn.cards) != set(side) and len(drawn.cards) < self._total:
            start = min(side, default=1) - 1
            conditions.insert(0, _write_numbers([number - start for number in drawn.cards]))
        if conditions:
            drawn.element.keys["when"] = conditions[0] if len(conditions) == 1 else conditions
        return drawn.element

    @property
    def _total(self) -> int:
        numbers = [number for drawn in self._drawn for number in drawn.cards or ()]
        if self._backs:
            return len(self._backs[0])
        return self._rows or max(numbers, default=max(self._total_cards, 1))

    def _uses_table(self, drawn: _Drawn) -> bool:
        """Return True if an element is drawn on all cards of the table, or shows one of its columns."""
        names = {*self._labels.columns.values()}
        texts = [*_list_strings(drawn.element.keys), *(f"{{{one}}}" for one in drawn.conditions)]
        shown = (field for text in texts for field in re.findall(r"(?<!\\)\{([^{}]*)\}", text))
        return drawn.cards is None or any(names & {*re.findall(r"\w+", field)} for field in shown)

    def _join_loops(self) -> None:
        """Make one element of all that a line draws in a loop, with a table of what differs."""
        groups: dict[tuple[Any, ...], list[_Drawn]] = {}
        for place, drawn in enumerate(self._drawn):
            words = (str(drawn.element.keys.get(name, drawn.element.style.get(name, ""))) for name in _FIXED)
            same = (drawn.element.line, drawn.element.kind, *words, *drawn.conditions)
            keys = same if drawn.is_looped else (place,)
            if drawn.is_looped and drawn.cards is None:
                # Only what is drawn on some of the cards is joined; all else stays as often as it differs.
                keys = (*same, str({**drawn.element.keys, **drawn.element.style}))
            groups.setdefault(keys, []).append(drawn)
        self._drawn = [self._join_group(group) for group in groups.values()]

    def _join_group(self, group: Sequence[_Drawn]) -> _Drawn:
        first = group[0]
        if len(group) == 1 or any(drawn.cards is None for drawn in group):
            return first
        flats = [_flatten({**drawn.element.keys, **drawn.element.style}) for drawn in group]
        names = list(dict.fromkeys(name for flat in flats for name in flat))
        varying = [name for name in names if len({flat.get(name, "") for flat in flats}) > 1]
        table = _name_table(first.element, self._labels.tables, self._draft.texts)
        # What is drawn twice in one place looks as if it were drawn once.
        rows = dict.fromkeys(
            (str(card), *(str(flat.get(name, "")) for name in varying))
            for drawn, flat in zip(group, flats, strict=True)
            for card in drawn.cards or ()
        )
        columns = dict(zip(("card", *varying), map(list, zip(*rows, strict=True)), strict=True))
        file = f"{self._draft.name}_{table}.csv"
        self._draft.texts[file] = format_csv(columns)
        self._labels.tables[table] = file
        self._draft.tables[table] = columns
        keys = _unflatten({name: f"{{item.{name}}}" if name in varying else flats[0][name] for name in names})
        each: dict[str, Any] = {"each": f"{table} where item.card == number"}
        if first.element.kind == "words" and len({*columns["card"]}) < len(rows):
            each["over"] = True
        element = DraftElement(
            first.element.kind, {**each, **keys}, first.element.line, first.element.comment
        )
        return _Drawn(element, None, first.conditions, {})

    def _make_cards(self, total: int) -> Any:
        """Return the table of the cards, or the cards themselves with the values of labels."""
        if self._table:
            keys = dict(self._table)
            if self._count:
                name = make_name(self._count)
                if name in self._labels.columns.values() or not self._rows:
                    keys["count"] = self._count
            keys |= {"where": self._where[0] if len(self._where) == 1 else self._where} if self._where else {}
            return keys if len(keys) > 1 else keys["file"]
        if not any(drawn.lists for drawn in self._drawn):
            return {"every": {"card": f"1..{total}"}} if total > 1 else [{"id": "card"}]
        cards: list[dict[str, Any]] = [{"id": f"card_{number}"} for number in range(1, total + 1)]
        for drawn in self._drawn:
            start = min(self._backs[1] if self._backs and self._is_back(drawn) else (1,)) - 1
            for name, values in drawn.lists.items():
                numbers = drawn.cards or range(1, len(cards) + 1)
                for place, number in enumerate(numbers):
                    if 0 < number - start <= len(cards):
                        value = self._labels.expand(values[place % len(values)])
                        cards[number - start - 1].setdefault(name, value)
        names = {name for drawn in self._drawn for name in drawn.lists}
        return [card | {name: "" for name in sorted(names) if name not in card} for card in cards]

    def _list_fields(self) -> Iterator[str]:
        yield from (name for name in self._labels.columns.values())
        if self._count:
            yield make_name(self._count)

    def _mark_overlaps(self) -> None:
        """Allow words to overlap whose boxes do, as nanDECK does for all."""
        words = [one for one in self._drawn if one.element.kind == "words"]
        for place, later in enumerate(words):
            boxes = [_find_bounds(one.element.keys["box"], self._pens) for one in (later, *words[:place])]
            if any(_overlap(boxes[0], other) for other in boxes[1:]):
                later.element.keys["over"] = True

    def _name_styles(self) -> dict[str, dict[str, Any]]:
        """Give words that look alike the name of a style, after what uses it first."""
        uses: dict[str, list[DraftElement]] = {}
        for drawn in self._drawn:
            if drawn.element.style:
                uses.setdefault(str(drawn.element.style), []).append(drawn.element)
        styles: dict[str, dict[str, Any]] = {}
        for elements in uses.values():
            style = elements[0].style
            if len(elements) == 1:
                elements[0].keys |= style
                continue
            name = _name_style(elements[0].keys["text"], styles)
            styles[name] = style
            for element in elements:
                element.keys = {"style": name, **element.keys}
        return styles


_LARGEST = 1000
_MOST_CARDS = 10_000
_TABLES = (".csv", ".xlsx", ".xlsm", ".xls", ".ods", ".json")


def _list_strings(value: Any) -> Iterator[str]:
    """Yield all texts of a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, DraftElement):
        yield from _list_strings(value.keys)
    elif isinstance(value, Mapping | list):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _list_strings(item)


_FIXED = ("fit", "flip", "align", "upright", "lines")
"""Keys that have the same value on all cards."""
_SIDES = ("x", "y", "width", "height")


def _flatten(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return keys with the parts of the box as keys of their own."""
    flat = {name: value for name, value in keys.items() if name != "box"}
    return {**flat, **dict(zip(_SIDES, keys["box"], strict=True))} if "box" in keys else flat


def _unflatten(flat: Mapping[str, Any]) -> dict[str, Any]:
    keys = {name: value for name, value in flat.items() if name not in _SIDES}
    return {**keys, "box": [flat[side] for side in _SIDES]} if "x" in flat else keys


def _name_table(element: DraftElement, *taken: Mapping[str, Any]) -> str:
    stem = {"words": "texts", "picture": "pictures"}.get(element.kind, f"{element.kind}s")
    names = {name for known in taken for name in known}
    return (
        stem
        if stem not in names
        else next(name for number in range(2, 1000) if (name := f"{stem}_{number}") not in names)
    )


_LENGTHS = ("box", "cell", "gap", "line", "corner", "from", "to", "points")


def _shorten(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return keys with their lengths in the unit of the deck."""
    return {key: _drop_unit(value) if key in _LENGTHS else _shorten_in(value) for key, value in keys.items()}


def _shorten_in(value: Any) -> Any:
    if (
        key_list := [item for item in value if isinstance(item, DraftElement)]
        if isinstance(value, list)
        else []
    ):
        return [DraftElement(item.kind, _shorten(item.keys), item.line) for item in key_list]
    return value


def _drop_unit(value: Any) -> Any:
    if isinstance(value, list):
        return [_drop_unit(item) for item in value]
    return (
        re.sub(r"(?<![{\w.])(-?[\d.]+) mm", r"\1", value)
        if isinstance(value, str) and "{" not in value
        else value
    )


def _turn(cards: Any) -> Mapping[str, Sequence[str]]:
    """Return the fields of cards by name."""
    rows = cards if isinstance(cards, list) else []
    return {name: [str(row[name]) for row in rows] for name in (rows[0] if rows else {})}


def _find_end(lines: Sequence[ScriptLine], start: int) -> int:
    """Return the index of the NEXT that ends a loop."""
    depth = 0
    for place in range(start, len(lines)):
        depth += (lines[place].name == "FOR") - (lines[place].name == "NEXT")
        if not depth:
            return place
    return len(lines) - 1


def _write_number(value: float | str) -> str:
    return value if isinstance(value, str) else format_number(value)


def _write_numbers(numbers: Sequence[int]) -> str:
    """Return the condition for cards with these numbers: `number <= 3`."""
    first, last = min(numbers), max(numbers)
    if len(set(numbers)) == last - first + 1:
        if first == last:
            return f"number = {first}"
        return f"number <= {last}" if first == 1 else f"{first} <= number <= {last}"
    return f"number = {', '.join(map(str, sorted(set(numbers))))}"


def _name_style(text: str, taken: Mapping[str, Any]) -> str:
    field = re.search(r"\{([a-z]\w*)", text)
    stem = f"{field[1] if field else derive_id(' '.join(text.split()[:2])[:24], 'plain')}_text"
    return (
        stem
        if stem not in taken
        else next(name for number in range(2, 1000) if (name := f"{stem}_{number}") not in taken)
    )


def _find_bounds(box: Sequence[Any], pens: Pens) -> Sequence[float] | None:
    sides = (pens.width, pens.height, pens.width, pens.height)
    bounds = [_find_length(str(text), side) for text, side in zip(box, sides, strict=True)]
    return None if None in bounds else [one for one in bounds if one is not None]


def _find_length(text: str, side: float) -> float | None:
    found = re.fullmatch(r"(?:(-?[\d.]+)%)?(?: ?([+-]?) ?([\d.]+) mm)?|0", text)
    if not found:
        return None
    share = float(found[1] or 0) / 100 * side
    length = float(found[3] or 0)
    return share + (-length if found[2] == "-" else length)


def _overlap(first: Sequence[float] | None, second: Sequence[float] | None) -> bool:
    if first is None or second is None:
        return True
    return (
        first[0] < second[0] + second[2]
        and second[0] < first[0] + first[2]
        and first[1] < second[1] + second[3]
        and second[1] < first[1] + first[3]
    )


_SETTERS = {
    "UNIT": _ScriptReader._set_unit,
    "CARDSIZE": _ScriptReader._set_size,
    "FONT": _ScriptReader._set_font,
    "HTMLFONT": _ScriptReader._set_html_font,
    "HTMLMARGINS": _ScriptReader._set_margins,
    "ICON": _ScriptReader._set_icon,
    "CARDS": _ScriptReader._set_number,
    "COUNTER": _ScriptReader._set_counter,
    "SET": _ScriptReader._set_counter,
    "DUPLEX": _ScriptReader._set_back,
    "LINKMULTI": _ScriptReader._set_copies,
    "LINKFILTER": _ScriptReader._set_filter,
    "LINK": _ScriptReader._link,
}
