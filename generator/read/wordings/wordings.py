"""Wording files -> Wording: the sentences of a game in each language that it has.

English is the measure: every language has the keys of `wording/en.yaml`, and the same places for
values (`{name}`) in them.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from generator.errors import DataError, MissingWords, Problem, UnreadableData
from generator.model.kinds import KEY, Anything, Doc, Kind, Length, matching
from generator.model.message import parse_message
from generator.model.wording import Wording
from generator.read.declared.findings import Findings
from generator.read.declared.names import NO_NAMES, Names
from generator.read.declared.reader import Reader
from generator.read.files.phrases import shorten, suggest
from generator.read.files.shelf import REFERENCE, list_locales
from generator.read.files.text_files import name_file
from generator.read.files.yaml_reader import Data, DataPath, Source, read_yaml
from generator.read.wordings.grammars import find_grammar
from generator.read.wordings.sentences import check_sentence

_LOCALE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?")
_KEY = re.compile(KEY)

_RULES = "rule."
"""What begins the keys of the sentences that say rules."""

_TABLE = ("rule.", "tally.", "simulation.", "walk.")
"""What referee, companion and simulation say of any game."""

_COMMANDS = ("calibration.",)
"""What commands say that know of no game."""


_Language = Annotated[
    str,
    Kind(
        "text",
        matching(r"[^\n]{1,60}", "the name of a language", "as its speakers write it: `Español`"),
    ),
]
_Key = Annotated[str, Kind("key", str, {"type": "string", "pattern": f"^{KEY}$"})]
"""A key of sentences; all of them are checked at once, with those that are nested."""
_SENTENCES = Anything(
    {"anyOf": [{"type": ["string", "number", "boolean"]}, {"$ref": "#/properties/words"}]},
    said="sentence, or keys with sentences",
)


@dataclass(frozen=True, slots=True)
class WordingKeys:
    """The sentences of one language."""

    words: Annotated[Mapping[_Key, Annotated[Any, _SENTENCES]], Length(1), Doc("Texts under nested keys.")]
    language: Annotated[
        _Language,
        Doc("Name of the language in that language, unless the shared texts have it: `Español`."),
    ] = ""
    direction: Annotated[Literal["ltr", "rtl"], Doc("Left to right, or right to left.")] = "ltr"
    status: Annotated[
        Literal["released", "draft"],
        Doc("`draft`: missing or empty texts fall back to English."),
    ] = "released"


@dataclass(frozen=True, slots=True)
class WordingFile:
    """The sentences of one file, under dotted keys."""

    source: Source
    language: str
    direction: Literal["ltr", "rtl"]
    sentences: Mapping[str, str]
    is_draft: bool = False
    broken: Mapping[str, str] = field(default_factory=dict)
    """Sentences whose marks cannot be read, as they are written."""


@dataclass(frozen=True, slots=True)
class Reference:
    """The English sentences, by which the other languages are measured."""

    files: tuple[WordingFile, ...]
    """Shared words first, then those of the game."""
    sentences: Mapping[str, str]

    @property
    def needed(self) -> frozenset[str]:
        """The keys that a language must have, of the game and of the shared words."""
        shared, own = (file.sentences for file in self.files)
        return frozenset(own).union(key for key in shared if is_needed(key, own))


def is_needed(key: str, own: Collection[str]) -> bool:
    """Whether a game with these keys of its own needs a sentence of the shared words.

    What is said at the table is needed by games that say rules of their own, which are those that
    can be played here; the others are printed, and no more.
    """
    if key.startswith(_COMMANDS):
        return False
    return not key.startswith(_TABLE) or any(mine.startswith(_RULES) for mine in own)


def read_reference(game: Path, *, shared: Path, names: Names = NO_NAMES) -> Reference:
    """The English sentences of a game, its own joined over those of all games.

    `shared` is the folder of the shared wording; icons and colours in the sentences are compared
    with `names`. Raises DataError with all that is wrong with both files.
    """
    files: list[WordingFile] = []
    errors = []
    for folder in (shared, game / "wording"):
        path = folder / f"{REFERENCE}.yaml"
        try:
            if not path.exists():
                hint = "every game has its words in English; other languages are compared with them"
                said = "there is no such file"
                raise UnreadableData([Problem(name_file(path), 0, 0, "", said, hint)])
            files.append(read_wording_file(path, names=names))
        except DataError as error:
            errors.append(error)
    raise_together(errors)
    _check_own(*files)
    return Reference(tuple(files), {**files[0].sentences, **files[1].sentences})


def _check_own(shared: WordingFile, own: WordingFile) -> None:
    """Raises DataError for places that nothing fills: in titles of icons, and in place of shared words."""
    findings = Findings(own.source)
    for key, sentence in own.sentences.items():
        if key in shared.sentences or key.startswith("icon."):
            _check_places(findings, key, sentence, _places_of(shared.sentences.get(key, "")))
    findings.stop_if_any()


def read_wordings(
    game: Path,
    reference: Reference,
    *,
    shared: Path,
    locales: Collection[str] | None = None,
    names: Names = NO_NAMES,
) -> Mapping[str, Wording]:
    """The wordings of a game by locale, English first.

    Other languages are only read when `locales` is None or names them. Raises MissingWords when
    one language lacks sentences and nothing else is wrong; otherwise DataError with all that is.
    """
    errors: list[DataError] = []
    wordings = {}
    for locale in list_locales(game):
        if locale != REFERENCE and locales is not None and locale not in locales:
            continue
        try:
            wordings[locale] = _read_locale(game, reference, locale, shared, names)
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


def read_wording_file(path: Path, *, names: Names = NO_NAMES) -> WordingFile:
    """The sentences of one file; raises DataError with all that is wrong with it."""
    file, findings = read_as_it_is(path, names=names)
    findings.stop_if_any()
    return file


def check_locale(name: str) -> None:
    """ValueError for what is no language tag as files are named by."""
    if not _LOCALE.fullmatch(name):
        raise ValueError(f"`{name}` is not a language tag")


def read_as_it_is(path: Path, *, names: Names = NO_NAMES) -> tuple[WordingFile, Findings]:
    """The sentences that can be read, and what is wrong with the others.

    Raises DataError when the file is no wording at all.
    """
    source = read_yaml(path)
    findings = Findings(source)
    try:
        check_locale(path.stem)
    except ValueError as error:
        findings.add((), str(error), "name the file like `es.yaml`, `pt-BR.yaml` or `sr-Latn.yaml`")
    head = Reader(findings).read(WordingKeys, source.data)
    words = source.data.get("words") if isinstance(source.data, dict) else None
    given: dict[str, str] = {}
    if isinstance(words, dict):
        # Where the head of the file is wrong, nobody knows whether it is a draft.
        given = dict(_flatten(findings, ("words",), words, may_lack=head is None or head.status == "draft"))
    sentences: dict[str, str] = {}
    broken: dict[str, str] = {}
    for key, sentence in given.items():
        before = len(findings.problems)
        check_sentence(findings, path_of(key), sentence, locale=path.stem, names=names)
        (sentences if len(findings.problems) == before else broken)[key] = sentence
    if head is None:
        findings.stop()
    is_draft = head.status == "draft"
    return WordingFile(source, head.language, head.direction, sentences, is_draft, broken), findings


def _flatten(
    findings: Findings, path: DataPath, words: dict[str, Data], *, may_lack: bool
) -> Iterator[tuple[str, str]]:
    for key, value in words.items():
        where = (*path, key)
        if not _KEY.fullmatch(key):
            findings.add(where, f"`{key}` is not a key of words", "small letters, digits and `_`", at="key")
        elif isinstance(value, dict) and value:
            yield from _flatten(findings, where, value, may_lack=may_lack)
        elif isinstance(value, str) and value.strip():
            yield ".".join(map(str, where[1:])), value.rstrip("\n")
        elif value is None and may_lack:
            continue
        elif value is None or isinstance(value, str):
            findings.add(where, "has no words", "write the sentence after the `:`", at="key")
        else:
            findings.add(
                where, "must be a sentence or more keys", "a sentence that starts with `[` needs quotes"
            )


def _read_locale(game: Path, reference: Reference, locale: str, shared: Path, names: Names) -> Wording:
    files = reference.files
    if locale != REFERENCE:
        paths = (shared / f"{locale}.yaml", game / "wording" / f"{locale}.yaml")
        there = [path for path in paths if path.is_file() or path.parent != shared]
        files = tuple(read_wording_file(path, names=names) for path in there)
    own = files[-1]
    sentences = {key: sentence for file in files for key, sentence in file.sentences.items()}
    naming = own if own.language else files[0]
    if not naming.language:
        findings = Findings(own.source)
        findings.add((), "`language` is missing", "add `language: ...`, as its speakers write it")
        findings.stop()
    fallbacks: frozenset[str] = frozenset()
    if locale != REFERENCE:
        _check_against(reference, files, sentences, locale, may_lack=own.is_draft)
        fallbacks = reference.needed - frozenset(sentences)
    return Wording(
        locale,
        naming.language,
        naming.direction,
        {**reference.sentences, **sentences},
        find_grammar(locale),
        is_draft=own.is_draft,
        fallbacks=fallbacks,
    )


def _check_against(
    reference: Reference,
    files: tuple[WordingFile, ...],
    sentences: Mapping[str, str],
    locale: str,
    *,
    may_lack: bool,
) -> None:
    """Raises MissingWords when that is all that is wrong, else DataError."""
    problems: list[Problem] = []
    for file in files:
        findings = Findings(file.source)
        for key, sentence in file.sentences.items():
            compare_sentence(findings, key, sentence, reference.sentences)
        problems += findings.problems
    missing = []
    lacking = frozenset() if may_lack else reference.needed - frozenset(sentences)
    for file in reference.files if lacking else ():
        findings = Findings(file.source)
        for key in file.sentences:
            if key in lacking:
                hint = f"English says: {shorten(file.sentences[key])}"
                findings.add(path_of(key), f"`{locale}` has no `{key}`", hint, at="key")
                missing.append(key)
        problems += findings.problems
    if missing and len(missing) == len(problems):
        raise MissingWords(locale, missing, problems)
    if problems:
        raise DataError(problems)


def compare_sentence(findings: Findings, key: str, sentence: str, english: Mapping[str, str]) -> None:
    """Adds what is wrong with a translation: a key that English lacks, or other places for values."""
    path = path_of(key)
    if key not in english:
        hint = suggest(key, english, likeness=0.8) or "English has no such sentence"
        findings.add(path, f"the key `{key}` is not known", hint, at="key")
        return
    wanted = _places_of(english[key])
    _check_places(findings, key, sentence, wanted)
    for place in sorted(wanted - _places_of(sentence)):
        findings.add(path, f"`{{{place}}}` is missing", f"English says: {shorten(english[key])}")


def _check_places(findings: Findings, key: str, sentence: str, known: Collection[str]) -> None:
    """Adds the places of a sentence that have no value."""
    for place in sorted(_places_of(sentence).difference(known)):
        hint = suggest(place, known) if known else "there are no places for values here"
        findings.add(path_of(key), f"`{{{place}}}` stands for nothing", hint)


def _places_of(sentence: str) -> set[str]:
    return set(parse_message(sentence).names) if "{" in sentence else set()


def path_of(key: str) -> DataPath:
    """Where the sentence of a key stands in its file."""
    return ("words", *key.split("."))
