#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures opening and drawing of generated traces against a bare pass over the same bytes.

Machines are noisy, so each figure is the median of runs that alternate with the pass it is
compared with, and the ratio is what counts. The targets stand in DESIGN's words beside it."""

import argparse
import pathlib
import statistics
import subprocess

RUNS = 5


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    return dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)


def generate(build, events):
    path = build / "bench" / f"edf-{events}.shark"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        subprocess.run([build / "tests/shark/shark-generate", "--events", str(events), "-o", path], check=True)
    return path


def generate_bus(build, records):
    path = build / "bench" / f"bus-{records}.tr"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        subprocess.run([build / "tests/byu/byu-generate", "--layout", "12", "--records", str(records), "-o", path],
                       check=True)
    return path


def alternate(one, other):
    """Runs both in turn; the first round only warms the page cache."""
    one(), other()
    pairs = [(one(), other()) for _ in range(RUNS)]
    return zip(*pairs)


def seconds(results):
    return statistics.median(float(result["seconds"]) for result in results)


def verdict(value, limit):
    return f"{value:.2f} (at most {limit:g}{'' if value <= limit else ': MISSED'})"


def bench_jobs(programs, path):
    """Jobs, deadlines and causes: opening and finding them against opening alone, run by run."""
    runs = [run(programs / "bench-open", path, "jobs") for _ in range(RUNS)]
    found = statistics.median(float(r["jobs-seconds"]) for r in runs)
    ratio = statistics.median(1 + float(r["jobs-seconds"]) / float(r["seconds"]) for r in runs)
    print(f"  jobs                   {found * 1000:9.1f} ms for {runs[0]['jobs']} jobs, "
          f"open and jobs × open: {verdict(ratio, 2)}")


def bench_open(build, path, limit=4):
    programs = build / "tests/bench"
    passes, opens = alternate(lambda: run(programs / "bench-pass", path),
                              lambda: run(programs / "bench-open", path, "open"))
    passes, opens = list(passes), list(opens)
    bare, opened = seconds(passes), seconds(opens)
    without = seconds([run(programs / "bench-open", path, "bare") for _ in range(3)])
    events, size = int(opens[0]["events"]), path.stat().st_size
    print(f"{path.name}: {events} events, {size / 1e6:.0f} MB")
    print(f"  bare pass              {bare * 1000:9.1f} ms")
    print(f"  open without analyses  {without * 1000:9.1f} ms, × the pass: {without / bare:.2f}")
    print(f"  open                   {opened * 1000:9.1f} ms, × the pass: {verdict(opened / bare, limit)}, "
          f"{events / opened / 1e6:.1f} million events a second")
    print(f"  first picture after    {statistics.median(float(r['first']) for r in opens) * 1000:9.1f} ms")
    if path.suffix == ".shark":
        bench_jobs(programs, path)
    heap = statistics.median(int(r["heap"]) for r in opens) / events
    print(f"  memory an event        {verdict(heap, 4)} bytes above the mapping")


def bench_redraw(build, paths):
    figures = {path: run(build / "tests/bench/bench-open", path, "draw") for path in paths}
    print("redraw of 1920 × 1080, ms: p50 / p99 (p99 at most 8)")
    for key in [key for key in figures[paths[-1]] if key.startswith("redraw-") and key.endswith("p50")]:
        share = float(key.split("-", 1)[1].rsplit("-", 1)[0])
        cells = []
        for path in paths:
            p99 = float(figures[path][key[:-3] + "p99"])
            cells.append(f"{path.stem}: {float(figures[path][key]):6.2f} / {p99:6.2f}" +
                         (" MISSED" if p99 > 8 else ""))
        print(f"  {share:>8.3%} of the trace   " + "   ".join(cells))


def main():
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--events", type=int, default=10_000_000, help="length of the largest trace")
    arguments = parser.parse_args()
    sizes = [size for size in (100_000, 1_000_000) if size < arguments.events] + [arguments.events]
    for kind, limit in ((generate, 4), (generate_bus, 2)):
        paths = [kind(arguments.build, size) for size in sizes]
        for path in paths:
            bench_open(arguments.build, path, limit)
        bench_redraw(arguments.build, paths[-2:])


main()
