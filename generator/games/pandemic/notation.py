"""Words of a log -> moves. Names are read in any spelling that is plain; words may be cut short."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from generator.errors import AmbiguousMove, UnreadableMove
from generator.games.pandemic.moves import PAWN_VERBS, UNKNOWN, Book, Move, Verb
from generator.games.pandemic.plan import Plan, name_role
from generator.games.pandemic.setup import find_dealt
from generator.games.pandemic.state import NOBODY, Phase, State
from generator.rules.core import NATURE
from generator.rules.likeness import fold

MOST_LETTERS = 400
_UNSEEN = ("?", "unknown")


def parse_move(plan: Plan, book: Book, state: State, text: str, legal: Sequence[Move], actor: str) -> Move:
    """The move that these words mean, legal or not; raises UnreadableMove or AmbiguousMove."""
    words = " ".join(text.split())
    if len(words) > MOST_LETTERS or not fold(words):
        raise UnreadableMove(words)
    if actor == NATURE and fold(words) in _UNSEEN:
        return _find_unseen(book, state, words)
    reader = _Reader(plan, book, state, actor)
    for move in legal:
        if move.text == words:
            return move
    plain = reader.read(words, in_full=True)
    if plain is not None:
        return plain
    wanted = fold(words).split()
    folded = [(move, fold(move.text).split()) for move in legal]
    fitting = [move for move, own in folded if _begins(wanted, own)]
    fitting = fitting or [move for move, own in folded if _fits(wanted, own)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise AmbiguousMove(words, [move.text for move in fitting])
    short = reader.read(words, in_full=False) or reader.read_card(words)
    if short is None:
        raise UnreadableMove(words)
    return short


def _find_unseen(book: Book, state: State, words: str) -> Move:
    """A card that nobody shows, where one is dealt or drawn."""
    if state.phase == "dealing":
        return book.make("deal", UNKNOWN, find_dealt(state))
    if state.phase == "draw" and state.seer == NOBODY:
        return book.make("draw", UNKNOWN)
    raise UnreadableMove(words)


def _begins(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each word is the start of the one at its place."""
    pairs = zip(wanted, words, strict=False)
    return len(wanted) <= len(words) and all(word.startswith(start) for start, word in pairs)


def _fits(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each word is the start of one of the words, in their order."""
    there = iter(words)
    return all(any(word.startswith(start) for word in there) for start in wanted)


_VERBS: tuple[tuple[str, Verb], ...] = (
    ("drive", "drive"),
    ("ferry", "drive"),
    ("fly", "fly"),
    ("direct flight", "fly"),
    ("charter", "charter"),
    ("charter flight", "charter"),
    ("shuttle", "shuttle"),
    ("shuttle flight", "shuttle"),
    ("move", "join"),
    ("build", "build"),
    ("treat", "treat"),
    ("give", "give"),
    ("take", "take"),
    ("cure", "cure"),
    ("recall", "recall"),
    ("pass", "pass"),
    ("discard", "discard"),
    ("airlift", "airlift"),
    ("forecast", "forecast"),
    ("government grant", "grant"),
    ("grant", "grant"),
    ("one quiet night", "quiet"),
    ("resilient population", "resilient"),
    ("next", "next"),
    ("begin", "begin"),
)
_CHANCE_VERBS: tuple[tuple[str, Verb], ...] = (
    ("infect", "infect"),
    ("role", "role"),
    ("deal", "deal"),
    ("draw", "draw"),
    ("epidemic", "epidemic"),
    ("draw epidemic", "epidemic"),
    ("intensify", "intensify"),
    ("look", "look"),
)


_DRAWS: Mapping[Phase, Verb] = {
    "infecting": "infect",
    "dealing": "deal",
    "draw": "draw",
    "bottom": "infect",
    "next": "infect",
    "infect": "infect",
}
"""What nature does with a card in each phase."""


class _Reader:
    """Reads words by their grammar, whether the move is legal or not."""

    def __init__(self, plan: Plan, book: Book, state: State, actor: str) -> None:
        self._plan = plan
        self._book = book
        self._state = state
        self._actor = actor
        self._in_full = True

    def read(self, words: str, *, in_full: bool) -> Move | None:
        """`in_full`: no word is cut short. None: it cannot be read."""
        self._in_full = in_full
        verbs = _CHANCE_VERBS if self._actor == NATURE else _VERBS
        # The longest words first: `charter flight` is not a charter to a city called `flight`.
        for said, verb in sorted(verbs, key=lambda pair: -len(pair[0])):
            rest = self._split_verb(words, said)
            if rest is not None and (move := self._read_rest(verb, rest)) is not None:
                return move
        return None

    def read_card(self, words: str) -> Move | None:
        """A card that nature is said to draw, by its name alone, though it cannot come."""
        verb = _DRAWS.get(self._state.phase) if self._state.seer == NOBODY else "look"
        if self._actor != NATURE or verb is None:
            return None
        card = self._card(words) if verb in ("draw", "deal") else self._city(words)
        seat = find_dealt(self._state) if verb == "deal" else NOBODY
        return None if card is None else self._book.make(verb, card, seat)

    def _split_verb(self, words: str, said: str) -> str | None:
        """What stands behind a verb; None: it does not stand there."""
        tokens, verb = words.split(" "), said.split(" ")
        count = 0
        while count < min(len(verb), len(tokens)) and self._is(tokens[count], verb[count]):
            count += 1
        if not count or (self._in_full and count < len(verb)):
            return None
        return " ".join(tokens[count:])

    def _is(self, token: str, word: str) -> bool:
        folded = fold(token)
        return folded == word if self._in_full else bool(folded) and word.startswith(folded)

    def _read_rest(self, verb: Verb, rest: str) -> Move | None:
        book = self._book
        if verb in ("pass", "forecast", "quiet", "begin", "epidemic", "intensify"):
            return book.make(verb) if not rest else None
        if verb == "join":
            return self._read_pawn(rest)
        if verb == "build":
            return self._read_build(rest)
        if verb == "grant":
            return self._read_pair(
                rest,
                " from ",
                self._city,
                self._city,
                lambda to, other: book.make("grant", to, NOBODY, other),
            ) or self._read_one("grant", rest, self._city)
        if verb == "fly":
            return self._read_pair(
                rest,
                " with ",
                self._city,
                self._card,
                lambda to, card: book.make("operate", to, NOBODY, card),
            ) or self._read_one("fly", rest, self._city)
        if verb in ("give", "take"):
            between = " to " if verb == "give" else " from "
            return self._read_pair(
                rest, between, self._card, self._player, lambda card, seat: book.make(verb, card, seat)
            )
        if verb == "airlift":
            return self._read_pair(
                rest, " to ", self._player, self._city, lambda seat, to: book.make("airlift", to, seat)
            )
        if verb == "cure":
            return self._read_cure(rest)
        if verb == "role":
            return self._read_pair(
                rest, " ", self._player, self._role, lambda seat, role: book.make("role", role, seat)
            )
        if verb == "deal":
            return self._read_pair(
                rest, " ", self._player, self._drawn, lambda seat, card: book.make("deal", card, seat)
            )
        find = {"treat": self._colour, "draw": self._drawn, "discard": self._card, "recall": self._card}
        return self._read_one(verb, rest, find.get(verb, self._city))

    def _read_one(self, verb: Verb, rest: str, find: Callable[[str], int | None]) -> Move | None:
        to = find(rest)
        return None if to is None else self._book.make(verb, to)

    def _read_pair(
        self,
        rest: str,
        between: str,
        find_left: Callable[[str], int | None],
        find_right: Callable[[str], int | None],
        make: Callable[[int, int], Move],
    ) -> Move | None:
        """Two names with a word between them, which may stand in the names as well."""
        for left, right in _split_pairs(rest, between):
            first, second = find_left(left), find_right(right)
            if first is not None and second is not None:
                return make(first, second)
        return None

    def _read_pawn(self, rest: str) -> Move | None:
        """`move Bo drive Chicago`, `move Bo to Paris`."""
        for left, right in _split_pairs(rest, " "):
            seat = self._player(left)
            if seat is None:
                continue
            is_own = self._state.players[seat] == self._actor
            for said, verb in (("to", "join"), *(pair for pair in _VERBS if pair[1] in PAWN_VERBS)):
                words = self._split_verb(right, said)
                to = self._city(words) if words is not None else None
                if to is not None:
                    own = NOBODY if is_own and verb != "join" else seat
                    return self._book.make(verb, to, own)
        return None

    def _read_build(self, rest: str) -> Move | None:
        """A station is built where one is; the city may be said, and where another one comes from."""
        here = self._state.pawns[self._state.number(self._actor)]
        for left, right in _split_pairs(f" {rest}", " from "):
            other = self._city(right)
            if other is not None and (not left.strip() or self._city(left.strip()) == here):
                return self._book.make("build", NOBODY, NOBODY, other)
        return self._book.make("build") if not rest or self._city(rest) == here else None

    def _read_cure(self, rest: str) -> Move | None:
        """`cure red Osaka, Tokyo`. A colour alone is a cure without cards, where it means no legal one."""
        tokens = rest.split(" ", 1)
        colour = self._colour(tokens[0])
        if colour is None or (len(tokens) < 2 and self._in_full):
            return None
        if len(tokens) < 2:
            return self._book.make("cure", colour)
        cards = [self._card(piece.strip()) for piece in tokens[1].split(",")]
        found = sorted(card for card in cards if card is not None)
        return self._book.make("cure", colour, cards=tuple(found)) if len(found) == len(cards) else None

    def _city(self, words: str) -> int | None:
        most = len(self._plan.cities)
        return self._find(words, [pair for pair in self._plan.spellings if pair[1] < most])

    def _card(self, words: str) -> int | None:
        return self._find(words, self._plan.spellings)

    def _drawn(self, words: str) -> int | None:
        """A card that was drawn or dealt; `?`: it is not known which."""
        return UNKNOWN if fold(words) in _UNSEEN else self._card(words)

    def _colour(self, words: str) -> int | None:
        return self._find(words, tuple(self._plan.colour_spellings.items()))

    def _role(self, words: str) -> int | None:
        roles = self._plan.roles
        return self._find(words, [(fold(name_role(role)), index) for index, role in enumerate(roles)])

    def _player(self, words: str) -> int | None:
        """Letter by letter; else in any spelling that only one has."""
        players = self._book.players
        if words in players:
            return players.index(words)
        return self._find(words, [(fold(player), seat) for seat, player in enumerate(players)])

    def _find(self, words: str, names: Sequence[tuple[str, int]]) -> int | None:
        """The one that is called so, or whose name begins so; None: nobody, or several."""
        wanted = fold(words)
        if not wanted:
            return None
        found = {number for name, number in names if name == wanted}
        if not found and not self._in_full:
            found = {number for name, number in names if name.startswith(wanted)}
        return found.pop() if len(found) == 1 else None


def _split_pairs(words: str, between: str) -> Iterator[tuple[str, str]]:
    """All ways to part words at `between`."""
    for found in re.finditer(re.escape(between), words, re.IGNORECASE):
        yield words[: found.start()], words[found.end() :]
