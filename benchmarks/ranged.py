#!/usr/bin/env python3
"""The tables of the paper on ranged model checking (seed 003), reprinted for the programs in ranged/, and what it leaves open.

Each subject is searched as a whole and in 26 ranges between 25 random paths, stateful and stateless; then with visited
states that the ranges share, with ranges that are cut by a probe, with two workers, and over MPI. The paper's figures
stand beside Clew's. Exits with 1 if a verdict or a number of states is wrong or a goal is missed. README.md explains the
columns.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from common import DEFAULT_CLEW, FOLDER, has_option, mark, print_table
from measured_run import bitcode
from ranged_runs import Cuts, Run, find_cuts, search, search_ranges, search_ranks

PROGRAMS = FOLDER / "ranged"
CUTS, SEED = 25, 7
RANKS = (2, 4, 8, 16)
PARTS = ("tables", "sharing", "ranks")
JOBS, TWO_RANKS = "--jobs 2", "2 ranks"

MOST_MORE = 1.1  # states of all ranks, to those of one search
MOST_IMBALANCE = 1.3  # largest worker, to the mean
LEAST_SPEED_UP = 1.7  # two workers, to one
LARGE = 100_000  # states from which balance and time are judged


@dataclass(frozen=True)
class Figures:
    """A line of Table 1 or 2. Times are in milliseconds."""

    states: int
    time: int
    least: tuple[int, int]  # of the smallest range: states, time
    most: tuple[int, int]  # and of the largest
    total: int


@dataclass(frozen=True)
class Subject:
    name: str
    source: str
    flags: tuple[str, ...]
    quick: tuple[str, ...]  # flags of a smaller one
    larger: tuple[str, ...]  # and of one with millions of states
    stateful: Figures
    stateless: Figures | None  # none: too many paths, for the paper and for Clew
    paths: tuple[int, int]  # Table 3: states, time


SUBJECTS = {
    "integer-choice": Subject(
        "Integer Choice", "integer_choice.c", ("-DVALUES=50",), ("-DVALUES=8",), ("-DVALUES=150",),
        Figures(127_551, 10_385, (178, 68), (15_954, 1_471), 127_651),
        Figures(127_551, 7_347, (178, 62), (15_954, 1_208), 127_651), (100, 845)),
    "threads-3": Subject(
        "Threads (3)", "threads.c", ("-DN=3",), ("-DN=2",), ("-DN=9",),
        Figures(400, 342, (9, 47), (356, 222), 3_913), Figures(72_804, 5_185, (9, 45), (21_277, 1_698), 73_071), (267, 900)),
    "linked-list": Subject(
        "Linked List Tester", "linked_list.c", ("-DNODES=4", "-DELEMENTS=2"), ("-DNODES=2", "-DELEMENTS=2"),
        ("-DNODES=4", "-DELEMENTS=4"),
        Figures(416_656, 53_242, (1_738, 276), (52_853, 6_842), 412_512),
        Figures(416_656, 39_737, (1_738, 239), (52_853, 5_811), 416_931), (275, 923)),
    "philosophers-3": Subject(
        "Dining Phil (3)", "philosophers.c", ("-DN=3",), ("-DN=2",), ("-DN=9",),
        Figures(407, 353, (5, 56), (253, 155), 2_496), Figures(8_938, 1_213, (5, 51), (2_775, 354), 14_213), (192, 943)),
    "threads-6": Subject(
        "Threads (6)", "threads.c", ("-DN=6",), ("-DN=4",), ("-DN=10",),
        Figures(12_844, 2_511, (1_176, 162), (11_851, 1_939), 157_648), None, (481, 1_093)),
    "philosophers-6": Subject(
        "Dining Phil (6)", "philosophers.c", ("-DN=6",), ("-DN=4",), ("-DN=10",),
        Figures(66_716, 6_919, (69, 118), (54_722, 5_757), 784_816), None, (332, 1_177)),
    "philosophers-6-choice": Subject(
        "Dining Phil (6) + choice", "philosophers.c", ("-DN=6", "-DCHOICE=5"), ("-DN=3", "-DCHOICE=2"),
        ("-DN=7", "-DCHOICE=5"),
        Figures(256_340, 21_550, (136, 103), (201_970, 16_461), 3_087_411), None, (512, 1_084)),
}


@dataclass
class Bench:
    """What every part needs, and what has gone wrong so far."""

    clew: Path
    clew_mpi: Path
    folder: Path  # for bitcode and cuts
    size: str  # paper, quick or larger
    repeats: int
    problems: list[str] = field(default_factory=list)
    missed: int = 0
    runs: dict[tuple[str, str], Run] = field(default_factory=dict)
    timed: dict[str, dict[str, float]] = field(default_factory=dict)  # seconds, by subject and workers

    def program(self, subject: Subject) -> Path:
        return compiled(subject.source, self.flags(subject), self.folder)

    def flags(self, subject: Subject) -> tuple[str, ...]:
        return {"paper": subject.flags, "quick": subject.quick, "larger": subject.larger}[self.size]

    def cuts(self, subject: Subject, method: str) -> Cuts:
        return found_cuts(self.clew, self.program(subject), method)

    def run(self, subject: Subject, what: str, action: Callable[[], Run]) -> Run:
        """Once for each subject and name."""
        key = (subject.name, what)
        if key not in self.runs:
            print(f"{subject.name}: {what}", file=sys.stderr, flush=True)
            self.runs[key] = action()
            if self.runs[key].verdict != "safe":
                self.problems.append(f"{subject.name}, {what}: {self.runs[key].verdict}, not safe")
        return self.runs[key]

    def one(self, subject: Subject, *options: str) -> Run:
        """The search that everything is compared with."""
        return self.run(subject, " ".join(["one search", *options]),
                        lambda: search(self.clew, self.program(subject), *options))

    def ranged(self, subject: Subject, method: str, sharing: str, *options: str) -> Run:
        """All ranges, one after the other."""
        what = " ".join([f"{method} ranges, sharing {sharing}", *options])
        ranged = self.run(subject, what, lambda: search_ranges(self.clew, self.program(subject), self.cuts(subject, method),
                                                               "--sharing", sharing, *options))
        one = self.one(subject, *options)
        if ranged.states < one.states or ranged.transitions < one.transitions:
            self.problems.append(f"{subject.name}, {what}: {ranged.states:,} states and {ranged.transitions:,} transitions, "
                                 f"fewer than the {one.states:,} and {one.transitions:,} of one search")
        if len(ranged.parts) != CUTS + 1:
            self.problems.append(f"{subject.name}, {what}: {len(ranged.parts)} ranges, not {CUTS + 1}")
        return ranged

    def workers(self, subject: Subject, what: str, action: Callable[[], Run]) -> Run:
        """Workers that share everything: their counts are those of one search."""
        run, one = self.run(subject, what, action), self.one(subject)
        if (run.states, run.transitions) != (one.states, one.transitions):
            self.problems.append(f"{subject.name}, {what}: {run.states:,} states and {run.transitions:,} transitions, "
                                 f"not {one.states:,} and {one.transitions:,}")
        return run

    def ranks(self, subject: Subject, ranks: int) -> Run:
        return self.workers(subject, f"{ranks} ranks", lambda: search_ranks(self.clew_mpi, self.program(subject), ranks))

    def seconds(self, subject: Subject) -> dict[str, float]:
        """Of one search and of two workers, in turn, so that whatever else the machine does hits all alike."""
        if subject.name not in self.timed:
            program = self.program(subject)
            actions = {"one": lambda: search(self.clew, program), JOBS: lambda: search(self.clew, program, *JOBS.split()),
                       TWO_RANKS: lambda: search_ranks(self.clew_mpi, program, 2)}
            rounds = [{what: self.workers(subject, f"{what}, timed, run {number + 1}", action)
                       for what, action in actions.items()} for number in range(self.repeats)]
            self.timed[subject.name] = {what: min(each[what].whole.seconds for each in rounds) for what in actions}
        return self.timed[subject.name]

    def goal(self, text: str, found: str, reached: bool) -> None:
        print(f"{text}: {found}: {mark(reached)}")
        self.missed += not reached


def main() -> int:
    options = parse_options()
    subjects = [SUBJECTS[name] for name in options.subjects or SUBJECTS]
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as folder:
        size = "quick" if options.quick else "larger" if options.larger else "paper"
        bench = Bench(options.clew, options.clew_mpi, Path(folder), size, 1 if options.quick else options.repeats)
        measure(bench, subjects, options.parts)
    for problem in bench.problems:
        print(f"ERROR: {problem}")
    return 1 if bench.problems or bench.missed else 0


def measure(bench: Bench, subjects: list[Subject], parts: list[str]) -> None:
    has_ranges = has_option(bench.clew, "--ranges")
    if not has_ranges and parts != ["ranks"]:
        bench.problems.append("`clew check --ranges` is not there yet")
    if "tables" in parts and has_ranges:
        print_ranges(bench, "Table 1: stateful", subjects, ())
        few = [subject for subject in subjects if has_few_paths(bench, subject)]
        print_ranges(bench, "Table 2: stateless", few, ("--stateless",))
        print_paths(bench, subjects)
    if "sharing" in parts and has_ranges:
        print_sharing(bench, subjects)
    if "ranks" in parts:
        missing = "clew-mpi" if not bench.clew_mpi.is_file() else "mpirun" if not shutil.which("mpirun") else None
        if missing:
            bench.problems.append(f"{missing} is not there")
        else:
            print_ranks(bench, subjects)
            if bench.size != "quick":
                report_goals(bench, subjects)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to measure")
    parser.add_argument("--clew-mpi", type=Path, help="the one for MPI (default: clew-mpi beside clew)")
    parser.add_argument("--quick", action="store_true", help="small subjects, once; the answers count, not the goals")
    parser.add_argument("--larger", action="store_true", help="subjects with up to millions of states")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="the fastest of so many runs counts (default 3)")
    parser.add_argument("--subjects", nargs="+", choices=list(SUBJECTS), metavar="NAME", help="these only")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help="these only")
    options = parser.parse_args()
    if options.repeats < 1:
        parser.error("--repeats is at least 1")
    options.clew = options.clew.resolve()
    options.clew_mpi = (options.clew_mpi or options.clew.with_name("clew-mpi")).resolve()
    return options


@cache
def compiled(source: str, flags: tuple[str, ...], folder: Path) -> Path:
    return bitcode(PROGRAMS / source, folder, *flags)


@cache
def found_cuts(clew: Path, program: Path, method: str) -> Cuts:
    return find_cuts(clew, program, program.with_suffix(f".{method}.paths"), CUTS, SEED, method)


# ---- the paper's tables ----


def print_ranges(bench: Bench, title: str, subjects: list[Subject], options: tuple[str, ...]) -> None:
    """The paper counts visits of states, new or known; so do these tables. Its figures are in the lines `paper`."""
    print(f"\n{title}, 26 ranges between 25 random paths, nothing shared")
    rows = []
    for subject in subjects:
        one, ranged = bench.one(subject, *options), bench.ranged(subject, "random", "none", *options)
        visits = sum(part.visits for part in ranged.parts)
        rows.append([subject.name, f"{one.states:,}", f"{one.whole.visits:,}", milliseconds(one.whole.seconds),
                     f"{ranged.smallest.visits:,}", milliseconds(ranged.smallest.seconds), f"{ranged.largest.visits:,}",
                     milliseconds(ranged.largest.seconds), f"{visits:,}", f"{visits / one.whole.visits:.2f}",
                     times(one.whole.seconds, ranged.largest.seconds)])
        paper = subject.stateless if options else subject.stateful
        rows.append(["  paper", "", f"{paper.states:,}", f"{paper.time:,}", f"{paper.least[0]:,}", f"{paper.least[1]:,}",
                     f"{paper.most[0]:,}", f"{paper.most[1]:,}", f"{paper.total:,}", f"{paper.total / paper.states:.2f}",
                     times(paper.time / 1000, paper.most[1] / 1000)])
    print_table(["subject", "states", "visits", "ms", "smallest", "ms", "largest", "ms", "total", "total/one", "times"], rows)


def has_few_paths(bench: Bench, subject: Subject) -> bool:
    """Larger subjects have few only where no two paths meet."""
    one = bench.one(subject)
    return subject.stateless is not None and (bench.size != "larger" or one.transitions < one.states)


def print_paths(bench: Bench, subjects: list[Subject]) -> None:
    print("\nTable 3: finding 25 paths at random, and by a probe")
    rows = []
    for subject in subjects:
        random, probe = bench.cuts(subject, "random"), bench.cuts(subject, "probe")
        rows.append([subject.name, f"{random.states:,}", f"{subject.paths[0]:,}", milliseconds(random.seconds),
                     f"{subject.paths[1]:,}", milliseconds(probe.seconds)])
    print_table(["subject", "states", "paper", "ms", "paper", "probe ms"], rows)


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.0f}"


def times(one: float, other: float) -> str:
    """In seconds. Less than a tenth of a second is mostly what a search takes to begin."""
    return f"{one / max(other, 1e-6):.1f}" if one >= 0.1 else "-"


# ---- what the paper leaves open ----


def print_sharing(bench: Bench, subjects: list[Subject]) -> None:
    """With claims the first ranges get what others would come to later, so their sizes say nothing about balance."""
    for method in ("random", "probe"):
        print(f"\n26 ranges, cut by 25 {method} paths: all to one search, and without sharing the largest range to the mean")
        rows = []
        for subject in subjects:
            one = bench.one(subject)
            none, claims = (bench.ranged(subject, method, sharing) for sharing in ("none", "claims"))
            rows.append([subject.name, f"{one.states:,}", *ratios(none, one), f"{none.imbalance:.2f}", *ratios(claims, one)])
        print_table(["subject", "states", "none: states", "transitions", "largest/mean", "claims: states", "transitions"], rows)


def ratios(run: Run, one: Run) -> list[str]:
    return [f"{run.states / one.states:.2f}", f"{run.transitions / max(1, one.transitions):.2f}"]


def print_ranks(bench: Bench, subjects: list[Subject]) -> None:
    print("\nOver MPI, dynamic balance, visited states shared by claims")
    rows = []
    for subject in subjects:
        one = bench.one(subject)
        for ranks in chosen_ranks(bench):
            run = bench.ranks(subject, ranks)
            rows.append([subject.name if ranks == chosen_ranks(bench)[0] else "", str(ranks), f"{run.states:,}",
                         f"{run.ratio(one):.2f}", f"{run.imbalance:.2f}", f"{run.rank_sum('claims'):,}",
                         f"{run.rank_sum('messages'):,}", f"{run.rank_sum('bytes') / max(1, run.states):.1f}",
                         f"{run.rank_sum('steals'):,}", f"{run.whole.seconds:.2f}", times(one.whole.seconds, run.whole.seconds)])
    print_table(["subject", "ranks", "states", "total/one", "largest/mean", "claims", "messages", "bytes/state", "steals", "s",
                 "times"], rows)
    print(f"\nTwo workers against one, in turn, on {os.cpu_count()} cores; load before: {os.getloadavg()[0]:.1f}")
    print_table(["subject", "states", "one, s", "--jobs 2, s", "times", "2 ranks, s", "times"],
                [two_workers(bench, subject) for subject in subjects])


def two_workers(bench: Bench, subject: Subject) -> list[str]:
    seconds = bench.seconds(subject)
    cells = [cell for what in (JOBS, TWO_RANKS) for cell in (f"{seconds[what]:.2f}", f"{speed_up(bench, subject, what):.2f}")]
    return [subject.name, f"{bench.one(subject).states:,}", f"{seconds['one']:.2f}", *cells]


def speed_up(bench: Bench, subject: Subject, what: str) -> float:
    seconds = bench.seconds(subject)
    return seconds["one"] / max(seconds[what], 1e-6)


def chosen_ranks(bench: Bench) -> tuple[int, ...]:
    return RANKS[:2] if bench.size == "quick" else RANKS


def report_goals(bench: Bench, subjects: list[Subject]) -> None:
    print()
    numbers = chosen_ranks(bench)
    ratio, name = max((bench.ranks(subject, ranks).ratio(bench.one(subject)), f"{subject.name}, {ranks} ranks")
                      for subject in subjects for ranks in numbers)
    bench.goal(f"ranks: at most {MOST_MORE} times the states of one search, every subject", f"{ratio:.2f} for {name}",
               ratio <= MOST_MORE)
    large = [subject for subject in subjects if bench.one(subject).states > LARGE]
    if not large:
        print(f"no subject has more than {LARGE:,} states, so balance and time are not judged")
        return
    report_balance(bench, large, numbers)
    for what in (TWO_RANKS, JOBS):
        factor, name = min((speed_up(bench, subject, what), subject.name) for subject in large)
        bench.goal(f"{what}: at least {LEAST_SPEED_UP} times as fast as one search, subjects of more than {LARGE:,} states",
                   f"{factor:.2f} for {name}", factor >= LEAST_SPEED_UP)


def report_balance(bench: Bench, large: list[Subject], numbers: tuple[int, ...]) -> None:
    """Ranks that take turns at a core also do what the system lets them do, so they have a line of their own."""
    cores = os.cpu_count() or 1
    for what, some in (("a core each", [ranks for ranks in numbers if ranks <= cores]),
                       ("turns at a core", [ranks for ranks in numbers if ranks > cores])):
        if not some:
            continue
        ratio, name = max((bench.ranks(subject, ranks).imbalance, f"{subject.name}, {ranks} ranks")
                          for subject in large for ranks in some)
        bench.goal(f"largest rank at most {MOST_IMBALANCE} times the mean, {what}, subjects of more than {LARGE:,} states",
                   f"{ratio:.2f} for {name}", ratio <= MOST_IMBALANCE)


if __name__ == "__main__":
    sys.exit(main())
