"""The scoring of finished boards: rule violations, the outcome, and games that continue from a board."""

from collections.abc import Iterator, Mapping, Sequence

from generator.games.pox import game
from generator.games.pox.data import BLUE_CHIP, RED_CHIP, Neighbourhood, People, PoxData, SpreadCard
from generator.model.values import dataclass, replace
from generator.rules.core import Entry, Fault, Outcome, Score, Sentence, Value, check_players
from generator.rules.form import TOGETHER, DrawnMarks, EntryRows, FormScoring

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
