"""Walks of games with secrets: the views of players, the file, and undo."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.output import LineLog
from generator.play.paper import Referee
from generator.play.policies import draw_world
from generator.play.walks.talk import RefusedMove, SharedTalk, Talk
from generator.play.walks.walkthrough import Walk, WalkFile, start_walk
from generator.read.scores import decode_score, read_score
from generator.rules.core import EVERYBODY, NATURE, open_words
from generator.rules.form import write_log
from tests import played
from tests.secret_games import find_secret_game, read_secret_kit

PLAYERS = ("Ana", "Bo", "Cleo")


def deal(seed: int = 5, *, moves: int = 0) -> Talk:
    """Return a game of three suits after the deal and some moves."""
    wording = read_secret_kit("three_suits").wordings["en"]
    talk = Talk(start_walk(find_secret_game("three_suits"), PLAYERS, {}), wording, seed=seed)
    while talk.is_automatic:
        talk = talk.draw()
    for _ in range(moves):
        talk = talk.play(talk.asked, talk.walk.moves(talk.asked)[-1])
    return talk


def list_hands(walk: Walk) -> dict[str, tuple[str, ...]]:
    state: Any = walk.state
    return dict(zip(PLAYERS, state.hands, strict=True))


def describe(talk: Talk) -> object:
    """Return all that a screen is made of."""
    walk, wording = talk.walk, talk.wording
    return (
        walk.actors,
        [walk.moves(actor) for actor in (*PLAYERS, NATURE)],
        walk.view,
        [
            (talk.name_source(line), line.words, walk.describe_line(line).format(wording))
            for line in walk.log.lines
        ],
        walk.events,
        talk.entry,
        talk.find_last(),
        [talk.turn(actor) for actor in walk.actors],
    )


@pytest.mark.parametrize("moves", [0, 1, 4, 8])
@pytest.mark.parametrize("viewer", [*PLAYERS, EVERYBODY])
def test_a_player_sees_no_other_hand(viewer: str, moves: int) -> None:
    """Neither in the table, the moves, or the log; own cards, and those that were played, are there."""
    talk = deal(moves=moves)
    seen = repr(describe(talk.seen_by(viewer)))
    for player, hand in list_hands(talk.walk).items():
        for card in hand:
            assert (card in seen) == (player == viewer)
    state: Any = talk.walk.state
    assert all(card in seen for card in state.trick)
    dealt = [line.words for line in talk.seen_by(viewer).walk.log.lines if line.actor == NATURE]
    assert [words.split()[0] for words in dealt if words] == [viewer] * (6 if viewer else 0)


@pytest.mark.parametrize("viewer", PLAYERS)
def test_hands_dealt_anew_show_the_same(viewer: str) -> None:
    """A player sees the same in every deal that the player cannot distinguish from the real one."""
    talk = deal(moves=5)
    game = talk.walk.game
    assert game.secrets is not None
    worlds = game.secrets.list_worlds(game.secrets.cover(talk.walk.state, viewer), viewer)
    shown = describe(talk.seen_by(viewer))
    for number in range(5):
        world = draw_world(worlds, Random(number))
        other = replace(talk, walk=replace(talk.walk, states=(*talk.walk.states[:-1], world)))
        assert describe(other.seen_by(viewer)) == shown


def test_a_game_without_secrets_is_seen_as_it_is() -> None:
    walk = start_walk(played.game("pox"), ("Ana",), {})
    assert walk.seen_by("Ana") is walk
    assert walk.kept_log is walk.log
    assert not walk.has_secrets
    assert not walk.is_dealt


def test_what_is_hidden_is_always_dealt_by_the_program() -> None:
    """Whatever a player types: the remaining cards would reveal the hands."""
    talk = deal().undo()
    assert len(talk.walk.log.lines) == 18, "a deal is not taken back alone"
    wording = read_secret_kit("three_suits").wordings["en"]
    talk = Talk(start_walk(find_secret_game("three_suits"), PLAYERS, {}), wording, seed=5)
    turn = talk.turn(NATURE)
    assert turn.may_draw
    assert talk.seen_by(EVERYBODY).turn(NATURE).moves == ()
    drawn = talk.draw().walk.log
    for typed in ("Ana gets sun_1", "sun_1", "nonsense"):
        after = talk.take(NATURE, typed)
        assert isinstance(after, Talk)
        assert after.walk.log == drawn


def test_refusals_tell_no_moves_of_others() -> None:
    """Neither when it is another player's turn, nor after an impossible deal."""
    talk = deal()
    other = next(player for player in PLAYERS if player != talk.asked)
    for reply in (
        talk.answer(f"{other}: play sun_1"),
        talk.refuse_actor(NATURE),
        talk.point(other, [("", "a")]),
    ):
        assert isinstance(reply, RefusedMove)
        assert reply.legal == ()
    own = talk.answer("play sun_9")
    assert isinstance(own, RefusedMove)
    assert {*own.legal} <= {*talk.walk.moves(talk.asked)}


def test_the_end_shows_everything_and_is_not_taken_back() -> None:
    talk = deal()
    while not talk.walk.is_over:
        assert talk.find_last() is None or talk.walk.has_secrets
        talk = talk.play(talk.asked, talk.walk.moves(talk.asked)[0])
    assert talk.seen_by("Bo") is talk
    assert talk.find_last() is None
    assert talk.undo().walk is talk.walk


# The file.


def save(path: Path, talk: Talk) -> WalkFile:
    file = WalkFile(LineLog(path))
    file.save(talk.walk)
    return file


def test_hidden_lines_are_sealed_in_the_file(tmp_path: Path) -> None:
    """No card of a hand can be read by accident; the same game continues from the file, line by line."""
    path, talk = tmp_path / "evening.yaml", deal(moves=2)
    save(path, talk)
    text = path.read_text("utf-8")
    hidden = [line for line in text.splitlines() if "nature" in line]
    assert len(hidden) == 18
    assert all(line.startswith("  - nature: sealed=") for line in hidden)
    assert not any(card in text for hand in list_hands(talk.walk).values() for card in hand)
    kept = WalkFile(LineLog(path)).read(read_secret_kit("three_suits"), talk.wording)
    assert kept.walk is not None
    # The rules were run again, so that their classes are others.
    assert list(map(repr, kept.walk.states)) == list(map(repr, talk.walk.states))
    assert kept.walk.log.lines == talk.walk.log.lines
    report = Referee(read_secret_kit("three_suits")).score(read_score(path))
    assert (report.verdict, report.moves) == ("proved", 20)


def test_each_line_is_added_and_the_last_one_opens_the_file(tmp_path: Path) -> None:
    path, talk = tmp_path / "evening.yaml", deal()
    file = save(path, talk)
    while not talk.walk.is_over:
        talk = talk.play(talk.asked, talk.walk.moves(talk.asked)[0])
        file.save(talk.walk)
        assert ("sealed=" in path.read_text("utf-8")) == (not talk.walk.is_over)
    assert path.read_text("utf-8") == write_log(talk.walk.log)
    kept = WalkFile(LineLog(path)).read(read_secret_kit("three_suits"), talk.wording)
    assert kept.walk is not None
    assert kept.walk.is_over


def test_a_copy_by_hand_is_sealed_when_it_is_taken_up(tmp_path: Path) -> None:
    """A log without seals is a log; the file that goes on has them."""
    path, talk = tmp_path / "evening.yaml", deal()
    path.write_text(write_log(talk.walk.log), "utf-8")
    file = WalkFile(LineLog(path))
    kept = file.read(read_secret_kit("three_suits"), talk.wording)
    assert file.tidy(kept) is not None
    data = decode_score(path.read_bytes()).data
    assert isinstance(data, dict)
    words = [next(iter(line.values())) for line in data["log"] if isinstance(line, dict)]
    assert [open_words(str(each)) for each in words] == [line.words for line in talk.walk.log.lines]
    assert "gets" not in path.read_text("utf-8")


@pytest.mark.parametrize("words", ["sealed=", "sealed=xyz", "sealed=YQ=="])
def test_a_damaged_seal_is_a_line_that_cannot_be_read(tmp_path: Path, words: str) -> None:
    text = f"game: three_suits\nplayers: [Ana, Bo]\nlog:\n  - nature: {words}\n"
    report = Referee(read_secret_kit("three_suits")).score(decode_score(text.encode()))
    assert report.verdict == "unreadable"
    (fault,) = report.faults
    assert fault.line == 4


def test_shared_games_deal_before_the_first_question(tmp_path: Path) -> None:
    """No player is asked for cards; players are asked as soon as they hold them."""
    path = tmp_path / "evening.yaml"
    wording = read_secret_kit("three_suits").wordings["en"]
    talk = Talk(start_walk(find_secret_game("three_suits"), PLAYERS, {}), wording, seed=5)
    shared = SharedTalk(talk, WalkFile(LineLog(path)), lambda before, after: None)
    shared.begin()
    assert shared.now[1].walk.actors == ("Ana",)
    assert shared.now[1].walk.log == deal().walk.log


def test_an_illegal_line_lists_no_cards_of_a_hand() -> None:
    """The report of a log that stops at an illegal line does not say what would have been legal."""
    walk = deal(moves=2).walk
    text = write_log(replace(walk.log, lines=(*walk.log.lines, replace(walk.log.lines[-1], words="no move"))))
    report = Referee(read_secret_kit("three_suits")).score(decode_score(text.encode()))
    assert [fault.legal for fault in report.faults] == [()]
