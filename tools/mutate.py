"""Changes the code of rooms in one place at a time, and reports which changes no test notices.

The tests of rules are collected once, and run once to note which of them reach each line. Each change is
tried in a fork of this process: it gets the changed code of one function, and runs the tests that reach the
place, quick ones first, until one fails. Code that runs at import, such as a table of patterns, is imported
again, in a fork that has imported the libraries but no module of the program.
"""

import argparse
import functools
import gc
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import re
import resource
import signal
import sys
import time
import tomllib
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate, chain
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO, Any, Literal, TypeAlias, cast

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

from tools.environment import ROOT
from tools.mutants import Mutant, choose_mutants, list_mutants

Result: TypeAlias = Literal["killed", "survived", "untested"]
SURVIVORS = ROOT / "tests" / "mutation.toml"
"""Changes that no test notices, each with the reason."""
PAGE = ROOT / "docs" / "mutation.md"
"""The page with the scores."""
GAMES = ("pox", "virus_and_co", "fight_the_virus", "pandemic")
ROOMS: Mapping[str, Path] = {
    "rules": ROOT / "generator" / "rules",
    **{game: ROOT / "generator" / "games" / game for game in GAMES},
}
"""Folder of each room."""
TESTS = (
    "tests/rules",
    "tests/games",
    "tests/play",
    "tests/cli/playing/test_score_command.py",
    "tests/cli/playing/test_scored_sheets.py",
    "tests/cli/playing/test_walk_command.py",
    "--ignore=tests/play/test_handing.py",  # it kills processes
)


def _name_module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports a module from changed code."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = _name_module(ROOT / mutant.path)

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


@dataclass(frozen=True)
class Reached:
    """Which tests reach each line of a room, and how long each takes."""

    seconds: Mapping[str, float]
    """Seconds of the processor, by the id of a test; an empty id is the import."""
    lines: Mapping[str, Mapping[str, Sequence[int]]]
    """Positions of tests in `seconds`, by file and number of a line; 0 is the import."""
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Names that the function of a test uses, by the id of the test."""

    def is_imported(self, mutant: Mutant) -> bool:
        """Return True for code that runs at import, also if it is that of a function."""
        lines = self.lines.get(mutant.path, {})
        return mutant.runs_at_import or any(0 in lines.get(str(line), ()) for line in mutant.lines)

    def list_tests(self, mutant: Mutant) -> Sequence[str]:
        """Return the tests that reach the place of a change, quick ones first.

        Of code that runs at import, nobody knows which lines use what it has made: these are tests of all
        lines of its module. Before others come those that name it themselves, such as a field and its class,
        and then those of lines that name it.
        """
        near, named = self._find_tests({mutant.path: mutant.lines}), Counter[str]()
        found = near
        if self.is_imported(mutant):
            named.update(test for test, names in self.names.items() for name in mutant.names & {*names})
            near = near.union(*(self._find_tests(_list_users(name)) for name in mutant.names))
            module = self._find_tests({mutant.path: map(int, self.lines.get(mutant.path, ()))})
            found = near | module | named.keys()
        return sorted(found, key=lambda test: (-named[test], test not in near, self.seconds[test], test))

    def _find_tests(self, places: Mapping[str, Iterable[int]]) -> set[str]:
        """Return the tests that reach lines of files."""
        known = ((self.lines.get(path, {}), lines) for path, lines in places.items())
        names = [*self.seconds]
        found = {test for reached, lines in known for line in lines for test in reached.get(str(line), ())}
        return {names[test] for test in found if test}


@functools.cache
def _list_users(name: str) -> Mapping[str, Sequence[int]]:
    """Return the lines of the rooms that have a name, by file."""
    has_name = re.compile(rf"\b{name}\b").search
    files = chain.from_iterable(sorted(folder.glob("*.py")) for folder in ROOMS.values())
    return {
        path.relative_to(ROOT).as_posix(): [
            number for number, line in enumerate(path.read_text("utf-8").splitlines(), 1) if has_name(line)
        ]
        for path in files
    }


_ALL, _QUICK = "not speed", "not speed and not slow"


class _Instead:
    """A plug-in of pytest that does something with the collected tests instead of running all."""

    def __init__(self, action: Callable[[Mapping[str, pytest.Item]], None]) -> None:
        self.action = action

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            self.action({item.nodeid: item for item in session.items})
        return True

    def pytest_internalerror(self, excrepr: object) -> None:
        print(excrepr, file=sys.__stderr__)


def _collect(
    action: Callable[[Mapping[str, pytest.Item]], None], files: Iterable[str], marks: str, *plugins: object
) -> None:
    """Do something with the tests of files that have marks; this process prints nothing from then on."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(2):
        os.dup2(nothing, descriptor)
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--capture=sys", "-m", marks)
    code = pytest.main([*options, *files], plugins=[_Instead(action), *plugins])
    if code == pytest.ExitCode.INTERNAL_ERROR:
        raise RuntimeError("pytest stopped: see above")


_FIXTURE = "fixture "


class _Measured:
    """A plug-in of pytest that notes the lines that a test reaches, or a fixture of several tests.

    What is imported meanwhile reaches lines, too: they belong to a test without a name.
    """

    def __init__(self) -> None:
        include = [f"{folder}/*" for folder in ROOMS.values()]
        self.coverage = Coverage(data_file=None, config_file=False, include=include)
        self.coverage.start()
        self.test = ""

    def run(self, items: Mapping[str, pytest.Item]) -> Reached:
        """Run tests one after the other."""
        self.coverage.start()
        seconds = {"": 0.0}
        caches = _list_own_caches()
        for name, item in items.items():
            # What an earlier test has left is made again.
            for each in caches:
                each.cache_clear()
            self.test = name
            self.coverage.switch_context(name)
            start = time.process_time()
            if _fails(item, None):
                raise RuntimeError(f"a test fails without a change: {name}")
            seconds[name] = time.process_time() - start
        self.coverage.stop()
        return Reached(seconds, self._list_lines(items), list_test_names(items))

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        is_shared = self.test and fixturedef.scope != "function"
        if is_shared:
            self.coverage.switch_context(f"{_FIXTURE}{fixturedef.argname}")
        result = yield
        if is_shared:
            self.coverage.switch_context(self.test)
        return result

    def _list_lines(self, items: Mapping[str, pytest.Item]) -> Mapping[str, Mapping[str, Sequence[int]]]:
        users = defaultdict[str, list[int]](list, {"": [0]})
        for number, (name, item) in enumerate(items.items(), start=1):
            for context in (name, *(f"{_FIXTURE}{each}" for each in getattr(item, "fixturenames", ()))):
                users[context].append(number)
        data, found = self.coverage.get_data(), {}
        for file in data.measured_files():
            contexts = data.contexts_by_lineno(file)
            found[Path(file).relative_to(ROOT).as_posix()] = {
                str(line): sorted({test for each in some for test in users[each]})
                for line, some in contexts.items()
            }
        return found


def list_test_names(items: Mapping[str, pytest.Item]) -> Mapping[str, Sequence[str]]:
    """Return the names that the functions of tests use."""
    functions = {name: getattr(item, "function", None) for name, item in items.items()}
    codes = {name: getattr(function, "__code__", None) for name, function in functions.items()}
    return {
        name: sorted({each for inner in _list_codes(code) for each in inner.co_names})
        for name, code in codes.items()
        if code
    }


def _list_own_caches() -> Sequence[Any]:
    gc.unfreeze()
    found = [each for each in gc.get_objects() if _is_own_cache(each)]
    gc.freeze()
    return found


_OWN = ("generator.rules", "generator.games", "tests.games", "tests.rules", "tests.played")


def _is_own_cache(value: object) -> bool:
    """Return True for a cache of the rules, or of tests of them, but not for those of files."""
    if not isinstance(value, functools._lru_cache_wrapper):
        return False
    module = getattr(value, "__module__", "") or ""
    return module.startswith(_OWN)


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


Functions: TypeAlias = Mapping[tuple[str, str, int], Sequence[FunctionType]]
"""Functions by the file, name, and line of their code."""


def _list_functions() -> Functions:
    """Return the functions of the program."""
    found = defaultdict[tuple[str, str, int], list[FunctionType]](list)
    gc.unfreeze()
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(ROOT)):
            found[_name_code(each.__code__)].append(each)
    gc.freeze()
    return found


def _name_code(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _list_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _list_codes(each)


def swap(code: CodeType, functions: Functions) -> None:
    """Give functions the code that they have in a changed module."""
    for each in _list_codes(code):
        for function in functions.get(_name_code(each), ()):
            if function.__code__ != each:
                function.__code__ = each


def can_swap(code: CodeType, functions: Functions) -> bool:
    """Return False if a function uses other variables of the function around it than before."""
    return all(
        function.__code__.co_freevars == each.co_freevars
        for each in _list_codes(code)
        for function in functions.get(_name_code(each), ())
    )


_PATIENCE = 10
"""Seconds of the processor that a test may take in addition to three times what it took before."""


def find_failing(items: Mapping[str, pytest.Item], tests: Sequence[str], reached: Reached) -> str:
    """Return the first test that fails; empty if none does. A test that does not end stops the process."""
    for name, following in zip(tests, [*tests[1:], ""], strict=True):
        used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        most = int(used + 3 * reached.seconds[name]) + _PATIENCE
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        if _fails(items[name], items[following] if following else None):
            return name
    return ""


def time_tests(items: Mapping[str, pytest.Item], before: Mapping[str, float]) -> Mapping[str, float]:
    """Return the seconds of tests in the same order, after running them as for a change: quick ones first."""
    seconds = {**before}
    for name in sorted(items, key=before.__getitem__):
        start = time.process_time()
        if _fails(items[name], None):
            raise RuntimeError(f"a test fails after others, without a change: {name}")
        seconds[name] = time.process_time() - start
    return seconds


_MOST_KILLERS = 40
"""Tests of a module that are tried before others, since they noticed another change of it."""
_MOST_SECONDS = 10
"""Seconds of tests for a change; more would notice few of those that are left."""
_MOST_BYTES = 6 * 2**30
_LONGEST = 900
"""Seconds until a process is stopped that waits for something."""


def _fork(action: Callable[[IO[str]], None]) -> Iterator[str]:
    """Do something in a process of its own; yield the lines that it writes, at last how it ended."""
    reads, writes = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if not child:
        code = 1
        try:
            os.close(reads)
            with os.fdopen(writes, "w", encoding="utf-8") as pipe:
                action(pipe)
            code = 0
        except BaseException:
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(code)
    os.close(writes)
    with os.fdopen(reads, encoding="utf-8") as lines:
        yield from (line.rstrip("\n") for line in lines)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status) and os.waitstatus_to_exitcode(status):
        sys.exit("a process of the tests failed")


class _Trial:
    """Tries changes with the tests that have marks."""

    def __init__(self, reached: Reached, marks: str = _ALL) -> None:
        self.reached = reached
        self.marks = marks
        self.killers = defaultdict[str, list[str]](list)
        """Tests that noticed other changes of a function or of a module, the last one first."""

    def try_mutant(self, mutant: Mutant, find: Callable[[Sequence[str]], str]) -> Result:
        """Return whether a test notices a change; `find` runs tests in a process of its own."""
        reaching = self.reached.list_tests(mutant)
        if not reaching:
            return "untested"
        known = (*self.killers[mutant.place], *self.killers[mutant.path])
        first = [name for name in known if name in {*reaching}]
        tests = self._cut([*dict.fromkeys([*first, *reaching])])

        def look(pipe: IO[str]) -> None:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES))
            signal.alarm(_LONGEST)
            pipe.write(find(tests) or _NONE)

        # A change that uses up time or memory is noticed, too.
        killer = "".join(_fork(look))
        if killer in self.reached.seconds:
            for key, most in ((mutant.place, 3), (mutant.path, _MOST_KILLERS)):
                others = (name for name in self.killers[key] if name != killer)
                self.killers[key] = [killer, *others][:most]
        return "survived" if killer == _NONE else "killed"

    def _cut(self, tests: Sequence[str]) -> Sequence[str]:
        """Return as many tests, from the first one, as take not too long together."""
        ends = accumulate(self.reached.seconds[name] for name in tests)
        return [name for name, end in zip(tests, ends, strict=True) if end < _MOST_SECONDS]

    def try_inside(
        self, items: Mapping[str, pytest.Item], chosen: Collection[Mutant]
    ) -> Iterator[tuple[Mutant, Result]]:
        """Try changes of functions in forks of this process, which has collected the tests."""
        paths = sorted({ROOT / each.path for each in chosen})
        for path in paths:
            # Modules of games are imported when they are asked for.
            importlib.import_module(_name_module(path))
        functions, caches = _list_functions(), _list_own_caches()
        for mutant, tree in chain.from_iterable(map(list_mutants, paths)):
            if mutant not in chosen or self.reached.is_imported(mutant):
                continue
            code = compile(tree, str(ROOT / mutant.path), "exec")
            if can_swap(code, functions):

                def find(tests: Sequence[str], code: CodeType = code) -> str:
                    swap(code, functions)
                    # Tests that were collected have left values that the old code made.
                    for each in caches:
                        each.cache_clear()
                    return find_failing(items, tests, self.reached)

                yield mutant, self.try_mutant(mutant, find)

    def try_at_import(self, mutant: Mutant) -> Result:
        """Try a change of a module or class in a process that has not imported it."""

        def find(tests: Sequence[str]) -> str:
            sys.meta_path.insert(0, _Changed(mutant))
            # Few files are collected sooner than all.
            for some in filter(None, (tests[:_FIRST], tests[_FIRST:])):
                if (killer := self._collect_and_find(some)) != _NONE:
                    return killer
            return ""

        return self.try_mutant(mutant, find)

    def _collect_and_find(self, tests: Sequence[str]) -> str:
        """Return the first test that fails in a process of its own, which collects only their files."""

        def look(pipe: IO[str]) -> None:
            signal.alarm(_LONGEST)
            # Without tests, the module could not be imported.
            found = [_UNREADABLE]
            files = dict.fromkeys(test.partition("::")[0] for test in tests)
            _collect(lambda items: found.append(find_failing(items, tests, self.reached)), files, self.marks)
            pipe.write(found[-1] or _NONE)

        return "".join(_fork(look)) or _UNREADABLE


_FIRST = 20
"""Tests that are tried before others are collected."""
_NONE, _UNREADABLE = "none", "unreadable"


def try_all(chosen: Sequence[Mutant], marks: str) -> Iterator[tuple[Mutant, Result]]:
    """Yield what the tests with marks notice of changes."""

    def look(pipe: IO[str]) -> None:
        measured = _Measured()
        _collect(lambda items: try_each(items, measured, pipe), TESTS, marks, measured)

    def try_each(items: Mapping[str, pytest.Item], measured: _Measured, pipe: IO[str]) -> None:
        measured.coverage.stop()
        (found,) = _fork(lambda inner: json.dump(asdict(measured.run(items)), inner))
        slow = Reached(**json.loads(found))
        (timed,) = _fork(lambda inner: json.dump(time_tests(items, slow.seconds), inner))
        reached = Reached(json.loads(timed), slow.lines, slow.names)
        print(json.dumps(asdict(reached)), file=pipe, flush=True)
        trial = _Trial(reached)
        for mutant, result in trial.try_inside(items, {*chosen}):
            print(chosen.index(mutant), result, file=pipe, flush=True)

    lines = _fork(look)
    trial = _Trial(Reached(**json.loads(next(lines))), marks)
    tried = set[Mutant]()
    for index, result in map(str.split, lines):
        tried.add(mutant := chosen[int(index)])
        yield mutant, cast(Result, result)
    for mutant in chosen:
        if mutant not in tried:
            yield mutant, trial.try_at_import(mutant)


@dataclass(frozen=True)
class Score:
    """How many changes of a room there are, were tried, and were noticed; `equal` ones change nothing."""

    known: int
    tried: int
    noticed: int
    equal: int

    @property
    def cells(self) -> str:
        """Cells of the table in docs/mutation.md."""
        share = 100 * self.noticed / max(1, self.tried - self.equal)
        counts = (f"{count:,}" for count in (self.known, self.tried, self.noticed, self.equal))
        return " | ".join((*counts, f"{share:.1f} %"))


def write_scores(page: str, scores: Mapping[str, Score]) -> str:
    """Return the page with the rows of rooms written anew."""
    for room, score in scores.items():
        page = re.sub(rf"(?m)^\| `{room}` \|.*$", f"| `{room}` | {score.cells} |", page)
    return page


def _print_functions(results: Iterable[tuple[Mutant, Result]]) -> None:
    counts: dict[str, Counter[Result]] = defaultdict(Counter)
    for mutant, result in results:
        counts[mutant.place][result] += 1
    for function, each in sorted(counts.items()):
        print(f"{each['killed']:5} {each['survived']:5} {each['untested']:5}  {function}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutate")
    parser.add_argument("rooms", nargs="+", choices=ROOMS)
    parser.add_argument("--only", default="", help="part of `module.function` of the places to change")
    parser.add_argument("--most", type=int, default=0, help="number of changes of each room")
    parser.add_argument("--seed", default="", help="another sample of as many changes")
    parser.add_argument("--quick", action="store_true", help="only run the tests that `make quick` runs")
    parser.add_argument("--write", action="store_true", help="write the scores into docs/mutation.md")
    asked = parser.parse_args()
    for library in ("yaml", "typer", "rich", "PIL", "fontTools"):
        importlib.import_module(library)
    known = tomllib.loads(SURVIVORS.read_text("utf-8"))
    places = {room: _list_places_of(room, asked.only) for room in asked.rooms}
    chosen = {room: choose_mutants(each, asked.most, asked.seed) for room, each in places.items()}
    results = dict[Mutant, Result]()
    for mutant, result in try_all([*chain.from_iterable(chosen.values())], _QUICK if asked.quick else _ALL):
        results[mutant] = result
        if result != "killed":
            print(f"{result} {mutant.path}:{mutant.line} {mutant.key}", flush=True)
    print("\nkilled survived untested")
    _print_functions(results.items())
    new, scores = 0, dict[str, Score]()
    for room, mutants in chosen.items():
        killed = sum(results[mutant] == "killed" for mutant in mutants)
        equal = sum(results[each] != "killed" and each.key in known.get(room, {}) for each in mutants)
        scores[room] = Score(len(_list_places_of(room, "")), len(mutants), killed, equal)
        print(f"{room}: {killed} of {len(mutants) - equal} changes are noticed; {equal} change nothing")
        new += len(mutants) - killed - equal
    if asked.write:
        PAGE.write_text(write_scores(PAGE.read_text("utf-8"), scores), "utf-8")
    if new:
        sys.exit(f"{new} changes that no test notices are not in {SURVIVORS.relative_to(ROOT)}")


def _list_places_of(room: str, only: str) -> Sequence[Mutant]:
    listed = (each for path in sorted(ROOMS[room].glob("*.py")) for each, _ in list_mutants(path))
    return [each for each in listed if only in f"{room}.{each.place}"]


if __name__ == "__main__":
    main()
