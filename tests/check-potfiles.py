#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where po/POTFILES is not the sorted list of files with strings to translate, where a string
cannot be translated as it is written, or where a translation is incomplete. With --write it writes
the list and merges new strings into the translations."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

MARK = re.compile(r'\b(N?_|N?C_|n?gettext|g_dn?gettext|g_dpgettext2?) ?\(\s*("|GETTEXT_PACKAGE)'
                  r'|translatable="yes"|<summary>|<description>|<comment>|<exercise>')
NAMED = re.compile(r"\bN?_ \([A-Z][A-Z0-9_]+\)")
PLACES = (("src", "*.[ch]"), ("ui", "*.ui"), ("data", "*.gschema.xml"), ("data", "*-mime.xml.in"),
          ("data", "*.slackline-exercise"))
FIXED = ["data/io.github.slackline.Slackline.desktop.in", "data/io.github.slackline.Slackline.metainfo.xml.in"]

# As Meson's preset "glib", which makes slackline.pot.
XGETTEXT = ["xgettext", "--from-code=UTF-8", "--package-name=slackline", "--add-comments", "--keyword=_",
            "--keyword=N_", "--keyword=C_:1c,2", "--keyword=NC_:1c,2", "--keyword=g_dcgettext:2",
            "--keyword=g_dngettext:2,3", "--keyword=g_dpgettext2:2c,3", "--flag=N_:1:pass-c-format",
            "--flag=C_:2:pass-c-format", "--flag=NC_:2:pass-c-format", "--flag=g_dngettext:2:pass-c-format",
            "--flag=g_strdup_printf:1:c-format", "--flag=g_string_append_printf:2:c-format"]


def wanted(root):
    found = [path for top, pattern in PLACES
             for path in (root / top).rglob(pattern) if MARK.search(path.read_text())]
    return sorted([str(path.relative_to(root)) for path in found] + FIXED)


def run(*command, **variables):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env={**os.environ, **variables})
    return done.returncode, done.stderr.strip()


def find_names(root):
    """Texts that a name stands for: xgettext does not follow it, so that they are never translated."""
    return [f"{path.relative_to(root)}: {found.group(0)}"
            for path in sorted((root / "src").rglob("*.[ch]")) for found in NAMED.finditer(path.read_text())]


def languages(root):
    return [root / "po" / f"{name}.po" for name in (root / "po" / "LINGUAS").read_text().split()]


def extract(root, template):
    """Returns what xgettext complains about, such as a format that a macro cuts in two."""
    status, said = run(*XGETTEXT, f"--directory={root}", f"--files-from={root / 'po' / 'POTFILES'}",
                       f"--output={template}", GETTEXTDATADIRS=str(root / "data"))
    return [said] if status != 0 or said else []


def check_translation(po, template):
    status, said = run("msgfmt", "--check", "--statistics", "--output-file=/dev/null", po)
    if status != 0 or "fuzzy" in said or "untranslated" in said:
        return [f"{po.name}: {said}"]
    status, said = run("msgcmp", po, template)
    return [f"{po.name} lacks strings; check-potfiles.py --write adds them:\n{said}"] if status != 0 else []


def main():
    root = pathlib.Path(sys.argv[1])
    listed = root / "po" / "POTFILES"
    lines = wanted(root)
    write = "--write" in sys.argv
    if write:
        listed.write_text("".join(line + "\n" for line in lines))

    faults = [f"po/POTFILES: {line}" for line in sorted(set(lines) ^ set(listed.read_text().split()))]
    faults += find_names(root)
    with tempfile.TemporaryDirectory() as folder:
        template = pathlib.Path(folder) / "slackline.pot"
        faults += extract(root, template)
        for po in languages(root) if not faults else []:
            if write:
                # Locations have no line numbers: these would change with every line that is added anywhere.
                run("msgmerge", "--quiet", "--update", "--backup=none", "--no-fuzzy-matching", "--add-location=file",
                    po, template)
                run("msgattrib", "--no-obsolete", "--add-location=file", "--output-file", po, po)
            faults += check_translation(po, template)
    print("\n".join(faults))
    return bool(faults)


sys.exit(main())
