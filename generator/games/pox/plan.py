"""What the rules need of the kit: the people and their marks, the cards, the chips, the levels."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from generator.errors import NoRules
from generator.games.pox.moves import Cure, Draw, Infect, Vaccinate
from generator.games.pox.neighbourhood import DIRECTIONS, Direction, Neighbourhood, Places, make_neighbourhood
from generator.model.board import Board, GridArea, Place, TrackArea
from generator.model.kit import Kit
from generator.model.pieces import Piece, PieceSet
from generator.rules.piles import Cards

PATIENT, VULNERABLE = "patient", "vulnerable"
"""Marks of places: who is ill from the start, and who cannot be vaccinated."""

RED, BLUE, BLACK = "infection", "immunity", "death"
"""Ids of the chips."""

DEATHS = "deaths"
"""Id of the track on which the black chips wait."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck as the rules know it: those that do the same are one."""

    text: str
    """Its notation."""
    direction: Direction | None = None
    """None: it is an outbreak."""
    kind: str = ""
    """Of an outbreak: whom it may find."""


@dataclass(frozen=True)
class Plan:
    """All numbers of one kit."""

    kit: Kit
    board: str
    """Id of the board."""
    people: Neighbourhood
    patients: Places
    vulnerable: Places
    kinds: Mapping[str, Places]
    """Who is of a kind; [OURS] the vulnerable are of none."""
    cards: Mapping[str, Card]
    """By notation, in the order of the deck."""
    deck: Cards
    chips: Mapping[str, int]
    """By id of the chip."""
    levels: Mapping[str, int]
    """Deaths that each level allows, in the order of the printed card."""
    deaths: tuple[str, ...]
    """Ids of the spaces for black chips; none, where the board has no such track."""

    @cached_property
    def draws(self) -> Mapping[str, Draw]:
        return {text: Draw(text) for text in self.cards}

    @cached_property
    def infections(self) -> tuple[Infect, ...]:
        """By bit, as the two after it."""
        return tuple(Infect(id) for id in self.people.list_all_ids())

    @cached_property
    def vaccinations(self) -> tuple[Vaccinate, ...]:
        return tuple(Vaccinate(id) for id in self.people.list_all_ids())

    @cached_property
    def cures(self) -> tuple[Cure, ...]:
        return tuple(Cure(id) for id in self.people.list_all_ids())

    @cached_property
    def spontaneous(self) -> Places:
        """Who may fall ill without an infected neighbour: patients, and whom an outbreak may find."""
        kinds = (self.kinds.get(card.kind, 0) for card in self.cards.values() if card.direction is None)
        found = self.patients
        for places in kinds:
            found |= places
        return found


def make_plan(kit: Kit) -> Plan:
    """Raises NoRules when the kit lacks something that the rules need, or contradicts itself."""
    pieces = [piece for part in kit.parts if isinstance(part, PieceSet) for piece in part.pieces]
    board, grid = _find_grid(kit)
    people = make_neighbourhood(grid)
    vulnerable = _find_marked(people, grid, VULNERABLE)
    kinds: dict[str, Places] = {}
    for place in grid.places:
        if place.kind:
            kinds[place.kind] = kinds.get(place.kind, 0) | people.bits[place.id] & ~vulnerable
    cards, counts = _find_cards(kit, pieces, kinds)
    plan = Plan(
        kit=kit,
        board=board.id,
        people=people,
        patients=_find_marked(people, grid, PATIENT),
        vulnerable=vulnerable,
        kinds=kinds,
        cards=cards,
        deck=Cards.of(counts),
        chips={id: _count_chips(kit, pieces, id) for id in (RED, BLUE, BLACK)},
        levels=_find_levels(kit, pieces),
        deaths=_find_deaths(board),
    )
    _check_numbers(plan)
    return plan


def _check_numbers(plan: Plan) -> None:
    """There are chips for the set-up, and for the last death of every level."""
    patients, red, black = plan.patients.bit_count(), plan.chips[RED], plan.chips[BLACK]
    if red < patients:
        raise NoRules(f"{plan.kit.id}: {patients} patients need as many `{RED}` chips, and there are {red}")
    level = max(plan.levels, key=lambda level: plan.levels[level])
    needed = plan.levels[level] + 1
    if black < needed:
        raise NoRules(f"{plan.kit.id}: `{level}` needs {needed} `{BLACK}` chips, and there are {black}")


def _find_grid(kit: Kit) -> tuple[Board, GridArea]:
    """The first grid on which a patient lives."""
    for part in kit.parts:
        for area in part.areas if isinstance(part, Board) else ():
            if isinstance(area, GridArea) and any(_is(place, PATIENT) for place in area.places):
                assert isinstance(part, Board)
                return part, area
    raise NoRules(f"{kit.id}: no board has a grid with a place that is marked `{PATIENT}`")


def _is(place: Place, mark: str) -> bool:
    return mark in place.marks


def _find_marked(people: Neighbourhood, grid: GridArea, mark: str) -> Places:
    return sum(people.bits[place.id] for place in grid.places if _is(place, mark))


def _find_cards(
    kit: Kit, pieces: list[Piece], kinds: Mapping[str, Places]
) -> tuple[Mapping[str, Card], Mapping[str, int]]:
    """Cards that have a `type`; those without one do not belong to the deck."""
    cards: dict[str, Card] = {}
    counts: dict[str, int] = {}
    for piece in pieces:
        if "type" in piece.fields:
            card = _make_card(kit, piece, kinds)
            cards[card.text] = card
            counts[card.text] = counts.get(card.text, 0) + piece.count
    if not cards:
        raise NoRules(f"{kit.id}: no deck has cards with `type: spread` or `type: outbreak`")
    return cards, counts


def _make_card(kit: Kit, piece: Piece, kinds: Mapping[str, Places]) -> Card:
    match piece.fields["type"]:
        case "spread":
            named = piece.fields.get("direction")
            direction = next((known for known in DIRECTIONS if known == named), None)
            if direction is None:
                known = ", ".join(DIRECTIONS)
                raise NoRules(f"{kit.id}: the card `{piece.id}` needs a `direction`, one of {known}")
            return Card(f"spread {direction}", direction)
        case "outbreak":
            kind = piece.fields.get("kind")
            if not isinstance(kind, str) or not kinds.get(kind):
                raise NoRules(f"{kit.id}: nobody on the board is of the `kind` of the card `{piece.id}`")
            return Card(f"outbreak {kind}", kind=kind)
        case other:
            raise NoRules(f"{kit.id}: the rules do not know cards of the type `{other}`: `{piece.id}`")


def _count_chips(kit: Kit, pieces: list[Piece], id: str) -> int:
    found = [piece.count for piece in pieces if piece.id == id]
    if not found:
        raise NoRules(f"{kit.id}: there are no chips `{id}`")
    return sum(found)


def _find_levels(kit: Kit, pieces: list[Piece]) -> Mapping[str, int]:
    """From the card that shows them to the players."""
    for piece in pieces:
        listed = piece.fields.get("levels")
        if isinstance(listed, tuple) and listed:
            levels = {}
            for level in listed:
                id, deaths = (
                    (level.get("id"), level.get("deaths")) if isinstance(level, Mapping) else (None, "")
                )
                if not isinstance(id, str) or not re.fullmatch(r"\d{1,2}", str(deaths)):
                    hint = "such as `{id: miracle, deaths: 0}`"
                    raise NoRules(f"{kit.id}: `{piece.id}`: a level needs an id and its deaths, {hint}")
                levels[id] = int(str(deaths))
            return levels
    raise NoRules(f"{kit.id}: no card has `levels`, which say how many may die")


def _find_deaths(board: Board) -> tuple[str, ...]:
    for area in board.areas:
        if isinstance(area, TrackArea) and area.id == DEATHS:
            return tuple(field.id for field in area.fields)
    return ()
