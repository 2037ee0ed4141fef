"""A deck as an importer understood it, with what became of each line of its source."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from generator.errors import format_count

Fate = Literal["taken over", "changed", "left out"]


@dataclass(frozen=True, slots=True)
class SourceRemark:
    """What became of a line of the source that was not taken over as it is."""

    file: str
    line: int
    fate: Fate
    what: str
    """What it is about, such as the name of a directive."""
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.fate}: {self.what}: {self.reason}"


@dataclass(slots=True)
class DraftElement:
    """An element of a template, such as `words`, with its keys as they are written."""

    kind: str
    keys: dict[str, Any]
    line: int = 0
    """Line of the source."""
    comment: str = ""
    style: dict[str, Any] = field(default_factory=dict)
    """Keys that it may share with others, under the name of a style."""


@dataclass(slots=True)
class Draft:
    """A deck that is not written yet; importers fill it in the order of their source."""

    name: str
    file: str
    """Name of the source, for messages."""
    head: dict[str, Any] = field(default_factory=dict)
    """Keys of the deck before its template, such as `size`."""
    template: Any = None
    """A list of elements, or lists by `front` and `back`."""
    texts: dict[str, str] = field(default_factory=dict)
    """New files by name, such as a table whose source is missing."""
    copies: dict[str, Path] = field(default_factory=dict)
    """Files to copy by their names in the new folder."""
    cells: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Values of the cards by the names of fields, as far as they are known."""
    tables: dict[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Columns of new tables by name."""
    remarks: list[SourceRemark] = field(default_factory=list)
    counted: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Lines of the source that say something, by file and number."""

    def count(self, line: int, file: str = "") -> None:
        """Note that a line of the source says something."""
        self.counted[file or self.file, line] += 1

    def change(self, line: int, what: str, reason: str, file: str = "") -> None:
        """Note that a line was taken over with a change; once for each line and reason."""
        self._note(SourceRemark(file or self.file, line, "changed", what, reason))

    def leave_out(self, line: int, what: str, reason: str, file: str = "") -> None:
        """Note that a line, or a part of it, was left out; once for each line and reason."""
        self._note(SourceRemark(file or self.file, line, "left out", what, reason))

    def _note(self, remark: SourceRemark) -> None:
        if remark not in self.remarks:
            self.remarks.append(remark)

    def count_fates(self) -> Mapping[Fate, int]:
        """Return how many lines of the source had each fate; a line has the worst of its fates."""
        fates: dict[tuple[str, int], Fate] = dict.fromkeys(self.counted, "taken over")
        for remark in sorted(self.remarks, key=lambda remark: remark.fate == "left out"):
            fates[remark.file, remark.line] = remark.fate
        counts = Counter(fates.values())
        return {fate: counts[fate] for fate in _FATES}

    def list_remarks(self) -> Iterator[str]:
        """Yield a line for each remark in the order of the source."""
        yield from map(str, sorted(self.remarks, key=lambda remark: (remark.file, remark.line)))


def sum_up_lines(drafts: Sequence[Draft]) -> str:
    """Return how many lines of a source had each fate."""
    counts = {fate: sum(draft.count_fates()[fate] for draft in drafts) for fate in _FATES}
    lines = format_count(sum(counts.values()), "line")
    return f"{drafts[0].file}: {lines}: {', '.join(f'{counts[fate]} {fate}' for fate in _FATES)}"


_FATES: Sequence[Fate] = ("taken over", "changed", "left out")


def format_csv(columns: Mapping[str, Sequence[str]]) -> str:
    """Return a table of columns with as many cells each as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return stream.getvalue()


def escape_marks(text: str) -> str:
    """Return a plain text with a backslash before the characters that are marks of ours."""
    return re.sub(r"[{}\\*]|:(?=\w+:)", r"\\\g<0>", text)


def clean_path(path: str) -> str:
    r"""Return a path of another machine as one inside a folder: `art/orc.png` for `C:\me\art\orc.png`.

    A path from a drive, a home folder, or the root keeps only its name.
    """
    text = path.strip().strip('"').replace("\\", "/")
    if re.match(r"[A-Za-z]:|/|~", text):
        return text.rsplit("/", 1)[-1]
    parts = [part for part in text.split("/") if part not in ("", ".", "..")]
    return "/".join(parts)


def find_beside(folder: Path, name: str) -> Path | None:
    """Return a file of a folder by its path, in which case does not matter; None if there is none."""
    place = folder
    for part in clean_path(name).split("/"):
        exact = place / part
        if not exact.exists():
            others = sorted(place.iterdir()) if place.is_dir() else []
            exact = next((other for other in others if other.name.lower() == part.lower()), exact)
        place = exact
    return place if place.is_file() else None
