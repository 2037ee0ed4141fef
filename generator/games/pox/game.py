"""The rules of POX."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from generator.errors import IllegalMove, UnreadableMove, forbid
from generator.games.pox import turns
from generator.games.pox.moves import DONE, FORMS, Cure, Done, Infect, Move, Outbreak, Spread, Vaccinate
from generator.games.pox.plan import BLUE, Plan
from generator.games.pox.state import Chips, State, Terms, find_end
from generator.rules.core import (
    NATURE,
    Listed,
    Outcome,
    Round,
    Score,
    ScoreLine,
    Sentence,
    Step,
    check_players,
    check_turn,
    shared,
)
from generator.rules.notation import Readers, read_move, read_names
from generator.rules.odds import Odds
from generator.rules.states import Picker, remember_last

NO, YES = "no", "yes"
BY_LEVEL = "by_level"


class Pox:
    """Rules of POX for one kit."""

    is_shared = True

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.options: Mapping[str, tuple[str, ...]] = {
            "difficulty": tuple(plan.levels),
            "strict_chip_limit": (NO, YES),
            "diagonal_touch": (NO, YES),
            "deaths_allowed": (BY_LEVEL, "6", "7"),
        }
        """`difficulty` is a level of the printed card; the others are variants.

        strict_chip_limit: the last red chip loses the game. diagonal_touch: in outbreaks,
        people at corners touch each other. deaths_allowed: replaces the deaths allowed by the level
        with more than any level allows.
        """
        self.actors = remember_last(self._list_actors)
        self._readers = make_readers(plan)
        # Moves by the bits of their places.
        self._infections, self.vaccinations, self.cures = (
            Picker[Move]([kind(id) for id in plan.people.ids]) for kind in (Infect, Vaccinate, Cure)
        )
        kinds = (self._infections, self.vaccinations, self.cures)
        known = (*plan.cards.values(), *(move for kind in kinds for move in kind.items), DONE)
        self._in_full: Mapping[str, Move] = {move.text: move for move in known if not move.text.endswith(" ")}

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        """[S] Place a red chip on every patient; the deck is shuffled."""
        plan = self.plan
        check_players(plan.kit, players)
        return State(tuple(players), self.find_terms(setup), Chips(red=plan.patients), plan.deck)

    def find_terms(self, setup: Mapping[str, str]) -> Terms:
        level = setup.get("difficulty", self.options["difficulty"][0])
        deaths = setup.get("deaths_allowed", BY_LEVEL)
        return Terms(
            level=level,
            allowed=self.plan.levels[level] if deaths == BY_LEVEL else int(deaths),
            has_strict_limit=setup.get("strict_chip_limit") == YES,
            corners_touch=setup.get("diagonal_touch") == YES,
        )

    def _list_actors(self, state: State) -> tuple[str, ...]:
        if state.end:
            return ()
        return (state.players[state.active],) if state.card else (NATURE,)

    def moves(self, state: State, actor: str) -> Sequence[Move]:
        if actor not in self.actors(state):
            return ()
        plan, chips = self.plan, state.chips
        if actor == NATURE:
            return tuple(self.odds(state))
        if not state.offers:
            return self._infections.pick(turns.find_candidates(plan, chips, state.terms, state.card))
        # Vaccinations are part of every offer until all of it is used up.
        found = self.vaccinations.pick(turns.find_healthy(plan, chips))
        if turns.may_cure(state.offers):
            found += self.cures.pick(turns.find_curable(plan, chips))
        found.append(DONE)
        return found

    def odds(self, state: State) -> Mapping[Move, Fraction]:
        """[OURS] If the deck is empty, all cards are shuffled into it."""
        if state.stage != "draw":
            return {}
        deck = state.deck or self.plan.deck
        return Odds(deck.counts, make=self.plan.cards.__getitem__)

    def check(self, state: State, actor: str, move: Move) -> None:
        stage = state.stage
        if (
            isinstance(move, Done)
            and stage == "draw"
            and state.turn > 1
            and actor == state.players[state.active - 1]
        ):
            raise IllegalMove("pox.good.over")
        check_turn(self.actors(state), actor)
        match move:
            case Vaccinate() | Cure() if stage == "help":
                self._check_help(state, move)
            case Done() if stage == "help":
                pass
            case Spread() | Outbreak() if stage == "draw":
                if state.deck and (card := move.text) not in state.deck:
                    raise IllegalMove("pox.draw.deck", card=card)
            case Infect() if stage == "outbreak":
                self._check_outbreak(state, move)
            case Infect() | Vaccinate() | Cure() | Done() if stage == "outbreak" and state.card:
                raise IllegalMove("pox.outbreak.must", card=state.card.text)
            case _:
                raise IllegalMove("pox.turn.now", move=move.text)

    def _check_outbreak(self, state: State, move: Infect) -> None:
        plan, chips, card = self.plan, state.chips, state.card
        bit = plan.people.bits[move.place]
        if turns.find_candidates(plan, chips, state.terms, card) & bit:
            return
        assert isinstance(card, Outbreak)
        if chips.all & bit:
            rule = "pox.outbreak.healthy"
        elif plan.vulnerable & bit:
            rule = "pox.outbreak.vulnerable"
        else:
            rule = "pox.outbreak.touch" if plan.kinds[card.kind] & bit else "pox.outbreak.kind"
        raise IllegalMove(rule, place=move.place, card=card.text)

    def _check_help(self, state: State, move: Vaccinate | Cure) -> None:
        plan, chips = self.plan, state.chips
        bit = plan.people.bits[move.place]
        if isinstance(move, Cure):
            forbid(not turns.may_cure(state.offers), "pox.good.cure", place=move.place)
            forbid(not chips.red & bit, "pox.cure.infected", place=move.place)
            forbid(plan.vulnerable & bit, "pox.cure.vulnerable", place=move.place)
        else:
            forbid(chips.all & bit, "pox.vaccinate.healthy", place=move.place)
            forbid(plan.vulnerable & bit, "pox.vaccinate.vulnerable", place=move.place)
        if not turns.count_left(plan, chips, BLUE):
            most = plan.chips[BLUE]
            raise IllegalMove("pox.chips.blue", number=most + 1, most=most)

    def apply(self, state: State, actor: str, move: Move) -> Step[State]:
        return turns.apply_move(self.plan, state, move)

    def outcome(self, state: State) -> Outcome | None:
        return find_end(state.players, state.end) if state.is_over else None

    def score(self, state: State, player: str) -> Score:
        """Return the score of all players, with the number of turns begun."""
        begun = ScoreLine(shared("tally.turns"), state.turn - (state.stage == "draw"))
        return score_chips(self.plan, state.chips, state.terms, begun)

    def parse(self, state: State, actor: str, text: str) -> Move:
        return self._in_full.get(text) or read_move(self, state, actor, text, FORMS, self._readers)


def make_readers(plan: Plan) -> Readers:
    ids, kinds = tuple(plan.people.bits), plan.list_kinds()
    spreads = [card.direction for card in plan.cards.values() if isinstance(card, Spread)]

    def refuse_place(words: str) -> UnreadableMove:
        return UnreadableMove(words, "pox.move.place", place=words[:20], first=ids[0], last=ids[-1])

    def refuse_card(verb: str, words: str) -> UnreadableMove:
        return UnreadableMove(words, "pox.move.card", card=f"{verb} {words}"[:40], cards=Listed(plan.cards))

    return {
        "place": read_names(((id, id) for id in ids), refuse=refuse_place),
        "direction": read_names(((each, each) for each in spreads), refuse=partial(refuse_card, "spread")),
        "kind": read_names(((each, each) for each in kinds), refuse=partial(refuse_card, "outbreak")),
    }


def score_chips(plan: Plan, chips: Chips, terms: Terms, *first: ScoreLine) -> Score:
    """Count the chips, since the game has no points; the note lists where the disease can still spread."""
    exposed = plan.people.list_ids(turns.find_exposed(plan, chips))
    note = shared("tally.contained")
    if exposed:
        note = Sentence("tally.exposed", places=exposed, number=len(exposed))
    lines = (
        *first,
        ScoreLine(shared("tally.infected"), chips.red.bit_count()),
        ScoreLine(shared("tally.immune"), chips.blue.bit_count()),
        ScoreLine(shared("tally.dead", allowed=terms.allowed), chips.black.bit_count()),
    )
    return Score((Round(lines),), note)
