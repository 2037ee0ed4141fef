"""The stable surface: names and parameters of `generator.api` do not change unnoticed."""

import inspect
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any

from generator import api

KNOWN = Path(__file__).parent / "api.txt"


def describe(name: str) -> str:
    """Return a name with its parameters, and for a class its public methods with theirs."""
    value = getattr(api, name)
    if not callable(value):
        return f"{name} = {value!r}" if isinstance(value, str | int) else f"{name}: {type(value).__name__}"
    methods = (
        f"  {inner}{list_parameters(each)}"
        for inner, each in sorted(vars(value).items() if inspect.isclass(value) else ())
        if not inner.startswith("_") and inspect.isfunction(each)
    )
    return "\n".join((f"{name}{list_parameters(value)}", *methods))


def list_parameters(value: object) -> str:
    """Return the names of parameters; those with a default end with `=`."""
    if isinstance(value, type) and is_dataclass(value):
        # Its __init__ is compiled when it is first called.
        given = (field for field in fields(value) if field.init)
        return f"({', '.join(field.name + ('=' if has_default(field) else '') for field in given)})"
    try:
        parameters = inspect.signature(value).parameters.values() if callable(value) else ()
    except ValueError:
        return ""
    empty = inspect.Parameter.empty
    return f"({', '.join(one.name + ('=' if one.default is not empty else '') for one in parameters)})"


def has_default(field: Field[Any]) -> bool:
    return (field.default, field.default_factory) != (MISSING, MISSING)


def test_names_and_parameters_are_those_that_were_promised() -> None:
    """Delete the file and run the test to list all anew; a name that goes first warns for two versions."""
    now = "\n".join(describe(name) for name in sorted(api.__all__)) + "\n"
    if not KNOWN.exists():
        KNOWN.write_text(now, "utf-8")
    assert KNOWN.read_text("utf-8") == now


def test_every_name_has_a_sentence() -> None:
    undocumented = [
        name for name in api.__all__ if callable(getattr(api, name)) and not getattr(api, name).__doc__
    ]
    assert undocumented == []
