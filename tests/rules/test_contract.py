"""The contract of generator/rules/core.py, held by every game that has rules."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from generator.errors import IllegalMove
from generator.model.played import GameLog, LogLine
from generator.play.paper.score import Referee
from generator.read.scores import decode_score
from generator.rules.core import NATURE, AnyMove, AnyState, Rules, list_numbers_of_players
from generator.rules.replay import play_line, replay
from generator.rules.score_form import write_log
from tests import played
from tests.played import GAMES
from tests.random_games import play_moves

NAMES = ("Ana", "Bo", "Cleo Dee", "Dr. No: 7", "Eva", "Fay")
MOST_MOVES = 5000
STATES = 40
"""Number of states of each game, spread over random games."""


def rules_of(game: str) -> Rules[AnyState, AnyMove]:
    return played.game(game).rules


def tables(game: str) -> list[tuple[str, ...]]:
    """Return the smallest and the largest table."""
    fewest, most = list_numbers_of_players(played.kit(game))
    return [NAMES[:fewest], NAMES[: most or 4]]


@cache
def games(game: str) -> tuple[tuple[tuple[str, ...], tuple[Any, ...]], ...]:
    """Return complete random games: the players, and every move with its state."""
    return tuple(
        (players, tuple(play_moves(rules_of(game), players, setup={}, seed=seed)))
        for players in tables(game)
        for seed in range(3)
    )


@cache
def sample(game: str) -> tuple[tuple[Any, tuple[AnyMove, ...]], ...]:
    """Return some states, each with moves from elsewhere in the same game, few of which are legal here."""
    chance = random.Random(7)
    found = []
    for players, moves_made in games(game):
        states = [rules_of(game).start(players, {}), *(each.step.state for each in moves_made)]
        moves = [each.move for each in moves_made]
        for state in chance.sample(states, min(len(states), STATES // len(games(game)))) + states[-1:]:
            found.append((state, tuple(chance.sample(moves, min(len(moves), 60)))))
    return tuple(found)


def everybody(rules: Rules[AnyState, AnyMove], state: AnyState) -> Iterator[str]:
    yield from (*state.players, NATURE, "nobody")


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_what_check_allows(game: str) -> None:
    """Every listed move passes the check, and no other move of the same game does."""
    rules = rules_of(game)
    tried = 0
    for state, elsewhere in sample(game):
        for actor in everybody(rules, state):
            listed = rules.moves(state, actor)
            for move in listed:
                rules.check(state, actor, move)
            for move in elsewhere:
                try:
                    rules.check(state, actor, move)
                    is_legal = True
                except IllegalMove:
                    is_legal = False
                assert is_legal == (move in listed), f"{actor}: {move.text}"
                tried += 1
    assert tried > 1000


@pytest.mark.parametrize("game", GAMES)
def test_simulations_need_not_check_listed_moves(game: str) -> None:
    """A listed move leads to the same state in a simulation as with the referee, who reads and checks it."""
    rules = rules_of(game)
    for state, _ in sample(game):
        for actor in rules.actors(state):
            for move in rules.moves(state, actor):
                line = LogLine(actor, move.text)
                assert play_line(rules, state, line).step == rules.apply(state, actor, move)


@pytest.mark.parametrize("game", GAMES)
def test_texts_are_unique_and_are_read_back(game: str) -> None:
    """The notation of a move is unique, and is read as this move."""
    rules = rules_of(game)
    for state, _ in sample(game):
        for actor in rules.actors(state):
            moves = rules.moves(state, actor)
            assert len({move.text for move in moves}) == len(moves)
            for move in moves:
                assert rules.parse(state, actor, move.text) == move
                assert rules.parse(state, actor, f"  {move.text.replace(' ', '  ')} ") == move


@pytest.mark.parametrize("game", GAMES)
def test_moves_come_in_the_same_order_and_leave_the_state_alone(game: str) -> None:
    """States are values: the same question or move gives the same result twice."""
    rules = rules_of(game)
    for state, _ in sample(game):
        before = hash(state)
        for actor in rules.actors(state):
            moves = rules.moves(state, actor)
            assert list(moves) == list(rules.moves(state, actor))
            assert rules.apply(state, actor, moves[0]) == rules.apply(state, actor, moves[0])
        assert hash(state) == before


@pytest.mark.parametrize("game", GAMES)
def test_odds_are_of_all_moves_of_nature_and_add_up(game: str) -> None:
    """When nature acts, its moves have odds that add up to 1; otherwise there are none."""
    rules = rules_of(game)
    for state, _ in sample(game):
        odds = rules.odds(state)
        if NATURE in rules.actors(state):
            assert set(odds) == set(rules.moves(state, NATURE))
            assert sum(odds.values()) == 1
            assert all(chance > 0 for chance in odds.values())
        else:
            assert odds == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_ends_and_says_how(game: str) -> None:
    """There is an outcome when nobody may act, and not before; every actor has a legal move."""
    rules = rules_of(game)
    for players, moves_made in games(game):
        assert 0 < len(moves_made) < MOST_MOVES
        for each in moves_made[:-1]:
            actors = rules.actors(each.step.state)
            assert actors
            assert all(rules.moves(each.step.state, actor) for actor in actors)
            assert rules.outcome(each.step.state) is None
        last = moves_made[-1].step.state
        assert rules.actors(last) == ()
        outcome = rules.outcome(last)
        assert outcome is not None
        assert set(outcome.winners) <= set(players)
        assert (outcome.won is None) != rules.is_shared
        if rules.is_shared:
            assert outcome.winners == (players if outcome.won else ())


@pytest.mark.parametrize("game", [game for game in GAMES if game not in played.OWN])
def test_our_games_agree_on_names(game: str) -> None:
    """States of our games have `turn`, `active`, and `is_over`."""
    rules = rules_of(game)
    for state, _ in sample(game):
        names: Any = state
        assert names.is_over == (rules.actors(state) == ())
        assert names.turn >= 0
        assert -1 <= names.active < len(state.players)


@pytest.mark.parametrize("game", GAMES)
def test_scores_add_up(game: str) -> None:
    """A total is the sum of its rounds, and a round that of its lines, at any time of the game."""
    rules = rules_of(game)
    for state, _ in sample(game):
        for player in state.players:
            score = rules.score(state, player)
            lines = [line.points for each in score.rounds for line in each.lines]
            assert score.total == sum(lines)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_its_log(game: str) -> None:
    """A random game that is written, read, and replayed has the same states and the same score."""
    rules = rules_of(game)
    referee = Referee(played.kit(game))
    for players, moves_made in games(game):
        lines = tuple(each.line for each in moves_made)
        log = GameLog(game, players, lines)
        assert [again.step.state for again in replay(rules, log)] == [each.step.state for each in moves_made]
        report = referee.score(decode_score(write_log(log).encode()))
        assert report.verdict == "proved"
        assert report.moves == len(lines)
        assert report.outcome == rules.outcome(moves_made[-1].step.state)
        assert report.scores == {player: rules.score(moves_made[-1].step.state, player) for player in players}


@pytest.mark.parametrize("game", GAMES)
def test_a_log_stops_at_the_first_line_that_cannot_stand(game: str) -> None:
    """The report has the line, the rule, and moves that are legal."""
    rules = rules_of(game)
    referee = Referee(played.kit(game))
    for players, moves_made in games(game):
        states = [rules.start(players, {}), *(each.step.state for each in moves_made)]
        for wrong in (len(moves_made) // 3, len(moves_made) - 1):
            lines = [each.line for each in moves_made]
            lines[wrong] = type(lines[wrong])(lines[wrong].actor, "castle kingside")
            text = write_log(GameLog(game, players, tuple(lines)))
            report = referee.score(decode_score(text.encode()))
            assert report.verdict == "unreadable"
            (fault,) = report.faults
            assert fault.rule == "log.unreadable"
            assert text.split("\n")[fault.line - 1].endswith(": castle kingside")
            assert report.moves == wrong
            for words in fault.legal:
                move = rules.parse(states[wrong], lines[wrong].actor, words)
                rules.check(states[wrong], lines[wrong].actor, move)


def test_there_are_games() -> None:
    """The tests above have games, and one of them is without chance."""
    assert {"virus_and_co", "noughts_and_crosses"} <= {*GAMES}
    chances = [any(NATURE in rules_of(game).actors(state) for state, _ in sample(game)) for game in GAMES]
    assert chances.count(False) == 1
