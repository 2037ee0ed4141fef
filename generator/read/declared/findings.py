"""The problems of one file as they are found: what pydantic and the readers say, placed and in our words."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple, NoReturn, TypeVar

from pydantic import ValidationError

from generator.errors import MOST_IN_FILE, DataError, MissingWords, Problem
from generator.model.message import parse_message
from generator.read.declared.formats.scalars import ID, Format, Wrong
from generator.read.files.phrases import suggest
from generator.read.files.shelf import KIT_FILE
from generator.read.files.text_files import find_fault, is_inside
from generator.read.files.yaml_reader import Data, DataPath, Source

F = TypeVar("F", bound=Format)
T = TypeVar("T")


@dataclass
class Gathered:
    """The errors of files that could not be read, while the others are."""

    errors: list[DataError] = field(default_factory=list)

    def read(self, read: Callable[[], T]) -> T | None:
        """What was read; None after keeping the error."""
        try:
            return read()
        except DataError as error:
            self.errors.append(error)
            return None


class Findings:
    """Problems of one file, each where it stands; they are raised together."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self._missing_words: list[str] = []

    def add(
        self, path: DataPath, message: str, hint: str = "", *, at: Literal["value", "key"] = "value"
    ) -> None:
        """A problem with the value of a path, or with its key."""
        spot = self.source.spot_of_key(path) if at == "key" else self.source.spot_of(path)
        self._put(Problem(self.source.file, *spot, say_path(path), message, hint))

    def add_in_text(self, path: DataPath, line: int, column: int, message: str, hint: str = "") -> None:
        """A problem with one character of a text; line and column within the text, from 0."""
        spot = self.source.spot_in_text(path, line, column)
        self._put(Problem(self.source.file, *spot, say_path(path), message, hint))

    def add_at(self, path: DataPath, text: str, position: int, message: str, hint: str = "") -> None:
        """A problem with one character of a text that stands alone in its value, counted from 0."""
        before = text[:position]
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        self.add_in_text(path, line, column, message, hint)

    def fit(
        self, format: type[F], data: Data, path: DataPath = (), *, beginnings: Collection[str] = ()
    ) -> F | None:
        """The data as a format has it; None after adding all that does not fit.

        `beginnings` are keys that are not known here, but would begin the next item of a list.
        """
        try:
            return format.model_validate(data)
        except ValidationError as error:
            for detail in error.errors(include_url=False, include_input=True):
                self._add_detail(format, path, detail, beginnings)
            return None

    def check_name(self, path: DataPath, name: str, known: Collection[str] | None, what: str) -> bool:
        """Adds a problem when a name is not among those known; None: they could not be read."""
        if known is None or name in known:
            return True
        self.add(path, f"{what} `{name}` is not there", suggest(name, known))
        return False

    def check_file(
        self, path: DataPath, file: Path, *, home: Path, others: str = "*.yaml", also: Iterable[str] = ()
    ) -> bool:
        """Adds a problem when a file that data names cannot be read; `others` beside it may be meant."""
        fault = find_fault(file, home=home)
        if fault:
            names = {*also}
            if is_inside(file, home):
                with suppress(OSError):
                    names |= {other.name for other in file.parent.glob(others)} - {KIT_FILE}
            self.add(path, fault, suggest(file.name, names) if names else "")
        return not fault

    def check_word(
        self, path: DataPath, key: str, sentences: Mapping[str, str] | None, *, otherwise: str = ""
    ) -> None:
        """Adds a problem for a key that the English wording lacks, or whose sentence has places for values.

        An empty key needs no sentence. `otherwise` is what else may have been meant.
        """
        if not key or sentences is None:
            return
        if key in sentences:
            for name in parse_message(sentences[key]).names:
                hint = "only sentences that a template says may have places for values"
                self.add(path, f"nothing fills the place `{{{name}}}` of the sentence `{key}`", hint)
        else:
            hint = suggest(key, sentences, likeness=0.85) or "add it to wording/en.yaml"
            hint += f", or {otherwise}" if otherwise else ""
            self.add_missing_words(path, key, Wrong(f"the wording has no `{key}`", hint))

    def add_missing_words(self, path: DataPath, key: str, wrong: Wrong) -> None:
        """Add a sentence that the English wording lacks."""
        self.add(path, wrong.message, wrong.hint)
        self._missing_words.append(key)

    def check_id(self, path: DataPath, id: str) -> None:
        """Adds a problem when a key that names a thing is not written as ids are."""
        if not re.fullmatch(ID, id):
            hint = "small letters, digits and `_`, such as `spread_curve`"
            self.add(path, f"`{id}` is not an id", hint, at="key")

    def stop(self) -> NoReturn:
        """Raises all problems; as MissingWords when nothing but words is missing."""
        if len(self._missing_words) == len(self.problems):
            raise MissingWords("en", self._missing_words, self.problems)
        raise DataError(self.problems)

    def stop_if_any(self) -> None:
        if self.problems:
            self.stop()

    def _put(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) > MOST_IN_FILE:
            raise DataError(self.problems)

    def _add_detail(
        self, format: type[Format], path: DataPath, detail: Any, beginnings: Collection[str]
    ) -> None:
        kind, context, location = detail["type"], detail.get("ctx", {}), detail["loc"]
        error = context.get("error")
        if isinstance(error, Wrong):
            hint = error.hint
            if location[-1:] == ("[key]",):
                self.add(path + location[:-1], error.message, hint, at="key")
                return
            if detail["input"] is None and self._next_to_comment(path + location):
                hint = "`#` begins a comment: put the value in quotes"
            self.add(path + location, error.message, hint)
        elif kind == "extra_forbidden":
            key = str(location[-1])
            begins = len(location) == 1 and key in beginnings
            hint = f"begin an item of its own: `- {key}: ...`" if begins else ""
            if detail["input"] is None and self.follows_comma(path + location):
                hint = "a text with a comma in it needs quotes here"
            hint = hint or suggest(key, _keys_of(format, location[:-1]))
            self.add(path + location, f"the key `{key}` is not known", hint, at="key")
        elif kind == "missing":
            hint = f"add `{location[-1]}: ...`"
            self.add(path + location[:-1], f"`{location[-1]}` is missing", hint, at="key")
        elif detail["input"] is None:
            self.add(path + location, "has no value", "")
        else:
            self.add(path + location, *_say_detail(kind, context, detail["input"]))

    def follows_comma(self, path: DataPath) -> bool:
        """Whether a key may be the rest of the value before it: `{when: kind = a, b}`."""
        line, column = self.source.spot_of_key(path)
        return self.source.lines[line - 1][: column - 1].rstrip().endswith(",")

    def _next_to_comment(self, path: DataPath) -> bool:
        line, _ = self.source.spot_of(path)
        return re.search(r": +#", self.source.lines[line - 1]) is not None


def _keys_of(format: type[Format], location: Sequence[Any]) -> list[str]:
    """The keys of the format at a location within another: found by walking its annotations."""
    current = format
    for step in location:
        fields = {field.alias or name: field for name, field in current.model_fields.items()}
        if step in fields:
            current = _inner_format(fields[step].annotation) or current
    return [field.alias or name for name, field in current.model_fields.items()]


def _inner_format(annotation: Any) -> type[Format] | None:
    if isinstance(annotation, type) and issubclass(annotation, Format):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        found = _inner_format(argument)
        if found is not None:
            return found
    return None


class _Said(NamedTuple):
    message: str
    hint: str = ""


_KINDS = {
    "model_type": "must be keys with values",
    "model_attributes_type": "must be keys with values",
    "dict_type": "must be keys with values",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "string_type": "must be one value",
}


def _say_detail(kind: str, context: dict[str, Any], found: object) -> _Said:
    """What is wrong in our words, for the few kinds of errors that our formats can give."""
    if kind in _KINDS:
        given = "a list" if isinstance(found, list) else f"`{found}`"
        given = "keys with values" if isinstance(found, dict) else given
        hint = "write `[...]`, or each item below with `- `" if kind == "list_type" else ""
        return _Said(f"{_KINDS[kind]}, not {given}", hint)
    if kind == "literal_error":
        allowed = re.findall(r"'([^']*)'", context["expected"])
        return _Said(f"`{found}` is not allowed here", suggest(str(found), allowed))
    if kind in ("too_short", "too_long"):
        least, most = context.get("min_length"), context.get("max_length")
        if least == most:
            return _Said(f"needs {least} items")
        if least == 1:
            hint = "write each item below it with `- `" if isinstance(found, list) else ""
            return _Said("is empty", hint)
        if least is None or most is None:
            return _Said(f"needs at least {least} items" if most is None else f"takes at most {most} items")
        return _Said(f"needs {least} to {most} items")
    return _Said(f"is not right: {kind}")


def say_path(path: DataPath) -> str:
    """`bands[2][1].sections`: keys with points between them, places in lists in brackets, from 1."""
    said = ""
    for step in path:
        if isinstance(step, int):
            said += f"[{step + 1}]"
        else:
            said += f".{step}" if said else step
    return said
