"""Expressions: values, errors with their positions, and that no text does any harm."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import Wrong
from generator.model.elements.boxes import Condition
from generator.model.language.expressions import MOST_CODE, parse_expression
from generator.model.language.field_values import FUNCTIONS
from tests.pace import end_soon

CARD: Mapping[str, object] = {
    "id": "goblin",
    "name": "Goblin",
    "cost": "3",
    "half": "0.5",
    "empty": "",
    "hidden": "no",
    "class": "mage",
    "tags": ("fire", "ice"),
    "cards": {"goblin": {"cost": "5", "name": "Goblin"}, "elf": {"cost": "10", "name": "Elf"}},
}

VALUES = {
    "cost * 2": "6",
    "cost + half": "3.5",
    "1 / 3": "0.333333",
    "7 // 2 + 7 % 4": "6",
    "-cost ** 2": "-9",
    "0 - 0.00000001": "0",
    "cost > 10": "false",
    "cost == 3.0 and cost != '4'": "true",
    "1 < cost <= 3": "true",
    "name < 'Hob'": "true",
    "empty > 0 or empty < 0": "false",
    "not hidden": "true",
    "true if hidden else 'seen'": "seen",
    "hidden == false and not hidden == True": "true",
    "missing or 'nothing'": "nothing",
    "class == 'mage'": "true",
    "'fire' in tags and 'water' not in tags": "true",
    "cost in [1, 2, 3]": "true",
    "'ob' in name": "true",
    "tags[1] + tags[-1]": "fireice",
    "cards[id].cost": "5",
    'cards["elf"].cost + cost': "13",
    "name + ' the ' + class": "Goblin the mage",
    "upper(name) + lower(name) + title('the end')": "GOBLINgoblinThe End",
    "len(tags) + len(name)": "8",
    "replace(name, 'G', 'H')": "Hoblin",
    "split('a; b;;c', ';')[4]": "c",
    "len(split('1||3', '|')) + len(split(empty))": "3",
    "split('1||3|4', '|')[2]": "",
    "join(tags + ['earth'], ' · ')": "fire · ice · earth",
    "slug('Über-Goblin 2!')": "über_goblin_2",
    "pad(cost, 3) + pad('x', 2, '-')": "003-x",
    "repeat('*', cost) + text(7)": "***7",
    "min(cost, 5) + max(1, cost, half) + sum([1, 2])": "9",
    "round(2.5) + round(0 - 2.5)": "0",
    "round(2.345, 2)": "2.35",
    "round(10 * sin(30), 3)": "5",
    "round(10 * cos(0 - 60), 3)": "5",
    "floor(half) + ceil(half) + abs(0 - 1)": "2",
    'count([1, "1.0", 2, ""], 1) + different([1, "1.0", "", "a"])': "4",
    "nth([5, 7], 0) + nth([5, 7], 1) + nth([5, 7], 9)": "12",
    "part(tags, 1) + part(tags, -1) + part(tags, 9, '?') + part(tags, 0) + part(tags, '')": "fireice?",
    "part(name, 1) + part(name, 99, '-') + part(empty, 1, '-') + part(cost, 2, '-')": "G---",
    "upto([2, 5, 4, 9], 1) + upto([2, 5, 4, 9], 3) + upto([2, 5, 4, 9], 4)": "14",
    "roman(1994)": "MCMXCIV",
    "letter(1) + letter(26) + letter(27)": "AZAA",
    "number(empty, 7) + number(cost)": "10",
    "join(range(2, 4) + range(4, 3) + range(3, 1, -1), '')": "234321",
    "join(range(1, 9, 4), ' ')": "1 5 9",
    "has(name) and not has(empty) and not has(' ') and has(0) and has(tags)": "true",
    "empty or cost or name": "3",
    "name or id": "Goblin",
    "cost - 3 or 'free'": "free",
    "'n' or 'x'": "n",
    "0.1 + 0.2 == 0.3 and 0.1 + 0.2 <= 0.3 and not 0.1 + 0.2 > 0.3": "true",
    "half == '.50' and half in ['0.500']": "true",
    "join([pad(0 - 3, 3), pad('−3', 3), pad(12345, 3), pad(0 - 3, 4, ' ')], '/')": "-03/−03/12345/  -3",
    "len('👨‍👩‍👧') + len('e\u0301')": "2",
    "'e\u0301a'[1]": "e\u0301",
    "'🇩🇪🇫🇷'[-1]": "🇫🇷",
    "pad('é', 3, '·')": "··é",
    "pick(tags, 'a') + pick('x', 1)": "icex",
    "join(shuffle(tags, 'b'))": "ice, fire",
    "'say \\'hi\\''": "say 'hi'",
    " \n cost\n+ 1 ": "4",
}


@pytest.mark.parametrize(("text", "value"), VALUES.items())
def test_values(text: str, value: str) -> None:
    assert parse_expression(text).format(CARD) == value


TRUTHS = {
    True: ("yes", "Y", "TRUE", "on", "X", "1", " x ", "0.5", "-2", ("a",), 3),
    False: ("no", "N", "False", "OFF", "-", "0", "", "  ", "\u00a0", "0.0", "−0", (), 0, False),
    None: ("maybe", "none", "~", "null", "--", "sword", "1,5"),
}
SAME_TRUTH = [(value, truth) for truth, values in TRUTHS.items() for value in values]


@pytest.mark.parametrize(("value", "truth"), SAME_TRUTH)
def test_words_of_truth_are_the_same_wherever_truth_is_asked(value: Any, truth: bool | None) -> None:
    """A word that means neither yes nor no is an error in each place, never true."""
    fields = {"asked": value}
    asked: list[Callable[[], object]] = [
        lambda: Condition("asked").holds(fields),
        lambda: not Condition("asked", negated=True).holds(fields),
        lambda: parse_expression("1 if asked else 0").evaluate(fields) == 1,
        lambda: parse_expression("not not asked").evaluate(fields),
        lambda: parse_expression("asked and 1 == 1").judge(fields),
        lambda: parse_expression("1 if (asked or 1 == 2) else 0").evaluate(fields) == 1,
    ]
    for ask in asked:
        if truth is None:
            with pytest.raises(Wrong, match="is neither yes nor no"):
                ask()
        else:
            assert ask() is truth


EQUAL = [
    ("3", "3.0", True), ("1.50", "1.5", True), ("007", "7", True), ("−2", "-2", True),
    ("0.3333333", "0.333333", True), ("3", "3 coins", False), ("a", "A", False), ("", "0", False),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second", "same"), EQUAL)
def test_both_signs_of_equality_mean_the_same(first: str, second: str, same: bool) -> None:
    """`=` in a condition, `==` and `in` in an expression, and the mapping of a condition."""
    fields = {"one": first, "two": second}
    assert Condition("one", (second,)).holds(fields) is same
    assert Condition("one", (second,), negated=True).holds(fields) is not same
    assert parse_expression("one == two").evaluate(fields) is same
    assert parse_expression("one in [two]").evaluate(fields) is same


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_numbers_are_equal_if_they_are_printed_alike(one: float, two: float) -> None:
    fields = {"one": f"{one:.9f}", "two": f"{two:.9f}"}
    printed = [parse_expression(f"{name} + 0").format(fields) for name in ("one", "two")]
    assert parse_expression("one == two").evaluate(fields) is (printed[0] == printed[1])
    assert parse_expression("one < two or one > two").judge(fields) is (printed[0] != printed[1])


def test_every_function_has_a_test() -> None:
    assert [name for name in FUNCTIONS if not any(f"{name}(" in text for text in VALUES)] == []


BAD = {
    "cost +": (5, "`cost +` is not an expression"),
    "card name": (5, "fields are written like `card_name`"),
    "Card Name": (0, "`Card Name` is not the name of a field (fields are written like `card_name`"),
    "cost = 3": (5, "write `==`"),
    "cost && half": (5, "write `and`"),
    "cost > 1 | half": (9, "write `or`"),
    "“x”": (0, 'write `"`'),
    "'abc": (0, "`'` is not allowed here"),
    '["a" "b"]': (5, "there is no sign between two texts"),
    "name'abc'": (4, "`'` is not allowed here"),
    "1,5": (0, "not allowed"),
    "1.5mm": (0, "`1` is not allowed here"),
    "upr(name)": (0, "unknown function `upr` (did you mean `upper`?)"),
    "1 + pad(cost)": (4, "`pad` does not take 1 value (write `pad(number, 3)`)"),
    "upper(*tags)": (6, "not allowed"),
    "upper(**cards)": (0, "unknown function `upper`"),
    "name.upper()": (0, "unknown function `name.upper` (did you mean `upper`?)"),
    "cardName": (0, "`cardName` is not the name of a field (fields are written like `card_name`"),
    "name.__class__": (5, "`__class__` is not the name of a field"),
    "().a": (0, "not allowed"),
    "...": (0, "not allowed"),
    "lambda: 1": (6, "not allowed"),
    "[x for x in tags]": (1, "not an expression"),
    "f'{name}'": (1, "`'` is not allowed here"),
    "ä + 1": (0, "not the name of a field"),
    "+1": (0, "not allowed"),
    "1 + +cost": (4, "not allowed"),
    "-" * 400 + "1": (61, "nested too deeply"),
    "(" * 300: (200, "not an expression"),
    "1" * (MOST_CODE + 1): (0, "at most 500 characters"),
    "": (0, "not an expression"),
}


@pytest.mark.parametrize(("text", "wrong"), BAD.items(), ids=[text[:20] for text in BAD])
def test_bad_expressions_are_refused_with_their_position(text: str, wrong: tuple[int, str]) -> None:
    with pytest.raises(Wrong) as error:
        parse_expression(text)
    position, message = wrong
    assert message in f"{error.value.message} ({error.value.hint})"
    assert error.value.position == position


FAILING = {
    "1 + name": (0, "`Goblin` is not a number"),
    "cost + (empty * 2)": (8, "an empty value is not a number"),
    "1 + 3 / (cost - 3)": (4, "a division by 0"),
    "9 ** 9 ** 9": (0, "`9 ** 387420489` cannot be calculated"),
    "10 ** 20": (0, "the result is too large"),
    "'ä' + cost.x": (6, "`x` is looked up in something that is not a row"),
    'cards["gobln"].cost': (0, "there is no `gobln` (did you mean `goblin`?)"),
    'cards["elf"].cst': (0, "there is no `cst` (did you mean `cost`?)"),
    "tags[3]": (0, "there is no item 3 (there are 2, counted from 1; -1 is the last)"),
    "tags[0]": (0, "there is no item 0"),
    "tags": (0, "the value must be a text, not a list or a row"),
    "cards": (0, "the value must be a text"),
    "repeat(repeat('x', 100) + repeat('x', 100), 99)": (0, "more than 10000 characters"),
    "replace(repeat('x', 100), 'x', repeat('abc', 99))": (0, "the result is too long"),
    "part(tags, 1.5)": (0, "`1.5` is not the number of an item"),
    "part(tags, 'x')": (0, "`x` is not a number"),
    "roman(0)": (0, "`0` is not a whole number from 1 to 3999"),
    "roman(1.5)": (0, "is not a whole number"),
    "letter(0)": (0, "is not a whole number from 1"),
    "pad(1, 1000)": (0, "from 0 to 100"),
    "number('1,5', 7)": (0, "`1,5` is not a number"),
    "join(range(5, 1))": (5, "there is nothing from 5 to 1 (`range(5, 1, -1)` counts the other way)"),
    "join(range(1, 5, -1))": (5, "`range(1, 5, 1)` counts"),
    "range(1, 5, 0)": (0, "the step of a range is not 0"),
    "1 if name else 2": (
        5,
        "`Goblin` is neither yes nor no (write yes/no, y/n, true/false, on/off, x/-, 1/0",
    ),
    "not name": (4, "to ask for any text, write `has(name)`; for one of several, `name = a, b`"),
    "1 if cost and name else 2": (14, "`Goblin` is neither yes nor no"),
    "join(range(1, 1.5))": (5, "`1.5` is not a whole number from -999 to 999"),
    "max('')": (0, "there is no number"),
    "cost > tags": (0, "is not a number"),
}


@pytest.mark.parametrize(("text", "wrong"), FAILING.items())
def test_values_that_do_not_fit_are_refused_with_their_position(text: str, wrong: tuple[int, str]) -> None:
    expression = parse_expression(text)
    with pytest.raises(Wrong) as error:
        expression.format(CARD)
    position, message = wrong
    assert message in f"{error.value.message} ({error.value.hint})"
    assert error.value.position == position


def test_names_of_fields_are_known_without_evaluating() -> None:
    names = parse_expression("item.colour + class if cards[id].cost > 1 else upper('name')").names
    assert set(names) == {"item.colour", "class", "cards", "id"}


_PIECES = st.sampled_from(
    [
        *VALUES,
        *FAILING,
        "cost",
        "tags",
        "cards",
        "(",
        ")",
        "[",
        "]",
        "+",
        "**",
        "9",
        " if ",
        " else ",
        "'",
        '"',
    ]
)
_TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(_PIECES, max_size=8).map("".join),
    st.lists(_PIECES, max_size=8).map(" ".join),
    st.text("costag()[]+-*/%<>=!.,'\" 019andorifelse\\{}\n", max_size=80),
)


@given(_TEXTS)
def test_no_text_gives_anything_but_a_value_or_our_error(text: str) -> None:
    place = 0
    try:
        with end_soon():
            parse_expression(text).format(CARD)
    except Wrong as wrong:
        place = wrong.position
    assert 0 <= place <= len(text)


def test_chance_depends_only_on_the_last_value() -> None:
    """Each choice occurs; a list loses nothing when it is shuffled."""
    picked = [parse_expression("pick([1, 2, 3], n)").format({"n": str(n)}) for n in range(60)]
    assert {picked.count(one) > 10 for one in "123"} == {True}
    assert picked == [parse_expression("pick([1, 2, 3], n)").format({"n": str(n)}) for n in range(60)]
    shuffled = parse_expression("shuffle(range(1, 30), 'x')").evaluate({})
    assert isinstance(shuffled, tuple)
    assert shuffled != tuple(range(1, 31))
    assert sorted(map(str, shuffled)) == sorted(map(str, range(1, 31)))
    assert parse_expression("pick([], 1)").format({}) == ""


def evaluate(code: str, fields: Mapping[str, object]) -> object:
    """Return the value of an expression, or its problem."""
    try:
        return parse_expression(code).evaluate(fields), parse_expression(code).judge(fields)
    except Wrong as wrong:
        return wrong.message, wrong.hint, wrong.position


@pytest.mark.parametrize("code", VALUES)
def test_a_value_is_that_of_the_fields_of_each_piece(code: str) -> None:
    """Values are remembered by the texts that an expression uses; only those of `dict` are."""
    others = ("", "7", "no", ("water",), {"elf": {"cost": "1"}}, None)
    cards = [CARD, *({**CARD, name: other} for name in CARD for other in others)]
    for _ in range(2):
        for card in cards:
            fields = {name: value for name, value in card.items() if value is not None}
            assert evaluate(code, fields) == evaluate(code, MappingProxyType(fields))
