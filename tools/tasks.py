"""The tasks of `make`: each is a function, whose options are variables as those of make are."""

import os
import shlex
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from tools.environment import ROOT, VENV, find_program, make_clean_environment, prepare, run

_WORKERS = ("-n", "auto", "--dist", "worksteal")
_BUILT = ("dist", "build", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis")


def _get(name: str, default: str = "") -> str:
    return os.environ.get(name) or default


def _option(name: str, variable: str) -> tuple[str, ...]:
    """Return an option with the value of a variable; nothing if it is not set."""
    return (name, value) if (value := _get(variable)) else ()


def _pytest(*arguments: str, **variables: str) -> None:
    run(prepare("test"), "-m", "pytest", *arguments, **variables)


def print_games() -> None:
    """Builds every game into output/; GAME=pox builds one."""
    shipped = (path.parent.name for path in sorted(ROOT.glob("data/games/*/kit.yaml")))
    games = shlex.split(_get("GAME")) or shipped
    options = ("--locale", "all", "--paper", "a4,letter", "--to", "pdf,svg", "--out", "output")
    run(prepare("print"), "-m", "generator", "make", *games, *options)


def test() -> None:
    """Runs the linters, the type checker, and the tests."""
    lint()
    run(prepare("test"), "-m", "mypy")
    _pytest(*_WORKERS)


def lint() -> None:
    """Runs the linters."""
    python = prepare("test")
    run(python, "-m", "ruff", "check", ".")
    run(python, "-m", "ruff", "format", "--check", ".")


def quick() -> None:
    """Runs the linter and the tests of which every case is fast: for each small change, in a minute."""
    run(prepare("test"), "-m", "ruff", "check", ".")
    _pytest(*_WORKERS, "-q", "-m", "not slow and not speed")


def durations() -> None:
    """Writes tests/slow.txt: the tests that `quick` leaves out, by how long they take here."""
    _pytest(*_WORKERS, "-q", "--write-slow")


def oracle() -> None:
    """Compares what the program writes and prints with what it did at a commit: REV=HEAD~3."""
    run(prepare("test"), "-m", "tests.oracle", "since", _get("REV", "HEAD"))


def proof() -> None:
    """Runs the tests with every case instead of samples; takes an hour.

    Every page on every paper is drawn by both back ends, whole games are changed in every place, and
    Hypothesis looks for new examples. Then the program is installed, and frozen, where nothing else is.
    """
    _pytest(*_WORKERS, "-m", "", PETRI_PROOF="all")
    installed()


def installed() -> None:
    """Tries the program on its own: a wheel without a network, an edited copy with uvx, a frozen folder."""
    run(prepare("test"), "-m", "tools.installed")


def coverage() -> None:
    """Prints the lines and branches of generator/ that no test reaches, subprocesses included."""
    _pytest(*_WORKERS, "--cov", "--cov-report=term", "--cov-fail-under=98")


_PEERS = VENV.with_name(f"{VENV.name}-peers")


def bench() -> None:
    """Prints the ratios to peers, with their targets; then what processes, stages, and rules cost."""
    python, peer = prepare("test"), find_program(_PEERS, "python")
    run(python, "benchmarks/targets.py", "--peers", peer if peer.exists() else python)
    run(python, "benchmarks/run.py")
    run(python, "benchmarks/rules.py")
    _pytest("-m", "speed")


def bench_peers() -> None:
    """Installs the programs with which `bench` compares into an environment of their own."""
    python = prepare("test")
    run(make_clean_environment(_PEERS), "-m", "pip", "install", "--quiet", "typst", "protograf")
    run(python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "chess")


def fuzz() -> None:
    """Changes files of every kind at random, for SECONDS; output/fuzz has what was not refused in order."""
    seconds = ("--seconds", _get("SECONDS", "60"))
    run(prepare("test"), "-m", "tests.fuzz", *seconds, *_option("--seed", "SEED"))


def survey() -> None:
    """Looks for silent faults in other people's files, and compares the figures: docs/survey.md.

    ONLY="books values" runs some surveys; SETS="lucide-static" compares other icon sets; SUITE=FOLDER is a
    copy of the conformance suite; KEEP=FOLDER keeps what is fetched; WRITE=1 writes the baseline.
    """
    options = (*_option("--suite", "SUITE"), *_option("--sets", "SETS"), *_option("--keep", "KEEP"))
    write = ("--write",) if _get("WRITE") else ()
    run(prepare("test"), "-m", "tests.survey", *shlex.split(_get("ONLY")), *options, *write)


def mutate() -> None:
    """Changes the code of ROOM in one place at a time, and fails if no test notices: docs/mutation.md.

    The rooms are rules and the ids of the games. ONLY="form.EntryRows" changes only code with this in
    its name, MOST=50 tries a sample of each room, SEED=2 another sample. QUICK=1 runs only the tests that
    `make quick` runs, WRITE=1 writes the rows of the page.
    """
    rooms = shlex.split(_get("ROOM", "rules"))
    options = (*_option("--only", "ONLY"), *_option("--most", "MOST"), *_option("--seed", "SEED"))
    flags = [flag for flag, name in (("--quick", "QUICK"), ("--write", "WRITE")) if _get(name)]
    run(prepare("test"), "-m", "tools.mutate", *rooms, *options, *flags)


def pictures() -> None:
    """Draws the pictures of the documents again, where what they show looks different."""
    python = prepare("test")
    for name in ("draw", "draw_gallery", "draw_recipes", "draw_styles", "draw_elements"):
        run(python, f"docs/pictures/{name}.py")
    for name in ("draw_plots", "draw_layout", "draw_preview", "draw_table", "draw_share", "draw_tutorial"):
        run(python, "-m", f"docs.pictures.{name}")


def schemas() -> None:
    """Writes the JSON Schemas and the tables of docs/files.md from the declarations."""
    python = prepare("print")
    run(python, "-m", "generator", "schema", "--out", "data/schemas")
    run(python, "docs/write_tables.py")


def docs() -> None:
    """Builds the site of the documents into output/site, to read from the disk: index.html."""
    run(prepare("test"), "-m", "tools.site")


def setup() -> None:
    """Installs what the program and its tests need into .venv."""
    prepare("test")


def lock() -> None:
    """Resolves the newest versions that pyproject.toml allows, for Python 3.11 and newer on every system."""
    options = ("--quiet", "--universal", "--generate-hashes", "--no-strip-extras", "--no-header", "--upgrade")
    for purpose, extras in {"print": ["build"], "test": ["build", "test"]}.items():
        chosen = [word for extra in extras for word in ("--extra", extra)]
        files = ("pyproject.toml", "--python-version", "3.11", "--output-file", f"requirements/{purpose}.txt")
        run(prepare("test"), "-m", "uv", "pip", "compile", *options, *chosen, *files)


def test_latest() -> None:
    """Runs the tests with the newest versions, also of typer, in an environment of its own."""
    python = make_clean_environment(VENV.with_name(f"{VENV.name}-latest"))
    run(python, "-m", "pip", "install", "--quiet", "--editable", ".[build,test]")
    run(python, "-m", "pip", "install", "--quiet", "--upgrade", "typer")
    run(python, "-m", "pytest", *_WORKERS)


def release() -> None:
    """Makes a release: VERSION=1.0.0; tools/release.py says how."""
    run(prepare("test"), "-m", "tools.release", _get("VERSION"))


def clean() -> None:
    """Removes the environments and everything that was built."""
    for folder in (*_BUILT, VENV.name, f"{VENV.name}-latest", _PEERS.name):
        shutil.rmtree(ROOT / folder, ignore_errors=True)
    for path in (ROOT / "output").iterdir():
        if path.name != "README.md":
            _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


TASKS: Mapping[str, Callable[[], None]] = {
    "print": print_games,
    "test": test,
    "lint": lint,
    "quick": quick,
    "durations": durations,
    "oracle": oracle,
    "proof": proof,
    "installed": installed,
    "coverage": coverage,
    "bench": bench,
    "bench-peers": bench_peers,
    "fuzz": fuzz,
    "survey": survey,
    "mutate": mutate,
    "pictures": pictures,
    "schemas": schemas,
    "docs": docs,
    "setup": setup,
    "lock": lock,
    "test-latest": test_latest,
    "release": release,
    "clean": clean,
}
