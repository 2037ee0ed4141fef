"""Marks on places of a board, declared once for score files, forms, and screens."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeAlias

from generator.errors import RulesError
from generator.model.played import Laid, LaidPart, Mark, Position, Takes, strip_count
from generator.model.values import dataclass
from generator.rules.companion import Companion
from generator.rules.core import Entry, Fault, Outcome, Rules, S, Score
from generator.rules.form import NO_SETUP, Finished, FormScoring, PaperForm
from generator.rules.places import AreaPlaces
from generator.rules.score_form import DrawnMarks, EntryRows


@dataclass(frozen=True)
class Marks:
    """Declares the marks that each place of a shared area or section can have, by their signs."""

    area: str
    signs: Mapping[str, Mark]
    """Marks by their sign in score files, one character each: `{"x": PenMark("cross")}`."""
    empty: str = "."


Signs: TypeAlias = Mapping[str, str]
"""Signs by place."""


@dataclasses.dataclass(frozen=True)
class MarkedState:
    """A state that consists of the signs on a board; a class of your own may add fields with defaults.

    It is a plain dataclass of the standard library, so that authors can inherit from it.
    """

    players: tuple[str, ...]
    board: tuple[str, ...] = ()
    """Signs of all places in reading order, with those of empty places."""


@dataclass(frozen=True)
class MarkedBoard(Generic[S]):
    """Marks on the places of an area, converted to and from states, positions, and score files."""

    marks: Marks
    places: AreaPlaces
    show: Callable[[S], Signs]
    restore: Callable[[tuple[str, ...], Signs], S]

    def make_rows(self) -> EntryRows:
        """Return the format of the board in a score file."""
        signs = "".join(self.marks.signs)
        return EntryRows(
            rows=self.places.rows,
            mark=f"[{''.join(rf'{chr(92)}{sign}' if not sign.isalnum() else sign for sign in signs)}]",
            is_short=True,
            plural="places",
            hint=f"`{self.marks.empty}` for an empty place, or one of {', '.join(signs)}",
            empty=self.marks.empty,
        )

    def list_signs(self, state: S) -> Signs:
        """Return the signs of a state without empty places."""
        return {id: sign for id, sign in self.show(state).items() if sign in self.marks.signs}

    def lay(self, signs: Signs) -> Position:
        """Return the position of signs."""
        area, marks = self.places.area, self.marks.signs
        laid = tuple(Laid(area, id, marks[signs[id]]) for id in self.places.ids if id in signs)
        return Position((LaidPart(self.places.part, laid),))

    def read(self, position: Position) -> Signs:
        """Return the signs of a position."""
        known = {mark: sign for sign, mark in self.marks.signs.items()}
        laid = (each for each in position.laid if each.area == self.places.area)
        return {each.place: known[strip_count(each.mark)] for each in laid}


class MarkedCompanion(Companion[Any, Any]):
    """The default companion, with the marks on the board."""

    def __init__(self, board: MarkedBoard[Any]) -> None:
        self.board = board

    def position(self, state: Any) -> Position:
        return self.board.lay(self.board.list_signs(state))


class MarkedScoring(FormScoring[Finished[DrawnMarks], Any]):
    """Scoring of boards that were typed in: each must be a possible state, which gives score and outcome."""

    def __init__(self, kit: Any, rules: Rules[Any, Any], board: MarkedBoard[Any]) -> None:
        super().__init__(kit, board.places.area, board.make_rows())
        self.rules = rules
        self.board = board

    def resume(self, table: Finished[DrawnMarks]) -> Any:
        """Return the state of a board; raises RulesError for an impossible one."""
        return self.board.restore(table.players, table.value.marks)

    def list_faults(self, table: Finished[DrawnMarks]) -> Iterator[Fault]:
        try:
            self.resume(table)
        except RulesError as error:
            yield Fault(error.rule, places=((self.key, ""),), values=error.values, path=(self.key,))

    def score(self, table: Finished[DrawnMarks]) -> Mapping[str, Score]:
        try:
            state = self.resume(table)
        except RulesError:
            return {}
        return {player: self.rules.score(state, player) for player in table.players}

    def find_outcome(self, table: Finished[DrawnMarks]) -> Outcome | None:
        return self.rules.outcome(self.resume(table))

    def compare(self, table: Finished[DrawnMarks], state: Any) -> Iterator[Fault]:
        typed, played = table.value.marks, self.board.list_signs(state)
        differs = tuple(id for id in self.board.places.ids if typed.get(id) != played.get(id))
        if differs:
            places = tuple((self.key, id) for id in differs)
            yield Fault("log.marks", places=places, values={"places": differs}, path=(self.key,))


class MarkedForm(PaperForm[Finished[DrawnMarks], Any]):
    """A board on which all players write or place their marks."""

    def __init__(self, scoring: MarkedScoring) -> None:
        super().__init__(scoring)
        self.board = scoring.board

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        places, marks = self.board.places, tuple(map(strip_count, self.board.marks.signs.values()))
        return (Takes(part=places.part, area=places.area, places=places.ids, marks=marks),)

    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        signs, empty = self.board.read(position), self.board.marks.empty
        return "\n".join(" ".join(signs.get(id, empty) for id in row) for row in self.board.places.rows)

    def lay(self, table: Finished[DrawnMarks]) -> Position:
        return self.board.lay(table.value.marks)

    def lay_state(self, state: Any) -> Position:
        return self.board.lay(self.board.list_signs(state))
