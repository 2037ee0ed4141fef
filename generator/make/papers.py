"""Papers that are made when somebody asks for them: of a size of their own, with another margin."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from generator.errors import UnknownName, say_unknown
from generator.model.printing import SIZES, parse_size
from generator.model.style import Paper

MARGIN = 6.35
"""A quarter of an inch: no home printer leaves more of the edge white."""
_SHORTEST = 80.0
_LONGEST = 3000.0


def add_made_papers(papers: Mapping[str, Paper], names: Iterable[str]) -> Mapping[str, Paper]:
    """The papers with those whose names are sizes: `330x483mm`, `13 x 19 in`, `a2`.

    Nobody keeps them: `all` does not mean them. UnknownName for a size that no sheet of paper has.
    """
    made = {name: _make(name) for name in map(spell_paper, names) if name not in papers and _is_size(name)}
    return {**papers, **made}


def find_paper(papers: Mapping[str, Paper], name: str) -> Paper:
    """Of this name or this size; UnknownName for any other."""
    known = add_made_papers(papers, [name])
    if spell_paper(name) not in known:
        raise UnknownName(say_no_paper(papers, name))
    return known[spell_paper(name)]


def say_no_paper(papers: Iterable[str], name: str) -> str:
    """With what there is, and how any other is named."""
    return f"{say_unknown('paper', name, papers)}, or the sides of any other, such as 330x483mm"


def set_margin(papers: Mapping[str, Paper], margin: float | None) -> Mapping[str, Paper]:
    """All of them with this margin; None: as they are."""
    if margin is None:
        return papers
    return {id: replace(paper, margin=margin) for id, paper in papers.items()}


def spell_paper(name: str) -> str:
    """`13 x 19 in` is `13x19in`: as it stands in names of files."""
    return "".join(name.lower().replace("×", "x").split())


def _is_size(name: str) -> bool:
    return name in SIZES or (name[:1].isdigit() and "x" in name)


def _make(name: str) -> Paper:
    try:
        short, long = sorted(parse_size(name))
    except ValueError as error:
        raise UnknownName(f"unknown paper {name!r}: {error}") from error
    if not _SHORTEST <= short <= long <= _LONGEST:
        raise UnknownName(f"invalid paper {name!r}: each side must be {_SHORTEST:g} to {_LONGEST:g} mm")
    return Paper(name.upper() if name in SIZES else name, short, long, MARGIN, name)
