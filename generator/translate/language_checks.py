"""Checks of a translation that depend on its language, from terms to the form of address."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, TypeAlias

from generator.model.texts.message import parse_message
from generator.model.texts.rich_text import parse_rich
from generator.model.values import dataclass, field

CheckType: TypeAlias = Literal["terms", "typography", "register", "weaker"]
"""`register`: not the form of address of other texts; `weaker`: English says `only`, `must`, or `cannot`, and
the translation does not."""


@dataclass(frozen=True, slots=True)
class Style:
    """Checks of the texts of one language, each a list of regular expressions."""

    typography: Mapping[str, str] = field(default_factory=dict)
    """Right spelling by wrong one."""
    register: Mapping[str, str] = field(default_factory=dict)
    """Right ending by wrong ending of a sentence."""
    counterparts: Mapping[str, str] = field(default_factory=dict)
    """Words of the language that can stand for an English word."""
    has_spaces: bool = True
    """False if there are no spaces between words."""


_ENGLISH = {
    "only": r"\b(?:only|nothing but)\b",
    "must": r"\bmust(?! not)\b",
    "cannot": r"\b(?:cannot|can.t|must not|may not)\b",
}
_UNIT = {r"[\d}#] (?:[cm]m|[KMG]B|pt|kg|مم|سم)(?!\w)": "a no-break space (U+00A0) before a unit"}
_NO_BREAK = {
    **_UNIT,
    r"[\d}#] ?%": "a no-break space (U+00A0) before %",
    r"\.\.\.": "… in place of three full stops",
    r"(?<=\S)  ": "one space",
    r" - ": "the dash –",
    "—": "the dash –",
    '"': "quotation marks of the language",
    "(?<=\\w)'(?=\\w)": "the apostrophe ’",
    r"(?<=\S) [,;.!?](?!\S)": "no space before a comma or full stop",
}
_KANA = "\u3040-\u30ff\u4e00-\u9fff"

LANGUAGE_STYLES: Mapping[str, Style] = {
    "de": Style(
        {**_NO_BREAK, "Strg-": "Strg+", "[”]": "„…“", r"\b\d{4},\d": "1234.5"},
        counterparts={
            "only": r"\bnur\b|allein|einzig|ausschließlich|erst\b|höchstens|lediglich|bloß|nichts als|außer",
            "must": r"müss|muss\b|musst|darf|dürf|soll|pflicht|nötig|brauch|notwendig|erforderlich|erst\b",
            "cannot": r"nicht|\bkein|\bnie\b|niemand|unmöglich|\bohne\b|nirgend|verboten",
        },
    ),
    "es": Style(
        {**_NO_BREAK, r": [A-ZÁÉÍÓÚÑ][a-záéíóúñ]+": "a small letter after a colon, unless it is a name"},
        counterparts={
            "only": r"\bs[oó]l[oa]s?\b|únic|solamente|exclusiv|nada más|más que|\bsino\b|hasta\b|salvo",
            "must": r"\bdeb|\btien|\bten(?:er|ga|dr)|\bha(?:y|n)? (?:de|que)|oblig|falta|necesit|exig",
            "cannot": r"\bno\b|\bni\b|nunca|imposible|\bsin\b|ning[uú]n|nadie|\bnada\b|tampoco|prohib|ya no",
        },
    ),
    "it": Style(
        {**_NO_BREAK},
        counterparts={
            "only": r"\bsol[oaie]\b|soltanto|unic|esclusiv|\bche\b|massimo|tranne|appena|\bma\b.*\bsol",
            "must": r"\bdev|\bdov|\bdebb|bisogn|\bva(?:nno)?\b|occorr|obblig|\bserv|necessari|si deve",
            "cannot": r"\bnon\b|nessun|\bné\b|impossibil|senza|\bmai\b|niente|nulla|vietat",
        },
    ),
    "fr": Style(
        {
            **{wrong: right for wrong, right in _NO_BREAK.items() if "[,;" not in wrong},
            r"\w+[?!;:](?=[ )]|$)": "a no-break space before it (U+202F, or U+00A0 for a colon)",
            r"(?<= )[?!;:»]|«(?= )": "a no-break space (U+202F, or U+00A0 for a colon)",
        },
        counterparts={
            "only": r"seul|uniquement|\bn(?:e\b|’).*\bqu(?:e\b|’)|exclusiv|juste|sauf|au plus|rien que|suffi",
            "must": r"\bdoi|\bdev|faut|faudra|oblig|néc|exig|à .*er\b",
            "cannot": r"\bne\b|\bn’|\bpas\b|jamais|impossible|sans|aucun|interdit|personne|\bni\b",
        },
    ),
    "pt": Style(
        {wrong: right for wrong, right in _NO_BREAK.items() if "%" not in wrong and wrong != "—"},
        counterparts={
            "only": r"\bsó\b|somente|apenas|únic|exclusiv|sozinh|\bexceto\b|a não ser|até\b",
            "must": r"\bdev|\btem |\btêm |\bter\b|precis|obrig|necess|é preciso",
            "cannot": r"\bnão\b|\bnem\b|nunca|impossível|\bsem\b|nenhum|ninguém|nada|proibid",
        },
    ),
    "ar": Style(
        {
            **_UNIT,
            "٪": "%",
            "[\u0621-\u064a\u064b-\u0652] *,": "the Arabic comma ،",
            "[\u0621-\u064a\u064b-\u0652] *;": "the Arabic semicolon ؛",
            "[\u0621-\u064a\u064b-\u0652] *\\?": "the Arabic question mark ؟",
            r"[\d}#][ \u00a0]%": "no space before %",
            r"\.\.\.": "…",
            r"(?<=\S)  ": "one space",
            "[\u0660-\u0669]": "the digits 0 to 9",
            '"': "« »",
        },
        counterparts={
            "only": "فقط|إل[اّ]|وحد|سوى|غير|حصر|فحسب|إنما|إنّما|لا .* حت|أكثر من|لا يزيد",
            "must": "[يتو]جب|واجب|بد|ينبغي|[يت]?لزم|لازم|على|علي|يتعي|تحتاج|حتم|مطلوب|إلزام|اضطر|شترط|شرط",
            "cannot": "لا|لم|لن|ليس|تعذ|يتعذ|غير|بلا|دون|مستحيل|ممنوع|يمتنع|يحظر|ما من|أبد|خط",
        },
    ),
    "ja": Style(
        {
            **_UNIT,
            f"[{_KANA}}}] ?[:(?!,;)](?!\\w+:)|[:(?!)](?=[{_KANA}{{])": "the full-width signs ：（）？！、",
            "％": "%",
            "〜": "～",
            "[？！] (?=\\S)": "no space, or a full-width one, after ？ and ！",
            f"[一二三四五六七八九十]+(?:つ(?=[{_KANA}])|個|番目|枚|回|行|列)": "the digits 0 to 9 in counts",
            f"(?<=[{_KANA}]) · |(?<=[{_KANA}]) / ": "／ or a full-width space",
            r"\.\.\.": "…",
            '"': "「」",
        },
        {
            r"(?<!で)(?<!ま)[うくぐすつぬぶむる](?:[。！？].*)?$|(?<!まし)(?<!でし)た[。！？]?$|ない[。！？]?$"
            r"|(?<=[ぁ-ん])だ[。！？]?$": "です or ます, or a noun"
        },
        {
            "only": "だけ|のみ|しか|に限|限り|限ら|まで|ただ|専用|一人で|1[人つ個]",
            "must": "なければ|なくては|ねば|必要|必ず|べき|こと|ください|ないと|義務|いけません|なりません",
            "cannot": "ません|ない|不可|できず|ずに|なし|無理|禁止|まい",
        },
        has_spaces=False,
    ),
}
"""The checks of languages, by their tags without a region."""


@dataclass(frozen=True)
class LanguageChecks:
    """The checks of one language in one game."""

    locale: str
    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Right terms, with the variants that texts must not have; `*` is any rest of a word."""

    @property
    def _style(self) -> Style:
        return LANGUAGE_STYLES.get(self.locale.split("-", 1)[0], Style())

    def list_findings(self, key: str, english: str, text: str) -> Iterator[tuple[CheckType, str]]:
        """Yield the findings about a text, each with its message."""
        shown, wanted = list_plain_variants(text), " ".join(list_plain_variants(english))
        every = " ".join(shown)
        for term, variants in self.terms.items():
            for variant in variants:
                if found := _compile_term(variant, self._style.has_spaces).search(every):
                    yield "terms", f"has `{found[0]}`; the term is `{term}`"
        for wrong, right in self._style.typography.items():
            found = next(filter(None, (re.search(wrong, one) for one in shown)), None)
            if found and (len(found[0]) < _NAME or found[0] not in wanted):
                around = every[max(0, every.find(found[0]) - 8) :][: len(found[0]) + 16]
                yield "typography", f"has `{found[0]}` in `{around}`: write {right}"
        if key.startswith(_SAID):
            for wrong, right in self._style.register.items():
                if any(re.search(wrong, one.rstrip("」）")) for one in shown):
                    yield "register", f"does not end with {right}"
        for word, counterpart in self._style.counterparts.items():
            said = re.search(_ENGLISH[word], wanted, re.IGNORECASE)
            if said and not re.search(counterpart, every, re.IGNORECASE):
                yield "weaker", f"English says `{said[0]}`, and this does not"


_NAME = 4
"""Fewest characters of something that is right if English has it, too: a colon with a name."""
_SAID = ("rule.", "event.", "walk.", "tally.", "tell.", "table.", "ask.")
"""Groups of texts that are complete sentences."""


@cache
def _compile_term(variant: str, has_spaces: bool) -> re.Pattern[str]:
    pattern = r"\w*".join(map(re.escape, variant.split("*")))
    pattern = rf"(?<!\w){pattern}(?![\w\u064b-\u0652])" if has_spaces else pattern
    return re.compile(pattern, re.IGNORECASE)


_JOINERS = dict.fromkeys(map(ord, "\u2060\u00ad\u200b\u2066\u2067\u2068\u2069"))
ICON = "□"
"""Stands for an icon in a text that is checked."""


def list_plain_variants(text: str) -> list[str]:
    """Return the variants of a text without marks and icons; placeholders are in braces."""
    shown = []
    for sample, _ in parse_message(text).samples():
        joined = "".join(ICON if span.icon else span.text for span in parse_rich(sample, places=True))
        shown.append(joined.translate(_JOINERS))
    return shown
