"""Experiments from the design to the results: paired, sequential, kept, and written to tables."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from statistics import pvariance
from typing import Any

import pytest

from generator.errors import DataError, SharedText
from generator.model.kit import Kit, PieceSet
from generator.model.texts.wordings import say_shared
from generator.model.values import replace
from generator.play.experiments.design import Design, DesignError, make_design
from generator.play.experiments.running import (
    Aim,
    ExperimentRun,
    GameRecords,
    digest_rules,
    list_columns,
    list_head_changes,
    list_programs,
    list_results,
    make_conclusion,
    make_head,
    read_journal,
    write_batch,
    write_head,
    write_parquet,
    write_rows_csv,
)
from generator.play.series.engines import Batch, open_engine
from generator.play.series.paths import change_kit
from generator.play.series.series import Series
from generator.read.files.shelf import REFERENCE, find_shelf
from generator.read.wordings.wordings import read_shared_wording
from generator.rules.core import Sentence
from tests import played, shipped

ENGLISH = read_shared_wording(find_shelf().wording, REFERENCE)

NORTH = {"cards.spread_north.count": ("4..6",)}


def design(varied: Mapping[str, Sequence[str]], game: str = "pox", **settings: Any) -> Design:
    series = Series(played.kit(game), (), 40)
    settings.setdefault("options", {})
    return make_design(series, played.game(game), varied, **settings)


def run(
    plan: Design, games: int = 40, *, until: float | None = None, measure: str = "won", **more: Any
) -> ExperimentRun:
    started = ExperimentRun(
        plan, Aim(games, measure, until), more.pop("records", GameRecords(plan.series.settings))
    )
    keep = more.pop("keep", lambda batch: None)
    with open_engine("", processes=1) as engine:
        for _ in started.play(engine, keep):
            pass
    return started


def test_all_combinations_or_one_value_at_a_time() -> None:
    """The settings include the present values, with which all others are compared."""
    varied = {"cards.spread_north.count": ("4", "5"), "options.difficulty": ("miracle", "chicken_soup")}
    both = design(varied)
    assert [arm.values for arm in both.arms] == [
        ("4", "miracle"), ("4", "chicken_soup"), ("5", "miracle"), ("5", "chicken_soup"),
    ]  # fmt: skip
    assert {arm.base for arm in both.arms} == {3}
    single = design(varied, is_factorial=False)
    assert [arm.values for arm in single.arms] == [
        ("5", "chicken_soup"),
        ("4", "chicken_soup"),
        ("5", "miracle"),
    ]
    assert single.series.settings[2].options == (("difficulty", "miracle"),)
    assert single.series.settings[1].changes == (("cards.spread_north.count", "4"),)
    assert {setting.players for setting in single.series.settings} == {1}


def test_players_options_and_policies_that_are_given_are_compared_within_themselves() -> None:
    """Each combination of players and options is compared with its own base."""
    plan = design(NORTH, players=(2, 3), policies=("random", "greedy"), options={})
    assert len(plan.arms) == 12
    assert [arm.base for arm in plan.arms[::3]] == [1, 4, 7, 10]
    assert {(setting.players, setting.policy) for setting in plan.series.settings} == {
        (players, policy) for players in (2, 3) for policy in ("random", "greedy")
    }
    varied = design({"players": ("2..3",), "policy": ("all",)})
    assert varied.arms[0].values == ("2", "random")


def test_a_pattern_is_a_factor_for_each_path() -> None:
    """Values of patterns with which the game cannot be played are left out and listed."""
    plan = design({"tokens.*.count": ("-10%", "+1")}, is_factorial=False)
    assert {factor.path: factor.values for factor in plan.factors} == {
        "tokens.infection.count": ("36", "41"),
        "tokens.immunity.count": ("45", "51"),
        "tokens.death.count": ("6",),
    }
    assert plan.left_out == ("tokens.death.count=-10%",)


def test_a_value_present_in_no_list_is_compared_all_the_same() -> None:
    """The base is always played."""
    plan = design({"cards.spread_north.count": ("7",)})
    assert [arm.values for arm in plan.arms] == [("5",), ("7",)]


@pytest.mark.parametrize(
    ("varied", "said"),
    [
        ({"cards.spread_nort.count": ("3",)}, ["did you mean `cards.spread_north.count`?"]),
        ({"options.dificulty": ("all",)}, ["did you mean `options.difficulty`?"]),
        ({"options.difficulty": ("hard",)}, ["options.difficulty=hard", "log.value"]),
        ({"policy": ("greed",)}, ["did you mean 'greedy'?"]),
        ({"players": ("9",)}, ["players=9", "players.number"]),
        ({"players": ("two",)}, ["write numbers, such as 2..4"]),
        ({"cards.spread.count": ("2000",)}, ["cards.spread.count=2000: `2000` is too large"]),
        ({"tokens.infection.count": ("1",)}, ["tokens.infection.count=1", "2 patients need as many"]),
        ({"board.patient": ("none",)}, ["board.patient=none", "marked `patient`"]),
        ({"xyz.*": ("1",)}, ["no path fits `xyz.*`"]),
        ({"*": ("1",)}, ["paths fit this pattern"]),
        (
            {"cards.spread.count": ("0..190",), "tokens.infection.count": ("2..90",)},
            ["settings are too many"],
        ),
        (
            {"cards.spred.count": ("3",), "tokens.death.count": ("0",), "cards.north.count": ("x",)},
            ["unknown path `cards.spred.count`", "there are no chips `death`", "`x` is not a whole number"],
        ),
    ],
)
def test_what_cannot_be_is_told_before_anything_is_played(
    varied: Mapping[str, Sequence[str]], said: list[str]
) -> None:
    """All problems are reported at once, each with what would be right."""
    with pytest.raises(DesignError) as caught:
        design(varied)
    for part in said:
        assert part in str(caught.value)


def test_what_is_varied_is_not_given_too() -> None:
    """An option has one value for all settings, or several that are compared."""
    with pytest.raises(DesignError, match="also given with --options"):
        design({"options.difficulty": ("all",)}, options={"difficulty": ("miracle",)})
    with pytest.raises(DesignError, match="also given with --players"):
        design({"players": ("2..3",)}, players=(2,))


def test_a_change_that_does_nothing_is_found_to_do_nothing() -> None:
    """Without any difference, the interval says how large one could still be."""
    done = run(design({"tokens.infection.count": ("39",)}, policies=("greedy",)), 60)
    base, other = list_results(done)
    assert base.difference is None
    assert other.difference is not None
    assert other.difference.value == 0
    assert not other.difference.is_clear
    assert base.measure == other.measure
    finding = make_conclusion((base, other))
    assert finding.result is None
    assert finding.most == pytest.approx(other.difference.high)


def test_pairs_vary_less_than_games_of_their_own() -> None:
    """With the same seeds, the variance of the difference of two similar levels is less than half."""
    plan = design({"options.difficulty": ("iv_fluids", "cough_medicine")}, policies=("greedy",))
    done = run(plan, 150)
    one, other = (done.records.columns[index].measure("won", 150) for index in (0, 1))
    paired = pvariance([a - b for a, b in zip(one, other, strict=True)])
    assert paired < (pvariance(one) + pvariance(other)) / 2


def test_a_run_stops_where_enough_is_known() -> None:
    """Settings that are compared with the same game stop together; others go on."""
    varied = {"tokens.infection.count": ("39",), "options.difficulty": ("chicken_soup", "miracle")}
    plan = design(varied, is_factorial=False, policies=("random", "greedy"))
    results = list_results(run(plan, 200, until=0.05))
    assert [result.games for result in results] == [100] * 3 + [200] * 3
    assert [result.is_known for result in results] == [True] * 5 + [False]
    plan = design(varied, is_factorial=False)
    open_ = list_results(run(plan, 100, until=0.0001))
    assert [result.is_known for result in open_ if result.difference] == [False, False]


def dump(done: ExperimentRun) -> str:
    return repr(list_results(done)) + repr(list_columns(done, list_results(done)))


def test_a_run_that_continues_has_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run continues from kept games in any order, without a last line that is cut off."""
    monkeypatch.setattr("generator.play.series.engines._SECONDS_PER_BATCH", 0.005)
    plan = design(NORTH)
    batches: list[Batch] = []
    whole = run(plan, 120, until=0.05, keep=batches.append)
    head = make_head(plan)
    lines = [write_batch(batch) for batch in batches[::-1]]
    data = write_head(head) + b"".join(lines[:-1]) + lines[-1][: len(lines[-1]) // 2]
    kept, read = read_journal("run.jsonl", data)
    assert list_head_changes(kept, head) == []
    records = GameRecords(plan.series.settings)
    found = list(read)
    for batch, _ in found:
        records.add(batch)
    assert found[-1][1] == len(data) - len(lines[-1]) // 2
    assert records.games < whole.records.games
    again: list[Batch] = []
    assert dump(run(plan, 120, until=0.05, records=records, keep=again.append)) == dump(whole)
    assert sum(len(batch.games) for batch in again) == len(batches[0].games)


def change(kit: Kit, path: str, value: str) -> Kit:
    return change_kit(kit, [(path, value)])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seed": 2}, "seed was 1 and is now 2"),
        ({"kit": ("cards.north_bus.count", "2")}, "cards.north_bus.count was 1 and is now 2"),
        ({"kit": ("board.patient", "a1")}, "board.people.patient was d4+f6 and is now a1"),
        ({"kit": ("cards.spread.count", "40")}, "12 more values of the kit changed"),
        ({"settings": ()}, "settings that are no longer played: players=1"),
    ],
)
def test_a_run_of_something_else_is_refused_with_what_changed(changed: dict[str, Any], said: str) -> None:
    """A changed kit, seed, or setting is refused by name."""
    plan = design(NORTH)
    if "kit" in changed:
        changed = {"kit": change(shipped.kit("pox"), *changed["kit"])}
    other = replace(plan, series=replace(plan.series, **changed))
    changes = list_head_changes(make_head(plan), make_head(other))
    texts = [say_shared(change, ENGLISH) for change in changes]
    assert any(said in text for text in texts), texts


def test_changed_programs_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of a game, and those beside a kit."""
    plan = design({}, "noughts_and_crosses", players=(2,))
    before = make_head(plan)
    monkeypatch.setattr("generator.play.experiments.running.read_code", lambda kit: b"other rules")
    assert list_head_changes(before, make_head(plan)) == [SharedText("command.changed.rules", {})]
    assert digest_rules(plan.series) == digest_rules(plan.series)


def test_programs_that_change_results_are_noticed() -> None:
    """The rules of a game, the tools of all rules, and what chooses the moves and the seeds."""
    plan = design({}, "pox", players=(2,))
    files = [path.as_posix() for path in list_programs(plan.series)]
    for name in (
        "games/pox/game",
        "rules/states",
        "play/simulate",
        "play/policies",
        "play/series/series",
    ):
        assert any(path.endswith(f"/generator/{name}.py") for path in files), name
    assert len({*files}) == len(files)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is not a file of"),
        (b"{}\n", "is not a file of"),
        (b"[1]\n", "is not a file of"),
        (b"\xff\xfe\n", "is not a file of"),
        (b'HEAD\n{"games":[[0,1]]}\n', "run.jsonl:2:1: the line is damaged"),
        (b'HEAD\n{"games":[[0,-1,1,1,"a",true,[],[]]],"marks":[]}\n', "run.jsonl:2:1: the line is damaged"),
        (b'HEAD\n{"games":[[9,1,1,1,"a",true,[],[]]],"marks":[]}\n', "run.jsonl:2:1: the line is damaged"),
        (b"HEAD\nnothing\n", "run.jsonl:2:1: the line is damaged"),
    ],
)
def test_files_that_are_damaged(data: bytes, said: str) -> None:
    """Damaged files are errors with their line."""
    head = write_head(make_head(design(NORTH))).rstrip(b"\n")
    with pytest.raises(DataError, match=said):
        list(read_journal("run.jsonl", data.replace(b"HEAD", head))[1])


def test_tables_have_a_row_for_each_game() -> None:
    """The table has the factors, with the same numbers in every format."""
    done = run(design({**NORTH, "options.difficulty": ("miracle",)}, players=(2,)), 20)
    columns = list_columns(done, list_results(done))
    rows = list(csv.DictReader(io.StringIO(write_rows_csv(columns).decode())))
    assert len(rows) == 4 * 20 == len(columns["seed"])
    assert {row["cards.spread_north.count"] for row in rows} == {"4", "5", "6"}
    assert {row["difficulty"] for row in rows} == {"chicken_soup", "miracle"}
    assert rows[0].keys() >= {
        "players",
        "policy",
        "game",
        "seed",
        "turns",
        "moves",
        "rule",
        "won",
        "points_2",
    }
    assert {row["won"] for row in rows} <= {"yes", "no"}
    assert [row["game"] for row in rows[:20]] == [str(number) for number in range(1, 21)]
    assert {int(row["seed"]) for row in rows[:20]} == {int(row["seed"]) for row in rows[20:40]}


def test_parquet_has_the_same_columns() -> None:
    """Parquet has numbers as numbers, and null for missing values."""
    parquet = pytest.importorskip("pyarrow.parquet")
    done = run(design(NORTH), 10)
    columns = list_columns(done, list_results(done))
    table = parquet.read_table(io.BytesIO(write_parquet(columns)))
    assert table.column_names == list(columns)
    assert table["seed"].to_pylist() == columns["seed"]
    assert write_parquet(columns) == write_parquet(columns)


def test_measures_of_games_with_winners() -> None:
    """Seats, ties, points, and lengths."""
    plan = design({}, "noughts_and_crosses", players=(2,))
    done = run(plan, 80, measure="tied")
    column = done.records.columns[0]
    endings = list(column.list_endings(80))
    assert list(column.measure("seat_1", 80)) == [int(0 in ending.winners) for ending in endings]
    assert list(column.measure("tied", 80)) == [int(len(ending.winners) != 1) for ending in endings]
    assert list(column.measure("turns", 80)) == [ending.turns for ending in endings]
    assert list(column.measure("moves", 80)) == [ending.moves for ending in endings]
    assert list(column.measure("points", 80)) == [sum(ending.points) for ending in endings]
    (result,) = list_results(done)
    assert result.measure.value == sum(column.measure("tied", 80)) / 80
    assert {rule for rule, _ in result.ends} == {"noughts.line", "noughts.full"}


def test_texts_of_rules_are_formatted() -> None:
    """Rule violations of an experiment are reported in the user's language."""
    said: list[str] = []

    def note(sentence: Sentence) -> str:
        said.append(sentence.key)
        return "no"

    with pytest.raises(DesignError, match="no"):
        design({"options.difficulty": ("hard",)}, format=note)
    assert said == ["rule.log.value"]


def test_a_million_games_fit_in_little_memory() -> None:
    """A game takes at most 80 bytes."""
    done = run(design({}, "noughts_and_crosses", players=(2,)), 50)
    column = done.records.columns[0]
    assert sum(one.itemsize for one in column._all) <= 80
    assert json.dumps(list(column.turns))


def test_cards_are_still_cards() -> None:
    """A group of a changed kit is found again by its values."""
    kit = change_kit(shipped.kit("pox"), [("cards.outbreak.count", "16"), ("cards.outbreak.count", "8")])
    pieces = [
        piece.count for piece in kit.parts_of(PieceSet)["cards"].pieces if piece.id.startswith("outbreak")
    ]
    assert pieces == [1] * 8
