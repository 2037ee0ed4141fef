"""Many games of one kit: which, how each of them is seeded, and how they are shared among processes.

A game is named by its setting and its number, and its seed is made of these and the seed of the series:
it ends alike whichever process plays it, and whatever else is played.
"""

import hashlib
import multiprocessing
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import perf_counter
from traceback import format_exc
from typing import Any

from generator.errors import RulesError, UnknownName, say_unknown
from generator.model.kit import Kit
from generator.play.replaying import list_keys, replay_file
from generator.play.simulate import Ending, play_to_end
from generator.read.files.yaml_reader import Source
from generator.read.scores.scores import read_score_file
from generator.rules.core import Move, Policy, State
from generator.rules.finding import find_game
from generator.rules.game import AnyGame
from generator.rules.players import list_numbers_of_players, say_numbers_of_players
from generator.rules.replay import check_options

RANDOM = "random"
"""The policy that every game has: any move is as good as another."""
MOST_PLAYERS = 4
"""Where a kit is for any number of players, up to so many are simulated unless asked for more."""
PATIENCE = 0.5
"""Seconds that one process plays alone: others take as long to start."""
_OFTEN = 0.1
"""Seconds between two reports of a process."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How a game is set up: one row of the tables."""

    players: int
    options: tuple[tuple[str, str], ...] = ()
    """Key and value of the rules' options, in the order of the rules."""

    def __str__(self) -> str:
        return " ".join((f"players={self.players}", *(f"{key}={value}" for key, value in self.options)))

    @property
    def names(self) -> tuple[str, ...]:
        """Of the players; nobody reads them."""
        return tuple(f"P{number}" for number in range(1, self.players + 1))


@dataclass(frozen=True)
class Series:
    """So many games of each setting."""

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
class Game:
    """One game of a series."""

    setting: int
    """Its place among the settings, from 0."""
    number: int
    """Among the games of its setting, from 0."""
    seed: int
    ending: Ending


class Table:
    """Where the games of a series are played: every process has its own."""

    def __init__(self, series: Series) -> None:
        """Raises UnknownName for a policy, RulesError for a variant that the game does not have."""
        self.series = series
        game = find_game(series.kit, variant=series.variant)
        self.rules = game.rules
        self.policy = find_policy(game, series.policy)
        self.state: State | None = None
        if series.start is not None:
            walk, _ = replay_file(game, read_score_file(series.start, list_keys(game)))
            self.state = walk.state if walk else None

    def play(self, index: int) -> Game:
        """One game; settings take turns, so that a series that is broken off has played all of them."""
        number, place = divmod(index, len(self.series.settings))
        setting = self.series.settings[place]
        seed = seed_game(self.series.seed, setting, number)
        ending = play_to_end(
            self.rules,
            self.state.players if self.state else setting.names,
            setup=dict(setting.options),
            seed=seed,
            policy=self.policy,
            state=self.state,
        )
        return Game(place, number, seed, ending)


def seed_game(seed: int, setting: Setting, number: int) -> int:
    """63 bits that say little of those of other games."""
    digest = hashlib.sha256(f"{seed} {setting} {number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def find_policy(game: AnyGame, name: str) -> Policy[State, Move] | None:
    """None for RANDOM; UnknownName for one that the game does not have."""
    if name == RANDOM:
        return None
    if name not in game.policies:
        raise UnknownName(f"{game.kit.slug}: {say_unknown('policy', name, (RANDOM, *game.policies))}")
    return game.policies[name]


def list_settings(
    game: AnyGame, *, players: Sequence[int] = (), options: Mapping[str, Sequence[str]]
) -> tuple[Setting, ...]:
    """Every number of players with every value of every option, those that are not named being usual.

    Without players: all numbers that the kit is for. Raises RulesError for what the rules do not know.
    """
    kit, known = game.kit, game.rules.options
    for key, values in options.items():
        for value in values:
            check_options(known, {key: value})
    fewest, most = list_numbers_of_players(kit)
    numbers = players or range(fewest, (most or max(fewest, MOST_PLAYERS)) + 1)
    for number in numbers:
        if number < fewest or (most is not None and number > most):
            raise RulesError("players.number", {"number": number, "players": say_numbers_of_players(kit)})
    keys = [key for key in known if key in options]
    return tuple(
        Setting(number, tuple(zip(keys, values, strict=True)))
        for number in numbers
        for values in product(*(options[key] for key in keys))
    )


def play_series(series: Series, *, processes: int = 1) -> Iterator[tuple[Game, ...]]:
    """All games in no order, as they come. Closing the iterator ends all processes at once.

    Nothing is played before the first is asked for. RuntimeError, with what happened in it, when a
    process dies.
    """
    table = Table(series)
    began = last = perf_counter()
    done: list[Game] = []
    for index in range(series.total):
        if processes > 1 and perf_counter() - began > PATIENCE:
            yield tuple(done)
            yield from _share(series, index, min(processes, series.total - index))
            return
        done.append(table.play(index))
        if perf_counter() - last > _OFTEN:
            yield tuple(done)
            last, done = perf_counter(), []
    yield tuple(done)


def _share(series: Series, first: int, processes: int) -> Iterator[tuple[Game, ...]]:
    """The games from `first` on, each by whichever process is free."""
    context = multiprocessing.get_context("spawn")
    # Words and pictures are nothing to rules, and words need not be able to travel.
    light = replace(series, kit=replace(series.kit, wordings={}, icons={}, pictures={}))
    following = context.Value("q", first)
    workers: list[SpawnProcess] = []
    pipes: list[Connection] = []
    try:
        with _deaf_to_interrupts():
            for _ in range(processes):
                pipe, end = context.Pipe(duplex=False)
                pipes.append(pipe)
                worker = context.Process(target=work, args=(light, following, end), daemon=True)
                worker.start()
                workers.append(worker)
                # With our copy closed the pipe ends when the process does.
                end.close()
        while pipes:
            ready = wait(pipes)
            for pipe in [pipe for pipe in pipes if pipe in ready]:
                games = _receive(pipe)
                if games is None:
                    pipes.remove(pipe)
                else:
                    yield games
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


def _receive(pipe: Connection) -> tuple[Game, ...] | None:
    """None: the process has done its share."""
    try:
        told = pipe.recv()
    except EOFError:
        told = "a process was killed"
    if isinstance(told, str):
        raise RuntimeError(told)
    games: tuple[Game, ...] | None = told
    return games


def work(series: Series, following: Any, pipe: Connection) -> None:
    """What a process does: plays the next game until there is none, and tells of them; last None.

    `following` is the index of the next game, for all processes.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for games in _take_turns(series, following):
            pipe.send(games)
        pipe.send(None)
    except Exception:
        pipe.send(format_exc())


def _take_turns(series: Series, following: Any) -> Iterator[tuple[Game, ...]]:
    table = Table(series)
    last = perf_counter()
    done: list[Game] = []
    while True:
        with following.get_lock():
            index = following.value
            following.value += 1
        if index >= series.total:
            yield tuple(done)
            return
        done.append(table.play(index))
        if perf_counter() - last > _OFTEN:
            yield tuple(done)
            last, done = perf_counter(), []


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal: those that begin here leave it to the first one."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
