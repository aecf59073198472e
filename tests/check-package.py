#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where the Flatpak manifest or the metainfo would be refused by a shop of applications, or
misses something: a source that is not pinned, more of the file system than is needed, a description
that is too long, a screenshot that is not in this repository, file types that Flatpak does not export."""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree as tree

MAX_SUMMARY = 35
OLDEST_RUNTIME = 49
FILESYSTEMS = {"--filesystem=home"}


def check_source(module, source):
    if source["type"] == "archive" and re.fullmatch("[0-9a-f]{64}", source.get("sha256", "")):
        return []
    # The project's own: what is committed here, until a release names its tag.
    if source["type"] == "git" and (source.get("path") == ".." or {"tag", "commit"} <= source.keys()):
        return []
    return [f"the source of {module['name']} is not pinned"]


def check_manifest(manifest):
    faults = []
    if int(manifest["runtime-version"]) < OLDEST_RUNTIME:
        faults.append(f"the runtime {manifest['runtime-version']} is at its end of life")
    faults += [f"{wish} gives more than is needed" for wish in manifest["finish-args"]
               if wish.startswith("--filesystem=") and wish not in FILESYSTEMS]
    for module in manifest["modules"]:
        for source in module["sources"]:
            faults += check_source(module, source)
    if "libipt" not in [module["name"] for module in manifest["modules"]]:
        faults.append("libipt is missing")
    return faults


def check_screenshots(root, metainfo):
    faults = []
    shots = metainfo.findall("screenshots/screenshot")
    for shot in shots:
        image = shot.find("image")
        # https://raw.githubusercontent.com/OWNER/NAME/TAG/PATH
        path = root / image.text.strip().split("/", 6)[6]
        if not path.is_file():
            faults.append(f"{path.relative_to(root)} is not here")
            continue
        header = path.read_bytes()[:24]
        size = [str(int.from_bytes(header[at:at + 4], "big")) for at in (16, 20)]
        if size != [image.get("width"), image.get("height")]:
            faults.append(f"{path.relative_to(root)} has {' x '.join(size)} pixels")
        if not (shot.findtext("caption") or "").strip():
            faults.append(f"{path.relative_to(root)} has no caption")
    return faults if shots else ["there is no screenshot"]


def check_metainfo(root, metainfo):
    faults = check_screenshots(root, metainfo)
    if len(metainfo.findtext("summary")) > MAX_SUMMARY:
        faults.append(f"the summary has more than {MAX_SUMMARY} letters")
    if metainfo.find("developer[@id]/name") is None:
        faults.append("the developer has no id or name")
    kinds = {url.get("type") for url in metainfo.findall("url")}
    faults += [f"there is no address of the {kind}" for kind in ("homepage", "bugtracker", "vcs-browser") if kind not in kinds]
    return faults


def check_types(metainfo, types):
    names = {"mime": "http://www.freedesktop.org/standards/shared-mime-info"}
    known = {kind.get("type") for kind in types.findall("mime:mime-type", names)}
    announced = {kind.text for kind in metainfo.findall("provides/mediatype")}
    return [f"{kind} is announced, but not known" for kind in sorted(announced - known)]


def main():
    root, app = pathlib.Path(sys.argv[1]), sys.argv[2]
    metainfo = tree.parse(root / "data" / f"{app}.metainfo.xml.in").getroot()
    # Flatpak exports no file types but those in a file that is named after the application.
    types = tree.parse(root / "data" / f"{app}-mime.xml.in").getroot()
    faults = check_manifest(json.loads((root / "flatpak" / f"{app}.json").read_text()))
    faults += check_metainfo(root, metainfo)
    faults += check_types(metainfo, types)
    print("\n".join(faults))
    return bool(faults)


sys.exit(main())
