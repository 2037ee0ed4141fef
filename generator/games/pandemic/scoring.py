"""Scoring of tables: they are read, checked, and summed up."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.errors import RulesError
from generator.games.pandemic.checks import compare_tables, list_faults
from generator.games.pandemic.entries import make_form
from generator.games.pandemic.plan import Plan
from generator.games.pandemic.setup import parse_roles
from generator.games.pandemic.state import LOST_BY_OUTBREAKS, WON, State
from generator.games.pandemic.table import CAUSES, Table, score_table
from generator.rules.core import Complaints, Entry, Fault, Judgement, Listed, Outcome, Question, Sentence
from generator.rules.form_scoring import FormScoring
from generator.rules.questions import ask_players, ask_value
from generator.rules.score_form import Asked

TOGETHER = ""
"""Owner of the score in a file that names no players."""


class PandemicScoring(FormScoring[Table, State]):
    """Made from the board, the cards, and the pieces of a kit."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan.kit, "table", make_form(plan))
        self.plan = plan
        self._default = next(iter(plan.levels))
        self.example_options = {"difficulty": self._default}
        self._levels = sorted(plan.levels, key=plan.levels.__getitem__)

    def read(
        self, entries: Mapping[str, Entry], players: Sequence[str], setup: Mapping[str, str], tell: Complaints
    ) -> Table | None:
        table = super().read(entries, players, setup, tell)
        problems = [*self._list_problems(players, setup)]
        for key, message, hint in problems:
            tell.add((key,), message, hint)
        if problems or table is None:
            return None
        roles = parse_roles(self.plan, players, setup.get("roles", ""))
        level = self.plan.levels[setup.get("difficulty") or self._default]
        return replace(table, players=tuple(players), roles=roles, level=level)

    def _list_problems(
        self, players: Sequence[str], setup: Mapping[str, str]
    ) -> Iterator[tuple[str, str, str]]:
        """Key of the head, message, and hint."""
        level = setup.get("difficulty", "")
        if level not in ("", *self._levels):
            yield "difficulty", f"`{level[:40]}` is not a difficulty", f"one of: {', '.join(self._levels)}"
        if "roles" in setup and not players:
            yield "roles", "says who plays what, and `players` is missing", "add `players: [...]`"
            return
        try:
            parse_roles(self.plan, players, setup.get("roles", ""))
        except RulesError as error:
            yield "roles", f"`{error.values['value']}` does not assign a role", f"{error.values['known']}"

    def judge(self, table: Table) -> Judgement:
        faults = tuple(list_faults(self.plan, table))
        scores = dict.fromkeys(table.players or (TOGETHER,), score_table(self.plan, table))
        return Judgement(scores, faults, None if faults else self.find_outcome(table))

    def find_outcome(self, table: Table) -> Outcome | None:
        """[S] Won with all cures; lost by the last outbreak, or for the reason that the file gives."""
        if table.cures == self.plan.all_colours:
            return Outcome(WON, table.players, won=True)
        if table.outbreaks == self.plan.most_outbreaks:
            return Outcome(LOST_BY_OUTBREAKS, won=False)
        return Outcome(CAUSES[table.lost], won=False) if table.lost else None

    def compare(self, table: Table, state: State) -> Sequence[Fault]:
        return tuple(compare_tables(self.plan, table, state))

    def make_remarks(self) -> Sentence:
        return Sentence("tally.blank", {"levels": Listed(self._levels)})

    def make_blank(self) -> Entry:
        """A game before its first turn: there is nothing on the board but a station."""
        start = self.plan.names[self.plan.start]
        return {"cubes": {}, "outbreaks": "0", "cured": [], "eradicated": [], "stations": [start]}

    def ask(self) -> Generator[Question, str, str]:
        players = yield from ask_players(self.kit)
        text = Sentence("tally.ask.level", {"levels": Listed(self._levels), "usual": self._default})
        level = yield from ask_value(text, "difficulty", self._levels, usual=self._default)
        table = yield from self.shape.ask(Asked(self.key, players))
        return self.write(players, table, difficulty=level)
