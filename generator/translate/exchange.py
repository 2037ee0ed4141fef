"""Exchange of texts with translators: PO files for their tools, CSV tables for spreadsheets.

In PO files of gettext, `msgctxt` is the key of a text, `msgid` its English, `msgstr` the translation, and
`# ` a translator's comment. Plurals are written inside the texts (ICU), so `msgid_plural` is an error.
"""

import csv
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from email import message_from_string
from io import StringIO
from pathlib import Path
from typing import Literal, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileParser, normalize, unescape

from generator.errors import DataError, Problem, suggest
from generator.model.texts.message import parse_message
from generator.model.values import dataclass, replace
from generator.output import Staging
from generator.read.declared.names import Names
from generator.read.declared.reader import Findings
from generator.read.declared.tables import LONGEST_CELL, CsvCells
from generator.read.files.text_files import has_forbidden, read_text, shorten_line, unify_line_breaks
from generator.read.files.yaml import LineAndColumn, OtherSource, path_of
from generator.read.wordings.wordings import check_sentence, compare_sentence
from generator.translate import translations
from generator.translate.proof import ON_SCREEN, Print
from generator.translate.translations import Translation, Workspace, has_words, write_reviews
from generator.translate.wording_edits import (
    Review,
    Reviews,
    TableImport,
    TableText,
    hash_text,
    put_comments,
    put_table_texts,
    put_texts,
    read_comments,
    read_head,
    read_notes,
    read_reviewed_english,
)

ExchangeFormat: TypeAlias = Literal["po", "csv"]


@dataclass(frozen=True, slots=True)
class ExchangedText:
    """A text and its translation; `where`, `longest`, `picture`, `flags`, and `note` are only written."""

    key: str
    english: str
    translation: str
    before: str = ""
    """The English of the last review, if it has changed."""
    state: str = ""
    """`missing`, the type of its worst issue, or empty."""
    is_open: bool = False
    """True if the translator must review the text again."""
    comment: str = ""
    """Comment by the translator, which may have several lines."""
    note: str = ""
    """Note for translators."""
    where: tuple[str, ...] = ()
    """The places where the text is printed."""
    longest: int = 0
    """About how many characters fit; 0 where there is no limit."""
    picture: str = ""
    """The file that shows the text."""
    flags: tuple[str, ...] = ()
    """Flags of gettext besides `fuzzy`."""
    spot: LineAndColumn = (0, 0)
    """Line and column of the translation."""


@dataclass(frozen=True, slots=True)
class Import:
    """The result of an import."""

    path: Path
    new: int
    changed: int
    accepted: int
    """Number of texts that were reviewed and left as they are."""
    unknown: tuple[str, ...]
    """Keys that are not in English; they were left out."""
    stale: tuple[str, ...]
    """Keys of texts whose English has changed since the export."""
    identical: tuple[str, ...]
    """Keys of new or changed texts that are the same as in English: a tool may have copied them."""
    empty: int
    """Number of texts that are missing from the file."""
    tables: TableImport
    """Result for the texts of tables."""
    comments: int = 0
    """Number of comments on texts of tables, which cannot hold comments."""


def export(
    title: str,
    translation: Translation,
    format: ExchangeFormat,
    prints: Mapping[str, Print],
    *,
    only_open: bool = False,
) -> bytes:
    """Return all texts of a language, including missing ones, in the order of English.

    `only_open` leaves out those that need no work.
    """
    entries = (one for one in _list_entries(translation, prints) if one.state or not only_open)
    if format == "csv":
        return format_table(entries).encode()
    header = {
        "Project-Id-Version": title,
        "Language": translation.locale.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Generator": "Petri Press",
    }
    return format_po(header, read_head(translation.source.file.source.text), entries).encode()


_OPEN: tuple[translations.IssueType, ...] = ("wrong", "kept", "stale", "unreviewed", "identical", "icons")
"""Issues that need another review, the worst first."""


def _list_entries(translation: Translation, prints: Mapping[str, Print]) -> Iterator[ExchangedText]:
    source, texts = translation.source, translation.texts
    states: dict[str, str] = {}
    for type in reversed(_OPEN):
        states |= dict.fromkeys(translation.keys_of(type), type)
    comments = read_comments(translation.file.source.text, source.texts)
    notes = dict(read_notes(source.file.source.text))
    written = {key: booklet.place_text(key) for booklet in source.booklets for key in booklet.texts}
    notes |= source.booklet_notes
    reviewed = read_reviewed_english(source.folder) if states else {}
    replaced = {key: english for key, english in source.shared_texts.items() if key in texts}
    for key, english in {**translation.required, **replaced}.items():
        state = states.get(key, "") if texts.get(key) else "missing"
        printed = prints.get(key, Print())
        places = (*filter(None, (written.get(key, ""),)), *(printed.places or (ON_SCREEN,)))
        is_message = key not in translation.cells and parse_message(english).choices
        flags = ("icu-message-format",) if is_message else ()
        text, note, is_open = texts.get(key, ""), notes.get(key, ""), state in _OPEN
        review = translation.reviews.lines.get(key)
        then = reviewed.get(review.english, "") if review and state in ("kept", "stale") else ""
        given = (key, english, text, then, state, is_open, comments.get(key, ""), note)
        yield ExchangedText(*given, places, printed.longest, printed.picture, flags)


def import_file(
    workspace: Workspace, locale: str, format: ExchangeFormat, path: Path, staging: Staging
) -> Import:
    """Import the texts of a file into a language; a new language starts as a draft.

    Raises DataError with all problems of the file; then nothing is written. Texts that are not in the
    file do not change. Blanks around a text are removed, since tools and spreadsheets add them.
    """
    file, text = read_text(path)
    translation = workspace.read_or_start(locale)
    texts = translation.texts
    if format == "po":
        read = parse_po(text, file=file, locale=locale)
    else:  # A text that was changed in a table counts as reviewed, whatever its state.
        rows = parse_table(text, file=file)
        read = tuple(replace(row, is_open=False) if _has_changed(row, texts) else row for row in rows)
    english = translation.english
    known = [entry for entry in read if entry.key in english]
    if read and not known:
        message, hint = "none of its keys is a text of this game", f"such as `{read[0].key}`"
        raise DataError([Problem(file, *read[0].spot, "", message, hint)])
    check_texts(workspace, translation, file, [entry for entry in known if entry.translation])
    unknown = tuple(entry.key for entry in read if entry.key not in english)
    texts_before = {entry.key: texts.get(entry.key, "") for entry in known if not _has_changed(entry, texts)}
    stripped = [
        replace(entry, translation=texts_before.get(entry.key, entry.translation.strip())) for entry in known
    ]
    return replace(put_texts_of(translation, stripped, staging), unknown=unknown)


def _has_changed(entry: ExchangedText, texts: Mapping[str, str]) -> bool:
    return entry.translation.strip() != texts.get(entry.key, "").strip()


def check_texts(
    workspace: Workspace, translation: Translation, file: str, incoming: Collection[ExchangedText]
) -> None:
    """Raise DataError with all problems of texts that cannot be printed."""
    cells, names = translation.cells, workspace.source.names
    paths = {entry.key: (entry.key,) if entry.key in cells else path_of(entry.key) for entry in incoming}
    findings = Findings(OtherSource(file, None, {paths[entry.key]: entry.spot for entry in incoming}))
    for entry in incoming:
        before, path = len(findings.problems), paths[entry.key]
        if entry.key in cells:
            _check_cell(findings, cells[entry.key], entry.translation, names)
        else:
            check_sentence(findings, path, entry.translation, locale=translation.locale, names=names)
        if not entry.translation.strip():
            findings.add(path, "has only spaces", "write the text, or leave it empty")
        elif len(findings.problems) == before and entry.key not in cells:
            texts, numbers = workspace.source.texts, workspace.source.names.numbers
            compare_sentence(findings, entry.key, entry.translation, texts, numbers=numbers)
    findings.stop_if_any()


def _check_cell(findings: Findings, cell: TableText, text: str, names: Names) -> None:
    """Add the problems of a text for a table: marks that its English has right, and other placeholders."""
    path, hint = (cell.key,), f"English: {shorten_line(cell.english)}"
    is_label = names.judge("label", cell.english) is None
    if is_label and (wrong := names.judge("label", text)):
        findings.add(path, wrong.message, wrong.hint or hint)
    ours, theirs = (set(translations.PLACEHOLDER.findall(one)) for one in (text, cell.english))
    for name in sorted(ours ^ theirs) if not is_label else ():
        what = "is missing" if name in theirs else "is not in the English"
        findings.add(path, f"placeholder `{{{name}}}` {what}", hint)
    if len(text) > LONGEST_CELL:
        findings.add(path, f"is longer than {LONGEST_CELL} characters", "the limit for a cell of a table")
    if has_forbidden(text.replace("\r", "")):
        findings.add(path, "contains a control character", "remove it")


def put_texts_of(translation: Translation, incoming: Collection[ExchangedText], staging: Staging) -> Import:
    """Write texts that were checked into the files of a language."""
    source, locale, before = translation.source, translation.locale, translation.reviews
    english, texts, cells = translation.english, translation.texts, translation.cells
    given = {entry.key: entry for entry in incoming if entry.translation}
    changes = {key: entry.translation for key, entry in given.items() if texts.get(key) != entry.translation}
    in_tables = {key: unify_line_breaks(text) for key, text in changes.items() if key in cells}
    in_file = {key: text for key, text in changes.items() if key not in cells}
    left_out = {key for key in in_tables if not (cells[key].is_csv and cells[key].cell)}
    after = _review({key: entry for key, entry in given.items() if key not in left_out}, translation)
    required = source.required(locale)
    text = put_texts(translation.file.source.text, in_file, order=(*required, *source.shared_texts))
    comments = {entry.key: entry.comment for entry in incoming if entry.comment}
    text = put_comments(text, {key: one for key, one in comments.items() if key not in cells}, english)
    staging.write(source.path(locale), text.encode())
    tables = put_table_texts(in_tables, cells, staging)
    written = {key: text for key, text in {**texts, **changes}.items() if key not in left_out}
    write_reviews(staging, translation, after, written, *(entry.english for entry in given.values()))
    unchanged = given.keys() - changes.keys()
    return Import(
        source.path(locale),
        new=len(in_file.keys() - texts.keys()),
        changed=len(in_file.keys() & texts.keys()),
        accepted=sum(after.lines.get(key) not in (None, before.lines.get(key)) for key in unchanged),
        unknown=(),
        stale=tuple(key for key, entry in given.items() if entry.english != english[key]),
        identical=tuple(key for key, text in changes.items() if text == english[key] and has_words(text)),
        empty=len(translation.required.keys() - given.keys()),
        tables=tables,
        comments=len(comments.keys() & cells.keys()),
    )


def _review(given: Mapping[str, ExchangedText], translation: Translation) -> Reviews:
    """Return the reviews after an import; texts count as reviewed against the English in the imported file.

    A text that the file marks as open loses its review, unless it already needed another review.
    """
    lines = dict(translation.reviews.lines)
    open_keys = {issue.key for issue in translation.issues if issue.type in _OPEN}
    english = translation.english
    for key, entry in given.items():
        if not entry.is_open:
            state, old = translation.reviews.judge(key, entry.english, entry.translation), lines.get(key)
            same = entry.translation == entry.english == english[key] and has_words(english[key])
            if state != "reviewed" or (same and not (old and old.same)):
                hashes = hash_text(entry.english), hash_text(entry.translation)
                lines[key] = Review(*hashes, same or bool(old and old.same), kept=state == "kept")
        elif key not in open_keys:
            lines.pop(key, None)
    return replace(translation.reviews, lines=lines)


def format_po(fields: Mapping[str, str], notes: Iterable[str], entries: Iterable[ExchangedText]) -> str:
    """Return the text of a PO file; `fields` and `notes` are those of its header."""
    fields_text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    header = ExchangedText("", "", fields_text, note="\n".join(notes))
    return "\n".join(map(_format_entry, (header, *entries)))


def _format_entry(entry: ExchangedText) -> str:
    limit = entry.longest
    notes = entry.note.split("\n") if entry.note else []
    notes += [f"State: {entry.state}"] if entry.is_open else []
    notes += [f"Room for about {limit} characters."] if limit else []
    notes += [f"Picture: {entry.picture}"] if entry.picture else []
    before = normalize(entry.before, width=0).split("\n") if entry.before else []
    flags = [*["fuzzy"] * entry.is_open, *entry.flags, *[f"max-length:{limit}"] * bool(limit)]
    lines = [f"# {line}".rstrip() for line in entry.comment.split("\n") if entry.comment]
    lines += [f"#. {line}".rstrip() for line in notes]
    lines += [f"#: {place}" for place in entry.where]
    lines += [f"#, {', '.join(flags)}"] if flags else []
    lines += [f"#| {'' if number else 'msgid '}{line}" for number, line in enumerate(before)]
    lines += [f"msgctxt {normalize(entry.key, width=0)}"] if entry.key else []
    lines += [f"msgid {normalize(entry.english, width=0)}", f"msgstr {normalize(entry.translation, width=0)}"]
    return "\n".join(lines) + "\n"


def parse_po(text: str, *, file: str, locale: str) -> tuple[ExchangedText, ...]:
    """Return the entries of a text for a language; raises DataError with all of its problems."""
    lines = text.split("\n")
    wrong = {error[0]: error for error in _check_lines(lines)}
    parser = _Parser(Catalog())
    parser.parse("" if number in wrong else line for number, line in enumerate(lines, 1))
    problems = [Problem(file, line, 1, "", message, hint) for line, message, hint in wrong.values()]
    problems += _check_entries(parser.entries, file, locale)
    if problems:
        raise DataError(problems)
    return tuple(parser.entries[1:])


_Wrong: TypeAlias = tuple[int, str, str]
"""Line, message, and hint."""
_NEXT = {"msgctxt": "msgid", "msgid": "msgstr", "msgstr": "msgctxt"}
"""The keyword that must follow each keyword; the header alone has no `msgctxt`."""
_ENTRY = "an entry is `msgctxt`, `msgid`, `msgstr`"
_LINE = re.compile(r"^([a-z]\w*(?:\[[^\]]*\])?)?(.*)")
_STRING = re.compile(r' *"(?:[^"\\]|\\[ntr"\\])*"')


def _check_lines(lines: Iterable[str]) -> Iterator[_Wrong]:
    """Yield the errors of lines that Babel rejects or misunderstands."""
    expected: tuple[str, ...] = ("msgctxt", "msgid")
    can_continue = False
    number = 0
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith("#"):
            can_continue = False
            continue
        ((word, rest),) = _LINE.findall(line)
        if word and word not in _NEXT:
            is_plural = word.startswith(("msgid_plural", "msgstr["))
            plural = "write plurals inside the text: {count, plural, one {...} other {...}}"
            yield number, f"unknown keyword `{word}`", plural if is_plural else _ENTRY
        elif not _STRING.fullmatch(rest) or bool(word) == rest.startswith('"'):
            hint = r'write `msgstr "..."`, with `\"` for a quote and `\\` for a backslash'
            yield number, f"`{shorten_line(line)}` is not a line of a PO file", hint
        elif word and word not in expected:
            yield number, f"expected `{expected[0]}`, found `{word}`", _ENTRY
        elif not word and not can_continue:
            yield number, "this text has no keyword", "write `msgid` or `msgstr` before it"
        if word:
            expected = (_NEXT.get(word) or _NEXT[expected[0]],)
        can_continue = True
    if expected[0] != "msgctxt":
        yield number, f"expected `{expected[0]}`, found the end of the file", _ENTRY


def _check_entries(entries: Sequence[ExchangedText], file: str, locale: str) -> Iterator[Problem]:
    if not entries or entries[0].key or entries[0].english:
        hint = 'begin with `msgid ""` and `msgstr "Content-Type: text/plain; charset=UTF-8"`'
        yield Problem(file, 1, 1, "", "has no header", hint)
        return
    header, fields = entries[0], message_from_string(entries[0].translation)
    charset = fields.get_content_charset("")
    if charset not in ("utf-8", "utf8"):
        message = f"the charset is `{charset}`" if charset else "the header has no charset"
        yield Problem(file, *header.spot, "", message, "save the file as UTF-8")
    language = fields.get("Language", "").replace("_", "-")
    if language and language.lower() != locale.lower():
        message = f"the language of the file is `{language}`, not `{locale}`"
        yield Problem(file, *header.spot, "", message, "name that language, or change the header")
    keys = ((entry.key, entry.spot) for entry in entries[1:])
    yield from _check_keys(file, keys, "the entry has no key", 'write it above: `msgctxt "sheet.title"`')


def _check_keys(
    file: str, keys: Iterable[tuple[str, LineAndColumn]], message: str, hint: str
) -> Iterator[Problem]:
    """Yield the problems of empty keys, with this message and hint, and of keys that occur twice."""
    lines: dict[str, int] = {}
    for key, spot in keys:
        if not key:
            yield Problem(file, *spot, "", message, hint)
        elif key in lines:
            yield Problem(file, *spot, "", f"duplicate key `{key}`", f"it is in line {lines[key]} too")
        lines.setdefault(key, spot[0])


class _Parser(PoFileParser):
    """Babel's parser, with entries as they are written instead of a catalog that joins some of them."""

    def __init__(self, catalog: Catalog) -> None:
        super().__init__(catalog)
        self.entries: list[ExchangedText] = []
        self._is_older_english = False
        """True within an older English that a tool has written as a comment of several lines."""

    def _add_message(self) -> None:
        key = self.context.denormalize() if self.context else ""
        english, translation = self.messages[0].denormalize(), self.translations[0][1].denormalize()
        comment = "\n".join(self.user_comments).strip("\n")
        is_open, spot = "fuzzy" in self.flags, (self.offset + 1, 1)
        entry = ExchangedText(key, english, translation, is_open=is_open, comment=comment, spot=spot)
        self.entries.append(entry)
        self.counter += 1
        self._reset_message_state()

    def _process_message_line(self, lineno: int, line: str, obsolete: bool = False) -> None:
        """Leave out obsolete entries with the comments above them."""
        if obsolete:
            self._finish_current_message()
            self._reset_message_state()
        else:
            super()._process_message_line(lineno, line)

    def _process_keyword_line(self, lineno: int, line: str, obsolete: bool = False) -> None:
        super()._process_keyword_line(lineno, line, obsolete)
        self.offset = lineno

    def _process_comment(self, line: str) -> None:
        """Leave out references, and the older English, which some tools write as a comment."""
        self._finish_current_message()
        is_older = self._is_older_english or line.startswith("# | ")
        self._is_older_english = is_older and not line.rstrip().endswith('"')
        if is_older:
            return
        if line[1:2] in ("", " ", "\t", ","):
            super()._process_comment(line)

    def _invalid_pofile(self, line: str, lineno: int, msg: str) -> None:
        """Ignore errors that follow from lines that were reported and left out."""


_PO_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def put_into_po_file(
    path: Path, key: str, before: str, after: str, *, is_open: bool, staging: Staging
) -> bool:
    """Change the translation of a key in a PO file if it is the one before; return True if it was.

    All other lines stay as they are, and so do the marks of the text but `fuzzy`.
    """

    def change(lines: list[str]) -> bool:
        found = {word: [*_find_strings(lines, word)] for word in ("msgctxt", "msgstr")}
        text = _join_strings(lines[at] for at in found["msgstr"])
        if not found["msgstr"] or text not in (before, after):
            return False
        first, *_, last = (*found["msgstr"], found["msgstr"][-1])
        end = lines[last][len(lines[last].rstrip("\r\n")) :]
        lines[first : last + 1] = [f"msgstr {normalize(after, width=0)}{end}"]
        flags = next((at for at, line in enumerate(lines) if line.startswith("#,")), None)
        if flags is not None and not is_open:
            kept = [flag for flag in lines[flags][2:].strip().split(", ") if flag != "fuzzy"]
            lines[flags] = f"#, {', '.join(kept)}\n" if kept else ""
        elif flags is None and is_open:
            lines.insert(first - 1 if not found["msgctxt"] else found["msgctxt"][0], "#, fuzzy\n")
        return True

    return _change_po_entry(path, key, change, staging)


def put_remark_into_po_file(path: Path, key: str, remark: str, *, staging: Staging) -> bool:
    """Change the translator's comment on a key in a PO file; return True if it has the key."""

    def change(lines: list[str]) -> bool:
        kept = [line for line in lines if not re.match(r"#(\s|$)", line)]
        lines[:] = [*(f"# {line}".rstrip() + "\n" for line in remark.splitlines()), *kept]
        return True

    return _change_po_entry(path, key, change, staging)


def _change_po_entry(path: Path, key: str, change: Callable[[list[str]], bool], staging: Staging) -> bool:
    """Change the lines of the entry of a key; return False if there is none, or nothing is to be changed."""
    with path.open(encoding="utf-8", newline="") as file:
        entries = re.split(r"(\r?\n(?:[ \t]*\r?\n)+)", file.read())
    for index, entry in enumerate(entries):
        lines = entry.splitlines(keepends=True)
        if _join_strings(lines[at] for at in _find_strings(lines, "msgctxt")) == key and change(lines):
            entries[index] = "".join(lines)
            staging.write(path, "".join(entries).encode())
            return True
    return False


def _find_strings(lines: Sequence[str], word: str) -> Iterator[int]:
    """Yield the numbers of the lines with the strings of a keyword."""
    is_inside = False
    for at, line in enumerate(lines):
        if line.startswith(f"{word} "):
            is_inside = True
        elif not line.startswith('"'):
            is_inside = False
        if is_inside:
            yield at


def _join_strings(lines: Iterable[str]) -> str:
    found = (match for line in lines if (match := _PO_STRING.search(line)))
    return "".join(unescape(match[0]) for match in found)


COLUMNS = ("key", "english", "translation", "state", "before", "note", "where", "longest", "picture")
"""In the order in which they are written; a file may have others, in any order."""


def format_table(entries: Iterable[ExchangedText]) -> str:
    """Return the text of a CSV file, with the mark by which spreadsheets recognise UTF-8."""
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for entry in entries:
        where, longest = " ".join(entry.where), str(entry.longest or "")
        texts = (entry.key, entry.english, entry.translation, entry.state, entry.before, entry.note)
        writer.writerow(map(_guard, (*texts, where, longest, entry.picture)))
    return "\ufeff" + out.getvalue()


def parse_table(text: str, *, file: str) -> tuple[ExchangedText, ...]:
    """Return the entries of a table; raises DataError with all problems."""
    cells = CsvCells(text, file=file, names=f"the names of columns: {', '.join(COLUMNS)}")
    columns = [name.strip().lower() for name in cells.rows[cells.first]]
    numbers = [number for number, row in enumerate(cells.rows) if number > cells.first and any(row)]
    problems = [*_check_columns(cells, columns), *_check_rows(cells, columns, numbers)]
    if problems:
        raise DataError(problems)
    return tuple(_read_row(cells, columns, number) for number in numbers)


def is_exported(path: Path, format: ExchangeFormat) -> bool:
    """Return True if a file may be overwritten by an export: a table of cards is no table of texts."""
    if format == "po":
        return True
    try:
        text = read_text(path)[1]
    except DataError:
        return False
    first = next(csv.reader(text.split("\n", 1)), [])
    return not text.strip() or {"key", "english", "translation"} <= {name.strip().lower() for name in first}


def _check_columns(cells: CsvCells, columns: list[str]) -> Iterator[Problem]:
    for name in ("key", "english", "translation"):
        if name not in columns:
            hint = suggest(name, columns, likeness=0.7)
            yield Problem(cells.file, 1, 1, "", f"the column `{name}` is missing", hint)
    for place, name in enumerate(columns):
        if name in COLUMNS and name in columns[:place]:
            spot = cells.spot_of(cells.first, place)
            yield Problem(cells.file, *spot, "", f"duplicate column `{name}`", "remove one")


def _check_rows(cells: CsvCells, columns: list[str], numbers: Sequence[int]) -> Iterator[Problem]:
    lengths = ((number, cells.find_wrong_length(number, len(columns))) for number in numbers)
    wrong = {number: problem for number, problem in lengths if problem}
    yield from wrong.values()
    if "key" in columns:
        place = columns.index("key")
        right = [number for number in numbers if number not in wrong]
        keys = ((cells.rows[number][place].strip(), cells.spot_of(number, place)) for number in right)
        yield from _check_keys(cells.file, keys, "the row has no key", "such as `sheet.title`")


def _read_row(cells: CsvCells, columns: list[str], number: int) -> ExchangedText:
    # Cells beyond the columns are empty.
    named = dict(zip(columns, map(_unguard, cells.rows[number]), strict=False))
    state = named.get("state", "").strip()
    spot = cells.spot_of(number, columns.index("translation"))
    key, is_open = named["key"].strip(), state not in ("", "missing")
    texts = named["english"], named["translation"]
    return ExchangedText(key, *texts, state=state, is_open=is_open, spot=spot)


_LIKE_A_FORMULA = ("=", "+", "-", "@", "'")
"""Beginnings of cells that spreadsheets read as formulas, unless there is an apostrophe before them."""


def _guard(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_LIKE_A_FORMULA) else cell


def _unguard(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_LIKE_A_FORMULA) else cell
