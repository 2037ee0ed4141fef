"""The format of score files, declared once as a tree of shapes.

The reader, its messages, the JSON Schema, the empty file, and the questions on a terminal come from this
tree. Each shape turns an entry, which is a piece of a score file, into a value of the game.
"""

import json
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from generator.errors import MOST_LISTED, RulesError, Wrong, find_near
from generator.model.elements.squares import Places
from generator.model.kit import Kit
from generator.model.played import GameLog, LogLine
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, replace
from generator.rules.core import (
    Entry,
    EntryPath,
    Listed,
    Phrase,
    PlaceRef,
    Problems,
    Question,
    Sentence,
    Value,
    check_players,
    format_phrase,
    split_names,
)

A = TypeVar("A")

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)
E = TypeVar("E", bound=Entry)
JsonSchema: TypeAlias = Mapping[str, object]
Asking: TypeAlias = Generator[Question, str, Entry]


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
