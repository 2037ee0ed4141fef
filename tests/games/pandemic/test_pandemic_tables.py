"""Tables that are typed in: what is read, what is found to be wrong, and how it ended."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import DataError, Wrong
from generator.games.pandemic import make_game
from generator.games.pandemic.table import CAUSES, make_form, score_table, take_table
from generator.play.paper import Referee, Report, plain_report
from generator.read.scores import decode_score
from generator.rules.core import Listed, Sentence
from generator.rules.form import FormReading, QuestionAsked, say_hint
from tests import shipped
from tests.games.pandemic.pandemic_table import data, table
from tests.samples import count_examples

HEAD = "game: pandemic\nplayers: [Ana, Bo]\nroles: Ana medic, Bo dispatcher\ntable:\n"
TABLE = """\
  turn: 9
  cubes: {Lagos: yellow 2, Cairo: black 3 yellow 1, Lima: 3}
  outbreaks: 4
  epidemics: 2
  deck: 34
  cured: [blue]
  eradicated: [blue]
  stations: [Atlanta, Cairo]
  infected: [Lagos, Lima]
  removed: [Tokyo]
  discards: [Atlanta, Chicago, Essen, London, Madrid, Cairo, airlift, resilient population]
  hands: {Ana: "Lima, ?", Bo: [Paris, forecast]}
  pawns: {Ana: Cairo, Bo: Lima}
"""


@cache
def referee() -> Referee:
    return Referee(shipped.kit("pandemic"))


def score(text: str) -> Report:
    return referee().score(decode_score(text.encode()))


def rules_of(report: Report) -> list[str]:
    return [fault.rule.removeprefix("pandemic.") for fault in report.faults]


def change(before: str, after: str) -> str:
    assert before in TABLE
    return HEAD + TABLE.replace(before, after)


def test_a_table_in_which_nothing_is_wrong() -> None:
    """What happened is told line by line, and the game goes on."""
    report = score(HEAD + TABLE.replace("  deck: 34\n", ""))
    assert report.faults == ()
    assert (report.verdict, report.outcome) == ("consistent", None)
    lines = {line.label.key: line.points for each in report.scores["Ana"].rounds for line in each.lines}
    assert lines == {
        "tally.cures": 1,
        "tally.eradicated": 1,
        "tally.turns": 9,
        "tally.epidemics": 2,
        "tally.outbreaks": 4,
        "tally.cubes": 9,
        "tally.stations": 2,
    }
    plain = plain_report(report, shipped.kit("pandemic").wordings["en"])
    assert plain["outcome"] == {"won": None, "rule": ""}
    assert "winners" not in plain


def test_cubes_alone_will_do() -> None:
    """Without names, difficulty, or anything else."""
    report = score("game: pandemic\ntable:\n  cubes: {}\n")
    assert (report.verdict, report.outcome) == ("consistent", None)


def test_diseases_are_called_as_they_are_printed() -> None:
    """In the languages that are loaded, as cities are; in English always."""
    table = TABLE.replace("  deck: 34\n", "").replace("cured: [blue]", "cured: [blau]")
    text = HEAD + table.replace("Cairo: black 3 yellow 1", "Kairo: Schwarz 3 yellow 1")
    kit = shipped.kit("pandemic")
    report = Referee(replace(kit, wordings={"de": kit.wordings["de"]})).score(decode_score(text.encode()))
    assert (report.verdict, report.faults) == ("consistent", ())
    same = score(HEAD + TABLE.replace("  deck: 34\n", ""))
    assert report.scores["Ana"].rounds == same.scores["Ana"].rounds
    english = Referee(replace(kit, wordings={"en": kit.wordings["en"]}))
    with pytest.raises(DataError, match="“blau” is not known here"):
        english.score(decode_score(text.encode()))


def test_before_the_hands_are_dealt_there_is_no_deck() -> None:
    """So nothing is said of the cards that are left: none would be as if the game were lost."""
    report = score("game: pandemic\nplayers: [Ana, Bo]\nlog:\n  - nature: infect Lagos\n")
    assert "tally.deck" not in {line.label.key for line in report.scores["Ana"].rounds[0].lines}


def test_what_is_eradicated_need_not_be_said() -> None:
    """Whatever is cured and has no cubes is, where the key is left out; where it stands it must say so."""
    cures = "  cured: [blue, yellow]\n"
    report = score(HEAD + "  cubes: {Lagos: yellow 2}\n" + cures)
    assert report.verdict == "consistent"
    lines = {line.label.key: line.points for line in report.scores["Ana"].rounds[0].lines}
    assert (lines["tally.cures"], lines["tally.eradicated"]) == (2, 1)
    said = score(HEAD + "  cubes: {Lagos: yellow 2}\n" + cures + "  eradicated: []\n")
    assert rules_of(said) == ["table.gone"]


def test_roles_are_said_in_words_or_by_players() -> None:
    """As the other keys that name players are; what is no role is told in either form."""
    cubes = "table:\n  cubes: {}\n"
    for roles in ("Ana medic, Bo scientist", "{Ana: medic, Bo: scientist}"):
        assert score(f"game: pandemic\nplayers: [Ana, Bo]\nroles: {roles}\n{cubes}").verdict == "consistent"
        with pytest.raises(DataError, match="3:8: roles: “Bo doctor” cannot be read here"):
            score(
                f"game: pandemic\nplayers: [Ana, Bo]\nroles: {roles.replace('scientist', 'doctor')}\n{cubes}"
            )
    with pytest.raises(DataError, match="2:8: roles: “players” is missing"):
        score(f"game: pandemic\nroles: Ana medic\n{cubes}")


MANY = (
    "Chicago, Essen, London, Madrid, Milan, Montreal, New York, Paris, Saint Petersburg, San Francisco, "
    "Washington, Bogota, Buenos Aires, Johannesburg, Khartoum, Kinshasa, Lagos, Lima, Los Angeles, "
    "Mexico City, Miami, Santiago, Sao Paulo, Algiers, Baghdad"
)
FAULTS: dict[str, tuple[str, str]] = {
    "table.city": ("Lagos: yellow 2", "Lagos: yellow 4"),
    "table.track": ("outbreaks: 4", "outbreaks: 9"),
    "table.spread": ("Cairo: black 3 yellow 1", "Cairo: red 1"),
    "table.cured": ("cured: [blue]", "cured: []"),
    "table.eradicated": ("Lagos: yellow 2", "Lagos: yellow 2 blue 1"),
    "table.gone": ("eradicated: [blue]", "eradicated: []"),
    "table.cure": ("Essen, London, Madrid", "Essen"),
    "table.stations": ("[Atlanta, Cairo]", "[Atlanta, Cairo, Lima, Tokyo, Paris, Milan, Delhi]"),
    "table.station": ("[Atlanta, Cairo]", "[Atlanta, Cairo, Cairo]"),
    "table.twice": ('Ana: "Lima, ?"', "Ana: [Essen]"),
    "table.hand": ("Lima, ?", "Lima, ?, ?, ?, ?, ?, ?, ?"),
    "table.planner": ("removed: [Tokyo]", "gone: [airlift, one quiet night]"),
    "table.deck": ("deck: 34", "deck: 33"),
    "table.cards": ("deck: 34", "deck: 32"),
    "table.epidemics": ("epidemics: 2", "epidemics: 4"),
    "table.infected": ("infected: [Lagos, Lima]", f"infected: [{MANY}]"),
    "table.first": ("epidemics: 2", "epidemics: 0"),
    "table.lost": ("turn: 9", "turn: 9\n  lost: cubes"),
    "table.moved": ("[Atlanta, Cairo]", "[Cairo]"),
    "table.built": ("[Atlanta, Cairo]", "[Atlanta, Delhi]"),
    "table.removed": ("removed: [Tokyo]", "removed: [Tokyo, Osaka]"),
    "table.turn": ("turn: 9", "turn: 27"),
    "table.fewer": ("infected: [Lagos, Lima]", "infected: []"),
    "table.won": ("cured: [blue]", "cured: [blue, red, black, yellow]\n  lost: cards"),
}


@pytest.mark.parametrize("rule", sorted(FAULTS))
def test_each_kind_of_fault_is_found(rule: str) -> None:
    """By its rule, with its line, in a sentence that has all its values."""
    report = score(change(*FAULTS[rule]))
    assert rule in rules_of(report)
    assert report.verdict == "illegal"
    assert report.outcome is None
    for fault in report.faults:
        assert fault.line >= 4
        assert "{" not in fault.sentence.format(shipped.kit("pandemic").wordings["en"])


def test_there_are_24_cubes_of_a_colour() -> None:
    """`table.colour`: nine cities with three of them are too many."""
    cities = ", ".join(f"{name}: yellow 3" for name in data().names[12:21])
    report = score(f"game: pandemic\ntable:\n  cubes: {{{cities}}}\n")
    assert rules_of(report) == ["table.colour"]
    assert report.faults[0].line == 3


def test_all_faults_are_told_at_once() -> None:
    """Each at its line."""
    text = change("Lagos: yellow 2", "Lagos: yellow 4").replace("outbreaks: 4", "outbreaks: 9")
    text = text.replace("[Atlanta, Cairo]", "[Cairo, Cairo]")
    report = score(text)
    assert {"table.city", "table.track", "table.station"} <= set(rules_of(report))
    places = {fault.rule: fault.line for fault in report.faults}
    assert places["pandemic.table.city"] == 6
    assert places["pandemic.table.track"] == 7


@pytest.mark.parametrize(
    ("before", "after", "won", "rule"),
    [
        ("cured: [blue]", "cured: blue, red, yellow, black", True, "end.won"),
        ("outbreaks: 4", "outbreaks: 8", False, "outbreak.lost"),
        ("turn: 9", "turn: 9\n  lost: outbreaks", False, "outbreak.lost"),
        ("turn: 9", "turn: 26\n  lost: cards", False, "draw.cards"),
        ("turn: 9", "turn: 9\n  lost: cubes", False, "supply.lost"),
        ("turn: 9", "turn: 9", None, ""),
    ],
)
def test_how_it_ended(before: str, after: str, won: bool | None, rule: str) -> None:
    """Won with all cures; lost by the last outbreak, or for the reason that the file gives."""
    text = "game: pandemic\nplayers: [Ana, Bo]\ntable:\n  turn: 9\n  cured: [blue]\n"
    yellow = ("Lima", "Lagos", "Bogota", "Miami", "Santiago", "Kinshasa", "Khartoum")
    cubes = ", ".join(f"{city}: 3" for city in yellow)
    text += f"  cubes: {{{cubes}, Mexico City: 2, Delhi: 1, Paris: 1, Tokyo: 1}}\n"
    text += "" if "outbreaks" in after and "lost" in after else "  outbreaks: 4\n"
    report = score(text.replace(before, after))
    assert report.faults == ()
    outcome = report.outcome
    assert (outcome.won if outcome else None) == won
    assert (outcome.rule if outcome else "") == (f"pandemic.{rule}" if rule else "")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("Lagos: yellow 2", "Lagoon: yellow 2", "“Lagoon” is not known here"),
        ("Lagos: yellow 2", "Lagos: green 2", "“Lagos green 2” cannot be read here"),
        ("Lagos: yellow 2", "Lagos: two", "“Lagos two” cannot be read here"),
        ("Lagos: yellow 2", "Lagos: yellow", "“Lagos yellow” cannot be read here"),
        ("Lagos: yellow 2", "Cairo: yellow 2", "duplicate key `Cairo`"),
        ("Lagos: yellow 2", "CAIRO: yellow 2", "“Cairo” is there twice"),
        ("outbreaks: 4", "outbreaks: some", "a number from 0 to 999"),
        ("outbreaks: 4", "outbreak: 4", "“outbreak” is not known here"),
        ("cured: [blue]", "cured: [green]", "“green” is not known here"),
        ("stations: [Atlanta, Cairo]", "stations: {Atlanta: 1}", "must be a list"),
        ("stations: [Atlanta, Cairo]", "stations: [Atlanta, [Cairo]]", "must be one value"),
        ("stations: [Atlanta, Cairo]", "stations: [Atlanta, airlift]", "“airlift” is not known here"),
        ("hands: {Ana", "hands: {Zoe", "“Zoe” is not known here"),
        ("pawns: {Ana: Cairo", "pawns: {Ana: Kairoo", "“Kairoo” is not known here"),
        ("turn: 9", "turn: 9\n  lost: nerves", "“nerves” cannot be read here"),
        ("  cubes: {Lagos: yellow 2, Cairo: black 3 yellow 1, Lima: 3}\n", "", "“cubes” is missing"),
    ],
)
def test_what_cannot_be_read_is_told(before: str, after: str, said: str) -> None:
    """With line and column, and what would be right."""
    with pytest.raises(DataError) as caught:
        score(change(before, after))
    assert said in str(caught.value)
    assert all(problem.line > 0 for problem in caught.value.problems)


def test_a_head_that_cannot_be_is_told() -> None:
    """Roles and difficulty."""
    with pytest.raises(DataError, match="cannot be read here"):
        score(HEAD.replace("Ana medic", "Ana chef") + TABLE)
    with pytest.raises(DataError, match=r"“players” is missing"):
        score("\n".join(line for line in HEAD.split("\n") if "players" not in line) + TABLE)
    with pytest.raises(DataError, match="“mild” is not known here"):
        score("difficulty: mild\n" + HEAD + TABLE)


def test_a_blank_file_has_only_to_be_filled_in() -> None:
    """In every language it is a table without faults."""
    for wording in shipped.kit("pandemic").wordings.values():
        text = referee().scoring.write_blank(wording)
        assert text.startswith("# ")
        assert score(text).verdict == "consistent"


def test_a_table_is_asked_for_step_by_step() -> None:
    """What cannot be read is asked again; what is not known is left out."""
    answers = iter(
        [
            "Ana",
            "Ana, Bo",
            "easy",
            "Heroic",
            "Paris 2, San",
            "Paris 2, Milan",
            "Lagoon",
            "Lagos 3, Lima",
            "Lagos 1",
            "",
            "3",
            "two",
            "2",
            "9",
            "",
            "blue",
            "Atlanta, Cairo",
            "",
            "",
        ]
    )
    game = make_game(shipped.kit("pandemic"))
    questions = game.scoring.ask(game.companion.questions)
    problems = []
    question = next(questions)
    text = ""
    try:
        while True:
            if question.problem:
                problems.append(question.problem)
            question = questions.send(next(answers))
    except StopIteration as end:
        text = end.value
    keys = [problem.key for problem in problems if isinstance(problem, Sentence)]
    assert keys == [
        *("rule.players.number", "rule.log.value"),
        *("tally.wrong.several", "tally.wrong.near", "tally.wrong.value"),
    ]
    assert "difficulty: heroic" in text
    assert "Lagos: yellow 3 black 1" in text
    assert "Paris: blue 2" in text
    assert next(answers, None) is None
    report = score(text)
    assert report.verdict == "consistent"
    assert report.scores["Ana"].total == 1 + 9 + 2 + 3 + 8 + 2


def test_enter_alone_is_the_default_level() -> None:
    """Eradicated diseases follow from the cures and the cubes, so nobody is asked for them."""
    game = make_game(shipped.kit("pandemic"))
    questions = game.scoring.ask(game.companion.questions)
    question, asked = next(questions), []
    try:
        while True:
            asked.append(question.text.key)
            question = questions.send("Ana, Bo" if len(asked) == 1 else "")
    except StopIteration as end:
        text = end.value
    assert "difficulty: standard" in text
    assert "tally.ask.cured" in asked
    assert "tally.ask.eradicated" not in asked


def test_causes_are_those_of_the_rules() -> None:
    """Each way to lose has its word."""
    assert tuple(CAUSES) == ("cubes", "cards", "outbreaks")


PIECES = st.text("{}[]:, LagosLimaBoAna?0123456789yellowredcubesturn\n \"'", max_size=80)


@given(st.one_of(PIECES, st.text(max_size=60)))
@settings(max_examples=count_examples(300))
def test_any_table_is_scored_or_refused(text: str) -> None:
    """Nothing else can come of it."""
    bodies = (f"table:\n  cubes: {text}\n", f"table: {text}\n", f"table:\n  cubes: {{}}\n  hands: {text}\n")
    for body in bodies:
        try:
            verdict = score(f"game: pandemic\nplayers: [Ana, Bo]\n{body}").verdict
        except DataError:
            verdict = "illegal"
        assert verdict in ("consistent", "illegal")


def test_a_tally_has_what_is_known_with_the_most_that_there_can_be() -> None:
    """Turns and the deck have no such number; what a table leaves out has no line."""
    cubes = {"Lima": "yellow 2", "Essen": "blue 1"}
    state = table(cubes=cubes, cured="red", stations="Atlanta, Cairo", outbreaks=3)
    known = take_table(data(), state)
    (part,) = score_table(data(), known).rounds
    lines = {line.label.key: (line.points, *line.label.values.items()) for line in part.lines}
    assert lines == {
        "tally.cures": (1, ("most", 4)),
        "tally.eradicated": (0, ("most", 4)),
        "tally.turns": (1,),
        "tally.epidemics": (0, ("most", 5)),
        "tally.outbreaks": (3, ("most", 8)),
        "tally.cubes": (3, ("most", 96)),
        "tally.stations": (2, ("most", 6)),
        "tally.deck": (58,),
    }
    fewer = replace(known, turn=None, stations=None, eradicated=None)
    (part,) = score_table(data(), fewer).rounds
    told = {line.label.key: line.points for line in part.lines}
    assert lines.keys() - told.keys() == {"tally.turns", "tally.stations"}
    assert told["tally.eradicated"] == 1, "a cured disease without cubes is eradicated"


def test_cubes_are_asked_for_by_colour() -> None:
    """A city without a number has one; cities may have several words, and cubes of several colours."""
    asking = make_form(data()).shapes["cubes"].ask(QuestionAsked("cubes", ()))
    next(asking)
    answers = dict.fromkeys(data().colours, "") | {"blue": "Lagos 2, Ho Chi Minh City", "red": "Lagos"}
    with pytest.raises(StopIteration) as end:
        for answer in answers.values():
            asking.send(answer)
    assert end.value.value == {"Lagos": "blue 2 red 1", "Ho Chi Minh City": "blue 1"}


@pytest.mark.parametrize("cubes", ["blue 2 red", "blue", "blue 2 blue 1", "2 3", ""])
def test_cubes_are_pairs_of_a_colour_and_a_number(cubes: str) -> None:
    found = make_form(data()).shapes["cubes"]
    with pytest.raises(Wrong):
        found.read({"Lagos": cubes}, (), FormReading(()))


def test_each_key_of_a_table_has_its_example() -> None:
    """It is told when the value cannot be read, and by editors."""
    form = make_form(data())
    examples = {
        **dict.fromkeys(("cured", "eradicated"), "[blue]"),
        **dict.fromkeys(("stations", "infected", "removed"), "[Lagos, Lima]"),
        **dict.fromkeys(("discards", "gone", "stored"), "[Lima, airlift]"),
        "hands": "hands: {Ana: Lima}",
        "pawns": "pawns: {Ana: Lima}",
    }
    hints = {key: say_hint("such_as", text=text) for key, text in examples.items()}
    number = say_hint("number", least=0, most=999)
    causes = Listed(Sentence(f"tally.lost.{cause}") for cause in CAUSES)
    assert {key: getattr(shape, "hint", None) for key, shape in form.shapes.items()} == {
        **hints,
        "cubes": Sentence("tally.form.cubes"),
        **dict.fromkeys(("turn", "outbreaks", "epidemics", "deck"), number),
        "active": say_hint("player"),
        "lost": say_hint("available", names=causes),
    }
    assert form.hint == say_hint("such_as", text="cubes: {Lagos: yellow 2}")


def test_colours_of_cubes_are_written_in_full() -> None:
    """Cities may be abbreviated."""
    assert rules_of(score(f"{HEAD}  cubes: {{Lag: yellow 2}}\n")) == []
    with pytest.raises(DataError, match="Lagos yel 2"):
        score(f"{HEAD}  cubes: {{Lagos: yel 2}}\n")
