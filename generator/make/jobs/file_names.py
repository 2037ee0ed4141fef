"""Names of files, with a word for each choice that differs from the standard print."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, TypeAlias

from generator.make.jobs.jobs import DEFAULTS, Choices
from generator.make.jobs.typed import ALL, spell_part
from generator.model.kit import Board, Booklet, Part, PieceSet, Sheet
from generator.model.printing.printing import LIMIT, SIZES, BackCorrection, CropMarks, PressFile, Printing
from generator.model.values import fields, replace

_LONGEST = 40
"""Maximum number of characters for names of players or cards; longer lists end with a hash."""


def name_choices(part: Part, choices: Choices, selection: Iterable[str] = ()) -> tuple[str, ...]:
    """Return a word for each choice that differs from the standard print; empty for the standard print.

    No word ends like a page number (`-3`), so that different prints never share a file name.
    """
    words: list[str] = []
    if isinstance(part, PieceSet):
        words += [f"only-{_join(selection)}"] if selection else []
        words += _name_all({**PIECES, **BOTH}, choices.printing, backs=part.backs)
        cutter = choices.printing.cutter
        words += [cutter.id] if cutter else []
        words += ["test"] if choices.printing.is_test else []
    if isinstance(part, Board):
        words += _name_all({**BOARD_OPTIONS, **BOTH}, choices.printing, poster=part.poster)
    if isinstance(part, Booklet):
        words += _name_all(BOOKLETS, choices.printing)
    if isinstance(part, Sheet):
        words += [f"{choices.copies}-copies"] if choices.copies > 1 else []
        words += [f"for-{_join(choices.names)}"] if choices.names and part.name_field else []
    if choices.settings and not isinstance(part, Booklet):
        words.append(f"with-{_join(choices.settings)}")
    words += ["form"] if choices.find_takes else []
    words += _name_all({"header": lambda header: f"header-{_join([header])}"}, choices.printing)
    words += [] if choices.margin is None else [f"margin-{choices.margin:g}mm"]
    words += [f"printer-{choices.printer.id}"] if choices.printer and has_effect(choices, part) else []
    return (*words, *_name_dpi(choices), *name_press(choices.press), *_name_colours(choices))


def name_folder(choices: Choices, locale: str) -> str:
    """Return the folder of pictures for the destination: `mpc-en-only-epidemic`.

    All parts of a run share it, so that it has a word for each choice that differs, also for one that applies
    to some of them.
    """
    goes_to = choices.destination
    assert goes_to is not None
    words = [f"only-{_join(choices.selection)}"] if choices.selection else []
    words += _name_parts(choices)
    words += _name_storage(choices)
    words += _name_all({**PIECES, **BOARD_OPTIONS, **BOTH}, choices.printing)
    words += [f"with-{_join(choices.settings)}"] if choices.settings else []
    words += _name_dpi(choices)
    words += (*name_press(choices.press), *_name_colours(choices))
    formats = tuple(dict.fromkeys(name.lower() for name in choices.formats))
    words += ["+".join(formats)] if formats not in ((), goes_to.formats[:1]) else []
    return "-".join((goes_to.id, locale, *words))


def name_site(game: str, locales: Iterable[str], paper: str, words: Iterable[str], choices: Choices) -> str:
    """Return the file name of a web page without extension: `pandemic-en-de-a4`.

    `words` are those of its parts; others are for the parts that it has.
    """
    given = [*_name_storage(choices), *(["together"] if choices.together else [])]
    return "-".join((game, *locales, paper, *given, *_name_parts(choices), *dict.fromkeys(words)))


def _name_parts(choices: Choices) -> list[str]:
    parts = sorted(set(map(spell_part, choices.parts)))
    return [] if ALL in parts else [f"part-{_join(parts)}"]


def _name_storage(choices: Choices) -> list[str]:
    return ["boxes"] * choices.boxes + ["dividers"] * choices.dividers


def _name_dpi(choices: Choices) -> list[str]:
    dpi = choices.options.dpi
    return [f"{dpi:g}dpi"] if dpi != DEFAULTS.options.dpi else []


def _name_colours(choices: Choices) -> list[str]:
    words = [choices.ink] if choices.ink != DEFAULTS.ink else []
    return words + ([choices.seen_as] if choices.seen_as else [])


def name_press(file: PressFile | None) -> tuple[str, ...]:
    """Return the words for a press file: `x1a`, `240-percent`."""
    if file is None:
        return ()
    return file.standard, *([f"{file.limit}-percent"] if file.limit != LIMIT else [])


def has_effect(choices: Choices, part: Part) -> bool:
    """Return True if the printer changes the pages of a part."""
    printer, printing = choices.printer, choices.printing
    if printer is None or choices.destination or printing.cutter:
        return False
    if printer.scales or printer.margin is not None:
        return True
    own = printing.backs or (part.backs if isinstance(part, PieceSet) else "none")
    if own in ("none", "fold") or not has_backs(part):
        return False
    moved = replace(printer.backs, right=0.0, down=0.0) if printing.shift else printer.backs
    return moved != BackCorrection() or (not printing.backs and printer.find_backs(own) != own)


def has_backs(part: Part) -> bool:
    """Return True if a part has cards or tokens with a back on the other side of the paper."""
    decks = part.decks if isinstance(part, PieceSet) else ()
    return any(piece.back for deck in decks if not deck.form.is_net for piece in deck.pieces)


def _name_all(names: Mapping[str, Callable[[Any], str]], printing: Printing, **own: object) -> Iterator[str]:
    """Yield a word for each choice that differs from the default, and from what the part has."""
    for name, write in names.items():
        value = getattr(printing, name)
        if value != getattr(DEFAULTS.printing, name) and value != own.get(name):
            yield write(value)


def _join(names: Iterable[str]) -> str:
    """Return names as part of a file name: `3-10`, `epidemic` becomes `3to10+epidemic`."""
    spelt = [re.sub(r"(?<=\d)-(?=\d)", "to", name.lower()) for name in names]
    joined = "+".join(re.sub(r"[^\w.]+", "_", name).strip("_.") for name in spelt)
    if len(joined) <= _LONGEST:
        return joined
    return f"{joined[:_LONGEST]}~{sha256(joined.encode()).hexdigest()[:6]}"


def _name_shift(shift: tuple[float, float]) -> str:
    names = zip(shift, ("right", "down"), ("left", "up"), strict=True)
    words = [f"{abs(by):g}mm-{more if by > 0 else less}" for by, more, less in names if by]
    return "-".join(words) or "no-shift"


def _name_size(size: tuple[float, float]) -> str:
    known = {size: name for name, size in SIZES.items()}
    return f"size-{known.get(size) or '{:g}x{:g}mm'.format(*size)}"


def _name_marks(marks: CropMarks) -> str:
    default = CropMarks()
    words = [f"marks-{marks.sides if marks.guides == default.guides else marks.guides}"]
    for each in fields(marks):
        value = getattr(marks, each.name)
        if each.name not in ("sides", "guides") and value != getattr(default, each.name):
            words.append(f"{each.name}-{value.lstrip('#') if isinstance(value, str) else f'{value:g}mm'}")
    return "-".join(words)


OptionWords: TypeAlias = Mapping[str, Callable[[Any], str]]
"""Functions that name the value of an option of printing, by the field of the option."""

PIECES: OptionWords = {
    "backs": lambda backs: "no-backs" if backs == "none" else str(backs),
    "bleed": "bleed-{:g}mm".format,
    "gutter": "gutter-{:g}mm".format,
    "grid": lambda grid: "grid-{}x{}".format(*grid),
    "groups": lambda groups: "groups-{}x{}".format(*groups),
    "gap": "gap-{:g}mm".format,
    "start": "from-place-{}-on".format,
    "shift": _name_shift,
    "copies_as_files": lambda _: "copies-as-files",
}
BOARD_OPTIONS: OptionWords = {
    "poster": lambda poster: "poster" if poster else "one-sheet",
    "size": _name_size,
    "overlap": "overlap-{:g}mm".format,
    "bleed": "bleed-{:g}mm".format,
}
BOTH: OptionWords = {
    "marks": _name_marks,
    "turned": lambda turned: "landscape" if turned else "portrait",
    "resize": lambda _: "resized",
}
BOOKLETS: OptionWords = {"fold_booklets": lambda folds: "folded"}
"""Options of cards and tokens, of boards, of both, and of booklets.

The bleed is in two tables, so that it has its place in the names of both.
"""
