"""A shared game with secrets over the network: what is sent to a page, and what a page may ask for."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.output import LineLog
from generator.play.policies import draw_world
from generator.play.walks.talk import Talk
from generator.play.walks.walkthrough import WalkFile, start_walk
from generator.rules.core import NATURE
from generator.web.safe import Door
from generator.web.share import ShareSite
from tests.secret_games import find_secret_game, read_secret_kit
from tests.web.browser import Browser
from tests.web.doors import ask, serve
from tests.web.shared_games import Plain, get, play, post

PLAYERS = ("Ana", "Bo", "Cleo")
VIEWERS = ("", *PLAYERS)
PROBES: dict[str, Plain] = {
    "list": {"actor": "Ana"},
    "move": {"after": 0, "actor": "Ana", "words": "play"},
    "point": {"after": 0, "actor": "Ana", "spots": [["hands", "1"]]},
}
"""What a page may try to find out about another player."""
ASK = """fetch("{path}", {{method: "POST", headers: {{"content-type": "application/json"}}, body: {body}}})
    .then(reply => reply.status)"""


@contextmanager
def share_secret(path: Path, talk: Talk) -> Iterator[tuple[Door, ShareSite]]:
    made = ShareSite(talk, WalkFile(LineLog(path)), lambda before, after: None)
    made.prepare()
    with serve(made.site) as door:
        made.addresses = door.addresses
        yield door, made


def begin(seed: int = 5) -> Talk:
    walk = start_walk(find_secret_game("three_suits"), PLAYERS, {})
    return Talk(walk, read_secret_kit("three_suits").wordings["en"], seed=seed)


def now(made: ShareSite) -> Talk:
    return made._talk.now[1]


def list_hands(made: ShareSite) -> dict[str, tuple[str, ...]]:
    state: Any = now(made).walk.state
    return dict(zip(PLAYERS, state.hands, strict=True))


def fetch_all(door: Door, who: str) -> bytes:
    """Return the bytes of everything that a page can ask for, and of all that is refused."""
    address = door.addresses[who]
    replies = [ask(address, path) for path in ("", "about", "state", "log", "view")]
    for board in json.loads(replies[2].body)["boards"]:
        replies += [ask(address, f"files/{name}") for name in (*board["layers"], board["spots"])]
    for actor in (*PLAYERS, NATURE, ""):
        replies.append(post(address, "list", actor=actor))
        if actor != who:
            replies.append(post(address, "move", after=0, actor=actor, words="play sun_1"))
            replies.append(post(address, "point", after=0, actor=actor, spots=[["hands", "1"]]))
    return b"\n".join(reply.body for reply in replies)


def test_no_page_gets_another_hand(tmp_path: Path) -> None:
    """In a complete game, the bytes that are sent to a page have no card that others hold."""
    with share_secret(tmp_path / "evening.yaml", begin()) as (door, made):
        while not now(made).walk.is_over:
            actor = now(made).asked
            for who in VIEWERS if len(now(made).walk.log.lines) % 7 == 0 else ():
                sent = fetch_all(door, who)
                for player, hand in list_hands(made).items():
                    for card in hand:
                        assert (card.encode() in sent) == (player == who), (who, player, card)
            version = made._talk.now[0]
            state = play(door.addresses[actor], version, actor, now(made).walk.moves(actor)[-1])
            assert state["version"] == version + 1
        log = get(door.addresses["Bo"], "log")
    assert all(line["words"] for line in log), "at the end, everything is shown"
    assert "sealed" not in (tmp_path / "evening.yaml").read_text("utf-8")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_hidden_cards_dealt_anew_change_no_page(tmp_path: Path, viewer: str) -> None:
    """All that a page shows is the same, byte by byte, in every deal that its player cannot rule out."""
    talk = begin()
    game = talk.walk.game
    assert game.secrets is not None
    while talk.is_automatic:
        talk = talk.draw()
    for _ in range(4):
        talk = talk.play(talk.asked, talk.walk.moves(talk.asked)[0])
    worlds = game.secrets.list_worlds(game.secrets.cover(talk.walk.state, viewer), viewer)
    pages = []
    for number in range(3):
        world = draw_world(worlds, Random(number)) if number else talk.walk.state
        walk = replace(talk.walk, states=(*talk.walk.states[:-1], world))
        with share_secret(tmp_path / f"{number}.yaml", replace(talk, walk=walk)) as (door, _):
            sent = [ask(door.addresses[viewer], path).body for path in ("state", "log", "view")]
            about = get(door.addresses[viewer], "about")
            pages.append((sent, [each["who"] for each in about.pop("pages")], about))
    assert pages[0] == pages[1] == pages[2]


def test_the_page_for_everybody_plays_for_nobody(tmp_path: Path) -> None:
    """It shows whose turn it is, and sends neither moves nor lists of players; their own pages do."""
    with share_secret(tmp_path / "evening.yaml", begin()) as (door, made):
        actor = now(made).asked
        state: Plain = get(door.address)
        assert (state["turns"], state["waiting"], state["news"]) == ([], [actor], [])
        for path, values in (
            ("list", {"actor": actor}),
            ("move", {"after": state["version"], "actor": actor, "words": "play sun"}),
            ("point", {"after": state["version"], "actor": actor, "spots": [["hands", "1"]]}),
        ):
            reply = post(door.address, path, **values)
            assert reply.status == 403
            assert b"Choose your name, and play on your own page" in reply.body
        own = get(door.addresses[actor])
        assert {choice["words"] for choice in own["turns"][0]["choices"]} == {
            f"play {card}" for card in list_hands(made)[actor]
        }
        other = next(player for player in PLAYERS if player != actor)
        assert post(door.addresses[other], "list", actor=actor).status == 403


def test_a_page_is_given_to_one_person(tmp_path: Path) -> None:
    """The key of a player is sent once, to whoever chooses the name first, and with no other page."""
    with share_secret(tmp_path / "evening.yaml", begin()) as (door, _):
        keys = {who: address.rstrip("/").rpartition("/")[2] for who, address in door.addresses.items()}
        assert {each["who"]: each["key"] for each in get(door.address, "about")["pages"]} == {
            "": keys[""],
            "Ana": "",
            "Bo": "",
            "Cleo": "",
        }
        reply = post(door.address, "claim", who="Bo")
        assert json.loads(reply.body) == {"key": keys["Bo"]}
        again = post(door.address, "claim", who="Bo")
        assert again.status == 403
        assert b"Somebody has already chosen Bo" in again.body
        for who in ("Ana", "Dan", ""):
            assert post(door.addresses["Bo"], "claim", who=who).status == 403
        assert post(door.address, "claim", who="").status == 403
        assert [each["who"] for each in get(door.addresses["Bo"], "about")["pages"]] == ["Bo"]


def test_pictures_of_others_are_not_found(tmp_path: Path) -> None:
    """Not even by their names, which are the same for the same picture."""
    with share_secret(tmp_path / "evening.yaml", begin()) as (door, made):
        name = made._boards._get_files("Ana").keep(b"<svg>sun 3</svg>")
        assert ask(door.addresses["Ana"], f"files/{name}").status == 200
        for who in ("", "Bo"):
            assert ask(door.addresses[who], f"files/{name}").status == 404


def test_what_was_taken_back_is_named_as_it_is_seen(tmp_path: Path) -> None:
    """The last entry is a card that everybody has seen; a deal is never taken back."""
    with share_secret(tmp_path / "evening.yaml", begin()) as (door, made):
        assert all(get(door.addresses[who])["undo"] == "" for who in VIEWERS)
        actor = now(made).asked
        words = now(made).walk.moves(actor)[0]
        state = play(door.addresses[actor], made._talk.now[0], actor, words)
        assert {get(door.addresses[who])["undo"] for who in VIEWERS} == {f"{actor}: {words}"}
        assert post(door.address, "undo", after=state["version"]).status == 200
        assert get(door.addresses[actor])["turns"][0]["actor"] == actor


def test_two_phones_choose_their_names_and_play_their_hands(browser: Browser, tmp_path: Path) -> None:
    """Each sees the own cards and no others, whatever it asks the program for; a taken name is refused."""
    phone = {"width": 360, "height": 740, "touch": True}
    with share_secret(tmp_path / "evening.yaml", begin()) as (door, made):
        hands = list_hands(made)
        with browser.open(door.address, **phone) as ana, browser.open(door.address, **phone) as bo:
            for tab, who in ((ana, "Ana"), (bo, "Bo")):
                tab.wait_for("document.querySelectorAll('#who a').length === 3")
                assert "Now: Ana" in tab.text
                tab.click("#who a", who)
                tab.wait_for(f"document.querySelector('#self')?.textContent === '{who}'")
            assert all(card in ana.text for card in hands["Ana"])
            for path, body in PROBES.items():
                assert bo.run(ASK.format(path=path, body=json.dumps(json.dumps(body)))) == 403
            assert not any(card in bo.run("document.documentElement.outerHTML") for card in hands["Ana"])
            card = hands["Ana"][0]
            ana.click("#moves button", card)
            bo.wait_for(f"document.body.innerText.includes('{card}')")
            bo.wait_for("document.querySelectorAll('#moves button').length > 0")
            assert not any(
                other in bo.run("document.documentElement.outerHTML") for other in hands["Ana"][1:]
            )
            with browser.open(door.address, **phone) as third:
                third.wait_for("document.querySelectorAll('#who a').length === 3")
                third.click("#who a", "Bo")
                third.wait_for("document.body.innerText.includes('Somebody has already chosen Bo')")
                assert third.run("document.querySelector('#self').hidden")
