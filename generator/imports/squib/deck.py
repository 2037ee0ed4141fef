"""A script of Squib as decks: it runs with a recorder, and each deck that it makes becomes a file."""

import math
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.errors import DataError, GeneratorError, Wrong, format_count
from generator.imports.draft import (
    Columns,
    Draft,
    DraftElement,
    allow_overlaps,
    find_beside,
    find_free_name,
    format_csv,
    format_number,
    join_cells,
    name_constants,
    name_styles,
    read_columns,
)
from generator.imports.programs.running import (
    Recording,
    ScriptTool,
    SourceComments,
    UntrustedScript,
    get_line,
    record_script,
)
from generator.imports.squib.calls import (
    NEVER,
    CardValues,
    NoMeasure,
    SquibCall,
    SquibLayouts,
    SquibPen,
    VariedCopies,
    find_trim,
    find_type_scale,
    list_angles,
    list_boxes,
    read_pixels,
    write_bleed,
    write_value,
)
from generator.imports.squib.words import draw_picture, draw_text, list_pango_marks, name_layout
from generator.read.declared.tables import find_sheet
from generator.read.files.text_files import derive_id, make_name, name_file, unreadable

_HINT = "install it from ruby-lang.org, or with `apt install ruby` or `brew install ruby`"


def read_squib(path: Path) -> list[Draft]:
    """Return the decks of a script, which is run; raises DataError."""
    ruby = shutil.which("ruby")
    if not ruby:
        raise UntrustedScript(f"{name_file(path)} needs Ruby, and there is no program `ruby` ({_HINT})")
    recorder = Path(__file__).with_name("recorder.rb")
    recording = record_script(path, ScriptTool("squib", (ruby, "-W0"), recorder, "gem"))
    records = recording.list_records("decks")
    if not all(map(is_deck, records)) or not all(map(is_table, recording.list_records("tables"))):
        raise unreadable(
            name_file(path), "left a damaged record of what it draws", "the script has changed it"
        )
    decks = [deck for deck in records if deck["calls"]]
    if not decks:
        raise _refuse(path, recording)
    drafts: list[Draft] = []
    for number, deck in enumerate(decks):
        drafts.append(make_deck(path, recording, deck, _name_deck(path, recording, deck, number, drafts)))
    for name, number in recording.list_code_lines():
        place = recording.project / name
        drafts[0].count(number, drafts[0].file if name == recording.script else name_file(place))
    drafts[0].notice = f"{name_file(path)} {recording.describe()}"
    return drafts


def make_deck(path: Path, recording: Recording, deck: Mapping[str, Any], name: str) -> Draft:
    """Return a deck of a record, which has the types that the recorder writes; raises DataError."""
    return _DeckMaker(path, recording, deck, name).make()


def _refuse(path: Path, recording: Recording) -> GeneratorError:
    """Return the error for a script that makes no deck."""
    file = name_file(path)
    if stopped := recording.get_stop():
        place, line, text = stopped
        hint = _explain_stop(recording)
        name = file if place == recording.script else name_file(recording.project / place)
        message = f"stopped before a deck was made: {text}"
        return unreadable(name, message, hint, line=line)
    return unreadable(file, "makes no deck of Squib", "import the script that calls Squib::Deck.new")


def _explain_stop(recording: Recording) -> str:
    """Return what the script lacks."""
    notes = recording.list_records("notes")
    found = {kind: _list_texts(notes, kind) for kind in ("gem", "variable")}
    if found["gem"]:
        return f"it needs the gem {found['gem']}, which is not here"
    if found["variable"]:
        return f"it reads {found['variable']} from the environment, which is not passed on"
    return "it runs alone, from the folder of the project"


def _list_texts(notes: Sequence[Mapping[str, Any]], kind: str) -> str:
    return ", ".join(dict.fromkeys(str(note.get("text")) for note in notes if note.get("kind") == kind))


def _name_deck(
    path: Path, recording: Recording, deck: Mapping[str, Any], number: int, drafts: Sequence[Draft]
) -> str:
    """Return the name of a deck: that of the script, with the name of its table for a second one."""
    stem = derive_id(path.stem)
    if not number:
        return stem
    sources = (table for table in (_choose_table(recording, deck),) if table is not None)
    names = [Path(str(recording.list_records("tables")[table].get("source") or "")).stem for table in sources]
    wanted = f"{stem}_{derive_id(names[0], '')}".rstrip("_") if names else stem
    return find_free_name(wanted, {draft.name: draft for draft in drafts})


def _choose_table(recording: Recording, deck: Mapping[str, Any]) -> int | None:
    """Return the number of the table whose columns a deck shows; None if it shows none."""
    counts: dict[int, int] = {}
    for call in deck["calls"]:
        for value in call.get("options", {}).values():
            if isinstance(value, Mapping) and "column" in value:
                counts[int(value["table"])] = counts.get(int(value["table"]), 0) + 1
    if counts:
        return max(counts, key=lambda table: counts[table])
    cards, known = deck.get("cards", 0), deck.get("tables", 0)
    tables = recording.list_records("tables")[: known if isinstance(known, int) else 0]
    same = [
        number
        for number, table in enumerate(tables)
        if len(table.get("order", ())) == cards and (cards > 1 or table.get("missing"))
    ]
    return same[-1] if same else None


class _DeckMaker:
    """Makes a deck of what a script has drawn."""

    def __init__(self, path: Path, recording: Recording, deck: Mapping[str, Any], name: str) -> None:
        self._path, self._recording, self._deck = path, recording, deck
        self._draft = Draft(name, name_file(path), folder=recording.project)
        try:
            self._space = read_pixels(deck)
        except Wrong as wrong:
            raise unreadable(
                self._draft.file, wrong.message, line=int(deck.get("line", 0)), column=1
            ) from None
        self._tables = recording.list_records("tables")
        self._table = _choose_table(recording, deck)
        self._trim = find_trim(deck, self._space)
        self._file = self._sheet = self._where = ""
        """The table as the new deck names it, empty for cards without one; its sheet; and its condition."""
        self._is_rewritten = False
        """True if the table is written anew, with a row for each card."""
        self._comments = SourceComments(recording.sources)

    def make(self) -> Draft:
        """Return the deck."""
        try:
            cards, elements = self._draw(is_whole=False)
        except VariedCopies:
            self._draft = Draft(self._draft.name, self._draft.file, folder=self._recording.project)
            self._comments = SourceComments(self._recording.sources)
            cards, elements = self._draw(is_whole=True)
        self._list_stops()
        draft, pen = self._draft, self._pen
        draft.head["size"] = f"{format_number(pen.width)} mm x {format_number(pen.height)} mm"
        draft.head |= {"unit": "mm", "safe": 0}
        draft.head |= {"bleed": write_bleed(self._trim / self._space.dpi)} if self._trim else {}
        draft.head["cards"] = self._make_cards(cards)
        if cards.computed and cards.has_table:
            draft.head["tables"] = {"computed": self._write_computed(cards)}
        taken = {*cards.columns, *cards.computed}
        constants = name_constants(elements, self._recording.list_named_texts(), taken)
        draft.head |= {"constants": constants} if constants else {}
        styles = name_styles(elements) | self._styles
        draft.head |= {"styles": styles} if styles else {}
        allow_overlaps(elements)
        draft.template = elements
        shown = {cards.name_computed(name): column for name, column in cards.computed.items()}
        draft.cells = {**cards.columns, **shown}
        return draft

    # ------------------------------------------------------------------ drawing

    def _draw(self, *, is_whole: bool) -> tuple[CardValues, list[DraftElement]]:
        """Return the cards and all elements; with `is_whole`, each copy is a card of its own."""
        cards = self._find_cards(is_whole=is_whole)
        config = self._deck.get("config", {})
        images = str(config.get("img_dir") or "").strip("./\\")
        colours = config.get("custom_colors")
        self._styles: dict[str, dict[str, Any]] = {}
        self._pen = SquibPen(
            self._draft,
            self._recording.project,
            self._space,
            self._trim,
            cards,
            images,
            colours if isinstance(colours, dict) else {},
            type_scale=self._find_type_scale(),
            script=self._recording.script,
        )
        layouts, known = SquibLayouts(self._space, type_scale=self._pen.type_scale), 0
        elements: list[DraftElement] = []
        for call in self._deck["calls"]:
            for layout in self._deck["layouts"][known : int(call.get("layouts", 0))]:
                layouts.add(str(layout["name"]), layout.get("entries"))
            known = max(known, int(call.get("layouts", 0)))
            elements += self._draw_call(call, layouts, self._name_place(call))
        for name in dict.fromkeys(layouts.missing):
            self._draft.leave_out(int(self._deck["line"]), "layout", f"there is no layout {name}")
        return cards, elements

    def _draw_call(self, call: Mapping[str, Any], layouts: SquibLayouts, file: str) -> list[DraftElement]:
        name, line = str(call["name"]), int(call.get("line", 0))
        options = {str(key): value for key, value in call.get("options", {}).items()}
        if name == "set":
            self._pen.font = write_value(options.get("font")) or self._pen.font
            return []
        if name in UNDRAWN:
            group = f"{options.get('group')}: " if name == "build" else ""
            self._draft.change(line, name, f"{group}{UNDRAWN[name]}", file)
            return []
        given = self._pen.cards.spread(options.pop("layout", None))
        chosen = [write_value(one) for one in given]
        drawn = []
        for layout in dict.fromkeys(chosen):
            if layout and layout not in layouts.entries:
                self._draft.change(line, name, f"there is no layout {layout}; the defaults are used", file)
            entry = layouts.entries.get(layout, {})
            one = SquibCall(name, options, entry, layout, self._pen, file, line, call.get("embed", ()))
            drawn.append((layout, self._draw_one(one)))
        elements = self._join_layouts(drawn, chosen, f"{name} layout")
        condition = self._pen.cards.make_condition(options.get("range"))
        if condition == NEVER:
            is_sample = self._pen.cards.is_sample
            reason = "its cards are not known without the table" if is_sample else "its range has no card"
            (self._draft.leave_out if is_sample else self._draft.change)(line, name, reason, file)
            return []
        for element in elements:
            element.line = line
            element.comment = self._comments.take(str(call.get("file", "")), line)
            if condition:
                element.add_conditions(condition)
        return elements

    def _draw_one(self, call: SquibCall) -> list[DraftElement]:
        if call.name not in DRAWERS:
            call.leave_out("has no counterpart")
            return []
        try:
            return DRAWERS[call.name](call)
        except (NoMeasure, ArithmeticError, ValueError) as error:
            call.leave_out(f"its values are not understood ({error})")
        return []

    def _join_layouts(
        self, drawn: Sequence[tuple[str, list[DraftElement]]], chosen: Sequence[str], hint: str
    ) -> list[DraftElement]:
        """Return one element for a layout that depends on the card, with a style for each layout."""
        if len(drawn) < 2:
            return [element for _, elements in drawn for element in elements]
        firsts = [elements[0] for _, elements in drawn if elements]
        if (
            len({element.kind for element in firsts}) > 1
            or len(firsts) < len(drawn)
            or len(drawn) > _MOST_STYLES
        ):
            return [
                self._limit(element, layout, chosen) for layout, elements in drawn for element in elements
            ]
        whole = [{**element.keys, **element.style} for element in firsts]
        same = {
            key: value for key, value in whole[0].items() if all(keys.get(key) == value for keys in whole)
        }
        same = self._join_texts(drawn, whole, chosen) | same
        ids = [name_layout(layout) for layout in chosen]
        code = self._pen.cards.make_text([ids[card] for card in self._pen.cards.order], hint)
        # A style with a field may be any whose name fits, so these have a beginning of their own.
        start = code[1:-1] if code[1:-1].isidentifier() else "place"
        names = [f"{start}_{name_layout(layout)}" for layout, _ in drawn]
        styles = {
            name: {key: value for key, value in keys.items() if key not in same}
            for name, keys in zip(names, whole, strict=True)
        }
        if len(styles) < len(drawn) or any(
            self._styles.get(name, style) != style for name, style in styles.items()
        ):
            return [
                self._limit(element, layout, chosen) for layout, elements in drawn for element in elements
            ]
        files = [file for element in firsts for file in element.files]
        if not any(styles.values()):
            return [DraftElement(firsts[0].kind, same, files=files)]
        self._styles |= styles
        style = {"style": f"{start}_{code}"}
        return [DraftElement(firsts[0].kind, {**style, **same}, files=files)]

    def _join_texts(
        self, drawn: Sequence[tuple[str, Any]], whole: Sequence[Mapping[str, Any]], chosen: Sequence[str]
    ) -> dict[str, str]:
        """Return keys that no style has, such as the name of a picture, as texts with fields."""
        by_layout = {layout: keys for (layout, _), keys in zip(drawn, whole, strict=True)}
        joined = {}
        for key in ("file", "icon", "text"):
            if len({keys.get(key) for keys in whole}) > 1:
                values = [str(by_layout[layout].get(key, "")) for layout in chosen]
                joined[key] = self._pen.cards.make_text([values[card] for card in self._pen.cards.order], key)
        return joined

    def _limit(self, element: DraftElement, layout: str, chosen: Sequence[str]) -> DraftElement:
        """Return an element that is drawn on the cards of one layout."""
        cards = self._pen.cards
        numbers = [number for number, card in enumerate(cards.order) if chosen[card] == layout]
        element.keys["when"] = cards.make_condition(numbers)
        return element

    def _find_type_scale(self) -> float:
        """Return how many points a size of type is, and report it if the sizes alone decide."""
        scale, is_guess = find_type_scale(self._deck, self._space, self._recording.project)
        if is_guess:
            reason = "its sizes of type are taken for those of Squib before 0.14, which are smaller"
            line = int(self._deck["line"])
            self._draft.change(line, "font", f"{reason}; no Gemfile.lock names the version")
        return scale

    # ------------------------------------------------------------------ cards

    def _find_cards(self, *, is_whole: bool) -> CardValues:
        """Return the cards of the deck, and prepare their table."""
        count = min(max(int(self._deck.get("cards", 1)), 1), _MOST_CARDS)
        self._file = ""
        if self._table is None:
            return CardValues(range(count), {}, {}, has_table=False)
        table = self._tables[self._table]
        columns = {
            str(title): list(map(write_value, values)) for title, values in table.get("columns", {}).items()
        }
        order = [int(row) for row in table.get("order", ())]
        rows = max(map(len, columns.values()), default=1)
        filled = [
            row
            for row in range(rows)
            if any(column[row].strip() for column in columns.values() if row < len(column))
        ]
        titles = self._prepare_table(table, columns)
        left = {*filled} - {*order}
        counts = columns.get(str(table.get("explode")), ())
        is_zero = all(row < len(counts) and counts[row].strip() == "0" for row in left)
        self._where = "" if is_zero else f"has({make_name(str(table.get('explode')))})"
        is_counted = all(row < len(counts) and counts[row].strip() in ("", "0") for row in left)
        is_same = count == len(order) and is_counted and order == sorted(order)
        filled = [row for row in filled if row in {*order}]
        if table.get("missing"):
            return self._find_missing(table)
        if not self._file or not is_same or is_whole:
            return self._write_table(table, columns, titles, order, count)
        places = {row: place for place, row in enumerate(filled)}
        kept = [places[row] for row in order if row in places]
        if len(kept) < len(order):
            return self._write_table(table, columns, titles, order, count)
        cells = {
            titles[title]: [column[row] for row in filled]
            for title, column in columns.items()
            if title in titles
        }
        fields = {(self._table, title): name for title, name in titles.items()}
        return CardValues(kept, cells, fields, has_table=True)

    def _prepare_table(
        self, table: Mapping[str, Any], columns: Mapping[str, Sequence[str]]
    ) -> Mapping[str, str]:
        """Copy the table of the cards, and return the names of its fields by title."""
        source = table.get("source")
        found = find_beside(self._recording.project, str(source)) if source else None
        sheet, number = "", table.get("sheet")
        try:
            if found and table.get("kind") == "xlsx" and number:
                sheet = find_sheet(found, number) if isinstance(number, int) else str(number)
            known: Columns = read_columns(found, sheet=sheet) if found else {}
        except DataError as error:
            self._draft.change(
                int(table.get("line", 0)), str(table.get("kind")), str(error.problems[0].message)
            )
            known = {}
        names: dict[str, str] = {}
        for title in columns:
            name = make_name(title)
            names[title] = (
                name
                if name and name not in names.values()
                else find_free_name(name or "column", dict.fromkeys(names.values()))
            )
        if found and known and all(name in known for name in names.values()):
            self._file, self._sheet = str(source), sheet
            self._draft.copies[self._file] = found
        elif not source:
            self._file, self._sheet = f"{self._draft.name}_cards.csv", ""
            cells = {names[title]: list(values) for title, values in columns.items()}
            self._draft.texts[self._file] = format_csv(cells)
        return names

    def _find_missing(self, table: Mapping[str, Any]) -> CardValues:
        """Return a card with the columns that the script uses, for a table that is not there."""
        names = {title: make_name(title) or "column" for title in map(str, table.get("columns", {}))}
        line = int(table.get("line", 0))
        source = str(table.get("source") or "cards.csv")
        self._file = f"{derive_id(Path(source).stem, 'cards')}.csv"
        sample = {name: [name.replace("_", " ").capitalize()] for name in names.values()}
        self._draft.texts[self._file] = format_csv(sample or {"name": ["Name"]})
        reason = f"no table {source} can be read; a new one has the columns that are used, and one row"
        self._draft.leave_out(line, str(table.get("kind")), reason, self._name_place(table))
        self._sheet = ""
        cells = {name: [name] for name in names.values()}
        fields = {(self._table or 0, title): name for title, name in names.items()}
        return CardValues([0], cells, fields, has_table=True, is_sample=True)

    def _write_table(
        self,
        table: Mapping[str, Any],
        columns: Mapping[str, Sequence[str]],
        titles: Mapping[str, str],
        order: Sequence[int],
        count: int,
    ) -> CardValues:
        """Return the cards of a table that the script has changed, which is written anew."""
        source, line = str(table.get("source") or "a text in the script"), int(table.get("line", 0))
        shown = [*order[:count]]
        self._draft.copies.pop(self._file, None)
        self._file, self._sheet, self._is_rewritten = f"{self._draft.name}_cards.csv", "", True
        cells = {
            titles[title]: [column[row] if row < len(column) else "" for row in shown]
            for title, column in columns.items()
        }
        if table.get("source"):
            reason = (
                f"{self._file} has the {format_count(len(shown), 'card')} that the script makes of {source}"
            )
            self._draft.change(line, str(table.get("kind")), reason)
        if count > len(order):
            reason = f"has {count} cards, and the table {len(order)} rows; cards without a row are left out"
            self._draft.change(int(self._deck["line"]), "Deck", reason)
        cells = {"id": [str(number) for number in range(1, len(shown) + 1)]} | cells
        self._draft.texts[self._file] = format_csv(cells)
        fields = {(self._table or 0, title): name for title, name in titles.items()}
        order = [*range(len(shown)), *([0] * max(0, count - len(order)))][: len(shown)]
        return CardValues(order, cells, fields, has_table=True)

    def _make_cards(self, cards: CardValues) -> Any:
        """Return the table of the cards, or the cards themselves with what was computed for them."""
        if self._file:
            return self._make_table(cards)
        if not cards.computed:
            return [{"id": "card", "count": cards.total}] if cards.total > 1 else [{"id": "card"}]
        rows = zip(*cards.computed.values(), strict=True)
        return [
            {"id": f"card_{number}", **dict(zip(cards.computed, row, strict=True))}
            for number, row in enumerate(rows, 1)
        ]

    def _make_table(self, cards: CardValues) -> Any:
        keys: dict[str, Any] = {"file": self._file} | ({"sheet": self._sheet} if self._sheet else {})
        table = self._tables[self._table or 0]
        exploded = table.get("explode")
        if exploded and not self._is_rewritten:
            keys["count"] = str(exploded)
            keys |= {"where": self._where} if self._where else {}
        elif "count" in cards.columns:
            keys["count"] = 1
        text = join_cells(cards.columns)
        marks = list_pango_marks(text) if self._pen.is_marked else {}
        replaced = {key: sign for key, sign in self._pen.replaced.items() if key in text}
        keys |= {"replace": replaced | marks} if replaced or marks else {}
        return keys if len(keys) > 1 else self._file

    def _write_computed(self, cards: CardValues) -> str:
        """Write what the script computed as a second table, whose rows are those of the cards."""
        file = f"{self._draft.name}_computed.csv"
        numbers = [str(number) for number in range(1, cards.total + 1)]
        self._draft.texts[file] = format_csv({"id": numbers, **cards.computed})
        return file

    # ------------------------------------------------------------------ report

    def _list_stops(self) -> None:
        """Report gems that are missing, and where the script stopped."""
        for note in self._recording.list_records("notes"):
            line, text, place = get_line(note), str(note.get("text")), self._name_place(note)
            if note.get("kind") == "gem":
                reason = f"the gem {text} is not here; what needs it is left out"
                self._draft.leave_out(line, "require", reason, place)
            elif note.get("kind") == "variable":
                reason = f"{text} is not set: variables of the environment are not passed on"
                self._draft.change(line, "ENV", reason, place)
            else:
                self._draft.change(line, "program", f"`{text}` is not run, and its answer is empty", place)
        if stopped := self._recording.get_stop():
            file, line, text = stopped
            self._draft.leave_out(
                line,
                "script",
                f"stopped here, and what follows is left out: {text}",
                self._name_place({"file": file}),
            )

    def _name_place(self, record: Mapping[str, Any]) -> str:
        """Return the name of the file of a record for messages."""
        file = str(record.get("file", ""))
        return (
            self._draft.file if file == self._recording.script else name_file(self._recording.project / file)
        )


_MOST_CARDS = 10_000
_MOST_STYLES = 30


def is_deck(deck: Mapping[str, Any]) -> bool:
    """Return True for a record of a deck whose parts have the types that the recorder writes."""
    calls, layouts = deck.get("calls"), deck.get("layouts")
    if not isinstance(calls, list) or not isinstance(layouts, list) or not _is_count(deck.get("cards")):
        return False
    if not _is_count(deck.get("line")) or not isinstance(deck.get("config", {}), dict):
        return False
    return all(map(_is_call, calls)) and all(isinstance(one, dict) and "name" in one for one in layouts)


def is_table(table: Mapping[str, Any]) -> bool:
    """Return True for a record of a table whose parts have the types that the recorder writes."""
    columns, order = table.get("columns"), table.get("order")
    if not isinstance(columns, dict) or not isinstance(order, list) or not all(map(_is_count, order)):
        return False
    if not all(isinstance(values, list) for values in columns.values()) or not _is_count(table.get("line")):
        return False
    rows = max(map(len, columns.values()), default=1)
    return all(len(values) == rows for values in columns.values()) and max(order, default=0) < max(rows, 1)


def _is_call(call: Any) -> bool:
    if not isinstance(call, dict) or not isinstance(call.get("options"), dict):
        return False
    embed = call.get("embed", [])
    rules = embed if isinstance(embed, list) else [None]
    numbers = _is_count(call.get("line")) and _is_count(call.get("layouts"))
    return (
        "name" in call
        and numbers
        and all(map(_is_rule, rules))
        and all(map(_is_value, call["options"].values()))
    )


def _is_rule(rule: Any) -> bool:
    return isinstance(rule, dict) and isinstance(rule.get("options"), dict) and _is_count(rule.get("line"))


def _is_value(value: Any) -> bool:
    """Return True for a value that is not a column, or one with its values and the number of its table."""
    if not isinstance(value, dict) or "column" not in value:
        return True
    return isinstance(value.get("values"), list) and _is_count(value.get("table"))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10_000_000


def _background(call: SquibCall) -> list[DraftElement]:
    paint = call.paint("color", "black")
    if "gradient" in paint:
        box = ["0", "0", "100%", "100%"]
        return [DraftElement("panel", {"box": box, **paint, "bleeds": True})]
    return [DraftElement("ground", paint)] if paint else []


def _rect(call: SquibCall) -> list[DraftElement]:
    if guide := _name_guide(call):
        call.change(guide)
        return []
    keys = call.place(list_boxes(call), list_angles(call))
    radius = max(call.number(name, 0) for name in ("radius", "x_radius", "y_radius"))
    keys |= {"corner": format_number(radius * call.pen.mm)} if radius > 0 else {}
    return _panel(call, keys)


def _name_guide(call: SquibCall) -> str:
    """Return the remark for a frame that shows the cut or the safe zone; empty for other frames."""
    if call.colour("fill_color", "#0000") or call.layout.lower() not in (
        "cut",
        "safe",
        "safe_zone",
        "cut_zone",
    ):
        return ""
    return _GUIDES["safe_zone" if "safe" in call.layout.lower() else "cut_zone"]


_GUIDES = {
    "cut_zone": "is not drawn: petri make prints crop marks, and cut cards have no line around them",
    "safe_zone": "is not drawn: write `safe` in the deck, and petri check finds what is too near to the cut",
}


def _panel(call: SquibCall, keys: dict[str, Any]) -> list[DraftElement]:
    own = {**keys, **call.paint("fill_color", "#0000"), **call.stroke()}
    return [DraftElement("panel", own)] if own.keys() & {"fill", "gradient", "stroke"} else []


def _ellipse(call: SquibCall) -> list[DraftElement]:
    return _panel(call, {"shape": "ellipse", **call.place(list_boxes(call), list_angles(call))})


def _circle(call: SquibCall) -> list[DraftElement]:
    rows = [
        ((x or 0) - (r or 0), (y or 0) - (r or 0), 2 * (r or 0), 2 * (r or 0))
        for x, y, r in call.spread(x=0, y=0, radius=100)
    ]
    keys = call.place(rows)
    start, end = call.number("arc_start", 0), call.number("arc_end", 2 * math.pi)
    if abs(end - start) >= 2 * math.pi - 0.001:
        return _panel(call, {"shape": "ellipse", **keys})
    if call.word("arc_direction", "clockwise") != "clockwise":
        start, end = end, start
    turned = [math.degrees(one) + 90 for one in (start, end)]
    turned[1] += 360 if turned[1] < turned[0] else 0
    ends = {"from": format_number(turned[0]), "to": format_number(turned[1])}
    if call.paint("fill_color", "#0000"):
        call.change("an arc with a fill is a slice")
        return [
            DraftElement("sector", {**keys, **ends, **call.paint("fill_color", "#0000"), **call.stroke()})
        ]
    return [DraftElement("arc", {**keys, **ends, **call.stroke()})]


def _line(call: SquibCall) -> list[DraftElement]:
    ends = _points(call, ("x1", "y1"), ("x2", "y2"))
    return [DraftElement("line", {"from": ends[0], "to": ends[1], **call.stroke()})]


_COORDINATES = {
    "x1": 100,
    "y1": 100,
    "x2": 150,
    "y2": 150,
    "x3": 100,
    "y3": 150,
    "cx1": 0,
    "cy1": 0,
    "cx2": 0,
    "cy2": 0,
}
"""Default coordinates of lines and curves in pixels."""


def _points(call: SquibCall, *pairs: tuple[str, str]) -> list[list[str]]:
    """Return points on the card that is cut, as they are written; beyond it, they are at its edge."""
    pen = call.pen
    points = []
    for pair in pairs:
        rows = call.spread(**{name: _COORDINATES[name] for name in pair})
        point = []
        for axis, side in enumerate((pen.width, pen.height)):
            lengths = [((row[axis] or 0) - pen.trim) * pen.mm for row in rows]
            point.append(call.write_numbers([min(max(one, 0), side) for one in lengths], pair[axis], "mm"))
        points.append(point)
    return points


def _triangle(call: SquibCall) -> list[DraftElement]:
    points = _points(call, ("x1", "y1"), ("x2", "y2"), ("x3", "y3"))
    return _shape(call, "polygon", {"points": points})


def _shape(call: SquibCall, kind: str, keys: dict[str, Any]) -> list[DraftElement]:
    own = {**keys, **call.paint("fill_color", "#0000"), **call.stroke()}
    return [DraftElement(kind, own)] if own.keys() & {"fill", "gradient", "stroke"} else []


def _around(call: SquibCall, radii: Sequence[float]) -> list[DraftElement]:
    """Return a polygon with corners around a point, at these distances in turn; the first is at the right."""
    pen, turn = call.pen, call.number("angle", 0)
    x, y = call.number("x", 0), call.number("y", 0)
    corners = max(min(round(call.number("n", 5)), 200), 2) * len(radii)
    points = []
    for corner in range(corners):
        angle, radius = turn + 2 * math.pi * corner / corners, radii[corner % len(radii)]
        place = (x + radius * math.cos(angle), y + radius * math.sin(angle))
        points.append([format_number((one - pen.trim) * pen.mm) for one in place])
    return _shape(call, "polygon", {"points": points})


def _polygon(call: SquibCall) -> list[DraftElement]:
    return _around(call, [call.number("radius", 100)])


def _star(call: SquibCall) -> list[DraftElement]:
    return _around(call, [call.number("outer_radius", 100), call.number("inner_radius", 50)])


def _curve(call: SquibCall) -> list[DraftElement]:
    pen = call.pen
    names = ("x1", "y1", "cx1", "cy1", "cx2", "cy2", "x2", "y2")
    numbers = [format_number((call.number(name, _COORDINATES[name]) - pen.trim) * pen.mm) for name in names]
    data = f"M {' '.join(numbers[:2])} C {' '.join(numbers[2:])}"
    return _shape(call, "path", {"data": data})


def _grid(call: SquibCall) -> list[DraftElement]:
    [x, y, width, height] = list_boxes(call)[0]
    if abs(width - height) > 1 or width <= 0:
        call.leave_out("a grid whose cells are not squares")
        return []
    pen = call.pen
    stroke = call.stroke()
    start = [x % width - width, y % height - height]
    box = (start[0], start[1], pen.space.width - start[0], pen.space.height - start[1])
    keys = call.place([box]) | {"pattern": "grid", "pattern_colour": stroke.get("stroke", "#000000")}
    return [DraftElement("panel", {**keys, "pattern_size": format_number(width * pen.mm)})]


DRAWERS: Mapping[str, Callable[[SquibCall], list[DraftElement]]] = {
    "background": _background,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "triangle": _triangle,
    "polygon": _polygon,
    "star": _star,
    "curve": _curve,
    "grid": _grid,
    "png": draw_picture,
    "svg": draw_picture,
    "text": draw_text,
}
"""Functions that draw calls, by the name of the call."""
UNDRAWN: Mapping[str, str] = {
    **_GUIDES,
    "save": "is an option of petri make",
    "save_png": "is the option --to png of petri make",
    "save_pdf": "is petri make, with --paper, --marks, and --bleed",
    "save_sheet": "is the option --to of petri make",
    "hand": "has no counterpart: a picture for the web",
    "showcase": "has no counterpart: a picture for the web",
    "hint": "shows boxes while a script is written; petri preview shows them",
    "build": "is a part that is built on demand, and was not run",
}
"""Reasons for calls that draw nothing on cards."""
