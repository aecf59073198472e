#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where the page "A trace without a format" in src/formats/README.md, or the man page of formats, does not list
the actions of the vocabulary, with their groups, titles and the columns that they take.

usage: check-actions.py SOURCE_FOLDER
"""

import pathlib
import re
import sys

ROW = re.compile(r'^SL_ACTION \((\w+), "([a-z-]+)", N_ \("([^"]+)"\), (\w+), (\w+), (\w+), (\w+)\)', re.M)
# What such a line of a text is as an event; an action of the program's own kinds needs none.
KIND = re.compile(r'^SL_KIND \(\w+, "([a-z-]+)"', re.M)
# Their value is the number of a family, which the text names.
AS_TEXT = {"off", "on"}


def main():
    src = pathlib.Path(sys.argv[1])
    table = ROW.findall((src / "trace" / "events" / "sl-action-table.h").read_text())
    page = (src / "formats" / "README.md").read_text()
    page = page[page.index("## A trace without a format"):page.index("## A format in ten steps")]
    kinds = set(KIND.findall((src / "trace" / "events" / "sl-kind-table.h").read_text()))
    manual = (src / "cli" / "man" / "formats.roff").read_text().replace("\\-", "-")
    rows = [[cell.strip() for cell in line.split("|")] for line in page.splitlines() if line.startswith("| ")][2:]
    rows = {cells[2].strip("`"): cells for cells in rows}
    faults = ["no actions were found"] if len(table) < 30 else []
    for _, name, title, group, task, item, value in table:
        takes = [task == "TASK", item == "OBJECT", value == "VALUE" and name not in AS_TEXT]
        cells = rows.pop(name, None)
        if cells is None:
            faults.append(f"src/formats/README.md: no row for the action {name}")
        elif [cells[1], cells[3]] != [group.lower(), title] or [bool(cell) for cell in cells[4:7]] != takes:
            faults.append(f"src/formats/README.md: the row of {name} is not what sl-action-table.h says")
        if name not in kinds:
            faults.append(f"src/trace/events/sl-kind-table.h: no kind for the action {name}")
        if not re.search(rf'(?:^|[ "]){re.escape(name)}(?:[ "]|$)', manual, re.M):
            faults.append(f"src/cli/man/formats.roff: does not list the action {name}")
    faults += [f"src/formats/README.md: there is no action {name}" for name in rows]
    print("\n".join(faults) or f"{len(table)} actions are documented")
    return bool(faults)


sys.exit(main())
