"""Wording files -> Wording: the sentences of a game in each language that it has.

English is the measure: every language has the keys of `wording/en.yaml`, and the same places for
values (`{name}`) in them.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from generator.errors import DataError, MissingWords, Problem
from generator.model.rich_text import MarkupError, parse_rich
from generator.model.wording import Wording
from generator.read.checking import Findings, say_path
from generator.read.formats.kits import WordingFormat
from generator.read.formats.scalars import KEY
from generator.read.nearest import suggest
from generator.read.shelf import REFERENCE, list_locales
from generator.read.yaml_reader import Data, DataPath, Source, read_yaml

_LOCALE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?")
_KEY = re.compile(KEY)
_PLACE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class Pictured:
    """Icons and colours that sentences may name; those that are None are not checked."""

    icons: Collection[str] | None = None
    colours: Collection[str] | None = None


NOT_CHECKED = Pictured()


@dataclass(frozen=True, slots=True)
class WordingFile:
    """The sentences of one file, under dotted keys."""

    source: Source
    language: str
    direction: Literal["ltr", "rtl"]
    sentences: Mapping[str, str]

    def spot_of(self, key: str) -> tuple[int, int]:
        """Line and column of a key."""
        return self.source.spot_of_key(("words", *key.split(".")))


def read_wordings(
    game: Path, *, shared: Path, locales: Collection[str] | None = None, pictured: Pictured = NOT_CHECKED
) -> Mapping[str, Wording]:
    """The wordings of a game by locale, its own sentences joined over those of all games.

    `shared` is the folder of the shared wording. English is always read, the others only when
    `locales` is None or names them. Icons and colours in them are compared with `pictured`.
    Raises MissingWords when one language lacks sentences and nothing else is wrong; otherwise
    DataError with all that is wrong.
    """
    errors: list[DataError] = []
    wordings = {}
    reference = _read_reference(game, shared, pictured)
    for locale in list_locales(game):
        if locale != REFERENCE and locales is not None and locale not in locales:
            continue
        try:
            wordings[locale] = _read_locale(game, shared, locale, reference, pictured)
        except DataError as error:
            errors.append(error)
    raise_together(errors)
    return wordings


def raise_together(errors: list[DataError]) -> None:
    """One error as it is, several as one with the problems of all; nothing when there is none."""
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise DataError(problem for error in errors for problem in error.problems)


def read_wording_file(path: Path, *, pictured: Pictured = NOT_CHECKED) -> WordingFile:
    """The sentences of one file; raises DataError with all that is wrong with it."""
    source = read_yaml(path)
    findings = Findings(source)
    if not _LOCALE.fullmatch(path.stem):
        message = f"`{path.stem}` is not a language tag"
        findings.add((), message, "name the file like `es.yaml`, `pt-BR.yaml` or `sr-Latn.yaml`")
    format = findings.fit(WordingFormat, source.data)
    words = source.data.get("words") if isinstance(source.data, dict) else None
    sentences = dict(_flatten(findings, ("words",), words)) if isinstance(words, dict) else {}
    for key, sentence in sentences.items():
        _check_marks(findings, ("words", *key.split(".")), sentence, pictured)
    if format is None:
        findings.stop()
    findings.stop_if_any()
    return WordingFile(source, format.language, format.direction, sentences)


def _flatten(findings: Findings, path: DataPath, words: dict[str, Data]) -> Iterator[tuple[str, str]]:
    for key, value in words.items():
        where = (*path, key)
        if not _KEY.fullmatch(key):
            findings.add(where, f"`{key}` is not a key of words", "small letters, digits and `_`", at="key")
        elif isinstance(value, dict) and value:
            yield from _flatten(findings, where, value)
        elif isinstance(value, str) and value.strip():
            yield ".".join(map(str, where[1:])), value.rstrip("\n")
        elif value is None or isinstance(value, str):
            findings.add(where, "has no words", "write the sentence after the `:`", at="key")
        else:
            findings.add(
                where, "must be a sentence or more keys", "a sentence that starts with `[` needs quotes"
            )


def _check_marks(findings: Findings, path: DataPath, sentence: str, pictured: Pictured) -> None:
    try:
        spans = parse_rich(sentence, places=True)
    except MarkupError as error:
        before = sentence[: error.position]
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        findings.add_in_text(path, line, column, str(error))
        return
    for icon in dict.fromkeys(span.icon for span in spans if span.icon):
        findings.check_name(path, icon, pictured.icons, "the icon")
    for colour in dict.fromkeys(span.colour for span in spans if span.colour):
        if not colour.startswith("#"):
            findings.check_name(path, colour, pictured.colours, "the colour")


def _read_reference(game: Path, shared: Path, pictured: Pictured) -> list[WordingFile]:
    """The English files, shared first; a problem in one does not hide those of the other."""
    files, errors = [], []
    for folder in (shared, game / "wording"):
        try:
            files.append(read_wording_file(folder / f"{REFERENCE}.yaml", pictured=pictured))
        except DataError as error:
            errors.append(error)
    raise_together(errors)
    return files


def _read_locale(
    game: Path, shared: Path, locale: str, reference: list[WordingFile], pictured: Pictured
) -> Wording:
    own_path, shared_path = game / "wording" / f"{locale}.yaml", shared / f"{locale}.yaml"
    if locale == REFERENCE:
        files = reference
    else:
        paths = [path for path in (shared_path, own_path) if path.is_file()]
        files = [read_wording_file(path, pictured=pictured) for path in paths]
    own = files[-1]
    sentences: dict[str, str] = {}
    for file in files:
        sentences.update(file.sentences)
    name = own.language or files[0].language
    problems = []
    if not name:
        line, column = own.source.spot_of_key(())
        hint = "add `language: ...`, as its speakers write it"
        problems.append(Problem(own.source.file, line, column, "language", "is missing", hint))
    if locale != REFERENCE:
        _check_against(reference, files, sentences, locale, problems)
    if problems:
        raise DataError(problems)
    direction = own.direction if own.language else files[0].direction
    return Wording(locale, name, direction, sentences)


def _check_against(
    reference: list[WordingFile],
    files: list[WordingFile],
    sentences: Mapping[str, str],
    locale: str,
    problems: list[Problem],
) -> None:
    """Raises MissingWords when that is all that is wrong."""
    english = {key: sentence for file in reference for key, sentence in file.sentences.items()}
    for file in files:
        for key, sentence in file.sentences.items():
            if key not in english:
                hint = suggest(key, english, likeness=0.8) or "English has no such sentence"
                problems.append(_problem(file, key, f"the key `{key}` is not known", hint))
                continue
            wanted, found = set(_PLACE.findall(english[key])), set(_PLACE.findall(sentence))
            for place in sorted(found - wanted):
                hint = suggest(place, wanted) if wanted else "English has no places for values here"
                problems.append(_problem(file, key, f"`{{{place}}}` stands for nothing", hint))
            for place in sorted(wanted - found):
                hint = f"English says: {english[key]}"
                problems.append(_problem(file, key, f"`{{{place}}}` is missing", hint))
    missing = [key for key in english if key not in sentences]
    for file in reference:
        for key in file.sentences:
            if key in missing:
                hint = f"English says: {_shorten(file.sentences[key])}"
                problems.append(_problem(file, key, f"`{locale}` has no `{key}`", hint))
    if missing and len(missing) == len(problems):
        raise MissingWords(locale, missing, problems)


def _problem(file: WordingFile, key: str, message: str, hint: str) -> Problem:
    path = say_path(("words", *key.split(".")))
    return Problem(file.source.file, *file.spot_of(key), path, message, hint)


def _shorten(sentence: str) -> str:
    return sentence if len(sentence) <= 60 else sentence[:57] + "..."
