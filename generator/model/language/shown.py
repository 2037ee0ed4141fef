"""Values with the text that shows them: a cell of a spreadsheet shows `$3.00` for 3, or `25%` for 0.25."""

from typing import TypeVar

T = TypeVar("T")


class ShownValue(str):
    """A text with the value that it shows: `ShownValue("$3.00", "3")`.

    It is printed like any text; calculations, comparisons, and sorting use the value.
    """

    __slots__ = ("value",)
    value: str
    """A number, `true` or `false`, an ISO date, or `hours:minutes:seconds`."""

    def __new__(cls, text: str, value: str) -> "ShownValue":
        shown = super().__new__(cls, text)
        shown.value = value
        return shown

    def __reduce__(self) -> tuple[type["ShownValue"], tuple[str, str]]:
        return ShownValue, (str(self), self.value)


def to_value(given: T) -> T | str:
    """Return the value that a text shows; all else is its own value."""
    return given.value if isinstance(given, ShownValue) else given
