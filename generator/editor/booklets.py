"""Help in booklets in Markdown: in their YAML as in other files, and in the braces of their words."""

from collections.abc import Iterator
from typing import Any

from generator.editor.completion import (
    Suggestion,
    Suggestions,
    choose_offers,
    complete,
    offer_icons,
    offer_numbers,
    offer_rules,
    offer_values,
)
from generator.editor.navigation import NamedThing, find_thing
from generator.editor.project import OpenFile, Project
from generator.model.elements.template import BLOCKS
from generator.model.language.kinds import RULE_IDS, Kind
from generator.read.declared.markdown import KINDS_OF_QUOTES
from generator.read.declared.markdown_cursor import (
    ProsePlace,
    find_prose_cursor,
    find_prose_word,
    list_anchors,
)
from generator.read.declared.walking import PossibleKey, list_possible_keys


def complete_anywhere(project: Project, file: OpenFile, line: int, column: int) -> Suggestions:
    """Return what may be written at a line and a column of a file in YAML or Markdown, both from 1."""
    file = file.at(line)
    if not file.is_prose:
        return complete(project, file, line, column)
    place = find_prose_cursor(file.text, line, column)
    return choose_offers([*_list_offers(project, file, place)], place.name) if place else Suggestions()


def find_anywhere(file: OpenFile, line: int, column: int) -> NamedThing | None:
    """Return what is at a line and a column of a file in YAML or Markdown; None for a text."""
    file = file.at(line)
    if not file.is_prose:
        return find_thing(file, line, column)
    place = find_prose_word(file.text, line, column)
    if place is None:
        return None
    if place.kind == "block":
        kind = BLOCKS.kinds.get(place.name)
        return NamedThing("key", place.name, _find_doc(kind)) if kind else None
    if place.kind == "callout":
        kind = BLOCKS.kinds.get(KINDS_OF_QUOTES.get(place.name.upper(), ""))
        return NamedThing("key", place.name, _find_doc(kind)) if kind else None
    if place.kind != "value":
        return NamedThing(place.kind, place.name)
    shapes = [one.shape for one in _list_keys(place) if one.key == place.key]
    kinds = [shape for shape in shapes if isinstance(shape, Kind)]
    name = next((shape.names or RULE_IDS for shape in kinds if shape.names or shape.noun == RULE_IDS), None)
    return NamedThing(name, place.name) if name else None


def _find_doc(kind: type) -> str:
    return (kind.__doc__ or "").split("\n")[0]


def _list_offers(project: Project, file: OpenFile, place: ProsePlace) -> Iterator[Suggestion]:
    match place.kind:
        case "block":
            yield from (Suggestion(name, "key", _find_doc(kind)) for name, kind in BLOCKS.kinds.items())
        case "callout":
            names = [name for name in KINDS_OF_QUOTES if name]
            docs: Any = {name: _find_doc(BLOCKS.kinds[KINDS_OF_QUOTES[name]]) for name in names}
            yield from (Suggestion(name, "key", docs[name], f"{name}] ") for name in names)
        case "section":
            yield from (
                Suggestion(name, "name", f"line {line}", f"{name})")
                for name, line, _ in list_anchors(file.text)
            )
        case "icon":
            yield from offer_icons(project)
        case "key":
            yield from _offer_keys(place)
        case "number":
            yield from offer_numbers(project)
            yield from _offer_keys(place)
        case "value":
            for one in _list_keys(place):
                if one.key == place.key:
                    is_rule = isinstance(one.shape, Kind) and one.shape.noun == RULE_IDS
                    yield from offer_rules(project) if is_rule else offer_values(project, one.shape)


def _offer_keys(place: ProsePlace) -> Iterator[Suggestion]:
    return (Suggestion(one.key, "key", one.doc, f"{one.key}=") for one in _list_keys(place))


def _list_keys(place: ProsePlace) -> tuple[PossibleKey, ...]:
    """Return the keys that braces at the end of a block may have, besides its text and its id."""
    kind = "heading" if place.is_heading else "text"
    return tuple(one for one in list_possible_keys(BLOCKS, {kind: ""}) if one.key not in (kind, "id"))
