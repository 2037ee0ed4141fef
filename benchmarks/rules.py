"""What refereeing costs: `python benchmarks/rules.py [SECONDS]` prints tables.

Random legal play of every game that has rules, and logs and finished games that are scored, beside
random legal play of chess by python-chess in the same run, if it is there (`pip install -e ".[bench]"`).
Times of one machine say little on another: compare ratios.
"""

import cProfile
import json
import pstats
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from generator.errors import NoRules
from generator.model.kit import Kit
from generator.model.log import GameLog
from generator.play.score import Referee
from generator.play.simulate import play_randomly
from generator.read.kits import read_kit
from generator.read.scores import decode_score
from generator.read.shelf import find_shelf
from generator.rules.core import Rules
from generator.rules.finding import find_rules, has_rules
from generator.rules.players import list_numbers_of_players
from generator.rules.writing import write_log

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Fay")
SHOWN = 8
"""Functions that take most of the time."""


def list_kits() -> Iterator[Kit]:
    """Of all games that have rules."""
    shelf = find_shelf()
    for game in shelf.list_games():
        if has_rules(game):
            yield read_kit(shelf.find_game(game), shelf=shelf, locales=["en"])


def list_tables(kit: Kit) -> list[tuple[str, ...]]:
    """The fewest players, and the most."""
    fewest, most = list_numbers_of_players(kit)
    return [NAMES[:fewest], NAMES[: most or 4]]


def play_for(
    rules: Rules[Any, Any], tables: Sequence[tuple[str, ...]], seconds: float
) -> tuple[int, int, float]:
    """Moves and games that were played, and the time that they took."""
    moves = games = 0
    began = perf_counter()
    while perf_counter() - began < seconds:
        players = tables[games % len(tables)]
        moves += sum(1 for _ in play_randomly(rules, players, setup={}, seed=games))
        games += 1
    return moves, games, perf_counter() - began


def repeat_for(work: Callable[[bytes], None], texts: Sequence[bytes], seconds: float) -> float:
    """How often a second the work is done, each text in turn."""
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
        lines = tuple(each.line for each in play_randomly(rules, players, setup={}, seed=seed))
        texts.append(write_log(GameLog(kit.id, players, lines)).encode())
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


def find_slow(
    rules: Rules[Any, Any], tables: Sequence[tuple[str, ...]], seconds: float
) -> list[tuple[str, float]]:
    """The functions that random play spends its time in, and their share of it."""
    profile = cProfile.Profile()
    profile.runcall(play_for, rules, tables, seconds)
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


def main(seconds: float) -> None:
    chess = measure_chess(seconds)
    print("| random legal play | moves/s | games/s | moves/s to python-chess |")
    print("|--|--|--|--|")
    if chess:
        print(f"| python-chess | {chess['moves']:.0f} | {chess['games']:.0f} | 1 |")
    rest = []
    for kit in list_kits():
        try:
            rules = find_rules(kit.id)(kit)
        except NoRules as error:
            print(f"| {kit.id} | {error} | | |")
            continue
        moves, games, spent = play_for(rules, list_tables(kit), seconds)
        ratio = f"{moves / spent / chess['moves']:.2f}" if chess else ""
        print(f"| {kit.id} | {moves / spent:.0f} | {games / spent:.0f} | {ratio} |")
        rest.append((kit, rules))
    print("\n| score files | a second |")
    print("|--|--|")
    for kit, rules in rest:
        for name, rate in measure_scores(kit, rules, seconds).items():
            print(f"| {kit.id}: {name} | {rate:.0f} |")
    for kit, rules in rest:
        print(f"\n{kit.id}, where the time of random play goes:")
        for name, share in find_slow(rules, list_tables(kit), seconds):
            print(f"  {share:4.0%} {name}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
