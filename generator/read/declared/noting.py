"""Names that note which of them are asked for, and compare the answers with those of other names."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from generator.errors import DataError, Problem
from generator.model.style import PictureFile
from generator.model.texts.wordings import Wording
from generator.model.values import replace
from generator.read.declared.names import EffectKey, Effects, Names
from generator.read.pictures.pictures import PictureFolder

_COMPARED = (
    *("colours", "marks", "numbers", "version", "roles", "themes", "styles", "fonts", "boards"),
    *("pieces", "patterns", "style", "is_drawn"),
)
"""Names that are compared completely; the others note what is asked."""


def note_names(names: Names) -> Names:
    """Return the same names, which note what is asked of them."""
    return replace(
        names,
        icons=None if names.icons is None else _NotedIcons(names.icons),
        sentences=None if names.sentences is None else _NotedTexts(names.sentences),
        wordings=_NotedWordings(names.wordings),
        pictures=None if names.pictures is None else _NotedPictures(names.pictures),
        effects=_NotedEffects(names.effects),
    )


def has_same_answers(noted: Names, names: Names) -> bool:
    """Return True if other names answer everything that was asked in the same way.

    Icons and pictures are read for it, as they were when they were asked for.
    """
    for each in _COMPARED:
        known = getattr(names, each)
        # Where names are unknown, because they have problems, all are accepted: no other problems are found.
        if known is not None and known != getattr(noted, each):
            return False
    are_texts_unknown = names.sentences is None
    return (
        isinstance(noted.effects, _NotedEffects)
        and noted.effects.are_known
        and (are_texts_unknown or _repeats(_NotedWordings, noted.wordings, names.wordings))
        and (are_texts_unknown or _repeats(_NotedTexts, noted.sentences, names.sentences))
        and _repeats(_NotedIcons, noted.icons, names.icons)
        and _repeats(_NotedPictures, noted.pictures, names.pictures)
    )


def repeat_effects(noted: Names, effects: Effects) -> None:
    """Note elsewhere what had an effect on these names."""
    if isinstance(noted.effects, _NotedEffects):
        noted.effects.repeat(effects)


def list_idle(noted: Names) -> Collection[EffectKey]:
    """Return what had no effect on these names."""
    return noted.effects.list_idle_keys() if isinstance(noted.effects, _NotedEffects) else ()


def _repeats(kind: Any, noted: object, others: object) -> bool:
    """Return True if others answer like something of a kind that noted what it was asked; None has none."""
    if noted is None or others is None:
        return noted is others
    return isinstance(noted, kind) and bool(noted.repeats(others))


class _NotedIcons(Collection[str]):
    def __init__(self, names: Collection[str]) -> None:
        self._names = names
        self._asked: dict[object, bool] = {}
        self._all: tuple[str, ...] | None = None

    def __contains__(self, name: object) -> bool:
        self._asked[name] = found = name in self._names
        return found

    def __iter__(self) -> Iterator[str]:
        self._all = tuple(self._names)
        return iter(self._all)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def repeats(self, others: Collection[str]) -> bool:
        if self._all is not None and self._all != tuple(others):
            return False
        return all((name in others) is found for name, found in self._asked.items())


class _NotedTexts(Mapping[str, str]):
    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._asked: dict[str, str | None] = {}
        self._is_listed = False

    def __getitem__(self, key: str) -> str:
        self._asked[key] = self._texts.get(key)
        return self._texts[key]

    def __iter__(self) -> Iterator[str]:
        self._is_listed = True
        return iter(self._texts)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return True

    def repeats(self, others: Mapping[str, str]) -> bool:
        if self._is_listed and self._texts != others:
            return False
        return all(others.get(key) == text for key, text in self._asked.items())


class _NotedWordings(Collection[Wording]):
    def __init__(self, wordings: Collection[Wording]) -> None:
        self._wordings = wordings
        self._is_asked = False

    def __contains__(self, wording: object) -> bool:
        return wording in [*self]

    def __iter__(self) -> Iterator[Wording]:
        self._is_asked = True
        return iter(self._wordings)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def repeats(self, others: Collection[Wording]) -> bool:
        return not self._is_asked or [*self._wordings] == [*others]


class _NotedPictures(PictureFolder):
    def __init__(self, pictures: PictureFolder) -> None:
        super().__init__(pictures.folder)
        self._pictures = pictures
        self._asked: dict[str, object] = {}

    @property
    def pdfs(self) -> Any:
        return self._pictures.pdfs

    def get(self, name: str) -> PictureFile | None:
        # A picture with problems is looked at again.
        self._asked[name] = self
        self._asked[name] = found = self._pictures.get(name)
        return found

    def repeats(self, others: PictureFolder) -> bool:
        try:
            return all(others.get(name) is found for name, found in self._asked.items())
        except DataError:
            return False


class _NotedEffects(Effects):
    def __init__(self, effects: Effects) -> None:
        super().__init__()
        self._effects = effects
        self._columns: list[Callable[[Effects], None]] = []
        self.are_known = True
        """False if there was a question that depends on what was noted before."""

    def note(
        self, declared: EffectKey, has_effect: bool, describe: Callable[[], Problem], *, is_shared: bool
    ) -> None:
        super().note(declared, has_effect, describe, is_shared=is_shared)
        self._effects.note(declared, has_effect, describe, is_shared=is_shared)

    def use(self, declared: EffectKey) -> None:
        super().use(declared)
        self._effects.use(declared)

    def silence(self, name: str) -> bool:
        self.are_known = False
        return self._effects.silence(name)

    def note_columns(
        self,
        file: str,
        unprinted: Collection[str],
        describe: Callable[[Sequence[str]], Problem],
        *,
        is_shared: bool,
    ) -> None:
        def repeat(effects: Effects) -> None:
            effects.note_columns(file, unprinted, describe, is_shared=is_shared)

        self._columns.append(repeat)
        repeat(self._effects)

    def list_idle_keys(self) -> Collection[EffectKey]:
        return self._idle.keys()

    def repeat(self, effects: Effects) -> None:
        """Note the same elsewhere."""
        for declared in self._done:
            effects.use(declared)
        for declared, (describe, is_shared) in self._idle.items():
            effects.note(declared, False, describe, is_shared=is_shared)
        for note in self._columns:
            note(effects)
