"""Colours or texts of other programs: what they mean here, what replaces them, what is damaged."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress

from generator.errors import Problem, Wrong, format_count, list_briefly
from generator.model.texts.rich_text import isolate_icon
from generator.model.values import dataclass, field
from generator.read.declared.reader import Findings
from generator.read.files.text_files import MEGABYTE, shorten_line
from generator.read.files.yaml import Data, DataPath

_TAGS = (
    "a|b|big|blockquote|br|center|code|div|em|font|h[1-6]|hr|i|img|li|ol|p|s|small|span|strike|strong|"
    "sub|sup|u|ul"
)
_ENTITIES = r"#\d+|#x[0-9a-f]+|amp|nbsp|lt|gt|quot|apos|shy|[mn]dash|hellip"
_MARK = re.compile(
    rf"</?(?:{_TAGS})(?:\s[^<>]*)?/?>|&(?:{_ENTITIES});|\[[biu]\](?=.{{1,999}}\[/[biu]\])|\[/[biu]\]",
    re.IGNORECASE | re.DOTALL,
)
"""Marks of web pages and forums."""
_MISREAD_FIRST = "ÂÃÄÅÐÑâðï"
_MISREAD = re.compile(f"[{_MISREAD_FIRST}][^\0-\x7f]")
"""Beginnings of letters in UTF-8, as Windows-1252 has them."""
_LOST = "\N{REPLACEMENT CHARACTER}"
_MOST_SHOWN = 4
"""Maximum number of marks listed in a warning."""


_MAY_BE_FOREIGN = re.compile(rf"[<&\[][/#a-z]|[{_MISREAD_FIRST}{_LOST}]", re.IGNORECASE)
"""Characters that every text with foreign marks has, and few other texts."""
MOST_REPLACED = 64 * MEGABYTE
"""Maximum number of characters of all cells with replaced texts."""


def may_be_foreign(text: str) -> bool:
    """Return True if a text is worth a closer look."""
    return _MAY_BE_FOREIGN.search(text) is not None


def list_foreign_marks(text: str) -> Iterator[str]:
    """Yield the marks of other programs in a text that is printed as it is: `<b>`, `&nbsp;`."""
    yield from (match[0] for match in _MARK.finditer(text))


def repair_encoding(text: str) -> str:
    """Return a text that was read in the wrong encoding as it was before; empty if it is sound.

    A text is damaged only if all its letters together are UTF-8: `José` is sound, `JosÃ©` was `José`.
    """
    if not text.isascii() and _MISREAD.search(text):
        with suppress(UnicodeError):
            return text.encode("cp1252").decode()
    return ""


@dataclass
class ForeignTexts:
    """Collects foreign marks and damaged characters in the texts of a deck, to report each kind once."""

    covers: Callable[[str], bool]
    """Returns True if no warning is wanted about a mark."""
    _marks: dict[str, None] = field(default_factory=dict)
    _found: dict[str, dict[tuple[str, DataPath], tuple[Findings, str, str]]] = field(default_factory=dict)
    """Message and hint for each text that was met, by kind and place."""

    def note(self, text: str, findings: Findings, path: DataPath) -> None:
        """Note a text that is printed, and where it is written."""
        marks = [mark for mark in dict.fromkeys(list_foreign_marks(text)) if not self.covers(mark)]
        self._marks.update(dict.fromkeys(marks))
        kinds = {"marks": ("", "")} if marks else {}
        if _LOST in text:
            kinds["lost"] = (
                f"`{shorten_line(text)}`: `{_LOST}` is where a character was lost",
                "write it again",
            )
        if before := repair_encoding(text):
            shown, repaired = shorten_line(text), shorten_line(before)
            message = f"`{shown}` was read in a wrong encoding: it may have been `{repaired}`"
            kinds["encoding"] = message, "open the original as UTF-8, and save it again"
        for kind, described in kinds.items():
            self._found.setdefault(kind, {})[findings.file, path] = findings, *described

    def list_warnings(self) -> Iterator[Problem]:
        """Yield a warning for each kind, at the first text that has it."""
        for kind, found in self._found.items():
            (_, path), (findings, message, hint) = next(iter(found.items()))
            if kind == "marks":
                message, hint = self._describe_marks()
            more = f"; {format_count(len(found) - 1, 'more text')} like this" if len(found) > 1 else ""
            yield findings.describe(path, message, hint + more)

    def _describe_marks(self) -> tuple[str, str]:
        shown = list_briefly((f"`{mark}`" for mark in self._marks), _MOST_SHOWN)
        verb = "is printed as it is" if len(self._marks) == 1 else "are printed as they are"
        first = next(iter(self._marks))
        hint = (
            "write the marks of this program, or replace them: "
            '`replace: {"<b>": "**", "</b>": "**", "<br>": "\\n"}`; '
            f'`ignore: ["{first}"]` if it is intended'
        )
        return f"{shown} {verb}", hint


class Replacing:
    """Replaces texts in cells: at each place the longest, and nothing in what was put in its place."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts, self._length = texts, 0
        self._met: set[str] = set()
        longest_first = sorted(filter(None, texts), key=len, reverse=True)
        self._any = re.compile("|".join(map(re.escape, longest_first)) or "(?!)")

    @property
    def unmet(self) -> Collection[str]:
        """The texts that were in no cell, not even as parts of longer ones that were replaced."""
        return [text for text in self._texts if not any(text in met for met in self._met)]

    def replace(self, cell: Data) -> Data:
        """Return a cell with the texts replaced; raises Wrong if all cells become too long."""
        if isinstance(cell, list):
            return [self.replace(item) for item in cell]
        if not isinstance(cell, str) or not self._any.search(cell):
            return cell
        new = self._any.sub(self._choose, cell)
        self._length += len(new)
        if self._length > MOST_REPLACED:
            raise Wrong("makes the table too long", f"at most {MOST_REPLACED // MEGABYTE} million characters")
        return new

    def _choose(self, match: re.Match[str]) -> str:
        self._met.add(match[0])
        before = match.string[: match.start()][-1:]
        return isolate_icon(self._texts[match[0]], before)
