"""docs/fight_the_virus_score.yaml finds what the referee in Python finds, without programming."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from generator.games.fight_the_virus.scoring import write_marks
from generator.games.fight_the_virus.sheet import PlayerSheet
from generator.model.kit import Sheet
from generator.model.scoring.judge import Scoring, WrittenMarks
from generator.read.declared.names import Names
from generator.read.kits.scoring import read_scoring
from tests import shipped
from tests.games.fight_the_virus.mutations import CHANGES
from tests.games.fight_the_virus.sheets import GAME, data, found, play_by_chance, play_well, say, score
from tests.pace import count_beats
from tests.samples import proves_all

FILE = Path(__file__).parents[3] / "docs" / "fight_the_virus_score.yaml"
LEGAL, CHANGED = (30, 270) if proves_all() else (8, 90)
LEAST_FOUND = CHANGED * 250 // 270


@cache
def scoring() -> Scoring:
    kit = shipped.kit(GAME)
    read, _ = read_scoring(FILE, kit.parts_of(Sheet), Names(sentences=kit.wordings["en"].sentences))
    assert read is not None
    return read


def write(sheet: PlayerSheet) -> Mapping[str, WrittenMarks]:
    """Return a sheet as score.yaml takes it."""
    marks, progress = write_marks(data(), sheet), sheet.progress
    curve = {place: mark.removeprefix("o") for place, mark in marks["curve"].items()}
    research = data().research.ids[: sheet.researched]
    return {
        "analysis": WrittenMarks(marks["analysis"]),
        "progress": WrittenMarks(
            dict.fromkeys(data().progress[: progress.crossed], "x"),
            frozenset(data().progress[: progress.circled]),
        ),
        "research": WrittenMarks(dict.fromkeys(research, "x")),
        "testing": WrittenMarks(marks["testing"]),
        "curve": WrittenMarks(
            {place: mark for place, mark in curve.items() if mark},
            frozenset(place for place, mark in marks["curve"].items() if mark.startswith("o")),
        ),
    }


@cache
def list_sheets() -> list[PlayerSheet]:
    games = [play_well(seed) if seed % 2 else play_by_chance(seed) for seed in range(LEGAL)]
    return [
        states[-1 if seed % 4 else len(states) * 2 // 3].sheets[seed % 2] for seed, states in enumerate(games)
    ]


def list_changed() -> Iterator[tuple[str, PlayerSheet]]:
    """Yield damaged sheets, each with the kind of its single change."""
    chance = random.Random(1)
    kinds = sorted(CHANGES)
    for number in range(CHANGED * 20):
        kind = kinds[number % len(kinds)]
        changed = CHANGES[kind][0](chance.choice(list_sheets()), chance)
        if changed is not None:
            yield kind, changed


def test_every_legal_sheet_is_legal() -> None:
    for sheet in list_sheets():
        assert found(score(say(sheet))) == []
        assert scoring().judge(write(sheet)).broken == ()


def test_nearly_every_damaged_sheet_is_found() -> None:
    """docs/scoring.md lists the limits: which shapes there are, and when columns were filled."""
    missed: Counter[str] = Counter()
    for (kind, sheet), _ in zip(list_changed(), range(CHANGED), strict=False):
        if not scoring().judge(write(sheet)).broken:
            missed[kind] += 1
    assert CHANGED - missed.total() >= LEAST_FOUND, missed


@pytest.mark.speed
def test_a_sheet_is_judged_in_5_ms() -> None:
    """After the kit is read; a beat is about 50 ms."""
    sheets = [write(sheet) for sheet in list_sheets()]
    beats = count_beats(lambda: [scoring().judge(sheet) for sheet in sheets], rounds=5)
    assert beats / len(sheets) < 0.1
