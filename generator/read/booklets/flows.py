"""Flow charts of booklets -> Flow, with all that is wrong with their steps and arrows."""

from generator.model.flow import Cell, Flow, FlowStep, FlowWay
from generator.read.declared.findings import Findings
from generator.read.declared.formats.flows import FlowFormat, StepFormat
from generator.read.declared.names import Names
from generator.read.files.phrases import say_count, suggest
from generator.read.files.yaml_reader import DataPath


def read_flow(findings: Findings, path: DataPath, format: FlowFormat, names: Names) -> Flow | None:
    """None when there is no telling what the arrows would do; all problems are in the findings."""
    given = format.flow
    findings.check_word((*path, "caption"), given.caption, names.sentences)
    ids = [step.id for step in given.steps]
    places: dict[Cell, str] = {}
    sound = True
    for index, step in enumerate(given.steps):
        where = (*path, "steps", index)
        _check_names(findings, where, step, names)
        if ids.index(step.id) != index:
            findings.add((*where, "id"), f"a second step `{step.id}`", "give it another id")
            sound = False
        if step.at in places:
            findings.add((*where, "at"), f"`{places[step.at]}` stands there", "give it another place")
            sound = False
        places.setdefault(step.at, step.id)
        sound = _check_ways(findings, where, step, ids) and sound
    if not sound:
        return None
    flow = Flow(tuple(_read_step(step) for step in given.steps), tuple(given.widths), given.caption)
    if flow.widths and len(flow.widths) != flow.columns:
        said = f"{say_count(len(flow.widths), 'width')} for {say_count(flow.columns, 'column')}"
        findings.add((*path, "widths"), said, "one for each column, or none", at="key")
    for index, made in enumerate(flow.steps):
        for number, way in enumerate(made.ways):
            if flow.route(made, way) is None:
                key = ("ways", number, "to") if given.steps[index].ways else ("to",)
                hint = "keep a row and a column free for it, or move one of the two"
                findings.add(
                    (*path, "steps", index, *key), f"the arrow to `{way.to}` runs through another step", hint
                )
    return flow


def _check_names(findings: Findings, where: DataPath, step: StepFormat, names: Names) -> None:
    findings.check_word((*where, "say"), step.say, names.sentences)
    for number, icon in enumerate(step.icons):
        findings.check_name((*where, "icons", number), icon, names.icons, "the icon")
    if not step.colour.startswith("#"):
        findings.check_name((*where, "colour"), step.colour, names.colours, "the colour")
    for number, way in enumerate(step.ways):
        findings.check_word((*where, "ways", number, "say"), way.say, names.sentences)


def _check_ways(findings: Findings, where: DataPath, step: StepFormat, ids: list[str]) -> bool:
    """Every step but an end leads somewhere; a question to more than one place."""
    leads = [(("to",), step.to)] if step.to else []
    answers = [(("ways", number, "to"), way.to) for number, way in enumerate(step.ways)]
    found = True
    for key, to in (*leads, *answers):
        if to not in ids or to == step.id:
            is_there = to in ids
            said = "leads to itself" if is_there else f"the step `{to}` is not there"
            findings.add((*where, *key), said, "" if is_there else suggest(to, ids))
            found = False
    if step.to and step.ways:
        findings.add((*where, "to"), "stands beside `ways`", "write one of the two", at="key")
    elif step.kind == "question" and len(step.ways) < 2:
        findings.add((*where, "ways"), "a question has two answers or more", "`- {say: ..., to: ...}`")
    elif step.kind == "end" and (step.to or step.ways):
        findings.add((*where, "kind"), "an end leads nowhere", "make it a `step`, or take out where it leads")
    elif step.kind != "end" and not (step.to or step.ways):
        findings.add((*where, "id"), "leads nowhere", "add `to: ...`, or say `kind: end`")
    return found


def _read_step(step: StepFormat) -> FlowStep:
    ways = tuple(FlowWay(way.to, way.say, way.leaves or "") for way in step.ways)
    if step.to:
        ways = (FlowWay(step.to, leaves=step.leaves or ""),)
    return FlowStep(step.id, step.say, step.at, step.kind, tuple(step.icons), step.colour, ways)
