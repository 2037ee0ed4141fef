"""`petri walk`: a game from its set-up to its end, as a dialogue on the terminal, or on phones."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from generator.cli.playing.asking import (
    HELP,
    LeaveConversation,
    Screen,
    ask_set_up,
    find_spoken_command,
    show_choices,
    show_help,
    translate_command,
)
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
from generator.cli.terminal.echo import EXIT_WRONG, INTERRUPTED
from generator.cli.terminal.tables import format_moves
from generator.errors import OutputError
from generator.make.screens.pages import BoardPictures, PositionFile, draw_code
from generator.model.kit import Kit
from generator.model.played import GameLog
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass
from generator.output import LineLog
from generator.play.paper import Referee
from generator.play.policies import advise
from generator.play.walks.talk import Choice, LastMove, RefusedMove, Several, Talk, TalkTurn, get_rest
from generator.play.walks.walkthrough import KeptGame, Walk, WalkFile, choose_seed, start_walk
from generator.read.scores import read_score
from generator.rules.core import EVERYBODY, NATURE, Sentence, ViewCell, check_players
from generator.rules.game import MOST_SHOWN, find_game, list_moves_like
from generator.rules.notation import fold


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


class Conversation:
    """The dialogue of one game on a terminal, from its current position to its end."""

    def __init__(self, screen: Screen, talk: Talk, file: WalkFile, options: WalkOptions) -> None:
        self.screen = screen
        self.talk = talk
        self._file = file
        kit = talk.walk.game.kit
        self._board = PositionFile(options.board, kit, screen.wording.locale) if options.board else None
        self._has_hints = options.has_hints
        self._listed: Mapping[str, Choice] = {}
        """The list that was shown last, by label."""
        self._refused: RefusedMove | None = None
        self._shown: tuple[str, int] | None = None
        """The actor and the turn when the table was last shown; None: not yet."""
        self._not_drawn = ""
        """The reason why the last picture could not be drawn."""
        self._viewer = EVERYBODY
        """The player at the screen in a game with secrets; before the first turn, EVERYBODY."""
        self._entries: list[LastMove] = []
        self._known: dict[str, int] = {}
        """Number of entries that each player has seen on the screen."""

    @property
    def walk(self) -> Walk:
        return self.talk.walk

    @property
    def seen(self) -> Talk:
        """The conversation as the player at the screen may see it."""
        return self.talk.seen_by(self._viewer)

    def play(self) -> None:
        """Continue until the game is over; raises Stop or EOFError."""
        while True:
            while self.talk.is_automatic:
                self._teach(NATURE)
                self._go_to(self.talk.draw())
            self._draw_board()
            if self.walk.is_over:
                return
            self._ask()

    def _draw_board(self) -> None:
        """Draw the board. The first failure is an error; later ones are reported once and stop no game."""
        if self._board is None:
            return
        reason = ""
        try:
            seen = self.walk.seen_by(EVERYBODY)
            self._board.draw(seen.companion.position(seen.state))
        except OutputError as error:
            if not self._board.drawn:
                raise
            reason = str(error)
        if reason not in ("", self._not_drawn):
            self.screen.print("not_drawn", reason=reason)
        self._not_drawn = reason

    def _ask(self) -> None:
        self._hand_over(self.talk.asked)
        turn, walk = self.seen.turn(self.talk.asked), self.walk
        now = (turn.actor, getattr(walk.state, "turn", 0))
        if self._shown is None or (turn.actor != NATURE and now != self._shown):
            self.screen.space()
            if view := self.seen.walk.view:
                self.screen.show(view)
            self._shown = now
        self._teach(turn.actor)
        self._put_question(turn)
        while self.walk is walk and self.talk.asked == turn.actor:
            self._answer(turn, self.screen.read(lambda: self._offer(turn)))

    def _hand_over(self, player: str) -> None:
        """Clear the screen for another player, and show the entries that the player has not seen."""
        if not self.walk.has_secrets or player in (NATURE, self._viewer):
            return
        self._known[self._viewer] = len(self._entries)
        if self.screen.is_terminal:
            self.screen.clear()
            self.screen.print("secret.hand_over", player=player, tone="strong")
            if find_spoken_command(self.screen.read(), ("quit",), self.screen.wording):
                raise LeaveConversation
            self.screen.clear()
        self._viewer, self._shown, self._refused = player, None, None
        for entry in self._entries[self._known.get(player, 0) :]:
            self._show_entry(entry)

    def _show_entry(self, entry: LastMove) -> None:
        """Print an entry, unless it is a card dealt face down."""
        shown = self.seen.show_entry(entry)
        if shown.line.words or shown.line.actor != NATURE:
            who = self.talk.name(shown.line.actor)
            self.screen.print("played", who=who, words=shown.words, tone="dim")
            self.screen.write_events(shown.events)

    def _say_each(self, moves: Sequence[str]) -> tuple[str, ...]:
        return self.walk.game.vocabularies[self.screen.wording.locale].say_each(moves)

    def _offer(self, turn: TalkTurn) -> Sequence[str]:
        commands = (translate_command(command, self.screen.wording) for command in _WORDS_OF_COMMANDS)
        return (*self._say_each(turn.moves), *turn.moves, *commands)

    def _teach(self, actor: str) -> None:
        if lesson := self.seen.find_lesson(actor):
            self.talk = self.talk.teach(lesson)
            self.screen.write(lesson, tone="dim", indent=2)

    def _put_question(self, turn: TalkTurn) -> None:
        self.screen.write(turn.question, tone="strong")
        self._list_moves(turn.actor, turn.moves)
        if self._has_hints and turn.actor != NATURE:
            show_hint(self.screen, self.walk, turn.actor)
        if turn.others:
            players = self.screen.wording.join(turn.others)
            self.screen.print("others", players=players, player=turn.others[0], tone="dim")
        if turn.may_draw:
            self.screen.print("go_on", tone="dim")

    def _list_moves(self, actor: str, moves: Sequence[str], *, most: int | None = None) -> None:
        self._listed = show_choices(self.screen, self.seen.walk, actor, moves, most=most)

    def _answer(self, turn: TalkTurn, typed: str) -> None:
        if typed and self.obey(typed, turn):
            return
        actor, words = self.talk.split_name(typed)
        if self._is_label(words) and actor == turn.actor:
            self._choose(actor, words)
            return
        if self.walk.has_secrets and actor not in (turn.actor, NATURE):
            # After the screen is handed over, another player answers.
            typed = f"{actor}:"
        match self.talk.answer(typed):
            case RefusedMove() as refused:
                self._refuse(refused)
            case Several(moves=moves):
                self.screen.print("which", words=words)
                self._list_moves(actor, moves)
            case Talk(walk=walk) as talk if walk is self.walk:
                self.talk = talk
                if talk.asked == turn.actor:
                    self._put_question(turn)
            case Talk() as talk:
                self._go_to(talk)

    def _is_label(self, words: str) -> bool:
        """Return True if words are a label of the list, or a number where its labels are numbers."""
        is_numbered = any(map(str.isdecimal, self._listed))
        return words.lower() in self._listed or (is_numbered and words.isdecimal())

    def _choose(self, actor: str, label: str) -> None:
        """Make the move with a label of the list, or list the moves of that entry."""
        choice = self._listed.get(label.lower()) or self._listed.get(label.lstrip("0"))
        if choice is None:
            self.screen.refuse(Sentence("walk.no_number", number=label[:_LONGEST_NUMBER]))
            return
        if choice.only:
            self._go_to(self.talk.play(actor, choice.only))
        else:
            self._list_moves(actor, choice.moves)

    def _go_to(self, talk: Talk) -> None:
        """Save an entry, then show it."""
        self._file.save(talk.walk)
        self.talk, self._listed = talk, {}
        if entry := talk.entry:
            self._refused = None
            self._entries.append(entry)
            self._show_entry(entry)

    def _refuse(self, refused: RefusedMove) -> None:
        self._refused = refused
        self.screen.refuse(refused.reason)
        if refused.legal:
            moves = format_moves(self._say_each(refused.legal), self.screen.wording.grammar, most=MOST_SHOWN)
            self.screen.write(Sentence("tally.table.legal", moves=moves), tone="dim", indent=2)

    # Commands.

    def obey(self, typed: str, turn: TalkTurn | None = None) -> bool:
        """Obey a command; return False for anything else. Raises Stop.

        A legal move with the same word takes precedence. After the end, there is no turn, and some commands
        are not available.
        """
        word, _, rest = typed.partition(" ")
        if turn and any(fold(move) == fold(typed) for move in turn.moves):
            return False
        actions: dict[str, Callable[[], object]] = {
            "undo": self.undo,
            "log": self.show_log,
            "table": lambda: self.screen.show(self.seen.walk.view),
            "save": lambda: self._save_copy(rest.strip()),
        }
        if turn:
            actor = turn.actor
            actions |= {
                HELP: self.help,
                "why": lambda: self._explain_refusal(actor),
                "moves": lambda: self._list_all(turn, rest.strip()),
                "hint": lambda: show_hint(self.screen, self.walk, actor),
                "auto": lambda: (
                    self._go_to(self.talk.draw()) if actor == NATURE else self.screen.print("no_chance")
                ),
            }
        command = find_spoken_command(word, _WORDS_OF_COMMANDS, self.screen.wording)
        if command == "quit":
            raise LeaveConversation
        action = actions.get(command)
        if action:
            action()
        return action is not None

    def help(self) -> None:
        show_help(self.screen, "how", _WORDS_OF_COMMANDS)

    def undo(self) -> None:
        """Take back the last entry and the automatic draws after it."""
        seen = self.seen
        line = seen.find_last()
        if line is None:
            self.screen.print("nothing_to_undo")
            return
        self._go_to(self.talk.undo())
        self._shown = None
        self.screen.print("undone", words=seen.name_entry(line))

    def show_log(self) -> None:
        walk = self.seen.walk
        if not walk.log.lines:
            self.screen.print("no_log")
        rows = []
        for line in walk.log.lines:
            words, description = self.talk.say_move(line.words), walk.describe_line(line)
            rest = get_rest(words, description.format(self.screen.wording))
            rows.append((ViewCell(self.talk.name(line.actor)), ViewCell(words, "strong"), ViewCell(rest)))
        self.screen.show_numbered(rows)

    def _save_copy(self, name: str) -> None:
        if not name:
            self.screen.print("kept", file=str(self._file.path))
        elif Path(name).exists():
            self.screen.print("exists", file=name)
        else:
            try:
                self._file.copy_to(Path(name))
            except OutputError as error:
                self.screen.write(str(error))
            else:
                self.screen.print("saved", file=name)

    def _explain_refusal(self, actor: str) -> None:
        refused = self._refused
        if refused is not None:
            self.screen.write(refused.reason)
            if paragraph := self.talk.read_paragraph(refused.rule):
                self.screen.write(paragraph, tone="dim", indent=2)
                return
        lesson = self.seen.walk.find_lesson(actor)
        if lesson is not None:
            self.screen.write(lesson)
        elif refused is None:
            self.screen.print("no_why")

    def _list_all(self, turn: TalkTurn, words: str) -> None:
        moves = turn.moves
        if words:
            walk = self.walk
            moves = list_moves_like(walk.game, walk.state, turn.actor, words) if moves else ()
        if not moves:
            self.screen.print("nothing_fits", words=words)
        self._list_moves(turn.actor, moves, most=max(len(moves), 1))


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


_WORDS_OF_COMMANDS = (HELP, "undo", "log", "why", "save", "table", "moves", "auto", "hint", "quit")
"""Commands; the text `walk.command.<command>` is the word for each in a language."""


_LONGEST_NUMBER = 20


def show_hint(screen: Screen, walk: Walk, actor: str) -> None:
    """Print which moves a search finds best for an actor, and why."""
    title, *others = advise(walk, actor)
    screen.write(title, tone="dim")
    for sentence in others:
        screen.write(sentence, tone="dim", indent=2)
