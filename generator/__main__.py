"""The program `petri`, which is also `python -m generator`."""

import gc
import os
import sys

_INTERRUPTED = 130


def start() -> None:
    """Run the command `petri`; Ctrl-C ends it without a traceback, from the first import to the last exit.

    While nothing is written, Ctrl-C ends the process at once, as it ends programs that do not handle it.
    """
    collect_rarely()
    _drop_empty_entries()
    if getattr(sys, "frozen", False):
        _serve_frozen()
    import signal

    handler = signal.getsignal(signal.SIGINT)
    is_handled = handler is signal.default_int_handler
    if is_handled:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Only parts of Python itself are imported before this.
    from generator.cli.app import main

    try:
        signal.signal(signal.SIGINT, handler)
        main()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    finally:
        if is_handled:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def collect_rarely() -> None:
    """Collect garbage rarely: most objects live as long as the run, of which it would take a fifth."""
    gc.set_threshold(1_000_000, 20, 100)


def _serve_frozen() -> None:
    """Do what a process of a frozen program was started for, if it is not the first one."""
    import multiprocessing

    multiprocessing.freeze_support()
    from generator.system import WORKER, run_as_python

    if sys.argv[1:2] == [WORKER]:
        run_as_python(sys.argv[2:])
        sys.exit()


def _drop_current_folder() -> None:
    """Remove the current folder, which `python -m` puts first, unless this program itself is in it."""
    if not sys.flags.safe_path and not __file__.startswith(f"{sys.path[0]}/generator/"):
        del sys.path[0]


def _drop_empty_entries() -> None:
    """Remove the current folder if it is in PYTHONPATH as an empty entry: `PYTHONPATH=$PYTHONPATH:/tools`.

    Few people mean it so, and processes that this one starts inherit the variable.
    """
    entries = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if "" not in entries or not any(entries):
        return
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, entries))
    before, sys.path[:] = [*sys.path], [os.__file__.rpartition(os.sep)[0]]
    from pathlib import Path

    here = str(Path.cwd())
    is_meant = here in entries or __file__.startswith(f"{here}{os.sep}")
    sys.path[:] = before if is_meant else [path for path in before if path not in ("", here)]


if __name__ == "__main__":
    _drop_current_folder()
    start()
