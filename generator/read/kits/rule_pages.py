"""The documentation's paragraph of a rule: the row of a table that begins with its id."""

import re
from pathlib import Path

_ORIGIN = re.compile(r"\[(?:S|S-inf|P|P-weak|\?)\] ?")
_RULING = re.compile(r" \([A-Z]\d+(?:, [A-Z]\d+)*\)")
"""The number of a ruling, in brackets."""


def read_paragraph(pages: Path, game: str, rule: str) -> str:
    """What the page of a game says of the rule `pox.vaccinate.healthy`; empty where it says nothing.

    Where a rule comes from is marked for those who compare it with its source; at the table it matters
    only that a ruling is ours. Rules of all games (`log.turn`) stand on no page.
    """
    id = rule.removeprefix(f"{game}.")
    if id == rule:
        return ""
    try:
        text = (pages / f"{game}.md").read_text("utf-8")
    except OSError:
        return ""
    found = re.search(rf"^\| `{re.escape(id)}` \| (.*) \|$", text, re.MULTILINE)
    if not found:
        return ""
    text = _RULING.sub("", _ORIGIN.sub("", found[1]))
    return text.replace("[OURS]", "Our ruling:").strip()
