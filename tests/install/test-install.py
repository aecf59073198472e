#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs into a folder of its own, which is not a prefix that was configured, and runs both programs
and the completion from there as a user would: with nothing of the build folder in the environment."""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

APP = "io.github.slackline.Slackline"
PATIENCE = 60

build, sources, meson, prefix = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]


def check(condition, what, *details):
    if not condition:
        print("not ok:", what, *details, sep="\n")
        sys.exit(1)
    print("ok:", what)


def run(*command, **options):
    return subprocess.run([str(part) for part in command], text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def clean_environment(folder, moved):
    """What a login has; the loader gets a path only where the system's own folders were to hold the library."""
    kept = ("PATH", "HOME", "DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "ASAN_OPTIONS",
            "LSAN_OPTIONS")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    environment |= {"LC_ALL": "C.UTF-8", "GSETTINGS_BACKEND": "memory", "XDG_CACHE_HOME": str(folder / "cache"),
                    "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GDK_DEBUG": "gl-disable"}
    if prefix == "/usr":
        environment["LD_LIBRARY_PATH"] = str(next(moved.rglob("libslackline-1.so")).parent)
    return environment


def check_command_line(moved, environment):
    program = moved / "bin/slackline-cli"
    sample = moved / "share/slackline/samples/jumping-balls.shark"
    done = run(program, "--version", env=environment)
    check(done.returncode == 0 and done.stdout.startswith("slackline-cli "), "the program finds its library", done)
    done = run(program, "info", sample, env=environment)
    check(done.returncode == 0 and "shark-ftrace" in done.stdout, "it reads the installed sample", done)

    formats = next(moved.rglob("libslackline-1.so")).parent / "slackline/formats"
    formats.mkdir(parents=True)
    (formats / "broken.so").write_text("not a module\n")
    done = run(program, "formats", env=environment)
    check(str(formats / "broken.so") in done.stdout + done.stderr, "it looks for modules in its own tree", done)
    (formats / "broken.so").unlink()


def check_translations(moved, environment):
    program = moved / "bin/slackline-cli"
    sample = moved / "share/slackline/samples/jumping-balls.shark"
    pictures = [run(program, "render", "--no-model", "--style=textbook", "-o", moved / f"{language}.svg", sample,
                    env=environment | {"LANGUAGE": language}) for language in ("it", "en")]
    check(all(done.returncode == 0 for done in pictures), "it renders pictures", *pictures)
    texts = [(moved / f"{language}.svg").read_text() for language in ("it", "en")]
    check("rilascio" in texts[0] and "rilascio" not in texts[1], "pictures speak the language of the user")


def check_completion(moved, environment):
    script = moved / "share/bash-completion/completions/slackline-cli"
    ask = f'source {script}; COMP_WORDS=(slackline-cli "$@"); COMP_CWORD=$#; _slackline_cli; echo "${{COMPREPLY[@]}}"'
    environment = environment | {"PATH": f"{moved / 'bin'}:{environment['PATH']}"}
    for words, wanted in ((["re"], "render"), (["render", "--st"], "--style"), (["render", "--format", "shark"], "shark-ftrace")):
        done = run("bash", "-c", ask, "bash", *words, env=environment)
        check(wanted in done.stdout.split(), f"the completion of “{' '.join(words)}” has {wanted}", done)


def check_without_schema(moved, environment, folder):
    empty = folder / "empty"
    empty.mkdir()
    done = run(moved / "bin/slackline", env=environment | {"XDG_DATA_DIRS": str(empty)})
    check(done.returncode == 1, "without its schema the window ends with status 1", done)
    lines = done.stderr.strip().splitlines()
    check(len(lines) == 1 and str(moved / "share/glib-2.0/schemas") in lines[0], "and says in a line where it looked", done)


def call(environment, *arguments):
    return run("gdbus", "call", "--session", "--dest", APP, "--object-path", "/" + APP.replace(".", "/"), "--method",
               *arguments, env=environment)


def check_window(moved, environment):
    schemas = moved / "share/glib-2.0/schemas"
    run("glib-compile-schemas", schemas).check_returncode()
    with open(moved / "window.log", "w+", encoding="utf-8") as log:
        window = subprocess.Popen([moved / "bin/slackline", moved / "share/slackline/samples/jumping-balls.shark"],
                                  env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            end = time.monotonic() + PATIENCE
            while window.poll() is None and time.monotonic() < end:
                done = call(environment, "org.gtk.Actions.List")
                if done.returncode == 0:
                    break
                time.sleep(0.2)
            check(window.poll() is None and "quit" in done.stdout, "the window opens", done, (moved / "window.log").read_text())
            call(environment, "org.gtk.Actions.Activate", "quit", "[]", "{}")
            check(window.wait(PATIENCE) == 0, "and ends when it is told to", (moved / "window.log").read_text())
        finally:
            window.kill()


def main(folder):
    done = run(meson, "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", folder / "root")
    check(done.returncode == 0, "everything is installed", done)
    moved = folder / "root" / prefix.lstrip("/")
    environment = clean_environment(folder, moved)
    check_command_line(moved, environment)
    check_translations(moved, environment)
    check_completion(moved, environment)
    check_without_schema(moved, environment, folder)
    check_window(moved, environment)


with tempfile.TemporaryDirectory() as name:
    main(pathlib.Path(name).resolve())
