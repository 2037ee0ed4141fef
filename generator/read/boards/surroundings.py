"""What the areas of a board are read with: its file, the game's templates, names and folders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.errors import DataError
from generator.model.fields import Field
from generator.model.pieces import Form, Piece
from generator.read.declared.findings import Findings, Gathered
from generator.read.declared.reader import Reader
from generator.read.files.yaml_reader import DataPath
from generator.read.pieces.checks import PieceChecker
from generator.read.pieces.rows import PieceRows
from generator.read.templates.templates import TemplateBook


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the areas of one board are read with."""

    reader: Reader
    book: TemplateBook
    gathered: Gathered
    """The errors of other files; those of the board's own file go to `findings`."""
    folder: Path
    maps: Path
    """The folder of land that all games may use."""

    @property
    def findings(self) -> Findings:
        """The problems of the board's file."""
        return self.reader.findings

    def check_look(
        self,
        path: DataPath,
        look: str,
        size: tuple[float, float],
        places: Sequence[Mapping[str, Field]],
        *,
        base: DataPath | None = None,
        numbers: Sequence[int] = (),
        table: Findings | None = None,
    ) -> None:
        """Compare a template with the fields of the places that it draws; an empty `look` is none.

        `path` is where the template is named, `base` the list of places, in `table` where that is
        another file; `numbers` are those of its items, where some are left out. A template that is
        itself wrong has been reported already.
        """
        if not look or look in self.book.wrong:
            return
        if not self.findings.check_name(path, look, self.book.known, "the template"):
            return
        pieces = [Piece(str(fields["id"]), fields, look) for fields in places]
        where = path if base is None else base
        rows = PieceRows(table or self.findings, where, pieces, list(numbers or range(len(pieces))))
        checker = PieceChecker(rows, self.book)
        checker.check([Form(*size, bleed=0.0, safe=0.0)] * len(pieces))
        if checker.problems:
            self.gathered.errors.append(DataError(checker.problems))
