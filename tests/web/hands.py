"""Hands at a table in the browser: mouse, pen, and fingers, made by the browser, that copy sheets."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from generator.model.played import Takes
from generator.play.paper import Filled
from generator.web.table import show_marks
from tests.waiting import pause
from tests.web.browser import Tab

Point = tuple[float, float]
Command = tuple[str, Mapping[str, Any]]


class PlacedMark(NamedTuple):
    """A mark of a finished form, as the page has it: the owner, what takes it, the place, and the value."""

    owner: str
    takes: int
    place: str
    value: str | int


def label(text: str) -> str:
    """The selector of a button with this name."""
    return f"button[aria-label={json.dumps(text)}]"


def find_box(tab: Tab, owner: str, area: str, place: str) -> Point:
    """The middle of a place in the window, where it is seen."""
    key = json.dumps("\n".join((owner, area, place)))
    script = f"""(one => {{
        one.scrollIntoView({{block: "nearest", inline: "nearest"}});
        const box = one.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    }})(spots.get({key}).button)"""
    x, y = tab.run(script)
    return x, y


def settle(tab: Tab) -> None:
    """Wait until all marks are confirmed."""
    tab.wait_for("!sending && !waiting.length && !held")


@dataclass(frozen=True)
class Mouse:
    """A mouse, or a pen that hovers where it does not touch."""

    tab: Tab
    kind: str = "mouse"

    def make(self, kind: str, at: Point, button: str = "none", buttons: int = 0) -> Command:
        count = 1 if kind != "mouseMoved" else 0
        values = {"type": kind, "x": at[0], "y": at[1], "button": button, "buttons": buttons}
        return "Input.dispatchMouseEvent", {**values, "clickCount": count, "pointerType": self.kind}

    def hover(self, *points: Point) -> None:
        """Move without a button."""
        self.tab.send_all(*(self.make("mouseMoved", point) for point in points))

    def press(self, at: Point, button: str = "left", buttons: int = 1) -> None:
        self.tab.send_all(self.make("mouseMoved", at), self.make("mousePressed", at, button, buttons))

    def pull(self, *points: Point, button: str = "left", buttons: int = 1) -> None:
        """Move with a button."""
        self.tab.send_all(*(self.make("mouseMoved", point, button, buttons) for point in points))

    def lift(self, at: Point, button: str = "left", buttons: int = 0) -> None:
        self.tab.send_all(self.make("mouseReleased", at, button, buttons))

    def drag(self, *points: Point) -> None:
        """Press at the first point, and let go at the last one."""
        first, last = points[0], points[-1]
        moves = [self.make("mouseMoved", point, "left", 1) for point in points[1:]]
        ends = self.make("mousePressed", first, "left", 1), self.make("mouseReleased", last, "left")
        self.tab.send_all(self.make("mouseMoved", first), ends[0], *moves, ends[1])


@dataclass(frozen=True)
class Fingers:
    """Fingers on a touch screen: each event has the points of all that touch it."""

    tab: Tab

    def make(self, kind: str, *points: Point) -> Command:
        touches = [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)]
        return "Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches}

    def send(self, kind: str, *points: Point) -> None:
        self.tab.send_all(self.make(kind, *points))

    def drag(self, *points: Point) -> None:
        """Move one finger to the last point, where it rests: else, the next tap only stops a fling."""
        moves = [self.make("touchMove", point) for point in points[1:]]
        self.tab.send_all(self.make("touchStart", points[0]), *moves)
        if moves:
            pause(0.06)
            self.send("touchMove", (points[-1][0] + 1, points[-1][1]))
        self.send("touchEnd")


Hand = Mouse | Fingers


class Stroke(NamedTuple):
    """Places over which a pen is drawn at once."""

    pen: str
    owner: str
    area: str
    places: tuple[str, ...]


def copy_sheet(tab: Tab, hand: Hand, end: Filled) -> int:
    """Copy a form with pens and keys, and return the number of strokes and taps."""
    pen, owner, many = "", "", 0
    for stroke in list_strokes(tab, end):
        if stroke.owner != owner:
            owner = stroke.owner
            click(tab, hand, "#owners button", owner)
        if stroke.pen != pen:
            pen = stroke.pen
            click(tab, hand, f"#pens {label(pen)}")
            many += 1
        points = [find_box(tab, owner, stroke.area, place) for place in (stroke.places[0], stroke.places[-1])]
        hand.drag(*(points if len(stroke.places) > 1 else points[:1]))
        many += 1
    takes = end.form.list_takes(end.setup)
    click(tab, hand, "#pens button.tap")
    for mark in list_typed(end):
        if mark.owner != owner:
            owner = mark.owner
            click(tab, hand, "#owners button", owner)
        hand.drag(find_box(tab, owner, takes[mark.takes].area, mark.place))
        type_keys(tab, hand, mark, takes[mark.takes])
        many += 1
    return many


def click(tab: Tab, hand: Hand, selector: str, text: str = "") -> None:
    hand.drag(tab.find(selector, text))


def list_strokes(tab: Tab, end: Filled) -> Iterator[Stroke]:
    """Strokes that fill a form: pen by pen, places beside each other at once; cards one by one."""
    form = tab.run("form")
    pens: dict[tuple[str, str], dict[str, list[str]]] = {}
    for mark in list_marks(end):
        takes = form["takes"][mark.takes]
        is_heap = takes["kind"] == "heap"
        pen = ""
        if takes["marks"]:
            pen = takes["marks"][0 if is_heap else int(mark.value)]["name"]
        elif takes["kind"] == "number" and tab.run(
            f"Boolean(find('pens').querySelector({json.dumps(label(str(mark.value)))}))"
        ):
            pen = str(mark.value)
        count = int(mark.value) if is_heap else 1
        if pen and not takes["part"]:
            yield from [Stroke(pen, mark.owner, takes["area"], (mark.place,))] * count
        elif pen:
            pens.setdefault((mark.owner, pen), {}).setdefault(takes["area"], []).extend([mark.place] * count)
    for (owner, pen), areas in pens.items():
        for area, places in areas.items():
            for row in list_rows(end, area) or [[place] for place in places]:
                for has_mark, run in groupby(row, key=places.__contains__):
                    if has_mark:
                        yield Stroke(pen, owner, area, tuple(run))


def list_marks(end: Filled) -> Iterator[PlacedMark]:
    """All marks of a form that people make."""
    for owner, takes, place, value in show_marks(end):
        yield PlacedMark(str(owner), int(takes), str(place), value)


def list_typed(end: Filled) -> Iterator[PlacedMark]:
    """Marks for which there is no pen; sums follow from others."""
    takes = end.form.list_takes(end.setup)
    has_pens = any(one.numbers[0] > 0 for one in takes if one.kind == "number")
    for mark in list_marks(end):
        kind = takes[mark.takes].kind
        if kind in ("text", "player") or (kind == "number" and not has_pens and "total" not in mark.place):
            yield mark


def type_keys(tab: Tab, hand: Hand, mark: PlacedMark, takes: Takes) -> None:
    """Write a text, a player, or a number with the keys of a place."""
    value = str(mark.value)
    if takes.kind == "text":
        tab.type(value)
        tab.press("Enter")
    elif takes.kind == "player" or takes.numbers[1] - takes.numbers[0] < 12:
        click(tab, hand, "#keys button", value.replace("-", "−"))
    else:
        for digit in value:
            click(tab, hand, "#keys button", digit.replace("-", "±"))


def list_rows(end: Filled, area: str) -> Sequence[Sequence[str]]:
    """The places of an area that are beside each other; empty where only single places are tapped."""
    data = getattr(end.form, "data", None)
    if not hasattr(data, "grids"):
        return []
    if area in data.grids:
        grid = data.grids[area]
        rows = []
        for row in grid.rows:
            start = 0
            for number in range(1, len(row) + 1):
                if number == len(row) or grid.by_id[row[number]].x - grid.by_id[row[number - 1]].x > 1:
                    rows.append(row[start:number])
                    start = number
        return rows
    return [[*(data.progress if area == "progress" else data.research.ids)]]
