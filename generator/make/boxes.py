"""Tuck boxes for decks: their size, the number of boxes that a deck needs, and what their faces show."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import TypeAlias

from generator.errors import LayoutError, UnknownName, describe_unknown
from generator.layout.imposition.packing import pack
from generator.layout.shapes.outlines import footprint
from generator.make.jobs import Job
from generator.make.labels import name_deck, say
from generator.make.names import Choices
from generator.model.elements.boxes import WHOLE, Box
from generator.model.elements.template import Element, Template
from generator.model.language.conditions import Condition
from generator.model.language.fields import FACE, Field
from generator.model.pieces import Deck, Form, InsetElement, Piece, PieceSet
from generator.model.printing.printing import Imposition
from generator.model.storage import BOX_FACES, BoxDesign, Stocks
from generator.model.style import Paper
from generator.model.values import dataclass, replace

Decks: TypeAlias = Sequence[tuple[Job, PieceSet]]
"""Decks with their jobs."""

_PLAY = 1.0
"""Space in a box beyond the size of its cards, in mm."""
_BLEED, _SAFE = 3.0, 1.0
_BOX = "box"
_LYING = ("side",)
"""Faces whose templates are drawn lying."""
_COVERED = ("front", "back")
"""Faces that show the back of a card by default."""


@dataclass(frozen=True)
class BoxMaker:
    """Makes the boxes of a run."""

    choices: Choices
    stocks: Stocks
    defaults: Mapping[str, Template]
    papers: Mapping[str, Paper]

    def share(self, decks: Decks) -> Iterator[Decks]:
        """Yield the decks of each box: all of one size with `--together`, otherwise each deck alone."""
        by_size: dict[object, list[tuple[Job, PieceSet]]] = {}
        for job, part in decks:
            form = part.decks[0].form
            by_size.setdefault((form.width, form.height) if self.choices.together else part.id, []).append(
                (job, part)
            )
        yield from by_size.values()

    def make(self, decks: Decks) -> Job:
        """Return the job of the boxes for decks of the same size; raises LayoutError if no box fits."""
        job, part = decks[0]
        design = part.storage.box if part.storage else BoxDesign()
        thickness, total = self._find_thickness(design), sum(_count(job, part) for job, part in decks)
        boxes = ceil(total / self._find_most(job, part, thickness, total))
        form = self._make_form(part, thickness, ceil(total / boxes))
        id = "_".join((*(part.id for _, part in decks), _BOX))
        pieces = tuple(_list_boxes(decks, form, total, boxes))
        templates = {_BOX: Template(_BOX, tuple(_list_faces(part, design, self.defaults)))}
        made = PieceSet(id, "boxes.title", (Deck(id, form, pieces),), templates, backs="none")
        notes: tuple[str, ...] = ()
        if boxes > 1:
            note = f"{part.id}: {total} cards of {thickness:.3g} mm need {boxes} boxes on {job.paper.name}"
            notes = (f"{note}, for up to {pieces[0].fields['count']} cards each",)
        return replace(job, part=made, notes=(*job.notes, *notes), words=self._list_words(thickness))

    def _list_words(self, thickness: float) -> tuple[str, ...]:
        """Return the words of file names for a thickness that was chosen, and for sleeves."""
        words = ["sleeved"] if self.choices.sleeved else []
        return (*words, *([] if self.choices.thickness is None else [f"thickness-{thickness:.4g}mm"]))

    def _find_thickness(self, design: BoxDesign) -> float:
        """Return the thickness of a card in mm; a measured one is that in the sleeve."""
        chosen = design.thickness if self.choices.thickness is None else self.choices.thickness
        if isinstance(chosen, float):
            return chosen
        stocks, films = self.stocks.stocks, self.stocks.sleeve.thickness if self.choices.sleeved else 0.0
        if chosen and chosen not in stocks:
            raise UnknownName(describe_unknown("card stock", chosen, stocks))
        return stocks[chosen or next(iter(stocks))].thickness + films

    def _make_form(self, part: PieceSet, thickness: float, count: int) -> Form:
        card, more = part.decks[0].form, _PLAY + (self.stocks.sleeve.size if self.choices.sleeved else 0.0)
        size, depth = (card.width + more, card.height + more), round(count * thickness + _PLAY, 3)
        return Form(*size, outline="tuck_box", depth=depth, bleed=_BLEED, safe=_SAFE)

    def _find_most(self, job: Job, part: PieceSet, thickness: float, total: int) -> int:
        """Return the number of cards, up to `total`, for which a box fits; raises LayoutError if none."""

        def fits(count: int, paper: Paper = job.paper) -> bool:
            # A box that is deeper than it is wide or high would not hold its cards together.
            form = self._make_form(part, thickness, count)
            return form.depth <= min(form.width, form.height) and self._has_room(form, paper)

        if fits(total):
            return total
        if not fits(1):
            form = self._make_form(part, thickness, 1)
            larger = [paper for paper in self.papers.values() if not paper.labels and fits(1, paper)]
            names = " or ".join(paper.id for paper in larger)
            hint = f"--paper {names} takes it" if names else "no named paper size takes it"
            what = "a box for one card needs {2:.0f} x {3:.0f} mm".format(*footprint(form))
            raise LayoutError(part.id, f"{what}; {hint}", over_mm=0.0, paper=job.paper.name)
        low, high = 1, total
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if fits(middle) else (low, middle)
        return low

    def _has_room(self, form: Form, paper: Paper) -> bool:
        printing = self.choices.printing.filled(Imposition())
        try:
            pack({form: 1}, paper, printing, folded=False, part="")
        except LayoutError:
            return False
        return True


def draw_cover(part: PieceSet, plain: Template, box: Box = WHOLE) -> Element:
    """Return the back that most cards of a deck have, in a box of a template, or else a plain one."""
    backs = Counter[str]()
    for piece in part.pieces:
        backs[piece.back] += piece.count if piece.back else 0
    name = max(backs, key=backs.__getitem__)
    if not name:
        return InsetElement(draw=plain.elements, box=box)
    piece = next(piece for piece in part.pieces if piece.back == name)
    return InsetElement(draw=part.templates[name].elements, box=box, piece=piece)


def _count(job: Job, part: PieceSet) -> int:
    """Return the number of cards: those with much text are printed once in each language."""
    languages = job.game.kit.wordings[job.locale].languages
    return sum(piece.count * (languages if piece.by_language else 1) for piece in part.pieces)


def _list_boxes(decks: Decks, form: Form, total: int, boxes: int) -> Iterator[Piece]:
    """Yield a piece for each box, with nearly equal numbers of cards."""
    job, part = decks[0]
    sides = {"wide": form.width, "high": form.height, "deep": form.depth}
    shared: dict[str, Field] = {name: f"{side:.4g}" for name, side in sides.items()}
    kit, wording = job.game.kit, job.game.kit.wordings[job.locale]
    shared |= {"game": say(wording, kit.title), "icon": kit.icon, "boxes": str(boxes) if boxes > 1 else ""}
    title = name_deck(wording, kit.title, part.title) if len(decks) == 1 else ""
    shared["title"] = title if title != shared["game"] else ""
    for number in range(1, boxes + 1):
        count = total // boxes + (number <= total % boxes)
        id = f"{_BOX}_{number}" if boxes > 1 else _BOX
        yield Piece(id, {**shared, "id": id, "number": str(number), "count": str(count)}, _BOX)


def _list_faces(part: PieceSet, design: BoxDesign, defaults: Mapping[str, Template]) -> Iterator[Element]:
    """Yield the templates of all faces, each shown on its own."""
    for key, faces in BOX_FACES.items():
        own, default = design.templates.get(key), defaults.get(key)
        drawn = own.elements if own else default.elements if default else ()
        if not own and key in _COVERED:
            drawn = (draw_cover(part, defaults["plain"]), *drawn)
        yield InsetElement(draw=drawn, when=(Condition(FACE, faces),), is_turned=key in _LYING)
