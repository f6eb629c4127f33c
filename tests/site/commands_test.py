#!/usr/bin/env python3
"""What the texts show is what happens: every block of the language `console` is run, and its output compared.

The blocks of a text are run in their order, in a folder of its own where `examples`, `benchmarks` and `build` are those of
the repository. A block of C or of rules whose first line is a comment with a file name is that file. A line `$ command`
is run by the shell; the lines below it must be what it prints, in this order and without gaps, but where a line `...`
stands for some. Seconds and sizes in memory may differ. `--rewrite` puts the whole output in the
place of what was wrong, to be looked at and shortened.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from texts import ROOT, blocks, report, texts

sys.path.append(str(ROOT / "tests/distributed"))
from jobs import environment as job_environment  # noqa: E402

SECONDS = 60
NAMED = re.compile(r"^(?:/\*|//) ([\w-]+\.(?:c|cpp|h|spc))(?: \*/)?$")


def commands(lines):
    """Commands of a block, each with the lines below it."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def comparable(line):
    """A line without what differs from run to run."""
    line = re.sub(r"\b\d+\.\d+ s\b", "S s", line.rstrip())
    return re.sub(r"\b\d+(\.\d+)? (B|[KMG]iB)(/s)?", "SIZE", line)


def pieces(shown):
    """What stands between lines `...`."""
    parts = [[]]
    for line in shown:
        if line.strip() == "...":
            parts.append([])
        else:
            parts[-1].append(comparable(line))
    return parts


def matches(shown, printed):
    """Whether the shown lines are all that was printed, but for what `...` stands for."""
    lines = [comparable(line) for line in printed]
    while lines and not lines[-1]:
        lines.pop()
    parts = pieces(shown)
    if len(parts) == 1:
        return parts[0] == lines
    first, last = parts[0], parts[-1]
    if lines[:len(first)] != first or (last and lines[-len(last):] != last):
        return False
    place = len(first)
    for part in parts[1:-1]:
        places = [start for start in range(place, len(lines) - len(part) + 1) if lines[start:start + len(part)] == part]
        if not places:
            return False
        place = places[0] + len(part)
    return place + len(last) <= len(lines)


def run(command, folder, environment):
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS, check=False)
    return done.stdout.splitlines()


def environment(programs, folder):
    """What commands see. Colours, and what Open MPI thinks of root and of few processors, are not what the texts are about."""
    return {**job_environment(folder), "PATH": f"{programs}:{os.environ['PATH']}", "NO_COLOR": "1"}


def check(path, programs, rewrite):
    """The number of commands of a text, and what is wrong with them."""
    text = path.read_text()
    count = 0
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for link, place in (("examples", ROOT / "examples"), ("benchmarks", ROOT / "benchmarks"), ("build", programs)):
            (folder / link).symlink_to(place)
        for language, lines in blocks(text):
            named = NAMED.match(lines[0]) if lines and language in ("c", "cpp", "spc") else None
            if named:
                (folder / named[1]).write_text("\n".join(lines) + "\n")
            for command, shown in commands(lines) if language == "console" else []:
                count += 1
                printed = run(command, folder, environment(programs, folder))
                if matches(shown, printed):
                    continue
                problems.append(f"{path.relative_to(ROOT)}: $ {command}\n" + "\n".join("  " + line for line in printed))
                if rewrite:
                    prompt = "$ " + command
                    text = text.replace("\n".join([prompt, *shown]), "\n".join([prompt, *printed]), 1)
    if rewrite and problems:
        path.write_text(text)
    return count, problems


def look_at_comparison():
    """The comparison itself: it must see what is wrong, missing, or in another order."""
    printed = ["a", "b", "1.25 s", "c", "d"]
    right = [["a", "b", "9.99 s", "c", "d"], ["a", "...", "d"], ["...", "b", "...", "c", "d"], ["a", "b", "..."]]
    wrong = [["a", "b"], ["a", "...", "c"], ["...", "c", "...", "b", "..."], ["b", "..."], ["a", "...", "x", "...", "d"], []]
    return [f"{shown} is taken for right" for shown in wrong if matches(shown, printed)] + \
           [f"{shown} is taken for wrong" for shown in right if not matches(shown, printed)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clew", required=True, type=pathlib.Path)
    parser.add_argument("--rewrite", action="store_true")
    arguments = parser.parse_args()
    folder = arguments.clew.resolve().parent
    count = 0
    problems = look_at_comparison()
    for path in texts():
        some, wrong = check(path, folder, arguments.rewrite)
        count += some
        problems += wrong
    return report("commands", count, problems)


if __name__ == "__main__":
    sys.exit(main())
