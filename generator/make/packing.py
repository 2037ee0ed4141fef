"""Games packed as one file: the files that belong to a game, and those that nothing names."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from generator.errors import DataError, Problem
from generator.inputs import PACK, RecordedFiles, attach, walk_files
from generator.model.kit import RULES_FILE
from generator.model.values import dataclass
from generator.output import Staging, WriteResult, check_free
from generator.read.files.cache import Memo
from generator.read.files.packs import MOST_OF_MEMBER, Manifest, PackedFiles, find_fault_of_name, write_pack
from generator.read.files.shelf import YAML, Shelf
from generator.read.files.text_files import name_file, read_bytes
from generator.read.kits.kits import read_kit_and_texts

_DOCUMENTS = re.compile(r"(?i)(licen[cs]e|copying|ofl|notice|credits|authors|readme|changelog|changes)\b.*")
"""Names of files that go with a game although nothing reads them."""
_WORDING = "wording"
"""The folder with texts, terms, and reviews."""
_LEFT_OUT = ("output", "__pycache__")


@dataclass(frozen=True, slots=True)
class PackedGame:
    """An archive of a game, and what is in it."""

    id: str
    data: bytes
    files: tuple[str, ...]
    left_out: tuple[str, ...]
    """Files of its folder that nothing names."""
    has_own_code: bool
    """True if the folder has rules that are programs, packed or not."""


def pack_game(
    path: Path, shelf: Shelf, *, with_rules: bool = False, version: str = "", source: str = ""
) -> PackedGame:
    """Return the archive of a game; raises DataError if it has problems, or files that cannot be packed.

    `version`, by default that of kit.yaml, and `source`, an address, are only shown to those who receive it.
    """
    folder = path.parent if path.suffix in YAML else path
    recorder = RecordedFiles(folder)
    home = attach(folder, recorder)
    # A file that an earlier run has kept would not be read.
    fresh = Shelf(shelf.data, shelf.fonts, memo=Memo())
    kit, _, _ = read_kit_and_texts(home / path.relative_to(folder), shelf=fresh)
    there = [*_list_files(folder)]
    known = recorder.read_files & {*there} - {RULES_FILE}
    known |= {name for name in there if _is_document(name) or name.startswith(f"{_WORDING}/")}
    known |= {RULES_FILE} & {*there} if with_rules else set()
    problems = [
        Problem(name_file(folder / name), 0, 0, "", message, "rename it")
        for name in sorted(known)
        if (message := find_fault_of_name(name))
    ]
    if problems:
        raise DataError(problems)
    files = {name: read_bytes(folder / name, MOST_OF_MEMBER) for name in sorted(known)}
    data = write_pack(Manifest(kit.id, version or kit.version, source), files)
    left_out = tuple(sorted({*there} - known - {RULES_FILE}))
    return PackedGame(kit.id, data, tuple(files), left_out, RULES_FILE in there)


def _list_files(folder: Path) -> Iterator[str]:
    """Yield the files of a folder, without hidden ones, links, output, and packed games."""
    for path in walk_files(folder):
        inside = path.relative_to(folder)
        is_ours = not any(step.startswith(".") or step in _LEFT_OUT for step in inside.parts)
        if is_ours and path.suffix.lower() != PACK and not path.is_symlink():
            yield inside.as_posix()


def _is_document(name: str) -> bool:
    return bool(_DOCUMENTS.fullmatch(PurePosixPath(name).name))


def unpack_game(archive: PackedFiles, folder: Path) -> WriteResult:
    """Write all files of a packed game into a new or empty folder, or none of them."""
    check_free(folder)
    with Staging(home=folder) as staging:
        for name in archive.list_files():
            staging.write(folder / name, archive.read(name))
        return staging.commit()
