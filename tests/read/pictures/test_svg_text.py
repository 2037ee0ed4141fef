"""Text in SVG files is drawn, in fonts that have all of its characters: judged by the pixels."""

import base64
import io
import shutil
from pathlib import Path

import pytest
from PIL import Image

from generator.errors import DataError
from generator.model.style import Photograph
from generator.read.files.shelf import find_shelf
from generator.read.kits.fonts import read_game_fonts
from generator.read.pictures.svg import read_drawing
from generator.scene.pictures import PictureView

UNBOUNDED = next(find_shelf().fonts.rglob("Unbounded*.ttf"))
SIZE = 240, 60


def read(folder: Path, content: str) -> Photograph:
    """Return the picture of a file of texts; `folder` is that of the game."""
    path = folder / "x.svg"
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20" font-size="9">{content}</svg>', "utf-8"
    )
    picture = read_drawing(path, fonts=read_game_fonts(folder, shelf=find_shelf()))
    assert isinstance(picture, Photograph)
    return picture


def draw(folder: Path, content: str) -> bytes:
    """Return the opacity of each pixel of a text."""
    picture = read(folder, content)
    with Image.open(io.BytesIO(picture.file.embed(picture.file.plan(PictureView(), *SIZE)).data)) as image:
        return image.convert("RGBA").getchannel("A").tobytes()


def text(letters: str, given: str = "") -> str:
    return f'<text x="2" y="14" {given}>{letters}</text>'


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ('font-family="Georgia, serif"', "there is no font `Georgia`: its text is set in Noto Sans"),
        ('font-family="serif"', "there is no font `serif`: its text is set in Noto Sans"),
        ('font-family="Arial, Noto Sans"', "there is no font `Arial`: its text is set in Noto Sans"),
        (
            'style="font-family: &quot;Comic Sans MS&quot;, cursive"',
            "there is no font `Comic Sans MS`: its text",
        ),
        ('font-family="sans-serif"', ""),
        ('font-family="system-ui"', ""),
        ('font-family="NotoSans, serif"', ""),
        ('style="font: 9px Noto Sans"', ""),
        ('style="font: normal 9px/1.5 sans-serif"', ""),
        ('font-family="-apple-system, Helvetica"', ""),
    ],
)
def test_a_family_that_is_missing_is_replaced_and_told(tmp_path: Path, given: str, told: str) -> None:
    """By Noto Sans, in the same size."""
    assert [one.message[: len(told)] for one in read(tmp_path, text("Mill", given)).warnings] == (
        [told] if told else []
    )
    assert draw(tmp_path, text("Mill", given)) == draw(tmp_path, text("Mill")) != bytes(SIZE[0] * SIZE[1])


def test_all_families_that_are_missing_are_told_once(tmp_path: Path) -> None:
    """One warning for a file, at the first of its texts."""
    content = text("a", 'font-family="Georgia"') * 2 + text("b", 'font-family="Arial"')
    (warning,) = read(tmp_path, content).warnings
    assert warning.message == "there are no fonts `Georgia`, `Arial`: their text is set in Noto Sans"
    assert warning.line == 1


def test_fonts_of_the_game_come_first(tmp_path: Path) -> None:
    """By the name of the file, or by the name in it, which editors show."""
    (tmp_path / "fonts").mkdir()
    shutil.copy(UNBOUNDED, tmp_path / "fonts" / "Mine-Regular.ttf")
    own = draw(tmp_path, text("Mill", 'font-family="Mine"'))
    assert own != draw(tmp_path, text("Mill"))
    assert own == draw(tmp_path, text("Mill", 'font-family="Georgia, mine, serif"'))


def test_characters_that_no_font_has_are_an_error(tmp_path: Path) -> None:
    """They are named, all at once; nothing is drawn as a box."""
    with pytest.raises(DataError) as caught:
        read(tmp_path, text("שלום") + text("a<tspan>ส</tspan>"))
    told = [problem.message for problem in caught.value.problems]
    assert told == ["no font has ש (U+05E9), ל (U+05DC), ו (U+05D5), ם (U+05DD)", "no font has ส (U+0E2A)"]


@pytest.mark.parametrize("letters", ["مرحبا", "日本", "Mill", "é"])
def test_each_script_has_the_weight_that_is_asked_for(tmp_path: Path, letters: str) -> None:
    """A text in one script is regular unless it is bold."""
    regular, bold = (sum(draw(tmp_path, text(letters, given))) for given in ("", 'font-weight="bold"'))
    assert bold > 1.15 * regular > 0


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ea ", "مَرْحَبًا"),
        ("office ", "لا"),
        ("日本 ", "مَرْحَبًا"),
        ("e\u0301 ", "日本"),
        ("a ", "★∑"),
    ],
)
def test_several_scripts_in_one_text(tmp_path: Path, first: str, second: str) -> None:
    """Each has all of its glyphs: there is as much ink as in two texts."""
    both, *alone = (sum(draw(tmp_path, text(one))) for one in (first + second, first, second))
    assert both == pytest.approx(sum(alone), rel=0.03)


EMOJI = ["👍🏽", "👩\u200d🚀", "🇩🇪", "1\ufe0f\u20e3", "❤\ufe0f\u200d🔥"]


@pytest.mark.parametrize("around", ["{}5", "a{}", "a {} 5", "{} office", "office {}5{}", "日{}5"])
def test_emoji_beside_letters(tmp_path: Path, around: str) -> None:
    """Numbers beside an emoji are those of the text, not those of keycaps."""
    whole = sum(draw(tmp_path, text(around.format("👍", "👍"))))
    letters, emoji = (sum(draw(tmp_path, text(one))) for one in (around.replace("{}", "\u2060"), "👍"))
    assert whole == pytest.approx(letters + around.count("{}") * emoji, rel=0.02)


@pytest.mark.parametrize("emoji", EMOJI)
def test_emoji_of_several_characters_are_drawn_alone(tmp_path: Path, emoji: str) -> None:
    """They are one glyph; resvg draws boxes for the letters beside such a one, so that is an error."""
    two, one = (sum(draw(tmp_path, text(given))) for given in (f"{emoji} {emoji}", emoji))
    assert two == pytest.approx(2 * one, rel=0.01)
    assert one > 0
    for beside in ("a{}", "{} 5", "日 {}"):
        with pytest.raises(DataError) as caught:
            read(tmp_path, text(beside.format(emoji)))
        (problem,) = caught.value.problems
        assert problem.message == "an emoji of several characters stands beside characters of another font"


def test_positions_of_characters_stay(tmp_path: Path) -> None:
    """Though a text is divided into parts of one font."""
    apart = "".join(
        f'<text x="{x}" y="14">{letter}</text>' for x, letter in ((2, "a"), (22, "日"), (42, "b"))
    )
    assert draw(tmp_path, '<text x="2 22 42" y="14">a日b</text>') == draw(tmp_path, apart)


def test_fonts_of_texts_in_patterns_and_of_uses(tmp_path: Path) -> None:
    """Whatever resvg draws has its fonts."""
    pattern = (
        '<pattern id="p" width="1" height="1"><text x="2" y="14" font-family="Georgia">Mill</text></pattern>'
    )
    shown = draw(tmp_path, f'{pattern}<rect width="80" height="20" fill="url(#p)"/>')
    assert sum(shown) == pytest.approx(sum(draw(tmp_path, text("Mill"))), rel=0.05)
    used = f'<defs><g id="g">{text("Mill")}</g></defs><use href="#g" font-weight="bold"/>'
    assert draw(tmp_path, used) == draw(tmp_path, text("Mill", 'font-weight="bold"'))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ('style="text-transform: uppercase"', "`<text>` has `text-transform: uppercase`, which is left out"),
        ('direction="rtl"', "`<text>` has `direction: rtl`, which is left out"),
        ('style="font: caption"', "`font: caption` is not understood, and is left out"),
    ],
)
def test_what_no_program_does_with_text_is_told(tmp_path: Path, given: str, told: str) -> None:
    """With the name of the property."""
    assert [one.message for one in read(tmp_path, text("Mill", given)).warnings] == [told]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            "<tspan style='text-transform: uppercase'>a</tspan>",
            "`<tspan>` has `text-transform: uppercase`, which",
        ),
        (
            "<tspan font-stretch='condensed'>a</tspan>",
            "`<tspan>` has `font-stretch: condensed`, which is left out",
        ),
        (
            "<a style='font-variant-caps: small-caps'>a</a>",
            "`<a>` has `font-variant-caps: small-caps`, which is",
        ),
        ("<textPath>a</textPath>", "`<textPath>` has no path, and is left out"),
        ("<textPath href='#no'>a</textPath>", "`href` of `<textPath>` refers to `#no`, which does not exist"),
        (
            "<textPath href='#p' side='right'>a</textPath>",
            "`<textPath>` has `side: right`, which is left out",
        ),
        (
            "<tspan style='white-space: pre'>a\nb</tspan>",
            "has line breaks by `white-space`, which become spaces",
        ),
    ],
)
def test_what_no_program_does_with_a_part_of_a_text_is_told(tmp_path: Path, content: str, told: str) -> None:
    """Once, with the element; a path is there, and white space around lines is no line break."""
    shown = f'<path id="p" d="M0 9h70" fill="none"/>{text(f"Mill {content}")}'
    assert [one.message[: len(told)] for one in read(tmp_path, shown).warnings] == [told]


@pytest.mark.parametrize(
    ("content", "same"),
    [
        ("Ab<tspan> cd</tspan>", "Ab cd"),
        ("Ab <tspan> cd</tspan>", "Ab cd"),
        ("\n  Ab\n\t<tspan>\n cd </tspan> ", "Ab cd"),
        ("<tspan> </tspan>Ab <tspan/> cd", "Ab cd"),
        ("A <tspan xml:space='preserve'> </tspan>b", "A&#160;&#160;b"),
        ("<tspan style='white-space: pre'>  A  b</tspan>", "&#160;&#160;A&#160;&#160;b"),
        ("\n  <tspan>ea </tspan>مَرْحَبًا", "ea مَرْحَبًا"),
    ],
)
def test_white_space_is_as_in_a_browser(tmp_path: Path, content: str, same: str) -> None:
    """Spaces are one, between elements too, unless they are preserved; those at both ends are none."""
    assert draw(tmp_path, text(content)) == draw(tmp_path, text(same))


def test_a_text_in_an_embedded_file_is_drawn(tmp_path: Path) -> None:
    """Though the file around it has no text."""
    mill = text("Mill", 'font-size="9"')
    content = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20">{mill}</svg>'
    inner = base64.b64encode(content.encode()).decode()
    shown = draw(tmp_path, f'<image width="80" height="20" href="data:image/svg+xml;base64,{inner}"/>')
    assert sum(shown) == pytest.approx(sum(draw(tmp_path, text("Mill"))), rel=0.02)


def test_a_bold_face_that_is_missing_is_told(tmp_path: Path) -> None:
    """A family of one face is not bold."""
    (tmp_path / "fonts").mkdir()
    shutil.copy(next(find_shelf().fonts.rglob("NotoSansMath*.ttf")), tmp_path / "fonts" / "Mine-Regular.ttf")
    (warning,) = read(tmp_path, text("Mill", 'font-family="Mine" font-weight="bold"')).warnings
    assert warning.message == "has bold text, and there is no bold font of `Mine`: it is not bold"


def test_properties_of_one_program_do_not_stop_the_drawing(tmp_path: Path) -> None:
    """Inkscape writes properties whose names XML refuses as attributes; the text is drawn as without them."""
    own = "-inkscape-font-specification:Impact;--gap:2px"
    assert draw(tmp_path, text("north", f'style="font-size:9px;{own}"')) == draw(tmp_path, text("north"))
