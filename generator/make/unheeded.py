"""Values of a printer that a print does not use, which are reported."""

from collections.abc import Iterable, Iterator

from generator.make.jobs import Job
from generator.make.names import Choices, has_backs
from generator.model.pieces import PieceSet
from generator.model.printing.printing import Backs


def list_unheeded(jobs: Iterable[Job], choices: Choices) -> Iterator[str]:
    """Yield what is not heeded of the printer, with the reason."""
    printer, destination, cutter = choices.printer, choices.destination, choices.printing.cutter
    if printer is None:
        return
    if destination or cutter:
        idle = {
            "paper": printer.paper if destination else "",
            "flip": printer.flip,
            "margins": printer.margins,
            "backs": printer.moves_backs,
            "scale": printer.scales,
        }
        names = ", ".join(name for name, value in idle.items() if value)
        if names and destination:
            yield f"printer {printer.id}: --for {destination.id} makes pictures and does not use {names}"
        elif names and cutter:
            yield f"printer {printer.id}: the marks of --for {cutter.id} must stay in place, without {names}"
        return
    found: dict[tuple[Backs, str], dict[str, None]] = {}
    for job in jobs:
        if not isinstance(job.part, PieceSet) or not has_backs(job.part):
            continue
        backs = choices.printing.backs or job.part.backs
        if backs in ("fold", "none") and printer.moves_backs:
            found.setdefault((backs, job.game.kit.slug), {})[job.part.id] = None
    for (how, game), parts in found.items():
        yield f"printer {printer.id}: --backs {how} does not use backs ({game}: {', '.join(parts)})"
