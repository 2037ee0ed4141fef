"""What is wrong with words is told where it stands, with what would be right."""

# ruff: noqa: E501 - what is told stands here as it is told

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "games/small/wording/es.yaml",
            "    body: Cuerpo\n",
            "",
            ["wording/en.yaml:12:5: words.sheet.body: `es` has no `sheet.body` (English: Body)"],
        ),
        (
            "games/small/wording/es.yaml",
            "    body: Cuerpo\n",
            "    bodi: Cuerpo\n",
            [
                "wording/en.yaml:12:5: words.sheet.body: `es` has no `sheet.body` (English: Body)",
                "wording/es.yaml:10:5: words.sheet.bodi: unknown key `sheet.bodi` (did you mean `sheet.body`?)",
            ],
        ),
        (
            "games/small/wording/es.yaml",
            "{count}",
            "{cuenta}",
            [
                "wording/es.yaml:7:15: words.sheet.subtitle: placeholder `{count}` is missing (English: A *sheet* for {count})",
                "wording/es.yaml:7:15: words.sheet.subtitle: placeholder `{cuenta}` has no value (did you mean `count`?)",
            ],
        ),
        (
            "games/small/wording/es.yaml",
            "**marcas**",
            "**marcas",
            ["wording/es.yaml:23:30: words.rules.text: `**` is never closed at character 20"],
        ),
        (
            "games/small/wording/es.yaml",
            ":star:",
            ":stern:",
            ["wording/es.yaml:11:11: words.sheet.hint: unknown icon `stern` (available: ring, star)"],
        ),
        (
            "games/small/wording/es.yaml",
            "{red|",
            "{rojo|",
            ["wording/es.yaml:23:11: words.rules.text: unknown colour `rojo`"],
        ),
        (
            "games/small/wording/es.yaml",
            "body: Cuerpo",
            "body:",
            ["wording/es.yaml:10:5: words.sheet.body: has no text (write it after the `:`)"],
        ),
        (
            "games/small/wording/es.yaml",
            "body: Cuerpo",
            "body: [Cuerpo]",
            [
                "wording/es.yaml:10:11: words.sheet.body: must be a text or keys with texts (quote texts that start with `[`)"
            ],
        ),
        (
            "games/small/wording/es.yaml",
            "    body: Cuerpo",
            "    Body: Cuerpo",
            [
                "wording/es.yaml:10:5: words.sheet.Body: `Body` is not a valid key (lower-case letters, digits, and `_`)"
            ],
        ),
        (
            "games/small/wording/es.yaml",
            "words:",
            "wörter:",
            [
                "wording/es.yaml:1:1: `words` is missing (add `words: ...`)",
                "wording/es.yaml:1:1: wörter: unknown key `wörter` (available: direction, language, samples, status, terms, words)",
            ],
        ),
        (
            "games/small/wording/en.yaml",
            "    body: Body\n",
            "",
            [
                "sheet.yaml:9:12: sections.body.title: the wording has no `sheet.body` (add it to wording/en.yaml)",
                "wording/es.yaml:10:5: words.sheet.body: unknown key `sheet.body` (English has no such text)",
            ],
        ),
        (
            "wording/es.yaml",
            "language: Español\n",
            "",
            ["wording/es.yaml:1:1: `language` is missing (add `language: ...`, in that language)"],
        ),
        (
            "wording/es.yaml",
            "words:",
            "direction: left\nwords:",
            ["wording/es.yaml:2:12: direction: `left` is not allowed here (available: ltr, rtl)"],
        ),
        (
            "games/small/wording/es.yaml",
            "Una *hoja* para {count}",
            '"{count, plural, one {una hoja} few {pocas} other {# hojas}}"',
            [
                "wording/es.yaml:7:47: words.sheet.subtitle: the language has no category `few` at character 32 (available: many, one, other)"
            ],
        ),
        (
            "games/small/wording/es.yaml",
            "Una *hoja* para {count}",
            '"{count, plural, =0 {nada} other {# hojas}}"',
            [
                "wording/es.yaml:7:16: words.sheet.subtitle: `{count, plural, ...}` has no `one` at character 1 (add `one {...}`: the language needs it for 1)"
            ],
        ),
        (
            "games/small/wording/es.yaml",
            "Una *hoja* para {count}",
            '"Una {count, plural, one {#} many {#}}"',
            [
                "wording/es.yaml:7:20: words.sheet.subtitle: `{count, plural, ...}` has no `other` at character 5 (add `other {...}`)"
            ],
        ),
        (
            "games/small/wording/es.yaml",
            "Una *hoja* para {count}",
            '"{cuantas, plural, one {una **hoja**} other {# hojas}}"',
            [
                "wording/es.yaml:7:15: words.sheet.subtitle: placeholder `{count}` is missing (English: A *sheet* for {count})",
                "wording/es.yaml:7:15: words.sheet.subtitle: placeholder `{cuantas}` has no value (available: count)",
            ],
        ),
        (
            "games/small/wording/es.yaml",
            "Una *hoja* para {count}",
            '"{count, plural, one {una **hoja} other {# :nube:}}"',
            ["wording/es.yaml:7:41: words.sheet.subtitle: `**` is never closed at character 26"],
        ),
        (
            "games/small/wording/es.yaml",
            "Una *hoja* para {count}",
            '"{count, plural, one {una **hoja**} other {# :nube:}}"',
            ["wording/es.yaml:7:15: words.sheet.subtitle: unknown icon `nube` (available: ring, star)"],
        ),
        (
            "games/small/wording/en.yaml",
            "    body: Body\n",
            "    body: Body {n, plurals, other {x}}\n",
            [
                "wording/en.yaml:12:20: words.sheet.body: unknown choice type `plurals` at character 10 (use one of: plural, selectordinal, select, spellout, ordinal, upper, form)",
            ],
        ),
    ],
)
def test_bad_wordings(
    complaints: Callable[..., list[str]], file: str, old: str, new: str, told: list[str]
) -> None:
    """Exactly these problems are told, and nothing else is."""
    assert complaints(file, old, new) == told
