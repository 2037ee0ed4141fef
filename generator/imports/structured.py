"""XML or JSON of other tools, read within limits, with lines for messages."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.parsers import expat

from generator.errors import DataError
from generator.read.files.text_files import MOST_TEXT_BYTES, name_file, read_bytes, unreadable

_MOST_ELEMENTS = 50_000
_DEEPEST = 50


@dataclass(slots=True)
class XmlElement:
    """An element with its attributes, and the elements in it."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list["XmlElement"] = field(default_factory=list)
    text: str = ""

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute, whose name may have any case."""
        return self.attributes.get(name.lower(), default)

    def list_children(self, tag: str) -> list["XmlElement"]:
        """Return the elements in it with this name."""
        return [child for child in self.children if child.tag == tag]


def read_xml(path: Path) -> XmlElement:
    """Return the root of a file; raises DataError if it is not XML, has entities, or is too large."""
    file = name_file(path)
    root = XmlElement("", {}, 0)
    opened, count = [root], 0
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def refuse(message: str) -> DataError:
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        return unreadable(file, message, line=line, column=column)

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > _MOST_ELEMENTS or len(opened) > _DEEPEST:
            raise refuse(f"has more than {_MOST_ELEMENTS} elements, or {_DEEPEST} levels")
        named = {name.lower(): value for name, value in attributes.items()}
        element = XmlElement(tag, named, parser.CurrentLineNumber)
        opened[-1].children.append(element)
        opened.append(element)

    def end(tag: str) -> None:
        del tag
        opened.pop()

    def add(text: str) -> None:
        opened[-1].text += text

    def refuse_entity(*_: object) -> None:
        raise refuse("declares entities, which are not read")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = add, refuse_entity
    try:
        parser.Parse(read_bytes(path, MOST_TEXT_BYTES), True)
    except expat.ExpatError as error:
        message = f"is not XML: {expat.ErrorString(error.code)}"
        raise unreadable(file, message, line=error.lineno, column=error.offset + 1) from None
    except (LookupError, ValueError) as error:
        raise unreadable(file, f"has an unknown encoding: {error}", "save it as UTF-8") from None
    return root.children[0]


def parse_json(text: str, file: str) -> Any:
    """Return the value of JSON whose strings may have line breaks and tabs; raises DataError."""
    try:
        return json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        raise unreadable(file, f"is not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except ValueError:
        # Python reads no number of more digits.
        raise unreadable(file, "has a number of more than 4300 digits") from None
    except RecursionError:
        raise unreadable(file, "is nested too deeply") from None
