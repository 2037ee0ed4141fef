"""The bidirectional algorithm (UAX #9)."""

import re

_LEFT_TO_RIGHT = re.compile(
    "[^\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]*"
)


def is_left_to_right(text: str) -> bool:
    """Whether every character of a left-to-right paragraph has level 0, at a glance."""
    return _LEFT_TO_RIGHT.fullmatch(text) is not None


def find_levels(text: str, base: int) -> list[int]:
    raise NotImplementedError


def reorder(levels: list[int]) -> list[int]:
    raise NotImplementedError
