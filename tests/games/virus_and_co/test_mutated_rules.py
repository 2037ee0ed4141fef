"""Every kind of single change that breaks a rule is found, in finished games and in logs."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import DataError, Wrong
from generator.games.virus_and_co.data import Tableau
from generator.games.virus_and_co.scoring import parse_tableau
from generator.model.played import GameLog, LogLine
from generator.play.contracts.samples import play_moves
from generator.play.paper import Report
from generator.rules.core import AmbiguousMove, UnreadableMove
from generator.rules.form import write_log
from tests.games.damaged_logs import KINDS, damage, is_legal
from tests.games.virus_and_co.finished import play_game, rounds_of, say_game, say_tableau, score, score_rounds
from tests.games.virus_and_co.mutations import CHANGES
from tests.games.virus_and_co.table import NAMES, rules, table
from tests.samples import count_examples, sample

GAMES = 100


@pytest.mark.parametrize("kind", sorted(CHANGES))
def test_each_kind_of_change_is_found(kind: str) -> None:
    """In every random game where there is something to change, the rule that was broken is named."""
    change, expected = CHANGES[kind]
    tried = 0
    for seed in range(GAMES):
        chance = random.Random(seed)
        state = play_game(seed)
        rounds = rounds_of(state)
        number = chance.randrange(len(rounds))
        changed = change(rounds[number], chance)
        if changed is None:
            continue
        tried += 1
        rounds[number] = changed
        report = score(say_game(state.players, rounds))
        assert report.verdict == "illegal", say_game(state.players, rounds)
        found = {fault.rule.removeprefix("virus_and_co.") for fault in report.faults}
        assert found & expected, (found, say_game(state.players, rounds))
        assert all(fault.round == number + 1 for fault in report.faults)
        assert report.winners == ()
    assert tried >= GAMES // 2


TYPOS = {
    "a name is misspelt": lambda text: text.replace("Bo:", "Boo:", 1),
    "a player stands twice": lambda text: text.replace("    Bo:", "    Ana:", 1),
    "a word of no kind": lambda text: text.replace("Bo: ", "Bo: ", 1).replace('"', '"q ', 1),
    "three digits": lambda text: text.replace('"', '"100 ', 1),
    "four injections on a virus": lambda text: text.replace('"', '"4+iiii ', 1),
    "a letter of no pill": lambda text: text.replace('"', '"bg ', 1),
    "a prediction of nobody": lambda text: text.replace('"', '"nurse=Zoe ', 1),
    "a key that is not known": lambda text: text.replace("rounds:", "round:", 1),
    "a tab": lambda text: text.replace("    Bo", "\tBo", 1),
    "no player": lambda text: text.replace("players: [Ana, ", "players: [", 1),
    "a quote that is not closed": lambda text: text.replace('"\n', "\n", 1),
}


@pytest.mark.parametrize("kind", sorted(TYPOS))
def test_each_kind_of_typing_error_is_told(kind: str) -> None:
    """As what cannot be read, with the line where it stands."""
    for seed in range(20):
        state = play_game(seed)
        text = say_game(state.players, rounds_of(state))
        changed = TYPOS[kind](text)
        assert changed != text
        with pytest.raises(DataError) as caught:
            score(changed)
        assert all(problem.line > 0 for problem in caught.value.problems)


def test_windows_line_ends_and_a_byte_order_mark_are_fine() -> None:
    """They are what editors of that system write."""
    state = play_game(1)
    text = say_game(state.players, rounds_of(state))
    assert score("\ufeff" + text.replace("\n", "\r\n")).scores == score(text).scores


@pytest.mark.parametrize("seed", range(3))
def test_lines_of_a_log_are_tried_with_every_kind_of_damage(seed: int) -> None:
    """It is found where the rules do not allow what it now says; else it is another legal game."""
    chance = random.Random(seed)
    played = play_moves(rules(), NAMES[:4], setup={"length": "1"}, seed=seed)
    lines = [each.line for each in played]
    tried: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for kind in KINDS:
        for place in sample(range(len(lines)), 12, key=f"{kind} {seed}"):
            damaged = damage(lines, kind, place, chance, players=NAMES[:4], letters="abiry 0123456789+")
            if any(not line.words.strip() for line in damaged) or damaged == lines:
                continue
            report = _score_log(damaged)
            legal = is_legal(rules(), NAMES[:4], {"length": "1"}, damaged)
            assert (report.verdict == "proved") == legal, (kind, place)
            tried[kind] += 1
            found[kind] += not legal
    assert found["doubled"] > tried["doubled"] // 2
    assert found["by somebody else"] > tried["by somebody else"] // 2


def _score_log(lines: list[LogLine]) -> Report:
    return score(write_log(GameLog("virus_and_co", NAMES[:4], tuple(lines), {"length": "1"})))


WORDS = st.text("byri0123456789+-= |:ABdgnosiu\t\n\"'#", max_size=40)


@given(st.one_of(WORDS, st.text(max_size=40)))
@settings(max_examples=count_examples(300))
def test_any_words_of_a_tableau_are_read_or_refused(words: str) -> None:
    """And what is read says the same when it is written down and read again."""
    try:
        tableau = parse_tableau(words, NAMES[:3])
    except Wrong as problem:
        column = problem.position
    else:
        column = 0
        tableau = tableau if tableau.loose >= 0 else Tableau()
        assert parse_tableau(say_tableau(tableau), NAMES[:3]) == tableau
    assert 0 <= column <= len(words)


@given(st.lists(st.one_of(WORDS, st.text(max_size=60)), min_size=1, max_size=3))
@settings(max_examples=count_examples(300))
def test_any_rounds_of_the_command_line_are_scored_or_refused(texts: list[str]) -> None:
    """Nothing else can come of them."""
    try:
        lines = [fault.line for fault in score_rounds(*texts).faults]
    except DataError as error:
        lines = [problem.line for problem in error.problems]
    assert all(1 <= line <= len(texts) for line in lines)


MOVES = st.text("taken pslfgihordbytcnlu4+i0123 ", max_size=30)


@given(st.one_of(MOVES, st.text(max_size=30)))
@settings(max_examples=count_examples(500, share=8))
def test_any_words_of_a_move_are_read_or_refused(words: str) -> None:
    """By a player and by nature; what is read has a text that is read alike."""
    for actor in ("Ana", "nature"):
        try:
            move = rules().parse(table(), actor, words)
        except (UnreadableMove, AmbiguousMove):
            continue
        assert rules().parse(table(), actor, move.text) == move
