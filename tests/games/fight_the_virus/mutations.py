"""Single changes to finished sheets, each of which breaks a rule."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from generator.games.fight_the_virus.scoring import LETTERS
from generator.games.fight_the_virus.sheet import PlayerSheet, ProgressArea, has_goals
from tests.games.fight_the_virus.sheets import data

Change = Callable[[PlayerSheet, random.Random], PlayerSheet | None]
"""None: this sheet has nothing that could be changed so."""


def _put(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*numbers[:place], number, *numbers[place + 1 :])


def _pick(chance: random.Random, places: Sequence[int]) -> int | None:
    return chance.choice(places) if places else None


def spike_not_circled(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    progress = sheet.progress
    if progress.circled <= progress.crossed:
        return None
    return replace(sheet, progress=replace(progress, circled=progress.circled - 1))


def circle_without_spike(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    progress = sheet.progress
    if progress.circled >= progress.fields:
        return None
    return replace(sheet, progress=replace(progress, circled=progress.circled + 1))


def progress_not_paid(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    """Fewer crosses than the research beyond 6 takes."""
    needed = data().research.costs[0] - data().research.costs[sheet.researched]
    progress = sheet.progress
    if not needed or progress.circled < needed:
        return None
    return replace(sheet, progress=ProgressArea(progress.fields, progress.circled, needed - 1))


def last_number_too_early(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    return None if has_goals(data(), sheet) else replace(sheet, researched=12)


def goal_rubbed_out(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    if sheet.researched < 12:
        return None
    ends = [data().wall.ids.index("d2"), data().wall.ids.index("c4")]
    return replace(sheet, tests=_put(sheet.tests, chance.choice(ends), 0))


def brick_without_support(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    wall = data().wall
    carrying = [below for brick, number in enumerate(sheet.tests) if number for below in wall.beneath[brick]]
    brick = _pick(chance, carrying)
    return None if brick is None else replace(sheet, tests=_put(sheet.tests, brick, 0))


def brick_too_low(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    """A number above 1 that is no higher than one beneath it."""
    wall = data().wall
    found = [
        (brick, max(sheet.tests[other] for other in wall.beneath[brick]))
        for brick, number in enumerate(sheet.tests)
        if number and wall.beneath[brick]
    ]
    low = [(brick, highest) for brick, highest in found if highest > 1]
    if not low:
        return None
    brick, highest = chance.choice(low)
    return replace(sheet, tests=_put(sheet.tests, brick, highest))


def one_on_a_one(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    wall = data().wall
    above = [
        brick
        for brick, number in enumerate(sheet.tests)
        if number > 1 and any(sheet.tests[other] == 1 for other in wall.beneath[brick])
    ]
    brick = _pick(chance, above)
    return None if brick is None else replace(sheet, tests=_put(sheet.tests, brick, 1))


def neighbours_alike(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    area = data().curve
    pairs = [
        (square, other)
        for square, number in enumerate(sheet.spread)
        for other in area.neighbours[square]
        if number and sheet.spread[other]
    ]
    if not pairs:
        return None
    square, other = chance.choice(pairs)
    return replace(sheet, spread=_put(sheet.spread, square, sheet.spread[other]))


def hole_in_a_column(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    area = data().curve
    carrying = [below for column in area.columns for below, above in pairwise(column) if sheet.spread[above]]
    square = _pick(chance, carrying)
    return None if square is None else replace(sheet, spread=_put(sheet.spread, square, 0))


def second_column_begun(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    """The top of a finished column is rubbed out beside one that is begun."""
    area = data().curve
    begun = [column for column in area.columns if sheet.spread[column[0]] and not sheet.spread[column[-1]]]
    full = [column for column in area.columns if len(column) > 1 and sheet.spread[column[-1]]]
    if not begun or not full:
        return None
    return replace(sheet, spread=_put(sheet.spread, chance.choice(full)[-1], 0))


def seven_in_the_curve(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    square = _pick(chance, [square for square, number in enumerate(sheet.spread) if number])
    return None if square is None else replace(sheet, spread=_put(sheet.spread, square, 7))


def circle_with_another_number(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    """In a circle with one number beside it at any time, another than the opposite."""
    area = data().curve
    alone = [
        square
        for square in sheet.circled
        if sheet.spread[square] and sum(1 for other in area.neighbours[square] if sheet.spread[other]) == 1
    ]
    square = _pick(chance, sorted(alone))
    if square is None:
        return None
    beside = next(sheet.spread[other] for other in area.neighbours[square] if sheet.spread[other])
    wrong = [number for number in range(1, 7) if number not in (beside, 7 - beside)]
    return replace(sheet, spread=_put(sheet.spread, square, chance.choice(wrong)))


def circles_side_by_side(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    area = data().curve
    pairs = [
        (square, other)
        for square, number in enumerate(sheet.spread)
        for other in area.neighbours[square]
        if not number and not sheet.spread[other]
    ]
    return replace(sheet, circled=sheet.circled | set(chance.choice(pairs))) if pairs else None


def square_left_out(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    """A square of a large shape is not filled, so that the rest is no shape, or a gap is left."""
    large = [place for place, shape in enumerate(sheet.shapes[:-1]) if shape.bit_count() == 5]
    place = _pick(chance, large)
    if place is None:
        return None
    area = data().virus
    bits = [bit for bit in area.bits.values() if bit & sheet.shapes[place]]
    shapes = {shape for places in area.places.values() for shape in places}
    # A hole is a second section that is not analysed, unless it is the only one.
    is_full = sheet.analysed == area.all_squares
    holes = [] if is_full else [bit for bit in bits if area.around(bit) & ~sheet.analysed == 0]
    fit = [bit for bit in (holes or bits) if holes or sheet.shapes[place] & ~bit not in shapes]
    if not fit or (bits[-1] & area.spikes and not holes):
        return None
    shape = sheet.shapes[place] & ~chance.choice(fit)
    return replace(sheet, shapes=(*sheet.shapes[:place], shape, *sheet.shapes[place + 1 :]))


def shape_apart(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    """One more square that touches nothing."""
    area = data().virus
    if len(sheet.shapes) >= len(LETTERS) or not sheet.shapes:
        return None
    apart = area.all_squares & ~sheet.analysed & ~area.around(sheet.analysed)
    bits = [bit for bit in area.bits.values() if bit & apart]
    return replace(sheet, shapes=(*sheet.shapes, chance.choice(bits))) if bits else None


def shapes_in_another_order(sheet: PlayerSheet, chance: random.Random) -> PlayerSheet | None:
    """The first shape comes second to one that lies nowhere near it."""
    area = data().virus
    far = [
        place for place, shape in enumerate(sheet.shapes[1:], 1) if not area.around(shape) & (sheet.shapes[0])
    ]
    place = _pick(chance, far)
    if place is None:
        return None
    shapes = list(sheet.shapes)
    return replace(sheet, shapes=(shapes[0], shapes.pop(place), *shapes[1:]))


SHAPE_RULES = {"analysis.letter", "analysis.gap", "analysis.whole", "analysis.adjacent"}

CHANGES: dict[str, tuple[Change, set[str]]] = {
    "a spike is not circled": (spike_not_circled, {"progress.spikes"}),
    "a field is circled without a spike": (circle_without_spike, {"progress.spikes"}),
    "fewer fields are crossed out than research needs": (progress_not_paid, {"progress.spent"}),
    "12 is crossed out too early": (last_number_too_early, {"research.goals"}),
    "a red square is rubbed out after 12": (goal_rubbed_out, {"research.goals"}),
    "a brick has an empty square under it": (brick_without_support, {"testing.support"}),
    "a brick is no higher than what is under it": (brick_too_low, {"testing.higher"}),
    "a 1 is above a 1": (one_on_a_one, {"testing.one"}),
    "neighbours in the curve are equal": (neighbours_alike, {"curve.different"}),
    "a square within a column is rubbed out": (hole_in_a_column, {"curve.upwards"}),
    "a second column is not finished": (second_column_begun, {"curve.begun"}),
    "a 7 is in the curve": (seven_in_the_curve, {"curve.value"}),
    "a circle has another number": (circle_with_another_number, {"curve.circle"}),
    "two open circles are side by side": (circles_side_by_side, {"setback.circle"}),
    "a square of a shape is left out": (square_left_out, SHAPE_RULES),
    "a shape touches no other shape": (shape_apart, {"analysis.whole", "analysis.gap"}),
    "shapes are in an impossible order": (shapes_in_another_order, {"analysis.adjacent", "analysis.gap"}),
}
