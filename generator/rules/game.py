"""The game of a kit, as one value that reads logs.

A module that provides a game has one function, `make_game(kit, *, variant="") -> Game`. It raises NoRules
for a kit that lacks what the rules need. A game with variants checks their names with `check_variant`; a
game without any leaves `Game.variant` empty.

The module is `rules.py` in the kit's folder, one of ours, or an installed one. `rules.py` is a program that
can do whatever the user can: it is run only if the user trusts the folder, and then no other module is.

Logs, terminals, and phones read words alike: the notation, its words in every language of the kit, and the
descriptions of moves. Words that fit several moves mean none of them.
"""

import importlib
import inspect
import pkgutil
import re
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from generator.errors import (
    OWN_FAILURES,
    GeneratorError,
    RulesCodeError,
    WrittenPlace,
    describe_unknown,
    find_near,
)
from generator.model.elements.areas import PlacedArea
from generator.model.kit import RULES_FILE, Board, Kit, Piece, PieceSet
from generator.model.played import GameLog, LogLine, Position
from generator.model.values import dataclass, field, replace
from generator.rules.checked_rules import CheckedRules, counted_moves
from generator.rules.core import (
    AmbiguousMove,
    AnyMove,
    AnyState,
    Companion,
    EntryPath,
    IllegalMove,
    Listed,
    LogError,
    M,
    NoRules,
    Played,
    Policy,
    Rules,
    RulesError,
    S,
    Secrets,
    Sentence,
    T,
    Value,
    check_turn,
    find_secrets,
    forbid,
    require,
)
from generator.rules.form import AnyForm, FormScoring, PaperForm
from generator.rules.notation import (
    LEAST_LETTERS,
    TYPED,
    Fits,
    MovePattern,
    fold,
    includes,
    is_among,
    is_whole,
    list_finals,
    list_fitting,
    list_words,
    occurs,
    opens,
    split,
)
from generator.rules.own_code import (
    BrokenContract,
    RulesCall,
    explain_failure,
    find_definition,
    find_entry,
    load_entry,
    run_code,
)
from generator.rules.vocabulary import Vocabulary, check_options, make_vocabulary, read_value

_Named: TypeAlias = Sequence[tuple[str, Sequence[str]]]
"""Moves, each with the words of one of its names."""
_MOST_NAMED = 400
"""Number of moves whose names in all languages are searched if nothing in the notation fits."""
_AROUND = ",;:.()\"'“”„‘’«»¡!"
"""Signs around words of a sentence that people may type or leave out; other signs belong to the words."""
MOST_SHOWN = 6
"""Number of legal moves that are suggested instead of an illegal one."""


@dataclass(frozen=True, kw_only=True)
class Knowledge(Generic[S, M]):
    """Knowledge of a game beyond its rules, which makes a search stronger; every field may be left out."""

    evaluate: Callable[[S, int], float] | None = None
    """Estimated chance, from 0 to 1, that the player at a seat wins from a state that is not over.

    None: imagined games are played to their end.
    """
    macros: Callable[[S, str], Sequence[Sequence[M]]] | None = None
    """The moves of an actor that are worth considering, each followed by those that complete its purpose.

    All of them must be legal, one after another. An empty sequence: let others act first. None: every legal
    move is considered.
    """
    base: Policy[S, M] | None = None
    """Policy of imagined games; None: the first policy of the game, or random moves."""
    horizon: int = 1
    """Number of turns after which imagined games stop and are evaluated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMoves:
    """Rules of a game that can be scored but not played: all methods for moves raise NoRules."""

    is_shared: bool = False
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def _refuse(self, *asked: Any) -> Any:
        message = "the game can be scored but not played: it has no moves (docs/own-rules.md)"
        raise NoRules(message).saying("tally.wrong.no_moves")

    start = actors = moves = odds = check = apply = outcome = score = parse = _refuse


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M, T]):
    """The rules of a game, with its scoring, companion, and policies."""

    kit: Kit
    variant: str = ""
    """Empty: the default game."""
    rules: Rules[S, M] = field(default_factory=NoMoves)
    """Rules of play; by default, finished games can be scored, but none can be played."""
    scoring: FormScoring[T, S] | None = None
    """Reader and scorer of finished games; None: only logs can be scored."""
    resume: Callable[[T], S] | None = None
    """Returns the state of a table that was typed in, from which play continues; None: it cannot.

    Raises RulesError for a table that leaves open what play needs.
    """
    arrange: Callable[[Position], S] | None = None
    """Returns a state with these pieces, possible or not, from which examples in a booklet are played."""
    companion: Companion[S, M] = field(default_factory=Companion)
    """Texts of `petri walk`; by default, moves are shown in their notation."""
    notation: Sequence[MovePattern[M]] = ()
    """Declared notation of moves; its words have the keys `word.<word>` in the kit's wording."""
    policies: Mapping[str, Policy[S, M]] = field(default_factory=dict)
    """Players for simulation by name, such as `greedy`; random players need none."""
    forms: Sequence[AnyForm] = ()
    """Ways to fill in a finished game on screens and in PDF files, the default first."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Numbers of the rules by name, which must be those of the same names in kit.yaml."""
    knowledge: Knowledge[S, M] = field(default_factory=Knowledge)
    """Knowledge for searching players; by default, they use the rules alone."""

    @property
    def has_moves(self) -> bool:
        """False if the game can be scored but not played."""
        return not isinstance(self.rules, NoMoves)

    def check_moves(self) -> None:
        """Raise NoRules if the game can be scored but not played."""
        if not self.has_moves and not self.kit.is_trusted:
            _check_trust(self.kit.folder / RULES_FILE)
        if not self.has_moves:
            raise NoRules(
                f"the game `{self.kit.id}` can be scored but not played: it has no moves (docs/own-rules.md)"
            )

    @cached_property
    def vocabularies(self) -> Mapping[str, Vocabulary]:
        """The words of the notation in every language of the kit, by locale."""
        words, shown = self.companion.words, tuple(self.companion.shown)
        return {
            locale: make_vocabulary(self.notation, words, wording, shown)
            for locale, wording in self.kit.wordings.items()
        }

    @cached_property
    def secrets(self) -> Secrets[S, M] | None:
        """The hidden information of the game; None if nothing is hidden."""
        return find_secrets(self.rules)

    @property
    def scorings(self) -> Sequence[FormScoring[Any, S]]:
        """Return the scorings of finished games, each with its own key: `scoring`, then those of forms."""
        by_key: dict[str, FormScoring[Any, S]] = {}
        for scoring in (self.scoring, *(form.scoring for form in self.forms)):
            if scoring:
                by_key.setdefault(scoring.key, scoring)
        return tuple(by_key.values())

    def read_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return options as in logs; keys and values may have names in any language of the kit."""
        known, questions = self.rules.options, {each.key: each for each in self.companion.questions}
        named = ((self.find_option(key), value) for key, value in options.items())
        return {
            key: read_value(self.kit, questions.get(key), known.get(key, ()), value) for key, value in named
        }

    def find_option(self, typed: str) -> str:
        """Return the key of an option with a name, in any language of the kit; unknown names stay."""
        if typed in self.rules.options:
            return typed
        for wording, key in product(self.kit.wordings.values(), self.rules.options):
            name = wording.sentences.get(f"option.{key}")
            if name and fold(typed) == fold(name):
                return key
        return typed

    def check_options(self, options: Mapping[str, str]) -> None:
        """Raise RulesError for unknown options or values, which lists the known ones by their names."""
        try:
            check_options(self.rules.options, options)
        except RulesError as error:
            key = str(error.values["key"])
            if error.rule == "log.value":
                known = self._name_values(key, error.values["known"])
                name, value = self._name_option(key), error.values["value"]
                raise RulesError(error.rule, key=name, value=value, known=known) from None
            if error.rule != "log.option":
                raise
            explained = Listed(self._explain_option(key) for key in self.rules.options)
            raise RulesError(error.rule, key=key, known=explained) from None

    def _explain_option(self, key: str) -> Value:
        for question in self.companion.questions:
            if question.key == key:
                return Sentence.of_rule("log.asked", key=key, question=question.text)
        name = self._name_option(key)
        return key if name == key else Sentence.of_rule("log.asked", key=key, question=name)

    def _name_option(self, key: str) -> Value:
        named = (each.name for each in self.companion.questions if each.key == key and each.name)
        return next(named, None) or self._find_text(f"option.{key}", key)

    def _name_values(self, key: str, values: Sequence[str]) -> Value:
        names = next((each.names for each in self.companion.questions if each.key == key), {})
        return Listed(names.get(each) or self._find_text(f"option.value.{each}", each) for each in values)

    def _find_text(self, key: str, default: str) -> Value:
        return Sentence(key) if key in self.kit.reference else default


AnyGame: TypeAlias = Game[AnyState, AnyMove, object]
"""A game of any states, moves, and tables."""


def check_variant(variant: str, *, known: Collection[str]) -> None:
    """Raise RulesError for an unknown variant; an empty one is the default game."""
    if variant and variant not in known:
        raise RulesError("log.value", key="variant", value=variant, known=Listed(known))


_GAMES = "generator.games"

Origin: TypeAlias = Literal["", "built-in", "installed", "rules.py"]
"""Origin of the rules of a kit; empty: it has no rules."""


def find_origin(folder: Path, id: str) -> Origin:
    """Return the origin of the rules of a kit without importing them."""
    if (folder / RULES_FILE).is_file():
        return "rules.py"
    modules = pkgutil.iter_modules(importlib.import_module(_GAMES).__path__)
    if any(module.name == id for module in modules):
        return "built-in"
    return "installed" if find_entry(id) else ""


def find_game(kit: Kit, *, variant: str = "") -> AnyGame:
    """Return the game of a kit; raises NoRules, or RulesError for an unknown variant.

    Raises RulesCodeError for code of others that cannot be run, or makes no game.
    """
    origin = find_origin(kit.folder, kit.id)
    ours = importlib.import_module(f"{_GAMES}.{kit.id}") if origin == "built-in" else None
    scored = _make_scored_game(kit)
    # score.yaml is data: it needs no trust.
    is_scored_only = not origin or (origin == RULES_FILE and not kit.is_trusted)
    if scored and is_scored_only and not variant:
        return scored
    if not origin or (ours and not hasattr(ours, _MAKE)):
        hint = f"rules are written in `{RULES_FILE}` in its folder (docs/own-rules.md)"
        error = NoRules(f"the game `{kit.id}` can be printed but not played: it has no rules; {hint}")
        raise error.saying("command.no_rules")
    make = getattr(ours, _MAKE) if ours else _find_maker(kit)
    try:
        game: AnyGame = make(kit, variant=variant) if ours else _make_own(kit, make, variant)
    except NoRules as error:
        raise NoRules(f"{kit.id}: {error}") from error
    if game.variant != variant:
        raise RulesError("log.variants", value=variant)
    if scored and game.scoring is None:
        return replace(game, scoring=scored.scoring, forms=(*game.forms, *scored.forms))
    return game


def _make_scored_game(kit: Kit) -> AnyGame | None:
    """Return a game that is scored by score.yaml; None for a kit without one."""
    if kit.scoring is None:
        return None
    # Few kits have a score.yaml.
    from generator.rules.sheet_scoring import make_sheet_form

    form = make_sheet_form(kit)
    return Game(kit=kit, scoring=form.scoring, forms=(form,))


def _make_own(kit: Kit, make: Any, variant: str) -> AnyGame:
    """Return the game that code of others makes, with its rules wrapped in checks."""
    place = find_definition(make, make)
    call = RulesCall(_MAKE, place=place)
    if not callable(make):
        raise RulesCodeError(f"`{_MAKE}` must be a function: {_WANTED}", place)
    try:
        names = inspect.signature(make).parameters
        game = make(kit, variant=variant) if len(names) != 1 else make(kit)
        _check_game(game)
    except GeneratorError:
        raise
    except OWN_FAILURES as error:
        if isinstance(error, TypeError) and len(traceback.extract_tb(error.__traceback__)) == 1:
            error = BrokenContract(f"`{_MAKE}` must be {_WANTED}: {error}")
        raise explain_failure(error, call) from error
    return replace(game, rules=CheckedRules(game.rules)) if game.has_moves else game


_MAKE = "make_game"
_WANTED = '`def make_game(kit)`, or with variants, `def make_game(kit, *, variant="")`'


def _check_trust(path: Path) -> None:
    """Raise NoRules if there are rules that the user does not trust."""
    if path.is_file():
        error = NoRules(f"{path} is a program that can do whatever you can; add --trust to run it")
        raise error.saying("command.trust", prefix=str(path))


def _find_maker(kit: Kit) -> Any:
    """Return the function `make_game` of a kit; raises NoRules and RulesCodeError."""
    path = kit.folder / RULES_FILE
    if not path.is_file():
        entry = find_entry(kit.id)
        assert entry is not None, "its origin was found"
        return load_entry(entry)
    if not kit.is_trusted:
        _check_trust(path)
    module = run_code(path, kit.id)
    if hasattr(module, _MAKE):
        return getattr(module, _MAKE)
    functions = {name: each for name, each in vars(module).items() if inspect.isfunction(each)}
    near = find_near(_MAKE, functions)
    guess = f"; `{near[0]}` may be meant" if near else ""
    place = find_definition(functions[near[0]], functions[near[0]]) if near else WrittenPlace(str(path), 1, 1)
    raise RulesCodeError(f"there is no function `{_MAKE}`{guess}", place)


def _check_game(game: Any) -> None:
    """Raise BrokenContract unless each field of a game has the right type."""
    if not isinstance(game, Game):
        raise BrokenContract(f"`{_MAKE}` must return a Game, not {type(game).__name__}")
    if not game.has_moves and not game.scorings:
        raise BrokenContract("the Game has neither `rules` nor `scoring`, so it can do nothing")
    kinds: tuple[tuple[str, type[Any], Iterable[object]], ...] = (
        ("scoring", FormScoring, [game.scoring] if game.scoring is not None else []),
        ("companion", Companion, [game.companion]),
        ("forms", PaperForm, game.forms),
    )
    for field_name, kind, values in kinds:
        for value in values:
            if not isinstance(value, kind):
                made = f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__
                raise BrokenContract(f"`{field_name}` must be an object of {kind.__name__}, not {made}")


A = TypeVar("A", bound=PlacedArea)


def list_pieces(kit: Kit, part: str = "") -> tuple[Piece, ...]:
    """Return the kinds of pieces of one deck or set, or of the complete kit; raises NoRules."""
    sets = {each.id: each for each in kit.parts if isinstance(each, PieceSet)}
    require(part in ("", *sets), describe_unknown("deck or set", part, sets))
    return tuple(piece for id, each in sets.items() if part in ("", id) for piece in each.pieces)


def list_areas(kit: Kit, kind: type[A]) -> list[tuple[Board, A]]:
    """Return all areas of a kind, each with its board."""
    boards = (part for part in kit.parts if isinstance(part, Board))
    return [(board, area) for board in boards for area in board.areas if isinstance(area, kind)]


def read_number(piece: Piece, name: str, *, pattern: str, example: str) -> int:
    """Return a number among the values of a piece; `example` describes valid ones."""
    text = str(piece.fields.get(name))
    require(re.fullmatch(pattern, text), f"`{piece.id}` needs {example} as `{name}`")
    return int(text)


def find_move(game: AnyGame, state: AnyState, actor: str, typed: str) -> str:
    """Return the notation of the legal move that words mean.

    Raises AmbiguousMove if they fit several, or one but not clearly; IllegalMove for an illegal move, with
    the reason; else UnreadableMove.
    """
    refusals: list[RulesError] = []
    found: dict[str, bool] = {}
    for reading in _list_readings(game, typed):
        words, is_complete = split(reading), False
        try:
            move = game.rules.parse(state, actor, reading)
            is_complete = includes(words, split(move.text))
            game.rules.check(state, actor, move)
        except RulesError as error:
            if isinstance(error, AmbiguousMove):
                is_complete = all(includes(words, split(move)) for move in error.candidates)
            if is_complete and reading == typed:
                raise
            refusals.append(error)
        else:
            if is_complete and reading == typed:
                return move.text
            if not _may_shorten(game, move.text) and not _is_said(game, move.text, typed):
                refusals.append(AmbiguousMove(typed, [move.text]))
                continue
            found[move.text] = found.get(move.text, False) or is_complete
    unclear = [move for each in refusals if isinstance(each, AmbiguousMove) for move in each.candidates]
    complete = [move for move, is_complete in found.items() if is_complete]
    if len(complete) == 1 and not unclear:
        # All words are those of a move in some language.
        return complete[0]
    clear, others = _find_named(game, state, actor, typed)
    candidates = tuple(dict.fromkeys((*unclear, *found, *clear, *(others if not unclear else ()))))
    if len(candidates) == 1 and (found or clear):
        return candidates[0]
    if candidates:
        raise AmbiguousMove(typed, candidates)
    raise next((each for each in refusals if isinstance(each, IllegalMove)), refusals[0])


def read_line(game: AnyGame, state: AnyState, actor: str, typed: str) -> AnyMove:
    """Return the move of a line of a log, legal or not if it is in the notation; raises RulesError."""
    try:
        move = game.rules.parse(state, actor, typed)
    except RulesError:
        return game.rules.parse(state, actor, find_move(game, state, actor, typed))
    if includes(split(typed), split(move.text)):
        return move
    return game.rules.parse(state, actor, find_move(game, state, actor, typed))


def _may_shorten(game: AnyGame, move: str) -> bool:
    """Return False for a move that must be typed in full."""
    return fold(move) not in list_finals(tuple(game.notation))


def _is_said(game: AnyGame, move: str, typed: str) -> bool:
    """Return True if a text is all of a move in some language."""
    return any(split(words.say(move)) == split(typed) for words in game.vocabularies.values())


def _list_readings(game: AnyGame, typed: str) -> Iterable[str]:
    """Return the text, and what it is in the notation if it is in another language."""
    translated = (reading for words in game.vocabularies.values() for reading in words.read(typed))
    return dict.fromkeys((typed, *translated))


def list_moves_like(game: AnyGame, state: AnyState, actor: str, typed: str) -> tuple[str, ...]:
    """Return the legal moves that typed words fit in any language, clearly or not."""
    moves = ((move.text, split(move.text)) for move in game.rules.moves(state, actor))
    if fitting := list_fitting(split(typed), moves, *TYPED):
        return fitting
    clear, others = _find_named(game, state, actor, typed)
    return tuple(dict.fromkeys((*clear, *others)))


def _find_named(
    game: AnyGame, state: AnyState, actor: str, typed: str
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the moves that words fit clearly in a language of the kit, and those that they may mean."""
    moves = game.rules.moves(state, actor)[:_MOST_NAMED]
    words = split(typed)
    translated = [
        (move.text, split(vocabulary.say(move.text)))
        for vocabulary in game.vocabularies.values()
        for move in moves
    ]
    is_long = any(len(word) >= LEAST_LETTERS or (len(word) > 1 and not word.isalpha()) for word in words)
    fitting = _pick(words, translated, is_whole, opens)
    if is_long and not fitting:
        described = _describe(game, state, actor, moves)
        fitting = [(move, split(text)) for move, text in described if split(text) == words]
        spelled = [(move, list_words(text)) for move, text in described]
        fitting = fitting or [
            *_pick(words, translated, occurs),
            *_pick(_list_spoken(typed), spelled, occurs, is_among),
        ]
    spoken = _list_spoken(typed) or words
    clear = [
        move
        for move, name in fitting
        if name == words or (is_long and is_among(spoken, name) and _may_shorten(game, move))
    ]
    named = (*fitting, *_pick(words, translated, opens))
    return clear, [move for move, _ in named if move not in clear]


def _describe(game: AnyGame, state: AnyState, actor: str, moves: Sequence[AnyMove]) -> list[tuple[str, str]]:
    """Return the descriptions of moves in all languages, each with its notation."""
    sentences = [(move.text, game.companion.describe(state, actor, move)) for move in moves]
    return [
        (text, each.format(wording)) for wording in game.kit.wordings.values() for text, each in sentences
    ]


def _pick(words: Sequence[str], named: _Named, *grades: Fits) -> _Named:
    """Return the names that words fit, by the first grade that any of them fits."""
    return list_fitting(words, ((each, each[1]) for each in named), *grades)


def _list_spoken(typed: str) -> list[str]:
    """Return the words of a sentence; empty if any of them contains another sign."""
    words = [word for each in re.split(r"[\s'’]+", fold(typed)) if (word := each.strip(_AROUND))]
    return words if all(map(re.compile(r"\w+").fullmatch, words)) else []


def replay(
    rules: Rules[S, M],
    log: GameLog,
    state: S | None = None,
    *,
    read: Callable[[S, str, str], M] | None = None,
) -> Iterator[Played[S, M]]:
    """Yield every move, from a state or from the start; raises LogError at the first illegal line.

    `read` reads the words of an actor; by default, only the notation is read.
    """
    if state is None:
        state = start_log(rules, log)
    for number, line in enumerate(log.lines):
        with counted_moves(number):
            played = play_line(rules, state, line, read=read)
        yield played
        state = played.step.state


def play_line(
    rules: Rules[S, M], state: S, line: LogLine, *, read: Callable[[S, str, str], M] | None = None
) -> Played[S, M]:
    """Apply a line to a state; raises LogError with some legal moves."""
    try:
        actors = rules.actors(state)
        forbid(not actors, "log.over")
        try:
            move = (read or rules.parse)(state, line.actor, line.words)
        except RulesError:
            check_turn(actors, line.actor)
            raise
        # The rules of a game may give a better reason than that it is not the actor's turn.
        rules.check(state, line.actor, move)
        check_turn(actors, line.actor)
        return Played(line, move, rules.apply(state, line.actor, move))
    except RulesError as error:
        legal = list_legal(rules, state, line.actor, line.words)
        raise LogError(line.number, line.actor, line.words, error, legal=legal) from error


def start_log(rules: Rules[S, M], log: GameLog) -> S:
    """Return the state before the first line; raises LogError for impossible players or options."""
    try:
        check_options(rules.options, log.header)
        return rules.start(log.players, log.header)
    except RulesError as error:
        raise LogError(0, "", "", error) from error


def get_error_path(error: RulesError) -> EntryPath:
    """Return the path of an error in a score file: a line of the log, or a key of the head."""
    if isinstance(error, LogError) and error.number:
        return ("log", error.number - 1, error.actor)
    return (str(error.values.get("key", "players")),)


def list_legal(
    rules: Rules[S, M], state: S, actor: str, words: str = "", *, name: Callable[[str], str] = str
) -> tuple[str, ...]:
    """Return some legal moves, those first that resemble the typed words: one more than MOST_SHOWN at most.

    If it is not the actor's turn, they are moves of those who may act, after what `name` calls them.
    """
    actors = rules.actors(state)
    if actor in actors:
        legal = [move.text for move in rules.moves(state, actor)]
    else:
        legal = [f"{name(other)}: {move.text}" for other in actors for move in rules.moves(state, other)[:1]]
    return tuple(sort_by_likeness(legal, words)[: MOST_SHOWN + 1])


def sort_by_likeness(legal: Sequence[str], typed: str) -> list[str]:
    """Sort moves by their number of typed words, then so that every first word comes before any repeats."""
    words_of = {move: split(move) for move in legal}
    known = {word for words in words_of.values() for word in words}
    meant = {word for each in re.findall(r"[^\s,;]+", typed) for word in _list_meant(fold(each), known)}
    repeats: Counter[tuple[int, str]] = Counter()
    ranks = {}
    for move, words in words_of.items():
        hits = len(meant.intersection(words))
        ranks[move] = (-hits, repeats[hits, words[0]])
        repeats[hits, words[0]] += 1
    return sorted(words_of, key=ranks.__getitem__)


def _list_meant(word: str, known: Collection[str]) -> Collection[str]:
    """Return the words that a mistyped or abbreviated word may mean."""
    return find_near(word, known) or [each for each in known if len(word) > 1 and each.startswith(word)]
