"""What happened at the table, line by line. The game has no points: this tally is ours."""

from collections.abc import Iterator

from generator.games.pandemic.plan import Plan
from generator.games.pandemic.state import State
from generator.games.pandemic.table import Table, take_table
from generator.rules.core import Round, Score, ScoreLine, Sentence


def score_state(plan: Plan, state: State) -> Score:
    """[OURS] The same for every player, since all win or lose together."""
    return score_table(plan, take_table(plan, state))


def score_table(plan: Plan, table: Table) -> Score:
    """Of what the table tells."""
    return Score((Round(tuple(_list_lines(plan, table))),))


def _list_lines(plan: Plan, table: Table) -> Iterator[ScoreLine]:
    cubes = sum(heap.number for heap in table.cubes)
    stations = None if table.stations is None else len(table.stations)
    for key, number, most in (
        ("cures", table.cured.bit_count(), len(plan.colours)),
        ("eradicated", table.eradicated.bit_count(), len(plan.colours)),
        ("turns", table.turn, 0),
        ("epidemics", table.epidemics, table.level),
        ("outbreaks", table.outbreaks, plan.most_outbreaks),
        ("cubes", cubes, sum(plan.cubes)),
        ("stations", stations, plan.stations),
        ("deck", table.deck, 0),
    ):
        if number is not None:
            yield ScoreLine(Sentence(f"tally.{key}", {"most": most} if most else {}), number)
