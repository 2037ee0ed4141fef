"""Templates of boards compared with the places that they draw: every field, every name that a field gives."""

from collections.abc import Mapping, Sequence

from generator.errors import DataError
from generator.model.fields import Field
from generator.model.pieces import Form, Piece
from generator.read.declared.findings import Findings
from generator.read.files.phrases import suggest
from generator.read.files.yaml_reader import DataPath
from generator.read.pieces.checks import PieceChecker
from generator.read.pieces.rows import PieceRows
from generator.read.templates.templates import TemplateBook


def has_look(findings: Findings, path: DataPath, id: str, book: TemplateBook | None) -> bool:
    """Whether there is a template that can be compared; adds a problem where nobody has it.

    A template that is wrong has been told already.
    """
    if not id or book is None or id in book.wrong:
        return False
    if id in book.known:
        return True
    findings.add(path, f"the template `{id}` is not there", suggest(id, book.known))
    return False


def check_look(
    findings: Findings,
    base: DataPath,
    numbers: Sequence[int],
    places: Sequence[Mapping[str, Field]],
    *,
    look: str,
    size: tuple[float, float],
    book: TemplateBook,
) -> list[DataError]:
    """What is wrong with the template; what is wrong with the places goes to `findings`.

    `numbers` are where the places stand in the list that `base` leads to.
    """
    pieces = [Piece(str(fields["id"]), fields, look) for fields in places]
    rows = PieceRows(findings, base, pieces, list(numbers))
    checker = PieceChecker(rows, book, {})
    checker.check([Form(*size, bleed=0.0, safe=0.0)] * len(pieces))
    return [DataError(checker.problems)] if checker.problems else []
