"""What happened at the table, line by line. The game has no points: this tally is ours."""

from collections.abc import Iterator

from generator.games.pandemic.plan import Plan
from generator.games.pandemic.state import State
from generator.games.pandemic.table import Table
from generator.rules.core import Round, Score, ScoreLine, Sentence

LINES = ("cures", "eradicated", "turns", "epidemics", "outbreaks", "cubes", "stations", "deck")


def score_state(plan: Plan, state: State) -> Score:
    """[OURS] The same for every player, since all win or lose together; in the set-up there is no deck."""
    return _score(
        plan,
        state.epidemics,
        state.cured.bit_count(),
        state.eradicated.bit_count(),
        state.turn,
        state.increases,
        state.outbreaks,
        sum(state.cubes),
        len(state.stations),
        state.deck_size if state.is_set_up else None,
    )


def score_table(plan: Plan, table: Table) -> Score:
    """Of what the table tells."""
    return _score(
        plan,
        table.level,
        _count(table.cured),
        _count_eradicated(table),
        table.turn,
        table.epidemics,
        table.outbreaks,
        sum(heap.number for heap in table.cubes),
        None if table.stations is None else len(table.stations),
        table.deck,
    )


def _count_eradicated(table: Table) -> int | None:
    """Where nothing is said of it: what is cured and has no cubes."""
    if table.eradicated is not None or table.cured is None:
        return _count(table.eradicated)
    gone = [table.count_colour(colour) == 0 for colour in range(table.cured.bit_length())]
    return sum(table.cured >> colour & 1 for colour, is_gone in enumerate(gone) if is_gone)


def _count(colours: int | None) -> int | None:
    return None if colours is None else colours.bit_count()


def _score(plan: Plan, level: int, *numbers: int | None) -> Score:
    """`numbers` are those of LINES; None: not told."""
    return Score((Round(tuple(_list_lines(plan, level, numbers))),))


def _list_lines(plan: Plan, level: int, numbers: tuple[int | None, ...]) -> Iterator[ScoreLine]:
    colours = len(plan.colours)
    most = (colours, colours, 0, level, plan.most_outbreaks, sum(plan.cubes), plan.stations, 0)
    for line, number, whole in zip(LINES, numbers, most, strict=True):
        if number is not None:
            yield ScoreLine(Sentence(f"tally.{line}", {"most": whole} if whole else {}), number)
