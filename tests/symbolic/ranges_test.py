#!/usr/bin/env python3
"""Ranges of the symbolic engine's paths: cut at random paths, a program has the same verdict range by range as at once.

Of some programs in programs/ each is cut at paths that `clew paths` makes. All ranges in one search decide as the search
without ranges does; each alone says `bounded` unless it finds something, and one finds a violation if and only if the
program has one. With --jobs 0 nothing is learnt on the way, so that paths can be counted: those that the ranges ask
about, together, are those of the whole.

Exits with 1 if something else happens. `--step N` takes every Nth program.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from run_test import FOLDER, PROGRAMS, expectation_of

SECONDS = 60.0
FOLDERS = ("arrays", "control", "functions", "loops", "state_machines", "structures", "threads", "large_objects")
# The search takes too long without merging.
LEFT_OUT = {"arrays/binary_search.c", "loops/greatest_common_divisor.c"}
CUTS = 4
# Most programs ask little; of this one there is something to count, so it is always taken.
COUNTED = "many_error_paths.c"
# Recognising states makes ranges that do not share them ask more than once.
COUNTED_NOT = {"threads"}


def clew_on(clew: Path, verb: str, program: Path, *options: str) -> subprocess.CompletedProcess:
    expected = expectation_of(program)
    command = [clew, verb, program, "--engine", "symbolic", *expected.options, *expected.symbolic_options, *options,
               "--", "-w", "-I", FOLDER]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)


def verdict_of(done: subprocess.CompletedProcess) -> str:
    last = (done.stdout.splitlines() or [done.stderr.strip()])[-1]
    return last.removeprefix("verdict: ").partition(" (")[0] if last.startswith("verdict: ") else last


def check(clew: Path, program: Path, report: Path, *options: str) -> tuple[str, int]:
    """The verdict, and how many paths solvers were asked about."""
    done = clew_on(clew, "check", program, "--quiet", "--merge", "never", "--json", str(report), *options)
    if not report.exists():
        return f"{done.stdout}{done.stderr}", 0
    return verdict_of(done), json.loads(report.read_text())["statistics"]["symbolic"]["paths_asked_about"]


def problem_of(clew: Path, program: Path, folder: Path, counted: list[int]) -> str | None:
    """What is wrong with the ranges of a program, or nothing. Notes how many paths were counted."""
    name = f"{program.parent.name}-{program.name}"
    cuts = folder / f"{name}.cuts"
    report = folder / f"{name}.json"
    try:
        made = clew_on(clew, "paths", program, "-n", str(CUTS), "--seed", "7", "-o", str(cuts))
        if made.returncode != 0:
            return f"no paths: {made.stderr}"
        whole, _ = check(clew, program, report)
        together, _ = check(clew, program, report, "--ranges", str(cuts))
        if together != whole:
            return f"{whole}, in ranges {together}"
        alone = [check(clew, program, report, "--ranges", str(cuts), "--range", str(each)) for each in range(1, CUTS + 2)]
        verdicts = [verdict for verdict, _ in alone]
        if cuts.read_text().splitlines()[-1] == ".":  # there is no choice: the last range has all there is
            verdicts.pop()
        allowed = {"violated": {"violated", "bounded", "unknown"}, "safe": {"bounded"}, "bounded": {"bounded"},
                   "unknown": {"unknown", "bounded"}}[whole]
        if not set(verdicts) <= allowed or (whole in ("violated", "unknown") and whole not in [verdict for verdict, _ in alone]):
            return f"{whole}, but of the ranges {verdicts}"
        if program.parent.name in COUNTED_NOT or whole == "violated":
            return None
        asked = check(clew, program, report, "--jobs", "0")[1]
        parts = [check(clew, program, report, "--jobs", "0", "--ranges", str(cuts), "--range", str(each))[1]
                 for each in range(1, CUTS + 2)]
        if sum(parts) != asked:
            return f"{asked} paths are asked about, of the ranges {parts}"
        counted.append(asked)
    except subprocess.TimeoutExpired as late:
        return f"no answer after {SECONDS:.0f} s: {late.cmd[1:]}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=FOLDER.parents[1] / "build" / "clew", help="the clew program to test")
    parser.add_argument("--step", type=int, default=1, help="every so-manieth program")
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose path in programs/ matches")
    options = parser.parse_args()
    clew = options.clew.resolve()
    programs = [program for folder in FOLDERS for program in sorted((PROGRAMS / folder).glob("*.c"))]
    programs = [program for program in programs if str(program.relative_to(PROGRAMS)) not in LEFT_OUT]
    programs = [program for program in programs if re.search(options.only, str(program.relative_to(PROGRAMS)))]
    programs = [program for k, program in enumerate(programs) if k % options.step == 0 or program.name == COUNTED]
    counted: list[int] = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        problems = list(pool.map(lambda program: problem_of(clew, program, Path(folder), counted), programs))
    failed = [(program, problem) for program, problem in zip(programs, problems) if problem]
    for program, problem in failed:
        print(f"FAILED: {program.relative_to(PROGRAMS)}: {problem}")
    print(f"{len(programs)} programs, {len(failed)} failed; {sum(counted)} paths of {sum(map(bool, counted))} programs counted")
    return 1 if failed or sum(counted) == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
