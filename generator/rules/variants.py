"""Variants of a game: other rules for the same kit."""

from collections.abc import Collection

from generator.errors import RulesError
from generator.rules.core import Listed


def check_variant(variant: str, *, known: Collection[str]) -> None:
    """Raises RulesError for a variant that a game does not have; the usual game has no name."""
    if not variant or variant in known:
        return
    if not known:
        raise RulesError("log.variants", {"value": variant})
    raise RulesError("log.value", {"key": "variant", "value": variant, "known": Listed(known)})
