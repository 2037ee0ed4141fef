"""Numbers as PDF and SVG both write them, so that both draw at the same places."""

from functools import lru_cache


@lru_cache(maxsize=65536)
def number(value: float) -> str:
    """At most four decimals and nine digits: a ten-thousandth of a millimetre."""
    text = f"{round(value, 4):.9g}"
    return "0" if text == "-0" else text


@lru_cache(maxsize=65536)
def factor(value: float) -> str:
    """A scale or a part of a rotation: it multiplies lengths, so it has seven decimals."""
    text = f"{round(value, 7):.10f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
