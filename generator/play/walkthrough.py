"""Guided play: the log of a game and its states, move by move.

A walk is immutable, and its moves are text. `walk_file.py` saves walks.
"""

from collections.abc import Mapping, Sequence
from random import Random, SystemRandom

from generator.model.played import GameLog, LogLine, Spot
from generator.model.values import dataclass, field, replace
from generator.play.simulate import draw
from generator.rules.companion import Companion, View
from generator.rules.core import NATURE, Chance, Move, Sentence, State, check_turn
from generator.rules.game import AnyGame
from generator.rules.replay import start_log


@dataclass(frozen=True)
class Walk:
    """A game in progress: its log and its states."""

    game: AnyGame
    log: GameLog
    states: tuple[State, ...]
    """The state before the first line, then the state after each line."""
    events: tuple[Sentence, ...] = ()
    """Events caused by the last move."""
    _listed: dict[str, dict[str, Move]] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Cache of legal moves by actor and notation."""
    _placed: dict[str, Mapping[str, Sequence[Spot]]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Cache of the places of legal moves by actor and notation."""

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def actors(self) -> tuple[str, ...]:
        return self.game.rules.actors(self.state)

    @property
    def is_over(self) -> bool:
        return not self.actors

    @property
    def companion(self) -> Companion[State, Move]:
        return self.game.companion

    @property
    def chance(self) -> Chance:
        """Type of NATURE's next move."""
        return self.companion.chance(self.state)

    @property
    def view(self) -> View:
        return self.companion.view(self.state)

    def moves(self, actor: str) -> tuple[str, ...]:
        """Return the notation of all legal moves."""
        if actor not in self._listed:
            self._listed[actor] = {move.text: move for move in self.game.rules.moves(self.state, actor)}
        return tuple(self._listed[actor])

    def places(self, actor: str) -> Mapping[str, Sequence[Spot]]:
        """Return the places on boards and sheets that each legal move is about, by its notation."""
        if actor not in self._placed:
            place, state = self.companion.places, self.state
            self.moves(actor)
            self._placed[actor] = {text: place(state, move) for text, move in self._listed[actor].items()}
        return self._placed[actor]

    def read(self, actor: str, typed: str) -> str:
        """Return the notation of a typed move; raises UnreadableMove, AmbiguousMove, or IllegalMove."""
        move = self.game.rules.parse(self.state, actor, typed)
        self.game.rules.check(self.state, actor, move)
        return move.text

    def play(self, actor: str, text: str) -> "Walk":
        """Return the walk with one more move; raises RulesError if the move is illegal."""
        check_turn(self.actors, actor)
        move = self._find(actor, text)
        self.game.rules.check(self.state, actor, move)
        step = self.game.rules.apply(self.state, actor, move)
        line = LogLine(actor, move.text, len(self.log.lines) + 1)
        log = replace(self.log, lines=(*self.log.lines, line))
        return Walk(self.game, log, (*self.states, step.state), step.events)

    def draw(self, seed: int) -> str:
        """Draw NATURE's next move with its exact probability.

        The seed and the line number determine the result: resuming a walk, or undoing a draw, leads to the
        same draws.
        """
        chance = Random(f"{seed}:{len(self.log.lines) + 1}")
        return draw(self.game.rules.odds(self.state), chance).text

    def undo(self, lines: int) -> "Walk":
        """Return the walk without its last `lines` lines."""
        kept = len(self.log.lines) - lines
        return Walk(self.game, replace(self.log, lines=self.log.lines[:kept]), self.states[: kept + 1])

    def _find(self, actor: str, text: str) -> Move:
        return self._listed.get(actor, {}).get(text) or self.game.rules.parse(self.state, actor, text)

    def describe(self, actor: str, text: str) -> Sentence:
        return self.companion.describe(self.state, actor, self._find(actor, text))

    def describe_line(self, line: LogLine) -> Sentence:
        state = self.states[line.number - 1]
        move = self.game.rules.parse(state, line.actor, line.words)
        return self.companion.describe(state, line.actor, move)

    def find_lessons(self) -> frozenset[str]:
        """Return the keys of the lessons for all steps so far."""
        steps = zip(self.states, self.log.lines, strict=False)
        lessons = (self.companion.lesson(state, line.actor) for state, line in steps)
        return frozenset(lesson.key for lesson in lessons if lesson)

    def find_lesson(self, actor: str) -> Sentence | None:
        """Return the lesson for the current step, which may have started several moves ago."""
        for state in reversed(self.states):
            if actor not in self.game.rules.actors(state):
                return None
            if lesson := self.companion.lesson(state, actor):
                return lesson
        return None

    def is_automatic(self, kinds: frozenset[str]) -> bool:
        """Return True if only NATURE can act and the program draws this type of chance (one of `kinds`)."""
        return self.actors == (NATURE,) and self.chance in kinds

    def undo_line(self, number: int) -> "Walk":
        """Return the walk without one line, numbered from 1; raises RulesError if a later line needs it."""
        walk = self.undo(len(self.log.lines) - number + 1)
        for line in self.log.lines[number:]:
            walk = walk.play(line.actor, line.words)
        return walk

    def count_last_entry(self, kinds: frozenset[str]) -> int:
        """Return the number of lines since, and including, the last one that a user entered."""
        entries = zip(reversed(self.states[:-1]), reversed(self.log.lines), strict=True)
        for count, (state, line) in enumerate(entries, 1):
            if line.actor != NATURE or self.companion.chance(state) not in kinds:
                return count
        return 0


def start_walk(game: AnyGame, players: Sequence[str], options: Mapping[str, str]) -> Walk:
    """Start a game; raises LogError for invalid players or options."""
    log = GameLog(game.kit.id, tuple(players), (), dict(options), game.variant)
    return Walk(game, log, (start_log(game.rules, log),))


def choose_seed() -> int:
    """Return an unpredictable seed."""
    return SystemRandom().randrange(2**32)
