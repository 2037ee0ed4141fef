"""The player sheet: the printed areas, and everything that a player has written."""

from collections.abc import Mapping
from typing import Literal, TypeVar

from generator.errors import IllegalMove, NoRules
from generator.games.fight_the_virus.analysis import Area, count_spikes, make_area
from generator.games.fight_the_virus.areas import Curve, Numbers, Research, Wall
from generator.games.fight_the_virus.moves import Mark
from generator.model.elements.blocks import ShapesBlock, TrackBlock
from generator.model.elements.squares import Places
from generator.model.elements.template import GridBlock
from generator.model.kit import Kit, Sheet
from generator.model.values import dataclass
from generator.rules.core import Outcome, Round, Score, ScoreLine, Sentence
from generator.rules.states import make_replace

_Block = TypeVar("_Block", GridBlock, TrackBlock, ShapesBlock)
AREAS = ("analysis", "progress", "research", "testing", "curve")
"""In the order of the sheet."""
GRIDS = ("analysis", "testing", "curve")
"""The areas that consist of squares."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The sheet of a kit: the same squares that are printed, ready for play."""

    kit: Kit
    area: Area
    research: Research
    wall: Wall
    curve: Curve
    part: str
    """Id of the sheet."""
    progress: tuple[str, ...]
    """Ids of the fields of analysis progress."""
    grids: Mapping[str, Places]
    """Squares by area."""

    @property
    def fields(self) -> int:
        """Number of fields of analysis progress."""
        return len(self.progress)

    def fills(self, mark: Mark, kind: Literal["goal", "extra_die"]) -> bool:
        """Return True if a mark fills a red square, or one that gives an extra die."""
        if mark.area not in ("testing", "curve"):
            return False
        area = self.wall if mark.area == "testing" else self.curve
        return area.places[mark.square] in (area.goals if kind == "goal" else area.extra_dice)


def make_plan(kit: Kit) -> Plan:
    """Raise NoRules if the kit has no sheet with the five areas of the game."""
    sections = {area: find_section(kit, area, GridBlock) for area in GRIDS}
    shapes = find_section(kit, "shapes", ShapesBlock).shapes
    return Plan(
        kit=kit,
        area=make_area(sections["analysis"].grid, [one.shapes for one in shapes]),
        research=Research(find_section(kit, "research", TrackBlock)),
        wall=Wall(sections["testing"]),
        curve=Curve(sections["curve"]),
        part=next(part.id for part in kit.parts if isinstance(part, Sheet) and "progress" in part.sections),
        progress=tuple(field.id for field in find_section(kit, "progress", TrackBlock).fields),
        grids={area: section.grid for area, section in sections.items()},
    )


def find_section(kit: Kit, id: str, kind: type[_Block]) -> _Block:
    """Return what a section of the kit's sheet has; raise NoRules if there is none of this kind."""
    for part in kit.parts:
        section = part.sections.get(id) if isinstance(part, Sheet) else None
        if section and isinstance(section.content, kind):
            return section.content
    raise NoRules(f"no sheet has a section `{id}` of squares or fields, which the rules need")


@dataclass(frozen=True)
class Progress:
    """Fields that spikes circle; circles and crosses are set from the first field onward."""

    fields: int = 0
    circled: int = 0
    """Earned by spikes."""
    crossed: int = 0
    """Used, or lost to double sixes; more than `circled`: fields that wait for a spike."""

    @property
    def available(self) -> int:
        return max(0, self.circled - self.crossed)

    @property
    def owed(self) -> int:
        """Number of fields crossed out before a spike circled them."""
        return max(0, self.crossed - self.circled)

    def earn(self, spikes: int) -> "Progress":
        """[S] Each spike circles the next field; one that is crossed out already comes first.

        [OURS] When all fields are circled, nothing happens.
        """
        return replace_progress(self, circled=min(self.fields, self.circled + spikes)) if spikes else self

    def spend(self, count: int) -> "Progress":
        """[S] A used field is crossed out; raise IllegalMove if there are too few."""
        if count > self.available:
            rule = "fight_the_virus.progress.owed" if self.owed else "fight_the_virus.progress.available"
            raise IllegalMove(rule, needed=count, there=self.available)
        return replace_progress(self, crossed=self.crossed + count) if count else self

    def lose_one(self) -> "Progress":
        """[S] Double sixes: the next unused field is crossed out, or else one that is not circled yet.

        [OURS] When no field is left, nothing happens.
        """
        return replace_progress(self, crossed=min(self.fields, self.crossed + 1))

    def mark_fields(self) -> str:
        """Return a mark for each field: `x` used or lost, `o` circled, `/` lost and owed, `.` untouched."""
        both, either = sorted((self.circled, self.crossed))
        single = "o" if self.circled > self.crossed else "/"
        return ("x" * both + single * (either - both)).ljust(self.fields, ".")


replace_progress = make_replace(Progress)


@dataclass(frozen=True)
class PlayerSheet:
    """The marks of one player."""

    progress: Progress = Progress()
    tests: Numbers = ()
    spread: Numbers = ()
    """The numbers of the spread curve."""
    circled: frozenset[int] = frozenset()
    """Squares of the spread curve."""
    researched: int = 0
    """Count of numbers crossed out."""
    shapes: tuple[int, ...] = ()
    """Sets of squares of the virus, in the order in which they were filled."""

    @property
    def analysed(self) -> int:
        return sum(self.shapes)


replace_sheet = make_replace(PlayerSheet)


def empty_sheet(plan: Plan) -> PlayerSheet:
    return PlayerSheet(Progress(plan.fields), (0,) * len(plan.wall.ids), (0,) * len(plan.curve.ids))


def has_goals(plan: Plan, sheet: PlayerSheet) -> bool:
    """[S] Whether all red squares of testing and of the spread curve are filled."""
    return plan.wall.has_goals(sheet.tests) and plan.curve.has_goals(sheet.spread)


def has_won(plan: Plan, sheet: PlayerSheet) -> bool:
    return sheet.researched == len(plan.research.numbers)


def may_still_win(plan: Plan, sheet: PlayerSheet) -> bool:
    """[OURS] Whether the progress fields that are not crossed out are enough for the rest of the game."""
    needed = plan.research.costs[sheet.researched] + plan.wall.count_progress(sheet.tests)
    return sheet.progress.fields - sheet.progress.crossed >= needed


def count_done(plan: Plan, sheet: PlayerSheet) -> dict[str, tuple[int, int]]:
    """Return by part of the sheet how much is done, and how much there is to do."""
    return {
        "research": (sheet.researched, len(plan.research.numbers)),
        "testing": (plan.wall.count_goals(sheet.tests), len(plan.wall.goals)),
        "curve": (plan.curve.count_goals(sheet.spread), len(plan.curve.goals)),
        "spikes": (count_spikes(plan.area, sheet.analysed), plan.area.spikes.bit_count()),
    }


def score_sheet(plan: Plan, sheet: PlayerSheet) -> Score:
    """[OURS] One point for each number of research, red square, and spike: the game itself has no points."""
    done = count_done(plan, sheet).items()
    lines = (ScoreLine(Sentence(f"tally.done.{area}", most=most), count) for area, (count, most) in done)
    return Score((Round(tuple(lines)),), Sentence("tally.ours"))


def find_outcome(winners: tuple[str, ...]) -> Outcome:
    """[S] Whoever crosses out the last number wins. [OURS] If nobody can win any more, nobody has won."""
    return Outcome("fight_the_virus.turn.end" if winners else "fight_the_virus.turn.no_winner", winners)
