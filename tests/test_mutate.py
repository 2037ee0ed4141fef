"""Changes of code, and what the tests of a room say of them."""

import ast
import dataclasses
import re
import textwrap
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools import mutants

mutate = pytest.importorskip("tools.mutate", exc_type=ImportError)

CODE = '''
"""A module."""


def add(left: int, right: int = 1) -> int:
    """Return the sum."""
    if left < right and not left:
        forbid("rule", number=left)
    assert left, "a reason"
    return left + right
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    path = tmp_path / "module.py"
    path.write_text(textwrap.dedent(CODE), "utf-8")
    return path


def test_every_place_is_changed_once(module: Path) -> None:
    """Operators, constants, values of refusals, and results.

    No docstring, no annotation, and no reason of an assertion.
    """
    assert [mutant.key.removeprefix("module.add: ") for mutant, _ in mutants.list_mutants(module)] == [
        "def add(left: int, right: int=1) -> int: -> def add(left: int, right: int=2) -> int:",
        "if left < right and (not left): -> if left < right or not left:",
        "if left < right and (not left): -> if left <= right and (not left):",
        "if left < right and (not left): -> if left < right and left:",
        "forbid('rule', number=left) -> forbid('XXrule', number=left)",
        "forbid('rule', number=left) -> forbid('rule', number=None)",
        "return left + right -> return None",
        "return left + right -> return left - right",
    ]


UNREAD = """
Name: TypeAlias = tuple["str", "int"]
Key = NewType("Key", str)
T = TypeVar("T", bound="int")
find = lru_cache(maxsize=64)(zip)


class Adder(Protocol[T]):
    def add(self, right: int = 1) -> int:
        pass


class Names(tuple["str", ...]):
    def pair(self):
        yield from zip(self, self, strict=is_strict)
"""


def test_what_nobody_reads_at_run_time_is_not_changed(module: Path) -> None:
    """Types, what a protocol declares, sizes of caches, and checks that never fail."""
    module.write_text(UNREAD, "utf-8")
    assert [*mutants.list_mutants(module)] == []


def test_a_change_leaves_the_rest_as_it_is(module: Path) -> None:
    """While it is there, the module differs in one place; afterwards, it is as before."""
    before = ast.unparse(ast.parse(module.read_text("utf-8")))
    trees = []
    for _, tree in mutants.list_mutants(module):
        lines = zip(ast.unparse(tree).splitlines(), before.splitlines(), strict=True)
        assert sum(new != old for new, old in lines) == 1
        compile(tree, "module.py", "exec")
        trees.append(tree)
    assert ast.unparse(trees[-1]) == before


def test_defaults_of_parameters_run_at_import(module: Path) -> None:
    """A function that is there already keeps them."""
    found = {mutant.key: mutant.runs_at_import for mutant, _ in mutants.list_mutants(module)}
    assert [key for key, at_import in found.items() if at_import] == [next(iter(found))]


def test_a_function_gets_the_changed_code(module: Path) -> None:
    """Everybody who has imported it has the change; other functions stay."""
    space: dict[str, Any] = {"forbid": dict}
    exec(compile(module.read_text("utf-8"), str(module), "exec"), space)
    add = space["add"]
    functions = {(str(module), "add", add.__code__.co_firstlineno): [add]}
    results = []
    for mutant, tree in mutants.list_mutants(module):
        if mutant.was.startswith("return"):
            code = compile(tree, str(module), "exec")
            assert mutate.can_swap(code, functions)
            mutate.swap(code, functions)
            results.append(add(5, 3))
    assert results == [None, 2]


def test_tests_that_reach_a_change_are_the_quick_ones_first(module: Path) -> None:
    """Code that runs at import is reached by all tests of the module."""
    first, *_, last = [mutant for mutant, _ in mutants.list_mutants(module)]
    seconds = {"": 0.0, "slow": 2.0, "quick": 0.1, "other": 0.2}
    reached = mutate.Reached(seconds, {"module.py": {str(last.line): [1, 2], "8": [1], "20": [3]}})
    assert reached.list_tests(last) == ["quick", "slow"]
    assert reached.list_tests(first) == ["quick", "other", "slow"]
    assert (reached.is_imported(first), reached.is_imported(last)) == (True, False)


USED = """
MOST = 3
LEAST: int = 1


class Sum:
    start: int = 0

    def __init__(self, *, left: int = 1) -> None:
        self.left = left


def is_full(numbers: list[int], more: int = 0) -> bool:
    return len(numbers) > MOST + more
"""


def test_tests_that_reach_a_use_come_first(module: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that name a constant come first, then tests of the lines that use it, then all others."""
    module.write_text(USED, "utf-8")
    found = [mutant for mutant, _ in mutants.list_mutants(module) if mutant.runs_at_import]
    names = [{"MOST"}, {"LEAST"}, {"Sum", "start"}, {"Sum"}, {"is_full"}]
    assert [mutant.names for mutant in found] == names
    monkeypatch.setattr(mutate, "ROOT", module.parent)
    monkeypatch.setattr(mutate, "ROOMS", {"rules": module.parent})
    mutate._list_users.cache_clear()
    seconds = {"": 0.0, "quick": 0.1, "full": 0.2, "sum": 0.3, "start": 0.4}
    lines = {"module.py": {"2": [0], "10": [1], "14": [2]}}
    reached = mutate.Reached(seconds, lines, {"sum": ["Sum"], "start": ["Sum", "print", "start"]})
    assert [reached.list_tests(mutant) for mutant in found[:3]] == [
        ["full", "quick"],
        ["quick", "full"],
        ["start", "sum", "quick", "full"],
    ]
    mutate._list_users.cache_clear()


def test_names_that_a_test_uses_are_noted() -> None:
    """Names inside a comprehension count, too."""

    def test() -> list[Any]:
        return [each.start for each in (mutants, mutate)] or mutants.Mutant

    item: Any = SimpleNamespace(function=test)
    assert mutate.list_test_names({"test": item, "page": SimpleNamespace()}) == {
        "test": ["Mutant", "mutants", "mutate", "start"]
    }


def test_what_has_noticed_a_change_is_tried_first(module: Path) -> None:
    """Also for another function of the module; the quick tests may take all the time that there is."""
    *_, last = [mutant for mutant, _ in mutants.list_mutants(module)]
    seconds = {"": 0.0, "quick": 0.1, "other": 9.0, "slow": 9.5}
    trial = mutate._Trial(mutate.Reached(seconds, {"module.py": {str(last.line): [1, 2, 3]}}))
    other = dataclasses.replace(last, function="subtract")
    assert trial.try_mutant(other, lambda tests: "slow" if "slow" in tests else "") == "survived"
    assert trial.try_mutant(last, lambda tests: "slow") == "killed"
    assert trial.try_mutant(other, lambda tests: tests[0] if tests[0] == "slow" else "") == "killed"


def test_a_sample_has_a_share_of_each_function(module: Path) -> None:
    """The same each time for a seed."""
    found = [mutant for mutant, _ in mutants.list_mutants(module)]
    assert mutants.choose_mutants(found, 0) == found
    assert len({*mutants.choose_mutants(found, 3)}) == 3
    assert mutants.choose_mutants(found[::-1], 3) == mutants.choose_mutants(found, 3)
    samples = {tuple(mutants.choose_mutants(found, 3, seed)) for seed in ("", "1", "2", "3")}
    assert len(samples) > 1
    assert tuple(mutants.choose_mutants(found[::-1], 3, "1")) in samples


def test_scores_are_written_into_their_rows() -> None:
    page = "| room | changes |\n| `pox` | 0 |\n| `rules` | 1 |\n"
    written = mutate.write_scores(page, {"pox": mutate.Score(1000, 400, 360, 10)})
    assert written == "| room | changes |\n| `pox` | 1,000 | 400 | 360 | 10 | 92.3 % |\n| `rules` | 1 |\n"


def test_the_page_has_the_scores_of_all_rooms() -> None:
    """They follow from the numbers beside them, and every change that changes nothing has its reason."""
    rows = re.findall(r"(?m)^\| `(\w+)` \| (.+) \|$", mutate.PAGE.read_text("utf-8"))
    assert {room for room, _ in rows} == {*mutate.ROOMS}
    known = tomllib.loads(mutate.SURVIVORS.read_text("utf-8"))
    for room, cells in rows:
        numbers = [int(cell.replace(",", "")) for cell in cells.split(" | ")[:4]]
        assert mutate.Score(*numbers).cells == cells
        assert bool(known.get(room)) == bool(numbers[3])
    assert all(len(reason) > 10 for reasons in known.values() for reason in reasons.values())
