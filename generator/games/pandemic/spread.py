"""Diseases: placing and removing cubes, chains of outbreaks, and protected cities."""

from typing import Any

from generator.games.pandemic.plan import MOST_IN_CITY, NOBODY, Plan, Role
from generator.games.pandemic.state import LOST_BY_CUBES, LOST_BY_OUTBREAKS, State, replace
from generator.rules.core import Sentence


class Spread:
    """The cubes of a state while they change; `finish` returns the new state."""

    def __init__(self, plan: Plan, state: State, events: list[Sentence]) -> None:
        """Begin with the cubes of `state`; all changes are appended to `events`."""
        self._plan = plan
        self._state = state
        self._colours = len(plan.colours)
        self._cubes = bytearray(state.cubes)
        self._supply = list(state.supply)
        self._outbreaks = state.outbreaks
        self._eradicated = state.eradicated
        self._end = ""
        self._events = events
        roles, self._medic, self._guarded = state.roles, NOBODY, 0
        if Role.MEDIC in roles:
            self._medic = state.pawns[roles.index(Role.MEDIC)]
        # [P] The Quarantine Specialist protects her city and all linked ones, but not in the set-up.
        if Role.QUARANTINE in roles and state.turn:
            self._guarded = plan.near[state.pawns[roles.index(Role.QUARANTINE)]]

    def finish(self, **changes: Any) -> State:
        """Return the new state, with other fields changed in the same step."""
        return replace(
            self._state,
            cubes=bytes(self._cubes),
            supply=tuple(self._supply),
            outbreaks=self._outbreaks,
            eradicated=self._eradicated,
            end=self._end,
            **changes,
        )

    def infect(self, city: int) -> None:
        """[S] Place a cube in the colour of the city; a fourth one is an outbreak instead."""
        colour = self._plan.colour_of[city]
        if self._is_spared(city, colour):
            return
        if self._cubes[city * self._colours + colour] < MOST_IN_CITY:
            self.place(city, colour, 1)
        else:
            self._break_out(city, colour)

    def fill(self, city: int) -> None:
        """[S] Place three cubes; if there are some already, fill up to three, then break out."""
        colour = self._plan.colour_of[city]
        if self._is_spared(city, colour):
            return
        there = self._cubes[city * self._colours + colour]
        if self.place(city, colour, MOST_IN_CITY - there) and there:
            self._break_out(city, colour)

    def place(self, city: int, colour: int, number: int) -> bool:
        """[S] Place cubes from the supply; the game is lost if it has too few."""
        if self._supply[colour] < number:
            self._end = LOST_BY_CUBES
            self._tell("event.no_cube", city, colour)
            return False
        if number:
            place = city * self._colours + colour
            self._supply[colour] -= number
            self._cubes[place] += number
            self._tell("event.cubes", city, colour, number=number, there=self._cubes[place])
        return True

    def remove(self, city: int, colour: int, number: int) -> None:
        """[S] Return cubes to the supply; a cured disease without cubes is eradicated."""
        place = city * self._colours + colour
        self._supply[colour] += number
        self._cubes[place] -= number
        self._tell("event.removed", city, colour, number=number, there=self._cubes[place])
        self.check_eradicated(colour)

    def _tell(self, key: str, city: int, colour: int, **numbers: int) -> None:
        self._events.append(self._plan.tell_cubes(key, city, colour, **numbers))

    def check_eradicated(self, colour: int) -> None:
        is_gone = self._supply[colour] == self._plan.cubes[colour]
        if is_gone and self._state.cured >> colour & 1 and not self._eradicated >> colour & 1:
            self._eradicated |= 1 << colour
            self._events.append(Sentence("event.eradicated", colour=self._plan.colour_words[colour]))

    def heal_medic_city(self) -> None:
        """[P] Remove cured diseases from the Medic's city."""
        if self._medic == NOBODY or not self._state.cured:
            return
        for colour in range(self._colours):
            number = self._cubes[self._medic * self._colours + colour]
            if number and self._state.cured >> colour & 1:
                self.remove(self._medic, colour, number)

    def _is_safe(self, city: int, colour: int) -> bool:
        if self._guarded >> city & 1:
            return True
        return city == self._medic and self._state.cured >> colour & 1 == 1

    def _is_spared(self, city: int, colour: int) -> bool:
        """Return True if no cube is placed: [S] the disease is eradicated, or [P] the city is protected."""
        is_gone = self._eradicated >> colour & 1
        if not is_gone and not self._is_safe(city, colour):
            return False
        self._tell("event.spared" if is_gone else "event.safe", city, colour)
        return True

    def _break_out(self, first: int, colour: int) -> None:
        """[S] Place a cube in each neighbour; full neighbours break out next, each city once per card."""
        waiting, met = [first], {first}
        for city in waiting:
            self._outbreaks += 1
            values = {"city": self._plan.card_words[city], "number": self._outbreaks}
            self._events.append(Sentence("event.outbreak", **values))
            if self._outbreaks >= self._plan.most_outbreaks:
                self._end = LOST_BY_OUTBREAKS
                return
            for other in self._plan.links[city]:
                if other in met or self._is_safe(other, colour):
                    continue
                if self._cubes[other * self._colours + colour] == MOST_IN_CITY:
                    met.add(other)
                    waiting.append(other)
                elif not self.place(other, colour, 1):
                    return
