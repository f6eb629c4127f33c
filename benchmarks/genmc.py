#!/usr/bin/env python3
"""Bounded rounds of philosophers with ordered forks: CPU seconds of the whole `clew check`, against GenMC's.

GenMC is no Debian package, so its seconds are those of issue 4 and not of this run. Exits with 1 if a verdict is
wrong or Clew is not ten times as fast.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from common import DEFAULT_CLEW, SYSTEMS, Checked, check, has_option, mark, not_there_yet, print_table

GOAL = 10.0
REPEATS = 3
TIME_LIMIT = 60  # seconds; far beyond the goal, so that a run without reductions ends too


@dataclass(frozen=True)
class Size:
    philosophers: int
    rounds: int
    genmc_seconds: float | None = None  # of GenMC 0.11, CPU time, from issue 4
    genmc_executions: int | None = None

    @property
    def name(self) -> str:
        return f"{self.philosophers} x {self.rounds}"


SIZES = [Size(6, 2, 10.1, 38_466), Size(14, 1, 6.1, 16_382)]
QUICK_SIZES = [Size(3, 2), Size(5, 1)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to measure")
    parser.add_argument("--quick", action="store_true", help="small sizes only, for which there is nothing to compare")
    options = parser.parse_args()
    sizes = QUICK_SIZES if options.quick else SIZES
    if not has_option(options.clew, "--reduction"):
        print(f"{not_there_yet('--reduction')}: every interleaving is searched")
    runs = [(size, measure(size, options.clew)) for size in sizes]
    print_table(
        ["philosophers x rounds", "GenMC executions", "GenMC CPU s", "Clew states", "Clew CPU s", "Clew verdict", "times"],
        [[size.name, optional(size.genmc_executions, ","), optional(size.genmc_seconds, ".1f"), f"{run.states:,}",
          f"{run.cpu_seconds:.2f}", f"{run.verdict} {run.detail}".strip(), optional(times(size, run), ".1f")]
         for size, run in runs])
    return 0 if all([report(size, run) for size, run in runs]) else 1


def measure(size: Size, clew: Path) -> Checked:
    """The fastest of several runs, with all reductions; one run if it is given up."""
    fastest: Checked | None = None
    reduction = ("--reduction", "full") if has_option(clew, "--reduction") else ()
    for _ in range(REPEATS):
        run = check(clew, SYSTEMS / "rounds.c", *reduction, "--time-limit", str(TIME_LIMIT),
                    flags=(f"-DN={size.philosophers}", f"-DROUNDS={size.rounds}"))
        if fastest is None or run.cpu_seconds < fastest.cpu_seconds:
            fastest = run
        if not run.safe:
            return run
    return fastest


def times(size: Size, run: Checked) -> float | None:
    """How many times as fast as GenMC; nothing for a search that did not end."""
    return size.genmc_seconds / run.cpu_seconds if size.genmc_seconds is not None and run.safe else None


def optional(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form)


def report(size: Size, run: Checked) -> bool:
    factor = times(size, run)
    if not run.safe:
        print(f"{size.name}: the search did not end with safe: {mark(False)}")
        return False
    if factor is None:
        return True
    print(f"{size.name}: {factor:.1f} times as fast as GenMC's recorded time, target {GOAL:.0f}: {mark(factor >= GOAL)}")
    return factor >= GOAL


if __name__ == "__main__":
    sys.exit(main())
