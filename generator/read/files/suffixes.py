"""Ends of the names of files, in lower case."""

PICTURES = (".png", ".svg", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".bmp")
FONTS = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
