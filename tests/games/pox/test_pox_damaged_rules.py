"""Logs that are damaged line by line, and any words at all: found where they are wrong, never a crash."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import DataError, Wrong
from generator.games.pox.companion import make_form
from generator.games.pox.players import Greedy
from generator.model.played import GameLog, LogLine
from generator.play.contracts.samples import play_moves
from generator.rules.core import AmbiguousMove, UnreadableMove
from generator.rules.form import write_log
from tests.games.damaged_logs import KINDS, damage, is_legal
from tests.games.pox.boards import NAMES, lay, play, rules, score
from tests.samples import count_examples


def write_game(seed: int) -> list[LogLine]:
    """The lines of a greedy game."""
    played = play_moves(rules(), NAMES, setup={}, seed=seed, policy=Greedy(rules()))
    return [each.line for each in played]


@pytest.mark.parametrize("seed", [0, 3])
def test_every_line_of_a_log_is_tried_with_every_kind_of_damage(seed: int) -> None:
    """It is found where the rules do not allow what it now says; else it is another legal game."""
    chance = random.Random(seed)
    lines = write_game(seed)
    found: Counter[str] = Counter()
    for kind in KINDS:
        for place in range(len(lines)):
            damaged = damage(lines, kind, place, chance, players=NAMES, letters="abcdefghi 0123456789")
            if damaged == lines or any(not line.words.strip() for line in damaged):
                continue
            report = score(write_log(GameLog("pox", NAMES, tuple(damaged))))
            legal = is_legal(rules(), NAMES, {}, damaged)
            assert (report.verdict == "proved") == legal, (kind, place)
            found[kind] += not legal
    assert found["doubled"] > len(lines) // 2
    assert found["by somebody else"] == len(lines)


WORDS = st.text("spread outbkivcgmhlf123456789 \t", max_size=30)


@given(st.one_of(WORDS, st.text(max_size=40)))
@settings(max_examples=count_examples(400))
def test_any_words_of_a_move_are_read_or_refused(words: str) -> None:
    """By nature and by a player; what is read has a text that is read alike."""
    game = rules()
    start = game.start(NAMES, {})
    for actor, state in (("nature", start), ("Ana", play(game, start, "spread north"))):
        try:
            move = game.parse(state, actor, words)
        except (UnreadableMove, AmbiguousMove):
            continue
        assert game.parse(state, actor, move.text) == move


@given(st.one_of(st.text(".rbkRBK |\t", max_size=25), st.text(max_size=25)))
@settings(max_examples=count_examples(400))
def test_any_row_is_read_or_refused_with_its_column(row: str) -> None:
    """A row that is read has a sign for everybody."""
    column = 0
    try:
        signs = "".join(make_form(rules().data.people).parse_row(row, 9))
    except Wrong as problem:
        signs, column = "." * 9, problem.position
    assert 0 <= column <= len(row)
    assert len(signs) == 9
    assert set(signs) <= set(".rbkRBK")


BOARDS = st.lists(st.text(".rbk ", max_size=20), min_size=7, max_size=11).map("\n  ".join)


@given(BOARDS)
@settings(max_examples=count_examples(150))
def test_any_board_is_judged_or_refused(board: str) -> None:
    """Nothing else can come of it, and every fault has its line."""
    text = f"game: pox\nboard: |\n  {board}\n"
    try:
        lines = [fault.line for fault in score(text).faults]
    except DataError as error:
        lines = [problem.line for problem in error.problems]
    assert all(line > 1 for line in lines)


@given(st.lists(st.sampled_from(".rbk"), min_size=81, max_size=81))
@settings(max_examples=count_examples(150))
def test_any_chips_are_judged(signs: list[str]) -> None:
    """However senseless: a verdict, and never an outcome beside a fault."""
    rows = [" ".join(signs[row * 9 : row * 9 + 9]) for row in range(9)]
    report = score("game: pox\nboard: |\n" + "".join(f"  {row}\n" for row in rows))
    assert (report.verdict == "illegal") == bool(report.faults)
    assert not (report.faults and report.outcome)
    state = lay(rules(), "\n".join(rows))
    assert next(iter(report.scores.values())).rounds[0].lines[0].points == state.chips.red.bit_count()
