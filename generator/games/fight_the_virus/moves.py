"""The moves of a game and their notation, one line a move.

3 5                   nature rolls the dice
again | keep          the active player, after doubles
4 analysis e2 f2      a die, what is done with it, and where
6+2+1 research        raised by two progresses, of 2 and of 1 point: a 9
2+1 testing b3        the number is what the die stands for
bonus curve d4=5      the bonus just won; here the number is free, so it is said
no bonus | done       the bonus is left; the other dice are left
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

from generator.errors import UnreadableMove
from generator.games.fight_the_virus.marks import (
    BONUS_VALUES,
    CrossNumber,
    EnterSpread,
    EnterTest,
    FillShape,
    Mark,
)


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the two dice, the lower one first."""

    dice: tuple[int, int]

    @property
    def text(self) -> str:
        return f"{self.dice[0]} {self.dice[1]}"


@dataclass(frozen=True, slots=True)
class RollAgain:
    text = "again"


@dataclass(frozen=True, slots=True)
class KeepRoll:
    text = "keep"


@dataclass(frozen=True, slots=True)
class UseDie:
    die: int
    mark: Mark
    points: tuple[int, ...] = ()
    """1 or 2 for each progress that is added."""

    @property
    def value(self) -> int:
        return self.die + sum(self.points)

    @property
    def text(self) -> str:
        die = "+".join(str(number) for number in (self.die, *self.points))
        return f"{die} {self.mark.text.split('=')[0]}"


@dataclass(frozen=True, slots=True)
class TakeBonus:
    mark: Mark

    @property
    def text(self) -> str:
        said = self.mark.text if isinstance(self.mark, EnterSpread) else self.mark.text.split("=")[0]
        return f"bonus {said}"


@dataclass(frozen=True, slots=True)
class LeaveBonus:
    text = "no bonus"


@dataclass(frozen=True, slots=True)
class Finish:
    """No more dice in this turn."""

    text = "done"


Move: TypeAlias = Roll | RollAgain | KeepRoll | UseDie | TakeBonus | LeaveBonus | Finish

_ROLL = re.compile(r"([1-6]) ([1-6])")
_DIE = re.compile(r"([1-6])((?:\+[12])*) (.+)")
_BONUS = re.compile(r"bonus (.+)")
_SQUARE = re.compile(r"([a-z]+)([1-9][0-9]*)(?:=([1-9][0-9]?))?")


def parse_move(text: str) -> Move:
    """The move that these words mean; raises UnreadableMove."""
    words = " ".join(text.split())
    for move in (RollAgain(), KeepRoll(), LeaveBonus(), Finish()):
        if words == move.text:
            return move
    if found := _ROLL.fullmatch(words):
        low, high = sorted((int(found[1]), int(found[2])))
        return Roll((low, high))
    if found := _DIE.fullmatch(words):
        points = tuple(int(point) for point in found[2].split("+")[1:])
        die = int(found[1])
        return UseDie(die, _parse_mark(found[3], text, number=die + sum(points)), points)
    if found := _BONUS.fullmatch(words):
        mark = _parse_mark(found[1], text, number=BONUS_VALUES["one"])
        if not isinstance(mark, EnterSpread) or "=" in words:
            return TakeBonus(mark)
        raise UnreadableMove(f"{text!r} does not say which number; write it like `bonus curve d4=5`")
    raise UnreadableMove(f"{text!r} is no move; write it like `4 analysis e2 f2` or `bonus curve d4=5`")


def _parse_mark(words: str, text: str, *, number: int) -> Mark:
    """`number` is what is entered where the words name no other."""
    area, *names = words.split()
    places = [_SQUARE.fullmatch(name) for name in names]
    if area == "analysis" and names and len(set(names)) == len(names):
        squares = sorted((int(place[2]), place[1]) for place in places if place and not place[3])
        if len(squares) == len(names):
            return FillShape(tuple(f"{column}{row}" for row, column in squares))
    if area == "research" and len(names) < 2 and names in ([], [str(number)]):
        return CrossNumber(number)
    place = places[0] if len(places) == 1 else None
    if place and area in ("testing", "curve"):
        entry = EnterTest if area == "testing" else EnterSpread
        return entry(f"{place[1]}{place[2]}", int(place[3] or number))
    hint = "`analysis e2 f2`, `research`, `testing b3` or `curve d4`"
    raise UnreadableMove(f"{words!r} in {text!r} is no mark; write {hint}")
