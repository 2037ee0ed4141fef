"""What files of decks and files of tokens have in common: pieces by their templates -> PieceSet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Generic, TypeVar

from generator.errors import DataError
from generator.model.fields import Field
from generator.model.pieces import CardSize, Deck, Form, PieceSet
from generator.read.declared.csv_tables import read_csv
from generator.read.declared.reader import read_file
from generator.read.files.phrases import suggest
from generator.read.files.yaml_reader import Data
from generator.read.pieces.checks import PieceChecker
from generator.read.pieces.heads import PieceSetHead
from generator.read.pieces.rows import OWN, Defaults, PieceRows, freeze, read_piece_rows
from generator.read.templates.templates import TemplateBook


@dataclass(frozen=True, slots=True)
class Around:
    """What the files of pieces may use."""

    sizes: Mapping[str, CardSize]
    book: TemplateBook


H = TypeVar("H", bound=PieceSetHead)


class PieceSetReader(Generic[H]):
    """Reads the pieces of one file, compares them with their templates, and makes a set of them."""

    def __init__(self, path: Path, kind: type[H], around: Around) -> None:
        """Reads the head of the file; raises DataError if it cannot be read."""
        self.head: H
        self.head, self.findings = read_file(path, kind, around.book.names.judge)
        self.around = around
        self._folder = path.parent
        self._book = around.book.extended(self.findings, ("templates",), self.head.templates)
        self._errors: list[DataError] = []

    def read_rows(self, key: str, *, own: Sequence[str] = ()) -> PieceRows:
        """The pieces of a list, or of the CSV file that is named in its place."""
        head, findings = self.head, self.findings
        beside = {one.name for one in fields(head)}
        for name in head.fields:
            if name in OWN or name in own:
                place = "beside `fields`" if name in beside else "with each piece"
                hint = f"write `{name}: ...` {place}"
                findings.add(("fields", name), f"`{name}` is no field of templates", hint, at="key")
        given: dict[str, Field] = {
            name: freeze(findings, ("fields", name), value) for name, value in head.fields.items()
        }
        defaults = Defaults(head.front, head.back, given)
        data: Data = getattr(head, key)
        if isinstance(data, str):
            return self._read_table(key, data, defaults, own)
        return read_piece_rows(findings, (key,), data, defaults, own=own)

    def _read_table(self, key: str, name: str, defaults: Defaults, own: Sequence[str]) -> PieceRows:
        path = self._folder / name
        if not self.findings.check_file((key,), path, home=self.around.book.home, others="*.csv"):
            self.findings.stop()
        try:
            table = read_csv(path)
        except DataError as error:
            raise DataError((*self.findings.problems, *error.problems)) from None
        rows = table.source.data
        columns = [*rows[0]] if isinstance(rows, list) and rows and isinstance(rows[0], dict) else []
        return read_piece_rows(table, (), rows, defaults, own=own, checked=columns)

    def check(self, rows: PieceRows, forms: Sequence[Form | None]) -> None:
        """Compares pieces with templates, and their number with what is expected."""
        self._check_count(rows)
        checker = PieceChecker(rows, self._book, self.findings)
        checker.check(forms)
        told = [checker.problems]
        if rows.findings is not self.findings:
            told.append(rows.findings.problems)
        self._errors += [DataError(problems) for problems in told if problems]

    def _check_count(self, rows: PieceRows) -> None:
        expected = self.head.expect
        if expected is None or rows.findings.problems:
            # Pieces that are wrong are left out, and would be missed here a second time.
            return
        counts = {piece.id: piece.count for piece in rows.pieces}
        total = sum(counts.values())
        if isinstance(expected, int):
            if total != expected:
                hint = "each piece counts as often as it is printed"
                self.findings.add(("expect",), f"expects {expected} pieces, and there are {total}", hint)
            return
        for id, count in expected.items():
            path = ("expect", id)
            if id not in counts:
                self.findings.add(path, f"the piece `{id}` is not there", suggest(id, counts), at="key")
            elif counts[id] != count:
                self.findings.add(path, f"expects {count} of `{id}`, and there are {counts[id]}")

    def finish(self, decks: tuple[Deck, ...]) -> PieceSet:
        """Raises DataError with all that was found to be wrong."""
        if self.findings.problems and not self._errors:
            self.findings.stop()
        problems = [*self.findings.problems, *(one for error in self._errors for one in error.problems)]
        if problems:
            raise DataError(problems)
        head = self.head
        has_backs = any(piece.back for deck in decks for piece in deck.pieces)
        used = {name for deck in decks for piece in deck.pieces for name in (piece.front, piece.back) if name}
        return PieceSet(
            id=head.id,
            title=head.title,
            decks=decks,
            # Templates that are wrong have been told with their own file.
            templates={
                name: self._book.known[name].template for name in sorted(used) if name in self._book.known
            },
            backs=head.backs or ("duplex-long" if has_backs else "none"),
        )
