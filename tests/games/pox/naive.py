"""POX written a second time, as plainly as it can be: letters in a dictionary, and nothing clever.

It shares nothing with the engine, and is there to count the same things.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

Spot = tuple[int, int]
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


@dataclass
class Table:
    """`people`: P patient, V vulnerable, letters for kinds."""

    people: dict[Spot, str]
    chips: dict[Spot, str]
    deck: list[str]
    all_cards: list[str]
    red: int
    blue: int
    allowed: int
    card: str = ""
    left: list[tuple[int, int]] = field(default_factory=list)
    is_over: bool = False

    def copy(self) -> "Table":
        return Table(
            self.people,
            dict(self.chips),
            list(self.deck),
            self.all_cards,
            self.red,
            self.blue,
            self.allowed,
            self.card,
            list(self.left),
            self.is_over,
        )

    def beside(self, spot: Spot) -> list[Spot]:
        around = [(spot[0] + dx, spot[1] + dy) for dx, dy in STEPS.values()]
        return [other for other in around if other in self.people]

    def count(self, chip: str) -> int:
        return sum(1 for other in self.chips.values() if other == chip)

    def fitting(self) -> list[Spot]:
        kind = self.card.split()[1]
        return [
            spot
            for spot, person in self.people.items()
            if person.lower() == kind
            and spot not in self.chips
            and not any(other in self.chips for other in self.beside(spot))
        ]


def begin(places: str, cards: list[str], *, red: int, blue: int, allowed: int) -> Table:
    rows = [row.split() for row in places.splitlines()]
    people = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    chips = {spot: "r" for spot, letter in people.items() if letter == "P"}
    return Table(people, chips, sorted(cards), sorted(cards), red, blue, allowed)


def say(spot: Spot) -> str:
    return "abcdefghi"[spot[0]] + str(spot[1] + 1)


def list_moves(table: Table) -> Iterator[tuple[str, Table]]:
    """Every move in its notation, and the table after it."""
    if table.is_over:
        return
    if not table.card:
        for card in sorted(set(table.deck or table.all_cards)):
            after = table.copy()
            after.deck = after.deck or list(after.all_cards)
            after.deck.remove(card)
            after.card = card
            _do_bad_part(after)
            yield card, after
    elif not table.left:
        for spot in table.fitting():
            after = table.copy()
            after.chips[spot] = "r"
            after.left = [(1, 0)]
            _go_on(after)
            yield f"infect {say(spot)}", after
    else:
        yield from _list_help(table)


def _list_help(table: Table) -> Iterator[tuple[str, Table]]:
    for spot, person in table.people.items():
        chip = table.chips.get(spot)
        vaccines = [(most - 1, cures) for most, cures in table.left if most > 0]
        cures = [(most, number - 1) for most, number in table.left if number > 0]
        if chip is None and person != "V" and vaccines:
            yield f"vaccinate {say(spot)}", _helped(table, spot, vaccines)
        if chip == "r" and person != "V" and cures:
            yield f"cure {say(spot)}", _helped(table, spot, cures)
    after = table.copy()
    after.left = []
    _end_turn(after)
    yield "done", after


def _helped(table: Table, spot: Spot, left: list[tuple[int, int]]) -> Table:
    after = table.copy()
    after.chips[spot] = "b"
    after.left = left
    _go_on(after)
    return after


def _go_on(table: Table) -> None:
    """The good part ends when there is nothing to be done."""
    has_blue = table.count("b") < table.blue
    healthy = [s for s, person in table.people.items() if s not in table.chips and person != "V"]
    ill = [s for s, chip in table.chips.items() if chip == "r" and table.people[s] != "V"]
    can_vaccinate = bool(healthy) and any(most for most, _ in table.left)
    can_cure = bool(ill) and any(cures for _, cures in table.left)
    if not has_blue or not (can_vaccinate or can_cure):
        table.left = []
        _end_turn(table)


def _end_turn(table: Table) -> None:
    table.card = ""
    ill = [spot for spot, chip in table.chips.items() if chip == "r"]
    table.is_over = all(other in table.chips for spot in ill for other in table.beside(spot))


def _do_bad_part(table: Table) -> None:
    type, word = table.card.split()
    if type == "outbreak":
        if not table.fitting():
            table.left = [(2, 0)]
            _go_on(table)
        elif table.count("r") == table.red:
            table.is_over = True
        return
    dx, dy = STEPS[word]
    ill = [spot for spot, chip in table.chips.items() if chip == "r"]
    reached = [(x + dx, y + dy) for x, y in ill]
    new = [spot for spot in reached if spot in table.people and spot not in table.chips]
    if table.count("r") + len(new) > table.red:
        table.is_over = True
        return
    for spot in new:
        table.chips[spot] = "r"
    if new:
        _look_for_deaths(table)
    table.left = [(3, 0), (0, 1)] if new else [(6, 0), (0, 2), (3, 1)]
    if not table.is_over:
        _go_on(table)


def _look_for_deaths(table: Table) -> None:
    for is_weak in (True, False):
        for spot in sorted(table.people, key=lambda spot: (spot[1], spot[0])):
            if table.chips.get(spot) != "r" or table.is_over:
                continue
            alone = all(table.chips.get(other) in ("r", "k") for other in table.beside(spot))
            if (is_weak and table.people[spot] == "V") or (not is_weak and alone):
                table.chips[spot] = "k"
                table.is_over = table.count("k") > table.allowed
