"""Six tricks: follow suit if you can; the highest card of the suit that was led takes the trick."""

from dataclasses import dataclass, replace

from generator.api import Noted, Odds, PieceField, Sentence, SimpleRules, Step, change, forbid, list_pieces


class Deal(Noted, notation="deal {card}"):
    card: PieceField


class Play(Noted, notation="play {card}"):
    card: PieceField


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    hands: tuple[frozenset[str], ...] = ()
    dealt: frozenset[str] = frozenset()
    leader: int = 0
    trick: tuple[str, ...] = ()
    taken: tuple[int, ...] = ()


class SixTricks(SimpleRules[State, Deal | Play]):
    def __init__(self, kit):
        super().__init__(kit)
        self.cards = {card.id: (card.fields["suit"], int(card.fields["rank"])) for card in list_pieces(kit)}

    def begin(self, players, setup):
        return State(players, (frozenset(),) * len(players), taken=(0,) * len(players))

    def draws(self, state):
        is_dealing = len(state.dealt) < 6 * len(state.players)
        return Odds((Deal(card), 1) for card in self.cards if is_dealing and card not in state.dealt)

    def choices(self, state, player):
        seat = (state.leader + len(state.trick)) % len(state.players)
        hand = state.hands[seat] if player == state.players[seat] else ()
        return [Play(card) for card in sorted(hand) if self.follows(state, hand, card)]

    def follows(self, state, hand, card):
        led = self.cards[state.trick[0]][0] if state.trick else None
        return self.cards[card][0] == led or led not in {self.cards[own][0] for own in hand}

    def check(self, state, player, move):
        hand = dict(zip(state.players, state.hands, strict=True)).get(player, frozenset())
        is_bad = isinstance(move, Play) and move.card in hand and not self.follows(state, hand, move.card)
        forbid(is_bad, "tricks.follow", suit=self.cards[state.trick[0]][0] if state.trick else "")
        super().check(state, player, move)

    def play(self, state, player, move):
        if isinstance(move, Deal):
            seat = len(state.dealt) % len(state.players)
            hands = change(state.hands, seat, state.hands[seat] | {move.card})
            return replace(state, hands=hands, dealt=state.dealt | {move.card})
        seat, trick = state.players.index(player), (*state.trick, move.card)
        state = replace(state, trick=trick, hands=change(state.hands, seat, state.hands[seat] - {move.card}))
        if len(trick) < len(state.players):
            return state
        led = [self.cards[card][1] * (self.cards[card][0] == self.cards[trick[0]][0]) for card in trick]
        winner = (state.leader + led.index(max(led))) % len(state.players)
        taken = change(state.taken, winner, state.taken[winner] + 1)
        event = Sentence("event.trick", player=state.players[winner])
        return Step(replace(state, leader=winner, trick=(), taken=taken), (event,))

    def points(self, state, player):
        return {"tricks": state.taken[state.players.index(player)]}

    def outcome(self, state):
        return self.find_winners(state, "tricks.last") if sum(state.taken) == 6 else None


def make_game(kit):
    return SixTricks(kit).make_game()
