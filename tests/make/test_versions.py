"""Two versions of a game are compared as data: every change is found once, and nothing else."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.make.game_folders import pack_game
from generator.make.versions import VersionChange, list_version_changes, read_version, write_version_page
from generator.read.files.shelf import find_shelf
from tests.conftest import Petri

BASE = (
    (
        "kit.yaml",
        "papers: [a4, letter]",
        "papers: [a4, letter]\nnumbers: {many: players.most}\nversion: '1.0'",
    ),
    ("rules.py", None, '"""Rules."""\n'),
)
"""Files that the game has besides, before it is changed."""
PLANTED = (
    (
        "cards.csv",
        "poppy_near,poppy,1,0,2,",
        "poppy_near,poppy,1,0,3,",
        "card",
        "changed",
        "poppy_near/count",
    ),
    ("cards.csv", "daisy_near,daisy,2", "daisy_near,daisy,3", "card", "changed", "daisy_near/steps"),
    ("cards.csv", "wind,,,1,2,wind", "wind,,,1,2,wind\nclover,daisy,1,0,2,", "card", "added", "clover"),
    ("cards.csv", "buttercup_far,buttercup,1–4,1,2,\n", "", "card", "removed", "buttercup_far"),
    ("cards.csv", "daisy_far", "daisy_long", "card", "renamed", "daisy_long"),
    ("cards.yaml", "expect: 18", "expect: 19", "part", "changed", "expect"),
    ("tokens.yaml", "size: 14 mm", "size: 15 mm", "card", "changed", "cloud/size"),
    (
        "wording/en.yaml",
        "    wind: On the Wind",
        "    wind: On the Wind\n    clover: In the Clover",
        "text",
        "added",
        "card.clover",
    ),
    (
        "wording/es.yaml",
        "    wind: Con el viento",
        "    wind: Con el viento\n    clover: Entre tréboles",
        "text",
        "added",
        "card.clover",
    ),
    ("wording/en.yaml", "daisy_far:", "daisy_long:", "text", "renamed", "card.daisy_long"),
    ("wording/es.yaml", "daisy_far:", "daisy_long:", "text", "renamed", "card.daisy_long"),
    ("wording/en.yaml", "    buttercup_far: Far, Far Away\n", "", "text", "removed", "card.buttercup_far"),
    ("wording/es.yaml", "    buttercup_far: Muy, muy lejos\n", "", "text", "removed", "card.buttercup_far"),
    ("wording/en.yaml", "on any other place", "on any place", "text", "changed", "cards.blow"),
    ("wording/es.yaml", "daisy: Margarita", "daisy: Maya", "text", "changed", "flower.daisy"),
    (
        "rules.md",
        "cross out a cell of any flower",
        "cross out two cells of any flower",
        "text",
        "changed",
        None,
    ),
    ("rules.md", "most_pages: 1", "most_pages: 2", "part", "changed", "most_pages"),
    (
        "templates.yaml",
        '{id: sky, fill: "{flower}_sky"}',
        "{id: sky, fill: honey}",
        "template",
        "changed",
        "flight/1/ground/fill",
    ),
    (
        "templates.yaml",
        "icon: bee, colour: bark",
        "icon: cloud, colour: bark",
        "template",
        "changed",
        "wind/replace/steps/icon/icon",
    ),
    (
        "templates.yaml",
        "pattern_size: 9 mm",
        "pattern_size: 8 mm",
        "template",
        "changed",
        "card_back/2/panel/pattern_size",
    ),
    (
        "templates.yaml",
        "    - ground: cornflower_sky\n",
        "    - ground: cornflower_sky\n    - ground: honey\n",
        "template",
        "added",
        "cloud/2",
    ),
    ("themes/meadow.yaml", 'honey: "#f7bd34"', 'honey: "#f7bd35"', "theme", "changed", "colours/honey"),
    ("board.yaml", "cell: 26 mm", "cell: 25.5 mm", "part", "changed", "areas/2/grid/cell"),
    ("kit.yaml", "players: 2-4", "players: 2-5", "game", "changed", "players"),
    ("kit.yaml", "icon: bee ", "icon: daisy ", "game", "changed", "icon"),
    ("kit.yaml", "papers: [a4, letter]", "papers: [a4]", "paper", "changed", "papers"),
    ("kit.yaml", "many: players.most", "many: players.least", "number", "changed", "many"),
    ("kit.yaml", "version: '1.0'", "version: '1.1'", "game", "changed", "version"),
    (
        "kit.yaml",
        "  - board: board.yaml",
        "  - {board: board.yaml, stock: board}",
        "part",
        "added",
        "parts/2/stock",
    ),
    ("score.yaml", "4 * bouquets", "5 * bouquets", "score", "changed", "points/5/points"),
    ("score.yaml", "ties: [bouquets]\n", "", "score", "removed", "ties"),
    ("pictures/bee.svg", "</svg>", "<path d='M1 1h1v1z'/></svg>", "picture", "changed", ""),
    ("icons/poppy.svg", "</svg>", "<path d='M1 1h1v1z'/></svg>", "icon", "changed", ""),
    ("rules.py", "Rules", "The rules", "code", "changed", ""),
)
"""File, old and new text, and the change that must be found: its kind, how, and where."""
NOTHING = (
    ("kit.yaml", "players: 2-4\nicon: bee", "icon: 'bee'\n# A comment.\nplayers: \"2-4\""),
    ("cards.yaml", "front: flight ", "front: \"flight\" "),
    ("wording/en.yaml", "    poppy: Poppy\n    daisy: Daisy", "    daisy: 'Daisy'\n    poppy: Poppy"),
    ("templates.yaml", "{id: sky, fill: \"{flower}_sky\"}", "{fill: '{flower}_sky', id: sky}"),
    ("rules.md", "# Before the Rain", "<!-- A note. -->\n\n# Before the Rain"),
    ("cards.csv", "wind,,,1,2,wind", '"wind",,,1,2, wind'),
    ("score.yaml", "ties: [bouquets]", "ties:\n  - bouquets   # first"),
)  # fmt: skip
"""Edits that change nothing."""


def edit(folder: Path, *edits: tuple[str | None, ...]) -> None:
    for name, before, after, *_ in edits:
        path = folder / str(name)
        text = "" if before is None else path.read_text("utf-8")
        assert before is None or text.count(str(before)) >= 1, (name, before)
        path.write_text(str(after) if before is None else text.replace(str(before), str(after), 1), "utf-8")


def compare(old: Path, new: Path) -> tuple[VersionChange, ...]:
    shelf = find_shelf()
    games = [read_version(path.name, shelf.find_game(str(path)), shelf) for path in (old, new)]
    return list_version_changes(games[0], games[1])


@pytest.fixture
def folders(petri: Petri, tmp_path: Path) -> tuple[Path, Path]:
    """The same game twice."""
    for name in ("old", "new"):
        assert petri("new", name, "--complete", "--locale", "es", "--id", "meadow").exit_code == 0
        edit(tmp_path / name, *BASE)
    return tmp_path / "old", tmp_path / "new"


def test_all_planted_changes_are_found_and_none_besides(folders: tuple[Path, Path]) -> None:
    old, new = folders
    edit(new, *PLANTED)
    assert len(PLANTED) >= 30
    found = [(one.file, one.kind, one.how, "/".join(one.where)) for one in compare(old, new)]
    wanted = [(file, kind, how, where) for file, _, _, kind, how, where in PLANTED]
    # Blocks of Markdown have only numbers.
    shown = [(*one[:3], None if one[3].startswith("blocks/") else one[3]) for one in found]
    assert sorted(map(str, shown)) == sorted(map(str, wanted))


def test_each_change_is_reversed_when_the_versions_are(folders: tuple[Path, Path]) -> None:
    old, new = folders
    edit(new, *PLANTED)
    there, back = compare(old, new), compare(new, old)
    opposite = {"added": "removed", "removed": "added"}
    assert sorted((one.file, opposite.get(one.how, one.how)) for one in there) == sorted(
        (one.file, one.how) for one in back
    )


def test_comments_quotes_and_the_order_of_keys_are_no_difference(folders: tuple[Path, Path]) -> None:
    old, new = folders
    edit(new, *NOTHING)
    (new / "notes.txt").write_text("Nothing names this file.")
    assert compare(old, new) == ()


def test_a_packed_game_is_like_its_folder(folders: tuple[Path, Path], tmp_path: Path) -> None:
    old, _ = folders
    shelf = find_shelf()
    packed = tmp_path / "old.petri"
    packed.write_bytes(pack_game(shelf.find_game(str(old)), shelf, with_rules=True).data)
    assert compare(packed, old) == ()


def test_an_icon_that_was_there_before_it_was_used_is_no_change(folders: tuple[Path, Path]) -> None:
    old, new = folders
    edit(new, ("kit.yaml", "icon: bee ", "icon: daisy "))
    assert [(one.file, *one.where) for one in compare(old, new)] == [("kit.yaml", "icon")]


def test_all_problems_of_both_versions_are_reported(folders: tuple[Path, Path], petri: Petri) -> None:
    old, new = folders
    edit(old, ("kit.yaml", "icon: bee", "icon: bees"))
    edit(new, ("kit.yaml", "theme: meadow", "theme: meadows"))
    with pytest.raises(DataError):
        compare(old, new)
    done = petri("diff", "old", "new")
    assert done.exit_code == 2
    assert "old/kit.yaml:13:7" in done.output
    assert "new/kit.yaml:14:8" in done.output


def test_the_command_answers_as_diff_does(folders: tuple[Path, Path], petri: Petri, tmp_path: Path) -> None:
    _, new = folders
    done = petri("diff", "old", "new")
    assert (done.exit_code, done.output) == (0, "old and new: nothing differs\n")
    edit(new, *(one for one in PLANTED if one[0] in ("themes/meadow.yaml", "tokens.yaml")))
    done = petri("diff", "old", "new", "--part", "tokens,cards", "--to", "page.html")
    assert done.exit_code == 1
    assert "~ tokens.yaml: cloud > size: 14 mm -> 15 mm\n" in done.output
    assert "~ themes/meadow.yaml: colours > honey: #f7bd34 -> #f7bd35\n" in done.output
    assert "tokens (en): cloud\n" in done.output
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "cloud, front" in page
    assert page.count("data:image/png;base64,") >= 4
    assert "http" not in page
    assert petri("diff", "old", "nowhere").exit_code == 2
    done = petri("diff", "old", "new", "--part", "card", "--locale", "xx")
    assert done.exit_code == 2
    assert "unknown part 'card' (did you mean 'cards'?" in done.output
    assert "unknown language 'xx'" in done.output


def test_a_packed_game_alone_has_nothing_to_be_compared_with(
    folders: tuple[Path, Path], petri: Petri
) -> None:
    assert petri("pack", "old").exit_code == 0
    done = petri("diff", "meadow.petri")
    assert done.exit_code == 2
    assert "name the other game, too" in " ".join(done.output.split())


def test_a_page_shows_text_of_a_game_as_text() -> None:
    change = VersionChange("text", "changed", "wording/en.yaml", ("a.b",), "<script>", "&amp;")
    page = write_version_page(("a<b", "c"), "game", [change], []).decode()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "&amp;amp;" in page
