"""The first screen of a web page: the cover of the game, or its name, with some of its cards in a fan."""

from collections.abc import Iterator, Sequence
from html import escape

from generator.backends.formats import number
from generator.backends.html.parts import Edition, PageDrawing, PageSection

_MOST_CARDS, _MOST_PAGES = 5, 3


def write_hero(edition: Edition) -> Iterator[str]:
    """Yield the first screen; with a cover, the name of the game is written for those who hear it."""
    cover = next((section.cover for section in edition.sections if section.cover), None)
    fan = tuple(_choose_fan(edition)) if edition.labels else ()
    backs = (card.back for section in edition.sections for card in section.cards)
    kind = "covered" if cover else "named"
    yield f'<div class="hero {kind}">\n'
    if cover:
        label = escape(cover.words or edition.title)
        yield _write_art(cover, f'class="cover" role="img" aria-label="{label}"', "xMidYMin slice")
    elif backdrop := next(filter(None, backs), None):
        yield _write_art(backdrop, 'class="backdrop" aria-hidden="true"', "xMidYMid slice")
    yield f'<div class="name"><h1>{escape(edition.title)}</h1>\n'
    if edition.subtitle and not cover:
        yield f'<p class="subtitle">{escape(edition.subtitle)}</p>\n'
    yield "</div>\n"
    if fan:
        kind = "" if any(section.has_cards for section in edition.sections) else " pages"
        yield f'<ul class="fan of-{len(fan)}{kind}" aria-hidden="true">'
        yield from (
            f'<li data-of="{escape(f"{edition.locale}-{place}")}">{_write_art(drawing)}</li>'
            for drawing, place in fan
        )
        yield "</ul>\n"
    yield "</div>\n"


def _write_art(drawing: PageDrawing, given: str = "", ratio: str = "") -> str:
    box = " ".join(map(number, (drawing.left, drawing.top, drawing.width, drawing.height)))
    ratio = f' preserveAspectRatio="{ratio}"' if ratio else ""
    return f'<svg viewBox="{box}"{ratio} {given}>{drawing.body}</svg>'


def _choose_fan(edition: Edition) -> Iterator[tuple[PageDrawing, str]]:
    """Yield different cards of all decks, each with the id of its place; without cards, pages or tokens."""
    decks = [section for section in edition.sections if section.has_cards]
    pages = [*_list_pages(edition)][:_MOST_PAGES]
    if not decks and pages:
        yield from pages
        return
    decks = decks or [section for section in edition.sections if section.cards]
    upright = [deck for deck in decks if deck.cards[0].front.width <= deck.cards[0].front.height]
    decks = upright or decks
    each, more = divmod(_MOST_CARDS, len(decks))
    shown: set[str] = set()
    for rank, section in enumerate(decks[:_MOST_CARDS]):
        for index in _spread(section, each + (rank < more) if each else 1):
            card = section.cards[index]
            if card.front.body not in shown:
                shown.add(card.front.body)
                yield card.front, f"{section.id}-{index + 1}"


def _spread(section: PageSection, count: int) -> Sequence[int]:
    """Return the indexes of cards all over a deck."""
    total = len(section.cards)
    count = min(count, total)
    return [index * total // count for index in range(count)]


def _list_pages(edition: Edition) -> Iterator[tuple[PageDrawing, str]]:
    """Yield the boards, and the first page of other parts that is not a cover."""
    for section in edition.sections:
        page = section.board or next(iter(section.pages[bool(section.cover) :]), None)
        if page and not section.cards:
            yield page, section.id
