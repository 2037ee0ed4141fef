"""docs/simulating.md is true: its commands run, and it knows every option."""

import re
import shlex
from pathlib import Path

import pytest

from tests.conftest import Petri

PAGE = (Path(__file__).parents[2] / "docs" / "simulating.md").read_text("utf-8")
COMMANDS = re.findall(r"^petri (simulate [^#\n]+?)(?: *#.*)?$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_page_runs(petri: Petri, command: str) -> None:
    """With one game of each setting, which says the same as thousands."""
    words = shlex.split(command)
    if "-n" in words:
        del words[words.index("-n") : words.index("-n") + 2]
    done = petri(*words, "-n", "1", "--processes", "1")
    assert done.exit_code == 0, done.output
    for name in re.findall(r"--(?:csv|plot) (\S+)", command):
        assert Path(name).is_file()


def test_the_page_has_every_option(petri: Petri) -> None:
    """Those of the help, and no others."""
    told = set(re.findall(r"--[a-z]+", petri("simulate", "--help").stdout.partition("Options:")[2]))
    table = PAGE.partition("| option |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(--[a-z]+)`", table, re.MULTILINE)) == told - {"--help"}
    assert len(COMMANDS) > 8
