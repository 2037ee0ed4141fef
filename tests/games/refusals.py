"""One table of every refusal: a small score file that breaks each rule, with what the referee says of it.

`python -m tests.games.refusals` writes output/refusals.md: each rule in every language, to be read.
`python -m tests.games.refusals --write` writes the English texts of the tables from what the referee says
now: read the difference before you commit it.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from generator.model.texts.wordings import Wording
from generator.play.contracts.samples import read_samples
from generator.play.paper.score import FaultNames, Referee
from generator.read.files.shelf import find_shelf
from generator.read.scores import decode_score
from generator.translate.translations import open_workspace
from tests import shipped

HERE = Path(__file__).parent
OUTPUT = HERE.parents[1] / "output" / "refusals.md"


@dataclass(frozen=True)
class Refusal:
    """A score file that breaks a rule, and the report of it in English, after its line and column."""

    rule: str
    file: str
    says: str


@dataclass(frozen=True)
class Table:
    """The rules of a game: refusals, and the ids of rules that refuse nothing."""

    refusals: Mapping[str, Refusal]
    outcomes: frozenset[str]
    """Rules that end the game."""
    rulings: frozenset[str]
    """Rules that only explain how the referee plays."""
    positions: Mapping[str, str]
    """Refusals that no small file of the shipped kit shows, each with the reason: other tests raise them."""


def find_table(game: str) -> Path:
    return HERE / game / "refusals.yaml"


@cache
def read_table(game: str) -> Table:
    data: Mapping[str, Any] = yaml.safe_load(find_table(game).read_text("utf-8"))
    refusals = {rule: Refusal(rule, **given) for rule, given in data["refusals"].items()}
    outcomes, rulings = frozenset(data["outcomes"]), frozenset(data["rulings"])
    return Table(refusals, outcomes, rulings, data["positions"])


@cache
def make_referee(game: str, locale: str) -> Referee:
    kit = shipped.kit(game)
    return Referee(kit, kit.wordings[locale])


def name_rule(game: str, rule: str) -> str:
    """Return the id of a rule, which in the tables has no name of its game."""
    return f"{game}.{rule}"


def report(game: str, refusal: Refusal, wording: Wording) -> str:
    """Return what the referee says of the rule, after its line and column; empty if it is not broken."""
    found = make_referee(game, wording.locale).score(decode_score(refusal.file.encode()))
    names = FaultNames(found.kit, wording, found.takes)
    faults = (fault for fault in found.faults if fault.rule == name_rule(game, refusal.rule))
    return next((f"{fault.line}:{fault.column} {names.describe(fault)}" for fault in faults), "")


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks."""


def _write_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _write_text)


def write_table(game: str, table: Table) -> None:
    """Write the table of a game, sorted by rule."""
    refusals = {rule: {"file": each.file, "says": each.says} for rule, each in sorted(table.refusals.items())}
    data: dict[str, Any] = {"outcomes": sorted(table.outcomes), "rulings": sorted(table.rulings)}
    data |= {"positions": dict(table.positions), "refusals": refusals}
    text = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    head = "# Every refusal, with the smallest file that was found for it (tests/games/refusals.py).\n"
    find_table(game).write_text(head + text, "utf-8")


def _write_all() -> None:
    for game in shipped.GAMES:
        table, english = read_table(game), shipped.kit(game).wordings["en"]
        told = {
            rule: Refusal(rule, each.file, report(game, each, english))
            for rule, each in table.refusals.items()
        }
        write_table(game, replace(table, refusals=told))


def _print_for_readers() -> None:
    lines = ["# Every rule of the referee in every language", ""]
    for game in shipped.GAMES:
        kit = shipped.kit(game)
        for rule, each in read_table(game).refusals.items():
            lines += [f"## {game}.{rule}", "", "```yaml", each.file.rstrip("\n"), "```", ""]
            lines += [
                f"* {locale}: {report(game, each, wording)}" for locale, wording in kit.wordings.items()
            ]
            lines.append("")
        lines += _list_others(game)
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text("\n".join(lines), "utf-8")
    print(OUTPUT)


def _list_others(game: str) -> list[str]:
    """Return the rules that no file of the table breaks, filled with samples."""
    samples = read_samples(shipped.kit(game), open_workspace(game.replace("_", "-"), find_shelf()).source)
    table, wordings, lines = read_table(game), shipped.kit(game).wordings, list[str]()
    for rule in sorted({*table.outcomes, *table.rulings, *table.positions}):
        lines += [f"## {game}.{rule}", ""]
        for locale, wording in wordings.items():
            key = f"rule.{game}.{rule}"
            lines += [f"* {locale}: {text}" for text in samples.fill(key, wording) if key in wording]
        lines.append("")
    return lines


if __name__ == "__main__":
    _write_all() if "--write" in sys.argv[1:] else _print_for_readers()
