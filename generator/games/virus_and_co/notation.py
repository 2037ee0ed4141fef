"""Words of a log -> moves: what the table makes plain may be left out."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.errors import AmbiguousMove, UnreadableMove
from generator.games.virus_and_co.moves import (
    SIDES,
    Doctor,
    Forgot,
    Give,
    Keep,
    Move,
    Name,
    Pass,
    Pay,
    PlayRisk,
    PutBefore,
    PutOn,
    Side,
    Skip,
    Take,
    TakePill,
    TakeVirus,
    TurnRisk,
    TurnUp,
)
from generator.games.virus_and_co.pills import Pills, parse_pills
from generator.games.virus_and_co.plan import Card, Plan
from generator.games.virus_and_co.state import State
from generator.games.virus_and_co.tableau import Lying
from generator.games.virus_and_co.turns import list_places, list_receivers
from generator.rules.core import NATURE

_VIRUS = r"(\d{1,2})(\+i{1,3})?"


@dataclass(frozen=True)
class _Grammar:
    """The words of every move at a table, whose names are part of them."""

    take: re.Pattern[str]
    pass_on: re.Pattern[str]
    keep: re.Pattern[str]
    pay: re.Pattern[str]
    others: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Move]], ...]


@lru_cache(maxsize=64)
def _make_grammar(players: tuple[str, ...]) -> _Grammar:
    name = "|".join(re.escape(" ".join(player.split())) for player in sorted(players, key=len, reverse=True))
    side = "( left| right)?"
    others: Sequence[tuple[str, Callable[[re.Match[str]], Move]]] = (
        (f"risk to ({name})", lambda found: PlayRisk(found[1])),
        ("skip", lambda found: Skip()),
        ("forgot ([byr])", lambda found: Forgot(_pill(found[1]))),
        ("doctor ([byr])", lambda found: Doctor(_pill(found[1]))),
        (f"on {_VIRUS}", lambda found: PutOn(_lying(found[1], found[2]))),
        (f"to ({name})", lambda found: PutBefore(found[1])),
        (f"([byr]) from ({name})", lambda found: TakePill(_pill(found[1]), found[2])),
        (f"{_VIRUS} from ({name})", lambda found: TakeVirus(_lying(found[1], found[2]), found[3])),
        (f"give ([byr])(?: to ({name}))?", lambda found: Give(_pill(found[1]), found[2] or "")),
        (f"name ({name})", lambda found: Name(found[1])),
    )
    return _Grammar(
        take=re.compile(rf"take{side}( .+?)??(?: on {_VIRUS})?"),
        pass_on=re.compile(rf"pass{side}( .+?)??(?: to ({name}))?"),
        keep=re.compile(rf"keep(?: on {_VIRUS})?"),
        pay=re.compile(rf"pay ([byr]+|0)(?: to ({name}))?"),
        others=tuple((re.compile(pattern), make) for pattern, make in others),
    )


def parse_move(plan: Plan, state: State, actor: str, text: str) -> Move:
    """The move that these words mean; raises UnreadableMove or AmbiguousMove."""
    words = " ".join(text.split())
    if actor == NATURE:
        return _parse_chance(plan, state, words)
    grammar = _make_grammar(state.players)
    player = state.number(actor)
    if found := grammar.take.fullmatch(words):
        side, card = _find_open(plan, state, words, found[1], found[2])
        on = _find_place(plan.cards[card], state, player, found[3], found[4], f"take {side} {card}")
        return Take(side, card, on)
    if found := grammar.pass_on.fullmatch(words):
        side, card = _find_open(plan, state, words, found[1], found[2])
        to = _find_receiver(plan.cards[card], state, player, found[3], f"pass {side} {card}", giver=None)
        return Pass(side, card, to)
    if found := grammar.keep.fullmatch(words):
        passed = state.passing.card if state.passing else ""
        card_kept = plan.cards[passed] if passed else None
        return Keep(_find_place(card_kept, state, player, found[1], found[2], "keep"))
    if (found := grammar.pay.fullmatch(words)) and (pills := parse_pills(found[1])) is not None:
        passing = state.passing
        card_paid = plan.cards[passing.card] if passing and passing.card else None
        giver = passing.giver if passing else None
        return Pay(
            pills, _find_receiver(card_paid, state, player, found[2], f"pay {pills.text}", giver=giver)
        )
    for pattern, make in grammar.others:
        if found := pattern.fullmatch(words):
            return make(found)
    raise UnreadableMove(words)


def _pill(letter: str) -> Pills:
    return parse_pills(letter) or Pills()


def _lying(value: str, injections: str | None) -> Lying:
    return Lying(int(value), len(injections or "+") - 1)


def _find_open(plan: Plan, state: State, words: str, side: str | None, named: str | None) -> tuple[Side, str]:
    """Which open card is meant, by its pile, by some of its words, or as the only one there is."""
    tokens = _split(named or "")
    wanted = [one for one in SIDES if side is None or side.strip() == one]
    open_cards = dict(zip(SIDES, state.opened, strict=True))
    fitting = [one for one in wanted if open_cards[one] and _fits(tokens, open_cards[one])]
    if len(fitting) == 1:
        return fitting[0], open_cards[fitting[0]]
    verb = words.split()[0]
    if fitting:
        raise AmbiguousMove(words, [f"{verb} {one} {open_cards[one]}" for one in fitting])
    known = _find_cards(plan.cards.values(), tokens)
    if not tokens or not known or known[0].kind == "risk":
        raise UnreadableMove(words)
    return wanted[0], known[0].text


def _split(words: str) -> list[str]:
    """Pills in whatever order: `rb` is `br`."""
    found = ((word, parse_pills(word)) for word in words.split())
    return [pills.text if pills else word for word, pills in found]


def _fits(tokens: Sequence[str], text: str) -> bool:
    """Whether words are some of those of a card, in their order."""
    there = iter(text.split())
    return all(token in there for token in tokens)


def _find_cards(cards: Iterable[Card], tokens: Sequence[str]) -> list[Card]:
    """The card of just these words, or all that have them among theirs."""
    known = list(cards)
    exact = [card for card in known if card.text.split() == list(tokens)]
    return exact or [card for card in known if _fits(tokens, card.text)]


def _find_place(
    card: Card | None, state: State, player: int, value: str | None, injections: str | None, said: str
) -> Lying | None:
    if value:
        return _lying(value, injections)
    if card is None or card.kind != "injection" or player < 0:
        return None
    places = list_places(card, state.tableaus[player].viruses)
    if len(places) > 1:
        raise AmbiguousMove(said, [f"{said} on {virus.text}" for virus in places if virus])
    return places[0]


def _find_receiver(
    card: Card | None, state: State, player: int, name: str | None, said: str, *, giver: int | None
) -> str:
    if name:
        return name
    receivers = list_receivers(state, card, player, giver=giver)
    if len(receivers) > 1:
        raise AmbiguousMove(said, [f"{said} to {state.players[other]}" for other in receivers])
    return state.players[receivers[0]]


def _parse_chance(plan: Plan, state: State, words: str) -> Move:
    """What was turned up; the card may be shortened as far as the cards that are left allow."""
    tokens = _split(words)
    side: Side | None = None
    if tokens and tokens[0] in SIDES:
        side = "left" if tokens[0] == "left" else "right"
        tokens = tokens[1:]
    if not tokens:
        raise UnreadableMove(words)
    is_risk = side is None and state.to_turn_up is None
    unseen = state.risks if is_risk else state.unseen
    found = _find_cards((plan.cards[text] for text in unseen.kinds), tokens)
    if not found:
        kinds = ("risk",) if is_risk else ("virus", "injection")
        found = _find_cards((card for card in plan.cards.values() if card.kind in kinds), tokens)[:1]
    if not found:
        raise UnreadableMove(words)
    moves: list[Move] = []
    for card in found:
        next_side = SIDES[state.to_turn_up or 0] if side is None else side
        moves.append(TurnRisk(card.text) if is_risk else TurnUp(next_side, card.text))
    if len(moves) > 1:
        raise AmbiguousMove(words, [move.text for move in moves])
    return moves[0]
