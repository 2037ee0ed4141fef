"""Web pages of games: the parts of a game in all languages of a run, in one file for each paper size."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from generator.backends.html.drawing import DrawnSide, PageWriter, list_drawn_texts
from generator.backends.html.parts import (
    LABELS,
    CardView,
    Edition,
    PageDrawing,
    PageSection,
    SiteLook,
)
from generator.backends.html.site import draw_pages, list_written, write_site
from generator.layout.booklets import draw_cover_art, is_cover
from generator.layout.document import Chunk
from generator.layout.elements.words import choose_title, shorten_title
from generator.layout.press import Press
from generator.layout.shapes.outlines import cut_outline, footprint
from generator.make.jobs.files import Presses, name_choices, name_site
from generator.make.jobs.jobs import Job, Run
from generator.make.sites.looks import make_site_look, sample_edge
from generator.model.geometry import Rectangle
from generator.model.kit import Board, Booklet, Form, Kit, PieceSet
from generator.model.texts.wordings import Wording, make_plain_text
from generator.model.values import replace
from generator.model.vision import Vision
from generator.scene.fonts import Font, FontLibrary
from generator.scene.looks import Viewer
from generator.scene.shapes import WHITE, Document, Group, Page, Shape, Use, list_all, translation
from generator.scene.shapes import Path as Outline

_SIDES = ("front", "back")
_DRAWN = 5
"""Number of cards that are drawn at once."""


class SectionMaker:
    """Draws the pages of a job for a web page."""

    def __init__(self, job: Job, run: Run, presses: Presses) -> None:
        self._job, self._presses = job, presses
        is_pieces = isinstance(job.part, PieceSet)
        self._writer = PageWriter(run.choices.options.dpi, sides=_SIDES if is_pieces else ())
        self._viewer = Viewer(run.choices.seen_as) if run.choices.seen_as else None
        self._pages: list[PageDrawing] = []
        self._texts: list[str] = []
        self._board: PageDrawing | None = None
        self._cover: PageDrawing | None = None
        self._ground: tuple[str, ...] = ()

    def add(self, chunk: Chunk) -> None:
        """Draw the pages of a chunk."""
        document = self._viewer.view(chunk.document) if self._viewer else chunk.document
        part, pages = self._job.part, document.pages
        has_text = not isinstance(part, PieceSet | Board)
        if isinstance(part, Booklet) and not self._pages and len(pages) > 1 and is_cover(pages[0]):
            self._draw_cover(part)
        if not self._ground:
            self._ground = self._find_ground(pages)
        drawn, text = draw_pages(
            self._writer, pages, document.language, first=len(self._pages), has_text=has_text
        )
        self._pages += drawn
        self._texts.append(text)
        if isinstance(part, Board) and self._board is None:
            self._board = self._draw_board(part, pages)

    def _draw_board(self, board: Board, pages: Iterable[Page]) -> PageDrawing | None:
        """Return the complete board, of which the pages may be tiles."""
        uses = (use for page in pages for use in list_all(Use, page.shapes, symbols=False))
        for use in (use for use in uses if use.symbol.name == "board"):
            shown = Use(use.symbol)
            return PageDrawing(
                self._writer.write((shown,)),
                *board.size,
                words=" · ".join(dict.fromkeys(list_drawn_texts((shown,)))),
            )
        return None

    def _draw_cover(self, booklet: Booklet) -> None:
        """Draw the cover as the picture of the game, which is no booklet on the screen."""
        press = self._presses.find(self._job)
        page = draw_cover_art(press, booklet, self._job.paper)
        if self._viewer:
            page = self._viewer.view(Document((page,), "", press.wording.language)).pages[0]
        drawing = f'<use href="#{self._writer.define_shapes(page.shapes)}" />'
        words = " · ".join(dict.fromkeys(list_drawn_texts(page.shapes)))
        self._cover = PageDrawing(drawing, page.width, page.height, words=words)
        self._ground = sample_edge(page, is_right=press.wording.direction == "ltr")

    def _find_ground(self, pages: Iterable[Page]) -> tuple[str, ...]:
        """Return the colours along the edge of the first back of a card."""
        if not isinstance(self._job.part, PieceSet):
            return ()
        for shape in (shape for page in pages for shape in _list_backs(page.shapes)):
            left, top, right, bottom = shape.region.box if shape.region else (0.0,) * 4
            moved = Group(shape.shapes, transform=translation(-left, -top))
            return sample_edge(Page(right - left, bottom - top, (moved,)))
        return ()

    def finish(self) -> PageSection:
        """Return the section with all pages of the job."""
        job, press = self._job, self._presses.find(self._job)
        kit, part, wording = job.game.kit, job.part, press.wording
        title = shorten_title(_write(wording, part.title), _write(wording, kit.title))
        cards = tuple(self._list_cards(press, part)) if isinstance(part, PieceSet) else ()
        text = "".join(self._texts)
        if self._board:
            text = f'<div data-page="0"><p>{escape(self._board.words)}</p></div>'
        return PageSection(
            id=part.id,
            title=title,
            cards=cards,
            has_cards=isinstance(part, PieceSet) and part.has_cards,
            board=self._board,
            pages=tuple(self._pages),
            text=text,
            paper=job.paper.name,
            is_book=isinstance(part, Booklet),
            cover=self._cover,
            ground=self._ground,
            definitions=self._writer.found,
            fonts=dict(_list_fonts(self._writer.fonts, job.game.fonts)),
        )

    def _list_cards(self, press: Press, part: PieceSet) -> Iterator[CardView]:
        faces = self._writer.faces
        backs: dict[str, deque[DrawnSide]] = {face.piece: deque() for face in faces}
        for face in faces:
            if face.side == "back":
                backs[face.piece].append(face)
        # Several pieces may have the same id: each copy has the next back with it.
        pairs = Counter(
            (face, backs[face.piece].popleft() if backs[face.piece] else None)
            for face in faces
            if face.side == "front"
        )
        pieces = {
            (piece.id, footprint(form)): (piece, form)
            for deck in part.decks
            for piece in deck.pieces
            for form in [piece.cut(deck.form)]
        }
        for (front, back), count in pairs.items():
            piece, form = pieces[front.piece, Rectangle(*front.box)]
            fields = piece.in_language(press.wording).fields
            name = choose_title(press, part.templates[piece.front], fields) or piece.id.replace("_", " ")
            behind = self._draw_face(back, form) if back else None
            yield CardView(name, self._draw_face(front, form), behind, count)

    def _draw_face(self, face: DrawnSide, form: Form) -> PageDrawing:
        """Return a side of a piece, cut out of white paper."""
        seen = replace(form, is_back=face.side == "back")
        outline = Outline(cut_outline(seen), WHITE, even_odd=bool(seen.path))
        left, top, right, bottom = face.box
        body = self._writer.cut_out(face.drawing, outline)
        return PageDrawing(body, right - left, bottom - top, left, top, words=face.words)


def write_sites(run: Run, sections: Iterable[tuple[Job, PageSection]]) -> Iterator[tuple[Path, bytes]]:
    """Yield the files with the sections of all jobs, in their order."""
    sites: dict[tuple[Path, str], list[tuple[Job, PageSection]]] = {}
    for job, section in sections:
        sites.setdefault((job.game.kit.path, job.paper.id), []).append((job, section))
    choices = run.choices
    for (_, paper), found in sites.items():
        kit = found[0][0].game.kit
        locales = dict.fromkeys(job.locale for job, _ in found)
        editions = tuple(
            _make_edition(job.game.kit, locale, tuple(one for other, one in found if other.locale == locale))
            for locale in locales
            for job in [next(job for job, _ in found if job.locale == locale)]
        )
        jobs = [job for job, _ in found]
        words = [word for job in jobs for word in job.words]
        words += [word for job in jobs for word in name_choices(job.part, choices, job.selection)]
        words += ["changed"] * any(job.is_changed for job in jobs)
        name = name_site(kit.slug, locales, paper, words, choices)
        look = _make_look(found[0][0], editions, choices.seen_as)
        yield choices.folder / kit.slug / f"{name}.html", write_site(editions, look)


def _list_backs(shapes: Iterable[Shape]) -> Iterator[Group]:
    """Yield the backs of pieces."""
    for shape in shapes:
        if isinstance(shape, Group):
            if shape.region and shape.region.area == "back":
                yield shape
            else:
                yield from _list_backs(shape.shapes)


def _make_look(job: Job, editions: Iterable[Edition], seen_as: Vision | None) -> SiteLook:
    """Return the look of the theme, on the ground of a cover, or else of the backs of cards."""
    sections = [section for edition in editions for section in edition.sections]
    ground = next((one.ground for one in sections if one.cover), ())
    ground = ground or next((one.ground for one in sections if one.ground and one.has_cards), ())
    texts = [text for edition in editions for text in list_written(edition)]
    return make_site_look(job.game.kit.theme, job.game.fonts, ground, texts, seen_as)


def _make_edition(kit: Kit, locale: str, sections: tuple[PageSection, ...]) -> Edition:
    wording = kit.wordings[locale]
    labels = {key: _write(wording, f"page.{key}") for key in LABELS if key != "draw"}
    labels["draw"] = _write(wording, "page.draw", {"count": _DRAWN})
    credits = tuple((_write(wording, credit.role), wording.join(credit.names)) for credit in kit.credits)
    return Edition(
        locale=locale,
        language=wording.tag,
        name=wording.name,
        title=_write(wording, kit.title),
        direction=wording.direction,
        subtitle=_write_players(kit, wording),
        sections=sections,
        credits=credits,
        notice=_write(wording, kit.notice) if kit.notice else "",
        licence=kit.licence,
        labels=labels,
    )


def _write_players(kit: Kit, wording: Wording) -> str:
    """Return the numbers of players: `1 player`, `3–6 players`."""
    least, most = kit.numbers_of_players
    if least == most:
        return _write(wording, "simulation.chart.players", {"players": least})
    return _write(wording, "page.players", {"players": wording.format(*kit.players_text)})


def _write(wording: Wording, key: str, values: Mapping[str, str | int] | None = None) -> str:
    """Return a text in one line, without marks."""
    return make_plain_text(wording.format(key, values))


def _list_fonts(used: Iterable[Font], library: FontLibrary) -> Iterator[tuple[str, str]]:
    """Yield the families of fonts, each with the address of its licence, which may be empty."""
    families = (*library.families, *library.weights)
    for font in used:
        name = next((family.name for family in families if font in family.faces), font.name)
        yield name, font.licence
