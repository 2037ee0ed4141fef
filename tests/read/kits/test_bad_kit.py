"""What is wrong with a kit.yaml is told where it stands, with what would be right."""

# ruff: noqa: E501 - what is told stands here as it is told

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "players: 2-4",
            "player: 2-4",
            [
                "kit.yaml:3:1: player: unknown key `player` (did you mean `players`?)",
            ],
        ),
        (
            "players: 2-4",
            "players: many",
            ["kit.yaml:3:10: players: `many` is not a number of players (such as `2`, `2+` or `3-6`)"],
        ),
        (
            "players: 2-4",
            "players: 4-2",
            ["kit.yaml:3:10: players: `4-2` is not a range (the smaller number comes first: `2-4`)"],
        ),
        ("title: kit.title", "title:", ["kit.yaml:2:1: title: has no value"]),
        (
            "icon: star",
            "icon: stra",
            ["kit.yaml:4:7: icon: unknown icon `stra` (did you mean `star`?)"],
        ),
        (
            "theme: small",
            "papers: [a4, a44]\ntheme: small",
            ["kit.yaml:5:14: papers[2]: unknown paper `a44` (did you mean `a4`?)"],
        ),
        (
            "theme: small",
            "theme: smal",
            ["kit.yaml:5:8: theme: unknown theme `smal` (did you mean `small`?)"],
        ),
        (
            "id: small",
            "id: other",
            ["kit.yaml:1:5: id: is `other`, but the folder is `small` (write `id: small`)"],
        ),
        (
            "id: small",
            "id: Small Game",
            [
                "kit.yaml:1:5: id: `Small Game` is not an id (lower-case letters, digits, and `_`, such as `score_track`)"
            ],
        ),
        (
            "sheet: sheet.yaml",
            "sheets: sheet.yaml",
            ["kit.yaml:8:5: parts[2].sheets: unknown part type `sheets` (did you mean `sheet`?)"],
        ),
        (
            "  - sheet: sheet.yaml",
            "  - sheet.yaml",
            [
                "kit.yaml:8:5: parts[2]: is not a valid part (write `- sheet: ...`; available: `sheet`, `board`, `deck`, `tokens`, `booklet`)"
            ],
        ),
        (
            "  - sheet: sheet.yaml",
            "  - sheet: sheet.yaml\n    copies: 3",
            [
                "kit.yaml:9:5: parts[2].copies: unknown key `copies` (available: instead_of, optional, sheet, stock)"
            ],
        ),
        (
            "role: credit.designer",
            "role: credit.desinger",
            [
                "kit.yaml:10:11: credits[1].role: the wording has no `credit.desinger` (did you mean `credit.designer`?)"
            ],
        ),
        (
            "names: [Ana Example, Bo Example]",
            "names: Ana",
            [
                "kit.yaml:11:12: credits[1].names: must be a list, not `Ana` (write `[...]`, or each item below with `- `)"
            ],
        ),
        (
            "names: [Ana Example, Bo Example]",
            "names: []",
            ["kit.yaml:11:12: credits[1].names: is empty (write each item below it with `- `)"],
        ),
    ],
)
def test_bad_kit(complaints: Callable[..., list[str]], old: str, new: str, told: list[str]) -> None:
    """Exactly these problems are told, and nothing else is."""
    assert complaints("games/small/kit.yaml", old, new) == told
