"""`petri make --to html`: all parts of a game in one file for each paper size, in all languages."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.model.kit import Kit
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.backends.test_html import Checker

Petri = Callable[..., Result]

DECK = """\
size: 63 x 88 mm
corner: 3 mm
cards:
  - {id: rose, name: Rose, colour: "#c82828", count: 3}
  - {id: moss, name: "Moss & <fern>", colour: "#28a03c"}
template:
  front:
    - ground: "{colour}"
    - words: {text: "{name}", role: title, box: [6 mm, 6 mm, 40 mm, 12 mm], colour: "#ffffff"}
  back:
    - ground: "#28a03c"
"""
PAGE = Path("output", "deck", "deck-en-a4.html")


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A deck of two different cards, in a file of its own."""
    path = tmp_path / "deck.yaml"
    path.write_text(DECK, "utf-8")
    return path


def read(path: Path) -> str:
    """The page, whose ids and references are checked."""
    page = path.read_text("utf-8")
    checker = Checker(page)
    assert len(checker.ids) == len(set(checker.ids))
    assert checker.references <= set(checker.ids)
    return page


def list_files() -> list[str]:
    return sorted(path.name for path in Path("output").rglob("*.html"))


def test_cards_have_names_copies_and_words(petri: Petri, deck: Path) -> None:
    """Each different card is there once, with both of its sides, beside the sheets to print."""
    done = petri("make", deck, "--to", "html")
    assert (done.exit_code, done.stdout.split(" ")[0]) == (0, str(PAGE))
    page = read(PAGE)
    cards = re.findall(r'<li class="card" data-count="(\d)" .*?</li>', page, re.DOTALL)
    assert cards == ["3", "1"]
    assert page.count('class="front"') == page.count('class="back"') == 2
    assert ">Rose <span" in page
    assert "<span>Front: Moss &amp; &lt;fern&gt;</span>" in page
    assert "Sheets to print (2)" in page
    assert "Shuffle" in page


def test_faces_are_drawn_once(petri: Petri, deck: Path) -> None:
    """Three copies on a sheet, the back of all cards, and the card to turn over are references."""
    petri("make", deck, "--to", "html")
    page = read(PAGE)
    assert page.count('fill="#c82828"') == 1
    assert page.count('fill="#28a03c"') == 2, "the ground of moss, and the back"


def test_other_formats_are_not_touched(petri: Petri, deck: Path) -> None:
    """PDF and SVG files are the same beside a page, and the page is the same in several processes."""
    petri("make", deck, "--to", "pdf,svg", "--out", "alone")
    petri("make", deck, "--to", "html", "--out", "alone")
    petri("make", deck, "--to", "pdf,html,svg", "--out", "both", "--jobs", "2")
    files = [sorted(path.relative_to(at) for path in Path(at).rglob("*.*")) for at in ("alone", "both")]
    assert files[0] == files[1]
    assert [Path("alone", one).read_bytes() for one in files[0]] == [
        Path("both", one).read_bytes() for one in files[0]
    ]


def test_all_languages_are_in_one_file(petri: Petri, tiny_game: Path) -> None:
    """In their order, each with its own words and its own sections, and links between them."""
    assert petri("make", tiny_game, "--locale", "es,en", "--to", "html").exit_code == 0
    assert list_files() == ["tiny-game-es-en-a4.html"]
    page = read(Path("output/tiny-game/tiny-game-es-en-a4.html"))
    assert re.findall(r'class="edition" id="(\w+)" lang="(\w+)" dir="(\w+)"', page) == [
        ("es", "es", "ltr"),
        ("en", "en", "ltr"),
    ]
    assert '<html lang="es" dir="ltr">' in page
    for locale in ("es", "en"):
        assert f'href="#{locale}-rules"' in page
        assert page.count(f'href="#{locale}" ') == 2
    assert "Imprimir" in page
    assert "Print" in page


def test_texts_credits_and_licences_are_there(petri: Petri, tiny_game: Path) -> None:
    """The text of a booklet can be read, the people are named, and what kit.yaml says of rights is said."""
    kit = tiny_game / "kit.yaml"
    kit.write_text(f"{kit.read_text('utf-8')}licence: CC BY 4.0\nnotice: rules.text\n", "utf-8")
    petri("make", tiny_game, "--to", "html")
    page = read(Path("output/tiny-game/tiny-game-en-a4.html"))
    game = read_kit(tiny_game, shelf=find_shelf())
    assert f"<p>{rules(game)}</p>" in page
    (footer,) = re.findall("<footer.*?</footer>", page, re.DOTALL)
    assert "<dt>Game design</dt><dd>Nobody</dd>" in footer
    assert "<dd>CC BY 4.0</dd>" in footer
    assert f"<p>{rules(game)}</p>" in footer
    assert '<a href="https://openfontlicense.org" rel="noreferrer">Noto Sans</a>' in footer


def rules(game: Kit) -> str:
    return game.wordings["en"].format("rules.text")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("--part rules", "tiny-game-en-a4-part-rules"),
        ("--part rules,sheet", "tiny-game-en-a4-part-rules+sheet"),
        ("--names Ana,Bo", "tiny-game-en-a4-for-ana+bo"),
        ("--locale en+es --paper letter", "tiny-game-en+es-letter"),
        ("--ink low --as grey", "tiny-game-en-a4-low-grey"),
    ],
)
def test_other_choices_have_other_names(petri: Petri, tiny_game: Path, words: str, name: str) -> None:
    """The plain name is that of the complete game."""
    assert petri("make", tiny_game, "--to", "html", *words.split()).exit_code == 0
    assert list_files() == [f"{name}.html"]
    read(Path("output", "tiny-game", f"{name}.html"))


def test_pages_for_each_paper_are_files(petri: Petri, tiny_game: Path) -> None:
    """Pages are printed on paper of their size."""
    petri("make", tiny_game, "--to", "html", "--paper", "a4,letter")
    assert list_files() == ["tiny-game-en-a4.html", "tiny-game-en-letter.html"]
    page = read(Path("output/tiny-game/tiny-game-en-letter.html"))
    assert "@page p215_9x279_4{size:215.9mm 279.4mm;margin:0}" in page


def test_cards_together_keep_their_backs(petri: Petri, tmp_path: Path) -> None:
    """Cards of two parts with the same id stay apart, each with its own back."""
    game = tmp_path / "pair"
    (game / "wording").mkdir(parents=True)
    (game / "wording/en.yaml").write_text("words: {kit: {title: Pair}}\n", "utf-8")
    parts = "[{deck: day.yaml}, {deck: night.yaml}]"
    (game / "kit.yaml").write_text(
        f"id: pair\ntitle: kit.title\nplayers: '2'\ntheme: base\nparts: {parts}\n", "utf-8"
    )
    for id, colour in (("day", "#c82828"), ("night", "#1e3cc8")):
        deck = f"id: {id}\ntitle: kit.title\n{DECK}".replace('ground: "#28a03c"', f'ground: "{colour}"')
        (game / f"{id}.yaml").write_text(deck, "utf-8")
    done = petri("make", game, "--together", "--to", "html")
    assert done.exit_code == 0, done.stderr
    page = read(Path("output/pair/pair-en-a4-together.html"))
    uses = re.findall(r'class="back"[^>]*>.*?href="#(\w+)"', page)
    assert len(uses) == 4
    assert uses[0] == uses[1] != uses[2] == uses[3]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--for", "faces"), "--for faces has no format html, but png, jpeg, svg, pdf"),
        (("--to", "pdf-x4,html"), "PDF files for print shops are built separately from html"),
        (("--to", "htm"), "unknown format 'htm'"),
    ],
)
def test_what_takes_no_pages_says_so(petri: Petri, deck: Path, words: tuple[str, ...], message: str) -> None:
    """Pictures for services and files for print shops are other files; nothing is written."""
    done = petri("make", deck, "--to", "html", *words)
    assert done.exit_code == 1
    assert message in done.stderr
    assert not Path("output").exists()


@pytest.mark.parametrize(("players", "told"), [("1", "1 player"), ("4", "4 players"), ("1-4", "1–4 players")])
def test_the_number_of_players_is_singular_or_plural(
    petri: Petri, deck: Path, players: str, told: str
) -> None:
    """A game for one person alone has no plural."""
    (deck.parent / "kit.yaml").write_text(
        f"id: woods\ntitle: Woods\nplayers: {players}\nparts: [{{deck: deck.yaml}}]\n", "utf-8"
    )
    done = petri("make", deck.parent, "--to", "html")
    assert done.exit_code == 0, done.output
    (page,) = Path("output").rglob("*.html")
    assert f">{told}<" in read(page)
