"""Tables that cannot have come about are refused for the one thing that is wrong; what is only odd passes."""

import pytest

from generator.rules.core import Sentence
from tests import shipped
from tests.games.pandemic.test_pandemic_tables import rules_of, score

CALM = "cubes: {}; outbreaks: 0; epidemics: 0"
NINE = "Lagos, Lima, Paris, Essen, Milan, Delhi, Tokyo, Osaka, Miami"
MANY = f"{NINE}, Cairo, Seoul, Sydney, Taipei, Manila, Jakarta, Bangkok"
ILL = "cubes: {Lagos: 3, Lima: 3, Paris: 3, Essen: 2, Milan: 2, Delhi: 2, Tokyo: 1, Osaka: 1, Miami: 1}"
HEAPS = f"cubes: {{{', '.join(f'{city}: 3' for city in MANY.split(', ')[:13])}"
"""39 of them: 18, two in each of nine turns, three of an epidemic."""

WRONG: dict[str, tuple[str, list[str]]] = {
    "an exhausted pile without its epidemic": (
        "cubes: {}; turn: 6; deck: 40; epidemics: 0",
        ["table.epidemics"],
    ),
    "the same, and only the turn is known": ("cubes: {}; turn: 6; epidemics: 0", ["table.epidemics"]),
    "an epidemic out of a pile that nobody has begun": (
        "cubes: {}; turn: 5; deck: 40; epidemics: 2",
        ["table.epidemics"],
    ),
    "a deck that was never so large": ("cubes: {}; deck: 51", ["table.whole"]),
    "a turn after the last one": ("cubes: {}; turn: 27", ["table.turn"]),
    "lost without cards while there are some": ("cubes: {}; turn: 25; lost: cards", ["table.lost"]),
    "three cures in the second turn": (
        "cubes: {Lima: 1, Tokyo: 1, Paris: 1, Delhi: 1}; turn: 2; cured: [red, blue, black]",
        ["table.cures"],
    ),
    "four cures with the cards of three": (
        "cubes: {Lima: 1, Tokyo: 1, Paris: 1, Delhi: 1}; deck: 39; cured: [red, blue, black, yellow]",
        ["table.cures"],
    ),
    "a city that nobody infected": (
        f"{ILL.replace('Lima', 'Bogota')}; outbreaks: 0; epidemics: 0; infected: [{NINE}]; removed: []",
        ["table.source"],
    ),
    "one cube more than cards were drawn for": (
        f"{ILL.replace('Miami: 1', 'Miami: 2')}; outbreaks: 0; epidemics: 0; infected: [{NINE}]; removed: []",
        ["table.growth"],
    ),
    "cubes that no epidemic has brought": (
        "cubes: {Lagos: 3, Lima: 3, Paris: 3, Essen: 3, Milan: 3, Delhi: 3, Tokyo: 3, Osaka: 3};"
        " outbreaks: 0; epidemics: 0; turn: 2",
        ["table.growth"],
    ),
    "turns in which nobody was infected": (f"{CALM}; turn: 3; infected: [{NINE}]", ["table.fewer"]),
    "more infections than turns": (
        f"{CALM}; turn: 1; infected: [{NINE}, Cairo, Seoul, Sydney]",
        ["table.infected"],
    ),
    "more infections than an epidemic in turn 6 left room for": (
        f"cubes: {{}}; turn: 13; epidemics: 2; infected: [{MANY}, Beijing]",
        ["table.infected"],
    ),
    "fewer infections than after an epidemic in turn 10": (
        "cubes: {}; turn: 13; epidemics: 2; infected: [Lagos, Lima, Paris, Essen, Milan];"
        " discards: [airlift]",
        ["table.fewer"],
    ),
    "fewer infections, and the quiet night is in a hand": (
        "cubes: {}; turn: 13; epidemics: 2; infected: [Lagos, Lima, Paris, Essen];"
        " hands: {Ana: one quiet night}",
        ["table.fewer"],
    ),
    "more cubes than all that can have come": (
        f"{HEAPS}, Jakarta: 1}}; outbreaks: 0; turn: 9; epidemics: 1",
        ["table.growth"],
    ),
    "two events on one card": (
        "cubes: {}; stored: [airlift, forecast]",
        ["table.planner"],
    ),
    "an epidemic before the first draw": ("cubes: {}; turn: 0; epidemics: 1", ["table.epidemics"]),
    "a station in place of the first one": (
        "cubes: {}; stations: [Cairo, Lima]",
        ["table.moved"],
    ),
    "a station for which no card was paid": (
        "cubes: {}; stations: [Atlanta, Cairo, Lima]; discards: [Cairo, airlift]",
        ["table.built"],
    ),
    "two stations for one grant": (
        "cubes: {}; stations: [Atlanta, Cairo, Lima]; discards: [government grant]",
        ["table.built"],
    ),
    "a card that left the infection deck by itself": (
        "cubes: {}; removed: [Cairo]; discards: [airlift]",
        ["table.removed"],
    ),
    "two of them, and no Contingency Planner": ("cubes: {}; removed: [Cairo, Lima]", ["table.removed"]),
}

ODD: dict[str, str] = {
    "a pile that was just begun": "cubes: {}; turn: 5; deck: 40; epidemics: 1",
    "the last turn of all, lost for want of cards": "cubes: {}; turn: 26; deck: 0; lost: cards",
    "a quiet night in the first turn": (
        f"{ILL}; outbreaks: 0; epidemics: 0; turn: 2; infected: [{NINE}]; discards: [one quiet night]"
    ),
    "six stations, none of them the first": (
        "cubes: {}; stations: [Cairo, Lima, Paris, Essen, Milan, Delhi];"
        " discards: [Cairo, Lima, Paris, Essen, Milan, government grant]"
    ),
    "every cube on the board": (
        "cubes: {Lagos: 3, Lima: 3, Bogota: 3, Miami: 3, Santiago: 3, Kinshasa: 3, Khartoum: 3,"
        " Johannesburg: 3}; epidemics: 1; outbreaks: 0; turn: 9"
    ),
    "a city that was infected and has no cube": (f"{CALM}; turn: 1; infected: [{NINE}]"),
    "an infected city that is out of the game": (
        f"cubes: {{Lima: 3, Cairo: 1}}; outbreaks: 0; epidemics: 0; turn: 1; infected: [{NINE}];"
        " removed: [Cairo]; discards: [resilient population]"
    ),
    "as many infections as an epidemic in turn 6 left room for": (
        f"cubes: {{}}; turn: 13; epidemics: 2; infected: [{MANY}]"
    ),
    "as few infections as after an epidemic in turn 10": (
        "cubes: {}; turn: 13; epidemics: 2; infected: [Lagos, Lima, Paris, Essen, Milan, Delhi];"
        " discards: [airlift]"
    ),
    "two fewer after a quiet night": (
        "cubes: {}; turn: 13; epidemics: 2; infected: [Lagos, Lima, Paris, Essen];"
        " discards: [one quiet night]"
    ),
    "an epidemic of this turn, before its discards were shuffled": (
        f"cubes: {{}}; turn: 9; epidemics: 2; infected: [{MANY}, Beijing]"
    ),
    "as many cubes as can have come": f"{HEAPS}}}; outbreaks: 0; turn: 9; epidemics: 1",
    "a quiet night after the last epidemic of all": (
        "cubes: {}; deck: 0; turn: 26; epidemics: 5; infected: []; discards: [one quiet night]"
    ),
    "one hand of two": ('cubes: {}; deck: 50; epidemics: 0; discards: []; hands: {Ana: "?, ?, ?, ?"}'),
    "seven cards in a hand": 'cubes: {}; hands: {Ana: "?, ?, ?, ?, ?, ?, ?"}',
    "two epidemics of which the second one waits": "cubes: {}; turn: 6; deck: 38; epidemics: 1",
}


def write(table: str, *, roles: str = "roles: Ana medic, Bo dispatcher\n") -> str:
    """A key a line; Ana and Bo play."""
    rows = "".join(f"  {row.strip()}\n" for row in table.split(";"))
    return f"game: pandemic\nplayers: [Ana, Bo]\n{roles}table:\n{rows}"


@pytest.mark.parametrize("kind", sorted(WRONG))
def test_a_table_that_cannot_have_come_about_is_refused(kind: str) -> None:
    """For just one reason."""
    table, rules = WRONG[kind]
    assert rules_of(score(write(table))) == rules


@pytest.mark.parametrize("kind", sorted(ODD))
def test_a_table_that_is_only_odd_passes(kind: str) -> None:
    """What is rare is not wrong."""
    assert rules_of(score(write(ODD[kind]))) == []


def test_roles_that_are_not_said_may_be_any() -> None:
    """Four cards for a cure, a station without a card, two cards out of the game: none of it is wrong."""
    table = (
        "cubes: {Lima: 1}; cured: [yellow]; discards: [Lima, Lagos, Bogota, Miami];"
        " stations: [Atlanta, Cairo]"
    )
    assert rules_of(score(write(table, roles=""))) == []
    assert set(rules_of(score(write(table)))) == {"table.cure", "table.built"}
    removed = "cubes: {}; removed: [Cairo, Lima]"
    assert rules_of(score(write(removed, roles=""))) == []
    assert rules_of(score(write(removed))) == ["table.removed"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("cubes: {}; turn: 0; epidemics: 1", "so far, 0 epidemics have been drawn, not 1"),
        ("cubes: {}; turn: 6; epidemics: 0", "so far, 1 to 2 epidemics can have been drawn, not 0"),
    ],
)
def test_what_is_certain_is_said_as_such(table: str, said: str) -> None:
    """Where the turn leaves but one number of epidemics, there is no span of numbers."""
    (fault,) = score(write(table)).faults
    assert fault.sentence.format(shipped.kit("pandemic").wordings["en"]) == said


@pytest.mark.parametrize(
    ("table", "rules"),
    [
        ("deck: 36", []),
        ("deck: 35", ["table.epidemics"]),
        ("turn: 7", []),
        ("turn: 8", ["table.epidemics"]),
    ],
)
def test_an_epidemic_is_due_when_the_turn_of_its_card_has_ended(table: str, rules: list[str]) -> None:
    """The first of four piles has thirteen cards, of which the last one is the first drawn in turn 7."""
    head = "roles: Ana medic, Bo dispatcher\ndifficulty: introductory\n"
    assert rules_of(score(write(f"cubes: {{}}; epidemics: 0; {table}", roles=head))) == rules


def test_a_card_that_lies_twice_is_told_with_both_places() -> None:
    found = score(write("cubes: {}; stored: [airlift]; hands: {Ana: airlift}")).faults
    (fault,) = (each for each in found if each.rule == "pandemic.table.twice")
    assert fault.path == ("table", "hands")
    places = fault.values["first"], fault.values["second"]
    assert places == (Sentence("tally.place.stored"), Sentence("tally.place.hands"))
