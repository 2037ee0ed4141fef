"""Changes of wording files by `petri locale`: new languages, and translations marked as up to date."""

import os
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from textwrap import wrap

from generator.errors import OutputError, UnknownName, describe_unknown, suggest
from generator.model.kit import Kit
from generator.model.style import Paper
from generator.model.values import dataclass
from generator.output import Staging
from generator.read.files.shelf import REFERENCE, Shelf, list_locales
from generator.read.files.yaml import Source
from generator.read.kits.kits import read_kit_and_texts
from generator.read.kits.shared import read_fonts, read_kit_fonts, read_papers
from generator.read.wordings.grammars import describe_language
from generator.read.wordings.wordings import WordingFile, WordingFolder
from generator.scene.fonts import FontLibrary
from generator.translate import translations
from generator.translate.translations import Reviews, Translation, name_review_file, read_translation
from generator.translate.wording_edits import INDENT, LINE_WIDTH, list_lines, nest

SHARED_TEXTS = "shared"
"""Used in place of a game: the texts that all games share."""


@dataclass(frozen=True)
class Workspace:
    """The texts that are translated."""

    name: str
    """Name of the game as it was typed."""
    source: WordingFolder
    shelf: Shelf
    kit: Kit | None = None
    """In English; None for the shared texts."""

    @property
    def title(self) -> str:
        """Name of the game in files and reports."""
        return self.kit.slug if self.kit else self.name

    @property
    def locales(self) -> tuple[str, ...]:
        """All languages but English, including those that only columns of tables have."""
        return tuple(dict.fromkeys((*list_locales(self.source.folder.parent)[1:], *self.source.in_columns)))

    def read(self, locale: str) -> Translation:
        """Read a language; raises UnknownName where it is not there, DataError where it is unreadable."""
        if locale not in self.locales:
            raise UnknownName(f"{self.name}: {describe_unknown('language', locale, self.locales)}")
        return read_translation(self.source, locale)

    def read_or_start(self, locale: str) -> Translation:
        """Read a language; return a draft without texts where it has no file."""
        if locale == REFERENCE:
            raise UnknownName(f"`{locale}` is the source language; edit {self.source.path(locale)}")
        if self.source.path(locale).exists():
            return self.read(locale)
        text = _format_new_language(self.source, locale)
        file = WordingFile(Source(str(self.source.path(locale)), text, None), "", "ltr", {}, is_draft=True)
        return Translation(locale, self.source, file, Reviews(), {}, ())

    @cached_property
    def fonts(self) -> FontLibrary:
        """The fonts of the game, or those of all games for the shared texts."""
        return read_kit_fonts(self.kit, shelf=self.shelf) if self.kit else read_fonts(self.shelf.fonts)

    @cached_property
    def papers(self) -> Mapping[str, Paper]:
        return read_papers(self.shelf.papers)


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The result of accepting texts of one language."""

    locale: str
    accepted: int
    identical: tuple[str, ...]
    """Texts that are the same as in English and need to be accepted by key."""


def open_workspace(name: str, shelf: Shelf) -> Workspace:
    """Return the workspace of a game by its name or path, or of the shared texts for `shared`.

    Raises UnknownName for an unknown game, and DataError if its English cannot be read.
    """
    if name == SHARED_TEXTS:
        texts = WordingFolder(shelf.wording)
        texts.read(REFERENCE)
        return Workspace(SHARED_TEXTS, texts, shelf)
    kit, texts, _ = read_kit_and_texts(shelf.find_game(name), shelf=shelf, locales=(REFERENCE,))
    return Workspace(name, texts, shelf, kit)


def open_to_write(name: str, shelf: Shelf) -> Workspace:
    """Open a workspace to change it.

    Raises OutputError for texts of an installed program: the next installation would overwrite them.
    """
    workspace = open_workspace(name, shelf)
    folder = workspace.source.folder
    if not shelf.is_installed or not folder.resolve().is_relative_to(shelf.data):
        return workspace
    fix = "a new language of a game has these texts in its own file"
    if workspace.kit is not None:
        copy = f".{os.sep}{Path(workspace.kit.id)}"
        fix = f"copy the folder {workspace.kit.folder} to where you work, and name the copy: {copy}"
    raise OutputError(str(folder), f"belongs to the installed program, which overwrites it on updates; {fix}")


def accept(workspace: Workspace, locale: str, keys: Collection[str], staging: Staging) -> Acceptance:
    """Mark translations as up to date with the English: all that can be printed, or only `keys`.

    Texts that are the same as in English are accepted by key only. Raises UnknownName for a key that is
    neither a text of the language nor a group.
    """
    translation = workspace.read(locale)
    named = _find_keys(translation, keys)
    reviews, english = translation.reviews, workspace.source.texts
    hashes = {key: translations.hash_text(english[key]) for key in named or translation.sentences}
    changed = {key: hash for key, hash in hashes.items() if reviews.hashes.get(key) != hash}
    identical = translation.keys_of("identical")
    same = frozenset(identical) & frozenset(named)
    after = Reviews({**reviews.hashes, **changed}, reviews.same | same)
    write_reviews(staging, workspace.source, locale, after, kept=translation.file.sentences)
    return Acceptance(locale, len(changed.keys() | same), () if named else identical)


def write_reviews(
    staging: Staging, source: WordingFolder, locale: str, reviews: Reviews, *, kept: Collection[str]
) -> None:
    """Write the reviews of the texts that are `kept`, in the order of English."""
    text = translations.format_reviews(reviews, order=[key for key in source.texts if key in kept])
    staging.write(name_review_file(source.folder, locale), text.encode())


def start_language(workspace: Workspace, locale: str) -> Path:
    """Write a draft with all keys and no texts, the English above each as a comment.

    Raises OutputError when the language exists.
    """
    path = workspace.source.path(locale)
    if path.exists():
        raise OutputError(str(path), "the language already exists")
    with Staging() as staging:
        staging.write(path, _format_new_language(workspace.source, locale).encode())
    return path


def _find_keys(translation: Translation, names: Iterable[str]) -> tuple[str, ...]:
    named: dict[str, None] = {}
    unknown = []
    for name in names:
        keys = [key for key in translation.sentences if f"{key}.".startswith(f"{name}.")]
        if not keys:
            hint = suggest(name, translation.sentences, likeness=0.7)
            message = f"no text or group `{name}` in {translation.locale}"
            unknown.append(f"{message}; {hint}" if hint else message)
        named |= dict.fromkeys(keys)
    if unknown:
        raise UnknownName("\n".join(unknown))
    return tuple(named)


def _format_new_language(source: WordingFolder, locale: str) -> str:
    """Return the file of a language that has no texts yet."""
    name, direction = describe_language(locale)
    schema = source.file.source.text.split("\n", 1)[0]
    lines = [
        *([schema] if schema.startswith("# yaml-language-server") else []),
        f"# {name}: write each text after its key. The English is above it.",
        f"language: {name}",
        f"direction: {direction}",
        "status: draft",
        "words:",
        *list_lines(nest(source.required(locale)), INDENT, _write_empty),
    ]
    return "\n".join(lines) + "\n"


def _write_empty(key: str, english: str, column: int) -> str:
    lines = []
    for line in english.split("\n"):
        lines += wrap(line, LINE_WIDTH - column, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*(f"# {line}" for line in lines), f"{key}:"])
