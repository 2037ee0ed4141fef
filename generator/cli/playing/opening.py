"""Questions before a walk begins: who plays, and with which options."""

from collections.abc import Callable, Mapping

from generator.cli.playing.asking import find_command
from generator.cli.playing.conversation import Stop
from generator.cli.terminal.screen import Screen
from generator.errors import RulesError
from generator.model.played import GameLog
from generator.play.walks.words import find_names
from generator.rules.companion import Cell, OptionQuestion
from generator.rules.core import Sentence, check_players, format_numbers_of_players, split_names
from generator.rules.game import AnyGame

Players = tuple[str, ...]


def ask_set_up(
    screen: Screen,
    game: AnyGame,
    players: Players,
    options: Mapping[str, str],
    write: Callable[[GameLog], None],
    *,
    is_open: bool,
) -> tuple[Players, dict[str, str]]:
    """Ask for missing players and options, and write each answer at once; raises Stop.

    `undo` returns to the previous question, and to the players if `is_open`.
    """
    answers = dict(options)
    questions = [each for each in game.companion.questions if not _is_settled(game, each, answers)]
    number = 0
    while True:
        players = players or _ask_players(screen, game)
        write(GameLog(game.kit.id, players, (), answers, game.variant))
        if number == len(questions):
            return players, answers
        answer = _ask_option(screen, game, questions[number])
        if answer is not None:
            answers[questions[number].key] = answer
            number += 1
        elif number:
            number -= 1
            del answers[questions[number].key]
        elif is_open:
            players = ()
        else:
            screen.print("nothing_to_undo")


def _is_settled(game: AnyGame, question: OptionQuestion, answers: Mapping[str, str]) -> bool:
    known = game.rules.options
    return question.key in answers or any(
        answers.get(key, known[key][0]) != known[key][0] for key in question.settled_by
    )


def _read(screen: Screen) -> str:
    typed = screen.read()
    command = find_command(typed, ("undo", "quit"), screen.wording)
    if command == "quit":
        raise Stop
    return command or typed


def _ask_players(screen: Screen, game: AnyGame) -> Players:
    screen.print("who", players=format_numbers_of_players(game.kit), tone="strong")
    while True:
        typed = _read(screen)
        if typed == "undo":
            screen.print("nothing_to_undo")
            continue
        players = split_names(typed)
        if typed.isdecimal() and len(typed) < 3:
            numbers = range(1, int(typed) + 1)
            players = tuple(screen.wording.format("walk.player", {"number": number}) for number in numbers)
        try:
            check_players(game.kit, players)
            game.rules.start(players, {})
        except RulesError as error:
            screen.refuse(Sentence.of_rule(error.rule, **error.values))
        else:
            return players


def _ask_option(screen: Screen, game: AnyGame, question: OptionQuestion) -> str | None:
    """Return a value by number, key, or name, or the default; None to return to the previous question."""
    known = game.rules.options[question.key]
    screen.write(question.text, tone="strong")
    names = {value: name.format(screen.wording) for value, name in question.values.items()}
    names = names or dict(zip(known, known, strict=True))
    values = tuple(names)
    if question.values:
        screen.show_numbered((Cell(value, "strong"), Cell(name)) for value, name in names.items())
    screen.print("usual", value=names.get(known[0], known[0]), tone="dim")
    while True:
        typed = _read(screen)
        if not typed or typed == "undo":
            return None if typed else known[0]
        if question.values and typed.isdecimal() and 1 <= int(typed) <= len(values):
            return values[int(typed) - 1]
        found = find_names(names, typed)
        if len(found) == 1:
            return found[0]
        some = ", ".join(found or values[:12])
        screen.refuse(Sentence.of_rule("log.value", key=question.key, value=typed, known=some))
