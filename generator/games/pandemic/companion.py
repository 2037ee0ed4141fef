"""Pandemic at the table: questions, explanations, and the board as views and as a form."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

from generator.games.pandemic import table as tables
from generator.games.pandemic.data import (
    EVENTS,
    NOBODY,
    UNKNOWN,
    Numbers,
    PandemicData,
    PandemicMove,
    PandemicRole,
    State,
    find_rate,
    name_decision,
    name_role,
    replace_state,
)
from generator.games.pandemic.scoring import PandemicScoring
from generator.games.pandemic.turns import find_dealt, start_game
from generator.model.played import Laid, LaidPart, Position, Spot, Takes, TokenMark
from generator.rules.core import (
    NATURE,
    Companion,
    Entry,
    OptionQuestion,
    Phrase,
    RulesError,
    Sentence,
    TableView,
    Tone,
    Value,
    ViewCell,
    ViewTable,
)
from generator.rules.form import NO_SETUP, PaperForm

_TONES: tuple[Tone, ...] = ("blue", "yellow", "black", "red", "green")
_CHANCES = {"roles": "role", "dealing": "deal", "next": "second"}
"""Questions about nature's moves, by phase, if their names differ."""


class PandemicCompanion(Companion[State, PandemicMove]):
    """Companion for one kit."""

    def __init__(self, data: PandemicData) -> None:
        self.data = data
        levels = sorted(data.levels, key=data.levels.__getitem__)
        values = {level: Sentence(f"option.{level}", number=data.levels[level]) for level in levels}
        names = {level: Sentence(f"option.short.{level}") for level in levels}
        name = Sentence("option.difficulty")
        events = (word for word in data.card_words[len(data.cities) :] if isinstance(word, Sentence))
        self.words = (
            ("pass", Sentence("tell.pass")),
            ("unknown", Sentence("word.unknown")),
            *zip(data.names[len(data.cities) :], events, strict=False),
        )
        self.questions = (OptionQuestion("difficulty", Sentence("ask.difficulty"), values, name, names),)

    @property
    def shown(self) -> Iterator[tuple[str, Phrase]]:
        data, cities = self.data, len(self.data.cities)
        yield from zip(data.names[:cities], data.card_words[:cities], strict=True)
        yield from zip(data.colours, data.colour_words, strict=True)
        yield from ((name_role(role), data.role_word(role)) for role in data.roles)

    def prepare(self, state: State) -> Sequence[Sentence]:
        values: dict[str, Value] = {"city": self.data.card_words[self.data.start], "number": state.epidemics}
        parts = ("station", "markers", "pawns", "infections", "deck")
        return tuple(Sentence(f"prepare.{part}", **values) for part in parts)

    def ask(self, state: State, actor: str) -> Sentence:
        if actor == NATURE:
            return self._ask_nature(state)
        seat = state.players.index(actor)
        values: dict[str, Value] = {
            "player": actor,
            "left": state.left,
            "number": len(state.back) + 1,
            "over": state.hand_size(seat) - Numbers.HAND_LIMIT,
            "city": self.data.card_words[state.pawns[seat]],
        }
        if state.asked:
            asker = state.players[state.asked[0]]
            values.update(other=asker, move=self.describe(state, asker, state.asked[1]))
        return Sentence(f"ask.{name_decision(state, seat)}", **values)

    def _ask_nature(self, state: State) -> Sentence:
        if state.seer != NOBODY:
            return Sentence("ask.look", player=state.players[state.seer], left=state.to_see)
        seat, number = state.active, state.left
        if state.phase == "infecting":
            number = Numbers.FIRST_CUBES[len(state.infected)]
        elif state.phase == "roles":
            seat = state.roles.index("")
        elif state.phase == "dealing":
            seat = find_dealt(state)
            number = Numbers.HANDS[len(state.players)] - state.hand_size(seat)
        player = state.players[seat] if seat != NOBODY else ""
        key = _CHANCES.get(state.phase, state.phase)
        return Sentence(f"ask.{key}", player=player, number=number)

    def describe(self, state: State, actor: str, move: PandemicMove) -> Sentence:
        data, verb = self.data, move.verb
        key = verb
        values: dict[str, Value] = {"cards": tuple(data.card_words[card] for card in move.cards)}
        if move.seat != NOBODY:
            values["player"] = state.players[move.seat]
        if verb in ("treat", "cure"):
            values["colour"] = data.colour_words[move.to]
        elif verb == "role":
            values["role"] = data.role_word(data.roles[move.to])
        elif verb in ("draw", "deal") and move.to == UNKNOWN:
            key = f"{verb}_unknown"
        elif move.to != NOBODY:
            values["card"] = data.card_words[move.to]
        if verb == "forecast" and move.cards:
            key = "forecast_order"
        if verb in ("drive", "fly", "charter", "shuttle") and move.seat != NOBODY:
            key, values["way"] = "move", Sentence(f"way.{verb}")
        if verb in EVENTS:
            values["event"] = data.card_words[data.event(verb)]
        if move.other != NOBODY:
            values["other"] = data.card_words[move.other]
            key = {"build": "build_moved", "grant": "grant_moved"}.get(verb, key)
        return Sentence(f"tell.{key}", **values)

    def lesson(self, state: State, actor: str) -> Sentence | None:
        """Explain the phase, or the abilities of a role at the first action of its player."""
        key: str = "forecast" if state.seer != NOBODY else state.phase
        if actor != NATURE and state.seer == NOBODY:
            seat = state.players.index(actor)
            key = name_decision(state, seat)
            if key == "actions" and (state.turn, state.left) != (1, Numbers.ACTIONS):
                key = state.roles[seat]
        return None if key in ("consent", "begin") else Sentence(f"lesson.{key}")

    def view(self, state: State) -> TableView:
        return (self._show_world(state), self._show_cities(state), self._show_players(state))

    def _show_world(self, state: State) -> ViewTable:
        data = self.data
        values: dict[str, Value] = {
            "turn": state.turn,
            "rate": find_rate(data, state.increases),
            "outbreaks": state.outbreaks,
            "most": data.most_outbreaks,
            "deck": state.deck_size,
        }
        rows = []
        for colour, number in enumerate(state.supply):
            is_gone, is_cured = state.eradicated >> colour & 1, state.cured >> colour & 1
            cure = "eradicated" if is_gone else "cured" if is_cured else "open"
            rows.append(
                (self._name_disease(colour), ViewCell(str(number)), ViewCell(Sentence(f"view.{cure}")))
            )
        title = Sentence("view.world", **values) if state.turn else Sentence("view.setup")
        return ViewTable(title, tuple(rows), _make_heads("disease", "supply", "cure"))

    def _show_cities(self, state: State) -> ViewTable:
        """Show cities by disease and number of cubes, since a row per city is too long; then stations."""
        rows = []
        for colour in range(len(self.data.colours)):
            name = self._name_disease(colour)
            numbers = state.cubes[colour :: len(self.data.colours)]
            for number in sorted({*numbers} - {0}, reverse=True):
                cities = [city for city, cubes in enumerate(numbers) if cubes == number]
                cubes = ViewCell(Sentence("view.cubes", number=number), self._tone(colour))
                rows.append((name, cubes, self._list_cities(cities)))
                name = ViewCell("")
        rows.append(
            (ViewCell(Sentence("view.stations")), ViewCell(""), self._list_cities(sorted(state.stations)))
        )
        return ViewTable(Sentence("view.cities"), tuple(rows))

    def _list_cities(self, cities: Sequence[int]) -> ViewCell:
        words = tuple(self.data.card_words[city] for city in cities)
        return ViewCell(Sentence("view.in", cities=words) if words else "-")

    def _show_players(self, state: State) -> ViewTable:
        data = self.data
        rows = []
        for seat, player in enumerate(state.players):
            role = state.roles[seat]
            cards = [data.card_words[card] for card in state.hands[seat]] + ["?"] * state.unknown[seat]
            if state.stored != NOBODY and role == PandemicRole.PLANNER:
                cards.append(Sentence("view.stored", card=data.card_words[state.stored]))
            name = ViewCell(player, "strong" if seat == state.active else "plain")
            city = ViewCell(data.card_words[state.pawns[seat]])
            hand = ViewCell(Sentence("view.hand", cards=tuple(cards)) if cards else "-")
            rows.append((name, ViewCell(data.role_word(role) if role else "-"), city, hand))
        heads = _make_heads("player", "role", "city", "cards")
        return ViewTable(Sentence("view.players"), tuple(rows), heads)

    def _name_disease(self, colour: int) -> ViewCell:
        return ViewCell(self.data.colour_words[colour], self._tone(colour))

    def _tone(self, colour: int) -> Tone:
        return next((tone for tone in _TONES if tone == self.data.colours[colour]), "plain")

    def position(self, state: State) -> Position:
        """Return cubes, stations, and pawns in the cities, and the markers on the tracks."""
        laid = tables.lay_table(self.data, tables.take_table(self.data, state))
        return Position((LaidPart(self.data.board, tuple(laid)),))

    def arrange(self, position: Position) -> State:
        """Return a state of two players before infections, with these cubes and the first station."""
        data, players = self.data, ("Ana", "Bo")
        start = start_game(data, players, {})
        cubes, supply = [*start.cubes], [*start.supply]
        for spot, marks in position.pieces_by_place.items():
            for mark in marks:
                colour = data.colours.index(mark.piece.removeprefix("cube_"))
                cubes[data.cities.index(spot[1]) * len(data.colours) + colour] += mark.count
                supply[colour] -= mark.count
        roles = data.roles[: len(players)]
        return replace_state(
            start,
            roles=roles,
            cubes=bytes(cubes),
            supply=tuple(supply),
            phase="infect",
            left=1,
            turn=1,
            active=0,
        )

    def set_up(self, state: State) -> Position:
        """Return the position with the pawns of all roles, of which players draw theirs."""
        data = self.data
        start = data.cities[data.start]
        free = [role for role in data.roles if role not in state.roles]
        pawns = (Laid(data.area, start, TokenMark(role, part=tables.PAWNS)) for role in free)
        return Position(
            (LaidPart(data.board, (*tables.lay_table(data, tables.take_table(data, state)), *pawns)),)
        )

    def places(self, state: State, move: PandemicMove) -> Sequence[Spot]:
        """Return the city of a move; for treat and build, that of the active pawn; for a cure, its field."""
        data = self.data
        if move.verb == "cure":
            return (("cures", data.cure_fields[move.to]),) if move.to in data.cure_fields else ()
        if move.verb in ("treat", "build"):
            return ((data.area, data.cities[state.pawns[state.active]]),)
        if move.verb == "role" or not 0 <= move.to < len(data.cities):
            return ()
        return ((data.area, data.cities[move.to]),)

    def focus(self, state: State, actor: str) -> Sequence[Spot]:
        """Return the city of a player's pawn."""
        city = NOBODY if actor == NATURE else state.pawns[state.players.index(actor)]
        return () if city == NOBODY else ((self.data.area, self.data.cities[city]),)

    def attempts(self, state: State, actor: str, places: Sequence[Spot]) -> Sequence[str]:
        data = self.data
        cities = [id for area, id in places if area == data.area and id in data.cities]
        names = [data.names[data.cities.index(id)] for id in cities]
        return names if actor == NATURE else [f"drive {name}" for name in names]


def _make_heads(*keys: str) -> tuple[ViewCell, ...]:
    return tuple(ViewCell(Sentence(f"view.{key}"), "dim") for key in keys)


class BoardForm(PaperForm[tables.FinishedTable, State]):
    """Form for the board; cards, the turn, and decks are left out, and nothing is checked about them."""

    def __init__(self, scoring: PandemicScoring, companion: PandemicCompanion) -> None:
        super().__init__(scoring, companion)
        self.data = scoring.data

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        return tuple(self._list_takes())

    def _list_takes(self) -> Iterator[Takes]:
        data = self.data
        takes = partial(Takes, part=data.board)
        in_cities = partial(takes, area=data.area, places=data.cities)
        for colour in data.colours:
            cubes, name = (TokenMark(f"cube_{colour}"),), f"disease.{colour}"
            yield in_cities(kind="heap", marks=cubes, numbers=(0, Numbers.MOST_IN_CITY), names=(name,))
        yield in_cities(marks=(TokenMark(tables.STATION),), names=("view.stations",))
        pawns = tuple(TokenMark(role, part=tables.PAWNS) for role in data.roles)
        yield in_cities(kind="marker", marks=pawns)
        for track, piece in tables.MARKERS.items():
            fields = self._list_fields(track)
            yield takes(area=track, places=fields, kind="marker", marks=(TokenMark(piece),))
        for number, field in data.cure_fields.items():
            cure = f"cure_{data.colours[number]}"
            sides = (TokenMark(cure), TokenMark(cure, is_turned=True))
            names = ("view.cured", "view.eradicated")
            yield takes(area=tables.CURES, places=(field,), marks=sides, names=names)

    def _list_fields(self, track: str) -> tuple[str, ...]:
        return tuple(field.id for field in self.data.tracks[track].fields)

    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        """Return the table; where the marker of the rate stays, the number of epidemics is unknown."""
        data = self.data
        names = dict(zip(data.cities, data.names, strict=False))
        places = {piece: spots[-1][1] for piece, spots in position.places_by_piece.items()}
        cubes: dict[str, Entry] = {}
        for colour in data.colours:
            for city, number in self._count_cubes(position, colour).items():
                cubes[names[city]] = f"{cubes.get(names[city], '')} {colour} {number}".strip()
        entry: dict[str, Entry] = {"cubes": cubes}
        for key, track in (("outbreaks", tables.OUTBREAKS), ("epidemics", tables.RATE)):
            fields = self._list_fields(track)
            field = places.get(tables.MARKERS[track])
            if field and not (track == tables.RATE and field == fields[-1] and len(fields) <= data.epidemics):
                entry[key] = str(fields.index(field))
        if data.cure_fields:
            pieces = (mark for marks in position.pieces_by_place.values() for mark in marks)
            turned = {mark.piece for mark in pieces if mark.is_turned}
            entry["cured"] = [colour for colour in data.colours if f"cure_{colour}" in places]
            entry["eradicated"] = [colour for colour in data.colours if f"cure_{colour}" in turned]
        entry["stations"] = [names[place] for _, place in position.places_by_piece.get(tables.STATION, ())]
        roles: tuple[str, ...] = ()
        # Whoever reads the file reports roles that cannot be read.
        with suppress(RulesError):
            roles = data.parse_roles(players, setup.get("roles", ""))
        seats = zip(players, roles, strict=False)
        if pawns := {player: names[places[role]] for player, role in seats if role in places}:
            entry["pawns"] = {**pawns}
        return entry

    def _count_cubes(self, position: Position, colour: str) -> Mapping[str, int]:
        counts: Counter[str] = Counter()
        for (_, place), marks in position.pieces_by_place.items():
            counts[place] += sum(mark.count for mark in marks if mark.piece == f"cube_{colour}")
        return +counts

    def list_setup(self, state: State) -> Mapping[str, str]:
        """Pawns are named by their roles."""
        roles = zip(state.players, state.roles, strict=True)
        named = ", ".join(f"{player} {role.replace('_', ' ')}" for player, role in roles if role)
        return {"roles": named} if named else {}

    def lay(self, table: tables.FinishedTable) -> Position:
        return Position((LaidPart(self.data.board, tuple(tables.lay_table(self.data, table))),))
