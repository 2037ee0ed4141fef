"""Workbooks for tests, written without a library: XLSX and ODS with exactly the traits that a test needs."""

import zlib
from base64 import b85decode
from collections.abc import Mapping, Sequence
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STYLES = (
    f'<styleSheet xmlns="{_MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>'
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs>'
    "</styleSheet>"
)
"""Style 1 is a date, 2 a date with time, 3 a time."""


def pack(files: Mapping[str, str]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as zipped:
        for name, text in files.items():
            zipped.writestr(name, text)
    return out.getvalue()


def cell(value: object, *, style: int = 0) -> str:
    """A cell of a sheet as XML: an inline text, a number, a truth value, or nothing."""
    if value is None:
        return "<c/>"
    if isinstance(value, bool):
        return f'<c t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c s="{style}"><v>{value}</v></c>'
    return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(str(value))}</t></is></c>'


def xlsx(
    sheets: Mapping[str, Sequence[Sequence[object]] | str],
    *,
    hidden: Sequence[str] = (),
    shared: Sequence[str] = (),
) -> bytes:
    """A workbook; a sheet is rows of values, or the XML of its rows. `shared` are entries of shared texts."""
    listed, relations, files = "", "", {}
    for number, (name, rows) in enumerate(sheets.items(), 1):
        if not isinstance(rows, str):
            rows = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
        state = ' state="hidden"' if name in hidden else ""
        listed += f'<sheet name="{escape(name)}" sheetId="{number}"{state} r:id="r{number}"/>'
        target = f"worksheets/sheet{number}.xml"
        relations += f'<Relationship Id="r{number}" Type="{_REL}/worksheet" Target="{target}"/>'
        files[f"xl/{target}"] = f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    relations += f'<Relationship Id="s" Type="{_REL}/styles" Target="styles.xml"/>'
    relations += f'<Relationship Id="t" Type="{_REL}/sharedStrings" Target="sharedStrings.xml"/>'
    files["xl/workbook.xml"] = (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_REL}"><sheets>{listed}</sheets></workbook>'
    )
    office = f'<Relationship Id="o" Type="{_REL}/officeDocument" Target="xl/workbook.xml"/>'
    packages = "http://schemas.openxmlformats.org/package/2006/relationships"
    files["xl/_rels/workbook.xml.rels"] = f'<Relationships xmlns="{packages}">{relations}</Relationships>'
    files["_rels/.rels"] = f'<Relationships xmlns="{packages}">{office}</Relationships>'
    files["xl/styles.xml"] = _STYLES
    files["xl/sharedStrings.xml"] = f'<sst xmlns="{_MAIN}">{"".join(shared)}</sst>'
    return pack(files)


def ods(rows: str, name: str = "Cards") -> bytes:
    """An OpenDocument workbook with one sheet, given as the XML of its rows."""
    base = "urn:oasis:names:tc:opendocument:xmlns"
    content = (
        f'<office:document-content xmlns:office="{base}:office:1.0" xmlns:table="{base}:table:1.0" '
        f'xmlns:text="{base}:text:1.0"><office:body><office:spreadsheet><table:table table:name="{name}">'
        f"{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    return pack({"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content})


def ods_row(*values: object, times: int = 1) -> str:
    """A row of an OpenDocument sheet; the last cell is repeated."""
    cells = ""
    for place, value in enumerate(values, 1):
        repeat = f' table:number-columns-repeated="{times}"' if place == len(values) and times > 1 else ""
        if value is None:
            cells += f"<table:table-cell{repeat}/>"
        elif isinstance(value, int | float):
            number = f' office:value-type="float" office:value="{value}"'
            cells += f"<table:table-cell{repeat}{number}><text:p>{value}</text:p></table:table-cell>"
        else:
            text = f"<text:p>{escape(str(value))}</text:p>"
            cells += f'<table:table-cell{repeat} office:value-type="string">{text}</table:table-cell>'
    return f"<table:table-row>{cells}</table:table-row>"


XLS = zlib.decompress(
    b85decode(
        "c-rk)O=uHA6#izDG(R+HQd6N7N+?)0?M1wJsjC*vsiAsNM9{6tK^hZDbJ2rVYmS28N%2zX#Y@$TKd7KL1tFpbK@bu>"
        "Nl$`;hc@ebFS|8qduX5*mHC!=^Y*>@X5P-<?(Ex2tUCLkuZ9)a2M_9Y5FJf6MJedsL_vPrX4TCDlx&TE3c&ykWQPw="
        "!*BdNhCJRi7`X3!NfP)>=_Jl0UC3t>n}~xFgQYlz5t0gb$Pz)XMAa?wjL0n_?@7sLBKM2sy2ueKTU94eG1JMt&MZD|"
        "42UlRuJ@5}K8j^Gdhm*8@#Pz;QPzh8#j{rK?{xHgJ23|uw^TNtEn2xM;xvGB_+cl2@9s){k<j+dwJVVQXRF=6hW)1D"
        "1*T!2mI+=)7!?nDd>FNgnW;q#kqSvvFm0X7QZ`zcDp59OWwPW*<qNqSkzSX+hIo6H<s5BU&S9D6og_2p5<Mo9JxUw)"
        ";@xlW#wNziQ(~ExExfVOZ|B%x;|eo~91)LaStf-sB=V}%x=r*xk#P!|^1<;QM>#wrWv+>LklNWJcyI1#(sz<xUO4i&"
        "zx>7AMf!ZIb}>Hx!JNeay?8Rj=W7PTYFORA#du=6xpFpzPa=C)Z4dz?>cnn4Z?i5eAtY){WaEx|M=jqOPG2!wt-)5p"
        "=Kgq2?JHqN#J1pJHuDUrr<G?&8SddrM#veHB)@izZaicsZDPL>f`*2MhK7cQhK9z5K*`5x<CEU&oHh8+;CKG(EK#cK"
        "-z5Jnj-o(Ui4LZRkf*$e3vJDxt?((gF11dM`@fKJj9M>Z5)%@~WZUzX4t=WmdDcygZrl=TxBYrMasJ`<e*rKO$+i"
    )
)
"""A workbook of Excel 97: `Name, Cost, Made`; `Gnoll, 3, 2.5`; `Été, 10`."""
