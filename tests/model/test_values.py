"""Frozen dataclasses with delayed methods behave as those of the standard library do."""

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace

import pytest

from generator.model import values


@values.dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """A value with defaults."""

    name: str
    size: float = 2.0
    tags: tuple[str, ...] = ()
    notes: dict[str, str] = field(default_factory=dict, hash=False)


@values.dataclass(frozen=True, slots=True, kw_only=True)
class Derived(Base):
    """A value with one more field."""

    extra: int = 0

    def __post_init__(self) -> None:
        if self.extra < 0:
            raise ValueError(self.extra)


@values.dataclass(frozen=True, eq=False)
class ByIdentity:
    """A value that equals only itself."""

    number: int


@values.dataclass(frozen=True)
class Described:
    """A value with a text of its own."""

    number: int

    def __repr__(self) -> str:
        return f"no. {self.number}"


@values.dataclass(frozen=True)
class Empty:
    """A value without fields."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Standard:
    """The fields of Base, by the standard library."""

    name: str
    size: float = 2.0
    tags: tuple[str, ...] = ()
    notes: dict[str, str] = field(default_factory=dict, hash=False)


def test_fields_and_text_are_those_of_the_standard_library() -> None:
    assert [one.name for one in fields(Base)] == [one.name for one in fields(Standard)]
    ours, standard = Base(name="a", tags=("b",)), Standard(name="a", tags=("b",))
    assert repr(ours) == repr(standard).replace("Standard", "Base")


def test_values_are_compared_by_their_fields_and_class() -> None:
    assert Base(name="a") == Base(name="a") != Base(name="b")
    assert Base(name="a") != Derived(name="a")
    assert hash(Base(name="a", notes={"x": "y"})) == hash(Base(name="a"))
    assert len({Derived(name="a"), Derived(name="a"), Derived(name="a", extra=1)}) == 2
    assert ByIdentity(1) != ByIdentity(1)
    assert {Empty(), Empty()} == {Empty()} != {ByIdentity(1)}


def test_defaults_are_made_anew() -> None:
    assert Base(name="a").notes is not Base(name="a").notes
    assert Base(name="a").size == 2


def test_values_cannot_be_changed() -> None:
    for one, name in ((Base(name="a"), "size"), (ByIdentity(1), "number")):
        with pytest.raises(FrozenInstanceError):
            setattr(one, name, 3)
        with pytest.raises(FrozenInstanceError):
            delattr(one, name)


def test_copies_are_checked() -> None:
    assert replace(Derived(name="a"), extra=4) == Derived(name="a", extra=4)
    with pytest.raises(ValueError, match="-1"):
        replace(Derived(name="a"), extra=-1)


def test_wrong_parameters_are_refused() -> None:
    make: Callable[..., Base] = Base
    with pytest.raises(TypeError, match="missing"):
        make()
    with pytest.raises(TypeError, match="unexpected"):
        make(name="a", colour="red")


def test_values_travel_between_processes() -> None:
    for one in (Derived(name="a", extra=3), Described(4)):
        assert pickle.loads(pickle.dumps(one)) == one
        assert copy.deepcopy(one) == one


def test_own_methods_stay() -> None:
    assert repr(Described(3)) == "no. 3"


def test_a_pattern_may_match_positions() -> None:
    match Described(3):
        case Described(number):
            assert number == 3


def test_nothing_is_compiled_before_it_is_used() -> None:
    """The methods of a class that is only imported are small closures of this module."""
    code = "from generator.model.elements.template import PanelElement as P; print(P.__init__.__module__)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "generator.model.values"


def test_values_that_are_not_frozen_can_be_changed() -> None:
    """They are compared by their fields, too, and have no hash."""

    @values.dataclass
    class Counter:
        count: int = 0

    counter = Counter()
    counter.count += 1
    assert counter == Counter(1) != Counter()
    assert repr(counter).endswith("Counter(count=1)")
    with pytest.raises(TypeError, match="unhashable"):
        hash(counter)
