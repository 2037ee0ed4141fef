"""The card workload by typst (PyPI): `cards_typst.py DECK.json OUT.pdf FONT_FOLDER FAMILY`."""

import sys
from pathlib import Path

import typst


def main(deck: str, target: str, fonts: str, family: str) -> None:
    path = Path(deck).resolve()
    source = (Path(__file__).parent / "cards.typ").read_bytes()
    inputs = {"deck": f"/{path.name}", "family": family}
    typst.compile(
        source,
        output=target,
        root=str(path.parent),
        font_paths=[fonts],
        ignore_system_fonts=True,
        sys_inputs=inputs,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
