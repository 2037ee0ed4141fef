"""Game tables on screens: rooms of playingcards.io, saved objects of Tabletop Simulator.

Names and meanings of the values are those of its knowledge base and API. How large things are at scale 1 is
not published: the numbers here agree with what other projects report, but nobody has measured them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha1
from io import BytesIO
from itertools import accumulate, pairwise
from typing import Any, TypeAlias
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from generator.errors import LayoutError
from generator.make.jobs.jobs import Job, format_title
from generator.make.orders.items import (
    README,
    File,
    GameTable,
    Order,
    TableDeck,
    TableItem,
    encode_json,
    flow,
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
_ROOM_GAP = 10
_AROUND = 4
"""Space around the cards in a pile, in units."""
_LABEL = 40
"""Height of the label above a pile, and of the button below it."""
_LARGEST, _SMALLEST, _STEP = 2.6, 0.4, 0.97
"""Units for one mm: as many as fit, in small steps."""
_ROOM_DIE, _ROOM_COUNTER = (60, 60), (140, 44)
_DATE = (1980, 1, 1, 0, 0, 0)
"""Date of the files in the ZIP, so that the same game gives the same bytes."""
_ASSETS = "userassets"

_ROOM_README = """\
{title}: a room for playingcards.io

{file} has all pieces of the game, with their pictures.

1. Open a room on playingcards.io, choose a custom game, and import the file in its menu for editing.
2. Shuffle the piles; each deck has a button for that.

virtualtabletop.io reads the file, too.

A cube with different faces is a spinner. Tracks that count up have counters.

Nobody has loaded such a file on either site yet. If something is wrong, please report the site,
the piece, and what you see.
"""
Values: TypeAlias = dict[str, Any]
_Size: TypeAlias = tuple[float, float]
_UNITS = 0.035
"""Units of the game for one mm: a card of 63 x 88 mm, which is 2.2 x 3.08 units large, keeps its size."""
_CARD, _TILE, _BOARD, _DIE_SCALE = 3.08, 2.0, 23.5, 1.0
"""Heights at scale 1, in units; widths follow from the pictures."""
_TABLE_GAP = 15.0
"""Space between things, in mm."""
_TABLE_README = """\
{title}: a saved object for Tabletop Simulator

{file} has the pieces of the game: decks with the names of their cards, boards, tiles,
and bags, set up as far as the rules of the game say where pieces begin. Shuffle the decks before
you play.

1. Copy {file} to the folder of saved objects:
   Windows   Documents\\My Games\\Tabletop Simulator\\Saves\\Saved Objects
   macOS     ~/Library/Tabletop Simulator/Saves/Saved Objects
   Linux     ~/.local/share/Tabletop Simulator/Saves/Saved Objects
2. In the game: Objects > Saved Objects, and choose it.

{pictures}

A piece with more than {few} copies is in a bag, with as many as are printed; with more than
{many}, the bag never becomes empty. Standees stand as figurines. Cubes are tiles of their height;
cubes with different faces are dice of the game itself, with pips. A card that is wider than high
has a picture that is wider than high. A card without a back shows its front on both sides.

Nobody has loaded such a file in the game yet. These things are not certain: how large cards,
boards, tiles, and figurines are relative to each other, whether hexagons must be turned, and which
way up things lie. If something is wrong, change its scale or rotation until it is right, and
report the object and the numbers; or report what the game says if it does not load the file.
"""
_BAG = 75.0
"""Width of a bag at scale 1, in mm."""
_LEAST_WIDTH = 500.0
"""Least width of the rows in which things lie, in mm."""
_FEW, _MANY = 6, 100
"""Up to so many copies lie side by side, and up to so many are in a bag that becomes empty."""
_TABLE, _ABOVE = 1.0, 1.5
"""Heights at which a board begins, and from which things fall on a board or the table."""
_THIN = 0.1
"""Thickness of a tile of cardboard, in units."""
_MERGE = 15.0
"""Distance in pixels between the points of the outline of a token."""
_NO_WEAR = {"r": 1.0, "g": 1.0, "b": 1.0}
_HANDS = {"Enable": True, "DisableUnused": False, "Hiding": 0}
_LOCAL = """\
The file names the pictures by their paths on this computer, so keep them where they are. Only you
can see them. To play with others, upload the pictures (in the game: Modding > Cloud Manager), or
put them on the web and build again with --for tts,at=https://example.org/folder/"""
_ONLINE = """\
The pictures are expected at {address}
under the same names: upload them to that folder."""


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
    yield README, _ROOM_README.format(title=table.title, file=file).encode()


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
        size = dict(zip(("width", "height"), _ROOM_DIE, strict=True))
        at = {"x": _round(x), "y": _round(y), "z": 10, **size}
        yield {"id": f"die-{number}", "type": "spinner", **at, "options": [1, 2, 3, 4, 5, 6]}
    for id, title in tracks:
        x, y = next(places)
        size = dict(zip(("width", "height"), _ROOM_COUNTER, strict=True))
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
        corners, below = flow(boards, width=width - 2 * _EDGE, gap=_ROOM_GAP, start=(_EDGE, _EDGE))
        ends = [x + wide for (x, _), (wide, _) in zip(corners, boards, strict=True)]
        right = max(ends, default=_EDGE - _ROOM_GAP) + _ROOM_GAP
        sizes = [_measure(pile, scale) for pile in piles]
        sizes += [_ROOM_DIE] * dice + [(_ROOM_COUNTER[0], _ROOM_COUNTER[1] + _LABEL)] * tracks
        widest = max((wide for wide, _ in sizes), default=0.0)
        for start, room in (
            ((right, _EDGE), width - _EDGE - right),
            ((_EDGE, below + _ROOM_GAP), width - 2 * _EDGE),
        ):
            found, end = flow(sizes, width=room, gap=_ROOM_GAP, start=(start[0], start[1]))
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


def list_simulator_files(order: Order) -> Iterator[File]:
    """Yield the saved object and a README."""
    table, file = set_table(order), f"{order.stem}.json"
    yield file, encode_json(_save(table, order))
    pictures = _ONLINE.format(address=order.address) if order.address else _LOCAL
    text = _TABLE_README.format(title=table.title, file=file, pictures=pictures, few=_FEW, many=_MANY)
    yield README, text.encode()


def _save(table: GameTable, order: Order) -> Values:
    objects = [*_list_objects(table, order)]
    _name_uniquely(objects)
    empty = dict.fromkeys(("Date", "VersionNumber", "GameMode", "GameType", "GameComplexity"), "")
    scripts = {"LuaScript": "", "LuaScriptState": "", "XmlUI": ""}
    table_of_game = {"Gravity": 0.5, "PlayArea": 0.5, "GameTable": "", "Sky": "", "Note": "", "TabStates": {}}
    return {
        "SaveName": table.title,
        **empty,
        "Tags": [],
        **table_of_game,
        **scripts,
        "Hands": _HANDS,
        "ObjectStates": objects,
    }


def _list_objects(table: GameTable, order: Order) -> Iterator[Values]:
    """Yield all objects: boards, decks, and other pieces in rows, then those that lie on the boards."""
    first, placed = 1, list[tuple[_Size, Values]]()
    placed += [(board.base, _make_board(board, order)) for board in table.boards]
    for deck in table.decks:
        placed.append((deck.items[0].base, _make_deck(deck, first, order)))
        first += len({item.front.file for item in deck.items})
    placed += _list_others(table, order)
    middles = _find_middles([size for size, _ in placed], (len(table.boards), len(table.decks)))
    for (_, one), at in zip(placed, middles, strict=True):
        yield _place(one, at, height=_TABLE if one["Locked"] else _ABOVE)
    where = {board.part: at for board, at in zip(table.boards, middles, strict=False)}
    for laid in table.laid:
        (x, y), (right, down), form = where[laid.board.part], laid.at, laid.board.form
        at = x + (right - form.width / 2) * _UNITS, y + (form.height / 2 - down) * _UNITS
        yield _place(_turn(_make_piece(laid.item, order), laid.is_turned), at)


def _find_middles(sizes: Sequence[_Size], groups: Sequence[int]) -> list[Point]:
    """Return the middles of things in rows, in units: boards, then decks, then the rest below each other."""
    ends = [0, *accumulate(groups), len(sizes)]
    boards = sizes[: groups[0]]
    across = sum(wide for wide, _ in boards) + _TABLE_GAP * (len(boards) - 1)
    width, y, corners = max(_LEAST_WIDTH, across), 0.0, list[Point]()
    for number, (start, end) in enumerate(pairwise(ends)):
        left = 0.0 if number else (width - across) / 2
        found, bottom = flow(sizes[start:end], width=width - left, gap=_TABLE_GAP, start=(left, y))
        corners += found
        y = bottom + _TABLE_GAP if found else y
    return [
        ((left + wide / 2 - width / 2) * _UNITS, (y / 2 - top - high / 2) * _UNITS)
        for (left, top), (wide, high) in zip(corners, sizes, strict=True)
    ]


def _list_others(table: GameTable, order: Order) -> Iterator[tuple[_Size, Values]]:
    """Yield tokens, dice, and bags, with the space that each takes, in mm."""
    for item, number in table.others:
        if number > _FEW:
            inside = [_make_piece(item, order) for _ in range(1 if number > _MANY else number)]
            bag = {"MaterialIndex": -1, "MeshIndex": -1, "Bag": {"Order": 0}, "ContainedObjects": inside}
            yield (_BAG, _BAG), {**_describe("Infinite_Bag" if number > _MANY else "Bag", item), **bag}
        else:
            yield from ((item.base, _make_piece(item, order)) for _ in range(number))


def _describe(
    name: str,
    item: TableItem,
    *,
    scale: float = 1.0,
    thick: float = 1.0,
    nickname: str = "",
    in_hand: bool = False,
) -> Values:
    """Return the values that all objects have; it is upright for the player in front of the table."""
    turn = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    return {
        "GUID": "",
        "Name": name,
        "Transform": {
            **dict.fromkeys(("posX", "posY", "posZ"), 0.0),
            **turn,
            "scaleX": round(scale, 4),
            "scaleY": thick,
            "scaleZ": round(scale, 4),
        },
        "Nickname": nickname or item.name,
        "Description": "",
        "GMNotes": item.id,
        "Tags": [item.part],
        "ColorDiffuse": dict(_NO_WEAR),
        "Locked": item.kind == "board",
        "Grid": False,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "HideWhenFaceDown": in_hand,
        "Hands": in_hand,
    }


def _place(one: Values, at: Point, *, height: float = _ABOVE) -> Values:
    place = {"posX": round(at[0], 4), "posY": height, "posZ": round(at[1], 4)}
    return {**one, "Transform": {**one["Transform"], **place}}


def _make_board(board: TableItem, order: Order) -> Values:
    form = board.form
    image = _show(board, order) | {"WidthScale": round(form.width / form.height, 4)}
    scale = form.height * _UNITS / _BOARD
    return {**_describe("Custom_Board", board, scale=scale), "CustomImage": image}


def _show(item: TableItem, order: Order) -> Values:
    back = order.locate_picture(item.back.file) if item.back else ""
    return {
        "ImageURL": order.locate_picture(item.front.file),
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
    }


def _make_piece(item: TableItem, order: Order) -> Values:
    """Return a die, a figurine, a token that is cut along its picture, or a tile."""
    form, image = item.form, _show(item, order)
    scale = form.height * _UNITS / _TILE
    if item.kind == "die":
        size = form.height * _UNITS / _DIE_SCALE
        return _describe("Die_6", item, scale=size, thick=round(size, 4))
    if item.kind == "figure":
        figurine = _describe("Figurine_Custom", item, scale=scale, thick=round(scale, 4))
        return {**figurine, "CustomImage": image}
    if form.is_odd:
        how = {"Thickness": _THIN, "MergeDistancePixels": _MERGE, "StandUp": False, "Stackable": True}
        return {**_describe("Custom_Token", item, scale=scale), "CustomImage": image | {"CustomToken": how}}
    thick = round(form.height * _UNITS, 4) if form.outline == "cube" else _THIN
    # 0 is a box, 1 a hexagon, 2 a circle, 3 a box with round corners.
    shape = {"hexagon": 1, "round": 2}.get(form.outline, 3 if form.corner else 0)
    how = {"Type": shape, "Thickness": thick, "Stackable": True, "Stretch": True}
    return {**_describe("Custom_Tile", item, scale=scale), "CustomImage": image | {"CustomTile": how}}


def _make_deck(deck: TableDeck, first: int, order: Order) -> Values:
    """Return a deck, or a single card; `first` is the key of its first sheet."""
    sheets = {sheet["FaceURL"]: (first + n, sheet) for n, sheet in enumerate(_list_sheets(deck, order))}
    scale = deck.items[0].form.height * _UNITS / _CARD
    cards: list[Values] = []
    for item in deck.items:
        key, sheet = sheets[order.locate_picture(item.front.file)]
        shown = {
            "CardID": 100 * key + item.front.cell,
            "SidewaysCard": False,
            "CustomDeck": {f"{key}": sheet},
        }
        card = _turn(_describe("CardCustom", item, scale=scale, in_hand=True), deck.is_hidden) | shown
        cards += [_place(card, (0.0, 0.0)) for _ in range(item.count)]
    if len(cards) == 1:
        return cards[0]
    whole = _describe("DeckCustom", deck.items[0], scale=scale, nickname=deck.title)
    return {
        **_turn(whole, deck.is_hidden),
        "GMNotes": deck.part,
        "HideWhenFaceDown": True,
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": {f"{key}": sheet for key, sheet in sheets.values()},
        "ContainedObjects": cards,
    }


def _list_sheets(deck: TableDeck, order: Order) -> Iterator[Values]:
    """Yield the sheets of fronts, each with its back or backs; cards without a back have two fronts."""
    for file in dict.fromkeys(item.front.file for item in deck.items):
        items = [item for item in deck.items if item.front.file == file]
        front = items[0].front
        back = next((item.back for item in items if item.back), front)
        # 0 has round corners, 1 is a rectangle, 3 a hexagon, 4 a circle.
        form = items[0].form
        shape = {"hexagon": 3, "round": 4}.get(form.outline, 0 if form.corner else 1)
        yield {
            "FaceURL": order.locate_picture(file),
            "BackURL": order.locate_picture(back.file),
            "NumWidth": front.columns,
            "NumHeight": front.rows,
            "BackIsHidden": True,
            "UniqueBack": back.columns > 1,
            "Type": shape,
        }


def _turn(one: Values, is_turned: bool) -> Values:
    return {**one, "Transform": {**one["Transform"], "rotZ": 180.0 if is_turned else 0.0}}


def _name_uniquely(objects: Iterable[Values]) -> None:
    """Fill in the ids of all objects, also those in others: they depend on parts, pieces, and numbers."""
    counts, used = Counter[str](), set[str]()

    def name(several: Iterable[Values]) -> None:
        for one in several:
            key = f"{one['Name']}/{one['Tags'][0]}/{one['GMNotes']}"
            id = ""
            while not id or id in used:
                counts[key] += 1
                id = sha1(f"{key}/{counts[key]}".encode(), usedforsecurity=False).hexdigest()[:6]
            used.add(id)
            one["GUID"] = id
            name(one.get("ContainedObjects", ()))

    name(objects)
