"""What the tests of clew-mpi share: jobs of several ranks on this machine, which are started, killed and resumed.

A job is a run as those of searches on disk are (../external/runs.py): its directory is the journal.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path += [str(TESTS / "external"), str(TESTS / "differential")]

from runs import KILLED, REFUSED, SAFE, SYSTEMS, VIOLATED, Outcome, Runner, Workload  # noqa: E402

IN_USE_SECONDS = 10.0

NEEDLE = Path(__file__).resolve().parent / "needle.c"
NO_RACES = "--property=-data-race"
PHILOSOPHERS = SYSTEMS / "philosophers.c"
BOTH = ("states", "transitions")
# After how many states a job finds a violation is not determined, nor how often a state is expanded again under a bound
# because somebody came to it by a shorter path, nor what ranks do that share nothing. A state on the boundary of a range
# that is claimed, too, is expanded twice.
WORKLOADS = (
    Workload("safe", PHILOSOPHERS, (NO_RACES,), ("-DN=10",), counted=BOTH),
    Workload("violated", NEEDLE, (), counted=()),
    Workload("tree", NEEDLE, (), ("-DNEEDLE=-1",), counted=BOTH),
    Workload("stateless", NEEDLE, ("--stateless",), ("-DNEEDLE=-1", "-DDIGITS=5"), counted=BOTH),
    Workload("static", PHILOSOPHERS, (NO_RACES, "--balance", "static"), ("-DN=10",), counted=("states",)),
    Workload("reduced", PHILOSOPHERS, ("--reduction", "full"), ("-DN=12",), counted=BOTH),
    Workload("invariant", PHILOSOPHERS, (NO_RACES, "--invariant", "1 == 1"), ("-DN=9",), counted=BOTH),
    Workload("bounded", PHILOSOPHERS, (NO_RACES, "--max-depth", "40"), ("-DN=9",), counted=("states",)),
    Workload("private", PHILOSOPHERS, (NO_RACES, "--sharing", "none"), ("-DN=9",), counted=()),
)


def environment(scratch: Path) -> dict[str, str]:
    """For mpirun: more ranks than processors, as root, too. What a killed job leaves behind is in the scratch folder."""
    return {
        **os.environ,
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
        "OMPI_MCA_hwloc_base_binding_policy": "none",
        "OMPI_MCA_mpi_yield_when_idle": "1",
        "OMPI_MCA_orte_tmpdir_base": str(scratch),
        "OMPI_MCA_btl_vader_backing_directory": str(scratch),
        "OMPI_MCA_btl_vader_single_copy_mechanism": "none",  # containers forbid it, and Open MPI complains
    }


def own_lines(errors: str) -> list[str]:
    """Standard error without what mpirun has to say."""
    lines = []
    in_frame = False
    for line in errors.splitlines():
        if line.startswith("-----"):
            in_frame = not in_frame
        elif line.strip() and not in_frame and not line.startswith(("[", "mpirun")):
            lines.append(line)
    return lines


def without_job_options(words: tuple[str, ...]) -> list[str]:
    """Those that clew check has, too."""
    rest = list(words)
    for option in ("--balance", "--sharing"):
        if option in rest:
            place = rest.index(option)
            del rest[place : place + 2]
    return rest


def children(process: int) -> list[int]:
    found: list[int] = []
    try:
        for task in Path(f"/proc/{process}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    except OSError:  # it has ended meanwhile
        pass
    return found


def descendants(process: int) -> list[int]:
    found = children(process)
    for child in list(found):
        found += descendants(child)
    return found


def send(process: int, how: signal.Signals) -> None:
    try:
        os.kill(process, how)
    except ProcessLookupError:
        pass


class Jobs(Runner):
    """Runs workloads by the ranks that mpirun starts; how many is chosen anew for each run unless it is given."""

    seconds = 90.0

    def __init__(self, clew: Path, clew_mpi: Path, folder: Path, chance: random.Random) -> None:
        super().__init__(clew, folder)
        self.clew_mpi = clew_mpi
        self.chance = chance
        self.ranks: int | None = None
        self.hits: Counter[str] = Counter()  # how often which processes were killed
        self.mpirun_said = ""  # on standard error, by the last run

    def command(self, directory: Path) -> list[Path | str]:
        ranks = self.ranks or self.chance.randint(2, 5)
        return ["mpirun", "-n", str(ranks), self.clew_mpi, "check", "--journal", directory]

    def environment(self) -> dict[str, str]:
        return environment(self.folder)

    def launch(self, command: list[Path | str]) -> Outcome:
        """Any command line, with a report if it is a check."""
        report = self.folder / "launched.json"
        report.unlink(missing_ok=True)
        more = ["--json", report] if "check" in command else []
        process = subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=self.environment())
        return self.finish(process, report.with_suffix(""))

    def launched_report(self) -> dict:
        return json.loads((self.folder / "launched.json").read_text())

    def alone(self, workload: Workload) -> Outcome:
        """How `clew check` ends."""
        return self.launch([self.clew, "check", self.program(workload), "--quiet", *without_job_options(workload.options)])

    def kill(self, process: subprocess.Popen) -> None:
        for each in descendants(process.pid):
            send(each, signal.SIGKILL)
        process.kill()

    def finish(self, process: subprocess.Popen, directory: Path) -> Outcome:
        outcome = super().finish(process, directory)
        own = own_lines(outcome.errors)
        self.mpirun_said = "\n".join(line for line in outcome.errors.splitlines() if line not in own)
        return replace(outcome, errors="\n".join(own))

    def run(self, workload: Workload, directory: Path, *more: str) -> Outcome:
        return self.when_free(lambda: super(Jobs, self).run(workload, directory, *more))

    def stop(self, workload: Workload, directory: Path, after: float, how: signal.Signals, *more: str) -> Outcome:
        """`kill -9` goes to a rank, to mpirun or to all of them; other signals go to mpirun."""
        return self.when_free(lambda: self.stop_once(workload, directory, after, how, *more))

    def stop_once(self, workload: Workload, directory: Path, after: float, how: signal.Signals, *more: str) -> Outcome:
        process = self.start(workload, directory, *more)
        time.sleep(after)
        was_running = process.poll() is None
        if how != signal.SIGKILL:
            process.send_signal(how)
            return self.finish(process, directory)
        target, victims = self.choose_victims(process)
        for victim in victims if was_running else []:
            send(victim, how)
        return self.killed(self.finish(process, directory), target, was_running)

    def choose_victims(self, process: subprocess.Popen) -> tuple[str, list[int]]:
        ranks = children(process.pid)
        kinds = {"mpirun": [process.pid]}
        if ranks:
            kinds |= {"a rank": [self.chance.choice(ranks)], "all": [*ranks, process.pid]}
        target = self.chance.choice(list(kinds))
        return target, kinds[target]

    def killed(self, outcome: Outcome, target: str, was_running: bool) -> Outcome:
        """A job that lost a process has no verdict, unless it had one before that; this one must be right."""
        for status, verdict in ((SAFE, "verdict: safe"), (VIOLATED, "verdict: violated")):
            if outcome.verdict.startswith(verdict):
                return replace(outcome, status=status)
        if not was_running or outcome.status in (SAFE, VIOLATED, REFUSED):
            return outcome
        self.hits[target] += 1
        return replace(outcome, status=KILLED)

    def when_free(self, run: Callable[[], Outcome]) -> Outcome:
        """Ranks may outlive mpirun for a moment, and keep the journal that long."""
        end = time.monotonic() + IN_USE_SECONDS
        while True:
            outcome = run()
            if outcome.status != REFUSED or "another run uses" not in outcome.said or time.monotonic() > end:
                return outcome
            time.sleep(0.2)
