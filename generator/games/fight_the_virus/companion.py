"""What the companion at the table asks, tells, and shows of Fight the Virus."""

from collections.abc import Iterator, Sequence

from generator.games.fight_the_virus.events import name_roll
from generator.games.fight_the_virus.marks import apply_mark
from generator.games.fight_the_virus.moves import (
    MARK_AREAS,
    Choose,
    Finish,
    KeepRoll,
    LeaveBonus,
    Mark,
    Move,
    Roll,
    RollAgain,
    TakeBonus,
    UseDie,
)
from generator.games.fight_the_virus.sheet import Plan
from generator.games.fight_the_virus.state import Hand, State
from generator.games.fight_the_virus.table import SheetTable
from generator.rules.companion import Chance, OptionQuestion
from generator.rules.core import NATURE, Sentence, Value

_PLAIN = {RollAgain: "again", KeepRoll: "keep", LeaveBonus: "no_bonus", Finish: "done"}
"""Moves that are always told in the same text."""


class FightTheVirusCompanion:
    """Made from the sheet and the dice of a kit."""

    def __init__(self, plan: Plan, *, has_shared_rolls: bool) -> None:
        self.plan = plan
        table = SheetTable(plan)
        self.view, self.position = table.view, table.position
        self.questions: Sequence[OptionQuestion] = ()
        if has_shared_rolls:
            self.questions = (OptionQuestion("rolls", Sentence("ask.rolls")),)
        self.words: Sequence[tuple[str, Sentence]] = (
            *((area, Sentence(f"{area}.title")) for area in MARK_AREAS),
            *((area, Sentence(f"word.{area}")) for area in MARK_AREAS),
            ("bonus", Sentence("word.bonus")),
            *((kind.notation.strip("()"), Sentence(f"tell.{key}")) for kind, key in _PLAIN.items()),
        )
        """The areas as they are printed and as people call them, and words for dice and bonuses."""
        self.rare: tuple[str, ...] = ()

    def prepare(self, state: State) -> Sequence[Sentence]:
        steps = [Sentence("prepare.sheets", {"number": len(state.players)}), Sentence("prepare.dice")]
        if not state.is_shared:
            steps.append(Sentence("prepare.first", {"player": state.players[0]}))
        return tuple(steps)

    def chance(self, state: State) -> Chance:
        return "dice"

    def ask(self, state: State, actor: str) -> Sentence:
        if state.is_choosing:
            return Sentence("ask.choose", {"player": actor})
        if actor == NATURE and state.is_shared:
            return Sentence("ask.shared_roll", {"roll": name_roll(state)})
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
            case Choose():
                return Sentence("tell.choose", {"roll": move.letter.upper()})
            case Roll(low, high):
                return Sentence("tell.roll", {"low": str(low), "high": str(high)})
            case TakeBonus(mark):
                return Sentence("tell.bonus", {"mark": self._tell_mark(state, actor, mark)})
            case UseDie(die, mark, points):
                values: dict[str, Value] = {"value": move.value, "die": die, "number": len(points)}
                told = Sentence("tell.raised", values) if points else str(die)
                return Sentence("tell.use", {"die": told, "mark": self._tell_mark(state, actor, mark)})
        return Sentence(f"tell.{_PLAIN[type(move)]}")

    def _tell_mark(self, state: State, player: str, mark: Mark) -> Sentence:
        """What is written where, and what that brings."""
        values: dict[str, Value] = {"squares": mark.squares, "number": mark.number}
        if mark.squares:
            values["square"] = mark.square
        written = Sentence(f"tell.{mark.area}", values)
        gains = tuple(self._list_gains(state, player, mark))
        return Sentence("tell.brings", {"mark": written, "gains": gains}) if gains else written

    def _list_gains(self, state: State, player: str, mark: Mark) -> Iterator[Sentence]:
        marked = apply_mark(self.plan, state.sheet_of(player), mark)
        if marked.spikes:
            yield Sentence("tell.spikes", {"number": marked.spikes})
        if marked.bonus:
            yield Sentence(f"tally.bonus.{marked.bonus}")
        if marked.extra_die and not state.is_active(player):
            yield Sentence("tell.extra_die")

    def lesson(self, state: State, actor: str) -> Sentence | None:
        """Return the lesson on the first new step in what the actor may do now."""
        if state.is_choosing:
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
