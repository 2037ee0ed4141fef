"""The words that ship: the same in every language, well set, and our own."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from generator.errors import escape
from generator.model.texts.message import parse_message
from generator.model.texts.rich_text import parse_rich, plain
from generator.model.texts.wordings import Wording
from generator.read.files.shelf import list_locales
from generator.read.wordings.wordings import read_wording_file
from tests import shipped
from tests.marks import find_icons

ROOT = Path(__file__).parents[1]
SHARED = ROOT / "data" / "wording"
GAMES = (
    *sorted(path.parent for path in (ROOT / "data" / "games").glob("*/kit.yaml")),
    ROOT / "data" / "complete",
)
SOURCES = ROOT.parent / "shared" / "sources"

NO_BREAK = "\u00a0"
RUN = 8
"""So many words in a row that are also a publisher's are no longer our own."""

SAID_BY_REFEREE = (
    "place.",
    "rule.",
    "tally.",
    "prepare.",
    "event.",
    "ask.",
    "tell.",
    "word.",
    "say.",
    "lesson.",
    "view.",
    "option.",
    "way.",
    "disease.",
)
"""Keys that only rules and companions name; tests/rules/test_rule_ids.py asks after those of rules."""

_COLOUR = re.compile(r"\{([a-z][a-z0-9_]*)\|")
_DIE = re.compile(r"(.?):die_[1-6]:", re.DOTALL)

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
spanish_games = pytest.mark.parametrize(
    "game", [game for game in GAMES if "es" in list_locales(game)], ids=lambda game: game.name
)


def read_words(game: Path) -> Mapping[str, Wording]:
    """The words of a game in every language that it has."""
    return shipped.kit(game.name if game.name in shipped.GAMES else str(game)).wordings


def every_sentence(game: Path) -> Iterator[tuple[str, str, str]]:
    """Locale, key and sentence."""
    for locale, wording in read_words(game).items():
        for key, sentence in wording.sentences.items():
            yield locale, key, sentence


def read_spanish(game: Path) -> Wording:
    return read_words(game)["es"]


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def runs_of(text: str) -> set[tuple[str, ...]]:
    words = words_of(text)
    return {tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1)}


def samples_of(sentence: str) -> list[str]:
    """A sentence as it is written, or once for each branch of its plurals."""
    return [text for text, _ in parse_message(sentence).samples()]


_SPACE_BEFORE = {"fr": r" [.,;:!?](?:\s|$)|(?<!«)[\u00a0\u202f][.,](?:\s|$)"}
"""A space before a mark that should not be there, in languages that have some that should."""


def untypographic(sentence: str, locale: str = "") -> list[str]:
    """Return the faults of a sentence that a typesetter would correct, whatever the numbers in it."""
    return sorted({fault for sample in samples_of(sentence) for fault in _find_faults(sample, locale)})


def _find_faults(sentence: str, locale: str) -> list[str]:
    text = "".join(span.text for span in parse_rich(sentence, places=True))
    faults = {
        "straight quotes": r"[\"']",
        "two spaces": r"[ \u00a0]{2}",
        "a hyphen for a dash": r"(?<=[ \u00a0])-{1,2}(?=[ \u00a0])",
        "a hyphen for a minus": r"(?<![\w-])-\d",
        "an x for a times sign": r"\d[ \u00a0]?x[ \u00a0]?\d",
        "three dots for an ellipsis": r"\.\.\.",
        "a space before a mark": _SPACE_BEFORE.get(locale, r"[ \u00a0][.,;:!?](?:\s|$)"),
        "space at an end": r"^\s|\s$",
    }
    found = [fault for fault, pattern in faults.items() if re.search(pattern, text)]
    if any(before.isspace() and before != NO_BREAK for before in _DIE.findall(sentence)):
        found.append("a die face that may part from the word before it")
    return found


@games
def test_every_game_speaks_english_and_its_languages_have_the_same_keys(game: Path) -> None:
    """A sentence that one language has, the others have too."""
    assert "en" in list_locales(game)
    wordings = read_words(game)
    keys = {locale: set(wording.sentences) for locale, wording in wordings.items()}
    assert all(found == keys["en"] for found in keys.values())


@pytest.mark.parametrize("locale", list_locales(SHARED.parent))
def test_shared_words_are_all_there(locale: str) -> None:
    """A language that we ship has every sentence that all games share: new games need only their own."""
    english, other = (read_wording_file(SHARED / f"{one}.yaml").sentences for one in ("en", locale))
    assert set(other) == set(english)
    assert all(
        set(parse_message(other[key]).names) == set(parse_message(english[key]).names) for key in english
    )


@pytest.mark.parametrize("locale", list_locales(SHARED.parent))
def test_messages_contain_nothing_that_is_escaped(locale: str) -> None:
    """An isolate of a fixed direction (U+2066) would be read as `\\u2066`; U+2068 stays invisible."""
    sentences = read_wording_file(SHARED / f"{locale}.yaml").sentences
    messages = {
        key: said for key, said in sentences.items() if key.startswith(("rule.", "tally.", "command."))
    }
    assert [key for key, said in messages.items() if escape(said) != said] == []


@games
def test_sentences_show_the_same_things_in_every_language(game: Path) -> None:
    """Places for values, icons and coloured words of a sentence agree, whatever their order.

    A language may say a value in a plural, and then more than once.
    """

    def shown(sentence: str) -> Counter[str]:
        return Counter(
            [
                *set(parse_message(sentence).names),
                *_COLOUR.findall(samples_of(sentence)[0]),
                *(f":{icon}:" for icon in find_icons(samples_of(sentence)[0])),
            ]
        )

    wordings = read_words(game)
    english = wordings["en"]
    differing = [
        f"{locale} {key}: {shown(sentence)} for {shown(english.format(key))}"
        for locale, key, sentence in every_sentence(game)
        if shown(sentence) != shown(english.format(key))
    ]
    assert differing == []


@games
def test_every_sentence_is_well_set(game: Path) -> None:
    """Quotes, dashes, dots and spaces are those of a printed page."""
    faults = [
        f"{locale} {key}: {fault}"
        for locale, key, sentence in every_sentence(game)
        for fault in untypographic(sentence, locale)
    ]
    assert faults == []


@games
def test_no_line_ends_between_a_number_and_its_unit(game: Path) -> None:
    """A space that holds them, in other languages than English, also where the number is filled in."""
    parted = re.compile(r"[0-9}] (?:mm|cm|km|%)(?!\w)")
    found = [f"{locale} {key}" for locale, key, said in every_sentence(game) if parted.search(said)]
    assert [one for one in found if not one.startswith("en ")] == []


@pytest.mark.parametrize(
    "sentence",
    [
        "the 'next' one",
        "one  and two",
        "one - two",
        "add -1",
        "a frame of 2 x 3",
        "and so on...",
        "well , no",
        "done ",
        "with a :die_6:",
    ],
)
def test_what_is_not_well_set_is_found(sentence: str) -> None:
    """Each of the faults is told."""
    assert untypographic(sentence)


@spanish_games
def test_spanish_questions_and_cries_open_as_they_close(game: Path) -> None:
    """¿…? and ¡…! come in pairs; not so a sign by itself, and names that are those of English (Plage!)."""
    english = read_words(game)["en"].sentences
    unpaired = []
    for key, sentence in read_spanish(game).sentences.items():
        text = re.sub(r"(?<![^\s«])[?!](?![^\s»,])", "", sentence)
        for name in set(re.findall(r"\w+!", english.get(key, ""))):
            text = text.replace(name, "")
        if text.count("¿") != text.count("?") or text.count("¡") != text.count("!"):
            unpaired.append(key)
    assert unpaired == []


def test_the_spread_curve_has_one_spanish_name() -> None:
    """The published Spanish rules have three names for it; ours have one, and no `curvas`."""
    spanish = read_spanish(ROOT / "data" / "games" / "fight_the_virus")
    text = " ".join(
        plain(sample) for sentence in spanish.sentences.values() for sample in samples_of(sentence)
    ).lower()
    names = set(re.findall(r"curvas?\s+de\s+(?!los\b|las\b|la\b|el\b)(\w+)", text))
    assert spanish.format("curve.title") == "Curva de contagios"
    assert names == {"contagios"}
    assert "curvas" not in text


@games
def test_no_sentence_is_left_over(game: Path) -> None:
    """Every sentence of a game is named by one of its files; templates name many: `city.{id}`.

    Those of an icon (`icon.virus`) are read aloud wherever it stands, those of pieces are shown on screens.
    """
    data = "\n".join(path.read_text("utf-8") for path in game.glob("*.yaml"))
    part = r"(?:[a-z0-9_]|\{[a-z][a-z0-9_.]*\})+"
    named = set(re.findall(rf"[a-z][a-z0-9_]*(?:\.{part})+", data)) | {"icon.{name}", "piece.{name}"}
    patterns = [re.sub(r"\\\{.*?\\\}", "[a-z0-9_]+", re.escape(key)) for key in named if "{" in key]
    own = set(read_wording_file(game / "wording" / "en.yaml").sentences)
    told = {key for key in own if any(re.fullmatch(pattern, key) for pattern in patterns)}
    left = own - named - told
    assert {key for key in left if not key.startswith(SAID_BY_REFEREE)} == set()


@pytest.mark.skipif(not SOURCES.is_dir(), reason="the publishers' rules are not part of the project")
@games
def test_no_sentence_is_a_publishers(game: Path) -> None:
    """No eight words in a row stand in the published rules too: all is told in our own words."""
    published: set[tuple[str, ...]] = set()
    for path in SOURCES.glob("*.txt"):
        published |= runs_of(path.read_text("utf-8"))
    assert published, "no source was read"
    taken = [
        f"{locale} {key}: {' '.join(run)}"
        for locale, key, sentence in every_sentence(game)
        for sample in samples_of(sentence)
        for run in sorted(runs_of(plain(sample)) & published)
    ]
    assert taken == []
