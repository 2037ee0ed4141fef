"""Tables as they are typed in.

    table:
      cubes: {Lagos: yellow 2, Cairo: black 3 blue 1}
      outbreaks: 3
      epidemics: 2
      turn: 9
      deck: 31
      cured: [blue]
      eradicated: []
      stations: [Atlanta, Cairo]
      infected: [Lagos, Lima]
      discards: [Tokyo, airlift]
      hands: {Ana: [Chicago, Lima], Bo: "?, ?, Paris"}
      pawns: {Ana: Cairo, Bo: Atlanta}
      lost: cubes

Lists may be texts with commas. Only the cubes must be there: what is left out is not known.
"""

import re
from collections.abc import Mapping, Sequence

from generator.games.pandemic.plan import Plan
from generator.games.pandemic.state import Cards
from generator.games.pandemic.table import CAUSES, CubeHeap, Hand, Table
from generator.read.files.phrases import suggest
from generator.rules.core import Complaints, Entry, EntryPath
from generator.rules.likeness import fold

TABLE = "table"
NUMBERS = ("outbreaks", "epidemics", "turn", "deck")
COLOURS = ("cured", "eradicated")
CARDS = ("stations", "infected", "removed", "discards", "gone", "stored")
KEYS = ("cubes", *NUMBERS, *COLOURS, *CARDS, "hands", "pawns", "lost")
MOST_NUMBER = 999
MOST_ITEMS = 200


class TableReader:
    """Reads one table, and tells all that cannot be read."""

    def __init__(self, plan: Plan, players: Sequence[str], tell: Complaints) -> None:
        self._plan = plan
        self._players = tuple(players)
        self._tell = tell
        self._has_told = False

    def read(self, data: Entry, *, roles: tuple[str, ...], level: int) -> Table | None:
        """None after telling what is wrong."""
        if not isinstance(data, dict):
            self._add((), "must be keys with values", "such as `cubes: {Lagos: yellow 2}`")
            return None
        for key in data:
            if key not in KEYS:
                self._tell.add((TABLE, key), f"the key `{key}` is not known", suggest(key, KEYS), at="key")
                self._has_told = True
        if "cubes" not in data:
            self._add((), "`cubes` is missing", "add `cubes: {}` when there is none on the board")
        table = Table(
            players=self._players,
            roles=roles,
            level=level,
            cubes=tuple(self._read_cubes(data.get("cubes", {}))),
            outbreaks=self._read_number(data, "outbreaks"),
            epidemics=self._read_number(data, "epidemics"),
            turn=self._read_number(data, "turn"),
            deck=self._read_number(data, "deck"),
            cured=self._read_colours(data, "cured"),
            eradicated=self._read_colours(data, "eradicated"),
            stations=self._read_cards(data, "stations"),
            infected=self._read_cards(data, "infected"),
            removed=self._read_cards(data, "removed"),
            discards=self._read_cards(data, "discards"),
            gone=self._read_cards(data, "gone"),
            stored=self._read_cards(data, "stored"),
            hands=self._read_hands(data.get("hands", {})),
            pawns=self._read_pawns(data.get("pawns", {})),
            lost=next((cause for cause in CAUSES if cause == self._read_lost(data)), ""),
        )
        return None if self._has_told else table

    def _read_cubes(self, data: Entry) -> list[CubeHeap]:
        found: list[CubeHeap] = []
        if not isinstance(data, dict):
            self._add(("cubes",), "must be cities with their cubes", _HINTS["cubes"])
            return found
        for key, value in data.items():
            city = self._find(key, len(self._plan.cities))
            if city is None:
                self._add_name(("cubes", key), key, "city", at_key=True)
            elif any(heap.city == city for heap in found):
                self._add(("cubes", key), "this city stands here a second time", "keep one of them")
            else:
                found += self._read_heaps(city, key, value)
        return found

    def _read_heaps(self, city: int, key: str, value: Entry) -> list[CubeHeap]:
        """`yellow 2`, `black 3, blue 1`; a number alone is of the city's own colour."""
        plan, path = self._plan, ("cubes", key)
        text = value if isinstance(value, str) else ""
        if re.fullmatch(r"\d{1,3}", text):
            return [CubeHeap(city, plan.colour_of[city], int(text), key)]
        words = text.replace(",", " ").split()
        found: dict[int, int] = {}
        for name, number in zip(words[::2], words[1::2], strict=False):
            colour = self._find_colour(name)
            if colour is None or not re.fullmatch(r"\d{1,3}", number) or colour in found:
                break
            found[colour] = int(number)
        if not words or len(words) % 2 or len(found) * 2 != len(words):
            self._add(path, f"`{value}` are no cubes", _HINTS["cubes"])
            return []
        return [CubeHeap(city, colour, number, key) for colour, number in found.items() if number]

    def _read_number(self, data: Mapping[str, Entry], key: str) -> int | None:
        if key not in data:
            return None
        value = data[key]
        if isinstance(value, str) and re.fullmatch(r"\d{1,3}", value):
            return int(value)
        self._add((key,), f"must be a number from 0 to {MOST_NUMBER}", f"such as `{key}: 3`")
        return None

    def _read_colours(self, data: Mapping[str, Entry], key: str) -> int | None:
        if key not in data:
            return None
        found = 0
        for path, text in self._read_items(data[key], (key,)):
            colour = self._find_colour(text)
            if colour is None:
                known = self._plan.colours
                self._add(path, f"`{text}` is no disease", suggest(text, known))
            else:
                found |= 1 << colour
        return found

    def _read_cards(self, data: Mapping[str, Entry], key: str) -> Cards | None:
        if key not in data:
            return None
        has_events = key in ("discards", "gone", "stored")
        number = len(self._plan.cards) if has_events else len(self._plan.cities)
        found: list[int] = []
        for path, text in self._read_items(data[key], (key,)):
            card = self._find(text, number)
            if card is None:
                self._add_name(path, text, "card" if has_events else "city")
            else:
                found.append(card)
        return tuple(sorted(found))

    def _read_hand(self, path: EntryPath, value: Entry) -> Hand:
        found: list[int] = []
        unknown = 0
        for where, text in self._read_items(value, path):
            card = self._find(text, len(self._plan.cards))
            if text == "?":
                unknown += 1
            elif card is None:
                self._add_name(where, text, "card")
            else:
                found.append(card)
        return Hand(tuple(sorted(found)), unknown)

    def _read_hands(self, data: Entry) -> Mapping[int, Hand]:
        found = {}
        for seat, path, value in self._list_players(data, "hands"):
            found[seat] = self._read_hand(path, value)
        return found

    def _read_pawns(self, data: Entry) -> Mapping[int, int]:
        found = {}
        for seat, path, value in self._list_players(data, "pawns"):
            city = self._find(value, len(self._plan.cities)) if isinstance(value, str) else None
            if city is None:
                self._add_name(path, str(value), "city")
            else:
                found[seat] = city
        return found

    def _list_players(self, data: Entry, key: str) -> list[tuple[int, EntryPath, Entry]]:
        """What stands behind each player, by seat."""
        if not isinstance(data, dict):
            self._add((key,), "must be players with what they have", f"such as `{key}: {{Ana: Lima}}`")
            return []
        found: list[tuple[int, EntryPath, Entry]] = []
        for name, value in data.items():
            if name in self._players:
                found.append((self._players.index(name), (key, name), value))
            else:
                self._add((key, name), f"there is no player `{name}`", suggest(name, self._players))
        return found

    def _read_lost(self, data: Mapping[str, Entry]) -> str:
        value = data.get("lost", "")
        if value not in ("", *CAUSES):
            self._add(("lost",), f"`{value}` is no way to lose", f"one of: {', '.join(CAUSES)}")
        return value if isinstance(value, str) else ""

    def _read_items(self, value: Entry, path: EntryPath) -> list[tuple[EntryPath, str]]:
        """The items of a list, or of a text with commas."""
        if isinstance(value, str):
            return [(path, text.strip()) for text in value.split(",") if text.strip()][:MOST_ITEMS]
        if not isinstance(value, list) or len(value) > MOST_ITEMS:
            self._add(path, "must be a list", "such as `[Lagos, Lima]`, or `[]` for none")
            return []
        found = []
        for index, item in enumerate(value):
            if isinstance(item, str):
                found.append(((*path, index), item))
            else:
                self._add((*path, index), "must be one name")
        return found

    def _find(self, text: str, number: int) -> int | None:
        """A card by its name, of the first so many."""
        wanted = fold(text)
        found = {card for name, card in self._plan.spellings if name == wanted and card < number}
        if not found:
            found = {
                card
                for name, card in self._plan.spellings
                if card < number and wanted and name.startswith(wanted)
            }
        return found.pop() if len(found) == 1 else None

    def _find_colour(self, text: str) -> int | None:
        return self._plan.colour_spellings.get(fold(text))

    def _add_name(self, path: EntryPath, text: str, kind: str, *, at_key: bool = False) -> None:
        known = self._plan.names if kind == "card" else self._plan.names[: len(self._plan.cities)]
        self._has_told = True
        self._tell.add(
            (TABLE, *path),
            f"there is no {kind} `{text}`",
            suggest(text, known),
            at="key" if at_key else "value",
        )

    def _add(self, path: EntryPath, message: str, hint: str = "") -> None:
        self._has_told = True
        self._tell.add((TABLE, *path), message, hint)


_HINTS = {"cubes": "write `Lagos: yellow 2`, or `Cairo: black 3 blue 1`"}
