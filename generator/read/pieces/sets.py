"""Files of decks and tokens -> PieceSet: pieces, their forms, and their templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Generic, TypeVar

from generator.errors import DataError
from generator.model.pieces import CARD_SIZES, CardSize, Deck, Form, Piece, PieceSet
from generator.read.declared.csv_tables import read_csv
from generator.read.declared.findings import Findings
from generator.read.declared.reader import read_file
from generator.read.files.phrases import suggest
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.checks import PieceChecker
from generator.read.pieces.heads import DeckHead, PieceSetHead
from generator.read.pieces.rows import OWN, PieceRows, freeze, read_piece_rows
from generator.read.templates.templates import TemplateBook

CARD_BLEED = 3.0
CARD_SAFE = 3.0

_LEAST = 2.0
"""Minimum width and height of a piece, in mm: smaller ones cannot be cut out."""


def read_card_sizes(path: Path) -> Mapping[str, CardSize]:
    """Read named sizes, in the order of the file; raises DataError with all problems."""
    sizes: Mapping[str, CardSize] = read_file(path, CARD_SIZES)[0]
    return sizes


@dataclass(frozen=True, slots=True)
class Around:
    """Sizes and templates that files of pieces may use."""

    sizes: Mapping[str, CardSize]
    book: TemplateBook


def read_deck(path: Path, *, around: Around) -> PieceSet:
    """Read a deck; raises DataError with all problems of the file, its cards, and its templates."""
    reader = PieceSetReader(path, DeckHead, around)
    findings, head = reader.findings, reader.head
    before = len(findings.problems)
    width, height, corner = reader.find_extent(findings, ("size",), head.size)
    corner = corner if head.corner is None else head.corner
    check_corner(findings, ("corner",), corner, width, height)
    form = reader.make_form(width, height, corner, bleed=CARD_BLEED, safe=CARD_SAFE)
    known = form if len(findings.problems) == before else None
    rows = reader.read_rows("cards")
    return reader.finish(rows, [known] * len(rows.pieces))


def check_corner(findings: Findings, path: DataPath, corner: float, width: float, height: float) -> None:
    """Add a problem if round corners overlap."""
    if corner * 2 > min(width, height):
        findings.add(path, "is more than half the width", "at most half the shorter side")


H = TypeVar("H", bound=PieceSetHead)


class PieceSetReader(Generic[H]):
    """Reads the pieces of one file, and checks them against their templates."""

    def __init__(self, path: Path, kind: type[H], around: Around) -> None:
        """Read the head of the file; raises DataError if it cannot be read."""
        self.head: H
        self.head, self.findings = read_file(path, kind, around.book.names.judge)
        self._sizes = around.sizes
        self._folder = path.parent
        self._book = around.book.extended(self.findings, ("templates",), self.head.templates)

    def find_extent(
        self, findings: Findings, path: DataPath, given: str | tuple[float, float]
    ) -> tuple[float, float, float]:
        """Return width, height, and corner of a size that is named or written out."""
        if not isinstance(given, str):
            if min(given) < _LEAST:
                message = f"{given[0]:g} x {given[1]:g} mm is too small to be cut out"
                findings.add(path, message, f"at least {_LEAST:g} mm")
            return (*given, 0.0)
        size = self._sizes.get(given)
        if size is None:
            hint = suggest(given, self._sizes) + ", or width and height: `63 mm x 88 mm`"
            findings.add(path, f"the size `{given}` is not there", hint)
            return 63.0, 88.0, 0.0
        return size.width, size.height, size.corner

    def make_form(self, width: float, height: float, corner: float, *, bleed: float, safe: float) -> Form:
        """Return a form; `bleed` and `safe` are the defaults if the head of the file has none."""
        bleed = bleed if self.head.bleed is None else self.head.bleed
        safe = safe if self.head.safe is None else self.head.safe
        return Form(width, height, corner=corner, bleed=bleed, safe=safe)

    def read_rows(self, key: str, *, own: Sequence[str] = ()) -> PieceRows:
        """Return the pieces of a list, or of the CSV file that is named instead."""
        head, findings = self.head, self.findings
        beside = {one.name for one in fields(head)}
        for name in head.fields:
            if name in OWN or name in own:
                hint = f"write `{name}: ...` {'beside `fields`' if name in beside else 'with each piece'}"
                findings.add(("fields", name), f"`{name}` is not a field of templates", hint, at="key")
        given = {name: freeze(findings, ("fields", name), value) for name, value in head.fields.items()}
        defaults = replace(head, fields=given)
        data: Data = getattr(head, key)
        if not isinstance(data, str):
            return read_piece_rows(findings, (key,), data, defaults, own=own)
        path = self._folder / data
        if not findings.check_file((key,), path, home=self._book.home, others="*.csv"):
            findings.stop()
        try:
            table = read_csv(path)
        except DataError as error:
            raise DataError((*findings.problems, *error.problems)) from None
        rows = table.source.data
        columns = [*rows[0]] if isinstance(rows, list) and rows and isinstance(rows[0], dict) else []
        return read_piece_rows(table, (), rows, defaults, own=own, checked=columns)

    def finish(self, rows: PieceRows, forms: Sequence[Form | None]) -> PieceSet:
        """Return the set with a deck of each form; raises DataError with all problems."""
        self._check_count(rows)
        checker = PieceChecker(rows, self._book, self.findings)
        checker.check(forms)
        others = checker.problems + (rows.findings.problems if rows.findings is not self.findings else [])
        if others:
            raise DataError([*self.findings.problems, *others])
        self.findings.stop_if_any()
        by_form: dict[Form, list[Piece]] = {}
        for piece, form in zip(rows.pieces, forms, strict=True):
            assert form is not None
            by_form.setdefault(form, []).append(piece)
        head, known = self.head, self._book.known
        used = {name for piece in rows.pieces for name in (piece.front, piece.back) if name}
        decks = []
        for number, (form, pieces) in enumerate(by_form.items(), start=1):
            id = head.id if isinstance(head, DeckHead) else f"{head.id}_{number}"
            decks.append(Deck(id, head.title, form, tuple(pieces)))
        return PieceSet(
            head.id,
            head.title,
            tuple(decks),
            # Invalid templates have been reported with their own file.
            templates={name: known[name].template for name in sorted(used) if name in known},
            backs=head.backs or ("duplex-long" if any(piece.back for piece in rows.pieces) else "none"),
        )

    def _check_count(self, rows: PieceRows) -> None:
        expected = self.head.expect
        if expected is None or rows.findings.problems:
            # Invalid pieces are left out, and would be reported as missing too.
            return
        counts = {piece.id: piece.count for piece in rows.pieces}
        if isinstance(expected, int):
            total = sum(counts.values())
            if total != expected:
                hint = "each piece counts as often as it is printed"
                self.findings.add(("expect",), f"expects {expected} pieces, but there are {total}", hint)
            return
        for id, count in expected.items():
            path = ("expect", id)
            if self.findings.check_name(path, id, counts, "the piece", at="key") and counts[id] != count:
                self.findings.add(path, f"expects {count} of `{id}`, but there are {counts[id]}")
