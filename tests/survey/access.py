"""Survey of PDF/UA-1: everything that ships, checked by a checker of our own and by another one (outloud).

No checker proves that a file conforms: of the 136 conditions of the Matterhorn Protocol, programs judge 87.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.read.files.shelf import find_shelf
from tests.backends.ua_rules import claims_ua, find_ua_problems
from tests.survey.figures import Measured
from tests.survey.sources import Source
from tools.site.recipes import find_main

_ROOT = Path(__file__).parents[2]
_AT_ONCE = 20
"""Files that the other checker reads in one process."""
_PROGRAM = "import sys; from outloud.cli import main; sys.exit(main())"


def measure(folder: Path, source: Source) -> Measured:
    """Build everything that ships, and check it."""
    return measure_files(sorted(_build_all(folder / "built")), folder, source)


def measure_files(files: Sequence[Path], folder: Path, source: Source) -> Measured:
    """Check files; those that do not name PDF/UA-1 are counted, and not checked."""
    claimed = [path for path in files if claims_ua(path.read_bytes())]
    own = [f"{_name(path)}: {problem}" for path in claimed for problem in find_ua_problems(path.read_bytes())]
    figures = {
        "of files": len(files),
        "not claimed": len(files) - len(claimed),
        "errors, ours": len(own),
    }
    home = next((folder / name for name in source.pypi), None)
    if home is None or not (home / "outloud").is_dir():
        return Measured(figures, tuple(own), ("outloud is not there",))
    found = [
        line for start in range(0, len(claimed), _AT_ONCE) for line in _ask(claimed[start:][:_AT_ONCE], home)
    ]
    counts = Counter(line.split(":")[0] for line in found)
    figures |= {"errors, outloud": counts["error"], "warnings, outloud": counts["warning"]}
    return Measured(figures, (*own, *found))


def _build_all(out: Path) -> Iterator[Path]:
    """Build games in all languages, forms, starters, styles, and recipes; yield the files."""
    shelf = find_shelf()
    runs: list[tuple[str, ...]] = [("--locale", "all"), ("--locale", "all", "--to", "form")]
    styles = sorted(path.name for path in shelf.styles.iterdir() if path.is_dir())
    for words in ((), ("--complete",), *(("--style", style) for style in styles)):
        home = out / "-".join(("new", *words)).replace("--", "")
        _run("new", str(home), *words)
        runs.append((str(home), "--locale", "all"))
    for recipe in sorted(path for path in (_ROOT / "docs/recipes").iterdir() if path.is_dir()):
        main = find_main(recipe)
        runs.append((str(recipe if main.name == "kit.yaml" else main), "--locale", "all"))
    for number, words in enumerate(runs):
        _run("make", *words, "--out", str(out / f"made-{number}"))
    return out.rglob("made-*/**/*.pdf")


def _run(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "generator", *words], check=True, capture_output=True, cwd=_ROOT)


def _ask(files: Sequence[Path], home: Path) -> Iterator[str]:
    """Yield what the other checker finds against the standard: severity, file, rule, and message."""
    command = [
        sys.executable,
        "-c",
        _PROGRAM,
        *map(str, files),
        "--layer",
        "conformance",
        "--json",
        "-",
        "-q",
    ]
    environment = {**os.environ, "PYTHONPATH": str(home)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    report = json.loads(done.stdout[done.stdout.index("{") :])
    for result in report["results"]:
        for one in result["findings"]:
            yield f"{one['severity']}: {_name(Path(result['path']))}: {one['rule']} {one['message']}"


def _name(path: Path) -> str:
    return "/".join(path.parts[-3:])
