"""A game with its printed parts: boards, sheets, booklets, sets of pieces. Sizes are in mm.

Pieces are cut out, such as cards, chips, standees; a deck has pieces of one form.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, pairwise
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypeVar

from generator.errors import (
    MOST_IN_ALL,
    MOST_LISTED,
    Problem,
    UnknownName,
    WrittenPlace,
    Wrong,
    describe_unknown,
    find_near,
    list_first,
)
from generator.model.elements import template
from generator.model.elements.areas import PlacedArea
from generator.model.elements.blocks import AnyBlock, ShapesBlock, find_field_problems, walk_blocks
from generator.model.elements.boxes import ExpressionValue
from generator.model.elements.pages import (
    BookletLook,
    LookKeys,
    SectionLookKeys,
    SheetLook,
    SheetLookKeys,
    name_heading,
)
from generator.model.elements.squares import Place
from generator.model.elements.template import (
    ELEMENTS,
    TEMPLATE,
    Blocks,
    Elements,
    GridBlock,
    GroupElement,
    Template,
    TrackBlock,
)
from generator.model.language import kinds
from generator.model.language.expressions import FACE, LANGUAGES, Field, LanguageCount
from generator.model.language.kinds import (
    Doc,
    Edge,
    FileId,
    FileName,
    Id,
    Key,
    Length,
    Size,
    Switch,
    Text,
    Title,
    WordsKey,
    get_range,
)
from generator.model.printing.printing import Backs, Imposition, Paper
from generator.model.storage import BoxKeys, DividerKeys, Storage
from generator.model.style import Icon, PictureFile, Theme, ThemeKeys
from generator.model.texts.wordings import Wording, join_sentences
from generator.model.values import dataclass, field, replace

Outline: TypeAlias = Literal["rectangle", "round", "hexagon", "path", "standee", "cube", "tuck_box"]
"""round: an ellipse. path: a line of its own. standee: the back upside down above the front, folded in the
middle, with a foot at each end. cube: the net of six faces with tabs. tuck_box: the net of a box with a lid.
Width and height are those of a face, of a tuck box those of its front.
"""
FACES = {"cube": tuple("123456"), "tuck_box": ("front", "back", "left", "right", "top", "bottom")}
"""Names of the faces on which a net has the same template."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """A card size for which sleeves are sold."""

    name: Annotated[Text, Doc("Name of the size.")]
    width: Annotated[Size, Doc("Width in portrait orientation.")]
    height: Annotated[Size, Doc("Height in portrait orientation.")]
    corner: Annotated[Edge, Doc("Radius of the corners.")]
    source: Annotated[Text, Doc("Source of the size.")] = ""


CARD_SIZES = Annotated[Mapping[Id, CardSize], Length(1), Doc("Card sizes by id.")]


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece, printed `count` times."""

    id: str
    fields: Mapping[str, Field]
    """Fields for its templates, including `id`."""
    front: str
    """Id of a template."""
    back: str = ""
    """Id of a template; empty: a blank back."""
    count: int = 1
    by_language: bool = False
    """True to print a piece with much text once in each of two languages."""
    texts: Mapping[str, Mapping[str, Field]] = field(default_factory=dict)
    """Fields in other languages, by locale; empty ones fall back to English."""
    outline: str = ""
    """Path data of the cut line, in mm from the top left corner, if its form has the outline `path`."""

    def fields_in(self, locale: str) -> Mapping[str, Field]:
        """Return the fields in a language."""
        return {**self.fields, **{name: text for name, text in self.texts.get(locale, {}).items() if text}}

    def in_language(self, wording: Wording) -> "Piece":
        """Return the piece as it is printed in a language, or in two languages at once."""
        fields = self.fields
        if wording.languages > 1 and isinstance(fields.get(LANGUAGES), LanguageCount):
            counted = {**fields, LANGUAGES: LanguageCount(wording.languages)}
            return replace(self, fields=counted)._join_languages(wording)
        return self._join_languages(wording)

    def _join_languages(self, wording: Wording) -> "Piece":
        if not self.texts:
            return self
        first, *others = (self.fields_in(language.locale) for language in wording.each)
        turns = len({language.direction for language in wording.each}) > 1
        joined = dict(first)
        for name, second in others[0].items() if others else ():
            text = first[name]
            if isinstance(text, str) and isinstance(second, str):
                joined[name] = join_sentences(text, second, turns=turns)
        return replace(self, fields=joined)

    def list_fields(self, form: "Form") -> tuple[Mapping[str, Field], ...]:
        """Return the fields for each drawing of the template; those of several faces have `face`."""
        if form.outline not in FACES:
            return (self.fields,)
        return tuple({**self.fields, FACE: face} for face, _ in form.faces)

    def cut(self, form: "Form") -> "Form":
        """Return the form with the outline of this piece."""
        return replace(form, path=self.outline) if self.outline else form


@dataclass(frozen=True, slots=True)
class Form:
    """The shape of a piece; lengths in mm."""

    width: float
    height: float
    outline: Outline = "rectangle"
    corner: float = 0.0
    """Radius of the round corners of a rectangle."""
    bleed: float = 3.0
    """Preferred width of the bleed."""
    safe: float = 3.0
    """Margin inside the trim that important content avoids."""
    path: str = ""
    """Path data of a piece with the outline `path`."""
    is_back: bool = False
    """True if the path is seen from behind."""
    depth: float = 0.0
    """Depth of a tuck box."""
    art_bleed: float | None = None
    """Bleed in the files of pictures for complete sides, by default; None: not known."""

    @property
    def is_cropped(self) -> bool:
        """True if it is cut along four straight lines; very round shapes, such as capsules, are cut out."""
        return self.outline == "rectangle" and self.corner * 4 <= min(self.width, self.height)

    @property
    def is_odd(self) -> bool:
        """True if it is neither a plain rectangle, nor round, nor a hexagon: a tag, or a capsule."""
        return self.outline == "path" or (self.outline == "rectangle" and not self.is_cropped)

    @property
    def is_net(self) -> bool:
        """True if it is folded and glued."""
        return self.outline in ("standee", "cube", "tuck_box")

    @property
    def cell(self) -> "Form":
        """The form without the path of one piece: pieces with the same cell share sheets."""
        return replace(self, path="") if self.path else self

    @property
    def faces(self) -> tuple[tuple[str, tuple[float, float]], ...]:
        """Name and size of each drawing of the template; the name is empty if there is only one."""
        wide, high, deep = self.width, self.height, self.depth
        sizes = {"left": (deep, high), "right": (deep, high), "top": (wide, deep), "bottom": (wide, deep)}
        return tuple((name, sizes.get(name, (wide, high))) for name in FACES.get(self.outline, ("",)))


@dataclass(frozen=True, slots=True)
class Deck:
    """Pieces of one form."""

    id: str
    form: Form
    pieces: tuple[Piece, ...]
    locate: Callable[..., WrittenPlace | None] = field(
        default=lambda id, *fields: None, compare=False, repr=False
    )
    """Finds where the piece with an id is written, or the first of some of its fields."""
    left_out: tuple[Piece, ...] = ()
    """Pieces that are not printed, but decide with the others on sizes of titles and groups of digits."""

    @property
    def count(self) -> int:
        """Number of all pieces, including copies."""
        return sum(piece.count for piece in self.pieces)


@dataclass(frozen=True)
class PieceSet:
    """One part of a kit: a deck, or several decks that share sheets (all tokens)."""

    id: str
    title: str
    decks: tuple[Deck, ...]
    templates: Mapping[str, Template]
    backs: Backs = "duplex-long"
    """Default for `--backs`."""
    imposition: Imposition = field(default_factory=Imposition)
    is_direct: bool = False
    """True if the texts in its file are the English texts, which other languages translate."""
    text_columns: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By locale, the column of its table for each field; for English, only those that have another name."""
    storage: Storage | None = None
    """Boxes and dividers for its cards; None for tokens and nets."""
    has_cards: bool = True
    """False for tokens."""
    wanted_bleed: float = 0.0
    """Bleed that its file asks for, in mm; 0: it asks for none."""
    kept_bleed: float | None = None
    """Bleed that is printed even if fewer pieces fit on a sheet; None: only if no fewer do."""

    @property
    def pieces(self) -> Iterator[Piece]:
        """The pieces of all decks, without copies."""
        return (piece for deck in self.decks for piece in deck.pieces)


@dataclass(frozen=True)
class LabelSet(PieceSet):
    """Labels in Braille, whose fields are `text` and `cells`, its lines in cells of Unicode."""


@dataclass(frozen=True, kw_only=True, eq=False)
class InsetElement(GroupElement):
    """A template in another one, such as a card's back on its box; it bleeds where it touches the trim."""

    piece: Piece | None = None
    """The piece whose fields the elements show; None: the piece around them."""
    is_turned: bool = False
    """True if the elements are as wide as the box is high, and turned by 90 degrees clockwise."""
    bleeds: bool = True
    art_bleed: float | None = None
    """Bleed in the files of pictures for complete sides, by default."""
    shown: tuple[float, float] | None = None
    """Size of the elements, which are scaled to cover the box; None: that of the box."""


def _list_numbers(piece_set: PieceSet, entry: str) -> set[int]:
    """Return the numbers of the pieces that an entry selects; an id may be a number, too."""
    pieces = list(enumerate(piece_set.pieces, 1))
    named = {number for number, piece in pieces if piece.id == entry}
    numbers = None if named else get_range(entry)
    return named if numbers is None else {number for number, _ in pieces if number in numbers}


def number_cards(parts: Iterable[object]) -> dict[tuple[str, str], int]:
    """Return a number from 1 for each different card of a game, by the ids of its part and its own."""
    decks = (part for part in parts if isinstance(part, PieceSet) and part.has_cards)
    ids = ((deck.id, piece.id) for deck in decks for piece in deck.pieces)
    return {id: number for number, id in enumerate(ids, start=1)}


def select_pieces(piece_set: PieceSet, selection: Sequence[str]) -> PieceSet:
    """Return the set with the selected pieces only, in all copies; entries of other sets are ignored.

    Pieces are numbered from 1 through all decks of the set, without counting copies.
    """
    chosen = set().union(*(_list_numbers(piece_set, entry) for entry in selection))
    numbers = count(1)
    decks = []
    for deck in piece_set.decks:
        parts: dict[bool, list[Piece]] = {True: [], False: []}
        for piece in deck.pieces:
            parts[next(numbers) in chosen].append(piece)
        if parts[True]:
            decks.append(replace(deck, pieces=tuple(parts[True]), left_out=tuple(parts[False])))
    return replace(piece_set, decks=tuple(decks))


def list_entries(selection: Iterable[str], piece_set: PieceSet) -> tuple[str, ...]:
    """Return the entries that select pieces of a set, without its id."""
    split = (entry.rpartition(":") for entry in selection)
    here = (words for part, _, words in split if part in ("", piece_set.id))
    return tuple(words for words in here if _list_numbers(piece_set, words))


def check_selection(selection: Iterable[str], piece_sets: Sequence[PieceSet]) -> None:
    """Raise UnknownName with all entries that no set has, and all ambiguous numbers."""
    wrong = []
    ids = dict.fromkeys(each.id for each in piece_sets)
    for entry in dict.fromkeys(selection):
        part, _, words = entry.rpartition(":")
        among, numbers = [each for each in piece_sets if part in ("", each.id)], get_range(words)
        if not among:
            wrong.append(describe_unknown("part with cards or tokens", part, ids))
        elif len(among) > 1 and numbers is not None:
            wrong.append(_describe_ambiguous(entry, among))
        elif not any(_list_numbers(each, str(numbers[-1]) if numbers else words) for each in among):
            wrong.append(describe_unknown_piece(words, among))
    if wrong:
        raise UnknownName(list_first(wrong, MOST_IN_ALL))


def _describe_ambiguous(entry: str, among: Sequence[PieceSet]) -> str:
    ids = tuple(dict.fromkeys(each.id for each in among))
    if len(ids) == 1:
        return f"{entry!r} is ambiguous: {len(among)} games have it; name one of them"
    hint = f"write it like {ids[0]}:{entry}, or choose one with --part; available: {', '.join(ids)}"
    return f"{entry!r} is ambiguous: {len(ids)} parts have it; {hint}"


def describe_unknown_piece(entry: str, piece_sets: Sequence[PieceSet]) -> str:
    """Return the message for an entry that no set has, with all ids if there are few, or the similar ones."""
    if get_range(entry) is not None:
        most = max(len(list(each.pieces)) for each in piece_sets)
        return f"unknown card {entry!r}; numbers are 1 to {most}"
    ids = tuple(dict.fromkeys(piece.id for each in piece_sets for piece in each.pieces))
    if len(ids) <= MOST_LISTED:
        return describe_unknown("card", entry, ids)
    near = " or ".join(map(repr, find_near(entry, ids, most=3)))
    return f"unknown card {entry!r}" + (f" (did you mean {near}?)" if near else "")


@dataclass(frozen=True, kw_only=True)
class Board:
    """A game board."""

    id: Annotated[FileId, Doc("Id for file names: `board`.")]
    title: Annotated[WordsKey, Doc("Wording key of the board's name.")]
    size: Annotated[kinds.PositiveLength, Doc("Width and height: `420 mm x 297 mm`.")]
    ground: Annotated[Id, Doc("Template of the background; by default, plain paper.")] = ""
    poster: Annotated[Switch, Doc("Print at this size on several sheets, unless `--size` is given.")] = False
    seams: Annotated[
        tuple[kinds.Size, ...],
        Doc(
            "Positions from the left at which a board that is larger than the sheet is divided into pages "
            "at full size, instead of being reduced."
        ),
    ] = ()
    templates: Annotated[Mapping[Id, Annotated[Template, TEMPLATE]], Doc("Templates for this board.")] = (
        field(default_factory=dict)
    )
    draw: Annotated[Elements, Key("areas"), Doc("Areas and other elements from back to front.")]
    origins: Annotated[tuple[tuple[str | int, ...], ...], kinds.Written.NEVER] = ()
    """Path of each element in the file."""

    def find_problems(self) -> Iterator[Wrong]:
        if not all(first < second for first, second in pairwise((0.0, *self.seams, self.size[0]))):
            hint = f"they are in order, and less than the width, {self.size[0]:g} mm"
            yield Wrong("must be positions on the board", hint, key="seams")

    @property
    def areas(self) -> tuple[PlacedArea, ...]:
        """The areas among the elements."""
        return tuple(element for element in self.draw if isinstance(element, PlacedArea))

    @property
    def places(self) -> Iterator[Place]:
        """The places of all areas."""
        for area in self.areas:
            yield from area.places


Orientation = Annotated[Literal["portrait", "landscape"], Doc("Orientation of the paper.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section(SectionLookKeys):
    """Blocks one below the other, as on cards, but without fields."""

    title: Annotated[Title, Doc("Text of the heading.")]
    draw: Annotated[Blocks, Key("blocks"), Doc("Blocks from top to bottom.")]
    id: Annotated[str, kinds.Written.AS_KEY] = ""
    icon: Annotated[kinds.IconName, Doc("Icon beside the heading.")] = ""
    hint: Annotated[Title, Doc("Short text below the heading.")] = ""
    role: Annotated[kinds.TextRole, Doc("Role of type of texts without their own.")] = "card_body"
    gap: Annotated[kinds.Edge, Doc("Distance between blocks.")] = 1.2
    grows: Annotated[Switch, Doc("Draw squares and fields up to 1.5 times larger if the page has room.")] = (
        True
    )
    look: Annotated[SheetLook, kinds.Written.NEVER] = SheetLook()
    """Templates of its heading and its panel."""

    def list_look_fields(self, number: int) -> dict[str, str]:
        """Return the fields of its heading and its panel; texts may be wording keys."""
        return {**name_heading(number, self.title, self.icon), "hint": self.hint, "id": self.id}

    @property
    def content(self) -> AnyBlock:
        """The block for figures and rules of games: the grid, track, or shapes, or else the first."""
        played = GridBlock | TrackBlock | ShapesBlock
        return next((block for block in self.draw if isinstance(block, played)), self.draw[0])

    def find_problems(self) -> Iterator[Wrong]:
        return find_field_problems(self.draw, (LANGUAGES,))


@dataclass(frozen=True, slots=True)
class Panel:
    """Sections one above the other in a band."""

    sections: Annotated[tuple[Id, ...], Length(1), Doc("Ids of sections.")]
    share: Annotated[kinds.FactorValue, Doc("Width relative to the other panels of the band.")] = 1.0


Band = Annotated[tuple[Panel, ...], Length(1)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page to write on."""

    id: Annotated[FileId, Doc("Id for file names: `sheet`.")]
    title: Annotated[Title, Doc("Title, or its wording key.")]
    sections: Annotated[Mapping[Id, Section], Length(1), Doc("Sections by id.")]
    bands: Annotated[tuple[Band, ...], Length(1), Doc("Bands from top to bottom, each a list of panels.")]
    subtitle: Annotated[Title, Doc("Text of the line below the title.")] = ""
    name_field: Annotated[Title, Doc("Label of a field for the player's name.")] = ""
    orientation: Orientation = "portrait"
    credit: Annotated[Title, Doc("Text of the small line at the foot.")] = ""
    draw: Annotated[
        tuple[template.Element, ...], ELEMENTS, Key("ground"), Doc("Elements behind everything, on the page.")
    ] = ()
    panels: Annotated[
        Literal["close", "even"],
        Doc("Panels as high as their content, or as those beside them, with the content in the middle."),
    ] = "close"
    per_page: Annotated[
        Literal[1, 2],
        Doc("Copies on a page: 2, such as of a pad, have half of the paper each."),
    ] = 1
    aid: Annotated[
        Id | None,
        Doc("Booklet of one page on the same paper: beside the sheet with `per_page: 2`, or on its back."),
    ] = None
    by_language: Annotated[Switch, Doc("Print a copy in each of two languages.")] = False
    look: Annotated[SheetLook, kinds.Written.NEVER] = SheetLook()
    """Templates of its header, and of sections without their own."""

    @property
    def has_aid_behind(self) -> bool:
        """True if its aid is on the back of each paper."""
        return self.aid is not None and self.per_page == 1

    def find_page(self, paper: Paper) -> Paper:
        """Return the page of one copy on a paper."""
        return (paper.halved() if self.per_page == 2 else paper).oriented(self.orientation)


@dataclass(frozen=True, slots=True)
class Booklet:
    """A title and blocks, in columns on as many pages as necessary."""

    id: Annotated[FileId, Doc("Id for file names: `rules`.")]
    title: Annotated[Title, Doc("Title, or its wording key.")]
    blocks: Annotated[Blocks, Doc("Blocks from top to bottom.")]
    subtitle: Annotated[Title, Doc("Text of the line below the title.")] = ""
    columns: Annotated[kinds.Positive, Doc("Number of columns of a page.")] = 2
    most_pages: Annotated[kinds.Count, Doc("Maximum number of pages; 0: no limit.")] = 0
    fit: Annotated[Switch, Doc("Reduce the type size until the text fits on `most_pages`.")] = False
    multiple: Annotated[
        kinds.Positive,
        Doc(
            "Number of which the pages are a multiple, such as 2: type up to 15% larger, or 10% smaller, "
            "fills them. Folded booklets have 4."
        ),
    ] = 1
    by_language: Annotated[Switch, Doc("Print each of two languages on its own pages.")] = False
    orientation: Orientation = "portrait"
    credit: Annotated[Title, Doc("Text of the small line at the foot.")] = ""
    ruler: Annotated[
        Literal["first", "all", "none"] | None,
        Doc("Pages with a ruler and the name of the game; by default `first`, but none with its own foot."),
    ] = None
    even: Annotated[
        Switch,
        Doc(
            "Begin blocks on a grid of half lines, let the columns of a page end together, and resize its "
            "figures to fill it."
        ),
    ] = True
    look: Annotated[BookletLook, kinds.Written.NEVER] = BookletLook()
    """Templates of its pages and headings."""

    play: Annotated[FileName, Doc("Log from which figures show positions: `example_game.yaml`.")] = ""
    told_elsewhere: Annotated[
        Mapping[Id, kinds.RuleIds], Doc("Rules that no block tells, by the place that does: `log`, `cards`.")
    ] = field(default_factory=dict, hash=False)

    rule_numbers: Annotated[
        Switch,
        Doc("Number the blocks and items that tell rules, in the margin; the referee names these numbers."),
    ] = False

    contents: Annotated[
        Switch | None,
        Doc("Contents before the first heading, and pages behind links; by default, where `fill` has room."),
    ] = None
    index: Annotated[Switch, Doc("Index of headings and links at the end, and pages behind links.")] = False
    fill: Annotated[
        kinds.Count,
        Doc("Number of which the pages are a multiple, such as 4: contents and pages for notes are added."),
    ] = 0
    close: Annotated[
        Blocks,
        Doc("Blocks below the text of the last page, across all columns: as large as there is room."),
    ] = ()
    back: Annotated[tuple[Id, ...], Doc("Booklets, boards, or sheets on a last page of their own.")] = ()

    def find_problems(self) -> Iterator[Wrong]:
        if self.fit and not self.most_pages:
            yield Wrong("the number of pages is missing", "add `most_pages: ...`", path=("fit",))


def list_told(booklet: Booklet) -> Iterator[str]:
    """Yield the rules that a booklet tells, in the order of its blocks, then those told elsewhere."""
    for block in walk_blocks(booklet.blocks):
        yield from getattr(block, "tells", ())
    for rules in booklet.told_elsewhere.values():
        yield from rules


@dataclass(frozen=True)
class CardBook(Booklet):
    """A booklet with the texts of all cards of a game by their numbers; layout writes its blocks."""


Part: TypeAlias = Sheet | Board | Booklet | PieceSet
"""A part, which is printed to files of its own."""
PartType = TypeVar("PartType", Sheet, Board, Booklet, PieceSet)

_PLAYERS = r"[1-9]\d?(\+|-[1-9]\d?)?"
_match_players = kinds.matching(_PLAYERS, "a number of players", "such as `2`, `2+` or `3-6`")


def _parse_players(text: str) -> str:
    least, _, most = _match_players(text).partition("-")
    if most and int(least) > int(most):
        raise Wrong(f"`{text}` is not a range", f"the smaller number comes first: `{most}-{least}`")
    return text


_PLAYERS_SCHEMA = {"type": ["string", "integer"], "pattern": f"^{_PLAYERS}$"}
Players = Annotated[str, kinds.Kind("number of players", _parse_players, _PLAYERS_SCHEMA)]


@dataclass(frozen=True, slots=True)
class Credit:
    """People and their role, printed with the rules."""

    role: Annotated[WordsKey, Doc("Wording key of the role: `credit.designer`.")]
    names: Annotated[tuple[Text, ...], Length(1), Doc("Names.")]


@dataclass(frozen=True, slots=True)
class PartFile:
    """A part: a sheet to write on, a board, a deck of cards, tokens, or a booklet."""

    file: Annotated[FileName, kinds.Written.FIRST, Doc("File of the part.")]
    stock: Annotated[
        Literal["paper", "card", "board"] | None,
        Doc("What it is printed on, or glued to; by default `paper` for sheets and booklets, or `card`."),
    ] = None
    instead_of: Annotated[Id, Doc("Id of a part that this one can replace: one of them is enough.")] = ""
    optional: Annotated[Text, Doc("When it can be left out: `if you have two dice`.")] = ""


_PARTS = dict.fromkeys(("sheet", "board", "deck", "tokens", "booklet"), PartFile)
PARTS = kinds.OneOf(_PARTS, "part", example="sheet")
"""All types of parts, by their key in kit.yaml."""


@dataclass(frozen=True, kw_only=True)
class TextKeys:
    """How texts are set: in kit.yaml, or in a deck without one."""

    fonts: Annotated[
        Literal["game", "system"],
        Doc("Fonts of the game only, or also those that are installed on this machine."),
    ] = "game"
    language: Annotated[
        kinds.LanguageTag,
        Doc("Language of texts that are written in the files themselves, for hyphens and quotation marks."),
    ] = "en"
    quotes: Annotated[
        Literal["typed", "smart"],
        Doc("`smart`: `\"` and `'` in texts become the quotation marks of the language."),
    ] = "typed"
    direction: Annotated[
        kinds.TextDirection, Doc("Direction of reading; `auto`: that of the first letter of each text.")
    ] = "auto"


@dataclass(frozen=True, kw_only=True)
class KitHead(TextKeys):
    """General data of a game."""

    id: Annotated[FileId, Doc("Id of the game; by default, the name of its folder, with `_` for `-`.")] = ""
    title: Annotated[Title, Doc("Name of the game, or its wording key; by default, from the id.")] = ""
    version: Annotated[Text, Doc("Version of the game, for `{version}` in texts and on cards: `1.2`.")] = ""
    players: Annotated[Players, Doc("Number of players: `2+`, `3-6`.")] = "1+"
    icon: Annotated[kinds.IconName, Doc("Icon before every title.")] = ""
    papers: Annotated[tuple[Id, ...], Doc("Sizes for `--paper all` and `petri check`; by default, all.")] = ()
    credits: Annotated[tuple[Credit, ...], Doc("Authors, artists, and others.")] = ()
    licence: Annotated[Text, Doc("Licence of texts and pictures, for web pages: `CC BY 4.0`.")] = ""
    notice: Annotated[
        WordsKey, Doc("Wording key of a text about sources and trade marks, for web pages.")
    ] = ""
    strict: Annotated[Switch, Doc("Every number in the texts has a name, or is `free`.")] = False
    free: Annotated[
        Mapping[kinds.TextKey, kinds.FreeNumbers],
        Doc("Numbers without a name by the key of their text, or of a group: `rules.subtitle: [8, 35]`."),
    ] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class KitFile(KitHead):
    """A game as it is printed: its parts, in the order in which they are built."""

    parts: Annotated[tuple[PartFile, ...], PARTS, Length(1), Doc("Printed parts, each in its own file.")]
    theme: Annotated[ThemeKeys, Doc("Theme: the name of its file, or its differences from a theme.")] = (
        ThemeKeys(extends="base")
    )
    templates: Annotated[tuple[FileName, ...], Doc("Files of templates for cards, tokens, and boards.")] = ()
    numbers: Annotated[
        Mapping[Id, ExpressionValue],
        Doc('Numbers by name, for `{name}` in texts: `red_chips: tokens["infection"].count`.'),
    ] = field(default_factory=dict)
    score: Annotated[FileName, Doc("File that defines the score of a finished sheet: `score.yaml`.")] = ""
    box: Annotated[BoxKeys | None, Doc("Tuck boxes of decks without their own.")] = None
    divider: Annotated[DividerKeys | None, Doc("Dividers of decks without their own.")] = None
    booklet: Annotated[LookKeys | None, Doc("Templates of the pages of booklets.")] = None
    sheet: Annotated[SheetLookKeys | None, Doc("Templates of sheets.")] = None


RULES_FILE = "rules.py"
"""File in the folder of a game that provides its rules."""


@dataclass(frozen=True)
class GameSummary:
    """The contents of a game by name."""

    id: str
    title: str
    players: str
    path: Path
    """The folder of the game, or its file."""
    parts: tuple[str, ...]
    locales: Mapping[str, bool]
    """Languages; True for a draft."""
    score: str = ""
    """Name of the file of what counts on a finished sheet; empty: none."""


@dataclass(frozen=True, kw_only=True)
class Kit(KitHead):
    """A game as it is printed and played."""

    folder: Path
    parts: tuple[Part, ...]
    theme: Theme
    icons: Mapping[str, Icon]
    wordings: Mapping[str, Wording]
    """Wordings by locale: the game's own texts joined with those that all games share."""
    pictures: Mapping[str, PictureFile] = field(default_factory=dict)
    """Pictures that the parts use, by file name."""
    warnings: tuple[Problem, ...] = ()
    """Problems of its files that do not prevent printing."""
    uses: Mapping[str, PartFile] = field(default_factory=dict)
    """Entries of kit.yaml for each part, by its id."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Numbers by name, which its texts have already."""
    scoring: object = None
    """Its score.yaml, a `Scoring`, which few runs import; None if it has none, or its sheet was not read."""
    is_trusted: bool = False
    """True if the user allows the program to run `rules.py` of the folder."""
    file: str = ""
    """Name of the file of a game that is a single file."""

    @property
    def path(self) -> Path:
        """The folder of the game, or its file."""
        return self.folder / self.file

    @property
    def slug(self) -> str:
        """The id for file names, such as `space-race`."""
        return self.id.replace("_", "-")

    def name(self, thing: str, locale: str) -> str:
        """Return the name of a part for messages: `space-race (en) cards`; `fox (en)` for the deck `fox`."""
        kit = f"{self.slug} ({locale})"
        return kit if thing in (self.id, self.slug) else f"{kit} {thing}"

    @property
    def numbers_of_players(self) -> tuple[int, int | None]:
        """The fewest and the most players; None: any number."""
        if self.players.endswith("+"):
            return int(self.players[:-1]), None
        least, _, most = self.players.partition("-")
        return int(least), int(most or least)

    @property
    def players_text(self) -> tuple[str, Mapping[str, int]]:
        """Key and values of the text for the numbers of players: `3–6`, or `2 or more`."""
        least, most = self.numbers_of_players
        if most is None:
            return "players.more", {"least": least}
        return "players.exact" if least == most else "players.range", {"least": least, "most": most}

    @property
    def reference(self) -> Wording:
        """The English wording, or the first of a kit without English; empty for a kit without texts."""
        empty = Wording("en", "English", "ltr", {})
        return self.wordings.get("en") or next(iter(self.wordings.values()), empty)

    def parts_of(self, kind: type[PartType]) -> dict[str, PartType]:
        """Return the parts of one type by id."""
        return {part.id: part for part in self.parts if isinstance(part, kind)}
