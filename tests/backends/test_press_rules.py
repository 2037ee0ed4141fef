"""The preflight passes what is sound, and refuses files that are broken on purpose: one for each rule."""

import io
import re
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Pdf, String

from generator.model.printing.printing import Standard
from tests.backends.press_rules import find_problems
from tests.backends.press_samples import sample

Break = Callable[[Pdf], Any]
"""Breaks a file."""


@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_sound_files_pass(standard: Standard) -> None:
    """Everything that a scene can hold is written as the standard asks for."""
    assert find_problems(sample(standard), standard) == []


def test_each_standard_refuses_the_other() -> None:
    """Transparency and layers are not for X-1a, and X-4 has more to say about itself."""
    told = find_problems(sample("x4"), "x1a")
    assert {"there are layers", "something is transparent", "there is a soft mask"} <= set(told)
    assert "there is no XMP" in find_problems(sample("x1a"), "x4")


def broken(standard: Standard, change: Break, **how: Any) -> bytes:
    written = io.BytesIO()
    with pikepdf.open(io.BytesIO(sample(standard))) as pdf:
        change(pdf)
        pdf.save(
            written, **{"static_id": True, "object_stream_mode": pikepdf.ObjectStreamMode.disable, **how}
        )
    return written.getvalue()


def add(pdf: Pdf, content: bytes, **resources: Any) -> None:
    """Add operators, and resources for them, to the first page."""
    page = pdf.pages[0]
    for kind, entries in resources.items():
        page.Resources[f"/{kind}"] = Dictionary({**page.Resources.get(f"/{kind}", {}), **entries})
    page.contents_add(pdf.make_stream(content))


def find(pdf: Pdf, key: str, value: str) -> Any:
    """The first object with an entry."""
    found = (one for one in pdf.objects if isinstance(one, pikepdf.Dictionary | pikepdf.Stream))
    return next(one for one in found if one.get(key) == Name(value))


def image(pdf: Pdf, space: Any, bits: int = 8, **more: Any) -> Dictionary:
    entries = {"Type": Name("/XObject"), "Subtype": Name("/Image"), "Width": 1, "Height": 1, **more}
    return Dictionary(X=pdf.make_stream(bytes(8), **entries, ColorSpace=space, BitsPerComponent=bits))


def rewrite_xmp(pdf: Pdf, old: bytes, new: bytes) -> None:
    data = pdf.Root.Metadata.read_bytes()
    assert old in data
    pdf.Root.Metadata.write(data.replace(old, new))


def drop(at: Any, key: str) -> None:
    del at[key]


def put(at: Any, key: str, value: Any) -> None:
    at[key] = value


def spot(name: str, other: str) -> Dictionary:
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * 4, C1=[0, 1, 0, 0], N=1)
    return Dictionary(C9=Array([Name("/Separation"), Name(name), Name(other), tint]))


BROKEN: dict[str, tuple[Standard, Break, str]] = {
    "no ID": ("x4", lambda pdf: None, "the trailer has no ID"),
    "no title": ("x4", lambda pdf: drop(pdf.trailer.Info, "/Title"), "there is no title"),
    "no date": ("x1a", lambda pdf: drop(pdf.trailer.Info, "/CreationDate"), "there is no /CreationDate"),
    "a date of its own": (
        "x1a",
        lambda pdf: put(pdf.trailer.Info, "/ModDate", String("today")),
        "there is no /ModDate",
    ),
    "not trapped, as pikepdf's Name.False_": (
        "x4",
        lambda pdf: put(pdf.trailer.Info, "/Trapped", Name("/False_")),
        "it is not said whether it is trapped",
    ),
    "no standard": (
        "x1a",
        lambda pdf: drop(pdf.trailer.Info, "/GTS_PDFXVersion"),
        "the information does not name the standard",
    ),
    "no XMP": ("x4", lambda pdf: drop(pdf.Root, "/Metadata"), "there is no XMP"),
    "another standard in the XMP": (
        "x4",
        lambda pdf: rewrite_xmp(pdf, b"PDF/X-4", b"PDF/X-3"),
        "the XMP does not name the standard",
    ),
    "no id in the XMP": (
        "x4",
        lambda pdf: rewrite_xmp(pdf, b"DocumentID", b"DocumentNo"),
        "the XMP has no xmpMM:DocumentID",
    ),
    "another date in the XMP": (
        "x4",
        lambda pdf: rewrite_xmp(pdf, b"<xmp:CreateDate>2026", b"<xmp:CreateDate>2025"),
        "xmp:CreateDate is not /CreationDate",
    ),
    "another title in the XMP": (
        "x4",
        lambda pdf: rewrite_xmp(pdf, b"Sample", b"Simple"),
        "dc:title is not /Title",
    ),
    "trapped in the XMP": (
        "x4",
        lambda pdf: rewrite_xmp(pdf, b"<pdf:Trapped>False", b"<pdf:Trapped>True"),
        "the XMP has another /Trapped",
    ),
    "no intent": ("x4", lambda pdf: drop(pdf.Root, "/OutputIntents"), "there are 0 output intents"),
    "two intents": (
        "x1a",
        lambda pdf: pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0]),
        "there are 2 output intents",
    ),
    "an intent of PDF/A": (
        "x4",
        lambda pdf: put(pdf.Root.OutputIntents[0], "/S", Name("/GTS_PDFA1")),
        "there are 0 output intents",
    ),
    "no condition": (
        "x4",
        lambda pdf: drop(pdf.Root.OutputIntents[0], "/OutputConditionIdentifier"),
        "the output intent has no /OutputConditionIdentifier",
    ),
    "no registry": (
        "x1a",
        lambda pdf: drop(pdf.Root.OutputIntents[0], "/RegistryName"),
        "the output intent has no /RegistryName",
    ),
    "a profile that is none": (
        "x4",
        lambda pdf: pdf.Root.OutputIntents[0].DestOutputProfile.write(b"sRGB" * 99),
        "the output intent has no profile of a printer with four inks",
    ),
    "a form to fill in": (
        "x4",
        lambda pdf: put(pdf.Root, "/AcroForm", Dictionary(Fields=Array())),
        "the catalogue has /AcroForm",
    ),
    "an action at the beginning": (
        "x4",
        lambda pdf: put(pdf.Root, "/OpenAction", Array([pdf.pages[0].obj, Name("/Fit")])),
        "the catalogue has /OpenAction",
    ),
    "a script": (
        "x4",
        lambda pdf: put(pdf.Root, "/Hidden", Dictionary(S=Name("/JavaScript"), JS=String("1"))),
        "there is an action",
    ),
    "scripts by name": (
        "x1a",
        lambda pdf: put(pdf.Root, "/Names", Dictionary(JavaScript=Dictionary(Names=Array()))),
        "there are /JavaScript",
    ),
    "a file in it": (
        "x1a",
        lambda pdf: put(pdf.Root, "/Names", Dictionary(EmbeddedFiles=Dictionary(Names=Array()))),
        "there are /EmbeddedFiles",
    ),
    "a viewer that clips": (
        "x4",
        lambda pdf: put(pdf.Root.ViewerPreferences, "/PrintClip", Name("/TrimBox")),
        "/PrintClip is not a box of the page",
    ),
    "layers in X-1a": (
        "x1a",
        lambda pdf: put(pdf.Root, "/OCProperties", Dictionary(OCGs=Array(), D=Dictionary(Order=Array()))),
        "there are layers",
    ),
    "layers without a name": (
        "x4",
        lambda pdf: drop(pdf.Root.OCProperties.D, "/Name"),
        "the layers have no name",
    ),
    "layers that switch": (
        "x4",
        lambda pdf: put(pdf.Root.OCProperties.D, "/AS", Array()),
        "layers are switched by what is done with them",
    ),
    "a layer that is not listed": (
        "x4",
        lambda pdf: pdf.Root.OCProperties.D.Order.__delitem__(0),
        "not all layers are listed",
    ),
    "a layer without a name": (
        "x4",
        lambda pdf: drop(pdf.Root.OCProperties.OCGs[0], "/Name"),
        "a layer has no name",
    ),
    "no trim": ("x4", lambda pdf: drop(pdf.pages[0].obj, "/TrimBox"), "a page has no trim box"),
    "trim and art": (
        "x4",
        lambda pdf: put(pdf.pages[0].obj, "/ArtBox", Array([30, 30, 40, 40])),
        "a page has a trim box and an art box",
    ),
    "a trim outside of the bleed": (
        "x1a",
        lambda pdf: put(pdf.pages[0].obj, "/TrimBox", Array([0, 0, 99, 99])),
        "the trim is not inside of the bleed",
    ),
    "a bleed outside of the page": (
        "x1a",
        lambda pdf: put(pdf.pages[0].obj, "/BleedBox", Array([-9, 0, 999, 999])),
        "the bleed is not inside of the page",
    ),
    "a note": (
        "x4",
        lambda pdf: put(pdf.pages[0].obj, "/Annots", Array([Dictionary(Subtype=Name("/Text"))])),
        "a page has /Annots",
    ),
    "an action of a page": (
        "x4",
        lambda pdf: put(pdf.pages[0].obj, "/AA", Dictionary()),
        "a page has /AA",
    ),
    "a unit of a page": (
        "x4",
        lambda pdf: put(pdf.pages[0].obj, "/UserUnit", 2),
        "a page has a unit of its own",
    ),
    "OPI": ("x1a", lambda pdf: put(pdf.pages[0].obj, "/OPI", Dictionary()), "there is /OPI"),
    "another picture for screens": (
        "x4",
        lambda pdf: put(find(pdf, "/Subtype", "/Image"), "/Alternates", Array()),
        "there is /Alternates",
    ),
    "a transfer function": (
        "x4",
        lambda pdf: add(pdf, b"/G9 gs", ExtGState=Dictionary(G9=Dictionary(TR=Dictionary(FunctionType=2)))),
        "there is a transfer function",
    ),
    "a halftone by phase": (
        "x4",
        lambda pdf: add(pdf, b"/G9 gs", ExtGState=Dictionary(G9=Dictionary(HTP=Array([0, 0])))),
        "there is /HTP",
    ),
    "PostScript": (
        "x4",
        lambda pdf: add(pdf, b"/X Do", XObject=Dictionary(X=pdf.make_stream(b"", Subtype=Name("/PS")))),
        "there is PostScript",
    ),
    "a font that is not in it": (
        "x1a",
        lambda pdf: drop(find(pdf, "/Type", "/FontDescriptor"), "/FontFile2"),
        "a font is not embedded",
    ),
    "Helvetica": (
        "x4",
        lambda pdf: add(
            pdf,
            b"BT /F9 9 Tf (a) Tj ET",
            Font=Dictionary(
                F9=Dictionary(Type=Name("/Font"), Subtype=Name("/Type1"), BaseFont=Name("/Helvetica"))
            ),
        ),
        "a font is not embedded",
    ),
    "a red fill": ("x4", lambda pdf: add(pdf, b"1 0 0 rg 0 0 9 9 re f"), "there is a colour in RGB"),
    "a red line": ("x1a", lambda pdf: add(pdf, b"1 0 0 RG 0 0 9 9 re S"), "there is a colour in RGB"),
    "a space of red, green, and blue": (
        "x1a",
        lambda pdf: add(pdf, b"/DeviceRGB cs 1 0 0 sc 0 0 9 9 re f"),
        "there is /DeviceRGB",
    ),
    "a space of a profile": (
        "x4",
        lambda pdf: add(
            pdf,
            b"/C9 cs 1 0 0 scn",
            ColorSpace=Dictionary(C9=Array([Name("/ICCBased"), pdf.make_stream(b"", N=3)])),
        ),
        "there is /ICCBased",
    ),
    "a picture of red, green, and blue": (
        "x4",
        lambda pdf: add(pdf, b"/X Do", XObject=image(pdf, Name("/DeviceRGB"))),
        "there is /DeviceRGB",
    ),
    "a picture with a palette": (
        "x1a",
        lambda pdf: add(
            pdf,
            b"/X Do",
            XObject=image(pdf, Array([Name("/Indexed"), Name("/DeviceRGB"), 0, String("abc")])),
        ),
        "there is /DeviceRGB",
    ),
    "a gradient of red, green, and blue": (
        "x4",
        lambda pdf: put(_shading(pdf), "/ColorSpace", Name("/DeviceRGB")),
        "there is /DeviceRGB",
    ),
    "a group of red, green, and blue": (
        "x4",
        lambda pdf: put(_group(pdf).Group, "/CS", Name("/DeviceRGB")),
        "there is /DeviceRGB",
    ),
    "a deep picture": (
        "x1a",
        lambda pdf: add(pdf, b"/X Do", XObject=image(pdf, Name("/DeviceGray"), 16)),
        "a picture has more than 8 bits",
    ),
    "LZW": ("x4", lambda pdf: None, "a filter is not allowed"),
    "JPEG 2000": (
        "x1a",
        lambda pdf: add(pdf, b"/X Do", XObject=image(pdf, Name("/DeviceGray"), Filter=Name("/JPXDecode"))),
        "a picture is JPEG 2000",
    ),
    "a stream elsewhere": (
        "x4",
        lambda pdf: add(pdf, b"/X Do", XObject=image(pdf, Name("/DeviceGray"), F=String("other.bin"))),
        "a stream is in another file",
    ),
    "a soft mask": (
        "x1a",
        lambda pdf: put(find(pdf, "/Subtype", "/Image"), "/SMask", image(pdf, Name("/DeviceGray")).X),
        "there is a soft mask",
    ),
    "half opaque": (
        "x1a",
        lambda pdf: add(pdf, b"/G9 gs", ExtGState=Dictionary(G9=Dictionary(ca=pikepdf.Object.parse(b"0.5")))),
        "something is transparent",
    ),
    "multiplied": (
        "x1a",
        lambda pdf: add(pdf, b"/G9 gs", ExtGState=Dictionary(G9=Dictionary(BM=Name("/Multiply")))),
        "colours are blended",
    ),
    "a transparent page": (
        "x1a",
        lambda pdf: put(pdf.pages[0].obj, "/Group", Dictionary(S=Name("/Transparency"))),
        "there is a transparency group",
    ),
    "too much ink": ("x4", lambda pdf: add(pdf, b"1 1 1 0.2 k 0 0 9 9 re f"), "there is 320% of ink"),
    "an unknown ink": (
        "x4",
        lambda pdf: add(pdf, b"/C9 CS 1 SCN", ColorSpace=spot("/All", "/DeviceCMYK")),
        "there is an unknown ink /All",
    ),
    "an ink that is shown in red, green, and blue": (
        "x1a",
        lambda pdf: add(pdf, b"/C9 CS 1 SCN", ColorSpace=spot("/CutContour", "/DeviceRGB")),
        "a spot colour is shown in other colours than those of the press",
    ),
    "a cut line that leaves a gap": (
        "x4",
        lambda pdf: add(pdf, b"/C9 CS 1 SCN 0 0 9 9 re S", ColorSpace=spot("/CutContour", "/DeviceCMYK")),
        "/CutContour does not overprint",
    ),
    "a picture in the content": (
        "x4",
        lambda pdf: add(pdf, b"BI /W 1 /H 1 /BPC 8 /CS /G ID x EI"),
        "there is an inline picture",
    ),
    "a state that is missing": ("x4", lambda pdf: add(pdf, b"/G9 gs"), "a state is missing"),
    "a symbol that is missing": ("x1a", lambda pdf: add(pdf, b"/X9 Do"), "a symbol is missing"),
    "a layer that is missing": ("x4", lambda pdf: add(pdf, b"/OC /L9 BDC EMC"), "a layer is missing"),
    "a layer that is open": ("x4", lambda pdf: add(pdf, b"/OC /L1 BDC"), "states or layers are not closed"),
    "operators of another version": (
        "x4",
        lambda pdf: add(pdf, b"BX EX"),
        "there are operators of another version",
    ),
    "an intent that nobody knows": ("x1a", lambda pdf: add(pdf, b"/Pretty ri"), "there is an unknown intent"),
}


def _shading(pdf: Pdf) -> Any:
    return next(one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/ShadingType" in one)


def _group(pdf: Pdf) -> Any:
    return next(one for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/Group" in one)


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_are_refused(name: str) -> None:
    """The rule that the file breaks is among those that are told."""
    standard, change, told = BROKEN[name]
    data = broken(standard, change)
    # What pikepdf would repair.
    data = data.replace(b"/ID [", b"/XX [") if name == "no ID" else data
    data = re.sub(rb"/FlateDecode(?= /Height)", b"/LZWDecode  ", data) if name == "LZW" else data
    assert told in find_problems(data, standard)


def test_files_of_other_versions_are_refused() -> None:
    """A newer version, streams of objects, and passwords."""

    def keep(pdf: Pdf) -> None:
        """Change nothing."""

    newer = broken("x1a", keep, force_version="1.7", object_stream_mode=ObjectStreamMode.generate)
    told = find_problems(newer, "x1a")
    assert {"version 1.7 is newer than 1.4", "objects are in streams"} <= set(told)
    locked = broken("x4", keep, encryption=pikepdf.Encryption(owner="a", user=""), static_id=False)
    assert "it is encrypted" in find_problems(locked, "x4")


def test_nothing_but_what_is_broken_is_refused() -> None:
    """Saved by pikepdf without a change, both files still pass."""
    for standard in ("x4", "x1a"):
        assert find_problems(broken(standard, lambda pdf: None), standard) == []
