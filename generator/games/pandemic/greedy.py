"""A player of plain habits: cures what can be cured, goes where it burns, and keeps cards of one colour."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from generator.games.pandemic.actions import count_cure_cards
from generator.games.pandemic.game import Pandemic
from generator.games.pandemic.moves import Move
from generator.games.pandemic.plan import HAND_LIMIT, MOST_IN_CITY, OPERATIONS, Cards
from generator.games.pandemic.state import State, is_quiet_moment

DANGER = (0, 1, 4, 12)
"""What cubes of one colour in a city are worth a visit, by their number; links away divide it."""
FAR = 99


class Greedy:
    """Looks at the table as it is, and never ahead."""

    def __init__(self, rules: Pandemic) -> None:
        self.rules = rules
        self.plan = rules.plan

    def choose(self, state: State, actor: str) -> Sequence[Move]:
        moves = self.rules.moves(state, actor)
        by_verb: dict[str, list[Move]] = {}
        for move in moves:
            by_verb.setdefault(move.verb, []).append(move)
        seat = state.players.index(actor)
        if "agree" in by_verb:
            return by_verb["agree"]
        if "next" in by_verb:
            return self._best(by_verb["next"], lambda move: -self._heat(state, move.to))
        if "discard" in by_verb:
            return self._best(by_verb["discard"], lambda move: -self._want(state, seat, move.to))
        if state.phase == "actions" and seat == state.active and is_quiet_moment(state):
            return self._act(state, seat, by_verb)
        if "begin" in by_verb:
            return by_verb["begin"]
        return self._help(state, by_verb)

    def _help(self, state: State, by_verb: Mapping[str, list[Move]]) -> Sequence[Move]:
        """Events, in need: before infections that would hurt, and in epidemics."""
        full = self._count_full(state)
        if "quiet" in by_verb and state.phase == "infect" and full >= MOST_IN_CITY:
            return by_verb["quiet"]
        if "resilient" in by_verb and (state.phase == "intensify" or full >= MOST_IN_CITY):
            hottest = self._best(by_verb["resilient"], lambda move: self._heat(state, move.to))
            return hottest if self._heat(state, hottest[0].to) > 1 else ()
        if "forecast" in by_verb and state.phase == "infect" and full > 1:
            return by_verb["forecast"]
        return ()

    def _act(self, state: State, seat: int, by_verb: Mapping[str, list[Move]]) -> Sequence[Move]:
        if "cure" in by_verb:
            return by_verb["cure"]
        city = state.pawns[seat]
        treats = by_verb.get("treat", [])
        worst = self._best(treats, lambda move: self._count(state, city, move.to))
        number = self._count(state, city, worst[0].to) if worst else 0
        if number == MOST_IN_CITY:
            return worst
        if shares := self._list_shares(state, seat, by_verb):
            return shares
        steps = self._measure(state, city)
        goal = self._find_goal(state, seat, steps, number)
        if goal != city:
            return self._go(state, seat, goal, by_verb)
        if "build" in by_verb and self._is_lonely(state, seat):
            return by_verb["build"]
        return worst or by_verb["pass"]

    def _list_shares(self, state: State, seat: int, by_verb: Mapping[str, list[Move]]) -> list[Move]:
        """Towards who has more of that colour already."""
        found = []
        for move in (*by_verb.get("give", []), *by_verb.get("take", [])):
            colour = self.plan.colour_of[move.to]
            giver, taker = (seat, move.seat) if move.verb == "give" else (move.seat, seat)
            helps = self._lack(state, taker, colour) < self._lack(state, giver, colour)
            if helps and state.hand_size(taker) < HAND_LIMIT:
                found.append(move)
        return found

    def _find_goal(self, state: State, seat: int, steps: Sequence[int], number: int) -> int:
        """A station, with the cards for a cure; else the worst city, the nearer the rather."""
        if any(self._lack(state, seat, colour) == 0 for colour in range(len(self.plan.colours))):
            return min(state.stations, key=lambda station: steps[station])
        own = state.pawns[seat]
        best, goal = float(DANGER[number] * 2), own
        for city, distance in enumerate(steps):
            worth = self._heat(state, city) / (1 + distance)
            if distance and worth > best:
                best, goal = worth, city
        return goal

    def _go(self, state: State, seat: int, goal: int, by_verb: Mapping[str, list[Move]]) -> Sequence[Move]:
        """The first step of a shortest way; a flight with a card that nobody needs, if it is far."""
        steps = self._measure(state, goal)
        own = [move for verb in ("drive", "shuttle") for move in by_verb.get(verb, []) if move.seat < 0]
        nearest = self._best(own, lambda move: -steps[move.to])
        flights = [
            move
            for move in by_verb.get("fly", [])
            if move.seat < 0
            and steps[move.to] + 2 < steps[state.pawns[seat]]
            and not self._want(state, seat, move.to)
        ]
        return self._best(flights, lambda move: -steps[move.to]) or nearest or by_verb["pass"]

    def _is_lonely(self, state: State, seat: int) -> bool:
        """Whether no station is near, and the card of the city is not needed."""
        city = state.pawns[seat]
        is_free = state.roles[seat] == OPERATIONS or not self._want(state, seat, city)
        return is_free and min(self._measure(state, city)[station] for station in state.stations) > 2

    def _measure(self, state: State, start: int) -> list[int]:
        """By city: how many drives and shuttle flights away it is."""
        steps = [FAR] * len(self.plan.cities)
        steps[start] = 0
        waiting = [start]
        for city in waiting:
            others: Iterable[int] = self.plan.links[city]
            if city in state.stations:
                others = (*others, *state.stations)
            for other in others:
                if steps[other] == FAR:
                    steps[other] = steps[city] + 1
                    waiting.append(other)
        return steps

    def _count(self, state: State, city: int, colour: int) -> int:
        return state.cubes[city * len(self.plan.colours) + colour]

    def _heat(self, state: State, city: int) -> int:
        colours = len(self.plan.colours)
        return max(DANGER[number] for number in state.cubes[city * colours : (city + 1) * colours])

    def _count_full(self, state: State) -> int:
        """Cities that break out with their next card."""
        return sum(
            self._count(state, city, colour) == MOST_IN_CITY
            for city, colour in enumerate(self.plan.colour_of)
        )

    def _lack(self, state: State, seat: int, colour: int) -> int:
        """Cards that are missing for a cure; FAR: it is discovered already."""
        if state.cured >> colour & 1:
            return FAR
        return max(count_cure_cards(state, seat) - len(self._list_colour(state.hands[seat], colour)), 0)

    def _list_colour(self, cards: Cards, colour: int) -> Cards:
        return tuple(
            card for card in cards if card < len(self.plan.cities) and self.plan.colour_of[card] == colour
        )

    def _want(self, state: State, seat: int, card: int) -> int:
        """How dear a card is: events, then cards of the colour of which the hand has most."""
        if card >= len(self.plan.cities):
            return HAND_LIMIT
        colour = self.plan.colour_of[card]
        return 0 if state.cured >> colour & 1 else len(self._list_colour(state.hands[seat], colour))

    def _best(self, moves: Iterable[Move], worth: Callable[[Move], float]) -> list[Move]:
        """All moves of which none is better."""
        rated = [(worth(move), move) for move in moves]
        most = max((rate for rate, _ in rated), default=0)
        return [move for rate, move in rated if rate == most]
