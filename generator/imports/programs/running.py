"""Scripts of other tools, which run in a copy of their folder with a recorder in place of the tool."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

from generator.errors import GeneratorError, OutputError, format_count
from generator.read.declared.tables import read_sheet_cells
from generator.read.files.text_files import (
    MOST_TEXT_BYTES,
    decode_table,
    is_inside,
    name_file,
    read_bytes,
    unreadable,
)
from generator.system import APART, PYTHON

SANDBOX = Path(__file__).with_name("sandbox.py")
"""The program that gives up its rights before it runs a script, on systems with processes of POSIX."""
_MOST_SECONDS = 20
_MOST_FILES = 5_000
_MOST_BYTES = 500 * 1024 * 1024
"""Maximum size of a folder that is copied."""
_LARGEST_RECORD = 64 * 1024 * 1024
_HIGHEST = 3
"""Maximum number of folders above that of the script which may be the project's."""
_SETTINGS = ("config.yml", "Gemfile", "Rakefile", "pyproject.toml", "requirements.txt")
"""Files in the folder of a project."""
_MOST_RUNS = 30
"""Maximum number of times that a script runs, each time with one more sheet of a workbook."""
_LEFT_OUT = {"_output", "node_modules", "__pycache__"}
"""Folders that are not copied; neither are hidden ones."""
_NAMED = re.compile(r"""["']([^"'\n]{1,200}\.\w{2,4})["']""")
_REQUIRED = re.compile(r"""\brequire_relative\b\s*\(?\s*["']([^"'\n]{1,200})["']""")


class UntrustedScript(GeneratorError):
    """A script that would have to run, which the user has not allowed."""

    is_unusable = True


@dataclass(frozen=True, slots=True)
class ScriptTool:
    """A program that runs scripts, with the recorder that replaces the library of the tool."""

    library: str
    command: Sequence[str]
    """The program, with its options."""
    recorder: Path
    packages: str
    """Name of the packages that scripts need: `gem`, `module`."""


@dataclass(frozen=True, slots=True)
class Recording:
    """The record of a script that ran."""

    project: Path
    """Folder of the project: that of the script, or one above it."""
    script: str
    """Path of the script in the project."""
    data: Mapping[str, Any]
    is_offline: bool
    """True if the system kept the script from the network."""
    is_confined: bool
    """True if the system kept the script from changing files outside of the copy."""
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Lines of the files of the project that ran, by path."""

    def list_records(self, name: str) -> Sequence[Mapping[str, Any]]:
        """Return the records of a kind: `decks`, `tables`, `notes`."""
        found = self.data.get(name)
        return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []

    def list_named_texts(self) -> Iterator[tuple[str, str]]:
        """Yield the names that the files of the project give to texts, and these texts."""
        for lines in self.sources.values():
            for found in filter(None, map(_NAMED_TEXT.match, lines)):
                yield found[1], found[3]

    def list_code_lines(self) -> Iterator[tuple[str, int]]:
        """Yield file and number of each line, without blank ones, comments, and data after a script."""
        for name, lines in self.sources.items():
            for number, line in enumerate(takewhile(lambda line: line.strip() != "__END__", lines), 1):
                if line.strip() and not line.strip().startswith("#"):
                    yield name, number

    def get_stop(self) -> tuple[str, int, str] | None:
        """Return file, line, and reason if the script stopped before its end."""
        found = self.data.get("stopped")
        if not isinstance(found, dict):
            return None
        line = found.get("line")
        return str(found.get("file", "")), line if isinstance(line, int) else 0, str(found.get("text", ""))

    def describe(self) -> str:
        """Return how the script ran, and what that guarantees."""
        apart = "ran in a copy of its folder, which is deleted"
        if self.is_offline and self.is_confined:
            return f"{apart}; the system kept it from the network, and from changing any other file"
        missing = [
            name
            for name, is_there in (("network", self.is_offline), ("other files", self.is_confined))
            if not is_there
        ]
        names = " and ".join(missing)
        return f"{apart}; this system does not keep programs from {names}, only the recorder does"


_NAMED_TEXT = re.compile(r"""\s*([A-Za-z_]\w*)\s*=\s*(["'])([^"'#]*|#\w+)\2\s*(?:#.*)?$""")
_MOST_COMMENT = 3
"""Maximum number of lines of a comment that is kept."""
_CODE = re.compile(r"\w[\w.]*(\(| \w+: | =|$)")
"""The beginning of a comment that is code."""


class SourceComments:
    """Comments of scripts above their lines; each is given once."""

    def __init__(self, sources: Mapping[str, Sequence[str]]) -> None:
        self._sources = sources
        self._taken: set[tuple[str, int]] = set()

    def take(self, file: str, line: int) -> str:
        """Return the comment above a line, without code that is a comment; empty if it was given before."""
        lines = self._sources.get(file, ())
        if (file, line) in self._taken or not 0 < line <= len(lines):
            return ""
        self._taken.add((file, line))
        found: list[str] = []
        for text in reversed(lines[: line - 1]):
            if not text.strip().startswith("#"):
                break
            found.append(text.strip().lstrip("#").strip(" #=-*"))
        words = [text for text in reversed(found) if text and not _CODE.match(text)]
        return "\n".join(words[:_MOST_COMMENT])


def get_line(record: Mapping[str, Any]) -> int:
    """Return the line of a record; 0 if it has none."""
    line = record.get("line")
    return line if isinstance(line, int) and 0 < line < 10_000_000 else 0


def find_project(script: Path) -> Path:
    """Return the folder from which a script runs: the nearest that has most of the files that it names.

    Of folders that have none of them, it is the one with the settings of a project.
    """
    text, _ = decode_table(read_bytes(script, MOST_TEXT_BYTES), file=name_file(script))
    folder = script.resolve().parent
    required = {name: folder / name for name in _REQUIRED.findall(text)}
    names = {name.replace("\\", "/") for name in _NAMED.findall(text) if name not in required}
    required |= {
        name: folder / name for name in names if name.startswith("../") and os.path.lexists(folder / name)
    }
    tops = (Path.home().resolve(), Path(tempfile.gettempdir()).resolve(), Path(folder.anchor))
    places = [folder]
    for above in folder.parents[:_HIGHEST]:
        if above in tops:
            break
        places.append(above)
    places = [place for place in places if all(is_inside(path, place) for path in required.values())] or [
        folder
    ]

    def count(place: Path) -> tuple[int, bool]:
        with suppress(OSError, ValueError):
            found = sum((place / name).is_file() for name in names)
            return found, any((place / name).is_file() for name in _SETTINGS)
        return 0, False

    return max(places, key=count)


def refuse_untrusted(script: Path, tool: str) -> UntrustedScript:
    """Return the error for a script that needs `--trust`, with what would be run."""
    project = find_project(script)
    where = script.resolve().relative_to(project).as_posix()
    files = format_count(sum(1 for _ in _list_files(project)), "file")
    would = f"with --trust, `{tool} {where}` runs in a copy of the folder {name_file(project)} ({files})"
    hint = f"{would}, for at most {_MOST_SECONDS} s and without network; trust only authors you know"
    return UntrustedScript(f"{name_file(script)} is a program, and was not run: {hint}")


def record_script(script: Path, tool: ScriptTool) -> Recording:
    """Run a script in a copy of its project and return what its recorder noted; raises DataError."""
    project = find_project(script)
    where = script.resolve().relative_to(project).as_posix()
    with _copied(project, script) as home:
        sheets: dict[str, Any] = {}
        for _ in range(_MOST_RUNS):
            kept = _run(home, where, tool, script)
            data = _read_json(home / "record.json", script)
            needed = data.get("need")
            if not needed:
                break
            sheets["\n".join(map(str, needed))] = _read_sheet(project, str(needed[0]), needed[1])
            (home / "sheets.json").write_text(json.dumps(sheets), encoding="utf-8")
            (home / "record.json").unlink()
    files = [str(name) for name in data.get("files", []) if isinstance(name, str)]
    sources = {
        name: _read_lines(project / name) for name in files[:200] if is_inside(project / name, project)
    }
    stopped = data.get("stopped")
    if isinstance(stopped, dict):
        # Messages of interpreters name files of the copy, which is deleted.
        text = str(stopped.get("text", "")).replace(f"{home / 'project'}{os.sep}", "")
        data = {**data, "stopped": {**stopped, "text": text}}
    return Recording(project, where, data, "network" in kept, "files" in kept, sources)


def _read_lines(path: Path) -> Sequence[str]:
    with suppress(GeneratorError, OSError):
        return decode_table(read_bytes(path, MOST_TEXT_BYTES), file=name_file(path))[0].split("\n")
    return ()


def _read_sheet(project: Path, name: str, sheet: Any) -> Sequence[Sequence[str]]:
    """Return the cells of a sheet by its name or number from 0; nothing for one that cannot be read."""
    path = project / name
    if not is_inside(path, project):
        return []
    with suppress(GeneratorError, OSError):
        return read_sheet_cells(path, sheet if isinstance(sheet, int) else str(sheet))
    return []


def _list_files(project: Path) -> Iterator[Path]:
    """Yield the files of a project that are copied."""
    for folder, names, files in os.walk(project):
        names[:] = sorted(name for name in names if name not in _LEFT_OUT and not name.startswith("."))
        for name in sorted(files):
            path = Path(folder, name)
            if path.is_file() and is_inside(path, project):
                yield path


@contextmanager
def _copied(project: Path, script: Path) -> Iterator[Path]:
    """Yield a temporary folder with a copy of a project; raises DataError if it is too large."""
    with tempfile.TemporaryDirectory(prefix="petri-import-", ignore_cleanup_errors=True) as made:
        home = Path(made).resolve()
        files = size = 0
        for path in _list_files(project):
            files, size = files + 1, size + path.stat().st_size
            if files > _MOST_FILES or size > _MOST_BYTES:
                message = f"the folder {name_file(project)} has more than {_MOST_FILES} files or 500 MB"
                raise unreadable(name_file(script), message, "move the project into a folder of its own")
            target = home / "project" / path.relative_to(project)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        yield home


def _run(home: Path, where: str, tool: ScriptTool, script: Path) -> Sequence[str]:
    """Run a script once, and return what the system kept it from; raises DataError if it does not end."""
    command = [*tool.command, str(tool.recorder), str(home), where]
    if os.name == "posix":
        command = [*PYTHON, "-I", str(SANDBOX), str(home), *command]
    kept = {
        name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ
    }
    own = {"HOME": str(home), "TMPDIR": str(home), "TEMP": str(home), "LANG": "C.UTF-8"}
    try:
        process = subprocess.Popen(
            command,
            cwd=home,
            env=kept | own,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **APART,
        )
    except OSError as error:
        raise OutputError(tool.command[0], f"cannot be started: {error}") from None
    try:
        said, _ = process.communicate(timeout=_MOST_SECONDS)
    except subprocess.TimeoutExpired:
        message = f"did not end within {_MOST_SECONDS} s"
        raise unreadable(name_file(script), message, "the script waits, or never ends") from None
    finally:
        _end(process)
    with suppress(ValueError):
        return [str(one) for one in json.loads(said)]
    return []


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process with all that it started."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.communicate()


def _read_json(path: Path, script: Path) -> Mapping[str, Any]:
    """Return what a script left in a file; raises DataError if there is nothing."""
    with suppress(GeneratorError, ValueError, OSError, RecursionError):
        found = json.loads(read_bytes(path, _LARGEST_RECORD))
        if isinstance(found, dict):
            return found
    raise unreadable(
        name_file(script),
        "ended without a record of what it draws",
        "it ended the program, or used too much memory",
    )
