"""How the sheet of Fight the Virus plays: `python benchmarks/fight_the_virus.py [GAMES]` prints tables.

Simple players (generator/games/fight_the_virus/players.py) play whole games with random dice,
seeded 0, 1, 2 ...; the figures of 1,000 games stand in docs/games/fight_the_virus.md.
"""

import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from math import sqrt

from generator.games.fight_the_virus.areas import VirusArea, count_spikes, list_shapes, make_virus_area
from generator.games.fight_the_virus.game import FightTheVirus
from generator.games.fight_the_virus.players import Greedy, choose_shape
from generator.games.fight_the_virus.sheet import (
    Decide,
    FightTheVirusData,
    Move,
    Roll,
    State,
    TakeBonus,
    UseDie,
    find_section,
    list_winners,
    read_data,
    start_game,
)
from generator.model.elements.blocks import ShapesBlock
from generator.model.kit import Kit
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.rules.core import NATURE

MOST_TURNS = 300
FOURS = {
    "T": ((0, 0), (1, 0), (2, 0), (1, 1)),
    "L": ((0, 0), (0, 1), (0, 2), (1, 2)),
    "S": ((1, 0), (2, 0), (0, 1), (1, 1)),
    "O": ((0, 0), (1, 0), (0, 1), (1, 1)),
}
FIVES = {
    "P": ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)),
    "U": ((0, 0), (2, 0), (0, 1), (1, 1), (2, 1)),
    "V": ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2)),
    "W": ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2)),
    "X": ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2)),
}


def say_interval(hits: int, trials: int) -> str:
    """A share in per cent with its 95 % interval after Wilson."""
    share, z = hits / trials, 1.96
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    low, high = 100 * max(0.0, centre - half), 100 * min(1.0, centre + half)
    return f"{100 * share:.1f} % [{low:.1f}, {high:.1f}]"


def single_dice(seed: int) -> Iterator[int]:
    chance = random.Random(seed)
    while True:
        yield chance.randint(1, 6)


def measure_analysis(area: VirusArea, games: int, *, is_careless: bool = False) -> str:
    """One die after the other into the analysis: how soon 12 spikes, and how much at last."""
    reached, skipped, spikes, squares = [], 0, [], []
    for seed in range(games):
        chance, analysed, twelve = random.Random(seed), 0, None
        for number, value in enumerate(islice(single_dice(seed), 40), 1):
            if is_careless:
                places = list_shapes(area, analysed, value)
                shape = chance.choice(places) if places else 0
            else:
                found = choose_shape(area, analysed, value)
                shape = found[1] if found else 0
            skipped += not shape and number <= 25
            analysed |= shape
            if twelve is None and count_spikes(area, analysed) >= 12:
                twelve = number
        reached.append(twelve)
        spikes.append(count_spikes(area, analysed))
        squares.append(analysed.bit_count())
    within = [number for number in reached if number is not None]
    in_25 = sum(number <= 25 for number in within)
    return (
        f"12 spikes within 25 dice {say_interval(in_25, games)}, median {statistics.median(within):.0f} dice;"
        f" no place {100 * skipped / (25 * games):.1f} % of 25; after 40 dice"
        f" {statistics.mean(spikes):.1f} spikes, {statistics.mean(squares):.1f} squares"
    )


def roll_pairs(seed: int) -> Iterator[tuple[int, int]]:
    """Two dice for ever, the lower one first."""
    chance = random.Random(seed)
    while True:
        low, high = sorted((chance.randint(1, 6), chance.randint(1, 6)))
        yield low, high


def play_game(
    data: FightTheVirusData, players: tuple[str, ...], rolls: Iterator[tuple[int, int]]
) -> Iterator[tuple[str, Move, State]]:
    """A whole game of simple players: who moved, the move, and the game after it.

    It breaks off when the rolls end, or without an end of the game after MOST_TURNS.
    """
    rules, player = FightTheVirus(data, has_shared_rolls=False), Greedy(data)
    game = start_game(data, players)
    for roll in rolls:
        game = rules.apply(game, NATURE, Roll(*roll)).state
        yield NATURE, Roll(*roll), game
        while game.roll is not None and not game.is_over:
            actor = rules.actors(game)[0]
            move = player.choose(game, actor)[0]
            game = rules.apply(game, actor, move).state
            yield actor, move, game
        if game.is_over or game.turn > MOST_TURNS:
            return


def measure_games(data: FightTheVirusData, players: int, games: int) -> None:
    names = tuple("ABCDEFGH"[:players])
    turns, spikes, used, lost = [], [], [], Counter[str]()
    bonuses, circles, extra = Counter[str](), Counter[str](), 0
    for seed in range(games):
        before = None
        for actor, move, game in play_game(data, names, roll_pairs(seed)):
            if before is not None and actor in names:
                hand = before.hand_of(actor)
                if isinstance(move, TakeBonus):
                    bonuses[f"{hand.bonus} taken"] += 1
                if move == Decide("no bonus"):
                    bonuses[f"{hand.bonus} left"] += 1
                extra += isinstance(move, UseDie) and hand.uses == ("any",) and len(hand.dice) == 1
                if isinstance(move, UseDie | TakeBonus) and move.mark.area == "curve":
                    sheet = before.sheet_of(actor)
                    square = data.curve.places[move.mark.square]
                    if square in sheet.circled:
                        is_void = len(data.curve.list_beside(sheet.spread, square)) > 1
                        circles["void" if is_void else "met"] += 1
            before = game
        assert before is not None
        spikes += [sheet.progress.circled for sheet in before.sheets]
        if won := list_winners(data, before):
            turns.append(before.turn)
            used += [before.sheet_of(name).progress.crossed for name in won]
        else:
            lost["lost" if before.is_over else "broken off"] += 1
    turns.sort()
    sheets = games * players
    low, middle, high = (turns[len(turns) * part // 20] for part in (1, 10, 19))
    print(f"\n{players} players, {games} games")
    print(f"  won by somebody      {say_interval(len(turns), games)}  {dict(lost)}")
    print(f"  rolls of the dice    median {middle}, 90 % of games {low} to {high}, longest {turns[-1]}")
    print(f"  rounds               median {middle / players:.1f}")
    print(f"  12 spikes or more    {say_interval(sum(number >= 12 for number in spikes), sheets)} of sheets")
    print(f"  spikes               mean {statistics.mean(spikes):.1f}, least {min(spikes)}")
    print(f"  progress of winners  {statistics.mean(used):.1f} used or lost")
    shares = {name: round(count / sheets, 2) for name, count in sorted(bonuses.items())}
    print(f"  a sheet              {shares}, extra dice {extra / sheets:.2f}")
    print(f"  circles a sheet      { {name: round(count / sheets, 2) for name, count in circles.items()} }")


def compare_shapes(kit: Kit, games: int) -> None:
    """Other shapes for 4 and 5, tried in the analysis alone."""
    grid = read_data(kit).grids["analysis"]
    for (four, four_cells), (five, five_cells) in product(FOURS.items(), FIVES.items()):
        cells = {4: four_cells, 5: five_cells}
        shapes = find_section(kit, "shapes", ShapesBlock).shapes
        faces = [[cells[value]] if value in cells else face.shapes for value, face in enumerate(shapes, 1)]
        print(f"  4 = {four}, 5 = {five}: {measure_analysis(make_virus_area(grid, faces), games)}")


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    shelf = find_shelf()
    kit = read_kit(shelf.find_game("fight_the_virus"), shelf=shelf, locales=("en",))
    data = read_data(kit)
    print(f"Virus analysis alone, {games} times")
    print(f"  simple player:   {measure_analysis(data.virus, games)}")
    print(f"  careless player: {measure_analysis(data.virus, games, is_careless=True)}")
    print("Other shapes for 4 and 5")
    compare_shapes(kit, games)
    for players in (2, 3, 4):
        measure_games(data, players, games)


if __name__ == "__main__":
    main()
