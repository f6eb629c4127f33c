#!/usr/bin/env python3
"""Makes one large module of several small ones, of up to so many lines, with known verdicts.

Every part is a module under new names with more entry points of its own: functions with a few branches, some of which
take and leave a lock of their own. Which part runs is chosen first, so that a rule is violated exactly if it is in one
of the parts. The same seed makes the same text; its first comment says what to expect, as that of a module does."""

import argparse
import random
import re
import sys
from pathlib import Path

from expectations import FOLDER, MODULES, RULES, expected, expected_of
from repairs import repaired

WIDTH = 118
KEYWORDS = set("""auto bool break case char const continue default do else enum extern false float for goto if inline
    int long return short signed sizeof static struct switch true typedef unsigned void volatile while define include
    NULL _Bool size_t""".split())
LIBRARY = {"clew_choose", "__VERIFIER_nondet_bool", "memcpy"}
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|\w+', re.DOTALL)
WORD = re.compile(r"[A-Za-z_]\w*")

# What an entry point may do besides: the declaration of a lock, and how it is taken and left.
GUARDS = {
    "mutex": ("static struct mutex {lock};", "mutex_lock(&{lock});", "mutex_unlock(&{lock});"),
    "spinlock": ("static spinlock_t {lock};", "spin_lock(&{lock});", "spin_unlock(&{lock});"),
    "rcu": (None, "rcu_read_lock();", "rcu_read_unlock();"),
}


def kernel_names() -> set[str]:
    """What kernel.h declares for modules: functions, types, members, macros and its own variables."""
    text = (FOLDER / "kernel.h").read_text()
    names = set(re.findall(r"^#define (\w+)", text, re.MULTILINE))
    names |= set(re.findall(r"^static inline [^(]*?(\w+)\(", text, re.MULTILINE))
    names |= set(re.findall(r"\bstruct (\w+)", text))
    names |= set(re.findall(r"^\} (\w+);", text, re.MULTILINE))
    names |= set(re.findall(r"^static struct \w+ (\w+)", text, re.MULTILINE))
    for body in re.findall(r"^(?:typedef )?struct[^{;\n]*\{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL):
        names |= set(re.findall(r"(\w+);", body))
    return names


class Part:
    """A module under new names."""

    def __init__(self, name: str, module: str, number: int, kept: set[str], chance: random.Random):
        self.verdicts = expected_of(module, name)
        self.prefix = f"part{number}_"
        self.kept = kept
        self.chance = chance
        body = module.split("*/\n", 1)[1].replace('#include "../kernel.h"\n', "").strip("\n")
        entries = [self.entry_point(index) for index in range(chance.randint(3, 8))]
        self.text = f"/* {name} */\n\n{self.with_entries(self.renamed(body), entries)}\n"

    @property
    def lines(self) -> int:
        return self.text.count("\n") + 1

    def renamed(self, text: str) -> str:
        """Every name that is not the kernel's gets a prefix, also those of members and locals, which does no harm."""

        def rename(token: re.Match) -> str:
            name = token.group()
            return name if not WORD.fullmatch(name) or name in self.kept else self.prefix + name

        return TOKEN.sub(rename, text)

    def with_entries(self, text: str, entries: list[tuple[str, str]]) -> str:
        """Puts functions before main, and their calls into the loop of the environment."""
        before, main = text.split(f"int {self.prefix}main(void) {{", 1)
        loop = main.index("while (__VERIFIER_nondet_bool()")
        head = re.compile(r"switch \(clew_choose\((\d+)\)\) \{").search(main, loop)
        end = main.index("\n    }", head.end())
        known = int(head.group(1))
        calls = "".join(f"\n      case {known + i}: {call} break;" for i, (_, call) in enumerate(entries))
        main = (main[:head.start()] + f"switch (clew_choose({known + len(entries)})) {{" +
                main[head.end():end] + calls + main[end:])
        functions = "".join(function for function, _ in entries)
        return f"{before}{functions}static int {self.prefix}main(void) {{{main}"

    def entry_point(self, index: int) -> tuple[str, str]:
        """A function that computes something from a small number, and the statement that calls it."""
        name = f"{self.prefix}attribute{index}"
        declaration, take, leave = self.guard(f"{name}_lock")
        lines = [declaration, ""] if declaration else []
        lines += [f"static int {name}(int which) {{", "  int value = which;"]
        lines += [f"  {take}"] if take else []
        for _ in range(self.chance.randint(2, 5)):
            lines += self.branch()
        lines += [f"  {leave}"] if leave else []
        lines += ["  return value;", "}", "", ""]
        return "\n".join(lines), f"(void){name}(clew_choose({self.chance.randint(2, 5)}));"

    def guard(self, lock: str) -> tuple[str | None, str | None, str | None]:
        """A lock of a rule that the module has to do with anyway, so that no rule becomes relevant by it."""
        rules = [rule for rule in GUARDS if self.verdicts[rule] != "irrelevant"]
        if not rules or self.chance.random() < 0.5:
            return None, None, None
        return tuple(line and line.format(lock=lock) for line in GUARDS[self.chance.choice(rules)])

    def branch(self) -> list[str]:
        number = self.chance.randint
        kind = number(0, 2)
        if kind == 0:
            return [f"  if (value > {number(0, 4)})", f"    value -= {number(1, 3)};", "  else",
                    f"    value += {number(1, 3)};"]
        if kind == 1:
            cases = [f"    case {i}: value = {number(0, 9)}; break;" for i in range(number(2, 4))]
            return [f"  switch (value & {number(1, 3)}) {{", *cases, "    default: value++; break;", "  }"]
        return [f"  for (int i = 0; i < {number(2, 4)}; i++) {{", f"    if (value % {number(2, 3)} == 0) value += i;",
                "  }"]


def joined(parts: list[Part]) -> dict[str, str]:
    """What to expect of all parts together."""
    verdicts = {}
    for rule in RULES:
        seen = {part.verdicts[rule] for part in parts}
        verdicts[rule] = next(verdict for verdict in ("violated", "safe", "irrelevant") if verdict in seen)
    return verdicts


def program(parts: list[Part], seed: int) -> str:
    words = [f"{rule}={verdict}" for rule, verdict in joined(parts).items() if verdict != "irrelevant"]
    lines = [f"/* {len(parts)} modules as one; made by generate.py with the seed {seed}."]
    while words:
        line = " * expect:"
        while words and len(line) + 1 + len(words[0]) <= WIDTH:
            line += f" {words.pop(0)}"
        lines.append(line)
    lines += [" */", '#include "kernel.h"', ""]
    lines += [part.text for part in parts]
    lines += ["int main(void) {", f"  switch (clew_choose({len(parts)})) {{"]
    lines += [f"    case {i}: return {part.prefix}main();" for i, part in enumerate(parts)]
    lines += ["    default: return 0;", "  }", "}", ""]
    return "\n".join(lines)


def generate(modules: dict[str, str], most_lines: int, seed: int) -> str:
    """Modules, which are texts by name, in turn, in an order by chance, as long as there is room."""
    chance = random.Random(seed)
    kept = (kernel_names() | KEYWORDS | LIBRARY) - {"main"}
    parts: list[Part] = []
    room = most_lines - 25 - len(RULES)
    order: list[str] = []
    while True:
        order = order or chance.sample(sorted(modules), len(modules))
        name = order.pop()
        part = Part(name, modules[name], len(parts), kept, chance)
        room -= part.lines + 2
        if room < 0 and parts:
            return program(parts, seed)
        parts.append(part)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=2000, help="at most so many, at least one part (default: 2000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--module", action="append", metavar="NAME", help="take only this module (repeatable)")
    parser.add_argument("--safe", action="append", metavar="RULE", default=[], choices=[*RULES, "all"],
                        help="take no module that violates this rule, or any (repeatable)")
    parser.add_argument("--repaired", action="store_true", help="take modules without their faults: all rules hold")
    parser.add_argument("--output", type=Path, help="a file (default: standard output)")
    options = parser.parse_args()
    rules = RULES if "all" in options.safe else options.safe
    known = {path.stem for path in MODULES}
    unknown = [name for name in options.module or [] if name not in known]
    if unknown:
        parser.error(f"there is no module {unknown[0]}")
    chosen = [path for path in MODULES if (not options.module or path.stem in options.module) and
              (options.repaired or all(expected(path)[rule] != "violated" for rule in rules))]
    if not chosen:
        parser.error("no module is left")
    modules = {path.stem: repaired(path) if options.repaired else path.read_text() for path in chosen}
    text = generate(modules, options.lines, options.seed)
    if options.output:
        options.output.write_text(text)
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
