"""The game that a command plays, as its options name it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from generator.cli.playing.options import GameOptions
from generator.cli.terminal.trust import decide_trust
from generator.cli.terminal.usage import WrongOption
from generator.errors import OutputError, UnknownName, find_near
from generator.model.kit import Kit
from generator.model.texts.wordings import Wording, say_error
from generator.play.walks.walkthrough import Walk, read_walk
from generator.read.cached import explain_unknown_language, read_cached_game
from generator.read.files.shelf import Shelf, find_shelf, list_locales, list_own_games
from generator.read.files.text_files import name_file, read_bytes, unreadable
from generator.read.files.yaml import Source
from generator.read.scores import read_score
from generator.read.wordings.wordings import read_shared_wording
from generator.rules.core import NoRules, RulesError, Sentence

_MOST_BYTES = 32 * 1024 * 1024


def refuse_option(wording: Wording, option: str, key: str, **values: str) -> WrongOption:
    """Return the error `command.<key>` of an option."""
    return WrongOption(option, wording.format(f"command.{key}", values), wording)


def parse_header(words: Sequence[str], wording: Wording) -> Mapping[str, str]:
    """Return the value of each option of a game, by key; raises WrongOption."""
    return {key: value for key, (value,) in parse_options(words, wording, most=1).items()}


def parse_options(
    words: Sequence[str], wording: Wording, *, most: int | None = None, option: str = "--options"
) -> Mapping[str, Sequence[str]]:
    """Return the values of each key of `difficulty=miracle,iv_fluids`; raises WrongOption."""
    by_key: dict[str, list[str]] = {}
    key = ""
    for word in words:
        before, sign, value = word.partition("=")
        key, value = (before.strip(), value.strip()) if sign else (key, word)
        by_key.setdefault(key, []).append(value)
        if not key or not value or (most and len(by_key[key]) > most):
            if option == "--vary":
                raise refuse_option(wording, option, "paths", text="cards.spread.count=16..24")
            if most:
                raise refuse_option(wording, option, "keys_once", text="difficulty=miracle")
            raise refuse_option(wording, option, "keys", text="difficulty=miracle,iv_fluids")
    return by_key


def read_shared_words(options: GameOptions) -> Wording:
    """Return the texts of all games, for errors about a file whose game is not known."""
    return read_shared_wording(find_shelf().wording, options.locale)


def read_words(options: GameOptions, *, is_drawn: bool = False) -> tuple[Kit, Wording]:
    """Return the kit of a game and its texts; raises UnknownName for an unknown game or locale."""
    shelf = find_shelf(is_cached=not options.is_fresh)
    try:
        folder, locale = shelf.find_game(options.game), options.locale
    except UnknownName as error:
        raise _translate_unknown(error, options, shelf) from error
    # People type words of any language, whatever the locale.
    kit, _ = read_cached_game(folder, shelf=shelf, is_drawn=is_drawn)
    kit = decide_trust(kit, is_trusted=options.is_trusted)
    if locale not in kit.wordings:
        known = list_locales(folder)
        unknown = UnknownName(f"{kit.slug}: {explain_unknown_language(locale, known)}")
        raise unknown.saying("command.unknown", prefix=kit.slug, name=locale, known=tuple(known))
    return kit, kit.wordings[locale]


def _translate_unknown(error: UnknownName, options: GameOptions, shelf: Shelf) -> UnknownName:
    """Return the error of an unknown game in the language of the reader."""
    if options.locale == "en":
        return error
    known = (*(game.replace("_", "-") for game in shelf.list_games()), *list_own_games())
    wording = read_shared_words(options)
    names = wording.join(find_near(options.game, known) or known, ",")
    return UnknownName(wording.format("command.no_game_there", {"name": options.game, "known": names}))


def read_start(path: Path, kit: Kit, wording: Wording) -> tuple[Source, Walk]:
    """Read the position of --from; raises DataError, and WrongOption if no game continues from it."""
    source = read_score(path, wording)
    try:
        walk = read_walk(source, kit, wording)
    except NoRules as error:
        raise WrongOption("--from", say_error(error, wording), wording) from error
    if walk.is_over:
        raise refuse_option(wording, "--from", "over", file=str(path))
    return source, walk


@contextmanager
def reported_as_option(wording: Wording) -> Iterator[None]:
    """Turn a RulesError into an error of --players, --variant, or --options."""
    try:
        yield
    except RulesError as error:
        if error.rule == "kit.rules":
            raise
        is_variant = error.rule == "log.variants" or error.values.get("key") == "variant"
        option = "--players" if error.rule.startswith("players") else "--options"
        message = Sentence.of_rule(error.rule, **error.values).format(wording)
        raise WrongOption("--variant" if is_variant else option, message, wording) from error


def read_pdf(path: Path) -> tuple[str, str, Mapping[str, str]]:
    """Return the name of a file for users, the game, and what is filled in by `part/page/area/place/what`.

    The game is empty if the file does not name one. Raises DataError for a file that is not a PDF file.
    """
    # Only these files need the library that reads them.
    from generator.scene.pdf.rendering import read_filled_fields

    try:
        filled = read_filled_fields(read_bytes(path, _MOST_BYTES))
    except ValueError as error:
        raise unreadable(path, f"is not a PDF file that can be read: {error}", key="no_pdf") from error
    return name_file(path), filled.keywords.split(",")[0].strip(), filled.fields


def read_form(path: Path, kit: Kit) -> tuple[str, Mapping[str, str]]:
    """Return the name of a PDF file for users, and what was filled in; raises DataError."""
    name, slug, fields = read_pdf(path)
    if slug not in ("", kit.slug):
        raise unreadable(
            name,
            f"is a form of `{slug}`, not of `{kit.slug}`",
            key="other_form",
            game=slug,
            wanted=kit.slug,
        )
    return name, fields


def find_saved(kit: Kit, what: str) -> tuple[Path | None, Path]:
    """Return the last file of a game in the current folder, such as `pox-walk-2.yaml`, and the next name."""
    last, path, number = None, Path(f"{kit.slug}-{what}.yaml"), 1
    while path.exists():
        number += 1
        last, path = path, Path(f"{kit.slug}-{what}-{number}.yaml")
    return last, path


def check_new(path: Path) -> None:
    """Raise OutputError if a file for a new game exists."""
    if path.exists():
        raise OutputError(str(path), "the file already exists; choose a new name", "there")
