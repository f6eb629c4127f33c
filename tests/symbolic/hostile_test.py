#!/usr/bin/env python3
"""Solvers that lie, die, hang and babble (`--solver cmd:PROGRAM`) lead to no verdict: always `unknown`, with exit status 2.

Each is given a program that is safe and one that is violated, both of which need a solver. What cannot be noticed is not
tested: a solver that says `unsat` is believed. Solvers that are only in between, and pass everything on to Z3, must lead to
the right verdicts; otherwise the test would pass for a Clew that calls no solver at all. No solver may be left running.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

SECONDS = 30.0  # by then everything must have ended
TIME_LIMIT = "3"  # for those that hang
LEFT_SECONDS = 4.0  # what a solver has started and left behind ends earlier by itself
MARK = "CLEW_HOSTILE_SOLVER"  # in the environment, by which its processes are known

SAFE = """#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x & 1) assert((x * x & 7) == 1);
}
"""
VIOLATED = """#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  assert(x * y != 8633);
}
"""
PROGRAMS = {"safe": SAFE, "violated": VIOLATED}
RIGHT = {"safe": ("verdict: safe", 0), "violated": ("verdict: violated (assert)", 1)}

# A solver that reads everything, and then answers `sat` with what `value` makes of each declared symbol and its width.
MODEL = """#!/usr/bin/env python3
import re, sys
text = sys.stdin.read()
found = re.findall(r"[(]declare-(?:const|fun) ([|][^|]*[|]|[^ ()]+)(?: [(][)])? [(]_ BitVec ([0-9]+)[)]", text)
value = lambda name, width: {value}
print("sat")
print("(" + " ".join("({{}} {{}})".format(name, value(name, int(width))) for name, width in found) + ")")
"""


def shell(*lines: str) -> str:
    return "\n".join(["#!/bin/sh", *lines, ""])


def model(value: str) -> str:
    return MODEL.format(value=value)


HONEST = {
    "passes on": shell("exec z3 -in"),
    "passes on slowly": shell("sleep 0.3", "z3 -in"),
}
ENDS = {
    "exits with 1": shell("exit 1"),
    "exits with 0": shell("exit 0"),
    "reads and exits": shell("cat > /dev/null", "exit 3"),
    "is killed": shell("kill -9 $$"),
    "reads and is killed": shell("cat > /dev/null", "kill -11 $$"),
    "is no program": "this is not a program\n",
    "has no interpreter": "#!/no/such/interpreter\n",
    "says unknown": shell("cat > /dev/null", "echo unknown"),
    "says error": shell("cat > /dev/null", "echo '(error \"no\")'"),
    "says sat and no more": shell("cat > /dev/null", "echo sat"),
    "says sat and is killed": shell("cat > /dev/null", "echo sat", "kill -9 $$"),
    "babbles": shell("cat > /dev/null", "echo 'certainly, the formula has a model; see below'"),
    "says satisfied": shell("cat > /dev/null", "echo satisfied"),
    "says nothing but line ends": shell("cat > /dev/null", "echo; echo; echo"),
    "says zero bytes": shell("cat > /dev/null", "printf 'sa\\000t\\000\\n'"),
    "says random bytes": shell("cat > /dev/null", "head -c 100000 /dev/urandom"),
    "writes no line": shell("cat > /dev/null", "head -c 3000000 /dev/zero | tr '\\000' s"),
    "leaves a child behind": shell("cat > /dev/null", "sleep 2 &", "echo unknown"),
    "model of zeros": model("'#b' + '0' * width"),
    "model of ones": model("'#b' + '1' * width"),
    "model of numbers": model("'17'"),
    "model of words": model("'true'"),
    "model of negative widths": model("'(_ bv5 -8)'"),
    "model of a huge number": model("'(_ bv' + '9' * 100000 + ' 8)'"),
    "model of too few bits": model("'#b1'"),
    "model of too many bits": model("'#b' + '1' * (width + 1)"),
    "model of other symbols": shell("cat > /dev/null", "echo sat", "echo '((nobody #x00))'"),
    "model without its end": shell("cat > /dev/null", "echo sat", "printf '((x'"),
    "model with too many ends": shell("cat > /dev/null", "echo sat", "echo '))))'"),
    "model that is deep": shell("cat > /dev/null", "echo sat", "head -c 2000000 /dev/zero | tr '\\000' '('"),
    "model that is empty": shell("cat > /dev/null", "echo sat", "echo '()'"),
}
HANGS = {
    "hangs": shell("exec sleep 60"),
    "reads and hangs": shell("cat > /dev/null", "exec sleep 60"),
    "closes its output and hangs": shell("exec >&-", "exec sleep 60"),
    "ignores signals and hangs": shell("trap '' TERM INT HUP PIPE", "while :; do sleep 1; done"),
    "says sat and hangs": shell("cat > /dev/null", "echo sat", "exec sleep 60"),
    "babbles for ever": shell("exec yes 'hello, solver'"),
    "one line for ever": shell("exec tr '\\000' u < /dev/zero"),
}


@dataclass(frozen=True)
class Case:
    name: str
    solver: Path
    program: str  # safe or violated
    options: tuple[str, ...]
    honest: bool = False


class Test:
    def __init__(self, clew: Path, folder: Path) -> None:
        self.clew = clew
        self.folder = folder

    def cases(self) -> list[Case]:
        for name, text in PROGRAMS.items():
            (self.folder / f"{name}.c").write_text(text)
        cases = []
        for group, options in ((HONEST, ()), (ENDS, ()), (HANGS, ("--time-limit", TIME_LIMIT))):
            for name, text in group.items():
                for program in PROGRAMS:
                    solver = self.solver(f"{name} {program}", text)
                    cases.append(Case(name, solver, program, options, group is HONEST))
        missing = self.folder / "missing"
        unreadable = self.solver("not executable", shell("echo unknown"))
        unreadable.chmod(0o600)
        for name, path in (("does not exist", missing), ("is a folder", self.folder), ("is not executable", unreadable)):
            cases += [Case(name, path, program, ()) for program in PROGRAMS]
        return cases

    def solver(self, name: str, text: str) -> Path:
        """Each has a file of its own, as its processes are known by its path."""
        path = self.folder / name.replace(" ", "_")
        path.write_text(text)
        path.chmod(0o700)
        return path

    def problem(self, case: Case) -> str | None:
        command = [self.clew, "check", self.folder / f"{case.program}.c", "--quiet", "--engine", "symbolic", "--solver",
                   f"cmd:{case.solver}", *case.options]
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS,
                                  env=os.environ | {MARK: str(case.solver)})
        except subprocess.TimeoutExpired:
            return f"no answer after {SECONDS:.0f} s"
        last = (done.stdout.splitlines() or [""])[-1]
        if case.honest:
            return None if (last, done.returncode) == RIGHT[case.program] else self.told(done)
        # A solver that cannot be started may also be refused before anything is checked.
        startable = case.solver.is_file() and os.access(case.solver, os.X_OK)
        refused = done.returncode == 3 and not startable and not last.startswith("verdict")
        if not refused and not (last.startswith("verdict: unknown (") and done.returncode == 2):
            return self.told(done)
        return "a process of the solver is left" if is_left(case.solver) else None

    def told(self, done: subprocess.CompletedProcess) -> str:
        return f"exit status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


def is_left(solver: Path) -> bool:
    """Whether a process of this solver, or one that it started, is there after a moment."""
    mark = f"{MARK}={solver}".encode()
    end = time.monotonic() + LEFT_SECONDS
    while any(mark in environment.split(b"\0") for environment in environments()):
        if time.monotonic() > end:
            return True
        time.sleep(0.1)
    return False


def environments() -> list[bytes]:
    """Of every process; those that end meanwhile, and those of others, have none."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            found.append(path.read_bytes())
        except OSError:
            pass
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=Path(__file__).resolve().parents[2] / "build" / "clew", help="the clew program to test")
    parser.add_argument("--jobs", type=int, default=4, help="so many at once (default 4; those that hang only wait)")
    parser.add_argument("--only", default="", metavar="TEXT", help="solvers whose names contain this")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clew-hostile-") as folder:
        test = Test(options.clew.resolve(), Path(folder))
        cases = [case for case in test.cases() if options.only in case.name]
        with ThreadPoolExecutor(options.jobs) as pool:
            problems = list(pool.map(test.problem, cases))
    failed = [(case, problem) for case, problem in zip(cases, problems) if problem]
    for case, problem in failed:
        print(f"FAILED: solver `{case.name}`, {case.program} program: {problem}")
    print(f"{len(cases)} solvers, {len(failed)} failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
