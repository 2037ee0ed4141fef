"""docs/simulating.md knows every option; its commands are run with those of the other documents."""

import re
from pathlib import Path

from tests.conftest import Petri

PAGE = (Path(__file__).parents[3] / "docs" / "simulating.md").read_text("utf-8")


def test_the_page_has_every_option(petri: Petri) -> None:
    """Those of the help, and no others."""
    told = set(re.findall(r"--[a-z-]+", petri("simulate", "--help").stdout.partition("Options:")[2]))
    table = PAGE.partition("| option |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(--[a-z-]+)`", table, re.MULTILINE)) == told - {"--help"}
