"""Promises of forms: their marks survive a round trip through a score file."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

from generator.errors import DataError, RulesError, list_briefly
from generator.model.played import Laid, LaidPart, Mark, PenMark, Position, Takes, TokenMark
from generator.model.values import dataclass, replace
from generator.play.contracts.trial import BrokenPromise, Trial, name_players
from generator.play.paper.forms import Filled, read_filled_position
from generator.play.paper.score import Referee, Report
from generator.play.walks.walkthrough import judge_table, list_keys
from generator.read.scores import decode_score, read_score_file
from generator.rules.checked_rules import locate_method
from generator.rules.core import AnyState
from generator.rules.form import AnyForm, list_unfit
from generator.rules.own_code import find_definition, is_ours

_STATES = 40
"""Number of states of each random game that are written on the form."""


@dataclass(frozen=True)
class FormTrial:
    """A form of a game under test."""

    trial: Trial
    form: AnyForm
    positions: int = 60
    """Number of different positions."""

    @cached_property
    def shown(self) -> "tuple[Shown, ...]":
        """Different positions: from random games, during and at the end, or with random marks."""
        return tuple(_list_shown(self))

    @cached_property
    def referee(self) -> Referee:
        """The rules are made once for all files of the form."""
        return Referee(self.trial.game.kit)

    def refer(self, text: str) -> Report:
        return self.referee.score(decode_score(text.encode(), file=_FILE))

    def blame(self, message: str) -> BrokenPromise:
        """Return a promise that the form breaks."""
        kind = type(self.form)
        place = locate_method(self.trial.rules, "restore") if is_ours(kind) else find_definition(kind)
        return BrokenPromise(message, place)


_FILE = "a score file of the form"


@dataclass(frozen=True, slots=True)
class Shown:
    """Position of a state; None if the game has no moves, so that the marks are random."""

    position: Position
    players: tuple[str, ...]
    setup: Mapping[str, str]
    state: AnyState | None = None


def _list_shown(tried: FormTrial) -> Iterable[Shown]:
    trial, form, found = tried.trial, tried.form, dict[Position, Shown]()
    chance = random.Random(1)
    for game in trial.random_games if trial.game.has_moves else ():
        for state in (*chance.sample(game.states, min(len(game.states), _STATES)), game.states[-1]):
            position = keep_taken(form.list_takes(), form.lay_state(state))
            if any(part.laid for part in position.parts):
                found[position] = Shown(position, state.players, form.list_setup(state), state)
        if len(found) >= tried.positions:
            break
    for number in () if trial.game.has_moves else range(tried.positions):
        players = name_players(trial.numbers[number % len(trial.numbers)])
        position = _fill_at_random(form, players, chance)
        found[position] = Shown(position, players, {})
    return found.values()


def keep_taken(takes: Sequence[Takes], position: Position) -> Position:
    """Return the marks that players make; others, such as chips that wait, follow from them."""
    places = {(each.area, place) for each in takes for place in each.places}
    parts = (
        replace(part, laid=tuple(laid for laid in part.laid if (laid.area, laid.place) in places))
        for part in position.parts
    )
    return replace(position, parts=tuple(parts))


def list_lost_marks(tried: FormTrial) -> Iterator[BrokenPromise]:
    """The score file of a position has the same marks, no violations, and the points of the rules."""
    game, form = tried.trial.game, tried.form
    for shown in tried.shown:
        for unfit in list_unfit(form.list_takes(), shown.position):
            yield tried.blame(f"a position has marks that the form does not take: {unfit.message}")
        text = form.write(shown.position, shown.players, shown.setup)
        try:
            report = tried.refer(text)
        except DataError as error:
            yield tried.blame(f"the score file of the form cannot be read: {error}")
            continue
        filled = read_filled_position(decode_score(text.encode()), lambda variant: game)
        before, after = (_list_marks(each) for each in (shown.position, filled.position))
        if _list_marks(keep_taken(form.list_takes(), filled.position)) != before:
            yield tried.blame(f"marks are lost or added in the score file: {_name_marks(before ^ after)}")
        elif filled.write() != text:
            yield tried.blame("a score file of the form is written differently after reading it")
        elif shown.state is not None:
            yield from _compare_with_rules(tried, shown.state, report)
            yield from _compare_resumed(tried, shown, filled)


def _compare_with_rules(tried: FormTrial, state: AnyState, report: Report) -> Iterator[BrokenPromise]:
    rules = tried.trial.rules
    if report.faults or report.verdict != "consistent":
        faults = ", ".join(str(fault.rule) for fault in report.faults)
        yield tried.blame(f"a position of a game that was played by the rules is refused: {faults}")
    elif rules.outcome(state) and not rules.is_shared:
        played = {player: rules.score(state, player).total for player in state.players}
        scored = {player: each.total for player, each in report.scores.items()}
        if played != scored:
            yield tried.blame(f"the form is scored {scored}, but the rules score {played}")


def _compare_resumed(tried: FormTrial, shown: Shown, filled: Filled) -> Iterator[BrokenPromise]:
    """Play that continues from a finished form has its marks, if it can continue."""
    game, scoring = tried.trial.game, tried.form.scoring
    if game.resume is None or scoring is not game.scoring:
        return
    source = decode_score(filled.write().encode())
    file = read_score_file(source, list_keys(game))
    table, _ = judge_table(scoring, file, file.finished)
    with suppress(RulesError):
        position = keep_taken(tried.form.list_takes(), tried.form.lay_state(game.resume(table)))
        differs = _list_marks(position) ^ _list_marks(shown.position)
        if differs:
            yield tried.blame(f"play that continues from a form has other marks: {_name_marks(differs)}")


def list_unknown_places(tried: FormTrial) -> Iterator[BrokenPromise]:
    """Violations of a position with other marks name only players and places of the form."""
    takes = tried.form.list_takes()
    places = {(one.area, place) for one in takes for place in (*one.places, "")}
    chance = random.Random(tried.trial.game.kit.id)
    for shown in tried.shown[: max(1, tried.positions // 2)]:
        for changed in (change_mark(takes, shown.position, chance, shown.players) for _ in range(3)):
            if [*list_unfit(takes, changed)]:
                continue
            for fault in tried.refer(tried.form.write(changed, shown.players, shown.setup)).faults:
                if not {*fault.places} <= places or fault.player not in ("", *shown.players):
                    yield tried.blame(f"`{fault.rule}` has places or players that the form does not have")


FORM_PROMISES: Mapping[str, Callable[[FormTrial], Iterator[BrokenPromise]]] = {
    "a position becomes a score file and comes back": list_lost_marks,
    "a wrong mark is named by its place": list_unknown_places,
}
"""Promises of forms, each with the check that finds its problems."""


def _fill_at_random(form: AnyForm, players: Sequence[str], chance: random.Random) -> Position:
    takes = form.list_takes()
    owners = players if form.each_player else ("",)
    parts = dict.fromkeys(each.part for each in takes)
    position = Position(tuple(LaidPart(part, (), owner) for owner in owners for part in parts))
    for _ in range(chance.randrange(60) if takes else 0):
        changed = change_mark(takes, position, chance, players)
        position = position if [*list_unfit(takes, changed)] else changed
    return position


def change_mark(
    takes: Sequence[Takes], position: Position, chance: random.Random, players: Sequence[str]
) -> Position:
    """Return the position with one mark changed or removed."""
    number = chance.randrange(len(position.parts))
    part = position.parts[number]
    each = chance.choice([one for one in takes if one.part in ("", part.part)] or takes)
    place = chance.choice(each.places)
    kept = tuple(
        laid
        for laid in part.laid
        if (laid.area, laid.place) != (each.area, place) or not each.fits(laid.mark)
    )
    added = [Laid(each.area, place, make_random_mark(each, chance, players))] if chance.random() < 0.8 else []
    parts = (*position.parts[:number], replace(part, laid=(*kept, *added)), *position.parts[number + 1 :])
    return replace(position, parts=parts)


def make_random_mark(takes: Takes, chance: random.Random, players: Sequence[str]) -> Mark:
    """Return a random mark that these places take."""
    if takes.kind in ("text", "player"):
        return PenMark("text", chance.choice(players))
    if takes.kind == "number":
        return PenMark("text", str(chance.randint(*takes.numbers)))
    mark = chance.choice(takes.marks)
    if takes.kind == "heap" and isinstance(mark, TokenMark):
        return replace(mark, count=chance.randint(1, takes.numbers[1]))
    return mark


def _list_marks(position: Position) -> frozenset[tuple[str, Laid]]:
    """Return the marks of a position with their owners."""
    return frozenset((part.owner, laid) for part in position.parts for laid in part.laid)


def _name_marks(marks: frozenset[tuple[str, Laid]]) -> str:
    return list_briefly(sorted(f"{owner} {laid.area} {laid.place}".strip() for owner, laid in marks))
