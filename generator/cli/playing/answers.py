"""Answers on a terminal, which are kept in a file until all questions are answered."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.model.kit import Kit
from generator.output import LineLog, reported
from generator.read.files.text_files import name_file, unreadable
from generator.read.files.yaml import read_yaml
from generator.rules.score_form import quote_text


class KeptAnswers:
    """The answers so far; every change is on the disk before the next question."""

    def __init__(self, kit: Kit) -> None:
        """Take up the answers in the file of a game in the current folder; raises DataError."""
        self.path = Path(f"{kit.slug}-answers.yaml")
        self.given: list[str] = []
        self._head = f"game: {kit.id}\nanswers:\n"
        self._lines = LineLog(self.path)
        if self.path.exists():
            self.given = _read(self.path, kit.id)
            self._lines.read()

    def add(self, answer: str) -> None:
        """Add the answer to the last question; raises OutputError."""
        self.given.append(answer)
        if len(self.given) == 1:
            self._lines.write(f"{self._head}{_write(answer)}".encode())
        else:
            self._lines.append(_write(answer).encode())

    def take_back(self) -> None:
        """Remove the last answer; raises OutputError."""
        del self.given[-1]
        self._lines.write((self._head + "".join(map(_write, self.given))).encode())

    @contextmanager
    def until_done(self) -> Iterator[None]:
        """Remove the file if the block ends without an error."""
        yield
        with reported(self.path):
            self.path.unlink(missing_ok=True)


def _read(path: Path, game: str) -> list[str]:
    match read_yaml(path).data:
        case {"game": known, "answers": [*given]} if known == game and all(
            isinstance(one, str) for one in given
        ):
            return [str(one) for one in given]
    raise unreadable(name_file(path), f"does not have answers about {game}", "rename it, or remove it")


def _write(answer: str) -> str:
    return f"  - {quote_text(answer)}\n"
