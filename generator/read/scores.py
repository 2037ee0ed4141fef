"""Score files: a finished game, a log, or both, as people type them."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, ClassVar

from generator.errors import DataError, Problem, find_near
from generator.model.language.kinds import Anything, Doc, Length, Text
from generator.model.played import GameLog, LogLine
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, fields, replace
from generator.read.declared.reader import At, Findings
from generator.read.files.shelf import REFERENCE
from generator.read.files.text_files import decode_text, read_text, size_limit
from generator.read.files.yaml import Data, DataPath, LineAndColumn, OtherSource, Source, parse_yaml

MOST_SCORE_BYTES = 1024 * 1024
"""Maximum size of a score file: about a hundred times that of a long game."""
_MOST_LINES = 20_000
STANDARD_INPUT = "standard input"

_LINE = Anything(
    {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": {"type": ["string", "number"]},
    },
    noun="line",
)
_TABLE = Anything({"type": "object", "minProperties": 1}, noun="table")


@dataclass(frozen=True, slots=True)
class ScoreHead:
    """Keys of the score files of all games; each game has more keys of its own."""

    is_open: ClassVar[bool] = True

    game: Annotated[Text, Doc("Id of the game: `virus_and_co`.")]
    variant: Annotated[Text, Doc("Variant of the game, if it has any.")] = ""
    players: Annotated[
        tuple[Text, ...], Length(1), Doc("Players in clockwise order, starting with the first.")
    ] = ()
    log: Annotated[
        tuple[Annotated[Any, _LINE], ...], Doc("All moves, one per line: `- Ana: take left`.")
    ] = ()
    start: Annotated[Any, _TABLE, Doc("The table from which the log continues, as in a finished game.")] = (
        None
    )


@dataclass(frozen=True, slots=True)
class GameKeys:
    """Keys of the score files of one game besides those of all games."""

    game: str
    wording: Wording
    """Language of messages."""
    finished: Collection[str] = ()
    """Keys of a finished game."""
    start: Collection[str] = ()
    """Keys of a table from which a log continues; empty: logs begin with the game."""
    has_log: bool = True
    """False if the game has no moves."""
    options: Collection[str] = ()
    """Keys of options, such as the difficulty."""
    nature: str = "nature"
    """Name in a log for moves that no player makes."""
    read_options: Callable[[Mapping[str, str]], Mapping[str, str]] = dict
    """Returns options with their values as in logs; files may have their names in any language."""


@dataclass(frozen=True)
class ScoreFile:
    """The contents of a score file, with their positions."""

    source: Source
    findings: Findings
    """The game's own reader adds its problems here."""
    wording: Wording
    """Language of messages."""
    players: tuple[str, ...]
    variant: str
    options: Mapping[str, str]
    finished: Mapping[str, Data]
    start: Mapping[str, Data]
    """Table from which the log continues; empty: the log begins with the game."""
    log: GameLog | None


def read_score(path: Path, wording: Wording | None = None) -> Source:
    """Read a file; raises DataError, in the language of the wording."""
    with _translated(wording):
        file, text = read_text(path, most_bytes=MOST_SCORE_BYTES)
        return parse_yaml(text, file=file)


def decode_score(data: bytes, wording: Wording | None = None, *, file: str = STANDARD_INPUT) -> Source:
    """Read text from a pipe or from the program itself; raises DataError, in the language of the wording."""
    with _translated(wording):
        if len(data) > MOST_SCORE_BYTES:
            raise size_limit(file, MOST_SCORE_BYTES, "a score file")
        return parse_yaml(decode_text(data, file=file), file=file)


@contextmanager
def _translated(wording: Wording | None) -> Iterator[None]:
    """Translate the problems of files that are no text, or no YAML."""
    try:
        yield
    except DataError as error:
        if wording is None:
            raise
        raise translate_problems(error, wording) from error


def translate_problems(error: DataError, wording: Wording) -> DataError:
    """Return the problems of a file that is no text, or no YAML, in the language of its reader."""
    if wording.locale == REFERENCE:
        return error
    return DataError(_translate(problem, wording) for problem in error.problems)


def _translate(problem: Problem, wording: Wording) -> Problem:
    text = wording.format(f"tally.file.{problem.key or 'other'}", problem.values)
    return replace(problem, message=text, hint="")


class LinesSource(OtherSource):
    """Texts from the command line as a list under one key; each is a line."""

    def __init__(
        self, file: str, game: str, key: str, texts: Sequence[str], options: Mapping[str, str]
    ) -> None:
        super().__init__(file, {"game": game, **options, key: list(texts)})

    def spot_of(self, path: DataPath) -> LineAndColumn:
        number = path[1] if len(path) > 1 else 0
        return (number + 1 if isinstance(number, int) else 1), 1

    def spot_in_text(self, path: DataPath, line: int, column: int) -> LineAndColumn:
        return self.spot_of(path)[0], column + 1


def find_game_name(source: Source) -> str:
    """Return the game that a score file names; empty if there is none."""
    game = source.get("game")
    return game if isinstance(game, str) else ""


def find_variant(source: Source) -> str:
    """Return the variant that a score file names; empty if there is none."""
    variant = source.get("variant")
    return variant if isinstance(variant, str) else ""


def read_score_file(source: Source, keys: GameKeys) -> ScoreFile:
    """Read a score file of one game; raises DataError with all problems.

    The parts of a finished game are left to the reader of that game.
    """
    return _FileReader(Findings(source), keys).read(source)


@dataclass(frozen=True)
class _FileReader:
    """Reads the head and the log of a score file, and reports problems in the language of its reader."""

    findings: Findings
    keys: GameKeys

    def read(self, source: Source) -> ScoreFile:
        keys, data = self.keys, source.data
        if not isinstance(data, dict):
            self.add((), "keys", self.hint("add", text=f"game: {keys.game}"))
            self.findings.stop()
        is_other = self._is_other_game(data.get("game"))
        known = (*(field.name for field in fields(ScoreHead)), *keys.finished, *keys.options)
        # The keys of another game are not known.
        for key in () if is_other else data:
            self.check_key((key,), key, known)
        players = self._read_players(data)
        variant = self._read_text(("variant",), data["variant"]) if "variant" in data else ""
        if is_other:
            self.findings.stop()
        options = {key: self._read_text((key,), data[key]) for key in keys.options if key in data}
        options = dict(keys.read_options(options))
        finished = {key: data[key] for key in keys.finished if key in data}
        start = self._read_start(data["start"]) if "start" in data and keys.has_log else {}
        log = None
        if not keys.has_log and (moves := [key for key in ("log", "start") if key in data]):
            self.add((moves[0],), "no_moves", self._hint_wanted(), at="key")
        elif "log" in data:
            lines = tuple(self._read_lines(data["log"], players))
            log = GameLog(keys.game, players, lines, options, variant, source.file, start)
        elif "start" in data:
            self.add(("start",), "start_alone", self.hint("add", text="log:"), at="key")
        elif not finished:
            self.add((), "nothing", self._hint_wanted())
        self.findings.stop_if_any()
        return ScoreFile(source, self.findings, keys.wording, players, variant, options, finished, start, log)

    def add(self, path: DataPath, key: str, hint: str = "", *, at: At = "value", **values: str | int) -> None:
        """Add the problem `tally.wrong.<key>`."""
        self.findings.add(path, self.keys.wording.format(f"tally.wrong.{key}", values), hint, at=at)

    def hint(self, key: str, **values: str | int) -> str:
        return self.keys.wording.format(f"tally.hint.{key}", values)

    def check_key(self, path: DataPath, name: str, known: Collection[str]) -> bool:
        """Return True if a key is known; otherwise add a problem."""
        if name in known:
            return True
        if near := find_near(name, known):
            self.add(path, "near", at="key", name=name[:_MOST_QUOTED], near=near[0])
        else:
            hint = self.hint("available", names=self.keys.wording.join([*known], ","))
            self.add(path, "name", hint, at="key", name=name[:_MOST_QUOTED])
        return False

    def _is_other_game(self, game: Data) -> bool:
        """Return True after reporting a file that names another game."""
        wanted = self.keys.game
        if game is not None and not isinstance(game, str):
            self.add(("game",), "single", self.hint("such_as", text=f"game: {wanted}"))
        elif not game:
            self.add((), "missing", self.hint("add", text=f"game: {wanted}"), at="key", name="game")
        elif game.replace("-", "_").lower() != wanted:
            is_name = re.fullmatch(r"[\w-]{1,40}", game)
            hint = self.hint("command", command=f"petri score {game}") if is_name else ""
            self.add(("game",), "other_game", hint, game=game[:_MOST_QUOTED], wanted=wanted)
            return True
        return False

    def _read_players(self, data: Mapping[str, Data]) -> tuple[str, ...]:
        players = data.get("players", [])
        if not isinstance(players, list) or ("players" in data and not players):
            self.add(("players",), "list", self.hint("such_as", text="[Ana, Bo]"))
            return ()
        return tuple(self._read_text(("players", index), name) for index, name in enumerate(players))

    def _read_text(self, path: DataPath, value: Data) -> str:
        value = _join_words(value)
        if isinstance(value, str) and value:
            return value
        self.add(path, "single" if value else "empty")
        return ""

    def _hint_wanted(self) -> str:
        """Name the keys of which a score file needs one."""
        keys = (*self.keys.finished, *(["log"] if self.keys.has_log else []))
        return self.keys.wording.join([self.hint("add", text=f"{key}:") for key in keys], "or")

    def _read_start(self, start: Data) -> Mapping[str, Data]:
        keys = self.keys
        if not keys.start:
            self.add(("start",), "no_start", at="key")
            return {}
        if not isinstance(start, dict) or not start:
            self.add(("start",), "keys", self.hint("such_as", text=f"{next(iter(keys.start))}: …"))
            return {}
        for key in start:
            self.check_key(("start", key), key, keys.start)
        return start

    def _read_lines(self, log: Data, players: tuple[str, ...]) -> Iterator[LogLine]:
        if not isinstance(log, list):
            self.add(("log",), "list", self.hint("such_as", text="- Ana: …"))
            return
        if not players:
            self.add((), "missing", self.hint("players"), at="key", name="players")
            return
        if len(log) > _MOST_LINES:
            self.add(("log",), "most", at="key", number=len(log), most=_MOST_LINES)
            return
        actors = (*players, self.keys.nature)
        for index, entry in enumerate(log):
            path = ("log", index)
            if not isinstance(entry, dict) or len(entry) != 1:
                self.add(path, "line", self.hint("such_as", text=f"- {players[0]}: …"))
                continue
            actor, words = next(iter(entry.items()))
            if self.check_key((*path, actor), actor, actors):
                if not isinstance(words, str) or not words.strip():
                    self.add((*path, actor), "move", at="key")
                else:
                    yield LogLine(actor, words, index + 1)


_MOST_QUOTED = 40
"""Number of characters of a name that a message repeats."""


def _join_words(value: Data) -> Data:
    """Return keys with values as a text: `Ana medic, Bo scientist`."""
    if isinstance(value, dict) and value and all(isinstance(each, str) for each in value.values()):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return value
