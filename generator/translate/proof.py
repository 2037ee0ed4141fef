"""The proof of a language: every sentence beside its English, by the thing that it is printed on."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from generator.errors import LayoutError, PartErrors
from generator.layout.document import lay_out_part, make_press
from generator.layout.text.findings import Findings
from generator.make.formats import Options, find_format
from generator.make.games import Game
from generator.make.jobs import Job
from generator.model.booklet import Block, Booklet, Cell, Heading, Paragraph, Table, TableColumn, TableRow
from generator.model.kit import Kit
from generator.model.message import parse_message
from generator.model.rich_text import escape_rich
from generator.model.style import Paper
from generator.model.wording import Wording
from generator.scene.fonts import FontLibrary
from generator.translate.exchange import SCREEN
from generator.translate.prints import Print
from generator.translate.status import STAND_IN, TranslationStatus, find_missing_characters, make_wording
from generator.translate.translations import Translation

_PLACE = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_BREAK = re.compile(r"(?<=[._/])(?=\w)")
_ISOLATE, _END = "\u2066", "\u2069"
"""Keep English in its own order among words that are read from the right."""

_ENOUGH, _GLANCE = 5, 16
"""Letters by which a sentence is known again: at least, and at most, since errors are short."""

_SCALE = 0.92
"""Of the type, against that of the game's rules: a proof is long enough as it is."""

_STYLE = {"missing": "red", "wrong": "red", "stale": "red", "icons": "red"}
_OTHERWISE = "spike_dark"


@dataclass(slots=True)
class _Words:
    """The wording of the proof itself: every text under a key of its own."""

    sentences: dict[str, str] = field(default_factory=dict)

    def key(self, text: str) -> str:
        key = f"proof.{len(self.sentences)}"
        self.sentences[key] = text
        return key


@dataclass(frozen=True)
class Proofs:
    """What a proof is made from."""

    kit: Kit
    fonts: FontLibrary
    paper: Paper
    translation: Translation
    status: TranslationStatus
    prints: Mapping[str, Print]

    @cached_property
    def spoken(self) -> Wording:
        """The language as far as it can be printed: what stands in the margins, and which way it is read."""
        return make_wording(self.translation, self.status)

    @cached_property
    def game(self) -> str:
        """In English, as all that a proof says of itself."""
        return self.kit.wordings["en"].say(self.kit.title)

    @cached_property
    def language(self) -> str:
        """What it calls itself, or its tag where no font has the letters for that."""
        name = self.status.language
        return self.translation.locale if find_missing_characters(escape_rich(name), self.fonts) else name

    def say(self, english: str) -> str:
        """Rich text in English, in its own order wherever it stands."""
        return f"{_ISOLATE}{english}{_END}" if english and self.spoken.direction == "rtl" else english


def make_proof(proofs: Proofs) -> bytes:
    """The PDF; PartErrors where no page can be made at all."""
    words = _Words()
    booklet = _write_booklet(proofs, words)
    own = {**words.sentences, proofs.kit.title: escape_rich(proofs.game)}
    wording = replace(proofs.spoken, sentences={**proofs.spoken.sentences, **own})
    kit = replace(proofs.kit, parts=(booklet,), wordings={**proofs.kit.wordings, wording.locale: wording})
    job = Job(Game(kit, proofs.fonts), booklet, wording.locale, proofs.paper)
    findings = Findings(collects=True)
    press = make_press(kit, locale=wording.locale, fonts=proofs.fonts, findings=findings)
    try:
        document = lay_out_part(press, booklet, paper=proofs.paper)
    except LayoutError as error:
        raise PartErrors([(str(job), error)]) from None
    return find_format("pdf").write(document, None, Options())


def _write_booklet(proofs: Proofs, words: _Words) -> Booklet:
    status, locale = proofs.status, proofs.translation.locale
    counts = [f"{status.translated} of {status.required} texts translated"]
    counts += [f"{count} {kind}" for kind, count in _count(status).items()]
    blocks: list[Block] = [Paragraph(words.key(proofs.say(escape_rich(" · ".join(counts)))), "lead")]
    for part, keys in _group(proofs).items():
        blocks += _write_part(proofs, words, part, keys)
    return Booklet(
        id="proof",
        title=words.key(proofs.say(escape_rich(f"{proofs.game}: {locale}"))),
        subtitle=words.key(
            proofs.say(escape_rich(f"Every sentence of {proofs.language} beside its English"))
        ),
        blocks=tuple(blocks),
        columns=1,
        orientation="landscape",
    )


def _count(status: TranslationStatus) -> dict[str, int]:
    counts: dict[str, int] = {}
    for issue in status.issues:
        counts[issue.type] = counts.get(issue.type, 0) + 1
    if status.characters:
        counts["no glyph"] = len(status.characters)
    if status.overflows:
        counts["too large"] = len(status.overflows)
    return counts


def _group(proofs: Proofs) -> dict[str, list[str]]:
    """Keys by the first part that they are printed on, the parts in their order; the screen at the end."""
    groups: dict[str, list[str]] = {part.id: [] for part in proofs.kit.parts}
    groups[SCREEN] = []
    wanted = proofs.translation.source.required(proofs.translation.locale)
    for key in dict.fromkeys((*wanted, *proofs.translation.file.sentences)):
        printed = proofs.prints.get(key)
        thing = next(iter(printed.things), SCREEN) if printed else SCREEN
        groups.setdefault(thing.split("/", 1)[0], []).append(key)
    return {part: keys for part, keys in groups.items() if keys or _list_overflows(proofs.status, part)}


def _list_overflows(status: TranslationStatus, part: str) -> list[str]:
    return [
        f"{', '.join(overflow.papers)}: {overflow.message}"
        for overflow in status.overflows
        if overflow.part == part
    ]


def _write_part(proofs: Proofs, words: _Words, part: str, keys: Sequence[str]) -> list[Block]:
    titles = {one.id: proofs.kit.wordings["en"].say(one.title) for one in proofs.kit.parts}
    title = titles.get(part, "Said on the screen")
    heading = escape_rich(f"{title} ({part})" if part in titles else title)
    blocks: list[Block] = [Heading(words.key(proofs.say(heading)))]
    overflows = _list_overflows(proofs.status, part)
    if overflows:
        lines = (f"{{red|**too large**}} {escape_rich(overflow)}" for overflow in overflows)
        said = r"\n".join(map(proofs.say, lines))
        blocks.append(Paragraph(words.key(said), "note"))
    if keys:
        rows = list(_write_rows(proofs, words, part, keys))
        heads = ("Where", "English", proofs.language)
        shares = (0.26, 0.37, 0.37)
        columns = tuple(
            TableColumn(words.key(escape_rich(head)), width=share)
            for head, share in zip(heads, shares, strict=True)
        )
        blocks.append(Table(columns, tuple(rows), look="lines", scale=_SCALE))
    return blocks


def _write_rows(proofs: Proofs, words: _Words, part: str, keys: Iterable[str]) -> Iterable[TableRow]:
    """A heading for each thing of the part, in the order in which the sentences stand."""
    by_thing: dict[str, list[str]] = {}
    for key in keys:
        printed = proofs.prints.get(key)
        thing = next(iter(printed.things), part) if printed else part
        by_thing.setdefault(thing, []).append(key)
    for thing, group in by_thing.items():
        if thing != part:
            yield TableRow(heading=words.key(proofs.say(escape_rich(thing))))
        for key in group:
            yield _write_row(proofs, key)


def _write_row(proofs: Proofs, key: str) -> TableRow:
    translation = proofs.translation
    english = translation.source.texts.get(key, "")
    own = _show_own(proofs, key)
    shown = proofs.say(show_sentence(english))
    said = map(proofs.say, _say_issues(proofs.status, key, translation.sentences.get(key, english)))
    where = [f"**{escape_rich(_BREAK.sub(chr(0x200B), key))}**", *said]
    return TableRow((Cell(text=r"\n".join(where)), Cell(text=shown), Cell(text=own)))


def _show_own(proofs: Proofs, key: str) -> str:
    """As it is written where it cannot be printed; characters that no font has are told beside it."""
    file = proofs.translation.file
    sentence = file.sentences.get(key, "")
    if key in file.broken:
        sentence = escape_rich(file.broken[key])
    for character in find_missing_characters(sentence, proofs.fonts):
        sentence = sentence.replace(character, STAND_IN)
    return sentence if key in file.broken else show_sentence(sentence)


def show_sentence(sentence: str) -> str:
    """Rich text that shows a sentence as it is printed, its places by their names.

    A sentence with choices is shown as it is written.
    """
    if "{" in sentence and parse_message(sentence).choices:
        return escape_rich(sentence)
    return _PLACE.sub(r"\\{\1\\}", sentence)


def _say_issues(status: TranslationStatus, key: str, sentence: str) -> list[str]:
    said = []
    for issue in status.issues:
        if issue.key == key:
            colour = _STYLE.get(issue.type, _OTHERWISE)
            said.append(f"{{{colour}|**{issue.type}**}} {escape_rich(issue.problem.message)}")
    said += [
        f"{{red|**no glyph**}} {escape_rich(' '.join(f'U+{ord(one):04X}' for one in lack.characters))}"
        for lack in status.characters
        if lack.key == key
    ]
    overflows = [overflow for overflow in status.overflows if _is_about(overflow.message, key, sentence)]
    if overflows:
        worst = max(overflows, key=lambda overflow: overflow.over_mm)
        said.append(f"{{red|**too large**}} by {worst.over_mm:.1f} mm ({', '.join(worst.papers)})")
    return said


def _is_about(message: str, key: str, sentence: str) -> bool:
    """Whether this sentence does not fit: its key is named, or its words, whatever its places hold."""
    if re.search(rf"\b{re.escape(key)}\b", message):
        return True
    if "{" in sentence and parse_message(sentence).choices:
        return False
    longest = max(map(_letters, _PLACE.split(sentence)[::2]), key=len)
    return len(longest) >= _ENOUGH and longest[:_GLANCE] in _letters(message)


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalpha())
