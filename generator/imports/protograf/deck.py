"""A script of protograf as a deck: it runs with a recorder, and its cards or counters become a file."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from generator.errors import DataError, GeneratorError, format_count
from generator.imports.draft import (
    Columns,
    Draft,
    DraftElement,
    allow_overlaps,
    find_beside,
    format_csv,
    format_number,
    ignore_numbers,
    name_constants,
    name_styles,
    read_columns,
)
from generator.imports.programs.running import Recording, ScriptTool, SourceComments, get_line, record_script
from generator.imports.protograf.shapes import ProtoFields, ProtoShapes, UnclearTemplate
from generator.imports.texts import write_numbers
from generator.read.declared.tables import find_sheet, make_name
from generator.read.files.text_files import derive_id, name_file, unreadable
from generator.system import PYTHON

_MM_OF_UNITS = {
    "cm": 10.0,
    "mm": 1.0,
    "in": 25.4,
    "inch": 25.4,
    "inches": 25.4,
    "points": 25.4 / 72,
    "pt": 25.4 / 72,
}
_SIZES = {
    "poker": (63.5, 88.9), "bridge": (57.15, 88.9), "tarot": (69.85, 120.65), "business": (50.8, 88.9),
    "mini": (44.45, 63.5), "skat": (59.0, 91.0), "minieuropean": (44.0, 68.0), "miniamerican": (41.0, 63.0),
}  # fmt: skip
"""Sizes of cards in mm by name."""
_PLAIN_DECK, _PLAIN_COUNTER = (63.5, 88.9), (25.4, 25.4)
_MOST_CARDS = 10_000
_DECK_KEYS = {
    "cards",
    "counters",
    "width",
    "height",
    "card_size",
    "copy",
    "fill",
    "rounding",
    "frame",
    "radius",
    "side",
}
"""Keys of a deck that are taken over, or have no effect."""


def read_protograf(path: Path) -> list[Draft]:
    """Return the deck of a script, which is run; raises DataError."""
    recorder = Path(__file__).with_name("recorder.py")
    recording = record_script(path, ScriptTool("protograf", (*PYTHON, "-I"), recorder, "module"))
    cards, decks = recording.list_records("cards"), recording.list_records("decks")
    if not cards or not decks:
        raise _refuse(path, recording)
    draft = _DeckMaker(path, recording).make()
    for _, number in recording.list_code_lines():
        draft.count(number)
    draft.notice = f"{name_file(path)} {recording.describe()}"
    return [draft]


def _refuse(path: Path, recording: Recording) -> GeneratorError:
    """Return the error for a script without cards."""
    file = name_file(path)
    if stopped := recording.get_stop():
        _, line, text = stopped
        modules = ", ".join(str(note.get("text")) for note in recording.list_records("notes"))
        hint = (
            f"it needs the module {modules}, which is not here"
            if modules
            else "it runs alone, without settings"
        )
        message = f"stopped before a card was made: {text}"
        return unreadable(file, message, hint, line=line)
    pages = [str(one.get("name")) for one in recording.list_records("pages") if one.get("name") != "Save"]
    drawn = (
        f"draws {format_count(len(pages), 'shape')} on pages, but no cards or counters" if pages else _NOTHING
    )
    hint = (
        "only decks come over: Card, Counter, and what they show; pages and boards are shapes at fixed places"
    )
    return unreadable(file, drawn, hint)


_NOTHING = "makes no cards or counters"


class _DeckMaker:
    """Makes the deck of the cards that a script has made."""

    def __init__(self, path: Path, recording: Recording) -> None:
        self._path, self._recording = path, recording
        self._draft = Draft(
            derive_id(path.stem), name_file(path), folder=recording.project / Path(recording.script).parent
        )
        create = recording.data.get("create")
        self._create: Mapping[str, Any] = create if isinstance(create, dict) else {}
        self._deck = recording.list_records("decks")[-1]
        keys = self._deck.get("keys")
        self._keys: Mapping[str, Any] = keys if isinstance(keys, dict) else {}
        data = recording.data.get("data")
        self._data: Mapping[str, Any] = data if isinstance(data, dict) else {}
        self._mm = _MM_OF_UNITS.get(str(self._create.get("units", "cm")).lower(), 10.0)
        self._columns: Columns = {}
        self._titles: Mapping[str, str] = {}
        """Fields by the titles of columns."""
        self._total = 1

    def make(self) -> Draft:
        """Return the deck."""
        draft = self._draft
        width, height = self._find_size()
        cards = self._read_cards()
        fields = ProtoFields(self._titles, self._columns)
        comments = SourceComments(self._recording.sources)
        find_comment = partial(comments.take, self._recording.script)
        shapes = ProtoShapes(draft, fields, self._mm, width, height, find_comment)
        fronts, backs = self._draw(shapes, is_back=False), self._draw(shapes, is_back=True)
        fill = shapes.read_colour(self._keys.get("fill"), get_line(self._deck))
        if fill and fill not in ("white", "#ffffff"):
            fronts.insert(0, DraftElement("ground", {"fill": fill}, get_line(self._deck)))
        for elements in (fronts, backs):
            allow_overlaps(elements)
        draft.head = {"size": f"{format_number(width)} mm x {format_number(height)} mm", "unit": "mm"}
        draft.head |= self._read_frame() | {"safe": 0, "cards": cards} | ignore_numbers(cards)
        texts = self._recording.list_named_texts()
        constants = name_constants([*fronts, *backs], texts, self._columns)
        draft.head |= {"constants": constants} if constants else {}
        styles = name_styles([*fronts, *backs])
        draft.head |= {"styles": styles} if styles else {}
        draft.template = {"front": fronts, "back": backs} if backs else fronts
        draft.cells = self._columns
        self._report()
        return draft

    def _report(self) -> None:
        """Report calls that draw no cards, and the place where the script stopped."""
        draft = self._draft
        for page in self._recording.list_records("pages"):
            name, line = str(page.get("name")), get_line(page)
            if name == "Save":
                draft.change(line, name, "is petri make, with its options --to and --dpi")
            else:
                draft.leave_out(line, name, "draws on a page, not on a card")
        if self._create:
            line = get_line(self._create)
            draft.change(line, "Create", "paper and margins are options of petri make")
        ignored = sorted({*map(str, self._keys)} - _DECK_KEYS)
        if ignored:
            reason = f"{', '.join(ignored)}: sheets are laid out by petri make"
            draft.change(get_line(self._deck), str(self._deck.get("kind")), reason)
        if len(self._recording.list_records("decks")) > 1:
            draft.leave_out(get_line(self._deck), "Deck", "only the last deck is read")
        if stopped := self._recording.get_stop():
            _, line, text = stopped
            draft.leave_out(line, "script", f"stopped here, and what follows is left out: {text}")

    # ------------------------------------------------------------------ cards

    def _find_size(self) -> tuple[float, float]:
        """Return width and height of a card in mm."""
        is_counter = self._deck.get("kind") == "CounterSheet"
        named = _SIZES.get(str(self._keys.get("card_size", "")).lower())
        plain = named or (_PLAIN_COUNTER if is_counter else _PLAIN_DECK)
        sides = []
        for place, side in enumerate(("width", "height")):
            value = self._keys.get(side)
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            sides.append(float(value or 0) * self._mm if is_number and value is not None else plain[place])
        if str(self._keys.get("frame", "")).startswith(("circle", "hex")):
            sides = self._measure_frame(sides)
        if not 1 <= min(sides) <= max(sides) <= 1000:
            raise unreadable(
                self._draft.file,
                "has cards smaller than 1 mm or larger than 1 m",
                line=get_line(self._deck),
                column=1,
            )
        return sides[0], sides[1]

    def _measure_frame(self, sides: Sequence[float]) -> list[float]:
        radius, side = self._keys.get("radius"), self._keys.get("side")
        if str(self._keys.get("frame")).startswith("circle") and isinstance(radius, int | float):
            return [2 * radius * self._mm] * 2
        if isinstance(side, int | float):
            return [2 * side * self._mm, 3**0.5 * side * self._mm]
        return [*sides]

    def _read_frame(self) -> dict[str, Any]:
        """Return the shape of the cards."""
        frame = str(self._keys.get("frame", "rectangle"))
        if frame.startswith("circle"):
            return {"shape": "round"}
        if frame.startswith("hex"):
            return {"shape": "hexagon"}
        rounding = self._keys.get("rounding")
        is_round = isinstance(rounding, int | float) and not isinstance(rounding, bool) and rounding > 0
        return {"corner": format_number(float(rounding or 0) * self._mm)} if is_round else {}

    def _take_columns(self, columns: Mapping[str, Sequence[str]]) -> None:
        named = {title: make_name(title) or "column" for title in columns}
        self._titles = named
        self._columns = {named[title]: list(values) for title, values in columns.items()}

    def _read_cards(self) -> Any:
        """Return the cards: a table, rows of the script, or a number of them."""
        keys = self._data.get("keys")
        keys = keys if isinstance(keys, dict) else {}
        line = get_line(self._data)
        copies = str(self._keys.get("copy") or "")
        rows = self._list_rows(keys)
        if rows is not None:
            extra = keys.get("extra")
            if isinstance(extra, int) and 0 < extra < _MOST_CARDS:
                rows = [{"ID": number, **row} for number, row in enumerate([*rows, *[{}] * extra], 1)]
            titles = list(dict.fromkeys(str(title) for row in rows for title in row))
            self._take_columns({title: [_write_cell(row.get(title)) for row in rows] for title in titles})
            file = f"{self._draft.name}_cards.csv"
            self._draft.texts[file] = format_csv(self._columns)
            return self._name_table(file, "", copies, keys, line)
        if "filename" in keys:
            return self._read_file(str(keys["filename"]), keys, copies, line)
        if keys:
            self._draft.leave_out(
                line, "Data", f"{', '.join(sorted(keys))}: such data are not read; save them as CSV"
            )
        count = self._keys.get("cards", self._keys.get("counters", 9))
        total = count if isinstance(count, int) and 0 < count <= _MOST_CARDS else 9
        self._columns = {}
        self._total = total
        return {"every": {"card": f"1..{total}"}} if total > 1 else [{"id": "card"}]

    def _list_rows(self, keys: Mapping[str, Any]) -> list[dict[str, Any]] | None:
        """Return the rows that the script has itself."""
        matrix, listed = keys.get("matrix"), keys.get("data_list")
        if isinstance(matrix, list) and matrix and all(isinstance(row, dict) for row in matrix):
            return matrix[:_MOST_CARDS]
        if isinstance(listed, list) and len(listed) > 1 and all(isinstance(row, list) for row in listed):
            return [dict(zip(map(str, listed[0]), row, strict=False)) for row in listed[1:_MOST_CARDS]]
        return None

    def _read_file(self, name: str, keys: Mapping[str, Any], copies: str, line: int) -> Any:
        found = find_beside(self._draft.folder or self._path.parent, name)
        sheet = str(keys.get("sheetname") or "")
        try:
            if found and isinstance(keys.get("sheet"), int) and found.suffix.lower() != ".csv":
                sheet = find_sheet(found, max(int(keys["sheet"]) - 1, 0))
            columns: Columns = read_columns(found, sheet=sheet) if found else {}
        except DataError as error:
            self._draft.leave_out(line, "Data", str(error.problems[0].message))
            columns = {}
        if not columns or found is None:
            self._draft.leave_out(
                line, "Data", f"there is no table {name} that can be read; write one with this name"
            )
            self._total = 1
            return [{"id": "card"}]
        self._titles = {title: title for title in columns}
        self._columns = columns
        self._draft.copies[Path(name).name] = found
        return self._name_table(Path(name).name, sheet, copies, keys, line)

    def _name_table(self, file: str, sheet: str, copies: str, keys: Mapping[str, Any], line: int) -> Any:
        self._total = max(map(len, self._columns.values()), default=0)
        named: dict[str, Any] = {"file": file} | ({"sheet": sheet} if sheet else {})
        name = make_name(copies)
        if name in self._columns:
            named["count"] = name
        elif "count" in self._columns:
            named["count"] = 1
        for key in ("filters", "randoms", "extra", "cells"):
            if keys.get(key) and (key != "extra" or "filename" in keys):
                self._draft.leave_out(
                    line, "Data", f"`{key}`: all rows of the table are cards, and no others"
                )
        return named if len(named) > 1 else file

    # ------------------------------------------------------------------ drawing

    def _draw(self, shapes: ProtoShapes, *, is_back: bool) -> list[DraftElement]:
        drawn: list[DraftElement] = []
        for card in self._recording.list_records("cards"):
            if bool(card.get("is_back")) is not is_back:
                continue
            line = get_line(card)
            elements = card.get("elements")
            try:
                condition = self._make_condition(card.get("sequence"))
            except UnclearTemplate as error:
                self._draft.leave_out(line, "Card", str(error))
                continue
            for element in elements if isinstance(elements, list) else ():
                drawn += shapes.draw(element, line, [condition] if condition else [])
        return drawn

    def _make_condition(self, sequence: Any) -> str:
        """Return the condition for the cards of a sequence; empty for all."""
        numbers: set[int] = set()
        parts = sequence if isinstance(sequence, list) else [sequence]
        for part in parts:
            text = str(part).strip().lower()
            if text in ("all", "*"):
                return ""
            if text in ("even", "odd"):
                return f"number % 2 == {0 if text == 'even' else 1}"
            for piece in text.replace(" ", "").split(","):
                found = re.fullmatch(r"(\d+)(?:\.0)?(?:-(\d+))?", piece)
                if not found:
                    raise UnclearTemplate(f"the cards {part} cannot be counted")
                first, last = int(found[1]), int(found[2] or found[1])
                numbers |= {*range(first, min(last, first + _MOST_CARDS) + 1)}
        if not numbers:
            raise UnclearTemplate("it names no cards")
        return "" if {*range(1, self._total + 1)} <= numbers else write_numbers(sorted(numbers))


def _write_cell(value: Any) -> str:
    return "" if value is None else str(value)
