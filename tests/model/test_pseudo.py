"""The pseudo-language: longer, accented, between brackets, and with every mark where it was."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.texts.message import parse_message
from generator.model.texts.rich_text import parse_rich, plain
from generator.model.texts.wordings import PSEUDO, Wording, make_pseudo_wording, pseudonymise
from tests import shipped
from tests.marks import find_icons

SENTENCE = "**Roll** both dice, then use :die_6: on a {red|red square :target:}.\\nNext: {name}, line 2."


def letters(sentence: str) -> int:
    """How many are set in type."""
    said = re.sub(r"\{[a-z0-9_]+\}", "", plain(sentence))
    return sum(character.isalpha() for character in said)


def test_no_letter_is_plain_and_the_whole_stands_in_brackets() -> None:
    """A sentence that somebody forgot to translate is seen at a glance."""
    assert pseudonymise("Roll both dice") == "[Ŕöļļ ḃööţĥ ðîîçéé]"


def test_marks_icons_colours_and_places_are_kept() -> None:
    """What is no word is what it was, in the same order."""
    written = pseudonymise(SENTENCE)
    assert find_icons(written) == ("die_6", "target")
    before, after = parse_rich(SENTENCE, places=True), parse_rich(written, places=True)
    # The bracket stands before the bold that the sentence begins with.
    assert [(span.bold, span.colour, span.icon) for span in after][1:] == [
        (span.bold, span.colour, span.icon) for span in before
    ]
    assert parse_message(written).names == ("name",)
    assert "line" not in written
    assert "\\n" in written
    assert " 2." in written


def test_branches_of_choices_are_written_and_their_names_are_not() -> None:
    """Plurals still work, in every branch."""
    written = pseudonymise("{count, plural, one {# die} other {# dice}} on {place}")
    wording = Wording("qps", "", "ltr", {"key": written})
    assert wording.format("key", {"count": 1, "place": "c3"}) == "[1 ðîé ööñ c3]"
    assert wording.format("key", {"count": 4, "place": "c3"}) == "[4 ðîîçé ööñ c3]"


def test_long_words_have_a_soft_hyphen() -> None:
    """As translators write them: a word may be broken where it is too long for its box."""
    assert pseudonymise("Johannesburg").count("\u00ad") == 1
    assert "\u00ad" not in pseudonymise("Madrid")


@pytest.mark.parametrize("game", ["fight_the_virus", "pandemic", "pox", "virus_and_co"])
def test_sentences_are_forty_percent_longer(game: str) -> None:
    """Brackets included: every sentence of ten letters and more by 35 % to 45 %."""
    english = shipped.kit(game).wordings["en"]
    pseudo = make_pseudo_wording(english)
    assert pseudo.locale == PSEUDO
    assert pseudo.sentences.keys() == english.sentences.keys()
    for key, sentence in english.sentences.items():
        if parse_message(sentence).choices or letters(sentence) < 10:
            continue
        assert 1.35 < (letters(pseudo.sentences[key]) + 2) / letters(sentence) < 1.45, key


@given(st.text(st.sampled_from("abc Xyz1.,*"), max_size=40))
def test_nothing_is_lost(text: str) -> None:
    """Taken out of its brackets, a text has all its signs in their order, and no fewer letters."""
    written = pseudonymise(text)
    assert (written[0], written[-1]) == ("[", "]")
    assert [sign for sign in written[1:-1] if not sign.isalpha() and sign != "\u00ad"] == [
        sign for sign in text if not sign.isalpha()
    ]
    assert sum(map(str.isalpha, written)) >= sum(map(str.isalpha, text))


@pytest.mark.parametrize("mark", ["underline", "150%", "up 20%", "#C0392b", "/"])
def test_every_mark_is_kept(mark: str) -> None:
    """Only the words in it change."""
    assert pseudonymise(f"{{{mark}|il}}") == f"[{{{mark}|îļ}}]"
