"""Checks of pieces against their templates: fields, names, and the boxes of elements."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, groupby
from math import ceil, cos, radians, sin, sqrt
from typing import TypeAlias

from generator.errors import Wrong, suggest
from generator.model.elements import template
from generator.model.elements.blocks import AnyBlock
from generator.model.elements.boxes import Box, SeenElement, compute, list_computed
from generator.model.elements.template import GroupElement, PictureElement, RepeatElement, StackElement
from generator.model.geometry import Rectangle
from generator.model.language.conditions import list_cells, parse_over
from generator.model.language.fields import INDEX, ITEM, Field, Pattern, get_field
from generator.model.language.kinds import Named
from generator.model.language.scalars import NO_COLOUR
from generator.model.pieces import Form, Piece
from generator.model.texts.message import parse_message
from generator.model.texts.rich_text import parse_rich
from generator.model.values import dataclass, field, replace
from generator.read.declared.findings import Findings
from generator.read.declared.names import MARK_CHARACTERS
from generator.read.declared.reader import list_names
from generator.read.files.yaml import DataPath
from generator.read.pieces.effects import EffectWatch
from generator.read.pieces.rows import PieceRows
from generator.read.templates.templates import PlacedElement, PlacedTemplate, TemplateBook

_Fields: TypeAlias = Mapping[str, Field]
_Case: TypeAlias = tuple[int, _Fields]
"""Index of a piece, and the fields that an element sees: inside a repeat, with the item."""

MOST_ON_PIECE = 1000
"""Maximum number of times that an element is repeated on a piece, nested repeats included."""
MOST_ON_ALL = 300_000
"""Maximum number of times that an element is repeated on all pieces of a file."""


def check_pieces(
    rows: Sequence[PieceRows],
    forms: Sequence[Form | None],
    book: TemplateBook,
    findings: Findings,
    watch: EffectWatch | None = None,
) -> Collection[str]:
    """Check pieces in each language, and return the fields that a template or one of its texts uses.

    `forms` has the form of each piece, None if it is unknown. The head of the file of `findings` names the
    default templates. `watch` learns which elements have an effect.
    """
    checker = _PieceChecker(rows[0], book, findings, watch)
    for each in rows:
        checker.rows = each
        checker.check(forms)
    return checker.used


def check_elements(
    placed: PlacedTemplate, book: TemplateBook, rows: PieceRows, form: Form | None = None
) -> None:
    """Check elements that are drawn for all rows with their fields, in a form if it is known."""
    book = replace(book, known={**book.known, placed.id: placed})
    check_pieces([rows], [form] * len(rows.pieces), book, rows.findings)


def check_alone(placed: PlacedTemplate, book: TemplateBook, findings: Findings, form: Form | None) -> None:
    """Check the elements of a board or a sheet, which have no fields but its `id`."""
    piece = Piece(placed.id, {"id": placed.id}, placed.id)
    check_elements(placed, book, PieceRows(findings, placed.path, [piece], [0]), form)


@dataclass
class _PieceChecker:
    """Checks pieces; problems are added to the findings of the templates and of the rows."""

    rows: PieceRows
    book: TemplateBook
    findings: Findings
    watch: EffectWatch | None = None
    """Learns which elements have an effect; None: nobody asks."""
    used: set[str] = field(default_factory=set)
    """Fields that a template or one of its texts uses."""
    _reported: set[tuple[DataPath, str]] = field(default_factory=set)
    _placeholders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of the placeholders of each wording key."""
    _template: str = ""
    """Id of the template that is being checked."""
    _is_too_much: bool = False
    """True if an element is repeated more often than can be checked and drawn."""

    def check(self, forms: Sequence[Form | None]) -> None:
        for name, numbers in self._group_by_template().items():
            self._template, placed = name, self.book.known.get(name)
            if placed is None:
                self._add_unknown(numbers[0])
                continue
            cases: list[_Case] = []
            by_form: dict[Form | None, list[_Fields]] = {}
            for form, group in groupby(numbers, key=forms.__getitem__):
                found = [self._list_cases(number, form) for number in group]
                cases += (case for each in found for case in each)
                for index, (_, (width, height)) in enumerate(form.faces if form else ()):
                    face = replace(form, width=width, height=height) if form else None
                    by_form.setdefault(face, []).extend(each[index][1] for each in found)
            for element in placed.elements:
                self._check_element(element, cases)
            for form, shown in by_form.items():
                if form is not None and not self._is_too_much:
                    _check_boxes(self.findings, placed.elements, form, shown)

    def _list_cases(self, number: int, form: Form | None) -> list[_Case]:
        piece = self.rows.pieces[number]
        return [(number, fields) for fields in (piece.list_fields(form) if form else (piece.fields,))]

    def _group_by_template(self) -> dict[str, list[int]]:
        used: dict[str, list[int]] = {}
        for number, piece in enumerate(self.rows.pieces):
            for name in dict.fromkeys((piece.front, piece.back or piece.front)):
                used.setdefault(name, []).append(number)
        return used

    def _add_unknown(self, number: int) -> None:
        """Report a missing template where its name is written: in the head of the file or at the piece."""
        name, piece = self._template, self.rows.pieces[number]
        if name in self.book.wrong:
            return
        side = "front" if piece.front == name else "back"
        findings, path = self.rows.findings, self.rows.path_of(number)
        if not name:
            hint = "add `front: ...` to the file or to the piece"
            findings.add(path, f"`{piece.id}` has no template for its {side}", hint)
            return
        if self.findings.source.get(side) == name:
            findings, path = self.findings, ()
        findings.check_name((*path, side), name, self.book.known, "template")

    def _check_element(self, placed: PlacedElement, cases: Iterable[_Case], over: str = "") -> None:
        """Check an element in all cases; `over` is the field of which `item` is an item."""
        element = placed.element
        shown = list(cases)
        if isinstance(element, AnyBlock | StackElement) and element.over:
            # A block of a stack sees the items itself.
            over = self._check_over(placed, element.over)
            seen, shown = shown, self._list_items(placed, element.over, shown) if over else []
            self._note_items(placed, element.over, seen, shown)
        seen = shown
        for condition in element.when:
            self._note_looked_up(str(condition.expression or ""))
            known = [self._check_field(placed, name, "when") for name in condition.names]
            shown = self._try_all(placed, "when", condition.holds, shown) if all(known) else []
        if self.watch and element.when:
            self.watch.note_conditions(placed, [fields for _, fields in seen], bool(shown))
        for computed in list_computed(element):
            self._note_looked_up(computed.pattern.text)
            known = [self._check_field(placed, name, "box") for name in computed.pattern.names]
            shown = self._try_all(placed, "", partial(compute, element), shown) if all(known) else []
        for attribute, text, kind in list_names(element):
            pattern = Pattern(text)
            self._note_looked_up(text)
            if kind == "sentence" and not pattern.has_places:
                for number, fields in shown if pattern.text else ():
                    self._check_text_of(number, fields, pattern.text)
            known = [self._check_field(placed, name, attribute) for name in pattern.names]
            if self.watch and shown and not pattern.has_places:
                self._note_values(placed, attribute, kind, (text,))
            if pattern.has_places and all(known):
                self._check_values(placed, (attribute, kind, pattern), shown, over)
        if isinstance(element, RepeatElement):
            over = self._check_over(placed, element.over)
            seen, shown = shown, self._list_items(placed, element.over, shown) if over else []
            self._note_items(placed, element.over, seen, shown)
        for inner in placed.inner:
            self._check_element(inner, shown, over)

    def _note_items(
        self, placed: PlacedElement, over: str, seen: Sequence[_Case], items: Sequence[_Case]
    ) -> None:
        if self.watch and seen and not self._is_too_much:
            self.watch.note_value(placed, "over", parse_over(over), has_value=bool(items))

    def _check_over(self, placed: PlacedElement, over: str) -> str:
        """Return the field at which problems of items are reported; empty if one is not there."""
        names = parse_over(over).names
        self._note_looked_up(over)
        known = [self._check_field(placed, name, "over") for name in names]
        return [*names, "id"][0] if all(known) else ""

    def _check_field(self, placed: PlacedElement, name: str, key: str) -> bool:
        first = name.split(".")[0]
        self.used.add(first)
        columns = self.rows.columns
        if first in columns or first in (ITEM, INDEX):
            return True
        what = "field" if self.rows.base else "column"
        message = f"the {what} `{name}` is not in {self.rows.findings.file}"
        self.findings.of(placed.source).add((*placed.path, *key.split(".")), message, suggest(name, columns))
        return False

    def _list_items(self, placed: PlacedElement, over: str, shown: Iterable[_Case]) -> list[_Case]:
        """Return a case for each item of each piece; none if there would be too many."""
        found: list[_Case] = []
        drawn: dict[int, int] = {}
        place = self._format_element(placed)
        for number, fields in shown:
            if parse_over(over).names == (over,) and get_field(fields, over) is None:
                self._add_missing(placed, number, over)
                continue
            try:
                items = list_cells(over, fields)
            except Wrong as wrong:
                self._add_failing(placed, "over", number, wrong)
                continue
            except ValueError as error:
                self._add(number, over, str(error), f"{place} needs one")
                continue
            drawn[number] = drawn.get(number, 0) + len(items)
            if drawn[number] > MOST_ON_PIECE or len(found) + len(items) > MOST_ON_ALL:
                self._is_too_much = True
                hint = f"at most {MOST_ON_PIECE} times per piece, {MOST_ON_ALL} times per file"
                self._add(number, over, f"{place} is repeated too often", hint)
                return []
            found += [(number, item) for item in items]
        return found

    def _check_values(
        self, placed: PlacedElement, named: tuple[str, Named, Pattern], shown: Iterable[_Case], over: str
    ) -> None:
        attribute, kind, pattern = named
        seen: set[str] = set()
        only, judge = pattern.only, self.book.names.judge
        element, is_shown = placed.element, False
        may_lack = kind == "file" and isinstance(element, PictureElement) and element.missing != "error"
        judged: Named = "label" if kind == "text" else "art" if may_lack else kind
        for number, fields in shown:
            value = fields.get(only)
            if type(value) is not str:
                try:
                    value = pattern.fill(fields)
                except KeyError as error:
                    self._add_missing(placed, number, str(error.args[0]))
                    continue
                except Wrong as wrong:
                    self._add_failing(placed, attribute, number, wrong)
                    continue
            if kind == "sentence":
                self._check_text_of(number, fields, value)
            is_shown = True
            if not value and attribute == "fill":
                name, where = pattern.names[0], f" ({self._format_element(placed)}, {attribute})"
                hint = f"write `{NO_COLOUR}` for no fill, or draw the element only `when: has({name})`"
                self._add(
                    number, over if name.split(".")[0] == ITEM else name, "the fill is empty", hint, where
                )
            if not value or value in seen:
                # An empty field is not drawn.
                continue
            seen.add(value)
            if problem := judge(judged, value):
                name = only or pattern.names[0]
                empty = next((name for name in pattern.names if get_field(fields, name) == ""), "")
                if kind == "file" and empty:
                    problem.hint = f"`{empty}` is empty: draw the picture only `when: has({empty})`"
                where = f" ({self._format_element(placed)}, {attribute})"
                name = over if name.split(".")[0] == ITEM else name
                self._add(number, name, problem.message, problem.hint, where)
        if self.watch and is_shown:
            self.watch.note_value(placed, attribute, pattern, has_value=bool(seen))
            self._note_values(placed, attribute, kind, seen)

    def _note_values(self, placed: PlacedElement, key: str, kind: Named, values: Collection[str]) -> None:
        if self.watch and kind == "colour":
            self.watch.note_colours(placed, key, values)
        if self.watch and kind == "file":
            self.watch.note_recolouring(placed, key, values)

    def _note_looked_up(self, text: str) -> None:
        """Note the fields of other pieces that an expression uses: `cards[id].cost`."""
        self.used.update(_LOOKED_UP.findall(text))

    def _check_text_of(self, number: int, fields: _Fields, key: str) -> None:
        names, placeholders = self.book.names, self._placeholders.get(key)
        if placeholders is None:
            placeholders = self._placeholders[key] = parse_message((names.sentences or {}).get(key, "")).names
            self.used.update(placeholders)
        if not placeholders:
            return
        marked, is_sound = "", True
        values: dict[str, str] = {}
        for name in placeholders:
            value = get_field(fields, name)
            if not isinstance(value, str):
                message = f"`{name}` is missing: the text `{key}` has a placeholder for it"
                self._add(number, name, message, "add the field to the piece")
                is_sound = False
                continue
            values[name] = value
            if MARK_CHARACTERS.search(value):
                marked = name
                if wrong := names.judge("label", value):
                    where = f" (the text `{key}` has a placeholder for it)"
                    self._add(number, name, wrong.message, wrong.hint, where)
                    is_sound = False
        for wording in names.wordings if marked and is_sound else ():
            try:
                parse_rich(wording.format(key, values))
            except Wrong as error:
                message = f"breaks the marks of the text `{key}` in `{wording.locale}`: {error.message}"
                self._add(number, marked, message, "escape the mark with `\\`")
                return

    def _try_all(
        self, placed: PlacedElement, key: str, test: Callable[[_Fields], object], cases: Iterable[_Case]
    ) -> list[_Case]:
        """Return the cases that pass a test, and report those in which it fails."""
        passed = []
        for number, fields in cases:
            try:
                if test(fields):
                    passed.append((number, fields))
            except Wrong as wrong:
                self._add_failing(placed, key, number, wrong)
        return passed

    def _add_failing(self, placed: PlacedElement, key: str, number: int, wrong: Wrong) -> None:
        """Report a value of an element that cannot be computed, for the first piece."""
        path = (*placed.path, *filter(None, (key,)), *wrong.path)
        findings = self.findings.of(placed.source)
        if (path, "") not in self._reported:
            self._reported.add((path, ""))
            message = f"{wrong.message}, for `{self.rows.pieces[number].id}`"
            findings.add_at(path, wrong.position, message, wrong.hint)

    def _add_missing(self, placed: PlacedElement, number: int, name: str) -> None:
        hint = f"add it, or draw the element only `when: has({name.split('.')[0]})`"
        is_there = get_field(self.rows.pieces[number].fields, name) is not None
        problem = "is a list, but must be a text" if is_there else "is missing"
        self._add(number, name, f"`{name}` {problem}: {self._format_element(placed)} needs it", hint)

    def _add(self, number: int, name: str, message: str, hint: str, where: str = "") -> None:
        """Report a problem of a field once, even if several elements or faces of a cube find it."""
        first = name.split(".")[0]
        path = self.rows.path_of(number, first if first in self.rows.pieces[number].fields else "")
        if (path, message) not in self._reported:
            self._reported.add((path, message))
            self.rows.findings.add(path, message + where, hint)

    def _format_element(self, placed: PlacedElement) -> str:
        kind = next((step for step in reversed(placed.path) if isinstance(step, str)), "")
        return f"{f'`{placed.element.id}`' if placed.element.id else kind} of template `{self._template}`"


_LOOKED_UP = re.compile(r"\]\s*\.\s*([a-z]\w*)")

_BoxSides: TypeAlias = tuple[float, float, float, float]
"""Distances at the left, top, right, and bottom, in mm."""
_Chain: TypeAlias = tuple[PlacedElement, ...]
"""Elements around an element, whose conditions apply to it too."""

_NEAR = 0.011
"""Smaller distances are rounding errors."""

_FINEST = 0.5
"""Minimum size of a pattern, in mm."""
_MOST_MARKS = 50_000
"""Maximum number of repetitions of a pattern on one panel."""

_SIDES = ("left", "top", "right", "bottom")


def _check_boxes(
    findings: Findings,
    elements: Sequence[PlacedElement],
    form: Form,
    pieces: Sequence[_Fields],
) -> None:
    """Add problems for elements outside of a form, and for texts that overlap on one of `pieces`."""
    checker = _BoxChecker(findings, form, lambda: pieces)
    if form.outline == "tuck_box":
        # Its faces have different sizes.
        elements = [one for one in elements if any(_holds((one,), fields) for fields in pieces)]
    checker.check(elements)
    checker.compare()


@dataclass
class _BoxChecker:
    """Checks the elements of one form: of a piece, or of a cell on it."""

    _findings: Findings
    _form: Form
    _pieces: Callable[[], Iterable[_Fields]]
    _away: _BoxSides = (0.0, 0.0, 0.0, 0.0)
    """Distance of each side of the form from the cut line of the piece."""
    _texts: list[tuple[PlacedElement, Rectangle, _Chain]] = field(default_factory=list)
    """Texts, their boxes, and the elements whose conditions must hold for each."""

    def check(self, elements: Iterable[PlacedElement], around: _Chain = (), *, turned: bool = False) -> None:
        """Check elements, whose conditions apply together with those of the elements around them."""
        for placed in elements:
            if isinstance(placed.element, template.TurnedElement):
                self.check(placed.inner, (*around, placed), turned=not turned)
                continue
            variants = self._list_computed(placed)
            for element in variants:
                if isinstance(element, template.Ground | template.TurnedElement):
                    continue
                edges = self._measure_edges(placed, element.box)
                turned_edges = self._measure_turned(edges, element.angle)
                self._check_inside(placed, element, turned_edges)
                if isinstance(element, template.PanelElement) and element.pattern:
                    self._check_pattern(placed, element, edges)
                if isinstance(element, RepeatElement | GroupElement):
                    self._check_cell(placed, element, edges, (*around, placed))
                if isinstance(element, template.WordsElement | StackElement):
                    edges = turned_edges
                    self._check_safe(placed, edges)
                    if turned:
                        edges = Rectangle(*(-one for one in (*edges[2:], *edges[:2])))
                        edges = edges.moved(self._form.width, self._form.height)
                    if len(variants) == 1 and (isinstance(element, StackElement) or not element.over):
                        self._texts.append((placed, edges, (*around, placed)))

    def compare(self) -> None:
        """Add texts that overlap where both are shown."""
        cells: list[_Fields] | None = None
        for (first, edges, shown), (second, other, also_shown) in combinations(self._texts, 2):
            across = min(edges.right, other.right) - max(edges.left, other.left)
            down = min(edges.bottom, other.bottom) - max(edges.top, other.top)
            if across <= _NEAR or down <= _NEAR:
                continue
            cells = list(self._pieces()) if cells is None else cells
            if any(_holds((*shown, *also_shown), fields) for fields in cells):
                line, _ = first.source.spot_of(first.path)
                name = f"`{first.element.id}`" if first.element.id else "the text"
                message = f"overlaps {name} of line {line}, by {across:.1f} x {down:.1f} mm"
                self._add(second, message, "move one of them, or write `over: true` if it is intended")

    def _list_computed(self, placed: PlacedElement) -> list[template.Element]:
        """Return the different elements that pieces have, if values are computed."""
        element = placed.element
        if not list_computed(element):
            return [element]
        found: dict[template.Element, None] = {}
        for fields in self._pieces():
            # Values that cannot be computed are reported elsewhere.
            with suppress(Wrong):
                if element.is_shown(fields):
                    found[compute(element, fields)] = None
        return [*found]

    def _measure_edges(self, placed: PlacedElement, box: Box | Rectangle) -> Rectangle:
        edges = box.within(self._form.width, self._form.height)
        if edges.width <= 0 or edges.height <= 0:
            message = f"is {edges.width:.1f} x {edges.height:.1f} mm"
            self._add(placed, message, "width and height of a box must be more than 0")
        return edges

    def _measure_turned(self, edges: Rectangle, angle: str) -> Rectangle:
        pattern = Pattern(angle)
        found: set[float] = set()
        # Missing and invalid numbers are reported elsewhere.
        for fields in self._pieces() if pattern.has_places else ({},):
            with suppress(KeyError, ValueError):
                found.add(float(pattern.fill(fields) or 0))
        turned = [_turn_edges(edges, degrees) for degrees in found] or [edges]
        return Rectangle.around(corner for box in turned for corner in box.corners)

    def _check_inside(self, placed: PlacedElement, element: SeenElement, edges: Rectangle) -> None:
        if element.bleeds:
            return
        width, height = self._form.width, self._form.height
        over = (-edges.left, -edges.top, edges.right - width, edges.bottom - height)
        side = max(range(4), key=over.__getitem__)
        if over[side] > _NEAR:
            message = f"extends {over[side]:.1f} mm beyond the piece ({_SIDES[side]})"
            hint = f"the piece is {width:g} x {height:g} mm"
            if not isinstance(element, template.WordsElement):
                hint += "; with `bleeds: true` it is cut off at the edge"
            self._add(placed, message, hint)

    def _check_safe(self, placed: PlacedElement, edges: Rectangle) -> None:
        safe, near = self._form.safe, self._measure(edges)
        side = min(range(4), key=near.__getitem__)
        if -_NEAR <= near[side] < safe - _NEAR:
            message = f"is {near[side]:.1f} mm from the cut line ({_SIDES[side]})"
            self._add(placed, message, f"the safe margin is {safe:g} mm; `safe: ...` of the deck changes it")

    def _check_pattern(self, placed: PlacedElement, element: template.PanelElement, edges: Rectangle) -> None:
        size = element.pattern_size or template.PATTERNS.get(element.pattern, min(template.PATTERNS.values()))
        wide, high = edges.width, edges.height
        least = ceil(10 * max(_FINEST, sqrt(max(wide, 0) * max(high, 0) / _MOST_MARKS))) / 10
        if size < least:
            message = f"{size:g} mm is too fine for {wide:g} x {high:g} mm"
            path = (*placed.path, "pattern_size" if element.pattern_size else "pattern")
            self._findings.of(placed.source).add(path, message, f"`pattern_size: {least:g} mm` or more")

    def _check_cell(
        self, placed: PlacedElement, element: RepeatElement | GroupElement, edges: Rectangle, around: _Chain
    ) -> None:
        """Check a cell: the first may begin where the box begins, and the last may end where it ends."""
        width, height = edges.width, edges.height
        pieces, over = self._pieces, ""
        if isinstance(element, RepeatElement):
            over, (width, height) = element.over, element.find_cell(width, height)

        def list_shown() -> Iterator[_Fields]:
            for fields in (fields for fields in pieces() if _holds(around, fields)):
                with suppress(ValueError):  # Invalid lists are reported elsewhere.
                    yield from list_cells(over, fields) if over else (fields,)

        form = Form(width, height, safe=self._form.safe)
        beyond = width / 2 if isinstance(element, RepeatElement) and element.around else 0.0
        inner = _BoxChecker(self._findings, form, list_shown, self._measure(edges.grown(beyond)))
        inner.check(placed.inner)
        inner.compare()

    def _measure(self, edges: Rectangle) -> _BoxSides:
        """Return the distance of each side of a box from the cut line of the piece."""
        left, top, right, bottom = self._away
        right, bottom = right + self._form.width - edges.right, bottom + self._form.height - edges.bottom
        return (left + edges.left, top + edges.top, right, bottom)

    def _add(self, placed: PlacedElement, message: str, hint: str) -> None:
        self._findings.of(placed.source).add((*placed.path, "box"), message, hint)


def _turn_edges(edges: Rectangle, angle: float) -> Rectangle:
    if not angle % 180:
        return edges
    (x, y), wide, high = edges.middle, edges.width / 2, edges.height / 2
    across, along = abs(cos(radians(angle))), abs(sin(radians(angle)))
    dx, dy = wide * across + high * along, wide * along + high * across
    return Rectangle(x - dx, y - dy, x + dx, y + dy)


def _holds(elements: Iterable[PlacedElement], fields: _Fields) -> bool:
    with suppress(Wrong):  # reported elsewhere
        return all(placed.element.is_shown(fields) for placed in elements)
    return False
