"""Reviews of translations, kept as hashes of the English that was reviewed."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.errors import DataError, Problem
from generator.model.values import dataclass, field
from generator.read.files.text_files import read_text


@dataclass(frozen=True, slots=True)
class Reviews:
    """The reviews of one language: a text is stale if its English has changed since its review."""

    hashes: Mapping[str, str] = field(default_factory=dict)
    """Hashes of the English texts, by key."""
    same: frozenset[str] = frozenset()
    """Keys of texts that may be the same as in English: names, signs."""


_LINE = re.compile(r"(?P<key>[^\s#]\S*(?: \S+)*?) (?P<hash>[0-9a-f]{12})(?P<same> same)?")


def read_reviews(wording: Path, locale: str) -> Reviews:
    """Read the reviews of a language, none without a file; raises DataError with all problems.

    A line of `wording/reviewed/<locale>.txt` is a key of a text or a cell of a table, a hash of the
    English text, and `same` where the translation may equal the English:

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
