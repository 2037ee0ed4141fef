"""Contents of an order: its pictures, or the boards, decks, and pieces that they show on a game table."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, sqrt
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import quote

from generator.layout.elements.words import shorten_title
from generator.layout.imposition.pieces import CardFace
from generator.make.jobs.jobs import Choices, Job, format_title
from generator.model.destinations import Destination
from generator.model.elements.blocks import list_fields
from generator.model.geometry import Point
from generator.model.kit import Board, Form, Kit, Part, PieceSet
from generator.model.language.expressions import FACE
from generator.model.played import Position, TokenMark
from generator.model.values import dataclass, field

README = "README.txt"
"""Name of the guide for people."""

File: TypeAlias = tuple[str, bytes]
"""Name in the folder of the pictures, and contents."""


@dataclass(frozen=True, slots=True)
class Order:
    """The pictures of one game in one language, in one folder, for a destination."""

    jobs: tuple[Job, ...]
    """Jobs that made the pictures."""
    destination: Destination
    faces: tuple[CardFace, ...]
    """Each side of each card, in the order of the jobs."""
    folder: Path = Path()
    """The folder of the pictures."""
    address: str = ""
    """Web address of a folder with the pictures, which ends with a slash; empty: only the folder has them."""
    start: Position = field(default_factory=Position)
    """Pieces on the boards at the start of a game."""
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """Contents of the pictures by file name, if the destination packs them."""

    @property
    def stem(self) -> str:
        """Name of its file for a game table, without extension: `pandemic-en`."""
        return f"{self.jobs[0].game.kit.slug}-{self.jobs[0].locale}"

    def locate_picture(self, file: str) -> str:
        """Return the address of a picture on the web, or its path on this computer."""
        return self.address + quote(file) if self.address else (self.folder.resolve() / file).as_posix()


def encode_json(values: object) -> bytes:
    """Return a file with values as JSON."""
    return f"{json.dumps(values, ensure_ascii=False, indent=2)}\n".encode()


_ItemType: TypeAlias = Literal["board", "card", "token", "figure", "die"]
"""figure: a standee. die: a cube with different faces."""

_GAP = 2.0
"""Space between pieces on the same place, in mm."""


@dataclass(frozen=True, slots=True)
class TableItem:
    """A board, or a piece with all its copies."""

    part: str
    kind: _ItemType
    form: Form
    """Form of the piece; of a board, its size."""
    count: int
    front: CardFace
    back: CardFace | None = None
    """None: the back is empty."""
    number: int = 1
    """2 for the second piece with this id: cards in two languages may be two cards."""

    @property
    def id(self) -> str:
        return self.front.id

    @property
    def key(self) -> str:
        """A name that no other piece of its part has."""
        return self.id if self.number == 1 else f"{self.id}-{self.number}"

    @property
    def name(self) -> str:
        return self.front.name

    @property
    def base(self) -> tuple[float, float]:
        """Width and depth of the space that it takes on a table, in mm."""
        width, height = self.form.width, self.form.height
        return (width, min(width, height)) if self.kind == "figure" else (width, height)


@dataclass(frozen=True, slots=True)
class TableDeck:
    """Cards of a part that have the same back, or each a back of its own."""

    part: str
    title: str
    items: tuple[TableItem, ...]

    @property
    def count(self) -> int:
        """Number of cards, with all copies."""
        return sum(item.count for item in self.items)

    @property
    def is_hidden(self) -> bool:
        """True if the backs hide which card is which, so that the deck is face down."""
        back = self.items[0].back
        return back is not None and back.columns == 1 and len(self.items) > 1


@dataclass(frozen=True, slots=True)
class StartPlace:
    """A piece on a board at the start of a game."""

    item: TableItem
    board: TableItem
    at: Point
    """Middle of the piece, in mm from the top left corner of the board."""
    is_turned: bool = False
    """True if its back is up."""


@dataclass(frozen=True, slots=True)
class GameTable:
    """Everything that an order has, in the order of its parts."""

    title: str
    """Name of the game."""
    boards: tuple[TableItem, ...] = ()
    decks: tuple[TableDeck, ...] = ()
    others: tuple[tuple[TableItem, int], ...] = ()
    """Tokens, standees, and dice, with the number of copies that are not on a board at the start."""
    laid: tuple[StartPlace, ...] = field(default_factory=tuple)


def set_table(order: Order, *, is_flat: bool = False) -> GameTable:
    """Return the table of an order, set up for the start of a game as far as the order knows it.

    On a flat table, standees do not stand.
    """
    items = [*_list_items(order)]
    game = format_title(order.jobs[0], order.jobs[0].game.kit.title)
    titles = {job.part.id: shorten_title(format_title(job, job.part.title), game) for job in order.jobs}
    piles = defaultdict[tuple[str, str], list[TableItem]](list)
    for item in (item for item in items if item.kind == "card"):
        is_shared = item.back is not None and item.back.columns == 1
        piles[item.part, item.back.file if item.back and is_shared else ""].append(item)
    decks = (
        TableDeck(part, titles[part] if len(pile) > 1 else pile[0].name, tuple(pile))
        for (part, _), pile in piles.items()
    )
    laid = tuple(_lay_start(order, items, is_flat=is_flat))
    used = Counter((one.item.part, one.item.key) for one in laid)
    return GameTable(
        game,
        tuple(item for item in items if item.kind == "board"),
        tuple(decks),
        tuple(
            (item, item.count - used[item.part, item.key])
            for item in items
            if item.kind not in ("board", "card")
        ),
        laid,
    )


def _list_items(order: Order) -> Iterator[TableItem]:
    known = {
        (job.part.id, id): (kind, form) for job in order.jobs for id, kind, form in _list_forms(job.part)
    }
    backs = defaultdict[tuple[str, str], list[CardFace]](list)
    for face in order.faces:
        if face.side == "back":
            backs[face.part, face.id].append(face)
    numbers = Counter[tuple[str, str]]()
    for face in order.faces:
        if face.side == "front":
            place = face.part, face.id
            numbers[place] += 1
            back = backs[place].pop(0) if backs[place] else None
            yield TableItem(face.part, *known[place], face.count, face, back, numbers[place])


def _list_forms(part: Part) -> Iterator[tuple[str, _ItemType, Form]]:
    if isinstance(part, Board):
        yield part.id, "board", Form(*part.size)
    if not isinstance(part, PieceSet):
        return
    for deck in part.decks:
        for piece in deck.pieces:
            kind: _ItemType = "card" if part.has_cards else "token"
            if deck.form.outline == "standee":
                kind = "figure"
            elif deck.form.outline == "cube" and FACE in list_fields(part.templates[piece.front].elements):
                kind = "die"
            yield piece.id, kind, piece.cut(deck.form)


def _lay_start(order: Order, items: Sequence[TableItem], *, is_flat: bool) -> Iterator[StartPlace]:
    boards = {job.part.id: job.part for job in order.jobs if isinstance(job.part, Board)}
    by_id = {(item.part, item.id): item for item in items}
    pieces = [item for item in items if item.kind not in ("board", "card")]
    left = {(item.part, item.key): item.count for item in pieces}
    for part in (one for one in order.start.parts if (one.part, one.part) in by_id):
        spots = {(area.id, place.id): place.spot for area in boards[part.part].areas for place in area.spots}
        places = defaultdict[tuple[str, str], list[tuple[TableItem, bool]]](list)
        for each in part.laid:
            if not isinstance(each.mark, TokenMark):
                continue
            wanted = each.mark.part
            matching = (one for one in pieces if one.id == each.mark.piece and wanted in ("", one.part))
            for item in [*matching][:1]:
                number = min(each.mark.count, left[item.part, item.key])
                left[item.part, item.key] -= number
                places[each.area, each.place] += [(item, each.mark.is_turned)] * number
        for place, there in places.items():
            sizes = [(one.form.width, one.form.height) if is_flat else one.base for one, _ in there]
            points = _arrange(sizes, spots[place].middle)
            for (item, is_turned), at in zip(there, points, strict=True):
                yield StartPlace(item, by_id[part.part, part.part], at, is_turned)


def _arrange(sizes: Sequence[tuple[float, float]], middle: Point) -> list[Point]:
    """Return the middles of pieces side by side, in rows around a point."""
    in_a_row = ceil(sqrt(len(sizes)))
    rows = [sizes[at : at + in_a_row] for at in range(0, len(sizes), in_a_row)]
    points: list[Point] = []
    y = middle[1] - (sum(max(high for _, high in row) for row in rows) + _GAP * (len(rows) - 1)) / 2
    for row in rows:
        x = middle[0] - (sum(wide for wide, _ in row) + _GAP * (len(row) - 1)) / 2
        height = max(high for _, high in row)
        for wide, _ in row:
            points.append((x + wide / 2, y + height / 2))
            x += wide + _GAP
        y += height + _GAP
    return points


def flow(
    sizes: Sequence[tuple[float, float]], *, width: float, gap: float, start: Point = (0.0, 0.0)
) -> tuple[list[Point], float]:
    """Return the top left corners of boxes in rows, and where the last row ends.

    A row is as wide as `width`; a wider box has a row for itself.
    """
    corners: list[Point] = []
    left, y = start
    x, height = left, 0.0
    for wide, high in sizes:
        if x > left and x + wide > left + width:
            x, y, height = left, y + height + gap, 0.0
        corners.append((x, y))
        x, height = x + wide + gap, max(height, high)
    return corners, y + height


def make_orders(
    choices: Choices,
    faces: Mapping[Path, Mapping[CardFace, Job]],
    packed: Mapping[Path, bytes],
    find_start: Callable[[Kit], Position],
) -> Iterator[Order]:
    """Yield the order of each folder with pictures; tables also get the pieces at the start of a game."""
    goes_to = choices.destination
    assert goes_to is not None
    for folder, shown in faces.items():
        # Jobs cannot be hashed, but no two have the same name.
        jobs = tuple({str(job): job for job in shown.values()}.values())
        yield Order(
            jobs=jobs,
            destination=goes_to,
            faces=tuple(shown),
            folder=folder,
            address=choices.pictures_at or "",
            start=find_start(jobs[0].game.kit) if goes_to.is_table else Position(),
            pictures={path.name: data for path, data in packed.items() if path.parent == folder},
        )
