"""Sizes of cards and tokens: the file of named ones, and what a piece says of its own."""

from collections.abc import Mapping
from pathlib import Path

from generator.model.pieces import CARD_SIZES, CardSize
from generator.read.declared.findings import Findings
from generator.read.declared.reader import read_file
from generator.read.files.phrases import suggest
from generator.read.files.yaml_reader import DataPath


def read_card_sizes(path: Path) -> Mapping[str, CardSize]:
    """Sizes in the order of the file; raises DataError with all that is wrong with them."""
    sizes: Mapping[str, CardSize] = read_file(path, CARD_SIZES)[0]
    return sizes


_LEAST = 2.0
"""Width and height of a piece, in mm: nobody can cut out smaller ones."""


def find_extent(
    findings: Findings, path: DataPath, given: str | tuple[float, float], sizes: Mapping[str, CardSize]
) -> tuple[float, float, float]:
    """Width, height and corner of a size that is named, or written out."""
    if not isinstance(given, str):
        if min(given) < _LEAST:
            said = f"{given[0]:g} x {given[1]:g} mm is too small to be cut out"
            findings.add(path, said, f"at least {_LEAST:g} mm")
        return (*given, 0.0)
    size = sizes.get(given)
    if size is None:
        hint = suggest(given, sizes) + ", or width and height: `63 mm x 88 mm`"
        findings.add(path, f"the size `{given}` is not there", hint)
        return 63.0, 88.0, 0.0
    return size.width, size.height, size.corner


def check_corner(findings: Findings, path: DataPath, corner: float, width: float, height: float) -> None:
    """Corners may meet, and may not lie on each other."""
    if corner * 2 > min(width, height):
        findings.add(path, "is more than half the width", "at most half the shorter side")
