"""Workbooks for tests, written without a library: XLSX and ODS with exactly the traits that a test needs."""

import zlib
from base64 import b85decode
from collections.abc import Mapping, Sequence
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DATE, DATE_TIME, TIME, STRUCK = 1, 2, 3, 4
"""Styles that each workbook has; the first own format has the number FIRST."""
FIRST = 5


def _write_styles(formats: Sequence[str]) -> str:
    own = "".join(
        f'<numFmt numFmtId="{200 + number}" formatCode="{escape(code, {chr(34): "&quot;"})}"/>'
        for number, code in enumerate(formats)
    )
    used = "".join(f'<xf numFmtId="{200 + number}" applyNumberFormat="1"/>' for number in range(len(formats)))
    return (
        f'<styleSheet xmlns="{_MAIN}"><numFmts count="{len(formats)}">{own}</numFmts>'
        '<fonts count="2"><font><sz val="10"/></font><font><strike/><sz val="10"/></font></fonts>'
        '<fills count="1"><fill/></fills><borders count="1"><border/></borders>'
        f'<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="{FIRST + len(formats)}">'
        '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/>'
        f'<xf numFmtId="0" fontId="1" applyFont="1"/>{used}</cellXfs></styleSheet>'
    )


def formatted(value: float | str, number: int) -> str:
    """A cell with one of the own formats of its workbook."""
    return cell(value, style=FIRST + number)


def _write_types(sheets: int) -> str:
    base = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "/xl/workbook.xml": "sheet.main",
        "/xl/styles.xml": "styles",
        "/xl/sharedStrings.xml": "sharedStrings",
    }
    parts |= {f"/xl/worksheets/sheet{number}.xml": "worksheet" for number in range(1, sheets + 1)}
    types = "".join(
        f'<Override PartName="{name}" ContentType="{base}.{kind}+xml"/>' for name, kind in parts.items()
    )
    relations = "application/vnd.openxmlformats-package.relationships+xml"
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'<Types xmlns="{space}"><Default Extension="rels" ContentType="{relations}"/>{types}</Types>'


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
    return f'<c t="inlineStr" s="{style}"><is><t xml:space="preserve">{escape(str(value))}</t></is></c>'


def xlsx(
    sheets: Mapping[str, Sequence[Sequence[object]] | str],
    *,
    hidden: Sequence[str] = (),
    shared: Sequence[str] = (),
    formats: Sequence[str] = (),
    merged: Sequence[str] = (),
) -> bytes:
    """A workbook; a sheet is rows of values, or the XML of its rows. `shared` are entries of shared texts."""
    areas = "".join(f'<mergeCell ref="{area}"/>' for area in merged)
    merges = f"<mergeCells>{areas}</mergeCells>" if merged else ""
    listed, relations, files = "", "", {}
    for number, (name, rows) in enumerate(sheets.items(), 1):
        if not isinstance(rows, str):
            rows = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
        state = ' state="hidden"' if name in hidden else ""
        listed += f'<sheet name="{escape(name)}" sheetId="{number}"{state} r:id="r{number}"/>'
        target = f"worksheets/sheet{number}.xml"
        relations += f'<Relationship Id="r{number}" Type="{_REL}/worksheet" Target="{target}"/>'
        files[f"xl/{target}"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData>{merges}</worksheet>'
        )
    relations += f'<Relationship Id="s" Type="{_REL}/styles" Target="styles.xml"/>'
    relations += f'<Relationship Id="t" Type="{_REL}/sharedStrings" Target="sharedStrings.xml"/>'
    files["xl/workbook.xml"] = (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_REL}"><sheets>{listed}</sheets></workbook>'
    )
    office = f'<Relationship Id="o" Type="{_REL}/officeDocument" Target="xl/workbook.xml"/>'
    packages = "http://schemas.openxmlformats.org/package/2006/relationships"
    files["xl/_rels/workbook.xml.rels"] = f'<Relationships xmlns="{packages}">{relations}</Relationships>'
    files["[Content_Types].xml"] = _write_types(len(sheets))
    files["_rels/.rels"] = f'<Relationships xmlns="{packages}">{office}</Relationships>'
    files["xl/styles.xml"] = _write_styles(formats)
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

SHOWN_XLS = zlib.decompress(
    b85decode(
        "c-rk)TWnNS6y4{}>&~=vrsY*$<A^{@Td>3r>jPT_RHCE=F%qqj>CA0sq|+g{Ln?{rAo2%^2BSYDO2W%%e8faQAd!BU_@U8Y_|UIn"
        "VvNzqU^IpVI<CF%nRcAqF`Yt;kM7C3=bp9Cne*7^?0wGt@{7jtWA87%NELDyd1#^-B!3yFfKVwDAu=>KQ7jfqba7VxRdP+IY(p>X"
        "=L6X00l)-;+P-x<ot6KVY@;lGIf~IH8b)f<UaCbFV8xXG-*oCsOtai{Ww!m9x6l5Y{kR9Hw*T4Z^Zu^~<^T;q*a-pD2s8n6fqB4u"
        "SrbGHfo5P4uozeZECrSUQQ#&Z2HXrR2W|mY04sr2Knu_ctk(T)*C}Hy-fz|Ub+dlyx+G}AihduRne!Q&Tx@?4E8;!xn5>I$fj-*J"
        "Yhy!vC=vU+<UZ*`TyY=HVUe!Ko1&v&8|YnO&&qSXtUgE&#k%y0-eL4e-w(@kxjY+)>whG5z7b{}*5#+Xd!BzuZvvmX7yd6zaT==B"
        "(v8$cwf3yx^f#b3K$D?<U1q9;Q@>gX^Djz7z4dgQcku((uw}=GqTT?V;6Zk-jC$+nBpbSKMd#Yi&ZxJEPVv4@_Qf)gzSv#}7dp*_"
        "o=81;XC^Z)oBKHZR*aQ7l5;WUxd+1kIz8T~k*EJ1e;jk?HqY%&`9dYXx(eS>g>S3E2VMEe{v563PdNN5mHf#n{HZGZX;(f_wO!4h"
        "o#Kxea8P+FavI5dByG(5C2h)kC7qiONIEa?EAA9Wa1hJBS8g~ycsDyaatMA-;WwsCfN1++ML*Kx9PJ9*q$z)aqZ+%z((R`lw^3bz"
        "{n5wRn<nj7h@R#-)q`gbMK4F3_-P`Jnuw3)?+Bq+=?#gYjgAXSClP>0QrXdAN#nMKbhn*OSP0O`_+GS|OJ^)3;8G1_dT65^AC2Wk"
        "v#|t^z!{8>_~wSHmThNkq&a&}E`^b%(#fPXjOrtnHH`cS6p3BP4`zog<TI8%XeE*F&*oC7*KZAFM~gTCG}0lTa{@@1^MR?wIbWv+"
        "9}}E#68Td&smH*Qm_l~IjWTT!OwQFeFQ4DizqR`*;qx^0k1N@hn9u#tjCtFnM!P&;kg}y?#sT48l;<kczw|T9_uVaJ@2z<Ms%78#"
        "mVKAHSC_pXLs$r+S0v^(s6%zA=6e5uv7O`HrBu<Q(3rGOhE3{BFsw(~AW6NG;e(P9DZM)mUxkHJE}Y@Qd0aTJ3+Hp;{4QL;g)_^z"
        "nC5~m<w7o8T?Kbde+F<&@8lG6O6Qd5c%;u6A(`O?G^llk=sa4-_FO0jO4fNq=hZq7bj|eYCx+;}qT?CxVE%cVE^@4qzue7wpXmMi"
        "pM21VWga-^7o92Vu^CXZ8r$UPtW8Qw+qh&vN(ObwfRt1+o~e?{6qhumWJtGQ%J}PaE-1SC$(+K0V2;j(MAtBxQ#cxjb*@fyyq1*V"
        "M~-#hNtux36#Yb7x$lJson2Hgwd3LG36rPLDMxc}p;h=`A>wlUHz*|axDL<SJw_9K=y%RgM0d-s;DdTt>``g}G6=6VXqNwxDqT53"
        "GrhYgoZdYl=MEDw4ac23s{8rQuqB<avm@DoTx`=b32P{J$L(vj$KjQREV1f+>4AZ+>$y8AX9v$%CW<5u#N~f!{NU@qT<J|k-g?=j"
        "_LdL6X5&1oog(YI^!=(wPvFD)p0z_em!!UL?bdGQhilH=iQhYQy^>7ly_Wuqo4WA%g`;biM2@_M{&!q?XCud!3a(Gz^GXpgQr6dM"
        "{H*+Q<VJq~5j$7xVYfQ$R`O2tq{q;@O}lV!;ePC@x&KXARfhg{QLN#+%0r>jKHY$JGuUIj=)==9YTr}#4Q4uZIPh$q^b@_f6IwI2"
        "ABWIdzyEaTZ#B+Y@e$gC@n>*nWZQ4XDi{!(Fq6YwG7F}<wCeVKHO&7S;O)uwH=>1v^udx9SX+O(W-xyCow?cXe<FVXro&2-"
    )
)
"""A workbook of Excel 97, `id, shown`, whose rows have a trait each: a share, price, day, duration, rich
text, error, truth value, hidden row, text that is struck out, and two cells that are merged.
"""
