"""Template files -> templates: elements in boxes, with `extends` resolved, each element with its position."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from generator.model.elements.areas import PlacedArea
from generator.model.elements.figures import Figure
from generator.model.elements.template import ELEMENTS, TEMPLATE, Changes, Element, Elements, Template
from generator.model.language.kinds import Doc, Id, Length, Title, Values
from generator.model.pieces import CardSize
from generator.model.values import dataclass, field, fields, replace
from generator.read.declared.findings import Findings
from generator.read.declared.names import Names
from generator.read.declared.reader import Reader
from generator.read.files.phrases import derive_id, format_id
from generator.read.files.yaml_reader import Data, DataPath, Source, read_yaml
from generator.read.templates.elements import ElementReader, Shared

MOST_EXTENDED = 20
"""Maximum number of templates that a template extends, directly or through others."""


@dataclass(frozen=True, kw_only=True)
class SharedKeys:
    """Keys of files with templates, for what the templates share with each other and with later files."""

    unit: Annotated[Literal["", "mm", "cm", "in", "pt"], Doc("Unit of lengths of elements without one.")] = ""
    constants: Annotated[Values, Doc("Values by name, for `{name}` and expressions in elements.")] = field(
        default_factory=dict
    )
    styles: Annotated[
        Mapping[Id, Values],
        Doc("Keys of elements by the name of a style, which elements take with `style: name`."),
    ] = field(default_factory=dict)
    parts: Annotated[
        Mapping[Id, Values], Doc("Elements for `- name: {...}`: parameters with their defaults, and `draw`.")
    ] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class PartKeys(SharedKeys):
    """Keys of files with parts that may be games by themselves."""

    id: Annotated[Id, Doc("Id for file names; by default, the name of the file.")] = ""
    title: Annotated[Title, Doc("Title, or its wording key; by default, from the name of the file.")] = ""
    theme: Annotated[Id, Doc("Theme of a game that is only this file, without a kit.yaml.")] = ""


P = TypeVar("P", bound=PartKeys)


def name_part(file: P, path: Path) -> P:
    """Return a file with its default id and title."""
    id = file.id or derive_id(path.stem)
    return replace(file, id=id, title=file.title or format_id(id))


def to_part(file: PartKeys, kind: type[Any]) -> Any:
    """Return the part that a file declares, without the other keys of the file."""
    return kind(**{one.name: getattr(file, one.name) for one in fields(kind)})


@dataclass(frozen=True)
class TemplatesFile(SharedKeys):
    """Templates by id: each a list of elements, or changes to another template."""

    templates: Annotated[Mapping[Id, Annotated[Any, TEMPLATE]], Length(1), Doc("Templates by id.")] = field(
        default_factory=dict
    )


@dataclass(frozen=True, slots=True)
class PlacedElement:
    """An element, and where it is written."""

    element: Element
    source: Source
    path: DataPath
    inner: tuple["PlacedElement", ...] = ()
    """Elements that are repeated or turned."""


@dataclass(frozen=True, slots=True)
class PlacedTemplate:
    """A template, and where its elements are written: inherited ones in other templates."""

    id: str
    source: Source
    path: DataPath
    elements: tuple[PlacedElement, ...]

    @property
    def template(self) -> Template:
        return Template(self.id, tuple(placed.element for placed in self.elements))


@dataclass
class TemplateBook:
    """The templates of a game, collected file by file; later files may extend templates of earlier ones."""

    names: Names
    home: Path
    """The folder of the kit."""
    known: dict[str, PlacedTemplate] = field(default_factory=dict)
    wrong: set[str] = field(default_factory=set)
    """Ids of invalid templates, which have been reported."""
    shared: Shared = field(default_factory=Shared)
    maps: Path = Path()
    """The folder of the land that all games share."""
    sizes: Mapping[str, CardSize] = field(default_factory=dict)
    """Sizes of cards by name."""
    finish: "Callable[[TemplateBook, ElementReader, DataPath, Any], Figure | PlacedArea | None] | None" = None
    read: Callable[[str], PlacedTemplate | None] | None = None
    """Reads a template of the mapping that is being read."""

    def find(self, id: str) -> PlacedTemplate | None:
        """Return a template; None if it is invalid or unknown."""
        return self.known.get(id) or (self.read(id) if self.read else None)

    def make_reader(self, findings: Findings) -> ElementReader:
        """Return a reader of elements that may use these templates."""
        finish = partial(self.finish, self) if self.finish else None
        return ElementReader(findings, self.names.judge, self.shared, finish)

    def open(self, path: Path) -> tuple[ElementReader, "TemplateBook"]:
        """Return a reader of a file with elements, and the book with the templates of that file."""
        findings = Findings(read_yaml(path))
        book = self.extended(findings, ("templates",), findings.source.get("templates"))
        return book.make_reader(findings), book

    def extended(self, findings: Findings, path: DataPath, data: Any, *, alone: str = "") -> "TemplateBook":
        """Return the book with the templates of one mapping; their problems are added to `findings`.

        `alone` is the id if the data is a single template.
        """
        shared = self.shared.extended(findings, self.names.settings)
        book = replace(self, known=dict(self.known), wrong=set(self.wrong), shared=shared)
        if alone or isinstance(data, dict):
            _BookReader(book, findings, path, {alone: data} if alone else data, alone).read_all()
        return book


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
    done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._reader = self.book.make_reader(self.findings)
        self.book.read = self.read

    def read_all(self) -> None:
        for id in self.data:
            if id in self.book.known:
                hint = f"the first is in {self.book.known[id].source.file}: use another name"
                self.findings.add(self._path_of(id), f"duplicate template `{id}`", hint, at="key")
        for id in self.data:
            self.read(id)

    def read(self, id: str) -> PlacedTemplate | None:
        """Return a template; None if it is invalid."""
        if id in self.done or id in self.reading or id not in self.data:
            return self.book.known.get(id)
        path, data = self._path_of(id), self._reader.fill_constants(self.data[id])
        before = len(self.findings.problems)
        self.reading.append(id)
        if isinstance(data, dict) and ("extends" in data or not data.keys() & ELEMENTS.kinds.keys()):
            elements = self._read_changed(path, data)
        else:
            elements = self._place(self._reader.read_value(Elements, data, path))
        self.reading.pop()
        self.done.add(id)
        if elements is None or len(self.findings.problems) > before:
            self.book.wrong.add(id)
            self.book.known.pop(id, None)
            return None
        self._check_ids(elements)
        placed = self.book.known[id] = PlacedTemplate(id, self.findings.source, path, elements)
        return placed

    def _path_of(self, id: str) -> DataPath:
        return self.path if id == self.alone else (*self.path, id)

    def _read_changed(self, path: DataPath, data: Data) -> tuple[PlacedElement, ...] | None:
        changes = self._reader.read(Changes, data, path)
        if changes is None:
            return None
        where, other = (*path, "extends"), changes.extends
        if other in self.reading:
            hint = "templates may not extend each other"
            self.findings.add(where, f"`{other}` extends this template", hint)
        elif len(self.reading) > MOST_EXTENDED:
            message = f"extends `{other}`, and more than {MOST_EXTENDED} templates extend this one"
            self.findings.add(where, message, "copy its elements instead")
        elif parent := self.read(other):
            return self._change(path, changes, parent.elements)
        elif other not in self.book.wrong:
            known = {*self.book.known, *self.data} - {self.reading[-1]}
            self.findings.check_name(where, other, known, "template")
        return None

    def _change(
        self, path: DataPath, changes: Changes, elements: tuple[PlacedElement, ...]
    ) -> tuple[PlacedElement, ...]:
        ids = [placed.element.id for placed in elements if placed.element.id]
        self.findings.check_names((*path, "remove"), changes.remove, ids, "element")
        for id in changes.replace:
            self.findings.check_name((*path, "replace", id), id, ids, "element", at="key")
        kept = [one for one in elements if not one.element.id or one.element.id not in changes.remove]
        for index, id in ((index, one.element.id) for index, one in enumerate(kept)):
            if id in changes.replace:
                kept[index] = place_element(self._reader, changes.replace[id], id)
        return (*kept, *self._place(changes.add))

    def _place(self, elements: tuple[Element, ...] | None) -> tuple[PlacedElement, ...]:
        return tuple(place_element(self._reader, element) for element in elements or ())

    def _check_ids(self, elements: tuple[PlacedElement, ...]) -> None:
        seen: set[str] = set()
        for placed in elements:
            id = placed.element.id
            if id in seen and placed.source is self.findings.source:
                self.findings.add(placed.path, f"duplicate element `{id}`", "give it another id")
            seen.add(id or "-")


def place_elements(reader: Reader, id: str, holder: Any) -> PlacedTemplate:
    """Return the elements that a board, a sheet, or one of its sections draws, as a template."""
    placed = tuple(place_element(reader, one) for one in holder.draw)
    return PlacedTemplate(id, reader.findings.source, ("id",), placed)


def place_element(reader: Reader, element: Element, id: str = "") -> PlacedElement:
    """Return an element that a reader has read, with its position, and optionally another id."""
    # Elements of areas are drawn for each place: they are checked with the fields of the places.
    drawn = () if isinstance(element, PlacedArea) else getattr(element, "draw", ())
    inner = tuple(place_element(reader, one) for one in drawn)
    return PlacedElement(replace(element, id=id) if id else element, *reader.place_of(element), inner)


def read_templates(path: Path, book: TemplateBook) -> tuple[TemplateBook, Findings]:
    """Return the book with the templates of a file, and their problems; raises DataError if it has none."""
    reader = Reader.open(path)
    reader.read(TemplatesFile, reader.data)
    given = reader.get(("templates",))
    if given is None and reader.findings.problems:
        reader.findings.stop()
    return book.extended(reader.findings, ("templates",), given), reader.findings
