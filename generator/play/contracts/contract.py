"""The contract of a game: everything that its rules, texts, forms, and secrets promise.

Promises are tried in random games. For secrets, everything hidden from a player is dealt anew by the rules in
some states of a game: no move, page, or decision may change.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from random import Random

from generator.errors import DataError, WrittenPlace, format_count, list_briefly
from generator.model.played import GameLog, Laid, LaidPart, LogLine, Mark, PenMark, Position, Takes, TokenMark
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, replace
from generator.play.contracts.samples import (
    BrokenPromise,
    RandomGame,
    Trial,
    everybody,
    list_nested,
    list_result_texts,
    name_players,
    try_promise,
)
from generator.play.paper import Filled, Referee, Report, read_filled_position
from generator.play.policies import Budget, Search, draw_world
from generator.play.simulate import choose_move
from generator.play.walks.walkthrough import judge_table, list_keys
from generator.read.scores import decode_score, read_score_file
from generator.rules.checked_rules import locate_method
from generator.rules.core import (
    EVERYBODY,
    NATURE,
    AnyMove,
    AnyState,
    IllegalMove,
    RulesError,
    Secrets,
    Sentence,
)
from generator.rules.form import AnyForm, list_unfit, write_log
from generator.rules.game import AnyGame, play_line, replay
from generator.rules.own_code import find_definition, is_ours
from generator.rules.states import Odds


def list_broken_promises(trial: Trial, report: Callable[[str], object]) -> Iterator[BrokenPromise]:
    """Yield the first problem of each promise; `report` is called with its name before it is tested.

    If no random game can be played, or played again, only the mistake that prevents it is reported. What is
    raised in one place is one mistake, however often. Nothing is tried after a call that had to be stopped.
    """
    raised: set[WrittenPlace | None] = set()
    for broken in _list_all(trial, report):
        if not broken.is_raised or broken.place not in raised:
            yield broken
        if broken.is_endless:
            return
        raised |= {broken.place} if broken.is_raised and broken.place else set()


def _list_all(trial: Trial, report: Callable[[str], object]) -> Iterator[BrokenPromise]:
    if trial.game.has_moves:
        report("random games")
        unplayable = try_promise(_play(trial))
        yield from unplayable
        if unplayable:
            return
    for name, find in RULES_PROMISES.items() if trial.game.has_moves else ():
        report(name)
        yield from try_promise(find(trial))
    if trial.game.has_moves and trial.game.secrets:
        report("secrets")
        yield from try_promise(_list_leaks(trial))
    for form in trial.game.forms:
        for name, find_in_form in FORM_PROMISES.items():
            report(name)
            yield from try_promise(find_in_form(FormTrial(trial, form)))
    report("texts")
    yield from try_promise(list_wrong_texts(trial))


def count_promises(game: AnyGame) -> int:
    """Return the number of calls of `report`."""
    of_rules = game.has_moves * (1 + len(RULES_PROMISES) + (game.secrets is not None))
    return of_rules + len(game.forms) * len(FORM_PROMISES) + 1


def _list_leaks(trial: Trial) -> Iterator[BrokenPromise]:
    """Yield leaks of hidden information, from a random game with each number of players."""
    for number in trial.numbers:
        for leak in list_leaks(trial.game, name_players(number)):
            yield trial.blame(leak.method, f"{leak.message} (after {leak.moves} moves)")


def _play(trial: Trial) -> Iterator[BrokenPromise]:
    """Play all random games; raises their mistakes."""
    if not trial.random_games:
        yield BrokenPromise("the game cannot be started with any number of players")
    for game in trial.random_games:
        if not game.moves:
            players = format_count(len(game.players), "player")
            yield trial.blame("outcome", f"with {players}, the game is over before the first move")
        yield from list_changed_results(trial, game)


def list_moves_that_differ(trial: Trial) -> Iterator[BrokenPromise]:
    """Every listed move passes the check, and no other move of the same game does."""
    rules = trial.rules
    for sampled in trial.sample:
        for actor in everybody(sampled.state):
            listed = rules.moves(sampled.state, actor)
            for move in (*listed, *sampled.elsewhere):
                try:
                    rules.check(sampled.state, actor, move)
                    is_legal = True
                except IllegalMove:
                    is_legal = False
                if is_legal != (move in listed):
                    does = "allows it, but `moves` does not list it" if is_legal else "refuses a listed move"
                    yield trial.blame("check", f"`check` {does}: {_name(actor, move.text, sampled.moves)}")


def list_unread_texts(trial: Trial) -> Iterator[BrokenPromise]:
    """The notation of a move is unique, and is read as this move."""
    rules = trial.rules
    for sampled in trial.sample:
        for actor in rules.actors(sampled.state):
            moves = rules.moves(sampled.state, actor)
            texts = [move.text for move in moves]
            if twice := [text for text in texts if texts.count(text) > 1]:
                yield trial.blame("moves", f"two moves have the notation `{twice[0]}`")
            for move in moves:
                for text in (move.text, f"  {move.text.replace(' ', '  ')} "):
                    try:
                        read = rules.parse(sampled.state, actor, text)
                    except RulesError as error:
                        yield trial.blame("parse", f"`{move.text}` cannot be read back: {error}")
                        continue
                    if read != move:
                        yield trial.blame(
                            "parse", f"`{move.text}` is read as `{read.text}`: {read!r}, not {move!r}"
                        )


def list_changed_results(trial: Trial, game: RandomGame) -> Iterator[BrokenPromise]:
    """Every move of a game gives the same result when it is made again."""
    for number, (state, played) in enumerate(zip(game.states, game.moves, strict=False)):
        if trial.rules.apply(state, played.line.actor, played.move) != played.step:
            name = _name(played.line.actor, played.move.text, number)
            yield trial.blame("apply", f"a move leads to another state when it is made again: {name}")


def list_unequal_results(trial: Trial) -> Iterator[BrokenPromise]:
    """States are values: the same question or move gives the same result twice, also when read from text."""
    rules = trial.rules
    for sampled in trial.sample:
        before = hash(sampled.state)
        for actor in rules.actors(sampled.state):
            moves = rules.moves(sampled.state, actor)
            if list(moves) != list(rules.moves(sampled.state, actor)):
                yield trial.blame("moves", "the same moves come in another order when they are listed again")
            for move in moves:
                name = _name(actor, move.text, sampled.moves)
                step = rules.apply(sampled.state, actor, move)
                if step != rules.apply(sampled.state, actor, move):
                    yield trial.blame("apply", f"a move leads to another state when it is made again: {name}")
                if step != play_line(rules, sampled.state, LogLine(actor, move.text)).step:
                    yield trial.blame("parse", f"a move leads to another state when it is read first: {name}")
        if hash(sampled.state) != before:
            yield trial.blame("apply", "a move changes the state before it; return a new state instead")


def list_wrong_odds(trial: Trial) -> Iterator[BrokenPromise]:
    """When nature acts, its moves have odds that add up to 1; otherwise there are none."""
    rules = trial.rules
    for sampled in trial.sample:
        odds = rules.odds(sampled.state)
        if NATURE not in rules.actors(sampled.state):
            if odds:
                yield trial.blame("odds", f"there are odds, but `{NATURE}` cannot act")
        elif {*odds} != {*rules.moves(sampled.state, NATURE)}:
            yield trial.blame("odds", f"`odds` and `moves` of {NATURE} have different moves")
        elif sum(odds.values()) != 1 or not all(chance > 0 for chance in odds.values()):
            yield trial.blame("odds", f"the odds add up to {sum(odds.values())}, or some are not above 0")


def list_wrong_ends(trial: Trial) -> Iterator[BrokenPromise]:
    """There is an outcome exactly when there are no actors; every actor has a legal move."""
    rules = trial.rules
    for game in trial.random_games:
        for number, state in enumerate(game.states[:-1]):
            if rules.outcome(state) is not None:
                yield trial.blame(
                    "outcome", f"there is an outcome after {number} moves, but the game goes on"
                )
            for actor in rules.actors(state):
                rules.moves(state, actor)
        outcome = rules.outcome(game.states[-1])
        if outcome is None:
            yield trial.blame("outcome", "there is no actor, but no outcome either")
        elif not {*outcome.winners} <= {*game.players} or (outcome.won is None) == rules.is_shared:
            yield trial.blame("outcome", f"the outcome does not fit the players: {outcome}")
        elif rules.is_shared and outcome.winners != (game.players if outcome.won else ()):
            yield trial.blame(
                "outcome",
                "if `is_shared`, `winners` has all players after a victory, and none after a defeat",
            )


def list_wrong_scores(trial: Trial) -> Iterator[BrokenPromise]:
    """At any time, a total is the sum of its rounds, and the total of a round is the sum of its lines."""
    for sampled in trial.sample:
        for player in sampled.state.players:
            score = trial.rules.score(sampled.state, player)
            lines = [line.points for one in score.rounds for line in one.lines]
            if score.total != sum(lines):
                yield trial.blame("score", f"the total {score.total} is not the sum of its lines")


def list_wrong_logs(trial: Trial) -> Iterator[BrokenPromise]:
    """A random game that is written, read, and replayed has the same states and the same score."""
    rules, kit = trial.rules, trial.game.kit
    referee = Referee(kit)
    for game in trial.random_games[:: max(1, trial.games // 3)]:
        log = GameLog(kit.id, game.players, tuple(each.line for each in game.moves))
        if [again.step.state for again in replay(rules, log)] != [each.step.state for each in game.moves]:
            yield trial.blame("apply", "a log that is replayed leads to other states")
        report = referee.score(decode_score(write_log(log).encode()))
        if report.verdict != "proved" or report.moves != len(game.moves):
            reason = ", ".join(str(fault.sentence.key) for fault in report.faults)
            yield trial.blame("parse", f"the log of a random game is refused: {reason}")
        elif report.outcome != rules.outcome(game.states[-1]):
            yield trial.blame("outcome", "a log that is replayed has another outcome")
        elif report.scores != {player: rules.score(game.states[-1], player) for player in game.players}:
            yield trial.blame("score", "a log that is replayed has another score")


def list_wrong_stops(trial: Trial) -> Iterator[BrokenPromise]:
    """A log stops at the first line that is not a move; the report suggests legal moves."""
    rules, kit = trial.rules, trial.game.kit
    referee = Referee(kit)
    for game in trial.random_games[:: max(1, trial.games // 3)]:
        for wrong in (len(game.moves) // 3, len(game.moves) - 1):
            lines = [each.line for each in game.moves]
            lines[wrong] = LogLine(lines[wrong].actor, _NO_MOVE)
            text = write_log(GameLog(kit.id, game.players, tuple(lines)))
            report = referee.score(decode_score(text.encode()))
            fault = report.faults[0] if report.faults else None
            is_there = fault and text.split("\n")[fault.line - 1].endswith(f": {_NO_MOVE}")
            if report.verdict != "unreadable" or not fault or not is_there or report.moves != wrong:
                yield trial.blame("parse", f"`{_NO_MOVE}` is read as a move; raise UnreadableMove")
                continue
            for words in fault.legal:
                move = rules.parse(game.states[wrong], lines[wrong].actor, words)
                rules.check(game.states[wrong], lines[wrong].actor, move)


_NO_MOVE = "castle kingside"
"""Words that are not a move of any game."""


def _name(actor: str, move: str, moves: int) -> str:
    return f"{actor}: {move}, after {moves} moves"


RULES_PROMISES: Mapping[str, Callable[[Trial], Iterator[BrokenPromise]]] = {
    "games end and say how": list_wrong_ends,
    "moves are what check allows": list_moves_that_differ,
    "moves are read back": list_unread_texts,
    "states are values": list_unequal_results,
    "odds add up": list_wrong_odds,
    "scores add up": list_wrong_scores,
    "a game is its log": list_wrong_logs,
    "a log stops at a line that is not a move": list_wrong_stops,
}
"""Promises of rules, each with the check that finds its problems."""


def list_wrong_texts(trial: Trial) -> Iterator[BrokenPromise]:
    """Yield missing texts, and texts with placeholders for which the rules give no value."""
    wording = trial.game.kit.wordings["en"]
    missing: dict[str, None] = {}
    wrong: dict[str, str] = {}
    for sentence in dict.fromkeys(_list_sentences(trial)):
        for each in list_nested(sentence):
            if each.key not in wording:
                missing[each.key] = None
            elif lacking := list_lacking(each, wording):
                wrong[each.key] = list_briefly(f"{{{name}}}" for name in lacking)
    if wrong:
        listed = list_briefly(f"`{key}` has {names}" for key, names in wrong.items())
        yield BrokenPromise(f"texts have placeholders for which the rules give no values: {listed}")
    elif missing:
        keys = list_briefly(f"`{key}`" for key in missing)
        yield BrokenPromise(
            f"texts are missing in wording/en.yaml, so their keys are shown: {keys}", is_error=False
        )


def list_lacking(sentence: Sentence, wording: Wording) -> tuple[str, ...]:
    """Return the placeholders of a text that have no value."""
    return tuple(name for name in wording.message(sentence.key).names if name not in sentence.values)


def _list_sentences(trial: Trial) -> Iterator[Sentence]:
    rules = trial.rules
    for game in trial.random_games if trial.game.has_moves else ():
        for each in game.moves:
            yield from each.step.events
        end = game.states[-1]
        yield from list_result_texts(rules, end, game.players)


_SECRET_STATES = 12
"""Number of states of a game that are examined."""
_WORLDS = 6
"""Number of worlds that each player imagines in a state."""
_SEARCHED = 2
"""Number of states in which players decide."""
_BUDGET = Budget(moves=60)


@dataclass(frozen=True, slots=True)
class Leak:
    """A problem with a declaration of secrets."""

    method: str
    """The method of the rules that is wrong."""
    message: str
    moves: int
    """Number of moves before the leak."""


@dataclass(frozen=True)
class _Moment:
    """A state of a game, and the move that follows."""

    game: AnyGame
    secrets: Secrets[AnyState, AnyMove]
    number: int
    state: AnyState
    actor: str
    move: AnyMove

    def make_leak(self, method: str, message: str) -> Leak:
        return Leak(method, message, self.number)


def list_leaks(game: AnyGame, players: Sequence[str], *, seed: int = 1) -> tuple[Leak, ...]:
    """Return the first problem of each kind with the secrets of a game; empty if nothing is hidden."""
    if game.secrets is None:
        return ()
    chance = Random(seed)
    moments = list(_list_moments(game, game.secrets, players, chance))
    chosen = sorted(chance.sample(range(len(moments)), min(_SECRET_STATES, len(moments))))
    found: dict[tuple[str, str], Leak] = {}
    for place, index in enumerate(chosen):
        others = [other.move for other in chance.sample(moments, min(len(moments), 20))]
        for leak in _examine(moments[index], others, chance, decides=place < _SEARCHED):
            found.setdefault((leak.method, leak.message.partition(":")[0]), leak)
    return tuple(found.values())


def _list_moments(
    game: AnyGame, secrets: Secrets[AnyState, AnyMove], players: Sequence[str], chance: Random
) -> Iterator[_Moment]:
    rules, number = game.rules, 0
    state = rules.start(tuple(players), {})
    while actors := rules.actors(state):
        actor, move = choose_move(rules, state, actors, chance, None)
        yield _Moment(game, secrets, number, state, actor, move)
        state, number = rules.apply(state, actor, move).state, number + 1


def _examine(moment: _Moment, others: Sequence[AnyMove], chance: Random, *, decides: bool) -> Iterator[Leak]:
    state, secrets = moment.state, moment.secrets
    for viewer in (*state.players, EVERYBODY):
        covered = secrets.cover(state, viewer)
        if secrets.cover(covered, viewer) != covered:
            yield moment.make_leak("cover", "changes a state that is covered already")
        yield from _show(moment, covered, viewer)
        if viewer != EVERYBODY and secrets.has_worlds:
            yield from _imagine(moment, covered, viewer, others, chance, decides=decides)


def _show(moment: _Moment, covered: AnyState, viewer: str) -> Iterator[Leak]:
    """Yield problems with showing a covered state."""
    companion, actors = moment.game.companion, moment.game.rules.actors(moment.state)
    shown: list[Callable[[], object]] = [
        partial(companion.view, covered),
        partial(companion.position, covered),
        partial(companion.cards, covered),
    ]
    if viewer in actors:
        shown += [partial(companion.ask, covered, viewer), partial(companion.focus, covered, viewer)]
    is_seen = moment.actor == viewer or viewer not in moment.secrets.list_blind(
        moment.state, moment.actor, moment.move
    )
    if is_seen:
        shown.append(partial(companion.describe, covered, moment.actor, moment.move))
    for show in shown:
        try:
            show()
        except Exception as error:
            message = f"the companion cannot show a covered state: {type(error).__name__}: {error}"
            yield moment.make_leak("cover", message)


def _compare_moves(moment: _Moment, other: AnyState, player: str, method: str, what: str) -> Iterator[Leak]:
    moves = [
        [move.text for move in moment.game.rules.moves(state, player)] for state in (moment.state, other)
    ]
    if moves[0] != moves[1]:
        missing = ", ".join(sorted({*moves[0]} ^ {*moves[1]})[:3])
        yield moment.make_leak(method, f"{what}: {player} has other moves ({missing})")


def _imagine(
    moment: _Moment,
    covered: AnyState,
    player: str,
    others: Sequence[AnyMove],
    chance: Random,
    *,
    decides: bool,
) -> Iterator[Leak]:
    """Yield differences between the real state and imagined ones, from which a player could learn."""
    state, secrets, rules = moment.state, moment.secrets, moment.game.rules
    worlds = secrets.list_worlds(covered, player)
    if isinstance(worlds, Odds) and state not in worlds:
        yield moment.make_leak("unknown", f"the real state is not among those that {player} imagines")
    for _ in range(_WORLDS):
        world = draw_world(worlds, chance)
        if secrets.cover(world, player) != covered:
            yield moment.make_leak("unknown", f"{player} can tell an imagined state from the real one")
            continue
        if rules.actors(world) != rules.actors(state):
            yield moment.make_leak("actors", f"the list of actors reveals hidden information to {player}")
        yield from _compare_moves(moment, world, player, "moves", "moves depend on hidden information")
        for move in others:
            if _judge(moment, state, player, move) != _judge(moment, world, player, move):
                message = (
                    f"the reason why {player} may not play a move reveals hidden information: {move.text}"
                )
                yield moment.make_leak("check", message)
        yield from _compare_result(moment, world, player)
        if decides and player in rules.actors(state):
            chosen = [Search(moment.game, _BUDGET).choose(each, player) for each in (state, world)]
            if chosen[0] != chosen[1]:
                yield moment.make_leak("unknown", f"decisions of {player} depend on hidden information")


def _judge(moment: _Moment, state: AnyState, player: str, move: AnyMove) -> object:
    try:
        moment.game.rules.check(state, player, move)
    except IllegalMove as error:
        return error.rule, error.values
    return None


def _compare_result(moment: _Moment, world: AnyState, player: str) -> Iterator[Leak]:
    """Yield information that the next move gives a player beyond the state after it."""
    rules, secrets, actor, move = moment.game.rules, moment.secrets, moment.actor, moment.move
    if actor == player or player in secrets.list_blind(moment.state, actor, move):
        return
    step = rules.apply(moment.state, actor, move)
    after, possible = secrets.cover(step.state, player), rules.moves(world, actor)
    same = rules.apply(world, actor, move) if move in possible else None
    if same and same.events != step.events:
        yield moment.make_leak("apply", f"an event reveals hidden information to {player}: {move.text}")
    for other in possible:
        if other != move:
            end = rules.apply(world, actor, other).state
            if secrets.cover(end, player) == after and not (same and same.state == end):
                hint = "return False in `sees`, or keep played cards in the state"
                message = f"{player} sees a move that changes only hidden information, {hint}: {move.text}"
                yield moment.make_leak("sees", message)
                return


_FORM_STATES = 40
"""Number of states of each random game that are written on the form."""


@dataclass(frozen=True)
class FormTrial:
    """A form of a game under test."""

    trial: Trial
    form: AnyForm
    positions: int = 60
    """Number of different positions."""

    @cached_property
    def shown(self) -> "tuple[Shown, ...]":
        """Different positions: from random games, during and at the end, or with random marks."""
        return tuple(_list_shown(self))

    @cached_property
    def referee(self) -> Referee:
        """The rules are made once for all files of the form."""
        return Referee(self.trial.game.kit)

    def refer(self, text: str) -> Report:
        return self.referee.score(decode_score(text.encode(), file=_FILE))

    def blame(self, message: str) -> BrokenPromise:
        """Return a promise that the form breaks."""
        kind = type(self.form)
        place = locate_method(self.trial.rules, "restore") if is_ours(kind) else find_definition(kind)
        return BrokenPromise(message, place)


_FILE = "a score file of the form"


@dataclass(frozen=True, slots=True)
class Shown:
    """Position of a state; None if the game has no moves, so that the marks are random."""

    position: Position
    players: tuple[str, ...]
    setup: Mapping[str, str]
    state: AnyState | None = None


def _list_shown(tried: FormTrial) -> Iterable[Shown]:
    trial, form, found = tried.trial, tried.form, dict[Position, Shown]()
    chance = Random(1)
    for game in trial.random_games if trial.game.has_moves else ():
        for state in (*chance.sample(game.states, min(len(game.states), _FORM_STATES)), game.states[-1]):
            position = keep_taken(form.list_takes(), form.lay_state(state))
            if any(part.laid for part in position.parts):
                found[position] = Shown(position, state.players, form.list_setup(state), state)
        if len(found) >= tried.positions:
            break
    for number in () if trial.game.has_moves else range(tried.positions):
        players = name_players(trial.numbers[number % len(trial.numbers)])
        position = _fill_at_random(form, players, chance)
        found[position] = Shown(position, players, {})
    return found.values()


def keep_taken(takes: Sequence[Takes], position: Position) -> Position:
    """Return the marks that players make; others, such as chips that wait, follow from them."""
    places = {(each.area, place) for each in takes for place in each.places}
    parts = (
        replace(part, laid=tuple(laid for laid in part.laid if (laid.area, laid.place) in places))
        for part in position.parts
    )
    return replace(position, parts=tuple(parts))


def _list_lost_marks(tried: FormTrial) -> Iterator[BrokenPromise]:
    """The score file of a position has the same marks, no violations, and the points of the rules."""
    game, form = tried.trial.game, tried.form
    for shown in tried.shown:
        for unfit in list_unfit(form.list_takes(), shown.position):
            yield tried.blame(f"a position has marks that the form does not take: {unfit.message}")
        text = form.write(shown.position, shown.players, shown.setup)
        try:
            report = tried.refer(text)
        except DataError as error:
            yield tried.blame(f"the score file of the form cannot be read: {error}")
            continue
        filled = read_filled_position(decode_score(text.encode()), lambda variant: game)
        before, after = (_list_marks(each) for each in (shown.position, filled.position))
        if _list_marks(keep_taken(form.list_takes(), filled.position)) != before:
            yield tried.blame(f"marks are lost or added in the score file: {_name_marks(before ^ after)}")
        elif filled.write() != text:
            yield tried.blame("a score file of the form is written differently after reading it")
        elif shown.state is not None:
            yield from _compare_with_rules(tried, shown.state, report)
            yield from _compare_resumed(tried, shown, filled)


def _compare_with_rules(tried: FormTrial, state: AnyState, report: Report) -> Iterator[BrokenPromise]:
    rules = tried.trial.rules
    if report.faults or report.verdict != "consistent":
        faults = ", ".join(str(fault.rule) for fault in report.faults)
        yield tried.blame(f"a position of a game that was played by the rules is refused: {faults}")
    elif rules.outcome(state) and not rules.is_shared:
        played = {player: rules.score(state, player).total for player in state.players}
        scored = {player: each.total for player, each in report.scores.items()}
        if played != scored:
            yield tried.blame(f"the form is scored {scored}, but the rules score {played}")


def _compare_resumed(tried: FormTrial, shown: Shown, filled: Filled) -> Iterator[BrokenPromise]:
    """Play that continues from a finished form has its marks, if it can continue."""
    game, scoring = tried.trial.game, tried.form.scoring
    if game.resume is None or scoring is not game.scoring:
        return
    source = decode_score(filled.write().encode())
    file = read_score_file(source, list_keys(game))
    table, _ = judge_table(scoring, file, file.finished)
    with suppress(RulesError):
        position = keep_taken(tried.form.list_takes(), tried.form.lay_state(game.resume(table)))
        differs = _list_marks(position) ^ _list_marks(shown.position)
        if differs:
            yield tried.blame(f"play that continues from a form has other marks: {_name_marks(differs)}")


def _list_unknown_places(tried: FormTrial) -> Iterator[BrokenPromise]:
    """Violations of a position with other marks name only players and places of the form."""
    takes = tried.form.list_takes()
    places = {(one.area, place) for one in takes for place in (*one.places, "")}
    chance = Random(tried.trial.game.kit.id)
    for shown in tried.shown[: max(1, tried.positions // 2)]:
        for changed in (_change_mark(takes, shown.position, chance, shown.players) for _ in range(3)):
            if [*list_unfit(takes, changed)]:
                continue
            for fault in tried.refer(tried.form.write(changed, shown.players, shown.setup)).faults:
                if not {*fault.places} <= places or fault.player not in ("", *shown.players):
                    yield tried.blame(f"`{fault.rule}` has places or players that the form does not have")


FORM_PROMISES: Mapping[str, Callable[[FormTrial], Iterator[BrokenPromise]]] = {
    "a position becomes a score file and comes back": _list_lost_marks,
    "a wrong mark is named by its place": _list_unknown_places,
}
"""Promises of forms, each with the check that finds its problems."""


def _fill_at_random(form: AnyForm, players: Sequence[str], chance: Random) -> Position:
    takes = form.list_takes()
    owners = players if form.each_player else ("",)
    parts = dict.fromkeys(each.part for each in takes)
    position = Position(tuple(LaidPart(part, (), owner) for owner in owners for part in parts))
    for _ in range(chance.randrange(60) if takes else 0):
        changed = _change_mark(takes, position, chance, players)
        position = position if [*list_unfit(takes, changed)] else changed
    return position


def _change_mark(
    takes: Sequence[Takes], position: Position, chance: Random, players: Sequence[str]
) -> Position:
    """Return the position with one mark changed or removed."""
    number = chance.randrange(len(position.parts))
    part = position.parts[number]
    each = chance.choice([one for one in takes if one.part in ("", part.part)] or takes)
    place = chance.choice(each.places)
    kept = tuple(
        laid
        for laid in part.laid
        if (laid.area, laid.place) != (each.area, place) or not each.fits(laid.mark)
    )
    added = [Laid(each.area, place, _make_mark(each, chance, players))] if chance.random() < 0.8 else []
    parts = (*position.parts[:number], replace(part, laid=(*kept, *added)), *position.parts[number + 1 :])
    return replace(position, parts=parts)


def _make_mark(takes: Takes, chance: Random, players: Sequence[str]) -> Mark:
    """Return a random mark that these places take."""
    if takes.kind in ("text", "player"):
        return PenMark("text", chance.choice(players))
    if takes.kind == "number":
        return PenMark("text", str(chance.randint(*takes.numbers)))
    mark = chance.choice(takes.marks)
    if takes.kind == "heap" and isinstance(mark, TokenMark):
        return replace(mark, count=chance.randint(1, takes.numbers[1]))
    return mark


def _list_marks(position: Position) -> frozenset[tuple[str, Laid]]:
    """Return the marks of a position with their owners."""
    return frozenset((part.owner, laid) for part in position.parts for laid in part.laid)


def _name_marks(marks: frozenset[tuple[str, Laid]]) -> str:
    return list_briefly(sorted(f"{owner} {laid.area} {laid.place}".strip() for owner, laid in marks))
