"""English words in what players read in another language: on the terminal, on screens, and in labels."""

import html
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from generator.layout.shapes.palette import IconSet
from generator.model.texts.wordings import Wording
from generator.play.series.paths import list_values
from generator.read.files.shelf import find_shelf
from generator.read.pictures.pictures import IconShelf
from generator.read.wordings.wordings import read_shared_wording
from tests import shipped
from tests.samples import sample
from tests.web.tables import ask, begin, make_table

Petri = Callable[..., Result]
FOLDER = find_shelf().games
CASES = [
    (game, locale)
    for game in shipped.GAMES
    for locale in ("ar", "de", "es", "fr", "it", "ja", "pt-BR")
    if (FOLDER / game / "wording" / f"{locale}.yaml").is_file()
]
PLAYERS = "Ana,Otto,Iris"

NOTED = (
    r"petri [^\n]*",
    r"\S+\.(yaml|pdf|html)\b\S*",
    r"\([a-z_]+(\.[a-z_0-9]+)+\)",
    r"\b[a-z]+_[a-z_]+\b",
    r"\b(board|cubes|sheets|rounds|log|players|game|pad|table|nature): ?",
    r"game[,、،] ?variant[^()]*",
)
"""Notation that is the same in all languages: commands, files, ids, and keys of score files."""
NAMES = frozenset(("ana", "otto", "iris", "bo", "cleo", "foo", "file", "ludo"))


def list_words(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)}


def list_texts(wording: Wording) -> set[str]:
    texts = (re.sub(r"\{[^{}]*\}", " ", text) for text in wording.sentences.values())
    return set().union(*map(list_words, texts))


@cache
def list_english(game: str, locale: str) -> frozenset[str]:
    """The words of the English texts of a game that no text in the language has."""
    wordings = shipped.kit(game).wordings
    own = set().union(*map(list_words, wordings[locale].sentences.values()))
    return frozenset(list_texts(wordings["en"]) - own - NAMES)


def find_english(game: str, locale: str, text: str) -> dict[str, str]:
    """English words of a text, each with its line."""
    english, found = list_english(game, locale), {}
    for line in text.splitlines():
        plain = re.sub("|".join(NOTED), " ", re.sub("[\u2066-\u2069]", "", line))
        found |= dict.fromkeys(sorted(list_words(plain) & english), line.strip())
    return found


def cases(count: int, key: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("game", "locale"), sample(CASES, count, key=key))


EARLY = ("?", "help", "undo", "?")
"""Commands before a walk begins."""
STEPS = ("help", "moves", "foo", "why", "1", "log", "table", "auto", "moves", "undo", "auto", "why")
"""Commands of a walk, and entries: the first legal move, and one that is none."""


@cases(3, "walks")
def test_a_walk_has_no_english_word(petri: Petri, game: str, locale: str) -> None:
    """Questions, lists, explanations, refusals, the log, and the table are in the language of the players."""
    typed = "\n".join((*EARLY, PLAYERS, "", *STEPS, *("1", "auto", "foo", "log") * 8, *STEPS, "quit"))
    slug = game.replace("_", "-")
    done = petri("walk", slug, "--locale", locale, typed=typed)
    assert len(done.output) > 5000
    assert find_english(game, locale, done.output) == {}


BROKEN = (
    *(
        "",
        "# foo\n",
        "a: [1, 2\nb: 3\n",
        "a: {b: 1\n",
        'a: "foo\nb: 1\n',
        "a: 1\nb\n",
        "a: b: c\n",
        "a:\n\tb: 1\n",
    ),
    *("a: &b c\n", "a: *b\n", "a: !c d\n", "a: 1\na: 2\n", "<<: {a: b}\n", ": 1\n", "[a]: 1\n", 'a: "\\0"\n'),
    *(
        "a:\n    b: 1\n  c: 2\n",
        'a: "foo" bar\n',
        "a: @b\n",
        "a: -\n",
        "a: \tb\n",
        "a: %b\n",
        "%a\n---\n",
        "a: |b\n",
    ),
    *(
        "a: 1\n---\nb: 2\n",
        "a: “foo: bar”\n",
        "a: {b: 'Don't'}\n",
        'a: "\\q"\n',
        "a: - b\n",
        "a:b\nc: 1\n",
        "a: [#f00]\n",
    ),
    *(
        "a: \0\n",
        "a: \x1b\n",
        "- a\nb: 1\n",
        "a: ?b\n  - c\n",
        "a\n  | x\n",
        f"a: {'[' * 70}\n",
        "a: {b: 1 c: 2}\n",
    ),
)
"""Texts that are no YAML, or not strict."""


def damage(text: str) -> Iterator[str]:
    """Yield a score file with mistakes that people make."""
    lines = text.splitlines()
    yield text
    yield text + "foo: 3\n"
    yield re.sub("game: .*", "game: ludo", text)
    for number in range(1, len(lines)):
        for changed in (
            re.sub(r"(: |\| ).*", r"\1foo", lines[number]),
            re.sub(r": .*", ": [7, foo]", lines[number]),
            re.sub(r": .*", ": 99", lines[number]),
            lines[number].replace(" .", " ", 1),
        ):
            if changed != lines[number]:
                yield "\n".join((*lines[:number], changed, *lines[number + 1 :], ""))


@cases(3, "scores")
def test_errors_of_score_files_have_no_english_word(petri: Petri, game: str, locale: str) -> None:
    """Remarks in empty files are in the language, and so are errors of files, of YAML, and of logs."""
    slug = game.replace("_", "-")
    blank = petri("score", slug, "--blank", "--locale", locale).output
    remarks = "\n".join(line for line in blank.splitlines() if line.startswith("# "))
    log = (FOLDER / game / "example_game.yaml").read_text("utf-8")
    head, sign, moves = log.partition("log:\n")
    assert sign
    lines = moves.splitlines(keepends=True)
    files = list(damage("".join(line for line in blank.splitlines(keepends=True) if line[0] != "#")))[:24]
    for number in range(3, len(lines), max(len(lines) // 8, 1)):
        files.append(head + sign + "".join((*lines[:number], lines[0], *lines[number:])))
        files.append(head + sign + "".join((*lines[: number - 1], *lines[number:])))
    files += [each for text in BROKEN for each in (text, f"game: {game}\n{text}", f"{head}{text}")]
    names = [f"{number}.yaml" for number, _ in enumerate(files)]
    for name, text in zip(names, files, strict=True):
        Path(name).write_text(text, encoding="utf-8")
    told = petri("score", slug, *names, "--locale", locale).output
    assert told.count(".yaml:") > 20
    # The places are paths of keys.
    told = re.sub(r"(\.yaml:\d+:\d+: )([\w\[\]. ]+: )?", r"\1", told)
    assert find_english(game, locale, f"{remarks}\n{told}") == {}


WRONG = (
    *(("walk", "--options", "foo"), ("walk", "--options", "foo=1"), ("walk", "--players", "Ana,Ana")),
    *(("simulate", "--options", "foo"), ("simulate", "--players", "foo"), ("simulate", "--vary", "foo")),
    *(("walk", "--variant", "foo"), ("table", "--options", "=1"), ("score", "foo.yaml")),
)


@cases(2, "options")
def test_errors_of_options_have_no_english_word(petri: Petri, game: str, locale: str) -> None:
    """Wrong values of options are explained in the language, without an English frame."""
    for command, *words in WRONG:
        done = petri(command, game.replace("_", "-"), *words, "--locale", locale)
        assert done.exit_code
        assert find_english(game, locale, re.sub(r"--[a-z]+|[\w.]+=\S+|FILE", " ", done.output)) == {}, words
    done = petri("walk", "pxo", "--locale", locale)
    assert done.exit_code
    assert find_english(game, locale, done.output.replace("pxo", "").replace("pox", "")) == {}, done.output


USAGE = """
score
score GAME --foo
score GAME --optons
score GAME foo.pdf
score GAME --blank --save none/foo.yaml
score foo.pdf
wlak GAME
walk GAME too much
walk GAME --auto foo
walk GAME --auto dice,,cards
walk GAME --new=3
walk GAME --seed foo
walk GAME --seed -3
walk GAME --share foo
walk GAME --from foo.yaml
walk GAME --players 99
table GAME --form foo
table GAME --paper foo
table GAME --save .
simulate GAME -n 0
simulate GAME --until foo
simulate GAME --policy foo
simulate GAME --policy search:x
simulate GAME --measure foo
simulate GAME --on foo
simulate GAME --vary cards.foo=1..2
simulate GAME --vary foo*=1
simulate GAME --vary players=foo
simulate GAME --vary players=2,3 --players 2
simulate GAME --vary players=2.5
simulate GAME --vary players=0
simulate GAME --vary players=5..1
simulate GAME --vary players=1..999
simulate GAME --vary players=+1
simulate GAME --vary NUMBER=foo
simulate GAME --vary NUMBER=all
simulate GAME --vary NUMBER=-999999
simulate GAME --vary NUMBER=999999
simulate GAME --plot foo.foo
""".strip().splitlines()
"""Command lines that are wrong."""
TYPED = list_words(
    """petri game file dice cards all random greedy search board sheets rounds table pad won moves turns tied
    points dask tcp host pdf svg png jpeg gif txt brf html players letter legal tabloid avery herma"""
)
"""Words that people type in any language."""


@cases(1, "usage")
@pytest.mark.parametrize("line", sample(USAGE, 13, key="usage"))
def test_usage_errors_have_no_english_word(petri: Petri, line: str, game: str, locale: str) -> None:
    """Unknown options, missing and wrong values, and unwritable files are told in the language."""
    number = next(path for path in list_values(shipped.kit(game)) if path.endswith(".count"))
    line = line.replace("GAME", game.replace("_", "-")).replace("NUMBER", number)
    words = line.split()
    english, done = petri(*words), petri(*words, "--locale", locale)
    assert done.exit_code == english.exit_code
    assert done.output != english.output
    known = shipped.kit(game).wordings[locale].sentences.values()
    own = set().union(*map(list_words, known)) | TYPED | list_words(line) | {"fight", "the", "virus"}
    # Paths such as `cards.spread.count` are the same in all languages.
    said, told = (re.sub(r"\w+(\.\w+)+", "", each.output) for each in (english, done))
    assert list_words(said) & list_words(told) <= own, told
    assert "Error" not in told


def list_shown(value: Any) -> Iterator[str]:
    """Yield what a page shows of the answer of a site: titles, names, and texts."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key in ("title", "name", "text", "whole", "verdict", "note", "end") and isinstance(each, str):
                yield each
            elif key in ("texts", "places", "columns") and isinstance(each, dict):
                yield from map(str, each.values())
            else:
                yield from list_shown(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from list_shown(each)


@cases(4, "tables")
def test_the_form_to_tap_has_no_english_word(tmp_path: Path, game: str, locale: str) -> None:
    """Names of places, marks, pieces, options, and buttons are in the language of the players."""
    filled = begin(game, ("Ana", "Otto", "Iris") if game != "pox" else ())
    table = make_table(tmp_path / "table.yaml", game, filled, locale=locale)
    about, state = (json.loads(ask(table, path).data) for path in ("about", "state"))
    shown = [*list_shown(about), *list_shown(state)]
    assert len(shown) > 40
    assert find_english(game, locale, "\n".join(shown)) == {}


@pytest.mark.parametrize(("game", "locale"), CASES)
def test_every_icon_has_a_name_in_the_language(game: str, locale: str) -> None:
    """Screen readers, web pages, and tagged PDF files call no icon by its English name."""
    kit = shipped.kit(game)
    assert isinstance(kit.icons, IconShelf)
    icons = IconSet(kit.icons, kit.wordings[locale])
    named = "\n".join(icons.describe(name) for name in kit.icons if "/" not in name)
    assert find_english(game, locale, named) == {}


@cases(1, "pages")
def test_labels_of_web_pages_have_no_english_word(petri: Petri, game: str, locale: str) -> None:
    """Alternative texts, titles, and labels are in the language of the page."""
    slug = game.replace("_", "-")
    done = petri("make", slug, "--part", "rules", "--locale", locale, "--to", "html", "--out", "out")
    assert done.exit_code == 0
    (page,) = Path("out").rglob("*.html")
    text = page.read_text("utf-8")
    labels = re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]*)"', text)
    assert len(labels) > 10
    assert find_english(game, locale, "\n".join(map(html.unescape, labels))) == {}
    assert f'lang="{locale}"' in text


@pytest.mark.parametrize("locale", sorted({locale for _, locale in CASES}))
def test_commands_of_a_walk_are_one_word(locale: str) -> None:
    """The first word of an entry decides whether it is a command."""
    texts = read_shared_wording(find_shelf().wording, locale).sentences
    named = [text for key, text in texts.items() if key.startswith("walk.command.")]
    assert len(named) == len(set(named)) >= 10
    assert not [text for text in named if len(text.split()) != 1]
