"""Font families from the `fonts.yaml` of one folder or of several."""

from pathlib import Path

import yaml

from generator.errors import FontError
from generator.read.shelf import Shelf
from generator.scene.fonts import Family, Font, FontLibrary

_FACES = ("regular", "bold", "italic", "bold_italic")
_NEAREST = {
    "regular": (),
    "bold": ("regular",),
    "italic": ("regular",),
    "bold_italic": ("bold", "italic", "regular"),
}


def read_fonts(folder: Path, *more: Path) -> FontLibrary:
    """The families of `folder/fonts.yaml`, then those of more folders (a game's own fonts).

    A family of a later folder replaces the one of the same name. FontError names the file and
    what is missing in it. No font is opened here: only the files must be there.
    """
    families: dict[str, Family] = {}
    for one in (folder, *more):
        for family in _read_families(one):
            families[family.name] = family
    library = FontLibrary(tuple(families.values()))
    for family in library.families:
        for name in family.beside:
            try:
                library.find_family(name)
            except FontError as error:
                raise FontError(f"{folder}: family {family.name!r}: `beside`: {error}") from None
    return library


def read_game_fonts(game: Path, *, shelf: Shelf) -> FontLibrary:
    """The fonts that a game's texts are set in: those of the shelf, and those of its own `fonts/`."""
    own = game / "fonts"
    return read_fonts(shelf.fonts, *([own] if (own / "fonts.yaml").is_file() else []))


def _read_families(folder: Path) -> list[Family]:
    path = folder / "fonts.yaml"
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    except OSError as error:
        raise FontError(f"{path}: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise FontError(f"{path}: not readable as YAML ({error})") from error
    entries = content.get("families") if isinstance(content, dict) else None
    if not isinstance(entries, list) or not entries:
        raise FontError(f"{path}: no list `families`")
    fonts: dict[Path, Font] = {}
    return [_read_family(entry, path, fonts) for entry in entries]


def _read_family(entry: object, path: Path, fonts: dict[Path, Font]) -> Family:
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str) or not entry["name"]:
        raise FontError(f"{path}: a family without a `name`")
    name = entry["name"]
    beside = entry.get("beside", [])
    if not isinstance(beside, list) or not all(isinstance(one, str) for one in beside):
        raise FontError(f"{path}: family {name!r}: `beside` must be a list of families")
    for key, value in entry.items():
        if key == "beside":
            continue
        if key not in ("name", *_FACES):
            known = ", ".join((*_FACES, "beside"))
            raise FontError(f"{path}: family {name!r}: {key!r} is not known; there are: {known}")
        if not isinstance(value, str) or not value:
            raise FontError(f"{path}: family {name!r}: `{key}` must name a file")
    if "regular" not in entry:
        raise FontError(f"{path}: family {name!r}: no `regular`")
    faces = {}
    for face in _FACES:
        given = next(entry[option] for option in (face, *_NEAREST[face]) if option in entry)
        file = path.parent / given
        if file not in fonts:
            if not file.is_file():
                raise FontError(f"{path}: family {name!r}: there is no file {given!r}")
            fonts[file] = Font(file.stem, file)
        faces[face] = fonts[file]
    return Family(name, **faces, beside=tuple(beside))
