#!/usr/bin/env python3
"""A job of clew-mpi over several hosts, and one of them is cut off.

The hosts are network namespaces with addresses of their own (hosts.py). A job across three of them must end as `clew check`
does. Then a host is cut off in mid-run: the job must end soon, without a verdict and with a line that says so (by mpirun if it
ended the job before it passed ours on), the ranks on the lost host must end by themselves, and the journal must be resumed to the same totals, first by the hosts that are left, then
by all of them.

Where namespaces are not allowed the test is skipped (exit status 77), unless CLEW_HOSTS=required is in the environment.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from hosts import Hosts, NoNamespaces
from jobs import WORKLOADS, Jobs

from runs import SAFE, UNDECIDED, Failure, Outcome, Undisturbed, Workload

SKIPPED = 77
HOSTS = 3
PATIENCE = 3.0  # seconds
MOST_SECONDS = 60.0  # until a job has ended that lost a host; much more than the patience, and TCP's
WORKLOAD = replace(WORKLOADS[0], flags=("-DN=11",))
MOMENTS = (0.4, 0.2, 0.1)  # of a cut, in shares of the undisturbed run; an earlier one if the job has ended before
# mpirun notices a lost host by itself after so long, if the ranks do not before: after 480 s by default, or after 4.
QUICK_MPIRUN = {"oob_tcp_keepalive_time": "2", "oob_tcp_keepalive_intvl": "1", "oob_tcp_keepalive_probes": "2"}


@dataclass(frozen=True)
class Cut:
    """Which host is lost, and who is to notice it."""

    host: int
    patience: float
    parameters: dict[str, str]

    def __str__(self) -> str:
        return f"host {self.host} cut off, {'mpirun' if self.parameters else 'the ranks'} to notice it"


CUTS = (Cut(2, PATIENCE, {}), Cut(1, 10 * PATIENCE, QUICK_MPIRUN), Cut(0, PATIENCE, {}))


class HostJobs(Jobs):
    """Jobs with a rank on each of some hosts."""

    def __init__(self, clew: Path, clew_mpi: Path, folder: Path, hosts: Hosts) -> None:
        super().__init__(clew, clew_mpi, folder, random.Random(1))
        self.hosts = hosts
        self.used = list(range(HOSTS))
        self.parameters: dict[str, str] = {}

    def command(self, directory: Path) -> list[Path | str]:
        return [*self.hosts.mpirun(self.used), self.clew_mpi, "check", "--journal", directory]

    def environment(self) -> dict[str, str]:
        return super().environment() | {f"OMPI_MCA_{name}": value for name, value in self.parameters.items()}


def main() -> int:
    options = parse_options()
    with tempfile.TemporaryDirectory(prefix="clew-") as folder:
        try:
            with Hosts(HOSTS, Path(folder)) as hosts:
                jobs = HostJobs(options.clew.resolve(), options.clew_mpi.resolve(), Path(folder), hosts)
                test(jobs)
        except NoNamespaces as reason:
            is_required = os.environ.get("CLEW_HOSTS") == "required"
            print(f"{'FAILED' if is_required else 'skipped'}: {reason}")
            return 1 if is_required else SKIPPED
        except Failure as failure:
            print(f"FAILED: {failure}", file=sys.stderr)
            return 1
    return 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    parser.add_argument("--clew-mpi", required=True, type=Path)
    return parser.parse_args()


def test(jobs: HostJobs) -> None:
    subject = across_hosts(jobs, WORKLOAD)
    print(f"{HOSTS} hosts: {subject.outcome.verdict}, {subject.outcome.states:,} states, {subject.seconds:.2f} s", flush=True)
    for cut in CUTS:
        print(f"{cut}: {cut_off(jobs, subject, cut)}", flush=True)


def across_hosts(jobs: HostJobs, workload: Workload) -> Undisturbed:
    """A job with a rank on each host, which is compared with `clew check`."""
    directory = jobs.directory("undisturbed")
    begin = time.monotonic()
    process = jobs.start(workload, directory)
    wait_for_ranks(jobs, process)
    outcome = jobs.finish(process, directory)
    subject = Undisturbed(workload, outcome, time.monotonic() - begin)
    subject.expect(jobs.alone(workload), "by clew check")
    return subject


def wait_for_ranks(jobs: HostJobs, process: subprocess.Popen) -> None:
    """Until each host has its rank."""
    while not all(len(jobs.hosts.ranks(host, jobs.clew_mpi)) == 1 for host in range(HOSTS)):
        if process.poll() is not None:
            raise Failure(f"there was never a rank on each of {HOSTS} hosts: {process.communicate()[1]}")
        time.sleep(0.02)


def cut_off(jobs: HostJobs, subject: Undisturbed, cut: Cut) -> str:
    """Loses a host in mid-run; says how that ended."""
    for moment in MOMENTS:
        ended = cut_off_after(jobs, subject, cut, moment * subject.seconds)
        if ended:
            return ended
    raise Failure(f"{cut}: the job is too short")


def cut_off_after(jobs: HostJobs, subject: Undisturbed, cut: Cut, wait: float) -> str:
    """Nothing if the job had ended by then."""
    directory = jobs.directory("cut off")
    jobs.parameters = cut.parameters
    process = jobs.start(subject.workload, directory, "--patience", str(cut.patience))
    wait_for_ranks(jobs, process)
    time.sleep(wait)
    jobs.hosts.cut_off(cut.host)
    try:
        begin = time.monotonic()
        is_late = process.poll() is not None
        outcome = jobs.finish(process, directory)
        seconds = time.monotonic() - begin
        if is_late:
            subject.expect(outcome, f"{cut} too late")
            return ""
        for host in range(HOSTS):
            if not jobs.hosts.wait_for_end(host, jobs.clew_mpi, MOST_SECONDS):
                raise Failure(f"{cut}: a rank on host {host} does not end")
        expect_clear_end(outcome, jobs.mpirun_said, cut, seconds)
        go_on_without(jobs, subject, directory, cut)
    finally:
        jobs.hosts.join_again(cut.host)
        jobs.parameters = {}
    subject.expect(jobs.resume(subject.workload, directory), f"{cut}, resumed")
    return f"{outcome.verdict}, exit status {outcome.status} after {seconds:.1f} s"


def go_on_without(jobs: HostJobs, subject: Undisturbed, directory: Path, cut: Cut) -> None:
    """Some more of the search by the hosts that are left. mpirun is on host 0."""
    if cut.host == 0:
        return
    jobs.used = [host for host in range(HOSTS) if host != cut.host]
    outcome = jobs.resume(subject.workload, directory, "--max-states", str(subject.outcome.states * 3 // 4))
    jobs.used = list(range(HOSTS))
    if outcome.status not in (SAFE, UNDECIDED) or not outcome.verdict.startswith("verdict: "):
        raise Failure(f"{cut}, gone on with by those that are left: {outcome}")


def expect_clear_end(outcome: Outcome, mpirun_said: str, cut: Cut, seconds: float) -> None:
    """mpirun does not always pass on the last line of a job that it ends itself; then it must have said why."""
    is_clear = re.fullmatch(r"verdict: unknown \(.+\)", outcome.verdict) is not None
    if cut.parameters and outcome.output == "":
        is_clear = "ORTE has lost communication" in mpirun_said
    if outcome.status == SAFE or not is_clear:
        raise Failure(f"{cut}: {outcome}, by mpirun `{mpirun_said}`")
    if seconds > MOST_SECONDS:
        raise Failure(f"{cut}: the end took {seconds:.0f} s: {outcome}")


if __name__ == "__main__":
    sys.exit(main())
