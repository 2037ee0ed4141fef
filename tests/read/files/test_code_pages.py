"""Texts that are not in Unicode are read as the page in which their words make sense."""

import pytest

from generator.errors import DataError
from generator.read.files.text_files import CODE_PAGES, decode_table, find_encoding

GERMAN = "Name,Text\nFlügel,Zähle drei Köpfe und größere Füße\n"
FRENCH = "Nom,Texte\nForêt,Là-bas, après le café, ça brûle\nÉtoile,L’été où naît l’âme\n"
SPANISH = "Nombre,Texto\nCorazón,El niño está aquí: acción y maña\n"
ITALIAN = "Nome,Testo\nCittà,Perché così, più giù\n"
DANISH = "Navn,Tekst\nÆble,Både sø og ø\n"
ENGLISH = "Name,Text\nOrc,“Don’t” – it’s 5 € or ½ of it…\nLego™,wait—what†\n"
POLISH = "Nazwa,Tekst\nKsiążę,Zażółć gęślą jaźń\n"
CZECH = "Jméno,Text\nKůň,Příliš žluťoučký kůň úpěl\n"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        *(("mac_roman", text) for text in (GERMAN, FRENCH, SPANISH, ITALIAN)),
        *(("cp1252", text) for text in (GERMAN, FRENCH, SPANISH, ITALIAN, DANISH, ENGLISH)),
        *(("cp1250", text) for text in (POLISH, CZECH)),
        *(
            (page, word)
            for page in ("mac_roman", "cp1252")
            for word in ("Café", "Straße", "König", "voilà", "“Hi”")
        ),
        *(("cp1252", word) for word in ("Ça", "Zoë", "Œuvre", "Peter´s", "A–z", "l·l", "5‰", "Obelix†", "†")),
        ("mac_roman", "Name\rÉtoile\rŒuvre\r"),
        ("mac_roman", "Name\rTo…\r"),
    ],
)
def test_a_text_is_read_in_the_page_in_which_it_was_written(page: str, text: str) -> None:
    """Its letters are signs, or capitals inside words, in the other pages."""
    data = text.encode(page)
    assert decode_table(data, file="t.csv") == (text.replace("\r", "\n"), CODE_PAGES[page])
    assert find_encoding(data) == (b"", page)


@pytest.mark.parametrize("data", [b"a\n\x81\xff", bytes(range(0x80, 0x100))])
def test_bytes_that_make_no_text_are_no_guess(data: bytes) -> None:
    """The message names the first byte that is not UTF-8."""
    with pytest.raises(DataError, match=r"is not UTF-8 text: byte 0x8[01]"):
        decode_table(data, file="t.csv")
