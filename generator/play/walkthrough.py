"""A game that is played at a table and written down while it goes on: the companion's side of it.

A walk is a value: a log and the states that it leads through. What is asked, and how it is shown,
is for others to decide; so is where the log is kept (`walk_file.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random, SystemRandom
from typing import Any, Generic

from generator.model.kit import Kit
from generator.model.log import GameLog, LogLine
from generator.play.simulate import draw
from generator.rules.companion import Companion
from generator.rules.core import NATURE, M, Rules, S, Sentence
from generator.rules.finding import find_companion, find_rules
from generator.rules.players import check_turn
from generator.rules.replay import replay, start_log


@dataclass(frozen=True)
class WalkedGame(Generic[S, M]):
    """A game with its rules and its companion, in one variant."""

    kit: Kit
    variant: str
    rules: Rules[S, M]
    companion: Companion[S, M]


def find_walked_game(kit: Kit, *, variant: str = "") -> WalkedGame[Any, Any]:
    """Raises NoRules where nobody has written rules or companion, RulesError for an unknown variant."""
    rules = find_rules(kit.id)(kit, variant=variant)
    return WalkedGame(kit, variant, rules, find_companion(kit.id)(kit, variant=variant))


@dataclass(frozen=True)
class Walk(Generic[S, M]):
    """How far a game has come."""

    game: WalkedGame[S, M]
    log: GameLog
    states: tuple[S, ...]
    """Before the first line, and after each of them."""
    moves: tuple[M, ...] = ()
    """Of each line."""
    events: tuple[Sentence, ...] = ()
    """What happened in the last move."""

    @property
    def state(self) -> S:
        return self.states[-1]

    @property
    def actors(self) -> tuple[str, ...]:
        return self.game.rules.actors(self.state)

    @property
    def is_over(self) -> bool:
        return not self.actors

    def play(self, actor: str, move: M) -> "Walk[S, M]":
        """With one more line; raises IllegalMove."""
        check_turn(self.actors, actor)
        step = self.game.rules.apply(self.state, actor, move)
        line = LogLine(actor, move.text, len(self.log.lines) + 1)
        return Walk(
            self.game,
            replace(self.log, lines=(*self.log.lines, line)),
            (*self.states, step.state),
            (*self.moves, move),
            step.events,
        )

    def undo(self, lines: int) -> "Walk[S, M]":
        """Without so many of the last lines."""
        kept = len(self.log.lines) - lines
        return Walk(
            self.game,
            replace(self.log, lines=self.log.lines[:kept]),
            self.states[: kept + 1],
            self.moves[:kept],
        )

    def find_lessons(self) -> frozenset[str]:
        """The keys of all lessons of the steps that have been made."""
        lessons = (
            self.game.companion.lesson(state, line.actor)
            for state, line in zip(self.states, self.log.lines, strict=False)
        )
        return frozenset(lesson.key for lesson in lessons if lesson)

    def find_lesson(self, actor: str) -> Sentence | None:
        """Of what an actor who may act is about: of the last step that has one, since the others acted."""
        for state in reversed(self.states):
            if actor not in self.game.rules.actors(state):
                return None
            if lesson := self.game.companion.lesson(state, actor):
                return lesson
        return None

    def is_automatic(self, kinds: frozenset[str]) -> bool:
        """Whether nature alone acts, by a kind of chance that the program takes care of."""
        return self.actors == (NATURE,) and self.game.companion.chance(self.state) in kinds

    def count_last_entry(self, kinds: frozenset[str]) -> int:
        """Lines since a person last entered something, that one among them: what `undo` takes back."""
        companion = self.game.companion
        for count, (state, line) in enumerate(
            zip(reversed(self.states[:-1]), reversed(self.log.lines), strict=True), 1
        ):
            if line.actor != NATURE or companion.chance(state) not in kinds:
                return count
        return 0


def start_walk(game: WalkedGame[S, M], players: Sequence[str], options: Mapping[str, str]) -> Walk[S, M]:
    """Raises LogError for players or options that cannot be."""
    log = GameLog(game.kit.id, tuple(players), (), dict(options), game.variant)
    return Walk(game, log, (start_log(game.rules, log),))


def replay_walk(game: WalkedGame[S, M], log: GameLog) -> Walk[S, M]:
    """A walk that goes on; raises LogError at the first line that cannot stand."""
    states = [start_log(game.rules, log)]
    moves = []
    lines = []
    events: tuple[Sentence, ...] = ()
    for played in replay(game.rules, log):
        states.append(played.step.state)
        moves.append(played.move)
        lines.append(LogLine(played.line.actor, played.move.text, played.line.number))
        events = played.step.events
    return Walk(game, replace(log, lines=tuple(lines)), tuple(states), tuple(moves), events)


def choose_seed() -> int:
    """Luck that nobody knows before."""
    return SystemRandom().randrange(2**32)


def draw_move(odds: Mapping[M, Fraction], *, seed: int, line: int) -> M:
    """One of nature's moves by its chance, exactly; the same for the same seed and line of the log.

    So a walk that is taken up again goes on with the same luck, and what was drawn stays drawn
    when it is taken back.
    """
    return draw(odds, Random(f"{seed}:{line}"))
