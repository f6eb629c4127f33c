#!/usr/bin/env python3
"""The examples' README cannot drift: every command in it is run, and the verdict must be the one it shows.

Each `$ clew ...` line in a fenced block is followed by the last line that the command prints. A command that
finds a violation also prints how to see it again, and that must lead to the same verdict. Every program in the
folder must be in the README, and a program and its fixed twin must differ in their verdicts.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys

SECONDS = 60


def commands(readme):
    """Pairs of a command line, without the prompt, and the verdict line below it."""
    lines = readme.read_text().splitlines()
    found = []
    fenced = False
    for number, line in enumerate(lines):
        if line.startswith("```"):
            fenced = not fenced
        elif fenced and line.startswith("$ "):
            found.append((line[2:], lines[number + 1]))
    return found


def run(clew, folder, words):
    """Exit status and output of one call of clew from the folder that the README means."""
    done = subprocess.run([clew, *words], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    return done.returncode, done.stdout + done.stderr


def program_of(words):
    return next(word for word in words if re.search(r"\.(c|cpp)$", word))


def replay_words(output):
    """The arguments of the `to see it again` line; its first word is how clew itself was called."""
    line = re.search(r"^to see it again: (.*)$", output, re.MULTILINE)
    return shlex.split(line.group(1))[1:] if line else None


def check(clew, folder, words, expected):
    """What is wrong with one command, and its verdict."""
    status, output = run(clew, folder, words)
    verdict = output.rstrip("\n").rpartition("\n")[2]
    if verdict != expected:
        return f"expected `{expected}`\n{output}", verdict
    if status != (0 if verdict == "verdict: safe" else 1):
        return f"exit status {status}\n{output}", verdict
    if status == 0:
        return None, verdict
    again = replay_words(output)
    if again is None:
        return f"it does not say how to see it again\n{output}", verdict
    replayed = run(clew, folder, again)[1].rstrip("\n").rpartition("\n")[2]
    return (None if replayed == expected else f"the replay ends in `{replayed}`"), verdict


def missing(folder, shown):
    """Programs that the README does not show, or shows with the wrong kind of verdict."""
    problems = []
    for path in sorted([*folder.glob("examples/*.c"), *folder.glob("examples/*.cpp")]):
        name = f"examples/{path.name}"
        expected = shown.get(name)
        fixed = path.stem.endswith("_fixed")
        if expected is None:
            problems.append(f"{name}: not in the README")
        elif fixed != (expected == "verdict: safe"):
            problems.append(f"{name}: `{expected}` does not suit its name")
        if not fixed and not path.with_stem(path.stem + "_fixed").exists():
            problems.append(f"{name}: has no fixed twin")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clew", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    folder = pathlib.Path(__file__).resolve().parent.parent
    clew = str(arguments.clew.resolve())

    listed = commands(folder / "examples" / "README.md")
    shown = {}
    problems = []
    for line, expected in listed:
        words = shlex.split(line)[1:]
        program = program_of(words)
        shown[program] = expected
        problem, verdict = check(clew, folder, words, expected)
        if problem:
            problems.append(f"$ {line}\n{problem}")
    problems += missing(folder, shown)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(listed)} commands, {len(problems)} problems")
    return 1 if problems or not listed else 0


if __name__ == "__main__":
    sys.exit(main())
