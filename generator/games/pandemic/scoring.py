"""Scoring of tables, and play that continues from one at the beginning of a turn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.errors import RulesError
from generator.games.pandemic.checks import compare_tables, list_faults
from generator.games.pandemic.entries import make_form
from generator.games.pandemic.history import Course, find_course
from generator.games.pandemic.moves import UNKNOWN
from generator.games.pandemic.places import find_places
from generator.games.pandemic.plan import ACTIONS, DRAWS, NOBODY, Plan
from generator.games.pandemic.setup import parse_roles
from generator.games.pandemic.state import LOST_BY_OUTBREAKS, WON, State
from generator.games.pandemic.table import CAUSES, SHARED, Table, score_table
from generator.model.values import replace
from generator.rules.core import Entry, Fault, Listed, Outcome, Problems, Score
from generator.rules.form import TOGETHER, FormScoring

NEEDED = ("outbreaks", "epidemics", "active", "cured", "stations", "infected", "discards")
"""Keys required to continue a game, besides players, roles, the turn, hands, and pawns."""


class PandemicScoring(FormScoring[Table, State]):
    """Scoring of tables for one kit."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan.kit, "table", make_form(plan), options={"difficulty": tuple(plan.levels)})
        self.plan = plan

    def read(
        self, entries: Mapping[str, Entry], players: Sequence[str], setup: Mapping[str, str], found: Problems
    ) -> Table | None:
        table = super().read(entries, players, setup, found)
        try:
            roles = parse_roles(self.plan, players, setup.get("roles", ""))
        except RulesError as error:
            missing = "`roles` needs `players`"
            message = f"`{error.values['value']}` does not assign a role" if players else missing
            found.add(("roles",), message, str(error.values["known"]))
            return None
        return table and replace(table, roles=roles)

    def make_table(self, value: Table, players: tuple[str, ...], setup: Mapping[str, str]) -> Table:
        level = self.plan.levels.get(setup.get("difficulty", self.levels[0]), 0)
        return replace(value, players=players, level=level)

    def list_faults(self, table: Table) -> Iterator[Fault]:
        return self._place(list_faults(self.plan, table), table)

    def _place(self, faults: Iterable[Fault], table: Table) -> Iterator[Fault]:
        return (replace(fault, places=find_places(self.plan, table, fault)) for fault in faults)

    def score(self, table: Table) -> Mapping[str, Score]:
        return dict.fromkeys(table.players or (TOGETHER,), score_table(self.plan, table))

    def find_outcome(self, table: Table) -> Outcome | None:
        """Return the outcome: [S] won with all cures, lost by the last outbreak or the cause in the file."""
        if table.cures == self.plan.all_colours:
            return Outcome(WON, table.players, won=True)
        if table.outbreaks == self.plan.most_outbreaks:
            return Outcome(LOST_BY_OUTBREAKS, won=False)
        return Outcome(CAUSES[table.lost], won=False) if table.lost else None

    def compare(self, table: Table, state: State) -> Iterator[Fault]:
        return self._place(compare_tables(self.plan, table, state), table)

    def make_blank(self) -> Entry:
        """Return a game before its first turn, with one station on the board."""
        start = self.plan.names[self.plan.start]
        return {"cubes": {}, "outbreaks": "0", "cured": [], "eradicated": [], "stations": [start]}

    def resume(self, table: Table) -> State:
        """Return the state of a table; raises RulesError if something is missing, or breaks a rule.

        The decks have all cards that are not on the table, in any order, since nobody can see the layers of a
        real infection deck. `removed`, `gone`, and `stored` are empty by default.
        """
        course = find_course(self.plan, table)
        turn = table.turn
        if turn is None and table.deck is not None and course is not None:
            turn = (course.size - table.deck) // DRAWS + 1
        missing = ["roles"] if "" in table.roles else []
        missing += [key for key in NEEDED if getattr(table, key) is None]
        missing += [key for key in ("hands", "pawns") if {*getattr(table, key)} != {*table.players}]
        if missing or not turn or course is None:
            missing += [key for key, value in (("players", course), ("turn", turn)) if not value]
            raise RulesError("pandemic.resume.missing", keys=Listed(missing))
        wanted = course.size - DRAWS * (turn - 1)
        if table.deck not in (None, wanted):
            raise RulesError("pandemic.resume.deck", turn=turn, wanted=max(wanted, 0), number=table.deck)
        ready = replace(table, turn=turn, deck=wanted)
        self.check(ready)
        if self.find_outcome(table):
            raise RulesError("log.over")
        return _make_state(self.plan, ready, course)


def _make_state(plan: Plan, table: Table, course: Course) -> State:
    hands = [table.hands[player] for player in table.players]
    unknown = tuple(hand.count(UNKNOWN) for hand in hands)
    seen = {card for _, cards in table.list_places() for card in cards}
    unseen = tuple(card for card in range(len(plan.cards)) if card not in seen)
    piles = _find_piles(course, table.deck or 0, table.epidemics or 0)
    if number := len(unseen) - sum(unknown) - sum(others for others, _ in piles):
        raise RulesError("pandemic.table.cards", number=number)
    colours = len(plan.colours)
    cubes = bytearray(len(plan.cities) * colours)
    for heap in table.cubes:
        cubes[heap.city * colours + heap.colour] = heap.number
    known = {*(table.infected or ()), *(table.removed or ())}
    rest = tuple(city for city in range(len(plan.cities)) if city not in known)
    gone = (1 << colour for colour in range(colours) if not any(cubes[colour::colours]))
    shared = {key: getattr(table, key) for key in SHARED if getattr(table, key) is not None}
    return State(
        **shared,
        pawns=tuple(table.pawns[player] for player in table.players),
        hands=tuple(hand[number:] for hand, number in zip(hands, unknown, strict=True)),
        unknown=unknown,
        unseen=unseen,
        piles=piles,
        infections=(rest,) if rest else (),
        cubes=bytes(cubes),
        supply=tuple(most - table.count_colour(colour) for colour, most in enumerate(plan.cubes)),
        epidemics=table.level,
        phase="actions",
        left=ACTIONS,
        active=table.players.index(table.active or ""),
        stored=table.stored[0] if table.stored else NOBODY,
        eradicated=table.cures & sum(gone),
        increases=table.epidemics or 0,
    )


def _find_piles(course: Course, deck: int, epidemics: int) -> tuple[tuple[int, int], ...]:
    """Return the number of other cards and epidemics in each remaining pile."""
    drawn = course.size - deck
    bounds = enumerate(zip(course.starts, course.ends, strict=True))
    left = ((end - max(start, drawn), int(pile >= epidemics)) for pile, (start, end) in bounds if end > drawn)
    return tuple((number - epidemic, epidemic) for number, epidemic in left)
