"""The referee: reports on score files, and the format of score files for editors."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from generator.errors import NoRules
from generator.model.kit import Kit
from generator.model.place_names import PlaceNames
from generator.model.played import Takes
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, replace
from generator.play.walks import walkthrough
from generator.play.walks.walkthrough import check_head, find_file_game, judge_table, list_keys, locate
from generator.read.declared.schemas import Schema, make_file_schema
from generator.read.files.yaml import Source
from generator.read.scores import LinesSource, ScoreFile, ScoreHead, read_score_file
from generator.rules import core
from generator.rules.core import (
    NATURE,
    AnyState,
    EntryPath,
    Fault,
    Judgement,
    Outcome,
    PlaceName,
    Score,
    Sentence,
)
from generator.rules.form import NO_SETUP, AnyScoring, FormScoring
from generator.rules.game import AnyGame, find_game
from generator.rules.score_form import say_schema, write_log

Verdict: TypeAlias = Literal["unreadable", "illegal", "consistent", "proved"]
"""Result of checking a game.

`unreadable`: a line of the log is not a move; `illegal`: a rule was broken; `consistent`: no violation was
found, but the log is incomplete; `proved`: every move was replayed.
"""


@dataclass(frozen=True)
class Report:
    """The findings of the referee in a score file."""

    kit: Kit
    source: Source
    verdict: Verdict
    scores: Mapping[str, Score]
    """Scores by player, in seating order; empty if nothing can be scored."""
    faults: tuple[Fault, ...] = ()
    """Rule violations, with lines where possible."""
    outcome: Outcome | None = None
    """None if the game is open or illegal."""
    end: EntryPath = ()
    """Path of the move that ended the game; empty if there is none."""
    moves: int = 0
    """Number of legal lines of the log."""
    is_shared: bool = False
    """True if all players win or lose together."""
    has_moves: bool = True
    """False if there are no moves that a log could have."""
    takes: Sequence[Takes] = ()
    """Places of the forms of the game, for the names of places."""

    @property
    def summary(self) -> Sentence:
        """The verdict in words; a game without moves has none that were not checked."""
        key = self.verdict if self.has_moves or self.faults else "without_moves"
        return Sentence(f"tally.table.{key}", number=len(self.faults))

    @property
    def end_line(self) -> int:
        """Number of the line with the move that ended the game, from 1; 0 if there is none."""
        return self.source.spot_of_key(self.end)[0] if self.end else 0

    @property
    def winners(self) -> tuple[str, ...]:
        return self.outcome.winners if self.outcome else ()

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """Notes of the scores, each once."""
        return tuple(dict.fromkeys(score.note for score in self.scores.values() if score.note))


class Referee:
    """Scores files of one kit."""

    def __init__(self, kit: Kit, wording: Wording | None = None) -> None:
        """Problems of files are in the language of the wording, by default English; raises NoRules."""
        self.kit = kit
        self.wording = wording or kit.reference
        self.find = cache(lambda variant: find_game(kit, variant=variant))
        """Returns the game in a variant; raises RulesError for an unknown variant."""
        self.find("")

    @property
    def scoring(self) -> FormScoring[object, AnyState]:
        """Scoring of the standard variant; raises NoRules if the game only scores logs."""
        scoring = self.find("").scoring
        if scoring is None:
            message = f"the game `{self.kit.id}` has no form for finished games; score a log of it"
            raise NoRules(message).saying("command.only_logs")
        return scoring

    def list_rounds(self, rounds: Sequence[str], options: Mapping[str, str] = NO_SETUP) -> Source:
        """Return rounds, each written on one line, as a score file; raises NoRules if the game has none."""
        key = self.scoring.round_key
        if not key:
            message = f"the game `{self.kit.id}` has no rounds that could be written on one line"
            raise NoRules(message).saying("command.no_rounds")
        return LinesSource("--round", self.kit.id, key, rounds, options)

    def score(self, source: Source) -> Report:
        """Judge a score file; raises DataError if it cannot be read."""
        game = find_file_game(source, self.find, self.wording)
        file = read_score_file(source, list_keys(game, self.wording))
        _check_last_line(file)
        walk, judgement, judged = None, Judgement({}), _judge_tables(game, file)
        faults: list[Fault] = []
        if judged:
            scoring, table, judgement = judged[0]
            if file.log is None:
                may_have_names = file.players or not game.rules.is_shared
                # A table that breaks a rule may have players, but no scores.
                known = tuple(judgement.scores) or getattr(table, "players", ())
                players = (file.players or known) if may_have_names else None
                faults += check_head(game, file, players, may_be_some=scoring.takes_some_players)
            faults += (fault for _, _, each in judged for fault in each.faults)
            faults += () if faults else _compare_scores(judged)
        if file.log is not None:
            walk, broken = walkthrough.replay_file(game, file)
            faults += broken
            judgement = Judgement({})
            if walk is not None:
                if not faults:
                    faults += (
                        fault for each, typed, _ in judged for fault in each.compare(typed, walk.state)
                    )
                scores = {player: game.rules.score(walk.state, player) for player in walk.log.players}
                judgement = Judgement(scores, outcome=game.rules.outcome(walk.state))
        verdict: Verdict = "consistent" if file.log is None or file.start else "proved"
        if faults:
            verdict = "unreadable" if all(fault.is_unreadable for fault in faults) else "illegal"
        outcome = None if faults else judgement.outcome
        lines = walk.log.lines if walk else ()
        return Report(
            kit=self.kit,
            source=source,
            verdict=verdict,
            scores=judgement.scores,
            faults=locate(faults, file.source),
            outcome=outcome,
            end=("log", len(lines) - 1, lines[-1].actor) if outcome and lines else (),
            moves=len(lines),
            is_shared=game.rules.is_shared,
            has_moves=game.has_moves,
            takes=tuple(takes for form in game.forms for takes in form.list_takes(file.options))
            if faults
            else (),
        )


def _judge_tables(game: AnyGame, file: ScoreFile) -> list[tuple[AnyScoring, object, Judgement]]:
    """Read and judge a finished game in all ways in which it is written."""
    scorings = (scoring for scoring in game.scorings if scoring.key in file.finished)
    return [(scoring, *judge_table(scoring, file, file.finished)) for scoring in scorings]


def _compare_scores(judged: Sequence[tuple[AnyScoring, object, Judgement]]) -> Iterator[Fault]:
    """Yield a violation for each player whose points differ between two records of the same game."""
    for (first, _, before), (second, _, after) in pairwise(judged):
        for player in [player for player in before.scores if player in after.scores]:
            number, other = before.scores[player].total, after.scores[player].total
            if number != other:
                values: dict[str, core.Value] = {"player": player, "number": number, "other": other}
                values |= {"first": first.key, "second": second.key}
                yield Fault("log.scores", player, values=values, path=(second.key,))


def _check_last_line(file: ScoreFile) -> None:
    """Refuse an incomplete line of a walk: half a move may look like another move."""
    log, text = file.log, file.source.text
    if log is None or text.endswith("\n"):
        return
    if text[: text.rfind("\n") + 1] == write_log(replace(log, lines=log.lines[:-1])):
        file.findings.refuse(("log", len(log.lines) - 1), file.wording.format("tally.wrong.unfinished"))


def describe_end(outcome: Outcome | None, *, is_shared: bool) -> tuple[Sentence, ...]:
    """Return who has won, and by which rule if all players win or lose together."""
    if outcome is None:
        return (Sentence("tally.table.open"),)
    if is_shared:
        end = "won" if outcome.won else "lost"
        return Sentence(f"tally.table.{end}"), Sentence.of_rule(outcome.rule)
    if not outcome.winners:
        return (Sentence("tally.table.no_winner"),)
    key = "winner" if len(outcome.winners) == 1 else "winners"
    return (Sentence(f"tally.table.{key}", players=outcome.winners),)


_MOST_PLACES = 3
"""Maximum number of places that are named one by one; beyond it, only their area is named."""


class FaultNames:
    """Names of the places of violations, as they are printed."""

    def __init__(
        self, kit: Kit, wording: Wording, takes: Sequence[Takes], *, names: PlaceNames | None = None
    ) -> None:
        """`takes` gives the part of each area; `names` are those of the kit in this language."""
        self._wording = wording
        self._parts: Mapping[str, str] = {each.area: each.part for each in takes}
        self._names = names or PlaceNames(kit, wording)

    def find(self, place: PlaceName) -> str:
        """Return the name of a place or of an area; unprinted places keep their ids."""
        area, id = place
        part = self._parts.get(area, "")
        if part and not self._names.name_part(part):
            # Scoring does not read booklets.
            return f"{area} {id}".strip()
        return self._names.find(part, area, id).full

    def list_names(self, fault: Fault) -> Sequence[str]:
        """Return the names of the places of a violation, or only of the place in its message."""
        if not fault.places:
            return [fault.where] if fault.where else []
        if fault.where:
            ids = {place: (area, place) for area, place in fault.places}
            ids |= {f"{area} {place}": (area, place) for area, place in fault.places}
            area, place = ids.get(fault.where, fault.places[0])
            return [name] if (name := self.find((area, "" if fault.where == area else place))) else []
        # The message names what is not printed, such as the cards in front of a player.
        places = tuple(place for place in fault.places if self._parts.get(place[0]))
        if len(places) > _MOST_PLACES:
            places = tuple(dict.fromkeys((area, "") for area, _ in places))
        return [name for name in dict.fromkeys(map(self.find, places)) if name]

    def find_where(self, fault: Fault) -> str:
        """Return the places of a violation as one text."""
        return self._wording.join(self.list_names(fault), ",")

    def describe(self, fault: Fault) -> str:
        """Return the message of a violation."""
        sentence = fault.sentence
        if not fault.named:
            return sentence.format(self._wording)
        named = {name: self.find(place) for name, place in fault.named.items()}
        return Sentence(sentence.key, **{**sentence.values, **named}).format(self._wording)


def plain_report(report: Report, wording: Wording) -> dict[str, Any]:
    """Return what `petri score --json` prints; the messages are in the language of the wording.

    In shared games, the numbers of a score are not added up: totals are None.
    """
    names = FaultNames(report.kit, wording, report.takes)
    plain: dict[str, Any] = {
        "game": report.kit.id,
        "verdict": report.verdict,
        "faults": [_plain_fault(fault, names) for fault in report.faults],
        "players": [
            {"name": name, **_plain_score(score, wording, is_sum=not report.is_shared)}
            for name, score in report.scores.items()
        ],
    }
    if report.notes:
        plain["notes"] = [
            {
                "note": note.key,
                "values": {key: _make_plain(value, wording) for key, value in note.values.items()},
                "message": note.format(wording),
            }
            for note in report.notes
        ]
    if report.is_shared:
        outcome = report.outcome
        return plain | {"outcome": {"won": outcome and outcome.won, "rule": outcome.rule if outcome else ""}}
    return plain | {"winners": list(report.winners)}


def _plain_fault(fault: Fault, names: FaultNames) -> dict[str, Any]:
    counts = (("round", fault.round), ("move", fault.move))
    numbered = (f"{part} {number}" for part, number in counts if number)
    return {
        "rule": fault.rule,
        "player": fault.player,
        "where": names.find_where(fault) or next(numbered, ""),
        "places": [list(place) for place in fault.places],
        "line": fault.line,
        "message": names.describe(fault),
    }


def _make_plain(value: Any, wording: Wording) -> Any:
    if isinstance(value, tuple):
        return [_make_plain(item, wording) for item in value]
    return value.format(wording) if isinstance(value, Sentence) else value


def _plain_score(score: Score, wording: Wording, *, is_sum: bool) -> dict[str, Any]:
    rounds = [
        {
            "total": each.total if is_sum else None,
            "lines": [{"label": line.label.format(wording), "points": line.points} for line in each.lines],
        }
        for each in score.rounds
    ]
    return {"rounds": rounds, "total": score.total if is_sum else None}


def make_schema(game: AnyGame, wording: Wording | None = None) -> Schema:
    """Return the JSON Schema of the score files of a game; the wording is for descriptions of its entries."""
    schema = make_file_schema(ScoreHead)
    fewest, most = core.list_numbers_of_players(game.kit)
    finished = {key: shape for each in game.scorings for key, shape in each.schema().items()}
    start = dict(game.scoring.schema()) if game.scoring else {}
    options = {key: _list_values(values) for key, values in game.rules.options.items()}
    players = {"uniqueItems": True} | ({"maxItems": most} if most else {})
    if not (game.scoring and game.scoring.takes_some_players):
        players["minItems"] = fewest
    also = ", its log, or both" if game.has_moves else ""
    schema["description"] = f"A finished game of {game.kit.slug}{also}."
    schema["properties"]["game"] = {"enum": [game.kit.id, game.kit.slug]}
    schema["properties"]["players"] |= players
    schema["properties"]["log"]["items"]["description"] = f"Who acts, a player or {NATURE}, and the move."
    schema["properties"] |= options | finished
    if game.resume and game.has_moves:
        table = {"type": "object", "properties": start, "additionalProperties": False, "minProperties": 1}
        schema["properties"]["start"] |= table
        schema["dependentRequired"] = {"start": ["players", "log"]}
    else:
        del schema["properties"]["start"]
    if not game.has_moves:
        del schema["properties"]["log"]
    schema["anyOf"] = [{"required": [key]} for key in (*finished, "log") if key in schema["properties"]]
    return say_schema(schema, wording or game.kit.reference) | {"additionalProperties": False}


def _list_values(values: Sequence[str]) -> Schema:
    numbers = [int(value) for value in values if value.isdecimal()]
    return {"enum": [*values, *numbers]} if values else {}
