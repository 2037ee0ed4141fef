"""Words that are too wide, hyphens, holes, hanging marks, and figures."""

from dataclasses import replace
from itertools import pairwise

import pytest

from generator.errors import LayoutError, PrintWarning
from generator.layout.press import LayoutFindings
from generator.layout.text.paragraphs import Setting
from generator.model.language.kinds import MM_PER_POINT
from generator.scene.shapes import Group, measure_bounds
from tests.layout.text.setting import BODY, glyphs, lines, run_width, runs, typesetter

FIXED = replace(BODY, smallest=BODY.size)
GERMAN = "Die Forschungsstationen und Seuchenbekämpfungsmittel werden unverzüglich zusammengetragen. " * 3


def _set(text: str, share: float, language: str = "en") -> tuple[list[str], str, float]:
    """Return the lines of a word in a share of its width, the warnings, and how far the letters reach."""
    findings = LayoutFindings(collects=True)
    setter = typesetter(language, findings=findings)
    width = setter.measure(text, FIXED)[0] * share
    block = setter.set_text(Setting(text, FIXED, width=width))
    found = findings.take()
    assert all(isinstance(one, PrintWarning) for one in found)
    return lines(block), " ".join(map(str, found)), measure_bounds(block.shapes)[2] / width


@pytest.mark.parametrize(
    ("share", "expected", "how"),
    [
        (1.01, ["incomprehensible"], ""),
        (0.9, ["incomprehensible"], "narrower (88%)"),
        (0.7, ["incompre-", "hensible"], "hyphenated"),
        (0.2, [], "broken"),
    ],
)
def test_a_word_that_is_too_wide_never_stops_a_deck(share: float, expected: list[str], how: str) -> None:
    """Its letters are narrower, then it is hyphenated, then broken anywhere; each is a warning."""
    found, warnings, reach = _set("incomprehensible", share)
    assert how in warnings
    assert bool(how) == bool(warnings)
    assert found == expected or not expected
    assert reach <= 1.0 + 1e-6
    assert "".join(found).replace("-", "") == "incomprehensible"


def test_a_broken_word_with_too_little_height_is_smaller() -> None:
    """It is below its smallest size then, at most by 40 %; the warning tells the size."""
    findings = LayoutFindings(collects=True)
    setter = typesetter(findings=findings)
    width = setter.measure("incomprehensible", FIXED)[0] * 0.4
    block = setter.set_text(Setting("incomprehensible", FIXED, width, most_lines=2))
    (found,) = findings.take()
    assert isinstance(found, PrintWarning)
    assert 0.6 * BODY.size <= block.size < BODY.size
    assert f"{block.size / MM_PER_POINT:.3g} pt high" in str(found)
    assert len(lines(block)) == 2


def test_it_may_be_an_error() -> None:
    """With `without: [narrow]`, and while a layout is only tried."""
    strict = replace(FIXED, without=("narrow",))
    with pytest.raises(LayoutError, match="too wide"):
        typesetter().set_text(Setting("incomprehensible", strict, width=9.0))
    findings = LayoutFindings(collects=True)
    setter = typesetter(findings=findings)
    assert any(isinstance(shape, Group) for shape in setter.set_text(Setting("incubate", FIXED, 11.5)).shapes)


def test_long_words_are_hyphenated_in_longer_texts() -> None:
    """In German, not in English; with three letters on both sides, and never twice in a row after another."""
    german = lines(typesetter("de").set_text(Setting(GERMAN.strip(), FIXED, 62.0)))
    ends = [line.endswith("-") for line in german]
    assert any(ends)
    assert not any(all(ends[index : index + 3]) for index in range(len(ends)))
    for line, following in pairwise(german):
        if line.endswith("-"):
            assert len(line.split()[-1]) > 3
            assert len(following.split()[0].rstrip(".")) >= 3
    assert not any(line.endswith("-") for line in lines(typesetter().set_text(Setting(GERMAN, FIXED, 62.0))))
    off = replace(FIXED, hyphenate=False)
    assert not any(
        line.endswith("-") for line in lines(typesetter("de").set_text(Setting(GERMAN, off, 62.0)))
    )
    centred = Setting(GERMAN, FIXED, 62.0, align="center")
    assert not any(line.endswith("-") for line in lines(typesetter("de").set_text(centred)))


DISCARDS = "**Verschärfen.** Infektionsablage mischen und auf ihren Stapel legen."


def test_short_german_texts_are_hyphenated_to_fill_a_hollow_line() -> None:
    """A line of one short word is filled; a text whose lines are nearly full has no hyphens."""
    german = typesetter("de")
    hollow = lines(german.set_text(Setting(DISCARDS, FIXED, 40.0)))
    assert hollow[0] == "Verschärfen. Infektions-"
    full = lines(german.set_text(Setting("Rücke den Marker der Infektionsrate vor.", FIXED, 30.0)))
    assert not any(line.endswith("-") for line in full)


@pytest.mark.parametrize(("height", "count"), [(13.7, 3), (15.0, 4)])
def test_german_is_hyphenated_before_it_is_smaller(height: float, count: int) -> None:
    """In a low box, hyphens make the type larger than whole words do, with three letters on both sides."""
    german, text = typesetter("de"), "Forschungsstationen und Infektionsablagen " * (count - 1) + "aufbauen."
    setting = Setting(text, replace(BODY, smallest=1.0), 50.0, height)
    hyphenated = german.set_text(setting)
    plain = german.set_text(setting._replace(style=replace(setting.style, hyphenate=False)))
    assert hyphenated.size > plain.size * 1.02
    assert any(line.endswith("-") for line in lines(hyphenated))


def test_justified_text_has_no_holes() -> None:
    """A text whose spaces would be too wide is ragged."""
    text = "Roll both dice, then fill incomprehensible squares"
    setter = typesetter()
    width = setter.measure("Roll both dice, then fill", BODY)[0] * 1.35
    ragged = setter.set_text(Setting(text, FIXED, width, align="justify"))
    assert {run.spacing for run in runs(ragged)} == {0}
    holes = setter.set_text(Setting(text, replace(FIXED, without=("holes",)), width, align="justify"))
    assert any(run.spacing > 0 for run in runs(holes))


@pytest.mark.parametrize(
    ("text", "align", "hangs"),
    [
        ("“Yes”", "start", True),
        ("Yes", "start", False),
        ("“Yes”", "center", False),
        ("“Yes, all of it”, the others said. And again “more”", "justify", True),
    ],
)
def test_opening_quotation_marks_hang(text: str, align: str, hangs: bool) -> None:
    """They are outside of the edge by 60 %, in justified text closing marks, too."""
    setter = typesetter()
    width = setter.measure("“Yes, all of it”, the others", BODY)[0] + 0.6
    first = runs(setter.set_text(Setting(text, FIXED, width, align=align)))[0]
    mark = setter.measure("“", BODY)[0]
    if hangs:
        assert first.x == pytest.approx(-0.6 * mark, rel=0.05)
    else:
        assert first.x >= 0
    plain = replace(FIXED, without=("hang",))
    assert runs(setter.set_text(Setting(text, plain, width, align=align)))[0].x >= 0


@pytest.mark.parametrize("family", ["Space Grotesk", "Barlow Condensed", "Cinzel", "Jost", "Noto Sans"])
@pytest.mark.parametrize("letter", "TVWAY")
def test_letters_without_a_stem_begin_a_little_further_left(family: str, letter: str) -> None:
    """In large type, by what their font lacks, so that their ink is beside that of a stem, never far out."""
    large = replace(FIXED, family=family, size=12.0, smallest=12.0, bold=True)
    setter = typesetter()
    edges, moved = [], 0.0
    for text in (letter, "H"):
        (run,) = runs(setter.set_text(Setting(text, large, 99)))
        points = run.font.outline(run.pieces[0].glyphs[0].index)
        left = min(float(number) for _, *numbers in points for number in numbers[::2])
        edges.append(run.x + left / run.font.units_per_em * run.size)
        moved = run.x if text == letter else moved
    assert edges[1] - edges[0] >= 0.02 * 12
    assert -0.04 * 12 <= moved <= 0.0
    assert moved == 0.0 or edges[1] - edges[0] <= 0.05 * 12
    (small,) = runs(setter.set_text(Setting(letter, replace(large, size=5.0, smallest=5.0), 99)))
    assert small.x == 0.0


def test_figures_of_tables_are_equally_wide() -> None:
    """Digits of a font without such figures are in equal boxes."""
    tabular = replace(FIXED, family="Unbounded", features=("lnum", "tnum"))
    setter = typesetter()
    one, eight = (runs(setter.set_text(Setting(text, tabular, 99)))[0] for text in ("111", "888"))
    assert run_width(one) == pytest.approx(run_width(eight))
    assert glyphs(one) != glyphs(eight)
    plain = replace(tabular, features=())
    one, eight = (runs(setter.set_text(Setting(text, plain, 99)))[0] for text in ("111", "888"))
    assert run_width(one) < run_width(eight)


def test_no_hyphen_is_around_letters_that_are_no_syllable() -> None:
    """Patterns that part `Fort-s-chritt` or `Deut-sch-land` give no hyphen there."""
    german = typesetter("de")
    for word, parts in {
        "Analysefortschritt": {"Analyse-"},
        "Deutschland": set(),
        "Forschungsstation": {"Forschungs-"},
    }.items():
        setting = Setting(f"Ein {word} und ein {word} und noch ein {word} hier", FIXED, 0.0)
        ends = set()
        for width in range(24, 60):
            block = german.set_text(setting._replace(width=float(width)))
            ends |= {line.split()[-1] for line in lines(block) if line.endswith("-")}
        assert not {end for end in ends if end.lower().endswith(("forts-", "deut-", "deutsch-"))}
        assert parts <= ends
