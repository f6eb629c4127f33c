#!/usr/bin/env python3
"""One search of at least 50 million stored states within 8 GB, with its bytes per state and its rate over time.

The philosophers without reduction, by one worker. How many are needed follows from how the states of small sizes grow.
Clew gets a terminal for its progress, which it then renews twice a second; the samples go to a JSON file as they come,
and from there into an SVG. `--plot-only` draws the file of an earlier run. Exits with 1 if the verdict is not safe, the
states are too few or the memory too much.
"""

import argparse
import errno
import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import DEFAULT_CLEW, FOLDER, SYSTEMS, check, mark, one_worker, print_table, unreduced
from svg_plot import Curve, Panel, write_svg

LEAST_STATES = 50_000_000
MOST_BYTES = 8 << 30
GROWTH_SIZES = range(8, 12)
QUICK_PHILOSOPHERS = 12
SAMPLE_SECONDS = 1.0
PROGRESS = re.compile(rb"\d+ s: ([\d,]+) states, ([\d,]+) transitions/s")
DEFAULT_SAMPLES = FOLDER.parent / "build" / "large_run.json"


def main() -> int:
    options = parse_options()
    if not options.plot_only:
        philosophers = options.philosophers or (QUICK_PHILOSOPHERS if options.quick else choose_size(options.clew))
        run = measure(options.clew, philosophers, options.samples)
    else:
        run = json.loads(options.samples.read_text())
    plot = options.plot or options.samples.with_suffix(".svg")
    draw(run, plot)
    print(f"samples: {options.samples}, plot: {plot}")
    return 0 if report(run, options.quick) else 1


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=Path, default=DEFAULT_CLEW, help="the clew program to measure")
    parser.add_argument("--philosophers", type=int, help="so many, instead of as many as 50 million states need")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_PHILOSOPHERS} philosophers, few states")
    parser.add_argument("--samples", type=Path, default=DEFAULT_SAMPLES, help="where the samples go, or come from")
    parser.add_argument("--plot", type=Path, help="where the plot goes (default: beside the samples)")
    parser.add_argument("--plot-only", action="store_true", help="draw the samples of an earlier run")
    return parser.parse_args()


def choose_size(clew: Path) -> int:
    """Measures small sizes and extrapolates their growth, which is close to geometric."""
    states = {n: check(clew, SYSTEMS / "philosophers.c", *options_of(clew), flags=(f"-DN={n}",)).states
              for n in GROWTH_SIZES}
    last = GROWTH_SIZES[-1]
    factor = states[last] / states[last - 1]
    wanted, expected = last, float(states[last])
    rows = [[str(n), f"{found:,}", "measured"] for n, found in states.items()]
    while expected < 1.05 * LEAST_STATES:
        wanted, expected = wanted + 1, expected * factor
        rows.append([str(wanted), f"{expected:,.0f}", "expected"])
    print_table(["philosophers", "states", ""], rows)
    return wanted


def options_of(clew: Path) -> tuple[str, ...]:
    return (*one_worker(clew), *unreduced(clew))


def measure(clew: Path, philosophers: int, samples_file: Path) -> dict:
    """Runs the search and writes what is known of it to the file after every sample."""
    run = {"philosophers": philosophers, "complete": False, "samples": []}
    samples_file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="clew-bench-") as folder:
        result = Path(folder) / "report.json"
        command = [clew, "check", SYSTEMS / "philosophers.c", "--json", result, "--memory-limit", f"{MOST_BYTES >> 20}M",
                   *options_of(clew), "--", f"-DN={philosophers}"]
        terminal, child_side = pty.openpty()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=child_side)
        os.close(child_side)
        try:
            for sample in samples_of(process.pid, terminal):
                run["samples"].append(sample)
                samples_file.write_text(json.dumps(run))
            process.wait()
        finally:
            process.kill()  # nothing if it has ended
            os.close(terminal)
        if not result.exists():
            raise SystemExit(f"clew wrote no report, exit status {process.returncode}")
        report_json = json.loads(result.read_text())
    run |= {"complete": True, "verdict": report_json["verdict"], "detail": report_json["detail"],
            "statistics": report_json["statistics"]}
    samples_file.write_text(json.dumps(run))
    return run


def samples_of(pid: int, terminal: int):
    """Reads the progress lines until the process closes its terminal."""
    begin = time.monotonic()
    next_sample = 0.0
    text = b""
    while chunk := read(terminal):
        text = (text + chunk)[-400:]
        lines = PROGRESS.findall(text)
        now = time.monotonic() - begin
        if not lines or now < next_sample:
            continue
        text = b""
        next_sample = now + SAMPLE_SECONDS
        states, rate = (int(word.replace(b",", b"")) for word in lines[-1])
        if states > 0:
            yield {"seconds": now, "states": states, "rate": rate, "resident": resident_bytes(pid)}


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError as error:
        if error.errno == errno.EIO:  # how Linux says that the other side is closed
            return b""
        raise


def resident_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def draw(run: dict, plot: Path) -> None:
    samples = thinned(run["samples"])
    seconds = [sample["seconds"] for sample in samples]
    write_svg(plot, f"{run['philosophers']} philosophers, no reduction, one worker", "seconds", [
        Panel("million states", [Curve(seconds, [sample["states"] / 1e6 for sample in samples])]),
        Panel("million transitions per second", [Curve(seconds, [sample["rate"] / 1e6 for sample in samples])]),
        Panel("resident bytes per state", [Curve(seconds, [bytes_of(sample) for sample in samples])], limit=100),
    ])


def thinned(samples: list[dict], most: int = 400) -> list[dict]:
    step = len(samples) // most + 1
    return samples[::step]


def bytes_of(sample: dict) -> float:
    return sample["resident"] / sample["states"]


def report(run: dict, quick: bool) -> bool:
    if not run["complete"]:
        print("the run did not end")
        return False
    statistics = run["statistics"]
    states, peak = statistics["states"], statistics["peak_resident_bytes"]
    print_table(
        ["philosophers", "states", "transitions", "seconds", "tr/s", "store B/st", "peak B/st", "peak GiB"],
        [[str(run["philosophers"]), f"{states:,}", f"{statistics['transitions']:,}", f"{statistics['seconds']:.1f}",
          f"{statistics['transitions'] / statistics['seconds']:,.0f}", f"{statistics['bytes_per_state']:.1f}",
          f"{peak / states:.1f}", f"{peak / (1 << 30):.2f}"]])
    safe = run["verdict"] == "safe"
    if not safe:
        print(f"ERROR: the verdict is {run['verdict']} {run['detail']}")
    if quick:
        return safe
    enough, fits = states >= LEAST_STATES, peak <= MOST_BYTES
    print(f"at least {LEAST_STATES:,} states: {mark(enough)}; within {MOST_BYTES >> 30} GiB: {mark(fits)}")
    return safe and enough and fits


if __name__ == "__main__":
    sys.exit(main())
