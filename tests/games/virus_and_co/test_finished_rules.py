"""Finished games that are typed in: what they score, and what is found to be wrong with them."""

from types import SimpleNamespace
from typing import Any

import pytest

from generator.errors import DataError
from generator.games.virus_and_co.scoring import ROUND, Rounds, parse_tableau
from generator.model.played import GameLog
from generator.play.contracts.samples import play_moves
from generator.rules.core import Listed, Sentence
from generator.rules.form import FormReading, say_hint, write_log
from tests.games.virus_and_co.finished import play_game, rounds_of, say_game, say_tableau, score, score_rounds
from tests.games.virus_and_co.table import NAMES, rules

EXAMPLE = """\
game: virus_and_co
players: [Alfons, Beatrix, Clemens, Eva]
rounds:
  - Alfons:  {injections: 3}
    Clemens: {viruses: [4+i, 5+i, 1], pills: r}
    Beatrix: {viruses: [3, 4], pills: bbyyrr, diagnosis: Clemens}
    Eva:     {viruses: [4, 2, 1], pills: brr, nurse: Beatrix}
length: 1
"""
IN_WORDS = (
    "Alfons i3 | Clemens 4+i 5+i 1 r | Beatrix 3 4 bbyyrr diagnosis=Clemens | Eva 4 2 1 brr nurse=Beatrix"
)


def test_the_source_s_example() -> None:
    """-13, +1, -3 and +2, each line of the calculation as the source has it."""
    report = score(EXAMPLE)
    assert report.verdict == "consistent"
    assert report.faults == ()
    totals = {name: each.total for name, each in report.scores.items()}
    assert totals == {"Alfons": -13, "Beatrix": 1, "Clemens": -3, "Eva": 2}
    assert [line.points for line in report.scores["Beatrix"].rounds[0].lines] == [-7, 12, -4]
    assert [line.points for line in report.scores["Eva"].rounds[0].lines] == [-7, 7, 2]
    assert [line.points for line in report.scores["Clemens"].rounds[0].lines] == [-6, 3]
    assert report.winners == ("Eva",)


def test_the_same_in_words_is_the_same() -> None:
    """On the command line; in a file, with a colon after the name, or with the words after each name."""
    wanted = {name: each.total for name, each in score(EXAMPLE).scores.items()}
    lines = [f"    {piece.strip().replace(' ', ': ', 1)}\n" for piece in IN_WORDS.split("|")]
    by_player = "game: virus-and-co\nrounds:\n  -" + "".join(lines)[3:]
    for report in (
        score_rounds(IN_WORDS),
        score(f"game: virus_and_co\nrounds: ['{IN_WORDS}']"),
        score(f"game: Virus-and-Co\nplayers: [Eva, Alfons, Beatrix, Clemens]\nrounds:\n  - {IN_WORDS}\n"),
        score(by_player),
        score(by_player.replace("Alfons: i3", "Alfons: {injections: '3'}").replace("r\n", "r \n")),
    ):
        assert {name: each.total for name, each in report.scores.items()} == wanted


def test_commas_and_capital_letters_do_not_matter() -> None:
    """People write as they do; names keep their letters."""
    report = score_rounds("Ana I3 | Bo B 4+I, 5 BBY | Cleo 3,3 r,r nurse=Ana")
    assert report.verdict == "consistent"
    assert {name: each.total for name, each in report.scores.items()} == {"Ana": -13, "Bo B": -3, "Cleo": -4}
    text = "game: virus_and_co\nrounds:\n  - {Ana: i3, Bo: {viruses: '4+I, 5', pills: 'B, b Y'}, Cleo: r}\n"
    assert score(text).scores["Bo"].total == -3


def test_several_rounds_are_added_up() -> None:
    """Best total wins; a tie is shared."""
    report = score_rounds("Ana i3 | Bo 4 b | Cleo y", "Ana bb | Bo 6 6 1 | Cleo r")
    assert [report.scores[name].total for name in ("Ana", "Bo", "Cleo")] == [-11, -16, 5]
    tie = score_rounds("Ana i3 | Bo 4 b | Cleo 4 b")
    assert tie.winners == ("Bo", "Cleo")


@pytest.mark.parametrize(
    ("rule", "round", "player"),
    [
        ("care.one", "Ana i3 | Bo 6 6 1 b | Cleo b", ""),
        ("round.unfinished", "Ana i2 | Bo 6 6 b | Cleo b", ""),
        ("round.missing", "Ana i3 | Bo 6 6 b", "Cleo"),
        ("care.third", "Ana i4 | Bo b | Cleo b", "Ana"),
        ("care.counted", "Ana i3 | Bo 4+i 5+i i1 b | Cleo b", "Bo"),
        ("care.late", "Ana 6 6 5 4 | Bo b | Cleo b", "Ana"),
        ("care.late", "Ana 6+i 6+ii 6 5 | Bo b | Cleo b", "Ana"),
        ("predict.other", "Ana i3 | Bo b diagnosis=Bo | Cleo b", "Bo"),
        ("predict.other", "Ana i3 | Bo b | Cleo b nurse=Cleo", "Cleo"),
        ("cards.viruses", "Ana i3 | Bo 7 b | Cleo b", ""),
        ("cards.viruses", "Ana i3 | Bo 1 1 1 1 1 1 b | Cleo b", ""),
        ("cards.predictions", "Ana i3 diagnosis=Bo | Bo b diagnosis=Ana | Cleo b", ""),
        ("cards.predictions", "Ana i3 nurse=Bo | Bo b | Cleo nurse=Bo", ""),
        ("cards.pills", "Ana i3 | Bo bbbbbbbbbbbb | Cleo b", ""),
        ("cards.pills", "Ana i3 | Bo yyyyy | Cleo yyyy", ""),
        ("players.number", "Ana i3 | Bo b", ""),
    ],
)
def test_what_a_finished_round_can_break(rule: str, round: str, player: str) -> None:
    """Each of these breaks one rule, is told with the round and the player, and nobody wins."""
    complete = "Ana i3 | Bo b | Cleo b"
    before = [] if rule == "players.number" else [complete]
    report = score_rounds(*before, round)
    assert report.verdict == "illegal"
    (fault,) = report.faults
    assert fault.rule == (rule if rule == "players.number" else f"virus_and_co.{rule}")
    if before:
        assert (fault.player, fault.round, fault.line) == (player, 2, 2)
    assert report.winners == ()


def test_more_injections_than_the_kit_prints() -> None:
    """`cards.injections`: ten, and three of the risk cards."""
    names = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Fay")
    report = score_rounds(" | ".join(f"{name} i3" for name in names))
    assert "virus_and_co.cards.injections" in {fault.rule for fault in report.faults}
    all_of_them = " | ".join(("Ana i3", *(f"{name} i2" for name in names[1:])))
    assert score_rounds(all_of_them).faults == ()


def test_what_is_not_wrong() -> None:
    """Twelve points; three injections on a virus; a single prediction; a player with nothing."""
    for round in (
        "Ana i3 | Bo 6 6 | Cleo -",
        "Ana 6+iii | Bo b | Cleo b",
        "Ana 6 6 3 b i2 | Bo i2 diagnosis=Ana nurse=Cleo | Cleo",
        "Ana: 6 6 1 | Bo: - | Cleo: bbb",
        "Ana 6+i 6+i 6+i | Bo b | Cleo b",
        "Ana 1 1+ii 6+i | Bo b | Cleo b",
        "Ana 6 6 6 | Bo b | Cleo b",
    ):
        assert score_rounds(round).verdict == "consistent", round


def test_a_round_without_intensive_care_has_used_up_both_piles() -> None:
    """`round.unfinished`: with six players, and every virus and injection of the piles before them."""
    viruses = ["6+ii", "6+ii", "6+ii", "5+ii", "5+ii"] + ["5"] + ["4"] * 6 + ["3"] * 6 + ["2"] * 5 + ["1"] * 5
    hands: list[list[str]] = [[viruses.pop(0)] for _ in range(5)] + [[]]
    points = [0] * 6
    for virus in sorted(viruses, reverse=True):
        place = points.index(min(points))
        hands[place].append(virus)
        points[place] += int(virus)
    assert max(points) <= 12
    names = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Fay")
    line = " | ".join(f"{name} {' '.join(hand)} b" for name, hand in zip(names, hands, strict=True))
    assert score_rounds(line).verdict == "consistent"
    fewer = line.replace(" 1 ", " ", 1)
    assert fewer != line
    assert {fault.rule for fault in score_rounds(fewer).faults} == {"virus_and_co.round.unfinished"}


@pytest.mark.parametrize("seed", range(60))
def test_what_random_legal_play_leaves_behind_is_consistent(seed: int) -> None:
    """Written down as a finished game, it scores what the engine says, and nothing is wrong with it."""
    state = play_game(seed)
    report = score(say_game(state.players, rounds_of(state)))
    assert report.faults == ()
    assert report.scores == {player: rules().score(state, player) for player in state.players}
    assert report.outcome == rules().outcome(state)


def problems(text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        score(text)
    return [str(problem).removeprefix("standard input:") for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("4+i,", "4+j,", "5:25: rounds[1].Clemens.viruses[1]: “4+j” cannot be read here"),
        ("[3, 4]", "[3, x]", "6:28: rounds[1].Beatrix.viruses[2]: “x” cannot be read here"),
        ("[3, 4]", "{3: 4}", "6:24: rounds[1].Beatrix.viruses: this must be a list"),
        ("pills: r}", "pills: rx}", "5:46: rounds[1].Clemens.pills: “rx” cannot be read here"),
        ("pills: r}", "pills: }", "5:39: rounds[1].Clemens.pills: a value is missing here"),
        (
            "pills: r}",
            "pils: r}",
            "5:39: rounds[1].Clemens.pils: “pils” is not known here; did you mean pills?",
        ),
        (
            "injections: 3",
            "injections: three",
            "4:27: rounds[1].Alfons.injections: “three” cannot",
        ),
        ("injections: 3", "injections: " + "3" * 400, "4:27: rounds[1].Alfons.injections: “33333"),
        (
            "diagnosis: Clemens",
            "diagnosis: Clemans",
            "6:58: rounds[1].Beatrix.diagnosis: “Clemans” is not known here; did you mean Clemens?",
        ),
        ("    Eva:", "    Ewa:", "7:5: rounds[1].Ewa: “Ewa” is not known here; did you mean Eva?"),
        ("    Eva:", "    Alfons:", "7:5: duplicate key `Alfons`"),
        ("    Eva:", "\tEva:", "7:1: a tab is used to indent"),
        (
            "{injections: 3}",
            "",
            "4:5: rounds[1].Alfons: this must be keys with values",
        ),
        (
            "{injections: 3}",
            "i3 i2",
            "4:17: rounds[1].Alfons: “i” is there twice",
        ),
        ("{injections: 3}", "4 rr 4+iiii", "4:19: rounds[1].Alfons: “4+iiii” cannot be read here"),
        ("{injections: 3}", "i3 nurse=Evi", "4:17: rounds[1].Alfons: “Evi” is not known here"),
        (
            "{injections: 3}",
            "i3 nurse=Eva nurse=Eva",
            "4:27: rounds[1].Alfons: “nurse=Eva” is there twice",
        ),
        (
            "{injections: 3}",
            "[3]",
            "4:14: rounds[1].Alfons: this must be keys with values",
        ),
        ("rounds:", "round:", "3:1: round: “round” is not known here; did you mean rounds?"),
        ("virus_and_co", "virus_and_go", "1:7: game: this file is of the game “virus_and_go”"),
        ("game: virus_and_co\n", "", "1:1: “game” is missing"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(old: str, new: str, told: str) -> None:
    """Line and column of the very word that is wrong, and what would be right."""
    assert old in EXAMPLE
    found = problems(EXAMPLE.replace(old, new, 1))
    assert any(problem.startswith(told) for problem in found), found


def test_all_problems_are_told_at_once() -> None:
    """As everywhere."""
    text = EXAMPLE.replace("4+i,", "4+j,").replace("pills: brr", "pills: bzz").replace("Clemens}", "Clem}")
    assert len(problems(text)) == 3


@pytest.mark.parametrize(
    ("round", "column"),
    [("Ana i3 | Bo 4 zz | Cleo b", 15), ("Ana i3 | | Bo b", 9), ("Ana i3 | Bo b | Ana b", 17)],
)
def test_the_command_line_has_lines_and_columns_too(round: str, column: int) -> None:
    """A line for each round."""
    with pytest.raises(DataError) as caught:
        score_rounds("Ana i3 | Bo b | Cleo b", round)
    assert str(caught.value).startswith(f"--round:2:{column}: ")


def test_names_may_have_blanks() -> None:
    """In rounds in words, and in predictions."""
    report = score_rounds("Ana Maria i3 | Bo b nurse=Ana Maria r | Cleo b diagnosis=Ana Maria")
    assert {name: each.total for name, each in report.scores.items()} == {
        "Ana Maria": -13,
        "Bo": 0,
        "Cleo": 3,
    }


def play_out() -> str:
    """The log of a round of three players with random moves, and what lies there in the end."""
    players, seed = NAMES[:3], 3
    played = list(play_moves(rules(), players, setup={"length": "1"}, seed=seed))
    lines = tuple(each.line for each in played)
    log = write_log(GameLog("virus_and_co", players, lines, {"length": "1"}))
    (round,) = rounds_of(played[-1].step.state)
    return log.replace(
        "log:", f"rounds:\n  - {' | '.join(f'{name} {say_tableau(t)}' for name, t in round.items())}\nlog:"
    )


def test_a_log_and_its_finished_rounds_agree() -> None:
    """`log.differs`, `log.rounds`: both may stand in a file, and then must say the same."""
    text = play_out()
    assert score(text).verdict == "proved"
    line = text.split("\n")[4]
    care = next(name for name, each in score(text).scores.items() if each.total == -13)
    other = next(name for name in NAMES[:3] if name != care)
    more = text.replace(line, line.replace(f"{other} ", f"{other} b ") if f"{other} -" not in line else line)
    faults = score(more).faults
    assert [(fault.rule, fault.player, fault.line) for fault in faults] == [
        ("virus_and_co.log.differs", other, 5)
    ]
    swapped = line.replace(f"{care} ", "@ ").replace(f"{other} ", f"{care} ").replace("@ ", f"{other} ")
    faults = score(text.replace(line, swapped)).faults
    assert {fault.rule for fault in faults} == {"virus_and_co.log.differs"}
    assert {fault.player for fault in faults} == {care, other}
    twice = text.replace(line, f"{line}\n{line}")
    assert [(fault.rule, fault.line) for fault in score(twice).faults] == [("virus_and_co.round.most", 6)]
    longer = score(twice.replace("length: 1", "length: 2"))
    assert [fault.rule for fault in longer.faults] == ["virus_and_co.log.rounds"]


@pytest.mark.parametrize(
    ("head", "rounds", "winners", "rules"),
    [
        ("length: 3\n", 1, (), []),
        ("length: 3\n", 3, ("Cleo",), []),
        ("", 2, (), []),
        ("", 3, ("Cleo",), []),
        ("length: 1\n", 1, ("Cleo",), []),
        ("length: 1\n", 2, (), ["virus_and_co.round.most"]),
        ("", 4, (), ["virus_and_co.round.most"]),
        ("length: 0\n", 1, (), ["log.value"]),
    ],
)
def test_the_number_of_rounds_is_a_rule(
    head: str, rounds: int, winners: tuple[str, ...], rules: list[str]
) -> None:
    """Nobody has won before the last round; more rounds than the game has are a violation, told once.

    The same holds for the pad, on which players calculate.
    """
    begin = f"game: virus_and_co\nplayers: [Ana, Bo, Cleo]\n{head}"
    report = score(begin + "rounds:\n" + "  - Ana i3 | Bo b | Cleo y\n" * rounds)
    assert (report.winners, [fault.rule for fault in report.faults]) == (winners, rules)
    lines = {"Ana": "{care: -13}", "Bo": "{pills: 1}", "Cleo": "{pills: 2}"}
    pad = "".join(f"  {name}: {{rounds: [{', '.join([each] * rounds)}]}}\n" for name, each in lines.items())
    report = score(f"{begin}pad:\n{pad}")
    assert (report.winners, [fault.rule for fault in report.faults]) == (winners, rules)


def test_labels_are_sentences_of_the_game() -> None:
    """What a line says is in the words of a language."""
    (line, *_) = score(EXAMPLE).scores["Clemens"].rounds[0].lines
    assert line.label == Sentence("tally.viruses", cards=Listed(("1", "4+i = 2", "5+i = 3")))


def test_players_on_a_line_have_strokes_between_them() -> None:
    """A comma there is told at once, not as a word that is not understood; between words it may stand."""
    with pytest.raises(DataError, match=r"a comma between players"):
        score("game: virus_and_co\nrounds:\n  - Ana i3, Bo 4+i 5 byr, Cleo 3\n")
    report = score("game: virus_and_co\nrounds:\n  - Ana i3 | Bo 4+i, 5, byr, nurse=Ana | Cleo 3\n")
    assert report.scores["Bo"].total == 6 - 7 - 4


@pytest.mark.parametrize(
    ("tableau", "late"),
    [
        ("5 4 3 i3", False),
        ("5 4 4 i3", True),
        ("6+i 6+i 6+i", False),
        ("6+i 6+i 6+i 2", True),
        ("6+ii 6+i", False),
    ],
)
def test_the_third_injection_was_the_last_card(tableau: str, late: bool) -> None:
    """Before it, a player had at most 12 points: one that lies on a virus has made them fewer."""
    faults = score_rounds(f"Ana {tableau} | Bo 4 | Cleo 1").faults
    found = [(fault.rule, fault.player) for fault in faults if fault.rule.endswith("care.late")]
    assert found == [("virus_and_co.care.late", "Ana")] * late


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Ana: x4 | Bo 4", "“x4” cannot be read here"),
        ("Ana cards=Bo | Bo 4", "“cards=Bo” cannot be read here"),
        ("Ana 4 diagnosis | Bo 4", "“diagnosis” cannot be read here"),
        (f"Ana {'1 ' * 41}| Bo 4", "41"),
    ],
)
def test_words_that_say_nothing_are_told(line: str, told: str) -> None:
    """A colon ends a name; there are forty viruses at most."""
    with pytest.raises(DataError, match=told):
        score_rounds(line)


def test_predictions_may_have_the_names_of_their_cards() -> None:
    """The German name of a card, which all languages print, is read like its English one."""
    tableau = parse_tableau("Krankenschwester=Bo diagnose=Ana", ("Ana", "Bo"))
    assert tableau.predictions == {"nurse": "Bo", "diagnosis": "Ana"}


def test_a_round_that_is_none_is_told_with_an_example() -> None:
    assert ROUND.hint == say_hint("such_as", text="Ana: 4+i 5 1 byr")
    with pytest.raises(DataError, match=r"such as Ana: 4\+i 5 1 byr"):
        score("game: virus_and_co\nplayers: [Ana, Bo, Cleo]\nrounds: [[4]]\n")


def test_forty_viruses_and_a_thousand_rounds_can_be_read() -> None:
    """A text, and no rounds, are not a list of them."""
    assert len(parse_tableau("1 " * 40, ()).viruses) == 40
    lists: list[Any] = [["Ana 1"] * 1000, ["Ana 1"] * 1001, [], "Ana 4"]
    told: Any = SimpleNamespace(add=lambda *given, **more: None)
    read = [Rounds().read(each, ("rounds",), FormReading(("Ana",), told)) for each in lists]
    assert [each and len(each) for each in read] == [1000, None, None, None]
