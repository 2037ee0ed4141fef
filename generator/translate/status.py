"""How the languages of a game are: all that ails their words, and all that does not fit on its pages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from generator.errors import MissingGlyph, Problem
from generator.layout.text.itemize import itemize
from generator.make.games import Game
from generator.make.jobs import Job, choose_jobs
from generator.model.message import parse_message
from generator.model.rich_text import parse_rich
from generator.model.style import Paper
from generator.model.wording import Wording
from generator.read.declared.findings import say_path
from generator.read.files.shelf import REFERENCE
from generator.read.wordings.grammars import find_grammar
from generator.read.wordings.wordings import path_of
from generator.scene.fonts import FontLibrary
from generator.translate.folders import Bench
from generator.translate.overflow import Misfit, SmallType, try_to_fit
from generator.translate.translations import Ailment, Translation, read_translation, read_words

STAND_IN = "?"
"""For a character that no font has, while the rest of its sentence is tried."""


@dataclass(frozen=True, slots=True)
class Lack:
    """Characters of a sentence that no font has."""

    key: str
    characters: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class Health:
    """One language of a game, or of the shared words."""

    game: str
    locale: str
    language: str
    """What it calls itself."""
    is_draft: bool
    wanted: int
    """Sentences that English has."""
    translated: int
    ailments: tuple[Ailment, ...] = ()
    characters: tuple[Lack, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    smallest: SmallType | None = None
    """None: nothing was laid out."""

    @property
    def is_clean(self) -> bool:
        return not (self.ailments or self.characters or self.misfits)

    @property
    def fails(self) -> bool:
        """A draft may be as it is; what is released must be clean."""
        return not self.is_draft and not self.is_clean


def examine_words(name: str, translation: Translation, fonts: FontLibrary) -> Health:
    """What ails the words of a language, whatever they are printed on."""
    wanted = translation.words.wanted(translation.locale)
    return Health(
        name,
        translation.locale,
        translation.file.language,
        translation.file.is_draft,
        len(wanted),
        sum(key in translation.sentences for key in wanted),
        translation.ailments,
        tuple(find_lacks(translation, fonts)),
    )


def find_lacks(translation: Translation, fonts: FontLibrary) -> list[Lack]:
    """The sentences with characters that no font has."""
    found = []
    source = translation.file.source
    for key, sentence in translation.sentences.items():
        characters = find_missing_characters(sentence, fonts)
        if characters:
            listed = ", ".join(f"{character} (U+{ord(character):04X})" for character in characters)
            path = path_of(key)
            said = f"no font has {listed}"
            hint = "another character, or a font in the game's folder `fonts`"
            problem = Problem(source.file, *source.spot_of(path), say_path(path), said, hint)
            found.append(Lack(key, characters, problem))
    return found


def find_missing_characters(sentence: str, fonts: FontLibrary) -> str:
    """Those of a sentence that no font has, each once."""
    faces = [family.regular for family in fonts.families]
    missing: dict[str, None] = {}
    for text, _ in parse_message(sentence).samples():
        for span in parse_rich(text, places=True):
            for word in () if span.icon else span.text.split():
                try:
                    itemize(word, faces, script="")
                except MissingGlyph as error:
                    missing.update(dict.fromkeys(error.characters))
    return "".join(missing)


def examine(
    bench: Bench,
    locale: str,
    *,
    fonts: FontLibrary,
    papers: Mapping[str, Paper],
    tell: Callable[[Job], None],
) -> Health:
    """All that ails a language, and all that does not fit on any paper.

    Without papers, only its words. `tell` hears of each part before it is tried. UnknownName where
    there is no such language, DataError where its file is no wording at all.
    """
    name = bench.kit.slug if bench.kit else bench.name
    if locale == REFERENCE:
        english = bench.words.english
        count = len(english.sentences)
        health = Health(name, locale, english.language, False, count, count)
    else:
        translation = bench.read(locale)
        health = examine_words(name, translation, fonts)
    if bench.kit is None or not papers:
        return health
    kit = bench.kit
    if locale != REFERENCE:
        kit = replace(kit, wordings={**kit.wordings, locale: make_wording(translation, health)})
    jobs = choose_jobs([Game(kit, fonts)], papers, locale_names=[locale])
    fit = try_to_fit(jobs, tell=tell)
    language = kit.wordings[locale].name
    return replace(health, language=language, misfits=fit.misfits, smallest=fit.smallest)


def make_wording(translation: Translation, health: Health) -> Wording:
    """A wording that can be printed, whatever ails it: what cannot be used is said in English."""
    words, locale = translation.words, translation.locale
    below = _read_shared(words.shared, locale)
    naming = translation.file if translation.file.language or below is None else below.file
    shared = {} if below is None else below.sentences
    sentences = {**words.whole, **shared, **translation.sentences}
    for lack in health.characters:
        sentence = sentences[lack.key]
        for character in lack.characters:
            sentence = sentence.replace(character, STAND_IN)
        sentences[lack.key] = sentence
    return Wording(
        locale,
        naming.language or locale,
        naming.direction,
        sentences,
        find_grammar(locale),
        is_draft=translation.file.is_draft,
    )


def _read_shared(shared: Path | None, locale: str) -> Translation | None:
    """The shared words of a language, where there are any."""
    if shared is None or not (shared / f"{locale}.yaml").is_file():
        return None
    return read_translation(read_words(shared, shared=None), locale)
