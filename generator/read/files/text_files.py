"""Text files as they are on disk: told apart from folders, pictures and other things that are no text."""

import re
from collections.abc import Iterable
from pathlib import Path

from generator.errors import Problem, UnreadableData

MOST_BYTES = 8 * 1024 * 1024
"""The largest file that is read: some hundred times what a large game has."""

# What YAML and XML allow without escapes, less the rarer line breaks, which editors count differently.
_FORBIDDEN = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)

_PACKED = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How files of today's and of older office programs begin."""

_NAMES = {
    "\0": "a NUL character",
    "\x85": "a NEL line break (U+0085)",
    "\u2028": "a line separator (U+2028)",
    "\u2029": "a paragraph separator (U+2029)",
    "\ufeff": "a byte order mark (U+FEFF) in the middle of the text",
}


def name_file(path: Path) -> str:
    """The path as people know it: from the current folder where the file lies in it."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def is_inside(path: Path, home: Path) -> bool:
    """Whether a path leads to a place in a folder when every link and `..` is followed."""
    try:
        return path.resolve().is_relative_to(home.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


def find_fault(file: Path, *, home: Path) -> str:
    """Return why a file that data names cannot be read; empty when it is a file in the folder `home`.

    A kit reads its own folder and nothing else: neither `..` nor a link leads out of it.
    """
    try:
        is_there = file.is_file()
    except OSError as error:
        return f"`{file.name}` cannot be the name of a file: {error.strerror}"
    if not is_inside(file, home):
        return f"`{name_file(file)}` is outside of the game's folder"
    return "" if is_there else f"there is no file `{name_file(file)}`"


def find_stray_links(home: Path, names: Iterable[str]) -> list[Problem]:
    """Return a problem for each link that leads out of `home` among files and folders of these names."""
    places = [place for name in names for place in (home / name, *sorted((home / name).rglob("*")))]
    return [
        Problem(
            name_file(place), 0, 0, "", "is outside of the game's folder", "copy the file into the folder"
        )
        for place in places
        if place.is_symlink() and not is_inside(place, home)
    ]


def read_text(path: Path, *, most_bytes: int = MOST_BYTES) -> tuple[str, str]:
    """The file's name for people, and its text with plain line feeds.

    Raises UnreadableData when there is no file, when it cannot be opened, is too large or no text.
    """
    file = name_file(path)
    try:
        if path.is_dir():
            raise _unreadable(file, "is a folder, not a file")
        if path.exists() and not path.is_file():
            raise _unreadable(file, "is not a file")
        with path.open("rb") as stream:
            data = stream.read(most_bytes + 1)
    except FileNotFoundError:
        raise _unreadable(file, "there is no such file") from None
    except PermissionError:
        raise _unreadable(file, "may not be read", "look at the file's permissions") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _unreadable(file, f"cannot be read: {reason}") from None
    if len(data) > most_bytes:
        raise _unreadable(file, f"is larger than {_say_size(most_bytes)}", "the limit for one file")
    return file, decode_text(data, file=file)


def _say_save(file: str) -> str:
    """As spreadsheets call it, where it is one of theirs."""
    return "save it as “CSV UTF-8”" if file.endswith(".csv") else "save it as UTF-8"


def decode_text(data: bytes, *, file: str) -> str:
    """UTF-8 with or without byte order mark, any line breaks; raises UnreadableData."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _unreadable(file, "is UTF-16 text", _say_save(file))
    if data.startswith(_PACKED):
        raise _unreadable(
            file, "is packed, as spreadsheets and word processors save their files", _say_save(file)
        )
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        message = f"is not UTF-8 text: byte 0x{data[error.start]:02x}"
        raise _unreadable(file, message, _say_save(file), before=before) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    found = _FORBIDDEN.search(text)
    if found:
        name = _NAMES.get(found[0], f"a control character (U+{ord(found[0]):04X})")
        raise _unreadable(file, f"holds {name}", "remove it", before=text[: found.start()])
    return text


def has_forbidden(text: str) -> bool:
    """Whether a text holds what no file may hold as it is; escapes (`\\0`) can still write it."""
    return _FORBIDDEN.search(text) is not None


def _unreadable(file: str, message: str, hint: str = "", *, before: str | None = None) -> UnreadableData:
    """`before` is the text up to the place that is wrong; None: the file as a whole."""
    line = column = 0
    if before is not None:
        before = before.replace("\r\n", "\n").replace("\r", "\n")
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
    return UnreadableData([Problem(file, line, column, "", message, hint)])


def _say_size(size: int) -> str:
    return f"{size // (1024 * 1024)} MB" if size >= 1024 * 1024 else f"{size // 1024} KB"
