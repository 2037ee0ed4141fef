"""Folders of games: made anew from a starter, packed as one file, or unpacked."""

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath

from generator.errors import DataError, Problem, UnknownName
from generator.inputs import PACK, RecordedFiles, attach, walk_files
from generator.model.kit import RULES_FILE
from generator.model.language.kinds import ID
from generator.model.values import dataclass
from generator.output import Staging, WriteResult, check_free
from generator.read.cached import explain_unknown_language
from generator.read.files.packs import MOST_OF_MEMBER, Manifest, PackedFiles, find_fault_of_name, write_pack
from generator.read.files.shelf import KIT_FILE, REFERENCE, YAML, Memo, Shelf, find_shelf, list_locales
from generator.read.files.text_files import derive_id, name_file, read_bytes
from generator.read.kits.kits import read_kit_and_texts
from generator.read.schema import FILES, schema_file

STYLES = (
    ("herbarium", "nature, gardens", "an arched window with a flower; the kind of a card sets its sky"),
    ("saga", "fantasy", "a coat of arms on parchment, in a frame of leather"),
    ("orbit", "science fiction", "a planet with rings and a moon, from the bridge of a ship"),
    ("noir", "crime", "a city at night, a street lamp or a blind, and a typed card"),
    ("picturebook", "small children", "a creature; the kind of a card sets hills and sky"),
    ("forma", "abstract games", "quarter circles in three colours and black"),
    ("chronicle", "history, war", "a campaign map in sepia with coast, mountains, and a march"),
)
"""Styles of new games: name, genre, and the pictures of cards without their own."""


def parse_game_id(name: str) -> str:
    """Return the id for a name, such as `mi_jardin` for `Mi jardín`; raises ValueError if there is none."""
    id = derive_id(name, otherwise="")
    if not re.fullmatch(ID, id):
        raise ValueError(
            f"cannot derive an id from {name!r}; an id begins with a letter from a to z, such as my_game"
        )
    return id


def make_starter_game(folder: Path, id: str, starter: Path, locales: Collection[str] = ()) -> None:
    """Write a starter game, in English and the given languages, to a new or empty folder.

    Raises UnknownName for an unknown language, and OutputError if the folder is not empty or cannot be
    written; then no file is left in it.
    """
    known = list_locales(starter)
    for locale in locales:
        if locale not in known:
            raise UnknownName(explain_unknown_language(locale, known))
    left_out = {locale for locale in known if locale not in (REFERENCE, *locales)}
    check_free(folder)
    with Staging(home=folder) as staging:
        # Files of editors and file managers begin with a point.
        for path in sorted(path for path in starter.rglob("[!.]*") if path.is_file()):
            inside = path.relative_to(starter)
            if path.name == "deck.yaml":
                inside = Path(f"{id.replace('_', '-')}.yaml")
            if inside.parts[0] != "wording" or path.stem not in left_out:
                staging.write(folder / inside, _adapt(path, inside, id, _make_title(folder)))
        for path in (find_shelf().schemas / schema_file(name) for name in FILES):
            staging.write(folder / "schemas" / path.name, path.read_bytes())


def _make_title(folder: Path) -> str:
    """Return the name of a folder as a title: `Moon city` for `moon-city`."""
    name = " ".join(re.split(r"[-_\s]+", folder.resolve().name)).strip()
    return name[:1].upper() + name[1:]


def _adapt(path: Path, inside: Path, id: str, title: str) -> bytes:
    """Return a file of the starter for the new game, whose schemas are in its own folder."""
    data = path.read_bytes()
    if path.suffix != ".yaml":
        return data
    above = "../" * (len(inside.parts) - 1)
    text = re.sub(r"\A(# yaml-language-server: \$schema=)(?:\.\./)+", rf"\g<1>{above}", data.decode())
    if path.name == KIT_FILE:
        text = re.sub(r"^id: .*$", f"id: {id}", text, count=1, flags=re.MULTILINE)
        # The title of a game with texts in several languages is among these.
        quoted = f"title: {json.dumps(title, ensure_ascii=False)}"
        text = re.sub(r"^title: (?!kit\.).*$", lambda _: quoted, text, count=1, flags=re.MULTILINE)
    return text.encode()


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
    # Without a cache, all files are read, and so recorded.
    fresh = Shelf(shelf.data, shelf.fonts, memo=Memo())
    kit, _, _ = read_kit_and_texts(home / path.relative_to(folder), shelf=fresh)
    there = [*_list_files(folder)]
    known = (recorder.read_files & {*there}) - {RULES_FILE}
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
