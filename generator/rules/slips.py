"""Typing errors in a row, a word, or a mark."""


class Slip(Exception):
    """A typing error: its column from 0, what is wrong, and what would be right."""

    def __init__(self, column: int, message: str, hint: str = "") -> None:
        self.column = column
        self.message = message
        self.hint = hint
        super().__init__(f"{message} ({hint})" if hint else message)
