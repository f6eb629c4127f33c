#!/usr/bin/env python3
"""Like workers: how many states are left of them with symmetry, with reductions, and with both.

N workers that change places make up to N! states of one. Exits with 1 if a verdict is wrong, or if symmetry leaves more
than three times the N!-th part of the states.
"""

import argparse
import math
import sys
from pathlib import Path

from common import DEFAULT_CLEW, SYSTEMS, check, mark, print_table

MODES = {
    "none": (),
    "symmetry": ("--symmetry", "threads"),
    "full": ("--reduction", "full"),
    "full and symmetry": ("--reduction", "full", "--symmetry", "threads"),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to measure")
    parser.add_argument("--quick", action="store_true", help="few workers only")
    options = parser.parse_args()
    rows = [measure(options.clew, workers) for workers in range(2, 4 if options.quick else 6)]
    print_table(["workers", *(f"{name}: states" for name in MODES), "seconds of none", "of symmetry"],
                [[str(workers), *(f"{run.states:,}" for run in runs.values()), f"{runs['none'].seconds:.2f}",
                  f"{runs['symmetry'].seconds:.2f}"] for workers, runs in rows])
    return 0 if all([report(workers, runs) for workers, runs in rows]) else 1


def measure(clew: Path, workers: int) -> tuple[int, dict]:
    return workers, {name: check(clew, SYSTEMS / "workers.c", *mode, flags=(f"-DN={workers}",))
                     for name, mode in MODES.items()}


def report(workers: int, runs: dict) -> bool:
    safe = all(run.safe for run in runs.values())
    least = runs["none"].states / math.factorial(workers)
    few = runs["symmetry"].states <= 3 * least
    print(f"{workers} workers: safe in every mode: {mark(safe)}; "
          f"{runs['symmetry'].states / least:.1f} times 1/{workers}! of the states, target at most 3: {mark(few)}")
    return safe and few


if __name__ == "__main__":
    sys.exit(main())
