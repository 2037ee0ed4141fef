"""Noughts and crosses: a board can be typed in, and play continues from it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.errors import NoRules, forbid
from generator.model.elements.template import GridBlock
from generator.model.kit import Kit, Sheet
from generator.model.played import Laid, LaidPart, PenMark, Position, Takes
from generator.rules.core import (
    Entry,
    Fault,
    Outcome,
    Round,
    Score,
    ScoreLine,
    Sentence,
    Step,
    check_players,
    check_turn,
)
from generator.rules.form import NO_SETUP, FormScoring, PaperForm
from generator.rules.game import Game
from generator.rules.notation import Noted, make_patterns, read_move, read_names
from generator.rules.score_form import DrawnMarks, EntryRows
from generator.rules.states import change


class Mark(Noted, notation="{place}"):
    """The player's sign in a square."""

    place: str


FORMS = make_patterns(Mark)
SIGNS = {"x": PenMark("cross"), "o": PenMark("circle")}
"""Signs of the first and of the second player in a score file, and on paper."""


@dataclass(frozen=True)
class State:
    """A position: boards that look the same are equal, in whichever order they were filled."""

    players: tuple[str, ...]
    marks: tuple[frozenset[str], ...] = (frozenset(), frozenset())
    """Squares with a mark of each player."""

    @property
    def turn(self) -> int:
        return len(self.marked) + 1

    @property
    def active(self) -> str:
        return self.players[len(self.marked) % len(self.players)]

    @property
    def marked(self) -> frozenset[str]:
        return frozenset[str]().union(*self.marks)

    def marks_of(self, player: str) -> frozenset[str]:
        return self.marks[self.players.index(player)]


class NoughtsAndCrosses:
    is_shared = False
    options: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        grids = {
            (part.id, section.id): section.content.grid
            for part in kit.parts
            if isinstance(part, Sheet)
            for section in part.sections.values()
            if isinstance(section.content, GridBlock)
        }
        self.place, grid = next(iter(grids.items()), (("", ""), ()))
        """Sheet and section of the grid."""
        if not grid or (grid.width, grid.height, len(grid)) != (3, 3, 9):
            raise NoRules("no sheet has a grid of three rows of three squares")
        at = {(int(square.x), square.y): square.id for square in grid}
        self.squares = tuple(at.values())
        self.readers = {"place": read_names((square, square) for square in self.squares)}
        rows = [[(x, y) for x in range(3)] for y in range(3)]
        columns = [[(x, y) for y in range(3)] for x in range(3)]
        diagonals = [[(x, x) for x in range(3)], [(x, 2 - x) for x in range(3)]]
        self.lines = [{at[place] for place in line} for line in (*rows, *columns, *diagonals)]

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        check_players(self.kit, players)
        return State(tuple(players))

    def actors(self, state: State) -> tuple[str, ...]:
        return () if self.outcome(state) else (state.active,)

    def moves(self, state: State, actor: str) -> Sequence[Mark]:
        if actor not in self.actors(state):
            return ()
        return [Mark(place) for place in self.squares if place not in state.marked]

    def odds(self, state: State) -> Mapping[Mark, Fraction]:
        return {}

    def check(self, state: State, actor: str, move: Mark) -> None:
        check_turn(self.actors(state), actor)
        forbid(move.place in state.marked, "noughts.taken", place=move.place)

    def apply(self, state: State, actor: str, move: Mark) -> Step[State]:
        seat = state.players.index(actor)
        return Step(replace(state, marks=change(state.marks, seat, state.marks[seat] | {move.place})))

    def outcome(self, state: State) -> Outcome | None:
        for player in state.players:
            if any(line <= state.marks_of(player) for line in self.lines):
                return Outcome("noughts.line", (player,))
        return Outcome("noughts.full") if len(state.marked) == len(self.squares) else None

    def score(self, state: State, player: str) -> Score:
        return Score((Round((ScoreLine(Sentence("tally.marks"), len(state.marks_of(player))),)),))

    def parse(self, state: State, actor: str, text: str) -> Mark:
        return read_move(self, state, actor, text, FORMS, self.readers)


@dataclass(frozen=True)
class Board:
    """A board that was typed in."""

    players: tuple[str, ...]
    marks: Mapping[str, str]
    """Sign in each square: `x` or `o`, or `.` for none."""

    def squares_of(self, sign: str) -> list[str]:
        return [place for place, mark in self.marks.items() if mark == sign]


class BoardScoring(FormScoring[Board, State]):
    """Reads and judges a board with a sign in each square."""

    def __init__(self, rules: NoughtsAndCrosses) -> None:
        rows = [rules.squares[start : start + 3] for start in (0, 3, 6)]
        hint = "x is the first player's sign, o the second player's, . an empty square"
        super().__init__(rules.kit, "board", EntryRows(rows=rows, mark="[xo.]", is_short=True, hint=hint))
        self.rules = rules

    def make_table(self, value: DrawnMarks, players: Sequence[str], setup: Mapping[str, str]) -> Board:
        return Board(tuple(players), value.marks)

    def list_faults(self, table: Board) -> Iterator[Fault]:
        first, second = len(table.squares_of("x")), len(table.squares_of("o"))
        if first not in (second, second + 1):
            values, places = {"first": first, "second": second}, ((self.rules.place[1], ""),)
            yield Fault("noughts.turns", places=places, values=values, path=("board",))

    def score(self, table: Board) -> Mapping[str, Score]:
        return {player: self.rules.score(resume(table), player) for player in table.players}

    def find_outcome(self, table: Board) -> Outcome | None:
        return self.rules.outcome(resume(table))

    def compare(self, table: Board, state: State) -> Iterator[Fault]:
        end = resume(table)
        for player in state.players:
            if end.marks_of(player) != state.marks_of(player):
                yield Fault("noughts.log", player, path=("board",))


def resume(table: Board) -> State:
    """Return the position of a board."""
    return State(table.players, tuple(frozenset(table.squares_of(sign)) for sign in SIGNS))


class SquaresForm(PaperForm[Board, State]):
    """Crosses of the first player and noughts of the second."""

    def __init__(self, scoring: BoardScoring) -> None:
        super().__init__(scoring)
        self.squares = scoring.rules.squares
        self.part, self.area = scoring.rules.place

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        marks = tuple(SIGNS.values())
        return (Takes(part=self.part, area=self.area, places=self.squares, marks=marks),)

    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        laid = (each for part in position.parts for each in part.laid)
        signs = {each.place: "x" if each.mark == SIGNS["x"] else "o" for each in laid}
        rows = (self.squares[start : start + 3] for start in (0, 3, 6))
        return "\n".join(" ".join(signs.get(square, ".") for square in row) for row in rows)

    def lay(self, table: Board) -> Position:
        laid = (Laid(self.area, place, SIGNS[mark]) for place, mark in table.marks.items() if mark in SIGNS)
        return Position((LaidPart(self.part, tuple(laid)),))

    def lay_state(self, state: State) -> Position:
        marked = zip(SIGNS, state.marks, strict=True)
        signs = {place: sign for sign, places in marked for place in places}
        return self.lay(Board(state.players, {place: signs.get(place, ".") for place in self.squares}))


def make_game(kit: Kit, *, variant: str = "") -> Game[State, Mark, Board]:
    rules = NoughtsAndCrosses(kit)
    scoring = BoardScoring(rules)
    return Game(kit=kit, rules=rules, scoring=scoring, forms=(SquaresForm(scoring),), resume=resume)
