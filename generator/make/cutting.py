"""Sheets for cutting machines: the choices of a machine, and files of the lines that it cuts."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.backends.formats import Format, Options
from generator.errors import UnknownName
from generator.layout.document import Chunk
from generator.make.jobs import Job
from generator.make.names import DEFAULTS, Choices
from generator.make.pages import find_pages
from generator.make.steps import Stale, Written
from generator.model.destinations import Destination
from generator.model.pieces import PieceSet
from generator.model.values import replace
from generator.scene.shapes import Document, Page


def send_to(choices: Choices, destination: Destination) -> Choices:
    """Return the choices for a destination: pictures of cards, or sheets that a machine cuts.

    Raises UnknownName for formats that a machine does not take.
    """
    cutter, formats = destination.cutter, destination.formats
    if cutter is None:
        return replace(choices, destination=destination)
    cutter = replace(cutter, id=destination.id.replace("_", "-"))
    if wrong := ", ".join(name for name in choices.formats if name.lower() not in formats):
        raise UnknownName(f"--for {cutter.id} has no format {wrong}, but {', '.join(formats)}")
    return replace(
        choices,
        formats=choices.formats or formats[:1],
        cut=choices.cut or cutter.files,
        printing=replace(choices.printing, cutter=cutter),
    )


def list_cutting_needs(choices: Choices, jobs: Sequence[Job]) -> Iterator[str]:
    """Yield the options that do not apply, as far as they concern cutting machines."""
    printing, cutter = choices.printing, choices.printing.cutter
    has_pieces = any(isinstance(job.part, PieceSet) for job in jobs)
    if choices.cut and choices.destination:
        yield f"--cut does not apply to --for {choices.destination.id}"
    elif choices.cut and not cutter and not has_pieces:
        yield "--cut needs a part with cards or tokens"
    if printing.is_test and not cutter:
        yield "--test-sheet needs a cutting machine, such as --for silhouette"
    if cutter is None:
        return
    if not has_pieces:
        yield f"--for {cutter.id} needs a part with cards or tokens"
    refused = {
        "marks": printing.marks != DEFAULTS.printing.marks,
        "backs fold": printing.backs == "fold",
        "bleed": cutter.takes_pictures and printing.bleed is not None,
        "header": cutter.takes_pictures and printing.header,
        "margin": cutter.takes_pictures and choices.margin is not None,
    }
    yield from (f"--{name} does not apply to --for {cutter.id}" for name, given in refused.items() if given)
    for paper in {job.paper.id: job.paper for job in jobs}.values():
        if paper.labels or (cutter.papers and paper.id not in cutter.papers):
            known = " or ".join(cutter.papers) or "paper that is not cut yet"
            yield f"--for {cutter.id} is for {known}, not {paper.id}"


class CutFiles:
    """The cut files of a document: one for each sheet whose lines differ from those of the sheet before."""

    def __init__(self, folder: Path, stem: str, formats: Sequence[Format], options: Options) -> None:
        self._folder, self._stem = folder, f"{stem}-cut"
        self._formats, self._options = formats, options
        self._found: dict[str, Document] = {}
        """Documents of one page by the label of the first sheet that has its lines."""
        self._last: Page | None = None

    def add(self, chunk: Chunk) -> None:
        """Add the lines of some consecutive pages."""
        for page in chunk.document.pages if self._formats else ():
            if page.cut and (self._last is None or page.cut != self._last.cut):
                lines = Page(page.width, page.height, page.cut, page.label)
                document = replace(chunk.document, pages=(lines,), bookmarks=(), duplex="")
                self._found[f"{page.label:0>{len(str(chunk.count))}}"] = document
                self._last = page

    def finish(self) -> Iterator[Written | Stale]:
        """Yield all files, and those that an earlier build may have left.

        If there are several, their names have the number of their first sheet.
        """
        for form in self._formats:
            yield from map(Stale, find_pages(self._folder, self._stem, form.extension))
            for label, document in self._found.items():
                number = f"-{label}" if len(self._found) > 1 else ""
                data = form.write(document, 0, self._options)
                yield Written(self._folder / f"{self._stem}{number}.{form.extension}", data)
