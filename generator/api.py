"""The names that a `rules.py` imports, which stay the same in later versions.

`docs/own-rules.md` explains it; each name has a docstring where it is defined.
"""

from generator.errors import IllegalMove, NoRules, RulesError, forbid
from generator.model.elements.areas import BoxArea, GridArea, MapArea, TrackArea
from generator.model.elements.blocks import TrackBlock
from generator.model.elements.squares import Place, Places
from generator.model.elements.template import GridBlock
from generator.model.kit import Board, Kit, Piece, PieceSet, Sheet
from generator.model.played import Laid, LaidPart, PenMark, Position, Spot, Takes, TokenMark
from generator.rules.board_marks import MarkedSheets, MarkedState, Marks, Signs
from generator.rules.companion import Companion, OpenCard, OptionQuestion, TableView, ViewCell, ViewTable
from generator.rules.core import (
    NATURE,
    Entry,
    Fault,
    Listed,
    Outcome,
    Policy,
    Round,
    Rules,
    Score,
    ScoreLine,
    Sentence,
    Step,
    check_players,
    check_turn,
)
from generator.rules.form import NO_SETUP, Finished, FormScoring, PaperForm
from generator.rules.game import Game, Knowledge, check_variant, list_areas, list_pieces, read_number, require
from generator.rules.notation import Noted, make_patterns, read_move, read_names, read_value_words
from generator.rules.odds import Cards, Odds
from generator.rules.places import AreaPlaces, find_area_places, list_area_places
from generator.rules.score_form import ByPlayer, DrawnMarks, EntryRows, EntryText, Keys, Many
from generator.rules.secrets import (
    EVERYBODY,
    HIDDEN,
    HIDDEN_NUMBER,
    Dealer,
    Secretive,
    cover_fields,
    cover_value,
    deal_anew,
)
from generator.rules.simple import PieceField, PlaceField, PlayerField, SimpleRules
from generator.rules.states import (
    change,
    check_apart,
    check_seats,
    make_replace,
    remember_last,
    remembered,
    remove,
)

__all__ = [
    "EVERYBODY",
    "HIDDEN",
    "HIDDEN_NUMBER",
    "NATURE",
    "NO_SETUP",
    "AreaPlaces",
    "Board",
    "BoxArea",
    "ByPlayer",
    "Cards",
    "Companion",
    "Dealer",
    "DrawnMarks",
    "Entry",
    "EntryRows",
    "EntryText",
    "Fault",
    "Finished",
    "FormScoring",
    "Game",
    "GridArea",
    "GridBlock",
    "IllegalMove",
    "Keys",
    "Kit",
    "Knowledge",
    "Laid",
    "LaidPart",
    "Listed",
    "Many",
    "MapArea",
    "MarkedSheets",
    "MarkedState",
    "Marks",
    "NoRules",
    "Noted",
    "Odds",
    "OpenCard",
    "OptionQuestion",
    "Outcome",
    "PaperForm",
    "PenMark",
    "Piece",
    "PieceField",
    "PieceSet",
    "Place",
    "PlaceField",
    "Places",
    "PlayerField",
    "Policy",
    "Position",
    "Round",
    "Rules",
    "RulesError",
    "Score",
    "ScoreLine",
    "Secretive",
    "Sentence",
    "Sheet",
    "Signs",
    "SimpleRules",
    "Spot",
    "Step",
    "TableView",
    "Takes",
    "TokenMark",
    "TrackArea",
    "TrackBlock",
    "ViewCell",
    "ViewTable",
    "change",
    "check_apart",
    "check_players",
    "check_seats",
    "check_turn",
    "check_variant",
    "cover_fields",
    "cover_value",
    "deal_anew",
    "find_area_places",
    "forbid",
    "list_area_places",
    "list_areas",
    "list_pieces",
    "make_patterns",
    "make_replace",
    "read_move",
    "read_names",
    "read_number",
    "read_value_words",
    "remember_last",
    "remembered",
    "remove",
    "require",
]
