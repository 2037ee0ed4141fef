"""`petri locale accept` and `petri locale new`, and what is said after them."""

import typer

from generator.make.files import Staging
from generator.make.translating import Bench, accept, set_up_bench, start_language
from generator.read.shelf import find_shelf

_MOST_NAMED = 8


def accept_and_tell(game: str, locale: str | None, keys: tuple[str, ...]) -> None:
    """Writes what was seen; raises GeneratorError, and then nothing is written."""
    bench = set_up_bench(game, find_shelf())
    locales = bench.locales if locale is None else (locale,)
    with Staging() as staging:
        told = [accept(bench, one, keys, staging) for one in locales]
        staging.commit()
    for one in told:
        typer.echo(f"{one.locale}: {_count(one.accepted, 'sentence')} accepted")
        if one.identical:
            names = ", ".join(one.identical[:_MOST_NAMED])
            more = len(one.identical) - _MOST_NAMED
            names += f" and {more} more" if more > 0 else ""
            typer.echo(f"    the same as in English, and not accepted without being named: {names}")


def start_and_tell(game: str, locale: str) -> None:
    """Writes the file of a new language and says where it is; raises GeneratorError."""
    bench = set_up_bench(game, find_shelf())
    try:
        path = start_language(bench, locale)
    except ValueError as error:
        hint = "such as es, pt-BR or sr-Latn"
        raise typer.BadParameter(f"{error}; {hint}", param_hint="LOCALE") from error
    typer.echo(f"{path}: {_count(_wanted(bench, locale), 'sentence')} to be translated")
    typer.echo(f"  petri locale {game} shows how far it is")


def _wanted(bench: Bench, locale: str) -> int:
    return len(bench.words.wanted(locale))


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
