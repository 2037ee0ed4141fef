"""The score pad of Virus & Co.: the calculation of each round as players write it down, with its sums."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from generator.errors import Wrong
from generator.games.virus_and_co import state as states
from generator.games.virus_and_co.data import VirusAndCoData
from generator.games.virus_and_co.game import ROUNDS, read_length
from generator.games.virus_and_co.scoring import MOST_ROUNDS
from generator.games.virus_and_co.state import CARE, RIGHT_PILL, SAFE_POINTS, WRONG_PILL, State, Tableau
from generator.model.kit import Kit
from generator.model.played import Laid, LaidPart, PenMark, Position, Spot, Takes, TakesKind
from generator.rules import core
from generator.rules import score_form as form
from generator.rules.core import Entry, EntryPath, Fault, PlaceName, Round, Score, ScoreLine, Sentence, Value
from generator.rules.form import EXAMPLE_NAMES, NO_SETUP, Finished, FormScoring, PaperForm
from generator.rules.score_form import FormReading

PAD = "pad"
"""Key of a score file, and the area of the printed pad."""
PAD_PART = "score_pad"
"""Id of the printed pad."""
_NAME, GRAND_TOTAL = "name", "grand_total"
"""Rows of the printed pad that are not of a round."""
LINES = ("open", "halved", "pills", "guess", "care", "total")
"""Lines of a round, in the order of the printed pad."""
_GUESSES = {sum(pair) for pair in product((0, RIGHT_PILL, WRONG_PILL), repeat=2)}
"""Points of up to two guesses."""


class PadRound(NamedTuple):
    """The lines of a player in a round; None is empty. What viruses cost is positive."""

    open: int | None = None
    halved: int | None = None
    pills: int | None = None
    guess: int | None = None
    care: int | None = None
    total: int | None = None

    @property
    def wanted(self) -> int | None:
        """The total of the lines; None if only the total is written, or nothing."""
        if self.care is not None:
            return CARE
        if {*self[:4]} == {None}:
            return None
        return (self.pills or 0) + (self.guess or 0) - (self.open or 0) - (self.halved or 0)

    @property
    def lines(self) -> Iterator[ScoreLine]:
        if self.care is not None:
            yield ScoreLine(Sentence("tally.care"), CARE)
        elif self.wanted is None and self.total is not None:
            yield ScoreLine(Sentence("tally.pad.total"), self.total)
        else:
            signs = {"open": -1, "halved": -1, "pills": 1, "guess": 1}
            for line, sign in signs.items():
                if number := getattr(self, line):
                    yield ScoreLine(Sentence(f"tally.pad.{line}"), sign * number)


class PadColumn(NamedTuple):
    """The column of a player."""

    rounds: tuple[PadRound, ...] = ()
    total: int | None = None


FinishedPad: TypeAlias = Finished[Mapping[str, PadColumn]]


def _parse_number(text: str) -> int | None:
    """Return a number with a hyphen or a minus sign before it; None for anything else."""
    text = text.replace("\N{MINUS SIGN}", "-")
    return int(text) if re.fullmatch(r"-?\d{1,3}", text) else None


def _parse_cost(text: str) -> int | None:
    """Return what viruses cost; the pad has the minus sign in print, and some people write it again."""
    number = _parse_number(text)
    return None if number is None else abs(number)


def _make_form() -> form.ByPlayer[PadColumn]:
    wrong = ("is not a number", "write a number such as `7` or `-13`")
    costs = dict.fromkeys(("open", "halved"), form.read_as(_parse_cost, *wrong, pattern=r"-?\d{1,3}"))
    number = form.read_as(_parse_number, *wrong, pattern=r"-?\d{1,3}")
    round = form.Keys(
        shapes={line: costs.get(line, number) for line in LINES},
        make=lambda values: PadRound(**values),
        what="the lines of a round",
        hint="such as `{open: 3, pills: 7, total: 4}`",
    )
    rounds = form.Many(each=round, plural="rounds", hint="begin each round with `- `", most=MOST_ROUNDS)
    column = form.Keys(
        shapes={"rounds": rounds, "total": number},
        make=lambda values: PadColumn(**values),
        what="the rounds of a player, and the grand total",
        hint="such as `{rounds: [{open: 3, pills: 7, total: 4}], total: 4}`",
        required=("rounds",),
    )
    return form.ByPlayer(each=column, what="players with their columns of the pad", hint="such as `Ana: ...`")


def _make_pad(players: Sequence[str], rounds: Sequence[Mapping[str, Tableau]]) -> dict[str, PadColumn]:
    columns = {}
    for player in players:
        played = (each for each in rounds if player in each)
        lines = tuple(_make_round(each[player], states.list_in_care(each), player) for each in played)
        columns[player] = _complete_column(PadColumn(lines))
    return columns


def _make_round(tableau: Tableau, care: Sequence[str], player: str) -> PadRound:
    if player in care:
        return PadRound(care=CARE)
    guesses = tableau.judge_predictions(care).values()
    return PadRound(
        open=sum(virus.points for virus in tableau.viruses if not virus.injections),
        halved=sum(virus.points for virus in tableau.viruses if virus.injections),
        pills=tableau.pills.points,
        guess=sum(RIGHT_PILL if is_right else WRONG_PILL for is_right in guesses),
    )


def _complete_column(column: PadColumn) -> PadColumn:
    """Return a column with all sums that follow from its lines."""
    rounds = tuple(
        each if each.wanted is None else each._replace(total=each.wanted) for each in column.rounds
    )
    totals = [each.total for each in rounds if each.total is not None]
    return PadColumn(rounds, sum(totals) if totals else column.total)


class PadScoring(FormScoring[FinishedPad, State]):
    """Scoring of score pads, whose sums are checked."""

    example_names = EXAMPLE_NAMES

    def __init__(self, kit: Kit, data: VirusAndCoData) -> None:
        super().__init__(kit, PAD, _make_form())
        self.data = data

    def make_blank(self) -> Entry:
        return {player: {"rounds": []} for player in self.example_names}

    def list_faults(self, table: FinishedPad) -> Iterator[Fault]:
        number, most = _count_rounds(table), read_length(table.setup)
        if number > most:
            values: dict[str, Value] = {"number": number, "most": most}
            yield Fault("virus_and_co.round.most", round=most + 1, values=values, path=(PAD,))
        for index in range(number):
            yield from self._check_together(table, index)
        for player, column in table.value.items():
            pad = _Column(table.players, player)
            for index, lines in enumerate(column.rounds):
                yield from _check_round(pad, index, lines)
            totals = [lines.wanted if lines.total is None else lines.total for lines in column.rounds]
            wanted = sum(total for total in totals if total is not None)
            if column.total not in (None, wanted):
                place, path = pad.name(GRAND_TOTAL), ("pad", player, "total")
                values = {"player": player, "number": column.total or 0, "wanted": wanted}
                yield Fault("virus_and_co.pad.end", player, places=(place,), values=values, path=path)

    def _check_together(self, table: FinishedPad, index: int) -> Iterator[Fault]:
        """Check what the players of a round have together."""
        columns = table.value.items()
        rounds = {player: column.rounds[index] for player, column in columns if index < len(column.rounds)}
        care = tuple(player for player, lines in rounds.items() if lines.care is not None)
        if len(care) > 1:
            places = tuple(_Column(table.players, player).name("care", index) for player in care)
            values: dict[str, Value] = {"players": care}
            yield Fault("virus_and_co.care.one", round=index + 1, places=places, values=values, path=(PAD,))
        pills = {player: lines.pills or 0 for player, lines in rounds.items()}
        most = self.data.share.times(len(table.players) + 1).points
        if sum(pills.values()) > most:
            some = (player for player, number in pills.items() if number)
            places = tuple(_Column(table.players, player).name("pills", index) for player in some)
            values = {"number": sum(pills.values()), "most": most}
            yield Fault("virus_and_co.pad.pills", round=index + 1, places=places, values=values, path=(PAD,))

    def score(self, table: FinishedPad) -> Mapping[str, Score]:
        return {
            player: Score(tuple(Round(tuple(lines.lines)) for lines in column.rounds))
            for player, column in table.value.items()
        }

    def find_outcome(self, table: FinishedPad) -> core.Outcome | None:
        """Return the outcome if all players have the last round."""
        length, columns = read_length(table.setup), [table.value.get(player) for player in table.players]
        is_over = all(column and len(column.rounds) >= length for column in columns)
        return states.make_outcome(self.score(table)) if is_over else None

    def compare(self, table: FinishedPad, state: State) -> Iterator[Fault]:
        """Compare the totals of all rounds; lines may be joined or left out."""
        played = _make_pad(state.players, state.finished_rounds)
        values: dict[str, Value]
        for player, column in table.value.items():
            pad = _Column(table.players, player)
            pairs = zip(column.rounds, played[player].rounds, strict=False)
            for index, (typed, wanted) in enumerate(pairs):
                total = typed.total if typed.wanted is None else typed.wanted
                if total not in (None, wanted.total):
                    values = {"number": total or 0, "wanted": wanted.total or 0}
                    yield pad.fault("virus_and_co.pad.differs", index, typed, "total", **values)
        if (number := _count_rounds(table)) != len(state.done):
            values = {"number": number, "played": len(state.done)}
            yield Fault("virus_and_co.log.rounds", values=values, path=(PAD,))


def _count_rounds(table: FinishedPad) -> int:
    return max((len(column.rounds) for column in table.value.values()), default=0)


class _Column(NamedTuple):
    """Names of the cells of a player."""

    players: Sequence[str]
    player: str

    def name(self, line: str, index: int = -1) -> PlaceName:
        return _name_cell(line, index, self.players.index(self.player))

    def fault(self, rule: str, index: int, lines: PadRound, *names: str, **values: Value) -> Fault:
        places = tuple(self.name(name, index) for name in names)
        written = [name for name in names if getattr(lines, name) is not None]
        path: EntryPath = (PAD, self.player, "rounds", index, *written[-1:])
        given: dict[str, Value] = {"player": self.player, **values}
        return Fault(rule, self.player, places=places, round=index + 1, values=given, path=path)


def _name_cell(line: str, index: int, column: int) -> PlaceName:
    """Return a cell of the printed pad; rounds and columns from 0, -1 for a line that is not of a round."""
    row = line if index < 0 else f"{line}_{index + 1}"
    return PAD, f"{row}_{column + 1}"


def _check_round(pad: _Column, index: int, lines: PadRound) -> Iterator[Fault]:
    if lines.care is not None and abs(lines.care) != -CARE:
        yield pad.fault("virus_and_co.pad.care", index, lines, "care", number=lines.care)
    points = (lines.open or 0) + (lines.halved or 0)
    if lines.care is None and points > SAFE_POINTS:
        values: dict[str, Value] = {"points": points, "most": SAFE_POINTS}
        yield pad.fault("virus_and_co.pad.over", index, lines, "open", "halved", **values)
    if lines.guess is not None and lines.guess not in _GUESSES:
        yield pad.fault("virus_and_co.pad.guess", index, lines, "guess", number=lines.guess)
    if None not in (lines.wanted, lines.total) and lines.total != lines.wanted:
        number, wanted = lines.total or 0, lines.wanted or 0
        yield pad.fault("virus_and_co.pad.round", index, lines, "total", number=number, wanted=wanted)


class PadForm(PaperForm[FinishedPad, State]):
    """The printed score pad: a column for each player, and lines for each round."""

    rounds = ROUNDS

    def __init__(self, scoring: PadScoring) -> None:
        super().__init__(scoring)
        self.columns = core.list_numbers_of_players(scoring.kit)[1] or 0

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        numbers = {
            "guess": (WRONG_PILL + WRONG_PILL, RIGHT_PILL + RIGHT_PILL),
            "care": (CARE, CARE),
            "total": (-99, 99),
        }
        takes = [self._take(_NAME)]
        for index in range(self.rounds):
            takes += [self._take(line, index, numbers.get(line, (0, 99))) for line in LINES]
        return (*takes, self._take(GRAND_TOTAL, numbers=(-99, 99)))

    def _take(self, line: str, index: int = -1, numbers: tuple[int, int] = (0, 0)) -> Takes:
        places = tuple(_name_cell(line, index, column)[1] for column in range(self.columns))
        kind: TakesKind = "number" if any(numbers) else "text"
        return Takes(part=PAD_PART, area=PAD, places=places, kind=kind, numbers=numbers)

    def list_players(self, position: Position) -> tuple[str, ...]:
        """Return the names on the pad, up to the last column that is used; others are their numbers."""
        written = position.text_by_place
        used = [column for column in range(self.columns) if self._is_used(written, column)]
        names = (written.get(_name_cell(_NAME, -1, column)) for column in range(max(used, default=-1) + 1))
        return tuple(name or str(column) for column, name in enumerate(names, 1))

    def _is_used(self, written: Mapping[Spot, str], column: int) -> bool:
        rows = [(GRAND_TOTAL, -1), *product(LINES, range(self.rounds))]
        has_numbers = any(written.get(_name_cell(line, index, column)) for line, index in rows)
        return has_numbers or _name_cell(_NAME, -1, column) in written

    def lay_players(self, players: Sequence[str]) -> Position:
        return self._lay_columns(players, {})

    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        """Return the columns that have a name or numbers, up to the last round with any."""
        written = position.text_by_place
        columns: dict[str, Entry] = {}
        for column, player in enumerate(players):
            if not self._is_used(written, column):
                continue
            rounds: list[Entry] = []
            for index in range(self.rounds):
                cells = {line: written.get(_name_cell(line, index, column)) for line in LINES}
                rounds.append({line: text for line, text in cells.items() if text})
            while rounds and not rounds[-1]:
                rounds.pop()
            total = written.get(_name_cell(GRAND_TOTAL, -1, column))
            columns[player] = {"rounds": rounds, **({"total": total} if total else {})}
        return columns

    def lay(self, table: FinishedPad) -> Position:
        return self._lay_columns(table.players, table.value)

    def lay_state(self, state: State) -> Position:
        """Return the calculation of the rounds that are over."""
        rounds = state.finished_rounds
        return self._lay_columns(state.players if rounds else (), _make_pad(state.players, rounds))

    def _lay_columns(self, players: Sequence[str], columns: Mapping[str, PadColumn]) -> Position:
        return Position((LaidPart(PAD_PART, tuple(self._lay(players, columns))),))

    def _lay(self, players: Sequence[str], columns: Mapping[str, PadColumn]) -> Iterator[Laid]:
        for column, player in enumerate(players):
            cells = {_name_cell(_NAME, -1, column): player}
            pad = columns.get(player, PadColumn())
            for index, lines in enumerate(pad.rounds):
                for line, number in lines._asdict().items():
                    if number is not None:
                        cells[_name_cell(line, index, column)] = str(number)
            if pad.total is not None:
                cells[_name_cell(GRAND_TOTAL, -1, column)] = str(pad.total)
            yield from (Laid(*name, PenMark("text", text)) for name, text in cells.items())

    def may_be_over(self, position: Position, setup: Mapping[str, str] = NO_SETUP) -> bool:
        """Return True if each column has a total of the last round."""
        written, last = position.text_by_place, min(read_length(setup), self.rounds) - 1
        columns = range(len(self.list_players(position)))
        return all(_name_cell("total", last, column) in written for column in columns)

    def complete(self, position: Position) -> Position:
        players = self.list_players(position)
        entry = self.write_entry(position, players, NO_SETUP)
        try:
            columns = self.scoring.shape.read(entry, (), FormReading(players))
        except Wrong:
            return position
        sums = {player: _complete_column(column) for player, column in (columns or {}).items()}
        totals = [laid for laid in self._lay(players, sums) if "total" in laid.place]
        kept = [laid for laid in position.laid if "total" not in laid.place]
        return Position((LaidPart(PAD_PART, (*kept, *totals)),))
