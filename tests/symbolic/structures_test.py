#!/usr/bin/env python3
"""Random programs that walk about in input structures, by both engines.

The explicit engine makes every structure before the program looks at it, the symbolic one makes what it looks at: they must come
to the same verdict. The objects have pointers only, and there are few of them, so that there are not too many structures.
Exits with 1 if there was a difference anywhere; its program is kept under --keep.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SECONDS = 60.0
POINTERS = ("p", "q", "r")
LINKS = ("a", "b")
MODES = ((), ("--merge", "always"), ("--solving", "eager"), ("--jobs", "0"))


class Generator:
    """Programs whose verdict nobody knows before."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def program(self) -> str:
        links = LINKS[: self.chance.choice((1, 2, 2))]
        most = self.chance.randint(1, 3 if len(links) == 1 else 2)
        is_tree = self.chance.random() < 0.4
        most += is_tree
        lines = [self.statement(links, 0) for _ in range(self.chance.randint(3, 9))]
        offsets = ", ".join(f"offsetof(struct Node, {link})" for link in links)
        return "\n".join([
            "#include <assert.h>", "#include <clew.h>", "#include <stdlib.h>",
            "struct Node { struct Node " + ", ".join(f"*{link}" for link in links) + "; };",
            "int main(void) {",
            f"  static const size_t links[] = {{{offsets}}};",
            f"  struct Node *p = clew_structure(sizeof *p, {most}, links, {len(links)}, {int(is_tree)}, \"p\");",
            "  struct Node *q = p, *r = 0;",
            "  int count = 0;",
            *lines,
            f"  assert(count != {self.chance.randint(1, 6)});",
            "}", ""])

    def statement(self, links: tuple[str, ...], depth: int) -> str:
        pad = "  " * (depth + 1)
        x, y = self.chance.choice(POINTERS), self.chance.choice(POINTERS)
        link = self.chance.choice(links)
        kind = self.chance.randrange(9 if depth < 2 else 6)
        if kind < 2:
            return f"{pad}if ({x}) {y} = {x}->{link};"
        if kind == 2:
            return f"{pad}if ({x}) {x}->{link} = {y};"
        if kind == 3:
            return f"{pad}count += {x} == {y};"
        if kind == 4:
            return f"{pad}if ({x} && {x}->{link} == {y}) ++count;"
        if kind == 5:
            return f"{pad}{x} = {y};"
        inner = "\n".join(self.statement(links, depth + 1) for _ in range(self.chance.randint(1, 3)))
        if kind == 6:
            condition = self.chance.choice((f"{x}", f"!{x}", f"{x} != {y}"))
            return f"{pad}if ({condition}) {{\n{inner}\n{pad}}}"
        if kind == 7:
            return f"{pad}for (int i{depth} = 0; i{depth} < 2 && {x}; ++i{depth}) {{\n{inner}\n{pad}}}"
        return f"{pad}if ({x} && !{x}->{link}) {{\n{inner}\n{pad}  ++count;\n{pad}}}"


def verdict_of(clew: Path, program: Path, *options: str) -> str:
    command = [clew, "check", program, "--quiet", *options, "--", "-w"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"no answer after {SECONDS:.0f} s"
    return (done.stdout.splitlines() or [done.stderr])[-1]


def difference(clew: Path, folder: Path, seed: int) -> str | None:
    program = folder / f"structure_{seed}.c"
    program.write_text(Generator(seed).program())
    expected = verdict_of(clew, program)
    for mode in (MODES[0], MODES[1 + seed % (len(MODES) - 1)]):
        found = verdict_of(clew, program, "--engine", "symbolic", *mode)
        if found != expected:
            return f"{program.name}: explicit `{expected}`, symbolic {' '.join(mode)} `{found}`"
    return "" if "safe" in expected else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    parser.add_argument("--programs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--keep", type=Path, help="where the programs are left")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clew-") as scratch, ThreadPoolExecutor(2) as pool:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        seeds = range(options.seed, options.seed + options.programs)
        results = list(pool.map(lambda seed: difference(options.clew, folder, seed), seeds))
    differences = [each for each in results if each]
    print("\n".join(differences))
    print(f"{len(results)} programs, {results.count('')} of them safe, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
