"""The papers of a run, by name or by a size of their own."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from generator.errors import UnknownName, describe_unknown
from generator.make.jobs.choices import Choices
from generator.model.printing.printing import SIZES, parse_size
from generator.model.style import Paper
from generator.model.values import replace
from generator.read.cached import read_cached_papers
from generator.read.files.shelf import Shelf

HOME_MARGIN = 6.35
"""A quarter of an inch: no home printer leaves a wider edge white."""
_SHORTEST = 80.0
_LONGEST = 3000.0


def find_papers(
    shelf: Shelf, folders: Sequence[Path], choices: Choices
) -> tuple[Mapping[str, Paper], Mapping[str, Paper]]:
    """Return all paper sizes, and those among them whose margin differs; raises UnknownName."""
    own = [folder / shelf.papers.name for folder in folders if (folder / shelf.papers.name).is_file()]
    papers = add_made_papers(read_cached_papers(shelf, own), choices.papers)
    resized = _resize_margins(papers, choices)
    papers, cutter = {**papers, **resized}, choices.printing.cutter
    if cutter and cutter.area:
        # The picture on the paper is without a margin, and at most this large.
        short, long = cutter.area
        papers = {
            id: replace(paper, width=min(paper.width, short), height=min(paper.height, long), margin=0.0)
            for id, paper in papers.items()
        }
    return papers, resized


def find_paper(papers: Mapping[str, Paper], name: str) -> Paper:
    """Return the paper of this name or size; raises UnknownName for any other."""
    known = add_made_papers(papers, [name])
    if spell_paper(name) not in known:
        raise UnknownName(unknown_paper(papers, name))
    return known[spell_paper(name)]


def add_made_papers(papers: Mapping[str, Paper], names: Iterable[str]) -> Mapping[str, Paper]:
    """Add papers whose names are sizes: `330x483mm`, `13 x 19 in`, `a2`.

    `all` does not select them. Raises UnknownName for an impossible size.
    """
    typed = map(spell_paper, names)
    sizes = (name for name in typed if name in SIZES or (name[:1].isdigit() and "x" in name))
    return {**papers, **{name: _make_paper(name) for name in sizes if name not in papers}}


def _resize_margins(papers: Mapping[str, Paper], choices: Choices) -> Mapping[str, Paper]:
    """Return the papers whose margin differs, as chosen or as the printer needs it; labels need none."""
    margin, is_chosen = choices.margin, choices.margin is not None
    if choices.printer and not (is_chosen or choices.destination or choices.printing.cutter):
        margin = choices.printer.margin
    return {
        id: replace(paper, margin=margin)
        for id, paper in papers.items()
        if margin is not None and paper.margin != margin and (is_chosen or not paper.labels)
    }


def unknown_paper(papers: Iterable[str], name: str) -> str:
    """Return the message for an unknown paper, which explains how to give another size."""
    return f"{describe_unknown('paper', name, papers)}, or the sides of any other, such as 330x483mm"


def spell_paper(name: str) -> str:
    """Normalize the name of a paper for file names: `13 x 19 in` becomes `13x19in`."""
    return "".join(name.lower().replace("×", "x").split())


def _make_paper(name: str) -> Paper:
    try:
        short, long = sorted(parse_size(name))
    except ValueError as error:
        raise UnknownName(f"unknown paper {name!r}: {error}") from error
    if not _SHORTEST <= short <= long <= _LONGEST:
        raise UnknownName(f"invalid paper {name!r}: each side must be {_SHORTEST:g} to {_LONGEST:g} mm")
    return Paper(name.upper() if name in SIZES else name, short, long, HOME_MARGIN, name)
