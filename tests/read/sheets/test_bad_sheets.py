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
            [
                "sheet.yaml:14:17: sections.body.blocks[1].grid.size: `8` has no unit (write `8 mm`, or use cm, in, or pt)"
            ],
        ),
        (
            "size: 8 mm",
            "size: 8mn",
            [
                "sheet.yaml:14:17: sections.body.blocks[1].grid.size: unknown unit `mn` (use mm, cm, in, or pt)"
            ],
        ),
        (
            "size: 8 mm",
            "size: -8 mm",
            [
                "sheet.yaml:14:17: sections.body.blocks[1].grid.size: `-8 mm` is out of range (use more than 0 and at most 2000 mm)"
            ],
        ),
        (
            "size: 8 mm",
            "size: 8,5 mm",
            [
                "sheet.yaml:14:17: sections.body.blocks[1].grid.size: `8,5 mm` has a comma instead of a decimal point (write `8.5 mm`)"
            ],
        ),
        (
            "size: 8 mm",
            "size: big",
            [
                "sheet.yaml:14:17: sections.body.blocks[1].grid.size: `big` is not a length (write it like `8 mm`, `2.5 in`, or `9 pt`)"
            ],
        ),
        (
            "size: 8 mm",
            "size: 3 m",
            ["sheet.yaml:14:17: sections.body.blocks[1].grid.size: unknown unit `m` (use mm, cm, in, or pt)"],
        ),
        (
            "size: 8 mm",
            "size: 0",
            [
                "sheet.yaml:14:17: sections.body.blocks[1].grid.size: `0` is out of range (use more than 0 and at most 2000 mm)"
            ],
        ),
        (
            "size: 8 mm",
            "size: [8 mm]",
            ["sheet.yaml:14:17: sections.body.blocks[1].grid.size: must be one value, not a list"],
        ),
        ("size: 8 mm", "size:", ["sheet.yaml:14:11: sections.body.blocks[1].grid.size: has no value"]),
        (
            "size: 8 mm\n          ",
            "",
            ["sheet.yaml:13:9: sections.body.blocks[1].grid: `size` is missing (add `size: ...`)"],
        ),
        (
            "size: 8 mm",
            "sise: 8 mm",
            [
                "sheet.yaml:14:11: sections.body.blocks[1].grid.sise: unknown key `sise` (did you mean `size`?)",
            ],
        ),
        (
            "{fill: red}",
            "{fill: rod}",
            [
                "sheet.yaml:15:34: sections.body.blocks[1].grid.ground[1].panel.fill: unknown colour `rod` (did you mean `red`?)"
            ],
        ),
        (
            "icon: star, box",
            'icon: "{name}", box',
            [
                "sheet.yaml:13:9: sections.body.blocks[1]: only stacks of templates have fields and conditions (write the texts)"
            ],
        ),
        (
            "- grid:",
            "- gird:",
            [
                "sheet.yaml:13:9: sections.body.blocks[1].gird: unknown block type `gird` (did you mean `grid`?)"
            ],
        ),
        (
            "    blocks:\n",
            "    blogs:\n",
            [
                "sheet.yaml:12:5: sections.body.blogs: unknown key `blogs` (did you mean `blocks`?)",
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
                "sheet.yaml:8:3: sections.Body: `Body` is not an id (write it in lower case: `body`)",
                "sheet.yaml:8:3: sections.Body: this section is not placed on the sheet (add it to a panel of `bands`)",
                "sheet.yaml:92:19: bands[1][1].sections[1]: unknown section `body` (did you mean `Body`?)",
            ],
        ),
        (
            "| # # s",
            "| # # x",
            [
                "sheet.yaml:18:19: sections.body.blocks[1].grid.squares: the legend has no `x` (it has: # s; `.` is no square)"
            ],
        ),
        (
            "| # # s",
            "| # #s",
            [
                "sheet.yaml:18:18: sections.body.blocks[1].grid.squares: `s` overlaps the square to its left (a square is two characters wide: put a space between them)"
            ],
        ),
        (
            "| # # s",
            "| # #  s",
            [
                "sheet.yaml:18:20: sections.body.blocks[1].grid.squares: is half a square off its column (write two characters per square; half steps need `naming: rows`)"
            ],
        ),
        (
            "| # # s",
            "|# # s",
            [
                "sheet.yaml:18:14: sections.body.blocks[1].grid.squares: is outside the grid, on its left border (leave a space after `|`)"
            ],
        ),
        (
            "| # # s",
            "  # # s",
            [
                "sheet.yaml:18:13: sections.body.blocks[1].grid.squares: the left border is missing (start every line with `|`, or none)"
            ],
        ),
        (
            "| # # s",
            "|\t# # s",
            [
                "sheet.yaml:18:14: sections.body.blocks[1].grid.squares: is outside the grid, on its left border (leave a space after `|`)"
            ],
        ),
        (
            "|  # g\n",
            "|  #  g\n",
            [
                "sheet.yaml:32:19: sections.wall.blocks[1].grid.squares: is half a square off its row (write two characters per square)"
            ],
        ),
        (
            "| . s .\n            | # # s\n            | . # .",
            "| . . .\n            | . . .\n",
            ["sheet.yaml:16:20: sections.body.blocks[1].grid.squares: has no squares (draw one as `#`)"],
        ),
        (
            '"s": [spike]',
            '"ss": [spike]',
            [
                "sheet.yaml:21:13: sections.body.blocks[1].grid.legend.ss: `ss` is not a valid character for a square (use one character except `.`, `|`, or a space)"
            ],
        ),
        (
            '"s": [spike]',
            '"s": [spikes]',
            [
                "sheet.yaml:21:19: sections.body.blocks[1].grid.legend.s[1]: unknown mark `spikes` (did you mean `spike`?)"
            ],
        ),
        (
            '"s": [spike]',
            '"s": spike',
            [
                "sheet.yaml:21:18: sections.body.blocks[1].grid.legend.s: must be a list, not `spike` (write `[...]`, or each item below with `- `)"
            ],
        ),
        (
            '"2": shape',
            '"4": shape',
            [
                "sheet.yaml:23:13: sections.body.blocks[1].grid.row_bonuses.4: there is no row `4` (the rows are 1 to 3)"
            ],
        ),
        (
            '"2": shape',
            '"2": shap',
            [
                "sheet.yaml:23:18: sections.body.blocks[1].grid.row_bonuses.2: unknown mark `shap` (did you mean `shape`?)"
            ],
        ),
        (
            "      b: shape",
            "      c: shape",
            [
                "sheet.yaml:38:13: sections.wall.blocks[1].grid.row_bonuses.c: there is no row `c` (the rows are a to b)"
            ],
        ),
        (
            "count: 5",
            "count: 5\n          fields: [{label: a}]",
            [
                "sheet.yaml:55:11: sections.steps.blocks[1].track.count: has both `count` and `fields` (keep one of them)"
            ],
        ),
        (
            "          count: 5\n",
            "",
            [
                "sheet.yaml:52:9: sections.steps.blocks[1].track: the track has no fields (add `count: ...` or `fields: ...`)"
            ],
        ),
        (
            "count: 5",
            "count: 0",
            ["sheet.yaml:55:18: sections.steps.blocks[1].track.count: must be at least 1"],
        ),
        (
            "count: 5",
            "count: 1e3",
            [
                "sheet.yaml:55:18: sections.steps.blocks[1].track.count: `1e3` is not a whole number (write it like `3`)"
            ],
        ),
        (
            "cost: 2",
            "cost: -2",
            [
                "sheet.yaml:63:48: sections.values.blocks[1].track.fields[2].cost: `-2` is not a whole number (write it like `3`)"
            ],
        ),
        (
            "bonus: shape",
            "bonus: shapes",
            [
                "sheet.yaml:63:35: sections.values.blocks[1].track.fields[2].bonus: unknown mark `shapes` (did you mean `shape`?)"
            ],
        ),
        (
            "marks: [finish]",
            "marks: [finnish]",
            [
                "sheet.yaml:64:24: sections.values.blocks[1].track.fields[3].marks[1]: unknown mark `finnish` (did you mean `finish`?)"
            ],
        ),
        (
            "- {marks: [finish]}",
            "- label",
            [
                "sheet.yaml:64:15: sections.values.blocks[1].track.fields[3]: must be keys with values, not `label`"
            ],
        ),
        (
            "icons: [star, ring]",
            "icons: [star, rong]",
            [
                "sheet.yaml:71:28: sections.key.blocks[1].key[1].icons[2]: unknown icon `rong` (did you mean `ring`?)"
            ],
        ),
        (
            "text: sheet.entry",
            "text: sheet.entri",
            [
                "sheet.yaml:71:41: sections.key.blocks[1].key[1].text: the wording has no `sheet.entri` (did you mean `sheet.entry`?)"
            ],
        ),
        (
            "labels: [sheet.line, sheet.line]",
            "labels: sheet.line",
            [
                "sheet.yaml:89:17: sections.notes.blocks[1].labels: must be a list, not `sheet.line` (write `[...]`, or each item below with `- `)"
            ],
        ),
        (
            "{sections: [body], share: 1.5}",
            "{sections: [bode], share: 1.5}",
            [
                "sheet.yaml:8:3: sections.body: this section is not placed on the sheet (add it to a panel of `bands`)",
                "sheet.yaml:92:19: bands[1][1].sections[1]: unknown section `bode` (did you mean `body`?)",
            ],
        ),
        (
            "{sections: [wall, hill]}",
            "{sections: [wall, hill, wall]}",
            [
                "sheet.yaml:93:31: bands[1][2].sections[3]: the section `wall` is already placed (place it once)"
            ],
        ),
        (
            "{sections: [wall, hill]}",
            "{sections: [wall]}",
            [
                "sheet.yaml:39:3: sections.hill: this section is not placed on the sheet (add it to a panel of `bands`)"
            ],
        ),
        (
            "share: 1.5",
            "share: 0",
            ["sheet.yaml:92:33: bands[1][1].share: `0` is too small (more than 0, at most 100)"],
        ),
        (
            "share: 1.5",
            "share: wide",
            ["sheet.yaml:92:33: bands[1][1].share: `wide` is not a number (write it like `2` or `1.35`)"],
        ),
        (
            "  - - {sections: [key]}",
            "  - {sections: [key]}",
            ["sheet.yaml:96:5: a list item, `- `, is expected here (fix the indentation)"],
        ),
        (
            "title: sheet.body",
            "title: sheet.body\n    hint: sheet.hint",
            ["sheet.yaml:11:5: duplicate key `hint` (the first is in line 10: keep one of them)"],
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
