"""Looks of the pages of booklets: covers, grounds, heads, feet, and headings, as templates."""

from typing import Annotated, Any, Literal

from generator.model.elements.template import TEMPLATE, Template
from generator.model.language import kinds
from generator.model.language.kinds import Doc, Edge, Written
from generator.model.values import dataclass

DESIGN_WIDTH, DESIGN_LENGTH = 210.0, 297.0
"""Sides in mm of the page for which covers, grounds, heads, and feet are drawn, and scaled to its width."""
HEADING_FIELDS = ("text", "number", "icon")
"""Fields of the templates of headings: text, number from 1, and the name of an icon or nothing."""
PAGE_FIELDS = ("id", "title", "name", "subtitle", "credit", "game", "icon", "number", "pages")
"""Fields of the templates of pages: `name` is the title without the game, `number` that of the page."""


@dataclass(frozen=True, kw_only=True)
class BandKeys:
    """A template with a height."""

    height: Annotated[
        Edge | None,
        Written.ALONE,
        Doc("Height: `46 mm`; `0`: none. It may be left out for a template of the theme."),
    ] = None
    template: Annotated[
        Any, TEMPLATE, Doc("Its elements, or `{extends: name}`; by default, those of the theme.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class HeadingKeys(BandKeys):
    """A template of headings, as wide as a column."""

    space: Annotated[
        Edge | None, Doc("Space above it, of which two fifths are below it; by default, 5 mm.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class PageKeys:
    """The templates of a page, drawn up to the edges of the paper."""

    ground: Annotated[Any, TEMPLATE, Doc("Template of the whole page, behind the text.")] = None
    head: Annotated[BandKeys | None, Doc("Template at the top edge, with the text below it.")] = None
    foot: Annotated[BandKeys | None, Doc("Template at the bottom edge, such as the number of the page.")] = (
        None
    )


@dataclass(frozen=True, kw_only=True)
class LookKeys:
    """Templates of booklets, in place of the plain title, headings, and feet of pages."""

    cover: Annotated[
        Any,
        kinds.Anything(noun="template", either=(*TEMPLATE.either, Literal["none"])),
        Doc("Template of a page before the text, if that has several pages; `none`: no cover."),
    ] = None
    first: Annotated[PageKeys | None, Doc("What differs on the first page with text.")] = None
    page: Annotated[PageKeys | None, Doc("Templates of all pages with text.")] = None
    heading: Annotated[HeadingKeys | None, Doc("Template of headings of sections.")] = None


@dataclass(frozen=True)
class PageBand:
    """A template with a height; without one of them, it changes another band."""

    height: float | None = None
    template: Template | None = None
    space: float | None = None
    """Space above a heading."""

    def filled(self, other: "PageBand | None") -> "PageBand":
        """Return this band with the values of another one where it has none."""
        if other is None:
            return self
        height = other.height if self.height is None else self.height
        space = other.space if self.space is None else self.space
        return PageBand(height, self.template or other.template, space)


@dataclass(frozen=True)
class PageLook:
    """The templates of a page."""

    ground: Template | None = None
    head: PageBand | None = None
    foot: PageBand | None = None


@dataclass(frozen=True)
class BookletLook:
    """The templates of booklets; without them, these are plain."""

    cover: Template | None = None
    first: PageLook = PageLook()
    page: PageLook = PageLook()
    heading: PageBand | None = None

    def get_page(self, index: int) -> PageLook:
        """Return the look of a page with text, whose index begins with 0."""
        first, page = self.first, self.page
        if index:
            return PageLook(page.ground, _choose(None, page.head), _choose(None, page.foot))
        head, foot = _choose(first.head, page.head), _choose(first.foot, page.foot)
        return PageLook(first.ground or page.ground, head, foot)


def _choose(band: PageBand | None, other: PageBand | None) -> PageBand | None:
    """Return a band with the values of another one where it has none; None for one without a height."""
    band = band.filled(other) if band else other
    return band if band and band.height else None
