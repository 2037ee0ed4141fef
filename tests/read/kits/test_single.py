"""A game in one file: a deck or tokens, with everything else by default."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.errors import DataError, UnknownName
from generator.read.files.shelf import find_shelf, list_own_games
from generator.read.kits.kits import read_kit

Petri = Callable[..., Result]

DECK = """\
size: poker
cards:
  - {id: sun, name: Sun, count: 3}
  - {id: moon, name: Moon}
template:
  - ground: primary
  - words: {text: "{name}", role: card_title, box: [6 mm, 6 mm, 51 mm, 12 mm]}
"""


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def find_problems(text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        read_kit(write("deck.yaml", text), shelf=find_shelf())
    return [str(problem) for problem in caught.value.problems]


def test_size_cards_and_a_template_are_enough(petri: Petri) -> None:
    """Id and title come from the name of the file, the theme is that of all games."""
    write("Space Pirates.yaml", DECK)
    done = petri("make", "Space Pirates.yaml", "--to", "txt")
    assert done.exit_code == 0, done.output
    text = Path("output/space-pirates/space-pirates-en-a4.txt").read_text("utf-8")
    assert "'Space pirates · en · 1 / 1'" in text
    assert text.count("use sun-front") == 3
    assert petri("check", "Space Pirates.yaml").exit_code == 0


def test_icons_in_texts_are_those_of_each_card(petri: Petri) -> None:
    """The name of an icon may come from a field; an unknown one is reported at its card."""
    deck = DECK.replace('"{name}"', '"{name} :{id}:"')
    assert find_problems(deck) == [
        "deck.yaml:4:10: cards[2].id: unknown icon `moon` (words of template `front`, text)"
    ]
    write("deck.yaml", deck.replace("moon", "heart"))
    done = petri("make", "deck.yaml", "--to", "txt")
    assert done.exit_code == 0, done.output
    assert "heart" in Path("output/deck/deck-en-a4.txt").read_text("utf-8")


def test_a_front_and_a_back(petri: Petri) -> None:
    """With both sides, sheets are printed on both sides, as for any deck."""
    front, back = DECK.split("template:\n")
    sides = back.replace("  - ", "    - ")
    path = write("deck.yaml", f"{front}template:\n  front:\n{sides}  back:\n    - ground: ink\n")
    (part,) = read_kit(path, shelf=find_shelf()).parts
    assert part.backs == "duplex-long"
    assert {piece.back for piece in part.pieces} == {"back"}


def test_id_title_and_theme_may_be_given(petri: Petri) -> None:
    """They are those of the game and of its only part."""
    kit = read_kit(write("deck.yaml", "id: duel\ntitle: Duel!\ntheme: pox\n" + DECK), shelf=find_shelf())
    assert (kit.id, kit.theme.id, [part.id for part in kit.parts]) == ("duel", "pox", ["duel"])
    assert kit.wordings["en"].format(kit.title) == "Duel!"


def test_tokens_in_one_file(petri: Petri) -> None:
    """Whatever has `tokens` is a game as well."""
    text = "size: 16 mm\ntokens:\n  - {id: coin, count: 4}\ntemplate:\n  - ground: yellow\n"
    kit = read_kit(write("coins.yaml", text), shelf=find_shelf())
    assert sum(deck.count for deck in kit.parts[0].decks) == 4


def test_the_same_file_is_a_deck_of_a_larger_game(petri: Petri) -> None:
    """A kit.yaml beside it needs no wording either; then the game is the folder."""
    write("duel/cards.yaml", DECK)
    write("duel/kit.yaml", "parts:\n  - deck: cards.yaml\n")
    assert petri("make", "duel").exit_code == 0
    assert Path("output/duel/cards-en-a4.pdf").is_file()
    done = petri("make", "duel/cards.yaml")
    assert done.exit_code == 1
    assert done.stderr == "`duel/cards.yaml` is a part of `duel`: write `duel --part cards`\n"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "template:",
            "temlate:",
            ["deck.yaml:5:1: temlate: unknown key `temlate` (did you mean `template`?)"],
        ),
        ("primary", "primry", ["deck.yaml:6:13: template[1].ground: unknown colour `primry` (did you mean"]),
        (
            '"{name}"',
            '"{nam}"',
            ["deck.yaml:7:19: template[2].words.text: the field `nam` is not in deck.yaml"],
        ),
        ("poker", "pokr", ["deck.yaml:1:7: size: unknown size `pokr`"]),
        ("size: poker\n", "size: poker\ntheme: pax\n", ["deck.yaml:2:8: theme: unknown theme `pax`"]),
        ("size: poker\n", "size: poker\ntitle: a.b\n", ["deck.yaml:2:8: title: the wording has no `a.b`"]),
        (
            "size: poker\n",
            "size: poker\nfront: x\n",
            ["deck.yaml:2:1: front: the template of the front is also in `template`"],
        ),
        (
            "cards:",
            "crads:",
            ["deck.yaml:2:1: unknown key `crads` (did you mean `cards`?)"],
        ),
    ],
)
def test_mistakes_have_a_place(petri: Petri, old: str, new: str, told: list[str]) -> None:
    """Each is reported in the file itself, at its line and column."""
    found = find_problems(DECK.replace(old, new, 1))
    for message in told:
        assert any(problem.startswith(message) for problem in found), found


def test_sides_that_are_not_there(petri: Petri) -> None:
    """A template by sides has a front, and nothing but sides."""
    head = DECK.split("template:")[0]
    assert find_problems(head + "template: {frnt: [ground: red]}\n")[1:] == [
        "deck.yaml:5:12: template.frnt: unknown key `frnt` (did you mean `front`?)",
    ]


def test_own_games_are_listed(petri: Petri) -> None:
    """Those of the current folder and of its folders, by the shortest path that commands take."""
    write("deck.yaml", DECK)
    write("one/only.yaml", DECK)
    write("two/cards.yaml", DECK)
    write("two/kit.yaml", "parts:\n  - deck: cards.yaml\n")
    write("notes/readme.yaml", "a: b\n")
    write("three/first.yaml", DECK)
    write("three/second.yaml", DECK)
    several = [str(Path("three/first.yaml")), str(Path("three/second.yaml"))]
    assert list_own_games() == ("deck.yaml", "one", *several, "two")
    assert "(did you mean 'one'?)" in petri("make", "onee").stderr
    said = petri("list").stdout
    assert "deck.yaml" in said
    assert str(Path("one/only.yaml")) in said
    assert find_shelf().find_game("one") == Path("one/only.yaml")


def test_games_of_the_current_folder_are_those_that_are_meant(petri: Petri) -> None:
    """Without a name, a folder with games stands for these; an empty one for the games that ship."""
    shelf = find_shelf()
    assert shelf.choose_games(()) == shelf.list_games()
    write("two/cards.yaml", DECK)
    write("one/only.yaml", DECK)
    assert shelf.choose_games(()) == ("one", "two")
    assert shelf.choose_games(("pox",)) == ("pox",)
    assert [path.parent.name for path in Path("output").rglob("*.pdf")] == []
    assert petri("make").exit_code == 0
    assert sorted(path.parent.name for path in Path("output").rglob("*.pdf")) == ["cards", "only"]
    said = petri("preview", "--no-open").stderr
    assert "there are several games in this folder; name one: petri preview one" in " ".join(said.split())
    write("deck.yaml", DECK)
    assert shelf.choose_games(()) == (".",)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("dek.yaml", "unknown file 'dek.yaml' (did you mean 'deck.yaml'?)"),
        ("yml", "`yml/kit.yml`: rename it to kit.yaml"),
        ("yml/kit.yml", "`yml/kit.yml`: rename it to kit.yaml"),
        (
            ".",
            "the folder `.` has no kit.yaml, and several files that are games: name one, such as `deck.yaml`",
        ),
    ],
)
def test_files_that_are_no_games(petri: Petri, name: str, told: str) -> None:
    """What is meant is suggested."""
    write("deck.yaml", DECK)
    write("other.yaml", DECK)
    write("yml/kit.yml", "")
    with pytest.raises(UnknownName) as caught:
        find_shelf().find_game(name)
    assert str(caught.value).startswith(told)


def test_it_has_no_rules(petri: Petri) -> None:
    """A command that needs rules says so."""
    write("deck.yaml", DECK)
    done = petri("score", "deck.yaml", write("evening.yaml", "players: [A]\n"))
    assert done.exit_code == 2
    assert "the game `deck` can be printed but not played: it has no rules" in done.stderr


def test_a_board_is_enough(petri: Petri) -> None:
    """Id and title come from the file; a plain title needs no wording."""
    areas = "areas:\n  - track: {from: [20 mm, 20 mm], to: [80 mm, 20 mm], size: 9 mm, count: 5}\n"
    write("race.yaml", f"size: 100 mm x 40 mm\ntitle: The Race\n{areas}")
    done = petri("make", "race.yaml", "--to", "txt")
    assert done.exit_code == 0, done.output
    assert "'The Race · en" in Path("output/race/race-en-a4.txt").read_text("utf-8")
    (board,) = read_kit(Path("race.yaml"), shelf=find_shelf()).parts
    assert (board.id, board.title) == ("race", "titles.the_race")


def test_a_sheet_is_enough(petri: Petri) -> None:
    """The texts of its sections are in the wording beside it."""
    write("wording/en.yaml", "words:\n  trees: {title: Trees}\n")
    squares = "squares: '# # #'"
    sections = f"sections:\n  trees: {{title: trees.title, blocks: [grid: {{size: 9 mm, {squares}}}]}}\n"
    write("orchard.yaml", f"{sections}bands:\n  - - {{sections: [trees]}}\n")
    assert petri("make", "orchard.yaml", "--to", "txt").exit_code == 0
    text = Path("output/orchard/orchard-en-a4.txt").read_text("utf-8")
    assert "'Orchard'" in text
    assert "'Trees'" in text


def test_all_texts_of_a_part_may_be_direct(petri: Petri) -> None:
    """Sheets and boards may have direct texts, as cards may."""
    write(
        "orchard.yaml",
        "subtitle: Plant trees.\nname_field: Gardener\ncredit: By nobody.\n"
        "sections:\n"
        "  trees: {title: Trees, hint: In rows., blocks: [{labels: [Apples], line_height: 9 mm}]}\n"
        "bands:\n  - - {sections: [trees]}\n",
    )
    write(
        "race.yaml",
        "size: 120 mm x 90 mm\nareas:\n"
        "  - track: {id: way, title: The way, size: 9 mm, count: 3, from: [2 cm, 4 cm], to: [9 cm, 4 cm]}\n"
        "  - box: {id: pile, title: Pile, hint: Face down., at: [20 mm, 50 mm], size: 40 mm x 30 mm}\n",
    )
    for part, texts in (
        ("orchard", ("Plant trees.", "Gardener", "By nobody.", "Trees", "In rows.", "Apples")),
        ("race", ("The way", "Pile", "Face down.")),
    ):
        done = petri("make", f"{part}.yaml", "--to", "txt")
        assert done.exit_code == 0, done.output
        printed = Path(f"output/{part}/{part}-en-a4.txt").read_text("utf-8")
        assert all(f"'{text}'" in printed for text in texts)
