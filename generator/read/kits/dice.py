"""A dice file -> die faces: the shape that each stands for."""

from dataclasses import replace
from pathlib import Path

from generator.model.dice import Dice, DieFace, is_connected, normalised
from generator.read.boards.grids import PLAIN, read_grid
from generator.read.declared.findings import Findings
from generator.read.declared.reader import Reader
from generator.read.files.yaml_reader import DataPath, read_yaml

MOST_FACES = 100


def read_dice(path: Path) -> tuple[DieFace, ...]:
    """The faces in the order of the file; raises DataError with all that is wrong with them."""
    source = read_yaml(path)
    findings = Findings(source)
    reader = Reader(findings)
    dice = reader.read(Dice, source.data)
    _check_values(findings, reader)
    faces = [
        _finish(findings, ("faces", index), face) for index, face in enumerate(dice.faces if dice else ())
    ]
    findings.stop_if_any()
    return tuple(faces)


def _check_values(findings: Findings, reader: Reader) -> None:
    """Every number from 1 has one face; nothing is said if a number cannot be read."""
    data = findings.source.data
    given = data.get("faces") if isinstance(data, dict) else None
    paths: list[DataPath] = [
        ("faces", index, "value") for index in range(len(given) if isinstance(given, list) else 0)
    ]
    values = [reader.get(path) for path in paths]
    if not values or None in values:
        return
    for path, value in zip(paths, values, strict=True):
        first = paths[values.index(value)]
        if first != path:
            line, _ = findings.source.spot_of(first)
            findings.add(path, f"a second face {value}", f"the first is in line {line}")
    for value in range(1, max(values) + 1 if len(values) < MOST_FACES else 1):
        if value not in values:
            findings.add(("faces",), f"there is no face {value}", f"add `- value: {value}`", at="key")


def _finish(findings: Findings, path: DataPath, face: DieFace) -> DieFace:
    """A face with the squares that its `shape` draws."""
    if not face.shape:
        return face
    grid = read_grid(findings, (*path, "shape"), face.shape, legend=PLAIN, naming="grid")
    if grid is None:
        return face
    cells = normalised((int(square.x), square.y) for square in grid)
    if not is_connected(cells):
        hint = "its squares must touch along whole edges"
        findings.add((*path, "shape"), "the shape falls into pieces", hint)
    return replace(face, cells=cells)
