#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where something outside src/formats asks for a format by its name. What a source declares (SlSourceTraits) and
the kinds of its events decide what is done with a trace, so that a new format is understood without a change elsewhere.

usage: check-formats.py SOURCE_FOLDER
"""

import pathlib
import re
import sys

# Words that are not the format's name there, and what is written by the program itself.
OTHER_MEANINGS = {
    "sl-cmd-render.c": {"topa"},         # a view
    "sl-cmd-topa.c": {"topa"},           # a command
    "sl-simulator.h": {"shark-ftrace"},  # what the simulator writes
    "sl-topa-lanes.c": {"topa"},         # an analysis
    "sl-topa-widget.c": {"topa"},        # a CSS name
}

# Who shows a format's name, stores it, hands it on, or opens the same file again by it.
MAY_ASK = {"sl-axis-store.c", "sl-cmd-events.c", "sl-cmd-info.c", "sl-replay-source.c", "sl-window-live.c"}


def main():
    src = pathlib.Path(sys.argv[1])
    formats = src / "formats"
    ids = {name for path in formats.rglob("sl-format-*.c")
           for name in re.findall(r'^const SlFormat sl_format_.*?\.id = "([a-z0-9-]+)"', path.read_text(), re.M | re.S)}
    faults = [] if len(ids) > 5 else ["no formats were found"]
    for path in sorted(src.rglob("*.[ch]")):
        if formats in path.parents:
            continue
        text = re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match.group()), path.read_text(), flags=re.S)
        for match in re.finditer(r'"([a-z0-9-]+)"|sl_source_get_format_id \((?!SlSource \*)', text):
            where = f"{path}:{text.count(chr(10), 0, match.start()) + 1}"
            if match.group(1) is None and path.name not in MAY_ASK and path.name != "sl-source.c":
                faults.append(f"{where}: asks for the name of a source's format")
            elif match.group(1) in ids - OTHER_MEANINGS.get(path.name, set()):
                faults.append(f"{where}: names the format {match.group(1)}")
    print("\n".join(faults) or f"nothing outside of formats names one of {len(ids)} formats")
    return bool(faults)


sys.exit(main())
