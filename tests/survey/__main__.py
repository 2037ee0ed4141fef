"""Looks for silent faults in other people's files: `python -m tests.survey [NAME]...`, or `make survey`.

Prints one table of figures with the baseline beside them, and writes all faults to a file. The exit code is 1
if a figure is worse than in tests/survey/baseline.yaml. What cannot be fetched or run here is printed as not
measured, and fails nothing.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tests.survey import access, books, fonts, icons, locales, raster, suite, values
from tests.survey.figures import (
    BASELINE,
    Measured,
    compare_figures,
    format_table,
    is_worse,
    read_baseline,
    update_baseline,
    write_baseline,
)
from tests.survey.sources import Source, fetch_source, read_sources

SURVEYS: Mapping[str, Callable[[Path, Source], Measured]] = {
    "values": values.measure,
    "books": books.measure,
    "raster": raster.measure,
    "locales": locales.measure,
    "fonts": fonts.measure,
    "icons": icons.measure,
    "suite": suite.measure,
    "access": access.measure,
}


def run_survey(name: str, source: Source, folder: Path, given: Path | None = None) -> Measured:
    """Fetch what a survey needs, and run it; `given` is a folder that has it already."""
    if given is not None:
        return SURVEYS[name](given, source)
    folder.mkdir(parents=True, exist_ok=True)
    steps = list(fetch_source(source, folder))
    missing = tuple(f"{package}: {trouble}" for package, trouble in steps if trouble)
    if steps and len(missing) == len(steps):
        return Measured({}, (), missing)
    measured = SURVEYS[name](folder, source)
    return replace(measured, missing=(*missing, *measured.missing))


def parse_words(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.survey", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"one of {', '.join(SURVEYS)} [default: all]"
    )
    parser.add_argument("--sets", nargs="+", default=(), help="other packages of npm for icons or fonts")
    parser.add_argument("--suite", type=Path, help="a copy of crates/resvg/tests of linebender/resvg")
    parser.add_argument(
        "--keep", type=Path, help="keep what is fetched in a folder [default: a temporary one]"
    )
    parser.add_argument(
        "--faults", type=Path, default=Path("output/survey.txt"), help="where faults are listed"
    )
    parser.add_argument("--write", action="store_true", help="write the figures into the baseline")
    options = parser.parse_args(words)
    if unknown := set(options.names) - SURVEYS.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))} (there are {', '.join(SURVEYS)})")
    return options


def run_all(options: argparse.Namespace, temporary: Path) -> dict[str, Measured]:
    """Run the surveys in order; each says when it is done."""
    sources, found = read_sources(), {}
    names = options.names or (["icons"] if options.sets else ["suite"] if options.suite else list(SURVEYS))
    for name in names:
        source = sources[name]
        if options.sets and name in ("icons", "fonts"):
            source = replace(source, npm=tuple(options.sets), debian=())
        given = options.suite if name == "suite" else None
        # Only packages as they are listed are kept: others in the same folder would be counted with them.
        packages = source.npm or source.debian or source.pypi or source.git
        is_kept = options.keep and not options.sets and packages
        home = (options.keep if is_kept else temporary) / name
        found[name] = run_survey(name, source, home, given)
        print(f"{name}: {len(found[name].faults)} faults", file=sys.stderr, flush=True)
    return found


def main(words: Sequence[str], path: Path = BASELINE) -> int:
    """Run surveys and compare their figures; 1 if one is worse."""
    options = parse_words(words)
    with tempfile.TemporaryDirectory() as temporary:
        found = run_all(options, Path(temporary))
    baseline = read_baseline(path)
    rows = [row for name, one in found.items() for row in compare_figures(name, one, baseline.get(name, {}))]
    print(format_table(rows))
    for name, one in found.items():
        for reason in one.missing:
            print(f"not measured: {name}: {reason}")
    faults = [f"{name}: {fault}" for name, one in found.items() for fault in one.faults]
    options.faults.parent.mkdir(parents=True, exist_ok=True)
    options.faults.write_text("\n".join(faults) + "\n", encoding="utf-8")
    print(f"{len(faults)} faults are listed in {options.faults}")
    if options.write:
        write_baseline(update_baseline(baseline, found), path)
        return 0
    return int(any(map(is_worse, rows)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
