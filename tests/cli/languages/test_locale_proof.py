"""The proof has every text next to its English, by where it is printed, with its issues marked."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from typer.testing import Result

from generator.read.files.shelf import find_shelf

Petri = Callable[..., Result]


def words_of(path: Path) -> list[str]:
    """The words of each page, blanks as they come."""
    document = pdfium.PdfDocument(path)
    return [re.sub(r"[\s\u200b\ufffe]+", " ", page.get_textpage().get_text_range()) for page in document]


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_every_text_is_next_to_its_english(petri: Petri, tiny_game: Path) -> None:
    """Texts are grouped by part; the file has the reported name, and is always the same."""
    petri("locale", "accept", "tiny_game", "es", "kit", "sheet", "rules")
    done = petri("locale", "proof", "tiny_game", "es")
    assert done.exit_code == 0, done.stderr
    path = Path("output/tiny-game/proof-es-a4.pdf")
    assert done.stdout.strip() == str(path)
    (words,) = words_of(path)
    assert "7 of 7 texts translated" in words
    assert (
        words.index("Sheet (sheet)")
        < words.index("sheet.track Crosses Cruces")
        < words.index("Rules (rules)")
    )
    assert "rules.text Cross out the next field. Whoever crosses out the last one wins. Tacha la" in words
    before = path.read_bytes()
    petri("locale", "proof", "tiny_game", "es", "-o", "other.pdf")
    assert Path("other.pdf").read_bytes() == before


def test_a_proof_is_a_pdf(petri: Petri, tiny_game: Path) -> None:
    """Another suffix is an error before anything is read."""
    done = petri("locale", "proof", "tiny_game", "es", "-o", "proof.png")
    assert done.exit_code == 2
    assert "a proof is a PDF or a text; `proof.png` ends with neither .pdf nor .md" in " ".join(
        re.sub("[│╭╮╰╯─]", " ", done.stderr).split()
    )
    assert not Path("proof.png").exists()


def test_issues_are_marked_on_their_texts(petri: Petri, tiny_game: Path) -> None:
    """A proof can be built whatever issues a language has, and marks them."""
    petri("locale", "accept", "tiny_game", "es", "kit", "sheet", "rules")
    spanish = tiny_game / "wording" / "es.yaml"
    change(spanish, "    title: Hoja\n", "")
    change(spanish, "Nombre", "'**Nombre :nube:'")
    change(spanish, "Cruces", "Cruces 𓀀 {red|x}".replace("Cruces", "'Cruces") + "'")
    change(spanish, "Tu turno", "Tuturno" * 60)
    change(tiny_game / "wording" / "en.yaml", "Rules", "The Rules")
    done = petri("locale", "proof", "tiny_game", "es")
    assert done.exit_code == 0, done.stderr
    words = " ".join(words_of(Path("output/tiny-game/proof-es-a4.pdf")))
    assert "sheet.title missing is missing Sheet" in words
    assert "sheet.name wrong" in words
    assert "**Nombre :nube:" in words
    assert "characters U+13000" in words
    assert "icons has `{red|...}`, which English does not have" in words
    assert "rules.title kept is still the same, but its English has changed" in words
    assert re.search(r"rules\.turn unreviewed [\w ]+ overflow by \d+\.\d mm \(a5\)", words)
    assert words.count("overflow by") == 1


@pytest.mark.parametrize("locale", ["ar", "ja"])
def test_a_draft_in_another_script_has_a_proof(petri: Petri, tiny_game: Path, locale: str) -> None:
    """Read from the right, or without blanks; English keeps its order among it."""
    petri("locale", "new", "tiny_game", locale)
    done = petri("locale", "proof", "tiny_game", locale, "--paper", "letter")
    assert done.exit_code == 0, done.stderr
    words = " ".join(words_of(Path(f"output/tiny-game/proof-{locale}-letter.pdf")))
    assert "Whoever crosses out the last one wins." in words
    assert "0 of 7 texts translated · 7 missing" in words


def test_what_has_no_proof(petri: Petri, tiny_game: Path) -> None:
    """The shared texts have no pages; unknown languages and papers are errors."""
    assert petri("locale", "proof", "shared", "es").exit_code == 1
    assert "tiny_game: unknown language 'fr'" in petri("locale", "proof", "tiny_game", "fr").stderr
    assert "unknown paper 'a44'" in petri("locale", "proof", "tiny_game", "es", "--paper", "a44").stderr
    assert not Path("output").exists()


def test_a_shipped_game_has_a_proof(petri: Petri) -> None:
    """Texts of a deck are below the card that prints them; those with plurals are filled.

    Its booklets are left out: to set them on each paper takes seconds.
    """
    kit = Path(shutil.copytree(find_shelf().find_game("virus_and_co"), "game")) / "kit.yaml"
    short = re.sub(r"  - booklet: .*\n(?:    .*\n)*", "", kit.read_text("utf-8"))
    kit.write_text(short, "utf-8")
    done = petri("locale", "proof", "game", "de", "-o", "de.pdf")
    assert done.exit_code == 0, done.stderr
    words = " ".join(words_of(Path("de.pdf")))
    assert "virus.red_1 Itch" in words
    assert "Shown on the screen" in words
    assert "1 Pille" in words
    assert "{number" not in words
