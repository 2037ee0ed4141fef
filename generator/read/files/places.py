"""The user's folders on this machine: the cache, which may be deleted at any time, and the settings."""

import os
from pathlib import Path

import platformdirs

_NAME = "petri-press"
LIBRARIES = Path(platformdirs.__file__).parents[1]
"""The folder in which the libraries are installed."""


def find_cache_folder() -> Path | None:
    """Return the folder in PETRI_CACHE, or the user's; None if PETRI_CACHE is empty or `off`."""
    given = os.environ.get("PETRI_CACHE")
    if given in ("", "off"):
        return None
    return Path(given) if given else platformdirs.user_cache_path(_NAME, appauthor=False)


def find_settings_folder() -> Path:
    """Return the folder in PETRI_SETTINGS, or the user's; it may not exist yet."""
    given = os.environ.get("PETRI_SETTINGS")
    return Path(given) if given else platformdirs.user_config_path(_NAME, appauthor=False, roaming=True)
