"""The names in the elements of a template: icons, colours, roles, words, files; which are right."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from generator.errors import DataError
from generator.model.rich_text import MarkupError, parse_rich
from generator.model.template import (
    PATTERNS,
    BoardElement,
    Element,
    Ground,
    IconElement,
    PanelElement,
    PictureElement,
    RepeatElement,
    TurnedElement,
    WordsElement,
)
from generator.read.files import name_file
from generator.read.names import Names
from generator.read.phrases import suggest
from generator.read.pictures import PictureFolder

Kind: TypeAlias = Literal[
    "colour", "icon", "role", "pattern", "file", "words", "text", "board", "place", "angle"
]

NAMED: dict[type[Element], tuple[tuple[str, Kind], ...]] = {
    Ground: (("fill", "colour"),),
    PanelElement: (
        ("fill", "colour"),
        ("stroke", "colour"),
        ("pattern", "pattern"),
        ("pattern_colour", "colour"),
    ),
    WordsElement: (
        ("say", "words"),
        ("text", "text"),
        ("role", "role"),
        ("colour", "colour"),
        ("angle", "angle"),
    ),
    IconElement: (("icon", "icon"), ("colour", "colour"), ("stroke", "colour"), ("angle", "angle")),
    PictureElement: (("file", "file"),),
    RepeatElement: (),
    TurnedElement: (),
    BoardElement: (("board", "board"), ("place", "place")),
}
"""The keys of each element whose strings may hold fields, and what they name."""


class Wrongness(NamedTuple):
    """What is wrong with a name, and what would be right."""

    message: str
    hint: str


_NUMBER = re.compile(r"-?\d{1,9}(\.\d{1,9})?")
_MARKS = re.compile(r"[\\*{}:]")
"""Without any of these a text is words alone."""


@dataclass(frozen=True, slots=True)
class NameChecker:
    """Compares names with what there is; an empty name is no name, and right."""

    names: Names
    pictures: PictureFolder

    def judge(self, kind: Kind, name: str) -> Wrongness | None:
        """None: nothing is wrong with it."""
        if not name or kind == "place":
            return None
        if kind == "text":
            return self._judge_text(name)
        if kind == "file":
            return self._judge_file(name)
        if kind == "angle":
            return (
                None if _NUMBER.fullmatch(name) else Wrongness(f"`{name}` is not a number", "degrees: `90`")
            )
        if kind == "colour" and name.startswith("#"):
            if len(name) == 7 and all(digit in "0123456789abcdefABCDEF" for digit in name[1:]):
                return None
            return Wrongness(f"`{name}` is not a colour", 'write it like "#1f4e9c"')
        known = self._known(kind)
        if known is None or name in known:
            return None
        if kind == "words":
            hint = suggest(name, known, likeness=0.85) or "add it to wording/en.yaml"
            return Wrongness(f"the wording has no `{name}`", hint)
        said = "role of type" if kind == "role" else kind
        return Wrongness(f"the {said} `{name}` is not there", suggest(name, known))

    def _known(self, kind: Kind) -> Collection[str] | None:
        if kind == "pattern":
            return PATTERNS
        known: dict[Kind, Collection[str] | None] = {
            "colour": self.names.colours,
            "icon": self.names.icons,
            "role": self.names.roles,
            "words": self.names.sentences,
            "board": self.names.boards,
        }
        return known[kind]

    def _judge_text(self, text: str) -> Wrongness | None:
        """Markup, and the icons and colours that it names."""
        if _MARKS.search(text) is None:
            return None
        try:
            spans = parse_rich(text)
        except MarkupError as error:
            return Wrongness(str(error), "")
        for span in spans:
            if span.icon or span.colour:
                wrong = self.judge("icon", span.icon) or self.judge("colour", span.colour)
                if wrong:
                    return wrong
        return None

    def _judge_file(self, name: str) -> Wrongness | None:
        try:
            found = self.pictures.find(name)
        except DataError as error:
            first = error.problems[0]
            return Wrongness(f"the picture `{name}` cannot be used: {first.message}", first.hint)
        if found is None:
            others = self.pictures.list_names()
            file = name_file(Path(self.pictures.folder) / name)
            return Wrongness(f"there is no file `{file}`", suggest(name, others))
        return None
