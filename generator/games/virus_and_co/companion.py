"""Virus & Co. at the table: questions, explanations, and the cards of players as views and as a form."""

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.games.virus_and_co import moves
from generator.games.virus_and_co import state as states
from generator.games.virus_and_co.data import INJECTION, VirusAndCoData
from generator.games.virus_and_co.game import is_asked, may_play_risk, measure_due, measure_price, read_length
from generator.games.virus_and_co.scoring import NOTHING_HELD, FinishedGame, VirusAndCoScoring
from generator.games.virus_and_co.state import MOST_INJECTIONS, PILL_COLOURS, State, Tableau, name_pills
from generator.model.played import Laid, LaidPart, PenMark, Position, Spot, Takes, TokenMark
from generator.model.values import fields
from generator.rules.companion import (
    Companion,
    OpenCard,
    OptionQuestion,
    TableView,
    Tone,
    ViewCell,
    ViewTable,
)
from generator.rules.core import NATURE, Entry, Sentence, Value, list_numbers_of_players
from generator.rules.form import NO_SETUP, PaperForm
from generator.rules.game import list_pieces

_NO_CARDS = "-"
PASSING = "passing"
"""Area of the card that is passed on; open cards lie on the areas `left` and `right`."""
_TONES: Sequence[Tone] = ("blue", "yellow", "red")
"""Styles of the numbers of pills, by colour."""
_HEADS = (
    *("view.head.viruses", "view.head.points", "view.head.injections"),
    *(f"tally.colour.{colour}" for colour in PILL_COLOURS),
    *("view.head.worth", "view.head.risks", "view.head.notes"),
)
WORRYING = 9
"""Disease points from which a virus of 4 is intensive care."""


class VirusAndCoCompanion(Companion[State, moves.Move]):
    """Companion for one kit."""

    questions = (OptionQuestion("length", Sentence("ask.length"), name=Sentence("option.length")),)
    words = (
        *((word, Sentence(f"word.{word}")) for word in ("blue", "red")),
        ("skip", Sentence("tell.skip")),
        *((side, Sentence(f"view.side.{side}")) for side in moves.HAND_SIDES),
        ("injection", Sentence("card.injection.name")),
    )
    rare = ("forgot", "doctor")
    """Pills for bad manners are paid at most once a turn, and mostly never."""

    def __init__(self, data: VirusAndCoData) -> None:
        self.data = data

    def prepare(self, state: State) -> Sequence[Sentence]:
        left, right = state.piles
        return (
            Sentence("prepare.pharmacy", pills=name_pills(state.pharmacy)),
            Sentence("prepare.pills", pills=name_pills(state.tableaus[0].pills)),
            Sentence("prepare.piles", left=left, right=right),
            Sentence("prepare.risks", number=state.hands[0]),
            Sentence("prepare.first", player=state.players[state.active]),
        )

    def ask(self, state: State, actor: str) -> Sentence:
        if actor == NATURE:
            if state.to_turn_up is not None:
                side = moves.HAND_SIDES[state.to_turn_up]
                return Sentence("ask.turn_up", side=Sentence(f"view.side.{side}"))
            assert state.effect is not None
            return Sentence("ask.turn_risk", player=state.players[state.effect.keeper])
        if not is_asked(state, actor):
            return Sentence("ask.manners", player=actor)
        if (effect := state.effect) is not None:
            card, pills = self.data.name_card(effect.card), name_pills(effect.pills)
            return Sentence(f"ask.{effect.risk}", player=actor, card=card, pills=pills)
        if state.passing is not None:
            return self._ask_answer(state, state.passing, actor)
        if not any(state.opened):
            return Sentence("ask.no_cards", player=actor)
        return Sentence("ask.action_risk" if may_play_risk(state) else "ask.action", player=actor)

    def _ask_answer(self, state: State, passing: states.Passing, player: str) -> Sentence:
        if passing.is_risk:
            key = "ask.passed_own_risk" if passing.holder == state.active else "ask.passed_risk"
            price = measure_price(state, passing)
            return Sentence(key, player=player, price=price, other=state.players[state.active])
        values: dict[str, Value] = {
            "player": player,
            "card": self.data.name_card(passing.card),
            "number": passing.refusals + 1,
            "price": max(0, measure_due(passing)),
        }
        staked = passing.stakes[passing.holder].points
        return Sentence("ask.passed_again" if staked else "ask.passed", **values, staked=staked)

    def describe(self, state: State, actor: str, move: moves.Move) -> Sentence:
        """Return the text for a move; its key is the name of the move's class."""
        if isinstance(move, moves.TurnRisk):
            return self.data.name_card(move.risk)
        key = re.sub(r"\B(?=[A-Z])", "_", type(move).__name__).lower().removeprefix("play_")
        if isinstance(move, moves.Take | moves.KeepMove) and move.virus:
            key += "_on"
        elif isinstance(move, moves.Give) and move.player:
            key += "_to"
        values: dict[str, Value] = {}
        for name in (field.name for field in fields(move)):
            match getattr(move, name):
                case states.Lying() as virus:
                    values |= {"value": virus.value, "points": virus.points, "left": virus.inject().points}
                case states.Pills() as pills:
                    values["pills"] = name_pills(pills)
                case str() as text if name == "card":
                    values[name] = self.data.name_card(text)
                case str() as text:
                    values[name] = Sentence(f"view.side.{text}") if name == "side" else text
        return Sentence(f"tell.{key}", **values)

    def lesson(self, state: State, actor: str) -> Sentence | None:
        if actor == NATURE:
            return Sentence("lesson.piles" if state.to_turn_up is not None else "lesson.turn_risk")
        if not is_asked(state, actor):
            return Sentence("lesson.manners")
        if state.effect is not None:
            return Sentence(f"lesson.{state.effect.risk}")
        if state.passing is not None:
            return Sentence("lesson.passed_risk" if state.passing.is_risk else "lesson.passed")
        return Sentence("lesson.risk" if may_play_risk(state) else "lesson.action")

    def cards(self, state: State) -> Sequence[OpenCard]:
        """Return the open cards of the piles, and the card that is passed on, a risk card face down."""
        texts: list[tuple[str, str]] = [*zip(moves.HAND_SIDES, state.opened, strict=True)]
        texts = [(side, text) for side, text in texts if text]
        if state.passing:
            texts.append((PASSING, state.passing.card))
        return [OpenCard(area, self._find_piece(text), self.data.name_card(text)) for area, text in texts]

    def _find_piece(self, text: str) -> TokenMark:
        """Return the printed card with a notation, or any risk card, face down, for an empty one."""
        if text:
            return TokenMark(self.data.cards[text].piece)
        risk = next(card for card in self.data.cards.values() if card.kind == "risk")
        return TokenMark(risk.piece, is_turned=True)

    def places(self, state: State, move: moves.Move) -> Sequence[Spot]:
        match move:
            case moves.Take(side) | moves.Pass(side):
                return ((side, ""),)
            case moves.KeepMove() | moves.Pay():
                return ((PASSING, ""),)
        return ()

    def view(self, state: State) -> TableView:
        """Show the middle of the table and the cards of all players."""
        if state.is_over:
            title = Sentence("view.over", number=state.length)
        else:
            values: dict[str, Value] = {"round": len(state.done) + 1, "number": state.length}
            title = Sentence("view.round", **values, player=state.players[state.active])
        players = ViewTable(
            "",
            tuple(self._show_player(state, player) for player in range(len(state.players))),
            (ViewCell(""), *(ViewCell(Sentence(head), "dim") for head in _HEADS)),
        )
        legend = ViewTable("", ((ViewCell(Sentence("view.legend"), "dim"),),))
        return (ViewTable(title, tuple(self._show_middle(state))), players, legend)

    def _show_middle(self, state: State) -> Iterator[tuple[ViewCell, ...]]:
        for side in (0, 1):
            text = state.opened[side]
            card = (
                ViewCell(self.data.name_card(text), self._choose_tone(text))
                if text
                else ViewCell(_NO_CARDS, "dim")
            )
            left = ViewCell(Sentence("view.left", number=state.piles[side]), "dim")
            yield ViewCell(Sentence(f"view.pile.{moves.HAND_SIDES[side]}"), "dim"), left, card
        values: dict[str, Value] = {"pills": name_pills(state.pharmacy), "points": state.pharmacy.points}
        yield ViewCell(Sentence("view.pharmacy"), "dim"), ViewCell(Sentence("view.worth", **values))
        if state.passing is not None:
            passing = state.passing
            values = {"player": state.players[passing.holder], "number": passing.refusals}
            said = Sentence("view.before", **values, card=self.data.name_card(passing.card))
            yield ViewCell(Sentence("view.passing"), "dim"), ViewCell(said, self._choose_tone(passing.card))
            for player, pills in zip(state.players, passing.stakes, strict=False):
                if pills.number:
                    stake = Sentence("view.stake", player=player, pills=name_pills(pills))
                    yield ViewCell(""), ViewCell(stake)

    def _choose_tone(self, text: str) -> Tone:
        if not text:
            return "yellow"
        card = self.data.cards[text]
        if card.kind == "injection":
            return "green"
        return "red" if card.colour == "red" else "blue"

    def _show_player(self, state: State, player: int) -> tuple[ViewCell, ...]:
        tableau = state.tableaus[player]
        name = state.players[player]
        viruses = " ".join(virus.text for virus in tableau.viruses) or _NO_CARDS
        tone: Tone = "red" if tableau.points >= WORRYING else "plain"
        return (
            ViewCell(name, "strong" if player == state.active and not state.is_over else "plain"),
            ViewCell(viruses),
            ViewCell(str(tableau.points), tone),
            ViewCell(str(tableau.injections), "red" if tableau.injections == 2 else "plain"),
            *(ViewCell(str(number), tone) for number, tone in zip(tableau.pills, _TONES, strict=True)),
            ViewCell(str(tableau.pills.points)),
            ViewCell(str(state.hands[player])),
            ViewCell(_list_notes(state, player, tableau)),
        )


def _list_notes(state: State, player: int, tableau: Tableau) -> Sentence | str:
    notes = [Sentence("view.doctor")] if state.doctor == player else []
    notes += [Sentence(f"view.{card}", player=named) for card, named in tableau.predictions.items()]
    return Sentence("view.notes", notes=tuple(notes)) if notes else _NO_CARDS


SLOTS = states.SAFE_POINTS + MOST_INJECTIONS
"""Places for viruses: nobody has more of them, since the last one is intensive care."""
PILLS, INJECTIONS = "pills", "injections"
_PREDICTIONS = ("diagnosis", "nurse")


class TableauForm(PaperForm[FinishedGame, State]):
    """Cards and pills in slots, which are not printed, in an area for each round."""

    each_player = True

    def __init__(self, scoring: VirusAndCoScoring) -> None:
        super().__init__(scoring)
        self.data = scoring.data
        pieces = list_pieces(self.data.kit)
        self._viruses = {
            int(str(piece.fields["value"])): piece.id for piece in reversed(pieces) if "value" in piece.fields
        }
        """The first card of each value."""
        self._values = {id: value for value, id in self._viruses.items()}
        self._injection = next(piece.id for piece in pieces if piece.id.startswith(INJECTION))

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        rounds = range(1, read_length(setup) + 1)
        return tuple(takes for number in rounds for takes in self._list_takes(f"round_{number}"))

    def _list_takes(self, area: str) -> Iterator[Takes]:
        data = self.data
        most_players = list_numbers_of_players(data.kit)[1] or 0
        slots = tuple(f"virus_{number}" for number in range(1, SLOTS + 1))
        viruses = tuple(TokenMark(id) for _, id in sorted(self._viruses.items()))
        yield Takes(part="", area=area, places=slots, marks=viruses)
        places, injection = (*slots, INJECTIONS), (TokenMark(self._injection),)
        most = (0, MOST_INJECTIONS)
        yield Takes(part="", area=area, places=places, kind="heap", marks=injection, numbers=most)
        for colour, each in zip(PILL_COLOURS, data.share, strict=True):
            pills, most = (TokenMark(f"pill_{colour}"),), (0, each * (most_players + 1))
            yield Takes(part="", area=area, places=(PILLS,), kind="heap", marks=pills, numbers=most)
        yield Takes(part="", area=area, places=_PREDICTIONS, kind="player")

    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        rounds = max((int(laid.area.removeprefix("round_")) for laid in position.laid), default=1)
        own = {player: position.of_owner(player) for player in players}
        return [
            {player: self._write_tableau(own[player], f"round_{number}") for player in players}
            for number in range(1, rounds + 1)
        ]

    def _write_tableau(self, position: Position, area: str) -> str:
        """Return the tableau of a player in words; an injection in an empty slot lies on no virus."""
        laid = [(each.place, each.mark) for each in position.laid if each.area == area]
        pieces = [(place, mark) for place, mark in laid if isinstance(mark, TokenMark)]
        injections = {place: mark.count for place, mark in pieces if mark.piece == self._injection}
        values = {place: self._values[mark.piece] for place, mark in pieces if mark.piece in self._values}
        pills = {mark.piece: mark.count for place, mark in pieces if place == PILLS}
        words = [states.Lying(value, injections.get(place, 0)).text for place, value in values.items()]
        if injections.keys() - values.keys():
            words.append(f"i{sum(injections.values())}")
        if pills:
            words.append(states.Pills(*(pills.get(f"pill_{colour}", 0) for colour in PILL_COLOURS)).text)
        words += [f"{card}={mark.text}" for card, mark in laid if isinstance(mark, PenMark)]
        return " ".join(words) or NOTHING_HELD

    def may_be_over(self, position: Position, setup: Mapping[str, str] = NO_SETUP) -> bool:
        last = f"round_{read_length(setup)}"
        return any(laid.area == last for laid in position.laid)

    def lay(self, table: FinishedGame) -> Position:
        return self._lay_rounds(table.players, table.value)

    def lay_state(self, state: State) -> Position:
        """Return the rounds that are over."""
        return self._lay_rounds(state.players, state.finished_rounds)

    def _lay_rounds(self, players: Sequence[str], rounds: Sequence[Mapping[str, Tableau]]) -> Position:
        return Position(tuple(LaidPart("", tuple(self._lay(player, rounds)), player) for player in players))

    def _lay(self, player: str, rounds: Sequence[Mapping[str, Tableau]]) -> Iterator[Laid]:
        for number, tableaus in enumerate(rounds, 1):
            if player in tableaus:
                yield from self._lay_tableau(f"round_{number}", tableaus[player])

    def _lay_tableau(self, area: str, tableau: Tableau) -> Iterator[Laid]:
        for number, virus in enumerate(tableau.viruses, 1):
            slot = f"virus_{number}"
            yield Laid(area, slot, TokenMark(self._viruses[virus.value]))
            if virus.injections:
                yield Laid(area, slot, TokenMark(self._injection, virus.injections))
        if tableau.loose:
            yield Laid(area, INJECTIONS, TokenMark(self._injection, tableau.loose))
        for colour, count in zip(PILL_COLOURS, tableau.pills, strict=True):
            if count:
                yield Laid(area, PILLS, TokenMark(f"pill_{colour}", count))
        for card, name in tableau.predictions.items():
            yield Laid(area, card, PenMark("text", name))
