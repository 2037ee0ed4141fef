"""`petri score`: finished games and logs, checked and counted; a table or JSON."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import typer

from generator.cli.playing.asking import ask
from generator.cli.playing.score_tables import show_report
from generator.errors import DataError, NoRules, UnknownName, say_unknown
from generator.model.kit import Kit
from generator.model.wording import Wording
from generator.output import write_new
from generator.play.plain import plain_report
from generator.play.replaying import read_walk
from generator.play.score import Referee, Report
from generator.play.walkthrough import Walk
from generator.read.files.shelf import find_shelf, list_locales
from generator.read.files.yaml_reader import Source
from generator.read.kits.kits import read_kit
from generator.read.scores.scores import MOST_BYTES, decode_score, read_score
from generator.rules.finding import find_game

ILLEGAL, UNREADABLE = 1, 2


@dataclass(frozen=True)
class ScoreOrder:
    """What was asked for on the command line."""

    game: str
    files: tuple[str, ...] = ()
    """Paths; `-` is the standard input."""
    rounds: tuple[str, ...] = ()
    locale: str = "en"
    as_json: bool = False
    save: Path | None = None
    """Where to keep what is typed in."""
    is_trusted: bool = False
    """Whether `rules.py` of the game may be run."""


def read_words(game: str, locale: str, *, is_trusted: bool) -> tuple[Kit, Wording]:
    """The kit of a game and its words; raises UnknownName for a game or locale that nobody has."""
    shelf = find_shelf()
    folder = shelf.find_game(game)
    kit = replace(read_kit(folder, shelf=shelf, locales=[locale]), is_trusted=is_trusted)
    if locale not in kit.wordings:
        raise UnknownName(f"{kit.slug}: {say_unknown('locale', locale, list_locales(folder))}")
    return kit, kit.wordings[locale]


def read_start(path: Path, kit: Kit, wording: Wording) -> tuple[Source, Walk]:
    """Read the position of --from; raises DataError, and typer.BadParameter if no game continues from it."""
    source = read_score(path)
    try:
        walk = read_walk(source, kit, wording)
    except NoRules as error:
        raise typer.BadParameter(str(error), param_hint="--from") from error
    if walk.is_over:
        raise typer.BadParameter(f"the game in {path} is over", param_hint="--from")
    return source, walk


def say_blank(order: ScoreOrder) -> None:
    """Writes a score file to fill in."""
    kit, wording = read_words(order.game, order.locale, is_trusted=order.is_trusted)
    _write(Referee(kit).scoring.write_blank(wording), order.save)


def say_schema(order: ScoreOrder) -> None:
    """Write the JSON Schema of the game's score files."""
    from generator.play.score_schema import make_schema
    from generator.read.schema import say_schema as write_schema

    kit, _ = read_words(order.game, order.locale, is_trusted=order.is_trusted)
    _write(write_schema(make_schema(find_game(kit))), order.save)


def score_and_tell(order: ScoreOrder) -> int:
    """The exit code, the worst of all files: one that cannot be read does not keep the others from it."""
    kit, wording = read_words(order.game, order.locale, is_trusted=order.is_trusted)
    referee = Referee(kit)
    code = 0
    for read in _list_readers(order, referee, wording):
        try:
            source = read()
            report = referee.score(source)
        except DataError as error:
            typer.echo(error, err=True)
            code = UNREADABLE
            continue
        _say(order, report, source, kit, wording)
        if report.verdict == "illegal":
            code = max(code, ILLEGAL)
    return code


def _list_readers(order: ScoreOrder, referee: Referee, wording: Wording) -> Iterator[Callable[[], Source]]:
    """Of all that was given; where nothing was, of what is asked for."""
    if order.rounds:
        yield partial(referee.list_rounds, order.rounds)
    elif order.files:
        for name in order.files:
            yield _read_standard_input if name == "-" else partial(read_score, Path(name))
    else:
        text = ask(referee.scoring.ask, wording)
        if order.save is not None:
            _write(text, order.save)
        yield partial(decode_score, text.encode("utf-8", "surrogateescape"), file="what was typed")


def _read_standard_input() -> Source:
    return decode_score(sys.stdin.buffer.read(MOST_BYTES + 1))


def _say(order: ScoreOrder, report: Report, source: Source, kit: Kit, wording: Wording) -> None:
    several = len(order.files) > 1
    if order.as_json:
        named = {"file": source.file} if several else {}
        typer.echo(json.dumps(named | plain_report(report, wording), ensure_ascii=False))
        return
    if several:
        typer.echo(f"{source.file}\n")
    show_report(report, wording, file=source.file)
    if several:
        typer.echo()


def _write(text: str, path: Path | None) -> None:
    """Into a file that is not there yet, or to the standard output."""
    if path is None:
        typer.echo(text, nl=False)
        return
    write_new(path, text.encode("utf-8", "surrogateescape"))
