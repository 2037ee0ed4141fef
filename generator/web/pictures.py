"""The state of a preview as pages get it: columns of pictures, problems, and what can be chosen."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from generator.make.screens.workshop import Choice, Column, Contents, Seen, View
from generator.model.geometry import Rectangle
from generator.model.kit import Kit
from generator.model.pieces import Form, PieceSet
from generator.model.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Picture:
    """A page that is drawn: the hash of its SVG, its size in mm, and its title."""

    hash: str
    width: float
    height: float
    title: str


class Pictures:
    """Drawn pages by their hash: of this version, and of the one before, which may still be shown."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._before: dict[str, bytes] = {}

    def add(self, seen: Seen) -> Picture:
        """Draw a page, and keep it."""
        data = seen.draw()
        hash = sha256(data).hexdigest()[:32]
        self._kept[hash] = data
        return Picture(hash, round(seen.page.width, 2), round(seen.page.height, 2), seen.title)

    def get(self, hash: str) -> bytes | None:
        return self._kept.get(hash) or self._before.get(hash)

    def begin(self, shown: Iterable[str]) -> None:
        """Begin a new version, and keep the pages that are `shown` now, by their hashes."""
        known = {hash: self.get(hash) for hash in {*shown}}
        self._before, self._kept = {hash: data for hash, data in known.items() if data}, {}


@dataclass
class Shown:
    """A column of a page: its pictures, of which some may be those of the version before."""

    locale: str
    paper: str
    pictures: list[Picture] = field(default_factory=list)
    count: int = 0
    """Number of pages, as far as it is known."""

    def put(self, index: int, picture: Picture) -> None:
        """Replace the picture of a page."""
        blank = Picture("", picture.width, picture.height, "")
        self.pictures += [blank] * (index + 1 - len(self.pictures))
        self.pictures[index] = picture


def describe_columns(columns: Iterable[Shown], kit: Kit) -> list[dict[str, Any]]:
    """Return columns as JSON has them."""
    return [
        {
            "locale": one.locale,
            "language": kit.wordings[one.locale].name if one.locale in kit.wordings else one.locale,
            "paper": one.paper,
            "pages": [[each.hash, each.width, each.height, each.title] for each in one.pictures],
            "count": max(one.count, len(one.pictures)),
        }
        for one in columns
    ]


def describe_contents(contents: Contents) -> dict[str, Any]:
    """Return what can be chosen as JSON has it."""

    def describe(choices: Iterable[Choice]) -> list[dict[str, Any]]:
        return [{"id": one.id, "title": one.title, "cards": one.is_cards} for one in choices]

    names = ("parts", "locales", "papers", "services")
    return {"title": contents.title, **{name: describe(getattr(contents, name)) for name in names}}


def describe_view(view: View) -> dict[str, Any]:
    """Return a view as JSON has it."""
    names = ("part", "locales", "papers", "shows", "ink", "service")
    return {"vision": view.vision or "", **{name: getattr(view, name) for name in names}}


def describe_spots(column: Column, seen: Seen, wrong: Iterable[str]) -> dict[str, Any]:
    """Return the places of a page, with safe margins of cards; `wrong` are places with problems."""
    part, faulty = column.job.part, {*wrong}
    forms: dict[str, tuple[Form, str]] = {}
    for deck in part.decks if isinstance(part, PieceSet) else ():
        forms |= {piece.id: (deck.form, deck.locate(piece.id)) for piece in deck.pieces}
    spots = []
    for area, place, box in seen.list_spots():
        form, source = forms.get(place, (None, ""))
        safe = seen.product.safe if seen.product else form.safe if form and not form.is_net else 0.0
        is_wrong = (source or area) in faulty
        inner = Rectangle(*box).grown(-safe) if safe else None
        spots.append({"area": area, "place": place, "box": box, "safe": inner, "wrong": is_wrong})
    return {"spots": spots}
