"""Errors of a layout: raised, collected, or caught by an attempt."""

from dataclasses import replace

import pytest

from generator.errors import LayoutError, MissingGlyph, WrittenPlace
from generator.layout.press import LayoutFindings, PressedPiece
from generator.layout.text.paragraphs import Setting
from tests.layout.text.setting import BODY, lines, typesetter


def error(thing: str = "title") -> LayoutError:
    return LayoutError(thing, "too long", over_mm=2.0)


def test_an_error_is_raised_where_nobody_collects() -> None:
    """The error names the piece."""
    findings = LayoutFindings()
    findings.piece = PressedPiece("a", "deck a", lambda *fields: None, {})
    with pytest.raises(LayoutError, match=r"^deck a: title: too long \(by 2.0 mm\)$"):
        findings.add(error())


def test_errors_are_collected_once_each() -> None:
    """Duplicates are reported once, and every report has only new errors."""
    findings = LayoutFindings(collects=True)
    for thing in ("title", "title", "hint"):
        findings.add(error(thing))
    assert [str(one) for one in findings.take()] == [str(error()), str(error("hint"))]
    assert findings.take() == ()


def test_an_attempt_that_fails_is_not_reported() -> None:
    """A failed attempt is no error; an attempt inside another ends only itself."""
    findings = LayoutFindings(collects=True)

    def fail() -> str:
        assert findings.attempt(lambda: findings.add(error())) is None
        findings.add(error("second"))
        return "never"

    assert findings.attempt(fail) is None
    assert findings.attempt(lambda: "done") == "done"
    assert findings.take() == ()
    findings.add(error())
    assert len(findings.take()) == 1


def test_text_goes_on_after_all_that_is_wrong_with_it() -> None:
    """Lines that are too long and missing glyphs are all reported, and the rest of the text is set."""
    findings = LayoutFindings(collects=True)
    setter = typesetter(findings=findings)
    whole = replace(BODY, without=("narrow",))
    line = setter.set_line(Setting("immunity\u0f40 for all", whole, width=3.0, thing="label"))
    block = setter.set_text(Setting("incomprehensibility", whole, width=8.0, thing="text"))
    assert [type(one) for one in findings.take()] == [MissingGlyph, LayoutError, LayoutError]
    assert lines(line) == ["immunity for all"]
    assert line.size == block.size == BODY.smallest


def test_a_warning_is_kept_with_its_place_and_raises_nothing() -> None:
    """A warning names where the piece is written, once; without collecting, it is dropped."""
    LayoutFindings().warn("it will look soft")
    findings = LayoutFindings(collects=True)
    findings.piece = PressedPiece("a", "deck a", lambda *fields: WrittenPlace("deck.yaml", 12, 3), {})
    for _ in range(2):
        findings.warn("it will look soft")
    assert [str(one) for one in findings.take()] == ["deck.yaml:12:3: deck a: it will look soft"]
    assert findings.count == 0
