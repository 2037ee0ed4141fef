"""Whether a sheet of this game is sound: every rule has its place on it, and it can be won.

What is asked here comes from the published rules; the drawing of the published sheet is not known.
"""

import math
from collections.abc import Callable, Iterator
from itertools import combinations, product

from generator.games.fight_the_virus import areas
from generator.games.fight_the_virus.areas import OPPOSITES, Curve, Wall, count_least, list_forms
from generator.games.fight_the_virus.sheet import FightTheVirusData, find_section, read_data
from generator.model.elements.blocks import ShapesBlock
from generator.model.elements.squares import Cells
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.kit import Kit
from generator.rules.core import IllegalMove, NoRules
from generator.rules.states import change
from tests.games.fight_the_virus.search import find_filling

FIELDS = 21
RESEARCH_BONUSES = {3: "shape", 6: "one", 8: "shape", 10: "one"}
TESTING_BONUSES = {"shape", "curve"}
CURVE_BONUSES = {"shape", "curve", "one"}
MOST_TESTING_ROWS = 6
"""[S] Numbers rise from row to row, so that with 1 to 6 alone no seventh row could be reached."""


def list_flaws(kit: Kit) -> tuple[str, ...]:
    """What is wrong with the kit's sheet and dice; empty: it is sound."""
    try:
        data = read_data(kit)
        faults = list(_list_flaws_of_dice(kit))
    except NoRules as error:
        return (str(error),)
    checks: tuple[Callable[[Kit, FightTheVirusData], Iterator[str]], ...] = (
        _list_flaws_of_analysis,
        _list_flaws_of_research,
        _list_flaws_of_testing,
        _list_flaws_of_curve,
        _list_flaws_of_bonuses,
    )
    return (*faults, *(fault for check in checks for fault in check(kit, data)))


def _list_flaws_of_dice(kit: Kit) -> Iterator[str]:
    """[S] Five fixed shapes; a 6 is any shape of up to 4 squares within 2 by 3."""
    faces = find_section(kit, "shapes", ShapesBlock).shapes
    if len(faces) != 6:
        yield f"dice: {len(faces)} faces, not 6"
    for value, face in enumerate(faces, 1):
        if not all(map(is_connected, face.shapes)) or (value < 6) != (len(face.shapes) == 1):
            yield f"dice: {value} is no connected shape"
        if value == 6 and {*face.shapes} != {*list_free_shapes(most=4, frame=(2, 3))}:
            yield "dice: 6 is not any shape of up to 4 squares within 2 by 3"


def is_connected(cells: Cells) -> bool:
    """True if all squares are joined by edges."""
    reached, ahead = set[tuple[int, int]](), {cells[0]}
    while ahead:
        reached |= ahead
        ahead = {cell for cell in cells if any(math.dist(cell, other) == 1 for other in ahead)} - reached
    return len(reached) == len(cells)


def list_free_shapes(*, most: int, frame: tuple[int, int]) -> list[Cells]:
    """All connected shapes of at most so many squares in a frame, each drawn as the sheet draws it."""
    places = [*product(range(max(frame)), range(min(frame)))]
    chosen = (cells for count in range(1, most + 1) for cells in combinations(places, count))
    found: dict[Cells, Cells] = {}
    for shape in filter(is_connected, chosen):
        forms = list_forms(shape)
        lying = [form for form in forms if max(x for x, _ in form) < max(frame)]
        best = min(lying, key=lambda form: (max(y for _, y in form), form))
        found[best] = best
    return [*found]


def _list_flaws_of_analysis(kit: Kit, data: FightTheVirusData) -> Iterator[str]:
    spikes = data.virus.spikes.bit_count()
    if not data.fields == spikes == FIELDS:
        yield f"analysis: {spikes} spikes and {data.fields} progress fields, {FIELDS} of each needed"
    if not areas.is_connected(data.virus, data.virus.all_squares, data.virus.all_squares):
        yield "analysis: the area falls into pieces"
    values = sorted(data.virus.places)
    if find_filling(data.virus, [values] * len(data.virus.bits), width=4) is None:
        yield "analysis: no filling was found that covers every spike"


def _list_flaws_of_research(kit: Kit, data: FightTheVirusData) -> Iterator[str]:
    """[S] 1 to 12 with bonuses on 3, 6, 8 and 10, and 12 progresses needed at least."""
    fields = find_section(kit, "research", TrackBlock).fields
    if data.research.numbers != tuple(range(1, 13)):
        yield f"research: the numbers are {data.research.numbers}, not 1 to 12"
    for number, bonus in zip(data.research.numbers, data.research.bonuses, strict=True):
        if bonus != RESEARCH_BONUSES.get(number, ""):
            yield f"research: the bonus of {number} is `{bonus}`"
    for number, field in zip(data.research.numbers, fields, strict=True):
        if field.cost != count_least(number):
            yield f"research: the cost printed beside {number} is {field.cost}"
    if data.research.costs[0] > data.virus.spikes.bit_count():
        yield "research: it takes more progress than there are spikes"


def _list_flaws_of_testing(kit: Kit, data: FightTheVirusData) -> Iterator[str]:
    wall, last = data.wall, len(data.wall.rows) - 1
    if len(wall.rows) > MOST_TESTING_ROWS:
        yield f"testing: {len(wall.rows)} rows, at most {MOST_TESTING_ROWS}"
    for brick, name in enumerate(wall.ids):
        if wall.row_of[brick] < last and len(wall.beneath[brick]) != 2:
            yield f"testing: {name} stands on {len(wall.beneath[brick])}, not on two"
    if not wall.goals:
        yield "testing: no red square"
    for row in wall.rows:
        if wall.row_bonuses.get(row) not in TESTING_BONUSES:
            yield f"testing: the row {last - row + 1} from below has no bonus of this area"
    for goal in sorted(wall.goals):
        if not _reaches(wall, goal):
            yield f"testing: {wall.ids[goal]} cannot be reached by numbers that rise from 1 to 6"


def _reaches(wall: Wall, goal: int) -> bool:
    """Whether rows of 1s, 2s, 3s ... lead up to the goal with the numbers of a die."""
    numbers = (0,) * len(wall.ids)
    for brick in sorted(wall.list_carriers((goal,)), key=lambda brick: -wall.row_of[brick]):
        value = len(wall.rows) - wall.row_of[brick]
        try:
            wall.check(numbers, brick, value)
        except IllegalMove:
            return False
        numbers = change(numbers, brick, value)
    return 0 < numbers[goal] <= 6


def _list_flaws_of_curve(kit: Kit, data: FightTheVirusData) -> Iterator[str]:
    grid = find_section(kit, "curve", GridBlock).grid
    bottom = grid.height - 1
    heights = []
    for column in data.curve.columns:
        rows = [data.curve.row_of[square] for square in column]
        heights.append(len(rows))
        if rows != list(range(bottom, bottom - len(rows), -1)):
            yield f"curve: the column of {data.curve.ids[column[0]]} has a hole, or none beneath it"
    lefts = sorted({square.x for square in grid})
    if lefts != [lefts[0] + step for step in range(len(lefts))]:
        yield "curve: the columns do not lie side by side"
    top = heights.index(max(heights))
    if heights[: top + 1] != sorted(heights[: top + 1]) or heights[top:] != sorted(
        heights[top:], reverse=True
    ):
        yield "curve: the columns do not rise and then fall"
    if not data.curve.goals:
        yield "curve: no red square"
    if not data.curve.row_bonuses:
        yield "curve: no row is marked"
    for row, bonus in data.curve.row_bonuses.items():
        if bonus not in CURVE_BONUSES:
            yield f"curve: the bonus of row {bottom - row + 1} is `{bonus}`"
    yield from _list_flaws_of_column_ends(data.curve)


def _list_flaws_of_column_ends(area: Curve) -> Iterator[str]:
    """A square fills after at most three neighbours (left, right, beneath): 3 of 6 numbers are left."""
    for square, name in enumerate(area.ids):
        above = {other for other in area.neighbours[square] if area.row_of[other] < area.row_of[square]}
        if len(set(area.neighbours[square]) - above) >= OPPOSITES - 1:
            yield f"curve: {name} can be shut in by its neighbours"


def _list_flaws_of_bonuses(kit: Kit, data: FightTheVirusData) -> Iterator[str]:
    """[S] Four kinds of bonus; extra dice both in testing and in the curve."""
    rows = {*data.wall.row_bonuses.values(), *data.curve.row_bonuses.values()}
    for kind in ("shape", "curve", "one"):
        if kind not in rows | set(data.research.bonuses):
            yield f"bonuses: nothing gives `{kind}`"
    for kind in sorted(TESTING_BONUSES - set(data.wall.row_bonuses.values())):
        yield f"testing: no row gives `{kind}`"
    if not data.wall.extra_dice:
        yield "testing: no square gives an extra die"
    if not data.curve.extra_dice:
        yield "curve: no square gives an extra die"
