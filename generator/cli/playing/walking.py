"""`petri walk`: the set-up of a game, its file, and its end."""

import shlex
from pathlib import Path

import typer

from generator.cli.playing.conversation import Conversation, Stop
from generator.cli.playing.opening import Opening
from generator.cli.playing.options import HEAD, WalkOptions
from generator.cli.playing.score_tables import show_report
from generator.cli.playing.scoring import find_variant, read_start, read_words, reported_as_option
from generator.cli.terminal.exits import INTERRUPTED, WRONG
from generator.cli.terminal.screen import Screen
from generator.errors import OutputError, RulesError
from generator.make.positions import BoardFile
from generator.model.kit import Kit
from generator.model.wording import Wording
from generator.play.score import Referee
from generator.play.walk_file import Kept, WalkFile
from generator.play.walkthrough import Walk, start_walk
from generator.read.files.shelf import find_shelf
from generator.read.kits.rule_pages import read_paragraph
from generator.read.scores.scores import read_score
from generator.rules.finding import find_game
from generator.rules.players import check_players
from generator.rules.replay import check_options

OPEN = Kept()
"""A file with nothing in it yet."""


def walk_and_report(options: WalkOptions) -> int:
    """Return the exit code: 1 if input from a pipe was refused."""
    kit, wording = read_words(options)
    header = options.header
    find_game(kit)
    start = None if options.start is None else read_start(options.start, kit, wording)[1]
    if start is not None and (options.players or header or options.variant):
        raise typer.BadParameter(HEAD, param_hint="--from")
    screen = Screen(wording)
    screen.write(wording.format(kit.title), tone="strong")
    file, kept = _find_file(options, kit, wording)
    table = _Table(options, kit, screen, file, kept, start)
    code = 0
    try:
        table.sit_down()
    except (Stop, EOFError):
        table.print_how_to_continue()
    except KeyboardInterrupt:
        screen.space()
        table.print_how_to_continue()
        code = INTERRUPTED
    return code or (WRONG if screen.has_refused and not screen.is_terminal else 0)


def _find_file(options: WalkOptions, kit: Kit, wording: Wording) -> tuple[WalkFile, Kept]:
    """Return the file of --save, or else of the last unfinished walk in the current folder, or a new one."""
    if options.save is not None:
        file = WalkFile(options.save)
        if not options.save.exists():
            return file, OPEN
        if options.is_new:
            raise OutputError(str(options.save), "the file already exists; choose a new name")
        return file, file.read(kit, wording)
    number = 1
    while _name_file(kit, number).exists():
        number += 1
    if number > 1 and not options.is_new:
        file = WalkFile(_name_file(kit, number - 1))
        kept = file.read(kit, wording)
        if kept.walk is None or not kept.walk.is_over:
            return file, kept
    return WalkFile(_name_file(kit, number)), OPEN


def _name_file(kit: Kit, number: int) -> Path:
    return Path(f"{kit.slug}-walk{f'-{number}' if number > 1 else ''}.yaml")


def _continues(walk: Walk, start: Walk) -> bool:
    number = len(start.log.lines)
    return walk.log.start == start.log.start and walk.log.lines[:number] == start.log.lines


class _Table:
    """A game from the first question to the score."""

    def __init__(
        self, options: WalkOptions, kit: Kit, screen: Screen, file: WalkFile, kept: Kept, start: Walk | None
    ) -> None:
        self._options = options
        self._kit = kit
        self._screen = screen
        self._file = file
        self._kept = kept
        self._start = start
        """The game as far as the file of --from has it."""
        self._not_drawn = ""
        """Why the last picture could not be drawn."""

    def sit_down(self) -> None:
        """Ask what is not known, and play; raises Stop or EOFError if somebody leaves before the end."""
        screen = self._screen
        walk = self._take_up() if self._kept.walk else self._begin()
        screen.print("kept", {"file": str(self._file.path)})
        screen.print("begin_help", {"help": screen.wording.format("walk.command.help")}, tone="dim")
        if not walk.log.lines and not walk.log.start:
            self._prepare(walk)
        talk = self._make_conversation(walk)
        while True:
            talk.hold()
            self._print_end(talk.walk)
            walk = talk.walk
            while talk.walk is walk:
                if not self._obey_at_end(talk):
                    return

    def _obey_at_end(self, talk: Conversation) -> bool:
        try:
            typed = self._screen.read()
            if typed and not talk.obey(typed):
                self._print_over()
        except (EOFError, Stop):
            return False
        return bool(typed)

    def print_how_to_continue(self) -> None:
        if self._file.path.exists():
            self._screen.print(
                "go_on_later", {"file": str(self._file.path), "command": self._format_command()}
            )

    def _format_command(self) -> str:
        options = self._options
        words = ["petri", "walk", options.game]
        words += ["--save", str(self._file.path)] if options.save or options.is_new else []
        words += self._list_locale()
        words += ["--auto", ",".join(options.kinds)] if options.kinds else []
        words += ["--seed", str(options.seed)] if options.seed is not None else []
        words += [] if options.has_lessons else ["--no-lessons"]
        words += ["--board", str(options.board)] if options.board else []
        words += ["--trust"] if options.is_trusted else []
        return shlex.join(words)

    def _list_locale(self) -> list[str]:
        locale = self._options.locale
        return ["--locale", locale] if locale != "en" else []

    # A game that goes on.

    def _take_up(self) -> Walk:
        kept, screen = self._kept, self._screen
        walk = kept.walk
        assert walk is not None
        self._check_same(kept)
        screen.print("taken_up", {"file": str(self._file.path), "number": len(walk.log.lines)})
        if kept.lost:
            screen.print("half_line", {"words": kept.lost})
        if copy := self._file.tidy(kept):
            screen.print("tidied", {"file": str(self._file.path), "copy": str(copy)})
        for event in walk.events:
            screen.write(f"• {event.format(screen.wording)}", indent=2)
        return walk

    def _check_same(self, kept: Kept) -> None:
        given, file = self._options, str(self._file.path)
        if self._start is not None and (kept.walk is None or not _continues(kept.walk, self._start)):
            message = f"the game in {file} began differently; use --new, or --save with another file"
            raise typer.BadParameter(message, param_hint="--from")
        conflicts = [("--variant", given.variant, kept.variant)]
        if kept.players:
            conflicts.append(("--players", ", ".join(given.players), ", ".join(kept.players)))
        if kept.walk is not None:
            for key in given.header.keys() & kept.options.keys():
                conflicts.append(("--options", f"{key}={given.header[key]}", f"{key}={kept.options[key]}"))
        for option, wanted, there in conflicts:
            if wanted and wanted != there:
                raise typer.BadParameter(f"the game in {file} has {there or 'no variant'}", param_hint=option)

    # A new game.

    def _begin(self) -> Walk:
        kept, given = self._kept, self._options
        if kept.players:
            self._check_same(kept)
        if self._start is not None:
            self._file.write(self._start.log)
            return self._start
        game = find_variant(self._kit, kept.variant or given.variant, self._screen.wording)
        options = {**kept.options, **given.header}
        players = kept.players or given.players
        with reported_as_option(self._screen.wording):
            check_options(game.rules.options, options)
            if players:
                check_players(self._kit, players)
        asked = Opening(self._screen, game, keep=self._file.write_head)
        players, options = asked.ask(players, options, is_open=not given.players)
        walk = start_walk(game, players, options)
        self._file.write(walk.log)
        return walk

    def _prepare(self, walk: Walk) -> None:
        steps = walk.companion.prepare(walk.state)
        if steps:
            self._screen.space()
            self._screen.print("prepare", tone="strong")
        for number, step in enumerate(steps, 1):
            self._screen.write(f"{number}. {step.format(self._screen.wording)}", indent=2)

    def _make_conversation(self, walk: Walk) -> Conversation:
        options = self._options
        board = BoardFile(options.board, self._kit, options.locale) if options.board else None
        return Conversation(
            self._screen,
            walk,
            self._file,
            options,
            explain=self._find_paragraph,
            draw=lambda walk: self._draw(board, walk),
            save=self._save_copy,
        )

    def _find_paragraph(self, error: RulesError) -> str:
        """Return the paragraph of a rule, which is English: other languages explain the step instead."""
        if self._options.locale.partition("-")[0] != "en":
            return ""
        return read_paragraph(find_shelf().rule_pages, self._kit.id, error.rule)

    def _draw(self, board: BoardFile | None, walk: Walk) -> None:
        """Draw the board. The first failure is an error; later ones are reported once and stop no game."""
        if board is None:
            return
        reported, self._not_drawn = self._not_drawn, ""
        try:
            board.draw(walk.companion.position(walk.state))
        except OutputError as error:
            if not board.has_drawn:
                raise
            self._not_drawn = str(error)
            if reported != self._not_drawn:
                self._screen.print("not_drawn", {"reason": self._not_drawn})

    def _save_copy(self, name: str) -> None:
        screen = self._screen
        if not name:
            screen.print("kept", {"file": str(self._file.path)})
            return
        if Path(name).exists():
            screen.print("exists", {"file": name})
            return
        try:
            self._file.copy_to(Path(name))
        except OutputError as error:
            screen.write(str(error))
        else:
            screen.print("saved", {"file": name})

    def _print_end(self, walk: Walk) -> None:
        screen = self._screen
        screen.space()
        screen.show(walk.view)
        path = self._file.path
        report = Referee(self._kit).score(read_score(path))
        show_report(report, screen.wording, file=str(path))
        self._print_over()

    def _print_over(self) -> None:
        path = str(self._file.path)
        words = ["petri", "score", self._options.game, path, *self._list_locale()]
        words += ["--trust"] if self._options.is_trusted else []
        self._screen.print("over", {"file": path, "command": shlex.join(words)})
