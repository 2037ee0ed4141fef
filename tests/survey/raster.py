"""Survey of raster pictures: their colours on a page, compared with those that LittleCMS finds."""

from collections.abc import Collection
from pathlib import Path

from tests.picture_variants import MODES, list_variants
from tests.scene.test_picture_colours import measure_variant
from tests.survey.figures import Measured
from tests.survey.sources import Source


def measure(folder: Path, source: Source, forms: Collection[str] = MODES) -> Measured:
    """Count variants of modes, formats, and profiles that are not printed as LittleCMS converts them."""
    del folder, source
    variants, wrong = 0, []
    for form in forms:
        for variant in list_variants(form):
            variants += 1
            levels = max(measure_variant(variant, scale) for scale in (1.0, 0.5))
            if levels > variant.loss:
                wrong.append(f"{variant.name}: {levels} of 255 levels; {variant.loss} are lost in its format")
    return Measured({"of variants": variants, "wrong: variants": len(wrong)}, tuple(wrong))
