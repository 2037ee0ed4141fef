"""The file of a table: a score file that is complete after every change."""

from pathlib import Path

from generator.errors import DataError, OutputError, Problem
from generator.output import Staging, write_new


class TableFile:
    """A file that only this program changes; methods raise OutputError and then leave it unchanged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._data: bytes | None = None
        """Contents of the file; None: there is no file yet."""

    def read(self) -> bytes:
        """Return the content; raises DataError if the file cannot be read, or is none."""
        try:
            if not self.path.is_file():
                raise DataError(
                    [
                        Problem(
                            str(self.path), 0, 0, "", "is not a regular file, so nothing can be saved in it"
                        )
                    ]
                )
            self._data = self.path.read_bytes()
        except OSError as error:
            raise DataError([Problem(str(self.path), 0, 0, "", error.strerror or str(error))]) from error
        return self._data

    def write(self, data: bytes) -> None:
        """Replace the content at once, so that a stop at any moment leaves the one or the other."""
        if self._find_data() != self._data:
            raise OutputError(str(self.path), "another program has changed this file")
        with Staging(is_durable=True) as staging:
            staging.write(self.path, data)
        self._data = data

    def set_aside(self) -> Path:
        """Copy the file as it is now to a new name, and return it."""
        number = 1
        while (place := self.path.with_name(f"{self.path.name}.before-{number}")).exists():
            number += 1
        write_new(place, self._data or b"")
        return place

    def _find_data(self) -> bytes | None:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise OutputError(str(self.path), error.strerror or str(error)) from error
