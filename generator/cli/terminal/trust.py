"""Trust in the programs of games: whether `rules.py` of a folder or an archive may run.

A folder is trusted for one run. A packed game cannot change unnoticed: once it is trusted, its rules run
wherever a file has the same bytes, whatever its name.
"""

import hashlib

from generator.cli.terminal.echo import echo
from generator.inputs import read_regular
from generator.model.kit import RULES_FILE, Kit
from generator.model.values import replace
from generator.output import append, write_new
from generator.read.files.packs import find_archive
from generator.read.files.shelf import find_settings_folder
from generator.read.files.text_files import MOST_TEXT_BYTES, read_text

_FILE = "trusted.txt"
"""One line for each trusted program: its SHA-256, and the file in which it was."""


def decide_trust(kit: Kit, *, is_trusted: bool) -> Kit:
    """Return the kit with the user's decision, of this run or, for a packed game, of an earlier one."""
    archive, rules = find_archive(kit.folder), kit.folder / RULES_FILE
    if archive is None or not rules.is_file():
        return replace(kit, is_trusted=is_trusted)
    digest = hashlib.sha256(read_regular(rules, MOST_TEXT_BYTES)).hexdigest()
    is_known = digest in _list_trusted()
    if is_trusted and not is_known:
        echo(f"note: {rules} is trusted from now on, in any file: SHA-256 {digest}", err=True)
        _remember(f"{digest} {archive.path.name}\n".encode())
    return replace(kit, is_trusted=is_trusted or is_known)


def _list_trusted() -> set[str]:
    path = find_settings_folder() / _FILE
    lines = read_text(path)[1].splitlines() if path.is_file() else []
    return {line.split(" ")[0] for line in lines}


def _remember(line: bytes) -> None:
    path = find_settings_folder() / _FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        append(path, line, size=path.stat().st_size)
    else:
        write_new(path, line)
