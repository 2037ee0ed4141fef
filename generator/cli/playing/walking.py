"""`petri walk`: a game from its set-up to its end, on the terminal or on phones."""

import shlex
from collections.abc import Callable
from contextlib import suppress

from generator.cli.playing.asking import LeaveConversation, ask_set_up
from generator.cli.playing.conversation import Conversation
from generator.cli.playing.opening import (
    check_new,
    find_saved,
    parse_header,
    read_start,
    read_words,
    refuse_option,
    reported_as_option,
)
from generator.cli.playing.options import WalkOptions
from generator.cli.playing.scoring import show_report
from generator.cli.terminal.progress import EXIT_WRONG, INTERRUPTED
from generator.cli.terminal.screen import Screen
from generator.make.screens.pages import BoardPictures, draw_code
from generator.model.kit import Kit
from generator.model.played import GameLog
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass
from generator.output import LineLog
from generator.play.paper.score import Referee
from generator.play.walks.talk import Talk
from generator.play.walks.walkthrough import KeptGame, Walk, WalkFile, choose_seed, start_walk
from generator.read.scores import read_score
from generator.rules.core import check_players
from generator.rules.game import find_game
from generator.rules.secrets import EVERYBODY


def walk_and_report(options: WalkOptions) -> int:
    """Return the exit code: 1 if input from a pipe was refused, or ended before phones could play."""
    kit, wording = read_words(options, is_drawn=options.share is not None or options.board is not None)
    host = find_host(options, wording)
    header = parse_header(options.options, wording)
    find_game(kit).check_moves()
    start = None if options.start is None else read_start(options.start, kit, wording)[1]
    if start is not None and (options.players or header or options.variant):
        raise refuse_option(wording, "--from", "head")
    screen = Screen(wording)
    screen.write(wording.format(kit.title), tone="strong")
    table = _Table(options, kit, screen, *_find_file(options, kit, screen), start, host)
    try:
        table.play()
    except _NotBegun:
        table.print_how_to_continue("begin_later")
        if host and not screen.is_terminal:
            return EXIT_WRONG
    except (LeaveConversation, EOFError):
        table.print_how_to_continue()
    except KeyboardInterrupt:
        screen.space()
        table.print_how_to_continue()
        return INTERRUPTED
    return EXIT_WRONG if screen.has_refused and not screen.is_terminal else 0


class _NotBegun(Exception):
    """The user left before all questions about the set-up were answered."""


def _find_file(options: WalkOptions, kit: Kit, screen: Screen) -> tuple[WalkFile, KeptGame]:
    """Return the file of --save, or else of the last unfinished walk in the current folder, or a new one."""
    if options.save is not None:
        file = WalkFile(LineLog(options.save))
        if not options.save.exists():
            return file, KeptGame()
        if options.is_new:
            check_new(options.save)
        return file, file.read(kit, screen.wording)
    last, new = find_saved(kit, "walk")
    if last is not None and not options.is_new:
        file = WalkFile(LineLog(last))
        kept = file.read(kit, screen.wording)
        if kept.walk is None or not kept.walk.is_over:
            return file, kept
        screen.print("last_over", file=str(file.path), new=str(new))
    return WalkFile(LineLog(new)), KeptGame()


def _continues(log: GameLog, start: GameLog) -> bool:
    return log.start == start.start and log.lines[: len(start.lines)] == start.lines


@dataclass(frozen=True)
class _Table:
    """A game from the first question to the score."""

    options: WalkOptions
    kit: Kit
    screen: Screen
    file: WalkFile
    kept: KeptGame
    start: Walk | None
    """The game up to the position of --from."""
    host: str
    """Address at which phones find the game; empty: it is played on the terminal."""

    def play(self) -> None:
        """Ask for missing settings, and play; raises Stop or EOFError if the user leaves before the end."""
        screen = self.screen
        if self.kept.players:
            self._check_same()
        walk = self._continue(self.kept.walk) if self.kept.walk else self._begin()
        screen.print("kept", file=str(self.file.path))
        if not self.host:
            screen.print("begin_help", help=screen.wording.format("walk.command.help"), tone="dim")
        if not walk.log.lines and not walk.log.start:
            self._print_preparation(walk)
        options = self.options
        seed = choose_seed() if options.seed is None else options.seed
        kinds, has_lessons = frozenset(options.kinds), options.has_lessons
        talk = Talk(walk, screen.wording, kinds, seed, has_lessons, walk.find_lessons())
        if self.host:
            port, host = options.port, self.host
            share_walk(screen, talk, self.file, host=host, port=port, end=self._print_end)
            self.print_how_to_continue()
            return
        conversation = Conversation(screen, talk, self.file, options)
        is_over = False
        while not is_over:
            conversation.play()
            self._print_end(conversation.talk)
            self._print_over()
            is_over = self._obey_after_end(conversation)

    def _obey_after_end(self, conversation: Conversation) -> bool:
        """Obey commands after the end of the game; return False if one of them took back a move."""
        over = conversation.walk
        with suppress(EOFError, LeaveConversation):
            while conversation.walk is over and (typed := self.screen.read()):
                if not conversation.obey(typed):
                    self._print_over()
        return conversation.walk is over

    def print_how_to_continue(self, key: str = "go_on_later") -> None:
        if self.file.path.exists():
            options, file = self.options, str(self.file.path)
            words = ["--save", file] if options.save or options.is_new else []
            words += self._list_locale()
            words += ["--auto", ",".join(options.kinds)] if options.kinds else []
            words += ["--seed", str(options.seed)] if options.seed is not None else []
            words += [] if options.has_lessons else ["--no-lessons"]
            words += ["--hint"] if options.has_hints else []
            words += ["--board", str(options.board)] if options.board else []
            words += ["--share", *filter(None, [options.share])] if options.share is not None else []
            words += ["--port", str(options.port)] if options.port else []
            self._print_command(key, "walk", words)

    def _list_locale(self) -> list[str]:
        locale = self.options.locale
        return ["--locale", locale] if locale != "en" else []

    def _print_command(self, key: str, command: str, words: list[str]) -> None:
        trust = ["--trust"] if self.options.is_trusted else []
        line = shlex.join(["petri", command, self.options.game, *words, *trust])
        self.screen.print(key, file=str(self.file.path), command=line)

    def _check_same(self) -> None:
        """Raise WrongOption if the options are not those of the saved game."""
        kept, given, start, file = self.kept, self.options, self.start, str(self.file.path)
        if start is not None and not (kept.walk and _continues(kept.walk.log, start.log)):
            raise refuse_option(self.screen.wording, "--from", "other_start", file=file)
        conflicts = [
            ("--variant", given.variant, kept.variant),
            ("--players", ", ".join(given.players), ", ".join(kept.players)),
        ]
        header = find_game(self.kit, variant=kept.variant).read_options(
            parse_header(given.options, self.screen.wording)
        )
        for key in header.keys() & kept.options.keys() if kept.walk else ():
            conflicts.append(("--options", f"{key}={header[key]}", f"{key}={kept.options[key]}"))
        for option, wanted, there in conflicts:
            if wanted and wanted != there:
                key = "other_value" if there else "no_variant"
                raise refuse_option(self.screen.wording, option, key, file=file, value=there)

    def _continue(self, walk: Walk) -> Walk:
        kept, screen, file = self.kept, self.screen, str(self.file.path)
        screen.print("taken_up", file=file, number=len(walk.log.lines))
        if kept.lost:
            screen.print("half_line", words=kept.lost)
        if copy := self.file.tidy(kept):
            screen.print("tidied", file=file, copy=str(copy))
        screen.write_events(walk.seen_by(EVERYBODY).events)
        return walk

    def _begin(self) -> Walk:
        kept, given, screen = self.kept, self.options, self.screen
        if self.start is not None:
            self.file.save(self.start)
            return self.start
        players = kept.players or given.players
        with reported_as_option(screen.wording):
            game = find_game(self.kit, variant=kept.variant or given.variant)
            options = {**kept.options, **game.read_options(parse_header(given.options, screen.wording))}
            game.check_options(options)
            if players:
                check_players(self.kit, players)
        try:
            players, options = ask_set_up(
                screen, game, players, options, self._write_head, is_open=not given.players
            )
        except (LeaveConversation, EOFError):
            raise _NotBegun from None
        with reported_as_option(screen.wording):
            walk = start_walk(game, players, options)
        self.file.save(walk)
        return walk

    def _write_head(self, log: GameLog) -> None:
        """Save the set-up so far; raises GeneratorError if the pages of players cannot be shown."""
        if self.host:
            with reported_as_option(self.screen.wording):
                walk = start_walk(find_game(self.kit, variant=log.variant), log.players, {})
            position = walk.companion.position(walk.state)
            BoardPictures(self.kit, self.screen.wording.locale).draw(position)
        self.file.write_head(log)

    def _print_preparation(self, walk: Walk) -> None:
        walk = walk.seen_by(EVERYBODY)
        steps = walk.companion.prepare(walk.state)
        if steps:
            self.screen.space()
            self.screen.print("prepare", tone="strong")
        for number, step in enumerate(steps, 1):
            self.screen.write(f"{number}. {step.format(self.screen.wording)}", indent=2)

    def _print_end(self, talk: Talk) -> None:
        self.screen.space()
        self.screen.show(talk.walk.view)
        path = self.file.path
        show_report(
            Referee(self.kit, self.screen.wording).score(read_score(path, self.screen.wording)),
            self.screen.wording,
            file=str(path),
        )

    def _print_over(self) -> None:
        self._print_command("over", "score", [str(self.file.path), *self._list_locale()])


def find_host(options: WalkOptions, wording: Wording) -> str:
    """Return the address at which phones find the game; empty without --share.

    Raises GeneratorError if a library or the network is missing, or if the address cannot be used.
    """
    if options.share is None:
        if options.port:
            raise refuse_option(wording, "--port", "port")
        return ""
    if options.board is not None:
        raise refuse_option(wording, "--board", "phones")
    from generator.web.safe import check_address, find_own_address

    host = options.share or find_own_address()
    check_address(host, options.port)
    return host


def share_walk(
    screen: Screen, talk: Talk, file: WalkFile, *, host: str, port: int, end: Callable[[Talk], None]
) -> None:
    """Let phones play until Ctrl-C; `end` shows a game that is over. Raises OutputError."""
    from generator.web.share import ShareSite

    def report(before: Talk, after: Talk) -> None:
        # A terminal that is gone stops no game.
        with suppress(OSError):
            _report(screen, before, after)
            if after.walk.is_over:
                end(after)

    share = ShareSite(talk, file, report)
    share.prepare()
    door = share.open(host=host, port=port)
    screen.space()
    screen.print("share.address", tone="strong")
    screen.show_code(draw_code(door.address))
    screen.write(door.address)
    for key in ("network", "stop"):
        screen.print(f"share.{key}", tone="dim")
    door.serve()
    screen.space()


def _report(screen: Screen, before: Talk, after: Talk) -> None:
    """Print a move or an undo from a phone, without what is hidden from any player."""
    before, after = before.seen_by(EVERYBODY), after.seen_by(EVERYBODY)
    if entry := after.entry:
        screen.print("played", who=after.name(entry.line.actor), words=entry.words, tone="dim")
        screen.write_events(entry.events)
        return
    kept = after.walk.log.lines
    line = next(one for one in before.walk.log.lines if kept[one.number - 1 : one.number] != (one,))
    screen.print("undone", words=after.name_entry(line))
