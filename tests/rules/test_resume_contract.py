"""The contract of `Game.resume`, held by every game that has it: play continues from a table."""

from functools import cache

import pytest

from generator.errors import DataError
from generator.play.contracts.samples import play_moves
from generator.play.paper import Referee
from generator.play.walks.walkthrough import Walk, judge_table, list_keys, make_walk, replay_file
from generator.read.scores import decode_score, read_score_file
from generator.rules.form import write_log
from tests import played


def continue_from(game: str, text: str) -> Walk:
    each = played.game(game)
    return make_walk(each, read_score_file(decode_score(text.encode()), list_keys(each)))


@cache
def walks(game: str) -> tuple[tuple[str, Walk], ...]:
    """Tables, each as the text of a score file, and the walks that begin from them."""
    found = []
    for text in played.list_tables(game):
        walk = continue_from(game, text)
        assert walk.log.start
        assert not walk.is_over
        found.append((text, walk))
    assert found
    return tuple(found)


@pytest.mark.parametrize("game", played.GAMES)
def test_the_state_is_what_the_table_shows(game: str) -> None:
    """The game's own comparison of a table with the end of a log finds no difference."""
    each = played.game(game)
    for text, walk in walks(game):
        file = read_score_file(decode_score(text.encode()), list_keys(each))
        assert each.scoring is not None
        table, judgement = judge_table(each.scoring, file, file.finished)
        assert (*each.scoring.compare(table, walk.state), *judgement.faults) == ()


@pytest.mark.parametrize("game", played.GAMES)
def test_play_continues_to_the_end(game: str) -> None:
    """Moves are listed, checked, and read back as in any game; the log says from which table it continues."""
    rules = played.game(game).rules
    for _, walk in walks(game):
        for actor in walk.actors:
            for move in rules.moves(walk.state, actor):
                rules.check(walk.state, actor, move)
                assert rules.parse(walk.state, actor, move.text) == move
        begun = walk
        for each in play_moves(rules, walk.state.players, setup={}, seed=3, state=walk.state):
            walk = walk.play(each.line.actor, each.line.words)
        assert walk.is_over
        again = continue_from(game, write_log(walk.log))
        assert again.states == walk.states
        assert write_log(again.log) == write_log(walk.log)
        report = Referee(played.kit(game)).score(decode_score(write_log(walk.log).encode()))
        assert (report.faults, report.verdict) == ((), "consistent")
        assert report.moves == len(walk.log.lines) - len(begun.log.lines)
        assert report.outcome == rules.outcome(walk.state)


@pytest.mark.parametrize("game", played.GAMES)
def test_a_table_needs_its_players(game: str) -> None:
    """A table without players is an error."""
    for text, _ in walks(game):
        line = next(line for line in text.splitlines(keepends=True) if line.startswith("players:"))
        source = decode_score(text.replace(line, "").encode())
        with pytest.raises(DataError, match="“players” is missing"):
            replay_file(played.game(game), read_score_file(source, list_keys(played.game(game))))
