"""Each kind of single change that breaks a rule is found, in finished sheets and in logs."""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import DataError, Wrong
from generator.games.fight_the_virus.scoring import make_form, parse_research, parse_sheet_marks
from generator.model.played import GameLog
from generator.play.contracts.samples import play_moves
from generator.rules.core import AmbiguousMove, Sentence, UnreadableMove
from generator.rules.form import EntryRows, Keys, write_log
from tests.games.damaged_logs import damage, is_legal
from tests.games.fight_the_virus.mutations import CHANGES
from tests.games.fight_the_virus.sheets import (
    GAME,
    NAMES,
    data,
    found,
    play_by_chance,
    play_well,
    rules,
    say,
    score,
)
from tests.samples import count_examples, proves_all, sample

GAMES = 60 if proves_all() else 24


@pytest.mark.parametrize("kind", sorted(CHANGES))
def test_each_kind_of_change_is_found(kind: str) -> None:
    """In every game where there is something to change: the rule that was broken, and no other player."""
    change, expected = CHANGES[kind]
    tried = 0
    for seed in range(GAMES):
        chance = random.Random(seed)
        states = play_well(seed % 30) if seed % 2 else play_by_chance(seed % 30)
        sheets = list(states[-1 if seed % 4 else len(states) * 2 // 3].sheets)
        number = chance.randrange(len(sheets))
        changed = change(sheets[number], chance)
        if changed is None:
            continue
        tried += 1
        sheets[number] = changed
        report = score(say(*sheets))
        assert report.verdict == "illegal", say(*sheets)
        assert set(found(report)) & expected, (found(report), say(*sheets))
        assert {fault.player for fault in report.faults} == {NAMES[number]}
        assert report.winners == ()
    assert tried >= GAMES // 12


@cache
def blank() -> str:
    """The file of two empty sheets."""
    return say(*play_by_chance(1)[0].sheets)


def swap(before: str, after: str) -> Callable[[str], str]:
    """Change the first place of a file."""
    return lambda text: text.replace(before, after, 1)


TYPOS: dict[str, Callable[[str], str]] = {
    "a row too many": swap("      | . . . . . .\n", "      | . . . . . .\n      | . . . . . .\n"),
    "a row too few": swap("      | . . . . . .\n", ""),
    "a square too many": swap("      | . . . . . .\n", "      | . . . . . . .\n"),
    "a square too few": swap("      | . . . . . .\n", "      | . . . . .\n"),
    "no blanks between": swap("      | . . . . . .\n", "      | ......\n"),
    "a tab": swap("      | . . . . . .\n", "      | .\t. . . . .\n"),
    "a letter in testing": swap("      | . . . . . .\n", "      | . . q . . .\n"),
    "400 digits": swap("      | . . . . . .\n", f"      | . . {'7' * 400} . . .\n"),
    "a zero": swap("      | . . . . . .\n", "      | . . 0 . . .\n"),
    "a field too many": swap("." * 21, "." * 22),
    "a field too few": swap("." * 21, "." * 20),
    "a mark of no field": swap("." * 21, "z" + "." * 20),
    "no progress": swap(f'progress: "{"." * 21}"', "progress:"),
    "research 13": swap("research: 0", "research: 13"),
    "research in words": swap("research: 0", "research: six"),
    "research in 400 digits": swap("research: 0", f"research: {'1' * 400}"),
    "no research": swap("    research: 0\n", ""),
    "an area that is not there": swap("    curve: |", "    curves: |"),
    "a name that is misspelt": swap("  Bo:\n", "  Boo:\n"),
    "a player without a sheet": lambda text: text + "  Cai:\n",
    "a list of sheets": lambda text: "game: fight_the_virus\nsheets: [Ana, Bo]\n",
    "nothing at all": lambda text: "game: fight_the_virus\nsheets:\n",
}


@pytest.mark.parametrize("kind", sorted(TYPOS))
def test_each_kind_of_typing_error_is_told(kind: str) -> None:
    """As what cannot be read, with the line where it stands and what would be right."""
    damaged = TYPOS[kind](blank())
    assert damaged != blank()
    with pytest.raises(DataError) as caught:
        score(damaged)
    changed = [
        number
        for number, (one, other) in enumerate(zip(damaged.split("\n"), blank().split("\n"), strict=False), 1)
        if one != other
    ]
    problems = caught.value.problems
    lines = [problem.line for problem in problems]
    assert all(problem.line > 0 and len(str(problem)) < 500 for problem in problems)
    if kind in (
        "a square too many",
        "a tab",
        "a letter in testing",
        "a zero",
        "a field too many",
        "research 13",
    ):
        assert lines == [changed[0]]


def test_the_column_of_a_wrong_mark_is_told() -> None:
    """That of the mark itself, in the file."""
    damaged = TYPOS["a letter in testing"](blank())
    with pytest.raises(DataError) as caught:
        score(damaged)
    (problem,) = caught.value.problems
    line = damaged.split("\n")[problem.line - 1]
    assert line[problem.column - 1] == "q"


def test_windows_line_ends_and_a_byte_order_mark_are_fine() -> None:
    """They are what editors of that system write."""
    text = say(*play_well(1)[-1].sheets)
    assert score("\ufeff" + text.replace("\n", "\r\n")).scores == score(text).scores


def test_indentation_and_capitals_of_marks_do_not_matter() -> None:
    """Only the marks of a row count, in their order."""
    text = blank().replace("      |      .\n", "      | .\n", 1).replace("." * 21, "OX" + "." * 19, 1)
    assert text != blank()
    assert "progress.fields" in found(score(text))


@pytest.mark.parametrize("kind", ["dropped", "doubled", "swapped", "by somebody else", "mistyped"])
def test_damaged_logs_are_found(kind: str) -> None:
    """Where the rules do not allow what it now says; else it is another legal game, or part of one."""
    chance = random.Random(kind)
    lines = [each.line for each in play_moves(rules(), NAMES[:2], setup={}, seed=1)]
    counted: Counter[bool] = Counter()
    for place in sample(range(len(lines)), 20, key=kind):
        damaged = damage(lines, kind, place, chance, players=NAMES[:2], letters="abcdefghi 0123456789+")
        if damaged == lines or any(not line.words.strip() for line in damaged):
            continue
        report = score(write_log(GameLog(GAME, NAMES[:2], tuple(damaged))))
        legal = is_legal(rules(), NAMES[:2], {}, damaged)
        assert (report.verdict == "proved") == legal, (kind, place)
        counted[legal] += 1
    assert counted[False] > (0 if kind == "swapped" else sum(counted.values()) // 4)


def parse_row(area: str, text: str, squares: int) -> tuple[str, ...]:
    form = make_form(data()).each
    assert isinstance(form, Keys)
    rows = form.shapes[area]
    assert isinstance(rows, EntryRows)
    return rows.parse_row(text, squares)


MARKS = st.text("abzAZ#.o123456789 |\t/x-0", max_size=30)


@given(
    st.sampled_from(["analysis", "testing", "curve"]),
    st.one_of(MARKS, st.text(max_size=30)),
    st.integers(1, 9),
)
@settings(max_examples=count_examples(400))
def test_any_row_is_read_or_refused(area: str, text: str, squares: int) -> None:
    """What is read has a mark for each square, and says the same when it is written again."""
    try:
        marks = parse_row(area, text, squares)
    except Wrong as problem:
        column = problem.position
    else:
        column = 0
        assert len(marks) == squares
        assert parse_row(area, f"  | {' '.join(marks)}", squares) == marks
    assert 0 <= column <= len(text)


@given(st.one_of(st.text("xo/. XO", max_size=25), st.text(max_size=25)))
@settings(max_examples=count_examples(300))
def test_any_fields_are_read_or_refused(text: str) -> None:
    """21 marks, whatever blanks there are."""
    try:
        marks = parse_sheet_marks(text, "xo/.", 21, Sentence("tally.form.progress"))
    except Wrong as problem:
        column = problem.position
    else:
        column = 0
        assert len(marks) == 21
        assert parse_sheet_marks(marks, "xo/.", 21, Sentence("tally.form.progress")) == marks
    assert 0 <= column <= len(text)


@given(st.one_of(st.text("xX., 0123456789", max_size=30), st.text(max_size=20)))
@settings(max_examples=count_examples(300))
def test_any_research_is_read_or_refused(text: str) -> None:
    """Twelve numbers, each crossed out or not."""
    try:
        crossed = parse_research(text, data().research.numbers)
    except Wrong as problem:
        column = problem.position
    else:
        column = 0
        marks = "".join("x" if each else "." for each in crossed)
        assert parse_research(marks, data().research.numbers) == crossed
    assert 0 <= column <= len(text)


@given(st.text("abcdef12345 6+=.#|\n:o/xnhij", max_size=120))
@settings(max_examples=count_examples(200))
def test_any_sheet_is_scored_or_refused(text: str) -> None:
    """Nothing else can come of a file with any text in the place of an area."""
    damaged = blank().replace("      | . . . . . .\n", f"      | {text}\n", 1)
    try:
        lines = [fault.line for fault in score(damaged).faults]
    except DataError as error:
        lines = [problem.line for problem in error.problems]
    assert all(line >= 0 for line in lines)


@given(st.one_of(st.text("analysietchbogwdkp 0123456789+=rul", max_size=30), st.text(max_size=30)))
@settings(max_examples=count_examples(500, share=8))
def test_any_words_of_a_move_are_read_or_refused(words: str) -> None:
    """What is read has a text that is read alike."""
    state = play_well(2)[30]
    for actor in ("Ana", "nature"):
        try:
            move = rules().parse(state, actor, words)
        except (UnreadableMove, AmbiguousMove):
            continue
        assert rules().parse(state, actor, move.text) == move
