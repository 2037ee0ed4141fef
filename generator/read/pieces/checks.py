"""Pieces and the templates that they use, compared: every field, every name that a field gives."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import TypeAlias

from generator.errors import Problem
from generator.model.fields import ITEM, Field, Pattern, find_field, list_items
from generator.model.kinds import Named
from generator.model.message import parse_message
from generator.model.pieces import Form
from generator.model.template import RepeatElement
from generator.read.declared.findings import Findings
from generator.read.declared.shapes import list_names
from generator.read.files.phrases import suggest
from generator.read.files.yaml_reader import DataPath, Source
from generator.read.pieces.rows import PieceRows
from generator.read.templates.boxes import check_boxes
from generator.read.templates.templates import PlacedElement, TemplateBook

Fields: TypeAlias = Mapping[str, Field]
Case: TypeAlias = tuple[int, Fields]
"""The number of a piece, and the fields that an element sees: inside of a repetition, with the item."""

MOST_ON_PIECE = 1000
MOST_ON_ALL = 300_000
"""How often an element may be repeated, also by repeats inside of repeats."""


@dataclass
class PieceChecker:
    """Checks the pieces of one list; what is wrong with the templates stands in `problems`."""

    rows: PieceRows
    book: TemplateBook
    defaults: Mapping[str, tuple[Findings, DataPath]]
    """Where `front` and `back` of the pieces that name none are written."""
    problems: list[Problem] = field(default_factory=list)
    _by_source: dict[Source, Findings] = field(default_factory=dict)
    _told: set[tuple[DataPath, str]] = field(default_factory=set)
    """Where which name is wrong: one field may give a colour to many elements."""
    _places: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The fields in the sentences of the wording, by their keys."""
    _columns: frozenset[str] = frozenset()
    _is_too_much: bool = False
    """Whether an element is repeated more often than can be checked and drawn."""

    def check(self, forms: Sequence[Form | None]) -> None:
        """`forms` has that of every piece; None where it is not known."""
        columns: set[str] = set()
        for piece in self.rows.pieces:
            columns.update(piece.fields)
        self._columns = frozenset(columns)
        for name, numbers in self._by_template().items():
            placed = self.book.known.get(name)
            if placed is None:
                self._add_unknown(name, numbers)
                continue
            cases = [case for number in numbers for case in self._list_cases(number, forms[number])]
            for element in placed.elements:
                self._check_element(name, element, cases)
            if self._is_too_much:
                continue
            for form in filter(None, dict.fromkeys(forms[number] for number in numbers)):
                seen = [fields for number, fields in cases if forms[number] == form]
                check_boxes(self._findings, placed.elements, form, seen)
        for findings in self._by_source.values():
            self.problems += findings.problems

    def _list_cases(self, number: int, form: Form | None) -> list[Case]:
        """One for a piece, six for a cube, whose faces have numbers."""
        piece = self.rows.pieces[number]
        return [(number, fields) for fields in (piece.list_fields(form) if form else [piece.fields])]

    def _by_template(self) -> dict[str, list[int]]:
        """The numbers of the pieces that use a template, on either side."""
        used: dict[str, list[int]] = {}
        for number, piece in enumerate(self.rows.pieces):
            used.setdefault(piece.front, []).append(number)
            if piece.back and piece.back != piece.front:
                used.setdefault(piece.back, []).append(number)
        return used

    def _add_unknown(self, name: str, numbers: Sequence[int]) -> None:
        """A template that nobody has; told where its name is written."""
        if name in self.book.wrong:
            return
        piece = self.rows.pieces[numbers[0]]
        side = "front" if piece.front == name else "back"
        findings, path = self.rows.findings, self.rows.path_of(numbers[0])
        if not name:
            hint = "add `front: ...` to the file or to the piece"
            findings.add(path, f"`{piece.id}` has no template for its {side}", hint)
            return
        inherited, default = self.defaults.get(side, (findings, ()))
        if default and inherited.source.spot_of(default) and self._is_default(name, side):
            findings, path = inherited, default
        else:
            path = (*path, side)
        findings.add(path, f"the template `{name}` is not there", suggest(name, self.book.known))

    def _is_default(self, name: str, side: str) -> bool:
        inherited, path = self.defaults[side]
        data = inherited.source.data
        return isinstance(data, dict) and data.get(str(path[-1])) == name

    def _findings(self, source: Source) -> Findings:
        """Of the file that an element is written in."""
        known = self._by_source.get(source)
        if known is None:
            known = self._by_source[source] = Findings(source)
        return known

    def _check_element(
        self, template: str, placed: PlacedElement, cases: Iterable[Case], over: str = ""
    ) -> None:
        """`over` is the field of which `item` is an item."""
        element = placed.element
        for condition in element.when:
            self._check_field(placed, condition.field, ("when",))
        shown = list(cases)
        if element.when:
            shown = [case for case in shown if all(when.holds(case[1]) for when in element.when)]
        for attribute, kind in list_names(element):
            pattern = Pattern(getattr(element, attribute))
            if kind == "sentence" and not pattern.names:
                for number, fields in shown if pattern.text else ():
                    self._check_sentence(number, fields, pattern.text)
            known = [self._check_field(placed, name, (attribute,)) for name in pattern.names]
            if known and all(known):
                self._check_values(template, placed, attribute, kind, pattern, shown, over)
        if isinstance(element, RepeatElement):
            if not self._check_field(placed, element.over, ("over",)):
                return
            shown = self._items(template, placed, element.over, shown)
            over = element.over
        for inner in placed.inner:
            self._check_element(template, inner, shown, over)

    def _check_field(self, placed: PlacedElement, name: str, where: DataPath) -> bool:
        """Whether any piece has such a field; else a problem of the template."""
        first = name.split(".")[0]
        if first in self._columns or first == ITEM:
            return True
        what = "column" if not self.rows.base else "field"
        file = self.rows.findings.source.file
        message = f"the {what} `{name}` is not in {file}"
        self._findings(placed.source).add((*placed.path, *where), message, suggest(name, self._columns))
        return False

    def _items(self, template: str, placed: PlacedElement, over: str, shown: Iterable[Case]) -> list[Case]:
        """A case for every item of every piece; none where that would be too many."""
        found: list[Case] = []
        drawn: Counter[int] = Counter()
        place = _say_element(template, placed)
        for number, fields in shown:
            value = find_field(fields, over)
            if value is None:
                self._add_missing(template, placed, number, over)
                continue
            try:
                items = list_items(value)
            except ValueError as error:
                hint = f"{place} is repeated over it"
                self._add_once(self._path(number, over), str(error), hint)
                continue
            drawn[number] += len(items)
            if drawn[number] > MOST_ON_PIECE or len(found) + len(items) > MOST_ON_ALL:
                self._is_too_much = True
                hint = f"at most {MOST_ON_PIECE} times on a piece, {MOST_ON_ALL} times on all of a file"
                self._add_once(self._path(number, over), f"{place} is repeated too often", hint)
                return []
            found += zip(repeat(number), ({**fields, ITEM: item} for item in items))
        return found

    def _check_values(
        self,
        template: str,
        placed: PlacedElement,
        attribute: str,
        kind: Named,
        pattern: Pattern,
        shown: Iterable[Case],
        over: str,
    ) -> None:
        """Every different value is compared once, and told at the first piece that has it."""
        seen: set[str] = set()
        only = pattern.only
        judge = self.book.names.judge
        for number, fields in shown:
            value = fields.get(only)
            if type(value) is not str:
                try:
                    value = pattern.fill(fields)
                except KeyError as error:
                    self._add_missing(template, placed, number, str(error.args[0]))
                    continue
            if kind == "sentence":
                self._check_sentence(number, fields, value)
            if not value or value in seen:
                # A name that is one field, and the field is empty: nothing is drawn.
                continue
            seen.add(value)
            wrong = judge(kind, value)
            if wrong:
                name = only or pattern.names[0]
                path = self._path(number, over if name.split(".")[0] == ITEM else name)
                where = f" ({_say_element(template, placed)}, {attribute})"
                self._add_once(path, wrong.message, wrong.hint, where)

    def _add_once(self, path: DataPath, message: str, hint: str, where: str = "") -> None:
        """Adds a problem of a piece; many elements, and all faces of a cube, may find the same one."""
        if (path, message) not in self._told:
            self._told.add((path, message))
            self.rows.findings.add(path, message + where, hint)

    def _check_sentence(self, number: int, fields: Fields, key: str) -> None:
        """The fields that a sentence of the wording has places for are there, and can be set in type."""
        for name in self._places_of(key):
            value = find_field(fields, name)
            if not isinstance(value, str):
                hint = "add the field to the piece"
                message = f"`{name}` is missing: the sentence `{key}` has a place for it"
                self._add_once(self._path(number, name), message, hint)
                continue
            wrong = self.book.names.judge("text", value)
            if wrong:
                where = f" (the sentence `{key}` has a place for it)"
                self._add_once(self._path(number, name), wrong.message, wrong.hint, where)

    def _places_of(self, key: str) -> tuple[str, ...]:
        known = self._places.get(key)
        if known is None:
            sentences = self.book.names.sentences or {}
            known = self._places[key] = parse_message(sentences.get(key, "")).names
        return known

    def _add_missing(self, template: str, placed: PlacedElement, number: int, name: str) -> None:
        hint = f"add it, or draw the element only `when: {name.split('.')[0]}`"
        there = find_field(self.rows.pieces[number].fields, name)
        said = "is a list, and a text is needed" if there is not None else "is missing"
        message = f"`{name}` {said}: {_say_element(template, placed)} needs it"
        self._add_once(self._path(number, name), message, hint)

    def _path(self, number: int, name: str) -> DataPath:
        first = name.split(".")[0]
        there = first in self.rows.pieces[number].fields
        return self.rows.path_of(number, first if there else "")


def _say_element(template: str, placed: PlacedElement) -> str:
    element = placed.element
    kind = next((str(step) for step in reversed(placed.path) if isinstance(step, str)), "")
    return f"`{element.id}` of template `{template}`" if element.id else f"{kind} of template `{template}`"
