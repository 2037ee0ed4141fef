"""Dividers for decks: one for each deck, or for each value of a field of its cards, with a tab that steps."""

from collections.abc import Iterator, Mapping

from generator.make.boxes import Decks, draw_cover
from generator.make.jobs import Job
from generator.make.labels import name_deck, say
from generator.model.elements.boxes import Box, Measure
from generator.model.elements.template import Template
from generator.model.geometry import describe_tab
from generator.model.language.fields import Pattern
from generator.model.pieces import Deck, Form, Piece, PieceSet
from generator.model.storage import TAB, DividerDesign
from generator.model.values import replace

_DIVIDER_BLEED, _DIVIDER_SAFE, _CORNER = 3.0, 1.4, 2.5
_STEPS, _FEWER, _NARROW = 3, 2, 50.0
"""Places of a tab, which is as wide as one of them; fewer on narrow cards, in mm, whose tabs are wider."""
_BELOW = Box(Measure(), Measure(TAB), Measure(part=1.0), Measure(-TAB, 1.0))
"""The place of the back of a card, below the tab."""


def make_dividers(decks: Decks, defaults: Mapping[str, Template], *, by: str = "", grows: float = 0.0) -> Job:
    """Return the job of the dividers for decks of one game.

    `by` is a field with a divider for each of its values, in place of that of each deck. `grows` is what
    sleeves add to the width and height of cards, in mm.
    """
    job, _ = decks[0]
    taken = {part.id for part in job.game.kit.parts}
    id = next(name for name in ("dividers", "deck_dividers", "dividers_of_decks") if name not in taken)
    found: dict[Form, list[Piece]] = {}
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
        pieces = found.setdefault(form, [])
        pieces += list(_list_dividers(job, part, replace(design, by=by or design.by)))
    made = tuple(
        Deck(
            f"{id}_{number}",
            form,
            tuple(_place_tab(piece, form, place) for place, piece in enumerate(pieces)),
        )
        for number, (form, pieces) in enumerate(found.items(), start=1)
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
    """Return the values of a field, which may be a list."""
    given = piece.fields.get(name, "")
    return tuple(
        one for one in (given if isinstance(given, tuple) else (given,)) if one and isinstance(one, str)
    )


def _place_tab(piece: Piece, form: Form, place: int) -> Piece:
    """Return a divider with its tab at the next place."""
    steps = _FEWER if form.width < _NARROW else _STEPS
    wide = form.width / steps
    at = place % steps * wide
    fields = {**piece.fields, "at": f"{at:.6g}", "wide": f"{wide:.6g}"}
    outline = describe_tab((form.width, form.height), "top", at, (wide, TAB), corner=form.corner)
    return replace(piece, fields=fields, outline=outline)
