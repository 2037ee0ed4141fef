"""Rich text: marks for bold, italic, colours, lines, sizes, icons.

    **bold**   *italic*   {red|words in a colour}   {/|words of another language}   :icon_name:
    {underline|x}   {strike|x}   {super|x}   {sub|x}   {150%|larger}   {up 20%|raised}   {to id|link}
    \\* \\{ \\} \\| \\: \\ \n

Ordinary text is no mark: `2*3`, `2 * 3`, `12:30` and `note: this` are printed as they are written.
`docs/text.md` has the complete grammar.
"""

import re
from typing import NamedTuple

from generator.errors import Wrong

ICON_PLACE = "\ufffc"
"""Placeholder character of an icon in a line (OBJECT REPLACEMENT CHARACTER)."""
OTHER_LANGUAGE = "/"
"""Used instead of a colour for text in another language: italic, or upright inside italics."""
MARK_NAMES = ("bold", "italic", "underline", "strike", "super", "sub")
"""Names of marks in braces, which no colour of a theme may have."""
_NAME = r"[a-z][a-z0-9_]*"
_PERCENT = r"(?:(?:up|down) )?[0-9]{1,4}%"
_TO = "to "
"""Before the name to which a link leads."""
OPENED = rf"{_TO}{_NAME}|{_NAME}|[A-Z][A-Za-z]{{2,20}}|#[0-9a-fA-F]{{3,8}}|{OTHER_LANGUAGE}|{_PERCENT}"
"""Pattern of what is between `{` and `|`."""
_ICON_NAME = r"(?:(?<!\d:)|(?=[A-Za-z]))(?=[\d_/-]*[A-Za-z])[\w-]+(?:/[\w-]+)?"
"""Name of the file, perhaps with its folder; no part of a time: `10:30am: opening`."""
_SPECIAL = re.compile(
    rf"\\(?P<escape>.?)|\*(?P<stars>\**)|\{{(?P<opened>{OPENED})\||\{{(?P<place>{_NAME})\}}"
    rf"|:(?P<icon>{_ICON_NAME}):|\{{(?P<brace>)|\}}",
    re.DOTALL | re.ASCII,
)
"""A mark; each alternative begins with a literal character, which makes the search ten times faster."""


class Bar(NamedTuple):
    """A line under or through text, in ems of the text around all marks; or the area of a link."""

    rise: float
    """Height of its middle above the base line."""
    width: float
    to: str = ""
    """Name of the heading or block of a booklet to which it leads; empty: it is a line."""


class Inline(NamedTuple):
    """Size and position of text within its line, and the lines drawn with it."""

    scale: float = 1.0
    rise: float = 0.0
    """Height above the base line, in ems of the text around all marks."""
    bars: tuple[Bar, ...] = ()
    enlarged: float = 1.0
    """Factor in the scale that makes letters of a script as large as those of others."""

    def grown(self, factor: float) -> "Inline":
        """Return the style of letters of a script that are larger than others at the same size."""
        return self if factor == 1.0 else self._replace(scale=self.scale * factor, enlarged=factor)

    def marked(self, name: str) -> "Inline":
        """Return the style inside a mark with this name; a colour changes nothing. Raises Wrong."""
        scale, rise, bars, *_ = self
        if name.startswith(_TO):
            return Inline(scale, rise, (*bars, Bar(rise + _LINKED.rise, _LINKED.width, name[len(_TO) :])))
        way, _, percent = name.rstrip("%").rpartition(" ")
        if name in _BARS:
            above, width, _ = _BARS[name]
            return Inline(scale, rise, (*bars, Bar(rise + above * scale, width * scale)))
        if name in _SCRIPTS:
            return Inline(scale * _SMALLER, rise + _SCRIPTS[name] * scale, bars)
        if way:
            return Inline(scale, rise + scale * int(percent) / (100 if way == "up" else -100), bars)
        if not name.endswith("%"):
            return self
        if not 20 <= int(percent) <= 500:
            raise Wrong(f"`{name}` is not a size of text", "use 20% to 500%")
        return Inline(scale * int(percent) / 100, rise, bars)


PLAIN = Inline()


class Span(NamedTuple):
    """Characters with one style; an icon is a span of its own, with ICON_PLACE as its text."""

    text: str
    bold: bool = False
    italic: bool = False
    colour: str = ""
    """Name of a colour; empty: the colour of the style."""
    icon: str = ""
    other: bool = False
    """True for text in another language."""
    inline: Inline = PLAIN


_BARS = {"underline": Bar(-0.13, 0.06), "strike": Bar(0.27, 0.06)}
_LINKED = Bar(0.3, 1.1)
"""Middle and height of the area of a link."""
_SCRIPTS = {"super": 0.36, "sub": -0.14}
"""Height of small characters above the base line."""
_SMALLER = 0.62


def may_have_marks(text: str) -> bool:
    """Return True if a text may have marks, icons, placeholders, or choices."""
    return _SPECIAL.search(text) is not None


_OTHERS = r"[^*{}:\\]"
_ONLY_BOLD = rf"{_OTHERS}*(?:(?<![\d*])\*\*(?!\s){_OTHERS}+(?<!\s)\*\*{_OTHERS}*)+"
"""Words between pairs of `**` without any other marks, as in most rich texts of cards."""


def split_bold(text: str) -> list[str] | None:
    """Return the plain and bold parts of a text in turn, a plain one first; None if it has other marks."""
    if not may_have_marks(text):
        return [text]
    return text.split("**") if re.fullmatch(_ONLY_BOLD, text) else None


def parse_rich(text: str, *, places: bool = False) -> tuple[Span, ...]:
    """Return the spans of a text, in order; raises Wrong if a mark is never closed.

    A placeholder `{name}` without a value is an error unless `places` says that the text is not filled yet.
    """
    parts = split_bold(text)
    if parts is None:
        return _Parser(text, places).parse()
    return tuple([Span(part, index % 2 == 1) for index, part in enumerate(parts) if part])


def plain(text: str) -> str:
    """Return the text without marks and icons; raises Wrong."""
    return "".join(span.text for span in parse_rich(text, places=True) if not span.icon)


SOFT_HYPHEN = "\N{SOFT HYPHEN}"
"""A possible break of a word, which is for print only."""


def without_soft_hyphens(text: str) -> str:
    """Return a text for programs that compare it, or show it in lines of their own."""
    return text.replace(SOFT_HYPHEN, "")


def escape_rich(text: str) -> str:
    """Escape text from outside (a player's name), so that it is printed unchanged."""
    return re.sub(r"[*{}|:\\]", r"\\\g<0>", text)


_STARTS_WITH_ICON = re.compile(rf":{_ICON_NAME}:", re.ASCII)


def isolate_icon(text: str, before: str) -> str:
    """Return a text that begins with an icon so that it is one even after a letter, in `Pay:coins:`."""
    match = _STARTS_WITH_ICON.match(text)
    if match is None or not _is_in_word(before):
        return text
    return f"{{100%|{match[0]}}}{text[match.end() :]}"


class _Brace(NamedTuple):
    """An open `{name|`, with the style of the text in it."""

    name: str = ""
    position: int = 0
    colour: str = ""
    inline: Inline = PLAIN


_ESCAPES = {"n": "\n", **{mark: mark for mark in "*{}|:\\"}}


def _describe_brace(text: str, position: int) -> tuple[str, str]:
    """Return the message and the hint about a brace that is no mark; in `{W}` of another program, both."""
    if pair := _PAIR.match(text, position):
        what = f"`{pair[0]}` is not a mark, such as `{{red|text}}` or `:icon:`"
        return what, f"write `\\{{{pair[1]}\\}}` for the characters"
    brace = text[position]
    instead = "close it with `}`" if brace == "{" else "remove it"
    return f"unmatched `{brace}`", f"{instead}, or write `\\{brace}` for the character"


_PAIR = re.compile(r"\{([^{}|\\]{0,20})\}")
"""Braces that contain neither a mark nor other braces."""


class _Parser:
    """Parser that reads from left to right and remembers open marks."""

    def __init__(self, text: str, places: bool) -> None:
        self._text, self._places = text, places
        self._spans: list[Span] = []
        self._words: list[str] = []
        self._stars: dict[str, int] = {}
        """Positions of the open `*` and `**`."""
        self._braces = [_Brace()]
        """The open braces; the first is for the text around them."""

    def parse(self) -> tuple[Span, ...]:
        done = 0
        for match in _SPECIAL.finditer(self._text):
            self._words.append(self._text[done : match.start()])
            done = match.end()
            self._take(match)
        self._words.append(self._text[done:])
        self._finish_span()
        for mark, position in self._stars.items():
            raise Wrong(f"`{mark}` is never closed", position=position)
        for name, position, *_ in self._braces[1:]:
            raise Wrong(f"`{{{name}|` is never closed", position=position)
        return tuple(self._spans)

    def _take(self, match: re.Match[str]) -> None:
        kind, position = match.lastgroup, match.start()
        if kind == "escape":
            if match["escape"] not in _ESCAPES:
                reason = f"`\\{match['escape']}` is not an escape"
                raise Wrong(reason, "write `\\\\` for a backslash", position=position)
            self._words.append(_ESCAPES[match["escape"]])
        elif kind == "stars":
            self._take_stars(match)
        elif kind == "opened":
            self._finish_span()
            self._open(match["opened"], position)
        elif kind == "place":
            if not self._places:
                raise Wrong(f"placeholder `{match[0]}` has no value", position=position)
            self._words.append(match[0])
        elif kind == "icon":
            self._icon(match)
        elif match[0] == "}" and len(self._braces) > 1:
            self._finish_span()
            self._braces.pop()
        else:
            raise Wrong(*_describe_brace(self._text, position), position=position)

    def _open(self, name: str, position: int) -> None:
        around = self._braces[-1]
        try:
            inline = around.inline.marked(name)
        except Wrong as wrong:
            wrong.position = position
            raise
        is_colour = inline is around.inline and name not in (OTHER_LANGUAGE, *MARK_NAMES)
        self._braces.append(_Brace(name, position, name if is_colour else around.colour, inline))

    def _icon(self, match: re.Match[str]) -> None:
        before = self._text[match.start() - 1 : match.start()]
        if before.isalpha() and _is_in_word(before):
            self._words.append(match[0])
            return
        self._finish_span()
        self._words.append(ICON_PLACE)
        self._finish_span(icon=match["icon"])

    def _take_stars(self, match: re.Match[str]) -> None:
        """Parse `**` and `*`, which open before a word and close after one; `***` is both."""
        stars, position = match[0], match.start()
        before = self._text[position - 1 : position]
        after = self._text[match.end() : match.end() + 1]
        opens = bool(after) and not after.isspace() and not (before.isdigit() and after.isdigit())
        closes = bool(before) and not before.isspace()
        is_double = len(stars) in (2, 3) and (closes if "**" in self._stars else opens)
        is_single = len(stars) in (1, 3) and (
            closes if "*" in self._stars else opens and not _is_in_word(before)
        )
        if not (is_double or is_single):
            self._words.append(stars)
            return
        self._finish_span()
        for mark in is_double * ["**"] + is_single * ["*"]:
            if self._stars.pop(mark, None) is None:
                self._stars[mark] = position
        if len(stars) == 3 and not (is_double and is_single):
            self._words.append("*" if is_double else "**")

    def _finish_span(self, icon: str = "") -> None:
        text = "".join(self._words)
        self._words.clear()
        if text:
            names = [brace.name for brace in self._braces]
            is_bold, is_other = "**" in self._stars or "bold" in names, OTHER_LANGUAGE in names
            is_italic = ("*" in self._stars or "italic" in names) != is_other
            _, _, colour, inline = self._braces[-1]
            self._spans.append(Span(text, is_bold, is_italic, colour, icon, is_other, inline))


_UNSPACED = "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef]"
"""Letters of scripts that are written without spaces, which a mark may follow directly."""


def _is_in_word(before: str) -> bool:
    return before.isalnum() and (before.isascii() or not re.match(_UNSPACED, before))
