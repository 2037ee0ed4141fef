"""The scoring of finished games: read, checked, counted; and score files to fill in."""

from collections.abc import Generator, Mapping, Sequence

from generator.games.virus_and_co.checks import compare_rounds, list_faults
from generator.games.virus_and_co.entries import FinishedGame, parse_tableau, read_rounds
from generator.games.virus_and_co.game import find_winners
from generator.games.virus_and_co.plan import Plan
from generator.games.virus_and_co.state import State
from generator.games.virus_and_co.tableau import score_round
from generator.model.wording import Wording
from generator.rules.core import Complaints, Entry, Fault, Judgement, Question, Score, Sentence
from generator.rules.questions import ask_players, ask_until_read
from generator.rules.writing import quote, write_remarks

EXAMPLE_NAMES = ("Ana", "Bo", "Cleo")


class VirusAndCoScoring:
    """Made from the cards and pills of a kit."""

    takes_some_players = False

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @property
    def keys(self) -> tuple[str, ...]:
        return ("rounds",)

    @property
    def round_key(self) -> str:
        return "rounds"

    def read(
        self, entries: Mapping[str, Entry], players: Sequence[str], setup: Mapping[str, str], tell: Complaints
    ) -> FinishedGame | None:
        return read_rounds(entries["rounds"], players, tell)

    def judge(self, table: FinishedGame) -> Judgement:
        faults = tuple(list_faults(self.plan, table))
        rounds = [score_round(round) for round in table.rounds]
        scores = {
            player: Score(tuple(round[player] for round in rounds if player in round))
            for player in table.players
        }
        totals = {player: score.total for player, score in scores.items()}
        return Judgement(scores, faults, None if faults else find_winners(totals))

    def compare(self, table: FinishedGame, state: State) -> Sequence[Fault]:
        return tuple(compare_rounds(table, state.players, state.done))

    def write_blank(self, wording: Wording) -> str:
        remarks = write_remarks(wording.say("tally.blank"))
        return remarks + self._write(EXAMPLE_NAMES, [dict.fromkeys(EXAMPLE_NAMES, "-")])

    def _write(self, players: Sequence[str], rounds: Sequence[Mapping[str, str]]) -> str:
        names = ", ".join(quote(player) for player in players)
        lines = [f"game: {self.plan.kit.id}", f"players: [{names}]", "rounds:"]
        for round in rounds:
            lead = "  - "
            for player, words in round.items():
                lines.append(f"{lead}{quote(player)}: {quote(words)}")
                lead = "    "
        return "\n".join(lines) + "\n"

    def ask(self) -> Generator[Question, str, str]:
        players = yield from ask_players(self.plan.kit)
        rounds: list[dict[str, str]] = []
        while True:
            round = yield from self._ask_round(players, len(rounds) + 1)
            if round is None:
                return self._write(players, rounds)
            rounds.append(round)

    def _ask_round(
        self, players: tuple[str, ...], number: int
    ) -> Generator[Question, str, dict[str, str] | None]:
        """None when the first question of a later round is left unanswered."""

        def read(answer: str) -> str:
            parse_tableau(answer, players)
            return answer.strip()

        round: dict[str, str] = {}
        for player in players:
            may_end = number > 1 and not round
            key = "tally.ask.next" if may_end else "tally.ask.player"
            asked = Sentence(key, {"round": number, "player": player})
            answer = yield from ask_until_read(asked, read)
            if may_end and not answer:
                return None
            round[player] = answer or "-"
        return round
