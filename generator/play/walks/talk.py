"""The conversation of guided play as a value: who is asked, what may be answered, and what follows.

A terminal and the pages on phones hold the same conversation. Both save an entry before they show it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from itertools import count as count_up
from itertools import islice, product, takewhile
from string import ascii_lowercase
from threading import Lock
from typing import TypeAlias

from generator.model.played import LogLine, Spot
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, replace
from generator.play.walks.walkthrough import Walk, WalkFile, say_noted
from generator.read.files.shelf import find_shelf
from generator.read.kits.origins import read_paragraph
from generator.rules.core import EVERYBODY, NATURE, AmbiguousMove, AnyState, IllegalMove, RulesError, Sentence
from generator.rules.game import find_move, list_legal
from generator.rules.notation import fold, list_words


@dataclass(frozen=True, slots=True)
class TalkTurn:
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
class LastMove:
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
    """The conversation of one game, in one language, at one position; each answer returns the next one."""

    walk: Walk
    wording: Wording
    kinds: frozenset[str] = frozenset()
    """Kinds of chance that the program decides."""
    seed: int = 0
    has_lessons: bool = True
    """True if each step is explained the first time that it occurs."""
    known: frozenset[str] = frozenset()
    """Keys of lessons that were shown."""
    called: str = ""
    """The actor who was called by name; empty: none."""
    entry: LastMove | None = None
    """The last entry; None at the start, and after an entry was taken back."""

    def seen_by(self, viewer: str) -> "Talk":
        """Return the conversation as a player, or EVERYBODY, sees it; it takes no answers."""
        walk = self.walk.seen_by(viewer)
        if walk is self.walk:
            return self
        seen = replace(self, walk=walk)
        return replace(seen, entry=seen.show_entry(self.entry)) if self.entry else seen

    def show_entry(self, entry: LastMove) -> LastMove:
        """Return an entry of the complete conversation as it is seen here."""
        if self.walk.is_complete:
            return entry
        line = self.walk.log.lines[entry.line.number - 1]
        return LastMove(line, self.walk.describe_line(line), entry.events if line.words else ())

    @property
    def asked(self) -> str:
        """The actor who was called by name, else chance, else the first who may act; empty after the end."""
        actors = self.walk.actors
        if self.called in actors:
            return self.called
        return NATURE if NATURE in actors else next(iter(actors), "")

    @property
    def is_automatic(self) -> bool:
        """True if only chance can act, and the program decides it."""
        return self.walk.is_automatic(self.kinds)

    def turn(self, actor: str = "") -> TalkTurn:
        """Return the question to an actor who may act, by default to the one that is asked."""
        walk, actor = self.walk, actor or self.asked
        others = tuple(other for other in walk.actors if other not in (actor, NATURE))
        question = walk.companion.ask(walk.state, actor)
        may_draw = actor == NATURE and (walk.chance in self.kinds or walk.is_dealt)
        return TalkTurn(actor, question, walk.moves(actor), others, may_draw)

    def find_lesson(self, actor: str) -> Sentence | None:
        """Return the explanation of the current step; None if it was shown before."""
        lesson = self.walk.companion.lesson(self.walk.state, actor) if self.has_lessons else None
        return None if lesson is None or lesson.key in self.known else lesson

    def teach(self, lesson: Sentence) -> "Talk":
        """Return the conversation after a lesson was shown."""
        return replace(self, known=self.known | {lesson.key})

    def name(self, actor: str) -> str:
        """Return the name of a player, or what chance is called in the language."""
        return self.wording.format("walk.chance") if actor == NATURE else actor

    def name_actor(self, actor: str) -> str:
        """Return the name of a player who may act, or of the dice or cards of chance now."""
        return self._name(actor, self.walk.state)

    def name_source(self, line: LogLine) -> str:
        """Return the name of the player who made an entry, or of the dice or cards of chance."""
        return self._name(line.actor, self.walk.states[line.number - 1])

    def name_entry(self, line: LogLine) -> str:
        """Return the player and the words of an entry: `Ana: take left`."""
        words = self.say_move(line.words) or self.wording.format("walk.secret.hidden")
        return self.wording.format("walk.played", {"who": self.name(line.actor), "words": words})

    def say_move(self, words: str) -> str:
        """Return a move in the language."""
        (said,) = self.walk.game.vocabularies[self.wording.locale].say_each([words])
        return said

    def _name(self, actor: str, state: AnyState) -> str:
        chance = self.walk.companion.chance
        return self.wording.format(f"walk.by.{chance(state)}") if actor == NATURE else actor

    def split_name(self, typed: str) -> tuple[str, str]:
        """Split `Bo: airlift` into actor and words; without a name, the actor is the one who is asked."""
        names = {NATURE: NATURE, self.name(NATURE): NATURE}
        names.update((player, player) for player in self.walk.log.players)
        for name in sorted(names, key=len, reverse=True):
            head, rest = typed[: len(name)], typed[len(name) :].lstrip()
            if fold(head) == fold(name) and rest.startswith(_COLONS):
                return names[name], rest[1:].strip()
        return self.asked, typed

    def answer(self, typed: str) -> "Reply":
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

    def take(self, actor: str, words: str) -> "Reply":
        """Return the conversation after a move, typed as its notation or as a part of it.

        If only the program may draw, it draws, whatever the words are.
        """
        if actor == NATURE and self.walk.is_dealt:
            return self.draw()
        try:
            return self.play(actor, find_move(self.walk.game, self.walk.state, actor, words))
        except AmbiguousMove as error:
            return Several(actor, words, error.candidates)
        except RulesError as error:
            return self.refuse(error, actor, words)

    def point(self, actor: str, spots: Collection[Spot]) -> "Reply":
        """Return the conversation after a move that is about exactly these places, if there is only one.

        Otherwise, return the moves that are about these places and perhaps others, or the reason why there
        are none.
        """
        if actor not in self.walk.actors:
            return self.refuse_actor(actor)
        places = self._see_for(actor).places(actor)
        about = {move: {*at} for move, at in places.items() if {*spots} <= {*at}}
        if not about:
            return self._refuse_spots(actor, tuple(spots))
        moves = tuple(about)
        if len(moves) > 1 or about[moves[0]] != {*spots}:
            return Several(actor, "", moves)
        return self.play(actor, moves[0])

    def _see_for(self, actor: str) -> Walk:
        return self.walk.seen_by(EVERYBODY if actor == NATURE else actor)

    def _refuse_spots(self, actor: str, spots: Sequence[Spot]) -> RefusedMove:
        """Return the rule that forbids what the actor may mean by these places."""
        rules, state = self.walk.game.rules, self.walk.state
        seen = self._see_for(actor)
        words = " ".join(place or area for area, place in spots)
        errors: list[RulesError] = [RulesError("log.unreadable", words=words)]
        for attempt in seen.companion.attempts(seen.state, actor, spots):
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
        walk = self.walk
        error = copy(error)
        error.values = say_noted(walk.game, error, self.wording)
        if walk.has_secrets and (actor not in walk.actors or actor == NATURE):
            return RefusedMove(error)
        return RefusedMove(error, list_legal(walk.game.rules, walk.state, actor, words, name=self.name))

    def play(self, actor: str, move: str) -> "Talk":
        """Return the conversation after a move; raises RulesError if it is illegal."""
        words, after = self.walk.describe(actor, move), self.walk.play(actor, move)
        entry = LastMove(after.log.lines[-1], words, after.events)
        return replace(self, walk=after, called="", entry=entry)

    def draw(self) -> "Talk":
        """Return the conversation after the program has drawn or rolled."""
        return self.play(NATURE, self.walk.draw(self.seed))

    def find_last(self, actor: str = "") -> LogLine | None:
        """Return the line that `undo` takes back; None if there is none.

        The end of a game shows what was hidden, and is not taken back.
        """
        lines = self.walk.log.lines
        if self.walk.is_over and self.walk.game.secrets:
            return None
        last = next((line for line in reversed(lines) if line.actor in (actor, NATURE)), None)
        if actor and last and last.actor == actor:
            return last
        count = self.walk.count_last_entry(self.kinds)
        return lines[-count] if count else None

    def undo(self, actor: str = "") -> "Talk":
        """Return the conversation without the last entry and the automatic draws after it.

        For an actor, this is the actor's own last entry, if only other players have acted after it. Raises
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


Reply: TypeAlias = Talk | Several | RefusedMove
"""The result of an answer."""

_COLONS = (":", "\uff1a")
"""The colons after a name: that of most keyboards, and the wide one of East Asia."""

_MOST_KEPT = 100
"""Number of versions that an answer may refer to, and of entries that are news."""


class StaleAnswer(Exception):
    """An answer to a question that somebody else has answered before."""


class SharedTalk:
    """A conversation that several people hold at once, each on their own screen and in any thread.

    Each answer refers to the version that its screen showed. Entries of others do not make it stale if the
    actor's question stays the same: in Fight the Virus, all players mark their sheets at once.
    """

    def __init__(self, talk: Talk, file: WalkFile, report: Callable[[Talk, Talk], None]) -> None:
        """`report` is called with the conversation before and after each entry, when it is on the disk."""
        self._file = file
        self._report = report
        self._lock = Lock()
        self._version = 0
        self._talks = {0: talk}
        self._entries: tuple[LastMove, ...] = ()
        """The last entries since one was taken back."""
        self._batch = 0
        """Number of entries of the last answer: its own, and what the program drew after it."""

    @property
    def now(self) -> tuple[int, Talk]:
        """The current version and conversation."""
        with self._lock:
            return self._version, self._talks[self._version]

    def list_news(self, player: str = "") -> tuple[LastMove, ...]:
        """Return the entries of the last answer; for a player, their own entry before it, too."""
        with self._lock:
            start = max(0, len(self._entries) - self._batch)
            earlier, news = self._entries[:start], self._entries[start:]
        last = next((entry for entry in reversed(earlier) if entry.line.actor in (player, NATURE)), None)
        return (last, *news) if player and last and last.line.actor == player else news

    def begin(self) -> None:
        """Draw what the program decides before the first answer; raises OutputError."""
        with self._lock:
            self._draw()

    def answer(self, after: int, actor: str, answer: Callable[[Talk], Reply]) -> Reply:
        """Change the conversation to what the answer of an actor to a version returns.

        Raises StaleAnswer, or OutputError if it cannot be saved; the conversation then stays as it was.
        """
        with self._lock:
            talk = self._talks[self._version]
            if not self._is_same_question(after, actor):
                raise StaleAnswer
            reply = answer(talk)
            if isinstance(reply, Talk) and reply.walk is not talk.walk:
                self._batch = 0
                self._go_to(reply)
                self._draw()
            return reply

    def undo(self, after: int, actor: str) -> None:
        """Take back an entry as `Talk.undo` does; raises StaleAnswer, OutputError, or RulesError."""
        with self._lock:
            talk, shown = self._talks[self._version], self._talks.get(after)
            line = talk.find_last(actor)
            if shown is None or line != shown.find_last(actor):
                raise StaleAnswer
            if line is not None:
                self._go_to(talk.undo(actor))
                self._draw()

    def _is_same_question(self, after: int, actor: str) -> bool:
        """Return True if the question to an actor and its moves are the same as in an earlier version."""
        now, shown = self._talks[self._version], self._talks.get(after)
        if shown is None or after == self._version:
            return shown is not None
        old, new = shown.walk, now.walk
        count = len(old.log.lines)
        if new.log.lines[:count] != old.log.lines or actor not in old.actors or actor not in new.actors:
            return False
        if any(line.actor in (actor, NATURE) for line in new.log.lines[count:]):
            return False
        return shown.turn(actor).question == now.turn(actor).question and old.moves(actor) == new.moves(actor)

    def _draw(self) -> None:
        """Let the program draw until somebody has to answer."""
        while (talk := self._talks[self._version]).is_automatic:
            self._go_to(talk.draw())

    def _go_to(self, talk: Talk) -> None:
        """Save the next conversation, and make it the current version."""
        before = self._talks[self._version]
        self._file.save(talk.walk)
        if talk.entry and (lesson := before.find_lesson(talk.entry.line.actor)):
            talk = talk.teach(lesson)
        self._version += 1
        self._talks[self._version] = talk
        self._talks.pop(self._version - _MOST_KEPT, None)
        self._entries = (*self._entries, talk.entry)[-_MOST_KEPT:] if talk.entry else ()
        self._batch = self._batch + 1 if talk.entry else 0
        self._report(before, talk)


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a list: a move in its notation, or several with the same start."""

    moves: tuple[str, ...]
    start: str
    """Common start; the complete notation of a single move."""

    @property
    def only(self) -> str:
        """The single move; empty if there are several."""
        return self.moves[0] if len(self.moves) == 1 else ""


def label_choices(moves: Sequence[str], count: int) -> tuple[str, ...]:
    """Return the labels of a list: numbers, or letters where a number that is typed may begin a move."""
    if not any(move[:1].isdigit() for move in moves):
        return tuple(map(str, range(1, count + 1)))
    letters = ("".join(label) for size in count_up(1) for label in product(ascii_lowercase, repeat=size))
    return tuple(islice(letters, count))


def group_moves(moves: Sequence[str], *, most: int, rare: Collection[str] = ()) -> tuple[Choice, ...]:
    """Group moves with the same start into at most `most` entries, in the order of the moves.

    Groups are split while there is room: those with the shortest start first, then the smallest. If too many
    moves differ in the first word, the list is longer. Moves that begin with `rare` words come last, in one
    entry for each of these words, unless there are no other moves.
    """
    last = tuple(move for move in moves if move.split()[0] in rare)
    if 0 < len(last) < len(moves):
        closed = tuple(Choice(group, get_common_start(group)) for group in _split_at(last, 0))
        others = [move for move in moves if move not in last]
        return (*group_moves(others, most=most - len(closed)), *closed)
    groups = _split(tuple(moves))
    while True:
        openings = [
            (len(_cut(get_common_start(group))), len(parts), index, parts)
            for index, group in enumerate(groups)
            if len(group) > 1 and len(groups) - 1 + len(parts := _split(group)) <= most
        ]
        if not openings:
            return tuple(Choice(group, get_common_start(group)) for group in groups)
        *_, index, parts = min(openings, key=lambda opening: opening[:3])
        groups = (*groups[:index], *parts, *groups[index + 1 :])


def _split(moves: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return groups of moves that differ after the common start of all."""
    if len(moves) < 2:
        return (moves,) if moves else ()
    return _split_at(moves, len(_cut(get_common_start(moves))))


def _split_at(moves: Sequence[str], index: int) -> tuple[tuple[str, ...], ...]:
    """Return groups of moves with the same pieces up to an index."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for move in moves:
        groups.setdefault(_cut(move)[: index + 1], []).append(move)
    return tuple(tuple(group) for group in groups.values())


def get_common_start(moves: Sequence[str]) -> str:
    """Return the pieces that all moves begin with."""
    return "".join(_list_common(map(_cut, moves))).strip()


def get_shared_words(descriptions: Sequence[str]) -> str:
    """Return the words that all descriptions begin with, without an open bracket or a sign at their end."""
    common = " ".join(_list_common(map(str.split, descriptions)))
    return re.sub(r"\s*\([^)]*$", "", common).rstrip(" :;,–-")


def _list_common(texts: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the pieces with which all texts begin."""
    columns = zip(*texts, strict=False)
    return (column[0] for column in takewhile(lambda column: len({*column}) == 1, columns))


def _cut(text: str) -> tuple[str, ...]:
    """Return the pieces of a move: words, each with the blank before it; `+` begins a piece: `5` and `+2`."""
    return tuple(re.findall(r"\s*\+?[^\s+]+|\s*\+", text))


def get_rest(noted: str, description: str) -> str:
    """Return what the description of a move adds to its notation, which is shown beside it."""
    if {*list_words(description)} <= {*list_words(noted)}:
        return ""
    head, rest = description[: len(noted)], description[len(noted) :].strip()
    if fold(head) != fold(noted) or rest[:1].isalnum():
        return description
    return rest.lstrip(":：,;،؛、 ")
