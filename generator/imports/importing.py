"""A project of another tool becomes a deck in a folder: the files that `petri import` writes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from generator.errors import OutputError, list_briefly
from generator.imports.cardmaker import read_cardmaker
from generator.imports.draft import Draft, count_fates, sum_up_lines
from generator.imports.material import add_fonts, add_pictures
from generator.imports.nandeck.deck import read_nandeck
from generator.imports.programs.running import refuse_untrusted
from generator.imports.protograf.deck import read_protograf
from generator.imports.rpg_cards import read_rpg_cards
from generator.imports.squib.deck import read_squib
from generator.imports.yaml_text import write_deck
from generator.output import Staging, reported
from generator.read.files.shelf import Shelf
from generator.read.files.text_files import (
    MOST_TEXT_BYTES,
    derive_id,
    is_inside,
    name_file,
    read_bytes,
    unreadable,
)
from generator.read.kits.fonts import read_game_fonts

_LARGEST_COPY = 200 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ImportedDeck:
    """A deck that an import wrote."""

    path: Path
    draft: Draft
    lines: Mapping[int, int]
    """Lines of the source by lines of the deck."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The decks that an import wrote, with its report."""

    decks: tuple[ImportedDeck, ...]
    files: int
    report: tuple[str, ...]
    is_whole: bool
    """True if nothing of the source was left out."""


def import_project(path: Path, folder: Path, shelf: Shelf, *, is_trusted: bool = False) -> ImportResult:
    """Write the decks of a project of another tool into a folder, with pictures, tables, and fonts.

    No file is overwritten, and no program is run unless it is trusted. Raises DataError for a file that
    cannot be read or is of no known kind, OutputError if files exist or cannot be written, and
    UntrustedScript.
    """
    drafts = _find_reader(path, is_trusted=is_trusted)(path)
    known = read_game_fonts(folder, shelf=shelf).names
    decks, texts, copies = [], dict[Path, str](), dict[Path, Path]()
    for draft in drafts:
        home = draft.folder or path.parent
        add_pictures(draft, home)
        add_fonts(draft, home, known)
        text, lines = write_deck(draft)
        deck = folder / f"{draft.name.replace('_', '-')}.yaml"
        decks.append(ImportedDeck(deck, draft, lines))
        texts |= {deck: text, **{folder / name: content for name, content in draft.texts.items()}}
        copies |= {folder / name: source for name, source in draft.copies.items()}
    notices = [draft.notice for draft in drafts if draft.notice]
    report = (*notices, *chain.from_iterable(draft.list_remarks() for draft in drafts), sum_up_lines(drafts))
    texts[folder / f"{derive_id(path.stem.split('.')[0]).replace('_', '-')}-import.txt"] = (
        "\n".join(report) + "\n"
    )
    _check_free(folder, texts, copies)
    files = _write(folder, texts, copies)
    return ImportResult(tuple(decks), files, report, not count_fates(drafts)["left out"])


def _write(folder: Path, texts: Mapping[Path, str], copies: Mapping[Path, Path]) -> int:
    """Write all files or none, and return their number."""
    files = len(texts)
    with Staging(home=folder) as staging:
        for target, content in texts.items():
            staging.write(target, content.encode())
        for target, source in copies.items():
            if not _is_same(target, source):
                staging.write(target, read_bytes(source, _LARGEST_COPY))
                files += 1
    return files


def _is_same(target: Path, source: Path) -> bool:
    return target.exists() and target.samefile(source)


def _check_free(folder: Path, texts: Mapping[Path, str], copies: Mapping[Path, Path]) -> None:
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


@dataclass(frozen=True, slots=True)
class ImportKind:
    """A kind of file that can be imported."""

    name: str
    read: Callable[[Path], list[Draft]]
    program: str = ""
    """The program that runs it; empty for files that are only read."""


_NANDECK = ImportKind("a script of nanDECK", read_nandeck)
_CARDMAKER = ImportKind("a project of CardMaker", read_cardmaker)
_KINDS: Mapping[str, ImportKind] = {
    ".nde": _NANDECK,
    ".txt": _NANDECK,
    ".json": ImportKind("cards of rpg-cards", read_rpg_cards),
    ".cmp": _CARDMAKER,
    ".xml": _CARDMAKER,
    ".rb": ImportKind("a script of Squib", read_squib, "ruby"),
    ".py": ImportKind("a script of protograf", read_protograf, "python"),
}


def _find_reader(path: Path, *, is_trusted: bool) -> Callable[[Path], list[Draft]]:
    """Return the importer for a file, by the end of its name; raises DataError, or UntrustedScript."""
    read_bytes(path, MOST_TEXT_BYTES)
    kind = _KINDS.get(path.suffix.lower())
    if kind and kind.program and not is_trusted:
        raise refuse_untrusted(path, kind.program)
    if kind:
        return kind.read
    kinds = dict.fromkeys(f"{kind.name} ({end})" for end, kind in _KINDS.items())
    raise unreadable(name_file(path), f"no importer reads {path.suffix or 'such'} files", list_briefly(kinds))
