"""Virus & Co. at the table: questions, explanations, and the cards or the score pad of players as forms.

The pad has the calculation of each round as players write it down, with its sums.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from generator.errors import Wrong
from generator.games.virus_and_co import data as moves
from generator.games.virus_and_co.data import (
    CARE,
    INJECTION,
    MOST_INJECTIONS,
    PILL_COLOURS,
    RIGHT_PILL,
    SAFE_POINTS,
    WRONG_PILL,
    Lying,
    Passing,
    Pills,
    State,
    Tableau,
    VirusAndCoData,
    list_in_care,
    make_outcome,
    name_pills,
)
from generator.games.virus_and_co.game import (
    ROUNDS,
    is_asked,
    may_play_risk,
    measure_due,
    measure_price,
    read_length,
)
from generator.games.virus_and_co.scoring import MOST_ROUNDS, NOTHING_HELD, FinishedGame, VirusAndCoScoring
from generator.model.kit import Kit
from generator.model.played import Laid, LaidPart, PenMark, Position, Spot, Takes, TakesKind, TokenMark
from generator.model.values import fields
from generator.rules import core
from generator.rules.core import (
    NATURE,
    Companion,
    Entry,
    EntryPath,
    Fault,
    OpenCard,
    OptionQuestion,
    PlaceName,
    Round,
    Score,
    ScoreLine,
    Sentence,
    TableView,
    Tone,
    Value,
    ViewCell,
    ViewTable,
    list_numbers_of_players,
)
from generator.rules.form import (
    BLANK_HINT,
    EXAMPLE_NAMES,
    NO_SETUP,
    ByPlayer,
    Finished,
    FormReading,
    FormScoring,
    Keys,
    Many,
    PaperForm,
    read_as,
    say_hint,
)
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
            return Sentence(f"ask.{effect.risk}", player=actor, pills=name_pills(effect.pills))
        if state.passing is not None:
            return self._ask_answer(state, state.passing, actor)
        if not any(state.opened):
            return Sentence("ask.no_cards", player=actor)
        return Sentence("ask.action_risk" if may_play_risk(state) else "ask.action", player=actor)

    def _ask_answer(self, state: State, passing: Passing, player: str) -> Sentence:
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
        """Return the text for a move; its key is the name of the move's class, without `Play` and `Move`."""
        if isinstance(move, moves.TurnRisk):
            return self.data.name_card(move.risk)
        kind = type(move).__name__.removeprefix("Play").removesuffix("Move")
        key = re.sub(r"\B(?=[A-Z])", "_", kind).lower()
        if isinstance(move, moves.Take | moves.KeepMove) and move.virus:
            key += "_on"
        elif isinstance(move, moves.Give) and move.player:
            key += "_to"
        values: dict[str, Value] = {}
        for name in (field.name for field in fields(move)):
            match getattr(move, name):
                case Lying() as virus:
                    values |= {"value": virus.value, "points": virus.points, "left": virus.inject().points}
                case Pills() as pills:
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


SLOTS = SAFE_POINTS + MOST_INJECTIONS
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
        words = [Lying(value, injections.get(place, 0)).text for place, value in values.items()]
        if injections.keys() - values.keys():
            words.append(f"i{sum(injections.values())}")
        if pills:
            words.append(Pills(*(pills.get(f"pill_{colour}", 0) for colour in PILL_COLOURS)).text)
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


PAD = "pad"
"""Key of a score file, and the area of the printed pad."""
PAD_PART = "score_pad"
"""Id of the printed pad."""
_NAME, GRAND_TOTAL = "name", "grand_total"
"""Rows of the printed pad that are not of a round."""
LINES = ("open", "halved", "pills", "guess", "care", "total")
"""Lines of a round, in the order of the printed pad."""
_GUESSES = {sum(pair) for pair in product((0, RIGHT_PILL, WRONG_PILL), repeat=2)}
"""Points of up to two guesses."""


class PadRound(NamedTuple):
    """The lines of a player in a round; None if empty. The cost of viruses is positive."""

    open: int | None = None
    halved: int | None = None
    pills: int | None = None
    guess: int | None = None
    care: int | None = None
    total: int | None = None

    @property
    def wanted(self) -> int | None:
        """The total of the lines; None if only the total is written, or nothing."""
        if self.care is not None:
            return CARE
        if {*self[:4]} == {None}:
            return None
        return (self.pills or 0) + (self.guess or 0) - (self.open or 0) - (self.halved or 0)

    @property
    def lines(self) -> Iterator[ScoreLine]:
        if self.care is not None:
            yield ScoreLine(Sentence("tally.care"), CARE)
        elif self.wanted is None and self.total is not None:
            yield ScoreLine(Sentence("tally.pad.total"), self.total)
        else:
            signs = {"open": -1, "halved": -1, "pills": 1, "guess": 1}
            for line, sign in signs.items():
                if number := getattr(self, line):
                    yield ScoreLine(Sentence(f"tally.pad.{line}"), sign * number)


class PadColumn(NamedTuple):
    """The column of a player."""

    rounds: tuple[PadRound, ...] = ()
    total: int | None = None


FinishedPad: TypeAlias = Finished[Mapping[str, PadColumn]]


def _parse_number(text: str) -> int | None:
    """Return a number with a hyphen or a minus sign before it; None for anything else."""
    text = text.replace("\N{MINUS SIGN}", "-")
    return int(text) if re.fullmatch(r"-?\d{1,3}", text) else None


def _parse_cost(text: str) -> int | None:
    """Return the cost of viruses; the pad has the minus sign in print, and some people write it again."""
    number = _parse_number(text)
    return None if number is None else abs(number)


def _make_form() -> ByPlayer[PadColumn]:
    hint = say_hint("number", least=-999, most=999)
    costs = dict.fromkeys(("open", "halved"), read_as(_parse_cost, hint, pattern=r"-?\d{1,3}"))
    number = read_as(_parse_number, hint, pattern=r"-?\d{1,3}")
    round = Keys(
        shapes={line: costs.get(line, number) for line in LINES},
        make=lambda values: PadRound(**values),
        hint=say_hint("such_as", text="{open: 3, pills: 7, total: 4}"),
    )
    rounds = Many(each=round, hint=Sentence("tally.form.rounds"), most=MOST_ROUNDS)
    column = Keys(
        shapes={"rounds": rounds, "total": number},
        make=lambda values: PadColumn(**values),
        hint=say_hint("such_as", text="{rounds: [{open: 3, pills: 7, total: 4}], total: 4}"),
        required=("rounds",),
    )
    return ByPlayer(each=column, hint=BLANK_HINT)


def _make_pad(players: Sequence[str], rounds: Sequence[Mapping[str, Tableau]]) -> dict[str, PadColumn]:
    columns = {}
    for player in players:
        played = (each for each in rounds if player in each)
        lines = tuple(_make_round(each[player], list_in_care(each), player) for each in played)
        columns[player] = _complete_column(PadColumn(lines))
    return columns


def _make_round(tableau: Tableau, care: Sequence[str], player: str) -> PadRound:
    if player in care:
        return PadRound(care=CARE)
    guesses = tableau.judge_predictions(care).values()
    return PadRound(
        open=sum(virus.points for virus in tableau.viruses if not virus.injections),
        halved=sum(virus.points for virus in tableau.viruses if virus.injections),
        pills=tableau.pills.points,
        guess=sum(RIGHT_PILL if is_right else WRONG_PILL for is_right in guesses),
    )


def _complete_column(column: PadColumn) -> PadColumn:
    """Return a column with all sums that follow from its lines."""
    rounds = tuple(
        each if each.wanted is None else each._replace(total=each.wanted) for each in column.rounds
    )
    totals = [each.total for each in rounds if each.total is not None]
    return PadColumn(rounds, sum(totals) if totals else column.total)


class PadScoring(FormScoring[FinishedPad, State]):
    """Scoring of score pads, whose sums are checked."""

    example_names = EXAMPLE_NAMES

    def __init__(self, kit: Kit, data: VirusAndCoData) -> None:
        super().__init__(kit, PAD, _make_form())
        self.data = data

    def make_blank(self) -> Entry:
        return {player: {"rounds": []} for player in self.example_names}

    def list_faults(self, table: FinishedPad) -> Iterator[Fault]:
        number, most = _count_rounds(table), read_length(table.setup)
        if number > most:
            values: dict[str, Value] = {"number": number, "most": most}
            yield Fault("virus_and_co.round.most", round=most + 1, values=values, path=(PAD,))
        for index in range(number):
            yield from self._check_together(table, index)
        for player, column in table.value.items():
            pad = _Column(table.players, player)
            for index, lines in enumerate(column.rounds):
                yield from _check_round(pad, index, lines)
            totals = [lines.wanted if lines.total is None else lines.total for lines in column.rounds]
            wanted = sum(total for total in totals if total is not None)
            if column.total not in (None, wanted):
                place, path = pad.name(GRAND_TOTAL), ("pad", player, "total")
                values = {"player": player, "number": column.total or 0, "wanted": wanted}
                yield Fault("virus_and_co.pad.end", player, places=(place,), values=values, path=path)

    def _check_together(self, table: FinishedPad, index: int) -> Iterator[Fault]:
        """Check the columns of all players in a round against each other."""
        columns = table.value.items()
        rounds = {player: column.rounds[index] for player, column in columns if index < len(column.rounds)}
        care = tuple(player for player, lines in rounds.items() if lines.care is not None)
        if len(care) > 1:
            places = tuple(_Column(table.players, player).name("care", index) for player in care)
            values: dict[str, Value] = {"players": care}
            yield Fault("virus_and_co.care.one", round=index + 1, places=places, values=values, path=(PAD,))
        pills = {player: lines.pills or 0 for player, lines in rounds.items()}
        most = self.data.share.times(len(table.players) + 1).points
        if sum(pills.values()) > most:
            some = (player for player, number in pills.items() if number)
            places = tuple(_Column(table.players, player).name("pills", index) for player in some)
            values = {"number": sum(pills.values()), "most": most}
            yield Fault("virus_and_co.pad.pills", round=index + 1, places=places, values=values, path=(PAD,))

    def score(self, table: FinishedPad) -> Mapping[str, Score]:
        return {
            player: Score(tuple(Round(tuple(lines.lines)) for lines in column.rounds))
            for player, column in table.value.items()
        }

    def find_outcome(self, table: FinishedPad) -> core.Outcome | None:
        """Return the outcome if all players have the last round."""
        length, columns = read_length(table.setup), [table.value.get(player) for player in table.players]
        is_over = all(column and len(column.rounds) >= length for column in columns)
        return make_outcome(self.score(table)) if is_over else None

    def compare(self, table: FinishedPad, state: State) -> Iterator[Fault]:
        """Compare the totals of all rounds; lines may be joined or left out."""
        played = _make_pad(state.players, state.finished_rounds)
        values: dict[str, Value]
        for player, column in table.value.items():
            pad = _Column(table.players, player)
            pairs = zip(column.rounds, played[player].rounds, strict=False)
            for index, (typed, wanted) in enumerate(pairs):
                total = typed.total if typed.wanted is None else typed.wanted
                if total not in (None, wanted.total):
                    values = {"number": total or 0, "wanted": wanted.total or 0}
                    yield pad.fault("virus_and_co.pad.differs", index, typed, "total", **values)
        if (number := _count_rounds(table)) != len(state.done):
            values = {"number": number, "played": len(state.done)}
            yield Fault("virus_and_co.log.rounds", values=values, path=(PAD,))


def _count_rounds(table: FinishedPad) -> int:
    return max((len(column.rounds) for column in table.value.values()), default=0)


class _Column(NamedTuple):
    """Names of the cells of a player."""

    players: Sequence[str]
    player: str

    def name(self, line: str, index: int = -1) -> PlaceName:
        return _name_cell(line, index, self.players.index(self.player))

    def fault(self, rule: str, index: int, lines: PadRound, *names: str, **values: Value) -> Fault:
        places = tuple(self.name(name, index) for name in names)
        written = [name for name in names if getattr(lines, name) is not None]
        path: EntryPath = (PAD, self.player, "rounds", index, *written[-1:])
        given: dict[str, Value] = {"player": self.player, **values}
        return Fault(rule, self.player, places=places, round=index + 1, values=given, path=path)


def _name_cell(line: str, index: int, column: int) -> PlaceName:
    """Return a cell of the printed pad; rounds and columns from 0, -1 for a line that is not of a round."""
    row = line if index < 0 else f"{line}_{index + 1}"
    return PAD, f"{row}_{column + 1}"


def _check_round(pad: _Column, index: int, lines: PadRound) -> Iterator[Fault]:
    if lines.care is not None and abs(lines.care) != -CARE:
        yield pad.fault("virus_and_co.pad.care", index, lines, "care", number=lines.care)
    points = (lines.open or 0) + (lines.halved or 0)
    if lines.care is None and points > SAFE_POINTS:
        values: dict[str, Value] = {"points": points, "most": SAFE_POINTS}
        yield pad.fault("virus_and_co.pad.over", index, lines, "open", "halved", **values)
    if lines.guess is not None and lines.guess not in _GUESSES:
        yield pad.fault("virus_and_co.pad.guess", index, lines, "guess", number=lines.guess)
    if None not in (lines.wanted, lines.total) and lines.total != lines.wanted:
        number, wanted = lines.total or 0, lines.wanted or 0
        yield pad.fault("virus_and_co.pad.round", index, lines, "total", number=number, wanted=wanted)


class PadForm(PaperForm[FinishedPad, State]):
    """The printed score pad: a column for each player, and lines for each round."""

    rounds = ROUNDS

    def __init__(self, scoring: PadScoring) -> None:
        super().__init__(scoring)
        self.columns = core.list_numbers_of_players(scoring.kit)[1] or 0

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        numbers = {
            "guess": (WRONG_PILL + WRONG_PILL, RIGHT_PILL + RIGHT_PILL),
            "care": (CARE, CARE),
            "total": (-99, 99),
        }
        takes = [self._take(_NAME)]
        for index in range(self.rounds):
            takes += [self._take(line, index, numbers.get(line, (0, 99))) for line in LINES]
        return (*takes, self._take(GRAND_TOTAL, numbers=(-99, 99)))

    def _take(self, line: str, index: int = -1, numbers: tuple[int, int] = (0, 0)) -> Takes:
        places = tuple(_name_cell(line, index, column)[1] for column in range(self.columns))
        kind: TakesKind = "number" if any(numbers) else "text"
        return Takes(part=PAD_PART, area=PAD, places=places, kind=kind, numbers=numbers)

    def list_players(self, position: Position) -> tuple[str, ...]:
        """Return the names on the pad, up to the last column that is used; others are their numbers."""
        written = position.text_by_place
        used = [column for column in range(self.columns) if self._is_used(written, column)]
        names = (written.get(_name_cell(_NAME, -1, column)) for column in range(max(used, default=-1) + 1))
        return tuple(name or str(column) for column, name in enumerate(names, 1))

    def _is_used(self, written: Mapping[Spot, str], column: int) -> bool:
        rows = [(GRAND_TOTAL, -1), *product(LINES, range(self.rounds))]
        has_numbers = any(written.get(_name_cell(line, index, column)) for line, index in rows)
        return has_numbers or _name_cell(_NAME, -1, column) in written

    def lay_players(self, players: Sequence[str]) -> Position:
        return self._lay_columns(players, {})

    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        """Return the columns that have a name or numbers, up to the last round with any."""
        written = position.text_by_place
        columns: dict[str, Entry] = {}
        for column, player in enumerate(players):
            if not self._is_used(written, column):
                continue
            rounds: list[Entry] = []
            for index in range(self.rounds):
                cells = {line: written.get(_name_cell(line, index, column)) for line in LINES}
                rounds.append({line: text for line, text in cells.items() if text})
            while rounds and not rounds[-1]:
                rounds.pop()
            total = written.get(_name_cell(GRAND_TOTAL, -1, column))
            columns[player] = {"rounds": rounds, **({"total": total} if total else {})}
        return columns

    def lay(self, table: FinishedPad) -> Position:
        return self._lay_columns(table.players, table.value)

    def lay_state(self, state: State) -> Position:
        """Return the calculation of the rounds that are over."""
        rounds = state.finished_rounds
        return self._lay_columns(state.players if rounds else (), _make_pad(state.players, rounds))

    def _lay_columns(self, players: Sequence[str], columns: Mapping[str, PadColumn]) -> Position:
        return Position((LaidPart(PAD_PART, tuple(self._lay(players, columns))),))

    def _lay(self, players: Sequence[str], columns: Mapping[str, PadColumn]) -> Iterator[Laid]:
        for column, player in enumerate(players):
            cells = {_name_cell(_NAME, -1, column): player}
            pad = columns.get(player, PadColumn())
            for index, lines in enumerate(pad.rounds):
                for line, number in lines._asdict().items():
                    if number is not None:
                        cells[_name_cell(line, index, column)] = str(number)
            if pad.total is not None:
                cells[_name_cell(GRAND_TOTAL, -1, column)] = str(pad.total)
            yield from (Laid(*name, PenMark("text", text)) for name, text in cells.items())

    def may_be_over(self, position: Position, setup: Mapping[str, str] = NO_SETUP) -> bool:
        """Return True if each column has a total of the last round."""
        written, last = position.text_by_place, min(read_length(setup), self.rounds) - 1
        columns = range(len(self.list_players(position)))
        return all(_name_cell("total", last, column) in written for column in columns)

    def complete(self, position: Position) -> Position:
        players = self.list_players(position)
        entry = self.write_entry(position, players, NO_SETUP)
        try:
            columns = self.scoring.shape.read(entry, (), FormReading(players))
        except Wrong:
            return position
        sums = {player: _complete_column(column) for player, column in (columns or {}).items()}
        totals = [laid for laid in self._lay(players, sums) if "total" in laid.place]
        kept = [laid for laid in position.laid if "total" not in laid.place]
        return Position((LaidPart(PAD_PART, (*kept, *totals)),))
