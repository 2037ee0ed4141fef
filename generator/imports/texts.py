"""Texts of other tools: XML or JSON read within limits, marks as rich text of our own, conditions as ours."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.parsers import expat

from generator.errors import DataError
from generator.read.files.text_files import MOST_TEXT_BYTES, name_file, read_bytes, unreadable

_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "br": "\n"}
"""Our marks by the tags of HTML."""
_TAG = re.compile(r"</?([A-Za-z]\w*)[^<>]*>")


def escape_marks(text: str) -> str:
    """Return a plain text with a backslash before the characters that are marks of ours."""
    return re.sub(r"[{}\\*]|:(?=\w+:)", r"\\\g<0>", text)


_STYLED = "(?:b|strong|i|em)"
_OPENED = re.compile(rf"(<{_STYLED}(?:\s[^<>]*)?>)(\s+)", re.IGNORECASE)
_CLOSED = re.compile(rf"(\s+)(</{_STYLED}\s*>)", re.IGNORECASE)
_NOTHING = re.compile(rf"<({_STYLED})(?:\s[^<>]*)?></\1\s*>", re.IGNORECASE)


def translate_html(text: str) -> tuple[str, Collection[str]]:
    """Return a text with our marks for tags of HTML, and the tags that have none, which are removed."""
    unknown: dict[str, None] = {}
    # Our marks begin and end at words: spaces at the edges belong outside.
    text = _NOTHING.sub("", _CLOSED.sub(r"\2\1", _OPENED.sub(r"\2\1", text)))
    for name in ("b", "strong", "i", "em"):
        opened, closed = (len(re.findall(rf"<{end}{name}\b", text, re.IGNORECASE)) for end in ("", "/"))
        if opened != closed:
            text = re.sub(rf"</?{name}\b[^<>]*>", "", text, flags=re.IGNORECASE)
            unknown[f"<{name}> without an end"] = None

    def replace(match: re.Match[str]) -> str:
        mark = _MARKS.get(match[1].lower())
        if mark is None:
            unknown[f"<{match[1].lower()}>"] = None
        return mark or ""

    return _TAG.sub(replace, text), unknown


def list_html_marks(text: str) -> dict[str, str]:
    """Return the tags in a text that have marks of ours, as they are written there, with these marks."""
    tags = {match[0]: match[1].lower() for match in _TAG.finditer(text)}
    return {tag: _choose_mark(tag, name) for tag, name in tags.items() if name in _MARKS}


def _choose_mark(tag: str, name: str) -> str:
    """Return the mark for a tag in a cell, beside which there may be spaces, so that stars would be none."""
    if name == "br":
        return "\n"
    return "}" if tag.startswith("</") else "{bold|" if name in ("b", "strong") else "{italic|"


def quote_in_code(text: str) -> str:
    """Return a text in quotes, as a part of an expression."""
    plain = text.replace("\\", "/").replace("\n", "\\n")
    return f"'{plain}'" if "'" not in plain else '"' + plain.replace('"', "”") + '"'


def write_numbers(numbers: Sequence[int]) -> str:
    """Return the condition for cards with these numbers: `number <= 3`."""
    first, last = min(numbers), max(numbers)
    if len(set(numbers)) == last - first + 1:
        if first == last:
            return f"number = {first}"
        return f"number <= {last}" if first == 1 else f"{first} <= number <= {last}"
    return f"number = {', '.join(map(str, sorted(set(numbers))))}"


def negate(condition: str | bool) -> str | bool:
    """Return the opposite of a condition."""
    if isinstance(condition, bool):
        return not condition
    if has := re.fullmatch(r"(not )?(has\(\w+\))", condition):
        return has[2] if has[1] else f"not {has[2]}"
    if plain := re.fullmatch(r"(\w+) (=|!=) ([^,]+)", condition):
        return f"{plain[1]} {'!=' if plain[2] == '=' else '='} {plain[3]}"
    return f"not ({make_code(condition)})"


def drop_implied(conditions: Sequence[str]) -> list[str]:
    """Return conditions without those that others imply: `kind != hero` beside `kind = king`."""
    kept = list(dict.fromkeys(conditions))
    given = {match[1]: match[2] for one in kept if (match := re.fullmatch(r"(\w+) = ([^,]+)", one))}
    ruled_out = {f"{name} != {value}" for name, value in _list_ruled_out(kept, given)}
    return [one for one in kept if one not in ruled_out]


def _list_ruled_out(conditions: Sequence[str], given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield names with the values that they cannot have, since they have another one."""
    for one in conditions:
        match = re.fullmatch(r"(\w+) != ([^,]+)", one)
        if match and given.get(match[1], match[2]).lower() != match[2].lower():
            yield match[1], match[2]


def choose(conditions: Sequence[str], value: str, other: str) -> str:
    """Return the expression of a value if all conditions hold, and otherwise of another one."""
    code = join_code("and", conditions)
    if len(conditions) == 1 and re.fullmatch(r"not has\(\w+\)|\w+ != [^,]+", conditions[0]):
        return choose([str(negate(conditions[0]))], other, value)
    if code.startswith("not ("):
        inner = unwrap_brackets(code.removeprefix("not "))
        if not inner.startswith("("):
            return f"{other} if {inner} else {value}"
    return f"{value} if {code} else {other}"


def join_code(word: str, conditions: Sequence[str]) -> str:
    """Return an expression of conditions joined by `and` or `or`."""
    codes = list(map(make_code, conditions))
    if len(codes) == 1:
        return codes[0]
    return f" {word} ".join(f"({code})" if _JOINED.search(code) else code for code in codes)


_JOINED = re.compile(r" (and|or|if) ")


def unwrap_brackets(text: str) -> str:
    """Return a text without brackets around all of it."""
    plain = text.strip()
    while plain.startswith("(") and plain.endswith(")"):
        depth = 0
        for place, letter in enumerate(plain):
            depth += (letter == "(") - (letter == ")")
            if not depth and place < len(plain) - 1:
                return plain
        plain = plain[1:-1].strip()
    return plain


def make_code(condition: str) -> str:
    """Return a condition such as `kind = hero, king` as an expression."""
    plain = re.fullmatch(r"(\w+) (=|!=) (.+)", condition)
    if not plain:
        return condition
    values = [quote_in_code(value.strip()) for value in plain[3].split(",")]
    if len(values) == 1:
        return f"{plain[1]} {'==' if plain[2] == '=' else '!='} {values[0]}"
    return f"{plain[1]} {'in' if plain[2] == '=' else 'not in'} [{', '.join(values)}]"


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
