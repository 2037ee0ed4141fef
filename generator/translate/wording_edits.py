"""Edits of the files of a language: texts, comments, reviews, columns of tables.

The English above a text, where `petri locale new` puts it, is not a comment.

A review keeps hashes of both texts. They ignore case, spaces, and punctuation, and numbers with names count
as the numbers that they stand for. A translation that is still the same after its English has
changed is only up to date once somebody has said so for its key; its review then says `kept`.
"""

import hashlib
import json
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from textwrap import indent, wrap
from typing import Any, Literal, TypeAlias

from generator.errors import DataError, Problem, UnknownName, WrittenPlace
from generator.model.kit import Deck, Kit, PieceSet
from generator.model.texts.message import Grammar, parse_message
from generator.model.values import dataclass, field, replace
from generator.output import Staging
from generator.read.declared.tables import MOST_TABLE_BYTES, CsvCells, TableSource, WrittenCell, put_cells
from generator.read.files.shelf import REFERENCE
from generator.read.files.text_files import make_name, read_bytes, read_text
from generator.read.files.yaml import MappingNode, ScalarNode, compose_yaml, parse_yaml
from generator.read.pieces.lines import PieceLines
from generator.read.wordings.grammars import make_grammar

Tree: TypeAlias = "dict[str, str | Tree]"
"""Texts below the steps of their keys."""
_Edit: TypeAlias = tuple[int, int, str]
"""Start and end of the replaced text, and the new text."""


@dataclass(slots=True)
class _LineRange:
    """A key with its value; positions count characters of the file."""

    file: str
    column: int
    """Column of the key, from 0."""
    key_start: int
    key_end: int
    start: int
    end: int
    """Right after the last character of the value; the same as `start` where the value is empty."""
    above: int
    """End of the text before the key; comments on the key are below it."""
    inner: int
    """Column of the keys in a group."""
    is_group: bool = False
    is_block: bool = False
    """A text below `|` or `>`."""
    in_braces: bool = False
    """Within `{...}`, or such a group itself."""

    @property
    def line_start(self) -> int:
        return self.file.rfind("\n", 0, self.key_start) + 1

    @property
    def rest(self) -> str:
        """Text after the value in its last line."""
        return self.file[self.end :].split("\n", 1)[0].strip()

    @property
    def above_lines(self) -> list[str]:
        """The comment lines right above the key, but no lines of a text."""
        is_first = not self.file[self.line_start : self.key_start].strip()
        between = self.file[self.above : self.line_start].splitlines(keepends=True)[1:] if is_first else []
        return [*takewhile(lambda line: line.lstrip().startswith("#"), reversed(between))][::-1]

    def find_comment(self, english: str) -> tuple[int, list[str]]:
        """Return the position of the translator's comment, and its lines: those below the copied English."""
        lines = self.above_lines
        words = [_strip(line) for line in lines]
        counts = range(1, len(words) + 1)
        copied = next((count for count in counts if " ".join(words[:count]).split() == english.split()), 0)
        return self.line_start - len("".join(lines[copied:])), words[copied:]


LINE_WIDTH, INDENT = 118, 2


def put_texts(text: str, changes: Mapping[str, str], *, order: Iterable[str]) -> str:
    """Return a wording file with these texts in it.

    A text that is there is replaced; a new one follows its predecessor in `order`, which has all keys
    of English.
    """
    places = _list_line_ranges(text)
    known = {key: place for key in changes if (place := places.get(key)) and not place.is_group}
    edits = [_replace(place, changes[key]) for key, place in known.items()]
    keys = tuple(order)
    new = nest({key: changes[key] for key in keys if key in changes and key not in known})
    edits += _insert(places, "", new, nest(dict.fromkeys(keys, "")))
    edits.sort(key=lambda edit: edit[0])
    for start, end, written in reversed(edits):
        text = text[:start] + written + text[end:]
    return text


def read_head(text: str) -> tuple[str, ...]:
    """Return the notes for translators at the start of a file: its comment below an empty comment line.

    What is above that line describes the file itself.
    """
    lines = [_strip(line) for line in takewhile(lambda line: line.startswith("#"), text.split("\n"))]
    return tuple(lines[lines.index("") + 1 :]) if "" in lines else ()


def read_notes(text: str) -> Mapping[str, str]:
    """Return the comments by key: right above a key or its groups, and at the end of its line."""
    places = _list_line_ranges(text)
    above = {key: " ".join(map(_strip, place.above_lines)) for key, place in places.items()}
    notes = {}
    for key, place in places.items():
        if key and not place.is_group:
            steps = key.split(".")
            around = [above[".".join(steps[:depth])] for depth in range(1, len(steps) + 1)]
            if (rest := place.rest).startswith("#") and not place.is_block:
                around.append(rest.lstrip("#").strip())
            notes[key] = "\n".join(filter(None, around))
    return {key: note for key, note in notes.items() if note}


def read_comments(text: str, english: Mapping[str, str]) -> Mapping[str, str]:
    """Return the comments of translators by key; each may have several lines."""
    comments = {
        key: "\n".join(place.find_comment(english.get(key, ""))[1])
        for key, place in _list_line_ranges(text).items()
        if not place.is_group and not place.in_braces
    }
    return {key: comment for key, comment in comments.items() if comment}


def put_comments(text: str, comments: Mapping[str, str], english: Mapping[str, str]) -> str:
    """Return a file with these comments above their texts, in place of those of the same translator.

    A text that the file does not have, or that is written in braces, gets none; an empty comment removes one.
    """
    for key, place in reversed(_list_line_ranges(text).items()):
        if key not in comments or place.is_group or place.in_braces:
            continue
        start, lines = place.find_comment(english.get(key, ""))
        if comments[key] != "\n".join(lines):
            new = (f"{' ' * place.column}# {line}".rstrip() + "\n" for line in comments[key].splitlines())
            text = text[:start] + "".join(new) + text[place.line_start :]
    return text


def remove_texts(text: str, keys: Collection[str]) -> str:
    """Return a file without these texts, their comments, and groups that have no others."""
    places = _list_line_ranges(text)
    left = [key for key, place in places.items() if not place.is_group and key not in keys]
    gone = [key for key in places if key and not any(f"{one}.".startswith(f"{key}.") for one in left)]
    outer = [key for key in gone if key.rpartition(".")[0] not in gone]
    for key in sorted(outer, key=lambda key: places[key].key_start, reverse=True):
        place = places[key]
        if text[place.line_start : place.key_start].strip():
            raise UnknownName(f"`{key}` shares its line with other texts: write it in a line of its own")
        start = place.line_start - len("".join(place.above_lines))
        end = text.find("\n", place.end)
        text = text[:start] + ("" if end < 0 else text[end + 1 :])
    return text


def nest(texts: Mapping[str, str]) -> Tree:
    """Return texts in their groups.

    A key that makes a text a group, or a group a text, is left out: a game may call a text like a group of
    shared texts.
    """
    root: Tree = {}
    for key, text in texts.items():
        *path, last = key.split(".")
        group: str | Tree = root
        for step in path:
            group = group.setdefault(step, {}) if isinstance(group, dict) else group
        if isinstance(group, dict):
            group.setdefault(last, text)
    return root


def list_lines(tree: Tree, column: int, write: Callable[[str, str, int], str]) -> Iterator[str]:
    """Yield the lines of new keys; `write` makes the lines of a key and its text from a column on."""
    for key, below in tree.items():
        if isinstance(below, dict):
            yield " " * column + f"{key}:"
            yield from list_lines(below, column + INDENT, write)
        else:
            yield from indent(write(key, below, column), " " * column).split("\n")


def format_text(text: str, *, width: int, may_fold: bool = True) -> str:
    """Return a text as it is written after its key; lines after the first are indented by two blanks."""
    ways = _list_ways(text, width, may_fold)
    return next((way for way in ways if _read_back(way) == text), json.dumps(text, ensure_ascii=False))


_PLAIN = re.compile(
    r"(?!(?:true|false|yes|no|on|off|null|y|n)\Z)(?:[^\W\d_]|[¿¡])[^\n:#{}\[\],&*!|>'\"%@`\\]*(?<! )",
    re.IGNORECASE,
)


def _list_ways(text: str, width: int, may_fold: bool) -> Iterator[str]:
    if "\n" in text and may_fold:
        yield "|\n" + indent(text, " " * INDENT)
    elif len(text) > width and may_fold:
        lines = wrap(text, width, break_long_words=False, break_on_hyphens=False)
        yield ">-\n" + indent("\n".join(lines), " " * INDENT)
    if _PLAIN.fullmatch(text):
        yield text


def _read_back(written: str) -> str | None:
    try:
        data = parse_yaml(f"key: {written}\n", file="").data
    except DataError:
        return None
    value = data.get("key") if isinstance(data, dict) else None
    return value.rstrip("\n") if isinstance(value, str) else None


def _write(key: str, text: str, column: int) -> str:
    return f"{key}: {format_text(text, width=LINE_WIDTH - INDENT - column)}"


def _replace(place: _LineRange, value: str) -> _Edit:
    written = json.dumps(value, ensure_ascii=False)
    if not place.in_braces:
        written = format_text(value, width=LINE_WIDTH - INDENT - place.column, may_fold=not place.rest)
    first, line_feed, below = written.partition("\n")
    blank = " " if place.start == place.end else ""
    return place.start, place.end, blank + first + line_feed + indent(below, " " * place.column)


def _insert(places: Mapping[str, _LineRange], path: str, new: Tree, order: Tree) -> Iterator[_Edit]:
    """Yield the edits that put new keys into a group and into the groups below it."""
    group, before = places[path], None
    for key, known in order.items():
        name = f"{path}.{key}".lstrip(".")
        place, given = places.get(name), new.get(key)
        is_open = place is not None and (place.is_group or place.start == place.end)
        if place is None and given is not None:
            yield _add(group, before, key, given)
        elif is_open and isinstance(given, dict) and isinstance(known, dict):
            yield from _insert(places, name, given, known)
        before = place or before


def _add(group: _LineRange, before: _LineRange | None, key: str, given: "str | Tree") -> _Edit:
    if group.in_braces:
        at = before.end if before else group.start + 1
        written = f"{key}: {json.dumps(given, ensure_ascii=False)}"
        return at, at, f", {written}" if before else f"{written}, "
    at = group.file.find("\n", before.end if before else group.key_end)
    at = len(group.file) if at < 0 else at
    return at, at, "".join(f"\n{line}" for line in list_lines({key: given}, group.inner, _write))


def _list_line_ranges(text: str) -> dict[str, _LineRange]:
    """Return the ranges of all dotted keys of a wording file; the empty key is `words` itself."""
    if not text:
        return {}
    key, value = next(pair for pair in compose_yaml(text).value if pair[0].value == "words")
    return _list_ranges(text, "", key, value, 0, False)


def _list_ranges(
    text: str, name: str, key: Any, value: Any, above: int, in_braces: bool
) -> dict[str, _LineRange]:
    is_group = isinstance(value, MappingNode)
    is_block = isinstance(value, ScalarNode) and value.style in ("|", ">")
    in_braces = in_braces or (is_group and bool(value.flow_style))
    start, end = value.start_mark.index, _get_end(value)
    key_start, key_end, column = key.start_mark.index, key.end_mark.index, key.start_mark.column
    if is_block:
        end = len(text[:end].rstrip())
    elif start == end:
        # The parser places an empty value anywhere; it belongs right after the colon.
        start = end = text.index(":", key_end) + 1
    flags = is_group, is_block, in_braces
    place = _LineRange(text, column, key_start, key_end, start, end, above, column + INDENT, *flags)
    places = {name: place}
    done = start if in_braces else key_end
    for inner, below in value.value if is_group else ():
        path = f"{name}.{inner.value}".lstrip(".")
        places |= _list_ranges(text, path, inner, below, done, in_braces)
        done, place.inner = max(places[path].key_end, places[path].end), places[path].column
    if is_group and not in_braces:
        place.end = done
    return places


def _get_end(value: Any) -> int:
    """Return the end of a value, without the blanks after a list, which other checks report as an error."""
    if isinstance(value, ScalarNode) or value.flow_style or not value.value:
        end: int = value.end_mark.index
        return end
    last = value.value[-1]
    return _get_end(last[1] if isinstance(last, tuple) else last)


def _strip(line: str) -> str:
    return line.strip().removeprefix("#").strip()


@dataclass(frozen=True, slots=True)
class Review:
    """The review of one text."""

    english: str
    """Hash of the English that the translation was compared with."""
    translation: str
    """Hash of the translation."""
    same: bool = False
    """True if the text may be the same as in English: a name, a sign."""
    kept: bool = False
    """True if somebody said that the translation fits an English that had changed."""
    checked: bool = False
    """True if somebody said that a finding about the language of the text is none."""


ReviewState: TypeAlias = Literal["unreviewed", "kept", "stale", "reviewed"]
"""`kept`: only the English has changed; `stale`: both have changed since the review."""


@dataclass(frozen=True, slots=True)
class Hasher:
    """Makes hashes of texts, in which a named number is the same as its value."""

    numbers: Mapping[str, int | str] = field(default_factory=dict)
    """The numbers that the game fills into its texts, by name."""
    grammar: Grammar = field(default_factory=Grammar)

    def matches(self, hash: str, text: str) -> bool:
        """Return True if a text has the hash, as it is written or with its numbers filled in."""
        return hash == hash_text(text) or (bool(self.numbers) and hash == hash_text(self._fill(text)))

    def _fill(self, text: str) -> str:
        return parse_message(text).fill_some(self.numbers, self.grammar)


@dataclass(frozen=True, slots=True)
class Reviews:
    """The reviews of one language, by key."""

    lines: Mapping[str, Review] = field(default_factory=dict)
    english: Hasher = field(default_factory=Hasher)
    own: Hasher = field(default_factory=Hasher)
    """Makes hashes of the language."""

    def judge(self, key: str, english: str, text: str) -> ReviewState:
        """Return the state of a translation."""
        review = self.lines.get(key)
        if review is None:
            return "unreviewed"
        is_same = self.own.matches(review.translation, text)
        if self.english.matches(review.english, english):
            return "reviewed" if is_same else "unreviewed"
        return "kept" if is_same else "stale"


_LINE = re.compile(
    r"(?P<key>[^\s#]\S*(?: \S+)*?) (?P<english>[0-9a-f]{12}) (?P<translation>[0-9a-f]{12})"
    r"(?P<same> same)?(?P<kept> kept)?(?P<checked> checked)?"
)


def read_reviews(wording: Path, locale: str, numbers: Mapping[str, int | str] | None = None) -> Reviews:
    """Read the reviews of a language, none without a file; raises DataError with all problems.

    `numbers` are those that the game fills into its texts.

    A line of `wording/reviewed/<locale>.txt` is a key of a text or a cell of a table, the hashes of the
    English and of the translation, and what was said about it (`same`, `kept`, `checked`):

        kit.title bd470a928cc5 bd470a928cc5 same
    """
    path = name_review_file(wording, locale)
    reviews = parse_reviews(*read_text(path)) if path.exists() else Reviews()
    hashers = (Hasher(numbers or {}, make_grammar(one)) for one in (REFERENCE, locale))
    return Reviews(reviews.lines, *hashers)


def parse_reviews(file: str, text: str) -> Reviews:
    """Return the reviews of the text of a file; raises DataError with all problems."""
    lines: dict[str, Review] = {}
    problems = []
    for number, line in _list_lines(text):
        match = _LINE.fullmatch(line)
        if match is None:
            hint = "a line is a key, the hashes of English and translation, and what was said of them"
            problems.append(Problem(file, number, 1, "", f"`{line}` is not a review", hint))
        elif match["key"] in lines:
            problems.append(Problem(file, number, 1, "", f"duplicate key `{match['key']}`", "remove one"))
        else:
            marks = bool(match["same"]), bool(match["kept"]), bool(match["checked"])
            lines[match["key"]] = Review(match["english"], match["translation"], *marks)
    if problems:
        raise DataError(problems)
    return Reviews(lines)


def _list_lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line and line[0] != "#")


def format_reviews(reviews: Reviews, *, order: Iterable[str]) -> str:
    """Return the text of the file, with only the keys of `order`."""
    lines = [
        "# The English and the translation of each text when they were last compared, as hashes; "
        "written by petri locale."
    ]
    for key in order:
        if review := reviews.lines.get(key):
            marks = [mark for mark in ("same", "kept", "checked") if getattr(review, mark)]
            lines.append(" ".join((key, review.english, review.translation, *marks)))
    return "\n".join(lines) + "\n"


_ENGLISH_LINE = re.compile(r'(?P<hash>[0-9a-f]{12}) (?P<text>".*")')


def read_reviewed_english(wording: Path) -> Mapping[str, str]:
    """Read the English texts that translations were compared with, by hash; raises DataError.

    They are kept in `wording/reviewed/en.txt`, so that the English of a review can be shown when it has
    changed.
    """
    path = name_review_file(wording, REFERENCE)
    if not path.exists():
        return {}
    file, text = read_text(path)
    texts, problems = {}, []
    for number, line in _list_lines(text):
        match = _ENGLISH_LINE.fullmatch(line)
        try:
            texts[match["hash"] if match else ""] = str(json.loads(match["text"] if match else ""))
        except json.JSONDecodeError:
            message, hint = f"`{line}` is not a reviewed text", "a line is a hash, and a text in quotes"
            problems.append(Problem(file, number, 1, "", message, hint))
    if problems:
        raise DataError(problems)
    return texts


def format_reviewed_english(texts: Mapping[str, str], *, used: Collection[str]) -> str:
    """Return the text of that file, with only the hashes that a review uses."""
    head = "# English texts that translations were compared with, by hash; written by petri locale."
    known = (hash for hash in sorted(texts) if hash in used)
    lines = (f"{hash} {json.dumps(texts[hash], ensure_ascii=False)}" for hash in known)
    return "\n".join([head, *lines]) + "\n"


_DIGITS = 12
"""Hexadecimal digits of a hash: two of a thousand texts match in one of five hundred million games."""
_KEPT_SIGNS = frozenset("%{}#&@/")
"""Punctuation that changes what a text says."""
_HYPHEN_AS_MINUS = re.compile(r"(?<!\w)-(?=\d)")


def hash_text(text: str) -> str:
    """Return the hash of the words of a text: its letters, digits, and symbols, whatever their case."""
    words = _HYPHEN_AS_MINUS.sub("−", unicodedata.normalize("NFC", text).casefold())
    words = "".join(one for one in words if one in _KEPT_SIGNS or unicodedata.category(one)[0] in "LNMS")
    return hash_exactly(words or text)


def hash_exactly(text: str) -> str:
    """Return the hash of a text as it is written."""
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def name_review_file(wording: Path, locale: str) -> Path:
    """Return the review file of `wording/<locale>.yaml`."""
    return wording / "reviewed" / f"{locale}.txt"


@dataclass(frozen=True, slots=True)
class TableText:
    """An English text of a table, with the cell of a language."""

    key: str
    """File, sheet, row, and field: `cards.csv:goblin.name`."""
    english: str
    file: Path
    part: str
    piece: str
    shown: str
    """The English text as it is printed: the table may replace texts in it."""
    column: str
    """Name of the column with the texts of the language."""
    place: WrittenPlace
    """Place of the cell, or of the English text if the table has no such column."""
    cell: WrittenCell | None = None
    """The cell; None if the table has no such column."""
    field: str = ""
    """Name of the field, which columns of all languages have."""
    is_csv: bool = False
    """True if an import can change the table; other tables are changed by hand."""

    @property
    def text(self) -> str:
        """The translation, or an empty text."""
        return self.cell.text if self.cell else ""

    def describe(self, message: str, hint: str) -> Problem:
        """Return a problem with its place."""
        place = self.place
        return Problem(place.file, place.line, place.column, f"{self.piece}.{self.column}", message, hint)

    def tell(self, text: str) -> str:
        """Return how to write a text into the table by hand."""
        where = self.cell.name if self.cell and self.cell.name else f"{self.column} of {self.piece}"
        return f"{self.place}: write into {where}: {text}"


def list_table_texts(kit: Kit | None, locale: str) -> Mapping[str, TableText]:
    """Return the texts in the tables of a kit that have texts of any other language, by key."""
    found: dict[str, TableText] = {}
    places: set[tuple[str, int, int]] = set()
    for part in kit.parts_of(PieceSet).values() if kit and locale != REFERENCE else ():
        for deck in part.decks:
            for text in _list_texts_of(kit.folder if kit else Path(), part, deck, locale):
                place = (text.place.file, text.place.line, text.place.column)
                if place in places and text.cell:
                    continue  # Another deck, or another copy of the piece, has the same cell.
                places.add(place)
                key = _make_unique(text.key, found) if text.cell else text.key
                if key not in found:
                    found[key] = replace(text, key=key)
    return found


def _list_texts_of(folder: Path, part: PieceSet, deck: Deck, locale: str) -> Iterator[TableText]:
    lines = deck.locate
    names = dict.fromkeys(name for fields in part.text_columns.values() for name in fields)
    if not (names and isinstance(lines, PieceLines) and isinstance(lines.source, TableSource)):
        return
    source, english_columns = lines.source, part.text_columns.get(REFERENCE, {})
    own = part.text_columns.get(locale, {})
    file = Path(source.file)
    table = Path(os.path.relpath(file.absolute(), folder.absolute())).as_posix()
    table += f":{source.cells.sheet}" if source.cells.sheet else ""
    # A line of the reviews has single spaces, and no `#` at its start.
    table = " ".join(f"./{table}".split() if table.startswith("#") else table.split())
    for piece in {piece.id: piece for piece in deck.pieces}.values():
        for field_name in names:
            english = source.find_cell(lines.path_of(piece.id, english_columns.get(field_name, field_name)))
            shown = piece.fields.get(field_name)
            if english is None or not english.text or not shown:
                continue
            column = own.get(field_name, "")
            cell = source.find_cell(lines.path_of(piece.id, column)) if column else None
            if column and cell is None:
                continue
            row = f"~{hash_exactly(english.text)[:8]}" if piece.id in lines.unsure else piece.id
            yield TableText(
                f"{table}:{row}.{field_name}",
                english.text,
                file,
                part.id,
                piece.id,
                shown if isinstance(shown, str) else "",
                column or f"{field_name}_{make_name(locale)}",
                cell.place if cell else english.place,
                cell,
                field_name,
                isinstance(source.cells, CsvCells),
            )


def _make_unique(key: str, known: Mapping[str, TableText]) -> str:
    """Return a key with a number if it is known: two lists in one JSON file may have the same ids."""
    number = 1
    unique = key
    while unique in known:
        number += 1
        unique = f"{key}#{number}"
    return unique


@dataclass(frozen=True, slots=True)
class TableImport:
    """Result of an import for the texts of tables."""

    written: Mapping[Path, int]
    """By table: number of cells that were changed."""
    by_hand: Sequence[str] = ()
    """Cells of other tables, and their new texts."""
    lacking: Mapping[tuple[Path, str], int] = field(default_factory=dict)
    """Number of texts by table and missing column."""


def put_table_texts(
    changes: Mapping[str, str], cells: Mapping[str, TableText], staging: Staging
) -> TableImport:
    """Write texts, by key, into the cells of CSV files; raises DataError if a file cannot hold them."""
    by_file: dict[Path, dict[tuple[int, int], str]] = {}
    by_hand: list[str] = []
    lacking: Counter[tuple[Path, str]] = Counter()
    for key, new in changes.items():
        text = cells[key]
        if text.cell is None:
            lacking[text.file, text.column] += 1
        elif text.is_csv:
            by_file.setdefault(text.file, {})[text.cell.row, text.cell.column] = new
        else:
            by_hand.append(text.tell(new))
    for file, new_cells in by_file.items():
        data = read_bytes(file, MOST_TABLE_BYTES)
        staging.write(file, put_cells(data, new_cells, file=str(file)))
    return TableImport({file: len(found) for file, found in by_file.items()}, by_hand, lacking)
