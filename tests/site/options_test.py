#!/usr/bin/env python3
"""The texts and the program know the same options.

Every option that a text names exists: behind `clew VERB` in the help of that verb, elsewhere in the help of some verb, in a
script of the repository, or among the few of other programs that are named here. And the page of a verb names every
option of its help, so that a new option is not forgotten there.
"""
import argparse
import pathlib
import re
import subprocess
import sys

from texts import ROOT, blocks, report, texts

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
COMMAND = re.compile(r"(?<![\w/.-])(clew|clew-mpi) (check|run|replay|certify|script|paths|explore|debug)\b([^\n`]*)")
OTHERS = {  # options of other programs in the texts, and whose they are
    "--hostfile": "mpirun", "--oversubscribe": "mpirun", "--mca": "mpirun", "--mpi": "srun", "--signal": "srun",
    "--ntasks": "sbatch", "--time": "sbatch", "--tool": "valgrind", "--preset": "cmake", "--version": "many",
    "--no-sandbox": "chromium",
}


def help_of(program, verb):
    done = subprocess.run([program, verb, "--help"] if verb else [program, "help"], capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


def own_options(text):
    """The options that a help describes, not those in its examples."""
    return {option for line in text.splitlines() if re.match(r"  -", line) for option in OPTION.findall(line.split("   ")[0])} - {"--help"}


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
            words = re.split(r"\s(?:#|--)\s|\s\s\s", rest)[0]  # what follows is a remark, or clang's
            words = re.sub(r"'[^']*'", "", words)
            for option in OPTION.findall(words):
                count += 1
                if option not in options[program, verb]:
                    problems.append(f"{path.relative_to(ROOT)}: {program} {verb} has no {option}")
        for option in OPTION.findall(code):
            count += 1
            if option not in known:
                problems.append(f"{path.relative_to(ROOT)}: nothing has {option}")
    return count, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clew", required=True, type=pathlib.Path)
    clew = parser.parse_args().clew.resolve()
    verbs = re.findall(r"^  ([a-z]+)  ", help_of(clew, None).partition("Verbs:")[2].partition("Properties:")[0], re.MULTILINE)
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
        if program == "clew" and not page.is_file():
            problems.append(f"docs/verbs/{verb}.md: there is no page for clew {verb}")
        elif program == "clew":
            problems += [f"docs/verbs/{verb}.md: {option} is missing" for option in sorted(own - set(OPTION.findall(page.read_text())))]
    return report("options", count, problems)


if __name__ == "__main__":
    sys.exit(main())
