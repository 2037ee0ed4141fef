"""Files of decks and tokens -> PieceSet: pieces, their cuts, and the templates that draw them.

Rows that are no pieces are looked up by expressions, or left out: totals, rows without a text, and cells that
cannot be printed as they are. Files with templates declare tables to look up: `tables: {pips: pips.csv}`.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate, count, groupby
from math import nan, sqrt
from operator import itemgetter
from pathlib import Path
from typing import Any, get_args, get_type_hints

from generator.errors import DataError, Wrong, format_count, format_more, suggest
from generator.model.elements.blocks import list_fields
from generator.model.elements.boxes import WHOLE, Computed, compute, list_computed
from generator.model.elements.template import Element, IconElement, Template, WordsElement
from generator.model.geometry import Rectangle, describe_tab, place_cells, round_corners
from generator.model.kit import CARD_SIZES, FACES, CardSize, Deck, Form, Outline, Piece, PieceSet
from generator.model.language.expressions import FACE, Field, Pattern
from generator.model.language.field_values import RowTable, number_or_none
from generator.model.language.kinds import CELLS, LENGTH_TEXT
from generator.model.storage import BOX_FACES, BoxDesign, BoxKeys, DividerDesign, DividerKeys, Storage
from generator.model.values import dataclass, field, fields, replace
from generator.read.declared.names import Names
from generator.read.declared.reader import Findings, Reader, read_file
from generator.read.declared.tables import TableSource
from generator.read.files.shelf import REFERENCE, Shelf
from generator.read.files.yaml import Data, DataPath, parse_yaml
from generator.read.pieces.checks import STYLE_SIZE, EffectWatch, check_elements, check_pieces
from generator.read.pieces.heads import CutOutline, DeckHead, PieceSides, PieceTable, Tab, TokensHead, TuckBox
from generator.read.pieces.rows import (
    ID_COLUMNS,
    OWN,
    PieceRows,
    RowList,
    find_id_column,
    find_rows,
    freeze,
    list_piece_rows,
    read_pieces,
)
from generator.read.templates.elements import ElementReader, PlacedElement, Shared, name_part
from generator.read.templates.templates import PlacedTemplate, TemplateBook
from generator.scene.svg_outline import contains, cut_up, measure_outline, parse_outline, split_outline

_CARDS, _TOKENS = (3.0, 3.0), (1.5, 1.0)
"""Default bleed and safe margin, in mm."""
_SIDES = ("front", "back")

_PICTURED = """
front picture: [{picture: {file: "{picture}", fit: cover, bleed: mirror}}]
back picture: [{picture: {file: "{back_picture}", fit: cover, bleed: mirror}}]
"""
"""Default templates of pieces from a folder of pictures."""
_COPIES = (
    *("qty", "quantity", "copies", "amount", "number_of_copies"),
    *("anzahl", "menge", "cantidad", "copias", "quantite", "exemplaires", "quantita", "copie", "quantidade"),
)
"""Columns that are probably meant as `count`."""
_USING = ("shape", "size", "corner", "outline", "tab", "box", "divider")
"""Keys of the head that may use fields."""
_CUT = tuple(one.name for one in fields(CutOutline))
"""Keys that describe the cut, in the head of a file or in the row of a token."""
_OUTLINES = ("shape", "outline", "tab", "tuck_box")
"""Keys of which one describes the outline."""
_LEAST = 2.0
"""Minimum width and height of a piece, in mm: smaller ones cannot be cut out."""
_NEAR = 0.011
"""Smaller distances are rounding errors."""
_PLAY = 1.0
"""Space in a tuck box beyond the size of its cards, in mm."""
_HINT = "an outline is one closed line, after which others may cut holes in it"

_TABLE_KEYS = frozenset(key.name for key in fields(PieceTable))
"""Keys that say where the rows of a table come from; the keys of all other mappings are ids."""
_TOTALS = re.compile(
    r"(grand[ -]?|sub[ -]?)?totals?( cards?)?|sums?|total general|totale( generale)?|somma|suma|summen?|"
    r"(gesamt|end|zwischen)summe|gesamt|insgesamt|somme|soma",
    re.IGNORECASE,
)
"""Labels of totals, in the languages of the program and of spreadsheets."""
_LEFT_OUT = (
    ("this row is a total of others, and is left out", "to print it, write a text into another column"),
    ("this row has no text for a piece, and is left out", "to print it, write an id or a name into it"),
)


def read_all_card_sizes(shelf: Shelf) -> Mapping[str, CardSize]:
    """Read our sizes of cards, and those of installed packages; raises DataError with all problems."""
    paths = reversed(shelf.list_all(shelf.card_sizes))
    return {id: size for path in paths for id, size in read_card_sizes(path).items()}


def read_card_sizes(path: Path) -> Mapping[str, CardSize]:
    """Read named sizes, in the order of the file; raises DataError with all problems."""
    sizes: Mapping[str, CardSize] = read_file(path, CARD_SIZES)[0]
    return sizes


def read_deck(path: Path, *, book: TemplateBook) -> PieceSet:
    """Read a deck; raises DataError with all problems of the file, its cards, and its templates."""
    reader = PieceSetReader(path, DeckHead, book)
    tried = {"size": STYLE_SIZE} if book.names.style else {}
    cut = reader.cuts.read(reader.findings, (), {}, tried or _get_cut(reader.findings.source.data, _CUT))
    rows = reader.read_rows("cards")
    return reader.make_set(rows, [cut] * len(rows.pieces))


def read_tokens(path: Path, *, book: TemplateBook) -> PieceSet:
    """Read tokens; raises DataError with all problems of the file and its templates."""
    reader = PieceSetReader(path, TokensHead, book)
    inherited = _get_cut(reader.findings.source.data, _CUT)
    rows = reader.read_rows("tokens", own=_CUT)
    keys = _list_cut_columns(rows.given, book.sizes) if rows.given and rows.given.table else _CUT
    own = [_get_cut(rows.given.data[row], keys) if rows.given else {} for row in rows.rows]
    has_shared = bool(inherited.keys() & {"size", "tuck_box"}) and not all(own)
    shared = reader.cuts.read(reader.findings, (), {}, inherited) if has_shared else None
    cuts = [shared] * len(own)
    for number, given in enumerate(own):
        if given or not has_shared:
            cuts[number] = reader.cuts.read(rows.findings, rows.path_of(number), given, inherited)
    return reader.make_set(rows, cuts)


def _list_cut_columns(given: RowList, sizes: Collection[str]) -> list[str]:
    """Return the columns that describe the cut, not those with other texts: `Size` with `XX`."""
    shapes = get_args(get_type_hints(CutOutline)["shape"])
    is_cut = re.compile("|".join((LENGTH_TEXT + ".*", *sizes, *shapes))).fullmatch
    return [key for key in _CUT if any(map(is_cut, given.list_texts(key)))]


def _get_cut(data: Data, keys: Collection[str]) -> dict[str, Data]:
    """Return the keys of a head or token that describe its cut; an empty cell of a table is no key."""
    return {key: data[key] for key in keys if data.get(key, "") != ""} if isinstance(data, dict) else {}


@dataclass(frozen=True)
class CutOut:
    """The form of pieces, and what outlines them."""

    form: Form
    cut: CutOutline
    findings: Findings
    path: DataPath
    failed: set[str] = field(default_factory=set)
    """Keys whose problem has been reported."""

    def outline(self, piece: Piece) -> Piece:
        """Return a piece with its outline; a problem is added for the first piece that has it."""
        cut, form = self.cut, self.form
        key = "tab" if cut.tab else "outline"
        if form.outline != "path" or key in self.failed:
            return piece
        try:
            if cut.tab:
                tab: Tab = compute(cut.tab, piece.fields)
                size = form.width, form.height
                line = describe_tab(size, tab.side, tab.at, tab.size, corner=form.corner)
                return replace(piece, outline=_check_outline(form, line))
            outline = Computed(Pattern(cut.outline), partial(_check_outline, form))
            return replace(piece, outline=outline.compute(piece.fields))
        except Wrong as wrong:
            about = f", for `{piece.id}`" if list_computed(cut) or "{" in cut.outline else ""
            self.findings.add((*self.path, key, *wrong.path), wrong.message + about, wrong.hint)
            self.failed.add(key)
            return piece


def _check_outline(form: Form, text: str) -> str:
    """Return path data that are a closed line on a piece, and holes in it; raises Wrong."""
    whole = Rectangle(0.0, 0.0, form.width, form.height)
    if re.fullmatch(CELLS, text):
        text = " ".join(round_corners(corners, 0.0) for corners in place_cells(text, whole))
    try:
        outline = parse_outline(text, open_ends=True)
    except ValueError as error:
        raise Wrong(str(error), "SVG path data in mm, such as `M 0 0 H 30 L 15 40 Z`") from None
    parts, box = split_outline(outline), measure_outline(outline)
    if box is None:
        raise Wrong("draws nothing", _HINT)
    around = [*cut_up(parts[0])]
    if any(not contains(around, start) for hole in parts[1:] for start, _ in cut_up(hole)):
        raise Wrong(f"has {len(parts)} parts", _HINT)
    if any(part[-1] != ("Z",) and part[-1][-2:] != part[0][-2:] for part in parts):
        raise Wrong("is not closed", "end it with `Z`")
    if (over := Rectangle(*box).beyond(whole)) > _NEAR:
        hint = f"the piece is {form.width:g} x {form.height:g} mm"
        raise Wrong(f"extends {over:.1f} mm beyond the piece", hint)
    if min(box[2] - box[0], box[3] - box[1]) < _LEAST:
        raise Wrong("is too small to be cut out", f"at least {_LEAST:g} mm wide and high")
    return text


@dataclass(frozen=True)
class CutReader:
    """Reads the cuts that the head of a file and its rows describe."""

    shape: str
    """Shape of pieces without one."""
    blank: Form
    """Form of the pieces without size and outline."""
    folder: Path
    book: TemplateBook
    read_deck: Callable[[Path], Deck]
    """Reads the deck that fits in a tuck box; raises DataError."""

    def read(
        self, findings: Findings, path: DataPath, own: Mapping[str, Data], inherited: Mapping[str, Data]
    ) -> CutOut | None:
        """Return the cut of a piece, or of all pieces if `own` is empty; None after adding its problems."""
        before = len(findings.problems)
        if any(key in own for key in _OUTLINES):
            inherited = {key: value for key, value in inherited.items() if key not in _OUTLINES}
        data: Any = {"shape": self.shape, **inherited, **own}
        reader = ElementReader(findings, self.book.names.judge, Shared())
        cut = reader.read(CutOutline, data, path)
        if cut is None:
            return None
        if cut.tab is not None:
            cut = replace(cut, tab=reader.read(Tab, data["tab"], (*path, "tab")))
        box = cut.tuck_box
        form = self._make_box(findings, path, box) if box else self._make_form(findings, path, cut, own)
        return CutOut(form, cut, findings, path) if form and len(findings.problems) == before else None

    def _make_box(self, findings: Findings, path: DataPath, box: TuckBox) -> Form | None:
        deck = self._read_box_deck(findings, (*path, "tuck_box", "deck"), box.deck)
        if deck is None:
            return None
        width, height = (side + _PLAY for side in sorted((deck.form.width, deck.form.height)))
        depth = deck.count * box.thickness + _PLAY
        return replace(self.blank, width=width, height=height, outline="tuck_box", depth=depth)

    def _make_form(
        self, findings: Findings, path: DataPath, cut: CutOutline, own: Mapping[str, Data]
    ) -> Form | None:
        place = (*path, "size") if "size" in own or not path else path
        if cut.size is None:
            findings.add(path, "`size` is missing", "add `size: ...`", at="key")
            return None
        width, height, named_corner = self._parse_size(findings, place, cut.size)
        is_one = not isinstance(cut.size, str) and width == height
        shape = "path" if cut.outline or cut.tab else cut.shape
        if shape in ("square", "cube") and width != height:
            findings.add(place, f"is {width:g} x {height:g} mm", f"a {shape} must be as wide as it is high")
        if shape == "standee" and is_one:
            findings.add(place, "is only one length", "write width and height: `20 mm x 35 mm`")
        if shape == "hexagon" and is_one:
            # A hexagon with one length is regular and has a corner at the top: the length is its width.
            height = width * 2 / sqrt(3)
        corner = 0.0
        if shape in ("square", "rectangle") or cut.tab:
            corner = named_corner if cut.corner is None and shape != "square" else cut.corner or 0.0
        elif "corner" in own:
            hint = "remove it: only squares and rectangles have round corners"
            findings.add((*path, "corner"), f"a {shape} has no corners to round", hint)
        if corner * 2 > min(width, height):
            where = (*path, "corner") if "corner" in own or not path else place
            findings.add(where, "is more than half the width", "at most half the shorter side")
        outline: Outline = "rectangle" if shape == "square" else shape
        return replace(self.blank, width=width, height=height, corner=corner, outline=outline)

    def _parse_size(
        self, findings: Findings, path: DataPath, given: str | tuple[float, float]
    ) -> tuple[float, float, float]:
        """Return width, height, and corner of a size that is named or written out."""
        if not isinstance(given, str):
            if min(given) < _LEAST:
                message = f"{given[0]:g} x {given[1]:g} mm is too small to be cut out"
                findings.add(path, message, f"at least {_LEAST:g} mm")
            return (*given, 0.0)
        size = self.book.sizes.get(given)
        if size is None:
            hint = suggest(given, self.book.sizes) + ", or width and height: `63 mm x 88 mm`"
            findings.add(path, f"unknown size `{given}`", hint)
            return 63.0, 63.0, 0.0
        return size.width, size.height, size.corner

    def _read_box_deck(self, findings: Findings, path: DataPath, name: str) -> Deck | None:
        """Return the deck in another file; None after adding a problem."""
        if not findings.check_file(path, self.folder / name, home=self.folder):
            return None
        try:
            return self.read_deck(self.folder / name)
        except DataError:
            findings.add(path, f"`{name}` has problems", "fix them first")
            return None


class PieceSetReader:
    """Reads the pieces of one file, and checks them against their templates.

    Problems of the file, of its table, and of its templates are added to `findings`.
    """

    def __init__(self, path: Path, kind: type[DeckHead | TokensHead], book: TemplateBook) -> None:
        """Read the head of the file; raises DataError if it cannot be read."""
        self.head: DeckHead | TokensHead
        self.head, self.findings = read_file(path, kind, book.names.judge, memo=book.names.memo)
        book.names.warn_of_cut_texts(self.findings.source)
        book.names.judge_head(book.names, self.findings)
        self.head = name_part(self.head, path)
        self._folder = path.parent
        book = replace(book, read_table=read_lookup)
        self.book = book.extended(self.findings, ("templates",), self.head.templates)
        """The templates of the game, and those of the file."""
        if book.names.style and isinstance(self.head, DeckHead):
            tried = replace(self.head, template=None, front="face", back="back")
            self.head = replace(tried, shape="rectangle", bleed=None, safe=None)
            self.book = book
        elif self.head.template is not None:
            self._read_template()
        own = self.head.bleed, self.head.safe
        usual = _CARDS if kind is DeckHead else _TOKENS
        bleed, safe = (two if one is None else one for one, two in zip(own, usual, strict=True))
        blank = Form(0.0, 0.0, bleed=bleed, safe=safe, art_bleed=self.head.art_bleed)
        self._kept_bleed = bleed if self.head.keep_bleed else None
        if self._kept_bleed == 0:
            self.findings.add(("keep_bleed",), "there is no bleed", "remove `bleed: 0 mm`", at="key")

        def read_other_deck(path: Path) -> Deck:
            return read_deck(path, book=book).decks[0]

        self.cuts = CutReader(self.head.shape, blank, self._folder, self.book, read_other_deck)

    def _read_template(self) -> None:
        """Add the template of both sides to the book, and make it the default."""
        data, findings, path = self.head.template, self.findings, ("template",)
        if isinstance(data, dict) and not {"extends", "draw"} & data.keys():
            Reader(findings).read(PieceSides, data, path)
            sides = {side: data[side] for side in _SIDES if side in data}
            self.book = self.book.extended(findings, path, sides)
        else:
            sides = {"front": data}
            self.book = self.book.extended(findings, path, data, alone="front")
        for side in sides:
            if getattr(self.head, side):
                message = f"the template of the {side} is also in `template`"
                findings.add((side,), message, "remove one of the two", at="key")
        self.head = replace(self.head, front="front", back="back" if "back" in sides else self.head.back)

    def read_rows(self, key: str, *, own: Sequence[str] = ()) -> PieceRows:
        """Return the pieces of a list, or of the table that is named instead."""
        head, findings = self.head, self.findings
        beside = {one.name for one in fields(head)}
        for name in head.fields:
            if name in OWN or name in own:
                hint = f"write `{name}: ...` {'beside `fields`' if name in beside else 'with each piece'}"
                findings.add(("fields", name), f"`{name}` is not a field of templates", hint, at="key")
        given = {name: freeze(findings, ("fields", name), value) for name, value in head.fields.items()}
        rows_of = partial(list_piece_rows, findings, key, self._folder, self.book)
        listed = findings.require(findings.read(rows_of))
        if listed.pictured:
            made = findings.of(parse_yaml(_PICTURED, file=findings.file))
            self.book = self.book.extended(made, (), made.source.data)
        pictured = {side: f"{side} picture" for side in listed.pictured}
        front, back = (getattr(head, side) or pictured.get(side, "") for side in _SIDES)
        rows = read_pieces(listed, OWN | {*own}, replace(head, fields=given, front=front, back=back))
        if not rows.pieces and not rows.findings.has_own:
            if listed.table and not listed.data:
                findings.add((key,), f"there are no {key} in {listed.table.file}", "it has only titles")
            else:
                findings.add((key,), f"there are no {key} left", "check `where` and `count`")
        cuts = " ".join(str(findings.source.get(name)) for name in ("tab", "outline"))
        templates = {name for one in rows.pieces for name in (one.front, one.back)}
        shown = tuple(found.template.elements for id in templates if (found := self.book.get_sound(id)))
        used = {*list_fields(shown), *re.findall("[a-z_]+", cuts)}
        rows = rows.with_defaults(self._list_defaults(used))
        if self.book.names.style and "name" not in rows.columns:
            rows = rows.with_names()
        rows = drop_leftovers(rows, used | {*own}, self.book.names).with_built_in(key, used)
        if head.order:
            findings.check_names(("order",), head.order, [piece.id for piece in rows.pieces], "piece")
        return rows.in_order(head.order) if head.order else rows

    def _list_defaults(self, used: Collection[str]) -> Mapping[str, Field]:
        """Return the default fields of the theme that the templates use."""
        found = {name: one for name, one in self.book.shared.fields.items() if name in used}
        return {name: freeze(self.findings.of(one.source), one.path, one.data) for name, one in found.items()}

    def make_set(self, rows: PieceRows, cuts: Sequence[CutOut | None]) -> PieceSet:
        """Return the set with a deck of each form; raises DataError with all problems."""
        head, book, findings = self.head, self.book, self.findings
        forms = self._list_forms(rows, cuts)
        rows = replace(rows, pieces=[*self._cut_out(rows, cuts)])
        self._check_count(rows)
        for name, (source, _) in book.shared.tables.items():
            if name in rows.columns:
                message = f"`{name}` is also a field of the pieces"
                findings.of(source).add(("tables", name), message, "use another name", at="key")
        languages = [one for one in (rows.given.languages if rows.given else ()) if one != REFERENCE]
        if book.names.is_drawn:
            self._watch_effects(rows, languages, forms)
        storage = None
        if isinstance(head, DeckHead) and not (cuts and cuts[0] and cuts[0].form.is_net):
            storage = StorageReader(findings, book, rows).read(head.box, head.divider)
        findings.stop_if_any()
        names = sorted({name for piece in rows.pieces for name in (piece.front, piece.back) if name})
        return PieceSet(
            head.id,
            head.title,
            tuple(self._make_decks(rows, forms)),
            # Invalid templates have been reported with their own file.
            templates={name: book.known[name].template for name in names if name in book.known},
            imposition=head.imposition,
            is_direct=head.template is not None,
            backs=head.backs or ("duplex-long" if any(piece.back for piece in rows.pieces) else "none"),
            text_columns=rows.given.languages if rows.given else {},
            storage=storage,
            has_cards=isinstance(head, DeckHead),
            wanted_bleed=head.bleed or 0.0,
            kept_bleed=self._kept_bleed,
        )

    def _list_forms(self, rows: PieceRows, cuts: Sequence[CutOut | None]) -> Sequence[Form | None]:
        """Return the form of each piece, with the bleed that the pictures of the deck have."""
        forms = [cut.form if cut else None for cut in cuts]
        bleed = rows.given.art_bleed if rows.given else None
        if bleed is None:
            return forms
        if self.head.art_bleed is not None:
            message = "is also beside `pictures`"
            self.findings.add(("art_bleed",), message, "remove one of the two", at="key")
        changed = {form: replace(form, art_bleed=bleed) for form in forms if form}
        return [changed[form] if form else None for form in forms]

    def _watch_effects(self, rows: PieceRows, languages: Iterable[str], forms: Sequence[Form | None]) -> None:
        """Check the pieces in each language, and note what has no effect on any."""
        watch = EffectWatch(self.book.names, self.findings, self.head.ignore)
        in_languages = [rows, *map(rows.in_language, languages)]
        used = {*check_pieces(in_languages, forms, self.book, self.findings, watch)}
        names = {name for one in rows.pieces for name in (one.front, one.back)}
        used |= list_fields(
            tuple(found.template.elements for name in names if (found := self.book.get_sound(name)))
        )
        used |= {*re.findall(r"\w+", " ".join(str(self.findings.source.get(name)) for name in _USING))}
        if copies := self._warn_of_copies(rows, used):
            used.add(copies)
        watch.note_columns(rows, used)
        for text in rows.given.unmet if rows.given else ():
            if rows.given and not watch.covers(text):
                key = "cards" if isinstance(self.head, DeckHead) else "tokens"
                message, hint = f"`{text}` is in no cell", find_similar_text(text, rows.given.data)
                warning = self.findings.describe((key, "replace", text), message, hint, at="key")
                self.book.names.warn(warning)
        watch.warn_of_templates(names)
        watch.warn_of_clashes()
        watch.warn_of_foreign_texts()
        watch.warn_of_ignored()

    def _cut_out(self, rows: PieceRows, cuts: Sequence[CutOut | None]) -> Iterator[Piece]:
        """Yield pieces with outlines; those of nets get the name of a face, for their templates."""
        for number, (piece, cut) in enumerate(zip(rows.pieces, cuts, strict=True)):
            outlined = cut.outline(piece) if cut else piece
            if cut and cut.form.outline in FACES:
                if FACE in piece.fields:
                    message = "is reserved for the number of a cube's face"
                    rows.findings.add(rows.path_of(number, FACE), message, "use another name", at="key")
                outlined = replace(outlined, fields={**piece.fields, FACE: cut.form.faces[0][0]})
            yield outlined

    def _check_count(self, rows: PieceRows) -> None:
        expected = self.head.expect
        if expected is None or rows.findings.has_own:
            # Invalid pieces are left out, and would be reported as missing too.
            return
        counts: Counter[str] = Counter()
        for piece in rows.pieces:
            counts[piece.id] += piece.count
        if isinstance(expected, int):
            if (total := counts.total()) != expected:
                hint = "each piece counts as often as it is printed"
                self.findings.add(("expect",), f"expects {expected} pieces, but there are {total}", hint)
            return
        for id, number in expected.items():
            path = ("expect", id)
            if self.findings.check_name(path, id, counts, "piece", at="key") and counts[id] != number:
                self.findings.add(path, f"expects {number} of `{id}`, but there are {counts[id]}")

    def _warn_of_copies(self, rows: PieceRows, used: Collection[str]) -> str:
        """Warn of a column that is probably the number of copies, but is not used for anything; return it."""
        given = rows.given
        if given is None or given.count != "count":
            return ""
        there = [name for name in _COPIES if name in rows.columns]
        for number, piece in enumerate(rows.pieces if there else ()):
            name = next((name for name in there if piece.fields.get(name, "1") not in ("", "1")), "")
            if name and name not in used and "count" not in piece.fields:
                title = given.table.titles[name] if given.table else name
                key = f"{{file: ..., count: {title}}}" if given.table else "count: ..."
                hint = f"if it is the number of copies, write `{key}`"
                path, message = rows.path_of(number, name), f"`{title}` is not used"
                self.book.names.warn(rows.findings.describe(path, message, hint))
                return name
        return ""

    def _make_decks(self, rows: PieceRows, forms: Sequence[Form | None]) -> Iterator[Deck]:
        by_form: dict[Form, list[Piece]] = {}
        for form, group in groupby(zip(rows.pieces, forms, strict=True), key=itemgetter(1)):
            by_form.setdefault(form, []).extend(piece for piece, _ in group)
        id, locate = self.head.id, rows.make_lines()
        for number, (form, pieces) in enumerate(by_form.items(), start=1):
            yield Deck(
                id if isinstance(self.head, DeckHead) else f"{id}_{number}", form, tuple(pieces), locate
            )


_FIELDS: dict[str, Field] = {
    **dict.fromkeys(("id", "game", "title", "boxes", "icon", "value"), ""),
    **dict.fromkeys(("count", "number", "wide", "high", "deep", "at"), "21"),
}
"""Fields of boxes and dividers, for checks of their templates."""


@dataclass(frozen=True)
class StorageReader:
    """Reads the boxes and dividers of a deck, or of all decks of a game, and adds problems to `findings`."""

    findings: Findings
    book: TemplateBook
    rows: PieceRows | None = None
    """The cards; None for those of all decks."""

    def read(self, box: BoxKeys | None, divider: DividerKeys | None) -> Storage:
        """Return what the keys of a file declare, checked against the cards if they are known."""
        return Storage(
            self._read_box(box) if box else BoxDesign(),
            self._read_divider(divider) if divider else DividerDesign(),
        )

    def _read_box(self, keys: BoxKeys) -> BoxDesign:
        found = {
            key: self._read_template(("box", key), getattr(keys, key), faces)
            for key, faces in {"template": sum(BOX_FACES.values(), ()), **BOX_FACES}.items()
            if getattr(keys, key) is not None
        }
        whole = found.pop("template", None)
        templates = {**(dict.fromkeys(BOX_FACES, whole) if whole else {}), **found}
        return BoxDesign({face: one for face, one in templates.items() if one}, keys.thickness)

    def _read_divider(self, keys: DividerKeys) -> DividerDesign:
        rows, template = self.rows, None
        if keys.template is not None:
            template = self._read_template(("divider", "template"), keys.template, ("",))
        if rows is None:
            for key, depends in (("by", keys.by), ("icon", "{" in keys.icon), ("say", "{" in keys.say)):
                if depends:
                    hint = "write it in the file of the deck"
                    self.findings.add(("divider", key), "depends on the cards", hint)
        elif rows.pieces:
            if keys.by:
                self.findings.check_name(("divider", "by"), keys.by, rows.columns, "field")
            shown: list[Element] = [IconElement(box=WHOLE, icon=keys.icon)] if keys.icon else []
            shown += [WordsElement(box=WHOLE, say=keys.say)] if keys.say else []
            source, path = self.findings.source, ("divider",)
            placed = tuple(PlacedElement(element, source, path) for element in shown)
            # Cards without a value have no divider.
            parted = [piece for piece in rows.pieces if piece.fields.get(keys.by)] or rows.pieces
            pieces = [
                replace(piece if piece.fields.get(keys.by) else parted[0], front="divider", back="")
                for piece in rows.pieces
            ]
            self._check(PlacedTemplate("divider", source, path, placed), replace(rows, pieces=pieces))
        return DividerDesign(keys.by, keys.icon, keys.say, template)

    def _read_template(self, path: tuple[str, str], data: object, faces: Iterable[str]) -> Template | None:
        """Return a template, checked with the fields of each face; None after adding its problems."""
        id = " ".join(path)
        placed = self.book.extended(self.findings, path, data, alone=id).known.get(id)
        if placed is None:
            return None
        first = dict(self.rows.pieces[0].fields) if self.rows and self.rows.pieces else {}
        pieces = [Piece(id, {**first, **_FIELDS, FACE: face}, id) for face in faces]
        self._check(placed, PieceRows(self.findings, path, pieces, [0] * len(pieces)))
        return placed.template

    def _check(self, placed: PlacedTemplate, rows: PieceRows) -> None:
        if self.book.names.is_drawn:
            check_elements(placed, self.book, rows)


def find_similar_text(text: str, rows: Iterable[Any]) -> str:
    """Return a hint with the text of a cell that differs only in case or blanks, or is similar."""
    cells = {cell for row in rows if isinstance(row, dict) for cell in row.values() if isinstance(cell, str)}
    loose = re.compile(r"\s*".join(map(re.escape, text.replace(" ", ""))) or "(?!)", re.IGNORECASE)
    found = next((match[0] for cell in sorted(cells) if (match := loose.search(cell))), "")
    return (
        f"did you mean `{found}`?"
        if found
        else suggest(text, {word for cell in cells for word in cell.split()})
    )


def read_lookup(book: TemplateBook, findings: Findings, path: DataPath, given: Data) -> RowTable:
    """Return a table that a file declares at a path, with its rows by id; raises DataError.

    It is a list of rows or ids, a mapping of rows or plain values by their ids, the name of a file, or the
    keys of a table.
    """
    own = Findings(findings.source)
    if isinstance(given, list) and given and all(isinstance(one, str) for one in given):
        listed = [{"id": one} for one in given]
        return _make_table(own, _list_ids(listed, "id"), listed, [(*path, at) for at in range(len(given))])
    if isinstance(given, dict) and given and (_has_rows(given) or not _TABLE_KEYS & {*given}):
        return _make_map(own, path, given)
    found = find_rows(own, path, given, book.find_folder(findings), book)
    own, order = own.of(found.findings.source), found.order
    if table := found.table:
        for place in table.list_errors(order, table.titles):
            own.add(place, table.remarks[place].message, table.remarks[place].hint)
    rows = [found.data[index] for index in order]
    return _make_table(own, _list_ids(rows, found.id), rows, [(*found.base, index) for index in order])


def _has_rows(given: dict[str, Data]) -> bool:
    return all(isinstance(row, dict) for row in given.values())


def _make_map(findings: Findings, path: DataPath, given: dict[str, Data]) -> RowTable:
    """Return rows, or plain values such as `{coin: gold}`, by their ids; raises DataError."""
    if _has_rows(given):
        return _make_table(findings, [*given], [*given.values()], [(*path, id) for id in given])
    for id, row in given.items():
        if isinstance(row, dict):
            findings.add(
                (*path, id), "has keys, but other ids have plain values", "write keys for all, or for none"
            )
    values = {id: freeze(findings, (*path, id), value) for id, value in given.items()}
    findings.stop_if_any()
    return RowTable(values)


def _make_table(
    findings: Findings, ids: Sequence[str], rows: Sequence[Data], paths: Sequence[DataPath]
) -> RowTable:
    """Return rows as the model has them, each with all columns; raises DataError."""
    columns = dict.fromkeys((name for row in rows if isinstance(row, dict) for name in row), "")
    frozen: dict[str, Field] = {}
    for id, row, path in zip(ids, rows, paths, strict=True):
        if not isinstance(row, dict):
            findings.add(path, "must be keys with values", "write `- {id: ..., ...}`")
            continue
        fields = {name: freeze(findings, (*path, name), value) for name, value in row.items()}
        frozen[id] = {"id": id, **columns, **fields}
    findings.stop_if_any()
    return RowTable(frozen)


def _list_ids(rows: Sequence[Data], column: str) -> list[str]:
    """Return a unique id for each row, as it is written, with a number if it has occurred before."""
    mappings = [row if isinstance(row, dict) else {} for row in rows]
    name = column or find_id_column(mappings)
    found: dict[str, None] = {}
    for number, row in enumerate(mappings, 1):
        first = unique = str(row.get(name) or number)
        others = count(2)
        while unique in found:
            unique = f"{first}_{next(others)}"
        found[unique] = None
    return [*found]


def drop_leftovers(rows: PieceRows, used: Collection[str], names: Names) -> PieceRows:
    """Return the pieces without rows that only have totals, or no text in the columns of `used`.

    Cells without a value are problems; other remarks on cells become warnings.
    """
    given = rows.given
    if given is None or given.table is None or not given.is_file:
        return rows
    table, columns = given.table, {*_list_columns(given, used)}
    checker = _Leftovers(given, table, frozenset(columns & table.titles.keys() - {given.count}))
    kept = [number for number, index in enumerate(rows.rows) if not checker.is_total(index)]
    filled = [number for number in kept if checker.has_text(rows.rows[number])]
    found = rows
    if len(filled or kept) < len(rows.rows):
        found = _choose_rows(rows, filled or kept)
        for message, left_out in zip(_LEFT_OUT, checker.group(rows.rows, found.rows), strict=True):
            _report_rows(rows, left_out, message, names)
    _report_remarks(found, table, checker.columns, names)
    return found


def _choose_rows(rows: PieceRows, kept: Sequence[int]) -> PieceRows:
    """Return some of the pieces, by their numbers."""
    pieces, indexes = rows.pieces, rows.rows
    return replace(rows, pieces=[pieces[one] for one in kept], rows=[indexes[one] for one in kept])


def _report_rows(rows: PieceRows, left_out: Sequence[int], message: tuple[str, str], names: Names) -> None:
    """Warn once about rows that are left out for one reason."""
    if left_out:
        source, (text, hint) = rows.findings.source, message
        others = format_more([source.spot_of((index,))[0] for index in left_out[1:]], "more row")
        hints = "; ".join(filter(None, (hint, others)))
        names.warn(rows.findings.describe((left_out[0],), text, hints))


def _list_columns(given: RowList, used: Collection[str]) -> Iterator[str]:
    """Yield the columns that pieces use, in any language, and those that name them."""
    for name in (*used, *given.named):
        yield name
        yield from (columns[name] for columns in given.languages.values() if name in columns)
    yield from (given.id, *ID_COLUMNS)


@dataclass(frozen=True)
class _Leftovers:
    """Finds rows that are no pieces."""

    given: RowList
    table: TableSource
    columns: frozenset[str]
    """Columns of the table that pieces use, but for the number of copies."""

    def has_text(self, index: int) -> bool:
        """Return True if a row has a text that is printed."""
        if not self.columns:
            return True
        row, remarks = self._list_cells(index), self.table.remarks
        return any(map(row.get, self.columns)) or any((index, name) in remarks for name in self.columns)

    def is_total(self, index: int) -> bool:
        """Return True if the row has sums of the cells above, and at most a label beside them."""
        row = self._list_cells(index)
        filled = [name for name, cell in row.items() if cell]
        labels = [name for name in filled if (index, name) not in self.table.totals]
        if len(labels) < 2 and len(labels) < len(filled):
            return True
        if len(filled) != 2 or not row.get(self.given.count):
            return False
        label = next(row[name] for name in filled if name != self.given.count)
        is_named = isinstance(label, str) and _TOTALS.fullmatch(label.strip(" :.="))
        return bool(is_named and self._adds_up(index))

    def group(self, before: Sequence[int], after: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the rows that were left out: totals, and rows without a text."""
        lost = [index for index in before if index not in {*after}]
        totals = [index for index in lost if self.is_total(index)]
        return totals, [index for index in lost if index not in totals]

    def _adds_up(self, index: int) -> bool:
        """Return True if the number of copies is that of all rows above."""
        return index > 0 and self._count(index) == self._sums[index - 1]

    @cached_property
    def _sums(self) -> Sequence[float]:
        """The number of copies of each row and those above it; not a number behind one that has none."""
        return [*accumulate(map(self._count, range(len(self.given.data))))]

    def _count(self, index: int) -> float:
        number = number_or_none(self._list_cells(index).get(self.given.count, "1"))
        return nan if number is None else number

    def _list_cells(self, index: int) -> dict[str, Data]:
        row = self.given.data[index]
        return row if isinstance(row, dict) else {}


def _report_remarks(rows: PieceRows, table: TableSource, columns: Collection[str], names: Names) -> None:
    """Add a problem for each used cell without a value; warn once of each other kind of remark."""
    if not table.remarks:
        return
    used, findings = {*rows.rows}, rows.findings
    warned: dict[str, list[tuple[int, str]]] = {}
    for (index, name), remark in table.remarks.items():
        if index not in used or name not in columns:
            continue
        if remark.is_error:
            findings.add((index, name), remark.message, remark.hint)
        else:
            warned.setdefault(remark.message, []).append((index, name))
    for message, places in warned.items():
        hint = f"and in {format_count(len(places) - 1, 'more cell')}" if len(places) > 1 else ""
        names.warn(findings.describe(places[0], message, hint))
