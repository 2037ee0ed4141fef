"""Texts with placeholders, plurals, choices, and the numbers and lists of a grammar."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import Wrong
from generator.model.texts.message import FormedText, Grammar, SoundForm, parse_message
from generator.model.texts.rich_text import parse_rich
from generator.model.texts.wordings import Wording
from generator.read.wordings.grammars import make_grammar

ENGLISH = make_grammar("en")
VIRUSES = "{count, plural, =0 {no virus} one {# virus} other {**#** viruses}} of {player}"


@pytest.mark.parametrize(("count", "said"), [(0, "no virus"), (1, "1 virus"), (2, "**2** viruses")])
def test_plurals_choose_by_number(count: int, said: str) -> None:
    """An exact number goes before its category; `#` is the number."""
    message = parse_message(VIRUSES)
    assert message.fill({"count": count, "player": "Ana"}, ENGLISH) == f"{said} of Ana"
    assert message.names == ("count", "player")


def test_a_text_of_digits_is_a_number_to_a_plural() -> None:
    """Fields of cards are texts: `1` chooses as 1 does, and a name falls to `other`."""
    message = parse_message("{steps, plural, one {# step} other {# steps}}")
    assert [message.fill({"steps": value}, ENGLISH) for value in ("1", "3", "X")] == [
        "1 step",
        "3 steps",
        "X steps",
    ]


def test_ordinals_and_selects() -> None:
    """Ordinals have categories of their own; a select falls back to `other`."""
    place = parse_message("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}")
    assert [place.fill({"n": n}, ENGLISH) for n in (1, 2, 3, 11, 12345)] == [
        "1st",
        "2nd",
        "3rd",
        "11th",
        "12,345th",
    ]
    kind = parse_message("{kind, select, virus {the virus} other {the card}}")
    assert [kind.fill({"kind": kind_}, ENGLISH) for kind_ in ("virus", "x")] == ["the virus", "the card"]


def test_choices_nest_and_hold_rich_text() -> None:
    """A colour's brace does not end a branch, `#` in a select inside of a plural is the plural's number,
    and `\\#` is a hash; outside of plurals `#` is only a hash."""
    text = r"#1 {n, plural, one {{red|# and \#}} other {{#c0392b|{k, select, a {#{k}} other {}}}}} \{"
    message = parse_message(text)
    assert message.fill({"n": 1, "k": "a"}, ENGLISH) == r"#1 {red|1 and #} \{"
    assert message.fill({"n": 2, "k": "a"}, ENGLISH) == r"#1 {#c0392b|2a} \{"


def test_values_are_never_read_again() -> None:
    """A value that looks like a place stays what it is."""
    message = parse_message("{a} {b}")
    assert message.fill({"a": "{b}", "b": "x"}, ENGLISH) == "{b} x"
    assert message.fill({"b": "x"}, ENGLISH) == "{a} x"


def test_samples_show_every_branch() -> None:
    """Each branch once, and where its characters stand in the sentence."""
    message = parse_message("a {n, plural, one {b {k, select, x {c} other {d}}} other {e}}")
    assert [text for text, _ in message.samples()] == ["a e", "a b d", "a b c"]
    for text, spots in message.samples():
        assert "".join(message.text[spot] for spot in spots) == text


@pytest.mark.parametrize(
    ("text", "position", "said"),
    [
        ("{n, plural, one {x}}", 0, "has no `other`"),
        ("a {n, plurl, other {x}}", 6, "unknown choice type `plurl`"),
        ("{n, plural other {x}}", 11, "missing comma"),
        ("{n, plural, one x other {y}}", 16, "missing text of `one`"),
        ("{n, plural, other {y}", 0, "never closed"),
        ("{n, plural, other {y", 18, "the `{` of `other` is never closed"),
        ("{n, plural, {y} other {y}}", 12, "missing branch name"),
        ("{n, plural, =x {y} other {y}}", 12, "`=x` is not a number"),
        ("{n, plural, one {y} one {z} other {y}}", 20, "duplicate branch"),
        ("{n, select, Ä {y} other {y}}", 12, "`Ä` is not a valid value"),
    ],
)
def test_what_cannot_be_understood(text: str, position: int, said: str) -> None:
    """The place is told, and what is wrong."""
    with pytest.raises(Wrong) as caught:
        parse_message(text)
    assert said in caught.value.message
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{n, plural, other {" * 5000 + "}}" * 5000, "nested deeper than 8 levels"),
        ("{n, plural, other {" * 9 + "}}" * 9, "nested deeper than 8 levels"),
        ("{n, plural, one {a} other {b}} " * 5000, "more than 300 branches"),
        (
            "{n, select, " + " ".join(f"k{n} {{a}}" for n in range(5000)) + " other {b}}",
            "more than 300 branches",
        ),
    ],
)
def test_choices_are_bounded(text: str, said: str) -> None:
    """Depth would exhaust the stack, and trying out each of thousands of branches takes minutes."""
    with pytest.raises(match=said):
        parse_message(text)
    assert len(parse_message("{n, plural, other {" * 8 + "}}" * 8).choices) == 8


PIECES = [
    "{",
    "}",
    "{n, plural, ",
    "one {",
    "other {",
    "=1 {",
    "#",
    "\\",
    "{red|",
    "{n}",
    "x",
    " ",
    ",",
    "**",
    "}}",
]


def _check_position(position: int, text: str) -> None:
    assert 0 <= position <= len(text)


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=14).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but with places inside the text; and what has no choice comes
    out as it went in."""
    try:
        message = parse_message(text)
    except Wrong as error:
        _check_position(error.position, text)
        return
    filled = message.fill({name: "{" + name + "}" for name in message.names}, ENGLISH)
    if not message.choices:
        assert filled == text
    for sample, spots in message.samples():
        assert len(sample) == len(spots)
        try:
            parse_rich(sample, places=True)
        except Wrong as error:
            _check_position(error.position, sample)


@pytest.mark.parametrize("mark", ["sub", "150%", "down 5%", "#C0392B", "/"])
def test_marks_within_branches_belong_to_the_text(mark: str) -> None:
    """Their braces do not end the branch."""
    message = parse_message(f"{{n, plural, one {{# {{{mark}|card}}}} other {{#}}}}")
    assert [text for text, _ in message.samples()] == ["0", f"0 {{{mark}|card}}"]


def test_numbers() -> None:
    """Groups from five digits on, the decimal sign of the language, its digits, its minus."""
    grammar = Grammar(decimal=",", group=".", minus="−", digits="٠١٢٣٤٥٦٧٨٩")
    assert Grammar().write(1234) == "1234"
    assert Grammar().write(-12345) == "−12,345"
    assert Grammar(decimal=",", group=".").write(Decimal("1234567.50")) == "1.234.567,50"
    assert grammar.write(Decimal("-12.5")) == "−١٢,٥"
    assert Grammar().write(Decimal("1E+2")) == "100"


def test_lists() -> None:
    """None, one, two and many; items may hold braces."""
    join = Grammar().join
    assert [join(items) for items in ((), ("a",), ("a", "b"), ("a", "{1}", "c"))] == [
        "",
        "a",
        "a and b",
        "a, {1} and c",
    ]
    assert join(("a", "b", "c", "d"), "or") == "a, b, c or d"
    assert join(("a", "b", "c"), ",") == "a, b, c"


def test_only_numbers_are_written_as_numbers() -> None:
    """An int is; a text, such as an id or a year, is not."""
    wording = Wording("en", "English", "ltr", {"a": "{number} {id}", "b": "{x"})
    assert wording.format("a", {"number": 12345, "id": "12345"}) == "12,345 12345"
    assert wording.format("a") == "{number} {id}"
    assert wording.format("b") == "{x"


IT = make_grammar("it")
CAIRO = "{form, select, a {al Cairo} da {dal Cairo} other {Il Cairo}}"


def test_a_text_declares_its_forms() -> None:
    """A choice of `form` alone; a text with anything else around it declares none."""
    assert parse_message(CAIRO).forms == {"a": "al Cairo", "da": "dal Cairo", "other": "Il Cairo"}
    assert parse_message("{form, select, a {a # {n}} other {x}}").forms["a"] == "a # {n}"
    assert parse_message("{form, select, à {au Caire} other {Le Caire}}").forms["à"] == "au Caire"
    assert parse_message(f"{CAIRO}!").forms == {}
    assert parse_message("{n, select, a {b} other {c}}").forms == {}


@pytest.mark.parametrize(
    ("text", "value", "filled"),
    [
        ("va {city, form, a}", FormedText("Il Cairo", {"a": "al Cairo"}), "va al Cairo"),
        ("va {city, form, a}", Grammar().join([FormedText("Il Cairo", {"a": "al Cairo"})]), "va al Cairo"),
        (
            "va {city, form, a}",
            Grammar(sounds={"a": SoundForm("a {0}", "ad {0}", "a")}).join(
                [FormedText("Il Cairo", {"a": "al Cairo"}), "Atene"]
            ),
            "va al Cairo and ad Atene",
        ),
        ("va {city, form, a}", FormedText("Il Cairo", {"da": "dal Cairo"}), "va a Il Cairo"),
        ("{city, form, a, upper}", FormedText("Il Cairo", {"a": "al Cairo"}), "Al Cairo"),
        ("dà {city, form, a}", "Ana", "dà ad Ana"),
        ("dà {city, form, a}", "Bo", "dà a Bo"),
        ("{city, form, il}", 1, "l’1"),
        ("{city, form, il}", 8, "l’8"),
        ("{city, form, il}", 11, "l’11"),
        ("{city, form, il}", 12, "il 12"),
        ("{city, form, x}", "Bo", "Bo"),
        ("{city_gender, select, f {la} other {il}}", FormedText("Medica", {"gender": "f"}), "la"),
        ("{city_gender, select, f {la} other {il}} {city}", "Bo", "il Bo"),
        ("{city_gender, select, f {la} other {il}} {city}", 7, "il 7"),
    ],
)
def test_values_are_filled_in_a_form(text: str, value: str | int, filled: str) -> None:
    """Their own, then that of the sound at their start, then the value itself."""
    assert parse_message(text).fill({"city": value}, IT) == filled


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ana", "d’Ana"),
        ("Émile", "d’Émile"),
        ("Hugo", "d’Hugo"),
        ("Yves", "d’Yves"),
        ("Yacine", "de Yacine"),
        ("Bo", "de Bo"),
    ],
)
def test_french_names_lose_the_vowel_before_them(name: str, text: str) -> None:
    """But not before a `y` that is heard as a consonant."""
    assert parse_message("{player, form, de}").fill({"player": name}, make_grammar("fr")) == text


@pytest.mark.parametrize("text", ["{x, form}", "{x, form, }", "{x, form, to, low}", "{x, form, to"])
def test_forms_that_are_wrong(text: str) -> None:
    """A form has a name, and `upper` at most."""
    with pytest.raises(Wrong):
        parse_message(text)


def test_what_is_filled_into_text_from_the_right_keeps_its_direction() -> None:
    """Names, moves, and signs are isolated; numbers, and words of the script, need no marks."""
    arabic, message = make_grammar("ar"), parse_message("هنا: {what}")
    assert message.fill({"what": "5 testing a1"}, arabic) == "هنا: \u20685 testing a1\u2069"
    assert message.fill({"what": "2 6"}, arabic) == "هنا: \u20682 6\u2069"
    assert message.fill({"what": 26}, arabic) == "هنا: 26"
    assert message.fill({"what": "شكل"}, arabic) == "هنا: شكل"
    assert message.fill({"what": "("}, arabic) == "هنا: \u2068(\u2069", "a sign alone would be mirrored"
    assert message.fill({"what": "Ana"}, make_grammar("es")) == "هنا: Ana"
    listed = arabic.join(["5 testing a1", "3 research", "شكل"], ",")
    assert listed == "\u20685 testing a1\u2069، \u20683 research\u2069، شكل"
    assert message.fill({"what": listed}, arabic) == f"هنا: {listed}"
    assert message.fill({"what": f"{listed}, a1"}, arabic) == f"هنا: \u2068{listed}, a1\u2069"
    assert message.fill({"what": "("}, arabic) == "هنا: \u2068(\u2069"
    assert make_grammar("es").join(["Ana", "Bo"]) == "Ana y Bo"
    choice = parse_message("{what, select, Ana {a} other {b}}".replace("Ana", "x1"))
    assert choice.fill({"what": "x1"}, arabic) == "a"


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{red} of {all}", "8 of {all}"),
        ("{red, spellout} and {red, spellout, upper}", "eight and Eight"),
        ("the {red, ordinal}, {all, ordinal, feminine}", "the eighth, {all, ordinal, feminine}"),
        ("{red, plural, one {# chip} other {# chips {x}}}", "8 chips {x}"),
        (
            "{x, plural, one {# of {red}} other {\\# # of {red}}}",
            "{x, plural, one {# of 8} other {\\# # of 8}}",
        ),
        ("{red, plural, one {a} other {{x, select, a {#} other {no #}}}}", "{x, select, a {8} other {no 8}}"),
        ("{name, upper}", "{name, upper}"),
    ],
)
def test_some_values_are_filled_in(text: str, filled: str) -> None:
    """A placeholder without a value stays as it is written, and can be filled later."""
    message = parse_message(text)
    assert message.fill_some({"red": 8}, Grammar()) == filled
    assert parse_message(filled).fill_some({}, Grammar()) == filled


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{n, spellout, femenine}", "unknown form `femenine`"),
        ("{n, upper, feminine}", "unknown form `feminine`"),
        ("{n, spellout", "`{n, spellout` is never closed"),
    ],
)
def test_unknown_forms_are_refused(text: str, message: str) -> None:
    """With the position of the word."""
    with pytest.raises(Wrong) as caught:
        parse_message(text)
    assert caught.value.message == message
