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

from generator.play.contracts.samples import read_samples
from generator.play.paper import FaultNames, Referee
from generator.read.files.shelf import find_shelf
from generator.read.scores import decode_score
from generator.translate.translations import open_workspace
from tests import shipped
from tests.games import positions

HERE = Path(__file__).parent
OUTPUT = HERE.parents[1] / "output" / "refusals.md"


@dataclass(frozen=True)
class Refusal:
    """A score file that breaks a rule, and the report of it in English, after its line and column."""

    rule: str
    file: str
    says: str


@dataclass(frozen=True)
class Unfiled:
    """A rule that no small file breaks, with the reason, and its text in English."""

    why: str
    says: str


@dataclass(frozen=True)
class Table:
    """The rules of a game: refusals, and the ids of rules that refuse nothing."""

    refusals: Mapping[str, Refusal]
    outcomes: frozenset[str]
    """Rules that end the game."""
    rulings: frozenset[str]
    """Rules that only explain how the referee plays."""
    positions: Mapping[str, Unfiled]
    """Refusals that no small file of a shipped kit shows: tests/games/positions.py breaks their rules."""

    @property
    def says(self) -> Mapping[str, str]:
        """English sentences of the referee by the ids of their rules."""
        return {rule: each.says for rule, each in {**self.refusals, **self.positions}.items()}


SHARED = "shared"
"""Name of the table of the rules of all games."""
TABLES = (*shipped.GAMES, SHARED)


def find_table(game: str) -> Path:
    return HERE / game / "refusals.yaml"


@cache
def read_table(game: str) -> Table:
    data: Mapping[str, Any] = yaml.safe_load(find_table(game).read_text("utf-8"))
    refusals = {rule: Refusal(rule, **given) for rule, given in data["refusals"].items()}
    positions = {rule: Unfiled(**given) for rule, given in data["positions"].items()}
    return Table(refusals, frozenset(data["outcomes"]), frozenset(data["rulings"]), positions)


@cache
def make_referee(game: str, locale: str) -> Referee:
    kit = shipped.kit(game)
    return Referee(kit, kit.wordings[locale])


def name_rule(game: str, rule: str) -> str:
    """Return the id of a rule, which in the tables has no name of its game."""
    return rule if game == SHARED else f"{game}.{rule}"


def list_locales(game: str, rule: str) -> tuple[str, ...]:
    """Return the languages of the game that shows a refusal."""
    table = read_table(game)
    if rule in table.positions:
        return shipped.LOCALES[positions.POSITIONS[name_rule(game, rule)].game]
    return shipped.LOCALES[_find_game(table.refusals[rule])]


def _find_game(refusal: Refusal) -> str:
    return str(yaml.safe_load(refusal.file)["game"])


def report(game: str, rule: str, locale: str) -> str:
    """Return what the referee says of a rule, after its line and column; empty if it is not broken."""
    table = read_table(game)
    if rule in table.positions:
        return positions.refuse(name_rule(game, rule), locale)
    refusal = table.refusals[rule]
    referee = make_referee(_find_game(refusal), locale)
    found = referee.score(decode_score(refusal.file.encode()))
    names = FaultNames(found.kit, referee.wording, found.takes)
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
    unfiled = {rule: {"why": each.why, "says": each.says} for rule, each in sorted(table.positions.items())}
    data |= {"positions": unfiled, "refusals": refusals}
    text = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    head = "# Every refusal, with the smallest file that was found for it (tests/games/refusals.py).\n"
    find_table(game).write_text(head + text, "utf-8")


def _write_all() -> None:
    for game in TABLES:
        table = read_table(game)
        told = {rule: report(game, rule, "en") for rule in table.says}
        refusals = {rule: replace(each, says=told[rule]) for rule, each in table.refusals.items()}
        unfiled = {rule: replace(each, says=told[rule]) for rule, each in table.positions.items()}
        write_table(game, replace(table, refusals=refusals, positions=unfiled))


def _print_for_readers() -> None:
    lines = ["# Every rule of the referee in every language", ""]
    for game in TABLES:
        table = read_table(game)
        for rule in table.says:
            lines += [f"## {name_rule(game, rule)}", ""]
            if rule in table.refusals:
                lines += ["```yaml", table.refusals[rule].file.rstrip("\n"), "```", ""]
            lines += [f"* {locale}: {report(game, rule, locale)}" for locale in list_locales(game, rule)]
            lines.append("")
        if game in shipped.GAMES:
            lines += _list_others(game)
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text("\n".join(lines), "utf-8")
    print(OUTPUT)


def _list_others(game: str) -> list[str]:
    """Return the rules that refuse nothing, filled with samples."""
    samples = read_samples(shipped.kit(game), open_workspace(game.replace("_", "-"), find_shelf()).source)
    table, wordings, lines = read_table(game), shipped.kit(game).wordings, list[str]()
    for rule in sorted({*table.outcomes, *table.rulings}):
        lines += [f"## {game}.{rule}", ""]
        for locale, wording in wordings.items():
            key = f"rule.{game}.{rule}"
            lines += [f"* {locale}: {text}" for text in samples.fill(key, wording) if key in wording]
        lines.append("")
    return lines


if __name__ == "__main__":
    _write_all() if "--write" in sys.argv[1:] else _print_for_readers()
