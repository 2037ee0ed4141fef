"""Problems of jobs, found by laying them out without writing files."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import get_args

from generator.errors import Notice
from generator.layout.elements.legibility import (
    HARDLY_VISIBLE,
    ContrastChecker,
    SmallText,
    describe_small_texts,
    list_small_texts,
)
from generator.layout.imposition.packing import SheetSide
from generator.make.jobs.files import LaidOut, lay_out
from generator.make.jobs.findings import Inspected
from generator.make.jobs.jobs import DEFAULTS, Choices, Job
from generator.make.preflight import Inspector
from generator.model.geometry import Rectangle
from generator.model.kit import PieceSet
from generator.model.style import LEAST_TYPE, Legible
from generator.model.values import dataclass, replace
from generator.scene.shapes import Group, Shape


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """The result of one job: its number of pages, and everything that does not fit."""

    job: Job
    pages: int
    notices: tuple[Notice, ...]
    """Errors and warnings, also those of the game itself."""
    faces: tuple[Inspected, ...] = ()
    """Findings of the preflight on each picture for a service."""

    @property
    def is_wrong(self) -> bool:
        return any(notice.is_error for notice in self.notices) or any(
            issue.is_error for face in self.faces for issue in face.issues
        )


def check_jobs(
    jobs: Iterable[Job], choices: Choices = DEFAULTS, *, report: Callable[[Job], None]
) -> tuple[CheckFinding, ...]:
    """Lay out every job to check text, glyphs, and fit, and what the destination of the choices asks for.

    `report` is called with each job before it begins.
    """
    findings, seen = [], set[tuple[Path, str]]()
    for job, chunks in lay_out(jobs, choices, report=report):
        part = job.game.kit.path, job.part.id
        # Colours are the same in all languages.
        findings.append(_check_job(job, chunks, choices, is_new=part not in seen))
        seen.add(part)
    return tuple(findings)


_MOST_SEEN = 20
"""Number of pages of a part on which the contrast of texts is measured."""


def _check_job(job: Job, chunks: Iterable[LaidOut], choices: Choices, *, is_new: bool) -> CheckFinding:
    pages, small, legible = 0, list[SmallText](), job.game.kit.theme.legible or Legible()
    contrasts = ContrastChecker(legible.contrast) if legible.contrast and is_new else None
    inspector, seen = Inspector(job, choices), dict[tuple[int, ...], Sequence[Shape]]()
    faces: list[Inspected] = []
    notices: dict[Notice, None] = {}
    for chunk, errors in chunks:
        if chunk:
            pages += len(chunk.document.pages)
            faces += inspector.inspect(chunk)
            for page in chunk.document.pages:
                box = Rectangle(0.0, 0.0, page.width, page.height)
                has_sides = isinstance(job.part, PieceSet)
                shapes = [*_drop_known(page.shapes, seen)] if has_sides else page.shapes
                faint = contrasts.check(shapes, box) if contrasts and pages <= _MOST_SEEN else ()
                # These were found when a piece was drawn.
                said = HARDLY_VISIBLE if isinstance(job.part, PieceSet) else "\0"
                faint = (text for text in faint if said not in text)
                notices |= {Notice(text, about=job.part.id, is_error=False): None for text in faint}
                small += list_small_texts(page, legible.type / LEAST_TYPE)
        found = (notice for error in errors for notice in error.list_notices())
        # A warning is the same in all documents.
        notices |= {replace(each, where=str(job)) if each.is_error else each: None for each in found}
    notices |= {Notice(text, about=str(job), is_error=False): None for text in describe_small_texts(small)}
    known = (problem.describe(is_error=False) for problem in job.game.kit.warnings)
    return CheckFinding(job, pages, (*notices, *known), tuple(faces))


def _drop_known(shapes: Iterable[Shape], seen: dict[tuple[int, ...], Sequence[Shape]]) -> Iterator[Shape]:
    """Yield the shapes of a page, and of equal sides of pieces only the first of the part.

    `seen` keeps the shapes of sides, so that no others get their identity.
    """
    for shape in shapes:
        if not isinstance(shape, Group) or not any(_is_side(inner) for inner in shape.shapes):
            yield shape
            continue
        kept = []
        for inner in shape.shapes:
            key = tuple(map(id, inner.shapes)) if isinstance(inner, Group) else ()
            if not _is_side(inner) or key not in seen:
                kept.append(inner)
                seen[key] = inner.shapes if isinstance(inner, Group) else ()
        yield replace(shape, shapes=tuple(kept))


def _is_side(shape: Shape) -> bool:
    return isinstance(shape, Group) and shape.region is not None and shape.region.area in get_args(SheetSide)
