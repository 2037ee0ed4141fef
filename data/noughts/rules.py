"""Noughts and crosses: three of your signs in a row win. docs/own-rules.md explains each line."""

from generator.api import MarkedState, Marks, Noted, Outcome, PenMark, PlaceField, SimpleRules, forbid


class Mark(Noted, notation="{place}"):
    place: PlaceField


class NoughtsAndCrosses(SimpleRules[MarkedState, Mark]):
    marks = Marks("board", {"x": PenMark("cross"), "o": PenMark("circle")})

    def choices(self, state, player):
        is_active = player == state.players[state.board.count(".") % 2 - 1]
        return [Mark(place) for place, sign in self.show(state).items() if sign == "." and is_active]

    def check(self, state, player, move):
        forbid(self.show(state)[move.place] != ".", "noughts.taken", place=move.place)
        super().check(state, player, move)

    def play(self, state, player, move):
        return self.put(state, move.place, "xo"[state.players.index(player)])

    def outcome(self, state):
        board = "".join(state.board)
        lines = {board[:3], board[3:6], board[6:], board[::3], board[1::3], board[2::3]}
        lines |= {board[::4], board[2:7:2]}
        for player, line in zip(state.players, ("xxx", "ooo"), strict=False):
            if line in lines:
                return Outcome("noughts.line", (player,))
        return None if "." in board else Outcome("noughts.full")

    def restore(self, players, signs):
        first, second = (list(signs.values()).count(sign) for sign in "xo")
        forbid(first - second not in (0, 1), "noughts.turns", first=first, second=second)
        return super().restore(players, signs)


def make_game(kit):
    return NoughtsAndCrosses(kit).make_game()
