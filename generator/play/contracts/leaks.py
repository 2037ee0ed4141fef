"""Leaks of games with secrets: hidden information that a player could learn, and impossible worlds.

A random game is played. In some of its states, everything hidden from a player is dealt anew by the rules.
The view, the legal moves, and the decisions of this player must then stay the same.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from generator.errors import IllegalMove
from generator.model.values import dataclass
from generator.play.policies.search import Budget, Search, draw_world
from generator.play.simulate import choose_move
from generator.rules.core import AnyMove, AnyState
from generator.rules.game import AnyGame
from generator.rules.secrets import EVERYBODY, Secrets
from generator.rules.states import Odds

_STATES = 12
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
    moments = list(_play(game, game.secrets, players, chance))
    chosen = sorted(chance.sample(range(len(moments)), min(_STATES, len(moments))))
    found: dict[tuple[str, str], Leak] = {}
    for place, index in enumerate(chosen):
        others = [other.move for other in chance.sample(moments, min(len(moments), 20))]
        for leak in _examine(moments[index], others, chance, decides=place < _SEARCHED):
            found.setdefault((leak.method, leak.message.partition(":")[0]), leak)
    return tuple(found.values())


def _play(
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
