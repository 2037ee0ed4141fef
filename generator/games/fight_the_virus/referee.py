"""The rules of Fight the Virus as the contract of all games has them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from generator.errors import AmbiguousMove, IllegalMove, RulesError, UnreadableMove
from generator.games.fight_the_virus.events import list_events
from generator.games.fight_the_virus.game import (
    State,
    actors,
    apply_move,
    check_move,
    list_moves,
    start_game,
    winners,
)
from generator.games.fight_the_virus.marks import list_unknown
from generator.games.fight_the_virus.moves import ROLL_NAMES, Move, Roll, TakeBonus, UseDie, parse_move
from generator.games.fight_the_virus.plan import Plan
from generator.games.fight_the_virus.tally import find_outcome, score_sheet
from generator.model.kit import Kit
from generator.rules.core import NATURE, Listed, Outcome, Score, Step
from generator.rules.odds import Odds
from generator.rules.players import check_players

LARGE_GROUPS = "large_groups"
"""The variant with shared rolls."""

_ROLLS = tuple(str(number) for number in range(len(ROLL_NAMES), 1, -1))
_CHANCES: Odds[Move] = Odds(
    (Roll((low, high)), 1 if low == high else 2) for low in range(1, 7) for high in range(low, 7)
)
_SHORT = re.compile(r"(bonus|[1-6](?:\+[12])*) (?:testing|curve|analysis)(?: [a-z]+[1-9][0-9]*)?")


class FightTheVirus:
    """Made from the sheet and the dice of a kit."""

    is_shared = False

    def __init__(self, kit: Kit, plan: Plan, *, has_shared_rolls: bool) -> None:
        self.kit = kit
        self.plan = plan
        self._options = {"rolls": _ROLLS} if has_shared_rolls else {}

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """`rolls`, only of the variant for large groups: how many a round has, 4, 3 or 2."""
        return self._options

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        check_players(self.kit, players)
        if not self._options:
            return start_game(self.plan, tuple(players))
        rolls = setup.get("rolls", _ROLLS[0])
        if rolls not in _ROLLS:
            raise RulesError("log.value", {"key": "rolls", "value": rolls[:20], "known": Listed(_ROLLS)})
        return start_game(self.plan, tuple(players), shared_rolls=int(rolls))

    def actors(self, state: State) -> tuple[str, ...]:
        return actors(state)

    def moves(self, state: State, actor: str) -> Sequence[Move]:
        return tuple(list_moves(self.plan, state, actor))

    def odds(self, state: State) -> Mapping[Move, Fraction]:
        return _CHANCES if NATURE in actors(state) else {}

    def check(self, state: State, actor: str, move: Move) -> None:
        if state.is_over:
            raise IllegalMove("log.over")
        check_move(self.plan, state, actor, move)

    def apply(self, state: State, actor: str, move: Move) -> Step[State]:
        if state.is_over:
            raise IllegalMove("log.over")
        after = apply_move(self.plan, state, actor, move)
        return Step(after, tuple(list_events(self.plan, state, actor, move, after)))

    def outcome(self, state: State) -> Outcome | None:
        return find_outcome(winners(self.plan, state)) if state.is_over else None

    def score(self, state: State, player: str) -> Score:
        return score_sheet(self.plan, state.sheet_of(player))

    def parse(self, state: State, actor: str, text: str) -> Move:
        words = " ".join(text.split())
        try:
            move = parse_move(words)
        except UnreadableMove:
            if not _SHORT.fullmatch(words):
                raise
        else:
            self._check_squares(words, move)
            return move
        found = list(self._complete(state, actor, words))
        if not found:
            raise UnreadableMove(words)
        if len(found) > 1:
            raise AmbiguousMove(words, [move.text for move in found])
        return found[0]

    def _check_squares(self, words: str, move: Move) -> None:
        """Raise UnreadableMove for a square that the sheet does not have."""
        if isinstance(move, UseDie | TakeBonus):
            unknown = list_unknown(self.plan, move.mark)
            if unknown:
                raise UnreadableMove(words, "fight_the_virus.sheet.square", {"square": unknown[0]})

    def _complete(self, state: State, actor: str, words: str) -> Iterator[Move]:
        """The legal moves of which the words are the beginning: without a square, or without its number."""
        for move in list_moves(self.plan, state, actor):
            said = move.text
            if said.startswith((f"{words} ", f"{words}=")):
                yield move
