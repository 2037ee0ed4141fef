"""Checks of pieces against their templates: fields, names, whatever changes nothing on any piece."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, groupby
from pathlib import Path
from typing import TypeAlias

from generator.errors import DataError, Problem, Wrong, find_near, list_briefly, suggest
from generator.model.elements.boxes import (
    Condition,
    add_locals,
    compute,
    get_default,
    list_cells,
    list_computed,
    parse_over,
)
from generator.model.elements.template import (
    IconElement,
    PictureElement,
    RepeatElement,
    StackElement,
    TrackBlock,
)
from generator.model.kit import Form, Piece
from generator.model.language.expressions import INDEX, ITEM, LANGUAGES, Field, Pattern, Using, get_field
from generator.model.language.field_values import NO_PLACES_HINT, PLACE_TABLE, is_equal
from generator.model.language.kinds import NO_COLOUR, Named, find_colour_name, is_css_name, parse_colour
from generator.model.texts.rich_text import parse_rich
from generator.model.values import MISSING, dataclass, field, replace
from generator.read.declared.names import MARK_CHARACTERS, Names
from generator.read.declared.reader import At, Findings, list_names
from generator.read.files.yaml import DataPath
from generator.read.pieces.foreign import ForeignTexts, may_be_foreign
from generator.read.pieces.rows import OWN, PieceRows
from generator.read.templates.elements import PlacedElement
from generator.read.templates.templates import PlacedTemplate, TemplateBook, check_boxes
from generator.scene.shapes import Colour

_Fields: TypeAlias = Mapping[str, Field]
_Case: TypeAlias = tuple[int, _Fields]
"""Index of a piece, and the fields that an element sees: inside a repeat, with the item."""

_LOOKED_UP = re.compile(r"\]\s*\.\s*([a-z]\w*)")
"""Fields of other pieces: `cards[id].cost`."""
MOST_ON_PIECE = 1000
"""Maximum number of times that an element is repeated on a piece, nested repeats included."""
MOST_ON_ALL = 300_000
"""Maximum number of times that an element is repeated on all pieces of a file."""

STYLE_SIZE = "poker"
"""Size of the cards that the styles of the program draw."""
_STYLE_HINT = f"it draws cards of `size: {STYLE_SIZE}`; another size needs templates of your own"
_NEARLY = 1.0
"""Millimetres by which a card may be larger, as its sizes in inches are."""


@dataclass
class EffectWatch:
    """Notes what the elements of a deck draw; `findings` is the file of the deck."""

    names: Names
    findings: Findings
    silenced: Collection[str] = ()
    """Names of `ignore`, about which no warnings are wanted."""
    met: set[str] = field(default_factory=set)
    """Names of `ignore` that silenced a warning."""
    _named: dict[str, tuple[PlacedElement, str]] = field(default_factory=dict)
    """Colours of the theme, and where they are used first."""
    _has_css_names: bool = False
    """True if the deck has colours that only CSS has, such as `teal`."""
    _foreign: ForeignTexts = field(init=False)

    def __post_init__(self) -> None:
        self._foreign = ForeignTexts(self.covers)

    def covers(self, name: str) -> bool:
        """Return True if no warning is wanted about a name."""
        if name in self.silenced:
            self.met.add(name)
        return name in self.silenced

    def note_conditions(
        self, placed: PlacedElement, seen: Sequence[Mapping[str, Field]], is_drawn: bool
    ) -> None:
        """Note if the conditions of an element hold for some of the fields that it sees.

        Conditions of constants alone are switches of the game, and are not noted.
        """
        if seen and any(condition.names for condition in placed.element.when):
            self._note(placed, "when", is_drawn, lambda: _describe_conditions(placed, seen))

    def note_value(self, placed: PlacedElement, key: str, text: Using, *, has_value: bool) -> None:
        """Note if a value, without which the element draws nothing, is not empty on some pieces."""
        if key in _MAIN:
            names = " and ".join(f"`{name}`" for name in text.names) or "it"
            message = f"is never drawn: {names} is empty on every piece"
            self._note(placed, key, has_value, lambda: (message, "fill the column, or remove this"))

    def note_recolouring(self, placed: PlacedElement, key: str, files: Collection[str]) -> None:
        """Note which colours of `recolour` are in some of the pictures of an element."""
        element, pictures = placed.element, self.names.pictures
        if not (isinstance(element, PictureElement) and element.recolour and pictures):
            return
        with suppress(DataError, Wrong):  # reported elsewhere
            found = frozenset[Colour]().union(*map(pictures.list_colours, files))
            shown = ", ".join(sorted({colour.hex for colour in found})[:_MOST_COLOURS])
            hint = f"their colours are {shown}" if shown else "they have pixels, not shapes"
            for old in element.recolour:
                message = f"no picture has the colour `{old}`"
                has_effect = Colour(*parse_colour(old)) in found
                self._note(placed, f"recolour.{old}", has_effect, partial(_pair, message, hint))

    def note_colours(self, placed: PlacedElement, key: str, values: Collection[str]) -> None:
        """Note names of colours that CSS has, or the basic theme in another tone."""
        known = self.names.colours or {}
        for value in values:
            name = find_colour_name(value, known)
            if name in known:
                self._named.setdefault(name, (placed, key))
            elif name.isalpha() and name not in _NEUTRAL:
                self._has_css_names = True

    def note_text(self, text: str, findings: Findings, path: DataPath) -> None:
        """Note a text that is printed, and where it is written."""
        self._foreign.note(text, findings, path)

    def warn_of_foreign_texts(self) -> None:
        """Warn of marks of other programs and of damaged characters in texts."""
        self.names.warn(*self._foreign.list_warnings())

    def _is_only_basic(self, name: str) -> bool:
        """Return True if no other theme than the basic one defines a colour."""
        defining = [
            Path(source.file).stem for source in self.names.themes if name in (source.get("colours") or ())
        ]
        return defining == [_BASIC_THEME]

    def warn_of_clashes(self) -> None:
        """Warn of colours that are not those of CSS in a deck that has other names of CSS."""
        for name, (placed, key) in self._named.items() if self._has_css_names else ():
            is_other = is_css_name(name) and self.names.find_colour(name) != parse_colour(name)
            if is_other and self._is_only_basic(name) and not self.covers(name):
                findings, value = self.findings.of(placed.source), Colour(*self.names.find_colour(name)).hex
                hint = f'for that of CSS, write "{Colour(*parse_colour(name)).hex}"'
                message = f"`{name}` is {value} here, the colour of the theme"
                path = (*placed.path, *key.split("."))
                self.names.warn(findings.describe(path, message, hint))

    def _note(
        self, placed: PlacedElement, key: str, has_effect: bool, describe: Callable[[], tuple[str, str]]
    ) -> None:
        """Note if a key of an element had an effect; `describe` returns the message and the hint if not."""
        is_silenced = placed.element.id and self.covers(placed.element.id)
        # A deck may leave out fields of the templates of a theme.
        if not has_effect and (is_silenced or placed.source in self.names.themes):
            return
        path, findings = (*placed.path, *key.split(".")), self.findings.of(placed.source)
        self.names.effects.note(
            (findings.file, path, key),
            has_effect,
            lambda: findings.describe(path, *describe()),
            is_shared=placed.source is not self.findings.source,
        )

    def note_columns(self, rows: PieceRows, used: Collection[str]) -> None:
        """Note the columns that have texts, but are used by nothing."""
        unprinted = [name for name in rows.list_written() if name not in used and not self.covers(name)]

        def describe(names: Sequence[str]) -> Problem:
            listed, default = ", ".join(names), ("fields", names[0])
            is_default = self.findings.source.has(default)
            where, path = (
                (self.findings, default) if is_default else (rows.findings, rows.path_of_first(names[0]))
            )
            own = self.findings.source
            filled = {name for piece in rows.pieces for name, value in piece.fields.items() if value}
            free = sorted({*used} & rows.columns - filled)
            if self.names.style:
                hint = f"it also shows {list_briefly(free)}: rename the column, if it is one of them"
                return where.describe(path, f"not shown in the style `{self.names.style}`: {listed}", hint)
            show = f"show it in a template, such as `{{{names[0]}}}`, or write `ignore: [{listed}]`"
            if free and not (own.get("template") or own.get("templates")):
                # The templates are those of a theme.
                show = (
                    f"the template also shows {list_briefly(free)}: rename the column, if it is one of them"
                )
                show += f", or write `ignore: [{listed}]`"
            guess = self._guess_columns(rows, names, used)
            hint = "; or ".join(filter(None, (guess, show)))
            at: At = "key" if guess and not is_default else "value"
            return where.describe(path, f"never printed: {listed}", hint, at=at)

        file, is_shared = rows.findings.file, rows.findings.source is not self.findings.source
        self.names.effects.note_columns(file, unprinted, describe, is_shared=is_shared)

    def _guess_columns(self, rows: PieceRows, names: Sequence[str], used: Collection[str]) -> str:
        """Return a hint with names of keys and of fields that are nearly those of unused columns.

        A piece that has the column lacks the other, or it would be no misspelling.
        """
        known = {*OWN, *({*used} & rows.columns)}
        guesses = [(name, find_near(name, rows.list_apart(name, known))) for name in names]
        if len(names) == 1:
            return "".join(f"did you mean `{near}`?" for _, found in guesses for near in found)
        return ", ".join(f"did you mean `{near}` by `{name}`?" for name, found in guesses for near in found)

    def warn_of_templates(self, used: Collection[str]) -> None:
        """Warn of templates of the deck itself that no piece has, and that no used template extends."""
        given = self.findings.source.get("templates")
        own = given if isinstance(given, dict) else {}
        waiting, reached = [*used], {*used}
        while waiting:
            changes = own.get(waiting.pop())
            parent = changes.get("extends") if isinstance(changes, dict) else None
            if isinstance(parent, str) and parent not in reached:
                reached.add(parent)
                waiting.append(parent)
        for id in (id for id in own if id not in reached and not self.covers(id)):
            hint = f"write `front: {id}` in the deck or with pieces, or remove it"
            self.names.warn(self.findings.describe(("templates", id), "is used by no piece", hint, at="key"))

    def warn_of_ignored(self) -> None:
        """Warn of names that silence nothing."""
        for index, name in enumerate(self.silenced):
            if name not in self.met and not self.names.effects.silence(name):
                path, message = ("ignore", index), f"`{name}` silences nothing"
                self.names.warn(self.findings.describe(path, message, "remove it"))


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
    check_pieces([rows], [form] * len(rows.pieces), book.with_template(placed), rows.findings)


def check_alone(
    placed: PlacedTemplate,
    book: TemplateBook,
    findings: Findings,
    form: Form | None,
    *,
    shown: Sequence[_Fields] = (),
) -> None:
    """Check the elements of a board or a sheet, which know its `id`, or with other fields.

    All know the number of languages.
    """
    known = [{**fields, LANGUAGES: "1"} for fields in shown or ({"id": placed.id},)]
    pieces = [Piece(placed.id, fields, placed.id) for fields in known]
    check_elements(placed, book, PieceRows(findings, placed.path, pieces, [0] * len(pieces)), form)


@dataclass
class _PieceChecker:
    """Checks pieces; problems are added to the findings of the templates and of the rows."""

    rows: PieceRows
    book: TemplateBook
    findings: Findings
    watch: EffectWatch | None = None
    """Records which elements have an effect; None if that is not needed."""
    used: set[str] = field(default_factory=set)
    """Fields that a template or one of its texts uses."""
    _reported: set[tuple[DataPath, str]] = field(default_factory=set)
    _placeholders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of the placeholders of each wording key."""
    _template: str = ""
    """Id of the template that is being checked."""
    _locals: frozenset[str] = frozenset()
    """Names of the local values that the checked element sees."""
    _is_too_much: bool = False
    """True if an element is repeated more often than can be checked and drawn."""

    def check(self, forms: Sequence[Form | None]) -> None:
        watch = self.watch
        for name, numbers in self._group_by_template().items():
            self._template, placed = name, self.book.get_sound(name)
            # Of an invalid template, the valid elements are checked; the others may be what has an effect.
            self.watch = watch if name in self.book.known else None
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
                    self._check_boxes(placed, form, shown)
        self.watch = watch

    def _check_boxes(self, placed: PlacedTemplate, form: Form, shown: Sequence[_Fields]) -> None:
        """Check boxes; those of a style on a other cards are one problem, with the size of the deck."""
        problems, styles = self.findings.problems, {one.file for one in self.book.names.styles}
        before = len(problems)
        check_boxes(self.findings, placed.elements, form, shown)
        theirs = [one.file for one in problems[before:] if one.file in styles]
        problems[before:] = [one for one in problems[before:] if one.file not in styles]
        size, drawn = f"{form.width:g} x {form.height:g} mm", self.book.sizes.get(STYLE_SIZE)
        larger = max(form.width - drawn.width, form.height - drawn.height) if drawn else 0.0
        if theirs:
            message = f"the style `{Path(theirs[0]).stem}` does not fit on {size}"
            if (("size",), message) not in self._reported:
                self._reported.add((("size",), message))
                self.findings.add(("size",), message, _STYLE_HINT)
        elif placed.source.file in styles and larger > _NEARLY:
            message = f"the style `{Path(placed.source.file).stem}` leaves a part of {size} empty"
            self.book.names.warn(self.findings.describe(("size",), message, _STYLE_HINT))

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

    def _check_element(
        self,
        placed: PlacedElement,
        cases: Iterable[_Case],
        over: str = "",
        known: frozenset[str] = frozenset(),
    ) -> None:
        """Check an element in all cases; `over` is the field of which `item` is an item.

        `known` are the names of local values around it.
        """
        element = placed.element
        self._locals = known = known | element.tables.keys()
        shown: list[_Case] = [*cases]
        if element.tables:
            shown = [(number, {**fields, **element.tables}) for number, fields in shown]
        if element.each:
            over, shown = self._repeat(placed, "each", element.each, shown)
        before, after = element.split_conditions()
        seen, shown = shown, self._check_conditions(placed, before, shown)
        if element.let:
            are_known = self._check_locals(placed)
            known, shown = self._locals, self._add_locals(placed, shown) if are_known else []
            seen = shown or seen
        shown = self._check_conditions(placed, after, shown)
        if self.watch and element.when:
            self.watch.note_conditions(placed, [fields for _, fields in seen], bool(shown))
        for computed in (all_computed := list_computed(element)):
            self._note_looked_up(computed.pattern.text)
            known_names = [self._check_field(placed, name, "box") for name in computed.pattern.names]
            shown = shown if all(known_names) else []
        if all_computed:
            shown = self._try_all(placed, "", partial(compute, element), shown)
        for attribute, text, kind in list_names(element):
            pattern = Pattern(text)
            self._note_looked_up(text)
            if kind == "sentence" and not pattern.has_places:
                for number, fields in shown if pattern.text else ():
                    self._check_text_of(number, fields, pattern.text)
            known_names = [self._check_field(placed, name, attribute) for name in pattern.names]
            if self.watch and shown and not pattern.has_places:
                self._note_values(placed, attribute, kind, (text,))
                if kind == "text":
                    path = (*placed.path, *attribute.split("."))
                    self.watch.note_text(text, self.findings.of(placed.source), path)
            if pattern.has_places and all(known_names):
                self._check_values(placed, (attribute, kind, pattern), shown, over)
        if isinstance(element, PictureElement) and element.without:
            self._check_without(placed, element, shown)
        if element.style and not self._check_styles(placed, element.style, shown, over):
            return
        if isinstance(element, RepeatElement | StackElement) and element.over:
            over, shown = self._repeat(placed, "over", element.over, shown)
        if isinstance(element, TrackBlock) and element.draw:
            rows = [element.describe(field) for field in element.fields]
            shown = [(number, {**fields, **row}) for number, fields in shown for row in rows]
            known = known.union(*rows)
        for inner in placed.inner:
            self._check_element(inner, shown, over, known)

    def _repeat(
        self, placed: PlacedElement, key: str, over: str, seen: list[_Case]
    ) -> tuple[str, list[_Case]]:
        """Return the field at which problems of items are reported, and a case for each item."""
        names = parse_over(over).names
        self._note_looked_up(over)
        known = [self._check_field(placed, name, key) for name in names]
        if not all(known):
            return "", []
        items = self._list_items(placed, key, over, seen)
        if self.watch and seen and not self._is_too_much:
            self.watch.note_value(placed, key, parse_over(over), has_value=bool(items))
        outer = [name for name in names if name not in self._locals]
        return [*outer, "id"][0], items

    def _check_conditions(
        self, placed: PlacedElement, conditions: Iterable[Condition], shown: list[_Case]
    ) -> list[_Case]:
        """Return the cases in which conditions hold, and report names and values that they lack."""
        for condition in conditions:
            self._note_looked_up(str(condition.expression or ""))
            known_names = [self._check_field(placed, name, "when") for name in condition.names]
            shown = self._try_all(placed, "when", condition.holds, shown) if all(known_names) else []
        return shown

    def _check_locals(self, placed: PlacedElement) -> bool:
        """Return True if the fields that local values use are known; from now on, the values are known."""
        are_known = True
        for name, local in placed.element.let.items():
            self._note_looked_up(local.text)
            known = [self._check_field(placed, used, f"let.{name}") for used in local.names]
            are_known &= all(known)
            self._locals |= {name}
        return are_known

    def _add_locals(self, placed: PlacedElement, seen: Iterable[_Case]) -> list[_Case]:
        """Return the cases with local values, and report those that cannot be computed."""
        found: list[_Case] = []

        def add(fields: _Fields) -> bool:
            found.append((number, add_locals(placed.element.let, fields)))
            return True

        for number, fields in seen:
            self._try_all(placed, "", add, [(number, fields)])
        return found

    def _check_field(self, placed: PlacedElement, name: str, key: str) -> bool:
        first = name.split(".")[0]
        if first in self._locals:
            return True
        self.used |= {first} - {PLACE_TABLE}
        if first in self.rows.columns or first in (ITEM, INDEX):
            return True
        findings, path = self._locate(placed, *key.split("."))
        known = {*self.rows.columns, *self._locals, *self.book.shared.tables} - {PLACE_TABLE}
        what = "field" if self.rows.base else "column"
        if placed.source in self.book.names.styles:
            self._add_unmet(placed, name, what)
            return False
        table = self.rows.given.table if self.rows.given else None
        message = f"the {what} `{name}` is not in {self.rows.findings.file}"
        hint = table.suggest_column(name, known) if table else suggest(name, known)
        if name == PLACE_TABLE:
            message, hint = "there are no places here", NO_PLACES_HINT
        if (path, message) not in self._reported:
            self._reported.add((path, message))
            findings.add(path, message, hint)
        return False

    def _add_unmet(self, placed: PlacedElement, name: str, what: str) -> None:
        """Report a field that a style needs where it should be: nobody changes the style for it."""
        message = f"no {what} is called `{name}`, which the style `{Path(placed.source.file).stem}` needs"
        titles = self.rows.given.list_titles() if self.rows.given else ()
        hint = f"rename one of these: {list_briefly(titles)}" if titles else f"write `{name}: ...` with each"
        if titles and not self.rows.base:
            hint += f"; or beside `file`: `rename: {{OLD: {name}}}`"
        if (self.rows.base, message) not in self._reported:
            self._reported.add((self.rows.base, message))
            self.rows.findings.add(self.rows.base, message, hint)

    def _locate(self, placed: PlacedElement, *steps: str | int) -> tuple[Findings, DataPath]:
        """Return where a value of an element is written: one of its template, in the template."""
        if steps[:1] == ("let",) and steps[1] in placed.origins:
            source, path = placed.origins[str(steps[1])]
            return self.findings.of(source), path
        return self.findings.of(placed.source), (*placed.path, *steps)

    def _list_items(self, placed: PlacedElement, key: str, over: str, shown: Iterable[_Case]) -> list[_Case]:
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
                self._add_failing(placed, key, number, wrong)
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
        may_lack = isinstance(element, IconElement | PictureElement) and element.missing != "error"
        lacking: Mapping[Named, Named] = {"file": "art", "icon": "plain"} if may_lack else {}
        is_required = kind == "colour" and get_default(type(element), attribute) is MISSING
        judged: Named = "label" if kind == "text" else lacking.get(kind, kind)
        for number, fields in shown:
            value = fields.get(only)
            if type(value) is not str:
                try:
                    value = pattern.fill(fields)
                except KeyError as error:
                    self._add_missing(placed, number, str(error.args[0]))
                    continue
                except Wrong as wrong:
                    self._add_failing(placed, attribute, number, wrong, fields)
                    continue
            if kind == "sentence":
                self._check_text_of(number, fields, value)
            is_shown = True
            if not value and is_required:
                name, where = pattern.names[0], f" ({self._format_element(placed)}, {attribute})"
                hint = f"draw the element only `when: has({name})`"
                self._add(number, _find_written(name, over), f"the {attribute} is empty", hint, where)
            if kind == "file" and "id" in pattern.names and get_field(fields, "id") == "":
                self._add(number, "id", "the row has no id", "write one: its picture is named after it")
                continue
            if not value or value in seen:
                # An empty field is not drawn.
                continue
            seen.add(value)
            if self.watch and kind == "text" and may_be_foreign(value):
                for path, text in self._list_sources(number, pattern.names, fields, over):
                    self.watch.note_text(text, self.rows.findings, path)
            if problem := judge(judged, value):
                name = only or self._blame(pattern.names, fields, judged, problem.message)
                empty = next((name for name in pattern.names if get_field(fields, name) == ""), "")
                if kind == "file" and empty:
                    problem.hint = f"`{empty}` is empty: draw the picture only `when: has({empty})`"
                where = f" ({self._format_element(placed)}, {attribute})"
                self._add(number, _find_written(name, over), problem.message, problem.hint, where)
        if self.watch and is_shown and pattern.names:
            self.watch.note_value(placed, attribute, pattern, has_value=bool(seen))
            self._note_values(placed, attribute, kind, seen)

    def _check_without(self, placed: PlacedElement, element: PictureElement, shown: Iterable[_Case]) -> None:
        """Report parts to leave out that a picture does not have."""
        seen: set[str] = set()
        for number, fields in shown:
            with suppress(KeyError, Wrong):  # reported elsewhere
                file, judge = Pattern(element.file).fill(fields), self.book.names.judge
                name = element.name_drawn(file, fields)
                if name not in seen and not judge("file", file) and (problem := judge("file", name)):
                    problem.message = f"`{element.file}`: {problem.message.partition(': ')[2]}"
                    self._add_failing(placed, "without", number, problem)
                seen.add(name)

    def _check_styles(self, placed: PlacedElement, style: str, shown: Iterable[_Case], over: str) -> bool:
        """Report the first piece for which there is no style; return False if its fields are unknown."""
        pattern, styles = Pattern(style), self.book.shared.styles
        self._note_looked_up(style)
        if not all([*(self._check_field(placed, name, "style") for name in pattern.names)]):
            return False
        found: dict[str, tuple[int, str]] = {}

        def fill(fields: _Fields) -> bool:
            found.setdefault(pattern.fill(fields), (number, pattern.names[0]))
            return True

        for number, fields in shown:
            self._try_all(placed, "style", fill, [(number, fields)])
        where = f" ({self._format_element(placed)})"
        for name in found.keys() - styles.keys():
            number, field = found[name]
            self._add(
                number, _find_written(field, over), f"unknown style `{name}`", suggest(name, styles), where
            )
        return True

    def _list_sources(
        self, number: int, names: Iterable[str], fields: _Fields, over: str
    ) -> Iterator[tuple[DataPath, str]]:
        """Yield the fields of a piece that are texts in a value, with their paths."""
        for name in dict.fromkeys(names):
            text = get_field(fields, name)
            if isinstance(text, str) and text:
                yield self._find_path(number, _find_written(name, over)), text

    def _find_path(self, number: int, name: str) -> DataPath:
        """Return the path of a field of a piece, or of the piece if the field is not its own."""
        first = name.split(".")[0]
        return self.rows.path_of(number, first if first in self.rows.pieces[number].fields else "")

    def _blame(self, names: Sequence[str], fields: _Fields, kind: Named, message: str) -> str:
        """Return the field whose text has the problem of a value of several fields, or is named in it.

        It is the first one if there is none.
        """
        texts = {name: text for name in names if isinstance(text := get_field(fields, name), str)}
        wrong = (name for name in texts if self.book.names.judge(kind, texts[name]))
        named = (name for name in texts if f"`{texts[name]}`" in message)
        return next(chain(wrong, named), names[0])

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
            placeholders = self._placeholders[key] = names.list_places((names.sentences or {}).get(key, ""))
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
                self._add_failing(placed, key, number, wrong, fields)
        return passed

    def _add_failing(
        self, placed: PlacedElement, key: str, number: int, wrong: Wrong, fields: _Fields | None = None
    ) -> None:
        """Report a value of an element that cannot be computed, for the first piece or row."""
        findings, path = self._locate(placed, *filter(None, (key,)), *wrong.path)
        if placed.source in self.book.names.themes:
            text = findings.source.get_text(path)
            if name := self._find_quoted(number, wrong, text):
                value = self.rows.pieces[number].fields[name]
                is_unknown = wrong.message == f"there is no `{value}`"
                message = f"unknown {name} `{value}`" if is_unknown else wrong.message
                self._add(number, name, message, wrong.hint)
                return
        if (path, "") not in self._reported:
            self._reported.add((path, ""))
            message = f"{wrong.message}, for `{self.rows.pieces[number].id}`"
            row = (fields or {}).get(ITEM)
            message += f", row `{row['id']}`" if isinstance(row, Mapping) and "id" in row else ""
            findings.add_at(path, wrong.position, message, wrong.hint)

    def _find_quoted(self, number: int, wrong: Wrong, computed: str) -> str:
        """Return the field that a problem quotes, preferably one that is computed with; empty if none is."""
        fields = self.rows.pieces[number].fields
        found = [name for name, text in fields.items() if text and f"`{text}`" in wrong.message]
        used = {*re.findall(r"\w+", computed)}
        others = (name for name in found if name != "id")
        return next((name for name in found if name in used), next(others, ""))

    def _add_missing(self, placed: PlacedElement, number: int, name: str) -> None:
        first = name.split(".")[0]
        near = find_near(first, self.rows.list_apart(first, self.rows.list_own(number)))
        hint = f"add it, or draw the element only `when: has({first})`"
        hint = "".join(f"rename `{other}`, " for other in near) + hint
        is_there = get_field(self.rows.pieces[number].fields, name) is not None
        problem = "is a list, but must be a text" if is_there else "is missing"
        self._add(number, name, f"`{name}` {problem}: {self._format_element(placed)} needs it", hint)

    def _add(self, number: int, name: str, message: str, hint: str, where: str = "") -> None:
        """Report a problem of a field once, even if several elements or faces of a cube find it."""
        path = self._find_path(number, name)
        if (path, message) not in self._reported:
            self._reported.add((path, message))
            self.rows.findings.add(path, message + where, hint)

    def _format_element(self, placed: PlacedElement) -> str:
        kind = next((step for step in reversed(placed.path) if isinstance(step, str)), "")
        return f"{f'`{placed.element.id}`' if placed.element.id else kind} of template `{self._template}`"


def _find_written(name: str, over: str) -> str:
    """Return the field of a piece that has the value of a name: for items, the repeated one."""
    return over if name.split(".")[0] == ITEM else name


_MAIN = ("text", "say", "icon", "file", "over", "each")
"""Values without which an element draws nothing."""
_BASIC_THEME = "base"
"""Theme that others extend; its colours are those of games without their own."""
_NEUTRAL = (NO_COLOUR, "transparent", "white", "black")
"""Names of colours that are not expected to be those of the theme."""
_NEVER = "holds for no piece, so this is never drawn"
_MOST_COLOURS = 8
"""Maximum number of colours listed in a hint."""


def _pair(message: str, hint: str) -> tuple[str, str]:
    return message, hint


def _describe_conditions(placed: PlacedElement, seen: Sequence[Mapping[str, Field]]) -> tuple[str, str]:
    """Describe conditions that hold for no piece; the hint has the values of the first that never holds."""
    for condition in placed.element.when:
        if condition.field and condition.values and not condition.negated:
            found = (get_field(fields, condition.field) for fields in seen)
            texts = {text for text in found if isinstance(text, str) and text}
            if not texts:
                return _NEVER, f"`{condition.field}` is no text on any piece"
            if not any(is_equal(text, value) for text in texts for value in condition.values):
                return _NEVER, suggest(condition.values[0], texts)
    return _NEVER, ""
