"""What English said when a sentence was last looked at in another language: `wording/seen/<locale>.yaml`.

People need not edit these files: `petri locale accept` and `petri locale import` write them. A sentence
whose English has changed since is stale.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import Field

from generator.read.checking import Findings
from generator.read.formats.scalars import Format, Text
from generator.read.yaml_reader import read_yaml

FOLDER = "seen"
"""Beside the wording files, in a folder of its own: what lies here is no language."""

_DIGITS = 12
"""Of a hash, in base 16: two of a thousand sentences are alike once in a hundred million games."""


class SeenFormat(Format):
    """What was looked at."""

    seen: dict[str, Text] = Field({}, description="Hash of the English sentence by key.")
    same: list[Text] = Field([], description="Keys of sentences that may be the same as in English.")


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
    return wording / FOLDER / f"{locale}.yaml"


def read_seen(wording: Path, locale: str) -> Seen:
    """What is known of a language; nothing where there is no file. Raises DataError."""
    path = seen_path(wording, locale)
    if not path.exists():
        return Seen()
    source = read_yaml(path)
    findings = Findings(source)
    format = findings.fit(SeenFormat, source.data)
    if format is None:
        findings.stop()
    return Seen(format.seen, frozenset(format.same))


def say_seen(seen: Seen, *, order: Iterable[str]) -> str:
    """The text of the file, its keys in this order; what is not in the order is left out."""
    keys = tuple(order)
    lines = [
        "# What English said when each sentence was last looked at; written by `petri locale`, not by hand.",
        "seen:" if any(key in seen.hashes for key in keys) else "seen: {}",
        # In quotes: a hash of digits alone would look like a number to other programs.
        *(f'  {key}: "{seen.hashes[key]}"' for key in keys if key in seen.hashes),
    ]
    same = [f"  - {key}" for key in keys if key in seen.same]
    if same:
        lines += ["same:", *same]
    return "\n".join(lines) + "\n"
