"""Template files -> templates: elements in boxes, `extends` resolved, every element with its place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.model.fields import Pattern
from generator.model.template import Element, PanelElement, Template, WordsElement
from generator.read.checking import Findings
from generator.read.element_names import NAMED, NameChecker
from generator.read.elements import build_element
from generator.read.formats.templates import (
    ELEMENT_FORMATS,
    SHORT_FORMS,
    ChangesFormat,
    RepeatFormat,
    TurnedFormat,
)
from generator.read.phrases import suggest
from generator.read.yaml_reader import Data, DataPath, Source

MOST_EXTENDED = 20
"""Templates that one extends through others."""


@dataclass(frozen=True, slots=True)
class PlacedElement:
    """An element, and where it is written."""

    element: Element
    source: Source
    path: DataPath
    inner: tuple["PlacedElement", ...] = ()
    """Of what is repeated or turned."""


@dataclass(frozen=True, slots=True)
class PlacedTemplate:
    """A template, and where its elements are written: those it takes from others stand with them."""

    id: str
    source: Source
    path: DataPath
    elements: tuple[PlacedElement, ...]

    @property
    def template(self) -> Template:
        return Template(self.id, tuple(placed.element for placed in self.elements))


@dataclass
class TemplateBook:
    """The templates of a game, gathered file by file; a later file may extend those of earlier ones."""

    checker: NameChecker
    known: dict[str, PlacedTemplate] = field(default_factory=dict)
    wrong: set[str] = field(default_factory=set)
    """Ids of templates that are there and cannot be used: nothing is said of them a second time."""

    def extended(self, findings: Findings, path: DataPath, data: Data) -> "TemplateBook":
        """This book with the templates of one mapping added; their problems go to `findings`."""
        book = TemplateBook(self.checker, dict(self.known), set(self.wrong))
        if isinstance(data, dict):
            _BookReader(book, findings, path, data).read_all()
        return book


def read_elements(
    findings: Findings, path: DataPath, data: Data, checker: NameChecker
) -> tuple[PlacedElement, ...]:
    """A list of elements; what is wrong with any of them goes to `findings`."""
    if not isinstance(data, list):
        findings.add(path, "must be a list of elements", "write each as `- panel: {...}`")
        return ()
    elements = (_read_element(findings, (*path, index), one, checker) for index, one in enumerate(data))
    return tuple(element for element in elements if element is not None)


def strip_places(elements: Iterable[PlacedElement]) -> tuple[Element, ...]:
    """The elements alone."""
    return tuple(placed.element for placed in elements)


@dataclass
class _BookReader:
    """Reads the templates of one mapping, each after the one that it extends."""

    book: TemplateBook
    findings: Findings
    path: DataPath
    data: Mapping[str, Data]
    reading: list[str] = field(default_factory=list)
    done: set[str] = field(default_factory=set)

    def read_all(self) -> None:
        for id in self.data:
            self.findings.check_id((*self.path, id), id)
            if id in self.book.known:
                first = self.book.known[id].source.file
                hint = f"the first stands in {first}: give this one another name"
                self.findings.add((*self.path, id), f"a second template `{id}`", hint, at="key")
        for id in self.data:
            self.read(id)

    def read(self, id: str) -> PlacedTemplate | None:
        """None when the template is wrong."""
        if id in self.done or id not in self.data:
            return self.book.known.get(id)
        path, data = (*self.path, id), self.data[id]
        before = len(self.findings.problems)
        self.reading.append(id)
        if isinstance(data, dict) and ("extends" in data or not data.keys() & ELEMENT_FORMATS.keys()):
            elements = self.read_changed(path, data)
        else:
            elements = read_elements(self.findings, path, data, self.book.checker)
        self.reading.pop()
        self.done.add(id)
        if elements is None or len(self.findings.problems) > before:
            self.book.wrong.add(id)
            self.book.known.pop(id, None)
            return None
        self._check_ids(elements)
        placed = self.book.known[id] = PlacedTemplate(id, self.findings.source, path, elements)
        return placed

    def read_changed(self, path: DataPath, data: Data) -> tuple[PlacedElement, ...] | None:
        """The elements of a template that extends another."""
        format = self.findings.fit(ChangesFormat, data, path)
        if format is None:
            return None
        if format.extends in self.reading:
            hint = "templates may not extend in a circle"
            self.findings.add((*path, "extends"), f"`{format.extends}` extends this template", hint)
            return None
        if len(self.reading) > MOST_EXTENDED:
            said = f"extends `{format.extends}`, and more than {MOST_EXTENDED} templates extend this one"
            self.findings.add((*path, "extends"), said, "write the elements out")
            return None
        parent = self.read(format.extends)
        if parent is None:
            if format.extends not in self.book.wrong:
                known = {*self.book.known, *self.data} - {path[-1]}
                self.findings.check_name((*path, "extends"), format.extends, known, "the template")
            return None
        return self._change(path, format, parent.elements)

    def _change(
        self, path: DataPath, format: ChangesFormat, elements: tuple[PlacedElement, ...]
    ) -> tuple[PlacedElement, ...]:
        ids = [placed.element.id for placed in elements if placed.element.id]
        for index, id in enumerate(format.remove):
            self.findings.check_name((*path, "remove", index), id, ids, "the element")
        replaced: dict[str, PlacedElement | None] = {}
        for id, data in format.replace.items():
            where = (*path, "replace", id)
            if id not in ids:
                self.findings.add(where, f"the element `{id}` is not there", suggest(id, ids), at="key")
            if isinstance(data, list):
                self.findings.add(where, "must be one element, not a list", "write `title: {words: {...}}`")
                continue
            replaced[id] = _read_element(self.findings, where, data, self.book.checker, id=id)
        changed = []
        for placed in elements:
            id = placed.element.id
            if id and id in format.remove:
                continue
            other = replaced.get(id, placed) if id else placed
            if other is not None:
                changed.append(other)
        add: list[Data] = format.add
        if add:
            changed += read_elements(self.findings, (*path, "add"), add, self.book.checker)
        return tuple(changed)

    def _check_ids(self, elements: tuple[PlacedElement, ...]) -> None:
        seen: set[str] = set()
        for placed in elements:
            id = placed.element.id
            if id in seen and placed.source is self.findings.source:
                self.findings.add(placed.path, f"a second element `{id}`", "give it another id")
            seen.add(id or "-")


def _read_element(
    findings: Findings, path: DataPath, data: Data, checker: NameChecker, *, id: str = ""
) -> PlacedElement | None:
    """`{kind: {...}}`; None after adding all that is wrong with it."""
    known = ", ".join(f"`{name}`" for name in ELEMENT_FORMATS)
    if not isinstance(data, dict) or not data:
        findings.add(path, "is no element", f"write `- panel: {{...}}`; there are: {known}")
        return None
    kind = next(iter(data))
    if kind not in ELEMENT_FORMATS:
        findings.add((*path, kind), f"no element is a `{kind}`", suggest(kind, ELEMENT_FORMATS), at="key")
        return None
    if len(data) > 1:
        other = list(data)[1]
        hint = f"write `- {kind}: {{..., {other}: ...}}`, or begin an element of its own: `- {other}: ...`"
        findings.add((*path, other), f"`{other}` stands beside `{kind}`", hint, at="key")
        return None
    path, value = (*path, kind), data[kind]
    short = SHORT_FORMS.get(kind)
    inside = path
    if short and not isinstance(value, dict):
        value = {short: value}
    elif kind in ("repeat", "turned"):
        inside = (*path, "draw")
    format = findings.fit(ELEMENT_FORMATS[kind], value, path)
    if format is None:
        return None
    before = len(findings.problems)
    inner: tuple[PlacedElement, ...] = ()
    if isinstance(format, RepeatFormat | TurnedFormat):
        drawn: list[Data] = format.draw
        inner = read_elements(findings, inside, drawn, checker)
    placed = PlacedElement(
        build_element(format, id or format.id, strip_places(inner)), findings.source, path, inner
    )
    _check_element(findings, placed, checker)
    return placed if len(findings.problems) == before else None


def _check_element(findings: Findings, placed: PlacedElement, checker: NameChecker) -> None:
    """Names that stand as they are; those that fields give are checked for every piece."""
    element, path = placed.element, placed.path
    for attribute, kind in NAMED[type(element)]:
        text = Pattern(getattr(element, attribute))
        if not text.names or kind == "text":
            # Of a text with fields only the marks can be judged here.
            wrong = checker.judge(kind, "x".join(text.literals))
            if wrong:
                findings.add((*path, attribute), *wrong)
    if isinstance(element, WordsElement) and bool(element.say) == bool(element.text):
        findings.add(path, "needs either `say` or `text`", "`say: key.of.wording`, or `text: ...`", at="key")
    if isinstance(element, PanelElement):
        if not (element.fill or element.stroke or element.pattern):
            findings.add(path, "draws nothing", "add `fill`, `stroke` or `pattern`", at="key")
        if element.stroke and not element.line:
            findings.add((*path, "stroke"), "has no width", "add `line: 0.3 mm`", at="key")
        if element.pattern and not element.pattern_colour:
            findings.add((*path, "pattern"), "has no colour", "add `pattern_colour: ...`", at="key")


def read_templates(source: Source, checker: NameChecker, book: TemplateBook) -> tuple[TemplateBook, Findings]:
    """The book with the templates of a file added, and what is wrong with them.

    DataError where the file has none.
    """
    findings = Findings(source)
    data: Any = source.data
    given = data.get("templates") if isinstance(data, dict) else None
    for key in data if isinstance(data, dict) else ():
        if key != "templates":
            findings.add((key,), f"the key `{key}` is not known", suggest(key, ["templates"]), at="key")
    if not isinstance(given, dict):
        if not findings.problems:
            findings.add(("templates",), "must be templates by id", "write `templates:` and each below it")
        findings.stop()
    return book.extended(findings, ("templates",), given), findings
