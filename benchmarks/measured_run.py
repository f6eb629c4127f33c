"""One run of `clew check` seen from outside: peak memory from the kernel, disk from the run's directory.

The programs are bitcode already, because the peak of a process that calls clang may be clang's.
"""

import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from common import FOLDER, compile_bitcode

MEGABYTE = 1_000_000
CPP_FLAGS = ("-I", str(FOLDER.parent / "runtime" / "include"))
POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Measured:
    verdict: str
    detail: str
    statistics: dict
    path_length: int  # of the counterexample; 0 if there is none
    peak_bytes: int
    disk_bytes: int  # the most that was seen in the run's directory
    seconds: float  # by the clock, of the whole process

    @property
    def states(self) -> int:
        return self.statistics["states"]

    @property
    def rate(self) -> float:
        """States per second of the search alone."""
        return self.states / max(self.statistics["seconds"], 1e-6)

    @property
    def external(self) -> dict:
        return self.statistics.get("external", {})

    @property
    def answer(self) -> str:
        return f"{self.verdict} ({self.detail})" if self.detail else self.verdict


def bitcode(source: Path, folder: Path, *flags: str) -> Path:
    target = folder / f"{source.stem}{''.join(flags)}.bc"
    return compile_bitcode(source, target, *CPP_FLAGS, *flags)


def measure(clew: Path, program: Path, scratch: Path, store: str, *options: str | Path,
            watch: Callable[[int, Path], None] | None = None, terminal: int | None = None) -> Measured:
    """Runs `clew check` on bitcode; a store on disk gets a directory of its own in `scratch`, which is removed afterwards.

    `watch` is called with the process and that directory until the process has ended; a `terminal` gets its progress.
    """
    with tempfile.TemporaryDirectory(prefix="clew-bench-", dir=scratch) as folder:
        report, run, errors = (Path(folder) / name for name in ("report.json", "run", "errors"))
        command = [clew, "check", program, "--json", report, *store_options(store, run), *options]
        begin = time.monotonic()
        with errors.open("w") as file:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=terminal or file)
        try:
            peak, disk = wait(process, run, watch)
        finally:
            process.kill()  # nothing if it has ended
        seconds = time.monotonic() - begin
        if not report.exists():
            raise SystemExit(f"clew wrote no report, exit status {process.returncode}: {errors.read_text()}")
        result = json.loads(report.read_text())
    lines = result.get("trace", {}).get("lines", [])
    return Measured(result["verdict"], result["detail"], result["statistics"], lines[-1]["step"] if lines else 0, peak, disk,
                    seconds)


def store_options(store: str, run: Path) -> tuple[str | Path, ...]:
    """Nothing for memory, so that a clew that knows no other store can be measured too."""
    return () if store == "memory" else ("--store", store, "--store-dir", run)


def wait(process: subprocess.Popen, run: Path, watch: Callable[[int, Path], None] | None) -> tuple[int, int]:
    """Peak resident bytes of the process, and the most bytes that lay in its directory."""
    disk = 0
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        disk = max(disk, folder_bytes(run))
        if ended:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_maxrss * 1024, disk
        if watch:
            watch(process.pid, run)
        time.sleep(POLL_SECONDS)


def folder_bytes(folder: Path) -> int:
    """Files may vanish while one looks."""
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(path, name)).st_blocks * 512
            except FileNotFoundError:
                pass
    return total


@cache
def choices_of(clew: Path, option: str) -> frozenset[str]:
    """What `clew check` takes after an option, by its help; empty if it does not know the option."""
    text = subprocess.run([clew, "check", "--help"], capture_output=True, text=True, check=True).stdout
    found = re.search(re.escape(option) + r"\b[^{\n]*\{([^}]*)\}", text)
    return frozenset(found[1].split(",")) if found else frozenset()


def knows(clew: Path, search: str, store: str) -> bool:
    return search in choices_of(clew, "--search") and store in choices_of(clew, "--store")
