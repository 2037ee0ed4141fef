"""Results of steps of reading, kept as long as everything that they asked for has the same answers.

Names note which of them are asked for; what they answered is compared with what other names would answer.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any, TypeVar

from generator.errors import DataError, Problem
from generator.inputs import FileTrace, TracedFiles
from generator.model.style import PictureFile
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, replace
from generator.read.declared.names import EffectKey, Effects, Names
from generator.read.pictures.pictures import PictureFolder

T = TypeVar("T")


@dataclass(frozen=True)
class KeptStep:
    """A result that was kept, and what it depends on."""

    result: Any
    given: tuple[object, ...]
    by: Any
    """The reader, or the templates, that made the result; another one makes it anew."""
    files: FileTrace
    names: Names | None
    """Names, with what the step used of them or left without effect; None if it read without names."""
    warnings: Sequence[Problem]

    def repeat(self, names: Names | None) -> None:
        """Note and warn again, for other names."""
        if self.names and names:
            _repeat_effects(self.names, names.effects)
            names.warn(*self.warnings)

    def list_files(self, folder: Path) -> Iterator[Path]:
        """Yield the files in a folder that were asked for, and are there now."""
        paths = (folder / name for question, name in self.files if question == "stat")
        return (path for path in paths if path.is_file())

    def list_files_of_warnings(self) -> Set[str]:
        """Return the files at which warnings point, or may point later."""
        idle = list_idle(self.names) if self.names else ()
        return {*(one.file for one in self.warnings), *(declared[0] for declared in idle)}


@dataclass(frozen=True)
class Steps:
    """The latest result of each step; without files that note what is asked of them, nothing is kept.

    Files outside of the folder of the game are expected not to change.
    """

    files: TracedFiles | None = None
    _kept: dict[Hashable, KeptStep] = field(default_factory=dict)

    def get_or_make(
        self,
        key: Hashable,
        make: Callable[[], T],
        *,
        given: tuple[object, ...] = (),
    ) -> T:
        """Return what `make` returned before, if `given` values and files are the same, or call it."""
        return self._get_or_read(key, None, lambda names: make(), given)

    def get_or_read(
        self,
        key: Hashable,
        names: Names,
        read: Callable[[Names], T],
        *,
        given: tuple[object, ...] = (),
        by: object = None,
        holds: Callable[[KeptStep], bool] = lambda step: True,
        may_keep: Callable[[T], bool] = lambda made: True,
    ) -> T:
        """Return what `read` returned before, if everything that it depends on is the same, or call it.

        It depends on the files and names that it asks for, on values that are equal to the `given` ones, and
        on whether it still `holds`, though it was read `by` something else. What it noted, and its warnings,
        are repeated. A result with problems may not be kept.
        """
        if names.settings.given:
            return read(names)
        return self._get_or_read(key, names, read, given, by, holds, may_keep)

    def _get_or_read(
        self,
        key: Hashable,
        names: Names | None,
        read: Callable[[Any], T],
        given: tuple[object, ...],
        by: object = None,
        holds: Callable[[KeptStep], bool] = lambda step: True,
        may_keep: Callable[[T], bool] = lambda made: True,
    ) -> T:
        if self.files is None:
            return read(names)
        known = self._kept.pop(key, None)
        if known and known.given == given and _is_as_before(self.files, known, names) and holds(known):
            known.repeat(names)
            self._kept[key] = known
            result: T = known.result
            return result
        noting, before = names and _note_names(names), len((names and names.warnings) or ())
        with self.files.trace() as asked:
            made = read(noting)
        if may_keep(made):
            warnings = tuple(((names and names.warnings) or ())[before:])
            self._kept[key] = KeptStep(made, given, by, asked, noting, warnings)
        return made


def _is_as_before(files: TracedFiles, known: KeptStep, names: Names | None) -> bool:
    """Return True if all files and names that a step asked for are the same."""
    if not files.repeats(known.files):
        return False
    return names is None or (known.names is not None and _has_same_answers(known.names, names))


NO_STEPS = Steps()
"""Keeps nothing."""


_COMPARED = (
    *("colours", "marks", "numbers", "version", "roles", "themes", "styles", "fonts", "boards"),
    *("pieces", "patterns", "style", "is_drawn"),
)
"""Names that are compared completely; the others note what is asked."""


def _note_names(names: Names) -> Names:
    """Return the same names, which note what is asked of them."""
    return replace(
        names,
        icons=None if names.icons is None else _NotedIcons(names.icons),
        sentences=None if names.sentences is None else _NotedTexts(names.sentences),
        wordings=_NotedWordings(names.wordings),
        pictures=None if names.pictures is None else _NotedPictures(names.pictures),
        effects=_NotedEffects(names.effects),
    )


def _has_same_answers(noted: Names, names: Names) -> bool:
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


def _repeat_effects(noted: Names, effects: Effects) -> None:
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
