"""Finished rounds as they are typed in -> tableaus.

A player's part of a round is keys with values, or the same in words:

    Clemens: {viruses: [4+i, 5+i, 1], pills: r, injections: 2, diagnosis: Alfons, nurse: Eva}
    Clemens: 4+i 5+i 1 r i2 diagnosis=Alfons nurse=Eva

and a whole round may stand on one line: `Alfons i3 | Clemens 4+i 5+i 1 r | ...`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.games.virus_and_co.pills import NO_PILLS, Pills, parse_pills
from generator.games.virus_and_co.tableau import Lying, Tableau
from generator.read.files.phrases import suggest
from generator.rules.core import Complaints, Entry, EntryPath
from generator.rules.slips import Slip

MOST_ROUNDS = 1000
MOST_VIRUSES = 40

KEYS = ("viruses", "injections", "pills", "diagnosis", "nurse")
_VIRUS = re.compile(r"([1-9]\d?)(?:\+(i{1,3}))?", re.IGNORECASE)
_INJECTIONS = re.compile(r"i(\d{1,2})", re.IGNORECASE)
_PREDICTION = re.compile(r"(diagnosis|nurse)=(.*)")
_NAME_AFTER_COMMA = re.compile(r",\s*(?![byrBYR]+\b|i\d)[^\W\d_]+\s")
"""What can only be a name: not pills, not injections."""
_WORD = re.compile(r"[^\s,]+")

Round = Mapping[str, Tableau]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """What was typed in. A tableau has fewer than no loose injections where the numbers contradict."""

    players: tuple[str, ...]
    rounds: tuple[Round, ...]


@dataclass(slots=True)
class _Found:
    """A tableau in the making."""

    viruses: list[Lying] = field(default_factory=list)
    injections: int | None = None
    pills: Pills = NO_PILLS
    predictions: dict[str, str] = field(default_factory=dict)

    def finish(self) -> Tableau:
        lying = sum(virus.injections for virus in self.viruses)
        return Tableau(
            viruses=tuple(sorted(self.viruses)),
            loose=0 if self.injections is None else self.injections - lying,
            pills=self.pills,
            diagnosis=self.predictions.get("diagnosis", ""),
            nurse=self.predictions.get("nurse", ""),
        )


def read_rounds(data: Entry, players: Sequence[str], tell: Complaints) -> FinishedGame | None:
    """None after telling all that cannot be read. Without `players` the first round names them."""
    if not isinstance(data, list) or not data:
        tell.add(("rounds",), "must be a list of rounds", "begin each round with `- `")
        return None
    if len(data) > MOST_ROUNDS:
        tell.add(("rounds",), f"has {len(data)} rounds, more than {MOST_ROUNDS}", "", at="key")
        return None
    reader = _Reader(tuple(players), tell)
    rounds = [reader.read_round(("rounds", index), round) for index, round in enumerate(data)]
    if reader.has_told:
        return None
    return FinishedGame(reader.players, tuple(rounds))


class _Reader:
    def __init__(self, players: tuple[str, ...], tell: Complaints) -> None:
        self.players = players
        self.has_told = False
        self._tell = tell

    def read_round(self, path: EntryPath, data: Entry) -> Round:
        if isinstance(data, str):
            found = self._read_line(path, data)
        elif isinstance(data, dict) and data:
            self._find_players(list(data))
            found = {name: self._read_player((*path, name), name, entry) for name, entry in data.items()}
        else:
            self._add(path, "must be players with what lies before them", "such as `Ana: 4+i 5 1 byr`")
            return {}
        return found

    def _find_players(self, names: Sequence[str]) -> None:
        self.players = self.players or tuple(names)

    def _read_line(self, path: EntryPath, text: str) -> Round:
        """`Ana 4 5 b | Bo i3`: players with strokes between them."""
        pieces = list(_split_line(text))
        if len(pieces) == 1 and (comma := _NAME_AFTER_COMMA.search(text)):
            hint = "such as `Ana 4+i 5 1 byr | Bo i3`"
            self._add_in(path, comma.start(), "players have a `|` between them, and not a comma", hint)
            return {}
        self._find_players([name for name, _, _, _ in pieces])
        found: dict[str, Tableau] = {}
        for name, column, words, start in pieces:
            if not name:
                self._add_in(path, column, "a player's name is missing", "such as `Ana 4+i 5 1 byr`")
            elif name in found:
                self._add_in(path, column, f"`{name}` stands here a second time", "keep one of them")
            elif name not in self.players:
                hint = suggest(name, self.players)
                self._add_in(path, column, f"there is no player `{name}`", hint)
            else:
                found[name] = self._read_words(path, words, start)
        return found

    def _read_player(self, path: EntryPath, name: str, data: Entry) -> Tableau:
        if name not in self.players:
            self._add(path, f"there is no player `{name}`", suggest(name, self.players), at_key=True)
        if isinstance(data, str):
            return self._read_words(path, data, 0)
        if isinstance(data, dict):
            return self._read_keys(path, data)
        said = "a list" if isinstance(data, list) else "nothing"
        self._add(
            path, f"must be what lies before the player, not {said}", "`{}` for nothing, or `4+i 5 1 byr`"
        )
        return Tableau()

    def _read_words(self, path: EntryPath, words: str, start: int) -> Tableau:
        try:
            return parse_tableau(words, self.players)
        except Slip as problem:
            self._add_in(path, start + problem.column, problem.message, problem.hint)
            return Tableau()

    def _read_keys(self, path: EntryPath, data: dict[str, Entry]) -> Tableau:
        found = _Found()
        for key, value in data.items():
            where = (*path, key)
            if key not in KEYS:
                self._add(where, f"the key `{key}` is not known", suggest(key, KEYS), at_key=True)
            elif key == "viruses":
                self._read_viruses(where, value, found)
            elif not isinstance(value, str):
                self._add(where, "has no value" if value is None else "must be one value", _HINTS[key])
            elif key == "injections":
                if re.fullmatch(r"\d{1,2}", value):
                    found.injections = int(value)
                else:
                    self._add(where, f"`{value}` is no number of injections", _HINTS[key])
            elif key == "pills":
                pills = parse_pills(re.sub(r"[\s,]+", "", value).lower())
                if pills is None:
                    self._add(where, f"`{value}` are no pills", _HINTS[key])
                found.pills = pills or NO_PILLS
            elif value in self.players:
                found.predictions[key] = value
            else:
                self._add(where, f"there is no player `{value}`", suggest(value, self.players))
        return found.finish()

    def _read_viruses(self, path: EntryPath, data: Entry, found: _Found) -> None:
        """A list, or one text with blanks between the viruses."""
        if isinstance(data, str):
            data = list(_WORD.findall(data))
            places = [path] * len(data)
        elif isinstance(data, list):
            places = [(*path, index) for index in range(len(data))]
        else:
            self._add(path, "must be a list of viruses", _HINTS["viruses"])
            return
        if len(data) > MOST_VIRUSES:
            self._add(path, f"are {len(data)} viruses, more than {MOST_VIRUSES}", "")
            return
        for place, entry in zip(places, data, strict=True):
            virus = _VIRUS.fullmatch(entry) if isinstance(entry, str) else None
            if virus is None:
                self._add(place, f"`{entry}` is no virus", _HINTS["viruses"])
            else:
                found.viruses.append(Lying(int(virus[1]), len(virus[2] or "")))

    def _add(self, path: EntryPath, message: str, hint: str, *, at_key: bool = False) -> None:
        self.has_told = True
        self._tell.add(path, message, hint, at="key" if at_key else "value")

    def _add_in(self, path: EntryPath, column: int, message: str, hint: str) -> None:
        self.has_told = True
        self._tell.add_in_text(path, 0, column, message, hint)


_HINTS = {
    "viruses": "write `[4, 5+i, 1+ii]`: points, and the injections that lie on it",
    "injections": "write how many, such as `3`",
    "pills": "write a letter for each: b for blue, y for yellow, r for red; such as `bbyr`",
    "diagnosis": "write the name of a player",
    "nurse": "write the name of a player",
}
_WORDS_HINT = "viruses `4` `5+i`, pills `bbyr`, injections in all `i3`, `diagnosis=Name`, `nurse=Name`"


def parse_tableau(words: str, players: Sequence[str]) -> Tableau:
    """`4+i 5 1 byr i2 diagnosis=Bo`, or `-` for nothing; raises Slip."""
    found = _Found()
    if words.strip() == "-":
        return Tableau()
    for column, word in _list_words(words, players):
        if virus := _VIRUS.fullmatch(word):
            found.viruses.append(Lying(int(virus[1]), len(virus[2] or "")))
            if len(found.viruses) > MOST_VIRUSES:
                raise Slip(column, f"more than {MOST_VIRUSES} viruses")
        elif injections := _INJECTIONS.fullmatch(word):
            if found.injections is not None:
                raise Slip(column, f"`{word}`: the injections are counted a second time")
            found.injections = int(injections[1])
        elif prediction := _PREDICTION.fullmatch(word):
            card, name = prediction[1], prediction[2]
            if card in found.predictions:
                raise Slip(column, f"`{card}` stands here a second time")
            if name not in players:
                raise Slip(column, f"there is no player `{name}`", suggest(name, players))
            found.predictions[card] = name
        elif word != "0" and (pills := parse_pills(word.lower())) is not None:
            found.pills = found.pills.plus(pills)
        else:
            raise Slip(column, f"`{word}` is not understood", _WORDS_HINT)
    return found.finish()


def _list_words(words: str, players: Sequence[str]) -> Iterator[tuple[int, str]]:
    """With their columns; a name with blanks in it belongs to the word before it."""
    position = 0
    spaced = sorted((name for name in players if " " in name), key=len, reverse=True)
    while word := _WORD.search(words, position):
        start, position = word.span()
        for name in spaced:
            for card in ("diagnosis=", "nurse="):
                end = start + len(card) + len(name)
                if words[start:end] == card + name and words[end : end + 1] in ("", " "):
                    position = end
        yield start, words[start:position]


def _split_line(text: str) -> Iterator[tuple[str, int, str, int]]:
    """Each player's name and its column, then the words of the player and theirs."""
    start = 0
    for piece in text.split("|"):
        words = list(_WORD.finditer(piece))
        names = 0
        while names < len(words) and (names == 0 or not _is_item(words[names][0])):
            names += 1
            if words[names - 1][0].endswith(":"):
                break
        end = words[names - 1].end() if words else 0
        first = words[0].start() if words else 0
        name = " ".join(piece[first:end].split()).removesuffix(":").rstrip()
        yield name, start + first, piece[end:], start + end
        start += len(piece) + 1


def _is_item(word: str) -> bool:
    """Whether a word says what lies before a player, or tries to, and is no part of a name."""
    return re.match(r"-$|\d|[iI]\d|[byr]+$|[BYR]{2,}$|\w+=", word) is not None
