"""Words of a language, and the notation that they stand for."""

import pytest

from generator.model.values import replace
from generator.rules.core import RulesError, Sentence
from generator.rules.notation import fold
from generator.rules.vocabulary import Name, Vocabulary, check_options, find_option_value
from tests import played


def name(noted: str, said: str) -> Name:
    return Name(noted, tuple(fold(word) for word in said.split()), said)


WORDS = Vocabulary(
    (
        name("vaccinate", "vacunar a"),
        name("cure", "curar a"),
        name("fly", "vuelo directo a"),
        name("charter", "vuelo chárter a"),
        name("north", "Norte"),
        name("to", "a"),
        name("right", "a destra"),
        name("no bonus", "den Bonus auslassen"),
        name("bonus", "Bonus"),
    )
)


@pytest.mark.parametrize(
    ("typed", "readings"),
    [
        ("curar a d4", ("cure d4",)),
        ("curar d4", ("cure d4",)),
        ("CURA d4", ("cure d4",)),
        ("d4 curar", ("d4 cure", "cure d4")),
        ("vuelo directo Lima", ("fly Lima",)),
        ("vuelo charter a Lima", ("charter Lima",)),
        ("vuelo Lima", ()),
        ("den Bonus auslassen", ("no bonus",)),
        ("curar a a destra", ("cure right", "right cure")),
        ("a Bo", ("to Bo",)),
        ("cu d4", ()),
        ("matar d4", ()),
        ("", ()),
    ],
)
def test_words_are_read_in_the_order_of_the_notation_too(typed: str, readings: tuple[str, ...]) -> None:
    """Names may be abbreviated to three letters, unless several names begin with them."""
    assert WORDS.read(typed) == readings


@pytest.mark.parametrize(
    ("noted", "told"),
    [
        ("vaccinate", "vacunar a"),
        ("6 vaccinate", "6 vacunar a"),
        ("4+i cure", "4+i curar a"),
        ("no bonus", "den Bonus auslassen"),
        ("north", "Norte"),
        ("bonus", ""),
        ("vaccinate Bo", ""),
        ("", ""),
    ],
)
def test_the_beginning_of_a_move_is_told_where_all_of_it_has_names(noted: str, told: str) -> None:
    """Numbers are not translated, and names that do not change are not repeated."""
    assert WORDS.gloss(noted) == told


def test_moves_are_said_in_a_language_if_that_tells_them_apart() -> None:
    """The language of the notation says them as they are."""
    moves = ("cure d4", "cure d5", "vaccinate Bo")
    assert WORDS.say_each(moves) == ("curar a d4", "curar a d5", "vacunar a Bo")
    assert replace(WORDS, is_notation=True).say_each(moves) == moves
    same = Vocabulary((name("cure", "curar"), name("heal", "curar")))
    assert same.say_each(("cure d4", "heal d4", "cure d5")) == ("cure d4", "heal d4", "curar d5")


@pytest.mark.parametrize("locale", ["es", "fr", "it", "de"])
@pytest.mark.parametrize("game", ["pox", "fight_the_virus", "virus_and_co", "pandemic"])
def test_deeds_of_every_game_are_read_back(game: str, locale: str) -> None:
    """Translated words are read as words of the notation, and lists show them beside it."""
    words = played.game(game).vocabularies[locale]
    assert words.names
    for each in words.names:
        # The game itself reads names without words in all languages.
        assert not each.words or each.noted in words.read(each.text), each
    assert any(words.gloss(each.noted) for each in words.names)


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("fr", ("vol direct vers Alger", "traiter rouge", "Pont aérien Otto vers Le Caire")),
        ("it", ("volo diretto Algeri", "trattare la malattia rosso", "Ponte aereo Otto verso Il Cairo")),
        ("de", ("Direktflug nach Algier", "Seuche behandeln rot", "Luftbrücke Otto nach Kairo")),
    ],
)
def test_cards_and_colours_in_moves_have_their_printed_names(locale: str, said: tuple[str, ...]) -> None:
    """Typed text is read with the names of cards of all languages; they are no words of the notation."""
    words = played.game("pandemic").vocabularies[locale]
    assert words.say_each(("fly Algiers", "treat red", "airlift Otto to Cairo")) == said
    assert words.read("Alger") == ()


@pytest.mark.parametrize("locale", ["de", "es", "fr", "it", "pt-BR"])
@pytest.mark.parametrize("key", ["analysis", "research", "testing", "curve", "bonus"])
def test_printed_examples_of_the_notation_are_in_the_words_of_the_language(key: str, locale: str) -> None:
    """Moves in bold on the aid are those that lists of moves show, and can be typed."""
    game = played.game("fight_the_virus")
    english, words = (game.kit.wordings[one] for one in ("en", locale))
    printed, noted = (one.format(f"aid.names.{key}").split("**")[1] for one in (words, english))
    assert printed.split() == [
        words.format(f"word.{word}") if f"word.{word}" in words else word for word in noted.split()
    ]
    assert noted in game.vocabularies[locale].read(printed)


def test_a_language_with_its_verbs_at_the_end_says_them_there() -> None:
    """A text such as `… geben` stands behind the rest of the move, and is read there and in front."""
    words = played.game("pandemic").vocabularies["de"]
    said = words.say_each(("give Atlanta to Bo", "take Cairo from Ana", "give", "infect Lagos"))
    assert said == ("Atlanta an Bo geben", "Kairo von Ana nehmen", "geben", "Lagos infizieren")
    assert "give Atlanta to Bo" in words.read("Atlanta an Bo geben")
    assert words.read("geben Atlanta an Bo") == ("give Atlanta to Bo", "to give Atlanta Bo")


@pytest.mark.parametrize(
    ("locale", "typed", "noted"),
    [
        ("it", "dare Atlanta ad Ana", "give Atlanta to Ana"),
        ("it", "dare Atlanta AD Ana", "give Atlanta to Ana"),
        ("it", "dare Atlanta a Bo", "give Atlanta to Bo"),
        ("fr", "donner Atlanta à Ana", "give Atlanta to Ana"),
    ],
)
def test_a_word_that_a_vowel_has_changed_is_read(locale: str, typed: str, noted: str) -> None:
    assert played.game("pandemic").vocabularies[locale].read(typed)[0] == noted


def test_an_elided_word_is_read_as_the_word_and_the_name() -> None:
    """With either apostrophe; the word alone, and a name that begins like it, stay."""
    french = played.game("pandemic").vocabularies["fr"].sounds
    words = Vocabulary((name("of", "de"), name("card", "carte")), sounds=french)
    assert words.read("carte d’Ana") == words.read("carte d'Ana") == ("card of Ana", "of card Ana")
    assert words.read("carte Didier") == ("card Didier",)
    assert words.read("carte d'") == ("card d'",)


def test_signs_around_words_are_left_out() -> None:
    """Letters are none of them, and without names nothing is read."""
    words = Vocabulary((name("ray", "Xax"), name("cure", "sanar")))
    assert words.read("(Xax, sanar):") == ("ray cure", "cure ray")
    assert Vocabulary(()).read("Xax") == ()


def test_a_complete_word_comes_before_the_start_of_a_longer_one() -> None:
    words = Vocabulary((name("long", "bonusse"), name("short", "bonus")))
    assert (words.read("bonus"), words.read("bonuss")) == (("short",), ("long",))


@pytest.mark.parametrize("is_first", [True, False])
def test_a_word_has_its_name_in_certain_moves_before_that_of_all_moves(is_first: bool) -> None:
    names = [name("to", "a"), Name("to", ("hacia",), "hacia", after="fly"), name("fly", "volar")]
    words = Vocabulary(tuple(names if is_first else names[::-1]))
    assert (words.say("fly Ana to b2"), words.say("go Ana to b2")) == ("volar Ana hacia b2", "go Ana a b2")
    over = Vocabulary((Name("to", ("hacia",), "hacia", after="fly over"), name("fly over", "volar")))
    assert (over.say("fly over Ana to b2"), over.say("fly Ana to b2")) == (
        "volar Ana hacia b2",
        "fly Ana to b2",
    )
    assert over.say("") == ""


@pytest.mark.parametrize(
    ("locale", "said", "beside"),
    [
        ("pt-BR", "5 curva a1", "5 Curva de contágio"),
        ("de", "5 Kurve a1", "5 Ausbreitungskurve"),
        ("en", "5 curve a1", "5 Spread Curve"),
    ],
)
def test_moves_are_said_as_the_aid_prints_them(locale: str, said: str, beside: str) -> None:
    """The heading of an area stands beside moves, and is read; a move itself has the word of the notation."""
    words = played.game("fight_the_virus").vocabularies[locale]
    assert words.say_each(["5 curve a1"]) == (said,)
    assert words.gloss("5 curve") == beside
    assert "5 curve a1" in words.read(f"{beside} a1")


def test_an_option_of_a_game_without_options_is_refused_in_words() -> None:
    """A list of what could be chosen would be empty."""
    with pytest.raises(RulesError) as caught:
        check_options({}, {"speed": "1"})
    assert (caught.value.rule, caught.value.values) == ("log.options", {"key": "speed"})
    with pytest.raises(RulesError) as caught:
        check_options({"length": ("9",)}, {"speed": "1"})
    assert (caught.value.rule, [*caught.value.values["known"]]) == ("log.option", ["length"])


def test_a_refused_value_is_told_with_some_that_there_are() -> None:
    """At most a dozen; what was typed is cut, and what it may mean comes alone."""
    levels = tuple(f"level {number}" for number in range(1, 14))
    with pytest.raises(RulesError) as caught:
        check_options({"level": levels}, {"level": "none"})
    assert caught.value.values["known"] == (*levels[:12], "…")
    with pytest.raises(RulesError) as caught:
        check_options({"level": levels[:12]}, {"level": "none"})
    assert caught.value.values["known"] == levels[:12]
    game = played.game("pandemic")
    question = game.companion.questions[0]
    levels = ("introductory", "standard", "heroic")
    with pytest.raises(RulesError) as caught:
        find_option_value(game.kit, question, levels, "x" * 50)
    assert (caught.value.rule, caught.value.values["key"]) == ("log.value", question.name)
    assert caught.value.values["value"] == "x" * 40
    assert len(caught.value.values["known"]) == 3
    with pytest.raises(RulesError) as caught:
        find_option_value(game.kit, replace(question, name=None), levels, "st")
    assert caught.value.values["key"] == question.key
    assert len(caught.value.values["known"]) == 1


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("difficulty", "“x” is not a value of “difficulty”; available: standard, introductory, heroic"),
        ("consent", "“x” is not a value of “consent of the others”; available: assumed, asked for"),
    ],
)
def test_the_values_of_an_option_are_told_by_their_names(key: str, told: str) -> None:
    """Values have the names of their question, or of the texts of the game; others stay as they are typed."""
    game = played.game("pandemic")
    with pytest.raises(RulesError) as caught:
        game.check_options({key: "x"})
    said = Sentence.of_rule(caught.value.rule, **caught.value.values).format(game.kit.wordings["en"])
    assert said == told
