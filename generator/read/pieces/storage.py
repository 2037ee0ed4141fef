"""Keys of boxes and dividers -> Storage: their templates, and what they show of the cards."""

from collections.abc import Iterable

from generator.model.elements.boxes import WHOLE
from generator.model.elements.template import Element, IconElement, Template, WordsElement
from generator.model.language.fields import FACE, Field
from generator.model.pieces import Form, Piece
from generator.model.storage import BOX_FACES, BoxDesign, BoxKeys, DividerDesign, DividerKeys, Storage
from generator.model.values import dataclass, replace
from generator.read.declared.findings import Findings
from generator.read.pieces.checks import check_elements
from generator.read.pieces.rows import PieceRows
from generator.read.templates.templates import PlacedElement, PlacedTemplate, TemplateBook

_NUMBERS = ("count", "number", "wide", "high", "deep", "at")
_FIELDS: dict[str, Field] = {
    **dict.fromkeys(("id", "game", "title", "boxes", "icon", "value"), ""),
    **dict.fromkeys(_NUMBERS, "21"),
}
"""Fields of boxes and dividers, for checks of their templates."""


@dataclass(frozen=True)
class StorageReader:
    """Reads the boxes and dividers of a deck, or of all decks of a game; problems are added to `findings`."""

    findings: Findings
    book: TemplateBook
    rows: PieceRows | None = None
    """The cards; None for those of all decks."""
    form: Form | None = None

    def read(self, box: BoxKeys | None, divider: DividerKeys | None) -> Storage:
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
            for key in ("by", "icon", "say"):
                if keys.by if key == "by" else "{" in getattr(keys, key):
                    self.findings.add(
                        ("divider", key), "depends on the cards", "write it in the file of the deck"
                    )
        elif rows.pieces:
            columns = {name for piece in rows.pieces for name in piece.fields}
            if keys.by:
                self.findings.check_name(("divider", "by"), keys.by, columns, "field")
            shown: list[Element] = [IconElement(box=WHOLE, icon=keys.icon)] if keys.icon else []
            shown += [WordsElement(box=WHOLE, say=keys.say)] if keys.say else []
            pieces = [replace(piece, front="divider", back="") for piece in rows.pieces]
            placed = (PlacedElement(one, self.findings.source, ("divider",)) for one in shown)
            self._check(
                PlacedTemplate("divider", self.findings.source, ("divider",), tuple(placed)), rows, pieces
            )
        return DividerDesign(keys.by, keys.icon, keys.say, template)

    def _read_template(self, path: tuple[str, str], data: object, faces: Iterable[str]) -> Template | None:
        """Return a template, checked with the fields of each face; None after adding its problems."""
        id = " ".join(path)
        placed = self.book.extended(self.findings, path, data, alone=id).known.get(id)
        if placed is None:
            return None
        first = dict(self.rows.pieces[0].fields) if self.rows and self.rows.pieces else {}
        pieces = [Piece(id, {**first, **_FIELDS, FACE: face}, id) for face in faces]
        self._check(placed, PieceRows(self.findings, path, [], []), pieces)
        return placed.template

    def _check(self, placed: PlacedTemplate, rows: PieceRows, pieces: list[Piece]) -> None:
        if self.book.names.is_drawn:
            numbers = rows.rows if len(rows.rows) == len(pieces) else [0] * len(pieces)
            checked = replace(rows, pieces=pieces, rows=numbers)
            self.findings.problems += check_elements(placed, self.book, checked)
