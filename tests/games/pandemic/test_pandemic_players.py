"""The greedy player, and what the companion says and shows."""

from dataclasses import replace
from typing import Any

import pytest

from generator.games.pandemic import make_game
from generator.games.pandemic.data import State
from generator.games.pandemic.players import Greedy, PandemicKnowledge
from generator.model.played import Laid, LaidPart, Position, TokenMark
from generator.play.simulate import play_to_end
from generator.rules.core import RulesError, Sentence, ViewCell, format_value
from tests import shipped
from tests.games.pandemic.pandemic_table import NAMES, card, data, lay_cubes, play, rules, table


def greedy() -> Greedy:
    return make_game(shipped.kit("pandemic")).policies["greedy"]


def chosen(state: State, actor: str = "Ana") -> set[str]:
    return {move.text for move in greedy().choose(state, actor)}


def test_it_cures_what_can_be_cured() -> None:
    """Before anything else."""
    state = table(hands={"Ana": "Chicago, Essen, London, Madrid"}, cubes={"Atlanta": "blue 3"})
    assert chosen(state) == {"cure blue Chicago, Essen, London, Madrid"}


def test_it_treats_what_is_about_to_break_out() -> None:
    """Then goes where it is worst."""
    assert chosen(table(cubes={"Atlanta": "blue 3"})) == {"treat blue"}
    assert chosen(table(cubes={"Lima": "yellow 3"}, pawns={"Ana": "Bogota"})) == {"drive Lima"}


def test_it_goes_to_a_station_with_the_cards_for_a_cure() -> None:
    """By the shortest way."""
    state = table(hands={"Ana": "Chicago, Essen, London, Madrid"}, pawns={"Ana": "Miami"})
    assert chosen(state) == {"drive Atlanta"}


def test_it_takes_the_quickest_way() -> None:
    """By shuttle, or by a flight if the card is not needed; of its own pawn, not that of another player."""
    seoul = {"Seoul": "red 3"}
    assert chosen(table(cubes=seoul, stations="Atlanta, Tokyo")) == {"shuttle Tokyo"}
    sent = table(("medic", "dispatcher"), hands={"Bo": "Tokyo"}, cubes=seoul, cured="red")
    assert chosen(replace(sent, active=1), "Bo") == {"fly Tokyo"}
    away = table(("medic", "dispatcher"), pawns={"Ana": "Shanghai"}, cubes=seoul)
    assert chosen(replace(away, active=1), "Bo") == {"drive Chicago"}


@pytest.mark.parametrize(
    ("city", "action"), [("Montreal", "pass"), ("New York", "pass"), ("Madrid", "build")]
)
def test_it_builds_where_no_station_is_within_two_steps(city: str, action: str) -> None:
    """If it need not go anywhere."""
    assert chosen(table(("operations_expert", "medic"), pawns={"Ana": city})) == {action}


def test_it_discards_what_it_needs_least() -> None:
    """Cards of colours of which it has few; events last."""
    eight = "Chicago, Essen, London, Milan, Lima, Bogota, Tokyo, airlift"
    state = table(hands={"Ana": eight})
    assert chosen(state) == {"discard Tokyo"}


def test_it_keeps_events_for_need() -> None:
    """One Quiet Night is played when much would break out."""
    calm = replace(table(hands={"Bo": "one quiet night"}), phase="infect", left=2)
    assert chosen(calm, "Bo") == set()
    full = {"Lima": "yellow 3", "Cairo": "black 3", "Tokyo": "red 3"}
    ill = replace(table(hands={"Bo": "one quiet night"}, cubes=full), phase="infect", left=2)
    assert chosen(ill, "Bo") == {"one quiet night"}


@pytest.mark.parametrize(
    ("event", "cities", "played"),
    [
        ("forecast", ("Lima",), set()),
        ("forecast", ("Lima", "Cairo"), {"forecast"}),
        ("resilient population", ("Lima", "Cairo"), set()),
        ("resilient population", ("Lima", "Cairo", "Tokyo"), {"resilient population Lima"}),
        ("resilient population", ("Delhi", "Cairo", "Tokyo"), set()),
    ],
)
def test_it_plays_an_event_when_cities_are_full(
    event: str, cities: tuple[str, ...], played: set[str]
) -> None:
    """The worst city that was infected becomes safe, if that is worth the card."""
    cubes = {"Lima": "yellow 3", "Cairo": "black 3", "Tokyo": "red 3", "Delhi": "black 3"}
    state = table(hands={"Bo": event}, cubes={name: cubes[name] for name in cities}, infected="Lima, Sydney")
    assert chosen(replace(state, phase="infect", left=2), "Bo") == played


def test_it_lasts_longer_than_chance() -> None:
    """And wins now and then, which chance does not."""
    setup = {"difficulty": "introductory"}
    seeds = range(40)
    thoughtful = [
        play_to_end(rules(), rules().start(NAMES[:2], setup), seed=seed, policy=greedy()) for seed in seeds
    ]
    by_chance = [play_to_end(rules(), rules().start(NAMES[:2], setup), seed=seed) for seed in seeds]
    assert sum(each.turns for each in thoughtful) > 1.5 * sum(each.turns for each in by_chance)
    assert not any(each.won for each in by_chance)


def test_a_position_shows_what_lies_on_the_board() -> None:
    """Cubes, stations and pawns in the cities; markers where they are; a cure turned over when eradicated."""
    state = table(
        ("medic", "scientist"),
        cubes={"Lima": "yellow 2, red 1"},
        pawns={"Bo": "Cairo"},
        cured="blue black",
        eradicated="blue",
        outbreaks=3,
        increases=1,
    )
    (part,) = make_game(shipped.kit("pandemic")).companion.position(state).parts
    laid = {(each.area, each.place, each.mark) for each in part.laid}
    assert {
        ("world", "lima", TokenMark("cube_yellow", 2)),
        ("world", "lima", TokenMark("cube_red", 1)),
        ("world", "atlanta", TokenMark("station")),
        ("world", "atlanta", TokenMark("medic", part="tokens")),
        ("world", "cairo", TokenMark("scientist", part="tokens")),
        ("infection_rate", "2", TokenMark("infection_rate")),
        ("outbreaks", "4", TokenMark("outbreak")),
        ("cures", "1", TokenMark("cure_blue", is_turned=True)),
        ("cures", "3", TokenMark("cure_black")),
    } == laid


def test_a_view_shows_the_worst_cities_first() -> None:
    """Disease by disease, those with most cubes first; then the stations."""
    state = table(cubes={"Lima": "yellow 1", "Cairo": "black 3", "Delhi": "black 1, red 1"})
    _, cities, players = make_game(shipped.kit("pandemic")).companion.view(state)
    wording = shipped.kit("pandemic").wordings["en"]
    said = [[str(format_value(cell.text, wording)) for cell in row] for row in cities.rows]
    assert [row[2] for row in said] == ["Lima", "Cairo", "Delhi", "Delhi", "Atlanta"]
    assert [row[1].split()[0] for row in said[:-1]] == ["1", "3", "1", "1"]
    assert said[2][0] == ""
    assert len(players.rows) == 2


def test_a_question_says_what_is_left() -> None:
    """Cubes of the set-up, actions, cards, cities."""
    companion = make_game(shipped.kit("pandemic")).companion
    start = rules().start(NAMES[:2], {})
    assert companion.ask(start, "nature") == Sentence("ask.infecting", player="", number=3)
    assert companion.ask(start, "nature").values["number"] == 3
    state = table()
    assert companion.ask(state, "Ana").values["left"] == 4
    drawing = play(state, "Ana: pass")
    assert companion.ask(drawing, "nature").key == "ask.draw"
    assert companion.lesson(drawing, "nature") == Sentence("lesson.draw")
    assert card("Lima") in drawing.unseen


def test_the_first_action_of_a_role_is_explained() -> None:
    """The actions in the first turn, then what the role can do."""
    companion = make_game(shipped.kit("pandemic")).companion
    state = table(("medic", "scientist"))
    assert companion.lesson(state, "Ana") == Sentence("lesson.actions")
    assert companion.lesson(play(state, "Ana: drive Miami"), "Ana") == Sentence("lesson.medic")


def city(name: str) -> Sentence:
    return Sentence(f"city.{name}")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("pass", Sentence("tell.pass", cards=())),
        ("drive Chicago", Sentence("tell.drive", cards=(), card=city("chicago"))),
        (
            "move Bo drive Paris",
            Sentence("tell.move", cards=(), player="Bo", card=city("paris"), way=Sentence("way.drive")),
        ),
        ("move Bo to Atlanta", Sentence("tell.join", cards=(), player="Bo", card=city("atlanta"))),
        ("treat blue", Sentence("tell.treat", cards=(), colour=Sentence("disease.blue"))),
        ("build", Sentence("tell.build", cards=())),
        ("build from Essen", Sentence("tell.build_moved", cards=(), other=city("essen"))),
        ("draw Lima", Sentence("tell.draw", cards=(), card=city("lima"))),
        ("draw unknown", Sentence("tell.draw_unknown", cards=())),
        ("role Bo medic", Sentence("tell.role", cards=(), player="Bo", role=Sentence("role.medic.name"))),
        (
            "grant Lima from Essen",
            Sentence(
                "tell.grant_moved",
                cards=(),
                event=Sentence("event.government_grant.name"),
                card=city("lima"),
                other=city("essen"),
            ),
        ),
        ("forecast", Sentence("tell.forecast", cards=(), event=Sentence("event.forecast.name"))),
        (
            "forecast Lima, Paris",
            Sentence(
                "tell.forecast_order",
                cards=(city("lima"), city("paris")),
                event=Sentence("event.forecast.name"),
            ),
        ),
    ],
)
def test_a_move_is_told_with_its_cards(words: str, told: Sentence) -> None:
    """With the way of a pawn that another player moves, and the city from which a station comes."""
    companion = make_game(shipped.kit("pandemic")).companion
    state = table(("dispatcher", "operations_expert"), pawns={"Bo": "Essen"}, stations="Atlanta, Essen")
    actor = "nature" if words.split()[0] in ("draw", "role") else "Ana"
    assert companion.describe(state, actor, rules().parse(state, actor, words)) == told


def test_a_view_shows_numbers_and_who_acts() -> None:
    """The diseases with their supply and cure, and the players with role, city, and cards."""
    state = table(
        ("dispatcher", "medic"),
        hands={"Ana": "Lima"},
        cubes={"Lima": "yellow 3"},
        cured="blue black",
        eradicated="black",
        outbreaks=2,
        increases=3,
    )
    world, _, players = make_game(shipped.kit("pandemic")).companion.view(state)
    deck = len(state.unseen)
    assert world.title == Sentence(
        "view.world", turn=1, rate=3, outbreaks=2, most=8, deck=deck + state.epidemics
    )
    assert [head.text for head in world.heads] == [
        Sentence(f"view.{key}") for key in ("disease", "supply", "cure")
    ]
    assert [tuple(cell.text for cell in row) for row in world.rows] == [
        (Sentence(f"disease.{colour}"), supply, Sentence(f"view.{cure}"))
        for colour, supply, cure in (
            ("blue", "24", "cured"),
            ("yellow", "21", "open"),
            ("black", "24", "eradicated"),
            ("red", "24", "open"),
        )
    ]
    assert players.heads == tuple(
        ViewCell(Sentence(f"view.{key}"), "dim") for key in ("player", "role", "city", "cards")
    )
    assert players.rows == (
        (
            ViewCell("Ana", "strong"),
            ViewCell(Sentence("role.dispatcher.name")),
            ViewCell(city("atlanta")),
            ViewCell(Sentence("view.hand", cards=(city("lima"),))),
        ),
        (ViewCell("Bo"), ViewCell(Sentence("role.medic.name")), ViewCell(city("atlanta")), ViewCell("-")),
    )


def test_the_companion_prepares_the_table_and_knows_words() -> None:
    companion = make_game(shipped.kit("pandemic")).companion
    start = rules().start(NAMES[:2], {})
    parts = ("station", "markers", "pawns", "infections", "deck")
    assert companion.prepare(start) == tuple(
        Sentence(f"prepare.{part}", city=city("atlanta"), number=5) for part in parts
    )
    words = ("pass", Sentence("tell.pass")), ("unknown", Sentence("word.unknown"))
    assert companion.words[:3] == (*words, ("airlift", Sentence("event.airlift.name")))


def test_what_is_pointed_at_is_a_move_or_its_place() -> None:
    companion = make_game(shipped.kit("pandemic")).companion
    state, spots = table(cured="red"), [("world", "lima"), ("cures", "1"), ("world", "nowhere")]
    assert companion.attempts(state, "Ana", spots) == ["drive Lima"]
    assert companion.attempts(state, "nature", spots) == ["Lima"]
    places = [
        companion.places(state, rules().parse(state, "Ana", words))
        for words in ("cure black", "drive Miami", "treat red", "pass")
    ]
    assert places == [(("cures", "3"),), (("world", "miami"),), (("world", "atlanta"),), ()]


def test_chance_is_asked_for_the_next_role() -> None:
    """The first player who has none."""
    companion = make_game(shipped.kit("pandemic")).companion
    state = replace(table(), phase="roles", roles=("medic", ""))
    assert companion.ask(state, "nature") == Sentence("ask.role", player="Bo", number=state.left)


@pytest.mark.parametrize(
    ("phase", "key", "number"),
    [("dealing", "deal", 4), ("next", "second", 2), ("bottom", "bottom", 2), ("infect", "infect", 2)],
)
def test_chance_is_asked_for_what_it_does(phase: str, key: str, number: int) -> None:
    """Cards to deal are those that the hand lacks."""
    companion = make_game(shipped.kit("pandemic")).companion
    state = replace(table(("medic", "scientist")), phase=phase, left=2)
    assert companion.ask(state, "nature") == Sentence(f"ask.{key}", player="Ana", number=number)


def test_an_example_of_a_booklet_is_a_table_before_infections() -> None:
    game = make_game(shipped.kit("pandemic"))
    laid = Laid("world", "lima", TokenMark("cube_yellow", 3)), Laid("world", "cairo", TokenMark("cube_black"))
    assert game.arrange
    state = game.arrange(Position((LaidPart("board", laid),)))
    assert (state.cubes, state.supply) == lay_cubes({"Lima": "yellow 3", "Cairo": "black 1"})
    assert (state.phase, state.left, state.turn, state.active) == ("infect", 1, 1, 0)
    assert state.roles == data().roles[:2]


def test_the_form_of_the_board_takes_its_pieces_and_writes_them_down() -> None:
    """Cubes in heaps, markers on the fields of their tracks, and each pawn for the player of its role."""
    game = make_game(shipped.kit("pandemic"))
    (form,) = game.forms
    counts = {"world": 48, "outbreaks": 9, "infection_rate": 7, "cures": 1}
    takes = [*form.list_takes()]
    assert [len(each.places) for each in takes] == [counts[each.area] for each in takes]
    pawns = tuple(TokenMark(role, part="tokens") for role in data().roles)
    cubes = [
        ("world", "heap", (TokenMark(f"cube_{each}"),), (0, 3), (f"disease.{each}",))
        for each in data().colours
    ]
    cures = [
        (
            "cures",
            "mark",
            (TokenMark(f"cure_{each}"), TokenMark(f"cure_{each}", is_turned=True)),
            (0, 0),
            ("view.cured", "view.eradicated"),
        )
        for each in data().colours
    ]
    assert [(each.area, each.kind, each.marks, each.numbers, each.names) for each in takes] == [
        *cubes,
        ("world", "mark", (TokenMark("station"),), (0, 0), ("view.stations",)),
        ("world", "marker", pawns, (0, 0), ()),
        ("outbreaks", "marker", (TokenMark("outbreak"),), (0, 0), ()),
        ("infection_rate", "marker", (TokenMark("infection_rate"),), (0, 0), ()),
        *cures,
    ]
    state = table(
        ("medic", "scientist"),
        pawns={"Bo": "Essen"},
        stations="Atlanta, Essen",
        cubes={"Lima": "yellow 3", "Essen": "blue 2, red 1"},
        cured="blue red",
        eradicated="red",
        outbreaks=2,
        increases=6,
    )
    setup = form.list_setup(state)
    assert setup == {"roles": "Ana medic, Bo scientist"}
    assert form.write_entry(game.companion.position(state), state.players, setup) == {
        "cubes": {"Essen": "blue 2 red 1", "Lima": "yellow 3"},
        "outbreaks": "2",
        "epidemics": "6",
        "cured": ["blue", "red"],
        "eradicated": ["red"],
        "stations": ["Atlanta", "Essen"],
        "pawns": {"Ana": "Atlanta", "Bo": "Essen"},
    }


@pytest.mark.parametrize(
    "text", ["12medic", "Zoe medic", "Ana pilot", "Ana medic, Bo medic", "Ana medic, Ana scientist"]
)
def test_a_role_must_be_that_of_a_player_who_has_none(text: str) -> None:
    with pytest.raises(RulesError) as told:
        data().parse_roles(("Ana", "Bo"), text)
    assert (told.value.rule, told.value.values["key"]) == ("log.value", Sentence("option.roles"))
    assert data().parse_roles(("Ana", "Ana Bo"), "Ana Bo medic") == ("", "medic")


FOUR = "Chicago, Essen, London, Madrid"
NINE = f"Atlanta, {FOUR}, Milan, Montreal, New York, Paris"


FEATURES = (
    "always",
    "progress",
    "spare",
    "missing",
    "outbreaks",
    "risk",
    "supply",
    "way",
    "stations",
    "eradicated",
)


def measure(**made: Any) -> dict[str, float]:
    """The features of the table of a scientist and a researcher, by name, but not those that are 0."""
    state = table(("scientist", "researcher"), **made)
    found = PandemicKnowledge(rules()).measure(state)
    return {name: round(value, 4) for name, value in zip(FEATURES, found, strict=True) if value}


@pytest.mark.parametrize(
    ("made", "features"),
    [
        ({}, {}),
        ({"cured": "blue", "eradicated": "blue"}, {"progress": 1.4, "eradicated": 1}),
        ({"hands": {"Ana": FOUR}}, {"progress": 1.1}),
        # A step to the station.
        ({"hands": {"Ana": FOUR}, "pawns": {"Ana": "Miami"}}, {"progress": 1.085}),
        # The researcher gives 0.85 of a card: ((4 - 1.15) / 4) ** 3; and 0.77 over a step.
        ({"hands": {"Ana": "Essen, London", "Bo": "Chicago"}}, {"progress": 0.3617}),
        (
            {"hands": {"Ana": "Essen, London", "Bo": "Chicago"}, "pawns": {"Bo": "Miami"}},
            {"progress": 0.3321},
        ),
        # Three blue cards are too few.
        ({"gone": NINE}, {"progress": -1, "spare": -10, "missing": -10}),
        # Outbreaks: 1.5 * 0.05 + 0.25, squared, by 10; way: three steps of 0.05 + 0.2.
        ({"cubes": {"Lima": "yellow 3"}}, {"outbreaks": 0.0106, "risk": 1, "way": 0.75}),
        # Each of two neighbours breaks out more often, by 0.2; a cured disease is less of a risk.
        (
            {"cubes": {"Lima": "yellow 2", "Bogota": "yellow 2"}, "cured": "yellow"},
            {"progress": 1.4, "outbreaks": 0.0045, "risk": 0.49, "way": 0.455},
        ),
        # An epidemic is among six of twelve cards: 1.5 * 0.5 + 0.25.
        (
            {"cubes": {"Lima": "yellow 3"}, "infected": "Lima"},
            {"outbreaks": 0.1, "risk": 1, "way": 2.1},
        ),
        ({"outbreaks": 5}, {"outbreaks": 2.5}),
        ({"stations": "Atlanta, Essen, Lima, Tokyo, Cairo"}, {"stations": 4}),
    ],
)
def test_the_features_of_a_table_are_those_that_hands_compute(
    made: dict[str, Any], features: dict[str, float]
) -> None:
    usual = {"always": 1, "spare": 8, "stations": 1}
    assert measure(**made) == usual | features


@pytest.mark.parametrize(("number", "outbreaks"), [(24, 0.025), (25, 0.0106)])
def test_the_next_draws_are_known_of_a_small_layer(number: int, outbreaks: float) -> None:
    """Four of 24 cities are drawn soon, which makes 1.5 / 6 outbreaks, and 0.25 for a full city."""
    ill = table(("scientist", "researcher"), cubes={"Lima": "yellow 3"})
    cities = tuple(range(len(data().cities)))
    assert card("Lima") in cities[:number]
    state = replace(ill, infections=(cities[:number], cities[number:]))
    found = dict(zip(FEATURES, PandemicKnowledge(rules()).measure(state), strict=True))
    assert round(found["outbreaks"], 4) == outbreaks


def list_macros(state: State, actor: str) -> list[str]:
    known = PandemicKnowledge(rules())
    return [", ".join(move.text for move in each) for each in known.macros(state, actor)]


def test_only_some_plans_are_worth_thinking_about() -> None:
    """Actions, journeys to danger, stations, pawns, and shared cards; and those of others, to send them."""
    cubes = {"Chicago": "blue 2", "Tokyo": "red 3", "Miami": "yellow 1"}
    hands, pawns, stations = {"Ana": "Lima", "Bo": "Cairo"}, {"Bo": "Paris"}, "Atlanta, Essen"
    state = table(("scientist", "researcher"), hands=hands, pawns=pawns, stations=stations, cubes=cubes)
    assert list_macros(state, "Ana") == [
        "pass",
        "drive Chicago",
        "drive Miami",
        "drive Chicago, drive San Francisco, drive Tokyo",
        "shuttle Essen",
        "shuttle Essen, drive Paris",
        "drive Chicago, drive Mexico City, drive Lima",
        "fly Lima",
        "shuttle Essen, drive Milan, drive Istanbul, drive Cairo",
    ]
    cubes = {"Atlanta": "blue 1", "London": "blue 3", "Madrid": "blue 2"}
    sending = table(("dispatcher", "medic"), pawns=pawns, stations=stations, cubes=cubes)
    assert list_macros(sending, "Ana") == [
        "treat blue",
        "pass",
        "shuttle Essen, drive London",
        "drive Washington, drive New York, drive Madrid",
        "shuttle Essen",
        "shuttle Essen, drive Paris",
        "move Ana to Paris",
        "move Bo to Atlanta",
        "move Bo drive Essen, move Bo shuttle Atlanta",
        "move Bo drive Essen",
        "move Bo drive London",
    ]


def test_three_ways_to_cure_are_considered_first() -> None:
    state = table(("scientist", "researcher"), hands={"Ana": f"{FOUR}, Milan"})
    cures = [each for each in list_macros(state, "Ana") if each.startswith("cure")]
    assert (len(cures), list_macros(state, "Ana")[:3]) == (3, cures)


def test_events_are_considered_in_their_phase() -> None:
    """One Quiet Night and the forecast before the first infection, the worst cities for the other one."""
    hand = {"Bo": "forecast, one quiet night, resilient population, airlift, government grant"}
    ill = table(hands=hand, infected="Lima, Cairo, Tokyo", cubes={"Cairo": "black 2"})
    state = replace(ill, phase="infect", left=2)
    safe = ["resilient population Cairo", "resilient population Lima"]
    assert list_macros(state, "Bo") == [*safe, "one quiet night", "forecast"]
    assert list_macros(replace(state, left=1), "Bo") == safe
