"""The printed cards and pills of Virus & Co.: as many as published, and our own deck within its bounds."""

from collections import Counter

import pytest

from generator.model.kit import Piece, PieceSet
from generator.model.texts.rich_text import plain
from generator.scene.shapes import GlyphRun
from tests.geometry import place_words
from tests.shipped import document, kit

WORTH = {"blue": 1, "yellow": 2, "red": 3}
POINT = 25.4 / 72

RISK_CARDS = {
    "plage_self": 4,
    "plage_other": 2,
    "injektion": 3,
    "testperson": 1,
    "ansteckung": 1,
    "rezept": 2,
    "rueckrufaktion": 1,
    "verfallsdatum": 1,
    "kassenpatient": 1,
    "pharmaprobe": 1,
    "herr_doktor": 1,
    "diagnose": 1,
    "krankenschwester": 1,
}
GERMAN = {
    "Plage!",
    "Injektion!",
    "Testperson",
    "Ansteckung",
    "Rezept",
    "Rückrufaktion!",
    "Verfallsdatum!",
    "Kassenpatient",
    "Pharmaprobe!",
    "Herr Doktor",
    "Diagnose",
    "Krankenschwester",
}
"""Names on 13 kinds of cards: two kinds are called Plage!"""


def pieces_of(part: str) -> tuple[Piece, ...]:
    found = next(one for one in kit("virus_and_co").parts if isinstance(one, PieceSet) and one.id == part)
    return tuple(piece for deck in found.decks for piece in deck.pieces)


def text(piece: Piece, name: str) -> str:
    value = piece.fields[name]
    assert isinstance(value, str)
    return value


def pills_of(piece: Piece) -> list[str]:
    value = piece.fields["pills"]
    assert isinstance(value, tuple)
    return [pill for pill in value if isinstance(pill, str)]


def kind_of(piece: Piece) -> str:
    """A card `rezept_mixed` is one of the kind `rezept`."""
    return next((kind for kind in RISK_CARDS if piece.id == kind or piece.id.startswith(f"{kind}_")), "")


@pytest.fixture(scope="module")
def cards() -> tuple[Piece, ...]:
    return pieces_of("cards")


@pytest.fixture(scope="module")
def viruses(cards: tuple[Piece, ...]) -> list[Piece]:
    """One for each card, of the two piles."""
    return [card for card in cards if "colour" in card.fields for _ in range(card.count)]


def test_there_are_as_many_cards_as_published(cards: tuple[Piece, ...], viruses: list[Piece]) -> None:
    """8 red and 20 blue viruses, 10 injections, 20 risk cards, the pharmacy and the card of the turn."""
    assert Counter(text(virus, "colour") for virus in viruses) == {"red": 8, "blue": 20}
    counts = {card.id: card.count for card in cards}
    assert counts["injection"] == 10
    assert (counts["pharmacy"], counts["turn"]) == (1, 1)
    assert sum(counts.values()) == 28 + 10 + 20 + 2


def test_there_are_thirteen_kinds_of_risk_cards(cards: tuple[Piece, ...]) -> None:
    """With the counts of the second edition and the German names."""
    counts: Counter[str] = Counter()
    for card in cards:
        if kind_of(card):
            counts[kind_of(card)] += card.count
    assert counts == RISK_CARDS
    wording = kit("virus_and_co").wordings["en"]
    assert {plain(wording.format(text(card, "name"))) for card in cards if kind_of(card)} == GERMAN


def test_both_piles_and_the_risk_cards_have_a_back_of_their_own(cards: tuple[Piece, ...]) -> None:
    """Nobody sees from behind what a card of a pile is."""
    backs: dict[str, set[str]] = {"drawn": set(), "risk": set()}
    for card in cards:
        if card.id not in ("pharmacy", "turn"):
            backs["risk" if kind_of(card) else "drawn"].add(card.back)
    assert backs == {"drawn": {"back_virus"}, "risk": {"back_risk"}}


def test_the_deck_keeps_to_what_the_source_tells_of_it(viruses: list[Piece]) -> None:
    """The published examples need three 4s, a 5, a 6 and two 1s; a 6 shows one pill of each colour."""
    values = Counter(int(text(virus, "value")) for virus in viruses)
    assert set(values) == {1, 2, 3, 4, 5, 6}
    assert values[4] >= 3
    assert values[5] >= 1
    assert values[6] >= 1
    assert values[1] >= 2
    for virus in viruses:
        if text(virus, "value") == "6":
            assert sorted(pills_of(virus)) == ["blue", "red", "yellow"]


def test_pills_are_worth_what_the_virus_costs(viruses: list[Piece]) -> None:
    """Our own rule for our own deck: one to three pills, worth just the points of the virus."""
    for virus in viruses:
        assert 1 <= len(pills_of(virus)) <= 3
        assert sum(WORTH[pill] for pill in pills_of(virus)) == int(text(virus, "value"))


def test_the_pills_on_the_viruses_are_those_of_the_box_but_for_one(viruses: list[Piece]) -> None:
    """So no colour is wanted much more than there is of it; 28 viruses of 90 points in all."""
    shown = Counter(pill for virus in viruses for pill in pills_of(virus))
    assert shown == {"blue": 21, "yellow": 15, "red": 13}
    assert sum(int(text(virus, "value")) for virus in viruses) == 90
    caption = plain(kit("virus_and_co").wordings["en"].format("rules.deck.caption"))
    assert all(f"{number} {colour}" in caption for colour, number in shown.items())


def test_risk_cards_show_as_many_pills_as_known(cards: tuple[Piece, ...]) -> None:
    """Testperson three, worth its points; Rezept two, on both cards worth the same."""
    shown = {card.id: pills_of(card) for card in cards if kind_of(card) in ("testperson", "rezept")}
    assert len(shown.pop("testperson")) == 3
    assert [len(pills) for pills in shown.values()] == [2, 2]
    assert {sum(WORTH[pill] for pill in pills) for pills in shown.values()} == {4}


def test_every_virus_says_what_an_injection_leaves_of_it(cards: tuple[Piece, ...]) -> None:
    """Half of its points, rounded up."""
    having = [card for card in cards if "value" in card.fields]
    assert len(having) == 21
    for card in having:
        assert int(text(card, "half")) == -(-int(text(card, "value")) // 2)


def test_pictures_are_those_of_the_colour_and_the_points(viruses: list[Piece]) -> None:
    """A face for each value, round in blue and spiky in red."""
    for virus in viruses:
        expected = f"{text(virus, 'colour')}_{text(virus, 'value')}"
        assert text(virus, "picture") == f"pictures/{expected}.svg"
        assert text(virus, "name") == f"virus.{expected}"
        assert virus.front == f"virus_{text(virus, 'colour')}"


def test_there_are_forty_nine_pills() -> None:
    """21 blue, 14 yellow and 14 red: a share of 3, 2 and 2 for six players and the pharmacy."""
    pills = {piece.id: piece.count for piece in pieces_of("pills")}
    assert pills == {"pill_blue": 21, "pill_yellow": 14, "pill_red": 14}
    share = next(card for card in pieces_of("cards") if card.id == "pharmacy").fields["share"]
    assert isinstance(share, tuple)
    shares = Counter(share)
    assert {f"pill_{colour}": count * 7 for colour, count in shares.items()} == pills


def test_pills_are_told_apart_without_their_colour() -> None:
    """Each colour is cut in a form of its own, alike on both sides."""
    found = next(part for part in kit("virus_and_co").parts if part.id == "pills")
    assert isinstance(found, PieceSet)
    forms = {deck.form.outline for deck in found.decks}
    assert forms == {"round", "rectangle", "hexagon"}
    assert all(piece.front == piece.back for deck in found.decks for piece in deck.pieces)


@pytest.mark.parametrize("part", ["cards", "pills"])
def test_cards_can_be_read_at_arms_length(part: str) -> None:
    """No word on a card is smaller than 7 pt; names are at least 9 pt."""
    theme = kit("virus_and_co").theme
    assert min(theme.type[role].smallest for role in ("card_title", "card_name")) >= 9 * POINT - 0.01
    for page in document(("virus_and_co", part, "en", "a4")).pages:
        words = [placed for placed in place_words(page) if "margin" not in placed.groups]
        assert words
        for placed in words:
            assert isinstance(placed.shape, GlyphRun)
            assert placed.shape.size * placed.scale >= 7 * POINT - 0.01, placed.shape.text
