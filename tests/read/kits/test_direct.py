"""Texts in decks: the English that other languages translate by key."""

import re
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit_and_texts

Petri = Callable[..., Result]

DECK = """\
size: poker
cards:
  - {id: sun, name: Sun, kind: Star, value: "3", lines: [Shine., "{red|Burn}."]}
  - {id: sirius, name: Sirius, kind: Star, value: "1", lines: []}
template:
  - words: {text: "{name}", role: card_title, box: [6 mm, 6 mm, 51 mm, 8 mm]}
  - words: {text: "{kind}", role: card_body, box: [6 mm, 15 mm, 51 mm, 8 mm]}
  - words: {id: cost, text: "Pay {value} coins", role: card_body, box: [6 mm, 25 mm, 51 mm, 8 mm]}
  - stack: {box: [6 mm, 40 mm, 51 mm, 30 mm], blocks: [words: {text: "{item}", each: lines}]}
"""
KEYS = {
    "titles.duel": "Duel",
    "texts.duel.front.cost": "Pay {value} coins",
    "texts.duel.name.sun": "Sun",
    "texts.duel.name.sirius": "Sirius",
    "texts.duel.kind.star": "Star",
    "texts.duel.lines.sun": "Shine.",
    "texts.duel.lines.sun_2": "{red|Burn}.",
}
SPANISH = """\
language: Español
words:
  titles: {duel: Duelo}
  texts:
    duel:
      front: {cost: "Paga {value, plural, one {una moneda} other {# monedas}}"}
      name: {sun: Sol, sirius: Sirio}
      kind: {star: Estrella}
      lines: {sun: Brilla., sun_2: "{red|Quema}."}
"""


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


def test_every_text_has_one_key(petri: Petri) -> None:
    """Titles, templates, and the fields that they show; numbers have nothing to translate."""
    write("duel.yaml", DECK)
    assert read_kit_and_texts(Path("duel.yaml"), shelf=find_shelf())[1].direct == KEYS


def test_a_new_language_has_the_keys(petri: Petri) -> None:
    """`petri locale new` writes them beside the file, which does not change."""
    write("duel.yaml", DECK)
    done = petri("locale", "new", "duel.yaml", "es")
    assert done.stdout.startswith(f"{Path('wording/es.yaml')}: 7 texts to translate\n")
    written = Path("wording/es.yaml").read_text("utf-8")
    assert "        # Sirius\n        sirius:\n" in written
    assert Path("duel.yaml").read_text("utf-8") == DECK
    assert petri("make", "duel.yaml", "--locale", "all").exit_code == 0


def test_texts_are_printed_in_the_language(petri: Petri) -> None:
    """Fields as well as templates, with the plurals of the language; English as before."""
    write("duel.yaml", DECK)
    assert petri("make", "duel.yaml", "--to", "txt").exit_code == 0
    before = Path("output/duel/duel-en-a4.txt").read_text("utf-8")
    write("wording/es.yaml", SPANISH)
    done = petri("make", "duel.yaml", "--locale", "en,es,en+es", "--to", "txt")
    assert done.exit_code == 0, done.output
    assert Path("output/duel/duel-en-a4.txt").read_text("utf-8") == before
    spanish = Path("output/duel/duel-es-a4.txt").read_text("utf-8")
    for text in (
        "'Sol'",
        "'Estrella'",
        "'Paga 3 monedas'",
        "'Paga una moneda'",
        "'Brilla.'",
        "'Quema'",
        "Duelo",
    ):
        assert text in spanish
    both = Path("output/duel/duel-en+es-a4.txt").read_text("utf-8")
    assert re.search(r"'Sun / '\n.*'Sol'", both)


def test_what_a_language_lacks_is_reported(petri: Petri) -> None:
    """With its key and the English; and keys and placeholders that the deck does not have."""
    write("duel.yaml", DECK)
    write("wording/es.yaml", SPANISH.replace("sirius", "siri").replace("{value, plural,", "{valor, plural,"))
    done = petri("make", "duel.yaml", "--locale", "es")
    assert done.exit_code == 1
    assert "wording/es.yaml:2:1: words: has no `texts.duel.name.sirius` (English: Sirius)" in done.stderr
    assert "unknown key `texts.duel.name.siri` (did you mean `texts.duel.name.sirius`?)" in done.stderr
    assert "placeholder `{valor}` has no value" in done.stderr


def test_translators_get_the_texts(petri: Petri) -> None:
    """A PO file has the English, the card, and the translation; it comes back as it was."""
    write("duel.yaml", DECK)
    write("wording/es.yaml", SPANISH)
    assert petri("locale", "export", "duel.yaml", "es", "es.po").exit_code == 0
    exported = Path("es.po").read_text("utf-8")
    assert '#: duel/sirius\n#, fuzzy, max-length:41\nmsgctxt "texts.duel.name.sirius"' in exported or (
        'msgctxt "texts.duel.name.sirius"\nmsgid "Sirius"\nmsgstr "Sirio"' in exported
    )
    assert "#: duel/sirius" in exported
    assert petri("locale", "import", "duel.yaml", "es", "es.po").exit_code == 0
    assert Path("wording/es.yaml").read_text("utf-8") == SPANISH


def test_a_changed_english_text_is_no_error_of_check(petri: Petri) -> None:
    """Somebody who works alone changes English often: it is reported, and that is all."""
    write("duel.yaml", DECK)
    write("wording/es.yaml", SPANISH)
    petri("locale", "accept", "duel.yaml", "es", "texts")
    write("duel.yaml", DECK.replace("name: Sirius", "name: Dog star"))
    done = petri("check", "duel.yaml")
    assert done.exit_code == 0, done.stdout
    assert (
        "es of duel: the English of 1 text has changed (texts.duel.name.sirius; petri locale accept)"
        in done.stdout
    )


def test_one_part_of_a_game_with_several_decks(petri: Petri) -> None:
    """Its languages have the texts of the other decks, too."""
    write("both/duel.yaml", DECK)
    write("both/more.yaml", DECK.replace("Sun", "Mars"))
    write("both/kit.yaml", "title: Duel\nparts:\n  - deck: duel.yaml\n  - deck: more.yaml\n")
    assert petri("locale", "new", "both", "es").exit_code == 0
    assert "mars" not in Path("both/wording/es.yaml").read_text("utf-8")
    assert "# Mars" in Path("both/wording/es.yaml").read_text("utf-8")
    assert petri("make", "both", "--part", "more", "--locale", "es").exit_code == 0


CHART = """\
size: poker
cards: [{id: sun}]
template:
  - stack:
      box: [4 mm, 4 mm, 55 mm, 80 mm]
      blocks:
        - table: {columns: [{head: Price}], rows: [["2"]]}
        - lines: {headings: [Who], lines: 1, line_height: 6 mm}
        - flow:
            steps:
              - id: ask
                at: a1
                say: Is it red?
                kind: question
                ways: [{say: Yes, to: won}, {say: No, to: lost}]
              - {id: won, at: a2, say: You win, kind: end}
              - {id: lost, at: b1, say: You lose, kind: end}
            caption: The end
"""


def test_heads_of_tables_and_flow_charts_have_keys(petri: Petri) -> None:
    """Answers and captions have keys, too; the key of a step contains the id of the step."""
    write("chart.yaml", CHART)
    direct = read_kit_and_texts(Path("chart.yaml"), shelf=find_shelf())[1].direct
    front = {"price": "Price", "who": "Who", "the_end": "The end", "ask": "Is it red?"}
    front |= {"yes": "Yes", "no": "No", "won": "You win", "lost": "You lose"}
    keys = {f"texts.chart.front.{key}": text for key, text in front.items()}
    assert direct == {"titles.chart": "Chart", **keys}


def test_booklets_boards_and_sheets_have_keys(petri: Petri) -> None:
    """A booklet alone makes a game with direct texts; the texts of keys stay where they are."""
    write("kit.yaml", "id: duel\ntitle: kit.title\nparts: [{booklet: rules.yaml}, {board: map.yaml}]\n")
    write("wording/en.yaml", "words: {kit: {title: Duel, draw: Draw.}}\n")
    write("wording/es.yaml", "status: draft\nwords: {texts: {rules: {play_one: Juega una.}}}\n")
    write("rules.yaml", "id: rules\ntitle: kit.title\nblocks:\n- text: kit.draw\n- list:\n  - Play one.\n")
    place = "words: {text: Start here, box: [5 mm, 5 mm, 50 mm, 10 mm]}"
    write("map.yaml", f"id: map\ntitle: kit.title\nsize: 80 mm x 80 mm\nareas: [{place}]\n")
    direct = read_kit_and_texts(Path(), shelf=find_shelf())[1].direct
    assert direct == {"texts.rules.play_one": "Play one.", "texts.map.start_here": "Start here"}
    played = read_kit_and_texts(Path(), shelf=find_shelf(), locales=("es",), is_drawn=False)[1].direct
    assert played == direct
    assert petri("make", ".", "--locale", "es", "--to", "txt").exit_code == 0
    assert "Juega una." in Path("output/duel/rules-es-a4.txt").read_text("utf-8")
