#!/usr/bin/env python3
"""Random programs with loops that have no bound, by predicate abstraction and by the explicit engine.

The programs' variables have few values, so the explicit engine knows all their states: wherever predicate abstraction decides, both
must say the same. Exits with 1 if they did not, or if too little was decided.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SECONDS = 60.0
NAMES = ("a", "b", "c")
LEAST_DECIDED = 0.4  # of the programs


class Generator:
    """Programs whose verdict nobody knows before."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.names = NAMES[: self.chance.randint(1, 3)]
        self.mask = self.chance.choice((3, 7, 15))

    def program(self) -> str:
        kind = self.chance.choice(("unsigned char", "unsigned", "int"))
        is_global = self.chance.random() < 0.3
        variables = f"{'static ' if is_global else ''}{kind} " + ", ".join(f"{name} = {self.number()}" for name in self.names)
        loops = [self.loop(0) for _ in range(self.chance.randint(1, 2))]
        return "\n".join([
            '#include "inputs.h"',
            f"{variables};" if is_global else "",
            "int main(void) {",
            "" if is_global else f"  {variables};",
            *loops,
            f"  assert({self.condition()});",
            "}", ""])

    def loop(self, depth: int) -> str:
        pad = "  " * (depth + 1)
        body = "\n".join(self.statement(depth + 1) for _ in range(self.chance.randint(1, 4)))
        condition = "__VERIFIER_nondet_bool()"
        if self.chance.random() < 0.3:
            condition += f" && {self.condition()}"
        return f"{pad}while ({condition}) {{\n{body}\n{pad}}}"

    def statement(self, depth: int) -> str:
        pad = "  " * (depth + 1)
        kind = self.chance.randrange(10)
        name = self.chance.choice(self.names)
        if kind < 4:
            return f"{pad}{name} = ({self.expression()}) & {self.mask};"
        if kind < 6:
            return f"{pad}if ({self.condition()}) {name} = ({self.expression()}) & {self.mask};"
        if kind == 6:
            return f"{pad}assert({self.condition()} || {self.condition()});"
        if kind == 7 and depth < 3:
            other = self.chance.choice(("__VERIFIER_nondet_bool()", self.condition()))
            return f"{pad}if ({other}) {{\n{self.statement(depth + 1)}\n{self.statement(depth + 1)}\n{pad}}}"
        if kind == 8 and depth < 2:
            return self.loop(depth)
        return f"{pad}{name} = __VERIFIER_nondet_bool() ? {self.number()} : {self.chance.choice(self.names)};"

    def expression(self) -> str:
        operator = self.chance.choice(("+", "+", "-", "^", "&", "*"))
        return f"{self.chance.choice(self.names)} {operator} {self.operand()}"

    def condition(self) -> str:
        operator = self.chance.choice(("==", "!=", "<", "<=", ">", "!="))
        return f"({self.chance.choice(self.names)} {operator} {self.operand()})"

    def operand(self) -> str:
        return self.chance.choice(self.names) if self.chance.random() < 0.4 else self.number()

    def number(self) -> str:
        return str(self.chance.randint(0, self.mask))


def verdict_of(clew: Path, program: Path, *options: str) -> str:
    command = [clew, "check", program, "--quiet", *options, "--", "-w", "-I", Path(__file__).resolve().parent]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"no answer after {SECONDS:.0f} s"
    return (done.stdout.splitlines() or [done.stderr])[-1]


def compared(clew: Path, folder: Path, seed: int, seconds: float) -> tuple[str, str, str]:
    program = folder / f"loops_{seed}.c"
    program.write_text(Generator(seed).program())
    found = verdict_of(clew, program, "--engine", "abstract", "--time-limit", str(seconds))
    return program.name, verdict_of(clew, program), found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True, type=Path)
    parser.add_argument("--programs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--seconds", type=float, default=2.0, help="for one program by predicate abstraction")
    parser.add_argument("--keep", type=Path, help="where the programs are left")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clew-") as scratch, ThreadPoolExecutor(2) as pool:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        seeds = range(options.seed, options.seed + options.programs)
        results = list(pool.map(lambda seed: compared(options.clew, folder, seed, options.seconds), seeds))
    decided = [result for result in results if "unknown" not in result[2]]
    wrong = [result for result in decided if result[1] != result[2]]
    for name, expected, found in wrong:
        print(f"{name}: explicit `{expected}`, abstract `{found}`")
    safe = sum("safe" in found for _, _, found in decided)
    print(f"{len(results)} programs, {len(decided)} of them decided, {safe} of these safe, {len(wrong)} differences")
    return 1 if wrong or len(decided) < LEAST_DECIDED * len(results) else 0


if __name__ == "__main__":
    sys.exit(main())
