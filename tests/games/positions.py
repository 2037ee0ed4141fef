"""Refusals that no small score file of a shipped kit shows: each function breaks one rule."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from generator.games.fight_the_virus.areas import check_shape
from generator.games.fight_the_virus.sheet import read_data
from generator.model.kit import Kit, Sheet
from generator.play.paper import FaultNames, Referee
from generator.read.declared.names import Names
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.kits.scoring import read_scoring
from generator.read.scores import decode_score
from generator.rules.core import Fault, RulesError
from generator.rules.game import find_game
from tests import shipped
from tests.games.pandemic import pandemic_table
from tests.games.pox import boards
from tests.games.virus_and_co.table import change

ROOT = Path(__file__).parents[2]


def _catch(action: Callable[[], object]) -> Fault:
    with pytest.raises(RulesError) as caught:
        action()
    return Fault(caught.value.rule, values=caught.value.values)


def _judge(kit: Kit, text: str) -> Fault:
    """Return the last violation in a score file."""
    *_, fault = Referee(kit).score(decode_score(f"game: {kit.id}\n{text}\n".encode())).faults
    return fault


def _lay_seven() -> Fault:
    virus = read_data(shipped.kit("fight_the_virus")).virus
    return _catch(lambda: check_shape(virus, 0, 7, virus.squares(["f6"])))


def _research_more() -> Fault:
    research = read_data(shipped.kit("fight_the_virus")).research
    return _catch(lambda: research.check(12, 13, has_goals=True))


def _play_unlisted() -> Fault:
    return _judge(_read_own("morris"), "players: [Ana, Bo]\nlog: [{Ana: remove a7}]")


def _write_other_marks() -> Fault:
    empty = "    . . .\n" * 3
    gardens = f"garden:\n  Ana: |\n{empty}  Bo: |\n{empty}"
    return _judge(_read_own("bulbs"), f"players: [Ana, Bo]\nlog: [{{Ana: plant a1}}]\n{gardens}")


def _read_own(name: str) -> Kit:
    kit = read_kit(ROOT / "tests" / "own_games" / name, shelf=find_shelf(), is_drawn=False)
    return replace(kit, is_trusted=True)


def _write_high_number() -> Fault:
    kit = shipped.kit("fight_the_virus")
    names = Names(sentences=kit.reference.sentences)
    scoring, _ = read_scoring(ROOT / "docs" / "fight_the_virus_score.yaml", kit.parts_of(Sheet), names)
    rows = [".", ". .", ". . .", ". . . .", ". . . . .", "13 . . . . ."]
    drawing = "".join(f"      | {row}\n" for row in rows)
    scored_only = replace(kit, id="scored_only", scoring=scoring)
    return _judge(scored_only, f"sheets:\n  Ana:\n    testing: |\n{drawing}")


def _name_option_of_several() -> Fault:
    game = find_game(shipped.kit("pandemic"))
    return _catch(lambda: game.check_options({"speed": "1"}))


def _name_option() -> Fault:
    game = find_game(shipped.kit("fight_the_virus"))
    return _catch(lambda: game.check_options({"speed": "1"}))


def _name_variant() -> Fault:
    return _catch(lambda: find_game(shipped.kit("virus_and_co"), variant="quick"))


def _grant_without_station() -> Fault:
    stations = "Atlanta, Cairo, Essen, Lagos, Tokyo, Delhi"
    state = pandemic_table.table(hands={"Ana": "government grant"}, stations=stations)
    return _catch(lambda: pandemic_table.play(state, "Ana: grant Lima from Sydney"))


def _forecast_nothing() -> Fault:
    state = replace(pandemic_table.table(hands={"Ana": "forecast"}), infections=())
    return _catch(lambda: pandemic_table.play(state, "Ana: forecast"))


def _cure_vulnerable() -> Fault:
    game = boards.small(boards.make_kit("X A A\nA A A\nA A P"))
    state = boards.play(game, boards.lay(game, "r b .\n. . .\n. b r"), "spread west")
    return _catch(lambda: boards.step(game, state, "cure a1"))


def _play_more_risks() -> Fault:
    names = ("plage_other", "injektion", "testperson", "ansteckung", "rezept_yellow", "rezept_mixed")
    names += ("rueckrufaktion", "verfallsdatum", "kassenpatient", "pharmaprobe", "herr_doktor")
    kit = change({**dict.fromkeys(names, 0), "plage_self": 1, "krankenschwester": 2})
    return _judge(kit, "rounds: [Ana 3 3 3 3 3 | Bo 3 3 diagnosis=Ana nurse=Ana | Cleo nurse=Bo]")


@dataclass(frozen=True)
class _Broken:
    """A way to break a rule, and the game whose languages have its text."""

    game: str
    act: Callable[[], Fault]


POSITIONS: Mapping[str, _Broken] = {
    "fight_the_virus.analysis.value": _Broken("fight_the_virus", _lay_seven),
    "fight_the_virus.research.done": _Broken("fight_the_virus", _research_more),
    "log.illegal": _Broken("fight_the_virus", _play_unlisted),
    "log.marks": _Broken("fight_the_virus", _write_other_marks),
    "log.number": _Broken("fight_the_virus", _write_high_number),
    "log.option": _Broken("pandemic", _name_option_of_several),
    "log.options": _Broken("fight_the_virus", _name_option),
    "log.variants": _Broken("virus_and_co", _name_variant),
    "pandemic.build.moved": _Broken("pandemic", _grant_without_station),
    "pandemic.forecast.none": _Broken("pandemic", _forecast_nothing),
    "pox.cure.vulnerable": _Broken("pox", _cure_vulnerable),
    "virus_and_co.cards.risks": _Broken("virus_and_co", _play_more_risks),
}


@cache
def _break(rule: str) -> Fault:
    fault = POSITIONS[rule].act()
    assert fault.rule == rule
    return fault


def refuse(rule: str, locale: str) -> str:
    """Return the text of a refusal in a language."""
    fault, kit = _break(rule), shipped.kit(POSITIONS[rule].game)
    takes = [each for form in find_game(kit).forms for each in form.list_takes()]
    return FaultNames(kit, kit.wordings[locale], takes).describe(fault)
