"""A series of simulated games: its settings, the seeds of its games, and statistics of their ends.

The seed of a game depends only on its setting, its number, and the seed of the series. The result of
a game is therefore the same in every process, no matter which other games are played. In a paired series,
games with the same number have the same seed in all settings, so that their differences vary less.
"""

import csv
import hashlib
import io
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from itertools import product
from math import ceil, sqrt
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from generator.model.kit import RULES_FILE, Kit
from generator.model.played import Position, TokenMark
from generator.model.values import dataclass, replace
from generator.play.policies import QUANTILE, RANDOM, make_policy
from generator.play.series.paths import change_kit
from generator.play.simulate import Ending, play_to_end
from generator.play.walks.walkthrough import list_keys, replay_file
from generator.read.files.yaml import Source
from generator.read.scores import read_score_file
from generator.rules.core import (
    AnyMove,
    AnyState,
    Policy,
    RulesError,
    list_numbers_of_players,
    name_numbers_of_players,
)
from generator.rules.game import AnyGame, find_game, find_origin


@dataclass(frozen=True, slots=True)
class GameSetting:
    """The set-up of games: one row of the tables."""

    players: int
    options: tuple[tuple[str, str], ...] = ()
    """Keys and values of the options, in the order of the rules."""
    policy: str = ""
    """How players choose moves; empty: as in the series."""
    changes: tuple[tuple[str, str], ...] = ()
    """Other values of the kit, by path (`play/series/paths.py`)."""

    def __str__(self) -> str:
        return " ".join((f"players={self.players}", *(f"{key}={value}" for key, value in self.options)))


@dataclass(frozen=True)
class Series:
    """Games to simulate: the same number for each setting."""

    kit: Kit
    settings: tuple[GameSetting, ...]
    games: int
    seed: int = 1
    policy: str = RANDOM
    variant: str = ""
    start: Source | None = None
    """Score file of the position from which all games continue; None: they begin at the start."""
    is_paired: bool = False
    """True if games with the same number have the same seed in all settings."""
    marked: tuple[int, ...] = ()
    """Indexes of the settings whose marks on boards and sheets are counted at the end of each game."""

    @property
    def total(self) -> int:
        return self.games * len(self.settings)

    def choose_policy(self, setting: GameSetting) -> str:
        return setting.policy or self.policy


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """One game of a series."""

    setting: int
    """Index of its setting."""
    number: int
    """Index among the games of its setting."""
    seed: int
    ending: Ending


class MarkKey(NamedTuple):
    """A type of mark on a place at the end of the games of a setting."""

    setting: int
    part: str
    area: str
    place: str
    sign: str
    """Id of a piece, or the sign of a handwritten mark."""


MOST_PLAYERS = 4
"""Maximum number of players simulated by default if a kit has no limit."""


def list_settings(
    game: AnyGame, *, players: Sequence[int] = (), options: Mapping[str, Sequence[str]]
) -> tuple[GameSetting, ...]:
    """Return a setting for each number of players and each combination of the given values of options.

    Other options keep their default. Without `players`, every number that the kit supports is used. Raises
    RulesError for an impossible number of players or invalid options.
    """
    kit, known = game.kit, game.rules.options
    for key, values in options.items():
        for value in values:
            game.check_options({key: value})
    fewest, most = list_numbers_of_players(kit)
    numbers = players or range(fewest, (most or max(fewest, MOST_PLAYERS)) + 1)
    for number in numbers:
        if number < fewest or (most is not None and number > most):
            raise RulesError("players.number", number=number, players=name_numbers_of_players(kit))
    keys = [key for key in known if key in options]
    return tuple(
        GameSetting(number, tuple(zip(keys, values, strict=True)))
        for number in numbers
        for values in product(*(options[key] for key in keys))
    )


def start_setting(game: AnyGame, setting: GameSetting) -> AnyState:
    """Return the state at the start of all games with a setting."""
    names = [f"P{seat}" for seat in range(1, setting.players + 1)]
    return game.rules.start(names, dict(setting.options))


PAIRED = "paired"
"""Word in the seeds of a paired series, instead of the setting."""


def seed_game(seed: int, setting: GameSetting | str, number: int) -> int:
    """Return the seed of a game, a number of 63 bits."""
    digest = hashlib.sha256(f"{seed} {setting} {number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


class _Start(NamedTuple):
    """The game, the policy, and the first state of a setting."""

    game: AnyGame
    policy: Policy[AnyState, AnyMove] | None
    state: AnyState


class SeriesPlayer:
    """Plays the games of a series; each process has one."""

    def __init__(self, series: Series, code: bytes = b"") -> None:
        """Raise UnknownName for an unknown policy, RulesError for an unknown variant.

        `code` is the `rules.py` of the kit, for machines that do not have its folder.
        """
        self.series = series
        self._code = code
        self._get_game = cache(self._make_game)
        self._get_start = cache(self._make_start)
        game = self._get_game(())
        for setting in series.settings:
            make_policy(game, series.choose_policy(setting))
        self._walk = None
        if series.start is not None:
            self._walk, _ = replay_file(game, read_score_file(series.start, list_keys(game)))
        self._names = [PAIRED if series.is_paired else str(setting) for setting in series.settings]

    def _make_game(self, changes: tuple[tuple[str, str], ...]) -> AnyGame:
        series = self.series
        kit = change_kit(series.kit, changes) if changes else series.kit
        if not self._code or _has_code(kit, self._code):
            return find_game(kit, variant=series.variant)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / RULES_FILE).write_bytes(self._code)
            return find_game(replace(kit, folder=Path(folder)), variant=series.variant)

    def _make_start(self, setting_index: int) -> _Start:
        setting = self.series.settings[setting_index]
        game = self._get_game(setting.changes)
        policy = make_policy(game, self.series.choose_policy(setting))
        return _Start(game, policy, self._walk.state if self._walk else start_setting(game, setting))

    def play(self, index: int) -> SimulatedGame:
        """Play a game; settings take turns, so that a stopped series has games of all of them."""
        number, setting = divmod(index, len(self.series.settings))
        return self.play_number(setting, number)

    def play_number(self, setting: int, number: int, marks: Counter[MarkKey] | None = None) -> SimulatedGame:
        """Play a game of a setting, and count the marks at its end."""
        game, policy, state = self._get_start(setting)
        seed = seed_game(self.series.seed, self._names[setting], number)
        ended: list[AnyState] = []
        ending = play_to_end(
            game.rules,
            state,
            seed=seed,
            policy=policy,
            is_paired=self.series.is_paired,
            watch=ended.append if setting in self.series.marked else None,
        )
        if marks is not None and ended:
            _count_marks(game.companion.position(ended[0]), setting, marks)
        return SimulatedGame(setting, number, seed, ending)


def _count_marks(position: Position, setting: int, marks: Counter[MarkKey]) -> None:
    """Add what is on each place, pieces with their number."""
    for part in position.parts:
        for laid in part.laid:
            mark = laid.mark
            sign, count = (mark.piece, mark.count) if isinstance(mark, TokenMark) else (mark.sign, 1)
            marks[MarkKey(setting, part.part, laid.area, laid.place, sign)] += count


def _has_code(kit: Kit, code: bytes) -> bool:
    path = kit.folder / RULES_FILE
    return path.is_file() and path.read_bytes() == code


def read_code(kit: Kit) -> bytes:
    """Return the `rules.py` of a kit; empty if its rules come from elsewhere."""
    return (kit.folder / RULES_FILE).read_bytes() if find_origin(kit.folder, kit.id) == RULES_FILE else b""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share: a count and the number of cases."""

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval."""
        return self.at(QUANTILE)

    def at(self, quantile: float) -> tuple[float, float]:
        """Return the confidence interval of Wilson (1927), which is valid near 0 and 1, too."""
        if not self.of:
            return 0.0, 1.0
        near = quantile * quantile / self.of
        middle = (self.share + near / 2) / (1 + near)
        reach = sqrt(near * (self.share * (1 - self.share) + near / 4)) / (1 + near)
        return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True, slots=True)
class Quartiles:
    """The median and the quartiles of whole numbers."""

    low: int
    median: int
    high: int


@dataclass(frozen=True, slots=True)
class SeatResults:
    """The results of a seat at the table; the first seat begins."""

    wins: Rate
    """Number of wins, including shared ones."""
    points: Quartiles


@dataclass(frozen=True, slots=True)
class Summary:
    """Statistics of the games of one setting."""

    setting: GameSetting
    games: int
    moves: Quartiles
    turns: Quartiles | None
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
    """Return the statistics of each setting that has games."""
    endings_of: list[list[Ending]] = [[] for _ in series.settings]
    for game in games:
        endings_of[game.setting].append(game.ending)
    pairs = zip(series.settings, endings_of, strict=True)
    return tuple(_summarise(setting, endings, is_shared) for setting, endings in pairs if endings)


def _summarise(setting: GameSetting, endings: Sequence[Ending], is_shared: bool) -> Summary:
    number = len(endings)
    winners = Counter(min(len(ending.winners), 2) for ending in endings)
    seats = [
        SeatResults(
            Rate(sum(seat in ending.winners for ending in endings), number),
            measure_quartiles(ending.points[seat] for ending in endings),
        )
        for seat in range(0 if is_shared else setting.players)
    ]
    return Summary(
        setting=setting,
        games=number,
        moves=measure_quartiles(ending.moves for ending in endings),
        turns=measure_turns(endings),
        ends=rate_ends(endings),
        won=Rate(sum(ending.won is True for ending in endings), number) if is_shared else None,
        seats=tuple(seats),
        winners=(Rate(winners[0], number), Rate(winners[1], number), Rate(winners[2], number)),
    )


def rate_ends(endings: Sequence[Ending]) -> tuple[tuple[str, Rate], ...]:
    """Return the rules by which games ended, the most frequent first."""
    rules = sorted(Counter(ending.rule for ending in endings).items(), key=lambda item: (-item[1], item[0]))
    return tuple((rule, Rate(count, len(endings))) for rule, count in rules)


def measure_turns(endings: Iterable[Ending]) -> Quartiles | None:
    """Return the quartiles of the turns; None if the game does not count them."""
    turns = [ending.turns for ending in endings if ending.turns]
    return measure_quartiles(turns) if turns else None


def measure_quartiles(numbers: Iterable[int]) -> Quartiles:
    """Return quartiles by nearest rank, so that each is one of the numbers."""
    ordered = sorted(numbers)
    return Quartiles(*(ordered[ceil(len(ordered) * part) - 1] for part in (0.25, 0.5, 0.75)))


def write_games_csv(series: Series, games: Iterable[SimulatedGame]) -> str:
    """Return a line for each game, in the order of settings and numbers."""
    rows: list[dict[str, Any]] = []
    for game in sorted(games, key=attrgetter("setting", "number")):
        setting = series.settings[game.setting]
        fixed = {"players": setting.players, **dict(setting.options), "policy": series.policy}
        rows.append({**fixed, **list_game_cells(game.number, game.seed, game.ending)})
    heads = ("players", *dict(series.settings[0].options), "policy", *list_game_heads(series.settings))
    text = io.StringIO()
    lines = csv.DictWriter(text, heads, lineterminator="\n")
    lines.writeheader()
    lines.writerows({**row, "won": WON_CELLS[row["won"]]} for row in rows)
    return text.getvalue()


WON_CELLS = {None: "", True: "yes", False: "no"}
"""Texts of truth values in tables."""


def list_game_heads(settings: Sequence[GameSetting]) -> Iterable[str]:
    """Return the columns of `list_game_cells` for as many players as any setting has."""
    seats = max((setting.players for setting in settings), default=0)
    return list_game_cells(0, 0, Ending(0, 0, "", None, (), (0,) * seats))


def list_game_cells(number: int, seed: int, ending: Ending) -> dict[str, Any]:
    """Return the cells of a game in tables, by column; None for what the game does not have."""
    return {
        "game": number + 1,
        "seed": seed,
        "turns": ending.turns or None,
        "moves": ending.moves,
        "rule": ending.rule,
        "won": ending.won,
        "winners": " ".join(str(seat + 1) for seat in ending.winners),
        **{f"points_{seat}": points for seat, points in enumerate(ending.points, 1)},
    }


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
