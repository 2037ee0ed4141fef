"""Translations of a game, or of the shared texts: read, compared with English, started, accepted, examined.

Reading a kit stops at what cannot be printed; here all issues are collected, and an error is raised only
for a file that cannot be read at all. The status of a language also has what overflows on its pages.
"""

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from functools import cached_property
from pathlib import Path
from textwrap import wrap
from typing import Literal, TypeAlias, get_args

from generator.errors import (
    GeneratorError,
    LayoutError,
    MissingGlyph,
    OutputError,
    PrintWarning,
    Problem,
    UnknownName,
    format_count,
    list_characters,
    suggest,
    tidy,
)
from generator.layout.text.words import itemize
from generator.make.jobs.files import lay_out
from generator.make.jobs.jobs import Job, ReadGame, choose_jobs
from generator.model.kit import Kit
from generator.model.language.kinds import MM_PER_POINT
from generator.model.printing.printing import Paper
from generator.model.style import name_icon_text
from generator.model.texts.message import OTHER, parse_message
from generator.model.texts.rich_text import Span, may_have_marks, parse_rich
from generator.model.texts.wordings import PSEUDO, Wording
from generator.model.values import dataclass, field, replace
from generator.output import Staging
from generator.read.declared.reader import At, Findings
from generator.read.files.shelf import REFERENCE, Shelf, list_locales
from generator.read.files.text_files import shorten_line
from generator.read.files.yaml import Source, path_of
from generator.read.kits.fonts import read_fonts, read_kit_fonts
from generator.read.kits.kits import read_kit_and_texts
from generator.read.kits.shared import read_papers
from generator.read.pictures.pictures import IconShelf
from generator.read.wordings.grammars import (
    describe_language,
    describe_unknown_language,
    get_language_of,
    make_grammar,
)
from generator.read.wordings.wordings import (
    WordingFile,
    WordingFolder,
    check_locale,
    combine_wordings,
    compare_sentence,
    fill_numbers,
)
from generator.scene.fonts import FontLibrary
from generator.scene.shapes import Document, GlyphRun, walk
from generator.translate.language_checks import CheckType, LanguageChecks
from generator.translate.wording_edits import (
    INDENT,
    LINE_WIDTH,
    Review,
    Reviews,
    ReviewState,
    TableText,
    format_reviewed_english,
    format_reviews,
    format_text,
    hash_text,
    list_lines,
    list_table_texts,
    name_review_file,
    nest,
    read_reviewed_english,
    read_reviews,
)

IssueType: TypeAlias = Literal[
    "missing",
    "unknown",
    "wrong",
    "kept",
    "stale",
    "unreviewed",
    "identical",
    "icons",
    "characters",
    "terms",
    "typography",
    "register",
    "weaker",
]
"""`wrong`: markup, placeholders or plurals that cannot be printed; `kept`: still the same after the English
has changed; `stale`: both have changed since the review; `icons`: other icons or colours than in English, or
stars that would be printed; `characters`: some that no font has; the rest is in `language_checks`."""
ISSUE_TYPES: tuple[IssueType, ...] = get_args(IssueType)

_COUNTED = 201
"""Numbers below this are counted in games: a language may have a form for millions."""


@dataclass(frozen=True, slots=True)
class TranslationIssue:
    """A problem with one translated text."""

    type: IssueType
    key: str
    problem: Problem
    characters: str = ""
    """The characters that no font has."""

    @classmethod
    def of(
        cls,
        type: IssueType,
        key: str,
        home: WordingFile | TableText,
        message: str,
        hint: str,
        characters: str = "",
    ) -> "TranslationIssue":
        """Return an issue with the place of its text; that of a missing text is the key of its group."""
        if isinstance(home, TableText):
            return cls(type, key, home.describe(message, hint), characters)
        at: At = "key" if type == "missing" else "value"
        return cls(type, key, Findings(home.source).describe(path_of(key), message, hint, at=at), characters)


@dataclass(frozen=True, slots=True)
class Translation:
    """One language of a folder, with its issues."""

    locale: str
    source: WordingFolder
    file: WordingFile
    reviews: Reviews
    sentences: Mapping[str, str]
    """Texts of the file that can be printed."""
    issues: tuple[TranslationIssue, ...]
    cells: Mapping[str, TableText] = field(default_factory=dict)
    """Texts in tables, by key."""

    @property
    def in_cells(self) -> Mapping[str, str]:
        """The texts of cells that are not empty."""
        return {key: cell.text for key, cell in self.cells.items() if cell.text}

    @property
    def texts(self) -> Mapping[str, str]:
        """All texts, including invalid ones."""
        return {**self.file.sentences, **self.file.broken, **self.in_cells}

    @property
    def printable(self) -> Mapping[str, str]:
        """All texts that can be printed."""
        return {**self.sentences, **self.in_cells}

    @property
    def english(self) -> Mapping[str, str]:
        """All English texts, those of tables last."""
        return {**self.source.texts, **{key: cell.english for key, cell in self.cells.items()}}

    @property
    def required(self) -> Mapping[str, str]:
        """The English texts that the language must translate."""
        cells = {key: cell.english for key, cell in self.cells.items()}
        return {**self.source.required(self.locale), **cells}

    def get_home(self, key: str) -> WordingFile | TableText:
        """Return where a text is written."""
        return self.cells.get(key, self.file)

    def keys_of(self, type: IssueType) -> tuple[str, ...]:
        """Return the keys of texts with such an issue, in the order of the file."""
        return tuple(dict.fromkeys(issue.key for issue in self.issues if issue.type == type))


def read_translation(
    source: WordingFolder,
    locale: str,
    cells: Mapping[str, TableText] | None = None,
    *,
    has_style: bool = True,
) -> Translation:
    """Read a language with all of its issues, including those of cells of tables.

    Without `has_style`, the checks that depend on the language are left out. Raises DataError where a file
    cannot be read at all.
    """
    file, findings = source.read_as_it_is(locale)
    reviews = read_reviews(source.folder, locale, source.numbers)
    problems = findings.problems
    issues = [TranslationIssue("wrong", problem.path.removeprefix("words."), problem) for problem in problems]
    known = {*file.sentences, *(issue.key for issue in issues)}
    home, message = file, "is missing"
    if not source.path(locale).exists():
        # A language may be in columns of tables alone.
        home, message = source.read_as_it_is(REFERENCE)[0], f"is missing in {locale}, which has no file yet"
    for key, english in source.required(locale).items():
        if key not in known:
            hint = f"English: {shorten_line(english)}"
            issues.append(TranslationIssue.of("missing", key, home, message, hint))
    printable = {}
    checks = _make_checks(source, locale) if has_style else None
    compare = _Comparison(reviews, checks, _list_forms(source, locale))
    for key, text in file.sentences.items():
        own = list(_check_sentence(source, file, compare, key, text))
        issues += own
        if not any(issue.type in ("unknown", "wrong") for issue in own):
            printable[key] = text
    cells = cells or {}
    issues += _check_cells(cells, compare)
    return Translation(locale, source, file, reviews, printable, tuple(issues), cells)


def _check_sentence(
    source: WordingFolder, file: WordingFile, compare: "_Comparison", key: str, text: str
) -> Iterator[TranslationIssue]:
    findings = Findings(file.source)
    compare_sentence(findings, key, text, source.texts, numbers=source.names.numbers)
    for form in parse_message(text).used_forms:
        if form not in compare.forms:
            known = ", ".join(sorted(compare.forms)) or "none"
            findings.add(path_of(key), f"unknown form `{form}`", f"the texts of the language have: {known}")
    for problem in findings.problems:
        yield TranslationIssue("wrong" if key in source.texts else "unknown", key, problem)
    if key in source.texts and not findings.problems:
        yield from compare.list_issues(source.texts[key], file, key, text)


def list_text_issues(translation: Translation, key: str, text: str) -> Iterator[TranslationIssue]:
    """Yield the issues that a text without errors would have as the translation of a key."""
    source, locale, home = translation.source, translation.locale, translation.get_home(key)
    compare = _Comparison(translation.reviews, _make_checks(source, locale), _list_forms(source, locale))
    yield from compare.list_issues(translation.english[key], home, key, text)


def _list_forms(source: WordingFolder, locale: str) -> Set[str]:
    files = [folder.read_as_it_is(locale)[0] for folder in source.list_folders(locale)]
    texts = (text for file in files for text in file.sentences.values() if text.startswith("{"))
    return make_grammar(locale).sounds.keys() | {form for text in texts for form in parse_message(text).forms}


def _make_checks(source: WordingFolder, locale: str) -> LanguageChecks:
    files = [folder.read_as_it_is(locale)[0] for folder in source.list_folders(locale)]
    return LanguageChecks(locale, {term: words for file in files for term, words in file.terms.items()})


def _check_cells(cells: Mapping[str, TableText], compare: "_Comparison") -> Iterator[TranslationIssue]:
    """Yield the issues of texts in tables; a missing column is one of them, not one for each row."""
    columns: dict[tuple[Path, str], list[TableText]] = {}
    for key, cell in cells.items():
        if cell.cell is None:
            columns.setdefault((cell.file, cell.column), []).append(cell)
        elif cell.text:
            yield from compare.list_issues(cell.english, cell, key, cell.text)
        else:
            hint = f"English: {shorten_line(cell.english)}"
            yield TranslationIssue.of("missing", key, cell, "is missing", hint)
    for (_, column), lacking in columns.items():
        texts = format_count(len(lacking), "text is", "texts are")
        message = f"the table has no column `{column}`: {texts} missing"
        yield TranslationIssue.of("missing", lacking[0].key, lacking[0], message, "add it to the table")


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Compares texts of one language with their English."""

    reviews: Reviews
    checks: LanguageChecks | None
    forms: Set[str] = frozenset()
    """Names of the forms that a text can be filled in with."""

    def list_issues(
        self, english: str, home: WordingFile | TableText, key: str, text: str
    ) -> Iterator[TranslationIssue]:
        """Yield the issues of a text that was compared with its English before, or never."""
        review, state = self.reviews.lines.get(key), self.reviews.judge(key, english, text)
        if state != "reviewed":
            hint = "compare them, then run petri locale accept" if review is None else _SAY
            hint = hint if state == "unreviewed" else f"English is now: {shorten_line(english)}"
            yield TranslationIssue.of(state, key, home, _SAID[state] if review else _NEVER, hint)
        if text == english:
            if has_words(english) and not (review and review.same):
                hint = f"if that is right, run petri locale accept … {key}"
                yield TranslationIssue.of("identical", key, home, "is the same as in English", hint)
        elif self.checks and not (review and review.checked and state == "reviewed"):
            for type, message in self.checks.list_findings(key, english, text):
                yield TranslationIssue.of(type, key, home, message, f"English: {shorten_line(english)}")
        if message := _compare_icons(english, text):
            yield TranslationIssue.of("icons", key, home, message, f"English: {shorten_line(english)}")


_NEVER, _SAY = "not yet reviewed against the English", "compare it, then run petri locale accept with its key"
_SAID: Mapping[ReviewState, str] = {
    "unreviewed": "has changed since its review",
    "kept": "is still the same, but its English has changed",
    "stale": "has changed, and so has its English, since its review",
}
PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_LETTER = re.compile(r"[^\W\d_]")


def has_words(text: str) -> bool:
    """Return True if a text has anything to translate: letters besides markup, icons and placeholders."""
    texts = (PLACEHOLDER.sub("", span.text) for span in list_spans(text) if not span.icon)
    return any(map(_LETTER.search, texts))


def _compare_icons(english: str, text: str) -> str:
    """Describe the icons and colours that only one of two texts has; empty when they have the same."""
    if not may_have_marks(english) and not may_have_marks(text):
        return ""
    ours, theirs = _list_icons(text), _list_icons(english)
    lost, added = ", ".join(sorted(theirs - ours)), ", ".join(sorted(ours - theirs))
    differences = [f"has no {lost}"] if lost else []
    differences += [f"has {added}, which English does not have"] if added else []
    if _prints_stars(text) and not _prints_stars(english):
        differences.append("would print its stars: remove the spaces between the stars and the words")
    return "; ".join(differences)


_ESCAPED = re.compile(r"\\[*\\]")


def _prints_stars(text: str) -> bool:
    """Return True if a text has stars that are not markup: many tools put blanks into `** words **`."""
    return "*" in text and any("*" in span.text for span in list_spans(_ESCAPED.sub("x", text)))


def _list_icons(text: str) -> set[str]:
    spans = list(list_spans(text))
    icons = {f"`:{span.icon}:`" for span in spans if span.icon}
    links = {f"`{{to {bar.to}|...}}`" for span in spans for bar in span.inline.bars if bar.to}
    return icons | links | {f"`{{{span.colour}|...}}`" for span in spans if span.colour}


def list_spans(text: str) -> Iterator[Span]:
    """Yield the spans of all variants of a text."""
    for sample, _ in parse_message(text).samples():
        yield from parse_rich(sample, places=True)


SHARED_TEXTS = "shared"
"""Used in place of a game: the texts that all games share."""


@dataclass(frozen=True)
class Workspace:
    """The texts that are translated."""

    name: str
    """Name of the game as it was typed."""
    source: WordingFolder
    shelf: Shelf
    kit: Kit | None = None
    """In English; None for the shared texts."""

    @property
    def home(self) -> Path:
        """The folder with all files that are written."""
        return self.kit.folder if self.kit else self.source.folder

    @property
    def title(self) -> str:
        """Name of the game in files and reports."""
        return self.kit.slug if self.kit else self.name

    @property
    def locales(self) -> tuple[str, ...]:
        """All languages but English, including those that only columns of tables have."""
        return tuple(dict.fromkeys((*list_locales(self.source.folder.parent)[1:], *self.source.in_columns)))

    def read(self, locale: str) -> Translation:
        """Read a language; raises UnknownName where it is not there, DataError where it is unreadable."""
        if locale not in self.locales:
            wrong = UnknownName(f"{self.name}: {describe_unknown_language(locale, self.locales)}")
            raise wrong.saying("command.unknown", prefix=self.name, name=locale, known=(*self.locales,))
        return read_translation(self.source, locale, list_table_texts(self.kit, locale))

    def read_or_start(self, locale: str) -> Translation:
        """Read a language; return a draft without texts where it has no file."""
        if locale == REFERENCE:
            raise UnknownName(f"`{locale}` is the source language; edit {self.source.path(locale)}")
        if self.source.path(locale).exists():
            return self.read(locale)
        text = _format_new_language(self.source, locale)
        file = WordingFile(Source(str(self.source.path(locale)), text, None), "", "ltr", {}, is_draft=True)
        cells = list_table_texts(self.kit, locale)
        reviews = read_reviews(self.source.folder, locale, self.source.numbers)
        issues = _check_cells(cells, _Comparison(reviews, _make_checks(self.source, locale)))
        return Translation(locale, self.source, file, reviews, {}, tuple(issues), cells)

    @cached_property
    def fonts(self) -> FontLibrary:
        """The fonts of the game, or those of all games for the shared texts."""
        return read_kit_fonts(self.kit, shelf=self.shelf) if self.kit else read_fonts(self.shelf.fonts)

    @cached_property
    def papers(self) -> Mapping[str, Paper]:
        return read_papers(self.shelf.papers)


@dataclass(frozen=True, slots=True)
class AcceptedText:
    """A text that was accepted, with the English that it was compared with before."""

    key: str
    english: str
    translation: str
    before: str = ""
    """The English of the last review; empty if it has not changed, or there was none."""
    is_kept: bool = False
    """True if the translation is the same as before, although the English has changed."""
    findings: tuple[str, ...] = ()
    """Findings about the language of the text, which are none from now on."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The result of accepting texts of one language."""

    accepted: tuple[AcceptedText, ...]
    left: tuple[str, ...]
    """Texts of groups that need to be accepted by their own keys."""


def open_workspace(name: str, shelf: Shelf) -> Workspace:
    """Return the workspace of a game by its name or path, or of the shared texts for `shared`.

    Raises UnknownName for an unknown game, and DataError if its English cannot be read.
    """
    if name == SHARED_TEXTS:
        texts = WordingFolder(shelf.wording)
        texts.read(REFERENCE)
        return Workspace(SHARED_TEXTS, texts, shelf)
    kit, texts, _ = read_kit_and_texts(shelf.find_game(name), shelf=shelf, locales=(REFERENCE,))
    return Workspace(name, texts, shelf, kit)


def open_to_write(name: str, shelf: Shelf) -> Workspace:
    """Open a workspace to change it.

    Raises OutputError for texts of an installed program: the next installation would overwrite them.
    """
    workspace = open_workspace(name, shelf)
    check_is_own(workspace, shelf)
    return workspace


def check_is_own(workspace: Workspace, shelf: Shelf) -> None:
    """Raise OutputError for texts of an installed program."""
    folder = workspace.source.folder
    if not shelf.is_installed or not folder.resolve().is_relative_to(shelf.data):
        return
    reason = "belongs to the installed program, which overwrites it on updates"
    if workspace.kit is None:
        fix = "a new language of a game has these texts in its own file"
        raise OutputError(str(folder), f"{reason}; {fix}")
    home, copy = str(workspace.kit.folder), f".{os.sep}{Path(workspace.kit.id)}"
    fix = f"copy the folder {home} to where you work, and name the copy: {copy}"
    error = OutputError(str(folder), f"{reason}; {fix}")
    raise error.saying("command.reason.installed", prefix=str(folder), file=home, copy=copy)


def accept(translation: Translation, names: Collection[str], staging: Staging) -> Acceptance:
    """Mark named translations as up to date with the English.

    A name is the key of a text or of a group. Texts of groups that are older than their English, or have
    findings about their language, are left out: each must be read. Raises UnknownName for other names.
    """
    named, lines = _find_keys(translation, names), dict(translation.reviews.lines)
    english, identical = translation.english, set(translation.keys_of("identical"))
    old = read_reviewed_english(translation.source.folder)
    accepted, left = [], []
    for key in named:
        before, text = lines.get(key), translation.printable[key]
        state = translation.reviews.judge(key, english[key], text)
        issues = [one for one in translation.issues if one.key == key and one.type in get_args(CheckType)]
        if key not in names and (state == "kept" or issues):
            left.append(key)
        elif state != "reviewed" or key in identical or issues:
            same = key in identical or bool(before and before.same)
            kept = state == "kept" or bool(state == "reviewed" and before and before.kept)
            hashes = hash_text(english[key]), hash_text(text)
            lines[key] = Review(*hashes, same, kept, checked=bool(issues))
            then = old.get(before.english, "") if before and before.english != lines[key].english else ""
            findings = tuple(issue.problem.message for issue in issues)
            accepted.append(AcceptedText(key, english[key], text, then, state == "kept", findings))
    write_reviews(staging, translation, replace(translation.reviews, lines=lines), translation.texts)
    return Acceptance(tuple(accepted), tuple(left))


def write_reviews(
    staging: Staging, translation: Translation, reviews: Reviews, texts: Mapping[str, str], *old: str
) -> None:
    """Write the reviews of texts, in the order of English, and the English that all languages refer to.

    `old` are English texts that are no longer those of the game. A review that holds because a number
    is filled in refers to the text as it is written from now on.
    """
    folder, locale, english = translation.source.folder, translation.locale, translation.english
    order = [key for key in english if key in texts]
    lines = {key: reviews.lines[key] for key in order if key in reviews.lines}
    for key, review in lines.items():
        if reviews.judge(key, english[key], texts[key]) == "reviewed":
            hashes = hash_text(english[key]), hash_text(texts[key])
            lines[key] = replace(review, english=hashes[0], translation=hashes[1])
    text = format_reviews(Reviews(lines), order=order)
    staging.write(name_review_file(folder, locale), text.encode())
    others = [one.stem for one in (folder / "reviewed").glob("*.txt") if one.stem not in (locale, REFERENCE)]
    every = [Reviews(lines), *(read_reviews(folder, one) for one in others)]
    used = {review.english for one in every for review in one.lines.values()}
    known = {hash_text(one): one for one in (*old, *english.values())}
    text = format_reviewed_english({**read_reviewed_english(folder), **known}, used=used)
    staging.write(name_review_file(folder, REFERENCE), text.encode())


def check_new_language(locale: str) -> None:
    """Raise UnknownName with a hint if no language can have this tag."""
    try:
        check_locale(locale)
    except ValueError as error:
        wrong = UnknownName(f"{error}; write it like es, pt-BR, or sr-Latn")
        raise wrong.saying("screen.tag", name=tidy(locale), known=("es", "pt-BR", "sr-Latn")) from error
    if locale == PSEUDO:
        wrong = UnknownName(f"`{PSEUDO}` is made from English when it is printed")
        raise wrong.saying("screen.pseudo", name=PSEUDO)
    if (meant := get_language_of(locale)) is not None:
        name = describe_language(meant)[0]
        wrong = UnknownName(f"no language has the tag `{locale}`; did you mean `{meant}` ({name})?")
        raise wrong.saying("screen.near_tag", name=locale, near=f"{meant} ({name})")


def start_language(workspace: Workspace, locale: str) -> Path:
    """Write a draft with all keys and no texts, the English above each as a comment.

    Raises OutputError when the language exists.
    """
    path = workspace.source.path(locale)
    if path.exists():
        raise OutputError(str(path), "the language already exists", "language")
    with Staging(home=workspace.source.folder) as staging:
        staging.write(path, _format_new_language(workspace.source, locale).encode())
    return path


def _find_keys(translation: Translation, names: Iterable[str]) -> tuple[str, ...]:
    named: dict[str, None] = {}
    unknown = []
    for name in names:
        known = translation.printable
        keys = [key for key in known if key == name or key.startswith((f"{name}.", f"{name}:"))]
        if not keys:
            hint = suggest(name, known, likeness=0.7)
            message = f"no text or group `{name}` in {translation.locale}"
            unknown.append(f"{message}; {hint}" if hint else message)
        named |= dict.fromkeys(keys)
    if unknown:
        raise UnknownName("\n".join(unknown))
    return tuple(named)


def _format_new_language(source: WordingFolder, locale: str) -> str:
    name, direction = describe_language(locale)
    schema = source.file.source.text.split("\n", 1)[0]
    lines = [
        *([schema] if schema.startswith("# yaml-language-server") else []),
        f"# {name}: write each text after its key. The English is above it.",
        f"language: {format_text(name, width=LINE_WIDTH, may_fold=False)}",
        f"direction: {direction}",
        "status: draft",
        "words:",
        *list_lines(nest(source.required(locale)), INDENT, _write_empty),
    ]
    return "\n".join(lines) + "\n"


def _write_empty(key: str, english: str, column: int) -> str:
    lines = []
    for line in english.split("\n"):
        lines += wrap(line, LINE_WIDTH - column, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*(f"# {line}" for line in lines), f"{key}:"])


@dataclass(frozen=True, slots=True)
class Overflow:
    """A text or drawing that does not fit on a part."""

    part: str
    papers: tuple[str, ...]
    """The paper sizes on which it does not fit."""
    message: str
    over_mm: float
    """0 where the problem is not a length."""


@dataclass(frozen=True, slots=True)
class SmallType:
    """The smallest type of a language, outside the margins of the paper."""

    points: float
    text: str
    part: str


@dataclass(frozen=True, slots=True)
class TranslationStatus:
    """The status of one language of a game, or of the shared texts."""

    game: str
    locale: str
    language: str
    """Name of the language in that language."""
    is_draft: bool
    required: int
    """Number of texts that English has."""
    translated: int
    issues: tuple[TranslationIssue, ...] = ()
    overflows: tuple[Overflow, ...] = ()
    smallest: SmallType | None = None
    """None where nothing was laid out."""

    @property
    def name(self) -> str:
        return "draft" if self.is_draft else "released"

    def list_issues(self, type: IssueType) -> list[TranslationIssue]:
        return [issue for issue in self.issues if issue.type == type]

    @property
    def is_clean(self) -> bool:
        return not (self.issues or self.overflows)

    @property
    def fails(self) -> bool:
        """True if a released language has issues; a draft may have them."""
        return not self.is_draft and not self.is_clean


def examine(
    workspace: Workspace, locale: str, *, text_only: bool = False, report: Callable[[Job], None]
) -> TranslationStatus:
    """Return the status of a language, or only of its texts.

    `report` is called before each part is laid out. Raises UnknownName for an unknown language, and
    DataError if its file cannot be read.
    """
    kit, fonts, translation = workspace.kit, workspace.fonts, None
    if locale == REFERENCE:
        count = len(workspace.source.file.sentences) + len(workspace.source.direct)
        language = workspace.source.find_language(locale)
        status = TranslationStatus(workspace.title, locale, language, False, count, count)
    else:
        translation = workspace.read(locale)
        status = count_texts(workspace.title, translation)
        status = replace(status, issues=(*status.issues, *_list_texts_without_font(translation, fonts)))
    if kit is not None and translation:
        status = replace(status, issues=(*status.issues, *_list_unnamed_icons(kit, translation)))
    if kit is None or text_only:
        return status
    if translation:
        kit = replace(kit, wordings={**kit.wordings, locale: make_wording(translation, status)})
    jobs = choose_jobs([ReadGame(kit, fonts)], workspace.papers, locale_names=[locale])
    overflows, smallest = try_to_fit(jobs, report=report)
    return replace(status, overflows=overflows, smallest=smallest)


def check_translations(kit: Kit, texts: WordingFolder, locales: Iterable[str]) -> Iterator[TranslationStatus]:
    """Yield the status of the texts of some languages of a kit, without the style of these languages.

    Raises DataError for unreadable reviews.
    """
    for locale in locales:
        if locale != REFERENCE:
            cells = list_table_texts(kit, locale)
            translation = read_translation(texts, locale, cells, has_style=False)
            status = count_texts(kit.slug, translation)
            yield replace(status, issues=(*status.issues, *_list_unnamed_icons(kit, translation)))


def count_texts(name: str, translation: Translation) -> TranslationStatus:
    """Return the status of the texts alone; nothing is laid out."""
    locale, required = translation.locale, translation.required
    done = len(required.keys() & translation.printable.keys())
    language, is_draft = translation.source.find_language(locale), translation.file.is_draft
    return TranslationStatus(name, locale, language, is_draft, len(required), done, translation.issues)


def _list_texts_without_font(translation: Translation, fonts: FontLibrary) -> Iterator[TranslationIssue]:
    for key, text in translation.printable.items():
        if characters := list_missing_characters(text, fonts):
            hint = "use another character, or put a font into the game's folder `fonts`"
            message = f"no font has {list_characters(characters)}"
            yield TranslationIssue.of("characters", key, translation.get_home(key), message, hint, characters)


def _list_unnamed_icons(kit: Kit, translation: Translation) -> Iterator[TranslationIssue]:
    """Yield a missing text for each icon of a kit that screen readers would call by its English name."""
    known = translation.source.texts.keys() | translation.file.sentences.keys()
    for name in kit.icons.used if isinstance(kit.icons, IconShelf) else ():
        if (key := name_icon_text(name)) not in known:
            message = "is missing: without it, screen readers say the name of the icon"
            hint = "add it in every language, and in English"
            yield TranslationIssue.of("missing", key, translation.file, message, hint)


STAND_IN = "?"
"""Replaces characters that no font has when pages are laid out."""


def make_wording(translation: Translation, status: TranslationStatus | None = None) -> Wording:
    """Return a wording that can be printed: English replaces missing and invalid texts."""
    source, locale = translation.source, translation.locale
    shared = [read_translation(folder, locale) for folder in source.list_folders(locale)[:-1]]
    files = [replace(each.file, sentences=each.sentences) for each in (*shared, translation)]
    wording = combine_wordings(source, locale, files)
    sentences = dict(wording.sentences)
    for missing in status.list_issues("characters") if status else ():
        if missing.key not in sentences:
            continue  # It is in a table; its card has been reported.
        replacements = dict.fromkeys(map(ord, missing.characters), STAND_IN)
        sentences[missing.key] = sentences[missing.key].translate(replacements)
    return fill_numbers(source, replace(wording, name=wording.name or locale, sentences=sentences))


def list_missing_characters(text: str, fonts: FontLibrary) -> str:
    """Return the characters of a text that no font has, each once."""
    faces = [family.regular for family in fonts.families]
    missing: dict[str, None] = {}
    for word in (word for span in list_spans(text) if not span.icon for word in span.text.split()):
        try:
            itemize(word, faces, script="")
        except MissingGlyph as error:
            missing |= dict.fromkeys(error.characters)
    return "".join(missing)


def try_to_fit(
    jobs: Iterable[Job], *, report: Callable[[Job], None]
) -> tuple[tuple[Overflow, ...], SmallType | None]:
    """Return overflows and the smallest type of a game in a language; `report` is called for each job."""
    papers_of: dict[tuple[str, str], tuple[GeneratorError, dict[str, None]]] = {}
    sizes: list[SmallType] = []
    for job, chunks in lay_out(jobs, report=report):
        for chunk, errors in chunks:
            for error in errors:
                if not isinstance(error, PrintWarning):
                    _, papers = papers_of.setdefault((job.part.id, str(error)), (error, {}))
                    papers[job.paper.id] = None
            if chunk:
                sizes += _list_smallest(chunk.document, job.part.id)
    overflows = [
        Overflow(part, tuple(papers), text, error.over_mm if isinstance(error, LayoutError) else 0.0)
        for (part, text), (error, papers) in papers_of.items()
    ]
    return tuple(overflows), min(sizes, key=lambda size: size.points, default=None)


_LETTERS = 3
"""Text with fewer letters is an id or a number."""


def _list_smallest(document: Document, part: str) -> list[SmallType]:
    placed = (placed for page in document.pages for placed in walk(page.shapes))
    shapes = (each.shape for each in placed if "margin" not in each.groups)
    inside = (shape for shape in shapes if isinstance(shape, GlyphRun))
    runs = [run for run in inside if sum(map(str.isalpha, run.text)) >= _LETTERS]
    smallest = sorted(runs, key=lambda run: run.size)[:1]
    return [SmallType(round(run.size / MM_PER_POINT, 2), run.text.strip(), part) for run in smallest]


def list_inserts(english: str, locale: str) -> Iterable[str]:
    """Return placeholders, choices with the categories of a language, and icons of an English text."""
    grammar, message = make_grammar(locale), parse_message(english)
    chosen = {choice.name for choice in message.choices}
    found = [f"{{{name}}}" for name in message.names if name not in chosen]
    for choice in message.choices:
        rule = {"plural": grammar.plural, "selectordinal": grammar.ordinal}.get(choice.kind)
        keys = [branch.key for branch in choice.branches]
        if rule:
            used = {*map(rule, range(_COUNTED)), OTHER}
            keys = [one for one in (*grammar.plurals, *grammar.ordinals) if one in used]
        sign = "#" if rule else ""
        branches = " ".join(f"{key} {{{sign}}}" for key in dict.fromkeys(keys))
        found.append(f"{{{choice.name}, {choice.kind}, {branches}}}")
    found += [f":{span.icon}:" for span in list_spans(english) if span.icon]
    return dict.fromkeys(found)
