"""The preflight of a picture or page for a service that prints cards."""

from collections.abc import Iterator, Mapping

from generator.layout.document import Chunk
from generator.layout.imposition.faces import CardFace
from generator.make.jobs import Job
from generator.make.names import Choices
from generator.make.preflight.cuts import find_cut
from generator.make.preflight.drawing import Measures, Painter, list_leaves
from generator.make.preflight.edges import check_bleed, check_frame
from generator.make.preflight.inks import check_inks
from generator.make.preflight.issues import Inspected, Issue
from generator.make.preflight.limits import DRIFT
from generator.make.preflight.lines import check_lines, check_pictures
from generator.make.preflight.words import check_words
from generator.make.print_shops import make_ink_finder
from generator.model.destinations import Product
from generator.model.geometry import Rectangle
from generator.model.pieces import PieceSet
from generator.scene.shapes import Page


class Inspector:
    """Looks at all pictures and pages of a job, also at their inks if the files are for a press."""

    def __init__(self, job: Job, choices: Choices) -> None:
        self._job, self._find_inks = job, make_ink_finder(choices, job.game.kit.theme)
        destination = choices.destination
        self._products: Mapping[str, Product] = destination.products if destination else {}
        self._service, self._most_ink = (destination.name, destination.ink) if destination else ("", 0)
        self._measures = Measures()

    def inspect(self, chunk: Chunk) -> Iterator[Inspected]:
        """Yield what is found on each page; nothing for copies, and for pages without a product."""
        product = self._products.get(chunk.faces[0].product) if chunk.faces else None
        for page in chunk.document.pages:
            if product and page.trim:
                issues = tuple(self._list_issues(page, Rectangle(*page.trim), product))
                yield _describe(self._job, page, chunk.faces, issues)
                self._measures.forget_some()

    def _list_issues(self, page: Page, trim: Rectangle, product: Product) -> Iterator[Issue]:
        cut = find_cut(page, trim, product)
        leaves = list_leaves(page.shapes, cut.page, self._measures)
        painter = Painter(leaves, self._measures)
        inner = cut.box.grown(-DRIFT - 1.0)
        rim = Painter([leaf for leaf in leaves if leaf.box.beyond(inner) > 0], self._measures)
        yield from check_words(leaves, painter, cut, self._service, self._find_inks)
        yield from check_bleed(rim, trim, cut)
        yield from check_frame(rim, cut)
        yield from check_lines(leaves, painter)
        yield from check_pictures(leaves, cut)
        if self._find_inks and self._most_ink:
            yield from check_inks(leaves, self._find_inks, self._most_ink)


def _describe(job: Job, page: Page, faces: tuple[CardFace, ...], issues: tuple[Issue, ...]) -> Inspected:
    face = faces[0]
    decks = job.part.decks if isinstance(job.part, PieceSet) else ()
    found = (deck.locate(face.id) for deck in decks if any(piece.id == face.id for piece in deck.pieces))
    size = page.pixels or (round(page.width, 2), round(page.height, 2))
    return Inspected(
        where=f"{job.game.kit.slug} ({job.locale})",
        part=face.part,
        card=face.id,
        source=next(found, ""),
        is_back=face.side == "back",
        cards=len(faces),
        copies=sum(one.count for one in faces),
        product=face.product,
        size=(min(size), max(size)),
        file=face.file,
        issues=issues,
    )
