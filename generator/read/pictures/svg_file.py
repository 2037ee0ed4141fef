"""The state of an SVG file while it is read: its elements, their problems, and the work that they cause."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from xml.etree.ElementTree import Element

from generator.errors import Problem, suggest
from generator.model.values import replace
from generator.read.pictures.svg_cascade import Note
from generator.read.pictures.svg_shapes import PAINT_SERVERS
from generator.read.pictures.svg_style import SvgContext, find_link
from generator.read.pictures.svg_traits import INITIAL, is_honoured, judge_value, list_own
from generator.read.pictures.svg_tree import LABEL, MOST_SVG_DEPTH, find_place, refuse

MOST_OF_VALUE = 300
"""Maximum number of characters of a value in a message."""
_MOST_REPEATED = 30_000
"""Maximum number of elements that `use` and the like repeat."""
_MOST_TEMPLATES = 10


class SvgFile:
    """The tree of a file, with what was found in it so far."""

    def __init__(self, name: str, root: Element, notes: list[Note]) -> None:
        self.name, self.root, self.notes = name, root, notes
        self.problems: list[Problem] = []
        self.is_part = False
        """True if only one element of it is drawn."""
        self.reasons: dict[str, None] = {}
        """Why the file must be drawn as pixels."""
        self.used: list[Element] = []
        """Elements around that refer to the current one."""
        self.ids = {id: element for element in reversed([*root.iter()]) if (id := element.get("id"))}
        self.labels = {label: one for one in reversed([*root.iter()]) if (label := one.get(LABEL))}
        """Elements by the names that Inkscape shows."""
        self.find_parents()
        self.count, self._most = 0, 2 * sum(map(weigh, root.iter())) + _MOST_REPEATED

    def find_parents(self) -> None:
        """Find the parents of all elements, after the tree was changed."""
        self._parents = {child: element for element in self.root.iter() for child in element}

    @contextmanager
    def using(self, element: Element) -> Iterator[None]:
        """Note that an element is being drawn where it is used, so that it cannot contain itself."""
        self.used.append(element)
        try:
            yield
        finally:
            self.used.pop()

    def find_part(self, name: str) -> Element:
        """Return the element with an id or a label, and give it an id; raises DataError."""
        found = self.ids.get(name)
        if found is None:
            found = self.labels.get(name)
        if found is None:
            hint = suggest(name, {**self.ids, **self.labels})
            raise refuse(self.name, self.root, f"has no element `{name}`", hint)
        id = found.get("id") or f"part-{name}"
        found.set("id", id)
        self.ids[id] = found
        return found

    def find(self, element: Element, name: str, link: str) -> Element | None:
        """Return the element with an id; a missing one is reported."""
        found = self.ids.get(link)
        if link and found is None:
            self.note(element, f"`{name}` of `<{element.tag}>` refers to `#{link}`, which does not exist")
        return found

    def note(self, element: Element, message: str, hint: str = "") -> None:
        """Add a warning about an element."""
        self.notes.append(Note(element, message, hint))

    def note_left_out(self, element: Element, name: str, value: str) -> None:
        """Add a warning about a value that cannot be drawn."""
        self.note(element, f"`<{element.tag}>` has `{name}: {value[:MOST_OF_VALUE]}`, which is left out")

    def list_warnings(self, more: Iterable[Note]) -> tuple[Problem, ...]:
        """Return a note on each kind of thing that is drawn differently; `more` are notes on texts."""
        found: dict[str, Problem] = {}
        for element, message, hint, line, column in (*self.notes, *more):
            place = find_place(element)
            if line:
                place = (place[0] + line - 1, column) if element.tag == "style" else (line, column)
            found.setdefault(message, Problem(self.name, *place, "", message, hint))
        return tuple(found.values())

    def spend(self, element: Element, work: int, depth: int = 0) -> None:
        """Count work, which files could otherwise multiply; raises DataError if it is too much."""
        self.count += work
        if depth > MOST_SVG_DEPTH or self.count > self._most:
            raise refuse(self.name, element, "draws too many elements", "simplify the drawing")

    def judge(self, element: Element, around: SvgContext, uses: frozenset[str]) -> None:
        """Find the properties that shapes do not show, and those that nothing does."""
        for name, value in [*element.attrib.items()] if element.tag == "textPath" else ():
            if not is_honoured(element.tag, name, value):
                self.note_left_out(element, name, value)
        own = [(name, element.attrib[name]) for name in list_own(element.tag, element.attrib)]
        for name, value in (*own, *around.style.items()):
            if value == INITIAL.get(name) or (name == "transform-box" and "transform" not in element.attrib):
                continue
            verdict = judge_value(name, value, uses)
            if verdict and verdict.reason:
                self.reasons[verdict.reason] = None
            elif verdict:
                self.note_left_out(element, name, value)

    def enter(self, target: Element, around: SvgContext) -> SvgContext:
        """Return what a clip path or a marker inherits: from where it is, not from where it is used."""
        inside = around.with_style()
        for one in (*reversed(self.list_around(target)), target):
            own = {name: text for name, text in one.attrib.items() if name in INITIAL}
            inside = inside.inherit(own) if own else inside
        return replace(inside, depth=around.depth + 1)

    def list_around(self, element: Element) -> list[Element]:
        """Return the elements around an element, the nearest first."""
        found: list[Element] = []
        parent = self._parents.get(element)
        while parent is not None:
            found.append(parent)
            parent = self._parents.get(parent)
        return found

    def find_colour(self, element: Element) -> str:
        """Return the `color` of a stop."""
        given = (one.get("color", "") for one in (element, *self.list_around(element)))
        return next((text for text in given if text and text.lower() != "currentcolor"), "#000")

    def list_templates(self, element: Element) -> list[Element]:
        """Return a gradient and those that it takes its attributes from."""
        found = [element]
        while len(found) < _MOST_TEMPLATES and (link := find_link(found[-1].get("href"))):
            more = self.find(found[-1], "href", link)
            if more is None or more.tag not in PAINT_SERVERS or more in found:
                break
            found.append(more)
        return found


def weigh(element: Element) -> int:
    """Return 1, or more for a long path."""
    return 1 + len(element.get("d", "")) // 20
