"""Comments in wording files: notes on English texts, and the comments of translators on their own.

The English above a text, where `petri locale new` puts it, is not a comment.
"""

from collections.abc import Mapping
from itertools import takewhile

from generator.translate.wording_edits import Place, find_places


def read_head(text: str) -> tuple[str, ...]:
    """Return the notes for translators at the start of a file: its comment below an empty comment line.

    What is above that line describes the file itself.
    """
    lines = [_strip(line) for line in takewhile(lambda line: line.startswith("#"), text.split("\n"))]
    return tuple(lines[lines.index("") + 1 :]) if "" in lines else ()


def read_notes(text: str) -> Mapping[str, str]:
    """Return the comments by key: right above a key or its groups, and at the end of its line."""
    places = find_places(text)
    above = {key: " ".join(map(_strip, _list_above(text, place))) for key, place in places.items()}
    found = {}
    for key, place in places.items():
        if key and not place.is_group:
            steps = key.split(".")
            notes = [above[".".join(steps[:depth])] for depth in range(1, len(steps) + 1)]
            found[key] = "\n".join(filter(None, [*notes, _read_beside(text, place)]))
    return {key: note for key, note in found.items() if note}


def read_comments(text: str, english: Mapping[str, str]) -> Mapping[str, str]:
    """Return the comments of translators by key; each may have several lines."""
    found = {
        key: "\n".join(_find_comment(text, place, english.get(key, ""))[1])
        for key, place in find_places(text).items()
        if not place.is_group and not place.in_braces
    }
    return {key: comment for key, comment in found.items() if comment}


def put_comments(text: str, comments: Mapping[str, str], english: Mapping[str, str]) -> str:
    """Return a file with these comments above their texts, in place of those of the same translator.

    A text that the file does not have, or that is written in braces, gets none.
    """
    for key, place in reversed(find_places(text).items()):
        if key not in comments or place.is_group or place.in_braces:
            continue
        start, lines = _find_comment(text, place, english.get(key, ""))
        if comments[key] != "\n".join(lines):
            new = (f"{' ' * place.column}# {line}".rstrip() + "\n" for line in comments[key].split("\n"))
            text = text[:start] + "".join(new) + text[_line_start(text, place.key_start) :]
    return text


def _find_comment(text: str, place: Place, english: str) -> tuple[int, list[str]]:
    """Return where the translator's comment starts, or would, and its lines: those below the English."""
    lines = _list_above(text, place)
    words = [_strip(line) for line in lines]
    counts = range(1, len(words) + 1)
    copied = next((count for count in counts if " ".join(words[:count]).split() == english.split()), 0)
    return _line_start(text, place.key_start) - len("".join(lines[copied:])), words[copied:]


def _list_above(text: str, place: Place) -> list[str]:
    """Return the comment lines right above a key; lines of a text are none."""
    start = _line_start(text, place.key_start)
    is_first = not text[start : place.key_start].strip()
    between = text[place.above : start].splitlines(keepends=True)[1:] if is_first else []
    return [*takewhile(lambda line: line.lstrip().startswith("#"), reversed(between))][::-1]


def _read_beside(text: str, place: Place) -> str:
    rest = text[place.end :].split("\n", 1)[0].strip()
    return rest.lstrip("#").strip() if rest.startswith("#") and not place.is_block else ""


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _strip(line: str) -> str:
    return line.strip().removeprefix("#").strip()
