"""Forms that people fill in: one mark after the other gives the position, and what cannot be is refused."""

from dataclasses import replace

import pytest

from generator.errors import DataError, UnknownName
from generator.model.played import PenMark
from generator.play.contracts.contract import keep_taken
from generator.play.contracts.samples import play_moves
from generator.play.paper import (
    Filled,
    Put,
    has_entries,
    list_lost,
    open_file,
    put_marks,
    seat_players,
    write_filled,
)
from tests.web.tables import begin, list_laid, list_puts, referee

PLAYERS = {"noughts_and_crosses": ["Ana", "Bo"]}
SOME = ["Ana", "Bo", "Cleo"]
FORMS = [
    ("fight_the_virus", "sheets"),
    ("pandemic", "table"),
    ("pox", "board"),
    ("virus_and_co", "rounds"),
    ("virus_and_co", "pad"),
    ("noughts_and_crosses", "board"),
]


def play(game: str, key: str) -> tuple[Filled, Filled]:
    """Empty forms, and forms at the end of random games."""
    form = begin(game, key=key, players=SOME).form
    players = PLAYERS.get(game, SOME)
    end = [*play_moves(referee(game).find("").rules, players, setup={}, seed=3, policy=None)][-1].step.state
    setup, seats = form.list_setup(end), end.players if key != "pad" else ()
    empty = begin(game, key=key, players=seats, setup=setup)
    position = keep_taken(form.list_takes(setup), form.lay_state(end))
    return empty, replace(empty, position=position)


@pytest.mark.parametrize(("game", "key"), FORMS)
def test_marks_one_by_one_make_the_position(game: str, key: str) -> None:
    """Marks that are put one by one give the score file of the position, which opens the same form."""
    empty, end = play(game, key)
    filled = empty
    for put in list_puts(empty, end.position):
        filled = put_marks(filled, [put])
    assert {*list_laid(filled.position)} == {*list_laid(end.position)}
    text = write_filled(filled)
    assert text == write_filled(end)
    again = open_file(text.encode(), referee(game), file="table.yaml")
    assert (again.players, again.setup, again.position) == (filled.players, filled.setup, filled.position)
    assert [*list_lost(filled, again)] == []


@pytest.mark.parametrize(("game", "key"), FORMS)
def test_empty_forms_are_opened_again(game: str, key: str) -> None:
    """Forms that cannot be scored yet are opened, too."""
    empty = begin(game, key=key, players=PLAYERS.get(game, SOME) if key != "pad" else ())
    again = open_file(write_filled(empty).encode(), referee(game), file="table.yaml")
    assert not has_entries(again)
    assert again.form.scoring.key == key


def test_a_mark_replaces_the_one_before_it() -> None:
    """A mark replaces the one in its place, and a marker is in one place at a time."""
    sheet = begin("fight_the_virus", ["Ana"])
    numbers = next(
        n for n, one in enumerate(sheet.form.list_takes()) if one.area == "curve" and one.kind == "number"
    )
    sheet = put_marks(sheet, [Put("Ana", numbers, "d1", text="3"), Put("Ana", numbers, "d1", text=" 4 ")])
    assert [(owner, laid.place, laid.mark) for owner, laid in list_laid(sheet.position)] == [
        ("Ana", "d1", PenMark("text", "4"))
    ]
    assert not has_entries(put_marks(sheet, [Put("Ana", numbers, "d1")]))
    board = begin("pandemic")
    pawns = next(
        n for n, one in enumerate(board.form.list_takes()) if one.kind == "marker" and len(one.marks) > 1
    )
    there = [Put("", pawns, city, mark=mark) for city, mark in (("paris", 0), ("paris", 1), ("lima", 0))]
    board = put_marks(board, there)
    assert [laid.place for _, laid in list_laid(board.position)] == ["paris", "lima"]
    assert len(list_laid(put_marks(board, [Put("", pawns, "", mark=0)]).position)) == 1


@pytest.mark.parametrize(
    ("put", "message"),
    [
        (Put("Ana", 99, "d1"), "the form has no entry 99"),
        (Put("Anna", 0, "d1"), "unknown player 'Anna'"),
        (Put("Ana", 0, "z9", mark=0), "unknown place of analysis 'z9'"),
        (Put("Ana", 0, "d1", mark=1), "there is no mark 1; write `fill`"),
        (Put("Ana", 5, "d1", text="12"), "`12` does not fit; write a number from 1 to 6"),
        (Put("Ana", 5, "", text="1"), "unknown place of curve ''"),
    ],
)
def test_what_cannot_be_is_refused(put: Put, message: str) -> None:
    """The error says what would be right, and the form stays unchanged."""
    sheet = begin("fight_the_virus", ["Ana"])
    with pytest.raises(UnknownName) as error:
        put_marks(sheet, [put])
    assert str(error.value).startswith(message)


def test_more_pieces_than_there_can_be_are_refused() -> None:
    board = begin("pandemic")
    with pytest.raises(UnknownName, match="at most 3 pieces are allowed, not 4"):
        put_marks(board, [Put("", 0, "paris", count=4)])
    with pytest.raises(UnknownName, match="unknown form 'sheet'; available: table"):
        begin("pandemic", key="sheet")


def test_players_are_renamed_with_their_marks() -> None:
    """Renamed players keep their marks, also those with their names; players who leave take theirs along."""
    cards = begin("virus_and_co", SOME)
    takes = cards.form.list_takes()
    guess = next(n for n, one in enumerate(takes) if one.kind == "player")
    cards = put_marks(cards, [Put("Ana", guess, "nurse", text="Bo"), Put("Cleo", 0, "virus_1", mark=2)])
    cards = seat_players(cards, [("Bo", "Bobby"), ("Ana", "Ana"), ("", "Dora")], {})
    assert cards.players == ("Bobby", "Ana", "Dora")
    assert [(owner, laid.mark) for owner, laid in list_laid(cards.position)] == [
        ("Ana", PenMark("text", "Bobby"))
    ]


def test_sums_follow_but_replace_nothing_that_was_just_written() -> None:
    """The pad calculates its totals; a total that is written stays until something else changes."""
    pad = begin("virus_and_co", key="pad")
    takes = pad.form.list_takes()
    rows = {one.places[0]: number for number, one in enumerate(takes)}

    def write(filled: Filled, row: str, text: str) -> Filled:
        return put_marks(filled, [Put("", rows[f"{row}_1"], f"{row}_1", text=text)])

    def read(filled: Filled) -> dict[str, str]:
        return {laid.place: getattr(laid.mark, "text", "") for _, laid in list_laid(filled.position)}

    pad = write(write(write(pad, "name", "Ana"), "open_1", "3"), "pills_1", "7")
    assert read(pad) == {
        "name_1": "Ana",
        "open_1_1": "3",
        "pills_1_1": "7",
        "total_1_1": "4",
        "grand_total_1": "4",
    }
    wrong = write(pad, "total_1", "5")
    assert read(wrong)["total_1_1"] == "5"
    assert read(write(wrong, "guess_1", "2"))["total_1_1"] == "6"
    assert (
        read(open_file(write_filled(wrong).encode(), referee("virus_and_co"), file="x"))["total_1_1"] == "5"
    )


def test_names_on_the_pad_are_kept_before_any_number() -> None:
    pad = begin("virus_and_co", key="pad")
    pad = put_marks(pad, [Put("", 0, "name_2", text="Bo")])
    assert "players: [1, Bo]" in write_filled(pad)
    again = open_file(write_filled(pad).encode(), referee("virus_and_co"), file="x")
    assert [laid.mark for _, laid in list_laid(again.position)][-1] == PenMark("text", "Bo")


def test_variants_are_written() -> None:
    """And read again."""
    game = referee("fight_the_virus").find("large_groups")
    from_variant = replace(begin("fight_the_virus", ["Ana"]), game=game)
    assert "variant: large_groups\n" in write_filled(from_variant)
    again = open_file(write_filled(from_variant).encode(), referee("fight_the_virus"), file="x")
    assert again.game.variant == "large_groups"


def test_files_of_other_games_are_refused() -> None:
    with pytest.raises(DataError, match="pox"):
        open_file(b"game: pox\nboard: {}\n", referee("pandemic"), file="x.yaml")
