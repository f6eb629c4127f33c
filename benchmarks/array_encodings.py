#!/usr/bin/env python3
"""How solvers like memory with unknown indices: the figures behind docs/design.md, Symbolic, *Arrays*.

Makes SMT-LIB questions about an array of N words of 32 bits, each in four encodings, and asks z3 and cvc5:

    table    two words of a table with different contents are looked up; is their sum one that it is, or odd, which it is not
    writes   six words are written, then read again; can their sum be the largest, or more
    rmw      six counters are incremented, which may be the same; can one be six, or more

    bytes, words    an SMT array of these, content as stores
    chain           one if-then-else for each place
    tree            if-then-else over the bits of the index; writes by comparing indices

Prints seconds, or the limit with a `>` where there was no answer.
"""

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

WORD = "(_ BitVec 32)"
ARRAY = {"words": f"(Array (_ BitVec 64) {WORD})", "bytes": "(Array (_ BitVec 64) (_ BitVec 8))"}
ACCESSES = 6


def bits(value: int, width: int) -> str:
    return f"(_ bv{value} {width})"


class Question:
    """Memory of N words in some encoding, and the lines said so far."""

    def __init__(self, encoding: str, table: list[int]):
        self.encoding, self.table = encoding, table
        self.lines = ["(set-logic ALL)" if encoding in ARRAY else "(set-logic QF_BV)"]
        self.names = 0
        self.written: list[tuple[str, str]] = []
        if encoding not in ARRAY:
            return
        self.array = f"((as const {ARRAY[encoding]}) {bits(0, 32 if encoding == 'words' else 8)})"
        for place, word in enumerate(table):
            if encoding == "words" and word:
                self.store(bits(4 * place, 64), bits(word, 32))
            for k in range(4 if encoding == "bytes" else 0):
                if word >> 8 * k & 255:
                    self.store(bits(4 * place + k, 64), bits(word >> 8 * k & 255, 8))

    def define(self, sort: str, expression: str) -> str:
        self.names += 1
        self.lines.append(f"(declare-const d{self.names} {sort})(assert (= d{self.names} {expression}))")
        return f"d{self.names}"

    def store(self, index: str, element: str) -> None:
        self.array = self.define(ARRAY[self.encoding], f"(store {self.array} {index} {element})")

    def say(self, condition: str) -> None:
        self.lines.append(f"(assert {condition})")

    def index(self, name: str) -> str:
        self.lines.append(f"(declare-const {name} {WORD})")
        self.say(f"(bvult {name} {bits(len(self.table), 32)})")
        return name

    def byte_at(self, index: str, k: int) -> str:
        return f"(bvadd (concat (_ bv0 30) {index} (_ bv0 2)) {bits(k, 64)})"

    def write(self, index: str, word: str) -> None:
        if self.encoding == "words":
            self.store(self.byte_at(index, 0), word)
        elif self.encoding == "bytes":
            for k in range(4):
                self.store(self.byte_at(index, k), f"((_ extract {8 * k + 7} {8 * k}) {word})")
        else:
            self.written.append((index, word))

    def tree(self, index: str, first: int, count: int) -> str:
        if count == 1:
            return bits(self.table[first], 32)
        low, high = self.tree(index, first, count // 2), self.tree(index, first + count // 2, count // 2)
        bit = (count // 2).bit_length() - 1
        return low if low == high else self.define(
            WORD, f"(ite (= ((_ extract {bit} {bit}) {index}) #b0) {low} {high})")

    def read(self, index: str) -> str:
        if self.encoding == "words":
            return self.define(WORD, f"(select {self.array} {self.byte_at(index, 0)})")
        if self.encoding == "bytes":
            parts = " ".join(f"(select {self.array} {self.byte_at(index, k)})" for k in (3, 2, 1, 0))
            return self.define(WORD, f"(concat {parts})")
        if self.encoding == "tree":
            word = self.tree(index, 0, len(self.table))
        else:
            word = bits(self.table[-1], 32)
            for place in reversed(range(len(self.table) - 1)):
                word = self.define(WORD, f"(ite (= {index} {bits(place, 32)}) {bits(self.table[place], 32)} {word})")
        for other, written in self.written:
            word = self.define(WORD, f"(ite (= {index} {other}) {written} {word})")
        return word


def table_question(encoding: str, count: int, possible: bool) -> Question:
    table = [(place * 2654435761 + 12345) % (1 << 20) * 2 for place in range(count)]
    question = Question(encoding, table)
    total = f"(bvadd {question.read(question.index('i'))} {question.read(question.index('j'))})"
    wanted = table[count // 3] + table[count // 2]
    odd = f"(= ((_ extract 0 0) {total}) #b1)"
    question.say(f"(= {total} {bits(wanted, 32)})" if possible else odd)
    return question


def writes_question(encoding: str, count: int, possible: bool) -> Question:
    question = Question(encoding, [0] * count)
    for k in range(ACCESSES):
        question.lines.append(f"(declare-const v{k} {WORD})")
        question.say(f"(bvult v{k} {bits(100, 32)})")
        question.write(question.index(f"w{k}"), f"v{k}")
    total = bits(0, 32)
    for k in range(ACCESSES):
        total = question.define(WORD, f"(bvadd {total} {question.read(f'w{k}')})")
    question.say(f"(bvult {bits(99 * ACCESSES - possible, 32)} {total})")
    return question


def rmw_question(encoding: str, count: int, possible: bool) -> Question:
    question = Question(encoding, [0] * count)
    for k in range(ACCESSES):
        index = question.index(f"w{k}")
        question.write(index, question.define(WORD, f"(bvadd {question.read(index)} {bits(1, 32)})"))
    question.say(f"(bvult {bits(ACCESSES - possible, 32)} {question.read(question.index('y'))})")
    return question


def seconds_of(solver: str, question: Question, possible: bool, limit: float) -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "question.smt2"
        file.write_text("\n".join([*question.lines, "(check-sat)", ""]))
        begin = time.monotonic()
        try:
            done = subprocess.run([solver, file], capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return f">{limit:.0f}"
        seconds = time.monotonic() - begin
    answer = done.stdout.strip()
    return f"{seconds:.2f}" if answer == ("sat" if possible else "unsat") else f"`{answer[:40]}`"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=1024, help="in the array, a power of two (default 1024)")
    parser.add_argument("--limit", type=float, default=10, help="seconds for a question (default 10)")
    options = parser.parse_args()
    print("| question | answer | solver | bytes | words | chain | tree |\n|---|---|---|---|---|---|---|")
    for name, make in (("table", table_question), ("writes", writes_question), ("rmw", rmw_question)):
        for possible in (True, False):
            for solver in ("z3", "cvc5"):
                cells = [seconds_of(solver, make(encoding, options.words, possible), possible, options.limit)
                         for encoding in ("bytes", "words", "chain", "tree")]
                print("|", name, "|", "sat" if possible else "unsat", "|", solver, "|", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
