"""What is wrong with a theme is told where it stands, with what would be right."""

# ruff: noqa: E501 - what is told stands here as it is told

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "id: small",
            "id: smal",
            ["themes/small.yaml:2:5: id: is `smal`, but the file is `small.yaml` (write `id: small`)"],
        ),
        (
            "extends: plain",
            "extends: plane",
            ["themes/small.yaml:3:10: extends: unknown theme `plane` (did you mean `plain`?)"],
        ),
        (
            "extends: plain",
            "extends: small",
            [
                "themes/small.yaml:3:10: extends: `small` extends this theme (themes may not extend each other)"
            ],
        ),
        (
            '"#0b5c6b"',
            '"#0b5c6"',
            [
                'themes/small.yaml:5:12: colours.primary: `#0b5c6` is not a colour (such as "#1f4e9c", in quotes, or the name of another colour)'
            ],
        ),
        (
            '"#0b5c6b"',
            "#0b5c6b",
            [
                "themes/small.yaml:5:3: colours.primary: has no value (`#` begins a comment: put the value in quotes)"
            ],
        ),
        (
            "goal: red",
            "goal: red\n  strike: red",
            [
                "themes/small.yaml:7:3: colours.strike: `strike` is a mark of rich text, not a name for a colour (such as `strike_colour`)"
            ],
        ),
        (
            '"#0b5c6b"',
            "{screen: ocean, press: [0, 0, 100]}",
            [
                "themes/small.yaml:5:35: colours.primary.press: needs 4 items (cyan, magenta, yellow, and black, in percent: `[0, 0, 0, 100]`)"
            ],
        ),
        (
            '"#0b5c6b"',
            "{screen: ocean, press: [0, 0, 0, 100]}",
            ["themes/small.yaml:5:12: colours.primary: unknown colour `ocean`"],
        ),
        (
            '"#0b5c6b"',
            '{screen: "#0b5c6b", press: [0, 0, full, 101]}',
            [
                "themes/small.yaml:5:46: colours.primary.press[3]: `full` is not a share of an ink (write 0 to 100, in percent)",
                "themes/small.yaml:5:52: colours.primary.press[4]: `101` is not a share of an ink (write 0 to 100, in percent)",
            ],
        ),
        (
            '"#0b5c6b"',
            "{press: [0, 0, 0, 100]}\n  dark: {screen: navy, ink: 3}",
            [
                "themes/small.yaml:5:3: colours.primary: `screen` is missing (add `screen: ...`)",
                "themes/small.yaml:6:24: colours.dark.ink: unknown key `ink` (available: press, screen)",
            ],
        ),
        (
            '"#0b5c6b"',
            '{screen: "#000080", press: [0, 0, 0, 100]}\n  dark: {screen: navy, press: [60, 40, 40, 100]}',
            [
                "themes/small.yaml:6:31: colours.dark.press: `dark` and `primary` look alike, but have other inks (change one of the colours a little)"
            ],
        ),
        ("goal: red", "goal: rot", ["themes/small.yaml:6:9: colours.goal: unknown colour `rot`"]),
        (
            "goal: red",
            "goal: aim\n  aim: goal",
            [
                'themes/small.yaml:6:9: colours.goal: `goal` is defined as itself (end at a colour such as "#1f4e9c")',
                'themes/small.yaml:7:8: colours.aim: `aim` is defined as itself (end at a colour such as "#1f4e9c")',
            ],
        ),
        (
            "fill: tile",
            "fill: tlie",
            ["themes/small.yaml:8:17: marks.spike.fill: unknown colour `tlie` (did you mean `tile`?)"],
        ),
        (
            "icon: star, place",
            "icon: sun, place",
            ["themes/small.yaml:8:29: marks.spike.icon: unknown icon `sun` (available: ring, star)"],
        ),
        (
            "place: centre",
            "place: center",
            [
                "themes/small.yaml:8:42: marks.spike.place: `center` is not allowed here (did you mean `centre`?)"
            ],
        ),
        (
            "heavy: true",
            "heavy: 1",
            [
                "themes/small.yaml:9:29: marks.goal.heavy: `1` is neither true nor false (write `true` or `false`)"
            ],
        ),
        (
            "marks:",
            "type:\n  body: {family: Noto Sand, size: 9 pt, smallest: 10 pt}\n  boddy: {family: Noto Sans, size: 9 pt, smallest: 9 pt}\nmarks:",
            [
                "themes/small.yaml:8:18: type.body.family: unknown font family `Noto Sand` (did you mean `Noto Sans`?)",
                "themes/small.yaml:8:51: type.body.smallest: is more than the size (at most the size)",
                "themes/small.yaml:9:10: type.boddy: unknown role of type `boddy` (did you mean `body`?)",
            ],
        ),
        (
            "marks:",
            "type:\n  body: {family: Noto Sans, size: 9 pt, smallest: 8 pt, colour: '#1d2f55'}\nmarks:",
            [
                "themes/small.yaml:8:65: type.body.colour: `#1d2f55` is not the name of a colour (write it under `colours`, and its name here)"
            ],
        ),
        (
            "marks:",
            "type:\n  body: {family: Noto Sans, size: 9 pt, smallest: 8 pt, leading: 0, tracking: x, colour: rde}\nmarks:",
            [
                "themes/small.yaml:8:66: type.body.leading: `0` is too small (more than 0, at most 100)",
                "themes/small.yaml:8:79: type.body.tracking: `x` is not a number (write it like `2` or `1.35`)",
            ],
        ),
        (
            "marks:",
            "distinct: [[primary]]\nmarks:",
            ["themes/small.yaml:7:12: distinct[1]: needs at least 2 items"],
        ),
        (
            "marks:",
            "distinct: [[goal, tiel]]\nlow_ink: {colours: {gaol: '#ffffff', primary: primary}}\nmarks:",
            [
                "themes/small.yaml:7:19: distinct[1][2]: unknown colour `tiel` (did you mean `tile`?)",
                "themes/small.yaml:8:21: low_ink.colours.gaol: unknown colour `gaol` (did you mean `goal`?)",
                'themes/small.yaml:8:47: low_ink.colours.primary: `primary` is defined as itself (end at a colour such as "#1f4e9c")',
            ],
        ),
    ],
)
def test_bad_themes(complaints: Callable[..., list[str]], old: str, new: str, told: list[str]) -> None:
    """Exactly these problems are told, and nothing else is."""
    assert complaints("themes/small.yaml", old, new) == told
