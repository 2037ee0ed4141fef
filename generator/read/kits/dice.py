"""A dice file -> die faces, with the shape of each."""

from dataclasses import replace
from pathlib import Path

from generator.model.dice import Dice, DieFace, is_connected, normalised
from generator.read.declared.findings import Findings
from generator.read.declared.grids import PLAIN, read_grid
from generator.read.declared.reader import Reader
from generator.read.files.yaml_reader import DataPath

MOST_FACES = 100


def read_dice(path: Path) -> tuple[DieFace, ...]:
    """Read the faces, in the order of the file; raises DataError with all problems."""
    reader = Reader.open(path)
    findings = reader.findings
    dice = reader.read_top(Dice)
    _check_values(reader)
    given = dice.faces if dice else ()
    faces = tuple(_finish(findings, ("faces", index), face) for index, face in enumerate(given))
    findings.stop_if_any()
    return faces


def _check_values(reader: Reader) -> None:
    findings = reader.findings
    given = findings.source.get("faces")
    count = len(given) if isinstance(given, list) else 0
    paths: list[DataPath] = [("faces", index, "value") for index in range(count)]
    values = [reader.get(path) for path in paths]
    if not values or None in values:
        return
    for path, value in zip(paths, values, strict=True):
        first = paths[values.index(value)]
        if first != path:
            line, _ = findings.source.spot_of(first)
            findings.add(path, f"duplicate face {value}", f"the first is in line {line}")
    for value in range(1, max(values) + 1 if len(values) < MOST_FACES else 1):
        if value not in values:
            findings.add(("faces",), f"there is no face {value}", f"add `- value: {value}`", at="key")


def _finish(findings: Findings, path: DataPath, face: DieFace) -> DieFace:
    where = (*path, "shape")
    grid = read_grid(findings, where, face.shape, legend=PLAIN, naming="grid") if face.shape else None
    if grid is None:
        return face
    cells = normalised((int(square.x), square.y) for square in grid)
    if not is_connected(cells):
        findings.add(where, "the shape falls into pieces", "its squares must touch along whole edges")
    return replace(face, cells=cells)
