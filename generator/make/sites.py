"""Web pages of games, one for each paper size: all parts in all languages, in the look of the theme."""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from generator.backends.html.parts import (
    LABELS,
    CardView,
    Edition,
    PageDrawing,
    PageSection,
    SiteLook,
    WebFont,
)
from generator.backends.html.site import (
    DrawnSide,
    PageWriter,
    draw_pages,
    list_drawn_texts,
    list_written,
    write_site,
)
from generator.backends.pixels import sample_edge
from generator.layout.booklets import draw_cover_art, is_cover
from generator.layout.elements.words import choose_title, shorten_title
from generator.layout.imposition.pieces import Chunk
from generator.layout.press import Press
from generator.layout.shapes.outlines import cut_outline, footprint, make_colour
from generator.make.jobs.files import Presses, name_choices, name_site
from generator.make.jobs.jobs import Job, Run
from generator.model.geometry import Rectangle
from generator.model.kit import Board, Booklet, Form, Kit, PieceSet
from generator.model.style import Theme, TypeStyle
from generator.model.texts.wordings import Wording, make_plain_text
from generator.model.values import replace
from generator.model.vision import LEAST_CONTRAST, Vision, measure_contrast, measure_luminance, see
from generator.scene.fonts import Font, FontLibrary
from generator.scene.shapes import (
    BLACK,
    WHITE,
    Colour,
    Document,
    Group,
    Page,
    Shape,
    Use,
    Viewer,
    list_all,
    translation,
)
from generator.scene.shapes import Path as Outline
from generator.scene.web_fonts import list_needed_fonts, make_web_font

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


_DARK, _NIGHT = 0.18, 0.012
"""Luminance below which a page is dark, and that of pages for those who prefer dark ones."""
_STEPS = 20
_CALLING, _BRIGHT = ("cover_sub", "card_kind", "title"), ("gold", "yellow", "red", "accent")
"""Roles whose colour stands out on the ground of covers and cards, and colours that may do so."""
_LOUD = re.compile(r"<(b|th|dt|h[1-6])\b[^>]*>(.*?)</\1>", re.DOTALL)
"""Parts of a page in bold or in the type of titles."""


def make_site_look(
    theme: Theme, fonts: FontLibrary, ground: Sequence[str], texts: Iterable[str], seen_as: Vision | None
) -> SiteLook:
    """Return the look of a page with these texts; `ground` are the colours of its first screen, if known."""
    light, dark = choose_site_colours(theme, ground, seen_as)
    type_, faces = _choose_type(theme, fonts, "".join(texts))
    return SiteLook({**light, **_write_hero(ground), **type_}, dark, tuple(faces))


def choose_site_colours(
    theme: Theme, ground: Sequence[str] = (), seen_as: Vision | None = None
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the colours of a page by name, and those that differ on dark pages, as they are seen."""

    def find(name: str) -> Colour:
        colour = make_colour(theme.colour(name))
        return Colour(*see(colour.rgb, seen_as), colour.alpha) if seen_as else colour

    light, dark = _choose_colours({name: find(name) for name in _USED}, ground)
    calling = [theme.type[role].colour for role in _CALLING if role in theme.type]
    calling += [name for name in _BRIGHT if name in theme.colours]
    light["glow"] = _choose_calling(map(find, calling), light["table"], light["on-table"])
    written = ({name: colour.hex for name, colour in colours.items()} for colours in (light, dark))
    return next(written), next(written)


_USED = ("ink", "paper", "panel", "primary", "accent", "soft")


def _choose_colours(
    given: Mapping[str, Colour], ground: Sequence[str]
) -> tuple[dict[str, Colour], dict[str, Colour]]:
    """Return the colours of a page, and those that differ in the dark."""
    paper, ink, primary = given["paper"], given["ink"], given["primary"]
    table = make_colour(ground[-1]) if ground else primary
    on_table = _choose_legible((paper, ink, WHITE, BLACK), table)
    light = {
        **_choose_reading(paper if _is_dark(paper) else given["panel"], paper, ink, primary, given["soft"]),
        "table": table,
        "on-table": on_table,
        "rim": table.mixed(on_table, 0.28),
        "lifted": table.mixed(on_table, 0.1),
    }
    if _is_dark(paper):
        return {**light, "plate": paper}, {}
    base = table if _is_dark(table) else primary
    night = next(tone for tone in _mix_towards(base, BLACK) if measure_luminance(tone.rgb) <= _NIGHT)
    dark = _choose_reading(night, night.mixed(WHITE, 0.07), paper.mixed(night, 0.08), given["accent"], paper)
    return light, {**dark, "plate": paper}


def _choose_reading(
    ground: Colour, raised: Colour, ink: Colour, accent: Colour, soft: Colour
) -> dict[str, Colour]:
    """Return the colours of what is read on a ground."""
    ink = _make_legible(ink, ground, raised)
    return {
        "ground": ground,
        "raised": raised,
        "ink": ink,
        "soft": _make_legible(soft.mixed(ground, 0.1), ground, raised),
        "line": ground.mixed(ink, 0.22),
        "accent": _make_legible(accent, ground, raised),
    }


def _choose_calling(colours: Iterable[Colour], ground: Colour, otherwise: Colour) -> Colour:
    """Return the first colour that is not grey, and differs from the ground, or else the other one."""
    for colour in colours:
        is_grey = max(colour.rgb) - min(colour.rgb) < _GREY
        if not is_grey and measure_contrast(colour.rgb, ground.rgb) >= _CLEAR:
            return _make_legible(colour, ground)
    return otherwise


_GREY, _CLEAR = 0.12, 1.6
"""Difference of the channels of a colour that looks grey; least contrast of one that is made legible."""


def _choose_legible(colours: Sequence[Colour], ground: Colour) -> Colour:
    """Return the first colour with enough contrast; black or white always has it."""
    return next(one for one in colours if measure_contrast(one.rgb, ground.rgb) >= LEAST_CONTRAST)


def _make_legible(colour: Colour, *grounds: Colour) -> Colour:
    """Return a colour of the same hue that has enough contrast with all grounds, or else black or white."""
    end = max((BLACK, WHITE), key=lambda one: min(measure_contrast(one.rgb, two.rgb) for two in grounds))
    for tone in _mix_towards(colour, end):
        if all(measure_contrast(tone.rgb, ground.rgb) >= LEAST_CONTRAST for ground in grounds):
            return tone
    return end


def _mix_towards(colour: Colour, end: Colour) -> Iterator[Colour]:
    """Yield tones from one colour to another, as they are written."""
    return (make_colour(colour.mixed(end, step / _STEPS).hex) for step in range(_STEPS + 1))


def _is_dark(colour: Colour) -> bool:
    return measure_luminance(colour.rgb) < _DARK


def _write_hero(ground: Sequence[str]) -> dict[str, str]:
    """Return the ground of the first screen."""
    if not ground:
        return {}
    places = ((index + 0.5) / len(ground) for index in range(len(ground)))
    stops = (f"{colour} {place:.1%}" for colour, place in zip(ground, places, strict=True))
    return {"hero": f"linear-gradient({', '.join(stops)})"}


def _choose_type(theme: Theme, library: FontLibrary, texts: str) -> tuple[dict[str, str], list[WebFont]]:
    """Return the properties of the type of titles and of text, and the fonts with all characters of texts."""
    loud = "".join(part for _, part in _LOUD.findall(texts)) + _ALWAYS
    title, body = theme.type["title"], theme.type["body"]
    loud += loud.upper() if title.uppercase else ""
    faces = [
        *_list_faces(library, title, "t", loud, bold=title.bold),
        *_list_faces(library, body, "b", texts + _ALWAYS, bold=body.bold),
        *_list_faces(library, body, "b", loud, bold=True),
    ]
    if "<i>" in texts:
        faces += _list_faces(library, body, "b", texts + _ALWAYS, bold=body.bold, italic=True)
    properties = {
        "title-font": _stack("t", faces),
        "title-weight": "700" if title.bold else "400",
        "title-case": "uppercase" if title.uppercase else "none",
        "title-spacing": f"{title.tracking:g}em",
        "title-leading": f"{max(1.0, title.leading):g}",
        "body-font": _stack("b", faces),
    }
    return properties, faces


_ALWAYS = " 0123456789…–—×·:/()[]+-−‹›"
"""Characters that the page itself writes."""


def _stack(role: str, faces: Iterable[WebFont]) -> str:
    families = dict.fromkeys(face.family for face in faces if face.family.startswith(role))
    return ", ".join((*families, "system-ui", "sans-serif"))


def _list_faces(
    library: FontLibrary, style: TypeStyle, role: str, texts: str, *, bold: bool, italic: bool = False
) -> Iterator[WebFont]:
    """Yield the faces that draw texts; the number of a family is its place among those that are tried."""
    characters = {ord(one) for one in texts if one == " " or not one.isspace()}
    families = library.fallbacks(style.weighted_family)
    places = {font: place for place, one in reversed([*enumerate(families)]) for font in one.faces}
    for font, taken in list_needed_fonts(characters, families, bold=bold, italic=italic):
        if italic and not font.is_italic:
            continue
        if data := make_web_font(font, taken):
            yield WebFont(f"{role}{places[font]}", data, is_bold=bold, is_italic=italic)
