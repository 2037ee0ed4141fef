"""A dice file -> die faces, with the shape of each."""

from dataclasses import replace
from pathlib import Path

from generator.model.dice import Dice, DieFace, is_connected, normalised
from generator.read.declared.findings import Findings
from generator.read.declared.grids import PLAIN, read_grid
from generator.read.declared.reader import Reader
from generator.read.files.yaml_reader import DataPath


def read_dice(path: Path) -> tuple[DieFace, ...]:
    """Read the faces, in the order of the file; raises DataError with all problems."""
    reader = Reader.open(path)
    findings = reader.findings
    dice = reader.read_top(Dice)
    given = dice.faces if dice else ()
    faces = tuple(_finish(findings, ("faces", index), face) for index, face in enumerate(given))
    findings.stop_if_any()
    return faces


def _finish(findings: Findings, path: DataPath, face: DieFace) -> DieFace:
    where = (*path, "shape")
    grid = read_grid(findings, where, face.shape, legend=PLAIN, naming="grid") if face.shape else None
    if grid is None:
        return face
    cells = normalised((int(square.x), square.y) for square in grid)
    if not is_connected(cells):
        findings.add(where, "the shape falls into pieces", "its squares must touch along whole edges")
    return replace(face, cells=cells)
