"""Translations compared with English, text by text, and with the English of their last review.

Reading a kit stops at what cannot be printed; here all issues are collected, and an error is raised only
for a file that cannot be read at all.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from generator.errors import DataError, Problem
from generator.model.texts.message import parse_message
from generator.model.texts.rich_text import Span, may_have_marks, parse_rich
from generator.model.values import dataclass, field
from generator.read.declared.findings import At, Findings
from generator.read.files.text_files import read_text, shorten_line
from generator.read.wordings.wordings import WordingFile, WordingFolder, compare_sentence, path_of

IssueType: TypeAlias = Literal[
    "missing", "unknown", "wrong", "stale", "unreviewed", "identical", "icons", "characters"
]
"""`wrong`: markup, placeholders or plurals that cannot be printed; `icons`: other icons or colours than in
English, or stars that would be printed; `characters`: some that no font has."""

ISSUE_TYPES: tuple[IssueType, ...] = get_args(IssueType)


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
        cls, type: IssueType, key: str, file: WordingFile, message: str, hint: str, characters: str = ""
    ) -> "TranslationIssue":
        """Return an issue with the place of its text; that of a missing text is the key of its group."""
        at: At = "key" if type == "missing" else "value"
        return cls(type, key, Findings(file.source).describe(path_of(key), message, hint, at=at), characters)


@dataclass(frozen=True, slots=True)
class Reviews:
    """The reviews of one language: a text is stale if its English has changed since its review."""

    hashes: Mapping[str, str] = field(default_factory=dict)
    """Hashes of the English texts, by key."""
    same: frozenset[str] = frozenset()
    """Keys of texts that may be the same as in English: names, signs."""


@dataclass(frozen=True, slots=True)
class Translation:
    """One language of a folder, with its issues."""

    locale: str
    source: WordingFolder
    file: WordingFile
    reviews: Reviews
    sentences: Mapping[str, str]
    """Texts that can be printed."""
    issues: tuple[TranslationIssue, ...]

    @property
    def texts(self) -> Mapping[str, str]:
        """All texts of the file, including invalid ones."""
        return {**self.file.sentences, **self.file.broken}

    def keys_of(self, type: IssueType) -> tuple[str, ...]:
        """Return the keys of texts with such an issue, in the order of the file."""
        return tuple(dict.fromkeys(issue.key for issue in self.issues if issue.type == type))


def read_translation(source: WordingFolder, locale: str) -> Translation:
    """Read a language with all of its issues; raises DataError where a file cannot be read at all."""
    file, findings = source.read_as_it_is(locale)
    reviews = read_reviews(source.folder, locale)
    problems = findings.problems
    issues = [TranslationIssue("wrong", problem.path.removeprefix("words."), problem) for problem in problems]
    known = {*file.sentences, *(issue.key for issue in issues)}
    for key, english in source.required(locale).items():
        if key not in known:
            issues.append(
                TranslationIssue.of("missing", key, file, "is missing", f"English: {shorten_line(english)}")
            )
    printable = {}
    for key, text in file.sentences.items():
        own = list(_compare(source.texts, file, reviews, key, text))
        issues += own
        if not any(issue.type in ("unknown", "wrong") for issue in own):
            printable[key] = text
    return Translation(locale, source, file, reviews, printable, tuple(issues))


def _compare(
    texts: Mapping[str, str], file: WordingFile, reviews: Reviews, key: str, text: str
) -> Iterator[TranslationIssue]:
    findings = Findings(file.source)
    compare_sentence(findings, key, text, texts)
    yield from (
        TranslationIssue("wrong" if key in texts else "unknown", key, problem)
        for problem in findings.problems
    )
    if key not in texts:
        return
    english, reviewed = texts[key], reviews.hashes.get(key)
    if reviewed is None:
        hint = "compare them, then run petri locale accept"
        yield TranslationIssue.of("unreviewed", key, file, "not yet reviewed against the English", hint)
    elif reviewed != hash_text(english):
        hint = f"English is now: {shorten_line(english)}"
        yield TranslationIssue.of("stale", key, file, "English has changed since this was translated", hint)
    if text == english and has_words(english) and key not in reviews.same:
        hint = f"if that is right, run petri locale accept ... {key}"
        yield TranslationIssue.of("identical", key, file, "is the same as in English", hint)
    if message := _compare_icons(english, text):
        yield TranslationIssue.of("icons", key, file, message, f"English: {shorten_line(english)}")


PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_LETTER = re.compile(r"[^\W\d_]")


def has_words(text: str) -> bool:
    """Return whether a text has anything to translate: letters besides markup, icons and placeholders."""
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
    """Return whether a text has stars that are not markup: many tools put blanks into `** words **`."""
    return "*" in text and any("*" in span.text for span in list_spans(_ESCAPED.sub("x", text)))


def _list_icons(text: str) -> set[str]:
    spans = list(list_spans(text))
    icons = {f"`:{span.icon}:`" for span in spans if span.icon}
    return icons | {f"`{{{span.colour}|...}}`" for span in spans if span.colour}


def list_spans(text: str) -> Iterator[Span]:
    """Yield the spans of all variants of a text."""
    for sample, _ in parse_message(text).samples():
        yield from parse_rich(sample, places=True)


_LINE = re.compile(r"(?P<key>[a-z0-9_.]+) (?P<hash>[0-9a-f]{12})(?P<same> same)?")


def read_reviews(wording: Path, locale: str) -> Reviews:
    """Read the reviews of a language, none without a file; raises DataError with all problems.

    A line of `wording/reviewed/<locale>.txt` is a key, a hash of the English text, and `same` where the
    translation may equal the English:

        kit.title bd470a928cc5 same
    """
    path = name_review_file(wording, locale)
    if not path.exists():
        return Reviews()
    file, text = read_text(path)
    hashes: dict[str, str] = {}
    same: set[str] = set()
    problems = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            hint = "a line is a key, a hash, and `same` for a text that may equal the English"
            problems.append(Problem(file, number, 1, "", f"`{line}` is not a review", hint))
        elif match["key"] in hashes:
            problems.append(Problem(file, number, 1, "", f"duplicate key `{match['key']}`", "remove one"))
        else:
            hashes[match["key"]] = match["hash"]
            same |= {match["key"]} if match["same"] else set()
    if problems:
        raise DataError(problems)
    return Reviews(hashes, frozenset(same))


def format_reviews(reviews: Reviews, *, order: Iterable[str]) -> str:
    """Return the text of the file, with only the keys of `order`."""
    known = [key for key in order if key in reviews.hashes]
    lines = (f"{key} {reviews.hashes[key]}{' same' if key in reviews.same else ''}" for key in known)
    head = "# Hashes of the English against which each text was last reviewed; written by petri locale."
    return "\n".join([head, *lines]) + "\n"


_DIGITS = 12
"""Hexadecimal digits of a hash: two of a thousand texts match in one of five hundred million games."""


def hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def name_review_file(wording: Path, locale: str) -> Path:
    """Return the review file of `wording/<locale>.yaml`."""
    return wording / "reviewed" / f"{locale}.txt"
