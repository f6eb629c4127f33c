#!/usr/bin/env python3
"""A full disk ends a search on disk with exit status 2 and one clear line; with more room it is resumed and ends right.

The disk is a small file system in memory, mounted in a namespace of its own, so that nobody else sees it. Where that is
not allowed the test is skipped (exit status 77).
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from runs import REFUSED, UNDECIDED, WORKLOADS, Failure, Runner, Undisturbed, run_undisturbed

SKIPPED = 77
INSIDE = "CLEW_TEST_IN_NAMESPACE"
NAMESPACES = (["unshare", "-m"], ["unshare", "-rm"])  # for root, and for others where the kernel lets them
TESTED = ("bfs", "dfs", "strict bfs", "strict astar")  # workloads
SHARES = (0.1, 0.5, 0.9)  # of the bytes that a run needs
LEAST_BYTES = 64 << 10
ENOUGH = "2g"


@dataclass(frozen=True)
class SmallDisk:
    """A file system of a given size."""

    folder: Path

    def mount(self, size: int) -> None:
        self.folder.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "clew-test", self.folder], check=True)

    def grow(self) -> None:
        subprocess.run(["mount", "-o", f"remount,size={ENOUGH}", self.folder], check=True)

    def unmount(self) -> None:
        subprocess.run(["umount", self.folder], check=True)


def main() -> int:
    options = parse_options()
    if INSIDE not in os.environ:
        return enter_namespace()
    with tempfile.TemporaryDirectory(prefix="clew-full-") as folder:
        runner = Runner(options.clew.resolve(), Path(folder))
        try:
            tested = [test(runner, run_undisturbed(runner, workload)) for workload in WORKLOADS if workload.name in TESTED]
        except Failure as failure:
            print(f"FAILED: {failure}", file=sys.stderr)
            return 1
    print(f"{sum(tested)} full disks")
    return 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    return parser.parse_args()


def enter_namespace() -> int:
    """Runs this test where it may mount."""
    for unshare in NAMESPACES:
        with tempfile.TemporaryDirectory(prefix="clew-full-") as folder:
            mounts = subprocess.run([*unshare, "mount", "-t", "tmpfs", "clew-test", folder], capture_output=True)
        if mounts.returncode == 0:
            return subprocess.run([*unshare, sys.executable, *sys.argv], env={**os.environ, INSIDE: "1"}).returncode
    print("skipped: no file system can be mounted here, neither as root nor in a user namespace")
    return SKIPPED


def test(runner: Runner, subject: Undisturbed) -> int:
    """Fills disks of several sizes; returns how many were full before the search was at its end."""
    full = 0
    for share in SHARES:
        size = max(LEAST_BYTES, int(share * subject.outcome.disk_bytes))
        disk = SmallDisk(runner.folder / "disk")
        disk.mount(size)
        try:
            full += fill(runner, subject, disk, size)
        finally:
            disk.unmount()
    if full == 0:
        raise Failure(f"{subject.workload.name}: it needs {subject.outcome.disk_bytes:,} bytes, but no disk was ever full")
    return full


def fill(runner: Runner, subject: Undisturbed, disk: SmallDisk, size: int) -> bool:
    what = f"a disk of {size:,} bytes"
    directory = disk.folder / "run"
    outcome = runner.run(subject.workload, directory)
    if outcome.status not in (UNDECIDED, REFUSED):
        subject.expect(outcome, what)
        return False
    if outcome.status != UNDECIDED or not outcome.explained or not re.search(r"disk|space|full", outcome.verdict, re.I):
        raise Failure(f"{subject.workload.name}, {what}: {outcome}")
    disk.grow()
    subject.expect(runner.resume(subject.workload, directory), f"resumed after {what}")
    return True


if __name__ == "__main__":
    sys.exit(main())
