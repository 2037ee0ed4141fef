"""The dialogue of a walk: questions, typed moves, commands, and events."""

from collections.abc import Callable, Sequence
from pathlib import Path

from generator.cli.playing.asking import find_command, translate_command
from generator.cli.playing.hinting import show_hint
from generator.cli.playing.options import WalkOptions
from generator.cli.playing.walk_file import WalkFile
from generator.cli.terminal.choice_lists import show_choices
from generator.cli.terminal.screen import Screen
from generator.cli.terminal.tables import format_moves
from generator.errors import OutputError, RulesError
from generator.make.drawings import BoardFile
from generator.play.choices import Choice, find_rest
from generator.play.vocabulary import find_described, find_meaning
from generator.play.walkthrough import Walk, choose_seed
from generator.read.files.shelf import find_shelf
from generator.read.kits.rule_pages import read_paragraph
from generator.rules.companion import Cell
from generator.rules.core import NATURE, Sentence
from generator.rules.likeness import fold
from generator.rules.replay import MOST_SHOWN, list_legal

COMMANDS = ("help", "undo", "log", "why", "save", "table", "moves", "auto", "hint", "quit")
"""Commands; the text `walk.command.<command>` is the word for each in a language."""


class Stop(Exception):
    """The user quits."""


class Conversation:
    """The dialogue of one game, from its current position to its end."""

    def __init__(self, screen: Screen, walk: Walk, file: WalkFile, options: WalkOptions) -> None:
        self.screen = screen
        self.walk = walk
        self._file = file
        kit = walk.game.kit
        self._board = BoardFile(options.board, kit, screen.wording.locale) if options.board else None
        self._auto = frozenset(options.kinds)
        self._seed = choose_seed() if options.seed is None else options.seed
        self._has_lessons = options.has_lessons
        self._has_hints = options.has_hints
        self._known = set(walk.find_lessons())
        self._listed: tuple[Choice, ...] = ()
        """The numbered list that was shown last."""
        self._refused: RulesError | None = None
        self._called = ""
        """The actor that the user called by name; empty: none."""
        self._shown: tuple[str, int] | None = None
        """The actor and the turn when the table was last shown; None: not yet."""
        self._not_drawn = ""
        """The reason why the last picture could not be drawn."""

    def play(self) -> None:
        """Continue until the game is over; raises Stop or EOFError."""
        while True:
            while self.walk.is_automatic(self._auto):
                self._teach(NATURE)
                self._act_by_chance()
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
            self._board.draw(self.walk.companion.position(self.walk.state))
        except OutputError as error:
            if not self._board.drawn:
                raise
            reason = str(error)
        if reason not in ("", self._not_drawn):
            self.screen.print("not_drawn", reason=reason)
        self._not_drawn = reason

    def _act_by_chance(self) -> None:
        self._take(NATURE, self.walk.draw(self._seed))

    def _ask(self) -> None:
        actor = self._find_actor()
        now = (actor, getattr(self.walk.state, "turn", 0))
        if self._shown is None or (actor != NATURE and now != self._shown):
            self.screen.space()
            if self.walk.view:
                self.screen.show(self.walk.view)
            self._shown = now
        self._teach(actor)
        self._put_question(actor)
        walk = self.walk
        while self.walk is walk and self._find_actor() == actor:
            self._answer(actor, self.screen.read(lambda: self._offer(actor)))

    def _offer(self, actor: str) -> Sequence[str]:
        commands = (translate_command(command, self.screen.wording) for command in COMMANDS)
        return (*self.walk.moves(actor), *commands)

    def _find_actor(self) -> str:
        """Return the actor that was called by name, else nature, else the first."""
        actors = self.walk.actors
        if self._called in actors:
            return self._called
        return NATURE if NATURE in actors else actors[0]

    def _teach(self, actor: str) -> None:
        lesson = self.walk.companion.lesson(self.walk.state, actor)
        if lesson is None or lesson.key in self._known:
            return
        self._known.add(lesson.key)
        if self._has_lessons:
            self.screen.write(lesson, tone="dim", indent=2)

    def _put_question(self, actor: str) -> None:
        walk = self.walk
        self.screen.write(walk.companion.ask(walk.state, actor), tone="strong")
        self._list_moves(actor, walk.moves(actor))
        if self._has_hints and actor != NATURE:
            show_hint(self.screen, walk, actor)
        others = [other for other in walk.actors if other not in (actor, NATURE)]
        if others:
            players = self.screen.wording.join(others, ",")
            self.screen.print("others", players=players, player=others[0], tone="dim")
        if actor == NATURE and walk.chance in self._auto:
            self.screen.print("go_on", tone="dim")

    def _list_moves(self, actor: str, moves: Sequence[str], *, most: int | None = None) -> None:
        self._listed = show_choices(self.screen, self.walk, actor, moves, most=most)

    def _answer(self, asked: str, typed: str) -> None:
        if not typed:
            self._answer_nothing(asked)
            return
        if self.obey(typed, asked):
            return
        actor, words = self._split_name(typed, asked)
        if actor not in self.walk.actors:
            actors = tuple(map(self._name, self.walk.actors))
            self._refuse(RulesError("log.turn", actor=self._name(actor), actors=actors))
        elif words:
            self._choose(actor, words)
        else:
            self._called = actor
            if actor == asked:
                self._put_question(asked)

    def _answer_nothing(self, asked: str) -> None:
        moves = self.walk.moves(asked)
        if asked == NATURE and self.walk.chance in self._auto:
            self._act_by_chance()
        elif asked != NATURE and len(moves) == 1:
            self._take(asked, moves[0])
        else:
            self._put_question(asked)

    def _split_name(self, typed: str, asked: str) -> tuple[str, str]:
        """Split `Bo: airlift` into actor and move; without a name, the actor is the one that was asked."""
        names = {NATURE: NATURE, self._name(NATURE): NATURE}
        names.update((player, player) for player in self.walk.log.players)
        for name in sorted(names, key=len, reverse=True):
            head, rest = typed[: len(name)], typed[len(name) :].lstrip()
            if fold(head) == fold(name) and rest.startswith(":"):
                return names[name], rest[1:].strip()
        return asked, typed

    def _choose(self, actor: str, words: str) -> None:
        """Make the move that words or a number of the list mean, or list the moves that they may mean."""
        is_number = words.isdecimal() and bool(self._listed) and actor == self._find_actor()
        if is_number and not 1 <= int(words) <= len(self._listed):
            self.screen.refuse(Sentence("walk.no_number", number=int(words)))
            return
        try:
            moves = (
                self._listed[int(words) - 1].moves
                if is_number
                else find_meaning(self.walk, actor, words, self.screen.wording)
            )
        except RulesError as error:
            self._refuse(error, actor, words)
            return
        if len(moves) == 1:
            self._take(actor, moves[0])
            return
        if not is_number:
            self.screen.print("which", words=words)
        self._list_moves(actor, moves)

    def _take(self, actor: str, move: str) -> None:
        description = self.walk.describe(actor, move)
        after = self.walk.play(actor, move)
        self._file.append(after.log)
        self._go_to(after)
        self._refused = None
        self.screen.print("played", who=self._name(actor), words=description, tone="dim")
        self.screen.write_events(after.events)

    def _go_to(self, walk: Walk) -> None:
        self.walk = walk
        self._called, self._listed = "", ()

    def _name(self, actor: str) -> str:
        return self.screen.wording.format("walk.chance") if actor == NATURE else actor

    def _refuse(self, error: RulesError, actor: str = "", words: str = "") -> None:
        self._refused = error
        self.screen.refuse(_format_refusal(error))
        legal = list_legal(self.walk.game.rules, self.walk.state, actor, words)
        if legal:
            moves = format_moves(legal, most=MOST_SHOWN)
            self.screen.write(Sentence("tally.table.legal", moves=moves), tone="dim", indent=2)

    # Commands.

    def obey(self, typed: str, asked: str = "") -> bool:
        """Obey a command; return False for anything else. Raises Stop.

        A legal move with the same word takes precedence. After the end, `asked` is empty, and some commands
        are not available.
        """
        word, _, rest = typed.partition(" ")
        if asked and any(fold(move) == fold(typed) for move in self.walk.moves(asked)):
            return False
        actions: dict[str, Callable[[], object]] = {
            "undo": self.undo,
            "log": self.show_log,
            "table": lambda: self.screen.show(self.walk.view),
            "save": lambda: self._save_copy(rest.strip()),
        }
        if asked:
            actions |= {
                "help": self.help,
                "why": lambda: self._explain_refusal(asked),
                "moves": lambda: self._list_all(asked, rest.strip()),
                "hint": lambda: show_hint(self.screen, self.walk, asked),
                "auto": self._act_by_chance if asked == NATURE else lambda: self.screen.print("no_chance"),
            }
        command = "help" if word == "?" else find_command(word, COMMANDS, self.screen.wording)
        if command == "quit":
            raise Stop
        action = actions.get(command)
        if action:
            action()
        return action is not None

    def help(self) -> None:
        wording = self.screen.wording
        self.screen.print("help.how")
        rows = [
            (Cell(translate_command(each, wording), "strong"), Cell(Sentence(f"walk.help.{each}")))
            for each in COMMANDS
        ]
        self.screen.show_rows(rows, indent=2)

    def undo(self) -> None:
        """Take back the last entry and the automatic draws after it."""
        count = self.walk.count_last_entry(self._auto)
        if not count:
            self.screen.print("nothing_to_undo")
            return
        line = self.walk.log.lines[-count]
        walk = self.walk.undo(count)
        self._file.write(walk.log)
        self._go_to(walk)
        self._shown = None
        self.screen.print("undone", words=f"{self._name(line.actor)}: {line.words}")

    def show_log(self) -> None:
        walk = self.walk
        if not walk.log.lines:
            self.screen.print("no_log")
        self.screen.show_numbered(
            (
                Cell(self._name(line.actor)),
                Cell(line.words, "strong"),
                Cell(find_rest(line.words, walk.describe_line(line).format(self.screen.wording))),
            )
            for line in walk.log.lines
        )

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

    def _explain_refusal(self, asked: str) -> None:
        error = self._refused
        if error is not None:
            self.screen.write(_format_refusal(error))
            if paragraph := self._find_paragraph(error.rule):
                self.screen.write(paragraph, tone="dim", indent=2)
                return
        lesson = self.walk.find_lesson(asked)
        if lesson is not None:
            self.screen.write(lesson)
        elif error is None:
            self.screen.print("no_why")

    def _list_all(self, asked: str, words: str) -> None:
        moves = self.walk.moves(asked)
        if words:
            moves = find_described(self.walk, asked, words, self.screen.wording)
        if not moves:
            self.screen.print("nothing_fits", words=words)
        self._list_moves(asked, moves, most=max(len(moves), 1))

    def _find_paragraph(self, rule: str) -> str:
        """Return the paragraph of a rule, which is in English; empty in other languages."""
        if self.screen.wording.locale.partition("-")[0] != "en":
            return ""
        return read_paragraph(find_shelf().rule_pages, self.walk.game.kit.id, rule)


def _format_refusal(error: RulesError) -> Sentence:
    reason = Sentence.of_rule(error.rule, **error.values)
    return Sentence("walk.refused", reason=reason, rule=error.rule)
