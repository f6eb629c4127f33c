#!/usr/bin/env python3
"""Figures 10 and 11 of the paper on concurrent bounded model checking (seed 002), reprinted for the programs in symbolic/.

Each program is checked by the symbolic engine in five ways: solving postponed, with blocks that grow by themselves, of 10
and of 200 disjuncts; sequentially, all disjuncts in one formula (the paper's JSBMC); and at every branch (as SPF does). The
paper's figures, and CBMC's, stand beside Clew's; CBMC and KLEE run too if they are installed. Exits with 1 if a verdict is
wrong or a goal is missed. README.md explains the columns.
"""

import argparse
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

from common import DEFAULT_CLEW, FOLDER, has_option, mark, not_there_yet, print_table
from symbolic_runs import TIMED_OUT, Run, cbmc_run, clew_run, klee_run

PROGRAMS = FOLDER / "symbolic"
AUTO = "auto"
MODES = {
    AUTO: ("--solving", "postponed", "--block", "auto"),
    "D=10": ("--solving", "postponed", "--block", "10"),
    "D=200": ("--solving", "postponed", "--block", "200"),
    "one formula": ("--solving", "postponed", "--jobs", "0"),
    "eager": ("--solving", "eager"),
}
PAPER_TOOLS = ("SPF", "JSBMC", "CBMC", "D=10", "D=200")
SHORT = 5.0  # seconds; shorter runs in the mode `auto` are repeated, and the fastest counts


@dataclass(frozen=True)
class Row:
    """A program with its flags; `cbmc` is what CBMC took on a machine like ours (issue 8), `goal` the most that Clew may take."""

    name: str
    source: str
    flags: tuple[str, ...]
    expected: str
    paper: tuple[str, ...] = ("",) * len(PAPER_TOOLS)
    cbmc: float | None = None
    goal: float | None = None
    quick: bool = False  # short enough for --quick

    @property
    def family(self) -> tuple[str, str, str]:
        """Rows that differ in their size only; they stand in its order."""
        return self.source, self.expected, " ".join(flag for flag in self.flags if not flag.startswith("-DN="))


def negated(size: int, *paper: str, goal: float | None = None) -> Row:
    return Row(f"bubble sort negated, {size}", "bubble_sort.c", (f"-DN={size}", "-DNEGATED"), "violated", paper, goal=goal,
               quick=size <= 15)


def sorting(size: int, cbmc: float, *paper: str) -> Row:
    return Row(f"bubble sort, {size}", "bubble_sort.c", (f"-DN={size}",), "safe", paper or ("",) * len(PAPER_TOOLS), cbmc=cbmc,
               goal=cbmc, quick=size <= 6)


FIGURE_10 = [
    negated(5, "4.517", "2.174", "0.460", "1.097", "1.338"),
    negated(6, "5.622", "12.604", "0.817", "1.160", "1.389"),
    negated(15, "36.194", "memory", "56m34.033", "1.195", "1.948"),
    negated(30, "4m32.790", "memory", TIMED_OUT, "1.387", "2.905"),
    negated(100, TIMED_OUT, "memory", TIMED_OUT, "4.944", "34.697", goal=1.0),
    sorting(5, 0.13, "6m19.222", "3.712", "7.171", "4.193", "3.622"),
    sorting(6, 0.28, TIMED_OUT, "26.293", "37.816", "29.512", "21.834"),
    sorting(7, 0.51, "memory", "memory", "5m22.641", "memory", "memory"),
    sorting(8, 0.83, "memory", "memory", TIMED_OUT, "memory", "memory"),
    sorting(10, 1.9),
    sorting(12, 7.5),
    Row("sum of array, unsafe", "sum_array.c", ("-DUNSAFE",), "violated", ("1.403", "12.671", "1m55.738", "1.576", "2.479"), goal=1.0,
        quick=True),
    Row("sum of array, safe", "sum_array.c", (), "safe", ("failed", "12.030", "2.252", "9.466", "10.614"), goal=1.0, quick=True),
]
FIGURE_11 = [
    Row("flap controller, unsafe", "flap_controller.c", (), "violated", ("1.141", "2.899", "", "0.948", "1.370"), quick=True),
    Row("red-black tree, safe", "red_black_tree.c", (), "safe", ("53.602", "3.942", "", "3.267", "2.774"), quick=True),
    Row("MER arbiter, unsafe", "arbiter.c", ("-DUNSAFE",), "violated", ("5.275", "8.111", "", "7.479", "7.579"), quick=True),
    Row("MER arbiter, safe", "arbiter.c", (), "safe", ("47.065", "59.145", "", "57.740", "58.886")),
]
WITHOUT_FIGURES = [
    Row("array minimum, unsafe", "array_min.c", ("-DUNSAFE",), "violated", quick=True),
    Row("array minimum, safe", "array_min.c", (), "safe", quick=True),
    Row("sum 04, unsafe", "sum04.c", ("-DUNSAFE",), "violated", quick=True),
    Row("sum 04, safe", "sum04.c", (), "safe", quick=True),
    Row("count up/down, unsafe", "count_up_down.c", (), "violated", quick=True),
    Row("count up/down, safe", "count_up_down.c", ("-DSAFE",), "safe", quick=True),
    Row("linear search, unsafe", "linear_search.c", ("-DUNSAFE",), "violated", quick=True),
    Row("linear search, safe", "linear_search.c", (), "safe", quick=True),
    Row("Bellman-Ford, unsafe", "bellman_ford.c", ("-DUNSAFE",), "violated"),
    Row("Bellman-Ford, safe", "bellman_ford.c", (), "safe"),
    Row("flap controller, fixed", "flap_controller.c", ("-DFIXED",), "safe", quick=True),
    Row("red-black tree, unsafe", "red_black_tree.c", ("-DUNSAFE",), "violated", quick=True),
]
TABLES = {
    "10": ("Figure 10: bubble sort and sum of array", FIGURE_10),
    "11": ("Figure 11: threads, a data structure, state machines", FIGURE_11),
    "others": ("The other programs of the paper's authors, and variants, without figures", WITHOUT_FIGURES),
}


@dataclass
class Bench:
    """How programs are run, and what has gone wrong so far."""

    clew: Path
    limit: float
    repeats: int
    modes: list[str]
    klee_compiler: str
    problems: list[str] = field(default_factory=list)
    missed: int = 0
    given_up: set[tuple] = field(default_factory=set)  # families and modes: larger sizes take longer

    def clew_runs(self, row: Row) -> dict[str, Run]:
        return {mode: self.once(row, mode, lambda: self.best(row, mode)) for mode in self.modes}

    def other_runs(self, row: Row) -> dict[str, Run]:
        """What the other checkers take: measured here if they are installed."""
        program = PROGRAMS / row.source
        runs = {}
        if shutil.which("cbmc"):
            runs["CBMC"] = self.once(row, "CBMC", lambda: cbmc_run(program, row.flags, self.limit))
        elif row.cbmc is not None:
            runs["CBMC"] = Run(row.expected, row.cbmc)
        if shutil.which("klee") and "pthread.h" not in program.read_text():
            runs["KLEE"] = self.once(row, "KLEE", lambda: klee_run(program, row.flags, self.limit, self.klee_compiler))
        return runs

    def once(self, row: Row, what: str, action) -> Run:
        """Not again for a larger size once the time was up."""
        if (row.family, what) in self.given_up:
            return Run("-", 0.0)
        print(f"{row.name}: {what}", file=sys.stderr, flush=True)
        run = action()
        if not run.decided:
            self.given_up.add((row.family, what))
        return run

    def best(self, row: Row, mode: str) -> Run:
        """The fastest of some runs, whose verdicts must all be right; the mode `auto` must decide."""
        runs: list[Run] = []
        while not runs or mode == AUTO and len(runs) < self.repeats and runs[0].seconds < SHORT:
            runs.append(clew_run(self.clew, PROGRAMS / row.source, row.flags, MODES[mode], self.limit))
            answer = runs[-1].answer
            if answer != row.expected and (runs[-1].decided or mode == AUTO):
                self.problems.append(f"{row.name}, {mode}: {answer}, not {row.expected}")
                break
        return min(runs, key=lambda run: (run.decided, run.seconds))

    def goal(self, row: Row, run: Run) -> str:
        if row.goal is None:
            return ""
        reached = run.answer == row.expected and run.seconds <= row.goal
        self.missed += not reached
        return f"{mark(reached)} (<= {row.goal:g})"


def main() -> int:
    options = parse_options()
    if not has_option(options.clew, "--engine"):
        print(f"ERROR: {not_there_yet('--engine')}")
        return 1
    bench = Bench(options.clew, options.limit, 1 if options.quick else options.repeats, options.modes, options.klee_compiler)
    for table in options.tables:
        title, rows = TABLES[table]
        print_figure(bench, title, [row for row in rows if row.quick or not options.quick], judged=not options.quick)
    for problem in bench.problems:
        print(f"ERROR: {problem}")
    return 1 if bench.problems or bench.missed else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to measure")
    parser.add_argument("--quick", action="store_true", help="small sizes, once; the answers count, not the goals")
    parser.add_argument("--limit", type=float, default=60.0, metavar="S", help="seconds by the clock for each run (default 60)")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="the fastest of so many short runs counts (default 3)")
    parser.add_argument("--tables", nargs="+", choices=list(TABLES), default=list(TABLES), metavar="TABLE", help="10, 11, others")
    parser.add_argument("--modes", nargs="+", choices=list(MODES), default=list(MODES), metavar="MODE",
                        help=f"some of {', '.join(MODES)}")
    parser.add_argument("--klee-compiler", default="clang", metavar="CLANG", help="the clang whose bitcode KLEE reads, if there is KLEE")
    options = parser.parse_args()
    if options.repeats < 1:
        parser.error("--repeats is at least 1")
    options.clew = options.clew.resolve()
    return options


def print_figure(bench: Bench, title: str, rows: list[Row], judged: bool) -> None:
    """Every row is run before the table is printed; the paper's figures are its last columns."""
    lines = []
    for row in rows:
        runs, others = bench.clew_runs(row), bench.other_runs(row)
        lines.append(line_of(bench, row, runs, others, judged))
    print(f"\n{title}: CPU seconds of the whole command")
    print_table(["program", "verdict", *bench.modes, "calls", "CBMC", "KLEE", "ratio", "goal",
                 *(f"paper: {tool}" for tool in PAPER_TOOLS)], lines)


def line_of(bench: Bench, row: Row, runs: dict[str, Run], others: dict[str, Run], judged: bool) -> list[str]:
    first = runs.get(AUTO)
    calls = "" if first is None or first.solver_calls is None else f"{first.solver_calls:,}"
    goal = bench.goal(row, first) if judged and first else ""
    return [row.name, row.expected, *(runs[mode].text for mode in bench.modes), calls,
            *(others[tool].text if tool in others else "" for tool in ("CBMC", "KLEE")), ratio(row, first, others), goal, *row.paper]


def ratio(row: Row, run: Run | None, others: dict[str, Run]) -> str:
    """Clew's seconds to the best of the others: those of this machine, or else (marked with p) the paper's."""
    if run is None or not run.decided:
        return ""
    here = [other.seconds for other in others.values() if other.answer == row.expected]
    there = [seconds for seconds in map(paper_seconds, row.paper) if seconds is not None]
    if not here and not there:
        return ""
    return f"{run.seconds / min(here):.2f}" if here else f"{run.seconds / min(there):.2f} p"


def paper_seconds(text: str) -> float | None:
    """None for what is no time."""
    found = re.fullmatch(r"(?:(\d+)m)?(\d+\.\d+)", text)
    return int(found[1] or 0) * 60 + float(found[2]) if found else None


if __name__ == "__main__":
    sys.exit(main())
