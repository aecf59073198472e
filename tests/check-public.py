#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails if the library's public symbols and the installed headers differ, or a header needs one that is not installed.

usage: check-public.py SOURCE [--write]   --write puts the symbols into the map"""

import pathlib
import re
import sys

GLIB_TYPE = re.compile(r"G_DECLARE_\w+_TYPE \((\w+),\s*(\w+),")
FUNCTION = re.compile(r"^(?!static|typedef|#|\s)[\w\s\*]*?\b(sl_\w+) \(", re.MULTILINE)
PUBLIC = re.compile(r"(?<=SLACKLINE_1 {\n  global:\n)(.*?)(?=};)", re.DOTALL)


def strip(text):
    """Leaves declarations: no comments, no bodies of inline functions, no macros."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"^static inline.*?^}", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"^#.*?(?<!\\)$", "", text, flags=re.DOTALL | re.MULTILINE)


def get_symbols(header):
    text = strip(header.read_text())
    types = {prefix + "_get_type" for _, prefix in GLIB_TYPE.findall(text)}
    text = re.sub(r"^G_\w+ \(.*?\)$", "", text, flags=re.DOTALL | re.MULTILINE)
    return types | set(FUNCTION.findall(text))


def find_headers(source):
    build = (source / "meson.build").read_text()
    block = re.search(r"public_headers = files\((.*?)\)", build, re.DOTALL).group(1)
    return [source / path for path in re.findall(r"'([^']+)'", block)]


def main():
    source = pathlib.Path(sys.argv[1])
    table = source / "libslackline-1.map"
    headers = find_headers(source)
    names = {header.name for header in headers}
    faults = []
    symbols = set()
    for header in headers:
        symbols |= get_symbols(header)
        for used in re.findall(r'#include "([^"]+)"', header.read_text()):
            if used not in names:
                faults.append(f"{header}: includes {used}, which is not installed")
    text = table.read_text()
    if "--write" in sys.argv:
        lines = "".join(f"    {symbol};\n" for symbol in sorted(symbols))
        table.write_text(PUBLIC.sub(lines, text))
        return 0
    listed = set(re.findall(r"\w+", PUBLIC.search(text).group(1)))
    faults += [f"{table}: {name} is in no installed header" for name in sorted(listed - symbols)]
    faults += [f"{table}: {name} is missing; run check-public.py --write" for name in sorted(symbols - listed)]
    print("\n".join(faults))
    return bool(faults)


sys.exit(main())
