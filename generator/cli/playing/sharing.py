"""`petri walk --share`: phones play, and the terminal shows the address and what was played."""

from collections.abc import Callable
from contextlib import suppress

import typer

from generator.cli.playing.options import WalkOptions
from generator.cli.terminal.screen import Screen
from generator.make.screens.pages import draw_code
from generator.play.walks.talk import Talk
from generator.play.walks.walkthrough import WalkFile
from generator.web.site import check_screens


def find_host(options: WalkOptions) -> str:
    """Return the address at which phones find the game; empty without --share.

    Raises GeneratorError if a library or the network is missing, or if the address cannot be used.
    """
    if options.share is None:
        if options.port:
            raise typer.BadParameter("is for games on phones; add --share", param_hint="--port")
        return ""
    if options.board is not None:
        raise typer.BadParameter("the board is on the phones; leave out --board", param_hint="--share")
    check_screens("petri walk --share")
    from generator.web.safe import check_address, find_own_address

    host = options.share or find_own_address()
    check_address(host, options.port)
    return host


def share_walk(
    screen: Screen, talk: Talk, file: WalkFile, *, host: str, port: int, end: Callable[[Talk], None]
) -> None:
    """Let phones play until Ctrl-C; `end` shows a game that is over. Raises OutputError."""
    from generator.web.share import Share

    def report(before: Talk, after: Talk) -> None:
        # A terminal that is gone stops no game.
        with suppress(OSError):
            _report(screen, before, after)
            if after.walk.is_over:
                end(after)

    share = Share(talk, file, report)
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
    """Print what was played on a phone, or taken back."""
    if entry := after.entry:
        screen.print("played", who=after.name(entry.line.actor), words=entry.words, tone="dim")
        screen.write_events(entry.events)
        return
    kept = after.walk.log.lines
    line = next(one for one in before.walk.log.lines if kept[one.number - 1 : one.number] != (one,))
    screen.print("undone", words=f"{after.name(line.actor)}: {line.words}")
