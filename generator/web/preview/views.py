"""Contents of the pages of the preview, as JSON."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from generator.errors import Notice
from generator.make.jobs.findings import Inspected
from generator.make.screens.workshop import Contents, Option, ScreenColumn, ScreenLayout, ScreenView, SeenPage
from generator.model.geometry import Rectangle
from generator.model.kit import Kit
from generator.model.pieces import Form, PieceSet
from generator.model.values import dataclass, field, replace


def note_layout(layout: ScreenLayout) -> Iterator[Notice]:
    """Yield the problems of the pages of a layout, also those for its service."""
    for column in layout.columns:
        for error in column.errors.values():
            yield from (replace(notice, where=str(column.job)) for notice in error.list_notices())
        for picture in column.inspected:
            yield from _note_inspected(picture)


def _note_inspected(picture: Inspected) -> Iterator[Notice]:
    """Yield the issues of a picture for a service, each at the row of its card."""
    name = f"{picture.card} (back)" if picture.is_back else picture.card
    for issue in picture.issues:
        yield Notice(issue.message, picture.place, name, picture.where, issue.is_error)


def rank_notice(notice: Notice) -> tuple[bool, bool, str, int]:
    """Return a sort key: problems before warnings, each in the order of the files."""
    place = notice.place
    return not notice.is_error, place is None, place.file if place else "", place.line if place else 0


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page that is drawn."""

    hash: str
    """Hash of its SVG."""
    width: float
    height: float
    """Size in mm."""
    title: str


class Pictures:
    """Drawn pages by their hash: of this version, and of the one before, which may still be shown."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._before: dict[str, bytes] = {}

    def add(self, seen: SeenPage) -> PagePicture:
        """Draw a page, and keep it."""
        data = seen.draw()
        hash = sha256(data).hexdigest()[:32]
        self._kept[hash] = data
        return PagePicture(hash, round(seen.page.width, 2), round(seen.page.height, 2), seen.title)

    def get(self, hash: str) -> bytes | None:
        """Return the SVG of a page; None if it is not shown any more."""
        return self._kept.get(hash) or self._before.get(hash)

    def begin(self, shown: Iterable[str]) -> None:
        """Begin a new version, but keep the pages with these hashes, which are shown now."""
        known = {hash: self.get(hash) for hash in {*shown}}
        self._before, self._kept = {hash: data for hash, data in known.items() if data}, {}


@dataclass
class ShownColumn:
    """A column of pictures, some of which may be of the version before."""

    locale: str
    paper: str
    pictures: list[PagePicture] = field(default_factory=list)
    count: int = 0
    """Number of pages, as far as it is known."""

    def put(self, index: int, picture: PagePicture) -> None:
        """Replace the picture of a page."""
        blank = PagePicture("", picture.width, picture.height, "")
        self.pictures += [blank] * (index + 1 - len(self.pictures))
        self.pictures[index] = picture


def describe_columns(columns: Iterable[ShownColumn], kit: Kit) -> list[dict[str, Any]]:
    """Return columns as JSON has them."""
    return [
        {
            "locale": column.locale,
            "language": kit.wordings[column.locale].name if column.locale in kit.wordings else column.locale,
            "paper": column.paper,
            "pages": [[page.hash, page.width, page.height, page.title] for page in column.pictures],
            "count": max(column.count, len(column.pictures)),
        }
        for column in columns
    ]


def describe_contents(contents: Contents) -> dict[str, Any]:
    """Return what can be chosen as JSON has it."""
    return {
        "title": contents.title,
        "parts": _describe_options(contents.parts),
        "locales": _describe_options(contents.locales),
        "papers": _describe_options(contents.papers),
        "services": _describe_options(contents.services),
    }


def _describe_options(options: Iterable[Option]) -> list[dict[str, Any]]:
    return [{"id": option.id, "title": option.title, "cards": option.is_cards} for option in options]


def describe_view(view: ScreenView) -> dict[str, Any]:
    """Return a view as JSON has it."""
    return {**asdict(view), "vision": view.vision or ""}


def describe_spots(column: ScreenColumn, seen: SeenPage, wrong: Iterable[str]) -> dict[str, Any]:
    """Return the places of a page, with safe margins of cards; `wrong` are cards and areas with problems."""
    part, faulty = column.job.part, {*wrong}
    forms: dict[str, Form] = {}
    for deck in part.decks if isinstance(part, PieceSet) else ():
        forms |= {piece.id: deck.form for piece in deck.pieces}
    spots = []
    for area, place, box in seen.list_spots():
        form = forms.get(place)
        safe = seen.product.safe if seen.product else form.safe if form and not form.is_net else 0.0
        is_wrong = (place if form else area) in faulty
        inner = Rectangle(*box).grown(-safe) if safe else None
        spots.append({"area": area, "place": place, "box": box, "safe": inner, "wrong": is_wrong})
    return {"spots": spots}
