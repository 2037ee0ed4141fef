"""The cards and pieces of Pandemic: how many there are, what they are made from, what they say."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from generator.layout.elements.pieces import draw_template
from generator.layout.press import Press
from generator.model.elements.areas import MapArea, TrackArea
from generator.model.elements.blocks import Table
from generator.model.kit import Board, Booklet, Deck, Piece, PieceSet
from generator.scene.shapes import Page
from tests.geometry import Placed, place_words
from tests.shipped import kit, press

POINT = 25.4 / 72
LEAST_NAME, LEAST_BODY = 9.0, 7.0
"""In points: what is read at arm's length."""
NAMES = ("card_title", "card_name", "card_figure")
ROLES = 7
HANDS = {2: 4, 3: 3, 4: 2}


def decks_of(part: str) -> tuple[Deck, ...]:
    return next(one for one in kit("pandemic").parts if isinstance(one, PieceSet) and one.id == part).decks


def counts_of(part: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    for deck in decks_of(part):
        for piece in deck.pieces:
            counts[piece.id] += piece.count
    return counts


def field(piece: Piece, name: str) -> str:
    value = piece.fields[name]
    assert isinstance(value, str)
    return value


def world() -> MapArea:
    board = next(part for part in kit("pandemic").parts if isinstance(part, Board))
    return next(area for area in board.areas if isinstance(area, MapArea))


@pytest.mark.parametrize("part", ["city_cards", "infection_cards"])
def test_a_card_for_every_city(part: str) -> None:
    """The cities of the board, each once, in the colours that they have there."""
    (deck,) = decks_of(part)
    colours = {piece.id: field(piece, "colour") for piece in deck.pieces}
    assert deck.count == len(deck.pieces) == 48
    assert colours == {place.id: place.kind for place in world().places}


def test_the_player_deck() -> None:
    """59 cards that look alike from behind: 48 cities, 6 epidemics, 5 events."""
    assert counts_of("player_cards") == {
        "epidemic": 6,
        "airlift": 1,
        "forecast": 1,
        "government_grant": 1,
        "one_quiet_night": 1,
        "resilient_population": 1,
    }
    decks = [*decks_of("city_cards"), *decks_of("player_cards")]
    assert sum(deck.count for deck in decks) == 59
    assert {piece.back for deck in decks for piece in deck.pieces} == {"player_back"}
    assert len({deck.form for deck in decks}) == 1


def test_roles_and_pawns() -> None:
    """Seven roles, a pawn for each of them, and four reference cards."""
    cards = counts_of("role_cards")
    assert cards.pop("reference") == 4
    assert len(cards) == ROLES
    assert set(cards.values()) == {1}
    pawns = [piece.id for deck in decks_of("tokens") for piece in deck.pieces if piece.front == "pawn"]
    assert sorted(cards) == sorted(pawns)


def test_tokens() -> None:
    """96 cubes, 24 of each disease, flat and to fold; stations and markers."""
    cubes = {f"cube_{colour}": 24 for colour in ("blue", "yellow", "black", "red")}
    cures = {f"cure_{colour}": 1 for colour in ("blue", "yellow", "black", "red")}
    markers = {"station": 6, "outbreak": 1, "infection_rate": 1}
    pawns = dict.fromkeys(set(counts_of("role_cards")) - {"reference"}, 1)
    assert counts_of("cubes") + counts_of("tokens") == {**cubes, **cures, **markers, **pawns}
    assert counts_of("nets") == {f"net_{colour}": 24 for colour in ("blue", "yellow", "black", "red")}


def test_tracks_of_the_board() -> None:
    """The infection rate is 2-2-2-3-3-4-4; outbreaks go from 0 to 8, and 8 is lost; a space for each cure."""
    board = next(part for part in kit("pandemic").parts if isinstance(part, Board))
    tracks = {area.id: area.fields for area in board.areas if isinstance(area, TrackArea)}
    assert [one.label for one in tracks["infection_rate"]] == ["2", "2", "2", "3", "3", "4", "4"]
    assert [one.label for one in tracks["outbreaks"]] == list("012345678")
    assert [one.label for one in tracks["outbreaks"] if "lost" in one.marks] == ["8"]
    assert [one.marks[0] for one in tracks["cures"]] == [
        "cure_blue",
        "cure_yellow",
        "cure_black",
        "cure_red",
    ]


def piles(cards: int, epidemics: int) -> list[int]:
    """As even as they can be, larger ones on top, each with its epidemic."""
    small, larger = divmod(cards, epidemics)
    return [small + 2] * larger + [small + 1] * (epidemics - larger)


def printed_rows(table: Table) -> list[list[str]]:
    english = kit("pandemic").wordings["en"]
    return [[english.translate(cell.text) for cell in row.draw] for row in table.rows]


def parse_piles(text: str) -> list[int]:
    """`13, 3 × 12` -> 13, 12, 12, 12."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(?:(\d+)\s×\s)?(\d+)\s*", part)
        assert match
        found += [int(match[2])] * int(match[1] or 1)
    return found


def test_printed_table_of_the_set_up() -> None:
    """Hands and piles as the rules print them are those that are computed."""
    rules = next(part for part in kit("pandemic").parts if isinstance(part, Booklet))
    _, sizes = [block for block in rules.blocks if isinstance(block, Table)]
    left = {players: 48 + 5 - players * hand for players, hand in HANDS.items()}
    rows = printed_rows(sizes)
    assert [row[:2] for row in rows] == [[str(n), str(HANDS[n])] for n in HANDS]
    for row in rows:
        players = int(row[0])
        for text, epidemics in zip(row[2:], (4, 5, 6), strict=True):
            assert parse_piles(text) == piles(left[players], epidemics)
            assert sum(parse_piles(text)) == left[players] + epidemics


def words_of(pieces: Sequence[Piece], deck: Deck, part: str, side: str) -> list[tuple[str, Placed]]:
    """All that is printed on one side of some pieces, with the id of the piece."""
    templates = next(
        one for one in kit("pandemic").parts if isinstance(one, PieceSet) and one.id == part
    ).templates
    drawn: list[tuple[str, Placed]] = []
    setting: Press = press("pandemic", "en")
    for piece in pieces:
        name = piece.front if side == "front" else piece.back
        if name:
            shapes = draw_template(setting, templates[name], piece.fields, deck.form.width, deck.form.height)
            page = Page(deck.form.width, deck.form.height, shapes)
            drawn += [(piece.id, placed) for placed in place_words(page)]
    return drawn


@pytest.mark.parametrize("part", ["city_cards", "player_cards", "infection_cards", "role_cards"])
@pytest.mark.parametrize("side", ["front", "back"])
def test_cards_are_read_at_arms_length(part: str, side: str) -> None:
    """Nothing on a card is set smaller than 7 pt."""
    (deck,) = decks_of(part)
    for id, placed in words_of(deck.pieces, deck, part, side):
        size = placed.shape.size * placed.scale / POINT
        assert size >= LEAST_BODY - 0.01, (id, placed.shape)


@pytest.mark.parametrize("role", NAMES)
def test_names_cannot_become_small(role: str) -> None:
    """Names and figures of cards are never set smaller than 9 pt, in any language."""
    assert kit("pandemic").theme.type[role].smallest >= LEAST_NAME * POINT - 0.001


def test_every_city_card_names_all_neighbours() -> None:
    """Whoever holds the card sees where one can go, over the edge of the map too."""
    (deck,) = decks_of("city_cards")
    said: dict[str, set[str]] = {}
    for id, placed in words_of(deck.pieces, deck, "city_cards", "front"):
        said.setdefault(id, set()).add(placed.shape.text)
    say = kit("pandemic").wordings["en"].format
    for city in world().places:
        words = " ".join(sorted(said[city.id]))
        for other in city.neighbours:
            assert all(word in words for word in say(f"city.{other}").split()), f"{other} on {city.id}"
