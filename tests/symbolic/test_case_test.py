#!/usr/bin/env python3
"""A test case of `clew check --test-case` fails natively, for the inputs that it has and for no other reason.

Each program below has a bug that shows with few inputs. Clew finds it; the command that it prints is run, and must end in
an abort or a sanitizer's complaint. Then all inputs are made zero, and the same command must end well.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

SECONDS = 120

# File name, options of clew, source.
PROGRAMS = [
    ("sum.c", [], """
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x < -1000 && y > 5 && y < 9) assert(x + y != -2000);
}
"""),
    ("overflow.c", [], """
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int next = x + 1;
  return next == 5 ? 0 : 0;
}
"""),
    ("index.c", [], """
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
int main(void) {
  int table[12] = {0};
  unsigned char i = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i < 13);
  return table[i];
}
"""),
    ("division.c", [], """
long __VERIFIER_nondet_long(void);
int main(void) { return 100 / (__VERIFIER_nondet_long() ^ 123456789012345) == 7; }
"""),
    ("float.c", [], """
#include <assert.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  assert(!(d > 2.5 && d < 2.75));
}
"""),
    ("bytes.c", [], """
#include <assert.h>
#include <clew.h>
struct message { char kind; short length; int value; };
int main(void) {
  struct message m;
  clew_symbolic(&m, sizeof m, "m */ odd name");
  clew_assume(m.length >= 0);
  assert(!(m.kind == 'q' && m.length == 300 && m.value == -7));
}
"""),
    ("order.c", [], """
#include <assert.h>
#include <clew.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), k = clew_choose(4);
  _Bool b = __VERIFIER_nondet_bool();
  char c = __VERIFIER_nondet_char();
  int d = __VERIFIER_nondet_int(), l = clew_choose(100);
  unsigned short e = __VERIFIER_nondet_ushort();
  assert(!(a == 17 && k == 3 && b && c == -4 && d == -17 && l == 42 && e == 65000));
}
"""),
    ("error.c", ["--property", "assert"], """
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 3; ++i) {
    unsigned each = __VERIFIER_nondet_uint();
    __VERIFIER_assume(each <= 10);
    sum += each;
  }
  if (sum == 30) reach_error();
}
"""),
    ("shift.c", [], """
int __VERIFIER_nondet_int(void);
int main(void) {
  int bits = __VERIFIER_nondet_int();
  if (bits < 0) return 0;
  return (1u << bits) == 3;
}
"""),
    ("wide.c", ["--engine", "auto"], """
#include <assert.h>
unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  assert((x ^ 0x5555555555555555ull) != 0x0123456789abcdefull);
}
"""),
    ("narrow.c", ["--", "-m32"], """
#include <assert.h>
long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long(), y = __VERIFIER_nondet_long();
  assert(sizeof x == 4 && !(x == -70000 && y == 70001));
}
"""),
    ("freed.c", [], """
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int *p;
int main(void) {
  int result;
  p = calloc(1, sizeof *p);
  if (__VERIFIER_nondet_int() == 4711) free(p);
  result = *p;
  return result;
}
"""),
    ("null.c", [], """
short __VERIFIER_nondet_short(void);
int main(void) {
  int here = 0, *p = __VERIFIER_nondet_short() == -9 ? (int *)0 : &here;
  return *p;
}
"""),
    ("plus.cpp", [], """
#include <cassert>
#include <vector>
extern "C" int __VERIFIER_nondet_int();
int main() {
  std::vector<int> numbers{1, 2, 3};
  const int x = __VERIFIER_nondet_int();
  numbers.push_back(x);
  assert(numbers.back() != 31415926);
}
"""),
    ("thread.c", [], """
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int shared;
static void *work(void *unused) {
  __VERIFIER_atomic_begin();
  shared += 5;
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t thread;
  shared = __VERIFIER_nondet_int() & 0xFFFF;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(shared != 1005);
}
"""),
    ("explicit.c", ["--engine", "explicit", "--", "-Wno-error=incompatible-function-pointer-types", "-DBAD=200"], """
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { assert(__VERIFIER_nondet_uchar() != BAD); }
"""),
]


def clew_words(clew, name, options, out):
    before = options[: options.index("--")] if "--" in options else options
    engine = [] if "--engine" in before else ["--engine", "symbolic"]
    after = options[len(before):]
    return [clew, "check", name, *engine, *before, "--test-case", out, *after]


def run(words, folder, shell=False):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace", timeout=SECONDS,
                          shell=shell, check=False)


def problem_of(clew, sources, name, options, text):
    """What is wrong with the test case of one program; nothing if all is well."""
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        (folder / name).write_text(text)
        found = run(clew_words(clew, name, options, "test.c"), folder)
        shown = found.stdout + found.stderr
        line = re.search(r"^to see it natively: (.*)$", found.stdout, re.MULTILINE)
        if found.returncode != 1 or line is None:
            return f"no test case, exit status {found.returncode}\n{shown}"
        command = line.group(1).replace("CLEW/", f"{sources}/")
        native = run(command, folder, shell=True)
        messages = native.stdout + native.stderr
        if not (folder / "test").exists():
            return f"it does not compile: {command}\n{messages}"
        if native.returncode == 0 or "assumption" in messages:
            return f"it does not fail natively: {command}\n{messages}\n{shown}"
        case = folder / "test.c"
        case.write_text(re.sub(r"\\x[0-9a-f]{2}", r"\\x00", case.read_text()))
        calm = run(command, folder, shell=True)
        if calm.returncode != 0:
            return f"it fails without its inputs, too: {command}\n{calm.stdout}{calm.stderr}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clew", required=True, type=pathlib.Path)
    parser.add_argument("names", nargs="*", help="only these programs")
    arguments = parser.parse_args()
    sources = pathlib.Path(__file__).resolve().parent.parent.parent
    clew = str(arguments.clew.resolve())
    problems = 0
    chosen = [each for each in PROGRAMS if not arguments.names or each[0] in arguments.names]
    for name, options, text in chosen:
        problem = problem_of(clew, sources, name, options, text.lstrip())
        problems += problem is not None
        if problem:
            print(f"{name}: {problem}", file=sys.stderr)
    print(f"{len(chosen)} programs, {problems} problems")
    return 1 if problems or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
