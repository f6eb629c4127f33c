"""Small concurrent C programs, one for each seed.

A program has two to four threads that share plain variables, arrays, atomics, heap objects and locals of
main, in about every third program several threads of one function, and that use what POSIX and C11 offer: every kind of mutex, read-write locks, condition variables,
semaphores, barriers, once, keys. It is a tree of statements, so that a program on which something went wrong can
be made smaller by leaving statements out.

Three flavours: in `locked` each plain variable belongs to a lock and is touched only under it, so there is no
data race; `racy` and `race` touch what they like, the former with the property data-race left out.

Whatever can be asked about a program is a *goal*, a number below 64. Goals 0 to 15 are its assertions; goal 16 + v
is reached when main ends with the final value v, a hash of all shared variables. A goal that is reached fails as
an assertion if its bit is set in the mask, a constant (MASK_MARK) that is replaced in the compiled program: one
compilation serves for all questions. A mask changes nothing else, neither steps nor accesses.
"""

import copy
import random
import re
from dataclasses import dataclass, field

MASK_MARK = 4611686018427387847  # a number that appears nowhere else
FIRST_FINAL_GOAL = 16
FINAL_VALUES = 47
ALL_GOALS = (1 << (FIRST_FINAL_GOAL + FINAL_VALUES)) - 1

FLAVOURS = ["locked", "racy", "locked", "race"]

PREAMBLE = """\
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
int clew_choose(int n);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
"""

GOALS = """\
static int enabled(int goal)
{
    unsigned long mask = %dUL;
    return mask >> goal & 1;
}
static void reach(int goal)
{
    static const char *const names[] = {%s};
    if (enabled(goal))
        __assert_fail(names[goal], "program.c", 0, "reach");
}
#define CHECK(goal, condition) do { if (!(condition)) reach(goal); } while (0)
""" % (MASK_MARK, ", ".join(f'"goal {n}"' for n in range(64)))

# Declared when the program mentions the name.
GLOBALS = {
    "x": "static int x;",
    "y": "static int y;",
    "z": "static int z;",
    "a": "static int a[2];",
    "ready": "static int ready;",
    "c": "static _Atomic int c;",
    "d": "static _Atomic int d;",
    "flag": "static _Atomic int flag;",
    "lk": "static _Atomic int lk;",
    "q": "static _Atomic(int *) q;",
    "p": "static int *p;",
    "made": "static int made;",
    "own": "static _Thread_local int own;",
    "m0": "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;",
    "m1": "static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;",
    "r0": "static pthread_mutex_t r0 = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;",
    "e0": "static pthread_mutex_t e0 = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;",
    "w0": "static pthread_rwlock_t w0 = PTHREAD_RWLOCK_INITIALIZER;",
    "v0": "static pthread_cond_t v0 = PTHREAD_COND_INITIALIZER;",
    "o0": "static pthread_once_t o0 = PTHREAD_ONCE_INIT;",
    "s0": "static sem_t s0;",
    "b0": "static pthread_barrier_t b0;",
    "sp0": "static pthread_spinlock_t sp0;",
    "k0": "static pthread_key_t k0;",
    "hg": "static pthread_t hg[3];",
    "make": "static void make(void)\n{\n    made = made + 1;\n}",
    "forget": "static void forget(void *value)\n{\n    atomic_fetch_add(&c, (int)(long)value);\n}",
    "add": "static int add(int n)\n{\n    atomic_fetch_add(&c, n);\n    return n + 1;\n}",
    "put": "static int put(int n)\n{\n    atomic_store(&d, n & 3);\n    return n;\n}",
    "actions": "static int (*const actions[])(int) = {add, put};",
    "looks": "static int looks(int n)\n{\n    return flag == n;\n}",
    "count": "static int count(int n)\n{\n    return n == 0 ? atomic_load(&d) : count(n - 1) + 1;\n}",
}
NEEDS = {"make": ["made"], "forget": ["c"], "actions": ["add", "put", "c", "d"], "add": ["c"], "put": ["d"], "count": ["d"],
         "looks": ["flag"]}

INITIALIZERS = {
    "s0": "sem_init(&s0, 0, 0);",
    "b0": "pthread_barrier_init(&b0, NULL, 2);",
    "sp0": "pthread_spin_init(&sp0, PTHREAD_PROCESS_PRIVATE);",
    "k0": "pthread_key_create(&k0, forget);",
}

# What main prints at the end, and the lock each one needs while other threads live.
FINALS = {"x": "x", "y": "y", "z": "z", "a": "a[0] + 3 * a[1]", "ready": "ready", "c": "c", "d": "d", "flag": "flag", "made": "made"}
GUARDS = {"m0": ["x", "a", "ready"], "m1": ["y"], "w0": ["z"]}


@dataclass
class Line:
    """One statement."""

    text: str


@dataclass
class Block:
    """Statements between a head and a tail, such as a lock and its unlock."""

    head: str
    body: list = field(default_factory=list)
    tail: str = "}"


@dataclass
class Program:
    seed: int
    flavour: str
    bodies: list  # the statements of each thread, those of main last
    c11: bool = False
    multipliers: list = field(default_factory=list)

    def source(self) -> str:
        return render(self)

    def uses(self, word: str) -> bool:
        return word in words_of(self.bodies)


def generate(seed: int) -> Program:
    return Generator(seed).program()


class Generator:
    """Makes the program of a seed."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.seed = seed
        self.flavour = FLAVOURS[seed % len(FLAVOURS)]
        self.checks = 0
        self.nesting = 0
        self.plain = False  # nothing that shows a thread which one it is

    def program(self) -> Program:
        if random.Random(f"twins {self.seed}").random() < 0.35:
            return self.program_of_twins()
        threads = self.random.choices([2, 3, 4], [6, 3, 1])[0]
        size = {2: (4, 7), 3: (2, 5), 4: (1, 3)}[threads]
        self.c11 = self.random.random() < 0.1
        bodies = [self.statements(self.random.randint(*size)) for _ in range(threads)]
        for feature in self.random.sample(FEATURES, self.random.choice([0, 1, 1, 2, 2, 3])):
            feature(self, bodies)
        self.creation(bodies)
        multipliers = [self.random.randrange(1, FINAL_VALUES) for _ in FINALS]
        if self.flavour != "locked" and self.chance(0.25):
            self.mistake(bodies)
        return Program(self.seed, self.flavour, bodies, self.c11, multipliers)

    def program_of_twins(self) -> Program:
        """Several threads run the same function, and main one of its own."""
        self.c11 = False
        copies = self.random.choices([2, 3], [2, 1])[0]
        self.plain = self.chance(0.7)
        bodies = [self.statements(self.random.randint(2, 4) if copies == 2 else self.random.randint(1, 2))]
        self.plain = False
        bodies.append(self.statements(self.random.randint(0, 2)))
        features = PLAIN_FEATURES if self.chance(0.8) else FEATURES
        for feature in self.random.sample(features, self.random.choice([0, 0, 1, 1, 2])):
            feature(self, bodies)
        self.creation_of_twins(bodies, copies)
        multipliers = [self.random.randrange(1, FINAL_VALUES) for _ in FINALS]
        if self.flavour != "locked" and self.chance(0.15):
            self.mistake(bodies)
        return Program(self.seed, self.flavour, bodies, self.c11, multipliers)

    # -- statements

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def local(self) -> str:
        return self.random.choice(["l0", "l1"])

    def value(self) -> str:
        return self.random.choice(["0", "1", "2", "3", "l0", "l1", "l0 + 1"])

    def statements(self, n: int) -> list:
        return [self.statement() for _ in range(n)]

    def statement(self):
        kinds = [
            (5, self.guarded),
            (4, self.atomic),
            (2, self.check),
            (1, self.conditional),
            (1 if self.nesting < 2 else 0, self.loop),
            (0.5, self.nondeterministic),
            (0.4, self.atomic_section),
            (0.5, self.call),
            (0.3, self.thread_local),
        ]
        if self.flavour != "locked":
            kinds.append((5, self.bare))
        if self.plain:
            kinds = [kind for kind in kinds if kind[1] not in (self.call, self.thread_local)]
        weights, makers = zip(*kinds)
        self.nesting += 1
        made = self.random.choices(makers, weights)[0]()
        self.nesting -= 1
        return made

    def access(self, name: str) -> Line:
        place = f"a[{self.random.choice(['0', '1', 'l0 & 1'])}]" if name == "a" else name
        if name == "ready":
            return Line(f"{self.local()} = ready;")
        kind = self.random.randrange(5)
        if kind < 2:
            return Line(f"{self.local()} = {place};")
        if kind == 2:
            return Line(f"{place} = ({self.value()}) & 3;")
        if kind == 3:
            return Line(f"{place} = ({place} + {self.random.randint(1, 3)}) & 7;")
        return Line(f"if ({place} == {self.random.randint(0, 2)}) {place} = {self.random.randint(1, 3)};")

    def bare(self) -> Line:
        return self.access(self.random.choice(["x", "x", "y", "z", "a"]))

    def guarded(self) -> Block:
        """A critical section; a nested one takes its locks in either order."""
        lock = self.random.choice(["m0", "m0", "m0", "m1", "m1", "m1" if self.plain else "w0", "r0", "e0"])
        body = [self.access(self.random.choice(GUARDS[lock])) for _ in range(self.random.randint(1, 2)) if lock in GUARDS]
        if lock == "w0":
            return self.read_write_lock(body)
        inner = {"m0": "m1", "m1": "m0"}.get(lock)
        if inner and self.chance(0.25):
            body.append(Block(f"pthread_mutex_lock(&{inner}); {{", [self.access(self.random.choice(GUARDS[inner]))],
                              f"}} pthread_mutex_unlock(&{inner});"))
        if lock == "r0":
            body.append(Block("pthread_mutex_lock(&r0); {", [self.atomic()], "} pthread_mutex_unlock(&r0);"))
        if lock == "e0":
            body += [Line(f"{self.local()} = pthread_mutex_lock(&e0) & 7;"), self.atomic()]
        if self.chance(0.2):
            body.append(self.check())
        if self.chance(0.2):
            return Block(f"if (pthread_mutex_trylock(&{lock}) == 0) {{", body, f"pthread_mutex_unlock(&{lock}); }}")
        return Block(f"pthread_mutex_lock(&{lock}); {{", body, f"}} pthread_mutex_unlock(&{lock});")

    def read_write_lock(self, body: list) -> Block:
        if self.chance(0.4):
            return Block("pthread_rwlock_rdlock(&w0); {", [Line(f"{self.local()} = z;")], "} pthread_rwlock_unlock(&w0);")
        if self.chance(0.2):
            return Block("if (pthread_rwlock_trywrlock(&w0) == 0) {", body, "pthread_rwlock_unlock(&w0); }")
        return Block("pthread_rwlock_wrlock(&w0); {", body, "} pthread_rwlock_unlock(&w0);")

    def atomic(self) -> Line:
        name, local, n = self.random.choice(["c", "c", "d", "flag"]), self.local(), self.random.randint(0, 3)
        lines = [
            f"{local} = atomic_fetch_add(&{name}, {n}) & 7;",
            f"atomic_fetch_add(&{name}, 1);",
            f"atomic_fetch_or(&{name}, {n});",
            f"{{ int old = {n}; {local} = atomic_compare_exchange_strong(&{name}, &old, {n + 1}); }}",
            f"{{ int old = 0; atomic_compare_exchange_strong(&{name}, &old, 2); {local} = old & 7; }}",
            f"{local} = atomic_exchange(&{name}, {n}) & 7;",
            f"{local} = atomic_load(&{name}) & 7;",
            f"{local} = {name} & 7;",
            f"atomic_store(&{name}, ({self.value()}) & 3);",
            f"atomic_store_explicit(&{name}, {n}, memory_order_seq_cst);",
        ]
        return Line(self.random.choice([line for line in lines if not (self.plain and "&old" in line)]))

    def check(self) -> Line:
        if self.checks >= 6:
            return Line("l1 = (l0 + l1) & 3;")
        n = self.random.randint(0, 3)
        conditions = [f"l0 != {n}", f"l1 != {n}", "l0 <= l1", "l0 + l1 != 3", f"atomic_load(&c) != {n}", "c <= d + 1"]
        if self.flavour != "locked":
            conditions += [f"x != {n}", "x <= y", "a[0] == a[1]"]
        self.checks += 1
        return Line(f"CHECK({self.checks - 1}, {self.random.choice(conditions)});")

    def conditional(self) -> Block:
        head = self.random.choice(["if (l0 > l1) {", "if (l0 == 1) {", "if (l1) {", "if (atomic_load(&c) == 1) {", "if (!flag) {"])
        return Block(head, self.statements(1))

    def loop(self) -> Block:
        return Block("for (int i = 0; i < 2; i++) {", self.statements(1))

    def nondeterministic(self):
        return Line(self.random.choice(["l0 = clew_choose(2);", "l1 = clew_choose(3);", "l0 = __VERIFIER_nondet_bool();",
                                        "__VERIFIER_assume(l0 < 3);"]))

    def atomic_section(self) -> Block:
        body = [self.atomic(), self.atomic()]
        if self.flavour != "locked":
            body.append(self.bare())
        return Block("__VERIFIER_atomic_begin(); {", body, "} __VERIFIER_atomic_end();")

    def call(self) -> Line:
        return Line(self.random.choice(["l0 = actions[l1 & 1](l0) & 3;", "l1 = count(2) & 3;", "l0 = add(1);", "put(l0);"]))

    def thread_local(self) -> Line:
        return Line(self.random.choice(["own = own + 1; l0 = own;", "own = (own + atomic_load(&c)) & 3; l1 = own;"]))

    # -- features: statements of several threads that belong together

    def insert(self, body: list, statement) -> None:
        body.insert(self.random.randint(0, len(body)), statement)

    def pair(self, bodies: list) -> tuple[list, list]:
        return tuple(self.random.sample(bodies, 2))

    def condition(self, bodies: list) -> None:
        waiter, signaller = self.pair(bodies)
        word = self.random.choices(["while", "if"], [4, 1])[0]
        self.insert(waiter, Block("pthread_mutex_lock(&m0); {", [Line(f"{word} (!ready) pthread_cond_wait(&v0, &m0);"),
                                                              self.access("x")], "} pthread_mutex_unlock(&m0);"))
        call = self.random.choice(["pthread_cond_signal", "pthread_cond_broadcast"])
        body = [Line("ready = 1;")]
        if self.chance(0.8):
            self.insert(signaller, Block("pthread_mutex_lock(&m0); {", body + [Line(f"{call}(&v0);")],
                                         "} pthread_mutex_unlock(&m0);"))
        else:  # after the unlock; right too with `while`
            self.insert(signaller, Block("pthread_mutex_lock(&m0); {", body, f"}} pthread_mutex_unlock(&m0); {call}(&v0);"))

    def semaphore(self, bodies: list) -> None:
        waiter, poster = self.pair(bodies)
        self.insert(waiter, Line(self.random.choice(["sem_wait(&s0);", "sem_wait(&s0);", "l0 = sem_trywait(&s0) == 0;"])))
        self.insert(poster, Line("sem_post(&s0);"))

    def spin(self, bodies: list) -> None:
        waiter, setter = self.pair(bodies)
        self.insert(waiter, Line(self.random.choice(["while (!atomic_load(&flag)) {}", "while (flag == 0) sched_yield();"])))
        self.insert(setter, Line("atomic_store(&flag, 1);"))

    def poll(self, bodies: list) -> None:
        """One thread, or two that steal from each other, wait for a word. Not main: nothing ends its waiting when it is
        alone, and that is a very long step."""
        setter = self.random.choice(bodies)
        others = [body for body in bodies[:-1] if body is not setter]
        waiters = self.random.sample(others, min(len(others), self.random.choice([1, 1, 2])))
        for body in waiters:
            self.insert(body, Line(self.random.choice([
                "while (!atomic_exchange(&flag, 0)) {}",
                "while (atomic_exchange(&flag, 2) != 1) {}",
                "while (!(atomic_fetch_or(&flag, 0) & 1)) {}",
                "{ int old = 1; while (!atomic_compare_exchange_strong(&flag, &old, 0)) old = 1; }",
                "{ int old = 1; while (!atomic_compare_exchange_weak(&flag, &old, 2)) { l0 = old & 3; old = 1; } }",
                "while (flag == 0) l0 = 1;",
                "while (flag == 0 || d == 3) {}",
                "while (looks(0)) {}",
                "while (((volatile _Atomic char *)&flag)[0] == 0) {}",
                "do l1 = flag & 3; while (l1 != 1 && l1 != 2);",
                "while (!flag) __VERIFIER_assume(l0 < 3);",
            ])))
        self.insert(setter, Line(self.random.choice(["atomic_store(&flag, 1);", "atomic_fetch_or(&flag, 1);", "flag = 1; flag = 2;"])))
        if self.flavour != "locked" and waiters and self.chance(0.3):
            self.insert(waiters[0], Line(self.random.choice(["while (!x) {}", "while (!*(volatile int *)&y) {}",
                                                       "while (!__atomic_load_n(&x, 5)) {}"])))
            self.insert(setter, Line("x = 1; y = 1;"))

    def own_lock(self, bodies: list) -> None:
        """A lock made of an exchange or of a compare-and-exchange."""
        take = self.random.choice(["while (atomic_exchange(&lk, 1)) {}",
                                   "{ int old = 0; while (!atomic_compare_exchange_strong(&lk, &old, 1)) old = 0; }",
                                   "while (lk || atomic_exchange(&lk, 1)) {}"])
        for body in self.pair(bodies):
            section = [self.bare() if self.flavour != "locked" else self.atomic()]
            self.insert(body, Block(take + " {", section, "} atomic_store(&lk, 0);"))

    def try_lock(self, bodies: list) -> None:
        self.insert(self.random.choice(bodies), Block("while (pthread_mutex_trylock(&m0)) {} {", [self.access("x")],
                                                      "} pthread_mutex_unlock(&m0);"))

    def server(self, bodies: list) -> None:
        """A thread, or two, that never end; nothing of theirs counts without bound."""
        for body in self.random.sample(bodies[:-1], min(len(bodies) - 1, self.random.choice([1, 1, 2]))):
            body[self.random.randint(0, len(body)):] = [Block("for (;;) {", [Line(self.random.choice([
                "atomic_store(&flag, 0);", "l0 = atomic_exchange(&flag, 1) & 1;", "while (!flag) {} flag = 0;",
                "free(atomic_exchange(&q, NULL));", "l1 = clew_choose(2);", "l0 = flag & 1; __VERIFIER_assume(l0 < 2);",
                "__VERIFIER_atomic_begin(); flag = l0; l0 = clew_choose(2); __VERIFIER_atomic_end();",
                "pthread_mutex_lock(&m0); x = !x; pthread_mutex_unlock(&m0);",
                "pthread_mutex_lock(&m0); while (!ready) pthread_cond_wait(&v0, &m0); pthread_mutex_unlock(&m0);",
                "l0 = d & 1; char more[l0 + 1]; more[0] = 1;", "sem_wait(&s0);", "sched_yield();",
            ])) for _ in range(self.random.choice([1, 1, 2]))])]

    def wait_in_section(self, bodies: list) -> None:
        waiter, other = self.pair(bodies)
        self.insert(waiter, Block("__VERIFIER_atomic_begin(); {", [Line("atomic_store(&d, 1);"), Line(self.random.choice([
            "pthread_mutex_lock(&m1); pthread_mutex_unlock(&m1);", "sem_wait(&s0);"])), self.check()], "} __VERIFIER_atomic_end();"))
        self.insert(other, self.random.choice([Block("pthread_mutex_lock(&m1); {", [self.atomic()], "} pthread_mutex_unlock(&m1);"),
                                               Line("sem_post(&s0);")]))

    def twins(self, bodies: list) -> None:
        """Two threads that do the same."""
        one, other = self.pair(bodies)
        other[:] = copy.deepcopy(one)

    def spin_lock(self, bodies: list) -> None:
        for body in self.pair(bodies):
            section = [self.bare() if self.flavour != "locked" else self.atomic()]
            self.insert(body, Block("pthread_spin_lock(&sp0); {", section, "} pthread_spin_unlock(&sp0);"))

    def barrier(self, bodies: list) -> None:
        for body in self.pair(bodies):
            self.insert(body, Line("l0 = pthread_barrier_wait(&b0) == PTHREAD_BARRIER_SERIAL_THREAD;"))

    def once(self, bodies: list) -> None:
        for body in self.pair(bodies):
            self.insert(body, Line("pthread_once(&o0, make);"))

    def heap(self, bodies: list) -> None:
        publisher, consumer = self.pair(bodies)
        self.insert(publisher, Line("{ int *n = malloc(sizeof *n); *n = 1 + (l0 & 1); free(atomic_exchange(&q, n)); }"))
        right = "{ int *n = atomic_exchange(&q, NULL); if (n) { l1 = *n; free(n); } }"
        wrong = ["{ int *n = atomic_load(&q); if (n) l1 = *n; }", "free(atomic_load(&q));", "l0 = *atomic_load(&q);",
                 "p = atomic_load(&q); if (p) { l1 = *p; free(p); }"]
        self.insert(consumer, Line(right if self.flavour == "locked" or self.chance(0.4) else self.random.choice(wrong)))

    def escaped(self, bodies: list) -> None:
        """The argument of every thread is an array of main's."""
        for body in self.pair(bodies):
            place = f"((int *)arg)[{self.random.randint(0, 1)}]"
            change = self.random.choice([f"{self.local()} = {place};", f"{place} = ({place} + 1) & 3;", f"{place} = l0;"])
            if self.flavour == "locked":
                self.insert(body, Block("pthread_mutex_lock(&m0); {", [Line(change)], "} pthread_mutex_unlock(&m0);"))
            else:
                self.insert(body, Line(change))

    def key(self, bodies: list) -> None:
        for body in self.pair(bodies):
            self.insert(body, Line("pthread_setspecific(k0, (void *)(long)(1 + (l0 & 1)));"))
        self.insert(body, Line("l0 = (int)(long)pthread_getspecific(k0);"))

    def early_exit(self, bodies: list) -> None:
        self.insert(self.random.choice(bodies), Line(self.random.choice([
            "if (l0 == 1) exit(0);", "if (atomic_load(&c) == 1) exit(1);", "if (l0) pthread_exit(NULL);", "if (l1 > 1) abort();"])))

    def mistake(self, bodies: list) -> None:
        """Something undefined, on some schedules or on all."""
        if self.chance(0.15):
            bodies[-1].append(Line(self.join(0)))
            return
        self.insert(self.random.choice(bodies[:-1]), Line(self.random.choice([
            "pthread_mutex_unlock(&m0);",
            "if (atomic_load(&c) > 1) pthread_mutex_unlock(&m1);",
            "pthread_mutex_destroy(&m0);",
            "x = a[l0];",
            "a[l1] = 1;",
            "{ int *n = malloc(sizeof *n); if (l0) *n = 1; if (*n) l1 = 2; free(n); }",
            "{ int *n = malloc(sizeof *n); free(n); if (l0) free(n); }",
            "{ int *n = &y; if (atomic_load(&d)) free(n); }",
            "{ int here = 1; atomic_store(&q, &here); } l1 = *atomic_load(&q);",
        ])))

    # -- threads

    def creation(self, bodies: list) -> None:
        """Turns the last body into main's, with the creation and joining of the other threads."""
        others = list(range(len(bodies) - 1)) if self.chance(0.5) else list(range(len(bodies)))
        main = bodies.pop() if len(others) < len(bodies) else []
        if len(bodies) == 1:
            bodies.append(self.statements(2))
            others = [0, 1]
        created = [Line(self.create(n)) for n in others]
        if len(others) >= 2 and not self.c11 and self.chance(0.15):  # the first creates the last
            created.pop()
            last = others.pop()
            self.insert(bodies[0], Block(self.create(last), self.statements(1), self.join(last)))
        ends = [self.end(n) for n in self.random.sample(others, len(others))]
        if self.chance(0.1):
            ends = ends[:-1]
        cut = self.random.randint(0, len(main))
        bodies.append(created + main[:cut] + [line for line in ends if line] + main[cut:])
        if self.chance(0.5):
            bodies[-1].append(self.final_check())

    def creation_of_twins(self, bodies: list, copies: int) -> None:
        """The handles are in an array of main's or in a global one; threads are created and joined in loops or not."""
        main = bodies.pop()
        array = self.random.choice(["hs", "hg"])
        argument = "arg"
        if self.chance(0.25) and "arg" not in words_of(bodies):
            argument = "(void *)(long)i"
            bodies[0].insert(0, Line("l0 = (int)(long)arg;"))
        loop = f"for (int i = 0; i < {copies}; i++)"
        lines = [Line(f"pthread_t hs[{copies}];")] if array == "hs" else []
        lines.append(Line(f"{loop} pthread_create(&{array}[i], NULL, t0, {argument});"))
        cut = self.random.randint(0, len(main))
        lines += main[:cut]
        if self.chance(0.6):
            lines.append(Line(f"{loop} pthread_join({array}[i], NULL);"))
        else:
            joins = [Line(f"pthread_join({array}[{n}], NULL);") for n in self.random.sample(range(copies), copies)]
            if self.chance(0.25):
                joins[0] = Line(joins[0].text.replace("NULL", "&result") + " l0 = (int)(long)result & 3;")
            if self.chance(0.25):
                joins.pop()
            if self.chance(0.5):
                self.insert(joins, self.statement())
            lines += joins
        bodies.append(lines + main[cut:])
        if self.chance(0.5):
            bodies[-1].append(self.final_check())

    def create(self, n: int) -> str:
        if self.c11:
            return f"thrd_create(&h{n}, t{n}, &shared);"
        return f"pthread_create(&h{n}, NULL, t{n}, arg);"

    def join(self, n: int) -> str:
        if self.c11:
            return f"thrd_join(h{n}, &result); l0 = result & 3;"
        if self.chance(0.3):
            return f"pthread_join(h{n}, &result); l0 = (int)(long)result & 3;"
        return f"pthread_join(h{n}, NULL);"

    def end(self, n: int) -> Line:
        if self.chance(0.08):
            return Line(f"thrd_detach(h{n});" if self.c11 else f"pthread_detach(h{n});")
        return Line(self.join(n))

    def final_check(self) -> Line:
        self.checks += 1
        variable = self.random.choice(["c", "d", "l0"] if self.flavour == "locked" else ["x", "y", "c", "a[0]"])
        return Line(f"CHECK({self.checks - 1}, {variable} != {self.random.randint(0, 3)});")


FEATURES = [Generator.condition, Generator.semaphore, Generator.spin, Generator.spin_lock, Generator.barrier,
            Generator.once, Generator.heap, Generator.escaped, Generator.key, Generator.early_exit, Generator.poll,
            Generator.poll, Generator.own_lock, Generator.try_lock, Generator.server, Generator.wait_in_section,
            Generator.twins]
PLAIN_FEATURES = [Generator.condition, Generator.spin, Generator.escaped, Generator.early_exit]


# -- from trees to text


def lines_of(body: list, indent: str = "    ") -> list[str]:
    lines = []
    for node in body:
        if isinstance(node, Line):
            lines.append(indent + node.text)
        else:
            lines.append(indent + node.head)
            lines += lines_of(node.body, indent + "    ")
            lines.append(indent + node.tail)
    return lines


def words_of(bodies: list) -> set[str]:
    text = "".join("\n".join(lines_of(body)) + "\n" for body in bodies)
    return set("".join(ch if ch.isalnum() or ch == "_" else " " for ch in text).split())


def render(program: Program) -> str:
    words = words_of(program.bodies)
    if "k0" in words:
        words.add("forget")
    for name, needed in NEEDS.items():
        words.update(needed if name in words else [])
    unjoined = unjoined_threads(program)
    finals = [name for name in FINALS if name in words and not (unjoined and name == "made")]
    guards = [lock for lock, names in GUARDS.items() if unjoined and program.flavour == "locked" and set(names) & set(finals)]
    parts = [PREAMBLE, GOALS]
    parts += [text for name, text in GLOBALS.items() if name in words or name in guards]
    for n in range(len(program.bodies) - 1):
        parts.append(thread_function(program, n))
    order = list(range(len(program.bodies) - 1))
    declarations = [f"static {'int' if program.c11 else 'void *'} t{n}(void *arg);".replace("* t", "*t") for n in order]
    parts[2:2] = declarations
    parts.append(main_function(program, words, finals, guards))
    return "\n".join(parts) + "\n"


def unjoined_threads(program: Program) -> bool:
    text = "\n".join("\n".join(lines_of(body)) for body in program.bodies)
    created = text.count("_create(h") + text.count("_create(&h")
    if "t0" in text and ("hs[" in text or "hg[" in text) and "i++) pthread_join" not in text:
        created = max((int(n) for n in re.findall(r"i < (\d); i\+\+\) pthread_create", text)), default=0)
    return text.count("_join(") < created or "exit" in text


def thread_function(program: Program, n: int) -> str:
    lines = [f"static int t{n}(void *arg)" if program.c11 else f"static void *t{n}(void *arg)", "{",
             "    int l0 = 0, l1 = 0;", *handles(program, n)]
    lines += lines_of(program.bodies[n])
    result = "l0" if program.c11 else "(void *)(long)l0"
    return "\n".join(lines + [f"    return {result};", "}"])


def handles(program: Program, n: int) -> list[str]:
    """Declarations of what the thread creates, and of what joining gives."""
    text = "\n".join(lines_of(program.bodies[n]))
    kind = "thrd_t" if program.c11 else "pthread_t"
    declared = [f"    {kind} h{k};" for k in range(len(program.bodies)) if f"h{k}" in text]
    if "result" in text:
        declared.append("    int result = 0;" if program.c11 else "    void *result = NULL;")
    return declared


def main_function(program: Program, words: set[str], finals: list[str], guards: list[str]) -> str:
    lines = ["int main(void)", "{", "    int l0 = 0, l1 = 0;"]
    if "arg" in words or program.c11:
        lines += ["    int shared[2] = {0, 0};", "    void *arg = shared;"]
    lines += handles(program, len(program.bodies) - 1)
    lines += [f"    {text}" for name, text in INITIALIZERS.items() if name in words]
    lines += lines_of(program.bodies[-1])
    take = {"m0": "pthread_mutex_lock(&m0);", "m1": "pthread_mutex_lock(&m1);", "w0": "pthread_rwlock_rdlock(&w0);"}
    lines += [f"    {take[lock]}" for lock in guards]
    terms = []
    for name, multiplier in zip(FINALS, program.multipliers):
        if name in finals:
            lines.append(f"    int final_{name} = {FINALS[name]};")
            terms.append((name, multiplier))
    total = " + ".join(f"final_{name} * {multiplier}u" for name, multiplier in terms) or "0u"
    lines.append(f"    unsigned value = ({total}) % {FINAL_VALUES};")
    shown = "".join(f" {name}=%d" for name, _ in terms)
    arguments = "".join(f", final_{name}" for name, _ in terms)
    lines.append(f'    printf("final %u:{shown}\\n", value{arguments});')
    lines.append(f"    reach({FIRST_FINAL_GOAL} + (int)value);")
    return "\n".join(lines + ["    return 0;", "}"])
