"""The surveys run on small files of our own, and a figure that falls is found."""

from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from generator.backends.pdf import write_pdf
from generator.read.files.shelf import find_shelf
from generator.scene.shapes import Group
from tests.backends import scenes
from tests.survey import __main__ as program
from tests.survey import access, books, fonts, icons, locales, raster, suite, values
from tests.survey.figures import (
    Better,
    Known,
    Measured,
    compare_figures,
    format_table,
    is_worse,
    read_baseline,
    update_baseline,
    write_baseline,
)
from tests.survey.sources import Source, choose, fetch_source, read_sources

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{}</svg>'
SQUARE = SVG.format('<rect width="10" height="20"/>')
ONE = Source(cap=1, seed="x")


def test_a_suite_is_compared_with_its_pictures(tmp_path: Path) -> None:
    """One file is as its reference, one is not, one is refused."""
    home = tmp_path / "tests"
    (home / "shapes").mkdir(parents=True)
    picture = Image.new("RGBA", (300, 300))
    picture.paste((0, 0, 0, 255), (0, 0, 150, 300))
    for name, text in (
        ("same", SQUARE),
        ("other", SVG.format('<rect width="20" height="20"/>')),
        ("no", "<svg"),
    ):
        (home / f"shapes/{name}.svg").write_text(text, "utf-8")
        picture.save(home / f"shapes/{name}.png")
    found = suite.measure(tmp_path, Source())
    assert {name: count for name, count in found.figures.items() if count} == {
        "of files": 3, "same": 1, "refused": 1, "silent shapes": 1, "silent, open": 1,
    }  # fmt: skip
    assert [fault.split(":")[0] for fault in found.faults] == ["shapes/other"]


def test_art_is_compared_with_another_renderer(tmp_path: Path) -> None:
    """Also icons of a collection, and texts; a file that is not SVG is refused."""
    home = tmp_path / "set"
    home.mkdir()
    (home / "a.svg").write_text(SQUARE, "utf-8")
    (home / "b.svg").write_text(SVG.format('<text x="1" y="12" font-size="9">Ab</text>'), "utf-8")
    (home / "c.svg").write_text("no picture", "utf-8")
    (home / "icons.json").write_text('{"icons": {"d": {"body": "<path d=\'M0 0h9v9z\'/>"}}}', "utf-8")
    found = icons.measure(tmp_path, Source())
    assert {name: count for name, count in found.figures.items() if count} == {
        "of files without text": 3, "of files with text": 1, "same, without text": 2, "same, with text": 1,
        "refused, without text": 1,
    }  # fmt: skip


@pytest.mark.posix("symbolic links")
def test_families_are_set_in_their_faces(tmp_path: Path) -> None:
    """The faces of a shipped family, and one without its bold and italic files."""
    shipped = find_shelf().fonts
    for folder, files in (
        ("a", shipped.rglob("NotoSans-*.ttf")),
        ("b", shipped.rglob("NotoSans-Regular.ttf")),
    ):
        (tmp_path / folder).mkdir()
        for file in files:
            (tmp_path / folder / file.name).symlink_to(file)
    found = fonts.measure(tmp_path, Source())
    assert found.figures["of packages"] == 2
    assert (found.figures["bold: printed"], found.figures["bold: missing, and said"]) == (1, 1)
    assert (found.figures["italic: printed"], found.figures["italic: missing, and said"]) == (1, 1)
    assert found.figures["bold: silently wrong"] == found.figures["italic: silently wrong"] == 0


def test_files_are_checked_if_they_name_the_standard(tmp_path: Path) -> None:
    """Without the other checker, that is said."""
    sound = write_pdf(scenes.document(Group((scenes.text("Words", 5, 10),), tag="h1")))
    names = {"sound": sound, "silent": write_pdf(scenes.document()), "broken": sound}
    for name, data in names.items():
        (tmp_path / f"{name}.pdf").write_bytes(data)
    with pikepdf.open(tmp_path / "broken.pdf", allow_overwriting_input=True) as pdf:
        del pdf.Root.Lang
        pdf.save()
    found = access.measure_files(sorted(tmp_path.glob("*.pdf")), tmp_path, Source(pypi=("outloud==0",)))
    assert found.figures == {"of files": 3, "not claimed": 1, "errors, ours": 1}
    assert [fault.split(": ", 1)[1] for fault in found.faults] == ["11: the language is not named"]
    assert found.missing == ("outloud is not there",)


def test_books_without_another_program_say_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books.shutil, "which", lambda name: None)
    found = books.measure(tmp_path, Source())
    assert found.figures["faults in traits of own xlsx"] == 0
    assert "not installed" in found.missing[0]


def test_pictures_have_the_colours_of_another_program(tmp_path: Path) -> None:
    found = raster.measure(tmp_path, Source(), ["GIF"])
    assert found.figures["of variants"]
    assert found.figures["wrong: variants"] == 0


def test_drafts_are_read_as_they_are_seen(tmp_path: Path) -> None:
    found = locales.measure(tmp_path, ONE)
    assert (found.figures["of locales"], found.figures["right"]) == (1, 1)
    assert list(locales.list_faults(["!Draw2cards(max.15)", "1٢"])) == ["scrambled", "digits"]


def test_values_mean_what_the_tables_say(tmp_path: Path) -> None:
    """All of them, not a sample: values that silently mean something else are the worst."""
    assert values.measure(tmp_path, Source()).faults == ()


BASE = {
    "of files": Known(Better.SAMPLE, 10),
    "same": Known(Better.MORE, 8, "7 of 9"),
    "silent": Known(Better.LESS, 2),
}


@pytest.mark.parametrize(
    ("figures", "missing", "worse"),
    [
        ({"of files": 10, "same": 8, "silent": 2}, (), set()),
        ({"of files": 10, "same": 9, "silent": 1}, (), set()),
        ({"of files": 10, "same": 7, "silent": 2}, (), {"same"}),
        ({"of files": 10, "same": 8, "silent": 3}, (), {"silent"}),
        ({"of files": 9, "same": 1, "silent": 8}, (), set()),
        ({"of files": 10, "same": 8}, (), {"silent"}),
        ({"of files": 10, "same": 8}, ("a package",), set()),
        ({}, ("a package",), set()),
    ],
)
def test_a_figure_that_falls_is_worse(
    figures: dict[str, int], missing: tuple[str, ...], worse: set[str]
) -> None:
    """Other samples are not compared; what was not measured fails nothing, if that is said."""
    rows = list(compare_figures("icons", Measured(figures, (), missing), BASE))
    assert {row.name for row in rows if is_worse(row)} == worse
    assert len(format_table(rows).splitlines()) == len(rows) + 1


def test_the_program_fails_where_a_figure_falls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its exit code is 1, and the faults are in a file; `--write` takes the figures as they are."""
    path = tmp_path / "baseline.yaml"
    path.write_text("# A comment.\n", "utf-8")
    known = read_baseline()["values"]
    write_baseline({"values": known | {"wrong: CSV": replace(known["wrong: CSV"], now=-1)}}, path)
    words = ["values", "--faults", str(tmp_path / "faults.txt")]
    monkeypatch.setitem(
        program.SURVEYS, "values", lambda *_: Measured({name: one.now for name, one in known.items()}, ("a",))
    )
    assert program.main(words, path) == 1
    assert "worse" in capsys.readouterr().out
    assert (tmp_path / "faults.txt").read_text("utf-8") == "values: a\n"
    assert program.main([*words, "--write"], path) == 0
    assert program.main(words, path) == 0
    assert path.read_text("utf-8").startswith("# A comment.\n")
    assert read_baseline(path)["values"] == known


def test_surveys_without_their_files_are_not_measured(tmp_path: Path) -> None:
    """Names of no package: the survey says so, and its baseline stays."""
    source = Source(git=f"{tmp_path}/nowhere 00 crates")
    found = program.run_survey("suite", source, tmp_path / "suite")
    assert not found.figures
    assert found.missing[0].startswith(str(tmp_path))
    assert update_baseline({"suite": BASE}, {"suite": found}) == {"suite": BASE}
    assert list(fetch_source(Source(), tmp_path)) == []
    nowhere = tmp_path / "nowhere"
    ((_, trouble),) = fetch_source(Source(git=f"{nowhere} {'0' * 40} tests"), tmp_path / "git")
    assert trouble


def test_each_survey_has_sources_and_a_baseline() -> None:
    """Each figure of the baseline has a way; each sample is the same on every machine."""
    assert read_sources().keys() == program.SURVEYS.keys()
    assert read_baseline().keys() == program.SURVEYS.keys()
    files = [Path(f"{number}.svg") for number in range(50)]
    assert choose(files[::-1], replace(ONE, cap=5)) == choose(files, replace(ONE, cap=5))
