"""Score pads that were typed in: what they add up to, and what is wrong with them."""

import re
from collections.abc import Mapping

import pytest

from generator.errors import DataError
from generator.games.virus_and_co.companion import PadColumn, PadForm, PadScoring
from generator.games.virus_and_co.data import State
from generator.model.played import GameLog, Laid, LaidPart, PenMark, Position
from generator.model.values import replace
from generator.play.contracts.samples import play_moves
from generator.play.paper import Report
from generator.rules.form import Finished, write_log
from tests import played
from tests.games.virus_and_co.finished import score
from tests.games.virus_and_co.table import NAMES, rules

GOOD = """game: virus_and_co
players: [Ana, Bo, Cleo]
pad:
  Ana:
    rounds: [{care: -13, total: -13}, {open: 7, pills: 12, guess: -4, total: 1}]
    total: -12
  Bo:
    rounds: [{open: 1, halved: 5, pills: 3, total: -3}, {care: 13, total: -13}]
    total: -16
  Cleo:
    rounds: [{pills: 7, guess: 2, total: 9}, {total: 4}]
    total: 13
length: 2
"""


def form() -> PadForm:
    return next(form for form in played.game("virus_and_co").forms if isinstance(form, PadForm))


def score_changed(old: str, new: str) -> Report:
    assert old in GOOD
    return score(GOOD.replace(old, new, 1))


def test_a_pad_is_added_up() -> None:
    """Lines are calculated, a total alone is taken as it is, and the best grand total wins."""
    report = score(GOOD)
    assert report.faults == ()
    assert {player: each.total for player, each in report.scores.items()} == {
        "Ana": -12,
        "Bo": -16,
        "Cleo": 13,
    }
    assert report.winners == ("Cleo",)
    lines = [(line.label.key, line.points) for line in report.scores["Bo"].rounds[0].lines]
    assert lines == [("tally.pad.open", -1), ("tally.pad.halved", -5), ("tally.pad.pills", 3)]


@pytest.mark.parametrize(
    ("rule", "old", "new", "places"),
    [
        ("pad.round", "guess: -4, total: 1}", "guess: -4, total: 2}", ["total_2_1"]),
        ("pad.end", "total: 13\n", "total: 12\n", ["grand_total_3"]),
        ("pad.care", "care: 13", "care: 12", ["care_2_2"]),
        (
            "pad.over",
            "open: 1, halved: 5, pills: 3, total: -3",
            "open: 8, halved: 5, pills: 10",
            ["open_1_2", "halved_1_2"],
        ),
        ("pad.guess", "pills: 7, guess: 2", "pills: 6, guess: 3", ["guess_1_3"]),
        ("pad.pills", "pills: 7, guess: 2, total: 9", "pills: 50, total: 50", ["pills_1_2", "pills_1_3"]),
        ("care.one", "{pills: 7, guess: 2, total: 9}", "{care: -13, total: -13}", ["care_1_1", "care_1_3"]),
    ],
)
def test_what_a_pad_can_break(rule: str, old: str, new: str, places: list[str]) -> None:
    """The fault names the cells, and nobody wins; sums are those of what is written."""
    report = score_changed(old, new)
    fault = next(fault for fault in report.faults if fault.rule == f"virus_and_co.{rule}")
    assert fault.places == tuple(("pad", place) for place in places)
    assert {each.rule for each in report.faults} <= {fault.rule, "virus_and_co.pad.end"}
    assert report.winners == ()
    assert {*places} <= {place for takes in form().list_takes() for place in takes.places}


def test_intensive_care_counts_without_its_total() -> None:
    """The line is enough."""
    assert score_changed("{care: 13, total: -13}]", "{care: 13}]").faults == ()


def test_a_round_too_many_is_told_as_such() -> None:
    (fault,) = score_changed("length: 2", "length: 1").faults
    assert (fault.rule, fault.round, fault.path) == ("virus_and_co.round.most", 2, ("pad",))
    assert fault.values == {"number": 2, "most": 1}


@pytest.mark.parametrize("more", [0, 1])
def test_players_cannot_have_more_pills_than_there_are(more: int) -> None:
    """The limit is for all players together; Bo has pills worth 3."""
    most = rules().data.share.times(4).points
    pills = most - 3 + more
    faults = score_changed("pills: 7, guess: 2, total: 9", f"pills: {pills}, total: {pills}").faults
    found = [fault.values for fault in faults if fault.rule == "virus_and_co.pad.pills"]
    assert found == [{"number": most + 1, "most": most}] * more


def test_a_log_or_rounds_in_the_same_file_agree() -> None:
    """`pad.differs` and `log.rounds` by the log, `log.scores` by the rounds."""
    rounds = "rounds:\n  - Ana i3 | Bo 1 5+i 4+i b | Cleo 3 yyrr\n"
    pad = "pad:\n  Ana: {rounds: [{care: 13}]}\n  Bo: {rounds: [{open: 1, halved: 5, pills: 1}]}\n"
    pad += "  Cleo: {rounds: [{open: 3, pills: 10}]}\n"
    head = "game: virus_and_co\nplayers: [Ana, Bo, Cleo]\n"
    assert score(head + rounds + pad).faults == ()
    (fault,) = score(head + rounds + pad.replace("pills: 10", "pills: 8")).faults
    assert (fault.rule, fault.player, fault.line) == ("log.scores", "Cleo", 5)
    state, log = log_of(0)
    own = form().write(form().lay_state(state), state.players).split("\n", 2)[2]
    assert score(log + own).faults == ()
    wrong = re.sub(r"open: 0", "open: 1", own, count=1).replace("total:", "# total:")
    assert {fault.rule for fault in score(log + wrong).faults} == {"virus_and_co.pad.differs"}
    shorter = "pad:\n  Ana: {rounds: [{pills: 1}]}\n"
    assert "virus_and_co.log.rounds" in {fault.rule for fault in score(log + shorter).faults}


def log_of(seed: int) -> tuple[State, str]:
    """The end of a random game, and its log as a score file."""
    players = NAMES[:3]
    moves = [*play_moves(rules(), players, setup={}, seed=seed)]
    log = GameLog("virus_and_co", tuple(players), tuple(move.line for move in moves))
    return moves[-1].step.state, write_log(log)


def test_sums_are_filled_in() -> None:
    """From the lines; totals without lines stay, and what is not a number stays too."""
    written = {"name_1": "Ana", "open_1_1": "3", "pills_1_1": "7", "total_2_1": "-2", "pills_1_2": "5"}
    position = Position((LaidPart("score_pad", tuple(Laid("pad", *each) for each in pen(written))),))
    found = {laid.place: laid.mark for part in form().complete(position).parts for laid in part.laid}
    totals = {"total_1_1": "4", "grand_total_1": "2", "total_1_2": "5", "grand_total_2": "5"}
    assert found == dict(pen({**written, **totals}))
    wrong = Position((LaidPart("score_pad", (Laid("pad", "open_1_1", PenMark("text", "a few")),)),))
    assert form().complete(wrong) == wrong


def pen(written: dict[str, str]) -> list[tuple[str, PenMark]]:
    return [(place, PenMark("text", text)) for place, text in written.items()]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("open: 7", "open: many", "5:46: pad.Ana.rounds[2].open: “many” cannot be read here"),
        ("care: 13", "cure: 13", "“cure” is not known here"),
        ("  Bo:", "  Zoe:", "“Zoe” is not known here"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(old: str, new: str, told: str) -> None:
    with pytest.raises(DataError, match=re.escape(told)):
        score_changed(old, new)


@pytest.mark.parametrize(
    ("written", "is_over"),
    [
        ({"total_2_1": "4", "total_2_2": "-13"}, True),
        ({"total_2_1": "4", "total_1_2": "-13"}, False),
        ({"total_1_1": "4", "total_1_2": "-13"}, False),
        ({}, True),
    ],
)
def test_a_game_may_be_over_with_the_totals_of_the_last_round(written: dict[str, str], is_over: bool) -> None:
    """Every player with a column needs a total."""
    position = Position((LaidPart("score_pad", tuple(Laid("pad", *each) for each in pen(written))),))
    assert form().may_be_over(position, {"length": "2"}) == is_over


def test_a_pad_without_columns_says_nothing() -> None:
    """It agrees with a log of no rounds; a kit for any number of players has no pad with columns."""
    pads = form().scoring
    assert isinstance(pads, PadScoring)
    start = rules().start(NAMES[:3], {})
    empty = Finished[Mapping[str, PadColumn]](NAMES[:3], {}, {})
    assert [*pads.compare(empty, start)] == [*pads.list_faults(empty)] == []
    assert form().columns == 6
    assert PadForm(PadScoring(replace(pads.kit, players="3+"), pads.data)).columns == 0
