"""The sheet as a form: squares to fill, numbers to write, circles and crosses."""

from collections.abc import Iterator, Mapping, Sequence

from generator.games.fight_the_virus.areas import OPPOSITES
from generator.games.fight_the_virus.companion import FightTheVirusCompanion
from generator.games.fight_the_virus.entries import FIELD_SIGNS, FinishedGame, draw_grid, lay_marks
from generator.games.fight_the_virus.scoring import FightTheVirusScoring
from generator.games.fight_the_virus.sheet import AREAS, GRIDS
from generator.games.fight_the_virus.state import State
from generator.model.played import LaidPart, PenMark, Position, Takes
from generator.rules.core import Entry
from generator.rules.form import NO_SETUP, Form

MOST = 99
"""The highest number that can be written in a square of testing."""
_FILL, _CIRCLE, _CROSS = PenMark("fill"), PenMark("circle"), PenMark("cross")


class SheetForm(Form[FinishedGame, State]):
    """A sheet for each player."""

    each_player = True

    def __init__(self, scoring: FightTheVirusScoring, companion: FightTheVirusCompanion) -> None:
        super().__init__(scoring)
        self.plan = scoring.plan
        self.companion = companion

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        return tuple(self._list_takes())

    def _list_takes(self) -> Iterator[Takes]:
        plan, part = self.plan, self.plan.part
        squares = {area: tuple(grid.by_id) for area, grid in plan.grids.items()}
        yield Takes(part=part, area="analysis", places=squares["analysis"], marks=(_FILL,))
        yield Takes(part=part, area="progress", places=plan.progress, marks=(_CIRCLE,))
        yield Takes(part=part, area="progress", places=plan.progress, marks=(_CROSS,))
        yield Takes(part=part, area="research", places=plan.research.ids, marks=(_CROSS,))
        for area, most in (("testing", MOST), ("curve", OPPOSITES - 1)):
            yield Takes(part=part, area=area, places=squares[area], kind="number", numbers=(1, most))
        yield Takes(part=part, area="curve", places=squares["curve"], marks=(_CIRCLE,))

    def enter(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        return {sheet.owner: self._enter_sheet(sheet) for sheet in position.parts}

    def _enter_sheet(self, sheet: LaidPart) -> Entry:
        """Return the areas of a sheet as they are typed in; filled squares have no letters."""
        plan, there = self.plan, {(laid.area, laid.place, laid.mark) for laid in sheet.laid}
        marks: dict[str, dict[str, str]] = {area: {} for area in GRIDS}
        for area, id, mark in there:
            if isinstance(mark, PenMark) and area in GRIDS:
                circle = "o" if mark != _CIRCLE and (area, id, _CIRCLE) in there else ""
                signs = {"fill": "#", "circle": marks[area].get(id, "o")}
                marks[area][id] = circle + signs.get(mark.sign, mark.text)
        fields = {frozenset[str](signs): mark for mark, signs in FIELD_SIGNS.items()}
        signs_of = (
            frozenset(mark.sign for mark in (_CIRCLE, _CROSS) if ("progress", id, mark) in there)
            for id in plan.progress
        )
        tracks = {
            "progress": "".join(fields[signs] for signs in signs_of),
            "research": "".join(
                "x" if ("research", id, _CROSS) in there else "." for id in plan.research.ids
            ),
        }
        return {area: tracks.get(area) or draw_grid(plan.grids[area], marks[area]) for area in AREAS}

    def mark(self, table: FinishedGame) -> Position:
        plan, sheets = self.plan, table.value.items()
        laid = (
            (
                player,
                lay_marks(
                    plan,
                    {area: getattr(filled, area).marks for area in GRIDS},
                    filled.progress,
                    filled.research,
                ),
            )
            for player, filled in sheets
        )
        return Position(tuple(LaidPart(plan.part, tuple(marks), player) for player, marks in laid))

    def mark_state(self, state: State) -> Position:
        return self.companion.position(state)
