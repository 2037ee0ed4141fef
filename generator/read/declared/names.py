"""The names that the files of a kit may use of each other: icons, colours, roles, words, files and more."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from generator.errors import DataError
from generator.model.kinds import Missing, Named, Wrong
from generator.model.message import parse_message
from generator.model.rich_text import MarkupError, parse_rich
from generator.model.template import PATTERNS
from generator.model.wording import Wording
from generator.read.files.phrases import suggest
from generator.read.files.text_files import find_fault
from generator.read.pictures.pictures import PictureFolder

_NUMBER = re.compile(r"-?\d{1,9}(\.\d{1,9})?")
MARKS = re.compile(r"[\\*{}:]")
"""Without any of these a text is words alone."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names by what they name; None: they could not be read, or are not compared."""

    icons: Collection[str] | None = None
    colours: Collection[str] | None = None
    marks: Collection[str] | None = None
    """Of the theme."""
    sentences: Mapping[str, str] | None = None
    """The English wording by key."""
    wordings: Collection[Wording] = ()
    """Each language that is read."""
    faces: Collection[int] | None = None
    """Values of the die faces."""
    roles: Collection[str] | None = None
    """Roles of type that the theme has."""
    boards: Collection[str] | None = None
    """Ids of the kit's boards."""
    sheets: Collection[str] | None = None
    """Ids of the kit's sheets."""
    pieces: Collection[str] | None = None
    """Ids of the kit's cards and tokens."""
    pictures: PictureFolder | None = None

    def judge(self, kind: Named, name: str) -> Wrong | None:
        """Return what is wrong with a name, or None; an empty name is no name, and right."""
        if not name or kind in ("place", "plain"):
            return None
        if kind in ("text", "label"):
            return self._judge_text(name)
        if kind == "cell":
            return self._judge_cell(name)
        if kind == "face":
            return self._judge_face(name)
        if kind == "file":
            return self._judge_file(name)
        if kind == "angle":
            return None if _NUMBER.fullmatch(name) else Wrong(f"`{name}` is not a number", "degrees: `90`")
        if kind == "colour" and name.startswith("#"):
            if len(name) == 7 and all(digit in "0123456789abcdefABCDEF" for digit in name[1:]):
                return None
            return Wrong(f"`{name}` is not a colour", 'write it like "#1f4e9c"')
        if kind in ("words", "sentence"):
            return self._judge_sentence(name, is_filled=kind == "sentence")
        known = self._known(kind)
        if known is None or name in known:
            return None
        said = "role of type" if kind == "role" else kind
        return Wrong(f"the {said} `{name}` is not there", suggest(name, known))

    def _known(self, kind: Named) -> Collection[str] | None:
        if kind == "pattern":
            return PATTERNS
        known: dict[Named, Collection[str] | None] = {
            "colour": self.colours,
            "icon": self.icons,
            "role": self.roles,
            "board": self.boards,
            "mark": self.marks,
            "sheet": self.sheets,
            "piece": self.pieces,
        }
        return known[kind]

    def _judge_sentence(self, key: str, *, is_filled: bool, otherwise: str = "") -> Wrong | None:
        """`is_filled`: fields of a piece fill its places; `otherwise`: what else may be meant."""
        sentences = self.sentences
        if sentences is None:
            return None
        if key not in sentences:
            hint = suggest(key, sentences, likeness=0.85) or "add it to wording/en.yaml"
            return Missing(f"the wording has no `{key}`", hint + otherwise)
        places = () if is_filled else parse_message(sentences[key]).names
        if not places:
            return None
        hint = "only sentences that a template says may have places for values"
        return Wrong(f"nothing fills the place `{{{places[0]}}}` of the sentence `{key}`", hint)

    def _judge_cell(self, cell: str) -> Wrong | None:
        """A wording key, or a text after `=`."""
        if cell.startswith("="):
            return self._judge_text(cell, start=1)
        meant = f", or write `={cell}` for the text itself"
        return self._judge_sentence(cell, is_filled=False, otherwise=meant)

    def _judge_face(self, value: str) -> Wrong | None:
        faces = self.faces
        if faces is None or int(value) in faces:
            return None
        return Wrong(f"no die has a face {value}", f"there are: {', '.join(map(str, faces)) or 'none'}")

    def _judge_text(self, text: str, *, start: int = 0) -> Wrong | None:
        """Markup from a character on, and the icons and colours that it names."""
        if MARKS.search(text) is None:
            return None
        try:
            spans = parse_rich(text[start:])
        except MarkupError as error:
            return Wrong(str(error), position=start + error.position)
        for span in spans:
            if span.icon or span.colour:
                wrong = self.judge("icon", span.icon) or self.judge("colour", span.colour)
                if wrong:
                    return wrong
        return None

    def _judge_file(self, name: str) -> Wrong | None:
        if self.pictures is None:
            return None
        try:
            found = self.pictures.find(name)
        except DataError as error:
            first = error.problems[0]
            return Wrong(f"the picture `{name}` cannot be used: {first.message}", first.hint)
        if found is None:
            home = self.pictures.folder
            return Wrong(find_fault(home / name, home=home), suggest(name, self.pictures.list_names()))
        return None


NO_NAMES = Names()
"""Nothing is compared."""
