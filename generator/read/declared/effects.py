"""Declarations of a deck that had no effect on any piece in any language, each reported once."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from generator.errors import Problem
from generator.model.values import dataclass, field
from generator.read.files.yaml import DataPath

EffectKey: TypeAlias = tuple[str, DataPath, str]
"""File and path of something that is declared, and what it should do."""

UNUSED = "use"
"""Expected effect of constants, styles, and parts, for messages."""


@dataclass
class Effects:
    """Declarations that had an effect on at least one piece of a game, and those without an effect so far."""

    _done: set[EffectKey] = field(default_factory=set)
    _idle: dict[EffectKey, tuple[Problem, bool]] = field(default_factory=dict)
    _unprinted: dict[str, tuple[Sequence[str], Callable[[Sequence[str]], Problem], bool]] = field(
        default_factory=dict
    )
    """By table: columns that no deck prints."""

    def note(
        self, declared: EffectKey, has_effect: bool, describe: Callable[[], Problem], *, is_shared: bool
    ) -> None:
        """Remember whether something had an effect; `describe` returns the warning if nothing else follows.

        `is_shared` is True for files that several decks use, one of which may not have been read.
        """
        if has_effect:
            self.use(declared)
        elif declared not in self._done and declared not in self._idle:
            self._idle[declared] = describe(), is_shared

    def note_colour(self, name: str, is_used: bool, describe: Callable[[], Problem]) -> None:
        """Remember a colour that a game adds to its theme."""
        self.note(("", ("colours", name), UNUSED), is_used, describe, is_shared=True)

    def use_colours(self, names: Iterable[str]) -> None:
        """Remember that something has these colours."""
        for name in names:
            self.use(("", ("colours", name), UNUSED))

    def use(self, declared: EffectKey) -> None:
        """Remember that something had an effect."""
        self._done.add(declared)
        self._idle.pop(declared, None)

    def silence(self, name: str) -> bool:
        """Drop the warnings about a name without effect; return False if there are none."""
        found = [one for one in self._idle if one[1][-1:] == (name,) and one[2] == UNUSED]
        for one in found:
            self.use(one)
        return bool(found)

    def note_columns(
        self,
        file: str,
        unprinted: Collection[str],
        describe: Callable[[Sequence[str]], Problem],
        *,
        is_shared: bool,
    ) -> None:
        """Remember the columns of a table that a deck never prints; another deck may have the same table."""
        before = self._unprinted.get(file)
        names = [name for name in unprinted if before is None or name in before[0]]
        self._unprinted[file] = names, describe, is_shared

    def list_idle(self, *, is_complete: bool) -> Iterator[Problem]:
        """Yield a warning for everything without effect; for shared files only if all decks were read."""
        yield from (problem for problem, is_shared in self._idle.values() if is_complete or not is_shared)
        for names, describe, is_shared in self._unprinted.values():
            if names and (is_complete or not is_shared):
                yield describe(names)
