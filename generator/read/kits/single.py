"""Games of a single file: a deck or tokens without a kit.yaml."""

from pathlib import Path

from generator.read.declared.findings import Findings
from generator.read.declared.reader import Reader
from generator.read.files.phrases import derive_id
from generator.read.files.shelf import KIT_FILE, SINGLE
from generator.read.files.text_files import unreadable
from generator.read.files.yaml_reader import Data, Source, read_yaml


def open_game(path: Path) -> Reader:
    """Return a reader of the kit.yaml in the folder of a game, or of the kit of a single file.

    The kit of a single file has the file as its only part, and takes its id, title, and theme from it: their
    problems are reported in that file. Raises DataError.
    """
    if not path.is_file():
        return Reader.open(path / KIT_FILE)
    source = read_yaml(path)
    given = source.data if isinstance(source.data, dict) else {}
    kind = next((kind for key, kind in SINGLE.items() if key in given), None)
    if kind is None:
        message = "is not a game: it has no `cards`, `tokens`, `areas`, or `sections`"
        hint = "write `size: poker`, `cards: ...`, and `template: ...`"
        raise unreadable(source.file, message, hint, line=1, column=1)
    keys = ("id", "title", "theme", "fonts", "quotes")
    kit: dict[str, Data] = {key: given[key] for key in keys if key in given}
    data: Data = {"id": derive_id(path.stem), **kit, "parts": [{kind: path.name}]}
    return Reader(Findings(Source(source.file, source.text, data)))
