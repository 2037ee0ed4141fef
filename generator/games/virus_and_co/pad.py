"""Score pads: the calculation of each round as players write it down, and the checks of its sums."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from generator.games.virus_and_co.entries import MOST_ROUNDS
from generator.games.virus_and_co.plan import Plan
from generator.games.virus_and_co.state import State
from generator.games.virus_and_co.tableau import (
    CARE,
    MOST_POINTS,
    RIGHT,
    WRONG,
    Tableau,
    find_care,
    find_winners,
)
from generator.model.kit import Kit
from generator.rules import score_form as form
from generator.rules.core import (
    Entry,
    EntryPath,
    Fault,
    Outcome,
    PlaceName,
    Round,
    Score,
    ScoreLine,
    Sentence,
    Value,
)
from generator.rules.form import EXAMPLE_NAMES, Finished, FormScoring

PAD = "pad"
"""Key of a score file, and the area of the printed pad."""
PAD_PART = "score_pad"
"""Id of the printed pad."""
NAME, GRAND_TOTAL = "name", "grand_total"
"""Rows of the printed pad that are not of a round."""
LINES = ("open", "halved", "pills", "guess", "care", "total")
"""Lines of a round, in the order of the printed pad."""
_GUESSES = {0, RIGHT, WRONG, RIGHT + RIGHT, RIGHT + WRONG, WRONG + WRONG}
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
        if {self.open, self.halved, self.pills, self.guess} == {None}:
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


def parse_number(text: str) -> int | None:
    """Return a number with a hyphen or a minus sign before it; None for anything else."""
    text = text.replace("\N{MINUS SIGN}", "-")
    return int(text) if re.fullmatch(r"-?\d{1,3}", text) else None


def _parse_cost(text: str) -> int | None:
    """Return what viruses cost; the pad has the minus sign in print, and some people write it again."""
    number = parse_number(text)
    return None if number is None else abs(number)


def make_form() -> form.ByPlayer[PadColumn]:
    """Return the form of a pad: the columns of all players."""
    wrong = ("is not a number", "write a number such as `7` or `-13`")
    costs = dict.fromkeys(("open", "halved"), form.read_as(_parse_cost, *wrong, pattern=r"-?\d{1,3}"))
    number = form.read_as(parse_number, *wrong, pattern=r"-?\d{1,3}")
    round = form.Keys(
        shapes={line: costs.get(line, number) for line in LINES},
        make=lambda found: PadRound(**found),
        what="the lines of a round",
        hint="such as `{open: 3, pills: 7, total: 4}`",
    )
    rounds = form.Many(each=round, plural="rounds", hint="begin each round with `- `", most=MOST_ROUNDS)
    column = form.Keys(
        shapes={"rounds": rounds, "total": number},
        make=lambda found: PadColumn(**found),
        what="the rounds of a player, and the grand total",
        hint="such as `{rounds: [{open: 3, pills: 7, total: 4}], total: 4}`",
        required=("rounds",),
    )
    return form.ByPlayer(each=column, what="players with their columns of the pad", hint="such as `Ana: ...`")


def make_pad(players: Sequence[str], rounds: Sequence[Mapping[str, Tableau]]) -> dict[str, PadColumn]:
    """Return the pad of finished rounds, with all sums."""
    found = {}
    for player in players:
        lines = [_make_round(each[player], find_care(each), player) for each in rounds if player in each]
        found[player] = complete_column(PadColumn(tuple(lines)))
    return found


def _make_round(tableau: Tableau, care: Sequence[str], player: str) -> PadRound:
    if player in care:
        return PadRound(care=CARE)
    guesses = [tableau.diagnosis in care] if tableau.diagnosis else []
    guesses += [tableau.nurse not in care] if tableau.nurse else []
    return PadRound(
        open=sum(virus.points for virus in tableau.viruses if not virus.injections),
        halved=sum(virus.points for virus in tableau.viruses if virus.injections),
        pills=tableau.pills.points,
        guess=sum(RIGHT if is_right else WRONG for is_right in guesses),
    )


def complete_column(column: PadColumn) -> PadColumn:
    """Return a column with all sums that follow from its lines."""
    rounds = tuple(
        each if each.wanted is None else each._replace(total=each.wanted) for each in column.rounds
    )
    totals = [each.total for each in rounds if each.total is not None]
    return PadColumn(rounds, sum(totals) if totals else column.total)


class PadScoring(FormScoring[FinishedPad, State]):
    """The scoring of score pads, whose sums are checked."""

    example_names = EXAMPLE_NAMES

    def __init__(self, kit: Kit, plan: Plan) -> None:
        super().__init__(kit, PAD, make_form())
        self.plan = plan

    def list_faults(self, table: FinishedPad) -> Iterator[Fault]:
        most = max((len(column.rounds) for column in table.value.values()), default=0)
        for index in range(most):
            yield from self._check_together(table, index)
        for player, column in table.value.items():
            pad = _Column(table.players, player)
            for index, lines in enumerate(column.rounds):
                yield from _check_round(pad, index, lines)
            totals = [lines.wanted if lines.total is None else lines.total for lines in column.rounds]
            wanted = sum(total for total in totals if total is not None)
            if column.total not in (None, wanted):
                place, path = pad.name(GRAND_TOTAL), ("pad", player, "total")
                number = column.total or 0
                values: dict[str, Value] = {"player": player, "number": number, "wanted": wanted}
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
        most = self.plan.share.times(len(table.players) + 1).points
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

    def find_outcome(self, table: FinishedPad) -> Outcome | None:
        return find_winners(self.score(table))

    def compare(self, table: FinishedPad, state: State) -> Iterator[Fault]:
        """Compare the totals of all rounds; lines may be joined or left out."""
        played = make_pad(state.players, [dict(zip(state.players, end, strict=True)) for end in state.done])
        values: dict[str, Value]
        for player, column in table.value.items():
            pad = _Column(table.players, player)
            pairs = zip(column.rounds, played[player].rounds, strict=False)
            for index, (typed, wanted) in enumerate(pairs):
                total = typed.total if typed.wanted is None else typed.wanted
                if total not in (None, wanted.total):
                    values = {"number": total or 0, "wanted": wanted.total or 0}
                    yield pad.fault("virus_and_co.pad.differs", index, typed, "total", **values)
        number = max((len(column.rounds) for column in table.value.values()), default=0)
        if number != len(state.done):
            values = {"number": number, "played": len(state.done)}
            yield Fault("virus_and_co.log.rounds", values=values, path=(PAD,))


class _Column(NamedTuple):
    """Names of the cells of a player."""

    players: Sequence[str]
    player: str

    def name(self, line: str, index: int = -1) -> PlaceName:
        """Return the cell of a line in a round."""
        return name_cell(line, index, self.players.index(self.player))

    def fault(self, rule: str, index: int, lines: PadRound, *names: str, **values: Value) -> Fault:
        """Return a fault of some lines of a round."""
        places = tuple(self.name(name, index) for name in names)
        written = [name for name in names if getattr(lines, name) is not None]
        path: EntryPath = (PAD, self.player, "rounds", index, *written[-1:])
        given: dict[str, Value] = {"player": self.player, **values}
        return Fault(rule, self.player, places=places, round=index + 1, values=given, path=path)


def name_cell(line: str, index: int, column: int) -> PlaceName:
    """Return a cell of the printed pad; rounds and columns from 0, -1 for a line that is not of a round."""
    row = line if index < 0 else f"{line}_{index + 1}"
    return PAD, f"{row}_{column + 1}"


def _check_round(pad: _Column, index: int, lines: PadRound) -> Iterator[Fault]:
    """Check the lines of a player, and their total."""
    if lines.care is not None and abs(lines.care) != -CARE:
        yield pad.fault("virus_and_co.pad.care", index, lines, "care", number=lines.care)
    points = (lines.open or 0) + (lines.halved or 0)
    if lines.care is None and points > MOST_POINTS:
        values: dict[str, Value] = {"points": points, "most": MOST_POINTS}
        yield pad.fault("virus_and_co.pad.over", index, lines, "open", "halved", **values)
    if lines.guess is not None and lines.guess not in _GUESSES:
        yield pad.fault("virus_and_co.pad.guess", index, lines, "guess", number=lines.guess)
    if None not in (lines.wanted, lines.total) and lines.total != lines.wanted:
        number, wanted = lines.total or 0, lines.wanted or 0
        yield pad.fault("virus_and_co.pad.round", index, lines, "total", number=number, wanted=wanted)


def write_column(column: PadColumn) -> Entry:
    """Return a column as it is typed in."""
    rounds: list[Entry] = [_write_lines(lines._asdict()) for lines in column.rounds]
    total: dict[str, Entry] = {} if column.total is None else {"total": str(column.total)}
    return {"rounds": rounds, **total}


def _write_lines(lines: Mapping[str, Any]) -> Entry:
    return {line: str(number) for line, number in lines.items() if number is not None}
