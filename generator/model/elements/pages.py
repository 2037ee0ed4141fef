"""Looks of pages of booklets and sheets: covers, grounds, heads, feet, headings, and panels, as templates."""

from typing import Annotated, Any, Literal

from generator.model.elements.template import TEMPLATE, Template
from generator.model.language import kinds
from generator.model.language.kinds import Doc, Edge, Written
from generator.model.values import dataclass

DESIGN_WIDTH, DESIGN_LENGTH = 210.0, 297.0
"""Sides in mm of the page for which covers, grounds, heads, and feet are drawn, and scaled to its width."""
HEADING_FIELDS = ("text", "number", "icon", "letter")
"""Fields of the templates of headings: text, number from 1, the name of an icon or nothing, and A, B, C."""
SECTION_FIELDS = (*HEADING_FIELDS, "hint", "id")
"""Fields of the templates of headings and panels of sheets, with the hint and the id of the section."""
HEADER_FIELDS = ("id", "title", "name", "subtitle", "name_field", "credit", "game", "icon")
"""Fields of the template of the header of a sheet, with the label of the field for the name of the player."""
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


_Inside = tuple[Edge, Edge, Edge, Edge]


@dataclass(frozen=True, kw_only=True)
class PanelKeys:
    """The ground of a section, and the space around its contents."""

    ground: Annotated[
        Literal["tinted", "none"],
        Written.ALONE,
        Doc("`tinted`: an area in the colour `panel`; `none`: the content begins at the sides."),
    ] = "tinted"
    template: Annotated[Any, TEMPLATE, Doc("Its elements, in place of the tinted area.")] = None
    inside: Annotated[
        _Inside | None,
        Doc("Space at the left, top, right, and bottom; by default, 3 mm, or 0 without a ground."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class SectionLookKeys:
    """Templates of a section of a sheet, in place of its tab and its tinted area."""

    heading: Annotated[HeadingKeys | None, Doc("Template of headings of sections; `0`: none.")] = None
    panel: Annotated[PanelKeys | None, Doc("What is behind sections.")] = None


@dataclass(frozen=True, kw_only=True)
class SheetLookKeys(SectionLookKeys):
    """Templates of sheets, in place of the plain title, tabs, and tinted areas."""

    header: Annotated[BandKeys | None, Doc("Template at the upper edge of the paper.")] = None


def name_heading(number: int, text: str, icon: str) -> dict[str, str]:
    """Return the fields of the heading with a number, from 1; after Z, letters are doubled."""
    times, letter = divmod(number - 1, 26)
    return {"text": text, "number": str(number), "icon": icon, "letter": chr(ord("A") + letter) * (times + 1)}


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


@dataclass(frozen=True)
class PanelLook:
    """The ground of a section, and the space around its contents."""

    has_ground: bool = True
    template: Template | None = None
    inside: tuple[float, ...] = (3.0,) * 4
    """Space at the left, top, right, and bottom, in mm."""


@dataclass(frozen=True)
class SheetLook:
    """The templates of a sheet, or of one of its sections; without them, it is plain."""

    header: PageBand | None = None
    heading: PageBand | None = None
    panel: PanelLook = PanelLook()


def _choose(band: PageBand | None, other: PageBand | None) -> PageBand | None:
    """Return a band with the values of another one where it has none; None for one without a height."""
    band = band.filled(other) if band else other
    return band if band and band.height else None
