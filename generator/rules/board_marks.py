"""Places of boards and sheets with the marks on them, declared once for score files, forms, and screens."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeAlias

from generator.errors import list_briefly, suggest
from generator.model.elements.areas import GridArea
from generator.model.elements.blocks import AnyBlock
from generator.model.elements.squares import Place, Places
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.kit import Board, Kit, Sheet
from generator.model.played import Laid, LaidPart, Mark, PenMark, Position, Takes, TokenMark, strip_count
from generator.model.values import dataclass
from generator.rules.core import (
    Companion,
    Entry,
    Fault,
    Listed,
    NoRules,
    Outcome,
    Rules,
    RulesError,
    S,
    Score,
)
from generator.rules.form import (
    BLANK_HINT,
    NO_SETUP,
    TOGETHER,
    ByPlayer,
    DrawnMarks,
    EntryRows,
    EntryShape,
    Finished,
    FormScoring,
    PaperForm,
    say_hint,
)


@dataclass(frozen=True)
class AreaPlaces:
    """The places of an area of a board, or of a section of a sheet."""

    part: str
    area: str
    places: Places
    is_grid: bool = False

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Ids in reading order: of squares `a1`, `b1`; of fields of tracks `1`, `2`."""
        return tuple(place.id for place in self.places)

    @cached_property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Ids of each row of a grid from the top; all other places are one row."""
        return _group((place.y, place.id) for place in self.places) if self.is_grid else (self.ids,)

    @cached_property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """Ids of each column of a grid from the left."""
        return _group((place.x, place.id) for place in self.places) if self.is_grid else ()

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        def list_beside(place: Place) -> Sequence[str]:
            return place.neighbours or [each.id for each in self.places.neighbours(place)]

        return {place.id: tuple(list_beside(place)) for place in self.places}

    def beside(self, id: str) -> tuple[str, ...]:
        """Return the ids of the places next to a place."""
        return self._neighbours[id]


def list_area_places(kit: Kit) -> tuple[AreaPlaces, ...]:
    """Return all areas and sections of a kit that have places."""
    return tuple(each for each in _list_areas(kit) if each.places)


def find_area_places(kit: Kit, area: str) -> AreaPlaces:
    """Return the places of an area of a board, or of a section of a sheet; raises NoRules."""
    known = list_area_places(kit)
    for each in known:
        if each.area == area:
            return each
    listed = list_briefly(f"`{each.area}`" for each in known) or "none"
    raise NoRules(f"no board has an area `{area}`, and no sheet a section; there are: {listed}")


def _group(placed: Iterable[tuple[float, str]]) -> tuple[tuple[str, ...], ...]:
    lines: dict[float, list[str]] = {}
    for at, id in placed:
        lines.setdefault(round(at, 3), []).append(id)
    return tuple(tuple(lines[at]) for at in sorted(lines))


def _list_areas(kit: Kit) -> Iterator[AreaPlaces]:
    for part in kit.parts:
        if isinstance(part, Board):
            for area in part.areas:
                yield AreaPlaces(part.id, area.id, area.spots, isinstance(area, GridArea))
        elif isinstance(part, Sheet):
            for section in part.sections.values():
                block = section.content
                yield AreaPlaces(part.id, section.id, _list_block_places(block), isinstance(block, GridBlock))


def _list_block_places(block: AnyBlock) -> Places:
    if isinstance(block, GridBlock):
        return block.grid
    if not isinstance(block, TrackBlock):
        return Places()
    return Places(
        Place(field.id, number, 0, marks=field.marks, label=field.label)
        for number, field in enumerate(block.fields)
    )


_DRAWN = ("cross", "circle", "fill")
"""Marks of a pen that have a sign."""


@dataclass(frozen=True)
class Marks:
    """Declares the marks that each place of an area or section can have, by their signs."""

    area: str
    signs: Mapping[str, Mark]
    """Marks by their sign in score files, one character each: `{"x": PenMark("cross")}`."""
    empty: str = "."
    each_player: bool = False
    """True if each player has a board or sheet of their own; otherwise, all share one."""

    def __post_init__(self) -> None:
        """Raise TypeError for a sign that is not one character, or a mark that nobody can draw."""
        for sign in (self.empty, *self.signs):
            if not isinstance(sign, str) or len(sign) != 1 or sign in " |":
                raise TypeError(f"signs are one character each, not `{sign}`")
        if self.empty in self.signs:
            raise TypeError(f"`{self.empty}` is the sign of an empty place; choose another one")
        for sign, mark in self.signs.items():
            if not isinstance(mark, PenMark | TokenMark):
                raise TypeError(f'`{sign}` must be a PenMark or a TokenMark, such as PenMark("cross")')
            if isinstance(mark, PenMark) and mark.sign not in _DRAWN:
                hint = suggest(str(mark.sign), _DRAWN)
                raise TypeError(
                    " ".join((f"a pen makes no mark `{mark.sign}`", hint and f"({hint})")).strip()
                )


Signs: TypeAlias = Mapping[str, Any]
"""Signs by place; if each player has a board, these by player."""
_Owned: TypeAlias = Mapping[str, Mapping[str, str]]
"""Signs by place, by the owner of the board, which is TOGETHER if all share it."""


@dataclasses.dataclass(frozen=True)
class MarkedState:
    """A state that consists of the signs on a board; a class of your own may add fields with defaults.

    It is a plain dataclass of the standard library, so that authors can inherit from it.
    """

    players: tuple[str, ...]
    board: tuple[str, ...] = ()
    """Signs of all places in reading order, with those of empty places."""


@dataclasses.dataclass(frozen=True)
class MarkedSheets:
    """A state that consists of the signs on the board or sheet of each player, like MarkedState."""

    players: tuple[str, ...]
    sheets: tuple[tuple[str, ...], ...] = ()
    """Signs of all places in reading order, for each player."""


@dataclass(frozen=True)
class MarkedBoard(Generic[S]):
    """Marks on the places of an area, converted to and from states, positions, and score files."""

    marks: Marks
    places: AreaPlaces
    show: Callable[[S], Signs]
    restore: Callable[[tuple[str, ...], Signs], S]

    def make_shape(self) -> EntryShape[Any]:
        """Return the format of the board, or of those of all players, in a score file."""
        rows = self.make_rows()
        if not self.marks.each_player:
            return rows
        return ByPlayer(each=rows, hint=BLANK_HINT)

    def make_rows(self) -> EntryRows:
        """Return the format of one board."""
        signs = "".join(self.marks.signs)
        return EntryRows(
            rows=self.places.rows,
            mark=f"[{''.join(rf'{chr(92)}{sign}' if not sign.isalnum() else sign for sign in signs)}]",
            is_short=True,
            plural="places",
            hint=say_hint("marks", signs=Listed(signs), empty=self.marks.empty),
            empty=self.marks.empty,
        )

    def make_state(self, players: tuple[str, ...], owned: _Owned) -> S:
        """Return the state of boards that were typed in; raises RulesError for an impossible one."""
        if self.marks.each_player:
            return self.restore(players, {player: owned.get(player, {}) for player in players})
        return self.restore(players, owned.get(TOGETHER, {}))

    def list_signs(self, state: S) -> _Owned:
        """Return the signs of a state by the owner of the board, without empty places."""
        shown = self.show(state) if self.marks.each_player else {TOGETHER: self.show(state)}
        return {
            owner: {id: sign for id, sign in signs.items() if sign in self.marks.signs}
            for owner, signs in shown.items()
        }

    def lay(self, owned: _Owned) -> Position:
        """Return the position of signs."""
        return Position(
            tuple(
                LaidPart(
                    self.places.part,
                    tuple(
                        Laid(self.places.area, id, self.marks.signs[signs[id]])
                        for id in self.places.ids
                        if id in signs
                    ),
                    owner,
                )
                for owner, signs in owned.items()
            )
        )

    def read(self, position: Position) -> Mapping[str, str]:
        """Return the signs of a position of one owner."""
        known = {mark: sign for sign, mark in self.marks.signs.items()}
        laid = (each for each in position.laid if each.area == self.places.area)
        return {each.place: known[strip_count(each.mark)] for each in laid}


class MarkedCompanion(Companion[Any, Any]):
    """The default companion, with the marks on the board."""

    def __init__(self, board: MarkedBoard[Any]) -> None:
        self.board = board

    def position(self, state: Any) -> Position:
        return self.board.lay(self.board.list_signs(state))


_Table: TypeAlias = Finished[Mapping[str, DrawnMarks]]
"""Boards by their owner."""


class MarkedScoring(FormScoring[_Table, Any]):
    """Scoring of boards that were typed in: together, they must be a possible state, which has the score."""

    def __init__(self, kit: Any, rules: Rules[Any, Any], board: MarkedBoard[Any]) -> None:
        super().__init__(kit, board.places.area, board.make_shape())
        self.rules = rules
        self.board = board

    def make_table(self, value: Any, players: tuple[str, ...], setup: Mapping[str, str]) -> _Table:
        return Finished(players, value if self.board.marks.each_player else {TOGETHER: value}, setup)

    def make_blank(self) -> Entry:
        blank = self.board.make_rows().blank
        return dict.fromkeys(self.example_names, blank) if self.board.marks.each_player else blank

    def resume(self, table: _Table) -> Any:
        """Return the state of boards; raises RulesError for an impossible one."""
        return self.board.make_state(
            table.players, {owner: each.marks for owner, each in table.value.items()}
        )

    def list_faults(self, table: _Table) -> Iterator[Fault]:
        try:
            self.resume(table)
        except RulesError as error:
            owner = str(error.values.get("player", TOGETHER))
            path = (self.key, owner) if owner in table.value and owner else (self.key,)
            places = ((self.key, ""),)
            yield Fault(error.rule, owner, places=places, values=error.values, path=path)

    def score(self, table: _Table) -> Mapping[str, Score]:
        try:
            state = self.resume(table)
        except RulesError:
            return {}
        return {player: self.rules.score(state, player) for player in table.players}

    def find_outcome(self, table: _Table) -> Outcome | None:
        return self.rules.outcome(self.resume(table))

    def compare(self, table: _Table, state: Any) -> Iterator[Fault]:
        for owner, played in self.board.list_signs(state).items():
            typed = table.value[owner].marks if owner in table.value else {}
            differs = tuple(id for id in self.board.places.ids if typed.get(id) != played.get(id))
            if differs:
                places = tuple((self.key, id) for id in differs)
                path = (self.key, owner) if owner in table.value and owner else (self.key,)
                yield Fault("log.marks", owner, places=places, values={"places": differs}, path=path)


class MarkedForm(PaperForm[_Table, Any]):
    """A board on which all players write or place their marks, or one for each player."""

    def __init__(self, scoring: MarkedScoring) -> None:
        super().__init__(scoring)
        self.board = scoring.board
        self.each_player = self.board.marks.each_player

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        places, marks = self.board.places, tuple(map(strip_count, self.board.marks.signs.values()))
        return (Takes(part=places.part, area=places.area, places=places.ids, marks=marks),)

    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        if not self.each_player:
            return self._draw(position)
        owners = dict.fromkeys((*players, *self.list_players(position)))
        return {owner: self._draw(position.of_owner(owner)) for owner in owners}

    def _draw(self, position: Position) -> Entry:
        signs, empty = self.board.read(position), self.board.marks.empty
        return "\n".join(" ".join(signs.get(id, empty) for id in row) for row in self.board.places.rows)

    def lay(self, table: _Table) -> Position:
        return self.board.lay({owner: each.marks for owner, each in table.value.items()})

    def lay_state(self, state: Any) -> Position:
        return self.board.lay(self.board.list_signs(state))
