"""Play that continues from a typed-in table, at the beginning of a turn."""

from dataclasses import replace

from generator.errors import RulesError
from generator.games.pandemic.checks import list_faults
from generator.games.pandemic.history import Course, find_course
from generator.games.pandemic.moves import UNKNOWN
from generator.games.pandemic.plan import ACTIONS, DRAWS, NOBODY, Plan
from generator.games.pandemic.state import State
from generator.games.pandemic.table import SHARED, Table
from generator.rules.core import Listed

NEEDED = ("outbreaks", "epidemics", "active", "cured", "stations", "infected", "discards")
"""Keys without which the state is unknown; players, roles, the turn, hands, and pawns are checked besides."""


def resume_game(plan: Plan, table: Table) -> State:
    """Return the state of a table. Raises RulesError if it lacks something, breaks a rule, or is finished.

    All cards that are not on the table are in the decks, in any order: the layers of a real infection deck
    cannot be seen. `removed`, `gone`, and `stored` are empty if they are left out.
    """
    course = find_course(plan, table)
    turn = table.turn
    if turn is None and table.deck is not None and course is not None:
        turn = (course.size - table.deck) // DRAWS + 1
    missing = _list_missing(table)
    if missing or not turn or course is None:
        missing += [key for key, value in (("players", course), ("turn", turn)) if not value]
        raise RulesError("pandemic.resume.missing", {"keys": Listed(missing)})
    wanted = course.size - DRAWS * (turn - 1)
    if table.deck not in (None, wanted):
        values = {"turn": turn, "wanted": max(wanted, 0), "number": table.deck}
        raise RulesError("pandemic.resume.deck", values)
    ready = replace(table, turn=turn, deck=wanted)
    for fault in list_faults(plan, ready):
        raise RulesError(fault.rule, fault.values)
    if table.lost or table.outbreaks == plan.most_outbreaks or table.cures == plan.all_colours:
        raise RulesError("log.over")
    return _make_state(plan, ready, course)


def _list_missing(table: Table) -> list[str]:
    players = set(table.players)
    missing = ["roles"] if "" in table.roles else []
    missing += [key for key in NEEDED if getattr(table, key) is None]
    missing += [key for key in ("hands", "pawns") if {*getattr(table, key)} != players]
    return missing


def _make_state(plan: Plan, table: Table, course: Course) -> State:
    hands = [table.hands[player] for player in table.players]
    unknown = tuple(hand.count(UNKNOWN) for hand in hands)
    seen = {card for _, cards in table.list_places() for card in cards}
    unseen = tuple(card for card in range(len(plan.cards)) if card not in seen)
    piles = _find_piles(course, table.deck or 0, table.epidemics or 0)
    number = len(unseen) - sum(unknown) - sum(others for others, _ in piles)
    if number:
        raise RulesError("pandemic.table.cards", {"number": number})
    colours = len(plan.colours)
    cubes = bytearray(len(plan.cities) * colours)
    for heap in table.cubes:
        cubes[heap.city * colours + heap.colour] = heap.number
    known = {*(table.infected or ()), *(table.removed or ())}
    rest = tuple(city for city in range(len(plan.cities)) if city not in known)
    gone = (1 << colour for colour in range(colours) if not any(cubes[colour::colours]))
    shared = {key: getattr(table, key) for key in SHARED if getattr(table, key) is not None}
    return State(
        **shared,
        pawns=tuple(table.pawns[player] for player in table.players),
        hands=tuple(hand[number:] for hand, number in zip(hands, unknown, strict=True)),
        unknown=unknown,
        unseen=unseen,
        piles=piles,
        infections=(rest,) if rest else (),
        cubes=bytes(cubes),
        supply=tuple(most - table.count_colour(colour) for colour, most in enumerate(plan.cubes)),
        epidemics=table.level,
        phase="actions",
        left=ACTIONS,
        active=table.players.index(table.active or ""),
        stored=table.stored[0] if table.stored else NOBODY,
        eradicated=table.cures & sum(gone),
        increases=table.epidemics or 0,
    )


def _find_piles(course: Course, deck: int, epidemics: int) -> tuple[tuple[int, int], ...]:
    """Other cards and epidemics in each pile that is left."""
    drawn = course.size - deck
    piles = []
    for pile, (start, end) in enumerate(zip(course.starts, course.ends, strict=True)):
        if end > drawn:
            has_epidemic = int(pile >= epidemics)
            piles.append((end - max(start, drawn) - has_epidemic, has_epidemic))
    return tuple(piles)
