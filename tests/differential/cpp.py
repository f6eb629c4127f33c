#!/usr/bin/env python3
"""Do C++ programs print under `clew run` what they print natively?

Each program in the folder cpp is compiled with clang and executed, then interpreted by `clew run` under a few
schedules. Its output and its exit status do not depend on the schedule, so all of them must agree.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "cpp"
STANDARD = "-std=c++20"
INPUT = "12 3.5 word\nthe second line\nx"
NATIVE_SECONDS = 20
CLEW_SECONDS = 300  # a build with sanitizers on a busy machine


def native(program: Path, folder: Path) -> tuple[str, int]:
    binary = folder / program.stem
    subprocess.run(["clang++-19", "-O0", STANDARD, "-pthread", "-w", program, "-o", binary], check=True)
    done = subprocess.run([binary], input=INPUT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, timeout=NATIVE_SECONDS)
    # clew ends the last line where the program did not.
    return done.stdout if done.stdout.endswith("\n") or not done.stdout else done.stdout + "\n", done.returncode


def interpreted(clew: str, program: Path, seed: int) -> tuple[str, str]:
    """The program's own output, and what clew says about its end."""
    done = subprocess.run([clew, "run", program, "--seed", str(seed), "--stdin", INPUT, "--", STANDARD, "-w"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=CLEW_SECONDS)
    lines = done.stdout.splitlines(keepends=True)
    return "".join(lines[:-1]), lines[-1].strip() if lines else f"no output, exit status {done.returncode}"


def compare(clew: str, program: Path, seeds: list[int], folder: Path) -> str | None:
    expected, status = native(program, folder)
    for seed in seeds:
        output, verdict = interpreted(clew, program, seed)
        wanted = f"verdict: bounded (one path, exit status {status})"
        if output != expected or verdict != wanted:
            return (f"{program.name}, seed {seed}: {verdict}, expected {wanted}\n"
                    f"--- natively\n{expected}--- under clew\n{output}")
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clew", required=True)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("programs", nargs="*", type=Path)
    options = parser.parse_args()
    programs = options.programs or sorted(FOLDER.glob("*.cpp"))
    seeds = list(range(1, options.seeds + 1))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda program: compare(options.clew, program, seeds, Path(folder)), programs))
    for result in filter(None, results):
        print(result)
    failed = sum(result is not None for result in results)
    print(f"{len(programs) - failed} of {len(programs)} programs agree")
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
