#!/usr/bin/env python3
"""Four systems searched to exhaustion by SPIN and by Clew, in turn: the same graph in Promela and in C.

First without any reduction (SPIN's verifier is compiled with -O2 -DSAFETY -DNOREDUCE), where both must count the
same states; then with the reductions of both, where each of Clew's is tried. Exits with 1 if a count or a verdict is wrong or a target is missed.
README.md explains the columns.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from common import DEFAULT_CLEW, SYSTEMS, check, has_option, mark, not_there_yet, one_worker, print_table, unreduced

MEBIBYTE = 1 << 20
MEMORY_LIMIT_MIB = 8000


@dataclass(frozen=True)
class Size:
    """A system at one size. With `goal` it is the size at which the targets of issue 4 count."""

    system: str
    name: str
    flags: tuple[str, ...]
    threads: int  # with main
    states: int  # with all threads started; found by both checkers independently
    repeats: int
    goal: bool = False
    small: bool = False  # measured by --quick


def philosophers(n: int, states: int, repeats: int, goal: bool = False, small: bool = False) -> Size:
    return Size("philosophers", str(n), (f"-DN={n}",), n + 1, states, repeats, goal, small)


def peterson(n: int, visits: int, states: int, repeats: int, goal: bool = False, small: bool = False) -> Size:
    flags = (f"-DN={n}", f"-DVISITS={visits}")
    return Size("peterson", f"{n}, {visits} visits", flags, n + 1, states, repeats, goal, small)


def buffer(producers: int, consumers: int, slots: int, states: int, repeats: int, goal: bool = False,
           small: bool = False) -> Size:
    flags = (f"-DPRODUCERS={producers}", f"-DCONSUMERS={consumers}", f"-DSLOTS={slots}")
    threads = producers + consumers + 1
    return Size("buffer", f"{producers}+{consumers}, {slots} slots", flags, threads, states, repeats, goal, small)


def election(n: int, states: int, repeats: int, goal: bool = False, small: bool = False) -> Size:
    return Size("election", str(n), (f"-DN={n}",), n + 1, states, repeats, goal, small)


SIZES = [
    philosophers(8, 9_403, 15, small=True),
    philosophers(10, 102_571, 7, small=True),
    philosophers(12, 1_118_878, 3),
    philosophers(14, 12_205_087, 1, goal=True),
    peterson(4, 2, 559_694, 3, small=True),
    peterson(4, 8, 2_238_776, 7, goal=True),
    buffer(3, 3, 3, 297_129, 3, small=True),
    buffer(4, 3, 3, 1_911_150, 7, goal=True),
    election(8, 129_468, 3, small=True),
    election(10, 2_791_368, 2, goal=True),
]

# Of issue 2, for the philosophers at every size, and of issue 4, for each system at its goal.
FIRST_RATIO, FIRST_BYTES = 0.5, 40.0
GOAL_RATIO, GOAL_BYTES = 1.0, 20.0
REDUCTIONS = ("full", "sleep")


@dataclass(frozen=True)
class Run:
    """One search: what it found and what it cost."""

    safe: bool
    states: int  # with all threads started
    all_states: int
    transitions: int
    spared: int  # transitions that were not taken
    seconds: float
    bytes_per_state: float  # state storage
    peak_bytes_per_state: float  # the whole process

    @property
    def rate(self) -> float:
        return self.transitions / self.seconds


@dataclass(frozen=True)
class Row:
    size: Size
    spin: Run
    clew: Run
    collapsed: Run | None = None  # SPIN with -DCOLLAPSE

    @property
    def ratio(self) -> float:
        return self.clew.rate / self.spin.rate


@dataclass(frozen=True)
class Reduced:
    """One size with the reductions of both."""

    size: Size
    spin: Run
    clew: dict[str, Run]  # by reduction


def main() -> int:
    options = parse_options()
    sizes = [size for size in SIZES if options.system in (None, size.system) and (size.small or not options.quick)]
    print("Without reduction", flush=True)
    rows = [measure_unreduced(size, options.clew) for size in sizes]
    print_unreduced(rows)
    good = [report_unreduced(row) for row in rows]
    print("\nWith the reductions of both", flush=True)
    if has_option(options.clew, "--reduction"):
        largest = [size for size in sizes if size.goal or options.quick]
        reduced = [measure_reduced(size, options.clew) for size in largest]
        print_reduced(reduced)
        good += [report_reduced(row) for row in reduced]
    else:
        print(not_there_yet("--reduction"))
        good.append(False)
    return 0 if all(good) else 1


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to measure")
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    parser.add_argument("--system", choices=sorted({size.system for size in SIZES}), help="this one only")
    return parser.parse_args()


def measure_unreduced(size: Size, clew: Path) -> Row:
    """Runs both in turn, several times where a run is short, and keeps the fastest run of each."""
    spin_runs, clew_runs, collapsed = [], [], None
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as name:
        pan = build_pan(size, Path(name), "-DNOREDUCE")
        for repeat in range(size.repeats):
            show(f"{size.system} {size.name}, run {repeat + 1} of {size.repeats}")
            spin_runs.append(run_pan(pan, size.states))
            clew_runs.append(run_clew(size, clew, *unreduced(clew)))
        if size.goal:
            show(f"{size.system} {size.name}, SPIN with -DCOLLAPSE")
            collapsed = run_pan(build_pan(size, Path(name), "-DNOREDUCE", "-DCOLLAPSE"), size.states)
    return Row(size, fastest(spin_runs), fastest(clew_runs), collapsed)


def measure_reduced(size: Size, clew: Path) -> Reduced:
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as name:
        pan = build_pan(size, Path(name))
        show(f"{size.system} {size.name}, reduced")
        states = run_pan(pan, size.states).states  # only now it is known how large its tables should be
        spin_runs, clew_runs = [], {reduction: [] for reduction in REDUCTIONS}
        for _ in range(size.repeats):
            spin_runs.append(run_pan(pan, states))
            for reduction, runs in clew_runs.items():
                runs.append(run_clew(size, clew, "--reduction", reduction))
    return Reduced(size, fastest(spin_runs), {reduction: fastest(runs) for reduction, runs in clew_runs.items()})


def fastest(runs: list[Run]) -> Run:
    return min(runs, key=lambda run: run.seconds)


def show(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def build_pan(size: Size, folder: Path, *flags: str) -> Path:
    """Generates SPIN's verifier of the model and compiles it. Polling is left out for a reduced search."""
    poll = ["-DPOLL"] if "-DNOREDUCE" in flags else []
    subprocess.run(["spin", "-a", *poll, *size.flags, SYSTEMS / f"{size.system}.pml"], cwd=folder, check=True)
    all_flags = ["-O2", "-w", "-DSAFETY", f"-DMEMLIM={MEMORY_LIMIT_MIB}", *flags]
    subprocess.run(["gcc", *all_flags, "-o", "pan", "pan.c"], cwd=folder, check=True)
    return folder / "pan"


def run_pan(pan: Path, states: int) -> Run:
    """Runs the verifier with a stack that cannot overflow and two to four hash slots per state."""
    command = [pan, f"-m{2 * states}", f"-w{max(states.bit_length() + 1, 10)}"]
    start = time.perf_counter()
    output = subprocess.run(command, cwd=pan.parent, check=True, capture_output=True, text=True).stdout
    wall = time.perf_counter() - start
    stored = int(number("states, stored", output))
    elapsed = float(re.search(r"elapsed time (\S+) seconds", output)[1])
    return Run(
        safe="errors: 0" in output and "Search not completed" not in output,
        states=stored,
        all_states=stored,
        transitions=int(number("transitions", output)),
        spared=0,
        seconds=elapsed if elapsed >= 1 else wall,  # pan's clock ticks only a hundred times a second
        bytes_per_state=memory_for_states(output) * MEBIBYTE / stored,
        peak_bytes_per_state=number("total actual memory usage", output) * MEBIBYTE / stored,
    )


def memory_for_states(output: str) -> float:
    """Small searches have only the estimate; pan prints the other when it differs from it."""
    label = "actual memory usage for states"
    return number(label if label in output else "equivalent memory usage for states", output)


def number(label: str, text: str) -> float:
    """The number at the start of pan's line with this label. Large ones look like 1.0459e+08."""
    found = re.search(rf"^\s*(\S+)\s+{label}", text, re.MULTILINE)
    if found is None:
        raise SystemExit(f"pan's output has no '{label}':\n{text}")
    return float(found[1])


def run_clew(size: Size, clew: Path, *options: str) -> Run:
    """Checks the C program with one worker; the time is that of the search, as it is with pan."""
    checked = check(clew, SYSTEMS / f"{size.system}.c", *one_worker(clew), *options, flags=size.flags)
    statistics = checked.statistics
    return Run(
        safe=checked.safe,
        states=statistics["states_by_live_threads"].get(str(size.threads), 0),
        all_states=checked.states,
        transitions=statistics["transitions"],
        spared=statistics["spared"],
        seconds=checked.seconds,
        bytes_per_state=statistics["store_bytes"] / checked.states,
        peak_bytes_per_state=statistics["peak_resident_bytes"] / checked.states,
    )


def print_unreduced(rows: list[Row]) -> None:
    print_table(
        ["system", "size", "SPIN states", "Clew states", "Clew all", "SPIN tr", "Clew tr", "SPIN s", "Clew s",
         "SPIN tr/s", "Clew tr/s", "ratio"],
        [[row.size.system, row.size.name, f"{row.spin.states:,}", f"{row.clew.states:,}", f"{row.clew.all_states:,}",
          f"{row.spin.transitions:,}", f"{row.clew.transitions:,}", f"{row.spin.seconds:.2f}",
          f"{row.clew.seconds:.2f}", f"{row.spin.rate:,.0f}", f"{row.clew.rate:,.0f}", f"{row.ratio:.2f}"]
         for row in rows])
    print("\nBytes per state")
    print_table(
        ["system", "size", "SPIN", "SPIN all", "COLLAPSE", "COLLAPSE all", "Clew", "Clew peak"],
        [[row.size.system, row.size.name, *memory_cells(row.spin), *memory_cells(row.collapsed),
          *memory_cells(row.clew)] for row in rows])


def memory_cells(run: Run | None) -> list[str]:
    return ["", ""] if run is None else [f"{run.bytes_per_state:.1f}", f"{run.peak_bytes_per_state:.1f}"]


def report_unreduced(row: Row) -> bool:
    """Prints what is wrong with the answers, and which targets this size reaches; true if all is well."""
    size = row.size
    errors = answer_errors(SPIN=row.spin, Clew=row.clew)
    for name, run in (("SPIN", row.spin), ("Clew", row.clew)):
        if run.states != size.states:
            errors.append(f"{name} has {run.states:,} states, not {size.states:,}")
        if run.transitions < run.states:
            errors.append(f"{name} has {run.transitions:,} transitions, fewer than states")
    print_errors(size, errors)
    good = not errors
    if size.system == "philosophers":
        good = report_target(row, "issue 2", FIRST_RATIO, FIRST_BYTES) and good
    if size.goal:
        good = report_target(row, "issue 4", GOAL_RATIO, GOAL_BYTES) and good
    return good


def answer_errors(**runs: Run) -> list[str]:
    return [f"{name} does not answer safe" for name, run in runs.items() if not run.safe]


def print_errors(size: Size, errors: list[str]) -> None:
    for error in errors:
        print(f"ERROR: {size.system} {size.name}: {error}")


def report_target(row: Row, issue: str, least_ratio: float, most_bytes: float) -> bool:
    fast = row.ratio >= least_ratio
    small = row.clew.bytes_per_state <= most_bytes
    print(f"{row.size.system} {row.size.name}, {issue}: {row.ratio:.2f} of SPIN's transitions per second, "
          f"target {least_ratio}: {mark(fast)}; {row.clew.bytes_per_state:.1f} bytes per state, "
          f"target at most {most_bytes:.0f}: {mark(small)}")
    return fast and small


def print_reduced(rows: list[Reduced]) -> None:
    print_table(
        ["system", "size", "reduction", "SPIN states", "Clew states", "Clew all", "spared", "SPIN s", "Clew s",
         "of unreduced"],
        [[row.size.system, row.size.name, reduction, f"{row.spin.states:,}", f"{run.states:,}", f"{run.all_states:,}",
          f"{run.spared:,}", f"{row.spin.seconds:.3f}", f"{run.seconds:.3f}", f"{run.states / row.size.states:.4f}"]
         for row in rows for reduction, run in row.clew.items()])


def report_reduced(row: Reduced) -> bool:
    size = row.size
    errors = answer_errors(SPIN=row.spin, **row.clew)
    print_errors(size, errors)
    few = {reduction: run for reduction, run in row.clew.items() if run.states <= row.spin.states}
    fast = [reduction for reduction, run in few.items() if run.seconds <= row.spin.seconds]
    print(f"{size.system} {size.name}, reduced: at most SPIN's states: {', '.join(few) or 'none'}: {mark(bool(few))}; "
          f"and at most its seconds: {', '.join(fast) or 'none'}: {mark(bool(fast))}")
    return not errors and (bool(fast) or not size.goal)


if __name__ == "__main__":
    sys.exit(main())
