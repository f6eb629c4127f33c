#!/usr/bin/env python3
"""Runs the symbolic engine on the small programs in programs/, each of which says in its first line what must be found.

That line is `// VERDICT [PROPERTY]`, followed by any of these, with semicolons between them:

    oracle              the inputs are so few that the explicit engine can try them all: it must find the same
    options: ...        options for both engines
    symbolic: ...       options for the symbolic engine alone

A verdict of `bounded` or `unknown` may have any reason. Exits with 1 if something else was found anywhere.
`--engines explicit` runs the oracle alone, as it was run when the programs were written. `--programs FOLDER --engines abstract`
runs predicate abstraction on others.
"""

import argparse
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
PROGRAMS = FOLDER / "programs"
ENGINES = ("symbolic", "explicit", "abstract")
STATUS = {"safe": 0, "violated": 1, "bounded": 2, "unknown": 2}
SECONDS = 30.0


@dataclass(frozen=True)
class Expectation:
    verdict: str
    property: str  # empty unless violated
    oracle: bool
    options: tuple[str, ...]
    symbolic_options: tuple[str, ...]

    def fits(self, line: str) -> bool:
        if self.verdict == "violated":
            return line == f"verdict: violated ({self.property})"
        return line == "verdict: safe" if self.verdict == "safe" else line.startswith(f"verdict: {self.verdict} (")


def expectation_of(program: Path) -> Expectation:
    """By the first line; a line that says something else ends the test."""
    first, *parts = program.read_text().splitlines()[0].removeprefix("// ").split("; ")
    verdict, _, violated = first.partition(" ")
    options: dict[str, tuple[str, ...]] = {}
    for part in parts:
        name, _, words = part.partition(":")
        if name not in ("oracle", "options", "symbolic"):
            raise SystemExit(f"{program}: its first line has `{part}`")
        options[name] = tuple(words.split())
    if verdict not in STATUS or (verdict == "violated") != bool(violated):
        raise SystemExit(f"{program}: its first line has the verdict `{first}`")
    return Expectation(verdict, violated, "oracle" in options, options.get("options", ()), options.get("symbolic", ()))


def problem_of(clew: Path, program: Path, engine: str, more: tuple[str, ...]) -> str | None:
    """What is wrong with an engine's answer, or nothing."""
    expected = expectation_of(program)
    engine_options = ("--engine", engine)
    if engine == "symbolic":
        engine_options += expected.symbolic_options
    if engine != "explicit":
        engine_options += more
    headers = [word for folder in program.parents[:3] for word in ("-I", folder)]
    command = [clew, "check", program, "--quiet", *expected.options, *engine_options, "--", "-w", *headers]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"no answer after {SECONDS:.0f} s"
    last = (done.stdout.splitlines() or [""])[-1]
    if not expected.fits(last):
        return f"expected {expected.verdict} {expected.property}\n{done.stdout}{done.stderr}"
    if done.returncode != STATUS[expected.verdict]:
        return f"`{last}` with exit status {done.returncode}"
    return None


def main() -> int:
    options = parse_options()
    programs = sorted([*options.programs.rglob("*.c"), *options.programs.rglob("*.cpp")])
    programs = [program for program in programs if re.search(options.only, str(program.relative_to(options.programs)))]
    tasks = [(program, engine) for program in programs for engine in options.engines
             if engine != "explicit" or expectation_of(program).oracle]
    with ThreadPoolExecutor(options.jobs) as pool:
        problems = list(pool.map(lambda task: problem_of(options.clew, *task, tuple(options.option)), tasks))
    failed = [(task, problem) for task, problem in zip(tasks, problems) if problem]
    for (program, engine), problem in failed:
        print(f"FAILED: {program.relative_to(options.programs)}, {engine} engine: {problem}")
    counts = ", ".join(f"{sum(engine == each for _, each in tasks)} by the {engine} engine" for engine in options.engines)
    print(f"{len(tasks)} checks ({counts}), {len(failed)} failed")
    return 1 if failed or not tasks else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=FOLDER.parents[1] / "build" / "clew", help="the clew program to test")
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES[:2]), metavar="ENGINE", help="these only")
    parser.add_argument("--programs", type=Path, default=PROGRAMS, help="where they are")
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose path in programs/ matches")
    parser.add_argument("--option", action="append", default=[], help="one more for engines with symbols (repeatable; --option=--X)")
    parser.add_argument("--jobs", type=int, default=2, help="so many at once (default 2)")
    options = parser.parse_args()
    options.clew = options.clew.resolve()
    options.programs = options.programs.resolve()
    return options


if __name__ == "__main__":
    sys.exit(main())
