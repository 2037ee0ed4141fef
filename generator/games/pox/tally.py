"""How a board stands. The game has no points: it is won or lost, and these are the numbers beside it."""

from collections.abc import Iterator

from generator.games.pox.plan import Plan
from generator.games.pox.state import Chips, State, Terms
from generator.games.pox.turns import find_exposed
from generator.rules.core import Round, Score, ScoreLine, Sentence


def score_state(plan: Plan, state: State) -> Score:
    """With the turns that were begun."""
    turns = state.turn - (state.stage == "draw")
    return score_chips(plan, state.chips, state.terms, turns=turns)


def score_chips(plan: Plan, chips: Chips, terms: Terms, *, turns: int | None = None) -> Score:
    """The note says where the disease can still spread."""
    exposed = plan.people.list_ids(find_exposed(plan, chips))
    if exposed:
        note = Sentence("tally.exposed", {"places": exposed, "number": len(exposed)})
    else:
        note = Sentence("tally.contained")
    return Score((Round(tuple(_list_lines(chips, terms, turns))),), note)


def _list_lines(chips: Chips, terms: Terms, turns: int | None) -> Iterator[ScoreLine]:
    if turns is not None:
        yield ScoreLine(Sentence("tally.turns"), turns)
    yield ScoreLine(Sentence("tally.infected"), chips.red.bit_count())
    yield ScoreLine(Sentence("tally.immune"), chips.blue.bit_count())
    yield ScoreLine(Sentence("tally.dead", {"allowed": terms.allowed}), chips.black.bit_count())
