"""PO files are read as gettext means them, and every damaged line is an error."""

import io

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import DataError
from generator.translate.exchange import ExchangedText, format_po, parse_po

FIELDS = {"Language": "es", "Content-Type": "text/plain; charset=UTF-8"}
HEADER = format_po(FIELDS, (), ())
ENTRIES = (
    ExchangedText(
        "sheet.title",
        'A "sheet" \\ for\n{count}',
        "Una «hoja»\n\tpara\n{count}\n",
        is_open=True,
        comment="Mine.\n\nAsk Ana.",
        note="For all.\nAnd more.",
        where=("sheet/a", "rules"),
        longest=12,
    ),
    ExchangedText("sheet.name", "Name", ""),
)
GOOD = format_po(FIELDS, ("Terms.",), ENTRIES)


def parse(text: str) -> tuple[ExchangedText, ...]:
    return parse_po(text, file="es.po", locale="es")


def problems(text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        parse(text)
    return [str(problem) for problem in caught.value.problems]


def test_what_was_written_is_read() -> None:
    """Key, English, translation, flags and the translator's comment come back, with the line of each text."""
    entries = parse(GOOD)
    for entry, written in zip(entries, ENTRIES, strict=True):
        assert (entry.key, entry.english, entry.translation) == (
            written.key,
            written.english,
            written.translation,
        )
        assert (entry.is_open, entry.comment) == (written.is_open, written.comment)
        assert GOOD.split("\n")[entry.spot[0] - 1].startswith("msgstr")


def test_others_read_the_same() -> None:
    """Babel's reader of PO files finds the same texts, comments, references and flags."""
    catalog = read_po(io.BytesIO(GOOD.encode()), abort_invalid=True)
    found = {message.context: message for message in catalog if message.id}
    for entry in ENTRIES:
        message = found[entry.key]
        assert (message.id, message.string) == (entry.english, entry.translation)
    first = found["sheet.title"]
    assert first.auto_comments == ["For all.", "And more.", "State:", "Room for about 12 characters."]
    assert first.user_comments == ["Mine.", "", "Ask Ana."]
    assert {name for name, _ in first.locations} == {"sheet/a", "rules"}
    assert first.flags >= {"fuzzy", "max-length:12"}


def test_what_other_programs_write_is_read() -> None:
    """Wrapped lines, comments, the previous English, obsolete entries, and blanks at the ends of lines."""
    text = (
        "# Translators of the world\n#\n" + HEADER + "\n# mine\n#. note\n#: a b:1\n#, c-format , fuzzy\n"
        '#| msgid "old"\nmsgctxt  "a.b" \nmsgid ""\n"one "\n  "two"\nmsgstr "uno "\n"dos"\n'
        '# gone\n#, fuzzy\n#~ msgstr "lost"\n#~ msgstr[x] "lost"\n#~| msgid "v"\n'
        'msgctxt "c"\nmsgid "x"\nmsgstr "y"\n#~ msgctxt "d"\n#~ msgid "z"\n#~ msgstr "w"\n'
    )
    entries = parse(text)
    assert [(entry.key, entry.english, entry.translation) for entry in entries] == [
        ("a.b", "one two", "uno dos"),
        ("c", "x", "y"),
    ]
    assert [entry.is_open for entry in entries] == [True, False]
    assert [entry.comment for entry in entries] == ["mine", ""]


TOP = HEADER + "\n"
ENTRY = 'msgctxt "a"\nmsgid "x"\nmsgstr "y"\n'
"""Below the header, which has four lines and a blank one: it begins in line 6."""


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["es.po:1:1: has no header"]),
        (ENTRY, ["es.po:1:1: has no header"]),
        (HEADER.replace("UTF-8", "ISO-8859-1"), ["es.po:2:1: the charset is `iso-8859-1`"]),
        (HEADER.replace("charset", "chrset"), ["es.po:2:1: the header has no charset"]),
        (HEADER.replace("es", "pt_BR", 1), ["es.po:2:1: the language of the file is `pt-BR`, not `es`"]),
        (TOP + ENTRY.replace('"y"', '"y'), ['es.po:8:1: `msgstr "y` is not a line of a PO file']),
        (TOP + ENTRY.replace('"y"', "y"), ["es.po:8:1: `msgstr y` is not a line"]),
        (TOP + ENTRY.replace('"y"', '"y" z'), ['es.po:8:1: `msgstr "y" z` is not a line']),
        (TOP + ENTRY.replace('"y"', '"y"z"'), ['es.po:8:1: `msgstr "y"z"` is not a line']),
        (TOP + ENTRY.replace('"y"', '"\\q"'), ['es.po:8:1: `msgstr "\\q"` is not a line']),
        (TOP + ENTRY.replace('"y"', '"\\'), ['es.po:8:1: `msgstr "\\` is not a line']),
        (TOP + ENTRY.replace('"y"', ""), ["es.po:8:1: `msgstr` is not a line"]),
        (TOP + ENTRY.replace("msgstr ", "msgstr"), ['es.po:8:1: `msgstr"y"` is not a line']),
        (TOP + ENTRY.replace("msgstr ", "msgstr\t"), ['es.po:8:1: `msgstr "y"` is not a line']),
        (TOP + ENTRY.replace("msgstr", "msgster"), ["es.po:8:1: unknown keyword `msgster`"]),
        (
            TOP + ENTRY.replace("msgstr ", "msgstr[0] "),
            ["es.po:8:1: unknown keyword `msgstr[0]` (write plurals"],
        ),
        (
            TOP + ENTRY.replace('msgstr "y"\n', ""),
            ["es.po:8:1: expected `msgstr`, found the end of"],
        ),
        (TOP + ENTRY.replace('msgid "x"\n', ""), ["es.po:7:1: expected `msgid`, found `msgstr`"]),
        (TOP + ENTRY.replace('msgctxt "a"\n', ""), ["es.po:6:1: expected `msgctxt`, found `msgid`"]),
        (TOP + ENTRY.replace('"a"', '""'), ["es.po:8:1: the entry has no key"]),
        (TOP + ENTRY + ENTRY, ["es.po:11:1: duplicate key `a` (it is in line 8 too"]),
        (TOP + ENTRY + 'msgstr "z"\n', ["es.po:9:1: expected `msgctxt`, found `msgstr`"]),
        (
            TOP + 'msgid "x"\nmsgctxt "a"\nmsgstr "y"\n',
            [
                "es.po:6:1: expected `msgctxt`, found `msgid`",
                "es.po:7:1: expected `msgstr`",
                "es.po:8:1: expected",
            ],
        ),
        (TOP + '"lost"\n', ["es.po:6:1: this text has no keyword"]),
        (HEADER + "\n<<<<<<< ours\n" + ENTRY, ["es.po:6:1: `<<<<<<< ours` is not a line of a PO file"]),
        (
            TOP
            + ENTRY.replace('"y"', '"y')
            + "\n"
            + ENTRY.replace('"a"', '"b"').replace('"y"', '"\\q"')
            + ENTRY,
            ["es.po:8:1: `msg", "es.po:12:1: `msg", "es.po:15:1: duplicate key `a`"],
        ),
    ],
)
def test_every_damaged_line_is_reported(text: str, messages: list[str]) -> None:
    """All problems are reported with their lines, and no others."""
    found = problems(text)
    assert len(found) == len(messages), found
    for line, message in zip(found, messages, strict=True):
        assert line.startswith(message)


CHARACTERS = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), include_characters="\n\t\r")
TEXTS = st.text(alphabet=CHARACTERS)


@given(st.lists(st.tuples(TEXTS.filter(bool), TEXTS, TEXTS), unique_by=lambda entry: entry[0], max_size=5))
def test_any_texts_come_back(entries: list[tuple[str, str, str]]) -> None:
    """Any characters of keys, English and translations survive a round trip."""
    read = parse(format_po(FIELDS, (), [ExchangedText(*entry) for entry in entries]))
    assert [(one.key, one.english, one.translation) for one in read] == entries


@given(st.data())
def test_damaged_files_are_refused_or_read(data: st.DataObject) -> None:
    """A few characters lost, changed or doubled anywhere: DataError with lines of the file, or entries."""
    text = GOOD
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        lost = data.draw(st.integers(0, 6))
        new = data.draw(st.sampled_from(["", '"', "\\", "\n", "#", "msgid ", "x"]))
        text = text[:at] + new + text[at + lost :]
    try:
        entries = parse(text)
    except DataError as error:
        for problem in error.problems:
            _check_line(problem.line, text)
        return
    assert all(entry.key for entry in entries)


def _check_line(line: int, text: str) -> None:
    assert 1 <= line <= text.count("\n") + 1
