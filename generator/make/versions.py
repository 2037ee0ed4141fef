"""Differences between two versions of a game: cards, texts, numbers, pictures, as values or on a web page.

Files are compared as data: comments, quotes, and the order of keys do not matter. Files that nothing names do
not belong to a game. `make/changes.py` finds what looks different on paper.
"""

import base64
import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any, Literal, TypeAlias

from generator.backends.formats import find_format
from generator.inputs import RecordedFiles, attach, read_regular
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.shapes.outlines import footprint
from generator.make.changes import LookChanges
from generator.make.jobs.files import Presses, lay_out_whole
from generator.make.jobs.jobs import DEFAULTS, Job, ReadGame
from generator.model.geometry import Rectangle
from generator.model.kit import RULES_FILE, Kit, Piece, PieceSet
from generator.model.printing.printing import FileOptions
from generator.model.values import dataclass, replace
from generator.read.declared.markdown import read_markdown
from generator.read.files.packs import MOST_OF_MEMBER
from generator.read.files.shelf import KIT_FILE, MARKDOWN, YAML, Memo, Shelf
from generator.read.files.yaml import Data, read_yaml
from generator.read.kits.kits import read_kit_and_texts
from generator.scene.shapes import Document, Group, Page, Shape, translation

How: TypeAlias = Literal["changed", "added", "removed", "renamed", "moved"]
KINDS = {
    "game": "Game", "number": "Numbers", "part": "Parts", "card": "Cards", "template": "Templates",
    "text": "Texts", "rule": "Rules", "score": "Scores", "theme": "Themes", "paper": "Paper sizes",
    "icon": "Icons", "picture": "Pictures", "font": "Fonts", "table": "Tables", "code": "Code",
    "file": "Other files",
}  # fmt: skip
"""Headings of the kinds of changes, in the order of reports."""
_ORDER = tuple(KINDS)
_TABLES = (".csv", ".tsv", ".xlsx", ".xls", ".ods", ".json")
_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".pdf")
_NAMES = ("id", "name", "title", "key")
"""Keys that name the items of a list, if each item has one of its own."""
_SHORT = 40
"""Maximum number of characters of an item of a list that is one value."""
_LONG = 12
"""Characters from which equal texts under other keys are one text that was renamed."""


@dataclass(frozen=True, slots=True)
class VersionChange:
    """One difference between two versions of a game."""

    kind: str
    how: How
    file: str
    where: tuple[str, ...]
    """Keys that lead to it in the file, such as the id of a card and the name of a field."""
    before: Any = None
    after: Any = None


@dataclass(frozen=True, slots=True)
class Version:
    """A game as it was at some time: in a folder, a packed game, or a commit."""

    name: str
    """How the user has named it."""
    game: ReadGame
    folder: Path
    files: tuple[str, ...]
    """Files that were read, and the rules."""


def read_version(name: str, path: Path, shelf: Shelf) -> Version:
    """Return a game with the names of its files; raises DataError with all of its problems."""
    folder = path.parent if path.suffix in YAML else path
    recorder = RecordedFiles(folder)
    home = attach(folder, recorder)
    fresh = Shelf(shelf.data, shelf.fonts, memo=Memo(), packages=shelf.packages)
    kit, _, fonts = read_kit_and_texts(home / path.relative_to(folder), shelf=fresh)
    rules = {RULES_FILE} if (folder / RULES_FILE).is_file() else set()
    read = {name for name in recorder.read_files if (folder / name).is_file()}
    return Version(name, ReadGame(kit, fonts), folder, tuple(sorted(read | rules)))


def list_version_changes(old: Version, new: Version) -> tuple[VersionChange, ...]:
    """Return all differences, each once, in the order of their kinds and files."""
    comparison = _Comparison(old, new)
    found = [*comparison.compare()]
    return tuple(sorted(found, key=lambda one: (_ORDER.index(one.kind), one.file)))


class _Comparison:
    def __init__(self, old: Version, new: Version) -> None:
        self._old, self._new = old, new
        self._roles = {**_list_roles(old), **_list_roles(new)}
        # An icon that is used for the first time may have been there before.
        names = sorted({*old.files, *new.files})
        there = [{name for name in names if (one.folder / name).is_file()} for one in (old, new)]
        self._both = [name for name in names if name in there[0] and name in there[1]]
        self._gone = [name for name in names if name not in there[1]]
        self._added = [name for name in names if name not in there[0]]

    def compare(self) -> Iterator[VersionChange]:
        tables = []
        for name in self._both:
            before, after = (_read_bytes(one, name) for one in (self._old, self._new))
            if before == after:
                continue
            suffix = PurePosixPath(name).suffix.lower()
            if suffix in (*YAML, MARKDOWN):
                yield from self._compare_data(name)
            elif suffix in _TABLES:
                tables.append(name)
            else:
                yield VersionChange(
                    _name_kind(name), "changed", name, (), _describe(before), _describe(after)
                )
        yield from self._compare_tables(tables)
        yield from self._compare_names()

    def _compare_names(self) -> Iterator[VersionChange]:
        """Yield files that only one version has; one with the same content was renamed."""
        gone = {name: _read_bytes(self._old, name) for name in self._gone}
        for name in self._added:
            data = _read_bytes(self._new, name)
            if former := next((one for one in gone if gone[one] == data), None):
                del gone[former]
                yield VersionChange(self._kind(name), "renamed", name, (), former, name)
            else:
                yield VersionChange(self._kind(name), "added", name, (), None, _describe(data))
        for name, data in gone.items():
            yield VersionChange(self._kind(name), "removed", name, (), _describe(data))

    def _kind(self, name: str) -> str:
        return self._roles.get(name) or _name_kind(name)

    def _compare_data(self, name: str) -> Iterator[VersionChange]:
        before, after = (_read_data(one.folder / name) for one in (self._old, self._new))
        if before[0] == after[0]:
            # Only keys of texts in Markdown differ.
            before, after = before[::-1], after[::-1]
        for how, where, one, other, told in _compare(before[0], after[0]):
            kind, path = self._choose_kind(name, where, told)
            is_text = all(isinstance(value, str | None) for value in (one, other))
            if kind == "part" and is_text and name.endswith(MARKDOWN) and where[:1] == ("blocks",):
                kind = "text"
            yield VersionChange(kind, how, name, path, one, other)

    def _choose_kind(self, name: str, where: Sequence[str], told: str) -> tuple[str, tuple[str, ...]]:
        """Return the kind of a change, and its keys without those that every file of its kind has."""
        role, first = self._kind(name), where[0] if where else ""
        if role == "text" and first == "words":
            key = ".".join(where[1:])
            return "rule" if key.startswith("rule.") else "text", (key,)
        if told:
            return "rule", (told, *where)
        if role == "part" and first in ("cards", "tokens") and where[1:]:
            return "card", tuple(where[1:])
        if first in ("templates", "template") and (role in ("part", "template") or where[1:]):
            return "template", tuple(where[1:] if first == "templates" else where)
        if name == KIT_FILE:
            kinds = {"numbers": "number", "parts": "part", "theme": "theme", "papers": "paper"}
            return kinds.get(first, "game"), tuple(where[1:] if first == "numbers" else where)
        return role, tuple(where)

    def _compare_tables(self, names: Sequence[str]) -> Iterator[VersionChange]:
        """Yield the pieces that differ in decks whose tables differ, and tables that change no piece."""
        before, after = (_list_pieces(one.game.kit) for one in (self._old, self._new))
        found: dict[str, list[VersionChange]] = {name: [] for name in names}
        for part in [part for part in after if part in before]:
            name = next((one for one in names if self._uses(part, one)), None)
            if name is not None:
                for how, where, one, other, _ in _compare(before[part], after[part]):
                    found[name].append(VersionChange("card", how, name, where, one, other))
        for name, changes in found.items():
            yield from changes
            sides = [_read_bytes(one, name) for one in (self._old, self._new)]
            if not changes and _list_rows(name, sides[0]) != _list_rows(name, sides[1]):
                yield VersionChange("table", "changed", name, (), *map(_describe, sides))

    def _uses(self, part: str, table: str) -> bool:
        """Return True if the file of a part names a table."""
        use = self._new.game.kit.uses.get(part)
        file = self._new.folder / (use.file if use else self._new.game.kit.file)
        return any(text.split("#")[0] == table for text in _list_texts(read_yaml(file).data))


_Found: TypeAlias = tuple[How, tuple[str, ...], Any, Any, str]
"""How, where, before, after, and the rules that are told there."""


def _compare(before: Any, after: Any, where: tuple[str, ...] = (), told: str = "") -> Iterator[_Found]:
    """Yield the differences of two values."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        rules = after.get("tells", before.get("tells", told))
        told = ", ".join(rules) if isinstance(rules, list) else str(rules)
        yield from _compare_keys(before, after, where, told)
    elif isinstance(before, list) and isinstance(after, list) and not _is_short([*before, *after]):
        name = next((key for key in _NAMES if _has_names(before, key) and _has_names(after, key)), "")
        if name:
            by_name: list[dict[str, Any]] = [
                {str(item[name]): item for item in side} for side in (before, after)
            ]
            yield from _compare_keys(by_name[0], by_name[1], where, told, name)
            kept = [[id for id in one if id in by_name[0].keys() & by_name[1].keys()] for one in by_name]
            if kept[0] != kept[1]:
                yield "moved", where, kept[0], kept[1], told
        else:
            yield from _compare_items(before, after, where, told)
    else:
        yield "changed", where, before, after, told


def _is_short(items: Sequence[Any]) -> bool:
    """Return True for a list of short texts, which is read as one value, such as a box."""
    return all(isinstance(item, str) and len(item) <= _SHORT for item in items)


def _has_names(items: Sequence[Any], key: str) -> bool:
    """Return True if each item has a name of its own."""
    names = [item.get(key) for item in items if isinstance(item, dict)]
    return (
        len(names) == len(items)
        and all(isinstance(name, str) for name in names)
        and len({*names}) == len(names)
    )


def _compare_keys(
    before: Mapping[str, Any], after: Mapping[str, Any], where: tuple[str, ...], told: str, name: str = ""
) -> Iterator[_Found]:
    """Yield the differences of two mappings; `name` is the key that names the items of a list."""
    gone = {key: value for key, value in before.items() if key not in after}
    for key, value in after.items():
        if key in before:
            yield from _compare(before[key], value, (*where, key), told)
        elif (former := _find_former(gone, value, name)) is not None:
            del gone[former]
            yield "renamed", (*where, key), former, key, told
        else:
            yield "added", (*where, key), None, value, told
    for key, value in gone.items():
        yield "removed", (*where, key), value, None, told


def _find_former(gone: Mapping[str, Any], value: Any, name: str) -> str | None:
    """Return the key under which a value was, if it is too long to be equal by chance."""
    if not (isinstance(value, dict | list) and value) and not (
        isinstance(value, str) and len(value) >= _LONG
    ):
        return None
    return next((key for key, one in gone.items() if _strip(one, name) == _strip(value, name)), None)


def _strip(value: Any, name: str) -> Any:
    return {key: one for key, one in value.items() if key != name} if isinstance(value, dict) else value


def _compare_items(
    before: Sequence[Any], after: Sequence[Any], where: tuple[str, ...], told: str
) -> Iterator[_Found]:
    """Yield the differences of two lists, whose items are numbered from 1 as they are now."""
    old, new = ([json.dumps(item, sort_keys=True) for item in side] for side in (before, after))
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag == "equal":
            continue
        both = min(end - start, last - first)
        for step in range(both):
            path = (*where, str(first + step + 1))
            yield from _compare(before[start + step], after[first + step], path, told)
        for index in range(first + both, last):
            yield "added", (*where, str(index + 1)), None, after[index], told
        for index in range(start + both, end):
            yield "removed", (*where, str(index + 1)), before[index], None, told


def _read_data(path: Path) -> tuple[Data, Data]:
    """Return the data of a file with texts in place of their keys, and as they are."""
    if path.suffix != MARKDOWN:
        data = read_yaml(path).data
        return data, data
    source = read_markdown(path)
    return _fill(source.data, source.texts), source.data


def _fill(data: Any, texts: Mapping[str, str]) -> Any:
    if isinstance(data, dict):
        return {key: _fill(value, texts) for key, value in data.items()}
    if isinstance(data, list):
        return [_fill(item, texts) for item in data]
    return texts.get(data, data) if isinstance(data, str) else data


def _list_roles(version: Version) -> dict[str, str]:
    """Return the kinds of the files that kit.yaml names."""
    kit = version.game.kit
    roles = dict.fromkeys((use.file for use in kit.uses.values()), "part")
    if kit.file:
        return {**roles, kit.file: "part"}
    data = read_yaml(version.folder / KIT_FILE).data
    head = data if isinstance(data, dict) else {}
    listed: Any = head.get("templates") or []
    roles |= dict.fromkeys(listed if isinstance(listed, list) else [listed], "template")
    return {**roles, **({str(head["score"]): "score"} if "score" in head else {}), KIT_FILE: "game"}


def _name_kind(name: str) -> str:
    """Return the kind of a file by its folder and its name."""
    path = PurePosixPath(name)
    folders = {"wording": "text", "icons": "icon", "themes": "theme", "fonts": "font"}
    if path.parts[0] in folders and path.parts[1:]:
        return folders[path.parts[0]]
    if path.name == "papers.yaml":
        return "paper"
    if path.suffix == ".py":
        return "code"
    suffix = path.suffix.lower()
    return "picture" if suffix in _PICTURES else "table" if suffix in _TABLES else "file"


def _list_pieces(kit: Kit) -> dict[str, dict[str, Any]]:
    """Return the pieces of each part by id, as data."""
    return {
        part.id: {piece.id: _list_values(piece) for piece in part.pieces}
        for part in kit.parts
        if isinstance(part, PieceSet)
    }


def _list_values(piece: Piece) -> dict[str, Any]:
    fields = {name: _to_data(value) for name, value in piece.fields.items() if name != "id"}
    others = {
        f"{name} ({locale})": _to_data(value)
        for locale, one in piece.texts.items()
        for name, value in one.items()
    }
    own = {"count": str(piece.count), "front": piece.front, "back": piece.back, "outline": piece.outline}
    return {**own, **fields, **others}


def _to_data(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _to_data(one) for key, one in value.items()}
    return [_to_data(one) for one in value] if isinstance(value, tuple | list) else str(value)


def _list_texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _list_texts(value)


def _list_rows(name: str, data: bytes) -> Any:
    """Return the cells of a table of text, without spaces around them; other tables as they are."""
    if PurePosixPath(name).suffix.lower() not in (".csv", ".tsv"):
        return data
    rows = csv.reader(io.StringIO(data.decode("utf-8-sig", "replace")))
    return [[cell.strip() for cell in row] for row in rows]


def _read_bytes(version: Version, name: str) -> bytes:
    return read_regular(version.folder / name, MOST_OF_MEMBER)


def _describe(data: bytes) -> str:
    """Return the size of a file, and the beginning of its hash."""
    return f"{len(data)} bytes, SHA-256 {hashlib.sha256(data).hexdigest()[:12]}"


_MOST_PICTURED = 400
"""Most cards and pages of a part of which pictures are made; the others are named."""
_CARD, _PAGE = FileOptions(dpi=130, fine=260), FileOptions(dpi=75, fine=150)
_SIGNS = {
    "added": "+",
    "removed": "\N{MINUS SIGN}",
    "changed": "~",
    "renamed": "\N{RIGHTWARDS ARROW}",
    "moved": "↕",
}
_STYLE = """
:root { color-scheme: light dark; --line: #8886; --old: #b42318; --new: #067647; }
@media (prefers-color-scheme: dark) { :root { --old: #ff8a7a; --new: #5fd39a; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { border-top: 1px solid var(--line); font-size: 1.2rem; margin: 2rem 0 .6rem; padding-top: 1rem; }
h2 small { font-weight: 400; opacity: .7; }
p { margin: .3rem 0; overflow-wrap: anywhere; }
ul { list-style: none; margin: 0; padding: 0; }
li { border-bottom: 1px solid var(--line); display: grid; gap: 0 .8rem; grid-template-columns: 1.2rem 1fr;
  padding: .4rem 0; }
li > b { text-align: center; }
li code { opacity: .7; overflow-wrap: anywhere; }
.was, .is { grid-column: 2; overflow-wrap: anywhere; white-space: pre-wrap; }
.was { color: var(--old); } .is { color: var(--new); }
del, ins { text-decoration: none; }
.sides { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); }
.sides.pages { grid-template-columns: repeat(auto-fill, minmax(min(100%, 32rem), 1fr)); }
figure { border: 1px solid var(--line); border-radius: .5rem; margin: 0; padding: .7rem; }
figcaption { font-weight: 600; margin-bottom: .4rem; overflow-wrap: anywhere; }
.pair { display: grid; gap: .7rem; grid-template-columns: 1fr 1fr; }
.pair div { font-size: .85rem; }
.pair img { background: #fff; border: 1px solid var(--line); display: block; height: auto; max-width: 100%; }
.pair i { border: 1px dashed var(--line); display: block; font-style: normal; opacity: .7; padding: 1rem; }
"""


def write_version_page(
    names: tuple[str, str],
    title: str,
    changes: Sequence[VersionChange],
    looks: Iterable[LookChanges],
    notes: Sequence[str] = (),
) -> bytes:
    """Return the page, which needs no other file."""
    looks = tuple(looks)
    head = f"{escape(title)}: {len(changes)} change{'s' * (len(changes) != 1)}"
    parts = [
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{head}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{head}</h1>\n"
        f'<p><span class="was">{escape(names[0])}</span> → <span class="is">{escape(names[1])}</span></p>\n',
        *(f"<p>{escape(note)}</p>\n" for note in notes),
        *_write_pictures(looks),
    ]
    for kind in KINDS:
        if found := [one for one in changes if one.kind == kind]:
            rows = "".join(map(_write_change, found))
            parts.append(f"<h2>{KINDS[kind]} <small>{len(found)}</small></h2>\n<ul>\n{rows}</ul>\n")
    return "".join((*parts, "</body>\n</html>\n")).encode()


def _write_change(change: VersionChange) -> str:
    sign = f'<b title="{change.how}" aria-label="{change.how}">{_SIGNS[change.how]}</b>'
    where = f"{escape(' › '.join(change.where))} " if change.where else ""
    lines = [f"<li>{sign}<div>{where}<code>{escape(change.file)}</code></div>"]
    for name, tag, value in (("was", "del", change.before), ("is", "ins", change.after)):
        if value is not None:
            lines.append(f'<div class="{name}"><{tag}>{escape(format_data(value))}</{tag}></div>')
    return "".join((*lines, "</li>\n"))


def format_data(value: object) -> str:
    """Return data as people read it: texts as they are, lists with commas, mappings with their keys."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {format_data(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(format_data, value)) + "]"
    return str(value)


def _write_pictures(looks: Sequence[LookChanges]) -> Iterator[str]:
    presses = Presses(DEFAULTS), Presses(DEFAULTS)
    for look in looks:
        jobs = zip((look.before, look.after), presses, strict=True)
        drawn = [_draw(job, press) if job else {} for job, press in jobs]
        ids = _list_shown(look, drawn)
        kind = "cards" if look.cards else "pages"
        title = f"{escape(look.part)} ({escape(look.locale)})"
        yield f"<h2>{title} <small>{len(ids)} {kind} look different</small></h2>\n"
        yield f'<div class="sides {kind}">\n'
        for id in ids[:_MOST_PICTURED]:
            yield from _write_sides(id, [one.get(id, {}) for one in drawn], is_paged=not look.cards)
        yield "</div>\n"
        if rest := ids[_MOST_PICTURED:]:
            yield f"<p>without pictures: {escape(', '.join(rest))}</p>\n"


def _write_sides(id: str, pair: Sequence[Mapping[str, Page]], *, is_paged: bool) -> Iterator[str]:
    """Yield the sides of a card, or a page, that look different."""
    for side in dict.fromkeys((*pair[0], *pair[1])):
        before, after = (_embed(one.get(side), is_paged) for one in pair)
        if before != after:
            name = f"page {id}" if is_paged else f"{id}, {side}"
            yield f"<figure><figcaption>{escape(name)}</figcaption>"
            yield f'<div class="pair"><div>before{before}</div><div>after{after}</div></div></figure>\n'


def _list_shown(look: LookChanges, drawn: Sequence[Mapping[str, object]]) -> list[str]:
    """Return the ids of cards, or the numbers of pages, that look different."""
    if cards := look.cards:
        gone = [id for id in cards.removed if id not in drawn[1]]
        return [*cards.changed, *cards.new, *gone]
    if pages := look.pages:
        last = range(pages.count, pages.count + pages.removed)
        return [str(index + 1) for index in (*pages.pages, *last)]
    return [*drawn[0]]


def _draw(job: Job, presses: Presses) -> dict[str, dict[str, Page]]:
    """Return the sides of each card, or each page under its number, without encoding them."""
    if not isinstance(job.part, PieceSet):
        document = lay_out_whole(job, DEFAULTS, presses)
        return {str(number): {"page": page} for number, page in enumerate(document.pages, 1)}
    sides: dict[str, dict[str, Page]] = {}
    for one in dict.fromkeys(lay_out_pieces(presses.find(job), job.part)):
        box = footprint(one.form)
        sides.setdefault(one.id, {"front": _cut(one.front, box)})
        if one.draw_back:
            sides[one.id].setdefault("back", _cut(one.back, box))
    return sides


def _cut(shapes: Sequence[Shape], box: Rectangle) -> Page:
    """Return a page with the part of a side that is in a box."""
    moved = Group(tuple(shapes), transform=translation(-box.left, -box.top))
    return Page(box.width, box.height, (moved,))


def _embed(page: Page | None, is_paged: bool) -> str:
    """Return an image with a page in it, or a note that there is none."""
    if page is None:
        return "<i>not there</i>"
    options = _PAGE if is_paged else _CARD
    page = replace(page, fields=(), links=())
    data = find_format("png").write(Document((page,), title="", language="en"), 0, options)
    width = round(page.width * options.dpi / 25.4)
    text = base64.b64encode(data).decode()
    return f'<img alt="" loading="lazy" width="{width}" src="data:image/png;base64,{text}">'
