"""`petri new --style`: decks that look finished, whatever their cards have."""

from collections.abc import Callable
from contextlib import nullcontext
from hashlib import sha256
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import Result
from yaml import safe_load

from generator.errors import DataError
from generator.layout.document import make_press
from generator.layout.elements.pieces import lay_out_pieces
from generator.make.game_folders import STYLES
from generator.model.language.kinds import MM_PER_POINT
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit, read_kit_and_texts
from generator.scene.shapes import GlyphRun, Page
from tests import shipped
from tests.geometry import place_words
from tests.samples import sample

Petri = Callable[..., Result]
NAMES = [name for name, *_ in STYLES]
LONG = "Every player secretly chooses a card of the hand and puts it face down in front of them. " * 6
STRESS = f"""size: poker
theme: STYLE
front: face
back: back
cards:
  - {{id: only, name: Only a Name}}
  - {{id: photo, name: Photograph, kind: Picture, cost: 2, text: In place of the drawing., picture: fox.png}}
  - {{id: long, name: Six Hundred Characters, kind: Text, cost: 3, text: "{LONG}"}}
  - {{id: arabic, name: حديقة المساء, kind: مكان, cost: 1, text: خذ بطاقتين ثم ضع واحدة منهما أمامك.}}
  - {{id: japanese, name: 夕暮れの庭, kind: 場所, cost: 1, text: 山札から2枚引き、1枚を置きます。}}
  - {{id: all, name: All, kind: Test, cost: 9, attack: 3, defence: 4, points: 5, text: All., flavour: More.}}
"""


def test_the_styles_are_listed_and_shown(petri: Petri) -> None:
    """Without a name; a picture that is there already is not written again."""
    done = petri("new", "--style")
    assert done.exit_code == 0
    assert all(name in done.stdout for name in NAMES)
    assert {*NAMES} == {path.name for path in find_shelf().styles.iterdir() if path.is_dir()}
    english = find_shelf().wording / "en.yaml"
    told = safe_load(english.read_text("utf-8"))["words"]["preview"]["kinds"]
    assert told == {name: genre for name, genre, _ in STYLES}
    with Image.open("styles.png") as picture:
        assert picture.height > len(NAMES) * 200
    Path("styles.png").write_bytes(b"mine")
    done = petri("new", "--style")
    assert "styles.png is another file, and is not overwritten" in done.stdout
    assert Path("styles.png").read_bytes() == b"mine"


def test_a_style_has_a_name(petri: Petri) -> None:
    refused = petri("new", "mine", "--style", "sage")
    assert refused.exit_code == 2
    assert "unknown style 'sage' (did you mean 'saga'?)" in refused.stderr
    refused = petri("new", "mine", "--style", "saga", "--rules")
    assert "give only one of --rules and --style" in refused.stderr
    refused = petri("new")
    assert "name a new folder for the game: petri new my-game" in refused.stderr
    assert not Path("mine").exists()


@pytest.mark.parametrize("style", sample(NAMES, 1, key="new"))
def test_a_new_game_in_a_style_is_made_without_a_warning(petri: Petri, style: str) -> None:
    """With different pictures, backs, and tokens; with its theme, the deck can leave its folder."""
    done = petri("new", "mine", "--style", style)
    assert done.exit_code == 0
    has_motifs = "motif: " in Path("mine/cards.yaml").read_text("utf-8")
    assert ("follow them, unless a card has a `motif`." in done.output) == has_motifs
    done = petri("make", "mine", "--for", "faces", "--to", "png", "--dpi", "40", "--part", "cards")
    assert done.exit_code == 0, done.output
    assert "warning" not in done.output
    faces = [*Path("output").rglob("*-front.png")]
    arts = {
        sha256(Image.open(face).convert("RGB").crop((14, 26, 85, 60)).tobytes()).digest() for face in faces
    }
    assert len(arts) == len(faces) == 6
    done = petri("make", "mine", "--part", "tiles" if style == "forma" else "tokens")
    assert done.exit_code == 0
    assert "warning" not in done.output
    Path("alone.yaml").write_text(f"theme: {style}\n" + Path("mine/cards.yaml").read_text("utf-8"), "utf-8")
    assert petri("make", "alone.yaml").exit_code == 0


@pytest.mark.parametrize(
    ("folder", "title"),
    [
        ("moon-city", "Moon city"),
        ("My Garden", "My Garden"),
        ("öland_7", "Öland 7"),
        ("a 'b' #c", "A 'b' #c"),
    ],
)
def test_a_new_game_has_the_title_of_its_folder(petri: Petri, folder: str, title: str) -> None:
    """Its style is a look, not a name."""
    assert petri("new", folder, "--style", sample(NAMES, 1, key=folder)[0]).exit_code == 0
    kit = read_kit(Path(folder), shelf=find_shelf())
    assert make_press(kit, locale="en", fonts=shipped.fonts()).format(kit.title) == title


@pytest.mark.parametrize("style", sample(NAMES, 2, key="stress"))
def test_every_field_but_the_name_may_be_missing(petri: Petri, style: str) -> None:
    """A card with only a name, a photograph, long text, other scripts, and all values is printed."""
    Path("pictures").mkdir()
    Image.new("RGB", (630, 880), "#c05030").save("pictures/fox.png")
    Path("deck.yaml").write_text(STRESS.replace("STYLE", style), encoding="utf-8")
    done = petri("make", "deck.yaml")
    assert done.exit_code == 0, done.output
    assert "warning" not in done.output


@pytest.mark.parametrize("cost", ["3", "''"])
def test_a_long_name_is_large_enough_for_children(tmp_path: Path, cost: str) -> None:
    """In the style for children, 41 letters have two lines of at least 13 points, beside a number, too."""
    name, path = "The Extraordinarily Sleepy Mountain Troll", tmp_path / "deck.yaml"
    cards = f"cards: [{{id: a, name: {name}, cost: {cost}}}]\n"
    path.write_text(f"size: poker\ntheme: picturebook\nfront: face\nback: back\n{cards}")
    kit = read_kit(path, shelf=find_shelf())
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    (card,) = lay_out_pieces(press, kit.parts[0])
    lines = {
        round(one.shape.y, 1): one.shape.size * one.scale / MM_PER_POINT
        for one in place_words(Page(63, 88, tuple(card.front)))
        if isinstance(one.shape, GlyphRun) and len(one.shape.text) > 4 and one.shape.text.strip() in name
    }
    assert len(lines) == 2
    assert min(lines.values()) >= 13.0


def test_a_deck_changes_colours_and_type_of_a_style(petri: Petri) -> None:
    """In its own file, and with the place of mistakes there."""
    deck = STRESS.replace("STYLE", '{extends: forma, colours: {red: "#00aa00"}}').replace("fox.png", "''")
    Path("deck.yaml").write_text(deck, encoding="utf-8")
    assert petri("make", "deck.yaml", "--to", "svg").exit_code == 0
    (page,) = Path("output").rglob("*1.svg")
    text = page.read_text("utf-8")
    assert "#00aa00" in text
    assert "#e0452c" not in text
    Path("deck.yaml").write_text(deck.replace("red: ", "redd: bluish, red: "), encoding="utf-8")
    refused = petri("check", "deck.yaml")
    assert refused.exit_code == 1
    assert "deck.yaml:2:41: theme.colours.redd: unknown colour `bluish`" in refused.output
    Path("deck.yaml").write_text(deck.replace("forma", "form"), encoding="utf-8")
    assert (
        "deck.yaml:2:18: theme.extends: unknown theme `form` (did you mean `forma`?)"
        in petri("check", "deck.yaml").output
    )


@pytest.mark.parametrize(
    ("theme", "warning", "error"),
    [
        ("saga", "", ""),
        ("noir", "5:1: theme: has no effect: kit.yaml has another `theme`", ""),
        ("saga\nquotes: smart", "6:1: quotes: has no effect: kit.yaml decides", ""),
        ("sage", "", r"5:8: theme: unknown theme `sage` \(did you mean `saga`\?\)"),
        ("{extends: saga, colours: {red: bluish}}", "", "5:39: theme.colours.red: unknown colour `bluish`"),
    ],
)
def test_keys_of_a_deck_that_kit_yaml_decides_are_warnings(
    petri: Petri, theme: str, warning: str, error: str
) -> None:
    """A deck may repeat the theme of kit.yaml; another one has no effect there."""
    assert petri("new", "mine", "--style", "saga").exit_code == 0
    deck = Path("mine/cards.yaml")
    deck.write_text(deck.read_text("utf-8").replace("size: poker", f"theme: {theme}\nsize: poker"), "utf-8")
    with pytest.raises(DataError, match=error) if error else nullcontext():
        warnings = read_kit(Path("mine"), shelf=find_shelf()).warnings
        assert [str(one.describe()).partition(" (")[0] for one in warnings] == [
            f"mine/cards.yaml:{warning}" for warning in filter(None, [warning])
        ]


@pytest.mark.parametrize(
    ("size", "exit_code", "message"),
    [
        ("bridge", 1, "the style `saga` does not fit on 57 x 88 mm"),
        ("70 mm x 70 mm", 1, "the style `saga` does not fit on 70 x 70 mm"),
        ("tarot", 0, "the style `saga` leaves a part of 70 x 120 mm empty"),
        ("poker_us", 0, ""),
    ],
)
def test_a_card_of_another_size_is_one_message(petri: Petri, size: str, exit_code: int, message: str) -> None:
    """With the size in the deck, not with each line of the style, which nobody wants to change."""
    deck = f"size: {size}\ntheme: saga\nfront: face\nback: back\ncards: [{{id: oath, name: Oath}}]\n"
    Path("deck.yaml").write_text(deck)
    done = petri("make", "./deck.yaml")
    assert done.exit_code == exit_code
    hint = "it draws cards of `size: poker`; another size needs templates of your own"
    start = "" if exit_code else "warning: "
    assert done.stderr == (f"{start}deck.yaml:1:7: size: {message} ({hint})\n" if message else "")


def test_words_that_a_style_does_not_know_are_problems_of_the_cards(tmp_path: Path) -> None:
    """Each with its place and the words of the style, whatever else a card is called."""
    path = tmp_path / "deck.yaml"
    cards = "- {id: dragon, name: dragon, kind: dragon, motif: dragon}\n- {id: bow, name: Bow, motif: bwo}\n"
    path.write_text(f"size: poker\ntheme: saga\nfront: face\ncards:\n{cards}")
    known = "bow, claws, crown, flame, ring, sword, tower, wolf"
    with pytest.raises(DataError) as caught:
        read_kit(path, shelf=find_shelf())
    assert str(caught.value).replace(f"{tmp_path}/", "").splitlines() == [
        f"deck.yaml:5:51: cards[1].motif: unknown motif `dragon` (available: {known})",
        "deck.yaml:6:31: cards[2].motif: unknown motif `bwo` (did you mean `bow`?)",
    ]


@pytest.mark.parametrize(
    ("cards", "place", "more"),
    [
        ("[{title: Oath, type: Spell}]", "deck.yaml:5:8: cards", "title, type)"),
        ("cards.csv", "cards.csv:1:1", "title, type; or beside `file`: `rename: {OLD: name}`)"),
    ],
)
def test_a_card_without_a_name_is_one_message(petri: Petri, cards: str, place: str, more: str) -> None:
    """Where the name should be, with the columns that may be it."""
    Path("cards.csv").write_text("title,type\nOath,Spell\n")
    Path("deck.yaml").write_text(f"size: poker\ntheme: saga\nfront: face\nback: back\ncards: {cards}\n")
    done = petri("make", "./deck.yaml")
    assert done.exit_code == 1
    what = "field" if place.startswith("deck") else "column"
    message = f"no {what} is called `name`, which the style `saga` needs (rename one of these: {more}"
    assert done.stderr == f"{place}: {message}\n"


@pytest.mark.parametrize("size", ["size: bridge", "size: tarot", "size: 40 mm\nshape: round"])
def test_a_deck_of_any_size_is_tried_on_the_cards_of_a_style(tmp_path: Path, size: str) -> None:
    """In the preview, where its own size would be a problem of the style."""
    path = tmp_path / "deck.yaml"
    path.write_text(
        f"{size}\ncards: [{{title: Oath}}]\ntemplate: [{{words: {{text: '{{title}}', box: all}}}}]\n"
    )
    kit, _, _ = read_kit_and_texts(path, shelf=find_shelf(), style="saga")
    form = kit.parts[0].decks[0].form
    assert (form.width, form.height, form.outline, form.corner) == (63, 88, "rectangle", 3)
