"""Contradictions planted in copies of the shipped games: each is one change in one file.

`python -m tests.play.contradictions` plants 200 of them, and prints those that nothing reports.
"""

import random
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from generator.errors import DataError
from generator.model.texts.message import spell_number
from generator.play.contracts.agreement import list_disagreements
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit, read_kit_and_texts
from tests.shipped import GAMES

ROOT = Path(__file__).parents[2] / "data" / "games"


FOLLOWED = "the texts have the new number"


class Contradiction(NamedTuple):
    """A change in a file of a game, and what its report must name."""

    game: str
    kind: str
    file: str
    start: int
    end: int
    new: str
    named: tuple[str, ...]
    """The report has one of these texts; empty: the texts may follow the change instead."""

    def __str__(self) -> str:
        text = (ROOT / self.game / self.file).read_text("utf-8")
        line = text.count("\n", 0, self.start) + 1
        return f"{self.kind}: {self.game}/{self.file}:{line}: `{text[self.start : self.end]}` -> `{self.new}`"


def list_contradictions(game: str) -> list[Contradiction]:
    """Return all changes that this module knows, in the order of files."""
    folder, found = ROOT / game, list[Contradiction]()
    for path in sorted([*folder.rglob("*.yaml"), *folder.glob("*.md")]):
        file, text = str(path.relative_to(folder)), path.read_text("utf-8")
        for start, end, kind, new, named in _list_changes(game, file, text):
            found.append(Contradiction(game, kind, file, start, end, new, named))
    return found


def choose_contradictions(number: int) -> list[Contradiction]:
    """Return as many changes of each kind and game as possible, the same on every machine."""
    chance, groups = random.Random("contradictions"), list[list[Contradiction]]()
    for game in GAMES:
        by_kind: dict[str, list[Contradiction]] = {}
        for one in list_contradictions(game):
            by_kind.setdefault(one.kind, []).append(one)
        groups += [chance.sample(several, len(several)) for _, several in sorted(by_kind.items())]
    chosen: list[Contradiction] = []
    while len(chosen) < number and any(groups):
        chosen += [group.pop() for group in groups if group]
    return chosen[:number]


_Change = tuple[int, int, str, str, tuple[str, ...]]
"""Start, end, kind, the new text, and what the report names."""


def _list_changes(game: str, file: str, text: str) -> Iterator[_Change]:
    if file.startswith("wording/"):
        yield from _change_texts(game, Path(file).stem, text)
        yield from _change_rules(game, file, text)
    elif file == "kit.yaml":
        for match in re.finditer(r"^  (\w+): (\d+)$", text, re.MULTILINE):
            yield *match.span(2), "constant", str(int(match[2]) + 1), (match[1],)
    elif file.endswith(".md"):
        yield from _change_texts(game, "en", text)
        yield from _change_booklet(text)
    elif re.search(r"^blocks:", text, re.MULTILINE):
        yield from _change_booklet(text)
    elif re.search(r"^(cards|tokens):", text, re.MULTILINE):
        for match in re.finditer(r"\b(?:count|deaths|value): (\d+)", text):
            yield *match.span(1), "count", str(int(match[1]) + 1), ()


def _change_texts(game: str, locale: str, text: str) -> Iterator[_Change]:
    """Replace a named number by another one, as digits or as a word."""
    numbers = _numbers_of(game)
    for match in re.finditer(r"\{([a-z_0-9]+)((?:, [a-z]+)*)\}", text):
        number = numbers.get(match[1])
        if number is None or "ordinal" in match[2]:
            continue
        other = number + 1 if number > 1 else number + 2
        word = spell_number(other, locale) if "spellout" in match[2] else str(other)
        yield *match.span(), "text", word, (f"number {other} ", f"`{{{match[1]}}}`")


_KNOWN: dict[str, dict[str, int]] = {}


def _numbers_of(game: str) -> dict[str, int]:
    if game not in _KNOWN:
        _KNOWN[game] = dict(read_kit(ROOT / game, shelf=find_shelf(), locales=["en"]).numbers)
    return _KNOWN[game]


def _change_rules(game: str, file: str, text: str) -> Iterator[_Change]:
    """Rename a rule, or add one, in English."""
    if not file.endswith("en.yaml"):
        return
    head = re.search(rf"^    {game}:\n", text, re.MULTILINE)
    assert head
    for match in re.compile(r"^        ([a-z_]+):", re.MULTILINE).finditer(text, head.end()):
        yield *match.span(1), "rule", f"{match[1]}_new", (f"{match[1]}",)


def _change_booklet(text: str) -> Iterator[_Change]:
    for match in re.finditer(r'"\{(\w+)\}"', text):
        yield *match.span(), "cell", '"77"', ("number 77 ",)
    told = r"(?:, tells: |^ +tells: |[{ ]tells=)([a-z_.]+)(?=[} ]|$)"
    for match in re.finditer(told, text, re.MULTILINE):
        yield *match.span(1), "rule", "no.such_rule", ("no.such_rule", match[1])
    for match in re.finditer(r"^ *after: (\d+)$", text, re.MULTILINE):
        yield *match.span(1), "example", str(int(match[1]) + 2), ("example-",)
    for match in re.finditer(r"^ *outcome: \{\w+: \[(\w+)", text, re.MULTILINE):
        yield *match.span(1), "example", "a1", ("example-",)
    # The lines of a figure have the same indentation, and its drawing has more.
    figures = r"^( *)tokens: \|\n((?:\1  [^\n]*\n)+)(?:\1\w.*\n)*"
    for figure in re.finditer(figures, text, re.MULTILINE):
        if not re.search(r"^ *(after|ends):", figure[0], re.MULTILINE):
            continue
        for match in re.finditer(r"[rbk]", figure[2]):
            start = figure.start(2) + match.start()
            yield start, start + 1, "example", ".", ("example-",)
    for match in re.finditer(r"scored: .*?(\d)", text):
        yield *match.span(1), "example", str(int(match[1]) + 1), ("example-",)
    for table in re.finditer(r"^( *)scored: .*\n(?:\1.*\n)*? +- total: (.*)\n", text, re.MULTILINE):
        for match in re.finditer(r"\d+", table[2]):
            start = table.start(2) + match.start()
            yield start, start + len(match[0]), "example", str(int(match[0]) + 1), ("example-",)


def report_contradiction(one: Contradiction) -> Sequence[str]:
    """Return what is reported on a copy of the game with the change, or that its texts have followed it."""
    with TemporaryDirectory() as home:
        folder = Path(shutil.copytree(ROOT / one.game, Path(home) / one.game))
        path = folder / one.file
        text = path.read_text("utf-8")
        path.write_text(text[: one.start] + one.new + text[one.end :], "utf-8")
        try:
            kit, texts, _ = read_kit_and_texts(folder, shelf=find_shelf())
            report = [str(problem) for problem in list_disagreements(kit, texts, kit.wordings)]
            return report or ([FOLLOWED] if kit.numbers != _numbers_of(one.game) else [])
        except DataError as error:
            return [str(problem) for problem in error.problems]


def is_reported(one: Contradiction, report: Sequence[str]) -> bool:
    """Return True if a report is about the change; of a count, that the texts have followed it."""
    return bool(report) and (not one.named or any(name in line for name in one.named for line in report))


def _run() -> None:
    missed = 0
    chosen = choose_contradictions(200)
    for one in chosen:
        report = report_contradiction(one)
        if not is_reported(one, report):
            missed += 1
            print(one, *report[:2], sep="\n   ")
    print(f"{len(chosen) - missed} of {len(chosen)} reported, or followed by the texts")


if __name__ == "__main__":
    _run()
