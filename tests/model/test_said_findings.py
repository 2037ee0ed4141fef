"""Findings of checks in other languages: every message of the checks has a text."""

import ast
import re
from collections.abc import Iterator
from inspect import getsource
from pathlib import Path
from types import ModuleType

import pytest

from generator.model.texts import message, rich_text
from generator.model.texts.wordings import FindingTexts
from generator.play.experiments import design
from generator.play.series import paths
from generator.read.files.shelf import find_shelf
from generator.read.wordings.wordings import read_shared_wording
from generator.translate.desk import Desk
from generator.translate.language_checks import LANGUAGE_STYLES
from tests.web.games import change, write_game

READERS = {locale: read_shared_wording(find_shelf().wording, locale) for locale in ("en", "de", "ar", "ja")}
TEXTS = FindingTexts(READERS["en"])
SAMPLE = "foo"
NOTATION = ("zero", "one", "two", "few", "many", "other", "form")


def list_messages(module: ModuleType) -> Iterator[str]:
    """Yield the messages and hints that the code of a module raises, with a sample for each value."""
    for node in ast.walk(ast.parse(getsource(module))):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in (
            "hint",
            "message",
            "reason",
        ):
            yield from list_texts(node.value)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Wrong":
            for each in node.args:
                yield from list_texts(each)


def list_texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from list_texts(node.body)
        yield from list_texts(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else SAMPLE for part in node.values)
        yield "".join(map(str, parts))
    elif isinstance(node, ast.Constant):
        yield str(node.value)


MESSAGES = sorted(
    {
        *(text for module in (message, rich_text, paths, design) for text in list_messages(module)),
        *(right for style in LANGUAGE_STYLES.values() for right in style.register.values()),
    }
)


def list_words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", re.sub("`[^`]*`|petri locale accept.*", " ", text.lower())))


def list_english(locale: str) -> set[str]:
    """The English words that no text in the language has."""
    english, own = ("\n".join(READERS[each].sentences.values()) for each in ("en", locale))
    return list_words(english) - list_words(own) - {SAMPLE, *NOTATION}


FOREIGN = {locale: list_english(locale) for locale in READERS if locale != "en"}


def check_said(text: str) -> None:
    for locale, foreign in FOREIGN.items():
        said = TEXTS.find(text, READERS[locale])
        assert said is not None
        assert list_words(said) & foreign == set(), said
    assert TEXTS.say(text, READERS["en"]) == text


@pytest.mark.parametrize("text", MESSAGES)
def test_every_message_of_the_checks_has_a_text(text: str) -> None:
    """Messages about marks, choices, and varied values are said in the language of the reader."""
    check_said(text)


RIGHT = sorted({right for style in LANGUAGE_STYLES.values() for right in style.typography.values()})


@pytest.mark.parametrize("right", [right for right in RIGHT if " " in right and any(map(str.isalpha, right))])
def test_every_advice_about_typography_has_a_text(right: str) -> None:
    """Advice about typography is in the language of the reader, too."""
    text = f"has `a  b` in `so a  b.`: write {right}"
    check_said(text)
    said = TEXTS.say(text, READERS["de"])
    assert said.startswith("enthält `a  b` in `so a  b.`; richtig wäre: ")
    assert right not in said


TYPED = (
    *r"""
Escribe **aquí
Escribe *aquí
{red|a
{rde|a}
{nope|a}
{#12|a}
{rgb(300, 0, 0)|a}
{7%|a}
:penn:
:q:
\q
a}
{
{W}
{count}
{city, form, zz}
{n, foo,}
{n, form}
{n, form, TO}
{n, spellout
{n, spellout, foo}
{n, plural}
{n, plural, one
{n, plural, one a
{n, plural, one {a
{n, plural, {a}}
{n, plural, one {a}}
{n, plural, =x {a} other {b}}
{n, plural, =01 {a} other {b}}
{n, plural, one {a} one {b} other {c}}
{n, plural, few {a} other {b}}
{n, plural, other {b}
{n, plural, other {b}}
{n, select, A {a} other {b}}
Write your points into the squares below.
** a **
a :star:
Escribe...
Escribe 5 %.
a  b
𓀀
""".strip().splitlines(),
    "{n, plural, other {" * 9 + "}}" * 9,
    "{n, plural, one {} other {}} " * 200,
    "\x07",
)
"""Texts with mistakes of every kind that a translator may type."""


def test_everything_about_a_typed_text_is_said_in_the_language(tmp_path: Path) -> None:
    """Each finding about a typed text, its hint, and the errors of a text that is saved."""
    game = write_game(tmp_path, count=3)
    change(game / "wording" / "en.yaml", "  flower:\n", '  spare: "**Only** {count} :star:"\n  flower:\n')
    desk, found = Desk(game, find_shelf()), set[str]()
    for key in ("sheet.help", "spare"):
        for text in TYPED:
            for one in desk.check("es", key, text).findings:
                found |= {
                    one.message,
                    *([one.hint] if one.hint and not one.hint.startswith("English:") else []),
                }
    assert len(found) > 40
    for text in sorted(found):
        check_said(text)


def test_other_messages_stay_as_they_are() -> None:
    """A message that no text says, and one of several that no text says."""
    for text in ("nobody knows", "`**` is never closed; nobody knows", ""):
        assert TEXTS.say(text, READERS["de"]) == text
    said = TEXTS.say("`a; b` is too large; at most 3; add a step: 1..9/5", READERS["de"])
    assert said == "`a; b` ist zu groß; höchstens 3; gib einen Schritt an: 1..9/5"
    assert "such as" not in TEXTS.say("there is no place `a`; such as `b`", READERS["de"])


def test_a_value_ends_before_the_hint() -> None:
    """A message and a hint that both end with a value in backticks are two."""
    said = TEXTS.say("there is no place `a9`; such as `a1`", READERS["de"])
    assert said == "den Platz `a9` gibt es nicht; es gibt zum Beispiel `a1`"


@pytest.mark.parametrize(
    ("text", "locale", "expected"),
    [
        ("available: count, name", "ja", "使えるもの：count、name"),
        ("available: count, name", "ar", "المتاح: ⁨count⁩، ⁨name⁩"),
        ("has no `{rgb(1, 2, 3)|...}`, `:sun:`", "ja", "英語にある`{rgb(1, 2, 3)|...}`、`:sun:`がありません"),
        ("no font has é (U+00E9), ? (U+003F)", "ja", "é (U+00E9)、? (U+003F)がどのフォントにもありません"),
    ],
)
def test_lists_have_the_commas_of_the_language(text: str, locale: str, expected: str) -> None:
    """A list of names is one of the reader's language; a comma inside a name stays."""
    assert TEXTS.say(text, READERS[locale]) == expected


@pytest.mark.parametrize(
    "text", ["unmatched `{`", "add a `}`", "close it with `}`, or write `\\{` for the character"]
)
def test_braces_keep_their_direction_in_arabic(text: str) -> None:
    """A brace is not mirrored, which would make it its other half."""
    said = TEXTS.say(text, READERS["ar"])
    for value in re.findall("`([^`]*)`", text):
        assert f"`\u2068{value}\u2069`" in said
