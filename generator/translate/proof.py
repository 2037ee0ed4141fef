"""Texts where they are printed: as a list with the number of characters that fit, or as a proof.

The proof of a language is a PDF with every text next to its English, grouped by the part that prints it.
Texts with placeholders are filled with several samples.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from math import inf
from typing import Any, TypeAlias

from generator.backends.formats import find_format
from generator.errors import GeneratorError, LayoutError, PartErrors, format_over
from generator.layout.document import lay_out_part, make_press
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.press import LayoutFindings, Press
from generator.layout.text.lines import SetLine
from generator.layout.text.paragraphs import Setting, TextAnchor, TextBlock, VerticalAnchor
from generator.layout.text.typesetter import Typesetter
from generator.make.jobs.files import name_page
from generator.make.jobs.jobs import Job, ReadGame, choose_jobs
from generator.make.screens.printed_texts import NotingWording, fold_letters, make_noting_wording
from generator.model.elements.blocks import AnyBlock, Cell, Heading, Paragraph, Table, TableColumn, TableRow
from generator.model.kit import Booklet, Kit, Part, PieceSet, Section
from generator.model.printing.printing import FileOptions, Paper
from generator.model.texts.message import parse_message
from generator.model.texts.rich_text import escape_rich, parse_rich, plain
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, fields, is_dataclass, replace
from generator.read.files.shelf import REFERENCE
from generator.read.wordings.grammars import has_square_letters
from generator.read.wordings.wordings import combine_wordings
from generator.scene.fonts import FontLibrary
from generator.scene.shapes import Document, GlyphRun, list_all
from generator.translate.translations import (
    PLACEHOLDER,
    STAND_IN,
    Overflow,
    Translation,
    TranslationStatus,
    Workspace,
    list_missing_characters,
    make_wording,
)
from generator.translate.wording_edits import TableText

ON_SCREEN = "screen"
"""Place of texts that no part prints: those of the referee and the companion."""


@dataclass(slots=True)
class Print:
    """The places of a text, and the number of characters that fit."""

    places: dict[str, None] = field(default_factory=dict)
    """`sheet/analysis`, `cards/patient_zero`, `rules`; as an ordered set."""
    longest: int = 0
    """Approximate number of characters that fit; 0: no limit."""
    picture: str = ""
    """File of `petri make GAME --to png` that shows the text."""


def list_prints(workspace: Workspace, locale: str, cells: Mapping[str, TableText]) -> Mapping[str, Print]:
    """Return the places of texts by key, on the game's first page size; empty for shared texts.

    The numbers of characters that fit are for the language. `cells` are texts of tables.
    """
    prints: dict[str, Print] = {}
    if workspace.kit is None:
        return prints
    papers = workspace.papers
    paper = next(iter(workspace.kit.papers or papers))
    game = ReadGame(workspace.kit, workspace.fonts)
    for job in choose_jobs([game], papers, locale_names=[REFERENCE], paper_names=[paper]):
        wording = job.game.kit.wordings[job.locale]
        noting = make_noting_wording(wording)
        rooms: dict[str, int] = {}
        here = {key: cell for key, cell in cells.items() if cell.part == job.part.id}
        press = _make_press(job, noting, rooms, is_square=has_square_letters(locale))
        try:
            document = lay_out_part(press, job.part, paper=job.paper)
            _note_places(prints, press, job.part, noting)
            for key, cell in here.items():
                prints.setdefault(key, Print()).places[f"{cell.part}/{cell.piece}"] = None
                noting.noted.setdefault(cell.shown, {})[key] = None
        except GeneratorError:
            continue
        for text, room in rooms.items():
            for key in noting.noted.get(text, ()):
                known = prints.setdefault(key, Print())
                known.longest = min(known.longest or room, room)
        _note_pictures(prints, noting, job, document)
    return prints


def _make_press(job: Job, noting: NotingWording, rooms: dict[str, int], *, is_square: bool) -> Press:
    kit = replace(job.game.kit, wordings={job.locale: noting})
    press = make_press(kit, locale=job.locale, fonts=job.game.fonts, findings=LayoutFindings(collects=True))
    measurer = _Measurer(
        job.game.fonts,
        colours=press.palette,
        icons=press.icons,
        language=job.locale,
        direction=noting.direction,
        report=press.findings.add,
        warn=press.findings.warn,
    )
    measurer.rooms, measurer.is_square = rooms, is_square
    press.typesetter = measurer
    return press


_FULL = 0.9
"""Share of a box that text can fill, since lines end before the box does."""
_MOST_LETTERS = 1000
"""Largest limit, in characters; more room is reported as no limit."""


class _Measurer(Typesetter):
    """A typesetter that measures how many characters fit."""

    is_square: bool
    """True for a language whose characters are as wide as they are high, such as Japanese."""
    rooms: dict[str, int]
    """Number of characters that fit, by English text."""

    def _break(self, setting: Setting, face: Any) -> tuple[float, list[SetLine], Setting]:
        self._measure(setting)
        return super()._break(setting, face)

    def set_line(
        self, setting: Setting, *, anchor: TextAnchor = "start", vertical: VerticalAnchor = "baseline"
    ) -> TextBlock:
        if setting.width < inf:
            self._measure(setting._replace(width=setting.width / _FULL, most_lines=1))
        return super().set_line(setting, anchor=anchor, vertical=vertical)

    def _measure(self, setting: Setting) -> None:
        """Measure at the smallest size, with the average width of the letters of the text."""
        text, style, width, height, most_lines, *_ = setting
        length = len(text)
        if not length or (height == inf and not most_lines):
            return
        scale = min(style.size, style.smallest) / style.size
        lines = most_lines or _MOST_LETTERS
        if height < inf:
            lines = min(lines, max(1, int(height / (style.size * scale * style.leading) + 1e-6)))
        letter = self.measure(text.replace("\n", " "), style)[0] * scale / length
        if letter > 0:
            room = lines * width * _FULL
            letters = max(length, int(room / letter))
            if letters <= _MOST_LETTERS:
                fitting = max(1, int(room / (style.size * scale))) if self.is_square else letters
                self.rooms[text] = min(fitting, self.rooms.get(text, fitting))


def _note_places(prints: dict[str, Print], press: Press, part: Part, noting: NotingWording) -> None:
    """Record the piece that shows each text, or the part if the piece is unknown."""
    places = dict(_walk(part, part.id, press.wording.sentences))
    if isinstance(part, PieceSet):
        before, pieces = dict(noting.noted), lay_out_pieces(press, part)
        # The first piece of a deck is drawn twice: titles of one size are all measured with it.
        first = {next(iter(deck.pieces)).id for deck in part.decks}
        for piece in (*(piece for piece in pieces if piece.id in first), *pieces):
            noting.noted.clear()
            for draw in filter(None, (piece.draw_front, piece.draw_back)):
                draw()
            for text, keys in noting.noted.items():
                before.setdefault(text, {}).update(keys)
            shown = dict.fromkeys(noting.keys, f"{part.id}/{piece.id}")
            places = places if piece.id in first else {**shown, **places}
            first.discard(piece.id)
        noting.noted.update(before)
    for key in noting.keys:
        prints.setdefault(key, Print()).places[places.get(key, part.id)] = None


def _walk(value: object, place: str, keys: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the wording keys in a part, each with the nearest value around it that has an id."""
    if isinstance(value, Mapping):
        value = [section for section in value.values() if isinstance(section, Section)]
    if isinstance(value, str):
        if value in keys:
            yield value, place
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from _walk(inner, place, keys)
    elif is_dataclass(value):
        own = getattr(value, "id", "")
        part = place.split("/", 1)[0]
        nearest = f"{part}/{own}" if isinstance(own, str) and own and own != part else place
        for each in fields(value):
            yield from _walk(getattr(value, each.name), nearest, keys)


_GLANCE = 16
"""Number of letters by which a text is found on a page."""


def _note_pictures(prints: dict[str, Print], noting: NotingWording, job: Job, document: Document) -> None:
    """Record the first page that has the first letters of each text."""
    pages = [
        fold_letters(" ".join(run.text for run in list_all(GlyphRun, page.shapes))) for page in document.pages
    ]
    for text, keys in noting.noted.items():
        with suppress(ValueError):
            glance = fold_letters(plain(text))[:_GLANCE]
            page = next((index for index, letters in enumerate(pages) if glance and glance in letters), None)
            for key in keys if page is not None else ():
                known = prints.setdefault(key, Print())
                name = name_page(job.stem, "png", page or 0, len(pages))
                known.picture = known.picture or f"{job.game.kit.slug}/{name}"


_BREAK = re.compile(r"(?<=[._/])(?=\w)")
_SCALE = 0.92
"""Type size, compared with that of the game's rules."""
_COLUMNS = {"Where": 0.26, "English": 0.37, "": 0.37}
"""Heads of the columns and their widths; the language is the head of the last."""
_URGENT = ("missing", "wrong", "kept", "stale", "icons", "characters")


Fill: TypeAlias = Callable[[str, Wording], Sequence[str]]
"""Fills the text of a key in a language with several samples, such as `Samples` of `play.contracts`."""


@dataclass(frozen=True)
class Proof:
    """The data of a proof."""

    kit: Kit
    fonts: FontLibrary
    paper: Paper
    translation: Translation
    status: TranslationStatus
    prints: Mapping[str, Print]
    fill: Fill
    """Fills texts with samples."""
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
        return self._wording.grammar.isolate(rich)

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
                own, other = self._show(key, english)
                cells = r"\n".join(where), self._isolate(own), other
                yield TableRow(tuple(Cell(self._add_key(cell)) for cell in cells))

    def _show(self, key: str, english: str) -> tuple[str, str]:
        """Return English and translation as rich text, filled; if the translation is invalid, as written."""
        file = self.translation.file
        broken = escape_rich(file.broken.get(key, ""))
        text = broken or file.sentences.get(key, "") or self.translation.in_cells.get(key, "")
        missing = list_missing_characters(text, self.fonts)
        replacements = dict.fromkeys(map(ord, missing), STAND_IN)
        is_filled = key in self.translation.sentences and key in self.kit.wordings[REFERENCE]
        if broken or not text or not is_filled or "{" not in english + text:
            return show_text(english), (text if broken else show_text(text)).translate(replacements)
        sides = (self.fill(key, one) for one in (self.kit.wordings[REFERENCE], self._wording))
        own, other = (r"\n".join(map(_show_filled, one)) for one in sides)
        return own, other.translate(replacements)

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


def list_overflows(status: TranslationStatus, translation: Translation) -> Mapping[str, str]:
    """Return the message of the worst overflow of each text that does not fit, by key."""
    found = {}
    for key, text in translation.printable.items():
        if about := [one for one in status.overflows if _is_about(one, key, text)]:
            found[key] = max(about, key=lambda one: one.over_mm).message
    return found


def _show_filled(text: str) -> str:
    """Return a filled text as rich text; one with marks that a value has broken as it is written."""
    try:
        parse_rich(PLACEHOLDER.sub(r"\\{\1\\}", text))
    except ValueError:
        return escape_rich(text)
    return PLACEHOLDER.sub(r"\\{\1\\}", text)


def format_proof(title: str, translation: Translation, fill: Fill, *, only: Collection[str] = ()) -> str:
    """Return the filled texts of a language below their English as Markdown; `only` names groups of keys."""
    source, locale = translation.source, translation.locale
    files = [folder.file for folder in source.list_folders(REFERENCE)]
    english, own = combine_wordings(source, REFERENCE, files), make_wording(translation)
    lines, issues = [f"# {title}: {locale}"], dict[str, list[str]]()
    for issue in translation.issues:
        issues.setdefault(issue.key, []).append(issue.type)
    for key in translation.english:
        if key not in translation.sentences or (only and not is_in_groups(key, only)):
            continue
        marks = "".join(f" [{type}]" for type in issues.get(key, ()))
        lines += ["", f"**{key}**{marks}"]
        texts = [f"> {fill(key, english)[0]}", *(f"- {text}" for text in fill(key, own))]
        lines += [" ".join(text.split()) for text in texts]
    return "\n".join(lines) + "\n"


def is_in_groups(key: str, groups: Collection[str]) -> bool:
    """Return True for the key of a group, or of a text in one."""
    return any(key == group or key.startswith(f"{group}.") for group in groups)


def show_text(text: str) -> str:
    """Return rich text that shows a text with the names of its placeholders; one with choices as written."""
    if "{" in text and parse_message(text).choices:
        return escape_rich(text)
    sample, _ = next(parse_message(text).samples())
    return PLACEHOLDER.sub(r"\\{\1\\}", sample)


_FEWEST, _MOST = 5, 16
"""Minimum and maximum letters of a text to find in an overflow message, which shortens it."""


def _is_about(overflow: Overflow, key: str, text: str) -> bool:
    """Return True if an overflow names the key of a text, or quotes the text."""
    if re.search(rf"\b{re.escape(key)}\b", overflow.message):
        return True
    if "{" in text and parse_message(text).choices:
        return False
    longest = max(map(fold_letters, PLACEHOLDER.split(text)[::2]), key=len)
    return len(longest) >= _FEWEST and longest[:_MOST] in fold_letters(overflow.message)
