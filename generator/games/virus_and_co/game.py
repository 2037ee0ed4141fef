"""The rules of Virus & Co.: open cards, cards that are passed, the effects of risk cards, and bad manners.

[OURS] Manners can't be checked: a log only records that a pill changed hands. A player may pay at any time
except while a risk card is carried out, once a turn for the slip and once for Herr Doktor.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import TypeAlias

from generator.games.virus_and_co import data as moves
from generator.games.virus_and_co.data import (
    CARE,
    HAND_SIDES,
    MOST_INJECTIONS,
    NO_PILLS,
    ONE_EACH,
    PILL_COLOURS,
    RIGHT_PILL,
    SAFE_POINTS,
    WRONG_PILL,
    Doctor,
    Effect,
    Forgot,
    HandSide,
    Lying,
    Move,
    Passing,
    Pills,
    State,
    Tableau,
    TurnRisk,
    TurnUp,
    VirusAndCoData,
    VirusCard,
    add_pills,
    list_handfuls,
    list_payments,
    make_outcome,
    name_pills,
    replace_state,
    replace_tableau,
    score_game,
)
from generator.model.values import replace
from generator.rules import core
from generator.rules.core import (
    NATURE,
    IllegalMove,
    Listed,
    Outcome,
    Score,
    Sentence,
    Step,
    UnreadableMove,
    Value,
    forbid,
)
from generator.rules.notation import read_move
from generator.rules.states import change, remember_last

ROUNDS = 3
"""[S] Rounds of a game, unless the players agree on another number."""
_LENGTHS = tuple(dict.fromkeys(map(str, (ROUNDS, *range(1, 100)))))


def read_length(setup: Mapping[str, str]) -> int:
    """Return the number of rounds of a game; an impossible one is reported with the other options."""
    length = setup.get("length", "")
    return int(length) if length in _LENGTHS else ROUNDS


class VirusAndCo:
    """Rules of Virus & Co. for one kit."""

    is_shared = False
    options: Mapping[str, tuple[str, ...]] = {"length": _LENGTHS}
    """`length`: rounds of the game, 1 to 99."""

    def __init__(self, data: VirusAndCoData) -> None:
        self.data = data
        self.actors = remember_last(_list_actors)
        self._scores = remember_last(_score)
        self._make_readers = lru_cache(maxsize=8)(partial(moves.make_readers, data))

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        core.check_players(self.data.kit, players)
        length = read_length(setup)
        return _start_round(self.data, replace_state(State(), players=tuple(players), length=length))

    def moves(self, state: State, actor: str) -> Sequence[Move]:
        if actor not in self.actors(state):
            return ()
        if actor == NATURE:
            return tuple(self.odds(state))
        player = state.number(actor)
        manners = tuple(_list_manners(state, player))
        return (*self._list_own(state, player), *_list_manner_moves(manners, state.tableaus[player].pills))

    def _list_own(self, state: State, player: int) -> Iterable[Move]:
        if player not in _list_choosing(state):
            return ()
        if state.effect is not None:
            return _list_choices(state, state.effect, player)
        if state.passing is not None:
            return _list_answers(self.data, state, state.passing)
        return _list_actions(self.data, state)

    def odds(self, state: State) -> Mapping[Move, Fraction]:
        if state.is_over or not _is_chance(state):
            return {}
        side = state.to_turn_up
        if side is None:
            return state.risks.odds().to(TurnRisk)
        return state.unseen.odds().to(partial(TurnUp, HAND_SIDES[side]))

    def check(self, state: State, actor: str, move: Move) -> None:
        core.check_turn(self.actors(state), actor)
        player = state.number(actor)
        if actor == NATURE:
            self._check_chance(state, move)
        elif isinstance(move, Forgot | Doctor):
            _check_manners(state, player, move)
        elif player not in _list_choosing(state):
            raise IllegalMove("virus_and_co.turn.now", move=move.text)
        elif state.effect is not None:
            _check_choice(state, state.effect, player, move)
        elif state.passing is not None:
            _check_answer(self.data, state, state.passing, move)
        else:
            _check_action(self.data, state, move)

    def _check_chance(self, state: State, move: Move) -> None:
        side = state.to_turn_up
        match move:
            case TurnUp(where, card) if side is not None and where == HAND_SIDES[side]:
                forbid(card not in state.unseen, "virus_and_co.reveal.unseen", card=self.data.name_card(card))
            case TurnRisk(card) if side is None:
                forbid(card not in state.risks, "virus_and_co.reveal.unseen", card=self.data.name_card(card))
            case _:
                raise IllegalMove("virus_and_co.turn.now", move=move.text)

    def apply(self, state: State, actor: str, move: Move) -> Step[State]:
        turn = Turn(self.data, state)
        _carry_out(turn, state.number(actor), move)
        return Step(turn.state, tuple(turn.events))

    def outcome(self, state: State) -> Outcome | None:
        return make_outcome(self._scores(state)) if state.is_over else None

    def score(self, state: State, player: str) -> Score:
        return self._scores(state)[player]

    def parse(self, state: State, actor: str, text: str) -> Move:
        forms = moves.CHANCES if actor == NATURE else moves.DEEDS
        readers = self._make_readers(state.players)
        try:
            return read_move(self, state, actor, text, forms, readers)
        except UnreadableMove:
            if (ordered := moves.sort_pills(text, state.players)) == text:
                raise
        return read_move(self, state, actor, ordered, forms, readers)


def _is_chance(state: State) -> bool:
    """Return True if a card must be turned up before a player can act."""
    return state.to_turn_up is not None or (state.effect is not None and not state.effect.risk)


def _list_choosing(state: State) -> tuple[int, ...]:
    if state.effect is not None:
        return state.effect.waiting
    return (state.active if state.passing is None else state.passing.holder,)


def is_asked(state: State, player: str) -> bool:
    """Return True if the player must act; a pill for bad manners is never required."""
    return not state.is_over and not _is_chance(state) and state.number(player) in _list_choosing(state)


def _score(state: State) -> Mapping[str, Score]:
    return score_game(state.players, state.rounds)


def _list_actors(state: State) -> tuple[str, ...]:
    """List the players who must act, then those who may pay for bad manners."""
    if state.is_over:
        return ()
    if _is_chance(state):
        return (NATURE,)
    asked = _list_choosing(state)
    actors = [state.players[player] for player in asked]
    if state.effect is None:
        # Without HERR DOKTOR, only a forgotten slip is bad manners.
        for player in (state.active,) if state.doctor is None else range(len(state.players)):
            if player not in asked and _list_manners(state, player):
                actors.append(state.players[player])
    return tuple(actors)


def _start_round(data: VirusAndCoData, state: State, *, starter: int = 0) -> State:
    """Return the start of a round. [S] All pills and cards go back, risk cards are dealt anew.

    [OURS] The first player at the table begins, not the one who had a cold last. The two piles have the same
    size; of an odd number, the left one has one more card.
    """
    number, drawn = len(state.players), data.drawn
    half = len(drawn) // 2
    return State(
        players=state.players,
        length=state.length,
        tableaus=(Tableau(pills=data.share),) * number,
        hands=(data.count_hand(number),) * number,
        pharmacy=data.share,
        piles=(len(drawn) - half, half),
        unseen=drawn,
        risks=data.risks,
        active=starter,
        done=state.done,
        turn=state.turn,
    )


def _move_pills(
    tableaus: tuple[Tableau, ...], player: int, pills: Pills, *, sign: int = 1
) -> tuple[Tableau, ...]:
    """Give pills to a player, or take them if the sign is -1."""
    tableau = tableaus[player]
    left = tableau.pills.plus(pills) if sign > 0 else tableau.pills.minus(pills)
    return change(tableaus, player, replace_tableau(tableau, pills=left))


class Turn:
    """A state while a move is carried out, and its events so far."""

    def __init__(self, data: VirusAndCoData, state: State) -> None:
        self.data = data
        self.state = state
        self.events: list[Sentence] = []

    def tell(self, key: str, **values: Value) -> None:
        self.events.append(Sentence(key, **values))

    def set_tableau(self, player: int, tableau: Tableau) -> None:
        self.state = replace_state(self.state, tableaus=change(self.state.tableaus, player, tableau))

    def give(self, giver: int, taker: int | None, pills: Pills) -> None:
        """Move pills from one player to another; None is the pharmacy."""
        state, players, named = self.state, self.state.players, name_pills(pills)
        tableaus = _move_pills(state.tableaus, giver, pills, sign=-1)
        if taker is None:
            self.state = replace_state(state, tableaus=tableaus, pharmacy=state.pharmacy.plus(pills))
            self.tell("event.pharmacy", player=players[giver], pills=named)
        else:
            self.state = replace_state(state, tableaus=_move_pills(tableaus, taker, pills))
            self.tell("event.gift", player=players[giver], pills=named, other=players[taker])

    def receive(self, player: int, shown: Pills) -> None:
        """Give a player the pills shown, [S] as far as the pharmacy has them."""
        state, pills = self.state, self.state.pharmacy.meet(shown)
        if pills.number:
            tableaus = _move_pills(state.tableaus, player, pills)
            self.state = replace_state(state, tableaus=tableaus, pharmacy=state.pharmacy.minus(pills))
            self.tell("event.received", player=state.players[player], pills=name_pills(pills))
        if pills != shown:
            named = {"shown": name_pills(shown), "pills": name_pills(pills)}
            some = "yes" if pills.number else "no"
            reason = Sentence("rule.virus_and_co.take.pills", some=some, **named)
            self.tell("event.short", reason=reason)

    def change_viruses(self, player: int, *, gone: Lying | None = None, new: Lying | None = None) -> Tableau:
        """Remove a virus of a player, add another one, or both. [S] Its points count at once."""
        viruses = list(self.state.tableaus[player].viruses)
        if gone:
            viruses.remove(gone)
        if new:
            viruses.append(new)
        changed = replace_tableau(self.state.tableaus[player], viruses=tuple(sorted(viruses)))
        self.set_tableau(player, changed)
        return changed

    def put_virus(self, player: int, value: int) -> None:
        points = self.change_viruses(player, new=Lying(value)).points
        self.tell("event.virus", player=self.state.players[player], value=value, points=points)

    def put_injection(self, player: int, on: Lying | None) -> None:
        """Put an injection on a virus of the player; None if there is none: it stays beside them for good."""
        name = self.state.players[player]
        if on is None:
            tableau = self.state.tableaus[player]
            tableau = replace_tableau(tableau, loose=tableau.loose + 1)
            self.set_tableau(player, tableau)
            self.tell("event.injection.idle", player=name, number=tableau.injections, points=tableau.points)
        else:
            new = on.inject()
            tableau = self.change_viruses(player, gone=on, new=new)
            counts = {"number": tableau.injections, "points": tableau.points}
            self.tell("event.injection.on", player=name, value=on.value, left=new.points, **counts)

    def put_card(self, player: int, card: VirusCard, on: Lying | None) -> None:
        """Put a card of the piles in front of a player."""
        if card.kind == "injection":
            self.put_injection(player, on)
        else:
            self.put_virus(player, card.value)

    def end_turn(self) -> None:
        """End the turn, [S] and the round if a player is in intensive care; the left neighbour is next."""
        state = self.state
        care = [player for player, tableau in enumerate(state.tableaus) if tableau.in_care]
        if care or state.skips == len(state.players):
            self._end_round(care[0] if care else None)
            return
        turn, active = state.turn + 1, state.left_of(state.active)
        self.state = replace_state(
            state, turn=turn, active=active, has_paid_slip=False, paid_doctor=(), passing=None, effect=None
        )
        self.tell("event.next", player=state.players[self.state.active])

    def _end_round(self, care: int | None) -> None:
        """[S] Intensive care ends a round at once; points are counted, and all cards and pills go back.

        [OURS] The player in intensive care starts the next round; without one, the next player does.
        """
        state, players = self.state, self.state.players
        if care is None:
            self.tell("event.nobody_in_care")
        else:
            tableau = state.tableaus[care]
            cause = "injections" if tableau.injections >= MOST_INJECTIONS else "points"
            self.tell(f"event.care.{cause}", player=players[care], points=tableau.points)
        ended = replace_state(state, done=(*state.done, state.tableaus), passing=None, effect=None)
        scores = score_game(players, ended.rounds[: len(ended.done)])
        for player, score in scores.items():
            self.tell("event.score", player=player, points=score.rounds[-1].total, total=score.total)
        self.state = ended
        if ended.is_over:
            best = make_outcome(scores).winners
            self.tell("event.won", players=best, number=len(best))
            return
        starter = state.left_of(state.active) if care is None else care
        self.state = _start_round(self.data, replace_state(ended, turn=state.turn + 1), starter=starter)
        round, risks = len(ended.done) + 1, self.state.hands[0]
        self.tell("event.new_round", round=round, player=players[starter], number=risks)


def _carry_out(turn: Turn, player: int, move: Move) -> None:
    state = turn.state
    match move:
        case TurnUp(side, card):
            _turn_up(turn, HAND_SIDES.index(side), card)
        case TurnRisk(card):
            turn.state = replace_state(state, risks=state.risks.take(card))
            _begin_effect(turn, turn.data.cards[card])
        case Forgot() | Doctor():
            _apply_manners(turn, player, move)
        case _ if state.effect is not None:
            _apply_choice(turn, state.effect, player, move)
        case _ if state.passing is not None:
            _apply_answer(turn, state.passing, move)
        case _:
            _apply_action(turn, move)


def _turn_up(turn: Turn, side: int, card: str) -> None:
    state = turn.state
    piles = change(state.piles, side, state.piles[side] - 1)
    opened, unseen = change(state.opened, side, card), state.unseen.take(card)
    turn.state = replace_state(state, opened=opened, piles=piles, unseen=unseen)
    if not piles[side]:
        turn.tell("event.pile", side=Sentence(f"view.side.{HAND_SIDES[side]}"))


LEAST_POINTS = 4
"""[S] Disease points that a player needs to play a risk card."""
_FreePlaces: TypeAlias = tuple[Lying | None, ...]
"""Viruses on which a card may be put; None: beside them."""
PILLS_AT_ONCE = 1
"""[S] Pills that a player gives for bad manners, or takes and gives one by one."""
RISK_PRICE, OWN_RISK_PRICE = 1, 2
"""[S] Pills of any colour: a player pays the active player, who pays the pharmacy."""


def may_play_risk(state: State) -> bool:
    return state.tableaus[state.active].points >= LEAST_POINTS and state.hands[state.active] > 0


def _list_actions(data: VirusAndCoData, state: State) -> Sequence[Move]:
    player = state.active
    actions: list[Move] = []
    for side, text in zip(HAND_SIDES, state.opened, strict=True):
        if text:
            card = data.cards[text]
            places = _list_places(card, state.tableaus[player].viruses)
            actions += _make_actions(side, text, places, _list_takers(state, card, player))
    if may_play_risk(state):
        actions += map(moves.PlayRisk, _list_takers(state, None, player))
    if not any(state.opened):
        actions.append(moves.Skip())
    return actions


@lru_cache(maxsize=4096)
def _make_actions(side: HandSide, text: str, places: _FreePlaces, takers: tuple[str, ...]) -> Sequence[Move]:
    """Return the moves with an open card; games repeat them often."""
    return (*(moves.Take(side, text, on) for on in places), *(moves.Pass(side, text, to) for to in takers))


def _list_places(card: VirusCard | None, viruses: tuple[Lying, ...]) -> _FreePlaces:
    """List the viruses on which a card may be put; None is beside them."""
    if card is not None and card.kind == "injection" and viruses:
        return tuple(dict.fromkeys(viruses))
    return (None,)


def _list_takers(
    state: State, card: VirusCard | None, player: int, giver: int | None = None
) -> tuple[str, ...]:
    """List the players to whom a card may be passed; None is a risk card.

    [S] Blue viruses and injections go to the left, other cards to anyone but the giver.
    """
    if card is not None and card.goes_left:
        return (state.players[state.left_of(player)],)
    return tuple([name for seat, name in enumerate(state.players) if seat not in (player, giver)])


def _check_taker(
    state: State, card: VirusCard | None, player: int, to: str, giver: int | None = None
) -> None:
    takers = _list_takers(state, card, player, giver)
    if to in takers:
        return
    forbid(to == state.players[player] or to not in state.players, "virus_and_co.pass.other", player=to)
    forbid(card is None or not card.goes_left, "virus_and_co.pass.back", player=to)
    raise IllegalMove("virus_and_co.pass.left", left=takers[0], player=to)


def _check_place(card: VirusCard | None, viruses: tuple[Lying, ...], on: Lying | None) -> None:
    if on in _list_places(card, viruses):
        return
    there = Listed([virus.text for virus in dict.fromkeys(viruses)] or "-")
    forbid(card and card.kind == "injection", "virus_and_co.injection.target", viruses=there)
    raise IllegalMove("virus_and_co.injection.virus", viruses=there if card else str(on))


def _check_action(data: VirusAndCoData, state: State, move: Move) -> None:
    tableau = state.tableaus[state.active]
    match move:
        case moves.Take(side, text, on):
            _check_open(data, state, side, text)
            _check_place(data.cards[text], tableau.viruses, on)
        case moves.Pass(side, text, to):
            _check_open(data, state, side, text)
            _check_taker(state, data.cards[text], state.active, to)
        case moves.PlayRisk(to):
            if tableau.points < LEAST_POINTS:
                raise IllegalMove("virus_and_co.risk.points", points=tableau.points, least=LEAST_POINTS)
            forbid(not state.hands[state.active], "virus_and_co.risk.hand")
            _check_taker(state, None, state.active, to)
        case moves.Skip():
            forbid(any(state.opened), "virus_and_co.turn.skip")
        case _:
            raise IllegalMove("virus_and_co.turn.now", move=move.text)


def _check_open(data: VirusAndCoData, state: State, side: HandSide, text: str) -> None:
    if state.opened[HAND_SIDES.index(side)] != text:
        left, right = (data.name_card(card) if card else "-" for card in state.opened)
        raise IllegalMove("virus_and_co.take.open", card=data.name_card(text), left=left, right=right)


def _apply_action(turn: Turn, move: Move) -> None:
    state, player = turn.state, turn.state.active
    match move:
        case moves.Take(side, text, on):
            card = turn.data.cards[text]
            turn.state = _remove_open(state, side)
            turn.put_card(player, card, on)
            if card.kind != "injection":
                turn.receive(player, card.pills)
        case moves.Pass(side, text, to):
            passing = Passing(text, state.number(to), player, stakes=(NO_PILLS,) * len(state.players))
            turn.state = replace_state(_remove_open(state, side), passing=passing)
            return
        case moves.PlayRisk(to):
            hands = change(state.hands, player, state.hands[player] - 1)
            passing = Passing("", state.number(to), player)
            turn.state = replace_state(state, hands=hands, passing=passing, skips=0)
            return
        case _:
            turn.state = replace_state(state, skips=state.skips + 1)
    turn.end_turn()


def _remove_open(state: State, side: HandSide) -> State:
    return replace_state(state, opened=change(state.opened, HAND_SIDES.index(side), ""))


def measure_due(passing: Passing) -> int:
    """[S] Return the number of the refusal, less the points that the player has paid for this card before."""
    return passing.refusals + 1 - passing.stakes[passing.holder].points


def measure_price(state: State, passing: Passing) -> int:
    """Return the number of pills for which a risk card can be refused."""
    return OWN_RISK_PRICE if passing.holder == state.active else RISK_PRICE


def _list_answers(data: VirusAndCoData, state: State, passing: Passing) -> Sequence[Move]:
    player = passing.holder
    tableau, card = state.tableaus[player], data.cards.get(passing.card)
    if passing.is_risk:
        payments = list_handfuls(tableau.pills, measure_price(state, passing))
    else:
        payments = list_payments(tableau.pills, measure_due(passing))
    receivers = _list_takers(state, card, player, passing.giver)
    return _make_answers(_list_places(card, tableau.viruses), payments, receivers)


@lru_cache(maxsize=4096)
def _make_answers(
    places: _FreePlaces, payments: tuple[Pills, ...], receivers: tuple[str, ...]
) -> Sequence[Move]:
    return (*map(moves.KeepMove, places), *(moves.Pay(pills, to) for pills in payments for to in receivers))


def _check_answer(data: VirusAndCoData, state: State, passing: Passing, move: Move) -> None:
    player = passing.holder
    tableau, card = state.tableaus[player], data.cards.get(passing.card)
    match move:
        case moves.KeepMove(on):
            _check_place(card, tableau.viruses, on)
        case moves.Pay(pills, to):
            _check_taker(state, card, player, to, passing.giver)
            if not tableau.pills.covers(pills):
                purse = name_pills(tableau.pills)
                raise IllegalMove("virus_and_co.refuse.pills", pills=name_pills(pills), purse=purse)
            price = measure_price(state, passing)
            if not passing.is_risk:
                _check_payment(passing, tableau.pills, pills)
            elif pills.number != price:
                raise IllegalMove("virus_and_co.risk.price", price=price, paid=pills.number)
        case _:
            raise IllegalMove("virus_and_co.turn.now", move=move.text)


def _check_payment(passing: Passing, purse: Pills, pills: Pills) -> None:
    due = measure_due(passing)
    number, staked = passing.refusals + 1, passing.stakes[passing.holder].points
    values = {"due": max(due, 0), "paid": pills.points}
    forbid(pills.points < due, "virus_and_co.refuse.price", number=number, staked=staked, **values)
    ways = list_payments(purse, due)
    if pills not in ways:
        rule = "exact" if any(way.points == due for way in ways) else "needless"
        raise IllegalMove(f"virus_and_co.refuse.{rule}", **values)


def _apply_answer(turn: Turn, passing: Passing, move: Move) -> None:
    state, player = turn.state, passing.holder
    match move:
        case moves.Pay(pills, to):
            stakes = passing.stakes
            if passing.is_risk:
                turn.give(player, None if player == state.active else state.active, pills)
                tableaus = turn.state.tableaus
            else:
                # Stakes stay in front of the players until the card is kept.
                tableaus = _move_pills(state.tableaus, player, pills, sign=-1)
                stakes = change(stakes, player, stakes[player].plus(pills))
                name, points = state.players[player], stakes[player].points
                turn.tell("event.stake", player=name, pills=name_pills(pills), points=points)
            ahead = Passing(passing.card, state.number(to), player, passing.refusals + 1, stakes)
            turn.state = replace_state(turn.state, tableaus=tableaus, passing=ahead)
        case moves.KeepMove(on) if not passing.is_risk:
            _settle_stakes(turn, passing)
            turn.put_card(player, turn.data.cards[passing.card], on)
            turn.end_turn()
        case _:
            turn.state = replace_state(state, passing=None, effect=Effect(player))


def _settle_stakes(turn: Turn, passing: Passing) -> None:
    """[S] The keeper gets their own stake back, but none of the card's pills; the pharmacy gets the rest."""
    state, player = turn.state, passing.holder
    back = passing.stakes[player]
    lost = add_pills(passing.stakes).minus(back)
    tableaus = _move_pills(state.tableaus, player, back)
    turn.state = replace_state(state, tableaus=tableaus, pharmacy=state.pharmacy.plus(lost), passing=None)
    if back.number:
        turn.tell("event.stake_back", player=state.players[player], pills=name_pills(back))
    if lost.number:
        turn.tell("event.stakes_lost", pills=name_pills(lost))


Manner: TypeAlias = moves.Forgot | moves.Doctor


def _begin_effect(turn: Turn, card: VirusCard) -> None:
    """Carry out what happens as soon as the card is turned up, and find who has to choose."""
    assert turn.state.effect is not None
    keeper = turn.state.effect.keeper
    if waiting := _turn_up_risk(turn, card, keeper):
        pills = card.pills if card.risk == "testperson" else NO_PILLS
        turn.state = replace_state(turn.state, effect=Effect(keeper, card.risk, card.text, waiting, pills))
    else:
        turn.end_turn()


def _turn_up_risk(turn: Turn, card: VirusCard, keeper: int) -> tuple[int, ...]:
    """Carry out the first part of a card, and return the players who have to choose something for it."""
    state = turn.state
    asked: tuple[int, ...] = (keeper,)
    match card.risk:
        case "plage_self":
            turn.put_virus(keeper, card.value)
            return ()
        case "testperson":
            # [OURS] The other players must have all pills shown, else the card leaves the game.
            pills, purses = card.pills, (state.tableaus[other].pills for other in state.others(keeper))
            if not add_pills(purses).covers(pills):
                reason = Sentence("rule.virus_and_co.testperson.pills", pills=name_pills(pills))
                turn.tell("event.short", reason=reason)
                return ()
            turn.put_virus(keeper, card.value)
            return () if turn.state.tableaus[keeper].in_care or not pills.number else asked
        case "rezept":
            turn.receive(keeper, card.pills)
            return ()
        case "herr_doktor":
            turn.state = replace_state(state, doctor=keeper)
            turn.tell("event.doctor", player=state.players[keeper])
            return ()
        case "injektion" if not state.tableaus[keeper].viruses:
            turn.put_injection(keeper, None)
            return ()
        case "ansteckung" if not any(_list_catching(state.tableaus[other]) for other in state.others(keeper)):
            turn.tell("event.nothing_to_catch")
            return ()
        case "rueckrufaktion":
            asked = state.others(keeper)
        case "verfallsdatum":
            asked = tuple(sorted({state.left_of(keeper), state.right_of(keeper)}))
        case risk if risk not in ("kassenpatient", "pharmaprobe"):
            return asked
    # [OURS] Of the players who give a pill of their choice, those without pills give none.
    spared = tuple(state.players[player] for player in asked if not state.tableaus[player].pills.number)
    if spared:
        turn.tell("event.spared", players=spared, number=len(spared))
    return tuple(player for player in asked if state.players[player] not in spared)


def _list_catching(tableau: Tableau) -> list[Lying]:
    """[S] Viruses with injections cannot be taken."""
    return [virus for virus in dict.fromkeys(tableau.viruses) if not virus.injections]


def _list_choices(state: State, effect: Effect, player: int) -> Iterator[Move]:
    tableau = state.tableaus[player]
    others = {state.players[other]: state.tableaus[other] for other in state.others(player)}
    match effect.risk:
        case "plage_other":
            yield from map(moves.PutBefore, others)
        case "injektion":
            yield from map(moves.PutOn, dict.fromkeys(tableau.viruses))
        case "testperson":
            for pill in effect.pills.singles():
                yield from (moves.TakePill(pill, name) for name in others if others[name].pills.covers(pill))
        case "ansteckung":
            for name, own in others.items():
                yield from (moves.TakeVirus(virus, name) for virus in _list_catching(own))
        case "diagnose" | "krankenschwester":
            yield from map(moves.Name, others)
        case "pharmaprobe":
            yield from (moves.Give(pill, name) for pill in tableau.pills.singles() for name in others)
        case _:
            yield from map(moves.Give, tableau.pills.singles())


def _check_choice(state: State, effect: Effect, player: int, move: Move) -> None:
    choices = tuple(_list_choices(state, effect, player))
    if move in choices:
        return
    other, has_other = (getattr(each, "player", "") for each in (move, choices[0]))
    if type(move) is not type(choices[0]) or bool(other) != bool(has_other):
        raise IllegalMove("virus_and_co.turn.now", move=move.text)
    if other and (other == state.players[player] or other not in state.players):
        rule = "predict.other" if isinstance(move, moves.Name) else "pass.other"
        raise IllegalMove(f"virus_and_co.{rule}", player=other)
    match move:
        case moves.PutOn():
            there = Listed(virus.text for virus in dict.fromkeys(state.tableaus[player].viruses))
            raise IllegalMove("virus_and_co.injection.target", viruses=there)
        case moves.TakeVirus():
            raise IllegalMove("virus_and_co.ansteckung.virus")
        case moves.TakePill(pill, whose):
            _check_single(effect.pills.meet(state.tableaus[state.number(whose)].pills), pill)
        case moves.Give(pill):
            _check_single(state.tableaus[player].pills, pill)


def _check_single(purse: Pills, pill: Pills) -> None:
    if pill.number != PILLS_AT_ONCE or not purse.covers(pill):
        named = {"pills": name_pills(pill), "purse": name_pills(purse)}
        raise IllegalMove("virus_and_co.effect.pill", **named)


def _apply_choice(turn: Turn, effect: Effect, player: int, move: Move) -> None:
    """Carry out a checked choice; cards for pills go on until all are taken or given."""
    state = turn.state
    match move:
        case moves.PutBefore(to):
            turn.put_virus(state.number(to), turn.data.cards[effect.card].value)
        case moves.PutOn(virus):
            turn.put_injection(player, virus)
        case moves.TakeVirus(virus, whose):
            # [OURS] It brings no pills: only a card taken from the middle does.
            points = turn.change_viruses(state.number(whose), gone=virus).points
            turn.tell("event.caught", player=whose, value=virus.value, points=points)
            turn.put_virus(player, virus.value)
        case moves.Name(named):
            own, is_diagnosis = state.tableaus[player], effect.risk == "diagnose"
            predict = partial(replace_tableau, own)
            turn.set_tableau(player, predict(diagnosis=named) if is_diagnosis else predict(nurse=named))
            turn.tell("event.predicted", player=state.players[player])
        case moves.TakePill(pill, whose):
            turn.give(state.number(whose), player, pill)
            pills = effect.pills.minus(pill)
            if pills.number:
                turn.state = replace_state(turn.state, effect=replace(effect, pills=pills))
                return
        case moves.Give(pill, to):
            turn.give(player, state.number(to) if to else None, pill)
            waiting = tuple(other for other in effect.waiting if other != player)
            if waiting:
                turn.state = replace_state(turn.state, effect=replace(effect, waiting=waiting))
                return
    turn.end_turn()


def _list_manners(state: State, player: int) -> Mapping[type[Manner], int]:
    """Return the player to whom a pill may go, by the bad manners: a forgotten slip, a missing title."""
    takers: dict[type[Manner], int] = {}
    if state.effect is not None or not state.tableaus[player].pills.number:
        return takers
    if player == state.active and not state.has_paid_slip:
        # [S] A player who forgets the slip gives a pill to the right.
        takers[moves.Forgot] = state.right_of(player)
    if state.doctor not in (None, player) and player not in state.paid_doctor:
        # [S] A player who speaks to the Doctor without the title gives that player a pill, if there is one.
        takers[moves.Doctor] = state.doctor
    return takers


@lru_cache(maxsize=1024)
def _list_manner_moves(manners: tuple[type[Manner], ...], purse: Pills) -> tuple[Manner, ...]:
    return tuple(kind(pill) for kind in manners for pill in purse.singles())


def _check_manners(state: State, player: int, move: Manner) -> None:
    if type(move) not in _list_manners(state, player):
        is_slip = isinstance(move, moves.Forgot)
        raise IllegalMove("virus_and_co.turn.forgot" if is_slip else "virus_and_co.doctor.pill")
    _check_single(state.tableaus[player].pills, move.pill)


def _apply_manners(turn: Turn, player: int, move: Manner) -> None:
    turn.give(player, _list_manners(turn.state, player)[type(move)], move.pill)
    if isinstance(move, moves.Forgot):
        turn.state = replace_state(turn.state, has_paid_slip=True)
    else:
        paid = tuple(sorted((*turn.state.paid_doctor, player)))
        turn.state = replace_state(turn.state, paid_doctor=paid)


def list_virus_numbers(data: moves.VirusAndCoData) -> Mapping[str, int]:
    """Return the numbers of the rules by the names that kit.yaml has for them."""
    blue, yellow, red = (pill.points for pill in ONE_EACH)
    viruses = [card for card in data.cards.values() if card.kind == "virus"]
    printed = {
        colour: sum(getattr(card.pills, colour) * card.count for card in viruses) for colour in PILL_COLOURS
    }
    risks = {card.risk: card for card in data.cards.values() if card.risk}
    return {
        "rounds": ROUNDS,
        "piles": len(moves.HAND_SIDES),
        "slip_pills": PILLS_AT_ONCE,
        "risk_points": LEAST_POINTS,
        "refuse_risk": RISK_PRICE,
        "refuse_own_risk": OWN_RISK_PRICE,
        "guess_right": RIGHT_PILL,
        "guess_wrong": -WRONG_PILL,
        "most_points": SAFE_POINTS,
        "care_injections": MOST_INJECTIONS,
        "care_score": -CARE,
        "blue_value": blue,
        "yellow_value": yellow,
        "red_value": red,
        "share_blue": data.share.blue,
        "share_yellow": data.share.yellow,
        "share_red": data.share.red,
        "share_points": data.share.points,
        "all_viruses": sum(card.count for card in viruses),
        "risk_cards": len(data.risks),
        **{f"printed_{colour}": number for colour, number in printed.items()},
        "half_twice": Lying(6, 2).points,
        **{f"half_{value}": Lying(value, 1).points for value in range(1, 7)},
        **{f"hand_{players}": data.count_hand(players) for players in range(3, 7)},
        **{f"{risk}_points": card.value for risk, card in risks.items() if card.value},
    }
