"""A conversation that several people hold at once, each on a screen of their own."""

from collections.abc import Callable
from threading import Lock
from typing import TypeAlias

from generator.play.talk import Entry, RefusedMove, Several, Talk
from generator.play.walk_file import WalkFile
from generator.rules.core import NATURE

Reply: TypeAlias = Talk | Several | RefusedMove
_MOST_KEPT = 100
"""Number of versions that an answer may refer to, and of entries that are news."""


class Stale(Exception):
    """An answer to a question that somebody else has answered before."""


class SharedTalk:
    """The current conversation, which changes one answer after the other; any thread may answer.

    Each answer refers to the version that its screen showed. Marks of others do not make it stale if they
    leave the actor's question as it was: in Fight the Virus, all players mark their sheets at once.
    """

    def __init__(self, talk: Talk, file: WalkFile, report: Callable[[Talk, Talk], None]) -> None:
        """`report` is called with the conversation before and after each entry, when it is on the disk."""
        self._file = file
        self._report = report
        self._lock = Lock()
        self._version = 0
        self._talks = {0: talk}
        self._entries: tuple[Entry, ...] = ()
        """The last entries, as far as none was taken back."""
        self._batch = 0
        """Number of entries since the last answer: its own, and what the program drew after it."""

    @property
    def now(self) -> tuple[int, Talk]:
        """The current version and conversation."""
        with self._lock:
            return self._version, self._talks[self._version]

    def list_news(self, player: str = "") -> tuple[Entry, ...]:
        """Return the last answer and the draws after it, for a player after the own mark before others'."""
        with self._lock:
            start = max(0, len(self._entries) - self._batch)
            earlier, news = self._entries[:start], self._entries[start:]
        for entry in reversed(earlier) if player else ():
            if entry.line.actor in (player, NATURE):
                return (entry, *news) if entry.line.actor == player else news
        return news

    def begin(self) -> None:
        """Draw what the program decides before the first answer; raises OutputError."""
        with self._lock:
            self._draw()

    def answer(self, after: int, actor: str, answer: Callable[[Talk], Reply]) -> Reply:
        """Change the conversation to what the answer of an actor to a version returns.

        Raises Stale, or OutputError if it cannot be saved; the conversation then stays as it was.
        """
        with self._lock:
            talk = self._talks[self._version]
            if not self._is_same_question(after, actor):
                raise Stale
            found = answer(talk)
            if isinstance(found, Talk) and found.walk is not talk.walk:
                self._batch = 0
                self._go_to(found)
                self._draw()
            return found

    def undo(self, after: int, actor: str) -> None:
        """Take back an entry as `Talk.undo` does; raises Stale, OutputError, or RulesError."""
        with self._lock:
            talk, shown = self._talks[self._version], self._talks.get(after)
            line = talk.find_last(actor)
            if shown is None or line != shown.find_last(actor):
                raise Stale
            if line is not None:
                self._go_to(talk.undo(actor))
                self._draw()

    def _is_same_question(self, after: int, actor: str) -> bool:
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
        while (talk := self._talks[self._version]).is_automatic:
            self._go_to(talk.draw())

    def _go_to(self, talk: Talk) -> None:
        before = self._talks[self._version]
        self._file.save(talk.walk.log)
        if talk.entry and (lesson := before.find_lesson(talk.entry.line.actor)):
            talk = talk.teach(lesson)
        self._version += 1
        self._talks[self._version] = talk
        self._talks.pop(self._version - _MOST_KEPT, None)
        self._entries = (*self._entries, talk.entry)[-_MOST_KEPT:] if talk.entry else ()
        self._batch = self._batch + 1 if talk.entry else 0
        self._report(before, talk)
