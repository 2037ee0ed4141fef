"""The scoring of finished games: what is typed in is checked and counted."""

from collections.abc import Sequence

from generator.games.virus_and_co.checks import compare_rounds, list_faults
from generator.games.virus_and_co.entries import NOTHING, ROUNDS, FinishedGame
from generator.games.virus_and_co.game import find_winners
from generator.games.virus_and_co.plan import Plan
from generator.games.virus_and_co.state import State
from generator.games.virus_and_co.tableau import score_round
from generator.rules.core import Entry, Fault, Judgement, Score
from generator.rules.form_scoring import EXAMPLE_NAMES, FormScoring


class VirusAndCoScoring(FormScoring[FinishedGame, State]):
    """Made from the cards and pills of a kit."""

    round_key = "rounds"
    example_names = EXAMPLE_NAMES

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan.kit, "rounds", ROUNDS)
        self.plan = plan

    def make_blank(self) -> Entry:
        return [dict.fromkeys(EXAMPLE_NAMES, NOTHING)]

    def judge(self, table: FinishedGame) -> Judgement:
        faults = tuple(list_faults(self.plan, table))
        rounds = [score_round(round) for round in table.rounds]
        scores = {
            player: Score(tuple(round[player] for round in rounds if player in round))
            for player in table.players
        }
        totals = {player: score.total for player, score in scores.items()}
        return Judgement(scores, faults, None if faults else find_winners(totals))

    def compare(self, table: FinishedGame, state: State) -> Sequence[Fault]:
        return tuple(compare_rounds(table, state.players, state.done))
