"""Template files -> templates: elements in boxes, with `extends` resolved, each element with its position."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, islice
from math import ceil, cos, radians, sin, sqrt
from pathlib import Path
from typing import Any, TypeAlias

from generator.model.elements import template
from generator.model.elements.areas import PlacedArea
from generator.model.elements.blocks import AnyBlock, Figure
from generator.model.elements.boxes import Box, SeenElement, change_locals, compute, list_cells, list_variants
from generator.model.elements.template import (
    ELEMENTS,
    Element,
    Elements,
    GroupElement,
    Overrides,
    RepeatElement,
    ScopedTemplate,
    StackElement,
    Template,
)
from generator.model.geometry import Rectangle
from generator.model.kit import CardSize, Form
from generator.model.language.expressions import Expression, Field, Pattern
from generator.model.language.field_values import RowTable
from generator.model.values import dataclass, field, replace
from generator.read.declared.names import Names
from generator.read.declared.reader import Findings, Gathered, Reader
from generator.read.files.text_files import collect_words
from generator.read.files.yaml import Data, DataPath, Source
from generator.read.templates.elements import (
    NO_LOCALS,
    ElementReader,
    Elsewhere,
    Origins,
    PlacedElement,
    Shared,
    TemplatesFile,
)

_Fields: TypeAlias = Mapping[str, Field]
_BoxSides: TypeAlias = tuple[float, float, float, float]
"""Distances at the left, top, right, and bottom, in mm."""
_Chain: TypeAlias = tuple[PlacedElement, ...]
"""Elements around an element, whose conditions apply to it too."""
_NEAR = 0.011
"""Smaller distances are rounding errors."""
_MOST_ROWS = 60
"""Maximum number of rows of a piece whose texts are compared."""
_FINEST = 0.5
"""Minimum size of a pattern, in mm."""
_MOST_MARKS = 50_000
"""Maximum number of repetitions of a pattern on one panel."""
_SIDES = ("left", "top", "right", "bottom")


@dataclass(frozen=True, slots=True)
class PlacedTemplate:
    """A template, and where its elements are written: inherited ones in other templates."""

    id: str
    source: Source
    path: DataPath
    elements: tuple[PlacedElement, ...]
    bare: tuple[PlacedElement, ...] = ()
    """Its elements without the local values of the template."""
    let: Mapping[str, Expression] = field(default_factory=dict)
    origins: Origins = field(default_factory=dict)

    @property
    def template(self) -> Template:
        return Template(self.id, tuple(placed.element for placed in self.elements))


class Templates(Mapping[str, PlacedTemplate]):
    """Valid templates by id, each of which is read when it is first asked for."""

    def __init__(self) -> None:
        self._known: dict[str, PlacedTemplate] = {}
        self._unread: dict[str, Callable[[str], PlacedTemplate | None]] = {}

    def __getitem__(self, id: str) -> PlacedTemplate:
        if read := self._unread.pop(id, None):
            if placed := read(id):
                self._known[id] = placed
            else:
                self._known.pop(id, None)
        return self._known[id]

    def __iter__(self) -> Iterator[str]:
        self.read_all()
        return iter(self._known)

    def __len__(self) -> int:
        self.read_all()
        return len(self._known)

    def read_all(self) -> None:
        """Read those that were not asked for."""
        for id in (*self._unread,):
            self.get(id)

    def extended(self, ids: Iterable[str], read: Callable[[str], PlacedTemplate | None]) -> "Templates":
        """Return these and others, which `read` returns by their ids; None for an invalid one."""
        templates = Templates()
        templates._known = dict(self._known)
        templates._unread = {**dict.fromkeys(self._unread, self.get), **dict.fromkeys(ids, read)}
        return templates


@dataclass
class TemplateBook:
    """The templates of a game, collected file by file; later files may extend templates of earlier ones."""

    names: Names
    home: Path
    """The folder of the kit."""
    known: Templates = field(default_factory=Templates)
    wrong: dict[str, PlacedTemplate | None] = field(default_factory=dict)
    """The valid elements of invalid templates by id, or None; their problems have been reported."""
    shared: Shared = field(default_factory=Shared)
    maps: Path = Path()
    """The folder of the land that all games share."""
    sizes: Mapping[str, CardSize] = field(default_factory=dict)
    """Sizes of cards by name."""
    finish: "FinishWith | None" = None
    """Finishes areas and figures, as `Finish` does."""
    read_table: "Callable[[TemplateBook, Findings, DataPath, Any], RowTable] | None" = None
    """Reads a table of `tables`, as `ReadTable` does; None: they are left out."""

    files: tuple[Source, ...] = ()
    """The files of the game with templates."""
    reads_all: bool = True
    """False to read only templates that are used; the problems of others are not found."""

    def with_names(self, names: Names, finish: "FinishWith | None" = None) -> "TemplateBook":
        """Return the same templates for parts that are read with other names."""
        return replace(self, names=names, finish=finish, shared=self.shared.with_effects(names.effects))

    def with_template(self, placed: PlacedTemplate) -> "TemplateBook":
        """Return the book with another template."""
        return replace(self, known=self.known.extended((placed.id,), lambda id: placed))

    def get_sound(self, id: str) -> PlacedTemplate | None:
        """Return a template, or what could be read of an invalid one; None if it is unknown or unreadable."""
        return self.known.get(id) or self.wrong.get(id)

    def find_folder(self, findings: Findings) -> Path:
        """Return the folder of a file with elements, which may be in a packed game, or in a commit."""
        return type(self.home)(findings.file).parent

    def make_reader(self, findings: Findings) -> ElementReader:
        """Return a reader of elements that may use these templates."""
        finish = partial(self.finish, self) if self.finish else None
        return ElementReader(findings, self.names.judge, self.shared, finish, self.names.warn_of_old_key)

    def open(self, path: Path) -> tuple[ElementReader, "TemplateBook"]:
        """Return a reader of a file with elements, and the book with the templates of that file."""
        findings = Reader.open(path, memo=self.names.memo).findings
        self.names.warn_of_cut_texts(findings.source)
        self.names.judge_head(self.names, findings)
        book = self.extended(findings, ("templates",), findings.source.get("templates"))
        return book.make_reader(findings), book

    def with_themes(self, gathered: Gathered) -> "TemplateBook":
        """Return the book with the templates of the theme; its problems are added."""
        book = self
        for source in self.names.themes:
            findings, fields = gathered.of(source), source.get("fields")
            book = book.extended(findings, ("templates",), source.get("templates"), is_watched=False)
            if isinstance(fields, dict):
                given = {name: Elsewhere(source, ("fields", name), data) for name, data in fields.items()}
                book.shared = replace(book.shared, fields={**book.shared.fields, **given})
        return book

    def extended(
        self, findings: Findings, path: DataPath, data: Any, *, alone: str = "", is_watched: bool = True
    ) -> "TemplateBook":
        """Return the book with the templates of one mapping; their problems are added to `findings`.

        `alone` is the id if the data is a single template. A game may use only some styles and parts of a
        theme, which is not watched.
        """
        shared = self.shared.extended(findings, self.names, is_watched=is_watched)
        if self.read_table:
            read_table = partial(self.read_table, replace(self, shared=shared))
            shared = shared.with_tables(findings, self.names, read_table)
        book = replace(self, wrong=dict(self.wrong), shared=shared)
        if alone or isinstance(data, dict):
            _BookReader(book, findings, path, {alone: data} if alone else data, alone).add_all()
        return book


FinishWith: TypeAlias = Callable[[TemplateBook, ElementReader, DataPath, Any], Figure | PlacedArea | None]
"""Finishes areas and figures with the templates of a book, as `Finish` does."""
_MOST_EXTENDED = 20
"""Maximum number of templates that a template extends, directly or through others."""


@dataclass
class _BookReader:
    """Reads the templates of one mapping, each after the one that it extends."""

    book: TemplateBook
    findings: Findings
    path: DataPath
    data: Mapping[str, Data]
    alone: str = ""
    """Id of a template that is written without it."""
    reading: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._reader = self.book.make_reader(self.findings)

    def add_all(self) -> None:
        """Add the templates to the book."""
        known = self.book.known
        for id in self.data:
            if id in known and known[id].source not in self.book.names.themes:
                hint = f"the first is in {known[id].source.file}: use another name"
                self.findings.add(self._path_of(id), f"duplicate template `{id}`", hint, at="key")
        self.book.known = known.extended(self.data, self._read)
        if self.book.reads_all:
            self.book.known.read_all()

    def _read(self, id: str) -> PlacedTemplate | None:
        """Return a template; None if it is invalid."""
        path, data = self._path_of(id), self._reader.fill_constants(self.data[id])
        before = len(self.findings.problems)
        self._reader.forget_places()
        self.reading.append(id)
        begun, placed = PlacedTemplate(id, self.findings.source, path, ()), None
        if isinstance(data, dict) and "draw" in data:
            scoped = self._reader.read(ScopedTemplate, data, path)
            placed = self._complete(begun, scoped.draw, scoped.let) if scoped else None
        elif isinstance(data, dict) and ("extends" in data or not data.keys() & ELEMENTS.kinds.keys()):
            placed = self._read_changed(begun, data)
        else:
            read = self._reader.read_value(Elements, data, path)
            placed = self._complete(begun, self._reader.sound.get(path, ()) if read is None else read)
        self.reading.pop()
        if placed is None or len(self.findings.problems) > before:
            # Locals of an invalid template may be missing: its elements would be blamed for them.
            self.book.wrong[id] = placed if isinstance(data, list) else None
            return None
        self._check_ids(placed.bare)
        return placed

    def _complete(
        self, placed: PlacedTemplate, added: Sequence[Element], let: Mapping[str, Expression] = NO_LOCALS
    ) -> PlacedTemplate:
        """Return a template with more elements at its end, and with local values, which all elements see."""
        where = self.findings.source, placed.path
        origins = {**placed.origins, **{name: (where[0], (*where[1], "let", name)) for name in let}}
        bare = (*placed.bare, *(place_element(self._reader, one) for one in added))
        changed = change_locals(placed.let, let)
        elements = tuple(self._reader.add_locals(one, changed, origins) for one in bare)
        return replace(placed, elements=elements, bare=bare, let=changed, origins=origins)

    def _path_of(self, id: str) -> DataPath:
        return self.path if id == self.alone else (*self.path, id)

    def _read_changed(self, placed: PlacedTemplate, data: Data) -> PlacedTemplate | None:
        path = placed.path
        changes = self._reader.read(Overrides, data, path)
        if changes is None:
            return None
        where, other = (*path, "extends"), changes.extends
        if other in self.reading:
            hint = "templates may not extend each other"
            self.findings.add(where, f"`{other}` extends this template", hint)
        elif len(self.reading) > _MOST_EXTENDED:
            message = f"extends `{other}`, and more than {_MOST_EXTENDED} templates extend this one"
            self.findings.add(where, message, "copy its elements instead")
        elif parent := self.book.known.get(other):
            inherited = replace(
                placed, bare=self._change(path, changes, parent.bare), let=parent.let, origins=parent.origins
            )
            return self._complete(inherited, changes.add, changes.let)
        elif other not in self.book.wrong:
            known = {*self.book.known, *self.data} - {self.reading[-1]}
            self.findings.check_name(where, other, known, "template")
        return None

    def _change(
        self, path: DataPath, changes: Overrides, elements: tuple[PlacedElement, ...]
    ) -> tuple[PlacedElement, ...]:
        """Return the elements of another template, without those that are removed or replaced."""
        ids = [placed.element.id for placed in elements if placed.element.id]
        self.findings.check_names((*path, "remove"), changes.remove, ids, "element")
        for id in changes.replace:
            self.findings.check_name((*path, "replace", id), id, ids, "element", at="key")
        kept = [one for one in elements if not one.element.id or one.element.id not in changes.remove]
        for index, id in ((index, one.element.id) for index, one in enumerate(kept)):
            if id in changes.replace:
                kept[index] = place_element(self._reader, changes.replace[id], id)
        return tuple(kept)

    def _check_ids(self, elements: tuple[PlacedElement, ...]) -> None:
        seen: set[str] = set()
        for placed in elements:
            id = placed.element.id
            if id in seen and placed.source is self.findings.source:
                self.findings.add(placed.path, f"duplicate element `{id}`", "give it another id")
            seen.add(id or "-")


def read_templates(path: Path, book: TemplateBook) -> tuple[TemplateBook, Findings]:
    """Return the book with the templates of a file, and their problems; raises DataError if it has none."""
    reader = Reader.open(path, memo=book.names.memo)
    book.names.warn_of_cut_texts(reader.findings.source)
    reader.read(TemplatesFile, reader.data)
    given = reader.get(("templates",))
    if given is None and reader.findings.problems:
        reader.findings.stop()
    book = book.extended(reader.findings, ("templates",), given)
    return replace(book, files=(*book.files, reader.findings.source)), reader.findings


def place_elements(reader: Reader, id: str, holder: Any) -> PlacedTemplate:
    """Return the elements that a part or a section draws, as a template."""
    placed = tuple(place_element(reader, one) for one in holder.draw)
    return PlacedTemplate(id, reader.findings.source, ("id",), placed)


def place_element(reader: Reader, element: Element, id: str = "") -> PlacedElement:
    """Return an element that a reader has read, with its position, and optionally another id."""
    # Elements of areas are drawn for each place: they are checked with the fields of the places.
    drawn = () if isinstance(element, PlacedArea) else getattr(element, "draw", ())
    place = reader.place_of(element)
    given: Any = replace(element, id=id) if id else element
    if variants := getattr(element, "variants", ()):
        drawn = variants
        shared = {name: getattr(element, name) for name in ("id", "each", "let", "when", "style", "tables")}
        given = AnyBlock(**shared)
    return PlacedElement(given, *place, tuple(place_element(reader, one) for one in drawn))


_NAMED = ("constants", "styles", "tables", "parts", "templates")


def list_changed_names(old: TemplateBook, new: TemplateBook) -> frozenset[str] | None:
    """Return the names of templates, parts, and values that are not the same in two books.

    What has a changed name in it has changed, too. None if there are other changes.
    """
    are_same = [*old.names.themes] == [*new.names.themes] and old.sizes == new.sizes
    if not are_same or len(old.files) != len(new.files):
        return None
    changed = {*old.wrong, *new.wrong}
    for before, after in zip(old.files, new.files, strict=True):
        if before is after:
            continue
        if _get_rest(before) != _get_rest(after) or _has_tables_elsewhere(after):
            return None
        first, second = dict(_list_named(before)), dict(_list_named(after))
        changed |= {one[1] for one in first.keys() ^ second.keys()}
        changed |= {one[1] for one in first.keys() & second.keys() if first[one] != second[one]}
    if not changed:
        return frozenset()
    uses = {one[1]: collect_words(str(data)) for source in new.files for one, data in _list_named(source)}
    while found := {name for name, words in uses.items() if name not in changed and words & changed}:
        changed |= found
    return frozenset(changed)


def _list_named(source: Source) -> Iterator[tuple[tuple[str, str], Data]]:
    """Yield what a file declares, by the key and the name."""
    for key in _NAMED:
        given = source.get(key)
        yield from (((key, name), data) for name, data in given.items()) if isinstance(given, dict) else ()


def _get_rest(source: Source) -> Mapping[str, Data]:
    data = source.data if isinstance(source.data, dict) else {}
    return {key: value for key, value in data.items() if key not in _NAMED}


def _has_tables_elsewhere(source: Source) -> bool:
    """Return True if a file takes tables from other files, whose changes do not show in it."""
    tables = source.get("tables")
    return isinstance(tables, dict) and any(
        isinstance(one, str) or "file" in (one or ()) for one in tables.values()
    )


def check_boxes(
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
    is_clipped: bool = False
    """True for a cell whose shape cuts off what is beyond it."""
    _texts: list[tuple[PlacedElement, Rectangle, _Chain]] = field(default_factory=list)
    """Texts, their boxes, and the elements whose conditions must hold for each."""

    def check(self, elements: Iterable[PlacedElement], around: _Chain = (), *, turned: bool = False) -> None:
        """Check elements, whose conditions apply together with those of the elements around them."""
        for placed in elements:
            self._check_rows(placed)
            if isinstance(placed.element, template.PartElement) and placed.element.is_scope:
                self._check_scope(placed, around, turned=turned)
                continue
            if isinstance(placed.element, template.TurnedElement | template.PartElement):
                is_turned = isinstance(placed.element, template.TurnedElement)
                self.check(placed.inner, (*around, placed), turned=turned != is_turned)
                continue
            variants = [*self._list_variants(placed, around)]
            for element, angles, rows in variants:
                if isinstance(element, template.Ground | template.TurnedElement | template.PartElement):
                    continue
                edges = self._measure_edges(placed, element.box)
                around_all = [_turn_edges(edges, angle) for angle in angles] or [edges]
                turned_edges = Rectangle.around(corner for box in around_all for corner in box.corners)
                self._check_inside(placed, element, turned_edges)
                if isinstance(element, template.PanelElement) and element.pattern:
                    self._check_pattern(placed, element, edges)
                if isinstance(element, RepeatElement | GroupElement):
                    self._check_cell(placed, element, edges, self._list_rows((*around, placed), rows))
                if isinstance(element, template.WordsElement | StackElement):
                    edges = turned_edges
                    self._check_safe(placed, edges)
                    if turned:
                        edges = Rectangle(*(-one for one in (*edges[2:], *edges[:2])))
                        edges = edges.moved(self._form.width, self._form.height)
                    is_alone = len(variants) == 1 and not element.each
                    if is_alone and (isinstance(element, StackElement) or not element.over):
                        self._texts.append((placed, edges, (*around, placed)))

    def compare(self) -> None:
        """Add texts that overlap where both are shown."""
        cells: list[_Fields] | None = None
        for (first, edges, shown), (second, other, also_shown) in combinations(self._texts, 2):
            if not _overlap(edges, other):
                continue
            across, down = edges.limited(other).size
            cells = list(self._pieces()) if cells is None else cells
            if any(_holds((*shown, *also_shown), fields) for fields in cells):
                line, _ = first.source.spot_of(first.path)
                name = f"`{first.element.id}`" if first.element.id else "the text"
                message = f"overlaps {name} of line {line}, by {across:.1f} x {down:.1f} mm"
                self._add(second, message, "move one of them, or write `over: true` if it is intended")

    def _list_rows(self, chain: _Chain, rows: Sequence[_Fields] | None) -> Callable[[], Iterable[_Fields]]:
        """Return a function that lists `rows`, or else the fields of all pieces, within some elements."""
        return (lambda: _list_seen(chain, self._pieces())) if rows is None else (lambda: rows)

    def _check_rows(self, placed: PlacedElement) -> None:
        """Add a text that is drawn once for each row, if two rows of a piece overlap."""
        element = placed.element
        if not element.each or not isinstance(element, template.WordsElement | StackElement):
            return
        if isinstance(element, template.WordsElement) and element.over:
            return
        for fields in self._pieces():
            # Values that cannot be computed are reported elsewhere.
            with suppress(ValueError, KeyError):
                shown = islice(element.list_seen(fields), _MOST_ROWS)
                boxes = [self._measure_row(element, seen) for seen in shown]
                if any(_overlap(first, second) for first, second in combinations(boxes, 2)):
                    hint = "give each a place, such as `{5 + index * 8} mm`, or write `over: true`"
                    self._add(placed, "two rows of `each` overlap", hint)
                    return

    def _measure_row(self, element: SeenElement, seen: _Fields) -> Rectangle:
        box: Box | Rectangle = compute(element, seen).box
        return box.within(self._form.width, self._form.height)

    def _list_variants(
        self, placed: PlacedElement, around: _Chain
    ) -> Iterator[tuple[template.Element, set[float], Sequence[_Fields] | None]]:
        """Yield the different elements of pieces, each with its angles and the fields that give it."""
        angle = Pattern(getattr(placed.element, "angle", "0"))
        for variant, rows in list_variants(placed.element, _list_seen(around, self._pieces())):
            if not angle.has_places:
                yield variant, {float(angle.text)}, rows
                continue
            angles: set[float] = set()
            for seen in _list_seen((*around, placed), self._pieces()) if rows is None else rows:
                # Values that cannot be computed are reported elsewhere.
                with suppress(KeyError, ValueError):
                    angles.add(float(angle.fill(seen) or 0))
            yield variant, angles, rows

    def _measure_edges(self, placed: PlacedElement, box: Box | Rectangle) -> Rectangle:
        edges = box.within(self._form.width, self._form.height)
        if edges.width <= 0 or edges.height <= 0:
            message = f"is {edges.width:.1f} x {edges.height:.1f} mm"
            self._add(placed, message, "width and height of a box must be more than 0")
        return edges

    def _check_inside(self, placed: PlacedElement, element: SeenElement, edges: Rectangle) -> None:
        if element.bleeds or _is_area_of_board(placed):
            return
        if self.is_clipped and not isinstance(element, template.WordsElement | StackElement):
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
        self,
        placed: PlacedElement,
        element: RepeatElement | GroupElement,
        edges: Rectangle,
        rows: Callable[[], Iterable[_Fields]],
    ) -> None:
        """Check a cell: the first may begin where the box begins, and the last may end where it ends.

        `rows` are the fields that the element sees, for the pieces that have this box.
        """
        width, height = edges.width, edges.height
        over = ""
        if isinstance(element, RepeatElement):
            over, (width, height) = element.over, element.find_cell(width, height)

        def list_shown() -> Iterator[_Fields]:
            for seen in rows():
                with suppress(ValueError):  # Invalid lists are reported elsewhere.
                    yield from list_cells(over, seen) if over else (seen,)

        form = Form(width, height, safe=self._form.safe)
        beyond = width / 2 if isinstance(element, RepeatElement) and element.around else 0.0
        away = self._measure(edges.grown(beyond))
        inner = _BoxChecker(self._findings, form, list_shown, away, is_clipped=element.cuts)
        inner.check(placed.inner)
        inner.compare()

    def _check_scope(self, placed: PlacedElement, around: _Chain, *, turned: bool) -> None:
        """Check the elements of a part for each of its repetitions; its texts may overlap others."""
        pieces, chain = self._pieces, (*around, placed)
        inner = _BoxChecker(self._findings, self._form, lambda: _list_seen(chain, pieces()), self._away)
        inner.check(placed.inner, turned=turned)
        if not placed.element.each:
            inner.compare()

    def _measure(self, edges: Rectangle) -> _BoxSides:
        """Return the distance of each side of a box from the cut line of the piece."""
        left, top, right, bottom = self._away
        right, bottom = right + self._form.width - edges.right, bottom + self._form.height - edges.bottom
        return (left + edges.left, top + edges.top, right, bottom)

    def _add(self, placed: PlacedElement, message: str, hint: str) -> None:
        self._findings.of(placed.source).add((*placed.path, "box"), message, hint)


def _is_area_of_board(placed: PlacedElement) -> bool:
    """Return True for an area whose edges are checked with its board."""
    return isinstance(placed.element, PlacedArea) and placed.path[0] == "areas" and len(placed.path) == 3


def _turn_edges(edges: Rectangle, angle: float) -> Rectangle:
    if not angle % 180:
        return edges
    (x, y), wide, high = edges.middle, edges.width / 2, edges.height / 2
    across, along = abs(cos(radians(angle))), abs(sin(radians(angle)))
    dx, dy = wide * across + high * along, wide * along + high * across
    return Rectangle(x - dx, y - dy, x + dx, y + dy)


def _list_seen(elements: _Chain, pieces: Iterable[_Fields]) -> Iterator[_Fields]:
    """Yield the fields that the content of elements within each other sees, for all pieces."""
    for fields in pieces:
        if not elements:
            yield fields
            continue
        with suppress(ValueError):  # reported elsewhere
            yield from _list_seen(elements[1:], [*elements[0].element.list_seen(fields)])


def _overlap(first: Rectangle, second: Rectangle) -> bool:
    return min(first.limited(second).size) > _NEAR


def _holds(elements: Iterable[PlacedElement], fields: _Fields) -> bool:
    """Return True if elements within each other, or beside each other, are all drawn."""
    with suppress(ValueError):  # reported elsewhere
        return all(one.element.is_shown(fields) and not _is_blank(one.element, fields) for one in elements)
    return False


def _is_blank(element: object, fields: _Fields) -> bool:
    """Return True for a text that is empty for a piece, so that it overlaps nothing."""
    if not isinstance(element, template.WordsElement) or element.say:
        return False
    pattern = Pattern(element.text)
    # Values that cannot be computed are reported elsewhere.
    with suppress(ValueError, KeyError):
        return pattern.has_places and not any(
            pattern.fill(seen).strip() for seen in element.list_seen(fields)
        )
    return False
