"""A conversation of several people: one answer after the other, and each is kept before it is shown."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from generator.errors import OutputError
from generator.output import LineLog
from generator.play.walks.talk import RefusedMove, Reply, SharedTalk, StaleAnswer, Talk
from generator.play.walks.walkthrough import WalkFile, start_walk
from generator.rules.core import NATURE, RulesError
from generator.rules.form import write_log
from tests import played

Reports = list[tuple[int, int]]


def share(path: Path, game: str, *, kinds: tuple[str, ...] = ()) -> tuple[SharedTalk, Reports]:
    """A game of two, and the number of entries before and after each report."""
    walk = start_walk(played.game(game), ("Ana", "Bo"), {})
    file = WalkFile(LineLog(path))
    file.save(walk)
    reports: Reports = []
    talk = Talk(walk, played.kit(game).wordings["en"], frozenset(kinds), seed=4)

    def report(before: Talk, after: Talk) -> None:
        assert path.read_text("utf-8") == write_log(after.walk.log), "it is on the disk before"
        reports.append((len(before.walk.log.lines), len(after.walk.log.lines)))

    return SharedTalk(talk, file, report), reports


def move(actor: str, words: str) -> Callable[[Talk], Reply]:
    return lambda talk: talk.take(actor, words)


def words(shared: SharedTalk) -> list[str]:
    return [f"{line.actor}: {line.words}" for line in shared.now[1].walk.log.lines]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.yaml"


def test_the_first_of_two_answers_counts(path: Path) -> None:
    """The second of two answers to a question is refused and changes nothing."""
    shared, reports = share(path, "pox")
    shared.answer(0, NATURE, move(NATURE, "spread north"))
    with pytest.raises(StaleAnswer):
        shared.answer(0, NATURE, move(NATURE, "spread east"))
    shared.answer(1, "Ana", move("Ana", "vaccinate e5"))
    with pytest.raises(StaleAnswer):
        shared.answer(1, "Ana", move("Ana", "vaccinate e4"))
    with pytest.raises(StaleAnswer):
        shared.answer(7, "Ana", move("Ana", "vaccinate e4"))
    assert words(shared) == ["nature: spread north", "Ana: vaccinate e5"]
    assert reports == [(0, 1), (1, 2)]


def test_everybody_marks_an_own_sheet(path: Path) -> None:
    """Entries of others do not make an answer stale, but the dice are rolled once."""
    shared, _ = share(path, "fight_the_virus")
    shared.answer(0, NATURE, move(NATURE, "3 4"))
    with pytest.raises(StaleAnswer):
        shared.answer(0, NATURE, move(NATURE, "3 4"))
    for actor, mark in (("Ana", "4 testing a1"), ("Bo", "3 testing a1")):
        assert isinstance(shared.answer(1, actor, move(actor, mark)), Talk)
    with pytest.raises(StaleAnswer):
        shared.answer(1, "Ana", move("Ana", "done"))
    shared.answer(2, "Ana", move("Ana", "done"))
    assert words(shared) == ["nature: 3 4", "Ana: 4 testing a1", "Bo: 3 testing a1", "Ana: done"]


def test_an_own_mark_is_taken_back(path: Path) -> None:
    """Players take back their own entry after those of others, unless their page showed another one."""
    shared, reports = share(path, "fight_the_virus")
    for after, actor, mark in ((0, NATURE, "3 4"), (1, "Ana", "4 testing a1"), (1, "Bo", "3 testing a1")):
        shared.answer(after, actor, move(actor, mark))
    with pytest.raises(StaleAnswer):
        shared.undo(2, "")
    shared.undo(2, "Ana")
    assert words(shared) == ["nature: 3 4", "Bo: 3 testing a1"]
    assert reports[-1] == (3, 2)
    shared.undo(4, "")
    assert words(shared) == ["nature: 3 4"]
    with pytest.raises(StaleAnswer):
        shared.answer(3, "Bo", move("Bo", "done"))
    shared.undo(5, "")
    shared.undo(6, "")
    assert words(shared) == []
    assert shared.now[0] == 6, "nothing was left to take back"


def test_a_refused_answer_changes_nothing(path: Path) -> None:
    """An answer that is refused changes nothing, not even the version."""
    shared, reports = share(path, "pox")
    shared.answer(0, NATURE, move(NATURE, "spread north"))
    assert isinstance(shared.answer(1, "Ana", move("Ana", "vaccinate g2")), RefusedMove)
    assert shared.now[0] == 1
    assert len(reports) == 1


def test_the_program_draws_by_itself(path: Path) -> None:
    """The program draws at the start and after each turn, one entry for each draw."""
    shared, reports = share(path, "pox", kinds=("cards",))
    shared.begin()
    assert len(words(shared)) == 1
    (actor,) = shared.now[1].walk.actors
    while shared.now[1].walk.actors == (actor,):
        version, talk = shared.now
        shared.answer(version, actor, move(actor, talk.walk.moves(actor)[-1]))
    assert words(shared)[-1].startswith("nature: ")
    assert reports == [(number, number + 1) for number in range(len(reports))]


def test_news_are_what_must_be_laid_out(path: Path) -> None:
    """News are the draws after an answer and, for a player, their own entry before them."""
    shared, _ = share(path, "fight_the_virus")
    for after, actor, mark in ((0, NATURE, "3 4"), (1, "Ana", "4 testing a1"), (1, "Bo", "3 testing a1")):
        shared.answer(after, actor, move(actor, mark))
    for player, news in (("", ["Bo"]), ("Ana", ["Ana", "Bo"]), ("Bo", ["Bo"])):
        assert [entry.line.actor for entry in shared.list_news(player)] == news
    shared.undo(3, "")
    assert shared.list_news() == ()
    drawn, _ = share(path.with_name("drawn.yaml"), "pandemic", kinds=("cards",))
    drawn.begin()
    assert len(drawn.list_news()) == len(words(drawn)) > 9


def test_a_disk_that_refuses_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that was not saved can be made again."""
    shared, reports = share(path, "pox")
    shared.answer(0, NATURE, move(NATURE, "spread north"))

    def refuse(number: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", refuse)
        with pytest.raises(OutputError, match="the disk is full"):
            shared.answer(1, "Ana", move("Ana", "vaccinate e5"))
    assert words(shared) == ["nature: spread north"]
    shared.answer(1, "Ana", move("Ana", "vaccinate e5"))
    assert len(reports) == 2


def test_what_others_need_is_not_taken_back(path: Path) -> None:
    """The reason is the rule that a later move would break, and nothing changes."""
    shared, _ = share(path, "pandemic", kinds=("cards",))
    shared.begin()
    (version, talk), bo = shared.now, "Bo"
    talk = talk.play("Ana", talk.walk.moves("Ana")[0])
    with pytest.raises(RulesError):
        talk.walk.undo_line(1)
    with pytest.raises(StaleAnswer):
        shared.undo(version + 1, bo)


def test_many_threads_at_once(path: Path) -> None:
    """Of many answers at once, one is taken, and the file has it once."""
    shared, _ = share(path, "pox")
    taken: list[str] = []

    def answer(direction: str) -> None:
        try:
            shared.answer(0, NATURE, move(NATURE, f"spread {direction}"))
        except StaleAnswer:
            return
        taken.append(f"nature: spread {direction}")

    threads = [Thread(target=answer, args=(each,)) for each in ("north", "south", "east", "west") * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert taken == words(shared)
