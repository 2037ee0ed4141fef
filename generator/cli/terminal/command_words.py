"""Words that are commands and no answers: in English everywhere, and in the user's language."""

from collections.abc import Iterable

from generator.model.wording import Wording
from generator.rules.likeness import fold


def say_command(command: str, wording: Wording) -> str:
    """Its word in the user's language."""
    return wording.say(f"walk.command.{command}")


def find_command(word: str, commands: Iterable[str], wording: Wording) -> str:
    """The one of the commands that a word stands for; empty: none."""
    wanted = fold(word)
    for command in commands:
        if wanted in (command, fold(say_command(command, wording))):
            return command
    return ""
