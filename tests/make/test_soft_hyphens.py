"""Soft hyphens are for print: programs that show titles and descriptions in lines of their own get none."""

from pathlib import Path

import pikepdf

from tests.conftest import Petri
from tests.web.games import change

_HYPHEN = "\N{SOFT HYPHEN}"


def list_strings(path: Path) -> list[str]:
    """Return all texts of a PDF file but those on its pages."""
    with pikepdf.open(path) as pdf:
        values = [
            value for one in pdf.objects if isinstance(one, pikepdf.Dictionary) for value in one.values()
        ]
        values += pdf.docinfo.values()
        return [str(value) for value in values if isinstance(value, pikepdf.String)]


def test_files_name_what_they_have_without_soft_hyphens(tiny_game: Path, petri: Petri) -> None:
    """Titles, names of fields, and descriptions of pictures."""
    words = tiny_game / "wording" / "en.yaml"
    for word in ("Tiny", "Sheet", "Name", "Rules", "Crosses"):
        change(words, f" {word}", f" {word[:2]}{_HYPHEN}{word[2:]}")
    change(words, "  rules:\n", f"  icon:\n    cards: Ca{_HYPHEN}rds\n  rules:\n")
    (tiny_game / "icons").mkdir()
    (tiny_game / "icons" / "cards.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1H8V8Z"/></svg>'
    )
    change(words, "next field", "next :cards:")
    done = petri("make", tiny_game, "-l", "en", "--to", "pdf,html")
    assert done.exit_code == 0, done.output
    done = petri("make", tiny_game, "-l", "en", "--form")
    assert done.exit_code == 0, done.output
    page, *_ = Path("output").rglob("*.html")
    assert _HYPHEN not in page.read_text("utf-8")
    strings = [text for path in Path("output").rglob("*.pdf") for text in list_strings(path)]
    assert {"Tiny game: Sheet", "Tiny game: Rules", "Cards"} <= {*strings}
    assert not [text for text in strings if _HYPHEN in text]
