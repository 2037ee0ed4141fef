"""`petri preview`: a game in the browser, drawn again whenever a file changes."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from generator.cli.printing.options import PreviewOptions
from generator.cli.terminal.echo import echo, open_on_desktop
from generator.errors import DataError, GeneratorError, Notice, UnknownName, describe_unknown
from generator.make.jobs.processes import run_aside
from generator.make.jobs.typed import ALL, spell_part
from generator.make.screens.workshop import ScreenView
from generator.read.cached import read_cached_papers, read_cached_summary
from generator.read.files.shelf import KIT_FILE, Memo, Shelf, find_shelf, list_locales, list_own_games


def show_preview(options: PreviewOptions) -> None:
    """Serve the preview until Ctrl-C; raises GeneratorError if it cannot begin."""
    from generator.web.preview.preview import Preview
    from generator.web.safe import Door

    shelf = find_shelf(is_cached=True, memo=Memo(is_on=True))
    path = _find_game(shelf, options.game)
    locales = list_locales(path) if ALL in options.locales else options.locales
    view = ScreenView(spell_part(options.part), tuple(locales), options.papers)
    check_names(path, shelf, view)
    preview = Preview(
        path,
        shelf,
        view=view,
        folder=options.folder,
        check=partial(check_aside, path),
        other=_find_other(path, options.game),
        report=lambda problems: echo("\n".join(map(str, problems)), err=True),
    )
    door = Door(preview.site, port=options.port)
    echo(f"{path.name}: {door.address}\nCtrl-C ends it.")
    preview.start()
    if options.is_opened and not open_on_desktop(door.address):
        echo("No browser could be opened; open the address by hand.", err=True)
    try:
        door.serve()
    finally:
        preview.stop()


def _find_game(shelf: Shelf, name: str) -> Path:
    """Return the folder or file of a game; raises UnknownName for none or several."""
    games = shelf.choose_games((name,) if name else ())
    if len(games) > 1:
        there, one = ("are several games", games[0]) if list_own_games() else ("is no game", "pox")
        raise UnknownName(f"there {there} in this folder; name one: petri preview {one}")
    return shelf.find_game(games[0])


def check_names(path: Path, shelf: Shelf, view: ScreenView) -> None:
    """Raise UnknownName for parts, languages, and papers that a game does not have.

    A game whose files have problems is shown with these, whatever was named.
    """
    try:
        summary = read_cached_summary(path, shelf=shelf)
    except DataError:
        return
    given = (
        ("part", filter(None, [view.part]), summary.parts),
        ("language", view.locales, summary.locales),
        ("paper", view.papers, read_cached_papers(shelf)),
    )
    unknown = [
        describe_unknown(what, name, known)
        for what, names, known in given
        for name in names
        if name not in known
    ]
    if unknown:
        raise UnknownName("\n".join(unknown))


def _find_other(path: Path, name: str) -> str:
    """Return the command that shows a folder here with the name of the game that is shown; empty for none."""
    here = Path(name)
    has_other = name and (here / KIT_FILE).is_file() and here.resolve() != path.resolve()
    return f"petri preview ./{name}" if has_other else ""


def check_aside(path: Path, is_stale: Callable[[], bool]) -> tuple[Notice, ...] | None:
    """Check the whole game in a process of its own; None if the result is stale."""
    try:
        found: tuple[Notice, ...] | None = run_aside(check_for_preview, path, is_stale=is_stale)
    except GeneratorError as error:
        return error.list_notices()
    return found


def check_for_preview(path: Path) -> tuple[Notice, ...]:
    """Return everything that `petri check` reports about a game."""
    from generator.cli.printing.checks import check_game

    report = check_game(path, find_shelf(), (ALL,))
    return (*report.notices, *(Notice(text, is_error=False) for text in report.open_texts))
