"""The file of papers -> Paper by id."""

from collections.abc import Mapping
from pathlib import Path

from generator.model.style import PAPERS, Paper
from generator.read.declared.reader import read_file


def read_papers(path: Path) -> Mapping[str, Paper]:
    """Papers in the order of the file; raises DataError with all that is wrong with them."""
    papers: Mapping[str, Paper] = read_file(path, PAPERS)[0]
    return papers
