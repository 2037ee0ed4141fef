"""The pill tables, the tables of the rules and the score pad of Virus & Co.: each figure computed anew."""

import re
from collections import Counter
from itertools import product

import pytest

from generator.model.elements.blocks import Table
from generator.model.kit import Booklet, PieceSet, Sheet
from generator.model.texts.rich_text import plain
from tests.geometry import place_words
from tests.shipped import document, kit

COLOURS = ("blue", "yellow", "red")
WORTH = {"blue": 1, "yellow": 2, "red": 3}
SHARE = {"blue": 3, "yellow": 2, "red": 2}
BOX = {"blue": 21, "yellow": 14, "red": 14}
RISK_CARDS = 20
PLAYERS = range(3, 7)
REFUSALS = range(1, 9)

Pills = tuple[int, int, int]
"""Blue, yellow, red."""

_PILL = re.compile(r"\{(?P<colour>blue|yellow|red)\|:pill_(?P=colour):\}")


def tables_of(id: str) -> list[Table]:
    found = next(part for part in kit("virus_and_co").parts if part.id == id)
    if isinstance(found, Sheet):
        blocks = [block for section in found.sections.values() for block in section.draw]
    else:
        assert isinstance(found, Booklet)
        blocks = [*found.blocks]
    return [block for block in blocks if isinstance(block, Table)]


def table_of(booklet: str, head: str) -> Table:
    """The table that has a column of this head."""
    return next(table for table in tables_of(booklet) if head in [column.head for column in table.columns])


def rows_of(table: Table) -> list[list[str]]:
    """What stands in the cells: texts as they are, words as their key."""
    english = kit("virus_and_co").wordings["en"]
    rows = [row for row in table.rows if not row.heading]
    return [[english.translate(cell.text) for cell in row.draw] for row in rows]


def column_of(table: Table, head: str) -> list[str]:
    index = [column.head for column in table.columns].index(head)
    return [row[index] for row in rows_of(table)]


def payments_in(text: str) -> set[Pills]:
    """Groups of pills, apart from one another by commas or on lines of their own."""
    found = [Counter(_PILL.findall(group)) for group in re.split("[,\n]", text)]
    return {(group["blue"], group["yellow"], group["red"]) for group in found if group}


def counts_in(text: str) -> dict[str, int]:
    """`3 pill 2 pill`: how many of each colour."""
    return {colour: int(number) for number, colour in re.findall(r"(\d+)\s" + _PILL.pattern, text)}


def worth(pills: Pills) -> int:
    return sum(count * WORTH[colour] for count, colour in zip(pills, COLOURS, strict=True))


def payments(price: int) -> set[Pills]:
    """All that pay a price and from which no pill can be left out."""
    counts = range(price + 1)
    found = {(blue, yellow, red) for blue, yellow, red in product(counts, counts, counts)}
    return {pills for pills in found if worth(pills) >= price and not has_needless(pills, price)}


def has_needless(pills: Pills, price: int) -> bool:
    """Whether the others would pay the price without one of them."""
    return any(
        count and worth(pills) - WORTH[colour] >= price for colour, count in zip(COLOURS, pills, strict=True)
    )


def test_refusals_and_all_ways_to_pay_them() -> None:
    """The 1st costs 1 and so on; exact payments in one column, those with too much in the other."""
    table = table_of("pill_tables", "tables.refuse.exactly")
    assert column_of(table, "tables.refuse.number") == [str(number) for number in REFUSALS]
    exact = column_of(table, "tables.refuse.exactly")
    more = column_of(table, "tables.refuse.more")
    for price, paid, too_much in zip(REFUSALS, exact, more, strict=True):
        expected = payments(price)
        assert payments_in(paid) == {pills for pills in expected if worth(pills) == price}
        assert payments_in(too_much) == {pills for pills in expected if worth(pills) > price}


def test_too_much_says_how_much() -> None:
    """Behind each payment without change stands what it is worth."""
    for cell in column_of(table_of("pill_tables", "tables.refuse.exactly"), "tables.refuse.more"):
        for group in cell.split("\n"):
            (pills,) = payments_in(group)
            assert f"({worth(pills)})" in group


def test_payments_of_a_price_are_found() -> None:
    """For 3: a red one, a yellow and a blue, three blue, and two yellow with one point too much."""
    assert payments(3) == {(0, 0, 1), (1, 1, 0), (3, 0, 0), (0, 2, 0)}


def test_a_card_that_comes_back_costs_the_difference() -> None:
    """The examples: refusal, stake, what is missing, and how it is paid exactly."""
    table = table_of("pill_tables", "tables.again.missing")
    for refusal, stake, missing, pills in rows_of(table):
        (staked,) = payments_in(stake)
        assert int(refusal) - worth(staked) == int(missing)
        assert payments_in(pills) == {one for one in payments(int(missing)) if worth(one) == int(missing)}


def test_the_rules_show_payments_that_are_exact() -> None:
    """Some of those of the pill tables, for the first four refusals."""
    table = table_of("rules", "rules.pass.such_as")
    for number, price, pills in rows_of(table):
        assert number == price
        shown = payments_in(pills)
        assert shown
        assert all(worth(one) == int(price) for one in shown)


def test_set_up_for_three_to_six_players() -> None:
    """A share for each and one for the pharmacy; what is in play stays in play; the rest is in the box."""
    table = table_of("pill_tables", "tables.setup.play")
    assert column_of(table, "tables.setup.players") == [str(number) for number in PLAYERS]
    for row in rows_of(table):
        players, each, pharmacy, play, points, box, risk, left = row
        number = int(players)
        in_play = {colour: count * (number + 1) for colour, count in SHARE.items()}
        rest = {colour: BOX[colour] - in_play[colour] for colour in COLOURS}
        assert counts_in(each) == counts_in(pharmacy) == SHARE
        assert counts_in(play) == in_play
        assert int(points) == sum(in_play[colour] * WORTH[colour] for colour in COLOURS)
        assert (box == "tables.setup.nothing") == (not any(rest.values()))
        assert counts_in(box) == (rest if any(rest.values()) else {})
        assert (int(risk), int(left)) == divmod(RISK_CARDS, number)


def test_pills_in_play_are_conserved() -> None:
    """52, 65, 78 and 91 points for 3 to 6 players: 13 for each of them and for the pharmacy."""
    assert column_of(table_of("pill_tables", "tables.setup.play"), "tables.setup.worth") == [
        "52",
        "65",
        "78",
        "91",
    ]


def test_risk_cards_are_dealt_evenly() -> None:
    """The same on the pharmacy card and in the rules as in the pill tables."""
    said = kit("virus_and_co").wordings["en"].sentences
    rules = rows_of(table_of("rules", "rules.setup.cards"))
    for players, (number, each, left) in zip(PLAYERS, rules, strict=True):
        assert (int(number), int(each), int(left)) == (players, *divmod(RISK_CARDS, players))
        card = plain(said[f"pharmacy.players_{players}"])
        rest = f", {left} left over" if int(left) else ""
        assert card == f"{players} players: {each} each{rest}"


@pytest.mark.parametrize("booklet", ["pill_tables", "rules"])
def test_what_an_injection_leaves(booklet: str) -> None:
    """1 1 2 2 3 3 after the first, nothing after the second."""
    table = table_of(booklet, "tables.injection.six")
    once, twice = (row[1:] for row in rows_of(table))
    assert once == [str(-(-points // 2)) for points in range(1, 7)] == ["1", "1", "2", "2", "3", "3"]
    assert twice == ["0"] * 6


def test_what_pills_are_worth() -> None:
    """Points, number in a share and in the box, and the sums of both."""
    rows = rows_of(table_of("pill_tables", "tables.value.worth"))
    for colour, row in zip(COLOURS, rows, strict=False):
        assert row == [
            f"tables.value.{colour}",
            str(WORTH[colour]),
            str(SHARE[colour]),
            str(BOX[colour]),
        ]
    together, points = rows[3:]
    assert together[2:] == [str(sum(SHARE.values())), str(sum(BOX.values()))]
    assert points[2:] == [str(sum(of[c] * WORTH[c] for c in COLOURS)) for of in (SHARE, BOX)]


@pytest.mark.parametrize("booklet", ["pill_tables", "rules"])
def test_the_table_of_the_deck_is_the_deck(booklet: str) -> None:
    """How many viruses of each value there are, in each colour, and all pills that they show."""
    cards = next(part for part in kit("virus_and_co").parts if part.id == "cards")
    assert isinstance(cards, PieceSet)
    counts: Counter[tuple[str, str]] = Counter()
    shown: dict[str, set[Pills]] = {}
    for card in cards.decks[0].pieces:
        colour, value, pills = (card.fields.get(name) for name in ("colour", "value", "pills"))
        if isinstance(colour, str) and isinstance(value, str) and isinstance(pills, tuple):
            counts[colour, value] += card.count
            of = Counter(pill for pill in pills if isinstance(pill, str))
            shown.setdefault(value, set()).add((of["blue"], of["yellow"], of["red"]))
    *rows, together = rows_of(table_of(booklet, "rules.deck.pills"))
    for value, blue, red, pills in rows:
        assert (counts["blue", value], counts["red", value]) == (int(blue), int(red))
        assert payments_in(pills) == shown[value]
    assert together[1:3] == ["20", "8"]


def test_the_worked_example_adds_up() -> None:
    """The published example, line by line as on the score pad; intensive care counts alone."""
    *lines, total = rows_of(table_of("rules", "rules.example.eva"))
    care = lines[-1]

    def number(cell: str) -> int:
        text = plain(cell).replace("−", "-")
        return 0 if text == "–" else int(text)

    for player in range(1, 5):
        scored = sum(number(line[player]) for line in lines)
        assert number(total[player]) == scored
        assert number(care[player]) in (0, scored)
    assert [number(cell) for cell in total[1:]] == [-13, 1, -3, 2]


@pytest.mark.parametrize("locale", ["en", "es", "fr", "it"])
def test_the_risk_cards_of_the_rules_are_those_of_the_deck(locale: str) -> None:
    """Every kind of card by the title and the German name on it, with its number where there are several."""
    said = kit("virus_and_co").wordings[locale].sentences
    cards = next(part for part in kit("virus_and_co").parts if part.id == "cards")
    assert isinstance(cards, PieceSet)
    printed: Counter[tuple[str, str, str]] = Counter()
    for card in cards.decks[0].pieces:
        name, words = card.fields.get("name"), card.fields.get("text")
        if isinstance(name, str) and isinstance(words, str):
            printed[said[str(card.fields["title"])], said[name], words] += card.count
    told = []
    for key, _ in rows_of(table_of("rules", "rules.cards.what")):
        cell = said[key].replace("\N{SOFT HYPHEN}", "")
        match = re.match(r"\*\*(?:(\d) × )?(.+?)\*\*\s+\*([^*,]+)", cell)
        assert match is not None
        told.append((match[2], match[3], int(match[1] or 1)))
    assert sorted(told) == sorted((title, name, count) for (title, name, _), count in printed.items())
    assert sum(count for _, _, count in told) == RISK_CARDS


def test_the_score_pad_has_a_line_for_every_step() -> None:
    """Three rounds of six lines, six players, names and a grand total, all in the area that forms know."""
    tables = tables_of("score_pad")
    assert [table.id for table in tables] == ["pad"] * 5
    assert {len(table.columns) for table in tables} == {1 + 6}
    steps = ["open", "halved", "pills", "guess", "care"]
    lines = [line for round in (1, 2, 3) for line in (*steps, f"total_{round}")]
    rows = [row for table in tables for row in rows_of(table)]
    assert [row[0] for row in rows] == [f"pad.{line}" for line in ("name", *lines, "grand_total")]
    assert all(cell == "" for row in rows for cell in row[1:])
    assert min(table.row_height for table in tables) >= 6.5


@pytest.mark.parametrize("locale", ["en", "es", "fr", "it", "de"])
def test_two_score_pads_are_on_a_paper(locale: str) -> None:
    """Each pad has all lines, in the same place of its half."""
    (page,) = document(("virus_and_co", "score_pad", locale, "letter")).pages
    half = page.width / 2
    words = [(round(word.left, 1), round(word.top, 1)) for word in place_words(page)]
    tops = [
        sorted(y for x, y in words if (x < half) == is_left and y < page.height - 20)
        for is_left in (True, False)
    ]
    assert tops[0] == tops[1]
    assert len(tops[0]) >= 20
