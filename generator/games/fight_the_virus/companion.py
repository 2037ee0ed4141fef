"""What the companion at the table says of Fight the Virus."""

from collections.abc import Iterator, Sequence

from generator.games.fight_the_virus.events import gives_extra_die, say_roll
from generator.games.fight_the_virus.game import UNDECIDED, Hand, State
from generator.games.fight_the_virus.marks import (
    CrossNumber,
    EnterSpread,
    EnterTest,
    FillShape,
    Mark,
    apply_mark,
)
from generator.games.fight_the_virus.moves import (
    ROLL_NAMES,
    Choose,
    Finish,
    KeepRoll,
    LeaveBonus,
    Move,
    Roll,
    RollAgain,
    TakeBonus,
    UseDie,
)
from generator.games.fight_the_virus.plan import Plan
from generator.games.fight_the_virus.table import SheetTable
from generator.model.kit import Kit
from generator.model.position import Position
from generator.rules.companion import Chance, OptionQuestion, View
from generator.rules.core import NATURE, Sentence, Value

USED = ("analysis", "research", "testing", "curve")
"""Areas in which dice are used."""


class FightTheVirusCompanion:
    """Made from the sheet and the dice of a kit."""

    def __init__(self, kit: Kit, plan: Plan, *, has_shared_rolls: bool) -> None:
        self.plan = plan
        self._table = SheetTable(kit, plan)
        self._has_shared_rolls = has_shared_rolls

    @property
    def questions(self) -> Sequence[OptionQuestion]:
        """Only large groups have one: how many rolls a round has."""
        return (OptionQuestion("rolls", Sentence("ask.rolls")),) if self._has_shared_rolls else ()

    @property
    def words(self) -> Sequence[tuple[str, Sentence]]:
        """The areas as they are printed and as they are spoken of, and what is said of dice and bonuses."""
        return (
            *((area, Sentence(f"{area}.title")) for area in USED),
            *((area, Sentence(f"word.{area}")) for area in USED),
            ("bonus", Sentence("word.bonus")),
            ("no bonus", Sentence("tell.no_bonus")),
            ("again", Sentence("tell.again")),
            ("keep", Sentence("tell.keep")),
            ("done", Sentence("tell.done")),
        )

    @property
    def rare(self) -> tuple[str, ...]:
        """None."""
        return ()

    def prepare(self, state: State) -> Sequence[Sentence]:
        steps = [Sentence("prepare.sheets", {"number": len(state.players)}), Sentence("prepare.dice")]
        if not self._has_shared_rolls:
            steps.append(Sentence("prepare.first", {"player": state.players[0]}))
        return tuple(steps)

    def chance(self, state: State) -> Chance:
        return "dice"

    def ask(self, state: State, actor: str) -> Sentence:
        if UNDECIDED in state.chosen:
            return Sentence("ask.choose", {"player": actor})
        if actor == NATURE and state.is_shared:
            return Sentence("ask.shared_roll", {"roll": say_roll(state)})
        if actor == NATURE:
            return Sentence("ask.roll", {"player": state.players[state.active]})
        if not state.stands:
            return Sentence("ask.doubles", {"player": actor})
        return self._ask_hand(actor, state.hand_of(actor))

    def _ask_hand(self, player: str, hand: Hand) -> Sentence:
        dice = tuple(str(die) for die in hand.dice)
        values: dict[str, Value] = {"player": player, "dice": dice}
        if hand.bonus:
            return Sentence("ask.bonus", {"player": player, "bonus": Sentence(f"tally.bonus.{hand.bonus}")})
        if hand.uses == ("analysis", "others"):
            return Sentence("ask.active", values)
        if hand.uses[0] != "any":
            left = Sentence(f"tally.left.{hand.uses[0]}")
            return Sentence("ask.rest", {**values, "left": left})
        return Sentence("ask.passive" if len(hand.dice) > 1 else "ask.extra", values)

    def tell(self, state: State, actor: str, move: Move) -> Sentence:
        match move:
            case Choose(roll):
                return Sentence("tell.choose", {"roll": ROLL_NAMES[roll].upper()})
            case Roll(dice):
                return Sentence("tell.roll", {"low": str(dice[0]), "high": str(dice[1])})
            case RollAgain():
                return Sentence("tell.again")
            case KeepRoll():
                return Sentence("tell.keep")
            case LeaveBonus():
                return Sentence("tell.no_bonus")
            case Finish():
                return Sentence("tell.done")
            case TakeBonus(mark):
                return Sentence("tell.bonus", {"mark": self._tell_mark(state, actor, mark)})
            case UseDie(_, mark):
                return Sentence(
                    "tell.use", {"die": _tell_die(move), "mark": self._tell_mark(state, actor, mark)}
                )

    def _tell_mark(self, state: State, player: str, mark: Mark) -> Sentence:
        """What is written where, and what that brings."""
        match mark:
            case FillShape(squares):
                said = Sentence("tell.analysis", {"squares": squares})
            case CrossNumber(number):
                said = Sentence("tell.research", {"number": number})
            case EnterTest(brick, number):
                said = Sentence("tell.testing", {"square": brick, "number": number})
            case EnterSpread(square, number):
                said = Sentence("tell.curve", {"square": square, "number": number})
        gains = tuple(self._list_gains(state, player, mark))
        return Sentence("tell.brings", {"mark": said, "gains": gains}) if gains else said

    def _list_gains(self, state: State, player: str, mark: Mark) -> Iterator[Sentence]:
        marked = apply_mark(self.plan, state.sheet_of(player), mark)
        if marked.spikes:
            yield Sentence("tell.spikes", {"number": marked.spikes})
        if marked.bonus:
            yield Sentence(f"tally.bonus.{marked.bonus}")
        if gives_extra_die(self.plan, mark) and not state.is_active(player):
            yield Sentence("tell.extra_die")

    def lesson(self, state: State, actor: str) -> Sentence | None:
        """The first step that is new in what the actor may do now."""
        if UNDECIDED in state.chosen:
            return Sentence("lesson.choose")
        if actor == NATURE:
            return Sentence("lesson.roll" if state.turn == 1 else "lesson.next")
        if not state.stands:
            return Sentence("lesson.doubles")
        hand, progress = state.hand_of(actor), state.sheet_of(actor).progress
        if hand.bonus:
            return Sentence(f"lesson.bonus.{hand.bonus}")
        if state.roll in ((5, 6), (6, 6)):
            return Sentence("lesson.circle" if state.roll == (5, 6) else "lesson.loss")
        if hand.uses == ("any",) and len(hand.dice) == 1:
            return Sentence("lesson.extra")
        if progress.available and state.turn > len(state.players):
            return Sentence("lesson.progress")
        return Sentence("lesson.active" if state.is_active(actor) else "lesson.passive")

    def view(self, state: State) -> View:
        return self._table.view(state)

    def position(self, state: State) -> Position:
        return self._table.position(state)


def _tell_die(use: UseDie) -> Value:
    """`4`, or `9, a 6 with 2 fields of progress`."""
    if not use.points:
        return str(use.die)
    values: dict[str, Value] = {"value": use.value, "die": use.die, "number": len(use.points)}
    return Sentence("tell.raised", values)
