"""Ends of the names of files that games consist of, in lower case."""

PICTURES = (".png", ".svg", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".bmp")
FONTS = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
TEXTS = (".yaml", ".yml", ".txt", ".csv", ".tsv", ".json")
WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods")
ALL = (*PICTURES, *FONTS, *TEXTS, *WORKBOOKS)
