"""How far a player has come. The game has no points: this tally is ours, and only for comparing."""

from collections.abc import Iterator

from generator.games.fight_the_virus import analysis
from generator.games.fight_the_virus.marks import PlayerSheet
from generator.games.fight_the_virus.plan import Plan
from generator.rules.core import Outcome, Round, Score, ScoreLine, Sentence


def score_sheet(plan: Plan, sheet: PlayerSheet) -> Score:
    """[OURS] One for each number of research, each red square, and each spike."""
    return Score((Round(tuple(_list_lines(plan, sheet))),), Sentence("tally.ours"))


def _list_lines(plan: Plan, sheet: PlayerSheet) -> Iterator[ScoreLine]:
    spikes = analysis.count_spikes(plan.area, sheet.analysed)
    tests = plan.wall.count_goals(sheet.tests)
    spread = plan.curve.count_goals(sheet.spread)
    for area, number, most in (
        ("research", sheet.researched, len(plan.research.numbers)),
        ("testing", tests, len(plan.wall.goals)),
        ("curve", spread, len(plan.curve.goals)),
        ("spikes", spikes, plan.area.spikes.bit_count()),
    ):
        yield ScoreLine(Sentence(f"tally.done.{area}", {"most": most}), number)


def find_outcome(winners: tuple[str, ...]) -> Outcome:
    """[S] Who crosses out the last number wins. [OURS] When nobody can any more, nobody has won."""
    return Outcome("fight_the_virus.turn.end" if winners else "fight_the_virus.turn.no_winner", winners)
