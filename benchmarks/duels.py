"""How often a player that searches beats greedy players at the same table: `python benchmarks/duels.py`.

One seat searches, the others are greedy; the searching seat rotates, and all of its places have the same
random numbers. Each greedy player is one comparison: who wins alone; if neither wins, who has more points. A
tie counts half.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from math import sqrt
from time import process_time
from typing import Any

from generator.play.policies import Seats, make_policy, parse_budget
from generator.play.series.series import GameSetting, seed_game, start_setting
from generator.play.simulate import Ending, play_to_end
from generator.read.cached import read_cached_game
from generator.read.files.shelf import find_shelf
from generator.rules.core import list_numbers_of_players
from generator.rules.game import find_game

GAMES = ("fight_the_virus", "virus_and_co")
Z = 1.959964
"""Quantile of the normal distribution for 95 % confidence."""


@dataclass(frozen=True)
class Evening:
    """Games with the same random numbers, one with the search in each seat."""

    shares: tuple[float, ...]
    """Result of each comparison: 1 if the search was better, 0.5 for a tie."""
    seconds: float
    """Processor time of the searching player."""
    turns: float
    """Turns of the searching player."""


class Timed:
    """A policy whose processor time is measured."""

    def __init__(self, policy: Any) -> None:
        self._policy = policy
        self.seconds = 0.0

    def choose(self, state: Any, actor: str) -> Any:
        began = process_time()
        chosen = self._policy.choose(state, actor)
        self.seconds += process_time() - began
        return chosen


def compare(ending: Ending, own: int, other: int) -> float:
    """1 if the one seat did better than the other one, 0.5 for a tie."""
    one, two = ((seat in ending.winners, *ending.points[seat : seat + 1]) for seat in (own, other))
    is_tie = one == two or (own in ending.winners and other in ending.winners)
    return 0.5 if is_tie else float(one > two)


def play_evening(id: str, policy: str, number: int) -> Evening:
    """Play a game for each seat."""
    shelf = find_shelf()
    game = find_game(read_cached_game(shelf.find_game(id), shelf=shelf)[0])
    players, _ = list_numbers_of_players(game.kit)
    setting = GameSetting(players)
    state, seed = start_setting(game, setting), seed_game(1, setting, number)
    search, greedy = Timed(make_policy(game, policy)), make_policy(game, "greedy")
    shares, turns = list[float](), 0.0
    for own in range(players):
        seats = Seats([search if seat == own else greedy for seat in range(players)])
        ending = play_to_end(game.rules, state, seed=seed, policy=seats, is_paired=True)
        shares += [compare(ending, own, other) for other in range(players) if other != own]
        turns += (ending.turns or 0) / players
    return Evening(tuple(shares), search.seconds, turns)


def list_evenings(id: str, policy: str, seconds: float) -> Iterator[Evening]:
    """Play in two processes until so much processor time is spent."""
    spent = 0.0
    with ProcessPoolExecutor(2) as pool:
        play = partial(play_evening, id, policy)
        for first in count(step=2):
            for evening in pool.map(play, (first, first + 1)):
                spent += evening.seconds
                yield evening
            if spent > seconds:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--policy", default="search:0.5s")
    parser.add_argument("--seconds", type=float, default=600.0, help="processor time for each game")
    options = parser.parse_args()
    parse_budget(options.policy.partition(":")[2])
    print("| game | policy | better, of comparisons | comparisons | s for each own turn |")
    print("|--|--|--|--|--|")
    for id in options.games:
        evenings = list(list_evenings(id, options.policy, options.seconds))
        # Comparisons of an evening depend on each other; evenings do not.
        means = [sum(evening.shares) / len(evening.shares) for evening in evenings]
        mean = sum(means) / len(means)
        spread = sqrt(sum((each - mean) ** 2 for each in means) / max(1, len(means) - 1))
        reach = Z * spread / sqrt(len(means))
        found = f"{100 * mean:.0f} % ({100 * (mean - reach):.0f}–{min(100, 100 * (mean + reach)):.0f})"
        comparisons = len([*chain.from_iterable(evening.shares for evening in evenings)])
        own = sum(evening.seconds for evening in evenings) / sum(evening.turns for evening in evenings)
        print(f"| {id} | {options.policy} | {found} | {comparisons} | {own:.2f} |", flush=True)


if __name__ == "__main__":
    main()
