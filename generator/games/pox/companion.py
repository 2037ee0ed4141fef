"""POX at the table: questions, explanations, and the board as a view and as a form."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from generator.games.pox import game
from generator.games.pox.data import (
    BLACK_CHIP,
    CHIPS,
    DEATHS,
    Cure,
    Done,
    Infect,
    Move,
    Neighbourhood,
    OutbreakCard,
    PoxData,
    SpreadCard,
    Vaccinate,
    name_card,
)
from generator.games.pox.scoring import FinishedBoard, PoxScoring, write_board
from generator.model.played import Laid, LaidPart, Position, Spot, Takes, TokenMark
from generator.rules.core import (
    NATURE,
    Companion,
    Entry,
    OptionQuestion,
    Sentence,
    TableView,
    Tone,
    Value,
    ViewCell,
    ViewTable,
)
from generator.rules.form import NO_SETUP, PaperForm

VULNERABLE, CANDIDATE = "v", "?"
"""Signs of vulnerable people, and of people whom the outbreak may infect."""

_TONES: dict[str, Tone] = {
    game.INFECTED: "red",
    game.IMMUNE: "blue",
    game.DEAD: "black",
    VULNERABLE: "yellow",
    CANDIDATE: "strong",
    game.NO_CHIP: "dim",
}
_LESSONS = {
    game.AFTER_SPREAD: "lesson.some",
    game.AFTER_IDLE_SPREAD: "lesson.none",
    game.AFTER_OUTBREAK: "lesson.one",
    game.AFTER_IDLE_OUTBREAK: "lesson.two",
}
"""Lessons by the offers of the good part before anybody is helped."""


class PoxCompanion(Companion[game.State, Move]):
    """Companion for one kit."""

    def __init__(self, data: PoxData) -> None:
        self.data = data
        levels = data.levels.items()
        names = {level: Sentence(f"levels.{level}") for level in data.levels}
        values = {level: Sentence("say.level", level=names[level], deaths=deaths) for level, deaths in levels}
        name, own = Sentence("option.difficulty"), ("deaths_allowed",)
        # Only the level is asked for; variants are set by options.
        self.questions = (OptionQuestion("difficulty", Sentence("ask.difficulty"), values, name, names, own),)
        printed = dict.fromkeys(
            card.direction for card in data.cards.values() if isinstance(card, SpreadCard)
        )
        self.words = (
            ("done", Sentence("say.done")),
            *((word, Sentence(f"cards.{word}")) for word in ("spread", "outbreak", *printed)),
            *((kind, Sentence(f"people.{kind}")) for kind in data.list_kinds()),
        )

    def prepare(self, state: game.State) -> Sequence[Sentence]:
        places = self.data.people.list_ids(state.chips.red)
        number, spaces = state.terms.allowed + 1, len(self.data.deaths)
        deaths = Sentence("prepare.deaths", number=number)
        if number > spaces:
            # An easier game may take more black chips than there are spaces.
            deaths = Sentence("prepare.deaths_more", number=spaces, more=number - spaces)
        return (
            Sentence("prepare.patients", places=places, number=len(places)),
            Sentence("prepare.cards"),
            deaths,
            Sentence("prepare.first", player=state.players[state.active]),
        )

    def ask(self, state: game.State, actor: str) -> Sentence:
        if actor == NATURE:
            return Sentence("ask.draw", player=state.players[state.active])
        if not state.offers:
            return Sentence("ask.outbreak", player=actor)
        return Sentence("ask.help", player=actor, offers=_name_offers(state.offers))

    def describe(self, state: game.State, actor: str, move: Move) -> Sentence:
        match move:
            case SpreadCard() | OutbreakCard():
                return name_card(move)
            case Done():
                return Sentence("say.done")
        verb, place = move.text.split()
        bit = self.data.people.bits[place]
        if self.data.patients & bit:
            return Sentence(f"say.{verb}_patient", place=place)
        for kind in self.data.list_kinds():
            if self.data.kinds[kind] & bit:
                return Sentence(f"say.{verb}", place=place, kind=Sentence(f"people.{kind}"))
        return Sentence(f"say.{verb}_somebody", place=place)

    def lesson(self, state: game.State, actor: str) -> Sentence | None:
        if state.stage == "draw":
            return Sentence("lesson.draw" if state.turn == 1 else "lesson.contained")
        if state.stage == "outbreak":
            return Sentence("lesson.outbreak")
        key = None if state.helped else _LESSONS.get(state.offers)
        return None if key is None else Sentence(key)

    def view(self, state: game.State) -> TableView:
        data, terms = self.data, state.terms
        level: dict[str, Value] = {"deaths": state.chips.black.bit_count(), "allowed": terms.allowed}
        dead = Sentence("say.deaths_alone", **level)
        if terms.allowed == data.levels[terms.level]:
            dead = Sentence("say.deaths", **level, level=Sentence(f"levels.{terms.level}"))
        known: dict[str, Value] = {"turn": state.turn, "player": state.players[state.active]}
        if state.card:
            where = Sentence("say.card", **known, card=name_card(state.card))
        else:
            where = Sentence("say.deck", **known, cards=len(state.deck))
        legend = [(ViewCell(Sentence("say.legend"), "dim"),)]
        if state.stage == "outbreak":
            legend.append((ViewCell(Sentence("say.choice"), "dim"),))
        columns = (next(filter(None, column), " ") for column in zip(*data.people.id_rows, strict=True))
        heads = (ViewCell(""), *(ViewCell(id.rstrip("0123456789"), "dim") for id in columns))
        board = ViewTable(where, tuple(self._show_rows(state)), heads, is_grid=True)
        return (board, ViewTable(dead, tuple(legend)))

    def _show_rows(self, state: game.State) -> Iterator[tuple[ViewCell, ...]]:
        data, candidates = self.data, 0
        if state.stage == "outbreak":
            candidates = game.list_candidates(data, state.chips, state.terms, state.card)
        for number, row in enumerate(data.people.id_rows, 1):
            cells = [ViewCell(str(number), "dim")]
            for id in row:
                bit = data.people.bits.get(id, 0)
                sign = state.chips.show(bit) if bit else " "
                if sign == game.NO_CHIP and data.vulnerable & bit:
                    sign = VULNERABLE
                elif candidates & bit:
                    sign = CANDIDATE
                cells.append(ViewCell(sign, _TONES.get(sign, "plain")))
            yield tuple(cells)

    def position(self, state: game.State) -> Position:
        return _lay_board(self.data, state.chips, state.terms)

    def places(self, state: game.State, move: Move) -> Sequence[Spot]:
        match move:
            case Infect(place) | Vaccinate(place) | Cure(place):
                return ((self.data.people.area, place),)
        return ()

    def arrange(self, position: Position) -> game.State:
        """Return a state of one player before a card is drawn; people without pieces have no chips."""
        chips = _read_chips(self.data.people, position)
        return game.replace_state(game.Pox(self.data).start(("Ana",), {}), chips=chips)

    def attempts(self, state: game.State, actor: str, places: Sequence[Spot]) -> Sequence[str]:
        people = self.data.people
        known = [place for area, place in places if area == people.area and place in people.bits]
        if state.stage == "outbreak":
            return [Infect(place).text for place in known]
        if state.stage != "help":
            return ()
        return [(Cure if state.chips.red & people.bits[place] else Vaccinate)(place).text for place in known]


def _read_chips(people: Neighbourhood, position: Position) -> game.Chips:
    chips = dict.fromkeys(CHIPS, 0)
    for chip, spots in position.places_by_piece.items():
        for place in (place for area, place in spots if area == people.area):
            chips[chip] |= people.bits[place]
    return game.Chips(*chips.values())


def _lay_board(data: PoxData, chips: game.Chips, terms: game.Terms) -> Position:
    """Return the chips on the people, and those that wait for deaths."""
    laid = [
        Laid(data.people.area, id, TokenMark(chip))
        for chip, places in zip(CHIPS, chips, strict=True)
        for id in data.people.list_ids(places)
    ]
    waiting = data.deaths[chips.black.bit_count() : terms.allowed + 1]
    laid += [Laid(DEATHS, space, TokenMark(BLACK_CHIP)) for space in waiting]
    return Position((LaidPart(data.board, tuple(laid)),))


def _name_offers(offers: Sequence[game.Offer]) -> Sentence:
    """Return the offers as text: `vaccinate 6, or cure 2, or vaccinate 3 and cure 1`."""
    names = [_name_offer(offer) for offer in offers if any(offer)]
    return reduce(lambda last, first: Sentence("say.or", first=first, second=last), reversed(names))


def _name_offer(offer: game.Offer) -> Sentence:
    people, cures = offer
    if people and cures:
        return Sentence("say.offer.both", vaccinate=people, cure=cures)
    return Sentence("say.offer.vaccinate" if people else "say.offer.cure", number=people or cures)


class BoardForm(PaperForm[FinishedBoard, game.State]):
    """The chips on the board; those that wait on the track of deaths follow from them."""

    def __init__(self, scoring: PoxScoring, companion: PoxCompanion) -> None:
        super().__init__(scoring, companion)
        self.data = scoring.data

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        people, marks = self.data.people, tuple(map(TokenMark, CHIPS))
        names = ("board.infected", "board.immune", "board.dead")
        places = tuple(people.bits)
        return (Takes(part=self.data.board, area=people.area, places=places, marks=marks, names=names),)

    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        return "\n".join(write_board(self.data.people, _read_chips(self.data.people, position)))

    def lay(self, table: FinishedBoard) -> Position:
        return _lay_board(self.data, table.chips, table.terms)
