"""The scoring of finished games: broken rules that the tables show, points, and winners."""

from collections import Counter
from collections.abc import Iterator, Mapping

from generator.games.virus_and_co import tableau as tableaux
from generator.games.virus_and_co.changes import Changes
from generator.games.virus_and_co.entries import NOTHING, FinishedGame, Round, Rounds
from generator.games.virus_and_co.game import VirusAndCo
from generator.games.virus_and_co.plan import INJECTION, Plan
from generator.games.virus_and_co.state import State, replace_state
from generator.games.virus_and_co.tableau import MOST_INJECTIONS, MOST_POINTS, Lying, Tableau, find_care
from generator.rules.core import Entry, EntryPath, Fault, Outcome, Score, Sentence, Value
from generator.rules.form import EXAMPLE_NAMES, FormScoring
from generator.rules.states import remember_last


class VirusAndCoScoring(FormScoring[FinishedGame, State]):
    """The scoring for the cards and pills of a kit."""

    round_key = "rounds"
    example_names = EXAMPLE_NAMES

    def __init__(self, rules: VirusAndCo) -> None:
        super().__init__(rules.plan.kit, "rounds", Rounds())
        self.rules = rules
        self.plan = rules.plan
        self._scores = remember_last(self._score)

    def make_blank(self) -> Entry:
        return [dict.fromkeys(EXAMPLE_NAMES, NOTHING)]

    def list_faults(self, table: FinishedGame) -> Iterator[Fault]:
        plan = self.plan
        for index, round in enumerate(table.value):
            for check in (_check_tableaus, _check_cards, _check_predictions, _check_pills):
                yield from check(plan, index, round)
            missing = [player for player in table.players if player not in round]
            yield from (_fault("virus_and_co.round.missing", index, player) for player in missing)
            # A missing player may be in intensive care.
            if not missing:
                yield from _check_end(plan, index, round)

    def score(self, table: FinishedGame) -> Mapping[str, Score]:
        return self._scores(table)

    def _score(self, table: FinishedGame) -> Mapping[str, Score]:
        return tableaux.score_game(table.players, table.value)

    def find_outcome(self, table: FinishedGame) -> Outcome:
        return tableaux.find_winners(self.score(table))

    def compare(self, table: FinishedGame, state: State) -> Iterator[Fault]:
        """Return the differences; two tableaus in intensive care never differ."""
        rounds = table.value
        if len(rounds) != len(state.done):
            values = {"number": len(rounds), "played": len(state.done)}
            yield Fault("virus_and_co.log.rounds", values=values, path=("rounds",))
        for index, (round, end) in enumerate(zip(rounds, state.done, strict=False)):
            for player, played in zip(state.players, end, strict=True):
                typed = round.get(player, Tableau())
                if typed != played and not (typed.in_care and played.in_care):
                    yield _fault("virus_and_co.log.differs", index, player)

    def resume(self, table: FinishedGame) -> State:
        """Return the state after the rounds of a table; raises RulesError for a round that breaks a rule."""
        self.check(table)
        state = self.rules.start(table.players, table.setup)
        number, length = len(state.players), max(state.length, len(table.value))
        state = replace_state(state, length=length)
        for round in table.value:
            tableaus = tuple(map(round.__getitem__, state.players))
            changes = Changes(self.plan, replace_state(state, tableaus=tableaus, skips=number))
            changes.end_turn()
            state = changes.state
        return state


def _fault(rule: str, index: int, player: str = "", key: str = "", /, **values: Value) -> Fault:
    """Return a fault of a round; `key` is its place, unless the round is written in words."""
    path: EntryPath = ("rounds", index, *filter(None, (player, key)))
    # Viruses are in several places.
    places = ((f"round_{index + 1}", "" if key == "viruses" else key),)
    given = {"player": player, **values}
    return Fault(rule, player, places=places, round=index + 1, values=given, path=path)


def _check_tableaus(plan: Plan, index: int, round: Round) -> Iterator[Fault]:
    for player, tableau in round.items():
        if tableau.injections > MOST_INJECTIONS:
            values = {"number": tableau.injections, "most": MOST_INJECTIONS}
            yield _fault("virus_and_co.care.third", index, player, "injections", **values)
        if tableau.loose < 0:
            lying = sum(virus.injections for virus in tableau.viruses)
            values = {"number": tableau.injections, "lying": lying}
            yield _fault("virus_and_co.care.counted", index, player, "injections", **values)
        if tableau.in_care and not _may_be_last(tableau):
            values = {"points": tableau.points, "most": MOST_POINTS}
            yield _fault("virus_and_co.care.late", index, player, "viruses", **values)
        for key, named in (("diagnosis", tableau.diagnosis), ("nurse", tableau.nurse)):
            if named == player:
                yield _fault("virus_and_co.predict.other", index, player, key)
    care = find_care(round)
    if len(care) > 1:
        # [S] Only one player can be in intensive care, since that ends the round.
        yield _fault("virus_and_co.care.one", index, players=care)


def _may_be_last(tableau: Tableau) -> bool:
    """Return whether any card can have been the last: without it the player was not in intensive care.

    The tableau of a player in intensive care does not count, and may be written down in part.
    """
    points, injections = tableau.points, tableau.injections
    if injections < MOST_INJECTIONS and any(
        not virus.injections and points - virus.value <= MOST_POINTS for virus in tableau.viruses
    ):
        return True
    if injections != MOST_INJECTIONS:
        return injections > MOST_INJECTIONS
    return (tableau.loose > 0 and points <= MOST_POINTS) or any(
        points - virus.points + Lying(virus.value, virus.injections - 1).points <= MOST_POINTS
        for virus in tableau.viruses
        if virus.injections
    )


def _check_end(plan: Plan, index: int, round: Round) -> Iterator[Fault]:
    """[OURS] A round may end without intensive care, but only when both piles are used up."""
    if find_care(round):
        return
    viruses, injections = _count_cards(round)
    # Some risk cards look like cards of the piles.
    drawn = (viruses & plan.printed).total() + min(injections, plan.cards[INJECTION].count)
    if left := len(plan.drawn) - drawn:
        yield _fault("virus_and_co.round.unfinished", index, left=left)


def _count_cards(round: Round) -> tuple[Counter[int], int]:
    viruses = Counter(virus.value for tableau in round.values() for virus in tableau.viruses)
    return viruses, sum(tableau.injections for tableau in round.values())


def _check_cards(plan: Plan, index: int, round: Round) -> Iterator[Fault]:
    viruses, injections = _count_cards(round)
    for value, count in sorted(viruses.items()):
        most = plan.values.get(value, 0)
        if count > most:
            yield _fault("virus_and_co.cards.viruses", index, value=value, number=count, most=most)
    if injections > plan.injections:
        yield _fault("virus_and_co.cards.injections", index, number=injections, most=plan.injections)
    more = sum((viruses - plan.printed).values())
    more += max(0, injections - plan.cards[INJECTION].count)
    risks = more + sum(bool(tableau.diagnosis) + bool(tableau.nurse) for tableau in round.values())
    dealt = plan.count_hand(max(len(round), 1)) * len(round)
    if risks > dealt:
        yield _fault("virus_and_co.cards.risks", index, number=risks, most=dealt)


def _check_predictions(plan: Plan, index: int, round: Round) -> Iterator[Fault]:
    """Neither card is in more tableaus than there are copies of it."""
    for risk, players in (
        ("diagnose", tuple(player for player, tableau in round.items() if tableau.diagnosis)),
        ("krankenschwester", tuple(player for player, tableau in round.items() if tableau.nurse)),
    ):
        most = sum(card.count for card in plan.cards.values() if card.risk == risk) if players else 0
        if len(players) > most:
            card = Sentence(f"risk.{risk}.name")
            yield _fault("virus_and_co.cards.predictions", index, card=card, players=players, most=most)


def _check_pills(plan: Plan, index: int, round: Round) -> Iterator[Fault]:
    """[S] The pills in play are a share for each player and one for the pharmacy."""
    there = tableaux.add_pills(tableau.pills for tableau in round.values())
    in_play = plan.share.times(len(round) + 1)
    for colour, number, most in zip(tableaux.COLOURS, there, in_play, strict=True):
        if number > most:
            word = Sentence(f"tally.colour.{colour}")
            yield _fault("virus_and_co.cards.pills", index, colour=word, number=number, most=most)
