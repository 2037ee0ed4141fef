"""The rules of Virus & Co.: who acts, what they may do, and what follows."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial

from generator.errors import IllegalMove, UnreadableMove, forbid
from generator.games.virus_and_co import moves, turns
from generator.games.virus_and_co.data import VirusAndCoData
from generator.games.virus_and_co.moves import HAND_SIDES, Doctor, Forgot, Move, TurnRisk, TurnUp
from generator.games.virus_and_co.state import State, replace_state, start_round
from generator.games.virus_and_co.tableau import make_outcome, score_game
from generator.games.virus_and_co.turns import Turn
from generator.rules.core import NATURE, Outcome, Score, Sentence, Step, check_players, check_turn
from generator.rules.notation import read_move
from generator.rules.states import change, remember_last

ROUNDS = 3
"""[S] Rounds of a game; more may be played."""


def read_length(setup: Mapping[str, str]) -> int:
    """Return the number of rounds of a game."""
    return int(setup.get("length", ROUNDS))


class VirusAndCo:
    """The rules for the cards and pills of a kit."""

    is_shared = False
    options: Mapping[str, tuple[str, ...]] = {
        "length": tuple(dict.fromkeys(map(str, (ROUNDS, *range(1, 100)))))
    }
    """`length`: rounds of the game, 1 to 99."""

    def __init__(self, data: VirusAndCoData) -> None:
        self.data = data
        self.actors = remember_last(_list_actors)
        self._scores = remember_last(_score)
        self._make_readers = lru_cache(maxsize=8)(partial(moves.make_readers, data))

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        check_players(self.data.kit, players)
        length = read_length(setup)
        return start_round(self.data, replace_state(State(), players=tuple(players), length=length))

    def moves(self, state: State, actor: str) -> Sequence[Move]:
        if actor not in self.actors(state):
            return ()
        if actor == NATURE:
            return tuple(self.odds(state))
        player = state.number(actor)
        manners = tuple(turns.list_manners(state, player))
        return (
            *self._list_own(state, player),
            *turns.list_manner_moves(manners, state.tableaus[player].pills),
        )

    def _list_own(self, state: State, player: int) -> Iterable[Move]:
        if player not in _list_choosing(state):
            return ()
        if state.effect is not None:
            return turns.list_choices(state, state.effect, player)
        if state.passing is not None:
            return turns.list_answers(self.data, state, state.passing)
        return turns.list_actions(self.data, state)

    def odds(self, state: State) -> Mapping[Move, Fraction]:
        if state.is_over or not _is_chance(state):
            return {}
        side = state.to_turn_up
        if side is None:
            return state.risks.odds().to(TurnRisk)
        return state.unseen.odds().to(partial(TurnUp, HAND_SIDES[side]))

    def check(self, state: State, actor: str, move: Move) -> None:
        check_turn(self.actors(state), actor)
        player = state.number(actor)
        if actor == NATURE:
            self._check_chance(state, move)
        elif isinstance(move, Forgot | Doctor):
            turns.check_manners(state, player, move)
        elif player not in _list_choosing(state):
            raise IllegalMove("virus_and_co.turn.now", move=move.text)
        elif state.effect is not None:
            turns.check_choice(state, state.effect, player, move)
        elif state.passing is not None:
            turns.check_answer(self.data, state, state.passing, move)
        else:
            turns.check_action(self.data, state, move)

    def _check_chance(self, state: State, move: Move) -> None:
        side = state.to_turn_up
        match move:
            case TurnUp(where, card) if side is not None and where == HAND_SIDES[side]:
                forbid(card not in state.unseen, "virus_and_co.reveal.unseen", card=card)
            case TurnRisk(card) if side is None:
                forbid(card not in state.risks, "virus_and_co.reveal.unseen", card=card)
            case _:
                raise IllegalMove("virus_and_co.turn.now", move=move.text)

    def apply(self, state: State, actor: str, move: Move) -> Step[State]:
        turn = Turn(self.data, state)
        self._carry_out(turn, state.number(actor), move)
        return Step(turn.state, tuple(turn.events))

    def _carry_out(self, turn: Turn, player: int, move: Move) -> None:
        state = turn.state
        match move:
            case TurnUp(side, card):
                _turn_up(turn, HAND_SIDES.index(side), card)
            case TurnRisk(card):
                turn.state = replace_state(state, risks=state.risks.take(card))
                turns.begin_effect(turn, self.data.cards[card])
            case Forgot() | Doctor():
                turns.apply_manners(turn, player, move)
            case _ if state.effect is not None:
                turns.apply_choice(turn, state.effect, player, move)
            case _ if state.passing is not None:
                turns.apply_answer(turn, state.passing, move)
            case _:
                turns.apply_action(turn, move)

    def outcome(self, state: State) -> Outcome | None:
        if not state.is_over:
            return None
        return make_outcome(self._scores(state))

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
    if state.to_turn_up is not None:
        return True
    return state.effect is not None and not state.effect.risk


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
    found = [state.players[player] for player in asked]
    if state.effect is None:
        # Without HERR DOKTOR, only a forgotten slip is bad manners.
        for player in (state.active,) if state.doctor is None else range(len(state.players)):
            if player not in asked and turns.list_manners(state, player):
                found.append(state.players[player])
    return tuple(found)


def _turn_up(turn: Turn, side: int, card: str) -> None:
    state = turn.state
    piles = change(state.piles, side, state.piles[side] - 1)
    opened, unseen = change(state.opened, side, card), state.unseen.take(card)
    turn.state = replace_state(state, opened=opened, piles=piles, unseen=unseen)
    if not piles[side]:
        turn.tell("event.pile", side=Sentence(f"view.side.{HAND_SIDES[side]}"))
