"""Bulbs: both players hide two bulbs in a garden of their own, then dig in that of the other in turns."""

from dataclasses import dataclass, replace

from generator.api import MarkedSheets, Marks, Noted, Outcome, PenMark, PlaceField, SimpleRules, forbid


class Plant(Noted, notation="plant {place}"):
    place: PlaceField


class Dig(Noted, notation="dig {place}"):
    place: PlaceField


@dataclass(frozen=True)
class State(MarkedSheets):
    turn: int = 0


class Bulbs(SimpleRules[State, Plant | Dig]):
    marks = Marks(
        "garden", {"o": PenMark("circle"), "x": PenMark("cross"), "-": PenMark("fill")}, each_player=True
    )
    secret = ("sheets",)

    def other(self, state, player):
        return next(each for each in state.players if each != player)

    def choices(self, state, player):
        if player != state.players[state.turn % 2]:
            return []
        signs = self.show(state)
        if state.turn < 4:
            return [Plant(place) for place, sign in signs[player].items() if sign == "."]
        return [Dig(place) for place, sign in signs[self.other(state, player)].items() if sign in ".o"]

    def play(self, state, player, move):
        turn = state.turn + 1
        if isinstance(move, Plant):
            return self.put(state, move.place, "o", player, turn=turn)
        owner = self.other(state, player)
        sign = "x" if self.show(state)[owner][move.place] == "o" else "-"
        return self.put(state, move.place, sign, owner, turn=turn)

    def outcome(self, state):
        finders = (player for player in state.players if self.points(state, player)["found"] == 2)
        return next((Outcome("bulbs.found", (player,)) for player in finders), None)

    def points(self, state, player):
        return {"found": [*self.show(state)[self.other(state, player)].values()].count("x")}

    def sees(self, state, actor, move, player):
        return isinstance(move, Dig)

    def cover(self, state, player):
        """Bulbs of the other player look like squares without anything."""
        sheets = (
            sheet if owner == player else tuple("." if sign == "o" else sign for sign in sheet)
            for owner, sheet in zip(state.players, state.sheets, strict=True)
        )
        return replace(state, sheets=tuple(sheets))

    def unknown(self, state, player):
        owner = self.other(state, player)
        seat = state.players.index(owner)
        planted = len([turn for turn in range(min(state.turn, 4)) if turn % 2 == seat])
        left = planted - state.sheets[seat].count("x")
        free = [place for place, sign in self.show(state)[owner].items() if sign == "."]

        def plant(dealer):
            made = state
            for place in dealer.sample(free, left):
                made = self.put(made, place, "o", owner)
            return made

        return plant

    def restore(self, players, signs):
        bulbs, dug = [], []
        for player in players:
            garden = [*signs[player].values()]
            bulbs.append(garden.count("o") + garden.count("x"))
            dug.append(garden.count("x") + garden.count("-"))
            forbid(
                bulbs[-1] > 2 or (any(dug) and bulbs[-1] < 2), "bulbs.two", player=player, number=bulbs[-1]
            )
        first, second = bulbs if sum(bulbs) < 4 else dug[::-1]
        forbid(first - second not in (0, 1), "bulbs.turns", first=first, second=second)
        return replace(super().restore(players, signs), turn=sum(bulbs) + sum(dug))


def make_game(kit):
    return Bulbs(kit).make_game()
