"""Titles of sheets and booklets are texts, as those of decks are, and bands have a hint."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit

FILES = {
    "kit": "parts: [booklet: rules.yaml, sheet: sheet.yaml]\n",
    "rules": "id: rules\ntitle: Rules of 3\nblocks:\n  - text: One paragraph.\n",
    "sheet": "id: sheet\ntitle: My sheet\nsections:\n  goods: {title: Goods, blocks: [text: Some goods]}\n"
    "bands:\n  - - sections: [goods]\n",
}


def write_files(folder: Path, **changed: str) -> Path:
    for name, text in {**FILES, **changed}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_title_is_a_text_or_its_key(tmp_path: Path) -> None:
    kit = read_kit(write_files(tmp_path), shelf=find_shelf())
    english = kit.wordings["en"]
    assert [english.format(part.title) for part in kit.parts] == ["Rules of 3", "My sheet"]


def test_a_key_that_is_nowhere_is_told(tmp_path: Path) -> None:
    rules = FILES["rules"].replace("Rules of 3", "rules.title_3")
    with pytest.raises(DataError, match=r"rules.yaml:2:8: title: the wording has no `rules.title_3`"):
        read_kit(write_files(tmp_path, rules=rules), shelf=find_shelf())


def test_the_name_of_a_section_in_place_of_a_panel_has_a_hint(tmp_path: Path) -> None:
    sheet = FILES["sheet"].replace("- - sections: [goods]", "- [goods]")
    with pytest.raises(DataError) as caught:
        read_kit(write_files(tmp_path, sheet=sheet), shelf=find_shelf())
    assert "bands[1][1]: must be keys with values, not `goods` (write `{sections: [goods]}`)" in str(
        caught.value
    )
