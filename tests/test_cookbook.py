"""The cookbook is true: each of its recipes is built, has a picture, and is shown as its files are."""

from collections.abc import Callable
from itertools import dropwhile
from pathlib import Path

import pytest
from typer.testing import Result

from tests.backends.ua_rules import claims_ua, find_ua_problems
from tests.samples import sample
from tools.site.recipes import CONTENTS, find_main, name_anchor, read_head, write_page

DOCS = Path(__file__).parents[1] / "docs"
RECIPES = sorted(path for path in (DOCS / "recipes").iterdir() if path.is_dir())
LARGEST_PICTURE = 40_000
COPIES_PAGES = ("published-pdf",)
"""Recipes whose cards are pages of PDF files."""


def test_page_shows_the_files() -> None:
    """The file of each recipe is there, without its first comment."""
    page = write_page()
    for recipe in RECIPES:
        lines = find_main(recipe).read_text("utf-8").splitlines()
        text = "\n".join(dropwhile(lambda line: line.startswith("# "), lines))
        assert "\n" in text.strip()
        assert f"\n{text}\n```\n" in page, recipe.name


def test_contents_have_every_recipe_once() -> None:
    names = [name for names in CONTENTS.values() for name in names]
    assert sorted(names) == [recipe.name for recipe in RECIPES]


def test_titles_have_anchors_of_their_own() -> None:
    anchors = [name_anchor(read_head(recipe)[0]) for recipe in RECIPES]
    assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize("recipe", sample(RECIPES, 40, key="recipes"), ids=lambda recipe: recipe.name)
def test_recipe_is_built_without_a_warning(petri: Callable[..., Result], recipe: Path) -> None:
    """In each of its languages."""
    game = find_main(recipe)
    done = petri("make", recipe if game.name == "kit.yaml" else game, "--locale", "all", "--out", "out")
    assert done.exit_code == 0, done.output
    assert "warning" not in done.stderr
    files = [path.read_bytes() for path in Path("out").rglob("*.pdf")]
    assert files
    # Pages of other PDF files are copied as they are.
    claimed = [data for data in files if recipe.name not in COPIES_PAGES or claims_ua(data)]
    assert [problem for data in claimed for problem in find_ua_problems(data)] == []


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_recipe_has_a_small_picture(recipe: Path) -> None:
    """If not: `make pictures`."""
    picture = DOCS / "pictures" / "recipes" / f"{recipe.name}.png"
    assert 0 < picture.stat().st_size < LARGEST_PICTURE
