"""Checks of the record of a script, which any program may have written."""

from collections.abc import Mapping
from typing import Any


def is_deck(deck: Mapping[str, Any]) -> bool:
    """Return True for a record of a deck whose parts have the types that the recorder writes."""
    calls, layouts = deck.get("calls"), deck.get("layouts")
    if not isinstance(calls, list) or not isinstance(layouts, list) or not _is_count(deck.get("cards")):
        return False
    if not _is_count(deck.get("line")) or not isinstance(deck.get("config", {}), dict):
        return False
    return all(map(_is_call, calls)) and all(isinstance(one, dict) and "name" in one for one in layouts)


def is_table(table: Mapping[str, Any]) -> bool:
    """Return True for a record of a table whose parts have the types that the recorder writes."""
    columns, order = table.get("columns"), table.get("order")
    if not isinstance(columns, dict) or not isinstance(order, list) or not all(map(_is_count, order)):
        return False
    if not all(isinstance(values, list) for values in columns.values()) or not _is_count(table.get("line")):
        return False
    rows = max(map(len, columns.values()), default=1)
    return all(len(values) == rows for values in columns.values()) and max(order, default=0) < max(rows, 1)


def _is_call(call: Any) -> bool:
    if not isinstance(call, dict) or not isinstance(call.get("options"), dict):
        return False
    embed = call.get("embed", [])
    rules = embed if isinstance(embed, list) else [None]
    numbers = _is_count(call.get("line")) and _is_count(call.get("layouts"))
    return (
        "name" in call
        and numbers
        and all(map(_is_rule, rules))
        and all(map(_is_value, call["options"].values()))
    )


def _is_rule(rule: Any) -> bool:
    return isinstance(rule, dict) and isinstance(rule.get("options"), dict) and _is_count(rule.get("line"))


def _is_value(value: Any) -> bool:
    """Return True for a value that is not a column, or one with its values and the number of its table."""
    if not isinstance(value, dict) or "column" not in value:
        return True
    return isinstance(value.get("values"), list) and _is_count(value.get("table"))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10_000_000
