"""The board as a form: cubes, stations, and pawns in cities, and markers on tracks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from generator.errors import RulesError
from generator.games.pandemic.companion import PandemicCompanion
from generator.games.pandemic.places import CURES, MARKERS, OUTBREAKS, PAWNS, RATE, STATION, lay_table
from generator.games.pandemic.plan import MOST_IN_CITY
from generator.games.pandemic.scoring import PandemicScoring
from generator.games.pandemic.setup import parse_roles
from generator.games.pandemic.state import State
from generator.games.pandemic.table import Table
from generator.model.played import LaidPart, Position, Takes, TokenMark
from generator.rules.core import Entry
from generator.rules.form import NO_SETUP, Form


class BoardForm(Form[Table, State]):
    """Form for the board; cards, the turn, and decks are left out, and nothing is checked about them."""

    def __init__(self, scoring: PandemicScoring, companion: PandemicCompanion) -> None:
        super().__init__(scoring)
        self.plan = scoring.plan
        self.companion = companion

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        return tuple(self._list_takes())

    def _list_takes(self) -> Iterator[Takes]:
        plan = self.plan
        part, area, cities = plan.board, plan.area, plan.cities
        for colour in plan.colours:
            yield Takes(
                part=part,
                area=area,
                places=cities,
                kind="heap",
                marks=(TokenMark(f"cube_{colour}"),),
                numbers=(0, MOST_IN_CITY),
                names=(f"disease.{colour}",),
            )
        station, name = (TokenMark(STATION),), ("view.stations",)
        yield Takes(part=part, area=area, places=cities, marks=station, names=name)
        pawns = tuple(TokenMark(role, part=PAWNS) for role in plan.roles)
        yield Takes(part=part, area=area, places=cities, kind="marker", marks=pawns)
        for track, piece in MARKERS.items():
            fields = self._list_fields(track)
            yield Takes(part=part, area=track, places=fields, kind="marker", marks=(TokenMark(piece),))
        for number, field in plan.cure_fields.items():
            cure = f"cure_{plan.colours[number]}"
            sides = (TokenMark(cure), TokenMark(cure, is_turned=True))
            names = ("view.cured", "view.eradicated")
            yield Takes(part=part, area=CURES, places=(field,), marks=sides, names=names)

    def _list_fields(self, track: str) -> tuple[str, ...]:
        return tuple(field.id for field in self.plan.tracks[track].fields)

    def enter(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        """Return the table; where the marker of the rate stays, the number of epidemics is unknown."""
        plan = self.plan
        names = dict(zip(plan.cities, plan.names, strict=False))
        laid = [each for part in position.parts for each in part.laid]
        pieces = [(each.place, each.mark) for each in laid if isinstance(each.mark, TokenMark)]
        places = {mark.piece: place for place, mark in pieces}
        cubes: dict[str, str] = {}
        for city, colour, number in self._list_cubes(pieces):
            cubes[names[city]] = f"{cubes.get(names[city], '')} {colour} {number}".strip()
        found: dict[str, Entry] = {"cubes": {**cubes}}
        for key, track in (("outbreaks", OUTBREAKS), ("epidemics", RATE)):
            fields = self._list_fields(track)
            field = places.get(MARKERS[track])
            if field and not (track == RATE and field == fields[-1] and len(fields) <= plan.epidemics):
                found[key] = str(fields.index(field))
        if plan.cure_fields:
            turned = {mark.piece for _, mark in pieces if mark.is_turned}
            found["cured"] = [colour for colour in plan.colours if f"cure_{colour}" in places]
            found["eradicated"] = [colour for colour in plan.colours if f"cure_{colour}" in turned]
        found["stations"] = [names[place] for place, mark in pieces if mark.piece == STATION]
        roles: tuple[str, ...] = ()
        # Whoever reads the file reports roles that cannot be read.
        with suppress(RulesError):
            roles = parse_roles(plan, players, setup.get("roles", ""))
        seats = zip(players, roles, strict=False)
        if pawns := {player: names[places[role]] for player, role in seats if role in places}:
            found["pawns"] = {**pawns}
        return found

    def _list_cubes(self, pieces: Sequence[tuple[str, TokenMark]]) -> Iterator[tuple[str, str, int]]:
        """Yield cities with the colours and numbers of their cubes."""
        for colour in self.plan.colours:
            counts: Counter[str] = Counter()
            for place, mark in pieces:
                counts[place] += mark.count if mark.piece == f"cube_{colour}" else 0
            yield from ((city, colour, number) for city, number in counts.items() if number)

    def mark(self, table: Table) -> Position:
        return Position((LaidPart(self.plan.board, tuple(lay_table(self.plan, table))),))

    def mark_state(self, state: State) -> Position:
        return self.companion.position(state)
