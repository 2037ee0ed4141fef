"""The scoring of finished boards: read, checked, judged; and score files to fill in."""

from collections.abc import Generator, Mapping, Sequence

from generator.games.pox.checks import compare_boards, find_outcome, list_faults
from generator.games.pox.entries import (
    BOARD,
    NO_CHIP,
    FinishedBoard,
    check_options,
    parse_row,
    read_board,
    write_board,
)
from generator.games.pox.game import Pox
from generator.games.pox.plan import Plan
from generator.games.pox.state import Chips, State
from generator.games.pox.tally import score_chips
from generator.model.wording import Wording
from generator.rules.core import Complaints, Entry, Fault, Judgement, Listed, Question, Sentence
from generator.rules.questions import ask_until_read, ask_value
from generator.rules.writing import write_remarks

TOGETHER = ""
"""Whose score it is where a file names no players."""


class PoxScoring:
    """Made from the board, the cards and the chips of a kit."""

    takes_some_players = True

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rules = Pox(plan)

    @property
    def keys(self) -> tuple[str, ...]:
        return (BOARD,)

    @property
    def round_key(self) -> str:
        return ""

    def read(
        self, entries: Mapping[str, Entry], players: Sequence[str], setup: Mapping[str, str], tell: Complaints
    ) -> FinishedBoard | None:
        knows = check_options(self.rules.options, setup, tell)
        found = read_board(self.plan.people, entries[BOARD], tell)
        if found is None or not knows:
            return None
        chips, lines = found
        return FinishedBoard(tuple(players), self.rules.find_terms(setup), chips, lines)

    def judge(self, table: FinishedBoard) -> Judgement:
        faults = tuple(list_faults(self.plan, table))
        score = score_chips(self.plan, table.chips, table.terms)
        scores = dict.fromkeys(table.players or (TOGETHER,), score)
        return Judgement(scores, faults, None if faults else find_outcome(self.plan, table))

    def compare(self, table: FinishedBoard, state: State) -> Sequence[Fault]:
        return tuple(compare_boards(self.plan, table, state))

    def schema(self) -> Mapping[str, object]:
        return {BOARD: {}}

    def write_blank(self, wording: Wording) -> str:
        """The board as it is at the beginning: nothing has to be taken away."""
        remarks = write_remarks(Sentence("tally.blank", {"levels": Listed(self.plan.levels)}).say(wording))
        rows = write_board(self.plan.people, Chips(red=self.plan.patients))
        return remarks + self._write(next(iter(self.plan.levels)), rows)

    def _write(self, level: str, rows: Sequence[str]) -> str:
        lines = [f"game: {self.plan.kit.id}", f"difficulty: {level}", f"{BOARD}: |"]
        return "\n".join([*lines, *(f"  {row}" for row in rows)]) + "\n"

    def ask(self) -> Generator[Question, str, str]:
        levels = tuple(self.plan.levels)
        text = Sentence("tally.ask.level", {"levels": Listed(levels)})
        level = yield from ask_value(text, "difficulty", levels, usual=levels[0])
        people = self.plan.people
        rows: list[str] = []
        for row in write_board(people, Chips()):
            signs = yield from self._ask_row(len(rows) + 1, len(row.split()))
            rows.append(" ".join(signs))
        return self._write(level, rows)

    def _ask_row(self, number: int, people: int) -> Generator[Question, str, str]:
        rows = len(write_board(self.plan.people, Chips()))
        question = Sentence("tally.ask.row", {"row": number, "rows": rows, "people": people})
        return ask_until_read(question, lambda answer: parse_row(answer.strip() or NO_CHIP * people, people))
