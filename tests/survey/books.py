"""Survey of workbooks: number formats as LibreOffice shows them, in XLSX, XLS, and ODS that it wrote.

It needs LibreOffice Calc (`soffice`). The page in HTML that LibreOffice writes is the reference.
"""

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path

from generator.read.declared.tables import read_table
from tests.survey.figures import Measured
from tests.survey.sources import Source
from tests.workbooks import STRUCK, cell, formatted, xlsx

DAY = 45413.60448
"""2024-05-01 14:30:27"""

FORMATS: Sequence[tuple[float | str, str]] = (
    (0.25, "0%"), (0.125, "0.0%"), (1.5, "0.00%"), (-0.25, "0%"),
    (7, "000"), (12, "0000"), (5, "00.0"), (3.14159, "0.00"), (3.14159, "0.0#"), (3, "0.0#"),
    (3.5, "#.##"),
    (0.5, ".00"), (0.5, "#.0"), (0, "#"), (2.5, "0"), (-2.5, "0"), (1e6, "0"),
    (1234567.891, "#,##0"), (1234567.891, "#,##0.00"), (5, "0,000"), (12500, '0.0,"k"'),
    (1234567, '0.0,,"M"'),
    (1234567, '#,##0," thousand"'),
    (3, '"$"#,##0.00'), (-3, '"$"#,##0.00'), (3, '[$$-409]#,##0.00'), (3, '[$£-809]#,##0.00'),
    (1234.5, '#,##0.00" €"'), (-1234, "#,##0_);(#,##0)"), (1234, "#,##0_);(#,##0)"),
    (3.5, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'),
    (0, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'),
    (2, "+0;-0"), (-2, "+0;-0"), (0, "+0;-0;0"), (0, '0;-0;"none"'), (-2, "0.0;[Red]-0.0"),
    (-7, "[Blue]0;[Red]0"),
    (9, ";;;"), ("text", "0;-0;0;@"), ("gold", '@" coins"'), ("text", "@"),
    (150, '[>=100]"many";0'), (50, '[>=100]"many";0'), (1, '[=1]0" card";0" cards"'),
    (3, '[=1]0" card";0" cards"'),
    (-5, '[<0]"below";[>100]"above";0'),
    (1.5, '0.0" m"'), (3, 'General" pcs"'), (4, "\\x0"), (5551234567, "(000) 000-0000"),
    (123456789, "000-00-0000"),
    (2.25, "# ?/?"), (2.25, "# ??/??"), (0.5, "# ?/?"), (0.3, "# ??/??"), (0.5, "?/8"), (3, "# ?/?"),
    (3.1416, "# ???/???"),
    (12345, "0.00E+00"), (12345, "##0.0E+0"), (0.00012, "0.00E+00"),
    (DAY, "yyyy-mm-dd"), (DAY, "d mmmm yyyy"), (DAY, "dd/mm/yy"), (DAY, "d-mmm-yy"), (DAY, "mmm yyyy"),
    (DAY, "dddd"), (DAY, "ddd d"), (DAY, "mmmmm"), (DAY, "[$-407]d. mmmm yyyy"),
    (DAY, "[$-40C]dddd d mmmm"),
    (DAY, "h:mm AM/PM"), (DAY, "hh:mm"), (DAY, "hh:mm:ss"), (DAY, "yyyy-mm-dd hh:mm"),
    (DAY, 'd "of" mmmm'),
    (0.75, "h:mm"), (0.000347222, "mm:ss"), (0.000347222, "mm:ss.0"), (1.09375, "[h]:mm"),
    (1.09375, "[h]:mm:ss"),
    (0.5, "[mm]"), (0.001, "[ss]"), (2.5, '[h]" hours"'),
    (3, "General"), (0.1, "General"), (1 / 3, "General"), (123456789, "General"), (1e20, "General"),
    (1e-7, "General"),
)  # fmt: skip


def make_book() -> bytes:
    """Return a workbook with a row for each format; the first column is its number."""
    codes = [code for _, code in FORMATS]
    rows = f"<row>{cell('id')}{cell('shown')}</row>"
    for number, (value, _) in enumerate(FORMATS):
        rows += f"<row>{cell(f'n{number}')}{formatted(value, number)}</row>"
    return xlsx({"Formats": rows}, formats=codes)


def convert(folder: Path, file: str, kind: str) -> Path:
    """Return a file that LibreOffice made of another one."""
    made = folder / kind
    command = [
        "soffice",
        f"-env:UserInstallation=file://{folder}/profile",
        "--headless",
        "--convert-to",
        kind,
    ]
    subprocess.run([*command, "--outdir", str(made), str(folder / file)], check=True, capture_output=True)
    return made / Path(file).with_suffix(f".{kind}").name


def read_page(path: Path) -> dict[str, str]:
    """Return what LibreOffice shows in the second column, by the text of the first."""
    shown = {}
    for row in re.findall(r"<tr[^>]*>(.*?)</tr>", path.read_text("utf-8"), re.DOTALL):
        cells = [
            unescape(re.sub("<[^>]+>", "", cell)) for cell in re.findall(r"<td.*?>(.*?)</td>", row, re.DOTALL)
        ]
        if len(cells) > 1:
            shown[cells[0].strip()] = " ".join(cells[1].split())
    return shown


def read_book(path: Path) -> dict[str, str]:
    """Return what we read from the second column, by the text of the first."""
    rows = read_table(path).data
    found = (row for row in rows if isinstance(row, dict)) if isinstance(rows, list) else ()
    return {str(row["id"]): " ".join(str(row["shown"]).split()) for row in found}


TRAITS: Mapping[str, tuple[str, str]] = {
    "bold word": ("<si><r><t xml:space='preserve'>Draw </t></r><r><rPr><b/></rPr><t xml:space='preserve'>two "
                  "</t></r><r><t>cards</t></r></si>", "Draw **two** cards"),
    "italic word": ("<si><r><t xml:space='preserve'>Draw </t></r><r><rPr><i/></rPr><t>two</t></r></si>",
                    "Draw *two*"),
    "raised sign": ("<si><r><t>5 m</t></r><r><rPr><vertAlign val='superscript'/></rPr><t>2</t></r></si>",
                    "5 m{super|2}"),
    "underlined word": ("<si><r><t xml:space='preserve'>Draw </t></r><r><rPr><u/></rPr><t>two</t></r></si>",
                        "Draw {underline|two}"),
    "bold text": ("<si><r><rPr><b/></rPr><t>Draw two</t></r></si>", "Draw two"),
    "spoken text": ("<si><t>Kyoto</t><rPh sb='0' eb='5'><t>KYOTO</t></rPh></si>", "Kyoto"),
    "line break": ("<si><t>a\nb</t></si>", "a\nb"),
    "blanks": ("<si><t xml:space='preserve'>a   b</t></si>", "a   b"),
    "tab": ("<si><t xml:space='preserve'>a\tb</t></si>", "a\tb"),
    "stars": ("<si><t>2*3</t></si>", "2*3"),
}  # fmt: skip
"""Texts of cells as XML, and as they are read."""
CELLS: Mapping[str, tuple[str, str]] = {
    "truth": ("<c t='b'><v>1</v></c>", "TRUE"),
    "error": ("<c t='e'><v>#N/A</v></c>", "#N/A"),
    "formula": ("<c><f>1+2</f><v>3</v></c>", "3"),
    "text formula": ("<c t='str'><f>\"a\"</f><v>a</v></c>", "a"),
    "failed formula": ("<c t='e'><f>1/0</f><v>#DIV/0!</v></c>", "#DIV/0!"),
    "empty formula": ("<c t='str'><f>\"\"</f><v></v></c>", ""),
}
"""Cells as XML, and as they are read."""


def make_trait_book() -> bytes:
    """Return a workbook whose rows have a trait each: one is hidden, and the last two are merged."""
    rows = f"<row>{cell('id')}{cell('shown')}</row>"
    for number, name in enumerate(TRAITS):
        rows += f"<row>{cell(name)}<c t='s'><v>{number}</v></c></row>"
    for name, (xml, _) in CELLS.items():
        rows += f"<row>{cell(name)}{xml}</row>"
    rows += f"<row hidden='1'>{cell('hidden')}{cell('seen')}</row>"
    rows += f"<row>{cell('struck')}{cell('gone', style=STRUCK)}</row>"
    rows += f"<row>{cell('merged')}{cell('both')}</row><row>{cell('below')}<c/></row>"
    last = 1 + len(TRAITS) + len(CELLS) + 4
    texts = [xml for xml, _ in TRAITS.values()]
    return xlsx({"Traits": rows}, shared=texts, merged=[f"B{last - 1}:B{last}"])


def list_faults(path: Path) -> list[str]:
    """Return the traits that are not read as they are meant."""
    table = read_table(path)
    rows = [row for row in table.data or () if isinstance(row, dict)]
    found = {str(row["id"]): str(row["shown"]) for row in rows}
    wanted = {name: text for name, (_, text) in (*TRAITS.items(), *CELLS.items())}
    wanted |= {"hidden": "seen", "struck": "gone", "merged": "both", "below": "both"}
    faults = [
        f"{name}: `{found.get(name)}`, not `{text}`"
        for name, text in wanted.items()
        if found.get(name) != text
    ]
    names = [str(row["id"]) for row in rows]
    remarks = {names[index]: remark.is_error for (index, _), remark in table.remarks.items()}
    faults += (
        [] if [names[index] for index in table.hidden] == ["hidden"] else ["the hidden row is not known"]
    )
    expected = {"error": True, "failed formula": True, "struck": False}
    return faults + ([] if remarks == expected else [f"remarks on {remarks}"])


def measure(folder: Path, source: Source) -> Measured:
    """Count the formats that are read as shown in each kind of workbook, and the traits that are not."""
    del source
    figures: dict[str, int] = {"of formats": len(FORMATS), "of traits": len(TRAITS) + len(CELLS) + 3}
    (folder / "given.xlsx").write_bytes(make_book())
    (folder / "traits.xlsx").write_bytes(make_trait_book())
    kinds = ("xlsx", "xls", "ods") if shutil.which("soffice") else ()
    faults = []
    for name, path in list_books(folder, "traits.xlsx", kinds).items():
        found = list_faults(path)
        figures[f"faults in traits of {name}"] = len(found)
        faults += [f"{name}: {fault}" for fault in found]
    if not kinds:
        return Measured(figures, tuple(faults), ("workbooks of LibreOffice: `soffice` is not installed",))
    reference = read_page(convert(folder, "given.xlsx", "html"))
    for name, path in list_books(folder, "given.xlsx", kinds).items():
        others = compare_formats(read_book(path), reference)
        figures[f"formats as shown in {name}"] = len(FORMATS) - len(others)
        faults += [f"{name}: {fault}" for fault in others]
    return Measured(figures, tuple(faults))


def list_books(folder: Path, file: str, kinds: Sequence[str]) -> dict[str, Path]:
    """Return a workbook of ours, and those that LibreOffice makes of it."""
    return {"own xlsx": folder / file} | {kind: convert(folder, file, kind) for kind in kinds}


def compare_formats(found: Mapping[str, str], reference: Mapping[str, str]) -> list[str]:
    """Return the formats that are not read as the reference shows them."""
    shown = [(found.get(f"n{number}", ""), reference.get(f"n{number}", "")) for number in range(len(FORMATS))]
    return [
        f"{value!r} as {code}: `{ours}`, LibreOffice shows `{theirs}`"
        for (value, code), (ours, theirs) in zip(FORMATS, shown, strict=True)
        if ours != theirs
    ]
