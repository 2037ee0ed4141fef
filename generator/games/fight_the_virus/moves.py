"""The moves of a game and their notation, one line a move.

roll b                large groups: the player is active in the second roll of every round
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

ROLL_NAMES = "abcd"
"""[S] In large groups a round has at most four rolls."""


@dataclass(frozen=True, slots=True)
class Choose:
    """In the variant for large groups: the roll of every round in which the player is active, from 0."""

    roll: int

    @property
    def text(self) -> str:
        return f"roll {ROLL_NAMES[self.roll]}"


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


Move: TypeAlias = Choose | Roll | RollAgain | KeepRoll | UseDie | TakeBonus | LeaveBonus | Finish

_CHOICE = re.compile(r"roll ([a-d])")
_ROLL = re.compile(r"([0-9]{1,2}) ([0-9]{1,2})")
_DIE = re.compile(r"([0-9]{1,2})((?:\+[0-9]{1,2})*) (.+)")
_BONUS = re.compile(r"bonus (.+)")
_NUMBER = re.compile(r"[1-9][0-9]?")
_SQUARE = re.compile(r"([a-z]+)([1-9][0-9]?)(?:=([1-9][0-9]?))?")


def parse_move(text: str) -> Move:
    """The move that these words mean; raises UnreadableMove."""
    words = " ".join(text.split())
    for move in (RollAgain(), KeepRoll(), LeaveBonus(), Finish()):
        if words == move.text:
            return move
    if found := _CHOICE.fullmatch(words):
        return Choose(ROLL_NAMES.index(found[1]))
    if found := _ROLL.fullmatch(words):
        low, high = sorted((int(found[1]), int(found[2])))
        return Roll((low, high))
    if found := _DIE.fullmatch(words):
        points = tuple(sorted((int(point) for point in found[2].split("+")[1:]), reverse=True))
        die = int(found[1])
        return UseDie(die, _parse_mark(found[3], words, number=die + sum(points)), points)
    if found := _BONUS.fullmatch(words):
        mark = _parse_mark(found[1], words, number=BONUS_VALUES["one"])
        if not isinstance(mark, EnterSpread) or "=" in words:
            return TakeBonus(mark)
    raise UnreadableMove(words)


def _parse_mark(words: str, text: str, *, number: int) -> Mark:
    """`number` is what is entered where the words name no other."""
    area, *names = words.split()
    places = [_SQUARE.fullmatch(name) for name in names]
    if area == "analysis" and names and len(set(names)) == len(names):
        squares = sorted((int(place[2]), place[1]) for place in places if place and not place[3])
        if len(squares) == len(names):
            return FillShape(tuple(f"{column}{row}" for row, column in squares))
    if area == "research" and not names:
        return CrossNumber(number)
    if area == "research" and len(names) == 1 and _NUMBER.fullmatch(names[0]):
        return CrossNumber(int(names[0]))
    place = places[0] if len(places) == 1 else None
    if place and area in ("testing", "curve"):
        entry = EnterTest if area == "testing" else EnterSpread
        return entry(f"{place[1]}{place[2]}", int(place[3] or number))
    raise UnreadableMove(text)
