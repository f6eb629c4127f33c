#!/usr/bin/env python3
"""Lines that are said to have nothing to do with a violation are not needed for it.

Random programs are made of statements on one line each, with an assertion at the end that fails. clew says which lines of
the path are minor. These statements are taken out of the program, and what is left is run natively: the assertion must
fail still. That is what a dynamic slice promises, checked by somebody who knows nothing of slices. Some of the statements
are minor in nearly every program, so if few lines are, the slice is of no use, and that is a failure too.
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static int g0 = 1, g1 = 2, g2 = 3, g3, g4 = 5, g5 = 7, a[4] = {1, 2, 3, 4}, b[4], *p = &g0;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
/* While another thread lives, every access is a step and has a line of its own. */
static void *idle(void *x) { pthread_mutex_lock(&held); pthread_mutex_unlock(&held); return x; }
static int larger(int x, int y) { if (x > y) return x; return y; }
static int mixed(int x, int y) { int z = x; while (z > y + 1) z = z / 2; return (z * 3 + y) & 255; }
static void put(int *where, int what) { *where = what & 255; }
static int old(int *where) { int was = *where; *where = was ^ 1; return was; }
int main(void) {
  int l0 = 0, l1 = 1;
  pthread_t thread;
  pthread_mutex_lock(&held);
  pthread_create(&thread, 0, idle, 0);
"""
TAIL = """#ifdef PRINT
  printf("%d", g0);
#else
  assert(g0 != VALUE);
#endif
  return 0;
}
"""
STATEMENTS = [
    "{x} = ({y} + {z}) & 255;", "{x} = ({y} ^ {z}) & 255;", "{x} = ({y} * {c}) & 255;", "{x} = {c};",
    "if ({x} > {c}) {y} = ({z} + {c}) & 255;", "if ({x} & 1) {{ {y} = {c}; }} else {{ {z} = {y}; }}",
    "a[{x} & 3] = {y};", "{x} = a[{y} & 3];", "memcpy(b, a, sizeof b);", "{x} = b[{c} & 3];", "b[{x} & 3] = {c};",
    "p = &{x};", "*p = ({y} + {c}) & 255;", "{x} = *p;", "memset(a, {c}, sizeof a[0]);", "{x} = {x} & 255;",
    "for (int i = 0; i < ({x} & 3); i++) {y} = ({y} + {z}) & 255;",
    "for (int i = 0; i < 3; i++) if (a[i] > {c}) {x} = i;",
    "{x} = larger({y}, {z});", "{x} = mixed({y}, {z} & 15);", "put(&{x}, {y});", "{x} = old(&{y});",
    "l0 = {x};", "l1 = l0 + {c};", "{x} = (l0 + l1) & 255;",
    "switch ({x} & 3) {{ case 0: {y} = 1; break; case 1: {y} = 2; break; default: {z} = {y}; }}",
]


def statements(rng):
    names = ["g0", "g1", "g2", "g3", "g4", "g5"]
    made = []
    for _ in range(rng.randint(10, 22)):
        x, y, z = (rng.choice(names) for _ in range(3))
        made.append("  " + rng.choice(STATEMENTS).format(x=x, y=y, z=z, c=rng.randint(0, 9)))
    return made


def native(folder, text, *flags):
    """What a program prints, or None if it is aborted."""
    (folder / "native.c").write_text(text)
    subprocess.run(["clang-19", "-w", "-O0", "-pthread", *flags, "native.c", "-o", "native"], cwd=folder, check=True)
    done = subprocess.run(["./native"], cwd=folder, capture_output=True, text=True, timeout=20, check=False)
    return done.stdout if done.returncode == 0 else None


def minor_lines(clew, folder, text, value):
    """The numbers of the lines that are minor wherever they come on the path."""
    (folder / "program.c").write_text(text)
    subprocess.run([clew, "check", "program.c", "--property", "assert", "--quiet", "--json", "report.json", "--",
                    f"-DVALUE={value}"], cwd=folder, capture_output=True, timeout=60, check=False)
    report = json.loads((folder / "report.json").read_text())
    assert report["verdict"] == "violated", report["verdict"]
    lines = report["trace"]["lines"]
    shown = {line["location"]["line"] for line in lines if not line["minor"]}
    return {line["location"]["line"] for line in lines if line["minor"]} - shown


def check(clew, folder, seed):
    """How many statements are minor, and how many there are; None if one of them was needed."""
    made = statements(random.Random(seed))
    text = HEAD + "\n".join(made) + "\n" + TAIL
    value = native(folder, text, "-DPRINT")
    minor = minor_lines(clew, folder, text, value)
    first = HEAD.count("\n") + 1
    # A call is a line of the caller, which may be minor, and lines of the callee, which may not.
    callees = {name for number, line in enumerate(HEAD.splitlines(), 1) for name in ("put(", "old(")
               if f" {name}" in line and number not in minor}
    kept = [line for number, line in enumerate(made, first)
            if number not in minor or any(name in line for name in callees)]
    left = native(folder, HEAD + "\n".join(kept) + "\n" + TAIL, f"-DVALUE={value}")
    if left is None:
        return len(made) - len(kept), len(made)
    print(f"seed {seed}: without the lines {sorted(minor)} the assertion holds\n{text}VALUE is {value}")
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--first-seed", type=int, default=1)
    options = parser.parse_args()
    clew = str(Path(options.clew).resolve())
    failures = minor = total = 0
    with tempfile.TemporaryDirectory() as name:
        for seed in range(options.first_seed, options.first_seed + options.count):
            result = check(clew, Path(name), seed)
            failures += result is None
            minor += result[0] if result else 0
            total += result[1] if result else 0
    print(f"{minor} of {total} statements are minor")
    if minor * 10 < total:
        print("that is hardly any")
        failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
