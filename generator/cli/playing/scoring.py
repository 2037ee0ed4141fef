"""`petri score`, `petri table`: finished games, from a file or filled in, checked by the rules."""

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import typer

from generator.cli.playing.asking import KeptAnswers, ask
from generator.cli.playing.opening import (
    check_new,
    find_saved,
    parse_header,
    read_form,
    read_pdf,
    read_shared_words,
    read_words,
    refuse_option,
    reported_as_option,
)
from generator.cli.playing.options import ScoreOptions, TableOptions
from generator.cli.terminal.echo import EXIT_WRONG, INTERRUPTED, UNREADABLE, echo, echo_json, open_on_desktop
from generator.cli.terminal.notices import print_error, quote_line
from generator.cli.terminal.tables import format_moves, show_table, write_lines
from generator.errors import DataError, WrittenPlace
from generator.model.kit import Kit
from generator.model.texts.wordings import Wording
from generator.model.values import replace
from generator.output import write_new
from generator.play import paper
from generator.play.paper import FaultNames, Referee, Report, Verdict, describe_end, make_schema, plain_report
from generator.read.files.shelf import find_shelf
from generator.read.schema import format_schema
from generator.read.scores import (
    MOST_SCORE_BYTES,
    decode_score,
    find_game_name,
    read_score,
    translate_problems,
)
from generator.rules.core import Fault, NoRules, Round, Score, check_players, list_numbers_of_players
from generator.rules.game import MOST_SHOWN, AnyGame, find_game


def score_and_report(options: ScoreOptions) -> int:
    """Return the exit code, the worst of all files: an unreadable file does not stop the others."""
    options, is_alone = _find_game(options), not options.files
    kit, wording = read_words(options)
    if (options.is_blank or options.rounds or options.is_schema) and not is_alone:
        raise refuse_option(wording, "FILE", "one_source")
    if options.is_schema:
        _write(format_schema(make_schema(find_game(kit), wording)), options.save)
        return 0
    if options.is_blank:
        _write(Referee(kit).scoring.write_blank(wording), options.save)
        return 0
    if not options.files and not options.rounds and not is_terminal():
        raise refuse_option(wording, "FILE", "file")
    referee = Referee(kit, wording)
    code = 0
    for score in _list_files(options, referee, wording):
        try:
            report = score()
        except DataError as error:
            print_error(error, wording)
            code = UNREADABLE
            continue
        file = report.source.file
        if options.as_json:
            named = {"file": file} if len(options.files) > 1 else {}
            echo_json(named | plain_report(report, wording))
        elif len(options.files) > 1:
            echo(f"{file}\n")
            show_report(report, wording, file=file)
            echo()
        else:
            show_report(report, wording, file=file)
        code = max(code, _EXIT_CODES.get(report.verdict, 0))
    return code


_EXIT_CODES: Mapping[Verdict, int] = {"illegal": EXIT_WRONG, "unreadable": UNREADABLE}


def _find_game(options: ScoreOptions) -> ScoreOptions:
    """Return the options with the game that a file in its place names; raises DataError."""
    if _is_pdf(options.game):
        _, game, _ = read_pdf(Path(options.game))
    elif Path(options.game).suffix in (".yaml", ".yml") and Path(options.game).is_file():
        game = _find_name(options)
    else:
        return options
    if not game and not _is_pdf(options.game):
        # It may be a game that is written in one file.
        return options
    if not game:
        raise refuse_option(read_shared_words(options), options.game, "no_game")
    return replace(options, game=game, files=(options.game, *options.files))


def _find_name(options: ScoreOptions) -> str:
    """Return the game that a score file names, empty if there is none; raises DataError."""
    try:
        return find_game_name(read_score(Path(options.game)))
    except DataError as error:
        raise translate_problems(error, read_shared_words(options)) from error


def _is_pdf(name: str) -> bool:
    return name.lower().endswith(".pdf")


def _score_pdf(name: str, referee: Referee, players: Sequence[str], setup: Mapping[str, str]) -> Report:
    from generator.play.paper import fill_form, score_filled

    file, fields = read_form(Path(name), referee.kit)
    game, wording = referee.find(""), referee.wording
    filled = fill_form(game, fields, file=file, players=players, setup=setup, wording=wording)
    return score_filled(referee, filled, file=file)


def _score_file(name: str, referee: Referee) -> Report:
    return referee.score(read_score(Path(name), referee.wording))


def _list_files(options: ScoreOptions, referee: Referee, wording: Wording) -> Iterator[Callable[[], Report]]:
    """Yield functions that judge one file each; they raise DataError."""
    setup = referee.find("").read_options(parse_header(options.options, wording))
    for hint, given in (("--options", setup), ("--players", options.players)):
        is_used = any(map(_is_pdf, options.files)) or (options.rounds and hint == "--options")
        if given and not is_used:
            raise refuse_option(wording, hint, "only_pdf")
    if options.rounds:
        yield lambda: referee.score(referee.list_rounds(options.rounds, setup))
    for name in () if options.rounds else options.files:
        if _is_pdf(name):
            yield partial(_score_pdf, name, referee, options.players, setup)
        elif name == "-":
            yield lambda: referee.score(decode_score(sys.stdin.buffer.read(MOST_SCORE_BYTES + 1), wording))
        else:
            yield partial(_score_file, name, referee)
    if not options.rounds and not options.files:
        kept = KeptAnswers(referee.kit)
        with kept.until_done():
            text = _ask(options, referee, wording, kept)
            if options.save is not None:
                _write(text, options.save)
            data = text.encode("utf-8", "surrogateescape")
            yield lambda: referee.score(decode_score(data, wording, file="answers"))


def _ask(options: ScoreOptions, referee: Referee, wording: Wording, kept: KeptAnswers) -> str:
    """Return the answers as a score file; keeps them after DataError or Ctrl-C."""
    if find_game(referee.kit).forms:
        command = shlex.join(["petri", "table", options.game])
        write_lines(wording.format("tally.on_screen", {"command": command}))
    if kept.given:
        write_lines(wording.format("tally.taken_up", {"file": str(kept.path), "number": len(kept.given)}))
    try:
        questions = referee.find("").companion.questions
        return ask(partial(referee.scoring.ask, questions), wording, kept)
    except (KeyboardInterrupt, DataError) as stop:
        echo()
        if kept.given:
            words = [
                *(["--save", str(options.save)] if options.save else []),
                *(["--trust"] * options.is_trusted),
            ]
            words += ["--locale", options.locale] if options.locale != "en" else []
            command = shlex.join(["petri", "score", options.game, *words])
            write_lines(wording.format("tally.kept", {"file": str(kept.path), "command": command}))
        if isinstance(stop, DataError):
            raise
        raise typer.Exit(INTERRUPTED) from None


def is_terminal() -> bool:
    """Return True if a person can answer questions."""
    return sys.stdin.isatty()


def _write(text: str, path: Path | None) -> None:
    if path is None:
        echo(text, nl=False)
        return
    write_new(path, text.encode("utf-8", "surrogateescape"))


def show_report(report: Report, wording: Wording, *, file: str) -> None:
    rounds = max((len(score.rounds) for score in report.scores.values()), default=0)
    if report.is_shared and len(set(map(_compare, report.scores.values()))) == 1:
        _show_together(next(iter(report.scores.values())), wording)
        rounds = 0
    heads = [wording.format(f"tally.table.{head}") for head in ("player", "what", "points", "total")]
    for number in range(rounds):
        if rounds > 1:
            echo(wording.format("tally.table.round", {"number": number + 1}))
        of_round = {
            name: score.rounds[number] for name, score in report.scores.items() if number < len(score.rounds)
        }
        _show(heads, _list_lines(of_round, wording))
    if rounds > 1:
        echo(wording.format("tally.table.all"))
        _show([heads[0], heads[2], heads[3]], _list_totals(report.scores, wording))
    for note in report.notes:
        write_lines(note.format(wording))
    names = FaultNames(report.kit, wording, report.takes)
    has_moves = any(fault.legal for fault in report.faults)
    say_each = find_game(report.kit).vocabularies[wording.locale].say_each if has_moves else tuple
    for fault in report.faults:
        write_lines(format_fault(fault, wording, names, say_each, file=file))
        if sys.stdout.isatty() and fault.line:
            for line in quote_line(WrittenPlace(file, fault.line, fault.column)):
                echo(line, is_dim=True)
    write_lines(report.summary.format(wording))
    if report.verdict != "unreadable":
        place = f"{file}:{report.end_line}: " if report.is_shared and report.end_line else ""
        write_lines(place + _format_end(report, wording))


def _compare(score: Score) -> tuple[tuple[str, int], ...]:
    return tuple((line.label.key, line.points) for each in score.rounds for line in each.lines)


def _show_together(score: Score, wording: Wording) -> None:
    heads = [wording.format(f"tally.table.{head}") for head in ("happened", "number")]
    lines = (line for each in score.rounds for line in each.lines)
    _show(heads, ((line.label.format(wording), wording.write(line.points)) for line in lines))


def format_fault(
    fault: Fault,
    wording: Wording,
    names: FaultNames,
    say_each: Callable[[Sequence[str]], Sequence[str]],
    *,
    file: str,
) -> str:
    """Return `evening.yaml:12:5: Ana, round 2: message (rule.id)`, and some legal moves.

    `say_each` translates moves.
    """
    place = WrittenPlace(file, fault.line, fault.column) if fault.line else file
    parts = (("round", fault.round), ("move", fault.move))
    numbered = (wording.format(f"tally.table.{part}", {"number": number}) for part, number in parts if number)
    where = wording.join([*filter(None, (fault.player, *numbered, *names.list_names(fault)))], ",")
    isolate, text = wording.grammar.isolate, f"{names.describe(fault)} ({fault.rule})"
    said = wording.grammar.colon.join((*filter(None, (isolate(where),)), text))
    line = f"{isolate(str(place))}: {said}"
    if not fault.legal:
        return line
    moves = format_moves(say_each(fault.legal), wording.grammar, most=MOST_SHOWN)
    return f"{line}\n    {wording.format('tally.table.legal', {'moves': moves})}"


def _list_lines(rounds: Mapping[str, Round], wording: Wording) -> Iterator[tuple[str, ...]]:
    for name, each in rounds.items():
        rows = [(line.label.format(wording), format_points(line.points, wording)) for line in each.lines]
        rows = rows or [("-", "0")]
        for index, (label, points) in enumerate(rows):
            total = format_points(each.total, wording) if index == len(rows) - 1 else ""
            yield name if index == 0 else "", label, points, total


def _list_totals(scores: Mapping[str, Score], wording: Wording) -> Iterator[tuple[str, ...]]:
    for name, score in scores.items():
        rounds = " ".join(format_points(each.total, wording) for each in score.rounds)
        yield name, rounds, format_points(score.total, wording)


def format_points(points: int, wording: Wording) -> str:
    """Return `+3`, `−13`, or `0`, with the signs of the language."""
    return f"+{wording.write(points)}" if points > 0 else wording.write(points)


def _format_end(report: Report, wording: Wording) -> str:
    if report.verdict == "illegal":
        return wording.format("tally.table.nobody")
    end = describe_end(report.outcome, is_shared=report.is_shared)
    return " ".join(sentence.format(wording) for sentence in end)


def _show(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    show_table(heads, rows, numbers=heads[-1:] if len(heads) < 4 else heads[-2:])
    echo()


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
