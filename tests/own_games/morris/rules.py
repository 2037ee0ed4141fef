"""Nine Men's Morris: three in a row are a mill, which removes a man of the opponent."""

from dataclasses import dataclass, replace
from itertools import pairwise

from generator.api import MarkedState, Marks, Noted, Outcome, PenMark, PlaceField, SimpleRules, forbid


class Put(Noted, notation="put {to}"):
    to: PlaceField


class Move(Noted, notation="move {at} {to}"):
    at: PlaceField
    to: PlaceField


class Remove(Noted, notation="remove {at}"):
    at: PlaceField


@dataclass(frozen=True)
class State(MarkedState):
    turn: int = 1
    removes: bool = False  # the active player has made a mill
    idle: int = 0  # moves without a mill since all men are on the board


class Morris(SimpleRules[State, Put | Move | Remove]):
    marks = Marks("board", {"w": PenMark("circle"), "b": PenMark("fill")})

    def __init__(self, kit):
        super().__init__(kit)
        lines = (*self.places.rows, *self.places.columns)
        # The middle row and column have two mills each.
        threes = [line[start : start + 3] for line in lines for start in range(0, len(line), 3)]
        self.mills = [frozenset(three) for three in threes]
        pairs = [pair for three in threes for pair in pairwise(three)]
        self.beside = {id: {one for pair in pairs if id in pair for one in pair} for id in self.places.ids}

    def find(self, state, sign):
        return frozenset(id for id, there in self.show(state).items() if there == sign)

    def sign_of(self, state, player):
        return "wb"[state.players.index(player)]

    def is_active(self, state, player):
        return player == state.players[(state.turn - 1) % 2]

    def choices(self, state, player):
        if not self.is_active(state, player):
            return []
        sign = self.sign_of(state, player)
        own, free = self.find(state, sign), sorted(self.find(state, "."))
        if state.removes:
            others = self.find(state, "wb".replace(sign, ""))
            loose = {id for id in others if not self.is_mill(others, id)}
            return [Remove(id) for id in sorted(loose or others)]
        if state.turn <= 18:
            return [Put(id) for id in free]
        return [Move(at, to) for at in sorted(own) for to in free if len(own) == 3 or to in self.beside[at]]

    def is_mill(self, men, place):
        return any(place in mill and mill <= men for mill in self.mills)

    def check(self, state, player, move):
        signs = self.show(state)
        if isinstance(move, Put | Move):
            forbid(signs[move.to] != "." and not state.removes, "morris.taken", place=move.to)
        elif self.is_active(state, player) and state.removes:
            others = self.find(state, "wb".replace(self.sign_of(state, player), ""))
            forbid(move.at in others and move not in self.choices(state, player), "morris.mill")
        super().check(state, player, move)

    def play(self, state, player, move):
        sign = self.sign_of(state, player)
        if isinstance(move, Remove):
            return self.put(state, move.at, ".", removes=False, turn=state.turn + 1, idle=0)
        if isinstance(move, Move):
            state = self.put(state, move.at, ".")
        state = self.put(state, move.to, sign, idle=state.idle + (state.turn > 18))
        if self.is_mill(self.find(state, sign), move.to) and set(state.board) >= {"w", "b"}:
            return replace(state, removes=True)
        return replace(state, turn=state.turn + 1)

    def outcome(self, state):
        if state.turn <= 18 or state.removes:
            return None
        active, waiting = state.players[(state.turn - 1) % 2], state.players[state.turn % 2]
        if len(self.find(state, self.sign_of(state, active))) < 3:
            return Outcome("morris.few", (waiting,))
        if not self.choices(state, active):
            return Outcome("morris.stuck", (waiting,))
        return Outcome("morris.long") if state.idle >= 50 else None

    def restore(self, players, signs):
        forbid(max(list(signs.values()).count(sign) for sign in "wb") > 9, "morris.men")
        return replace(super().restore(players, signs), turn=19)


def make_game(kit):
    return Morris(kit).make_game()
