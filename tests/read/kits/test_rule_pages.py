"""The paragraph of a rule, from the documentation."""

from pathlib import Path

from generator.read.files.shelf import find_shelf
from generator.read.kits.origins import read_paragraph


def test_a_rule_has_its_row(tmp_path: Path) -> None:
    """What stands beside its id, and nothing for ids that only begin alike."""
    page = "| id | rule |\n|--|--|\n| `take.open` | One of *two*. |\n| `take.opened` | Not this. |\n"
    (tmp_path / "chess.md").write_text(page, encoding="utf-8")
    assert read_paragraph(tmp_path, "chess", "chess.take.open") == "One of *two*."
    assert read_paragraph(tmp_path, "chess", "chess.take") == ""
    assert read_paragraph(tmp_path, "chess", "log.turn") == ""
    assert read_paragraph(tmp_path, "go", "go.take.open") == ""


def test_at_the_table_only_rulings_of_ours_are_marked(tmp_path: Path) -> None:
    """Where else a rule comes from, and the number of a ruling, is for those who compare sources."""
    rows = "| `a.b` | [S] Two. [OURS] Or three (P7). |\n| `a.c` | [S-inf] One (P7, P8). [P] Four (4). |\n"
    (tmp_path / "chess.md").write_text(rows, encoding="utf-8")
    assert read_paragraph(tmp_path, "chess", "chess.a.b") == "Two. Our ruling: Or three."
    assert read_paragraph(tmp_path, "chess", "chess.a.c") == "One. Four (4)."


def test_the_pages_that_ship_are_found() -> None:
    """Beside the data."""
    pages = find_shelf().rule_pages
    assert "disease points" in read_paragraph(pages, "virus_and_co", "virus_and_co.risk.points")
