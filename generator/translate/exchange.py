"""Export of texts to translators and import from them: PO files for their tools, CSV for spreadsheets."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from generator.errors import DataError, Problem
from generator.model.message import parse_message
from generator.output import Staging
from generator.read.declared.findings import Findings
from generator.read.files.text_files import read_text
from generator.read.files.yaml_places import Spot
from generator.read.files.yaml_reader import DataPath, Source
from generator.read.wordings.grammars import has_square_letters
from generator.read.wordings.sentences import check_sentence
from generator.read.wordings.wordings import compare_sentence, path_of
from generator.translate.po import PoEntry, format_po, parse_po
from generator.translate.prints import Print
from generator.translate.reviews import Reviews, hash_text
from generator.translate.tables import format_table, parse_table
from generator.translate.translations import IssueType, Translation, has_words
from generator.translate.wording_comments import put_comments, read_comments, read_head, read_notes
from generator.translate.wording_edits import put_texts
from generator.translate.workspace import Workspace, write_reviews

Format: TypeAlias = Literal["po", "csv"]

SCREEN = "screen"
"""In the place of a part: texts of the referee and the companion."""

_OPEN: tuple[IssueType, ...] = ("wrong", "stale", "unreviewed", "identical", "icons")
"""Issues that make a translator look at a text again, the worst first."""


@dataclass(frozen=True, slots=True)
class _Incoming:
    """A text as a translator returns it."""

    key: str
    english: str
    """The English that the translator had."""
    translation: str
    is_open: bool
    """The translator says that it must be looked at again."""
    spot: Spot
    """Where the translation is written."""
    comment: str = ""
    """Comment by the translator; without one, that of the wording file stays."""


@dataclass(frozen=True, slots=True)
class Import:
    """The result of an import."""

    path: Path
    new: int
    changed: int
    accepted: int
    """Number of texts that were reviewed and left as they are."""
    unknown: tuple[str, ...]
    """Keys that English does not have; they were left out."""
    stale: tuple[str, ...]
    """Texts whose English has changed since the file was exported."""
    identical: tuple[str, ...]
    """New or changed texts that are the same as in English: a tool may have copied them."""
    empty: int
    """Number of texts that the file lacks."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A text as it is exported."""

    key: str
    english: str
    translation: str
    state: str
    """`missing`, the type of its worst issue, or empty."""
    comment: str
    """Comment by the translator."""
    note: str
    printed: Print

    @property
    def where(self) -> tuple[str, ...]:
        return tuple(self.printed.places) or (SCREEN,)


def export(title: str, translation: Translation, format: Format, prints: Mapping[str, Print]) -> bytes:
    """Return all texts that a language of a game has or should have, in the order of English."""
    if has_square_letters(translation.locale):
        prints = {key: replace(printed, longest=printed.longest_square) for key, printed in prints.items()}
    rows = _list_rows(translation, prints)
    if format == "csv":
        return format_table(map(_make_cells, rows)).encode()
    header = {
        "Project-Id-Version": title,
        "Language": translation.locale.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Generator": "Petri Press",
    }
    head = read_head(translation.source.file.source.text)
    return format_po(header, head, map(_make_entry, rows)).encode()


def _list_rows(translation: Translation, prints: Mapping[str, Print]) -> Iterator[_Row]:
    source, texts = translation.source, translation.texts
    states: dict[str, str] = {}
    for type in reversed(_OPEN):
        states |= dict.fromkeys(translation.keys_of(type), type)
    comments = read_comments(translation.file.source.text, source.texts)
    notes = read_notes(source.file.source.text)
    replaced = {key: english for key, english in source.shared_texts.items() if key in texts}
    for key, english in {**source.required(translation.locale), **replaced}.items():
        text = texts.get(key, "")
        state = states.get(key, "") if text else "missing"
        printed = prints.get(key, Print())
        yield _Row(key, english, text, state, comments.get(key, ""), notes.get(key, ""), printed)


def _make_entry(row: _Row) -> PoEntry:
    is_open, longest = row.state in _OPEN, row.printed.longest
    flags = ["fuzzy"] if is_open else []
    flags += ["icu-message-format"] if "{" in row.english and parse_message(row.english).choices else []
    flags += [f"max-length:{longest}"] if longest else []
    notes = [row.note] if row.note else []
    notes += [f"State: {row.state}"] if is_open else []
    notes += [f"Room for about {longest} characters."] if longest else []
    notes += [f"Picture: {row.printed.picture}"] if row.printed.picture else []
    return PoEntry(row.key, row.english, row.translation, tuple(notes), row.where, tuple(flags), row.comment)


def _make_cells(row: _Row) -> dict[str, str]:
    return {
        "key": row.key,
        "english": row.english,
        "translation": row.translation,
        "state": row.state,
        "note": row.note,
        "where": " ".join(row.where),
        "longest": str(row.printed.longest or ""),
        "picture": row.printed.picture,
    }


def import_file(workspace: Workspace, locale: str, format: Format, path: Path, staging: Staging) -> Import:
    """Put the texts of a file into a language, which starts as a draft where it is not there.

    Raises DataError with all problems of the file; then nothing is written. Texts that the file lacks
    stay as they are. Blanks around a text are removed: tools and spreadsheets add them.
    """
    file, text = read_text(path)
    translation = workspace.read_or_start(locale)
    texts = translation.texts
    read = _read_po(text, file, locale) if format == "po" else _read_csv(text, file, texts)
    known = [one for one in read if one.key in workspace.source.texts]
    if read and not known:
        message, hint = "none of its keys is a text of this game", f"such as `{read[0].key}`"
        raise DataError([Problem(file, *read[0].spot, "", message, hint)])
    _check(workspace, locale, file, [one for one in known if one.translation])
    unknown = tuple(one.key for one in read if one.key not in workspace.source.texts)
    stripped = [replace(one, translation=_strip(one.translation, texts.get(one.key, ""))) for one in known]
    return replace(_put(translation, stripped, staging), unknown=unknown)


def _strip(text: str, before: str) -> str:
    """Remove the blanks around a text, unless they are all that has changed."""
    return before if text.strip() == before.strip() else text.strip()


def _read_po(text: str, file: str, locale: str) -> list[_Incoming]:
    return [
        _Incoming(one.key, one.english, one.translation, "fuzzy" in one.flags, (one.line, 1), one.comment)
        for one in parse_po(text, file=file, locale=locale)
    ]


def _read_csv(text: str, file: str, texts: Mapping[str, str]) -> list[_Incoming]:
    """Return the texts of a table; a text that was changed is reviewed, whatever its `state` says."""
    found = []
    for row in parse_table(text, file=file):
        key, translation = row.cells["key"], row.cells["translation"]
        has_changed = texts.get(key, "").strip() != translation.strip()
        is_open = row.cells["state"].strip() not in ("", "missing") and not has_changed
        found.append(_Incoming(key, row.cells["english"], translation, is_open, row.spots["translation"]))
    return found


class _FileSource(Source):
    """The translations of a file, each with its place."""

    def __init__(self, file: str, spots: Mapping[DataPath, Spot]) -> None:
        super().__init__(file, "", None)
        self._spots = spots

    def spot_of(self, path: DataPath) -> Spot:
        return self._spots[path]

    spot_of_key = spot_of

    def spot_in_text(self, path: DataPath, line: int, column: int) -> Spot:
        return self._spots[path]


def _check(workspace: Workspace, locale: str, file: str, incoming: Collection[_Incoming]) -> None:
    """Raise DataError with all texts that cannot be printed."""
    findings = Findings(_FileSource(file, {path_of(one.key): one.spot for one in incoming}))
    for one in incoming:
        before = len(findings.problems)
        path = path_of(one.key)
        check_sentence(findings, path, one.translation, locale=locale, names=workspace.names)
        if not one.translation.strip():
            findings.add(path, "has only blanks", "write the text, or leave it empty")
        elif len(findings.problems) == before:
            compare_sentence(findings, one.key, one.translation, workspace.source.texts)
    findings.stop_if_any()


def _put(translation: Translation, incoming: Collection[_Incoming], staging: Staging) -> Import:
    source, locale, before = translation.source, translation.locale, translation.reviews
    english, texts = source.texts, translation.texts
    given = {one.key: one for one in incoming if one.translation}
    changes = {key: one.translation for key, one in given.items() if texts.get(key) != one.translation}
    after = _review(given, translation)
    required = source.required(locale)
    text = put_texts(translation.file.source.text, changes, order=(*required, *source.shared_texts))
    text = put_comments(text, {one.key: one.comment for one in incoming if one.comment}, english)
    staging.write(source.path(locale), text.encode())
    write_reviews(staging, source, locale, after, kept={*texts, *changes})
    unchanged = given.keys() - changes.keys()
    return Import(
        source.path(locale),
        new=len(changes.keys() - texts.keys()),
        changed=len(changes.keys() & texts.keys()),
        accepted=sum(after.hashes.get(key) not in (None, before.hashes.get(key)) for key in unchanged),
        unknown=(),
        stale=tuple(key for key, one in given.items() if one.english != english[key]),
        identical=tuple(key for key, text in changes.items() if text == english[key] and has_words(text)),
        empty=len(required.keys() - given.keys()),
    )


def _review(given: Mapping[str, _Incoming], translation: Translation) -> Reviews:
    """Return the reviews after an import: of each text against the English that the translator had.

    A text that is open keeps its review, unless it had no issue before.
    """
    hashes, same = dict(translation.reviews.hashes), set(translation.reviews.same)
    open_keys = {issue.key for issue in translation.issues if issue.type in _OPEN}
    english = translation.source.texts
    for key, one in given.items():
        if not one.is_open:
            hashes[key] = hash_text(one.english)
            if one.translation == one.english == english[key] and has_words(english[key]):
                same.add(key)
        elif key not in open_keys:
            hashes.pop(key, None)
    return Reviews(hashes, frozenset(same))
