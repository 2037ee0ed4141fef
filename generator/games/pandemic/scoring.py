"""The scoring of tables: read, checked, told; and score files to fill in."""

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Literal

from generator.errors import RulesError
from generator.games.pandemic.actions import WON
from generator.games.pandemic.checks import compare_tables, list_faults
from generator.games.pandemic.entries import COLOURS, NUMBERS, TABLE, TableReader
from generator.games.pandemic.plan import Plan
from generator.games.pandemic.setup import parse_roles
from generator.games.pandemic.spread import LOST_BY_CUBES, LOST_BY_OUTBREAKS
from generator.games.pandemic.state import State
from generator.games.pandemic.table import Table
from generator.games.pandemic.tally import score_table
from generator.games.pandemic.turns import LOST_BY_CARDS
from generator.model.rich_text import plain
from generator.model.wording import Wording
from generator.rules.core import (
    Complaints,
    Entry,
    EntryPath,
    Fault,
    Judgement,
    Listed,
    Outcome,
    Question,
    Sentence,
)
from generator.rules.questions import ask_players, ask_until_read, ask_value
from generator.rules.slips import Slip
from generator.rules.writing import quote, write_remarks

EXAMPLE_NAMES = ("Ana", "Bo")
TOGETHER = ""
"""Whose score it is where a file names no players."""
_CAUSES = {"cubes": LOST_BY_CUBES, "cards": LOST_BY_CARDS, "outbreaks": LOST_BY_OUTBREAKS}


class PandemicScoring:
    """Made from the board, the cards and the pieces of a kit."""

    takes_some_players = False

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @property
    def keys(self) -> tuple[str, ...]:
        return (TABLE,)

    @property
    def round_key(self) -> str:
        return ""

    def read(
        self, entries: Mapping[str, Entry], players: Sequence[str], setup: Mapping[str, str], tell: Complaints
    ) -> Table | None:
        plan, roles, level = self.plan, ("",) * len(players), setup.get("difficulty", "")
        known = {"": next(iter(plan.levels.values())), **plan.levels}
        is_told = False
        if level not in known:
            tell.add(
                ("difficulty",),
                f"`{level[:40]}` is no difficulty",
                f"one of: {', '.join(self._list_levels())}",
            )
            is_told = True
        if "roles" in setup and not players:
            tell.add(("roles",), "says who plays what, and `players` is missing", "add `players: [...]`")
            return None
        try:
            roles = parse_roles(plan, players, setup.get("roles", ""))
        except RulesError as error:
            tell.add(("roles",), f"`{error.values['value']}` gives nobody a role", f"{error.values['known']}")
            is_told = True
        reader = TableReader(plan, players, tell)
        table = reader.read(entries[TABLE], roles=roles, level=known.get(level, 0))
        return None if is_told else table

    def judge(self, table: Table) -> Judgement:
        faults = tuple(list_faults(self.plan, table))
        scores = dict.fromkeys(table.players or (TOGETHER,), score_table(self.plan, table))
        return Judgement(scores, faults, None if faults else self._find_outcome(table))

    def _find_outcome(self, table: Table) -> Outcome | None:
        """[S] Won with all cures; lost by the last outbreak, or for the reason that the file gives."""
        if table.cures == (1 << len(self.plan.colours)) - 1:
            return Outcome(WON, table.players, won=True)
        if table.outbreaks == self.plan.most_outbreaks:
            return Outcome(LOST_BY_OUTBREAKS, won=False)
        return Outcome(_CAUSES[table.lost], won=False) if table.lost else None

    def compare(self, table: Table, state: State) -> Sequence[Fault]:
        return tuple(compare_tables(self.plan, table, state))

    def schema(self) -> Mapping[str, object]:
        return {TABLE: {}}

    def write_blank(self, wording: Wording) -> str:
        """A game before its first turn, with nothing on the board but what everybody has put there."""
        told = Sentence("tally.blank", {"levels": Listed(self._list_levels())})
        remarks = write_remarks(plain(told.say(wording)))
        table: dict[str, Entry] = {"cubes": {}, "outbreaks": "0", "cured": [], "eradicated": []}
        table["stations"] = [self.plan.names[self.plan.start]]
        return remarks + self._write(EXAMPLE_NAMES, next(iter(self.plan.levels)), table)

    def _write(self, players: Sequence[str], level: str, table: Mapping[str, Entry]) -> str:
        names = ", ".join(quote(player) for player in players)
        lines = [f"game: {self.plan.kit.id}", f"players: [{names}]", f"difficulty: {level}", f"{TABLE}:"]
        return (
            "\n".join([*lines, *(f"  {key}: {_write_entry(entry)}" for key, entry in table.items())]) + "\n"
        )

    def ask(self) -> Generator[Question, str, str]:
        players = yield from ask_players(self.plan.kit)
        level = yield from self._ask_level()
        cubes: dict[str, Entry] = {}
        for colour, word in zip(self.plan.colours, self.plan.colour_words, strict=True):
            asked = Sentence("tally.ask.cubes", {"colour": word})
            found = yield from self._ask_entry(players, "cubes", asked, partial(_add_colour, cubes, colour))
            cubes = found if isinstance(found, dict) else cubes
        table: dict[str, Entry] = {"cubes": cubes}
        for key in (*NUMBERS, *COLOURS, "stations", "infected", "lost"):
            if key == "eradicated" and "cured" not in table:
                continue
            read = _split if key in (*COLOURS, "stations", "infected") else str.strip
            entry = yield from self._ask_entry(players, key, Sentence(f"tally.ask.{key}"), read)
            if entry:
                table[key] = entry
        return self._write(players, level, table)

    def _list_levels(self) -> Sequence[str]:
        """The easiest first."""
        return sorted(self.plan.levels, key=self.plan.levels.__getitem__)

    def _ask_level(self) -> Generator[Question, str, str]:
        levels = self._list_levels()
        usual = next(iter(self.plan.levels))
        text = Sentence("tally.ask.level", {"levels": Listed(levels), "usual": usual})
        return (yield from ask_value(text, "difficulty", levels, usual=usual))

    def _ask_entry(
        self, players: Sequence[str], key: str, asked: Sentence, read: Callable[[str], Entry]
    ) -> Generator[Question, str, Entry]:
        """Empty: nothing is known, and so nothing is written."""

        def check(answer: str) -> Entry:
            entry = read(answer)
            if entry:
                data: dict[str, Entry] = {"cubes": {}, key: entry}
                TableReader(self.plan, players, _Refusal()).read(data, roles=(), level=0)
            return entry

        return ask_until_read(asked, check)


class _Refusal:
    """Where a reader complains of an answer: its first word is enough."""

    def add(
        self, path: EntryPath, message: str, hint: str = "", *, at: Literal["value", "key"] = "value"
    ) -> None:
        raise Slip(0, message, hint)

    def add_in_text(self, path: EntryPath, line: int, column: int, message: str, hint: str = "") -> None:
        self.add(path, message, hint)


def _split(said: str) -> Entry:
    return [item.strip() for item in said.split(",") if item.strip()]


def _add_colour(cubes: Mapping[str, Entry], colour: str, said: str) -> Entry:
    """`Lagos 2, Lima` of one colour, beside what others lie there."""
    found = dict(cubes)
    for item in said.split(","):
        city, _, number = item.strip().rpartition(" ")
        if not city or not number.isdecimal():
            city, number = item.strip(), "1"
        if city:
            found[city] = " ".join(filter(None, (str(found.get(city, "")), colour, number)))
    return found


def _write_entry(entry: Entry) -> str:
    """On one line."""
    if isinstance(entry, dict):
        return f"{{{', '.join(f'{quote(key)}: {_write_entry(value)}' for key, value in entry.items())}}}"
    if isinstance(entry, list):
        return f"[{', '.join(_write_entry(item) for item in entry)}]"
    return quote(entry or "")
