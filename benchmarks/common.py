"""What the benchmarks share: how they call Clew, which options it has, and how a table is printed."""

import json
import resource
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SYSTEMS = FOLDER / "systems"
DEFAULT_CLEW = FOLDER.parent / "build" / "clew"
# As Clew itself compiles, see src/program/compile.cpp.
BITCODE_FLAGS = ["-c", "-emit-llvm", "-U_FORTIFY_SOURCE", "-O0", "-g", "-Xclang", "-disable-O0-optnone",
                 "-fno-stack-protector"]


@dataclass(frozen=True)
class Checked:
    """One run of `clew check`."""

    verdict: str
    detail: str
    statistics: dict
    cpu_seconds: float  # user and system, of the whole process with the compiler it calls

    @property
    def safe(self) -> bool:
        return self.verdict == "safe"

    @property
    def states(self) -> int:
        return self.statistics["states"]

    @property
    def seconds(self) -> float:
        """Of the search, without compiling and loading."""
        return self.statistics["seconds"]


def check(clew: Path, program: Path, *options: str, flags: tuple[str, ...] = ()) -> Checked:
    """Runs `clew check` quietly; `flags` go to clang."""
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as folder:
        report = Path(folder) / "report.json"
        command = [clew, "check", program, "--json", report, "--quiet", *options]
        before = children_seconds()
        finished = subprocess.run([*command, "--", *flags] if flags else command, capture_output=True, text=True)
        spent = children_seconds() - before
        if not report.exists():
            raise SystemExit(f"clew wrote no report, exit status {finished.returncode}: {finished.stderr}")
        result = json.loads(report.read_text())
    return Checked(result["verdict"], result["detail"], result["statistics"], spent)


def children_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@cache
def has_option(clew: Path, option: str) -> bool:
    """Whether `clew check` knows an option, by what its help says."""
    text = subprocess.run([clew, "check", "--help"], capture_output=True, text=True, check=True).stdout
    return option in text.replace(",", " ").split()


def one_worker(clew: Path) -> tuple[str, ...]:
    return ("--jobs", "1") if has_option(clew, "--jobs") else ()


def unreduced(clew: Path) -> tuple[str, ...]:
    """The options for a search of every interleaving."""
    return ("--reduction", "none") if has_option(clew, "--reduction") else ()


def compile_bitcode(source: Path, target: Path, *flags: str) -> Path:
    subprocess.run(["clang-19", *BITCODE_FLAGS, *flags, source, "-o", target], check=True)
    return target


def print_table(header: list[str], rows: list[list[str]]) -> None:
    """Columns aligned to the right, except for the first."""
    table = [header, *rows]
    widths = [max(len(line[column]) for line in table) for column in range(len(header))]
    for line in table:
        cells = [cell.rjust(width) for cell, width in zip(line, widths)]
        print("  ".join([line[0].ljust(widths[0]), *cells[1:]]).rstrip())


def mark(reached: bool) -> str:
    return "ok" if reached else "MISSED"


def not_there_yet(option: str) -> str:
    return f"`clew check {option}` is not there yet"
