"""The figures of docs/benchmarks.md can be measured again, and compare like with like."""

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pypdfium2
import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def run(*words: str | Path) -> str:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("path", sorted(BENCHMARKS.glob("*.py")), ids=lambda path: path.stem)
def test_benchmarks_import_what_there_is(path: Path) -> None:
    """They are run by hand, so that a name that has gone would be noticed late."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("generator"):
            module = import_module(node.module or "")
            for alias in node.names:
                assert hasattr(module, alias.name) or import_module(f"{node.module}.{alias.name}")


@pytest.mark.speed
def test_bare_reportlab_draws_the_same_sheet(tmp_path: Path) -> None:
    """Every stage is timed; the page given to bare reportlab has our size and our words."""
    times = json.loads(run(BENCHMARKS / "stages.py", tmp_path / "page.json", "1"))
    assert {"lay out the sheet", "write the sheet as PDF"} < times.keys()
    assert all(time > 0 for time in times.values())
    run(BENCHMARKS / "bare_reportlab.py", tmp_path / "page.json", tmp_path / "bare.pdf", "2")
    bare = pypdfium2.PdfDocument(tmp_path / "bare.pdf")
    assert len(bare) == 2
    width, height = bare[0].get_size()
    assert (round(width), round(height)) == (595, 842)
    words = bare[0].get_textpage().get_text_bounded()
    assert "Fight the Virus" in words
    assert "Spread Curve" in words
    bare.close()


@pytest.mark.speed
def test_cards_are_the_same_cards_everywhere(tmp_path: Path) -> None:
    """Our deck and those of bare reportlab show every word of the workload, nine cards a page."""
    sys.path.insert(0, str(BENCHMARKS))
    cards, deck = import_module("cards"), import_module("card_deck")
    deck.write_game(tmp_path / "cards_20", 20)
    deck.write_json(tmp_path / "deck_20.json", 20)
    commands = cards.list_commands(tmp_path, 20, sys.executable)
    run(*commands[cards.OURS][1:])
    cards.check_words(tmp_path / "output" / "bench" / "cards-en-a4.pdf", 20)
    for name in ("reportlab, Paragraph", "reportlab, forms and own lines"):
        run(*commands[name][1:])
        cards.check_words(tmp_path / "out.pdf", 20)


@pytest.mark.speed
def test_small_runs_are_about_as_fast_as_plain_reportlab() -> None:
    """A sheet and a small deck, from the cache, miss their targets by half at the most."""
    run(BENCHMARKS / "targets.py", "3", "--only", "to bare reportlab", "--most", "108", "--slack", "1.5")
