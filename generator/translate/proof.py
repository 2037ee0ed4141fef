"""The proof of a language: a PDF with every text next to its English, grouped by the part that prints it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from generator.backends.formats import find_format
from generator.errors import LayoutError, PartErrors, format_over
from generator.layout.document import lay_out_part, make_press
from generator.layout.press import LayoutFindings
from generator.make.jobs.jobs import Job, ReadGame
from generator.model.elements.blocks import AnyBlock, Cell, Heading, Paragraph, Table, TableColumn, TableRow
from generator.model.kit import Booklet, Kit
from generator.model.printing.inks import FileOptions
from generator.model.style import Paper
from generator.model.texts.message import parse_message
from generator.model.texts.rich_text import escape_rich
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, replace
from generator.scene.fonts import FontLibrary
from generator.translate.prints import ON_SCREEN, Print, list_letters
from generator.translate.status import (
    STAND_IN,
    Overflow,
    TranslationStatus,
    list_missing_characters,
    make_wording,
)
from generator.translate.translations import PLACEHOLDER, Translation

_BREAK = re.compile(r"(?<=[._/])(?=\w)")
_ISOLATE, _END = "\u2066", "\u2069"
"""Marks that keep the order of English on pages in right-to-left languages."""
_SCALE = 0.92
"""Type size, compared with that of the game's rules."""
_COLUMNS = {"Where": 0.26, "English": 0.37, "": 0.37}
"""Heads of the columns and their widths; the language is the head of the last."""
_URGENT = ("missing", "wrong", "stale", "icons", "characters")


@dataclass(frozen=True)
class Proof:
    """The data of a proof."""

    kit: Kit
    fonts: FontLibrary
    paper: Paper
    translation: Translation
    status: TranslationStatus
    prints: Mapping[str, Print]
    _texts: dict[str, str] = field(default_factory=dict, init=False)
    """Texts that only the proof has, by key."""

    @cached_property
    def _wording(self) -> Wording:
        """The wording with English in place of missing or invalid texts; used in the margins."""
        return make_wording(self.translation, self.status)

    @cached_property
    def _language(self) -> str:
        """Name of the language, or its tag where no font has the letters of the name."""
        name = self.status.language
        return self.translation.locale if list_missing_characters(escape_rich(name), self.fonts) else name

    def make(self) -> bytes:
        """Return the PDF; raises PartErrors where a page cannot be made."""
        english, locale = self.kit.wordings["en"], self.translation.locale
        title = english.format(self.kit.title)
        booklet = Booklet(
            id="proof",
            title=self._add(f"{title}: {locale}"),
            subtitle=self._add(f"Every text in {self._language} next to its English"),
            blocks=tuple(self._list_blocks(english)),
            columns=1,
            orientation="landscape",
        )
        texts = {**self._wording.sentences, **self._texts, self.kit.title: escape_rich(title)}
        wordings = {**self.kit.wordings, locale: replace(self._wording, sentences=texts)}
        kit = replace(self.kit, parts=(booklet,), wordings=wordings)
        press = make_press(kit, locale=locale, fonts=self.fonts, findings=LayoutFindings(collects=True))
        try:
            document = lay_out_part(press, booklet, paper=self.paper)
        except LayoutError as error:
            job = Job(ReadGame(kit, self.fonts), booklet, locale, self.paper)
            raise PartErrors([(str(job), error)]) from None
        return find_format("pdf").write(document, None, FileOptions())

    def _isolate(self, rich: str) -> str:
        """Keep English rich text in its own order."""
        return f"{_ISOLATE}{rich}{_END}" if rich and self._wording.direction == "rtl" else rich

    def _add(self, text: str) -> str:
        return self._add_key(self._isolate(escape_rich(text)))

    def _add_key(self, rich: str) -> str:
        key = f"proof.{len(self._texts)}"
        self._texts[key] = rich
        return key

    def _list_blocks(self, english: Wording) -> Iterator[AnyBlock]:
        types: list[str] = [issue.type for issue in self.status.issues]
        types += ["overflow"] * len(self.status.overflows)
        summary = [f"{self.status.translated} of {self.status.required} texts translated"]
        summary += [f"{count} {type}" for type, count in Counter(types).items()]
        yield Paragraph(self._add(" · ".join(summary)), "lead")
        titles = {part.id: f"{english.format(part.title)} ({part.id})" for part in self.kit.parts}
        for part, places in self._group_keys().items():
            overflows = [overflow for overflow in self.status.overflows if overflow.part == part]
            if places or overflows:
                yield Heading(self._add(titles.get(part, "Shown on the screen")))
            if overflows:
                lines = [f"{', '.join(overflow.papers)}: {overflow.message}" for overflow in overflows]
                marked = (self._isolate(f"{{red|**overflow**}} {escape_rich(line)}") for line in lines)
                yield Paragraph(self._add_key(self._isolate(r"\n".join(marked))), "note")
            if places:
                heads = {self._add(head or self._language): width for head, width in _COLUMNS.items()}
                columns = tuple(TableColumn(head, width=width) for head, width in heads.items())
                yield Table(columns, tuple(self._list_rows(part, places)), look="lines", scale=_SCALE)

    def _group_keys(self) -> dict[str, dict[str, list[str]]]:
        """Return keys by part and by the first place on which they are printed; the screen comes last."""
        parts = (*(part.id for part in self.kit.parts), ON_SCREEN)
        groups: dict[str, dict[str, list[str]]] = {part: {} for part in parts}
        translation = self.translation
        for key in dict.fromkeys((*translation.required, *translation.file.sentences)):
            place = next(iter(self.prints.get(key, Print()).places), ON_SCREEN)
            groups.setdefault(place.split("/", 1)[0], {}).setdefault(place, []).append(key)
        return groups

    def _list_rows(self, part: str, places: Mapping[str, Iterable[str]]) -> Iterator[TableRow]:
        for place, keys in places.items():
            if place != part:
                yield TableRow(heading=self._add(place))
            for key in keys:
                english = self.translation.english.get(key, "")
                where = [f"**{escape_rich(_BREAK.sub(chr(0x200B), key))}**"]
                where += map(self._isolate, self._list_issues(key, english))
                shown = self._isolate(show_text(english))
                cells = r"\n".join(where), shown, self._show(key)
                yield TableRow(tuple(Cell(self._add_key(cell)) for cell in cells))

    def _show(self, key: str) -> str:
        """Return the translation as rich text; if it is invalid, as it is written."""
        file = self.translation.file
        broken = escape_rich(file.broken.get(key, ""))
        text = broken or file.sentences.get(key, "") or self.translation.in_cells.get(key, "")
        missing = list_missing_characters(text, self.fonts)
        text = text.translate(dict.fromkeys(map(ord, missing), STAND_IN))
        return text if broken else show_text(text)

    def _list_issues(self, key: str, english: str) -> Iterator[str]:
        for issue in self.status.issues:
            if issue.key == key:
                colour = "red" if issue.type in _URGENT else "accent"
                codes = " ".join(f"U+{ord(character):04X}" for character in issue.characters)
                yield f"{{{colour}|**{issue.type}**}} {escape_rich(codes or issue.problem.message)}"
        text = self.translation.printable.get(key, english)
        if overflows := [overflow for overflow in self.status.overflows if _is_about(overflow, key, text)]:
            worst = max(overflows, key=lambda overflow: overflow.over_mm)
            yield f"{{red|**overflow**}} by {format_over(worst.over_mm)} ({', '.join(worst.papers)})"


def show_text(text: str) -> str:
    """Return rich text that shows a text with the names of its placeholders; one with choices as written."""
    if "{" in text and parse_message(text).choices:
        return escape_rich(text)
    return PLACEHOLDER.sub(r"\\{\1\\}", text)


_FEWEST, _MOST = 5, 16
"""Minimum and maximum letters of a text to find in an overflow message, which shortens it."""


def _is_about(overflow: Overflow, key: str, text: str) -> bool:
    """Return True if an overflow names the key of a text, or quotes the text."""
    if re.search(rf"\b{re.escape(key)}\b", overflow.message):
        return True
    if "{" in text and parse_message(text).choices:
        return False
    longest = max(map(list_letters, PLACEHOLDER.split(text)[::2]), key=len)
    return len(longest) >= _FEWEST and longest[:_MOST] in list_letters(overflow.message)
