"""The calibration sheet for a printer, which belongs to no game."""

from collections.abc import Mapping
from pathlib import Path

from generator.backends.pdf import write_pdf
from generator.errors import UnknownName, describe_unknown
from generator.layout.calibration import lay_out_calibration
from generator.layout.document import make_press
from generator.layout.press.press import Press
from generator.make.papers import find_paper
from generator.model.kit import Kit
from generator.model.printing import Backs
from generator.model.template import Template
from generator.model.wording import Wording
from generator.output import Staging
from generator.read.declared.names import Names
from generator.read.files.shelf import Shelf, list_locales
from generator.read.kits.fonts import read_fonts
from generator.read.kits.themes import read_papers, read_theme
from generator.read.templates.templates import TemplateBook, read_templates
from generator.read.wordings.grammars import find_grammar
from generator.read.wordings.wordings import read_wording_file


def make_calibration(shelf: Shelf, *, paper: str, locale: str, backs: Backs, folder: Path) -> Path:
    """Write the sheet and return its path; raises UnknownName for an unknown paper or language."""
    found = find_paper(read_papers(shelf.papers), paper)
    locales = list_locales(shelf.data)
    if locale not in locales:
        raise UnknownName(describe_unknown("language", locale, locales))
    press, templates = _make_press(shelf, locale), read_calibration(shelf)
    document = lay_out_calibration(press, templates, paper=found, backs=backs)
    how = "" if backs == "duplex-long" else f"-{backs}"
    place = folder / f"calibration-{locale}-{found.id}{how}.pdf"
    with Staging() as staging:
        staging.write(place, write_pdf(document))
    return place


def read_calibration(shelf: Shelf) -> Mapping[str, Template]:
    """Return the templates of both pages."""
    book, findings = read_templates(shelf.calibration, TemplateBook(Names(), shelf.data))
    findings.stop_if_any()
    return {id: placed.template for id, placed in book.known.items()}


def _make_press(shelf: Shelf, locale: str) -> Press:
    """Return the press of a kit without parts: the texts and the theme that all games share."""
    words = read_wording_file(shelf.wording / f"{locale}.yaml")
    wording = Wording(locale, words.language, words.direction, words.sentences, find_grammar(locale))
    kit = Kit(
        id="calibration",
        folder=shelf.data,
        title="calibration.title",
        players="",
        parts=(),
        theme=read_theme(shelf.themes / "base.yaml", folders=(shelf.themes,)),
        icons={},
        wordings={locale: wording},
    )
    return make_press(kit, locale=locale, fonts=read_fonts(shelf.fonts))
