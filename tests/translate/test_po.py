"""PO files are read as gettext means them, and refused line by line where they are damaged."""

import io

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import DataError
from generator.translate.po import PoComments, parse_po, say_po_entry, say_po_header

HEADER = say_po_header({"Language": "es", "Content-Type": "text/plain; charset=UTF-8"})
GOOD = (
    HEADER
    + "\n"
    + say_po_entry(
        "sheet.title",
        'A "sheet" \\ for\n{count}',
        "Una «hoja»\n\tpara\n{count}\n",
        PoComments(("Of all.\nAnd more.",), ("sheet/a", "rules"), ("fuzzy", "max-length:12")),
    )
    + "\n"
    + say_po_entry("sheet.name", "Name", "", PoComments())
)


def problems(text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        parse_po(text, file="es.po")
    return [str(problem) for problem in caught.value.problems]


def test_what_was_written_is_read() -> None:
    """Key, English, translation and flags; every character knows where it stands."""
    po = parse_po(GOOD, file="es.po")
    first, second = po.entries
    assert po.header["Language"] == "es"
    assert (first.context.text, first.is_fuzzy) == ("sheet.title", True)
    assert first.source.text == 'A "sheet" \\ for\n{count}'
    assert first.translation.text == "Una «hoja»\n\tpara\n{count}\n"
    assert (second.context.text, second.translation.text, second.is_fuzzy) == ("sheet.name", "", False)
    lines = GOOD.split("\n")
    for character, (line, column) in zip(first.translation.text, first.translation.spots, strict=True):
        written = lines[line - 1][column - 1]
        assert written == (character if character not in "\n\t" else "\\")


def test_others_read_the_same() -> None:
    """Babel's reader of PO files finds the same sentences, comments, references and flags."""
    catalog = read_po(io.BytesIO(GOOD.encode()), abort_invalid=True)
    found = {message.context: message for message in catalog if message.id}
    for entry in parse_po(GOOD, file="es.po").entries:
        message = found[entry.context.text]
        assert (message.id, message.string) == (entry.source.text, entry.translation.text)
    first = found["sheet.title"]
    assert first.auto_comments == ["Of all.", "And more."]
    assert {name for name, _ in first.locations} == {"sheet/a", "rules"}
    assert first.flags >= {"fuzzy", "max-length:12"}


def test_what_other_programs_write_is_read() -> None:
    """Wrapped lines, comments of translators, the English of before, obsolete entries, blanks at ends."""
    text = (
        "# Translators of the world\n#\n" + HEADER + "\n# mine\n#. note\n#: a b:1\n#, c-format , fuzzy\n"
        '#| msgid "old"\nmsgctxt  "a.b" \nmsgid ""\n"one "\n  "two"\nmsgstr "uno "\n"dos"\n'
        'msgctxt "c"\nmsgid "x"\nmsgstr "y"\n#~ msgctxt "d"\n#~ msgid "z"\n#~ msgstr "w"\n'
    )
    entries = parse_po(text, file="es.po").entries
    assert [(entry.context.text, entry.source.text, entry.translation.text) for entry in entries] == [
        ("a.b", "one two", "uno dos"),
        ("c", "x", "y"),
    ]
    assert [entry.is_fuzzy for entry in entries] == [True, False]
    assert [entry.comment for entry in entries] == ["mine", ""]


TOP = HEADER + "\n"
ENTRY = 'msgctxt "a"\nmsgid "x"\nmsgstr "y"\n'
"""Below the header, which has four lines and a blank one: it begins in line 6."""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["es.po:1:1: has no header"]),
        (ENTRY, ["es.po:1:1: has no header"]),
        (HEADER.replace("UTF-8", "ISO-8859-1"), ["es.po:2:1: the charset is `ISO-8859-1`"]),
        (HEADER.replace("charset", "chrset"), ["es.po:2:1: the header says no charset"]),
        (TOP + ENTRY.replace('"y"', '"y'), ["es.po:8:8: the text is never closed"]),
        (TOP + ENTRY.replace('"y"', "y"), ["es.po:8:1: is no line of a PO file"]),
        (TOP + ENTRY.replace('"y"', '"y" z'), ["es.po:8:11: something follows after the text"]),
        (TOP + ENTRY.replace('"y"', '"y"z"'), ["es.po:8:11: something follows after the text"]),
        (TOP + ENTRY.replace('"y"', '"\\q"'), ["es.po:8:9: `\\q` means nothing"]),
        (
            TOP + ENTRY.replace('"y"', '"\\'),
            ["es.po:8:9: `\\` means nothing", "es.po:8:8: the text is never"],
        ),
        (TOP + ENTRY.replace('"y"', ""), ["es.po:8:1: `msgstr` has no text"]),
        (TOP + ENTRY.replace("msgstr", "msgster"), ["es.po:8:1: `msgster` is not read here"]),
        (TOP + ENTRY.replace("msgstr ", "msgstr[0] "), ["es.po:8:1: `msgstr[0]` is not read here (plurals"]),
        (TOP + ENTRY.replace('msgstr "y"\n', ""), ["es.po:6:1: the entry has no `msgstr`"]),
        (TOP + ENTRY.replace('msgid "x"\n', ""), ["es.po:7:1: `msgstr` is out of order"]),
        (TOP + ENTRY.replace('msgctxt "a"\n', ""), ["es.po:6:1: the entry has no `msgctxt`"]),
        (TOP + ENTRY + ENTRY, ["es.po:9:1: `a` stands here a second time (it stands in line 6 too"]),
        (TOP + ENTRY + 'msgstr "z"\n', ["es.po:9:1: `msgstr` stands here a second time"]),
        (TOP + 'msgid "x"\nmsgctxt "a"\nmsgstr "y"\n', ["es.po:7:1: `msgctxt` is out of order"]),
        (TOP + '"lost"\n', ["es.po:6:1: these words belong to nothing"]),
        (HEADER + "\n<<<<<<< ours\n" + ENTRY, ["es.po:6:1: is no line of a PO file"]),
        (
            TOP + ENTRY.replace('"y"', '"y') + "\n" + ENTRY.replace('"a"', '"b"').replace('"y"', '"\\q"'),
            ["es.po:8:8: the text is never closed", "es.po:12:9: `\\q` means nothing"],
        ),
    ],
)
def test_damage_is_told_where_it_is(text: str, told: list[str]) -> None:
    """Each damaged line, all of them, and no others."""
    found = problems(text)
    assert len(found) == len(told)
    for said in told:
        assert any(line.startswith(said) for line in found), found


CHARACTERS = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), include_characters="\n\t\r")
TEXTS = st.text(alphabet=CHARACTERS)


@given(st.lists(st.tuples(TEXTS.filter(bool), TEXTS, TEXTS), unique_by=lambda entry: entry[0], max_size=5))
def test_any_texts_come_back(entries: list[tuple[str, str, str]]) -> None:
    """Whatever stands in a sentence, its PO file says it."""
    written = "\n".join([HEADER, *(say_po_entry(*entry, PoComments()) for entry in entries)])
    read = parse_po(written, file="x.po").entries
    assert [(one.context.text, one.source.text, one.translation.text) for one in read] == entries


@given(st.data())
def test_damaged_files_are_refused_or_read(data: st.DataObject) -> None:
    """A few characters lost, changed or doubled anywhere: DataError with places in the file, or sentences."""
    text = GOOD
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        lost = data.draw(st.integers(0, 6))
        new = data.draw(st.sampled_from(["", '"', "\\", "\n", "#", "msgid ", "x"]))
        text = text[:at] + new + text[at + lost :]
    try:
        po = parse_po(text, file="x.po")
    except DataError as error:
        for problem in error.problems:
            _check_line(problem.line, text)
        return
    assert all(entry.context.text for entry in po.entries)


def _check_line(line: int, text: str) -> None:
    assert 1 <= line <= text.count("\n") + 1
