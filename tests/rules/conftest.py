"""A game that somebody adds, as one module and one kit."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import generator.games
from generator.model.kit import Kit
from generator.model.style import Theme
from generator.model.texts.wordings import Wording
from tests import shipped


@pytest.fixture
def coin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kit]:
    """The kit of a game whose module lies in another folder of games."""
    folder = tmp_path / "games"
    folder.mkdir()
    shutil.copy(Path(__file__).parent / "coin.py", folder / "coin.py")
    (folder / "drawn.py").write_text('"""Can be printed only."""\n', encoding="utf-8")
    monkeypatch.setattr(generator.games, "__path__", [*generator.games.__path__, str(folder)])
    words = {"rule.coin.heads": "Two of three.", "coin.count": "heads", "coin.ours": "Our own tally."}
    shared = {**shipped.kit("pox").wordings["en"].sentences}
    shared |= {"rule.coin.turn": "not now, {actor}", "rule.log.unreadable": "“{words}”"}
    yield Kit(
        id="coin",
        folder=folder,
        title="coin.title",
        players="1-2",
        parts=(),
        theme=Theme(id="plain", colours={}, type={}, marks={}),
        icons={},
        wordings={"en": Wording("en", "English", "ltr", shared | words)},
    )
    for name in ("coin", "drawn"):
        sys.modules.pop(f"generator.games.{name}", None)
        if hasattr(generator.games, name):
            delattr(generator.games, name)
