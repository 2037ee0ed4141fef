"""The moves of Fight the Virus in their notation; docs/games/fight_the_virus.md lists examples."""

import re
from functools import partial
from string import ascii_lowercase
from typing import Literal, Self, TypeAlias, cast, get_args

from generator.model.values import dataclass
from generator.rules.notation import MovePattern, Noted, Readers, make_patterns, read_names, read_value_words

ROLL_NAMES = "abcd"
"""[S] In large groups a round has at most four rolls."""
BONUS_VALUES = {"shape": 6, "one": 1}
"""[S] A bonus shape is that of a 6; the bonus of testing is a 1."""
MarkArea: TypeAlias = Literal["analysis", "research", "testing", "curve"]
MARK_AREAS: tuple[MarkArea, ...] = get_args(MarkArea)
DecisionWord: TypeAlias = Literal["again", "keep", "no bonus", "done"]
WORDS: tuple[DecisionWord, ...] = get_args(DecisionWord)


@dataclass(frozen=True, slots=True)
class SheetMark:
    """A shape, a cross, or a number that a player writes into an area."""

    area: MarkArea
    squares: tuple[str, ...] = ()
    """The squares of a shape; a number has one."""
    number: int = 0
    """Entered or crossed out; 0 in the virus analysis, and where a move does not name it."""

    @property
    def square(self) -> str:
        return self.squares[0]

    def __str__(self) -> str:
        return " ".join((self.area, *self.squares, *([str(self.number)] if self.area == "research" else ())))

    def with_number(self, number: int) -> "SheetMark":
        """Return the mark with this number if it needs one and names none."""
        return self if self.number or self.area == "analysis" else SheetMark(self.area, self.squares, number)


class Choose(Noted, notation="roll {letter}"):
    """Choice of the roll in which the player is active every round, in the variant for large groups."""

    letter: str

    @property
    def roll(self) -> int:
        return ROLL_NAMES.index(self.letter)


class Roll(Noted, notation="{low} {high}"):
    """Roll of the two dice by nature, the lower one first."""

    low: int
    high: int

    @classmethod
    def from_fields(cls, low: int, high: int) -> Self:
        return cls(*sorted((low, high)))


class Decide(Noted, notation="{word}"):
    """Decision to roll doubles again or keep them, to leave a bonus, or to use no more dice in this turn."""

    word: DecisionWord


class UseDie(Noted, notation="{dice} {mark}"):
    """Use of a die for a mark, such as `2+1 testing b3`: a 2, raised to a 3 by a progress of 1 point."""

    die: int
    mark: SheetMark
    points: tuple[int, ...] = ()
    """1 or 2 for each progress that is added."""

    @classmethod
    def from_fields(cls, dice: tuple[int, ...], mark: SheetMark) -> Self:
        return cls(dice[0], mark.with_number(sum(dice)), tuple(sorted(dice[1:], reverse=True)))

    @property
    def value(self) -> int:
        return self.die + sum(self.points)

    @property
    def dice(self) -> str:
        return "+".join(map(str, (self.die, *self.points)))


class TakeBonus(Noted, notation="bonus {entry}"):
    """Use of the bonus just won, such as `bonus curve d4=5`; only in the curve is its number free."""

    mark: SheetMark

    @classmethod
    def from_fields(cls, entry: SheetMark) -> Self | None:
        is_open = entry.area == "curve" and not entry.number
        return None if is_open else cls(entry.with_number(BONUS_VALUES["one"]))

    @property
    def entry(self) -> str:
        return f"{self.mark}={self.mark.number}" if self.mark.area == "curve" else str(self.mark)


Move: TypeAlias = Choose | Roll | Decide | UseDie | TakeBonus
_DECISIONS: tuple[MovePattern[Move], ...] = tuple(
    MovePattern(notation, partial(Decide, word))
    for notation, word in zip(("again", "keep", "(no bonus)!", "done!"), WORDS, strict=True)
)
_OTHERS: tuple[MovePattern[Move], ...] = make_patterns(UseDie, Roll, TakeBonus, Choose)
MOVE_FORMS = (*_OTHERS, *_DECISIONS)


_MARK = re.compile(rf"({'|'.join(MARK_AREAS)})((?: [a-z]+[1-9][0-9]?)*)(?:[ =]([1-9][0-9]?))?")


def _parse_mark(text: str) -> SheetMark | None:
    """Read `analysis e2 f2`, `research`, `testing b3`, or `curve d4=5`; squares are put in order."""
    match = _MARK.fullmatch(text)
    if match is None:
        return None
    area, squares, number = cast(MarkArea, match[1]), match[2].split(), int(match[3] or 0)
    if area == "analysis":
        names = tuple(sorted(squares, key=lambda name: (int(name.lstrip(ascii_lowercase)), name)))
        return SheetMark(area, names) if names and len(set(names)) == len(names) and not number else None
    return SheetMark(area, tuple(squares), number) if len(squares) == (area != "research") else None


_DICE = re.compile(r"[0-9]{1,2}(?:\+[0-9]{1,2})*")
_NUMBER = read_value_words(lambda text: int(text) if re.fullmatch("[0-9]{1,2}", text) else None)
READERS: Readers = {
    "letter": read_names((letter, letter) for letter in ROLL_NAMES),
    "low": _NUMBER,
    "high": _NUMBER,
    "dice": read_value_words(
        lambda text: tuple(map(int, text.split("+"))) if _DICE.fullmatch(text) else None
    ),
    **dict.fromkeys(("mark", "entry"), read_value_words(_parse_mark)),
}
