"""Decisions for players: by a policy that has a name, by a search, or as advice in words.

A search imagines how games go on after each plan, and takes the best one on average. It needs only the
contract of rules. A plan is what an actor can do before chance or others intervene. Imagined games go on
after each plan, with chance by its odds. They are divided by sequential halving (Karnin, Koren, and Somekh,
2013): all plans get the same imagined draws, and each round drops the worse half.

If a game has an evaluation (`Knowledge`), plans are found by beam search, and imagined games stop at a
horizon. Otherwise, they go on to the end, and the moves after each plan are chosen by a tree search (UCT;
Kocsis and Szepesvári, 2006).

Chance is drawn from `odds`. In a game with secrets, the search gets only what the player sees. Each imagined
game begins in a world whose hidden cards are dealt anew (determinization), the same for all plans.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from math import ceil, fsum, log, log2, sqrt
from random import Random
from time import process_time
from typing import Generic, NamedTuple

from generator.errors import UnknownName, describe_unknown
from generator.model.values import dataclass
from generator.play.simulate import choose_move, draw_number
from generator.play.walks.walkthrough import Walk
from generator.rules.core import (
    NATURE,
    AnyMove,
    AnyState,
    M,
    Outcome,
    Policy,
    S,
    Secrets,
    Sentence,
    Worlds,
    get_turn,
    make_refusal,
)
from generator.rules.game import AnyGame, Game
from generator.rules.states import Odds, remember_last

RANDOM, SEARCH = "random", "search"
"""Policies that every game has: a random legal move, and the move that a search finds best."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limit of thought for a decision; 0: none."""

    moves: int = 0
    """Simulated moves: decisions do not depend on the machine."""
    seconds: float = 0.0
    """Seconds of processor time: decisions depend on the speed of the machine."""


_DEFAULT_BUDGET = Budget(moves=2000)
"""Budget for a decision of a search whose name has none."""


def make_policy(game: AnyGame, text: str) -> Policy[AnyState, AnyMove] | None:
    """Return the policy that a text names; None for `random`. Raises UnknownName.

    `search:4000` and `search:0.5s` have a budget for each decision; `search+greedy` has a policy for each
    seat, which are repeated if there are more seats.
    """
    policies = [_make_policy(game, name) for name in text.split("+")]
    return policies[0] if len(policies) == 1 else Seats(policies)


def _make_policy(game: AnyGame, text: str) -> Policy[AnyState, AnyMove] | None:
    if text == RANDOM:
        return None
    if text in game.policies:
        policy = game.policies[text]
        return policy if game.secrets is None else Covered(policy, game.secrets)
    name, sign, budget = text.partition(":")
    if name != SEARCH:
        known = (RANDOM, *game.policies, SEARCH)
        error = UnknownName(f"{game.kit.slug}: {describe_unknown('policy', name, known)}")
        raise error.saying("command.unknown", prefix=game.kit.slug, name=name, known=known)
    limit = parse_budget(budget) if sign else _DEFAULT_BUDGET
    if limit is None:
        example = "write moves, such as search:4000, or seconds, such as search:0.5s"
        error = UnknownName(f"the budget {budget!r} of `search` cannot be read; {example}")
        raise error.saying("command.budget", text=budget)
    return Search(game, limit)


class Covered(Generic[S, M]):
    """A policy that gets states as the player sees them."""

    def __init__(self, policy: Policy[S, M], secrets: Secrets[S, M]) -> None:
        self._policy, self._secrets = policy, secrets

    def choose(self, state: S, actor: str) -> Sequence[M]:
        return self._policy.choose(self._secrets.cover(state, actor), actor)


class Seats(Generic[S, M]):
    """A policy that has another one for each seat."""

    def __init__(self, policies: Sequence[Policy[S, M] | None]) -> None:
        """`policies` are repeated if there are more seats; None: a player who moves at random."""
        self.policies = policies

    def choose(self, state: S, actor: str) -> Sequence[M]:
        policy = self.policies[state.players.index(actor) % len(self.policies)]
        return policy.choose(state, actor) if policy else ()


QUANTILE = 1.959964
"""Quantile of the normal distribution for 95 % confidence."""
_MOST_PLANS_SHOWN = 3
_ADVICE_BUDGET = Budget(moves=8000)
"""Budget of a piece of advice: about a second."""


def advise(walk: Walk, actor: str, budget: Budget = _ADVICE_BUDGET) -> tuple[Sentence, ...]:
    """Return the best plans of an actor, and whether the first is clearly better, as sentences."""
    if actor == NATURE:
        return (Sentence("walk.hint.chance"),)
    secrets = walk.game.secrets
    if secrets and not secrets.has_worlds:
        return (Sentence("walk.secret.no_hint"),)
    walk = walk.seen_by(actor)
    prospects = Search(walk.game, budget).weigh(walk.state, actor)[:_MOST_PLANS_SHOWN]
    if not prospects:
        return (Sentence("walk.hint.wait"),)
    if len(prospects) == 1:
        return (Sentence("walk.hint.only", plan=_describe_plan(walk, prospects[0].plan)),)
    return tuple(_explain(walk, prospects))


@dataclass(frozen=True, eq=False)
class MoveSequence(Generic[S, M]):
    """Moves that one actor makes in a row, and the state after them; no moves: let the first actor act."""

    actor: str
    moves: tuple[M, ...]
    state: S

    @property
    def text(self) -> str:
        return f"{self.actor}: {'; '.join(move.text for move in self.moves)}"


class Prospect(Generic[S, M]):
    """The results of imagined games after a plan, from 0 (lost) to 1 (won)."""

    def __init__(self, plan: MoveSequence[S, M]) -> None:
        self.plan = plan
        self.results: list[float] = []
        """The same imagined draws come first for all plans; better plans have more results."""
        self.won = self.lost = 0
        """Number of imagined games that ended with the player's victory or defeat."""
        self.tree = Tree[M]()
        """Moves after the plan that were tried; only without an evaluation."""

    @property
    def value(self) -> float:
        """Mean of the results: the estimated chance of winning."""
        return fsum(self.results) / len(self.results) if self.results else 0.0

    def add(self, result: float, *, is_over: bool) -> None:
        self.results.append(result)
        self.won += is_over and result == 1
        self.lost += is_over and result == 0


def _explain(walk: Walk, prospects: Sequence[Prospect[AnyState, AnyMove]]) -> Iterator[Sentence]:
    yield Sentence("walk.hint.title", number=len(prospects[0].results))
    for number, prospect in enumerate(prospects, 1):
        low, high = measure_interval(prospect.results)
        yield Sentence(
            "walk.hint.plan",
            number=number,
            plan=_describe_plan(walk, prospect.plan),
            percent=_to_percent(prospect.value),
            low=_to_percent(low),
            high=_to_percent(high),
        )
        if games := prospect.won + prospect.lost:
            won, all = prospect.won / len(prospect.results), games / len(prospect.results)
            yield Sentence("walk.hint.ends", won=_to_percent(won), lost=_to_percent(all - won))
    first, second = (each.results for each in prospects[:2])
    differences = [better - worse for better, worse in zip(first, second, strict=False)]
    is_clear = len(differences) > 1 and measure_interval(differences, least=-1.0)[0] > 0
    yield Sentence("walk.hint.clear" if is_clear else "walk.hint.close")


def _describe_plan(walk: Walk, plan: MoveSequence[AnyState, AnyMove]) -> Sentence:
    """Return the descriptions of the moves of a plan, or that others should act first."""
    if not plan.moves:
        return Sentence("walk.hint.wait")
    state, descriptions = walk.state, []
    for move in plan.moves:
        descriptions.append(walk.companion.describe(state, plan.actor, move))
        if walk.is_complete:
            state = walk.game.rules.apply(state, plan.actor, move).state
    return reduce(lambda plan, move: Sentence("walk.hint.then", plan=plan, move=move), descriptions)


def measure_interval(results: Sequence[float], *, least: float = 0.0) -> tuple[float, float]:
    """Return the 95 % confidence interval of a mean, which is between `least` and 1."""
    number = len(results)
    mean = sum(results) / number
    # One result does not show how far results spread.
    deviation = sqrt(sum((each - mean) ** 2 for each in results) / (number - 1)) if number > 1 else 1.0
    reach = QUANTILE * deviation / sqrt(number)
    return max(least, mean - reach), min(1.0, mean + reach)


def _to_percent(share: float) -> int:
    return round(100 * share)


def parse_budget(text: str) -> Budget | None:
    """Read `4000` as moves and `0.5s` as seconds; None for anything else."""
    match = re.fullmatch(r"([1-9][0-9]{0,8})|([0-9]{1,4}(?:\.[0-9]{1,3})?)s", text)
    if match is None:
        return None
    if match[1]:
        return Budget(moves=int(match[1]))
    seconds = float(match[2])
    return Budget(seconds=seconds) if seconds else None


class Meter:
    """The budget that a decision has used; the search counts its `moves`."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began = process_time() if budget.seconds else 0.0
        self.moves = 0

    @property
    def used(self) -> float:
        """The share of the budget: 1 if all of it is used."""
        budget = self._budget
        if budget.seconds:
            return (process_time() - self._began) / budget.seconds
        return self.moves / budget.moves


_MOST_PLANS, _FEWEST_PLANS = 24, 4
"""Number of plans that are compared by imagined games: fewer if the budget is small."""
_GAMES_EACH = 12
"""Imagined games for each plan that the budget must allow."""
_BEAM = 24
"""Number of positions within a turn from which plans are continued."""
_BEAM_SHARE = 0.35
"""Share of the budget for finding plans."""
_LONGEST = 4000
"""Maximum number of moves of an imagined game; a longer one counts as a draw."""


class Search(Generic[S, M]):
    """A policy for every game; its decisions depend only on the state, the budget in moves, and the seed."""

    def __init__(self, game: Game[S, M, object], budget: Budget, *, seed: int = 1) -> None:
        """Raise NoRules if the search would see hidden information."""
        self.secrets = game.secrets
        if self.secrets and not self.secrets.has_worlds:
            raise make_refusal(self.secrets.fields)
        self.rules, self.knowledge, self.budget, self.seed = game.rules, game.knowledge, budget, seed
        self.apply = game.rules.apply
        self.base = self.knowledge.base or next(iter(game.policies.values()), None)
        self.moves = 0
        """Moves that were simulated so far, for measurements."""
        self._weigh_team = remember_last(self._weigh_all)
        self._expected: tuple[S, MoveSequence[S, M]] | None = None
        """The state after the last decision, and the rest of its plan."""

    def choose(self, state: S, actor: str) -> Sequence[M]:
        """Return the first move of the best plan, or the next one of the last plan if all went as planned.

        The result is empty if it is best to let others act.
        """
        if self.secrets is not None:
            best = self.weigh(state, actor)[:1]
            return best[0].plan.moves[:1] if best and best[0].plan.actor == actor else ()
        if self._expected is None or self._expected[0] != state:
            best = self.weigh(state, actor)[:1]
            if not best:
                return ()
            self._expected = state, best[0].plan
        plan = self._expected[1]
        if plan.actor != actor or not plan.moves:
            return ()
        first, *rest = plan.moves
        self._expected = None
        if rest:
            following = self.apply(state, actor, first).state
            self._expected = following, MoveSequence(actor, tuple(rest), plan.state)
        return (first,)

    def weigh(self, state: S, actor: str) -> tuple[Prospect[S, M], ...]:
        """Return the prospects of the plans that were compared, the best first.

        A team decides together: its plans may be those of another player who can act now. In a game with
        secrets, each player decides alone, by what that player sees.
        """
        if self.secrets is not None:
            return self._weigh_worlds(state, actor, self.secrets)
        if self.rules.is_shared:
            return self._weigh_team(state)
        return self._weigh(state, (actor,))

    def _weigh_all(self, state: S) -> tuple[Prospect[S, M], ...]:
        return self._weigh(state, tuple(actor for actor in self.rules.actors(state) if actor != NATURE))

    def _weigh_worlds(self, state: S, actor: str, secrets: Secrets[S, M]) -> tuple[Prospect[S, M], ...]:
        """Rate the decisions of an actor, whose results depend on hidden information.

        Of the real state, only the legal moves are used, which the actor knows anyway.
        """
        covered, macros = secrets.cover(state, actor), self.knowledge.macros
        options: Sequence[Sequence[M]] = [(move,) for move in self.rules.moves(state, actor)]
        if options and macros is not None:
            options = macros(covered, actor)
        plans = [MoveSequence(actor, tuple(moves), covered) for moves in options]
        if plans and (first := self.rules.actors(state)[0]) != actor:
            plans.append(MoveSequence(first, (), covered))
        worlds = secrets.list_worlds(covered, actor)
        return self._judge(plans, covered, (actor,), Meter(self.budget), worlds)

    def _weigh(self, state: S, actors: Sequence[str]) -> tuple[Prospect[S, M], ...]:
        meter = Meter(self.budget)
        plans = [plan for actor in actors for plan in self._list_plans(state, actor, meter)]
        if plans and (first := self.rules.actors(state)[0]) not in actors:
            plans.append(MoveSequence(first, (), state))
        return self._judge(plans, state, actors, meter)

    def _judge(
        self,
        plans: list[MoveSequence[S, M]],
        state: S,
        actors: Sequence[str],
        meter: Meter,
        worlds: Worlds[S] | None = None,
    ) -> tuple[Prospect[S, M], ...]:
        """Return the expected results of plans."""
        if not plans:
            return ()
        if len(plans) == 1:
            return (Prospect(plans[0]),)
        turn = get_turn(state)
        chance = Random(f"{self.seed} {turn} {'|'.join(plan.text for plan in plans)}")
        aim = _Aim(state.players.index(actors[0]), turn + self.knowledge.horizon, meter, worlds)
        prospects = [Prospect(plan) for plan in self._choose_some(plans, aim, chance)]
        self._compare(prospects, aim, chance)
        self.moves += meter.moves
        return tuple(prospects)

    def _list_plans(self, state: S, actor: str, meter: Meter) -> Iterator[MoveSequence[S, M]]:
        """Yield what an actor can do before others act or chance intervenes, each result once."""
        evaluate, start = self.knowledge.evaluate, MoveSequence[S, M](actor, (), state)
        seat = state.players.index(actor)
        front = [start]
        reached: set[S] = set()
        while front:
            grown: dict[S, MoveSequence[S, M]] = {}
            for number, plan in enumerate(front):
                if meter.used > _BEAM_SHARE:
                    yield from front[number:] if plan.moves else ()
                    break
                for longer in self._list_longer(plan, meter):
                    if evaluate is None or not self._goes_on(state, longer):
                        if longer.state not in reached:
                            reached.add(longer.state)
                            yield longer
                    else:
                        grown.setdefault(longer.state, longer)
            best = sorted(grown.values(), key=lambda plan: -self._rate(plan.state, seat))
            front = best[:_BEAM]

    def _list_longer(self, plan: MoveSequence[S, M], meter: Meter) -> Iterator[MoveSequence[S, M]]:
        """Yield the plan with another move, or with the moves of a macro, added."""
        actor, macros = plan.actor, self.knowledge.macros
        if macros is None:
            options: Sequence[Sequence[M]] = [(move,) for move in self.rules.moves(plan.state, actor)]
        else:
            options = macros(plan.state, actor)
        for moves in options:
            state = plan.state
            for move in moves:
                state = self.apply(state, actor, move).state
            meter.moves += len(moves)
            yield MoveSequence(actor, (*plan.moves, *moves), state)

    def _goes_on(self, root: S, plan: MoveSequence[S, M]) -> bool:
        """Return True if the same actor goes on in the same turn."""
        is_same = get_turn(plan.state) == get_turn(root)
        return is_same and self.rules.actors(plan.state)[:1] == (plan.actor,)

    def _choose_some(
        self, plans: list[MoveSequence[S, M]], aim: "_Aim[S]", chance: Random
    ) -> list[MoveSequence[S, M]]:
        """Return as many plans as the budget can compare: those with the best evaluation, or else any."""
        if self.knowledge.evaluate is not None:
            world = chance.getrandbits(64) if aim.worlds is not None else 0
            ends = {plan: self._reach(plan, aim, Random(world))[0] for plan in plans} if world else {}
            plans = sorted(plans, key=lambda plan: -self._rate(ends.get(plan, plan.state), aim.seat))
        before = aim.meter.used
        self._imagine(Prospect(plans[0]), aim, Random(chance.getrandbits(64)))
        affordable = int((1 - before) / (aim.meter.used - before) / _GAMES_EACH)
        most = min(_MOST_PLANS, max(_FEWEST_PLANS, affordable))
        if len(plans) <= most:
            return plans
        return plans[:most] if self.knowledge.evaluate is not None else chance.sample(plans, most)

    def _compare(self, prospects: list[Prospect[S, M]], aim: "_Aim[S]", chance: Random) -> None:
        """Imagine games until the budget is used, and sort the prospects, the best first."""
        rounds, begun, alive = ceil(log2(len(prospects))), aim.meter.used, len(prospects)
        for number in range(1, rounds + 1):
            limit = begun + (1 - begun) * number / rounds
            is_first = True
            while is_first or aim.meter.used < limit:
                world = chance.getrandbits(64)
                for prospect in prospects[:alive]:
                    self._imagine(prospect, aim, Random(world))
                is_first = False
            prospects[:alive] = sorted(prospects[:alive], key=lambda each: -each.value)
            alive = (alive + 1) // 2

    def _imagine(self, prospect: Prospect[S, M], aim: "_Aim[S]", world: Random) -> None:
        """Play on from the end of a plan, and add the result."""
        plan = prospect.plan
        state, moves = self._reach(plan, aim, world)
        if not plan.moves:
            actor, move = choose_move(self.rules, state, (plan.actor,), world, self.base)
            state, moves = self.apply(state, actor, move).state, 1
        play = self._play_out if self.knowledge.evaluate is None else self._play_on
        state, number = play(prospect, state, aim.until, world)
        aim.meter.moves += 1 + moves + number
        prospect.add(self._rate(state, aim.seat), is_over=self.rules.outcome(state) is not None)

    def _reach(self, plan: MoveSequence[S, M], aim: "_Aim[S]", world: Random) -> tuple[S, int]:
        """Return the state after a plan, and the number of moves to it, in a world that is dealt anew.

        The plan ends before a move that is illegal in this world.
        """
        if aim.worlds is None:
            return plan.state, 0
        state, moves = draw_world(aim.worlds, world), 0
        for move in plan.moves:
            if moves and move not in self.rules.moves(state, plan.actor):
                break
            state, moves = self.apply(state, plan.actor, move).state, moves + 1
        return state, moves

    def _play_on(self, prospect: Prospect[S, M], state: S, until: int, world: Random) -> tuple[S, int]:
        """Return the state at the beginning of a turn, and the number of moves to it."""
        rules, apply, moves = self.rules, self.apply, 0
        while (actors := rules.actors(state)) and moves < _LONGEST:
            if get_turn(state) >= until:
                break
            actor, move = choose_move(rules, state, actors, world, self.base)
            state = apply(state, actor, move).state
            moves += 1
        return state, moves

    def _play_out(self, prospect: Prospect[S, M], state: S, until: int, world: Random) -> tuple[S, int]:
        """Return the state at the end of the game, and the number of moves to it; the tree learns from it."""
        rules, apply, moves = self.rules, self.apply, 0
        descent = Descent(prospect.tree)
        while (actors := rules.actors(state)) and moves < _LONGEST:
            if descent.is_inside and actors[0] != NATURE:
                actor = actors[0]
                move = descent.tree.choose(rules.moves(state, actor), world)
            else:
                actor, move = choose_move(rules, state, actors, world, self.base)
            if descent.is_inside:
                descent.go(actor, move)
            state = apply(state, actor, move).state
            moves += 1
        end, seats = state, {player: seat for seat, player in enumerate(state.players)}
        descent.finish(lambda actor: self._rate(end, seats[actor]) if actor in seats else 0.0)
        return state, moves

    def _rate(self, state: S, seat: int) -> float:
        """Return the result of a player, or the estimate of it if the game is not over."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return rate_outcome(outcome, state.players, seat)
        evaluate = self.knowledge.evaluate
        return evaluate(state, seat) if evaluate else 1 / len(state.players)


class _Aim(NamedTuple, Generic[S]):
    """The aim of a search: for whom, how far it looks, and with how much thought."""

    seat: int
    until: int
    """Turn at which imagined games stop."""
    meter: Meter
    worlds: Worlds[S] | None = None
    """States that the player cannot distinguish from the real one; None if nothing is hidden."""


def draw_world(worlds: Worlds[S], chance: Random) -> S:
    """Return one of the states that a player cannot distinguish from the real one."""
    if isinstance(worlds, Mapping):
        odds = Odds.of(worlds)
        return odds.pick(draw_number(odds.total, chance))
    return worlds(chance)


def rate_outcome(outcome: Outcome, players: Sequence[str], seat: int) -> float:
    """Return 1 for a victory and 0 for a defeat; a shared victory, or that of nobody, is divided."""
    if outcome.won is not None:
        return float(outcome.won)
    winners = outcome.winners or players
    return 1 / len(winners) if players[seat] in winners else 0.0


_CURIOSITY = 0.7
"""Weight of trying moves that were rarely tried, for results from 0 to 1."""


class Tree(Generic[M]):
    """A position of imagined games without an evaluation, with their results.

    Moves that did well are tried more often.
    """

    def __init__(self) -> None:
        self.games = 0
        self.sum = 0.0
        """Results of the player whose move led here."""
        self.branches: dict[M, Tree[M]] = {}

    def choose(self, moves: Sequence[M], chance: Random) -> M:
        """Return a move that was not tried yet, or else the most promising one."""
        untried = [move for move in moves if move not in self.branches]
        if untried:
            return untried[chance.randrange(len(untried))]
        width = _CURIOSITY * sqrt(log(self.games + 1))
        return max(moves, key=lambda move: self.branches[move].promise(width))

    def promise(self, width: float) -> float:
        """Return the upper confidence bound of the results."""
        return self.sum / self.games + width / sqrt(self.games) if self.games else 1.0


class Descent(Generic[M]):
    """The path of one imagined game through a tree, to which it adds one position."""

    def __init__(self, tree: Tree[M]) -> None:
        self._path: list[tuple[Tree[M], str]] = [(tree, "")]
        self.is_inside = True
        """True until the game leaves the positions that are known."""

    @property
    def tree(self) -> Tree[M]:
        return self._path[-1][0]

    def go(self, actor: str, move: M) -> None:
        """Follow a move."""
        branches = self.tree.branches
        if move not in branches:
            branches[move] = Tree()
            self.is_inside = False
        self._path.append((branches[move], actor))

    def finish(self, rate: Callable[[str], float]) -> None:
        """Add the result of the game to all positions on the path; `rate` returns that of an actor."""
        for tree, actor in self._path:
            tree.games += 1
            tree.sum += rate(actor)
