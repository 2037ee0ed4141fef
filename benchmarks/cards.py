"""Cost of cards: `python benchmarks/cards.py [RUNS] [--peers PYTHON] [--most CARDS]` prints a table.

108, 1,000 and 10,000 cards from YAML to PDF, whole processes, against bare reportlab in the same run, and
against typst and protograf where the Python of `--peers` has them (`pip install typst protograf` into a
venv of its own). Before anything is timed, our PDF is read back: its pages, and every word on them.
"""

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from card_deck import make_cards, write_game, write_json
from run import Cost, run_once

HERE = Path(__file__).parent
FONTS = HERE.parent / "fonts" / "noto-sans"
FACES = [str(FONTS / "NotoSans-Regular.ttf"), str(FONTS / "NotoSans-Bold.ttf")]
COUNTS = (108, 1_000, 10_000)
OURS = "petri make"
SLOW = ("protograf", "reportlab, Paragraph")
"""Not asked for 10,000 cards."""

TARGETS = (
    ("protograf", 1_000, 1 / 12),
    ("typst", 1_000, 2.0),
    ("typst", 10_000, 1.0),
)
"""Whose wall time, for how many cards, and at most what part of it ours may be."""
MOST_PER_CARD = 10 * 1024
"""Bytes of memory that a further card may take."""


def list_commands(folder: Path, count: int, peers: str) -> dict[str, list[str]]:
    """Each program as it would be called; those that are not installed are left out."""
    deck, target = str(folder / f"deck_{count}.json"), str(folder / "out.pdf")
    bare = [sys.executable, str(HERE / "cards_reportlab.py")]
    ours = [
        sys.executable,
        "-m",
        "generator",
        "make",
        str(folder / f"cards_{count}"),
        "--out",
        str(folder / "output"),
    ]
    commands = {
        OURS: ours,
        "reportlab, Paragraph": [*bare, "paragraph", deck, target, *FACES],
        "reportlab, forms and own lines": [*bare, "forms", deck, target, *FACES],
    }
    if has_module(peers, "typst"):
        commands["typst"] = [peers, str(HERE / "cards_typst.py"), deck, target, str(FONTS), "Noto Sans"]
    if has_module(peers, "protograf"):
        commands["protograf"] = [peers, str(HERE / "cards_protograf.py"), deck, target, "Noto Sans"]
    return {name: command for name, command in commands.items() if count <= 1_000 or name not in SLOW}


def has_module(python: str, name: str) -> bool:
    if python == sys.executable:
        return importlib.util.find_spec(name) is not None
    asked = [
        python,
        "-c",
        f"import importlib.util, sys; sys.exit(importlib.util.find_spec({name!r}) is None)",
    ]
    return subprocess.run(asked, check=False, capture_output=True).returncode == 0


def measure_best(commands: dict[str, list[str]], runs: int) -> dict[str, Cost]:
    """The least that each takes, all taking turns: what is more, it had to wait for."""
    found: dict[str, list[Cost]] = {title: [] for title in commands}
    for _ in range(runs + 1):
        for title, command in commands.items():
            found[title].append(run_once(command))
    return {
        title: Cost(
            min(cost.wall for cost in costs[1:]),
            min(cost.processor for cost in costs[1:]),
            min(cost.memory for cost in costs[1:]),
        )
        for title, costs in found.items()
    }


def check_words(path: Path, count: int) -> None:
    """AssertionError when the file lacks a page, or any word of any card."""
    import pypdfium2

    cards = make_cards(count)
    document = pypdfium2.PdfDocument(path)
    assert len(document) == -(-count // 9), f"{len(document)} pages"
    for number, page in enumerate(document):
        found = page.get_textpage().get_text_range().split()
        for card in cards[number * 9 : number * 9 + 9]:
            wanted = " ".join((card["title"], card["body"].replace("**", ""), card["footer"])).split()
            missing = [word for word in wanted if word not in found]
            assert not missing, f"page {number + 1} lacks {missing} of {card['id']}"


def print_costs(costs: dict[tuple[str, int], Cost], sizes: dict[int, int]) -> None:
    """A table in Markdown, with ratios to ours."""
    print("| cards | program | wall, s | processor, s | memory, MiB | wall time to ours |")
    print("|--|--|--|--|--|--|")
    for (name, count), cost in costs.items():
        ratio = cost.wall / costs[OURS, count].wall
        row = f"| {count:,} | {name} | {cost.wall:.2f} | {cost.processor:.2f} | {cost.memory:.0f} |"
        print(f"{row} {ratio:.2f} |")
    print()
    counts = [count for count in COUNTS if (OURS, count) in costs]
    few, many = counts[-2], counts[-1]
    for name in dict.fromkeys(name for name, _ in costs):
        if (name, many) in costs:
            first, last = costs[name, few], costs[name, many]
            time = (last.processor - first.processor) / (many - few) * 1e6
            memory = (last.memory - first.memory) / (many - few) * 1024
            print(f"{name}: {time:.0f} us of the processor and {memory:.1f} KiB for each further card")
    print(f"{sizes[many] / many:.0f} bytes a card in our file of {many:,}")


def print_targets(costs: dict[tuple[str, int], Cost]) -> bool:
    """Whether all targets that could be measured are met."""
    met = True
    for name, count, most in TARGETS:
        if (name, count) in costs:
            ratio = costs[OURS, count].wall / costs[name, count].wall
            met = met and ratio <= most
            print(f"{say(ratio <= most)}: {count:,} cards, to {name}: {ratio:.2f} (at most {most:.2f})")
    if (OURS, 10_000) in costs:
        grown = (costs[OURS, 10_000].memory - costs[OURS, 1_000].memory) * 1024 * 1024 / 9_000
        met = met and grown <= MOST_PER_CARD
        print(f"{say(grown <= MOST_PER_CARD)}: {grown:.0f} bytes of memory for each further card")
    return met


def say(is_met: bool) -> str:
    return "met" if is_met else "MISSED"


def main(runs: int, peers: str, most: int) -> int:
    costs: dict[tuple[str, int], Cost] = {}
    sizes: dict[int, int] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # As on a machine where everything ran before: modules are compiled, in a place of this run's own.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        for count in [count for count in COUNTS if count <= most]:
            write_game(folder / f"cards_{count}", count)
            write_json(folder / f"deck_{count}.json", count)
            commands = list_commands(folder, count, peers)
            subprocess.run(commands[OURS], check=True, capture_output=True)
            made = folder / "output" / "bench" / "cards-en-a4.pdf"
            check_words(made, count)
            sizes[count] = made.stat().st_size
            for title, cost in measure_best(commands, runs).items():
                costs[title, count] = cost
    print_costs(costs, sizes)
    print()
    return 0 if print_targets(costs) else 1


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("runs", nargs="?", type=int, default=3)
    options.add_argument("--peers", default=sys.executable, help="a Python that has typst and protograf")
    options.add_argument("--most", type=int, default=COUNTS[-1], help="no more cards than this")
    given = options.parse_args()
    sys.exit(main(given.runs, given.peers, given.most))
