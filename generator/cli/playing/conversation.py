"""The dialogue of a walk: questions, typed moves and commands, and what happened."""

from collections.abc import Callable, Sequence

from generator.cli.playing.asking import find_command, translate_command
from generator.cli.playing.options import WalkOptions
from generator.cli.terminal.choice_lists import ChoiceList
from generator.cli.terminal.screen import Screen
from generator.cli.terminal.tables import format_moves
from generator.errors import RulesError
from generator.play.choices import find_rest
from generator.play.vocabulary import find_described, find_meaning
from generator.play.walk_file import WalkFile
from generator.play.walkthrough import Walk, choose_seed
from generator.rules.companion import Cell
from generator.rules.core import NATURE, Sentence
from generator.rules.likeness import fold
from generator.rules.replay import MOST_SHOWN, list_legal

COMMANDS = ("help", "undo", "log", "why", "save", "table", "moves", "auto", "quit")
"""Each has a word in every language, under `walk.command`."""


class Stop(Exception):
    """Somebody quits."""


class Conversation:
    """The dialogue of one game, from its current position to its end."""

    def __init__(
        self,
        screen: Screen,
        walk: Walk,
        file: WalkFile,
        options: WalkOptions,
        *,
        explain: Callable[[RulesError], str],
        draw: Callable[[Walk], None],
        save: Callable[[str], None],
    ) -> None:
        """`explain` finds the paragraph of a rule, `draw` draws the board, `save` copies the log."""
        self.screen = screen
        self.walk = walk
        self._file = file
        self._auto = frozenset(options.kinds)
        self._seed = choose_seed() if options.seed is None else options.seed
        self._has_lessons = options.has_lessons
        self._explain = explain
        self._draw = draw
        self._save = save
        self._known = set(walk.find_lessons())
        self._list = ChoiceList(screen)
        self._refused: RulesError | None = None
        self._turned_to = ""
        """Who was called by name, before those whose turn it is."""
        self._seen: tuple[str, int] | None = None
        """Whom the table was last shown to, and in which turn; None: it was not shown yet."""

    def hold(self) -> None:
        """Continue until the game is over; raises Stop or EOFError."""
        while True:
            while self.walk.is_automatic(self._auto):
                self._teach(NATURE)
                self._act_by_chance()
            self._draw(self.walk)
            if self.walk.is_over:
                return
            self._ask()

    def _act_by_chance(self) -> None:
        self._take(NATURE, self.walk.draw(self._seed))

    def _ask(self) -> None:
        actor = self._find_actor()
        seen = (actor, self.walk.turn)
        if self._seen is None or (actor != NATURE and seen != self._seen):
            self.screen.space()
            if self.walk.view.blocks:
                self.screen.show(self.walk.view)
            self._seen = seen
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
        if self._turned_to in actors:
            return self._turned_to
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
        self._list.show(walk, actor, walk.moves(actor))
        others = [other for other in walk.actors if other not in (actor, NATURE)]
        if others:
            values = {"players": self.screen.wording.join(others, ","), "player": others[0]}
            self.screen.print("others", values, tone="dim")
        if actor == NATURE and walk.chance in self._auto:
            self.screen.print("go_on", tone="dim")

    def _answer(self, asked: str, typed: str) -> None:
        if not typed:
            self._answer_nothing(asked)
            return
        if self.obey(typed, asked):
            return
        actor, words = self._split_name(typed)
        if words:
            self._choose(actor or asked, words)
            return
        self._turned_to = actor
        if actor not in self.walk.actors:
            self._refuse_turn(actor)
        elif actor == asked:
            self._put_question(asked)

    def _answer_nothing(self, asked: str) -> None:
        moves = self.walk.moves(asked)
        if asked == NATURE and self.walk.chance in self._auto:
            self._act_by_chance()
        elif asked != NATURE and len(moves) == 1:
            self._take(asked, moves[0])
        else:
            self._put_question(asked)

    def _split_name(self, typed: str) -> tuple[str, str]:
        """Split `Bo: airlift` into player and move; the player is empty if none is named."""
        names = {NATURE: NATURE, self._name(NATURE): NATURE}
        names.update((player, player) for player in self.walk.log.players)
        for name in sorted(names, key=len, reverse=True):
            head, rest = typed[: len(name)], typed[len(name) :].lstrip()
            if fold(head) == fold(name) and rest.startswith(":"):
                return names[name], rest[1:].strip()
        return "", typed

    def _choose(self, actor: str, words: str) -> None:
        if words.isdecimal() and self._list.is_numbered and actor == self._find_actor():
            self._choose_number(actor, int(words))
            return
        if actor not in self.walk.actors:
            self._refuse_turn(actor)
            return
        try:
            moves = find_meaning(self.walk, actor, words, self.screen.wording)
        except RulesError as error:
            self._refuse(error, actor, words)
            return
        if len(moves) == 1:
            self._take(actor, moves[0])
        else:
            self.screen.print("which", {"words": words})
            self._list.show(self.walk, actor, moves)

    def _choose_number(self, actor: str, number: int) -> None:
        choice = self._list.find(number)
        if choice is None:
            self.screen.has_refused = True
            self.screen.print("no_number", {"number": number})
        elif not choice.only:
            self._list.show(self.walk, actor, choice.moves)
        else:
            self._take(actor, choice.only)

    def _take(self, actor: str, move: str) -> None:
        description = self.walk.describe(actor, move)
        after = self.walk.play(actor, move)
        self._file.append(after.log)
        self.walk = after
        self._turned_to = ""
        self._list.forget()
        self._refused = None
        self.screen.print("played", {"who": self._name(actor), "words": description}, tone="dim")
        for event in after.events:
            self.screen.write(f"• {event.format(self.screen.wording)}", indent=2)

    def _name(self, actor: str) -> str:
        return self.screen.wording.format("walk.chance") if actor == NATURE else actor

    def _refuse_turn(self, actor: str) -> None:
        actors = tuple(map(self._name, self.walk.actors))
        self._refuse(RulesError("log.turn", {"actor": self._name(actor), "actors": actors}))

    def _refuse(self, error: RulesError, actor: str = "", words: str = "") -> None:
        self.screen.has_refused = True
        self._refused = error
        self._print_refusal(error)
        legal = list_legal(self.walk.game.rules, self.walk.state, actor, words)
        if legal:
            moves = format_moves(legal, most=MOST_SHOWN)
            self.screen.write(Sentence("tally.table.legal", {"moves": moves}), tone="dim", indent=2)

    def _print_refusal(self, error: RulesError) -> None:
        reason = Sentence.of_rule(error.rule, error.values)
        self.screen.print("refused", {"reason": reason, "rule": error.rule})

    # Commands.

    def obey(self, typed: str, asked: str = "") -> bool:
        """Obey a command; return False for anything else. Raises Stop.

        A legal move with the same word goes first. Nobody is asked after the end, when fewer commands exist.
        """
        word, _, rest = typed.partition(" ")
        if asked and any(fold(move) == fold(typed) for move in self.walk.moves(asked)):
            return False
        actions: dict[str, Callable[[], object]] = {
            "undo": self.undo,
            "log": self.show_log,
            "table": lambda: self.screen.show(self.walk.view),
            "save": lambda: self._save(rest.strip()),
            "quit": self._quit,
        }
        if asked:
            actions |= {
                "help": self.help,
                "why": lambda: self._explain_refusal(asked),
                "moves": lambda: self._list_all(asked, rest.strip()),
                "auto": lambda: self._draw_once(asked),
            }
        command = "help" if word == "?" else find_command(word, COMMANDS, self.screen.wording)
        action = actions.get(command)
        if action:
            action()
        return action is not None

    def _quit(self) -> None:
        raise Stop

    def help(self) -> None:
        wording = self.screen.wording
        self.screen.print("help.how")
        rows = [
            (Cell(translate_command(each, wording), "strong"), Cell(Sentence(f"walk.help.{each}")))
            for each in COMMANDS
        ]
        self.screen.show_rows(rows, indent=2)

    def undo(self) -> None:
        """Take back the last entry, and what chance did by itself after it."""
        count = self.walk.count_last_entry(self._auto)
        if not count:
            self.screen.print("nothing_to_undo")
            return
        line = self.walk.log.lines[-count]
        walk = self.walk.undo(count)
        self._file.write(walk.log)
        self.walk = walk
        self._list.forget()
        self._turned_to, self._seen = "", None
        self.screen.print("undone", {"words": f"{self._name(line.actor)}: {line.words}"})

    def show_log(self) -> None:
        walk = self.walk
        if not walk.log.lines:
            self.screen.print("no_log")
        rows = [
            (
                Cell(f"{line.number:>4}", "dim"),
                Cell(self._name(line.actor)),
                Cell(line.words, "strong"),
                Cell(find_rest(line.words, walk.describe_line(line).format(self.screen.wording))),
            )
            for line in walk.log.lines
        ]
        self.screen.show_rows(rows)

    def _explain_refusal(self, asked: str) -> None:
        error = self._refused
        if error is not None:
            self._print_refusal(error)
            if paragraph := self._explain(error):
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
            self.screen.print("nothing_fits", {"words": words})
        self._list.show(self.walk, asked, moves, most=max(len(moves), 1))

    def _draw_once(self, asked: str) -> None:
        if asked == NATURE:
            self._act_by_chance()
        else:
            self.screen.print("no_chance")
