"""Finished rounds in score files: read as tableaus, and scored; docs/games/virus_and_co.md has examples."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from generator.errors import Wrong
from generator.games.virus_and_co.data import (
    INJECTION,
    MOST_INJECTIONS,
    NO_PILLS,
    PILL_COLOURS,
    SAFE_POINTS,
    Lying,
    State,
    Tableau,
    VirusAndCoData,
    add_pills,
    list_in_care,
    make_outcome,
    parse_lying,
    parse_pills,
    replace_state,
    score_game,
)
from generator.games.virus_and_co.game import Turn, VirusAndCo, read_length
from generator.model.values import dataclass, field
from generator.rules.core import Entry, EntryPath, Fault, Outcome, Score, Sentence, Value
from generator.rules.form import (
    EXAMPLE_NAMES,
    PLAYER,
    Asking,
    ByPlayer,
    EntryText,
    Finished,
    FormReading,
    FormScoring,
    JsonSchema,
    Keys,
    Many,
    QuestionAsked,
    WrongAnswer,
    ask_once,
    parse_player,
    read_as,
    read_whole_number,
    say_hint,
    say_wrong,
)
from generator.rules.states import remember_last

MOST_ROUNDS = 1000
MOST_VIRUSES = 40
NOTHING_HELD = "-"

PlayedRound: TypeAlias = Mapping[str, Tableau]
FinishedGame: TypeAlias = Finished[tuple[PlayedRound, ...]]


def _make_tableau(values: Mapping[str, Any]) -> Tableau:
    viruses = tuple(sorted(values.get("viruses", ())))
    lying = sum(virus.injections for virus in viruses)
    others = {key: values[key] for key in ("pills", "diagnosis", "nurse") if key in values}
    return Tableau(viruses, values.get("injections", lying) - lying, **others)


_PREDICTIONS = {"diagnose": "diagnosis", "krankenschwester": "nurse"}
"""Keys of predictions by the printed names of their cards, which no language changes."""


def parse_tableau(words: str, players: Sequence[str], start: int = 0) -> Tableau:
    """Read `4+i 5 1 byr i2 diagnosis=Bo`, or `-` for nothing; raise Wrong, with columns from `start`."""
    values: dict[str, Any] = {}
    if words.strip() == NOTHING_HELD:
        return Tableau()
    for match in _list_words(words, players):
        column, word = start + match.start(), match[0]
        card, sign, name = word.partition("=")
        card = _PREDICTIONS.get(card.lower(), card)
        if virus := parse_lying(word):
            values["viruses"] = (*values.get("viruses", ()), virus)
            if len(values["viruses"]) > MOST_VIRUSES:
                many = say_wrong("most", number=len(values["viruses"]), most=MOST_VIRUSES)
                raise WrongAnswer(many, position=column)
        elif re.fullmatch(r"[iI]\d{1,2}", word) or (sign and card in ("diagnosis", "nurse")):
            key = card if sign else "injections"
            if key in values:
                raise WrongAnswer(say_wrong("twice", name=word if sign else "i"), position=column)
            values[key] = parse_player(name, players, column) if sign else int(word[1:])
        elif word != "0" and (pills := parse_pills(word.lower())) is not None:
            values["pills"] = values.get("pills", NO_PILLS).plus(pills)
        else:
            raise WrongAnswer(say_wrong("value", value=word), WORDS.hint, position=column)
    return _make_tableau(values)


_VIRUS_HINT = Sentence("tally.form.viruses")
_LINE_HINT = say_hint("such_as", text="Ana i3 | Bo 4+i 5 1 byr")
WORDS = EntryText(
    parse=parse_tableau,
    hint=Sentence("tally.form.tableau"),
    blank=NOTHING_HELD,
)
VIRUS = read_as(parse_lying, _VIRUS_HINT, pattern=r"[1-9][0-9]?(\+i{1,3})?")
TABLEAU = Keys(
    shapes={
        "viruses": Many(each=VIRUS, hint=_VIRUS_HINT, most=MOST_VIRUSES),
        "injections": read_whole_number("[0-9]{1,2}", say_hint("number", least=0, most=99)),
        "pills": read_as(
            lambda text: parse_pills(re.sub(r"[\s,]+", "", text).lower()),
            Sentence("tally.form.pills"),
            pattern="[byrBYR, ]+|0",
        ),
        "diagnosis": PLAYER,
        "nurse": PLAYER,
    },
    make=_make_tableau,
    hint=Sentence("tally.form.tableau"),
    words=WORDS,
)
ROUND = ByPlayer(each=TABLEAU, hint=say_hint("such_as", text="Ana: 4+i 5 1 byr"))


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of a game, each with keys or on one line."""

    blank: Entry = field(default_factory=list)

    def read(self, data: Entry, path: EntryPath, reading: FormReading) -> tuple[PlayedRound, ...] | None:
        if not isinstance(data, list) or not data:
            reading.add(path, say_wrong("list"), Sentence("tally.form.rounds"))
            return None
        if len(data) > MOST_ROUNDS:
            reading.add(path, say_wrong("most", number=len(data), most=MOST_ROUNDS), at="key")
            return None
        rounds = [self._read_round(entry, (*path, index), reading) for index, entry in enumerate(data)]
        return tuple(round for round in rounds if round is not None)

    def _read_round(self, data: Entry, path: EntryPath, reading: FormReading) -> PlayedRound | None:
        if not isinstance(data, str):
            return ROUND.read(data, path, reading)
        try:
            return dict(_read_line(data, reading))
        except Wrong as wrong:
            reading.add_wrong(path, wrong)
            return None

    def schema(self) -> JsonSchema:
        line = {"type": "string", "description": _LINE_HINT}
        return {"type": "array", "minItems": 1, "items": {"anyOf": [ROUND.schema(), line]}}

    def ask(self, asked: QuestionAsked) -> Asking:
        """Ask for rounds until the last one, or until the first question of one is left unanswered."""
        rounds: list[Entry] = []
        while len(rounds) < read_length(asked.setup):
            round: dict[str, Entry] = {}
            for player in asked.players:
                may_end = bool(rounds) and not round
                values: dict[str, Value] = {"round": len(rounds) + 1, "player": player}
                answer = yield from ask_once(WORDS, asked.about("next" if may_end else "player", values))
                if may_end and not answer:
                    return rounds
                round[player] = answer or NOTHING_HELD
            rounds.append(round)
        return rounds


def _read_line(text: str, reading: FormReading) -> Iterator[tuple[str, Tableau]]:
    """Read `Ana 4 5 b | Bo i3`; raise Wrong."""
    pieces = list(_split_line(text))
    if len(pieces) == 1 and (comma := _NAME_AFTER_COMMA.search(text)):
        raise WrongAnswer(Sentence("tally.form.comma"), _LINE_HINT, position=comma.start())
    reading.players = reading.players or tuple(name for name, _, _, _ in pieces)
    for number, (name, column, words, start) in enumerate(pieces):
        if not name:
            raise WrongAnswer(say_wrong("nameless"), _LINE_HINT, position=column)
        if any(name == earlier for earlier, _, _, _ in pieces[:number]):
            raise WrongAnswer(say_wrong("twice", name=name), position=column)
        yield parse_player(name, reading.players, column), parse_tableau(words, reading.players, start)


_NAME_AFTER_COMMA = re.compile(r",\s*(?![byrBYR]+\b|i\d)[^\W\d_]+\s")
"""A word that can only be a name: not pills, not injections."""
_ITEM = re.compile(r"-$|\d|[iI]\d|[byr]+$|[BYR]{2,}$|\w+=")
"""A word that describes a tableau, or tries to, and is not part of a name."""
_WORD = re.compile(r"[^\s,]+")


def _list_words(words: str, players: Sequence[str]) -> Iterator[re.Match[str]]:
    """Find the words; a name with spaces belongs to the word before it."""
    names = "|".join(re.escape(name) for name in sorted(players, key=len, reverse=True) if " " in name)
    spaced = rf"(?i:diagnosis|nurse|diagnose|krankenschwester)=(?:{names})(?= |$)|" if names else ""
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


class VirusAndCoScoring(FormScoring[FinishedGame, State]):
    """Scoring of finished rounds for one kit."""

    round_key = "rounds"
    example_names = EXAMPLE_NAMES

    def __init__(self, rules: VirusAndCo) -> None:
        super().__init__(rules.data.kit, "rounds", Rounds())
        self.asked_options = rules.options
        self.rules = rules
        self.data = rules.data
        self._scores = remember_last(self._score)

    def make_blank(self) -> Entry:
        return [dict.fromkeys(EXAMPLE_NAMES, NOTHING_HELD)]

    def list_faults(self, table: FinishedGame) -> Iterator[Fault]:
        data, length = self.data, read_length(table.setup)
        for index, round in enumerate(table.value):
            if index == length:
                yield _fault("virus_and_co.round.most", index, number=len(table.value), most=length)
            for check in (_check_tableaus, _check_cards, _check_predictions, _check_pills):
                yield from check(data, index, round)
            missing = [player for player in table.players if player not in round]
            yield from (_fault("virus_and_co.round.missing", index, player) for player in missing)
            # A missing player may be in intensive care.
            if not missing:
                yield from _check_end(data, index, round)

    def score(self, table: FinishedGame) -> Mapping[str, Score]:
        return self._scores(table)

    def _score(self, table: FinishedGame) -> Mapping[str, Score]:
        return score_game(table.players, table.value)

    def find_outcome(self, table: FinishedGame) -> Outcome | None:
        is_over = len(table.value) >= read_length(table.setup)
        return make_outcome(self.score(table)) if is_over else None

    def compare(self, table: FinishedGame, state: State) -> Iterator[Fault]:
        """Return the differences; two tableaus in intensive care never differ."""
        rounds = table.value
        if len(rounds) != len(state.done):
            values = {"number": len(rounds), "played": len(state.done)}
            yield Fault("virus_and_co.log.rounds", values=values, path=("rounds",))
        for index, (round, end) in enumerate(zip(rounds, state.done, strict=False)):
            for player, played in zip(state.players, end, strict=True):
                typed = round.get(player, Tableau())
                if typed != played and not (typed.in_care and played.in_care):
                    yield _fault("virus_and_co.log.differs", index, player)

    def resume(self, table: FinishedGame) -> State:
        """Return the state after the rounds of a table; raises RulesError for a round that breaks a rule."""
        self.check(table)
        state = self.rules.start(table.players, table.setup)
        for round in table.value:
            tableaus = tuple(map(round.__getitem__, state.players))
            turn = Turn(self.data, replace_state(state, tableaus=tableaus, skips=len(state.players)))
            turn.end_turn()
            state = turn.state
        return state


def _fault(rule: str, index: int, player: str = "", key: str = "", /, **values: Value) -> Fault:
    """Return a fault of a round; `key` is its place, unless the round is written in words."""
    path: EntryPath = ("rounds", index, *filter(None, (player, key)))
    # Viruses are in several places.
    places = ((f"round_{index + 1}", "" if key == "viruses" else key),)
    given = {"player": player, **values}
    return Fault(rule, player, places=places, round=index + 1, values=given, path=path)


def _check_tableaus(data: VirusAndCoData, index: int, round: PlayedRound) -> Iterator[Fault]:
    for player, tableau in round.items():
        if tableau.injections > MOST_INJECTIONS:
            number = tableau.injections
            yield _fault("virus_and_co.care.third", index, player, "injections", number=number)
        if tableau.loose < 0:
            lying = sum(virus.injections for virus in tableau.viruses)
            values = {"number": tableau.injections, "lying": lying}
            yield _fault("virus_and_co.care.counted", index, player, "injections", **values)
        if tableau.in_care and not _may_be_last(tableau):
            values = {"points": tableau.points, "most": SAFE_POINTS}
            yield _fault("virus_and_co.care.late", index, player, "viruses", **values)
        for key, named in tableau.predictions.items():
            if named == player:
                yield _fault("virus_and_co.predict.other", index, player, key)
    care = list_in_care(round)
    if len(care) > 1:
        # [S] Only one player can be in intensive care, since that ends the round.
        yield _fault("virus_and_co.care.one", index, players=care)


def _may_be_last(tableau: Tableau) -> bool:
    """Return True if any card can have been the last: without it the player was not in intensive care.

    The tableau of a player in intensive care does not count, and may be written down in part.
    """
    points, injections = tableau.points, tableau.injections
    if injections < MOST_INJECTIONS and any(
        not virus.injections and points - virus.value <= SAFE_POINTS for virus in tableau.viruses
    ):
        return True
    if injections != MOST_INJECTIONS:
        return injections > MOST_INJECTIONS
    return (tableau.loose > 0 and points <= SAFE_POINTS) or any(
        points - virus.points + Lying(virus.value, virus.injections - 1).points <= SAFE_POINTS
        for virus in tableau.viruses
        if virus.injections
    )


def _check_end(data: VirusAndCoData, index: int, round: PlayedRound) -> Iterator[Fault]:
    """[OURS] A round may end without intensive care, but only when both piles are used up."""
    if list_in_care(round):
        return
    viruses, injections = _count_cards(round)
    # Some risk cards look like cards of the piles.
    drawn = (viruses & data.printed).total() + min(injections, data.cards[INJECTION].count)
    if left := len(data.drawn) - drawn:
        yield _fault("virus_and_co.round.unfinished", index, left=left)


def _count_cards(round: PlayedRound) -> tuple[Counter[int], int]:
    viruses = Counter(virus.value for tableau in round.values() for virus in tableau.viruses)
    return viruses, sum(tableau.injections for tableau in round.values())


def _check_cards(data: VirusAndCoData, index: int, round: PlayedRound) -> Iterator[Fault]:
    viruses, injections = _count_cards(round)
    for value, count in sorted(viruses.items()):
        most = data.values.get(value, 0)
        if count > most:
            yield _fault("virus_and_co.cards.viruses", index, value=value, number=count, most=most)
    if injections > data.injections:
        yield _fault("virus_and_co.cards.injections", index, number=injections, most=data.injections)
    more = sum((viruses - data.printed).values())
    more += max(0, injections - data.cards[INJECTION].count)
    risks = more + sum(len(tableau.predictions) for tableau in round.values())
    dealt = data.count_hand(max(len(round), 1)) * len(round)
    if risks > dealt:
        yield _fault("virus_and_co.cards.risks", index, number=risks, most=dealt)


def _check_predictions(data: VirusAndCoData, index: int, round: PlayedRound) -> Iterator[Fault]:
    """Check that neither card is in more tableaus than there are copies of it."""
    for key, risk in (("diagnosis", "diagnose"), ("nurse", "krankenschwester")):
        players = tuple(player for player, tableau in round.items() if key in tableau.predictions)
        most = sum(card.count for card in data.cards.values() if card.risk == risk) if players else 0
        if len(players) > most:
            card = Sentence(f"risk.{risk}.name")
            yield _fault("virus_and_co.cards.predictions", index, card=card, players=players, most=most)


def _check_pills(data: VirusAndCoData, index: int, round: PlayedRound) -> Iterator[Fault]:
    """[S] The pills in play are a share for each player and one for the pharmacy."""
    there = add_pills(tableau.pills for tableau in round.values())
    in_play = data.share.times(len(round) + 1)
    for colour, number, most in zip(PILL_COLOURS, there, in_play, strict=True):
        if number > most:
            word = Sentence(f"tally.colour.{colour}")
            yield _fault("virus_and_co.cards.pills", index, colour=word, number=number, most=most)
