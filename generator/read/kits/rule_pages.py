"""The documentation of a rule: the row of a table that begins with its id."""

import re
from pathlib import Path

_ORIGIN = re.compile(r"\[(?:S|S-inf|P|P-weak|\?)\] ?")
_RULING = re.compile(r" \([A-Z]\d+(?:, [A-Z]\d+)*\)")


def read_paragraph(pages: Path, game: str, rule: str) -> str:
    """Return the paragraph of a rule such as `space_race.launch.fuel`; empty if there is none.

    Marks of a rule's origin are removed, except that a ruling is ours. Rules of all games (`log.turn`) have
    no page.
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
