"""The data of a kit that the rules of POX need: people, cards, chips, and levels.

A set of people is a number with a bit for each place, in reading order: row by row from the top left place.
One step in a direction shifts all bits of a set, so a few operations apply an effect to all people at once.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Literal, TypeAlias, get_args

from generator.model.elements.areas import GridArea, TrackArea
from generator.model.kit import Kit, Piece
from generator.model.language.expressions import Field
from generator.model.values import dataclass
from generator.rules.core import Listed, NoRules, Sentence, UnreadableMove, require
from generator.rules.game import list_areas, list_pieces
from generator.rules.notation import MovePattern, Noted, Readers, make_patterns, read_names
from generator.rules.states import Cards, Picker, list_bits

Direction: TypeAlias = Literal["north", "east", "south", "west"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)

People: TypeAlias = int
"""A set of places."""


@dataclass(frozen=True)
class Neighbourhood:
    """Places in rows; some may be gaps, where nobody lives, such as the last one of each row."""

    area: str
    """Id of the board's grid."""
    stride: int
    """Number of places of a row."""
    ids: tuple[str, ...]
    """Ids by bit; empty for a gap."""

    @cached_property
    def bits(self) -> Mapping[str, int]:
        """Sets of one place, by its id."""
        return {id: 1 << bit for bit, id in enumerate(self.ids) if id}

    @cached_property
    def whole(self) -> People:
        return sum(self.bits.values())

    def step(self, places: People, direction: Direction) -> People:
        """Return the neighbours in one direction; [S] the board ends at its edge."""
        return self.steps(places)[DIRECTIONS.index(direction)]

    def steps(self, places: People) -> tuple[People, People, People, People]:
        """Return the neighbours in each direction, in the order of DIRECTIONS."""
        stride, whole = self.stride, self.whole
        return places >> stride & whole, places << 1 & whole, places << stride & whole, places >> 1 & whole

    def around(self, places: People) -> People:
        """Return the neighbours above, below, left, and right of these places."""
        stride = self.stride
        return (places >> stride | places << 1 | places << stride | places >> 1) & self.whole

    def around_corners(self, places: People) -> People:
        """Return these places and those that share a side or a corner with them."""
        row = places | places >> 1 | places << 1
        return (row | row >> self.stride | row << self.stride) & self.whole

    @cached_property
    def _picker(self) -> Picker[str]:
        return Picker(self.ids)

    def list_ids(self, places: People) -> tuple[str, ...]:
        return tuple(self._picker.pick(places))

    @cached_property
    def id_rows(self) -> tuple[tuple[str, ...], ...]:
        """Ids of each row; empty for a gap."""
        starts = range(0, len(self.ids), self.stride)
        return tuple(self.ids[start : start + self.stride - 1] for start in starts)


def take_first(places: People, number: int) -> People:
    """Return the first `number` places in reading order, or all if there are fewer."""
    if places.bit_count() <= number:
        return places
    return sum(1 << bit for bit in islice(list_bits(places), number))


def _make_neighbourhood(grid: GridArea) -> Neighbourhood:
    (left, top), stride = grid.at, int(grid.columns) + 1
    ids = [""] * (stride * grid.rows)
    for place in grid.places:
        row, column = int((place.y - top) // grid.cell), int((place.x - left) // grid.cell)
        ids[row * stride + column] = place.id
    return Neighbourhood(grid.id, stride, tuple(ids))


class SpreadCard(Noted, notation="spread {direction}"):
    """A drawn card that spreads the disease."""

    direction: Direction


class OutbreakCard(Noted, notation="outbreak {kind}"):
    """A drawn card that infects one person of a kind."""

    kind: str


class Infect(Noted, notation="infect {place}"):
    place: str


class Vaccinate(Noted, notation="vaccinate {place}"):
    place: str


class Cure(Noted, notation="cure {place}"):
    place: str


class Done(Noted, notation="done!"):
    """The end of a turn before all help is used."""


PoxCard: TypeAlias = SpreadCard | OutbreakCard
"""A card of the deck; cards with the same effect are equal."""
Move: TypeAlias = PoxCard | Infect | Vaccinate | Cure | Done

MOVE_FORMS: tuple[MovePattern[Move], ...] = make_patterns(
    SpreadCard, OutbreakCard, Infect, Vaccinate, Cure, Done
)
DONE_MOVE = Done()


PATIENT, VULNERABLE = "patient", "vulnerable"
"""Marks of places: infected from the start, and impossible to vaccinate."""

CHIPS = RED_CHIP, BLUE_CHIP, BLACK_CHIP = "infection", "immunity", "death"
"""Ids of the chips."""

DEATHS = "deaths"
"""Id of the track with the black chips."""


@dataclass(frozen=True)
class PoxData:
    """A kit as the rules use it."""

    kit: Kit
    board: str
    people: Neighbourhood
    patients: People
    vulnerable: People
    kinds: Mapping[str, People]
    """People by kind; [OURS] vulnerable people have no kind."""
    cards: Mapping[str, PoxCard]
    """Cards by notation, in the order of the deck."""
    deck: Cards
    chips: Mapping[str, int]
    """Number of chips by id."""
    levels: Mapping[str, int]
    """Number of deaths allowed by each level, in the order of the printed card."""
    deaths: tuple[str, ...]
    """Ids of the spaces for black chips; empty if the board has no track for them."""

    @cached_property
    def spontaneous(self) -> People:
        """People who can be infected without an infected neighbour: patients, and kinds with an outbreak."""
        return self.patients | sum(self.kinds[kind] for kind in self.list_kinds())

    @cached_property
    def sturdy(self) -> People:
        """[S] People who can be helped: not the vulnerable, [OURS] who die before they could be cured."""
        return self.people.whole & ~self.vulnerable

    def list_kinds(self) -> tuple[str, ...]:
        """Return the kinds of people with an outbreak, in the order of the deck."""
        return tuple(card.kind for card in self.cards.values() if isinstance(card, OutbreakCard))


def read_data(kit: Kit) -> PoxData:
    """Raise NoRules if the kit lacks something that the rules need, or is inconsistent."""
    grids = list_areas(kit, GridArea)
    infected = [each for each in grids if any(PATIENT in place.marks for place in each[1].places)]
    require(infected, f"no board has a grid with a place that is marked `{PATIENT}`")
    board, grid = infected[0]
    people = _make_neighbourhood(grid)
    marked: dict[str, People] = defaultdict(int)
    kinds: dict[str, People] = defaultdict(int)
    for place in grid.places:
        for mark in place.marks:
            marked[mark] |= people.bits[place.id]
        if place.kind and VULNERABLE not in place.marks:
            kinds[place.kind] |= people.bits[place.id]
    pieces = list_pieces(kit)
    cards = [(_make_card(piece, kinds), piece.count) for piece in pieces if "type" in piece.fields]
    require(cards, "no deck has cards with `type: spread` or `type: outbreak`")
    tracks = [track for owner, track in list_areas(kit, TrackArea) if owner is board and track.id == DEATHS]
    data = PoxData(
        kit=kit,
        board=board.id,
        people=people,
        patients=marked[PATIENT],
        vulnerable=marked[VULNERABLE],
        kinds=dict(kinds),
        cards={card.text: card for card, _ in cards},
        deck=Cards.of((card.text, count) for card, count in cards),
        chips={id: sum(piece.count for piece in pieces if piece.id == id) for id in CHIPS},
        levels=_read_levels(pieces),
        deaths=tuple(field.id for track in tracks for field in track.fields),
    )
    _check_numbers(data)
    return data


def name_card(card: PoxCard) -> Sentence:
    """Return the name of a card in the language of the players."""
    if isinstance(card, OutbreakCard):
        kind = Sentence(f"people.{card.kind}")
        return Sentence("say.outbreak", card=Sentence("cards.outbreak"), kind=kind)
    direction = Sentence(f"cards.{card.direction}")
    return Sentence("say.spread", card=Sentence("cards.spread"), direction=direction)


def make_readers(data: PoxData) -> Readers:
    """Return the readers of the fields of moves."""
    ids, kinds = tuple(data.people.bits), data.list_kinds()
    cards = Listed(name_card(card) for card in data.cards.values())
    spreads = [card.direction for card in data.cards.values() if isinstance(card, SpreadCard)]

    def refuse_place(words: str) -> UnreadableMove:
        return UnreadableMove(words, "pox.move.place", place=words[:20], first=ids[0], last=ids[-1])

    def refuse_card(verb: str, words: str) -> UnreadableMove:
        return UnreadableMove(words, "pox.move.card", card=f"{verb} {words}"[:40], cards=cards)

    return {
        "place": read_names(((id, id) for id in ids), refuse=refuse_place),
        "direction": read_names(((each, each) for each in spreads), refuse=partial(refuse_card, "spread")),
        "kind": read_names(((each, each) for each in kinds), refuse=partial(refuse_card, "outbreak")),
    }


def _check_numbers(data: PoxData) -> None:
    """Check that there are chips for the set-up, and for the last death of every level."""
    for id, count in data.chips.items():
        require(count, f"there are no chips `{id}`")
    patients, red, black = data.patients.bit_count(), data.chips[RED_CHIP], data.chips[BLACK_CHIP]
    require(red >= patients, f"{patients} patients need as many `{RED_CHIP}` chips, but there are {red}")
    level = max(data.levels, key=data.levels.__getitem__)
    needed = data.levels[level] + 1
    require(black >= needed, f"`{level}` needs {needed} `{BLACK_CHIP}` chips, but there are {black}")


def _make_card(piece: Piece, kinds: Mapping[str, People]) -> PoxCard:
    match piece.fields["type"]:
        case "spread":
            for direction in DIRECTIONS:
                if direction == piece.fields.get("direction"):
                    return SpreadCard(direction)
            known = ", ".join(DIRECTIONS)
            raise NoRules(f"the card `{piece.id}` needs a `direction`, one of {known}")
        case "outbreak":
            kind = piece.fields.get("kind")
            if isinstance(kind, str) and kinds.get(kind):
                return OutbreakCard(kind)
            raise NoRules(f"no person on the board has the `kind` of the card `{piece.id}`")
        case other:
            raise NoRules(f"there is no rule for cards of the type `{other}`: `{piece.id}`")


def _read_levels(pieces: Sequence[Piece]) -> Mapping[str, int]:
    for piece in pieces:
        listed = piece.fields.get("levels")
        if isinstance(listed, tuple) and listed:
            return dict(_read_level(piece, level) for level in listed)
    raise NoRules("no card has `levels`, which give the numbers of deaths allowed")


def _read_level(piece: Piece, level: Field) -> tuple[str, int]:
    id, deaths = (level.get("id"), level.get("deaths")) if isinstance(level, Mapping) else (None, "")
    is_read = isinstance(id, str) and re.fullmatch(r"\d{1,2}", str(deaths))
    hint = "such as `{id: miracle, deaths: 0}`"
    require(is_read, f"`{piece.id}`: a level needs an id and its deaths, {hint}")
    return str(id), int(str(deaths))
