"""Where texts are printed: parts, pictures, and the number of characters that fit."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import inf
from typing import Any

from generator.errors import GeneratorError
from generator.layout.document import lay_out_part, make_press
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.press import LayoutFindings, Press
from generator.layout.text.paragraphs import SetLine, Setting
from generator.layout.text.typesetter import TextAnchor, TextBlock, Typesetter, VerticalAnchor
from generator.make.jobs.files import name_page
from generator.make.jobs.jobs import Job, ReadGame, choose_jobs
from generator.model.kit import Part, Section
from generator.model.pieces import PieceSet
from generator.model.texts.rich_text import plain
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, fields, is_dataclass, replace
from generator.read.files.shelf import REFERENCE
from generator.read.wordings.grammars import has_square_letters
from generator.scene.bounds import list_all
from generator.scene.shapes import Document, GlyphRun
from generator.translate.table_texts import TableText
from generator.translate.translations import Workspace

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


@dataclass(frozen=True)
class _Listener(Wording):
    """A wording that records the keys of all requested texts."""

    heard: dict[str, dict[str, None]] = field(default_factory=dict)
    """Keys by text; several keys may have the same text."""

    @property
    def translates(self) -> bool:
        return bool(self.direct)

    def format(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        text = super().format(key, values)
        self.heard.setdefault(text, {})[key] = None
        return text

    @property
    def keys(self) -> dict[str, None]:
        return {key: None for keys in self.heard.values() for key in keys}


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
        names = [field.name for field in fields(wording) if field.init]
        listener = _Listener(**{name: getattr(wording, name) for name in names})
        rooms: dict[str, int] = {}
        here = {key: cell for key, cell in cells.items() if cell.part == job.part.id}
        press = _make_press(job, listener, rooms, is_square=has_square_letters(locale))
        try:
            document = lay_out_part(press, job.part, paper=job.paper)
            _note_places(prints, press, job.part, listener)
            for key, cell in here.items():
                prints.setdefault(key, Print()).places[f"{cell.part}/{cell.piece}"] = None
                listener.heard.setdefault(cell.shown, {})[key] = None
        except GeneratorError:
            continue
        for text, room in rooms.items():
            for key in listener.heard.get(text, ()):
                known = prints.setdefault(key, Print())
                known.longest = min(known.longest or room, room)
        _note_pictures(prints, listener, job, document)
    return prints


def _make_press(job: Job, listener: _Listener, rooms: dict[str, int], *, is_square: bool) -> Press:
    kit = replace(job.game.kit, wordings={job.locale: listener})
    press = make_press(kit, locale=job.locale, fonts=job.game.fonts, findings=LayoutFindings(collects=True))
    measurer = _Measurer(
        job.game.fonts,
        colours=press.palette,
        icons=press.icons,
        language=job.locale,
        direction=listener.direction,
        report=press.findings.add,
        warn=press.findings.warn,
    )
    measurer.rooms, measurer.is_square = rooms, is_square
    press.typesetter = measurer
    return press


_FULL = 0.9
"""Share of a box that text can fill, since lines end before the box does."""
_MOST = 1000
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
        lines = most_lines or _MOST
        if height < inf:
            lines = min(lines, max(1, int(height / (style.size * scale * style.leading) + 1e-6)))
        letter = self.measure(text.replace("\n", " "), style)[0] * scale / length
        if letter > 0:
            room = lines * width * _FULL
            letters = max(length, int(room / letter))
            if letters <= _MOST:
                fitting = max(1, int(room / (style.size * scale))) if self.is_square else letters
                self.rooms[text] = min(fitting, self.rooms.get(text, fitting))


def _note_places(prints: dict[str, Print], press: Press, part: Part, listener: _Listener) -> None:
    """Record the piece that shows each text, or the part if the piece is unknown."""
    places = dict(_walk(part, part.id, press.wording.sentences))
    if isinstance(part, PieceSet):
        before = dict(listener.heard)
        for piece in lay_out_pieces(press, part):
            listener.heard.clear()
            for draw in filter(None, (piece.draw_front, piece.draw_back)):
                draw()
            for text, keys in listener.heard.items():
                before.setdefault(text, {}).update(keys)
            places = {**dict.fromkeys(listener.keys, f"{part.id}/{piece.id}"), **places}
        listener.heard.update(before)
    for key in listener.keys:
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


def _note_pictures(prints: dict[str, Print], listener: _Listener, job: Job, document: Document) -> None:
    """Record the first page that has the first letters of each text."""
    pages = [
        list_letters(" ".join(run.text for run in list_all(GlyphRun, page.shapes))) for page in document.pages
    ]
    for text, keys in listener.heard.items():
        with suppress(ValueError):
            glance = list_letters(plain(text))[:_GLANCE]
            page = next((index for index, letters in enumerate(pages) if glance and glance in letters), None)
            for key in keys if page is not None else ():
                known = prints.setdefault(key, Print())
                name = name_page(job.stem, "png", page or 0, len(pages))
                known.picture = known.picture or f"{job.game.kit.slug}/{name}"


def list_letters(text: str) -> str:
    """Return letters and digits in lower case."""
    return "".join(filter(str.isalnum, text.casefold()))
