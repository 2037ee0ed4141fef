"""The site of a table, without a browser: what it saves, reports, takes over, and refuses."""

import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pypdfium2
import pytest

from generator.model.played import TokenMark
from generator.play.paper import Put, open_file, plain_report, put_marks, write_filled
from generator.read.scores import decode_score, read_score
from generator.web.table import FileBody, OpenTable, PutsBody, SeatBody, SeatsBody, StepBody
from tests.play.test_filling import FORMS, PLAYERS, SOME
from tests.played import kit
from tests.samples import proves_all
from tests.waiting import wait_until
from tests.web import doors
from tests.web.tables import ask, begin, make_table, referee, refusal

FILL, NUMBER, CIRCLE = 0, 5, 6
"""Marks that the sheet takes: squares of the analysis, and numbers and circles of the curve."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.yaml"


@pytest.fixture
def table(path: Path) -> OpenTable:
    return make_table(path, "fight_the_virus", begin("fight_the_virus", ["Ana", "Bo"]))


def put(table: OpenTable, *puts: Put) -> dict[str, object]:
    found: dict[str, object] = json.loads(ask(table, "put", PutsBody(puts)).data)
    return found


def test_each_mark_is_in_the_file_and_judged(table: OpenTable, path: Path) -> None:
    """The report is that of `petri score --json` about the file; nothing is written before the first mark."""
    assert not path.exists()
    state = put(table, Put("Ana", NUMBER, "d1", text="3"), Put("Bo", FILL, "d1", mark=0))
    assert state["marks"] == [["Ana", NUMBER, "d1", "3"], ["Bo", FILL, "d1", 0]]
    wording = kit("fight_the_virus").wordings["en"]
    report = referee("fight_the_virus").score(read_score(path))
    assert state["report"]["plain"] == json.loads(json.dumps(plain_report(report, wording)))
    assert ask(table, "score.yaml").data == path.read_bytes() == table.text.encode()
    assert ask(table, "download").saved_as == "table.yaml"


def test_a_wrong_mark_names_its_place_and_its_rule(table: OpenTable) -> None:
    """With the paragraph of the rule on demand."""
    state = put(table, Put("Ana", NUMBER, "d5", text="3"))
    report = state["report"]
    (fault,) = report["plain"]["faults"]
    assert fault["player"] == "Ana"
    assert report["where"] == ["Ana, Spread Curve d5"]
    assert report["places"] == [[["curve", "d5"]]]
    assert report["verdict"] == "1 rule violation."
    text = json.loads(ask(table, "rules/{rule}", rule=fault["rule"]).data)["text"]
    assert "curve" in text.lower() or "column" in text.lower()
    assert json.loads(ask(table, "rules/{rule}", rule="../../pox").data) == {"text": ""}


@pytest.mark.parametrize(
    ("game", "players", "key"), [("pandemic", (), ""), ("pox", (), ""), ("virus_and_co", "ABC", "")]
)
def test_an_empty_form_breaks_no_rule(path: Path, game: str, players: str, key: str) -> None:
    """Although its score file does, as an incomplete one."""
    filled = begin(game, players, key=key)
    report = json.loads(ask(make_table(path, game, filled), "state").data)["report"]
    assert (report["verdict"], report["plain"]["faults"]) == ("Nothing is copied yet.", [])
    assert referee(game).score(decode_score(write_filled(filled).encode())).faults


@pytest.mark.parametrize(("game", "key"), FORMS)
@pytest.mark.parametrize("start", ["empty", "players", "saved", "blank"])
def test_every_form_begins(path: Path, game: str, key: str, start: str) -> None:
    """Empty, with players, from its own score file, and from the blank file of `petri score --blank`."""
    players = PLAYERS.get(game, SOME)
    filled = begin(game, players if start != "empty" or _has_sheets(game, key) else (), key=key)
    if start in ("saved", "blank"):
        scoring = filled.form.scoring
        text = write_filled(filled) if start == "saved" else scoring.write_blank(kit(game).wordings["en"])
        filled = open_file(text.encode(), referee(game), file="table.yaml")
    assert filled.form.scoring.key == key
    table = make_table(path, game, filled)
    report = json.loads(ask(table, "state").data)["report"]
    assert report["plain"]["faults"] == []
    assert report["verdict"] == "Nothing is copied yet." or start == "blank"
    # The first mark is taken, and the file is opened again.
    (owner, *_), takes = filled.owners, filled.form.list_takes(filled.setup)
    index, each = next((n, one) for n, one in enumerate(takes) if one.kind in ("mark", "heap", "number"))
    values = {"mark": {"mark": 0}, "heap": {"count": 1}, "number": {"text": str(each.numbers[0])}}
    state = put(table, Put(owner, index, each.places[0], **values[each.kind]))
    assert [owner, index, each.places[0]] in [mark[:3] for mark in state["marks"]]
    again = open_file(path.read_bytes(), referee(game), file="table.yaml")
    assert write_filled(again) == path.read_text()


@pytest.mark.parametrize(("game", "key"), FORMS[1:4])
def test_pieces_have_names_in_every_language(path: Path, game: str, key: str) -> None:
    """No pen is called by the id of its piece."""
    players = SOME if _has_sheets(game, key) else ()
    for locale in kit(game).wordings:
        table = make_table(path, game, begin(game, players, key=key), locale=locale)
        marks = [mark for takes in begin(game, players, key=key).form.list_takes() for mark in takes.marks]
        ids = {mark.piece.replace("_", " ") for mark in marks if isinstance(mark, TokenMark)}
        form = json.loads(ask(table, "form").data)
        names = [mark["name"].split(":")[0] for takes in form["takes"] for mark in takes["marks"]]
        assert not ids & {*names}, locale
        assert not any(name.isdigit() for name in names)


def _has_sheets(game: str, key: str) -> bool:
    return begin(game, ("A",), key=key).form.each_player


def test_nobody_wins_before_the_last_round(path: Path) -> None:
    """Each column needs its total; names alone are not judged."""
    pad = make_table(path, "virus_and_co", begin("virus_and_co", key="pad"))
    takes = json.loads(ask(pad, "form").data)["takes"]

    def write(place: str, text: str) -> dict[str, str]:
        index = next(n for n, one in enumerate(takes) if place in one["places"])
        found: dict[str, str] = put(pad, Put("", index, place, text=text))["report"]
        return found

    assert write("name_1", "Ana")["verdict"] == "Nothing is copied yet."
    for number, name in enumerate(("Bo", "Cleo"), 2):
        write(f"name_{number}", name)
    for round in range(1, 4):
        for column in range(1, 4):
            end = write(f"total_{round}_{column}", str(column))["end"]
            is_last = (round, column) == (3, 3)
            assert end == "Cleo has won." if is_last else end.startswith("The game is not over. So far: Ana ")


def test_steps_go_back_and_forward(table: OpenTable, path: Path) -> None:
    """In the file, too; a new mark ends what could be done again."""
    before = put(table, Put("Ana", NUMBER, "d1", text="3"))
    text = path.read_text()
    after = put(table, Put("Ana", CIRCLE, "d1", mark=0))
    back = json.loads(ask(table, "step", StepBody(True)).data)
    assert (back["marks"], path.read_text()) == (before["marks"], text)
    assert (back["undo"], back["redo"]) == (True, True)
    again = json.loads(ask(table, "step", StepBody(False)).data)
    assert again["marks"] == after["marks"]
    ask(table, "step", StepBody(True))
    put(table, Put("Ana", NUMBER, "c1", text="2"))
    assert not json.loads(ask(table, "step", StepBody(False)).data)["redo"]
    for _ in range(5):
        state = json.loads(ask(table, "step", StepBody(True)).data)
    assert (state["marks"], state["undo"]) == ([], False)


def test_what_changes_nothing_is_no_step(table: OpenTable, path: Path) -> None:
    state = put(table, Put("Ana", NUMBER, "d1"))
    assert (state["undo"], state["version"]) == (False, 1)
    assert not path.exists()


def test_players_come_go_and_get_other_names(table: OpenTable) -> None:
    """Marks stay with them; names must differ."""
    put(table, Put("Bo", NUMBER, "d1", text="3"))
    seats = (SeatBody("Bo", " Bobby "), SeatBody("", "Cleo"))
    state = json.loads(ask(table, "seats", SeatsBody(seats)).data)
    assert (state["players"], state["marks"]) == (["Bobby", "Cleo"], [["Bobby", NUMBER, "d1", "3"]])
    form = json.loads(ask(table, "form").data)
    assert [sheet["owner"] for sheet in form["sheets"]] == ["Bobby", "Cleo"]
    assert form["version"] == state["form"] == 2
    for bad in ((SeatBody("", "Ana"), SeatBody("", "Ana")), (SeatBody("Bobby", " "),), ()):
        refused = refusal(table, "seats", SeatsBody(bad))
        assert (refused.status, refused.text) == (422, "Each player needs a name that nobody else has.")


def test_options_are_those_of_the_rules(path: Path) -> None:
    """A pawn is in the file as soon as the role belongs to somebody; until then the page says so."""
    board = make_table(path, "pandemic", begin("pandemic", ["Ana", "Bo"]))
    pawns = next(
        n for n, one in enumerate(json.loads(ask(board, "form").data)["takes"]) if one["kind"] == "marker"
    )
    state = put(board, Put("", pawns, "paris", mark=1))
    assert len(state["lost"]) == 1
    assert "Paris" in state["lost"][0]
    names = {one["key"]: one for one in json.loads(ask(board, "form").data)["options"]}
    assert [one["value"] for one in names["difficulty"]["values"]] == ["standard", "introductory", "heroic"]
    seats = (SeatBody("Ana", "Ana"), SeatBody("Bo", "Bo"))
    roles = {"roles": "Ana dispatcher, Bo medic", "difficulty": ""}
    state = json.loads(ask(board, "seats", SeatsBody(seats, roles)).data)
    assert state["setup"] == {"roles": "Ana dispatcher, Bo medic"}
    refused = refusal(board, "seats", SeatsBody(seats, {"difficulty": "easy"}))
    assert refused.status == 422
    assert "heroic" in refused.text


def test_files_are_taken_over(table: OpenTable, path: Path) -> None:
    """With their players; what cannot be read says where, and changes nothing."""
    other = put_marks(begin("fight_the_virus", ["Cleo"]), [Put("Cleo", NUMBER, "d1", text="3")])
    text = other.form.write(other.position, other.players)
    state = json.loads(ask(table, "open", FileBody("cleo.yaml", text)).data)
    assert (state["players"], state["undo"]) == (["Cleo"], True)
    assert path.read_text() == text
    for bad in ("", "game: pox\n", "game: fight_the_virus\nsheets: {Ana: {curve: 5}}\n", "a: [", "\0"):
        refused = refusal(table, "open", FileBody("bad.yaml", bad))
        assert refused.status == 422
        assert "bad.yaml" in refused.text
    assert path.read_text() == text


def test_a_file_of_another_form_changes_the_paper(path: Path) -> None:
    """A score pad is shown instead of cards."""
    cards = make_table(path, "virus_and_co", begin("virus_and_co", ["Ana", "Bo", "Cleo"]))
    first = json.loads(ask(cards, "form").data)
    assert [one["title"] for one in first["areas"]] == ["Round 1", "Round 2", "Round 3"]
    assert first["areas"][0]["places"]["virus_2"] == "Virus 2"
    head = "game: virus_and_co\nplayers: [Ana, Bo, Cleo]\n"
    pad = f"{head}pad:\n  Ana:\n    rounds:\n      - {{open: 3, total: -3}}\n"
    state = json.loads(ask(cards, "open", FileBody("pad.yaml", pad)).data)
    second = json.loads(ask(cards, "form").data)
    assert (second["version"], state["form"]) == (2, 2)
    assert [sheet["part"] for sheet in second["sheets"]] == ["score_pad"]
    assert ["", 1, "open_1_1", "3"] in state["marks"]


def test_another_program_that_writes_the_file_is_noticed(table: OpenTable, path: Path) -> None:
    """Its changes are not overwritten, and the page is told."""
    put(table, Put("Ana", NUMBER, "d1", text="3"))
    path.write_text("game: fight_the_virus\n")
    with pytest.raises(Exception, match="another program has changed this file"):
        put(table, Put("Ana", NUMBER, "c1", text="2"))
    assert path.read_text() == "game: fight_the_virus\n"
    assert [mark[2] for mark in json.loads(ask(table, "state").data)["marks"]] == ["d1"]


def test_the_paper_is_printed_with_all_marks(table: OpenTable, path: Path) -> None:
    """A page for each sheet, the board, or the pad; what is not printed has none."""
    put(table, Put("Ana", NUMBER, "d1", text="3"))
    data = ask(table, "print.pdf").data
    assert data.startswith(b"%PDF")
    with pypdfium2.PdfDocument(data) as printed:
        assert len(printed) == 2
    pad = make_table(path.with_name("pad.yaml"), "virus_and_co", begin("virus_and_co", key="pad"))
    empty = ask(pad, "print.pdf").data
    put(pad, Put("", 0, "name_1", text="Ana"))
    assert ask(pad, "print.pdf").data != empty
    cards = make_table(
        path.with_name("cards.yaml"), "virus_and_co", begin("virus_and_co", ["Ana", "Bo", "Cleo"])
    )
    with pytest.raises(Exception, match="form"):
        ask(cards, "print.pdf")


@pytest.mark.parametrize("locale", ["ar", "ja", "de"])
def test_every_language_has_its_own_page(path: Path, locale: str) -> None:
    """Texts, direction, titles of areas, and rules."""
    table = make_table(path, "fight_the_virus", begin("fight_the_virus", ["Ana"]), locale=locale)
    about = json.loads(ask(table, "about").data)
    assert (about["language"], about["direction"]) == (locale, "rtl" if locale == "ar" else "ltr")
    assert about["signs"]["comma"] == {"ar": "، ", "ja": "、"}.get(locale, ", ")
    assert about["signs"]["semicolon"] == {"ar": "؛ ", "ja": "；"}.get(locale, "; ")
    wording = kit("fight_the_virus").wordings[locale]
    assert about["texts"]["undo"] == wording.format("table.undo") != "Undo"
    form = json.loads(ask(table, "form").data)
    assert form["areas"][0]["title"] == wording.format("analysis.title")
    squares = {spot[1]: spot[2] for spot in form["sheets"][0]["pages"][0]["spots"] if spot[0] == "progress"}
    assert (squares["1"] < squares["2"]) == (locale != "ar")
    report: Any = put(table, Put("Ana", NUMBER, "d5", text="3"))["report"]
    (fault,) = report["plain"]["faults"]
    assert report["where"] == [wording.join(["Ana", f"{wording.format('curve.title')} d5"], ",")]
    assert fault["message"] == wording.format(
        f"rule.{fault['rule']}", {"square": "d5", "name": "d5", "id": "d5"}
    )


@pytest.fixture
def address(table: OpenTable) -> Iterator[str]:
    with doors.serve(table.site) as door:
        yield door.address


BODIES = [
    b"{}",
    b'{"puts": 1}',
    b'{"puts": [{"owner": "Ana", "takes": 0, "place": "d1", "mark": true}]}',
    b'{"puts": [{"owner": "Ana", "takes": -1, "place": "d1"}]}',
    b'{"puts": [{"owner": "Ana", "takes": 5, "place": "d1", "text": "1\\u0000"}]}',
    b'{"puts": [{"owner": "Ana", "takes": 5, "place": "d1", "count": 1' + b"0" * 400 + b"}]}",
    b'{"puts": [{"owner": "Nobody", "takes": 0, "place": "d1", "mark": 0}]}',
    b'{"seats": [{"before": "", "now": "nature"}]}',
    b'{"seats": [{"before": "Ana", "now": "'
    + "\N{RIGHT-TO-LEFT OVERRIDE}".encode()
    + b'"}], "setup": {"a": "b"}}',
    b'{"name": "..", "text": "game: &a [*a]"}',
    b'{"name": "\\u0000/etc/passwd", "text": "game: fight_the_virus\\nlog: [a, b]"}',
    b'{"name": "x", "text": "game: fight_the_virus\\nvariant: nothing\\nsheets: {}"}',
    b'{"back": "yes"}',
]


@pytest.mark.parametrize("to", ["put", "seats", "open", "step"])
def test_bodies_never_fail(address: str, to: str) -> None:
    """Whatever is sent, and what is nearly right: there is an answer, and it is not 500."""
    chance, many = random.Random(to), 400 if proves_all() else 12
    bodies = [*BODIES]
    for _ in range(many):
        body = bytearray(chance.choice(BODIES))
        for _ in range(chance.randint(1, 4)):
            body[chance.randrange(len(body))] = chance.choice(b'{}[]",:0aZ\\\xc3\x00')
        bodies.append(bytes(body))
    for body in bodies:
        assert doors.ask(address, to, method="POST", body=body).status in (200, 400, 413, 422), body


def test_names_of_players_may_be_anything(address: str) -> None:
    """Markup is a text, and a name in any script comes back as it is."""
    names = ["<b>Ana</b>", "أنا", "Bo \N{COLON} x", "#", "null", "Jos\u00e9", "'\"`"]
    seats = [{"before": "", "now": name} for name in names]
    reply = doors.ask(address, "seats", method="POST", body=json.dumps({"seats": seats}).encode())
    assert reply.status == 200
    assert json.loads(reply.body)["players"] == names


@pytest.mark.posix("these signals")
def test_a_killed_table_has_everything_that_was_confirmed(tmp_path: Path) -> None:
    """At any moment, the file is one that was confirmed, or the one after it, and goes on from there."""
    command = [sys.executable, "-m", "generator", "table", "pox", "--no-open", "--save", "pox.yaml"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=_environment()
    ) as process:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        confirmed: list[int] = []

        def tap() -> None:
            places = json.loads(doors.ask(address[0], "form").body)["takes"][0]["places"]
            for number, place in enumerate(places * 20):
                one = {"owner": "", "takes": 0, "place": place, "mark": number // len(places) % 3}
                try:
                    body = json.dumps({"puts": [one]}).encode()
                    reply = doors.ask(address[0], "put", method="POST", body=body)
                except OSError:
                    return
                if reply.status != 200:
                    return
                confirmed.append(number)

        thread = Thread(target=tap)
        thread.start()
        wait_until(lambda: len(confirmed) >= 12)
        process.send_signal(signal.SIGKILL)
        thread.join()
    there = open_file((tmp_path / "pox.yaml").read_bytes(), referee("pox"), file="pox.yaml")
    marks = sum(len(part.laid) for part in there.position.parts)
    assert len(confirmed) <= marks <= len(confirmed) + 1
    assert [one.name for one in tmp_path.iterdir() if not one.name.endswith(".part")] == ["pox.yaml"]


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}


def test_pages_hear_of_changes_by_others(table: OpenTable) -> None:
    """Each change has a version."""
    sent: list[object] = []
    table.site.events.send = sent.append
    put(table, Put("Ana", NUMBER, "d1", text="3"))
    assert sent == [{"version": 2}]
