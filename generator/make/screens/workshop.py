"""A game that is read and laid out again whenever its files change, for a screen of any kind.

What could be read last stays until the files are right again, with the problems of the files as they are.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from pathlib import Path
from threading import Event
from typing import Any, Literal

from watchfiles import DefaultFilter, watch

from generator.backends.formats import find_format
from generator.errors import DataError, GeneratorError, Problem, UnknownName
from generator.layout.document import Chunk
from generator.layout.elements.words import shorten_title
from generator.layout.imposition.faces import CardFace
from generator.make.jobs.choices import DEFAULTS, Choices, send_to
from generator.make.jobs.findings import Inspected
from generator.make.jobs.jobs import Job, ReadGame, choose_jobs
from generator.make.jobs.layouts import Presses, lay_out_job
from generator.make.pipeline import make
from generator.make.preflight.checks import Inspector
from generator.make.runs import plan_run
from generator.model.destinations import Product
from generator.model.geometry import Rectangle
from generator.model.pieces import PieceSet
from generator.model.printing.printing import Ink
from generator.model.style import Paper
from generator.model.values import dataclass, field, replace
from generator.model.vision import Vision
from generator.output import WriteResult
from generator.read.cached import read_cached_destinations, read_cached_game, read_cached_papers
from generator.read.files.shelf import REFERENCE, Shelf
from generator.read.kits.kits import read_kit_and_texts
from generator.scene.bounds import PrintedSpot, list_spots, walk
from generator.scene.looks import Viewer
from generator.scene.shapes import Document, Group, Page, Use

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


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page of a column, before it is drawn."""

    page: Page
    document: Document
    """The document with only this page."""
    faces: tuple[CardFace, ...] = ()
    product: Product | None = None

    @property
    def title(self) -> str:
        """The side of the card that the page shows, or of several that look the same, or its label."""
        if not self.faces:
            return self.page.label
        face, count = self.faces[0], len({one.id for one in self.faces})
        name = face.id if count == 1 else f"{count} cards"
        # Services print the backs of decks that have none, too: they are white.
        is_empty = all(isinstance(one.shape, Group | Use) for one in walk(self.page.shapes))
        return f"{name}, {face.side}" + ": empty" * is_empty

    @property
    def trim(self) -> Rectangle | None:
        """The box of the cut card, if it is alone on the page."""
        return Rectangle(*self.page.trim) if self.page.trim else None

    def list_spots(self) -> tuple[PrintedSpot, ...]:
        """Return the places that the page shows; a card that is alone is one."""
        if self.faces and self.trim:
            return (PrintedSpot(self.faces[0].side, self.faces[0].id, self.trim),)
        return tuple(list_spots(self.page))

    def draw(self) -> bytes:
        """Return the page as SVG."""
        return find_format("svg").write(self.document, 0, DEFAULTS.options)


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


@dataclass(frozen=True)
class ScreenLayout:
    """The columns of a view, which are laid out page by page."""

    game: ReadGame
    view: ScreenView
    choices: Choices
    columns: tuple[ScreenColumn, ...]

    def lay_out(self, first: Collection[int] = _FIRST) -> Iterator[tuple[ScreenColumn, int]]:
        """Lay out all columns, and yield each page as soon as it is there; `first` are indexes of pages."""
        presses, streams = Presses(self.choices), []
        for column in self.columns:
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


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be chosen of a game."""

    id: str
    title: str
    is_cards: bool = False
    """True for a part with cards or tokens."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Choices that a game offers."""

    title: str
    parts: tuple[Option, ...]
    locales: tuple[Option, ...]
    papers: tuple[Option, ...]
    services: tuple[Option, ...]


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
        self._papers: dict[str, Paper] = {}

    def read(self, *, is_new: bool = True) -> bool:
        """Read the game; return False if its files have problems.

        Unless it `is_new`, an earlier run may have kept it.
        """
        try:
            game = self._read_game() if is_new else ReadGame(*read_cached_game(self.path, shelf=self.shelf))
            own = game.kit.folder / self.shelf.papers.name
            papers = read_cached_papers(self.shelf, [own] if own.is_file() else [])
        except DataError as error:
            self.problems = error.problems
            return False
        self.game, self.newer, self._papers, self.problems = game, None, dict(papers), ()
        return True

    def read_part(self, view: ScreenView) -> bool:
        """Read only what a view needs, which takes less time; return False if this is impossible."""
        try:
            self.newer = self._read_game(parts=(view.part,), locales=view.locales)
        except (DataError, UnknownName):
            return False
        return True

    def _read_game(self, **chosen: Any) -> ReadGame:
        kit, _, fonts = read_kit_and_texts(self.path, shelf=self.shelf, **chosen)
        return ReadGame(kit, fonts)

    def list_contents(self) -> Contents:
        """Return what can be chosen of the complete game that was read last."""
        kit = self._find_game(ScreenView()).kit
        english = kit.wordings[REFERENCE]

        def name(title: str) -> str:
            return english.format(title) if title in english else title

        usual = [id for id, paper in self._papers.items() if not paper.labels]
        services = read_cached_destinations(self.shelf).items()
        return Contents(
            name(kit.title),
            tuple(
                Option(part.id, shorten_title(name(part.title), name(kit.title)), isinstance(part, PieceSet))
                for part in kit.parts
            ),
            tuple(Option(id, wording.name) for id, wording in kit.wordings.items()),
            tuple(Option(id, self._papers[id].name) for id in kit.papers or usual),
            tuple(Option(id, one.name) for id, one in services if one.products and not one.press),
        )

    def open(self, view: ScreenView) -> ScreenLayout:
        """Return the columns of a view, of which nothing is laid out yet; what there is not is left out."""
        game = self._find_game(view)
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
        jobs = choose_jobs(
            [game], self._papers, part_names=[part.id], locale_names=locales, paper_names=papers
        )
        return ScreenLayout(game, view, self._choose(view), tuple(map(ScreenColumn, jobs)))

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


def watch_games(games: Iterable[Path], *, without: Path, stop: Event | None = None) -> Iterator[bool]:
    """Yield True whenever a file of games changes, and False about every 100 ms, until `stop` is set.

    Files below the folder `without` are ignored. It notices all changes once it has yielded.
    """
    folders = {game if game.is_dir() else game.parent for game in games}
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
        yield bool(changes)
