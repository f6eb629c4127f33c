#!/usr/bin/env python3
"""Does the symbolic engine agree with two oracles on generated programs (generate.py)?

The explicit engine tries all values of the inputs; the native program is run for all of them, with a sanitizer that traps.
Each program is asked about with all properties, and a clean one also with assertions alone, where signed integers wrap around.
The symbolic engine answers in its default mode and in another one that changes with the seed; every fourth program is given to
Z3 and to cvc5. Verdicts must be the same. Where there are several violations any may be reported, but the explicit engine
must find it too when it is asked for that property alone. Other modes than the default have some seconds: those without
nogoods or merging walk through every path, as they must, and may give up; but not on most programs.

A seed determines its program, so a failure is reproduced by `--seed SEED --count 1`; `--keep FOLDER` keeps the program.
`--oracles-only` compares the two oracles with each other.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from generate import Program, make_program

FOLDER = Path(__file__).resolve().parent
SECONDS = 60.0
MODE_SECONDS = 5
GIVEN_UP = "unknown (time limit)"
MODES = [("--solving", "eager"), ("--block", "1"), ("--merge", "always"), ("--block", "10"), ("--merge", "never"),
         ("--block", "200"), ("--jobs", "0"), ("--jobs", "2")]
SOLVERS = [("--solver", "z3"), ("--solver", "cvc5")]
TRAPS = ["-fsanitize=signed-integer-overflow,integer-divide-by-zero,bounds,shift-exponent", "-fsanitize-trap=all"]
WRAPS = ["-fwrapv", "-fsanitize=integer-divide-by-zero,bounds,shift-exponent", "-fsanitize-trap=all"]


@dataclass(frozen=True)
class Question:
    """What is asked about a program: options for Clew, flags for the native one."""

    name: str
    options: tuple[str, ...]
    flags: list[str]


ALL = Question("all properties", (), TRAPS)
ASSERTIONS = Question("assertions", ("--property", "assert"), WRAPS)


@dataclass(frozen=True)
class Comparison:
    seed: int
    verdicts: list[str]  # of the explicit engine, for each question
    problems: list[str]
    answers: int  # of other modes than the default
    given_up: int  # of them


class Comparer:
    def __init__(self, clew: Path, folder: Path, oracles_only: bool) -> None:
        self.clew = clew
        self.folder = folder
        self.oracles_only = oracles_only

    def compare(self, seed: int) -> Comparison:
        program = make_program(seed)
        source = self.folder / f"seed_{seed}.c"
        source.write_text(program.text)
        verdicts, problems, others = [], [], []
        for question in [ALL, ASSERTIONS] if program.clean else [ALL]:
            expected = self.check(source, question.options)
            verdicts.append(kind(expected))
            found = {"native": self.native(source, question)}
            if not self.oracles_only:
                answers = {mode: self.symbolic(source, question, mode) for mode in modes_of(program)}
                others += [answer for mode, answer in answers.items() if mode]
                found |= {" ".join(("symbolic", *mode)): answer for mode, answer in answers.items()
                          if not mode or answer != GIVEN_UP}
            problems += [f"seed {seed}, {question.name}: explicit says `{expected}`, {who} says `{answer}`"
                         for who, answer in found.items() if kind(answer) != kind(expected)]
        return Comparison(seed, verdicts, problems, len(others), others.count(GIVEN_UP))

    def check(self, source: Path, options: tuple[str, ...]) -> str:
        """The last line of `clew check`, without the word verdict; or what happened instead."""
        try:
            done = subprocess.run([self.clew, "check", source, "--quiet", *options, "--", "-w"], capture_output=True, text=True,
                                  timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return "time-out"
        lines = done.stdout.splitlines()
        return lines[-1].removeprefix("verdict: ") if lines else f"exit status {done.returncode}: {done.stderr}"

    def symbolic(self, source: Path, question: Question, mode: tuple[str, ...]) -> str:
        limit = ("--time-limit", str(MODE_SECONDS)) if mode else ()
        answer = self.check(source, (*question.options, "--engine", "symbolic", *mode, *limit))
        violated = re.fullmatch(r"violated \((.*)\)", answer)
        if violated and kind(self.check(source, ("--property", violated[1]))) != "violated":
            return f"no such violation: {answer}"
        return answer

    def native(self, source: Path, question: Question) -> str:
        binary = source.with_suffix(f".{len(question.options)}")
        subprocess.run(["clang-19", "-w", "-O1", *question.flags, "-Dmain=program", "-c", source, "-o", f"{binary}.o"], check=True)
        subprocess.run(["clang-19", "-O1", f"{binary}.o", FOLDER / "native_inputs.c", "-o", binary], check=True)
        try:
            return subprocess.run([binary], capture_output=True, text=True, timeout=SECONDS).stdout.strip()
        except subprocess.TimeoutExpired:
            return "time-out"


def kind(answer: str) -> str:
    """Safe, violated, or all of the answer, which is then equal to no other."""
    return first if (first := answer.partition(" ")[0]) in ("safe", "violated") else answer


def modes_of(program: Program) -> list[tuple[str, ...]]:
    return [*SOLVERS] if program.seed % 4 == 0 else [(), MODES[program.seed % len(MODES)]]


def run(options: argparse.Namespace, folder: Path) -> int:
    comparer = Comparer(options.clew, folder, options.oracles_only)
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(comparer.compare, range(options.seed, options.seed + options.count)))
    problems = [problem for result in results for problem in result.problems]
    for problem in problems:
        print(f"FAILED: {problem}")
    verdicts = Counter(verdict for result in results for verdict in result.verdicts)
    answers, given_up = sum(result.answers for result in results), sum(result.given_up for result in results)
    print(f"{len(results)} programs, {', '.join(f'{count} {verdict}' for verdict, count in verdicts.most_common())}; "
          f"{len(problems)} disagreements; other modes gave up {given_up} of {answers} times")
    return 1 if problems or set(verdicts) - {"safe", "violated"} or given_up > answers // 4 else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=FOLDER.parents[1] / "build" / "clew", help="the clew program to test")
    parser.add_argument("--count", type=int, default=60, help="so many programs (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="the first one's seed (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="so many at once (default 2)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the programs there")
    parser.add_argument("--oracles-only", action="store_true", help="the explicit engine against the native programs")
    options = parser.parse_args()
    options.clew = options.clew.resolve()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        return run(options, options.keep)
    with tempfile.TemporaryDirectory(prefix="clew-symbolic-") as folder:
        return run(options, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
