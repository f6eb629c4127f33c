"""What the tests of projects share: a folder with files, and clew in it."""

import argparse
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SECONDS = 60
CLEW = {}  # the programs, by their names


class ProjectTest(unittest.TestCase):
    def setUp(self) -> None:
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name).resolve()
        (self.folder / ".git").mkdir()  # settings above are not this project's

    def write(self, name: str, text: str) -> Path:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def run_words(self, words: list[str], where: str = ".", **more) -> subprocess.CompletedProcess:
        return subprocess.run(words, cwd=self.folder / where, capture_output=True, text=True, timeout=SECONDS,
                              check=False, **more)

    def clew(self, *words: str, where: str = ".") -> subprocess.CompletedProcess:
        return self.run_words([CLEW["clew"], *words], where)

    def verdict(self, *words: str, where: str = ".") -> str:
        done = self.clew(*words, where=where)
        lines = done.stdout.splitlines()
        self.assertTrue(lines, done.stderr)
        return lines[-1].removeprefix("verdict: ")

    def complaint(self, *words: str, where: str = ".") -> str:
        """The one line that wrong input ends in."""
        done = self.clew(*words, where=where)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr.removeprefix("clew: ").rstrip("\n")


def main() -> None:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--clew", required=True)
    parser.add_argument("--clew-mpi", default="")
    parser.add_argument("--build", default="")
    parser.add_argument("--source", default=str(Path(__file__).resolve().parents[2]))
    arguments, rest = parser.parse_known_args()
    CLEW.update(vars(arguments))
    for name in ["clew", "clew_mpi"]:
        CLEW[name] = CLEW[name] and str(Path(CLEW[name]).resolve())
    unittest.main(module="__main__", argv=[sys.argv[0], *rest])
