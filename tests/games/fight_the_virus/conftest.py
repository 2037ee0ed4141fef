"""The sheet that ships, as the rules see it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from generator.games.fight_the_virus.sheet import FightTheVirusData, read_data
from generator.model.kit import Kit
from generator.model.style import Theme
from generator.read.parts.booklets import read_sheet_part
from generator.rules.core import IllegalMove

FOLDER = Path(__file__).parents[3] / "data" / "games" / "fight_the_virus"


@pytest.fixture(scope="session")
def kit() -> Kit:
    """The squares and dice of the kit; its words and looks do not matter to the rules."""
    return Kit(
        id="fight_the_virus",
        folder=FOLDER,
        title="kit.title",
        players="2+",
        parts=(read_sheet_part(FOLDER / "sheet.yaml"),),
        theme=Theme(id="plain", colours={}, type={}, marks={}),
        icons={},
        wordings={},
    )


@pytest.fixture(scope="session")
def data(kit: Kit) -> FightTheVirusData:
    return read_data(kit)


Refused = Callable[[str], AbstractContextManager[None]]


@pytest.fixture(scope="session")
def refused() -> Refused:
    """`with refused("analysis.gap")`: the move in the block is forbidden by just this rule."""

    @contextmanager
    def expect(rule: str) -> Iterator[None]:
        with pytest.raises(IllegalMove) as caught:
            yield
        assert caught.value.rule == f"fight_the_virus.{rule}"

    return expect
