"""A deck as an importer read it, with a remark for each line of its source that was changed or left out."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from generator.errors import format_count
from generator.read.files.text_files import is_inside

Fate = Literal["taken over", "changed", "left out"]


@dataclass(frozen=True, slots=True)
class SourceRemark:
    """A line of the source that was changed or left out, with the reason."""

    file: str
    line: int
    fate: Fate
    subject: str
    """Name of the directive or the element."""
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.fate}: {self.subject}: {self.reason}"


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
    file: str = ""
    """Name of the file with this line, if the source includes it."""
    style_name: str = ""
    """Name for this style; empty: from the text."""
    files: Sequence[str] = ()
    """Names of the pictures that it shows, if they are known."""
    bounds: Sequence[float] | None = None
    """Left, top, width, and height on the card; None if they are not the same on all cards."""

    def add_conditions(self, *conditions: str) -> None:
        """Draw it only if these hold, too; they are written before those that it has."""
        known = self.keys.pop("when", [])
        complete = [*conditions, *(known if isinstance(known, list) else [known])]
        if complete:
            self.keys["when"] = complete[0] if len(complete) == 1 else complete


def list_elements(template: Any) -> Iterator[DraftElement]:
    """Yield all elements of a template, also those within others."""
    if isinstance(template, DraftElement):
        yield template
        template = list(template.keys.values())
    if isinstance(template, Mapping):
        template = list(template.values())
    if isinstance(template, list):
        for item in template:
            yield from list_elements(item)


@dataclass(slots=True)
class Draft:
    """A deck that is not written yet; importers fill it in the order of their source."""

    name: str
    file: str
    """Name of the source, for messages."""
    folder: Path | None = None
    """Folder of the project; None: that of the source."""
    notice: str = ""
    """Sentence for the report about the way in which the source was read."""
    unit: str = "line"
    """Unit in which the report counts the source: `line`, `card`, `element`."""
    head: dict[str, Any] = field(default_factory=dict)
    """Keys of the deck before its template, such as `size`."""
    template: Any = None
    """A list of elements, or lists by `front` and `back`."""
    templates: dict[str, list[DraftElement]] = field(default_factory=dict)
    """Lists of elements by the ids of templates, in place of one template."""
    texts: dict[str, str] = field(default_factory=dict)
    """New files by name, such as a table whose source is missing."""
    pictures: dict[str, bytes] = field(default_factory=dict)
    """New pictures by name."""
    copies: dict[str, Path] = field(default_factory=dict)
    """Files to copy by their names in the new folder."""
    cells: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Values of the cards by the names of fields, as far as they are known."""
    origins: dict[str, Sequence[int]] = field(default_factory=dict)
    """Line of the source for each line of a table, or one line for all, by the name of the table."""
    tables: dict[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Columns of new tables by name."""
    notes: list[str] = field(default_factory=list)
    """Sentences about the source as a whole."""
    remarks: list[SourceRemark] = field(default_factory=list)
    counted: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Lines of the source that say something, by file and number."""

    def count(self, line: int, file: str = "") -> None:
        """Note that a line of the source says something."""
        self.counted[file or self.file, line] += 1

    def change(self, line: int, subject: str, reason: str, file: str = "") -> None:
        """Note that a line was taken over with a change; once for each line and reason."""
        self._note(SourceRemark(file or self.file, line, "changed", subject, reason))

    def leave_out(self, line: int, subject: str, reason: str, file: str = "") -> None:
        """Note that a line, or a part of it, was left out; once for each line and reason."""
        self._note(SourceRemark(file or self.file, line, "left out", subject, reason))

    def _note(self, remark: SourceRemark) -> None:
        if remark not in self.remarks:
            self.remarks.append(remark)

    def list_remarks(self) -> Iterator[str]:
        """Yield a line for each remark in the order of the source."""
        yield from map(str, sorted(self.remarks, key=lambda remark: (remark.file, remark.line)))


def count_fates(drafts: Sequence[Draft]) -> Mapping[Fate, int]:
    """Return how many lines of a source had each fate; a line has the worst of its fates."""
    fates: dict[tuple[str, int], Fate] = {}
    for draft in drafts:
        fates |= dict.fromkeys(draft.counted, "taken over")
    remarks = [remark for draft in drafts for remark in draft.remarks]
    for remark in sorted(remarks, key=lambda remark: remark.fate == "left out"):
        fates[remark.file, remark.line] = remark.fate
    counts = Counter(fates.values())
    return {fate: counts[fate] for fate in _FATES}


def sum_up_lines(drafts: Sequence[Draft]) -> str:
    """Return how many lines of a source had each fate."""
    counts = count_fates(drafts)
    lines = format_count(sum(counts.values()), drafts[0].unit)
    return f"{drafts[0].file}: {lines}: {', '.join(f'{counts[fate]} {fate}' for fate in _FATES)}"


_FATES: Sequence[Fate] = ("taken over", "changed", "left out")


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
    """Return a file of a folder by its path, or else by its name alone; None if there is none.

    Upper and lower case do not matter. A link out of the folder does not count.
    """
    path = clean_path(name)
    # Systems refuse names that are too long, or have a NUL.
    with suppress(OSError, ValueError):
        return _find_inside(folder, path) or _find_inside(folder, path.rsplit("/", 1)[-1])
    return None


def _find_inside(folder: Path, path: str) -> Path | None:
    place = folder
    for part in path.split("/"):
        exact = place / part
        if not exact.exists():
            others = sorted(place.iterdir()) if place.is_dir() else []
            exact = next((other for other in others if other.name.lower() == part.lower()), exact)
        place = exact
    return place if place.is_file() and is_inside(place, folder) else None


def format_number(value: float) -> str:
    """Return a number with at most two decimals: `6.35`, `6`."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def ignore_numbers(cards: object) -> dict[str, Any]:
    """Return the key of a deck that is needed if its cards are only counted: nothing prints their numbers."""
    is_counted = isinstance(cards, dict) and cards.keys() == {"every"} and cards["every"].keys() == {"card"}
    return {"ignore": ["card"]} if is_counted else {}
