"""Rules of Fight the Virus, which implement the protocol `Rules`."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from generator.errors import IllegalMove, RulesError, UnreadableMove, forbid
from generator.games.fight_the_virus import marks, moves
from generator.games.fight_the_virus import state as states
from generator.games.fight_the_virus.areas import MOST_POINTS
from generator.games.fight_the_virus.moves import Mark, Move, UseDie
from generator.games.fight_the_virus.sheet import Plan, PlayerSheet, find_outcome, replace_sheet, score_sheet
from generator.games.fight_the_virus.state import NO_HAND, Hand, State, is_decided, replace, start_game
from generator.rules.core import NATURE, Listed, Outcome, Score, Sentence, Step
from generator.rules.notation import read_move
from generator.rules.odds import Odds
from generator.rules.players import check_players
from generator.rules.states import change, remember_checked, remember_last

ROLLS = tuple(str(number) for number in range(len(moves.ROLL_NAMES), 1, -1))
_CHANCES: Odds[Move] = Odds(
    (moves.Roll(low, high), 1 if low == high else 2) for low in range(1, 7) for high in range(low, 7)
)


class FightTheVirus:
    """The rules for the sheet and dice of a kit."""

    is_shared = False

    def __init__(self, plan: Plan, *, has_shared_rolls: bool) -> None:
        self.plan = plan
        self.options: Mapping[str, tuple[str, ...]] = {"rolls": ROLLS} if has_shared_rolls else {}
        """The variant for large groups has the option `rolls`: number of rolls per round, 4, 3, or 2."""
        self.actors = remember_last(states.list_actors)
        self.check = remember_checked(self._check)

    def start(
        self, players: Sequence[str], setup: Mapping[str, str], sheets: tuple[PlayerSheet, ...] = ()
    ) -> State:
        """Return the first state or, with the `sheets` of a started game, the state before its next roll."""
        check_players(self.plan.kit, players)
        rolls = setup.get("rolls", ROLLS[0]) if self.options else "0"
        if self.options and rolls not in ROLLS:
            raise RulesError("log.value", key="rolls", value=rolls[:20], known=Listed(ROLLS))
        return start_game(self.plan, tuple(players), shared_rolls=int(rolls), sheets=sheets)

    def moves(self, state: State, actor: str) -> Sequence[Move]:
        return tuple(self._list_moves(state, actor))

    def _list_moves(self, state: State, actor: str) -> Iterator[Move]:
        """Yield every move that `check` allows, with one way to add each number of points to a die."""
        if actor not in self.actors(state):
            return
        if state.is_choosing:
            yield from (moves.Choose(letter) for letter in moves.ROLL_NAMES[: state.rolls])
        elif state.roll is None:
            yield from _CHANCES
        elif not state.stands:
            yield from (moves.Decide("again"), moves.Decide("keep"))
        elif bonus := state.hand_of(actor).bonus:
            found = marks.list_bonus_marks(self.plan, state.sheet_of(actor), bonus)
            yield from (moves.TakeBonus(mark) for mark in found)
            yield moves.Decide("no bonus")
        else:
            # Unchanged dice come first: most of the many ways to raise dice waste progress.
            none, *some = list_points(state.sheet_of(actor).progress.available)
            yield from self._list_uses(state, actor, (none,))
            yield moves.Decide("done")
            yield from self._list_uses(state, actor, some)

    def _list_uses(self, state: State, player: str, ways: Sequence[tuple[int, ...]]) -> Iterator[UseDie]:
        """Yield the uses of each die, raised by the points of each way."""
        hand, sheet = state.hand_of(player), state.sheet_of(player)
        found: dict[int, tuple[Mark, ...]] = {}
        for points in ways:
            for die in sorted(set(hand.dice)):
                value = die + sum(points)
                if value not in found:
                    found[value] = tuple(self._list_marks(sheet, hand, value))
                yield from (UseDie(die, mark, points) for mark in found[value])

    def _list_marks(self, sheet: PlayerSheet, hand: Hand, value: int) -> Iterator[Mark]:
        if "others" in hand.uses or "any" in hand.uses:
            yield from marks.list_numbers(self.plan, sheet, value)
        if "analysis" in hand.uses or "any" in hand.uses:
            yield from marks.list_shapes(self.plan, sheet, value)

    def odds(self, state: State) -> Mapping[Move, Fraction]:
        return _CHANCES if NATURE in self.actors(state) else {}

    def _check(self, state: State, actor: str, move: Move) -> None:
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
        self.check(state, actor, move)
        events: list[Sentence] = []
        return Step(self._apply(state, actor, move, events), tuple(events))

    def _apply(self, state: State, actor: str, move: Move, events: list[Sentence]) -> State:
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
            case moves.Decide("again"):
                return replace(state, roll=None)
            case moves.Decide("keep"):
                return self._keep_roll(state, events)
        sheet, hand = state.sheet_of(actor), state.hand_of(actor)
        match move:
            case UseDie(die, mark, points):
                dice, uses = list(hand.dice), list(hand.uses)
                dice.remove(die)
                uses.remove(_find_use(hand, mark) or "")
                sheet = replace_sheet(sheet, progress=sheet.progress.spend(len(points)))
                if points:
                    events.append(Sentence("event.spend", player=actor, number=len(points)))
                after = self._write(state, actor, mark, sheet, Hand(tuple(dice), tuple(uses)), events)
            case moves.TakeBonus(mark):
                after = self._write(state, actor, mark, sheet, hand, events)
            case moves.Decide("no bonus"):
                after = _change(state, actor, sheet, states.replace_hand(hand, bonus=""))
            case moves.Decide("done"):
                after = _change(state, actor, sheet, NO_HAND)
        return self._end_turn(after, events)

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
