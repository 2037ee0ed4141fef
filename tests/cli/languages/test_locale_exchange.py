"""Sentences go out as PO and CSV and come back: nothing is lost, and nothing damaged is taken."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from typer.testing import Result

from generator.read.wordings.wordings import read_wording_file

Petri = Callable[..., Result]

SPANISH = """\
# Mine.
language: Español
words:
  kit:
    # The name.
    title: Tiny game  # stays
  sheet:
    title: Hoja
    name: Nombre
    track: "{wrong} Cruces"
  rules:
    title: Reglas
    turn: >-
      Tu
      turno
    text: |
      Tacha la siguiente casilla.
      Gana quien tache la última.
"""


@pytest.fixture
def words(petri: Petri, tiny_game: Path) -> Path:
    """The wording folder of the tiny game: Spanish with one text of each state, and its comments."""
    folder = tiny_game / "wording"
    (folder / "es.yaml").write_text(SPANISH, encoding="utf-8")
    english = folder / "en.yaml"
    text = english.read_text("utf-8").replace("    turn:", "    # At the top\n    # of a page.\n    turn:")
    english.write_text(text, encoding="utf-8")
    petri("locale", "accept", "tiny_game", "es", "sheet.title", "rules", "kit")
    text = english.read_text("utf-8").replace("Your turn", "Now you")
    english.write_text(text.replace("title: Rules", "title: The Rules"), encoding="utf-8")
    return folder


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def catalog_of(path: Path) -> dict[str, Any]:
    return {message.context: message for message in read_po(io.BytesIO(path.read_bytes())) if message.id}


@pytest.mark.parametrize("form", ["po", "csv"])
def test_a_round_trip_changes_nothing(petri: Petri, words: Path, form: str) -> None:
    """Accepted, stale, unreviewed, identical, and even broken texts come back byte by byte.

    While one is broken, it is reported with its place, and nothing is written.
    """
    before = everything(words)
    assert petri("locale", "export", "tiny_game", "es", f"es.{form}").exit_code == 0
    done = petri("locale", "import", "tiny_game", "es", f"es.{form}")
    assert done.exit_code == 1
    assert "words.sheet.track: placeholder `{wrong}` has no value" in done.stderr
    assert everything(words) == before
    path = Path(f"es.{form}")
    path.write_text(path.read_text("utf-8").replace("{wrong} Cruces", ""), encoding="utf-8")
    done = petri("locale", "import", "tiny_game", "es", f"es.{form}")
    assert done.exit_code == 0, done.stderr
    assert "0 new, 0 changed, 0 accepted unchanged" in done.stdout
    assert everything(words) == before


def test_translators_get_what_they_need(petri: Petri, words: Path) -> None:
    """The key, comments, where it is printed, room, picture; what must be looked at is fuzzy."""
    petri("locale", "export", "tiny_game", "es", "es.po")
    found = catalog_of(Path("es.po"))
    assert list(found) == [
        "kit.title", "sheet.title", "sheet.name", "sheet.track", "rules.title", "rules.turn", "rules.text"
    ]  # fmt: skip
    assert {key for key, message in found.items() if message.fuzzy} == {
        "sheet.name", "sheet.track", "rules.title", "rules.turn"
    }  # fmt: skip
    turn = found["rules.turn"]
    assert turn.id == "Now you"
    assert turn.auto_comments[:2] == ["At the top of a page.", "State: kept"]
    assert [name for name, _ in turn.locations] == ["rules"]
    assert "Picture: tiny-game/rules-en-a4.png" in turn.auto_comments
    track = found["sheet.track"]
    assert [name for name, _ in track.locations] == ["sheet/track"]
    assert any(flag.startswith("max-length:") for flag in track.flags)
    assert (
        Path("es.po").read_text("utf-8").startswith('msgid ""\nmsgstr ""\n"Project-Id-Version: tiny-game\\n"')
    )


def test_room_for_characters_that_are_as_wide_as_high(petri: Petri, words: Path) -> None:
    """Fewer characters fit in Japanese than in Spanish, for the same box."""
    rooms = {}
    for locale in ("es", "ja"):
        petri("locale", "export", "tiny_game", locale, f"{locale}.csv")
        rows = csv.DictReader(io.StringIO(Path(f"{locale}.csv").read_text("utf-8-sig")))
        rooms[locale] = {row["key"]: int(row["longest"]) for row in rows if row["longest"]}
    assert rooms["ja"].keys() == rooms["es"].keys()
    assert all(0 < room <= rooms["es"][key] for key, room in rooms["ja"].items())
    assert rooms["ja"]["rules.turn"] < rooms["es"]["rules.turn"]


def test_comments_of_translators_are_kept(petri: Petri, words: Path) -> None:
    """Comments are exported, and imported above their texts; those that a tool left out stay."""
    petri("locale", "export", "tiny_game", "es", "es.po")
    po = Path("es.po").read_text("utf-8").replace("{wrong} ", "")
    assert "\n# The name.\n#. Picture" in po
    po = po.replace("# The name.\n", "").replace(
        'msgctxt "rules.turn"', '# Short.\n#\n# Ask Ana.\nmsgctxt "rules.turn"'
    )
    Path("es.po").write_text(po, encoding="utf-8")
    assert petri("locale", "import", "tiny_game", "es", "es.po").exit_code == 0
    remarked = SPANISH.replace("    turn:", "    # Short.\n    #\n    # Ask Ana.\n    turn:")
    assert (words / "es.yaml").read_text("utf-8") == remarked.replace('"{wrong} Cruces"', "Cruces")
    petri("locale", "export", "tiny_game", "es", "es.po", "--force")
    assert catalog_of(Path("es.po"))["rules.turn"].user_comments[:3] == ["Short.", "", "Ask Ana."]
    Path("es.po").write_text(
        Path("es.po").read_text("utf-8").replace("# Short.", "# Shorter."), encoding="utf-8"
    )
    petri("locale", "import", "tiny_game", "es", "es.po")
    assert "    # Shorter.\n    #\n    # Ask Ana.\n    turn:" in (words / "es.yaml").read_text("utf-8")


def test_english_above_a_text_is_not_a_comment(petri: Petri, words: Path) -> None:
    """As `petri locale new` puts it there; a remark goes below."""
    petri("locale", "new", "tiny_game", "pt")
    petri("locale", "export", "tiny_game", "pt", "pt.po")
    assert "\n# " not in Path("pt.po").read_text("utf-8")
    po = Path("pt.po").read_text("utf-8").replace('msgctxt "sheet.name"', '# Mine.\nmsgctxt "sheet.name"')
    Path("pt.po").write_text(po, encoding="utf-8")
    petri("locale", "import", "tiny_game", "pt", "pt.po")
    assert "    # Name\n    # Mine.\n    name:" in (words / "pt.yaml").read_text("utf-8")


def test_the_head_of_the_english_file_comes_first(petri: Petri, words: Path) -> None:
    """The PO file begins with the terms of the English file, not with what describes that file."""
    english = words / "en.yaml"
    head = "# yaml-language-server: $schema=x.json\n# All texts in English.\n#\n# Terms: square, spike.\n"
    english.write_text(head + english.read_text("utf-8"), encoding="utf-8")
    petri("locale", "export", "tiny_game", "es", "es.po")
    assert Path("es.po").read_text("utf-8").startswith('#. Terms: square, spike.\nmsgid ""\nmsgstr ""\n')


def test_pictures_are_where_they_are_said_to_be(petri: Petri, words: Path) -> None:
    """`petri make GAME --to png` makes the files that are named."""
    petri("locale", "export", "tiny_game", "es", "es.csv")
    rows = csv.DictReader(io.StringIO(Path("es.csv").read_text("utf-8-sig")))
    named = {row["picture"] for row in rows} - {""}
    assert named
    (words / "es.yaml").unlink()
    petri("make", "tiny_game", "--to", "png")
    assert {name for name in named if not Path("output", name).is_file()} == set()


def test_what_a_translator_does_comes_back(petri: Petri, words: Path) -> None:
    """New words, corrected words, a flag taken away, a flag set; comments and order of the file stay."""
    petri("locale", "export", "tiny_game", "es", "es.po")
    catalog = read_po(io.BytesIO(Path("es.po").read_bytes()))
    changed = Catalog(locale="es")
    for message in catalog:
        if message.id:
            string = {"sheet.track": "Cruces", "rules.text": "Tacha: la «última» gana."}.get(message.context)
            flags = set() if message.context in ("sheet.track", "rules.turn") else set(message.flags)
            flags |= {"fuzzy"} if message.context == "sheet.title" else set()
            changed.add(message.id, string or message.string, flags=flags, context=message.context)
    with Path("es.po").open("wb") as stream:
        write_po(stream, changed, width=30)
    done = petri("locale", "import", "tiny_game", "es", "es.po")
    assert done.exit_code == 0, done.stderr
    assert "0 new, 2 changed, 1 accepted unchanged" in done.stdout
    assert (words / "es.yaml").read_text("utf-8") == SPANISH.replace('"{wrong} Cruces"', "Cruces").replace(
        "|\n      Tacha la siguiente casilla.\n      Gana quien tache la última.\n",
        '"Tacha: la «última» gana."\n',
    )
    (found,) = json.loads(petri("locale", "tiny_game", "-l", "es", "--text-only", "--json").stdout)
    assert [one["key"] for one in found["kept"]] == ["rules.title"]
    assert [one["key"] for one in found["unreviewed"]] == ["sheet.title", "sheet.name"]


def test_a_spreadsheet_comes_back(petri: Petri, words: Path) -> None:
    """Semicolons, other columns, other line breaks; changed words were looked at, others as `state` says."""
    petri("locale", "export", "tiny_game", "es", "es.csv")
    rows = list(csv.DictReader(io.StringIO(Path("es.csv").read_text("utf-8-sig"))))
    for row in rows:
        if row["key"] == "sheet.track":
            row["translation"] = "Cruces"
        if row["key"] == "rules.turn":
            row["state"] = ""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(
        out, ["translation", "key", "state", "mine", "english"], delimiter=";", extrasaction="ignore"
    )
    writer.writeheader()
    writer.writerows(rows)
    Path("es.csv").write_bytes(out.getvalue().encode("utf-8-sig"))
    done = petri("locale", "import", "tiny_game", "es", "es.csv")
    assert "0 new, 1 changed, 1 accepted unchanged" in done.stdout, done.stderr
    (found,) = json.loads(petri("locale", "tiny_game", "-l", "es", "--text-only", "--json").stdout)
    assert [one["key"] for one in found["kept"]] == ["rules.title"]
    assert [one["key"] for one in found["unreviewed"]] == ["sheet.name"]


@pytest.mark.parametrize("form", ["po", "csv"])
def test_a_language_may_begin_with_a_file(petri: Petri, words: Path, form: str) -> None:
    """A language that is not there is exported without words, and becomes a draft when it comes back."""
    assert "8 texts" not in petri("locale", "export", "tiny_game", "it", f"it.{form}").stdout
    path = Path(f"it.{form}")
    text = path.read_text("utf-8")
    if form == "po":
        text = text.replace(
            'msgid "Crosses"\nmsgstr ""', 'msgid "Crosses"\nmsgstr "Croci: {}"'.replace("{}", "×")
        )
    else:
        text = text.replace("sheet.track,Crosses,,missing", "sheet.track,Crosses,Croci: ×,missing")
    path.write_text(text, encoding="utf-8", newline="")
    done = petri("locale", "import", "tiny_game", "it", f"it.{form}")
    assert done.exit_code == 0, done.stderr
    assert "1 new, 0 changed" in done.stdout
    assert "not translated in the file: 6 texts" in done.stdout
    assert '    # Crosses\n    track: "Croci: ×"\n' in (words / "it.yaml").read_text("utf-8")
    (found,) = json.loads(petri("locale", "tiny_game", "-l", "it", "--json").stdout)
    assert (found["status"], found["translated"], found["unreviewed"]) == ("draft", 1, [])


def test_the_english_of_the_last_review_is_no_comment(petri: Petri, words: Path) -> None:
    """It is in the PO file; tools write it back as a comment, which does not come into the wording file."""
    petri("locale", "export", "tiny_game", "es", "es.po", "--open")
    text = Path("es.po").read_text("utf-8").replace("{wrong} ", "")
    assert '#| msgid "Your turn"\nmsgctxt "rules.turn"\nmsgid "Now you"' in text
    assert "sheet.title" not in text
    text = text.replace('#| msgid "Your turn"', '# | msgid "Your\n# turn"\n# Mine.')
    Path("es.po").write_text(text, encoding="utf-8")
    done = petri("locale", "import", "tiny_game", "es", "es.po")
    assert done.exit_code == 0, done.stderr
    written = (words / "es.yaml").read_text("utf-8")
    assert written == SPANISH.replace('"{wrong} Cruces"', "Cruces").replace(
        "    turn:", "    # Mine.\n    turn:"
    )


def test_blanks_around_words_and_copies_of_english(petri: Petri, words: Path) -> None:
    """Blanks around texts are removed; texts that a tool has copied from English are reported."""
    rows = 'sheet.track,Crosses," Cruces \n",missing\nsheet.name,Name,Name,missing\n'
    Path("es.csv").write_text(f"key,english,translation,state\n{rows}", encoding="utf-8")
    done = petri("locale", "import", "tiny_game", "es", "es.csv")
    assert "    track: Cruces\n" in (words / "es.yaml").read_text("utf-8")
    assert "    the same as in English: sheet.name\n" in done.stdout


def test_english_of_another_day(petri: Petri, words: Path) -> None:
    """A text translated from an older English is stale; one that English no longer has is left out."""
    petri("locale", "export", "tiny_game", "es", "es.po")
    text = Path("es.po").read_text("utf-8").replace("{wrong} Cruces", "Cruces")
    text = text.replace('msgctxt "sheet.name"', 'msgctxt "sheet.id"')
    Path("es.po").write_text(text.replace("#, fuzzy\n", "").replace("#, fuzzy, ", "#, "), encoding="utf-8")
    english = words / "en.yaml"
    english.write_text(english.read_text("utf-8").replace("Crosses", "Circles"), encoding="utf-8")
    done = petri("locale", "import", "tiny_game", "es", "es.po")
    assert done.exit_code == 0, done.stderr
    assert "not in English, left out: sheet.id" in done.stdout
    assert "translated from an older English: sheet.track" in done.stdout
    (found,) = json.loads(petri("locale", "tiny_game", "-l", "es", "--text-only", "--json").stdout)
    assert [one["key"] for one in found["kept"]] == ["sheet.track"]


DAMAGE = [
    ('msgstr "Hoja"', 'msgstr "**Hoja"', "words.sheet.title: `**` is never closed"),
    ('msgstr "Hoja"', 'msgstr "Hoja :nube:"', "words.sheet.title: unknown icon `nube`"),
    (
        'msgstr "Hoja"',
        'msgstr "{n, plural, one {x}}"',
        "words.sheet.title: `{n, plural, ...}` has no `other`",
    ),
    ('msgstr "Hoja"', 'msgstr "Hoja {n}"', "words.sheet.title: placeholder `{n}` has no value"),
    ('msgstr "Hoja"', 'msgstr "Hoja', "is not a line of a PO file"),
    ('msgstr "Hoja"', "", "expected `msgstr`, found `msgctxt`"),
    ('msgctxt "sheet.title"', 'msgctxt "sheet.name"', "duplicate key `sheet.name`"),
    ("Language: es", "Language: de", "the language of the file is `de`, not `es`"),
    ("charset=UTF-8", "charset=latin-1", "the charset is `latin-1`"),
]


@pytest.mark.parametrize(("old", "new", "message"), DAMAGE)
def test_damaged_files_change_nothing(petri: Petri, words: Path, old: str, new: str, message: str) -> None:
    """Problems are reported with file and line; the wording files do not change."""
    petri("locale", "export", "tiny_game", "es", "es.po")
    text = Path("es.po").read_text("utf-8").replace("{wrong} Cruces", "Cruces X")
    line = text[: text.index(old)].count("\n") + 1
    Path("es.po").write_text(text.replace(old, new), encoding="utf-8")
    before = everything(words)
    done = petri("locale", "import", "tiny_game", "es", "es.po")
    assert done.exit_code == 1
    assert message in done.stderr
    assert abs(int(done.stderr.split(":")[1]) - line) <= 12
    assert everything(words) == before


def test_all_problems_are_reported_at_once(petri: Petri, words: Path) -> None:
    """Two texts that cannot be printed are two problems, each with its line."""
    petri("locale", "export", "tiny_game", "es", "es.po")
    text = Path("es.po").read_text("utf-8").replace("{wrong} Cruces", "Cruces **X")
    text = text.replace('msgstr "Hoja"', 'msgstr "Hoja :nube:"')
    Path("es.po").write_text(text, encoding="utf-8")
    lines = petri("locale", "import", "tiny_game", "es", "es.po").stderr.splitlines()
    assert len(lines) == 2
    found = [text.split("\n")[int(line.split(":")[1]) - 1] for line in lines]
    assert found == ['msgstr "Hoja :nube:"', 'msgstr "Cruces **X"']


def test_files_cut_off_anywhere(petri: Petri, words: Path) -> None:
    """A part of a file is refused, or has complete texts alone."""
    petri("locale", "export", "tiny_game", "es", "es.po")
    whole = Path("es.po").read_bytes().replace(b"{wrong} Cruces", b"Cruces")
    for cut in range(0, len(whole), 97):
        Path("es.po").write_bytes(whole[:cut])
        before = everything(words)
        done = petri("locale", "import", "tiny_game", "es", "es.po")
        assert done.exit_code in (0, 1)
        if done.exit_code:
            assert done.stderr.startswith("es.po")
            assert everything(words) == before


def test_wrong_files_and_names(petri: Petri, words: Path) -> None:
    """Other endings, other games, no file, a file that is there already."""
    assert petri("locale", "export", "tiny_game", "es", "es.xlsx").exit_code == 2
    assert petri("locale", "export", "tiny_game", "spanish", "es.po").exit_code == 2
    assert "there is no such file" in petri("locale", "import", "tiny_game", "es", "es.po").stderr
    Path("es.po").write_text("mine", encoding="utf-8")
    assert "--force overwrites it" in petri("locale", "export", "tiny_game", "es", "es.po").stderr
    assert Path("es.po").read_text("utf-8") == "mine"
    assert petri("locale", "export", "tiny_game", "es", "es.po", "--force").exit_code == 0
    petri("locale", "export", "shared", "es", "shared.csv")
    done = petri("locale", "import", "tiny_game", "fr", "shared.csv")
    assert done.exit_code in (0, 1)
    Path("other.csv").write_text("key,english,translation\nno.such,x,y\n", encoding="utf-8")
    done = petri("locale", "import", "tiny_game", "es", "other.csv")
    assert "none of its keys is a text of this game" in done.stderr


def test_english_is_not_a_translation(petri: Petri, words: Path) -> None:
    """An import into English would replace what all others are translated from: it is refused."""
    Path("en.csv").write_text("key,english,translation\nsheet.name,Name,Title\n", encoding="utf-8")
    before = everything(words)
    for command, options in (("import", ()), ("export", ("--force",))):
        done = petri("locale", command, "tiny_game", "en", "en.csv", *options)
        assert done.exit_code == 1
        assert "`en` is the source language; edit " in done.stderr
    assert everything(words) == before


@pytest.mark.parametrize("form", ["po", "csv"])
@pytest.mark.parametrize("game", ["fight-the-virus", "shared"])
def test_all_shipped_texts_are_exported(petri: Petri, tmp_path: Path, game: str, form: str) -> None:
    """Every text of a shipped language is in the file; at most those that are older than English are open."""
    done = petri("locale", "export", game, "es", f"es.{form}")
    assert done.exit_code == 0, done.stderr
    text = (tmp_path / f"es.{form}").read_text("utf-8-sig")
    if form == "po":
        catalog = read_po(io.BytesIO(text.encode()), abort_invalid=True)
        assert all("State: kept" in message.auto_comments for message in catalog if message.fuzzy)
    else:
        assert {row["state"] for row in csv.DictReader(io.StringIO(text, newline=""))} <= {"", "kept"}


TRICKY = (
    *("# note", "#. note", "#, fuzzy", "#~ old", "#", "=1+1", "+1", "-1", "@x", "'x", "''=x", '"x"', '"'),
    *("- x", "* x*", "%x", "? x", "! x", "&x", ": x", "| x", "> x", "[x]", "`x`", "~", "null", "1,5"),
    *(
        "msgid",
        'msgstr ""',
        "a,b;c\td",
        "  x",
        "x  ",
        "\n  x",
        "a\n# b",
        "# a\n#b\n\n# c",
        "a\n\n'b",
        "x\u00a0",
    ),
    *("'- x", "a\n=b", "\tx", "# " + "word # " * 40, "\\\\n", "<x>", "...", "---", "#" * 130),
)


@pytest.mark.parametrize("form", ["po", "csv"])
def test_any_beginning_of_a_text_comes_back(petri: Petri, words: Path, form: str) -> None:
    """Sentences that look like comments, formulas or YAML come back, into the file that they came from,
    which stays as it is, and into a new one, where only blanks around them are left out."""
    table = {f"key_{number:02}": text for number, text in enumerate(TRICKY)}
    english = (words / "en.yaml").read_text("utf-8")
    keys = "".join(f"    {key}: Any\n" for key in table)
    (words / "en.yaml").write_text(f"{english}  other:\n{keys}", encoding="utf-8")
    given = "".join(f"    {key}: {json.dumps(text)}\n" for key, text in table.items())
    comments = given.replace("    key_3", "    # Of this one.\n    key_3")
    own = words / "es.yaml"
    own.write_text(f"language: Español\nstatus: draft\nwords:\n  other:\n{comments}", encoding="utf-8")
    before = own.read_bytes()
    assert petri("locale", "export", "tiny_game", "es", f"es.{form}").exit_code == 0
    done = petri("locale", "import", "tiny_game", "es", f"es.{form}")
    assert (done.exit_code, own.read_bytes()) == (0, before), done.stderr
    own.unlink()
    for _ in range(2):
        done = petri("locale", "import", "tiny_game", "es", f"es.{form}")
        assert done.exit_code == 0, done.stderr
        sentences = dict(read_wording_file(own).sentences)
        assert {key: sentences[f"other.{key}"] for key in table} == {
            key: text.strip() for key, text in table.items()
        }
    assert form == "csv" or own.read_text("utf-8").count("# Of this one.") == 10
