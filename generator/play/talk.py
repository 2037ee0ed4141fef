"""The conversation of a guided game as a value: who is asked, what may be answered, and what follows.

A terminal and the pages on phones hold the same conversation. Both save an entry before they show it.
"""

from collections.abc import Collection, Sequence

from generator.errors import IllegalMove, RulesError
from generator.model.played import LogLine, Spot
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, replace
from generator.play.vocabulary import find_meaning
from generator.play.walkthrough import Walk
from generator.read.files.shelf import find_shelf
from generator.read.kits.origins import read_paragraph
from generator.rules.core import NATURE, Sentence, State
from generator.rules.notation import fold
from generator.rules.replay import list_legal


@dataclass(frozen=True, slots=True)
class Turn:
    """A question to one actor, and what may be answered."""

    actor: str
    question: Sentence
    moves: tuple[str, ...]
    """All legal moves in their notation."""
    others: tuple[str, ...]
    """Other players who may act now."""
    may_draw: bool
    """True if the program draws or rolls when the answer is empty."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The last move, and the events that players must carry out or know."""

    line: LogLine
    words: Sentence
    events: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Several:
    """Words that may mean several legal moves of an actor."""

    actor: str
    words: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RefusedMove:
    """An answer that is not allowed, and some moves that are."""

    error: RulesError
    legal: tuple[str, ...] = ()
    """One more than `MOST_SHOWN` if there are more."""

    @property
    def reason(self) -> Sentence:
        """The sentence of the rule, with its id."""
        return Sentence(
            "walk.refused", reason=Sentence.of_rule(self.rule, **self.error.values), rule=self.rule
        )

    @property
    def rule(self) -> str:
        return self.error.rule


@dataclass(frozen=True)
class Talk:
    """The conversation of one game, in one language, at one position; an answer returns the next one."""

    walk: Walk
    wording: Wording
    kinds: frozenset[str] = frozenset()
    """Kinds of chance that the program decides."""
    seed: int = 0
    has_lessons: bool = True
    """True if each step is explained the first time that it occurs."""
    known: frozenset[str] = frozenset()
    """Keys of lessons that were told."""
    called: str = ""
    """The actor that was called by name; empty: none."""
    entry: Entry | None = None
    """The last entry; None at the start and after an entry was taken back."""

    @property
    def asked(self) -> str:
        """The actor that was called by name, else chance, else the first who may act; empty after the end."""
        actors = self.walk.actors
        if self.called in actors:
            return self.called
        return NATURE if NATURE in actors else next(iter(actors), "")

    @property
    def is_automatic(self) -> bool:
        """True if only chance can act, and the program decides it."""
        return self.walk.is_automatic(self.kinds)

    def turn(self, actor: str = "") -> Turn:
        """Return the question to an actor who may act, by default to the one that is asked."""
        walk, actor = self.walk, actor or self.asked
        others = tuple(other for other in walk.actors if other not in (actor, NATURE))
        question = walk.companion.ask(walk.state, actor)
        return Turn(actor, question, walk.moves(actor), others, self._may_draw(actor))

    def _may_draw(self, actor: str) -> bool:
        return actor == NATURE and self.walk.chance in self.kinds

    def find_lesson(self, actor: str) -> Sentence | None:
        """Return the explanation of the current step if it was not told before."""
        lesson = self.walk.companion.lesson(self.walk.state, actor) if self.has_lessons else None
        return None if lesson is None or lesson.key in self.known else lesson

    def teach(self, lesson: Sentence) -> "Talk":
        """Return the conversation after a lesson was told."""
        return replace(self, known=self.known | {lesson.key})

    def name(self, actor: str) -> str:
        """Return the name of a player, or what chance is called in the language."""
        return self.wording.format("walk.chance") if actor == NATURE else actor

    def name_actor(self, actor: str) -> str:
        """Return the name of a player who may act, or what is rolled or drawn now."""
        return self._name_chance(self.walk.state) if actor == NATURE else actor

    def name_source(self, line: LogLine) -> str:
        """Return the name of the player who made an entry, or what was rolled or drawn."""
        if line.actor != NATURE:
            return line.actor
        return self._name_chance(self.walk.states[line.number - 1])

    def _name_chance(self, state: State) -> str:
        return self.wording.format(f"walk.by.{self.walk.companion.chance(state)}")

    def split_name(self, typed: str) -> tuple[str, str]:
        """Split `Bo: airlift` into actor and words; without a name, the actor is the one that is asked."""
        names = {NATURE: NATURE, self.name(NATURE): NATURE}
        names.update((player, player) for player in self.walk.log.players)
        for name in sorted(names, key=len, reverse=True):
            head, rest = typed[: len(name)], typed[len(name) :].lstrip()
            if fold(head) == fold(name) and rest.startswith(":"):
                return names[name], rest[1:].strip()
        return self.asked, typed

    def answer(self, typed: str) -> "Talk | Several | RefusedMove":
        """Return the conversation after an answer that was typed.

        An empty answer lets the program draw, or makes the only move. A name alone asks somebody else. If
        nothing was played, the walk of the result is the same object.
        """
        if not typed:
            return self._go_on()
        actor, words = self.split_name(typed)
        if actor not in self.walk.actors:
            return self.refuse_actor(actor)
        return self.take(actor, words) if words else replace(self, called=actor)

    def _go_on(self) -> "Talk":
        turn = self.turn()
        if turn.may_draw:
            return self.draw()
        if turn.actor != NATURE and len(turn.moves) == 1:
            return self.play(turn.actor, turn.moves[0])
        return self

    def take(self, actor: str, words: str) -> "Talk | Several | RefusedMove":
        """Return the conversation after the move of an actor that words mean, in notation or in part."""
        try:
            moves = find_meaning(self.walk, actor, words, self.wording)
        except RulesError as error:
            return self.refuse(error, actor, words)
        return self.play(actor, moves[0]) if len(moves) == 1 else Several(actor, words, moves)

    def point(self, actor: str, spots: Collection[Spot]) -> "Talk | Several | RefusedMove":
        """Return the conversation after a move that is about exactly these places, if there is only one.

        Otherwise, return the moves that are about these places and perhaps others, or the reason why there
        are none.
        """
        if actor not in self.walk.actors:
            return self.refuse_actor(actor)
        found = {move: at for move, at in self.walk.places(actor).items() if {*spots} <= {*at}}
        if len(found) > 1 or (found and {*spots} != {*next(iter(found.values()))}):
            return Several(actor, "", tuple(found))
        return self.play(actor, next(iter(found))) if found else self._refuse_spots(actor, tuple(spots))

    def _refuse_spots(self, actor: str, spots: Sequence[Spot]) -> RefusedMove:
        """Return the rule that forbids what the actor may mean by these places."""
        rules, state = self.walk.game.rules, self.walk.state
        words = " ".join(place or area for area, place in spots)
        errors: list[RulesError] = [RulesError("log.unreadable", words=words)]
        for attempt in self.walk.companion.attempts(state, actor, spots):
            try:
                rules.check(state, actor, rules.parse(state, actor, attempt))
            except RulesError as error:
                errors.append(error)
        return RefusedMove(next((error for error in errors if isinstance(error, IllegalMove)), errors[0]))

    def refuse_actor(self, actor: str) -> RefusedMove:
        """Return the refusal of somebody who may not act now."""
        actors = tuple(map(self.name, self.walk.actors))
        return self.refuse(RulesError("log.turn", actor=self.name(actor), actors=actors))

    def refuse(self, error: RulesError, actor: str = "", words: str = "") -> RefusedMove:
        """Return a refusal with the legal moves that resemble the words most."""
        return RefusedMove(error, list_legal(self.walk.game.rules, self.walk.state, actor, words))

    def play(self, actor: str, move: str) -> "Talk":
        """Return the conversation after a move; raises RulesError if it is illegal."""
        words, after = self.walk.describe(actor, move), self.walk.play(actor, move)
        entry = Entry(after.log.lines[-1], words, after.events)
        return replace(self, walk=after, called="", entry=entry)

    def draw(self) -> "Talk":
        """Return the conversation after chance was decided by the program."""
        return self.play(NATURE, self.walk.draw(self.seed))

    def find_last(self, actor: str = "") -> LogLine | None:
        """Return the line that `undo` takes back; None: there is none."""
        for line in reversed(self.walk.log.lines) if actor else ():
            if line.actor in (actor, NATURE):
                if line.actor == actor:
                    return line
                break
        count = self.walk.count_last_entry(self.kinds)
        return self.walk.log.lines[-count] if count else None

    def undo(self, actor: str = "") -> "Talk":
        """Return the conversation without the last entry and the automatic draws after it.

        For a player, it is the player's own last entry, if only other players have acted after it. Raises
        RulesError if one of their moves needs it.
        """
        line, walk = self.find_last(actor), self.walk
        if line is not None:
            is_own = line.actor == actor != NATURE
            walk = walk.undo_line(line.number) if is_own else walk.undo(walk.count_last_entry(self.kinds))
        return replace(self, walk=walk, called="", entry=None)

    def read_paragraph(self, rule: str) -> str:
        """Return the paragraph of a rule, which is in English; empty in other languages."""
        if self.wording.locale.partition("-")[0] != "en":
            return ""
        return read_paragraph(find_shelf().rule_pages, self.walk.game.kit.id, rule)
