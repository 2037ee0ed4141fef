"""A game that is played at a table and written down while it goes on: the companion's side of it.

A walk is a value: a log and the states that it leads through. Moves go in and out as text; nobody looks
into states. What is shown, and how, is for others to decide; so is where the log is kept (`walk_file.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random, SystemRandom

from generator.model.log import GameLog, LogLine
from generator.model.position import Position
from generator.play.simulate import draw
from generator.rules.companion import Chance, View
from generator.rules.core import NATURE, M, Move, Sentence, State
from generator.rules.game import AnyGame
from generator.rules.players import check_turn
from generator.rules.replay import list_legal, start_log


@dataclass(frozen=True)
class Walk:
    """How far a game has come."""

    game: AnyGame
    log: GameLog
    states: tuple[State, ...]
    """Before the first line, and after each of them."""
    events: tuple[Sentence, ...] = ()
    """What happened in the last move."""
    _listed: dict[str, dict[str, Move]] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Legal moves by actor and text, as far as somebody has asked for them."""

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
    def turn(self) -> int:
        """From 1; 0: the game does not count them."""
        turn: int = getattr(self.state, "turn", 0)
        return turn

    # Moves.

    def moves(self, actor: str) -> tuple[str, ...]:
        """The notation of all legal moves."""
        return tuple(self._list(actor))

    def list_legal(self, actor: str, typed: str) -> tuple[str, ...]:
        """Some legal moves, those first that are most like what was typed."""
        return list_legal(self.game.rules, self.state, actor, typed)

    def read(self, actor: str, typed: str) -> str:
        """The notation of a legal move; raises UnreadableMove, AmbiguousMove or IllegalMove."""
        move = self.game.rules.parse(self.state, actor, typed)
        self.game.rules.check(self.state, actor, move)
        return move.text

    def play(self, actor: str, text: str) -> "Walk":
        """With one more line; raises RulesError."""
        check_turn(self.actors, actor)
        move = self._find(actor, text)
        step = self.game.rules.apply(self.state, actor, move)
        line = LogLine(actor, move.text, len(self.log.lines) + 1)
        log = replace(self.log, lines=(*self.log.lines, line))
        return Walk(self.game, log, (*self.states, step.state), step.events)

    def draw(self, seed: int) -> str:
        """A move of nature, by its chance: the same for the same seed and line of the log."""
        return draw_move(self.game.rules.odds(self.state), seed=seed, line=len(self.log.lines) + 1).text

    def undo(self, lines: int) -> "Walk":
        """Without so many of the last lines."""
        kept = len(self.log.lines) - lines
        return Walk(self.game, replace(self.log, lines=self.log.lines[:kept]), self.states[: kept + 1])

    def _list(self, actor: str) -> Mapping[str, Move]:
        if actor not in self._listed:
            moves = self.game.rules.moves(self.state, actor)
            self._listed[actor] = {move.text: move for move in moves}
        return self._listed[actor]

    def _find(self, actor: str, text: str) -> Move:
        move = self._listed.get(actor, {}).get(text)
        return move or self.game.rules.parse(self.state, actor, text)

    # What is said.

    def ask(self, actor: str) -> Sentence:
        return self.game.companion.ask(self.state, actor)

    def say(self, actor: str, text: str) -> Sentence:
        """A legal move in words."""
        return self.game.companion.tell(self.state, actor, self._find(actor, text))

    def say_line(self, line: LogLine) -> Sentence:
        """A move that was made, in words."""
        state = self.states[line.number - 1]
        move = self.game.rules.parse(state, line.actor, line.words)
        return self.game.companion.tell(state, line.actor, move)

    def lesson(self, actor: str) -> Sentence | None:
        return self.game.companion.lesson(self.state, actor)

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

    def prepare(self) -> Sequence[Sentence]:
        """What is to be laid out before the first move."""
        return self.game.companion.prepare(self.state)

    @property
    def view(self) -> View:
        return self.game.companion.view(self.state)

    @property
    def position(self) -> Position:
        return self.game.companion.position(self.state)

    # Chance.

    @property
    def chance(self) -> Chance:
        """Of what kind nature's next move is."""
        return self.game.companion.chance(self.state)

    def is_automatic(self, kinds: frozenset[str]) -> bool:
        """Whether nature alone acts, by a kind of chance that the program takes care of."""
        return self.actors == (NATURE,) and self.chance in kinds

    def count_last_entry(self, kinds: frozenset[str]) -> int:
        """Lines since a person last entered something, that one among them: what `undo` takes back."""
        companion = self.game.companion
        for count, (state, line) in enumerate(
            zip(reversed(self.states[:-1]), reversed(self.log.lines), strict=True), 1
        ):
            if line.actor != NATURE or companion.chance(state) not in kinds:
                return count
        return 0


def start_walk(game: AnyGame, players: Sequence[str], options: Mapping[str, str]) -> Walk:
    """Raises LogError for players or options that cannot be."""
    log = GameLog(game.kit.id, tuple(players), (), dict(options), game.variant)
    return Walk(game, log, (start_log(game.rules, log),))


def choose_seed() -> int:
    """Luck that nobody knows before."""
    return SystemRandom().randrange(2**32)


def draw_move(odds: Mapping[M, Fraction], *, seed: int, line: int) -> M:
    """One of nature's moves by its chance, exactly; the same for the same seed and line of the log.

    So a walk that is taken up again goes on with the same luck, and what was drawn stays drawn
    when it is taken back.
    """
    return draw(odds, Random(f"{seed}:{line}"))
