"""Files of decks -> PieceSet: cards of one size, listed in the file itself or in a CSV file beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.errors import DataError
from generator.model.fields import Field
from generator.model.pieces import Deck, Form, PieceSet
from generator.read.card_sizes import CardSize
from generator.read.checking import Findings
from generator.read.csv_tables import read_csv
from generator.read.files import name_file
from generator.read.formats.decks import DeckFormat, PieceSetFormat
from generator.read.names import Names
from generator.read.phrases import suggest
from generator.read.piece_checks import PieceChecker
from generator.read.piece_rows import OWN, Defaults, PieceRows, freeze, read_piece_rows
from generator.read.templates import TemplateBook
from generator.read.yaml_reader import Data, DataPath, read_yaml

CARD_BLEED = 3.0
CARD_SAFE = 3.0


@dataclass(frozen=True, slots=True)
class Around:
    """What the files of pieces may use."""

    names: Names
    sizes: Mapping[str, CardSize]
    book: TemplateBook


def read_deck(path: Path, *, around: Around) -> PieceSet:
    """The deck of a file; raises DataError with all that is wrong with it, its cards and its templates."""
    source = read_yaml(path)
    findings = Findings(source)
    format = findings.fit(DeckFormat, source.data)
    if format is None:
        findings.stop()
    reader = PieceSetReader(path, findings, format, around)
    form = _read_form(findings, format, around.sizes)
    rows = reader.read_rows("cards")
    reader.check(rows, [form] * len(rows.pieces))
    decks = (Deck(format.id, format.title, form, tuple(rows.pieces)),) if form else ()
    return reader.finish(decks)


def _read_form(findings: Findings, format: DeckFormat, sizes: Mapping[str, CardSize]) -> Form | None:
    """None where the size is wrong, and nothing can be said of what stands on it."""
    before = len(findings.problems)
    width, height, corner = find_extent(findings, ("size",), format.size, sizes)
    if format.corner is not None:
        corner = format.corner
    check_corner(findings, ("corner",), corner, width, height)
    if len(findings.problems) > before:
        return None
    return Form(
        width,
        height,
        corner=corner,
        bleed=CARD_BLEED if format.bleed is None else format.bleed,
        safe=CARD_SAFE if format.safe is None else format.safe,
    )


def check_corner(findings: Findings, path: DataPath, corner: float, width: float, height: float) -> None:
    """Corners may meet, and may not lie on each other."""
    if corner * 2 > min(width, height):
        findings.add(path, "is more than half the width", "at most half the shorter side")


def find_extent(
    findings: Findings, path: DataPath, given: str | tuple[float, float], sizes: Mapping[str, CardSize]
) -> tuple[float, float, float]:
    """Width, height and corner of a size that is named, or written out."""
    if not isinstance(given, str):
        return (*given, 0.0)
    size = sizes.get(given)
    if size is None:
        hint = suggest(given, sizes) + ", or width and height: `63 mm x 88 mm`"
        findings.add(path, f"the size `{given}` is not there", hint)
        return 63.0, 88.0, 0.0
    return size.width, size.height, size.corner


class PieceSetReader:
    """What decks and tokens are read alike."""

    def __init__(self, path: Path, findings: Findings, format: PieceSetFormat, around: Around) -> None:
        self._folder = path.parent
        self._findings = findings
        self._format = format
        self._around = around
        self._book = around.book.extended(findings, ("templates",), dict(format.templates))
        self._errors: list[DataError] = []
        findings.check_word(("title",), format.title, around.names.words)

    def read_rows(self, key: str, *, own: Sequence[str] = ()) -> PieceRows:
        """The pieces of a list, or of the CSV file that is named in its place."""
        format, findings = self._format, self._findings
        for name in format.fields:
            if name in OWN or name in own:
                place = "beside `fields`" if name in type(format).model_fields else "with each piece"
                hint = f"write `{name}: ...` {place}"
                findings.add(("fields", name), f"`{name}` is no field of templates", hint, at="key")
        fields: dict[str, Field] = {
            name: freeze(findings, ("fields", name), value) for name, value in format.fields.items()
        }
        defaults = Defaults(format.front, format.back, fields)
        data: Data = getattr(format, key)
        if isinstance(data, str):
            return self._read_table(key, data, defaults, own)
        return read_piece_rows(findings, (key,), data, defaults, own=own)

    def _read_table(self, key: str, name: str, defaults: Defaults, own: Sequence[str]) -> PieceRows:
        path = self._folder / name
        if not path.is_file():
            others = [other.name for other in self._folder.glob("*.csv")]
            said = f"there is no file `{name_file(path)}`"
            self._findings.add((key,), said, suggest(name, others))
            self._findings.stop()
        try:
            table = read_csv(path)
        except DataError as error:
            raise DataError((*self._findings.problems, *error.problems)) from None
        rows = table.source.data
        columns = [*rows[0]] if isinstance(rows, list) and rows and isinstance(rows[0], dict) else []
        return read_piece_rows(table, (), rows, defaults, own=own, checked=columns)

    def check(self, rows: PieceRows, forms: Sequence[Form | None]) -> None:
        """Compares pieces with templates, and their number with what is expected."""
        self._check_count(rows)
        sides = {side: (self._findings, (side,)) for side in ("front", "back")}
        checker = PieceChecker(rows, self._book, sides)
        checker.check(forms)
        told = [checker.problems]
        if rows.findings is not self._findings:
            told.append(rows.findings.problems)
        self._errors += [DataError(problems) for problems in told if problems]

    def _check_count(self, rows: PieceRows) -> None:
        expected = self._format.expect
        if expected is None or rows.findings.problems:
            # Pieces that are wrong are left out, and would be missed here a second time.
            return
        counts = {piece.id: piece.count for piece in rows.pieces}
        total = sum(counts.values())
        if isinstance(expected, int):
            if total != expected:
                hint = "each piece counts as often as it is printed"
                self._findings.add(("expect",), f"expects {expected} pieces, and there are {total}", hint)
            return
        for id, count in expected.items():
            path = ("expect", id)
            if id not in counts:
                self._findings.add(path, f"the piece `{id}` is not there", suggest(id, counts), at="key")
            elif counts[id] != count:
                self._findings.add(path, f"expects {count} of `{id}`, and there are {counts[id]}")

    def finish(self, decks: tuple[Deck, ...]) -> PieceSet:
        """Raises DataError with all that was found to be wrong."""
        if self._findings.problems and not self._errors:
            self._findings.stop()
        problems = [*self._findings.problems, *(one for error in self._errors for one in error.problems)]
        if problems:
            raise DataError(problems)
        format = self._format
        has_backs = any(piece.back for deck in decks for piece in deck.pieces)
        used = {name for deck in decks for piece in deck.pieces for name in (piece.front, piece.back) if name}
        return PieceSet(
            id=format.id,
            title=format.title,
            decks=decks,
            # Templates that are wrong have been told with their own file.
            templates={
                name: self._book.known[name].template for name in sorted(used) if name in self._book.known
            },
            backs=format.backs or ("duplex-long" if has_backs else "none"),
        )
