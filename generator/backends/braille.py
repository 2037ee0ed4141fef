"""Braille: texts in cells, which liblouis translates, and documents as files for embossers (BRF)."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from generator.backends.formats import Format
from generator.errors import OutputError
from generator.scene.reading import list_read_texts
from generator.scene.shapes import Document

PROGRAM = "lou_translate"
_DISPLAY = "unicode.dis"
"""The table by which cells are written; others differ from language to language."""
_TABLES: Mapping[str, str] = {
    "en": "en-ueb-g2.ctb", "de": "de-g0.utb", "es": "es-g1.ctb", "it": "it-it-comp6.utb",
    "ar": "ar-ar-g1.utb", "fr": "fr-bfu-comp6.utb", "nl": "nl-NL-g0.utb", "pt": "pt-pt-g1.utb",
    "pl": "Pl-Pl-g1.utb",
    "sv": "sv-g0.utb", "no": "no-no-g0.utb", "nb": "no-no-g0.utb", "cs": "cs-g1.ctb", "hu": "hu-hu-g1.ctb",
    "ca": "ca-g1.ctb", "ru": "ru-litbrl.ctb", "uk": "uk-comp.utb", "he": "he-IL.utb", "tr": "tr-g1.ctb",
}  # fmt: skip
"""Tables of liblouis by language: contracted for English, else letter by letter."""
_SECONDS = 60
_BLANK, _LAST = 0x2800, 0x283F
"""Cells of six dots in Unicode."""
_ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
"""The signs of cells in files for embossers, by the dots in binary."""
_WIDTH, _HEIGHT = 40, 25
"""Cells of a line, and lines of a page, the last of which has its number."""


def translate_braille(texts: Sequence[str], language: str) -> tuple[str, ...]:
    """Return texts in Braille, in cells of Unicode; raises OutputError if that is not possible here."""
    language = language.split("-")[0].lower()
    if language not in _TABLES:
        # Of Japanese, liblouis knows cells of eight dots only.
        known = ", ".join(sorted(_TABLES))
        raise OutputError("Braille", f"liblouis has no table of six dots for {language}, but for {known}")
    program = shutil.which(PROGRAM)
    if program is None:
        how = "apt install liblouis-bin, dnf install liblouis-utils, or brew install liblouis"
        raise OutputError("Braille", f"needs {PROGRAM} of liblouis; install it with: {how}")
    return _translate(tuple(" ".join(text.split()) for text in texts), _TABLES[language], program)


@lru_cache(64)
def _translate(texts: tuple[str, ...], table: str, program: str) -> tuple[str, ...]:
    command = [program, "--forward", f"{_DISPLAY},{table}"]
    # A blank line would end a paragraph.
    shown = "".join(f"{text or '-'}\n" for text in texts)
    try:
        done = subprocess.run(
            command, input=shown.encode(), capture_output=True, timeout=_SECONDS, check=True
        )
        lines = done.stdout.decode().splitlines()
    except (OSError, subprocess.SubprocessError, UnicodeError) as error:
        raise OutputError("Braille", f"{PROGRAM} {table}: {error}") from error
    if len(lines) != len(texts):
        reason = (
            done.stderr.decode("utf-8", "replace").strip() or f"{len(lines)} lines for {len(texts)} texts"
        )
        raise OutputError("Braille", f"{PROGRAM} {table}: {reason}")
    return tuple(line if text else "" for line, text in zip(lines, texts, strict=True))


def write_cells(cells: str) -> str:
    """Return cells of Unicode as they are written in files for embossers; others become spaces."""
    return "".join(_ASCII[ord(cell) - _BLANK] if _BLANK <= ord(cell) <= _LAST else " " for cell in cells)


def write_brf(document: Document) -> bytes:
    """Return the texts of a document for an embosser, with 40 cells a line and 25 lines a page.

    Raises OutputError without liblouis, or for a language without a table.
    """
    found = list(_list_once(document))
    numbers = [str(number) for number in range(1, len(found) + 2)]
    translated = translate_braille([*(text for _, text in found), *numbers], document.language)
    cells, numbered = translated[: len(found)], translated[len(found) :]
    lines = [
        line for (tag, _), text in zip(found, cells, strict=True) for line in _break(tag, write_cells(text))
    ]
    pages = [lines[start : start + _HEIGHT - 1] for start in range(0, len(lines), _HEIGHT - 1)]
    written = []
    for page, number in zip(pages, numbered, strict=False):
        rest = [""] * (_HEIGHT - 1 - len(page))
        written.append("\r\n".join((*page, *rest, write_cells(number).rjust(_WIDTH))) + "\r\n")
    return "\f".join(written).encode("ascii")


def _list_once(document: Document) -> Iterator[tuple[str, str]]:
    """Yield the tags and texts of all pages; figures with the same text, such as copies of cards, once."""
    shown: set[str] = set()
    for page in document.pages:
        for tag, text in list_read_texts(page.shapes):
            if text and not (tag == "figure" and text in shown):
                yield tag, text
            shown |= {text} if tag == "figure" else set()


def _break(tag: str, text: str) -> Iterator[str]:
    """Yield the lines of a text: paragraphs with an indented first line, items with indented others."""
    first, others = {"p": (2, 0), "figure": (2, 0), "h2": (4, 4), "h3": (4, 4)}.get(tag, (0, 2))
    if tag.startswith("h"):
        yield ""
    line, indent = "", first
    for word in text.split(" "):
        rest = word
        while line and indent + len(line) + 1 + len(rest) > _WIDTH:
            yield " " * indent + line
            line, indent = "", others
        while indent + len(rest) > _WIDTH:
            yield " " * indent + rest[: _WIDTH - indent]
            rest, indent = rest[_WIDTH - indent :], others
        line = f"{line} {rest}" if line else rest
    yield (" " * indent + line).rstrip()


FORMAT = Format(
    name="brf",
    extension="brf",
    per_page=False,
    write=lambda document, page, options: write_brf(document),
)
