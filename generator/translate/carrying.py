"""Translations that follow their English to another key, when texts of booklets in Markdown have changed.

A text without an id has its first words as its key, which change with it. Its translation gets the key of the
most similar text, and has to be reviewed.
"""

from collections.abc import Collection, Iterator, Mapping
from difflib import SequenceMatcher

from generator.model.values import dataclass, replace
from generator.output import Staging
from generator.translate.reviews import read_reviewed_english
from generator.translate.translations import Translation, Workspace, write_reviews
from generator.translate.wording_edits import put_comments, put_texts, read_comments, remove_texts

_LEAST = 0.6
"""Least similarity of two texts of which one is the other one after a change."""
_SAME_SECTION = 0.05
"""Added to the similarity of texts of the same section."""


@dataclass(frozen=True, slots=True)
class Carried:
    """The keys of one language that have changed."""

    locale: str
    keys: Mapping[str, str]
    """New keys by the old ones."""
    left: tuple[str, ...]
    """Old keys for which there is no similar text."""


def carry_texts(workspace: Workspace, locale: str, staging: Staging) -> Carried:
    """Write the texts of a language under the new keys of their English; those of others stay.

    Raises UnknownName for an unknown language, and DataError for a file that cannot be read.
    """
    translation = workspace.read(locale)
    source, file = translation.source, translation.file
    gone = translation.keys_of("unknown")
    keys = dict(_match(_list_old_english(translation, gone), _list_missing(translation)))
    if keys:
        texts = {new: translation.texts[old] for old, new in keys.items()}
        comments = read_comments(file.source.text, {})
        text = remove_texts(file.source.text, keys)
        text = put_texts(text, texts, order=(*source.required(locale), *source.shared_texts))
        kept = {new: comments[old] for old, new in keys.items() if old in comments}
        staging.write(source.path(locale), put_comments(text, kept, {}).encode())
        lines = dict(translation.reviews.lines)
        lines |= {new: lines.pop(old) for old, new in keys.items() if old in lines}
        old_english = read_reviewed_english(source.folder).values()
        reviews = replace(translation.reviews, lines=lines)
        write_reviews(staging, translation, reviews, {**translation.texts, **texts}, *old_english)
    return Carried(locale, keys, tuple(key for key in gone if key not in keys))


def _list_missing(translation: Translation) -> Mapping[str, str]:
    """Return the English texts of booklets in Markdown that have no translation, by key."""
    missing = {*translation.keys_of("missing")}
    written = {key for booklet in translation.source.booklets for key in booklet.texts}
    return {key: text for key, text in translation.required.items() if key in missing & written}


def _list_old_english(translation: Translation, keys: Collection[str]) -> Mapping[str, str]:
    """Return the English that texts were compared with; without a review, the words of their keys."""
    known = read_reviewed_english(translation.source.folder)
    reviews = translation.reviews.lines
    found = {key: known.get(reviews[key].english, "") if key in reviews else "" for key in keys}
    return {key: text or key.rpartition(".")[2].replace("_", " ") for key, text in found.items()}


def _match(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of an old and a new key with similar texts, the most similar ones first."""
    likely = []
    for before, text in old.items():
        for after, other in new.items():
            bonus = _SAME_SECTION * (before.rpartition(".")[0] == after.rpartition(".")[0])
            likely.append((_compare(text, other) + bonus, before, after))
    taken: set[str] = set()
    for likeness, before, after in sorted(likely, key=lambda one: -one[0]):
        if likeness >= _LEAST and not taken & {before, after}:
            taken |= {before, after}
            yield before, after


def _compare(one: str, other: str) -> float:
    """Return the similarity of two texts by their words, or of the shorter one with the beginning."""
    first, second = one.casefold().split(), other.casefold().split()
    whole = SequenceMatcher(None, first, second, autojunk=False).ratio()
    length = min(len(first), len(second))
    return max(
        whole, SequenceMatcher(None, " ".join(first[:length]), " ".join(second[:length])).ratio() - 0.2
    )
