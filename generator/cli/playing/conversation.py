"""The dialogue of a walk on a terminal."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from generator.cli.playing.asking import (
    HELP,
    LeaveConversation,
    find_spoken_command,
    show_help,
    translate_command,
)
from generator.cli.playing.options import WalkOptions
from generator.cli.terminal.screen import Screen, show_choices
from generator.cli.terminal.tables import format_moves
from generator.errors import OutputError
from generator.make.screens.pages import PositionFile
from generator.play.policies.players import advise
from generator.play.walks.talk import Choice, LastMove, RefusedMove, Several, Talk, TalkTurn, get_rest
from generator.play.walks.walkthrough import Walk, WalkFile
from generator.rules.companion import ViewCell
from generator.rules.core import NATURE, Sentence
from generator.rules.notation import fold
from generator.rules.replay import MOST_SHOWN, list_moves_like
from generator.rules.secrets import EVERYBODY

_WORDS_OF_COMMANDS = (HELP, "undo", "log", "why", "save", "table", "moves", "auto", "hint", "quit")
"""Commands; the text `walk.command.<command>` is the word for each in a language."""


_LONGEST_NUMBER = 20


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


def show_hint(screen: Screen, walk: Walk, actor: str) -> None:
    """Print which moves a search finds best for an actor, and why."""
    title, *others = advise(walk, actor)
    screen.write(title, tone="dim")
    for sentence in others:
        screen.write(sentence, tone="dim", indent=2)
