#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a test of windows, which has a display, with the program on Wayland. The compositor is a window of the display
# and the program's window fills it: the keys and the pointer that the test fakes on the display come to the program
# through Wayland.
if ! command -v weston >/dev/null; then
  echo "1..0 # SKIP weston is not installed"
  exit 0
fi

socket=wayland-of-test
weston --backend=x11-backend.so --shell=kiosk-shell.so --socket=$socket --width=1280 --height=860 --use-pixman \
  --idle-time=0 --no-config >"$XDG_RUNTIME_DIR/weston.log" 2>&1 &
weston=$!
trap 'kill $weston 2>/dev/null' EXIT
for _ in $(seq 200); do
  [ -S "$XDG_RUNTIME_DIR/$socket" ] && break
  sleep 0.1
done
WAYLAND_DISPLAY=$socket GDK_BACKEND=wayland "$@"
