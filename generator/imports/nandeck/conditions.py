"""Conditions of a nanDECK script, as conditions of our own."""

import re
from collections.abc import Sequence

from generator.imports.nandeck.script import split_values, unquote
from generator.imports.nandeck.values import FieldCode, ScriptLabels, UnclearValue
from generator.imports.texts import join_code, quote_in_code, unwrap_brackets

_COMPARISON = re.compile(r"\s*(.*?)\s*(<>|>=|<=|=|>|<|@)\s*(.*?)\s*$", re.DOTALL)
_OPERATORS = {"<>": "!=", "=": "==", ">": ">", "<": "<", ">=": ">=", "<=": "<="}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_LABEL = re.compile(r"\s*\[([^\[\]]+)\]\s*")
_SIMPLE = re.compile(r"\w[\w ]*")


def make_condition(text: str, labels: ScriptLabels) -> str | bool:
    """Return a condition of a nanDECK script as one of `when`, or its truth if it is the same for all cards.

    Raises UnclearValue.
    """
    plain = unwrap_brackets(text)
    if (label := _LABEL.fullmatch(plain)) and (value := labels.get_single(label[1])):
        # A label may stand for a whole condition.
        plain = unwrap_brackets(value)
    for word, own, ends in (("_OR_", "or", True), ("_AND_", "and", False)):
        parts = _split_words(plain, word)
        if len(parts) > 1:
            conditions = [make_condition(part, labels) for part in parts]
            if ends in conditions:
                return ends
            left = [one for one in conditions if isinstance(one, str)]
            return join_code(own, left) if left else not ends
    return _compare(plain, labels)


def _split_words(text: str, word: str) -> Sequence[str]:
    """Return the parts of a text between a word that is in no quotes or brackets."""
    return split_values(re.sub(rf"\s*{word}\s*", "\0", text, flags=re.IGNORECASE), "\0")


def _compare(text: str, labels: ScriptLabels) -> str | bool:
    found = _COMPARISON.match(text)
    if not found:
        raise UnclearValue(f"{text} is not a condition")
    left, sign, right = found[1], found[2], found[3]
    first = _make_side(left, labels)
    if sign == "@":
        if _LABEL.fullmatch(plain := labels.expand(right)) and isinstance(
            several := _make_side(plain, labels), FieldCode
        ):
            wanted = first.code if isinstance(first, FieldCode) else quote_in_code(first)
            return f"{wanted} in split({several.code}, '|')"
        values = [unquote(part) for part in split_values(unquote(labels.expand(right)), "|")]
        if isinstance(first, str):
            return first in values
        simple = first.code.isidentifier() and all(_SIMPLE.fullmatch(value) for value in values)
        codes = ", ".join(values if simple else map(quote_in_code, values))
        return f"{first.code} = {codes}" if simple else f"{first.code} in [{codes}]"
    second = _make_side(right, labels)
    if isinstance(first, str) and isinstance(second, str):
        return _judge(first, sign, second)
    if isinstance(first, str):
        first, second, sign = second, first, {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(sign, sign)
    assert isinstance(first, FieldCode)
    if isinstance(second, str) and not second and sign in ("=", "<>"):
        name = first.code
        return f"{'not ' if sign == '=' else ''}has({name})"
    if (
        isinstance(second, str)
        and sign in ("=", "<>")
        and first.code.isidentifier()
        and _SIMPLE.fullmatch(second)
    ):
        return f"{first.code} {'=' if sign == '=' else '!='} {second}"
    other = (
        second.code
        if isinstance(second, FieldCode)
        else second
        if _NUMBER.fullmatch(second)
        else quote_in_code(second)
    )
    return f"{first.code} {_OPERATORS[sign]} {other}"


def _make_side(text: str, labels: ScriptLabels) -> str | FieldCode:
    """Return a side of a comparison: a text, or an expression."""
    plain = labels.make_text(text).strip()
    whole = re.fullmatch(r"\{((?:[^{}])+)\}", plain)
    if whole:
        return FieldCode(whole[1])
    if re.search(r"(?<!\\)\{", plain):
        raise UnclearValue(f"{text} has no counterpart in a condition")
    return re.sub(r"\\(.)", r"\1", plain)


def _judge(left: str, sign: str, right: str) -> bool:
    if _NUMBER.fullmatch(left) and _NUMBER.fullmatch(right):
        first, second = float(left), float(right)
        return {
            "=": first == second,
            "<>": first != second,
            ">": first > second,
            "<": first < second,
            ">=": first >= second,
            "<=": first <= second,
        }[sign]
    return {"=": left == right, "<>": left != right}.get(sign, left > right if ">" in sign else left < right)
