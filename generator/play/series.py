"""Simulating series of games: settings, seeds, and the distribution among processes.

The seed of a game depends only on its setting, its number, and the seed of the series. The result of
a game is therefore the same in every process, no matter which other games are played.
"""

import hashlib
import multiprocessing
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product, takewhile
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import perf_counter
from traceback import format_exc
from typing import Any

from generator.errors import RulesError
from generator.model.kit import Kit
from generator.model.values import dataclass, replace
from generator.play.policies.naming import make_policy
from generator.play.replaying import list_keys, replay_file
from generator.play.simulate import Ending, play_to_end
from generator.read.files.yaml_reader import Source
from generator.read.scores.scores import read_score_file
from generator.rules.core import Move, Policy, State
from generator.rules.finding import find_game
from generator.rules.game import AnyGame
from generator.rules.players import format_numbers_of_players, list_numbers_of_players
from generator.rules.replay import check_options

RANDOM = "random"
"""Policy that every game has: a random legal move."""
MOST_PLAYERS = 4
"""Maximum number of players simulated by default if a kit has no limit."""
PATIENCE = 0.5
"""Seconds of play before other processes are started; starting them takes about as long."""
_OFTEN = 0.1
"""Seconds between two reports of a process."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Set-up of a game: one row of the tables."""

    players: int
    options: tuple[tuple[str, str], ...] = ()
    """Keys and values of the options, in the order of the rules."""

    def __str__(self) -> str:
        return " ".join((f"players={self.players}", *(f"{key}={value}" for key, value in self.options)))


@dataclass(frozen=True)
class Series:
    """Games to simulate: the same number for each setting."""

    kit: Kit
    settings: tuple[Setting, ...]
    games: int
    seed: int = 1
    policy: str = RANDOM
    variant: str = ""
    start: Source | None = None
    """Score file of the position from which all games continue; None: they begin at the start."""

    @property
    def total(self) -> int:
        return self.games * len(self.settings)


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """One game of a series."""

    setting: int
    """Index of its setting."""
    number: int
    """Index among the games of its setting."""
    seed: int
    ending: Ending


class Table:
    """The rules, the policy, and the states at the start of a series; each process has one."""

    def __init__(self, series: Series) -> None:
        """Raise UnknownName for an unknown policy, RulesError for an unknown variant."""
        self.series = series
        game = find_game(series.kit, variant=series.variant)
        self.rules, self.advance = game.rules, game.advance
        self.policy = find_policy(game, series.policy)
        walk = None
        if series.start is not None:
            walk, _ = replay_file(game, read_score_file(series.start, list_keys(game)))
        self.states = [walk.state if walk else start(game, setting) for setting in series.settings]
        self.settings = [str(setting) for setting in series.settings]

    def play(self, index: int) -> SimulatedGame:
        """Play a game; settings take turns, so that a stopped series has games of all of them."""
        number, place = divmod(index, len(self.series.settings))
        seed = seed_game(self.series.seed, self.settings[place], number)
        state = self.states[place]
        ending = play_to_end(self.rules, state, seed=seed, policy=self.policy, advance=self.advance)
        return SimulatedGame(place, number, seed, ending)


def start(game: AnyGame, setting: Setting) -> State:
    """Return the state at the start of all games with a setting."""
    names = [f"P{seat}" for seat in range(1, setting.players + 1)]
    return game.rules.start(names, dict(setting.options))


def seed_game(seed: int, setting: Setting | str, number: int) -> int:
    """Return the seed of a game, a number of 63 bits."""
    digest = hashlib.sha256(f"{seed} {setting} {number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def find_policy(game: AnyGame, name: str) -> Policy[State, Move] | None:
    """Return the policy of a name, None for RANDOM; raises UnknownName."""
    return make_policy(game, name)


def list_settings(
    game: AnyGame, *, players: Sequence[int] = (), options: Mapping[str, Sequence[str]]
) -> tuple[Setting, ...]:
    """Return a setting for each number of players and each combination of the given values of options.

    Other options keep their default. Without `players`, every number that the kit supports is used. Raises
    RulesError for an impossible number of players or invalid options.
    """
    kit, known = game.kit, game.rules.options
    for key, values in options.items():
        for value in values:
            check_options(known, {key: value})
    fewest, most = list_numbers_of_players(kit)
    numbers = players or range(fewest, (most or max(fewest, MOST_PLAYERS)) + 1)
    for number in numbers:
        if number < fewest or (most is not None and number > most):
            raise RulesError("players.number", number=number, players=format_numbers_of_players(kit))
    keys = [key for key in known if key in options]
    return tuple(
        Setting(number, tuple(zip(keys, values, strict=True)))
        for number in numbers
        for values in product(*(options[key] for key in keys))
    )


def play_series(series: Series, *, processes: int = 1) -> Iterator[tuple[SimulatedGame, ...]]:
    """Yield all games, in any order; closing the iterator ends all processes.

    Raises RuntimeError, with the traceback of the process, if a process fails.
    """
    table = Table(series)
    began = perf_counter()
    indexes = iter(range(series.total))
    alone = takewhile(lambda _: processes == 1 or perf_counter() - began <= PATIENCE, indexes)
    played = 0
    for games in _batch(map(table.play, alone)):
        played += len(games)
        yield games
    if played < series.total:
        yield from _share(series, played, min(processes, series.total - played))


def _batch(games: Iterable[SimulatedGame]) -> Iterator[tuple[SimulatedGame, ...]]:
    """Yield the games in batches, about ten a second."""
    last, done = perf_counter(), []
    for game in games:
        done.append(game)
        if perf_counter() - last > _OFTEN:
            yield tuple(done)
            last, done = perf_counter(), []
    yield tuple(done)


def _share(series: Series, first: int, processes: int) -> Iterator[tuple[SimulatedGame, ...]]:
    """Yield the games from an index on, each played by whichever process is free."""
    context = multiprocessing.get_context("spawn")
    # Rules need neither texts nor pictures, and texts may not be picklable.
    light = replace(series, kit=replace(series.kit, wordings={}, icons={}, pictures={}))
    following = context.Value("q", first)
    workers: list[tuple[SpawnProcess, Connection]] = []
    # Ctrl-C reaches every process of a terminal; processes that start here ignore it from the beginning.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(processes):
            pipe, end = context.Pipe(duplex=False)
            worker = context.Process(target=work, args=(light, following, end), daemon=True)
            worker.start()
            workers.append((worker, pipe))
            # If this copy stayed open, `recv` would not fail when the process ends.
            end.close()
        signal.signal(signal.SIGINT, before)
        pipes = [pipe for _, pipe in workers]
        while pipes:
            ready = wait(pipes)
            for pipe in [pipe for pipe in pipes if pipe in ready]:
                try:
                    received = pipe.recv()
                except EOFError:
                    received = "a process was killed"
                if isinstance(received, str):
                    raise RuntimeError(received)
                if received:
                    yield received
                else:
                    pipes.remove(pipe)
    finally:
        signal.signal(signal.SIGINT, before)
        for worker, _ in workers:
            worker.terminate()
        for worker, _ in workers:
            worker.join()


def work(series: Series, following: Any, pipe: Connection) -> None:
    """Play games and send them, then an empty tuple; after an exception, send its traceback.

    `following` is the index of the next game, for all processes.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def take_index() -> int:
        with following.get_lock():
            following.value += 1
            return int(following.value) - 1

    try:
        indexes = takewhile(lambda index: index < series.total, iter(take_index, None))
        for games in _batch(map(Table(series).play, indexes)):
            if games:
                pipe.send(games)
        pipe.send(())
    except Exception:
        pipe.send(format_exc())
