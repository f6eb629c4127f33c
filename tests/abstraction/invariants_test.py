#!/usr/bin/env python3
"""Counts the safe programs in programs/ that need invariants: which neither the explicit engine decides nor the bounded one, and
predicate abstraction does.

The other two get little time, and no more is needed: their loops have no bound, and so many states that more time would not help. Exits
with 1 if there are less than thirty, or if somebody says that a safe program is violated.
"""

import argparse
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
LEAST = 30
ENGINES = {
    "explicit": ("--time-limit", "0.5"),
    "symbolic": ("--unwind", "8", "--time-limit", "1"),
    "abstract": ("--time-limit", "30"),
}


def verdict(clew: Path, program: Path, engine: str) -> str:
    command = [clew, "check", program, "--engine", engine, "--quiet", *ENGINES[engine], "--", "-w", f"-I{FOLDER}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("verdict: ")]
    return lines[-1].removeprefix("verdict: ").partition(" ")[0] if lines else done.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    clew = parser.parse_args().clew.resolve()
    programs = [each for each in sorted((FOLDER / "programs").glob("*.c")) if each.read_text().splitlines()[0] == "// safe"]
    with ThreadPoolExecutor(2) as pool:
        found = dict(zip(programs, pool.map(lambda program: {engine: verdict(clew, program, engine) for engine in ENGINES}, programs)))
    wrong = [program for program, verdicts in found.items() if verdicts["abstract"] != "safe" or "violated" in verdicts.values()]
    for program in wrong:
        print(f"FAILED: {program.name}: {found[program]}")
    needing = [program for program, verdicts in found.items() if verdicts["explicit"] != "safe" and verdicts["symbolic"] != "safe"]
    print(f"{len(programs)} safe programs, {len(needing)} of which only abstraction decides; {LEAST} at least")
    return 1 if wrong or len(needing) < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
