"""Questions before a walk begins: who plays, and with which options."""

from collections.abc import Callable, Mapping

from generator.cli.playing.asking import find_command
from generator.cli.playing.conversation import Stop
from generator.cli.terminal.screen import Screen
from generator.errors import RulesError
from generator.model.log import GameLog
from generator.play.choices import find_names
from generator.rules.companion import Cell, OptionQuestion
from generator.rules.core import Sentence
from generator.rules.game import AnyGame
from generator.rules.players import check_players, format_numbers_of_players, split_names

Players = tuple[str, ...]


class Opening:
    """The questions of one game; every answer is saved at once."""

    def __init__(self, screen: Screen, game: AnyGame, *, keep: Callable[[GameLog], None]) -> None:
        self._screen = screen
        self._kit = game.kit
        self._game = game
        self._keep = keep

    def ask(
        self, players: Players, options: Mapping[str, str], *, is_open: bool
    ) -> tuple[Players, dict[str, str]]:
        """Ask for missing players and options; raises Stop.

        `undo` returns to the previous question, and to the players if `is_open`.
        """
        answers = dict(options)
        questions = [each for each in self._game.companion.questions if not self._is_settled(each, answers)]
        number = 0
        players = players or self._ask_players()
        self._write(players, answers)
        while number < len(questions):
            answer = self._ask_option(questions[number])
            if answer is not None:
                answers[questions[number].key] = answer
                number += 1
            elif number:
                number -= 1
                del answers[questions[number].key]
            elif is_open:
                players = self._ask_players()
            else:
                self._screen.print("nothing_to_undo")
            self._write(players, answers)
        return players, answers

    def _is_settled(self, question: OptionQuestion, answers: Mapping[str, str]) -> bool:
        known = self._game.rules.options
        return question.key in answers or any(
            answers.get(key, known[key][0]) != known[key][0] for key in question.settled_by
        )

    def _write(self, players: Players, answers: Mapping[str, str]) -> None:
        self._keep(GameLog(self._kit.id, players, (), answers, self._game.variant))

    def _read(self) -> str:
        typed = self._screen.read()
        command = find_command(typed, ("undo", "quit"), self._screen.wording)
        if command == "quit":
            raise Stop
        return command or typed

    def _ask_players(self) -> Players:
        screen = self._screen
        screen.print("who", {"players": format_numbers_of_players(self._kit)}, tone="strong")
        while True:
            typed = self._read()
            if typed == "undo":
                screen.print("nothing_to_undo")
                continue
            players = split_names(typed)
            if typed.isdecimal() and len(typed) < 3:
                numbers = range(1, int(typed) + 1)
                players = tuple(
                    screen.wording.format("walk.player", {"number": number}) for number in numbers
                )
            try:
                check_players(self._kit, players)
                self._game.rules.start(players, {})
            except RulesError as error:
                self._refuse(error)
            else:
                return players

    def _ask_option(self, question: OptionQuestion) -> str | None:
        """Return a value by number, key, or name, or the default; None to return to the previous question."""
        screen = self._screen
        known = self._game.rules.options[question.key]
        values = tuple(question.values) or known
        screen.write(question.text, tone="strong")
        names = {
            value: question.values[value].format(screen.wording) if question.values else value
            for value in values
        }
        if question.values:
            screen.show_rows(
                [
                    (Cell(f"{number:>4}", "dim"), Cell(value, "strong"), Cell(name))
                    for number, (value, name) in enumerate(names.items(), 1)
                ]
            )
        screen.print("usual", {"value": names.get(known[0], known[0])}, tone="dim")
        while True:
            typed = self._read()
            if not typed or typed == "undo":
                return None if typed else known[0]
            if question.values and typed.isdecimal() and 1 <= int(typed) <= len(values):
                return values[int(typed) - 1]
            found = find_names(names, typed)
            if len(found) == 1:
                return found[0]
            some = ", ".join(found or values[:12])
            self._refuse(RulesError("log.value", {"key": question.key, "value": typed, "known": some}))

    def _refuse(self, error: RulesError) -> None:
        self._screen.has_refused = True
        self._screen.write(Sentence.of_rule(error.rule, error.values))
