"""Documents of the parts of a kit: chooses the layout of each kind of part."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any

from generator.layout.elements.pieces import draw_template, lay_out_pieces, report_beyond
from generator.layout.elements.words import choose_title, shorten_title
from generator.layout.imposition.pieces import (
    DUPLEX,
    CardFace,
    Chunk,
    FaceLayout,
    FilledSheet,
    PaperUse,
    SheetWork,
    arrange_pieces,
    correct,
    count_board_work,
    count_work,
    impose,
    lay_out_sheets,
    put_first,
)
from generator.layout.press import AreaRequest, Press
from generator.layout.shapes.outlines import Block, Component, strengthen
from generator.model.destinations import REACH, Destination
from generator.model.elements.blocks import Figure
from generator.model.elements.template import BoardElement, DrawingBlock, Template
from generator.model.kit import Board, Booklet, CardBook, Deck, Form, LabelSet, Part, PieceSet, Sheet
from generator.model.language.expressions import Field
from generator.model.played import Takes
from generator.model.printing.printing import SIZES, Backs, Paper, Printer, Printing
from generator.model.texts.rich_text import escape_rich
from generator.model.texts.wordings import Wording, join_sentences, make_plain_text
from generator.model.values import replace
from generator.scene.shapes import Bookmark, Document, Group, Page, scaling

DEFAULT_PRINTING = Printing()
_LARGE_BOARD = SIZES["a2"]
"""Size of boards in large print: a poster, by default."""


def lay_out_part(press: Press, part: Part, *, paper: Paper, **options: Any) -> Document:
    """Lay out all pages of a part on one paper, with the options of `lay_out_chunks`."""
    chunks = list(lay_out_chunks(press, part, paper=paper, **options))
    return replace(chunks[0].document, pages=tuple(page for chunk in chunks for page in chunk.document.pages))


def lay_out_chunks(
    press: Press,
    part: Part,
    *,
    paper: Paper,
    copies: int = 1,
    names: Sequence[str] = (),
    printing: Printing = DEFAULT_PRINTING,
    destination: Destination | None = None,
    printer: Printer | None = None,
    first: Collection[int] = (),
) -> Iterator[Chunk]:
    """Lay out a part on one paper: cards and tokens page by page, other parts in one chunk.

    Pages of cards and tokens whose indexes are `first` come before the others.

    For a destination, each page is a picture, with the name of its file as label; other pages are corrected
    for the printer. With names, a sheet has a page for each name, which is in its field, and copies of each
    page. Errors go to the findings of the press; raises LayoutError if no page can be made.
    """
    title = _format_title(press, part)
    document = Document(
        pages=(),
        title=title,
        language=press.wording.tag,
        author=", ".join(name for credit in press.kit.credits for name in credit.names),
        subject=_plain_text(press, part.subtitle) if isinstance(part, Sheet | Booklet) else "",
        keywords=(press.kit.slug, part.id, (destination or paper).id),
    )
    title = printing.header or title
    if destination is not None:
        for number, (page, faces) in enumerate(_draw_faces(press, part, destination, printing)):
            yield Chunk(replace(document, pages=(page,)), number, 0, faces)
    elif isinstance(part, PieceSet):
        components, printing, backs = _prepare_pieces(press, part, printing, printer)
        document = replace(document, bookmarks=_make_bookmarks(press, part, ()), duplex=DUPLEX.get(backs, ""))
        used: list[PaperUse] = []
        count, sheets = impose(
            press,
            components,
            title=title,
            paper=paper,
            printing=printing,
            backs=backs,
            printer=printer,
            first=first,
            wanted_bleed=part.wanted_bleed,
            note=used.append,
        )
        for index, page in zip(put_first(count, first), sheets, strict=True):
            yield Chunk(replace(document, pages=(page,)), index, count, paper=used.pop() if used else None)
    else:
        only_fronts = printer and printer.without_backs()
        laid_out = _lay_out_pages(press, part, paper, copies, names, printing, title)
        pages = tuple(correct(page, "front", only_fronts) for page in laid_out)
        if printing.fold_booklets and isinstance(part, Booklet):
            document = replace(document, duplex="short")
        if isinstance(part, Sheet) and part.has_aid_behind and len(pages) > 1:
            document = replace(document, duplex="long")
        yield Chunk(
            replace(document, pages=pages, bookmarks=_make_bookmarks(press, part, pages)), 0, len(pages)
        )


def keep_pages(chunk: Chunk, indexes: Sequence[int]) -> Chunk:
    """Return a chunk with all pages of a document reduced to some of them."""
    document, places = chunk.document, {page: index for index, page in enumerate(indexes)}
    bookmarks = tuple(
        replace(bookmark, page=places[bookmark.page])
        for bookmark in document.bookmarks
        if bookmark.page in places
    )
    pages = tuple(document.pages[index] for index in indexes)
    return replace(chunk, document=replace(document, pages=pages, bookmarks=bookmarks), count=len(indexes))


def fill_pages(
    press: Press, part: Part, chunk: Chunk, takes: Sequence[Takes], *, names: Sequence[str] = ()
) -> Chunk:
    """Return a chunk whose pages have fields to fill in on the screen, with a name for each page."""
    # Few runs have fields.
    from generator.layout.boards.positions import add_fields

    pages = tuple(
        add_fields(press, part, page, takes, number=number, owner="".join(names[number - 1 : number]))
        for number, page in enumerate(chunk.document.pages, chunk.first + 1)
    )
    return replace(chunk, document=replace(chunk.document, pages=pages))


def count_part_work(
    press: Press, part: Part, *, paper: Paper, printing: Printing, pages: Sequence[Page]
) -> SheetWork:
    """Count the sheets of a part that was laid out, and the work on them."""
    if isinstance(part, PieceSet):
        sheets, backs = _arrange_pieces(press, part, paper, printing)
        return count_work(sheets, sides=1 if backs in ("none", "fold") else 2)
    if isinstance(part, Board):
        # The first page of a poster shows how to put it together.
        return count_board_work(page.label for page in pages[1:])
    is_duplex = isinstance(part, Booklet) or (isinstance(part, Sheet) and part.has_aid_behind)
    sides = 2 if is_duplex and len(pages) > 1 else 1
    return SheetWork(ceil(len(pages) / sides), sides=sides)


def count_sheets(
    press: Press, piece_set: PieceSet, *, paper: Paper, printing: Printing, printer: Printer | None
) -> int:
    """Return the number of sheets of paper for cards and tokens; raises LayoutError if they do not fit."""
    return len(_arrange_pieces(press, piece_set, paper, printing, printer)[0])


def _arrange_pieces(
    press: Press, part: PieceSet, paper: Paper, printing: Printing, printer: Printer | None = None
) -> tuple[list[FilledSheet], Backs]:
    components, printing, backs = _prepare_pieces(press, part, printing, printer)
    folded = backs == "fold"
    return arrange_pieces(components, paper=paper, printing=printing, folded=folded, name=part.id), backs


def _prepare_pieces(
    press: Press, part: PieceSet, printing: Printing, printer: Printer | None
) -> tuple[Sequence[Component], Printing, Backs]:
    if printing.bleed is None:
        printing = replace(printing, bleed=part.kept_bleed)
    if isinstance(part, LabelSet):
        from generator.layout.editions import lay_out_labels

        components = lay_out_labels(press, part)
    else:
        bleed = printing.bleed
        # The part is kept, so that no other one has its identity.
        _, components = press.again(
            (id(part), bleed), lambda: (part, lay_out_pieces(press, part, bleed=bleed))
        )
    if printing.edition == "large" and part.has_cards:
        from generator.layout.editions import number_components

        components = number_components(press, part, components)
    printing = printing.filled(part.imposition)
    has_backs = any(component.draw_back for component in components)
    own = printer.find_backs(part.backs) if printer else part.backs
    return components, printing, printing.find_backs(own) if has_backs else "none"


def _draw_faces(
    press: Press, part: Part, destination: Destination, printing: Printing
) -> Iterator[tuple[Page, tuple[CardFace, ...]]]:
    components: tuple[Component, ...] = ()
    title = shorten_title(_plain_text(press, part.title), _plain_text(press, press.kit.title))
    names, has_cards = {part.id: title}, False
    if isinstance(part, PieceSet):
        part, has_cards = _flatten(part) if destination.is_table else part, part.has_cards
        pieces = (piece.in_language(press.wording) for piece in part.pieces)
        names = {
            piece.id: choose_title(press, part.templates[piece.front], piece.fields) or title
            for piece in pieces
        }
        part = replace(
            part, decks=tuple(_fit_deck(press, part, deck, destination, printing) for deck in part.decks)
        )
        components = lay_out_pieces(press, part)
    elif isinstance(part, Board):
        components = (_fit_board(press, part, destination, printing),)
    if destination.sheet:
        return lay_out_sheets(press, part.id, components, destination)
    bleed, is_board = printing.bleed or 0.0, isinstance(part, Board)
    splits = printing.copies_as_files
    return FaceLayout(part.id, components, destination, bleed, names, is_board, has_cards, splits).lay_out()


def _flatten(part: PieceSet) -> PieceSet:
    """Return the pieces of a set with one face of each that is folded, and without boxes."""
    decks = (deck for deck in part.decks if deck.form.outline != "tuck_box")
    flat = (
        replace(deck, form=replace(deck.form, outline="rectangle")) if deck.form.is_net else deck
        for deck in decks
    )
    return replace(part, decks=tuple(flat))


def _fit_deck(press: Press, part: PieceSet, deck: Deck, destination: Destination, printing: Printing) -> Deck:
    """Return a deck with the bleed, and the size, that a destination needs."""
    reach = REACH if destination.products else printing.bleed
    form = replace(deck.form, bleed=reach or deck.form.bleed)
    if printing.resize and (fitted := destination.resize(form)) != form:
        form = fitted
        report_beyond(press, part, deck, form)
    return replace(deck, form=form)


def _fit_board(press: Press, board: Board, destination: Destination, printing: Printing) -> Component:
    """Return a board in the size that a destination needs, with art beyond it that fills what is left."""
    from generator.layout.boards.boards import lay_out_board

    form = Form(*board.size, bleed=max(REACH, printing.bleed or 0.0))
    fitted = destination.resize(form, is_board=True) if printing.resize else form
    scale = min(fitted.width / form.width, fitted.height / form.height)
    left, top = (fitted.width - form.width * scale) / 2, (fitted.height - form.height * scale) / 2
    block = lay_out_board(press, board, bleed=(form.bleed + max(left, top)) / scale)
    shapes = block.shapes
    if fitted != form:
        shapes = (Group(strengthen(shapes, scale), transform=scaling(scale, left, top)),)
    return Component(board.id, fitted, lambda: shapes)


def _lay_out_pages(
    press: Press, part: Part, paper: Paper, copies: int, names: Sequence[str], printing: Printing, title: str
) -> Sequence[Page]:
    if isinstance(part, Sheet):
        from generator.layout.sheets import lay_out_sheet_pages

        presses = press.by_language() if part.by_language else (press,)
        aid = _lay_out_aid(press, part, paper) if part.aid and not printing.is_single else ()
        is_joined = part.per_page == 2 and not printing.is_single
        # One without an aid is printed twice.
        is_twice = is_joined and copies == 1 and not (names or aid) and len(presses) == 1
        pages = [
            each
            for own in presses
            for page in lay_out_sheet_pages(own, part, paper, 2 if is_twice else copies, names, title)
            for each in (page, *aid)
        ]
        if not is_joined:
            return pages
        from generator.layout.imposition.pages import join_pages

        return join_pages(pages, paper, is_stacked=part.orientation == "landscape")
    if isinstance(part, Board):
        from generator.layout.boards.boards import lay_out_board
        from generator.layout.imposition.pages import choose_bleed, enlarge_page, impose_board

        if printing.edition == "large" and not (printing.poster or printing.size):
            printing = replace(printing, poster=True, size=_LARGE_BOARD)
        seams = () if printing.poster is False else part.seams
        if printing.poster is None and printing.size is None:
            # A print shop has large paper: what is a poster at home is one piece there.
            is_large = part.poster or part.seams
            own = {"size": part.size} if printing.is_for_press and is_large else {"poster": part.poster}
            printing = replace(printing, **own)
        if printing.is_for_press and not printing.poster:
            paper, printing = enlarge_page(part.size, paper, printing)
        bleed = choose_bleed(part.size, paper, printing, name=title, seams=seams)
        block = lay_out_board(press, part, bleed=bleed)
        return impose_board(
            press, block, title=title, paper=paper, printing=printing, bleed=bleed, seams=seams
        )
    if isinstance(part, Booklet):
        from generator.layout.booklets import lay_out_booklet_pages

        if printing.edition == "large" or isinstance(part, CardBook):
            # Few runs are in large print.
            from generator.layout.editions import lay_out_large_pages

            return lay_out_large_pages(press, part, paper, title) * copies
        if printing.fold_booklets:
            return _lay_out_folded(press, part, paper, title)
        return lay_out_booklet_pages(press, part, paper, title) * copies
    raise TypeError(f"{part.id} has no pages of its own")


def _lay_out_aid(press: Press, sheet: Sheet, paper: Paper) -> Sequence[Page]:
    """Lay out the page of the booklet that shares the paper of a sheet; none if it is more than a page."""
    from generator.layout.booklets import halve_booklet, lay_out_booklet_pages

    aid = press.kit.parts_of(Booklet)[sheet.aid or ""]
    title, is_half = _format_title(press, aid), sheet.per_page == 2
    small, page = (halve_booklet(aid), paper.halved()) if is_half else (aid, paper)
    single = replace(
        small,
        most_pages=1,
        fit=True,
        multiple=1,
        ruler="none",
        orientation=sheet.orientation,
        look=replace(aid.look, cover=None),
    )
    pages = press.findings.attempt(lambda: lay_out_booklet_pages(press, single, page, title, sheet=paper))
    if pages is not None and len(pages) == 1:
        return pages
    press.findings.warn(f"{press.name(aid.id)} is more than a page, and not on the paper of {sheet.id}")
    return ()


def _lay_out_folded(press: Press, booklet: Booklet, paper: Paper, title: str) -> Sequence[Page]:
    """Lay out the sheets of a folded booklet; pages that do not fit in their size are reduced."""
    from generator.layout.booklets import halve_booklet, lay_out_booklet_pages, scale_into
    from generator.layout.imposition.pages import fold_pages

    half = paper.halved()
    lay_out = partial(lay_out_booklet_pages, press, paper=half, title=title, sheet=paper)
    pages = None
    # A text that its author makes smaller to fit its pages may be smaller here, too, to need no more paper.
    for is_limited in (True, False) if booklet.fit else (False,):
        small = halve_booklet(booklet, is_limited=is_limited)
        pages = pages or press.findings.attempt(partial(lay_out, small))
    if pages is None:
        pages = lay_out_booklet_pages(press, booklet, paper, title, sheet=paper, reduced=half)
        name, scale = press.name(booklet.id), scale_into(paper, half)[0]
        hint = "a larger --paper has larger pages"
        press.findings.warn(
            f"{name} does not fit on {half.name}: its pages are reduced to {scale:.0%} ({hint})"
        )
    is_stacked, is_reversed = booklet.orientation == "landscape", press.wording.direction == "rtl"
    return fold_pages(pages, paper, is_stacked=is_stacked, is_reversed=is_reversed)


class _Layouts:
    """The layouts that blocks and elements contain; maps take long to import, and few cards show one."""

    def draw_elements(
        self, press: Press, drawing: DrawingBlock, width: float, height: float, fields: Mapping[str, Field]
    ) -> Block:
        def draw(press: Press) -> Block:
            template = Template("drawing", drawing.draw)
            return Block(draw_template(press, template, fields, width, height), width, height)

        return draw(press) if drawing.mirrored else press.keep(draw)

    def draw_figure(self, press: Press, figure: Figure, width: float) -> Block:
        from generator.layout.boards.figures import lay_out_figure

        with press.opened(figure):
            return lay_out_figure(press, figure, width=width).block

    def draw_detail(self, press: Press, detail: BoardElement, width: float, height: float) -> Block:
        from generator.layout.boards.boards import lay_out_board_detail

        key = (detail, width, height)
        draw = partial(lay_out_board_detail, press, detail, width, height)
        return press.once(key, lambda: press.recall(key, draw))

    def draw_area(self, press: Press, request: AreaRequest) -> Block:
        from generator.layout.boards.boards import lay_out_area

        return Block(lay_out_area(press, request), request.box.width, request.box.height)


make_press = partial(Press, higher=_Layouts())
"""Make the press of a kit in one locale; presses of several locales may share `wordless` symbols."""


def _format_title(press: Press, part: Part) -> str:
    """Return the title of the document: of the game and the part, or of the part if it names the game.

    If two languages have different names for the game, the title is repeated in the second language.
    """
    each = press.wording.each
    games = [make_plain_text(wording.format(press.kit.title)) for wording in each]
    if len(set(games)) == 1:
        return _name_part(each[0], games[0], _plain_text(press, part.title))
    titles = [make_plain_text(wording.format(part.title)) for wording in each]
    first, second = map(escape_rich, map(_name_part, each, games, titles))
    turns = each[0].direction != each[1].direction
    return make_plain_text(join_sentences(first, second, turns=turns))


def _name_part(wording: Wording, game: str, title: str) -> str:
    return title if game in title else wording.format("margin.part", {"game": game, "part": title})


def _plain_text(press: Press, key: str) -> str:
    return make_plain_text(press.format(key))


def _make_bookmarks(press: Press, part: Part, pages: Sequence[Page]) -> tuple[Bookmark, ...]:
    if len(pages) == 1 or isinstance(part, PieceSet):
        return (Bookmark(_plain_text(press, part.title), 0),)
    return tuple(Bookmark(page.label, index) for index, page in enumerate(pages))
