"""Numbers for PDF and SVG, written identically so that both draw at the same positions."""

from functools import lru_cache


@lru_cache(maxsize=65536)
def number(value: float) -> str:
    """Format a length with at most four decimals and nine digits: a ten-thousandth of a millimetre."""
    text = f"{round(value, 4):.9g}"
    return "0" if text == "-0" else text


@lru_cache(maxsize=65536)
def factor(value: float) -> str:
    """Format a scale or a part of a rotation with seven decimals, because it multiplies lengths."""
    text = f"{round(value, 7):.10f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
