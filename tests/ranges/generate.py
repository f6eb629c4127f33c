#!/usr/bin/env python3
"""Writes small concurrent programs into a folder, for range_tests.

They are made as those of tests/differential/concurrent_programs.py are, of the same statements and features, but of so
few that most of them have some hundred runs, which can be listed. A good part of them makes choices of data too, with
more alternatives than threads have. In every other program each goal is enabled, so that nearly every run ends in
something that is found; in the others few goals are, so that many ranges have nothing to find.
"""

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "differential"))
import concurrent_programs as programs  # noqa: E402


class SmallGenerator(programs.Generator):
    """Makes the same kind of programs with two threads of a statement or two."""

    def program(self) -> programs.Program:
        if self.chance(0.15):
            return self.program_of_twins()
        self.c11 = self.chance(0.1)
        bodies = [self.statements(1), self.statements(1)]
        kind = self.random.random()
        if kind < 0.1:
            bodies = [[self.nested_locks("m0", "m1")], [self.nested_locks("m1", "m0")]]
        elif kind < 0.45:
            self.random.choice(programs.FEATURES)(self, bodies)
        self.creation(bodies)
        if self.flavour != "locked" and self.chance(0.25):
            self.mistake(bodies)
        multipliers = [self.random.randrange(1, programs.FINAL_VALUES) for _ in programs.FINALS]
        return programs.Program(self.seed, self.flavour, bodies, self.c11, multipliers)

    def nested_locks(self, outer: str, inner: str) -> programs.Block:
        """Two threads that nest them in different orders can wait for each other."""
        section = programs.Block(f"pthread_mutex_lock(&{inner}); {{", [], f"}} pthread_mutex_unlock(&{inner});")
        return programs.Block(f"pthread_mutex_lock(&{outer}); {{", [section], f"}} pthread_mutex_unlock(&{outer});")

    def detour(self) -> programs.Block:
        """Steps that change nothing: the same state can be reached by shorter and by longer paths."""
        condition = self.random.choice(["clew_choose(2)", "!clew_choose(2)", "!clew_choose(3)"])
        return programs.Block(f"if ({condition}) {{", [programs.Line("(void)atomic_load(&d);")] * self.random.randint(1, 3))

    def statements(self, n: int) -> list:
        return super().statements(min(n, 1))

    def statement(self):
        """Short ones are more likely than in larger programs: the number of runs grows with every step."""
        kind = self.random.random()
        if kind < 0.15:
            return programs.Line(self.random.choice(["l0 = clew_choose(3);", "l1 = clew_choose(6);"]))
        if kind < 0.3:
            return self.detour()
        if kind < 0.55:
            return self.atomic() if self.flavour == "locked" else self.bare()
        return super().statement()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the programs go; older ones there are removed")
    parser.add_argument("--count", type=int, default=60, help="how many programs to write")
    parser.add_argument("--seed", type=int, default=1, help="of the first one")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for old in options.folder.glob("seed*.c"):
        old.unlink()
    for seed in range(options.seed, options.seed + options.count):
        text = SmallGenerator(seed).program().source()
        text = text.replace(str(programs.MASK_MARK), str(goals_of(seed)))
        (options.folder / f"seed{seed:06}.c").write_text(text)
    return 0


def goals_of(seed: int) -> int:
    """The goals that are enabled, as a mask."""
    if seed % 2 == 0:
        return programs.ALL_GOALS
    few = random.Random(f"goals {seed}")
    return sum(1 << goal for goal in range(programs.ALL_GOALS.bit_length()) if few.random() < 0.1)


if __name__ == "__main__":
    sys.exit(main())
