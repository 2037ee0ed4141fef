"""Old spellings of `petri make`: each still works, and says how it is written now."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.cli.printing.options import OLD_OPTIONS, update_options
from generator.errors import UnknownName

Petri = Callable[..., Result]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("make pox --form -l es", "make pox -l es --to form"),
        ("make pox --to=pdf --form", "make pox --to form"),
        ("make pox --cut svg,dxf", "make pox --to pdf,cut-svg,cut-dxf"),
        ("make pox --cut svg --cut dxf", "make pox --to pdf,cut-svg,cut-dxf"),
        ("make pox --to svg --cut dxf", "make pox --to svg,cut-dxf"),
        ("make pox --press x4", "make pox --to pdf-x4"),
        ("make pox --press x1a,ink=240 -t pdf", "make pox --to pdf-x1a:240"),
        ("make pox --card epidemic", "make pox --cards epidemic --for faces"),
        ("make pox --card 1 --card 2", "make pox --cards 1,2 --for faces"),
        ("make pox --for mpc --card 2", "make pox --for mpc --cards 2"),
        ("make pox --for mpc --resize --anyway", "make pox --for mpc,resize,anyway"),
        ("make pox --for=tts --pictures-at https://a.org/", "make pox --for tts,at=https://a.org/"),
        ("make pox --copies-as-files --for mpc", "make pox --for mpc,copies"),
        ("make pox --for silhouette --test-sheet", "make pox --for silhouette,test"),
        ("make pox --groups 5x2", "make pox --grid /5x2"),
        ("make pox --groups 5x2 --grid 10x5", "make pox --grid 10x5/5x2"),
        ("make pox --overlap 20mm --size a2", "make pox --size a2,overlap=20mm"),
        ("make pox --overlap 20mm", "make pox --size overlap=20mm"),
        ("make pox --boxes --thickness 3mm --sleeved", "boxes pox --sleeved --thickness 3mm"),
        ("make pox --dividers --by colour", "boxes pox --dividers --by colour"),
    ],
)
def test_old_options_are_replaced(old: str, new: str) -> None:
    """Others keep their order."""
    assert update_options(old.split()) == new.split()


def test_every_old_option_is_tested() -> None:
    """None of them is an option of petri make any more."""
    marks = vars(test_old_options_are_replaced)["pytestmark"]
    (cases,) = (mark.args[1] for mark in marks if mark.name == "parametrize")
    words = {word.partition("=")[0] for old, _ in cases for word in old.split()}
    assert words >= OLD_OPTIONS


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("make --resize", "`resize` follows the name of a destination now, such as --for mpc,resize"),
        ("make --boxes --dividers", "one after the other: petri boxes, then petri boxes --dividers"),
    ],
)
def test_what_cannot_be_replaced(words: str, told: str) -> None:
    """One message says what is missing."""
    with pytest.raises(UnknownName, match=told):
        update_options(words.split())


def test_the_new_spelling_is_printed(petri: Petri) -> None:
    """The run goes on."""
    done = petri("make", "fight-the-virus", "--part", "sheet", "--form")
    assert done.exit_code == 0
    assert "note: this is now written: petri make fight-the-virus --part sheet --to form" in done.stderr
    assert Path("output/fight-the-virus/sheet-en-a4-form.pdf").is_file()
