"""A game that is read and laid out again whenever its files change, for a screen of any kind.

What could be read last stays until the files are right again, with the problems of the files as they are.
`find_at` finds where what is at a point of a page is written: the row of a card, its sentence, its template.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import inf
from pathlib import Path
from threading import Event
from typing import Any, Literal, TypeAlias

from watchfiles import DefaultFilter, watch

from generator.backends.formats import find_format
from generator.errors import DataError, GeneratorError, Notice, Problem, SharedText, UnknownName, WrittenPlace
from generator.inputs import find_source
from generator.layout.elements.drawer import Fields, Room
from generator.layout.elements.drawers import make_drawers
from generator.layout.elements.words import shorten_title
from generator.layout.imposition.pieces import CardFace, Chunk
from generator.layout.text.trace import TextTrace
from generator.make.game_folders import STYLES
from generator.make.jobs.files import Presses, lay_out_job
from generator.make.jobs.findings import Inspected
from generator.make.jobs.jobs import DEFAULTS, Choices, Job, ReadGame, choose_jobs, send_to
from generator.make.pipeline import make
from generator.make.preflight import Inspector
from generator.make.runs import plan_run
from generator.make.screens.printed_texts import NotingWording, make_noting_wording
from generator.model.destinations import Product
from generator.model.elements.template import WordsElement
from generator.model.geometry import Rectangle
from generator.model.kit import Board, Deck, Kit, Piece, PieceSet, Sheet
from generator.model.language.expressions import Pattern
from generator.model.printing.printing import Ink, Paper
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, replace
from generator.model.vision import Vision
from generator.output import WriteResult
from generator.read.cached import read_cached_destinations, read_cached_game, read_cached_papers
from generator.read.files.shelf import REFERENCE, Shelf
from generator.read.files.text_files import MEGABYTE, name_file, read_text
from generator.read.kits.kits import read_kit_and_texts
from generator.read.kits.origins import (
    get_written_piece,
    get_written_place,
    get_written_text,
    list_uses,
    locate_element,
    name_there,
    read_placed_template,
)
from generator.read.templates.elements import PlacedElement
from generator.read.wordings.wordings import WordingFolder, put_text
from generator.scene.shapes import (
    Document,
    GlyphRun,
    Group,
    Page,
    Placed,
    PrintedSpot,
    Use,
    Viewer,
    invert,
    list_spots,
    measure_bounds,
    measure_box,
    move_point,
    walk,
)

_FACES = "faces"
"""The destination that shows cards one by one."""
_FIRST = (0, 1)
"""Pages that are laid out first, unless a screen knows which of them are seen."""


@dataclass(frozen=True, slots=True)
class ScreenView:
    """View of a screen: a part in some languages on some papers, each in a column."""

    part: str = ""
    """Id of a part; empty: the first."""
    locales: tuple[str, ...] = (REFERENCE,)
    papers: tuple[str, ...] = ("a4",)
    shows: Literal["pages", "cards"] = "pages"
    """Pages as they are printed, or cards one by one."""
    vision: Vision | None = None
    """Colour vision of the viewer; None: all colours are seen."""
    ink: Ink = "full"
    service: str = ""
    """Id of a service whose cuts and safe margins are checked; only for cards one by one."""
    style: str = ""
    """Style in which a deck is tried; empty: its own."""


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page of a column, before it is drawn."""

    page: Page
    document: Document
    """The document with only this page."""
    faces: tuple[CardFace, ...] = ()
    product: Product | None = None

    @property
    def title(self) -> SharedText | None:
        """The side of the card that the page shows, or of several that look the same; None without cards."""
        if not self.faces:
            return None
        face, count = self.faces[0], len({one.id for one in self.faces})
        return (
            _name_side(face.id, face.side) if count == 1 else name_there(f"cards_{face.side}", number=count)
        )

    @property
    def is_empty(self) -> bool:
        """True for a side of a card with nothing on it: services print the backs of decks that have none."""
        is_white = all(isinstance(one.shape, Group | Use) for one in walk(self.page.shapes))
        return bool(self.faces) and is_white

    @property
    def trim(self) -> Rectangle | None:
        """The box of the cut card, if it is alone on the page."""
        return Rectangle(*self.page.trim) if self.page.trim else None

    def list_spots(self) -> tuple[PrintedSpot, ...]:
        """Return the places that the page shows, not those of other pages of a board; a card is one."""
        if self.faces and self.trim:
            return (PrintedSpot(self.faces[0].side, self.faces[0].id, self.trim),)
        sheet = self.trim or Rectangle(0.0, 0.0, self.page.width, self.page.height)
        return tuple(spot for spot in list_spots(self.page) if sheet.distance(*spot.box.middle) == 0)

    def draw(self) -> bytes:
        """Return the page as SVG."""
        return find_format("svg").write(self.document, 0, DEFAULTS.options)


@dataclass(frozen=True, slots=True)
class TriedText:
    """A text that is typed, and not yet in a file that was read."""

    locale: str
    key: str
    text: str
    part: str = ""
    """The part, the piece, and the field of a text in a table; empty for a text of a wording file."""
    piece: str = ""
    field: str = ""


@dataclass(eq=False)
class ScreenColumn:
    """The pages of one part in one language on one paper, as far as they are laid out."""

    job: Job
    pages: dict[int, SeenPage] = field(default_factory=dict)
    """Pages by their index."""
    count: int = 0
    """Number of pages; 0 if it is not known yet."""
    errors: dict[str, GeneratorError] = field(default_factory=dict)
    """Problems of the pages, by message."""
    inspected: list[Inspected] = field(default_factory=list)
    """Problems for which the service would refuse the file."""
    is_complete: bool = False
    """True if all pages are laid out."""
    trace: TextTrace | None = None
    """The texts that were set; None for English."""
    tried: tuple[TriedText, ...] = ()
    """Texts of its language that are not in a file that was read."""

    @property
    def key(self) -> tuple[str, str, tuple[TriedText, ...]]:
        """Everything that tells it from other columns of a layout."""
        return self.job.locale, self.job.paper.id, self.tried

    @property
    def noted(self) -> Mapping[str, Collection[str]]:
        """The keys of the texts that its pages have asked for, by text; empty for English."""
        wording = self.job.game.kit.wordings[self.job.locale]
        return wording.noted if isinstance(wording, NotingWording) else {}


def try_texts(kit: Kit, locale: str, tried: Iterable[TriedText], trace: TextTrace) -> Kit:
    """Return a kit with texts of a language in place of those of its files, which notes what is printed."""
    wording, parts = kit.wordings[locale], {part.id: part for part in kit.parts}
    for one in tried:
        part = parts.get(one.part)
        if isinstance(part, PieceSet):
            parts[one.part] = _put_on_pieces(part, one)
        elif not one.part:
            wording = put_text(wording, one.key, one.text)
    return replace(
        kit,
        wordings={**kit.wordings, locale: make_noting_wording(wording, trace)},
        parts=tuple(parts.values()),
    )


def _put_on_pieces(part: PieceSet, tried: TriedText) -> PieceSet:
    def put(piece: Piece) -> Piece:
        if piece.id != tried.piece:
            return piece
        own = {**piece.texts.get(tried.locale, {}), tried.field: tried.text}
        return replace(piece, texts={**piece.texts, tried.locale: own})

    decks = tuple(replace(deck, pieces=tuple(map(put, deck.pieces))) for deck in part.decks)
    return replace(part, decks=decks)


@dataclass(frozen=True)
class ScreenLayout:
    """The columns of a view, which are laid out page by page."""

    game: ReadGame
    view: ScreenView
    choices: Choices
    columns: tuple[ScreenColumn, ...]

    def reuse(self, before: "ScreenLayout | None") -> "ScreenLayout":
        """Return the layout with the complete columns of an earlier one that are the same."""
        if before is None or before.game is not self.game or before.view != self.view:
            return self
        known = {
            (one.job.locale, one.job.paper.id, one.tried): one for one in before.columns if one.is_complete
        }
        keys = ((one.job.locale, one.job.paper.id, one.tried) for one in self.columns)
        columns = (known.get(key, one) for key, one in zip(keys, self.columns, strict=True))
        return replace(self, columns=tuple(columns))

    def lay_out(self, first: Collection[int] = _FIRST) -> Iterator[tuple[ScreenColumn, int]]:
        """Lay out all columns, and yield each page as soon as it is there; `first` are indexes of pages."""
        shared, streams = Presses(self.choices), []
        for column in self.columns:
            if column.is_complete:
                continue
            if column.trace:
                column.trace.begin()
            presses = Presses(self.choices, trace=column.trace) if column.trace else shared
            chunks = lay_out_job(column.job, self.choices, presses, first=first)
            streams.append(_add_all(column, chunks, self.choices))
        for stream in streams:
            for column, index in stream:
                yield column, index
                if column.pages.keys() >= {*first} or index + 1 == column.count:
                    break
        yield from chain.from_iterable(streams)


def _add_all(
    column: ScreenColumn, chunks: Iterator[tuple[Chunk | None, tuple[GeneratorError, ...]]], choices: Choices
) -> Iterator[tuple[ScreenColumn, int]]:
    """Add pages to a column, and yield their indexes."""
    viewer = Viewer(choices.seen_as) if choices.seen_as else None
    inspector = Inspector(column.job, choices)
    products = choices.destination.products if choices.destination else {}
    for chunk, errors in chunks:
        column.errors |= {str(error): error for error in errors}
        if chunk is None:
            continue
        column.inspected += inspector.inspect(chunk)
        column.count = chunk.count
        seen = viewer.view(chunk.document) if viewer else chunk.document
        product = products.get(chunk.faces[0].product) if chunk.faces else None
        for index, page in enumerate(seen.pages, chunk.first):
            column.pages[index] = SeenPage(page, replace(seen, pages=(page,)), chunk.faces, product)
            yield column, index
    column.is_complete = True


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be chosen of a game."""

    id: str
    title: str
    is_cards: bool = False
    """True for a part with cards or tokens."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Choices that a game offers, with titles in one of its languages."""

    locale: str
    title: str
    parts: tuple[Option, ...]
    locales: tuple[Option, ...]
    papers: tuple[Option, ...]
    services: tuple[Option, ...]
    styles: tuple[Option, ...] = ()


_Traced: TypeAlias = tuple[ReadGame, ScreenView, Sequence[TriedText], Sequence[str]]
"""A game and a view that are traced, with texts that are tried in tables, and keys that are new."""


class Workshop:
    """A game as its files were when they could be read last, and their problems now."""

    def __init__(self, path: Path, shelf: Shelf) -> None:
        """`path` is the folder of the game, or its file."""
        self.path, self.shelf = path, shelf
        self.problems: tuple[Problem, ...] = ()
        """Problems of the files, because of which the game is older than they are."""
        self.game: ReadGame | None = None
        """The complete game that was read last; None if its files could never be read."""
        self.newer: ReadGame | None = None
        """A part of the game that is newer, with some of its languages."""
        self.texts: WordingFolder | None = None
        """The texts of the game; None if an earlier run has kept it, or it could never be read."""
        self.tried: tuple[TriedText, ...] = ()
        """Texts that are shown in place of those of the files."""
        self._papers: dict[str, Paper] = {}
        self._traces: dict[str, tuple[_Traced | None, TextTrace]] = {}

    def read(self, *, is_new: bool = True) -> bool:
        """Read the game; return False if its files have problems.

        Unless it `is_new`, an earlier run may have kept it.
        """
        try:
            if is_new:
                game, texts = self._read_game()
            else:
                game, texts = ReadGame(*read_cached_game(self.path, shelf=self.shelf)), None
            own = game.kit.folder / self.shelf.papers.name
            papers = read_cached_papers(self.shelf, [own] if own.is_file() else [])
        except DataError as error:
            self.problems = error.problems
            return False
        self.game, self.newer, self._papers, self.problems = game, None, dict(papers), ()
        self.texts = texts
        return True

    def read_part(self, view: ScreenView) -> bool:
        """Read only what a view needs, which takes less time; return False if this is impossible."""
        try:
            self.newer, _ = self._read_game(parts=(view.part,), locales=view.locales)
        except (DataError, UnknownName):
            return False
        return True

    def _read_game(self, **chosen: Any) -> tuple[ReadGame, WordingFolder]:
        kit, texts, fonts = read_kit_and_texts(self.path, shelf=self.shelf, **chosen)
        return ReadGame(kit, fonts), texts

    def list_contents(self, locale: str = REFERENCE) -> Contents:
        """Return what can be chosen of the complete game that was read last.

        Titles are in a language of the game, or in English if the game does not have the language.
        """
        kit = self._find_game(ScreenView()).kit
        locale = locale if locale in kit.wordings else REFERENCE
        wording = kit.wordings[locale]

        def name(title: str) -> str:
            return wording.format(title) if title in wording else title

        usual = [id for id, paper in self._papers.items() if not paper.labels]
        services = read_cached_destinations(self.shelf).items()
        return Contents(
            locale,
            name(kit.title),
            tuple(
                Option(part.id, shorten_title(name(part.title), name(kit.title)), isinstance(part, PieceSet))
                for part in kit.parts
            ),
            tuple(Option(id, wording.name) for id, wording in kit.wordings.items()),
            tuple(Option(id, self._papers[id].name) for id in kit.papers or usual),
            tuple(Option(id, one.name) for id, one in services if one.products and not one.press),
            tuple(Option(name, name) for name, *_ in STYLES),
        )

    def open(self, view: ScreenView) -> ScreenLayout:
        """Return the columns of a view, of which nothing is laid out yet; what there is not is left out."""
        game = self._find_game(view)
        parts = {part.id: part for part in game.kit.parts}
        part = parts.get(view.part, game.kit.parts[0])
        if isinstance(part, PieceSet) and part.has_cards and view.style:
            game, _ = self._read_game(parts=(part.id,), style=view.style)
        else:
            view = replace(view, style="")
        kit = game.kit
        parts = {part.id: part for part in kit.parts}
        part = parts.get(view.part, kit.parts[0])
        locales = [one for one in view.locales if one in kit.wordings] or [REFERENCE]
        papers = [one for one in view.papers if one in self._papers] or [next(iter(self._papers))]
        is_cards = view.shows == "cards" and isinstance(part, PieceSet)
        if is_cards:
            # Cards one by one are on no paper.
            papers = papers[:1]
        view = replace(view, part=part.id, locales=tuple(locales), papers=tuple(papers))
        view = view if is_cards else replace(view, shows="pages", service="")
        columns = [column for locale in locales for column in self._list_columns(game, view, locale)]
        return ScreenLayout(game, view, self._choose(view), tuple(columns))

    def _list_columns(self, game: ReadGame, view: ScreenView, locale: str) -> Iterator[ScreenColumn]:
        is_english = locale == REFERENCE
        tried = tuple(one for one in self.tried if one.locale == locale)
        trace = None if is_english else self._find_trace(game, view, locale, tried)
        if trace:
            game = replace(game, kit=try_texts(game.kit, locale, tried, trace))
        chosen = {"part_names": [view.part], "locale_names": [locale], "paper_names": view.papers}
        for job in choose_jobs([game], self._papers, **chosen):
            yield ScreenColumn(job, trace=trace, tried=tried)

    def _find_trace(
        self, game: ReadGame, view: ScreenView, locale: str, tried: Iterable[TriedText]
    ) -> TextTrace:
        """Return the trace of the last layouts of a view, of which only texts of the wording have changed."""
        cells = [one for one in tried if one.part]
        fallbacks = game.kit.wordings[locale].sentences.keys()
        new = [one.key for one in tried if not one.part and one.key not in fallbacks]
        before, trace = self._traces.get(locale, (None, TextTrace()))
        now = game, view, cells, new
        if before is None or before[0] is not game or before[1:] != now[1:]:
            trace = TextTrace()
        self._traces[locale] = now, trace
        return trace

    def _choose(self, view: ScreenView) -> Choices:
        goes_to = None
        if view.shows == "cards":
            destinations = read_cached_destinations(self.shelf)
            goes_to = destinations.get(view.service, destinations[_FACES])
            goes_to = replace(goes_to, sheet=None, in_order=False, columns=1, rows=1)
        return replace(DEFAULTS, ink=view.ink, seen_as=view.vision, destination=goes_to)

    def write(self, view: ScreenView, folder: Path) -> WriteResult:
        """Write what a view shows, in true colours: PDF pages, or the files for its service.

        Raises GeneratorError with all problems.
        """
        choices = Choices(
            games=(str(self.path),),
            parts=(view.part,),
            locales=view.locales,
            papers=view.papers,
            folder=folder,
            ink=view.ink,
        )
        if view.service:
            choices = send_to(choices, read_cached_destinations(self.shelf)[view.service])
        return make(plan_run(choices, self.shelf), report=lambda job: None)

    def _find_game(self, view: ScreenView) -> ReadGame:
        """Return the newest game that has what a view needs; raises DataError if none could be read."""
        new = self.newer
        parts = {part.id for part in new.kit.parts} if new else ()
        if new and view.part in parts and {*view.locales} <= new.kit.wordings.keys():
            return new
        if self.game is None:
            raise DataError(self.problems)
        return self.game


_STEP, _LONGEST = 15, 400
"""Milliseconds without a change, and in total, after which several changes are reported as one."""
_PATIENCE = 100
"""Milliseconds after which the first turn is certain to notice changes."""


def watch_games(
    games: Iterable[Path], *, without: Path, stop: Event | None = None
) -> Iterator[frozenset[Path]]:
    """Yield the changed files of games, which are none about every 100 ms, until `stop` is set.

    Files below the folder `without` are ignored. It notices all changes once it has yielded.
    """
    sources = [source for game in games if (source := find_source(game))]
    folders = {source if source.is_dir() else source.parent for source in sources}
    other = DefaultFilter(ignore_paths=[without.resolve()])
    for changes in watch(
        *folders,
        watch_filter=other,
        step=_STEP,
        debounce=_LONGEST,
        rust_timeout=_PATIENCE,
        yield_on_timeout=True,
        stop_event=stop,
    ):
        yield frozenset(Path(path) for _, path in changes)


_NEAR = 0.6
"""Distance from a shape within which a point is on it, in mm: fingers are not exact."""
_BESIDE = 5.0
"""Distance from words of running text within which they are meant, in mm."""
_INNERMOST, _MARKS = re.compile(r"\{[^{}]*\}"), re.compile(r"\0|\*\*?|:[\w/]+:|\\")
"""Placeholders without others in them, and marks in texts."""
_SPACES = re.compile(r"[\s\u00ad\u200b-\u200f\u2060-\u2069]+")


@dataclass(frozen=True, slots=True)
class Pointed:
    """Things at a point, and where they are written, the most exact place first."""

    title: SharedText | str
    origins: tuple[WrittenPlace, ...]


def find_at(
    layout: ScreenLayout, column: ScreenColumn, seen: SeenPage, x: float, y: float, *, shelf: Shelf
) -> Pointed:
    """Return what is at a point of a page, in mm from its top left corner."""
    pointing = _Pointing(layout, column.job, seen.page, shelf)
    if isinstance(column.job.part, PieceSet):
        return pointing.find_on_piece(seen, x, y)
    return pointing.find_on_page(x, y)


@dataclass(frozen=True, slots=True)
class _Pointing:
    layout: ScreenLayout
    job: Job
    page: Page
    shelf: Shelf

    @property
    def wording(self) -> Wording:
        return self.job.game.kit.wordings[self.job.locale]

    def find_on_piece(self, seen: SeenPage, x: float, y: float) -> Pointed:
        part, kit = self.job.part, self.job.game.kit
        assert isinstance(part, PieceSet)
        words = [*self.find_sentences(x, y, near=_NEAR)]
        side, id, (x, y) = _find_piece(seen, x, y)
        found = next(((deck, one) for deck in part.decks for one in deck.pieces if one.id == id), None)
        if found is None:
            return self.find_on_page(x, y)
        deck, piece = found
        name = piece.back if side == "back" else piece.front
        placed = read_placed_template(kit, part.id, name, shelf=self.shelf)
        hits = [*self._find_elements(deck, piece, placed.elements, x, y)] if placed else []
        origins: list[WrittenPlace | None] = []
        fields = piece.in_language(self.wording).fields
        for one in hits:
            if isinstance(one.element, WordsElement):
                origins += self._find_words(part, piece, one.element, fields)
        if not origins:
            origins += (get_written_text(kit, self.job.locale, key, shelf=self.shelf) for key in words)
        origins.append(get_written_piece(part, id, what=name_there("row", name=id)))
        origins += map(locate_element, hits)
        # The templates of pieces from pictures are in no file.
        if placed and " " not in placed.id:
            spot = placed.source.spot_of_key(placed.path)
            origins.append(WrittenPlace(placed.source.file, *spot, name_there("template", name=placed.id)))
        return Pointed(_name_side(id, side), _list_known(origins))

    def _find_elements(
        self, deck: Deck, piece: Piece, elements: Iterable[PlacedElement], x: float, y: float
    ) -> Iterator[PlacedElement]:
        """Yield the elements that draw something at a point of a piece, the topmost first."""
        if deck.form.is_net:
            return
        form, placed = deck.form, tuple(elements)
        press = Presses(self.layout.choices).find(self.job)
        room = Room(form.width, form.height, form.bleed)
        drawers = make_drawers(press, [one.element for one in placed], room)
        fields = piece.in_language(press.wording).fields
        for one, drawer in reversed([*zip(placed, drawers, strict=True)]):
            try:
                shapes = drawer.draw(fields)
            except GeneratorError:
                continue
            if any(_measure(shape, x, y) <= _NEAR for shape in walk(shapes)):
                yield one

    def _find_words(
        self, part: PieceSet, piece: Piece, element: WordsElement, fields: Fields
    ) -> Iterator[WrittenPlace | None]:
        """Yield the sentence that a text shows, or the cell that it is written in."""
        kit, locale = self.job.game.kit, self.job.locale
        key = Pattern(element.say).fill(fields) if element.say else ""
        text = Pattern(element.text)
        values = [str(fields.get(name, "")) for name in text.names]
        direct = (self.wording.direct.get(one, "") for one in (element.text, *values))
        own = element.text if element.text in self.wording else ""
        for one in filter(None, (key, own, *direct)):
            yield get_written_text(kit, locale, one, shelf=self.shelf)
        for name in (one.split(".")[0] for one in text.names):
            localised = f"{name}_{locale.lower().replace('-', '_')}"
            yield get_written_piece(
                part, piece.id, localised, name, what=name_there("cell", key=name, name=piece.id)
            )

    def find_on_page(self, x: float, y: float) -> Pointed:
        """Return what is at a point of a board, a sheet, or a booklet."""
        kit, part = self.job.game.kit, self.job.part
        origins: list[WrittenPlace | None] = []
        for key in self.find_sentences(x, y, near=_BESIDE):
            origins.append(get_written_text(kit, self.job.locale, key, shelf=self.shelf))
            origins += list_uses(kit, part.id, key)
        title, names = part.id, dict.fromkeys(_find_names(self.page, x, y))
        for name in names:
            if isinstance(part, Sheet) and name in part.sections:
                title = name
                origins.append(
                    get_written_place(kit, part.id, ("sections", name), what=name_there("section", name=name))
                )
            if isinstance(part, Board):
                origins += self._find_on_board(part, name)
                title = name if any(place.id == name for place in part.places) else title
        origins.append(get_written_place(kit, part.id, (), what=name_there("file", name=part.id)))
        return Pointed(title, _list_known(origins))

    def _find_on_board(self, board: Board, name: str) -> Iterator[WrittenPlace | None]:
        """Yield where a place, an area, or another element of a board is written."""
        kit = self.job.game.kit
        for index, element in enumerate(board.draw):
            if element.id == name or f"{board.id}-{element.id}" == name:
                yield get_written_place(
                    kit, board.id, ("areas", index), what=name_there("area", name=element.id)
                )
            elif any(place.id == name for place in getattr(element, "places", ())):
                if table := getattr(element, "table", ""):
                    yield _find_in_table(kit.folder / str(table), name)
                yield from list_uses(kit, board.id, name)

    def find_sentences(self, x: float, y: float, *, near: float) -> Iterator[str]:
        """Yield the key of the text that is most like the words at a point, or `near` it, in mm."""
        for words in _find_words_at(self.page, x, y, near):
            known = ((key, _list_literals(text)) for key, text in self.wording.sentences.items())
            likely = [
                (abs(sum(map(len, literals)) - len(words)), key)
                for key, literals in known
                if _is_like(literals, words)
            ]
            if likely:
                yield min(likely)[1]
                return


def _name_side(id: str, side: str) -> SharedText:
    return name_there(side, name=id)


def _find_piece(seen: SeenPage, x: float, y: float) -> tuple[str, str, tuple[float, float]]:
    """Return side and id of the piece at a point, and the point on it; empty texts if there is none."""
    if seen.faces and (trim := seen.trim):
        return seen.faces[0].side, seen.faces[0].id, (x - trim.left, y - trim.top)
    found = ("", "", (x, y))
    for placed in walk(seen.page.shapes, symbols=False):
        if isinstance(placed.shape, Group) and (region := placed.shape.region):
            point = move_point(invert(placed.transform), x, y)
            if Rectangle(*region.box).distance(*point) == 0:
                found = region.area, region.place, point
    return found


def _find_names(page: Page, x: float, y: float) -> Iterator[str]:
    """Yield the names of places, areas, and groups at a point, the innermost and topmost first."""
    names: list[str] = []
    for placed in walk(page.shapes):
        if not isinstance(placed.shape, Group) or not (placed.shape.name or placed.shape.region):
            continue
        region = placed.shape.region
        box = Rectangle(*(region.box if region else measure_bounds(placed.shape.shapes)))
        if box.distance(*move_point(invert(placed.transform), x, y)) == 0:
            names += [region.area, region.place] if region else [placed.shape.name]
    yield from filter(None, reversed(names))


def _find_words_at(page: Page, x: float, y: float, near: float) -> Iterator[str]:
    """Yield the words nearest to a point, without spaces: those of a paragraph, then those of a line."""
    runs = [one for one in walk(page.shapes) if isinstance(one.shape, GlyphRun) and one.shape.text.strip()]
    found = [(_measure(one, x, y), -number) for number, one in enumerate(runs)]
    for distance, number in sorted(found):
        placed, shape = runs[-number], runs[-number].shape
        if distance > near or not isinstance(shape, GlyphRun):
            return
        around = (one.shape for one in reversed(placed.around) if isinstance(one.shape, Group))
        tagged = next((one for one in around if one.tag), None)
        if tagged and tagged.tag != "figure":
            inside = (one.shape for one in walk(tagged.shapes) if isinstance(one.shape, GlyphRun))
            yield _simplify("".join(run.text for run in inside))
        yield _simplify(shape.text)


def _measure(placed: Placed, x: float, y: float) -> float:
    """Return the distance of a point from the box of a shape that draws something, in mm of the shape."""
    if isinstance(placed.shape, Group | Use):
        return inf
    try:
        point = move_point(invert(placed.transform), x, y)
    except ZeroDivisionError:
        return inf
    return Rectangle(*measure_box(placed.shape)).distance(*point)


def _simplify(text: str) -> str:
    """Return a text without spaces and invisible characters."""
    return _SPACES.sub("", text).casefold()


def _list_literals(text: str) -> list[str]:
    """Return the literal parts of a text, between its placeholders and marks, for comparisons."""
    while (without := _INNERMOST.sub("\0", text)) != text:
        text = without
    return [part for part in map(_simplify, _MARKS.split(text)) if part]


def _is_like(literals: list[str], words: str) -> bool:
    """Return True if words are those of a text, or some of them; placeholders may be anything."""
    text = "".join(literals)
    if words in text:
        return True
    return len(text) > len(words) / 2 and all(part in words for part in literals)


def _find_in_table(path: Path, id: str) -> WrittenPlace | None:
    try:
        lines = read_text(path, most_bytes=32 * MEGABYTE)[1].splitlines()
    except DataError:
        return None
    is_row = re.compile(rf'"?{re.escape(id)}"?\s*[,;\t]').match
    number = next((number for number, line in enumerate(lines, 1) if is_row(line)), 0)
    return WrittenPlace(name_file(path), number, 1, name_there("row", name=id)) if number else None


def _list_known(origins: Iterable[WrittenPlace | None]) -> tuple[WrittenPlace, ...]:
    return tuple(dict.fromkeys(one for one in origins if one is not None))


def note_layout(layout: ScreenLayout) -> Iterator[Notice]:
    """Yield the problems of the pages of a layout, those for its service, and those of a tried style."""
    for column in layout.columns:
        for error in column.errors.values():
            yield from (replace(notice, where=str(column.job)) for notice in error.list_notices())
        for picture in column.inspected:
            yield from _note_inspected(picture)
    if layout.view.style:
        # A style may show other fields than the templates of the game.
        yield from (problem.describe(is_error=False) for problem in layout.game.kit.warnings)


def _note_inspected(picture: Inspected) -> Iterator[Notice]:
    """Yield the issues of a picture for a service, each at the row of its card."""
    name = f"{picture.card} (back)" if picture.is_back else picture.card
    for issue in picture.issues:
        yield Notice(issue.message, picture.place, name, picture.where, issue.is_error)
