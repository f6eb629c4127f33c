#!/usr/bin/env python3
"""Makes small sequential programs over one to three inputs of four bits, the same one for the same seed.

They have integers of all widths, nested branches, switches, loops, arrays and functions, and some assertions. In a `clean`
program nothing but assertions and signed overflow can go wrong: indices, divisors and amounts of shifts are masked. In the
others some of the masks are missing. The values of most expressions are kept small, so that assertions about them are worth
checking: by far the most random assertions are plainly false.
"""

import argparse
import random
import sys
from dataclasses import dataclass
from pathlib import Path

TYPES = ["int", "int", "unsigned", "signed char", "unsigned char", "short", "unsigned short", "long", "unsigned long"]
COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]
INPUTS = "abc"
HEAD = """#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int condition);
"""


@dataclass(frozen=True)
class Program:
    seed: int
    clean: bool
    text: str


@dataclass(frozen=True)
class Array:
    name: str
    size: int  # a power of two


class Generator:
    """Writes one program; `scope` is what expressions may use at the moment."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seed = seed
        self.clean = self.chance(0.6)
        self.scope: list[str] = []
        self.constant: set[str] = set()  # what must not be assigned to
        self.arrays: list[Array] = []
        self.functions: list[str] = []
        self.names = 0
        self.lines: list[str] = []
        self.depth = 0

    def program(self) -> Program:
        self.make_functions()
        body = ["int main(void) {"]
        self.lines, self.depth = [], 1
        for name in INPUTS[:self.random.choice([1, 2, 2, 3])]:
            self.line(f"unsigned char {name} = __VERIFIER_nondet_uchar();")
            self.line(f"__VERIFIER_assume({name} < 16);")
            self.scope.append(name)
        self.make_arrays()
        for _ in range(self.random.randint(1, 3)):
            self.declare()
        self.statements(self.random.randint(2, 5), nesting=3)
        for _ in range(self.random.randint(1, 2)):
            self.claim()
        self.line("return 0;")
        text = [f"// seed {self.seed}, {'clean' if self.clean else 'faulty'}", HEAD, *self.functions, *body, *self.lines, "}", ""]
        return Program(self.seed, self.clean, "\n".join(text))

    # ---- declarations ----

    def make_functions(self) -> None:
        made = []
        for number in range(self.random.randint(0, 2)):
            self.scope = ["p", "q"]
            kind = self.random.choice(TYPES)
            condition, first, second = self.condition(1), self.expression(2), self.expression(2)
            made.append(f"static {kind} f{number}(int p, {self.random.choice(TYPES)} q) {{\n"
                        f"  if ({condition}) return {first};\n  return {second};\n}}")
        self.functions = made
        self.scope = []

    def make_arrays(self) -> None:
        for number in range(self.random.randint(0, 2)):
            array = Array(f"t{number}", self.random.choice([2, 4, 8]))
            values = ", ".join(str(self.random.randint(-9, 30)) for _ in range(array.size))
            self.line(f"{self.random.choice(['int', 'unsigned char', 'short'])} {array.name}[{array.size}] = {{{values}}};")
            self.arrays.append(array)

    def declare(self) -> None:
        name = self.fresh("x")
        self.line(f"{self.random.choice(TYPES)} {name} = {self.expression(2)};")
        self.scope.append(name)

    # ---- statements ----

    def statements(self, count: int, nesting: int) -> None:
        known = len(self.scope)
        for _ in range(count):
            self.statement(nesting)
        if self.depth > 1:
            del self.scope[known:]

    def statement(self, nesting: int) -> None:
        simple = [self.assign, self.assign, self.store, self.declare, self.claim, self.assume]
        nested = [self.branch, self.branch, self.switch, self.loop, self.rounds]
        if nesting and self.chance(0.55):
            self.random.choice(nested)(nesting - 1)
        else:
            self.random.choices(simple, weights=[4, 4, 4, 3, 2, 1])[0]()

    def assign(self) -> None:
        names = [name for name in self.scope if name not in self.constant and name not in INPUTS]
        if not names:
            self.declare()
            return
        operator = self.random.choice(["=", "=", "+=", "-=", "^=", "|=", "&=", "*="])
        right = self.operand() if operator == "*=" else self.expression(2)
        self.line(f"{self.random.choice(names)} {operator} {right};")

    def store(self) -> None:
        if not self.arrays:
            self.assign()
            return
        self.line(f"{self.element()} = {self.expression(2)};")

    def assume(self) -> None:
        self.line(f"__VERIFIER_assume({self.condition(1)});")

    def claim(self) -> None:
        """An assertion that has a fair chance to hold."""
        kind, value = self.random.random(), self.expression(2)
        if kind < 0.45:
            self.line(f"assert(({value}) != {self.random.randint(-20, 120)});")
        elif kind < 0.7:
            mask = self.random.choice([1, 3, 7, 15])
            self.line(f"assert((({value}) & {mask}) {self.random.choice(['<=', '!='])} {self.random.randint(mask // 2, mask + 3)});")
        elif kind < 0.85:
            self.line(f"assert(!({self.condition(1)} && {self.condition(1)}));")
        else:
            self.line(f"if ({self.condition(1)} && {self.condition(1)}) assert({self.condition(1)});")

    def branch(self, nesting: int) -> None:
        self.line(f"if ({self.condition(2)}) {{")
        self.block(nesting)
        if self.chance(0.5):
            self.line("} else {")
            self.block(nesting)
        self.line("}")

    def switch(self, nesting: int) -> None:
        mask = self.random.choice([3, 7, 15])
        self.line(f"switch (({self.expression(1)}) & {mask}) {{")
        for label in self.random.sample(range(mask + 1), self.random.randint(1, 3)):
            self.line(f"case {label}: {{")
            self.block(nesting)
            self.line("}" if self.chance(0.3) else "} break;")
        if self.chance(0.6):
            self.line("default: {")
            self.block(nesting)
            self.line("}")
        self.line("}")

    def loop(self, nesting: int) -> None:
        name = self.fresh("i")
        bound = self.random.choice([str(self.random.randint(1, 4)), f"({self.operand()} & {self.random.choice([1, 3])})"])
        self.line(f"for (int {name} = 0; {name} < {bound}; {name}++) {{")
        self.constant.add(name)
        self.scope.append(name)
        self.block(nesting)
        self.scope.remove(name)
        if self.chance(0.3):
            self.line(f"  if ({self.condition(1)}) {self.random.choice(['break', 'continue'])};")
        self.line("}")

    def rounds(self, nesting: int) -> None:
        """A loop that its body may end, within few rounds."""
        name = self.fresh("n")
        self.line(f"int {name} = {self.random.randint(2, 4)};")
        self.line(f"while ({name} > 0 && {self.condition(1)}) {{")
        self.line(f"  {name} -= {self.random.choice(['1', '1', f'1 + ({self.operand()} & 1)'])};")
        self.block(nesting)
        self.line("}")

    def block(self, nesting: int) -> None:
        self.depth += 1
        self.statements(self.random.randint(1, 2), nesting)
        self.depth -= 1

    # ---- expressions ----

    def condition(self, depth: int) -> str:
        kind = self.random.random()
        if depth and kind < 0.25:
            return f"({self.condition(depth - 1)} {self.random.choice(['&&', '||'])} {self.condition(depth - 1)})"
        if kind < 0.35:
            return f"!({self.expression(depth)})"
        if kind < 0.5:
            return f"({self.operand()} & {self.random.choice([1, 2, 4, 8])})"
        right = self.expression(depth - 1) if depth and self.chance(0.4) else str(self.random.randint(-3, 20))
        return f"({self.expression(depth)} {self.random.choice(COMPARISONS)} {right})"

    def expression(self, depth: int) -> str:
        if depth <= 0 or self.chance(0.2):
            return self.operand()
        kind, left, right = self.random.random(), self.expression(depth - 1), self.expression(depth - 1)
        if kind < 0.4:
            return f"({left} {self.random.choice(['+', '-', '&', '|', '^', '+', '-'])} {right})"
        if kind < 0.5:
            return f"({left} * {self.operand()})"
        if kind < 0.6:
            return f"({left} {self.random.choice('/%')} {right if self.faulty() else f'(({right} & 7) + 1)'})"
        if kind < 0.7:
            amount = self.operand() if self.faulty() else f"({self.operand()} & 7)"
            return f"((unsigned){left} << {amount})" if self.chance(0.5) else f"({left} >> {amount})"
        if kind < 0.8:
            return f"({self.condition(depth - 1)} ? {left} : {right})"
        if kind < 0.9:
            return f"({self.random.choice(TYPES)}){left}"
        if self.functions and self.chance(0.6):
            return f"f{self.random.randrange(len(self.functions))}((signed char){left}, {right})"
        return f"{self.random.choice('-~!')}{left}"

    def operand(self) -> str:
        kind = self.random.random()
        if kind < 0.2 or not self.scope:
            return str(self.random.randint(0, 12))
        if kind < 0.35 and self.arrays:
            return self.element()
        return self.random.choice(self.scope)

    def element(self) -> str:
        array = self.random.choice(self.arrays)
        index = self.random.choice(self.scope)
        return f"{array.name}[{index if self.faulty() else f'{index} & {array.size - 1}'}]"

    # ---- helpers ----

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def fresh(self, letter: str) -> str:
        self.names += 1
        return f"{letter}{self.names}"

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def faulty(self) -> bool:
        return not self.clean and self.chance(0.25)


def make_program(seed: int) -> Program:
    return Generator(seed).program()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where seed_N.c are written")
    parser.add_argument("--count", type=int, default=20, help="so many programs (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="the first one's seed (default 1)")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(options.seed, options.seed + options.count):
        (options.folder / f"seed_{seed}.c").write_text(make_program(seed).text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
