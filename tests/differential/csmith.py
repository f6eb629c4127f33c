#!/usr/bin/env python3
"""Does `clew run` compute what the native program computes?

csmith generates C programs that are free of undefined behaviour and print a checksum of all their
global variables. Each one is compiled with clang-19 and executed, then interpreted by `clew run`; the
two must print the same lines, and Clew must find no violation. A seed and its options determine a
program, so a failure is reproduced by `--first-seed SEED --count 1`. With --m32 both sides use 32-bit
pointers and longs.

Programs that do not end natively within two seconds are passed over, and so are those that compute for
so long that interpreting them would dominate the test; neither counts as compared.
"""

import argparse
import multiprocessing
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

CSMITH_INCLUDE = "/usr/include/csmith"
BUILTINS = Path(__file__).resolve().parent / "builtins.h"
NATIVE_SECONDS = 2.0
NATIVE_CPU_SECONDS = 0.05  # more than this natively takes too long interpreted
CLEW_SECONDS = 60.0  # so much more than a program that passed the limit above needs that it means a hang

# The one undefined behaviour csmith does not avoid: with --float it converts floats that are too large to
# integers. Such programs end by a signal natively.
# Without SSE a 32-bit processor computes in 80 bits and rounds when it feels like it.
M32 = ["-m32", "-msse2", "-mfpmath=sse"]

FLOAT_TRAP = ["-fsanitize=float-cast-overflow", "-fsanitize-trap=float-cast-overflow"]

COMMON = ["--no-volatile-pointers", "--concise"]
SMALL = ["--max-funcs", "4", "--max-block-depth", "3", "--max-block-size", "4"]


@dataclass(frozen=True)
class Mix:
    """One choice of csmith options, and the arguments the generated program is run with."""

    name: str
    options: list[str]
    arguments: tuple[str, ...] = ()


# The seed picks the mix, seed modulo the number of mixes. With the argument 1 a program prints the
# checksum after every variable, which tells where a difference begins.
MIXES = [
    Mix("small", SMALL + ["--no-argc"]),
    Mix("default", ["--no-argc"]),
    Mix("every variable", SMALL, arguments=("1",)),
    Mix("float", SMALL + ["--float", "--no-argc"]),
    Mix("structs", SMALL + ["--max-struct-fields", "16", "--max-union-fields", "8", "--no-argc"]),
    Mix("pointers", SMALL + ["--max-pointer-depth", "5", "--no-volatiles", "--no-argc"]),
    Mix("arrays", SMALL + ["--max-array-dim", "4", "--max-array-len-per-dim", "6"], arguments=("1",)),
    Mix("expressions", ["--max-funcs", "3", "--max-block-depth", "2", "--max-expr-complexity", "25", "--no-argc"]),
    Mix("builtins", SMALL + ["--builtins", "--no-argc"]),
]


@dataclass(frozen=True)
class Task:
    seed: int
    clew: str
    folder: Path
    model: tuple[str, ...] = ()  # flags of the data model


@dataclass(frozen=True)
class Result:
    """What one seed gave: compared or not (and why), and for a failure its description."""

    seed: int
    skipped: str = ""
    failure: str = ""


def main() -> int:
    options = parse_options()
    folder = Path(tempfile.mkdtemp(prefix="clew-csmith-"))
    passed, failed = compare_programs(options, folder)
    if failed:
        print(f"the programs that differ are in {folder}")
    else:
        shutil.rmtree(folder)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed < options.count else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", default="build/clew", help="the clew program to test")
    parser.add_argument("--count", type=int, default=50, help="how many programs to compare")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--m32", action="store_true", help="compare with 32-bit programs")
    parser.add_argument("--jobs", type=int, default=2, help="programs compared at the same time")
    return parser.parse_args()


def compare_programs(options: argparse.Namespace, folder: Path) -> tuple[int, int]:
    """Goes through the seeds until enough programs are compared; returns how many passed and failed."""
    passed = failed = 0
    seed = options.first_seed
    model = tuple(M32) if options.m32 else ()
    last_seed = options.first_seed + 4 * options.count + 10
    with multiprocessing.Pool(options.jobs) as pool:
        while passed + failed < options.count and seed < last_seed:
            seeds = range(seed, seed + options.count - passed - failed)
            seed = seeds.stop
            for result in pool.imap_unordered(compare, [Task(s, options.clew, folder, model) for s in seeds]):
                if result.skipped:
                    print(f"seed {result.seed}: passed over, {result.skipped}")
                elif result.failure:
                    failed += 1
                    print(f"seed {result.seed}: FAILED, {result.failure}", flush=True)
                else:
                    passed += 1
    return passed, failed


def compare(task: Task) -> Result:
    """Generates the program of a seed, executes it both ways and compares; deletes it if all is well."""
    mix = MIXES[task.seed % len(MIXES)]
    source = task.folder / f"seed{task.seed}.c"
    binary = source.with_suffix(".native")
    try:
        result = compare_mix(task, mix, source, binary)
    finally:
        binary.unlink(missing_ok=True)
    if not result.failure:
        source.unlink(missing_ok=True)
    return result


def compare_mix(task: Task, mix: Mix, source: Path, binary: Path) -> Result:
    generate = ["csmith", "--seed", str(task.seed), "--output", str(source), *COMMON, *mix.options]
    flags = [*task.model, "-I", CSMITH_INCLUDE, "-include", str(BUILTINS), "-w"]
    try:
        subprocess.run(generate, check=True, capture_output=True, timeout=30)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return Result(task.seed, skipped="csmith gave no program")
    compile_native = ["clang-19", "-O0", *FLOAT_TRAP, *flags, str(source), "-o", str(binary), "-lm"]
    compiled = subprocess.run(compile_native, capture_output=True)
    if compiled.returncode != 0:
        return Result(task.seed, skipped="clang does not compile it")
    before = child_cpu_seconds()
    try:
        native = subprocess.run([binary, *mix.arguments], capture_output=True, text=True, timeout=NATIVE_SECONDS)
    except subprocess.TimeoutExpired:
        return Result(task.seed, skipped="it does not end natively")
    if child_cpu_seconds() - before > NATIVE_CPU_SECONDS:
        return Result(task.seed, skipped="it computes for long")
    if native.returncode != 0:
        return Result(task.seed, skipped=f"its behaviour is undefined, native exit status {native.returncode}")
    arguments = [word for argument in mix.arguments for word in ("--arg", argument)]
    failure = compare_with_clew([task.clew, "run", str(source), *arguments, "--", *flags], native.stdout)
    return Result(task.seed, failure=f"{failure} (mix '{mix.name}', {source})" if failure else "")


def child_cpu_seconds() -> float:
    """CPU time of this worker's finished children; its growth is the time of the last one."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compare_with_clew(command: list[str], expected: str) -> str:
    """Runs Clew and says what is wrong with its answer, or nothing."""
    try:
        clew = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=CLEW_SECONDS)
    except subprocess.TimeoutExpired:
        return f"no answer in {CLEW_SECONDS:g} s"
    *printed, verdict = clew.stdout.splitlines() or [""]
    if not verdict.startswith("verdict: bounded (one path, exit status 0)") or clew.returncode != 2:
        return f"exit status {clew.returncode}, last line '{verdict}' {clew.stderr.strip()[-300:]}"
    for native_line, clew_line in zip(expected.splitlines(), printed):
        if native_line != clew_line:
            return f"native '{native_line}', clew '{clew_line}'"
    if len(printed) != len(expected.splitlines()):
        return f"native prints {len(expected.splitlines())} lines, clew {len(printed)}"
    return ""


if __name__ == "__main__":
    sys.exit(main())
