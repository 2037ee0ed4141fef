"""Completion: what may be written at a cursor, from the declarations of a file and the names of the game."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Literal, TypeAlias

from generator.editor.project import OpenFile, Project
from generator.model.language.kinds import RULE_IDS, SHAPES, Kind, OneOf
from generator.model.values import dataclass
from generator.read.declared.reader import ListOf, MappingOf, ValueShape
from generator.read.declared.walking import find_shapes, list_possible_keys
from generator.read.files.shelf import YAML
from generator.read.files.yaml_cursor import CursorPlace, find_cursor

MOST_OFFERED = 200
"""Maximum number of completions; an editor asks again after the next letter."""
_OPEN_FIELD = re.compile(r"\{([a-z0-9_.]*)$")
_OPEN_ICON = re.compile(r"(?:^|[^\w:]):([\w/+-]*)$")
_RICH = ("label", "text", "title", "sentence", "plain")
"""Kinds of names that may be texts with icons and fields."""

_Shapes: TypeAlias = tuple[ValueShape, ...]
SuggestionKind: TypeAlias = Literal["key", "value", "name", "file", "colour", "text"]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something that may be written at a cursor."""

    label: str
    kind: SuggestionKind
    doc: str = ""
    insert: str = ""
    """Text to write, if it is not the label."""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Suggestions, each in place of the letters that are there already."""

    offers: tuple[Suggestion, ...] = ()
    replaced: int = 0
    """Number of characters before the cursor that an offer replaces."""
    is_cut: bool = False
    """True if there are more; further letters find them."""


def complete(project: Project, file: OpenFile, line: int, column: int) -> Suggestions:
    """Return what may be written at a line and a column, both from 1."""
    place = find_cursor(file.text, line, column)
    if place is None or file.shape is None:
        return Suggestions()
    shapes = find_shapes(file.shape, place.path, place.siblings)
    found = [*_list_offers(project, place, shapes)]
    word = place.written
    if not place.is_key or _has_only_values(shapes):
        if (inner := _complete_inside(project, place, shapes)) is not None:
            return inner
        found += (offer for shape in shapes for offer in offer_values(project, shape))
    return choose_offers(found, word)


def choose_offers(found: list[Suggestion], word: str) -> Suggestions:
    """Return the offers that begin with a word, or contain it; each once."""
    known = {(one.label, one.insert): one for one in found}
    begun = [one for one in known.values() if one.label.startswith(word)]
    inside = [one for one in known.values() if word in one.label and one not in begun] if word else []
    chosen = [*begun, *inside]
    return Suggestions(tuple(chosen[:MOST_OFFERED]), len(word), len(chosen) > MOST_OFFERED)


def _has_only_values(shapes: tuple[ValueShape, ...]) -> bool:
    """Return True if nothing at this place has keys, so that a word there is a value."""
    return not any(isinstance(shape, type | OneOf | MappingOf) for shape in shapes)


def _list_offers(
    project: Project, place: CursorPlace, shapes: tuple[ValueShape, ...]
) -> Iterator[Suggestion]:
    """Yield the keys of a mapping that is not complete."""
    if not place.is_key:
        return
    for shape in shapes:
        for one in list_possible_keys(shape, place.keys):
            if one.key not in place.keys:
                end = ": " if isinstance(one.shape, Kind | ListOf) else ":"
                yield Suggestion(one.key, "key", one.doc, one.key + end)
        if isinstance(shape, MappingOf) and shape.key is not None:
            yield from (
                Suggestion(one.label, one.kind, one.doc, f"{one.label}: ")
                for one in offer_values(project, shape.key)
            )
    # A part of `parts` is an element under its own name.
    if any(isinstance(shape, OneOf) and shape.others for shape in shapes):
        yield from (
            Suggestion(name, "key", "A part of this file.", f"{name}: ") for name in _list_parts(place)
        )


def _list_parts(place: CursorPlace) -> Iterator[str]:
    return iter(place.siblings[0] if place.siblings and place.path[:1] == ("parts",) else ())


def _complete_inside(
    project: Project, place: CursorPlace, shapes: tuple[ValueShape, ...]
) -> Suggestions | None:
    """Return the names for a field or an icon that is being written within a text; None elsewhere."""
    if field := _OPEN_FIELD.search(place.written):
        values = project.list_fields()
        fields = [Suggestion(name, "name", f"such as `{values[name]:.60}`", name + "}") for name in values]
        return choose_offers([*fields, *offer_numbers(project)], field[1])
    icon = _OPEN_ICON.search(place.written)
    is_rich = any(not isinstance(shape, Kind) or shape.names in _RICH for shape in shapes) or not shapes
    if icon and is_rich:
        return choose_offers([*offer_icons(project)], icon[1])
    return None


def offer_values(project: Project, shape: ValueShape) -> Iterator[Suggestion]:
    """Yield the values that a key may have: names of the game, words of a choice, or files."""
    if isinstance(shape, ListOf):
        yield from offer_values(project, shape.item)
    if not isinstance(shape, Kind):
        return
    for value in shape.schema.get("enum", ()):
        text = str(value).lower() if isinstance(value, bool) else str(value)
        yield Suggestion(text, "value")
    if shape.schema.get("type") == "boolean":
        yield from (Suggestion(word, "value") for word in ("true", "false"))
    if lister := _LISTERS.get(shape.names):
        yield from lister(project)
    elif shape.noun == RULE_IDS:
        yield from offer_rules(project)
    elif shape.noun == "file":
        yield from _list_data_files(project)


def _offer_all(names: Collection[str] | None, doc: str) -> Iterator[Suggestion]:
    """Yield a name each, in order, with its value if the names have values."""
    values: Mapping[str, object] = names if isinstance(names, Mapping) else dict.fromkeys(names or (), "")
    for name in sorted(values):
        value = values[name]
        yield Suggestion(
            name,
            "colour" if doc == "colour" else "name",
            f"{doc} {value}" if isinstance(value, str) and value else doc,
        )


def _list_texts(project: Project) -> Iterator[Suggestion]:
    for key, text in sorted((project.names.sentences or {}).items()):
        yield Suggestion(key, "text", text)


def offer_icons(project: Project) -> Iterator[Suggestion]:
    """Yield the icons, as they end in texts: `bee:`."""
    return (Suggestion(name, "name", "icon", f"{name}:") for name in sorted(project.names.icons or ()))


def offer_numbers(project: Project) -> Iterator[Suggestion]:
    """Yield the numbers of the kit, which texts print by their names."""
    numbers = project.kit.numbers if project.kit else {}
    yield from (Suggestion(name, "name", f"number {numbers[name]}", name + "}") for name in numbers)


def offer_rules(project: Project) -> Iterator[Suggestion]:
    """Yield the rules of the referee, by their ids without that of the game."""
    start = project.rule_prefix
    for key, text in sorted((project.names.sentences or {}).items()):
        if start and key.startswith(start):
            yield Suggestion(key.removeprefix(start), "name", text)


def _list_pictures(project: Project) -> Iterator[Suggestion]:
    pictures = project.names.pictures
    yield from (Suggestion(name, "file") for name in sorted(pictures.list_names() if pictures else ()))


def _list_data_files(project: Project) -> Iterator[Suggestion]:
    """Yield the data files of the game, as kit.yaml and decks name them."""
    for path in sorted(project.folder.glob("*")):
        if path.suffix in (*YAML, ".csv", ".ods", ".xlsx", ".json", ".md") and path.is_file():
            yield Suggestion(path.name, "file")


_LISTERS: Mapping[str, Callable[[Project], Iterator[Suggestion]]] = {
    "icon": lambda project: _offer_all([*(project.names.icons or ())], "icon"),
    "colour": lambda project: _offer_all(project.names.colours, "colour"),
    "role": lambda project: _offer_all([*(project.names.roles or ())], "role of type"),
    "mark": lambda project: _offer_all([*(project.names.marks or ())], "mark"),
    "font": lambda project: _offer_all([*(project.names.fonts or ())], "font"),
    "board": lambda project: _offer_all([*(project.names.boards or ())], "board"),
    "piece": lambda project: _offer_all([*(project.names.pieces or ())], "piece"),
    "shape": lambda project: _offer_all(SHAPES, "shape"),
    "pattern": lambda project: _offer_all([*project.names.patterns], "pattern"),
    "file": _list_pictures,
    "art": _list_pictures,
    "words": _list_texts,
    "sentence": _list_texts,
    "title": _list_texts,
    "text": _list_texts,
}
