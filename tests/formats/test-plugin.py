#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds a format with a kind of its own outside the tree, against an installed copy only, and
opens a file with it. Modules that are broken in every way must be listed, and harm nothing."""

import csv
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile

build, sources, meson = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
compiler = shlex.split(sys.argv[4])
sys.path.insert(0, str(sources))
sys.dont_write_bytecode = True
import tiny_kernel  # pylint: disable=wrong-import-position


def run(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, text=True,
                          stdout=subprocess.PIPE, **options).stdout


def install(into):
    """Installs the library, and tells its pkg-config file that it was moved."""
    run(meson, "install", "-C", build, "--no-rebuild", "--quiet", "--tags", "runtime,devel",
        "--destdir", into)
    config = next(into.rglob("slackline-1.pc"))
    text = config.read_text()
    prefix = re.search(r"^prefix=(.*)$", text, re.M).group(1)
    moved = into / prefix.lstrip("/")
    config.write_text(re.sub(r"^prefix=.*$", f"prefix={moved}", text, flags=re.M))
    return moved, config.parent


def check(condition, what, *details):
    if not condition:
        print("not ok:", what, *details, sep="\n")
        sys.exit(1)
    print("ok:", what)


def check_kernel(folder, program, env):
    """A kernel's trace has all that Slackline knows, by what its kinds say."""
    trace = folder / "kernel.tiny"
    for seed in range(5):
        content, truth = tiny_kernel.make(seed)
        trace.write_bytes(content)
        rows = list(csv.DictReader(run(program, "jobs", "--csv", trace, env=env).splitlines()))
        found = sorted((int(row["task"].split(":")[1]), int(row["release"]), int(row["finish"]), row["missed"] == "yes")
                       for row in rows if row["finish"])
        check(found == truth, f"the jobs of kernel {seed} are those that it knows",
              *sorted(set(found) ^ set(truth))[:9])
        check(all(int(row["deadline"]) > int(row["release"]) and row["deadline_from"] == "trace" for row in rows),
              "and their deadlines are the recorded ones")
        check(all((int(other) <= 3) == (int(row["task"].split(":")[1]) <= 3) for row in rows
                  for other in re.findall(r"task:(\d+)", row["cause"])),
              "and who kept them from running is on their processor")
    late = [row for row in rows if row["missed"] == "yes"]
    check(late and any(row["blocked_by"] for row in rows), "some are late, and some are blocked", *rows[:3])
    for command in (["render", "--style", "textbook", "-o", folder / "kernel.svg"], ["steps", "--csv"],
                    ["stats", "--json"], ["check"]):
        done = subprocess.run([program, *command, trace], capture_output=True, text=True, env=env)
        check(done.returncode in (0, 1), f"{command[0]} works on it", done.returncode, done.stderr)
    check("tiny" not in run(program, "info", "--json", trace, env=env).split('"notes"')[1],
          "nothing in it is odd")


def main(folder):
    moved, configs = install(folder / "installed")
    env = {**os.environ, "PKG_CONFIG_PATH": str(configs), "LC_ALL": "C.UTF-8"}
    flags = shlex.split(run("pkg-config", "--cflags", "slackline-1", env=env))
    libs = shlex.split(run("pkg-config", "--libs", "slackline-1", env=env))
    formats = run("pkg-config", "--variable=formatsdir", "slackline-1", env=env).strip()
    check(formats.startswith(str(moved)), "pkg-config knows the folder of the modules", formats)

    def module(name, *more, source="sl-format-knock.c"):
        path = folder / "modules" / name
        path.parent.mkdir(exist_ok=True)
        run(*compiler, "-Wall", "-Werror", "-shared", "-fPIC", *more, *flags, sources / source, "-o", path, *libs)
        return path

    headers = sorted((moved / "include/slackline-1").glob("*.h"))
    for header in headers:
        if header.name in ("sl-action-table.h", "sl-kind-table.h"):
            continue  # is included by another with a macro defined
        run(*compiler, "-Wall", "-Werror", "-fsyntax-only", *flags, "-include", header, "-x", "c", "/dev/null")
    check(len(headers) > 10, "every installed header compiles alone")

    program = folder / "open-events"
    run(*compiler, "-Wall", "-Werror", *flags, sources / "open-events.c", "-o", program, *libs)
    good = module("knock.so")
    for name, define in (("size.so", "-DWRONG_SIZE=8"), ("short.so", "-DWRONG_SIZE=-100"),
                         ("abi.so", "-DWRONG_ABI=1"),
                         ("twice.so", '-DWRONG_ID="shark-ftrace"'), ("id.so", '-DWRONG_ID="A B"'),
                         ("same-kind.so", '-DWRONG_ID="other"')):
        module(name, define)
    (folder / "modules/text.so").write_text("no library at all")
    run(*compiler, "-shared", "-fPIC", "-x", "c", "/dev/null", "-o", folder / "modules/none.so")
    (folder / "modules/notes.txt").write_text("not looked at")
    os.mkfifo(folder / "modules/pipe.so")
    (folder / "modules/folder.so").mkdir()
    whole = good.read_bytes()
    lengths = [0, 1, 63, 64, 1000, 4096, 8192, *range(100, len(whole), len(whole) // 40), len(whole) - 1]
    for length in lengths:
        (folder / f"modules/cut-{length}.so").write_bytes(whole[:length])
    (folder / "modules/other-machine.so").write_bytes(whole[:18] + b"\xb7\x01" + whole[20:])

    trace = folder / "door.knocks"
    trace.write_bytes(b"KNOCKS1\n" + b"".join(struct.pack("<QI", 10 * i, i) for i in range(3)))
    env["LD_LIBRARY_PATH"] = str(configs.parent)
    env["SLACKLINE_FORMATS"] = f"{folder}/nowhere::{folder / 'modules'}"
    output = run(program, trace, env=env)

    check(f"format knock {good}\n" in output, "the module is a format", output)
    check("format shark-ftrace built in\n" in output, "built-in formats are there", output)
    for name in ("size", "short", "abi", "twice", "id", "same-kind", "text", "none", "pipe", "folder",
                 "other-machine", *(f"cut-{length}" for length in lengths)):
        check(re.search(rf"^failure \S*/{name}\.so: .{{10,}}$", output, re.M),
              f"{name}.so is listed with a reason", output)
    check("notes.txt" not in output, "other files are left alone", output)
    check(re.findall(r"^event (.*)$", output, re.M) == ["0 knock 0", "10 knock 1", "20 knock 2"],
          "the file opens, with the kind of the module", output)

    rows = run(moved / "bin/slackline-cli", "events", "--csv", trace, env=env).splitlines()
    check(len(rows) == 4 and rows[2] == "1,10,10,0,knock,,1,,20,,,",
          "slackline-cli prints its events", *rows)
    opened = subprocess.run([moved / "bin/slackline-cli", "info", trace], capture_output=True, text=True, env=env)
    warned = re.findall(r"^slackline-cli: warning: (\S*): The module did not load: .{10,}$", opened.stderr, re.M)
    bad = re.findall(r"^failure (\S*): ", output, re.M)
    check(opened.returncode == 0 and len(bad) > 10 and sorted(warned) == sorted(bad),
          "opening a file warns of each bad module once, with its path and the reason", opened.stderr)

    silent = folder / "silent"
    silent.mkdir()
    module("../silent/knock.so", "-DNO_REASON")
    failed = subprocess.run([moved / "bin/slackline-cli", "info", trace], capture_output=True, text=True,
                            env={**env, "SLACKLINE_FORMATS": str(silent)})
    check(failed.returncode == 3 and "returned no source and no reason" in failed.stderr,
          "a module that opens nothing and does not say why is an error", failed.returncode, failed.stderr)

    module("../kernel/tiny.so", source="sl-format-tiny.c")
    check_kernel(folder, moved / "bin/slackline-cli", {**env, "SLACKLINE_FORMATS": str(folder / "kernel")})

    trace.write_bytes(b"KNOCKS1\n")
    failed = subprocess.run([program, trace], env=env, capture_output=True, text=True)
    check(failed.stderr == "door.knocks: Knocks at a door: Nobody knocked\n",
          "an error of the module names file and format", failed.stderr)


with tempfile.TemporaryDirectory() as name:
    main(pathlib.Path(name))
