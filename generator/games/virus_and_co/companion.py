"""What the companion at the table says of Virus & Co., and how it shows the table."""

from collections.abc import Iterator, Sequence

from generator.games.virus_and_co.circulation import find_due, find_price
from generator.games.virus_and_co.game import is_asked
from generator.games.virus_and_co.moves import (
    SIDES,
    Doctor,
    Forgot,
    Give,
    Keep,
    Move,
    Name,
    Pass,
    Pay,
    PlayRisk,
    PutBefore,
    PutOn,
    Skip,
    Take,
    TakePill,
    TakeVirus,
    TurnRisk,
    TurnUp,
)
from generator.games.virus_and_co.names import say_card, say_pills, say_side
from generator.games.virus_and_co.pills import Pills
from generator.games.virus_and_co.plan import Plan
from generator.games.virus_and_co.state import Effect, Passing, State
from generator.games.virus_and_co.tableau import Lying, Tableau
from generator.games.virus_and_co.turns import LEAST_POINTS
from generator.model.position import Position
from generator.rules.companion import Block, Cell, Chance, OptionQuestion, Tone, View
from generator.rules.core import NATURE, Sentence, Value

NOTHING = "-"
WORRYING = 9
"""Disease points from which a virus of 4 is intensive care."""


class VirusAndCoCompanion:
    """Made from the cards and pills of a kit."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @property
    def questions(self) -> Sequence[OptionQuestion]:
        """How many rounds."""
        return (OptionQuestion("length", Sentence("ask.length"), name=Sentence("option.length")),)

    @property
    def words(self) -> Sequence[tuple[str, Sentence]]:
        """What cards are, and where they lie."""
        return (
            *((word, Sentence(f"word.{word}")) for word in ("blue", "red")),
            ("skip", Sentence("tell.skip")),
            *((SIDES[side], say_side(side)) for side in range(len(SIDES))),
            ("injection", Sentence("card.injection.name")),
        )

    @property
    def rare(self) -> tuple[str, ...]:
        """Pills for bad manners are paid at most once a turn, and mostly never."""
        return ("forgot", "doctor")

    def prepare(self, state: State) -> Sequence[Sentence]:
        left, right = state.piles
        return (
            Sentence("prepare.pharmacy", {"pills": say_pills(state.pharmacy)}),
            Sentence("prepare.pills", {"pills": say_pills(state.tableaus[0].pills)}),
            Sentence("prepare.piles", {"left": left, "right": right}),
            Sentence("prepare.risks", {"number": state.hands[0]}),
            Sentence("prepare.first", {"player": state.players[state.active]}),
        )

    def chance(self, state: State) -> Chance:
        return "cards"

    def ask(self, state: State, actor: str) -> Sentence:
        if actor == NATURE:
            if state.to_turn_up is not None:
                return Sentence("ask.turn_up", {"side": say_side(state.to_turn_up)})
            assert state.effect is not None
            return Sentence("ask.turn_risk", {"player": state.players[state.effect.keeper]})
        if not is_asked(state, actor):
            return Sentence("ask.manners", {"player": actor})
        if state.effect is not None:
            return self._ask_choice(state.effect, actor)
        if state.passing is not None:
            return self._ask_answer(state, state.passing, actor)
        if not any(state.opened):
            return Sentence("ask.no_cards", {"player": actor})
        may_risk = state.tableaus[state.active].points >= LEAST_POINTS and state.hands[state.active] > 0
        return Sentence("ask.action_risk" if may_risk else "ask.action", {"player": actor})

    def _ask_answer(self, state: State, passing: Passing, player: str) -> Sentence:
        if passing.is_risk:
            key = "ask.passed_own_risk" if passing.holder == state.active else "ask.passed_risk"
            price = find_price(state, passing)
            return Sentence(key, {"player": player, "price": price, "other": state.players[state.active]})
        values: dict[str, Value] = {
            "player": player,
            "card": say_card(self.plan, passing.card),
            "number": passing.refusals + 1,
            "price": max(0, find_due(passing)),
        }
        staked = passing.stakes[passing.holder].points
        return Sentence("ask.passed_again" if staked else "ask.passed", {**values, "staked": staked})

    def _ask_choice(self, effect: Effect, player: str) -> Sentence:
        values: dict[str, Value] = {"player": player, "card": say_card(self.plan, effect.card)}
        if effect.risk == "testperson":
            values["pills"] = say_pills(effect.pills)
        return Sentence(f"ask.{effect.risk}", values)

    def tell(self, state: State, actor: str, move: Move) -> Sentence:
        match move:
            case TurnUp(side, text):
                card = say_card(self.plan, text)
                return Sentence("tell.turn_up", {"side": say_side(SIDES.index(side)), "card": card})
            case TurnRisk(text):
                return say_card(self.plan, text)
            case Take(_, text, on):
                card = say_card(self.plan, text)
                return Sentence("tell.take", {"card": card}) if on is None else _say_on("tell.take_on", on)
            case Pass(_, text, to):
                return Sentence("tell.pass", {"card": say_card(self.plan, text), "player": to})
            case PlayRisk(to):
                return Sentence("tell.risk", {"player": to})
            case Skip():
                return Sentence("tell.skip")
            case Keep(on):
                return Sentence("tell.keep") if on is None else _say_on("tell.keep_on", on)
            case Pay(pills, to):
                return Sentence("tell.pay", {"pills": say_pills(pills), "player": to})
        return _tell_choice(move)

    def lesson(self, state: State, actor: str) -> Sentence | None:
        """The first step that is new in what the actor may do now."""
        if actor == NATURE:
            return Sentence("lesson.piles" if state.to_turn_up is not None else "lesson.turn_risk")
        if not is_asked(state, actor):
            return Sentence("lesson.manners")
        if state.effect is not None:
            return Sentence(f"lesson.{state.effect.risk}")
        if state.passing is not None:
            return Sentence("lesson.passed_risk" if state.passing.is_risk else "lesson.passed")
        if state.tableaus[state.active].points >= LEAST_POINTS and state.hands[state.active]:
            return Sentence("lesson.risk")
        return Sentence("lesson.action")

    def view(self, state: State) -> View:
        """The middle of the table, and what lies before everybody."""
        if state.is_over:
            title = Sentence("view.over", {"number": state.length})
        else:
            values: dict[str, Value] = {"round": len(state.done) + 1, "number": state.length}
            title = Sentence("view.round", {**values, "player": state.players[state.active]})
        heads = ("viruses", "points", "injections", "pills", "risks", "notes")
        players = Block(
            "",
            tuple(self._show_player(state, player) for player in range(len(state.players))),
            (Cell(""), *(Cell(Sentence(f"view.head.{head}"), "dim") for head in heads)),
        )
        legend = Block("", ((Cell(Sentence("view.legend"), "dim"),),))
        return View((Block(title, tuple(self._show_middle(state))), players, legend))

    def _show_middle(self, state: State) -> Iterator[tuple[Cell, ...]]:
        for side in (0, 1):
            text = state.opened[side]
            card = Cell(say_card(self.plan, text), self._find_tone(text)) if text else Cell(NOTHING, "dim")
            left = Cell(Sentence("view.left", {"number": state.piles[side]}), "dim")
            yield Cell(Sentence(f"view.pile.{SIDES[side]}"), "dim"), left, card
        yield Cell(Sentence("view.pharmacy"), "dim"), _show_pills(state.pharmacy)
        if state.passing is not None:
            passing = state.passing
            values: dict[str, Value] = {"player": state.players[passing.holder], "number": passing.refusals}
            said = Sentence("view.before", {**values, "card": say_card(self.plan, passing.card)})
            yield Cell(Sentence("view.passing"), "dim"), Cell(said, self._find_tone(passing.card))
            for player, pills in zip(state.players, passing.stakes, strict=False):
                if pills.number:
                    stake = Sentence("view.stake", {"player": player, "pills": say_pills(pills)})
                    yield Cell(""), Cell(stake)

    def _find_tone(self, text: str) -> Tone:
        """Cards have the colour of their print."""
        if not text:
            return "yellow"
        card = self.plan.cards[text]
        if card.kind == "injection":
            return "green"
        return "red" if card.colour == "red" else "blue"

    def _show_player(self, state: State, player: int) -> tuple[Cell, ...]:
        tableau = state.tableaus[player]
        name = state.players[player]
        viruses = " ".join(virus.text for virus in tableau.viruses) or NOTHING
        tone: Tone = "red" if tableau.points >= WORRYING else "plain"
        return (
            Cell(name, "strong" if player == state.active and not state.is_over else "plain"),
            Cell(viruses),
            Cell(str(tableau.points), tone),
            Cell(str(tableau.injections), "red" if tableau.injections == 2 else "plain"),
            _show_pills(tableau.pills),
            Cell(str(state.hands[player])),
            Cell(_say_notes(state, player, tableau)),
        )

    def position(self, state: State) -> Position:
        """Nothing: the game has neither board nor sheet."""
        return Position()


def _tell_choice(move: Move) -> Sentence:
    """What a risk card lets one choose, and pills for bad manners."""
    match move:
        case Forgot(pill):
            return Sentence("tell.forgot", {"pills": say_pills(pill)})
        case Doctor(pill):
            return Sentence("tell.doctor", {"pills": say_pills(pill)})
        case PutOn(virus):
            return _say_on("tell.put_on", virus)
        case PutBefore(to):
            return Sentence("tell.put_before", {"player": to})
        case TakePill(pill, whose):
            return Sentence("tell.take_pill", {"pills": say_pills(pill), "player": whose})
        case TakeVirus(virus, whose):
            return Sentence("tell.take_virus", {"value": virus.value, "player": whose})
        case Give(pill, ""):
            return Sentence("tell.give", {"pills": say_pills(pill)})
        case Give(pill, to):
            return Sentence("tell.give_to", {"pills": say_pills(pill), "player": to})
        case Name(player):
            return Sentence("tell.name", {"player": player})
    raise AssertionError(move)


def _say_on(key: str, virus: Lying) -> Sentence:
    """An injection and what it leaves of a virus."""
    left = Lying(virus.value, virus.injections + 1).points
    return Sentence(key, {"value": virus.value, "points": virus.points, "left": left})


def _show_pills(pills: Pills) -> Cell:
    return Cell(Sentence("view.worth", {"pills": pills.text, "points": pills.points}))


def _say_notes(state: State, player: int, tableau: Tableau) -> Sentence | str:
    """Cards that stay open before a player."""
    notes: list[Sentence] = []
    if state.doctor == player:
        notes.append(Sentence("view.doctor"))
    if tableau.diagnosis:
        notes.append(Sentence("view.diagnosis", {"player": tableau.diagnosis}))
    if tableau.nurse:
        notes.append(Sentence("view.nurse", {"player": tableau.nurse}))
    return Sentence("view.notes", {"notes": tuple(notes)}) if notes else NOTHING
