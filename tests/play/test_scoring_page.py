"""docs/scoring.md is true: recipes give their sums as score files, as fields of PDF files, and as taps."""

import random
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from typer.testing import Result

from generator.model.kit import Kit
from generator.model.played import Laid
from generator.model.scoring.judge import Scoring, WrittenMarks
from generator.model.scoring.keys import ScoredSection
from generator.play.paper import (
    FaultNames,
    Filled,
    Put,
    Referee,
    Report,
    begin_form,
    fill_form,
    get_takes,
    put_marks,
    read_filled_position,
    score_filled,
    write_filled,
)
from generator.read.files.shelf import find_shelf
from generator.read.files.yaml import parse_yaml
from generator.read.kits.kits import read_kit
from generator.read.scores import decode_score
from tests.filling import fill_by_pypdf, list_values
from tests.samples import proves_all

PAGE = (Path(__file__).parents[2] / "docs" / "scoring.md").read_text("utf-8")
_RECIPE = re.compile(r"^### (.+?)\n(.*?)(?=^##)", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"```yaml\n# (\w+\.yaml)\n(.*?)```", re.DOTALL)
RECIPES = {
    title: dict(_FILE.findall(text)) for title, text in _RECIPE.findall(PAGE.partition("## Recipes")[2])
}
NAMES = [*RECIPES]
MARKED_SHEETS = 500 if proves_all() else 20
_TOTAL = re.compile(r"^  (\w+): .*# .*= (-?\d+)$", re.MULTILINE)


def make_folder(folder: Path, files: Mapping[str, str]) -> Path:
    sections = files["sheet.yaml"]
    ids = ", ".join(re.findall(r"^  (\w+):", sections, re.MULTILINE))
    head = f"id: sheet\ntitle: Sheet\nname_field: Name\nbands: [[{{sections: [{ids}]}}]]\n"
    kit = "id: my_game\nplayers: 1-4\nscore: score.yaml\nparts: [{sheet: sheet.yaml}]\ntheme: own\n"
    marks = "marks: {pool: {icon: star}, house: {icon: home}}\n"
    (folder / "themes").mkdir(parents=True)
    (folder / "themes" / "own.yaml").write_text(f"id: own\nextends: base\n{marks}", "utf-8")
    (folder / "kit.yaml").write_text(kit, "utf-8")
    (folder / "sheet.yaml").write_text(head + sections, "utf-8")
    (folder / "score.yaml").write_text(files["score.yaml"], "utf-8")
    return folder


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Kit]:
    @cache
    def read_recipe(name: str) -> Kit:
        folder = make_folder(tmp_path_factory.mktemp("recipe") / "my-game", RECIPES[name])
        return read_kit(folder, shelf=find_shelf(), is_drawn=False)

    return read_recipe


def list_totals(text: str) -> dict[str, int]:
    """Return the sums of a file: after `=` in the comment of a player, or below `totals`."""
    data = parse_yaml(text, file="evening.yaml").data
    assert isinstance(data, dict)
    listed = data.get("totals", {})
    assert isinstance(listed, dict)
    sums = {name: int(total) for name, total in _TOTAL.findall(text)}
    return sums | {name: int(str(total)) for name, total in listed.items()}


def score(kit: Kit, text: str) -> tuple[Report, Filled]:
    referee, source = Referee(kit), decode_score(f"game: my_game\n{text}".encode())
    return referee.score(source), read_filled_position(source, referee.find)


def cut(text: str) -> str:
    """Return a file without the results that are only for tests."""
    return re.sub(r"^(totals|winners): .*\n", "", text, flags=re.MULTILINE)


def find_totals(report: Report) -> dict[str, int]:
    assert report.faults == ()
    return {player: each.total for player, each in report.scores.items()}


def test_there_are_a_dozen_recipes() -> None:
    assert len(RECIPES) >= 12
    assert all({"sheet.yaml", "score.yaml", "evening.yaml"} <= files.keys() for files in RECIPES.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_score_file_has_the_sums_of_the_page(read: Callable[[str], Kit], name: str) -> None:
    text = RECIPES[name]["evening.yaml"]
    report, _ = score(read(name), cut(text))
    totals = list_totals(text)
    assert totals
    assert find_totals(report).items() >= totals.items()
    if winners := re.search(r"^winners: \[(.*)\]$", text, re.MULTILINE):
        assert list(report.winners) == winners[1].split(", ")


@pytest.mark.parametrize("name", [name for name in NAMES if "wrong.yaml" in RECIPES[name]])
def test_a_violation_names_its_place_as_printed(read: Callable[[str], Kit], name: str) -> None:
    """And its message is that of the page."""
    kit, text = read(name), RECIPES[name]["wrong.yaml"]
    report, _ = score(kit, text)
    names = FaultNames(kit, kit.wordings["en"], report.takes)
    assert report.winners == ()
    assert report.faults
    shown = [f"{', '.join(names.list_names(fault))}: {names.describe(fault)}" for fault in report.faults]
    (wanted,) = re.findall(r"# (.+: .+)$", text, re.MULTILINE)
    assert wanted in shown


def tap(filled: Filled, position: Filled) -> Filled:
    """Return the form after a tap for each mark."""
    for part in position.position.parts:
        for laid in part.laid:
            filled = put_marks(filled, [make_put(filled, part.owner, laid)])
    return filled


def make_put(filled: Filled, owner: str, laid: Laid) -> Put:
    index = get_takes(filled.takes, laid)
    assert index is not None
    takes = filled.takes[index]
    if takes.kind == "mark":
        return Put(owner, index, laid.place, mark=takes.marks.index(laid.mark))
    return Put(owner, index, laid.place, text=getattr(laid.mark, "text", ""))


@pytest.mark.parametrize("name", NAMES)
def test_taps_and_fields_give_the_same_report(read: Callable[[str], Kit], name: str) -> None:
    """The marks of the page on the table, and in the fields of a PDF file."""
    kit = read(name)
    report, position = score(kit, cut(RECIPES[name]["evening.yaml"]))
    referee = Referee(kit)
    game = referee.find("")
    tapped = tap(begin_form(game, players=position.players, setup={}), position)
    again = referee.score(decode_score(write_filled(tapped).encode()))
    assert (again.scores, again.winners) == (report.scores, report.winners)
    fields = dict(list_values(tuple(tapped.takes), position.position))
    typed = fill_form(game, fields, file="sheets.pdf", players=position.players)
    assert score_filled(referee, typed, file="sheets.pdf").scores == report.scores


def test_a_filled_in_file_is_scored(petri: Callable[..., Result], tmp_path: Path) -> None:
    """A real PDF file, made and filled in by other programs; its wrong number is named."""
    folder = make_folder(tmp_path / "my-game", RECIPES["Ascending streets"])
    assert petri("make", folder, "--to", "form", "--names", "Ana,Bo", "--out", "out").exit_code == 0
    (form,) = Path("out").rglob("*.pdf")
    start = "sheet/1/low"
    values = {f"{start}/1/text": "5", f"{start}/2/text": "4", "sheet/1/park/1/cross": "yes"}
    Path("filled.pdf").write_bytes(fill_by_pypdf(form.read_bytes(), values))
    done = petri("score", folder, "filled.pdf")
    assert done.exit_code == 1, done.output
    assert "filled.pdf: Ana, Low Street 2: Low Street 2 is not higher than Low Street 1" in done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_random_marks_are_judged_the_same_in_any_order(read: Callable[[str], Kit], name: str) -> None:
    """Nothing but violations and whole points comes out, whatever the order of sections and places."""
    scoring = read(name).scoring
    assert isinstance(scoring, Scoring)
    chance = random.Random(name)
    for _ in range(MARKED_SHEETS):
        sheet = {id: write_by_chance(section, chance) for id, section in scoring.sections.items()}
        result = scoring.judge(sheet)
        turned = {id: turn(sheet[id]) for id in reversed(sheet)}
        assert scoring.judge(turned) == result
        assert all(isinstance(each.points, int) and each.round >= 1 for each in result.counted)
        assert all(spot[0] in scoring.sections for broken in result.broken for spot in broken.spots)


def write_by_chance(section: ScoredSection, chance: random.Random) -> WrittenMarks:
    takes, places = section.takes, [place.id for place in section.places]
    least, most = takes.numbers or (0, -1)
    signs = [*takes.signs, *map(str, range(least, most + 2))]
    filled = chance.random()
    circled = frozenset(place for place in places if takes.may_be_circled and chance.random() < 0.3)
    return WrittenMarks(
        {place: chance.choice(signs) for place in places if chance.random() < filled}, circled
    )


def turn(written: WrittenMarks) -> WrittenMarks:
    return WrittenMarks(dict(reversed(written.values.items())), written.circled)
