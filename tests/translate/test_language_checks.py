"""Checks of languages find what an editor would, and nothing in texts that are right."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.translate.language_checks import LANGUAGE_STYLES, LanguageChecks

Petri = Callable[..., Result]
CARD = {"Karte": ("Spielkarte*", "Blatt")}


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def check(locale: str, english: str, text: str, *, key: str = "rule.x") -> list[str]:
    return [type for type, _ in LanguageChecks(locale).list_findings(key, english, text)]


@pytest.mark.parametrize(
    ("locale", "text", "types"),
    [
        ("de", "100 %", ["typography"]),
        ("de", "100\u00a0% – „so“, 4–5", []),
        ("de", "Strg-C ...", ["typography", "typography"]),
        ("es", "Pandemic: Tablero", ["typography"]),
        ("es", "Pandemic: tablero; «Sí: Eso»", ["typography"]),
        ("it", "l'altra", ["typography"]),
        ("fr", "Qui? Moi\u202f!", ["typography"]),
        ("fr", "« Moi »", ["typography"]),
        ("fr", "«\u202fPOX\u202f»\u00a0: Ana\u202f; oui\u202f!", []),
        ("pt-BR", "Ana ,", ["typography"]),
        ("ar", "ثمّ, 100٪", ["typography", "typography"]),
        ("ar", "100%، ثمّ؟", []),
        ("ja", "勝率(%)です。", ["typography"]),
        ("ja", "{setting}:{value}", ["typography"]),
        ("ja", "勝率（%）：:die_6:です", []),
        ("ja", "二つあります。", ["typography"]),
        ("ja", "だれですか？ はい。", ["typography"]),
        ("ja", "トラブルが起こる。", ["register"]),
        ("ja", "トラブルが起こった", ["register"]),
        ("ja", "使えない。", ["register"]),
        ("ja", "「{words}」は不可", []),
        ("ja", "使えません。トラブルが起こります。", []),
        ("xx", "100 %", []),
    ],
)
def test_typography_and_register(locale: str, text: str, types: list[str]) -> None:
    """Signs and forms of address of each language; unknown languages have none."""
    assert check(locale, "", text) == types


def test_labels_need_no_form_of_address() -> None:
    """Only groups of complete sentences are checked."""
    assert check("ja", "", "使える", key="board.title") == []


@pytest.mark.parametrize(
    ("locale", "english", "text", "is_weaker"),
    [
        ("de", "all squares must be connected", "alle Kästchen hängen zusammen", True),
        ("de", "all squares must be connected", "alle Kästchen müssen zusammenhängen", False),
        ("de", "there are only 8", "es gibt 8", True),
        ("es", "{name} cannot move", "{name} se queda", True),
        ("es", "{name} can’t move", "{name} no puede moverse", False),
        ("it", "only 8 pills", "8 pillole in tutto", True),
        ("it", "only 8 pills", "soltanto 8 pillole", False),
        ("fr", "you must not", "c’est interdit", False),
        ("fr", "only 8 pills", "il n’y a qu’une pilule", False),
        ("fr", "only 8 pills", "il n’y a pas huit pilules", True),
        ("pt", "you must draw", "você deve comprar", False),
        ("ar", "only one", "واحد فقط", False),
        ("ar", "only one", "واحد", True),
        ("ja", "only one", "1つだけです", False),
        ("ja", "it must be used", "使います", True),
        ("de", "{n, plural, one {it is} other {only # are}} left", "{n, plural, one {1} other {#}} da", True),
    ],
)
def test_only_must_and_cannot(locale: str, english: str, text: str, is_weaker: bool) -> None:
    """A translation that says less than English is found."""
    assert ("weaker" in check(locale, english, text)) is is_weaker


@pytest.mark.parametrize(
    ("locale", "terms", "text", "found"),
    [
        ("de", CARD, "Zieht **Spielkarten**.", ["has `Spielkarten`; the term is `Karte`"]),
        ("de", CARD, "ein blatt", ["has `blatt`; the term is `Karte`"]),
        ("de", CARD, "Blattwerk, Karte, keine :blatt:", []),
        ("ja", {"手数": ("操作数",)}, "平均操作数", ["has `操作数`; the term is `手数`"]),
        ("ar", {"سجلّ": ("*سجل",)}, "السجلّ سجلّ", []),
        ("ar", {"سجلّ": ("*سجل",)}, "السجل", ["has `السجل`; the term is `سجلّ`"]),
    ],
)
def test_terms(locale: str, terms: dict[str, tuple[str, ...]], text: str, found: list[str]) -> None:
    """A variant is a word, or its beginning; in Japanese, it may be anywhere."""
    findings = LanguageChecks(locale, terms).list_findings("x", "", text)
    assert [message for _, message in findings] == found


def test_all_expressions_are_valid() -> None:
    """Every check of every language can be made."""
    for locale in LANGUAGE_STYLES:
        assert check(locale, "only, must, cannot", "x") == ["weaker"] * 3


def test_findings_are_reported_until_somebody_says_that_they_are_none(petri: Petri, tiny_game: Path) -> None:
    """The terms of a file are read; a text is accepted by its own key, and only as it is."""
    spanish = tiny_game / "wording" / "es.yaml"
    change(spanish, "words:", "terms:\n  Rayas: [Cruce*]\nwords:")
    petri("locale", "accept", "tiny_game", "es", "kit", "sheet", "rules")
    done = petri("locale", "tiny_game", "--text-only")
    assert done.exit_code == 1
    assert "words.sheet.track: has `Cruces`; the term is `Rayas` (English: Crosses)" in done.stdout
    assert "\n    sheet.track\n" in petri("locale", "accept", "tiny_game", "es", "sheet").stdout
    done = petri("locale", "accept", "tiny_game", "es", "sheet.track")
    assert "    no longer reported: has `Cruces`; the term is `Rayas`\n" in done.stdout
    assert petri("locale", "tiny_game", "--text-only").exit_code == 0
    change(spanish, "Cruces\n", "Dos Cruces\n")
    assert "the term is `Rayas`" in petri("locale", "tiny_game", "--text-only").stdout


def test_terms_that_are_wrong_are_reported(petri: Petri, tiny_game: Path) -> None:
    """With file, line, and column."""
    change(tiny_game / "wording" / "es.yaml", "words:", "terms:\n  Rayas: ['*']\nwords:")
    done = petri("locale", "tiny_game", "--text-only")
    assert "tiny_game/wording/es.yaml:3:11: terms.Rayas[1]: `*` is not a word, or words" in done.stderr


def test_texts_have_forms(petri: Petri, tiny_game: Path) -> None:
    """A text is printed in its main form; a form that no text of the language has is reported."""
    spanish, english = (tiny_game / "wording" / f"{locale}.yaml" for locale in ("es", "en"))
    english.write_text(f'{english.read_text("utf-8")}  more: "to {{what}}"\n', encoding="utf-8")
    text = "{what, form, obj} {what_gender, select, f {f} other {m}}"
    spanish.write_text(f'{spanish.read_text("utf-8")}  more: "{text}"\n', encoding="utf-8")
    change(spanish, "Nombre", '"{form, select, obj {al nombre} other {Nombre}}"')
    done = petri("locale", "tiny_game", "--text-only", "-l", "es", "--json")
    assert '"wrong": []' in done.stdout
    assert petri("make", "tiny_game", "-l", "es", "--part", "sheet", "--to", "txt").exit_code == 0
    assert "Nombre" in Path("output/tiny-game/sheet-es-a4.txt").read_text("utf-8")
    change(spanish, "form, obj}", "form, objeto}")
    done = petri("locale", "tiny_game", "--text-only", "-l", "es")
    assert "words.more: unknown form `objeto` (the texts of the language have: a, de," in done.stdout
    change(spanish, "{what_gender", "{that_gender")
    done = petri("locale", "tiny_game", "--text-only", "-l", "es")
    assert "placeholder `{that_gender}` has no value" in done.output
