"""Forms of a finished game: the cards and pills in front of each player, and the score pad."""

from collections.abc import Iterator, Mapping, Sequence

from generator.errors import Wrong
from generator.games.virus_and_co.entries import NOTHING, FinishedGame
from generator.games.virus_and_co.game import LENGTH
from generator.games.virus_and_co.pad import (
    GRAND_TOTAL,
    LINES,
    NAME,
    PAD,
    PAD_PART,
    FinishedPad,
    PadColumn,
    PadScoring,
    complete_column,
    make_pad,
    name_cell,
)
from generator.games.virus_and_co.plan import INJECTION
from generator.games.virus_and_co.scoring import VirusAndCoScoring
from generator.games.virus_and_co.state import State
from generator.games.virus_and_co.tableau import (
    CARE,
    COLOURS,
    MOST_INJECTIONS,
    MOST_POINTS,
    RIGHT,
    WRONG,
    Lying,
    Pills,
    Tableau,
)
from generator.model.played import Kind, Laid, LaidPart, PenMark, Position, Takes, TokenMark
from generator.rules.core import Entry, list_numbers_of_players
from generator.rules.form import NO_SETUP, Form
from generator.rules.game import list_pieces
from generator.rules.score_form import Reading

SLOTS = MOST_POINTS + MOST_INJECTIONS
"""Places for viruses: nobody has more of them, since the last one is intensive care."""
PILLS, INJECTIONS = "pills", "injections"
_PREDICTIONS = ("diagnosis", "nurse")


def _find_length(setup: Mapping[str, str]) -> int:
    """Return the number of rounds of a game."""
    return int(setup.get("length", LENGTH))


class TableauForm(Form[FinishedGame, State]):
    """Cards and pills in slots, which are not printed, in an area for each round."""

    each_player = True

    def __init__(self, scoring: VirusAndCoScoring) -> None:
        super().__init__(scoring)
        self.plan = scoring.plan
        pieces = list_pieces(self.plan.kit)
        self._viruses = {
            int(str(piece.fields["value"])): piece.id for piece in reversed(pieces) if "value" in piece.fields
        }
        """The first card of each value."""
        self._values = {id: value for value, id in self._viruses.items()}
        self._injection = next(piece.id for piece in pieces if piece.id.startswith(INJECTION))

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        rounds = range(1, _find_length(setup) + 1)
        return tuple(takes for number in rounds for takes in self._list_takes(f"round_{number}"))

    def _list_takes(self, area: str) -> Iterator[Takes]:
        plan = self.plan
        most_players = list_numbers_of_players(plan.kit)[1] or 0
        slots = tuple(f"virus_{number}" for number in range(1, SLOTS + 1))
        viruses = tuple(TokenMark(id) for _, id in sorted(self._viruses.items()))
        yield Takes(part="", area=area, places=slots, marks=viruses)
        places, injection = (*slots, INJECTIONS), (TokenMark(self._injection),)
        most = (0, MOST_INJECTIONS)
        yield Takes(part="", area=area, places=places, kind="heap", marks=injection, numbers=most)
        for colour, each in zip(COLOURS, plan.share, strict=True):
            pills, most = (TokenMark(f"pill_{colour}"),), (0, each * (most_players + 1))
            yield Takes(part="", area=area, places=(PILLS,), kind="heap", marks=pills, numbers=most)
        yield Takes(part="", area=area, places=_PREDICTIONS, kind="player")

    def enter(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        found: dict[tuple[str, str], list[Laid]] = {}
        for part in position.parts:
            for laid in part.laid:
                found.setdefault((laid.area, part.owner), []).append(laid)
        rounds = max((int(area.removeprefix("round_")) for area, _ in found), default=1)
        return [
            {player: self._enter(found.get((f"round_{number}", player), ())) for player in players}
            for number in range(1, rounds + 1)
        ]

    def _enter(self, laid: Sequence[Laid]) -> str:
        """Return the tableau of a player in words; an injection in an empty slot lies on no virus."""
        pieces = [(each.place, each.mark) for each in laid if isinstance(each.mark, TokenMark)]
        injections = {place: mark.count for place, mark in pieces if mark.piece == self._injection}
        values = {place: self._values[mark.piece] for place, mark in pieces if mark.piece in self._values}
        pills = {mark.piece: mark.count for place, mark in pieces if place == PILLS}
        words = [Lying(value, injections.get(place, 0)).text for place, value in values.items()]
        if injections.keys() - values.keys():
            words.append(f"i{sum(injections.values())}")
        if pills:
            words.append(Pills(*(pills.get(f"pill_{colour}", 0) for colour in COLOURS)).text)
        named = ((each.place, each.mark) for each in laid if isinstance(each.mark, PenMark))
        words += [f"{card}={mark.text}" for card, mark in named]
        return " ".join(words) or NOTHING

    def may_be_over(self, position: Position, setup: Mapping[str, str] = NO_SETUP) -> bool:
        last = f"round_{_find_length(setup)}"
        return any(laid.area == last for part in position.parts for laid in part.laid)

    def mark(self, table: FinishedGame) -> Position:
        return self._mark(table.players, table.value)

    def mark_state(self, state: State) -> Position:
        """Return the rounds that are over."""
        return self._mark(state.players, [dict(zip(state.players, end, strict=True)) for end in state.done])

    def _mark(self, players: Sequence[str], rounds: Sequence[Mapping[str, Tableau]]) -> Position:
        parts = []
        for player in players:
            tableaus = [(f"round_{number}", each.get(player)) for number, each in enumerate(rounds, 1)]
            laid = (one for area, tableau in tableaus if tableau for one in self._lay(area, tableau))
            parts.append(LaidPart("", tuple(laid), player))
        return Position(tuple(parts))

    def _lay(self, area: str, tableau: Tableau) -> Iterator[Laid]:
        for number, virus in enumerate(tableau.viruses, 1):
            slot = f"virus_{number}"
            yield Laid(area, slot, TokenMark(self._viruses[virus.value]))
            if virus.injections:
                yield Laid(area, slot, TokenMark(self._injection, virus.injections))
        if tableau.loose:
            yield Laid(area, INJECTIONS, TokenMark(self._injection, tableau.loose))
        for colour, count in zip(COLOURS, tableau.pills, strict=True):
            if count:
                yield Laid(area, PILLS, TokenMark(f"pill_{colour}", count))
        for card in _PREDICTIONS:
            if name := getattr(tableau, card):
                yield Laid(area, card, PenMark("text", name))


class PadForm(Form[FinishedPad, State]):
    """The printed score pad: a column for each player, and lines for each round."""

    rounds = LENGTH

    def __init__(self, scoring: PadScoring) -> None:
        super().__init__(scoring)
        self.columns = list_numbers_of_players(scoring.kit)[1] or 0

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        numbers = {
            "guess": (WRONG + WRONG, RIGHT + RIGHT),
            "care": (CARE, CARE),
            "total": (-99, 99),
        }
        takes = [self._take(NAME)]
        for index in range(self.rounds):
            takes += [self._take(line, index, numbers.get(line, (0, 99))) for line in LINES]
        return (*takes, self._take(GRAND_TOTAL, numbers=(-99, 99)))

    def _take(self, line: str, index: int = -1, numbers: tuple[int, int] = (0, 0)) -> Takes:
        places = tuple(name_cell(line, index, column)[1] for column in range(self.columns))
        kind: Kind = "number" if any(numbers) else "text"
        return Takes(part=PAD_PART, area=PAD, places=places, kind=kind, numbers=numbers)

    def list_players(self, position: Position) -> tuple[str, ...]:
        """Return the names on the pad, up to the last column that is used; others are their numbers."""
        written = self._list_written(position)
        used = [column for column in range(self.columns) if self._is_used(written, column)]
        names = (written.get(name_cell(NAME, -1, column)[1]) for column in range(max(used, default=-1) + 1))
        return tuple(name or str(column) for column, name in enumerate(names, 1))

    def _is_used(self, written: Mapping[str, str], column: int) -> bool:
        return name_cell(NAME, -1, column)[1] in written or any(self._list_cells(written, column))

    def _list_written(self, position: Position) -> Mapping[str, str]:
        laid = (each for part in position.parts for each in part.laid if isinstance(each.mark, PenMark))
        return {each.place: each.mark.text for each in laid if isinstance(each.mark, PenMark)}

    def _list_cells(self, written: Mapping[str, str], column: int) -> Iterator[str]:
        """Yield what is written in a column, except for the name."""
        rows = [name_cell(line, index, column) for index in range(self.rounds) for line in LINES]
        rows.append(name_cell(GRAND_TOTAL, -1, column))
        return (written[place] for _, place in rows if place in written)

    def enter(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        """Return the columns that have a name or numbers, up to the last round with any."""
        written = self._list_written(position)
        found: dict[str, Entry] = {}
        for column, player in enumerate(players):
            if not self._is_used(written, column):
                continue
            rounds: list[Entry] = []
            for index in range(self.rounds):
                cells = {line: written.get(name_cell(line, index, column)[1]) for line in LINES}
                rounds.append({line: text for line, text in cells.items() if text})
            while rounds and not rounds[-1]:
                rounds.pop()
            total = written.get(name_cell(GRAND_TOTAL, -1, column)[1])
            found[player] = {"rounds": rounds, **({"total": total} if total else {})}
        return found

    def mark(self, table: FinishedPad) -> Position:
        return self._mark(table.players, table.value)

    def mark_state(self, state: State) -> Position:
        """Return the calculation of the rounds that are over."""
        rounds = [dict(zip(state.players, end, strict=True)) for end in state.done]
        return self._mark(state.players if rounds else (), make_pad(state.players, rounds))

    def _mark(self, players: Sequence[str], columns: Mapping[str, PadColumn]) -> Position:
        return Position((LaidPart(PAD_PART, tuple(self._lay(players, columns))),))

    def _lay(self, players: Sequence[str], columns: Mapping[str, PadColumn]) -> Iterator[Laid]:
        for column, player in enumerate(players):
            cells = {name_cell(NAME, -1, column): player}
            pad = columns.get(player, PadColumn())
            for index, lines in enumerate(pad.rounds):
                for line, number in lines._asdict().items():
                    if number is not None:
                        cells[name_cell(line, index, column)] = str(number)
            if pad.total is not None:
                cells[name_cell(GRAND_TOTAL, -1, column)] = str(pad.total)
            yield from (Laid(*name, PenMark("text", text)) for name, text in cells.items())

    def may_be_over(self, position: Position, setup: Mapping[str, str] = NO_SETUP) -> bool:
        """Return whether each column has a total of the last round."""
        written, last = self._list_written(position), min(_find_length(setup), self.rounds) - 1
        columns = range(len(self.list_players(position)))
        return all(name_cell("total", last, column)[1] in written for column in columns)

    def complete(self, position: Position) -> Position:
        players = self.list_players(position)
        try:
            columns = self.scoring.shape.read(self.enter(position, players, NO_SETUP), (), Reading(players))
        except Wrong:
            return position
        sums = {player: complete_column(column) for player, column in (columns or {}).items()}
        totals = [laid for laid in self._lay(players, sums) if "total" in laid.place]
        kept = [laid for part in position.parts for laid in part.laid if "total" not in laid.place]
        return Position((LaidPart(PAD_PART, (*kept, *totals)),))
