"""Rules of Fight the Virus, which implement the protocol `Rules`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from generator.errors import IllegalMove, UnreadableMove, forbid
from generator.games.fight_the_virus import marks, moves
from generator.games.fight_the_virus import state as states
from generator.games.fight_the_virus.areas import MOST_POINTS
from generator.games.fight_the_virus.moves import Mark, MarkArea, Move, UseDie
from generator.games.fight_the_virus.sheet import Plan, PlayerSheet, find_outcome, replace_sheet, score_sheet
from generator.games.fight_the_virus.state import NO_HAND, Hand, State, is_decided, replace, start_game
from generator.rules.core import NATURE, Outcome, Score, Sentence, Step
from generator.rules.listing import Lazy
from generator.rules.notation import read_move
from generator.rules.odds import Odds
from generator.rules.players import check_players
from generator.rules.states import change, remember_last

ROLLS = tuple(str(number) for number in range(len(moves.ROLL_NAMES), 1, -1))
_CHANCES: Odds[Move] = Odds(
    (moves.Roll(low, high), 1 if low == high else 2) for low in range(1, 7) for high in range(low, 7)
)
AGAIN, KEEP, NO_BONUS, DONE = map(moves.Decide, moves.WORDS)


class FightTheVirus:
    """The rules for the sheet and dice of a kit."""

    is_shared = False

    def __init__(self, plan: Plan, *, has_shared_rolls: bool) -> None:
        self.plan = plan
        self.options: Mapping[str, tuple[str, ...]] = {"rolls": ROLLS} if has_shared_rolls else {}
        """The variant for large groups has the option `rolls`: number of rolls per round, 4, 3, or 2."""
        self.actors = remember_last(states.list_actors)

    def start(
        self, players: Sequence[str], setup: Mapping[str, str], sheets: tuple[PlayerSheet, ...] = ()
    ) -> State:
        """Return the first state or, with the `sheets` of a started game, the state before its next roll."""
        check_players(self.plan.kit, players)
        rolls = int(setup.get("rolls", ROLLS[0])) if self.options else 0
        return start_game(self.plan, tuple(players), shared_rolls=rolls, sheets=sheets)

    def moves(self, state: State, actor: str) -> Sequence[Move]:
        """Return every move that `check` allows, with one way to add each number of points to a die."""
        if actor not in self.actors(state):
            return ()
        if state.is_choosing:
            return [moves.Choose(letter) for letter in moves.ROLL_NAMES[: state.rolls]]
        if state.roll is None:
            return [*_CHANCES]
        if not state.stands:
            return [AGAIN, KEEP]
        sheet, hand = state.sheet_of(actor), state.hand_of(actor)
        if hand.bonus:
            found = marks.list_bonus_marks(self.plan, sheet, hand.bonus)
            return [*map(moves.TakeBonus, found), NO_BONUS]
        return Lazy(self._list_uses(sheet, hand))

    def _list_uses(
        self, sheet: PlayerSheet, hand: Hand
    ) -> Iterator[tuple[Callable[..., Move], Sequence[Any]]]:
        """Yield the uses of the dice by area and place, with `done` after those of unchanged dice.

        Most of the many ways to raise dice waste progress.
        """
        dice = sorted({*hand.dice})
        found: dict[int, list[tuple[MarkArea, Sequence[int]]]] = {}
        for points in list_points(sheet.progress.available):
            more = sum(points)
            for die in dice:
                value = die + more
                if value not in found:
                    found[value] = marks.list_places(self.plan, sheet, hand.uses, value)
                for area, places in found[value]:
                    yield partial(self._make_use, area, die, points), places
            if not points:
                yield moves.Decide, (DONE.word,)

    def _make_use(self, area: MarkArea, die: int, points: tuple[int, ...], place: int) -> UseDie:
        return UseDie(die, marks.make_mark(self.plan, area, die + sum(points), place), points)

    def odds(self, state: State) -> Mapping[Move, Fraction]:
        return _CHANCES if NATURE in self.actors(state) else {}

    def check(self, state: State, actor: str, move: Move) -> None:
        forbid(state.is_over, "log.over")
        if actor not in (actors := self.actors(state)):
            raise IllegalMove("fight_the_virus.turn.order", actor=actor, actors=actors)
        match move:
            case moves.Choose():
                if not state.is_choosing or move.roll >= state.rolls:
                    raise IllegalMove("fight_the_virus.turn.choose", rolls=state.rolls)
            case _ if state.is_choosing:
                raise IllegalMove("fight_the_virus.turn.choose", rolls=state.rolls)
            case moves.Roll(low, high):
                forbid(state.roll is not None, "fight_the_virus.turn.roll")
                forbid(not 1 <= low <= high <= 6, "fight_the_virus.turn.faces", dice=move.text)
            case _ if state.roll is None:
                raise IllegalMove("fight_the_virus.turn.roll")
            case moves.Decide("again") | moves.Decide("keep"):
                forbid(state.stands, "fight_the_virus.turn.reroll")
            case _ if not state.stands:
                raise IllegalMove("fight_the_virus.turn.stand")
            case moves.TakeBonus(mark):
                marks.check_bonus(self.plan, state.sheet_of(actor), state.hand_of(actor).bonus, mark)
            case moves.Decide("no bonus"):
                forbid(not state.hand_of(actor).bonus, "fight_the_virus.bonus.none")
            case _ if state.hand_of(actor).bonus:
                raise IllegalMove("fight_the_virus.bonus.now")
            case UseDie():
                self._check_die(state.sheet_of(actor), state.hand_of(actor), move)

    def _check_die(self, sheet: PlayerSheet, hand: Hand, use: UseDie) -> None:
        """[S] One progress adds 1 or 2 points; several can be added to one die."""
        forbid(use.die not in hand.dice, "fight_the_virus.turn.dice", die=use.die)
        if _find_use(hand, use.mark) is None:
            left = Sentence(f"tally.left.{hand.uses[0]}")
            raise IllegalMove("fight_the_virus.turn.areas", left=left)
        forbid(any(not 1 <= point <= MOST_POINTS for point in use.points), "fight_the_virus.progress.points")
        sheet.progress.spend(len(use.points))
        marks.check_mark(self.plan, sheet, use.mark, use.value)

    def apply(self, state: State, actor: str, move: Move) -> Step[State]:
        events: list[Sentence] = []
        return Step(self._apply(state, actor, move, events), tuple(events))

    def _apply(self, state: State, actor: str, move: Move, events: list[Sentence]) -> State:
        if isinstance(move, UseDie | moves.TakeBonus) or move in (DONE, NO_BONUS):
            return self._end_turn(self._use(state, actor, move, events), events)
        match move:
            case moves.Choose():
                chosen = change(state.chosen, state.players.index(actor), move.roll)
                after = replace(state, chosen=chosen)
                if not after.is_choosing:
                    events.append(Sentence("event.next_roll", roll=after.roll_name))
                return after
            case moves.Roll(low, high):
                rolled = replace(state, roll=(low, high))
                return rolled if low == high < 6 else self._keep_roll(rolled, events)
        return self._keep_roll(state, events) if move == KEEP else replace(state, roll=None)

    def _use(self, state: State, actor: str, move: Move, events: list[Sentence]) -> State:
        """Use a die or a bonus, or leave them."""
        sheet, hand = state.sheet_of(actor), state.hand_of(actor)
        match move:
            case UseDie(die, mark, points):
                dice, uses = list(hand.dice), list(hand.uses)
                dice.remove(die)
                uses.remove(_find_use(hand, mark) or "")
                if points:
                    sheet = replace_sheet(sheet, progress=sheet.progress.spend(len(points)))
                    events.append(Sentence("event.spend", player=actor, number=len(points)))
                return self._write(state, actor, mark, sheet, Hand(tuple(dice), tuple(uses)), events)
            case moves.TakeBonus(mark):
                return self._write(state, actor, mark, sheet, hand, events)
        return _change(state, actor, sheet, NO_HAND if move == DONE else states.replace_hand(hand, bonus=""))

    def _keep_roll(self, state: State, events: list[Sentence]) -> State:
        """Accept the roll: [S] its setback hits all players, then every player gets the dice."""
        assert state.roll is not None
        sheets = state.sheets
        if state.roll in ((5, 6), (6, 6)):
            set_back = self._circle if state.roll == (5, 6) else self._lose
            pairs = zip(state.players, sheets, strict=True)
            sheets = tuple(set_back(player, sheet, events) for player, sheet in pairs)
        active, passive = Hand(state.roll, ("analysis", "others")), Hand(state.roll, ("any",))
        hands = tuple(active if state.is_active(player) else passive for player in state.players)
        return replace(state, sheets=sheets, hands=hands, stands=True)

    def _circle(self, player: str, sheet: PlayerSheet, events: list[Sentence]) -> PlayerSheet:
        square = self.plan.curve.find_next_circle(sheet.spread, sheet.circled)
        if square is None:
            events.append(Sentence("event.no_circle", player=player))
            return sheet
        events.append(Sentence("event.circle", player=player, square=self.plan.curve.ids[square]))
        return replace_sheet(sheet, circled=sheet.circled | {square})

    def _lose(self, player: str, sheet: PlayerSheet, events: list[Sentence]) -> PlayerSheet:
        lost = replace_sheet(sheet, progress=sheet.progress.lose_one())
        key = "event.lose" if sheet.progress.available else "event.owe"
        events.append(Sentence("event.nothing_lost" if lost == sheet else key, player=player))
        return lost

    def _write(
        self, state: State, player: str, mark: Mark, sheet: PlayerSheet, hand: Hand, events: list[Sentence]
    ) -> State:
        """Write a mark on a sheet and add its bonus to `hand`, the dice and uses that the player has left."""
        marked = marks.apply_mark(self.plan, sheet, mark)
        events += marks.list_events(self.plan, player, mark, sheet, marked)
        has_extra_die = marked.extra_die and not state.is_active(player)
        uses = (*hand.uses, "any") if has_extra_die else hand.uses
        if has_extra_die and hand.dice:
            events.append(Sentence("event.extra_die", player=player, die=str(hand.dice[0])))
        return _change(state, player, marked.sheet, Hand(hand.dice, uses, marked.bonus))

    def _end_turn(self, state: State, events: list[Sentence]) -> State:
        """Pass the dice to the next player if all players are done."""
        if any(hand.is_open for hand in state.hands):
            return state
        if is_decided(self.plan, state.sheets):
            over = replace(state, is_over=True)
            won = states.list_winners(self.plan, over)
            lost = Sentence("event.virus_won")
            events.append(Sentence("event.won", players=won, number=len(won)) if won else lost)
            return over
        current = (state.current + 1) % state.rolls
        after = replace(state, current=current, turn=state.turn + 1, roll=None, stands=False)
        if after.is_shared:
            events.append(Sentence("event.next_roll", roll=after.roll_name))
        else:
            events.append(Sentence("event.next", player=after.players[after.active]))
        return after

    def outcome(self, state: State) -> Outcome | None:
        return find_outcome(states.list_winners(self.plan, state)) if state.is_over else None

    def score(self, state: State, player: str) -> Score:
        return score_sheet(self.plan, state.sheet_of(player))

    def parse(self, state: State, actor: str, text: str) -> Move:
        move = read_move(self, state, actor, text, moves.FORMS, moves.READERS)
        if isinstance(move, UseDie | moves.TakeBonus):
            for square in marks.list_unknown(self.plan, move.mark):
                raise UnreadableMove(text, "fight_the_virus.sheet.square", square=square)
        return move


def list_points(available: int) -> Iterator[tuple[int, ...]]:
    """Yield ways to add progress: every number of progress points spent with every sum, twos first."""
    for count in range(available + 1):
        for ones in range(count + 1):
            yield (2,) * (count - ones) + (1,) * ones


def _find_use(hand: Hand, mark: Mark) -> str | None:
    """Return the first use of the hand that allows the area of a mark."""
    wanted = ("analysis" if mark.area == "analysis" else "others", "any")
    return next((use for use in hand.uses if use in wanted), None)


def _change(state: State, player: str, sheet: PlayerSheet, hand: Hand) -> State:
    """Replace the sheet and the hand of a player.

    Without a bonus, dice without uses and uses without dice are lost.
    """
    place = state.players.index(player)
    is_done = not hand.bonus and not (hand.dice and hand.uses)
    hands = change(state.hands, place, NO_HAND if is_done else hand)
    return replace(state, sheets=change(state.sheets, place, sheet), hands=hands)
