#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which path to the library installed programs have: none in /usr, where the system finds it and
distributions want none; elsewhere one from where they are. Run by Meson's own interpreter."""

import pathlib
import subprocess
import sys
import tempfile

from mesonbuild import minstall

WANTED = {
    ("/usr", "lib/x86_64-linux-gnu"): "",
    ("/usr/local", "lib"): "$ORIGIN/../lib",
    ("/opt/slackline", "lib/x86_64-linux-gnu"): "$ORIGIN/../lib/x86_64-linux-gnu",
}


def find(source, meson, folder, prefix, libdir):
    subprocess.run([meson, "setup", folder, source, "--prefix", prefix, "--libdir", libdir], check=True,
                   stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    data = minstall.load_install_data(str(pathlib.Path(folder) / "meson-private/install.dat"))
    return {target.install_rpath for target in data.targets
            if pathlib.Path(target.fname).name in ("slackline", "slackline-cli")}


def main():
    faults = 0
    for (prefix, libdir), wanted in WANTED.items():
        with tempfile.TemporaryDirectory() as folder:
            found = find(*sys.argv[1:], folder, prefix, libdir)
        faults += found != {wanted}
        print(f"{prefix}, {libdir}: {found}, wanted {wanted!r}")
    return faults != 0


sys.exit(main())
