"""Files that are filled in on the screen: which parts have fields, how boards are shown."""

from collections.abc import Sequence

from generator.layout.document import Chunk, fill_pages
from generator.layout.press import Press
from generator.make.jobs.choices import Choices
from generator.make.jobs.jobs import Job
from generator.make.jobs.papers import HOME_MARGIN
from generator.model.elements.blocks import AnyBlock, LabelledLines, LineTable, Table
from generator.model.kit import Board, Booklet, Part, Sheet
from generator.model.played import Takes
from generator.model.printing.printing import CropMarks
from generator.model.style import Paper
from generator.model.values import replace

_ROOM = 15.0
"""Width of the edge around a board, in mm, with the line that names it."""


def choose_filled(jobs: Sequence[Job], choices: Choices) -> tuple[Job, ...]:
    """Return the jobs of parts with something to fill in; boards once, at their own size, on any paper."""
    assert choices.find_takes is not None
    kits = {job.game.kit.path: job.game.kit for job in jobs}
    takes = {path: choices.find_takes(kit) for path, kit in kits.items()}
    chosen = {}
    for job in jobs:
        if may_have_fields(job.part, takes[job.game.kit.path]):
            if isinstance(job.part, Board):
                job = replace(job, paper=_make_paper(job.part))
            chosen[str(job.game.kit.path), job.stem] = job
    return tuple(chosen.values())


def may_have_fields(part: Part, takes: Sequence[Takes]) -> bool:
    """Return whether a part has places to fill in."""
    if any(each.part == part.id for each in takes) or isinstance(part, Sheet):
        return True
    return isinstance(part, Booklet) and any(_has_lines(block) for block in part.blocks)


def _has_lines(block: AnyBlock) -> bool:
    is_open = isinstance(block, LineTable | LabelledLines) or (isinstance(block, Table) and block.open_places)
    return bool(block.id and is_open)


def _make_paper(board: Board) -> Paper:
    """Return a page that shows a board at its own size."""
    short, long = sorted(side + 2 * _ROOM for side in board.size)
    name = f"{short:g}x{long:g}mm"
    return Paper(name, short, long, HOME_MARGIN, name)


def show_filled(choices: Choices, part: Part) -> Choices:
    """Return the choices for pages with fields: names are in these, and a board is on one page, uncut."""
    if isinstance(part, Board):
        marks = CropMarks(sides="none")
        return replace(choices, printing=replace(choices.printing, poster=False, marks=marks))
    return replace(choices, copies=max(len(choices.names), 1), names=())


def fill(press: Press, job: Job, choices: Choices, chunk: Chunk) -> Chunk:
    """Return a chunk whose pages have fields, and names in the name fields."""
    assert choices.find_takes is not None
    names = choices.names if isinstance(job.part, Sheet) else ()
    return fill_pages(press, job.part, chunk, choices.find_takes(job.game.kit), names=names)


def has_name_field(part: Part) -> bool:
    """Return True if the part has a field for a player's name."""
    return isinstance(part, Sheet) and bool(part.name_field)
