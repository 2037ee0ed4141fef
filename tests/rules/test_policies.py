"""Players for simulation: they play by the rules, and decide alike in like states."""

import builtins
import random
from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from pathlib import Path
from typing import Any

import pytest

from generator.play.series.series import GameSetting, Series, SeriesPlayer
from generator.play.simulate import choose_move
from generator.rules.core import NATURE, list_numbers_of_players
from generator.rules.game import AnyGame, find_game
from tests import played

MOST_MOVES = 3000
SUM = sum


@pytest.mark.parametrize(("game", "name"), played.sampled_policies("legal"))
def test_a_policy_likes_legal_moves_alone_and_always_the_same(game: str, name: str) -> None:
    """Policies return legal moves in every state, and the game ends."""
    rules = played.game(game).rules
    policy = played.game(game).policies[name]
    again = find_game(played.kit(game)).policies[name]
    fewest, most = list_numbers_of_players(played.kit(game))
    for seed, number in enumerate((fewest, most or fewest + 1)):
        chance = random.Random(seed)
        state = rules.start([f"P{place}" for place in range(number)], {})
        moves = 0
        while actors := rules.actors(state):
            for actor in actors:
                if actor != NATURE:
                    liked = policy.choose(state, actor)
                    assert len(set(liked)) == len(liked)
                    assert set(liked) <= set(rules.moves(state, actor))
                    assert list(again.choose(state, actor)) == list(liked)
            actor, move = choose_move(rules, state, actors, chance, policy)
            state = rules.apply(state, actor, move).state
            moves += 1
            assert moves < MOST_MOVES
        assert rules.outcome(state) is not None


def add_precisely(numbers: Iterable[Any], start: Any = 0) -> Any:
    """`sum` as Python 3.12 has it: floats are added without a loss."""
    listed = [*numbers]
    return start + fsum(listed) if any(isinstance(each, float) for each in listed) else SUM(listed, start)


@pytest.mark.parametrize(("game", "name"), played.sampled_policies("sums"))
def test_games_do_not_depend_on_how_python_adds(
    monkeypatch: pytest.MonkeyPatch, game: str, name: str
) -> None:
    """The same seed gives the same games, whether `sum` loses bits of floats (3.11) or not (3.12)."""
    fewest, most = list_numbers_of_players(played.kit(game))
    series = Series(played.kit(game), (GameSetting(most or fewest + 1),), 4, policy=name)
    ends = [SeriesPlayer(series).play(index) for index in range(series.total)]
    monkeypatch.setattr(builtins, "sum", add_precisely)
    assert [SeriesPlayer(series).play(index) for index in range(series.total)] == ends


FOLDER = Path(__file__).parents[1] / "games"
OFTEN = 4
"""Every fourth decision of a game is kept."""


@pytest.mark.parametrize("game", [game for game in played.GAMES if (FOLDER / game).is_dir()])
def test_players_decide_as_before(game: str) -> None:
    """The same seed gives the same games; delete the file and run the test to write it anew."""
    file, now = FOLDER / game / "decided.txt", "\n".join(list_decisions(game)) + "\n"
    if not file.exists():
        file.write_text(now, "utf-8")
    assert file.read_text("utf-8") == now


def list_decisions(game: str) -> Iterator[str]:
    """Yield what a policy chooses, and what a search considers, in a game of the policy and a random one."""
    whole, number = played.game(game), 0
    (name, *_), rules = whole.policies, whole.rules
    for seed in range(2):
        chance, state = random.Random(seed), rules.start(("Ana", "Bo", "Cleo"), {})
        while actors := rules.actors(state):
            for actor in actors:
                number += actor != NATURE and len(rules.moves(state, actor)) > 1
                if actor != NATURE and len(rules.moves(state, actor)) > 1 and number % OFTEN == 0:
                    yield f"{actor}: {describe_decision(whole, whole.policies[name], state, actor)}"
            actor, move = choose_move(rules, state, actors, chance, None if seed else whole.policies[name])
            state = rules.apply(state, actor, move).state


def describe_decision(game: AnyGame, policy: Any, state: Any, actor: str) -> str:
    """Return the best moves, the first moves that a search considers, and the chance to win."""
    known = game.knowledge
    liked = shorten([move.text for move in policy.choose(state, actor)])
    macros = known.macros(state, actor) if known.macros else ()
    considered = shorten([" > ".join(move.text for move in macro) for macro in macros])
    chance = known.evaluate(state, state.players.index(actor)) if known.evaluate else 0
    return f"{liked} | {considered} | {chance:.3f}"


def shorten(texts: Sequence[str]) -> str:
    return "; ".join((*texts[:6], *([f"{len(texts)} in all"] if len(texts) > 6 else [])))


def test_there_are_policies() -> None:
    """There are policies, and none has the name of one that every game has."""
    assert ("pox", "greedy") in played.POLICIES
    assert all(name != "random" for _, name in played.POLICIES)
