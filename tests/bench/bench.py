#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures opening and drawing of generated traces against a bare pass over the same bytes.

Machines are noisy, so each figure is the median of runs that alternate with the pass it is
compared with, and the ratio is what counts. The targets stand in DESIGN's words beside it."""

import argparse
import math
import os
import pathlib
import re
import resource
import shutil
import signal
import statistics
import struct
import subprocess
import time

RUNS = 5

# On the screen in the closest view.
SINGLE_EVENTS = 40


# Kinds and addresses that are few in generated bus traces, and a filter that lets all through.
FILTERS = {12: ("kind = io-write", "a in 0x3d000000..0x3e000000", "tick >= 0"),
           16: ("kind = io-write", "a in 0x3d000000..0x3e000000", "tick >= 0"),
           6: ("kind = halt", "a in 0x3d000000..0x3e000000", "tick >= 0")}

# What is typed into the window's filter.
WINDOW_FILTERS = {"bus12": "a in 0x3d000000..0x3e000000", "shark": "delta > 1000"}


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(*command):
    """What a program prints as "key value", the time of its whole process, and what that took of all processors."""
    begin, before = time.monotonic(), spent()
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    result = dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)
    result.update({"process": time.monotonic() - begin, "spent": spent() - before,
                   "filters": [line.split(" ", 5)[1:] for line in done.stdout.splitlines() if line.startswith("filter ")]})
    return result


def generate(build, events):
    path = build / "bench" / f"edf-{events}.shark"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        subprocess.run([build / "tests/shark/shark-generate", "--events", str(events), "-o", path], check=True)
    return path


def generate_tasks(build, n_tasks, n_events):
    """A S.Ha.R.K. trace in which one task after the other is released, preempted by the next one, and finishes."""
    path = build / "bench" / f"tasks-{n_tasks}-{n_events}.shark"
    path.parent.mkdir(exist_ok=True)
    records = [(0x20, 256, 0, 1000000), (0x60, 256, 0, 0), (0x60, 264, 0, 1)]
    contexts = [272 + 8 * i for i in range(n_tasks)]
    records += [(0x02, context, 0, 2 + i) for i, context in enumerate(contexts)]
    records += [(0x42, 256, 0, 0), (0x82, 264, 0, 264), (0x15, 264, 0, 0)]
    n_decisions = 0
    while len(records) < n_events + n_tasks:
        first, second = contexts[n_decisions // 2 % n_tasks], contexts[(n_decisions // 2 + 1) % n_tasks]
        at = 1000 + 300 * n_decisions
        for task, time in ((first, at), (second, at + 300)):
            records += [(0x2b, 0, time, 0), (0x92, task, time, 1), (0x82, task, time, task), (0x3b, task, time, 0)]
        for task, then, time in ((second, first, at + 600), (first, 264, at + 900)):
            records += [(0x1b, 0, time, 0), (0x62, task, time, 1), (0x82, then, time, then), (0x15, then, time, 0)]
        n_decisions += 4
    path.write_bytes(b"".join(struct.pack("<HHIII", code, task, 0, time, value) for code, task, time, value in records))
    return path, n_decisions


def bench_steps(build, n_events=50_000):
    """What a decision takes where there are many tasks, of which few change: beside the same with few tasks."""
    cli = build / "src/cli/slackline-cli"

    def measure(n_tasks):
        path, n_decisions = generate_tasks(build, n_tasks, n_events)
        runs = [run(cli, "steps", "--no-model", path)["spent"] - run(cli, "jobs", "--no-model", path)["spent"]
                for _ in range(RUNS)]
        return statistics.median(runs) / n_decisions

    few, many = measure(50), measure(3200)
    print(f"steps: {few * 1e6:.1f} µs a decision with 50 tasks, {many * 1e6:.1f} µs with 3200; "
          f"many × few: {verdict(many / max(few, 1e-9), 3)}")


def generate_bus(build, records, layout=12, random_pages=0):
    path = build / "bench" / f"bus{layout}-{random_pages}-{records}.tr"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        subprocess.run([build / "tests/byu/byu-generate", "--layout", str(layout), "--records", str(records),
                        "--random-pages", str(random_pages), "-o", path], check=True)
    return path


def generate_bus16(build, records):
    return generate_bus(build, records, layout=16)


def generate_bus6(build, records):
    return generate_bus(build, records, layout=6)


def generate_pt(build, size):
    """A real capture again and again where the real traces are, else a simulated program."""
    traces = pathlib.Path(os.environ.get("SLACKLINE_TRACES", pathlib.Path(__file__).parents[3] / "shared/traces"))
    capture = traces / "pt/topa/fig36-1/expect.bin"
    path = build / "bench" / f"{'capture' if capture.exists() else 'program'}-{size}.pt"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        repeat = ["--repeat", capture] if capture.exists() else []
        subprocess.run([build / "tests/pt/pt-generate", "--size", str(size), *repeat, "-o", path], check=True)
    return path


def generate_linux(build, events):
    """What trace-cmd would record of two processors, on which tasks come and go."""
    path = build / "bench" / f"linux-{events}.dat"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        subprocess.run([build / "tests/trace-dat/dat-generate", "--events", str(events), "--cpus", "2", "--tasks", "1000",
                        "--lives", str(min(75_000, events // 250)), "-o", path], check=True)
    return path


def why_no_libkshark(build):
    """What keeps bench-kshark from being built, as far as pkg-config knows."""
    asked = subprocess.run(["pkg-config", "--exists", "--print-errors", "libkshark"], capture_output=True, text=True)
    missing = re.findall(r"Package '?([\w.+-]+)'?.* (?:not|was not) found", asked.stderr)
    if missing:
        return "missing: " + ", ".join(dict.fromkeys(missing)) + " (Debian: libkshark-dev, libjson-c-dev, libtracecmd-dev, " \
               "libtracefs-dev, libtraceevent-dev)"
    return f"installed since {build} was configured: run “meson setup --reconfigure {build}”"


def bench_linux(build, path, events, whole):
    """Opening with states, lanes and jobs beside KernelShark's library, which only loads, by what both take of the
    processors. A short trace has no limits."""
    programs = build / "tests/bench"
    opens = [run(programs / "bench-open", path, "jobs") for _ in range(RUNS)]
    bare = [run(programs / "bench-open", path, "bare") for _ in range(3)]
    causes = [run(programs / "bench-open", path, "causes") for _ in range(3)]
    spent_open = median(opens, "spent")
    spent_all = median(causes, "spent")
    print(f"{path.name}: {events} records, {path.stat().st_size / 1e6:.0f} MB")
    print(f"  open without analyses  {median(bare, 'spent') * 1e9 / events:9.1f} ns of processors a record")
    print(f"  open, find jobs        {spent_open * 1e9 / events:9.1f} ns of processors a record, "
          f"{median(opens, 'seconds') + median(opens, 'jobs-seconds'):.2f} s on the clock, {opens[0]['jobs']} jobs")
    print(f"  and all their causes   {spent_all * 1e9 / events:9.1f} ns of processors a record")
    if whole and (programs / "bench-kshark").exists():
        shark = run(programs / "bench-kshark", path)
        print(f"  libkshark              {shark['spent'] * 1e9 / events:9.1f} ns of processors a record, "
              f"{int(shark['memory']) / events:.0f} bytes; × open: {least(shark['spent'] / spent_open, 100)}, with all causes: {shark['spent'] / spent_all:.2f}")
    elif whole:
        print(f"  libkshark              NOT COMPARED: bench-kshark was not built; {why_no_libkshark(build)}")
    firsts = [run(programs / "bench-open", path, "first") for _ in range(RUNS)]
    print(f"  first picture after    {median(firsts, 'first-picture') * 1000:9.1f} ms (at most 300)")
    print(f"  memory a record        {verdict(median(opens, 'memory') / events, whole and 6)} bytes above the mapping; "
          f"while it loads {median(opens, 'peak') / events:.1f}")


def generate_perf_data(build, samples):
    """The same as generate_linux(), as perf.data."""
    path = build / "bench" / f"linux-{samples}.perf.data"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        subprocess.run([build / "tests/trace-dat/dat-generate", "--events", str(samples), "--cpus", "2", "--tasks", "1000",
                        "--perf", "file", "-o", path], check=True)
    return path


def generate_samples(build, samples):
    """What perf record writes by default: where the threads of two processors were, 4000 times a second. It empties the
    buffer of one processor after that of the other."""
    path = build / "bench" / f"samples-{samples}.perf.data"
    path.parent.mkdir(exist_ok=True)
    attr = struct.pack("<IIQQQQQ32x", 1, 64, 0, 250_000, 0x187, 0, 1 << 18)
    comms = [struct.pack("<IHHII16sIIQQ", 3, 0, 56, tid, tid, b"task-%d" % tid, tid, tid, 1, tid % 2) for tid in range(100, 150)]
    turns = ((begin + i, cpu) for begin in range(0, samples // 2, 800) for cpu in (0, 1)
             for i in range(min(800, samples // 2 - begin)))
    records = (struct.pack("<IHHQIIQQQ", 9, 2, 48, 0x400000 + i % 4093 * 16, 100 + i // 37 % 50, 100 + i // 37 % 50,
                           10**9 + 250_000 * i + 125_000 * cpu, cpu, 250_000) for i, cpu in turns)
    size = sum(map(len, comms)) + 48 * samples
    with open(path, "wb") as file:
        file.write(b"PERFILE2" + struct.pack("<12Q", 104, len(attr), 104, len(attr), 104 + len(attr), size, *[0] * 6) + attr)
        file.writelines([*comms, *records])
    return path


def bench_perf_data(build, path, samples):
    """A perf.data beside what perf itself takes to print it."""
    opens = [run(build / "tests/bench/bench-open", path, "jobs") for _ in range(RUNS)]
    spent_open = median(opens, "spent")
    print(f"{path.name}: {samples} samples, {path.stat().st_size / 1e6:.0f} MB; open, find jobs "
          f"{spent_open * 1e9 / samples:.1f} ns of processors a sample")
    if not shutil.which("perf"):
        print("  perf script            not installed, so nothing is compared (linux-perf)")
        return
    before = spent()
    subprocess.run(["perf", "script", "-i", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    taken = spent() - before
    print(f"  perf script            {taken * 1e9 / samples:9.1f} ns of processors a sample, "
          f"× open: {least(taken / spent_open, 25)}")


def alternate(one, other):
    """Runs both in turn; the first round only warms the page cache."""
    one(), other()
    pairs = [(one(), other()) for _ in range(RUNS)]
    return zip(*pairs)


def median(results, key):
    return statistics.median(float(result[key]) for result in results)


def seconds(results):
    return median(results, "seconds")


def verdict(value, limit):
    return f"{value:.2f} (at most {limit:g}{'' if value <= limit else ': MISSED'})" if limit else f"{value:.2f}"


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


def bench_filters(programs, path):
    """One thread asks a filter of all events; blocks whose zone says that none can match are not read."""
    layout = re.match(r"bus(\d+)-", path.name)
    for text in FILTERS[int(layout[1])] if layout else []:
        taken, hits, n_read, n_zones, _ = run(programs / "bench-open", path, "filter", text)["filters"][0]
        print(f"  filter {text:<28} {float(taken) * 1000:9.1f} ms, {hits} hits, {n_read} of {n_zones} blocks read")


def bench_render(build, path, limit):
    passes, renders = alternate(lambda: run(build / "tests/bench/bench-pass", path),
                                lambda: run(build / "src/cli/slackline-cli", "render", "-o",
                                            path.with_suffix(".png"), path))
    rendered, bare = median(renders, "process"), seconds(passes)
    print(f"  render -o all.png      {rendered * 1000:9.1f} ms, × the pass: {verdict(rendered / bare, limit)}")


def bench_start(programs, path):
    """The first picture, and how soon a load is gone that is cancelled in its midst."""
    firsts = [run(programs / "bench-open", path, "first") for _ in range(RUNS)]
    cancels = [run(programs / "bench-open", path, "cancel", "0.05") for _ in range(RUNS)]
    print(f"  first picture after    {median(firsts, 'first-picture') * 1000:9.1f} ms (at most 1000), "
          f"of {firsts[0]['first-events']} events")
    if all(int(cancel["whole"]) == 0 for cancel in cancels):
        print(f"  cancelled within       {max(float(cancel['cancel-seconds']) for cancel in cancels) * 1000:9.1f} ms "
              f"(at most 200)")


def bench_open(build, path, limit):
    """Returns the nanoseconds that opening takes an event. A short trace has no limit: starting outweighs it."""
    programs = build / "tests/bench"
    passes, opens = alternate(lambda: run(programs / "bench-pass", path),
                              lambda: run(programs / "bench-open", path, "open"))
    passes, opens = list(passes), list(opens)
    bare, opened = seconds(passes), seconds(opens)
    without = seconds([run(programs / "bench-open", path, "bare") for _ in range(3)])
    events, size = int(opens[0]["events"]), path.stat().st_size
    print(f"{path.name}: {events} events, {size / 1e6:.0f} MB")
    print(f"  bare pass              {bare * 1000:9.1f} ms, {median(passes, 'spent') * 1000:.1f} ms of processors")
    print(f"  open without analyses  {without * 1000:9.1f} ms, × the pass: {without / bare:.2f}")
    print(f"  open                   {opened * 1000:9.1f} ms, × the pass: {verdict(opened / bare, limit)}, "
          f"{events / opened / 1e6:.1f} million events a second, {median(opens, 'spent') * 1000:.1f} ms of processors")
    bench_start(programs, path)
    if path.suffix == ".shark":
        bench_jobs(programs, path)
    else:
        bench_render(build, path, limit and 2.5)
        bench_statistics(programs, path)
        bench_filters(programs, path)
    heap = median(opens, "memory") / events
    print(f"  memory an event        {verdict(heap, limit and 4)} bytes above the mapping; "
          f"anonymous {median(opens, 'anonymous') / 1e6:.0f} MB in all")
    return opened / events * 1e9


def bench_random(build, records):
    """Memory where some of the records touch pages anywhere in 4 GiB, of which few are touched twice in a row of blocks."""
    path = generate_bus(build, records, random_pages=60)
    opens = [run(build / "tests/bench/bench-open", path, "open") for _ in range(RUNS)]
    print(f"{path.name}: opens in {seconds(opens) * 1000:.1f} ms, "
          f"{verdict(median(opens, 'anonymous') / records, 4)} bytes of anonymous memory a record")


def bench_redraw(build, small, large, n_small, n_large):
    """Pictures of as many events of a small and of a large trace of one kind; more than all of them there are none."""
    shares = [1, 0.1, 0.01, 0.001, 0.00001, SINGLE_EVENTS / n_large]
    one = run(build / "tests/bench/bench-open", small, "draw", *(min(share * n_large / n_small, 1) for share in shares))
    other = run(build / "tests/bench/bench-open", large, "draw", *shares)
    print(f"redraw of 1920 × 1080, ms: {large.stem}, beside {small.stem}")
    print(f"  the first picture      {float(other['cold']):6.2f}  beside {float(one['cold']):6.2f}")
    for how in ("jump", "pan"):
        for number, share in enumerate(shares):
            (median, p99), (beside, _) = (map(float, result[f"{how}-{number}"].split()) for result in (other, one))
            print(f"  {how:4} {share:>11.5%}  p50 {median:6.2f}  p99 {p99:6.2f} (at most 8{'' if p99 <= 8 else ': MISSED'})"
                  f"  beside {beside:6.2f}, ×: {verdict(median / beside, 1.5)}")


# What sl_bench_change() does to the rows, in its order.
CHANGES = ["tasks by process", "quiet rows thin", "sorted by load", "tasks folded", "a row hidden", "filter"]


def bench_changes(build, path):
    """What the user waits for after a change of what rows there are: rows, scene and picture together."""
    result = run(build / "tests/bench/bench-open", path, "change")
    print(f"changes of the rows of {path.name}, ms on one core: rows, scene and picture")
    for number, name in enumerate(CHANGES):
        parts = [float(part) for part in result[f"change-{number}"].split()]
        print(f"  {name:18} {verdict(sum(parts), 100)}: {parts[0]:.1f}, {parts[1]:.1f} and {parts[2]:.1f}")


def least(value, limit):
    return f"{value:.2f} (at least {limit:g}{'' if value >= limit else ': MISSED'})"


def open_with_cpu(program, path):
    """What bench-open prints, and the processor time of all its threads."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = run(program, path, "open")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return result | {"cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def bench_pt(build, path):
    programs = build / "tests/bench"
    size = path.stat().st_size / 1e6
    own, libipt = alternate(lambda: run(programs / "bench-pt", path, "own", 1),
                            lambda: run(programs / "bench-pt", path, "libipt", 1))
    single, double = alternate(lambda: run(programs / "bench-pt", path, "own", 1),
                               lambda: run(programs / "bench-pt", path, "own", 2))
    packets = int(own[0]["packets"])
    print(f"{path.name}: {packets} packets, {size:.0f} MB")
    print(f"  walker                 {size / seconds(own):9.0f} MB/s, {packets / seconds(own) / 1e6:.0f} million packets a second")
    if int(libipt[0]["packets"]) > 0:
        print(f"  libipt's decoder       {size / seconds(libipt):9.0f} MB/s, walker × libipt: {least(seconds(libipt) / seconds(own), 3)}")
    else:
        print("  libipt's decoder       not built in")
    print(f"  walker on two threads  {size / seconds(double):9.0f} MB/s, × one: {seconds(single) / seconds(double):.2f}")
    opens = [open_with_cpu(programs / "bench-open", path) for _ in range(RUNS)]
    cpu = statistics.median(result["cpu"] for result in opens)
    print(f"  open                   {size / seconds(opens):9.0f} MB/s, a core: {least(size / cpu, 350)} MB/s")
    events = int(opens[0]["events"])
    heap = statistics.median(int(result["memory"]) for result in opens) / events
    print(f"  memory an event        {verdict(heap, 16)} bytes above the mapping")
    return events


def run_window(build, renderer, *arguments):
    """What bench-window prints, on a display of its own: "key value" lines, and the phases by name."""
    source = pathlib.Path(__file__).parents[2]
    environment = os.environ | {"SLACKLINE_DATA": str(source / "data"), "GSETTINGS_SCHEMA_DIR": str(build.resolve() / "data"),
                                "GSETTINGS_BACKEND": "memory", "GDK_BACKEND": "x11",
                                "XDG_DATA_HOME": str(build.resolve() / "bench/data-home")}
    environment |= {"GSK_RENDERER": renderer, "GDK_DEBUG": "gl-disable"} if renderer else {}
    command = ["sh", source / "tests/run-with-display.sh", build / "tests/bench/bench-window", *arguments]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True, env=environment)
    lines = [line.split() for line in done.stdout.splitlines()]
    return ({line[0]: line[1:] for line in lines if line[0] != "phase"},
            {line[1]: [float(figure) for figure in line[2:]] for line in lines if line[0] == "phase"})


def bench_window(build, small, large, text, renderer="cairo"):
    """The window while a trace is loaded, shown and closed, beside the same with a small trace, which shows what the
    machine and the renderer take by themselves."""
    if not shutil.which("xvfb-run"):
        print("window: there is no xvfb-run")
        return
    starts = [run_window(build, renderer, "start") for _ in range(RUNS)]
    print(f"window, {renderer or 'default'} renderer: first frame without a file "
          f"{statistics.median(float(start[0]['started'][0]) for start in starts) * 1000:.0f} ms after main(), "
          f"longest turn of the main loop {statistics.median(start[1]['start'][6] for start in starts):.0f} ms of processor")
    _, others = run_window(build, renderer, small, text)
    values, phases = run_window(build, renderer, large, text)
    print(f"{large.stem}, beside {small.stem}: first picture after {float(values['first-picture'][0]) * 1000:.0f} ms "
          f"(at most 1000), the whole after {float(values['whole'][0]):.2f} s")
    if values["stopped"][1] == "0":
        print(f"  stopped within {float(values['stopped'][0]) * 1000:.0f} ms (at most 200)")
    print(f"  {'':14} ms between frames: median, longest; missed in a row (at most 1)  turns of the main loop, longest: "
          "clock, processor; beside")
    for name, figures in phases.items():
        _, _, middle, longest, missed, turn, cpu, _ = figures
        _, _, other_middle, other_longest, other_missed, other_turn, other_cpu, _ = others.get(name, [math.nan] * 8)
        print(f"  {name:<14} {middle:6.1f} {longest:8.1f}; {missed:3.0f}{': MISSED' if missed > 1 else '':8} "
              f"{turn:8.1f} {cpu:8.1f}   beside {other_middle:6.1f} {other_longest:8.1f}; {other_missed:3.0f} "
              f"{other_turn:8.1f} {other_cpu:8.1f}")


def bench_actions(build, path, renderer="cairo"):
    """How long the window does not listen after each thing that the command palette lists. What is done in the background
    keeps nobody waiting."""
    _, phases = run_window(build, renderer, "actions", path)
    cpu = {name.replace("_", " "): figures[6] for name, figures in phases.items() if name != "start"}
    late = [name for name, taken in cpu.items() if taken > 100]
    print(f"{path.stem}: {len(cpu)} commands, of which {len(late)} keep the window for more than 100 ms of processor")
    for name, taken in sorted(cpu.items(), key=lambda item: -item[1])[:12]:
        print(f"  {name:<60} {verdict(taken, 100)} ms")


def bench_receive(build, datagrams=1_000_000, rate=100_000):
    """Receives what another process sends: how much of it the system or the network lost is what counts."""
    output = build / "received.pcapng"
    receiver = subprocess.Popen([str(build / "src/cli/slackline-cli"), "receive", "--port", "0", "-o", str(output)],
                                stdout=subprocess.PIPE, text=True)
    target = receiver.stdout.readline().rsplit(" ", 1)[1].strip()
    before = time.monotonic()
    sent = subprocess.run([str(build / "tests/shark/shark-send"), "--to", target, "--datagrams", str(datagrams),
                           "--rate", str(rate), "--lost", "10", "--late", "10", "--repeated", "5", "--garbage", "5"],
                          capture_output=True, text=True, check=True).stdout.strip()
    passed = time.monotonic() - before
    receiver.send_signal(signal.SIGINT)
    came = receiver.communicate(timeout=60)[0].splitlines()[-1].split(": ", 1)[1]
    print(f"receive: {datagrams / passed:.0f} datagrams a second for {passed:.1f} s\n  sent     {sent}\n  received {came}")
    output.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--events", type=int, default=10_000_000, help="length of the largest trace")
    parser.add_argument("--bus", type=int, default=10_000_000,
                        help="length of the largest bus traces; from 100000 on each ten times as long is measured")
    parser.add_argument("--linux", type=int, default=20_000_000, help="records of the largest trace.dat")
    parser.add_argument("--file", type=pathlib.Path, help="measure only the opening of this trace")
    parser.add_argument("--only", choices=("shark", "linux", "bus12", "bus16", "bus6", "random", "pt"), help="leave out the other kinds")
    parser.add_argument("--redraw", action="store_true", help="measure drawing only")
    parser.add_argument("--window", action="store_true", help="measure the window only")
    parser.add_argument("--actions", action="store_true", help="measure what each command takes, in the window, only")
    parser.add_argument("--renderer", default="cairo", help="of GTK, for the window; empty for the one that it chooses")
    parser.add_argument("--receive", action="store_true", help="measure receiving only")
    parser.add_argument("--pt", type=int, default=256, help="megabytes of the largest Intel PT stream")
    arguments = parser.parse_args()
    if arguments.receive:
        bench_receive(arguments.build)
        return
    if arguments.actions:
        bench_actions(arguments.build, generate_bus(arguments.build, arguments.bus), arguments.renderer)
        return
    if arguments.file:
        bench_open(arguments.build, arguments.file, 4 if arguments.file.suffix == ".shark" else 2)
        return
    for name, kind, most, limit in (("shark", generate, arguments.events, 4), ("bus12", generate_bus, arguments.bus, 2),
                                    ("bus16", generate_bus16, arguments.bus, 2), ("bus6", generate_bus6, arguments.bus, 2)):
        if arguments.only not in (None, name):
            continue
        sizes = [size for size in (100_000, 1_000_000, 10_000_000, 100_000_000) if size < most] + [most]
        paths = [kind(arguments.build, size) for size in sizes]
        if not arguments.redraw and not arguments.window:
            grown = [bench_open(arguments.build, path, limit if size == most else None)
                     for path, size in zip(paths, sizes)]
            print(f"{name}: opening takes " + ", ".join(f"{each:.2f} ns" for each in grown) + " an event of "
                  + ", ".join(f"{size:.0e}" for size in sizes))
        if len(sizes) > 1 and name in ("bus12", "shark") and not arguments.redraw:
            bench_window(arguments.build, paths[0], paths[-1], WINDOW_FILTERS[name], arguments.renderer)
        if len(sizes) > 1 and name != "bus16" and not arguments.window:
            bench_redraw(arguments.build, *paths[-2:], *sizes[-2:])

    if arguments.only in (None, "linux") and not arguments.window:
        sizes = [size for size in (1_000_000, 10_000_000, 100_000_000) if size < arguments.linux] + [arguments.linux]
        paths = [generate_linux(arguments.build, size) for size in sizes]
        for path, size in zip(paths, sizes) if not arguments.redraw else ():
            bench_linux(arguments.build, path, size, size == sizes[-1])
        if not arguments.redraw:
            for generator in (generate_perf_data, generate_samples):
                bench_perf_data(arguments.build, generator(arguments.build, 3_000_000), 3_000_000)
        if len(sizes) > 1:
            bench_redraw(arguments.build, *paths[-2:], *sizes[-2:])
        bench_changes(arguments.build, paths[-1])

    if arguments.only in (None, "random") and not arguments.redraw and not arguments.window:
        bench_random(arguments.build, arguments.bus)
    if arguments.only in (None, "shark") and not arguments.redraw and not arguments.window:
        bench_steps(arguments.build)
        bench_receive(arguments.build)
    if arguments.only not in (None, "pt") or arguments.window:
        return
    streams = [generate_pt(arguments.build, size * 1_000_000) for size in (max(arguments.pt // 10, 1), arguments.pt)]
    counts = [bench_pt(arguments.build, path) for path in streams] if not arguments.redraw else []
    if counts:
        bench_redraw(arguments.build, *streams, *counts)


main()
