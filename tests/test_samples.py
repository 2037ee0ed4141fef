"""Samples are always the same, and nothing is left out of a proof."""

import traceback
import weakref
from importlib import import_module
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.read.files.shelf import find_shelf
from generator.rules.board_marks import MarkedCompanion
from generator.rules.core import Companion
from generator.rules.game import find_origin
from tests import played, shipped
from tests.conftest import Petri
from tests.samples import count_examples, proves_all, sample

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


@pytest.mark.usefixtures("quick")
def test_some_games_are_other_ones_for_each_key() -> None:
    """In their order, and none is left out everywhere."""
    found = [shipped.sampled_games(f"test {number}") for number in range(20)]
    assert {len(games) for games in found} == {2}
    assert {*chain.from_iterable(found)} == {*shipped.GAMES}
    assert all([*games] == sorted(games, key=shipped.GAMES.index) for games in found)
    assert found[0] == shipped.sampled_games("test 0")


@pytest.mark.usefixtures("quick")
def test_sampled_pages_have_everything_once() -> None:
    """Each part, each language, and each paper of each game is there; a proof has every combination."""
    for key in ("x", "y"):
        found = shipped.sampled_names(key)
        assert len(found) == len({*found}) <= 30
        assert {name[:2] for name in found} == {*shipped.list_parts()}
        for game, locales in shipped.LOCALES.items():
            assert {locale for one, _, locale, _ in found if one == game} == {*locales}
            assert {paper for one, _, _, paper in found if one == game} == {*shipped.PAPERS}
    assert shipped.sampled_names("x") != shipped.sampled_names("y")


def test_a_proof_tries_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """With PETRI_PROOF=all, which `make proof` sets."""
    monkeypatch.setenv("PETRI_PROOF", "all")
    assert proves_all()
    assert sample(CASES, 3, key="x") == [*CASES]
    assert (count_examples(100), count_examples(200, share=50)) == (100, 200)
    assert shipped.sampled_names("x") == shipped.names()
    assert shipped.sampled_games("x") == shipped.GAMES


@pytest.mark.usefixtures("quick")
def test_hypothesis_tries_a_share() -> None:
    """A quarter unless it is said otherwise, and never hardly any."""
    assert [count_examples(100), count_examples(200, share=10), count_examples(9)] == [25, 20, 8]


def test_lists_of_games_are_complete() -> None:
    """Tests are collected without reading games: what is listed instead is what the games have."""
    assert find_shelf().list_games() == shipped.GAMES
    for game in shipped.GAMES:
        kit = shipped.kit(game)
        assert {part.id: type(part) for part in kit.parts} == shipped.PARTS[game]
        assert (*kit.wordings,) == shipped.LOCALES[game]
    for game in played.GAMES:
        kit, rules = played.kit(game), played.game(game)
        assert find_origin(kit.folder, kit.id)
        assert rules.resume
        is_own = type(rules.companion) not in (Companion, MarkedCompanion)
        assert is_own == (game in played.COMPANIONS)
        assert [policy for name, policy in played.POLICIES if name == game] == [*rules.policies]
        assert [index for name, index in played.FORMS if name == game] == [*range(len(rules.forms))]


def list_examples() -> list[str]:
    """Texts that Hypothesis makes, as it makes them for a test."""
    found: list[str] = []

    @given(st.text())
    def take(text: str) -> None:
        found.append(text)

    take()
    return found


@pytest.mark.skipif(proves_all(), reason="a proof looks for other examples")
def test_examples_do_not_depend_on_what_was_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process of a run imports other modules, in another order."""
    before = list_examples()
    texts = [f"text {number}" for number in range(500)]
    (tmp_path / "planted_constants.py").write_text(f"TEXTS = {texts}\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert texts == import_module("planted_constants").TEXTS
    assert list_examples() == before


def test_random_numbers_need_a_seed() -> None:
    """Ours do; those of libraries are their own."""
    with pytest.raises(AssertionError, match="needs a seed"):
        Random()
    assert Random(1).random() == Random(1).random()


def test_errors_that_are_expected_keep_nothing_that_was_read(petri: Petri) -> None:
    """Local variables of functions that failed are freed at once, also those of a command."""
    known = list[weakref.ref[Random]]()

    def read() -> None:
        data = Random(1)
        known.append(weakref.ref(data))
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong") as caught:
        read()
    assert str(caught.value) == "wrong"
    assert known[0]() is None
    done = petri("check", "nowhere")
    assert done.exit_code == 1
    frames = [frame for frame, _ in traceback.walk_tb(done.exc_info[2])]
    assert frames
    assert not any(frame.f_locals for frame in frames)
