"""Scoring by a declared form: a game adds only how a finished game is judged."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Generic

from generator.errors import suggest
from generator.model.kit import Kit
from generator.model.rich_text import plain
from generator.model.wording import Wording
from generator.rules.core import Entry, Fault, Judgement, Listed, Problems, Question, S_contra, Sentence, T
from generator.rules.questions import ask_players, ask_value
from generator.rules.score_form import Asked, Reading, Schema, Shape
from generator.rules.writing import write_remarks, write_score

EXAMPLE_NAMES = ("Ana", "Bo", "Cleo")
TOGETHER = ""
"""Owner of the score in a file without players."""


class FormScoring(ABC, Generic[T, S_contra]):
    """A finished game under one key of a score file."""

    takes_some_players = False
    round_key = ""
    example_names: Sequence[str] = EXAMPLE_NAMES[:2]
    """Players of an empty file; empty: players are not asked for either."""

    def __init__(
        self, kit: Kit, key: str, shape: Shape[Any], *, options: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        """`options`: values of the rules' options, other values cannot be read; None: they are judged."""
        self.kit = kit
        self.key = key
        self.shape = shape
        self.options = options or {}
        self.levels = self.options.get("difficulty", ())
        """The default first; empty: they are not asked for."""

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.key,)

    def read(
        self, entries: Mapping[str, Entry], players: Sequence[str], setup: Mapping[str, str], found: Problems
    ) -> T | None:
        reading = Reading(players, found)
        for key, option in setup.items():
            known = self.options.get(key, (option,))
            if option not in known:
                reading.add((key,), f"`{option[:40]}` is not a value of `{key}`", suggest(option[:40], known))
        value = self.shape.read(entries[self.key], (self.key,), reading)
        return None if reading.has_problems else self.make_table(value, reading.players, setup)

    def make_table(self, value: Any, players: Sequence[str], setup: Mapping[str, str]) -> T:
        """Make the finished game from the value of the shape; by default it is that value."""
        game: T = value
        return game

    def schema(self) -> Schema:
        return {self.key: self.shape.schema()}

    def write_blank(self, wording: Wording) -> str:
        text = Sentence("tally.blank", levels=Listed(self.levels))
        remarks = write_remarks(plain(text.format(wording)))
        options = {"difficulty": self.levels[0]} if self.levels else {}
        return remarks + self.write(self.example_names, self.make_blank(), **options)

    def make_blank(self) -> Entry:
        """Return the value of the key in an empty file."""
        return self.shape.blank

    def ask(self) -> Generator[Question, str, str]:
        players: Sequence[str] = ()
        if self.example_names:
            players = yield from ask_players(self.kit, may_be_some=self.takes_some_players)
        options: dict[str, Entry] = {}
        if self.levels:
            text = Sentence("tally.ask.level", levels=Listed(self.levels), usual=self.levels[0])
            level = yield from ask_value(text, "difficulty", self.levels, usual=self.levels[0])
            options["difficulty"] = level
        return self.write(players, (yield from self.shape.ask(Asked(self.key, players))), **options)

    def write(self, players: Sequence[str], entry: Entry, **options: Entry) -> str:
        """Return a score file with the finished game and the options of the head."""
        named: dict[str, Entry] = {"players": [*players]} if players else {}
        return write_score({"game": self.kit.id, **named, **options, self.key: entry})

    @abstractmethod
    def judge(self, table: T) -> Judgement:
        """See Scoring."""

    @abstractmethod
    def compare(self, table: T, state: S_contra) -> Sequence[Fault]:
        """See Scoring."""
