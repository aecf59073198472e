#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where po/POTFILES is not the sorted list of files with strings to translate, or where a
translation is incomplete. With --write it writes the list."""

import pathlib
import re
import subprocess
import sys

MARK = re.compile(r'\b[NC]?_ ?\("|translatable="yes"|<summary>')
FIXED = ["data/io.github.slackline.Slackline.desktop.in", "data/io.github.slackline.Slackline.metainfo.xml.in"]


def wanted(root):
    found = [path for top, pattern in (("src", "*.[ch]"), ("ui", "*.ui"), ("data", "*.gschema.xml"))
             for path in (root / top).rglob(pattern) if MARK.search(path.read_text())]
    return sorted([str(path.relative_to(root)) for path in found] + FIXED)


def check_translations(root):
    faults = []
    for language in (root / "po" / "LINGUAS").read_text().split():
        done = subprocess.run(["msgfmt", "--check", "--statistics", "-o", "/dev/null",
                               root / "po" / f"{language}.po"], capture_output=True, text=True)
        if done.returncode != 0 or "fuzzy" in done.stderr or "untranslated" in done.stderr:
            faults.append(f"{language}: {done.stderr.strip()}")
    return faults


def main():
    root = pathlib.Path(sys.argv[1])
    listed = root / "po" / "POTFILES"
    lines = wanted(root)
    if "--write" in sys.argv:
        listed.write_text("".join(line + "\n" for line in lines))
    faults = sorted(set(lines) ^ set(listed.read_text().split()))
    faults += check_translations(root)
    print("\n".join(faults))
    return bool(faults)


sys.exit(main())
