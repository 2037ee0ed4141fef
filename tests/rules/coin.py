"""The smallest game, as a module that somebody adds: all win together when two of three coins show heads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.model.kit import Kit
from generator.model.played import Position
from generator.rules.core import (
    NATURE,
    Chance,
    Companion,
    IllegalMove,
    OptionQuestion,
    Outcome,
    Round,
    Score,
    ScoreLine,
    Sentence,
    Step,
    TableView,
    UnreadableMove,
    ViewCell,
    ViewTable,
    check_players,
)
from generator.rules.game import Game, check_variant


@dataclass(frozen=True)
class Toss:
    """What a coin shows, or that a player tosses it."""

    text: str


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    coins: tuple[str, ...] = ()
    in_the_air: bool = False


class Coin:
    is_shared = True

    def __init__(self, kit: Kit, needed: int) -> None:
        self._kit = kit
        self._needed = needed

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        return {"metal": ("gold", "silver")}

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        check_players(self._kit, players)
        return State(tuple(players))

    def actors(self, state: State) -> tuple[str, ...]:
        if len(state.coins) == 3:
            return ()
        return (NATURE,) if state.in_the_air else state.players

    def moves(self, state: State, actor: str) -> Sequence[Toss]:
        if actor not in self.actors(state):
            return ()
        return tuple(self.odds(state)) if actor == NATURE else (Toss("toss"),)

    def odds(self, state: State) -> Mapping[Toss, Fraction]:
        return {Toss("heads"): Fraction(1, 2), Toss("tails"): Fraction(1, 2)} if state.in_the_air else {}

    def check(self, state: State, actor: str, move: Toss) -> None:
        actors = self.actors(state)
        if actor not in actors:
            raise IllegalMove("log.turn", actor=actor, actors=", ".join(actors))
        if move not in self.moves(state, actor):
            raise IllegalMove("coin.turn", actor=actor)

    def apply(self, state: State, actor: str, move: Toss) -> Step[State]:
        if actor == NATURE:
            event = Sentence("event.lies", side=move.text)
            return Step(replace(state, coins=(*state.coins, move.text), in_the_air=False), (event,))
        return Step(replace(state, in_the_air=True))

    def outcome(self, state: State) -> Outcome | None:
        if len(state.coins) < 3:
            return None
        won = state.coins.count("heads") >= self._needed
        return Outcome("coin.heads", won=won)

    def score(self, state: State, player: str) -> Score:
        line = ScoreLine(Sentence("coin.count"), state.coins.count("heads"))
        return Score((Round((line,)),), note=Sentence("coin.ours"))

    def parse(self, state: State, actor: str, text: str) -> Toss:
        words = text.strip()
        if words not in ("toss", "heads", "tails"):
            raise UnreadableMove(words)
        return Toss(words)


class CoinCompanion(Companion[State, Toss]):
    """Says little: there is little to say."""

    @property
    def questions(self) -> Sequence[OptionQuestion]:
        values = {metal: Sentence(f"option.{metal}") for metal in ("gold", "silver")}
        return (OptionQuestion("metal", Sentence("option.metal"), values),)

    @property
    def words(self) -> Sequence[tuple[str, Sentence]]:
        return (("toss", Sentence("tell.toss")),)

    @property
    def rare(self) -> tuple[str, ...]:
        return ()

    def prepare(self, state: State) -> Sequence[Sentence]:
        return (Sentence("ask.coin"),)

    def chance(self, state: State) -> Chance:
        return "dice"

    def ask(self, state: State, actor: str) -> Sentence:
        return Sentence("ask.side") if actor == NATURE else Sentence("ask.toss", player=actor)

    def describe(self, state: State, actor: str, move: Toss) -> Sentence:
        return Sentence(f"tell.{move.text}")

    def lesson(self, state: State, actor: str) -> Sentence | None:
        return Sentence("lesson.side") if actor == NATURE else Sentence("lesson.toss")

    def view(self, state: State) -> TableView:
        row = tuple(ViewCell(coin, "yellow") for coin in state.coins) or (ViewCell("-"),)
        return (ViewTable(Sentence("view.coins"), (row,)),)

    def position(self, state: State) -> Position:
        return Position()


def make_game(kit: Kit, *, variant: str = "") -> Game[State, Toss, object]:
    check_variant(variant, known=("hard",))
    rules = Coin(kit, 3 if variant == "hard" else 2)
    return Game(kit=kit, variant=variant, rules=rules, companion=CoinCompanion())
