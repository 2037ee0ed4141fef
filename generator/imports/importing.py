"""A project of another tool becomes a deck in a folder, if there is an importer for its format.

YAML is written as a person would write it: an element on a line, and a block where a line is full.
"""

import json
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from generator.errors import DataError, OutputError, list_briefly
from generator.imports.cardmaker import read_cardmaker
from generator.imports.cardpen import is_cardpen, read_cardpen
from generator.imports.draft import (
    Draft,
    DraftElement,
    count_fates,
    format_number,
    parse_json,
    read_xml,
    sum_up_lines,
)
from generator.imports.material import add_fonts, add_pictures
from generator.imports.nandeck.deck import read_nandeck
from generator.imports.programs.running import refuse_untrusted
from generator.imports.protograf.deck import read_protograf
from generator.imports.rpg_cards import has_rpg_cards, read_rpg_cards
from generator.imports.squib.deck import read_squib
from generator.imports.svg.deck import TABLES, read_svg_template, read_template_table
from generator.output import Staging, reported
from generator.read.files.shelf import Shelf, load_importer
from generator.read.files.text_files import (
    MOST_TEXT_BYTES,
    PICTURES,
    decode_table,
    derive_id,
    is_inside,
    name_file,
    read_bytes,
    unreadable,
)
from generator.read.kits.fonts import read_game_fonts

_LARGEST_COPY = 200 * 1024 * 1024
ProjectReader: TypeAlias = Callable[[Path], list[Draft]]


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


_WIDTH = 150
"""Maximum length of a line."""
_PLAIN = re.compile(
    r"(?!-( |$)|true$|null$|~$)[\w.+/(-][\w.+/%()<>=*-]*(?: [\w.+/%(<>=*+-][\w.+/%()<>=*-]*)*"
)
"""A text that needs no quotes."""
_KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*(\.[a-z0-9_]+)+")
"""A text that would be the key of a wording."""
_SECTIONS = ("cards", "tables", "constants", "styles", "parts", "template", "templates")
"""Keys with an empty line before them."""


def write_deck(draft: Draft) -> tuple[str, Mapping[int, str]]:
    """Return the text of a deck, and places of the source, such as `a.nde:3`, by line of the text."""
    lines: list[str] = []
    sources: dict[int, str] = {}
    section = "templates" if draft.templates else "template"
    drawn = draft.templates or draft.template
    for key, value in {**draft.head, **({} if drawn is None else {section: drawn})}.items():
        if key in _SECTIONS and lines and isinstance(value, list | dict):
            lines.append("")
        if key != section:
            lines += _write_entry(key, value, 0)
            continue
        lines.append(f"{section}:")
        sides = value if isinstance(value, dict) else {"": value}
        for side, elements in sides.items():
            if side:
                lines.append(f"  {side}:")
            for element in elements:
                begun = len(lines) + 1
                _add_element(lines, element, 4 if side else 2)
                place = f"{element.file or draft.file}:{element.line}" if element.line else ""
                sources |= dict.fromkeys(range(begun, len(lines) + 1), place)
    return "\n".join(lines) + "\n", sources


def _add_element(lines: list[str], element: DraftElement, indent: int) -> None:
    space = " " * indent
    lines += [f"{space}# {line}".rstrip() for line in element.comment.splitlines()]
    written = _write_entry(element.kind, _unpack(element.keys), indent + 2)
    written[0] = f"{space}- {written[0].lstrip()}"
    lines += written


def _unpack(value: Any) -> Any:
    """Return a value with its elements as mappings."""
    if isinstance(value, DraftElement):
        return {value.kind: _unpack(value.keys)}
    if isinstance(value, Mapping):
        return {
            key: _keep_text(_unpack(item)) if key == "text" else _unpack(item) for key, item in value.items()
        }
    return [_unpack(item) for item in value] if isinstance(value, list | tuple) else value


def _keep_text(text: Any) -> Any:
    """Return a text that is not taken for the key of a wording, as `v1.0` would be."""
    return f"{{'{text}'}}" if isinstance(text, str) and _KEY.fullmatch(text) else text


def _write_entry(key: str, value: Any, indent: int) -> list[str]:
    """Return the lines of `key: value`."""
    space, name = " " * indent, _write_text(key)
    line = f"{space}{name}: {_write_flow(value)}"
    if isinstance(value, str) and len(line) > _WIDTH and (folded := _fold(f"{space}{name}: ", value)):
        return folded
    if (
        not isinstance(value, Mapping | list)
        or not value
        or (len(line) <= _WIDTH and not _is_long(key, value))
    ):
        return [line]
    if key == "cards" and isinstance(value, list) and (packed := _pack(f"{space}{name}: [", value)):
        return packed
    if isinstance(value, Mapping) and key not in _SECTIONS and (wrapped := _wrap(f"{space}{name}: ", value)):
        return wrapped
    lines = [f"{space}{name}:"]
    if isinstance(value, Mapping):
        for inner, item in value.items():
            lines += _write_entry(inner, item, indent + 2)
        return lines
    for item in value:
        if isinstance(item, Mapping) and len(item) == 1:
            [(inner, content)] = item.items()
            written = _write_entry(inner, content, indent + 4)
            lines += [f"{space}  - {written[0].lstrip()}", *written[1:]]
        else:
            lines.append(f"{space}  - {_write_flow(item)}")
    return lines


_LEAST_PACKED, _SHORT = 3, 60
"""Minimum number of cards in brackets, and maximum number of signs of each."""


def _fold(start: str, text: str) -> list[str]:
    """Return a long text as a block, whose lines are those of the text, or parts of its only line."""
    space = " " * (len(start) - len(start.lstrip()) + 2)
    if not text.replace("\n", "").isprintable() or re.search(r"(?m)^ | $|^$|  ", text):
        return []
    if "\n" in text:
        return [f"{start}|-", *(f"{space}{line}" for line in text.split("\n"))]
    wrapped = textwrap.wrap(text, _WIDTH - len(space), break_long_words=False, break_on_hyphens=False)
    return [f"{start}>-", *(f"{space}{line}" for line in wrapped)]


def _pack(start: str, cards: Sequence[Any]) -> list[str]:
    """Return short cards in brackets, several on a line; empty if they are long or many."""
    written = list(map(_write_flow, cards))
    if len(cards) < _LEAST_PACKED or max(map(len, written)) > _SHORT:
        return []
    lines = [f"{start}{written[0]}"]
    for card in written[1:]:
        if len(lines[-1]) + len(card) + 3 <= _WIDTH:
            lines[-1] += f", {card}"
        else:
            lines[-1] += ","
            lines.append(f"{' ' * len(start)}{card}")
    lines[-1] += "]"
    return lines if len(lines) <= _MOST_WRAPPED else []


_MOST_WRAPPED = 3
"""Maximum number of lines between one pair of braces."""


def _wrap(start: str, value: Mapping[str, Any]) -> list[str]:
    """Return keys in braces on several lines; empty if these would be too long or too many."""
    lines, space = [f"{start}{{"], " " * (len(start) + 1)
    for key, item in value.items():
        entry = f"{_write_text(key)}: {_write_flow(item)},"
        if lines[-1].endswith("{") or len(lines[-1]) + len(entry) < _WIDTH:
            lines[-1] += ("" if lines[-1].endswith("{") else " ") + entry
        else:
            lines.append(space + entry)
    lines[-1] = lines[-1].removesuffix(",") + "}"
    return lines if len(lines) <= _MOST_WRAPPED and max(map(len, lines)) <= _WIDTH else []


def _is_long(key: str, value: Mapping[str, Any] | Sequence[Any]) -> bool:
    """Return True for a value whose items are each on a line of their own."""
    return key in ("cards", "tables", "styles") and any(
        isinstance(item, Mapping | list) for item in (value.values() if isinstance(value, Mapping) else value)
    )


def _write_flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{_write_text(key)}: {_write_flow(item)}" for key, item in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_write_flow, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return format_number(value)
    return _write_text(str(value))


def _write_text(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    if '"' in text and "'" not in text and text.isprintable() and "\\" not in text:
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False)


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
