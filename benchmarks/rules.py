"""Cost of playing and refereeing: `python benchmarks/rules.py [SECONDS]` prints tables.

Whole games of every game that has rules, of players who decide at random and by their policies, in one
process and in two; and logs and finished games that are scored; beside random legal play of chess by
python-chess in the same run, if it is there (`pip install -e ".[bench]"`). Times of one machine say
little on another: compare ratios.
"""

import cProfile
import json
import pstats
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from generator.model.kit import Kit
from generator.model.played import GameLog, LogLine
from generator.play.paper import Referee
from generator.play.policies import RANDOM, Budget, Search
from generator.play.series.engines import PATIENCE, open_engine, play_series
from generator.play.series.series import GameSetting, Series, SeriesPlayer, start_setting
from generator.play.simulate import choose_move, play_to_end
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.scores import decode_score
from generator.rules.core import Rules, list_numbers_of_players
from generator.rules.form import write_log
from generator.rules.game import find_game, find_origin

BUDGET = Budget(moves=2000)
NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Fay")
SHOWN = 8
"""Functions that take most of the time."""
WARMING = 1.5
"""Seconds that other processes have to start."""


def list_kits() -> Iterator[Kit]:
    """Yield the kits of all games that have rules."""
    shelf = find_shelf()
    for game in shelf.list_games():
        kit = read_kit(shelf.find_game(game), shelf=shelf, locales=["en"])
        if find_origin(kit.folder, kit.id):
            yield kit


def list_tables(kit: Kit) -> list[tuple[str, ...]]:
    """The fewest players, and the most."""
    fewest, most = list_numbers_of_players(kit)
    return [NAMES[:fewest], NAMES[: most or 4]]


@dataclass(frozen=True)
class Speed:
    """Speed of whole games."""

    games: float
    """Games a second, as `moves` are moves a second."""
    moves: float


def list_series(kit: Kit) -> Iterator[Series]:
    """More games than anybody waits for, of the fewest players, set up as usual; by every policy."""
    fewest, _ = list_numbers_of_players(kit)
    policies = find_game(kit).policies
    for policy in (RANDOM, *policies):
        yield Series(kit, (GameSetting(fewest),), 10**9, policy=policy)


def play_for(series: Series, seconds: float) -> Speed:
    """In this process."""
    table = SeriesPlayer(series)
    moves = games = 0
    began = perf_counter()
    while perf_counter() - began < seconds:
        moves += table.play(games).ending.moves
        games += 1
    spent = perf_counter() - began
    return Speed(games / spent, moves / spent)


def play_together(series: Series, processes: int, seconds: float) -> Speed:
    """In several processes: from when all of them have begun."""
    with open_engine("", processes=processes) as engine, closing(play_series(series, engine)) as playing:
        until = perf_counter() + PATIENCE + WARMING
        while perf_counter() < until:
            next(playing)
        moves = games = 0
        began = perf_counter()
        while perf_counter() - began < seconds:
            some = next(playing)
            games += len(some)
            moves += sum(game.ending.moves for game in some)
        spent = perf_counter() - began
    return Speed(games / spent, moves / spent)


def measure_search(kit: Kit, seconds: float) -> tuple[float, float]:
    """Moves that a search simulates in a second of processor time, and its seconds in a turn of the game."""
    game = find_game(kit)
    search = Search(game, BUDGET)
    state = start_setting(game, GameSetting(list_numbers_of_players(kit)[0]))
    turns, began = 0, process_time()
    while process_time() - began < seconds:
        ending = play_to_end(game.rules, state, seed=turns, policy=search)
        turns += ending.turns
    spent = process_time() - began
    return search.moves / spent, spent / turns


def repeat_for(work: Callable[[bytes], None], texts: Sequence[bytes], seconds: float) -> float:
    """Return how often a second the work is done, with each text in turn."""
    done = 0
    began = perf_counter()
    while perf_counter() - began < seconds:
        work(texts[done % len(texts)])
        done += 1
    return done / (perf_counter() - began)


def write_logs(kit: Kit, rules: Rules[Any, Any], number: int) -> list[bytes]:
    """Logs of random games."""
    texts = []
    for seed in range(number):
        players = list_tables(kit)[seed % 2]
        chance, state, lines = Random(seed), rules.start(players, {}), []
        while actors := rules.actors(state):
            actor, move = choose_move(rules, state, actors, chance, None)
            lines.append(LogLine(actor, move.text))
            state = rules.apply(state, actor, move).state
        texts.append(write_log(GameLog(kit.id, players, tuple(lines))).encode())
    return texts


def list_finished(kit: Kit) -> list[bytes]:
    """Finished games that lie beside this file: `rules_<game>.yaml`."""
    return [path.read_bytes() for path in Path(__file__).parent.glob(f"rules_{kit.id}*.yaml")]


def measure_scores(kit: Kit, rules: Rules[Any, Any], seconds: float) -> dict[str, float]:
    """Score files a second: logs of whole games, and finished games."""
    referee = Referee(kit)

    def score(text: bytes) -> None:
        assert referee.score(decode_score(text)).verdict != "illegal"

    found = {"logs of random games": repeat_for(score, write_logs(kit, rules, 6), seconds)}
    if finished := list_finished(kit):
        found["finished games"] = repeat_for(score, finished, seconds)
    return found


def find_slow(series: Series, seconds: float) -> list[tuple[str, float]]:
    """The functions that play spends its time in, and their share of it."""
    profile = cProfile.Profile()
    profile.runcall(play_for, series, seconds)
    # Typed as Any: the stubs of pstats do not know what is in it.
    stats: Any = pstats.Stats(profile)
    total = stats.total_tt
    rows = sorted(stats.stats.items(), key=lambda item: -item[1][2])[:SHOWN]
    return [(f"{Path(file).stem}.{name}", row[2] / total) for (file, _, name), row in rows]


def measure_chess(seconds: float) -> dict[str, float] | None:
    """None: python-chess is not there."""
    command = [sys.executable, str(Path(__file__).parent / "peer_chess.py"), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return None
    found: dict[str, float] = json.loads(done.stdout)
    return found


def print_speeds(kits: Sequence[Kit], chess: dict[str, float] | None, seconds: float) -> None:
    """A table in Markdown: whole games, in one process and in two."""
    print("| whole games | games/s | in two processes | moves/s | to python-chess |")
    print("|--|--|--|--|--|")
    if chess:
        print(f"| python-chess, random | {chess['games']:.0f} | | {chess['moves']:.0f} | 1 |")
    for kit in kits:
        for series in list_series(kit):
            alone, together = play_for(series, seconds), play_together(series, 2, seconds)
            ratio = f"{alone.moves / chess['moves']:.2f}" if chess else ""
            title = f"{kit.id}, {series.settings[0].players} players, {series.policy}"
            print(f"| {title} | {alone.games:.0f} | {together.games:.0f} | {alone.moves:.0f} | {ratio} |")


def print_scores(kits: Sequence[Kit], seconds: float) -> None:
    """A table in Markdown: score files."""
    print("\n| score files | a second |")
    print("|--|--|")
    for kit in kits:
        for name, rate in measure_scores(kit, find_game(kit).rules, seconds).items():
            print(f"| {kit.id}: {name} | {rate:.0f} |")


def print_search(kits: Sequence[Kit], seconds: float) -> None:
    """A table in Markdown: how fast a search thinks, on one core."""
    print(f"\n| search:{BUDGET.moves} | simulated moves/s | s a turn |")
    print("|--|--|--|")
    for kit in kits:
        moves, spent = measure_search(kit, seconds)
        print(f"| {kit.id} | {moves:.0f} | {spent:.2f} |")


def main(seconds: float) -> None:
    kits = tuple(list_kits())
    print_speeds(kits, measure_chess(seconds), seconds)
    print_search(kits, seconds)
    print_scores(kits, seconds)
    for kit in kits:
        for series in list_series(kit):
            print(f"\n{kit.id}, {series.policy}: where the time goes")
            for name, share in find_slow(series, seconds):
                print(f"  {share:4.0%} {name}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
