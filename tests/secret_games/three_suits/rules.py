"""Three suits: a game of tricks with hidden hands; suits must be followed, and the most tricks win."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.model.kit import Kit
from generator.rules.core import (
    NATURE,
    Companion,
    Dealer,
    Outcome,
    Round,
    Score,
    ScoreLine,
    Secretive,
    Sentence,
    Step,
    TableView,
    ViewCell,
    ViewTable,
    check_players,
    check_turn,
    deal_anew,
    forbid,
)
from generator.rules.game import Game
from generator.rules.notation import Noted, make_patterns, read_move, read_names
from generator.rules.states import Odds, change, remove

CARDS = tuple(f"{suit}_{value}" for suit in ("moon", "star", "sun") for value in range(1, 9))
HAND = 6
"""Cards of each player."""


class Deal(Noted, notation="{player} gets {card}"):
    player: str
    card: str


class Play(Noted, notation="play {card}"):
    card: str


FORMS = make_patterns(Deal, Play)


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    tricks: tuple[int, ...]
    trick: tuple[str, ...] = ()
    """Cards of this trick, that of the leader first."""
    played: tuple[str, ...] = ()
    """Cards of earlier tricks, sorted."""
    leader: int = 0
    has_begun: bool = False

    @property
    def active(self) -> int:
        return (self.leader + len(self.trick)) % len(self.players)


def rank(card: str, led: str) -> int:
    """Return the value of a card in a trick; others than those of the suit that was led have none."""
    suit, value = card.split("_")
    return int(value) if led.startswith(suit) else 0


class ThreeSuits(Secretive[State, Deal | Play]):
    is_shared = False
    options: Mapping[str, tuple[str, ...]] = {}
    secret = ("hands",)

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def unknown(self, state: State, player: str) -> Callable[[Dealer], State]:
        def deal(dealer: Dealer) -> State:
            hands = deal_anew(dealer, state.hands, (*state.trick, *state.played), CARDS)
            return replace(state, hands=tuple(tuple(sorted(hand)) for hand in hands))

        return deal

    def sees(self, state: State, actor: str, move: Deal | Play, player: str) -> bool:
        return isinstance(move, Play) or move.player == player

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        check_players(self.kit, players)
        return State(tuple(players), tuple(() for _ in players), tuple(0 for _ in players))

    def actors(self, state: State) -> tuple[str, ...]:
        if not state.has_begun:
            return (NATURE,)
        return (state.players[state.active],) if any(state.hands) else ()

    def moves(self, state: State, actor: str) -> Sequence[Deal | Play]:
        if actor not in self.actors(state):
            return ()
        if actor == NATURE:
            return tuple(self.odds(state))
        hand = state.hands[state.active]
        following = [card for card in hand if state.trick and rank(card, state.trick[0])]
        return [Play(card) for card in following or hand]

    def odds(self, state: State) -> Mapping[Deal | Play, Fraction]:
        if state.has_begun:
            return {}
        player = min(state.players, key=lambda player: len(state.hands[state.players.index(player)]))
        left = sorted({*CARDS} - {card for hand in state.hands for card in hand})
        return Odds((Deal(player, card), 1) for card in left)

    def check(self, state: State, actor: str, move: Deal | Play) -> None:
        check_turn(self.actors(state), actor)
        hand = state.hands[state.active]
        forbid(isinstance(move, Play) and move.card not in hand, "suits.hand", card=move.card)
        forbid(move not in self.moves(state, actor), "suits.follow")

    def apply(self, state: State, actor: str, move: Deal | Play) -> Step[State]:
        if isinstance(move, Deal):
            seat = state.players.index(move.player)
            hands = change(state.hands, seat, tuple(sorted((*state.hands[seat], move.card))))
            return Step(replace(state, hands=hands, has_begun=all(len(hand) == HAND for hand in hands)))
        seat, trick = state.active, (*state.trick, move.card)
        state = replace(state, hands=change(state.hands, seat, remove(state.hands[seat], move.card)))
        if len(trick) < len(state.players):
            return Step(replace(state, trick=trick))
        best = max(range(len(trick)), key=lambda place: rank(trick[place], trick[0]))
        winner = (state.leader + best) % len(trick)
        tricks = change(state.tricks, winner, state.tricks[winner] + 1)
        played = tuple(sorted((*state.played, *trick)))
        return Step(replace(state, trick=(), tricks=tricks, leader=winner, played=played))

    def outcome(self, state: State) -> Outcome | None:
        if self.actors(state):
            return None
        best = max(state.tricks)
        winners = tuple(who for who, won in zip(state.players, state.tricks, strict=True) if won == best)
        return Outcome("suits.end", winners)

    def score(self, state: State, player: str) -> Score:
        points = state.tricks[state.players.index(player)]
        return Score((Round((ScoreLine(Sentence("tally.tricks"), points),)),))

    def parse(self, state: State, actor: str, text: str) -> Deal | Play:
        names = ((name, name) for name in state.players)
        readers = {"player": read_names(names), "card": read_names((card, card) for card in CARDS)}
        return read_move(self, state, actor, text, FORMS, readers)


class Table(Companion[State, Deal | Play]):
    """Shows all hands: those of others are covered when it is asked."""

    def view(self, state: State) -> TableView:
        hands = zip(state.players, state.hands, strict=True)
        rows = tuple((ViewCell(player), ViewCell(" ".join(hand) or "-")) for player, hand in hands)
        return (ViewTable("hands", rows), ViewTable("trick", ((ViewCell(" ".join(state.trick) or "-"),),)))


class Greedy:
    """Wins a trick as cheaply as possible, or throws away the lowest card."""

    def __init__(self, rules: ThreeSuits) -> None:
        self.rules = rules

    def choose(self, state: State, actor: str) -> Sequence[Deal | Play]:
        moves = self.rules.moves(state, actor)
        led = state.trick[0] if state.trick else ""
        best = max((rank(card, led) for card in state.trick), default=0)

        def rate(move: Deal | Play) -> int:
            value = int(move.card[-1])
            if not led:
                return value
            return 20 - value if rank(move.card, led) > best else -value

        top = max(map(rate, moves))
        return [move for move in moves if rate(move) == top]


def make_game(kit: Kit, *, variant: str = "") -> Game[State, Deal | Play, object]:
    rules = ThreeSuits(kit)
    policies = {"greedy": Greedy(rules)}
    return Game(kit=kit, rules=rules, companion=Table(), notation=FORMS, policies=policies)
