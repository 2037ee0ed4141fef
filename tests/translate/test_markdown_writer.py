"""`petri convert`: a booklet in YAML becomes Markdown that is read as the same data, with the same texts."""

import re
import shutil
from pathlib import Path

import pytest

from generator.read.declared.markdown import parse_markdown
from generator.read.files.shelf import find_shelf
from generator.read.files.yaml import parse_yaml, read_yaml
from generator.read.kits.kits import read_kit
from generator.read.wordings.wordings import read_wording_file
from generator.translate.markdown import MarkdownWriter
from tests.conftest import Petri

ROOT = Path(__file__).parents[2]
BOOKLETS = sorted(
    path
    for path in (ROOT / "data" / "games").glob("*/*.yaml")
    if re.search(r"^blocks:", path.read_text("utf-8"), re.MULTILINE)
)
ODD = """\
id: rules
title: Rules & more
columns: 1   # one
blocks:
  # For everybody.
  - text: "1. is no list, `nor` _this_ <b>, and neither [a](b) nor &amp;"
  - text: "# no heading\\n> no call-out"
  - list: [rules.one, "- two"]
  - list: [{text: rules.three, tells: [a.b, c]}]
  - icons: [{icons: [bee, sun], text: "Four {to end|there}"}]
  - {heading: The end, id: end}
  - {heading: Small, level: 2, space: 3 mm}
  - {text: kit.title, free: all}
  - rule: ink
  - rule: red
  - table: [[a, "1"], [rules.b, ""]]
"""
ENGLISH = {"rules.one": "One", "rules.three": ":sun: three", "rules.b": "b", "kit.title": "Game"}


@pytest.mark.parametrize("path", BOOKLETS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_shipped_booklets_stay_the_same(path: Path) -> None:
    """The blocks are equal, with equal keys, and the texts of the keys that moved are the English ones."""
    source, english = read_yaml(path), read_wording_file(path.parent / "wording" / "en.yaml").sentences
    writer = MarkdownWriter(source, english, source.get_text(("id",)))
    book = parse_markdown(writer.write(), file="x.md")
    assert book.data == source.data
    assert dict(book.texts) == writer.moved == {key: english[key] for key in writer.moved}


def test_what_markdown_reads_in_another_way_is_escaped() -> None:
    """A block without a form of its own is a fence; comments are kept."""
    writer = MarkdownWriter(parse_yaml(ODD, file="rules.yaml"), ENGLISH, "rules")
    text = writer.write()
    book = parse_markdown(text, file="rules.md")
    assert "\n<!-- For everybody. -->\n\\1. is" not in text
    assert "<!-- For everybody. -->\n" in text
    assert "columns: 1   # one\n" in text
    data = parse_yaml(ODD, file="rules.yaml").data
    assert isinstance(data, dict)
    texts = {**ENGLISH, **book.texts}

    def spell(value: object) -> object:
        """Return data with texts in place of keys."""
        if isinstance(value, dict):
            return {key: spell(one) for key, one in value.items()}
        return [spell(one) for one in value] if isinstance(value, list) else texts.get(str(value), value)

    assert spell(book.get("blocks")) == spell(data["blocks"])
    assert spell(book.get("title")) == "Rules & more"


def test_files_of_the_game_follow(tiny_game: Path, petri: Petri) -> None:
    """kit.yaml names the new file, the wording has the other texts, and the pages are the same."""
    before = read_kit(tiny_game, shelf=find_shelf())
    done = petri("convert", tiny_game / "rules.yaml")
    assert done.output == "tiny_game/rules.md: 3 texts moved from the wording\n"
    after = read_kit(tiny_game, shelf=find_shelf())
    assert after.parts == before.parts
    assert after.wordings["en"].sentences == before.wordings["en"].sentences
    assert not (tiny_game / "rules.yaml").exists()
    assert "rules" not in (tiny_game / "wording" / "en.yaml").read_text("utf-8")
    text = (tiny_game / "rules.md").read_text("utf-8")
    assert text.endswith(
        "\n## Your turn {#rules.turn}\n\nCross out the next field. "
        "Whoever crosses out the last one wins. {#rules.text}\n"
    )


def test_a_game_of_rules_alone_needs_no_wording(tmp_path: Path, petri: Petri) -> None:
    """The wording without any text is removed."""
    (tmp_path / "kit.yaml").write_text("title: My game\nparts: [booklet: rules.yaml]\n")
    (tmp_path / "rules.yaml").write_text("id: rules\ntitle: rules.title\nblocks: [text: rules.a]\n")
    (tmp_path / "wording").mkdir()
    (tmp_path / "wording" / "en.yaml").write_text("words:\n  rules:\n    title: Rules\n    a: Play.\n")
    assert petri("convert", tmp_path / "rules.yaml").exit_code == 0
    assert not (tmp_path / "wording" / "en.yaml").exists()
    assert (tmp_path / "rules.md").read_text() == "---\nid: rules\n---\n# Rules\n\nPlay. {#a}\n"
    assert petri("check", tmp_path).exit_code == 0


def test_other_files_are_refused(tiny_game: Path, petri: Petri) -> None:
    """A sheet is no booklet."""
    done = petri("convert", tiny_game / "sheet.yaml")
    assert done.exit_code == 1
    assert "kit.yaml has no part `booklet: sheet.yaml`" in done.stderr


@pytest.fixture
def bees(tmp_path: Path) -> Path:
    """A game whose rules have texts with ids."""
    return Path(shutil.copytree(find_shelf().complete, tmp_path / "bees"))


def test_translations_follow_their_text(bees: Path, petri: Petri) -> None:
    """Without ids, all keys change; texts that are the same are reviewed, and a changed one is not."""
    rules = bees / "rules.md"
    text = re.sub(r" \{#\w+\}$", "", rules.read_text("utf-8"), flags=re.MULTILINE)
    rules.write_text(text.replace("Put the bee on the hive", "Place the bee on its hive"), "utf-8")
    told = petri("check", bees).output
    assert "unknown key `rules.setup.meadow` (run petri locale update" in told
    done = petri("locale", "update", bees, "--locale", "es,de")
    lines = done.output.split("\n")
    assert lines[0] == "de: 24 texts with a new key, to be reviewed"
    assert "    rules.turn.fly -> rules.your_turn.fly_the_bee_flies_exactly_as_many_places" in lines
    new = "rules.before_you_begin.place_the_bee_on_its_hive_in_the_middle"
    assert f"    rules.setup.meadow -> {new}" in lines
    spanish = read_wording_file(bees / "wording" / "es.yaml").sentences
    before = read_wording_file(find_shelf().complete / "wording" / "es.yaml").sentences
    assert spanish[new] == before["rules.setup.meadow"]
    assert sorted(spanish.values()) == sorted(before.values())
    status = petri("locale", bees, "--locale", "es", "--text-only").output
    assert f"words.{new}: is still the same, but its English has changed" in status
    assert "missing" not in status
    assert "unknown" not in status


def test_a_text_without_a_similar_one_stays(bees: Path, petri: Petri) -> None:
    """It is listed, and nothing is lost."""
    rules = bees / "rules.md"
    text = rules.read_text("utf-8")
    old = re.search(r"^4\. Everybody takes a sheet.*$", text, re.MULTILINE)
    assert old
    rules.write_text(text.replace(old[0], "4. Whoever saw a butterfly last is first."), "utf-8")
    done = petri("locale", "update", bees, "--locale", "es")
    assert done.output.split("\n")[:2] == [
        "es: 0 texts with a new key, to be reviewed",
        "    rules.setup.sheet: there is no similar English text",
    ]
    assert "rules.setup.sheet" in read_wording_file(bees / "wording" / "es.yaml").sentences


def test_exports_have_places_and_notes(bees: Path, petri: Petri) -> None:
    """Translators see the line of the Markdown, and the comment above it."""
    rules = bees / "rules.md"
    text = rules.read_text("utf-8")
    rules.write_text(
        text.replace("## :bee: Your turn", "<!-- Of one player. -->\n## :bee: Your turn"), "utf-8"
    )
    assert petri("locale", "export", bees, "es", "es.po").exit_code == 0
    entry = next(one for one in Path("es.po").read_text("utf-8").split("\n\n") if '"rules.turn.title"' in one)
    line = rules.read_text("utf-8").split("\n").index("## :bee: Your turn {#turn}") + 1
    assert f"#: rules.md:{line}\n" in entry
    assert "#. Of one player.\n" in entry
