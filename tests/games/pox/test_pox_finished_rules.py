"""Finished boards: what is found on them, at which place and line, and what cannot be read."""

from dataclasses import replace

import pytest

from generator.errors import DataError
from generator.games.pox import make_game
from generator.games.pox.companion import make_form
from generator.games.pox.game import State
from generator.play.paper import Referee, Report, plain_report
from generator.play.walks.walkthrough import list_keys
from generator.read.scores import decode_score, read_score_file
from generator.rules.core import RulesError, Sentence
from tests import shipped
from tests.games.pox.boards import make_kit, play, rules, rules_found, say_board, score, show

PRINTED = """
    . . . . . . . . .
    . . . b b . . . .
    . . b r r b . . .
    . . . b r b . . .
    . . . . b b b . .
    . . . . b r r b .
    . . . . . b b . .
    . . k . . . . . .
    . b r b . . . . .
"""
"""The board of the printed rules: contained, with one dead."""


def rows_of(board: str, **changed: str) -> list[str]:
    """Its rows, some places changed: `c9="."`."""
    rows = [line.split() for line in board.strip().splitlines()]
    for place, sign in changed.items():
        rows[int(place[1:]) - 1][ord(place[0]) - ord("a")] = sign
    return [" ".join(row) for row in rows]


def resume(text: str) -> State:
    game = make_game(shipped.kit("pox"))
    file = read_score_file(decode_score(text.encode()), list_keys(game))
    assert game.scoring
    assert game.resume
    table = game.scoring.read(file.finished, file.players, file.options, file.findings)
    assert table
    return game.resume(table)


def judge(board: str, level: str = "chicken_soup", **changed: str) -> Report:
    return score(say_board(rows_of(board, **changed), difficulty=level))


def test_a_board_that_is_contained_is_won() -> None:
    """`end.contained`: the one of the printed rules; how it came about is not known."""
    report = judge(PRINTED)
    assert report.verdict == "consistent"
    assert report.outcome is not None
    assert (report.outcome.won, report.outcome.rule) == (True, "pox.end.contained")
    assert [note.key for note in report.notes] == ["tally.contained"]


def test_a_board_that_is_not_contained_is_open() -> None:
    """And the places are told where the disease can still spread."""
    report = judge(PRINTED, e5=".", d2=".")
    assert report.verdict == "consistent"
    assert report.outcome is None
    (note,) = report.notes
    assert note.values["places"] == ("d2", "e5")
    plain = plain_report(report, shipped.kit("pox").wordings["en"])
    assert plain["outcome"] == {"won": None, "rule": ""}


def test_a_board_with_a_death_too_many_is_lost() -> None:
    """`end.deaths`: by the level that was agreed."""
    report = judge(PRINTED, "miracle")
    assert report.outcome is not None
    assert (report.outcome.won, report.outcome.rule) == (False, "pox.end.deaths")
    assert judge(PRINTED, "intensive_care").outcome == judge(PRINTED).outcome


def test_numbers_stand_beside_the_outcome() -> None:
    """Infected, immune, dead; without players' names they belong to all."""
    report = judge(PRINTED)
    (found,) = report.scores.values()
    assert [line.points for line in found.rounds[0].lines] == [6, 15, 1]
    text = say_board(rows_of(PRINTED), players="[Ana, Bo]")
    assert list(score(text).scores) == ["Ana", "Bo"]
    assert rules_found(score(say_board(rows_of(PRINTED), players="[Ana, Ana]"))) == ["players.twice"]


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"d4": ".", "d3": "b"}, ["setup.patients d4"]),
        ({"b3": "b"}, ["vaccinate.vulnerable b3"]),
        ({"g2": "r"}, ["spread.source g2", "deaths.vulnerable g2"]),
        ({"b3": "r", "b2": "b"}, ["deaths.vulnerable b3"]),
        ({"c9": "."}, ["spread.source c8"]),
        ({"a1": "k"}, ["deaths.cause a1"]),
        ({"a1": "r", "b1": "r", "a2": "r"}, ["deaths.surrounded a1"]),
        ({"h4": "k"}, ["spread.source h4"]),
    ],
)
def test_what_is_wrong_with_a_board(changed: dict[str, str], found: list[str]) -> None:
    """`setup.patients`, `spread.source`, `deaths.cause` and others: each with its place and its line."""
    report = judge(PRINTED, **changed)
    assert report.verdict == "illegal"
    assert rules_found(report) == found
    assert report.outcome is None
    wording = shipped.kit("pox").wordings["en"]
    for fault in report.faults:
        assert fault.line == 3 + int(fault.where[1:])
        assert fault.where in fault.sentence.format(wording)


def test_all_faults_are_told_at_once() -> None:
    """In the order of the board, as it is read."""
    found = rules_found(judge(PRINTED, d4=".", b3="b", g2="b", a9="k"))
    assert found == [
        "vaccinate.vulnerable g2",
        "vaccinate.vulnerable b3",
        "setup.patients d4",
        "deaths.cause a9",
    ]


def crowded(sign: str, number: int) -> list[str]:
    """Patients, and so many signs on people who are not vulnerable."""
    left = number
    rows = []
    vulnerable = {"g2", "b3", "h4", "b6", "h7", "c8"}
    for y in range(1, 10):
        row = []
        for letter in "abcdefghi":
            place = f"{letter}{y}"
            if place in ("d4", "f6"):
                row.append("r")
            elif place not in vulnerable and left:
                row.append(sign)
                left -= 1
            else:
                row.append(".")
        rows.append(" ".join(row))
    return rows


def test_no_more_chips_than_there_are() -> None:
    """`chips.blue` and `chips.red`: those of the kit."""
    assert rules_found(score(say_board(crowded("b", 50)))) == []
    assert rules_found(score(say_board(crowded("b", 51)))) == ["chips.blue"]
    report = score(say_board(crowded("r", 39)))
    assert rules_found(report) == ["chips.red"]
    assert report.faults[0].values == {"number": 41, "most": 40}


def test_with_all_red_chips_placed_the_dead_may_be_missing() -> None:
    """`chips.at_once`: who ran out of chips stopped there; with one chip fewer nobody did."""
    assert rules_found(score(say_board(crowded("r", 38)))) == []
    assert "deaths.surrounded" in {
        found.split()[0] for found in rules_found(score(say_board(crowded("r", 37))))
    }


def test_the_last_red_chip_loses_where_that_is_agreed() -> None:
    """`end.last_chip`: a variant of the head, as for logs."""
    text = say_board(crowded("r", 38), strict_chip_limit="yes")
    report = score(text)
    assert report.outcome is not None
    assert (report.outcome.won, report.outcome.rule) == (False, "pox.end.last_chip")


def board_of_dead(**changed: str) -> Report:
    board = """
        . . . . . . r k .
        . . . . . . k . .
        . k r . . . . . .
        . . . r . . r k .
        . . . . . . . . .
        r k . . . r . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    return judge(board, **{"level": "cough_medicine", "h1": ".", **changed})


def test_no_more_dead_than_the_one_that_lost_the_game() -> None:
    """`deaths.most`: the game was over with the one before."""
    assert rules_found(board_of_dead()) == []
    assert rules_found(board_of_dead(level="intensive_care")) == ["deaths.most"]
    outcome = board_of_dead().outcome
    assert outcome is not None
    assert outcome.rule == "pox.end.deaths"


def test_the_last_death_has_just_happened() -> None:
    """`deaths.last`: nobody was helped after it, so not all of those around the dead are immune."""
    healed = {"g1": "b", "c3": "b", "g4": "b", "a6": "b"}
    assert rules_found(board_of_dead(**healed)) == ["deaths.last"]
    assert rules_found(board_of_dead(**(healed | {"g1": "r"}))) == []


def test_there_was_a_first_card() -> None:
    """`spread.first`: where anybody is immune, somebody was infected before; and all at once, or nobody."""
    start = [". . . . . . . . ."] * 9
    start[3], start[5] = ". . . r . . . . .", ". . . . . r . . ."
    assert rules_found(score(say_board(start))) == []
    helped = [*start[:2], ". . . b . . . . .", *start[3:]]
    assert rules_found(score(say_board(helped))) == ["spread.first"]
    spread = [*helped[:4], ". . . . . b . . .", *start[5:]]
    assert rules_found(score(say_board(spread))) == []
    half = [*start[:2], ". . . r . . . . .", *start[3:]]
    assert rules_found(score(say_board(half))) == ["spread.first"]
    whole = [*half[:4], ". . . . . r . . .", *start[5:]]
    assert rules_found(score(say_board(whole))) == []


@pytest.mark.parametrize(
    ("board", "found"),
    [
        ("r k r .\n. . . .", ["spread.source c1"]),
        ("r r r .\n. . . .", ["deaths.vulnerable b1", "spread.source c1"]),
        ("r k . .\nb r r .", []),
        ("r k . r\nb . . r", ["spread.source d1", "spread.source d2"]),
    ],
)
def test_whom_nobody_can_have_infected(board: str, found: list[str]) -> None:
    """`spread.source`: vulnerable people die before they infect others, and nobody falls ill alone."""
    referee = Referee(make_kit("P V A A\nA A A A"))
    report = referee.score(
        decode_score(f"game: pox\nboard: |\n  {board.replace(chr(10), chr(10) + '  ')}\n".encode())
    )
    assert sorted(rules_found(report)) == found


def test_a_board_and_its_log_agree() -> None:
    """`log.differs`: all places where they do not are named."""
    log = "log:\n  - nature: spread north\n  - Ana: done\n"
    rows = [". . . . . . . . ."] * 9
    rows[2], rows[3], rows[4], rows[5] = (". . . r . . . . .",) * 2 + (". . . . . r . . .",) * 2
    text = say_board(rows, players="[Ana]") + log
    assert score(text).verdict == "proved"
    rows[8] = "r . . . . . . . b"
    report = score(say_board(rows, players="[Ana]") + log)
    assert rules_found(report) == ["log.differs a9"]
    assert report.faults[0].values["places"] == ("a9", "i9")


def test_some_of_the_last_card_may_lie_there_when_chips_have_run_out() -> None:
    """`log.differs`: nobody can say in which order they were placed; other chips are as they were."""
    referee = Referee(make_kit("P A A\nA A A\nP A A\nA A A", red=3))
    head = "game: pox\nplayers: [Ana]\nlog:\n  - nature: spread east\nboard: |\n"

    def judged(board: str) -> list[str]:
        return rules_found(referee.score(decode_score((head + board).encode())))

    assert judged("  r . .\n  . . .\n  r . .\n  . . .\n") == []
    assert judged("  r r .\n  . . .\n  r . .\n  . . .\n") == []
    assert judged("  r b .\n  . . .\n  r b .\n  . . .\n") == ["log.differs b1"]


UNREADABLE = {
    "a row too long": (
        1,
        ". . . . . . . . . .",
        "4:21: board: 10 signs, but 9 are needed",
    ),
    "a row too short": (2, ". . . .", "5:10: board: 4 signs, but 9 are needed"),
    "a letter of no chip": (
        3,
        ". . x . . . . . .",
        r"6:7: board: “x” is not a sign that is used here \(“.” no chip",
    ),
    "a tab": (4, ". .\t. . . . . . .", "7:6: board: there is a tab here"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_cannot_be_read_is_told_with_line_and_column(kind: str) -> None:
    """And what would be right."""
    number, row, told = UNREADABLE[kind]
    rows = rows_of(PRINTED)
    rows[number - 1] = row
    with pytest.raises(DataError, match=told):
        score(say_board(rows, difficulty="miracle"))


def test_all_that_cannot_be_read_is_told_at_once() -> None:
    """Line by line."""
    rows = rows_of(PRINTED)
    rows[0], rows[8] = ". . . . . . . . . . .", "q b r b . . . . ."
    with pytest.raises(DataError) as caught:
        score(say_board(rows, difficulty="hard"))
    assert [problem.line for problem in caught.value.problems] == [2, 4, 12]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game: pox\nboard: |\n  . . .\n", "2:1: board: 1 row, but 9 are needed"),
        ("game: pox\nboard: [a, b]\n", "2:8: board: 0 rows, but 9 are needed"),
        ("game: pox\nboard:\n", "2:1: board: 0 rows, but 9 are needed"),
        ("game: pox\n", r"nothing to score \(add “board:” or add “log:”\)"),
        (
            say_board(rows_of(PRINTED), difficulty="soup"),
            "2:13: difficulty: “soup” is not known here",
        ),
        (
            say_board([*rows_of(PRINTED), ". ."], difficulty="miracle"),
            "13:3: board: 10 rows, but 9 are needed",
        ),
        (
            say_board(rows_of(PRINTED), strict_chip_limit="maybe"),
            "2:20: strict_chip_limit: “maybe” is not known here",
        ),
        (say_board(rows_of(PRINTED), level="miracle"), "2:1: level: “level” is not known here"),
    ],
)
def test_what_is_no_board_is_told(text: str, told: str) -> None:
    """Where it stands."""
    with pytest.raises(DataError, match=told):
        score(text)


def test_blanks_borders_capitals_and_foreign_line_ends_do_not_matter() -> None:
    """A board is typed as one likes."""
    rows = rows_of(PRINTED)
    text = say_board(rows, difficulty="chicken_soup")
    expected = score(text)
    for other in (
        say_board([row.replace(" ", "") for row in rows], difficulty="chicken_soup"),
        say_board([f"| {row.upper()}" for row in rows], difficulty="chicken_soup"),
        text.replace("\n", "\r\n"),
        "\ufeff" + text,
        text.replace("difficulty: chicken_soup\n", ""),
    ):
        found = score(other)
        assert (found.outcome, found.verdict) == (expected.outcome, expected.verdict)
        assert [each.rounds for each in found.scores.values()] == [
            each.rounds for each in expected.scores.values()
        ]


def test_a_row_is_asked_for_until_it_can_be_read() -> None:
    """On a terminal, after the level; what comes of it is a score file that can be read."""
    from_answers = iter(["cough  Medicine", "x", *rows_of(PRINTED)])
    game = Referee(shipped.kit("pox")).find("")
    assert game.scoring is not None
    questions = game.scoring.ask(game.companion.questions)
    wording = shipped.kit("pox").wordings["en"]
    problems = []
    question = next(questions)
    try:
        while True:
            problems += [question.problem] if question.problem else []
            assert question.text.format(wording)
            question = questions.send(next(from_answers))
    except StopIteration as end:
        text = end.value
    assert problems == [Sentence("tally.wrong.mark", mark="x")]
    assert "difficulty: cough_medicine" in text
    assert score(text).outcome == judge(PRINTED).outcome


def test_a_row_without_chips_is_not_typed() -> None:
    """Enter alone will do, as it does for the usual level."""
    game = Referee(shipped.kit("pox")).find("")
    assert game.scoring is not None
    questions = game.scoring.ask(game.companion.questions)
    next(questions)
    try:
        for answer in ("", *("...r....." if row == 4 else "" for row in range(1, 10))):
            assert not questions.send(answer).problem
    except StopIteration as end:
        text = end.value
    assert "difficulty: chicken_soup" in text
    rows = text.partition("board: |\n")[2].splitlines()
    empty = list(".........")
    assert [row.split() for row in rows] == [*[empty] * 3, list("...r....."), *[empty] * 5]


def test_a_blank_file_is_the_set_up() -> None:
    """It can be read as it is: nothing has happened yet."""
    for wording in shipped.kit("pox").wordings.values():
        text = Referee(shipped.kit("pox")).scoring.write_blank(wording)
        assert text.startswith("# ")
        report = score(text)
        assert (report.verdict, report.outcome) == ("consistent", None)


def test_a_board_of_a_kit_of_ones_own_is_judged_as_it_is() -> None:
    """Its rows, its gaps, its chips."""
    referee = Referee(make_kit("P A -\nA A V", red=2))
    report = referee.score(decode_score(b"game: pox\nboard: |\n  r b\n  b . .\n"))
    assert report.verdict == "consistent"
    report = referee.score(decode_score(b"game: pox\nboard: |\n  r b\n  r r .\n"))
    assert rules_found(report) == ["chips.red"]


def test_a_game_continues_from_a_board() -> None:
    """Named players draw from a deck of all cards, under the terms of the file."""
    text = say_board(rows_of(PRINTED, e5="."), players="[Ana, Bo]", difficulty="miracle", deaths_allowed="6")
    state = resume(text)
    assert (state.players, state.stage, state.terms.allowed) == (("Ana", "Bo"), "draw", 6)
    assert (state.deck, state.active) == (rules().data.deck, 0)
    assert show(rules(), play(rules(), state, "spread south", "cure e4")).split()[4 * 9 + 4] == "r"
    over = resume(say_board(rows_of(PRINTED), players="[Ana]"))
    assert (over.is_over, rules().actors(over)) == (True, ())
    assert rules().outcome(over) == replace(score(say_board(rows_of(PRINTED))).outcome, winners=("Ana",))


@pytest.mark.parametrize(
    ("head", "changed", "rule"),
    [({}, {}, "players.number"), ({"players": "[Ana]"}, {"b3": "b"}, "pox.vaccinate.vulnerable")],
)
def test_a_game_continues_only_from_what_can_be_played(
    head: dict[str, str], changed: dict[str, str], rule: str
) -> None:
    """Somebody must be there to play, and the board must follow the rules."""
    with pytest.raises(RulesError) as caught:
        resume(say_board(rows_of(PRINTED, **changed), **head))
    assert caught.value.rule == rule


def test_whoever_was_surrounded_may_be_dead() -> None:
    """`deaths.cause`: all neighbours have chips; with one who has none, it is refused."""
    assert judge(PRINTED, a1="k", a2="r", b1="r").faults == ()
    assert rules_found(judge(PRINTED, a1="k", a2="r")) == ["deaths.cause a1"]


def test_faults_have_the_places_that_are_wrong() -> None:
    """Those of too many chips are about the board, those of the dead about each of them."""
    too_many = score(say_board(crowded("b", 51)))
    assert [fault.places for fault in too_many.faults] == [(("people", ""),)]
    dead = score(say_board(crowded("k", 7), difficulty="miracle"))
    (found,) = (fault for fault in dead.faults if fault.rule == "pox.deaths.most")
    assert len(found.places) == 7
    assert {area for area, _ in found.places} == {"people"}


def test_a_patient_who_would_die_at_once_lives_until_the_first_card() -> None:
    """Only a board of one's own has such patients."""
    referee = Referee(make_kit("X A A\nA A P"))
    assert rules_found(referee.score(decode_score(b"game: pox\nboard: |\n  r . .\n  . . r\n"))) == []


def test_the_note_names_who_is_in_danger() -> None:
    (score_of,) = judge(PRINTED, e5=".").scores.values()
    assert score_of.note is not None
    assert (score_of.note.key, score_of.note.values) == ("tally.exposed", {"places": ("e5",), "number": 1})


def test_the_form_of_a_board_has_its_words() -> None:
    """What its entries are called, how it is filled in, and the values of its variants."""
    scoring = make_game(shipped.kit("pox")).scoring
    assert scoring is not None
    texts = shipped.kit("pox").wordings["en"].sentences
    form = make_form(rules().data.people)
    assert form.hint is not None
    assert form.hint.key in texts
    assert form.plural == "people"
    assert {"yes", "no", *rules().data.levels} <= {*scoring.value_names}
    assert all(name.key in texts for name in scoring.value_names.values())


def test_without_red_chips_left_the_first_card_may_be_carried_out_in_part() -> None:
    """With one chip more, it could have been carried out."""
    board = "game: pox\nboard: |\n  b . . .\n  . r . .\n  . . . r\n"
    for red, found in ((2, False), (3, True)):
        referee = Referee(make_kit("P A A A\nA A A A\nA A A P", red=red))
        assert ("spread.first" in rules_found(referee.score(decode_score(board.encode())))) is found
