"""Exporting texts for translators and importing them: PO files for their tools, CSV for spreadsheets."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from generator.errors import DataError, Problem
from generator.model.texts.message import parse_message
from generator.model.values import dataclass, replace
from generator.output import Staging
from generator.read.declared.findings import Findings
from generator.read.files.text_files import read_text
from generator.read.files.yaml import OtherSource
from generator.read.wordings.wordings import check_sentence, compare_sentence, path_of
from generator.translate.entry import Entry, Format
from generator.translate.po import format_po, parse_po
from generator.translate.prints import Print
from generator.translate.reviews import Reviews, hash_text
from generator.translate.tables import format_table, parse_table
from generator.translate.translations import IssueType, Translation, has_words
from generator.translate.wording_comments import put_comments, read_comments, read_head, read_notes
from generator.translate.wording_edits import put_texts
from generator.translate.workspace import Workspace, write_reviews

SCREEN = "screen"
"""Shown instead of a part for texts of the referee and the companion."""

_OPEN: tuple[IssueType, ...] = ("wrong", "stale", "unreviewed", "identical", "icons")
"""Issues that need another review, the worst first."""


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


def export(title: str, translation: Translation, format: Format, prints: Mapping[str, Print]) -> bytes:
    """Return all texts of a language, including missing ones, in the order of English."""
    entries = _list_entries(translation, prints)
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


def _list_entries(translation: Translation, prints: Mapping[str, Print]) -> Iterator[Entry]:
    source, texts = translation.source, translation.texts
    states: dict[str, str] = {}
    for type in reversed(_OPEN):
        states |= dict.fromkeys(translation.keys_of(type), type)
    comments = read_comments(translation.file.source.text, source.texts)
    notes = read_notes(source.file.source.text)
    replaced = {key: english for key, english in source.shared_texts.items() if key in texts}
    for key, english in {**source.required(translation.locale), **replaced}.items():
        state = states.get(key, "") if texts.get(key) else "missing"
        printed = prints.get(key, Print())
        places = tuple(printed.places) or (SCREEN,)
        flags = ("icu-message-format",) if parse_message(english).choices else ()
        text, note, is_open = texts.get(key, ""), notes.get(key, ""), state in _OPEN
        said = (key, english, text, state, is_open, comments.get(key, ""), note)
        yield Entry(*said, places, printed.longest, printed.picture, flags)


def import_file(workspace: Workspace, locale: str, format: Format, path: Path, staging: Staging) -> Import:
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
    known = [one for one in read if one.key in workspace.source.texts]
    if read and not known:
        message, hint = "none of its keys is a text of this game", f"such as `{read[0].key}`"
        raise DataError([Problem(file, *read[0].spot, "", message, hint)])
    _check(workspace, locale, file, [one for one in known if one.translation])
    unknown = tuple(one.key for one in read if one.key not in workspace.source.texts)
    texts_before = {one.key: texts.get(one.key, "") for one in known if not _has_changed(one, texts)}
    stripped = [replace(one, translation=texts_before.get(one.key, one.translation.strip())) for one in known]
    return replace(_put(translation, stripped, staging), unknown=unknown)


def _has_changed(entry: Entry, texts: Mapping[str, str]) -> bool:
    """Return True if a translation differs from the text of the language, ignoring blanks around it."""
    return entry.translation.strip() != texts.get(entry.key, "").strip()


def _check(workspace: Workspace, locale: str, file: str, incoming: Collection[Entry]) -> None:
    """Raise DataError with the problems of all invalid texts."""
    findings = Findings(OtherSource(file, None, {path_of(one.key): one.spot for one in incoming}))
    for one in incoming:
        before = len(findings.problems)
        path = path_of(one.key)
        check_sentence(findings, path, one.translation, locale=locale, names=workspace.source.names)
        if not one.translation.strip():
            findings.add(path, "has only spaces", "write the text, or leave it empty")
        elif len(findings.problems) == before:
            compare_sentence(findings, one.key, one.translation, workspace.source.texts)
    findings.stop_if_any()


def _put(translation: Translation, incoming: Collection[Entry], staging: Staging) -> Import:
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


def _review(given: Mapping[str, Entry], translation: Translation) -> Reviews:
    """Return the reviews after an import; texts count as reviewed against the English in the imported file.

    A text that the file marks as open loses its review, unless it already needed another review.
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
