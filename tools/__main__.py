"""`python -m tools TASK`: what `make TASK` does, on systems without make, too."""

import os
import sys

LEAST = (3, 11)


def main() -> None:
    """Do the tasks that the arguments name, with variables such as `GAME=pox`; without a task, list all."""
    if sys.version_info < LEAST:
        sys.exit("Python 3.11 or newer is needed; name it: make PYTHON=python3.12, or python3.12 -m tools")
    from tools.tasks import TASKS

    variables = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
    chosen = [word for word in sys.argv[1:] if "=" not in word]
    os.environ.update(variables)
    if unknown := [name for name in chosen if name not in TASKS]:
        sys.exit(f"there is no task `{unknown[0]}`; there are {', '.join(TASKS)}")
    for name in chosen:
        TASKS[name]()
    if not chosen:
        for name, task in TASKS.items():
            print(f"{name:<12} {(task.__doc__ or '').splitlines()[0]}")


if __name__ == "__main__":
    main()
