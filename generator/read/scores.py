"""Score files: a finished game, a log, or both, as people type them."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

from generator.errors import suggest
from generator.model.language.kinds import Anything, Doc, Length, Text
from generator.model.played import GameLog, LogLine
from generator.model.values import dataclass, fields
from generator.read.declared.findings import Findings
from generator.read.declared.reader import Reader
from generator.read.files.text_files import decode_text, read_text, unreadable
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
    players: tuple[str, ...]
    variant: str
    options: Mapping[str, str]
    finished: Mapping[str, Data]
    start: Mapping[str, Data]
    """Table from which the log continues; empty: the log begins with the game."""
    log: GameLog | None


def read_score(path: Path) -> Source:
    """Read a file; raises DataError."""
    file, text = read_text(path, most_bytes=MOST_SCORE_BYTES)
    return parse_yaml(text, file=file)


def decode_score(data: bytes, *, file: str = STANDARD_INPUT) -> Source:
    """Read text from a pipe or from the program itself; raises DataError."""
    if len(data) > MOST_SCORE_BYTES:
        raise unreadable(file, "is larger than 1 MB", "the limit for a score file")
    return parse_yaml(decode_text(data, file=file), file=file)


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
    findings, data = Findings(source), source.data
    if not isinstance(data, dict):
        findings.refuse((), "must be keys with values", f"begin with `game: {keys.game}`")
    game = data.get("game")
    is_other = isinstance(game, str) and game != "" and game.replace("-", "_").lower() != keys.game
    if is_other:
        hint = f"write `game: {keys.game}`"
        if re.fullmatch(r"[\w-]{1,40}", str(game)):
            hint = f"{hint}, or: petri score {game}"
        findings.add(("game",), f"is `{game}`, not `{keys.game}`", hint)
    known = (*(field.name for field in fields(ScoreHead)), *keys.finished, *keys.options)
    # The keys of another game are not known.
    for key in () if is_other else data:
        findings.check_name((key,), key, known, "key", at="key")
    head = Reader(findings).read(ScoreHead, data)
    if head is None or is_other:
        findings.stop()
    options: dict[str, str] = {}
    for key in [key for key in keys.options if key in data]:
        value = _join_words(data[key])
        if isinstance(value, str):
            options[key] = value
        else:
            findings.add((key,), "has no value" if value is None else "must be one value")
    options = dict(keys.read_options(options))
    finished = {key: data[key] for key in keys.finished if key in data}
    start = _read_start(findings, data["start"], keys) if "start" in data and keys.has_log else {}
    log = None
    if not keys.has_log and (moves := [key for key in ("log", "start") if key in data]):
        message = f"the game `{keys.game}` can be scored but not played, so it has no logs"
        findings.add((moves[0],), message, f"write {_list_wanted(keys)}", at="key")
    elif "log" in data:
        lines = tuple(_read_lines(findings, head, keys))
        log = GameLog(keys.game, head.players, lines, options, head.variant, source.file, start)
    elif "start" in data:
        findings.add(("start",), "has no log that continues from it", "add `log:`", at="key")
    elif not finished:
        findings.add((), "nothing to score", f"add {_list_wanted(keys)}")
    findings.stop_if_any()
    return ScoreFile(source, findings, head.players, head.variant, options, finished, start, log)


def _list_wanted(keys: GameKeys) -> str:
    """Return the keys of which a score file needs one."""
    return " or ".join(f"`{key}`" for key in (*keys.finished, *(["log"] if keys.has_log else [])))


def _read_start(findings: Findings, start: Data, keys: GameKeys) -> Mapping[str, Data]:
    if not keys.start:
        message = f"the game `{keys.game}` cannot continue from a table"
        findings.add(("start",), message, "write a log from the beginning of the game", at="key")
        return {}
    wanted = " or ".join(f"`{key}: ...`" for key in keys.start)
    if not isinstance(start, dict) or not start:
        findings.add(("start",), "must be a table, as in a finished game", f"write {wanted} below it")
        return {}
    for key in start:
        if key not in keys.start:
            hint = suggest(key, keys.start) or f"below `start`, write {wanted}"
            findings.add(("start", key), f"unknown key `{key}`", hint, at="key")
    return start


def _join_words(value: Data) -> Data:
    """Return keys with values as a text: `Ana medic, Bo scientist`."""
    if isinstance(value, dict) and value and all(isinstance(each, str) for each in value.values()):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return value


def _read_lines(findings: Findings, head: ScoreHead, keys: GameKeys) -> Iterator[LogLine]:
    if not head.players:
        findings.add((), "`players` is missing", "a log needs `players: [...]`", at="key")
        return
    if len(head.log) > _MOST_LINES:
        findings.add(("log",), f"has {len(head.log)} lines; at most {_MOST_LINES} are allowed", at="key")
        return
    actors = {*head.players, keys.nature}
    for index, entry in enumerate(head.log):
        path = ("log", index)
        if not isinstance(entry, dict) or len(entry) != 1:
            hint = f"write `- {head.players[0]}: ...`, a line for each move"
            findings.add(path, "must be a player and a move", hint)
            continue
        actor, words = next(iter(entry.items()))
        if actor not in actors:
            findings.add((*path, actor), f"unknown player `{actor}`", suggest(actor, actors), at="key")
        elif not isinstance(words, str) or not words.strip():
            findings.add((*path, actor), "must be a move", "on one line, after `: `")
        else:
            yield LogLine(actor, words, index + 1)
