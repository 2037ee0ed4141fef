"""How time and memory grow: `growth.py [--most ROWS]` prints a table, and fails where they are not linear.

Rows of a deck, decks, languages, and pages of a booklet, each in three sizes. Everything is read anew, in
processes of their own. `per unit` is what each further unit costs since the size before; it may not grow.
"""

import argparse
import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from card_deck import make_cards, write_game
from run import Cost, run_once

SLACK = 1.5
"""How much more a unit may cost at the last step than at the one before."""
DATA = Path(__file__).parents[1] / "data"
LANGUAGES = (
    *("es", "fr", "it", "de", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "sk", "hu", "ro"),
    *("hr", "sl", "et", "lv", "lt", "ca", "eu", "gl", "ga", "cy", "sq", "is", "mt", "af", "sw"),
)
BOOKLET = """\
id: rules
title: kit.title
columns: 2
credit: kit.title
blocks:
"""


@dataclass(frozen=True)
class Case:
    """A kind of growth: what is written in a folder for a size, and how it is built."""

    unit: str
    sizes: tuple[int, ...]
    write: Callable[[Path, int], None]
    options: tuple[str, ...] = ()


def write_rows(folder: Path, count: int) -> None:
    write_game(folder, count)


def write_decks(folder: Path, count: int) -> None:
    """The same deck of 54 cards several times."""
    write_game(folder, 54)
    kit, deck = folder / "kit.yaml", (folder / "cards.yaml").read_text("utf-8")
    for number in range(2, count + 1):
        (folder / f"cards_{number}.yaml").write_text(
            deck.replace("id: cards\n", f"id: cards_{number}\n"), "utf-8"
        )
    parts = "".join(f"  - deck: cards_{number}.yaml\n" for number in range(2, count + 1))
    kit.write_text(kit.read_text("utf-8") + parts, "utf-8")


def write_languages(folder: Path, count: int) -> None:
    """A complete game in languages that all have the texts of one."""
    shutil.copytree(DATA / "complete", folder)
    wording = folder / "wording"
    spanish = (wording / "es.yaml").read_text("utf-8")
    shutil.rmtree(wording / "reviewed")
    for path in wording.glob("*.yaml"):
        if path.stem != "en":
            path.unlink()
    for tag in LANGUAGES[:count]:
        (wording / f"{tag}.yaml").write_text(f"status: draft\nlanguage: {tag}\n{spanish}", "utf-8")


def write_pages(folder: Path, count: int) -> None:
    """A booklet with paragraphs of 35 words, about 34 on a page."""
    write_game(folder, 1)
    texts = (card["body"] for card in make_cards(34 * count))
    blocks = "".join(f'  - text: "{text}"\n' for text in texts)
    (folder / "rules.yaml").write_text(BOOKLET + blocks, "utf-8")
    kit = folder / "kit.yaml"
    kit.write_text(kit.read_text("utf-8").replace("deck: cards", "booklet: rules"), "utf-8")


CASES = (
    Case("row", (1_000, 10_000, 100_000), write_rows),
    Case("deck", (1, 5, 20), write_decks),
    Case("language", (3, 10, 30), write_languages, ("--locale", "all")),
    Case("page", (40, 100, 400), write_pages),
)


def measure(case: Case, most: int) -> Iterator[tuple[int, Cost]]:
    """Yield the cost of each size."""
    for size in (size for size in case.sizes if size <= most):
        with tempfile.TemporaryDirectory() as name:
            game = Path(name) / "bench"
            case.write(game, size)
            out = ["--out", str(Path(name) / "out")]
            command = [sys.executable, "-m", "generator", "make", str(game), *out, *case.options]
            yield size, min((run_once(command) for _ in range(2)), key=lambda cost: cost.processor)


def main(most: int) -> int:
    os.environ["PETRI_CACHE"] = "off"
    is_linear = True
    print("| size | processor, s | memory, MiB | per unit, ms | per unit, KiB |\n|--|--|--|--|--|")
    for case in CASES:
        before: tuple[int, Cost] | None = None
        slopes: list[float] = []
        for size, cost in measure(case, most):
            shown = ["", ""]
            if before:
                units = size - before[0]
                slopes.append((cost.processor - before[1].processor) / units * 1000)
                shown = [f"{slopes[-1]:.3g}", f"{(cost.memory - before[1].memory) / units * 1024:.3g}"]
            row = f"| {size:,} {case.unit}s | {cost.processor:.2f} | {cost.memory:.0f}"
            print(f"{row} | {' | '.join(shown)} |", flush=True)
            before = size, cost
        is_linear = is_linear and all(last <= SLACK * first for first, last in itertools.pairwise(slopes))
    print("linear" if is_linear else "NOT linear")
    return 0 if is_linear else 1


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--most", type=int, default=100_000, help="no more rows than this")
    sys.exit(main(options.parse_args().most))
