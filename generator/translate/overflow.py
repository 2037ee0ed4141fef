"""Layout of a language to find overflows and the smallest type."""

from collections.abc import Callable, Iterable

from generator.errors import GeneratorError, LayoutError, PrintWarning
from generator.make.jobs import Job
from generator.make.pipeline import lay_out
from generator.model.units import MM_PER_POINT
from generator.model.values import dataclass
from generator.scene.shapes import Document, GlyphRun
from generator.scene.walk import walk

_LETTERS = 3
"""Text with fewer letters is an id or a number."""


@dataclass(frozen=True, slots=True)
class Overflow:
    """A text or drawing that does not fit on a part."""

    part: str
    papers: tuple[str, ...]
    """The paper sizes on which it does not fit."""
    message: str
    over_mm: float
    """0 where the problem is not a length."""


@dataclass(frozen=True, slots=True)
class SmallType:
    """The smallest type of a language, outside the margins of the paper."""

    points: float
    text: str
    part: str


def try_to_fit(
    jobs: Iterable[Job], *, report: Callable[[Job], None]
) -> tuple[tuple[Overflow, ...], SmallType | None]:
    """Return overflows and the smallest type of a game in a language; `report` is called for each job."""
    found: dict[tuple[str, str], tuple[GeneratorError, dict[str, None]]] = {}
    sizes: list[SmallType] = []
    for job, chunks in lay_out(jobs, report=report):
        for chunk, errors in chunks:
            for error in errors:
                if isinstance(error, PrintWarning):
                    continue
                _, papers = found.setdefault((job.part.id, str(error)), (error, {}))
                papers[job.paper.id] = None
            if chunk:
                sizes += _find_smallest(chunk.document, job.part.id)
    overflows = [
        Overflow(part, tuple(papers), text, error.over_mm if isinstance(error, LayoutError) else 0.0)
        for (part, text), (error, papers) in found.items()
    ]
    return tuple(overflows), min(sizes, key=lambda size: size.points, default=None)


def _find_smallest(document: Document, part: str) -> list[SmallType]:
    """Return the smallest type of a document; empty where it has no text."""
    placed = (placed for page in document.pages for placed in walk(page.shapes))
    inside = (one.shape for one in placed if isinstance(one.shape, GlyphRun) and "margin" not in one.groups)
    runs = [run for run in inside if sum(map(str.isalpha, run.text)) >= _LETTERS]
    smallest = sorted(runs, key=lambda run: run.size)[:1]
    return [SmallType(round(run.size / MM_PER_POINT, 2), run.text.strip(), part) for run in smallest]
