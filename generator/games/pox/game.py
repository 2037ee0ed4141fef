"""The rules of POX as the contract of all games has them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from generator.errors import IllegalMove
from generator.games.pox.moves import DONE, Cure, Done, Draw, Infect, Move, Vaccinate
from generator.games.pox.neighbourhood import pick
from generator.games.pox.notation import find_meant, parse_words
from generator.games.pox.plan import BLUE, Plan
from generator.games.pox.state import Chips, State, Terms, find_end
from generator.games.pox.tally import score_state
from generator.games.pox.turns import (
    apply_move,
    count_left,
    find_candidates,
    find_curable,
    find_healthy,
)
from generator.rules.core import NATURE, Outcome, Score, Step
from generator.rules.odds import Odds
from generator.rules.players import check_players, check_turn
from generator.rules.replay import check_options

NO, YES = "no", "yes"
BY_LEVEL = "by_level"
MILD_DEATHS = ("6", "7")
"""Deaths that a game may allow that is meant to be easier than any level."""


class Pox:
    """Made from the board, the cards and the chips of a kit."""

    is_shared = True

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._options = {
            "difficulty": tuple(plan.levels),
            "strict_chip_limit": (NO, YES),
            "diagonal_touch": (NO, YES),
            "deaths_allowed": (BY_LEVEL, *MILD_DEATHS),
        }

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """`difficulty`: a level of the printed card. The others are variants.

        strict_chip_limit: lost with the last red chip. diagonal_touch: in an outbreak corners touch,
        too. deaths_allowed: a number of deaths in place of the level's.
        """
        return self._options

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        """[S] A red chip on every patient; the deck is shuffled."""
        plan = self.plan
        check_players(plan.kit, players)
        check_options(self._options, setup)
        return State(tuple(players), self.find_terms(setup), Chips(red=plan.patients), plan.deck)

    def find_terms(self, setup: Mapping[str, str]) -> Terms:
        """Of options that have been checked."""
        level = setup.get("difficulty", self._options["difficulty"][0])
        deaths = setup.get("deaths_allowed", BY_LEVEL)
        return Terms(
            level=level,
            allowed=self.plan.levels[level] if deaths == BY_LEVEL else int(deaths),
            has_strict_limit=setup.get("strict_chip_limit") == YES,
            corners_touch=setup.get("diagonal_touch") == YES,
        )

    def actors(self, state: State) -> tuple[str, ...]:
        if state.is_over:
            return ()
        return (state.players[state.active],) if state.card else (NATURE,)

    def moves(self, state: State, actor: str) -> Sequence[Move]:
        if actor not in self.actors(state):
            return ()
        plan, chips = self.plan, state.chips
        if actor == NATURE:
            return tuple(self.odds(state))
        if not state.offers:
            places = find_candidates(plan, chips, state.terms, plan.cards[state.card].kind)
            return pick(plan.infections, places)
        # Vaccinations are part of every offer until all of it is used up.
        healthy = find_healthy(plan, chips)
        found: list[Move] = [*pick(plan.vaccinations, healthy)]
        if any(cures for _, cures in state.offers):
            curable = find_curable(plan, chips)
            found += pick(plan.cures, curable)
        found.append(DONE)
        return found

    def odds(self, state: State) -> Mapping[Move, Fraction]:
        """[OURS] When the deck is used up, all cards are in it again."""
        if state.stage != "draw":
            return {}
        odds: Odds[Move] = (state.deck or self.plan.deck).odds().to(Draw)
        return odds

    def check(self, state: State, actor: str, move: Move) -> None:
        if isinstance(move, Done) and state.stage == "draw" and actor == state.before:
            raise IllegalMove("pox.good.over")
        check_turn(self.actors(state), actor)
        match move:
            case Draw(text) if actor == NATURE:
                if state.deck and text not in state.deck:
                    raise IllegalMove("pox.draw.deck", {"card": text})
            case Infect() if state.stage == "outbreak":
                self._check_outbreak(state, move)
            case _ if state.stage == "outbreak" and not isinstance(move, Draw):
                raise IllegalMove("pox.outbreak.must", {"card": state.card})
            case Vaccinate() | Cure() if state.stage == "help":
                self._check_help(state, move)
            case Done() if state.stage == "help":
                pass
            case _:
                raise IllegalMove("pox.turn.now", {"move": move.text})

    def _check_outbreak(self, state: State, move: Infect) -> None:
        plan, chips = self.plan, state.chips
        bit = plan.people.bits[move.place]
        kind = plan.cards[state.card].kind
        if find_candidates(plan, chips, state.terms, kind) & bit:
            return
        values = {"place": move.place, "card": state.card}
        if chips.all & bit:
            raise IllegalMove("pox.outbreak.healthy", values)
        if plan.vulnerable & bit:
            raise IllegalMove("pox.outbreak.vulnerable", values)
        if not plan.kinds[kind] & bit:
            raise IllegalMove("pox.outbreak.kind", values)
        raise IllegalMove("pox.outbreak.touch", values)

    def _check_help(self, state: State, move: Vaccinate | Cure) -> None:
        plan, chips = self.plan, state.chips
        bit = plan.people.bits[move.place]
        values = {"place": move.place}
        if isinstance(move, Cure):
            if not any(cures for _, cures in state.offers):
                raise IllegalMove("pox.good.cure", values)
            if not chips.red & bit:
                raise IllegalMove("pox.cure.infected", values)
            if plan.vulnerable & bit:
                raise IllegalMove("pox.cure.vulnerable", values)
        else:
            if chips.all & bit:
                raise IllegalMove("pox.vaccinate.healthy", values)
            if plan.vulnerable & bit:
                raise IllegalMove("pox.vaccinate.vulnerable", values)
        if not count_left(plan, chips, BLUE):
            most = plan.chips[BLUE]
            raise IllegalMove("pox.chips.blue", {"number": most + 1, "most": most})

    def apply(self, state: State, actor: str, move: Move) -> Step[State]:
        self.check(state, actor, move)
        return apply_move(self.plan, state, move)

    def outcome(self, state: State) -> Outcome | None:
        return find_end(state.players, state.end) if state.is_over else None

    def score(self, state: State, player: str) -> Score:
        """The same for all players: they win or lose together."""
        return score_state(self.plan, state)

    def parse(self, state: State, actor: str, text: str) -> Move:
        return parse_words(self.plan, text) or find_meant(text, tuple(self.moves(state, actor)))
