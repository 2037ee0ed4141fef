"""What `petri locale` does to wording files: begin a language, accept sentences as they are."""

import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TypeAlias

from generator.errors import OutputError, UnknownName, say_unknown
from generator.model.kit import Kit
from generator.output import Staging
from generator.read.declared.names import NOT_CHECKED, Pictured
from generator.read.files.phrases import suggest
from generator.read.files.shelf import REFERENCE, Shelf
from generator.read.kits.fonts import read_fonts, read_game_fonts
from generator.read.kits.kits import read_kit
from generator.read.wordings.grammars import describe_language
from generator.read.wordings.wordings import check_locale
from generator.scene.fonts import FontLibrary
from generator.translate.seen import Seen, hash_sentence, say_seen, seen_path
from generator.translate.translations import Translation, Words, read_translation, read_words

_Keys: TypeAlias = "dict[str, str | _Keys]"

_WIDTH = 118

SHARED = "shared"
"""In the place of a game: the words that all games share."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The words that are worked on, and what their sentences may name."""

    name: str
    """Of the game, as it is typed."""
    words: Words
    pictured: Pictured
    kit: Kit | None = None
    """In English; None for the shared words."""

    def read(self, locale: str) -> Translation:
        """A language of it; UnknownName when there is none, DataError when it cannot be read at all."""
        if locale not in self.locales:
            raise UnknownName(f"{self.name}: {say_unknown('locale', locale, self.locales)}")
        return read_translation(self.words, locale, pictured=self.pictured)

    def find_fonts(self, shelf: Shelf) -> FontLibrary:
        """The fonts of the game; for the shared words those of all games."""
        if self.kit is None:
            return read_fonts(shelf.fonts)
        return read_game_fonts(self.kit.folder, shelf=shelf)

    @property
    def locales(self) -> tuple[str, ...]:
        """All but English."""
        found = {path.stem for path in self.words.folder.glob("*.yaml")} - {REFERENCE}
        return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What came of accepting sentences of one language."""

    locale: str
    accepted: int
    identical: tuple[str, ...]
    """Sentences that are the same as in English, which are only accepted by name."""


def set_up_bench(name: str, shelf: Shelf) -> Bench:
    """By the name of a game, the path of one, or `shared`.

    UnknownName when there is no such game; DataError when its English cannot be read.
    """
    if name == SHARED:
        return Bench(SHARED, read_words(shelf.wording, shared=None), NOT_CHECKED)
    folder = shelf.find_game(name)
    kit = read_kit(folder, shelf=shelf, locales=(REFERENCE,))
    pictured = Pictured(frozenset(kit.icons), frozenset(kit.theme.colours))
    words = read_words(folder / "wording", shared=shelf.wording, pictured=pictured)
    return Bench(name, words, pictured, kit)


def check_may_write(bench: Bench, shelf: Shelf) -> None:
    """OutputError for words that came with an installed program: they would be lost with it."""
    folder = bench.words.folder
    if not shelf.is_installed or not folder.resolve().is_relative_to(shelf.data):
        return
    if bench.kit is None:
        mend = "a new language of a game has these words in its own file"
    else:
        own = Path(bench.kit.id)
        mend = f"copy the folder {bench.kit.folder} to where you work, and name the copy: .{os.sep}{own}"
    raise OutputError(str(folder), f"belongs to the installed program, and would be lost with it; {mend}")


def accept(bench: Bench, locale: str, keys: Collection[str], staging: Staging) -> Acceptance:
    """Keeps what English says now as what the sentences of a language were compared with.

    Without keys, all that can be printed, except those that are the same as in English: they are
    accepted by name. UnknownName for a key that is neither a sentence of the language nor a group.
    """
    translation = bench.read(locale)
    named = _find_keys(translation, keys)
    chosen = named or tuple(translation.sentences)
    seen = translation.seen
    changed = {
        key: hash_sentence(bench.words.whole[key])
        for key in chosen
        if seen.hashes.get(key) != hash_sentence(bench.words.whole[key])
    }
    identical = translation.keys_of("identical")
    same = frozenset(identical) & frozenset(named)
    after = Seen({**seen.hashes, **changed}, seen.same | same)
    write_seen(staging, bench.words, locale, after, kept=translation.file.sentences)
    left = tuple(key for key in identical if key not in same) if not named else ()
    return Acceptance(locale, len(changed.keys() | same), left)


def _find_keys(translation: Translation, names: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    unknown = []
    for name in names:
        keys = [key for key in translation.sentences if key == name or key.startswith(f"{name}.")]
        if not keys:
            hint = suggest(name, translation.sentences, likeness=0.7)
            said = f"no sentence or group `{name}` in {translation.locale}"
            unknown.append(f"{said}; {hint}" if hint else said)
        found.update(dict.fromkeys(keys))
    if unknown:
        raise UnknownName("\n".join(unknown))
    return tuple(found)


def write_seen(staging: Staging, words: Words, locale: str, seen: Seen, *, kept: Collection[str]) -> None:
    """Writes what was seen of a language, in the order of English: of the sentences that are `kept`."""
    text = say_seen(seen, order=[key for key in words.whole if key in kept])
    staging.write(seen_path(words.folder, locale), text.encode())


def start_language(bench: Bench, locale: str) -> Path:
    """Writes a draft with all keys and no words, English above each as a comment.

    OutputError when the language is there already; ValueError when this is no language tag.
    """
    check_locale(locale)
    path = bench.words.path(locale)
    if path.exists():
        raise OutputError(str(path), "this language is there already")
    with Staging() as staging:
        staging.write(path, say_new_language(bench, locale).encode())
        staging.commit()
    return path


def say_new_language(bench: Bench, locale: str) -> str:
    """The text of the file of a language that has no words yet."""
    name, direction = describe_language(locale)
    schema = bench.words.english.source.text.split("\n", 1)[0]
    lines = [schema] if schema.startswith("# yaml-language-server") else []
    lines += [
        f"# {name}: write each sentence behind its key. English stands above it.",
        f"language: {name}",
        f"direction: {direction}",
        "status: draft",
        "words:",
        *_say_keys(bench.words.wanted(locale)),
    ]
    return "\n".join(lines) + "\n"


def _say_keys(sentences: Mapping[str, str]) -> list[str]:
    """Keys below keys, each under its English sentence."""
    root: _Keys = {}
    for key, sentence in sentences.items():
        *path, last = key.split(".")
        inner = root
        for step in path:
            below = inner.setdefault(step, {})
            assert isinstance(below, dict), "no key of English is both a sentence and a group"
            inner = below
        inner[last] = sentence
    return _say_below(root, "  ")


def _say_below(keys: _Keys, indent: str) -> list[str]:
    lines: list[str] = []
    for key, below in keys.items():
        if isinstance(below, dict):
            lines += [f"{indent}{key}:", *_say_below(below, indent + "  ")]
            continue
        for line in below.split("\n"):
            wrapped = wrap(line, _WIDTH - len(indent), break_long_words=False, break_on_hyphens=False)
            lines += [f"{indent}# {one}" for one in wrapped]
        lines.append(f"{indent}{key}:")
    return lines
