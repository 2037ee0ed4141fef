"""Everything that the program writes and prints, as hashes, so that two versions of its code can be compared.

`python -m tests.oracle record FILE` records this checkout (or `--of FOLDER`, another one), and
`python -m tests.oracle compare OLD NEW` prints what differs between two records. `make oracle` compares the
working copy with a commit.
"""

import argparse
import difflib
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
GAMES = ("fight-the-virus", "pandemic", "pox", "virus-and-co")
MOST_TEXT = 40_000
"""Characters of a printed text up to which a record keeps the text itself, to show how it differs."""


class Case(NamedTuple):
    """One run of the program; `{out}` in its arguments is a folder of its own."""

    name: str
    arguments: tuple[str, ...]
    folder: str = "."
    """`{out}` runs it in its own folder, anything else in the checkout."""
    typed: str = ""
    """What it reads from standard input."""


def list_cases(checkout: Path) -> Iterator[Case]:
    """List the recorded runs: files of all games, recipes, and new games, and what commands print."""
    everything = ("--locale", "all", "--paper", "a4,letter", "--to", "pdf,svg")
    for game in GAMES:
        yield Case(f"print {game}", ("make", game, *everything, "--out", "{out}"))
        yield Case(f"html {game}", ("make", game, "--locale", "en,de", "--to", "html,txt", "--out", "{out}"))
        yield Case(f"low ink {game}", ("make", game, "--ink", "low", "--as", "grey", "--out", "{out}"))
        yield Case(f"together {game}", ("make", game, "--together", "--backs", "fold", "--out", "{out}"))
        yield Case(f"boxes {game}", ("make", game, "--boxes", "--sleeved", "--out", "{out}"))
        yield Case(f"dividers {game}", ("make", game, "--dividers", "--out", "{out}"))
        yield Case(f"plan {game}", ("plan", game))
        yield Case(f"check {game}", ("check", game))
        yield Case(f"locale {game}", ("locale", game))
        yield Case(f"blank {game}", ("score", game, "--blank"))
        yield Case(f"score schema {game}", ("score", game, "--schema"))
        yield Case(
            f"walk {game}",
            (
                "walk",
                game,
                "--players",
                "Ana,Bo,Cy",
                "--auto",
                "all",
                "--seed",
                "3",
                "--save",
                "{out}/walk.yaml",
            ),
            typed="1\n" * 60,
        )
        log = f"benchmarks/rules_{game.replace('-', '_')}.yaml"
        yield Case(f"score {game}", ("score", game, log))
        yield Case(f"score {game} as data", ("score", game, log, "--json", "--locale", "de"))
        for policy in ("random", "greedy"):
            count = "40" if policy == "random" else "6"
            arguments = (
                "simulate",
                game,
                "--players",
                "3",
                "-n",
                count,
                "--policy",
                policy,
                "--json",
                "-s",
                "7",
            )
            yield Case(f"simulate {game} {policy}", (*arguments, "--processes", "1"))
    for game, part in (
        ("fight-the-virus", "sheet"),
        ("pandemic", "board"),
        ("pox", "board"),
        ("virus-and-co", "score_pad"),
    ):
        form = ("make", game, "--part", part, "--form", "--locale", "all", "--out", "{out}")
        yield Case(f"form {game}", form)
        press = ("make", game, "--part", part, "--press", "x4", "--out", "{out}")
        yield Case(f"press {game}", press)
        pixels = ("make", game, "--part", part, "--to", "png,jpeg", "--dpi", "72", "--out", "{out}")
        yield Case(f"pixels {game}", pixels)
    for service, parts, options in (
        ("mpc", "role_cards", ("--anyway",)),
        ("tgc", "role_cards", ("--anyway",)),
        ("tts", "board,role_cards,tokens", ()),
        ("pcio", "board,role_cards,tokens", ()),
        ("showcase", "role_cards", ("--dpi", "60")),
        ("silhouette", "tokens", ()),
        ("cricut", "tokens", ()),
    ):
        arguments = ("make", "pandemic", "--part", parts, "--for", service, *options, "--out", "{out}")
        yield Case(f"for {service}", arguments)
    yield Case("cut", ("make", "pox", "--part", "tokens", "--cut", "svg,dxf", "--out", "{out}"))
    yield Case(
        "poster", ("make", "pandemic", "--part", "board", "--poster", "--size", "a2", "--out", "{out}")
    )
    yield Case("booklet", ("make", "pox", "--part", "rules", "--fold-booklets", "--out", "{out}"))
    yield Case(
        "vary",
        (
            "simulate",
            "pox",
            "--players",
            "2",
            "-n",
            "20",
            "--vary",
            "cards.spread_north.count=3..5",
            "--processes",
            "1",
        ),
    )
    plots = (
        "--plot",
        "{out}/a.svg",
        "--heat",
        "{out}/b.svg",
        "--csv",
        "{out}/c.csv",
        "--report",
        "{out}/d.html",
    )
    yield Case("charts", ("simulate", "pox", "--players", "2", "-n", "20", "--processes", "1", *plots))
    for name in ("list", "fonts", "locale"):
        yield Case(name, (name,))
    for name in ("--printers", "--destinations"):
        yield Case(f"list {name}", ("list", name))
    yield Case("schemas", ("schema", "--out", "{out}"))
    yield Case("calibrate", ("calibrate", "--out", "{out}"))
    for options in ((), ("--complete",)):
        name = " ".join(["new", *options])
        yield Case(name, ("new", "my-game", *options), "{out}")
    yield Case("a mistyped part", ("make", "pox", "--part", "bord"))
    yield Case("a mistyped game", ("make", "pocks"))
    for recipe in sorted(checkout.glob("docs/recipes/*/kit.yaml")):
        folder = recipe.parent.relative_to(checkout).as_posix()
        yield Case(f"recipe {recipe.parent.name}", ("make", folder, "--to", "pdf,svg", "--out", "{out}"))
    for command in (
        "",
        "list",
        "make",
        "check",
        "preview",
        "plan",
        "fonts",
        "score",
        "simulate",
        "walk",
        "table",
        "new",
        "calibrate",
        "printed",
        "schema",
        "locale",
    ):
        yield Case(f"help {command}".strip(), (*command.split(), "--help"))


def run_case(case: Case, checkout: Path) -> dict[str, str]:
    """Run a case; return what it printed and a hash of each file it wrote, by name."""
    with tempfile.TemporaryDirectory() as name:
        out = Path(name).resolve() / "out"
        out.mkdir()
        environment = dict(
            os.environ,
            PYTHONPATH=str(checkout),
            PETRI_CACHE="",
            COLUMNS="100",
            NO_COLOR="1",
            XDG_CACHE_HOME=str(out.parent / "cache"),
        )
        arguments = [argument.replace("{out}", str(out)) for argument in case.arguments]
        run = subprocess.run(
            [sys.executable, "-m", "generator", *arguments],
            cwd=out if case.folder == "{out}" else checkout,
            env=environment,
            input=case.typed,
            capture_output=True,
            text=True,
            check=False,
        )
        printed = f"{run.stdout}\n--- stderr, exit code {run.returncode}\n{run.stderr}"
        printed = printed.replace(str(out), "OUT").replace(str(checkout), "CHECKOUT")
        printed = re.sub(r"(?<![\w.])\d+([.,]\d+)? (s|ms|min)\b", "N s", printed)
        record = {f"{case.name}: text": printed if len(printed) <= MOST_TEXT else make_hash(printed.encode())}
        for path in sorted(out.rglob("*")):
            if path.is_file():
                content = path.read_bytes().replace(str(out).encode(), b"OUT")
                content = re.sub(rb"\b[0-9a-f]{64}\b", b"HASH", content)  # of the code, in reports
                record[f"{case.name}: {path.relative_to(out).as_posix()}"] = make_hash(content)
        return record


def make_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def make_record(checkout: Path, wanted: str) -> dict[str, str]:
    """Run all cases whose names contain a text, two at a time."""
    cases = [case for case in list_cases(checkout) if wanted in case.name]
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        records = pool.map(lambda case: run_case(case, checkout), cases)
        return {name: value for record in records for name, value in record.items()}


def list_differences(old: dict[str, str], new: dict[str, str]) -> Iterator[str]:
    """List what differs between two records, texts line by line."""
    for name in sorted({*old, *new}):
        before, after = old.get(name), new.get(name)
        if before is None or after is None:
            yield f"{name}: {'new' if before is None else 'gone'}"
        elif before != after:
            yield f"{name}: differs"
            if "\n" in before:
                lines = difflib.unified_diff(
                    before.splitlines(), after.splitlines(), "before", "after", "", "", 1
                )
                yield from (f"    {line}" for line in lines)


def main() -> int:
    """Record or compare; exit with 1 if two records differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    record = commands.add_parser("record")
    record.add_argument("file", type=Path)
    record.add_argument("--of", type=Path, default=ROOT, help="the checkout that is recorded")
    record.add_argument("--only", default="", help="text that the names of cases contain")
    compare = commands.add_parser("compare")
    compare.add_argument("old", type=Path)
    compare.add_argument("new", type=Path)
    compare.add_argument("--only", default="", help="text that the names of compared cases contain")
    options = parser.parse_args()
    if options.command == "record":
        options.file.write_text(
            json.dumps(make_record(options.of.resolve(), options.only), indent=1), "utf-8"
        )
        return 0
    old, new = (json.loads(path.read_text("utf-8")) for path in (options.old, options.new))
    old, new = (
        {name: one[name] for name in one if options.only in name.split(": ")[0]} for one in (old, new)
    )
    differences = list(list_differences(old, new))
    print("\n".join(differences) or f"all {len(old)} are equal")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
