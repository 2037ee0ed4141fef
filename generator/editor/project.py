"""A game as an editor has it open: its names, its problems, and help at a cursor in its files."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypeAlias

from generator.errors import DataError, GeneratorError, Notice, Problem, UnknownName, WrittenPlace
from generator.inputs import TracedFiles, attach
from generator.make.jobs.jobs import ReadGame, choose_jobs
from generator.make.preflight import check_jobs
from generator.model.elements.template import BLOCKS
from generator.model.kit import Kit, PieceSet
from generator.model.language.kinds import KEY, RULE_IDS, SHAPES, Kind, OneOf
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.style import TypeStyle
from generator.model.values import dataclass, replace
from generator.read.cached import read_cached_papers
from generator.read.declared.cursor import (
    CursorPlace,
    PossibleKey,
    ProsePlace,
    find_cursor,
    find_cursor_word,
    find_prose_cursor,
    find_prose_word,
    find_shapes,
    list_anchors,
    list_islands,
    list_named,
    list_possible_keys,
    list_written_texts,
)
from generator.read.declared.markdown import KINDS_OF_QUOTES, name_anchor, read_markdown
from generator.read.declared.names import NO_NAMES, Names
from generator.read.declared.reader import ListOf, MappingOf, ValueShape, make_shape
from generator.read.declared.steps import Steps
from generator.read.files.shelf import KIT_FILE, MARKDOWN, REFERENCE, SINGLE, YAML, Memo, Shelf
from generator.read.files.text_files import read_text
from generator.read.files.yaml import (
    Data,
    DataPath,
    LineAndColumn,
    MarkdownSource,
    Source,
    parse_yaml,
    path_of,
    read_yaml,
)
from generator.read.kits.kits import read_kit_and_texts
from generator.read.problem_kinds import CodedNotice, add_codes
from generator.read.schema import FILES
from generator.scene.fonts import FontLibrary

_FOLDERS = {"wording": "wording", "themes": "theme"}
_NAMES = {"papers.yaml": "papers", "card_sizes.yaml": "card_sizes", "services.yaml": "services"}
_SCHEMA_END = ".schema.json"
_MOST_OFFERED = 200
"""Maximum number of completions; an editor asks again after the next letter."""
_OPEN_FIELD = re.compile(r"\{([a-z0-9_.]*)$")
_OPEN_ICON = re.compile(r"(?:^|[^\w:]):([\w/+-]*)$")
_RICH = ("label", "text", "title", "sentence", "plain")
"""Kinds of names that may be texts with icons and fields."""
SuggestionKind: TypeAlias = Literal["key", "value", "name", "file", "colour", "text"]


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file of a game: its current text, and what it declares."""

    path: Path
    text: str
    shape: ValueShape | None
    """Shape of its data; None for a file that no game has."""
    is_booklet: bool = False
    """True for a booklet in Markdown, of which the shape is that of the keys at its top."""
    is_prose: bool = False
    """True for what is no YAML in it."""

    def at(self, line: int) -> "OpenFile":
        """Return what a line belongs to: the file, or YAML or words of a booklet."""
        if not self.is_booklet:
            return self
        islands = list_islands(self.text, self.shape) if self.shape else ()
        inside = next((one for one in islands if one.first <= line <= one.last), None)
        if inside is None:
            return OpenFile(self.path, self.text, None, is_prose=True)
        return OpenFile(self.path, inside.text, inside.shape)

    def list_yaml(self) -> Iterator["OpenFile"]:
        """Yield the file, or each YAML in a booklet, with its lines where they are in the file."""
        if not self.is_booklet:
            yield self
        elif self.shape:
            for one in list_islands(self.text, self.shape):
                yield OpenFile(self.path, one.text, one.shape)


class Project:
    """A game whose files may be typed at this moment; what was read last stays while files have problems."""

    def __init__(self, game: Path, shelf: Shelf) -> None:
        """Open a game by its folder, or by the file of a game that is a single one."""
        folder = game.parent if game.suffix in YAML else game
        self.folder = folder.resolve()
        self._overlay = TracedFiles(self.folder)
        self._home = attach(self.folder, self._overlay)
        self._game = self._home / game.name if game.suffix in YAML else self._home
        self._shelf = shelf
        self._opened = 0
        """How often a file was opened or closed in the editor."""
        self._forget()
        self.names: Names = NO_NAMES
        self.kit: Kit | None = None
        self._fonts = FontLibrary(())

    @property
    def shelf(self) -> Shelf:
        """The data that all games share."""
        return self._shelf

    def _forget(self) -> None:
        """Keep nothing of earlier checks; of later ones, keep what was read of files that do not change."""
        self._shelf = Shelf(self._shelf.data, self._shelf.fonts, memo=Memo(is_on=True))
        self._steps = Steps(self._overlay)

    def put(self, path: Path, text: str | None) -> None:
        """Take the text of an editor; None: the file is as it is on the disk."""
        name = self._name(path)
        self._opened += self._overlay.has(name) == (text is None)
        self._overlay.put(name, None if text is None else text.encode())

    def open(self, path: Path) -> OpenFile:
        """Return a file as it is now; raises DataError if it cannot be read."""
        inside = self._home / self._name(path)
        text = read_text(inside)[1]
        shape = self._find_shape(inside, text)
        return OpenFile(inside, text, shape, is_booklet=inside.suffix == MARKDOWN)

    def list_files(self) -> Iterator[OpenFile]:
        """Yield all YAML files of the game that can be read, and each YAML in its booklets in Markdown."""
        for path in sorted([*self._home.rglob("*.yaml"), *self._home.rglob(f"*{MARKDOWN}")]):
            inside = path.relative_to(self._home)
            if not any(step.startswith(".") or step == "output" for step in inside.parts):
                try:
                    yield from self.open(path).list_yaml()
                except DataError:
                    continue

    def list_booklets(self) -> Iterator[MarkdownSource]:
        """Yield the booklets in Markdown that can be read, with their English texts."""
        for path in sorted(self._home.rglob(f"*{MARKDOWN}")):
            if self._find_use(path.relative_to(self._home).as_posix()) == "booklet":
                with suppress(DataError):
                    yield read_markdown(path)

    @property
    def rule_prefix(self) -> str:
        """The beginning of the keys of texts of rules; empty if the id of the game is unknown."""
        return f"rule.{self.kit.id}." if self.kit else ""

    def check(self, locales: tuple[str, ...] | None = None) -> tuple[CodedNotice, ...]:
        """Read the game, and return everything that is wrong; None reads all languages."""
        opened = self._opened
        try:
            return self._check(locales)
        finally:
            if self._opened != opened:
                # What was kept may be a text of the editor with the signature of the file on the disk.
                self._forget()

    def _check(self, locales: tuple[str, ...] | None) -> tuple[CodedNotice, ...]:
        try:
            kit, _, self._fonts = read_kit_and_texts(
                self._game, shelf=self._shelf, locales=locales, watch=self._keep_names, steps=self._steps
            )
        except DataError as error:
            return add_codes(problem.describe() for problem in error.problems)
        except GeneratorError as error:
            return add_codes([replace(one, place=one.place or self._top()) for one in error.list_notices()])
        self.kit = kit
        self.names = replace(self.names, pieces=[*_list_pieces(kit)], boards=[*self._list_boards(kit)])
        return add_codes(_describe(problem) for problem in kit.warnings)

    def check_fit(self, locale: str) -> tuple[CodedNotice, ...]:
        """Lay all parts out on their first paper, and return what does not fit; nothing before a check."""
        if self.kit is None or locale not in self.kit.wordings:
            return ()
        papers = read_cached_papers(self._shelf)
        paper = self.kit.papers[0] if self.kit.papers else DEFAULT_PAPER
        game = ReadGame(self.kit, self._fonts)
        jobs = choose_jobs([game], papers, locale_names=(locale,), paper_names=(paper,))
        return add_codes(
            notice for found in check_jobs(jobs, report=lambda job: None) for notice in found.notices
        )

    def list_fields(self) -> Mapping[str, str]:
        """Return the fields of all pieces by name, each with a value that it has."""
        return {name: str(value) for name, value in self._list_fields()}

    def list_values(self) -> Collection[str]:
        """Return the texts that pieces have in their fields."""
        return {value for _, value in self._list_fields() if isinstance(value, str)}

    def _list_fields(self) -> Iterator[tuple[str, object]]:
        parts = self.kit.parts_of(PieceSet).values() if self.kit else ()
        return (field for part in parts for piece in part.pieces for field in piece.fields.items())

    def _name(self, path: Path) -> str:
        return path.resolve().relative_to(self.folder).as_posix()

    def _top(self) -> WrittenPlace:
        file = self._game if self._game.suffix in YAML else self._game / KIT_FILE
        return WrittenPlace(str(file), 1, 1)

    def _keep_names(self, names: Names) -> None:
        self.names = replace(names, pieces=self.names.pieces, boards=self.names.boards)

    def _list_boards(self, kit: Kit) -> Iterator[str]:
        return (part.id for part in kit.parts if type(part).__name__ == "Board")

    def _find_shape(self, path: Path, text: str) -> ValueShape | None:
        kind = self._find_kind(path, text)
        return make_shape(FILES[kind]) if kind in FILES else None

    def _find_kind(self, path: Path, text: str) -> str:
        """Return the type of a file: by its first line, its name or folder, kit.yaml, or its keys."""
        if path.suffix == MARKDOWN:
            return self._find_use(path.relative_to(self._home).as_posix())
        first = text.split("\n", 1)[0]
        if first.startswith("#") and first.rstrip().endswith(_SCHEMA_END):
            return first.rstrip().removesuffix(_SCHEMA_END).rpartition("/")[2]
        if path.name == KIT_FILE:
            return "kit"
        if path.parent.name in _FOLDERS:
            return _FOLDERS[path.parent.name]
        if path.name in _NAMES:
            return _NAMES[path.name]
        if kind := self._find_use(path.relative_to(self._home).as_posix()):
            return kind
        keys = {line.partition(":")[0] for line in text.split("\n")}
        return next(
            (kind for key, kind in SINGLE.items() if key in keys), "booklet" if "blocks" in keys else ""
        )

    def _find_use(self, name: str) -> str:
        """Return the type that kit.yaml gives a file; empty if it does not name it."""
        try:
            data: Data = read_yaml(self._home / KIT_FILE).data
        except DataError:
            return ""
        kit = data if isinstance(data, dict) else {}
        templates, parts = kit.get("templates"), kit.get("parts")
        if isinstance(templates, list) and name in templates:
            return "templates"
        if kit.get("score") == name:
            return "score"
        for part in parts if isinstance(parts, list) else ():
            found = [key for key, value in part.items() if value == name] if isinstance(part, dict) else []
            if found:
                return str(found[0])
        return ""


def find_game_of(path: Path) -> Path | None:
    """Return the folder of the game that a file belongs to, or the file itself; None if it is in no game."""
    for folder in path.parents:
        if (folder / KIT_FILE).is_file():
            return folder
    return path if path.suffix in YAML else None


def _list_pieces(kit: Kit) -> Iterator[str]:
    return (piece.id for part in kit.parts_of(PieceSet).values() for piece in part.pieces)


def _describe(problem: Problem) -> Notice:
    return problem.describe(is_error=False)


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


def complete_anywhere(project: Project, file: OpenFile, line: int, column: int) -> Suggestions:
    """Return what may be written at a line and a column of a file in YAML or Markdown, both from 1."""
    file = file.at(line)
    if not file.is_prose:
        return complete(project, file, line, column)
    place = find_prose_cursor(file.text, line, column)
    return _choose_offers([*_list_prose_offers(project, file, place)], place.name) if place else Suggestions()


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
        found += (offer for shape in shapes for offer in _offer_values(project, shape))
    return _choose_offers(found, word)


def _choose_offers(found: list[Suggestion], word: str) -> Suggestions:
    """Return the offers that begin with a word, or contain it; each once."""
    known = {(one.label, one.insert): one for one in found}
    begun = [one for one in known.values() if one.label.startswith(word)]
    inside = [one for one in known.values() if word in one.label and one not in begun] if word else []
    chosen = [*begun, *inside]
    return Suggestions(tuple(chosen[:_MOST_OFFERED]), len(word), len(chosen) > _MOST_OFFERED)


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
                for one in _offer_values(project, shape.key)
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
        return _choose_offers([*fields, *_offer_numbers(project)], field[1])
    icon = _OPEN_ICON.search(place.written)
    is_rich = any(not isinstance(shape, Kind) or shape.names in _RICH for shape in shapes) or not shapes
    if icon and is_rich:
        return _choose_offers([*_offer_icons(project)], icon[1])
    return None


def _offer_values(project: Project, shape: ValueShape) -> Iterator[Suggestion]:
    """Yield the values that a key may have: names of the game, words of a choice, or files."""
    if isinstance(shape, ListOf):
        yield from _offer_values(project, shape.item)
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
        yield from _offer_rules(project)
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


def _offer_icons(project: Project) -> Iterator[Suggestion]:
    """Yield the icons, as they end in texts: `bee:`."""
    return (Suggestion(name, "name", "icon", f"{name}:") for name in sorted(project.names.icons or ()))


def _offer_numbers(project: Project) -> Iterator[Suggestion]:
    """Yield the numbers of the kit, which texts print by their names."""
    numbers = project.kit.numbers if project.kit else {}
    yield from (Suggestion(name, "name", f"number {numbers[name]}", name + "}") for name in numbers)


def _offer_rules(project: Project) -> Iterator[Suggestion]:
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


def _find_doc(kind: type) -> str:
    return (kind.__doc__ or "").split("\n")[0]


def _list_prose_offers(project: Project, file: OpenFile, place: ProsePlace) -> Iterator[Suggestion]:
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
            yield from _offer_icons(project)
        case "key":
            yield from _offer_prose_keys(place)
        case "number":
            yield from _offer_numbers(project)
            yield from _offer_prose_keys(place)
        case "value":
            for one in _list_prose_keys(place):
                if one.key == place.key:
                    is_rule = isinstance(one.shape, Kind) and one.shape.noun == RULE_IDS
                    yield from _offer_rules(project) if is_rule else _offer_values(project, one.shape)


def _offer_prose_keys(place: ProsePlace) -> Iterator[Suggestion]:
    return (Suggestion(one.key, "key", one.doc, f"{one.key}=") for one in _list_prose_keys(place))


def _list_prose_keys(place: ProsePlace) -> tuple[PossibleKey, ...]:
    """Return the keys that braces at the end of a block may have, besides its text and its id."""
    kind = "heading" if place.is_heading else "text"
    return tuple(one for one in list_possible_keys(BLOCKS, {kind: ""}) if one.key not in (kind, "id"))


_TEXTS = ("words", "sentence", "title", "text")
"""Kinds of names that may be keys of texts."""
_WORDING = "wording"


def find_anywhere(file: OpenFile, line: int, column: int) -> NamedThing | None:
    """Return what is at a line and a column of a file in YAML or Markdown; None for a text."""
    file = file.at(line)
    if not file.is_prose:
        return _find_thing(file, line, column)
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
    shapes = [one.shape for one in _list_prose_keys(place) if one.key == place.key]
    kinds = [shape for shape in shapes if isinstance(shape, Kind)]
    name = next((shape.names or RULE_IDS for shape in kinds if shape.names or shape.noun == RULE_IDS), None)
    return NamedThing(name, place.name) if name else None


def _find_thing(file: OpenFile, line: int, column: int) -> NamedThing | None:
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


def _parse(file: OpenFile) -> Source | None:
    try:
        return parse_yaml(file.text, file=str(file.path))
    except DataError:
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


def _on_disk(file: OpenFile) -> Path:
    return Path(str(file.path))


def list_uses_of_text(project: Project, key: str) -> Iterator[FileRange]:
    """Yield the places outside of wording files that have the key of a text."""
    for file, texts in _list_named_texts(project):
        named = {path for path, name in texts if name == key}
        for path, text, start, end in list_written_texts(file.text) if named else ():
            if path in named:
                quote = 0 if file.text.split("\n")[start[0] - 1].startswith(text, start[1] - 1) else 1
                left = start[0], start[1] + quote
                yield FileRange(_on_disk(file), left, (end[0], end[1] - quote))


def _list_named_texts(project: Project) -> Iterator[tuple[OpenFile, list[tuple[DataPath, str]]]]:
    """Yield each file outside of wordings with the keys of texts in it, and their paths."""
    for file in project.list_files():
        source = None if _is_wording(file) or file.shape is None else _parse(file)
        if source is not None and file.shape is not None:
            named = list_named(file.shape, source.data)
            yield file, [(path, name) for path, name, kind in named if kind in _TEXTS]


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
    for _, texts in _list_named_texts(project):
        for _, name in texts:
            parts = re.split(r"\{[^{}]*\}", name)
            filled = re.fullmatch("([a-z0-9_.]+)".join(map(re.escape, parts)), key)
            if len(parts) > 1 and "." in parts[0] and filled and {*filled.groups()} <= values:
                yield name
