#!/usr/bin/env python3
"""How fast the disk takes what a search writes and reads, by the size of a request, through the system's cache and past it.

A search on disk writes each page once, from beginning to end, and reads some of them soon after. This is why its files
are opened the usual way: see docs/performance.md.
"""

import argparse
import mmap
import os
import tempfile
import time
from pathlib import Path

MEGABYTE = 1 << 20
REQUESTS = (16 << 10, 256 << 10, MEGABYTE, 4 * MEGABYTE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scratch", type=Path, help="a directory on the disk in question (default: the system's)")
    parser.add_argument("--megabytes", type=int, default=512, help="so many are written each time (default 512)")
    options = parser.parse_args()
    print(f"{'request':>10}  {'':8}  {'write MB/s':>10}  {'and sync':>10}  {'read MB/s':>10}")
    with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
        for request in REQUESTS:
            for name, flag in (("buffered", 0), ("direct", os.O_DIRECT)):
                show(Path(folder) / "file", request, name, flag, options.megabytes * MEGABYTE)


def show(file: Path, request: int, name: str, flag: int, size: int) -> None:
    buffer = mmap.mmap(-1, request)  # direct requests need memory that begins on a page
    buffer.write(os.urandom(request))
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_TRUNC | flag)
    try:
        begin = time.monotonic()
        for place in range(0, size, request):
            os.pwrite(descriptor, buffer, place)
        written = time.monotonic()
        os.fdatasync(descriptor)
        synced = time.monotonic()
        for place in range(0, size, request):
            os.preadv(descriptor, [buffer], place)
        read = time.monotonic()
    except OSError as error:
        print(f"{request >> 10:>6} KiB  {name:8}  {error.strerror}")
        return
    finally:
        os.close(descriptor)
    rates = [size / MEGABYTE / seconds for seconds in (written - begin, synced - begin, read - synced)]
    print(f"{request >> 10:>6} KiB  {name:8}  " + "  ".join(f"{rate:10,.0f}" for rate in rates))


if __name__ == "__main__":
    main()
