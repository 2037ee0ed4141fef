"""Shared files for boxes and dividers: thicknesses of cards, and default templates."""

from collections.abc import Mapping
from pathlib import Path

from generator.model.elements.template import Template
from generator.model.storage import Stocks
from generator.read.declared.names import Names
from generator.read.declared.reader import read_file
from generator.read.templates.templates import TemplateBook, read_templates


def read_stocks(path: Path) -> Stocks:
    """Read thicknesses of cards; raises DataError with all problems."""
    stocks: Stocks = read_file(path, Stocks)[0]
    return stocks


def read_storage_templates(path: Path) -> Mapping[str, Template]:
    """Read the default templates of boxes and dividers by id; raises DataError with all problems."""
    book, findings = read_templates(path, TemplateBook(Names(), path.parent))
    findings.stop_if_any()
    return {id: placed.template for id, placed in book.known.items()}
