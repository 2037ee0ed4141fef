"""Fight the Virus at the table: questions, explanations, and the sheets as views and as a form."""

from collections.abc import Iterator, Mapping, Sequence

from generator.games.fight_the_virus import sheet as moves
from generator.games.fight_the_virus import sheet as states
from generator.games.fight_the_virus.areas import OPPOSITES
from generator.games.fight_the_virus.game import apply_mark
from generator.games.fight_the_virus.scoring import (
    FIELD_SIGNS,
    FightTheVirusScoring,
    FinishedGame,
    lay_marks,
    lay_sheet,
    write_marks,
)
from generator.games.fight_the_virus.sheet import (
    GRIDS,
    SHEET_AREAS,
    FightTheVirusData,
    Move,
    PlayerSheet,
    SheetMark,
    State,
)
from generator.model.elements.squares import Place, Places
from generator.model.kit import Sheet
from generator.model.played import LaidPart, PenMark, Position, Spot, Takes
from generator.rules.core import (
    NATURE,
    Chance,
    Companion,
    Entry,
    OptionQuestion,
    Sentence,
    TableView,
    Tone,
    Value,
    ViewCell,
    ViewTable,
)
from generator.rules.form import NO_SETUP, PaperForm, draw_grid

_OPEN: Mapping[str, tuple[str, Tone]] = {
    "spike": ("*", "green"),
    "goal": ("*", "red"),
    "extra_die": ("+", "yellow"),
}
"""Signs of open squares by mark; other squares are dots."""
_GAP = ViewCell(" ")
_NOBODY = "-"
"""Stands for the active players of a shared roll that nobody has chosen."""
_LETTERS, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"


class FightTheVirusCompanion(Companion[State, moves.Move]):
    """Companion for one kit."""

    def __init__(self, data: FightTheVirusData, *, has_shared_rolls: bool) -> None:
        self.data = data
        sections = data.kit.parts_of(Sheet)[data.part].sections
        self._titles = {id: Sentence(sections[id].title) for id in SHEET_AREAS}
        self._research = dict(zip(data.research.numbers, data.research.ids, strict=True))
        """Ids of the fields of research by their number."""
        if has_shared_rolls:
            self.questions = (OptionQuestion("rolls", Sentence("ask.rolls")),)
        rolls = moves.ROLL_NAMES if has_shared_rolls else ""
        self.words = (
            *((area, Sentence(f"{area}.title")) for area in moves.MARK_AREAS),
            *((area, Sentence(f"word.{area}")) for area in moves.MARK_AREAS),
            *((word, _describe_word(word)) for word in moves.WORDS),
            *((moves.Choose(letter).text, Sentence(f"large.roll_{letter}")) for letter in rolls),
        )

    def prepare(self, state: State) -> Sequence[Sentence]:
        steps = [Sentence("prepare.sheets", number=len(state.players)), Sentence("prepare.dice")]
        if not state.is_shared:
            steps.append(Sentence("prepare.first", player=state.players[0]))
        return tuple(steps)

    def chance(self, state: State) -> Chance:
        return "dice"

    def ask(self, state: State, actor: str) -> Sentence:
        if state.is_choosing:
            return Sentence("ask.choose", player=actor)
        if actor == NATURE and state.is_shared:
            return Sentence("ask.shared_roll", roll=state.roll_name)
        if actor == NATURE:
            return Sentence("ask.roll", player=state.players[state.active])
        if not state.stands:
            return Sentence("ask.doubles", player=actor)
        return self._ask_hand(actor, state.hand_of(actor))

    def _ask_hand(self, player: str, hand: states.Hand) -> Sentence:
        dice = tuple(str(die) for die in hand.dice)
        values: dict[str, Value] = {"player": player, "dice": dice}
        if hand.bonus:
            return Sentence("ask.bonus", player=player, bonus=Sentence(f"tally.bonus.{hand.bonus}"))
        if hand.uses == ("analysis", "others"):
            return Sentence("ask.active", **values)
        if hand.uses[0] != "any":
            left = Sentence(f"tally.left.{hand.uses[0]}")
            return Sentence("ask.rest", **values, left=left)
        return Sentence("ask.passive" if len(hand.dice) > 1 else "ask.extra", **values)

    def describe(self, state: State, actor: str, move: Move) -> Sentence:
        match move:
            case moves.Choose():
                return Sentence("tell.choose", roll=move.letter.upper())
            case moves.Roll(low, high):
                return Sentence("tell.roll", low=str(low), high=str(high))
            case moves.Decide(word):
                return _describe_word(word)
            case moves.TakeBonus(mark):
                return Sentence("tell.bonus", mark=self._describe_mark(state, actor, mark))
            case moves.UseDie(die, mark, points):
                values: dict[str, Value] = {"value": move.value, "die": die, "number": len(points)}
                die_text = Sentence("tell.raised", **values) if points else str(die)
                return Sentence("tell.use", die=die_text, mark=self._describe_mark(state, actor, mark))

    def _describe_mark(self, state: State, player: str, mark: SheetMark) -> Sentence:
        square = mark.square if mark.squares else ""
        written = Sentence(f"tell.{mark.area}", squares=mark.squares, square=square, number=mark.number)
        gains = tuple(self._list_gains(state, player, mark))
        return Sentence("tell.brings", mark=written, gains=gains) if gains else written

    def _list_gains(self, state: State, player: str, mark: SheetMark) -> Iterator[Sentence]:
        marked = apply_mark(self.data, state.sheet_of(player), mark)
        if marked.spikes:
            yield Sentence("tell.spikes", number=marked.spikes)
        if marked.bonus:
            yield Sentence(f"tally.bonus.{marked.bonus}")
        if marked.extra_die and not state.is_active(player):
            yield Sentence("tell.extra_die")

    def lesson(self, state: State, actor: str) -> Sentence | None:
        if state.is_choosing:
            return Sentence("lesson.choose")
        if actor == NATURE:
            return Sentence("lesson.roll" if state.turn == 1 else "lesson.next")
        if not state.stands:
            return Sentence("lesson.doubles")
        hand, progress = state.hand_of(actor), state.sheet_of(actor).progress
        if hand.bonus:
            return Sentence(f"lesson.bonus.{hand.bonus}")
        if state.roll in ((5, 6), (6, 6)):
            return Sentence("lesson.circle" if state.roll == (5, 6) else "lesson.loss")
        if hand.uses == ("any",) and len(hand.dice) == 1:
            return Sentence("lesson.extra")
        if progress.available and state.turn > len(state.players):
            return Sentence("lesson.progress")
        return Sentence("lesson.active" if state.is_active(actor) else "lesson.passive")

    def view(self, state: State) -> TableView:
        """Show the sheet of the next player in full, and a summary of the others.

        While dice are rolled, and at the end, all sheets are shown in full, but only one if all are equal.
        """
        shown = states.list_actors(state)[:1]
        if shown in ((), (NATURE,)):
            shown = state.players[:1] if len(set(state.sheets)) == 1 else state.players
        blocks = [ViewTable(_describe_turn(state), ())]
        for player in shown:
            blocks += self._show_sheet(player, state.sheet_of(player))
        others = [player for player in state.players if player not in shown]
        if others:
            rows = tuple(self._sum_up(player, state.sheet_of(player)) for player in others)
            heads = (ViewCell(self._titles[id], "dim") for id in ("research", "testing", "curve", "analysis"))
            blocks.append(ViewTable("", rows, (_GAP, *heads)))
        blocks.append(ViewTable("", ((ViewCell(Sentence("view.legend"), "dim"),),)))
        return tuple(blocks)

    def _sum_up(self, player: str, sheet: PlayerSheet) -> tuple[ViewCell, ...]:
        done = states.count_done(self.data, sheet).values()
        return (ViewCell(player, "strong"), *(ViewCell(f"{count}/{most}") for count, most in done))

    def _show_sheet(self, player: str, sheet: PlayerSheet) -> Iterator[ViewTable]:
        titles = self._titles
        marks = write_marks(self.data, sheet)
        for id, mark in marks["curve"].items():
            if mark == "o":
                marks["curve"][id] += _find_sign(self.data.grids["curve"].by_id[id])[0].strip(".")
        shapes, tests, spread = (
            {
                id: ViewCell(mark, "blue" if area == "curve" and mark[0] == "o" else "strong")
                for id, mark in marks[area].items()
            }
            for area in GRIDS
        )
        heads, *squares = self._show_virus(shapes)
        virus = Sentence("view.area", player=player, area=titles["analysis"])
        yield ViewTable(virus, tuple(squares), heads, is_grid=True)
        names: dict[str, Value] = {"player": player, "left": titles["testing"], "right": titles["curve"]}
        yield ViewTable(Sentence("view.areas", **names), tuple(self._show_walls(tests, spread)), is_grid=True)
        numbers = map(str, self.data.research.numbers[sheet.researched :])
        crossed = ("x",) * sheet.researched
        tracks = {"research": (*crossed, *numbers), "progress": (*sheet.progress.mark_fields(),)}
        rows = ((ViewCell(titles[id], "dim"), ViewCell(" ".join(marks))) for id, marks in tracks.items())
        yield ViewTable("", tuple(rows))

    def _show_virus(self, marks: Mapping[str, ViewCell]) -> Iterator[tuple[ViewCell, ...]]:
        """Yield the letters of the columns, then the rows, which are numbered from the top."""
        grid = self.data.grids["analysis"]
        yield _GAP, *(_name_line(grid.column(x), _DIGITS) for x in range(int(grid.width)))
        for y in range(grid.height):
            yield _show_row(grid, y, marks, _LETTERS)

    def _show_walls(
        self, tests: Mapping[str, ViewCell], spread: Mapping[str, ViewCell]
    ) -> Iterator[tuple[ViewCell, ...]]:
        """Yield rows of testing and curve; a testing square takes two cells, as its rows are staggered."""
        wall, curve = self.data.grids["testing"], self.data.grids["curve"]
        height = max(wall.height, curve.height)
        for y in range(height):
            bricks = _show_row(wall, y - height + wall.height, tests, _DIGITS, step=2)
            yield *bricks, _GAP, *_show_row(curve, y - height + curve.height, spread, _LETTERS)
        gaps = [_GAP] * (int(wall.width * 2) + 3)
        yield *gaps, *(_name_line(curve.column(x), _DIGITS) for x in range(int(curve.width)))

    def position(self, state: State) -> Position:
        data, sheets = self.data, zip(state.players, state.sheets, strict=True)
        return Position(
            tuple(LaidPart(data.part, tuple(lay_sheet(data, sheet)), player) for player, sheet in sheets)
        )

    def places(self, state: State, move: Move) -> Sequence[Spot]:
        match move:
            case moves.UseDie(mark=mark) | moves.TakeBonus(mark):
                squares = mark.squares or (self._research[mark.number],)
                return tuple((mark.area, square) for square in squares)
        return ()

    def describe_start(self, state: State, actor: str, start: str) -> Sentence | None:
        """Describe a die, and the fields of progress that raise it; its areas have names."""
        die, *points = start.split("+")
        if not die.isdecimal() or not all(map(str.isdecimal, points)):
            return None
        if not points:
            return Sentence("tell.die", die=die)
        return Sentence("tell.die_raised", die=die, points="".join(f"+{point}" for point in points))

    def attempts(self, state: State, actor: str, places: Sequence[Spot]) -> Sequence[str]:
        """Try all dice that are left, or all numbers of a bonus, on the squares of one area."""
        areas = {area for area, _ in places}
        if not state.stands or len(areas) != 1 or not areas <= {*moves.MARK_AREAS}:
            return ()
        hand, (area,) = state.hand_of(actor), areas
        numbered = {id: str(number) for number, id in self._research.items()} if area == "research" else {}
        words = " ".join((area, *(numbered.get(place, place) for _, place in places)))
        if not hand.bonus:
            return [f"{die} {words}" for die in dict.fromkeys(hand.dice)]
        numbers = [f"={die}" for die in range(1, 7)] if area == "curve" else [""]
        return [f"bonus {words}{number}" for number in numbers]


def _describe_word(word: moves.DecisionWord) -> Sentence:
    return Sentence(f"tell.{word.replace(' ', '_')}")


def _describe_turn(state: State) -> Sentence:
    if state.is_choosing:
        return Sentence("view.choosing")
    if state.is_over:
        return Sentence("view.over", turn=state.turn)
    active = tuple(filter(state.is_active, state.players)) or _NOBODY
    if state.roll is None:
        return Sentence("view.turn", turn=state.turn, active=active)
    low, high = map(str, state.roll)
    return Sentence("view.rolled", turn=state.turn, active=active, low=low, high=high)


def _name_line(squares: Sequence[Place], without: str) -> ViewCell:
    """Return the letter or number that the names of a row or column share."""
    return ViewCell(squares[0].id.strip(without), "dim") if squares else _GAP


def _show_row(
    grid: Places, y: int, marks: Mapping[str, ViewCell], without: str, *, step: int = 1
) -> tuple[ViewCell, ...]:
    """Return the name of a row and its squares, each in the first of `step` cells."""
    squares = {int(square.x * step): square for square in grid.row(y)}
    columns = range(int(grid.width * step))
    return _name_line(grid.row(y), without), *(_show_square(squares.get(x), marks) for x in columns)


def _show_square(square: Place | None, written: Mapping[str, ViewCell]) -> ViewCell:
    """Return the mark of a square, or the sign of an open one."""
    if square is None:
        return _GAP
    return written.get(square.id) or ViewCell(*_find_sign(square))


def _find_sign(square: Place) -> tuple[str, Tone]:
    return next((_OPEN[mark] for mark in square.marks if mark in _OPEN), (".", "dim"))


MOST = 99
"""The highest number that can be written in a square of testing."""
_FILL, _CIRCLE, _CROSS = PenMark("fill"), PenMark("circle"), PenMark("cross")


class SheetForm(PaperForm[FinishedGame, State]):
    """A sheet for each player."""

    each_player = True

    def __init__(self, scoring: FightTheVirusScoring, companion: FightTheVirusCompanion) -> None:
        super().__init__(scoring, companion)
        self.data = scoring.data

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        return tuple(self._list_takes())

    def _list_takes(self) -> Iterator[Takes]:
        data, part = self.data, self.data.part
        squares = {area: tuple(grid.by_id) for area, grid in data.grids.items()}
        yield Takes(part=part, area="analysis", places=squares["analysis"], marks=(_FILL,))
        yield Takes(part=part, area="progress", places=data.progress, marks=(_CIRCLE,))
        yield Takes(part=part, area="progress", places=data.progress, marks=(_CROSS,))
        yield Takes(part=part, area="research", places=data.research.ids, marks=(_CROSS,))
        for area, most in (("testing", MOST), ("curve", OPPOSITES - 1)):
            yield Takes(part=part, area=area, places=squares[area], kind="number", numbers=(1, most))
        yield Takes(part=part, area="curve", places=squares["curve"], marks=(_CIRCLE,))

    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        return {sheet.owner: self._write_sheet(Position((sheet,))) for sheet in position.parts}

    def _write_sheet(self, sheet: Position) -> Entry:
        """Return the areas of a sheet as they are typed in; filled squares have no letters."""
        data, marks = self.data, {area: dict[str, str]() for area in GRIDS}
        for (area, id), signs in sheet.signs_by_place.items():
            if area in GRIDS:
                marks[area][id] = "#" if "fill" in signs else "o"
        for (area, id), text in sheet.text_by_place.items():
            if area in GRIDS:
                marks[area][id] = marks[area].get(id, "") + text
        signs_of = {
            area: [sheet.signs_by_place.get((area, id), frozenset()) for id in ids]
            for area, ids in (("progress", data.progress), ("research", data.research.ids))
        }
        fields = {("circle" in signs, "cross" in signs): mark for mark, signs in FIELD_SIGNS.items()}
        tracks = {
            "progress": "".join(
                fields["circle" in signs, "cross" in signs] for signs in signs_of["progress"]
            ),
            "research": "".join("x" if "cross" in signs else "." for signs in signs_of["research"]),
        }
        return {area: tracks.get(area) or draw_grid(data.grids[area], marks[area]) for area in SHEET_AREAS}

    def lay(self, table: FinishedGame) -> Position:
        parts = []
        for player, sheet in table.value.items():
            grids = zip(GRIDS, (sheet.analysis, sheet.testing, sheet.curve), strict=True)
            marks = {area: drawing.marks for area, drawing in grids}
            laid = lay_marks(self.data, marks, sheet.progress, sheet.research)
            parts.append(LaidPart(self.data.part, tuple(laid), player))
        return Position(tuple(parts))
