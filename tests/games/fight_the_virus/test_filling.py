"""The virus can be covered: a filling that is written down, and fillings that are found (A9)."""

from itertools import islice

import pytest

from generator.games.fight_the_virus.areas import check_shape, count_spikes
from generator.games.fight_the_virus.sheet import FightTheVirusData, find_section
from generator.model.elements.template import GridBlock
from generator.model.kit import Kit
from tests.games.fight_the_virus.search import find_filling
from tests.games.fight_the_virus.sheets import roll_pairs

DICE = "3 1 1 5 3 4 4 5 3 2 6 2 3 4 1 2 5 4 1 1 1 6 4 4 1 5 6"

FILLING = """
      v   r   q
      v r r q q
    v v y r q q n
A A A z z z t n n j j
  x A g z z d d n f
x x x g g d d d f f f
  w u g p o l c b a
w w w s p m l e e a a
    k k m m h h e
      k i i h h
      k   i   h
"""
"""27 single dice, one shape each, in the order of the letters, A after z."""


def read_filling(kit: Kit) -> list[tuple[str, ...]]:
    """The squares of each letter, in the order of the letters."""
    grid = find_section(kit, "analysis", GridBlock).grid
    lines = FILLING.strip("\n").splitlines()
    letters = {square.id: lines[square.y][int(square.x) * 2] for square in grid}
    order = sorted(set(letters.values()), key=lambda letter: (letter.isupper(), letter))
    return [tuple(id for id, letter in letters.items() if letter == wanted) for wanted in order]


def test_the_written_filling_covers_the_whole_virus_legally(data: FightTheVirusData, kit: Kit) -> None:
    """27 dice in a row, none skipped: every shape is legal, all 81 squares and 21 spikes are covered."""
    analysed, spikes = 0, 0
    shapes = read_filling(kit)
    dice = [int(die) for die in DICE.split()]
    assert len(shapes) == len(dice) == 27
    for value, squares in zip(dice, shapes, strict=True):
        shape = data.virus.squares(squares)
        check_shape(data.virus, analysed, value, shape)
        analysed |= shape
        spikes += count_spikes(data.virus, shape)
    assert analysed == data.virus.all_squares
    assert spikes == 21


@pytest.mark.parametrize("seed", range(10))
def test_a_search_covers_all_spikes_with_dice_that_are_rolled(data: FightTheVirusData, seed: int) -> None:
    """One shape a turn, from either of two dice: all 21 spikes within 30 turns, every shape legal."""
    rolls = list(islice(roll_pairs(seed), 30))
    filling = find_filling(data.virus, rolls)
    assert filling is not None
    assert_legal(data, filling)


@pytest.mark.parametrize("seed", range(10))
def test_a_search_covers_all_spikes_with_single_dice(data: FightTheVirusData, seed: int) -> None:
    """Without any choice of the die: all 21 spikes within 40 dice."""
    filling = find_filling(data.virus, [roll[:1] for roll in islice(shuffled_pairs(seed), 40)])
    assert filling is not None
    assert_legal(data, filling)


def shuffled_pairs(seed: int) -> list[tuple[int, int]]:
    """Rolls whose first die is not the lower one: every second pair turned round."""
    rolls = list(islice(roll_pairs(seed), 40))
    return [roll[::-1] if index % 2 else roll for index, roll in enumerate(rolls)]


def assert_legal(data: FightTheVirusData, filling: tuple[tuple[int, int], ...]) -> None:
    analysed, spikes = 0, 0
    for value, shape in filling:
        check_shape(data.virus, analysed, value, shape)
        analysed |= shape
        spikes += count_spikes(data.virus, shape)
    assert spikes == 21


def test_a_search_gives_up_when_there_are_too_few_dice(data: FightTheVirusData) -> None:
    """Five shapes cannot cover 21 spikes."""
    assert find_filling(data.virus, [(6, 6)] * 5) is None
