"""New games: the starter game under another name, with the schemas of its files."""

import json
import re
from collections.abc import Collection
from pathlib import Path

from generator.errors import UnknownName
from generator.model.language.kinds import ID
from generator.output import Staging, check_free
from generator.read.cached import explain_unknown_language
from generator.read.files.shelf import KIT_FILE, REFERENCE, list_locales
from generator.read.files.text_files import derive_id
from generator.read.schema import build_schemas, format_schema, schema_file

STYLES = (
    ("herbarium", "nature, gardens", "an arched window with a flower; its sky is that of the kind"),
    ("saga", "fantasy", "a coat of arms on parchment, in a frame of leather"),
    ("orbit", "science fiction", "a planet with rings and a moon, from the bridge of a ship"),
    ("noir", "crime", "a city at night, a street lamp or a blind, and a typed card"),
    ("picturebook", "small children", "a creature; hills and sky are those of the kind"),
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
        for name, schema in build_schemas().items():
            staging.write(folder / "schemas" / schema_file(name), format_schema(schema).encode())


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
