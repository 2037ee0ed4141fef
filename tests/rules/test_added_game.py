"""A game is added by one module: found by its name, played, replayed and scored."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from generator.errors import DataError
from generator.model.kit import Kit
from generator.model.played import GameLog, LogLine
from generator.play.contracts.samples import play_moves
from generator.play.paper import Referee, Report, plain_report
from generator.read.scores import decode_score
from generator.rules.core import (
    IllegalMove,
    Listed,
    LogError,
    NoRules,
    RulesError,
    Sentence,
    check_players,
    list_numbers_of_players,
    name_numbers_of_players,
    split_names,
)
from generator.rules.game import find_game, list_legal, replay, sort_by_likeness, start_log


def log_of(*lines: tuple[str, str], **header: str) -> GameLog:
    numbered = (LogLine(actor, words, number) for number, (actor, words) in enumerate(lines, 1))
    return GameLog("coin", ("Ana",), tuple(numbered), header)


def text_of(coins: Sequence[str], head: str = "") -> str:
    moves = "".join(f"  - Ana: toss\n  - nature: {coin}\n" for coin in coins)
    return f"game: coin\n{head}players: [Ana]\nlog:{' []' if not moves else ''}\n{moves}"


def score(coin: Kit, text: str) -> Report:
    return Referee(coin).score(decode_score(text.encode()))


def test_modules_are_found_by_name(coin: Kit) -> None:
    """A module in any folder of games is found; a name without a module or rules is an error."""
    assert find_game(coin).scoring is None
    for game in ("drawn", "chess", "", "os", "../coin", "coin.py"):
        with pytest.raises(NoRules):
            find_game(replace(coin, id=game))
    with pytest.raises(NoRules, match="has no form for finished games"):
        assert Referee(coin).scoring


@pytest.mark.parametrize(
    ("coins", "won"),
    [(["heads", "tails", "heads"], True), (["tails"] * 3, False), (["heads"], None), ([], None)],
)
def test_all_win_or_lose_together(coin: Kit, coins: list[str], won: bool | None) -> None:
    """The report of a cooperative game says how it ended, or that it is open."""
    plain = plain_report(score(coin, text_of(coins)), coin.wordings["en"])
    assert list(plain) == ["game", "verdict", "faults", "players", "notes", "outcome"]
    assert plain["verdict"] == "proved"
    assert plain["outcome"] == {"won": won, "rule": "" if won is None else "coin.heads"}
    (lines,) = plain["players"][0]["rounds"]
    assert [line["points"] for line in lines["lines"]] == [coins.count("heads")]
    assert lines["total"] is None
    assert plain["players"][0]["total"] is None, "what happened to all is not added up"
    assert [note["note"] for note in plain["notes"]] == ["coin.ours"]


def test_notes_are_told_once(coin: Kit) -> None:
    """A note that several players have is reported once."""
    text = "game: coin\nplayers: [Ana, Bo]\nlog:\n  - Bo: toss\n"
    assert score(coin, text).notes == (Sentence("coin.ours"),)


def test_variants_and_options(coin: Kit) -> None:
    """Unknown variants and options are errors with their place in the file."""
    two = ["heads", "tails", "heads"]
    assert score(coin, text_of(two, "variant: hard\n")).outcome.won is False
    assert score(coin, text_of(two, "metal: silver\n")).outcome.won is True
    with pytest.raises(DataError, match="standard input:2:10: variant: “odd” is not a value of"):
        score(coin, text_of(two, "variant: odd\n"))
    (fault,) = score(coin, text_of(two, "metal: tin\n")).faults
    assert fault.rule == "log.value"
    assert fault.values == {"key": "metal", "value": "tin", "known": Listed(("gold", "silver"))}
    with pytest.raises(DataError, match="2:1: material: “material” is not known here"):
        score(coin, text_of(two, "material: tin\n"))


def test_a_game_that_has_no_finished_form_wants_a_log(coin: Kit) -> None:
    """The error says that the file needs a log."""
    with pytest.raises(DataError, match=r"nothing to score \(add “log:”\)"):
        score(coin, "game: coin\nplayers: [Ana]\n")


def test_a_log_is_replayed_move_by_move(coin: Kit) -> None:
    """Each move has the state that it leads to."""
    rules = find_game(coin).rules
    played = list(replay(rules, log_of(("Ana", "toss"), ("nature", "heads"))))
    assert [each.step.state.coins for each in played] == [(), ("heads",)]
    assert [each.line.number for each in played] == [1, 2]


@pytest.mark.parametrize(
    ("lines", "number", "rule", "legal"),
    [
        ([("Ana", "fly")], 1, "log.unreadable", ("toss",)),
        ([("Ana", "heads")], 1, "coin.turn", ("toss",)),
        ([("nature", "heads")], 1, "log.turn", ("Ana: toss",)),
        ([("Ana", "toss"), ("Ana", "toss")], 2, "log.turn", ("nature: heads",)),
        ([("Ana", "toss"), ("nature", "tails")] * 3 + [("Ana", "toss")], 7, "log.over", ()),
    ],
)
def test_the_first_line_that_cannot_stand(
    coin: Kit, lines: list[tuple[str, str]], number: int, rule: str, legal: tuple[str, ...]
) -> None:
    """The error has the number of the line, the rule, and some legal moves."""
    rules = find_game(coin).rules
    with pytest.raises(LogError) as caught:
        list(replay(rules, log_of(*lines)))
    error = caught.value
    assert (error.number, error.rule, error.legal) == (number, rule, legal)
    assert error.actor == lines[-1][0]
    assert str(number) in str(error)


def test_players_that_cannot_be(coin: Kit) -> None:
    """Invalid players are an error without a line."""
    rules = find_game(coin).rules
    with pytest.raises(LogError) as caught:
        start_log(rules, GameLog("coin", ("Ana", "Bo", "Cleo"), ()))
    assert (caught.value.number, caught.value.rule) == (0, "players.number")
    report = score(coin, "game: coin\nplayers: [Ana, Ana]\nlog:\n  - Ana: toss\n")
    assert [(fault.rule, fault.line) for fault in report.faults] == [("players.twice", 2)]
    assert report.scores == {}


def test_numbers_of_players(coin: Kit) -> None:
    """Kits have one number of players, a range, or a minimum."""

    numbers = {text: list_numbers_of_players(replace(coin, players=text)) for text in ("2", "3-6", "2+")}
    assert numbers == {"2": (2, 2), "3-6": (3, 6), "2+": (2, None)}
    check_players(replace(coin, players="2+"), [f"P{number}" for number in range(99)])
    with pytest.raises(RulesError):
        check_players(replace(coin, players="2"), ["Ana"])


def test_numbers_of_players_in_words(coin: Kit) -> None:
    """A range has an en dash, and a kit without a limit is for so many or more."""
    wording = coin.wordings["en"]
    kits = {text: replace(coin, players=text) for text in ("2", "3-6", "2+")}
    said = {text: name_numbers_of_players(kit).format(wording) for text, kit in kits.items()}
    assert said == {"2": "2", "3-6": "3–6", "2+": "2 or more"}


@pytest.mark.parametrize("text", ["Ana, Bo C.", " Ana ,, Bo C.,", "Ana; Bo C.", "Ana، Bo C.", "Ana、Bo C."])
def test_names_have_commas_between_them(text: str) -> None:
    """Commas of any script separate names; blanks are part of a name."""
    assert split_names(text) == ("Ana", "Bo C.")


def test_legal_moves_are_told_for_those_who_may_move(coin: Kit) -> None:
    """If it is not the actor's turn, one move of each actor is suggested."""
    rules = find_game(coin).rules
    state = rules.start(("Ana", "Bo"), {})
    assert list_legal(rules, state, "Ana") == ("toss",)
    assert list_legal(rules, state, "nature") == ("Ana: toss", "Bo: toss")
    with pytest.raises(IllegalMove):
        rules.check(state, "nature", rules.parse(state, "nature", "heads"))


def test_random_games_are_the_same_for_the_same_seed(coin: Kit) -> None:
    """And others for others."""
    rules = find_game(coin).rules

    def play(seed: int) -> tuple[str, ...]:
        return tuple(each.move.text for each in play_moves(rules, ("Ana",), setup={}, seed=seed))

    assert play(1) == play(1)
    assert len({play(seed) for seed in range(40)}) == 8


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("spred nort", ("spread north", "spread east", "infect a1")),
        ("vac a2", ("vaccinate a2", "infect a2", "vaccinate a1")),
        ("va a2", ("vaccinate a2", "infect a2", "vaccinate a1")),
        ("v a2", ("infect a2", "vaccinate a2", "infect a1")),
        ("Vaccinate a2, a3", ("vaccinate a2", "vaccinate a3", "infect a2")),
        ("castle kingside", ("infect a1", "vaccinate a1", "spread east")),
    ],
)
def test_legal_moves_like_those_that_were_typed_come_first(words: str, first: tuple[str, ...]) -> None:
    """Moves with more of the typed words come first, then one of each kind before any repeats."""
    legal = [f"{verb} {place}" for verb in ("infect", "vaccinate") for place in ("a1", "a2", "a3")]
    sides = ["spread east", "spread north"]
    assert tuple(sort_by_likeness([*legal, *sides], words)[:3]) == first
