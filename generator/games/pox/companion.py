"""POX on the table: questions, explanations, the board as a view or a form, the score of a finished one."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from generator.games.pox import game
from generator.games.pox.game import (
    BLACK_CHIP,
    BLUE_CHIP,
    CHIPS,
    DEATHS,
    RED_CHIP,
    Cure,
    Done,
    Infect,
    Move,
    Neighbourhood,
    OutbreakCard,
    People,
    PoxData,
    SpreadCard,
    Vaccinate,
    name_card,
)
from generator.model.played import Laid, LaidPart, Position, Spot, Takes, TokenMark
from generator.model.values import dataclass, replace
from generator.rules.core import (
    NATURE,
    Companion,
    Entry,
    Fault,
    OptionQuestion,
    Outcome,
    Score,
    Sentence,
    TableView,
    Tone,
    Value,
    ViewCell,
    ViewTable,
    check_players,
)
from generator.rules.form import NO_SETUP, TOGETHER, DrawnMarks, EntryRows, FormScoring, PaperForm

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

BOARD = "board"


@dataclass(frozen=True)
class FinishedBoard:
    """Finished or interrupted board of a score file."""

    players: tuple[str, ...]
    terms: game.Terms
    chips: game.Chips
    lines: Mapping[str, int]
    """Line of each place in the text, from 0."""


def make_form(people: Neighbourhood) -> EntryRows:
    """Return the form of a board in a score file."""
    return EntryRows(
        rows=[row for ids in people.id_rows if (row := tuple(filter(None, ids)))],
        mark="[.rbkRBK]",
        is_short=True,
        plural="people",
        hint=Sentence("tally.form.board"),
    )


def take_chips(people: Neighbourhood, drawing: DrawnMarks) -> game.Chips:
    marks = drawing.marks.items()
    signs = (game.INFECTED, game.IMMUNE, game.DEAD)
    return game.Chips(*(sum(people.bits[id] for id, mark in marks if mark.lower() == sign) for sign in signs))


def write_board(people: Neighbourhood, chips: game.Chips) -> tuple[str, ...]:
    return tuple(" ".join(chips.show(people.bits[id]) for id in row) for row in make_form(people).rows)


class PoxScoring(FormScoring[FinishedBoard, game.State]):
    """Scoring of finished boards for one kit."""

    takes_some_players = True
    example_names = ()

    def __init__(self, rules: game.Pox) -> None:
        super().__init__(rules.data.kit, BOARD, make_form(rules.data.people), options=rules.options)
        self.rules = rules
        self.data = rules.data
        self.value_names = {level: Sentence(f"levels.{level}") for level in self.levels}
        self.value_names |= {value: Sentence(f"option.value.{value}") for value in ("yes", "no")}

    def make_table(
        self, value: DrawnMarks, players: Sequence[str], setup: Mapping[str, str]
    ) -> FinishedBoard:
        chips = take_chips(self.data.people, value)
        return FinishedBoard(tuple(players), self.rules.make_terms(setup), chips, value.lines)

    def make_blank(self) -> Entry:
        return "\n".join(write_board(self.data.people, game.Chips(red=self.data.patients)))

    def list_faults(self, table: FinishedBoard) -> Iterator[Fault]:
        for check in (_list_too_many, _list_unbegun, _list_uncaused):
            yield from check(self.data, table)

    def score(self, table: FinishedBoard) -> Mapping[str, Score]:
        score = game.score_chips(self.data, table.chips, table.terms)
        return dict.fromkeys(table.players or (TOGETHER,), score)

    def find_outcome(self, table: FinishedBoard) -> Outcome | None:
        chips, terms = table.chips, table.terms
        if chips.black.bit_count() > terms.allowed:
            end = game.End.DEATHS
        elif game.has_run_out(self.data, chips, terms):
            end = game.End.LAST_CHIP
        elif game.list_exposed(self.data, chips):
            return None
        else:
            end = game.End.CONTAINED
        return game.make_outcome(table.players, end)

    def compare(self, table: FinishedBoard, state: game.State) -> Iterator[Fault]:
        """If the red chips have run out, the last card may have been carried out in part."""
        typed, played = table.chips, state.chips
        differs = (typed.red ^ played.red) | (typed.blue ^ played.blue) | (typed.black ^ played.black)
        if state.end == game.End.CHIPS and isinstance(state.card, SpreadCard):
            differs &= ~(game.list_newly_infected(self.data, played, state.card.direction) & typed.red)
        if differs:
            places = self.data.people.list_ids(differs)
            fault = _fault(self.data, "pox.log.differs", differs, places=places)
            yield replace(fault, where=places[0])

    def resume(self, table: FinishedBoard) -> game.State:
        """Return the state in which the first player draws from a deck of all cards.

        [OURS] All cards are shuffled, since a board does not show the drawn ones. Raises RulesError for a
        board without players, or with faults.
        """
        check_players(self.data.kit, table.players)
        self.check(table)
        outcome = self.find_outcome(table)
        end = outcome.rule if outcome else ""
        return game.State(table.players, table.terms, table.chips, self.data.deck, end=end)


def _fault(data: PoxData, rule: str, places: People = 0, /, **values: Value) -> Fault:
    """Return a fault of some people, or of the board."""
    area = data.people.area
    concerned = tuple((area, id) for id in data.people.list_ids(places) or ("",))
    return Fault(rule, places=concerned, values=values, path=(BOARD,))


def _list_too_many(data: PoxData, table: FinishedBoard) -> Iterator[Fault]:
    red, blue, black = map(int.bit_count, table.chips)
    for number, most, rule in (
        (red, data.chips[RED_CHIP], "pox.chips.red"),
        (blue, data.chips[BLUE_CHIP], "pox.chips.blue"),
    ):
        if number > most:
            yield _fault(data, rule, number=number, most=most)
    last = table.terms.allowed + 1
    if black > last:
        # [S] Nobody dies after the death that loses the game.
        yield _fault(data, "pox.deaths.most", table.chips.black, number=black, last=last)


def _list_unbegun(data: PoxData, table: FinishedBoard) -> Iterator[Fault]:
    """[S] Check that patients have chips of any colour, and so do all whom the first card infects.

    If the red chips have run out, the last card may have been carried out in part.
    """
    chips = table.chips
    yield from _locate(data, table, "pox.setup.patients", data.patients & ~chips.all)
    start = game.Chips(red=data.patients)
    if chips == start or chips.red.bit_count() >= data.chips[RED_CHIP]:
        return
    for card in data.cards.values():
        if isinstance(card, SpreadCard):
            is_possible = not game.list_newly_infected(data, start, card.direction) & ~chips.all
        else:
            candidates = game.list_candidates(data, start, table.terms, card)
            is_possible = not candidates or bool(candidates & chips.all)
        if is_possible:
            return
    yield _fault(data, "pox.spread.first")


def _list_reached(data: PoxData, chips: game.Chips) -> People:
    """Return the people whom the disease can have reached, step by step from the spontaneous cases."""
    # Vulnerable people die before they can infect others.
    carriers = chips.all & ~(data.vulnerable & ~data.patients)
    before, reached = 0, data.spontaneous & chips.all
    while reached != before:
        before = reached
        reached |= data.people.around(reached & carriers) & chips.all
    return reached


def _list_uncaused(data: PoxData, table: FinishedBoard) -> Iterator[Fault]:
    chips, people = table.chips, data.people
    uncaused = (chips.red | chips.black) & ~_list_reached(data, chips)
    yield from _locate(data, table, "pox.vaccinate.vulnerable", data.vulnerable & chips.blue)
    yield from _locate(data, table, "pox.spread.source", uncaused)
    alone = people.around(people.whole & ~chips.all)
    yield from _locate(data, table, "pox.deaths.cause", chips.black & ~data.vulnerable & alone)
    if chips.black.bit_count() > table.terms.allowed:
        if chips.black.bit_count() == table.terms.allowed + 1 and not _list_last_dead(data, chips):
            yield _fault(data, "pox.deaths.last", chips.black)
    elif chips.red.bit_count() < data.chips[RED_CHIP]:
        start = game.Chips(red=data.patients)
        # Patients who would die at once survive until the first card; the printed board has none of them.
        untested = data.patients & (data.vulnerable | game.list_surrounded(data, start))
        weak = chips.red & data.vulnerable & ~untested
        yield from _locate(data, table, "pox.deaths.vulnerable", weak)
        surrounded = game.list_surrounded(data, chips) & ~data.vulnerable & ~untested
        yield from _locate(data, table, "pox.deaths.surrounded", surrounded)


def _list_last_dead(data: PoxData, chips: game.Chips) -> People:
    """Return the people who can have died by the last card, after which nobody was helped."""
    people, gone = data.people, chips.red | chips.black
    weak = data.vulnerable & people.around(gone & ~data.vulnerable)
    surrounded = people.whole & ~people.around(people.whole & ~gone)
    return chips.black & (weak | surrounded)


def _locate(data: PoxData, table: FinishedBoard, rule: str, places: People) -> Iterator[Fault]:
    for id in data.people.list_ids(places):
        fault = _fault(data, rule, data.people.bits[id], place=id)
        yield replace(fault, where=id, text_line=table.lines[id])


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
