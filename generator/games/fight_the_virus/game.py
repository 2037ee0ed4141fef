"""The rules of Fight the Virus: which marks players may write on their sheets, and what the marks bring."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

from generator.games.fight_the_virus import areas
from generator.games.fight_the_virus import sheet as moves
from generator.games.fight_the_virus import sheet as states
from generator.games.fight_the_virus.areas import MOST_PROGRESS
from generator.games.fight_the_virus.sheet import (
    BONUS_VALUES,
    FightTheVirusData,
    Hand,
    MarkArea,
    Move,
    PlayerSheet,
    SheetMark,
    State,
    UseDie,
    replace_sheet,
)
from generator.rules.core import (
    NATURE,
    IllegalMove,
    Outcome,
    Score,
    Sentence,
    Step,
    UnreadableMove,
    check_players,
    forbid,
    name_actors,
)
from generator.rules.notation import read_move
from generator.rules.states import Lazy, Odds, change, remember_last, remembered, remove

_BONUS_AREAS: Mapping[str, MarkArea] = {"shape": "analysis", "one": "testing", "curve": "curve"}


class Marked(NamedTuple):
    """A sheet after a mark, and what the mark brings."""

    sheet: PlayerSheet
    spikes: int = 0
    bonus: str = ""
    """`shape`, `curve` or `one`, to be taken now or never; empty: none. A mark never brings two."""
    extra_die: bool = False


def _list_unknown(data: FightTheVirusData, mark: SheetMark) -> list[str]:
    """Return the squares of a mark that the sheet does not have."""
    known = data.grids[mark.area].by_id if mark.squares else ()
    return [square for square in mark.squares if square not in known]


def _check_mark(data: FightTheVirusData, sheet: PlayerSheet, mark: SheetMark, value: int) -> None:
    """Raise IllegalMove unless a die of this value, raised or not, may be used for the mark."""
    if mark.area != "analysis" and mark.number != value:
        raise IllegalMove("fight_the_virus.turn.value", value=value, number=mark.number)
    for square in _list_unknown(data, mark):
        raise IllegalMove("fight_the_virus.sheet.square", square=square)
    match mark.area:
        case "analysis":
            areas.check_shape(data.virus, sheet.analysed, value, data.virus.squares(mark.squares))
        case "research":
            data.research.check(sheet.researched, value, has_goals=states.has_goals(data, sheet))
        case "testing":
            data.wall.check(sheet.tests, data.wall.places[mark.square], value)
        case "curve":
            data.curve.check(sheet.spread, sheet.circled, data.curve.places[mark.square], value)


def _check_bonus(data: FightTheVirusData, sheet: PlayerSheet, bonus: str, mark: SheetMark) -> None:
    """Raise IllegalMove unless the bonus (`shape`, `curve`, `one`) allows the mark."""
    forbid(not bonus, "fight_the_virus.bonus.none")
    if mark.area != _BONUS_AREAS[bonus]:
        raise IllegalMove("fight_the_virus.bonus.kind", bonus=Sentence(f"tally.bonus.{bonus}"))
    _check_mark(data, sheet, mark, BONUS_VALUES.get(bonus, mark.number))


def apply_mark(data: FightTheVirusData, sheet: PlayerSheet, mark: SheetMark) -> Marked:
    """Return the sheet with the mark, which check_mark has allowed."""
    match mark.area:
        case "analysis":
            shape = data.virus.squares(mark.squares)
            spikes = areas.count_spikes(data.virus, shape)
            shapes, progress = (*sheet.shapes, shape), sheet.progress.earn(spikes)
            return Marked(replace_sheet(sheet, shapes=shapes, progress=progress), spikes=spikes)
        case "research":
            bonus = data.research.bonuses[sheet.researched]
            return Marked(replace_sheet(sheet, researched=sheet.researched + 1), bonus=bonus)
        case "testing":
            place = data.wall.places[mark.square]
            numbers = change(sheet.tests, place, mark.number)
            marked, bonus = replace_sheet(sheet, tests=numbers), data.wall.find_row_bonus(numbers, place)
        case "curve":
            place = data.curve.places[mark.square]
            numbers = change(sheet.spread, place, mark.number)
            marked, bonus = replace_sheet(sheet, spread=numbers), data.curve.find_row_bonus(numbers, place)
    return Marked(marked, bonus=bonus, extra_die=data.fills(mark, "extra_die"))


def _list_events(
    data: FightTheVirusData, player: str, mark: SheetMark, old: PlayerSheet, marked: Marked
) -> Iterator[Sentence]:
    new = marked.sheet
    # [S] A spike that is owed only circles a field that is crossed out already.
    circled = new.progress.circled - old.progress.circled
    repaid = min(circled, old.progress.owed)
    if repaid:
        yield Sentence("event.repay", player=player, number=repaid)
    if circled > repaid:
        yield Sentence("event.earn", player=player, number=circled - repaid)
    if mark.area == "research" and states.has_won(data, new):
        yield Sentence("event.finished", player=player, number=mark.number)
    if mark.area == "curve":
        place = data.curve.places[mark.square]
        if place in old.circled and len(data.curve.list_beside(old.spread, place)) > 1:
            yield Sentence("event.void", player=player, square=mark.square)
    if data.fills(mark, "goal") and states.has_goals(data, new):
        yield Sentence("event.goals", player=player, number=data.research.numbers[-1])
    if marked.bonus:
        yield Sentence("event.bonus", player=player, bonus=Sentence(f"tally.bonus.{marked.bonus}"))


def list_places(
    data: FightTheVirusData, sheet: PlayerSheet, uses: Collection[str], value: int
) -> list[tuple[MarkArea, Sequence[int]]]:
    """Return where a die of this value may be used: areas with the places that `make_mark` takes."""
    places: list[tuple[MarkArea, Sequence[int]]] = []
    if "others" in uses or "any" in uses:
        numbers = data.research.numbers[sheet.researched :]
        if numbers and numbers[0] == value and (len(numbers) > 1 or states.has_goals(data, sheet)):
            places.append(("research", (sheet.researched,)))
        if bricks := data.wall.list_bricks(sheet.tests, value):
            places.append(("testing", bricks))
        if squares := data.curve.list_squares(sheet.spread, sheet.circled, value):
            places.append(("curve", squares))
    if ("analysis" in uses or "any" in uses) and (
        shapes := areas.list_shapes(data.virus, sheet.analysed, value)
    ):
        places.append(("analysis", shapes))
    return places


def make_mark(data: FightTheVirusData, area: MarkArea, value: int, place: int) -> SheetMark:
    """Return the mark of a value; `place` is a shape, the index of a square, or that of a research number."""
    match area:
        case "analysis":
            return SheetMark(area, data.virus.ids(place))
        case "research":
            return SheetMark(area, number=value)
    return SheetMark(area, ((data.wall if area == "testing" else data.curve).ids[place],), value)


def list_numbers(data: FightTheVirusData, sheet: PlayerSheet, value: int) -> Iterator[SheetMark]:
    """Yield every mark that a value may make outside the virus analysis."""
    for area, places in list_places(data, sheet, ("others",), value):
        yield from (make_mark(data, area, value, place) for place in places)


def list_bonus_marks(data: FightTheVirusData, sheet: PlayerSheet, bonus: str) -> list[SheetMark]:
    """Return every mark that a bonus allows now."""
    if bonus == "curve":
        entries = data.curve.list_entries(sheet.spread, sheet.circled)
        return [make_mark(data, "curve", number, square) for square, number in entries]
    area, value = _BONUS_AREAS[bonus], BONUS_VALUES[bonus]
    places = dict(list_places(data, sheet, ("any",), value)).get(area, ())
    return [make_mark(data, area, value, place) for place in places]


ROLLS = tuple(str(number) for number in range(len(moves.ROLL_NAMES), 1, -1))
_CHANCES: Odds[Move] = Odds(
    (moves.Roll(low, high), 1 if low == high else 2) for low in range(1, 7) for high in range(low, 7)
)
AGAIN, KEEP, NO_BONUS, DONE = map(moves.Decide, moves.WORDS)


class FightTheVirus:
    """Rules of Fight the Virus for one kit."""

    is_shared = False

    def __init__(self, data: FightTheVirusData, *, has_shared_rolls: bool) -> None:
        self.data = data
        self.options: Mapping[str, tuple[str, ...]] = {"rolls": ROLLS} if has_shared_rolls else {}
        """The variant for large groups has the option `rolls`: number of rolls per round, 4, 3, or 2."""
        self.actors = remember_last(states.list_actors)

    def start(
        self, players: Sequence[str], setup: Mapping[str, str], sheets: tuple[PlayerSheet, ...] = ()
    ) -> State:
        """Return the first state or, with the `sheets` of a started game, the state before its next roll."""
        check_players(self.data.kit, players)
        rolls = int(setup.get("rolls", ROLLS[0])) if self.options else 0
        return states.start_game(self.data, tuple(players), shared_rolls=rolls, sheets=sheets)

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
            marks = list_bonus_marks(self.data, sheet, hand.bonus)
            return [*map(moves.TakeBonus, marks), NO_BONUS]
        return Lazy(self._list_uses(sheet, hand))

    def _list_uses(
        self, sheet: PlayerSheet, hand: Hand
    ) -> Iterator[tuple[Callable[..., Move], Sequence[Any]]]:
        """Yield the uses of the dice by area and place, with `done` after those of unchanged dice.

        Most of the many ways to raise dice waste progress.
        """
        dice = sorted({*hand.dice})
        known: dict[int, list[tuple[MarkArea, Sequence[int]]]] = {}
        for points, more in list_points(sheet.progress.available):
            for die in dice:
                value = die + more
                if value not in known:
                    known[value] = list_places(self.data, sheet, hand.uses, value)
                for area, places in known[value]:
                    yield partial(self._make_use, area, die, points), places
            if not points:
                yield moves.Decide, (DONE.word,)

    @remembered
    def _make_use(self, area: MarkArea, die: int, points: tuple[int, ...], place: int) -> UseDie:
        return UseDie(die, make_mark(self.data, area, die + sum(points), place), points)

    def odds(self, state: State) -> Mapping[Move, Fraction]:
        return _CHANCES if NATURE in self.actors(state) else {}

    def check(self, state: State, actor: str, move: Move) -> None:
        forbid(state.is_over, "log.over")
        if actor not in (actors := self.actors(state)):
            raise IllegalMove(
                "fight_the_virus.turn.order", actor=name_actors([actor])[0], actors=name_actors(actors)
            )
        match move:
            case moves.Choose() if state.is_choosing and move.roll < state.rolls:
                pass
            case _ if state.is_choosing or isinstance(move, moves.Choose):
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
                _check_bonus(self.data, state.sheet_of(actor), state.hand_of(actor).bonus, mark)
            case moves.Decide("no bonus"):
                forbid(not state.hand_of(actor).bonus, "fight_the_virus.bonus.none")
            case _ if state.hand_of(actor).bonus:
                raise IllegalMove("fight_the_virus.bonus.now")
            case UseDie():
                self._check_die(state.sheet_of(actor), state.hand_of(actor), move)

    def _check_die(self, sheet: PlayerSheet, hand: Hand, use: UseDie) -> None:
        """[S] One progress adds 1 or 2 points; several can be added to one die."""
        forbid(use.die not in hand.dice, "fight_the_virus.turn.dice", die=use.die)
        if not _find_use(hand.uses, use.mark.area):
            left = Sentence(f"tally.left.{hand.uses[0]}")
            raise IllegalMove("fight_the_virus.turn.areas", left=left)
        is_wrong = any(not 1 <= point <= MOST_PROGRESS for point in use.points)
        forbid(is_wrong, "fight_the_virus.progress.points")
        sheet.progress.spend(len(use.points))
        _check_mark(self.data, sheet, use.mark, use.value)

    def apply(self, state: State, actor: str, move: Move) -> Step[State]:
        events: list[Sentence] = []
        return Step(self._apply(state, actor, move, events), tuple(events))

    def _apply(self, state: State, actor: str, move: Move, events: list[Sentence]) -> State:
        match move:
            case moves.Choose():
                chosen = change(state.chosen, state.players.index(actor), move.roll)
                after = states.replace_state(state, chosen=chosen)
                if not after.is_choosing:
                    events.append(Sentence("event.next_roll", roll=after.roll_name))
                return after
            case moves.Roll(low, high):
                rolled = states.replace_state(state, roll=(low, high))
                return rolled if low == high < 6 else self._keep_roll(rolled, events)
            case moves.Decide("again"):
                return states.replace_state(state, roll=None)
            case moves.Decide("keep"):
                return self._keep_roll(state, events)
        return self._end_turn(self._use(state, actor, move, events), events)

    def _use(self, state: State, actor: str, move: Move, events: list[Sentence]) -> State:
        sheet, hand = state.sheet_of(actor), state.hand_of(actor)
        dice, uses = hand.dice, hand.uses
        match move:
            case UseDie(die, mark, points):
                dice, uses = remove(dice, die), remove(uses, _find_use(uses, mark.area))
                if points:
                    sheet = replace_sheet(sheet, progress=sheet.progress.spend(len(points)))
                    events.append(Sentence("event.spend", player=actor, number=len(points)))
            case moves.TakeBonus(mark):
                pass
            case _:
                is_bonus = move == NO_BONUS
                return _change(state, actor, sheet, Hand(dice, uses if is_bonus else ()))
        marked = apply_mark(self.data, sheet, mark)
        events += _list_events(self.data, actor, mark, sheet, marked)
        if marked.extra_die and not state.is_active(actor):
            uses = (*uses, "any")
            if dice:
                events.append(Sentence("event.extra_die", player=actor, die=str(dice[0])))
        return _change(state, actor, marked.sheet, Hand(dice, uses, marked.bonus))

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
        return states.replace_state(state, sheets=sheets, hands=hands, stands=True)

    def _circle(self, player: str, sheet: PlayerSheet, events: list[Sentence]) -> PlayerSheet:
        square = self.data.curve.find_next_circle(sheet.spread, sheet.circled)
        if square is None:
            events.append(Sentence("event.no_circle", player=player))
            return sheet
        events.append(Sentence("event.circle", player=player, square=self.data.curve.ids[square]))
        return replace_sheet(sheet, circled=sheet.circled | {square})

    def _lose(self, player: str, sheet: PlayerSheet, events: list[Sentence]) -> PlayerSheet:
        lost = replace_sheet(sheet, progress=sheet.progress.lose_one())
        key = "event.lose" if sheet.progress.available else "event.owe"
        events.append(Sentence("event.nothing_lost" if lost == sheet else key, player=player))
        return lost

    def _end_turn(self, state: State, events: list[Sentence]) -> State:
        """Pass the dice to the next player if all players are done."""
        if any(hand.dice or hand.bonus for hand in state.hands):
            return state
        if states.is_decided(self.data, state.sheets):
            over = states.replace_state(state, is_over=True)
            won = states.list_winners(self.data, over)
            lost = Sentence("event.virus_won")
            events.append(Sentence("event.won", players=won, number=len(won)) if won else lost)
            return over
        current = (state.current + 1) % state.rolls
        after = states.replace_state(state, current=current, turn=state.turn + 1, roll=None, stands=False)
        if after.is_shared:
            events.append(Sentence("event.next_roll", roll=after.roll_name))
        else:
            events.append(Sentence("event.next", player=after.players[after.active]))
        return after

    def outcome(self, state: State) -> Outcome | None:
        return states.find_outcome(states.list_winners(self.data, state)) if state.is_over else None

    def score(self, state: State, player: str) -> Score:
        return states.score_sheet(self.data, state.sheet_of(player))

    def parse(self, state: State, actor: str, text: str) -> Move:
        move = read_move(self, state, actor, text, moves.MOVE_FORMS, moves.READERS)
        match move:
            case UseDie(mark=mark) | moves.TakeBonus(mark):
                for square in _list_unknown(self.data, mark):
                    raise UnreadableMove(text, "fight_the_virus.sheet.square", square=square)
        return move


@lru_cache(maxsize=64)
def list_points(available: int) -> Sequence[tuple[tuple[int, ...], int]]:
    """Return ways to add progress, with their sums: every number of progresses with every sum, twos first."""
    counts = [(count - ones, ones) for count in range(available + 1) for ones in range(count + 1)]
    return [((2,) * twos + (1,) * ones, 2 * twos + ones) for twos, ones in counts]


def _find_use(uses: Sequence[str], area: MarkArea) -> str:
    """Return the first use that allows an area; empty: none."""
    wanted = ("analysis" if area == "analysis" else "others", "any")
    return next((use for use in uses if use in wanted), "")


def _change(state: State, player: str, sheet: PlayerSheet, hand: Hand) -> State:
    """Replace the sheet of a player, and what is left; dice without uses and uses without dice are lost."""
    seat = state.players.index(player)
    if not (hand.bonus or (hand.dice and hand.uses)):
        hand = states.NO_HAND
    hands = change(state.hands, seat, hand)
    return states.replace_state(state, sheets=change(state.sheets, seat, sheet), hands=hands)
