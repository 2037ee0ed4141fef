"""Rooms of playingcards.io: a ZIP with a list of widgets and the pictures that they show."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, TypeAlias
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from generator.errors import LayoutError
from generator.make.jobs.jobs import Job
from generator.make.orders.items import (
    README,
    File,
    GameTable,
    Order,
    TableItem,
    encode_json,
    flow,
    format_title,
    set_table,
)
from generator.model.elements.areas import TrackArea
from generator.model.geometry import Point
from generator.model.kit import Board
from generator.model.values import dataclass

Widget: TypeAlias = dict[str, Any]

_ROOM = (1600, 780)
"""Width of a room, and the height above the hands of players, in its units."""
_HAND = {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1}
_EDGE = 20
"""Space around everything, in units."""
_GAP = 10
_AROUND = 4
"""Space around the cards in a pile, in units."""
_LABEL = 40
"""Height of the label above a pile, and of the button below it."""
_LARGEST, _SMALLEST, _STEP = 2.6, 0.4, 0.97
"""Units for one mm: as many as fit, in small steps."""
_DIE, _COUNTER = (60, 60), (140, 44)
_DATE = (1980, 1, 1, 0, 0, 0)
"""Date of the files in the ZIP, so that the same game gives the same bytes."""
_ASSETS = "userassets"

_README = """\
{title}: a room for playingcards.io

{file} has all pieces of the game, with their pictures.

1. Open a room on playingcards.io, choose a custom game, and import the file in its menu for editing.
2. Shuffle the piles; each deck has a button for that.

virtualtabletop.io reads the file, too.

A cube with different faces is a spinner. Tracks that count up have counters.

Nobody has loaded such a file on either site yet. If something is wrong, please report the site,
the piece, and what you see.
"""


def list_playingcards_files(order: Order) -> Iterator[File]:
    """Yield the room and a README; raises LayoutError if a picture is too large."""
    table, file = set_table(order, is_flat=True), f"{order.stem}.pcio"
    items = [*table.boards, *(item for deck in table.decks for item in deck.items)]
    items += [item for item, _ in table.others if item.kind != "die"]
    faces = (face for item in items for face in (item.front, item.back) if face)
    shown = {face.file: face.part for face in faces}
    for name, part in shown.items():
        if order.destination.is_too_large(order.pictures[name]):
            what = f"the picture {name} has {len(order.pictures[name]) / 1_000_000:.1f} MB"
            most = f"{order.destination.name} takes at most {order.destination.megabytes} MB"
            raise LayoutError(part, f"{what}; {most}", over_mm=0.0)
    widgets = [*_list_widgets(table, order.jobs)]
    yield file, _pack(widgets, {name: order.pictures[name] for name in shown})
    yield README, _README.format(title=table.title, file=file).encode()


def _pack(widgets: Sequence[Widget], pictures: dict[str, bytes]) -> bytes:
    files = {"widgets.json": encode_json(widgets)} | {
        f"{_ASSETS}/{name}": pictures[name] for name in sorted(pictures)
    }
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name, data in files.items():
            info = ZipInfo(name, _DATE)
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, data)
    return packed.getvalue()


@dataclass(frozen=True, slots=True)
class _Pile:
    """Cards that are all of the same size, with all copies that lie in a pile."""

    id: str
    title: str
    cards: tuple[tuple[TableItem, int], ...]
    faces_up: bool

    @property
    def item(self) -> TableItem:
        return self.cards[0][0]


def _list_widgets(table: GameTable, jobs: Sequence[Job]) -> Iterator[Widget]:
    """Yield all widgets: boards at the top left, everything else beside or below them."""
    piles = [
        _Pile(
            f"{deck.part}-{number}",
            deck.title,
            tuple((one, one.count) for one in deck.items),
            faces_up=not deck.is_hidden,
        )
        for number, deck in enumerate(table.decks, 1)
    ]
    piles += [
        _Pile(f"{item.part}-{item.key}", "", ((item, number),), faces_up=True)
        for item, number in table.others
        if item.kind != "die"
    ]
    dice = [item for item, number in table.others if item.kind == "die" for _ in range(number)]
    tracks = [*_list_tracks(jobs)]
    scale, boards, corners = _choose_scale(table, piles, len(dice), len(tracks))
    places = iter(corners)
    yield _HAND
    where: dict[str, Point] = {}
    for (x, y), board in zip(boards, table.boards, strict=True):
        where[board.part] = (x, y)
        size = {"width": _round(board.form.width * scale), "height": _round(board.form.height * scale)}
        image = {"boardImage": _name_asset(board.front.file)}
        yield {"id": board.part, "type": "board", "x": _round(x), "y": _round(y), "z": 1, **size, **image}
    laid: dict[tuple[str, str], list[Widget]] = {}
    for number, one in enumerate(table.laid):
        left, top = where[one.board.part]
        x, y = (start + at * scale for start, at in zip((left, top), one.at, strict=True))
        wide, high = (length * scale for length in (one.item.form.width, one.item.form.height))
        place = {"parent": None, "x": _round(x - wide / 2), "y": _round(y - high / 2), "z": 3000 + number}
        name = f"{one.item.part}-{one.item.key}"
        there = laid.setdefault((one.item.part, one.item.key), [])
        there.append(_make_card(name, one.item, f"start-{number + 1}", not one.is_turned) | place)
    for pile in piles:
        yield from _list_pile(pile, next(places), scale)
        yield from laid.get((pile.item.part, pile.item.key), ()) if not pile.title else ()
    for number, _ in enumerate(dice, 1):
        x, y = next(places)
        size = dict(zip(("width", "height"), _DIE, strict=True))
        at = {"x": _round(x), "y": _round(y), "z": 10, **size}
        yield {"id": f"die-{number}", "type": "spinner", **at, "options": [1, 2, 3, 4, 5, 6]}
    for id, title in tracks:
        x, y = next(places)
        size = dict(zip(("width", "height"), _COUNTER, strict=True))
        at = {"x": _round(x), "y": _round(y + _LABEL), "z": 10, **size}
        yield {"id": f"counter-{id}", "type": "counter", **at, "label": title, "counterValue": 0}


def _list_tracks(jobs: Sequence[Job]) -> Iterator[tuple[str, str]]:
    """Yield id and title of each track of a board that counts up: its fields have consecutive numbers."""
    for job in jobs:
        areas = job.part.areas if isinstance(job.part, Board) else ()
        for area in (one for one in areas if isinstance(one, TrackArea)):
            labels = [one.label for one in area.fields]
            start = int(labels[0]) if labels[0].isdecimal() else None
            if start is not None and labels == [*map(str, range(start, start + len(labels)))]:
                yield area.id, format_title(job, area.title) if area.title else area.id


def _choose_scale(
    table: GameTable, piles: Sequence[_Pile], dice: int, tracks: int
) -> tuple[float, list[Point], list[Point]]:
    """Return the largest scale at which everything fits, and the corners of boards and of all else."""
    width, height = _ROOM
    scale = _LARGEST
    while True:
        boards = [(board.form.width * scale, board.form.height * scale) for board in table.boards]
        corners, below = flow(boards, width=width - 2 * _EDGE, gap=_GAP, start=(_EDGE, _EDGE))
        ends = [x + wide for (x, _), (wide, _) in zip(corners, boards, strict=True)]
        right = max(ends, default=_EDGE - _GAP) + _GAP
        sizes = [_measure(pile, scale) for pile in piles]
        sizes += [_DIE] * dice + [(_COUNTER[0], _COUNTER[1] + _LABEL)] * tracks
        widest = max((wide for wide, _ in sizes), default=0.0)
        for start, room in (
            ((right, _EDGE), width - _EDGE - right),
            ((_EDGE, below + _GAP), width - 2 * _EDGE),
        ):
            found, end = flow(sizes, width=room, gap=_GAP, start=(start[0], start[1]))
            if scale <= _SMALLEST or (widest <= room and max(end, below) <= height):
                return scale, corners, found
        scale *= _STEP


def _measure(pile: _Pile, scale: float) -> tuple[float, float]:
    form, around = pile.item.form, 2 * _AROUND
    return form.width * scale + around, form.height * scale + around + 2 * _LABEL * bool(pile.title)


def _list_pile(pile: _Pile, corner: Point, scale: float) -> Iterator[Widget]:
    form, label = pile.item.form, _LABEL if pile.title else 0
    x, y = _round(corner[0]), _round(corner[1] + label)
    wide, high = _round(form.width * scale), _round(form.height * scale)
    size = {"width": wide + 2 * _AROUND, "height": high + 2 * _AROUND}
    named = {"label": pile.title, "hasShuffleButton": True} if pile.title else {}
    yield {"id": f"{pile.id}-pile", "type": "cardPile", "x": x, "y": y, "z": 2, **size, **named}
    place = {"parent": f"{pile.id}-pile", "x": x + _AROUND, "y": y + _AROUND}
    types = {}
    for item, _ in pile.cards:
        back = item.back or item.front
        shown = {"face": _name_asset(item.front.file), "back": _name_asset(back.file)}
        types[item.key] = {"label": item.name, **shown}
    yield {
        "id": f"{pile.id}-deck",
        "type": "cardDeck",
        **place,
        "z": 3,
        "cardWidth": wide,
        "cardHeight": high,
        "enlarge": True,
        "faceTemplate": _make_template("face", wide, high),
        "backTemplate": _make_template("back", wide, high),
        "cardTypes": types,
    }
    z = 100
    for item, number in pile.cards:
        for copy in range(1, number + 1):
            yield _make_card(pile.id, item, str(copy), pile.faces_up) | place | {"z": z}
            z += 1


def _make_template(side: str, wide: int, high: int) -> Widget:
    image = {"type": "image", "value": side, "valueType": "dynamic", "color": "transparent"}
    return {
        "includeBorder": "none",
        "includeRadius": False,
        "objects": [{**image, "x": 0, "y": 0, "w": wide, "h": high}],
    }


def _make_card(pile: str, item: TableItem, copy: str, is_front: bool) -> Widget:
    card = {"id": f"{pile}-{item.key}-{copy}", "type": "card", "deck": f"{pile}-deck"}
    return {**card, "cardType": item.key, "faceup": is_front}


def _name_asset(file: str) -> str:
    return f"package://{_ASSETS}/{file}"


def _round(length: float) -> int:
    return max(1, round(length))
