#!/usr/bin/env python3
"""The texts and the program know the same options.

Every option that a text names exists: behind `clew VERB` in the help of that verb, elsewhere in the help of some verb, in a
script of the repository, or among the few of other programs that are named here. And every verb is told of: small ones
somewhere, others on a page that names every option of its help, so that a new option is not forgotten there.
"""
import argparse
import pathlib
import re
import subprocess
import sys

from texts import ROOT, blocks, report, texts

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
COMMAND = re.compile(r"(?<![\w.-])(clew|clew-mpi) ([a-z]+) ([^\n`]*)")
OTHERS = {  # options of other programs in the texts, and whose they are
    "--hostfile": "mpirun", "--oversubscribe": "mpirun", "--mca": "mpirun", "--mpi": "srun", "--signal": "srun",
    "--ntasks": "sbatch", "--time": "sbatch", "--tool": "valgrind", "--preset": "cmake", "--version": "many",
    "--no-sandbox": "chromium", "--rm": "podman", "--help": "all verbs",
}


def help_of(program, verb):
    words = [program, verb, "--help"] if verb else [program, "help"]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout


def own_options(text):
    """The options that a help describes, not those in its examples."""
    described = [line.split("   ")[0] for line in text.splitlines() if line.startswith("  -")]
    return {option for line in described for option in OPTION.findall(line)} - {"--help"}


def script_options():
    """What scripts of the repository take."""
    paths = [*ROOT.glob("benchmarks/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("scripts/*.py")]
    return {option for path in paths for option in re.findall(r"add_argument\(\s*\"(--[\w-]+)\"", path.read_text())}


def code_of(text):
    """All that is code in a text: blocks, then what stands between backticks."""
    inside = ["\n".join(lines) for _, lines in blocks(text)]
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return inside + [re.sub(r"\s+", " ", code) for code in re.findall(r"`([^`]+)`", outside)]


def strange(path, options, known):
    """Options of a text that do not exist."""
    problems = []
    count = 0
    for code in code_of(path.read_text()):
        for program, verb, rest in COMMAND.findall(code):
            if (program, verb) not in options:
                continue  # words of a sentence, or a verb whose options come with it
            words = re.split(r"\s(?:#|--)\s|\s\s\s", rest)[0]  # what follows is a remark, or clang's
            named = set(OPTION.findall(re.sub(r"'[^']*'", "", words)))
            count += len(named)
            wrong = named - options[program, verb]
            problems += [f"{path.relative_to(ROOT)}: {program} {verb} has no {option}" for option in wrong]
        named = set(OPTION.findall(code))
        count += len(named)
        problems += [f"{path.relative_to(ROOT)}: nothing has {option}" for option in named - known]
    return count, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clew", required=True, type=pathlib.Path)
    clew = parser.parse_args().clew.resolve()
    listed = help_of(clew, None).partition("Verbs:")[2].partition("Properties:")[0]
    verbs = re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE)
    options = {("clew", verb): own_options(help_of(clew, verb)) for verb in verbs if verb != "help"}
    for verb in ("check", "certify"):
        options["clew-mpi", verb] = own_options(help_of(clew.parent / "clew-mpi", verb))
    known = set().union(*options.values(), script_options(), OTHERS)

    count = 0
    problems = []
    for path in texts():
        some, wrong = strange(path, options, known)
        count += some
        problems += wrong
    for (program, verb), own in options.items():
        page = ROOT / f"docs/verbs/{verb}.md"
        if program == "clew" and not page.is_file() and not any(f"`clew {verb}" in path.read_text() for path in texts()):
            problems.append(f"docs/verbs/{verb}.md: there is no page for clew {verb}, and no text tells of it")
        elif program == "clew" and page.is_file():
            missing = own - set(OPTION.findall(page.read_text()))
            problems += [f"docs/verbs/{verb}.md: {option} is missing" for option in sorted(missing)]
    for page in (ROOT / "docs/verbs").glob("*.md"):
        if page.stem not in verbs:
            problems.append(f"docs/verbs/{page.name}: there is no such verb")
    return report("options", count, problems)


if __name__ == "__main__":
    sys.exit(main())
