"""Advice in a walk: `petri walk GAME --hint`, and the command `hint`."""

from generator.cli.terminal.screen import Screen
from generator.play.policies.players import advise
from generator.play.walks.walkthrough import Walk


def show_hint(screen: Screen, walk: Walk, actor: str) -> None:
    """Print which moves a search finds best for an actor, and why."""
    title, *others = advise(walk, actor)
    screen.write(title, tone="dim")
    for sentence in others:
        screen.write(sentence, tone="dim", indent=2)
