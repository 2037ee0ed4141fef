"""Changes the code of a room in one place at a time, and reports which changes no test notices.

mutmut starts tests in forks of a process that has already imported the code, so it cannot try what runs at
import, such as tables of patterns. Here each change is read by a fork that has imported the libraries but no
module of the program. A change is first tried with the tests that reach its function, then with
all of the room.
"""

import argparse
import ast
import copy
import importlib
import importlib.abc
import importlib.machinery
import os
import signal
import sys
import tempfile
import tomllib
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Literal, TypeAlias

from tools.environment import ROOT

Result: TypeAlias = Literal["killed", "survived", "untested"]
SURVIVORS = ROOT / "tests" / "mutation.toml"
"""Changes that no test notices, each with the reason."""
GAMES = ("pox", "virus_and_co", "fight_the_virus", "pandemic")
_SHARED = ("tests/games/test_refusals.py",)
ROOMS: Mapping[str, tuple[str, Sequence[str]]] = {
    "rules": ("generator/rules", ("tests/rules", *_SHARED)),
    **{game: (f"generator/games/{game}", (f"tests/games/{game}", *_SHARED)) for game in GAMES},
}
"""Folder and tests of each room."""
_PAIRS = "Lt LtE, Gt GtE, Eq NotEq, In NotIn, Is IsNot, Add Sub, BitAnd BitOr, And Or"
"""Operators that replace each other."""
_OPERATORS: Mapping[type[ast.AST], type[Any]] = {
    getattr(ast, old): getattr(ast, new)
    for pair in _PAIRS.split(", ")
    for old, new in (pair.split(), pair.split()[::-1])
}


@dataclass(frozen=True)
class Mutant:
    """A changed place in a module: `was` and `now` are the code around it."""

    path: str
    function: str
    line: int
    was: str
    now: str
    number: int
    """Index among the changes of its module."""

    @property
    def runs_at_import(self) -> bool:
        """True for code of a module or class itself."""
        return not self.function.rpartition(".")[2].strip("_")[:1].islower()

    @property
    def key(self) -> str:
        return f"{Path(self.path).stem}.{self.function}: {self.was} -> {self.now}"


def _change(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the changes of a node."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _OPERATORS:
            yield ast.Compare(node.left, [_OPERATORS[type(op)]()], node.comparators)
        case ast.BinOp() if type(node.op) in _OPERATORS:
            yield ast.BinOp(node.left, _OPERATORS[type(node.op)](), node.right)
        case ast.BoolOp():
            yield ast.BoolOp(_OPERATORS[type(node.op)](), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool(truth)):
            yield ast.Constant(not truth)
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)
        case ast.Constant(value=str(text)):
            yield ast.Constant(f"XX{text}")
        case ast.keyword(arg=str()) if not isinstance(node.value, ast.Constant):
            yield ast.keyword(node.arg, ast.Constant(None))
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))


def _list_places(
    node: ast.AST, function: str = "", statement: ast.AST | None = None
) -> Iterator[tuple[str, ast.AST, ast.AST, str, int | None]]:
    """Yield function, statement, and parent of what can change, with its field; without annotations."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        is_list = isinstance(value, list)
        for index, child in enumerate(value if is_list else [value]):
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if not isinstance(child, ast.AST) or is_text or isinstance(child, ast.JoinedStr):
                continue
            if isinstance(child, ast.Call) and ast.unparse(child.func) == "TypeVar":
                continue
            inner = function
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = ".".join(filter(None, (function, child.name)))
            where = child if isinstance(child, ast.stmt) else statement
            yield inner, where or child, node, name, index if is_list else None
            yield from _list_places(child, inner, where)


def list_mutants(path: Path) -> Iterator[tuple[Mutant, ast.Module]]:
    """Yield all changes of a module, in its order; the tree has each of them until the next is asked for."""
    tree = ast.parse(path.read_text("utf-8"))
    name, number = path.relative_to(ROOT).as_posix(), 0
    for function, statement, parent, field, index in [*_list_places(tree)]:
        value = getattr(parent, field)
        old = value if index is None else value[index]
        for new in _change(old):
            was = _write_line(statement)
            _put(parent, field, index, ast.copy_location(new, old))
            ast.fix_missing_locations(new)
            now = _write_line(new if statement is old else statement)
            yield Mutant(name, function, getattr(statement, "lineno", 0), was, now, number), tree
            _put(parent, field, index, old)
            number += 1


def _write_line(node: ast.AST) -> str:
    """Return a statement in one line, without its body."""
    if hasattr(node, "body") and isinstance(node, ast.stmt):
        node = copy.copy(node)
        node.body = [ast.Pass()]  # type: ignore[attr-defined]
        for name in ("orelse", "handlers", "finalbody"):
            if hasattr(node, name):
                setattr(node, name, [])
    if isinstance(node, ast.Match):
        return f"match {ast.unparse(node.subject)}"
    return ast.unparse(node).partition("\n")[0]


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        items = copy.copy(getattr(parent, field))
        items[index] = node
        setattr(parent, field, items)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports a module from changed code."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        file = ROOT / self.mutant.path
        spec = importlib.machinery.ModuleSpec(name, self, origin=str(file))
        spec.has_location = True
        if file.name == "__init__.py":
            spec.submodule_search_locations = [str(file.parent)]
        return spec

    def exec_module(self, module: Any) -> None:
        path = ROOT / self.mutant.path
        tree = next(tree for each, tree in list_mutants(path) if each.number == self.mutant.number)
        exec(compile(tree, str(path), "exec"), module.__dict__)


class _Reached:
    """A plug-in of pytest that notes which functions of a folder each test reaches."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.found = str(folder), defaultdict[tuple[str, str], dict[str, None]](dict)
        self.test, self.seen = "", set[CodeType]()

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code not in self.seen:
            self.seen.add(code)
            if code.co_filename.startswith(self.folder):
                names = (name for name in code.co_qualname.split(".") if not name.startswith("<"))
                self.found[code.co_filename, ".".join(names)][self.test] = None

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.test = nodeid
        self.seen.clear()
        sys.setprofile(self._note)

    def pytest_runtest_logfinish(self) -> None:
        sys.setprofile(None)


_QUICK = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow and not speed")


def _run_tests(tests: Sequence[str], *plugins: object) -> int:
    import pytest

    with Path(os.devnull).open("w") as nothing, redirect_stdout(nothing), redirect_stderr(nothing):
        return int(pytest.main([*_QUICK, *tests], plugins=plugins))


def _fork(seconds: int, action: Any) -> int:
    """Do something in a process of its own; return its exit code, 124 if it takes too long."""
    child = os.fork()
    if not child:
        code = 3
        try:
            os.setsid()
            signal.alarm(seconds)
            code = action()
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return 124 if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)


def find_reached(folder: Path, tests: Sequence[str]) -> Mapping[tuple[str, str], Sequence[str]]:
    """Return the tests that reach each function, by file and name; exits if a test fails without a change."""
    with tempfile.NamedTemporaryFile("r+", encoding="utf-8") as file:

        def look() -> int:
            reached = _Reached(folder)
            code = _run_tests(tests, reached)
            lines = ("\t".join((*key, *found)) for key, found in reached.found.items())
            Path(file.name).write_text("\n".join(lines), "utf-8")
            return code

        if code := _fork(1200, look):
            sys.exit(f"the tests of the room fail without a change (exit code {code}): {' '.join(tests)}")
        rows = [line.split("\t") for line in Path(file.name).read_text("utf-8").splitlines()]
    return {(path, function): found for path, function, *found in rows}


def try_mutant(mutant: Mutant, reaching: Sequence[str], tests: Sequence[str]) -> Result:
    """Return whether a test notices a change."""

    def look(chosen: Sequence[str]) -> int:
        sys.meta_path.insert(0, _Changed(mutant))
        return _run_tests(chosen)

    # A few tests are enough for most changes; one that ends with an error or too late is noticed, too.
    steps = [reaching[:: max(1, len(reaching) // 12)]] if reaching else []
    for chosen in (*steps, tests):
        if _fork(300, lambda chosen=chosen: look(chosen)):
            return "killed"
    return "survived" if reaching or mutant.runs_at_import else "untested"


def _print_functions(results: Iterable[tuple[Mutant, Result]]) -> None:
    counts: dict[str, Counter[Result]] = defaultdict(Counter)
    for mutant, result in results:
        counts[f"{Path(mutant.path).stem}.{mutant.function}"][result] += 1
    for function, each in sorted(counts.items()):
        print(f"{each['killed']:5} {each['survived']:5} {each['untested']:5}  {function}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutate")
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--only", default="", help="part of `module.function` of the places to change")
    parser.add_argument("--most", type=int, default=0, help="number of changes, evenly chosen")
    asked = parser.parse_args()
    folder, tests = ROOT / ROOMS[asked.room][0], ROOMS[asked.room][1]
    for library in ("pytest", "hypothesis", "yaml", "typer", "rich", "PIL", "fontTools"):
        importlib.import_module(library)
    known = tomllib.loads(SURVIVORS.read_text("utf-8")).get(asked.room, {})
    listed = (each for path in sorted(folder.glob("*.py")) for each, _ in list_mutants(path))
    mutants = [each for each in listed if asked.only in each.key]
    if asked.most:
        mutants = mutants[:: max(1, len(mutants) // asked.most)][: asked.most]
    reached = find_reached(folder, tests)
    results: list[tuple[Mutant, Result]] = []
    for mutant in mutants:
        result = try_mutant(mutant, reached.get((str(ROOT / mutant.path), mutant.function), ()), tests)
        results.append((mutant, result))
        if result != "killed":
            print(f"{result} {mutant.path}:{mutant.line} {mutant.key}", flush=True)
    print("\nkilled survived untested")
    _print_functions(results)
    killed = sum(result == "killed" for _, result in results)
    equal = sum(result != "killed" and mutant.key in known for mutant, result in results)
    print(f"{killed} of {len(results) - equal} changes are noticed, besides {equal} that were looked at")
    new = [mutant for mutant, result in results if result != "killed" and mutant.key not in known]
    if new:
        sys.exit(f"{len(new)} changes that no test notices are not in {SURVIVORS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
