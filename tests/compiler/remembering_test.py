#!/usr/bin/env python3
"""The clang that remembers must never show: what clew finds is what it finds with the real one.

A program, its header and its flags are changed one after the other, so that something else must be found each time. What is
remembered must be what clang makes, warnings must be told every time, and what does not compile must not, however often.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = """#include <assert.h>
#include "value.h"
#ifdef WARN
#warning told
#endif
int main(void) { assert(VALUE + MORE == {sum}); }
"""


class Failure(Exception):
    """Something else was found than must be."""


class Folder:
    """Where programs are checked, with a memory of its own."""

    def __init__(self, clew: Path, compiler: Path, place: Path) -> None:
        self.clew = clew
        self.place = place
        self.memory = place / "memory"
        self.environment = {**os.environ, "CLEW_COMPILED": str(self.memory), "PATH": f"{compiler.parent}:{os.environ['PATH']}"}

    def write(self, value: int, total: int) -> None:
        (self.place / "value.h").write_text(f"#define VALUE {value}\n")
        (self.place / "program.c").write_text(PROGRAM.replace("{sum}", str(total)))

    def check(self, *flags: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.clew, "check", "program.c", "--quiet", "--", *flags], cwd=self.place, env=self.environment,
                              capture_output=True, text=True, timeout=60)

    def expect(self, status: int, *flags: str) -> subprocess.CompletedProcess:
        done = self.check(*flags)
        if done.returncode != status:
            raise Failure(f"{flags}: exit status {done.returncode} instead of {status}\n{done.stdout}{done.stderr}")
        return done

    def remembered(self) -> set[str]:
        return {file.name for file in self.memory.glob("*.bc")}


def test_changes(folder: Folder) -> None:
    folder.write(1, 3)
    for _ in range(2):
        folder.expect(0, "-DMORE=2")
        folder.expect(1, "-DMORE=3")
    if len(folder.remembered()) != 2:
        raise Failure(f"{len(folder.remembered())} compilations are remembered")
    folder.write(5, 3)  # another header, of the same size
    folder.expect(1, "-DMORE=2")
    folder.write(5, 7)  # another program
    folder.expect(0, "-DMORE=2")
    (folder.place / "value.h").unlink()
    folder.expect(3, "-DMORE=2")
    folder.write(5, 7)
    folder.expect(0, "-DMORE=2")


def test_content(folder: Folder) -> None:
    """Bitcode that clew would not have got from clang would be another program."""
    folder.write(1, 3)
    folder.expect(0, "-DMORE=2")
    for file in folder.memory.glob("*.bc"):
        file.write_bytes(b"no bitcode")
    folder.expect(3, "-DMORE=2")  # so it is the memory that is read


def test_complaints(folder: Folder) -> None:
    folder.write(1, 3)
    known = folder.remembered()
    for _ in range(2):
        if "told" not in folder.expect(0, "-DMORE=2", "-DWARN").stderr:
            raise Failure("a warning is told once only")
        folder.expect(3, "-DMORE=nothing")
    if folder.remembered() != known:
        raise Failure("a compilation is remembered though clang complained")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    parser.add_argument("--compiler", required=True, type=Path, help="the clang that remembers")
    options = parser.parse_args()
    for test in (test_changes, test_content, test_complaints):
        with tempfile.TemporaryDirectory(prefix="clew-") as place:
            try:
                test(Folder(options.clew.resolve(), options.compiler.resolve(), Path(place)))
            except Failure as failure:
                print(f"FAILED: {test.__name__}: {failure}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
