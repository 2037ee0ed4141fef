"""`petri table`: a printed sheet or board that is filled in in the browser."""

from pathlib import Path

from generator.cli.playing.opening import (
    check_new,
    find_saved,
    parse_header,
    read_form,
    read_words,
    refuse_option,
    reported_as_option,
)
from generator.cli.playing.options import TableOptions
from generator.cli.terminal.echo import echo, open_on_desktop
from generator.errors import NoRules
from generator.model.kit import Kit
from generator.model.texts.wordings import Wording
from generator.play import paper
from generator.play.paper import Referee
from generator.read.files.shelf import find_shelf
from generator.read.scores import read_score
from generator.rules.core import check_players, list_numbers_of_players
from generator.rules.game import AnyGame


def open_table(options: TableOptions) -> None:
    """Serve the table until Ctrl-C; raises GeneratorError if it cannot begin."""
    from generator.make.screens.pages import ScreenPages
    from generator.web.safe import Door
    from generator.web.table import OpenTable, TableFile

    kit, wording = read_words(options, is_drawn=True)
    referee = Referee(kit, wording)
    path = _find_path(options, kit)
    file = TableFile(path)
    if path.exists():
        _check_nothing_given(options, wording)
        filled = paper.open_file(file.read(), referee, file=str(path))
        if file.read().decode() != paper.write_filled(filled):
            copy = file.set_aside()
            echo(wording.format("walk.tidied", {"file": str(path), "copy": str(copy)}))
    elif options.start is not None:
        filled = _read_start(options, options.start, referee)
    else:
        filled = _begin(options, referee, wording)
    shelf = find_shelf(is_cached=not options.is_fresh)
    pages = ScreenPages(kit, options.locale, shelf=shelf, paper=options.paper)
    table = OpenTable(referee, wording, pages, filled, file, rule_pages=shelf.rule_pages)
    door = Door(table.site, port=options.port)
    echo(f"{wording.format(kit.title)}: {door.address}")
    echo(wording.format("table.saves", {"file": str(path)}))
    if options.is_opened and not open_on_desktop(door.address):
        echo(wording.format("table.by_hand"), err=True)
    door.serve()


def _find_path(options: TableOptions, kit: Kit) -> Path:
    """Return the file of --save, or else of the last table in the current folder, or a new one."""
    is_new = options.is_new or options.start is not None
    if options.save is not None:
        if is_new:
            check_new(options.save)
        return options.save
    last, new = find_saved(kit, "table")
    return new if is_new or last is None else last


def _read_start(options: TableOptions, path: Path, referee: Referee) -> paper.Filled:
    """Return the form in a score file, or in a PDF file that was filled in, which may need players."""
    if path.suffix.lower() != ".pdf":
        _check_nothing_given(options, referee.wording)
        return paper.open_file(read_score(path, referee.wording).text.encode(), referee, file=str(path))
    game = referee.find(options.variant)
    setup = game.read_options(parse_header(options.options, referee.wording))
    name, fields = read_form(path, referee.kit)
    filled = paper.fill_form(
        game, fields, file=name, players=options.players, setup=setup, wording=referee.wording
    )
    return (
        paper.name_owners(filled, options.players) if filled.form.each_player else paper.put_marks(filled, ())
    )


def _check_nothing_given(options: TableOptions, wording: Wording) -> None:
    """Raise WrongOption for choices that the file has made."""
    if options.players or options.options or options.variant or options.form:
        raise refuse_option(wording, "--form" if options.form else "--players", "head")


def _begin(options: TableOptions, referee: Referee, wording: Wording) -> paper.Filled:
    """Return an empty form for the players that are given, or for as few as can play."""
    with reported_as_option(wording):
        game = _find_form_game(referee, options.variant)
        setup = game.read_options(parse_header(options.options, wording))
        game.check_options(setup)
        form = paper.begin_form(game, key=options.form, players=options.players, setup=setup)
        is_some = game.scoring is not None and game.scoring.takes_some_players
        if options.players:
            check_players(game.kit, options.players, may_be_some=is_some)
        elif form.form.each_player:
            fewest = 1 if is_some else list_numbers_of_players(game.kit)[0]
            names = tuple(wording.format("walk.player", {"number": number + 1}) for number in range(fewest))
            form = paper.begin_form(game, key=options.form, players=names, setup=setup)
    return form


def _find_form_game(referee: Referee, variant: str) -> AnyGame:
    game = referee.find(variant)
    if not game.forms:
        error = NoRules(f"the game `{game.kit.id}` has no form that could be filled in")
        raise error.saying("command.no_form")
    return game
