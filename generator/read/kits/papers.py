"""The file of papers -> Paper by id."""

from collections.abc import Mapping
from pathlib import Path

from generator.model.style import Paper
from generator.read.declared.findings import Findings
from generator.read.declared.formats.styles import PaperFormat
from generator.read.files.yaml_reader import read_yaml


def read_papers(path: Path) -> Mapping[str, Paper]:
    """Papers in the order of the file; raises DataError with all that is wrong with them."""
    source = read_yaml(path)
    findings = Findings(source)
    papers = {}
    if not isinstance(source.data, dict):
        findings.add((), "must be papers by id, not a list or a text")
        findings.stop()
    for id, data in source.data.items():
        findings.check_id((id,), id)
        given = findings.fit(PaperFormat, data, (id,))
        if given is None:
            continue
        if given.width > given.height:
            hint = "papers are written down upright: the shorter side is the width"
            findings.add((id, "width"), "is more than the height", hint)
        if given.margin * 2 >= min(given.width, given.height):
            findings.add((id, "margin"), "leaves nothing of the paper", "less than half the width")
        papers[id] = Paper(id, given.name, given.width, given.height, given.margin)
    findings.stop_if_any()
    return papers
