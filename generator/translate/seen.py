"""What English said when a sentence was last looked at in another language: `wording/seen/<locale>.txt`.

    kit.title bd470a928cc5 same

A line is a key, a hash of the English sentence, and `same` where the sentence may be the same as in
English. People need not edit these files: `petri locale accept` and `petri locale import` write them.
A sentence whose English has changed since is stale.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.errors import DataError, Problem
from generator.read.files.text_files import read_text

FOLDER = "seen"
"""Beside the wording files, in a folder of its own: what lies here is no language."""

_DIGITS = 12
"""Of a hash, in base 16: two of a thousand sentences are alike in one of five hundred million games."""

_LINE = re.compile(r"(?P<key>[a-z0-9_.]+) (?P<hash>[0-9a-f]{12})(?P<same> same)?")


@dataclass(frozen=True, slots=True)
class Seen:
    """Of one language."""

    hashes: Mapping[str, str] = field(default_factory=dict)
    """Of the English sentences, by key."""
    same: frozenset[str] = frozenset()
    """Sentences that are meant to be the same as in English: names, signs."""


def hash_sentence(sentence: str) -> str:
    """The same for the same sentence, ever and everywhere."""
    return hashlib.sha256(sentence.encode()).hexdigest()[:_DIGITS]


def seen_path(wording: Path, locale: str) -> Path:
    """The file that belongs to `wording/<locale>.yaml`."""
    return wording / FOLDER / f"{locale}.txt"


def read_seen(wording: Path, locale: str) -> Seen:
    """What is known of a language; nothing where there is no file. DataError with all that is wrong."""
    path = seen_path(wording, locale)
    if not path.exists():
        return Seen()
    file, text = read_text(path)
    hashes: dict[str, str] = {}
    same: list[str] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            hint = "petri locale accept writes this file: a key, a hash, and perhaps `same`"
            problems.append(Problem(file, number, 1, "", "is not a line of what was seen", hint))
        elif match["key"] in hashes:
            said = f"the key `{match['key']}` stands here a second time"
            problems.append(Problem(file, number, 1, "", said, "keep one of them"))
        else:
            hashes[match["key"]] = match["hash"]
            same += [match["key"]] if match["same"] else []
    if problems:
        raise DataError(problems)
    return Seen(hashes, frozenset(same))


def say_seen(seen: Seen, *, order: Iterable[str]) -> str:
    """The text of the file, its keys in this order; what is not in the order is left out."""
    lines = ["# What English said when each sentence was last looked at: written by petri locale."]
    lines += [
        f"{key} {seen.hashes[key]}" + (" same" if key in seen.same else "")
        for key in order
        if key in seen.hashes
    ]
    return "\n".join(lines) + "\n"
