"""The design of an experiment: which values are tried, together or one at a time.

Values are typed as `3..7`, `3,5`, `all`, `-1,+1`, or `-10%,+10%`. They are checked before anything is played.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import product
from typing import TypeAlias

from generator.errors import GeneratorError, SharedText, UnknownName, Wrong, suggest
from generator.model.values import dataclass, replace
from generator.play.policies import RANDOM, make_policy
from generator.play.series.paths import change_kit, find_value, list_values
from generator.play.series.series import MOST_PLAYERS, GameSetting, Series, list_settings, start_setting
from generator.rules.core import NoRules, RulesError, Sentence, list_numbers_of_players
from generator.rules.game import AnyGame, find_game
from generator.rules.states import change


@dataclass(frozen=True, slots=True)
class VariedFactor:
    """A path whose value varies."""

    path: str
    now: str
    """Its value in the settings with which others are compared."""
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arm:
    """A setting of an experiment."""

    values: tuple[str, ...]
    """Value of each factor."""
    base: int
    """Index of the arm with which it is compared; its own index if others are compared with it."""


@dataclass(frozen=True)
class Design:
    """An experiment: a series, whose settings are its arms."""

    series: Series
    factors: tuple[VariedFactor, ...]
    arms: tuple[Arm, ...]
    """One for each setting."""
    left_out: tuple[str, ...] = ()
    """Values of patterns with which the game cannot be played."""

    @property
    def is_single(self) -> bool:
        """True if there are several factors, and each arm changes one at most."""
        return len(self.factors) > 1 and all(
            len(self.list_changes(index)) <= 1 for index in range(len(self.arms))
        )

    @property
    def changed(self) -> tuple[int, ...]:
        """Indexes of the arms that are compared with another one."""
        return tuple(index for index, arm in enumerate(self.arms) if arm.base != index)

    def list_changes(self, index: int) -> tuple[tuple[VariedFactor, str], ...]:
        """Return the factors of an arm that differ from its base, with their values."""
        arm = self.arms[index]
        base = self.arms[arm.base].values
        pairs = zip(self.factors, arm.values, base, strict=True)
        return tuple((factor, value) for factor, value, other in pairs if value != other)


_Problem: TypeAlias = tuple[str, SharedText | None]


class DesignError(GeneratorError):
    """All problems of an experiment, each with the text that says it in other languages, if there is one."""

    def __init__(self, problems: Iterable[_Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(text for text, _ in self.problems))


_MOST_SETTINGS = 1000


def make_design(
    series: Series,
    game: AnyGame,
    varied: Mapping[str, Sequence[str]],
    *,
    players: Sequence[int] = (),
    options: Mapping[str, Sequence[str]],
    policies: Sequence[str] = (RANDOM,),
    is_factorial: bool = True,
    has_marks: bool = False,
    format: Callable[[Sentence], str] = lambda sentence: sentence.key,
) -> Design:
    """Return an experiment: all values of `varied` by path, for each of the players, options, and policies.

    Raises DesignError with all problems: unknown paths, impossible values, and kits that cannot be played.
    """
    reader = _FactorReader(game, format)
    factors, problems = reader.read(varied)
    problems += [
        _say_twice(factor.path)
        for factor in factors
        if (factor.path == PLAYERS and players) or factor.path.removeprefix(OPTIONS) in options
    ]
    if factors and not players:
        players = (list_numbers_of_players(game.kit)[0],)
    if problems:
        problems += _list_contradictions(series, reader, factors, players)
        raise DesignError(problems)
    blocks = [
        replace(setting, policy=policy)
        for policy in policies
        for setting in list_settings(game, players=players, options=options)
    ]
    rows = list(_list_rows(factors, is_factorial=is_factorial))
    number = len(rows) * len(blocks)
    if number > _MOST_SETTINGS:
        advice = "give fewer values, or --one-at-a-time" if is_factorial else "give fewer values"
        shared = SharedText("command.too_many", {"number": number, "most": _MOST_SETTINGS})
        raise DesignError([(f"{number} settings are too many, at most {_MOST_SETTINGS}: {advice}", shared)])
    base = rows.index(tuple(factor.now for factor in factors))
    arms, settings = [], []
    for number, block in enumerate(blocks):
        for row in rows:
            arms.append(Arm(row, number * len(rows) + base))
            settings.append(_make_setting(block, factors, row))
    marked = tuple(sorted({arm.base for arm in arms})) if has_marks else ()
    paired = replace(series, settings=tuple(settings), is_paired=bool(factors), marked=marked)
    design = Design(paired, tuple(factors), tuple(arms), tuple(reader.left_out))
    _check_games(design, format)
    return design


def make_plain_design(series: Series) -> Design:
    """Return a series as an experiment without factors."""
    return Design(series, (), tuple(Arm((), index) for index in range(len(series.settings))))


def _list_contradictions(
    series: Series, reader: "_FactorReader", factors: Sequence[VariedFactor], players: Sequence[int]
) -> Iterator[_Problem]:
    """Yield the problems of values of the factors that can be read, if others cannot."""
    try:
        (block,) = list_settings(reader.game, players=players, options={}) if factors else ()
        rows = _list_rows(factors, is_factorial=False)
        settings = tuple(_make_setting(block, factors, row) for row in rows)
        _check_games(make_plain_design(replace(series, settings=settings)), reader.format)
    except (ValueError, RulesError):
        return
    except DesignError as error:
        yield from error.problems


def _list_rows(factors: Sequence[VariedFactor], *, is_factorial: bool) -> Iterator[tuple[str, ...]]:
    """Yield rows with a value of each factor; one row has the present values."""
    now = tuple(factor.now for factor in factors)
    if is_factorial:
        rows = list(product(*(factor.values for factor in factors)))
        yield from rows if now in rows else (now, *rows)
        return
    yield now
    for index, factor in enumerate(factors):
        yield from (change(now, index, value) for value in factor.values if value != factor.now)


def _make_setting(block: GameSetting, factors: Sequence[VariedFactor], row: Sequence[str]) -> GameSetting:
    options, changes = dict(block.options), []
    for factor, value in zip(factors, row, strict=True):
        if factor.path == PLAYERS:
            block = replace(block, players=int(value))
        elif factor.path == POLICY:
            block = replace(block, policy=value)
        elif factor.path.startswith(OPTIONS):
            options[factor.path.removeprefix(OPTIONS)] = value
        elif value != factor.now:
            changes.append((factor.path, value))
    return replace(block, options=tuple(options.items()), changes=tuple(changes))


def _say_twice(path: str) -> _Problem:
    """Return the problem of a path that is varied, and given by an option of its own."""
    option = f"--{path.split('.')[0]}"
    return f"{path}: it is also given with {option}", SharedText(
        "command.also", {"text": path, "name": option}
    )


def _check_games(design: Design, format: Callable[[Sentence], str]) -> None:
    """Raise DesignError for changes with which the game cannot be played."""
    series = design.series
    problems: dict[str, SharedText | None] = {}
    games: dict[tuple[tuple[str, str], ...], AnyGame | None] = {}
    for setting in series.settings:
        name = " ".join(f"{path}={value}" for path, value in setting.changes) or str(setting)
        try:
            if setting.changes not in games:
                games[setting.changes] = None
                kit = change_kit(series.kit, setting.changes)
                games[setting.changes] = find_game(kit, variant=series.variant)
            if (game := games[setting.changes]) is not None and series.start is None:
                options = {key: (value,) for key, value in setting.options}
                list_settings(game, players=(setting.players,), options=options)
                start_setting(game, setting)
        except (NoRules, Wrong, UnknownName) as error:
            problems[f"{name}: {error}"] = SharedText("command.not_playable", {"text": name})
        except RulesError as error:
            problems[f"{name}: {format(Sentence.of_rule(error.rule, **error.values))}"] = None
    if problems:
        raise DesignError(problems.items())


PLAYERS, POLICY, OPTIONS = "players", "policy", "options."
"""Paths of factors that are not values of the kit; those of options continue with their name."""


def is_of_setting(path: str) -> bool:
    """Return True for a factor of the setting, False for a value of the kit."""
    return path in (PLAYERS, POLICY) or path.startswith(OPTIONS)


_MOST_FACTORS = 200
"""Maximum number of paths that a pattern may match."""


REASON = "reason"
"""Value of a shared text that is a message itself, as checks report it."""


class _FactorReader:
    """Reads the factors of a game."""

    def __init__(self, game: AnyGame, format: Callable[[Sentence], str]) -> None:
        self.game, self.format = game, format
        self.left_out: list[str] = []

    def read(self, varied: Mapping[str, Sequence[str]]) -> tuple[list[VariedFactor], list[_Problem]]:
        """Return the factors, and the problems of others."""
        factors: dict[str, VariedFactor] = {}
        problems: list[_Problem] = []
        for path, words in varied.items():
            try:
                for each in self._match_paths(path) if "*" in path else (path,):
                    factor = self._read_matched(each, words) if "*" in path else self._read(path, words)
                    factors |= {each: factor} if factor.values else {}
            except UnknownName as error:
                problems.append((str(error), error.shared))
            except Wrong as error:
                text = f"{path}={','.join(words)}"
                shared = SharedText("command.no_values", {"text": text, REASON: str(error)})
                problems.append((f"{text}: {error}", shared))
        return [*factors.values()], problems

    def _match_paths(self, path: str) -> Iterator[str]:
        """Yield all paths of the kit that fit a pattern such as `tokens.*.count`."""
        known = list_values(self.game.kit)
        matched = [each for each in known if fnmatchcase(each, path)]
        if not matched:
            near = next(iter(known), "")
            error = UnknownName(f"no path fits `{path}`; a path of this game is `{near}`")
            raise error.saying("command.no_path", text=path, near=near)
        if len(matched) > _MOST_FACTORS:
            hint = f"at most {_MOST_FACTORS}, so write more of it"
            raise Wrong(f"{len(matched)} paths fit this pattern", hint)
        yield from matched

    def _read_matched(self, path: str, words: Sequence[str]) -> VariedFactor:
        """Return the factor of a path that a pattern fits, with the values that are possible."""
        present, possible = find_value(self.game.kit, path), []
        for word in words:
            try:
                for value in read_varied_values((word,), present.text):
                    find_game(present.change(present.parse(value)), variant=self.game.variant)
                    possible.append(value)
            except (Wrong, NoRules):
                self.left_out.append(f"{path}={word}")
        return VariedFactor(path, present.text, tuple(dict.fromkeys(possible)))

    def _read(self, path: str, words: Sequence[str]) -> VariedFactor:
        game = self.game
        if path == POLICY:
            values = read_varied_values(words, "", (RANDOM, *game.policies))
            for name in values:
                make_policy(game, name)
            return VariedFactor(path, values[0], values)
        if path == PLAYERS:
            fewest, most = list_numbers_of_players(game.kit)
            numbers = range(fewest, (most or max(fewest, MOST_PLAYERS)) + 1)
            values = read_varied_values(words, "", tuple(map(str, numbers)))
            for value in values:
                if not value.isdecimal() or len(value) > 3:
                    raise Wrong(f"`{value}` is not a number of players", "write numbers, such as 2..4")
            self._check_rules(tuple(map(int, values)), {})
            return VariedFactor(path, values[0], values)
        if path.startswith(OPTIONS):
            key, known = path.removeprefix(OPTIONS), game.rules.options
            if key not in known:
                names = [OPTIONS + name for name in known]
                error = UnknownName(f"unknown path `{path}`; {suggest(path, names)}")
                raise error.saying("command.unknown", name=path, known=tuple(names))
            values = read_varied_values(words, "", known[key])
            self._check_rules((), {key: values})
            return VariedFactor(path, known[key][0], values)
        present = find_value(game.kit, path)
        values = read_varied_values(words, present.text)
        for value in values:
            present.change(present.parse(value))
        return VariedFactor(path, present.text, values)

    def _check_rules(self, players: Sequence[int], options: Mapping[str, Sequence[str]]) -> None:
        """Raise Wrong for players or options that the rules do not allow."""
        try:
            list_settings(self.game, players=players, options=options)
        except RulesError as error:
            raise Wrong(self.format(Sentence.of_rule(error.rule, **error.values))) from error


_MOST_VALUES = 200


def read_varied_values(words: Sequence[str], now: str, known: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the values that words mean, each once; raises Wrong.

    `now` is the present value, to which `+1` and `-10%` are relative; `known` are the values that `all`
    means.
    """
    values = dict.fromkeys(value for word in words for value in _read_word(word, now, known))
    if len(values) > _MOST_VALUES:
        raise Wrong(f"{len(values)} values", f"at most {_MOST_VALUES}; a range may have steps: 0..1000/50")
    return tuple(values)


_ALL = "all"
_RANGE = re.compile(r"(\d{1,9})\.\.(\d{1,9})(?:/(\d{1,9}))?")
_STEP = re.compile(r"([+-])(\d{1,9})(%?)")


def _read_word(word: str, now: str, known: Sequence[str]) -> Iterator[str]:
    if word == _ALL:
        if not known:
            raise Wrong("`all` is only for options", "write values, such as 3..7 or 3,5")
        yield from known
    elif match := _RANGE.fullmatch(word):
        first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if first > last or not step:
            raise Wrong(f"`{word}` is an empty range", "write the smaller number first: 3..7, or 32..48/4")
        if (last - first) // step >= _MOST_VALUES:
            hint = f"at most {_MOST_VALUES}; add a step: {first}..{last}/50"
            raise Wrong(f"`{word}` has too many values", hint)
        yield from map(str, range(first, last + 1, step))
    elif match := _STEP.fullmatch(word):
        yield _add(match, now)
    else:
        yield word


def _add(match: re.Match[str], now: str) -> str:
    """Return a value relative to the present one; percents change it by at least 1."""
    if not now.isdecimal():
        hint = f"it is `{now}` now" if now else "write numbers, such as 2..4"
        raise Wrong(f"`{match[0]}` is relative to a number", hint)
    change = max(1, round(int(now) * int(match[2]) / 100)) if match[3] else int(match[2])
    value = int(now) + (change if match[1] == "+" else -change)
    if value < 0:
        raise Wrong(f"`{match[0]}` is less than nothing", f"it is `{now}` now")
    return str(value)
