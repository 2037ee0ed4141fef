"""Contents of a web page: editions of a game with sections of cards, boards, and pages, and their look."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from generator.model.values import dataclass, field

Labels: TypeAlias = Mapping[str, str]
"""Texts of the page itself by key, such as `print`; empty: it shows only what is printed."""
LABELS = (
    *("contents", "language", "search", "found", "text", "sheets", "print", "scale", "next", "previous"),
    *("close", "turn_over", "larger", "smaller", "shuffle", "draw", "front", "back", "credits", "licence"),
    *("fonts", "made"),
)
"""Keys of all labels."""


@dataclass(frozen=True, slots=True)
class PageDrawing:
    """A drawing as SVG, with the box of it that is shown, in mm."""

    body: str
    """Elements, which refer to definitions."""
    width: float
    height: float
    left: float = 0.0
    top: float = 0.0
    words: str = ""
    """Alternative text."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card or a token to turn over, and its number of copies."""

    name: str
    front: PageDrawing
    back: PageDrawing | None = None
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSection:
    """A part of a game in one language."""

    id: str
    title: str
    cards: tuple[CardView, ...] = ()
    has_cards: bool = False
    """True if they can be shuffled."""
    board: PageDrawing | None = None
    pages: tuple[PageDrawing, ...] = ()
    """Pages to print. Those of cards and boards are shown only on request."""
    text: str = ""
    """Texts of the pages as HTML."""
    paper: str = ""
    """Name of the paper size."""
    is_book: bool = False
    """True if its text is read from beginning to end."""
    definitions: Mapping[str, str] = field(default_factory=dict)
    """Elements for `<defs>` by their references."""
    fonts: Mapping[str, str] = field(default_factory=dict)
    """Names of fonts, with the web addresses of their licences, if they have one."""
    cover: PageDrawing | None = None
    """The first page of a booklet, if it is a cover."""
    ground: tuple[str, ...] = ()
    """Colours along an edge of the cover, or of the back of cards, from top to bottom: `#0a1730`."""


@dataclass(frozen=True, slots=True)
class WebFont:
    """A font that is in the page; families with equal names are faces of one family."""

    family: str
    data: bytes
    """WOFF2."""
    is_bold: bool = False
    is_italic: bool = False


@dataclass(frozen=True, slots=True)
class SiteLook:
    """The look of a page: its colours and its type."""

    light: Mapping[str, str] = field(default_factory=dict)
    """Values of custom properties, which page.css has without a theme, too: `--ink` without `--`."""
    dark: Mapping[str, str] = field(default_factory=dict)
    """Values that differ where somebody prefers dark pages."""
    fonts: tuple[WebFont, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A game in one language."""

    locale: str
    language: str
    """BCP 47 tag."""
    name: str
    """Name of the language in that language."""
    title: str
    direction: Literal["ltr", "rtl"] = "ltr"
    subtitle: str = ""
    sections: tuple[PageSection, ...]
    credits: tuple[tuple[str, str], ...] = ()
    """Roles, and the names of people."""
    notice: str = ""
    licence: str = ""
    labels: Labels = field(default_factory=dict)
