"""Samples are always the same, and nothing is left out of a proof."""

import pytest

from tests.samples import proves_all, sample

CASES = range(100)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PETRI_PROOF", raising=False)


@pytest.mark.usefixtures("quick")
def test_a_sample_has_the_ends_and_some_between() -> None:
    """As many different ones as asked for, in their order, and the same ones each time."""
    found = sample(CASES, 5, key="x")
    assert len({*found}) == 5
    assert found == sorted(found) == sample(CASES, 5, key="x")
    assert (found[0], found[-1]) == (0, 99)


@pytest.mark.usefixtures("quick")
def test_other_lists_have_other_samples() -> None:
    """No place between the ends is left out everywhere."""
    assert len({sample(CASES, 3, key=f"list {number}")[1] for number in range(50)}) > 25
    assert len({sample(CASES[:9], 1, key=f"list {number}")[0] for number in range(99)}) == 9


@pytest.mark.usefixtures("quick")
def test_short_lists_are_tried_completely() -> None:
    """A sample that is not smaller than its list is the list."""
    for length in range(4):
        assert sample(CASES[:length], 3, key="x") == [*CASES[:length]]


def test_a_proof_tries_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """With PETRI_PROOF=all, which `make proof` sets."""
    monkeypatch.setenv("PETRI_PROOF", "all")
    assert proves_all()
    assert sample(CASES, 3, key="x") == [*CASES]
