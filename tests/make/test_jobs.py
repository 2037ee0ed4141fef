"""Names of parts, locales and papers become jobs, and unknown ones are told all at once."""

from dataclasses import replace

import pytest

from generator.errors import UnknownName
from generator.make.jobs.jobs import Job, ReadGame, choose_jobs, join_pieces
from generator.model.elements.template import Template
from generator.model.kit import Deck, Form, Piece, PieceSet
from generator.model.printing.printing import Paper

Papers = dict[str, Paper]


def test_all_is_everything_there_is(game: ReadGame, papers: Papers) -> None:
    """Each part in each locale on each paper is one job, in the kit's order."""
    jobs = choose_jobs([game], papers)
    assert len(jobs) == 3 * 2 * 2
    assert [str(job) for job in jobs[:3]] == [
        "small-game/sheet-en-a4",
        "small-game/sheet-en-letter",
        "small-game/sheet-pt-BR-a4",
    ]
    assert str(jobs[-1]) == "small-game/large-groups-pt-BR-letter"


def test_dashes_and_case_do_not_matter(game: ReadGame, papers: Papers) -> None:
    """What stands in file names may be typed, as may what stands in the data."""
    names = {"part_names": ["Large-Groups"], "locale_names": ["PT_br"], "paper_names": ["A4"]}
    (job,) = choose_jobs([game], papers, **names)
    assert str(job) == "small-game/large-groups-pt-BR-a4"


def test_a_name_given_twice_counts_once(game: ReadGame, papers: Papers) -> None:
    """`--paper a4,A4` is one paper, so that no file is written twice."""
    jobs = choose_jobs([game], papers, paper_names=["a4", "A4"], locale_names=["en"], part_names=["rules"])
    assert len(jobs) == 1


def test_every_unknown_name_is_told_with_its_nearest(game: ReadGame, papers: Papers) -> None:
    """One run tells all names that nobody has, each with the names there are."""
    with pytest.raises(UnknownName) as caught:
        choose_jobs(
            [game],
            papers,
            part_names=["rulez", "sheet"],
            locale_names=["all", "klingon"],
            paper_names=["a44", "folio"],
        )
    others = "or the sides of any other, such as 330x483mm"
    assert str(caught.value).splitlines() == [
        "unknown part 'rulez' (did you mean 'rules'?); available: sheet, rules, large_groups",
        f"unknown paper 'a44' (did you mean 'a4'?); available: a4, letter, {others}",
        f"unknown paper 'folio'; available: a4, letter, {others}",
        "small-game: unknown language 'klingon'; available: en, pt-BR",
    ]


def test_a_game_is_made_for_its_papers(game: ReadGame, papers: Papers) -> None:
    """A game that names its papers has those for `all`; another one is tried when it is named."""
    small = replace(game, kit=replace(game.kit, papers=("letter",)))
    assert {job.paper.id for job in choose_jobs([small], papers)} == {"letter"}
    assert {job.paper.id for job in choose_jobs([small], papers, paper_names=["a4"])} == {"a4"}


def test_a_part_of_one_game_leaves_the_others_out(game: ReadGame, papers: Papers) -> None:
    """A part needs one game that has it; a locale must be known to every game."""
    kit = game.kit
    english = {"en": kit.wordings["en"]}
    other = replace(game, kit=replace(kit, id="other", parts=kit.parts[1:], wordings=english))
    jobs = choose_jobs([game, other], papers, part_names=["sheet"], locale_names=["en"])
    assert {job.game.kit.id for job in jobs} == {"small_game"}
    with pytest.raises(UnknownName, match="other: unknown language 'pt-br'"):
        choose_jobs([game, other], papers, locale_names=["pt-BR"])


def deck(name: str) -> Deck:
    """Three cards of one form."""
    return Deck(name, Form(63, 88), (Piece("card", {"id": "card"}, "front", count=3),))


def test_sets_with_like_backs_are_joined(game: ReadGame, papers: Papers) -> None:
    """One file for all that is turned over alike, where the first of them stood; the rest stays as it is."""
    sets = (
        PieceSet("cards", "t", (deck("cards"),), {}),
        PieceSet("chips", "t", (deck("chips"),), {}, backs="none"),
        PieceSet("roles", "t", (deck("roles"),), {}),
    )
    whole = replace(game, kit=replace(game.kit, parts=(game.kit.parts[0], *sets)))
    jobs = choose_jobs([whole], papers, paper_names=["a4"])
    together = join_pieces(jobs)
    assert sorted(str(job) for job in together if job.locale == "en") == [
        "small-game/chips-en-a4",
        "small-game/pieces-en-a4",
        "small-game/sheet-en-a4",
    ]
    joined = next(job.part for job in together if job.part.id == "pieces")
    assert isinstance(joined, PieceSet)
    assert [deck.id for deck in joined.decks] == ["cards", "roles"]
    assert len(together) == 6


def test_parts_that_share_sheets_keep_their_templates(game: ReadGame, papers: Papers) -> None:
    """Two decks may each have a template `front`: both are drawn as alone, one of them by another id."""
    jobs, shared = [], Template("shared", ())
    for name in ("day", "night"):
        look = Template(name, ())
        deck = Deck(name, Form(60, 90), (Piece("rose", {"id": "rose"}, "front", "shared"),))
        part = PieceSet(name, "t", (deck,), {"front": look, "shared": shared})
        jobs.append(Job(game, part, "en", papers["a4"]))
    (joined,) = join_pieces(jobs)
    assert isinstance(joined.part, PieceSet)
    looks = [joined.part.templates[piece.front] for piece in joined.part.pieces]
    assert looks == [job.part.templates["front"] for job in jobs if isinstance(job.part, PieceSet)]
    assert {piece.back for piece in joined.part.pieces} == {"shared"}
    assert set(joined.part.templates) == {"front", "night.front", "shared"}
