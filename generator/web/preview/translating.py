"""Translating in the preview: texts where they are printed, typed, tried on their pages, and saved."""

import re
import sys
import traceback
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Protocol

from generator.errors import DataError, GeneratorError, LayoutError, escape_controls
from generator.make.jobs.processes import run_aside
from generator.make.screens.printed_texts import (
    PrintedText,
    find_overflow,
    find_printed_texts,
    join_noted,
    list_filled,
)
from generator.make.screens.workshop import ScreenColumn, ScreenLayout, SeenPage, TriedText, Workshop
from generator.model.texts.wordings import FindingTexts, Wording
from generator.model.values import dataclass, replace
from generator.read.files.shelf import REFERENCE, Shelf
from generator.read.wordings.grammars import list_languages
from generator.read.wordings.wordings import read_shared_wording
from generator.translate.desk import ChangedMeanwhile, Desk, DeskText, TypedText, survey_language
from generator.translate.translations import check_new_language, start_language
from generator.web.site import Answer, Call, Get, Post, Refused, answer_json, deny


class TextScreen(Protocol):
    """The preview that shows the pages."""

    saving: Lock
    """Held while files are written here."""

    def try_texts(self, tried: tuple[TriedText, ...]) -> int:
        """Show texts in place of those of the files, and return the number of the turn that does."""

    def note_saved(self, paths: Iterable[Path]) -> None:
        """Take files as known that were written here."""

    def find_page(self, at: int, index: int) -> tuple[ScreenLayout, ScreenColumn, SeenPage]:
        """Return a page of a column; raises Refused if it has changed."""

    def list_columns(self) -> tuple[ScreenColumn, ...]:
        """Return the columns that are shown."""

    def publish(self) -> None:
        """Tell all pages that something has changed."""

    @property
    def seen(self) -> Collection[int]:
        """Indexes of the pages that somebody sees."""

    @property
    def is_ended(self) -> bool:
        """True if the preview has ended."""


class Translating:
    """The texts of a game for the pages of a preview, and the text that is typed there now."""

    def __init__(self, game: Path, shelf: Shelf, screen: TextScreen) -> None:
        self._game, self._desk, self._screen = game, Desk(game, shelf), screen
        self._lock = Lock()
        self._typed: TriedText | None = None
        self._saved: tuple[TriedText, ...] = ()
        """Texts that are saved, until the files have been read."""
        self._version, self._surveying = 0, set[str]()
        """Number of times that texts have changed, and languages that are laid out aside."""
        self._wanted = set[str]()
        self._shelf = shelf
        self.routes: tuple[Get | Post, ...] = (
            Post("texts/list", LanguageBody, self._list),
            Post("texts/page", PageBody, self._list_page),
            Post("texts/find", TextBody, self._find),
            Post("texts/show", TextBody, self._show),
            Post("texts/try", TypedBody, self._try),
            Post("texts/save", SavedBody, self._save),
            Post("texts/remark", RemarkBody, self._remark),
            Post("texts/proof", PageBody, self._prove),
            Post("languages/new", LanguageBody, self._start),
            Post("languages/list", LanguageBody, self._list_languages),
        )

    def describe(self) -> dict[str, Any]:
        """Return what the state of the preview has about texts: a version, and how the typed text fits."""
        return {"version": self._version, "fit": self._describe_fit()}

    @property
    def is_typing(self) -> bool:
        """True while a text is open whose fit is asked for."""
        return self._typed is not None

    def note_read(self, workshop: Workshop) -> None:
        """Begin anew, because the complete game has been read."""
        self._desk.renew(workshop.game, workshop.texts)
        with self._lock:
            self._version += 1
            has_saved, self._saved = bool(self._saved), ()
            wanted = tuple(self._wanted)
        if has_saved:
            self._screen.try_texts(self._list_tried())
        for locale in wanted:
            self._survey(locale)

    # Texts.

    def _list(self, call: Call) -> Answer:
        locale = _check_language(call.body.locale)
        texts = self._desk.list_texts(locale)
        with self._lock:
            is_new = locale not in self._wanted
            self._wanted.add(locale)
        if is_new:
            self._survey(locale)
        return answer_json(
            {
                "version": self._version,
                "is_complete": locale in self._desk.surveys,
                "texts": [_describe_briefly(text) for text in texts],
            }
        )

    def _show(self, call: Call) -> Answer:
        text = self._desk.get_text(_check_language(call.body.locale), call.body.key)
        typed = self._desk.check(call.body.locale, text.key, text.translation)
        return answer_json({**asdict(text), "typed": self._describe_typed(typed, call.reader)})

    def _list_page(self, call: Call) -> Answer:
        _, column, seen = self._screen.find_page(call.body.column, call.body.index)
        return answer_json({"texts": [_describe_printed(one) for one in self._find_printed(column, seen)]})

    def _find(self, call: Call) -> Answer:
        """Return the first place of a text on the pages that are shown; nothing if there is none."""
        for at, column in enumerate(self._screen.list_columns()):
            if column.job.locale != call.body.locale or column.trace is None:
                continue
            for index, seen in sorted(column.pages.items()):
                for one in self._find_printed(column, seen):
                    if call.body.key in one.keys:
                        return answer_json({"column": at, "index": index, "box": one.box})
        return answer_json({})

    def _find_printed(self, column: ScreenColumn, seen: SeenPage) -> tuple[PrintedText, ...]:
        if column.trace is None:
            return ()
        cells: Mapping[str, Collection[str]] = {}
        with suppress(GeneratorError):  # Its files have problems, which are shown.
            cells = self._desk.list_cells(column.job.locale)
        noted = join_noted(column.noted, cells)
        return find_printed_texts(seen.page, noted)

    def _prove(self, call: Call) -> Answer:
        """Return the texts of a page, filled with samples, in the order of the page."""
        _, column, seen = self._screen.find_page(call.body.column, max(call.body.index, 0))
        locale = _check_language(column.job.locale)
        if call.body.index < 0:
            # Texts of the referee and the companion, which no page has.
            survey = self._desk.surveys.get(locale)
            texts = self._desk.list_texts(locale) if survey else ()
            keys = dict.fromkeys(text.key for text in texts if not text.places)
        else:
            keys = dict.fromkeys(key for one in self._find_printed(column, seen) for key in one.keys)
        rows = []
        for key in keys:
            english, own = self._desk.fill_both(locale, key)
            rows.append({"key": key, "english": english, "own": own})
        return answer_json({"rows": rows})

    # Typing.

    def _try(self, call: Call) -> Answer:
        body: TypedBody = call.body
        locale = _check_language(body.locale)
        if body.text is None:
            with self._lock:
                self._typed = None
            return answer_json({"turn": self._screen.try_texts(self._list_tried())})
        typed, turn = self._desk.check(locale, body.key, body.text), 0
        is_printable = not any(one.is_error for one in typed.findings)
        if body.text.strip() and is_printable:
            with self._lock:
                self._typed = self._desk.locate(locale, body.key, body.text)
            turn = self._screen.try_texts(self._list_tried())
        return answer_json({"turn": turn, **self._describe_typed(typed, call.reader)})

    @cached_property
    def _said(self) -> FindingTexts:
        return FindingTexts(read_shared_wording(self._shelf.wording, REFERENCE))

    def _say_problems(self, error: DataError, reader: Wording) -> str:
        """Return the problems of a text that is not saved in the language of the reader."""
        said = (
            replace(one, message=self._said.say(one.message, reader), hint=self._said.say(one.hint, reader))
            for one in error.problems
        )
        return str(DataError(said))

    def _describe_typed(self, typed: TypedText, reader: Wording) -> dict[str, Any]:
        """Return the findings in the language of the reader, and the samples."""
        findings = [
            {
                "type": one.type,
                "message": self._said.say(one.message, reader),
                "hint": self._said.say(one.hint, reader),
                "is_error": one.is_error,
            }
            for one in typed.findings
        ]
        return {"findings": findings, "samples": typed.samples}

    def _list_tried(self) -> tuple[TriedText, ...]:
        tried = {(one.locale, one.key): one for one in self._saved}
        if typed := self._typed:
            tried[typed.locale, typed.key] = typed
        return tuple(tried.values())

    def _describe_fit(self) -> dict[str, Any] | None:
        """Return how the typed text fits on the pages that are laid out; None if nothing is typed."""
        if (typed := self._typed) is None:
            return None
        columns = [one for one in self._screen.list_columns() if one.job.locale == typed.locale]
        printed = [
            one.points
            for column in columns
            if typed in column.tried
            for index in self._screen.seen
            if (seen := column.pages.get(index))
            for one in self._find_printed(column, seen)
            if typed.key in one.keys
        ]
        errors = [error for column in columns for error in column.errors.values()]
        filled = [text for column in columns for text in list_filled(column.noted, typed.key)]
        over = find_overflow(errors, typed.key, [typed.text, *filled])
        return {
            "locale": typed.locale,
            "key": typed.key,
            "text": typed.text,
            "points": min(printed, default=0.0),
            "over": _describe_overflow(over) if over else None,
        }

    # Saving.

    def _save(self, call: Call) -> Answer:
        body: SavedBody = call.body
        locale, key, text = _check_language(body.locale), body.key, body.text.strip()
        if not text:
            raise deny(400, "empty")
        with self._screen.saving:
            try:
                paths = self._desk.save(locale, key, text, base=body.base, is_read=body.is_read)
            except ChangedMeanwhile as error:
                return answer_json({"theirs": error.theirs})
            except DataError as error:
                raise Refused(400, self._say_problems(error, call.reader)) from error
            self._screen.note_saved(paths)
        with self._lock:
            others = [one for one in self._saved if (one.locale, one.key) != (locale, key)]
            self._saved = (*others, self._desk.locate(locale, key, text))
            self._version += 1
        self._screen.publish()
        names = [str(path) for path in paths]
        return answer_json({"files": names, "text": asdict(self._desk.get_text(locale, key))})

    def _remark(self, call: Call) -> Answer:
        """Save the translator's comment on a text; it changes no page."""
        body: RemarkBody = call.body
        locale, remark = _check_language(body.locale), body.remark.strip()
        with self._screen.saving:
            try:
                paths = self._desk.save_remark(locale, body.key, remark, base=body.base)
            except ChangedMeanwhile as error:
                return answer_json({"theirs": error.theirs})
            self._screen.note_saved(paths)
        return answer_json({"remark": self._desk.get_text(locale, body.key).remark})

    def _start(self, call: Call) -> Answer:
        tag = call.body.locale
        check_new_language(tag)
        path = start_language(self._desk.open_to_write(), tag)
        self._desk.renew()
        return answer_json({"file": str(path)})

    def _list_languages(self, call: Call) -> Answer:
        known = {*self._desk.workspace.locales, REFERENCE}
        names = [{"id": tag, "title": name} for tag, name in list_languages() if tag not in known]
        return answer_json({"languages": names})

    # What only complete pages show.

    def _survey(self, locale: str) -> None:
        """Lay out a language in a process of its own, unless this is done already."""
        with self._lock:
            if locale in self._surveying:
                return
            self._surveying.add(locale)
        Thread(target=self._run_survey, args=(locale,), daemon=True).start()

    def _is_ended(self) -> bool:
        return self._screen.is_ended

    def _run_survey(self, locale: str) -> None:
        version = self._version
        try:
            found = run_aside(
                survey_language, str(self._game), locale, is_stale=lambda: self._screen.is_ended
            )
        except GeneratorError:
            found = None
        except Exception:
            sys.stderr.write(escape_controls(traceback.format_exc()))
            found = None
        with self._lock:
            self._surveying.discard(locale)
            if found is not None:
                self._desk.surveys[locale] = found
                self._version += 1
        if version and not self._screen.is_ended:
            self._screen.publish()


def _check_language(locale: str) -> str:
    if locale == REFERENCE:
        raise deny(400, "source")
    return locale


def _describe_overflow(over: LayoutError) -> dict[str, float]:
    """Return by how many millimetres a text is too large, and at how many points; 0 where it is unknown."""
    size = re.search(r"[\d.]+", over.at)
    length = round(max(over.over_mm, 0.1), 1) if over.over_mm else 0.0
    return {"length": length, "points": float(size[0]) if size else 0.0}


def _describe_briefly(text: DeskText) -> dict[str, Any]:
    brief = {"key": text.key, "english": text.english, "states": text.states, "parts": text.parts}
    return {**brief, "is_printed": bool(text.places)}


def _describe_printed(one: PrintedText) -> dict[str, Any]:
    return {"keys": one.keys, "box": one.box, "points": one.points}


@dataclass(frozen=True, slots=True)
class PageBody:
    """A page of a column."""

    column: int
    index: int


@dataclass(frozen=True, slots=True)
class LanguageBody:
    """A language."""

    locale: str


@dataclass(frozen=True, slots=True)
class TextBody:
    """A text of a language."""

    locale: str
    key: str


@dataclass(frozen=True, slots=True)
class TypedBody:
    """A text as it is typed; null when it is left."""

    locale: str
    key: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class SavedBody:
    """A text that is to be saved, and the text that was there when it was opened."""

    locale: str
    key: str
    text: str
    base: str
    is_read: bool = False


@dataclass(frozen=True, slots=True)
class RemarkBody:
    """A translator's comment on a text, and the comment that was there when it was opened."""

    locale: str
    key: str
    remark: str
    base: str
