"""One run of a checker on a program in symbolic/: Clew's symbolic engine, and CBMC and KLEE where they are installed."""

import json
import os
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

POLL_SECONDS = 0.01
MEMORY_LIMIT = "6G"
CBMC_ANSWERS = {0: "safe", 10: "violated"}


@dataclass(frozen=True)
class Run:
    answer: str  # safe, violated, or why there is neither
    seconds: float  # user and system, of the process and of those that it started
    solver_calls: int | None = None

    @property
    def decided(self) -> bool:
        return self.answer in ("safe", "violated")

    @property
    def text(self) -> str:
        return f"{self.seconds:.2f}" if self.decided else self.answer


TIMED_OUT = "timed out"


def clew_run(clew: Path, program: Path, flags: tuple[str, ...], options: tuple[str, ...], limit: float) -> Run:
    """`clew check --engine symbolic`, for assertions alone, as the paper checks them."""
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as folder:
        report = Path(folder) / "report.json"
        command = [clew, "check", program, "--engine", "symbolic", "--property", "assert", "--quiet", "--json", report,
                   "--memory-limit", MEMORY_LIMIT, *options, "--", *flags]
        status, seconds, output = timed(command, Path(folder), limit)
        if status is None:
            return Run(TIMED_OUT, seconds)
        if not report.exists():
            raise SystemExit(f"clew wrote no report, exit status {status}: {output}")
        result = json.loads(report.read_text())
    return Run(result["verdict"], seconds, result["statistics"].get("symbolic", {}).get("solver_calls"))


def cbmc_run(program: Path, flags: tuple[str, ...], limit: float) -> Run:
    """All loops of the programs have fixed bounds, so CBMC unwinds them by itself."""
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as folder:
        status, seconds, _ = timed(["cbmc", program, *flags], Path(folder), limit)
    return Run(TIMED_OUT if status is None else CBMC_ANSWERS.get(status, "failed"), seconds)


def klee_run(program: Path, flags: tuple[str, ...], limit: float, compiler: str) -> Run:
    """Compiling counts, as it does for the others."""
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as folder:
        bitcode = Path(folder) / "program.bc"
        compiling, first, _ = timed([compiler, "-DKLEE", "-fwrapv", "-c", "-emit-llvm", "-g", "-O0", *flags, program, "-o", bitcode],
                                    Path(folder), limit)
        if compiling != 0:
            return Run("not compiled", first)
        status, second, output = timed(["klee", "--exit-on-error-type=Assert", f"--output-dir={folder}/out", bitcode],
                                       Path(folder), limit)
    if status is None:
        return Run(TIMED_OUT, first + second)
    return Run("violated" if "ASSERTION FAIL" in output else "safe" if status == 0 else "failed", first + second)


def timed(command: list, folder: Path, limit: float) -> tuple[int | None, float, str]:
    """Exit status, or none after `limit` seconds by the clock; CPU seconds; what was printed."""
    printed = folder / "output"
    with printed.open("w") as file:
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
    end = time.monotonic() + limit
    killed = False
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        if not killed and time.monotonic() > end:
            os.killpg(process.pid, signal.SIGKILL)
            killed = True
        time.sleep(POLL_SECONDS)
    process.returncode = os.waitstatus_to_exitcode(status)
    return (None if killed else process.returncode), usage.ru_utime + usage.ru_stime, printed.read_text(errors="replace")
