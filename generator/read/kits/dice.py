"""A dice file -> die faces: the shape that each stands for."""

from pathlib import Path

from generator.model.dice import DieFace
from generator.model.polyomino import is_connected, normalised
from generator.read.boards.grids import PLAIN, read_grid
from generator.read.declared.findings import Findings
from generator.read.declared.formats.kits import DiceFormat, FaceFormat
from generator.read.files.yaml_reader import DataPath, read_yaml

MOST_FACES = 100
MOST_FREE = 8
"""Squares of a free shape: of nine there are more than a thousand shapes, which nobody would print."""


def read_dice(path: Path) -> tuple[DieFace, ...]:
    """The faces in the order of the file; raises DataError with all that is wrong with them."""
    source = read_yaml(path)
    findings = Findings(source)
    format = findings.fit(DiceFormat, source.data)
    if format is None:
        findings.stop()
    faces = []
    lines: dict[int, int] = {}
    for index, given in enumerate(format.faces):
        where: DataPath = ("faces", index)
        line, _ = source.spot_of((*where, "value"))
        if given.value in lines:
            hint = f"the first is in line {lines[given.value]}"
            findings.add((*where, "value"), f"a second face {given.value}", hint)
        lines.setdefault(given.value, line)
        face = _read_face(findings, where, given)
        if face is not None:
            faces.append(face)
    for value in range(1, max(lines) + 1 if len(lines) < MOST_FACES else 1):
        if value not in lines:
            findings.add(("faces",), f"there is no face {value}", f"add `- value: {value}`", at="key")
    findings.stop_if_any()
    return tuple(faces)


def _read_face(findings: Findings, path: DataPath, given: FaceFormat) -> DieFace | None:
    is_free = given.most > 0 or given.frame != (0, 0)
    if bool(given.shape) == is_free:
        said = "has a `shape` and is free" if is_free else "stands for nothing"
        findings.add(path, said, "write `shape: ...`, or `most: ...` and `frame: ...`")
        return None
    if not is_free:
        return _read_shape(findings, path, given)
    columns, rows = given.frame
    if not given.most or not columns:
        missing = "frame" if given.most else "most"
        findings.add(path, f"`{missing}` is missing", f"add `{missing}: ...`", at="key")
        return None
    if given.most > MOST_FREE:
        findings.add((*path, "most"), f"{given.most} squares are too many", f"at most {MOST_FREE}")
        return None
    if given.most > columns * rows:
        hint = f"a frame of {columns}x{rows} has {columns * rows} squares"
        findings.add((*path, "most"), f"{given.most} squares do not fit into the frame", hint)
        return None
    return DieFace(given.value, most=given.most, frame=given.frame)


def _read_shape(findings: Findings, path: DataPath, given: FaceFormat) -> DieFace | None:
    grid = read_grid(findings, (*path, "shape"), given.shape, legend=PLAIN, naming="grid")
    if grid is None:
        return None
    cells = normalised((int(square.x), square.y) for square in grid)
    if not is_connected(cells):
        hint = "its squares must touch along whole edges"
        findings.add((*path, "shape"), "the shape falls into pieces", hint)
        return None
    return DieFace(given.value, cells)
