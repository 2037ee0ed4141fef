"""What the companion at the table says of POX, and how it shows the board."""

from collections.abc import Iterator, Sequence

from generator.games.pox.entries import NO_CHIP, show_sign
from generator.games.pox.moves import Cure, Done, Draw, Infect, Move, Vaccinate
from generator.games.pox.plan import BLACK, BLUE, DEATHS, RED, Card, Plan
from generator.games.pox.state import Offer, State
from generator.games.pox.turns import NONE, ONE, SOME, TWO, find_candidates
from generator.model.position import Laid, LaidPart, Position, TokenMark
from generator.rules.companion import Block, Cell, Chance, OptionQuestion, Tone, View
from generator.rules.core import NATURE, Sentence, Value

VULNERABLE, CANDIDATE = "v", "?"
"""Beside the signs of chips: who cannot be vaccinated, and whom the outbreak may infect."""

_TONES: dict[str, Tone] = {
    "r": "red",
    "b": "blue",
    "k": "black",
    VULNERABLE: "yellow",
    CANDIDATE: "strong",
    NO_CHIP: "dim",
}
_LESSONS = {SOME: "lesson.some", NONE: "lesson.none", ONE: "lesson.one", TWO: "lesson.two"}
"""By what the good part offers before anybody has been helped."""


class PoxCompanion:
    """Made from the board, the cards and the chips of a kit."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @property
    def questions(self) -> Sequence[OptionQuestion]:
        """The level alone: variants are for those who ask for them."""
        values = {
            level: Sentence("say.level", {"level": Sentence(f"levels.{level}"), "deaths": deaths})
            for level, deaths in self.plan.levels.items()
        }
        names = {level: Sentence(f"levels.{level}") for level in self.plan.levels}
        name = Sentence("option.difficulty")
        own = ("deaths_allowed",)
        return (OptionQuestion("difficulty", Sentence("ask.difficulty"), values, name, names, own),)

    @property
    def words(self) -> Sequence[tuple[str, Sentence]]:
        """What is done to people, and what stands on the cards."""
        cards = self.plan.cards.values()
        printed = dict.fromkeys(card.direction for card in cards if card.direction)
        kinds = dict.fromkeys(card.kind for card in cards if card.kind)
        return (
            *((deed, Sentence(f"word.{deed}")) for deed in ("infect", "vaccinate", "cure")),
            ("done", Sentence("say.done")),
            *((word, Sentence(f"cards.{word}")) for word in ("spread", "outbreak", *printed)),
            *((kind, Sentence(f"people.{kind}")) for kind in kinds),
        )

    @property
    def rare(self) -> tuple[str, ...]:
        """None."""
        return ()

    def prepare(self, state: State) -> Sequence[Sentence]:
        places = self.plan.people.list_ids(state.chips.red)
        return (
            Sentence("prepare.patients", {"places": places, "number": len(places)}),
            Sentence("prepare.cards"),
            self._prepare_deaths(state.terms.allowed + 1),
            Sentence("prepare.first", {"player": state.players[state.active]}),
        )

    def _prepare_deaths(self, number: int) -> Sentence:
        """An easier game may take more black chips than there are spaces."""
        spaces = len(self.plan.deaths)
        if number > spaces:
            return Sentence("prepare.deaths_more", {"number": spaces, "more": number - spaces})
        return Sentence("prepare.deaths", {"number": number})

    def chance(self, state: State) -> Chance:
        return "cards"

    def ask(self, state: State, actor: str) -> Sentence:
        if actor == NATURE:
            return Sentence("ask.draw", {"player": state.players[state.active]})
        if not state.offers:
            return Sentence("ask.outbreak", {"player": actor})
        return Sentence("ask.help", {"player": actor, "offers": say_offers(state.offers)})

    def tell(self, state: State, actor: str, move: Move) -> Sentence:
        match move:
            case Draw(text):
                return say_card(self.plan.cards[text])
            case Infect(place):
                return Sentence("say.infect", {"place": place, **self._say_kind(place)})
            case Vaccinate(place):
                return self._say_help("vaccinate", place)
            case Cure(place):
                return self._say_help("cure", place)
            case Done():
                return Sentence("say.done")

    def _say_help(self, deed: str, place: str) -> Sentence:
        if self.plan.patients & self.plan.people.bits[place]:
            return Sentence(f"say.{deed}_patient", {"place": place})
        kind = self._say_kind(place)
        return Sentence(f"say.{deed}" if kind else f"say.{deed}_somebody", {"place": place, **kind})

    def _say_kind(self, place: str) -> dict[str, Value]:
        """Of whom the cards tell; patients and vulnerable people have no name."""
        bit = self.plan.people.bits[place]
        drawn = (card.kind for card in self.plan.cards.values())
        kind = next((kind for kind in drawn if kind and self.plan.kinds[kind] & bit), None)
        return {} if kind is None else {"kind": Sentence(f"people.{kind}")}

    def lesson(self, state: State, actor: str) -> Sentence | None:
        if state.stage == "draw":
            return Sentence("lesson.draw" if state.turn == 1 else "lesson.contained")
        if state.stage == "outbreak":
            return Sentence("lesson.outbreak")
        key = None if state.helped else _LESSONS.get(state.offers)
        return None if key is None else Sentence(key)

    def view(self, state: State) -> View:
        plan, terms = self.plan, state.terms
        level: dict[str, Value] = {"deaths": state.chips.black.bit_count(), "allowed": terms.allowed}
        if terms.allowed == plan.levels[terms.level]:
            dead = Sentence("say.deaths", {**level, "level": Sentence(f"levels.{terms.level}")})
        else:
            dead = Sentence("say.deaths_alone", level)
        known: dict[str, Value] = {"turn": state.turn, "player": state.players[state.active]}
        if state.card:
            where = Sentence("say.card", {**known, "card": say_card(plan.cards[state.card])})
        else:
            where = Sentence("say.deck", {**known, "cards": len(state.deck)})
        legend = [(Cell(Sentence("say.legend"), "dim"),)]
        if state.stage == "outbreak":
            legend.append((Cell(Sentence("say.choice"), "dim"),))
        heads = (Cell(""), *(Cell(letter, "dim") for letter in self._list_columns()))
        board = Block(where, tuple(self._show_rows(state)), heads, is_grid=True)
        return View((board, Block(dead, tuple(legend))))

    def _list_columns(self) -> Iterator[str]:
        """The letters above the board."""
        for column in range(self.plan.people.columns):
            ids = (id for bit, id in self.plan.people.ids.items() if bit % self.plan.people.columns == column)
            yield next(ids, " ").rstrip("0123456789")

    def _show_rows(self, state: State) -> Iterator[tuple[Cell, ...]]:
        candidates = 0
        if state.stage == "outbreak":
            kind = self.plan.cards[state.card].kind
            candidates = find_candidates(self.plan, state.chips, state.terms, kind)
        for number, row in enumerate(self.plan.people.list_rows(), 1):
            cells = [Cell(str(number), "dim")]
            for place in row:
                sign = " "
                if place is not None:
                    sign = show_sign(state.chips, 1 << place[0])
                    if sign == NO_CHIP and self.plan.vulnerable >> place[0] & 1:
                        sign = VULNERABLE
                    elif candidates >> place[0] & 1:
                        sign = CANDIDATE
                cells.append(Cell(sign, _TONES.get(sign, "plain")))
            yield tuple(cells)

    def position(self, state: State) -> Position:
        """The chips on the people, and the black ones that still wait."""
        plan, chips = self.plan, state.chips
        laid = [
            Laid(plan.people.area, id, TokenMark(chip))
            for chip, places in ((RED, chips.red), (BLUE, chips.blue), (BLACK, chips.black))
            for id in plan.people.list_ids(places)
        ]
        waiting = plan.deaths[chips.black.bit_count() : state.terms.allowed + 1]
        laid += [Laid(DEATHS, space, TokenMark(BLACK)) for space in waiting]
        return Position((LaidPart(plan.board, tuple(laid)),))


def say_card(card: Card) -> Sentence:
    """By the words that are printed on it."""
    if card.direction is None:
        kind = Sentence(f"people.{card.kind}")
        return Sentence("say.outbreak", {"card": Sentence("cards.outbreak"), "kind": kind})
    direction = Sentence(f"cards.{card.direction}")
    return Sentence("say.spread", {"card": Sentence("cards.spread"), "direction": direction})


def say_offers(offers: Sequence[Offer]) -> Sentence:
    """`vaccinate 6, or cure 2, or vaccinate 3 and cure 1`."""
    *others, said = [_say_offer(offer) for offer in offers if any(offer)]
    for offer in reversed(others):
        said = Sentence("say.or", {"first": offer, "second": said})
    return said


def _say_offer(offer: Offer) -> Sentence:
    people, cures = offer
    if people and cures:
        return Sentence("say.offer.both", {"vaccinate": people, "cure": cures})
    return Sentence("say.offer.vaccinate" if people else "say.offer.cure", {"number": people or cures})
