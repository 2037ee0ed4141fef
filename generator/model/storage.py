"""Declares how cards are stored: their thickness, tuck boxes, dividers."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from generator.errors import Wrong
from generator.model.elements.template import TEMPLATE, Template
from generator.model.language import kinds
from generator.model.language.kinds import Doc, Id, Kind, parse_length
from generator.model.values import dataclass, field

BOX_FACES: Mapping[str, tuple[str, ...]] = {
    "front": ("front",), "back": ("back",), "side": ("left", "right"), "lid": ("top",), "bottom": ("bottom",),
}  # fmt: skip
"""Faces of the net of a tuck box, by the key of their template."""
TAB = 10.0
"""Height of the tab of a divider, in mm."""
_LEAST, _MOST = 0.05, 5.0
"""Limits of the thickness of a card, in mm."""
_MEASURED = re.compile(r"\s*(\d{1,4})\s*cards?\b\W*(.*)")
_NAME = re.compile(r"\s*([a-z][a-z0-9]*(?:[_-][a-z0-9]+)*)\s*")

Thickness: TypeAlias = float | str
"""Thickness of a card in mm, or the id of a card stock."""


def parse_thickness(text: str) -> Thickness:
    """Return the thickness of one card in mm, from `0.3 mm` or `10 cards 3.2 mm`, or the id of a stock.

    Raises Wrong.
    """
    if name := _NAME.fullmatch(text):
        return name[1].replace("-", "_")
    measured = _MEASURED.fullmatch(text)
    count, length = (int(measured[1]), measured[2]) if measured else (1, text)
    if not re.fullmatch(kinds.LENGTH_TEXT, length) or not count:
        raise Wrong(f"`{text}` is not a thickness", "write it like `0.3 mm`, or `10 cards 3.2 mm`")
    thickness = parse_length(length) / count
    if not _LEAST <= thickness <= _MOST:
        raise Wrong(f"a card of {thickness:.4g} mm is out of range", f"use {_LEAST:g} to {_MOST:g} mm")
    return thickness


_THICKNESS = Kind("thickness", parse_thickness, {"type": "string"})


@dataclass(frozen=True, kw_only=True)
class BoxKeys:
    """Tuck boxes that `petri boxes` makes for a deck."""

    thickness: Annotated[
        Thickness | None,
        _THICKNESS,
        Doc("Thickness of a card: `0.3 mm`, `10 cards 3.2 mm`, or an id of `card_stocks.yaml`."),
    ] = None
    template: Annotated[Any, TEMPLATE, Doc("Template of all faces that have none of their own.")] = None
    front: Annotated[
        Any, TEMPLATE, Doc("Template of the front; by default, the title and a picture of the deck's back.")
    ] = None
    back: Annotated[Any, TEMPLATE, Doc("Template of the back; by default, the deck's back.")] = None
    side: Annotated[Any, TEMPLATE, Doc("Template of both sides.")] = None
    lid: Annotated[Any, TEMPLATE, Doc("Template of the lid.")] = None
    bottom: Annotated[Any, TEMPLATE, Doc("Template of the bottom.")] = None


@dataclass(frozen=True, kw_only=True)
class DividerKeys:
    """Dividers that `petri boxes --dividers` makes for a deck."""

    by: Annotated[
        Id, Doc("Field of the cards: a divider for each of its values. By default, one for the deck.")
    ] = ""
    icon: Annotated[
        kinds.IconPattern, Doc("Icon on the tab: `disease_{colour}`; by default, that of the game.")
    ] = ""
    say: Annotated[
        kinds.WordsPattern,
        Doc("Wording key of the text on the tab; by default, the title of the deck, or the value."),
    ] = ""
    template: Annotated[
        Any, TEMPLATE, Doc("Template of the divider; by default, the deck's back below the tab.")
    ] = None


@dataclass(frozen=True)
class BoxDesign:
    """The templates of a tuck box by their keys in `BOX_FACES`, and the thickness of its cards."""

    templates: Mapping[str, Template] = field(default_factory=dict)
    thickness: Thickness | None = None

    def filled(self, other: "BoxDesign") -> "BoxDesign":
        """Return this design with the values of another one where it has none."""
        return BoxDesign({**other.templates, **self.templates}, self.thickness or other.thickness)


@dataclass(frozen=True)
class DividerDesign:
    """How dividers look, and how the cards are divided; empty values are defaults."""

    by: str = ""
    icon: str = ""
    say: str = ""
    template: Template | None = None

    def filled(self, other: "DividerDesign") -> "DividerDesign":
        """Return this design with the values of another one where it has none."""
        by, icon, say = self.by or other.by, self.icon or other.icon, self.say or other.say
        return DividerDesign(by, icon, say, self.template or other.template)


@dataclass(frozen=True)
class Storage:
    """How the cards of a deck are stored."""

    box: BoxDesign = field(default_factory=BoxDesign)
    divider: DividerDesign = field(default_factory=DividerDesign)

    def filled(self, other: "Storage") -> "Storage":
        """Return these designs, each with the values of the other one where it has none."""
        return Storage(self.box.filled(other.box), self.divider.filled(other.divider))
