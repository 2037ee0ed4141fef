"""Tables of Virus & Co. as tests want them, and moves played on them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest

from generator.games.virus_and_co import make_game
from generator.games.virus_and_co.data import Pills, State, Tableau, add_pills, parse_pills
from generator.games.virus_and_co.game import VirusAndCo
from generator.games.virus_and_co.scoring import parse_tableau
from generator.model.kit import Kit, Piece, PieceSet
from generator.model.language.expressions import Field
from generator.model.texts.wordings import Wording
from generator.rules.core import IllegalMove, Sentence
from tests import shipped
from tests.referee import take_words

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Fay")


@cache
def rules() -> VirusAndCo:
    return make_game(shipped.kit("virus_and_co")).rules


def purse(text: str) -> Pills:
    pills = parse_pills(text)
    assert pills is not None
    return pills


def table(
    players: int = 3,
    *,
    before: Mapping[str, str] | None = None,
    opened: tuple[str, str] = ("blue 4 br", "red 3 r"),
    active: str = "Ana",
    pharmacy: str = "bbbyyrr",
    hands: int = 3,
) -> State:
    """A table in the middle of a round: `before` says what lies before a player, `4+i 5 byr i2`.

    Who is not named has three blue pills. The open cards have left the piles; pills are what they are
    said to be, without regard to how many there are.
    """
    names = NAMES[:players]
    state = rules().start(names, {})
    unseen = state.unseen
    for card in opened:
        unseen = unseen.take(card) if card else unseen
    tableaus = tuple(parse_tableau((before or {}).get(name, "bbb"), names) for name in names)
    left, right = state.piles
    return replace(
        state,
        tableaus=tableaus,
        hands=(hands,) * players,
        pharmacy=purse(pharmacy),
        opened=opened,
        piles=(left - bool(opened[0]), right - bool(opened[1])),
        unseen=unseen,
        active=names.index(active),
    )


def play(state: State, *lines: str) -> State:
    """The state after these lines of a log: `Ana: take left`."""
    for line in lines:
        state, _ = step(state, line)
    return state


def step(state: State, line: str) -> tuple[State, list[Sentence]]:
    """One line, and what is told of it."""
    actor, words = line.split(": ", 1)
    done = take_words(rules(), state, actor, words)
    return done.state, list(done.events)


def refused(state: State, line: str, rule: str) -> None:
    """The line can be read, and is forbidden by just this rule; the sentence has all its values."""
    actor, words = line.split(": ", 1)
    move = rules().parse(state, actor, words)
    assert move not in rules().moves(state, actor)
    with pytest.raises(IllegalMove) as caught:
        rules().check(state, actor, move)
    assert caught.value.rule == f"virus_and_co.{rule}"
    said = Sentence(f"rule.{caught.value.rule}", **caught.value.values).format(english())
    assert "{" not in said


def shipped_kit() -> Kit:
    return shipped.kit("virus_and_co")


def change(
    counts: Mapping[str, int] | None = None,
    fields: Mapping[str, Mapping[str, Field]] | None = None,
    more: tuple[Piece, ...] = (),
) -> Kit:
    """The shipped kit with other numbers of some pieces (0: left out), other fields, and more cards."""
    parts = []
    for part in shipped_kit().parts:
        if not isinstance(part, PieceSet):
            parts.append(part)
            continue
        decks = []
        for deck in part.decks:
            pieces = [
                replace(
                    piece,
                    count=(counts or {}).get(piece.id, piece.count),
                    fields={**piece.fields, **(fields or {}).get(piece.id, {})},
                )
                for piece in deck.pieces
            ]
            extra = more if any(piece.id == "injection" for piece in pieces) else ()
            decks.append(replace(deck, pieces=(*(piece for piece in pieces if piece.count), *extra)))
        parts.append(replace(part, decks=tuple(decks)))
    return replace(shipped_kit(), parts=tuple(parts))


def english() -> Wording:
    return shipped.kit("virus_and_co").wordings["en"]


def before(state: State, player: str) -> Tableau:
    return state.tableaus[state.number(player)]


def pills_of(state: State, player: str) -> str:
    return before(state, player).pills.text


def viruses_of(state: State, player: str) -> str:
    return " ".join(virus.text for virus in before(state, player).viruses)


def all_pills(state: State) -> Pills:
    """Of players, pharmacy and stakes."""
    stakes = state.passing.stakes if state.passing else ()
    return add_pills([*(tableau.pills for tableau in state.tableaus), *stakes, state.pharmacy])


def words(state: State, player: str) -> set[str]:
    """The notation of all legal moves of a player."""
    return {move.text for move in rules().moves(state, player)}
