"""The pages about rules of one's own: their code is what runs."""

import re
from pathlib import Path

from generator.api import Kit, Secretive, find_area_places, list_area_places
from generator.rules.checked_rules import METHODS
from generator.rules.simple import SimpleRules
from tests import played, secret_games, shipped

DOCS = Path(__file__).parents[2] / "docs"


def read_code(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", (DOCS / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_page_shows_the_example() -> None:
    code, hidden, *_ = read_code("own-rules.md")
    tricks = (secret_games.FOLDER / "three_suits/rules.py").read_text("utf-8")
    _, *methods = hidden.split("\n    def ")
    assert len(methods) == 2
    assert all(method.strip() in tricks for method in methods)
    assert code == (played.OWN["noughts_and_crosses"] / "rules.py").read_text("utf-8")


def test_the_page_lists_the_methods_that_authors_write() -> None:
    text = (DOCS / "own-rules.md").read_text("utf-8")
    sections = (text.partition(f"## {name}")[2].partition("\n## ")[0] for name in ("Methods", "Hidden cards"))
    page = "".join(sections)
    listed = re.findall(r"^\| `(\w+)\(", page, re.MULTILINE)
    derived = {"make_game", "find_winners", "put", *METHODS} - {"check", "outcome"}
    written = {**vars(Secretive), **vars(SimpleRules)}
    public = {name for name, each in written.items() if callable(each) and name[0] != "_"}
    assert {*listed} == public - derived


def test_the_kit_is_as_the_page_says() -> None:
    """The code runs with a kit, and its comments are true."""
    (code,) = read_code("kit-in-python.md")
    names: dict[str, object] = {}
    exec(code.replace('"cards"', '""'), names)
    board = find_area_places(played.kit("noughts_and_crosses"), "board")
    assert board.ids[:4] == ("a1", "b1", "c1", "a2")
    assert board.rows[0] == ("a1", "b1", "c1")
    assert {*board.beside("a1")} == {"b1", "a2"}
    read = names["read"]
    assert callable(read)
    read(played.kit("noughts_and_crosses"))


def test_places_of_every_kind_are_found() -> None:
    """Grids and tracks of sheets, maps, tracks, and boxes of boards; neighbours are mutual."""
    kits: tuple[Kit, ...] = tuple(map(shipped.kit, shipped.GAMES))
    areas = [area for kit in kits for area in list_area_places(kit)]
    assert {"testing", "curve", "research", "world"} <= {area.area for area in areas}
    for area in areas:
        assert sorted(id for row in area.rows for id in row) == sorted(area.ids)
        for id in area.ids:
            assert all(id in area.beside(other) for other in area.beside(id)), (area.area, id)
