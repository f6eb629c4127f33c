#!/usr/bin/env python3
"""Certificates of the symbolic engine, from file to file: what `clew check --script` writes of the programs in programs/
is accepted by `clew certify`, for the program that it was written for; files that were damaged are answered with one
line, and those of another program are rejected.

Exits with 1 if something else happens. `--step N` takes every Nth program that is safe or violated.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from run_test import FOLDER, PROGRAMS, expectation_of

SECONDS = 60.0
# The search takes too long, with or without a script; or, in a large table, cvc5 does: there --solver z3 certifies.
LEFT_OUT = {"arrays/binary_search.c", "loops/greatest_common_divisor.c", "large_objects/table.c"}


def run(clew: Path, verb: str, program: Path, script: Path, *options: str) -> subprocess.CompletedProcess:
    expected = expectation_of(program)
    command = [clew, verb, program, "--quiet", *expected.options, *options, "--script", script, "--", "-w", "-I", FOLDER]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)


def last_line(done: subprocess.CompletedProcess) -> str:
    return (done.stdout.splitlines() or [""])[-1]


def check(clew: Path, program: Path, script: Path) -> subprocess.CompletedProcess:
    return run(clew, "check", program, script, "--engine", "symbolic", *expectation_of(program).symbolic_options)


def problem_of(clew: Path, program: Path, folder: Path) -> str | None:
    """What is wrong with the certificate of a program, or nothing."""
    expected = expectation_of(program)
    script = folder / f"{program.parent.name}-{program.name}.clew"
    try:
        checked = check(clew, program, script)
        if not expected.fits(last_line(checked)):
            return f"expected {expected.verdict}\n{checked.stdout}{checked.stderr}"
        certified = run(clew, "certify", program, script)
    except subprocess.TimeoutExpired as late:
        return f"no answer after {SECONDS:.0f} s: {late.cmd[1]}"
    wanted = "certificate: accepted"
    if expected.verdict == "violated":
        wanted += f" ({expected.property} is violated)"
    if last_line(certified) != wanted or certified.returncode != 0:
        return f"{certified.stdout}{certified.stderr}"
    return None


def damages(content: bytes, count: int):
    """Files that are like this one: cut short, longer, with bits that were turned over."""
    chance = random.Random(1)
    yield content[:-1]
    yield content[: len(content) // 2]
    yield content + b"\0"
    for _ in range(count):
        changed = bytearray(content)
        for _ in range(chance.choice((1, 1, 2, 8))):
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
        yield bytes(changed)


def problems_with_damage(clew: Path, program: Path, other: Path, folder: Path, count: int):
    """Each damaged file has a clear answer, and is no certificate of a program that is another one."""
    script = folder / "whole.clew"
    check(clew, program, script)
    if not last_line(run(clew, "certify", other, script)).startswith("certificate: rejected (the program differs"):
        yield "the certificate of another program is not rejected"
    damaged = folder / "damaged.clew"
    for number, content in enumerate(damages(script.read_bytes(), count)):
        damaged.write_bytes(content)
        done = run(clew, "certify", program, damaged)
        line = last_line(done)
        is_answer = (line == "certificate: accepted" and done.returncode == 0) or (
            line.startswith("certificate: rejected (") and done.returncode == 1)
        is_complaint = done.returncode == 3 and len(done.stderr.splitlines()) == 1 and not done.stdout
        if not (is_answer or is_complaint):
            yield f"damage {number}: status {done.returncode}\n{done.stdout}{done.stderr}"
        if number < 3 and done.returncode == 0:
            yield f"damage {number} of the file's length is accepted"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clew", type=Path, default=FOLDER.parents[1] / "build" / "clew")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--damages", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    programs = sorted([*PROGRAMS.rglob("*.c"), *PROGRAMS.rglob("*.cpp")])
    programs = [program for program in programs if expectation_of(program).verdict in ("safe", "violated")
                and str(program.relative_to(PROGRAMS)) not in LEFT_OUT
                and "--merge" not in expectation_of(program).symbolic_options][:: options.step]
    failures = 0
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(options.jobs) as pool:
        folder = Path(name)
        for program, problem in zip(programs, pool.map(lambda each: problem_of(options.clew, each, folder), programs)):
            if problem:
                failures += 1
                print(f"{program.relative_to(PROGRAMS)}: {problem}")
        sorting, other = PROGRAMS / "arrays/sorting_three.c", PROGRAMS / "arrays/two_writes.c"
        for problem in problems_with_damage(options.clew, sorting, other, folder, options.damages):
            failures += 1
            print(problem)
    print(f"{len(programs)} certificates, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
