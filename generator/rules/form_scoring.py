"""Scoring by a declared form: a game adds only how a finished game is judged."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from typing import Generic

from generator.errors import suggest
from generator.model.kit import Kit
from generator.model.wording import Wording
from generator.rules.core import (
    Complaints,
    Entry,
    Fault,
    Judgement,
    Listed,
    Question,
    S_contra,
    Sentence,
    T,
)
from generator.rules.questions import ask_players, ask_value
from generator.rules.score_form import Asked, Reading, Schema, Shape
from generator.rules.writing import write_remarks, write_score

EXAMPLE_NAMES = ("Ana", "Bo", "Cleo")


class FormScoring(ABC, Generic[T, S_contra]):
    """A finished game under one key of a score file."""

    takes_some_players = False
    round_key = ""
    example_names: Sequence[str] = EXAMPLE_NAMES[:2]
    """Players of an empty file; empty: players are not asked for either."""

    def __init__(
        self, kit: Kit, key: str, shape: Shape[T], *, options: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        """`options`: values of the rules' options, other values cannot be read; None: they are judged."""
        self.kit = kit
        self.key = key
        self.shape = shape
        self.options = options or {}
        self.levels = self.options.get("difficulty", ())

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.key,)

    def read(
        self, entries: Mapping[str, Entry], players: Sequence[str], setup: Mapping[str, str], tell: Complaints
    ) -> T | None:
        reading = Reading(players, tell, setup)
        for key, value in setup.items():
            known = self.options.get(key, (value,))
            if value not in known:
                reading.add((key,), f"`{value[:40]}` is no value of `{key}`", suggest(value[:40], known))
        table = self.shape.read(entries[self.key], (self.key,), reading)
        return None if reading.has_told else table

    def schema(self) -> Schema:
        return {self.key: self.shape.schema()}

    def write_blank(self, wording: Wording) -> str:
        remarks = write_remarks(Sentence("tally.blank", {"levels": Listed(self.levels)}).say(wording))
        return remarks + self._write(self.example_names, self.levels[:1], self.make_blank())

    def make_blank(self) -> Entry:
        """What stands below the key in an empty file."""
        return self.shape.blank

    def ask(self) -> Generator[Question, str, str]:
        players: Sequence[str] = ()
        level: Sequence[str] = ()
        if self.example_names:
            players = yield from ask_players(self.kit, may_be_some=self.takes_some_players)
        if self.levels:
            text = Sentence("tally.ask.level", {"levels": Listed(self.levels)})
            level = [(yield from ask_value(text, "difficulty", self.levels, usual=self.levels[0]))]
        return self._write(players, level, (yield from self.shape.ask(Asked(self.key, players))))

    def _write(self, players: Sequence[str], level: Sequence[str], entry: Entry) -> str:
        head: dict[str, Entry] = {"game": self.kit.id}
        if players:
            head["players"] = [*players]
        if level:
            head["difficulty"] = level[0]
        return write_score({**head, self.key: entry})

    @abstractmethod
    def judge(self, table: T) -> Judgement:
        """As Scoring has it."""

    @abstractmethod
    def compare(self, table: T, state: S_contra) -> Sequence[Fault]:
        """As Scoring has it."""
