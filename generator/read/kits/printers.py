"""The user's printers: `printers.yaml` in the folder of settings."""

from collections.abc import Collection, Mapping
from pathlib import Path

from generator.errors import Wrong, suggest
from generator.model.printing.printing import PRINTERS, Printer, parse_size
from generator.read.declared.findings import Findings
from generator.read.declared.reader import Reader
from generator.read.files.text_files import read_text
from generator.read.files.yaml_reader import parse_yaml

FILE = "printers.yaml"


def read_printers(path: Path, papers: Collection[str]) -> Mapping[str, Printer]:
    """Return printers by id, in the order of the file; none if there is no file, or only comments in it.

    Raises DataError with all problems, also with papers that are neither of these nor a size.
    """
    if not path.exists():
        return {}
    file, text = read_text(path)
    return parse_printers(text, papers, file=file)


def parse_printers(text: str, papers: Collection[str], *, file: str) -> Mapping[str, Printer]:
    """Return the printers of a text, as `read_printers` does."""
    if all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines()):
        return {}
    reader = Reader(Findings(parse_yaml(text, file=file)))
    found: Mapping[str, Printer] | None = reader.read_value(PRINTERS, reader.data, ())
    for id in reader.data if isinstance(reader.data, dict) else ():
        paper = reader.get((id, "paper"))
        if isinstance(paper, str) and paper.lower() not in papers and not _is_size(paper):
            reader.findings.add((id, "paper"), f"unknown paper `{paper}`", suggest(paper, papers))
    reader.findings.stop_if_any()
    return found or {}


def _is_size(text: str) -> bool:
    try:
        parse_size(text)
    except (ValueError, Wrong):
        return False
    return True
