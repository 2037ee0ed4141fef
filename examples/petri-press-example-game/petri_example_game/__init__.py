"""Avoid Three: noughts and crosses, but three of your signs in a row lose. Its kit is in `games/`."""

from generator.api import MarkedState, Marks, Noted, Outcome, PenMark, PlaceField, SimpleRules, forbid


class Mark(Noted, notation="{place}"):
    place: PlaceField


class AvoidThree(SimpleRules[MarkedState, Mark]):
    marks = Marks("board", {"x": PenMark("cross"), "o": PenMark("circle")})

    def choices(self, state, player):
        is_active = player == state.players[state.board.count(".") % 2 - 1]
        return [Mark(place) for place, sign in self.show(state).items() if sign == "." and is_active]

    def check(self, state, player, move):
        forbid(self.show(state)[move.place] != ".", "avoid.taken", place=move.place)
        super().check(state, player, move)

    def play(self, state, player, move):
        return self.put(state, move.place, "xo"[state.players.index(player)])

    def outcome(self, state):
        board = "".join(state.board)
        lines = {
            board[:3],
            board[3:6],
            board[6:],
            board[::3],
            board[1::3],
            board[2::3],
            board[::4],
            board[2:7:2],
        }
        for winner, line in zip(reversed(state.players), ("xxx", "ooo"), strict=False):
            if line in lines:
                return Outcome("avoid.line", (winner,))
        return None if "." in board else Outcome("avoid.full")


def make_game(kit):
    return AvoidThree(kit).make_game()
