"""Directories that must be refused: exit status 3 and one line, and the directory is as it was."""

import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

from runs import EXTERNAL, MOST_BLOCKED, REFUSED, Failure, Runner, Undisturbed, Workload

REFUSING = ("bfs", "strict bfs")  # workloads, those with the directories of both stores


def test(runner: Runner, subjects: list[Undisturbed]) -> None:
    for subject in subjects:
        if subject.workload.name in REFUSING:
            used_directory(runner, subject)
            directory_of_another_search(runner, subject)


def used_directory(runner: Runner, subject: Undisturbed) -> None:
    """A second run is refused while the first is there, which does not notice."""
    directory = runner.directory(f"{subject.workload.name} used")
    first = runner.start(subject.workload, directory)
    try:
        wait_for_files(directory, first)
        first.send_signal(signal.SIGSTOP)  # it must not end meanwhile
        for more in (("--resume",), ()):
            expect_refusal(runner, subject.workload, directory, "a directory that is in use", *more)
    finally:
        first.send_signal(signal.SIGCONT)
    # The second run has removed the report's name from under the first one, which writes it at its end.
    subject.expect(runner.finish(first, directory), "while others asked for its directory")


def wait_for_files(directory: Path, process: subprocess.Popen) -> None:
    while not (directory.is_dir() and any(directory.iterdir())):
        if process.poll() is not None:
            raise Failure(f"a run ended before its directory {directory.name} had files")
        time.sleep(0.005)
    time.sleep(0.05)  # for the lock


def directory_of_another_search(runner: Runner, subject: Undisturbed) -> None:
    """A run that was stopped is resumed by the same search only, and not overwritten by a new one."""
    workload = subject.workload
    directory = subject.stopped(runner, "of another search")
    expect_refusal(runner, workload, directory, "a new run in a directory that holds one")
    for what, other in others(workload):
        expect_refusal(runner, other, directory, what, "--resume")
    subject.expect(runner.resume(workload, directory), "resumed after others were refused")


def others(workload: Workload) -> list[tuple[str, Workload]]:
    store = workload.options[workload.options.index("--store") + 1]
    return [
        ("another program", replace(workload, source=EXTERNAL / "puzzle.cpp")),
        ("other arguments", changed(workload, "--arg", "8")),
        ("another order", changed(workload, "--search", "astar", *MOST_BLOCKED)),
        ("another store", changed(workload, "--store", "strict" if store == "external" else "external")),
        ("other properties", replace(workload, options=tuple(
            "--property=deadlock" if option.startswith("--property=") else option for option in workload.options))),
    ]


def changed(workload: Workload, name: str, value: str, *more: str) -> Workload:
    place = workload.options.index(name) + 1
    return replace(workload, options=(*workload.options[:place], value, *workload.options[place + 1:], *more))


def expect_refusal(runner: Runner, workload: Workload, directory: Path, what: str, *more: str) -> None:
    outcome = runner.run(workload, directory, *more)
    if outcome.status != REFUSED or not outcome.explained:
        raise Failure(f"{workload.name}, {what}{' with --resume' if more else ''}: {outcome}")
