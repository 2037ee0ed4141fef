"""Rich text in sentences: bold, italic, colours and icons.

    **bold**   *italic*   {red|words in a colour}   {/|words of another language}   :icon_name:
    \\* \\{ \\} \\| \\: \\\\ \\n

The marks are few and give way to prose: `2*3`, `2 * 3`, `12:30` and `note: this` are what they
look like. `docs/text.md` has the grammar in full.
"""

import re
from dataclasses import dataclass

from generator.errors import Wrong

ICON_PLACE = "\ufffc"
"""Placeholder character of an icon in a line (OBJECT REPLACEMENT CHARACTER)."""
OTHER_LANGUAGE = "/"
"""Used instead of a colour for text in another language: italic, or upright inside italics."""

_NAME = r"[a-z][a-z0-9_]*"
_ICON_NAME = r"(?:(?<!\d:)|(?=[A-Za-z]))(?=[\d_/-]*[A-Za-z])[\w-]+(?:/[\w-]+)?"
"""Name of the file, perhaps with its folder; no part of a time: `10:30am: opening`."""
_SPECIAL = re.compile(
    rf"\\(?P<escape>.?)|(?P<stars>\*+)|\{{(?P<opened>{_NAME}|#[0-9a-fA-F]{{3,8}}|{OTHER_LANGUAGE})\|"
    rf"|\{{(?P<place>{_NAME})\}}|(?P<brace>[{{}}])|:(?P<icon>{_ICON_NAME}):",
    re.DOTALL | re.ASCII,
)
_MARKS = ("*", ":", "{", "}", "\\")
_ICON = re.compile(f":{_ICON_NAME}:", re.ASCII)

_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef]")
"""Letters of scripts that are written without spaces, which a mark may follow directly."""

_ESCAPES = {"n": "\n", **{mark: mark for mark in "*{}|:\\"}}


@dataclass(frozen=True, slots=True)
class Span:
    """Characters with one style; an icon is a span of its own, with ICON_PLACE as its text."""

    text: str
    bold: bool = False
    italic: bool = False
    colour: str = ""
    """Name of a colour; empty: the colour of the style."""
    icon: str = ""
    other: bool = False
    """True for text in another language."""


def parse_rich(text: str, *, places: bool = False) -> tuple[Span, ...]:
    """Return the spans of a text, in order; raises Wrong if a mark is never closed.

    A placeholder `{name}` without a value is an error unless `places` says that the text is not filled yet.
    """
    if not any(map(text.__contains__, _MARKS)):
        return (Span(text),) if text else ()
    # Most rich text is plain words with some bold ones.
    if _has_only_pairs(text):
        parts = text.split("**")
        if len(parts) % 2 and all(map(_is_bold, parts[0::2], parts[1::2])):
            return tuple([Span(part, index % 2 == 1) for index, part in enumerate(parts) if part])
    return _Parser(text, places).parse()


def _has_only_pairs(text: str) -> bool:
    if "{" in text or "}" in text or "\\" in text or "***" in text:
        return False
    if text.count("*") != 2 * text.count("**"):
        return False
    return ":" not in text or _ICON.search(text) is None


def _is_bold(before: str, words: str) -> bool:
    if not words or words != words.strip():
        return False
    return not (before[-1:].isdigit() and words[0].isdigit())


def _is_in_word(before: str) -> bool:
    return before.isalnum() and not _UNSPACED.match(before)


def plain(text: str) -> str:
    """Return the text without marks and icons; raises Wrong."""
    return "".join(span.text for span in parse_rich(text, places=True) if not span.icon)


def escape_rich(text: str) -> str:
    """Escape text from outside (a player's name), so that it is printed unchanged."""
    return re.sub(r"[*{}|:\\]", r"\\\g<0>", text)


class _Parser:
    """Parser that reads from left to right and remembers open marks."""

    def __init__(self, text: str, places: bool) -> None:
        self._text = text
        self._places = places
        self._spans: list[Span] = []
        self._words: list[str] = []
        self._bold = -1
        """Position where bold was opened; -1 if it is not open."""
        self._italic = -1
        self._braces: list[tuple[str, int]] = []
        """Name and position of each open `{name|`."""

    def parse(self) -> tuple[Span, ...]:
        done = 0
        for match in _SPECIAL.finditer(self._text):
            self._words.append(self._text[done : match.start()])
            done = match.end()
            self._take(match)
        self._words.append(self._text[done:])
        self._finish_span()
        for mark, position in (("**", self._bold), ("*", self._italic)):
            if position >= 0:
                raise Wrong(f"`{mark}` is never closed", position=position)
        for name, position in self._braces:
            raise Wrong(f"`{{{name}|` is never closed", position=position)
        return tuple(self._spans)

    def _take(self, match: re.Match[str]) -> None:
        kind, position = match.lastgroup, match.start()
        if kind == "escape":
            if match["escape"] not in _ESCAPES:
                reason = f"`\\{match['escape']}` is not an escape; write `\\\\` for a backslash"
                raise Wrong(reason, position=position)
            self._words.append(_ESCAPES[match["escape"]])
        elif kind == "stars":
            self._stars(match)
        elif kind == "opened":
            self._finish_span()
            self._braces.append((match["opened"], position))
        elif kind == "place":
            if not self._places:
                raise Wrong(f"placeholder `{match[0]}` has no value", position=position)
            self._words.append(match[0])
        elif kind == "icon":
            self._icon(match)
        elif match[0] == "}" and self._braces:
            self._finish_span()
            self._braces.pop()
        else:
            raise Wrong(f"unmatched `{match[0]}`; write `\\{match[0]}` for the character", position=position)

    def _icon(self, match: re.Match[str]) -> None:
        before = self._text[match.start() - 1 : match.start()]
        if before.isalpha() and _is_in_word(before):
            self._words.append(match[0])
            return
        self._finish_span()
        self._words.append(ICON_PLACE)
        self._finish_span(icon=match["icon"])

    def _stars(self, match: re.Match[str]) -> None:
        """Parse `**` and `*`, which open before a word and close after one; `***` is both."""
        stars, position = match[0], match.start()
        before = self._text[position - 1 : position]
        after = self._text[match.end() : match.end() + 1]
        opens = bool(after) and not after.isspace() and not (before.isdigit() and after.isdigit())
        closes = bool(before) and not before.isspace()
        two = len(stars) in (2, 3) and (closes if self._bold >= 0 else opens)
        one = len(stars) in (1, 3) and (closes if self._italic >= 0 else opens and not _is_in_word(before))
        if not (two or one):
            self._words.append(stars)
            return
        self._finish_span()
        if two:
            self._bold = -1 if self._bold >= 0 else position
        if one:
            self._italic = -1 if self._italic >= 0 else position
        if len(stars) == 3 and not (two and one):
            self._words.append("*" if two else "**")

    def _finish_span(self, icon: str = "") -> None:
        text = "".join(self._words)
        self._words.clear()
        if text:
            colours = [name for name, _ in self._braces if name != OTHER_LANGUAGE]
            is_other = len(colours) < len(self._braces)
            italic = (self._italic >= 0) != is_other
            self._spans.append(Span(text, self._bold >= 0, italic, "".join(colours[-1:]), icon, is_other))
