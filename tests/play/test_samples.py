"""Proofs show sentences as they are read: filled with what a game says, each form once."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.model.texts.wordings import Wording
from generator.play.contracts.samples import SAMPLE_PLAYERS, Samples, list_said, read_samples
from generator.read.files.shelf import find_shelf
from generator.read.wordings.grammars import make_grammar
from generator.rules.core import Sentence, Value
from generator.rules.game import find_game
from generator.translate.translations import open_workspace
from tests.shipped import sampled_games

Petri = Callable[..., Result]


def make_wording(locale: str, **texts: str) -> Wording:
    return Wording(locale, locale, "ltr", texts, make_grammar(locale))


def test_each_plural_form_occurs() -> None:
    """Arabic has six; the numbers 0, 1, 2, and 11 are tried in every language."""
    forms = "{n, plural, zero {z} one {o} two {t} few {f#} many {m#} other {x}}"
    filled = Samples().fill("a", make_wording("ar", a=forms))
    assert {text[0] for text in filled} == set("zotfmx")
    assert Samples().fill("a", make_wording("en", a="{n, plural, one {# egg} other {# eggs}}")) == (
        "0 eggs",
        "1 egg",
        "2 eggs",
        "11 eggs",
    )


def test_each_branch_of_a_choice_occurs() -> None:
    """Whatever the values are."""
    text = "{side, select, left {links} other {rechts}}"
    assert Samples().fill("a", make_wording("de", a=text)) == ("links", "rechts")


def test_what_a_game_says_comes_first() -> None:
    """Then what the wording file of the game declares, what other texts say, and shared samples."""
    said = {"a": [{"who": "Ana"}, {"who": Sentence("card")}], "b": [{"what": "x"}]}
    samples = Samples(said, {"who": ["Otto"], "where": ["e5"]}, {"what": ["y"], "when": [3]})
    texts = {"a": "{who}!", "c": "{who} {where} {what} {when} {why}", "card": "Karte"}
    wording = make_wording("de", **texts)
    assert samples.fill("a", wording) == ("Ana!", "Karte!")
    assert samples.fill("c", wording) == ("Otto e5 x 3 {why}",)
    assert samples.fill("card", wording) == ("Karte",)


def test_names_are_unlike() -> None:
    """Of many values, one begins with a vowel, one has several words, one is short, and one long."""
    names = ["Rom", "Oslo", "Lima", "Los Angeles", "Konstantinopel", "Bonn"]
    samples = Samples({"a": [{"city": name} for name in names]})
    found = samples.fill("a", make_wording("de", a="{city}"))
    assert found == ("Oslo", "Los Angeles", "Rom", "Konstantinopel")


def test_empty_values_are_no_samples() -> None:
    """A value that games name only in reports, such as a place, is taken from the declared samples."""
    empty: list[dict[str, Value]] = [{"place": "", "cards": ()}]
    samples = Samples({"a": empty}, {"place": ["e5"], "cards": ["Lima"]})
    wording = make_wording("en", a="{place}: {cards}")
    assert samples.fill("a", wording) == ("e5: Lima",)


@pytest.mark.parametrize("game", sampled_games("open"))
def test_few_placeholders_of_rules_stay_open(game: str) -> None:
    """The rules of a game are filled in every language, by play or by declared samples."""
    shelf = find_shelf()
    workspace = open_workspace(game, shelf)
    samples = read_samples(workspace.kit, workspace.source)
    assert workspace.kit
    wording = workspace.kit.wordings["en"]
    keys = [key for key in wording.sentences if key.startswith("rule.")]
    assert [key for key in keys for text in samples.fill(key, wording) if "{" in text] == []


def test_shared_texts_are_filled(petri: Petri) -> None:
    """No placeholder is left in a shared text, not even that of a value."""
    assert petri("locale", "proof", "shared", "de", "-o", "de.md").exit_code == 0
    assert [line for line in Path("de.md").read_text("utf-8").splitlines() if "{" in line] == []


def test_a_proof_as_text(petri: Petri, tiny_game: Path) -> None:
    """English once, the translation with each form; samples of the file, keys among them; groups of keys."""
    for locale, text in (("en", "{who} has {n} {what}"), ("es", "{who} tiene {n} {what}")):
        path = tiny_game / "wording" / f"{locale}.yaml"
        path.write_text(path.read_text("utf-8") + f'  more:\n    text: "{text}"\n', encoding="utf-8")
    english = tiny_game / "wording" / "en.yaml"
    samples = "samples:\n  who: [Ana, Otto]\n  n: [7]\n  what: [sheet.name]\nwords:"
    english.write_text(english.read_text("utf-8").replace("words:", samples), encoding="utf-8")
    done = petri("locale", "proof", "tiny_game", "es", "-o", "es.md", "--only", "more")
    assert done.exit_code == 0, done.stderr
    assert Path("es.md").read_text("utf-8").splitlines() == [
        "# tiny-game: es",
        "",
        "**more.text** [unreviewed]",
        "> Ana has 7 Name",
        "- Ana tiene 7 Nombre",
        "- Otto tiene 7 Nombre",
    ]
    assert (
        "no text or group `less` in es"
        in petri("locale", "proof", "tiny_game", "es", "-o", "es.md", "--only", "less").stderr
    )
    assert petri("locale", "proof", "tiny_game", "es", "--only", "more").exit_code == 2
    assert petri("locale", "proof", "shared", "es", "-o", "es.md").exit_code == 0
    assert "- Ana：" not in Path("es.md").read_text("utf-8")
    assert petri("locale", "proof", "shared", "es").exit_code == 1


TYPED = {"move", "words", "cards", "viruses"}
"""Placeholders for what is written in logs and on paper: moves, and viruses as `4+i`."""
PRINTED = re.compile(r"[a-z]{1,2}\d+|-?\d+|-|")
"""Places as they are printed, numbers, and nothing."""


@pytest.mark.parametrize("game", sampled_games("words"))
def test_values_of_sentences_are_words_of_the_language(game: str) -> None:
    """Neither ids nor letters of the notation are filled in: a card is called as it is in the language."""
    workspace = open_workspace(game, find_shelf())
    assert workspace.kit
    raw: dict[tuple[str, str], str] = {}
    for sentence in list_said(find_game(workspace.kit)):
        for name, value in sentence.values.items():
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, str) and each not in SAMPLE_PLAYERS and not PRINTED.fullmatch(each):
                    raw[sentence.key, name] = each
    assert {place: each for place, each in raw.items() if place[1] not in TYPED} == {}
