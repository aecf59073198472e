#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where a source opens a file by itself: reading goes through sl-file-reader, which waits for no pipe,
writing through sl-file-writer, which leaves the old file whole.

usage: check-files.py SOURCE_FOLDER
"""

import pathlib
import re
import sys

OPENING = re.compile(r"(?<![\w>.])("
                     r"open|openat|creat|fopen|freopen|mkstemp|mkostemp|g_open|g_creat|g_fopen|g_freopen|g_mkstemp\w*|"
                     r"g_file_(?:read|replace|create|append_to|open_readwrite|create_readwrite|replace_readwrite|"
                     r"get_contents|set_contents|set_contents_full|load_contents|load_bytes|load_partial_contents|"
                     r"replace_contents|open_tmp|new_tmp|copy|move)(?:_async)?|"
                     r"g_key_file_(?:load_from_file|load_from_dirs|load_from_data_dirs|save_to_file)|"
                     r"g_mapped_file_new\w*|json_parser_load_from_(?:file|stream|mapped_file)|"
                     r"cairo_\w+_surface_create|cairo_surface_write_to_png|cairo_image_surface_create_from_png"
                     r") \(")

# What opens files for all others, and what is not a file of the user's.
ALLOWED = {
    "sl-cli-spool.c": {"g_open"},       # pipes that the user named, and the copies of what they give
    "sl-file-reader.c": {"open", "g_file_read"},
    "sl-file-writer.c": {"open", "g_file_replace"},
    "sl-open-remote.c": {"g_file_read"},  # what no path leads to, copied
    "sl-tracefs.c": {"open"},           # files of the kernel
    "sl-spill.c": {"g_mkstemp_full"},   # has no name from the start
}

# Pictures in memory.
IN_MEMORY = {"cairo_image_surface_create"}


def find_faults(path):
    text = re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match.group()),
                  path.read_text(encoding="utf-8"), flags=re.S)
    allowed = ALLOWED.get(path.name, set()) | IN_MEMORY
    for match in OPENING.finditer(text):
        if match.group(1) not in allowed:
            yield f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {match.group(1)}() opens a file"


def main():
    sources = sorted(pathlib.Path(sys.argv[1]).rglob("*.c"))
    faults = [fault for path in sources for fault in find_faults(path)]
    print("\n".join(faults) or f"{len(sources)} sources open files by sl-file-reader and sl-file-writer alone")
    return bool(faults) or len(sources) < 100


sys.exit(main())
