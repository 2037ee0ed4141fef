"""Screens say what they need where it is missing."""

from importlib.machinery import ModuleSpec
from importlib.util import find_spec

import pytest

from generator.errors import GeneratorError
from generator.web import extra


def test_missing_libraries_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command that installs them, and without a traceback."""

    def find(name: str) -> ModuleSpec | None:
        return None if name == "uvicorn" else find_spec(name)

    extra.check_screens("petri preview")
    monkeypatch.setattr(extra, "find_spec", find)
    with pytest.raises(GeneratorError) as error:
        extra.check_screens("petri preview")
    assert str(error.value) == (
        "petri preview needs uvicorn, which is not installed; "
        'install it with: pip install "petri-press[screens]"'
    )
