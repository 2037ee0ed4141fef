"""A project of another tool becomes a deck in a folder: the files that `petri import` writes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from generator.errors import OutputError, list_briefly
from generator.imports.draft import Draft, count_fates, sum_up_lines
from generator.imports.formats import find_importer, is_known
from generator.imports.material import add_fonts, add_pictures
from generator.imports.yaml_text import write_deck
from generator.output import Staging, reported
from generator.read.files.plugins import load_importer
from generator.read.files.shelf import Shelf
from generator.read.files.text_files import (
    derive_id,
    is_inside,
    name_file,
    read_bytes,
)
from generator.read.kits.fonts import read_game_fonts

_LARGEST_COPY = 200 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ImportedDeck:
    """A deck that an import wrote."""

    path: Path
    draft: Draft
    places: Mapping[int, str]
    """Places of the source, such as `a.nde:3`, by lines of the deck."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The decks that an import wrote, with its report."""

    decks: tuple[ImportedDeck, ...]
    files: int
    report: tuple[str, ...]
    is_whole: bool
    """True if nothing of the source was left out."""


def import_project(
    path: Path, folder: Path, shelf: Shelf, *, table: Path | None = None, is_trusted: bool = False
) -> ImportResult:
    """Write the decks of a project of another tool into a folder, with pictures, tables, and fonts.

    `table` has the cards of a drawing. No file is overwritten, and no program is run unless it is trusted.
    Raises DataError for a file that cannot be read or that no importer reads, OutputError if files exist or
    cannot be written, and UntrustedScript.
    """
    if not is_known(path) and (convert := load_importer(path.suffix)):
        return _write_converted(convert(path), folder)
    drafts = find_importer(path, table, is_trusted=is_trusted)(path)
    return write_drafts(drafts, path, folder, shelf)


def _write_converted(files: Mapping[str, str | bytes], folder: Path) -> ImportResult:
    """Write the files that an installed importer has made, by their names in the folder."""
    texts = {folder / name: content for name, content in files.items()}
    _check_free(folder, texts, {})
    return ImportResult((), _write(folder, texts, {}), (), is_whole=True)


def write_drafts(drafts: Sequence[Draft], path: Path, folder: Path, shelf: Shelf) -> ImportResult:
    """Write the drafts of a project as `import_project` does."""
    known = read_game_fonts(folder, shelf=shelf).names
    decks, texts, copies = [], dict[Path, str | bytes](), dict[Path, Path]()
    for draft in drafts:
        home = draft.folder or path.parent
        add_pictures(draft, home)
        add_fonts(draft, home, known)
        text, lines = write_deck(draft)
        deck = folder / f"{draft.name.replace('_', '-')}.yaml"
        decks.append(ImportedDeck(deck, draft, lines))
        texts |= {deck: text, **{folder / name: content for name, content in draft.texts.items()}}
        texts |= {folder / name: content for name, content in draft.pictures.items()}
        copies |= {folder / name: source for name, source in draft.copies.items()}
    notices = [draft.notice for draft in drafts if draft.notice]
    report = (*notices, *chain.from_iterable(draft.list_remarks() for draft in drafts), sum_up_lines(drafts))
    notes = [f"{draft.file}: {note}" for draft in drafts for note in draft.notes]
    texts[folder / f"{derive_id(path.stem.split('.')[0]).replace('_', '-')}-import.txt"] = (
        "\n".join([*notes, *report]) + "\n"
    )
    _check_free(folder, texts, copies)
    files = _write(folder, texts, copies)
    return ImportResult(tuple(decks), files, report, not count_fates(drafts)["left out"])


def _write(folder: Path, texts: Mapping[Path, str | bytes], copies: Mapping[Path, Path]) -> int:
    """Write all files or none, and return their number."""
    files = len(texts)
    with Staging(home=folder) as staging:
        for target, content in texts.items():
            staging.write(target, content.encode() if isinstance(content, str) else content)
        for target, source in copies.items():
            if not _is_same(target, source):
                staging.write(target, read_bytes(source, _LARGEST_COPY))
                files += 1
    return files


def _is_same(target: Path, source: Path) -> bool:
    return target.exists() and target.samefile(source)


def _check_free(folder: Path, texts: Mapping[Path, str | bytes], copies: Mapping[Path, Path]) -> None:
    """Raise OutputError if a file would be overwritten, or would be outside the folder."""
    with reported(folder):
        outside = [name_file(target) for target in (*texts, *copies) if not is_inside(target, folder)]
        if outside:
            raise OutputError(str(folder), f"{list_briefly(outside)} would be outside the folder")
        taken = [*(one for one in texts if one.exists()), *_list_taken(copies)]
        if taken:
            names = list_briefly(name_file(one) for one in taken)
            raise OutputError(str(folder), f"{names} already there; choose a new folder with --to")


def _list_taken(copies: Mapping[Path, Path]) -> Iterator[Path]:
    for target, source in copies.items():
        if target.exists() and not target.samefile(source):
            yield target
