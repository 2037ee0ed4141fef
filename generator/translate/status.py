"""The translation status of a language: issues of its texts, overflows on its pages."""

from collections.abc import Callable, Iterable, Iterator

from generator.errors import GeneratorError, LayoutError, MissingGlyph, PrintWarning, list_characters
from generator.layout.text.words import itemize
from generator.make.jobs.jobs import Job, ReadGame, choose_jobs
from generator.make.jobs.layouts import lay_out
from generator.model.kit import Kit
from generator.model.language.scalars import MM_PER_POINT
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, replace
from generator.read.files.shelf import REFERENCE
from generator.read.wordings.wordings import WordingFolder, combine_wordings
from generator.scene.bounds import walk
from generator.scene.fonts import FontLibrary
from generator.scene.shapes import Document, GlyphRun
from generator.translate import translations
from generator.translate.table_texts import list_table_texts
from generator.translate.translations import Translation, TranslationIssue, list_spans, read_translation


@dataclass(frozen=True, slots=True)
class Overflow:
    """A text or drawing that does not fit on a part."""

    part: str
    papers: tuple[str, ...]
    """The paper sizes on which it does not fit."""
    message: str
    over_mm: float
    """0 where the problem is not a length."""


@dataclass(frozen=True, slots=True)
class SmallType:
    """The smallest type of a language, outside the margins of the paper."""

    points: float
    text: str
    part: str


@dataclass(frozen=True, slots=True)
class TranslationStatus:
    """The status of one language of a game, or of the shared texts."""

    game: str
    locale: str
    language: str
    """Name of the language in that language."""
    is_draft: bool
    required: int
    """Number of texts that English has."""
    translated: int
    issues: tuple[TranslationIssue, ...] = ()
    overflows: tuple[Overflow, ...] = ()
    smallest: SmallType | None = None
    """None where nothing was laid out."""

    @property
    def name(self) -> str:
        return "draft" if self.is_draft else "released"

    def list_issues(self, type: translations.IssueType) -> list[TranslationIssue]:
        return [issue for issue in self.issues if issue.type == type]

    @property
    def is_clean(self) -> bool:
        return not (self.issues or self.overflows)

    @property
    def fails(self) -> bool:
        """True if a released language has issues; a draft may have them."""
        return not self.is_draft and not self.is_clean


def examine(
    workspace: translations.Workspace, locale: str, *, text_only: bool = False, report: Callable[[Job], None]
) -> TranslationStatus:
    """Return the status of a language, or only of its texts.

    `report` is called before each part is laid out. Raises UnknownName for an unknown language, and
    DataError if its file cannot be read.
    """
    kit, fonts, translation = workspace.kit, workspace.fonts, None
    if locale == REFERENCE:
        count = len(workspace.source.file.sentences) + len(workspace.source.direct)
        language = workspace.source.find_language(locale)
        status = TranslationStatus(workspace.title, locale, language, False, count, count)
    else:
        translation = workspace.read(locale)
        status = count_texts(workspace.title, translation)
        status = replace(status, issues=(*status.issues, *_list_texts_without_font(translation, fonts)))
    if kit is None or text_only:
        return status
    if translation:
        kit = replace(kit, wordings={**kit.wordings, locale: make_wording(translation, status)})
    jobs = choose_jobs([ReadGame(kit, fonts)], workspace.papers, locale_names=[locale])
    overflows, smallest = try_to_fit(jobs, report=report)
    return replace(status, overflows=overflows, smallest=smallest)


def check_translations(kit: Kit, texts: WordingFolder) -> Iterator[TranslationStatus]:
    """Yield the status of the texts of all translations of a kit; raises DataError for unreadable reviews."""
    for locale in kit.wordings:
        if locale != REFERENCE:
            yield count_texts(kit.slug, read_translation(texts, locale, list_table_texts(kit, locale)))


def count_texts(name: str, translation: Translation) -> TranslationStatus:
    """Return the status of the texts alone; nothing is laid out."""
    locale, required = translation.locale, translation.required
    done = len(required.keys() & translation.printable.keys())
    language, is_draft = translation.source.find_language(locale), translation.file.is_draft
    return TranslationStatus(name, locale, language, is_draft, len(required), done, translation.issues)


def _list_texts_without_font(translation: Translation, fonts: FontLibrary) -> Iterator[TranslationIssue]:
    for key, text in translation.printable.items():
        if characters := list_missing_characters(text, fonts):
            hint = "use another character, or put a font into the game's folder `fonts`"
            message = f"no font has {list_characters(characters)}"
            yield TranslationIssue.of("characters", key, translation.get_home(key), message, hint, characters)


STAND_IN = "?"
"""Replaces characters that no font has when pages are laid out."""


def make_wording(translation: Translation, status: TranslationStatus) -> Wording:
    """Return a wording that can be printed: English replaces missing and invalid texts."""
    source, locale = translation.source, translation.locale
    shared = [read_translation(folder, locale) for folder in source.list_folders(locale)[:-1]]
    files = [replace(each.file, sentences=each.sentences) for each in (*shared, translation)]
    wording = combine_wordings(source, locale, files)
    sentences = dict(wording.sentences)
    for missing in status.list_issues("characters"):
        if missing.key not in sentences:
            continue  # It is in a table, and its card is reported.
        replacements = dict.fromkeys(map(ord, missing.characters), STAND_IN)
        sentences[missing.key] = sentences[missing.key].translate(replacements)
    return replace(wording, name=wording.name or locale, sentences=sentences)


def list_missing_characters(text: str, fonts: FontLibrary) -> str:
    """Return the characters of a text that no font has, each once."""
    faces = [family.regular for family in fonts.families]
    missing: dict[str, None] = {}
    for word in (word for span in list_spans(text) if not span.icon for word in span.text.split()):
        try:
            itemize(word, faces, script="")
        except MissingGlyph as error:
            missing |= dict.fromkeys(error.characters)
    return "".join(missing)


def try_to_fit(
    jobs: Iterable[Job], *, report: Callable[[Job], None]
) -> tuple[tuple[Overflow, ...], SmallType | None]:
    """Return overflows and the smallest type of a game in a language; `report` is called for each job."""
    papers_of: dict[tuple[str, str], tuple[GeneratorError, dict[str, None]]] = {}
    sizes: list[SmallType] = []
    for job, chunks in lay_out(jobs, report=report):
        for chunk, errors in chunks:
            for error in errors:
                if not isinstance(error, PrintWarning):
                    _, papers = papers_of.setdefault((job.part.id, str(error)), (error, {}))
                    papers[job.paper.id] = None
            if chunk:
                sizes += _list_smallest(chunk.document, job.part.id)
    overflows = [
        Overflow(part, tuple(papers), text, error.over_mm if isinstance(error, LayoutError) else 0.0)
        for (part, text), (error, papers) in papers_of.items()
    ]
    return tuple(overflows), min(sizes, key=lambda size: size.points, default=None)


_LETTERS = 3
"""Text with fewer letters is an id or a number."""


def _list_smallest(document: Document, part: str) -> list[SmallType]:
    placed = (placed for page in document.pages for placed in walk(page.shapes))
    shapes = (each.shape for each in placed if "margin" not in each.groups)
    inside = (shape for shape in shapes if isinstance(shape, GlyphRun))
    runs = [run for run in inside if sum(map(str.isalpha, run.text)) >= _LETTERS]
    smallest = sorted(runs, key=lambda run: run.size)[:1]
    return [SmallType(round(run.size / MM_PER_POINT, 2), run.text.strip(), part) for run in smallest]
