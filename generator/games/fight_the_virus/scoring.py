"""The scoring of finished sheets, and games that go on from them."""

from collections.abc import Mapping, Sequence

from generator.errors import RulesError
from generator.games.fight_the_virus.checks import compare_sheets, list_faults
from generator.games.fight_the_virus.entries import (
    FilledSheet,
    FinishedGame,
    draw_sheet,
    make_form,
    take_sheet,
)
from generator.games.fight_the_virus.game import FightTheVirus
from generator.games.fight_the_virus.sheet import (
    Plan,
    empty_sheet,
    find_outcome,
    has_won,
    may_still_win,
    score_sheet,
)
from generator.games.fight_the_virus.state import State
from generator.rules.core import Entry, Fault, Judgement
from generator.rules.form_scoring import FormScoring


class FightTheVirusScoring(FormScoring[FinishedGame, State]):
    """Made from the sheet and the dice of a kit."""

    takes_some_players = True

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan.kit, "sheets", make_form(plan))
        self.plan = plan

    def make_table(
        self, value: Mapping[str, FilledSheet], players: Sequence[str], setup: Mapping[str, str]
    ) -> FinishedGame:
        return FinishedGame(tuple(players), value, setup)

    def make_blank(self) -> Entry:
        return {player: draw_sheet(self.plan, empty_sheet(self.plan)) for player in self.example_names}

    def judge(self, table: FinishedGame) -> Judgement:
        """[S] Whoever has crossed out the last number wins; without the sheets of all, nobody has lost."""
        faults = tuple(list_faults(self.plan, table))
        sheets = {player: take_sheet(self.plan, filled) for player, filled in table.sheets.items()}
        scores = {player: score_sheet(self.plan, sheet) for player, sheet in sheets.items()}
        won = tuple(player for player, sheet in sheets.items() if has_won(self.plan, sheet))
        is_lost = len(sheets) > 1 and not any(may_still_win(self.plan, sheet) for sheet in sheets.values())
        return Judgement(scores, faults, find_outcome(won) if not faults and (won or is_lost) else None)

    def compare(self, table: FinishedGame, state: State) -> Sequence[Fault]:
        return tuple(compare_sheets(self.plan, table, state))


def resume(rules: FightTheVirus, table: FinishedGame) -> State:
    """Return the state before the next roll, which the first player of the table makes.

    In the variant for large groups, everybody chooses a roll again. Raise RulesError for sheets that break a
    rule, and for players without a sheet.
    """
    for player in table.players:
        if player not in table.sheets:
            raise RulesError("fight_the_virus.sheet.missing", {"player": player})
    for fault in list_faults(rules.plan, table):
        raise RulesError(fault.rule, fault.values)
    sheets = tuple(take_sheet(rules.plan, table.sheets[player]) for player in table.players)
    return rules.start(table.players, table.setup, sheets)
