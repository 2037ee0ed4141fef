"""Hidden information: covered values and states, hands that are dealt anew, and sealed lines."""

from collections import Counter
from enum import Enum
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.values import dataclass, replace
from generator.rules.core import (
    EVERYBODY,
    HIDDEN,
    NATURE,
    NoRules,
    RulesError,
    check_players,
    cover_fields,
    cover_value,
    deal_anew,
    find_secrets,
    make_refusal,
    open_words,
    seal_words,
)
from generator.rules.states import Cards
from tests import played
from tests.played import GAMES
from tests.secret_games import find_secret_game


class Bid(NamedTuple):
    tricks: int
    suit: str


class Suit(Enum):
    SUN = 1


@dataclass(frozen=True)
class Table:
    players: tuple[str, ...] = ("Ana", "Bo")
    hands: tuple[tuple[str, ...], ...] = (("a", "b"), ("c",))
    bids: tuple[Bid | None, ...] = (Bid(3, "sun"), None)
    pile: tuple[str, ...] = ("d", "e")

    def __post_init__(self) -> None:
        if "?" in self.pile:
            raise ValueError("a state is checked when it is made, and a covered one does not pass")


def cover(state: Any, player: str) -> Any:
    return cover_fields(state, player, secret=("hands", "bids"), face_down=("pile",))


@pytest.mark.parametrize(
    ("value", "covered"),
    [
        ("sun_3", "?"),
        ("", ""),
        (None, None),
        (7, -1),
        (True, False),
        (("a", ("b", "")), ("?", ("?", ""))),
        (frozenset({"a", "b"}), frozenset({"?0", "?1"})),
        (Bid(3, "sun"), Bid(-1, "?")),
        (Cards.of([("a", 2), ("b", 1)]), Cards.of([("?", 3)])),
        (Table(pile=()), Table(("?", "?"), (("?", "?"), ("?",)), (Bid(-1, "?"), None), ())),
    ],
)
def test_values_are_covered(value: object, covered: object) -> None:
    """Numbers of cards stay, and so does what is empty; nothing else does."""
    assert cover_value(value) == covered
    assert type(cover_value(value)) is type(covered), "a named tuple is not only equal"
    assert cover_value(covered) == covered


@pytest.mark.parametrize("value", [Suit.SUN, 1.5, ["a"], {"a": 1}, object()])
def test_what_cannot_be_covered_is_an_error(value: object) -> None:
    with pytest.raises(NoRules, match="write a method `cover`"):
        cover_value(value)


def test_players_see_their_own_items() -> None:
    """EVERYBODY sees no hand, and no player sees face-down cards."""
    seen = cover(Table(), "Ana")
    assert (seen.hands, seen.bids, seen.pile) == ((("a", "b"), ("?",)), (Bid(3, "sun"), None), ("?", "?"))
    seen = cover(Table(), "Bo")
    assert (seen.hands, seen.bids) == ((("?", "?"), ("c",)), (Bid(-1, "?"), None))
    for nobody in (EVERYBODY, NATURE):
        assert cover(Table(), nobody).hands == (("?", "?"), ("?",))
    assert cover(cover(Table(), "Ana"), "Ana") == cover(Table(), "Ana")
    assert hash(cover(Table(), "Ana")) == hash(cover(Table(bids=(Bid(3, "sun"), None)), "Ana"))


@given(st.permutations("abcdefgh"), st.integers(0, 8))
def test_covered_states_depend_only_on_what_is_seen(cards: list[str], size: int) -> None:
    """However the cards of the others lie, a player sees the same state."""
    first = Table(hands=(("x",), tuple(cards[:size])), pile=tuple(cards[size:]))
    other = Table(hands=(("x",), tuple(sorted(cards)[:size])), pile=tuple(sorted(cards)[size:]))
    assert cover(first, "Ana") == cover(other, "Ana")


@pytest.mark.parametrize(
    ("secret", "face_down", "told"),
    [
        (("hand",), (), r"unknown field 'hand' \(did you mean 'hands'\?\)"),
        ((), ("piles",), "unknown field 'piles'"),
        (("players",), ("pill",), "unknown field 'pill'"),
        (("turn",), (), "unknown field 'turn'"),
    ],
)
def test_names_of_fields_are_checked(secret: tuple[str, ...], face_down: tuple[str, ...], told: str) -> None:
    with pytest.raises(NoRules, match=told):
        cover_fields(Table(), "Ana", secret=secret, face_down=face_down)


def test_secrets_have_an_item_for_each_player() -> None:
    """Otherwise, the owner of an item would be unknown."""
    with pytest.raises(NoRules) as caught:
        cover_fields(replace(Table(), pile=("d",)), "Ana", secret=("pile",), face_down=())
    assert str(caught.value) == (
        "`secret`: `pile` must be a tuple with one item for each player;"
        " list fields that no player sees in `face_down`"
    )
    assert cover_fields(replace(Table(), hands=()), "Ana", secret=("hands",), face_down=()).hands == ()


def test_nobody_can_be_called_like_everybody() -> None:
    """A shared screen shows what EVERYBODY sees."""
    with pytest.raises(RulesError) as caught:
        check_players(played.kit("pox"), ("Ana", EVERYBODY))
    assert caught.value.rule == "players.name"


def test_a_name_may_have_sixty_letters() -> None:
    check_players(played.kit("pox"), ("A" * 60, "Bo"))
    with pytest.raises(RulesError) as caught:
        check_players(played.kit("pox"), ("A" * 61, "Bo"))
    assert caught.value.values == {"name": "A" * 60}


def test_hidden_fields_without_worlds_are_named() -> None:
    assert str(make_refusal(("hands", "pile"))) == (
        "`search` and hints would see hidden fields (`hands`, `pile`): the rules need a method `unknown`"
        " (docs/own-rules.md)"
    )


@given(st.integers(0, 2**32))
def test_hands_are_dealt_anew(seed: int) -> None:
    """Each hidden card is one that is not seen; cards that are seen stay, and all orders occur."""
    hands = (("a", "b"), (HIDDEN, "c", HIDDEN), (HIDDEN,))
    dealt = deal_anew(Random(seed), hands, ["d"], "abcdefghh")
    assert dealt[0] == ("a", "b")
    assert dealt[1][1] == "c"
    assert {dealt[1][0], dealt[1][2], dealt[2][0]} <= {*"efgh"}
    assert max(Counter(card for hand in dealt for card in hand if card != "h").values()) == 1


def test_hands_are_dealt_alike() -> None:
    counts = Counter(deal_anew(Random(seed), ((HIDDEN,),), (), "abc")[0] for seed in range(600))
    assert {*counts} == {("a",), ("b",), ("c",)}
    assert min(counts.values()) > 150


@given(st.text(min_size=1, max_size=80))
def test_sealed_lines_are_opened(words: str) -> None:
    assert open_words(seal_words(words)) == words
    assert " " not in seal_words(words)


@pytest.mark.parametrize(
    "words", ["take left", "sealed", "sealed= take", "sealed=%", "sealed=gA==", "x sealed=YQ=="]
)
def test_other_lines_stay(words: str) -> None:
    assert open_words(words) == words


def test_a_sealed_line_is_known_by_its_beginning() -> None:
    """Files of today are opened tomorrow."""
    assert seal_words("b2") == "sealed=YjI="
    assert open_words(" sealed=YjI= ") == "b2"
    assert open_words("to sealed=YjI=") == "to sealed=YjI="


class Plain:
    """Rules that do not inherit from ours."""

    def __init__(self, **attributes: object) -> None:
        self.__dict__.update(attributes)


def test_rules_need_no_base_class() -> None:
    """Only the declaration counts, and no other method is needed."""
    rules: Any = Plain(secret="hands")
    secrets = find_secrets(rules)
    assert secrets is not None
    assert secrets.fields == ("hands",)
    assert secrets.cover(Table(), "Ana").hands == (("a", "b"), ("?",))
    assert not secrets.has_worlds
    with pytest.raises(NoRules, match=r"would see hidden fields \(`hands`\): .* `unknown`"):
        secrets.list_worlds(Table(), "Ana")
    rules = Plain(face_down=["pile"], unknown=lambda state, player: {state: 1})
    secrets = find_secrets(rules)
    assert secrets is not None
    assert secrets.has_worlds
    covered = secrets.cover(Table(), "Ana")
    assert (covered.pile, covered.hands) == (("?", "?"), Table().hands)
    rules = Plain(secret=(), unknown=lambda state, player: {state: 1})
    assert find_secrets(rules) is None


def test_deals_are_hidden_and_moves_are_seen_by_default() -> None:
    game = find_secret_game("guess_the_suit")
    secrets, rules = game.secrets, game.rules
    assert secrets is not None
    start = rules.start(("Ana", "Bo"), {})
    lay = rules.moves(start, NATURE)[0]
    assert secrets.list_blind(start, NATURE, lay) == {"Ana", "Bo", EVERYBODY}
    assert secrets.is_dealt_blindly(start)
    state = rules.apply(start, NATURE, lay).state
    assert secrets.list_blind(state, "Bo", rules.moves(state, "Bo")[0]) == frozenset()
    assert not secrets.is_dealt_blindly(state)


@pytest.mark.parametrize("game", GAMES)
def test_games_without_secrets(game: str) -> None:
    """States of our games contain no hidden information: piles are counted, not ordered."""
    assert played.game(game).secrets is None
