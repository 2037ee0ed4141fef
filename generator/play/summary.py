"""What simulated games say together: rates with their intervals, and how lengths and points are spread."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from generator.play.series import Game, Series, Setting

Z = 1.959964
"""Of the normal distribution: 95 % lie within so many standard deviations."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something happened, of so many times."""

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """From which share to which it may truly be, at 95 %, after Wilson (1927): right near 0 and 1 too."""
        if not self.of:
            return 0.0, 1.0
        near = Z * Z / self.of
        middle = (self.share + near / 2) / (1 + near)
        reach = sqrt(near * (self.share * (1 - self.share) + near / 4)) / (1 + near)
        return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some whole numbers, and the quartiles between which the half of them lies."""

    low: int
    median: int
    high: int


def spread(numbers: Iterable[int]) -> Spread:
    """By nearest rank, so that each is one of the numbers; raises IndexError for none."""
    ordered = sorted(numbers)
    return Spread(*(ordered[ceil(len(ordered) * part) - 1] for part in (0.25, 0.5, 0.75)))


@dataclass(frozen=True, slots=True)
class Seat:
    """What a place at the table is worth; the first begins."""

    wins: Rate
    """Shared victories among them."""
    points: Spread


@dataclass(frozen=True, slots=True)
class Summary:
    """All games of one setting."""

    setting: Setting
    games: int
    moves: Spread
    turns: Spread | None
    """None: the game does not count them."""
    ends: tuple[tuple[str, Rate], ...]
    """Rules by which games ended, the most frequent first."""
    won: Rate | None
    """None: its players do not win or lose together."""
    seats: tuple[Seat, ...]
    """None of a game that all win or lose together."""
    winners: tuple[Rate, Rate, Rate]
    """Of a game that has winners: nobody, one player, several."""


def summarise(series: Series, games: Iterable[Game], *, is_shared: bool) -> tuple[Summary, ...]:
    """One summary for each setting of which a game was played."""
    of_setting: list[list[Game]] = [[] for _ in series.settings]
    for game in games:
        of_setting[game.setting].append(game)
    return tuple(
        _summarise(setting, played, is_shared)
        for setting, played in zip(series.settings, of_setting, strict=True)
        if played
    )


def _summarise(setting: Setting, games: Sequence[Game], is_shared: bool) -> Summary:
    endings = [game.ending for game in games]
    number = len(endings)
    rules = Counter(ending.rule for ending in endings)
    turns = [ending.turns for ending in endings if ending.turns]
    winners = [len(ending.winners) for ending in endings]
    return Summary(
        setting=setting,
        games=number,
        moves=spread([ending.moves for ending in endings]),
        turns=spread(turns) if turns else None,
        ends=tuple(
            (rule, Rate(count, number))
            for rule, count in sorted(rules.items(), key=lambda item: (-item[1], item[0]))
        ),
        won=Rate(sum(ending.won is True for ending in endings), number) if is_shared else None,
        seats=() if is_shared else tuple(_sum_up_seat(seat, games) for seat in range(setting.players)),
        winners=(
            Rate(winners.count(0), number),
            Rate(winners.count(1), number),
            Rate(sum(count > 1 for count in winners), number),
        ),
    )


def _sum_up_seat(seat: int, games: Sequence[Game]) -> Seat:
    wins = sum(seat in game.ending.winners for game in games)
    return Seat(Rate(wins, len(games)), spread([game.ending.points[seat] for game in games]))


def write_csv(series: Series, games: Iterable[Game]) -> str:
    """A line for each game, in the order of settings and numbers."""
    keys = [key for key, _ in series.settings[0].options]
    seats = max(setting.players for setting in series.settings)
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    points = [f"points_{seat}" for seat in range(1, seats + 1)]
    lines.writerow(
        ["players", *keys, "policy", "game", "seed", "turns", "moves", "rule", "won", "winners", *points]
    )
    for game in sorted(games, key=lambda game: (game.setting, game.number)):
        setting, ending = series.settings[game.setting], game.ending
        lines.writerow(
            [
                setting.players,
                *(value for _, value in setting.options),
                series.policy,
                game.number + 1,
                game.seed,
                ending.turns or "",
                ending.moves,
                ending.rule,
                "" if ending.won is None else "yes" if ending.won else "no",
                " ".join(str(winner + 1) for winner in ending.winners),
                *ending.points,
                *[""] * (seats - setting.players),
            ]
        )
    return text.getvalue()


def plain_summary(summary: Summary) -> dict[str, object]:
    """As JSON has it; shares from 0 to 1, seats in their order at the table."""
    plain: dict[str, object] = {
        "players": summary.setting.players,
        "options": dict(summary.setting.options),
        "games": summary.games,
        "turns": _plain_spread(summary.turns) if summary.turns else None,
        "moves": _plain_spread(summary.moves),
        "ends": [{"rule": rule, **_plain_rate(rate)} for rule, rate in summary.ends],
    }
    if summary.won is not None:
        return plain | {"won": _plain_rate(summary.won)}
    nobody, one, several = map(_plain_rate, summary.winners)
    seats = [{"wins": _plain_rate(seat.wins), "points": _plain_spread(seat.points)} for seat in summary.seats]
    return plain | {"winners": {"nobody": nobody, "one": one, "several": several}, "seats": seats}


def _plain_rate(rate: Rate) -> dict[str, float]:
    low, high = rate.interval
    return {"count": rate.count, "share": round(rate.share, 6), "low": round(low, 6), "high": round(high, 6)}


def _plain_spread(spread: Spread) -> dict[str, int]:
    return {"low": spread.low, "median": spread.median, "high": spread.high}
