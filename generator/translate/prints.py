"""Where each English sentence is printed: on which thing, how long it may be, on which picture it is."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from math import inf

from generator.errors import GeneratorError
from generator.layout.document import lay_out_part, make_press
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.press.press import Press
from generator.layout.text.findings import Findings
from generator.layout.text.fitting import Setting
from generator.layout.text.placing import TextShape
from generator.layout.text.typesetter import Anchor, TextBlock, Typesetter, Upright, VerticalAnchor
from generator.make.games import Game
from generator.make.jobs import Job, choose_jobs
from generator.make.pipeline import name_page
from generator.model.kit import Part
from generator.model.pieces import PieceSet
from generator.model.rich_text import plain
from generator.model.sheet import Section
from generator.model.wording import Wording
from generator.read.files.shelf import REFERENCE, Shelf
from generator.read.kits.fonts import read_game_fonts
from generator.read.kits.papers import read_papers
from generator.scene.shapes import Document, GlyphRun
from generator.scene.walk import find_all
from generator.translate.workspace import Workspace

_FULL = 0.9
"""How much of a box words can fill: lines do not end where the box does."""
_MOST = 1000
"""A text that may be longer than this may be as long as it likes."""
_GLANCE = 16
"""Letters by which a sentence is found again on a page."""


@dataclass(slots=True)
class Print:
    """Where a sentence is printed."""

    things: dict[str, None] = field(default_factory=dict)
    """`sheet/analysis`, `cards/patient_zero`, `rules`; as an ordered set."""
    longest: int = 0
    """Characters for which there is room, about; 0: as many as one likes."""
    longest_square: int = 0
    """The same for characters that are as wide as they are high, as those of Japanese."""
    picture: str = ""
    """The file in which it is seen, as `petri make GAME --to png` names it."""


@dataclass(frozen=True, slots=True)
class _Room:
    """For how many characters there is room."""

    letters: int
    """Of English."""
    squares: int
    """As wide as high."""


@dataclass(frozen=True)
class _Listener(Wording):
    """A wording that remembers what was said."""

    heard: dict[str, dict[str, None]] = field(default_factory=dict)
    """By what was said the keys: several may say the same."""

    def say(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        said = super().say(key, values)
        self.heard.setdefault(said, {})[key] = None
        return said

    @property
    def keys(self) -> dict[str, None]:
        """Of all that was said, each once."""
        return {key: None for keys in self.heard.values() for key in keys}


class _Measurer(Typesetter):
    """A typesetter that tells for how many characters there is room."""

    tell: Callable[[str, _Room], None]

    def set_text(self, setting: Setting) -> TextBlock:
        self._tell_room(setting)
        return super().set_text(setting)

    def set_in_box(
        self, setting: Setting, *, left: float, top: float, upright: Upright = "top"
    ) -> tuple[TextShape, ...]:
        self._tell_room(setting)
        return super().set_in_box(setting, left=left, top=top, upright=upright)

    def set_line(
        self, setting: Setting, *, anchor: Anchor = "start", vertical: VerticalAnchor = "baseline"
    ) -> TextBlock:
        if setting.width < inf:
            self._tell_room(setting._replace(width=setting.width / _FULL, most_lines=1))
        return super().set_line(setting, anchor=anchor, vertical=vertical)

    def _tell_room(self, setting: Setting) -> None:
        """At the smallest size, with letters as wide as those of the text on average."""
        text, style, width, height, most_lines, *_ = setting
        length = len(text)
        if not length or (height is None and not most_lines):
            return
        scale = min(style.size, style.smallest) / style.size
        lines = most_lines or _MOST
        if height is not None:
            lines = min(lines, max(1, int(height / (style.size * scale * style.leading) + 1e-6)))
        letter = self.measure(text.replace("\n", " "), style)[0] * scale / length
        if letter > 0:
            room = lines * width * _FULL
            squares = max(1, int(room / (style.size * scale)))
            self.tell(text, _Room(max(length, int(room / letter)), squares))


def find_prints_of(workspace: Workspace, shelf: Shelf) -> Mapping[str, Print]:
    """By key, of a game on the first paper that it is made for; nothing for the shared words."""
    if workspace.kit is None:
        return {}
    papers = read_papers(shelf.papers)
    paper = next(iter(workspace.kit.papers or papers))
    game = Game(workspace.kit, read_game_fonts(workspace.kit.folder, shelf=shelf))
    return find_prints(choose_jobs([game], papers, locale_names=[REFERENCE], paper_names=[paper]))


def find_prints(jobs: Iterable[Job]) -> Mapping[str, Print]:
    """By key, of one job for each part of a game in English.

    Other commands report what does not fit.
    """
    prints: dict[str, Print] = {}
    for job in jobs:
        listener = _listen(job.game.kit.wordings[job.locale])
        rooms: dict[str, _Room] = {}
        press = _make_press(job, listener, rooms)
        try:
            document = lay_out_part(press, job.part, paper=job.paper)
            _note_things(prints, press, job.part, listener)
        except GeneratorError:
            continue
        _note_rooms(prints, listener, rooms)
        _note_pictures(prints, listener, job, document)
    return prints


def _listen(wording: Wording) -> _Listener:
    return _Listener(wording.locale, wording.name, wording.direction, wording.sentences, wording.grammar)


def _make_press(job: Job, listener: _Listener, rooms: dict[str, _Room]) -> Press:
    kit = replace(job.game.kit, wordings={job.locale: listener})
    press = make_press(kit, locale=job.locale, fonts=job.game.fonts, findings=Findings(collects=True))
    measurer = _Measurer(
        job.game.fonts,
        colours=press.palette,
        icons=press.icons,
        language=job.locale,
        direction=listener.direction,
        findings=press.findings,
    )

    def tell(text: str, room: _Room) -> None:
        rooms[text] = _smaller(room, rooms.get(text, room))

    measurer.tell = tell
    press.typesetter = measurer
    return press


def _note_things(prints: dict[str, Print], press: Press, part: Part, listener: _Listener) -> None:
    """The thing of a part that each sentence stands on; the part alone where that is not known."""
    by_thing = dict(_walk(part, part.id, press.wording.sentences))
    if isinstance(part, PieceSet):
        before = dict(listener.heard)
        for thing in lay_out_pieces(press, part):
            listener.heard.clear()
            for draw in filter(None, (thing.draw_front, thing.draw_back)):
                draw()
            for said, keys in listener.heard.items():
                before.setdefault(said, {}).update(keys)
            by_thing = {**dict.fromkeys(listener.keys, f"{part.id}/{thing.id}"), **by_thing}
        listener.heard.update(before)
    for key in listener.keys:
        prints.setdefault(key, Print()).things[by_thing.get(key, part.id)] = None


def _walk(value: object, thing: str, keys: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The wording keys in a part, each with the nearest thing around it that has an id."""
    if isinstance(value, str):
        if value in keys:
            yield value, thing
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _walk(one, thing, keys)
    elif isinstance(value, Mapping):
        for one in value.values():
            if isinstance(one, Section):
                yield from _walk(one, thing, keys)
    elif is_dataclass(value):
        own = getattr(value, "id", "")
        part = thing.split("/", 1)[0]
        inner = f"{part}/{own}" if isinstance(own, str) and own and own != part else thing
        for each in fields(value):
            yield from _walk(getattr(value, each.name), inner, keys)


def _smaller(one: _Room, other: _Room) -> _Room:
    return _Room(min(one.letters, other.letters), min(one.squares, other.squares))


def _note_rooms(prints: dict[str, Print], listener: _Listener, rooms: Mapping[str, _Room]) -> None:
    for text, room in rooms.items():
        for key in listener.heard.get(text, ()) if room.letters <= _MOST else ():
            known = prints.setdefault(key, Print())
            known.longest = min(known.longest or room.letters, room.letters)
            known.longest_square = min(known.longest_square or room.squares, room.squares)


def _note_pictures(prints: dict[str, Print], listener: _Listener, job: Job, document: Document) -> None:
    """The first page on which a sentence's first letters stand."""
    pages = [
        _letters(" ".join(run.text for run in find_all(GlyphRun, page.shapes))) for page in document.pages
    ]
    for said, keys in listener.heard.items():
        glance = _letters(_plain(said))[:_GLANCE]
        page = next((index for index, text in enumerate(pages) if glance and glance in text), None)
        for key in keys if page is not None else ():
            known = prints.setdefault(key, Print())
            name = name_page(job.stem, "png", page or 0, len(pages))
            known.picture = known.picture or f"{job.game.kit.slug}/{name}"


def _plain(said: str) -> str:
    try:
        return plain(said)
    except ValueError:
        return ""


def _letters(text: str) -> str:
    """Without what lines and capitals change."""
    return "".join(character for character in text.casefold() if character.isalnum())
