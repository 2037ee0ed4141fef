"""`petri pack` and `petri unpack`: a game is handed on as one file, and used like its folder."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from generator.make.game_folders import pack_game
from generator.read.files.packs import PackedFiles
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.conftest import Petri
from tests.shipped import sampled_games


def list_bytes(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "settings"
    monkeypatch.setenv("PETRI_SETTINGS", str(folder))
    return folder


@pytest.fixture
def game(petri: Petri) -> str:
    assert petri("new", "my-game", "--complete").exit_code == 0
    return "my-game"


@pytest.mark.parametrize("name", sampled_games("archive"))
def test_a_game_has_the_same_archive_each_time_with_all_that_it_names(name: str, tmp_path: Path) -> None:
    shelf = find_shelf()
    path = shelf.find_game(name)
    packed = pack_game(path, shelf)
    assert pack_game(path, shelf).data == packed.data
    (tmp_path / "game.petri").write_bytes(packed.data)
    archive = PackedFiles(tmp_path / "game.petri")
    assert all(archive.read(file) == (path / file).read_bytes() for file in packed.files)
    assert not any(file.startswith("wording/") for file in packed.left_out)


def test_a_packed_game_prints_the_same_bytes_as_its_folder(game: str, petri: Petri, tmp_path: Path) -> None:
    assert petri("pack", game).exit_code == 0
    for name, folder in ((game, "a"), ("my-game.petri", "b")):
        done = petri("make", name, "--to", "pdf,svg,html", "--locale", "es", "--paper", "a4", "-o", folder)
        assert done.exit_code == 0, done.output
    assert list_bytes(tmp_path / "a") == list_bytes(tmp_path / "b")


@pytest.mark.parametrize("name", sampled_games("packed", 1))
def test_every_shipped_game_can_be_read_from_its_archive(name: str, tmp_path: Path) -> None:
    """Tables of boards and of templates, too, are in the archive, and read from there."""
    shelf, file = find_shelf(), tmp_path / "game.petri"
    path = shelf.find_game(name)
    file.write_bytes(pack_game(path, shelf).data)
    kits = [read_kit(one, shelf=shelf) for one in (shelf.find_game(str(file)), path)]
    assert [part.id for part in kits[0].parts] == [part.id for part in kits[1].parts]


@pytest.mark.posix("symbolic links")
def test_what_nothing_names_is_left_out_and_said(game: str, petri: Petri, tmp_path: Path) -> None:
    folder = tmp_path / game
    (folder / "notes.txt").touch()
    (folder / "LICENSE").write_text("free")
    (folder / ".hidden").touch()
    (folder / "output").mkdir()
    (folder / "output" / "cards.pdf").touch()
    (folder / "link.yaml").symlink_to("kit.yaml")
    done = petri("pack", game)
    assert "left out, since nothing names it: notes.txt, schemas/ (18 files)\n" in done.output
    names = PackedFiles(tmp_path / "my-game.petri").list_files()
    assert {"LICENSE", "kit.yaml", "wording/es.yaml"} <= {*names}
    assert not {".hidden", "output/cards.pdf", "link.yaml"} & {*names}


def test_a_game_with_problems_is_not_packed(game: str, petri: Petri, tmp_path: Path) -> None:
    cards = tmp_path / game / "board.yaml"
    cards.write_text(cards.read_text().replace("icon: ", "icon: no_such_"))
    done = petri("pack", game)
    assert done.exit_code == 1
    assert "unknown icon" in done.output
    assert "nothing is packed" in done.output
    assert not (tmp_path / "my-game.petri").exists()


def test_a_folder_made_of_an_archive_has_its_files(game: str, petri: Petri, tmp_path: Path) -> None:
    petri("pack", game)
    assert petri("unpack", "my-game.petri", "copy").output == "29 files in copy\n"
    own = {
        name: data for name, data in list_bytes(tmp_path / game).items() if not name.startswith("schemas/")
    }
    assert list_bytes(tmp_path / "copy") == own
    assert "not empty" in petri("unpack", "my-game.petri", "copy").stderr
    assert "there is no file" in petri("unpack", "none.petri").stderr


def test_messages_about_a_packed_game_name_the_place_in_it(game: str, petri: Petri) -> None:
    petri("pack", game)
    assert petri("check", "my-game.petri").exit_code == 0
    assert "my-game.petri" in petri("list").output
    assert "is packed already" in petri("pack", "my-game.petri").stderr
    assert "petri unpack my-game.petri" in petri("locale", "new", "my-game.petri", "fr").stderr
    assert "it is in a packed game" in petri("make", "my-game.petri", "-o", "my-game.petri/out").stderr


def test_what_json_says_is_true(game: str, petri: Petri, tmp_path: Path) -> None:
    facts = json.loads(petri("pack", game, "--json", "-o", "a.petri", "--version", "3").stdout)
    data = (tmp_path / "a.petri").read_bytes()
    assert (facts["sha256"], facts["bytes"]) == (sha256(data).hexdigest(), len(data))
    assert PackedFiles(tmp_path / "a.petri").manifest.version == "3"
    assert "does not end with .petri" in petri("pack", game, "-o", "a.zip").stderr


def test_rules_are_packed_only_when_asked_for(petri: Petri, tmp_path: Path) -> None:
    petri("new", "grid", "--rules")
    assert "rules.py is left out; --with-rules includes it" in petri("pack", "grid").output
    assert "rules.py" not in PackedFiles(tmp_path / "grid.petri").list_files()
    petri("pack", "grid", "--with-rules")
    assert "grid.petri (has code)" in petri("list").output
    petri("new", "plain")
    assert "has no effect: there is no rules.py" in petri("pack", "plain", "--with-rules").stderr


def test_rules_in_an_archive_run_once_they_are_trusted_and_only_they(
    petri: Petri, tmp_path: Path, settings: Path
) -> None:
    petri("new", "grid", "--rules")
    petri("pack", "grid", "--with-rules")
    play = ("simulate", "grid.petri", "--games", "2")
    refused = petri(*play)
    assert refused.exit_code != 0
    assert "add --trust to run it" in refused.stderr
    trusted = petri(*play, "--trust")
    assert "grid.petri/rules.py is trusted from now on" in trusted.stderr
    # The same bytes under another name are known, others are not.
    (tmp_path / "grid.petri").rename(tmp_path / "other.petri")
    assert petri("simulate", "other.petri", "--games", "2").exit_code == 0
    rules = tmp_path / "grid" / "rules.py"
    rules.write_text(rules.read_text() + "\n")
    petri("pack", "grid", "--with-rules")
    assert "add --trust to run it" in petri(*play).stderr
    assert len((settings / "trusted.txt").read_text().splitlines()) == 1
