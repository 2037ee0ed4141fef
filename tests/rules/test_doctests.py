"""The examples of the rules and of the games run as they are printed."""

import doctest
from pathlib import Path
from types import ModuleType

import pytest

import generator.games
import generator.rules


@pytest.mark.parametrize("module", [generator.rules, generator.games], ids=lambda module: module.__name__)
def test_examples_of_a_module_run(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    result = doctest.testmod(module)
    assert result.attempted > 10
    assert result.failed == 0
