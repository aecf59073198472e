#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the manual pages of slackline-cli: one of the whole, and one a command, from the same parts.

usage: make-man.py VERSION SOURCE_FOLDER OUTPUT_FOLDER COMMAND…

The part of a command begins with two comment lines: its summary and its synopsis. A line of it that says
“part: NAME” stands for NAME.roff, which several commands share.
"""

import pathlib
import re
import sys

# Commands without the options that say how a trace is read.
READS_NO_TRACE = ("exercise", "formats", "receive", "record", "simulate", "topa")


PART = '.\\" part: '


# A line with fonts in turn has no spaces between its arguments: prose behind such a line would run together.
RUN_TOGETHER = re.compile(r'^\.(?:BR|RB|BI|IB|RI|IR) (?:"[^"]*" *|[^" ]+ +)*?[^" ]*[A-Za-z)][.,;:]? +[A-Za-z]+ +[A-Za-z]+ ')


def read_part(folder, name):
    """The text without its licence."""
    text = (folder / f"{name}.roff").read_text(encoding="utf-8").split("\n", 1)[1]
    for line in text.splitlines():
        if RUN_TOGETHER.match(line):
            sys.exit(f"{name}.roff: these words would run together: {line}")
    return text


def read_command(folder, command):
    lines = read_part(folder, command).splitlines(keepends=True)
    summary = lines[0].strip().removeprefix('.\\" summary: ')
    synopsis = lines[1].strip().removeprefix('.\\" synopsis: ')
    body = "".join(read_part(folder, line.strip().removeprefix(PART)) if line.startswith(PART) else line
                   for line in lines[2:])
    return summary, synopsis, body


def make_page(name, version, summary, synopses, body):
    head = f'.TH {name.upper()} 1 "" "Slackline {version}" "User Commands"\n'
    head += f".SH NAME\n{name} \\- {summary}\n.SH SYNOPSIS\n"
    head += ".br\n".join(f".B slackline\\-cli\n{synopsis}\n" for synopsis in synopses)
    return head + body


def main():
    version, source, output, *commands = sys.argv[1:]
    source, output = pathlib.Path(source), pathlib.Path(output)
    part = {name: read_part(source, name) for name in ("intro", "common", "forms", "status")}
    synopses, sections, pages = [], "", []

    for command in commands:
        summary, synopsis, body = read_command(source, command)
        page = f"slackline-cli-{command}"
        rest = part["common"] + part["forms"] if command not in READS_NO_TRACE else ""
        pages.append(page)
        synopses.append(synopsis)
        sections += f".SH COMMAND: {command}\n" + body.replace(".SH ", ".SS ")
        text = make_page(page, version, summary, [synopsis],
                         ".SH DESCRIPTION\n" + body + rest + part["status"] +
                         ".SH SEE ALSO\n.BR slackline\\-cli (1)\n")
        (output / f"{page}.1").write_text(text, encoding="utf-8")

    also = ",\n".join(f".BR {page} (1)" for page in pages).replace("-", "\\-")
    text = make_page("slackline-cli", version, "show scheduling traces without a display", synopses,
                     part["intro"] + sections + part["common"] + part["forms"] + part["status"] +
                     f".SH SEE ALSO\n{also}\n")
    (output / "slackline-cli.1").write_text(text, encoding="utf-8")


main()
