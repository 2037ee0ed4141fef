"""Kinds of chance; options name them, too, without importing the rules."""

from typing import Literal, TypeAlias

Chance: TypeAlias = Literal["dice", "cards"]
"""Type of NATURE's move: roll dice, or draw or shuffle cards."""
