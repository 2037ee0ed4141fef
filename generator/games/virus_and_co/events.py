"""Events: everything that players must do or know after a move."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.games.virus_and_co import moves
from generator.games.virus_and_co.effects import GIVING, find_manners, is_anything_to_catch, list_asked
from generator.games.virus_and_co.plan import Card, Plan
from generator.games.virus_and_co.state import State
from generator.games.virus_and_co.tableau import (
    MOST_INJECTIONS,
    Lying,
    Pills,
    Tableau,
    add_pills,
    find_winners,
    name_pills,
    score_game,
)
from generator.rules.core import Sentence, Value


def list_events(plan: Plan, before: State, actor: str, move: moves.Move, after: State) -> Iterator[Sentence]:
    """Yield the events in order."""
    is_round_over = len(after.done) > len(before.done)
    # The tableaus of a finished round are already cleared away.
    lying = after.done[-1].tableaus if is_round_over else after.tableaus
    yield from _Events(plan, before, after, lying, actor).list_of(move)
    if is_round_over:
        yield from _list_end(after)
    elif after.turn > before.turn:
        yield Sentence("event.next", {"player": after.players[after.active]})


class _Events(NamedTuple):
    """The events of a move of one player."""

    plan: Plan
    before: State
    after: State
    lying: tuple[Tableau, ...]
    """Tableau of each player after the move."""
    player: str

    def list_of(self, move: moves.Move) -> Iterator[Sentence]:
        before, player = self.before, self.player
        match move:
            case moves.TurnUp(side, _):
                if not self.after.piles[moves.SIDES.index(side)]:
                    yield Sentence("event.pile", {"side": Sentence(f"view.side.{side}")})
            case moves.TurnRisk(text):
                yield from self._turn_risk(self.plan.cards[text])
            case moves.Take(_, text, on):
                card = self.plan.cards[text]
                yield self._place(card, on)
                if card.kind != "injection":
                    yield from self._receive(player, card)
            case moves.Keep(on):
                yield from self._keep(on)
            case moves.Pay(pills, _):
                yield self._pay(pills)
            case moves.Forgot(pill) | moves.Doctor(pill):
                to = find_manners(before, before.number(player))[type(move)]
                yield self._give(player, before.players[to], pill)
            case moves.PutOn(virus):
                yield self._put_injection(player, virus)
            case moves.PutBefore(to):
                assert before.effect is not None
                yield self._put_virus(to, self.plan.cards[before.effect.card].value)
            case moves.TakeVirus(virus, whose):
                points = self.lying[before.number(whose)].points
                yield Sentence("event.caught", {"player": whose, "value": virus.value, "points": points})
                yield self._put_virus(player, virus.value)
            case moves.TakePill(pill, whose):
                yield self._give(whose, player, pill)
            case moves.Give(pill, to):
                yield self._give(player, to, pill)
            case moves.Name():
                yield Sentence("event.predicted", {"player": player})

    def _place(self, card: Card, on: Lying | None) -> Sentence:
        if card.kind == "injection":
            return self._put_injection(self.player, on)
        return self._put_virus(self.player, card.value)

    def _put_virus(self, player: str, value: int) -> Sentence:
        points = self.lying[self.before.number(player)].points
        return Sentence("event.virus", {"player": player, "value": value, "points": points})

    def _put_injection(self, player: str, on: Lying | None) -> Sentence:
        tableau = self.lying[self.before.number(player)]
        values: dict[str, Value] = {"player": player, "number": tableau.injections, "points": tableau.points}
        if on is None:
            return Sentence("event.injection.idle", values)
        return Sentence("event.injection.on", {**values, "value": on.value, "left": on.inject().points})

    def _receive(self, player: str, card: Card) -> Iterator[Sentence]:
        """Yield the pills received, [S] as far as the pharmacy has them."""
        pills = self.before.pharmacy.meet(card.pills)
        if pills.number:
            yield Sentence("event.received", {"player": player, "pills": name_pills(pills)})
        if pills != card.pills:
            values: dict[str, Value] = {"shown": card.pills.text, "pills": pills.text}
            yield Sentence("event.short", {"reason": Sentence("rule.virus_and_co.take.pills", values)})

    def _keep(self, on: Lying | None) -> Iterator[Sentence]:
        """[S] A player who keeps a card gets their own stake back; the pharmacy gets the rest."""
        passing = self.before.passing
        assert passing is not None
        if passing.is_risk:
            return
        own = passing.stakes[passing.holder]
        others = add_pills(passing.stakes).minus(own)
        if own.number:
            yield Sentence("event.stake_back", {"player": self.player, "pills": name_pills(own)})
        if others.number:
            yield Sentence("event.stakes_lost", {"pills": name_pills(others)})
        yield self._place(self.plan.cards[passing.card], on)

    def _pay(self, pills: Pills) -> Sentence:
        """Return a stake, or a pill for a risk card, which is paid at once."""
        before, passing, after = self.before, self.before.passing, self.after.passing
        assert passing is not None
        assert after is not None
        if passing.is_risk:
            to = "" if passing.holder == before.active else before.players[before.active]
            return self._give(self.player, to, pills)
        staked = after.stakes[passing.holder].points
        values: dict[str, Value] = {"player": self.player, "pills": name_pills(pills), "points": staked}
        return Sentence("event.stake", values)

    def _give(self, giver: str, taker: str, pills: Pills) -> Sentence:
        values: dict[str, Value] = {"player": giver, "pills": name_pills(pills)}
        return (
            Sentence("event.gift", {**values, "other": taker})
            if taker
            else Sentence("event.pharmacy", values)
        )

    def _turn_risk(self, card: Card) -> Iterator[Sentence]:
        before = self.before
        assert before.effect is not None
        keeper = before.effect.keeper
        player, own = before.players[keeper], before.tableaus[keeper]
        match card.risk:
            case "testperson" if self.lying[keeper].viruses == own.viruses:
                reason = Sentence("rule.virus_and_co.testperson.pills", {"pills": card.pills.text})
                yield Sentence("event.short", {"reason": reason})
            case "plage_self" | "testperson":
                yield self._put_virus(player, card.value)
            case "rezept":
                yield from self._receive(player, card)
            case "herr_doktor":
                yield Sentence("event.doctor", {"player": player})
            case "injektion" if not own.viruses:
                yield self._put_injection(player, None)
            case "ansteckung" if not is_anything_to_catch(before, keeper):
                yield Sentence("event.nothing_to_catch")
            case risk if risk in GIVING:
                asked = list_asked(before, risk, keeper)
                spared = tuple(before.players[one] for one in asked if not before.tableaus[one].pills.number)
                if spared:
                    yield Sentence("event.spared", {"players": spared, "number": len(spared)})


def _list_end(after: State) -> Iterator[Sentence]:
    """[S] Intensive care ends a round at once; points are counted, and all cards and pills go back."""
    end, players = after.done[-1], after.players
    if end.care is None:
        yield Sentence("event.nobody_in_care")
    else:
        tableau = end.tableaus[end.care]
        values: dict[str, Value] = {"player": players[end.care], "points": tableau.points}
        cause = "injections" if tableau.injections >= MOST_INJECTIONS else "points"
        yield Sentence(f"event.care.{cause}", values)
    scores = score_game(players, after.rounds[: len(after.done)])
    for player, score in scores.items():
        points = score.rounds[-1].total
        yield Sentence("event.score", {"player": player, "points": points, "total": score.total})
    if after.is_over:
        best = find_winners(scores).winners
        yield Sentence("event.won", {"players": best, "number": len(best)})
        return
    starter, number = players[after.active], len(after.done) + 1
    yield Sentence("event.new_round", {"round": number, "player": starter, "number": after.hands[0]})
