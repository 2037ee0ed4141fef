"""A language compared with English, sentence by sentence: what is missing, stale, unknown or different.

Reading a kit stops at what cannot be printed; here everything is found, and nothing is raised but
what keeps a file from being read at all.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from generator.errors import Problem
from generator.model.message import parse_message
from generator.model.rich_text import parse_rich
from generator.read.declared.findings import Findings, say_path
from generator.read.declared.names import NO_NAMES, Names
from generator.read.files.phrases import shorten
from generator.read.files.shelf import REFERENCE
from generator.read.files.yaml_reader import Source
from generator.read.wordings.wordings import (
    WordingFile,
    compare_sentence,
    is_needed,
    path_of,
    read_as_it_is,
    read_wording_file,
)
from generator.translate.seen import Seen, hash_sentence, read_seen

Kind: TypeAlias = Literal["missing", "unknown", "wrong", "stale", "unseen", "identical", "icons"]
"""`wrong`: marks, places or plurals that cannot be printed; `unseen`: nobody has said yet that the
sentence fits its English; `icons`: icons or colours of English that are not there, or others that are,
or stars that would be printed."""

_ESCAPED = re.compile(r"\\[*\\]")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Ailment:
    """Something that ails one sentence of a language."""

    kind: Kind
    key: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class Words:
    """The wording files of one folder: those of a game, or those that all games share."""

    folder: Path
    shared: Path | None
    """The folder of the shared words; None: these are they."""
    english: WordingFile
    whole: Mapping[str, str]
    """The English sentences, with the shared ones below those of the game."""
    lent: Mapping[str, str]
    """Those that only the shared words have, and that the game needs; empty where these are they."""

    def path(self, locale: str) -> Path:
        return self.folder / f"{locale}.yaml"

    def wanted(self, locale: str) -> Mapping[str, str]:
        """The English sentences that a language's file must have, in the order of English.

        A game brings the shared words too, in languages that those do not have.
        """
        if self.shared is None or (self.shared / f"{locale}.yaml").is_file():
            return self.english.sentences
        return {**self.english.sentences, **self.lent}


@dataclass(frozen=True, slots=True)
class Translation:
    """One language of a folder, as it is."""

    locale: str
    words: Words
    file: WordingFile
    seen: Seen
    sentences: Mapping[str, str]
    """Those that can be printed."""
    ailments: tuple[Ailment, ...]

    def keys_of(self, kind: Kind) -> tuple[str, ...]:
        """Of the sentences that ail so, in the order of the file."""
        return tuple(dict.fromkeys(ailment.key for ailment in self.ailments if ailment.kind == kind))


def read_words(folder: Path, *, shared: Path | None, names: Names = NO_NAMES) -> Words:
    """The English of a folder; raises DataError with all that is wrong with it."""
    english = read_wording_file(folder / f"{REFERENCE}.yaml", names=names)
    below: Mapping[str, str] = {}
    if shared is not None:
        below = read_wording_file(shared / f"{REFERENCE}.yaml", names=names).sentences
    own = english.sentences
    lent = {key: said for key, said in below.items() if key not in own and is_needed(key, own)}
    return Words(folder, shared, english, {**below, **english.sentences}, lent)


def read_translation(words: Words, locale: str, *, names: Names = NO_NAMES) -> Translation:
    """A language with all that ails it; DataError where a file of it cannot be read at all."""
    file, findings = read_as_it_is(words.path(locale), names=names)
    seen = read_seen(words.folder, locale)
    return examine(words, locale, file, findings, seen)


def examine(words: Words, locale: str, file: WordingFile, findings: Findings, seen: Seen) -> Translation:
    """What ails the sentences of a file; `findings` tell of those that could not be read."""
    problems = findings.problems
    ailments = [Ailment("wrong", problem.path.removeprefix("words."), problem) for problem in problems]
    wrong = {ailment.key for ailment in ailments}
    ailments += _find_missing(words, locale, file, wrong)
    printable = {}
    for key, sentence in file.sentences.items():
        found = list(_examine_sentence(words.whole, file.source, seen, key, sentence))
        ailments += found
        if not any(ailment.kind in ("unknown", "wrong") for ailment in found):
            printable[key] = sentence
    return Translation(locale, words, file, seen, printable, tuple(ailments))


def _find_missing(words: Words, locale: str, file: WordingFile, wrong: set[str]) -> Iterator[Ailment]:
    for key, english in words.wanted(locale).items():
        if key not in file.sentences and key not in wrong:
            spot = file.source.spot_of_key(path_of(key))
            yield _ail("missing", key, file.source, spot, "is missing", f"English says: {shorten(english)}")


def _examine_sentence(
    english: Mapping[str, str], source: Source, seen: Seen, key: str, sentence: str
) -> Iterator[Ailment]:
    compared = Findings(source)
    compare_sentence(compared, key, sentence, english)
    kind: Kind = "wrong" if key in english else "unknown"
    yield from (Ailment(kind, key, problem) for problem in compared.problems)
    if kind == "unknown":
        return
    spot = source.spot_of(path_of(key))
    said = english[key]
    known = seen.hashes.get(key)
    if known is None:
        hint = "compare them, then: petri locale accept"
        yield _ail("unseen", key, source, spot, "nobody has said yet that it fits its English", hint)
    elif known != hash_sentence(said):
        hint = f"English says now: {shorten(said)}"
        yield _ail("stale", key, source, spot, "English has changed since this was translated", hint)
    if sentence == said and has_words(said) and key not in seen.same:
        hint = f"if that is right: petri locale accept ... {key}"
        yield _ail("identical", key, source, spot, "is the same as in English", hint)
    message = _compare_pictured(said, sentence)
    if message:
        yield _ail("icons", key, source, spot, message, f"English says: {shorten(said)}")


def _ail(kind: Kind, key: str, source: Source, spot: tuple[int, int], message: str, hint: str) -> Ailment:
    return Ailment(kind, key, Problem(source.file, *spot, say_path(path_of(key)), message, hint))


def has_words(sentence: str) -> bool:
    """Whether there is anything in it to be translated: letters beside marks, icons and places."""
    for text, _ in parse_message(sentence).samples():
        for span in parse_rich(re.sub(r"\{[a-z][a-z0-9_]*\}", "", text), places=True):
            if not span.icon and _LETTER.search(span.text):
                return True
    return False


def _compare_pictured(english: str, sentence: str) -> str:
    """What icons and colours one has and the other has not; empty: they have the same."""
    ours, theirs = _pictured_of(sentence), _pictured_of(english)
    lost = ", ".join(sorted(theirs - ours))
    added = ", ".join(sorted(ours - theirs))
    told = [f"has no {lost}"] if lost else []
    told += [f"has {added}, which English has not"] if added else []
    if _prints_stars(sentence) and not _prints_stars(english):
        told.append("prints its stars, since there is a blank between them and their words")
    return "; ".join(told)


def _prints_stars(sentence: str) -> bool:
    """Whether stars that are no marks stand in it: many a tool puts blanks into `** words **`."""
    unescaped = _ESCAPED.sub("x", sentence)
    return any(
        "*" in span.text
        for text, _ in parse_message(unescaped).samples()
        for span in parse_rich(text, places=True)
    )


def _pictured_of(sentence: str) -> set[str]:
    found = set()
    for text, _ in parse_message(sentence).samples():
        for span in parse_rich(text, places=True):
            if span.icon:
                found.add(f"`:{span.icon}:`")
            if span.colour:
                found.add(f"`{{{span.colour}|...}}`")
    return found
