#!/usr/bin/env python3
"""The format of scripts is written down well enough to read them: the Python in docs/certificate-format.md, put together, reads
what clew writes - full scripts, trustful ones and sub-scripts - and finds in it what `clew script print` shows.

usage: script_reader_test.py --clew PATH"""

import argparse
import ctypes
import ctypes.util
import json
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

SOURCES = {
    "choices.c": """#include <clew.h>
extern void __VERIFIER_assume(int);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) sum += clew_choose(3);
  __VERIFIER_assume(sum != 4);
  return clew_choose(2);
}
""",
    "threads.c": """#include <pthread.h>
static pthread_mutex_t forks[4];
static void *philosopher(void *x) {
  long i = (long)x;
  pthread_mutex_t *first = i == 3 ? &forks[0] : &forks[i], *second = i == 3 ? &forks[3] : &forks[i + 1];
  for (;;) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  }
}
int main(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, philosopher, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
}
""",
}


class Rejected(Exception):
    pass


def require(so):
    if not so:
        raise Rejected


def reader():
    """What the document defines."""
    text = (ROOT / "docs" / "certificate-format.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    names = {"require": require}
    exec(compile("\n".join(blocks), "certificate-format.md", "exec"), names)
    return names


def unpacked(frame, size):
    zstd = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
    zstd.ZSTD_decompress.restype = ctypes.c_size_t
    plain = ctypes.create_string_buffer(max(1, size))
    require(zstd.ZSTD_decompress(plain, ctypes.c_size_t(size), frame, ctypes.c_size_t(len(frame))) == size)
    return plain.raw[:size]


def sections_of(path):
    data = path.read_bytes()
    magic, form, count, index, size = struct.unpack_from("<8sIIQQ", data)
    require(magic == b"CLEWSCR\n" and form == 3 and size == len(data) and index + 56 * count == size)
    for i in range(count):
        kind, zero, offset, length, plain, first, states, transitions = struct.unpack_from("<IIQQQQQQ", data, index + 56 * i)
        require(zero == 0)
        yield kind, unpacked(data[offset:offset + length], plain), first, states, transitions


def read(path):
    """The metadata; the alphabet; the lists, as the document has them; the tree; the ways of a part."""
    doc = reader()
    metadata = alphabet = ways = None
    firsts, labels, to = [0], [], []
    for kind, plain, first, states, transitions in sections_of(path):
        if kind == 1:
            metadata = json.loads(plain)
        elif kind == 2:
            alphabet = doc["Alphabet"](json.loads(plain))
        elif kind == 5:
            ways = doc["ways"](plain, metadata["states"], metadata["ranges"][0] == 1, len(alphabet.choice_of))
        else:
            chunk = doc["Chunk"](alphabet, metadata["kind"], first, states, transitions, doc["Channel"](plain))
            chunk.read()
            firsts += [len(labels) + end for end in chunk.first[1:]]
            labels += chunk.label
            to += chunk.to
    parent, via = doc["connect"](firsts, to, metadata["kind"] == "part")
    return metadata, alphabet, firsts, labels, to, parent, via, ways


def printed(metadata, alphabet, firsts, labels, to, parent, via):
    """As `clew script print` shows it: the transition and the state that it leads to."""
    numbers = [None]
    ranges = metadata.get("ranges", [1, metadata["states"]])
    for first, last in zip(ranges[::2], ranges[1::2]):
        numbers += range(first, last + 1)

    def name(state):
        return "-" if state == 0 else "elsewhere" if state == 0xFFFF_FFFE else f"S{numbers[state]}"

    def text(label):
        thread, _, alternatives, place = alphabet.entries[alphabet.choice_of[label]]
        return f"t{thread}:{place}" + (f"/{label - alphabet.first[alphabet.choice_of[label]]}" if alternatives > 1 else "")

    lines = []
    for root in range(1, metadata["states"] + 1):
        if parent[root]:
            continue
        lines.append(("-", name(root)))
        path = [(root, firsts[root - 1])]
        while path:
            state, transition = path.pop()
            if transition == firsts[state]:
                if path:
                    lines.append(("B", name(path[-1][0])))
                continue
            path.append((state, transition + 1))
            leads = to[transition]
            lines.append((text(labels[transition]), name(leads)))
            if leads < len(via) and via[leads] == transition:
                path.append((leads, firsts[leads - 1]))
            else:
                lines.append(("B", name(state)))
    return lines


def expect_read(clew, script):
    *lists, ways = read(script)
    shown = subprocess.run([clew, "script", "print", script], capture_output=True, text=True, check=True).stdout
    assert printed(*lists) == [tuple(line.rsplit(None, 1)) for line in shown.splitlines()], script
    return lists[0], lists[5], ways


def expect_ways(whole, part):
    """Who goes the ways of a part in the whole script comes to its roots."""
    _, alphabet, firsts, labels, to, *_ = read(whole)
    metadata, own, _, _, _, parent, _, ways = read(part)
    first = metadata["ranges"][0]
    stands = {place: first + place - 1 for place in range(1, metadata["states"] + 1)}
    stands.setdefault(metadata["states"] + 1, 1)
    if first == 1:
        del stands[metadata["states"] + 1]
    reached = {1} if first == 1 else set()
    for place, target, label in ways:
        choice, alternative = own.entries[own.choice_of[label]], label - own.first[own.choice_of[label]]
        lists = range(firsts[stands[place] - 1], firsts[stands[place]])
        leads = [to[i] for i in lists if alphabet.entries[alphabet.choice_of[labels[i]]] == choice
                 and labels[i] - alphabet.first[alphabet.choice_of[labels[i]]] == alternative]
        assert len(leads) == 1 and stands.setdefault(target, leads[0]) == leads[0], part
        reached.add(target)
    roots = {place for place in range(1, metadata["states"] + 1) if not parent[place]}
    assert roots <= reached, part


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clew", required=True)
    clew = parser.parse_args().clew
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source, text in SOURCES.items():
            (folder / source).write_text(text)
            for kind in ("full", "trustful"):
                script = folder / f"{source}.{kind}"
                subprocess.run([clew, "check", folder / source, "--script", script, "--script-kind", kind, "--quiet",
                                "--reduction", "none"], check=True, stdout=subprocess.DEVNULL)
                assert expect_read(clew, script)[0]["kind"] == kind
            for k in (1, 2, 5):
                parts = folder / f"{source}.parts{k}"
                subprocess.run([clew, "script", "partition", folder / f"{source}.full", "-k", str(k), "--output", parts],
                               check=True, stdout=subprocess.DEVNULL)
                for part in sorted(parts.iterdir()):
                    metadata, parent, ways = expect_read(clew, part)
                    assert metadata["kind"] == "part" and metadata["parts"] == k
                    expect_ways(folder / f"{source}.full", part)
    print("the document's reader agrees")
    return 0


if __name__ == "__main__":
    sys.exit(main())
