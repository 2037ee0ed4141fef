"""GeoJSON files: which areas are read, and what is said of anything else."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.errors import DataError
from generator.read.parts import boards
from generator.read.parts.boards import read_outlines

SQUARE = [[0, 0], [10, 0], [10, 5], [0, 5], [0, 0]]
CORNERS = ((0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0))
POLYGON = {"type": "Polygon", "coordinates": [SQUARE]}


def write(folder: Path, data: Any) -> Path:
    path = folder / "land.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


@pytest.mark.parametrize(
    "data",
    [
        POLYGON,
        {"type": "MultiPolygon", "coordinates": [[SQUARE]]},
        {"type": "Feature", "geometry": POLYGON},
        {"type": "GeometryCollection", "geometries": [POLYGON]},
        {
            "type": "FeatureCollection",
            "features": [{"type": "Feature", "geometry": None}, {"type": "Feature", "geometry": POLYGON}],
        },
        {"type": "Polygon", "coordinates": [[[*position, 99] for position in SQUARE]]},
    ],
)
def test_areas_are_read_wherever_they_are(tmp_path: Path, data: Any) -> None:
    """Features without a place are skipped, heights are dropped, the last corner is not repeated."""
    assert read_outlines(write(tmp_path, data)) == (CORNERS,)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"type": "FeatureCollection"}, "is not GeoJSON: a `FeatureCollection` has no list of `features`"),
        ({"type": "GeometryCollection", "geometries": {}}, "has no list of `geometries`"),
        ({"type": "Polygon", "coordinates": 5}, "has no list of `coordinates`"),
        ({"type": "MultiPolygon", "coordinates": [5]}, "a `Polygon` has no list of `coordinates`"),
        ({"type": "Polygon", "coordinates": [SQUARE[:3]]}, "a ring needs at least 4 positions"),
        ({"type": "Polygon", "coordinates": [[5, 5, 5, 5]]}, r"a position is not \[longitude, latitude\]"),
        ({"type": "Polygon", "coordinates": [[[1], *SQUARE]]}, r"a position is not \[longitude, latitude\]"),
        ({"type": "Point", "coordinates": [1, 2]}, "contains a `Point`"),
        ({"type": "FeatureCollection", "features": []}, "has no areas"),
        ([], "a `type` is missing"),
    ],
)
def test_what_is_no_area_is_refused(tmp_path: Path, data: Any, message: str) -> None:
    """The message names what is wrong."""
    with pytest.raises(DataError, match=message):
        read_outlines(write(tmp_path, data))


def test_outlines_that_are_far_too_fine_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All rings together have a limit."""
    two = {"type": "Polygon", "coordinates": [SQUARE, SQUARE]}
    monkeypatch.setattr(boards, "_MOST_CORNERS", 10)
    assert len(read_outlines(write(tmp_path, two))) == 2
    monkeypatch.setattr(boards, "_MOST_CORNERS", 9)
    with pytest.raises(DataError, match=r"more than 9 corners .*simplify"):
        read_outlines(write(tmp_path, two))
