"""A release: version, changelog, tests, two equal builds, a first sheet without a network, a tag.

Nothing is uploaded from here: the tag, once it is pushed, starts the workflow that publishes.
"""

import hashlib
import re
import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.environment import ROOT, VENV, find_program, make_clean_environment, run
from tools.installed import fetch_wheels, try_wheel

_VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")
_FILES: Mapping[str, tuple[str, str]] = {
    "generator/__init__.py": (r'__version__ = "[^"]*"', '__version__ = "{version}"'),
    "CITATION.cff": (
        r"(?m)^version: [^\n]*(?:\ndate-released: [^\n]*)?",
        "version: {version}\ndate-released: {day}",
    ),
    "CHANGELOG.md": (r"## [^\n]*, not yet released", "## {version}, {day}"),
}
"""Pattern of what a release changes in a file, and what is written there."""


def set_version(folder: Path, version: str, day: str) -> None:
    """Write the version and the day into the files that have them; exits if one does not."""
    changed: dict[Path, str] = {}
    for name, (pattern, new) in _FILES.items():
        text = (folder / name).read_text("utf-8")
        written, count = re.subn(pattern, new.format(version=version, day=day), text, count=1)
        if not count:
            sys.exit(f"{name}: nothing to write the version in; expected {pattern}")
        changed[folder / name] = written
    for path, text in changed.items():
        path.write_text(text, "utf-8", newline="\n")


def find_objection(folder: Path, version: str) -> str:
    """Return why this version cannot be released from a checkout; empty if it can."""
    if not _VERSION.fullmatch(version):
        return f"`{version}` is not a version; write VERSION=1.2.3, or VERSION=1.2.3rc1"
    if _git(folder, "status", "--porcelain"):
        return "there are changes that are not committed"
    if f"v{version}" in _git(folder, "tag").split():
        return f"there is a tag v{version} already"
    if ", not yet released" not in (folder / "CHANGELOG.md").read_text("utf-8"):
        return "CHANGELOG.md has no part that is `not yet released`"
    return ""


def main(version: str) -> None:
    """Make a release in this checkout, and say what to push; exits if a step fails."""
    if objection := find_objection(ROOT, version):
        sys.exit(objection)
    python = find_program(VENV, "python")
    set_version(ROOT, version, date.today().isoformat())
    run(python, "-m", "tools", "test")
    # The time of the commit is that of all files in the archives.
    _git(ROOT, "commit", "--quiet", "--all", "--message", f"Release {version}")
    release = make_clean_environment(VENV.with_name(f"{VENV.name}-release"))
    run(release, "-m", "pip", "install", "--quiet", "build", "twine", "cyclonedx-bom")
    _build_twice(release)
    built = [str(path) for path in sorted((ROOT / "dist").glob("petri_press-*"))]
    run(release, "-m", "twine", "check", "--strict", *built)
    _try_offline(release)
    bom = find_program(VENV.with_name(f"{VENV.name}-release"), "cyclonedx-py")
    run(
        bom, "requirements", "requirements/print.txt", "--output-file", f"dist/petri-press-{version}.cdx.json"
    )
    _git(ROOT, "tag", "--sign" if _git(ROOT, "config", "user.signingkey", fails="") else "--annotate",
         "--message", f"Petri Press {version}", f"v{version}")  # fmt: skip
    print(f"Petri Press {version} is in dist/. To publish it: git push --follow-tags")


def _git(folder: Path, *arguments: str, fails: str | None = None) -> str:
    """Return what git prints; exits if it fails, unless `fails` is then returned."""
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode and fails is None:
        sys.exit(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return fails or "" if done.returncode else done.stdout.strip()


def _build_twice(python: Path) -> None:
    """Build into dist/, and again elsewhere; exits if the bytes differ."""
    time = {"SOURCE_DATE_EPOCH": _git(ROOT, "log", "-1", "--format=%ct")}
    with TemporaryDirectory() as second:
        digests = []
        for folder in (str(ROOT / "dist"), second):
            run(python, "-m", "build", "--outdir", folder, **time)
            files = sorted(Path(folder).glob("petri_press-*"))
            digests.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files})
    if digests[0] != digests[1]:
        sys.exit("two builds of the same commit differ")
    for name, digest in digests[0].items():
        print(f"{digest}  {name}")


def _try_offline(python: Path) -> None:
    """Install the wheel without a network, and do what the README shows first; exits if that fails."""
    (wheel,) = (ROOT / "dist").glob("petri_press-*.whl")
    with TemporaryDirectory() as place:
        try_wheel(wheel, fetch_wheels(python, Path(place, "wheels")), Path(place))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
