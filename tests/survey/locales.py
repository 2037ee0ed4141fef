"""Survey of languages: an English deck is drafted in each locale of CLDR, and its page is read in a PDF.

A draft prints; its numbers have the digits of one script; the English texts in it run from left to right,
whatever the direction of the language is. The letters are read by pdfium, from left to right.
"""

import contextlib
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from babel import Locale, localedata
from typer.testing import CliRunner

from generator.cli.app import app
from tests.survey.figures import Measured
from tests.survey.sources import Source, choose

ENGLISH = "Draw 2 cards (max. 15)!"
TEMPLATE = 'template: [{words: {text: "{text}", font_size: 12 pt, box: [4 mm, 6 mm, 55 mm, 20 mm]}}]'
DECK = f'size: poker\ncards: [{{id: a, text: "{ENGLISH}"}}]\n{TEMPLATE}\n'


def list_locales() -> list[str]:
    """Return the languages of CLDR, also in other scripts, without countries."""
    names = localedata.locale_identifiers()
    found = [name for name in names if Locale.parse(name).territory is None]
    return sorted(name.replace("_", "-") for name in found if name not in ("root", "en"))


def draft(folder: Path, locale: str) -> tuple[Path | None, str]:
    """Draft a language for a deck, and print it; return the PDF, or what was said."""
    folder.mkdir()
    (folder / "deck.yaml").write_text(DECK, encoding="utf-8")
    with contextlib.chdir(folder):
        for words in (("locale", "new", "deck.yaml", locale), ("make", "deck.yaml", "--locale", locale)):
            done = CliRunner().invoke(app, list(words))
            if done.exit_code:
                return None, done.output + done.stderr
    return next((folder / "output").rglob("*.pdf"), None), done.output + done.stderr


def read_lines(path: Path) -> list[str]:
    """Return the lines of the first page as they are seen, from left to right, without spaces."""
    pdf = pypdfium2.PdfDocument(path)
    page = pdf[0].get_textpage()
    seen: dict[int, list[tuple[float, str]]] = {}
    for index in range(page.count_chars()):
        letter = page.get_text_range(index, 1)
        if letter.strip():
            left, bottom, right, _ = page.get_charbox(index, loose=True)
            seen.setdefault(round(bottom), []).append(((left + right) / 2, letter))
    pdf.close()
    return ["".join(letter for _, letter in sorted(line)) for line in seen.values()]


def list_faults(lines: list[str]) -> Iterator[str]:
    """Yield `scrambled` and `digits` for a page on which they are wrong."""
    if not any(ENGLISH.replace(" ", "") in line for line in lines):
        yield "scrambled"
    numbers = (letter for line in lines for letter in line if unicodedata.category(letter) == "Nd")
    if len({ord(letter) - unicodedata.digit(letter) for letter in numbers}) > 1:
        yield "digits"


def measure(folder: Path, source: Source) -> Measured:
    """Count the drafts that print, and those that print the wrong thing."""
    counts: Counter[str] = Counter()
    faults = []
    locales = [path.name for path in choose(list(map(Path, list_locales())), source)]
    for locale in locales:
        pdf, said = draft(folder / locale, locale)
        found = ["refused"] if pdf is None else list(list_faults(read_lines(pdf)))
        counts.update(found or ["right"])
        faults += [f"{locale}: {fault}: {' '.join(said.split())}" for fault in found]
    figures = {
        "of locales": len(locales),
        "right": counts["right"],
        "refused": counts["refused"],
        "wrong: English text is scrambled": counts["scrambled"],
        "wrong: digits of two scripts": counts["digits"],
    }
    return Measured(figures, tuple(faults))
