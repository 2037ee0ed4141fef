"""Measures the effort of printing a game before any file is written."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import add
from typing import Literal, TypeAlias

from generator.backends.pixels import measure_inks
from generator.layout.document import count_part_work
from generator.layout.imposition.pieces import SheetWork
from generator.make.jobs.files import Presses, lay_out_whole
from generator.make.jobs.jobs import Choices, Job, make_theme_separator
from generator.model.kit import Booklet, CardSize, PartFile, PieceSet, Sheet
from generator.model.printing.printing import PressFile, Rates, Separator
from generator.model.values import dataclass
from generator.read.declared.reader import read_file
from generator.read.files.shelf import Shelf
from generator.read.pieces.sets import read_card_sizes
from generator.scene.shapes import Document

Stock: TypeAlias = Literal["paper", "card", "board"]
InkUse: TypeAlias = tuple[float, float, float, float]
"""Cyan, magenta, yellow, and black, each in pages that are covered completely."""

_COATED = PressFile("x4")
"""The inks of offset printing on coated paper, which home printers mix in much the same way."""
SLEEVED = "sleeves"
"""Source of the card sizes for which sleeves are sold."""
_TOLERANCE = 1.0
"""Largest difference between a card and the size of its sleeve, in mm."""
YIELD_COVERAGE = 0.05
"""Share of a page that each ink covers, about, where yields of cartridges are measured (ISO/IEC 24712)."""


@dataclass(frozen=True, slots=True)
class PartPlan:
    """Effort to print and to cut one part."""

    game: str
    part: str
    locale: str
    paper: str
    pages: int
    work: SheetWork
    pieces: int
    sleeves: Mapping[str, int]
    """Numbers of cards by the name of their size."""
    ink: InkUse
    stock: Stock
    instead_of: str
    """Id of the part that it can replace; empty if there is none."""
    optional: str
    """Circumstances in which it can be left out; empty if it cannot."""
    seconds: float

    @property
    def is_needed(self) -> bool:
        """False if the game can be played without it."""
        return not (self.instead_of or self.optional)


@dataclass(frozen=True, slots=True)
class Total:
    """Effort to print and to cut several parts."""

    sheets: int
    cuts: int
    outline: float
    folds: int
    ink: InkUse
    seconds: float
    sleeves: Mapping[str, int]


def plan_parts(
    jobs: Iterable[Job], choices: Choices, *, shelf: Shelf, report: Callable[[Job], None]
) -> Iterator[PartPlan]:
    """Yield the plan of each part; `report` is called with each job before it begins.

    Raises PartErrors with everything that does not fit, or DataError for the data of times and sleeves.
    """
    rates, sizes = read_rates(shelf), read_card_sizes(shelf.card_sizes).values()
    sleeves = tuple(size for size in sizes if size.source == SLEEVED)
    presses = Presses(choices)
    for job in jobs:
        report(job)
        document = lay_out_whole(job, choices, presses)
        work = count_part_work(
            presses.find(job), job.part, paper=job.paper, printing=choices.printing, pages=document.pages
        )
        separator = make_theme_separator(shelf, _COATED, job.game.kit.theme)
        yield _plan_part(job, document, work, rates, sleeves, separator)


def add_up(plans: Sequence[PartPlan]) -> Total:
    """Return the sum of several parts."""
    works, sleeves = [plan.work for plan in plans], Counter[str]()
    for plan in plans:
        sleeves.update(plan.sleeves)
    return Total(
        sum(work.sheets for work in works),
        sum(work.cuts for work in works),
        sum(work.outline for work in works),
        sum(work.folds for work in works),
        _add_inks(plan.ink for plan in plans),
        sum(plan.seconds for plan in plans),
        dict(sleeves),
    )


def read_rates(shelf: Shelf) -> Rates:
    """Return the estimates of times; raises DataError."""
    rates: Rates
    rates, findings = read_file(shelf.rates, Rates)
    findings.stop_if_any()
    return rates


def _plan_part(
    job: Job,
    document: Document,
    work: SheetWork,
    rates: Rates,
    sleeves: Sequence[CardSize],
    separator: Separator,
) -> PartPlan:
    part, use = job.part, job.game.kit.uses.get(job.part.id) or PartFile("")
    decks = part.decks if isinstance(part, PieceSet) else ()
    sleeved = Counter[str]()
    for deck in decks:
        size = _choose_sleeve(deck.form.width, deck.form.height, sleeves) if deck.form.is_cropped else None
        sleeved.update({f"{size.name} ({size.width:g} x {size.height:g} mm)": deck.count} if size else {})
    metres = work.outline / 1000
    seconds = work.cuts * rates.straight_cut + metres * rates.metre_of_outline + work.folds * rates.fold
    return PartPlan(
        game=job.game.kit.slug,
        part=part.id,
        locale=job.locale,
        paper=job.paper.id,
        pages=len(document.pages),
        work=work,
        pieces=sum(deck.count for deck in decks),
        sleeves=dict(sleeved),
        ink=_add_inks(measure_inks(document, page, separator) for page in range(len(document.pages))),
        stock=use.stock or ("paper" if isinstance(part, Sheet | Booklet) else "card"),
        instead_of=use.instead_of,
        optional=use.optional,
        seconds=seconds,
    )


def _choose_sleeve(width: float, height: float, sleeves: Iterable[CardSize]) -> CardSize | None:
    """Return the size of the nearest sleeves; None if none fit."""
    short, long = sorted((width, height))
    distances = {size: max(abs(size.width - short), abs(size.height - long)) for size in sleeves}
    size = min(distances, key=lambda one: distances[one], default=None)
    return size if size and distances[size] <= _TOLERANCE else None


def _add_inks(inks: Iterable[InkUse]) -> InkUse:
    total: InkUse = (0.0,) * 4
    for ink in inks:
        cyan, magenta, yellow, black = map(add, total, ink)
        total = cyan, magenta, yellow, black
    return total
