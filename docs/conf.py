"""The documentation's site: scripts/docs.sh builds it. The pages are plain Markdown; what a site needs more is made here."""

import pathlib
import re

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import CppLexer, MarkdownLexer
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util.osutil import relative_uri

DOCS = pathlib.Path(__file__).resolve().parent
ROOT = DOCS.parent

project = "thrum"
version = release = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
extensions = ["myst_parser", "sphinx_copybutton"]
exclude_patterns = ["_static"]
myst_heading_anchors = 4
highlight_language = "text"
copybutton_exclude = ".linenos"

html_theme = "furo"
html_title = f"thrum {version}"
html_static_path = ["_static"]
html_css_files = ["thrum.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
pygments_style = "friendly"
pygments_dark_style = "monokai"


def add_toctree(app, docname, source):
    """The README of a folder lists its pages: those that it links, in that order, then the others."""
    if not docname.endswith("/README"):
        return
    folder = DOCS / docname.removesuffix("/README")
    pages = [link for link in re.findall(r"\]\(([a-z0-9_-]+)\.md", source[0]) if (folder / f"{link}.md").exists()]
    pages += sorted(page.stem for page in folder.glob("*.md") if page.stem != "README")
    entries = "\n".join(dict.fromkeys(pages))
    source[0] += f"\n\n```{{toctree}}\n:hidden:\n\n{entries}\n```\n"


# Pages outside of docs/, which have a page here that includes them.
INCLUDED = {"packaging/vcpkg/README.md": "vcpkg"}


def link_to_included(app, docname, source):
    up = "../" * docname.count("/")
    for path, page in INCLUDED.items():
        source[0] = source[0].replace(f"](../{up}{path})", f"]({up}{page}.md)")


SOURCE_PAGES = set()


class LinksToFiles(SphinxTransform):
    """A link to a file that is not a page leads to a page of the site that shows it; one to README.md to the first page."""

    default_priority = 5

    def apply(self):
        downloads = [
            (link, self.env.relfn2path(link["reftarget"], self.env.docname)[1])
            for link in self.document.findall(addnodes.download_reference)
        ]
        # The target of Markdown outside of docs/ is an absolute path without its suffix.
        outside = [
            (link, f"{link['reftarget']}.md")
            for link in self.document.findall(addnodes.pending_xref)
            if link["refdomain"] == "doc" and pathlib.Path(link["reftarget"]).is_absolute()
        ]
        for link, path in downloads + outside:
            path = pathlib.Path(path).resolve().relative_to(ROOT)
            page = {"README.md": "index", "CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog"}.get(str(path))
            if page is None:
                page = f"source/{path}"
                SOURCE_PAGES.add(path)
            uri = relative_uri(f"{self.env.docname}.html", f"{page}.html")
            reference = nodes.reference("", "", *link.children, internal=True, refuri=uri)
            link.replace_self(reference)


class CellsOfProse(SphinxTransform):
    """Cells of sentences are marked, so that on a telephone they stay wide enough to read, and their table scrolls."""

    default_priority = 6

    def apply(self):
        for cell in self.document.findall(nodes.entry):
            if len(cell.astext()) > 40:
                cell["classes"].append("prose")


def source_pages(app):
    for path in sorted(SOURCE_PAGES):
        text = (ROOT / path).read_text()
        lexer = MarkdownLexer() if path.suffix == ".md" else CppLexer()
        code = highlight(text, lexer, HtmlFormatter())
        body = f'<h1>{path.name}</h1><p><code class="literal">{path}</code></p><div class="highlight-cpp">{code}</div>'
        yield f"source/{path}", {"title": str(path), "body": body}, "page.html"


def setup(app):
    app.connect("source-read", add_toctree)
    app.connect("source-read", link_to_included)
    app.connect("html-collect-pages", source_pages)
    app.add_transform(LinksToFiles)
    app.add_transform(CellsOfProse)
