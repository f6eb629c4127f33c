#!/usr/bin/env python3
"""The site is complete: what it points to exists, by a reading of its pages that knows nothing of how they were made.

Every link, anchor and picture of every page is there, nothing comes from the network, every text of docs/ is in the
navigation, and no Markdown is left over. A text with a link to nothing is refused.
"""
import collections
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from texts import ROOT, report

LOADED = {"img": "src", "script": "src", "link": "href"}  # what a browser fetches by itself


class Reading(html.parser.HTMLParser):
    """The names, links and plain texts of a page."""

    def __init__(self):
        super().__init__()
        self.names = []
        self.links = []
        self.loaded = []
        self.navigation = []
        self.pictures_without_words = 0
        self.paragraphs = []
        self.open = []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in ("img", "link", "meta", "input", "br", "hr"):
            self.open.append((tag, values.get("id")))
        if "id" in values:
            self.names.append(values["id"])
        if tag == "a":
            self.links.append(values["href"])
            if ("nav", "site-pages") in self.open:
                self.navigation.append(values["href"])
        if tag in LOADED:
            self.loaded.append(values.get(LOADED[tag], ""))
        if tag == "img" and not values.get("alt"):
            self.pictures_without_words += 1
        if tag == "p":
            self.paragraphs.append("")

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if self.open and any(tag == "p" for tag, _ in self.open) and not any(tag == "code" for tag, _ in self.open):
            self.paragraphs[-1] += data


def build(repository, folder):
    return subprocess.run([repository / "scripts/site.py", folder], capture_output=True, text=True, timeout=120, check=False)


def read(folder):
    readings = {}
    for path in sorted(folder.glob("**/*.html")):
        readings[path] = Reading()
        readings[path].feed(path.read_text())
    return readings


def missing(page, address, readings):
    """What is wrong with one address of a page."""
    if re.match(r"[a-z]+:", address):
        return None if re.match(r"https?:", address) else f"a strange link: {address}"
    name, _, anchor = address.partition("#")
    target = (page.parent / name).resolve() if name else page
    if not target.is_file():
        return f"a link to nothing: {address}"
    if anchor and anchor not in readings[target].names:
        return f"a link to no heading: {address}"
    return None


def page_problems(page, reading, readings):
    problems = [missing(page, address, readings) for address in reading.links]
    problems += [f"loads {address}" for address in reading.loaded if re.match(r"(https?:)?//", address)]
    problems += [missing(page, address, readings) for address in reading.loaded if not address.startswith("data:")]
    counts = collections.Counter(reading.names)
    problems += [f"two elements are called {name}" for name, times in counts.items() if times > 1]
    if reading.pictures_without_words:
        problems.append("a picture without words for those who cannot see it")
    for paragraph in reading.paragraphs:
        if re.search(r"^(- |\* |\d+\. |\| |```|#+ )", paragraph.strip("\n"), re.MULTILINE) or "](" in paragraph:
            problems.append(f"Markdown is left over: {paragraph.strip()[:80]}")
    return [f"{page.name}: {problem}" for problem in problems if problem]


def picture_problems(folder):
    """Our own pictures are drawn for light and dark, and fetch nothing."""
    problems = []
    for path in sorted((folder / "pictures").glob("*.svg")):
        text = path.read_text()
        root = xml.etree.ElementTree.fromstring(text)
        if "prefers-color-scheme: dark" not in text:
            problems.append(f"{path.name}: no colours for dark mode")
        if re.search(r"href|url\(|@import|<script|<image", text):
            problems.append(f"{path.name}: points to something else")
        if root.find("{http://www.w3.org/2000/svg}title") is None:
            problems.append(f"{path.name}: has no title")
    return problems


def unlisted(folder, readings):
    """Texts of docs/ that cannot be found from the first page."""
    listed = {(folder / address.partition("#")[0]).resolve() for address in readings[folder / "index.html"].navigation}
    pages = {folder / path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").glob("**/*.md")}
    return [f"{page.name}: not in the navigation" for page in sorted(pages - listed)]


def refused(scratch):
    """A link to nothing, to no heading and to a picture from elsewhere, each told with its place."""
    copy = scratch / "copy"
    for name in ("docs", "scripts", "examples", "benchmarks", "src/report/page"):
        shutil.copytree(ROOT / name, copy / name)
    for path in ROOT.glob("*.md"):
        shutil.copy(path, copy)
    bad = {
        "[a](nothing.md)": "a link to nothing: nothing.md",
        "[b](index.md#no-such-heading)": "no heading #no-such-heading in index.html",
        "[c](../../../etc/passwd)": "a link to nothing: ../../../etc/passwd",
        "![d](https://example.org/d.png)": "a picture from the network: https://example.org/d.png",
    }
    (copy / "docs/bad.md").write_text("# Bad\n\n" + "\n".join(bad) + "\n")
    done = build(copy, scratch / "refused")
    problems = [f"is not told: {told}" for told in bad.values() if f"docs/bad.md: {told}" not in done.stderr.splitlines()]
    if done.returncode != 1 or (scratch / "refused").exists():
        problems.append("a site with links to nothing was written")
    other = scratch / "other"
    other.mkdir()
    (other / "precious").write_text("")
    if build(ROOT, other).returncode != 1 or not (other / "precious").exists():
        problems.append("a folder with something else in it was replaced")
    return problems


def main():
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name).resolve()
        folder = scratch / "site"
        done = build(ROOT, folder)
        if done.returncode != 0:
            return report("site", 0, [done.stdout + done.stderr])
        readings = read(folder)
        problems = [problem for page, reading in readings.items() for problem in page_problems(page, reading, readings)]
        problems += picture_problems(folder) + unlisted(folder, readings)
        problems += ["the style fetches something"] * bool(re.search(r"url\(|@import", (folder / "style.css").read_text()))
        problems += refused(scratch)
        return report("site", len(readings), problems)


if __name__ == "__main__":
    sys.exit(main())
