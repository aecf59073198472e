#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints how many test cases of a run passed and failed, from Meson's JUnit file."""

import sys
import xml.etree.ElementTree as tree


def main():
    passed = failed = skipped = 0
    for case in tree.parse(sys.argv[1]).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed != 0 or passed == 0


sys.exit(main())
