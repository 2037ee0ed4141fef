"""What all SVG files that are read have in common: elements one by one, a box, and no tricks.

Document types and entities are refused, and so are instructions: nothing runs, nothing is fetched.
"""

import re
from abc import ABC, abstractmethod
from xml.parsers import expat

from generator.errors import Problem
from generator.scene.svg_outline import MOST, check_numbers

_SVG = "http://www.w3.org/2000/svg"
_SILENT = ("title", "desc", "metadata")
"""Elements that draw nothing."""


class StopReading(Exception):
    """Raised inside the parser: nothing after this place is worth reading."""


class SvgFrame(ABC):
    """Follows the parser from element to element; whoever extends it reads those that draw."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.box = (0.0, 0.0, 1.0, 1.0)
        """(left, top, width, height), once the first element has begun."""
        self._silent = 0
        """Levels inside an element that draws nothing, or is not SVG."""
        self._has_begun = False

    @abstractmethod
    def parse_side(self, text: str) -> float:
        """A `width` or `height` of the whole; ValueError."""

    @abstractmethod
    def open(self, tag: str, attributes: dict[str, str]) -> None:
        """An element of SVG begins; attributes of other namespaces have these before their names."""

    @abstractmethod
    def close(self) -> None:
        """The last element that began and has not ended yet ends."""

    @abstractmethod
    def finish(self) -> None:
        """The file has been read to its end."""

    def read(self, text: str) -> None:
        """All that is wrong is among `problems` then."""
        self._parser = expat.ParserCreate("utf-8", " ")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.ProcessingInstructionHandler = self._refuse_instruction
        try:
            self._parser.Parse(text.encode(), True)
        except StopReading:
            return
        except expat.ExpatError as error:
            said = expat.ErrorString(error.code)
            self.add_at(error.lineno, error.offset + 1, f"is not an SVG file: {said}")
            return
        self.finish()

    def add(self, message: str, hint: str = "") -> None:
        """A problem with the element that is being read."""
        self.add_at(self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1, message, hint)

    def add_at(self, line: int, column: int, message: str, hint: str = "") -> None:
        """A problem anywhere; 0, 0: with the file as a whole."""
        self.problems.append(Problem(self.file, line, column, "", message, hint))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, tag = name.rpartition(" ")
        if not self._has_begun:
            self._has_begun = True
            if namespace != _SVG or tag != "svg":
                self.add(f"is not an SVG file: it starts with `<{tag}>`", f'<svg xmlns="{_SVG}" ...>')
                raise StopReading
            self._read_box(attributes)
        if self._silent or namespace != _SVG or tag in _SILENT:
            self._silent += 1
        else:
            self.open(tag, attributes)

    def _end(self, _name: str) -> None:
        if self._silent:
            self._silent -= 1
        else:
            self.close()

    def _read_box(self, attributes: dict[str, str]) -> None:
        """The viewBox; where there is none, width and height."""
        try:
            if given := attributes.get("viewBox"):
                numbers = [float(number) for number in re.split(r"[\s,]+", given.strip())]
            else:
                sides = (attributes.get("width", ""), attributes.get("height", ""))
                numbers = [0.0, 0.0, *map(self.parse_side, sides)]
            left, top, width, height = numbers
            check_numbers(left, top)
            if not (0 < width < MOST and 0 < height < MOST):
                raise ValueError
        except ValueError:
            self.add("has no box to stand in", 'add `viewBox="0 0 48 48"`')
            return
        self.box = (left, top, width, height)

    def _refuse_doctype(self, *_: object) -> None:
        self.add("has a document type", "remove `<!DOCTYPE ...>` and all entities")
        raise StopReading

    def _refuse_instruction(self, target: str, _data: str) -> None:
        self.add(f"`<?{target} ...?>` is not read", "remove it")
