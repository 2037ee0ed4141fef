"""The board as a form: a chip on each person."""

from collections.abc import Mapping, Sequence

from generator.games.pox.companion import PoxCompanion
from generator.games.pox.plan import BLACK, BLUE, RED
from generator.games.pox.scoring import FinishedBoard, PoxScoring, write_board
from generator.games.pox.state import Chips, State
from generator.model.played import Position, Takes, TokenMark
from generator.rules.core import Entry
from generator.rules.form import NO_SETUP, Form


class BoardForm(Form[FinishedBoard, State]):
    """The chips on the board; those that wait on the track of deaths follow from them."""

    def __init__(self, scoring: PoxScoring, companion: PoxCompanion) -> None:
        super().__init__(scoring)
        self.plan = scoring.plan
        self.companion = companion

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        plan = self.plan
        people = Takes(
            part=plan.board,
            area=plan.people.area,
            places=tuple(plan.people.bits),
            marks=(TokenMark(RED), TokenMark(BLUE), TokenMark(BLACK)),
            names=("board.infected", "board.immune", "board.dead"),
        )
        return (people,)

    def enter(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        people = self.plan.people
        chips = dict.fromkeys((RED, BLUE, BLACK), 0)
        for laid in (laid for part in position.parts for laid in part.laid):
            if laid.area == people.area and isinstance(laid.mark, TokenMark):
                chips[laid.mark.piece] |= people.bits[laid.place]
        return "\n".join(write_board(people, Chips(*chips.values())))

    def mark(self, table: FinishedBoard) -> Position:
        return self.companion.lay_board(table.chips, table.terms)

    def mark_state(self, state: State) -> Position:
        return self.companion.position(state)
