"""The changes of a move, and the events that tell players about them."""

from generator.games.virus_and_co import tableau as tableaux
from generator.games.virus_and_co.plan import Card, Plan
from generator.games.virus_and_co.state import State, replace_state, start_round
from generator.games.virus_and_co.tableau import Lying, Pills, Tableau, name_pills, replace_tableau
from generator.rules.core import Sentence, Value
from generator.rules.states import change


def move_pills(
    tableaus: tuple[Tableau, ...], player: int, pills: Pills, *, sign: int = 1
) -> tuple[Tableau, ...]:
    """Give pills to a player, or take them if the sign is -1."""
    tableau = tableaus[player]
    left = tableau.pills.plus(pills) if sign > 0 else tableau.pills.minus(pills)
    return change(tableaus, player, replace_tableau(tableau, pills=left))


class Changes:
    """A state while a move is carried out, and its events so far."""

    def __init__(self, plan: Plan, state: State) -> None:
        self.plan = plan
        self.state = state
        self.events: list[Sentence] = []

    def tell(self, key: str, **values: Value) -> None:
        self.events.append(Sentence(key, **values))

    def set_tableau(self, player: int, tableau: Tableau) -> None:
        self.state = replace_state(self.state, tableaus=change(self.state.tableaus, player, tableau))

    def give(self, giver: int, taker: int | None, pills: Pills) -> None:
        """Move pills from one player to another; None is the pharmacy."""
        state, players, named = self.state, self.state.players, name_pills(pills)
        tableaus = move_pills(state.tableaus, giver, pills, sign=-1)
        if taker is None:
            self.state = replace_state(state, tableaus=tableaus, pharmacy=state.pharmacy.plus(pills))
            self.tell("event.pharmacy", player=players[giver], pills=named)
        else:
            self.state = replace_state(state, tableaus=move_pills(tableaus, taker, pills))
            self.tell("event.gift", player=players[giver], pills=named, other=players[taker])

    def receive(self, player: int, shown: Pills) -> None:
        """Give a player the pills shown, [S] as far as the pharmacy has them."""
        state, pills = self.state, self.state.pharmacy.meet(shown)
        if pills.number:
            tableaus = move_pills(state.tableaus, player, pills)
            self.state = replace_state(state, tableaus=tableaus, pharmacy=state.pharmacy.minus(pills))
            self.tell("event.received", player=state.players[player], pills=name_pills(pills))
        if pills != shown:
            reason = Sentence("rule.virus_and_co.take.pills", shown=shown.text, pills=pills.text)
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

    def put_card(self, player: int, card: Card, on: Lying | None) -> None:
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
        self.state = replace_state(
            state,
            turn=state.turn + 1,
            active=state.left_of(state.active),
            has_paid_slip=False,
            paid_doctor=(),
            passing=None,
            effect=None,
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
            cause = "injections" if tableau.injections >= tableaux.MOST_INJECTIONS else "points"
            self.tell(f"event.care.{cause}", player=players[care], points=tableau.points)
        ended = replace_state(state, done=(*state.done, state.tableaus), passing=None, effect=None)
        scores = tableaux.score_game(players, ended.rounds[: len(ended.done)])
        for player, score in scores.items():
            self.tell("event.score", player=player, points=score.rounds[-1].total, total=score.total)
        self.state = ended
        if ended.is_over:
            best = tableaux.find_winners(scores).winners
            self.tell("event.won", players=best, number=len(best))
            return
        starter = state.left_of(state.active) if care is None else care
        self.state = start_round(self.plan, replace_state(ended, turn=state.turn + 1), starter=starter)
        round, risks = len(ended.done) + 1, self.state.hands[0]
        self.tell("event.new_round", round=round, player=players[starter], number=risks)
