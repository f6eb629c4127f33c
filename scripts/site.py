#!/usr/bin/python3
"""Makes the site, build/site, of the texts in docs/, the README files and the programs that they point to.

Debian's python3-markdown reads the texts, hence Debian's interpreter. A page needs no network and no server: it opens
from the disk as well. A link to a text becomes a link to its page, one to a program leads to a page with the program,
pictures are copied. Whatever points to nothing is told with its place, and nothing is written then.
"""
import argparse
import dataclasses
import html
import json
import pathlib
import posixpath
import re
import shutil
import sys

from pages.highlight import highlight

try:
    import markdown
    from markdown.treeprocessors import Treeprocessor
except ImportError:
    sys.exit("site: python3-markdown is missing; make setup installs it")

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = pathlib.Path(__file__).resolve().parent / "pages"

# What the reader finds where. A text of docs/ that is not named here is found under the last title.
NAVIGATION = [
    ("Begin", ["docs/index.md", "docs/tutorial.md", "examples/README.md", "docs/limits.md"]),
    ("Verbs", [f"docs/verbs/{verb}.md" for verb in
               ("check", "run", "replay", "explore", "debug", "paths", "certify", "script")]),
    ("Checking", ["docs/searching.md", "docs/inputs.md", "docs/specifications.md", "docs/certificates.md",
                  "docs/parts.md", "docs/cluster.md", "docs/debugger.md", "docs/explorer.md", "docs/projects.md",
                  "docs/formats.md", "docs/svcomp.md", "docs/library.md"]),
    ("How it works", ["docs/engines.md", "docs/design.md", "docs/certificate-format.md"]),
    ("Measured", ["docs/performance.md", "docs/papers.md", "docs/comparison.md", "benchmarks/README.md"]),
    ("More", ["README.md", "CONTRIBUTING.md"]),
]
PROGRAMS = {".c": "c", ".cpp": "cpp", ".h": "c", ".spc": "spc", ".py": "python", ".pml": "promela"}
COPIED = {".svg", ".png", ".json"}


@dataclasses.dataclass
class Heading:
    level: int
    text: str
    anchor: str


@dataclasses.dataclass
class Page:
    """A text of the repository and what became of it. Names are relative to the repository and to the site."""
    source: str
    target: str
    title: str = ""
    body: str = ""
    headings: list = dataclasses.field(default_factory=list)
    anchored: list = dataclasses.field(default_factory=list)  # links to anchors: target, anchor


def target_of(source):
    """Where the page of a text, a program or a picture lies in the site."""
    name = source.removeprefix("docs/")
    if source == "README.md":
        return "readme.html"
    if source == "CONTRIBUTING.md":
        return "contributing.html"
    if posixpath.basename(name) == "README.md":
        return posixpath.join(posixpath.dirname(name), "index.html")
    if name.endswith(".md"):
        return name.removesuffix(".md") + ".html"
    return name if pathlib.PurePosixPath(name).suffix in COPIED else name + ".html"


def slug(text):
    """The name of a heading in addresses, as code hosts make it, so that links work there, too."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


class Anchors(Treeprocessor):
    """Gives headings their names, and collects them."""

    def __init__(self, md, page):
        super().__init__(md)
        self.page = page

    def run(self, root):
        used = {}
        for element in root.iter():
            if not re.fullmatch("h[1-6]", element.tag):
                continue
            text = html.unescape("".join(element.itertext()).replace(markdown.util.STX, "").replace(markdown.util.ETX, ""))
            name = slug(text)
            count = used.get(name, 0)
            used[name] = count + 1
            element.set("id", name if count == 0 else f"{name}-{count}")
            self.page.headings.append(Heading(int(element.tag[1]), text, element.get("id")))


class Links(Treeprocessor):
    """Turns links between files of the repository into links between pages."""

    def __init__(self, md, site, page):
        super().__init__(md)
        self.site = site
        self.page = page

    def run(self, root):
        for element in root.iter():
            if element.tag == "a":
                self.turn(element, "href")
            elif element.tag == "img":
                self.turn(element, "src")
                element.set("loading", "lazy")

    def turn(self, element, attribute):
        address = element.get(attribute, "")
        if re.match(r"https?:", address):
            if element.tag == "img":
                self.site.complain(self.page, f"a picture from the network: {address}")
            element.set("rel", "noreferrer")
            return
        name, _, anchor = address.partition("#")
        source = posixpath.normpath(posixpath.join(posixpath.dirname(self.page.source), name)) if name else self.page.source
        if (ROOT / source).is_dir():
            source = posixpath.join(source, "README.md")
        if source.startswith("..") or not (ROOT / source).is_file():
            self.site.complain(self.page, f"a link to nothing: {address}")
            return
        target = self.site.want(source)
        if anchor:
            self.page.anchored.append((target, anchor))
        element.set(attribute, relative(self.page.target, target) + ("#" + anchor if anchor else ""))


def relative(origin, target):
    return posixpath.relpath(target, posixpath.dirname(origin) or ".")


class Site:
    """All pages. Those that are linked to are wanted; those that are wanted are made."""

    def __init__(self):
        self.pages = {}
        self.copies = {}
        self.open = []
        self.complaints = []

    def complain(self, page, text):
        self.complaints.append(f"{page.source}: {text}")

    def want(self, source):
        """The place of a file in the site, which will be there."""
        target = target_of(source)
        if pathlib.PurePosixPath(source).suffix in COPIED:
            self.copies[target] = source
        elif target not in self.pages:
            self.pages[target] = Page(source, target)
            self.open.append(self.pages[target])
        return target

    def make(self):
        """Reads everything that can be reached, and looks whether all anchors exist."""
        for source in listed() + sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("**/*.md")):
            self.want(source)
        while self.open:
            page = self.open.pop()
            self.read(page) if page.source.endswith(".md") else read_program(page)
        for page in self.pages.values():
            for target, anchor in page.anchored:
                if target not in self.pages or anchor not in [heading.anchor for heading in self.pages[target].headings]:
                    self.complain(page, f"no heading #{anchor} in {target}")

    def read(self, page):
        md = markdown.Markdown(extensions=["tables", "fenced_code", "sane_lists"], output_format="html")
        md.treeprocessors.register(Anchors(md, page), "anchors", 6)
        md.treeprocessors.register(Links(md, self, page), "links", 5)
        page.body = dressed(md.convert((ROOT / page.source).read_text()))
        page.title = page.headings[0].text if page.headings else page.source
        if not page.headings or page.headings[0].level != 1:
            self.complain(page, "it does not begin with a title")


def read_program(page):
    path = pathlib.PurePosixPath(page.source)
    code = highlight((ROOT / page.source).read_text(), PROGRAMS.get(path.suffix, ""))
    page.title = path.name
    page.headings = [Heading(1, page.source, slug(page.source))]
    page.body = f'<h1>{html.escape(page.source)}</h1>\n<pre><code>{code}</code></pre>'


def dressed(body):
    """Colours in code, headings that can be linked to, tables that scroll on narrow screens."""
    def code(match):
        return f'<pre><code>{highlight(html.unescape(match[2]), match[1] or "")}</code></pre>'

    body = re.sub(r'<pre><code(?: class="language-([\w+-]+)")?>(.*?)</code></pre>', code, body, flags=re.DOTALL)
    body = re.sub(r"<code>([^<]{1,30})</code>", r'<code class="short">\1</code>', body)
    anchor = r'<a class="anchor" href="#\2" tabindex="-1" aria-hidden="true">#</a>'
    body = re.sub(r'(<h[2-4] id="([^"]*)">.*?)(</h[2-4]>)', rf"\1 {anchor}\3", body)
    return body.replace("<table>", '<div class="scroll"><table>').replace("</table>", "</table></div>")


def listed():
    """The texts of the navigation that there are, in its order."""
    return [source for _, sources in NAVIGATION for source in sources if (ROOT / source).is_file()]


def sections(site):
    """The navigation as it is shown: titles and their pages."""
    named = set(listed())
    others = [page.source for page in site.pages.values() if page.source.startswith("docs/") and page.source not in named]
    shown = []
    for title, sources in NAVIGATION:
        sources = [source for source in sources if source in named] + (sorted(others) if title == "More" else [])
        shown.append((title, [site.pages[target_of(source)] for source in sources]))
    return shown


def navigation(site, current):
    """The list of all pages, with the headings of the current one below it."""
    lines = []
    for title, pages in sections(site):
        lines.append(f"<h2>{title}</h2>\n<ul>")
        for page in pages:
            link = f'<a href="{relative(current.target, page.target)}"'
            here = page is current
            lines.append(f'<li>{link}{" aria-current=page" if here else ""}>{html.escape(short_title(page))}</a>')
            inside = [heading for heading in page.headings if heading.level == 2] if here else []
            if inside:
                items = "".join(f'<li><a href="#{each.anchor}">{html.escape(each.text)}</a></li>' for each in inside)
                lines.append(f"<ul>{items}</ul>")
            lines.append("</li>")
        lines.append("</ul>")
    return "\n".join(lines)


def short_title(page):
    names = {"README.md": "Readme", "docs/index.md": "Overview"}
    return names.get(page.source, page.title)


def neighbours(site, current):
    """The pages before and behind this one, for those who read one after the other."""
    order = [page for _, pages in sections(site) for page in pages]
    if current not in order:
        return ""
    place = order.index(current)
    links = []
    for name, index in (("prev", place - 1), ("next", place + 1)):
        if 0 <= index < len(order):
            address = relative(current.target, order[index].target)
            links.append(f'<a rel="{name}" href="{address}">{html.escape(short_title(order[index]))}</a>')
    return "\n".join(links)


def filled(frame, site, page):
    root = posixpath.relpath(".", posixpath.dirname(page.target) or ".")
    values = {
        "TITLE": html.escape(page.title if page.title == "Clew" else page.title + " - Clew"),
        "ROOT": root,
        "NAVIGATION": navigation(site, page),
        "NEIGHBOURS": neighbours(site, page),
        "BODY": page.body,
    }
    return re.sub(r"@(TITLE|ROOT|NAVIGATION|NEIGHBOURS|BODY)@", lambda match: values[match[1]], frame)


def search_index(site):
    """Every heading of every text: the page's title, its own, where it is."""
    entries = []
    for _, pages in sections(site):
        for page in pages:
            for heading in page.headings:
                place = page.target if heading.level == 1 else f"{page.target}#{heading.anchor}"
                entries.append([short_title(page), heading.text, place])
    return "const headings = " + json.dumps(entries, ensure_ascii=False, separators=(",", ":")) + ";\n"


def style():
    """The colours of the report's pages, which are named there, and what only the site needs."""
    report = (ROOT / "src/report/page/style.css").read_text()
    colours = report[:report.index("* { box-sizing")]
    return colours + (PARTS / "style.css").read_text()


def write(site, folder):
    """The whole site, in place of what was there."""
    shutil.rmtree(folder, ignore_errors=True)
    frame = (PARTS / "frame.html").read_text()
    texts = {page.target: filled(frame, site, page) for page in site.pages.values()}
    texts["style.css"] = style()
    texts["site.js"] = search_index(site) + (PARTS / "search.js").read_text() + (PARTS / "scroll.js").read_text()
    for target, text in texts.items():
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        (folder / target).write_text(text)
    for target, source in site.copies.items():
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / source, folder / target)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / "build/site", help="default: build/site")
    folder = parser.parse_args().folder
    if folder.exists() and any(folder.iterdir()) and not (folder / "site.js").is_file():
        sys.exit(f"site: {folder} has something else in it")
    site = Site()
    site.make()
    for complaint in site.complaints:
        print(complaint, file=sys.stderr)
    if site.complaints:
        return 1
    write(site, folder)
    print(f"site: {len(site.pages)} pages, {folder}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
