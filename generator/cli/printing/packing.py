"""`petri pack` and `petri unpack`: games as one file."""

import hashlib
from collections import Counter
from pathlib import Path

import typer

from generator.cli.printing.checking import report_on_game
from generator.cli.printing.options import PackOptions, UnpackOptions
from generator.cli.terminal.echo import echo, echo_json
from generator.cli.terminal.notices import print_notices
from generator.cli.terminal.progress import EXIT_WRONG
from generator.errors import UnknownName, format_count, list_briefly
from generator.inputs import PACK
from generator.make.packing import PackedGame, pack_game, unpack_game
from generator.model.kit import RULES_FILE
from generator.output import Staging
from generator.read.files.packs import PackedFiles, find_archive
from generator.read.files.shelf import find_shelf


def pack_and_report(options: PackOptions) -> int:
    """Pack a game that has no problems, and return the exit code; raises GeneratorError."""
    shelf = find_shelf(is_cached=not options.is_fresh)
    path = shelf.find_game(options.game)
    if find_archive(path):
        raise UnknownName(f"`{options.game}` is packed already")
    report = report_on_game(path, shelf, ("all",))
    if any(notice.is_error for notice in report.notices):
        wrong = print_notices(report.notices)
        echo(f"{format_count(wrong, 'problem')}: nothing is packed")
        return EXIT_WRONG
    about = {"version": options.version, "source": options.source}
    packed = pack_game(path, find_shelf(), with_rules=options.with_rules, **about)
    if options.with_rules and not packed.has_own_code:
        raise typer.BadParameter(f"has no effect: there is no {RULES_FILE}", param_hint="--with-rules")
    file = options.file or Path(f"{packed.id.replace('_', '-')}{PACK}")
    if file.suffix.lower() != PACK:
        raise typer.BadParameter(f"{str(file)!r} does not end with {PACK}", param_hint="--output")
    with Staging() as staging:
        staging.write(file, packed.data)
    _report(packed, file, options)
    return 0


def _report(packed: PackedGame, file: Path, options: PackOptions) -> None:
    digest = hashlib.sha256(packed.data).hexdigest()
    if options.as_json:
        facts = {"file": str(file), "bytes": len(packed.data), "sha256": digest}
        echo_json({**facts, "files": packed.files, "left_out": packed.left_out}, indent=2)
        return
    echo(f"{file} ({format_count(len(packed.files), 'file')}, {len(packed.data) / 1000:.0f} kB)")
    echo(f"SHA-256 {digest}")
    if packed.has_own_code and not options.with_rules:
        echo(f"{RULES_FILE} is left out; --with-rules includes it")
    if packed.left_out:
        echo(f"left out, since nothing names it: {list_briefly(_join_folders(packed))}")


def _join_folders(packed: PackedGame) -> list[str]:
    """Return what is left out; a folder of which nothing is packed counts as one."""
    kept = {name.partition("/")[0] for name in packed.files}
    found = Counter(
        f"{top}/" if inner and top not in kept else name
        for name in packed.left_out
        for top, _, inner in [name.partition("/")]
    )
    return [f"{name} ({format_count(found[name], 'file')})" if name.endswith("/") else name for name in found]


def unpack_and_report(options: UnpackOptions) -> None:
    """Write the files of a packed game; raises GeneratorError."""
    folder = options.folder or Path(options.file.stem)
    if not options.file.is_file():
        raise UnknownName(f"there is no file `{options.file}`")
    written = unpack_game(PackedFiles(options.file), folder)
    echo(f"{format_count(len(written.written), 'file')} in {folder}")
