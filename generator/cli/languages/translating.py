"""`petri locale accept`, `new`, `export` and `import`, and what is said after them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

from generator.cli.terminal.progress import show_progress
from generator.errors import OutputError, UnknownName
from generator.make.papers import find_paper
from generator.model.pseudo import PSEUDO
from generator.model.style import Paper
from generator.output import Staging
from generator.read.files.shelf import find_shelf
from generator.read.kits.fonts import read_game_fonts
from generator.read.kits.papers import read_papers
from generator.read.wordings.grammars import describe_language, find_language_of
from generator.read.wordings.wordings import check_locale
from generator.translate.exchange import Form, export, import_file
from generator.translate.folders import Bench, accept, check_may_write, set_up_bench, start_language
from generator.translate.prints import find_prints_of
from generator.translate.proof import Proofs, make_proof
from generator.translate.status import examine

_MOST_NAMED = 8


def accept_and_tell(game: str, locale: str | None, keys: tuple[str, ...]) -> None:
    """Writes what was seen; raises GeneratorError, and then nothing is written."""
    bench = _set_up_to_write(game)
    locales = bench.locales if locale is None else (locale,)
    with Staging() as staging:
        told = [accept(bench, one, keys, staging) for one in locales]
        staging.commit()
    for one in told:
        typer.echo(f"{one.locale}: {_count(one.accepted, 'sentence')} accepted")
        if one.identical:
            said = "the same as in English, and not accepted without being named"
            typer.echo(f"    {said}: {_name(one.identical)}")


def export_and_tell(game: str, locale: str, file: Path, *, force: bool) -> None:
    """Writes the sentences of a language and says how many are open; raises GeneratorError."""
    form = _find_form(file)
    _check_tag(locale)
    if file.is_file() and not force:
        raise OutputError(str(file), "this file is there already; --force writes over it")
    shelf = find_shelf()
    bench = set_up_bench(game, shelf)
    translation = bench.read(locale) if locale in bench.locales else None
    prints = find_prints_of(bench, shelf)
    with Staging() as staging:
        staging.write(file, export(bench, locale, form, prints, translation))
        staging.commit()
    wanted = bench.words.wanted(locale)
    done = sum(key in translation.sentences for key in wanted) if translation else 0
    typer.echo(f"{file}: {_count(len(wanted), 'sentence')}, {done} of them translated")


def prove_and_tell(game: str, locale: str, out: Path | None, *, paper: str) -> None:
    """Writes the proof of a language and says where it is; raises GeneratorError."""
    if out is not None and out.suffix.lower() != ".pdf":
        raise typer.BadParameter(f"a proof is a PDF; `{out.name}` does not end with .pdf", param_hint="--out")
    shelf = find_shelf()
    bench = set_up_bench(game, shelf)
    if bench.kit is None:
        raise UnknownName("the shared words have no pages of their own: prove a game that uses them")
    papers = read_papers(shelf.papers)
    chosen = find_paper(papers, paper)
    translation = bench.read(locale)
    fonts = read_game_fonts(bench.kit.folder, shelf=shelf)
    jobs = _count_jobs(bench, papers)
    with show_progress(jobs) as tell:
        health = examine(bench, locale, fonts=fonts, papers=papers, tell=tell)
    proofs = Proofs(bench.kit, fonts, chosen, translation, health, find_prints_of(bench, shelf))
    place = out or Path("output") / bench.kit.slug / f"proof-{locale}-{chosen.id}.pdf"
    with Staging() as staging:
        staging.write(place, make_proof(proofs))
        staging.commit()
    typer.echo(place)


def _count_jobs(bench: Bench, papers: Mapping[str, Paper]) -> int:
    return len(bench.kit.parts) * len(bench.kit.papers or papers) if bench.kit else 0


def import_and_tell(game: str, locale: str, file: Path) -> None:
    """Puts the sentences of a file in their places; raises GeneratorError, and then nothing is written."""
    form = _find_form(file)
    _check_tag(locale)
    bench = _set_up_to_write(game)
    with Staging() as staging:
        done = import_file(bench, locale, form, file, staging)
        staging.commit()
    told = [f"{done.new} new", f"{done.changed} changed", f"{done.accepted} accepted as they are"]
    typer.echo(f"{done.path}: {', '.join(told)}")
    for said, keys in (
        ("English does not have, left out", done.unknown),
        ("translated from an older English", done.stale),
        ("the same as in English", done.identical),
    ):
        if keys:
            typer.echo(f"    {said}: {_name(keys)}")
    if done.empty:
        typer.echo(f"    {_count(done.empty, 'sentence')} the file has no words for")


def _set_up_to_write(game: str) -> Bench:
    shelf = find_shelf()
    bench = set_up_bench(game, shelf)
    check_may_write(bench, shelf)
    return bench


def _find_form(file: Path) -> Form:
    match file.suffix.lower():
        case ".po":
            return "po"
        case ".csv":
            return "csv"
        case _:
            raise typer.BadParameter(f"`{file}` ends with neither .po nor .csv", param_hint="FILE")


def _check_tag(locale: str) -> None:
    try:
        check_locale(locale)
    except ValueError as error:
        hint = "such as es, pt-BR or sr-Latn"
        raise typer.BadParameter(f"{error}; {hint}", param_hint="LOCALE") from error
    if locale == PSEUDO:
        raise typer.BadParameter(f"`{PSEUDO}` is made of English when it is printed", param_hint="LOCALE")
    meant = find_language_of(locale)
    if meant is not None:
        said = f"no language has the tag `{locale}`; did you mean `{meant}` ({describe_language(meant)[0]})?"
        raise typer.BadParameter(said, param_hint="LOCALE")


def _name(keys: Sequence[str]) -> str:
    more = len(keys) - _MOST_NAMED
    return ", ".join(keys[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def start_and_tell(game: str, locale: str) -> None:
    """Writes the file of a new language and says where it is; raises GeneratorError."""
    _check_tag(locale)
    bench = _set_up_to_write(game)
    path = start_language(bench, locale)
    typer.echo(f"{path}: {_count(_wanted(bench, locale), 'sentence')} to be translated")
    typer.echo(f"  petri locale {game} shows how far it is")


def _wanted(bench: Bench, locale: str) -> int:
    return len(bench.words.wanted(locale))


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
