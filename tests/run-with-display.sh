#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a test on a display, a message bus and an accessibility bus of its own. What the buses start
# writes to their standard output, which must not get between the lines of the test's own. The
# accessibility bus listens in the runtime or cache folder: shared, the next test would take it away.
# Of what a test remembers, such as the recent files, another that runs beside it knows nothing.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_RUNTIME_DIR="$folder" XDG_CACHE_HOME="$folder" XDG_DATA_HOME="$folder/data"

exec 3>&1
dbus-run-session -- sh -c \
  'exec xvfb-run -a -s "-screen 0 1600x1000x24 -noreset" "$@" >&3 3>&-' sh "$@" >/dev/null
