"""How the benchmarks of ranges call Clew: one search, a search in ranges, the cuts between ranges, a job over MPI."""

import json
import os
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

MPI_OPTIONS = ("--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1")
GIVE_UP_SECONDS = 1800


@dataclass(frozen=True)
class Part:
    """What a search counted, or one range or one rank of it."""

    states: int
    transitions: int
    seconds: float

    @property
    def visits(self) -> int:
        """New and known states that were come to, which is what the paper counts."""
        return self.transitions + 1 if self.states else 0


@dataclass(frozen=True)
class Run:
    """A whole search. Its parts are ranges or ranks; one search has none."""

    verdict: str
    whole: Part
    parts: tuple[Part, ...] = ()
    ranks: tuple[dict, ...] = ()

    @property
    def states(self) -> int:
        """Of all parts: what two of them visit counts twice."""
        return sum(part.states for part in self.parts) if self.parts else self.whole.states

    @property
    def transitions(self) -> int:
        return sum(part.transitions for part in self.parts) if self.parts else self.whole.transitions

    @property
    def smallest(self) -> Part:
        return min(self.parts, key=lambda part: part.visits)

    @property
    def largest(self) -> Part:
        return max(self.parts, key=lambda part: part.visits)

    @property
    def imbalance(self) -> float:
        """The transitions of the largest part, divided by the mean."""
        average = mean(part.transitions for part in self.parts)
        return self.largest.transitions / average if average else 1.0

    def ratio(self, one: "Run") -> float:
        """How many times the work of one search: by states or transitions, whichever is worse."""
        return max(self.states / one.states, self.transitions / max(1, one.transitions))

    def rank_sum(self, name: str) -> int:
        return sum(rank[name] for rank in self.ranks)


@dataclass(frozen=True)
class Cuts:
    """Cut paths in a file, and what it took to find them."""

    file: Path
    states: int  # on the paths, with the first one of each
    seconds: float  # of the whole process


def search(clew: Path, program: Path, *options: str | Path) -> Run:
    return run([clew, "check", program], options)


def search_ranges(clew: Path, program: Path, cuts: Cuts, *options: str | Path) -> Run:
    return run([clew, "check", program, "--ranges", cuts.file], options)


def search_ranks(clew_mpi: Path, program: Path, ranks: int, *options: str | Path) -> Run:
    return run(["mpirun", *MPI_OPTIONS, "-n", str(ranks), clew_mpi, "check", program], options)


def run(command: list[str | Path], options: tuple[str | Path, ...]) -> Run:
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as folder:
        report = Path(folder) / "report.json"
        whole = [*command, "--json", report, "--quiet", *options]
        finished = subprocess.run(whole, capture_output=True, text=True, env=environment(), timeout=GIVE_UP_SECONDS)
        if not report.exists():
            lines = finished.stderr.strip().splitlines() or [""]
            raise SystemExit(f"{' '.join(map(str, whole))}: no report, exit status {finished.returncode}: {lines[0]}")
        result = json.loads(report.read_text())
    ranks = tuple(result["statistics"].get("ranks", ()))
    parts = tuple(Part(part["states"], part["transitions"], part["seconds"]) for part in ranks or result.get("ranges", ()))
    statistics = result["statistics"]
    answer = f"{result['verdict']} ({result['detail']})" if result["detail"] else result["verdict"]
    return Run(answer, Part(statistics["states"], statistics["transitions"], statistics["seconds"]), parts, ranks)


def find_cuts(clew: Path, program: Path, file: Path, count: int, seed: int, method: str) -> Cuts:
    begin = time.monotonic()
    command = [clew, "paths", program, "-n", str(count), "--seed", str(seed), "--method", method, "-o", file]
    finished = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - begin
    if finished.returncode != 0:
        raise SystemExit(f"clew found no paths, exit status {finished.returncode}: {finished.stderr.strip()}")
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return Cuts(file, sum(1 + length(line) for line in lines), seconds)


def length(path: str) -> int:
    """Choices of a path in Clew's text, such as 0x3.1.2."""
    return sum(int(times or 1) for times in re.findall(r"\d+(?:x(\d+))?", path))


def environment() -> dict[str, str]:
    """Open MPI wants to be asked twice before it runs for root, as it does in a container."""
    allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"} if os.geteuid() == 0 else {}
    return {**os.environ, **allowed}
