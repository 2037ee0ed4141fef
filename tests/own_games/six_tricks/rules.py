"""Six tricks: follow suit if you can; the highest card of the suit that was led takes the trick."""

from dataclasses import dataclass, replace

from generator.api import Noted, Odds, PieceField, Sentence, SimpleRules, Step, change, forbid, list_pieces


class Card(Noted, notation="{card}"):
    card: PieceField


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    hands: tuple[frozenset[str], ...] = ()
    dealt: frozenset[str] = frozenset()
    active: int = 0
    trick: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()


class SixTricks(SimpleRules[State, Card]):
    def __init__(self, kit):
        super().__init__(kit)
        self.cards = {card.id: card.fields for card in list_pieces(kit)}

    def begin(self, players, setup):
        return State(players, (frozenset(),) * len(players))

    def draws(self, state):
        is_dealing = len(state.dealt) < 6 * len(state.players)
        return Odds((Card(card), 1) for card in self.cards if is_dealing and card not in state.dealt)

    def follow(self, state, cards):
        led = self.cards[state.trick[0]]["suit"] if state.trick else None
        return [card for card in cards if self.cards[card]["suit"] == led]

    def choices(self, state, player):
        hand = sorted(state.hands[state.active]) if player == state.players[state.active] else []
        return [Card(card) for card in self.follow(state, hand) or hand]

    def check(self, state, player, move):
        hand = dict(zip(state.players, state.hands, strict=True)).get(player, ())
        if move.card in hand and (allowed := self.follow(state, hand)):
            forbid(move.card not in allowed, "tricks.follow", suit=self.cards[allowed[0]]["suit"])
        super().check(state, player, move)

    def play(self, state, player, move):
        hand, after = state.hands[state.active], (state.active + 1) % len(state.players)
        if move.card not in state.dealt:
            hands = change(state.hands, state.active, hand | {move.card})
            return replace(state, hands=hands, dealt=state.dealt | {move.card}, active=after)
        hands, trick = change(state.hands, state.active, hand - {move.card}), (*state.trick, move.card)
        if len(trick) < len(state.players):
            return replace(state, hands=hands, trick=trick, active=after)
        best = max(self.follow(state, trick), key=lambda card: int(self.cards[card]["rank"]))
        seat = (after + trick.index(best)) % len(state.players)
        winners = (*state.winners, state.players[seat])
        event = Sentence("event.trick", player=state.players[seat])
        return Step(replace(state, hands=hands, trick=(), active=seat, winners=winners), (event,))

    def points(self, state, player):
        return {"tricks": state.winners.count(player)}

    def outcome(self, state):
        return self.find_winners(state, "tricks.last") if len(state.winners) == 6 else None


def make_game(kit):
    return SixTricks(kit).make_game()
