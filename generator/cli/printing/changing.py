"""`petri printed`, `petri make --changed`: a record of printed cards, and changes since."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from generator.cli.printing.options import PrintedOptions
from generator.cli.terminal.echo import echo
from generator.errors import DataError, Problem, format_count, join_some
from generator.make.changes import CardChanges, GameChanges, PrintChanges, record_run
from generator.make.jobs.jobs import Choices
from generator.make.printed import PartState, PrintRecord, list_edited, recall_made, write_state
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.values import replace
from generator.read.files.shelf import Shelf, find_shelf

MOST_NAMED = 20
"""Most cards that are listed by name."""
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


def record_and_report(options: PrintedOptions) -> None:
    """Record the printed cards, and list them; raises GeneratorError."""
    shelf = find_shelf(is_cached=True)
    states: dict[Path, PrintRecord] = {}
    lines: dict[str, list[str]] = {}
    today = date.today()
    for name in shelf.choose_games(options.games):
        choices = choose_printed(shelf, name, options)
        for state, job, now in record_run(choices, shelf, on=today.isoformat()):
            states[state.path] = state
            lines.setdefault(f"{job.game.kit.slug} ({job.locale})", []).append(
                f"{job.part.id} {describe_part(now)}"
            )
    for state in states.values():
        write_state(state)
    for game, parts in lines.items():
        echo(f"{game}: printed on {format_date(today.isoformat(), today)}: {', '.join(parts)}")
    for path in states:
        echo(f"{path}: written")


def choose_printed(shelf: Shelf, game: str, options: PrintedOptions) -> Choices:
    """Return what the last build of a game made, with other choices; raises DataError if it is edited."""
    path = shelf.find_game(game)
    made = recall_made(shelf.cache, path)
    edited = list_edited(path, made) if made and not options.is_forced else []
    if edited:
        more = f" (and {format_count(len(edited) - 1, 'other file')})" if edited[1:] else ""
        message = f"has changed since petri make{more}: what is on paper is not known"
        hint = "make and print it again, or record it as it is now with --anyway"
        raise DataError([Problem(edited[0], 0, 0, "", message, hint)])
    choices = made.choices if made else Choices(locales=("en",), papers=(DEFAULT_PAPER,))
    is_other = any((options.parts, options.locales, options.papers, options.selection))
    return replace(
        choices,
        games=(game,),
        parts=options.parts or choices.parts,
        locales=options.locales or choices.locales,
        papers=options.papers or choices.papers,
        selection=options.selection if is_other else choices.selection,
    )


def describe_part(state: PartState) -> str:
    """Return the number of cards or pages: `48 cards`."""
    cards = sum(count for count, *_ in state.cards.values())
    pages = sum(len(hashes) for hashes in state.pages.values())
    return format_count(cards, "card") if state.cards else format_count(pages, "page")


def list_changes(changes: PrintChanges, today: date) -> Iterator[str]:
    """Yield lines about what differs from what was printed."""
    for game in changes.games:
        if game.on:
            since = f"from what you printed on {format_date(game.on, today)}"
            yield from (f"{game.name}: {line}" for line in _list_game(game, since))
        else:
            why = game.note or "petri printed has not recorded it"
            yield f"{game.name}: {why}, so that it is not known what you printed: everything is made"
    few, most = changes.sheets
    if 0 < few < most:
        yield f"{format_count(few, 'sheet')} of cards instead of {most}"


def _list_game(game: GameChanges, since: str) -> Iterator[str]:
    differing = {name: one for name, one in game.cards.items() if one.changed or one.new}
    if differing:
        count = sum(len(one.changed) + len(one.new) for one in differing.values())
        total = sum(one.count for one in game.cards.values())
        names = "; ".join(f"{name} {_name_cards(one)}" for name, one in differing.items())
        yield f"{count} of {total} cards {'differs' if count == 1 else 'differ'} {since}: {names}"
    for name, one in game.cards.items():
        yield from (f"{count} more of {name} {id}" for id, count in one.more.items())
    for name, part in game.pages.items():
        if part.pages:
            verb = "differs" if len(part.pages) == 1 else "differ"
            yield f"{name}: {_name_pages(part.pages)} of {part.count} {verb} {since}"
    out = [f"{name} {_name_copies(one.removed)}" for name, one in game.cards.items() if one.removed]
    for name, part in game.pages.items():
        if part.removed:
            out.append(f"{name} {_name_pages(range(part.count, part.count + part.removed))}")
    out += [f"all of {name}" for name in game.removed]
    if out:
        yield f"take out: {'; '.join(out)}"
    needed = (*(one.needed for one in game.cards.values()), *(one.pages for one in game.pages.values()))
    if not any(needed):
        yield f"nothing {'else ' if out else ''}differs {since}"


def _name_pages(indexes: Sequence[int]) -> str:
    """Return `page 1`, or `pages 1, 4`."""
    numbers = ", ".join(str(index + 1) for index in indexes)
    return f"page{'s' * (len(indexes) > 1)} {numbers}"


def _name_cards(cards: CardChanges) -> str:
    """Return the ids of cards that differ: `khartoum, lagos, sofia (new)`."""
    if cards.has_new_backs:
        return "(all of it: the backs have changed)"
    return join_some([*cards.changed, *(f"{id} (new)" for id in cards.new)], most=MOST_NAMED)


def _name_copies(removed: Mapping[str, int]) -> str:
    return ", ".join(id if count == 1 else f"{count} {id}" for id, count in removed.items())


def format_date(text: str, today: date) -> str:
    """Return `20 November`, with the year if it is another one."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    year = "" if day.year == today.year else f" {day.year}"
    return f"{day.day} {_MONTHS[day.month - 1]}{year}"
