"""A simple player: discovers cures, goes to the worst cities, and keeps cards of one colour."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from generator.games.pandemic.game import Pandemic
from generator.games.pandemic.moves import Move
from generator.games.pandemic.plan import FAR, HAND_LIMIT, MOST_IN_CITY, Cards, Role, count_cure_cards
from generator.games.pandemic.state import State, count_cubes, is_quiet_moment

DANGER = (0, 1, 4, 12)
"""Value of visiting a city by its number of cubes of one colour; divided by the distance."""

MovesByVerb = Mapping[str, list[Move]]


class Greedy:
    """Player who does not look ahead."""

    def __init__(self, rules: Pandemic) -> None:
        self.rules = rules
        self.plan = rules.plan

    def choose(self, state: State, actor: str) -> Sequence[Move]:
        by_verb: dict[str, list[Move]] = {}
        for move in self.rules.moves(state, actor):
            by_verb.setdefault(move.verb, []).append(move)
        seat = state.players.index(actor)
        if "next" in by_verb:
            return _find_best(by_verb["next"], lambda move: -self._rate_city(state, move.to))
        if "discard" in by_verb:
            return _find_best(by_verb["discard"], lambda move: -self._rate_card(state, seat, move.to))
        if state.phase == "actions" and seat == state.active and is_quiet_moment(state) and not state.asked:
            return self._act(state, seat, by_verb)
        return by_verb.get("begin") or by_verb.get("agree") or self._play_event(state, by_verb)

    def _play_event(self, state: State, by_verb: MovesByVerb) -> Sequence[Move]:
        """Play events only before dangerous infections and in epidemics."""
        full = sum(
            count_cubes(self.plan, state, city, colour) == MOST_IN_CITY
            for city, colour in enumerate(self.plan.colour_of)
        )
        if "quiet" in by_verb and state.phase == "infect" and full >= MOST_IN_CITY:
            return by_verb["quiet"]
        if "resilient" in by_verb and (state.phase == "intensify" or full >= MOST_IN_CITY):
            hottest = _find_best(by_verb["resilient"], lambda move: self._rate_city(state, move.to))
            return hottest if self._rate_city(state, hottest[0].to) > 1 else ()
        if "forecast" in by_verb and state.phase == "infect" and full > 1:
            return by_verb["forecast"]
        return ()

    def _act(self, state: State, seat: int, by_verb: MovesByVerb) -> Sequence[Move]:
        if "cure" in by_verb:
            return by_verb["cure"]
        city = state.pawns[seat]
        treats = by_verb.get("treat", [])
        worst = _find_best(treats, lambda move: count_cubes(self.plan, state, city, move.to))
        number = count_cubes(self.plan, state, city, worst[0].to) if worst else 0
        if number == MOST_IN_CITY:
            return worst
        if shares := self._list_shares(state, seat, by_verb):
            return shares
        goal = self._find_goal(state, seat, number)
        if goal != city:
            return self._go(state, seat, goal, by_verb)
        if "build" in by_verb and self._is_remote(state, seat):
            return by_verb["build"]
        return worst or by_verb["pass"]

    def _list_shares(self, state: State, seat: int, by_verb: MovesByVerb) -> list[Move]:
        """Return the shares that give cards to the player who lacks fewer of their colour."""
        found = []
        for move in (*by_verb.get("give", []), *by_verb.get("take", [])):
            colour = self.plan.colour_of[move.to]
            giver, taker = (seat, move.seat) if move.verb == "give" else (move.seat, seat)
            helps = self._count_lacking(state, taker, colour) < self._count_lacking(state, giver, colour)
            if helps and state.hand_size(taker) < HAND_LIMIT:
                found.append(move)
        return found

    def _find_goal(self, state: State, seat: int, number: int) -> int:
        """Return the nearest station if the player has a cure; otherwise the worst city, preferably near."""
        own = state.pawns[seat]
        steps = self.plan.measure([own], state.stations)
        if any(self._count_lacking(state, seat, colour) == 0 for colour in range(len(self.plan.colours))):
            return min(state.stations, key=lambda station: steps[station])
        best, goal = float(DANGER[number] * 2), own
        for city, distance in enumerate(steps):
            worth = self._rate_city(state, city) / (1 + distance)
            if distance and worth > best:
                best, goal = worth, city
        return goal

    def _go(self, state: State, seat: int, goal: int, by_verb: MovesByVerb) -> Sequence[Move]:
        """Take the first step of a shortest path, or a long flight if its card is not needed."""
        steps = self.plan.measure([goal], state.stations)
        own = [move for verb in ("drive", "shuttle") for move in by_verb.get(verb, []) if move.seat < 0]
        flights = [
            move
            for move in by_verb.get("fly", [])
            if move.seat < 0
            and steps[move.to] + 2 < steps[state.pawns[seat]]
            and not self._rate_card(state, seat, move.to)
        ]
        return _find_best(flights or own or by_verb["pass"], lambda move: -steps[move.to])

    def _is_remote(self, state: State, seat: int) -> bool:
        """Return whether no station is near and the card of the city is not needed."""
        city = state.pawns[seat]
        is_free = state.roles[seat] == Role.OPERATIONS or not self._rate_card(state, seat, city)
        steps = self.plan.measure([city])
        return is_free and min(steps[station] for station in state.stations) > 2

    def _rate_city(self, state: State, city: int) -> int:
        colours = len(self.plan.colours)
        return max(DANGER[number] for number in state.cubes[city * colours : (city + 1) * colours])

    def _count_lacking(self, state: State, seat: int, colour: int) -> int:
        """Return the number of cards missing for a cure; FAR if it is discovered."""
        if state.cured >> colour & 1:
            return FAR
        return max(count_cure_cards(state.roles[seat]) - self._count_colour(state.hands[seat], colour), 0)

    def _count_colour(self, cards: Cards, colour: int) -> int:
        return sum(card < len(self.plan.cities) and self.plan.colour_of[card] == colour for card in cards)

    def _rate_card(self, state: State, seat: int, card: int) -> int:
        """Rate events highest, then cards of the most frequent colour in the hand."""
        if card >= len(self.plan.cities):
            return HAND_LIMIT
        colour = self.plan.colour_of[card]
        return 0 if state.cured >> colour & 1 else self._count_colour(state.hands[seat], colour)


def _find_best(moves: Iterable[Move], rate: Callable[[Move], float]) -> list[Move]:
    rated = [(rate(move), move) for move in moves]
    most = max((worth for worth, _ in rated), default=0)
    return [move for worth, move in rated if worth == most]
