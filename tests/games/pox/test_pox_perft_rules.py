"""How many ways a game can go, counted by the engine and by a second one that shares nothing with it."""

from dataclasses import dataclass

import pytest

from generator.games.pox.game import Pox, State
from tests.games.pox import naive
from tests.games.pox.boards import make_kit, small
from tests.samples import proves_all

SPREAD = ["spread north", "spread east", "spread south", "spread west"]


@dataclass(frozen=True)
class Variant:
    """A small game, and how many ways there are for its first moves."""

    places: str
    cards: tuple[str, ...]
    counts: tuple[int, ...]
    red: int = 40
    blue: int = 50
    level: int = 4
    dead: int = 5

    @property
    def game(self) -> Pox:
        return small(
            make_kit(
                self.places,
                cards=self.cards,
                red=self.red,
                blue=self.blue,
                black=self.dead,
                levels={"level": self.level},
            )
        )

    @property
    def table(self) -> naive.Table:
        return naive.begin(self.places, list(self.cards), red=self.red, blue=self.blue, allowed=self.level)


VARIANTS = {
    "3x3": Variant(
        "A B A\nB P B\nA B A",
        ("spread north", "spread east", "outbreak a"),
        (3, 24, 142, 662, 2036, 8734, 25588),
    ),
    "3x3, one vulnerable, no death": Variant(
        "P A V\nA B A\nA A P", (*SPREAD, "outbreak b", "outbreak a"), (6, 38, 192, 960, 4788, 20574), level=0
    ),
    "3x3, few chips": Variant(
        "P A B\nB A A\nA B A",
        (*SPREAD, "outbreak a"),
        (5, 44, 324, 1247, 4893, 12413, 23042, 35031),
        red=3,
        blue=2,
    ),
    "2x2, to the end": Variant(
        "P A\nA A", ("spread east", "spread south"), (2, 10, 14, 20, 28, 54, 90, 46, 86, 88, 168)
    ),
    "3x2, one death": Variant(
        "P A V\nA A A", (*SPREAD, "spread north"), (4, 24, 93, 356, 1137, 2610, 6910, 14285, 28545), level=1
    ),
    "4x4": Variant(
        "A B A B\nB P V A\nA A P B\nB A B A", (*SPREAD, "outbreak a", "outbreak b"), (6, 72, 724, 6750, 41576)
    ),
}


def count_ways(game: Pox, state: State, depth: int) -> int:
    """Sequences of so many moves; a game that ends before has none."""
    moves = [(actor, move) for actor in game.actors(state) for move in game.moves(state, actor)]
    if depth == 1:
        return len(moves)
    return sum(count_ways(game, game.apply(state, actor, move).state, depth - 1) for actor, move in moves)


def count_naively(table: naive.Table, depth: int) -> int:
    moves = list(naive.list_moves(table))
    return len(moves) if depth == 1 else sum(count_naively(after, depth - 1) for _, after in moves)


def find_difference(game: Pox, state: State, table: naive.Table, depth: int) -> list[str]:
    """The first moves after which the two do not agree: the divided counts, followed down."""
    ours = {move.text: (actor, move) for actor in game.actors(state) for move in game.moves(state, actor)}
    theirs = dict(naive.list_moves(table))
    if set(ours) != set(theirs):
        return [f"only one has: {sorted(set(ours) ^ set(theirs))}"]
    for text, (actor, move) in ours.items():
        after = game.apply(state, actor, move).state
        if depth > 1 and (found := find_difference(game, after, theirs[text], depth - 1)):
            return [text, *found]
    return []


@pytest.mark.parametrize("name", VARIANTS)
def test_both_count_the_same(name: str) -> None:
    """And what is written down here; the last depth, which takes as long as all others, is for proofs."""
    variant = VARIANTS[name]
    depths = len(variant.counts) - (not proves_all())
    game, table = variant.game, variant.table
    state = game.start(("Ana",), {})
    for depth, count in enumerate(variant.counts[:depths], 1):
        ours = count_ways(game, state, depth)
        assert ours == count_naively(table, depth), find_difference(game, state, table, depth)
        assert ours == count
    assert depths >= 4


def test_a_difference_would_be_found() -> None:
    """With one red chip less, the second engine loses somewhere: the way there is told."""
    variant = VARIANTS["3x3, few chips"]
    table = variant.table
    table.red += 1
    assert find_difference(variant.game, variant.game.start(("Ana",), {}), table, 4) != []
