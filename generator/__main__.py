"""The program `petri`, which is also `python -m generator`."""

import sys

_INTERRUPTED = 130


def start() -> None:
    """Run the command `petri`; Ctrl-C ends it without a traceback, from the first import to the last exit.

    While nothing is written, Ctrl-C ends the process at once, as it ends programs that do not handle it.
    """
    # Nothing but `sys` is imported before the current folder is out of the search for modules.
    import signal

    handler = signal.getsignal(signal.SIGINT)
    is_handled = handler is signal.default_int_handler
    if is_handled:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from generator.cli.app import main

    try:
        signal.signal(signal.SIGINT, handler)
        main()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    finally:
        if is_handled:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def _drop_current_folder() -> None:
    """Remove the current folder, which `python -m` puts first, unless this program itself is in it."""
    if not sys.flags.safe_path and not __file__.startswith(f"{sys.path[0]}/generator/"):
        del sys.path[0]


if __name__ == "__main__":
    _drop_current_folder()
    start()
