"""Statistics of simulated games: rates with confidence intervals, and spreads of lengths and points."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from math import ceil, sqrt

from generator.model.values import dataclass
from generator.play.series import Series, Setting, SimulatedGame
from generator.play.simulate import Ending

Z = 1.959964
"""Quantile of the normal distribution for 95 % confidence."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A count and the number of cases."""

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval."""
        return self.at(Z)

    def at(self, quantile: float) -> tuple[float, float]:
        """Return the confidence interval of Wilson (1927), which is valid near 0 and 1, too."""
        if not self.of:
            return 0.0, 1.0
        near = quantile * quantile / self.of
        middle = (self.share + near / 2) / (1 + near)
        reach = sqrt(near * (self.share * (1 - self.share) + near / 4)) / (1 + near)
        return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True, slots=True)
class Spread:
    """The median and the quartiles of whole numbers."""

    low: int
    median: int
    high: int


def spread(numbers: Iterable[int]) -> Spread:
    """Return quartiles by nearest rank, so that each is one of the numbers."""
    ordered = sorted(numbers)
    return Spread(*(ordered[ceil(len(ordered) * part) - 1] for part in (0.25, 0.5, 0.75)))


@dataclass(frozen=True, slots=True)
class SeatResults:
    """The results of a seat at the table; the first seat begins."""

    wins: Rate
    """Number of wins, including shared ones."""
    points: Spread


@dataclass(frozen=True, slots=True)
class Summary:
    """Statistics of the games of one setting."""

    setting: Setting
    games: int
    moves: Spread
    turns: Spread | None
    """None if the game does not count turns."""
    ends: tuple[tuple[str, Rate], ...]
    """Rules by which games ended, the most frequent first."""
    won: Rate | None
    """None if players do not win or lose together."""
    seats: tuple[SeatResults, ...]
    """Empty if players win or lose together."""
    winners: tuple[Rate, Rate, Rate]
    """Games that nobody, one player, or several players won."""


def summarise(series: Series, games: Iterable[SimulatedGame], *, is_shared: bool) -> tuple[Summary, ...]:
    by_setting: list[list[Ending]] = [[] for _ in series.settings]
    for game in games:
        by_setting[game.setting].append(game.ending)
    found = zip(series.settings, by_setting, strict=True)
    return tuple(_summarise(setting, endings, is_shared) for setting, endings in found if endings)


def _summarise(setting: Setting, endings: Sequence[Ending], is_shared: bool) -> Summary:
    number = len(endings)
    rules = sorted(Counter(ending.rule for ending in endings).items(), key=lambda item: (-item[1], item[0]))
    turns = [ending.turns for ending in endings if ending.turns]
    winners = Counter(min(len(ending.winners), 2) for ending in endings)
    seats = [
        SeatResults(
            Rate(sum(seat in ending.winners for ending in endings), number),
            spread(ending.points[seat] for ending in endings),
        )
        for seat in range(0 if is_shared else setting.players)
    ]
    return Summary(
        setting=setting,
        games=number,
        moves=spread(ending.moves for ending in endings),
        turns=spread(turns) if turns else None,
        ends=tuple((rule, Rate(count, number)) for rule, count in rules),
        won=Rate(sum(ending.won is True for ending in endings), number) if is_shared else None,
        seats=tuple(seats),
        winners=(Rate(winners[0], number), Rate(winners[1], number), Rate(winners[2], number)),
    )


def write_csv(series: Series, games: Iterable[SimulatedGame]) -> str:
    """Return a line for each game, in the order of settings and numbers."""
    keys = [key for key, _ in series.settings[0].options]
    seats = max(setting.players for setting in series.settings)
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    points = [f"points_{seat}" for seat in range(1, seats + 1)]
    heads = ["players", *keys, "policy", "game", "seed", "turns", "moves", "rule", "won", "winners", *points]
    lines.writerow(heads)
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
    """Return a summary for JSON; shares are from 0 to 1, seats in their order at the table."""
    plain: dict[str, object] = {
        "players": summary.setting.players,
        "options": dict(summary.setting.options),
        "games": summary.games,
        "turns": summary.turns and asdict(summary.turns),
        "moves": asdict(summary.moves),
        "ends": [{"rule": rule, **_plain_rate(rate)} for rule, rate in summary.ends],
    }
    if summary.won is not None:
        return plain | {"won": _plain_rate(summary.won)}
    winners = zip(("nobody", "one", "several"), map(_plain_rate, summary.winners), strict=True)
    seats = [{"wins": _plain_rate(seat.wins), "points": asdict(seat.points)} for seat in summary.seats]
    return plain | {"winners": dict(winners), "seats": seats}


def _plain_rate(rate: Rate) -> dict[str, float]:
    low, high = rate.interval
    return {"count": rate.count, "share": round(rate.share, 6), "low": round(low, 6), "high": round(high, 6)}
