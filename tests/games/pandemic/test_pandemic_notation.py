"""Words of a log: full, cut short, misspelt."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.pandemic.data import State, name_city, take
from generator.rules.core import AmbiguousMove, UnreadableMove
from generator.rules.notation import fold
from tests.games.pandemic.pandemic_table import card, data, refused, rules, table
from tests.samples import count_examples


def crowded() -> State:
    """A Dispatcher with many possibilities."""
    return table(
        ("dispatcher", "researcher"),
        hands={"Ana": "Atlanta, Lima, Ho Chi Minh City, government grant", "Bo": "Sao Paulo, airlift"},
        cubes={"Atlanta": "blue 2"},
        stations="Atlanta, Cairo",
        infected="Saint Petersburg",
    )


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("drive Chicago", "drive Chicago"),
        ("DRIVE   chicago", "drive Chicago"),
        ("drive chi", "drive Chicago"),
        ("dri chi", "drive Chicago"),
        ("ferry to Chicago", ""),
        ("ferry Chicago", "drive Chicago"),
        ("fly ho chi minh city", "fly Ho Chi Minh City"),
        ("fly ho", "fly Ho Chi Minh City"),
        ("direct flight Lima", "fly Lima"),
        ("charter são paulo", "charter Sao Paulo"),
        ("charter flight Leningrad", ""),
        ("charter flight St. Petersburg", "charter Saint Petersburg"),
        ("charter saint petersburg", "charter Saint Petersburg"),
        ("charter bogotá", "charter Bogota"),
        ("charter Montréal", "charter Montreal"),
        ("charter san", ""),
        ("shuttle", "shuttle Cairo"),
        ("tre blu", "treat blue"),
        ("treat", "treat blue"),
        ("give atl", "give Atlanta to Bo"),
        ("take sao", "take Sao Paulo from Bo"),
        ("move Bo charter tokyo", "move Bo charter Tokyo"),
        ("move Bo drive miami", "move Bo drive Miami"),
        ("grant cairo", "government grant Cairo"),
        ("gov grant tokyo", "government grant Tokyo"),
        ("p", ""),
        ("pas", ""),
    ],
)
def test_words_are_read_as_people_write_them(said: str, meant: str) -> None:
    """In capital letters or not, with or without accents, cut short as far as they stay plain."""
    if not meant:
        with pytest.raises((UnreadableMove, AmbiguousMove)):
            rules().parse(crowded(), "Ana", said)
        return
    assert rules().parse(crowded(), "Ana", said).text == meant


@pytest.mark.parametrize("said", ["drive", "charter", "ch sa", "move Bo", "move Bo ch san"])
def test_words_that_could_mean_several_moves_are_asked_back(said: str) -> None:
    """With some of them."""
    state = crowded()
    with pytest.raises(AmbiguousMove) as caught:
        rules().parse(state, "Ana", said)
    legal = {move.text for move in rules().moves(state, "Ana")}
    assert len(caught.value.candidates) > 1
    assert set(caught.value.candidates) <= legal


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("infect lagos", "infect Lagos"),
        ("Lagos", "infect Lagos"),
        ("saint", "infect Saint Petersburg"),
        ("san fr", "infect San Francisco"),
        ("são p", "infect Sao Paulo"),
    ],
)
def test_cards_may_be_named_alone(said: str, meant: str) -> None:
    """When nature draws, the card says all."""
    state = replace(table(), phase="infect", left=2)
    assert rules().parse(state, "nature", said).text == meant


def test_cards_that_cannot_come_are_understood() -> None:
    """And refused for their own reason, not as words that are no move."""
    refused(replace(table(infected="Lima"), phase="infect", left=2), "nature: lima", "infect.top")
    refused(replace(table(infected="Lima"), phase="bottom", pending=1), "nature: lima", "epidemic.bottom")
    refused(replace(table(discards="Lima"), phase="draw", left=2), "nature: lima", "draw.unseen")


def test_draws_may_be_named_alone_too() -> None:
    """Epidemics also as something that is drawn."""
    state = replace(table(), phase="draw", left=2)
    texts = [
        rules().parse(state, "nature", said).text
        for said in ("epi", "draw epidemic", "one", "draw airl", "draw ?")
    ]
    assert texts == ["epidemic", "epidemic", "draw one quiet night", "draw airlift", "draw ?"]


def test_names_of_players_may_be_odd() -> None:
    """With blanks, points and colons, like cities, or alike but for their letters."""
    names = ("to", "Lima", "ANA", "Ana")
    roles = "to dispatcher, Lima medic, ANA scientist, Ana researcher"
    state = rules().start(names, {"roles": roles})
    state = replace(
        state,
        phase="actions",
        left=4,
        turn=1,
        active=0,
        piles=((40, 1),),
        hands=((0, card("airlift")), (), (), ()),
        unseen=take(take(state.unseen, 0), card("airlift")),
    )
    for move in rules().moves(state, "to"):
        assert rules().parse(state, "to", move.text) == move
    assert rules().parse(state, "to", "give Atlanta to ana".replace("ana", "ANA")).seat == 2
    assert rules().parse(state, "to", "give Atlanta to Ana").seat == 3
    assert rules().parse(state, "to", "move to to Lima").text == "move to to Lima"
    assert rules().parse(state, "to", "airlift to to Lima").text == "airlift to to Lima"


def test_names_in_logs_have_no_language() -> None:
    """They are the ids in words; all of them differ, and none begins with what makes it another."""
    names = [name_city(city) for city in data().cities]
    assert len(set(names)) == 48
    assert name_city("ho_chi_minh_city") == "Ho Chi Minh City"
    assert fold("  São-PAULO. ") == "sao paulo"


@pytest.mark.parametrize(
    "said",
    ["", "?", "fly", "x" * 500, "drive Atlantis", "give Atlanta", "cure", "42", "drive drive"],
)
def test_words_that_are_no_move(said: str) -> None:
    """Are told as such."""
    state = table()
    with pytest.raises((UnreadableMove, AmbiguousMove)):
        rules().parse(state, "Bo", said)


def test_a_cure_without_cards_is_refused_for_the_cards() -> None:
    """Who does not have them names none; where they are in the hand, the colour alone is enough."""
    refused(table(), "Ana: cure red", "cure.cards")
    red = "Bangkok, Beijing, Hong Kong, Jakarta, Manila"
    state = table(("medic", "dispatcher"), hands={"Ana": red})
    assert rules().parse(state, "Ana", "cure red").text == f"cure red {red}"


VOCABULARY = """
    drive fly charter shuttle move build treat give take cure recall pass discard airlift forecast government
    grant one quiet night resilient population next begin infect role deal draw epidemic intensify look to
    from with Ana Bo Lima Atlanta Ho Chi Minh City red blue medic ? , . drv lim
"""
WORDS = st.lists(st.sampled_from(VOCABULARY.split()), max_size=8).map(" ".join)


@given(st.one_of(WORDS, st.text(max_size=40)), st.sampled_from(["Ana", "Bo", "nature"]))
@settings(max_examples=count_examples(600, share=8))
def test_any_words_are_read_or_refused(words: str, actor: str) -> None:
    """What is read has a text that is read as the same move, whoever may make it."""
    state = crowded()
    try:
        move = rules().parse(state, actor, words)
    except (UnreadableMove, AmbiguousMove):
        return
    assert rules().parse(state, actor, move.text) == move


@pytest.mark.parametrize(
    ("phase", "written"),
    [
        ("dealing", "deal Ana Lima"),
        ("draw", "draw Lima"),
        ("infecting", "infect Lima"),
        ("infect", "infect Lima"),
    ],
)
@pytest.mark.parametrize("held", ["", "Lima"])
def test_a_card_that_chance_draws_is_named_alone(phase: str, written: str, held: str) -> None:
    """The phase says what happens with the card, even if that is impossible; `repr` shows every value."""
    state = replace(table(("medic", "scientist"), hands={"Bo": held}, infected=held), phase=phase, left=2)
    move = rules().parse(state, "nature", "Lima")
    assert move.text == written
    seat, shown = move.seat, f"PandemicMove(verb='{move.verb}', to={card('Lima')}"
    assert repr(move) == f"{shown}, seat={seat}, other=-1, cards=())"
