"""Problems of booklets have a position and a hint."""

# ruff: noqa: E501 - what is told stands here as it is told

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "id: rules",
            "id: sheet",
            ["kit.yaml:8:5: parts[2]: has the same id as part 1: `sheet` (give one of them another id)"],
        ),
        (
            "- lead:",
            "- laed:",
            ["rules.yaml:13:5: blocks[2].laed: unknown block type `laed` (did you mean `lead`?)"],
        ),
        (
            "- lead: rules.text",
            "- rules.text",
            [
                "rules.yaml:13:5: blocks[2]: is not a valid block (write `- text: ...`; available: `words`, `heading`, `text`, `lead`, `note`, `ours`, `credit`, `rule`, `space`, `boxes`, `list`, `table`, `icons`, `lines`, `labels`, `key`, `grid`, `track`, `shapes`, `flow`, `row`, `stack`, `drawing`, `section`, `board`, `map`, `overview`, `pieces`, `components`)"
            ],
        ),
        (
            "- lead: rules.text",
            "- lead: rules.text\n    text: rules.text",
            ["rules.yaml:14:5: blocks[2].text: unknown key `text` (start a new item: `- text: ...`)"],
        ),
        (
            "level: 2",
            "level: 3",
            ["rules.yaml:11:12: blocks[1].level: `3` is not allowed here (available: 1, 2)"],
        ),
        (
            "numbered: true",
            "numbered: yes",
            [
                "rules.yaml:19:15: blocks[7].numbered: `yes` is neither true nor false (write `true` or `false`)"
            ],
        ),
        (
            "icons: [star, ring]\n  - section",
            "icons: [star]\n  - section",
            ["rules.yaml:23:12: blocks[8].icons: 1 icon for 2 items (one icon for each item, or none)"],
        ),
        (
            "section: wall",
            "section: wal",
            ["rules.yaml:24:14: blocks[9].section: no sheet has a section `wal` (did you mean `wall`?)"],
        ),
        (
            "section: wall",
            "section: steps",
            [
                "rules.yaml:25:5: blocks[9].squares: does not apply to this section (available: entries, first)",
                "rules.yaml:32:5: blocks[9].labels: does not apply to this section (available: entries, first)",
            ],
        ),
        (
            "      | # #\n",
            "      | # x\n",
            ["rules.yaml:27:11: blocks[9].squares: the legend has no `x` (it has: # g; `.` is no square)"],
        ),
        (
            "      !3\n",
            "      !3 4\n",
            ["rules.yaml:29:7: blocks[9].entries: 2 entries for 1 square (`.` for an empty square)"],
        ),
        (
            "      !3\n",
            "      y\n",
            [
                "rules.yaml:29:7: blocks[9].entries: `y` is not an entry (a number, `x`, `o`, `#`, `?`, `!`, `o3`, `!3`, or `.` for nothing)"
            ],
        ),
        (
            "      !3\n",
            "",
            [
                "rules.yaml:28:14: blocks[9].entries: 1 line for 2 rows of squares (one line for each row; `.` for an empty square)"
            ],
        ),
        (
            "section: steps",
            "section: body",
            [
                "rules.yaml:36:5: blocks[11].first: does not apply to this section (available: squares, entries, labels)"
            ],
        ),
        (
            "first: 1",
            "first: 3",
            ["rules.yaml:37:5: blocks[11].entries: fields up to 6, but the track has 5"],
        ),
        (
            "x o .",
            "x q .",
            [
                "rules.yaml:37:16: blocks[11].entries: `q` is not an entry (a number, `x`, `o`, `#`, `?`, `!`, `o3`, `!3`, or `.` for nothing)"
            ],
        ),
        (
            "values: [1, 3]",
            "values: [1, 7]",
            ["rules.yaml:40:17: blocks[12].values[2]: there is no shape 7 (the last one is number 3)"],
        ),
        (
            "part: sheet,",
            "part: shet,",
            [
                "rules.yaml:43:22: blocks[13].overview.part: unknown board or sheet `shet` (did you mean `sheet`?)"
            ],
        ),
        (
            "numbered: [body, wall]",
            "numbered: [body, well]",
            [
                "rules.yaml:43:67: blocks[13].overview.numbered[2]: unknown section `well` (did you mean `wall`?)"
            ],
        ),
        (
            "lines: 8",
            "lines: many",
            ["rules.yaml:46:54: blocks[15].lines.lines: `many` is not a whole number (write it like `3`)"],
        ),
        (
            "icons: [star, ring]}\n",
            "icons: [star]}\n",
            [
                "rules.yaml:46:83: blocks[15].lines.icons: 1 icon for 2 headings (one icon for each heading, or none)"
            ],
        ),
        (
            "most_pages: 2\n",
            "",
            ["rules.yaml:5:6: fit: the number of pages is missing (add `most_pages: ...`)"],
        ),
        (
            "blocks:\n",
            "blocks: []\nblock:\n",
            [
                "rules.yaml:9:9: blocks: is empty (add at least one block; available: words, heading, text, lead, note, ours, credit, rule, space, boxes, list, table, icons, lines, labels, key, grid, track, shapes, flow, row, stack, drawing, section, board, map, overview, pieces, components)",
                "rules.yaml:10:1: block: unknown key `block` (did you mean `blocks`?)",
            ],
        ),
    ],
)
def test_bad_booklets(complaints: Callable[..., list[str]], old: str, new: str, told: list[str]) -> None:
    """Exactly these problems are told, and nothing else is."""
    assert complaints("games/small/rules.yaml", old, new) == told
