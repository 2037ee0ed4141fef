"""Settings of Sphinx for the site, which `make docs` builds from pages that `tools/site` writes."""

from sphinx.search.en import SearchEnglish

from generator import __version__

# Others that Sphinx leaves out, such as `each`, `over`, and `as`, are names of keys and options here.
SearchEnglish.stopwords = frozenset(("a", "an", "and", "are", "is", "it", "that", "the", "this", "was"))

project = "Petri Press"
author = "The Petri Press authors"
release = version = __version__
html_title = f"Petri Press {__version__}"
extensions = ["myst_parser"]
root_doc = "index"
exclude_patterns = ["material"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block"]
myst_links_external_new_tab = False
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#9a2f23",
        "color-brand-content": "#9a2f23",
        "color-foreground-muted": "#5c5c5c",
    },
    "dark_css_variables": {"color-brand-primary": "#f0a090", "color-brand-content": "#f0a090"},
}
pygments_style = "friendly"
suppress_warnings = ["misc.highlighting_failure"]


def setup(app):
    """Expand only the current branch of the contents, of which each page has a copy."""

    def fold(app, page, template, context, doctree):
        if toctree := context.get("toctree"):
            context["toctree"] = lambda **options: toctree(**{**options, "collapse": True})

    app.connect("html-page-context", fold, priority=400)
