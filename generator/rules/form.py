"""How a finished game is written down: in its score file, or as marks on named places.

`FormScoring` reads and judges what a score file has under one key: `read` reports what cannot be read, and
`judge` rule violations, both as sentences in the user's language.

`PaperForm` turns marks into the value of that key, and back. It names places as positions do, and knows
neither pages nor screens: these ask it what each place takes, collect a position, and get the text of the
score file.

The format of score files is a tree of shapes, declared once, from which the reader, its messages, the JSON
Schema, the empty file, and the questions on a terminal come. Each shape turns an entry, which is a piece of a
score file, into a value of the game.
"""

import json
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from generator.errors import MOST_LISTED, Wrong, find_near
from generator.model.elements.squares import Places
from generator.model.kit import Kit
from generator.model.played import GameLog, Laid, LogLine, Mark, PenMark, Position, Takes, strip_count
from generator.model.texts.rich_text import plain
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, replace
from generator.rules.core import (
    Companion,
    Entry,
    EntryPath,
    Fault,
    Judgement,
    Listed,
    OptionQuestion,
    Outcome,
    Phrase,
    PlaceRef,
    Problems,
    Question,
    RulesError,
    S_contra,
    Score,
    Sentence,
    T,
    Value,
    check_players,
    format_phrase,
    split_names,
)
from generator.rules.vocabulary import find_option_value

A = TypeVar("A")

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)
E = TypeVar("E", bound=Entry)
JsonSchema: TypeAlias = Mapping[str, object]
Asking: TypeAlias = Generator[Question, str, Entry]
EXAMPLE_NAMES = ("Ana", "Bo", "Cleo")
"""Players in empty score files."""
TOGETHER = ""
"""Owner of the score in a file without players."""


class WrongAnswer(Wrong):
    """An invalid value of a score file or a dialog: a sentence, and one with what would be right."""

    def __init__(self, sentence: Sentence, hint: Phrase = "", *, position: int = -1) -> None:
        super().__init__(sentence.key, position=position)
        self.sentence, self.advice = sentence, hint


_MOST_TYPED = 40
"""Number of characters of an answer that a message repeats."""


def say_wrong(key: str, **typed: Value) -> Sentence:
    """Return the message `tally.wrong.<key>`, with the beginning of texts that were typed."""
    shown = {name: _shorten(each) if isinstance(each, str) else each for name, each in typed.items()}
    return Sentence(f"tally.wrong.{key}", **shown)


def _shorten(text: str) -> str:
    return text if len(text) <= _MOST_TYPED else f"{text[: _MOST_TYPED - 1]}…"


def say_hint(key: str, **values: Value) -> Sentence:
    """Return the text `tally.hint.<key>`, which says what would be right."""
    return Sentence(f"tally.hint.{key}", **values)


def make_unknown(name: str, known: Mapping[str, Value], *, fitting: Sequence[str] = ()) -> WrongAnswer:
    """Return the error for an unknown name, or for an abbreviation that fits several.

    `known` has the names in files, and what they are called in the language of the reader.
    """
    if fitting:
        return WrongAnswer(say_wrong("several", name=name, names=Listed(known[each] for each in fitting)))
    if near := find_near(name, known):
        return WrongAnswer(say_wrong("near", name=name, near=known[near[0]]))
    is_short = 0 < len(known) <= MOST_LISTED
    hint = say_hint("available", names=Listed(known.values())) if is_short else ""
    return WrongAnswer(say_wrong("name", name=name), hint)


def name_themselves(names: Iterable[str]) -> Mapping[str, Value]:
    """Return names that are the same in every language, for `make_unknown`."""
    return {name: name for name in names}


class FormReading:
    """The state of reading an entry."""

    def __init__(self, players: Sequence[str], found: Problems | None = None) -> None:
        """Without `found`, the first problem is raised as Wrong."""
        self.players = tuple(players)
        """Names of the players; if empty, the first mapping by player sets them."""
        self.has_problems = False
        self._found = found

    def add(self, path: EntryPath, message: Sentence, hint: Phrase = "", *, at: PlaceRef = "value") -> None:
        """Add a problem with a value or its key."""
        if self._found is None:
            raise WrongAnswer(message, hint)
        self.has_problems = True
        self._found.add(path, message, hint, at=at)

    def add_unknown(self, path: EntryPath, name: str, known: Iterable[str]) -> None:
        """Add a problem with a key that is none of the known ones."""
        wrong = make_unknown(name, name_themselves(known))
        self.add(path, wrong.sentence, wrong.advice, at="key")

    def add_wrong(self, path: EntryPath, wrong: Wrong, *, line: int = 0) -> None:
        """Add a problem in a line of a text."""
        if self._found is None:
            raise wrong
        self.has_problems = True
        said: tuple[Phrase, Phrase] = wrong.message, wrong.hint
        if isinstance(wrong, WrongAnswer):
            said = wrong.sentence, wrong.advice
        self._found.add_in_text(path, line, max(wrong.position, 0), *said)


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """A question on a terminal."""

    key: str
    """The key of the question's text is `tally.ask.<key>`."""
    players: Sequence[str]
    values: Mapping[str, Value] = field(default_factory=dict)
    is_required: bool = False
    """True if the blank entry replaces an empty answer, and is checked like any other answer."""
    setup: Mapping[str, str] = field(default_factory=dict)
    """Values of the options that were asked for."""

    def about(self, key: str, values: Mapping[str, Value]) -> "QuestionAsked":
        """Return a question about a part of the entry."""
        return replace(self, key=key, values={**self.values, **values})


class EntryShape(Protocol[V_co]):
    """The format of an entry."""

    @property
    def blank(self) -> Entry:
        """The entry in an empty score file."""

    def read(self, data: Entry, path: EntryPath, reading: FormReading) -> V_co | None:
        """Return the value; if it has a problem, add it to `reading` and return None."""

    def schema(self) -> JsonSchema:
        """Return the JSON Schema of valid entries."""

    def ask(self, asked: QuestionAsked) -> Asking:
        """Ask for an entry and return it; the result is empty if nothing was answered."""


_TEXT: JsonSchema = {"type": ["string", "number"]}
"""Schema of one value: an editor reads `4` as a number, petri as text."""


@dataclass(frozen=True, kw_only=True)
class EntryText(Generic[V]):
    """One value."""

    parse: Callable[[str, Sequence[str]], V]
    """Returns the value of a text, given the players; raises Wrong."""
    hint: Phrase
    """Correct notation, for error messages."""
    pattern: str = ""
    """Pattern in the JSON Schema; empty: any text."""
    blank: Entry = ""
    may_be_list: bool = False
    """True if a list of texts is read as one text."""

    def read(self, data: Entry, path: EntryPath, reading: FormReading) -> V | None:
        if self.may_be_list and isinstance(data, list) and all(isinstance(each, str) for each in data):
            data = " ".join(map(str, data))
        if not isinstance(data, str):
            reading.add(path, say_wrong("empty" if data is None else "single"), self.hint)
            return None
        try:
            return self.parse(data, reading.players)
        except Wrong as wrong:
            reading.add_wrong(path, wrong)
            return None

    def schema(self) -> JsonSchema:
        pattern = {"pattern": f"^({self.pattern})$"} if self.pattern else {}
        text = {**_TEXT, "description": self.hint, **pattern}
        return {"anyOf": [text, {"type": "array", "items": _TEXT}]} if self.may_be_list else text

    def ask(self, asked: QuestionAsked) -> Asking:
        return ask_once(self, asked)


def read_as(parse: Callable[[str], V | None], hint: Phrase, *, pattern: str = "") -> EntryText[V]:
    """Return a shape for one value; if `parse` returns None, it cannot be read."""

    def read(text: str, players: Sequence[str]) -> V:
        value = parse(text)
        if value is None:
            raise WrongAnswer(say_wrong("value", value=text), hint)
        return value

    return EntryText(parse=read, hint=hint, pattern=pattern)


def read_whole_number(pattern: str, hint: Phrase) -> EntryText[int]:
    """Return a shape for a number that matches a pattern."""
    return read_as(lambda text: int(text) if re.fullmatch(pattern, text) else None, hint, pattern=pattern)


def parse_player(text: str, players: Sequence[str], column: int = -1) -> str:
    """Return the name of a player; raises Wrong."""
    if text not in players:
        wrong = make_unknown(text, name_themselves(players))
        wrong.position = column
        raise wrong
    return text


BLANK_HINT = say_hint("blank", command="petri score --blank")
PLAYER = EntryText(parse=parse_player, hint=say_hint("player"))


@dataclass(frozen=True, kw_only=True)
class Many(Generic[V]):
    """Values of one kind: a list, or a text with separators."""

    each: EntryShape[V]
    hint: Phrase
    most: int = 200
    between: str = r"[\s,]+"
    """Pattern of the separators in a text."""
    blank: Entry = field(default_factory=list)

    def read(self, data: Entry, path: EntryPath, reading: FormReading) -> tuple[V, ...] | None:
        places: list[EntryPath]
        if isinstance(data, str):
            items: list[Entry] = [item for item in re.split(self.between, data.strip()) if item]
            places = [path] * len(items)
        elif isinstance(data, list):
            items, places = data, [(*path, index) for index in range(len(data))]
        else:
            reading.add(path, say_wrong("list"), self.hint)
            return None
        if len(items) > self.most:
            reading.add(path, say_wrong("most", number=len(items), most=self.most))
            return None
        found = [self.each.read(item, place, reading) for item, place in zip(items, places, strict=True)]
        return tuple(value for value in found if value is not None)

    def schema(self) -> JsonSchema:
        items = {"type": "array", "items": self.each.schema(), "maxItems": self.most}
        return {"anyOf": [items, _TEXT], "description": self.hint}

    def ask(self, asked: QuestionAsked) -> Asking:
        return ask_once(self, asked)


@dataclass(frozen=True, kw_only=True)
class Keys(Generic[V]):
    """Keys with values."""

    shapes: Mapping[str, EntryShape[object]]
    make: Callable[[Mapping[str, Any]], V]
    """Makes the value from the values of the given keys."""
    hint: Phrase = ""
    """Correct notation, for error messages; by default, the names of the keys."""
    required: Sequence[str] = ()
    asked: Sequence[str] = ()
    """Keys for which questions are asked; empty: all."""
    words: EntryText[V] | None = None
    """Alternative notation on one line."""

    @property
    def blank(self) -> Entry:
        if self.words:
            return self.words.blank
        return {key: self.shapes[key].blank for key in self.required}

    def read(self, data: Entry, path: EntryPath, reading: FormReading) -> V | None:
        if isinstance(data, str) and self.words:
            return self.words.read(data, path, reading)
        if not isinstance(data, dict):
            hint = self.hint or say_hint("available", names=Listed(self.shapes))
            reading.add(path, say_wrong("keys"), hint)
            return None
        for key in self.required:
            if key not in data:
                example = "{}" if self.shapes[key].blank == {} else "..."
                reading.add(
                    path, say_wrong("missing", name=key), say_hint("add", text=f"{key}: {example}"), at="key"
                )
        found: dict[str, object] = {}
        for key, value in data.items():
            if key in self.shapes:
                found[key] = self.shapes[key].read(value, (*path, key), reading)
            else:
                reading.add_unknown((*path, key), key, self.shapes)
        return None if reading.has_problems else self.make(found)

    def schema(self) -> JsonSchema:
        properties = {key: shape.schema() for key, shape in self.shapes.items()}
        keys = {"type": "object", "properties": properties, "additionalProperties": False}
        if self.required:
            keys["required"] = list(self.required)
        return {"anyOf": [keys, self.words.schema()]} if self.words else keys

    def ask(self, asked: QuestionAsked) -> Asking:
        if self.words:
            return (yield from ask_once(self.words, asked))
        found: dict[str, Entry] = {}
        for key in self.asked or self.shapes:
            entry = yield from self.shapes[key].ask(replace(asked, key=key, is_required=key in self.required))
            if entry or key in self.required:
                found[key] = entry or self.shapes[key].blank
        return found


_MOST_SEATS = 1000


@dataclass(frozen=True, kw_only=True)
class ByPlayer(Generic[V]):
    """A value for each player, by name."""

    each: EntryShape[V]
    hint: Phrase
    is_partial: bool = False
    """True if players may be left out; the file then lists them elsewhere."""

    blank: Entry = field(default_factory=dict)

    def read(self, data: Entry, path: EntryPath, reading: FormReading) -> Mapping[str, V] | None:
        if not isinstance(data, dict) or not (data or self.is_partial):
            reading.add(path, say_wrong("players"), self.hint)
            return None
        if len(data) > _MOST_SEATS:
            reading.add(path, say_wrong("most", number=len(data), most=_MOST_SEATS), at="key")
            return None
        if not self.is_partial:
            reading.players = reading.players or tuple(data)
        found: dict[str, V] = {}
        for name, entry in data.items():
            if name not in reading.players:
                reading.add_unknown((*path, name), name, reading.players)
            value = self.each.read(entry, (*path, name), reading)
            if value is not None:
                found[name] = value
        return found

    def schema(self) -> JsonSchema:
        fewest = {} if self.is_partial else {"minProperties": 1}
        return {"type": "object", **fewest, "additionalProperties": self.each.schema()}

    def ask(self, asked: QuestionAsked) -> Asking:
        found: dict[str, Entry] = {}
        for player in asked.players:
            entry = yield from self.each.ask(asked.about(asked.key, {"player": player}))
            found[player] = entry or self.each.blank
        return found


@dataclass(frozen=True, slots=True)
class DrawnMarks:
    """Marks on places, as drawn in a text."""

    marks: Mapping[str, str]
    """Marks by place; empty places are left out."""
    lines: Mapping[str, int]
    """Line numbers by place, starting at 0."""

    def find_line(self, name: str) -> int | None:
        """Return the first line with a mark or a marked place of this name; None if there is none."""
        return next((self.lines[place] for place, mark in self.marks.items() if name in (place, mark)), None)


@dataclass(frozen=True, kw_only=True)
class EntryRows:
    """Places drawn as a text: a line for each row, with optional `|` before it, and a mark for each place."""

    rows: Sequence[Sequence[str]]
    """Ids of the places."""
    mark: str
    """Pattern of a mark; the sign of an empty place is always read."""
    is_short: bool = False
    """True if each mark is one character; blanks between marks are then optional."""
    plural: str = "squares"
    """Name of their number in questions."""
    hint: Phrase
    """Meaning of the marks."""
    empty: str = "."

    @property
    def blank(self) -> Entry:
        return "\n".join(" ".join(self.empty for _ in row) for row in self.rows)

    def read(self, data: Entry, path: EntryPath, reading: FormReading) -> DrawnMarks | None:
        hint = say_hint("rows", marks=self.hint)
        if not isinstance(data, str):
            reading.add(path, say_wrong("rows", number=0, wanted=len(self.rows)), hint)
            return None
        lines = [(number, line) for number, line in enumerate(data.split("\n")) if line.strip(" |\t")]
        many = say_wrong("rows", number=len(lines), wanted=len(self.rows))
        if len(lines) < len(self.rows):
            reading.add(path, many, hint, at="key")
            return None
        if len(lines) > len(self.rows):
            number, line = lines[len(self.rows)]
            wrong = WrongAnswer(many, position=len(line) - len(line.lstrip()))
            reading.add_wrong(path, wrong, line=number)
            return None
        marks: dict[str, str] = {}
        places: dict[str, int] = {}
        for (number, line), row in zip(lines, self.rows, strict=True):
            try:
                marks.update(zip(row, self.parse_row(line, len(row)), strict=True))
            except Wrong as wrong:
                reading.add_wrong(path, wrong, line=number)
            places.update(dict.fromkeys(row, number))
        return DrawnMarks({place: mark for place, mark in marks.items() if mark != self.empty}, places)

    def parse_row(self, text: str, number: int) -> tuple[str, ...]:
        """Return the marks of a row of `number` places; raises Wrong."""
        if "\t" in text:
            raise WrongAnswer(say_wrong("tab"), position=text.index("\t"))
        start = len(text) - len(text.lstrip(" ").removeprefix("|"))
        written = re.compile(r"\S" if self.is_short else r"\S+")
        known = re.compile(f"{re.escape(self.empty)}|{self.mark}")
        given = written.findall(text, start)
        marks = [mark if known.fullmatch(mark) else mark.lower() for mark in given]
        if len(marks) == number and all(map(known.fullmatch, {*marks})):
            return tuple(marks)
        found = list(written.finditer(text, start))
        is_missing = len(found) < number
        for mark in found:
            if not known.fullmatch(mark[0]):
                is_joined = is_missing and not self.is_short
                hint = say_hint("spaces", marks=self.hint) if is_joined else self.hint
                raise WrongAnswer(say_wrong("mark", mark=mark[0]), hint, position=mark.start())
        many = say_wrong("count", number=len(found), wanted=number)
        if is_missing:
            raise WrongAnswer(many, say_hint("empty", sign=self.empty), position=len(text.rstrip()))
        raise WrongAnswer(many, position=found[number].start())

    def schema(self) -> JsonSchema:
        return {"type": "string", "description": say_hint("drawn", number=len(self.rows), marks=self.hint)}

    def ask(self, asked: QuestionAsked) -> Asking:
        found: list[str] = []
        for number, row in enumerate(self.rows, 1):
            values = {"row": number, "rows": len(self.rows), self.plural: len(row)}
            one = replace(self, rows=[row])
            answer = yield from ask_once(one, asked.about(asked.key, values))
            found.append(" ".join(self.parse_row(answer, len(row))) if answer else str(one.blank))
        return "\n".join(found)


def draw_grid(grid: Places, marks: Mapping[str, str]) -> str:
    """Draw the squares as in the sheet's file; a square has an even width if rows are shifted by half."""
    step = 1 + max([1, *map(len, marks.values())])
    if any(square.x % 1 for square in grid):
        step += step % 2
    lines = [""] * grid.height
    for square in grid:
        lines[int(square.y)] = lines[int(square.y)].ljust(round(square.x * step)) + marks.get(square.id, ".")
    return "\n".join(f"| {line}".rstrip() for line in lines)


def say_schema(schema: JsonSchema, wording: Wording) -> dict[str, Any]:
    """Return a JSON Schema whose descriptions are in the language of a wording."""
    return {key: _say(value, wording) for key, value in schema.items()}


def _say(value: object, wording: Wording) -> object:
    if isinstance(value, Mapping):
        return say_schema(value, wording)
    if isinstance(value, list | tuple):
        return [_say(each, wording) for each in value]
    return format_phrase(value, wording) if isinstance(value, Sentence) else value


def ask_once(shape: EntryShape[object], asked: QuestionAsked) -> Generator[Question, str, str]:
    """Ask one question for an entry, until the answer can be read."""
    return ask_entry(shape, asked, str.strip)


def ask_entry(
    shape: EntryShape[object], asked: QuestionAsked, parse: Callable[[str], E]
) -> Generator[Question, str, E]:
    """Ask one question for an entry, until `parse` makes a readable one from the answer."""

    def read(answer: str) -> E:
        entry = parse(answer)
        if entry or asked.is_required:
            shape.read(entry or shape.blank, (), FormReading(asked.players))
        return entry

    return ask_until_read(Sentence(f"tally.ask.{asked.key}", **asked.values), read)


def ask_until_read(text: Sentence, read: Callable[[str], A]) -> Generator[Question, str, A]:
    """Repeat a question until `read` accepts the answer; it raises Wrong or RulesError."""
    problem: Sentence | None = None
    while True:
        answer = yield Question(text, problem)
        try:
            return read(answer)
        except WrongAnswer as wrong:
            problem = wrong.sentence
        except Wrong:
            problem = say_wrong("value", value=answer.strip())
        except RulesError as error:
            problem = Sentence.of_rule(error.rule, **error.values)


def ask_players(kit: Kit, *, may_be_some: bool = False) -> Generator[Question, str, tuple[str, ...]]:
    """Ask for names with commas between them, with the text `tally.ask.players`."""

    def read(answer: str) -> tuple[str, ...]:
        players = split_names(answer)
        check_players(kit, players, may_be_some=may_be_some)
        return players

    return ask_until_read(Sentence("tally.ask.players"), read)


def write_log(log: GameLog) -> str:
    """Return the score file of a log: its head, and a line for each move."""
    entries: dict[str, Entry] = {"game": log.game}
    if log.variant:
        entries["variant"] = log.variant
    entries |= {"players": [*log.players], **log.header}
    if log.start:
        entries["start"] = dict(log.start)
    return write_score({**entries, "log": [{line.actor: line.words} for line in log.lines]})


def write_line(line: LogLine) -> str:
    """Return the line of a move in a log."""
    return f"  - {quote_text(line.actor)}: {quote_text(line.words)}"


def write_score(entries: Mapping[str, Entry]) -> str:
    """Return entries by key as the text of a score file."""
    return "".join(f"{line}\n" for line in _write_entry(dict(entries)))


def _write_entry(entry: Entry) -> Iterator[str]:
    """Yield lines of YAML: a line for each key, and for each item that has keys; other lists in brackets."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            lines = [*_write_entry(value)]
            if _has_keys(value):
                yield from (f"{quote_text(key)}:", *(f"  {line}" for line in lines))
            else:
                yield from (f"{quote_text(key)}: {lines[0]}", *(f"  {line}" for line in lines[1:]))
        if not entry:
            yield "{}"
    elif isinstance(entry, list) and _has_keys(entry):
        for item in entry:
            first, *others = _write_entry(item)
            yield f"- {first}"
            yield from (f"  {line}" for line in others)
    elif isinstance(entry, list):
        yield f"[{', '.join(line for item in entry for line in _write_entry(item))}]"
    elif entry and "\n" in entry and entry[0] not in " \n":
        # YAML takes the indentation from the first line, which must not begin with a space.
        yield from ("|", *entry.rstrip("\n").split("\n"))
    else:
        yield quote_text(entry or "")


def _has_keys(entry: Entry) -> bool:
    """Return True if an entry is keys with values, or a list with some."""
    if isinstance(entry, list):
        return any(isinstance(item, dict) for item in entry)
    return isinstance(entry, dict) and bool(entry)


_PLAIN = re.compile(r"\w[\w+=;!?-]*( [\w+=;!?-]+)*")


def quote_text(text: str) -> str:
    """Return a text as YAML, in quotes where needed."""
    return text if _PLAIN.fullmatch(text) and text.lower() != "null" else json.dumps(text, ensure_ascii=False)


@dataclass(frozen=True)
class Finished(Generic[V]):
    """A finished game as it was typed in."""

    players: tuple[str, ...]
    """All players in the file, even if there is nothing about some of them."""
    value: V
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
        shape: EntryShape[Any],
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
        entries: Mapping[str, Entry],
        players: Sequence[str],
        setup: Mapping[str, str],
        problems: Problems,
    ) -> T | None:
        """Return the finished game, or None after reporting problems.

        `entries` has the key; `players` may be empty; `setup` has values of the rules' `options`.
        """
        reading = FormReading(players, problems)
        for key, option in setup.items():
            known = self.options.get(key, (option,))
            if option not in known:
                wrong = make_unknown(option, {each: self.value_names.get(each, each) for each in known})
                reading.add((key,), wrong.sentence, wrong.advice)
        value = self.shape.read(entries[self.key], (self.key,), reading)
        return None if reading.has_problems else self.make_table(value, reading.players, setup)

    def make_table(self, value: Any, players: tuple[str, ...], setup: Mapping[str, str]) -> T:
        """Make the finished game from the value of the shape; by default a Finished."""
        make: Any = Finished
        game: T = make(players, value, setup)
        return game

    def schema(self) -> JsonSchema:
        """Return the JSON Schema of the key."""
        return {self.key: self.shape.schema()}

    def write_blank(self, wording: Wording) -> str:
        """Return a blank score file with comments in the language of the wording."""
        text = plain(Sentence("tally.blank", levels=Listed(self._name_levels())).format(wording))
        remarks = "".join(f"# {line}".rstrip() + "\n" for line in text.split("\n"))
        options = {"difficulty": self.levels[0]} if self.levels else {}
        return remarks + self.write(self.example_names, self.make_blank(), **options)

    def _name_levels(self) -> Iterator[Value]:
        return (self.value_names.get(level, level) for level in self.levels)

    def make_blank(self) -> Entry:
        """Return the value of the key in an empty file."""
        return self.shape.blank

    def ask(self, questions: Sequence[OptionQuestion] = ()) -> Generator[Question, str, str]:
        """Yield questions, receive their answers, and return the score file as text.

        `questions` are those of the game about its options, of which the ones in `asked_options` are asked.
        """
        players: Sequence[str] = ()
        if self.example_names:
            players = yield from ask_players(self.kit, may_be_some=self.takes_some_players)
        setup: dict[str, str] = {}
        for question in questions:
            if known := self.asked_options.get(question.key):
                setup[question.key] = yield from self._ask_option(question, known)
        asked = QuestionAsked(self.key, players, setup=setup)
        return self.write(players, (yield from self.shape.ask(asked)), **setup)

    def _ask_option(self, question: OptionQuestion, known: Sequence[str]) -> Generator[Question, str, str]:
        values = Listed(question.names.get(value, value) for value in known)
        text = Sentence("tally.ask.level", levels=values, usual=values[0])
        if not question.values:
            text = Sentence("tally.ask.option", question=question.text, usual=known[0])

        def read(answer: str) -> str:
            return find_option_value(self.kit, question, known, answer) if answer.strip() else known[0]

        return (yield from ask_until_read(text, read))

    def write(self, players: Sequence[str], entry: Entry, **options: Entry) -> str:
        """Return a score file with the finished game and the options of the head."""
        named: dict[str, Entry] = {"players": [*players]} if players else {}
        return write_score({"game": self.kit.id, **named, **options, self.key: entry})

    def judge(self, table: T) -> Judgement:
        """Return all rule violations, each with its `path`, and the scores that can be calculated."""
        faults = tuple(self.list_faults(table))
        return Judgement(self.score(table), faults, None if faults else self.find_outcome(table))

    def check(self, table: T) -> None:
        """Raise RulesError for the first rule violation."""
        for fault in self.list_faults(table):
            raise RulesError(fault.rule, **fault.values)

    @abstractmethod
    def list_faults(self, table: T) -> Iterable[Fault]:
        """Yield all rule violations, each with its `path`."""

    @abstractmethod
    def score(self, table: T) -> Mapping[str, Score]:
        """Return the scores that can be calculated, by player."""

    @abstractmethod
    def find_outcome(self, table: T) -> Outcome | None:
        """Return the outcome of a table without faults; None if the game is not over."""

    def compare(self, table: T, state: S_contra) -> Iterable[Fault]:
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
    hint: Phrase = ""


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
    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
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
    return say_wrong(key, mark=_name_mark(laid.mark), place=f"{laid.area} {laid.place}".strip())


def _describe_takes(takes: Takes) -> Phrase:
    """Return what a place takes; empty for any text."""
    match takes.kind:
        case "number" | "heap":
            least, most = takes.numbers
            return say_hint("number", least=least, most=most)
        case "player":
            return say_hint("player")
        case "text":
            return say_hint("available", names=Listed(takes.words)) if takes.words else ""
    return say_hint("available", names=Listed(dict.fromkeys(map(_name_mark, takes.marks))))


def _name_mark(mark: Mark) -> Value:
    if isinstance(mark, PenMark):
        return mark.text if mark.sign == "text" else Sentence(f"table.{mark.sign}")
    return mark.piece
