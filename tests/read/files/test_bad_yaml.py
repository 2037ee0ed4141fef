"""Invalid or unsupported YAML is refused with a position and a plain message."""

# ruff: noqa: E501 - what is told stands here as it is told

import re

import pytest

from generator.errors import DataError, Problem
from generator.read.files.yaml import parse_yaml
from tests import shipped


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a:\n\tb: 1\n", ["x.yaml:2:1: a tab is used to indent (indent with spaces)"]),
        ("a:\n  b: 1\n\tc: 2\n", ["x.yaml:3:1: a tab is used to indent (indent with spaces)"]),
        ("a: x\n\tc: 2\n", ["x.yaml:2:1: a tab is used to indent (indent with spaces)"]),
        ("a:\n  - x\n\t- y\n", ["x.yaml:3:1: a tab is used to indent (indent with spaces)"]),
        (
            "a: b: c\n",
            ["x.yaml:1:5: a second `: ` in one value (put the text in quotes, or fix the indentation)"],
        ),
        (
            "title: foo\n  bar: baz\n",
            ["x.yaml:2:6: a second `: ` in one value (put the text in quotes, or fix the indentation)"],
        ),
        ("a: 1\nb\nc: 2\n", ["x.yaml:2:1: this line has no `: ` (write `key: value`)"]),
        ("a: 1\nb\n", ["x.yaml:2:1: this line has no `: ` (write `key: value`)"]),
        (
            "a: 1\n  b: 2\n",
            ["x.yaml:2:4: a second `: ` in one value (put the text in quotes, or fix the indentation)"],
        ),
        ("a:\n    b: 1\n  c: 2\n", ["x.yaml:3:3: does not fit the lines above it (fix the indentation)"]),
        ('a: "foo\nb: 1\n', ["x.yaml:1:4: this quote is never closed"]),
        (
            "a: 'foo\nb: it's\n",
            ["x.yaml:1:4: this quote is closed only in line 2 (close it where the text ends)"],
        ),
        (
            'a:\n  b: "foo\n  c: 1\n  d: "bar"\n',
            ["x.yaml:2:6: this quote is closed only in line 4 (close it where the text ends)"],
        ),
        ("a:\n  b:foo\n\n  c: 1\n", ["x.yaml:2:5: a space is missing after the `:` (write `key: value`)"]),
        ('a: "foo" bar\n', ["x.yaml:1:10: does not belong to the value before it (put the text in quotes)"]),
        (
            "a: [1, 2\nb: 3\n",
            ["x.yaml:1:4: this `[` is never closed with `]` (write the `]`, or put the text in quotes)"],
        ),
        (
            'a:\n  - {id: b, name: "open, text: y}\n',
            ["x.yaml:2:19: this quote is never closed (close it where the text ends)"],
        ),
        (
            "a: {b: 'Don't do it'}\n",
            ["x.yaml:1:12: this apostrophe ends the text (begin and end a text that contains `'` with `\"`)"],
        ),
        (
            'a: [say, "say "hi" to"]\n',
            ["x.yaml:1:15: this quote ends the text (begin and end a text that contains `\"` with `'`)"],
        ),
        (
            "a: {b: “one: two”}\n",
            ['x.yaml:1:8: `“` is not a quotation mark of YAML (begin and end the text with `"`)'],
        ),
        (
            "- {a: 1, b: Look, a card, or two}\n- {a: 1, c: x, y}\n",
            [
                'x.yaml:1:17: a text with a comma needs quotes here (write `"Look, a card"`)',
                'x.yaml:2:14: a text with a comma needs quotes here (write `"x, y"`)',
            ],
        ),
        (
            "- {a: “Look, at it.”}\n",
            ['x.yaml:1:7: `“` is not a quotation mark of YAML (begin and end the text with `"`)'],
        ),
        (
            "- {a: 3,5 mm}\n",
            ["x.yaml:1:8: `3,5 mm` has a comma instead of a decimal point (write `3.5 mm`)"],
        ),
        (
            "- {id: a, name: x}\n- {id: b, name Bo}\n",
            ["x.yaml:2:11: `name Bo` has no `: ` (write `name: Bo`)"],
        ),
        (
            "a: [1, 2",
            ["x.yaml:1:4: this `[` is never closed with `]` (write the `]`, or put the text in quotes)"],
        ),
        (
            "a: {b: 1, c\nd: 3\n",
            ["x.yaml:1:4: this `{` is never closed with `}` (write the `}`, or put the text in quotes)"],
        ),
        (
            "a: {b: 1]}\n",
            ["x.yaml:1:9: this `]` closes nothing (remove it, or put the text in quotes)"],
        ),
        (
            "a: [\n  - b\n  - c: 1\n",
            ["x.yaml:2:3: a `- ` list cannot be between `[` and `]` (close the `[` in line 1, or remove it)"],
        ),
        (
            "a: {\n  - b\n}\n",
            ["x.yaml:2:3: a `- ` list cannot be between `{` and `}` (close the `{` in line 1, or remove it)"],
        ),
        (
            "a: [\n  b\n]\nc:\n  - {d: #f00}\n  - e\n",
            ['x.yaml:5:9: `#` begins a comment here (put a colour in quotes: `"#ff0000"`)'],
        ),
        (
            "a: [b, # one\n  @c]\n",
            ["x.yaml:2:3: a value cannot start with this character (put the text in quotes)"],
        ),
        (
            "- {id: a, text: {cost} coins}\n",
            ['x.yaml:1:17: a text that begins with `{` needs quotes (write `"{cost} coins"`)'],
        ),
        (
            "a: {cost}\nb: [{x}{y}, 1]\nc: {{ z }}\n",
            [
                'x.yaml:1:4: a text that begins with `{` needs quotes (write `"{cost}"`)',
                'x.yaml:2:5: a text that begins with `{` needs quotes (write `"{x}{y}"`)',
            ],
        ),
        ("a: {{b: 1}}\n", ["x.yaml:1:5: a key must be a text (write `key: value`)"]),
        ("{{a: 1}: b}\n", ["x.yaml:1:2: a key must be a text (write `key: value`)"]),
        (
            "- a: {b: 'Pay, {cost} coins', c: [1, 2}\n",
            ["x.yaml:1:34: this `[` is never closed with `]` (write the `]`, or put the text in quotes)"],
        ),
        ("c: {{ z }}\n", ['x.yaml:1:4: a text that begins with `{` needs quotes (write `"{{ z }}"`)']),
        (
            "a: {b} and {c}\n",
            ['x.yaml:1:4: a text that begins with `{` needs quotes (write `"{b} and {c}"`)'],
        ),
        (
            "- {id:a, name: b}\n- {id: c, file:p/c.png}\n",
            [
                "x.yaml:1:7: a space is missing after the `:` (write `id: a`)",
                "x.yaml:2:16: a space is missing after the `:` (write `file: p/c.png`)",
            ],
        ),
        ("size：poker\nb: 1\n", ["x.yaml:1:5: `：` is not a colon of YAML (write `: `)"]),
        (
            "size:\xa0poker\nb: 1\n",
            ["x.yaml:1:6: a no-break space follows the `:` (U+00A0: remove it, or write an ordinary space)"],
        ),
        ("size poker\ncards:\n  - a\n", ["x.yaml:1:1: this line has no `: ` (write `key: value`)"]),
        ("size poker\n\n# b\ncards: 1\n", ["x.yaml:1:1: this line has no `: ` (write `key: value`)"]),
        (
            "a:\n  – b: c\n  • d: e\n",
            [
                "x.yaml:2:3: `–` is not a hyphen (a list item begins with `- `)",
                "x.yaml:3:3: `•` is not a hyphen (a list item begins with `- `)",
            ],
        ),
        ("a:\n  - b\n  – c\n", ["x.yaml:3:3: `–` is not a hyphen (a list item begins with `- `)"]),
        ("a:\n  * b: c\n", ["x.yaml:2:3: `*` is not a hyphen (a list item begins with `- `)"]),
        (
            "a:\n  -\xa0b: c\n",
            [
                "x.yaml:2:4: a no-break space is not a space of YAML (U+00A0: remove it, or write an ordinary space)"
            ],
        ),
        (
            "\u3000a: b\n",
            [
                "x.yaml:1:1: an ideographic space is not a space of YAML (U+3000: remove it, or write an ordinary space)"
            ],
        ),
        ("- {a: 1}}\n- b\n", ["x.yaml:1:9: this `}` closes nothing (remove it, or put the text in quotes)"]),
        ("a: {b: c}}\n", ["x.yaml:1:10: this `}` closes nothing (remove it, or put the text in quotes)"]),
        (
            "a: {b: |\n  c}\n",
            [
                "x.yaml:1:8: a `|` text cannot be in braces or brackets (put the text in quotes, or each key into a line of its own)"
            ],
        ),
        ('a: "C:\\Users"\n', ["x.yaml:1:9: unknown `\\` escape (use single quotes, or write `\\\\`)"]),
        (
            "- &a {b: c}\n- {d: e, *a}\n",
            [
                "x.yaml:1:3: anchors (`&a`) are not supported (write the value out; a text that starts with `&` needs quotes)",
                "x.yaml:2:10: aliases (`*a`) are not supported (write the value out; a text that starts with `*` needs quotes)",
            ],
        ),
        (
            "a: !!str b\n",
            [
                "x.yaml:1:4: tags (`!!str`) are not supported (write the value out; a text that starts with `!` needs quotes)"
            ],
        ),
        ("a:\n  -\t{b: c}\n", ["x.yaml:2:4: a value cannot start with a tab (write spaces)"]),
        ("a: {b: c: d}\n", ["x.yaml:1:9: a second `: ` in one value (put the text in quotes)"]),
        ("a: {b: c d: e}\n", ["x.yaml:1:10: a `,` is missing before `d` (or put the text in quotes)"]),
        ("a: [b, - c]\n", ["x.yaml:1:8: a value cannot start with this character (put the text in quotes)"]),
        ("a: @foo\n", ["x.yaml:1:4: a value cannot start with this character (put the text in quotes)"]),
        ("a: `x`\n", ["x.yaml:1:4: a value cannot start with this character (put the text in quotes)"]),
        ("a: %x\n", ["x.yaml:1:4: a value cannot start with this character (put the text in quotes)"]),
        ("a: *\n", ["x.yaml:1:4: a value cannot start with this character (put the text in quotes)"]),
        ("a: & b\n", ["x.yaml:1:4: a value cannot start with this character (put the text in quotes)"]),
        ("a: **bold**\n", ["x.yaml:1:4: a value cannot start with this character (put the text in quotes)"]),
        (
            "a: !foo bar\n",
            [
                "x.yaml:1:4: tags (`!foo`) are not supported (write the value out; a text that starts with `!` needs quotes)"
            ],
        ),
        ("a: !<x y>\n", ["x.yaml:1:4: a tag starts here (a text that starts with `!` needs quotes)"]),
        ('a: "\\q"\n', ["x.yaml:1:5: unknown `\\` escape (use single quotes, or write `\\\\`)"]),
        (
            'a: "\\ud800"\n',
            ["x.yaml:1:7: unknown `\\` escape (use single quotes, or write `\\\\`)"],
        ),
        ('a: "\\0"\n', ["x.yaml:1:4: contains a control character, written as an escape (remove it)"]),
        ("a: 1\n- b\n", ["x.yaml:2:1: does not fit the lines above it (fix the indentation)"]),
        ("- b\na: 1\n", ["x.yaml:2:1: a list item, `- `, is expected here (fix the indentation)"]),
        ("a: - b\n", ["x.yaml:1:4: a list cannot start here (start its first `- ` on a new line)"]),
        ("a: -\nb: c\n", ["x.yaml:1:4: a `-` alone begins a list (put it in quotes)"]),
        ("a: -  # none\n", ["x.yaml:1:4: a `-` alone begins a list (put it in quotes)"]),
        ("a: 1\n...\nb: 2\n", ["x.yaml:3:1: nothing may follow here (a file contains one document)"]),
        ("a: |x\n  y\n", ["x.yaml:1:5: the text starts on the line below `|` (begin a new line)"]),
        (
            "a:\n  | x\n  | y\n",
            ["x.yaml:2:3: rows begin here, but their key has no `|` (write `key: |` on the line above them)"],
        ),
        ("a: |\n\tx\n", ["x.yaml:2:1: a tab is used to indent (indent with spaces)"]),
        (
            "a: |\n    x\n  y\nb: 1\n",
            ["x.yaml:3:3: does not fit the lines above it (fix the indentation)"],
        ),
        (
            "s:\n  a: |\n      x\n    y\n  b: 1\n",
            ["x.yaml:4:5: does not fit the lines above it (fix the indentation)"],
        ),
        (
            "s:\n  a: |\n      # e\n    # g\n  b: 1\n",
            [
                "x.yaml:4:5: is read as a comment: it is indented less than the first line of its text (start every line of the text with `|`)"
            ],
        ),
        (
            "s:\n  a: |\n    |\t# e\n   \t| # g\n  b: 1\n",
            ["x.yaml:4:4: a tab is used to indent (indent with spaces)"],
        ),
        ("? a\n: b\n? [a, b]\n: c\n", ["x.yaml:3:3: a key must be a text (write `key: value`)"]),
        ("%YAML 2.0\n---\na: 1\n", ["x.yaml:1:1: this `%` line is not supported (remove it)"]),
        ("%FOO\n", ["x.yaml:1:5: this `%` line is not supported (remove it)"]),
        (
            "&a\n",
            [
                "x.yaml:1:1: anchors (`&a`) are not supported (write the value out; a text that starts with `&` needs quotes)"
            ],
        ),
        ("a: , b\n", ["x.yaml:1:4: a value cannot start with this character (put the text in quotes)"]),
        ("a: }\n", ["x.yaml:1:4: this `}` closes nothing (remove it, or put the text in quotes)"]),
        (
            "a" * 2000 + ": 1\n",
            ["x.yaml:1:2001: a second `: ` in one value (put the text in quotes, or fix the indentation)"],
        ),
        (": 1\n", ["x.yaml:1:1: does not fit the lines above it (fix the indentation)"]),
        (
            "a: 'x'y\n",
            ["x.yaml:1:6: this apostrophe ends the text (begin and end a text that contains `'` with `\"`)"],
        ),
        (
            "a: &x 1\nb: *x\nc: *x\n",
            [
                "x.yaml:1:4: anchors (`&x`) are not supported (write the value out; a text that starts with `&` needs quotes)",
                "x.yaml:2:4: aliases (`*x`) are not supported (write the value out; a text that starts with `*` needs quotes)",
            ],
        ),
        ("a:\n  <<: {b: 1}\n", ["x.yaml:2:3: merge keys (`<<`) are not supported (write the values out)"]),
        (
            "a: 1\nb: 2\na: 3\nb: 4\n",
            [
                # A `- ` is missing: one mistake.
                "x.yaml:3:1: duplicate key `a` (the first is in line 1: keep one of them)",
            ],
        ),
        ("[" * 5000, ["x.yaml:1:61: is nested deeper than 60 levels"]),
        ("- " * 5000, ["x.yaml:1:121: is nested deeper than 60 levels"]),
        ("", ["x.yaml: is empty"]),
        ("# x\n", ["x.yaml: contains nothing but comments"]),
        (
            "a: 1\n---\nb: 2\n",
            ["x.yaml:2:1: a second document starts here (remove the `---`)"],
        ),
        (
            "[a]: 1\nb: {c: 1, c: 2}\n",
            [
                "x.yaml:1:1: a key must be a text (write `key: value`)",
                "x.yaml:2:11: duplicate key `c` (keep one of them)",
            ],
        ),
        ("~: 1\n? \n: 2\n", ["x.yaml:2:2: a key is empty (write `key: value`)"]),
        (
            '"x\\e[31m": 1\n',
            ["x.yaml:1:1: contains a control character, written as an escape (remove it)"],
        ),
        ('a: "x\\0"\n', ["x.yaml:1:4: contains a control character, written as an escape (remove it)"]),
        (
            "e:\n  - |\n    text\n  # c\n  - b\nf: |\n # a\n# b\ng: |\n  # a\n # b\n",
            [
                "x.yaml:11:2: is read as a comment: it is indented less than the first line of its text (start every line of the text with `|`)"
            ],
        ),
        (
            "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: &d [*c, *c]\ne: &e [*d, *d]\nf: &f [*e, *e]\ng: &g [*f, *f]\nh: &h [*g, *g]\ni: &i [*h, *h]\nj: &j [*i, *i]\n",
            [
                "x.yaml:1:4: anchors (`&a`) are not supported (write the value out; a text that starts with `&` needs quotes)",
                "x.yaml:2:8: aliases (`*a`) are not supported (write the value out; a text that starts with `*` needs quotes)",
            ],
        ),
        (
            "*a : 1\n",
            [
                "x.yaml:1:1: aliases (`*a`) are not supported (write the value out; a text that starts with `*` needs quotes)",
            ],
        ),
        (
            "a: 1\na: 2\nb: [\n",
            [
                "x.yaml:2:1: duplicate key `a` (the first is in line 1: keep one of them)",
                "x.yaml:3:5: ends in the middle of a value (close every `[`, `{` and quote)",
            ],
        ),
        (
            "{a: 1, a: 2}\n",
            ["x.yaml:1:8: duplicate key `a` (keep one of them)"],
        ),
        ("---\n", ["x.yaml: contains nothing but comments"]),
    ],
)
def test_bad_yaml(text: str, told: list[str]) -> None:
    """Exactly these problems are told, each where it stands; data is never returned."""
    with pytest.raises(DataError) as caught:
        parse_yaml(text, file="x.yaml")
    assert [str(problem) for problem in caught.value.problems] == told
    for problem in caught.value.problems:
        check_translations(problem)


RARE = (
    *("a list item, `- `, is expected here", "nothing may follow here", "this `%` line is not supported"),
    *("is not YAML", "a second document starts here"),
    *("a text with a comma needs quotes", "has a comma instead of a decimal point", "has no `: `"),
    *("a text that begins with `{`", "is not a hyphen", "is not a space of YAML", "follows the `:`"),
    *("closes nothing", "cannot be in braces", "a space is missing after the `:`"),
)
"""Words of messages that other languages say with one general sentence."""


def check_translations(problem: Problem) -> None:
    """A problem says the same in the English wording, and has no placeholder left in any language."""
    assert problem.key or any(words in problem.message for words in RARE)
    own = re.sub("this (apostrophe|quote) ends", f"this {problem.values.get('sign')} ends", problem.message)
    for locale, wording in shipped.kit("fight_the_virus").wordings.items():
        text = wording.format(f"tally.file.{problem.key or 'other'}", problem.values)
        assert not re.search("{[a-z]", text)
        if locale == "en" and problem.key:
            assert re.sub("[“”]", "", text).startswith(re.sub("[“”`]", "", own))
