"""Papers of a size of their own, and papers with another margin."""

from operator import is_
from pathlib import Path

import pytest

from generator.errors import UnknownName
from generator.make.jobs.files import lay_out
from generator.make.jobs.jobs import ReadGame, add_made_papers, choose_jobs, find_paper
from generator.model.printing.printing import Paper
from generator.scene.shapes import Group, Shape, list_all
from tests import shipped
from tests.small_decks import read_deck

Papers = dict[str, Paper]


@pytest.mark.parametrize(
    ("name", "id", "width", "height"),
    [
        ("330x483mm", "330x483mm", 330.0, 483.0),
        ("483 x 330 mm", "483x330mm", 330.0, 483.0),
        ("13×19in", "13x19in", 330.2, 482.6),
        ("A2", "a2", 420.0, 594.0),
    ],
)
def test_any_size_is_a_paper(papers: Papers, name: str, id: str, width: float, height: float) -> None:
    """It is upright, has a margin that is safe everywhere, and is called as it stands in names of files."""
    found = find_paper(papers, name)
    assert (found.id, found.margin) == (id, 6.35)
    assert (found.width, found.height) == pytest.approx((width, height))
    assert find_paper(papers, "Letter") is papers["letter"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a44", "unknown paper 'a44' (did you mean 'a4'?)"),
        ("330x483", "unknown paper '330x483': `330` has no unit"),
        ("20x30mm", "invalid paper '20x30mm': each side must be 80 to 3000 mm"),
        ("13xin", "unknown paper '13xin'"),
    ],
)
def test_what_is_no_paper(papers: Papers, name: str, told: str) -> None:
    """The message says what is wrong with a size."""
    with pytest.raises(UnknownName) as caught:
        find_paper(papers, name)
    assert told in str(caught.value)


def test_all_papers_and_one_more(game: ReadGame, papers: Papers) -> None:
    """`all` is what a game is made for; what is named beside it comes as well, and is kept nowhere."""
    known = add_made_papers(papers, ["all", "13x19in"])
    jobs = choose_jobs(
        [game], known, part_names=["rules"], locale_names=["en"], paper_names=["all", "13x19in"]
    )
    assert [job.paper.id for job in jobs] == ["a4", "letter", "13x19in"]
    assert list(papers) == ["a4", "letter"]


def test_sides_are_drawn_once_for_all_papers(tmp_path: Path, papers: Papers) -> None:
    """Pages of other sizes show the same shapes, also of decks with more cards than most have."""
    cards = "cards:\n" + "".join(f"- {{id: c{number}, name: Card {number}}}\n" for number in range(300))
    template = "templates: {face: [words: {text: '{name}', box: [5 mm, 5 mm, 50 mm, 10 mm]}]}\n"
    game = ReadGame(read_deck(tmp_path, template, cards=cards), shipped.fonts())
    sides: dict[str, list[Shape]] = {"a4": [], "letter": []}
    for job, chunks in lay_out(choose_jobs([game], papers), report=lambda job: None):
        for chunk, errors in chunks:
            assert chunk
            assert errors == ()
            (page,) = chunk.document.pages
            groups = [
                one for one in list_all(Group, page.shapes) if one.region and one.region.area == "front"
            ]
            sides[job.paper.id] += (shape for group in groups for shape in group.shapes)
    assert len(sides["a4"]) == 300
    assert all(map(is_, *sides.values()))
