"""The sheets of Fight the Virus: the printed ones, the marks of players, and the moves that add them.

docs/games/fight_the_virus.md lists examples of moves in their notation.
"""

import re
from collections.abc import Mapping
from functools import partial
from string import ascii_lowercase
from typing import Literal, Self, TypeAlias, TypeVar, cast, get_args

from generator.games.fight_the_virus import areas
from generator.games.fight_the_virus.areas import Curve, Numbers, Research, VirusArea, Wall, count_spikes
from generator.model.elements.blocks import ShapesBlock
from generator.model.elements.squares import Places
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.kit import Kit, Sheet
from generator.model.values import dataclass
from generator.rules.core import (
    NATURE,
    IllegalMove,
    NoRules,
    Outcome,
    Round,
    Score,
    ScoreLine,
    Sentence,
    forbid,
)
from generator.rules.notation import MovePattern, Noted, Readers, make_patterns, read_names, read_value_words
from generator.rules.states import check_seats, make_replace

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


_Block = TypeVar("_Block", GridBlock, TrackBlock, ShapesBlock)
SHEET_AREAS = ("analysis", "progress", "research", "testing", "curve")
"""In the order of the sheet."""
GRIDS = ("analysis", "testing", "curve")
"""The areas that consist of squares."""


@dataclass(frozen=True, slots=True)
class FightTheVirusData:
    """The sheet of a kit: the same squares that are printed, ready for play."""

    kit: Kit
    virus: VirusArea
    research: Research
    wall: Wall
    curve: Curve
    part: str
    """Id of the sheet."""
    progress: tuple[str, ...]
    """Ids of the fields of analysis progress."""
    grids: Mapping[str, Places]
    """Squares by area."""

    @property
    def fields(self) -> int:
        """Number of fields of analysis progress."""
        return len(self.progress)

    def fills(self, mark: SheetMark, kind: Literal["goal", "extra_die"]) -> bool:
        """Return True if a mark fills a red square, or one that gives an extra die."""
        if mark.area not in ("testing", "curve"):
            return False
        area = self.wall if mark.area == "testing" else self.curve
        return area.places[mark.square] in (area.goals if kind == "goal" else area.extra_dice)


def read_data(kit: Kit) -> FightTheVirusData:
    """Raise NoRules if the kit has no sheet with the five areas of the game."""
    sections = {area: find_section(kit, area, GridBlock) for area in GRIDS}
    shapes = find_section(kit, "shapes", ShapesBlock).shapes
    return FightTheVirusData(
        kit=kit,
        virus=areas.make_virus_area(sections["analysis"].grid, [face.shapes for face in shapes]),
        research=Research(find_section(kit, "research", TrackBlock)),
        wall=Wall(sections["testing"]),
        curve=Curve(sections["curve"]),
        part=next(part.id for part in kit.parts if isinstance(part, Sheet) and "progress" in part.sections),
        progress=tuple(field.id for field in find_section(kit, "progress", TrackBlock).fields),
        grids={area: section.grid for area, section in sections.items()},
    )


def find_section(kit: Kit, id: str, kind: type[_Block]) -> _Block:
    """Return what a section of the kit's sheet has; raise NoRules if there is none of this kind."""
    for part in kit.parts:
        section = part.sections.get(id) if isinstance(part, Sheet) else None
        if section and isinstance(section.content, kind):
            return section.content
    raise NoRules(f"no sheet has a section `{id}` of squares or fields, which the rules need")


@dataclass(frozen=True)
class ProgressArea:
    """Fields that spikes circle; circles and crosses are set from the first field onward."""

    fields: int = 0
    circled: int = 0
    """Earned by spikes."""
    crossed: int = 0
    """Used, or lost to double sixes; more than `circled`: fields that wait for a spike."""

    @property
    def available(self) -> int:
        return max(0, self.circled - self.crossed)

    @property
    def owed(self) -> int:
        """Number of fields crossed out before a spike circled them."""
        return max(0, self.crossed - self.circled)

    def earn(self, spikes: int) -> "ProgressArea":
        """[S] Each spike circles the next field; one that is crossed out already comes first.

        [OURS] When all fields are circled, nothing happens.
        """
        return replace_progress(self, circled=min(self.fields, self.circled + spikes)) if spikes else self

    def spend(self, count: int) -> "ProgressArea":
        """[S] A used field is crossed out; raise IllegalMove if there are too few."""
        if count > self.available:
            forbid(self.owed, "fight_the_virus.progress.owed", needed=count)
            raise IllegalMove("fight_the_virus.progress.available", needed=count, there=self.available)
        return replace_progress(self, crossed=self.crossed + count) if count else self

    def lose_one(self) -> "ProgressArea":
        """[S] Double sixes: the next unused field is crossed out, or else one that is not circled yet.

        [OURS] When no field is left, nothing happens.
        """
        return replace_progress(self, crossed=min(self.fields, self.crossed + 1))

    def mark_fields(self) -> str:
        """Return a mark for each field: `x` used or lost, `o` circled, `/` lost and owed, `.` untouched."""
        both, either = sorted((self.circled, self.crossed))
        single = "o" if self.circled > self.crossed else "/"
        return ("x" * both + single * (either - both)).ljust(self.fields, ".")


replace_progress = make_replace(ProgressArea)


@dataclass(frozen=True)
class PlayerSheet:
    """The marks of one player."""

    progress: ProgressArea = ProgressArea()
    tests: Numbers = ()
    spread: Numbers = ()
    """The numbers of the spread curve."""
    circled: frozenset[int] = frozenset()
    """Squares of the spread curve."""
    researched: int = 0
    """Count of numbers crossed out."""
    shapes: tuple[int, ...] = ()
    """Sets of squares of the virus, in the order in which they were filled."""

    @property
    def analysed(self) -> int:
        return sum(self.shapes)


replace_sheet = make_replace(PlayerSheet)


def empty_sheet(data: FightTheVirusData) -> PlayerSheet:
    return PlayerSheet(ProgressArea(data.fields), (0,) * len(data.wall.ids), (0,) * len(data.curve.ids))


def has_goals(data: FightTheVirusData, sheet: PlayerSheet) -> bool:
    """[S] Return True if all red squares of testing and of the spread curve are filled."""
    return data.wall.has_goals(sheet.tests) and data.curve.has_goals(sheet.spread)


def has_won(data: FightTheVirusData, sheet: PlayerSheet) -> bool:
    return sheet.researched == len(data.research.numbers)


def may_still_win(data: FightTheVirusData, sheet: PlayerSheet) -> bool:
    """[OURS] Return True if the fields of progress that are not crossed out are enough to win."""
    return sheet.progress.fields - sheet.progress.crossed >= count_needed(data, sheet)


def count_needed(data: FightTheVirusData, sheet: PlayerSheet) -> int:
    """Return how many fields of progress the rest of the game takes at least."""
    return data.research.costs[sheet.researched] + data.wall.count_progress(sheet.tests)


def count_done(data: FightTheVirusData, sheet: PlayerSheet) -> dict[str, tuple[int, int]]:
    """Return by part of the sheet how much is done, and how much there is to do."""
    return {
        "research": (sheet.researched, len(data.research.numbers)),
        "testing": (data.wall.count_goals(sheet.tests), len(data.wall.goals)),
        "curve": (data.curve.count_goals(sheet.spread), len(data.curve.goals)),
        "spikes": (count_spikes(data.virus, sheet.analysed), data.virus.spikes.bit_count()),
    }


def score_sheet(data: FightTheVirusData, sheet: PlayerSheet) -> Score:
    """[OURS] Count a point for each number of research, red square, and spike; the game has no points."""
    done = count_done(data, sheet).items()
    lines = (ScoreLine(Sentence(f"tally.done.{area}", most=most), count) for area, (count, most) in done)
    return Score((Round(tuple(lines)),), Sentence("tally.ours"))


def find_outcome(winners: tuple[str, ...]) -> Outcome:
    """Return the outcome: [S] the last number wins. [OURS] If nobody can win any more, nobody has won."""
    return Outcome("fight_the_virus.turn.end" if winners else "fight_the_virus.turn.no_winner", winners)


UNDECIDED = -1


@dataclass(frozen=True)
class Hand:
    """Dice that a player may still use in this turn; all fields are empty when the player is done."""

    dice: tuple[int, ...] = ()
    uses: tuple[str, ...] = ()
    """`analysis` and `others` for the active player; `any`, and `any` again for an extra die."""
    bonus: str = ""


NO_HAND = Hand()


@dataclass(frozen=True)
class State:
    """The state of a game; sheets, hands, and chosen rolls are in the order of the players."""

    players: tuple[str, ...] = ()
    sheets: tuple[PlayerSheet, ...] = ()
    hands: tuple[Hand, ...] = ()
    chosen: tuple[int, ...] = ()
    """Roll of a round in which each player is active; normally, each has a different one."""
    rolls: int = 0
    """Number of rolls in a round."""
    is_shared: bool = False
    """[S] Large groups: few rolls a round, and in each of them all are active who have chosen it."""
    current: int = 0
    """The roll of the round, from 0."""
    turn: int = 1
    roll: tuple[int, int] | None = None
    """None: the dice have not been rolled yet."""
    stands: bool = False
    """True if the roll counts; before that, doubles may be rolled again."""
    is_over: bool = False

    def __post_init__(self) -> None:
        check_seats(self.players, sheets=self.sheets, hands=self.hands, chosen=self.chosen)
        for player, sheet in zip(self.players, self.sheets, strict=True):
            if sum(shape.bit_count() for shape in sheet.shapes) != sheet.analysed.bit_count():
                raise ValueError(f"`sheets`: shapes of {player} overlap")

    @property
    def active(self) -> int:
        """The seat of the player at turn; with shared rolls, of the first who has chosen this one, or -1."""
        return self.chosen.index(self.current) if self.current in self.chosen else -1

    @property
    def roll_name(self) -> str:
        """Letter of the current roll, as on the sheet for large groups."""
        return ROLL_NAMES[self.current].upper()

    @property
    def is_choosing(self) -> bool:
        """True while a player still has to choose a roll."""
        return UNDECIDED in self.chosen

    def sheet_of(self, player: str) -> PlayerSheet:
        return self.sheets[self.players.index(player)]

    def is_active(self, player: str) -> bool:
        return self.chosen[self.players.index(player)] == self.current

    def hand_of(self, player: str) -> Hand:
        return self.hands[self.players.index(player)]


replace_state = make_replace(State)


def start_game(
    data: FightTheVirusData,
    players: tuple[str, ...],
    *,
    shared_rolls: int = 0,
    sheets: tuple[PlayerSheet, ...] = (),
) -> State:
    """Return the state before the next roll, by default on empty sheets; the first player is active.

    With shared rolls, everybody first chooses one of them.
    """
    number = len(players)
    sheets = sheets or (empty_sheet(data),) * number
    hands, rolls, is_over = (NO_HAND,) * number, shared_rolls or number, is_decided(data, sheets)
    chosen = (UNDECIDED,) * number if shared_rolls else tuple(range(number))
    return State(players, sheets, hands, chosen, rolls, bool(shared_rolls), is_over=is_over)


def is_decided(data: FightTheVirusData, sheets: tuple[PlayerSheet, ...]) -> bool:
    """Return True if the game is over: [S] 12 is crossed out, or [OURS] nobody can win any more."""
    if any(has_won(data, sheet) for sheet in sheets):
        return True
    return not any(may_still_win(data, sheet) for sheet in sheets)


def list_actors(state: State) -> tuple[str, ...]:
    """Return the actors that may move now; none if the game is over."""
    if state.is_over:
        return ()
    if state.is_choosing:
        pairs = zip(state.players, state.chosen, strict=True)
        return tuple(player for player, chosen in pairs if chosen == UNDECIDED)
    if state.roll is None:
        return (NATURE,)
    if not state.stands:
        # [OURS] With shared rolls, whoever rolled decides for all: a log accepts the decision of any player.
        return tuple(player for player in state.players if state.is_shared or state.is_active(player))
    hands = zip(state.players, state.hands, strict=True)
    return tuple([player for player, hand in hands if hand.dice or hand.bonus])


def list_winners(data: FightTheVirusData, state: State) -> tuple[str, ...]:
    """Return the players who have finished research; [S] with the same roll, they share the victory."""
    pairs = zip(state.players, state.sheets, strict=True)
    return tuple(player for player, sheet in pairs if state.is_over and has_won(data, sheet))


def list_sheet_numbers(data: FightTheVirusData) -> Mapping[str, int]:
    """Return the numbers of the rules by the names that kit.yaml has for them."""
    return {
        "dice_rolled": len(Roll(1, 1).text.split()),
        "areas": len({*SHEET_AREAS} - {"progress"}),
        "faces": areas.OPPOSITES - 1,
        "opposite": areas.OPPOSITES,
        "most_raise": areas.MOST_PROGRESS,
        "most_rolls": len(ROLL_NAMES),
        "fields": len(data.progress),
        "last_research": data.research.numbers[-1],
        "needed_fields": data.research.costs[0],
    }
