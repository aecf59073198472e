#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints how many test cases of a run passed and failed, from Meson's JUnit file and its log."""

import json
import pathlib
import sys
import xml.etree.ElementTree as tree


def find_broken(junit):
    """The programs that ended in the midst of their cases, of which the JUnit file says nothing."""
    with open(junit.with_name("testlog.json"), encoding="utf-8") as log:
        tests = [json.loads(line) for line in log]
    return {test["name"] for test in tests if test["result"] in ("ERROR", "TIMEOUT", "INTERRUPT")}


def main():
    junit = pathlib.Path(sys.argv[1])
    root = tree.parse(junit).getroot()
    broken = find_broken(junit)
    passed = failed = skipped = 0
    for suite in root.iter("testsuite"):
        has_failed = any(case.find("failure") is not None or case.find("error") is not None
                         for case in suite.iter("testcase"))
        if not has_failed and any(suite.get("name", "").endswith(name) for name in broken):
            failed += 1
    for case in root.iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed != 0 or passed == 0


sys.exit(main())
