"""Reviews of translations: the English words with which the words of each text were compared.

A review keeps hashes of both texts. They ignore case, spaces, and punctuation, and numbers with names count
as the numbers that they stand for. A translation that is still the same after its English has
changed is only up to date once somebody has said so for its key; its review then says `kept`.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from generator.errors import DataError, Problem
from generator.model.texts.message import Grammar, parse_message
from generator.model.values import dataclass, field
from generator.read.files.shelf import REFERENCE
from generator.read.files.text_files import read_text
from generator.read.wordings.grammars import make_grammar


@dataclass(frozen=True, slots=True)
class Review:
    """The review of one text."""

    english: str
    """Hash of the English that the translation was compared with."""
    translation: str
    """Hash of the translation."""
    same: bool = False
    """True if the text may be the same as in English: a name, a sign."""
    kept: bool = False
    """True if somebody said that the translation fits an English that had changed."""
    checked: bool = False
    """True if somebody said that a finding about the language of the text is none."""


ReviewState: TypeAlias = Literal["unreviewed", "kept", "stale", "reviewed"]
"""`kept`: only the English has changed; `stale`: both have changed since the review."""


@dataclass(frozen=True, slots=True)
class Hasher:
    """Makes hashes of texts, in which a named number is the same as its value."""

    numbers: Mapping[str, int | str] = field(default_factory=dict)
    """The numbers that the game fills into its texts, by name."""
    grammar: Grammar = field(default_factory=Grammar)

    def matches(self, hash: str, text: str) -> bool:
        """Return True if a text has the hash, as it is written or with its numbers filled in."""
        return hash == hash_text(text) or (bool(self.numbers) and hash == hash_text(self._fill(text)))

    def _fill(self, text: str) -> str:
        return parse_message(text).fill_some(self.numbers, self.grammar)


@dataclass(frozen=True, slots=True)
class Reviews:
    """The reviews of one language, by key."""

    lines: Mapping[str, Review] = field(default_factory=dict)
    english: Hasher = field(default_factory=Hasher)
    own: Hasher = field(default_factory=Hasher)
    """Makes hashes of the language."""

    def judge(self, key: str, english: str, text: str) -> ReviewState:
        """Return the state of a translation."""
        review = self.lines.get(key)
        if review is None:
            return "unreviewed"
        is_same = self.own.matches(review.translation, text)
        if self.english.matches(review.english, english):
            return "reviewed" if is_same else "unreviewed"
        return "kept" if is_same else "stale"


def list_unread(before: Reviews, after: Reviews, english: Mapping[str, str]) -> Iterator[str]:
    """Yield the keys of reviews that followed a changed English, while the translation stayed the same.

    Reviews that say `kept` are left out: somebody named each of these texts. So are those of an
    English that is the same with its numbers filled in; `english` has the texts by hash.
    """
    for key, new in after.lines.items():
        old = before.lines.get(key)
        if not old or old.translation != new.translation or new.kept:
            continue
        if (
            not after.english.matches(old.english, english.get(new.english, ""))
            and old.english != new.english
        ):
            yield key


_LINE = re.compile(
    r"(?P<key>[^\s#]\S*(?: \S+)*?) (?P<english>[0-9a-f]{12}) (?P<translation>[0-9a-f]{12})"
    r"(?P<same> same)?(?P<kept> kept)?(?P<checked> checked)?"
)


def read_reviews(wording: Path, locale: str, numbers: Mapping[str, int | str] | None = None) -> Reviews:
    """Read the reviews of a language, none without a file; raises DataError with all problems.

    `numbers` are those that the game fills into its texts.

    A line of `wording/reviewed/<locale>.txt` is a key of a text or a cell of a table, the hashes of the
    English and of the translation, and what was said about it (`same`, `kept`, `checked`):

        kit.title bd470a928cc5 bd470a928cc5 same
    """
    path = name_review_file(wording, locale)
    reviews = parse_reviews(*read_text(path)) if path.exists() else Reviews()
    hashers = (Hasher(numbers or {}, make_grammar(one)) for one in (REFERENCE, locale))
    return Reviews(reviews.lines, *hashers)


def parse_reviews(file: str, text: str) -> Reviews:
    """Return the reviews of the text of a file; raises DataError with all problems."""
    lines: dict[str, Review] = {}
    problems = []
    for number, line in _list_lines(text):
        match = _LINE.fullmatch(line)
        if match is None:
            hint = "a line is a key, the hashes of English and translation, and what was said of them"
            problems.append(Problem(file, number, 1, "", f"`{line}` is not a review", hint))
        elif match["key"] in lines:
            problems.append(Problem(file, number, 1, "", f"duplicate key `{match['key']}`", "remove one"))
        else:
            marks = bool(match["same"]), bool(match["kept"]), bool(match["checked"])
            lines[match["key"]] = Review(match["english"], match["translation"], *marks)
    if problems:
        raise DataError(problems)
    return Reviews(lines)


def _list_lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line and line[0] != "#")


def format_reviews(reviews: Reviews, *, order: Iterable[str]) -> str:
    """Return the text of the file, with only the keys of `order`."""
    lines = [
        "# The English and the translation of each text when they were last compared, as hashes; "
        "written by petri locale."
    ]
    for key in order:
        if review := reviews.lines.get(key):
            marks = [mark for mark in ("same", "kept", "checked") if getattr(review, mark)]
            lines.append(" ".join((key, review.english, review.translation, *marks)))
    return "\n".join(lines) + "\n"


_ENGLISH_LINE = re.compile(r'(?P<hash>[0-9a-f]{12}) (?P<text>".*")')


def read_reviewed_english(wording: Path) -> Mapping[str, str]:
    """Read the English texts that translations were compared with, by hash; raises DataError.

    They are kept in `wording/reviewed/en.txt`, so that the English of a review can be shown when it has
    changed.
    """
    path = name_review_file(wording, REFERENCE)
    if not path.exists():
        return {}
    file, text = read_text(path)
    texts, problems = {}, []
    for number, line in _list_lines(text):
        match = _ENGLISH_LINE.fullmatch(line)
        try:
            texts[match["hash"] if match else ""] = str(json.loads(match["text"] if match else ""))
        except json.JSONDecodeError:
            message, hint = f"`{line}` is not a reviewed text", "a line is a hash, and a text in quotes"
            problems.append(Problem(file, number, 1, "", message, hint))
    if problems:
        raise DataError(problems)
    return texts


def format_reviewed_english(texts: Mapping[str, str], *, used: Collection[str]) -> str:
    """Return the text of that file, with only the hashes that a review uses."""
    head = "# English texts that translations were compared with, by hash; written by petri locale."
    known = (hash for hash in sorted(texts) if hash in used)
    lines = (f"{hash} {json.dumps(texts[hash], ensure_ascii=False)}" for hash in known)
    return "\n".join([head, *lines]) + "\n"


_DIGITS = 12
"""Hexadecimal digits of a hash: two of a thousand texts match in one of five hundred million games."""
_KEPT_SIGNS = frozenset("%{}#&@/")
"""Punctuation that changes what a text says."""
_HYPHEN_AS_MINUS = re.compile(r"(?<!\w)-(?=\d)")


def hash_text(text: str) -> str:
    """Return the hash of the words of a text: its letters, digits, and symbols, whatever their case."""
    words = _HYPHEN_AS_MINUS.sub("−", unicodedata.normalize("NFC", text).casefold())
    words = "".join(one for one in words if one in _KEPT_SIGNS or unicodedata.category(one)[0] in "LNMS")
    return hash_exactly(words or text)


def hash_exactly(text: str) -> str:
    """Return the hash of a text as it is written."""
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def name_review_file(wording: Path, locale: str) -> Path:
    """Return the review file of `wording/<locale>.yaml`."""
    return wording / "reviewed" / f"{locale}.txt"
