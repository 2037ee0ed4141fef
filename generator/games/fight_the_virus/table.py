"""The sheets of everybody: as text that can be read on a terminal, and as marks on the printed sheet."""

from collections.abc import Iterator, Mapping

from generator.games.fight_the_virus import analysis
from generator.games.fight_the_virus.drawing import (
    find_grids,
    letter_shapes,
    list_rows,
    number_spread,
    number_tests,
)
from generator.games.fight_the_virus.events import say_roll
from generator.games.fight_the_virus.game import UNDECIDED, State, actors
from generator.games.fight_the_virus.marks import PlayerSheet
from generator.games.fight_the_virus.plan import Plan, find_section
from generator.model.kit import Kit
from generator.model.places import Square
from generator.model.position import Laid, LaidPart, PenMark, Position
from generator.model.sheet import GridSection, Sheet, TrackSection
from generator.rules.companion import Block, Cell, Tone, View
from generator.rules.core import NATURE, Sentence

OPEN, WANTED, EXTRA_DIE, CIRCLE = ".", "*", "+", "o"
"""Signs of open squares: wanted are spikes and red squares; a circle stands before whatever else is there."""
USED, CIRCLED, OWED = "x", "o", "/"

_OPEN: Mapping[str, tuple[str, Tone]] = {
    "spike": (WANTED, "green"),
    "goal": (WANTED, "red"),
    "extra_die": (EXTRA_DIE, "yellow"),
}
_GAP = Cell(" ")


class SheetTable:
    """Made from the sheet of a kit."""

    def __init__(self, kit: Kit, plan: Plan) -> None:
        self._plan = plan
        self._grids = find_grids(kit)
        self._tracks = {id: find_section(kit, id, TrackSection) for id in ("progress", "research")}
        self._titles = {id: Sentence(find_section(kit, id, GridSection).title) for id in self._grids}
        self._titles |= {id: Sentence(track.title) for id, track in self._tracks.items()}
        self._sheet = next(
            part.id for part in kit.parts if isinstance(part, Sheet) and "progress" in part.sections
        )

    def view(self, state: State) -> View:
        """The sheet of whoever is asked first in full, of the others how far they have come.

        All in full while the dice are rolled, and in the end: then there is time to look. Sheets that
        are all alike, such as empty ones, are one.
        """
        shown = actors(state)[:1]
        if shown in ((), (NATURE,)):
            first = state.sheet_of(state.players[0])
            is_alike = all(state.sheet_of(player) == first for player in state.players)
            shown = state.players[:1] if is_alike else state.players
        blocks = [Block(_say_turn(state), ())]
        for player in shown:
            blocks += self._show_sheet(player, state.sheet_of(player))
        others = [player for player in state.players if player not in shown]
        if others:
            rows = tuple(self._sum_up(player, state.sheet_of(player)) for player in others)
            heads = (Cell(self._titles[id], "dim") for id in ("research", "testing", "curve", "analysis"))
            blocks.append(Block("", rows, (_GAP, *heads)))
        blocks.append(Block("", ((Cell(Sentence("view.legend"), "dim"),),)))
        return View(tuple(blocks))

    def _sum_up(self, player: str, sheet: PlayerSheet) -> tuple[Cell, ...]:
        plan = self._plan
        tests = plan.wall.count_goals(sheet.tests)
        spread = plan.curve.count_goals(sheet.spread)
        spikes = analysis.count_spikes(plan.area, sheet.analysed)
        return (
            Cell(player, "strong"),
            Cell(f"{sheet.researched}/{len(plan.research.numbers)}"),
            Cell(f"{tests}/{len(plan.wall.goals)}"),
            Cell(f"{spread}/{len(plan.curve.goals)}"),
            Cell(f"{spikes}/{plan.area.spikes.bit_count()}"),
        )

    def _show_sheet(self, player: str, sheet: PlayerSheet) -> Iterator[Block]:
        titles = self._titles
        columns, rows = self._show_virus(sheet)
        virus = Sentence("view.area", {"player": player, "area": titles["analysis"]})
        yield Block(virus, rows, columns, is_grid=True)
        walls = Sentence(
            "view.areas", {"player": player, "left": titles["testing"], "right": titles["curve"]}
        )
        yield Block(walls, tuple(self._show_walls(sheet)), is_grid=True)
        yield Block("", tuple(self._show_tracks(sheet)))

    def _show_virus(self, sheet: PlayerSheet) -> tuple[tuple[Cell, ...], tuple[tuple[Cell, ...], ...]]:
        """Columns are called by letters, rows by numbers from the top."""
        grid = self._grids["analysis"]
        shapes = {id: Cell(letter, "strong") for id, letter in letter_shapes(self._plan, sheet).items()}
        letter_of = {int(square.x): square.id.rstrip("0123456789") for square in grid}
        columns = tuple(Cell(letter_of.get(x, " "), "dim") for x in range(int(grid.width)))
        rows = []
        for ids in list_rows(grid):
            squares = {int(square.x): square for square in grid.row(grid.by_id[ids[0]].y)}
            cells = [Cell(ids[0].lstrip(_LETTERS), "dim")]
            for x in range(int(grid.width)):
                cells.append(_show_square(squares.get(x), shapes))
            rows.append(tuple(cells))
        return (_GAP, *columns), tuple(rows)

    def _show_walls(self, sheet: PlayerSheet) -> Iterator[tuple[Cell, ...]]:
        """Testing, in which a square has two columns since rows lie half a square apart; then the curve."""
        wall, curve = self._grids["testing"], self._grids["curve"]
        tests = {id: Cell(number, "strong") for id, number in number_tests(self._plan, sheet).items()}
        spread = self._write_spread(sheet)
        lower = max(wall.height, curve.height)
        for y in range(lower):
            bricks = {round(square.x * 2): square for square in wall.row(y - lower + wall.height)}
            squares = {int(square.x): square for square in curve.row(y - lower + curve.height)}
            cells = [_name_row(tuple(bricks.values()), at_end=False)]
            cells += [_show_square(bricks.get(x), tests) for x in range(round(wall.width * 2))]
            cells += [_GAP, _name_row(tuple(squares.values()), at_end=True)]
            cells += [_show_square(squares.get(x), spread) for x in range(int(curve.width))]
            yield tuple(cells)
        letters = [_GAP] * (round(wall.width * 2) + 3)
        column_of = {int(square.x): square.id.rstrip("0123456789") for square in curve}
        yield (*letters, *(Cell(column_of.get(x, " "), "dim") for x in range(int(curve.width))))

    def _write_spread(self, sheet: PlayerSheet) -> Mapping[str, Cell]:
        """Numbers, behind an `o` in a circle; an open circle stands before the sign of its square."""
        found = {}
        for id, entry in number_spread(self._plan, sheet).items():
            if entry == CIRCLE:
                entry += _find_sign(self._grids["curve"].by_id[id])[0].strip(OPEN)
            found[id] = Cell(entry, "blue" if entry.startswith(CIRCLE) else "strong")
        return found

    def _show_tracks(self, sheet: PlayerSheet) -> Iterator[tuple[Cell, ...]]:
        numbers = (str(number) for number in self._plan.research.numbers[sheet.researched :])
        crossed = " ".join((*(USED,) * sheet.researched, *numbers))
        yield Cell(self._titles["research"], "dim"), Cell(crossed)
        signs = (sheet.progress.say_field(index) or OPEN for index in range(sheet.progress.fields))
        yield Cell(self._titles["progress"], "dim"), Cell(" ".join(signs))

    def position(self, state: State) -> Position:
        """Everybody's sheet, as it is written on."""
        sheets = zip(state.players, state.sheets, strict=True)
        return Position(
            tuple(LaidPart(self._sheet, tuple(self._mark(sheet)), player) for player, sheet in sheets)
        )

    def _mark(self, sheet: PlayerSheet) -> Iterator[Laid]:
        plan = self._plan
        for shape in sheet.shapes:
            yield from (Laid("analysis", id, PenMark("fill")) for id in plan.area.ids(shape))
        for index, field in enumerate(self._tracks["progress"].fields):
            said = sheet.progress.say_field(index)
            if said in (USED, CIRCLED):
                yield Laid("progress", field.id, PenMark("circle"))
            if said in (USED, OWED):
                yield Laid("progress", field.id, PenMark("cross"))
        for field in self._tracks["research"].fields[: sheet.researched]:
            yield Laid("research", field.id, PenMark("cross"))
        for id, number in zip(plan.wall.ids, sheet.tests, strict=True):
            if number:
                yield Laid("testing", id, PenMark("text", str(number)))
        for place, (id, number) in enumerate(zip(plan.curve.ids, sheet.spread, strict=True)):
            if place in sheet.circled:
                yield Laid("curve", id, PenMark("circle"))
            if number:
                yield Laid("curve", id, PenMark("text", str(number)))


_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _say_turn(state: State) -> Sentence:
    """The number of the roll, who is active, and what was rolled."""
    if UNDECIDED in state.chosen:
        return Sentence("view.choosing")
    active = say_roll(state) if state.is_shared else state.players[state.active]
    if state.is_over:
        return Sentence("view.over", {"turn": state.turn})
    if state.roll is None:
        return Sentence("view.turn", {"turn": state.turn, "active": active})
    low, high = (str(die) for die in state.roll)
    return Sentence("view.rolled", {"turn": state.turn, "active": active, "low": low, "high": high})


def _name_row(squares: tuple[Square, ...], *, at_end: bool) -> Cell:
    """What the squares of a row have in common in their names: the letter, or the number at the end."""
    if not squares:
        return _GAP
    name = squares[0].id
    return Cell(name.lstrip(_LETTERS) if at_end else name.rstrip("0123456789"), "dim")


def _show_square(square: Square | None, written: Mapping[str, Cell]) -> Cell:
    """What is written there, or the sign of what it is good for."""
    if square is None:
        return _GAP
    if square.id in written:
        return written[square.id]
    return Cell(*_find_sign(square))


def _find_sign(square: Square) -> tuple[str, Tone]:
    """Of an open square."""
    return next((_OPEN[mark] for mark in square.marks if mark in _OPEN), (OPEN, "dim"))
