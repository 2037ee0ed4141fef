"""A game from the cache is printed as one that was just read."""

import pickle
from pathlib import Path

import pytest

from generator.make.jobs.jobs import Choices
from generator.make.pipeline import make
from generator.make.runs import plan_run
from generator.read.files.shelf import Cache, Shelf, _sign_program, find_shelf
from tests import shipped
from tests.samples import proves_all, sample


def build(game: str, shelf: Shelf, folder: Path) -> dict[str, bytes]:
    """Two parts in Spanish on A4 by the names of their files; with PETRI_PROOF=all, all, in English, too."""
    locales = ("en", "es") if proves_all() else ("es",)
    names = [part.id for part in shipped.kit(game).parts]
    parts = tuple(sample(names, 2, key=f"kept {game}"))
    choices = Choices(
        games=(game,), parts=parts, locales=locales, papers=("a4",), formats=("pdf",), folder=folder
    )
    make(plan_run(choices, shelf), report=lambda job: None)
    return {path.name: path.read_bytes() for path in folder.rglob("*.pdf")}


@pytest.mark.parametrize("game", sample(find_shelf().list_games(), 1, key="one kept game"))
def test_kept_games_have_the_same_bytes(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the cache, when it is filled, and from the cache."""
    # Another test may install something meanwhile.
    monkeypatch.setattr("generator.read.files.shelf._sign_program_now", _sign_program)
    real = find_shelf()
    kept = Shelf(real.data, real.fonts, cache=Cache(tmp_path / "cache"))
    anew, filled = (build(game, shelf, tmp_path / name) for name, shelf in (("anew", real), ("filled", kept)))
    monkeypatch.setattr(
        "generator.read.kits.kits.read_kit_and_texts", lambda *_, **__: pytest.fail("it was read again")
    )
    assert build(game, kept, tmp_path / "kept") == filled == anew


@pytest.mark.parametrize("game", shipped.sampled_games("kept"))
def test_games_can_be_kept(game: str) -> None:
    """A game that was read has no values of this run alone, such as functions that are made in it."""
    kit = shipped.kit(game)
    assert pickle.loads(pickle.dumps(kit)).id == kit.id
