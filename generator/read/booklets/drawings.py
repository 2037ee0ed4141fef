"""Drawings upon rows of places, a line for each row: entries of squares, tokens on cells."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.model.kinds import Wrong
from generator.read.declared.findings import Findings
from generator.read.files.phrases import format_count
from generator.read.files.yaml_reader import DataPath

NOTHING = "."


@dataclass(frozen=True, slots=True)
class Drawing:
    """A kind of drawing: signs for places of a kind."""

    pattern: str
    """Regular expression of one sign."""
    called: tuple[str, str]
    """Singular and plural, for messages."""
    place: str
    parse: Callable[[str], str]
    """Return the meaning of a sign; raises Wrong."""

    def read(
        self, findings: Findings, path: DataPath, text: str, rows: Sequence[Sequence[str]]
    ) -> dict[str, str]:
        """Return the meaning of each sign by the id of its place; add all that is wrong to `findings`."""
        lines = [(number, line) for number, line in enumerate(text.split("\n")) if line.strip()]
        hint = f"`{NOTHING}` for an empty {self.place}"
        if lines and len(lines) != len(rows):
            said = f"{format_count(len(lines), 'line')} for {format_count(len(rows), 'row')} of {self.place}s"
            findings.add(path, said, f"one line for each row; {hint}")
            return {}
        found = {}
        for (number, line), row in zip(lines, rows, strict=False):
            signs = list(re.finditer(self.pattern, line))
            if len(signs) != len(row):
                said = f"{format_count(len(signs), *self.called)} for {format_count(len(row), self.place)}"
                findings.add_in_text(path, number, signs[0].start(), said, hint)
            for sign, place in zip(signs, row, strict=False):
                if sign[0] == NOTHING:
                    continue
                try:
                    found[place] = self.parse(sign[0])
                except Wrong as wrong:
                    findings.add_in_text(path, number, sign.start(), wrong.message, wrong.hint)
        return found
