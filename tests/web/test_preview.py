"""The site of the preview, without a browser: what it answers, and what it refuses."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import Problem, WrittenPlace
from generator.make.game_folders import make_starter_game
from generator.make.screens.workshop import ScreenView
from generator.read.files.shelf import Memo, find_shelf
from generator.web.preview.preview import Editor, Notice, Preview, get_editor, make_address
from generator.web.safe import Door
from tests.samples import count_examples
from tests.waiting import wait_until
from tests.web.doors import Reply, ask, get_reader, serve
from tests.web.games import change, write_game

SHEET_HELP = "Escribe tus puntos en las casillas."
LOAD_AGAIN = "The program cannot read this request; load the page again."


class Bench:
    """A preview that is served, and the states that it has sent."""

    def __init__(self, game: Path, *, check: Callable[..., Any] | None = None, **more: Any) -> None:
        view = ScreenView(part="cards")
        self.game, self.states = game, list[dict[str, Any]]()
        shelf = find_shelf(memo=Memo(is_on=True))
        self.folder = (game if game.is_dir() else game.parent) / "output"
        self.preview = Preview(game, shelf, view=view, folder=self.folder, check=check, **more)
        send = self.preview.site.events.send

        def note(state: Any) -> None:
            self.states.append(state)
            send(state)

        self.preview.site.events.send = note
        self.door: Door

    @property
    def state(self) -> dict[str, Any]:
        return self.states[-1] if self.states else {}

    def wait(self, is_there: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Wait for a state that is complete."""
        wait_until(lambda: self.state and not self.state["busy"] and is_there(self.state))
        return self.state

    def post(self, path: str, **body: Any) -> Reply:
        return ask(self.door.address, path, method="POST", body=json.dumps(body).encode())

    def find(self, path: str, **body: Any) -> Any:
        reply = self.post(path, **body)
        assert reply.status == 200, reply.body
        return json.loads(reply.body)

    def get_hashes(self) -> list[str]:
        return [page[0] for column in self.state["columns"] for page in column["pages"]]


def open_bench(
    folder: Path, *, game: Path | None = None, until: str = "columns", **more: Any
) -> Iterator[Bench]:
    bench = Bench(game or write_game(folder), **more)
    with serve(bench.preview.site) as bench.door:
        bench.preview.start()
        bench.wait(lambda state: state.get(until))
        yield bench
        bench.preview.stop()


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A preview whose files no test changes."""
    yield from open_bench(tmp_path_factory.mktemp("still"))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Bench]:
    """A preview of one's own game, to be changed at will."""
    yield from open_bench(tmp_path)


def test_state_has_what_a_page_shows(bench: Bench) -> None:
    state = bench.state
    assert state["contents"]["title"] == "Meadow"
    assert [one["id"] for one in state["contents"]["parts"]] == ["cards", "sheet"]
    (column,) = state["columns"]
    assert (column["language"], column["paper"], column["count"]) == ("English", "a4", 3)
    assert [page[1:3] for page in column["pages"]] == [[210, 297]] * 3
    assert (state["old"], state["problems"]) == (False, [])
    json.dumps(state)


def test_pages_are_found_by_their_hash(bench: Bench) -> None:
    """Which never changes, so that browsers may keep them."""
    first = ask(bench.door.address, f"pages/{bench.get_hashes()[0]}.svg")
    assert first.headers["content-type"] == "image/svg+xml"
    assert "immutable" in first.headers["cache-control"]
    assert b"<svg" in first.body
    for wrong in ("pages/0.svg", "pages/..%2f0.svg", "pages/.svg", "files/1", "files/-1", "files/x"):
        assert ask(bench.door.address, wrong).status == 404


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"part": "crads"}, "unknown part 'crads' (did you mean 'cards'?); available: cards, sheet"),
        ({"locales": ["eo"]}, "unknown language 'eo'"),
        ({"locales": []}, "Choose at least one language and one paper size."),
        ({"papers": ["a99"]}, "unknown paper 'a99'"),
        ({"service": "x"}, "unknown service 'x'"),
        ({"style": "x"}, "unknown style 'x'"),
        ({"vision": "x"}, "unknown vision 'x'"),
        ({"shows": "x"}, f"{LOAD_AGAIN} (`shows` must be one of: pages, cards)"),
        ({"ink": "x"}, f"{LOAD_AGAIN} (`ink` must be one of: full, low)"),
        ({"colour": "x"}, f"{LOAD_AGAIN} (the body has an unknown key `colour`"),
    ],
)
def test_views_that_are_impossible_are_refused(bench: Bench, changes: dict[str, Any], message: str) -> None:
    """With a sentence, and the view stays."""
    view = {"part": "cards", "locales": ["en"], "papers": ["a4"]}
    refused = bench.post("view", **{**view, **changes})
    assert refused.status == 400
    assert refused.body.decode().startswith(message)


REFUSED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("view", {"part": "crads", "locales": ["en"], "papers": ["a4"]}),
    ("view", {"part": "cards", "locales": [], "papers": ["a4"]}),
    ("view", {"part": "cards", "locales": ["en"]}),
    ("where", {"column": 1, "index": 0, "x": 1, "y": 1}),
    ("spots", {"column": 0, "index": 99}),
    ("open", {"id": 77}),
    ("pages/0.svg", {}),
    ("files/1", {}),
    ("texts/save", {"locale": "es", "key": "sheet.help", "text": " ", "base": ""}),
    ("texts/save", {"locale": "es", "key": "sheet.help", "text": "**a", "base": SHEET_HELP}),
    ("texts/save", {"locale": "es", "key": "sheet.help", "text": "{x}", "base": SHEET_HELP}),
    ("texts/save", {"locale": "en", "key": "sheet.help", "text": "x", "base": ""}),
    ("texts/show", {"locale": "es", "key": "foo.ludo"}),
    ("texts/list", {"locale": "xx"}),
    ("languages/new", {"locale": "es"}),
    ("languages/new", {"locale": "brasil"}),
    ("languages/new", {"locale": "jp"}),
    ("languages/new", {"locale": "qps"}),
)
"""Requests that a preview refuses, for each of its texts."""
KEPT = r"`[^`]*`|\S+:\d+:\d+: words[\w.]+|/\S+|petri locale accept"
"""Places and typed notation, which are the same in every language."""


def list_words(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)}


@pytest.mark.parametrize("locale", ["de", "fr", "ar", "ja"])
@pytest.mark.parametrize(("path", "body"), REFUSED)
def test_refusals_have_no_english_word(bench: Bench, path: str, body: dict[str, Any], locale: str) -> None:
    """Why a request is refused is said in the language of the page, and marked as such."""
    english, own = (list_words("\n".join(get_reader([each]).sentences.values())) for each in ("en", locale))
    method, data = ("POST", json.dumps(body).encode()) if body else ("GET", b"")
    headers = {"Accept-Language": locale}
    reply = ask(bench.door.address, path, method=method, headers=headers, body=data)
    assert reply.status >= 400
    assert reply.headers["content-language"] == locale
    said = re.sub(KEPT, " ", reply.body.decode())
    assert list_words(said) & english - own <= {"cards", "sheet"}, reply.body.decode()


def test_points_and_pages_that_are_not_there_are_refused(bench: Bench) -> None:
    for column, index in ((1, 0), (0, 3), (-1, 0), (0, -1)):
        assert bench.post("where", column=column, index=index, x=1, y=1).status == 404
        assert bench.post("spots", column=column, index=index).status == 404
    assert bench.post("open", id=77).status == 404
    assert bench.find("where", column=0, index=0, x=-1e300, y=1e300)["places"]


def test_places_have_an_address_for_editors(bench: Bench) -> None:
    """The file is complete there, with its line and column."""
    spots = bench.find("spots", column=0, index=0)["spots"]
    assert [spot["place"] for spot in spots] == [f"{name}_{at}" for at, name in enumerate(FIRST)]
    left, top, right, bottom = spots[0]["box"]
    assert spots[0]["safe"] == [left + 3, top + 3, right - 3, bottom - 3]
    found = bench.find("where", column=0, index=0, x=left + 30, y=top + 35)
    assert found["title"] == ["there.front", {"name": "poppy_0"}]
    row = next(place for place in found["places"] if place["what"] == ["there.row", {"name": "poppy_0"}])
    assert row["text"] == f"{bench.game / 'cards.csv'}:2:1"
    assert row["url"] == f"vscode://file{bench.game / 'cards.csv'}:2:1"


TEXT_PATHS = [f"texts/{one}" for one in ("list", "page", "find", "show", "try", "save", "proof")]
FRONTS = [[["there.front", {"name": name}], False] for name in ("poppy", "daisy", "bee")]
FIRST = ("poppy", "daisy", "clover", "thistle", "yarrow", "sorrel", "mallow", "tansy", "vetch")
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text() | st.sampled_from(["cards", "sheet", "en", "a4", "pages", "mpc", "grey", "low"])
BODIES = st.dictionaries(
    st.sampled_from(
        [
            "column",
            "index",
            "x",
            "y",
            "id",
            "pages",
            "part",
            "locales",
            "papers",
            "shows",
            "locale",
            "key",
            "text",
            "base",
            "is_read",
        ]
    ),
    NUMBERS | TEXTS | st.lists(NUMBERS | TEXTS, max_size=3) | st.none() | st.booleans(),
)


@settings(max_examples=count_examples(1000, share=40))
@given(st.sampled_from(["view", "seen", "where", "spots", "open", *TEXT_PATHS]), BODIES)
def test_fuzzed_bodies_never_fail(bench: Bench, path: str, body: dict[str, Any]) -> None:
    """Whatever a page sends, the answer is no bug."""
    assert bench.post(path, **body).status in (200, 400, 404)


@pytest.mark.parametrize("locale", ["en", "xx", "es", "../es"])
@pytest.mark.parametrize("path", ["find", "show", "try", "save"])
def test_unknown_texts_are_refused(bench: Bench, path: str, locale: str) -> None:
    """Nor are those of English and of unknown languages written; no file is."""
    given = {"try": {"text": "x"}, "save": {"text": "x", "base": ""}}.get(path, {})
    reply = bench.post(f"texts/{path}", locale=locale, key="no.such", **given)
    assert reply.status == (200 if path == "find" else 400)
    assert path != "find" or reply.body == b"{}"
    assert "no.such" not in (bench.game / "wording" / "es.yaml").read_text("utf-8")
    assert sorted(one.name for one in (bench.game / "wording").glob("*.yaml")) == ["en.yaml", "es.yaml"]


def test_saved_file_is_drawn_again(own: Bench) -> None:
    """The page that changed, and no other one; then the other parts are read, too."""
    before = own.get_hashes()
    change(own.game / "cards.csv", "Card 3 of", "Card three of")
    own.wait(lambda state: own.get_hashes()[0] != before[0])
    assert own.get_hashes()[1:] == before[1:]
    assert ask(own.door.address, f"pages/{before[0]}.svg").status == 200
    change(own.game / "wording" / "en.yaml", "title: Meadow", "title: Heath")
    own.wait(lambda state: state["contents"]["title"] == "Heath")


def test_broken_file_keeps_the_pages(own: Bench) -> None:
    """All problems stand beside them, with file, line, and column, until they are fixed."""
    before = own.get_hashes()
    change(own.game / "templates.yaml", "ground: paper", "ground: papre")
    change(own.game / "sheet.yaml", "size: 8 mm", "size: eight")
    state = own.wait(lambda state: len(state["problems"]) == 2)
    assert (state["old"], own.get_hashes()) == (True, before)
    assert [one["place"]["text"].removeprefix(f"{own.game}/") for one in state["problems"]] == [
        "sheet.yaml:10:38",
        "templates.yaml:3:15",
    ]
    change(own.game / "templates.yaml", "papre", "paper")
    change(own.game / "sheet.yaml", "eight", "8 mm")
    state = own.wait(lambda state: not state["problems"])
    assert (state["old"], own.get_hashes()) == (False, before)


def test_card_that_does_not_fit_is_marked(own: Bench) -> None:
    """In the list of problems, and among the places of its page."""
    change(own.game / "cards.csv", "Card 3 of the meadow", "x" * 60)
    state = own.wait(lambda state: state["problems"])
    (problem,) = state["problems"]
    assert problem["place"]["text"] == f"{own.game / 'cards.csv'}:5:11"
    assert problem["where"] == "meadow/cards-en-a4"
    spots = own.find("spots", column=0, index=0)["spots"]
    assert [spot["place"] for spot in spots if spot["wrong"]] == ["thistle_3"]


def test_view_is_turned(own: Bench) -> None:
    """Languages side by side, single cards, other eyes, a service, and what is printed of it."""
    own.find("view", part="cards", locales=["en", "es"], papers=["a4"])
    state = own.wait(lambda state: len(state["columns"]) == 2)
    assert [column["locale"] for column in state["columns"]] == ["en", "es"]
    own.find("view", part="cards", locales=["es"], papers=["a4"], shows="cards", vision="grey", ink="low")
    state = own.wait(lambda state: state["view"]["shows"] == "cards")
    assert len(own.get_hashes()) == 20
    assert [page[3] for page in state["columns"][0]["pages"]][:2] == [
        ["there.front", {"name": "poppy_0"}],
        ["there.front", {"name": "daisy_1"}],
    ]
    printed = own.find("print")
    (file,) = printed["files"]
    assert file["name"] == str(own.game / "output" / "meadow" / "cards-es-a4-low.pdf")
    assert printed["notes"] == ["true_colours"]
    assert ask(own.door.address, f"files/{file['id']}").body.startswith(b"%PDF")
    own.find("view", part="sheet", locales=["es"], papers=["a4"], shows="cards")
    state = own.wait(lambda state: state["view"]["part"] == "sheet")
    assert state["view"]["shows"] == "pages"


def test_service_refuses_what_is_no_product(own: Bench) -> None:
    """A size that it does not print is told as a problem, not as a bug."""
    own.find("view", part="cards", locales=["en"], papers=["a4"], shows="cards", service="mpc")
    state = own.wait(lambda state: state["problems"])
    assert "60" in state["problems"][0]["text"]


@pytest.fixture
def starter(tmp_path: Path) -> Iterator[Bench]:
    """A preview of the deck of `petri new`, which services print."""
    make_starter_game(tmp_path / "my-deck", "my_deck", find_shelf().starter)
    yield from open_bench(tmp_path / "my-deck", game=tmp_path / "my-deck" / "my-deck.yaml")


def test_service_gets_its_files(starter: Bench) -> None:
    """Print writes the files of `petri make --for`: pictures are counted, others listed, empty backs told."""
    starter.find(
        "view", part="my_deck", locales=["en"], papers=["a4"], shows="cards", service="mpc", ink="low"
    )
    state = starter.wait(lambda state: state["view"]["service"])
    titles = [page[3:] for page in state["columns"][0]["pages"]]
    assert titles == [*FRONTS, [["there.cards_back", {"number": 3}], True]]
    assert state["problems"] == []
    printed = starter.find("print")
    folder = starter.folder / "my-deck" / "mpc-en-part-my_deck-low"
    names = [Path(one["name"]).relative_to(folder).as_posix() for one in printed["files"]]
    assert names == ["README.txt", "cards.json", "poker-63x88/order.xml"]
    assert printed["more"] == {"number": 7, "file": str(folder)}
    assert printed["notes"] == []
    order = ask(starter.door.address, f"files/{printed['files'][2]['id']}")
    assert order.headers["content-type"].startswith("text/plain")
    assert (folder / "poker-63x88" / "my-deck-back.png").exists()


def test_issues_of_a_service_have_a_place(starter: Bench) -> None:
    """The row of the card, which an editor can open."""
    change(starter.game, '- ground: "{sky}"', '- panel: {box: [0, 0, 63 mm, 88 mm], fill: "{sky}"}')
    starter.find("view", part="my_deck", locales=["en"], papers=["a4"], shows="cards", service="mpc")
    state = starter.wait(lambda state: state["problems"])
    first = state["problems"][0]
    assert first["text"].startswith("poppy: the bleed is white")
    assert first["place"]["text"] == f"{starter.game}:5:5"
    assert first["where"] == "my-deck (en)"
    pages = [starter.find("spots", column=0, index=index)["spots"] for index in range(4)]
    assert [spot["wrong"] for spots in pages for spot in spots] == [True, True, True, False]


def test_broken_files_are_reported(tmp_path: Path) -> None:
    """At the start, without a picture, and whenever their problems change."""
    game, found = write_game(tmp_path), list[tuple[Problem, ...]]()
    change(game / "sheet.yaml", "size: 8 mm", "size: eight")
    for bench in open_bench(tmp_path, game=game, until="problems", report=found.append):
        assert (bench.state["old"], "contents" in bench.state) == (True, False)
        change(game / "sheet.yaml", "size: eight", "size: 8 mm")
        bench.wait(lambda state: state.get("columns"))
        change(game / "templates.yaml", "ground: paper", "ground: papre")
        wait_until(lambda: len(found) == 2)
    assert [[Path(one.file).name for one in each] for each in found] == [["sheet.yaml"], ["templates.yaml"]]


def test_print_reports_what_does_not_fit(own: Bench) -> None:
    """A text that is too long prevents it; a word that is broken is a warning."""
    change(own.game / "cards.csv", "Card 3 of the meadow", "x" * 60)
    own.wait(lambda state: state["problems"])
    printed = own.find("print")
    assert any("broken" in warning for warning in printed["warnings"])
    change(own.game / "cards.csv", "x" * 60, "much too long " * 60)
    own.wait(lambda state: any(problem["error"] for problem in state["problems"]))
    assert own.post("print").status == 400


def test_whole_game_is_checked_in_the_background(tmp_path: Path) -> None:
    """Problems are listed; a check of older files ends when one of them changes."""
    begun, ended = Event(), Event()

    def check(is_stale: Callable[[], bool]) -> tuple[Notice, ...] | None:
        if not begun.is_set():
            begun.set()
            wait_until(is_stale)
            ended.set()
            return None
        return (Notice("somewhere else", WrittenPlace("sheet.yaml", 3, 1)),)

    for bench in open_bench(tmp_path, check=check):
        wait_until(begun.is_set)
        change(bench.game / "cards.csv", "Card 3 of", "Card three of")
        wait_until(ended.is_set)
        state = bench.wait(lambda state: state["problems"])
        assert [one["text"] for one in state["problems"]] == ["somewhere else"]
        assert state["checking"] is False


@pytest.mark.posix("scripts of this shell")
def test_editor_opens_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command gets the file and its line as single words; an editor in a terminal is none."""
    noted = tmp_path / "noted.txt"
    program = tmp_path / "code"
    program.write_text(f'#!/bin/sh\nprintf "%s|" "$@" > "{noted}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    editor = get_editor({"EDITOR": "code --wait"})
    assert editor is not None
    editor.open(WrittenPlace(f"{tmp_path}/a {{b}}; rm.yaml", 3, 7))
    wait_until(lambda: noted.exists() and noted.read_text())
    assert noted.read_text() == f"--goto|{tmp_path}/a {{b}}; rm.yaml:3:7|"
    assert get_editor({"EDITOR": "vi"}) is None
    assert get_editor({"EDITOR": ""}) is None
    assert get_editor({"VISUAL": "subl"}) is None
    assert make_address(WrittenPlace("/a b/#.yaml", 1, 2)) == "vscode://file/a%20b/%23.yaml:1:2"


def test_page_opens_the_editor(tmp_path: Path) -> None:
    """Only at places that it was told; one that cannot be started is a sentence."""
    editor = Editor("Nano", str(tmp_path / "missing"), ("{file}",))
    for bench in open_bench(tmp_path, editor=editor):
        assert bench.state["editor"] == "Nano"
        place = bench.find("where", column=0, index=0, x=50, y=50)["places"][0]
        refused = bench.post("open", id=place["id"])
        assert refused.body == b"Nano could not be started. (No such file or directory)\n"


def test_fit_of_a_typed_text_is_said_before_its_page_is_drawn(own: Bench) -> None:
    """The first state with the text has its size, and the pictures of before; then comes the page."""
    turn = own.find("view", part="cards", locales=["es"], papers=["a4"])["turn"]
    own.wait(lambda state: state["turn"] >= turn)
    before, number = own.get_hashes(), len(own.states)
    turn = own.find("texts/try", locale="es", key="flower.poppy_0", text="Amapola roja")["turn"]
    own.wait(lambda state: state["turn"] >= turn)
    told = next(state for state in own.states[number:] if state["texts"]["fit"])
    assert told["texts"]["fit"]["points"] > 5
    assert [page[0] for page in told["columns"][0]["pages"]] == before
    assert own.get_hashes() != before


def test_a_deck_is_tried_in_a_style(starter: Bench) -> None:
    """Its cards have fronts and backs of the style; its files, and what is printed, stay as they are."""
    before = starter.game.read_bytes()
    starter.find("view", part="my_deck", locales=["en"], papers=["a4"], shows="cards", style="noir")
    state = starter.wait(lambda state: state["view"]["style"] == "noir" and not state["busy"])
    titles = [page[3:] for page in state["columns"][0]["pages"]]
    assert titles == [*FRONTS, [["there.cards_back", {"number": 3}], False]]
    # A column that the style does not show is named.
    assert [one["text"].split(" (")[0] for one in state["problems"]] == [
        "cards[1].sky: not shown in the style `noir`: sky"
    ]
    assert starter.find("print")["notes"] == ["true_style"]
    assert starter.game.read_bytes() == before
    starter.find("view", part="my_deck", locales=["en"], papers=["a4"], shows="cards")
    state = starter.wait(lambda state: not state["view"]["style"] and not state["busy"])
    assert state["columns"][0]["pages"][-1][3] == ["there.front", {"name": "bee"}]
