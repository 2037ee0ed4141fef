"""Projects of CardPen: the size of their cards and their table, for a design that is made anew."""

import csv
import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.errors import DataError
from generator.imports.draft import Draft, DraftElement, format_csv, format_number, turn_rows
from generator.read.declared.tables import CsvCells, TableSource
from generator.read.files.text_files import derive_id, make_name, name_file, unreadable
from generator.read.pieces.rows import COUNTED, OWN

_MM: Mapping[str, float] = {"in": 25.4, "mm": 1.0, "cm": 10.0, "pt": 25.4 / 72}
_INCHES: Mapping[str, tuple[float, float]] = {
    "poker": (2.5, 3.5), "bridge": (2.25, 3.5), "micro": (1.25, 1.75), "skinnyMini": (1.625, 2.5),
    "mini": (1.75, 2.5), "cowMini": (2, 2.75), "small": (2, 3), "tarot": (2.75, 4.75), "domino": (1.75, 3.5),
    "business": (2, 3.5), "smallIndex": (3, 4.5), "index": (3, 5), "largeIndex": (3, 5.5), "large": (3.5, 5),
    "large2": (3.5, 5.75), "jumbo": (3.5, 5.5), "giant": (5, 7), "miniSquare": (2, 2),
    "smallerSquare": (2.5, 2.5), "smallSquare": (2.75, 2.75), "square": (3, 3), "largerSquare": (3.5, 3.5),
    "largeSquare": (4.75, 4.75), "squareTile": (6, 6), "tile": (8, 10), "circle": (3.5, 3.5),
    "hex": (3.25, 3.75), "heart": (3.25, 3), "smallMemo": (3.75, 3.75), "largeMemo": (4.125, 5.5),
    "smallScorePad": (3.5, 5.5), "mediumScorePad": (4.5, 8), "largeScorePad": (8, 10), "letter": (8.5, 11),
    "legal": (8.5, 14), "ledger": (11, 17),
}  # fmt: skip
"""Widths and heights of upright cards by name, in inches."""
_METRIC: Mapping[str, tuple[float, float]] = {
    "euroPoker": (63, 88), "euroMini": (44, 67), "euroMiniGame": (44, 68), "game": (56, 87),
    "euroGame": (59, 92), "trump": (62, 100), "a4": (210, 297), "a3": (297, 420), "pokerChip": (39, 39),
}  # fmt: skip
"""Widths and heights in mm."""
_ROUND = ("circle", "pokerChip")
_KEYS = ("csv", "mustache", "csize")
"""Keys that only projects of CardPen have together."""
_LARGEST = 1000
_DESIGN = {
    "mustache": "the design is HTML, which is not taken over; draw it anew in `template`",
    "css": "the styles are CSS, which is not taken over",
    "extCSS": "style sheets of web pages are not taken over",
    "oURL": "overlays are not taken over",
    "cardClass": "classes of CSS by card are not taken over",
}


def is_cardpen(data: Any) -> bool:
    """Return True for the JSON of a project."""
    return isinstance(data, Mapping) and all(key in data for key in _KEYS)


def read_cardpen(path: Path, text: str, data: Mapping[str, Any]) -> list[Draft]:
    """Return the deck of a project; raises DataError."""
    return [_ProjectReader(path, text, data).read()]


class _ProjectReader:
    def __init__(self, path: Path, text: str, data: Mapping[str, Any]) -> None:
        self._data, self._file = data, name_file(path)
        self._draft = Draft(derive_id(path.name.split(".")[0]), self._file)
        found = re.finditer(r'^\s*[{,]?\s*"(\w+)"\s*:', text, re.MULTILINE)
        self._lines = {match[1]: text.count("\n", 0, match.start(1)) + 1 for match in found}

    def _find_line(self, key: str) -> int:
        return self._lines.get(key, 1)

    def read(self) -> Draft:
        """Return the deck."""
        draft, data = self._draft, self._data
        for key in data:
            draft.count(self._find_line(key))
        width, height = self._measure_card()
        if not 5 <= min(width, height) <= max(width, height) <= _LARGEST:
            raise unreadable(
                self._file, "has cards smaller than 5 mm or larger than 1 m", line=self._find_line("csize")
            )
        draft.head = {"size": f"{format_number(width)} mm x {format_number(height)} mm"}
        if data.get("ccircle") is True or data.get("csize") in _ROUND:
            draft.head["shape"] = "round" if width == height else "rectangle"
            if width != height:
                draft.change(
                    self._find_line("ccircle"), "ccircle", "oval cards are cut as rectangles; see `outline`"
                )
        elif corner := self._measure("bradius", "brunit"):
            draft.head["corner"] = f"{format_number(min(corner, min(width, height) / 2))} mm"
        if bleed := self._measure("blsize", "blunit"):
            draft.head["bleed"] = f"{format_number(min(bleed, 20))} mm"
        if safe := self._measure("ssize", "sunit"):
            draft.head["safe"] = f"{format_number(min(safe, 20))} mm"
        if gap := self._measure("gsize", "gunit"):
            option = f"--gutter {format_number(gap)}mm"
            draft.change(self._find_line("gsize"), "gsize", f"is the option {option} of petri make")
        draft.head["cards"] = self._read_cards()
        self._note_design()
        draft.template = [
            DraftElement(
                "ground", {"fill": "white"}, self._find_line("mustache"), "The design is drawn here."
            )
        ]
        return draft

    def _measure_card(self) -> tuple[float, float]:
        data, name = self._data, str(self._data.get("csize"))
        if name in _INCHES:
            width, height = (side * 25.4 for side in _INCHES[name])
        elif name in _METRIC:
            width, height = _METRIC[name]
        else:
            width, height = (self._measure(side, "cunit") for side in ("cwidth", "cheight"))
            return width, height
        return (height, width) if data.get("cori") == "landscape" else (width, height)

    def _measure(self, key: str, unit: str) -> float:
        """Return a length in mm; 0 if there is none."""
        try:
            number = float(str(self._data.get(key) or 0))
            dots = float(str(self._data.get("dpi") or 300))
        except ValueError:
            return 0.0
        name = str(self._data.get(unit, "mm"))
        scale = 25.4 / dots if name == "px" and dots > 0 else _MM.get(name, 1.0)
        return number * scale if 0 < number < 1e5 else 0.0

    def _read_cards(self) -> Any:
        draft, text = self._draft, str(self._data.get("csv") or "")
        if not text.strip():
            return [{"id": "card"}]
        file = f"{draft.name}.csv"
        draft.texts[file] = text if text.endswith("\n") else f"{text}\n"
        try:
            draft.cells = turn_rows(TableSource(CsvCells(text, file=self._file, names="columns"), {}).data)
        except DataError as error:
            # CardPen reads cells that are not quoted as they should be.
            sign = max("\t,;", key=text.split("\n")[0].count)
            cells = [row for row in csv.reader(io.StringIO(text), delimiter=sign) if any(row)]
            titles = [title.strip() or f"column {place}" for place, title in enumerate(cells[0], 1)]
            columns = {
                title: [(*row, *[""] * len(titles))[place] for row in cells[1:]]
                for place, title in enumerate(titles)
            }
            draft.texts[file], draft.cells = (
                format_csv(columns),
                {make_name(key): cells for key, cells in columns.items()},
            )
            reason = f"is not quite CSV ({error.problems[0].message}), and is written anew"
            draft.change(self._find_line("csv"), "csv", reason)
        rows = self._data.get("rscount")
        if str(rows or 1) not in ("1", ""):
            draft.leave_out(self._find_line("rscount"), "rscount", f"cards of {rows} rows each")
        return file

    def _note_design(self) -> None:
        draft, data = self._draft, self._data
        named = {*OWN, *COUNTED, "id", "name", "title", "card_name"}
        names = [name for name, cells in draft.cells.items() if name not in named and any(cells)]
        if names:
            draft.head["ignore"] = names
        for key, reason in _DESIGN.items():
            if str(data.get(key) or "").strip():
                draft.leave_out(self._find_line(key), key, reason)
