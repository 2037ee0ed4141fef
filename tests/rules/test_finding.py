"""Rules from outside: beside a kit, or installed."""

import traceback
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.errors import RulesCodeError, SharedText, WrittenPlace
from generator.model.kit import RULES_FILE, Kit
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.rules import own_code
from generator.rules.core import Companion, NoRules, OptionQuestion, RulesError, Sentence
from generator.rules.game import Game, find_game, find_origin, list_pieces
from generator.rules.own_code import find_definition
from tests import played, shipped

NOUGHTS = "noughts_and_crosses"
GROUP = "petri_press.games"
"""The group of entry points that the documents name."""


def kit(folder: Path, code: str, *, id: str = NOUGHTS, is_trusted: bool = True) -> Kit:
    """The kit of noughts and crosses with other rules."""
    (folder / RULES_FILE).write_text(code, encoding="utf-8")
    return replace(played.kit(NOUGHTS), id=id, folder=folder, is_trusted=is_trusted)


def test_rules_beside_a_kit_run_only_where_the_folder_is_trusted(tmp_path: Path) -> None:
    """Untrusted rules are not run, and their origin is known without it."""
    bad = kit(tmp_path, "raise SystemExit('ran')", is_trusted=False)
    assert find_origin(bad.folder, bad.id) == "rules.py"
    with pytest.raises(NoRules, match=r"rules\.py is a program .* add --trust") as caught:
        find_game(bad)
    assert caught.value.prefix == str(tmp_path / RULES_FILE)


def test_rules_beside_a_kit_come_before_our_own(tmp_path: Path) -> None:
    """A `rules.py` beside a kit is used even if the kit has the id of one of our games."""
    with pytest.raises(NoRules, match="--trust"):
        find_game(kit(tmp_path, "", id="pox", is_trusted=False))
    code = (played.OWN[NOUGHTS] / RULES_FILE).read_text("utf-8")
    rules: Any = find_game(kit(tmp_path, code, id="pox")).rules
    assert type(rules.own).__name__ == "NoughtsAndCrosses"
    assert list(tmp_path.iterdir()) == [tmp_path / RULES_FILE], "no compiled file is left"


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("def make_game(:\n", r"rules\.py:1:15: invalid syntax"),
        ("x = 1\nx.y\n", r"rules\.py:2:1: AttributeError: 'int' object has no attribute 'y'"),
        ("x = 1\nä = x.y\n", r"rules\.py:2:5: AttributeError: 'int' object has no attribute 'y'$"),
        ("import nothing_of_this_name\n", r"rules\.py:1:1: ModuleNotFoundError"),
        ("\0", r"rules\.py:1:1: .*null bytes"),
    ],
)
def test_rules_that_cannot_be_run(tmp_path: Path, code: str, problem: str) -> None:
    """The error has the place in the file and the reason."""
    with pytest.raises(RulesCodeError, match=problem):
        find_game(kit(tmp_path, code))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "there is no function `make_game`"),
        ("def make_game(kit, *, variant=''): return 7", "must return a Game, not int"),
    ],
)
def test_a_module_that_brings_no_game(tmp_path: Path, code: str, said: str) -> None:
    """A module needs `make_game`, which must return a Game."""
    with pytest.raises(RulesCodeError, match=said):
        find_game(kit(tmp_path, code))


def test_installed_games_are_found_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed game is found by the id of the kit and needs no trust."""
    entry = EntryPoint("chess", "generator.games.pox:make_game", GROUP)
    monkeypatch.setattr(
        own_code,
        "entry_points",
        lambda group, name="": [entry] if (group, name) == (GROUP, "chess") else [],
    )
    chess = replace(shipped.kit("pox"), id="chess")
    assert find_origin(chess.folder, chess.id) == "installed"
    assert find_game(chess).kit == chess
    assert find_origin(chess.folder, "draughts") == ""


def test_a_mistake_in_an_installed_game_has_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_chess.py").write_text("def make_game(kit):\n    return kit.chess\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("chess", "own_chess:make_game", GROUP)
    monkeypatch.setattr(
        own_code, "entry_points", lambda group, name="chess": [entry] if group == GROUP else []
    )
    with pytest.raises(RulesCodeError, match=r"own_chess\.py:2:12: AttributeError.* \(in make_game\)"):
        find_game(replace(shipped.kit("pox"), id="chess"))


def test_a_class_that_is_made_by_code_has_the_place_of_its_file() -> None:
    """The line of a class is known only if it is written."""
    made = type("Made", (), {"__module__": __name__})
    assert find_definition(made) == WrittenPlace(__file__, 1, 1)
    assert find_definition(type("Made", (), {"__module__": "nowhere"})) is None


@pytest.mark.parametrize("id", ["draughts", "drawn"])
def test_a_game_without_rules_can_only_be_printed(coin: Kit, tmp_path: Path, id: str) -> None:
    """Nor has a module rules that has no `make_game`."""
    with pytest.raises(NoRules, match=f"the game `{id}` can be printed but not played: it has no") as caught:
        find_game(replace(coin, id=id, folder=tmp_path))
    assert caught.value.shared
    assert caught.value.shared.key == "command.no_rules"


def test_a_game_without_moves_refuses_to_be_played() -> None:
    """A game with moves does not, even if its rules lie beside its kit."""
    scored = Game(kit=shipped.kit("pox"))
    with pytest.raises(
        NoRules, match=r"^the game can be scored but not played: it has no moves \(docs/"
    ) as told:
        scored.rules.start(("Ana",), {})
    assert told.value.shared == SharedText("tally.wrong.no_moves", {})
    with pytest.raises(NoRules, match=r"^the game `pox` can be scored but not played: it has no moves"):
        scored.check_moves()
    folder = Path(__file__).parents[1] / "own_games" / "bulbs"
    own_kit = read_kit(folder, shelf=find_shelf(), is_drawn=False)
    find_game(replace(own_kit, is_trusted=True)).check_moves()
    Game(kit=own_kit, rules=played.game("pox").rules).check_moves()


def test_a_file_without_functions_has_its_beginning_as_the_place(tmp_path: Path) -> None:
    with pytest.raises(RulesCodeError) as told:
        find_game(kit(tmp_path, "\n\nnumber = 1\n"))
    assert str(told.value) == f"{tmp_path / RULES_FILE}:1:1: there is no function `make_game`"


def test_rules_that_are_not_trusted_are_named_with_their_file(tmp_path: Path) -> None:
    with pytest.raises(NoRules) as told:
        find_game(kit(tmp_path, "", is_trusted=False))
    assert told.value.shared == SharedText("command.trust", {})
    assert told.value.prefix == str(tmp_path / RULES_FILE)


def test_rules_without_a_scoring_have_that_of_score_yaml(tmp_path: Path) -> None:
    (tmp_path / RULES_FILE).write_bytes(Path(__file__).with_name("coin.py").read_bytes())
    complete = read_kit(find_shelf().complete, shelf=find_shelf(), is_drawn=False)
    game = find_game(replace(complete, folder=tmp_path, is_trusted=True))
    assert game.has_moves
    assert game.scoring
    assert (game.scoring.key, [form.scoring for form in game.forms]) == ("sheets", [game.scoring])


def test_the_pieces_of_an_unknown_deck_are_refused() -> None:
    """Without a name, the pieces of all decks and sets are listed."""
    pandemic = played.kit("pandemic")
    with pytest.raises(
        NoRules, match=r"^unknown deck or set 'player_card' \(did you mean 'player_cards'\?\)"
    ):
        list_pieces(pandemic, "player_card")
    cards = {piece.id for piece in list_pieces(pandemic, "player_cards")}
    assert "airlift" in cards
    assert cards < {piece.id for piece in list_pieces(pandemic)}


def test_a_mistake_of_syntax_has_its_place_as_far_as_it_is_known() -> None:
    """Python does not always know the column."""
    for offset, column in ((None, 1), (4, 4)):
        failed = SyntaxError("is wrong", ("rules.py", 3, offset, None))
        error = own_code.explain_failure(failed)
        assert error.trace == "".join(traceback.format_exception(failed))
        assert (error.place, error.method) == (WrittenPlace("rules.py", 3, column), "")
        assert str(error) == f"rules.py:3:{column}: is wrong"


def test_a_package_of_a_game_has_all_its_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own games are none of them."""
    entries = [
        EntryPoint("hut", "hut.rules:make_game", GROUP),
        EntryPoint("pox", "generator.games.pox:make", GROUP),
    ]
    monkeypatch.setattr(own_code, "entry_points", lambda group: entries if group == GROUP else [])
    assert own_code._list_packages() == {"hut"}
    found = {}
    for name in ("hut", "hut.rules", "huts", "petri_rules_x", "generator.games.pox"):
        frame: Any = SimpleNamespace(f_globals={"__name__": name})
        found[name] = own_code._is_own(frame, {"hut"})
    assert [name for name, is_own in found.items() if is_own] == ["hut", "hut.rules", "petri_rules_x"]


def test_values_are_named_by_the_question_of_their_option() -> None:
    """Other questions have other names for the same value."""
    pandemic = played.game("pandemic")
    companion: Companion[Any, Any] = Companion()
    companion.questions = [
        OptionQuestion("roles", Sentence("roles"), names={"assumed": Sentence("a role")}),
        OptionQuestion(
            "consent", Sentence("ask"), names={"assumed": Sentence("given"), "asked": Sentence("own")}
        ),
    ]
    with pytest.raises(RulesError) as told:
        replace(pandemic, companion=companion).check_options({"consent": "x"})
    assert told.value.values["known"] == (Sentence("given"), Sentence("own"))
