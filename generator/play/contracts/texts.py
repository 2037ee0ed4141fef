"""Promises of texts: each message of the rules has a text, and a value for each of its placeholders."""

from collections.abc import Iterator

from generator.errors import list_briefly
from generator.model.texts.wordings import Wording
from generator.play.contracts.trial import BrokenPromise, Trial
from generator.rules.core import Outcome, Sentence


def list_wrong_texts(trial: Trial) -> Iterator[BrokenPromise]:
    """Yield missing texts, and texts with placeholders for which the rules give no value."""
    wording = trial.game.kit.wordings["en"]
    missing: dict[str, None] = {}
    wrong: dict[str, str] = {}
    for sentence in dict.fromkeys(_list_sentences(trial)):
        for each in _list_all(sentence):
            if each.key not in wording:
                missing[each.key] = None
            elif lacking := list_lacking(each, wording):
                wrong[each.key] = list_briefly(f"{{{name}}}" for name in lacking)
    if wrong:
        listed = list_briefly(f"`{key}` has {names}" for key, names in wrong.items())
        yield BrokenPromise(f"texts have placeholders for which the rules give no values: {listed}")
    elif missing:
        keys = list_briefly(f"`{key}`" for key in missing)
        yield BrokenPromise(
            f"texts are missing in wording/en.yaml, so their keys are shown: {keys}", is_error=False
        )


def list_lacking(sentence: Sentence, wording: Wording) -> tuple[str, ...]:
    """Return the placeholders of a text that have no value."""
    return tuple(name for name in wording.message(sentence.key).names if name not in sentence.values)


def _list_sentences(trial: Trial) -> Iterator[Sentence]:
    rules = trial.rules
    for game in trial.random_games if trial.game.has_moves else ():
        for each in game.moves:
            yield from each.step.events
        end = game.states[-1]
        outcome = rules.outcome(end)
        if isinstance(outcome, Outcome):
            yield Sentence.of_rule(outcome.rule)
        for player in game.players:
            score = rules.score(end, player)
            yield from (line.label for each in score.rounds for line in each.lines)
            yield from filter(None, (score.note,))


def _list_all(sentence: Sentence) -> Iterator[Sentence]:
    """Yield a message, and the messages among its values."""
    yield sentence
    for value in sentence.values.values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Sentence):
                yield from _list_all(each)
