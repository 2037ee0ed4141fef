"""The games of an experiment as a table: CSV, and Parquet if pyarrow is installed; results as JSON."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from generator.errors import GeneratorError
from generator.play.experiments.design import Design, is_of_setting
from generator.play.experiments.results import Result
from generator.play.experiments.running import Run
from generator.play.experiments.statistics import Interval


def list_columns(run: Run, results: Sequence[Result]) -> Mapping[str, Sequence[Any]]:
    """Return one row for each game that was counted, in the order of settings and numbers.

    None is for a game that does not count turns, does not win or lose together, or has fewer players.
    """
    design = run.design
    keys = list(dict.fromkeys(key for setting in design.series.settings for key, _ in setting.options))
    paths = [factor.path for factor in design.factors if not is_of_setting(factor.path)]
    seats = max((setting.players for setting in design.series.settings), default=0)
    points = [f"points_{seat}" for seat in range(1, seats + 1)]
    heads = [
        "players",
        *keys,
        "policy",
        *paths,
        "game",
        "seed",
        "turns",
        "moves",
        "rule",
        "won",
        "winners",
        *points,
    ]
    columns: dict[str, list[Any]] = {head: [] for head in heads}
    for result in results:
        fixed = _list_fixed(design, result)
        records = run.records.columns[result.index]
        for number, ending in enumerate(records.list_endings(result.games)):
            row = {
                **fixed,
                "game": number + 1,
                "seed": records.find_seed(number),
                "turns": ending.turns or None,
                "moves": ending.moves,
                "rule": ending.rule,
                "won": ending.won,
                "winners": " ".join(str(seat + 1) for seat in ending.winners),
                **dict(zip(points, ending.points, strict=False)),
            }
            for head, column in columns.items():
                column.append(row.get(head))
    return columns


def _list_fixed(design: Design, result: Result) -> Mapping[str, Any]:
    """Return what is the same for all games of a setting; numbers as numbers."""
    values = zip(design.factors, result.arm.values, strict=True)
    varied = {factor.path: _read_number(value) for factor, value in values if not is_of_setting(factor.path)}
    setting = result.setting
    policy = design.series.choose_policy(setting)
    return {**varied, **dict(setting.options), "players": setting.players, "policy": policy}


def _read_number(text: str) -> int | str:
    return int(text) if text.isdecimal() else text


def write_csv(columns: Mapping[str, Sequence[Any]]) -> bytes:
    """Return a table as CSV: `yes`, `no`, and empty cells."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(columns)
    said = {None: "", True: "yes", False: "no"}
    texts = {**columns, "won": [said[won] for won in columns["won"]]}
    lines.writerows(zip(*texts.values(), strict=True))
    return text.getvalue().encode()


def write_parquet(columns: Mapping[str, Sequence[Any]]) -> bytes:
    """Return a table as Parquet; raises GeneratorError without pyarrow."""
    pyarrow, parquet = _load_arrow()
    names = {name: [None if one is None else str(one) for one in column] for name, column in columns.items()}
    # A column with numbers and texts, such as `none`, is one of texts.
    mixed = {
        name for name, column in columns.items() if len({type(one) for one in column if one is not None}) > 1
    }
    table = pyarrow.table(
        {name: names[name] if name in mixed else column for name, column in columns.items()}
    )
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def check_arrow() -> None:
    """Raise GeneratorError if Parquet cannot be written: before anything is played."""
    _load_arrow()


def _load_arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        message = "--parquet needs pyarrow; install it with: pip install 'petri-press[parquet]'"
        raise GeneratorError(message) from error
    return pyarrow, pyarrow.parquet


def plain_result(run: Run, result: Result) -> Mapping[str, Any]:
    """Return a result for JSON; shares are from 0 to 1."""
    plain: dict[str, Any] = {
        "players": result.setting.players,
        "options": dict(result.setting.options),
        "policy": run.design.series.choose_policy(result.setting),
        "changes": {factor.path: value for factor, value in result.changes},
        "games": result.games,
        run.aim.measure: plain_interval(result.measure),
        "turns": result.turns and asdict(result.turns),
        "moves": asdict(result.moves),
        "ends": [{"rule": rule, "count": rate.count} for rule, rate in result.ends],
    }
    if result.difference is not None:
        base = {factor.path: factor.now for factor, _ in result.changes}
        plain |= {"base": base, "difference": plain_interval(result.difference), "known": result.is_known}
    return plain


def plain_interval(interval: Interval) -> Mapping[str, float]:
    return {"value": round(interval.value, 6), "low": round(interval.low, 6), "high": round(interval.high, 6)}
