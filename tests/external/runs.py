"""What the tests of searches on disk share: small searches, and runs of them that are started, stopped and resumed."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
EXTERNAL = SOURCE / "benchmarks" / "external"
SYSTEMS = SOURCE / "benchmarks" / "systems"
# As Clew itself compiles, see src/program/compile.cpp.
BITCODE = ["clang-19", "-c", "-emit-llvm", "-U_FORTIFY_SOURCE", "-O0", "-g", "-Xclang", "-disable-O0-optnone",
           "-fno-stack-protector", "-I", SOURCE / "runtime" / "include"]
SAFE, VIOLATED, UNDECIDED, REFUSED = range(4)  # exit statuses
KILLED = -signal.SIGKILL
SECONDS = 300.0  # much more than any of these searches takes


class Failure(Exception):
    """What a test has found, in words."""


@dataclass(frozen=True)
class Workload:
    """A search of a second or so."""

    name: str
    source: Path
    options: tuple[str, ...]
    flags: tuple[str, ...] = ()  # of clang
    shortest: bool = False  # whether it promises a shortest counterexample
    counted: tuple[str, ...] = ("states",)  # totals that stops and resumptions must not change


PHILOSOPHERS = EXTERNAL / "philosophers.cpp"
# The property leaves out races: looking for them would take most of the time.
EXTERNAL_STORE = ("--store", "external", "--property=-data-race")
STRICT_STORE = ("--store", "strict", "--property=-data-race")
MOST_BLOCKED = ("--heuristic", "most-blocked")
WORKLOADS = (
    Workload("bfs", PHILOSOPHERS, ("--search", "bfs", "--arg", "7", *EXTERNAL_STORE), shortest=True),
    Workload("dfs", PHILOSOPHERS, ("--search", "dfs", "--arg", "150", *EXTERNAL_STORE)),
    Workload("best", PHILOSOPHERS, ("--search", "best", *MOST_BLOCKED, "--arg", "150", *EXTERNAL_STORE)),
    Workload("strict bfs", PHILOSOPHERS, ("--search", "bfs", "--arg", "7", *STRICT_STORE), shortest=True),
    Workload("strict astar", PHILOSOPHERS, ("--search", "astar", *MOST_BLOCKED, "--arg", "7", *STRICT_STORE), shortest=True),
    Workload("puzzle", EXTERNAL / "puzzle.cpp",
             ("--search", "bfs", "--arg", "267154308", "--layout", "hashed", "--cache", "fifo", *EXTERNAL_STORE),
             shortest=True),
    Workload("safe", SYSTEMS / "philosophers.c", ("--search", "dfs", "--layout", "blocks", *EXTERNAL_STORE), ("-DN=9",)),
    Workload("safe strict", SYSTEMS / "philosophers.c", ("--search", "bfs", *STRICT_STORE), ("-DN=10",)),
)


@dataclass(frozen=True)
class Outcome:
    status: int  # negative after a signal
    verdict: str  # the last line of the output
    output: str
    errors: str
    states: int = -1  # -1: no report was written
    path_length: int = 0
    disk_bytes: int = 0
    checkpoints: int = 0
    transitions: int = -1

    def __str__(self) -> str:
        return (f"exit status {self.status}, {self.states:,} states, {self.transitions:,} transitions, `{self.verdict}`, "
                f"on standard error `{self.errors.strip()}`")

    @property
    def said(self) -> str:
        """The one line that tells a user why a run did not go on; a run that began has a verdict."""
        return self.errors.strip() if self.status == REFUSED else self.verdict

    @property
    def explained(self) -> bool:
        """Whether it ended undecided or refused, in one clear line."""
        if self.status == UNDECIDED:
            return bool(re.fullmatch(r"verdict: (unknown|bounded) \(.+\)", self.verdict))
        return self.status == REFUSED and self.said.count("\n") == 0 and len(self.said) > 10


class Runner:
    """Runs workloads in directories of their own below one folder."""

    seconds = SECONDS  # after which a run is taken to hang

    def __init__(self, clew: Path, folder: Path) -> None:
        self.clew = clew
        self.folder = folder
        self.programs: dict[tuple, Path] = {}

    def directory(self, name: str) -> Path:
        """One that does not exist."""
        path = self.folder / name.replace(" ", "_")
        shutil.rmtree(path, ignore_errors=True)
        return path

    def program(self, workload: Workload) -> Path:
        """As bitcode: time spent in clang would only keep kills from hitting the search."""
        key = (workload.source, workload.flags)
        if key not in self.programs:
            target = self.folder / f"program_{len(self.programs)}.bc"
            subprocess.run([*BITCODE, *workload.flags, workload.source, "-o", target], check=True)
            self.programs[key] = target
        return self.programs[key]

    def start(self, workload: Workload, directory: Path, *more: str) -> subprocess.Popen:
        self.report_of(directory).unlink(missing_ok=True)
        command = [*self.command(directory), self.program(workload), "--quiet", "--json", self.report_of(directory),
                   *workload.options, *more]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment())

    def command(self, directory: Path) -> list[Path | str]:
        """Everything but the program and its options."""
        return [self.clew, "check", "--store-dir", directory]

    def environment(self) -> dict[str, str]:
        return dict(os.environ)

    def finish(self, process: subprocess.Popen, directory: Path) -> Outcome:
        try:
            output, errors = process.communicate(timeout=self.seconds)
        except subprocess.TimeoutExpired:
            self.kill(process)
            process.communicate()
            raise Failure(f"no end after {self.seconds:.0f} s: {' '.join(map(str, process.args))}") from None
        verdict = next((line for line in reversed(output.splitlines()) if line), "")
        report = self.report_of(directory)
        if not report.exists():
            return Outcome(process.returncode, verdict, output, errors)
        result = json.loads(report.read_text())
        lines = result.get("trace", {}).get("lines", [])
        statistics = result["statistics"]
        external = statistics.get("external", {})
        return Outcome(process.returncode, verdict, output, errors, statistics["states"],
                       lines[-1]["step"] if lines else 0, external.get("disk_bytes", 0), external.get("checkpoints", 0),
                       statistics["transitions"])

    def run(self, workload: Workload, directory: Path, *more: str) -> Outcome:
        return self.finish(self.start(workload, directory, *more), directory)

    def stop(self, workload: Workload, directory: Path, after: float, how: signal.Signals, *more: str) -> Outcome:
        """Runs it and sends a signal after so many seconds, unless it has ended before."""
        process = self.start(workload, directory, *more)
        time.sleep(after)
        process.send_signal(how)  # nothing if it has ended
        return self.finish(process, directory)

    def kill(self, process: subprocess.Popen) -> None:
        process.kill()

    def resume(self, workload: Workload, directory: Path, *more: str) -> Outcome:
        return self.run(workload, directory, "--resume", *more)

    def report_of(self, directory: Path) -> Path:
        """Not inside the directory, and not on its disk, which may be full."""
        return self.folder / f"{directory.name}.json"


@dataclass(frozen=True)
class Undisturbed:
    """A workload and how it ends when it is left alone."""

    workload: Workload
    outcome: Outcome
    seconds: float

    def stopped(self, runner: "Runner", name: str) -> Path:
        """The directory of a run with as much in it as possible that is not at its end."""
        directory = runner.directory(f"{self.workload.name} {name}")
        outcome = runner.run(self.workload, directory, "--max-states", str(self.outcome.states * 4 // 5))
        if outcome.status != UNDECIDED:
            raise Failure(f"{self.workload.name}: not stopped by its limit: {outcome}")
        return directory

    def expect(self, outcome: Outcome, what: str) -> None:
        """Fails unless a run has ended as the undisturbed one did."""
        compared = ("status", "verdict", *self.workload.counted)
        same = all(getattr(outcome, name) == getattr(self.outcome, name) for name in compared)
        if self.workload.shortest:
            same = same and outcome.path_length == self.outcome.path_length
        if not same:
            raise Failure(f"{self.workload.name}, {what}: {outcome}; undisturbed: {self.outcome}")


def run_undisturbed(runner: Runner, workload: Workload) -> Undisturbed:
    directory = runner.directory(f"{workload.name} undisturbed")
    begin = time.monotonic()
    outcome = runner.run(workload, directory)
    seconds = time.monotonic() - begin
    if outcome.status not in (SAFE, VIOLATED) or outcome.states < 1:
        raise Failure(f"{workload.name}, undisturbed: {outcome}")
    shutil.rmtree(directory, ignore_errors=True)
    return Undisturbed(workload, outcome, seconds)
