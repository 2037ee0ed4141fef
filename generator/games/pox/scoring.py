"""The scoring of finished boards, and games that continue from one.

    board: |
      . . . b . . . . .       . no chip, r infected, b immune, k dead
      . . b r b . . . .

The first line is the top row. Blanks do not matter, nor does a `|` at the beginning of a line.
"""

from collections.abc import Sequence

from generator.errors import RulesError
from generator.games.pox.checks import BOARD, FinishedBoard, compare_boards, find_outcome, list_faults
from generator.games.pox.game import Pox, score_chips
from generator.games.pox.neighbourhood import Neighbourhood
from generator.games.pox.state import DEAD, IMMUNE, INFECTED, Chips, State
from generator.rules.core import Entry, Fault, Judgement
from generator.rules.form_scoring import FormScoring
from generator.rules.players import check_players
from generator.rules.score_form import Drawing, Made, Reading, Rows

TOGETHER = ""
"""Whose score it is where a file names no players."""


def make_form(people: Neighbourhood) -> Rows:
    """The rows in which somebody lives."""
    rows = [tuple(filter(None, row)) for row in people.id_rows]
    return Rows(
        rows=[row for row in rows if row],
        mark="[.rbkRBK]",
        is_short=True,
        things="people",
        sign="chip",
        hint="`.` no chip, `r` infected, `b` immune, `k` dead",
    )


def take_chips(people: Neighbourhood, drawing: Drawing) -> Chips:
    """The chips of a board that was typed in."""
    signs = {id: mark.lower() for id, mark in drawing.marks.items()}
    red, blue, black = (
        sum(people.bits[id] for id, sign in signs.items() if sign == known)
        for known in (INFECTED, IMMUNE, DEAD)
    )
    return Chips(red, blue, black)


def write_board(people: Neighbourhood, chips: Chips) -> tuple[str, ...]:
    """The rows as they are typed in."""
    return tuple(" ".join(chips.show(people.bits[id]) for id in row) for row in make_form(people).rows)


class PoxScoring(FormScoring[FinishedBoard, State]):
    """Made from the rules of a kit."""

    takes_some_players = True
    example_names = ()

    def __init__(self, rules: Pox) -> None:
        form = Made(shape=make_form(rules.plan.people), make=self._make_table)
        super().__init__(rules.plan.kit, BOARD, form, options=rules.options)
        self.rules = rules
        self.plan = rules.plan

    def _make_table(self, drawing: Drawing, reading: Reading) -> FinishedBoard:
        terms = self.rules.find_terms(reading.setup)
        return FinishedBoard(reading.players, terms, take_chips(self.plan.people, drawing), drawing.lines)

    def make_blank(self) -> Entry:
        """The board as it is at the beginning: nothing has to be taken away."""
        return "\n".join(write_board(self.plan.people, Chips(red=self.plan.patients)))

    def judge(self, table: FinishedBoard) -> Judgement:
        faults = tuple(list_faults(self.plan, table))
        score = score_chips(self.plan, table.chips, table.terms)
        scores = dict.fromkeys(table.players or (TOGETHER,), score)
        return Judgement(scores, faults, None if faults else find_outcome(self.plan, table))

    def compare(self, table: FinishedBoard, state: State) -> Sequence[Fault]:
        return tuple(compare_boards(self.plan, table, state))

    def resume(self, table: FinishedBoard) -> State:
        """Return the state in which the first player draws a card from a deck of all cards.

        [OURS] A board does not show which cards lie open: they are shuffled. RulesError for a board that
        names no players or that cannot come about.
        """
        check_players(self.plan.kit, table.players)
        for fault in list_faults(self.plan, table):
            raise RulesError(fault.rule, fault.values)
        outcome = find_outcome(self.plan, table)
        end = outcome.rule if outcome else ""
        return State(table.players, table.terms, table.chips, self.plan.deck, end=end)
