"""Survey of raster pictures: their colours on a page, compared with those that LittleCMS finds.

`python -m tests.survey.raster` prints the number of variants of modes, formats, and profiles, and how many of
them are not printed as LittleCMS converts them. It needs no network.
"""

import json
import sys
from collections import Counter

from tests.picture_variants import MODES, list_variants
from tests.scene.test_picture_colours import measure_variant


def measure() -> tuple[Counter[str], list[str]]:
    """Return the number of variants by what became of them, and descriptions of the wrong ones."""
    counts, wrong = Counter(variants=0, wrong=0), []
    for form in MODES:
        for variant in list_variants(form):
            counts["variants"] += 1
            levels = max(measure_variant(variant, scale) for scale in (1.0, 0.5))
            if levels > variant.loss:
                counts["wrong"] += 1
                wrong.append(f"{variant.name}: {levels} of 255 levels; {variant.loss} are lost in its format")
    return counts, wrong


if __name__ == "__main__":
    figures, different = measure()
    print("\n".join(different), file=sys.stderr)
    print(json.dumps(figures))
    sys.exit(figures["wrong"] > 0)
