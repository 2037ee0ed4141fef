"""Finished rounds as they are typed in -> tableaus.

A player's part of a round is keys with values, or the same in words; a round may stand on one line:

    Clemens: {viruses: [4+i, 5+i, 1], pills: r, injections: 2, diagnosis: Alfons, nurse: Eva}
    Clemens: 4+i 5+i 1 r i2 diagnosis=Alfons nurse=Eva
    Alfons i3 | Clemens 4+i 5+i 1 r | ...
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from generator.errors import suggest
from generator.games.virus_and_co.pills import Pills, parse_pills
from generator.games.virus_and_co.tableau import Tableau, parse_lying
from generator.rules.core import Entry, EntryPath, Value
from generator.rules.score_form import (
    PLAYER,
    Asked,
    Asking,
    ByPlayer,
    Keys,
    Many,
    Reading,
    Schema,
    Shape,
    Text,
    ask_once,
    parse_player,
    read_as,
)
from generator.rules.slips import Slip

MOST_ROUNDS = 1000
MOST_VIRUSES = 40
NOTHING = "-"

Round = Mapping[str, Tableau]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """What was typed in. A tableau has fewer than no loose injections where the numbers contradict."""

    players: tuple[str, ...]
    rounds: tuple[Round, ...]


def make_tableau(found: Mapping[str, Any]) -> Tableau:
    """From the values of the keys that are there."""
    viruses = tuple(sorted(found.get("viruses", ())))
    lying = sum(virus.injections for virus in viruses)
    others = {key: found[key] for key in ("pills", "diagnosis", "nurse") if key in found}
    return Tableau(viruses, found.get("injections", lying) - lying, **others)


def parse_purse(text: str) -> Pills | None:
    return parse_pills(re.sub(r"[\s,]+", "", text).lower())


def parse_injections(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,2}", text) else None


def parse_tableau(words: str, players: Sequence[str]) -> Tableau:
    """`4+i 5 1 byr i2 diagnosis=Bo`, or `-` for nothing; raises Slip."""
    found: dict[str, Any] = {}
    for column, word in _list_words(words, players) if words.strip() != NOTHING else ():
        card, sign, name = word.partition("=")
        if virus := parse_lying(word):
            found["viruses"] = (*found.get("viruses", ()), virus)
            if len(found["viruses"]) > MOST_VIRUSES:
                raise Slip(column, f"more than {MOST_VIRUSES} viruses")
        elif injections := re.fullmatch(r"[iI](\d{1,2})", word):
            if "injections" in found:
                raise Slip(column, f"`{word}`: the injections are counted a second time")
            found["injections"] = int(injections[1])
        elif sign and card in ("diagnosis", "nurse"):
            if card in found:
                raise Slip(column, f"duplicate `{card}`")
            try:
                found[card] = parse_player(name, players)
            except Slip as slip:
                raise Slip(column, slip.message, slip.hint) from None
        elif word != "0" and (pills := parse_pills(word.lower())) is not None:
            found["pills"] = found.get("pills", Pills()).plus(pills)
        else:
            raise Slip(column, f"`{word}` is not understood", WORDS.hint)
    return make_tableau(found)


_VIRUS_HINT = "write `[4, 5+i, 1+ii]`: points, and the injections that lie on it"
_PILLS_HINT = "write a letter for each: b for blue, y for yellow, r for red; such as `bbyr`"
WORDS = Text(
    parse=parse_tableau,
    hint="viruses `4` `5+i`, pills `bbyr`, injections in all `i3`, `diagnosis=Name`, `nurse=Name`",
    blank=NOTHING,
)
VIRUS = read_as(parse_lying, "is not a virus", _VIRUS_HINT, pattern=r"[1-9][0-9]?(\+i{1,3})?")
TABLEAU = Keys(
    shapes={
        "viruses": Many(each=VIRUS, things="viruses", hint=_VIRUS_HINT, most=MOST_VIRUSES),
        "injections": read_as(
            parse_injections,
            "is not a number of injections",
            "write how many, such as `3`",
            pattern="[0-9]{1,2}",
        ),
        "pills": read_as(parse_purse, "are not pills", _PILLS_HINT, pattern="[byrBYR, ]+|0"),
        "diagnosis": PLAYER,
        "nurse": PLAYER,
    },
    make=make_tableau,
    what="what lies before the player",
    hint="`{}` for nothing, or `4+i 5 1 byr`",
    words=WORDS,
)
ROUND = ByPlayer(each=TABLEAU, what="players with what lies before them", hint="such as `Ana: 4+i 5 1 byr`")


class Rounds:
    """The rounds of a game, each with keys or on a line."""

    blank: Entry = []  # noqa: RUF012

    def read(self, data: Entry, path: EntryPath, reading: Reading) -> FinishedGame | None:
        if not isinstance(data, list) or not data:
            reading.add(path, "must be a list of rounds", "begin each round with `- `")
            return None
        if len(data) > MOST_ROUNDS:
            reading.add(path, f"has {len(data)} rounds, more than {MOST_ROUNDS}", at="key")
            return None
        rounds = [self._read_round(entry, (*path, index), reading) for index, entry in enumerate(data)]
        return FinishedGame(reading.players, tuple(round for round in rounds if round is not None))

    def _read_round(self, data: Entry, path: EntryPath, reading: Reading) -> Round | None:
        if not isinstance(data, str):
            return ROUND.read(data, path, reading)
        try:
            return dict(_read_line(data, reading))
        except Slip as slip:
            reading.add_slip(path, slip)
            return None

    def schema(self) -> Schema:
        line = {"type": "string", "description": "`Ana i3 | Bo 4+i 5 1 byr`, a round in words"}
        return {"type": "array", "minItems": 1, "items": {"anyOf": [ROUND.schema(), line]}}

    def ask(self, asked: Asked) -> Asking:
        """Rounds, until the first question of one is left unanswered."""
        rounds: list[Entry] = []
        for number in count(1):
            round: dict[str, Entry] = {}
            for player in asked.players:
                may_end = bool(rounds) and not round
                values: dict[str, Value] = {"round": number, "player": player}
                answer = yield from ask_once(WORDS, asked.about("next" if may_end else "player", values))
                if may_end and not answer:
                    return rounds
                round[player] = answer or NOTHING
            rounds.append(round)
        raise AssertionError("there is always one more")


ROUNDS: Shape[FinishedGame] = Rounds()


def _read_line(text: str, reading: Reading) -> Iterator[tuple[str, Tableau]]:
    """`Ana 4 5 b | Bo i3`: players with strokes between them; raises Slip."""
    pieces = list(_split_line(text))
    if len(pieces) == 1 and (comma := _NAME_AFTER_COMMA.search(text)):
        message = "players have a `|` between them, and not a comma"
        raise Slip(comma.start(), message, "such as `Ana 4+i 5 1 byr | Bo i3`")
    reading.players = reading.players or tuple(name for name, _, _, _ in pieces)
    met: set[str] = set()
    for name, column, words, start in pieces:
        if not name:
            raise Slip(column, "a player's name is missing", "such as `Ana 4+i 5 1 byr`")
        if name in met:
            raise Slip(column, f"duplicate `{name}`", "keep one of them")
        if name not in reading.players:
            raise Slip(column, f"unknown player `{name}`", suggest(name, reading.players))
        met.add(name)
        try:
            yield name, parse_tableau(words, reading.players)
        except Slip as slip:
            raise Slip(start + slip.column, slip.message, slip.hint) from None


_NAME_AFTER_COMMA = re.compile(r",\s*(?![byrBYR]+\b|i\d)[^\W\d_]+\s")
"""What can only be a name: not pills, not injections."""
_ITEM = re.compile(r"-$|\d|[iI]\d|[byr]+$|[BYR]{2,}$|\w+=")
"""What says what lies before a player, or tries to, and is no part of a name."""
_WORD = re.compile(r"[^\s,]+")


def _list_words(words: str, players: Sequence[str]) -> Iterator[tuple[int, str]]:
    """With their columns; a name with blanks in it belongs to the word before it."""
    names = "|".join(re.escape(name) for name in sorted(players, key=len, reverse=True) if " " in name)
    spaced = rf"(?:diagnosis|nurse)=(?:{names})(?= |$)|" if names else ""
    return ((found.start(), found[0]) for found in re.finditer(spaced + _WORD.pattern, words))


def _split_line(text: str) -> Iterator[tuple[str, int, str, int]]:
    """Each player's name and its column, then the words of the player and theirs."""
    start = 0
    for piece in text.split("|"):
        words = list(_WORD.finditer(piece))
        names = 0
        while names < len(words) and (names == 0 or not _ITEM.match(words[names][0])):
            names += 1
            if words[names - 1][0].endswith(":"):
                break
        end = words[names - 1].end() if words else 0
        first = words[0].start() if words else 0
        name = " ".join(piece[first:end].split()).removesuffix(":").rstrip()
        yield name, start + first, piece[end:], start + end
        start += len(piece) + 1
