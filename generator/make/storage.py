"""Boxes or dividers in place of decks: `petri boxes`."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import TypeAlias

from generator.errors import GeneratorError, LayoutError, PartErrors, UnknownName, describe_unknown
from generator.layout.imposition.packing import pack_sheets
from generator.layout.shapes.outlines import footprint
from generator.make.jobs.jobs import Choices, Job, list_chosen_parts
from generator.model.elements.boxes import WHOLE, Box, Condition, Measure
from generator.model.elements.template import Element, PanelElement, Template
from generator.model.geometry import describe_tab
from generator.model.kit import Deck, Form, InsetElement, Piece, PieceSet
from generator.model.language.expressions import FACE, Field, Pattern
from generator.model.printing.printing import Imposition, Paper, Stocks
from generator.model.storage import BOX_FACES, TAB, BoxDesign, DividerDesign
from generator.model.texts.wordings import Wording, join_sentences
from generator.model.values import dataclass, replace
from generator.read.cached import read_cached_storage
from generator.read.files.shelf import Shelf

_PLAY = 1.0
"""Space in a box beyond the size of its cards, in mm."""
_BLEED, _SAFE = 3.0, 1.0
_BOX = "box"
_LYING = ("side",)
"""Faces whose templates are drawn lying."""
_NOTCH, _PLATE, _SMALL_PLATE, _AROUND = 12.5, 21.2, 14.6, 6.0
"""Space on the front above, below (on low boxes, too), and beside the picture of a card, in mm."""
_LOW, _LEAST = 70.0, 12.0
"""Height of a box up to which it is low, and the least space for the picture of a card, in mm."""
_RIM, _ROUND = 0.8, 2.4
"""Width and radius of the rim of the picture of a card, in mm."""
_DIVIDER_BLEED, _DIVIDER_SAFE, _CORNER = 3.0, 1.4, 2.5
_STEPS, _FEWER, _NARROW = 3, 2, 50.0
"""Places of a tab, which is as wide as one of them; fewer on narrow cards, in mm, whose tabs are wider."""
_BELOW = Box(Measure(), Measure(TAB), Measure(part=1.0), Measure(-TAB, 1.0))
"""The place of the back of a card, below the tab."""
Decks: TypeAlias = Sequence[tuple[Job, PieceSet]]
"""Decks with their jobs."""


def store_cards(
    jobs: Sequence[Job], choices: Choices, shelf: Shelf, papers: Mapping[str, Paper]
) -> tuple[Job, ...]:
    """Return the jobs of boxes and dividers for the decks among other jobs.

    Raises UnknownName if there is no deck, for an unknown card stock, and for an unknown field; PartErrors
    with all boxes that do not fit on their paper.
    """
    same: dict[tuple[str, str, str], list[tuple[Job, PieceSet]]] = {}
    for job in jobs:
        if isinstance(job.part, PieceSet) and job.part.storage:
            key = str(job.game.kit.path), job.locale, job.paper.id
            same.setdefault(key, []).append((job, job.part))
    if not same:
        option = "boxes" if choices.boxes else "dividers"
        raise UnknownName(f"{option} need a deck of cards; chosen parts: {list_chosen_parts(jobs)}")
    stocks, defaults = read_cached_storage(shelf)
    if isinstance(choices.thickness, str) and choices.thickness not in stocks.stocks:
        raise UnknownName(describe_unknown("card stock", choices.thickness, stocks.stocks))
    cards = (piece for decks in same.values() for _, part in decks for piece in part.pieces)
    known = {field: None for piece in cards for field in piece.fields}
    if choices.by and choices.by not in known:
        raise UnknownName(describe_unknown("field", choices.by, known))
    maker = BoxMaker(choices, stocks, defaults, papers)
    stored: list[Job] = []
    failures: list[tuple[str, GeneratorError]] = []
    for decks in same.values():
        for several in maker.share(decks) if choices.boxes else ():
            try:
                stored.append(maker.make(several))
            except LayoutError as error:
                failures.append((str(several[0][0]), error))
        if choices.dividers:
            grows = stocks.sleeve.size if choices.sleeved else 0.0
            stored.append(make_dividers(decks, defaults, by=choices.by, grows=grows))
    if failures:
        raise PartErrors(failures)
    return tuple(stored)


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
        thickness, total = self._choose_thickness(design), sum(_count(job, part) for job, part in decks)
        boxes = ceil(total / self._measure_most(job, part, thickness, total))
        form = self._make_form(part, thickness, ceil(total / boxes))
        id = "_".join((*(part.id for _, part in decks), _BOX))
        pieces = tuple(_list_boxes(decks, form, total, boxes))
        templates = {_BOX: Template(_BOX, tuple(_list_faces(part, form, design, self.defaults)))}
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

    def _choose_thickness(self, design: BoxDesign) -> float:
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

    def _measure_most(self, job: Job, part: PieceSet, thickness: float, total: int) -> int:
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
            pack_sheets({form: 1}, paper, printing, folded=False, part="")
        except LayoutError:
            return False
        return True


def _list_boxes(decks: Decks, form: Form, total: int, boxes: int) -> Iterator[Piece]:
    """Yield a piece for each box, with nearly equal numbers of cards."""
    job, part = decks[0]
    sides = {"wide": form.width, "high": form.height, "deep": form.depth}
    shared: dict[str, Field] = {name: f"{side:.4g}" for name, side in sides.items()}
    kit, wording = job.game.kit, job.game.kit.wordings[job.locale]
    shared |= {"game": say(wording, kit.title), "icon": kit.icon, "boxes": str(boxes) if boxes > 1 else ""}
    title = name_deck(wording, kit.title, part.title) if len(decks) == 1 else ""
    counted = wording.format("boxes.count", {"count": total})
    # "9 cards" says all of "Cards".
    is_said = title == shared["game"] or title.casefold() in counted.casefold().split()
    shared["title"] = "" if is_said else title
    for number in range(1, boxes + 1):
        count = total // boxes + (number <= total % boxes)
        id = f"{_BOX}_{number}" if boxes > 1 else _BOX
        yield Piece(id, {**shared, "id": id, "number": str(number), "count": str(count)}, _BOX)


def _list_faces(
    part: PieceSet, form: Form, design: BoxDesign, defaults: Mapping[str, Template]
) -> Iterator[Element]:
    """Yield the templates of all faces, each shown on its own."""
    for key, faces in BOX_FACES.items():
        own, default = design.templates.get(key), defaults.get(key)
        drawn = own.elements if own else default.elements if default else ()
        if not own and key == "back":
            drawn = (draw_cover(part, defaults["plain"]), *drawn)
        elif not own and key == "front":
            drawn = (*drawn, *_draw_card(part, form, defaults["plain"]))
        yield InsetElement(draw=drawn, when=(Condition(FACE, faces),), is_turned=key in _LYING)


def _draw_card(part: PieceSet, form: Form, plain: Template) -> Iterator[Element]:
    """Yield a picture of a complete card for the front, below the notch; none if there is no room."""
    card, plate = part.decks[0].form, _PLATE if form.height >= _LOW else _SMALL_PLATE
    room = form.width - 2 * _AROUND, form.height - _NOTCH - plate
    if min(room) < _LEAST:
        return
    factor = min(room[0] / card.width, room[1] / card.height)
    wide, high = card.width * factor, card.height * factor
    left, top = (form.width - wide) / 2, _NOTCH + (room[1] - high) / 2
    edges = (left - _RIM, top - _RIM, wide + 2 * _RIM, high + 2 * _RIM)
    rim, picture = (Box(*map(Measure, box)) for box in (edges, (left, top, wide, high)))
    yield PanelElement(box=rim, fill="box_ink", corner=_ROUND)
    yield replace(draw_cover(part, plain, picture), corner=_ROUND - _RIM)


def make_dividers(decks: Decks, defaults: Mapping[str, Template], *, by: str = "", grows: float = 0.0) -> Job:
    """Return the job of the dividers for decks of one game.

    `by` is a field with a divider for each of its values, in place of that of each deck. `grows` is what
    sleeves add to the width and height of cards, in mm.
    """
    job, _ = decks[0]
    taken = {part.id for part in job.game.kit.parts}
    id = next(name for name in ("dividers", "deck_dividers", "dividers_of_decks") if name not in taken)
    by_form: dict[Form, list[Piece]] = {}
    templates: dict[str, Template] = {}
    for _, part in decks:
        form = part.decks[0].form
        form = Form(
            form.width + grows,
            form.height + grows + TAB,
            outline="path",
            corner=_CORNER,
            bleed=_DIVIDER_BLEED,
            safe=_DIVIDER_SAFE,
        )
        design = part.storage.divider if part.storage else DividerDesign()
        elements = draw_cover(part, defaults["plain"], _BELOW), *defaults["divider"].elements
        templates[part.id] = design.template or Template(part.id, elements)
        pieces = by_form.setdefault(form, [])
        pieces += list(_list_dividers(job, part, replace(design, by=by or design.by)))
    made = tuple(
        Deck(
            f"{id}_{number}",
            form,
            tuple(_place_tab(piece, form, place) for place, piece in enumerate(pieces)),
        )
        for number, (form, pieces) in enumerate(by_form.items(), start=1)
    )
    words = [*(["sleeved"] if grows else []), *([f"by-{by}"] if by else [])]
    return replace(job, part=PieceSet(id, "dividers.title", made, templates, backs="none"), words=(*words,))


def _list_dividers(job: Job, part: PieceSet, design: DividerDesign) -> Iterator[Piece]:
    """Yield a divider for each value of a field, or for the deck if its cards have no such field."""
    kit, wording = job.game.kit, job.game.kit.wordings[job.locale]
    first: dict[str, tuple[Piece, int]] = {}
    for piece in part.pieces if design.by else ():
        for index, value in enumerate(_list_values(piece, design.by)):
            first.setdefault(value, (piece, index))
    for number, (value, (piece, index)) in enumerate(
        first.items() or [("", (next(part.pieces), 0))], start=1
    ):
        fields = piece.in_language(wording).fields
        icon, key = (
            "" if Pattern(pattern).has_places and not value else Pattern(pattern).fill(piece.fields)
            for pattern in (design.icon, design.say)
        )
        if key:
            values = {name: fields.get(name) for name in wording.message(key).names}
            title = wording.format(
                key, {name: text for name, text in values.items() if isinstance(text, str)}
            )
        elif value:
            title = wording.translate(_list_values(piece.in_language(wording), design.by)[index])
        else:
            title = name_deck(wording, kit.title, part.title)
        own = {"game": say(wording, kit.title), "title": title, "value": value, "icon": icon or kit.icon}
        id = f"{part.id}_{number}" if value else part.id
        yield Piece(id, {**fields, **own, "id": id}, part.id)


def _list_values(piece: Piece, name: str) -> tuple[str, ...]:
    given = piece.fields.get(name, "")
    return tuple(
        one for one in (given if isinstance(given, tuple) else (given,)) if one and isinstance(one, str)
    )


def _place_tab(piece: Piece, form: Form, place: int) -> Piece:
    steps = _FEWER if form.width < _NARROW else _STEPS
    wide = form.width / steps
    at = place % steps * wide
    fields = {**piece.fields, "at": f"{at:.6g}", "wide": f"{wide:.6g}"}
    outline = describe_tab((form.width, form.height), "top", at, (wide, TAB), corner=form.corner)
    return replace(piece, fields=fields, outline=outline)


def draw_cover(part: PieceSet, plain: Template, box: Box = WHOLE) -> InsetElement:
    """Return the back that most cards of a deck have, which covers a box, or else a plain one."""
    backs = Counter[str]()
    for piece in part.pieces:
        backs[piece.back] += piece.count if piece.back else 0
    name = max(backs, key=backs.__getitem__)
    if not name:
        return InsetElement(draw=plain.elements, box=box)
    piece = next(piece for piece in part.pieces if piece.back == name)
    form = next(deck.form for deck in part.decks if piece in deck.pieces)
    return InsetElement(
        draw=part.templates[name].elements,
        box=box,
        piece=piece,
        art_bleed=form.art_bleed,
        shown=(form.width, form.height),
    )


def _count(job: Job, part: PieceSet) -> int:
    """Return the number of cards: those with much text are printed once in each language."""
    languages = job.game.kit.wordings[job.locale].languages
    return sum(piece.count * (languages if piece.by_language else 1) for piece in part.pieces)


def name_deck(wording: Wording, game: str, title: str) -> str:
    """Return the title of a deck without the name of its game: `City Cards` for `Pandemic: City Cards`."""

    def shorten(one: Wording) -> str:
        whole = say(one, title)
        return re.sub(rf"^{re.escape(say(one, game))}\s*[^\w\s]+\s*", "", whole) or whole

    first, *others = map(shorten, wording.each)
    turns = len({one.direction for one in wording.each}) > 1
    return join_sentences(first, others[0], turns=turns) if others else first


def say(wording: Wording, title: str) -> str:
    """Return the text of a title, which is a wording key or the text itself."""
    return wording.format(title) if title in wording else wording.translate(title)
