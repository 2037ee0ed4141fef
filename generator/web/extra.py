"""The libraries that screens need besides those that print."""

from importlib.util import find_spec

from generator.errors import GeneratorError

_LIBRARIES = ("starlette", "uvicorn")


def check_screens(command: str) -> None:
    """Raise GeneratorError, with the way to install them, if libraries that a command needs are missing."""
    missing = [name for name in _LIBRARIES if find_spec(name) is None]
    if missing:
        are, them = ("is", "it") if len(missing) == 1 else ("are", "them")
        raise GeneratorError(
            f"{command} needs {' and '.join(missing)}, which {are} not installed; "
            f'install {them} with: pip install "petri-press[screens]"'
        )
