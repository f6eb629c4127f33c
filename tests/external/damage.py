"""Damaged run directories: a changed byte, a cut file, a missing file. Each is reported in one clear line with exit status 2
or 3, or does no harm: the run ends as the undisturbed one. A wrong verdict or a crash is a failure."""

import random
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from runs import REFUSED, UNDECIDED, Failure, Runner, Undisturbed

DAMAGED = ("bfs", "strict bfs", "strict astar", "safe")  # workloads: every kind of file is in one of them


@dataclass
class Tally:
    reported: int = 0
    harmless: int = 0

    def __str__(self) -> str:
        return f"{self.reported} damages reported, {self.harmless} harmless"


def test(runner: Runner, subject: Undisturbed, damages: int, chance: random.Random, tally: Tally) -> None:
    """Each kind of file in turn, each kind of damage at random, on copies of one directory of a stopped run."""
    original = subject.stopped(runner, "original")
    kinds = files_by_kind(original)
    reported_before = tally.reported
    for number in range(damages):
        kind = list(kinds)[number % len(kinds)]
        victim = chance.choice(kinds[kind])
        what = chance.choice(DAMAGES if number >= len(kinds) else DAMAGES[:1])  # a changed byte for each kind at least
        copy = runner.directory(f"{subject.workload.name} damaged")
        shutil.copytree(original, copy)
        done = what(copy / victim, chance)
        if is_reported(runner, subject, copy, f"{victim} {done}"):
            tally.reported += 1
        else:
            tally.harmless += 1
    if tally.reported == reported_before:
        raise Failure(f"{subject.workload.name}: no damage was ever reported, in files {', '.join(kinds)}")


def is_reported(runner: Runner, subject: Undisturbed, directory: Path, damage: str) -> bool:
    """Whether the damage is told in one clear line; if not it must do no harm. A run that has begun before it sees the
    damage must not leave a directory that looks whole."""
    outcome = runner.resume(subject.workload, directory)
    if outcome.status not in (UNDECIDED, REFUSED):
        subject.expect(outcome, damage)
        return False
    if not outcome.explained:
        raise Failure(f"{subject.workload.name}, {damage}: not in one clear line: {outcome}")
    if outcome.status == UNDECIDED:
        again = runner.resume(subject.workload, directory)
        if not again.explained:
            subject.expect(again, f"{damage}, resumed a second time")
    return True


def files_by_kind(directory: Path) -> dict[str, list[Path]]:
    """Files that have bytes, by their names without numbers."""
    kinds: dict[str, list[Path]] = {}
    for path in sorted(directory.rglob("*")):
        if path.is_file() and path.stat().st_size > 0:
            kinds.setdefault(re.sub(r"\d+", "#", path.name), []).append(path.relative_to(directory))
    if not kinds:
        raise Failure(f"{directory.name}: there are no files")
    return kinds


# ---- kinds of damage; each says what it has done ----


def change_byte(path: Path, chance: random.Random) -> str:
    content = bytearray(path.read_bytes())
    place = chance.choice([0, len(content) - 1, chance.randrange(len(content)), chance.randrange(len(content))])
    bit = 1 << chance.randrange(8)
    content[place] ^= bit
    path.write_bytes(content)
    return f"with byte {place} of {len(content)} changed by {bit:#x}"


def cut(path: Path, chance: random.Random) -> str:
    content = path.read_bytes()
    size = chance.randrange(len(content))
    path.write_bytes(content[:size])
    return f"cut from {len(content)} bytes to {size}"


def lengthen(path: Path, chance: random.Random) -> str:
    more = chance.randrange(1, 100_000)
    with path.open("ab") as file:
        file.write(chance.randbytes(more))
    return f"with {more} more bytes"


def remove(path: Path, chance: random.Random) -> str:
    path.unlink()
    return "removed"


DAMAGES: tuple[Callable[[Path, random.Random], str], ...] = (change_byte, cut, lengthen, remove)
