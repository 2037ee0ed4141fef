"""Survey of values: what YAML, CSV, expressions, and conditions mean, as tables of expected texts.

REFUSED is an error with its place, SAID a text that is printed with a warning.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

from generator.errors import DataError, Wrong
from generator.model.elements.boxes import Conditions
from generator.model.language.expressions import parse_expression
from generator.model.language.kinds import Kind
from tests.survey.figures import Measured
from tests.survey.sources import Source
from tests.table_decks import DECK, read

REFUSED, SAID = "an error", "a warning"

YAML_VALUES: Mapping[str, str] = {
    "Mill": "Mill", "yes": "yes", "No": "No", "on": "on", "off": "off", "true": "true", "False": "False",
    "010": "010", "1e3": "1e3", "0x1F": "0x1F", "1_000": "1_000", "26:15": "26:15", "1.50": "1.50",
    ".5": ".5",
    "+3": "+3", "-3": "-3", "1,5": "1,5", ".inf": ".inf", "2024-05-01": "2024-05-01",
    "12:30:45": "12:30:45",
    "~": REFUSED, "null": REFUSED, "Null": REFUSED, "NULL": REFUSED, "": REFUSED, "#3": REFUSED,
    '"~"': "~", "'null'": "null", '"yes"': "yes", "''": "",
    "Room #3": SAID, "Room # 3": "Room", "Room#3": "Room#3", '"Room #3"': "Room #3",
    "it's": "it's", "'it''s'": "it's", '"a\\tb"': "a\tb", '"\\u00e9"': "é", "a - b": "a - b",
    "3 + 4": "3 + 4",
    "100%": "100%", "{a": REFUSED, "[a": REFUSED, '"a': REFUSED, "a: b": REFUSED, "@a": REFUSED,
    "`a`": REFUSED,
    "%a": REFUSED, "!a": REFUSED, "!tag a": REFUSED, "&x a": REFUSED, "*nope": REFUSED,
    "|\n      a\n      b\n": "a\nb\n",
    ">\n      a\n      b\n": "a b\n", "a\n      b": "a b", "Ünïcödé 漢字": "Ünïcödé 漢字", "<b>": "<b>",
    "a & b": "a & b",
    "=": "=", "=1+2": "=1+2", "?": REFUSED, "-": REFUSED, "--": "--", "...x": "...x", "<<": "<<",
    "x:": REFUSED,
}  # fmt: skip
"""What stands behind `v:` in a card, and the text of its field."""

CSV_FILES: Mapping[bytes, str] = {
    b"id,v\na,Mill\n": "Mill", b"id;v\na;Mill\n": "Mill", b"id\tv\na\tMill\n": "Mill",
    b"id|v\na|Mill\n": "Mill",
    b"id,v\r\na,Mill\r\n": "Mill", b"id,v\ra,Mill\r": "Mill", b"\xef\xbb\xbfid,v\na,Mill\n": "Mill",
    "id,v\na,Mühle\n".encode("utf-16"): "Mühle", "id,v\na,Mühle\n".encode(): "Mühle",
    b'id,v\na,"Mill, old"\n': "Mill, old", b'id,v\na,"say ""hi"""\n': 'say "hi"',
    b'id,v\na,"a\nb"\n': "a\nb",
    b"id,v\na, Mill \n": "Mill", "id,v\na,\u00a0Mill\u00a0\n".encode(): "Mill", b"id , v\na,Mill\n": "Mill",
    b"id,v\na,Mill\n,\n": "Mill", b"id,v\na,Mill\n\n\n": "Mill", b"id,v\na,007\n": "007",
    b"id,v\na,Mill,more\n": REFUSED, b'id,v\na,"Mill\n': REFUSED, b"id,v\na,Mill\nb,Mill\nTotal,\n": "Mill",
    b"id,v,v\na,Mill,Wood\n": SAID, b"id,v\na,#3\n": "#3", b"id,v\na,Room #3\n": "Room #3",
}  # fmt: skip
"""CSV files, and the text of the column `v` of their first row."""

FIELDS: Mapping[str, object] = {
    "n": "3", "half": "1.50", "s": "10.0", "t": "007", "minus": "−2", "comma": "1,5", "name": "Goblin",
    "empty": "", "blank": " ", "space": "\u00a0", "y": "y", "no": "n", "big": "N", "dash": "-",
    "off": "off",
    "zero": "0.0", "none": "none", "tilde": "~", "x": "X", "tags": ("fire", "ice"), "word": "maybe",
}  # fmt: skip

EXPRESSIONS: Mapping[str, str] = {
    "number(comma, 7)": REFUSED, "number('1,5', 7)": REFUSED, "number(empty, 7)": "7",
    "number(name, 7)": REFUSED,
    "number(n)": "3", "number(blank, 7)": "7",
    "pad(-3, 3)": "-03", "pad('−3', 3)": "−03", "pad(7, 3)": "007", "pad(1234, 3)": "1234",
    "pad(0, 2)": "00",
    "len(range(5, 1))": REFUSED, "join(range(5, 1, -1), ' ')": "5 4 3 2 1", "len(range(1, 0))": "0",
    "join(range(1, 3), ' ')": "1 2 3",
    "len(split('1||3', '|'))": "3", "split('1||3', '|')[2]": "", "len(split('|', '|'))": "2",
    "len(split(empty))": "0",
    "len('👨‍👩‍👧')": "1", "len('🇩🇪🇫🇷')": "2", "len('e\u0301')": "1", "len('👍🏽')": "1", "'acc'[1]": "a",
    "'e\u0301a'[1]": "e\u0301", "'नि'[1]": "नि", "'👨‍👩‍👧!'[2]": "!",
    "0.1 + 0.2": "0.3", "0.1 + 0.2 == 0.3": "true", "n == 3.0": "true", "half == 1.5": "true",
    "s == 10": "true",
    "t == 7": "true", "minus + 0": "-2", "minus == -2": "true", "name == 'Goblin'": "true",
    "name == 'goblin'": "false",
    "name + 1": REFUSED, "name * 2": REFUSED, "1 / 0": REFUSED, "tags[3]": REFUSED, "tags[0]": REFUSED,
    "tags[-1]": "ice", "missing": "", "upper(name)": "GOBLIN", "n * half": "4.5", "7 // 2": "3",
    "-7 // 2": "-4",
    "-7 % 3": "2", "2 ** 10": "1024", "9 ** 999": REFUSED, "round(2.5)": "3", "round(2.345, 2)": "2.35",
    "1 if y else 2": "1", "1 if no else 2": "2", "1 if big else 2": "2", "1 if dash else 2": "2",
    "1 if off else 2": "2", "1 if zero else 2": "2", "1 if blank else 2": "2", "1 if space else 2": "2",
    "1 if none else 2": REFUSED, "1 if tilde else 2": REFUSED, "1 if word else 2": REFUSED,
    "1 if x else 2": "1",
    "has(blank)": "false", "has(none)": "true", "has(empty)": "false", "not empty": "true",
    "unknown(1)": REFUSED, "n.real": REFUSED, "__import__('os')": REFUSED, "n +": REFUSED,
    "lambda: 1": REFUSED, "[a for a in tags]": REFUSED, "n if": REFUSED, "'a' 'b'": REFUSED,
}  # fmt: skip
"""Expressions with the fields above, and the text that is printed."""

CONDITIONS: Mapping[str, str] = {
    "n = 3": "true", "n = 3.0": "true", "n == 3.0": "true", "half = 1.5": "true", "half = 1.50": "true",
    "s = 10": "true", "s = 10.0": "true", "t = 7": "true", "t = 007": "true", "n != 3.0": "false",
    "n = 4": "false", "n = 3, 4": "true", "n != 4, 5": "true", "minus = -2": "true",
    "name = Goblin": "true",
    "name = goblin": "false", "name != Elf": "true", "tags = fire": "true", "tags = water": "false",
    "y": "true", "no": "false", "big": "false", "dash": "false", "off": "false", "zero": "false",
    "x": "true",
    "none": REFUSED, "tilde": REFUSED, "word": REFUSED, "name": REFUSED, "empty": "false", "blank": "false",
    "space": "false", "tags": "true", "n": "true", "not no": "true", "not y": "false", "not word": REFUSED,
    "has(blank)": "false", "has(name)": "true", "0.1 + 0.2 == 0.3": "true", "n > 2": "true",
    "n > 2.5 and y": "true",
    "n < half": "false", "s > n": "true", "name > 3": REFUSED, "no or y": "true", "no and word": "false",
    "y and word": REFUSED, "none = none": "true", "empty = 0": "false",
}  # fmt: skip
"""Conditions with the fields above, and whether they hold."""


def _read_cards(folder: Path, cards: str, **files: bytes | str) -> str:
    """Return the field `v` of the first card, or what was said instead."""
    try:
        deck, warnings = read(folder, cards, more=DECK, **files)
    except DataError:
        return REFUSED
    said = [warning for warning in warnings if "never printed" not in warning and "left out" not in warning]
    return SAID if said else str(next(iter(deck.pieces)).fields["v"])


def read_yaml_value(folder: Path, value: str) -> str:
    return _read_cards(folder, f"\n  - id: a\n    v: {value}")


def read_csv_value(folder: Path, data: bytes) -> str:
    (folder / "cards.csv").write_bytes(data)
    return _read_cards(folder, "cards.csv")


def compute(text: str) -> str:
    """Return the text of an expression."""
    try:
        return parse_expression(text).format(FIELDS)
    except Wrong:
        return REFUSED


def judge_condition(text: str) -> str:
    """Return whether a condition holds."""
    kind = next(one for one in get_args(Conditions) if isinstance(one, Kind))
    try:
        return str(all(condition.holds(FIELDS) for condition in kind.parse(text))).lower()
    except Wrong:
        return REFUSED


def list_answers(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """Yield a kind, an input, what is expected, and what came out."""
    for text, wanted in YAML_VALUES.items():
        yield "YAML", text, wanted, read_yaml_value(folder, text)
    for data, wanted in CSV_FILES.items():
        yield "CSV", repr(data), wanted, read_csv_value(folder, data)
    for text, wanted in EXPRESSIONS.items():
        yield "expressions", text, wanted, compute(text)
    for text, wanted in CONDITIONS.items():
        yield "conditions", text, wanted, judge_condition(text)


def measure(folder: Path, source: Source) -> Measured:
    """Count the answers that differ from the tables."""
    del source
    tried: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    faults = []
    for kind, text, wanted, found in list_answers(folder):
        tried[kind] += 1
        if found != wanted:
            wrong[kind] += 1
            faults.append(f"{kind}: `{text}` is `{found}`, not `{wanted}`")
    figures = {f"of {kind}": count for kind, count in tried.items()}
    return Measured(figures | {f"wrong: {kind}": wrong[kind] for kind in tried}, tuple(faults))
