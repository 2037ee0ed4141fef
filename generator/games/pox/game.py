"""The rules of POX.

A turn has a bad part, in which a card infects people and some die, and a good part, in which players help.
A set of people is a number with a bit for each place, in reading order: row by row from the top left place.
One step in a direction shifts all bits of a set, so a few operations apply an effect to all people at once.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias, get_args

from generator.model.elements.areas import GridArea, TrackArea
from generator.model.kit import Kit, Piece
from generator.model.language.expressions import Field
from generator.model.values import dataclass
from generator.rules import core
from generator.rules.core import IllegalMove, Listed, NoRules, Sentence, UnreadableMove, forbid, require
from generator.rules.game import list_areas, list_pieces
from generator.rules.notation import MovePattern, Noted, Readers, make_patterns, read_move, read_names
from generator.rules.states import NO_CARDS, Cards, Odds, Picker, list_bits, make_replace, remember_last

Offer: TypeAlias = tuple[int, int]
"""Number of people who may still be vaccinated, and of those who may still be cured."""

NO_CHIP, INFECTED, IMMUNE, DEAD = ".rbk"
"""Signs of people on boards in files and on the screen."""

Direction: TypeAlias = Literal["north", "east", "south", "west"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
People: TypeAlias = int
"""A set of places."""
PATIENT, VULNERABLE = "patient", "vulnerable"
"""Marks of places: infected from the start, and impossible to vaccinate."""
CHIPS = RED_CHIP, BLUE_CHIP, BLACK_CHIP = "infection", "immunity", "death"
"""Ids of the chips."""
DEATHS = "deaths"
"""Id of the track with the black chips."""


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


class End(StrEnum):
    """Rules by which a game ends."""

    CONTAINED = "pox.end.contained"
    DEATHS = "pox.end.deaths"
    CHIPS = "pox.end.chips"
    LAST_CHIP = "pox.end.last_chip"


@dataclass(frozen=True, slots=True)
class Terms:
    """Level and variants of a game."""

    level: str
    allowed: int
    """[S] Number of deaths allowed; one more loses the game."""
    has_strict_limit: bool = False
    """The game is lost with the last red chip, not when a red chip is missing."""
    corners_touch: bool = False
    """People at corners touch each other; in outbreaks only."""


class Chips(NamedTuple):
    """People with chips, by colour; nobody has two chips."""

    red: People = 0
    blue: People = 0
    black: People = 0

    @property
    def all(self) -> People:
        return self.red | self.blue | self.black

    def put(self, *, red: People = 0, blue: People = 0, black: People = 0) -> "Chips":
        """Return the chips after placing some, which replace any chips there."""
        kept = ~(red | blue | black)
        return Chips(self.red & kept | red, self.blue & kept | blue, self.black & kept | black)

    def show(self, place: People) -> str:
        """Return the sign of one place."""
        signs = zip(self, (INFECTED, IMMUNE, DEAD), strict=True)
        return next((sign for places, sign in signs if places & place), NO_CHIP)


@dataclass(frozen=True)
class State:
    """State of a game; the order of the deck is unknown."""

    players: tuple[str, ...] = ()
    terms: Terms = Terms(level="", allowed=0)
    chips: Chips = Chips()
    deck: Cards = NO_CARDS
    """Cards not drawn since the last shuffle; all others lie face up."""
    turn: int = 1
    card: PoxCard | None = None
    """The card of this turn; None before it is drawn."""
    offers: tuple[Offer, ...] = ()
    """Alternatives left in the good part; empty before the bad part is finished."""
    helped: int = 0
    """Number of people helped in this turn."""
    end: str = ""
    """Rule that ended the game; empty while it is played."""

    def __post_init__(self) -> None:
        """Raise ValueError for a person with two chips."""
        red, blue, black = self.chips
        if red & blue | red & black | blue & black:
            raise ValueError(f"`chips`: a person has two chips: {self.chips}")

    @property
    def active(self) -> int:
        """Seat of the player whose turn it is. [S] Turns pass to the left, from the first player."""
        return (self.turn - 1) % len(self.players)

    @property
    def is_over(self) -> bool:
        return self.end != ""

    @property
    def stage(self) -> Literal["draw", "outbreak", "help", "over"]:
        if self.end:
            return "over"
        if not self.card:
            return "draw"
        return "help" if self.offers else "outbreak"


replace_state = make_replace(State)


NO, _YES, BY_LEVEL = "no", "yes", "by_level"
"""Values of the options of variants."""


class Pox:
    """Rules of POX for one kit."""

    is_shared = True

    def __init__(self, data: PoxData) -> None:
        self.data = data
        self.options: Mapping[str, tuple[str, ...]] = {
            "difficulty": tuple(data.levels),
            "strict_chip_limit": (NO, _YES),
            "diagonal_touch": (NO, _YES),
            "deaths_allowed": (BY_LEVEL, *map(str, EASY_DEATHS)),
        }
        """`difficulty` is a level of the printed card; the others are variants, which Terms explains.

        More deaths may be allowed than by any level.
        """
        self.actors = remember_last(self._list_actors)
        self._readers = make_readers(data)
        # Moves by the bits of their places.
        self._infections, self.vaccinations, self.cures = (
            Picker[Move]([kind(id) for id in data.people.ids]) for kind in (Infect, Vaccinate, Cure)
        )
        kinds = (self._infections, self.vaccinations, self.cures)
        known = (*data.cards.values(), *(move for kind in kinds for move in kind.items), DONE_MOVE)
        self._in_full: Mapping[str, Move] = {move.text: move for move in known if not move.text.endswith(" ")}

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        """[S] Place a red chip on every patient; the deck is shuffled."""
        data = self.data
        core.check_players(data.kit, players)
        return State(tuple(players), self.make_terms(setup), Chips(red=data.patients), data.deck)

    def make_terms(self, setup: Mapping[str, str]) -> Terms:
        level = setup.get("difficulty", self.options["difficulty"][0])
        deaths = setup.get("deaths_allowed", BY_LEVEL)
        return Terms(
            level=level,
            allowed=self.data.levels[level] if deaths == BY_LEVEL else int(deaths),
            has_strict_limit=setup.get("strict_chip_limit") == _YES,
            corners_touch=setup.get("diagonal_touch") == _YES,
        )

    def _list_actors(self, state: State) -> tuple[str, ...]:
        if state.end:
            return ()
        return (state.players[state.active],) if state.card else (core.NATURE,)

    def moves(self, state: State, actor: str) -> Sequence[Move]:
        if actor not in self.actors(state):
            return ()
        data, chips = self.data, state.chips
        if actor == core.NATURE:
            return tuple(self.odds(state))
        if not state.offers:
            return self._infections.pick(list_candidates(data, chips, state.terms, state.card))
        # Vaccinations are part of every offer until all of it is used up.
        moves = self.vaccinations.pick(data.sturdy & ~chips.all)
        if may_cure(state.offers):
            moves += self.cures.pick(data.sturdy & chips.red)
        moves.append(DONE_MOVE)
        return moves

    def odds(self, state: State) -> Mapping[Move, Fraction]:
        """[OURS] If the deck is empty, all cards are shuffled into it."""
        if state.stage != "draw":
            return {}
        deck = state.deck or self.data.deck
        return Odds(deck.counts, make=self.data.cards.__getitem__)

    def check(self, state: State, actor: str, move: Move) -> None:
        stage = state.stage
        before = state.players[state.active - 1] if state.turn > 1 else ""
        forbid(isinstance(move, Done) and stage == "draw" and actor == before, "pox.good.over")
        core.check_turn(self.actors(state), actor)
        match move:
            case Vaccinate() | Cure() if stage == "help":
                self._check_help(state, move)
            case Done() if stage == "help":
                pass
            case SpreadCard() | OutbreakCard() if stage == "draw":
                if state.deck and move.text not in state.deck:
                    raise IllegalMove("pox.draw.deck", card=name_card(move))
            case Infect() if stage == "outbreak":
                self._check_outbreak(state, move)
            case Infect() | Vaccinate() | Cure() | Done() if stage == "outbreak" and state.card:
                raise IllegalMove("pox.outbreak.must", card=name_card(state.card))
            case _:
                raise IllegalMove("pox.turn.now", move=move.text)

    def _check_outbreak(self, state: State, move: Infect) -> None:
        data, chips, card = self.data, state.chips, state.card
        bit = data.people.bits[move.place]
        if list_candidates(data, chips, state.terms, card) & bit:
            return
        assert isinstance(card, OutbreakCard)
        if chips.all & bit:
            rule = "pox.outbreak.healthy"
        elif data.vulnerable & bit:
            rule = "pox.outbreak.vulnerable"
        elif not data.kinds[card.kind] & bit:
            raise IllegalMove("pox.outbreak.kind", place=move.place, card=name_card(card))
        else:
            rule = "pox.outbreak.touch"
        raise IllegalMove(rule, place=move.place)

    def _check_help(self, state: State, move: Vaccinate | Cure) -> None:
        data, chips = self.data, state.chips
        bit = data.people.bits[move.place]
        if isinstance(move, Cure):
            forbid(not may_cure(state.offers), "pox.good.cure", place=move.place)
            forbid(not chips.red & bit, "pox.cure.infected", place=move.place)
            forbid(data.vulnerable & bit, "pox.cure.vulnerable", place=move.place)
        else:
            forbid(chips.all & bit, "pox.vaccinate.healthy", place=move.place)
            forbid(data.vulnerable & bit, "pox.vaccinate.vulnerable", place=move.place)
        most = data.chips[BLUE_CHIP]
        forbid(not _count_left(data, chips, BLUE_CHIP), "pox.chips.blue", number=most + 1, most=most)

    def apply(self, state: State, actor: str, move: Move) -> core.Step[State]:
        turn = Turn(self.data, state)
        turn.carry_out(move)
        return core.Step(turn.state, tuple(turn.events))

    def outcome(self, state: State) -> core.Outcome | None:
        return make_outcome(state.players, state.end) if state.is_over else None

    def score(self, state: State, player: str) -> core.Score:
        """Return the score of all players, with the number of turns begun."""
        begun = core.ScoreLine(core.make_sentence("tally.turns"), state.turn - (state.stage == "draw"))
        return score_chips(self.data, state.chips, state.terms, begun)

    def parse(self, state: State, actor: str, text: str) -> Move:
        return self._in_full.get(text) or read_move(self, state, actor, text, MOVE_FORMS, self._readers)


EASY_DEATHS = (6, 7)
"""[P] Deaths allowed in easier games."""
AFTER_SPREAD: tuple[Offer, ...] = ((3, 0), (0, 1))
"""[S] Help after a spread with new red chips."""
AFTER_IDLE_SPREAD: tuple[Offer, ...] = ((6, 0), (0, 2), (3, 1))
"""[S] Help after a spread without new red chips: double, and no other mixtures."""
AFTER_OUTBREAK: tuple[Offer, ...] = ((1, 0),)
"""[S] Help after an outbreak."""
AFTER_IDLE_OUTBREAK: tuple[Offer, ...] = ((2, 0),)
"""[S] Help after an outbreak that infects nobody."""


def list_pox_numbers(data: PoxData) -> Mapping[str, int]:
    """Return the numbers of the rules by the names that kit.yaml has for them."""
    (some, cure), (none, double, mixed) = AFTER_SPREAD, AFTER_IDLE_SPREAD
    return {
        "some_vaccinate": some[0],
        "some_cure": cure[1],
        "none_vaccinate": none[0],
        "none_cure": double[1],
        "mixed_vaccinate": mixed[0],
        "mixed_cure": mixed[1],
        "outbreak_vaccinate": AFTER_OUTBREAK[0][0],
        "nobody_vaccinate": AFTER_IDLE_OUTBREAK[0][0],
        "easy_deaths": EASY_DEATHS[0],
        "easiest_deaths": EASY_DEATHS[1],
        "all_people": len(data.people.bits),
        "patients": data.patients.bit_count(),
        "vulnerable": data.vulnerable.bit_count(),
        "kinds": len(data.list_kinds()),
        "deck": len(data.deck),
        "red_chips": data.chips[RED_CHIP],
        "blue_chips": data.chips[BLUE_CHIP],
        "black_chips": data.chips["death"],
        **{f"deaths_{level}": deaths for level, deaths in data.levels.items() if deaths},
    }


def list_newly_infected(data: PoxData, chips: Chips, direction: Direction) -> People:
    """[S] Return the people infected by a spread: neighbours in its direction without a chip."""
    return data.people.step(chips.red, direction) & ~chips.all


def list_exposed(data: PoxData, chips: Chips) -> People:
    """Return the neighbours of infected people without a chip; none if the disease is contained."""
    return data.people.around(chips.red) & ~chips.all


def list_surrounded(data: PoxData, chips: Chips) -> People:
    """[S] Return infected people who have no healthy or immune neighbour."""
    people = data.people
    return chips.red & ~people.around(people.whole & ~(chips.red | chips.black))


def list_candidates(data: PoxData, chips: Chips, terms: Terms, card: PoxCard | None) -> People:
    """[S] Return the people an outbreak may infect: of its kind, without a chip, touching nobody with one."""
    if not isinstance(card, OutbreakCard):
        return 0
    there = chips.all
    touching = data.people.around_corners(there) if terms.corners_touch else data.people.around(there)
    return data.kinds[card.kind] & ~(there | touching)


def _count_left(data: PoxData, chips: Chips, chip: str) -> int:
    """Return the number of chips in the supply; [OURS] replaced chips return to it."""
    lying = chips.red if chip == RED_CHIP else chips.blue
    return data.chips[chip] - lying.bit_count()


def has_run_out(data: PoxData, chips: Chips, terms: Terms) -> bool:
    """Return True if the strict limit loses the game: the last red chip is placed."""
    return terms.has_strict_limit and not _count_left(data, chips, RED_CHIP)


class Turn:
    """A state while a move is carried out, and its events so far."""

    def __init__(self, data: PoxData, state: State) -> None:
        """Begin with the chips of `state`; those that are placed reach the state in its next change."""
        self.data = data
        self.state = state
        self.chips = state.chips
        self.events: list[core.Sentence] = []

    def tell(self, key: str, **values: core.Value) -> None:
        self.events.append(core.make_sentence(key, **values))

    def tell_places(self, key: str, places: People) -> None:
        ids = self.data.people.list_ids(places)
        self.events.append(core.Sentence(key, places=ids, number=len(ids)))

    def carry_out(self, move: Move) -> None:
        bits = self.data.people.bits
        match move:
            case SpreadCard() | OutbreakCard():
                self._draw(move)
            case Infect(place):
                self.chips = self.chips.put(red=bits[place])
                self.tell("event.infect.outbreak", place=place)
                if has_run_out(self.data, self.chips, self.state.terms):
                    self._end(End.LAST_CHIP)
                else:
                    self._offer(AFTER_OUTBREAK)
            case Vaccinate(place) | Cure(place):
                is_cure = isinstance(move, Cure)
                self.chips = self.chips.put(blue=bits[place])
                self.tell("event.cure" if is_cure else "event.vaccinate", place=place)
                self._offer(_use(self.state.offers, is_cure), self.state.helped + 1)
            case Done():
                self.tell("event.good.left")
                self._end_turn(self.state.helped)

    def _draw(self, card: PoxCard) -> None:
        """[OURS] If the deck is empty, the played cards become the new deck."""
        deck = self.state.deck or self.data.deck
        if not self.state.deck:
            self.tell("event.shuffle")
        self.state = replace_state(self.state, deck=deck.take(card.text), card=card)
        if isinstance(card, SpreadCard):
            self._spread(card.direction)
        elif not list_candidates(self.data, self.chips, self.state.terms, card):
            self.tell("event.outbreak.nobody", kind=core.Sentence(f"people.{card.kind}"))
            self._offer(AFTER_IDLE_OUTBREAK)
        elif not _count_left(self.data, self.chips, RED_CHIP):
            self._end(End.CHIPS)

    def _spread(self, direction: Direction) -> None:
        data, terms = self.data, self.state.terms
        new = list_newly_infected(data, self.chips, direction)
        if not new:
            self.tell(f"event.spread.{direction}")
            self._offer(AFTER_IDLE_SPREAD)
        elif new.bit_count() > _count_left(data, self.chips, RED_CHIP):
            # [OURS] The game is lost at once, without any effect of this card.
            self._end(End.CHIPS)
        else:
            self.chips = self.chips.put(red=new)
            self.tell_places(f"event.infect.{direction}", new)
            if has_run_out(data, self.chips, terms):
                self._end(End.LAST_CHIP)
                return
            self._bury()
            if self.chips.black.bit_count() > terms.allowed:
                self._end(End.DEATHS)
            else:
                self._offer(AFTER_SPREAD)

    def _bury(self) -> None:
        """Replace the chips of those who die: [S] infected vulnerable people, then surrounded people.

        [S] Nobody dies after the death that loses the game. [OURS] Each group dies in reading order.
        """
        room = self.state.terms.allowed + 1 - self.chips.black.bit_count()
        weak = take_first(self.chips.red & self.data.vulnerable, room)
        self._bury_group("event.die.vulnerable", weak)
        surrounded = take_first(list_surrounded(self.data, self.chips), room - weak.bit_count())
        self._bury_group("event.die.surrounded", surrounded)
        if not weak | surrounded:
            self.tell("event.die.nobody")

    def _bury_group(self, key: str, dead: People) -> None:
        if dead:
            self.chips = self.chips.put(black=dead)
            self.tell_places(key, dead)

    def _offer(self, offers: tuple[Offer, ...], helped: int = 0) -> None:
        """Begin or continue the good part, or end the turn if nobody can be helped."""
        healthy, curable = self.data.sturdy & ~self.chips.all, self.data.sturdy & self.chips.red
        can_help = any((people and healthy) or (cures and curable) for people, cures in offers)
        if can_help and _count_left(self.data, self.chips, BLUE_CHIP):
            self.state = replace_state(self.state, chips=self.chips, offers=offers, helped=helped)
        else:
            self._end_turn(helped)

    def _end_turn(self, helped: int) -> None:
        """[S] Check only now whether the disease is contained."""
        if not list_exposed(self.data, self.chips):
            self._end(End.CONTAINED, helped)
            return
        self.state = replace_state(
            self.state, chips=self.chips, turn=self.state.turn + 1, card=None, offers=(), helped=0
        )
        self.tell("event.next", player=self.state.players[self.state.active])

    def _end(self, rule: End, helped: int = 0) -> None:
        self.state = replace_state(self.state, chips=self.chips, offers=(), helped=helped, end=rule)
        self.tell(f"event.{rule.removeprefix('pox.')}")


@cache
def _use(offers: tuple[Offer, ...], is_cure: bool) -> tuple[Offer, ...]:
    """Return what is left of the offers after a vaccination or a cure; there are few different ones."""
    if is_cure:
        return tuple((people, cures - 1) for people, cures in offers if cures)
    return tuple((people - 1, cures) for people, cures in offers if people)


@cache
def may_cure(offers: tuple[Offer, ...]) -> bool:
    return any(cures for _, cures in offers)


def make_outcome(players: Sequence[str], rule: str) -> core.Outcome:
    """Return the outcome by the rule that ended the game; all win or lose together."""
    won = rule == End.CONTAINED
    return core.Outcome(rule, tuple(players) if won else (), won)


def score_chips(data: PoxData, chips: Chips, terms: Terms, *first: core.ScoreLine) -> core.Score:
    """Count the chips, since the game has no points; the note lists where the disease can still spread."""
    exposed = data.people.list_ids(list_exposed(data, chips))
    note = core.make_sentence("tally.contained")
    if exposed:
        note = core.Sentence("tally.exposed", places=exposed, number=len(exposed))
    lines = (
        *first,
        core.ScoreLine(core.make_sentence("tally.infected"), chips.red.bit_count()),
        core.ScoreLine(core.make_sentence("tally.immune"), chips.blue.bit_count()),
        core.ScoreLine(core.make_sentence("tally.dead", allowed=terms.allowed), chips.black.bit_count()),
    )
    return core.Score((core.Round(lines),), note)
