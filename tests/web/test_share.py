"""A shared game over the network: what pages are shown, what they may send, and what is kept."""

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.play.contracts.samples import play_moves
from generator.play.paper import Referee
from generator.read.scores import decode_score, read_score
from generator.rules.core import LONGEST_NAME, NATURE
from generator.rules.game import AnyGame
from tests import played
from tests.played import COMPANIONS
from tests.processes import ROOT
from tests.samples import count_examples, proves_all
from tests.web.doors import ask
from tests.web.shared_games import Plain, get, play, post, share

PLAYERS = ("Ana", "Bo", "Cleo")
MOVES = 10_000 if proves_all() else 30
"""Moves of each game; a longer one is left before its end."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.yaml"


@pytest.mark.parametrize("game", COMPANIONS)
def test_a_game_is_played_on_phones(path: Path, game: str) -> None:
    """Each on an own page; the file is the one of the terminal, and every move of it is proved.

    All that can be tapped is on the board, and all moves are in the lists.
    """
    rules = played.game(game).rules
    moves = [each.line for each in play_moves(rules, PLAYERS, setup={}, seed=11)][:MOVES]
    with share(path, game, players=PLAYERS) as door:
        state = get(door.address)
        check_state(door.address, state)
        for line in moves:
            who = "" if line.actor == NATURE else line.actor
            state = play(door.addresses[who], state["version"], line.actor, line.words)
        check_state(door.address, get(door.address))
        log = get(door.address, "log")
    assert [line["words"] for line in log] == [line.words for line in moves]
    report = Referee(played.kit(game)).score(read_score(path))
    assert (report.verdict, report.moves) == ("proved", len(moves))
    source = decode_score(path.read_bytes())
    assert isinstance(source.data, dict)
    assert source.data["players"] == list(PLAYERS)


def check_state(address: str, state: Plain) -> None:
    """Pictures can be loaded, places that can be tapped are on them, and every move can be reached."""
    shown = {(card["area"], "") for card in state["cards"]}
    for board in state["boards"]:
        for layer in board["layers"]:
            assert ask(address, f"files/{layer}").body.startswith(b"<?xml")
        shown |= {(area, place) for area, place, *_ in get(address, f"files/{board['spots']}")}
    for turn in state["turns"]:
        assert turn["question"]
        assert {tuple(spot) for spot in turn["spots"]} <= shown
        assert sum(choice["count"] for choice in turn["choices"]) > 0


def test_the_second_of_two_taps_is_told(path: Path) -> None:
    """With a sentence in the language of the table; the game is as the first tap has left it."""
    with share(path, "pox", locale="de") as door:
        state = play(door.address, 0, NATURE, "spread north")
        first = post(door.address, "point", after=1, actor="Ana", spots=[["people", "e5"]])
        second = post(door.addresses["Ana"], "point", after=1, actor="Ana", spots=[["people", "e4"]])
        assert (first.status, second.status) == (200, 409)
        assert "Jemand war schneller" in second.body.decode()
        assert get(door.address)["version"] == state["version"] + 1
    assert path.read_text("utf-8").endswith("log:\n  - nature: spread north\n  - Ana: vaccinate e5\n")


def test_a_tap_against_the_rules_is_told_at_once(path: Path) -> None:
    """With its rule, and the paragraph of the documentation; nothing is written."""
    with share(path, "pox") as door:
        play(door.address, 0, NATURE, "spread north")
        before = path.read_bytes()
        reply = post(door.address, "point", after=1, actor="Ana", spots=[["people", "g2"]])
        refused = json.loads(reply.body)["refused"]
        assert "the person on g2 is vulnerable" in refused["reason"]
        assert refused["rule"] == "pox.vaccinate.vulnerable"
        assert refused["rule"] not in refused["reason"]
        assert "Vulnerable people cannot be vaccinated." in refused["paragraph"]
    assert path.read_bytes() == before


def test_sheets_are_marked_at_the_same_time(path: Path) -> None:
    """Two players answer the same roll from the same version; a second roll is one too many."""
    with share(path, "fight_the_virus") as door:
        play(door.address, 0, NATURE, "3 4")
        assert post(door.address, "move", after=0, actor=NATURE, words="3 4").status == 409
        for player in ("Ana", "Bo"):
            reply = post(door.addresses[player], "point", after=1, actor=player, spots=[["testing", "a1"]])
            (three, four) = json.loads(reply.body)["choices"]
            assert (three["words"], four["words"]) == ("3 testing a1", "4 testing a1")
            play(door.addresses[player], 1, player, three["words"])
        state = get(door.addresses["Ana"])
        assert state["undo"].startswith("Ana: ")
        undone = post(door.addresses["Ana"], "undo", after=state["version"])
        assert undone.status == 200
    assert "Ana: 3" not in path.read_text("utf-8")
    assert "Bo: 3 testing a1" in path.read_text("utf-8")


def test_a_shape_is_tapped_square_by_square(path: Path) -> None:
    """Each tap names the shapes that are left; the last one fills it."""
    with share(path, "fight_the_virus") as door:
        play(door.address, 0, NATURE, "3 4")
        spots = [["analysis", "d1"], ["analysis", "d2"], ["analysis", "e2"]]
        for count in (1, 2, 3):
            reply = post(door.address, "point", after=1, actor="Ana", spots=spots[:count])
            choices = json.loads(reply.body)["choices"]
            assert all({tuple(spot) for spot in spots[:count]} <= as_spots(each) for each in choices)
        assert "3 analysis d1 d2 e2" in [choice["words"] for choice in choices]


def as_spots(choice: dict[str, list[list[str]]]) -> set[tuple[str, ...]]:
    return {tuple(spot) for spot in choice["spots"]}


def test_everything_is_named_in_words(path: Path) -> None:
    """Who played, what is taken back, and what lists contain; notation is for what reads the same."""
    with share(path, "fight_the_virus") as door:
        state = play(door.address, 0, NATURE, "3 4")
        assert [(entry["who"], entry["words"]) for entry in state["news"]] == [("Dice", "a 3 and a 4")]
        assert state["undo"] == "Dice: a 3 and a 4"
        turn = next(turn for turn in state["turns"] if turn["actor"] == "Ana")
        assert {"3 Testing", "3 Spread Curve", "4 Virus Analysis"} <= {
            each["text"] for each in turn["choices"]
        }
        reply = post(door.address, "list", actor="Ana", start="3 testing")
        opened = json.loads(reply.body)["choices"]
        assert opened[0]["text"] == "3: write a 3 into a1 of testing"
        assert not any(choice["is_noted"] for choice in opened)


def test_groups_have_the_words_of_their_moves(path: Path) -> None:
    """Where the notation has no translation."""
    with share(path, "virus_and_co", players=PLAYERS) as door:
        (turn,) = get(door.address)["turns"]
        groups = {choice["words"]: choice["text"] for choice in turn["choices"] if choice["count"] > 1}
        assert groups["left blue 3"] == "left: the blue virus of 3"


def test_a_list_is_opened(path: Path) -> None:
    """An entry with several moves lists them; none is lost on the way."""
    with share(path, "pox") as door:
        state = play(door.address, 0, NATURE, "spread north")
        (turn,) = state["turns"]
        group = next(choice for choice in turn["choices"] if choice["count"] > 1)
        reply = post(door.address, "list", actor="Ana", start=group["words"])
        opened = json.loads(reply.body)["choices"]
        assert [choice["count"] for choice in opened] == [1] * group["count"]


def test_nobody_plays_for_somebody_else(path: Path) -> None:
    """On an own page, for oneself and for chance alone; on the page for everybody, for all."""
    with share(path, "pox", kinds=("cards",)) as door:
        state = get(door.addresses["Bo"])
        assert state["turns"] == []
        assert state["waiting"] == ["Ana"]
        reply = post(door.addresses["Bo"], "move", after=state["version"], actor="Ana", words="done")
        assert reply.status == 403
        assert "for Bo only" in reply.body.decode()
        assert post(door.addresses["Bo"], "list", actor="Ana", start="").status == 403
        assert post(door.address, "move", after=state["version"], actor="Ana", words="done").status == 200


def test_the_program_draws_if_it_is_asked(path: Path) -> None:
    """Once; nothing is drawn when nothing is to be drawn."""
    with share(path, "pox") as door:
        assert post(door.address, "draw", after=0).status == 200
        assert "refused" in json.loads(post(door.address, "draw", after=1).body)
        assert post(door.address, "draw", after=0).status == 409


def test_the_page_for_everybody_leads_to_those_of_the_players(path: Path) -> None:
    """By their secrets, since everybody at the table opens it first."""
    with share(path, "pox", locale="es") as door:
        about = get(door.address, "about")
        assert about["who"] == ""
        assert (about["language"], about["direction"]) == ("es", "ltr")
        assert [page["who"] for page in about["pages"]] == ["", "Ana", "Bo"]
        for page in about["pages"]:
            assert door.addresses[page["who"]].endswith(f"/{page['key']}/")
        assert about["texts"]["wait"] == "Ahora: {players}"


def test_the_end_is_counted(path: Path) -> None:
    """By whom the game was won, and each line of the score."""
    with share(path, "noughts_and_crosses") as door:
        state = get(door.address)
        while state["turns"]:
            turn = state["turns"][0]
            state = play(door.address, state["version"], turn["actor"], turn["choices"][0]["words"])
        assert state["end"]["text"]
        assert state["undo"]


BODIES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
WORDS = st.sampled_from(["done", "vaccinate e5", "zz", "", "x" * 501, "\u2028", "7" * 400])
NAMES = st.sampled_from(["Ana", "Bo", NATURE, "", "Zoë"])
SPOTS = st.lists(st.lists(st.sampled_from(["people", "e5", "g2", "", "deaths", "é"]), max_size=3), max_size=3)
KNOWN = st.fixed_dictionaries(
    {},
    optional={
        "after": st.integers(-2, 400) | BODIES,
        "actor": NAMES | BODIES,
        "words": WORDS | BODIES,
        "spots": SPOTS | BODIES,
        "start": WORDS | BODIES,
    },
)


def test_no_body_is_a_bug(path: Path) -> None:
    """Whatever is sent is taken, refused with a sentence, or stale; the game goes on."""
    with share(path, "pox") as door:

        @settings(max_examples=count_examples(400, share=10))
        @given(st.sampled_from(["move", "point", "list", "draw", "undo"]), KNOWN | BODIES)
        def check(route: str, body: object) -> None:
            reply = ask(door.address, route, method="POST", body=json.dumps(body).encode())
            assert reply.status in (200, 400, 409), (route, body, reply)

        check()
        state = get(door.address)
    report = Referee(played.kit("pox")).score(read_score(path))
    assert report.verdict == "proved"
    assert isinstance(state["version"], int)


def test_killed_at_any_moment_nothing_is_lost(tmp_path: Path) -> None:
    """The file has every entry that a page was told is taken; the same command continues it."""
    path, chance = tmp_path / "evening.yaml", random.Random(8)
    game = played.game("pox")
    command = [sys.executable, "-m", "generator", "walk", "pox", "--share", "127.0.0.1", "--save", path.name]
    command += ["--players", "Ana,Bo", "--options", "difficulty=chicken_soup"]
    told: list[str] = []
    for _ in range(30 if proves_all() else 3):
        process = subprocess.Popen(
            command,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        address = next(found[0] for line in process.stdout if (found := re.search(r"http://\S+/", line)))
        state = get(address)
        assert [line["words"] for line in get(address, "log")] == told
        for _ in range(chance.randrange(1, 5)):
            if not state["turns"]:
                break
            turn = state["turns"][0]
            moves = game.rules.moves(replayed(game, told), turn["actor"])
            words = chance.choice(moves).text
            state = play(address, state["version"], turn["actor"], words)
            told.append(words)
        process.kill()
        process.wait()
        process.stdout.close()
        text = path.read_text("utf-8")
        assert [line.split(": ", 1)[1] for line in text.partition("log:\n")[2].splitlines()] == told
    assert len(told) > 2


def replayed(game: AnyGame, told: list[str]) -> Any:
    """The state after moves."""
    rules: Any = game.rules
    state = rules.start(("Ana", "Bo"), {"difficulty": "chicken_soup"})
    for words in told:
        (actor,) = rules.actors(state)
        state = rules.apply(state, actor, rules.parse(state, actor, words)).state
    return state


def test_the_page_of_a_player_knows_no_other_key(path: Path) -> None:
    """Nothing that it can ask for has the address of somebody else; the page for everybody has all."""
    with share(path, "pox", players=PLAYERS) as door:
        keys = {who: address.rstrip("/").rpartition("/")[2] for who, address in door.addresses.items()}
        for who, address in door.addresses.items():
            seen = "".join(ask(address, each).body.decode() for each in ("", "about", "state", "log", "view"))
            known = {name for name, key in keys.items() if key in seen}
            assert known == ({*keys} if who == "" else {who})
        assert [page["who"] for page in get(door.addresses["Bo"], "about")["pages"]] == ["Bo"]


@pytest.mark.parametrize("letter", "Wi界")
def test_the_longest_names_are_shown(path: Path, letter: str) -> None:
    """A game that was saved can be shown: a name is written smaller until it fits its field."""
    players = tuple(f"{letter * (LONGEST_NAME - 1)}{number}" for number in range(2))
    with share(path, "fight_the_virus", players=players) as door:
        assert [board["owner"] for board in get(door.address)["boards"] if board["owner"]] == [*players]
