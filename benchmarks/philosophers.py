#!/usr/bin/env python3
"""The dining philosophers searched to exhaustion by SPIN and by Clew, one after the other.

SPIN's verifier is compiled with -O2 -DSAFETY -DNOREDUCE, so both visit every interleaving. Prints one table;
exits with 1 if a count or a verdict is wrong or a target is missed. README.md explains the columns.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "philosophers"
KNOWN_STATES = {8: 9_403, 10: 102_571, 12: 1_118_878, 14: 12_205_087}
REPEATS = {8: 15, 10: 7, 12: 3, 14: 1}
LEAST_RATIO = 0.5
MOST_BYTES = 40.0
MEBIBYTE = 1 << 20
MEMORY_LIMIT_MIB = 8000


@dataclass(frozen=True)
class Run:
    """One search: what it found and what it cost."""

    safe: bool
    states: int  # with all philosophers started
    all_states: int
    transitions: int
    seconds: float
    bytes_per_state: float  # state storage
    peak_bytes_per_state: float  # the whole process

    @property
    def rate(self) -> float:
        return self.transitions / self.seconds


@dataclass(frozen=True)
class Row:
    n: int
    spin: Run
    clew: Run

    @property
    def ratio(self) -> float:
        return self.clew.rate / self.spin.rate


def main() -> int:
    options = parse_options()
    rows = [measure(n, options.clew) for n in KNOWN_STATES if n <= options.max_n]
    print_table(rows)
    errors = [error for row in rows for error in errors_of(row)]
    for error in errors:
        print(f"ERROR: {error}")
    met = [print_targets(row) for row in rows]
    return 0 if not errors and all(met) else 1


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", default="build/clew", help="the clew program to measure")
    parser.add_argument("--max-n", type=int, default=max(KNOWN_STATES), help="leave out more philosophers than this")
    return parser.parse_args()


def measure(n: int, clew: str) -> Row:
    """Runs both in turn, several times where a run is short, and keeps the fastest run of each."""
    spin_runs, clew_runs = [], []
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as name:
        folder = Path(name)
        pan = build_pan(n, folder)
        for repeat in range(REPEATS[n]):
            print(f"philosophers {n}, run {repeat + 1} of {REPEATS[n]}", file=sys.stderr, flush=True)
            spin_runs.append(run_pan(n, pan))
            clew_runs.append(run_clew(n, clew, folder))
    fastest: Callable[[Run], float] = lambda run: run.rate
    return Row(n, max(spin_runs, key=fastest), max(clew_runs, key=fastest))


def build_pan(n: int, folder: Path) -> Path:
    """Generates SPIN's verifier of the model and compiles it."""
    subprocess.run(["spin", "-a", f"-DN={n}", FOLDER / "philosophers.pml"], cwd=folder, check=True)
    flags = ["-O2", "-w", "-DSAFETY", "-DNOREDUCE", f"-DMEMLIM={MEMORY_LIMIT_MIB}"]
    subprocess.run(["gcc", *flags, "-o", "pan", "pan.c"], cwd=folder, check=True)
    return folder / "pan"


def run_pan(n: int, pan: Path) -> Run:
    """Runs the verifier with a stack that cannot overflow and two to four hash slots per state."""
    states = KNOWN_STATES[n]
    command = [pan, f"-m{2 * states}", f"-w{states.bit_length() + 1}"]
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
        seconds=elapsed if elapsed >= 1 else wall,  # pan's clock ticks only a hundred times a second
        bytes_per_state=number("actual memory usage for states", output) * MEBIBYTE / stored,
        peak_bytes_per_state=number("total actual memory usage", output) * MEBIBYTE / stored,
    )


def number(label: str, text: str) -> float:
    """The number at the start of pan's line with this label. Large ones look like 1.0459e+08."""
    found = re.search(rf"^\s*(\S+)\s+{label}", text, re.MULTILINE)
    if found is None:
        raise SystemExit(f"pan's output has no '{label}':\n{text}")
    return float(found[1])


def run_clew(n: int, clew: str, folder: Path) -> Run:
    """Checks the C program; the time is that of the search, as it is with pan."""
    report = folder / "clew.json"
    command = [clew, "check", FOLDER / "philosophers.c", "--json", report, "--quiet", "--", f"-DN={n}"]
    finished = subprocess.run(command, capture_output=True, text=True)
    if not report.exists():
        raise SystemExit(f"clew wrote no report, exit status {finished.returncode}: {finished.stderr}")
    result = json.loads(report.read_text())
    statistics = result["statistics"]
    states = statistics["states"]
    return Run(
        safe=result["verdict"] == "safe" and finished.returncode == 0,
        states=statistics["states_by_live_threads"].get(str(n + 1), 0),
        all_states=states,
        transitions=statistics["transitions"],
        seconds=statistics["seconds"],
        bytes_per_state=statistics["store_bytes"] / states,
        peak_bytes_per_state=statistics["peak_resident_bytes"] / states,
    )


def print_table(rows: list[Row]) -> None:
    header = ["N", "SPIN states", "Clew states", "Clew all", "SPIN tr/s", "Clew tr/s", "ratio", "SPIN B/st",
              "Clew B/st", "SPIN peak", "Clew peak", "SPIN s", "Clew s"]
    table = [header]
    for row in rows:
        spin, clew = row.spin, row.clew
        table.append([
            str(row.n), f"{spin.states:,}", f"{clew.states:,}", f"{clew.all_states:,}", f"{spin.rate:,.0f}",
            f"{clew.rate:,.0f}", f"{row.ratio:.2f}", f"{spin.bytes_per_state:.1f}", f"{clew.bytes_per_state:.1f}",
            f"{spin.peak_bytes_per_state:.1f}", f"{clew.peak_bytes_per_state:.1f}", f"{spin.seconds:.2f}",
            f"{clew.seconds:.2f}",
        ])
    widths = [max(len(line[column]) for line in table) for column in range(len(header))]
    for line in table:
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths)))


def errors_of(row: Row) -> list[str]:
    """What is wrong with the answers, apart from how fast they came."""
    known = KNOWN_STATES[row.n]
    errors = []
    for name, run in (("SPIN", row.spin), ("Clew", row.clew)):
        if run.states != known:
            errors.append(f"N = {row.n}: {name} has {run.states:,} states, not {known:,}")
        if run.transitions < run.states:
            errors.append(f"N = {row.n}: {name} has {run.transitions:,} transitions, fewer than states")
        if not run.safe:
            errors.append(f"N = {row.n}: {name} does not answer safe")
    return errors


def print_targets(row: Row) -> bool:
    """Prints which targets this size reaches; true if all of them."""
    fast = row.ratio >= LEAST_RATIO
    small = row.clew.bytes_per_state <= MOST_BYTES
    print(f"N = {row.n}: {row.ratio:.2f} of SPIN's transitions per second, target {LEAST_RATIO}: {mark(fast)}; "
          f"{row.clew.bytes_per_state:.1f} bytes per state, target at most {MOST_BYTES:.0f}: {mark(small)}")
    return fast and small


def mark(reached: bool) -> str:
    return "ok" if reached else "MISSED"


if __name__ == "__main__":
    sys.exit(main())
