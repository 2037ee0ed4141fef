"""The games of an experiment in columns: a million games take less than a hundred megabytes."""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from generator.play.handing import Batch, Span
from generator.play.series import MarkKey, Setting, SimulatedGame
from generator.play.simulate import Ending

_WON = {None: -1, False: 0, True: 1}


class Column:
    """The games of one setting, by number; they may be added in any order."""

    def __init__(self, players: int, rules: list[str]) -> None:
        self._rules = rules
        self._played = bytearray()
        self.turns, self.moves, self.won = array("q"), array("q"), array("b")
        self._ends, self._winners = array("q"), array("q")
        self.points = tuple(array("q") for _ in range(players))
        self._seeds = array("q")

    def add(self, game: SimulatedGame) -> None:
        number, ending = game.number, game.ending
        more = number + 1 - len(self._played)
        if more > 0:
            self._played.extend(bytes(more))
            for numbers in self._all:
                numbers.extend([0] * more)
        self._played[number] = 1
        rule = str(ending.rule)
        if rule not in self._rules:
            self._rules.append(rule)
        self.turns[number], self.moves[number] = ending.turns, ending.moves
        self._ends[number] = self._rules.index(rule)
        self.won[number] = _WON[ending.won]
        self._winners[number] = sum(1 << seat for seat in ending.winners)
        self._seeds[number] = game.seed
        for points, given in zip(self.points, ending.points, strict=True):
            points[number] = given

    @property
    def _all(self) -> tuple["array[int]", ...]:
        return (self.turns, self.moves, self.won, self._ends, self._winners, self._seeds, *self.points)

    def list_missing(self, first: int, last: int) -> Iterator[int]:
        return (
            number for number in range(first, last) if number >= len(self._played) or not self._played[number]
        )

    @property
    def count(self) -> int:
        """The number of games from the first one on without a gap."""
        gap = self._played.find(0)
        return len(self._played) if gap < 0 else gap

    def list_endings(self, games: int) -> Iterator[Ending]:
        """Yield the ends of the first games; all of them must have been played."""
        return (self.find_ending(number) for number in range(games))

    def find_ending(self, number: int) -> Ending:
        winners = self._winners[number]
        return Ending(
            moves=self.moves[number],
            turns=self.turns[number],
            rule=self._rules[self._ends[number]],
            won=None if self.won[number] < 0 else bool(self.won[number]),
            winners=tuple(seat for seat in range(len(self.points)) if winners >> seat & 1),
            points=tuple(points[number] for points in self.points),
        )

    def find_seed(self, number: int) -> int:
        return self._seeds[number]

    def measure(self, name: str, games: int) -> Sequence[int]:
        """Return a measure of the first games: one of MEASURES, or `seat_1`."""
        match name:
            case "won":
                return [int(won > 0) for won in self.won[:games]]
            case "turns":
                return self.turns[:games]
            case "moves":
                return self.moves[:games]
            case "tied":
                return [int(winners.bit_count() != 1) for winners in self._winners[:games]]
            case "points":
                return list(map(sum, zip(*(points[:games] for points in self.points), strict=True)))
        seat = int(name.removeprefix("seat_")) - 1
        return [winners >> seat & 1 for winners in self._winners[:games]]


MEASURES = ("won", "turns", "moves", "points", "tied")
"""Measures of a game; there is also `seat_1` and so on, whether this player wins."""
SHARES = ("won", "tied", "seat_")
"""Measures that are shares of games; the others are numbers, with a mean."""


class Records:
    """All games of an experiment."""

    def __init__(self, settings: Sequence[Setting]) -> None:
        rules: list[str] = []
        self.columns = tuple(Column(setting.players, rules) for setting in settings)
        self.marks: Counter[MarkKey] = Counter()
        self.games = 0

    def add(self, batch: Batch) -> None:
        for game in batch.games:
            self.columns[game.setting].add(game)
        self.games += len(batch.games)
        self.marks.update(dict(batch.marks))

    def list_missing(self, settings: Sequence[int], first: int, last: int) -> list[Span]:
        """Return the ranges of games that have not been played, as `Lot` counts them from `first` on."""
        missing = sorted(
            (number - first) * len(settings) + place
            for place, setting in enumerate(settings)
            for number in self.columns[setting].list_missing(first, last)
        )
        return list(_join(missing))


def _join(indexes: Iterable[int]) -> Iterator[Span]:
    start = end = None
    for index in indexes:
        if end is None or start is None:
            start = index
        elif index != end:
            yield start, end
            start = index
        end = index + 1
    if start is not None and end is not None:
        yield start, end
