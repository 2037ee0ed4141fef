"""Lines of CommonMark -> texts in our own marks, without the keys in braces at their end."""

import html
import re
from collections.abc import Mapping, Sequence

from generator.errors import Problem
from generator.model.language.kinds import KEY
from generator.model.values import dataclass, field
from generator.read.files.places import PlacedText
from generator.read.files.text_files import derive_id
from generator.read.files.yaml import Data, LineAndColumn

_ATTRIBUTES = re.compile(r"\s*\{((?:#[\w.-]+|[a-z_]+=[^\s{}]+)(?:\s+(?:#[\w.-]+|[a-z_]+=[^\s{}]+))*)\}\s*$")
_ICONS = re.compile(r"((?::[\w/+-]*[A-Za-z][\w/+-]*:)+)\s+(?=\S)")
_INLINE = re.compile(
    r"\\(?P<escape>[!-/:-@\[-`{-~])"
    r"|(?P<image>!\[[^\[\]]*\]\([^()]*\))"
    r"|\[(?P<label>[^\[\]]+)\]\((?P<target>[^()\s]*)\)"
    r"|(?P<html></?[A-Za-z][^<>]*>|<!--)"
    r"|(?P<code>`+)"
    r"|(?P<entity>&#?\w+;)"
    r"|(?<![\w\\])(?P<under>__?)(?=\S)(?P<inner>[^_]+?)(?<=\S)(?P=under)(?!\w)"
)
_OUR_ESCAPES = "*{}|:\\"
_NO_WORDS = re.compile(r"\{[^{}|]*[}|]|:[\w/+-]+:")
"""Placeholders, beginnings of marks, and icons."""
_LONGEST = 40
"""Maximum length of the last step of a key."""


@dataclass(frozen=True)
class BlockKeys:
    """The braces at the end of a block: an id, and other keys."""

    id: str = ""
    others: Mapping[str, Data] = field(default_factory=dict)


class LineReader:
    """Converts lines of one file, and collects their problems, and the links in them."""

    def __init__(self, file: str, problems: list[Problem]) -> None:
        self._file, self._problems = file, problems
        self.links: list[tuple[str, LineAndColumn]] = []
        """The name to which each link leads, and its place."""

    def add(self, line: int, column: int, message: str, hint: str = "") -> None:
        """Add a problem."""
        self._problems.append(Problem(self._file, line, column, "", message, hint))

    def split_text(self, text: PlacedText) -> tuple[PlacedText, BlockKeys]:
        found = _ATTRIBUTES.search(text.text)
        rest, keys = self.split_keys(text.text, *text.place(found.start(1) if found else 0))
        return PlacedText(rest, text.marks), keys

    def split_keys(self, text: str, line: int, column: int) -> tuple[str, BlockKeys]:
        """Return a text without the keys in braces at its end, and these keys."""
        found = _ATTRIBUTES.search(text)
        if found is None:
            return text.rstrip(), BlockKeys()
        id, others = "", dict[str, Data]()
        for word in found[1].split():
            if word.startswith("#"):
                id = self._take_id(word[1:], line, column)
                continue
            name, _, value = word.partition("=")
            others[name] = [*value.split(",")] if "," in value else value
        return text[: found.start()].rstrip(), BlockKeys(id, others)

    def _take_id(self, id: str, line: int, column: int) -> str:
        """Return the id of a block as it is written in keys."""
        id = id.replace("-", "_")
        if not re.fullmatch(rf"{KEY}(\.{KEY})*", id):
            hint = "lower-case letters, digits, and `_`: `{#set_up}`"
            self.add(line, column, f"`#{id}` is not an id", hint)
            return ""
        return id

    def convert(self, lines: Sequence[tuple[int, int, str]]) -> PlacedText:
        """Return lines of CommonMark as a text with our own marks."""
        written, marks, length = list[str](), list[tuple[int, int, int]](), 0

        def put(text: str, line: int, column: int) -> None:
            nonlocal length
            marks.append((length, line, column))
            written.append(text)
            length += len(text)

        for index, (line, column, content) in enumerate(lines):
            is_last = index == len(lines) - 1
            breaks = not is_last and (content.endswith("  ") or re.search(r"(?<!\\)(\\\\)*\\$", content))
            content = content.rstrip()
            content = content[:-1] if breaks and content.endswith("\\") else content
            done = 0
            for found in _INLINE.finditer(content):
                put(content[done : found.start()], line, column + done)
                put(self._replace(found, line, column), line, column + found.start())
                done = found.end()
            put(content[done:], line, column + done)
            if not is_last:
                put("\n" if breaks else " ", line, column + len(content))
        return PlacedText("".join(written), tuple(marks) or ((0, 1, 1),))

    def _replace(self, found: re.Match[str], line: int, column: int) -> str:
        """Return a mark of CommonMark as ours, after adding its problem."""
        at = column + found.start()
        if (escaped := found["escape"]) is not None:
            return found[0] if escaped in _OUR_ESCAPES else escaped
        if found["under"]:
            stars = "*" * len(found["under"])
            return f"{stars}{found['inner']}{stars}"
        if found["entity"]:
            return html.unescape(found["entity"])
        if found["label"]:
            if not found["target"].startswith("#"):
                hint = "write the address itself, or `[who dies](#deaths)` for a heading of the booklet"
                self.add(line, at, "links lead to headings of the booklet", hint)
            name = name_anchor(found["target"])
            self.links.append((name, (line, at)))
            return f"{{to {name}|{found['label']}}}"
        if found["image"]:
            self.add(line, at, "a picture is a paragraph of its own", "or write `:icon:` for one in the text")
        elif found["html"]:
            self.add(line, at, "HTML is not supported", "write `**bold**`, `*italic*`, or `:icon:`")
        else:
            self.add(
                line, at, "code is not supported", "write `**bold**`, or a backslash before the backtick"
            )
        return found[0]


def name_anchor(text: str) -> str:
    """Return the name of a heading or a block for links: `set_up` for `#set-up`."""
    return re.sub("[^a-z0-9]+", "_", text.lower()).strip("_")


def is_only_keys(text: str) -> bool:
    """Return True for keys in braces without any text."""
    return _ATTRIBUTES.fullmatch(f" {text}") is not None


def split_icons(text: PlacedText) -> tuple[tuple[str, ...], PlacedText]:
    """Return the icons at the beginning of a text, and the text behind them."""
    found = _ICONS.match(text.text)
    if found is None:
        return (), text
    return tuple(name for name in found[1].split(":") if name), cut_text(text, found.end())


def cut_text(text: PlacedText, start: int) -> PlacedText:
    """Return a text without its beginning."""
    line, column = text.place(start)
    marks = [(at - start, *place) for at, *place in text.marks if at > start]
    return PlacedText(text.text[start:], ((0, line, column), *((at, a, b) for at, a, b in marks)))


def has_letters(text: str) -> bool:
    """Return True if a text has words, apart from placeholders and icons."""
    return any(map(str.isalpha, _NO_WORDS.sub("", text)))


def shorten_words(text: str) -> str:
    """Return the first words of a text as the step of a key."""
    words = derive_id(_NO_WORDS.sub(" ", text), "text")
    whole = words if len(words) <= _LONGEST else words[: _LONGEST + 1].rpartition("_")[0]
    return whole or words[:_LONGEST]
