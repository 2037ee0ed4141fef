"""The scoring of finished sheets: read, checked, tallied; and score files to fill in."""

from collections.abc import Generator, Mapping, Sequence
from functools import partial

from generator.games.fight_the_virus.checks import compare_sheets, list_faults, take_sheet
from generator.games.fight_the_virus.drawing import (
    AREAS,
    Drawn,
    draw_sheet,
    find_grids,
    list_rows,
    write_sheets,
)
from generator.games.fight_the_virus.entries import (
    FinishedGame,
    SheetForm,
    parse_progress,
    parse_research,
    parse_row,
    read_sheets,
)
from generator.games.fight_the_virus.game import State
from generator.games.fight_the_virus.marks import PlayerSheet, empty_sheet, has_won, may_still_win
from generator.games.fight_the_virus.plan import Plan
from generator.games.fight_the_virus.tally import find_outcome, score_sheet
from generator.model.kit import Kit
from generator.model.wording import Wording
from generator.rules.core import Complaints, Entry, Fault, Judgement, Outcome, Question, Sentence, Value
from generator.rules.questions import ask_players, ask_until_read
from generator.rules.writing import write_remarks

EXAMPLE_NAMES = ("Ana", "Bo")


class FightTheVirusScoring:
    """Made from the sheet and the dice of a kit."""

    takes_some_players = True

    def __init__(self, kit: Kit, plan: Plan) -> None:
        self.kit = kit
        self.plan = plan
        self.form = SheetForm(find_grids(kit), plan.fields, plan.research.numbers)

    @property
    def keys(self) -> tuple[str, ...]:
        return ("sheets",)

    @property
    def round_key(self) -> str:
        return ""

    def read(
        self, entries: Mapping[str, Entry], players: Sequence[str], setup: Mapping[str, str], tell: Complaints
    ) -> FinishedGame | None:
        return read_sheets(self.form, entries["sheets"], players, tell)

    def judge(self, table: FinishedGame) -> Judgement:
        faults = tuple(list_faults(self.plan, table))
        sheets = {player: take_sheet(self.plan, filled) for player, filled in table.sheets.items()}
        scores = {player: score_sheet(self.plan, sheet) for player, sheet in sheets.items()}
        return Judgement(scores, faults, None if faults else self._find_outcome(sheets))

    def _find_outcome(self, sheets: Mapping[str, PlayerSheet]) -> Outcome | None:
        """[S] Whoever has crossed out the last number; without the sheets of all nobody has lost."""
        won = tuple(player for player, sheet in sheets.items() if has_won(self.plan, sheet))
        is_open = any(may_still_win(self.plan, sheet) for sheet in sheets.values())
        if not won and (is_open or len(sheets) < 2):
            return None
        return find_outcome(won)

    def compare(self, table: FinishedGame, state: State) -> Sequence[Fault]:
        return tuple(compare_sheets(self.plan, table, state))

    def draw(self, sheet: PlayerSheet) -> Drawn:
        """A sheet as it is typed in."""
        return draw_sheet(self.plan, self.form.grids, sheet)

    def schema(self) -> Mapping[str, object]:
        return {"sheets": {}}

    def write_blank(self, wording: Wording) -> str:
        remarks = write_remarks(wording.say("tally.blank"))
        empty = self.draw(empty_sheet(self.plan))
        return remarks + write_sheets(self.kit.id, EXAMPLE_NAMES, dict.fromkeys(EXAMPLE_NAMES, empty))

    def ask(self) -> Generator[Question, str, str]:
        players = yield from ask_players(self.kit, may_be_some=True)
        sheets: dict[str, Drawn] = {}
        for player in players:
            drawn: dict[str, str] = {}
            for area in AREAS:
                drawn[area] = yield from self._ask_area(player, area)
            sheets[player] = drawn
        return write_sheets(self.kit.id, players, sheets)

    def _ask_area(self, player: str, area: str) -> Generator[Question, str, str]:
        """All rows of an area, or its fields."""
        rows = list_rows(self.form.grids[area]) if area in self.form.grids else ((),)
        found: list[str] = []
        for number, row in enumerate(rows, 1):
            values: dict[str, Value] = {"player": player, "row": number, "rows": len(rows)}
            question = Sentence(f"tally.ask.{area}", {**values, "squares": len(row)})
            read = partial(self._read_answer, area, len(row))
            found.append((yield from ask_until_read(question, read)))
        return "\n".join(found)

    def _say_empty(self, area: str, squares: int) -> str:
        """What a row or the fields look like before the first mark; research says its number in any case."""
        marks = squares if area in self.form.grids else self.form.fields
        return "" if area == "research" else " ".join("." * marks)

    def _read_answer(self, area: str, squares: int, answer: str) -> str:
        """A row or fields as typed, those of an empty sheet where nothing is; raises Slip."""
        answer = answer.strip() or self._say_empty(area, squares)
        if area == "progress":
            parse_progress(answer, self.form.fields)
        elif area == "research":
            parse_research(answer, self.form.numbers)
        else:
            parse_row(area, answer, squares)
        return answer
