"""The importer for a file; for files without one, the reason and an alternative."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from generator.errors import DataError, list_briefly
from generator.imports.cardmaker import read_cardmaker
from generator.imports.cardpen import is_cardpen, read_cardpen
from generator.imports.draft import Draft
from generator.imports.nandeck.deck import read_nandeck
from generator.imports.programs.running import refuse_untrusted
from generator.imports.protograf.deck import read_protograf
from generator.imports.rpg_cards import has_rpg_cards, read_rpg_cards
from generator.imports.squib.deck import read_squib
from generator.imports.svg.deck import TABLES, read_svg_template, read_template_table
from generator.imports.texts import parse_json, read_xml
from generator.read.files.text_files import (
    MOST_TEXT_BYTES,
    PICTURES,
    decode_table,
    name_file,
    read_bytes,
    unreadable,
)

ProjectReader: TypeAlias = Callable[[Path], list[Draft]]


class _Refusal(NamedTuple):
    """The reason why a file cannot be imported, and an alternative."""

    reason: str
    hint: str


_AS_SVG = "save each card as SVG, with its texts, or all as PNG: `cards: {pictures: FOLDER}` is a deck"
_AS_PDF = "print its cards as PDF: petri import cards.pdf"
_AS_PICTURES = "export its cards there as pictures, and name their folder: `cards: {pictures: FOLDER}`"
_AS_TABLE = "save its texts as CSV, and name this in a deck: `cards: cards.csv`"
_EDITORS = {
    ".psd": "Photoshop", ".psb": "Photoshop", ".ai": "Illustrator", ".indd": "InDesign", ".idml": "InDesign",
    ".afdesign": "Affinity", ".afphoto": "Affinity", ".afpub": "Affinity", ".xcf": "GIMP", ".kra": "Krita",
    ".cdr": "CorelDRAW", ".sketch": "Sketch", ".fig": "Figma", ".xd": "Adobe XD", ".sla": "Scribus",
    ".pub": "Publisher", ".eps": "PostScript",
}  # fmt: skip
_OFFICE = {
    ".docx": "Word", ".doc": "Word", ".odt": "Writer", ".rtf": "a word processor", ".pptx": "PowerPoint",
    ".odp": "Impress", ".numbers": "Numbers", ".pages": "Pages", ".key": "Keynote",
}  # fmt: skip
_REFUSED: Mapping[str, _Refusal] = {
    **{
        end: _Refusal(f"is a file of {editor}, which only that program reads", _AS_SVG)
        for end, editor in _EDITORS.items()
    },
    **{
        end: _Refusal(f"is a document of {office}, not a design of cards", _AS_TABLE)
        for end, office in _OFFICE.items()
    },
    **dict.fromkeys(
        (".mse-set", ".mse-style", ".mse-game", ".mse-installer"),
        _Refusal(
            "is of Magic Set Editor, whose frames are programs of that editor",
            _AS_PICTURES,
        ),
    ),
    **dict.fromkeys(
        (".zip", ".7z", ".rar", ".gz", ".tar", ".tgz", ".cardpack"),
        _Refusal("is an archive", "unpack it, and import the file of the project in it"),
    ),
    **dict.fromkeys(
        (".tex", ".typ", ".ltx", ".sty"),
        _Refusal("is a text for a typesetter, which runs it as a program", _AS_PDF),
    ),
    **dict.fromkeys(
        (".odg", ".fodg", ".vsd", ".vsdx", ".drawio", ".graffle"),
        _Refusal("is a drawing of an office program", f"save it as SVG with its texts; {_AS_PDF}"),
    ),
    **dict.fromkeys(
        (".eon", ".seproject", ".seplugin", ".selibrary"),
        _Refusal("is of Strange Eons, whose cards are drawn by its plug-ins", _AS_PICTURES),
    ),
    **dict.fromkeys(
        (".apkg", ".colpkg", ".anki"),
        _Refusal(
            "is a collection of Anki", "export it there as text, and name this in a deck: `cards: cards.tsv`"
        ),
    ),
    **dict.fromkeys(
        (".cod", ".o8d", ".dek", ".dec", ".mwdeck"),
        _Refusal("is a list of cards of a published game, not their design", _AS_TABLE),
    ),
    **dict.fromkeys(
        (".html", ".htm", ".css", ".mustache", ".hbs", ".handlebars"),
        _Refusal("is a web page or a part of one, and HTML and CSS are not taken over", _AS_TABLE),
    ),
    **dict.fromkeys(
        (".yaml", ".yml"),
        _Refusal(
            "is YAML, which no importer reads",
            "a deck already: petri make FILE; a list of cards: name it in a deck, `cards: FILE`",
        ),
    ),
}
_LARGEST = 500 * 1024 * 1024
"""Maximum size of a file that is refused by its name, whose content does not matter."""
_PICTURE = _Refusal("is a picture", "a folder of pictures is a deck: `cards: {pictures: FOLDER}`")
_JSON_SIGNS: Mapping[str, _Refusal] = {
    "elements": _Refusal(
        "is a drawing or a card design of another program, such as DeckSmith",
        "save its cards as PDF or SVG, and import these; its table stays: `cards: cards.csv`",
    ),
    "ObjectStates": _Refusal(
        "is a save of Tabletop Simulator, whose cards are pictures on the network",
        "save the pictures of its sheets, and cut them with their grid: `petri new` shows a deck",
    ),
    "trains": _Refusal(
        "is a game of 18xx-maker, whose tiles have a language of their own (track, cities, borders)",
        "save its pages there as SVG or PDF; a board of hexagons is described in docs/files.md (grid)",
    ),
    "Component": _Refusal("is of Component.Studio", _AS_TABLE),
}
_XML_SIGNS: Mapping[str, _Refusal] = {
    "cockatrice_carddatabase": _Refusal("is a list of cards of Cockatrice, without a design", _AS_TABLE),
    "cockatrice_deck": _Refusal("is a deck of Cockatrice, without a design", _AS_TABLE),
    "game": _Refusal("is a game of OCTGN or LackeyCCG, without a design", _AS_TABLE),
    "html": _Refusal("is a web page, and HTML and CSS are not taken over", _AS_TABLE),
}


def _read_json(path: Path) -> list[Draft]:
    """Return the decks of a JSON file, by what is in it."""
    file = name_file(path)
    text, _ = decode_table(read_bytes(path, MOST_TEXT_BYTES), file=file)
    data: Any = parse_json(text, file)
    if is_cardpen(data):
        return read_cardpen(path, text, data)
    if isinstance(data, Mapping):
        for sign, refusal in _JSON_SIGNS.items():
            if sign in data:
                raise unreadable(file, *refusal)
        lists = [
            key
            for key, value in data.items()
            if isinstance(value, list) and value and isinstance(value[0], dict)
        ]
        if lists:
            hint = f"name them in a deck: `cards: {{file: {path.name}, sheet: {lists[0]}}}`"
            raise unreadable(file, "has rows, but no design of rpg-cards or CardPen", hint)
    if isinstance(data, list) and data and isinstance(data[0], dict) and not has_rpg_cards(data):
        hint = f"name it in a deck: `cards: {path.name}`"
        raise unreadable(file, "has rows, but no design of rpg-cards or CardPen", hint)
    return read_rpg_cards(path)


def _read_project(path: Path) -> list[Draft]:
    """Return the decks of an XML file."""
    if refusal := _XML_SIGNS.get(read_xml(path).tag):
        raise unreadable(name_file(path), *refusal)
    return read_cardmaker(path)


_DRAWINGS = (".svg", ".svgz")
_KINDS: Mapping[str, tuple[str, ProjectReader]] = {
    ".nde": ("a script of nanDECK", read_nandeck),
    ".txt": ("a script of nanDECK", read_nandeck),
    ".json": ("cards of rpg-cards, or a project of CardPen", _read_json),
    ".cmp": ("a project of CardMaker", read_cardmaker),
    ".xml": ("a project of CardMaker", _read_project),
    **dict.fromkeys(_DRAWINGS, ("a drawing with placeholders", read_svg_template)),
    ".rb": ("a script of Squib", read_squib),
    ".py": ("a script of protograf", read_protograf),
    **dict.fromkeys(TABLES, ("a table that names drawings", read_template_table)),
}


_PROGRAMS = {".rb": "ruby", ".py": "python"}
"""Programs that run scripts, by the end of their names."""


_LIBRARIES = {".rb": b"squib", ".py": b"protograf"}
_MOST_BESIDE = 50
"""Files beside a script in which its library is sought."""


def _uses_library(path: Path, end: str) -> bool:
    """Return True if a script, or one beside it, names the library whose scripts are imported."""
    beside = (one for one in islice(path.parent.glob(f"*{end}"), _MOST_BESIDE) if one.is_file())
    for one in (path, *beside):
        with suppress(DataError):
            if _LIBRARIES[end] in read_bytes(one, MOST_TEXT_BYTES).lower():
                return True
    return False


def is_known(path: Path) -> bool:
    """Return True for a file that our own importers take, by the end of its name."""
    return path.is_dir() or path.suffix.lower() in _KINDS


def find_importer(path: Path, table: Path | None, *, is_trusted: bool = False) -> ProjectReader:
    """Return the importer for a file, by the end of its name; raises DataError with the reason for none.

    Raises UntrustedScript for a program that is not trusted.
    """
    name, end = name_file(path), path.suffix.lower()
    if path.is_dir():
        found = sorted(one.name for one in path.iterdir() if one.suffix.lower() in _KINDS)[:6]
        hint = f"in it: {list_briefly(found)}" if found else "nothing in it can be imported"
        raise unreadable(name, "is a folder; name the file of the project in it", hint)
    read_bytes(path, _LARGEST if end in (*_REFUSED, *TABLES, *PICTURES) else MOST_TEXT_BYTES)
    if table and end not in _DRAWINGS:
        raise unreadable(name, "--table is for drawings; other projects name their tables", "leave it out")
    if table:
        return partial(read_svg_template, table=table)
    if end in _PROGRAMS and not _uses_library(path, end):
        library = "Squib" if end == ".rb" else "protograf"
        raise unreadable(name, f"does not use {library}", f"run it yourself, and {_AS_PDF}")
    if end in _PROGRAMS and not is_trusted:
        raise refuse_untrusted(path, _PROGRAMS[end])
    if end in _KINDS:
        return _KINDS[end][1]
    refusal = _REFUSED.get(end) or (_PICTURE if end in PICTURES else None)
    if refusal:
        raise unreadable(name, *refusal)
    ends = {"a PDF file": [".pdf"]}
    for known, (kind, _) in _KINDS.items():
        ends.setdefault(kind, []).append(known)
    kinds = [f"{kind} ({', '.join(known)})" for kind, known in ends.items()]
    raise unreadable(name, f"no importer reads {path.suffix or 'such'} files", list_briefly(kinds))
