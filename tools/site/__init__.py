"""The site of the documents, which `make docs` builds."""
