"""check_links.py <site>: every link to a page, a section, a picture or a file of the tree leads somewhere.

Both in the site, and in the Markdown as it is read without it, where GitHub's rules make the names of sections. Links to
other sites are not followed.
"""

import collections
import html.parser
import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids = set()
        self.links = []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.add(value)
            elif value and (name, tag) in {("href", "a"), ("href", "link"), ("src", "img"), ("src", "script")}:
                self.links.append(value)


def markdown(path):
    """The links and the names of the sections of a Markdown file."""
    text = re.sub(r"^(`{3,})[^\n]*\n.*?^\1`*$|^    [^\n]*$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    seen = collections.Counter()
    ids = set()
    for heading in re.findall(r"^#{1,6} +(.*?) *$", text, flags=re.MULTILINE):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        ids.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return re.findall(r"\]\(<?([^)>\s]+)", re.sub(r"`[^`\n]*`", "", text)), ids


def check(pages):
    """pages: by path, (links, ids). The links that lead nowhere, and how many there are of all."""
    wrong = []
    number = 0
    for path, (links, _) in pages.items():
        for link in links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc or link.startswith("?"):
                continue
            number += 1
            target = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            if not target.exists():
                wrong.append(f"{path}: {link} is not there")
            elif url.fragment and target in pages and urllib.parse.unquote(url.fragment) not in pages[target][1]:
                wrong.append(f"{path}: {link}: that page has no such section")
    return wrong, number


site = pathlib.Path(sys.argv[1]).resolve()
html_pages = {}
for path in site.rglob("*.html"):
    page = Page(path)
    html_pages[path] = (page.links, page.ids)
names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
markdown_pages = {path: markdown(path) for name in names.stdout.split() if (path := ROOT / name).exists()}
if not html_pages or not markdown_pages:
    sys.exit("check_links.py: no pages")
errors = []
for pages in html_pages, markdown_pages:
    wrong, number = check(pages)
    print(f"{number} links in {len(pages)} pages, {len(wrong)} wrong")
    errors += wrong
print("\n".join(errors))
sys.exit(bool(errors))
