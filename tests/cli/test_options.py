"""Groups of options and the dataclasses that they fill."""

import runpy
from dataclasses import make_dataclass

import pytest

from generator.cli.options import OptionTable, choose_options, group, setting
from generator.cli.printing import options as printing
from generator.make.jobs import typed
from generator.model.values import dataclass, fields


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """What a group of options chooses."""

    copies: int = 1
    width: float = 0.0
    height: float = 0.0


COPIES = setting(1, "--copies N", "Number of copies.")
WIDTH = setting(0.0, "--width W", "Width.")
SIZE = setting((0.0, 0.0), "--size W,H", "Width and height.")
FULL: OptionTable = {"copies": COPIES, ("width", "height"): SIZE}


def test_a_group_has_each_field_once() -> None:
    """One option may set several fields, and fields may be left to the program."""
    group(Sheet, FULL)
    group(Sheet, {"copies": COPIES}, without=("width", "height"))


@pytest.mark.parametrize(
    ("declared", "without", "wrong"),
    [
        ({"copies": COPIES, "width": WIDTH}, (), "height"),
        ({**FULL, "depth": WIDTH}, (), "depth"),
        (FULL, ("depth",), "depth"),
        ({**FULL, "width": WIDTH}, (), "width"),
        (FULL, ("copies",), "copies"),
    ],
    ids=["no option", "no field", "no field to leave out", "two options", "declared and left out"],
)
def test_a_wrong_group_is_refused(declared: OptionTable, without: tuple[str, ...], wrong: str) -> None:
    """The message names the field."""
    with pytest.raises(TypeError, match=rf"\['{wrong}'\]"):
        group(Sheet, declared, without=without)


def test_only_known_options_are_chosen() -> None:
    """The others are the fields to leave out; a typo is an error."""
    assert choose_options(FULL, "copies") == ({"copies": COPIES}, ("width", "height"))
    with pytest.raises(TypeError, match="copys"):
        choose_options(FULL, "copys")


@pytest.mark.parametrize("name", [each.name for each in fields(typed.TypedChoices)])
def test_a_renamed_choice_fails_at_import(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever renames a field of the choices of a run cannot forget its option."""
    renamed = [
        (f"{each.name}_renamed" if each.name == name else each.name, each.type)
        for each in fields(typed.TypedChoices)
    ]
    monkeypatch.setattr(typed, "TypedChoices", make_dataclass("TypedChoices", renamed))
    with pytest.raises(TypeError, match=f"'{name}_renamed'"):
        runpy.run_path(printing.__file__, run_name="renamed")
