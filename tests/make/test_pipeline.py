"""A run is laid out part by part, and stands or falls as a whole."""

import multiprocessing
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from generator.backends.formats import Format
from generator.errors import LayoutError, PartErrors, Problem
from generator.layout.imposition.pieces import Chunk
from generator.layout.press import LayoutFindings
from generator.make.jobs import files, processes
from generator.make.jobs.files import name_page
from generator.make.jobs.jobs import Choices, Job, ReadGame, Run, choose_jobs
from generator.make.pipeline import make
from generator.make.preflight import check_jobs
from generator.model.kit import Part
from generator.model.printing.printing import FileOptions, Paper, Printing
from generator.scene.shapes import Document, Page

Papers = dict[str, Paper]


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Layout that needs no fonts: three pages a booklet, one a sheet; what is laid out is noted."""
    laid_out: list[str] = []

    class Press:
        def __init__(
            self,
            kit: object,
            *,
            locale: str,
            fonts: object,
            wordless: object,
            findings: LayoutFindings,
            palette: object,
        ) -> None:
            self.locale = locale
            self.findings = findings
            laid_out.append(f"press {locale}")

    def lay_out_chunks(
        press: Press,
        part: Part,
        *,
        paper: Paper,
        copies: int,
        names: tuple[str, ...],
        printing: Printing,
        destination: None,
        printer: None,
        first: tuple[int, ...],
    ) -> Iterator[Chunk]:
        laid_out.append(f"{part.id} {press.locale} {paper.id} {copies} {','.join(names)}".rstrip())
        if part.id == "large_groups":
            raise LayoutError(part.id, "does not fit", over_mm=3, paper=paper.name)
        pages = 1 if part.id == "sheet" else 3
        for number in range(pages):
            if part.id == "rules" and paper.id == "letter":
                thing = f"page {number + 1}"
                press.findings.add(LayoutError(thing, "does not fit", over_mm=3, paper=paper.name))
            if part.id == "sheet":
                press.findings.warn("the sheet looks soft")
            laid_out.append(f"page {number + 1}")
            yield Chunk(Document((Page(paper.width, paper.height, ()),), "", "en"), number, pages)

    monkeypatch.setattr(files, "make_press", Press)
    monkeypatch.setattr(files, "lay_out_chunks", lay_out_chunks)
    return laid_out


def write(document: Document, page: int | None, options: FileOptions) -> bytes:
    return f"page {page} of {len(document.pages)}".encode()


PLAIN = Format(name="plain", extension="txt", per_page=False, write=write)
PAGES = Format(name="pages", extension="svg", per_page=True, write=write)


def run(game: ReadGame, papers: Papers, folder: Path, *parts: str, **named: object) -> Run:
    jobs = choose_jobs([game], papers, part_names=parts, locale_names=["en"], paper_names=["a4"])
    return Run(jobs, (PLAIN, PAGES), Choices(folder=folder, **named))


def test_each_format_gets_its_files(game: ReadGame, papers: Papers, tmp_path: Path) -> None:
    """A format for documents writes one file, one for pages a file each; jobs are told in order."""
    told: list[Job] = []
    outcome = make(run(game, papers, tmp_path, "sheet", "rules"), report=told.append)
    assert [str(job) for job in told] == ["small-game/sheet-en-a4", "small-game/rules-en-a4"]
    written = {path.name: path.read_bytes() for path in outcome.written}
    assert written == {
        "sheet-en-a4.txt": b"page None of 1",
        "sheet-en-a4.svg": b"page 0 of 1",
        "rules-en-a4.txt": b"page None of 3",
        "rules-en-a4-1.svg": b"page 0 of 1",
        "rules-en-a4-2.svg": b"page 0 of 1",
        "rules-en-a4-3.svg": b"page 0 of 1",
    }


def test_warnings_of_files_and_layout_fail_nothing(game: ReadGame, papers: Papers, tmp_path: Path) -> None:
    """The outcome has the warnings of the kit, then those of the pages, each once."""
    kit = replace(game.kit, warnings=(Problem("deck.csv", 1, 4, "", "nothing reads the column `qty`"),))
    order = run(replace(game, kit=kit), papers, tmp_path, "sheet", "rules")
    outcome = make(order, report=lambda job: None)
    unread = "deck.csv:1:4: nothing reads the column `qty`"
    assert [*map(str, outcome.warnings)] == [unread, "the sheet looks soft"]
    found = check_jobs(order.jobs, report=lambda job: None)
    assert [{*map(str, one.notices)} for one in found] == [{unread, "the sheet looks soft"}, {unread}]
    assert not any(one.is_wrong for one in found)


def test_a_part_that_fails_fails_the_run(
    game: ReadGame, papers: Papers, tmp_path: Path, stand_ins: list[str]
) -> None:
    """All parts are tried and all failures named; nothing is written, not even what was fine."""
    jobs = choose_jobs([game], papers, locale_names=["en"])
    whole = Run(jobs, (PLAIN,), Choices(folder=tmp_path / "output"))
    with pytest.raises(PartErrors) as caught:
        make(whole, report=lambda job: None)
    assert [part for part, _ in caught.value.failures] == [
        *["small-game/rules-en-letter"] * 3,
        "small-game/large-groups-en-a4",
        "small-game/large-groups-en-letter",
    ]
    assert "small-game/rules-en-letter: page 2 on Letter: does not fit (by 3.0 mm)\n" in str(caught.value)
    assert len([line for line in stand_ins if not line.startswith("p")]) == len(jobs)
    assert not (tmp_path / "output").exists()


def test_errors_have_the_same_order_in_several_processes(
    game: ReadGame, papers: Papers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each failure and each warning once, whichever process was first; here all of them copy this one."""
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("this system has no fork")
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    monkeypatch.setattr(processes, "PATIENCE", 0.0)
    whole = Run(choose_jobs([game], papers), (PLAIN, PAGES), Choices(folder=tmp_path / "output"))
    told = []
    for number in (1, 2, 5):
        with pytest.raises(PartErrors) as caught:
            make(whole, report=lambda job: None, processes=number)
        told.append([(part, str(error)) for part, error in caught.value.failures])
    assert len(told[0]) == 10
    assert told[0] == told[1] == told[2]
    assert not (tmp_path / "output").exists()
    fine = replace(whole, jobs=tuple(job for job in whole.jobs if job.part.id == "sheet"))
    (warning,) = make(fine, report=lambda job: None, processes=2).warnings
    assert str(warning) == "the sheet looks soft"


def test_names_and_copies_are_for_sheets(
    game: ReadGame, papers: Papers, tmp_path: Path, stand_ins: list[str]
) -> None:
    """A booklet comes once and without names, however many players there are."""
    make(
        run(game, papers, tmp_path, "sheet", "rules", names=("Ana", "Bo"), copies=2), report=lambda job: None
    )
    laid_out = [line for line in stand_ins if not line.startswith("page")]
    assert laid_out == ["press en", "sheet en a4 2 Ana,Bo", "rules en a4 1"]


def test_each_page_is_written_before_the_next_is_laid_out(
    game: ReadGame, papers: Papers, tmp_path: Path, stand_ins: list[str]
) -> None:
    """No more than a chunk of a document is ever kept, however many pages it has."""

    class Writer:
        def add(self, document: Document) -> None:
            stand_ins.append(f"written {len(document.pages)}")

        def finish(self) -> bytes:
            return b"all"

    form = Format(name="bit", extension="bit", per_page=False, write=write, begin=lambda options: Writer())
    make(replace(run(game, papers, tmp_path, "rules"), formats=(form,)), report=lambda job: None)
    assert stand_ins[2:] == ["page 1", "written 1", "page 2", "written 1", "page 3", "written 1"]


def test_a_press_is_kept_for_its_language(game: ReadGame, papers: Papers, stand_ins: list[str]) -> None:
    """What was shaped for one part is not shaped again for the next: one press a language."""
    check_jobs(choose_jobs([game], papers), report=lambda job: None)
    assert [line for line in stand_ins if line.startswith("press")] == ["press en", "press pt-BR"]


def test_check_finds_every_failure_and_counts_pages(game: ReadGame, papers: Papers) -> None:
    """Each job has a finding: its pages, and its errors."""
    findings = check_jobs(choose_jobs([game], papers, locale_names=["en"]), report=lambda job: None)
    found = {
        finding.job.stem: (finding.pages, *(str(each) for each in finding.notices if each.is_error))
        for finding in findings
    }
    assert found["sheet-en-a4"] == (1,)
    assert found["rules-en-a4"] == (3,)
    pages = [
        f"small-game/rules-en-letter: page {number} on Letter: does not fit (by 3.0 mm)"
        for number in (1, 2, 3)
    ]
    assert found["rules-en-letter"] == (3, *pages)
    assert found["large-groups-en-a4"] == (
        0,
        "small-game/large-groups-en-a4: large_groups on A4: does not fit (by 3.0 mm)",
    )
    assert len(found) == 6


@pytest.mark.parametrize(
    ("pages", "first", "last"),
    [(1, "a.svg", "a.svg"), (9, "a-1.svg", "a-9.svg"), (100, "a-001.svg", "a-100.svg")],
)
def test_numbers_of_pages_sort(pages: int, first: str, last: str) -> None:
    """One page has no number; others have as many digits as the last one."""
    names = [name_page("a", "svg", page, pages) for page in range(pages)]
    assert (names[0], names[-1], len(names)) == (first, last, pages)
    assert names == sorted(names)
