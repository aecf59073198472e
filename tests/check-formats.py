#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where something outside src/formats depends on which format a trace is in. What a source declares (SlSourceTraits)
and what its events say (SlAction) decide what is done with a trace, so that a new format is understood without a change
elsewhere. So nobody names the kinds in which one kernel says what any system does.

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

# Who shows the id of a source's format, stores it, hands it on, or opens the same file again by it; nobody compares it.
MAY_ASK = {"sl-axis-store.c", "sl-cmd-events.c", "sl-cmd-info-json.c", "sl-cmd-info.c", "sl-replay-source.c",
           "sl-trace-tab-live.c", "sl-trace-tab-reload.c"}

# What the kinds of these families say is an action, whatever format it comes from.
ACTED_FAMILIES = {"cpu", "interrupt", "ipoint", "mutex", "priority", "server", "signal", "task", "timer", "user"}

# Who reads or writes that kernel's events, but for formats.
OF_THE_KERNEL = ("analysis/shark/", "simulator/")

# Who draws or notes a sign of its own with a built-in kind that has the right action, and the numbers under which a program
# logs.
MAKES_SIGNS = {
    "sl-build-late.c": {"TASK_DEADLINE_MISS"},
    "sl-build-marks.c": {"TASK_DEADLINE_MISS", "TASK_WCET_VIOLATION"},
    "sl-build-textbook-marks.c": {"TASK_DEADLINE_MISS", "TASK_END", "TASK_WCET_VIOLATION"},
    "sl-build-textbook-server.c": {"SERVER_REPLENISH"},
    "sl-event.c": {"IPOINT", "USER_EVENT_0", "USER_EVENT_14"},
    "sl-lock-tracker.c": {"MUTEX_LOCK"},
    "sl-task-tracker.c": {"TASK_END_CYCLE"},
}

KIND_ROW = re.compile(r'^SL_KIND \((\w+), "[a-z0-9-]+", N_ \("[^"]*"\), "([a-z-]+)"', re.M)
KIND = re.compile(r"\bSL_KIND_(\w+)")
LITERAL = re.compile(r'"([a-z0-9-]+)"')
ASKED = re.compile(r"sl_source_get_format_id \((?!SlSource \*)")
COMPARISON = re.compile(r"\b(?:g_str_equal|g_str_has_(?:pre|suf)fix|g_strv_contains|g_pattern_match_simple|g_ascii_strn?casecmp"
                        r"|strn?cmp|g_strcmp0|strstr|strchr|g_strrstr) \(")
OF_FORMAT = re.compile(r"(?:\b|_)(?:format_id|format_title|get_form|form_text)\b|\bformat->(?:id|title)\b")


def find_arguments(text, start):
    """Returns what is between the parenthesis that opens before start and the one that closes it."""
    depth, end = 1, start
    while depth > 0 and end < len(text):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return text[start:end - 1]


def strip_comments(text):
    return re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.S)


def check_kinds(name, text, kinds):
    """Returns where a file asks for kinds that say what other formats say with kinds of their own, as (offset, what)."""
    return [(match.start(), f"names the kind {match.group(1)}: ask sl_kind_get_action() for what it says")
            for match in KIND.finditer(strip_comments(text)) if match.group(1) in kinds - MAKES_SIGNS.get(name, set())]


def check(name, text, ids):
    """Returns the faults of a file as (offset, what)."""
    text = strip_comments(text)
    faults = []
    if name not in MAY_ASK | {"sl-source.c"}:
        faults += [(match.start(), "asks for the name of a source's format") for match in ASKED.finditer(text)]
    for match in LITERAL.finditer(text):
        if match.group(1) in ids - OTHER_MEANINGS.get(name, set()):
            faults.append((match.start(), f"names the format {match.group(1)}"))
    for match in COMPARISON.finditer(text):
        arguments = find_arguments(text, match.end())
        literal = re.search(r'"([^"]*)"', arguments)
        if "sl_source_get_format" in arguments:
            faults.append((match.start(), "compares a source's format"))
        elif literal is not None and OF_FORMAT.search(arguments):
            faults.append((match.start(), f"compares a format with {literal.group()}"))
        elif literal is not None and "prefix" in match.group() and literal.group(1) and any(
                known.startswith(literal.group(1)) for known in ids):
            faults.append((match.start(), f"looks for formats that begin with {literal.group(1)}"))
    return faults


def check_itself(ids, kinds):
    """What must be found, and what must not."""
    wrong = ['if (g_str_equal (sl_source_get_format_id (source), wanted))',
             'if (g_str_has_prefix (name, "shark"))',
             'if (strcmp (request->format_id, "x") == 0)',
             'return g_strcmp0 (sl_source_get_form (source), "byu") == 0;',
             'known = "perf-data";']
    right = ['if (g_strcmp0 (sl_source_get_form (source), form_text) == 0)',
             'if (g_strcmp0 (stored->format_id, request->format_id) == 0) return "same";',
             'if (g_str_has_prefix (name, "cpu"))',
             '/* such as "perf-data" */']
    asks = "if (item.state == SL_KIND_TASK_TIMER)"
    others = ["if (event.kind == SL_KIND_BUS_FETCH || kind >= SL_KIND_UNKNOWN)", "/* as SL_KIND_TASK_TIMER */"]
    return ([f"this check does not find: {line}" for line in wrong if not check("a.c", line, ids)] +
            [f"this check refuses: {line}" for line in right if check("a.c", line, ids)] +
            [f"this check does not find: {asks}" for _ in [0] if not check_kinds("a.c", asks, kinds)] +
            [f"this check refuses: {line}" for line in others if check_kinds("a.c", line, kinds)])


def main():
    src = pathlib.Path(sys.argv[1])
    formats = src / "formats"
    ids = {name for path in formats.rglob("sl-format-*.c")
           for name in re.findall(r'^const SlFormat sl_format_.*?\.id = "([a-z0-9-]+)"', path.read_text(), re.M | re.S)}
    table = (src / "trace" / "events" / "sl-kind-table.h").read_text()
    kinds = {symbol for symbol, family in KIND_ROW.findall(table) if family in ACTED_FAMILIES}
    faults = check_itself(ids, kinds) if len(ids) > 5 and len(kinds) > 40 else ["no formats or no kinds were found"]
    for path in sorted(src.rglob("*.[ch]")):
        if formats in path.parents:
            continue
        text = path.read_text()
        found = check(path.name, text, ids)
        if not path.relative_to(src).as_posix().startswith(OF_THE_KERNEL):
            found += check_kinds(path.name, text, kinds)
        faults += [f"{path}:{text.count(chr(10), 0, offset) + 1}: {what}" for offset, what in found]
    print("\n".join(faults) or f"nothing outside of formats depends on which of {len(ids)} formats a trace is in")
    return bool(faults)


sys.exit(main())
