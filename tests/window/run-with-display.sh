#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a test on a display and a message bus of its own. What the bus starts writes to the bus's
# standard output, which must not get between the lines of the test's own.
exec 3>&1
exec dbus-run-session -- sh -c \
  'exec xvfb-run -a -s "-screen 0 1600x1000x24 -noreset" "$@" >&3 3>&-' sh "$@" >/dev/null
