"""Two languages on one thing: what stands side by side, what below each other, what once."""

from dataclasses import replace

import pytest

from generator.model.texts.rich_text import parse_rich
from generator.model.texts.wordings import Wording, in_one_line, join_sentences, make_bilingual_wording
from generator.read.wordings.grammars import find_grammar


def wording(locale: str, direction: str = "ltr", **sentences: str) -> Wording:
    return Wording(locale, locale, "rtl" if direction == "rtl" else "ltr", sentences, find_grammar(locale))


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
    assert both.format("other", {"place": "c3"}) == "no c3 / {/|\u2068لا c3\u2069}"


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
