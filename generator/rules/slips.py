"""What is typed wrong in a row, a word or a mark: said to whoever typed it, at its place."""


class Slip(Exception):
    """Something that cannot stand there: its column, from 0, what is wrong, and what would be right."""

    def __init__(self, column: int, message: str, hint: str = "") -> None:
        self.column = column
        self.message = message
        self.hint = hint
        super().__init__(f"{message} ({hint})" if hint else message)
