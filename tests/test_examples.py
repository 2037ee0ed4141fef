"""The example packages, built and installed beside the program, add what they say."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = sorted((ROOT / "examples").glob("petri-press-example-*"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all example packages, as pip installs them, without a network."""
    home = tmp_path_factory.mktemp("examples")
    folder = home / "site-packages"
    for package in PACKAGES:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(home)]
        subprocess.run(command, cwd=package, check=True, capture_output=True)
    for wheel in home.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
    return folder


def run(installed: Path, folder: Path, *words: str) -> str:
    """Run `petri` with the packages in a folder, and return what it prints."""
    places = os.pathsep.join([str(installed), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "generator", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": places, "PETRI_CACHE": "off"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_plugins_are_listed_with_their_packages(installed: Path, tmp_path: Path) -> None:
    found = json.loads(run(installed, tmp_path, "plugins", "--json"))
    ours = {(one["group"], one["name"]) for one in found if one["package"].startswith("petri-press-example")}
    assert ours == {
        ("petri_press.data", "example"),
        ("petri_press.data", "avoid_three"),
        ("petri_press.games", "avoid_three"),
        ("petri_press.backends", "cards"),
        ("petri_press.importers", "titles"),
    }
    assert {one["licence"] for one in found if one["package"].startswith("petri-press-example")} == {"MIT"}


def test_data_of_a_package_is_used_like_ours(installed: Path, tmp_path: Path) -> None:
    deck = """theme: forest
size: bookmark
cards:
  - title: "Oak :acorn:"
template:
  - ground: primary
  - words: {text: "{title}", role: card_title, box: [4 mm, 10 mm, 42 mm, 20 mm]}
"""
    (tmp_path / "deck.yaml").write_text(deck, "utf-8")
    assert "no problems" in run(installed, tmp_path, "check", "deck.yaml")
    assert "example-press" in run(installed, tmp_path, "list", "--destinations")
    assert "avoid-three" in run(installed, tmp_path, "list")


def test_a_game_of_a_package_is_printed_and_played_without_trust(installed: Path, tmp_path: Path) -> None:
    assert "sheet" in run(installed, tmp_path, "make", "avoid-three", "-o", "out")
    assert "won" in run(installed, tmp_path, "simulate", "avoid-three", "--games", "5")


def test_a_format_and_an_importer_of_packages(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "heroes.titles").write_text("Ana the Brave\nBo\n", "utf-8")
    run(installed, tmp_path, "import", "heroes.titles", "--to", "heroes")
    run(installed, tmp_path, "make", "heroes", "--to", "cards", "-o", "out")
    (made,) = (tmp_path / "out").rglob("*.list")
    assert "Ana the Brave" in made.read_text("utf-8")


def test_a_damaged_package_is_no_reason_to_fail(installed: Path, tmp_path: Path) -> None:
    broken = tmp_path / "site-packages" / "broken-1.dist-info"
    broken.mkdir(parents=True)
    (broken / "entry_points.txt").write_text("[petri_press.data]\nno = no_such_module\n", "utf-8")
    assert "pox" in run(tmp_path / "site-packages", tmp_path, "list")
