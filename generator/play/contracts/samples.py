"""Samples of a game: random games with some of their states, texts filled with what a game says."""

import random
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain, islice

from generator.errors import EndlessCall, GeneratorError, WrittenPlace
from generator.model.kit import Kit
from generator.model.played import LogLine
from generator.model.texts.message import Grammar, Select, parse_message
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field
from generator.play.simulate import MOST_MOVES, choose_move
from generator.read.wordings.wordings import WordingFile, WordingFolder
from generator.rules.checked_rules import counted_moves, describe_endless, locate_method, name_methods
from generator.rules.core import (
    NATURE,
    AnyMove,
    AnyState,
    IllegalMove,
    Listed,
    M,
    NoRules,
    Outcome,
    Played,
    Policy,
    Rules,
    S,
    Sentence,
    Value,
    format_value,
    list_numbers_of_players,
)
from generator.rules.game import AnyGame, find_game
from generator.rules.own_code import reported_rules

_NUMBERS = (0, 1, 2, 11)
"""Numbers that every language should be tried with; those of its plural forms are added."""
_MOST = 4
"""Number of names that are filled into a placeholder."""
_COUNTED = 200
"""Numbers below this are tried for the plural forms of a language."""
NAMES = ("Ana", "Bo", "Cleo Dee", "Dr. No: 7", "Eva", "Fay")
"""Names of players in random games, some with characters that are hard to read back."""
_MOST_OPEN = 4
"""Maximum number of players in the test of a kit without a limit."""
_MOST_ELSEWHERE = 60
"""Number of moves of other states that are tested in each state."""


@dataclass(frozen=True)
class Samples:
    """Values for the placeholders of texts, in any language."""

    said: Mapping[str, Sequence[Mapping[str, Value]]] = field(default_factory=dict)
    """By key: the values that a game filled in."""
    declared: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    """By placeholder, from the wording file of the game."""
    shared: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    """By placeholder, from the shared wording file."""

    def fill(self, key: str, wording: Wording) -> tuple[str, ...]:
        """Return a text filled with several sets of values; every branch of its choices occurs.

        A text without placeholders is returned as it is. Placeholders without a value are in braces.
        """
        text = wording.sentences[key]
        if "{" not in text:
            return (text,)
        message, grammar = parse_message(text), wording.get_grammar(key)
        names = [name for name in message.names if name.rpartition("_")[0] not in message.names]
        values = {name: self._list_values(key, name, message.choices, wording) for name in names}
        filled = []
        for index in range(max((len(some) for some in values.values()), default=1) or 1):
            # Two numbers of a text are not the same.
            turned = {
                name: some[(index + turn) % len(some)]
                for turn, (name, some) in enumerate(values.items())
                if some
            }
            with suppress(KeyError):  # A choice without a value.
                filled.append(message.fill(turned, grammar))
        return tuple(dict.fromkeys(filled)) or (text,)

    def _list_values(
        self, key: str, name: str, choices: Iterable[Select], wording: Wording
    ) -> tuple[str | int, ...]:
        """Return the values of a placeholder: numbers that need different forms, and unlike names."""
        own = [choice for choice in choices if choice.name == name]
        if own and own[0].kind == "select":
            return tuple(branch.key for branch in own[0].branches)
        # An empty value is a place that is named only in a report.
        said = [each[name] for each in self.said.get(key, ()) if each.get(name, "") not in ("", ())]
        texts = _format_all(said, wording) if said else self._format_others(name, wording)
        if own or all(isinstance(text, int) for text in texts):
            numbers = [text for text in texts if isinstance(text, int)]
            if not own:
                return tuple(numbers)[:_MOST]
            counted = _list_numbers(wording.get_grammar(key))
            # Nothing is the 0th.
            return tuple(filter(None, counted)) if own[0].kind == "selectordinal" else counted
        return _choose_unlike([text if isinstance(text, str) else wording.write(text) for text in texts])

    def _format_others(self, name: str, wording: Wording) -> Collection[str | int]:
        """Return values of a placeholder for texts that the game did not use."""
        if (name, id(wording)) not in self._formatted:
            others = (self.declared, self._borrowed, self.shared)
            given = next(filter(None, (each.get(name) for each in others)), ())
            self._formatted[name, id(wording)] = wording, _format_all(given, wording)
        return self._formatted[name, id(wording)][1]

    @cached_property
    def _formatted(self) -> dict[tuple[str, int], tuple[Wording, Collection[str | int]]]:
        """Values that were formatted: games say thousands, which many texts need."""
        return {}

    @cached_property
    def _borrowed(self) -> Mapping[str, Sequence[Value]]:
        """Values by placeholder, from all texts."""
        found: dict[str, list[Value]] = {}
        for each in chain.from_iterable(self.said.values()):
            for name, value in each.items():
                if value not in ("", ()):
                    found.setdefault(name, []).append(value)
        return found


def _format_all(values: Iterable[Value], wording: Wording) -> Collection[str | int]:
    """Return each value once, as it is filled in."""
    return dict.fromkeys(format_value(each, wording) for each in values)


def _list_numbers(grammar: Grammar) -> tuple[int, ...]:
    """Return numbers for every plural form of a language."""
    forms = {grammar.plural(number): number for number in reversed(range(_COUNTED))}
    return tuple(dict.fromkeys((*_NUMBERS, *forms.values())))


_VOWEL = re.compile(r"[aeiouáéíóúàèìòùäöü]", re.IGNORECASE)


def _choose_unlike(texts: Sequence[str]) -> tuple[str, ...]:
    """Return some texts: short and long, with several words, and with a vowel at the start, in this order."""
    if len(texts) <= _MOST:
        return tuple(texts)
    ordered = sorted(texts, key=lambda text: (len(text), text))
    several = [text for text in ordered if " " in text]
    vowels = [text for text in ordered if _VOWEL.match(text)]
    picks = vowels[:1], several[:1], ordered[:1], ordered[-1:], ordered
    return tuple(dict.fromkeys(chain.from_iterable(picks)))[:_MOST]


def read_samples(kit: Kit | None, texts: WordingFolder) -> Samples:
    """Return the samples of a game: what it says in random games, and what its wording files declare.

    Games without rules, and rules that are not trusted, say nothing.
    """
    said: dict[str, list[Mapping[str, Value]]] = {}
    with suppress(NoRules, GeneratorError):
        for sentence in list_said(find_game(kit)) if kit else ():
            known = said.setdefault(sentence.key, [])
            if sentence.values and len(known) < _KEPT:
                known.append(sentence.values)
    own = dict(_read_samples(texts.file, texts.texts))
    shared = dict(_read_samples(texts.shared.file, texts.texts)) if texts.shared else {}
    return Samples(said, own, shared)


_KEPT = 3000
"""Number of sentences kept for each text."""


def _read_samples(file: WordingFile, english: Mapping[str, str]) -> Iterator[tuple[str, Sequence[Value]]]:
    for name, items in file.samples.items():
        yield name, tuple(chain.from_iterable(_read_sample(item, english) for item in items))


def _read_sample(item: str, english: Mapping[str, str]) -> Iterator[Value]:
    """Yield the values of an item: a number, the text of a key or of a group (`city.*`), a list, or itself.

    A list is written `Ana & Otto`, or with commas.

    Texts of a group that have placeholders of their own are left out.
    """
    if item.endswith(".*"):
        yield from (
            Sentence(key) for key, text in english.items() if key.startswith(item[:-1]) and "{" not in text
        )
    elif re.fullmatch(r"-?\d{1,9}", item):
        yield int(item)
    elif " & " in item:
        yield tuple(chain.from_iterable(_read_sample(each, english) for each in item.split(" & ")))
    elif ", " in item:
        yield Listed(chain.from_iterable(_read_sample(each, english) for each in item.split(", ")))
    else:
        yield Sentence(item) if item in english else item


SAMPLE_PLAYERS = ("Ana", "Otto", "Iris", "Bo", "Ulla", "Emil")
"""Names of players: short and long ones, and some that begin with a vowel."""
_MOST_MOVES = 12
"""Number of legal moves that are described in a state."""
_TRIED, _EVERY = 60, 5
"""Number of moves of a game that are tried where they may be illegal, and in which states."""


def list_said(game: AnyGame, *, games: int = 2) -> Iterator[Sentence]:
    """Yield sentences of random games: questions, moves, events, refusals, scores; those within others, too.

    Raises RulesCodeError for rules that fail.
    """
    if game.has_moves:
        fewest, most = list_numbers_of_players(game.kit)
        for number in dict.fromkeys((fewest, min(fewest + 2, most or fewest + 2, len(SAMPLE_PLAYERS)))):
            for seed in range(games):
                for sentence in _list_said_in(game, SAMPLE_PLAYERS[:number], seed):
                    yield from list_nested(sentence)


def list_result_texts(
    rules: Rules[AnyState, AnyMove], end: AnyState, players: Sequence[str]
) -> Iterator[Sentence]:
    """Yield what a final state says: its outcome, and the labels and notes of all scores."""
    outcome = rules.outcome(end)
    if isinstance(outcome, Outcome):
        yield Sentence.of_rule(outcome.rule)
    for player in players:
        score = rules.score(end, player)
        yield from (line.label for each in score.rounds for line in each.lines)
        yield from filter(None, (score.note,))


def list_nested(sentence: Sentence) -> Iterator[Sentence]:
    """Yield a message, and the messages among its values."""
    yield sentence
    for value in sentence.values.values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Sentence):
                yield from list_nested(each)


def _list_said_in(game: AnyGame, players: Sequence[str], seed: int) -> Iterator[Sentence]:
    rules, companion = game.rules, game.companion
    state: AnyState = rules.start(players, {})
    yield from companion.prepare(state)
    yield from chain.from_iterable(
        filter(None, (question.text, question.name, *question.values.values(), *question.names.values()))
        for question in companion.questions
    )
    states, made = [], []
    for played in play_moves(rules, players, setup={}, seed=seed, state=state):
        states.append(state)
        made.append(played.move)
        for actor in rules.actors(state):
            yield companion.ask(state, actor)
            yield from filter(None, (companion.lesson(state, actor),))
            moves = rules.moves(state, actor)
            yield from (
                companion.describe(state, actor, move) for move in moves[:: len(moves) // _MOST_MOVES + 1]
            )
        yield companion.describe(state, played.line.actor, played.move)
        yield from played.step.events
        state = played.step.state
    yield from list_result_texts(rules, state, players)
    tried = random.Random(seed).sample(made, min(len(made), _TRIED))
    for each in (*states[::_EVERY], state):
        for actor in players:
            for move in tried:
                try:
                    rules.check(each, actor, move)
                except IllegalMove as error:
                    yield Sentence.of_rule(error.rule, **error.values)


@dataclass(frozen=True, slots=True)
class BrokenPromise:
    """A broken promise of a game: an error, or a notice about its texts."""

    message: str
    place: WrittenPlace | None = None
    is_error: bool = True
    is_raised: bool = False
    """True if the rules raised it while the promise was tried."""
    is_endless: bool = False
    """True if a call was stopped; others would take as long."""


@dataclass(frozen=True, slots=True)
class RandomGame:
    """A complete game: its players, its first state, and every move with its result."""

    players: tuple[str, ...]
    start: AnyState
    moves: tuple[Played[AnyState, AnyMove], ...]

    @property
    def states(self) -> tuple[AnyState, ...]:
        return (self.start, *(each.step.state for each in self.moves))


@dataclass(frozen=True, slots=True)
class Sampled:
    """A state of a random game, with moves from elsewhere in the same game, few of which are legal."""

    state: AnyState
    moves: int
    """Number of moves before this state."""
    elsewhere: tuple[AnyMove, ...]


@dataclass(frozen=True)
class Trial:
    """A game under test, and the size of the test."""

    game: AnyGame
    numbers: tuple[int, ...]
    """Numbers of players."""
    games: int
    """Number of random games with each number of players."""
    states: int = 40
    """Number of states that are examined, spread over the games."""

    @property
    def rules(self) -> Rules[AnyState, AnyMove]:
        return self.game.rules

    @cached_property
    def random_games(self) -> tuple[RandomGame, ...]:
        """Raises RulesCodeError."""
        return tuple(self.play(number, seed) for number in self.numbers for seed in range(self.games))

    def play(self, number: int, seed: int) -> RandomGame:
        """Return a random game; raises RulesCodeError for one that does not end."""
        players = name_players(number)
        start = self.rules.start(players, {})
        moves = tuple(play_moves(self.rules, players, setup={}, seed=seed, state=start))
        return RandomGame(players, start, moves)

    @cached_property
    def sample(self) -> tuple[Sampled, ...]:
        """States of random games, among them the ends of some."""
        chance, found = random.Random(7), []
        most = max(1, self.states // len(self.numbers))
        for number in self.numbers:
            some = [each for each in self.random_games if len(each.players) == number]
            share = max(1, most // min(len(some), _FEW))
            for each in some[:_FEW]:
                places = chance.sample(range(len(each.states)), min(len(each.states), share))
                made = [one.move for one in each.moves]
                for place in (*places, len(each.states) - 1):
                    elsewhere = chance.sample(made, min(len(made), _MOST_ELSEWHERE))
                    found.append(Sampled(each.states[place], place, tuple(elsewhere)))
        return tuple(found)

    def blame(self, method: str, message: str) -> BrokenPromise:
        """Return a promise that a method breaks; the message names methods in backticks."""
        return BrokenPromise(name_methods(self.rules, message), locate_method(self.rules, method))


_FEW = 3
"""Number of random games with each number of players whose states are examined."""


def make_trial(game: AnyGame, *, games: int, states: int = 40) -> Trial:
    """Return a trial with every number of players of a game."""
    fewest, most = list_numbers_of_players(game.kit)
    return Trial(game, tuple(range(fewest, (most or max(fewest, _MOST_OPEN)) + 1)), games, states)


def name_players(number: int) -> tuple[str, ...]:
    """Return the names for a number of players."""
    more = (f"P{seat}" for seat in range(len(NAMES) + 1, number + 1))
    return (*NAMES[:number], *more)


def everybody(state: AnyState) -> tuple[str, ...]:
    """Return all actors, and one player who cannot act."""
    return (*state.players, NATURE, "nobody")


def play_moves(
    rules: Rules[S, M],
    players: Sequence[str],
    *,
    setup: Mapping[str, str],
    seed: int,
    policy: Policy[S, M] | None = None,
    state: S | None = None,
) -> Iterator[Played[S, M]]:
    """Yield every move of a game at random or by a policy, from a state or from the start.

    Raises RulesCodeError for a game that does not end.
    """
    if state is None:
        state = rules.start(players, setup)
    chance, number = random.Random(seed), 0
    while True:
        with counted_moves(number):
            if not (actors := rules.actors(state)):
                return
            actor, move = choose_move(rules, state, actors, chance, policy)
            if number == MOST_MOVES:
                raise describe_endless(rules, state, actor, move)
            step = rules.apply(state, actor, move)
        yield Played(LogLine(actor, move.text, number + 1), move, step)
        state, number = step.state, number + 1


def try_promise(problems: Iterator[BrokenPromise]) -> tuple[BrokenPromise, ...]:
    """Return the first problem of a promise, or the error that prevents its test."""
    try:
        with reported_rules():
            return tuple(islice(problems, 1))
    except GeneratorError as error:
        is_endless = isinstance(error.__cause__, EndlessCall)
        notices = error.list_notices()
        return tuple(
            BrokenPromise(each.message, each.place, is_raised=True, is_endless=is_endless) for each in notices
        )
