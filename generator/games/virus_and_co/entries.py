"""Finished rounds in score files, read as tableaus; docs/games/virus_and_co.md has examples."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from generator.errors import Wrong
from generator.games.virus_and_co.tableau import NO_PILLS, Tableau, parse_lying, parse_pills
from generator.model.values import dataclass, field
from generator.rules import score_form as form
from generator.rules.core import Entry, EntryPath, Value
from generator.rules.form import Finished

MOST_ROUNDS = 1000
MOST_VIRUSES = 40
NOTHING = "-"

Round: TypeAlias = Mapping[str, Tableau]
FinishedGame: TypeAlias = Finished[tuple[Round, ...]]


def make_tableau(found: Mapping[str, Any]) -> Tableau:
    """Return the tableau of the values of the given keys."""
    viruses = tuple(sorted(found.get("viruses", ())))
    lying = sum(virus.injections for virus in viruses)
    others = {key: found[key] for key in ("pills", "diagnosis", "nurse") if key in found}
    return Tableau(viruses, found.get("injections", lying) - lying, **others)


def parse_tableau(words: str, players: Sequence[str], start: int = 0) -> Tableau:
    """Read `4+i 5 1 byr i2 diagnosis=Bo`, or `-` for nothing; raise Wrong, with columns from `start`."""
    found: dict[str, Any] = {}
    if words.strip() == NOTHING:
        return Tableau()
    for match in _find_words(words, players):
        column, word = start + match.start(), match[0]
        card, sign, name = word.partition("=")
        if virus := parse_lying(word):
            found["viruses"] = (*found.get("viruses", ()), virus)
            if len(found["viruses"]) > MOST_VIRUSES:
                raise Wrong(f"more than {MOST_VIRUSES} viruses", position=column)
        elif re.fullmatch(r"[iI]\d{1,2}", word) or (sign and card in ("diagnosis", "nurse")):
            key = card if sign else "injections"
            if key in found:
                raise Wrong(f"`{word}`: duplicate `{key}`", position=column)
            found[key] = form.parse_player(name, players, column) if sign else int(word[1:])
        elif word != "0" and (pills := parse_pills(word.lower())) is not None:
            found["pills"] = found.get("pills", NO_PILLS).plus(pills)
        else:
            raise Wrong(f"unknown `{word}`", WORDS.hint, position=column)
    return make_tableau(found)


_VIRUS_HINT = "write `[4, 5+i, 1+ii]`: points, and the injections on it"
_PILLS_HINT = "write a letter for each: b for blue, y for yellow, r for red; such as `bbyr`"
WORDS = form.Text(
    parse=parse_tableau,
    hint="viruses `4` `5+i`, pills `bbyr`, injections in all `i3`, `diagnosis=Name`, `nurse=Name`",
    blank=NOTHING,
)
VIRUS = form.read_as(parse_lying, "is not a virus", _VIRUS_HINT, pattern=r"[1-9][0-9]?(\+i{1,3})?")
TABLEAU = form.Keys(
    shapes={
        "viruses": form.Many(each=VIRUS, plural="viruses", hint=_VIRUS_HINT, most=MOST_VIRUSES),
        "injections": form.read_number(
            "[0-9]{1,2}", "is not a number of injections", "write a number such as `3`"
        ),
        "pills": form.read_as(
            lambda text: parse_pills(re.sub(r"[\s,]+", "", text).lower()),
            *("are not pills", _PILLS_HINT),
            pattern="[byrBYR, ]+|0",
        ),
        "diagnosis": form.PLAYER,
        "nurse": form.PLAYER,
    },
    make=make_tableau,
    what="the viruses, pills, and injections of the player",
    hint="`{}` for nothing, or `4+i 5 1 byr`",
    words=WORDS,
)
ROUND = form.ByPlayer(
    each=TABLEAU, what="players with their viruses and pills", hint="such as `Ana: 4+i 5 1 byr`"
)


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of a game, each with keys or on one line."""

    blank: Entry = field(default_factory=list)

    def read(self, data: Entry, path: EntryPath, reading: form.Reading) -> tuple[Round, ...] | None:
        if not isinstance(data, list) or not data:
            reading.add(path, "must be a list of rounds", "begin each round with `- `")
            return None
        if len(data) > MOST_ROUNDS:
            reading.add(path, f"has {len(data)} rounds; at most {MOST_ROUNDS} are allowed", at="key")
            return None
        rounds = [self._read_round(entry, (*path, index), reading) for index, entry in enumerate(data)]
        return tuple(round for round in rounds if round is not None)

    def _read_round(self, data: Entry, path: EntryPath, reading: form.Reading) -> Round | None:
        if not isinstance(data, str):
            return ROUND.read(data, path, reading)
        try:
            return dict(_read_line(data, reading))
        except Wrong as wrong:
            reading.add_wrong(path, wrong)
            return None

    def schema(self) -> form.Schema:
        line = {"type": "string", "description": "`Ana i3 | Bo 4+i 5 1 byr`, a round in words"}
        return {"type": "array", "minItems": 1, "items": {"anyOf": [ROUND.schema(), line]}}

    def ask(self, asked: form.Asked) -> form.Asking:
        """Ask for rounds until the first question of one is left unanswered."""
        rounds: list[Entry] = []
        while True:
            round: dict[str, Entry] = {}
            for player in asked.players:
                may_end = bool(rounds) and not round
                values: dict[str, Value] = {"round": len(rounds) + 1, "player": player}
                answer = yield from form.ask_once(WORDS, asked.about("next" if may_end else "player", values))
                if may_end and not answer:
                    return rounds
                round[player] = answer or NOTHING
            rounds.append(round)


def _read_line(text: str, reading: form.Reading) -> Iterator[tuple[str, Tableau]]:
    """Read `Ana 4 5 b | Bo i3`; raise Wrong."""
    pieces = list(_split_line(text))
    if len(pieces) == 1 and (comma := _NAME_AFTER_COMMA.search(text)):
        hint = "write `|`: `Ana 4+i 5 1 byr | Bo i3`"
        raise Wrong("a comma between players", hint, position=comma.start())
    reading.players = reading.players or tuple(name for name, _, _, _ in pieces)
    for number, (name, column, words, start) in enumerate(pieces):
        if not name:
            raise Wrong("a player's name is missing", "such as `Ana 4+i 5 1 byr`", position=column)
        if any(name == earlier for earlier, _, _, _ in pieces[:number]):
            raise Wrong(f"duplicate player `{name}`", "keep one of them", position=column)
        yield form.parse_player(name, reading.players, column), parse_tableau(words, reading.players, start)


_NAME_AFTER_COMMA = re.compile(r",\s*(?![byrBYR]+\b|i\d)[^\W\d_]+\s")
"""A word that can only be a name: not pills, not injections."""
_ITEM = re.compile(r"-$|\d|[iI]\d|[byr]+$|[BYR]{2,}$|\w+=")
"""A word that describes a tableau, or tries to, and is not part of a name."""
_WORD = re.compile(r"[^\s,]+")


def _find_words(words: str, players: Sequence[str]) -> Iterator[re.Match[str]]:
    """Find the words; a name with spaces belongs to the word before it."""
    names = "|".join(re.escape(name) for name in sorted(players, key=len, reverse=True) if " " in name)
    spaced = rf"(?:diagnosis|nurse)=(?:{names})(?= |$)|" if names else ""
    return re.finditer(spaced + _WORD.pattern, words)


def _split_line(text: str) -> Iterator[tuple[str, int, str, int]]:
    """Yield each player's name and its column, then the words of the player and their column."""
    start = 0
    for piece in text.split("|"):
        first, end, stop = start, start, start + len(piece)
        for number, word in enumerate(_WORD.finditer(text, start, stop)):
            if number and (_ITEM.match(word[0]) or text[end - 1] == ":"):
                break
            first, end = first if number else word.start(), word.end()
        yield " ".join(text[first:end].split()).removesuffix(":").rstrip(), first, text[end:stop], end
        start = stop + 1
