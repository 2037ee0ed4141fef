"""What does not fit in a language: everything, and not only the first thing of each page."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from generator.errors import GeneratorError, LayoutError, PieceErrors
from generator.layout.document import lay_out_part, make_press
from generator.layout.elements.pieces import check_drawn
from generator.layout.press.press import Press
from generator.make.jobs import Job
from generator.model.units import MM_PER_POINT
from generator.scene.shapes import Document, GlyphRun
from generator.scene.walk import walk

_MOST_ROUNDS = 40
"""A part with more misfits than this has told enough."""

_LETTERS = 3
"""What has fewer is an id or a number, and no words of a language."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something that does not fit on a part."""

    part: str
    papers: tuple[str, ...]
    """On which it does not."""
    message: str
    over_mm: float
    """0: it is no matter of millimetres."""


@dataclass(frozen=True, slots=True)
class SmallType:
    """The smallest type that words are set in, without those in the margins of the paper."""

    points: float
    words: str
    part: str


@dataclass(frozen=True, slots=True)
class Fit:
    """How the words of one language fit."""

    misfits: tuple[Misfit, ...]
    smallest: SmallType | None


def try_to_fit(jobs: Iterable[Job], *, tell: Callable[[Job], None]) -> Fit:
    """Lays out jobs of one game and one language; `tell` hears of each before it begins."""
    found: dict[tuple[str, str], tuple[GeneratorError, list[str]]] = {}
    smallest: SmallType | None = None
    press: Press | None = None
    for job in jobs:
        tell(job)
        if press is None:
            press = make_press(job.game.kit, locale=job.locale, fonts=job.game.fonts)
        errors, document = lay_out_whatever_fits(press, job)
        for error in errors:
            known = found.setdefault((job.part.id, str(error)), (error, []))
            known[1].append(job.paper.id)
        if document is not None:
            smallest = _smaller(smallest, _find_smallest(document, job.part.id))
    misfits = [
        Misfit(part, tuple(papers), said, error.over_mm if isinstance(error, LayoutError) else 0.0)
        for (part, said), (error, papers) in found.items()
    ]
    return Fit(tuple(misfits), smallest)


def lay_out_whatever_fits(press: Press, job: Job) -> tuple[list[GeneratorError], Document | None]:
    """All errors of a job, found one after the other, and what can be laid out in spite of them.

    None where something is wrong that is no text: no page can be made then.
    """
    typesetter = press.typesetter
    typesetter.misfits = {}
    typesetter.forgiven.clear()
    told: dict[str, GeneratorError] = {}
    for _ in range(_MOST_ROUNDS):
        new: Sequence[GeneratorError]
        document = None
        try:
            document = lay_out_part(press, job.part, paper=job.paper)
            check_drawn(document)
            return list(told.values()), document
        except PieceErrors as errors:
            new = errors.errors
        except GeneratorError as error:
            new = (error,)
        unknown = [error for error in new if str(error) not in told]
        told |= {str(error): error for error in unknown}
        forgiven = _find_forgivable(typesetter.misfits, unknown)
        if not forgiven - typesetter.forgiven:
            break
        typesetter.forgiven |= forgiven
    return list(told.values()), None


def _find_forgivable(
    misfits: dict[tuple[str, str], LayoutError], errors: Iterable[GeneratorError]
) -> set[tuple[str, str]]:
    """The texts that these errors are about; on their way out, errors were told of which thing they are."""
    return {
        (thing, what)
        for error in errors
        if isinstance(error, LayoutError)
        for thing, what in misfits
        if what == error.what and error.thing.endswith(thing)
    }


def _smaller(one: SmallType | None, other: SmallType | None) -> SmallType | None:
    if one is None or other is None:
        return one or other
    return other if other.points < one.points else one


def _find_smallest(document: Document, part: str) -> SmallType | None:
    placed = (placed for page in document.pages for placed in walk(page.shapes))
    inside = (one.shape for one in placed if isinstance(one.shape, GlyphRun) and "margin" not in one.groups)
    runs = (run for run in inside if sum(map(str.isalpha, run.text)) >= _LETTERS)
    run = min(runs, key=lambda run: run.size, default=None)
    return None if run is None else SmallType(round(run.size / MM_PER_POINT, 2), run.text.strip(), part)
