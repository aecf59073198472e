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

# On the screen in the closest view.
SINGLE_EVENTS = 40


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    return dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)


def generate(build, events):
    path = build / "bench" / f"edf-{events}.shark"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        subprocess.run([build / "tests/shark/shark-generate", "--events", str(events), "-o", path], check=True)
    return path


def generate_bus(build, records, layout=12):
    path = build / "bench" / f"bus{layout}-{records}.tr"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        subprocess.run([build / "tests/byu/byu-generate", "--layout", str(layout), "--records", str(records), "-o",
                        path], check=True)
    return path


def generate_bus6(build, records):
    return generate_bus(build, records, layout=6)


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


def bench_statistics(programs, path):
    """Statistics of all bus cycles, which read the trace once more, against the bare pass."""
    passes, runs = alternate(lambda: run(programs / "bench-pass", path),
                             lambda: run(programs / "bench-open", path, "stats"))
    runs = list(runs)
    summed = statistics.median(float(r["stats-seconds"]) for r in runs)
    print(f"  statistics             {summed * 1000:9.1f} ms for {runs[0]['pages']} pages, "
          f"× the pass: {summed / seconds(passes):.2f}")


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
    else:
        bench_statistics(programs, path)
    heap = statistics.median(int(r["heap"]) for r in opens) / events
    print(f"  memory an event        {verdict(heap, 4)} bytes above the mapping")


def bench_redraw(build, small, large, n_small, n_large):
    """Pictures of as many events of a small and of a large trace of one kind; more than all of them there are none."""
    shares = [1, 0.1, 0.01, 0.001, 0.00001, SINGLE_EVENTS / n_large]
    one = run(build / "tests/bench/bench-open", small, "draw", *(min(share * n_large / n_small, 1) for share in shares))
    other = run(build / "tests/bench/bench-open", large, "draw", *shares)
    print(f"redraw of 1920 × 1080, ms on one core: {large.stem}, beside {small.stem}")
    print(f"  the first picture      {float(other['cold']):6.2f}  beside {float(one['cold']):6.2f}")
    for how in ("jump", "pan"):
        for number, share in enumerate(shares):
            (median, p99), (beside, _) = (map(float, result[f"{how}-{number}"].split()) for result in (other, one))
            print(f"  {how:4} {share:>11.5%}  p50 {median:6.2f}  p99 {p99:6.2f} (at most 8{'' if p99 <= 8 else ': MISSED'})"
                  f"  beside {beside:6.2f}, ×: {verdict(median / beside, 1.5)}")


def main():
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--events", type=int, default=10_000_000, help="length of the largest trace")
    parser.add_argument("--bus", type=int, default=10_000_000, help="length of the largest bus traces")
    parser.add_argument("--redraw", action="store_true", help="measure drawing only")
    arguments = parser.parse_args()
    for kind, most, limit in ((generate, arguments.events, 4), (generate_bus, arguments.bus, 2),
                              (generate_bus6, arguments.bus, 2)):
        sizes = [size for size in (100_000, 1_000_000) if size < most] + [most]
        paths = [kind(arguments.build, size) for size in sizes]
        for path in paths if not arguments.redraw else []:
            bench_open(arguments.build, path, limit)
        if len(sizes) > 1:
            bench_redraw(arguments.build, *paths[-2:], *sizes[-2:])


main()
