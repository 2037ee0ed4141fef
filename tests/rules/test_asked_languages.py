"""Dialogs of `petri score` in every language: questions, defaults, and errors."""

import re
from collections.abc import Sequence

import pytest

from generator.model.texts.wordings import Wording
from generator.rules.core import OptionQuestion, Question, Sentence
from generator.rules.form import AnyScoring
from generator.rules.notation import list_words
from tests import played

GAMES = ("pox", "fight_the_virus", "virus_and_co", "pandemic")
WRONG = (
    "xyzzy",
    "san 3",
    "99 99",
    "x" * 30,
    "a, a",
    "4 4+i i2 i3",
    "diagnose=Zoe",
    "1 2 3 4 5 6 7",
    "?\t!",
)
"""Answers that most questions cannot take; some take some of them."""
NAMES = {"Ana", "Bo", "Cleo"}


def ask_wrongly(scoring: AnyScoring, questions: Sequence[OptionQuestion], most: int = 60) -> list[Sentence]:
    """Answer each question wrongly in several ways, then with its default; return what was said."""
    said: list[Sentence] = []
    asking = scoring.ask(questions)
    question: Question = next(asking)
    for _ in range(most):
        said.append(question.text)
        try:
            if question.text.key == "tally.ask.players":
                for wrong in ("Ana", "Ana, Ana, Bo", ",".join(map(str, range(20)))):
                    question = asking.send(wrong)
                    said += [question.problem] if question.problem else []
                    if not question.problem:
                        break
                else:
                    question = asking.send("Ana, Bo, Cleo")
                continue
            for wrong in WRONG:
                question = asking.send(wrong)
                if question.problem is None:
                    break
                said.append(question.problem)
            else:
                question = asking.send("")
        except StopIteration:
            break
    return said


def list_vocabulary(wording: Wording) -> set[str]:
    return set(list_words(" ".join(wording.sentences.values())))


def list_foreign_words(text: str, known: set[str], foreign: set[str]) -> set[str]:
    """Return words of four letters or more that occur in other languages, but nowhere in this one."""
    typed = {word for wrong in WRONG for word in list_words(wrong)} | {name.lower() for name in NAMES}
    words = {word for word in list_words(text) if len(word) > 3 and not re.search(r"\d", word)}
    return (words & (foreign - known)) - typed


@pytest.mark.parametrize("game", GAMES)
def test_a_dialog_has_no_word_of_another_language(game: str) -> None:
    """Not in its questions, defaults, hints, or errors."""
    each = played.game(game)
    assert each.scoring is not None
    said = ask_wrongly(each.scoring, tuple(each.companion.questions))
    wordings = each.kit.wordings
    words = {locale: list_vocabulary(wording) for locale, wording in wordings.items()}
    for locale, wording in wordings.items():
        others = {word for key, own in words.items() if key != locale for word in own}
        for text in {sentence.format(wording) for sentence in said}:
            assert not list_foreign_words(text, words[locale], others), f"{locale}: {text}"
            assert not re.search(r"[`{}]|\w_\w", text), f"{locale}: {text}"
    assert len({sentence.key for sentence in said}) > 3


@pytest.mark.parametrize(
    ("game", "key", "typed", "value"),
    [
        ("pox", "difficulty", "Hühnersuppe", "chicken_soup"),
        ("pox", "difficulty", "caldo de pollo", "chicken_soup"),
        ("pox", "difficulty", "CHICKEN SOUP", "chicken_soup"),
        ("pox", "strict_chip_limit", "ja", "yes"),
        ("pandemic", "difficulty", "Heldenhaft", "heroic"),
        ("pandemic", "consent", "wird erfragt", "asked"),
        ("virus_and_co", "length", "2", "2"),
        ("pox", "difficulty", "Suppe", "Suppe"),
        ("pox", "colour", "blue", "blue"),
    ],
)
def test_options_of_files_have_values_in_every_language(game: str, key: str, typed: str, value: str) -> None:
    """In files, names are complete; unknown values stay as they are, and are reported."""
    assert played.game(game).read_options({key: typed}) == {key: value}
