"""A nanDECK script as a deck: its cards, and one template for all of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.imports.draft import (
    Draft,
    DraftElement,
    allow_overlaps,
    drop_implied,
    find_free_name,
    format_csv,
    format_number,
    ignore_numbers,
    join_cells,
    list_elements,
    list_html_marks,
    name_styles,
    turn_rows,
    write_numbers,
)
from generator.imports.nandeck.running import DrawnElement, NanDeckRun
from generator.imports.nandeck.values import read_script, unquote
from generator.read.files.text_files import derive_id, make_name, name_file

_LINE_BREAK = "\\13\\"
"""Line break in a cell."""


def read_nandeck(path: Path) -> list[Draft]:
    """Return the deck of a script; raises DataError."""
    name = derive_id(re.sub(r"[._-]?nandeck", "", path.stem, flags=re.IGNORECASE) or path.stem)
    draft = Draft(name, name_file(path))
    lines, macros = read_script(path, draft)
    run = NanDeckRun(path, draft, macros)
    run.measure_card(lines)
    run.run(lines)
    _DeckMaker(draft, run).fill()
    return [draft]


class _DeckMaker:
    """Makes the deck of what a script has drawn."""

    def __init__(self, draft: Draft, run: NanDeckRun) -> None:
        self._draft, self._run, self._labels = draft, run, run.labels
        for drawn in run.drawn:
            drawn.element.keys = _shorten(drawn.element.keys)
        self._drawn = run.drawn
        self._has_table = bool(run.table.file) and (
            not self._drawn or any(self._uses_table(drawn) for drawn in self._drawn)
        )
        self._total = self._count_cards()

    def fill(self) -> None:
        """Fill in the draft."""
        draft, pens = self._draft, self._run.pens
        self._join_loops()
        if not self._drawn:
            line = max((remark.line for remark in draft.remarks), default=1)
            draft.leave_out(
                line, draft.name, "nothing that the script draws has a counterpart; the cards are white"
            )
            self._drawn = [DrawnElement(DraftElement("ground", {"fill": "white"}), None, (), {})]
        elements = [drawn.element for drawn in self._drawn]
        allow_overlaps(elements)
        styles = name_styles(elements)
        draft.head["size"] = f"{format_number(pens.width)} mm x {format_number(pens.height)} mm"
        draft.head |= {"unit": "mm", "safe": 0, "cards": self._make_cards()}
        draft.head |= ignore_numbers(draft.head["cards"])
        draft.head |= {"tables": self._labels.tables} if self._labels.tables else {}
        draft.head |= {"styles": styles} if styles else {}
        draft.template = self._make_template()
        draft.cells = self._labels.cells or turn_rows(draft.head["cards"])
        self._write_missing_tables()

    def _count_cards(self) -> int:
        if self._run.backs:
            return len(self._run.backs[0])
        numbers = [number for drawn in self._drawn for number in drawn.cards or ()]
        rows = self._run.table.rows if self._has_table else 0
        return rows or max(numbers, default=max(self._run.cards, 1))

    def _uses_table(self, drawn: DrawnElement) -> bool:
        """Return True if an element is drawn on all cards of the table, or shows one of its columns."""
        names = {*self._labels.columns.values()}
        texts = [*_list_strings(drawn.element.keys), *(f"{{{condition}}}" for condition in drawn.conditions)]
        shown = (code for text in texts for code in re.findall(r"(?<!\\)\{([^{}]*)\}", text))
        return drawn.cards is None or any(names & {*re.findall(r"\w+", code)} for code in shown)

    # ------------------------------------------------------------------ template

    def _make_template(self) -> Any:
        fronts, backs = self._run.backs or ((), ())
        front = [self._finish(drawn, fronts) for drawn in self._drawn if not self._is_back(drawn)]
        if not self._run.backs:
            return front
        return {
            "front": front,
            "back": [self._finish(drawn, backs) for drawn in self._drawn if self._is_back(drawn)],
        }

    def _is_back(self, drawn: DrawnElement) -> bool:
        return bool(self._run.backs and drawn.cards and {*drawn.cards} <= {*self._run.backs[1]})

    def _finish(self, drawn: DrawnElement, side: Sequence[int]) -> DraftElement:
        """Return an element with its conditions; `side` are the cards that are fronts, or backs."""
        conditions = [*drawn.conditions]
        if drawn.cards is not None and {*drawn.cards} != {*side} and len(drawn.cards) < self._total:
            before = min(side, default=1) - 1
            conditions.insert(0, write_numbers([number - before for number in drawn.cards]))
        drawn.element.add_conditions(*drop_implied(conditions))
        return drawn.element

    def _join_loops(self) -> None:
        """Make one element of all that a line draws in a loop, with a table of what differs."""
        groups: dict[tuple[Any, ...], list[DrawnElement]] = {}
        for place, drawn in enumerate(self._drawn):
            element = drawn.element
            words = (str(element.keys.get(name, element.style.get(name, ""))) for name in _FIXED)
            same = (element.line, element.kind, *words, *drawn.conditions)
            if drawn.is_looped and drawn.cards is None:
                # Only what is drawn on some of the cards is joined; all else stays as often as it differs.
                same = (*same, str({**element.keys, **element.style}))
            groups.setdefault(same if drawn.is_looped else (place,), []).append(drawn)
        self._drawn = [self._join_group(group) for group in groups.values()]

    def _join_group(self, group: Sequence[DrawnElement]) -> DrawnElement:
        first = group[0].element
        if len(group) == 1 or any(drawn.cards is None for drawn in group):
            return group[0]
        flats = [_flatten({**drawn.element.keys, **drawn.element.style}) for drawn in group]
        names = list(dict.fromkeys(name for flat in flats for name in flat))
        varying = [name for name in names if len({flat.get(name, "") for flat in flats}) > 1]
        # An element that is drawn twice in one place looks as if it were drawn once.
        rows = dict.fromkeys(
            (str(card), *(str(flat.get(name, "")) for name in varying))
            for drawn, flat in zip(group, flats, strict=True)
            for card in drawn.cards or ()
        )
        columns = dict(zip(("card", *varying), map(list, zip(*rows, strict=True)), strict=True))
        table = self._add_table(first.kind, columns)
        keys = _unflatten({name: f"{{item.{name}}}" if name in varying else flats[0][name] for name in names})
        each: dict[str, Any] = {"each": f"{table} where item.card == number"}
        if first.kind == "words" and len({*columns["card"]}) < len(rows):
            each["over"] = True
        is_placed = not {*_SIDES} & {*varying}
        bounds = first.bounds if is_placed else None
        own = {**each, **keys}
        element = DraftElement(first.kind, own, first.line, first.comment, file=first.file, bounds=bounds)
        return DrawnElement(element, None, group[0].conditions, {})

    def _add_table(self, kind: str, columns: Mapping[str, Sequence[str]]) -> str:
        stem = {"words": "texts", "picture": "pictures"}.get(kind, f"{kind}s")
        table = find_free_name(stem, self._labels.tables)
        file = f"{self._draft.name}_{table}.csv"
        self._draft.texts[file] = format_csv(columns)
        self._labels.tables[table] = file
        self._draft.tables[table] = columns
        return table

    # ------------------------------------------------------------------ cards

    def _make_cards(self) -> Any:
        """Return the table of the cards, or the cards themselves with the values of labels."""
        if self._has_table:
            return self._make_table()
        if not any(drawn.lists for drawn in self._drawn):
            return {"every": {"card": f"1..{self._total}"}} if self._total > 1 else [{"id": "card"}]
        cards: list[dict[str, Any]] = [{} for _ in range(self._total)]
        for drawn in self._drawn:
            before = min(self._run.backs[1] if self._run.backs and self._is_back(drawn) else (1,)) - 1
            for name, values in drawn.lists.items():
                for place, number in enumerate(drawn.cards or range(1, len(cards) + 1)):
                    if 0 < number - before <= len(cards):
                        value = self._labels.expand(values[place % len(values)])
                        for key, mark in self._list_keys(value).items():
                            value = value.replace(key, mark)
                        cards[number - before - 1].setdefault(name, value)
        names = {name for drawn in self._drawn for name in drawn.lists}
        return [card | {name: "" for name in sorted(names) if name not in card} for card in cards]

    def _make_table(self) -> Any:
        """Return the keys of the table, or its name if it has no others."""
        table = self._run.table
        keys: dict[str, Any] = {"file": table.file}
        keys |= {"sheet": table.sheet} if table.sheet else {}
        if table.count and (make_name(table.count) in self._labels.columns.values() or not table.rows):
            keys["count"] = table.count
        replaced = self._list_replaced()
        keys |= {"replace": replaced} if replaced else {}
        keys |= {"where": table.where[0] if len(table.where) == 1 else table.where} if table.where else {}
        return keys if len(keys) > 1 else table.file

    def _list_replaced(self) -> dict[str, str]:
        """Return signs and tags that nanDECK replaces in cells, with their marks here."""
        text = join_cells(self._labels.cells)
        marks = list_html_marks(text) if self._run.pens.has_html else {}
        return ({_LINE_BREAK: "\n"} if _LINE_BREAK in text else {}) | marks | self._list_keys(text)

    def _list_keys(self, text: str) -> dict[str, str]:
        """Return the words of HTMLKEY and HTMLIMAGE in a text, with our marks."""
        pens = self._run.pens
        return {key: mark for key, mark in pens.keys.items() if key in text} if pens.has_html else {}

    def _write_missing_tables(self) -> None:
        names = {*self._labels.columns.values()} | ({make_name(self._run.table.count)} - {""})
        titles = sorted(names - {"number", "item"})
        drawn = (one.keys | one.style for one in list_elements([each.element for each in self._drawn]))
        others = [value for keys in drawn for key, value in keys.items() if key not in ("text", "over")]
        # An empty cell is no picture and no colour; 1 is a text, a number, and one copy.
        plain = {name for text in _list_strings(others) for name in re.findall(r"\w+", text)}
        for line, target in self._run.table.missing:
            samples = {title: "" if title in plain else "1" for title in titles} | self._labels.samples
            self._draft.texts[target] = format_csv({title: [samples[title]] for title in titles})
            hint = "a new one has the columns that are used, and one row to replace"
            reason = f"there is no table {unquote(line.arguments[0])}; {hint}"
            self._draft.change(line.number, line.name, reason, line.file)


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


_LENGTHS = ("box", "cell", "gap", "line", "corner", "from", "to", "points")


def _shorten(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return keys with their lengths in the unit of the deck."""
    return {key: _drop_unit(value) if key in _LENGTHS else _shorten_in(value) for key, value in keys.items()}


def _shorten_in(value: Any) -> Any:
    if isinstance(value, list):
        return [_shorten_in(item) for item in value]
    if isinstance(value, DraftElement):
        value.keys = _shorten(value.keys)
    return value


def _drop_unit(value: Any) -> Any:
    if isinstance(value, list):
        return [_drop_unit(item) for item in value]
    if not isinstance(value, str) or "{" in value:
        return value
    return re.sub(r"(-?[\d.]+) mm", r"\1", value)
