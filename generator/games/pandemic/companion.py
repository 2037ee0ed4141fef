"""What the companion at the table says of Pandemic, and how it shows the table."""

from collections.abc import Iterator, Sequence

from generator.games.pandemic.moves import EVENT_OF, UNKNOWN, Move
from generator.games.pandemic.plan import ACTIONS, FIRST_CUBES, HAND_LIMIT, HANDS, NOBODY, PLANNER, Plan
from generator.games.pandemic.setup import find_dealt
from generator.games.pandemic.state import State, is_quiet_moment
from generator.games.pandemic.turns import find_rate
from generator.model.position import Laid, LaidPart, Position, TokenMark
from generator.rules.companion import Block, Cell, Chance, OptionQuestion, Tone, View
from generator.rules.core import NATURE, Sentence, Value

_TONES: dict[str, Tone] = {
    "blue": "blue",
    "yellow": "yellow",
    "black": "black",
    "red": "red",
    "green": "green",
}
_CHANCES = {
    "infecting": "ask.infecting",
    "roles": "ask.role",
    "dealing": "ask.deal",
    "draw": "ask.draw",
    "bottom": "ask.bottom",
    "next": "ask.second",
    "intensify": "ask.intensify",
    "infect": "ask.infect",
}
"""What is asked of nature in each phase."""


class PandemicCompanion:
    """Made from the board, the cards and the pieces of a kit."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @property
    def questions(self) -> Sequence[OptionQuestion]:
        """The difficulty, the easiest first; roles are drawn."""
        levels = sorted(self.plan.levels.items(), key=lambda level: level[1])
        values = {level: Sentence(f"option.{level}", {"number": number}) for level, number in levels}
        names = {level: Sentence(f"option.short.{level}") for level, _ in levels}
        name = Sentence("option.difficulty")
        return (OptionQuestion("difficulty", Sentence("ask.difficulty"), values, name, names),)

    @property
    def words(self) -> Sequence[tuple[str, Sentence]]:
        """Only what the wording does not list under `word`."""
        return (("pass", Sentence("tell.pass")),)

    @property
    def rare(self) -> tuple[str, ...]:
        """None."""
        return ()

    def prepare(self, state: State) -> Sequence[Sentence]:
        city = self.plan.city_words[self.plan.start]
        return (
            Sentence("prepare.station", {"city": city}),
            Sentence("prepare.markers"),
            Sentence("prepare.pawns", {"city": city}),
            Sentence("prepare.infections"),
            Sentence("prepare.deck", {"number": state.epidemics}),
        )

    def chance(self, state: State) -> Chance:
        return "cards"

    def ask(self, state: State, actor: str) -> Sentence:
        if actor == NATURE:
            return self._ask_nature(state)
        seat = state.players.index(actor)
        values: dict[str, Value] = {"player": actor, "left": state.left}
        if state.asked:
            asker, move = state.players[state.asked[0]], state.asked[1]
            wish = self.tell(state, asker, move)
            return Sentence("ask.consent", {**values, "other": asker, "move": wish})
        if state.seer != NOBODY:
            return Sentence("ask.next", {**values, "number": len(state.back) + 1})
        if state.phase == "beginning":
            return Sentence("ask.begin", values)
        if is_quiet_moment(state) and state.hand_size(seat) > HAND_LIMIT:
            return Sentence("ask.limit", {**values, "over": state.hand_size(seat) - HAND_LIMIT})
        if state.phase == "actions" and seat == state.active:
            return Sentence("ask.actions", {**values, "city": self.plan.city_words[state.pawns[seat]]})
        return Sentence("ask.event", values)

    def _ask_nature(self, state: State) -> Sentence:
        if state.seer != NOBODY:
            return Sentence("ask.look", {"player": state.players[state.seer], "left": state.to_see})
        seat = state.active
        number = state.left
        if state.phase == "infecting":
            number = FIRST_CUBES[len(state.infected)]
        elif state.phase == "roles":
            seat = state.roles.index("")
        elif state.phase == "dealing":
            seat = find_dealt(state)
            number = HANDS[len(state.players)] - state.hand_size(seat)
        player = state.players[seat] if seat != NOBODY else ""
        return Sentence(_CHANCES[state.phase], {"player": player, "number": number})

    def tell(self, state: State, actor: str, move: Move) -> Sentence:
        plan, verb = self.plan, move.verb
        values: dict[str, Value] = {}
        key: str = verb
        if move.seat != NOBODY:
            values["player"] = state.players[move.seat]
        values["cards"] = tuple(plan.city_words[card] for card in move.cards)
        if verb == "forecast" and move.cards:
            key = "forecast_order"
        elif verb in ("treat", "cure"):
            values["colour"] = plan.colour_words[move.to]
        elif verb == "role":
            values["role"] = plan.role_word(plan.roles[move.to])
        elif verb in ("draw", "deal") and move.to == UNKNOWN:
            key = f"{verb}_unknown"
        elif move.to != NOBODY:
            values["card"] = plan.card_words[move.to]
        if verb in ("drive", "fly", "charter", "shuttle") and move.seat != NOBODY:
            key = "move"
        if verb in EVENT_OF:
            values["event"] = plan.card_words[plan.event(EVENT_OF[verb])]
        if move.other != NOBODY:
            values["other"] = plan.city_words[move.other]
            key = {"build": "build_moved", "grant": "grant_moved"}.get(verb, key)
        if key == "move":
            values["way"] = Sentence(f"way.{verb}")
        return Sentence(f"tell.{key}", values)

    def lesson(self, state: State, actor: str) -> Sentence | None:
        """The first action of each role is explained by what the role can do."""
        if state.asked:
            return None
        if state.seer != NOBODY:
            return Sentence("lesson.forecast")
        if actor == NATURE:
            return Sentence(f"lesson.{state.phase}")
        seat = state.players.index(actor)
        if is_quiet_moment(state) and state.hand_size(seat) > HAND_LIMIT:
            return Sentence("lesson.limit")
        if state.phase == "actions" and seat == state.active:
            return Sentence(
                "lesson.actions"
                if state.turn == 1 and state.left == ACTIONS
                else f"lesson.{state.roles[seat]}"
            )
        return Sentence("lesson.event")

    def view(self, state: State) -> View:
        return View((self._show_world(state), self._show_cities(state), self._show_players(state)))

    def _show_world(self, state: State) -> Block:
        """The tracks, and a row for each disease."""
        plan = self.plan
        values: dict[str, Value] = {
            "turn": state.turn,
            "rate": find_rate(plan, state.increases),
            "outbreaks": state.outbreaks,
            "most": plan.most_outbreaks,
            "deck": state.deck_size,
        }
        heads = tuple(Cell(Sentence(f"view.{key}"), "dim") for key in ("disease", "supply", "cure"))
        rows = []
        for colour, word in enumerate(plan.colour_words):
            is_gone, is_cured = state.eradicated >> colour & 1, state.cured >> colour & 1
            cure = "eradicated" if is_gone else "cured" if is_cured else "open"
            name = Cell(word if isinstance(word, Sentence) else str(word), self._tone(colour))
            rows.append((name, Cell(str(state.supply[colour])), Cell(Sentence(f"view.{cure}"))))
        title = Sentence("view.world", values) if state.is_set_up else Sentence("view.setup")
        return Block(title, tuple(rows), heads)

    def _show_cities(self, state: State) -> Block:
        """Of each disease those with most cubes first, which break out next; and where the stations are.

        One row a city would be longer than a screen.
        """
        plan = self.plan
        colours = len(plan.colours)
        rows = []
        for colour, word in enumerate(plan.colour_words):
            name = _word(word, self._tone(colour))
            numbers = state.cubes[colour::colours]
            for number in sorted({*numbers} - {0}, reverse=True):
                cities = [city for city, cubes in enumerate(numbers) if cubes == number]
                cubes = Cell(Sentence("view.cubes", {"number": number}), self._tone(colour))
                rows.append((name, cubes, self._list_cities(cities)))
                name = Cell("")
        rows.append((Cell(Sentence("view.stations")), Cell(""), self._list_cities(sorted(state.stations))))
        return Block(Sentence("view.cities"), tuple(rows))

    def _list_cities(self, cities: Sequence[int]) -> Cell:
        if not cities:
            return Cell("-")
        return Cell(Sentence("view.in", {"cities": tuple(self.plan.city_words[city] for city in cities)}))

    def _show_players(self, state: State) -> Block:
        plan = self.plan
        rows = []
        for seat, player in enumerate(state.players):
            role = state.roles[seat]
            cards = [
                *(plan.card_words[card] for card in state.hands[seat]),
                *("?" for _ in range(state.unknown[seat])),
            ]
            if state.stored != NOBODY and role == PLANNER:
                cards.append(Sentence("view.stored", {"card": plan.card_words[state.stored]}))
            hand = Cell(Sentence("view.hand", {"cards": tuple(cards)})) if cards else Cell("-")
            name = Cell(player, "strong" if seat == state.active else "plain")
            rows.append(
                (
                    name,
                    _word(plan.role_word(role)) if role else Cell("-"),
                    _word(plan.city_words[state.pawns[seat]]),
                    hand,
                )
            )
        heads = tuple(Cell(Sentence(f"view.{key}"), "dim") for key in ("player", "role", "city", "cards"))
        return Block(Sentence("view.players"), tuple(rows), heads)

    def _tone(self, colour: int) -> Tone:
        return _TONES.get(self.plan.colours[colour], "plain")

    def position(self, state: State) -> Position:
        """Cubes, stations and pawns in the cities, and the markers on the tracks."""
        return Position((LaidPart(self.plan.board, tuple(self._list_laid(state))),))

    def _list_laid(self, state: State) -> Iterator[Laid]:
        plan = self.plan
        for place, number in enumerate(state.cubes):
            if number:
                city, colour = divmod(place, len(plan.colours))
                yield Laid(plan.area, plan.cities[city], TokenMark(f"cube_{plan.colours[colour]}", number))
        for city in state.stations:
            yield Laid(plan.area, plan.cities[city], TokenMark("station"))
        for role, city in zip(state.roles, state.pawns, strict=True):
            if role:
                yield Laid(plan.area, plan.cities[city], TokenMark(role, part="tokens"))
        rate = min(state.increases, len(plan.rates) - 1)
        yield Laid("infection_rate", plan.rate_fields[rate], TokenMark("infection_rate"))
        yield Laid("outbreaks", plan.outbreak_fields[state.outbreaks], TokenMark("outbreak"))
        for colour, field in plan.cure_fields.items():
            if state.cured >> colour & 1:
                turned = state.eradicated >> colour & 1 == 1
                yield Laid("cures", field, TokenMark(f"cure_{plan.colours[colour]}", is_turned=turned))


def _word(word: Value, tone: Tone = "plain") -> Cell:
    return Cell(word if isinstance(word, Sentence) else str(word), tone)
