"""Text, read strictly from files, quoted in messages, and turned into ids."""

import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from generator.errors import DataError, Problem
from generator.inputs import TooLargeError, format_limit, has_entry, read_regular
from generator.system import DEVICES, IGNORES_CASE

MEGABYTE = 1024 * 1024
MOST_TEXT_BYTES = 8 * MEGABYTE
"""Maximum size of a text file: about a hundred times that of a large game."""

# Ends of the names of files, in lower case.
PICTURES = (".png", ".svg", ".svgz", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".tif", ".tiff", ".bmp")
FONTS = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")

OFFICE_FILES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""First bytes of the files of current and older office programs."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_UTF_16_ASCII = re.compile(rb"(?:\0[\t-~]){4}|(?:[\t-~]\0){4}")
"""Four letters of English in UTF-16 without a byte order mark."""
_MARK = b"\xef\xbb\xbf"
"""Byte order mark of UTF-8."""


def read_text(path: Path, *, most_bytes: int = MOST_TEXT_BYTES) -> tuple[str, str]:
    """Return the file's name for users, and its text with plain line feeds; raises DataError."""
    file = name_file(path)
    return file, decode_text(read_bytes(path, most_bytes), file=file)


def read_bytes(path: Path, most_bytes: int) -> bytes:
    """Return the bytes of a file; raises DataError if it is missing, not a file, or too large."""
    try:
        if path.is_dir():
            raise unreadable(path, "is a folder, not a file", key="folder")
        if path.exists() and not path.is_file():
            raise unreadable(path, "is not a file", key="no_file")
        return read_regular(path, most_bytes)
    except FileNotFoundError:
        raise unreadable(path, "there is no such file", key="missing") from None
    except PermissionError:
        raise unreadable(
            path, "permission denied", "check the file's permissions", key="permission"
        ) from None
    except TooLargeError:
        raise size_limit(path, most_bytes, "one file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise unreadable(path, f"cannot be read: {reason}", key="unreadable") from None


def decode_text(data: bytes, *, file: str) -> str:
    """Return UTF-8 text, with or without byte order mark and with any line breaks; raises DataError."""
    hint = "save it as “CSV UTF-8”" if file.endswith(".csv") else "save it as UTF-8"
    if data.startswith(_UTF_16) or _UTF_16_ASCII.match(data):
        raise unreadable(file, "is UTF-16 text", hint, key="utf16")
    if data.startswith(OFFICE_FILES):
        raise unreadable(file, "is a document of a spreadsheet or word processor", hint, key="office")
    while data.startswith(_MARK):  # Some programs write two.
        data = data.removeprefix(_MARK)
    try:
        text = unify_line_breaks(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        before = unify_line_breaks(data[: error.start].decode("utf-8"))
        key, sign = "utf8", f"0x{data[error.start]:02x}"
        message = f"is not UTF-8 text: byte {sign}"
    else:
        found = _FORBIDDEN.search(text)
        if not found:
            return text
        before, key, sign = text[: found.start()], "character", f"U+{ord(found[0]):04X}"
        name = _NAMES.get(found[0], f"a control character ({sign})")
        message, hint = f"contains {name}", "remove it"
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    raise unreadable(file, message, hint, line=line, column=column, key=key, sign=sign)


def decode_table(data: bytes, *, file: str) -> tuple[str, str]:
    """Return a text that a spreadsheet saved, and the encoding if it is a guess, such as `Windows-1252`."""
    with suppress(UnicodeDecodeError):
        encoding = "utf-16" if data.startswith(_UTF_16) else "utf-8"
        return decode_text(data.decode(encoding).encode(), file=file), ""
    if data.startswith(_UTF_16):
        return decode_text(data, file=file), ""
    page = _guess_code_page(data)
    with suppress(UnicodeDecodeError):
        return decode_text(data.decode(page).encode(), file=file), CODE_PAGES[page]
    return decode_text(data, file=file), ""


CODE_PAGES = {
    "cp1252": "Windows-1252",
    "mac_roman": "Mac Roman",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
}
"""Names of the code pages for people."""
_LATIN = ("cp1252", "mac_roman", "cp1250")
"""Pages of texts in Latin letters, the most frequent first."""
_LINES_OF_MACS = rb"[^\n]*\r[^\n]*"
"""Lines that end as on old Macs, where spreadsheets still save them so."""
_OTHER_SCRIPT = rb"[\xc0-\xff]{4}"
"""Letters of a word that has no Latin ones: four with accents in a row are in no word of Western Europe."""
_PLAIN_WORD = r"[^\W\d_]+"
_ACCENTED_WORD = r"(?=\w*[^\0-\x7f])[^\W\d_]+"
"""Words with a letter that is not in ASCII."""
_STRAY = "ƒˆ˜ˇ˘˙˚¯´¨¸˝˛ﬁﬂ√∂∑∏∫∆Ωπ≠≈≤≥∞◊⁄\uf8ff"
"""Signs that are not beside letters."""
_ODD_SIGN = (
    r"(?<=[^\W\d_])[^\w\s\0-\x7f\xa0\xb7\xad’–—…](?=[^\W\d_])"
    rf"|(?<=[^\W\d_])[{_STRAY}]|[{_STRAY}](?=[^\W\d_])"
    r"|(?<=[^\W\d_]{2})[–—](?=[a-z]\b)|[€†‡‰™](?=[a-z])"
)
"""Signs inside a word but apostrophes, dashes, and ellipses; stray ones; dashes before its last letter."""
_RARE = "[ŠšŽžŸ]"
"""Letters of Windows-1252 in names from languages that it cannot write."""
_MOST_ODD = 20
"""Words of a text among which one may be odd."""


def _guess_code_page(data: bytes) -> str:
    """Return the code page in which fewest words of a text are odd; Windows-1252 if none fits.

    Codes of letters in the middle of words are signs, or capitals, in other pages.
    """
    if re.search(_OTHER_SCRIPT, data):
        for page in ("cp1251", "cp1253"):
            with suppress(UnicodeDecodeError):
                words = re.findall(_PLAIN_WORD, data.decode(page))
                if _count_odd(words) * _MOST_ODD <= len(words):
                    return page
    pages = ("mac_roman", *_LATIN) if re.fullmatch(_LINES_OF_MACS, data) else _LATIN
    rated = {page: found for page in pages if (found := _rate(data, page)) is not None}
    return min(rated, key=rated.__getitem__, default="cp1252")


def _count_odd(words: list[str]) -> int:
    """Return the number of words with a capital behind a small letter."""
    return sum(word not in (word.lower(), word.upper(), word.capitalize()) for word in words)


def _rate(data: bytes, page: str) -> tuple[int, int] | None:
    """Return how many words of a text are odd in a page, and how many letters are rare.

    None for a page that lacks a byte, and for one other than Windows-1252 in which too many are odd.
    """
    try:
        text = data.decode(page)
    except UnicodeDecodeError:
        return None
    words = re.findall(_ACCENTED_WORD, text)
    odd = _count_odd(words) + len(re.findall(_ODD_SIGN, text))
    if page != "cp1252" and odd * _MOST_ODD > len(words):
        return None
    return odd, len(re.findall(_RARE, text)) if page == "cp1252" else 0


def find_encoding(data: bytes) -> tuple[bytes, str]:
    """Return the byte order mark of a table, which may be empty, and the encoding of the bytes behind it."""
    marks = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"\xef\xbb\xbf": "utf-8"}
    mark = next((mark for mark in marks if data.startswith(mark)), b"")
    is_guess = bool(decode_table(data, file="")[1])
    return (b"", _guess_code_page(data)) if is_guess else (mark, marks.get(mark, "utf-8"))


_FORBIDDEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters that YAML or XML forbid without escapes, and rare line breaks that editors count differently."""

_NAMES = {
    "\0": "a NUL character",
    "\x85": "a NEL line break (U+0085)",
    "\u2028": "a line separator (U+2028)",
    "\u2029": "a paragraph separator (U+2029)",
    "\ufeff": "a byte order mark (U+FEFF) in the middle of the text",
}


def unify_line_breaks(text: str) -> str:
    """Return a text whose lines end as on Unix."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def has_forbidden(text: str) -> bool:
    """Return True if a text has characters that no file may contain unless they are escaped (`\\0`)."""
    return _FORBIDDEN.search(text) is not None


def unreadable(
    file: Path | str,
    message: str,
    hint: str = "",
    *,
    line: int = 0,
    column: int = 0,
    key: str = "",
    **values: str | int,
) -> DataError:
    """Return the error of a file that cannot be read, because of one place, a line, or as a whole.

    `key` and `values` are those of its text in other languages.
    """
    name = name_file(file) if isinstance(file, Path) else file
    return DataError([Problem(name, line, column or min(line, 1), "", message, hint, key, values)])


def size_limit(file: Path | str, most_bytes: int, kind: str) -> DataError:
    """Return the error of a file that is larger than a file of its kind may be."""
    size = format_limit(most_bytes)
    whole = max(most_bytes // MEGABYTE, 1)
    return unreadable(file, f"is larger than {size}", f"the limit for {kind}", key="large", size=whole)


def name_file(path: Path) -> str:
    """Return the path as users write it: relative to the current folder if the file is inside it.

    It has the same slashes on every system, for messages, logs, and JSON.
    """
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def describe_fault(file: Path, *, home: Path) -> str:
    """Return why a file that data names cannot be read; empty if it is in the folder `home`.

    A kit may read only its own folder: neither `..` nor a link may lead out of it.
    """
    try:
        is_there = file.is_file()
    except OSError as error:
        return f"`{file.name}` cannot be the name of a file: {error.strerror}"
    if not is_inside(file, home):
        return f"`{name_file(file)}` is outside the game's folder"
    if not is_in_read_folder(file, home):
        return f"`{name_file(file)}` is in a folder from which no game is read ({', '.join(NOT_READ)})"
    if not is_there:
        return f"there is no file `{name_file(file)}`"
    if IGNORES_CASE and (other := find_other_case(file, home)):
        return f"`{name_file(file)}` is written `{other}`, and other systems do not find it"
    return ""


def find_other_case(file: Path, home: Path) -> str:
    """Return how a file or a folder above it is written in its folder; empty if it is written like this."""
    for path in (file, *file.parents):
        if path == home or path.name in ("", ".."):
            break
        names = [one.name for one in path.parent.iterdir()]
        alike = (name for name in names if name.casefold() == path.name.casefold())
        if path.name not in names and (other := next(alike, "")):
            return other
    return ""


def find_spelling(file: Path) -> Path:
    """Return a file whose name has the same letters, if there is none with the same bytes.

    Systems and archives write `é` as one character or as two.
    """
    if str(file).isascii() or has_entry(file):
        return file
    folder = find_spelling(file.parent) if not file.parent.is_dir() else file.parent
    wanted = unicodedata.normalize("NFC", file.name)
    with suppress(OSError, ValueError):
        others = sorted(folder.iterdir())
        return next((one for one in others if unicodedata.normalize("NFC", one.name) == wanted), file)
    return file


NOT_READ = (".git", ".petri", "__pycache__")
"""Folders from which no game is read."""


def is_in_read_folder(path: Path, home: Path) -> bool:
    """Return False for a path in a folder from which no game is read, whose changes are not noticed."""
    return not {*NOT_READ} & {*path.relative_to(home).parts} if path.is_relative_to(home) else True


def is_inside(path: Path, home: Path) -> bool:
    """Return True if a path is inside a folder after all links and `..` are resolved."""
    try:
        return path.resolve().is_relative_to(home.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


def list_stray_links(home: Path, names: Iterable[str]) -> list[Problem]:
    """Return a problem for each link that leads out of `home` among files and folders of these names."""
    tops = [home / name for name in names]
    # What is behind a stray link is not listed.
    inner = (place for top in tops if is_inside(top, home) for place in sorted(top.rglob("*")))
    stray = [place for place in (*tops, *inner) if place.is_symlink() and not is_inside(place, home)]
    message, hint = "is outside the game's folder", "copy the file into the folder"
    return [Problem(name_file(place), 0, 0, "", message, hint) for place in stray]


_WORD = re.compile(r"\w+")


def collect_words(text: str) -> frozenset[str]:
    """Return the words of a text, some of which may be names."""
    return frozenset(_WORD.findall(text))


def format_id(id: str) -> str:
    """Return an id as a title: `Space pirates` for `space_pirates`."""
    return id.replace("_", " ").capitalize()


def derive_id(name: str, otherwise: str = "game") -> str:
    """Return an id for any name: `mi_jardin` for `Mi jardín`, and `game_18xx` for `18XX`."""
    id = make_slug(name)
    return id if id[:1].isalpha() and id not in DEVICES else f"{otherwise}_{id}".strip("_")


_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "'": "", "’": ""})
_LONGEST_SLUG = 60


def make_slug(text: str) -> str:
    """Return a text as lower-case ASCII letters, digits, and `_`: `goblin_king` for `Goblin King!`."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub("[^a-z0-9]+", "_", plain)[:_LONGEST_SLUG].strip("_")


_MOST_OF_LINE = 60
"""Maximum number of characters of a text that is quoted in a message."""


def shorten_line(sentence: str) -> str:
    """Return the beginning of a text, on one line."""
    line = " ".join(sentence.split())
    return line if len(line) <= _MOST_OF_LINE else f"{line[: _MOST_OF_LINE - 3]}..."


_LONG = 5
"""Minimum length of a word that is unlikely to be a typo of another word."""


def is_typo(name: str, known: Iterable[str]) -> bool:
    """Return True if a name is a known one with a letter changed, omitted, or doubled, or two swapped.

    Names with other letters added (`titles`, `subtitle`, `heading2`) and short names are not typos.
    """
    for word in known:
        if len(name) == len(word) >= _LONG and sum(a != b for a, b in zip(name, word, strict=True)) == 1:
            return True
        cuts = [(word[:place], word[place:]) for place in range(len(word))]
        doubled = {f"{start}{end[0]}{end}" for start, end in cuts}
        swapped = {f"{start}{end[1]}{end[0]}{end[2:]}" for start, end in cuts[:-1]}
        less = {start + end[1:] for start, end in cuts if len(name) >= _LONG}
        if name != word and name in doubled | swapped | less:
            return True
    return False


def make_name(title: str) -> str:
    """Return the name of the field for a column: `card_name` for `Card Name` and `cardName`."""
    return make_slug(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", title))
