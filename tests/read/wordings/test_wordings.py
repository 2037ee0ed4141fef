"""Languages are measured by English; a new one is a file, with or without help from the shared words."""

import pytest

from generator.errors import DataError
from generator.read.files.shelf import Shelf
from generator.read.kits.kits import read_kit
from generator.read.wordings.wordings import read_reference, read_wording_file, read_wordings


def test_missing_words_name_language_and_keys(shelf: Shelf) -> None:
    """The error knows the locale and the keys, and its problems stand where English has them."""
    spanish = shelf.find_game("small") / "wording" / "es.yaml"
    text = spanish.read_text("utf-8")
    spanish.write_text(
        text.replace("    wall: Muro\n", "").replace("    hill: Colina\n", ""), encoding="utf-8"
    )
    with pytest.raises(DataError) as caught:
        read_kit(shelf.find_game("small"), shelf=shelf)
    assert [problem.message for problem in caught.value.problems] == [
        "`es` has no `sheet.wall`",
        "`es` has no `sheet.hill`",
    ]
    assert [(problem.file.split("/")[-1], problem.line) for problem in caught.value.problems] == [
        ("en.yaml", 14),
        ("en.yaml", 15),
    ]


def test_words_missing_in_english_are_told_where_they_are_used(shelf: Shelf) -> None:
    """Data that names a sentence which nobody has written yet."""
    game = shelf.find_game("small")
    kit = game / "kit.yaml"
    kit.write_text(kit.read_text("utf-8").replace("kit.title", "kit.name"), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_kit(game, shelf=shelf)
    assert str(caught.value).endswith(
        "kit.yaml:2:8: title: the wording has no `kit.name` (add it to wording/en.yaml)"
    )


def test_language_that_the_shared_words_lack(shelf: Shelf) -> None:
    """It must say its name and bring the shared words too; then it is whole."""
    game = shelf.find_game("small")
    catalan = game / "wording" / "ca.yaml"
    text = (game / "wording" / "es.yaml").read_text("utf-8")
    catalan.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"ca\.yaml:1:1: `language` is missing"):
        read_kit(game, shelf=shelf)
    catalan.write_text(f"language: Català\ndirection: rtl\n{text}", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_kit(game, shelf=shelf)
    assert [problem.message.split("`")[3] for problem in caught.value.problems] == ["credit.designer", "page"]
    text += "  credit: {designer: Autora}\n  page: Pàgina {page} de {pages}\n"
    catalan.write_text(f"language: Català\ndirection: rtl\n{text}", encoding="utf-8")
    wording = read_kit(game, shelf=shelf).wordings["ca"]
    assert (wording.locale, wording.name, wording.direction) == ("ca", "Català", "rtl")


def test_words_of_the_table_are_needed_by_games_with_rules(shelf: Shelf) -> None:
    """A game that is only printed is whole without them, and says them in English; one with rules is not."""
    for words, text in (("en", "Nobody has won."), ("es", "No ha ganado nadie.")):
        path = shelf.wording / f"{words}.yaml"
        added = f"  tally: {{nobody: {text}}}\n  calibration: {{title: {text}}}\n"
        path.write_text(path.read_text("utf-8") + added, encoding="utf-8")
    game = shelf.find_game("small")
    text = (game / "wording" / "es.yaml").read_text(
        "utf-8"
    ) + "  credit: {designer: A}\n  page: '{page} {pages}'\n"
    (game / "wording" / "ca.yaml").write_text(f"language: Català\n{text}", encoding="utf-8")
    wordings = read_kit(game, shelf=shelf).wordings
    assert wordings["ca"].format("tally.nobody") == "Nobody has won."
    assert wordings["es"].format("tally.nobody") == "No ha ganado nadie."
    for locale in ("en", "es", "ca"):
        path = game / "wording" / f"{locale}.yaml"
        path.write_text(path.read_text("utf-8") + "  rule: {small: {turn: X}}\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_kit(game, shelf=shelf)
    assert [problem.message for problem in caught.value.problems] == ["`ca` has no `tally.nobody`"]


def test_problems_of_several_languages_are_told_together(shelf: Shelf) -> None:
    """Two languages that lack words are one DataError."""
    game = shelf.find_game("small")
    for locale in ("es", "fr"):
        (game / "wording" / f"{locale}.yaml").write_text(
            "language: X\nwords: {kit: {title: X}}", encoding="utf-8"
        )
    with pytest.raises(DataError) as caught:
        read_kit(game, shelf=shelf)
    assert {problem.message.split("`")[1] for problem in caught.value.problems} == {"es", "fr"}


@pytest.mark.parametrize("name", ["en", "es", "pt-BR", "sr-Latn", "es-419", "zh-Hant-TW", "haw"])
def test_language_tags(shelf: Shelf, name: str) -> None:
    """Files are named by BCP 47 tags, as they are usually written."""
    path = shelf.wording / f"{name}.yaml"
    path.write_text("words: {a: b}")
    assert read_wording_file(path).sentences == {"a": "b"}


@pytest.mark.parametrize("name", ["spanish", "ES", "es_ES", "es-es", "x"])
def test_names_that_are_no_language_tags(shelf: Shelf, name: str) -> None:
    """Anything else would be a language that nobody finds."""
    path = shelf.wording / f"{name}.yaml"
    path.write_text("words: {a: b}")
    with pytest.raises(DataError, match=f"`{name}` is not a language tag"):
        read_wording_file(path)


def test_english_is_always_read(shelf: Shelf) -> None:
    """Also where only another language is wanted: it is what that one is measured by."""
    game = shelf.find_game("small")
    reference = read_reference(game, shared=shelf.wording)
    assert list(read_wordings(reference, locales=["es"])) == ["en", "es"]
    assert list(read_wordings(reference, locales=[])) == ["en"]


def test_game_without_english(shelf: Shelf) -> None:
    """Its keys have no texts: the game is told where to add them."""
    game = shelf.find_game("small")
    (game / "wording" / "en.yaml").unlink()
    with pytest.raises(DataError, match=r"title: the wording has no `kit\.title`"):
        read_kit(game, shelf=shelf)
