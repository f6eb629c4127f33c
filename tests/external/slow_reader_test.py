#!/usr/bin/env python3
"""Ctrl-C while a long counterexample is being printed to somebody who reads slowly: the output is whole all the same."""

import argparse
import signal
import subprocess
import sys
import time
from pathlib import Path

from runs import PHILOSOPHERS

PIPE_IS_FULL = 3.0  # seconds after which the search has long ended and the pipe takes no more


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clew", required=True, type=Path)
    clew = parser.parse_args().clew
    command = [clew, "check", PHILOSOPHERS, "--arg", "300", "--search", "best", "--property=-data-race"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        time.sleep(PIPE_IS_FULL)
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        last = process.stdout.read().splitlines()[-1]
    if (process.returncode, last) != (1, "verdict: violated (deadlock)"):
        print(f"FAILED: exit status {process.returncode}, the last line is `{last}`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
