"""The documentation's paragraph of a rule: the row of a table that begins with its id."""

import re
from pathlib import Path


def read_paragraph(pages: Path, game: str, rule: str) -> str:
    """What the page of a game says of the rule `pox.vaccinate.healthy`; empty where it says nothing.

    Rules of all games (`log.turn`) stand on no page.
    """
    id = rule.removeprefix(f"{game}.")
    if id == rule:
        return ""
    try:
        text = (pages / f"{game}.md").read_text("utf-8")
    except OSError:
        return ""
    found = re.search(rf"^\| `{re.escape(id)}` \| (.*) \|$", text, re.MULTILINE)
    return found[1].strip() if found else ""
