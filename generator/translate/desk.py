"""A translator's desk: texts of a language are shown, checked while they are typed, and saved one by one.

Several desks may be open on one game: a text that somebody else has changed meanwhile is never overwritten.
"""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from threading import RLock
from typing import Literal, TypeAlias

from generator.errors import DataError, GeneratorError, UnknownName, tidy
from generator.make.jobs.jobs import ReadGame
from generator.make.screens.printed_texts import find_printed_texts, join_noted
from generator.make.screens.workshop import ScreenView, TriedText, Workshop
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field
from generator.output import Staging, locked
from generator.play.contracts.samples import Samples, read_samples
from generator.read.files.shelf import REFERENCE, Shelf, find_shelf
from generator.read.wordings.wordings import WordingFolder, combine_wordings, put_text
from generator.translate.exchange import (
    ExchangedText,
    check_texts,
    put_into_po_file,
    put_remark_into_po_file,
    put_texts_of,
)
from generator.translate.proof import list_overflows, list_prints
from generator.translate.translations import (
    IssueType,
    Translation,
    TranslationIssue,
    Workspace,
    accept,
    check_is_own,
    examine,
    list_inserts,
    list_missing_characters,
    list_text_issues,
    make_wording,
    open_workspace,
)
from generator.translate.wording_edits import (
    name_review_file,
    put_comments,
    read_comments,
    read_notes,
    read_reviewed_english,
)

OpenState: TypeAlias = IssueType | Literal["overflow"]


_OF_REVIEWS = ("unreviewed", "kept", "stale")
"""Issues that no other text would remove."""


class ChangedMeanwhile(GeneratorError):
    """A text that somebody else has changed since it was shown."""

    def __init__(self, key: str, theirs: str) -> None:
        super().__init__(f"somebody else has changed the text {key} meanwhile")
        self.theirs = theirs


@dataclass(frozen=True, slots=True)
class Finding:
    """An issue of a text as it is typed."""

    type: OpenState
    message: str
    hint: str = ""

    @property
    def is_error(self) -> bool:
        """True if the text cannot be printed, and is not saved."""
        return self.type in ("wrong", "characters")


@dataclass(frozen=True, slots=True)
class DeskText:
    """A text with everything that its translator needs."""

    key: str
    english: str
    translation: str
    """The text of the file; empty if it is missing."""
    before: str = ""
    """The English of the last review, if it has changed."""
    states: tuple[OpenState, ...] = ()
    """Types of its issues."""
    note: str = ""
    """Comment of the English file."""
    remark: str = ""
    """Comment of the translator, which the file of the language has above the text."""
    takes_remark: bool = False
    """True for a text of the file of the language, above which a comment can be written."""
    places: tuple[str, ...] = ()
    """Where it is printed, as far as that is known; empty: on the screen."""
    parts: tuple[str, ...] = ()
    """Parts on whose pages it can be pointed at."""
    is_shared: bool = False
    """True for a text that all games share, as long as this game has no own one."""
    longest: int = 0
    """About how many characters fit; 0 where there is no limit."""
    inserts: tuple[str, ...] = ()
    """Placeholders, choices, and icons of the English, as they are written in the language."""
    samples: tuple[str, ...] = ()
    """The English, filled with samples."""
    place: str = ""
    """File and line of the text, or of its group."""


@dataclass(frozen=True, slots=True)
class TypedText:
    """Everything about a text as it is typed but how it fits."""

    findings: tuple[Finding, ...]
    samples: tuple[str, ...]
    """The text filled with samples, each plural once; empty if it cannot be filled."""


@dataclass(frozen=True, slots=True)
class LanguageSurvey:
    """Facts about texts of a language that only its pages have."""

    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Where texts are printed, by key, perhaps within others."""
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Parts on whose pages a text can be pointed at, by key."""
    longest: Mapping[str, int] = field(default_factory=dict)
    overflows: Mapping[str, str] = field(default_factory=dict)
    """Messages by the key of a text that does not fit."""


def survey_language(game: str, locale: str) -> LanguageSurvey:
    """Lay out a game in a language, and return the places of its texts, and those that do not fit."""
    workspace = open_workspace(game, find_shelf())
    translation = workspace.read(locale)
    prints = list_prints(workspace, locale, translation.cells)
    status = examine(workspace, locale, report=lambda job: None)
    return LanguageSurvey(
        {key: tuple(one.places) for key, one in prints.items()},
        _list_parts(workspace, locale, translation),
        {key: one.longest for key, one in prints.items() if one.longest},
        list_overflows(status, translation),
    )


def _list_parts(workspace: Workspace, locale: str, translation: Translation) -> Mapping[str, tuple[str, ...]]:
    """Return the parts that show a text by itself, by key, on the first paper of the game."""
    workshop = Workshop(Path(workspace.name), workspace.shelf)
    workshop.read()
    contents, found = workshop.list_contents(), dict[str, dict[str, None]]()
    cells = _list_cells(translation)
    for part in contents.parts:
        layout = workshop.open(ScreenView(part.id, (locale,), (contents.papers[0].id,)))
        for column, index in layout.lay_out():
            noted = join_noted(column.noted, cells)
            for one in find_printed_texts(column.pages[index].page, noted):
                for key in one.keys:
                    found.setdefault(key, {})[part.id] = None
    return {key: tuple(parts) for key, parts in found.items()}


def _list_cells(translation: Translation) -> Mapping[str, tuple[str, ...]]:
    """Return the keys of texts in tables, by text as it is printed."""
    found: dict[str, tuple[str, ...]] = {}
    for key, cell in translation.cells.items():
        shown = cell.text or cell.shown
        found[shown] = (*found.get(shown, ()), key)
    return found


@dataclass(frozen=True, slots=True)
class _OpenLanguage:
    """A language as its files were when they were read, with what is made of it once."""

    translation: Translation
    signature: Mapping[Path, tuple[int, int]]
    wording: Wording
    english: Wording
    issues: Mapping[str, tuple[TranslationIssue, ...]]
    notes: Mapping[str, str]
    """Comments of the English file by key."""
    remarks: Mapping[str, str]
    """Comments of translators by key."""
    before: Mapping[str, str]
    """English texts of reviews, by hash."""

    def find(self, key: str) -> str:
        """Return a translation as it is written, of the game or else of all games; empty if it is missing."""
        text = self.translation.texts.get(key, "")
        return text or (self._shared.get(key, "") if self.is_shared(key) else "")

    def is_shared(self, key: str) -> bool:
        """Return True for a text that the language shares with other games."""
        return key not in self.translation.texts and key not in self.translation.required

    @property
    def _shared(self) -> Mapping[str, str]:
        shared = self.translation.source.shared
        return shared.read_as_it_is(self.translation.locale)[0].sentences if shared else {}


class Desk:
    """The texts of a game; what is asked for is read again if its files have changed."""

    def __init__(self, game: Path, shelf: Shelf) -> None:
        self._game, self._shelf = str(game), shelf
        self._lock = RLock()
        self._workspace: Workspace | None = None
        self._samples: Samples | None = None
        self._languages: dict[str, _OpenLanguage] = {}
        self.surveys: dict[str, LanguageSurvey] = {}
        """By language, of a version of the files that may be a little older."""

    def renew(self, game: ReadGame | None = None, texts: WordingFolder | None = None) -> None:
        """Take a game that was read again; by default, it is read when it is needed."""
        with self._lock:
            self._workspace = self._samples = None
            self._languages.clear()
            if game and texts:
                self._workspace = Workspace(self._game, texts, self._shelf, game.kit)

    @property
    def workspace(self) -> Workspace:
        """The texts of the game; raises DataError if the files of the game have problems."""
        with self._lock:
            if self._workspace is None:
                self._workspace = open_workspace(self._game, self._shelf)
            return self._workspace

    def open_to_write(self) -> Workspace:
        """Return the texts of the game; raises OutputError for those of an installed program."""
        check_is_own(self.workspace, self._shelf)
        return self.workspace

    def list_texts(self, locale: str) -> tuple[DeskText, ...]:
        """Return all texts of a language in the order of English, without notes and samples."""
        opened = self._open(locale)
        keys = dict.fromkeys((*opened.translation.required, *opened.translation.texts))
        return tuple(self._describe(opened, key) for key in keys if key in opened.translation.english)

    def get_text(self, locale: str, key: str) -> DeskText:
        """Return a text; raises UnknownName for a key that English does not have."""
        return self._describe(self._open(locale, key), key, is_full=True)

    def _describe(self, opened: _OpenLanguage, key: str, *, is_full: bool = False) -> DeskText:
        translation, locale = opened.translation, opened.translation.locale
        survey = self.surveys.get(locale, LanguageSurvey())
        english, issues = translation.english[key], opened.issues.get(key, ())
        states: dict[OpenState, None] = dict.fromkeys(issue.type for issue in issues)
        states |= {"overflow": None} if key in survey.overflows else {}
        text, places, is_shared = opened.find(key), survey.places.get(key, ()), opened.is_shared(key)
        parts = survey.parts.get(key, ())
        short = DeskText(
            key, english, text, states=tuple(states), places=places, parts=parts, is_shared=is_shared
        )
        if not is_full:
            return short
        review = translation.reviews.lines.get(key)
        is_older = review is not None and bool({"kept", "stale"} & {*states})
        return DeskText(
            key,
            english,
            text,
            before=opened.before.get(review.english, "") if review and is_older else "",
            states=short.states,
            note=opened.notes.get(key, ""),
            remark=opened.remarks.get(key, ""),
            takes_remark=bool(translation.texts.get(key)) and key not in translation.cells,
            places=places,
            parts=parts,
            is_shared=is_shared,
            longest=survey.longest.get(key, 0),
            inserts=tuple(list_inserts(english, locale)),
            samples=self._fill(key, opened.english) if "{" in english else (),
            place=str(issues[0].problem.place or "") if issues else "",
        )

    def check(self, locale: str, key: str, text: str) -> TypedText:
        """Return the findings about a text as it is typed, and the text filled with samples."""
        opened = self._open(locale, key)
        translation, workspace = opened.translation, self.workspace
        if not text.strip():
            return TypedText((), ())
        entry = ExchangedText(key, translation.english[key], text, spot=(1, 1))
        try:
            check_texts(workspace, translation, "", [entry])
        except DataError as error:
            found = tuple(Finding("wrong", one.message, one.hint) for one in error.problems)
            return TypedText(found, ())
        findings = [
            Finding(one.type, one.problem.message, one.problem.hint)
            for one in list_text_issues(translation, key, text)
            if one.type not in _OF_REVIEWS
        ]
        if missing := list_missing_characters(text, workspace.fonts):
            findings.append(Finding("characters", f"no font has {missing}", "use another character"))
        if key in translation.cells or "{" not in text:
            return TypedText(tuple(findings), ())
        return TypedText(tuple(findings), self._fill(key, put_text(opened.wording, key, text)))

    def _fill(self, key: str, wording: Wording) -> tuple[str, ...]:
        if key not in wording.sentences:
            return ()
        with self._lock:
            if self._samples is None:
                self._samples = read_samples(self.workspace.kit, self.workspace.source)
        return self._samples.fill(key, wording)

    def fill_both(self, locale: str, key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the English and the translation, filled with samples, each plural once."""
        opened = self._open(locale)
        if key in opened.translation.cells:
            return (opened.translation.english[key],), (opened.translation.texts.get(key, ""),)
        return self._fill(key, opened.english), self._fill(key, opened.wording)

    def locate(self, locale: str, key: str, text: str) -> TriedText:
        """Return a text with the place in a table to which it belongs, if it is in one."""
        cell = self._open(locale).translation.cells.get(key)
        if cell is None:
            return TriedText(locale, key, text)
        return TriedText(locale, key, text, cell.part, cell.piece, cell.field)

    def list_cells(self, locale: str) -> Mapping[str, tuple[str, ...]]:
        """Return the keys of texts in tables, by text as it is printed."""
        return _list_cells(self._open(locale).translation)

    def save(self, locale: str, key: str, text: str, *, base: str, is_read: bool) -> tuple[Path, ...]:
        """Write a text unless it has errors, and return the files that were written.

        `base` is the text that was shown before it was changed. `is_read` accepts it: somebody has compared
        it with its English. Raises ChangedMeanwhile if the file has another text by now, DataError for
        errors, and OutputError for texts of an installed program.
        """
        self.open_to_write()
        with locked(self.workspace.source.folder):
            opened = self._open(locale, key)
            translation, now = opened.translation, opened.find(key)
            if now not in (base, text):
                raise ChangedMeanwhile(key, now)
            written: list[Path] = []
            if text != now:
                entry = ExchangedText(key, translation.english[key], text, is_open=True, spot=(1, 1))
                check_texts(self.workspace, translation, str(self.workspace.source.path(locale)), [entry])
                with Staging(home=self.workspace.home) as staging:
                    put_texts_of(translation, [entry], staging)
                    written += staging.commit().written
            if is_read:
                with Staging(home=self.workspace.home) as staging:
                    accept(self._open(locale).translation, [key], staging)
                    written += staging.commit().written
            state = self._open(locale)
            is_open = bool(state.issues.get(key))
            for path in (*self._list_po_files(locale),):
                with Staging(home=self.workspace.home) as staging:
                    if put_into_po_file(path, key, now, text, is_open=is_open, staging=staging):
                        written += staging.commit().written
        return tuple(written)

    def save_remark(self, locale: str, key: str, remark: str, *, base: str) -> tuple[Path, ...]:
        """Write the translator's comment on a text, and return the files that were written; "" removes it.

        `base` is the comment that was shown before it was changed. Raises ChangedMeanwhile if the file has
        another one by now, and OutputError for texts of an installed program.
        """
        self.open_to_write()
        with locked(self.workspace.source.folder):
            opened = self._open(locale, key)
            source, now = opened.translation.source, opened.remarks.get(key, "")
            if now not in (base, remark):
                raise ChangedMeanwhile(key, now)
            with Staging(home=self.workspace.home) as staging:
                text = put_comments(opened.translation.file.source.text, {key: remark}, source.texts)
                staging.write(source.path(locale), text.encode())
                for path in self._list_po_files(locale):
                    put_remark_into_po_file(path, key, remark, staging=staging)
                return tuple(staging.commit().written)

    def _list_po_files(self, locale: str) -> Iterator[Path]:
        """Yield the PO files of a language beside its wording file and in the folder of the game."""
        folder = self.workspace.source.folder
        for path in (folder / f"{locale}.po", folder.parent / f"{locale}.po"):
            if path.is_file():
                yield path

    def _open(self, locale: str, key: str = "") -> _OpenLanguage:
        """Return a language as its files are; raises UnknownName if it is unknown, or has no such text."""
        opened = self._read(locale)
        if key and key not in opened.translation.english:
            raise UnknownName(f"there is no text `{tidy(key)}`").saying("screen.text", name=tidy(key))
        return opened

    def _read(self, locale: str) -> _OpenLanguage:
        with self._lock:
            known = self._languages.get(locale)
            if known and known.signature == self._sign(locale, known.translation):
                return known
            if known and _has_other_sources(known, self._sign(locale, known.translation)):
                self.renew()
            workspace = self.workspace
            fresh = Workspace(workspace.name, workspace.source.fresh(), workspace.shelf, workspace.kit)
            if workspace.kit:
                fresh.__dict__["fonts"] = workspace.fonts
            self._workspace = fresh
            translation = fresh.read(locale)
            issues: dict[str, tuple[TranslationIssue, ...]] = {}
            for issue in translation.issues:
                issues[issue.key] = (*issues.get(issue.key, ()), issue)
            source = translation.source
            files = [folder.file for folder in source.list_folders(REFERENCE)]
            self._languages[locale] = _OpenLanguage(
                translation,
                self._sign(locale, translation),
                make_wording(translation),
                combine_wordings(source, REFERENCE, files),
                issues,
                {**read_notes(source.file.source.text), **source.booklet_notes},
                read_comments(translation.file.source.text, source.texts),
                read_reviewed_english(source.folder),
            )
            return self._languages[locale]

    def _sign(self, locale: str, translation: Translation) -> Mapping[Path, tuple[int, int]]:
        """Return the state of all files that have texts of a language, or their English."""
        folders = [one for one in (translation.source, translation.source.shared) if one]
        paths = [folder.path(one) for folder in folders for one in (locale, REFERENCE)]
        paths += [name_review_file(folder.folder, locale) for folder in folders]
        paths += _list_sources(translation)
        stats = {path: path.stat() for path in paths if path.is_file()}
        return {path: (there.st_mtime_ns, there.st_size) for path, there in stats.items()}


def _has_other_sources(known: _OpenLanguage, signature: Mapping[Path, tuple[int, int]]) -> bool:
    """Return True if a file has changed that only a reader of the complete game reads."""
    sources = _list_sources(known.translation)
    return any(known.signature.get(path) != signature.get(path) for path in sources)


def _list_sources(translation: Translation) -> Collection[Path]:
    """Return the tables, and the booklets in Markdown, that have texts."""
    booklets = (Path(booklet.file) for booklet in translation.source.booklets)
    return dict.fromkeys((*(cell.file for cell in translation.cells.values()), *booklets))
