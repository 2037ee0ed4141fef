"""Help while typing: what is offered, explained, found, renamed, and checked in half-written files."""

import random
import shutil
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

from generator.editor.project import (
    Project,
    complete,
    complete_anywhere,
    describe_thing,
    find_anywhere,
    find_definitions,
    find_game_of,
    list_uses_of_text,
    rename_text,
)
from generator.errors import UnknownName
from generator.model.language.kinds import RULE_IDS
from generator.read.declared.cursor import find_cursor
from generator.read.files.shelf import find_shelf
from tests.pace import count_beats
from tests.samples import count_examples

SHELF = find_shelf()


@pytest.fixture(scope="module")
def pox(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A game that was read once; tests take back what they type."""
    folder = tmp_path_factory.mktemp("pox") / "pox"
    shutil.copytree(SHELF.games / "pox", folder)
    project = Project(folder, SHELF)
    assert not [one for one in project.check() if one.notice.is_error]
    return project


def type_text(project: Project, name: str, typed: str) -> tuple[int, int]:
    """Put a text with `|` at the cursor into a file, and return line and column of the cursor."""
    head, _, tail = typed.partition("¦")
    project.put(project.folder / name, head + tail)
    return head.count("\n") + 1, len(head) - head.rfind("\n")


TEMPLATE = "templates:\n  a:\n    - "
OFFERS = [
    ("kit.yaml", "¦", "parts"),
    ("kit.yaml", "id: x\nic¦", "icon"),
    ("kit.yaml", "id: x\n¦\ntitle: y", "players"),
    ("kit.yaml", "icon: ¦", "infected"),
    ("kit.yaml", "icon: inf¦", "infected"),
    ("kit.yaml", "title: kit.¦", "kit.title"),
    ("kit.yaml", "parts:\n  - ¦", "deck"),
    ("kit.yaml", "parts:\n  - deck: ¦", "cards.yaml"),
    ("kit.yaml", "parts:\n  - deck: cards.yaml\n    ¦", "stock"),
    ("kit.yaml", "parts:\n  - deck: cards.yaml\n    stock: ¦", "board"),
    ("kit.yaml", "templates: [¦", "templates.yaml"),
    ("kit.yaml", "strict: ¦", "true"),
    ("kit.yaml", "fonts: ¦", "system"),
    ("kit.yaml", "# a comment\nti¦", "title"),
    ("kit.yaml", "title: 'kit.¦", "kit.title"),
    ("templates.yaml", "¦", "templates"),
    ("templates.yaml", f"{TEMPLATE}¦", "panel"),
    ("templates.yaml", f"{TEMPLATE}pa¦", "panel"),
    ("templates.yaml", f"{TEMPLATE}panel: {{¦", "fill"),
    ("templates.yaml", f"{TEMPLATE}panel: {{box: [1 mm, 2 mm, 3 mm, 4 mm], ¦", "stroke"),
    ("templates.yaml", f"{TEMPLATE}panel: {{fill: ¦", "paper"),
    ("templates.yaml", f"{TEMPLATE}panel:\n        fill: pa¦", "paper"),
    ("templates.yaml", f"{TEMPLATE}panel: {{shape: ¦", "hexagon"),
    ("templates.yaml", f"{TEMPLATE}panel: {{pattern: ¦", "waves"),
    ("templates.yaml", f"{TEMPLATE}ground: ¦", "paper"),
    ("templates.yaml", f"{TEMPLATE}words: {{role: ¦", "card_title"),
    ("templates.yaml", f"{TEMPLATE}words: {{align: ¦", "center"),
    ("templates.yaml", f"{TEMPLATE}words: {{say: cards.¦", "cards.title"),
    ("templates.yaml", f'{TEMPLATE}words: {{say: "cards.¦', "cards.title"),
    ("templates.yaml", f'{TEMPLATE}words: {{text: "{{¦', "type"),
    ("templates.yaml", f'{TEMPLATE}words: {{text: "{{ki¦', "kind"),
    ("templates.yaml", f"{TEMPLATE}icon: {{icon: ¦", "immune"),
    ("templates.yaml", f"{TEMPLATE}picture: {{file: ¦", "pictures/baby.svg"),
    ("templates.yaml", f"{TEMPLATE}group:\n        draw:\n          - ¦", "picture"),
    ("templates.yaml", f"{TEMPLATE}group:\n        draw:\n          - icon: {{ic¦", "icon"),
    ("templates.yaml", f"{TEMPLATE}repeat: {{ov¦", "over"),
    ("templates.yaml", "templates:\n  a:\n    extends: b\n    ¦", "replace"),
    ("templates.yaml", "parts:\n  p:\n    draw:\n      - ¦", "panel"),
    ("templates.yaml", "parts:\n  p:\n    draw:\n      - panel: {fill: ¦", "paper"),
    ("templates.yaml", f"{TEMPLATE}panel: {{box: [1, 2\n    - words: {{ro¦", "role"),
    ("flow.yaml", "blocks:\n  - ¦", "heading"),
    ("flow.yaml", "blocks:\n  - heading: kit.¦", "kit.title"),
    ("flow.yaml", "blocks:\n  - heading: rules.title\n    ¦", "icon"),
    ("flow.yaml", "blocks:\n  - heading: rules.title\n    icon: ¦", "infected"),
    ("flow.yaml", "blocks:\n  - list: [kit.¦", "kit.title"),
    ("flow.yaml", "blocks:\n  - board:\n      ¦", "board"),
    ("flow.yaml", "blocks:\n  - board:\n      board: ¦", "board"),
    ("flow.yaml", "¦", "blocks"),
    ("board.yaml", "areas:\n  - ¦", "track"),
    ("board.yaml", "areas:\n  - track:\n      icon: ¦", "cards"),
    ("board.yaml", "areas:\n  - track:\n      id: x\n      col¦", "colour"),
    ("board.yaml", "areas:\n  - group:\n      draw:\n        - ¦", "panel"),
    ("cards.yaml", "¦", "cards"),
    ("cards.yaml", "si¦", "size"),
    ("tokens.yaml", "tokens:\n  - {id: a}\nti¦", "title"),
    ("wording/en.yaml", "words:\n  kit:\n    title: A\nst¦", "status"),
    ("wording/en.yaml", "status: ¦", "draft"),
    ("wording/en.yaml", "words:\n  kit:\n    title: A :inf¦", "infected"),
    ("wording/en.yaml", "words:\n  kit:\n    title: 日本 😀 :imm¦", "immune"),
    ("wording/de.yaml", 'words:\n  kit:\n    title: "Ä :so¦', "soup"),
]


BOOKLETS = [
    ("---\n¦\n---\n# A\n", "columns"),
    ("---\nid: rules\nsubti¦", "subtitle"),
    ("---\nplay: ¦\n---\n# A\n", "example_game.yaml"),
    ("# A\n\n```bo¦", "board"),
    ("# A\n\n```board {#x}\n¦\n```\n", "ringed"),
    ("# A\n\n```board\nboard: ¦\n```\n", "board"),
    ("# A\n\n```board\nboard: board\nlegend: {r: ¦", "infection"),
    ("# A\n\n```pieces\nshow: [¦]\n```\n", "east_bus"),
    ("# A\n\n~~~board\ntells: spread.¦\n~~~\n", "spread.blocked"),
    ("# A\n\n```board\nx\n```\n\nChips :imm¦", "immune"),
    ("# A\n\n> [!LE¦", "LEAD"),
    ("# A\n\nTake {red¦", "red_chips"),
    ("# A\n\nText {#x te¦", "tells"),
    ("# A\n\nText {te¦", "tells"),
    ("# A\n\nText {#x tells=spread.¦}", "spread.blocked"),
    ("# A\n\nText {tells=touch.sides,tou¦", "touch.edge"),
    ("# A\n\n## B {icon=inf¦", "infected"),
    ("# A\n\n## B {#set-up}\n\nSee [B](#se¦", "set_up"),
]


@pytest.mark.parametrize(("typed", "expected"), BOOKLETS)
def test_what_may_be_written_in_a_booklet_is_offered(pox: Project, typed: str, expected: str) -> None:
    line, column = type_text(pox, "rules.md", typed)
    path = pox.folder / "rules.md"
    offers = complete_anywhere(pox, pox.open(path), line, column)
    pox.put(path, None)
    assert expected in [one.label for one in offers.offers]
    assert offers.replaced <= column - 1


@pytest.mark.parametrize("typed", ["# A\n\nPlain wo¦rds", "# A\n\n```bash\necho ¦\n```\n", "¦"])
def test_nothing_is_offered_in_plain_words(pox: Project, typed: str) -> None:
    line, column = type_text(pox, "rules.md", typed)
    offers = complete_anywhere(pox, pox.open(pox.folder / "rules.md"), line, column)
    pox.put(pox.folder / "rules.md", None)
    assert offers.offers == ()


@pytest.mark.parametrize(("name", "typed", "expected"), OFFERS)
def test_what_may_be_written_is_offered(pox: Project, name: str, typed: str, expected: str) -> None:
    line, column = type_text(pox, name, typed)
    path = pox.folder / name
    offers = complete(pox, pox.open(path), line, column)
    pox.put(path, None)
    assert expected in [one.label for one in offers.offers]
    assert offers.replaced <= column - 1


@pytest.mark.parametrize(
    ("name", "typed"),
    [("kit.yaml", "id: x  # ic¦"), ("kit.yaml", "nothing: ¦"), ("notes.yaml", "¦"), ("kit.yaml", 'id: "#¦')],
)
def test_nothing_is_offered_where_nothing_is_declared(pox: Project, name: str, typed: str) -> None:
    line, column = type_text(pox, name, typed)
    offers = complete(pox, pox.open(pox.folder / name), line, column)
    pox.put(pox.folder / name, None)
    assert offers.offers == ()


def test_keys_that_are_there_are_not_offered_again(pox: Project) -> None:
    line, column = type_text(pox, "kit.yaml", "id: x\nicon: y\n¦")
    labels = [one.label for one in complete(pox, pox.open(pox.folder / "kit.yaml"), line, column).offers]
    pox.put(pox.folder / "kit.yaml", None)
    assert "title" in labels
    assert not {"id", "icon"} & {*labels}


def find_at(project: Project, name: str, marked: str) -> tuple[str, str, list[str]] | None:
    """Return kind, description, and definitions of what is at `¦` in a text of a file."""
    file = project.open(project.folder / name)
    head, _, tail = marked.partition("¦")
    place = file.text.index(head + tail) + len(head)
    line, column = file.text.count("\n", 0, place) + 1, place - file.text.rfind("\n", 0, place)
    thing = find_anywhere(file, line, column)
    if thing is None:
        return None
    places = [f"{where.path.name}:{where.start[0]}" for where in find_definitions(project, thing)]
    return thing.kind, describe_thing(project, thing), places


@pytest.mark.parametrize(
    ("name", "marked", "kind", "described", "defined"),
    [
        ("kit.yaml", "ic¦on: infected", "key", "Icon before every title.", []),
        ("kit.yaml", "icon: inf¦ected", "icon", "infected.svg", ["infected.svg:1"]),
        ("kit.yaml", "title: kit.ti¦tle", "title", "`it` POX", ["de.", "en.", "es.", "fr.", "it."]),
        ("templates.yaml", "role: card_ti¦tle", "role", "Fredoka", ["base.yaml", "pox.yaml"]),
        ("templates.yaml", "fill: pap¦er", "colour", "#", ["base.yaml", "pox.yaml"]),
        ("rules.md", "subtit¦le:", "key", "subtitle", []),
        ("rules.md", "tells=spread.blo¦cked", RULE_IDS, "`de`", ["de.", "en.", "es.", "fr.", "it."]),
        ("rules.md", "tells=touch.sides,touch.ed¦ge", RULE_IDS, "`en`", ["de.", "en.", "es.", "fr.", "it."]),
        ("rules.md", "**{red_ch¦ips} red", "number", "number **red_chips**: ", ["kit.yaml"]),
        ("rules.md", ":immu¦ne: **", "icon", "immune.svg", ["immune.svg:1"]),
        ("rules.md", "```boa¦rd {#figure}", "key", "board", []),
        ("rules.md", "mov¦es: [spread east]", "key", "moves", []),
        (
            "wording/en.yaml",
            'ti¦tle: "POX',
            "words",
            "`de` POX",
            ["de.", "en.", "es.", "fr.", "it."],
        ),
    ],
)
def test_a_name_is_explained_and_found(
    pox: Project, name: str, marked: str, kind: str, described: str, defined: list[str]
) -> None:
    found = find_at(pox, name, marked)
    assert found is not None
    assert found[0] == kind
    assert described in found[1]
    assert len(found[2]) == len(defined)
    assert all(place.startswith(start) for place, start in zip(found[2], defined, strict=True))


def test_a_text_is_renamed_wherever_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "pox"
    shutil.copytree(SHELF.games / "pox", folder)
    project = Project(folder, SHELF)
    project.check()
    uses = [*list_uses_of_text(project, "cards.title")]
    assert [where.path.name for where in uses] == ["cards.yaml"]
    edits = rename_text(project, "cards.title", "cards.heading")
    assert len({edit.where.path for edit in edits}) == 1 + len([*(folder / "wording").glob("*.yaml")])
    for edit in edits:
        lines = edit.where.path.read_text("utf-8").split("\n")
        (line, start), end = edit.where.start, edit.where.end[1]
        row = lines[line - 1]
        assert row[start - 1 : end - 1] in ("title", "cards.title")
        lines[line - 1] = row[: start - 1] + edit.text + row[end - 1 :]
        edit.where.path.write_text("\n".join(lines), "utf-8")
    again = Project(folder, SHELF)
    assert not [one for one in again.check() if one.notice.is_error]
    assert "cards.heading" in (again.names.sentences or {})


@pytest.mark.parametrize(
    ("key", "new", "reason"),
    [
        ("cards.title", "other.title", "only the last step"),
        ("cards.title", "Cards!", "only the last step"),
        ("cards.title", "back", "already"),
        ("cards.none", "some", "there is no text"),
        ("cards.west", "occident", "composed of fields"),
        ("rules.pieces.board", "table", "is a text of rules.md:"),
    ],
)
def test_a_text_that_cannot_be_renamed_is_refused(pox: Project, key: str, new: str, reason: str) -> None:
    with pytest.raises(UnknownName, match=reason):
        rename_text(pox, key, new)


def test_problems_of_unsaved_texts_are_found_and_go_away(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(SHELF.complete, folder)
    project, path = Project(folder, SHELF), folder / "board.yaml"
    text = path.read_text("utf-8")
    assert not [one for one in project.check() if one.notice.is_error]
    project.put(path, text.replace("icon: cloud", "icon: clowd"))
    (found,) = [one for one in project.check(("en",)) if one.notice.is_error]
    assert (found.code, found.fix) == ("unknown-icon", "cloud")
    assert found.notice.place is not None
    assert found.notice.place.file.endswith("board.yaml")
    project.put(path, None)
    rules = folder / "rules.md"
    project.put(rules, rules.read_text("utf-8").replace("from: b2", "from: b9"))
    (found,) = [one for one in project.check(("en",)) if one.notice.is_error]
    assert found.notice.place is not None
    line = project.open(rules).text.split("\n")[found.notice.place.line - 1]
    assert line[found.notice.place.column - 1 :] == "b9"
    project.put(rules, None)
    # What was known stays known while a file cannot even be parsed.
    project.put(folder / "kit.yaml", "id: [")
    assert {one.code for one in project.check(("en",))} == {"yaml-syntax"}
    assert "cloud" in (project.names.icons or ())
    project.put(folder / "kit.yaml", None)
    project.put(path, None)
    assert not [one for one in project.check(("en",)) if one.notice.is_error]


def test_what_does_not_fit_is_found_when_it_is_laid_out(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(SHELF.complete, folder)
    project, path = Project(folder, SHELF), folder / "templates.yaml"
    project.put(
        path, path.read_text("utf-8").replace("[6.6 mm, 8 mm, 8.8 mm, 8 mm]", "[6.6 mm, 8 mm, 1 mm, 1 mm]")
    )
    project.check()
    assert "does-not-fit" in {one.code for one in project.check_fit("en")}
    assert project.check_fit("xx") == ()


def test_a_file_belongs_to_the_game_above_it(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(SHELF.complete, folder)
    assert find_game_of(folder / "wording" / "en.yaml") == folder
    assert find_game_of(tmp_path / "deck.yaml") == tmp_path / "deck.yaml"
    assert find_game_of(tmp_path / "notes.txt") is None


def test_a_deck_in_one_file_is_a_game_too(tmp_path: Path) -> None:
    path = tmp_path / "deck.yaml"
    path.write_text("cards:\n- title: Fox\n  icon: heart\n", "utf-8")
    project = Project(path, SHELF)
    project.check()
    line, column = type_text(project, "deck.yaml", "cards:\n- title: Fox\nsi¦")
    assert "size" in [one.label for one in complete(project, project.open(path), line, column).offers]


def test_every_beginning_of_a_file_has_an_answer(pox: Project) -> None:
    """Whatever is typed so far, completion and explanation answer, and never fail."""
    chance = random.Random(7)
    files = sorted(path for path in pox.folder.rglob("*") if path.suffix in (".yaml", ".md"))
    for _ in range(count_examples(2000, share=50)):
        path = chance.choice(files)
        text = path.read_text("utf-8")
        head = text[: chance.randrange(len(text) + 1)]
        line, column = head.count("\n") + 1, len(head) - head.rfind("\n")
        pox.put(path, head)
        file = pox.open(path)
        complete_anywhere(pox, file, line, column)
        find_anywhere(file, line, max(1, column - chance.randrange(20)))
        pox.put(path, None)


@pytest.mark.parametrize(
    ("typed", "path", "is_key"),
    [
        ("a:\n  b: x\n  c¦", ("a",), True),
        ("a:\n  b: x\n  c: d¦", ("a", "c"), False),
        ("a:\n  - b: {c: [1, ¦", ("a", 0, "b", "c", 1), False),
        ("a:\n  - heading: x\n    ic¦", ("a", 0), True),
    ],
)
def test_the_path_of_a_cursor(typed: str, path: tuple[str | int, ...], is_key: bool) -> None:
    head = typed.partition("¦")[0]
    place = find_cursor(head, head.count("\n") + 1, len(head) - head.rfind("\n"))
    assert place is not None
    assert (place.path, place.is_key) == (path, is_key)


_TYPED = ("x", " ", "\n", ": ", "- ", '"', "{", "}", "#", "9", "title", "")
"""Texts that are typed in place of a few letters."""


def list_edits(folder: Path, count: int) -> Iterator[tuple[Path, str]]:
    """Yield files of a game, each with a text that differs from the file in one place."""
    chance = random.Random(11)
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".yaml", ".md"))
    for _ in range(count):
        path = chance.choice(files)
        text = path.read_text("utf-8")
        place = chance.randrange(len(text) + 1)
        yield path, text[:place] + chance.choice(_TYPED) + text[place + chance.randrange(4) :]


def list_found(project: Project) -> list[tuple[str, str, object]]:
    return [(one.code, one.message, one.notice.place) for one in project.check(("en",))]


def test_typed_files_have_the_problems_of_saved_ones(tmp_path: Path) -> None:
    """Whatever was typed and taken back before, nothing of it is left."""
    folder = tmp_path / "pox"
    shutil.copytree(SHELF.games / "pox", folder)
    typed = Project(folder, SHELF)
    for path, text in list_edits(folder, count_examples(60, share=6)):
        typed.put(path, text)
        found = list_found(typed)
        saved = path.read_text("utf-8")
        path.write_text(text, "utf-8")
        assert found == list_found(Project(folder, SHELF)), path
        path.write_text(saved, "utf-8")
        typed.put(path, None)
    assert not [one for one in typed.check(("en",)) if one.notice.is_error]


@pytest.mark.parametrize(
    ("name", "old", "new", "reached"),
    [
        ("flow.yaml", "columns:", "# A comment.\ncolumns:", {"flow"}),
        ("cards.yaml", "cards:", "# A comment.\ncards:", {"cards"}),
        ("wording/de.yaml", "status:", "# A comment.\nstatus:", set()),
        ("templates.yaml", "templates:", "# A comment.\ntemplates:", set()),
        ("templates.yaml", "templates:\n", "templates:\n  unused:\n    - ground: ink\n", set()),
        ("templates.yaml", "  card_back:\n", "  card_back:\n    - ground: ink\n", {"cards"}),
        ("wording/en.yaml", "words:", "words:\n  an: {additional: Text}", set()),
    ],
)
def test_parts_that_an_edit_does_not_reach_stay(
    pox: Project, name: str, old: str, new: str, reached: set[str]
) -> None:
    path = pox.folder / name
    pox.check(("en",))
    before = list_read(pox)
    pox.put(path, path.read_text("utf-8").replace(old, new, 1))
    assert not [one for one in pox.check(("en",)) if one.notice.is_error]
    after = list_read(pox)
    pox.put(path, None)
    assert {id for id, read in after.items() if read is not before[id]} == reached


def list_read(project: Project) -> Mapping[str, object]:
    """Return what was read of each part by id: the same object, unless it was read again."""
    return {part.id: getattr(part, "decks", part) for part in (project.kit.parts if project.kit else ())}


def test_a_picture_that_breaks_is_reported_wherever_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(SHELF.complete, folder)
    typed = Project(folder, SHELF)
    assert not [one for one in typed.check(("en",)) if one.notice.is_error]
    (folder / "pictures" / "bee.svg").write_text("<svg", "utf-8")
    found = list_found(typed)
    assert len({place for _, _, place in found}) > 1
    assert found == list_found(Project(folder, SHELF))


@pytest.mark.speed
def test_one_edit_is_checked_at_once(tmp_path: Path) -> None:
    """At least 19 of 20 edits of POX are checked within 150 ms of processor time, which is three beats."""
    folder = tmp_path / "pox"
    shutil.copytree(SHELF.games / "pox", folder)
    project = Project(folder, SHELF)
    project.check()
    beats = []
    for path, text in list_edits(folder, 60):
        before = path.read_text("utf-8")
        versions = [text, before, text]

        def edit(path: Path = path, versions: list[str] = versions) -> None:
            project.put(path, versions.pop())
            project.check(("en",))

        beats.append(count_beats(edit))
        project.put(path, None)
    print(sorted(beats))
    assert sorted(beats)[len(beats) * 19 // 20] < 3


@pytest.mark.speed
def test_completion_is_there_at_once(pox: Project) -> None:
    """At least 19 of 20 cursors are answered within 50 ms of processor time, which is one beat."""
    beats = []
    for name, typed, _ in OFFERS:
        line, column = type_text(pox, name, typed)
        file = pox.open(pox.folder / name)
        beats.append(count_beats(partial(complete, pox, file, line, column), rounds=1))
        pox.put(pox.folder / name, None)
    print(sorted(beats))
    assert sorted(beats)[len(beats) * 19 // 20] < 1
