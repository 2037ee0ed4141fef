"""Every part of every game goes to press, and every colour of every theme is printed as well as it can be."""

import io
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from PIL import Image, ImageCms

from generator.backends.pdf import write_pdf
from generator.make.jobs.jobs import choose_inks, choose_press_options, make_theme_separator
from generator.model.kit import PieceSet
from generator.model.language.kinds import parse_colour
from generator.model.printing.printing import RGB, FileOptions, Inks, PressFile
from generator.model.vision import Lab, measure_difference
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import list_themes, read_theme
from tests import shipped
from tests.backends.press_rules import find_problems
from tests.samples import sample

SHELF = find_shelf()
X4, X1A = PressFile("x4"), PressFile("x1a", 240)


def list_files() -> list[tuple[str, str, PressFile]]:
    """Each part in X-4, and each deck and set of tokens in X-1a with little ink, too."""
    return [
        (game, part, file)
        for game, part in shipped.list_parts()
        for file in ([X4, X1A] if shipped.PARTS[game][part] is PieceSet else [X4])
    ]


@pytest.mark.parametrize(("game", "part", "file"), sample(list_files(), 6, key="presses"), ids=str)
def test_parts_pass_the_preflight(game: str, part: str, file: PressFile) -> None:
    """Inks within the limit, no red, green, and blue, and all that the standard asks for.

    Of the sheets of a deck, which are drawn alike, some are judged; `make proof` judges all.
    """
    document = shipped.document((game, part, "en", "a4"))
    if shipped.PARTS[game][part] is PieceSet:
        document = replace(document, pages=tuple(sample(document.pages, 2, key=f"{game} {part}")))
    press = choose_inks(choose_press_options(SHELF, file), shipped.kit(game).theme)
    data = write_pdf(document, FileOptions(press=press))
    assert find_problems(data, file.standard, limit=file.limit) == []


@cache
def shipped_colours() -> dict[str, RGB]:
    """All colours of all themes, by theme and name."""
    found = {}
    for id in list_themes([SHELF.themes]):
        theme = read_theme(SHELF.themes / f"{id}.yaml", folders=[SHELF.themes])
        found |= {f"{id} {name}": parse_colour(theme.colour(name))[:3] for name in theme.colours}
    return found


@pytest.mark.parametrize(("limit", "most"), [(300, 1.5), (240, 3.0)])
def test_colours_of_themes(limit: int, most: float) -> None:
    """Greys are black alone, the sum of inks is within the limit, and prints look as screens do."""
    separator = make_theme_separator(SHELF, PressFile("x4", limit), shipped.kit("pox").theme)
    colours = shipped_colours()
    assert len(colours) > 150
    inks = {name: separator.find(colour) for name, colour in colours.items()}
    for name, colour in colours.items():
        assert inks[name].total * 100 <= limit + 1e-6, name
        if max(colour) - min(colour) <= 3 / 255:
            assert inks[name][:3] == (0, 0, 0), name
    wanted, printed = see_screen(list(colours.values())), see_print(list(inks.values()))
    differences = [measure_difference(*pair) for pair in zip(wanted, printed, strict=True)]
    assert sum(differences) / len(differences) <= most
    assert max(differences) < 10


def see_screen(colours: list[RGB]) -> list[Lab]:
    """CIELAB of colours of a screen."""
    pixels = bytes(round(one * 255) for colour in colours for one in colour)
    return see(Image.frombytes("RGB", (len(colours), 1), pixels), ImageCms.createProfile("sRGB"))


def see_print(inks: list[Inks]) -> list[Lab]:
    """CIELAB of inks on coated paper."""
    pixels = bytes(round(one * 255) for each in inks for one in each)
    data = (SHELF.presses / "FOGRA39L_coated.icc").read_bytes()
    profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
    return see(Image.frombytes("CMYK", (len(inks), 1), pixels), profile)


def see(pixels: Image.Image, profile: Any) -> list[Lab]:
    """CIELAB relative to the white of the paper or screen, with black as dark as each can be."""
    transform = ImageCms.buildTransform(
        profile,
        ImageCms.createProfile("LAB"),
        pixels.mode,
        "LAB",
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    seen: Any = ImageCms.applyTransform(pixels, transform)
    data = seen.tobytes()
    signed = [value - 256 if value > 127 else value for value in data]
    return [(data[at] / 2.55, float(signed[at + 1]), float(signed[at + 2])) for at in range(0, len(data), 3)]
