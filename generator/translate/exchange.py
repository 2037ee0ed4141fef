"""Sentences out to translators and back: PO files for their tools, CSV for spreadsheets."""

from collections.abc import Collection, Iterable, Mapping
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
from generator.translate.folders import Bench, say_new_language, write_seen
from generator.translate.po import FUZZY, PoComments, PoString, parse_po, say_po_entry, say_po_header
from generator.translate.prints import Print
from generator.translate.seen import Seen, hash_sentence
from generator.translate.sentence_tables import parse_sentence_table, say_sentence_table
from generator.translate.translations import Kind, Translation, has_words
from generator.translate.wording_comments import put_comments, read_comments, read_head
from generator.translate.wording_edits import put_sentences
from generator.translate.wording_tree import read_notes

Form: TypeAlias = Literal["po", "csv"]

NOWHERE = Print()

SCREEN = "screen"
"""In the place of a thing: sentences of the referee and the companion."""

_OPEN: tuple[Kind, ...] = ("wrong", "stale", "unseen", "identical", "icons")
"""What makes a sentence one that must be looked at, the worst first."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """A sentence as it comes back."""

    key: str
    english: str
    """What the translator had before them."""
    translation: str
    is_open: bool
    """The translator says that it must be looked at again."""
    spots: PoString
    """Of the translation."""
    comment: str = ""
    """Of the translator; none: what stands in the file of the language stays."""


@dataclass(frozen=True, slots=True)
class Import:
    """What came of an import."""

    path: Path
    new: int
    changed: int
    accepted: int
    """Sentences that were looked at, and are as they were."""
    unknown: tuple[str, ...]
    """Keys that English does not have, or no longer; they were left out."""
    stale: tuple[str, ...]
    """Sentences whose English is not the one of the file any more."""
    identical: tuple[str, ...]
    """New or changed, and yet as in English: a tool may have put them there."""
    empty: int
    """Sentences that the file lacks."""


def export(
    bench: Bench, locale: str, form: Form, prints: Mapping[str, Print], translation: Translation | None
) -> bytes:
    """All sentences that a language has or should have, in the order of English.

    Without a translation none of them has words yet.
    """
    rows = list(_list_rows(bench, locale, translation))
    notes = read_notes(bench.words.english.source.text)
    if has_square_letters(locale):
        prints = {key: replace(printed, longest=printed.longest_square) for key, printed in prints.items()}
    if form == "csv":
        table = [_say_row(row, notes.get(row.key, ""), prints.get(row.key, NOWHERE)) for row in rows]
        return say_sentence_table(table).encode()
    header = {
        "Project-Id-Version": bench.kit.slug if bench.kit else bench.name,
        "Language": locale.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Generator": "Petri Press",
    }
    entries = [_say_entry(row, notes.get(row.key, ""), prints.get(row.key, NOWHERE)) for row in rows]
    head = read_head(bench.words.english.source.text)
    return "\n".join([say_po_header(header, notes=head), *entries]).encode()


@dataclass(frozen=True, slots=True)
class _Row:
    key: str
    english: str
    translation: str
    state: str
    """`missing`, what ails it, or empty."""
    comment: str
    """Of the translator."""


def _list_rows(bench: Bench, locale: str, translation: Translation | None) -> Iterable[_Row]:
    there: Mapping[str, str] = {}
    states: dict[str, str] = {}
    comments: Mapping[str, str] = {}
    if translation is not None:
        comments = read_comments(translation.file.source.text, bench.words.whole)
        there = {**translation.file.sentences, **translation.file.broken}
        for kind in reversed(_OPEN):
            states |= dict.fromkeys(translation.keys_of(kind), kind)
    wanted = bench.words.wanted(locale)
    lent = {key: english for key, english in bench.words.lent.items() if key in there}
    for key, english in {**wanted, **lent}.items():
        said = there.get(key, "")
        yield _Row(key, english, said, states.get(key, "") if said else "missing", comments.get(key, ""))


def _say_entry(row: _Row, note: str, printed: Print) -> str:
    flags = [FUZZY] if row.state in _OPEN else []
    flags += ["icu-message-format"] if "{" in row.english and parse_message(row.english).choices else []
    flags += [f"max-length:{printed.longest}"] if printed.longest else []
    notes = [note] if note else []
    notes += [f"State: {row.state}"] if row.state in _OPEN else []
    notes += [f"Room for about {printed.longest} characters."] if printed.longest else []
    notes += [f"Picture: {printed.picture}"] if printed.picture else []
    return say_po_entry(
        row.key,
        row.english,
        row.translation,
        PoComments(tuple(notes), _list_things(printed), tuple(flags), row.comment),
    )


def _say_row(row: _Row, note: str, printed: Print) -> dict[str, str]:
    return {
        "key": row.key,
        "english": row.english,
        "translation": row.translation,
        "state": row.state,
        "note": note,
        "where": " ".join(_list_things(printed)),
        "longest": str(printed.longest or ""),
        "picture": printed.picture,
    }


def _list_things(printed: Print) -> tuple[str, ...]:
    """What is printed nowhere is said on the screen."""
    return tuple(printed.things) or (SCREEN,)


def import_file(bench: Bench, locale: str, form: Form, path: Path, staging: Staging) -> Import:
    """Puts the sentences of a file into a language, which begins as a draft where there is none.

    DataError with all that is wrong with the file; then nothing is written. Sentences that the file
    lacks stay as they are. Blanks around a sentence are left out: tools and spreadsheets add them.
    """
    file, text = read_text(path)
    translation = bench.read(locale) if locale in bench.locales else None
    there: dict[str, str] = {}
    if translation is not None:
        there = {**translation.file.sentences, **translation.file.broken}
    incoming = _read_po(text, file, locale) if form == "po" else _read_csv(text, file, there)
    known = [one for one in incoming if one.key in bench.words.whole]
    if incoming and not known:
        first = incoming[0]
        said = "none of its sentences is one of this game"
        raise DataError([Problem(file, *first.spots.start, "", said, f"such as `{first.key}`")])
    _check(bench, locale, file, [one for one in known if one.translation])
    incoming = [replace(one, translation=_strip(one.translation, there.get(one.key, ""))) for one in incoming]
    return _put(bench, locale, translation, there, incoming, staging)


def _strip(translation: str, there: str) -> str:
    """A sentence without blanks around it; the one that is there where it differs by nothing else."""
    return there if translation.strip() == there.strip() else translation.strip()


def _read_po(text: str, file: str, locale: str) -> list[Incoming]:
    po = parse_po(text, file=file)
    language = po.header.get("Language", "").replace("_", "-")
    if language and language.lower() != locale.lower():
        said = f"is for the language `{language}`, and not for `{locale}`"
        raise DataError(
            [Problem(file, *po.header_spot, "", said, "name that language, or change the header")]
        )
    return [
        Incoming(
            entry.context.text,
            entry.source.text,
            entry.translation.text,
            entry.is_fuzzy,
            entry.translation,
            entry.comment,
        )
        for entry in po.entries
    ]


def _read_csv(text: str, file: str, there: Mapping[str, str]) -> list[Incoming]:
    """A row whose words were changed was looked at, whatever its cell `state` still says."""
    found = []
    for row in parse_sentence_table(text, file=file):
        key, words = row.cell("key"), row.cell("translation")
        is_open = (
            row.cell("state").strip() not in ("", "missing") and there.get(key, "").strip() == words.strip()
        )
        spots = PoString(words, row.spots["translation"])
        found.append(Incoming(key, row.cell("english"), words, is_open, spots))
    return found


class _FileSource(Source):
    """The translations of a file by key, each with the places of its characters."""

    def __init__(self, file: str, spots: Mapping[str, PoString]) -> None:
        super().__init__(file, "", None)
        self._spots = spots

    def spot_of(self, path: DataPath) -> Spot:
        return self._of(path).start

    def spot_of_key(self, path: DataPath) -> Spot:
        return self._of(path).start

    def spot_in_text(self, path: DataPath, line: int, column: int) -> Spot:
        text = self._of(path)
        before = sum(len(one) + 1 for one in text.text.split("\n")[:line])
        return text.spot(before + column)

    def _of(self, path: DataPath) -> PoString:
        return self._spots[".".join(map(str, path[1:]))]


def _check(bench: Bench, locale: str, file: str, incoming: Collection[Incoming]) -> None:
    """Raises DataError with all sentences that could not be printed."""
    findings = Findings(_FileSource(file, {one.key: one.spots for one in incoming}))
    for one in incoming:
        before = len(findings.problems)
        check_sentence(findings, path_of(one.key), one.translation, locale=locale, names=bench.names)
        if not one.translation.strip():
            findings.add(path_of(one.key), "has no words", "blanks are none")
        elif len(findings.problems) == before:
            compare_sentence(findings, one.key, one.translation, bench.words.whole)
    findings.stop_if_any()


def _put(
    bench: Bench,
    locale: str,
    translation: Translation | None,
    there: Mapping[str, str],
    incoming: Collection[Incoming],
    staging: Staging,
) -> Import:
    english = bench.words.whole
    given = {one.key: one for one in incoming if one.key in english and one.translation}
    changes = {key: one.translation for key, one in given.items() if there.get(key) != one.translation}
    seen = translation.seen if translation else Seen()
    after = _see(given, english, translation, seen)
    path = bench.words.path(locale)
    text = translation.file.source.text if translation else say_new_language(bench, locale)
    order = (*bench.words.wanted(locale), *bench.words.lent)
    text = put_sentences(text, changes, order=dict.fromkeys(order))
    comments = {one.key: one.comment for one in incoming if one.key in english and one.comment}
    staging.write(path, put_comments(text, comments, english).encode())
    write_seen(staging, bench.words, locale, after, kept={*there, *changes})
    wanted = bench.words.wanted(locale)
    return Import(
        path,
        new=sum(key not in there for key in changes),
        changed=sum(key in there for key in changes),
        accepted=sum(
            after.hashes.get(key) not in (None, seen.hashes.get(key)) for key in given if key not in changes
        ),
        unknown=tuple(one.key for one in incoming if one.key not in english),
        stale=tuple(key for key, one in given.items() if one.english != english[key]),
        identical=tuple(key for key, said in changes.items() if said == english[key] and has_words(said)),
        empty=sum(key not in given for key in wanted),
    )


def _see(
    given: Mapping[str, Incoming],
    english: Mapping[str, str],
    translation: Translation | None,
    seen: Seen,
) -> Seen:
    """What was seen after an import: each sentence with the English that the translator had.

    One that is open stays as it was; if it was in order before, nobody has seen it now.
    """
    hashes, same = dict(seen.hashes), set(seen.same)
    ailing = {key for kind in _OPEN for key in (translation.keys_of(kind) if translation else ())}
    for key, one in given.items():
        if one.is_open:
            if key not in ailing:
                hashes.pop(key, None)
            continue
        hashes[key] = hash_sentence(one.english)
        if one.translation == one.english == english[key] and has_words(english[key]):
            same.add(key)
    return Seen(hashes, frozenset(same))
