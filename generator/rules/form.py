"""How a finished game is written down: in its score file, or as marks on named places.

`FormScoring` reads and judges what a score file has under one key: `read` reports what cannot be read, and
`judge` rule violations, both as sentences in the user's language.

`PaperForm` turns marks into the value of that key, and back. It names places as positions do, and knows
neither pages nor screens: these ask it what each place takes, collect a position, and get the text of the
score file.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeAlias

from generator.errors import RulesError
from generator.model.kit import Kit
from generator.model.played import Laid, Mark, PenMark, Position, Takes, strip_count
from generator.model.texts.rich_text import plain
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass
from generator.rules import core, score_form
from generator.rules.companion import Companion, OptionQuestion
from generator.rules.core import Listed, S_contra, Sentence, T
from generator.rules.vocabulary import find_option_value

EXAMPLE_NAMES = ("Ana", "Bo", "Cleo")
"""Players in empty score files."""
TOGETHER = ""
"""Owner of the score in a file without players."""


@dataclass(frozen=True)
class Finished(Generic[score_form.V]):
    """A finished game as it was typed in."""

    players: tuple[str, ...]
    """All players in the file, even if there is nothing about some of them."""
    value: score_form.V
    setup: Mapping[str, str]
    """Values of the rules' options."""


class FormScoring(ABC, Generic[T, S_contra]):
    """Reader and scorer of the finished games under one key of a score file."""

    takes_some_players = False
    """True if a file can omit players, because each has a separate sheet."""
    round_key = ""
    """Key whose value is a list of lines, as in `--round`; empty: there is none."""
    value_names: Mapping[str, Sentence] = {}
    """Names of the values of options in the language of the reader."""
    example_names: Sequence[str] = EXAMPLE_NAMES[:2]
    """Players of an empty file; empty: players are not asked for either."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        shape: score_form.EntryShape[Any],
        *,
        options: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """`options`: values of the rules' options; others are unreadable. None: they are judged instead."""
        self.kit = kit
        self.key = key
        self.shape = shape
        self.options = options or {}
        self.levels = self.options.get("difficulty", ())
        """Levels of difficulty, the default first; empty: there are none."""
        self.asked_options: Mapping[str, Sequence[str]] = {"difficulty": self.levels}
        """Options that are asked for before the game, each with its values, the default first."""

    def read(
        self,
        entries: Mapping[str, core.Entry],
        players: Sequence[str],
        setup: Mapping[str, str],
        problems: core.Problems,
    ) -> T | None:
        """Return the finished game, or None after reporting problems.

        `entries` has the key; `players` may be empty; `setup` has values of the rules' `options`.
        """
        reading = score_form.FormReading(players, problems)
        for key, option in setup.items():
            known = self.options.get(key, (option,))
            if option not in known:
                wrong = score_form.make_unknown(
                    option, {each: self.value_names.get(each, each) for each in known}
                )
                reading.add((key,), wrong.sentence, wrong.advice)
        value = self.shape.read(entries[self.key], (self.key,), reading)
        return None if reading.has_problems else self.make_table(value, reading.players, setup)

    def make_table(self, value: Any, players: tuple[str, ...], setup: Mapping[str, str]) -> T:
        """Make the finished game from the value of the shape; by default a Finished."""
        make: Any = Finished
        game: T = make(players, value, setup)
        return game

    def schema(self) -> score_form.JsonSchema:
        """Return the JSON Schema of the key."""
        return {self.key: self.shape.schema()}

    def write_blank(self, wording: Wording) -> str:
        """Return a blank score file with comments in the language of the wording."""
        text = plain(Sentence("tally.blank", levels=core.Listed(self._name_levels())).format(wording))
        remarks = "".join(f"# {line}".rstrip() + "\n" for line in text.split("\n"))
        options = {"difficulty": self.levels[0]} if self.levels else {}
        return remarks + self.write(self.example_names, self.make_blank(), **options)

    def _name_levels(self) -> Iterator[core.Value]:
        return (self.value_names.get(level, level) for level in self.levels)

    def make_blank(self) -> core.Entry:
        """Return the value of the key in an empty file."""
        return self.shape.blank

    def ask(self, questions: Sequence[OptionQuestion] = ()) -> Generator[core.Question, str, str]:
        """Yield questions, receive their answers, and return the score file as text.

        `questions` are those of the game about its options, of which the ones in `asked_options` are asked.
        """
        players: Sequence[str] = ()
        if self.example_names:
            players = yield from score_form.ask_players(self.kit, may_be_some=self.takes_some_players)
        setup: dict[str, str] = {}
        for question in questions:
            if known := self.asked_options.get(question.key):
                setup[question.key] = yield from self._ask_option(question, known)
        asked = score_form.QuestionAsked(self.key, players, setup=setup)
        return self.write(players, (yield from self.shape.ask(asked)), **setup)

    def _ask_option(
        self, question: OptionQuestion, known: Sequence[str]
    ) -> Generator[core.Question, str, str]:
        values = Listed(question.names.get(value, value) for value in known)
        text = Sentence("tally.ask.level", levels=values, usual=values[0])
        if not question.values:
            text = Sentence("tally.ask.option", question=question.text, usual=known[0])

        def read(answer: str) -> str:
            return find_option_value(self.kit, question, known, answer) if answer.strip() else known[0]

        return (yield from score_form.ask_until_read(text, read))

    def write(self, players: Sequence[str], entry: core.Entry, **options: core.Entry) -> str:
        """Return a score file with the finished game and the options of the head."""
        named: dict[str, core.Entry] = {"players": [*players]} if players else {}
        return score_form.write_score({"game": self.kit.id, **named, **options, self.key: entry})

    def judge(self, table: T) -> core.Judgement:
        """Return all rule violations, each with its `path`, and the scores that can be calculated."""
        faults = tuple(self.list_faults(table))
        return core.Judgement(self.score(table), faults, None if faults else self.find_outcome(table))

    def check(self, table: T) -> None:
        """Raise RulesError for the first rule violation."""
        for fault in self.list_faults(table):
            raise RulesError(fault.rule, **fault.values)

    @abstractmethod
    def list_faults(self, table: T) -> Iterable[core.Fault]:
        """Yield all rule violations, each with its `path`."""

    @abstractmethod
    def score(self, table: T) -> Mapping[str, core.Score]:
        """Return the scores that can be calculated, by player."""

    @abstractmethod
    def find_outcome(self, table: T) -> core.Outcome | None:
        """Return the outcome of a table without faults; None if the game is not over."""

    def compare(self, table: T, state: S_contra) -> Iterable[core.Fault]:
        """Yield the differences between a finished game and the final state of the log in the same file.

        By default, there are none: a game without moves has no logs.
        """
        return ()


AnyScoring: TypeAlias = FormScoring[Any, Any]


NO_SETUP: Mapping[str, str] = {}
"""All options have their default."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """A mark that cannot be in its place."""

    owner: str
    laid: Laid
    message: Sentence
    hint: core.Phrase = ""


class PaperForm(ABC, Generic[T, S_contra]):
    """A form for a finished game: marks on printed parts, or pieces in places."""

    each_player = False
    """True if each player has a part of their own: parts of positions then have owners."""

    def __init__(
        self, scoring: FormScoring[T, S_contra], companion: Companion[S_contra, Any] | None = None
    ) -> None:
        """`scoring` reads and judges what the form writes; `companion` knows the positions of states."""
        self.scoring = scoring
        self.companion: Companion[S_contra, Any] = companion or Companion()

    @property
    def options(self) -> Mapping[str, Sequence[str]]:
        """Options that a score file may name, each with its values, the default first."""
        return self.scoring.options

    def write(
        self, position: Position, players: Sequence[str] = (), setup: Mapping[str, str] = NO_SETUP
    ) -> str:
        """Return the score file of a position; it can be read if `list_unfit` is empty.

        `players` are all players in seating order; by default, those of the position, if it names any.
        """
        players = tuple(players) or self.list_players(position)
        return self.scoring.write(players, self.write_entry(position, players, setup), **setup)

    def list_players(self, position: Position) -> tuple[str, ...]:
        """Return the players whom a position names: by default, the owners of its parts."""
        return tuple(dict.fromkeys(part.owner for part in position.parts if part.owner))

    def lay_players(self, players: Sequence[str]) -> Position:
        """Return the position of an empty form with these players; by default, nothing is written on it."""
        return Position()

    @abstractmethod
    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        """Return what the places take, in the order in which players fill them."""

    @abstractmethod
    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> core.Entry:
        """Return the value of the scoring's key in the score file of `write`."""

    @abstractmethod
    def lay(self, table: T) -> Position:
        """Return the position of a finished game that the scoring has read; `write_entry` turns it back."""

    def lay_state(self, state: S_contra) -> Position:
        """Return the position of a state of the rules; by default, that of the companion."""
        return self.companion.position(state)

    def list_setup(self, state: S_contra) -> Mapping[str, str]:
        """Return the options of a state, which a position lacks, for the head of a score file."""
        return {}

    def may_be_over(self, position: Position, setup: Mapping[str, str] = NO_SETUP) -> bool:
        """Return False if the last round is missing, so that there is no winner yet; by default, True."""
        return True

    def complete(self, position: Position) -> Position:
        """Return the position with everything that follows from it, such as sums; by default, unchanged."""
        return position


AnyForm: TypeAlias = PaperForm[Any, Any]


def list_unfit(takes: Sequence[Takes], position: Position) -> Iterator[Unfit]:
    """Yield the marks of a position that no score file could contain: in wrong places, or too many."""
    for part in position.parts:
        marked: Counter[tuple[object, ...]] = Counter()
        for laid in part.laid:
            here = [
                each
                for each in takes
                if (each.part, each.area) == (part.part, laid.area) and laid.place in each.places
            ]
            taken = next((each for each in here if each.fits(laid.mark)), None)
            if taken is None:
                yield _refuse(part.owner, laid, here)
                continue
            key = (id(taken), strip_count(laid.mark) if taken.kind == "marker" else laid.place)
            marked[key] += 1
            if marked[key] == 2:
                yield Unfit(part.owner, laid, _say_mark("too_many", laid))


def _refuse(owner: str, laid: Laid, here: Sequence[Takes]) -> Unfit:
    """Return the problem with a mark that its place does not take; `here` is what the place takes."""
    if not here:
        return Unfit(owner, laid, _say_mark("no_place", laid))
    is_text = isinstance(laid.mark, PenMark) and laid.mark.sign == "text"
    written = [each for each in here if is_text and each.kind not in ("mark", "marker")]
    hints = tuple(dict.fromkeys(hint for each in written or here if (hint := _describe_takes(each))))
    return Unfit(
        owner,
        laid,
        _say_mark("wrong_place", laid),
        Sentence("tally.hint.all", hints=Listed(hints)) if hints else "",
    )


def _say_mark(key: str, laid: Laid) -> Sentence:
    return score_form.say_wrong(key, mark=_name_mark(laid.mark), place=f"{laid.area} {laid.place}".strip())


def _describe_takes(takes: Takes) -> core.Phrase:
    """Return what a place takes; empty for any text."""
    match takes.kind:
        case "number" | "heap":
            least, most = takes.numbers
            return score_form.say_hint("number", least=least, most=most)
        case "player":
            return score_form.say_hint("player")
        case "text":
            return score_form.say_hint("available", names=Listed(takes.words)) if takes.words else ""
    return score_form.say_hint("available", names=Listed(dict.fromkeys(map(_name_mark, takes.marks))))


def _name_mark(mark: Mark) -> core.Value:
    if isinstance(mark, PenMark):
        return mark.text if mark.sign == "text" else Sentence(f"table.{mark.sign}")
    return mark.piece
