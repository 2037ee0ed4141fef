"""Texts by key: in one language, in two at once, and in the pseudo-language."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.texts.message import parse_message
from generator.model.texts.rich_text import parse_rich, plain
from generator.model.texts.wordings import (
    PSEUDO,
    Wording,
    in_one_line,
    join_sentences,
    make_bilingual_wording,
    make_pseudo_wording,
    pseudonymise,
)
from generator.read.wordings.grammars import make_grammar
from tests import shipped
from tests.marks import find_icons


def wording(locale: str, direction: str = "ltr", **sentences: str) -> Wording:
    return Wording(locale, locale, "rtl" if direction == "rtl" else "ltr", sentences, make_grammar(locale))


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("Würfel", "Dado", "Würfel / {/|Dado}"),
        ("id#", "id#", "id#"),
        ("≤\u00a04", "\u2066≤ 4\u2069", "≤\u00a04"),
        ("Runde: A", "Turno: A", "Runde: A / {/|Turno: A}"),
        ("Nimm 1.5 mm", "Prendi 1,5 mm", "Nimm 1.5 mm / {/|Prendi 1,5 mm}"),
        ("**Würfeln.** Beide.", "**Tira.** Tutti.", "**Würfeln.** Beide.\n{/|**Tira.** Tutti.}"),
        ("Und jetzt?", "E adesso", "Und jetzt?\n{/|E adesso}"),
        ("振る。", "Würfeln", "振る。\n{/|Würfeln}"),
        (
            "Bonuses – use at once or not at all",
            "Boni – sofort oder nie",
            "Bonuses – use at once or not at all\n{/|Boni – sofort oder nie}",
        ),
        (
            "ボーナス：その場で使う",
            "Bonuses – now or never at all",
            "ボーナス：その場で使う\n{/|Bonuses – now or never at all}",
        ),
        (r"a\nb", "c", "a\\nb\n{/|c}"),
        ("a.", r"b:\n• c", "a.\n{/|b:}\n{/|• c}"),
        ("a.", r"{red|b\nc} d", "a.\n{/|{red|b\nc} d}"),
    ],
)
def test_labels_stand_side_by_side_and_sentences_below_each_other(
    first: str, second: str, joined: str
) -> None:
    """A slash parts what is no sentence; what is the same in both is said once, the second in italics."""
    assert join_sentences(first, second, turns=False) == joined


def test_titles_stand_in_one_line() -> None:
    """Where there is one line only, a slash parts what would stand below each other."""
    assert in_one_line("Who uses which die?\nWer nimmt welchen Würfel?") == (
        "Who uses which die? / Wer nimmt welchen Würfel?"
    )


def test_what_is_read_the_other_way_is_kept_apart() -> None:
    """Each line of the second stands between marks, so that its full stop stays at its own end."""
    assert join_sentences("النرد", "die", turns=True) == "النرد / {/|\u2068die\u2069}"
    joined = join_sentences("ارمِ.", r"Roll.\nWrite.", turns=True)
    assert joined == "ارمِ.\n{/|\u2068Roll.\u2069}\n{/|\u2068Write.\u2069}"


def test_each_language_has_its_own_plurals() -> None:
    """Two dice are a dual in Arabic and a plural in English, in one sentence."""
    english = wording("en", key="{count, plural, one {# die} other {# dice}}", other="no {place}")
    arabic = wording(
        "ar",
        "rtl",
        key="{count, plural, zero {z} one {o} two {نردان} few {f} many {m} other {#}}",
        other="لا {place}",
    )
    both = make_bilingual_wording(english, arabic)
    assert both.format("key", {"count": 2}) == "2 dice / {/|\u2068نردان\u2069}"
    assert both.message("key").names == ("count",)
    assert both.format("other", {"place": "c3"}) == "no c3 / {/|\u2068لا \u2068c3\u2069\u2069}"


def test_what_is_said_is_well_formed() -> None:
    """Marks of the one are closed before the other begins."""
    both = make_bilingual_wording(wording("en", key="{red|Red} *and* bold"), wording("es", key="**Rojo**"))
    spans = [(span.text, span.bold, span.italic, span.colour) for span in parse_rich(both.format("key"))]
    assert spans[-1] == ("Rojo", True, True, "")
    assert spans[0] == ("Red", False, False, "red")


def test_a_locale_of_two_knows_its_first() -> None:
    """Files are named after both; the language of a PDF and of its shaping is the first."""
    both = make_bilingual_wording(wording("de", key="a"), wording("it", key="b"))
    assert (both.locale, both.tag, both.languages, both.direction) == ("de+it", "de", 2, "ltr")
    assert "key" in both
    assert both.sentences["key"] == "a / {/|b}"


def test_what_a_draft_still_says_in_english_is_counted() -> None:
    """A draft as one of two languages: its sentences that are lent from English are those of both."""
    draft = replace(wording("pt", key="b"), is_draft=True, fallbacks=frozenset({"key"}))
    both = make_bilingual_wording(wording("de", key="a"), draft)
    assert (both.is_draft, both.fallbacks) == (True, frozenset({"key"}))


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
