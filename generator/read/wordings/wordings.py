"""Wording files -> Wording: the texts of a game in each of its languages.

English is the reference: every language has the keys of `wording/en.yaml`, and the same placeholders
(`{name}`) in its texts.
"""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

from generator.errors import DataError, Problem, Wrong, format_count, list_briefly, suggest
from generator.model.kit import RULES_FILE
from generator.model.language.kinds import KEY, LANGUAGE_TAG, Anything, Doc, Kind, Length, matching
from generator.model.texts.message import FORM, LATIN_DIGITS, OTHER, Select, parse_message
from generator.model.texts.rich_text import Span, may_have_marks, parse_rich
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, replace
from generator.read.declared.names import NO_NAMES, Names
from generator.read.declared.reader import Findings, Gathered, Reader
from generator.read.declared.steps import NO_STEPS, Steps
from generator.read.files.shelf import REFERENCE, Memo, list_locales, sign_file
from generator.read.files.text_files import name_file, read_text, shorten_line
from generator.read.files.yaml import Data, DataPath, JoinedSource, MarkdownSource, Source, path_of
from generator.read.wordings.grammars import LANGUAGE_NAME, describe_language, make_grammar
from generator.scene.fonts import FontLibrary

_RULE = "rule."
_CALLS: Mapping[str, tuple[int, str]] = {
    "forbid": (1, _RULE),
    "IllegalMove": (0, _RULE),
    "RulesError": (0, _RULE),
    "UnreadableMove": (1, _RULE),
    "Outcome": (0, _RULE),
    "Fault": (0, _RULE),
    "of_rule": (0, _RULE),
    "Sentence": (0, ""),
    "make_sentence": (0, ""),
}
"""Functions that name a text: the position of its id, and the prefix of its key."""
_NO_VALUES = ("Outcome",)
_OF_FAULTS = ("player", "where")
"""Values that every Fault has."""
_LOCALE = re.compile(LANGUAGE_TAG)
_KEY = re.compile(KEY)
_Language = Annotated[
    str,
    Kind("text", matching(LANGUAGE_NAME, "the name of a language", "in that language: `Español`")),
]
_Key = Annotated[str, Kind("key", str, {"type": "string", "pattern": f"^{KEY}$"})]
"""Key of a text; `_flatten` checks all keys, including nested ones."""
_WORDS = r"(?=.*[^* ])[^\n]{1,60}"
_Term = Annotated[str, Kind("word", matching(_WORDS, "a word, or words", "such as `card*`"))]
_Placeholder = Annotated[
    str, Kind("placeholder", matching(r"[a-z][a-z0-9_]*", "a placeholder", "such as `count`"))
]
_Sample = Annotated[str, Kind("text or number", str, {"type": ["string", "number"]})]
_SENTENCES = Anything(
    {"anyOf": [{"type": ["string", "number", "boolean"]}, {"$ref": "#/properties/words"}]},
    noun="text, or keys with texts",
)
_RULES = "rule."
"""Prefix of the keys of rules."""
_TABLE = ("rule.", "tally.", "simulation.", "walk.")
"""Prefixes of texts that the referee and the companion use for any game."""
_COMMANDS = ("calibration.", "finding.", "preview.")
"""Prefixes of texts for commands that do not need a game."""
_TRIED = range(201)
"""Numbers whose categories a language needs."""
_PLAIN = re.compile(r"(?:[^*:|\\{}]|\{[a-z][a-z0-9_]*\})*")
"""A text without bold words, icons, colours, choices, and stray signs."""
_UPDATE = "run petri locale update to take it along to the key of a changed text, or remove it"
_MOST_SHOWN = 3
"""Maximum number of numbers that a message lists."""


@dataclass(frozen=True, slots=True)
class GivenValues:
    """The values with which a line of the code uses a text."""

    key: str
    names: frozenset[str]
    line: int


def list_given_values(folder: Path) -> tuple[GivenValues, ...]:
    """Return the uses of texts in the code of a game that list their values; others are unknown."""
    path = folder / RULES_FILE
    try:
        tree = ast.parse(read_text(path)[1]) if path.is_file() else ast.Module([], [])
    except (DataError, SyntaxError, ValueError, RecursionError):
        # Syntax errors are reported when the code runs.
        return ()
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return tuple(given for call in calls for given in _read_call(call))


def _read_call(call: ast.Call) -> Iterator[GivenValues]:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name not in _CALLS or any(isinstance(each, ast.Starred) for each in call.args):
        return
    position, start = _CALLS[name]
    id = call.args[position] if len(call.args) > position else None
    if not isinstance(id, ast.Constant) or not isinstance(id.value, str):
        return
    keywords = {each.arg: each.value for each in call.keywords}
    if name == "Fault":
        values = keywords.get("values", ast.Dict([], []))
        keys = values.keys if isinstance(values, ast.Dict) else [None]
        names = {str(each.value) for each in keys if isinstance(each, ast.Constant)} | {*_OF_FAULTS}
        is_known = all(isinstance(each, ast.Constant) for each in keys)
    else:
        names = set() if name in _NO_VALUES else {each for each in keywords if each}
        is_known = None not in keywords
    if is_known:
        yield GivenValues(start + id.value, frozenset(names), call.lineno)


@dataclass(frozen=True, slots=True)
class WordingKeys:
    """The texts of one language."""

    words: Annotated[Mapping[_Key, Annotated[Any, _SENTENCES]], Length(1), Doc("Texts under nested keys.")]
    language: Annotated[
        _Language,
        Doc("Name of the language in that language: `Español`; optional if the shared texts name it."),
    ] = ""
    direction: Annotated[Literal["ltr", "rtl"], Doc("Left to right, or right to left.")] = "ltr"
    status: Annotated[
        Literal["released", "draft"],
        Doc("`draft`: missing or empty texts fall back to English."),
    ] = "released"
    terms: Annotated[
        Mapping[_Term, tuple[_Term, ...]],
        Doc("Terms of the language, each with words that `petri locale` reports; `*` is the rest of a word."),
    ] = field(default_factory=dict)
    samples: Annotated[
        Mapping[_Placeholder, tuple[_Sample, ...]],
        Doc("Samples for `petri locale proof`: words, numbers, keys of texts, `group.*`, or `Ana & Otto`."),
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WordingFile:
    """The texts of one file, by dotted key."""

    source: Source
    language: str
    direction: Literal["ltr", "rtl"]
    sentences: Mapping[str, str]
    is_draft: bool = False
    broken: Mapping[str, str] = field(default_factory=dict)
    """Texts with invalid marks, as they are written."""
    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Terms, each with the words that must not be used for it."""
    samples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Values of placeholders, for proofs."""


class WordingFolder:
    """The texts of a game, or those that all games share; each file is read once, on first use."""

    def __init__(
        self,
        folder: Path,
        *,
        shared: "WordingFolder | None" = None,
        names: Names = NO_NAMES,
        booklets: Sequence[MarkdownSource] = (),
        steps: Steps = NO_STEPS,
    ) -> None:
        self.folder, self.shared, self.names, self._steps = folder, shared, names, steps
        self.booklets = booklets
        """Booklets in Markdown, whose texts are English texts of the game."""
        self._read: dict[str, tuple[WordingFile, Findings]] = {}
        self.direct: Mapping[str, str] = {}
        """English texts that are written in decks themselves, by key."""
        self.in_columns: Collection[str] = ()
        """Languages of columns in tables, with or without a file of their own."""
        self.numbers: Mapping[str, int | str] = {}
        """Numbers that the game fills into its texts, by name."""

    def fresh(self) -> "WordingFolder":
        """Return the same folder of the same game, whose files are read again."""
        shared = self.shared.fresh() if self.shared else None
        other = WordingFolder(self.folder, shared=shared, names=self.names, booklets=self.booklets)
        other.direct, other.in_columns, other.numbers = self.direct, self.in_columns, self.numbers
        return other

    def path(self, locale: str) -> Path:
        """Return the file of a language, which may not exist."""
        return self.folder / f"{locale}.yaml"

    def read_as_it_is(self, locale: str) -> tuple[WordingFile, Findings]:
        """Return the valid texts of a language, and the problems of the others.

        Raises DataError if the file is not a wording file.
        """
        if locale not in self._read:
            path = self.path(locale)
            if self.shared is not None and not path.exists():
                source, is_draft = Source(str(path), "", {}), locale != REFERENCE
                name, direction = describe_language(locale) if is_draft else ("", "ltr")
                read = WordingFile(source, name, direction, {}, is_draft), Findings(source)
                if is_draft or not self.booklets:
                    return read
            else:
                read = self._read_or_keep(path)
            self._read[locale] = self._add_booklets(*read) if locale == REFERENCE else read
        return self._read[locale]

    def _read_or_keep(self, path: Path) -> tuple[WordingFile, Findings]:
        """Return the texts of a file, and a list of its problems, to which others may be added."""
        read = partial(_read_file, path)
        file, findings = self._steps.get_or_read(path, self.names, read, given=(sign_file(path),))
        return file, Findings(findings.source, problems=[*findings.problems])

    def _add_booklets(self, file: WordingFile, findings: Findings) -> tuple[WordingFile, Findings]:
        """Return the English texts with those of booklets in Markdown."""
        if not self.booklets:
            return file, findings
        joined = Findings(JoinedSource(file.source, self.booklets), problems=findings.problems)
        sentences, broken = dict(file.sentences), dict(file.broken)
        for booklet in self.booklets:
            for key, text in booklet.texts.items():
                before, path = len(joined.problems), path_of(key)
                if key in file.sentences:
                    message = f"the key `{key}` is in {REFERENCE}.yaml, too"
                    joined.add(path, message, "remove one, or give this text another id")
                check_sentence(joined, path, text, locale=REFERENCE, names=self.names)
                (sentences if len(joined.problems) == before else broken)[key] = text
        return replace(file, source=joined.source, sentences=sentences, broken=broken), joined

    def read(self, locale: str) -> WordingFile:
        """Return the texts of a language; raises DataError with all problems."""
        file, findings = self.read_as_it_is(locale)
        findings.stop_if_any()
        return file

    def find_language(self, locale: str) -> str:
        """Return the name of a language in that language; empty if no file names it."""
        files = (folder.read_as_it_is(locale)[0] for folder in reversed(self.list_folders(locale)))
        return next((file.language for file in files if file.language), "")

    def list_folders(self, locale: str) -> "tuple[WordingFolder, ...]":
        """Return the folders with texts in a language: the shared one if it has any, then this one."""
        shared = self.shared
        return (self,) if shared is None or not shared.path(locale).is_file() else (shared, self)

    @property
    def file(self) -> WordingFile:
        """The English texts of this folder alone."""
        return self.read(REFERENCE)

    @property
    def booklet_notes(self) -> Mapping[str, str]:
        """Comments for translators in booklets, by the keys of their texts."""
        return {key: note for booklet in self.booklets for key, note in booklet.notes.items()}

    @property
    def texts(self) -> Mapping[str, str]:
        """All English texts; those of the game replace shared ones."""
        return {**self._written, **self.direct} if self.direct else self._written

    @cached_property
    def _written(self) -> Mapping[str, str]:
        folders = self.list_folders(REFERENCE)
        return {key: text for folder in folders for key, text in folder.file.sentences.items()}

    @cached_property
    def shared_texts(self) -> Mapping[str, str]:
        """Shared English texts that the game needs and does not replace."""
        own, below = self.file.sentences, self.shared.file.sentences if self.shared else {}
        # Texts for play need a game with rules.
        idle = _COMMANDS if any(key.startswith(_RULES) for key in own) else (*_COMMANDS, *_TABLE)
        return {key: text for key, text in below.items() if key not in own and not key.startswith(idle)}

    def required(self, locale: str) -> Mapping[str, str]:
        """Return the English texts that the file of a language must translate, in the order of English.

        They include the shared texts if these are not available in that language.
        """
        is_alone = len(self.list_folders(locale)) == 1
        return {**self.file.sentences, **self.direct, **(self.shared_texts if is_alone else {})}


def is_spoken(key: str) -> bool:
    """Return True for a text of rules, which is never printed: English replaces it until it is translated."""
    return key.startswith(("rule.", "tally."))


def read_reference(
    game: Path,
    *,
    shared: Path,
    names: Names = NO_NAMES,
    booklets: Sequence[MarkdownSource] = (),
    steps: Steps = NO_STEPS,
) -> WordingFolder:
    """Return the texts of a game, with the English files of its folder and of `shared` already read.

    `booklets` in Markdown have English texts of their own. `steps` are those of earlier calls.

    Icons and colours are checked against `names`. Raises DataError with all problems of both files.
    """
    gathered = Gathered()
    below = WordingFolder(shared, names=names, steps=steps)
    texts = WordingFolder(game / "wording", shared=below, names=names, booklets=booklets, steps=steps)
    for folder in (below, texts):
        gathered.read(partial(folder.read, REFERENCE))
    gathered.stop_if_any()
    _check_own(below.file, texts.file, list_given_values(game), frozenset(names.numbers))
    return texts


def _check_own(
    shared: WordingFile, own: WordingFile, given: Sequence[GivenValues], numbers: Set[str]
) -> None:
    """Raise DataError for unknown placeholders: of icons, of shared texts, and of texts of rules.py."""
    findings = Findings(own.source)
    for key, sentence in own.sentences.items():
        if key in shared.sentences or key.startswith("icon."):
            offered = _list_placeholders(shared.sentences.get(key, "")) | numbers
            _check_placeholders(findings, key, sentence, offered)
    for use in given:
        if double := sorted(use.names & numbers & _list_placeholders(own.sentences.get(use.key, ""))):
            hint = f"it is a number of kit.yaml, too: rename one of them ({RULES_FILE}, line {use.line})"
            findings.add(path_of(use.key), f"`{{{double[0]}}}` has two values", hint)
        for place in sorted(_list_placeholders(own.sentences.get(use.key, "")) - use.names - numbers):
            known = ", ".join(f"`{{{name}}}`" for name in sorted(use.names)) or "none"
            hint = f"{RULES_FILE}, line {use.line}, gives: {known}"
            findings.add(path_of(use.key), f"placeholder `{{{place}}}` has no value", hint)
    findings.stop_if_any()


def read_wordings(texts: WordingFolder, *, locales: Collection[str] | None = None) -> Mapping[str, Wording]:
    """Read the wordings of a game by locale, English first.

    Other languages are only read if `locales` is None or names them. Raises DataError with all problems.
    """
    gathered = Gathered()
    wordings = {}
    for locale in dict.fromkeys((*list_locales(texts.folder.parent), *texts.in_columns)):
        if locale == REFERENCE or locales is None or locale in locales:
            wording = gathered.read(partial(_read_locale, texts, locale))
            if wording is not None:
                wordings[locale] = wording
    gathered.stop_if_any()
    return wordings


def read_wording_file(path: Path) -> WordingFile:
    """Read one file; raises DataError with all problems."""
    return WordingFolder(path.parent).read(path.stem)


def read_shared_wording(folder: Path, locale: str) -> Wording:
    """Return the texts that all games share in a language, or in English if they are not translated to it."""
    texts = WordingFolder(folder)
    known = locale if texts.path(locale).is_file() else REFERENCE
    return combine_wordings(texts, known, [texts.read(known)])


def _read_locale(texts: WordingFolder, locale: str) -> Wording:
    files = [folder.read(locale) for folder in texts.list_folders(locale)]
    own = files[-1]
    wording = combine_wordings(texts, locale, files)
    if not wording.name:
        Findings(own.source).refuse((), "`language` is missing", "add `language: ...`, in that language")
    if locale == REFERENCE:
        return wording
    needed = {*texts.file.sentences, *texts.direct, *texts.shared_texts}
    lacking = needed.difference(*(file.sentences for file in files))
    late = {key for key in lacking if is_spoken(key) and key in texts.file.sentences and not own.is_draft}
    if late:
        number, some = format_count(len(late), "text"), list_briefly((f"`{key}`" for key in sorted(late)), 3)
        message = f"{number} of the rules {'is' if len(late) == 1 else 'are'} still in English: {some}"
        texts.names.warn(Problem(str(texts.path(locale)), 0, 0, "", message))
    _check_against(texts, files, locale, () if own.is_draft else lacking - late)
    return replace(wording, fallbacks=frozenset(lacking))


def combine_wordings(texts: WordingFolder, locale: str, files: Sequence[WordingFile]) -> Wording:
    """Return the texts of files, of which later ones replace earlier ones, with English as the fallback."""
    own = files[-1]
    naming = own if own.language else files[0]
    sentences = dict(texts.texts)
    for file in files:
        sentences |= file.sentences
    direct = {text: key for key, text in texts.direct.items()}
    grammar, english = make_grammar(locale), make_grammar(REFERENCE)
    forms: dict[str, Mapping[str, str]] = {}
    for key, text in sentences.items():
        if text.startswith("{"):
            sentences[key], declared = split_forms(text)
            forms |= {key: declared} if declared else {}
    wording = Wording(locale, naming.language, naming.direction, sentences, grammar, fallback_grammar=english)
    return replace(wording, is_draft=own.is_draft, direct=direct, forms=forms)


def split_forms(text: str) -> tuple[str, Mapping[str, str]]:
    """Return a text without the other forms that it declares, and these by name."""
    forms = dict(parse_message(text).forms) if text.startswith("{") else {}
    return forms.pop(OTHER, text), forms


def fill_numbers(texts: WordingFolder, wording: Wording) -> Wording:
    """Return a wording with the numbers of the kit filled into its texts, each as in its language.

    Placeholders of shared texts are left to the program, which gives their values.
    """
    if not texts.numbers:
        return wording
    shared, filled = texts.shared.texts if texts.shared else {}, {}
    for key, text in wording.sentences.items():
        if "{" in text and (key not in shared or text != shared[key]):
            names = _list_placeholders(text).intersection(texts.numbers)
            names -= _list_placeholders(shared.get(key, ""))
            if given := {name: texts.numbers[name] for name in names}:
                filled[key] = parse_message(text).fill_some(given, wording.get_grammar(key))
    return replace(wording, sentences={**wording.sentences, **filled}, numbers=texts.numbers)


def choose_digits(wording: Wording, fonts: FontLibrary, warn: Callable[[Problem], None]) -> Wording:
    """Return a draft with the digits 0 to 9, with a warning, if no font has its own.

    A finished language needs a font.
    """
    grammar = wording.grammar
    if not wording.is_draft or grammar.digits == LATIN_DIGITS:
        return wording
    if any(family.regular.covers(grammar.digits) for family in fonts.families):
        return wording
    message = f"no font has the digits of `{wording.locale}`, so the draft has 0 to 9"
    hint = f"put a font with {grammar.digits[0]} to {grammar.digits[9]} into the game's folder `fonts`"
    warn(Problem(f"wording/{wording.locale}.yaml", 0, 0, "", message, hint))
    return replace(wording, grammar=replace(grammar, digits=LATIN_DIGITS, decimal=".", group=","))


def _check_against(
    texts: WordingFolder, files: Sequence[WordingFile], locale: str, lacking: Collection[str]
) -> None:
    """Raise DataError for texts that are missing, unknown, or have different placeholders."""
    gathered = Gathered()
    own = files[-1]
    for file in files:
        findings = gathered.of(file.source)
        for key, sentence in file.sentences.items():
            hint = _UPDATE if any(key.startswith(f"{one.id}.") for one in texts.booklets) else ""
            compare_sentence(findings, key, sentence, texts.texts, numbers=texts.names.numbers, moved=hint)
        for key in texts.direct if file is own else ():
            if key in lacking:
                message, hint = f"has no `{key}`", f"English: {shorten_line(texts.direct[key])}"
                findings.add(("words",), message, hint, at="key")
    for folder in texts.list_folders(REFERENCE) if lacking else ():
        findings = gathered.of(folder.file.source)
        for key, english in folder.file.sentences.items():
            if key in lacking:
                hint = f"English: {shorten_line(english)}"
                findings.add(path_of(key), f"`{locale}` has no `{key}`", hint, at="key")
    gathered.stop_if_any()


def compare_sentence(
    findings: Findings,
    key: str,
    sentence: str,
    english: Mapping[str, str],
    *,
    numbers: Collection[str] = (),
    moved: str = "",
) -> None:
    """Add the problems of a translation: a key that is not in English, or different placeholders.

    It may have other words for `numbers` of the kit that English spells: `both`. `moved` is the hint for
    a key whose English may have another one now.
    """
    if key not in english:
        hint = moved or suggest(key, english, likeness=0.8) or "English has no such text"
        findings.add(path_of(key), f"unknown key `{key}`", hint, at="key")
        return
    if "{" not in sentence and "{" not in english[key]:
        return
    wanted, given = _list_placeholders(english[key]), _list_placeholders(sentence)
    if given == wanted:
        return
    _check_placeholders(findings, key, sentence, wanted)
    needed = wanted.difference(parse_message(english[key]).spelled.intersection(numbers))
    for place in sorted(needed - given):
        message, hint = f"placeholder `{{{place}}}` is missing", f"English: {shorten_line(english[key])}"
        findings.add(path_of(key), message, hint)


def _check_placeholders(findings: Findings, key: str, sentence: str, known: Collection[str]) -> None:
    # `role_gender` is a form of `role`.
    unknown = (name for name in _list_placeholders(sentence) if name.rpartition("_")[0] not in known)
    for place in sorted({*unknown}.difference(known)):
        hint = suggest(place, known) if known else "there are no placeholders here"
        findings.add(path_of(key), f"placeholder `{{{place}}}` has no value", hint)


def _list_placeholders(sentence: str) -> frozenset[str]:
    return frozenset(parse_message(sentence).names) - {FORM} if "{" in sentence else frozenset()


@dataclass(frozen=True, slots=True)
class _ParsedFile:
    """A file as it is in any game; whether its icons and colours exist depends on the game."""

    source: Source
    problems: tuple[Problem, ...]
    head: WordingKeys | None
    texts: Mapping[str, str]
    broken: Set[str]
    """Keys of texts with invalid marks."""
    naming: Mapping[str, "_Marks"]
    """Marks of the texts that name icons or colours."""


def _read_file(path: Path, names: Names) -> tuple[WordingFile, Findings]:
    parse = partial(_parse_file, path, names.memo)
    parsed: _ParsedFile = names.memo.get_or_make(path, ("wording", name_file(path)), parse)
    names.warn_of_cut_texts(parsed.source)
    findings, broken = Findings(parsed.source, problems=[*parsed.problems]), {*parsed.broken}
    for key, marks in parsed.naming.items():
        before = len(findings.problems)
        _check_names(findings, path_of(key), marks, names)
        if len(findings.problems) > before:
            broken.add(key)
    head = findings.require(parsed.head)
    file = WordingFile(
        parsed.source,
        head.language,
        head.direction,
        {key: text for key, text in parsed.texts.items() if key not in broken} if broken else parsed.texts,
        is_draft=head.status == "draft",
        broken={key: text for key, text in parsed.texts.items() if key in broken},
        terms=head.terms,
        samples=head.samples,
    )
    return file, findings


def _parse_file(path: Path, memo: Memo) -> _ParsedFile:
    reader = Reader.open(path, memo=memo)
    findings = reader.findings
    try:
        check_locale(path.stem)
    except ValueError as error:
        findings.add((), str(error), "name the file like `es.yaml`, `pt-BR.yaml` or `sr-Latn.yaml`")
    head = reader.read(WordingKeys, reader.data)
    given = findings.source.get("words")
    words = given if isinstance(given, dict) else {}
    # If the head of the file is invalid, the file may be a draft.
    may_lack = head is None or head.status == "draft"
    texts = dict(_flatten(findings, ("words",), words, may_lack=may_lack))
    found = {key: _find_marks(text, path.stem) for key, text in texts.items() if may_have_marks(text)}
    for key, marks in found.items():
        _add_problems(findings, path_of(key), marks)
    broken = frozenset(key for key, marks in found.items() if marks.problems)
    naming = {key: marks for key, marks in found.items() if marks.icons or marks.colours}
    return _ParsedFile(findings.source, (*findings.problems,), head, texts, broken, naming)


def _flatten(
    findings: Findings, path: DataPath, words: dict[str, Data], *, may_lack: bool
) -> Iterator[tuple[str, str]]:
    for key, value in words.items():
        where = (*path, key)
        if not _KEY.fullmatch(key):
            hint = "lower-case letters, digits, and `_`"
            findings.add(where, f"`{key}` is not a valid key", hint, at="key")
        elif isinstance(value, dict) and value:
            yield from _flatten(findings, where, value, may_lack=may_lack)
        elif isinstance(value, str) and value.strip():
            yield ".".join(map(str, where[1:])), value.rstrip("\n")
        elif value is None and may_lack:
            continue
        elif value is None or isinstance(value, str):
            findings.add(where, "has no text", "write it after the `:`", at="key")
        else:
            findings.add(where, "must be a text or keys with texts", "quote texts that start with `[`")


def check_locale(name: str) -> None:
    """Raise ValueError if a name is not a valid language tag."""
    if not _LOCALE.fullmatch(name):
        raise ValueError(f"`{name}` is not a language tag")


def check_sentence(findings: Findings, path: DataPath, sentence: str, *, locale: str, names: Names) -> None:
    """Add all problems of a text, each with its position."""
    if may_have_marks(sentence):
        marks = _find_marks(sentence, locale)
        _check_names(findings, path, marks, names)
        _add_problems(findings, path, marks)


def _check_names(findings: Findings, path: DataPath, marks: "_Marks", names: Names) -> None:
    """Add a problem for each icon and colour that the game does not have."""
    for icon in marks.icons:
        findings.check_name(path, icon, names.icons, "icon")
    for colour in marks.colours:
        if wrong := names.judge("colour", colour):
            findings.add(path, wrong.message, wrong.hint)


def _add_problems(findings: Findings, path: DataPath, marks: "_Marks") -> None:
    """Add what is wrong in any game."""
    for position, message, hint in marks.problems:
        findings.add_at(path, position, f"{message} at character {position + 1}", hint)


@dataclass(frozen=True, slots=True)
class _Marks:
    """Names in the marks of a text, and what is wrong in any game: position, message, and hint."""

    icons: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    problems: tuple[tuple[int, str, str], ...] = ()


@lru_cache(maxsize=4096)
def _find_marks(sentence: str, locale: str) -> _Marks:
    """Return the marks of a text; those of shared texts are asked for again for each game that is read."""
    try:
        message = parse_message(sentence)
    except Wrong as error:
        return _Marks(problems=((error.position, error.message, error.hint),))
    spans: list[Span] = []
    # Most texts have nothing but placeholders.
    for text, spots in () if _PLAIN.fullmatch(sentence) else message.samples():
        try:
            spans += parse_rich(text, places="{" in sentence)
        except Wrong as error:
            return _Marks(problems=((spots[min(error.position, len(spots) - 1)], error.message, error.hint),))
    choices = [choice for choice in message.choices if choice.kind != "select"]
    return _Marks(
        tuple(dict.fromkeys(span.icon for span in spans if span.icon)),
        tuple(dict.fromkeys(span.colour for span in spans if span.colour)),
        tuple(one for choice in choices for one in _list_plural_problems(choice, locale)),
    )


@cache
def _list_numbers(locale: str, kind: str) -> Mapping[str, Sequence[int]]:
    """Return the categories of plurals or ordinals of a language, each with its numbers of those tried."""
    grammar = make_grammar(locale)
    is_plural = kind == "plural"
    known, rule = (grammar.plurals, grammar.plural) if is_plural else (grammar.ordinals, grammar.ordinal)
    numbers: dict[str, list[int]] = {category: [] for category in known}
    for number in _TRIED:
        numbers.setdefault(rule(number), []).append(number)
    return {category: numbers[category] for category in known}


def _list_plural_problems(choice: Select, locale: str) -> Iterator[tuple[int, str, str]]:
    """Yield unknown and missing categories of a plural: position, message, and hint."""
    known = _list_numbers(locale, choice.kind)
    there = {branch.key for branch in choice.branches}
    for key, _, position in choice.branches:
        if not key.startswith("=") and key not in known:
            yield position, f"the language has no category `{key}`", suggest(key, known)
    for category, tried in known.items():
        numbers = [number for number in tried if f"={number}" not in there]
        if numbers and category not in there:
            shown = ", ".join(map(str, numbers[:_MOST_SHOWN])) + (" ..." if numbers[_MOST_SHOWN:] else "")
            message = f"`{{{choice.name}, {choice.kind}, ...}}` has no `{category}`"
            yield choice.position, message, f"add `{category} {{...}}`: the language needs it for {shown}"


def put_text(wording: Wording, key: str, text: str) -> Wording:
    """Return a wording with another text for a key, filled with the numbers of the kit."""
    text, forms = split_forms(text)
    if wording.numbers and "{" in text:
        text = parse_message(text).fill_some(wording.numbers, wording.grammar)
    return replace(
        wording,
        sentences={**wording.sentences, key: text},
        forms={**wording.forms, key: forms} if forms else wording.forms,
        fallbacks=wording.fallbacks - {key},
    )
