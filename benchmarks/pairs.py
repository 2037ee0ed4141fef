"""Value of pairs of games: variances of differences with the same seeds and with other seeds.

python benchmarks/pairs.py --games 400
"""

import argparse
from collections.abc import Sequence
from statistics import mean, pvariance

from generator.play.experiments.design import make_design
from generator.play.experiments.running import GameRecords
from generator.play.series.engines import Lot, hand_out, open_engine
from generator.play.series.series import Series
from generator.read.cached import read_cached_game
from generator.read.files.shelf import find_shelf
from generator.rules.game import find_game

CHANGES = {
    "options.difficulty": "cough_medicine",
    "tokens.infection.count": "36",
    "cards.spread_north.count": "6",
    "cards.outbreak_baker.count": "2",
    "cards.spread.count": "24",
}
LEVEL = "iv_fluids"


def play(series: Series, games: int) -> list[Sequence[int]]:
    """Whether each game was won, by setting."""
    records = GameRecords(series.settings)
    lot = Lot(tuple(range(len(series.settings))))
    with open_engine("", processes=2) as engine:
        for batch in hand_out(series, lot, [(0, games * len(series.settings))], engine):
            records.add(batch)
    return [column.measure("won", games) for column in records.columns]


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=400)
    games = parser.parse_args(words).games
    kit, _ = read_cached_game(find_shelf().find_game("pox"), shelf=find_shelf(), locales=["en"])
    game = find_game(kit)
    print(f"POX, greedy, 2 players, {LEVEL}, {games} games each: won as it is and changed, variance")
    for path, value in CHANGES.items():
        options = {} if path.startswith("options.") else {"difficulty": (LEVEL,)}
        varied = {path: (LEVEL, value) if path.startswith("options.") else (value,)}
        design = make_design(
            Series(kit, (), games), game, varied, players=(2,), options=options, policies=("greedy",)
        )
        wanted = {LEVEL, value} if path.startswith("options.") else None
        settings = [
            setting
            for setting, arm in zip(design.series.settings, design.arms, strict=True)
            if wanted is None or arm.values[0] in wanted
        ]
        for is_paired in (True, False):
            series = Series(kit, tuple(settings), games, policy="greedy", is_paired=is_paired)
            if not is_paired:
                # Settings with other seeds: each has a series of its own.
                base, other = (
                    play(Series(kit, (one,), games, seed, "greedy"), games)[0]
                    for seed, one in enumerate(settings)
                )
            else:
                base, other = play(series, games)
            pairs = [a - b for a, b in zip(other, base, strict=True)]
            kind = "same seeds" if is_paired else "own seeds"
            print(
                f"{path}={value:<15} {kind:<10} {mean(base):.3f} -> {mean(other):.3f}  {pvariance(pairs):.3f}"
            )


if __name__ == "__main__":
    main()
