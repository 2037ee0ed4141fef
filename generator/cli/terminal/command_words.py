"""Words for commands: English, and those of the user's language."""

from collections.abc import Iterable

from generator.model.wording import Wording
from generator.rules.likeness import fold


def say_command(command: str, wording: Wording) -> str:
    """Return the word for a command in a language."""
    return wording.say(f"walk.command.{command}")


def find_command(word: str, commands: Iterable[str], wording: Wording) -> str:
    """Return the command that a word means, or an empty text."""
    wanted = fold(word)
    for command in commands:
        if wanted in (command, fold(say_command(command, wording))):
            return command
    return ""
