#!/usr/bin/env python3
"""Jobs of clew-mpi that Slurm's srun starts.

The ranks must be one job that ends as `clew check` does, with its exit status, for a safe and for a violated program. Then
jobs are cancelled, asked to stop, or lose a rank in mid-run: none of them is `safe`, and another number of tasks goes on to
the same totals.

Without srun, or when this machine is no node of a running Slurm that has pmix, the test is skipped (exit status 77).
slurm_node.sh makes it one.
"""

import argparse
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from jobs import WORKLOADS, Jobs, send

import refusals
from runs import SAFE, UNDECIDED, Failure, Outcome, Undisturbed, Workload, run_undisturbed

SKIPPED = 77
SAFE_WORKLOAD = replace(WORKLOADS[0], flags=("-DN=11",))
VIOLATED_WORKLOAD = replace(WORKLOADS[1], flags=("-DDIGITS=5", "-DNEEDLE=73519"))
MOMENTS = (0.3, 0.15, 0.0)  # of a stop, in shares of the undisturbed run; an earlier one if the job has ended before
RANKS = 4


class SlurmJobs(Jobs):
    """Jobs on this node, which may have more tasks than processors."""

    def __init__(self, clew: Path, clew_mpi: Path, folder: Path) -> None:
        super().__init__(clew, clew_mpi, folder, random.Random(1))
        self.ranks = RANKS
        self.name = f"clew-test-{os.getpid()}"

    def command(self, directory: Path) -> list[Path | str]:
        return ["srun", "--mpi=pmix", f"--nodelist={node()}", f"--job-name={self.name}", "--overcommit", "-n", str(self.ranks),
                self.clew_mpi, "check", "--journal", directory]

    def cancel(self, *more: str) -> None:
        subprocess.run(["scancel", f"--name={self.name}", *more], check=True)

    def kill_rank(self) -> None:
        victims = [process for process in map(int, filter(str.isdigit, os.listdir("/proc"))) if self.is_rank(process)]
        if victims:
            send(max(victims), signal.SIGKILL)

    def is_rank(self, process: int) -> bool:
        """Of this test: its folder is in the command line."""
        try:
            words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
        except OSError:  # it has ended meanwhile
            return False
        return words[0] == bytes(self.clew_mpi) and any(word.startswith(bytes(self.folder)) for word in words)


@dataclass(frozen=True)
class Stop:
    name: str
    perform: Callable[[], None]
    is_orderly: bool = True  # whether the ranks can still say something

    def __str__(self) -> str:
        return self.name


def node() -> str:
    return socket.gethostname().split(".")[0]


def why_not() -> str:
    """Why there can be no jobs here, or nothing."""
    if not shutil.which("srun"):
        return "there is no srun"
    if not said("sinfo", "--noheader", f"--nodes={node()}", "--states=idle,mixed"):
        return "this machine is no free node of a running Slurm"
    return "" if "pmix" in said("srun", "--mpi=list") else "this Slurm has no pmix"


def said(*command: str) -> str:
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    return result.stdout if result.returncode == 0 else ""


def main() -> int:
    options = parse_options()
    reason = why_not()
    if reason:
        print(f"skipped: {reason}")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="clew-") as folder:
        jobs = SlurmJobs(options.clew.resolve(), options.clew_mpi.resolve(), Path(folder))
        try:
            test(jobs)
        except Failure as failure:
            print(f"FAILED: {failure}", file=sys.stderr)
            return 1
        finally:
            jobs.cancel("--quiet")
    return 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    parser.add_argument("--clew-mpi", required=True, type=Path)
    return parser.parse_args()


def test(jobs: SlurmJobs) -> None:
    undisturbed(jobs, VIOLATED_WORKLOAD)
    subject = undisturbed(jobs, SAFE_WORKLOAD)
    is_one_job(jobs)
    stops = (
        Stop("scancel", jobs.cancel),
        Stop("scancel --signal=TERM", lambda: jobs.cancel("--signal=TERM")),
        Stop("a rank killed", jobs.kill_rank, is_orderly=False),
    )
    for each in stops:
        print(f"{each}: {stop(jobs, subject, each)}", flush=True)


def undisturbed(jobs: SlurmJobs, workload: Workload) -> Undisturbed:
    subject = run_undisturbed(jobs, workload)
    print(f"{workload.name}: {subject.outcome.verdict}, {subject.outcome.states:,} states, {subject.seconds:.2f} s", flush=True)
    subject.expect(jobs.alone(workload), "by clew check")
    return subject


def is_one_job(jobs: SlurmJobs) -> None:
    """Tasks that do not find each other would each be a job of one rank, and all print."""
    outcome = jobs.launch([*jobs.command(jobs.directory("one job")), jobs.program(VIOLATED_WORKLOAD)])
    if outcome.output.count(f"\n{RANKS} ranks, ") != 1 or outcome.output.count("verdict: ") != 1:
        raise Failure(f"{RANKS} tasks are not one job: {outcome.output}")


def stop(jobs: SlurmJobs, subject: Undisturbed, how: Stop) -> str:
    """Stops a job in mid-run, and resumes it; says how it ended."""
    for moment in MOMENTS:
        ended = stop_after(jobs, subject, how, moment * subject.seconds)
        if ended:
            return ended
    raise Failure(f"{how}: the job is too short")


def stop_after(jobs: SlurmJobs, subject: Undisturbed, how: Stop, wait: float) -> str:
    """Nothing if the job had ended by then."""
    directory = jobs.directory("stopped")
    process = jobs.start(subject.workload, directory)
    refusals.wait_for_files(directory, process)
    time.sleep(wait)
    how.perform()
    outcome = jobs.finish(process, directory)
    if outcome.verdict == subject.outcome.verdict:
        subject.expect(outcome, f"{how} too late")
        return ""
    expect_clear_end(outcome, how)
    jobs.ranks = RANKS - 1
    subject.expect(jobs.resume(subject.workload, directory), f"{how}, resumed")
    jobs.ranks = RANKS
    return f"{outcome.verdict or 'no verdict'}, exit status {outcome.status}"


def expect_clear_end(outcome: Outcome, how: Stop) -> None:
    """When a rank is lost Slurm ends the others by SIGKILL, so that there may be no verdict."""
    has_reason = bool(re.fullmatch(r"verdict: unknown \(.+\)", outcome.verdict))
    if how.is_orderly:
        is_clear = has_reason and outcome.status == UNDECIDED
    else:
        is_clear = (has_reason or not outcome.verdict) and outcome.status != SAFE
    if not is_clear:
        raise Failure(f"{how}: {outcome}")


if __name__ == "__main__":
    sys.exit(main())
