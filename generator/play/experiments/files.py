"""The games of an experiment in files: as a table, or as the journal from which a run continues.

A journal has a head with everything on which the games depend, then a line for each batch. A line that is
cut off, because the program was killed, is ignored, and its games are played again.
"""

import csv
import hashlib
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

from generator import __version__
from generator.errors import DataError, MissingLibrary, Problem, SharedText
from generator.play.experiments.design import Design, is_of_setting
from generator.play.experiments.running import ExperimentRun, Interval, Result
from generator.play.series.engines import Batch
from generator.play.series.paths import list_values
from generator.play.series.series import (
    PAIRED,
    WON_CELLS,
    MarkKey,
    Series,
    SimulatedGame,
    list_game_cells,
    list_game_heads,
    read_code,
    seed_game,
)
from generator.play.simulate import Ending
from generator.rules.game import find_game


def list_columns(run: ExperimentRun, results: Sequence[Result]) -> Mapping[str, Sequence[Any]]:
    """Return columns with a row for each game that was counted, in the order of settings and numbers.

    A value is None if the game does not count turns, is not won or lost together, or has fewer players.
    """
    design = run.design
    keys = list(dict.fromkeys(key for setting in design.series.settings for key, _ in setting.options))
    paths = [factor.path for factor in design.factors if not is_of_setting(factor.path)]
    heads = ("players", *keys, "policy", *paths, *list_game_heads(design.series.settings))
    columns: dict[str, list[Any]] = {head: [] for head in heads}
    for result in results:
        fixed = _list_fixed(design, result)
        records = run.records.columns[result.index]
        for number, ending in enumerate(records.list_endings(result.games)):
            row = {**fixed, **list_game_cells(number, records.seeds[number], ending)}
            for head, column in columns.items():
                column.append(row.get(head))
    return columns


def _list_fixed(design: Design, result: Result) -> Mapping[str, Any]:
    """Return the columns with the same value for all games of a setting."""
    values = zip(design.factors, result.arm.values, strict=True)
    varied = {
        factor.path: int(value) if value.isdecimal() else value
        for factor, value in values
        if not is_of_setting(factor.path)
    }
    setting = result.setting
    policy = design.series.choose_policy(setting)
    return {**varied, **dict(setting.options), "players": setting.players, "policy": policy}


def write_rows_csv(columns: Mapping[str, Sequence[Any]]) -> bytes:
    """Return a table as CSV; True, False, and None are `yes`, `no`, and empty cells."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(columns)
    texts = {**columns, "won": [WON_CELLS[won] for won in columns["won"]]}
    lines.writerows(zip(*texts.values(), strict=True))
    return text.getvalue().encode()


def write_parquet(columns: Mapping[str, Sequence[Any]]) -> bytes:
    """Return a table as Parquet; raises as `load_arrow` does."""
    pyarrow, parquet = load_arrow()
    table = pyarrow.table({name: _unify(column) for name, column in columns.items()})
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _unify(column: Sequence[Any]) -> Sequence[Any]:
    """Return a column with values of one type: texts if it has numbers and texts, such as `none`."""
    if len({type(value) for value in column if value is not None}) < 2:
        return column
    return [None if value is None else str(value) for value in column]


def load_arrow() -> tuple[Any, Any]:
    """Return the libraries that write Parquet; raises GeneratorError without them."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingLibrary("--parquet", "pyarrow") from error
    return pyarrow, pyarrow.parquet


def plain_result(run: ExperimentRun, result: Result) -> Mapping[str, Any]:
    """Return a result for JSON; shares are from 0 to 1."""
    plain: dict[str, Any] = {
        "players": result.setting.players,
        "options": dict(result.setting.options),
        "policy": run.design.series.choose_policy(result.setting),
        "changes": {factor.path: value for factor, value in result.changes},
        "games": result.games,
        run.aim.measure: _plain_interval(result.measure),
        "turns": result.turns and asdict(result.turns),
        "moves": asdict(result.moves),
        "ends": [{"rule": rule, "count": rate.count} for rule, rate in result.ends],
    }
    if result.difference is not None:
        base = {factor.path: factor.now for factor, _ in result.changes}
        plain |= {"base": base, "difference": _plain_interval(result.difference), "known": result.is_known}
    return plain


def _plain_interval(interval: Interval) -> Mapping[str, float]:
    return {"value": round(interval.value, 6), "low": round(interval.low, 6), "high": round(interval.high, 6)}


_Head: TypeAlias = Mapping[str, Any]
_KIND, _FORMAT = "petri simulate", 1
"""The first key of a head, and its value: the version of the format."""
_MOST_CHANGES = 8
_ROOT = Path(__file__).parents[2]


def make_head(design: Design) -> _Head:
    """Return everything on which the games of an experiment depend."""
    series = design.series
    return {
        _KIND: _FORMAT,
        "version": __version__,
        "game": series.kit.id,
        "variant": series.variant,
        "seed": series.seed,
        "paired": series.is_paired,
        "marks": list(series.marked),
        "from": hashlib.sha256(str(series.start).encode()).hexdigest() if series.start else "",
        "settings": [_format_setting(series, index) for index in range(len(series.settings))],
        "rules": digest_rules(series),
        "kit": list_values(series.kit),
    }


def _format_setting(series: Series, index: int) -> str:
    setting = series.settings[index]
    changes = (f"{path}={value}" for path, value in setting.changes)
    return " ".join((str(setting), f"policy={series.choose_policy(setting)}", *changes))


def digest_rules(series: Series) -> str:
    """Return a hash of the programs that play: the rules of the game, and what plays them."""
    digest = hashlib.sha256(read_code(series.kit))
    for path in list_programs(series):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def list_programs(series: Series) -> Iterator[Path]:
    """Yield the files of this program, or of an installed game, on which the results of games depend."""
    rules = find_game(series.kit, variant=series.variant).rules
    module = sys.modules.get(type(getattr(rules, "own", rules)).__module__)
    if module and module.__file__ and not read_code(series.kit):
        yield from sorted(Path(module.__file__).parent.glob("*.py"))
    yield from (_ROOT / "play" / name for name in ("simulate.py", "policies.py"))
    for folder in (_ROOT / "rules", _ROOT / "play" / "series"):
        yield from sorted(folder.glob("*.py"))


def list_head_changes(kept: _Head, head: _Head) -> list[SharedText]:
    """Return what differs between the head of a file and that of this run."""
    named = [key for key in head if key not in ("kit", "settings", "rules")]
    changes = [*_compare_values({key: kept.get(key) for key in named}, {key: head[key] for key in named})]
    values = [*_compare_values(kept.get("kit", {}), head["kit"])]
    changes += values[:_MOST_CHANGES]
    if len(values) > _MOST_CHANGES:
        changes.append(_say_change("more_values", number=len(values) - _MOST_CHANGES))
    if kept.get("rules") != head["rules"]:
        changes.append(_say_change("rules"))
    if kept.get("settings") != head["settings"]:
        changes += _compare_settings(kept.get("settings", []), head["settings"])
    return changes


def _say_change(key: str, **values: str | int | tuple[str, ...]) -> SharedText:
    return SharedText(f"command.changed.{key}", values)


def _compare_values(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[SharedText]:
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name), now.get(name)
        if old == new:
            continue
        if old is None:
            yield _say_change("added", name=name, second=str(new))
        elif new is None:
            yield _say_change("removed", name=name, first=str(old))
        else:
            yield _say_change("was", name=name, first=str(old), second=str(new))


def _compare_settings(before: Sequence[str], now: Sequence[str]) -> Iterator[SharedText]:
    dropped = [setting for setting in before if setting not in now]
    new = [setting for setting in now if setting not in before]
    for key, settings in (("dropped_settings", dropped), ("new_settings", new)):
        if settings:
            first, more = settings[0], len(settings) - 1
            yield _say_change(key, name=first, number=more)
    if not dropped and not new:
        yield _say_change("order")


def write_head(head: _Head) -> bytes:
    """Return the first line of a journal."""
    return _write_line(head)


def write_batch(batch: Batch) -> bytes:
    """Return a batch as a line of a journal."""
    games = [
        [game.setting, game.number, end.moves, end.turns, end.rule, end.won, end.winners, end.points]
        for game in batch.games
        for end in (game.ending,)
    ]
    return _write_line({"games": games, "marks": [[*key, count] for key, count in batch.marks]})


def _write_line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read_journal(file: str, data: bytes) -> tuple[_Head, Iterator[tuple[Batch, int]]]:
    """Return the head of a journal, and its batches, each with the length of the file up to its end.

    Raises DataError for a damaged line. A line that is cut off has no batch.
    """
    first, _, _ = data.partition(b"\n")
    head = _read_line(first)
    if not isinstance(head, dict) or head.get(_KIND) != _FORMAT:
        command = "petri simulate --resume"
        message, values = f"is not a file of `{command}`", {"command": command}
        raise DataError([Problem(file, 1, 1, "", message, key="no_run", values=values)])
    return head, _read_batches(file, head, data, len(first) + 1)


def _read_batches(file: str, head: _Head, data: bytes, start: int) -> Iterator[tuple[Batch, int]]:
    seeds = head["settings"], head["seed"]
    line = 1
    while (end := data.find(b"\n", start)) >= 0:
        line += 1
        value = _read_line(data[start:end])
        try:
            batch = _read_batch(value, *seeds, is_paired=head["paired"])
        except (TypeError, ValueError, KeyError, IndexError) as error:
            hint = "restore the file, or remove it to begin again"
            problem = Problem(file, line, 1, "", "the line is damaged", hint, key="damaged")
            raise DataError([problem]) from error
        yield batch, end + 1
        start = end + 1


def _read_line(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _read_batch(value: Any, settings: Sequence[str], seed: int, *, is_paired: bool) -> Batch:
    names = [PAIRED if is_paired else setting.partition(" policy=")[0] for setting in settings]
    games = tuple(_read_game(row, names, seed) for row in value["games"])
    marks = tuple((MarkKey(*key), int(count)) for *key, count in value["marks"])
    return Batch(games, marks)


def _read_game(row: Iterable[Any], names: Sequence[str], seed: int) -> SimulatedGame:
    setting, number, moves, turns, rule, won, winners, points = row
    if setting < 0 or number < 0:
        raise ValueError(row)
    ending = Ending(int(moves), int(turns), str(rule), won, tuple(winners), tuple(points))
    return SimulatedGame(setting, number, seed_game(seed, names[setting], number), ending)
