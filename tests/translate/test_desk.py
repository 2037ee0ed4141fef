"""A translator's desk: what is shown of a text, checked while it is typed, and saved."""

from pathlib import Path
from threading import Thread

import pytest

from generator.errors import DataError, UnknownName
from generator.read.files.shelf import find_shelf
from generator.translate.desk import ChangedMeanwhile, Desk, survey_language
from generator.translate.translations import list_inserts
from tests.web.games import change, write_game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game with Spanish texts, of which none has been reviewed."""
    return write_game(tmp_path, count=3)


@pytest.fixture
def desk(game: Path) -> Desk:
    """The desk of the game."""
    return Desk(game, find_shelf())


def read_spanish(game: Path) -> str:
    """Return the Spanish file."""
    return (game / "wording" / "es.yaml").read_text("utf-8")


def test_text_has_what_its_translator_needs(game: Path, desk: Desk) -> None:
    """English, translation, states, the note of the English file, and after a review the English of then."""
    change(game / "wording" / "en.yaml", "    help: Write", "    # Above the squares.\n    help: Write")
    text = desk.get_text("es", "sheet.help")
    assert text.english == "Write your points into the squares below."
    assert text.translation == "Escribe tus puntos en las casillas."
    assert (text.states, text.note) == (("unreviewed",), "Above the squares.")
    desk.save("es", "sheet.help", text.translation, base=text.translation, is_read=True)
    assert desk.get_text("es", "sheet.help").states == ()
    change(game / "wording" / "en.yaml", "Write your points", "Note your points")
    text = desk.get_text("es", "sheet.help")
    assert (text.states, text.before) == (("kept",), "Write your points into the squares below.")
    with pytest.raises(UnknownName, match="no text"):
        desk.get_text("es", "sheet.helps")


def test_texts_of_a_booklet_in_markdown_are_translated(game: Path, desk: Desk) -> None:
    """With the comments above them; what is written there meanwhile is there."""
    change(game / "kit.yaml", "parts:", "parts:\n  - booklet: rules.md")
    book = game / "rules.md"
    book.write_text("# Rules\n\n<!-- To one person. -->\nTake a card. {#take}\n")
    text = desk.get_text("es", "rules.take")
    assert (text.english, text.note) == ("Take a card.", "To one person.")
    assert desk.save("es", "rules.take", "Toma una carta.", base="", is_read=False)
    assert desk.get_text("es", "rules.take").translation == "Toma una carta."
    change(book, "a card", "two cards")
    assert desk.get_text("es", "rules.take").english == "Take two cards."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Escribe **aquí", "`**` is never closed"),
        ("Escribe {count}", "placeholder `{count}` has no value"),
        ("Escribe :penn:", "unknown icon `penn`"),
        ("{count, plural, one {a}}", "`{count, plural, ...}` has no `other`"),
    ],
)
def test_errors_are_found_while_typing_and_never_saved(
    game: Path, desk: Desk, text: str, message: str
) -> None:
    """With the same words as `petri locale`."""
    found = desk.check("es", "sheet.help", text).findings
    assert any(one.message.startswith(message) for one in found)
    assert found[0].is_error
    before = read_spanish(game)
    with pytest.raises(DataError, match="sheet"):
        desk.save("es", "sheet.help", text, base="Escribe tus puntos en las casillas.", is_read=True)
    assert read_spanish(game) == before


def test_plurals_are_filled_once_each(game: Path, desk: Desk) -> None:
    """With the samples of the English file."""
    change(game / "wording" / "en.yaml", "  flower:\n", '  spare: "{count} cards"\n  flower:\n')
    typed = desk.check("es", "spare", "{count, plural, one {# carta} other {# cartas}}")
    assert typed.samples[:3] == ("0 cartas", "1 carta", "2 cartas")
    assert typed.findings == ()


def test_save_keeps_comments_and_accepts_only_what_was_read(game: Path, desk: Desk) -> None:
    """A review is for one text; a text that is only saved loses its review."""
    change(game / "wording" / "es.yaml", "  flower:\n", "  # Las flores.\n  flower:\n")
    desk.save("es", "flower.poppy_0", "Amapola", base="Flor poppy_0", is_read=True)
    assert "  # Las flores.\n  flower:\n    poppy_0: Amapola\n" in read_spanish(game)
    reviews = game / "wording" / "reviewed" / "es.txt"
    assert [line.split()[0] for line in reviews.read_text("utf-8").splitlines()[1:]] == ["flower.poppy_0"]
    desk.save("es", "flower.poppy_0", "Amapolas", base="Amapola", is_read=False)
    assert desk.get_text("es", "flower.poppy_0").states == ("unreviewed",)


def test_text_that_somebody_else_changed_is_not_overwritten(game: Path, desk: Desk) -> None:
    """Unless both typed the same; other texts of theirs stay."""
    desk.get_text("es", "flower.poppy_0")
    change(game / "wording" / "es.yaml", "Flor poppy_0", "Flor roja")
    change(game / "wording" / "es.yaml", "Flor daisy_1", "Margarita")
    with pytest.raises(ChangedMeanwhile) as caught:
        desk.save("es", "flower.poppy_0", "Amapola", base="Flor poppy_0", is_read=True)
    assert caught.value.theirs == "Flor roja"
    desk.save("es", "flower.poppy_0", "Flor roja", base="Flor poppy_0", is_read=True)
    desk.save("es", "flower.poppy_0", "Amapola", base="Flor roja", is_read=True)
    assert "Amapola" in read_spanish(game)
    assert "Margarita" in read_spanish(game)


def test_desks_that_save_at_once_lose_nothing(game: Path) -> None:
    """Each of two people saves three texts: all six are there."""
    keys = [f"flower.{id}" for id in ("poppy_0", "daisy_1", "clover_2")]
    keys += ["sheet.title", "sheet.score", "kit.title"]

    def save(mine: list[str]) -> None:
        desk = Desk(game, find_shelf())
        for key in mine:
            base = desk.get_text("es", key).translation
            desk.save("es", key, f"Nuevo {key.replace('.', ' ')}", base=base, is_read=True)

    threads = [Thread(target=save, args=(mine,)) for mine in (keys[:3], keys[3:])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    desk = Desk(game, find_shelf())
    assert [desk.get_text("es", key).translation for key in keys] == [
        f"Nuevo {key.replace('.', ' ')}" for key in keys
    ]
    assert all(desk.get_text("es", key).states == () for key in keys)


PO = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

# Poppies are red.
#, fuzzy
msgctxt "flower.poppy_0"
msgid "Poppy_0"
msgstr ""
"Flor "
"poppy_0"

msgctxt "flower.daisy_1"
msgid "Daisy_1"
msgstr "Changed in Poedit"
"""


def test_po_file_stays_in_step(game: Path, desk: Desk) -> None:
    """Only the text that was saved changes; what was translated there and not yet imported is left alone."""
    po = game / "wording" / "es.po"
    po.write_text(PO, "utf-8")
    desk.save("es", "flower.poppy_0", "Amapola", base="Flor poppy_0", is_read=True)
    desk.save("es", "flower.daisy_1", "Margarita", base="Flor daisy_1", is_read=True)
    changed = PO.replace('msgstr ""\n"Flor "\n"poppy_0"', 'msgstr "Amapola"').replace("#, fuzzy\n", "")
    assert po.read_text("utf-8") == changed
    desk.save("es", "flower.poppy_0", "Amapolas", base="Amapola", is_read=False)
    fuzzy = changed.replace('msgctxt "flower.poppy_0"', '#, fuzzy\nmsgctxt "flower.poppy_0"')
    assert po.read_text("utf-8") == fuzzy.replace('"Amapola"', '"Amapolas"')


def test_texts_of_tables_are_saved_into_their_cells(tmp_path: Path) -> None:
    """A table with a column of the language; other cells keep each byte."""
    game = write_game(tmp_path, count=2)
    table = game / "cards.csv"
    table.write_text("id,about,about_es\npoppy_0,A red one.,\ndaisy_1,A white one.,Una blanca.\n", "utf-8")
    desk = Desk(game, find_shelf())
    key = "cards.csv:poppy_0.about"
    assert desk.get_text("es", key).states == ("missing",)
    desk.save("es", key, "Una roja.", base="", is_read=True)
    assert table.read_text("utf-8") == (
        "id,about,about_es\npoppy_0,A red one.,Una roja.\ndaisy_1,A white one.,Una blanca.\n"
    )
    assert desk.get_text("es", key).translation == "Una roja."
    tried = desk.locate("es", key, "Una roja.")
    assert (tried.part, tried.piece, tried.field) == ("cards", "poppy_0", "about")


def test_survey_knows_parts_and_overflows(game: Path) -> None:
    """Which parts show a text by itself, and which texts do not fit."""
    change(game / "wording" / "es.yaml", "Flor poppy_0", "Amapola de la pradera " * 12)
    survey = survey_language(str(game), "es")
    assert survey.parts["flower.poppy_0"] == ("cards",)
    assert survey.parts["sheet.help"] == ("sheet",)
    assert [*survey.overflows] == ["flower.poppy_0"]
    assert "too " in survey.overflows["flower.poppy_0"]


def test_inserts_are_those_of_the_language() -> None:
    """Placeholders, plurals with the categories that the language needs, and icons."""
    english = "Take {name, plural, one {# card} other {# cards}} of {colour} :red_chip:"
    assert list(list_inserts(english, "pl")) == [
        "{colour}", "{name, plural, one {#} few {#} many {#} other {#}}", ":red_chip:",
    ]  # fmt: skip
    assert "{name, plural, other {#}}" in list_inserts(english, "ja")


def test_notes_are_written_changed_and_removed(game: Path, desk: Desk) -> None:
    """Only those of the translator: the copied English above a text stays, and so does every other line."""
    change(
        game / "wording" / "es.yaml",
        "    help:",
        "    # Write your points into the squares below.\n    help:",
    )
    before, key = read_spanish(game), "sheet.help"
    assert (desk.get_text("es", key).remark, desk.get_text("es", key).takes_remark) == ("", True)
    desk.save_remark("es", key, "¿Puntos?\nO tantos.", base="")
    assert "squares below.\n    # ¿Puntos?\n    # O tantos.\n    help:" in read_spanish(game)
    assert desk.get_text("es", key).remark == "¿Puntos?\nO tantos."
    with pytest.raises(ChangedMeanwhile) as caught:
        desk.save_remark("es", key, "Puntos.", base="")
    assert caught.value.theirs == "¿Puntos?\nO tantos."
    desk.save_remark("es", key, "", base="¿Puntos?\nO tantos.")
    assert read_spanish(game) == before
