"""Changes of code, and what the tests of a room say of them."""

import ast
import textwrap
from pathlib import Path

import pytest

mutate = pytest.importorskip("tools.mutate", exc_type=ImportError)

CODE = '''
"""A module."""


def add(left: int, right: int = 1) -> int:
    """Return the sum."""
    if left < right and not left:
        forbid("rule", number=left)
    return left + right
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    path = tmp_path / "module.py"
    path.write_text(textwrap.dedent(CODE), "utf-8")
    return path


def test_every_place_is_changed_once(module: Path) -> None:
    """Operators, constants, values of refusals, and results; no docstring and no annotation."""
    assert [mutant.key.removeprefix("module.add: ") for mutant, _ in mutate.list_mutants(module)] == [
        "def add(left: int, right: int=1) -> int: -> def add(left: int, right: int=2) -> int:",
        "if left < right and (not left): -> if left < right or not left:",
        "if left < right and (not left): -> if left <= right and (not left):",
        "if left < right and (not left): -> if left < right and left:",
        "forbid('rule', number=left) -> forbid('XXrule', number=left)",
        "forbid('rule', number=left) -> forbid('rule', number=None)",
        "return left + right -> return None",
        "return left + right -> return left - right",
    ]


def test_a_change_leaves_the_rest_as_it_is(module: Path) -> None:
    """While it is there, the module differs in one place; afterwards, it is as before."""
    before = ast.unparse(ast.parse(module.read_text("utf-8")))
    trees = []
    for _, tree in mutate.list_mutants(module):
        lines = zip(ast.unparse(tree).splitlines(), before.splitlines(), strict=True)
        assert sum(new != old for new, old in lines) == 1
        compile(tree, "module.py", "exec")
        trees.append(tree)
    assert ast.unparse(trees[-1]) == before
