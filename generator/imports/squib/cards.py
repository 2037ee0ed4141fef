"""Values of cards as a script computed them, as texts with fields of the table of the cards."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.imports.draft import find_free_name
from generator.imports.texts import escape_marks, quote_in_code, write_numbers
from generator.read.files.text_files import derive_id

_TRANSFORMS: Mapping[str, Callable[[str], str]] = {
    "{}": str,
    "upper({})": str.upper,
    "lower({})": str.lower,
    "title({})": str.title,
    "slug({})": lambda text: derive_id(text, "") if text else "",
}
"""Functions of ours that scripts use, too."""
NEVER = "number < 1"
"""The condition that holds for no card."""
_SIMPLE = re.compile(r"[A-Za-z_][\w ]*|\d+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class VariedCopies(Exception):
    """Copies of a card that differ, so that each has to be a card of its own."""


@dataclass(slots=True)
class CardValues:
    """The cards of a deck: their fields, and what else differs from card to card."""

    order: Sequence[int]
    """Card of the new deck by the number of the card in the script, both from 0."""
    columns: Mapping[str, Sequence[str]]
    """Texts of fields by name, as the script has them: one for each card of the new deck."""
    fields: Mapping[tuple[int, str], str]
    """Names of fields by the number of the table and the title of the column."""
    has_table: bool
    is_sample: bool = False
    """True if the table is not there, and the fields have samples, such as `‹name›`."""
    computed: dict[str, list[str]] = field(default_factory=dict)
    """Columns that the script computed, by name."""
    used: set[str] = field(default_factory=set)
    """Fields of the table that are shown."""

    @property
    def total(self) -> int:
        """Number of cards of the new deck."""
        return max(self.order, default=-1) + 1

    # ------------------------------------------------------------------ values

    def spread(self, value: Any) -> Sequence[Any]:
        """Return a value as one for all cards of the new deck, or one for each; raises VariedCopies."""
        values = value.get("values", []) if isinstance(value, Mapping) and "column" in value else value
        if not isinstance(values, list):
            return [values]
        found: dict[int, Any] = {}
        for number, card in enumerate(self.order):
            one = values[number] if number < len(values) else None
            if found.setdefault(card, one) != one:
                raise VariedCopies
        listed = [found[card] for card in range(self.total)]
        return listed[:1] if all(one == listed[0] for one in listed) else listed

    def make_text(
        self, value: Any, hint: str, *, is_rich: bool = False, write: Callable[[Any], str] = str
    ) -> str:
        """Return a value as a text with fields.

        `write` makes texts of values that are no texts; `hint` names a column that has to be computed.
        Raises VariedCopies.
        """
        values = self._list_values(value)
        if values is None:
            return "{copy}"
        texts = [write_value(one, write) for one in values]
        if self.is_sample and "‹" in texts[0]:
            return self._fill_sample(texts[0], is_rich=is_rich)
        if len(set(texts)) == 1 and not self._name_column(value):
            return escape_marks(texts[0]) if is_rich else texts[0]
        code = self._name_column(value) or self._find_code(texts)
        if not code:
            before, column, after = self._find_pattern(texts)
            if column:
                return f"{_escape(before, is_rich)}{{{column}}}{_escape(after, is_rich)}"
            code = self.add_column(hint, [escape_marks(text) for text in texts] if is_rich else texts)
        self.used |= {*re.findall(r"[a-z]\w*", code)}
        return f"{{{code}}}"

    def _fill_sample(self, text: str, *, is_rich: bool) -> str:
        """Return a text with fields in place of their samples."""
        written = _escape(text, is_rich)
        for code, change in _TRANSFORMS.items():
            for (_, title), name in self.fields.items():
                sample = change(f"‹{title}›")
                if "‹" in sample:
                    written = written.replace(_escape(sample, is_rich), f"{{{code.format(name)}}}")
        return written

    def _list_values(self, value: Any) -> Sequence[Any] | None:
        """Return a value for all cards or one for each; None for the number of the copy."""
        try:
            return self.spread(value)
        except VariedCopies:
            if isinstance(value, list) and value[: len(self.order)] == self._list_copies():
                return None
            raise

    def _list_copies(self) -> list[int]:
        seen: dict[int, int] = {}
        copies = []
        for card in self.order:
            seen[card] = seen.get(card, 0) + 1
            copies.append(seen[card])
        return copies

    def _name_column(self, value: Any) -> str:
        """Return the field of a column that the script did not change."""
        if not isinstance(value, Mapping) or "column" not in value:
            return ""
        return self.fields.get((value.get("table", -1), str(value["column"])), "")

    def _find_code(self, texts: Sequence[str]) -> str:
        """Return the expression of values that are a field, or the number of the card."""
        if list(texts) == [str(number) for number in range(1, self.total + 1)]:
            same = next((name for name, column in self.columns.items() if list(column) == list(texts)), "")
            return same or "number"
        same = next((name for name, column in self.columns.items() if list(column) == list(texts)), "")
        return same or next(
            (self.name_computed(name) for name, column in self.computed.items() if column == texts), ""
        )

    def _find_pattern(self, texts: Sequence[str]) -> tuple[str, str, str]:
        """Return the text before a field, its expression, and the text after it, if all values are so."""
        if len(texts) != self.total:
            return "", "", ""
        for code, change in _TRANSFORMS.items():
            for name, column in self.columns.items():
                changed = [change(text) for text in column]
                if (len(set(changed)) < 2 and not self.is_sample) or not _can_be_in(changed, texts):
                    continue
                for before, after in _list_frames(changed, texts):
                    if all(text == before + one + after for text, one in zip(texts, changed, strict=True)):
                        self.used.add(name)
                        return before, code.format(name), after
        return "", "", ""

    def add_column(self, hint: str, texts: Sequence[str]) -> str:
        """Keep values that the script computed, and return the expression that shows them."""
        listed = list(texts) if len(texts) == self.total else list(texts) * self.total
        for name, column in self.computed.items():
            if column == listed:
                return self.name_computed(name)
        taken = self.computed if self.has_table else {**self.computed, "id": "", "count": "", "number": ""}
        name = find_free_name(derive_id(hint, "value"), taken)
        self.computed[name] = listed
        return self.name_computed(name)

    def name_computed(self, name: str) -> str:
        """Return the expression for a computed column."""
        return f"computed[number].{name}" if self.has_table else name

    # ------------------------------------------------------------------ conditions

    def make_condition(self, value: Any) -> str:
        """Return the condition for the cards of a range; empty for all of them. Raises VariedCopies."""
        numbers = self._list_range(value)
        if numbers is None:
            return ""
        chosen = [number in numbers for number in range(len(self.order))]
        rows = self.spread(chosen)
        cards = {card for card, is_in in enumerate(rows) if is_in} if len(rows) > 1 else set()
        if not any(rows):
            return NEVER
        if len(rows) == 1:
            return ""
        return self._describe(cards, is_computed=isinstance(value, list))

    def _list_range(self, value: Any) -> set[int] | None:
        if value is None or value == "all":
            return None
        values = value.get("values", []) if isinstance(value, Mapping) else value
        values = values if isinstance(values, list) else [values]
        return {int(one) for one in values if isinstance(one, int | float) and not isinstance(one, bool)} | {
            int(one) for one in values if isinstance(one, str) and one.isdigit()
        }

    def _describe(self, cards: set[int], *, is_computed: bool) -> str:
        """Return the condition for cards: by a field if the script chose them, or by their numbers."""
        kinds = sorted(self.columns.items(), key=lambda item: len(set(item[1])))
        for name, column in kinds if is_computed else ():
            value = column[min(cards)]
            is_kind = len(set(column)) < self.total
            if value and is_kind and cards == {card for card, one in enumerate(column) if one == value}:
                self.used.add(name)
                return (
                    f"{name} = {value}" if _SIMPLE.fullmatch(value) else f"{name} == {quote_in_code(value)}"
                )
        for name, column in self.columns.items() if is_computed else ():
            if cards == {card for card, one in enumerate(column) if one}:
                self.used.add(name)
                return f"has({name})"
            if cards == {
                card for card, one in enumerate(column) if _NUMBER.fullmatch(one) and float(one) > 0
            }:
                self.used.add(name)
                return f"{name} > 0"
        return write_numbers([card + 1 for card in sorted(cards)])


def write_value(value: Any, write: Callable[[Any], str] = str) -> str:
    """Return a value as a script prints it; empty for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return str(value.get("time", ""))
    return value if isinstance(value, str) else write(value)


def _escape(text: str, is_rich: bool) -> str:
    return escape_marks(text) if is_rich else text


def _can_be_in(parts: Sequence[str], texts: Sequence[str]) -> bool:
    return all(part in text for part, text in zip(parts, texts, strict=True))


def _list_frames(parts: Sequence[str], texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what may be before and after a part that is in each text, from the shortest text that has it."""
    part, text = min(
        ((part, text) for part, text in zip(parts, texts, strict=True) if part),
        key=lambda pair: len(pair[1]),
        default=("", ""),
    )
    place = text.find(part) if part else -1
    while place >= 0:
        yield text[:place], text[place + len(part) :]
        place = text.find(part, place + 1)
