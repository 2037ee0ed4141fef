"""Players of Pandemic: one who does not look ahead, and the knowledge of searching players."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import TypeAlias

from generator.games.pandemic.data import (
    FAR,
    NOBODY,
    CardNumbers,
    Numbers,
    PandemicMove,
    PandemicRole,
    State,
    count_cubes,
    find_rate,
    is_quiet_moment,
    list_cubes,
    name_decision,
)
from generator.games.pandemic.game import Pandemic
from generator.rules.states import estimate_chance, list_best, remembered

Macro: TypeAlias = tuple[PandemicMove, ...]
MovesByVerb: TypeAlias = Mapping[str, list[PandemicMove]]

_NEAR_CITY = 3
"""Steps to a city with a few cubes that is worth a visit."""
SAVED = 2
"""Steps that a flight must save."""
CURED, COMPLETE = 1.4, 1.1
"""Worth of a cure, and of a set of cards for it; cards that are lacking make it less than 1."""
CHAIN = (0.0, 0.0, 0.2, 1.0)
"""Further outbreaks if a city breaks out, by the cubes of a neighbour."""
RARE = 0.05
"""Chance of other cities to be drawn soon."""
SOON = 3
"""Turns in which an epidemic is looked for."""
_SHARED_KNOWLEDGE = 0.65
"""Share of the drawn cards that reach the player who collects their colour."""
_SMALL = 24
"""Layers with more cards say little about the next draws."""
BY_CUBES = (0.0, 0.1, 0.35, 1.0)
"""Expected outbreaks if a city is drawn, by its cubes; more than one draw may follow."""


class _Counts:
    """Counts that players of one kit make."""

    def __init__(self, rules: Pandemic) -> None:
        self.rules = rules
        self.data = data = rules.data
        colours = len(data.colours)
        own = (city * colours + colour for city, colour in enumerate(data.colour_of))
        self.count_own: Callable[[bytes], tuple[int, ...]] = itemgetter(*own)
        """Return the number of cubes in each city of its own colour."""

    def group_moves(self, state: State, actor: str) -> MovesByVerb:
        by_verb: dict[str, list[PandemicMove]] = {}
        for move in self.rules.moves(state, actor):
            by_verb.setdefault(move.verb, []).append(move)
        return by_verb

    def count_worst(self, state: State, city: int) -> int:
        """Return the number of cubes of the most frequent colour in a city."""
        return max(list_cubes(self.data, state, city))

    @remembered
    def count_colours(self, cards: CardNumbers) -> tuple[int, ...]:
        cities = [self.data.colour_of[card] for card in cards if card < len(self.data.cities)]
        return tuple(map(cities.count, range(len(self.data.colours))))


class PandemicKnowledge(_Counts):
    """Evaluation and macros for one kit."""

    def evaluate(self, state: State, seat: int) -> float:
        """Return the estimated chance of winning, the same for all players."""
        return estimate_chance(self.measure(state), WEIGHTS)

    def measure(self, state: State) -> tuple[float, ...]:
        """Return the features of a state, in the order of WEIGHTS."""
        steps = [self.data.measure((pawn,), state.stations) for pawn in state.pawns]
        progress, slack = self._measure_cures(state, steps)
        danger, full, heat, shortage, away = self._measure_diseases(state, steps)
        # Outbreaks so far, and those to be expected: the last ones before the end weigh most.
        outbreaks = state.outbreaks + 1.5 * danger + 0.25 * full
        return (
            1.0,
            progress,
            slack,
            min(slack, 0.0),
            outbreaks * outbreaks / 10,
            heat,
            shortage,
            away,
            min(len(state.stations), 4),
            state.eradicated.bit_count(),
        )

    def _measure_cures(self, state: State, steps: Sequence[Sequence[int]]) -> tuple[float, float]:
        """Return how far the cures are, almost complete sets most, and the turns to spare."""
        counts = [self.count_colours(hand) for hand in state.hands]
        unseen = self.count_colours(state.unseen)
        needs = [PandemicRole.count_cure_cards(role) for role in state.roles]
        deck = state.deck_size
        progress = longest = 0.0
        for colour in range(len(unseen)):
            if state.cured >> colour & 1:
                progress += CURED
                continue
            best, least = 0.0, float(FAR)
            for seat, need in enumerate(needs):
                lack: float = need - counts[seat][colour]
                if lack > 0:
                    lack = max(lack - self._measure_gifts(state, steps, seat, colour), 0.4)
                    worth = ((need - lack) / need) ** 3
                else:
                    way = min([steps[seat][station] for station in state.stations])
                    worth, lack = COMPLETE - 0.015 * way, 0.0
                best, least = max(best, worth), min(least, lack)
            progress += best
            if least and unseen[colour] + sum([count[colour] for count in counts]) < min(needs):
                longest, progress = 40.0, progress - 1
            elif least:
                # About two thirds of the drawn cards reach the player who collects the colour.
                per_turn = Numbers.DRAWS * _SHARED_KNOWLEDGE * max(unseen[colour], 0.2) / max(1, deck)
                longest = max(longest, least / per_turn + 1.5)
        return progress, max(min(deck / Numbers.DRAWS - longest, 8.0), -10.0)

    def _measure_gifts(self, state: State, steps: Sequence[Sequence[int]], taker: int, colour: int) -> float:
        """Return the cards of a colour that others can give: the farther the meeting, the less of each."""
        colour_of, most = self.data.colour_of, len(self.data.cities)
        gifts = 0.0
        for giver, hand in enumerate(state.hands):
            if giver == taker:
                continue
            is_free = state.roles[giver] == PandemicRole.RESEARCHER
            apart = steps[giver][state.pawns[taker]]
            for card in hand:
                if card < most and colour_of[card] == colour:
                    way = apart if is_free else min(apart + 4, steps[giver][card] + steps[taker][card])
                    gifts += max(0.85 - 0.08 * way, 0.25)
        return gifts

    def _measure_diseases(
        self, state: State, steps: Sequence[Sequence[int]]
    ) -> tuple[float, float, float, float, float]:
        """Return outbreaks expected soon, full cities, cubes by risk, missing cubes, and ways to danger."""
        data, cubes = self.data, state.cubes
        number = len(data.colours)
        chance = self._measure_draws(
            state.infections[:2], state.infected, state.piles[:2], find_rate(data, state.increases)
        )
        danger = full = heat = shortage = away = 0.0
        for city, count in enumerate(self.count_own(cubes)):
            if count > 1:
                colour, near = data.colour_of[city], 1.0
                for other in data.links[city]:
                    near += CHAIN[cubes[other * number + colour]]
                risk = BY_CUBES[count] * near * chance.get(city, RARE)
                danger += risk
                away += (risk + 0.2 * BY_CUBES[count]) * min([own[city] for own in steps])
        for colour, left in enumerate(state.supply):
            if state.eradicated >> colour & 1:
                continue
            column = cubes[colour::number]
            risk = sum(weight * column.count(count) for count, weight in enumerate(BY_CUBES) if count)
            heat += 0.7 * risk if state.cured >> colour & 1 else risk
            full += column.count(Numbers.MOST_IN_CITY) + 0.3 * column.count(Numbers.MOST_IN_CITY - 1)
            shortage += max(0, 10 - left) ** 2 / 20
        return danger, full, heat, shortage, away

    @remembered
    def _measure_draws(
        self,
        infections: tuple[CardNumbers, ...],
        infected: CardNumbers,
        piles: tuple[tuple[int, int], ...],
        rate: int,
    ) -> Mapping[int, float]:
        """Return the chance of each city to be drawn soon, where it is known to be high."""
        chance: dict[int, float] = {}
        left = 2.0 * rate
        for layer in infections:
            if left > 0 and len(layer) <= _SMALL:
                chance |= dict.fromkeys(layer, min(1.0, left / len(layer)))
            left -= len(layer)
        soon, draws = 0.0, SOON * Numbers.DRAWS
        for others, epidemics in piles:
            soon += min(1.0, draws / (others + epidemics)) * epidemics
            draws = max(0, draws - others - epidemics)
        share = min(1.0, soon) * min(1.0, 2 * rate / (len(infected) + 1))
        for city in infected:
            chance[city] = chance.get(city, 0.0) + share
        return chance

    def macros(self, state: State, actor: str) -> Sequence[Macro]:
        """Return the actions, journeys, and events worth thinking about."""
        seat = state.players.index(actor)
        step = name_decision(state, seat)
        by_verb = self.group_moves(state, actor)
        if step == "actions":
            return [*self._list_actions(state, seat, by_verb), *self._list_events(state, by_verb)]
        if step == "limit":
            return [*zip(by_verb["discard"]), *self._list_events(state, by_verb)]
        if step == "event":
            return [*self._list_events(state, by_verb)]
        return [*zip(chain.from_iterable(by_verb.values()))]

    def _list_actions(self, state: State, seat: int, by_verb: MovesByVerb) -> Iterator[Macro]:
        yield from zip(by_verb.get("cure", ())[:3])
        for verb in ("treat", "build", "recall", "pass"):
            yield from zip(by_verb.get(verb, ()))
        for verb in ("give", "take"):
            for move in by_verb.get(verb, ()):
                if not state.cured >> self.data.colour_of[move.to] & 1:
                    yield (move,)
        yield from self._list_journeys(state, seat, by_verb)
        if state.roles[seat] == PandemicRole.DISPATCHER:
            yield from zip(by_verb.get("join", ()))
            for other in range(len(state.pawns)):
                if other != seat:
                    yield from self._list_dispatches(state, other)

    def _list_journeys(self, state: State, seat: int, by_verb: MovesByVerb) -> Iterator[Macro]:
        here = state.pawns[seat]
        steps = self.data.measure((here,), state.stations)
        rate_card = partial(self._rate_card, state, seat)
        flights = {move.to: move for move in by_verb.get("fly", ()) if move.seat == NOBODY}
        charters = {move.to: move for move in by_verb.get("charter", ()) if move.seat == NOBODY}
        operated: dict[int, PandemicMove] = {}
        for move in sorted(by_verb.get("operate", ()), key=lambda move: rate_card(move.other)):
            operated.setdefault(move.to, move)
        for goal in self._list_goals(state, seat, steps):
            yield self._go(state, here, goal, NOBODY)
            if steps[goal] > SAVED:
                for moves in (flights, charters, operated):
                    if goal in moves:
                        yield (moves[goal],)

    def _rate_card(self, state: State, seat: int, card: int) -> int:
        colour = self.data.colour_of[card]
        return 0 if state.cured >> colour & 1 else 1 + self.count_colours(state.hands[seat])[colour]

    def _list_goals(self, state: State, seat: int, steps: Sequence[int]) -> list[int]:
        """Return cities worth a journey: in danger, with a station or another pawn, or to share a card."""
        here, colour_of = state.pawns[seat], self.data.colour_of
        goals: list[int] = []
        for city, distance in enumerate(steps):
            most = self.count_worst(state, city)
            if most > 1 or (most and distance <= _NEAR_CITY):
                goals.append(city)
        goals += state.stations
        for other, city in enumerate(state.pawns):
            if other != seat:
                cards = (card for card in state.hands[seat] + state.hands[other] if card < len(colour_of))
                goals += [city, *(card for card in cards if not state.cured >> colour_of[card] & 1)]
        return [city for city in dict.fromkeys(goals) if city != here]

    def _go(self, state: State, here: int, goal: int, seat: int) -> Macro:
        """Return the drives and shuttles of a shortest way, as far as the actions of the turn allow."""
        data, book = self.data, self.rules.book(state.players)
        steps = data.measure((goal,), state.stations)
        moves: list[PandemicMove] = []
        while here != goal and len(moves) < state.left:
            ahead = steps[here] - 1
            linked = next((city for city in data.links[here] if steps[city] == ahead), NOBODY)
            if linked != NOBODY:
                moves.append(book.by_number("drive", seat)[linked])
                here = linked
            else:
                here = next(city for city in state.stations if city != here and steps[city] == ahead)
                moves.append(book.by_number("shuttle", seat)[here])
        return tuple(moves)

    def _list_dispatches(self, state: State, other: int) -> Iterator[Macro]:
        """Yield journeys of another pawn to stations and cities in danger."""
        data, here = self.data, state.pawns[other]
        steps = data.measure((here,), state.stations)
        for city, distance in enumerate(steps):
            is_goal = city in state.stations or self.count_worst(state, city) > 2
            if is_goal and 0 < distance <= _NEAR_CITY:
                yield self._go(state, here, city, other)

    def _list_events(self, state: State, by_verb: MovesByVerb) -> Iterator[Macro]:
        """Yield the uses of events that may be worth a card, each in its phase."""
        phase = state.phase
        if phase == "actions" or (phase != "intensify" and "discard" in by_verb):
            yield from self._list_lifts(state, by_verb)
        if phase in ("infect", "intensify", "next") or "discard" in by_verb:
            uses = by_verb.get("resilient", ())
            yield from zip(sorted(uses, key=lambda move: -self.count_worst(state, move.to))[:2])
        is_start = phase == "infect" and state.left == find_rate(self.data, state.increases)
        if is_start or "discard" in by_verb:
            yield from zip(by_verb.get("quiet", ()))
            yield from zip(by_verb.get("forecast", ()))

    def _list_lifts(self, state: State, by_verb: MovesByVerb) -> Iterator[Macro]:
        lands = {*state.stations, *state.pawns}
        for move in by_verb.get("airlift", ()):
            if move.to in lands or self.count_worst(state, move.to) == 3:
                yield (move,)
        for move in by_verb.get("grant", ()):
            if move.to in state.pawns:
                yield (move,)


WEIGHTS = (
    -0.7,  # always
    1.4,  # progress of cures
    0.06,  # turns to spare
    0.3,  # turns that are missing
    -0.4,  # outbreaks, squared
    -0.12,  # cubes by risk
    -0.3,  # cubes missing
    -0.04,  # way to danger
    0.03,  # stations
    0.05,  # eradicated diseases
)
"""Weights of the features, set by hand after games were read and measured."""


DANGER = (0, 1, 4, 12)
"""Value of visiting a city by its number of cubes of one colour; divided by the distance."""


class Greedy(_Counts):
    """Player who discovers cures, goes to the worst cities, and keeps cards of one colour."""

    def choose(self, state: State, actor: str) -> Sequence[PandemicMove]:
        by_verb = self.group_moves(state, actor)
        seat = state.players.index(actor)
        if "next" in by_verb:
            return list_best(by_verb["next"], lambda move: -self._rate_city(state, move.to))
        if "discard" in by_verb:
            return list_best(by_verb["discard"], lambda move: -self._rate_card(state, seat, move.to))
        if state.phase == "actions" and seat == state.active and is_quiet_moment(state) and not state.asked:
            return self._act(state, seat, by_verb)
        return by_verb.get("begin") or by_verb.get("agree") or self._play_event(state, by_verb)

    def _play_event(self, state: State, by_verb: MovesByVerb) -> Sequence[PandemicMove]:
        """Play events only before dangerous infections and in epidemics."""
        if by_verb.keys().isdisjoint(("quiet", "resilient", "forecast")):
            return ()
        full = self.count_own(state.cubes).count(Numbers.MOST_IN_CITY)
        if "quiet" in by_verb and state.phase == "infect" and full >= Numbers.MOST_IN_CITY:
            return by_verb["quiet"]
        if "resilient" in by_verb and (state.phase == "intensify" or full >= Numbers.MOST_IN_CITY):
            hottest = list_best(by_verb["resilient"], lambda move: self._rate_city(state, move.to))
            return hottest if self._rate_city(state, hottest[0].to) > 1 else ()
        if "forecast" in by_verb and state.phase == "infect" and full > 1:
            return by_verb["forecast"]
        return ()

    def _act(self, state: State, seat: int, by_verb: MovesByVerb) -> Sequence[PandemicMove]:
        if "cure" in by_verb:
            return by_verb["cure"]
        city = state.pawns[seat]
        treats = by_verb.get("treat", [])
        worst = list_best(treats, lambda move: count_cubes(self.data, state, city, move.to))
        number = count_cubes(self.data, state, city, worst[0].to) if worst else 0
        if number == Numbers.MOST_IN_CITY:
            return worst
        if shares := self._list_shares(state, seat, by_verb):
            return shares
        goal = self._find_goal(state, seat, number)
        if goal != city:
            return self._go(state, seat, goal, by_verb)
        if "build" in by_verb and self._is_remote(state, seat):
            return by_verb["build"]
        return worst or by_verb["pass"]

    def _list_shares(self, state: State, seat: int, by_verb: MovesByVerb) -> list[PandemicMove]:
        """Return the shares that give cards to the player who lacks fewer of their colour."""
        shares = []
        for move in (*by_verb.get("give", []), *by_verb.get("take", [])):
            colour = self.data.colour_of[move.to]
            giver, taker = (seat, move.seat) if move.verb == "give" else (move.seat, seat)
            helps = self._count_lacking(state, taker, colour) < self._count_lacking(state, giver, colour)
            if helps and state.hand_size(taker) < Numbers.HAND_LIMIT:
                shares.append(move)
        return shares

    def _find_goal(self, state: State, seat: int, number: int) -> int:
        """Return the nearest station if the player has a cure; otherwise the worst city, preferably near."""
        own = state.pawns[seat]
        steps = self.data.measure((own,), state.stations)
        if any(self._count_lacking(state, seat, colour) == 0 for colour in range(len(self.data.colours))):
            return min(state.stations, key=lambda station: steps[station])
        best, goal = float(DANGER[number] * 2), own
        for city, distance in enumerate(steps):
            worth = self._rate_city(state, city) / (1 + distance)
            if distance and worth > best:
                best, goal = worth, city
        return goal

    def _go(self, state: State, seat: int, goal: int, by_verb: MovesByVerb) -> Sequence[PandemicMove]:
        """Take the first step of a shortest path, or a long flight if its card is not needed."""
        steps = self.data.measure((goal,), state.stations)
        own = [move for verb in ("drive", "shuttle") for move in by_verb.get(verb, []) if move.seat < 0]
        flights = [
            move
            for move in by_verb.get("fly", [])
            if move.seat < 0
            and steps[move.to] + 2 < steps[state.pawns[seat]]
            and not self._rate_card(state, seat, move.to)
        ]
        return list_best(flights or own or by_verb["pass"], lambda move: -steps[move.to])

    def _is_remote(self, state: State, seat: int) -> bool:
        """Return True if no station is near and the card of the city is not needed."""
        city = state.pawns[seat]
        is_free = state.roles[seat] == PandemicRole.OPERATIONS or not self._rate_card(state, seat, city)
        steps = self.data.measure((city,))
        return is_free and min(steps[station] for station in state.stations) > 2

    def _rate_city(self, state: State, city: int) -> int:
        return DANGER[self.count_worst(state, city)]

    def _count_lacking(self, state: State, seat: int, colour: int) -> int:
        """Return the number of cards missing for a cure; FAR if it is discovered."""
        if state.cured >> colour & 1:
            return FAR
        return max(
            PandemicRole.count_cure_cards(state.roles[seat]) - self.count_colours(state.hands[seat])[colour],
            0,
        )

    def _rate_card(self, state: State, seat: int, card: int) -> int:
        """Rate events highest, then cards of the most frequent colour in the hand."""
        if card >= len(self.data.cities):
            return Numbers.HAND_LIMIT
        colour = self.data.colour_of[card]
        return 0 if state.cured >> colour & 1 else self.count_colours(state.hands[seat])[colour]
