"""Names in the files of a game: what they mean, where they are written, and how they are renamed."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.editor.project import OpenFile, Project
from generator.errors import DataError, UnknownName
from generator.model.language.kinds import KEY, RULE_IDS, Kind
from generator.model.style import TypeStyle
from generator.model.values import dataclass
from generator.read.declared.markdown_cursor import list_anchors
from generator.read.declared.markdown_texts import name_anchor
from generator.read.declared.reader import ValueShape
from generator.read.declared.walking import find_shapes, list_named, list_possible_keys
from generator.read.files.shelf import KIT_FILE, REFERENCE
from generator.read.files.yaml import DataPath, LineAndColumn, Source, parse_yaml
from generator.read.files.yaml_cursor import CursorPlace, find_cursor_word, list_written_texts
from generator.read.wordings.wordings import path_of

_TEXTS = ("words", "sentence", "title", "text")
"""Kinds of names that may be keys of texts."""
_WORDING = "wording"


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A name or a key at a cursor."""

    kind: str
    """Kind of the name: `icon`, `words`; or `key`."""
    name: str
    doc: str = ""


@dataclass(frozen=True, slots=True)
class FileRange:
    """Text in a file, from a line and column to another one, all from 1."""

    path: Path
    start: LineAndColumn
    end: LineAndColumn


@dataclass(frozen=True, slots=True)
class TextEdit:
    """A replacement in a file."""

    where: FileRange
    text: str


def find_thing(file: OpenFile, line: int, column: int) -> NamedThing | None:
    """Return what is at a line and a column; None for a text, or where nothing is declared."""
    place = find_cursor_word(file.text, line, column)
    if place is None or file.shape is None:
        return None
    if _is_wording(file) and not place.is_key and place.path[:1] == ("words",):
        return NamedThing("words", ".".join(map(str, place.path[1:])))
    shapes = find_shapes(file.shape, place.path, place.siblings)
    if not place.is_key:
        return next(_list_things(shapes, place), None)
    if _is_wording(file) and place.path[:1] == ("words",):
        return NamedThing("words", ".".join([*map(str, place.path[1:]), place.written]))
    keys = (one for shape in shapes for one in list_possible_keys(shape, {**place.keys, place.written: ""}))
    docs = [one.doc for one in keys if one.key == place.written]
    return NamedThing("key", place.written, docs[0]) if docs else None


def _is_wording(file: OpenFile) -> bool:
    return file.path.parent.name == _WORDING


def _list_things(shapes: tuple[ValueShape, ...], place: CursorPlace) -> Iterator[NamedThing]:
    for shape in shapes:
        if isinstance(shape, Kind) and (shape.names or shape.noun in ("file", RULE_IDS)):
            yield NamedThing(shape.names or shape.noun, place.written)


def describe_thing(project: Project, thing: NamedThing) -> str:
    """Return what a name stands for, as Markdown; empty if nothing is known about it."""
    if thing.kind == "key":
        return f"**{thing.name}**  \n{thing.doc}" if thing.doc else f"**{thing.name}**"
    describe = _DESCRIBERS.get(thing.kind)
    return describe(project, thing.name) if describe else ""


def _describe_text(project: Project, key: str) -> str:
    """Return a text in all languages of the game that have it."""
    found = [
        f"`{file.path.stem}` {source.get_text(path_of(key))}"
        for file in project.list_files()
        if _is_wording(file) and (source := _parse(file)) and source.has(path_of(key))
    ]
    homes = (one.texts[key] for one in project.list_booklets() if key in one.texts)
    found += (f"`{REFERENCE}` {text}" for text in homes)
    return "  \n".join(sorted(found))


def _describe_rule(project: Project, rule: str) -> str:
    return _describe_text(project, project.rule_prefix + rule)


def _describe_number(project: Project, name: str) -> str:
    numbers = project.kit.numbers if project.kit else {}
    return f"number **{name}**: {numbers[name]}" if name in numbers else ""


def _describe_colour(project: Project, name: str) -> str:
    value = (project.names.colours or {}).get(name)
    return f"colour **{name}**: `{value}`" if value else ""


def _describe_role(project: Project, name: str) -> str:
    """Return a role as a sentence: its face, its size, and the smallest size."""
    roles = project.names.roles
    style = roles.get(name) if isinstance(roles, Mapping) else None
    if not isinstance(style, TypeStyle):
        return ""
    point = 72 / 25.4
    kind = " bold" if style.bold else ""
    italic = " italic" if style.italic else ""
    sizes = f"{style.size * point:.3g} pt, at least {style.smallest * point:.3g} pt"
    return f"role **{name}**: {style.weighted_family}{kind}{italic}, {sizes}, colour `{style.colour}`"


def _describe_icon(project: Project, name: str) -> str:
    path = _find_icon(project, name)
    return f"icon **{name}**\n\n![{name}]({path.as_uri()})" if path else ""


def _find_icon(project: Project, name: str) -> Path | None:
    for folder in (project.folder / "icons", project.shelf.icons):
        for path in (folder / f"{name}.svg", *sorted(folder.glob(f"*/{name}.svg"))):
            if path.is_file():
                return path.resolve()
    return None


_DESCRIBERS = {
    **dict.fromkeys(_TEXTS, _describe_text),
    "colour": _describe_colour,
    "role": _describe_role,
    "icon": _describe_icon,
    "number": _describe_number,
    RULE_IDS: _describe_rule,
}


def find_definitions(project: Project, thing: NamedThing) -> tuple[FileRange, ...]:
    """Return the places where a name is declared; for a text, one in each language."""
    if thing.kind in _TEXTS:
        return tuple(_find_texts(project, thing.name))
    if thing.kind == RULE_IDS:
        return tuple(_find_texts(project, project.rule_prefix + thing.name))
    if thing.kind in ("number", "section"):
        find = _find_number if thing.kind == "number" else _find_section
        return tuple(find(project, thing.name))
    if thing.kind == "icon":
        path = _find_icon(project, thing.name)
        return (FileRange(path, (1, 1), (1, 1)),) if path else ()
    if thing.kind in ("file", "art"):
        path = project.folder / thing.name
        return (FileRange(path, (1, 1), (1, 1)),) if path.is_file() else ()
    keys = {"colour": ("colours",), "role": ("type",), "mark": ("marks",)}.get(thing.kind)
    return tuple(_find_in_themes(project, (*keys, thing.name))) if keys else ()


def _find_in_themes(project: Project, path: DataPath) -> Iterator[FileRange]:
    for source in project.names.themes:
        if source.has(path):
            spot = source.spot_of_key(path)
            yield FileRange(Path(source.file).absolute(), spot, (spot[0], spot[1] + len(str(path[-1]))))


def _find_texts(project: Project, key: str) -> Iterator[FileRange]:
    for file in project.list_files():
        if _is_wording(file) and (source := _parse(file)) and source.has(path_of(key)):
            spot = source.spot_of_key(path_of(key))
            step = key.rpartition(".")[2]
            yield FileRange(_on_disk(file), spot, (spot[0], spot[1] + len(step)))

    for source in project.list_booklets():
        if key in source.texts:
            spot = source.spot_of(path_of(key))
            yield FileRange(Path(source.file).absolute(), spot, spot)


def _find_number(project: Project, name: str) -> Iterator[FileRange]:
    for file in project.list_files():
        source = _parse(file) if file.path.name == KIT_FILE else None
        if source and source.has(("numbers", name)):
            line, column = source.spot_of_key(("numbers", name))
            yield FileRange(_on_disk(file), (line, column), (line, column + len(name)))


def _find_section(project: Project, name: str) -> Iterator[FileRange]:
    for source in project.list_booklets():
        for id, line, column in list_anchors(source.text):
            if id == name_anchor(name):
                yield FileRange(Path(source.file).absolute(), (line, column), (line, column + len(name)))


def _parse(file: OpenFile) -> Source | None:
    try:
        return parse_yaml(file.text, file=str(file.path))
    except DataError:
        return None


def _on_disk(file: OpenFile) -> Path:
    return Path(str(file.path))


def list_uses_of_text(project: Project, key: str) -> Iterator[FileRange]:
    """Yield the places outside of wording files that have the key of a text."""
    for file in project.list_files():
        source = None if _is_wording(file) or file.shape is None else _parse(file)
        if source is None or file.shape is None:
            continue
        named = {
            path for path, name, kind in list_named(file.shape, source.data) if kind in _TEXTS and name == key
        }
        for path, text, start, end in list_written_texts(file.text) if named else ():
            if path in named:
                quote = 0 if file.text.split("\n")[start[0] - 1].startswith(text, start[1] - 1) else 1
                left = start[0], start[1] + quote
                yield FileRange(_on_disk(file), left, (end[0], end[1] - quote))


def rename_text(project: Project, key: str, new: str) -> tuple[TextEdit, ...]:
    """Return the edits that give a text another key; raises UnknownName if it cannot be renamed.

    Only the last step of a key can change: it stays where it is in each language.
    """
    group = key.rpartition(".")[0]
    new_group, _, new_step = new.rpartition(".")
    if key not in (project.names.sentences or {}):
        raise UnknownName(f"there is no text `{key}`")
    if new_group not in ("", group) or not re.fullmatch(KEY, new_step):
        raise UnknownName(f"only the last step of a key can change: `{group}.NAME`, with a-z, 0-9, and _")
    whole = f"{group}.{new_step}" if group else new_step
    if whole in (project.names.sentences or {}):
        raise UnknownName(f"there is a text `{whole}` already")
    if composed := [*_list_composed(project, key)]:
        raise UnknownName(f"`{key}` is composed of fields, as in {composed[0]}: it cannot be renamed here")
    if key in project.list_values():
        raise UnknownName(f"`{key}` is a value of a card: it cannot be renamed here")
    if homes := [one for one in project.list_booklets() if key in one.texts]:
        place = homes[0].place_text(key)
        raise UnknownName(f"`{key}` is a text of {place}: change its id `{{#...}}` there")
    edits = [TextEdit(where, new_step) for where in _find_texts(project, key)]
    edits += (TextEdit(where, whole) for where in list_uses_of_text(project, key))
    return tuple(edits)


def _list_composed(project: Project, key: str) -> Iterator[str]:
    """Yield patterns such as `cards.{type}` that become a key for some piece."""
    values = {*project.list_values()}
    for file in project.list_files():
        source = None if _is_wording(file) or file.shape is None else _parse(file)
        if source is None or file.shape is None:
            continue
        for _, name, kind in list_named(file.shape, source.data):
            parts = re.split(r"\{[^{}]*\}", name) if kind in _TEXTS else [""]
            filled = re.fullmatch("([a-z0-9_.]+)".join(map(re.escape, parts)), key)
            if len(parts) > 1 and "." in parts[0] and filled and {*filled.groups()} <= values:
                yield name
