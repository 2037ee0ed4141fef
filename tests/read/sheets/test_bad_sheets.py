"""What is wrong with a sheet is told where it stands, with what would be right."""

# ruff: noqa: E501 - what is told stands here as it is told

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "size: 8 mm",
            "size: 8",
            ["sheet.yaml:13:11: sections.body.size: `8` has no unit (write `8 mm`, or use cm, in, or pt)"],
        ),
        (
            "size: 8 mm",
            "size: 8mn",
            ["sheet.yaml:13:11: sections.body.size: unknown unit `mn` (use mm, cm, in, or pt)"],
        ),
        (
            "size: 8 mm",
            "size: -8 mm",
            [
                "sheet.yaml:13:11: sections.body.size: `-8 mm` is out of range (use more than 0 and at most 2000 mm)"
            ],
        ),
        (
            "size: 8 mm",
            "size: 8,5 mm",
            [
                "sheet.yaml:13:11: sections.body.size: `8,5 mm` has a comma instead of a decimal point (write `8.5 mm`)"
            ],
        ),
        (
            "size: 8 mm",
            "size: big",
            [
                "sheet.yaml:13:11: sections.body.size: `big` is not a length (write it like `8 mm`, `2.5 in`, or `9 pt`)"
            ],
        ),
        (
            "size: 8 mm",
            "size: 3 m",
            ["sheet.yaml:13:11: sections.body.size: unknown unit `m` (use mm, cm, in, or pt)"],
        ),
        (
            "size: 8 mm",
            "size: 0",
            [
                "sheet.yaml:13:11: sections.body.size: `0` is out of range (use more than 0 and at most 2000 mm)"
            ],
        ),
        (
            "size: 8 mm",
            "size: [8 mm]",
            ["sheet.yaml:13:11: sections.body.size: must be one value, not a list"],
        ),
        ("size: 8 mm", "size:", ["sheet.yaml:13:5: sections.body.size: has no value"]),
        ("    size: 8 mm\n", "", ["sheet.yaml:8:3: sections.body: `size` is missing (add `size: ...`)"]),
        (
            "size: 8 mm",
            "sise: 8 mm",
            [
                "sheet.yaml:8:3: sections.body: `size` is missing (add `size: ...`)",
                "sheet.yaml:13:5: sections.body.sise: unknown key `sise` (did you mean `size`?)",
            ],
        ),
        (
            "{fill: red}",
            "{fill: rod}",
            [
                "sheet.yaml:14:28: sections.body.ground[1].panel.fill: unknown colour `rod` (did you mean `red`?)"
            ],
        ),
        (
            "icon: star, box",
            'icon: "{name}", box',
            [
                "sheet.yaml:14:47: sections.body.ground[2].icon.icon: the field `name` is not in sheet.yaml (available: id)"
            ],
        ),
        (
            "kind: grid",
            "kind: gird",
            ["sheet.yaml:9:11: sections.body.kind: unknown section type `gird` (did you mean `grid`?)"],
        ),
        (
            "    kind: grid\n",
            "",
            [
                "sheet.yaml:8:3: sections.body: `kind` is missing (add `kind: ...`, one of: grid, track, key, shapes, lines, stack)"
            ],
        ),
        (
            "orientation: landscape",
            "orientation: lying",
            ["sheet.yaml:6:14: orientation: `lying` is not allowed here (available: landscape, portrait)"],
        ),
        (
            "  body:",
            "  Body:",
            [
                "sheet.yaml:8:3: sections.Body: `Body` is not an id (lower-case letters, digits, and `_`, such as `spread_curve`)",
                "sheet.yaml:8:3: sections.Body: this section is not placed on the sheet (add it to a panel of `bands`)",
                "sheet.yaml:88:19: bands[1][1].sections[1]: unknown section `body` (did you mean `Body`?)",
            ],
        ),
        (
            "| # # s",
            "| # # x",
            [
                "sheet.yaml:17:13: sections.body.squares: the legend has no `x` (it has: # s; `.` is no square)"
            ],
        ),
        (
            "| # # s",
            "| # #s",
            [
                "sheet.yaml:17:12: sections.body.squares: `s` overlaps the square to its left (a square is two characters wide: put a space between them)"
            ],
        ),
        (
            "| # # s",
            "| # #  s",
            [
                "sheet.yaml:17:14: sections.body.squares: is half a square off its column (write two characters per square; half steps need `naming: rows`)"
            ],
        ),
        (
            "| # # s",
            "|# # s",
            [
                "sheet.yaml:17:8: sections.body.squares: is outside the grid, on its left border (leave a space after `|`)"
            ],
        ),
        (
            "| # # s",
            "  # # s",
            [
                "sheet.yaml:17:7: sections.body.squares: the left border is missing (start every line with `|`, or none)"
            ],
        ),
        (
            "| # # s",
            "|\t# # s",
            [
                "sheet.yaml:17:8: sections.body.squares: is outside the grid, on its left border (leave a space after `|`)"
            ],
        ),
        (
            "|  # g\n",
            "|  #  g\n",
            [
                "sheet.yaml:30:13: sections.wall.squares: is half a square off its row (write two characters per square)"
            ],
        ),
        (
            "| . s .\n      | # # s\n      | . # .",
            "| . . .\n      | . . .\n",
            ["sheet.yaml:15:14: sections.body.squares: has no squares (draw one as `#`)"],
        ),
        (
            '"s": [spike]',
            '"ss": [spike]',
            [
                "sheet.yaml:20:7: sections.body.legend.ss: `ss` is not a valid character for a square (use one character except `.`, `|`, or a space)",
            ],
        ),
        (
            '"s": [spike]',
            '"s": [spikes]',
            ["sheet.yaml:20:13: sections.body.legend.s[1]: unknown mark `spikes` (did you mean `spike`?)"],
        ),
        (
            '"s": [spike]',
            '"s": spike',
            [
                "sheet.yaml:20:12: sections.body.legend.s: must be a list, not `spike` (write `[...]`, or each item below with `- `)"
            ],
        ),
        (
            '"2": shape',
            '"4": shape',
            ["sheet.yaml:22:7: sections.body.row_bonuses.4: there is no row `4` (the rows are 1 to 3)"],
        ),
        (
            '"2": shape',
            '"2": shap',
            ["sheet.yaml:22:12: sections.body.row_bonuses.2: unknown mark `shap` (did you mean `shape`?)"],
        ),
        (
            "      b: shape",
            "      c: shape",
            ["sheet.yaml:36:7: sections.wall.row_bonuses.c: there is no row `c` (the rows are a to b)"],
        ),
        (
            "count: 5",
            "count: 5\n    fields: [{label: a}]",
            ["sheet.yaml:51:5: sections.steps.count: has both `count` and `fields` (keep one of them)"],
        ),
        (
            "    count: 5\n",
            "",
            ["sheet.yaml:46:3: sections.steps: the track has no fields (add `count: ...` or `fields: ...`)"],
        ),
        ("count: 5", "count: 0", ["sheet.yaml:51:12: sections.steps.count: must be at least 1"]),
        (
            "count: 5",
            "count: 1e3",
            ["sheet.yaml:51:12: sections.steps.count: `1e3` is not a whole number (write it like `3`)"],
        ),
        (
            "cost: 2",
            "cost: -2",
            [
                "sheet.yaml:58:42: sections.values.fields[2].cost: `-2` is not a whole number (write it like `3`)"
            ],
        ),
        (
            "bonus: shape",
            "bonus: shapes",
            [
                "sheet.yaml:58:29: sections.values.fields[2].bonus: unknown mark `shapes` (did you mean `shape`?)"
            ],
        ),
        (
            "marks: [finish]",
            "marks: [finnish]",
            [
                "sheet.yaml:59:18: sections.values.fields[3].marks[1]: unknown mark `finnish` (did you mean `finish`?)"
            ],
        ),
        (
            "- {marks: [finish]}",
            "- label",
            ["sheet.yaml:59:9: sections.values.fields[3]: must be keys with values, not `label`"],
        ),
        (
            "icons: [star, ring]",
            "icons: [star, rong]",
            [
                "sheet.yaml:69:28: sections.key.groups[1].entries[1].icons[2]: unknown icon `rong` (did you mean `ring`?)"
            ],
        ),
        (
            "text: sheet.entry",
            "text: sheet.entri",
            [
                "sheet.yaml:69:41: sections.key.groups[1].entries[1].text: the wording has no `sheet.entri` (did you mean `sheet.entry`?)"
            ],
        ),
        (
            "text: sheet.entry",
            "text: Sheet entry",
            [
                "sheet.yaml:69:41: sections.key.groups[1].entries[1].text: `Sheet entry` is not a key of the wording (such as `analysis.title`; the texts are in wording/)"
            ],
        ),
        (
            "labels: [sheet.line, sheet.line]",
            "labels: sheet.line",
            [
                "sheet.yaml:85:13: sections.notes.labels: must be a list, not `sheet.line` (write `[...]`, or each item below with `- `)"
            ],
        ),
        (
            "{sections: [body], share: 1.5}",
            "{sections: [bode], share: 1.5}",
            [
                "sheet.yaml:8:3: sections.body: this section is not placed on the sheet (add it to a panel of `bands`)",
                "sheet.yaml:88:19: bands[1][1].sections[1]: unknown section `bode` (did you mean `body`?)",
            ],
        ),
        (
            "{sections: [wall, hill]}",
            "{sections: [wall, hill, wall]}",
            [
                "sheet.yaml:89:31: bands[1][2].sections[3]: the section `wall` is already placed (place it once)"
            ],
        ),
        (
            "{sections: [wall, hill]}",
            "{sections: [wall]}",
            [
                "sheet.yaml:37:3: sections.hill: this section is not placed on the sheet (add it to a panel of `bands`)"
            ],
        ),
        (
            "share: 1.5",
            "share: 0",
            ["sheet.yaml:88:33: bands[1][1].share: `0` is too small (more than 0, at most 100)"],
        ),
        (
            "share: 1.5",
            "share: wide",
            ["sheet.yaml:88:33: bands[1][1].share: `wide` is not a number (write it like `2` or `1.35`)"],
        ),
        (
            "  - - {sections: [key]}",
            "  - {sections: [key]}",
            ["sheet.yaml:92:5: a list item, `- `, is expected here (fix the indentation)"],
        ),
        (
            "title: sheet.body",
            "title: sheet.body\n    hint: sheet.hint",
            ["sheet.yaml:12:5: duplicate key `hint` (the first is in line 11: keep one of them)"],
        ),
        (
            "sections:\n",
            "sections: 3\nsection:\n",
            [
                "sheet.yaml:7:11: sections: must be keys with values, not `3`",
                "sheet.yaml:8:1: section: unknown key `section` (did you mean `sections`?)",
            ],
        ),
    ],
)
def test_bad_sheets(complaints: Callable[..., list[str]], old: str, new: str, told: list[str]) -> None:
    """Exactly these problems are told, and nothing else is."""
    assert complaints("games/small/sheet.yaml", old, new) == told
