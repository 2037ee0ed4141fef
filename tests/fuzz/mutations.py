"""Changes to files: to bytes, as in damaged copies, and to structure, as people make them who try things."""

import copy
import csv
import io
import json
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import yaml

Mutation = Callable[[bytes], bytes]

SIGNS = rb"""
# : - | > ' " [ ] { } , ? @ ` % & * ! . / \ -1 1e9 99999999999 no '' [[[[ {x} ** *a &a !t :star: <<: --- ...
"""
SPACES = [b"", b" ", b"  ", b"\n", b"\t", b"\r\n", b": ", b"- ", b"|\n", b"---\n"]
PIECES = [*SIGNS.split(), *SPACES, b"\0", b"\xff", "é".encode(), "𝄞".encode(), b"\xef\xbb\xbf"]
"""What fingers, editors and bad copies put into files."""


def _lines(change: Callable[[list[bytes], int, int], list[bytes]]) -> Callable[[int, int, bytes], Mutation]:
    def make(first: int, second: int, _piece: bytes) -> Mutation:
        def mutate(text: bytes) -> bytes:
            lines = text.splitlines(keepends=True)
            if not lines:
                return text
            start, end = sorted((first % len(lines), second % len(lines)))
            return b"".join(change(lines, start, end))

        return mutate

    return make


def _insert(first: int, _second: int, piece: bytes) -> Mutation:
    return lambda text: text[: first % (len(text) + 1)] + piece + text[first % (len(text) + 1) :]


def _replace(first: int, second: int, piece: bytes) -> Mutation:
    def mutate(text: bytes) -> bytes:
        start = first % (len(text) + 1)
        return text[:start] + piece + text[start + second % 9 :]

    return mutate


def _cut(first: int, _second: int, _piece: bytes) -> Mutation:
    return lambda text: text[: first % (len(text) + 1)]


KINDS: list[Callable[[int, int, bytes], Mutation]] = [
    _insert,
    _replace,
    _cut,
    _lines(lambda lines, start, end: lines[:start] + lines[end + 1 :]),
    _lines(lambda lines, start, end: lines[: end + 1] + lines[start:]),
    _lines(
        lambda lines, a, b: [
            *lines[:a],
            lines[b],
            *lines[a + 1 : b],
            *([lines[a]] if a != b else []),
            *lines[b + 1 :],
        ]
    ),
    _lines(lambda lines, start, end: [*lines[:start], b"  " + lines[start], *lines[start + 1 :]]),
    _lines(lambda lines, start, end: [*lines[:start], lines[start].lstrip(b" "), *lines[start + 1 :]]),
]


def mutate(text: bytes, changes: list[Mutation]) -> bytes:
    """The text after all changes."""
    for change in changes:
        text = change(text)
    return text


NUMBERS = (
    "0",
    "-1",
    "1",
    "7",
    "1.5",
    "1e9",
    "1e308",
    "-1e-308",
    "NaN",
    "inf",
    "9" * 30,
    "9" * 5000,
    "0x10",
    "٣",
)
TEXTS = (
    *(
        "",
        " ",
        "x",
        "true",
        "none",
        "\n",
        "a\nb",
        "#",
        "# x",
        "=x",
        "- x",
        "é𝄞漢",
        "\u202eab\u200b",
        "x" * 5000,
    ),
    *(
        "{id}",
        "{x}",
        "{",
        "}",
        "**",
        "*",
        "\\",
        ":star:",
        ":nobody:",
        "{red|x}",
        "{nocolour|x}",
        "{/|x}",
        "*1",
    ),
    *(
        "{n, plural, one {#} other {{n}}}",
        "{n, select, other {x}}",
        "{n, plural, other {" * 12,
        "a, b",
        "a = b",
    ),
    *(
        "*" * 300,
        "**/**/*.png",
        "__pycache__/x.png",
        "x" * 300,
        "con",
        "..",
        "\x1b[2J",
        "a\u0301" + "\u0301" * 40,
    ),
    *("../x.yaml", "/dev/null", "kit.yaml", "pictures/dot.png", "x" * 300 + ".png", "#ffffff", "#fff", "red"),
    *("1 mm", "0 mm", "2000 mm", "0.0001 mm", "-3 mm", "5 pt", "100%", "50% - 300 mm", "9in x 9in", "2x3"),
)
OTHERS: tuple[Any, ...] = (None, [], {}, [[]], ["x", "y"], {"x": "y"}, ["1", "2"], [None], {"id": "x"})


def change(data: bytes, suffix: str, chance: Random) -> bytes:
    """The content of a file after one to three changes of one sort."""
    by_structure = STRUCTURES.get(suffix)
    if by_structure is not None and chance.random() < 0.65:
        try:
            return by_structure(data, chance)
        except (ValueError, IndexError, struct.error, csv.Error, yaml.YAMLError):
            pass
    make = [chance.choice(KINDS) for _ in range(chance.randint(1, 3))]
    size = max(len(data), 10)
    return mutate(
        data, [kind(chance.randrange(size), chance.randrange(size), _piece(chance)) for kind in make]
    )


def _piece(chance: Random) -> bytes:
    if chance.random() < 0.3:
        return chance.choice(TEXTS + NUMBERS).encode()
    return chance.choice(PIECES) if chance.random() < 0.7 else chance.randbytes(chance.randint(1, 6))


def _odd(chance: Random) -> Any:
    return chance.choice((chance.choice(NUMBERS), chance.choice(TEXTS), copy.deepcopy(chance.choice(OTHERS))))


def _list_slots(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with each of its keys or places."""
    for key in tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ():
        yield tree, key
        yield from _list_slots(tree[key])


def _change_tree(tree: Any, chance: Random) -> None:
    slots = list(_list_slots(tree))
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice(slots)
        other, other_key = chance.choice(slots)
        if key not in (holder if isinstance(holder, dict) else range(len(holder))):
            continue
        kind = chance.randrange(8)
        if kind == 0:
            del holder[key]
        elif kind == 1 and isinstance(holder, dict):
            names = [str(other_key), f"{key}s", str(key)[1:], str(key).upper(), chance.choice(TEXTS)]
            holder[chance.choice(names)] = holder.pop(key)
        elif kind == 1:
            holder.insert(key, copy.deepcopy(holder[key]))
        elif kind == 2 and other_key in (other if isinstance(other, dict) else range(len(other))):
            holder[key] = copy.deepcopy(other[other_key])
        elif kind == 3:
            holder[key] = chance.choice(([holder[key]], {"id": holder[key]}, [holder[key]] * 3))
        elif kind in (4, 5) and isinstance(holder[key], str):
            holder[key] = _change_text(holder[key], chance)
        else:
            holder[key] = _odd(chance)


def _change_text(text: str, chance: Random) -> str:
    """A number replaced by another, or something put in."""
    numbers = list(re.finditer(r"\d+(\.\d+)?", text))
    if numbers and chance.random() < 0.6:
        found = chance.choice(numbers)
        return text[: found.start()] + chance.choice(NUMBERS) + text[found.end() :]
    at = chance.randint(0, len(text))
    return text[:at] + chance.choice(TEXTS) + text[at + chance.choice((0, 0, 1, 3)) :]


def _change_yaml(data: bytes, chance: Random) -> bytes:
    tree = yaml.load(data, yaml.BaseLoader)
    _change_tree(tree, chance)
    return str(yaml.dump(tree, Dumper=_Plain, allow_unicode=True, sort_keys=False, width=9999)).encode()


class _Plain(yaml.SafeDumper):
    """Writes texts without quotes where that gives a text again: all our scalars are texts."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Plain.yaml_implicit_resolvers = {}


def _change_json(data: bytes, chance: Random) -> bytes:
    tree = json.loads(data)
    _change_tree(tree, chance)
    return json.dumps(tree).encode()


def _change_csv(data: bytes, chance: Random) -> bytes:
    rows = list(csv.reader(io.StringIO(data.decode(), newline="")))
    for _ in range(chance.randint(1, 3)):
        row = chance.choice(rows)
        at = chance.randrange(len(row))
        kind = chance.randrange(6)
        if kind == 0:
            rows.remove(row)
        elif kind == 1:
            rows.append(list(chance.choice(rows)))
        elif kind == 2:
            del row[at]
        elif kind == 3:
            row[at] = chance.choice(chance.choice(rows) or [""])
        else:
            row[at] = chance.choice(
                (_change_text(row[at], chance), chance.choice(TEXTS), chance.choice(NUMBERS))
            )
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


_SVG_VALUES = (
    "rotate(45)",
    "scale(1e308)",
    "matrix(1 0 0 NaN 0 0)",
    "url(#x)",
    "M0 0",
    "M1e308 0h1v1z",
    "a1",
    "100%",
)
_SVG_NAMES = (
    "transform",
    "style",
    "d",
    "viewBox",
    "fill",
    "stroke",
    "r",
    "width",
    "href",
    "class",
    "points",
    "id",
)


def _change_svg(data: bytes, chance: Random) -> bytes:
    text = data.decode()
    for _ in range(chance.randint(1, 3)):
        attribute = chance.choice(list(re.finditer(r'\s([\w:-]+)="([^"]*)"', text)))
        element = chance.choice(list(re.finditer(r"<[^>]+>", text)))
        kind = chance.randrange(6)
        if kind == 0:
            text = text[: attribute.start()] + text[attribute.end() :]
        elif kind == 1:
            text = text[: attribute.start(1)] + chance.choice(_SVG_NAMES) + text[attribute.end(1) :]
        elif kind == 2:
            made = f' {chance.choice(_SVG_NAMES)}="{chance.choice((*_SVG_VALUES, *NUMBERS))}"'
            text = text[: attribute.start()] + made + text[attribute.start() :]
        elif kind == 3:
            text = text[: element.start()] + element[0] * chance.choice((0, 2, 90)) + text[element.end() :]
        else:
            value = chance.choice((_change_text(attribute[2], chance), chance.choice(_SVG_VALUES)))
            text = text[: attribute.start(2)] + value.replace('"', "") + text[attribute.end(2) :]
    return text.encode()


def _change_bytes(data: bytes, chance: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(changed))
        changed[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
    return bytes(changed)


def _change_png(data: bytes, chance: Random) -> bytes:
    """Chunks dropped, doubled, swapped, or changed under a right checksum."""
    at, chunks = 8, []
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + size]))
        at += size + 12
    place = chance.randrange(len(chunks))
    kind = chance.randrange(5)
    if kind == 0:
        del chunks[place]
    elif kind == 1:
        chunks.insert(chance.randrange(len(chunks)), chunks[place])
    else:
        name, content = chunks[place]
        if name == b"IDAT" and kind < 4:
            content = zlib.compress(
                _change_bytes(zlib.decompress(content), chance)[: chance.choice((None, 9))]
            )
        elif content:
            content = _change_bytes(content, chance)
        chunks[place] = (name, content)
    written = [data[:8]]
    for name, content in chunks:
        written += [
            struct.pack(">I", len(content)),
            name,
            content,
            struct.pack(">I", zlib.crc32(name + content)),
        ]
    return b"".join(written)


def _change_font(data: bytes, chance: Random) -> bytes:
    """A table or its entry in the list of tables changed, dropped, or cut short."""
    (count,) = struct.unpack(">H", data[4:6])
    entry = 12 + 16 * chance.randrange(count)
    _, _, offset, length = struct.unpack(">4sIII", data[entry : entry + 16])
    kind = chance.randrange(5)
    if kind == 0:
        return data[:entry] + b"none" + data[entry + 4 :]
    if kind == 1:
        return data[: entry + 8] + _change_bytes(data[entry + 8 : entry + 16], chance) + data[entry + 16 :]
    head = min(length, chance.choice((4, 12, 64, length)))
    return data[:offset] + _change_bytes(data[offset : offset + head], chance) + data[offset + head :]


STRUCTURES: dict[str, Callable[[bytes, Random], bytes]] = {
    ".yaml": _change_yaml,
    ".geojson": _change_json,
    ".csv": _change_csv,
    ".svg": _change_svg,
    ".png": _change_png,
    ".ttf": _change_font,
}
"""By the end of a file's name; other files are changed as bytes only."""
